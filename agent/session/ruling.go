package session

import (
	"context"
	"slices"
	"strings"

	"kokyu/agent"
	"kokyu/rules/dice"
	"kokyu/rules/fight"
)

// ruling is a throw that no rule asks for: who throws what against what. From a prompt, Name has all of it, see
// readRuling.
type ruling struct {
	Name    string `json:"name"`
	Throw   string `json:"throw" jsonschema:"as in 2d10+3 >= 14, 7k3+6 >= 25 or 2d10+3 vs 2d10+5"`
	Against string `json:"against,omitempty"` // who throws the other dice of a contest
	What    string `json:"what,omitempty"`    // what it is for, "to push the statue over"
	Faces   []int  `json:"faces,omitempty"`   // of dice thrown at the table; if empty the program throws
}

// readRuling leaves names and dice together: only the session knows where a name ends.
func readRuling(text string) (r ruling) {
	if head, shown, ok := cutShows(text); ok {
		text, r.Faces = head, readFaces(shown).Faces
	}
	r.Name, r.What = splitReason(text)
	return r
}

// Shows reports whether a line of the operation ruling says what its dice show; a prompt asks for them otherwise.
func Shows(line string) bool {
	_, _, ok := cutShows(line)
	return ok
}

// cutShows cuts the line of a ruling at its last " shows " outside quotation marks.
func cutShows(line string) (before, faces string, found bool) {
	const word = " shows "
	at := strings.LastIndex(line, word)
	if at < 0 || strings.Contains(line[at:], `"`) {
		return line, "", false
	}
	return line[:at], line[at+len(word):], true
}

// RulingOdds is a ruling before its dice are thrown.
type RulingOdds struct {
	Name    string       `json:"name"`
	Throw   string       `json:"throw"`
	Against string       `json:"against,omitempty"`
	What    string       `json:"what,omitempty"`
	Chances []agent.Odds `json:"chances" jsonschema:"of success and failure, or of win, tie and lose: they add up to 1"`
	Sides   []int        `json:"sides" jsonschema:"of each die; 0 is a prismatic result"`
	Whose   []string     `json:"whose,omitempty"` // the thrower of each die of a contest
	// Open is set if dice may be thrown again and added: each further face then stands behind the first.
	Open bool `json:"open,omitempty"`
}

// readRulingInput returns a ruling with the names as the roster has them, and the dice parsed.
func (c Client) readRulingInput(in ruling) (r fight.Ruling, err error) {
	if in.Throw == "" {
		in.Name, in.Throw = c.splitName(in.Name)
		if rest, ok := strings.CutPrefix(in.Throw, "against "); ok {
			in.Against, in.Throw = c.splitName(rest)
		}
	}
	seat, err := c.seat(in.Name)
	if err != nil {
		return r, err
	}
	r.Who, r.What = c.Name(seat), strings.TrimSpace(in.What)
	if in.Against != "" {
		if seat, err = c.seat(in.Against); err != nil {
			return r, err
		}
		r.Against = c.Name(seat)
	}
	if r.Test, err = dice.ParseTest(in.Throw); err != nil {
		return r, err
	}
	return r, withCode(BadInput, c.MayRule(r))
}

// rulingOdds returns the chances of a ruling. It is apart from ruling, since an operation either asks or makes a step.
func (c Client) rulingOdds(_ context.Context, in ruling) (RulingOdds, error) {
	r, err := c.readRulingInput(in)
	if err != nil {
		return RulingOdds{}, err
	}
	out := RulingOdds{Name: r.Who, Throw: r.Test.String(), Against: r.Against, What: r.What}
	out.Sides, out.Open = r.Test.Dice()
	if r.Against != "" {
		own, _ := r.Test.Own.Dice()
		out.Whose = slices.Concat(slices.Repeat([]string{r.Who}, len(own)),
			slices.Repeat([]string{r.Against}, len(out.Sides)-len(own)))
	}
	for _, chance := range r.Test.Chances() {
		odds := agent.Odds{What: chance.Says, Need: out.Throw, Word: chance.Says, P: chance.P()}
		if chance.Error == nil {
			odds.Num, odds.Den, _ = dice.Lowest(chance.Rat)
		}
		out.Chances = append(out.Chances, odds)
	}
	return out, nil
}

// ruling throws the dice of a ruling, or takes their faces. The fight does not change by it.
func (c Client) ruling(_ context.Context, in ruling) (StepsMade, error) {
	r, err := c.readRulingInput(in)
	if err != nil {
		return StepsMade{}, err
	}
	step, err := c.Rule(r, in.Faces...)
	return c.resultOf(step, withCode(BadDice, err))
}
