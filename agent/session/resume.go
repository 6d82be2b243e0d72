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

// Resume continues the fight of a record and appends to the record. The agents that the record names are parsed with
// parseAgent, see [Session.ParseAgent]. The tale begins after the last recorded step. The error is [OtherRulesError] if
// the record was written under other rules, and [fight.Difference] if a replay under the same rules differs from the
// record; the file is not changed then. So rules are compared before the file is opened for appending: opening cuts off
// a last line that is incomplete.
func Resume(path, voice string,
	parseAgent func(spec string) (agent.Agent, error)) (*Session, []fight.Warning, error) {
	if rec, err := ReadRecord(path); err == nil { // an error is reported when the record is opened
		if err := CheckRules(rec); err != nil {
			return nil, nil, err
		}
	}
	return ResumeUnderNewRules(path, voice, parseAgent)
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

// CheckRules returns [OtherRulesError] if a record was written under other rules than this program's, else nil.
func CheckRules(rec fight.Record) error {
	sentence := agent.RulesDifference(rec)
	if sentence == "" {
		return nil
	}
	// A difference names the file of its record. Others than the owner see it, and must not learn the path.
	rec.Name = ""
	diff, cannotBegin := agent.FirstDifference(rec)
	return OtherRulesError{Says: sentence, steps: len(rec.Steps), Difference: diff, cannotBegin: cannotBegin}
}

// OtherRulesError is the error for a record that was written under other rules than this program's. It says what comes
// of going on with it, so that a GM can choose: its fight is the same, differs from some step on, or cannot go on.
type OtherRulesError struct {
	Says       string            // a sentence that says which rules those are
	steps      int               // how many steps the record has
	Difference *fight.Difference // where a replay under this program's rules first differs; nil if nowhere

	cannotBegin error // why this program's rules cannot begin the fight of the record; nil if they can
}

// GoesOn reports whether the fight can go on under this program's rules.
func (o OtherRulesError) GoesOn() bool {
	return o.cannotBegin == nil && (o.Difference == nil || !o.Difference.IsRefusal())
}

// Error says what this program's rules make of the record.
func (o OtherRulesError) Error() string {
	switch {
	case o.cannotBegin != nil:
		return o.Says + " These cannot begin its fight: " + o.cannotBegin.Error()
	case o.Difference == nil:
		return o.Says + " All its " + text.Count(o.steps, "step") + " are the same under these."
	}
	d := o.Difference
	step := d.Line - 1 // the first line of a record is its header
	return o.Says + text.Escape(fmt.Sprintf(" They part at step %d: %s is now %s, the record has %s.", step,
		d.What, d.Got, d.Want))
}

// ResumeUnderNewRules is [Resume] also for a record of other rules: the fight goes on with what this program's rules
// make of its steps, and the record says so. If they do not allow a step, the error is [fight.Difference].
func ResumeUnderNewRules(path, voice string,
	parseAgent func(spec string) (agent.Agent, error)) (*Session, []fight.Warning, error) {
	sink, rec, warnings, err := fight.OpenAppend(path)
	if err != nil {
		return nil, warnings, err
	}
	s, err := FromRecord(rec, voice)
	if err != nil {
		return nil, warnings, errors.Join(err, sink.Close())
	}
	s.recordFile, s.path = sink, path
	s.ParseAgent = parseAgent
	if err := s.replayAndSeat(rec); err != nil {
		return nil, warnings, errors.Join(err, s.Close())
	}
	return s, warnings, nil
}

// replayAndSeat replays a record and seats the agents that it names. Before the replay is over it writes nothing.
func (s *Session) replayAndSeat(rec fight.Record) error {
	// oldSteps is how many steps, from the first, were made under other rules; their results are not compared.
	_, oldSteps := rec.Rules()
	hasOtherRules := agent.RulesDifference(rec) != ""
	if hasOtherRules {
		oldSteps = len(rec.Steps)
	}
	if err := fight.ReplayFrom(s.Fight, rec, oldSteps); err != nil {
		return err
	}
	for i, seat := range s.startRoster {
		description := rec.Header.Seats.Value(seat.Name) // of its agent, as in "search nodes=20000"
		a, err := s.readPlayer(description)
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
	if !hasOtherRules {
		return nil
	}
	// The step tells under which rules the fight goes on.
	_, err := s.Say(rules.Step{Word: fight.WordRules, What: agent.RulesDigest(rec.Header.System)})
	return err
}

// FromRecord returns a session with the fight of a record at its beginning. Its agents have names and nothing else, so
// that the fight can be replayed and told but not played.
func FromRecord(rec fight.Record, voice string) (*Session, error) {
	f, err := agent.Begin(rec)
	if err != nil {
		return nil, err
	}
	s := &Session{Fight: f, startRoster: f.Roster(), scenery: f.Scenery(), path: rec.Name}
	if err := s.UseCatalogue(agent.Builtin()); err != nil {
		return nil, agent.HeaderError(rec, err)
	}
	for _, r := range s.startRoster {
		s.startAgents = append(s.startAgents, absentAgent(rec.Header.Seats.Value(r.Name)))
	}
	return s, s.setVoice(voice)
}

// absentAgent is an agent of which only the description is known. A record may name an agent that plays from a solved
// table, whose file is on another machine; it can be told nevertheless.
type absentAgent string

func (a absentAgent) String() string { return string(a) }

// Choose always returns an error.
func (a absentAgent) Choose(context.Context, agent.View) (rules.Action, error) {
	return rules.Action{}, fmt.Errorf("%q decides nothing in a replay", string(a))
}

// CheckResumable returns an error if the fight's rule system cannot begin a fight from a record.
func (s *Session) CheckResumable() error {
	_, err := agent.Reopen(s.Header())
	return err
}

// newRules always returns an error: the fight of an open session goes on under this program's rules already. The
// operation is in the table for servers. While the record is of other rules a server cannot open a session, and carries
// the operation out itself, with [ResumeUnderNewRules].
func (c Client) newRules(context.Context, Nothing) (StepsMade, error) {
	return StepsMade{}, newError(NotNow, "the fight goes on under the rules of this version already",
		"any other operation")
}
