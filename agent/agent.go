package agent

import (
	"context"
	"fmt"
	"strconv"
	"strings"
	"time"

	"kokyu/rules"
	"kokyu/rules/dice"
	"kokyu/search"
)

// Agent decides for the seats it plays. It is asked only at decisions and never changes the fight.
type Agent interface {
	// Choose is a legal decision for the seat whose turn it is.
	Choose(ctx context.Context, f *rules.Fight) (rules.Action, error)
	// String names the agent as records and flags do: "search nodes=20000".
	String() string
}

// player is a fight's position joined with the search, its type hidden. Nothing it says depends on a secret that whose
// turn it is may not know.
type player interface {
	greedy() rules.Action
	search(ctx context.Context, lim search.Limits) (search.Result, error)
	words(line []search.Ply) []string
	actions() []rules.Action
	position() ([]byte, error)
	follow(line []search.Ply) []Moment
	move(f *rules.Fight) bool // to where f stands, if that is a position of the same game
}

// NodesForFight is the default budget, NodesMax the largest: Plays for one decision.
const (
	NodesForFight = 20_000
	NodesMax      = 1_000_000_000
)

// Parse reads an agent as flags write it: a kind and settings, "search nodes=200000 threads=2". The kinds are random,
// greedy, search, solved and human; solved needs a table, "solved table=duel.table", human a terminal, which the command
// gives. Reading a table may be cancelled.
func Parse(ctx context.Context, spec string, defaults search.Limits) (Agent, error) {
	fields := strings.Fields(spec)
	if len(fields) == 0 {
		return nil, fmt.Errorf("an agent without a name, want one of random, greedy, search, solved, human")
	}
	switch fields[0] {
	case "random", "greedy", "human":
		if len(fields) > 1 {
			return nil, fmt.Errorf("%s takes no settings, got %q", fields[0], strings.Join(fields[1:], " "))
		}
	}
	switch fields[0] {
	case "random":
		return Random{}, nil
	case "greedy":
		return Greedy{}, nil
	case "search":
		lim, err := limits(fields[1:], defaults)
		return &Search{Limits: lim}, err
	case "solved":
		_, path, ok := strings.Cut(spec, "table=")
		if path = strings.TrimSpace(path); !ok || path == "" {
			return nil, fmt.Errorf("solved plays from a table, want solved table=FILE")
		}
		t, err := OpenTable(ctx, path)
		return &Solved{Table: t, Path: path}, err
	}
	return nil, fmt.Errorf("no agent is called %q, want one of random, greedy, search, solved, human", fields[0])
}

// limits reads settings of the search.
func limits(fields []string, lim search.Limits) (search.Limits, error) {
	for _, f := range fields {
		key, value, _ := strings.Cut(f, "=")
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
			return lim, fmt.Errorf("search has no setting %q, want nodes=, time=, depth= or threads=", f)
		}
		n, err := strconv.Atoi(value)
		if most := map[string]int{"nodes": NodesMax, "depth": 64, "threads": 64}[key]; err != nil || n < 0 || n > most {
			return lim, fmt.Errorf("%s cannot be %q, want 0 to %d", key, value, most)
		}
		*into = n
	}
	if lim.Nodes == 0 && lim.Time == 0 && lim.Depth == 0 {
		return lim, fmt.Errorf("a search that nothing ends, want nodes=, time= or depth= above 0, as in search nodes=%d", NodesForFight)
	}
	return lim, nil
}

// Random decides evenly among the legal actions. Its choice is a function of the fight's seed and step.
type Random struct{}

// Choose draws one.
func (Random) Choose(_ context.Context, f *rules.Fight) (rules.Action, error) {
	options := f.Options()
	return options[draw(f.Header().Seed, len(f.Steps()), len(options))].Action, nil
}

func (Random) String() string { return "random" }

// draw is an even draw below n from the agents' own stream: thinking never changes the dice.
func draw(seed uint64, step, n int) int {
	return dice.Stream{Seed: seed, Name: "agents"}.Throw(step, []int{n})[0] - 1
}

// drawSides are those of the die that a mix is drawn with.
const drawSides = 1 << 30

// drawn is the best of the options, or what the agents' stream draws from their mix.
func drawn(r search.Result, seed uint64, step int) rules.Action {
	if !r.Mixed() {
		return r.Best
	}
	return r.Pick(float64(draw(seed, step, drawSides)) / drawSides)
}

// Greedy takes the largest expected gain of Score for the Energy spent, after one decision and its dice. Of a secret and
// its answer it takes the one that does best if the other is any one as likely as another.
type Greedy struct{}

// Choose weighs every option.
func (Greedy) Choose(_ context.Context, f *rules.Fight) (rules.Action, error) {
	p, err := bind(f)
	if err != nil {
		return rules.Action{}, err
	}
	return p.greedy(), nil
}

func (Greedy) String() string { return "greedy" }

// Search looks ahead. It draws secrets, and the answers to them, from the mix it finds.
type Search struct{ Limits search.Limits }

// Choose takes the best option found, or draws from the mix. With the error of a cancelled context comes what was best so
// far.
func (a *Search) Choose(ctx context.Context, f *rules.Fight) (rules.Action, error) {
	p, err := bind(f)
	if err != nil {
		return rules.Action{}, err
	}
	return a.choose(ctx, p, f.Header().Seed, len(f.Steps()))
}

func (a *Search) choose(ctx context.Context, p player, seed uint64, step int) (rules.Action, error) {
	r, err := p.search(ctx, a.Limits)
	return drawn(r, seed, step), err
}

// String names the limits that make a difference.
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
	return s
}
