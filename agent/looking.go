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

// Search is the agent that searches. It draws secret choices, and the answers to them, from the mixed strategy that it finds.
// With a character it chooses among the options found as that character does: see [CharacterAgent].
type Search struct {
	Limits    search.Limits
	Character book.Character
	Leaf      Weights // of leaves, other than the game's own; the zero is the game's own
}

// readSearch reads the settings behind "search". With level= or temper= the agent is the search with a character.
func readSearch(_ context.Context, settings string, defaults search.Limits) (Agent, error) {
	n, rest, err := character(strings.Fields(settings))
	if err != nil {
		return nil, err
	}
	leaf, rest, err := leafSetting(rest)
	if err != nil {
		return nil, err
	}
	lim, err := limits(rest, defaults)
	if err != nil {
		return nil, err
	}
	return As(&Search{Limits: lim, Leaf: leaf}, n), nil
}

// character takes level= and temper= out of the settings of the search.
func character(fields []string) (n book.Character, rest []string, err error) {
	said := map[string]string{}
	for _, f := range fields {
		key, value, is := strings.Cut(f, "=")
		if key != "level" && key != "temper" {
			rest = append(rest, f)
			continue
		}
		if !is || value == "" {
			return n, nil, fmt.Errorf("%s without a value, want level=1 to level=%d, and temper= %s", key, book.LevelMax, text.OneOf("", book.Tempers()))
		}
		said[key] = value
	}
	n, err = ReadCharacter(said["level"], said["temper"])
	return n, rest, err
}

// Choose returns the best option found, or draws from the mixed strategy. With the error of a cancelled context it returns
// the best option found so far.
func (a *Search) Choose(ctx context.Context, v View) (rules.Action, error) {
	taken, _, err := a.Decide(ctx, v)
	return taken, err
}

// Decide is Choose, with the result of the search besides.
func (a *Search) Decide(ctx context.Context, v View) (rules.Action, search.Result, error) {
	r, err := v.SearchWith(ctx, a.Limits, a.Leaf)
	return v.takeAs(r, a.Character), r, err
}

// Budget returns the limits of its searches.
func (a *Search) Budget() search.Limits { return a.Limits }

func (a *Search) mix(ctx context.Context, v View, actions []rules.Action, mix []float64) error {
	r, err := v.SearchWith(ctx, a.Limits, a.Leaf)
	if err == nil {
		search.Spread(v.chooseAs(r, a.Character).Options, actions, mix)
	}
	return err
}

// String includes the limits that differ from the default.
func (a *Search) String() string {
	s := "search"
	if a.Limits.Nodes > 0 {
		s += fmt.Sprintf(" nodes=%d", a.Limits.Nodes)
	}
	if a.Limits.Time > 0 {
		s += fmt.Sprintf(" time=%s", a.Limits.Time)
	}
	if a.Limits.Depth > 0 {
		s += fmt.Sprintf(" depth=%d", a.Limits.Depth)
	}
	if a.Character.Level > 0 {
		s += fmt.Sprintf(" level=%d", a.Character.Level)
	}
	if a.Character.Temper != "" {
		s += " temper=" + a.Character.Temper
	}
	if len(a.Leaf) > 0 {
		s += " leaf=" + a.Leaf.String()
	}
	return s
}

// limits reads settings of the search.
func limits(fields []string, lim search.Limits) (search.Limits, error) {
	said := map[string]bool{}
	for _, f := range fields {
		key, value, _ := strings.Cut(f, "=")
		if said[key] {
			return lim, fmt.Errorf("%s= is there twice, want it once", key)
		}
		said[key] = true
		if key == "time" {
			d, err := time.ParseDuration(value)
			if err != nil || d <= 0 || d > time.Hour {
				return lim, fmt.Errorf("time cannot be %q, want a duration up to 1h, as in time=500ms", value)
			}
			lim.Time = d
			continue
		}
		into := map[string]*int{"nodes": &lim.Nodes, "depth": &lim.Depth, "threads": &lim.Threads}[key]
		if into == nil {
			return lim, fmt.Errorf("search has no setting %q, want nodes=, time=, depth=, threads=, level=, temper= or leaf=", f)
		}
		n, err := strconv.Atoi(value)
		if most := map[string]int{"nodes": NodesMax, "depth": 64, "threads": 64}[key]; err != nil || n < 0 || n > most {
			return lim, fmt.Errorf("%s cannot be %q, want 0 to %d", key, value, most)
		}
		*into = n
	}
	if lim.Nodes == 0 && lim.Time == 0 && lim.Depth == 0 {
		return lim, fmt.Errorf("a search without a limit, want nodes=, time= or depth= above 0, as in search nodes=%d", NodesForFight)
	}
	return lim, nil
}
