package evals

import (
	"cmp"
	"context"
	"fmt"

	"kokyu/agent"
	"kokyu/agent/jobs"
	"kokyu/agent/work"
	"kokyu/rules/dice"
	"kokyu/rules/fight"
	"kokyu/search"
)

// Arena plays two agents against each other on every encounter, in pairs of fights with the same dice, each agent once
// on either side: what an encounter or the dice give to one side, both agents get once. The results are corrected for
// the luck of the dice, which leaves their expectation as it is and narrows their intervals.
type Arena struct {
	Agents     [2]agent.Agent
	Encounters []Encounter
	Pairs      int // how many of each encounter; the most with a sequential test
	// SPRT ends the arena as soon as the test is decided; nil for a fixed number of pairs.
	SPRT *sprtBounds
	// LuckLimits are of the search that values the positions to which dice lead; if they are zero, the Score does.
	LuckLimits search.Limits
	// Seed is of the dice: pair k of every encounter is fought with number k of [dice.Series].
	Seed     uint64
	Cores    int                          // changes how long it takes, nothing else
	Jobs     *jobs.Pool                   // where the fights are fought; nil: on the cores
	Progress func(pairs int, llr float64) // progress, one call at a time; may be nil
}

// Standing is the result of an arena. Scores are those of the first agent per game, from 0 to 1; a draw is half a win.
// Intervals are at 95 %. After a sequential test they are slightly too narrow, since the results themselves decided
// when it stopped.
type Standing struct {
	Agents     [2]string      `json:"agents"`
	Digests    [2]string      `json:"digests"` // of the agents where these fights begin: see [agent.Digest]
	Luck       string         `json:"luck"`    // what values the dice, see luckWords
	Seed       uint64         `json:"seed"`
	Encounters []Contest      `json:"encounters"`
	All        Contest        `json:"all"` // each encounter weighs the same
	SPRT       *sprt          `json:"sprt"`
	sets       [][]pairResult // by set, a pair of each encounter
}

// Contest is the result of pairs of fights in one encounter, or in all of them.
type Contest struct {
	Encounter string         `json:"encounter"`
	Data      string         `json:"data,omitempty"` // of the rows and rulings of the (first) fight
	Pairs     int            `json:"pairs"`
	Wins      int            `json:"wins"` // the first agent's, of two games a pair
	Draws     int            `json:"draws"`
	Losses    int            `json:"losses"`
	Raw       agent.Interval `json:"raw"`
	Adjusted  agent.Interval `json:"adjusted"`  // Raw with the luck taken off
	Given     agent.Interval `json:"given"`     // the luck of the first agent in a game, whose true mean is 0
	Weight    float64        `json:"weight"`    // how much of the luck is taken off, on average
	Deviation [2]float64     `json:"deviation"` // standard deviation of one pair's score a game, raw and adjusted
}

// pairResult is one pair of fights. The index is the side that the first agent has, and both figures are the first
// agent's.
type pairResult struct {
	Score  [2]float64 `json:"score"` // 0, 0.5 or 1
	Luck   [2]float64 `json:"luck"`  // in win chance
	weight float64    // how much of the luck is taken off, learned from the pairs before
}

// Figures of a pair, as means of its two games: the score of the first agent, its luck, and its score without the luck.
func (p pairResult) raw() float64 { return (p.Score[0] + p.Score[1]) / 2 }

func (p pairResult) luck() float64 { return (p.Luck[0] + p.Luck[1]) / 2 }

func (p pairResult) withoutLuck() float64 { return p.raw() - p.weight*p.luck() }

// Run plays until all pairs are played or the test is decided. A set is one pair of each encounter. Only whole sets
// count, so that each encounter weighs the same. How much of the luck is taken off a pair is learned from the pairs
// before it and never from itself: otherwise the correction would favour whoever the pair favours. The same seed gives
// the same standing on any number of cores. If it is stopped it returns the error and the standing of the complete
// sets.
func (x Arena) Run(ctx context.Context) (Standing, error) {
	s := Standing{Agents: [2]string{x.Agents[0].String(), x.Agents[1].String()},
		Luck: luckWords(x.LuckLimits), Seed: x.Seed}
	if x.SPRT != nil {
		s.SPRT = newSPRT(*x.SPRT)
	}
	var err error
	if s.Digests, err = x.digestAgents(ctx); err != nil {
		return s, err
	}
	each := len(x.Encounters)
	var set []pairResult
	weighers := make([]work.LuckWeigher, each)
	err = jobs.Do(ctx, work.Pool(x.Jobs, x.Cores), x.Pairs*each, x.bench(ctx), func(k int, p pairResult) bool {
		w := &weighers[len(set)]
		// The weight first and then the lesson: a pair must not choose its own correction.
		p.weight = w.Weight()
		w.Learn(p.raw(), p.luck())
		if set = append(set, p); len(set) < each {
			return false
		}
		// Only now the set counts: every encounter has one pair more.
		s.sets = append(s.sets, set)
		// A new slice: the set is kept in s.sets.
		set = nil
		decided, llr := false, 0.0
		if s.SPRT != nil {
			decided = s.SPRT.Add(mean(s.sets[len(s.sets)-1], pairResult.withoutLuck))
			llr = s.SPRT.LLR
		}
		if x.Progress != nil {
			x.Progress(len(s.sets), llr)
		}
		return decided
	})
	s.tally(x.Encounters)
	return s, err
}

// digestAgents returns a digest of what each agent makes of the positions in which the first pairs begin: two agents of
// one name that do not play alike have different digests.
func (x Arena) digestAgents(ctx context.Context) (digests [2]string, err error) {
	fights := mapped(x.Encounters, func(e Encounter) *fight.Fight { return e.start(x.Seed) })
	for k, a := range x.Agents {
		if digests[k], err = agent.Digest(ctx, a, fights); err != nil {
			return digests, err
		}
	}
	return digests, nil
}

// luckWords says by what the luck of a throw is valued, as reports name it: "score", or "search nodes=200".
func luckWords(l search.Limits) string {
	if l == (search.Limits{}) {
		return "score"
	}
	return (&agent.Search{Limits: l}).String()
}

// kindPair names the jobs of an arena: each is a pair of fights.
const kindPair = "pair"

// arenaDoc is what the pairs of an arena have in common.
type arenaDoc struct {
	Agents     []string        `json:"agents"`
	Encounters []sentEncounter `json:"encounters"`
	Luck       int             `json:"luck"` // nodes
	Seed       uint64          `json:"seed"`
}

// bench returns the pairs as jobs.
func (x Arena) bench(ctx context.Context) jobs.Bench[pairResult] {
	return jobs.Bench[pairResult]{Kind: kindPair, Local: !work.Sendable(x.Agents[:]...), Ends: x.SPRT != nil,
		Doc: func() (any, error) {
			names, err := work.EncodeAgents(x.Agents[:]...)
			sent, failed := encodeEncounters(x.Encounters)
			return arenaDoc{names, sent, x.LuckLimits.Nodes, x.Seed}, cmp.Or(err, failed)
		},
		Work: func() func(int) (pairResult, error) { return x.worker(ctx) }}
}

// pairKind plays pairs of an arena that another machine runs. Whatever comes from a server is bounded before it is
// used.
var pairKind = jobs.Kind{Name: kindPair, Open: work.Opener(func(ctx context.Context, doc arenaDoc) (int, work.Workers[pairResult], error) {
	x := Arena{LuckLimits: search.Limits{Nodes: doc.Luck}, Seed: doc.Seed}
	err := work.CheckLuck(doc.Luck)
	if err != nil {
		return 0, nil, err
	}
	if x.Agents, err = work.DecodePair(ctx, doc.Agents); err != nil {
		return 0, nil, err
	}
	if x.Encounters, err = decodeEncounters(doc.Encounters); err != nil {
		return 0, nil, err
	}
	return len(x.Encounters) * PairsMax, x.bench(ctx).Work, nil
})}

// worker returns a function that plays pair k. Pairs are numbered set by set: the first pair of every encounter, then
// the second ones. The function keeps the playouts of each encounter until
// that encounter begins with another fight.
func (x Arena) worker(ctx context.Context) func(k int) (pairResult, error) {
	playouts, from := make([]*agent.Playouts, len(x.Encounters)), make([]*fight.Fight, len(x.Encounters))
	return func(k int) (pair pairResult, err error) {
		// Job k of a set is encounter k, see Run: whole sets are done first, so that a stopped arena has many of them.
		place, nth := k%len(x.Encounters), k/len(x.Encounters)
		seed := x.Seed + uint64(nth)
		if f := x.Encounters[place].start(seed); from[place] != f {
			playouts[place], from[place] = agent.NewPlayouts(f), f
		}
		for side := range 2 {
			agents := [2]agent.Agent{x.Agents[side], x.Agents[1-side]}
			o, err := playouts[place].Fight(ctx, agents, dice.Series(x.Seed, nth), &x.LuckLimits)
			if err != nil {
				return pair, fmt.Errorf("%s, seed %d: %w", x.Encounters[place].Name, seed, err)
			}
			pair.Score[side], pair.Luck[side] = o.Score, o.Luck
			if side == 1 { // the outcome is side 0's, and now that is the second agent
				pair.Score[side], pair.Luck[side] = 1-o.Score, -o.Luck
			}
		}
		return pair, nil
	}
}

// tally adds up the sets: a row for each encounter, and one for all of them, of which one sample is a whole set.
func (s *Standing) tally(encounters []Encounter) {
	s.All.Encounter = "all"
	for e, named := range encounters {
		c := Contest{Encounter: named.Name, Data: dataOf(named.Fights[0])}
		for _, set := range s.sets {
			c.count(set[e])
		}
		c.setFigures(s.sets, func(set []pairResult, figure func(pairResult) float64) float64 { return figure(set[e]) })
		s.Encounters = append(s.Encounters, c)
		s.All.Pairs, s.All.Wins, s.All.Draws, s.All.Losses = s.All.Pairs+c.Pairs, s.All.Wins+c.Wins,
			s.All.Draws+c.Draws, s.All.Losses+c.Losses
	}
	s.All.setFigures(s.sets, mean[pairResult])
}

// count counts both fights of a pair.
func (c *Contest) count(p pairResult) {
	c.Pairs++
	for _, score := range p.Score {
		switch score {
		case 1:
			c.Wins++
		case 0:
			c.Losses++
		default:
			c.Draws++
		}
	}
}

// setFigures sets the means with their intervals, the deviations and the weight. of returns the value of a figure in
// one set.
func (c *Contest) setFigures(sets [][]pairResult, of func(set []pairResult, figure func(pairResult) float64) float64) {
	each := func(figure func(pairResult) float64) []float64 {
		return mapped(sets, func(set []pairResult) float64 { return of(set, figure) })
	}
	raw, adjusted := each(pairResult.raw), each(pairResult.withoutLuck)
	c.Raw, c.Adjusted, c.Given = agent.IntervalOf(raw), agent.IntervalOf(adjusted), agent.IntervalOf(each(pairResult.luck))
	c.Deviation = [2]float64{deviation(raw), deviation(adjusted)}
	for _, weight := range each(func(p pairResult) float64 { return p.weight }) {
		c.Weight += weight / float64(len(sets))
	}
}

// contestSection returns contests as a table, with a column of their names.
func contestSection(title, of string, lines []string, contests []Contest) Section {
	return Section{Title: title, Lines: lines, Head: []string{of, "pairs", "raw", "95 % interval", "luck off", "95 % interval"},
		Rows: mapped(contests, func(c Contest) []string {
			return []string{c.Encounter, fmt.Sprint(c.Pairs), fmt.Sprintf("%.3f", c.Raw.Mean), wordInterval(c.Raw),
				fmt.Sprintf("%.3f", c.Adjusted.Mean), wordInterval(c.Adjusted)}
		})}
}
