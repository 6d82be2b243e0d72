// Package session runs one fight for a user interface: a command, a GM's table, a server. Seats are played by agents or
// by people. Dice come from the seed or are thrown at the table. Edits and undos are steps of the record.
//
// A [View] is what one seat may know, the fight itself all of it. [Operations] lists everything that can be done with a
// session: prompts and protocols are made from that list.
package session

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"kokyu/agent"
	"kokyu/agent/narrate"
	"kokyu/rules"
	"kokyu/rules/book"
	"kokyu/rules/fight"
	"kokyu/rules/strict"
	"kokyu/rules/text"
	"kokyu/search"
)

// Session is one fight under way. It is not safe for concurrent use.
type Session struct {
	*fight.Fight
	catalogue   agent.Catalogue
	startRoster []rules.Fighter // the combatants at the beginning
	startAgents agent.Seating   // their agents at the beginning
	scenery     rules.Scenery   // details of the encounter at the beginning that only tales use
	recordFile  *fight.File     // nil if nothing is recorded
	path        string          // the path of the record; empty if there is none
	voice       string          // see Setup.Voice
	teller      *narrate.Teller // tells the steps in that voice as they are made
	untold      []rules.Step    // the steps since the last line that was told

	// Ask makes the GM confirm every decision of the seats that the program plays.
	Ask bool
	// Players is what players may do for themselves as long as the GM has said nothing else.
	Players PlayerRights
	// Mind parses the description of an agent, as "search nodes=20000", when a seat gets another player. If it is nil,
	// no seat can.
	Mind func(spec string) (agent.Agent, error)
	// Advice is the budget of the search for advice.
	Advice search.Limits
	// Aside runs a search, which is think. A server sets it to a function that queues think and releases the session
	// while think runs, so that others can use it. If they change the question before Aside returns, see
	// [Session.AskedSince], the operation that has called it fails with [ErrChanged]. If Aside is nil, think runs in place.
	Aside func(ctx context.Context, think func(ctx context.Context) error) error
	// Folder is where the operation save writes; it then takes bare file names only. If it is empty, save writes to any
	// path.
	Folder string

	orders        orders     // what the GM has ordered, see ordersNow
	ordersUpTo    int        // orders takes account of the first so many steps
	chosenSteps   []int      // the numbers of the steps that somebody at the table chose, see isChosen
	stepsAtResume int        // how many steps there were when the session began
	proposed      proposal   // the last decision that was proposed to the GM
	taking        autoTaking // whose proposals are taken without asking, set by the operation all
	applier       Applier    // carries out the operation apply
}

// Setup is the settings of a new session.
type Setup struct {
	Seed     uint64
	Standard agent.Agent            // plays every seat that nobody else is given
	Agents   map[string]agent.Agent // by the name of a combatant or of a side
	ByHand   []string               // whose dice are thrown at the table: combatants or sides, and "" for everybody
	Voice    string                 // the voice in which the fight is told; "none" tells nothing
	Record   string                 // the path of a new record; empty for none
}

// Open begins the fight of an encounter; name is what messages call its file. The error lists the mistakes of the file,
// or is that of an unknown seat or of a record that cannot be created.
func Open(c agent.Catalogue, name string, encounter []byte, o Setup) (*Session, error) {
	f, err := c.NewFight(name, encounter, agent.Setup{Seed: o.Seed})
	if err != nil {
		return nil, err
	}
	seats, err := agent.Seat(f.Roster(), o.Standard, o.Agents)
	if err != nil {
		return nil, err
	}
	if err := giveDiceByHand(f.Roster(), seats, o.ByHand); err != nil {
		return nil, err
	}
	f.SetPlayers(seats.Pairs(f.Roster()))
	s := &Session{Fight: f, startRoster: f.Roster(), startAgents: seats, scenery: f.Scenery()}
	if err := s.Use(c); err != nil {
		return nil, err
	}
	if err := s.setVoice(o.Voice); err != nil {
		return nil, err
	}
	if o.Record == "" {
		return s, nil
	}
	if err := s.Keep(o.Record); err != nil {
		return nil, errors.Join(err, s.Close())
	}
	return s, nil
}

// Keep writes all steps so far to a new record and records the fight from here on. The session must have no record yet.
// The error is that of a file that exists or cannot be made.
func (s *Session) Keep(path string) error {
	sink, err := fight.Create(path)
	if err != nil {
		return err
	}
	s.recordFile, s.path = sink, path
	return s.Fight.Record(s.recordFile)
}

// ErrChanged is returned if somebody has made a step that changes the present question while a search for it was running.
var ErrChanged = errors.New("the question has been answered meanwhile")

// runAside runs think with [Session.Aside]. As others may use the session meanwhile, think must use copies alone.
func runAside[T any](ctx context.Context, s *Session, think func(ctx context.Context) (T, error)) (out T, err error) {
	run := func(ctx context.Context) (err error) {
		out, err = think(ctx)
		return err
	}
	asked := s.AskedSince()
	if s.Aside == nil {
		err = run(ctx)
	} else if err = s.Aside(ctx, run); s.AskedSince() != asked {
		err = ErrChanged
	}
	return out, err
}

// AskedSince returns the number of the step since which the table is asked what it is asked now: the last one that
// changes the question. The result is 0 before any such step.
func (s *Session) AskedSince() int {
	for _, step := range slices.Backward(s.Fight.Steps()) {
		if ChangesQuestion(step) {
			return step.N
		}
	}
	return 0
}

// ChangesQuestion reports whether a step can change what the table is asked, or what its answers come to. A note does
// not, nor a ruling, nor a change that waits.
func ChangesQuestion(step rules.Step) bool {
	switch step.Word {
	case fight.WordNote, fight.WordPlayers, fight.WordRuling, fight.WordLater, fight.WordDropped:
		return false
	}
	return true
}

// Forget removes the record of a session in which no step was made, and closes it. If there are steps or no record it
// does nothing.
func (s *Session) Forget() error {
	if s.recordFile == nil || len(s.StepsAfter(0)) > 0 {
		return nil
	}
	err := errors.Join(s.recordFile.Close(), os.Remove(s.path))
	s.recordFile, s.path = nil, ""
	return err
}

// Resume continues the fight of a record and appends to the record. mind parses the agents that the record names, see
// [Session.Mind]. The tale begins after the last recorded step. The error is [OtherRules] if the record was written
// under other rules, and [fight.Difference] if a replay under the same rules differs from the record; the file is not
// changed then.
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

// OtherRules is the error for a record that was written under other rules than this program's.
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

// replayAndSeat replays a record and seats the agents that it names.
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
	for _, step := range rec.Steps {
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

// CheckResumable returns an error if a record of the fight could not be resumed: its rule system cannot begin a fight
// from a record.
func (s *Session) CheckResumable() error {
	_, err := agent.Reopen(s.Header())
	return err
}

// absentAgent is an agent of which only the name is known.
type absentAgent string

func (a absentAgent) String() string { return string(a) }

// Choose always returns an error.
func (a absentAgent) Choose(context.Context, agent.View) (rules.Action, error) {
	return rules.Action{}, fmt.Errorf("%q decides nothing in a replay", string(a))
}

// Use sets the catalogue for combatants who join, for help and for apply. For joins and help, the rows of the folders
// that the encounter names are added to it.
func (s *Session) Use(c agent.Catalogue) (err error) {
	s.catalogue, err = c.WithRecordRows(s.Header())
	s.applier = Applier{Catalogue: &c}
	return err
}

// Close closes the record.
func (s *Session) Close() error {
	if s.recordFile == nil {
		return nil
	}
	return s.recordFile.Close()
}

// Title returns the title of the encounter.
func (s *Session) Title() string { return agent.Title(s.Fight) }

// System returns the description of the fight's rule system.
func (s *Session) System() book.About { return agent.AboutFight(s.Fight) }

// Secret returns the encounter's note for the GM alone, empty if it has none. It is for a screen that nobody else looks
// at, and no operation returns it: programs call those.
func (s *Session) Secret() string { return s.Header().GM }

// Seed returns the seed of the dice.
func (s *Session) Seed() uint64 { return s.Header().Seed }

// RecordPath returns the path of the record that is written or was read, empty if there is none.
func (s *Session) RecordPath() string { return s.path }

// Seats returns the agent of each seat.
func (s *Session) Seats() agent.Seating {
	seats := make(agent.Seating, len(s.Roster()))
	for i := range seats {
		seats[i] = s.agentOf(rules.Seat(i))
	}
	return seats
}

// Sides returns the names of the two sides.
func (s *Session) Sides() (names [2]string) {
	for _, r := range s.Roster() {
		names[r.Side] = r.Team
	}
	return names
}

// Winner returns the side that has won, empty for a draw; over is false while the fight goes on.
func (s *Session) Winner() (team string, over bool) {
	side, draw, over := s.Fight.Winner()
	if !over || draw {
		return "", over
	}
	return s.Sides()[side], true
}

// EndText returns who ended the fight by a word and why, as in "the bandits concede: they are spent"; empty if it ended
// by the rules.
func (s *Session) EndText() string {
	if _, over := s.Winner(); !over {
		return ""
	}
	for _, step := range slices.Backward(fight.StandingSteps(s.Fight.Steps())) { // those that no undo has taken back
		by := ""
		for _, side := range s.Sides() {
			switch step.Edit {
			case fight.ConcedeEdit(side):
				by = text.The(side) + " concede"
			case fight.WinEdit(side), fight.WinEdit(""):
				by = fight.GMsWord
			}
		}
		switch {
		case by != "" && step.Why != fight.GMsWord:
			return by + ": " + step.Why
		case by != "":
			return by
		}
	}
	return ""
}

// StepsAfter returns the steps after the first n, with their events and with secrets. [View] has what a seat may know.
func (s *Session) StepsAfter(n int) []rules.Step {
	all := s.Fight.Steps()
	return all[min(max(n, 0), len(all)):]
}

// Next makes one step: the agent of the seat to move decides, or dice are thrown. Dice come from the seed or, after an
// undo, are those that were thrown at the table before. The errors are [agent.ErrNothingToDecide] if the fight is over,
// [ErrAsked] if a person at the table has to answer first, that of the context, and those of agents.
func (s *Session) Next(ctx context.Context) (rules.Step, error) {
	if err := ctx.Err(); err != nil {
		return rules.Step{}, err
	}
	switch q := s.Question(); q.Kind {
	case Over:
		return rules.Step{}, agent.ErrNothingToDecide
	case "":
		return s.step(ctx)
	}
	return rules.Step{}, ErrAsked
}

// Run makes steps until the fight is over. It calls hear with each step as soon as it is made; an error of hear stops
// it.
func (s *Session) Run(ctx context.Context, hear func(rules.Step) error) error {
	for range agent.StepsMax {
		step, err := s.Next(ctx)
		if errors.Is(err, agent.ErrNothingToDecide) {
			return nil
		}
		if err != nil {
			return err
		}
		if err := hear(step); err != nil {
			return err
		}
	}
	return fmt.Errorf("the fight has not ended after %d steps", agent.StepsMax)
}

// newRules always returns an error, since the fight of an open session goes on under these rules already. The operation
// is listed for servers, which carry it out themselves while a record of other rules keeps them from opening a session.
func (c Client) newRules(context.Context, Nothing) (Made, error) {
	return Made{}, newError(NotNow, "the fight goes on under the rules of this version already", "any other operation")
}

// Do makes the decision of the seat to move that has these words, or the only one that begins with them.
func (s *Session) Do(words string) (rules.Step, error) { return s.decide(words, agent.OptionNamed) }

// decide makes the decision that find finds by words among those that are not banned. If words mean a banned one, the
// error says so.
func (s *Session) decide(words string, find func(options []fight.Option, words string) (fight.Option, error)) (rules.Step, error) {
	v, err := s.allowedView()
	if err != nil {
		return rules.Step{}, s.undecidedError()
	}
	o, err := find(v.Options(), words)
	if err != nil {
		if all, lookErr := agent.Look(s.Fight); lookErr == nil {
			if o, wrong := find(all.Options(), words); wrong == nil {
				return rules.Step{}, newError(Banned, fmt.Sprintf("%q is banned", o.Words), "another choice, or allow it first")
			}
		}
		return rules.Step{}, withCode(UnknownChoice, err)
	}
	return s.Fight.Play(o.Action)
}

// undecidedError returns the error that says why nobody can decide now: dice are waited for, or the fight is over.
func (s *Session) undecidedError() error {
	_, err := s.Fight.Do("")
	return err
}

// Save writes the record so far to a new file.
func (s *Session) Save(path string) error {
	if !strings.HasSuffix(path, ".jsonl") {
		return text.Problem{What: fmt.Sprintf("a record in the file %q", path), Want: "a name that ends in .jsonl"}
	}
	if s.Folder != "" {
		if !strict.Bare(path) {
			return text.Problem{What: fmt.Sprintf("a record in the file %q", path), Want: "a bare name, as in evening.jsonl: records are saved in one folder here"}
		}
		if err := os.MkdirAll(s.Folder, 0o700); err != nil {
			return fmt.Errorf("the folder for saved records cannot be made: %w", err)
		}
		if _, err := os.Lstat(filepath.Join(s.Folder, path)); err == nil {
			return text.Problem{What: fmt.Sprintf("%q exists already", path), Want: "another name: a record is never overwritten"}
		}
		path = filepath.Join(s.Folder, path)
	}
	return strict.WriteNew(path, func(w io.Writer) error { return fight.WriteRecord(w, s.Header(), s.Fight.Steps()) })
}
