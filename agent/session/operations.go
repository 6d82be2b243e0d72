package session

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"kokyu/agent"
	"kokyu/rules"
	"kokyu/rules/fight"
	"kokyu/rules/text"
)

// resultOf returns the result of a call that has made a step, or its error. First it makes the changes that have waited
// until now, which are part of the result: whoever called sees the fight as the next question finds it.
func (c Client) resultOf(step rules.Step, err error) (StepsMade, error) {
	for err == nil && c.CanSettle() {
		_, err = c.Settle()
	}
	if err != nil {
		return StepsMade{}, err
	}
	return c.resultSince(step.N - 1), nil
}

// resultOfChoice is resultOf for a step that somebody at the table chose; it notes that, see isChosen.
func (c Client) resultOfChoice(step rules.Step, err error) (StepsMade, error) {
	if err == nil {
		c.chosenSteps = append(c.chosenSteps, step.N)
	}
	return c.resultOf(step, err)
}

// resultSince returns the result of a call that began after the first n steps.
func (c Client) resultSince(n int) StepsMade {
	return StepsMade{c.StepsSince(n), c.Question(), c.WaitingChanges()}
}

// do makes a decision of the seat to move: checkMayFor has seen to it that a player decides for its own.
func (c Client) do(_ context.Context, in do) (StepsMade, error) {
	switch {
	case in.ID != "" && in.Words != "":
		return StepsMade{}, newError(BadInput, "a decision is named by its words and by an id", "one of them")
	case in.ID != "":
		return c.resultOfChoice(c.decide(in.ID, optionWithID))
	}
	return c.resultOfChoice(c.decide(in.Words, c.finder()))
}

// finder returns the function that finds decisions by words.
func (c Client) finder() optionFinder { return finderFor(c.typed) }

// finderFor returns the function that finds decisions by words; only words that a person has typed may be shortened.
func finderFor(typed bool) optionFinder {
	if typed {
		return agent.OptionByPrefix
	}
	return agent.OptionByWords
}

func optionWithID(options []fight.Option, id string) (fight.Option, error) {
	i := slices.IndexFunc(options, func(o fight.Option) bool { return o.ID() == id })
	if i < 0 {
		return fight.Option{}, newError(UnknownChoice, fmt.Sprintf("no decision that is open now has the id %q", id),
			"an id that options gives now")
	}
	return options[i], nil
}

// take makes the proposed step: the program's decision for the seat, or dice from the seed.
func (c Client) take(ctx context.Context, _ Nothing) (StepsMade, error) {
	switch q := c.Question(); {
	case q.Kind == Over:
		return StepsMade{}, c.undecidedError()
	case q.Kind == Decision && !q.Proposal:
		return StepsMade{}, unproposedError(q.Seat)
	case q.Kind == Dice:
		return StepsMade{}, newError(NotNow, "the dice of "+q.Seat+" are thrown at the table", "what they show, or roll")
	}
	return c.resultOfChoice(c.step(ctx))
}

// all takes what is proposed for a side or a combatant until the round is over.
func (c Client) all(ctx context.Context, in Who) (StepsMade, error) {
	name, err := c.proposedGroup(in.Name)
	if err != nil {
		return StepsMade{}, err
	}
	c.taking = autoTaking{name, c.Round()}
	c.chosenSteps = append(c.chosenSteps, c.StepCount()+1) // so that an undo leads back to here
	return c.play(ctx, Nothing{})
}

// play makes steps until somebody is asked.
func (c Client) play(ctx context.Context, _ Nothing) (StepsMade, error) {
	n := c.StepCount()
	for range agent.StepsMax {
		switch _, err := c.Next(ctx); {
		case err == nil, errors.Is(err, ErrChanged): // somebody else has made a step
		case errors.Is(err, ErrAsked), errors.Is(err, agent.ErrNothingToDecide):
			return c.resultSince(n), nil
		default:
			return StepsMade{}, err
		}
	}
	return c.resultSince(n), nil
}

func (c Client) roll(context.Context, Nothing) (StepsMade, error) { return c.resultOf(c.Roll()) }

// dice makes the throw that is waited for, with the faces of real dice, in the order in which the question lists them.
func (c Client) dice(_ context.Context, in Faces) (StepsMade, error) {
	step, err := c.throwAsTold(in.Faces)
	return c.resultOf(step, withCode(BadDice, err))
}

// diceAgain mends the last dice that were told. All that followed them is taken back: it rested on other faces.
func (c Client) diceAgain(_ context.Context, in Faces) (StepsMade, error) {
	step, err := c.Mend(c.reason(in.Why), in.Faces...)
	return c.resultOf(step, withCode(BadDice, err))
}

// note writes a note into the record, without the quotation marks around the whole of it; those within it stay.
func (c Client) note(_ context.Context, in Words) (StepsMade, error) {
	note := strings.TrimSpace(in.Words)
	if bare := strings.Trim(note, `"`); !strings.Contains(bare, `"`) {
		note = bare
	}
	return c.resultOf(c.Say(rules.Step{Word: fight.WordNote, What: note}))
}

// concede ends the fight for a side. A player gives up for its own seat alone, which is a yield: with the link of one
// of four bandits nobody may end the fight for all.
func (c Client) concede(ctx context.Context, in end) (StepsMade, error) {
	if !c.isGM() {
		return c.yield(ctx, yield{Why: in.Why})
	}
	side, err := c.side(in.Side)
	if err != nil {
		return StepsMade{}, err
	}
	return c.resultOf(c.Edit(fight.ConcedeEdit(side), c.reason(in.Why)))
}

// end ends the fight by the GM's word. A bare "end" is refused: it would be a draw that nobody has asked for.
func (c Client) end(_ context.Context, in end) (StepsMade, error) {
	side := in.Side
	switch {
	case side == "" && in.Why == "":
		sides := c.Sides()
		return StepsMade{}, text.Problem{What: "it is not said how the fight ends",
			Want: fmt.Sprintf("who has won, as in end %s, or why it is a draw, as in end \"the bell rings\"", sides[0])}
	case side != "":
		var err error
		if side, err = c.side(side); err != nil && text.Fold(in.Side) != "draw" {
			return StepsMade{}, err
		}
	}
	return c.resultOf(c.Edit(fight.WinEdit(side), c.reason(in.Why)))
}
