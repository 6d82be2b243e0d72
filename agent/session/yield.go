package session

import (
	"context"
	"strings"

	"kokyu/rules"
	"kokyu/rules/fight"
)

// yieldWord is the decision that a ban names to forbid agents to yield.
const yieldWord = "yield"

// yield is a combatant who stops fighting, and why.
type yield struct {
	Name string `json:"name,omitempty"` // empty: for a player its own seat, for the GM whoever decides
	Flee bool   `json:"flee,omitempty"` // whether it leaves the field, if the rules let it
	Why  string `json:"why,omitempty"`
}

func readYield(text string) yield {
	name, why := splitReason(text)
	y := yield{Name: name, Why: why}
	if rest, flees := strings.CutSuffix(" "+name, " "+rules.EditFlees); flees {
		y.Name, y.Flee = strings.TrimSpace(rest), true
	}
	return y
}

func (c Client) yield(_ context.Context, in yield) (Made, error) {
	turn := c.Turn()
	switch {
	case in.Name == "" && !c.isGM():
		in.Name = c.As
	case in.Name == "" && (turn.Kind == rules.Over || turn.Kind == rules.Chance):
		return Made{}, newError(NotNow, "it is not said who yields", "a combatant, as in yield "+c.Roster()[0].Name)
	case in.Name == "":
		in.Name = c.Name(turn.Seat)
	}
	seat, err := c.seat(in.Name)
	if err != nil {
		return Made{}, err
	}
	if turn.Kind == rules.Over {
		return Made{}, c.undecidedError()
	}
	return c.change(in.Why, nil, fight.YieldEdit(c.Name(seat), in.Flee))
}
