package session

import (
	"context"
	"errors"
	"fmt"
	"os"

	"kokyu/agent"
	"kokyu/rules"
	"kokyu/rules/fight"
	"kokyu/rules/text"
)

// Resume continues the fight of a record and appends to the record. mind parses the agents that the record names, see
// [Session.Mind]. The tale begins after the last recorded step. The error is [OtherRules] if the record was written
// under other rules, and [fight.Difference] if a replay under the same rules differs from the record; the file is not
// changed then. Rules are compared before the file is opened for appending, which cuts off half a last line.
func Resume(ctx context.Context, path, voice string, mind func(spec string) (agent.Agent, error)) (*Session, []fight.Warning, error) {
	if rec, err := ReadRecord(path); err == nil { // an error is reported when the record is opened
		if err := CheckRules(rec); err != nil {
			return nil, nil, err
		}
	}
	return ResumeUnderNewRules(ctx, path, voice, mind)
}

// ReadRecord reads the whole lines of a record, and does not change the file.
func ReadRecord(path string) (fight.Record, error) {
	file, err := os.Open(path)
	if err != nil {
		return fight.Record{}, err
	}
	defer file.Close()
	rec, _, err := fight.ReadRecord(path, file)
	return rec, err
}

// CheckRules returns [OtherRules] if a record was written under other rules than this program's, else nil.
func CheckRules(rec fight.Record) error {
	says := agent.OtherRules(rec)
	if says == "" {
		return nil
	}
	rec.Name = "" // the difference is shown to others than the record's owner, who must not read its path
	diff, cannotBegin := agent.FirstDifference(rec)
	return OtherRules{says, len(rec.Steps), diff, cannotBegin}
}

// OtherRules is the error for a record that was written under other rules than this program's. It says what comes of
// going on with it, so that a GM can choose: its fight is the same, differs from some step on, or cannot go on.
type OtherRules struct {
	Says    string            // a sentence that says which rules those are
	steps   int               // how many steps the record has
	Differs *fight.Difference // where a replay under this program's rules first differs; nil if nowhere

	cannotBegin error // why this program's rules cannot begin the fight of the record; nil if they can
}

// GoesOn reports whether the fight can go on under this program's rules.
func (o OtherRules) GoesOn() bool {
	return o.cannotBegin == nil && (o.Differs == nil || !o.Differs.IsRefusal())
}

// Error says what this program's rules make of the record.
func (o OtherRules) Error() string {
	switch {
	case o.cannotBegin != nil:
		return o.Says + " These cannot begin its fight: " + o.cannotBegin.Error()
	case o.Differs == nil:
		return o.Says + " All its " + text.Count(o.steps, "step") + " are the same under these."
	}
	d := o.Differs
	return o.Says + text.Escape(fmt.Sprintf(" They part at step %d: %s is now %s, the record has %s.", d.Line-1, d.What, d.Got, d.Want))
}

// ResumeUnderNewRules is [Resume] also for a record that was written under other rules: the fight goes on with what
// this program's rules make of its steps, and the record says so. The error is [fight.Difference] if they do not allow
// one of them.
func ResumeUnderNewRules(ctx context.Context, path, voice string, mind func(spec string) (agent.Agent, error)) (*Session, []fight.Warning, error) {
	sink, rec, warnings, err := fight.OpenAppend(path)
	if err != nil {
		return nil, warnings, err
	}
	s, err := OfRecord(rec, voice)
	if err != nil {
		return nil, warnings, errors.Join(err, sink.Close())
	}
	s.recordFile, s.path = sink, path
	s.Mind = mind
	if err := s.replayAndSeat(rec); err != nil {
		return nil, warnings, errors.Join(err, s.Close())
	}
	return s, warnings, nil
}

// replayAndSeat replays a record and seats the agents that it names. Nothing is written before the replay has succeeded.
func (s *Session) replayAndSeat(rec fight.Record) error {
	_, before := rec.Rules() // the first so many steps were made under other rules, and are not compared
	other := agent.OtherRules(rec) != ""
	if other {
		before = len(rec.Steps)
	}
	if err := fight.ReplayFrom(s.Fight, rec, before); err != nil {
		return err
	}
	for i, seat := range s.startRoster {
		a, err := s.readPlayer(rec.Header.Seats.Value(seat.Name))
		if err != nil {
			return fmt.Errorf("the record's seat %s: %w", seat.Name, err)
		}
		s.startAgents[i] = a
	}
	if err := s.Fight.Record(s.recordFile); err != nil {
		return err
	}
	s.stepsAtResume = len(rec.Steps)
	for _, step := range rec.Steps { // so that the tale goes on from what has been told
		s.teller.Step(step)
	}
	if !other {
		return nil
	}
	// The step tells under which rules the fight goes on.
	_, err := s.Say(rules.Step{Word: fight.WordRules, What: agent.Rules(rec.Header.System)})
	return err
}

// OfRecord returns a session with the fight of a record at its beginning. Its agents have names and nothing else, so
// that the fight can be replayed and told but not played.
func OfRecord(rec fight.Record, voice string) (*Session, error) {
	f, err := agent.Begin(rec)
	if err != nil {
		return nil, err
	}
	s := &Session{Fight: f, startRoster: f.Roster(), scenery: f.Scenery(), path: rec.Name}
	if err := s.Use(agent.Builtin()); err != nil {
		return nil, agent.HeaderError(rec, err)
	}
	for _, r := range s.startRoster {
		s.startAgents = append(s.startAgents, absentAgent(rec.Header.Seats.Value(r.Name)))
	}
	return s, s.setVoice(voice)
}

// absentAgent is an agent of which only the name is known: a record may name a player whose table is on another machine,
// and can be told nevertheless.
type absentAgent string

func (a absentAgent) String() string { return string(a) }

// Choose always returns an error.
func (a absentAgent) Choose(context.Context, agent.View) (rules.Action, error) {
	return rules.Action{}, fmt.Errorf("%q decides nothing in a replay", string(a))
}

// CheckResumable returns an error if a record of the fight could not be resumed: its rule system cannot begin a fight
// from a record.
func (s *Session) CheckResumable() error {
	_, err := agent.Reopen(s.Header())
	return err
}

// newRules always returns an error, since the fight of an open session goes on under these rules already. The operation
// is listed for servers, which carry it out themselves while a record of other rules keeps them from opening a session.
func (c Client) newRules(context.Context, Nothing) (Made, error) {
	return Made{}, newError(NotNow, "the fight goes on under the rules of this version already", "any other operation")
}
