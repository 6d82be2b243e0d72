package evals

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strings"

	"kokyu/agent"
	"kokyu/agent/jobs"
	"kokyu/rules/book"
	"kokyu/search"
)

// Ladder measures each level against the one below, in pairs of fights as [Arena] plays them, corrected for luck.
type Ladder struct {
	Encounters []Encounter
	Lowest     int // the lowest level, from 1
	Highest    int // the highest level, at most [book.LevelMax]
	Pairs      int // of each encounter
	Nodes      int // what the highest level looks at
	Luck       search.Limits
	Seed       uint64
	Cores      int
	Jobs       *jobs.Pool             // where the fights are fought; nil: on the cores
	Done       func(lower, pairs int) // progress, may be nil
}

// Rungs is the result of a ladder. It contains no times: the same ladder gives the same rungs.
type Rungs struct {
	Levels []agent.Level `json:"levels"`
	Lowest int           `json:"lowest"`
	Pairs  int           `json:"pairs"` // of each encounter
	Nodes  int           `json:"nodes"`
	Luck   string        `json:"luck"`
	Seed   uint64        `json:"seed"`
	Rungs  []Rung        `json:"rungs"`
}

// Rung is the result of a level against the one below. Scores are those of the higher level per game.
type Rung struct {
	Higher     int       `json:"higher"`
	Lower      int       `json:"lower"`
	Systems    []Contest `json:"systems"` // each encounter of a system weighs the same
	Encounters []Contest `json:"encounters"`
	All        Contest   `json:"all"` // each system weighs the same
}

// Steps are the least and the largest score that a level should have against the one below: it should be clearly stronger,
// but not win every time.
var Steps = [2]float64{0.60, 0.70}

// Run measures one rung after another. If it is stopped it returns the error and the finished rungs.
func (x Ladder) Run(ctx context.Context) (Rungs, error) {
	found := Rungs{Levels: agent.Levels(), Lowest: x.Lowest, Pairs: x.Pairs, Nodes: x.Nodes, Seed: x.Seed}
	for lower := x.Lowest; lower < x.Highest; lower++ {
		arena := Arena{Encounters: x.Encounters, Pairs: x.Pairs, Luck: x.Luck, Seed: x.Seed, Cores: x.Cores, Jobs: x.Jobs}
		for i, l := range []int{lower + 1, lower} {
			arena.Agents[i] = agent.As(&agent.Search{Limits: search.Limits{Nodes: x.Nodes}}, book.Character{Level: l})
		}
		if x.Done != nil {
			arena.Done = func(pairs int, _ float64) { x.Done(lower, pairs) }
		}
		s, err := arena.Run(ctx)
		if err != nil {
			return found, err
		}
		found.Luck = s.Luck
		found.Rungs = append(found.Rungs, rung(lower, s, x.Encounters))
	}
	return found, nil
}

// rung returns the standing of a level against the one below, by system.
func rung(lower int, s Standing, encounters []Encounter) Rung {
	r := Rung{Higher: lower + 1, Lower: lower, Encounters: s.Encounters, Systems: systemsOf(s, encounters)}
	r.All = together("all", r.Systems)
	return r
}

// systemsOf returns a standing by system, each encounter of one weighing the same.
func systemsOf(s Standing, encounters []Encounter) (list []Contest) {
	for _, system := range agent.Systems() {
		var own []Contest
		for i, c := range s.Encounters {
			if encounters[i].Fight.Header().System == system {
				own = append(own, c)
			}
		}
		if len(own) > 0 {
			list = append(list, together(system, own))
		}
	}
	return list
}

// together returns the mean of contests that have nothing to do with each other.
func together(name string, of []Contest) Contest {
	c := Contest{Encounter: name}
	for _, x := range of {
		c.Pairs, c.Wins, c.Draws, c.Losses = c.Pairs+x.Pairs, c.Wins+x.Wins, c.Draws+x.Draws, c.Losses+x.Losses
	}
	c.Raw = meanOf(of, func(x Contest) agent.Interval { return x.Raw })
	c.Adjusted = meanOf(of, func(x Contest) agent.Interval { return x.Adjusted })
	return c
}

// meanOf returns the mean of independent means, with its interval.
func meanOf(of []Contest, figure func(Contest) agent.Interval) (i agent.Interval) {
	square := 0.0
	for _, x := range of {
		one := figure(x)
		i.Mean += one.Mean / float64(len(of))
		half := (one.High - one.Low) / 2 / float64(len(of))
		square += half * half
	}
	half := math.Sqrt(square)
	i.Low, i.High = i.Mean-half, i.Mean+half
	return i
}

// Sections returns the report in words, in order.
func (r Rungs) Sections() (list []Section) {
	var names []string
	if len(r.Rungs) > 0 {
		for _, c := range r.Rungs[0].Encounters {
			names = append(names, c.Encounter)
		}
	}
	first := Section{Title: fmt.Sprintf("Levels %d to %d", r.Lowest, r.Lowest+len(r.Rungs)), Lines: []string{
		"What each level scores a game against the one below, with its 95 % interval: pairs of fights on common dice, each level once on either side, the luck of the dice judged by " + r.Luck + " and taken off. " +
			fmt.Sprintf("A step is meant to be worth %.0f to %.0f %%.", 100*Steps[0], 100*Steps[1]),
		fmt.Sprintf("Made by: kokyu-lab eval levels %s --from %d --to %d --count %d --nodes %d --seed %d --report md",
			strings.Join(quotedNames(names), " "), r.Lowest, r.Lowest+len(r.Rungs), r.Pairs, r.Nodes, r.Seed)},
		Head: []string{"level", "pairs", "raw", "95% interval", "luck off", "95% interval"}}
	for _, g := range r.Rungs {
		first.Rows = append(first.Rows, append([]string{g.String()}, g.All.row()...))
	}
	list = append(list, first)
	rows := Section{Title: "The rows", Lines: []string{"Nodes is how far a level looks at most. Of what it finds it takes an option that loses as much as its heat a third as often as the best, and never one that loses more than the most, by its own sight, in mWP."},
		Head: []string{"level", "nodes", "heat", "most"}}
	for _, l := range r.Levels {
		cells := []string{fmt.Sprint(l.Level), fmt.Sprint(l.Nodes), fmt.Sprint(l.Temperature), fmt.Sprint(l.Most)}
		if l.Nodes == 0 {
			cells = []string{fmt.Sprint(l.Level), "all asked for", "", ""}
		}
		rows.Rows = append(rows.Rows, cells)
	}
	list = append(list, rows)
	for _, g := range r.Rungs {
		s := Section{Title: "Level " + g.String(), Head: []string{"of", "pairs", "raw", "95% interval", "luck off", "95% interval"}}
		for _, c := range append(slices.Clone(g.Systems), g.Encounters...) {
			s.Rows = append(s.Rows, append([]string{c.Encounter}, c.row()...))
		}
		list = append(list, s)
	}
	return list
}

// String returns the two levels in words.
func (g Rung) String() string { return fmt.Sprintf("%d against %d", g.Higher, g.Lower) }

// row returns its figures.
func (c Contest) row() []string {
	return []string{fmt.Sprint(c.Pairs), fmt.Sprintf("%.3f", c.Raw.Mean), between(c.Raw), fmt.Sprintf("%.3f", c.Adjusted.Mean), between(c.Adjusted)}
}
