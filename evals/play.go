package evals

import (
	"context"
	"fmt"
	"slices"

	"kokyu/agent"
	"kokyu/rules"
	"kokyu/rules/book"
	"kokyu/rules/fight"
	"kokyu/search"
)

// judgedAgent is an agent whose decisions are judged. It keeps what its searches learn, so each goroutine needs one of
// its own. It decides in fights that [fightOn] plays.
type judgedAgent struct {
	agent    agent.Agent
	finder   agent.FightSearcher // remembers its searches
	playouts int                 // how many playouts of one position of each fight, where positions are written; 0 for none
}

// choose returns the agent's decision and the win chance of side 0 that it sees: the value of its search, or of an
// agent that does not search, the Score. Where a search mixes it decides for the likeliest option, so that a judgement
// does not depend on a draw.
func (m *judgedAgent) choose(ctx context.Context, f *fight.Fight) (rules.Action, float64, error) {
	b, ok := m.agent.(agent.BudgetedAgent)
	if !ok {
		a, err := m.ask(ctx, f)
		return a, agent.WinChance(f.Score()), err
	}
	r, err := m.search(ctx, f, b.Budget())
	a := r.Best
	if err == nil && m.isCharacter() {
		a, err = m.ask(ctx, f)
	}
	return a, agent.WinChance(r.Value), err
}

// chooseOrDraw returns the agent's decision; where a search mixes, it draws, as the agent does in a fight.
func (m *judgedAgent) chooseOrDraw(ctx context.Context, f *fight.Fight) (rules.Action, error) {
	if b, ok := m.agent.(agent.BudgetedAgent); ok && !m.isCharacter() {
		r, err := m.search(ctx, f, b.Budget())
		if err != nil || !r.IsMixed() {
			return r.Best, err
		}
	}
	return m.ask(ctx, f)
}

// search searches a position with the agent's own weights of leaves.
func (m *judgedAgent) search(ctx context.Context, f *fight.Fight, lim search.Limits) (search.Result, error) {
	var leaf agent.Weights
	if s, ok := m.agent.(*agent.Search); ok {
		leaf = s.Leaf
	}
	return m.finder.SearchWith(ctx, f, lim, leaf)
}

// isCharacter reports whether the agent has a level or a temper, with which it does not always take what it sees to be
// best.
func (m *judgedAgent) isCharacter() bool {
	s, ok := m.agent.(*agent.Search)
	return ok && s.Character != (book.Character{})
}

// ask asks the agent itself, which does not use what searches have learned here.
func (m *judgedAgent) ask(ctx context.Context, f *fight.Fight) (rules.Action, error) {
	v, err := agent.Look(f)
	if err != nil {
		return rules.Action{}, err
	}
	return m.agent.Choose(ctx, v)
}

// fightOn plays a fight to its end. choose makes every decision; step is the number of steps before it. see is called
// with each step that was played, and may be nil. fightOn returns the first error of either, that of ctx, or
// errNotEnded.
func fightOn(ctx context.Context, f *fight.Fight, choose func(step int, options []fight.Option) (rules.Action, error),
	see func(rules.Step) error) error {
	for step := range agent.StepsMax {
		if err := ctx.Err(); err != nil {
			return err
		}
		var played rules.Step
		var err error
		switch f.Turn().Kind {
		case rules.Over:
			return nil
		case rules.Chance:
			played, err = f.Roll()
		default:
			var a rules.Action
			if a, err = choose(step, f.Options()); err == nil {
				played, err = f.Play(a)
			}
		}
		if err == nil && see != nil {
			err = see(played)
		}
		if err != nil {
			return err
		}
	}
	return errNotEnded
}

// errNotEnded is the error of a fight that does not end within agent.StepsMax steps.
var errNotEnded = fmt.Errorf("the fight has not ended after %d steps", agent.StepsMax)

// fightOut lets an agent fight itself to the end.
func fightOut(ctx context.Context, f *fight.Fight, a agent.Agent) error {
	seats, err := agent.AssignAgents(f.Roster(), a, nil)
	if err != nil {
		return err
	}
	return agent.Run(ctx, f, seats, func(rules.Step) error { return nil })
}

// optionOf returns the option of an action, the zero Option if it is not legal.
func optionOf(options []fight.Option, a rules.Action) (is fight.Option) {
	if i := slices.IndexFunc(options, func(o fight.Option) bool { return o.Action == a }); i >= 0 {
		is = options[i]
	}
	return is
}

// followStep calls each with every event of a step and its head, if it has one: a head is an event with which a record
// shows the beginning of a breath, turn or answer. If the step holds a decision (waits), followStep also calls decided
// once: before the first head that is not the beginning of the decider's own breath or turn, since what follows belongs
// to somebody else, or else at the end.
func followStep(heads []rules.Head, s rules.Step, begins, waits bool, decided func(),
	each func(e rules.Event, head *rules.Head)) {
	for _, e := range s.Events {
		var head *rules.Head
		if i := slices.IndexFunc(heads, func(h rules.Head) bool { return h.Kind == e.Kind }); i >= 0 {
			head = &heads[i]
		}
		if head != nil && waits && !(begins && e.Seat == s.Seat) {
			decided()
			waits = false
		}
		each(e, head)
	}
	if waits {
		decided()
	}
}

// beginsStretch reports whether a head begins a breath or turn, not an answer within one.
func beginsStretch(head *rules.Head) bool {
	return head.As == rules.FormPaid || head.As == rules.FormWord || head.As == rules.FormNamed
}
