package main

import (
	"context"
	"fmt"
	"strings"

	"kokyu/agent/session"
	"kokyu/rules/text"
)

// A ruling at the prompt: the exact chance first, then the dice.

// ruling takes a line that asks for a ruling without saying what its dice show.
func (p *prompt) ruling(ctx context.Context, line, rest string) (made bool, err error) {
	out, err := p.client.Line(ctx, "ruling odds "+rest)
	if err != nil {
		return false, err
	}
	odds := out.(session.RulingOdds)
	if err := p.show(odds); err != nil {
		return false, err
	}
	for {
		p.printf("What do the dice show? Enter throws %s, undo leaves it. ", map[bool]string{true: "it", false: "them"}[len(odds.Sides) == 1])
		told, err := p.listen(ctx)
		if err != nil {
			return false, err
		}
		switch {
		case told == "undo":
			p.say("No dice are thrown.")
			return false, nil
		case told == "":
			return p.make(ctx, line)
		}
		made, err = p.make(ctx, line+" shows "+told)
		if err != nil && strings.Trim(told, "0123456789 ") != "" {
			err = text.Problem{What: fmt.Sprintf("%q is not what dice show", told), Want: text.Count(len(odds.Sides), "number") + ", Enter or undo"}
		}
		if made || err != nil && !p.wrong(&err) {
			return made, err
		}
	}
}
