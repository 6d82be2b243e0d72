package session

import (
	"context"
	"errors"

	"kokyu/agent"
	"kokyu/rules"
	"kokyu/rules/book"
	"kokyu/rules/fight"
	"kokyu/rules/text"
	"kokyu/search"
)

// Proposal is the program's decision for the seat to move, with its value.
type Proposal struct {
	Do     string       `json:"do"`
	Yields string       `json:"yields,omitempty" jsonschema:"it would stop fighting: do is yield or flee, and this is why; advice is about fighting on"`
	Advice agent.Advice `json:"advice"`
}

// Propose asks the agent of the seat to move for its decision, and keeps it for the operation take. Its advice is worded
// from the same search. An agent that does not search is advised by a search of its own, with the budget of advice.
func (s *Session) Propose(ctx context.Context) (p Proposal, err error) {
	v, err := s.allowedView()
	if err != nil {
		return p, s.undecidedError()
	}
	d, err := s.resolve(ctx, v)
	if errors.Is(err, ErrAsked) {
		return p, unproposedError(v.Name())
	}
	if err != nil {
		return p, err
	}
	for _, o := range v.Options() {
		if o.Action == d.Action {
			p.Do = o.Words
		}
	}
	if d.Why != "" {
		p.Do, p.Yields = d.YieldWord(), d.Why
	}
	s.proposed = proposal{d, s.AskedSince(), true}
	found := false
	f, character := s.Copy(), s.character(v.Seat())
	p.Advice, err = runSearch(ctx, s, func(ctx context.Context) (a agent.Advice, err error) {
		a, found, err = d.Advice(ctx, f, v, character)
		return a, err
	})
	if !found {
		p.Advice, err = s.Advise(ctx, s.budget(v.Seat()))
	}
	return p, err
}

// propose is [Session.Propose] as an operation.
func (c Client) propose(ctx context.Context, _ Nothing) (Proposal, error) { return c.Propose(ctx) }

// proposal is a decision of an agent that the GM has not taken yet. It is kept, and taken as it is: a second search
// could end elsewhere, and take another decision than the one that was shown.
type proposal struct {
	agent.Decision
	since int  // [Session.AskedSince] when it was made: it is about that question alone
	made  bool // whether there is a proposal
}

// hasProposal reports whether a proposal is made for the present question.
func (s *Session) hasProposal() bool { return s.proposed.made && s.proposed.since == s.AskedSince() }

// unproposedError returns the error of who asks for a proposal where a person decides.
func unproposedError(seat string) error {
	return newError(NotNow, "nothing is proposed for "+seat+": a person decides",
		"a number or the words of a choice; hint says what would be best")
}

// resolve asks the agent of the seat to move for its decision. If the agent would yield and the GM has forbidden that,
// it returns the agent's best action instead.
func (s *Session) resolve(ctx context.Context, v agent.View) (d agent.Decision, err error) {
	a := s.agentOf(v.Seat())
	d, err = runSearch(ctx, s, func(ctx context.Context) (agent.Decision, error) { return agent.Resolve(ctx, a, v) })
	if err == nil && s.isBannedFor(v.Seat())(fight.Option{Words: yieldWord}) {
		d = agent.Decision{Action: d.Action}
	}
	return d, err
}

// budget returns the limits of the search for a proposal: those of the seat's agent, or those of advice.
func (s *Session) budget(seat rules.Seat) search.Limits {
	if s.Name(seat) == "" {
		return s.Advice
	}
	if b, ok := s.agentOf(seat).(agent.BudgetedAgent); ok && b.Budget() != (search.Limits{}) {
		return b.Budget()
	}
	return s.Advice
}

// Advise returns advice on the decision that the fight waits for: among the options that are not banned, the one that
// the character of the seat's agent takes. For a person it is the best one.
func (s *Session) Advise(ctx context.Context, limits search.Limits) (agent.Advice, error) {
	seat := s.Turn().Seat
	f, character, isBanned := s.Copy(), s.character(seat), s.isBannedFor(seat)
	return runSearch(ctx, s, func(ctx context.Context) (agent.Advice, error) {
		return agent.AdviseAs(ctx, f, limits, character, isBanned)
	})
}

// character returns the level and temper of the agent of a seat; none for a person or an agent that does not search.
func (s *Session) character(seat rules.Seat) book.Character {
	if s.Name(seat) == "" {
		return book.Character{}
	}
	a := s.agentOf(seat)
	if hand, ok := a.(ByHand); ok {
		a = hand.Agent
	}
	if search, ok := a.(*agent.Search); ok {
		return search.Character
	}
	return book.Character{}
}

// plans returns what the combatants of a name would do next.
func (c Client) plans(ctx context.Context, in Who) (Plans, error) {
	name, err := c.proposedGroup(in.Name)
	if err != nil {
		return Plans{}, err
	}
	// What the search needs is copied, by seat: others may use the session while it runs.
	var planned []bool
	var characters []book.Character
	var isBanned []func(fight.Option) bool
	for i := range c.Roster() {
		seat := rules.Seat(i)
		planned = append(planned, c.isNamedBy(seat, name) && !IsPerson(c.agentOf(seat)))
		characters = append(characters, c.character(seat))
		isBanned = append(isBanned, c.isBannedFor(seat))
	}
	out, f, limits := Plans{Name: name}, c.Copy(), c.budget(c.Turn().Seat)
	out.Plans, err = runSearch(ctx, c.Session, func(ctx context.Context) ([]agent.Plan, error) {
		return agent.Plans(ctx, f, limits, func(seat rules.Seat) bool { return planned[seat] },
			func(seat rules.Seat) book.Character { return characters[seat] },
			func(seat rules.Seat, o fight.Option) bool { return isBanned[seat](o) })
	})
	if out.Plans == nil {
		out.Plans = []agent.Plan{}
	}
	return out, err
}

// proposedGroup returns the combatant or side that a name means, if the GM confirms decisions of any in it.
func (c Client) proposedGroup(name string) (string, error) {
	whom, err := c.seatOrSide(name)
	if err != nil {
		return "", err
	}
	if c.Ask && c.isPlayedByProgram(whom) {
		return whom, nil
	}
	return "", text.Problem{What: "nothing is proposed for " + name,
		Want: "the name or the side of those who are proposed for"}
}

// isPlayedByProgram reports whether the program plays a combatant, or anybody of a side; empty: of the fight.
func (s *Session) isPlayedByProgram(name string) bool {
	for i := range s.Roster() {
		if seat := rules.Seat(i); s.isNamedBy(seat, name) && !IsPerson(s.agentOf(seat)) {
			return true
		}
	}
	return false
}

// autoTaking says whose proposals are taken without asking, and in which round. The zero value takes none.
type autoTaking struct {
	whom  string // a combatant or a side; empty for everybody
	round int
}
