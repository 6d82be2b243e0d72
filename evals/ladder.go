package evals

import (
	"context"
	"fmt"
	"math"
	"slices"

	"kokyu/agent"
	"kokyu/rules/book"
	"kokyu/search"
)

// levelsSeries measures each level against the one below, in pairs of fights as [Arena] plays them, corrected for luck.
var levelsSeries = Series{Name: "levels", Of: "encounter", Usual: ladderEncounters, Short: "Measure each level against the one below",
	HelpValues: []any{100 * stepWorth[0], 100 * stepWorth[1]},
	Flags: []ownFlag{{"from", "the lowest `LEVEL`", 1, 1, book.LevelMax - 1}, {"to", "the highest `LEVEL`", book.LevelMax, 2, book.LevelMax},
		{"count", "`N` pairs of fights on each encounter", 24, 1, PairsMax}}, take: takeLevels}

// ladderEncounters are the encounters in which levels are measured by default: some of every system, with few and with
// many combatants.
var ladderEncounters = []string{"crossroads", "ambush", "oni", "crossing", "brawl", "archers",
	"bridge", "sake-house", "paddy"}

// LuckUsual is the default number of nodes of the searches that value the luck of a throw.
const LuckUsual = 200

// Rungs is what each level scored against the level below it. It contains no times: the same levels, encounters and
// seed give the same report.
type Rungs struct {
	Levels []agent.Level `json:"levels"`
	Lowest int           `json:"lowest"`
	Pairs  int           `json:"pairs"` // of each encounter
	Nodes  int           `json:"nodes"`
	Luck   string        `json:"luck"`
	Seed   uint64        `json:"seed"`
	Rungs  []levelStep   `json:"rungs"`
	line   string        // the command that makes it again
}

// levelStep is the result of a level against the one below. Scores are those of the higher level per game.
type levelStep struct {
	Higher     int       `json:"higher"`
	Lower      int       `json:"lower"`
	Systems    []Contest `json:"systems"` // each encounter of a system weighs the same
	Encounters []Contest `json:"encounters"`
	All        Contest   `json:"all"` // each system weighs the same
}

// stepWorth are the least and the largest score that a level should have against the one below: it should be clearly
// stronger, but not win every time.
var stepWorth = [2]float64{0.60, 0.70}

// takeLevels measures one step after another. A step that is not finished is not reported.
func takeLevels(ctx context.Context, q Question) (Finding, error) {
	rungs := Rungs{Levels: agent.Levels(), Lowest: q.From, Pairs: q.Count, Nodes: q.Nodes, Seed: q.Seed}
	var err error
	for lower := q.From; lower < q.To && err == nil; lower++ {
		arena := Arena{Encounters: q.Encounters, Pairs: q.Count, LuckLimits: search.Limits{Nodes: LuckUsual},
			Seed: q.Seed, Cores: q.Cores, Jobs: q.Jobs}
		for i, l := range []int{lower + 1, lower} {
			arena.Agents[i] = agent.WithCharacter(&agent.Search{Limits: search.Limits{Nodes: q.Nodes}}, book.Character{Level: l})
		}
		what := fmt.Sprintf("level %d against %d, pairs of each", lower+1, lower)
		arena.Progress = func(pairs int, _ float64) { q.tell(what, pairs, q.Count) }
		var s Standing
		if s, err = arena.Run(ctx); err == nil {
			systems := contestsBySystem(s, q.Encounters)
			rungs.Luck, rungs.Rungs = s.Luck, append(rungs.Rungs, levelStep{lower + 1, lower, systems, s.Encounters,
				poolContests("all", systems)})
		}
	}
	q.To = q.From + len(rungs.Rungs)
	rungs.line = q.line()
	return Finding{Report: rungs, Measured: len(rungs.Rungs) > 0, StoppedAfter: fmt.Sprintf("after level %d", q.To)}, err
}

// contestsBySystem pools the contests of each system, in which its encounters weigh the same.
func contestsBySystem(s Standing, encounters []Encounter) (list []Contest) {
	for _, system := range agent.Systems() {
		var own []Contest
		for i, c := range s.Encounters {
			if encounters[i].Fights[0].Header().System == system {
				own = append(own, c)
			}
		}
		if len(own) > 0 {
			list = append(list, poolContests(system, own))
		}
	}
	return list
}

// poolContests combines independent contests into one in which each weighs the same, however many pairs it has.
func poolContests(name string, contests []Contest) Contest {
	c := Contest{Encounter: name}
	for _, x := range contests {
		c.Pairs, c.Wins, c.Draws, c.Losses = c.Pairs+x.Pairs, c.Wins+x.Wins, c.Draws+x.Draws, c.Losses+x.Losses
	}
	c.Raw = meanInterval(contests, func(x Contest) agent.Interval { return x.Raw })
	c.Adjusted = meanInterval(contests, func(x Contest) agent.Interval { return x.Adjusted })
	return c
}

// meanInterval returns the mean of a figure over independent contests. Half of its interval is the root of the sum of
// the squares of theirs, divided by how many there are.
func meanInterval(contests []Contest, figure func(Contest) agent.Interval) (i agent.Interval) {
	square := 0.0
	for _, x := range contests {
		one := figure(x)
		i.Mean += one.Mean / float64(len(contests))
		half := (one.High - one.Low) / 2 / float64(len(contests))
		square += half * half
	}
	half := math.Sqrt(square)
	i.Low, i.High = i.Mean-half, i.Mean+half
	return i
}

// Sections returns the report for people: all steps, the settings of the levels, then each step by system and
// encounter.
func (r Rungs) Sections() (list []Section) {
	all := mapped(r.Rungs, func(g levelStep) (c Contest) {
		c, c.Encounter = g.All, g.String()
		return c
	})
	list = append(list, contestSection(fmt.Sprintf("Levels %d to %d", r.Lowest, r.Lowest+len(r.Rungs)), "level", []string{
		"What each level scores a game against the one below, with its 95 % interval: pairs of fights on common dice, each level once on either side, the luck of the dice judged by " + r.Luck + " and taken off. " +
			fmt.Sprintf("A step is meant to be worth %.0f to %.0f %%.", 100*stepWorth[0], 100*stepWorth[1]),
		"Made by: " + r.line}, all))
	list = append(list, Section{Title: "The rows", Lines: []string{"Nodes is how far a level looks at most. Of what it finds it takes an option that loses as much as its heat a third as often as the best, and never one that loses more than the most, by its own sight, in mWP."},
		Head: []string{"level", "nodes", "heat", "most"}, Rows: mapped(r.Levels, func(l agent.Level) []string {
			if l.Nodes == 0 {
				return []string{fmt.Sprint(l.Level), "all asked for", "", ""}
			}
			return []string{fmt.Sprint(l.Level), fmt.Sprint(l.Nodes), fmt.Sprint(l.Temperature), fmt.Sprint(l.LossMax)}
		})})
	for _, g := range r.Rungs {
		list = append(list, contestSection("Level "+g.String(), "of", nil, append(slices.Clone(g.Systems), g.Encounters...)))
	}
	return list
}

// String returns the two levels in words.
func (g levelStep) String() string { return fmt.Sprintf("%d against %d", g.Higher, g.Lower) }
