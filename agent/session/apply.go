package session

import (
	"cmp"
	"context"
	"encoding/json"
	"slices"

	"kokyu/agent"
	"kokyu/rules"
	"kokyu/rules/fight"
	"kokyu/rules/text"
)

// Apply is a position and at most one step from it: a decision in words, or the faces of dice thrown at the table. It
// is for programs that keep fights themselves, as trees of positions, and want the rules alone.
type Apply struct {
	Position string `json:"position" jsonschema:"a built-in encounter by its name, or the text of an encounter or position"`
	Do       string `json:"do,omitempty"`
	Dice     []int  `json:"dice,omitempty"`
}

// ApplyResult is the position after the step, the events of the step, and the legal next steps.
type ApplyResult struct {
	Position string               `json:"position"`
	Step     *rules.Step          `json:"step,omitempty"`
	Waits    string               `json:"waits"` // decision, dice or over
	Seat     string               `json:"seat,omitempty"`
	Check    *Throw               `json:"check,omitempty"` // the throw, if it waits for dice
	Options  []agent.PricedOption `json:"options"`         // the legal decisions, if it waits for one
	// Winner is the side that has won; empty for a draw, or while the fight goes on.
	Winner string `json:"winner"`
}

// Applier makes steps from positions that its callers store. It caches the last few, so that a position it returned
// need not be parsed again. The zero Applier uses the built-in catalogue. It is not safe for concurrent use.
type Applier struct {
	Catalogue *agent.Catalogue
	// Name is what messages call a position, and where the files beside it are; empty: "position".
	Name string
	// Typed is set if a person types decisions, who may shorten them.
	Typed bool
	cache map[string]*fight.Fight // by the text of the position
	order []string                // the positions in the cache, the oldest first
}

const cachedMax = 256

// finder returns the function that finds decisions by words.
func (x *Applier) finder() optionFinder { return finderFor(x.Typed) }

// Apply makes the step. The errors are the mistakes of the position and of the step. Without a step it returns what is
// legal in the position. Dice are always told: a position has no seed.
func (x *Applier) Apply(in Apply) (ApplyResult, error) {
	var out ApplyResult
	f, err := x.fight(in.Position)
	if err != nil {
		return out, err
	}
	switch {
	case in.Do != "" && len(in.Dice) > 0:
		return out, text.Problem{What: "a decision and dice at once", Want: "one of them"}
	case in.Do != "":
		o, wrong := x.finder()(f.Options(), in.Do)
		if wrong != nil {
			if len(f.Options()) == 0 {
				_, wrong = f.Do(in.Do) // whose error says what the fight waits for
			}
			return out, wrong
		}
		f = f.Fork()
		step, err := f.Play(o.Action)
		if err != nil {
			return out, err
		}
		out.Step = &step
	case len(in.Dice) > 0:
		f = f.Fork()
		step, err := f.Dice(in.Dice...)
		if err != nil {
			return out, withCode(BadDice, err)
		}
		out.Step = &step
	}
	text, err := f.Position()
	if err != nil {
		return out, err
	}
	out.Position = string(text)
	x.remember(out.Position, f)
	out.Options = []agent.PricedOption{}
	s := Session{Fight: f}
	switch turn := f.Turn(); turn.Kind {
	case rules.Over:
		out.Waits = Over
		out.Winner, _ = s.Winner()
	case rules.Chance:
		out.Waits, out.Seat, out.Check = Dice, f.Name(turn.Seat), s.throwOf(turn.Seat, nil)
	default:
		out.Waits, out.Seat = Decision, f.Name(turn.Seat)
		v, err := agent.Look(f)
		if err != nil {
			return out, err
		}
		out.Options = v.PricedOptions()
	}
	return out, nil
}

// fight returns the fight of a position, from the cache if it is there.
func (x *Applier) fight(position string) (*fight.Fight, error) {
	if f := x.cache[position]; f != nil {
		return f, nil
	}
	if position == "" {
		return nil, text.Problem{What: "no position is given", Want: "an encounter file, as position prints it"}
	}
	if x.Catalogue == nil {
		x.Catalogue = new(agent.Builtin())
	}
	name, data, err := agent.SentEncounter(position)
	if err != nil {
		return nil, err
	}
	f, err := x.Catalogue.NewFight(cmp.Or(name, x.Name, "position"), data, agent.Setup{})
	if err == nil {
		x.remember(position, f)
	}
	return f, err
}

// remember caches the fight of a position, in the place of the oldest one. A program that searches soon comes back to
// positions that it has just seen. A fight in the cache is never played on: Apply forks it.
func (x *Applier) remember(position string, f *fight.Fight) {
	if x.cache == nil {
		x.cache = map[string]*fight.Fight{}
	}
	if x.cache[position] != nil {
		return
	}
	if len(x.order) == cachedMax {
		delete(x.cache, x.order[0])
		x.order = slices.Delete(x.order, 0, 1)
	}
	x.cache[position], x.order = f, append(x.order, position)
}

func (c Client) apply(_ context.Context, in Apply) (ApplyResult, error) { return c.applier.Apply(in) }

// readApply reads the input from a prompt, where it is JSON as in a protocol, or the text of a position.
func readApply(text string) (in Apply) {
	if err := json.Unmarshal([]byte(text), &in); err != nil {
		return Apply{Position: text}
	}
	return in
}
