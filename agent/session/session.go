// Package session runs one fight for a user interface: a command, a GM's table, a server. Seats are played by agents or
// by people. Dice come from the seed or are thrown at the table. Edits and undos are steps of the record.
//
// A seat is a combatant, and the GM the person who runs the fight. The embedded fight knows everything; a [View] is
// what one seat may know. [Operations] lists everything that can be done with a session: prompts and protocols are made
// from that list.
//
// # Where what is
//
//	session.go    a session, how it is opened, recorded and closed; resume.go how one goes on from a record
//	list.go       the operations; client.go who calls them, call.go by a program, line.go by a line of a prompt
//	forms.go      what operations take and return, and how a line is read into it; code.go the codes of errors
//	asked.go      operations that only answer; view.go what a seat may know, subject.go what a question is about
//	operations.go operations that make steps; orders.go those that the GM orders for the rest of the fight
//	edits.go      changes of combatants; join.go combatants who join, card.go what can be changed
//	play.go       the next step; question.go what the table is asked before it, person.go who plays and throws there
//	proposal.go   what the program would do; undo.go what is taken back, and the dice that come again then
//	ruling.go     throws that no rule asks for; apply.go steps from positions that a program keeps
//	tale.go       the tale of the fight as it grows
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
	catalogue agent.Catalogue // with the rows that the encounter brings
	// startRoster and startAgents are the combatants at the beginning and their agents, seat by seat. Who has joined since
	// is in the fight's roster alone, see agentOf.
	startRoster []rules.Fighter
	startAgents agent.Seating
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
	// ParseAgent parses the description of an agent, as "search nodes=20000", when a seat gets another player. If it is
	// nil, no seat can.
	ParseAgent func(spec string) (agent.Agent, error)
	// Advice is the budget of the search for advice.
	Advice search.Limits
	// RunSearch runs a search, which is think. A server sets it to a function that queues think and releases the session
	// while think runs, so that others can use it. If they change the question before RunSearch returns, see
	// [Session.AskedSince], the operation that has called it fails with [ErrChanged]. If it is nil, think runs in place.
	RunSearch func(ctx context.Context, think func(ctx context.Context) error) error
	// Folder is where the operation save writes, and takes bare file names only. If empty, save writes to any path.
	Folder string

	orders     orders // what the GM has ordered, see ordersNow
	ordersUpTo int    // orders takes account of the first so many steps
	// chosenSteps are the numbers of the steps that somebody at the table chose, see isChosen.
	chosenSteps   []int
	stepsAtResume int        // how many steps there were when the session began
	proposed      proposal   // the last decision that was proposed to the GM
	taking        autoTaking // whose proposals are taken without asking, set by the operation all
	applier       Applier    // carries out the operation apply
}

// Setup is the settings of a new session.
type Setup struct {
	// Seed is that of the dice. The same seed and the same choices are the same fight.
	Seed uint64
	// Standard plays every seat that nobody else is given.
	Standard agent.Agent
	// Agents play the seats of a combatant or of a side with this name. A combatant's own counts more than its side's.
	Agents map[string]agent.Agent
	// ByHand is whose dice are thrown at the table: combatants or sides, and "" for everybody.
	ByHand []string
	// Voice is the voice in which the fight is told; "none" tells nothing.
	Voice string
	// Record is the path of a new record; empty for none.
	Record string
}

// Open begins the fight of an encounter; name is what messages call its file. The error lists the mistakes of the file,
// or is that of an unknown seat or of a record that cannot be created.
func Open(c agent.Catalogue, name string, encounter []byte, o Setup) (*Session, error) {
	f, err := c.NewFight(name, encounter, agent.Setup{Seed: o.Seed})
	if err != nil {
		return nil, err
	}
	seats, err := agent.AssignAgents(f.Roster(), o.Standard, o.Agents)
	if err != nil {
		return nil, err
	}
	if err := giveDiceByHand(f.Roster(), seats, o.ByHand); err != nil {
		return nil, err
	}
	f.SetPlayers(seats.Pairs(f.Roster()))
	s := &Session{Fight: f, startRoster: f.Roster(), startAgents: seats, scenery: f.Scenery()}
	if err := s.UseCatalogue(c); err != nil {
		return nil, err
	}
	if err := s.setVoice(o.Voice); err != nil {
		return nil, err
	}
	if o.Record == "" {
		return s, nil
	}
	if err := s.StartRecord(o.Record); err != nil {
		return nil, errors.Join(err, s.Close())
	}
	return s, nil
}

// StartRecord writes all steps so far to a new record and records the fight from here on. The session must have no
// record yet. The error is that of a file that exists or cannot be made: a record is never overwritten.
func (s *Session) StartRecord(path string) error {
	sink, err := fight.Create(path)
	if err != nil {
		return err
	}
	s.recordFile, s.path = sink, path
	return s.Fight.Record(s.recordFile)
}

// UseCatalogue sets the catalogue for combatants who join, for help and for apply. For joins and help, the rows of the
// folders that the encounter names are added to it.
func (s *Session) UseCatalogue(c agent.Catalogue) (err error) {
	s.catalogue, err = c.WithRecordRows(s.Header())
	s.applier = Applier{Catalogue: &c}
	return err
}

// RemoveEmptyRecord closes and removes the record of a session in which no step was made. If there are steps or no
// record it does nothing.
func (s *Session) RemoveEmptyRecord() error {
	if s.recordFile == nil || s.StepCount() > 0 {
		return nil
	}
	err := errors.Join(s.recordFile.Close(), os.Remove(s.path))
	s.recordFile, s.path = nil, ""
	return err
}

// Save writes the record so far to a new file.
func (s *Session) Save(path string) error {
	if !strings.HasSuffix(path, ".jsonl") {
		return text.Problem{What: fmt.Sprintf("a record in the file %q", path), Want: "a name that ends in .jsonl"}
	}
	if s.Folder != "" {
		if !strict.Bare(path) {
			return text.Problem{What: fmt.Sprintf("a record in the file %q", path),
				Want: "a bare name, as in evening.jsonl: records are saved in one folder here"}
		}
		if err := os.MkdirAll(s.Folder, 0o700); err != nil {
			return fmt.Errorf("the folder for saved records cannot be made: %w", err)
		}
		if _, err := os.Lstat(filepath.Join(s.Folder, path)); err == nil {
			return text.Problem{What: fmt.Sprintf("%q exists already", path),
				Want: "another name: a record is never overwritten"}
		}
		path = filepath.Join(s.Folder, path)
	}
	return strict.WriteNew(path, func(w io.Writer) error { return fight.WriteRecord(w, s.Header(), s.Fight.Steps()) })
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
// by the rules. The GM's own word is no reason, and is not told as one.
func (s *Session) EndText() string {
	if _, over := s.Winner(); !over {
		return ""
	}
	for _, step := range slices.Backward(s.StandingSteps()) {
		by := ""
		for _, side := range s.Sides() {
			switch step.Edit {
			case fight.ConcedeEdit(side):
				by = text.The(side) + " concede"
			case fight.WinEdit(side), fight.WinEdit(""):
				by = fight.GMsWord
			}
		}
		switch why := fight.GivenReason(step.Why); {
		case by != "" && why != "":
			return by + ": " + why
		case by != "":
			return by
		}
	}
	return ""
}

// StepCount returns how many steps the fight has, those included that were taken back.
func (s *Session) StepCount() int { return len(s.Fight.Steps()) }

// StandingSteps returns the steps that no undo has taken back.
func (s *Session) StandingSteps() []rules.Step { return fight.StandingSteps(s.Fight.Steps()) }

// StepsAfter returns the steps after the first n, with their events and with secrets. [View] has what a seat may know.
func (s *Session) StepsAfter(n int) []rules.Step {
	all := s.Fight.Steps()
	return all[min(max(n, 0), len(all)):]
}
