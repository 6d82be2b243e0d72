package main

import (
	"context"
	"fmt"
	"strings"

	"kokyu/agent/session"
	"kokyu/rules/text"
)

// askRuling makes a ruling for a line that does not say what its dice show: it prints the exact chance first, and then
// asks for the dice.
func (p *prompt) askRuling(ctx context.Context, line, rest string) (made bool, err error) {
	out, err := p.client.Line(ctx, "ruling odds "+rest)
	if err != nil {
		return false, err
	}
	odds := out.(session.RulingOdds)
	if err := p.printAnswer(odds); err != nil {
		return false, err
	}
	// Until the dice are told, thrown by the program, or left.
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
			return p.callOnce(ctx, line)
		}
		made, err = p.callOnce(ctx, line+" shows "+told)
		if err != nil && strings.Trim(told, "0123456789 ") != "" {
			err = text.Problem{What: fmt.Sprintf("%q is not what dice show", told), Want: text.Count(len(odds.Sides), "number") + ", Enter or undo"}
		}
		if made || err != nil && !p.reportMistake(&err) {
			return made, err
		}
	}
}
