package agent

import (
	"context"
	"fmt"
	"strconv"
	"strings"
	"time"

	"kokyu/rules"
	"kokyu/rules/book"
	"kokyu/rules/text"
	"kokyu/search"
)

// Search is the agent that searches. It draws secret choices, and the answers to them, from the mixed strategy that it
// finds. With a character it chooses as that character does among the options found, see [WithCharacter].
type Search struct {
	Limits    search.Limits
	Character book.Character
	// Leaf has the weights of the leaf evaluation that replace the game's own; it may be empty.
	Leaf Weights
}

// readSearch reads the settings after "search".
func readSearch(_ context.Context, settings string, defaults search.Limits) (Agent, error) {
	a, character := &Search{}, map[string]string{}
	var limits []string
	for _, f := range strings.Fields(settings) {
		switch key, value, hasValue := strings.Cut(f, "="); {
		case (key == "level" || key == "temper") && value == "":
			return nil, fmt.Errorf("%s without a value, want level=1 to level=%d, and temper= %s", key, book.LevelMax,
				text.OneOf("", book.Tempers()))
		case key == "level" || key == "temper":
			character[key] = value
		case key == "leaf" && hasValue:
			var err error
			if a.Leaf, err = parseWeights(value); err != nil {
				return nil, err
			}
		default:
			limits = append(limits, f)
		}
	}
	c, err := ReadCharacter(character["level"], character["temper"])
	if err != nil {
		return nil, err
	}
	if a.Limits, err = limitSettings(limits, defaults); err != nil {
		return nil, err
	}
	return WithCharacter(a, c), nil
}

// Choose returns the best option found, or draws from the mixed strategy. If the context is cancelled it returns the
// best option found so far and the context's error.
func (a *Search) Choose(ctx context.Context, v View) (rules.Action, error) {
	action, _, err := a.Decide(ctx, v)
	return action, err
}

// Decide is Choose that also returns the result of the search, in the search's own order and not in the character's.
func (a *Search) Decide(ctx context.Context, v View) (rules.Action, search.Result, error) {
	r, err := v.SearchWith(ctx, a.Limits, a.Leaf)
	return v.drawAs(r, a.Character), r, err
}

// Budget returns the limits of its searches.
func (a *Search) Budget() search.Limits { return a.Limits }

// mix is the mixed strategy that Choose draws from: that of a secret choice, or of a level below the highest.
func (a *Search) mix(ctx context.Context, v View, actions []rules.Action, mix []float64) error {
	r, err := v.SearchWith(ctx, a.Limits, a.Leaf)
	if err == nil {
		search.FillMix(v.chooseAs(r, a.Character).Options, actions, mix)
	}
	return err
}

// String returns the agent with the settings that differ from the default.
func (a *Search) String() string {
	s := "search"
	for _, setting := range []struct {
		key, value string
		isSet      bool
	}{
		{"nodes", strconv.Itoa(a.Limits.Nodes), a.Limits.Nodes > 0},
		{"time", a.Limits.Time.String(), a.Limits.Time > 0},
		{"depth", strconv.Itoa(a.Limits.Depth), a.Limits.Depth > 0},
		{"level", strconv.Itoa(a.Character.Level), a.Character.Level > 0},
		{"temper", a.Character.Temper, a.Character.Temper != ""},
		{"leaf", a.Leaf.String(), len(a.Leaf) > 0},
	} {
		if setting.isSet {
			s += " " + setting.key + "=" + setting.value
		}
	}
	return s
}

// WithCharacter returns the search with the parts of c that it does not set itself. The level limits its budget.
func (a *Search) WithCharacter(c book.Character) Agent {
	b := *a
	b.Character = a.Character.Or(c)
	b.Limits.Nodes = levelOf(b.Character).limitNodes(b.Limits.Nodes)
	return &b
}

// Resolve searches once, for the choice and for the yield. Both must be judged by the same values, and a search is what
// a decision costs.
func (a *Search) Resolve(ctx context.Context, v View) (Decision, error) {
	action, r, err := a.Decide(ctx, v)
	d := Decision{Action: action, result: &r}
	if err == nil {
		d.Why, d.Flee, err = v.yieldReason(ctx, r, a.Character)
	}
	return d, err
}

// limitSettings reads the settings nodes=, time= and depth= of the search over the limits that are given. A limit can
// be turned off with 0, but not the last: a search without one would not end.
func limitSettings(fields []string, lim search.Limits) (search.Limits, error) {
	seen := map[string]bool{}
	for _, f := range fields {
		key, value, _ := strings.Cut(f, "=")
		if seen[key] {
			return lim, fmt.Errorf("%s= is there twice, want it once", key)
		}
		seen[key] = true
		if key == "time" {
			d, err := time.ParseDuration(value)
			if err != nil || d <= 0 || d > time.Hour {
				return lim, fmt.Errorf("time cannot be %q, want a duration up to 1h, as in time=500ms", value)
			}
			lim.Time = d
			continue
		}
		into := map[string]*int{"nodes": &lim.Nodes, "depth": &lim.Depth}[key]
		if into == nil {
			return lim, fmt.Errorf("search has no setting %q, want nodes=, time=, depth=, level=, temper= or leaf=", f)
		}
		n, err := strconv.Atoi(value)
		if most := map[string]int{"nodes": NodesMax, "depth": 64}[key]; err != nil || n < 0 || n > most {
			return lim, fmt.Errorf("%s cannot be %q, want 0 to %d", key, value, most)
		}
		*into = n
	}
	if lim.Nodes == 0 && lim.Time == 0 && lim.Depth == 0 {
		return lim, fmt.Errorf("a search without a limit, want nodes=, time= or depth= above 0, as in search nodes=%d", NodesUsual)
	}
	return lim, nil
}
