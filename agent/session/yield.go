package session

import (
	"context"
	"strings"

	"kokyu/rules"
	"kokyu/rules/fight"
	"kokyu/rules/text"
)

// yieldWord is what a ban closes to those who would stop fighting of their own accord.
const yieldWord = "yield"

// Yield is a combatant who stops fighting, and why.
type Yield struct {
	Name string `json:"name,omitempty"` // empty: of a player the own seat, of the GM whoever decides
	Flee bool   `json:"flee,omitempty"` // leaves the field, where the rules let it
	Why  string `json:"why,omitempty"`
}

func yields(text string) Yield {
	name, why := splitReason(text)
	y := Yield{Name: name, Why: why}
	if rest, flees := strings.CutSuffix(" "+name, " "+rules.EditFlees); flees {
		y.Name, y.Flee = strings.TrimSpace(rest), true
	}
	return y
}

func (c Client) yield(_ context.Context, in Yield) (Made, error) {
	turn := c.Turn()
	switch {
	case in.Name == "" && !c.everything():
		in.Name = c.As
	case in.Name == "" && (turn.Kind == rules.Over || turn.Kind == rules.Chance):
		return Made{}, as(NotNow, text.Problem{What: "it is not said who yields", Want: "a combatant, as in yield " + c.Roster()[0].Name})
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
	change := fight.YieldEdit(c.Name(seat))
	if in.Flee {
		change = fight.FleeEdit(c.Name(seat))
	}
	return c.change(in.Why, nil, change)
}
