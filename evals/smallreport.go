package evals

import (
	"bytes"
	"cmp"
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"

	"kokyu/agent"
	"kokyu/rules/text"
	"kokyu/search"
)

// smallReport is what was found in small fights. It contains no times: the same seeds, agents and rows give the same
// report.
type smallReport struct {
	Systems []string          `json:"systems"`
	First   uint64            `json:"first"`
	Count   int               `json:"count"`
	Each    int               `json:"fights_each"`
	Limits  [2]int            `json:"limits"` // the most states and the most positions between decisions
	Agents  []string          `json:"agents"`
	Fights  []smallFight      `json:"fights"`
	Figures []smallSum        `json:"figures"` // by agent
	Met     []thresholdResult `json:"asked"`
	Partial bool              `json:"partial"`
}

// smallFight is one seed's fight with what each agent lost in it.
type smallFight struct {
	Seed   uint64       `json:"seed"`
	System string       `json:"system"`
	Draws  map[fate]int `json:"draws"`
	File   string       `json:"file"` // the encounter; empty if none of the draws was taken
	Sides  [2]int       `json:"sides"`
	Value  float64      `json:"value"` // of the fight for side 0 under best play, 0 to 1
	Size   search.Size  `json:"size"`
	Has    []string     `json:"has"`  // what the fight is made of: kinds of decisions that were met, zones, an objective
	Lost   []smallLost  `json:"lost"` // what each agent lost
}

// smallLost is what one agent lost in one fight.
type smallLost struct {
	Fights    []float64      `json:"fights"`    // the loss in each fight, in mWP
	Decisions map[string]int `json:"decisions"` // how many decisions between two options or more, by kind
	// Choices are the decisions that lost anything, equal ones as one, first those that lost most in all.
	Choices []repeatedMistake `json:"choices"`
}

// repeatedMistake is a mistake with the number of times that it was made.
type repeatedMistake struct {
	mistake
	Times int `json:"times"`
}

// loss returns what the mistake lost in all, in mWP.
func (m repeatedMistake) loss() float64 { return float64(m.Regret * float64(m.Times)) }

// tally counts equal mistakes, first those that lost most in all.
func tally(times map[mistake]int) []repeatedMistake {
	list := []repeatedMistake{}
	for m, n := range times {
		list = append(list, repeatedMistake{m, n})
	}
	slices.SortFunc(list, func(a, b repeatedMistake) int {
		return cmp.Or(cmp.Compare(b.loss(), a.loss()), cmp.Compare(a.Round, b.Round), cmp.Compare(a.Seat, b.Seat),
			cmp.Compare(a.Did, b.Did), cmp.Compare(a.Best, b.Best))
	})
	return list
}

// perDecision returns what a decision lost, in mWP.
func (l smallLost) perDecision() float64 {
	decisions := 0
	for _, n := range l.Decisions {
		decisions += n
	}
	return sum(l.Fights, itself) / float64(max(1, decisions))
}

// smallSum is what an agent lost over all fights.
type smallSum struct {
	Agent string `json:"agent"`
	// Of says which fights: all, those of a system, of a number of combatants, or of a band of states.
	Of     string     `json:"of"`
	Solved int        `json:"solved"`
	Mean   float64    `json:"mean_mwp"`        // the loss of a decision, the mean over the fights
	P95    float64    `json:"p95_mwp"`         // 95 % of the fights lose no more a decision
	Worst  float64    `json:"worst_mwp"`       // the fight in which a decision loses most
	AFight float64    `json:"fight"`           // the loss of both sides in a fight, as a share of a win
	Kinds  []kindLoss `json:"kinds,omitempty"` // of all fights: what lost most first
}

// smallBounds are the largest losses of a decision that are asked of agents, in mWP: the first for the mean of all
// fights and of each part of them, the second for 95 % of all fights.
var smallBounds = map[string][2]float64{"search nodes=2000": {3, 12}, "search nodes=20000": {1, 4}}

// neverWorse is the agent that may lose more than greedy in no fight at all.
const neverWorse = "search nodes=20000"

// allFights is the name of all fights.
const allFights = "all"

// groups returns the parts of the fights that have figures of their own: all of them, each system, each number of
// combatants, and each band of states.
func (r smallReport) groups() (list []smallGroup) {
	list = append(list, smallGroup{allFights, func(smallFight) bool { return true }})
	for _, system := range r.Systems {
		list = append(list, smallGroup{system, func(f smallFight) bool { return f.System == system }})
	}
	for seats := 2; seats <= 4; seats++ {
		list = append(list, smallGroup{fmt.Sprintf("%d combatants", seats), func(f smallFight) bool {
			return f.Sides[0]+f.Sides[1] == seats
		}})
	}
	// Bands of states, each up to ten times as many as the one before: up to 10,000, then to 100,000 and to a million.
	for most := 10_000; most <= smallSolving.States; most *= 10 {
		list = append(list, smallGroup{fmt.Sprintf("up to %d states", most), func(f smallFight) bool {
			return f.Size.States <= most && (most == 10_000 || f.Size.States > most/10)
		}})
	}
	return list
}

// smallGroup is a part of the fights.
type smallGroup struct {
	name string
	has  func(f smallFight) bool
}

// solvedFights returns the fights of those seeds for which a draw was taken.
func (r smallReport) solvedFights() []smallFight {
	return text.Keep(r.Fights, func(f smallFight) bool { return f.File != "" })
}

// sumUp makes the figures of the fights.
func (r *smallReport) sumUp() {
	r.Figures, r.Met = []smallSum{}, []thresholdResult{}
	fights := r.solvedFights()
	if len(fights) == 0 {
		return
	}
	groups := r.groups()
	for i, name := range r.Agents {
		bounds, ok := smallBounds[name]
		for _, group := range groups {
			part := text.Keep(fights, group.has)
			if len(part) == 0 {
				continue
			}
			s := sumOfFights(part, i)
			s.Agent, s.Of = name, group.name
			if group.name != allFights {
				s.Kinds = nil
			}
			r.Figures = append(r.Figures, s)
			if ok {
				r.addBound(name+", "+group.name+": mean, mWP a decision", s.Mean, bounds[0])
			}
			if ok && group.name == allFights {
				r.addBound(name+", "+group.name+": 95 % of the fights, mWP a decision", s.P95, bounds[1])
			}
		}
	}
	r.compareWithGreedy(fights)
}

// sumOfFights returns what the i-th agent lost over some fights, of which there must be one at least.
func sumOfFights(fights []smallFight, i int) smallSum {
	s, means, kinds := smallSum{Solved: len(fights)}, []float64{}, kindSums{}
	for _, f := range fights {
		l := f.Lost[i]
		means = append(means, l.perDecision())
		s.AFight += agent.IntervalOf(l.Fights).Mean / 1000 / float64(len(fights))
		for kind, n := range l.Decisions {
			kinds.add(kind, n, 0)
		}
		for _, c := range l.Choices {
			kinds.add(c.Kind, 0, c.loss())
		}
	}
	slices.Sort(means)
	s.Mean, s.Worst = mean(means, itself), means[len(means)-1]
	s.P95 = means[min(len(means)-1, int(math.Ceil(0.95*float64(len(means))))-1)]
	s.Kinds = kinds.list()
	return s
}

// addBound adds a figure with the largest value that is asked.
func (r *smallReport) addBound(what string, got, most float64) {
	r.Met = append(r.Met, thresholdResult{Name: what, Got: got, Bound: most, OK: got <= most})
}

// compareWithGreedy asks that the search with the most nodes loses more than greedy in no fight.
func (r *smallReport) compareWithGreedy(fights []smallFight) {
	greedy, search := slices.Index(r.Agents, "greedy"), slices.Index(r.Agents, neverWorse)
	if greedy < 0 || search < 0 {
		return
	}
	n := 0
	for _, f := range fights {
		if agent.IntervalOf(f.Lost[search].Fights).Mean > agent.IntervalOf(f.Lost[greedy].Fights).Mean+1e-9 {
			n++
		}
	}
	r.addBound(neverWorse+": fights that lose more than greedy", float64(n), 0)
}

// Passed reports whether all figures are within their bounds.
func (r smallReport) Passed() bool {
	return !slices.ContainsFunc(r.Met, func(m thresholdResult) bool { return !m.OK })
}

// makeup returns what a fight is made of: the kinds of its decisions, and the keys in its file that tell one fight from
// another, each with a colon.
func makeup(file []byte, lost []smallLost) []string {
	has := map[string]bool{}
	for _, l := range lost {
		for kind := range l.Decisions {
			has[kind] = true
		}
	}
	for _, key := range []string{"zones", "objective", "heads", "caster", "now"} {
		if bytes.Contains(file, []byte(key+":")) {
			has[key+":"] = true
		}
	}
	return slices.Sorted(maps.Keys(has))
}

// Sections returns the report for people.
func (r smallReport) Sections() (list []Section) {
	fights := r.solvedFights()
	list = append(list, r.drawnSection(fights))
	list = append(list, Section{Title: "Lost on its own way",
		Lines: []string{fmt.Sprintf("mWP a decision, and a share of a win a fight in brackets, with half of its 95 %% interval; %d fights of each agent against itself.", r.Each)},
		Head:  append([]string{"seed", "sides", "value", "states"}, r.Agents...),
		Rows: mapped(fights, func(f smallFight) []string {
			row := []string{fmt.Sprintf("%d, %s", f.Seed, f.System), fmt.Sprintf("%d v %d", f.Sides[0], f.Sides[1]),
				fmt.Sprintf("%.3f", f.Value), fmt.Sprint(f.Size.States)}
			for _, l := range f.Lost {
				i := agent.IntervalOf(l.Fights)
				row = append(row, fmt.Sprintf("%s (%.3f ± %.3f)", mwp(l.perDecision()), i.Mean/1000, (i.High-i.Mean)/1000))
			}
			return row
		})})
	list = append(list, Section{Title: "All fights, and their parts", Head: []string{"agent", "of", "fights", "mean", "95 % at most", "worst", "a fight"},
		Rows: mapped(r.Figures, func(s smallSum) []string {
			return []string{s.Agent, s.Of, fmt.Sprint(s.Solved), mwp(s.Mean), mwp(s.P95), mwp(s.Worst),
				fmt.Sprintf("%.4f", s.AFight)}
		})})
	for _, s := range r.Figures {
		if s.Of == allFights {
			list = append(list, Section{Title: "What lost it, by kind of decision, " + s.Agent,
				Head: []string{"kind", "decisions", "lost a decision", "share of all lost"}, Rows: kindRows("", s.Kinds)})
		}
	}
	if len(r.Met) > 0 {
		list = append(list, thresholdSection("Asked", r.Met))
	}
	return list
}

// drawnSection reports what became of the draws.
func (r smallReport) drawnSection(fights []smallFight) Section {
	s := Section{Title: fmt.Sprintf("Small fights of seeds %d to %d", r.First, r.First+uint64(r.Count)-1),
		Head: append([]string{"system", "drawn"}, mapped(fates, func(f fate) string { return string(f) })...)}
	if r.Partial {
		s.Lines = append(s.Lines, fmt.Sprintf("Stopped: the figures are of %d seeds.", len(r.Fights)))
	}
	s.Lines = append(s.Lines, fmt.Sprintf("A seed draws encounters until one is taken, at most %d. Too many are more than %d states, or than %d positions between decisions; "+
		"decided already is a fight that best play wins less than %g %% or more than %g %% of the time; nothing hangs on a fight in which a coin loses less than %g thousandths of a win.",
		smallDraws, r.Limits[0], r.Limits[1], 100*decidedBelow, 100*(1-decidedBelow), 1000*idleBelow))
	for _, system := range append(slices.Clone(r.Systems), allFights) {
		row, n := []string{system}, 0
		for _, v := range fates {
			of := 0
			for _, f := range r.Fights {
				if f.System == system || system == allFights {
					of += f.Draws[v]
				}
			}
			row, n = append(row, fmt.Sprint(of)), n+of
		}
		s.Rows = append(s.Rows, slices.Insert(row, 1, fmt.Sprint(n)))
	}
	has := map[string]int{}
	for _, f := range fights {
		has[fmt.Sprintf("%d against %d", f.Sides[0], f.Sides[1])]++
		for _, what := range f.Has {
			has[strings.TrimSuffix(what, ":")]++
		}
	}
	var words []string
	for _, what := range slices.Sorted(maps.Keys(has)) {
		words = append(words, fmt.Sprintf("%s: %d", what, has[what]))
	}
	if len(words) > 0 {
		s.Lines = append(s.Lines, "Of those taken, how many are or have what: "+strings.Join(words, ", ")+".")
	}
	return s
}
