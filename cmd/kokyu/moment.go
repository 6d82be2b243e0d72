package main

import (
	"context"
	"fmt"
	"strconv"
	"strings"

	"kokyu/agent/session"
	"kokyu/rules/dice"
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
	p.chances(odds)
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

// chances prints a ruling before its dice are thrown.
func (p *prompt) chances(odds session.RulingOdds) {
	says := text.Escape(odds.Name)
	if odds.Against != "" {
		says += " against " + text.Escape(odds.Against)
	}
	if odds.What != "" {
		says += ", " + text.Escape(odds.What)
	}
	var parts []string
	for _, c := range odds.Chances {
		part := c.What + " " + dice.InHundred(c.P)
		if c.Den > 0 && len(strconv.Itoa(c.Den)) <= 6 {
			part = fmt.Sprintf("%s, %d/%d", part, c.Num, c.Den)
		}
		parts = append(parts, part)
	}
	p.say("%s, %s: %s.", says, odds.Throw, strings.Join(parts, "; "))
}
