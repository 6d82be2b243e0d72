package main

import (
	"context"
	"encoding/json"
	"io"
	"math"
	"math/rand/v2"
	"slices"

	"kokyu/agent"
	"kokyu/rules"
	"kokyu/rules/dice"
	"kokyu/rules/fight"
	"kokyu/search"
)

// fork is a decision of self-play whose options were played out: one line of a file of forks. Chances are those of side
// 0, in mWP.
type fork struct {
	System string      `json:"system"`
	Seed   uint64      `json:"seed"`   // of the random encounter
	Fight  int         `json:"fight"`  // which of it
	Way    []int       `json:"way"`    // the places of the decisions before, each among the legal ones
	Side   int         `json:"side"`   // who decides
	Seats  int         `json:"seats"`  // how many stand
	Do     []string    `json:"do"`     // the options
	Values [3][]int    `json:"values"` // what a search of each budget holds them for
	Best   [3]int      `json:"best"`   // the place of the one it takes
	Played [][]playout `json:"played"` // on common dice: the k-th of each option
}

// playout is one fight from an option to its end.
type playout struct {
	Dealt int `json:"dealt,omitempty"` // of old forks: what the dice gave until a breath or turn began
	Luck  int `json:"luck,omitempty"`  // what they gave, from then on
	Score int `json:"score,omitempty"` // 0 lost, 1 drawn, 2 won
}

// How forks are made.
const (
	drawnShare   = 0.05   // of decisions that are drawn, so that what self-play never does is seen as well
	bestOptions  = 4      // options of a fork
	decidedValue = 0.9    // the value, of 1, beyond which little hangs on a choice
	luckNodes    = 200    // that value a throw
	milli        = 1000.0 // mWP in a win
)

// budgets are the budgets, in nodes, of the searches whose values are kept. The first one also plays.
var budgets = [3]int{300, 2_000, 20_000}

// maker makes forks.
type maker struct {
	fights       int // of an encounter
	forks        int // of a fight, at most
	each         int // playouts of an option
	budgetsUsed  int // the first so many
	extraOptions int // drawn, besides the best
	catalogue    agent.Catalogue
	finder       agent.FightSearcher
}

// newMaker returns a maker of forks to fit to (cheap, many, with an option that nobody would take), or of those to
// judge by.
func newMaker(fit bool) *maker {
	if fit {
		return &maker{fights: 2, forks: 4, each: 8, budgetsUsed: 2, extraOptions: 1, catalogue: agent.Builtin()}
	}
	return &maker{fights: 1, forks: 2, each: 16, budgetsUsed: 3, catalogue: agent.Builtin()}
}

// playUntil plays on until stops reports true or the fight is over. choose returns the index of a decision among the
// legal ones.
func playUntil(f *fight.Fight, stops func() bool, choose func(actions []rules.Action) (int, error)) error {
	for f.Turn().Kind != rules.Over && !stops() {
		if f.Turn().Kind == rules.Chance {
			if _, err := f.Roll(); err != nil {
				return err
			}
			continue
		}
		actions := f.Actions()
		at, err := choose(actions)
		if err != nil {
			return err
		}
		if _, err := f.Play(actions[at]); err != nil {
			return err
		}
	}
	return nil
}

// playFight plays one fight and plays out the options of some of its decisions, drawn evenly as they come.
func (m *maker) playFight(ctx context.Context, system string, seed uint64, nth int) (list []fork, err error) {
	_, f, err := m.catalogue.DrawEncounter(system, seed)
	if err != nil || len(f.Roster()) < 3 {
		return nil, err
	}
	// Another number of the fight is other dice for the same encounter.
	f = (&fork{Seed: seed, Fight: nth}).begin(f)
	rng := dice.Stream{Seed: seed, Name: "forks"}.Rand(int64(nth))
	type place struct {
		at  *fight.Fight
		way []int
	}
	var kept []place
	var way []int
	met := 0
	err = playUntil(f, func() bool { return false }, func(actions []rules.Action) (at int, err error) {
		// Reservoir sampling: of the decisions met so far each is kept with the same chance.
		if isContested(f) {
			k := len(kept)
			if met++; k == m.forks {
				k = rng.IntN(met)
			} else {
				kept = append(kept, place{})
			}
			if k < m.forks {
				kept[k] = place{f.Fork(), slices.Clone(way)}
			}
		}
		if at = rng.IntN(len(actions)); rng.Float64() >= drawnShare && len(actions) > 1 {
			r, wrong := m.finder.Search(ctx, f, search.Limits{Nodes: budgets[0]})
			at, err = slices.Index(actions, r.Best), wrong
		}
		way = append(way, at)
		return at, err
	})
	for _, p := range kept {
		x := fork{System: system, Seed: seed, Fight: nth, Way: p.way}
		if err == nil {
			err = m.playOptions(ctx, p.at, &x, rng)
		}
		// A position that is as good as decided is met, but nothing is played out there, see playOptions.
		if x.Played != nil {
			list = append(list, x)
		}
	}
	return list, err
}

// isContested reports whether a decision can become a fork: one of a breath or turn, between three options or more, in
// a fight of more than two.
func isContested(f *fight.Fight) bool {
	options := f.Options()
	return f.Turn().Kind == rules.Decide && len(options) > 2 && options[0].Phase != "reaction" && countStanding(f) > 2
}

// countStanding returns how many combatants are still in the fight.
func countStanding(f *fight.Fight) (n int) {
	for _, s := range f.Board().Stands {
		if s.Out == "" {
			n++
		}
	}
	return n
}

// playOptions plays out options of a position: those that the searches take, the best besides, and drawn ones. A
// position that is as good as decided is left out.
func (m *maker) playOptions(ctx context.Context, f *fight.Fight, made *fork, rng *rand.Rand) error {
	made.Side, made.Seats = int(f.Side(f.Turn().Seat)), countStanding(f)
	var looks [len(budgets)]search.Result
	var actions []rules.Action
	add := func(a rules.Action, most int) {
		if len(actions) < most && !slices.Contains(actions, a) {
			actions = append(actions, a)
		}
	}
	for b, nodes := range budgets[:m.budgetsUsed] {
		r, err := m.finder.Search(ctx, f, search.Limits{Nodes: nodes})
		if err != nil || b == 1 && math.Abs(r.Value) > decidedValue {
			return err
		}
		r.Options = slices.Clone(r.Options)
		looks[b] = r
		add(r.Best, len(budgets))
	}
	last := looks[m.budgetsUsed-1].Options
	for _, o := range last {
		add(o.Action, bestOptions)
	}
	// Options that no search would take, so that a prior also learns what is bad.
	for most := min(len(last), len(actions)+m.extraOptions); len(actions) < most; {
		add(last[rng.IntN(len(last))].Action, most)
	}
	for b, r := range looks[:m.budgetsUsed] {
		made.Best[b] = slices.Index(actions, r.Best)
		for _, a := range actions {
			o := r.Options[slices.IndexFunc(r.Options, func(o search.Option) bool { return o.Action == a })]
			// A value from -1 to 1 becomes a chance, in mWP.
			made.Values[b] = append(made.Values[b], int(math.Round(milli*(1+o.Value)/2)))
		}
	}
	options := f.Options()
	for _, a := range actions {
		at := slices.IndexFunc(options, func(o fight.Option) bool { return o.Action == a })
		made.Do = append(made.Do, options[at].Words)
		after, err := f.After(a)
		if err != nil {
			return err
		}
		runs, err := m.playOut(ctx, after, made.Seed)
		if err != nil {
			return err
		}
		made.Played = append(made.Played, runs)
	}
	return nil
}

// playOut fights on from an option to the end, several times, with the dice of one series for all options of a fork:
// the luck that they share does not tell them apart.
func (m *maker) playOut(ctx context.Context, from *fight.Fight, seed uint64) (runs []playout, err error) {
	playouts := agent.NewPlayouts(from)
	mind := &agent.Search{Limits: search.Limits{Nodes: budgets[0]}}
	for k := 0; k < m.each && err == nil; k++ {
		var o agent.Outcome
		o, err = playouts.Fight(ctx, [2]agent.Agent{mind, mind}, dice.Series(seed, k), &search.Limits{Nodes: luckNodes})
		runs = append(runs, playout{Luck: int(math.Round(milli * o.Luck)), Score: int(2 * o.Score)})
	}
	return runs, err
}

// begin returns the fight of a fork at its beginning, with its dice.
func (x *fork) begin(begun *fight.Fight) *fight.Fight {
	return begun.Again(dice.Series(x.Seed, x.Fight))
}

// write makes the forks of some encounters and writes them, one a line.
func write(to io.Writer, m *maker, system string, seed, count uint64) error {
	lines := json.NewEncoder(to)
	for k := range count {
		for nth := range m.fights {
			list, err := m.playFight(context.Background(), system, seed+k, nth)
			if err != nil {
				return err
			}
			for _, x := range list {
				if err := lines.Encode(x); err != nil {
					return err
				}
			}
		}
	}
	return nil
}
