package session

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"kokyu/agent"
	"kokyu/rules"
	"kokyu/rules/fight"
)

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

// step makes the next step, for which nobody has to be asked: a change that has waited, dice, the only choice, the
// decision that was proposed, or the agent's.
func (s *Session) step(ctx context.Context) (rules.Step, error) {
	if s.CanSettle() {
		return s.Settle()
	}
	turn := s.Turn()
	if turn.Kind == rules.Chance {
		if _, told := s.diceToAskFor(); len(told) > 0 {
			if faces := s.rememberedFaces(); faces != nil {
				return s.Fight.Dice(faces...)
			}
		}
		return s.Fight.Roll()
	}
	v, err := s.allowedView()
	if err != nil {
		return rules.Step{}, err
	}
	if open := v.Actions(); len(open) == 1 {
		return s.Fight.Play(open[0])
	}
	if s.hasProposal() {
		return s.proposed.Make(s.Fight)
	}
	d, err := s.resolve(ctx, v)
	if err != nil {
		return rules.Step{}, err
	}
	return d.Make(s.Fight)
}

// Run makes steps until the fight is over. It calls hear with each step as soon as it is made; an error of hear stops
// it. A session in which somebody is asked ends with [ErrAsked]; whoever has answered calls Run again.
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

// Do makes the decision of the seat to move that has these words, or the only one that begins with them.
func (s *Session) Do(words string) (rules.Step, error) { return s.decide(words, agent.OptionByPrefix) }

// optionFinder finds an option by words.
type optionFinder func(options []fight.Option, words string) (fight.Option, error)

// decide makes the decision that find finds by words among those that are not banned, or says that it is banned.
func (s *Session) decide(words string, find optionFinder) (rules.Step, error) {
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
		return rules.Step{}, err
	}
	return s.Fight.Play(o.Action)
}

// undecidedError returns the error that says why nobody can decide now: dice are waited for, or the fight is over.
func (s *Session) undecidedError() error {
	_, err := s.Fight.Do("")
	return err
}

// allowedView returns the fight as the seat to move may know it, without the decisions that the GM has banned.
func (s *Session) allowedView() (agent.View, error) {
	v, err := agent.Look(s.Fight)
	if err != nil {
		return v, err
	}
	return v.Without(s.isBannedFor(s.Turn().Seat)), nil
}

// ErrChanged is returned if a step has changed the present question while a search for it was running.
var ErrChanged = errors.New("the question has been answered meanwhile")

// runSearch runs think with [Session.RunSearch]. As others may use the session meanwhile, think must use copies alone.
// What it found is about the question before: if that has changed, the result is thrown away.
func runSearch[T any](ctx context.Context, s *Session, think func(ctx context.Context) (T, error)) (out T, err error) {
	run := func(ctx context.Context) (err error) {
		out, err = think(ctx)
		return err
	}
	asked := s.AskedSince()
	if s.RunSearch == nil {
		err = run(ctx)
	} else if err = s.RunSearch(ctx, run); s.AskedSince() != asked {
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
// not, nor a ruling, nor a change that waits: while all steps counted, a GM's note refused a player's choice as
// answered already, and threw a running search away.
func ChangesQuestion(step rules.Step) bool {
	switch step.Word {
	case fight.WordNote, fight.WordPlayers, fight.WordRuling, fight.WordLater, fight.WordDropped:
		return false
	}
	return true
}
