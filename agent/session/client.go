package session

import (
	"io"
	"slices"
	"strings"

	"kokyu/agent/narrate"
	"kokyu/rules"
	"kokyu/rules/fight"
	"kokyu/rules/text"
)

// Client is a user of a session: the GM; with As, one seat; or a watcher, who receives what all seats may know and
// makes no steps. It is a value: each call has a client of its own, and all share the session.
type Client struct {
	*Session
	As      string
	Watches bool

	// typed is set for a line that a person has typed: only then may a decision be shortened to its beginning. For a
	// program "thrust > T" would be the thrust at Tomoe as long as she stands alone there, and another one later.
	typed bool
}

func (c Client) isGM() bool { return c.As == "" && !c.Watches }

// holder returns who the client is, for messages.
func (c Client) holder() string {
	switch {
	case c.Watches:
		return "a watcher"
	case c.As == "":
		return "the GM"
	}
	return c.As
}

// ownTeam returns the side of the client's seat, empty if it has none.
func (c Client) ownTeam() string {
	if i := slices.Index(c.names(), c.As); i >= 0 {
		return c.Roster()[i].Team
	}
	return ""
}

// ownChoice is the reason that the record gives for a player's change, if the player gives none.
const ownChoice = "its own choice"

// reason returns the reason for the record, where every change has one. The GM's word is no reason of a player.
func (c Client) reason(why string) string {
	trimmed := strings.TrimSpace(why)
	switch {
	case !c.isGM() && (trimmed == "" || text.Fold(trimmed) == text.Fold(fight.GMsWord)):
		return ownChoice
	case trimmed == "":
		return fight.GMsWord
	}
	return why
}

// StepsSince returns the steps after the first n, as the client may know them.
func (c Client) StepsSince(n int) []rules.Step {
	steps := c.StepsAfter(0)
	if !c.isGM() {
		steps = fight.SeenBy(steps, c.As)
	}
	if n < len(steps) {
		return steps[max(n, 0):]
	}
	return []rules.Step{} // not nil, which would be null as JSON
}

// WriteRecord writes the record so far as the client may know it. Only the GM's has the seed, which determines the dice
// to come. None has the GM's note, which is for the GM's eyes and no program's: the record on disk has it.
func (c Client) WriteRecord(w io.Writer) error {
	h := c.Header()
	h.GM = ""
	if !c.isGM() {
		h.Seed = 0
	}
	return fight.WriteRecord(w, h, c.StepsSince(0))
}

// Rehearsal returns a client of a copy of the session, for seeing what an operation would do. The copy is not recorded,
// and the session does not change.
//
// All that an operation writes to is copied or begun anew: of a shared slice the rehearsal's next append could
// overwrite an element that the session appends, and orders hold maps.
func (c Client) Rehearsal() Client {
	s := *c.Session
	s.Fight = c.Copy()
	s.recordFile, s.path, s.RunSearch = nil, "", nil
	s.startAgents, s.chosenSteps = slices.Clone(c.startAgents), slices.Clone(c.chosenSteps)
	s.orders, s.ordersUpTo, s.untold, s.applier = orders{}, 0, nil, Applier{Catalogue: c.applier.Catalogue}
	c.Session = &s
	return c
}

// ToldStep is a step as a client may know it, with the lines of the tale that it completes.
type ToldStep struct {
	Step rules.Step
	Tale []narrate.Line
}

// Follower delivers each step of a session to one client once, in order, with the tale of these steps.
type Follower struct {
	client Client
	teller *narrate.Teller
	steps  int // how many were delivered
}

// Follow returns a follower that begins after the first n steps, or after all steps if there are fewer.
func (c Client) Follow(n int) (*Follower, error) {
	t, err := c.newTeller()
	if err != nil {
		return nil, err
	}
	f := &Follower{client: c, teller: t, steps: min(max(n, 0), c.StepCount())}
	for _, step := range c.StepsSince(0)[:f.steps] {
		t.Step(step)
	}
	return f, nil
}

// NewSteps returns the steps since the last call. An undo is one of them: what it takes back was delivered before.
func (f *Follower) NewSteps() (list []ToldStep) {
	if f.steps == f.client.StepCount() {
		return nil
	}
	for _, step := range f.client.StepsSince(f.steps) {
		list = append(list, ToldStep{step, f.teller.Step(step)})
	}
	f.steps += len(list)
	return list
}
