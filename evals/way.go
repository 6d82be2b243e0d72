package evals

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"kokyu/agent"
	"kokyu/rules"
	"kokyu/rules/fight"
)

// wayMeans explains the figures of [wayReport] in reports.
const wayMeans = "What an agent gives away against exact values where its own play takes it. It fights itself, and each decision of either side loses the exact win " +
	"chance of the best option less that of the one taken, in mWP; a fight loses the sum of its decisions, a share of a win, with its 95 % interval; the kinds are of what was done"

// wayReport is the win chance that an agent loses in its own play, see [wayMeans].
type wayReport struct {
	Encounters []gone     `json:"encounters"`
	Kinds      []kindLost `json:"kinds"`    // over all encounters, what lost most first
	LeftOut    []string   `json:"left_out"` // encounters that take minutes to solve, and whose tables are not at hand
}

// gone is the loss in one encounter.
type gone struct {
	Encounter string         `json:"encounter"`
	Value     float64        `json:"value"` // of the fight for side 0 under best play, 0 to 1
	Fights    int            `json:"fights"`
	Decisions int            `json:"decisions"` // between two options or more
	Mean      float64        `json:"mean_mwp"`  // lost, a decision
	Fight     agent.Interval `json:"fight"`     // lost by both sides, a share of a win
	Kinds     []kindLost     `json:"kinds"`     // what lost most first
}

// kindLost is the loss by decisions of one kind.
type kindLost struct {
	Kind      string  `json:"kind"` // attack, reserve, end, move, order, wait ...
	Decisions int     `json:"decisions"`
	Mean      float64 `json:"mean_mwp"`
	Share     float64 `json:"share"` // of all that was lost, 0 to 1
}

// ownFight is one fight of an agent against itself with every decision judged: a sample of the run's log.
type ownFight struct {
	ID        string         `json:"id"`
	Encounter string         `json:"encounter"`
	Seed      uint64         `json:"seed"`
	Choices   []Mistake      `json:"choices"`   // that lost anything
	Decisions map[string]int `json:"decisions"` // by kind, all of them
}

// Mistake is a decision that was not the best.
type Mistake struct {
	Round  int     `json:"round"`
	Seat   string  `json:"seat"`
	Kind   string  `json:"kind"`
	Did    string  `json:"did"`
	Best   string  `json:"best"`
	Regret float64 `json:"regret_mwp"`
}

// way fights the agent against itself on every encounter whose exact values are at hand.
func (r *Run) way(ctx context.Context, a agent.Agent, found *agentReport) error {
	found.Way = &wayReport{Encounters: []gone{}, LeftOut: []string{}}
	var encounters []Encounter
	for _, e := range r.Suite.Encounters {
		if slices.Contains(r.Suite.Long, e.Name) && !r.Hooks.SolveSlow {
			found.Way.LeftOut = append(found.Way.LeftOut, e.Name)
			continue
		}
		if _, err := r.solvedValues(e); err != nil { // before any fight: a faulty table is told at once
			return err
		}
		encounters = append(encounters, e)
	}
	for _, e := range encounters {
		if err := r.walk(ctx, a, e, found); err != nil || r.logErr != nil {
			found.Way.Kinds = kindsLost(found.ownFights)
			return err
		}
	}
	found.Way.Kinds = kindsLost(found.ownFights)
	return nil
}

// walk returns the way through one encounter.
func (r *Run) walk(ctx context.Context, a agent.Agent, e Encounter, found *agentReport) error {
	truth, err := r.solvedValues(e)
	if err != nil {
		return err
	}
	value, ok := truth.Value(e.Fight)
	if !ok {
		return fmt.Errorf("the start of %s has no exact value", e.Name)
	}
	walks, err := takeSamples(ctx, r, a, e.Name+", fights", r.Suite.Fights, r.walks(ctx, a, e, truth),
		func(line *sampleLine, w *ownFight) { line.Walk = w })
	found.ownFights = append(found.ownFights, walks...)
	found.Way.Encounters = append(found.Way.Encounters, goneOf(e.Name, value, walks))
	return err
}

// walk plays one fight and judges every decision.
func (m *judgedAgent) walk(ctx context.Context, e Encounter, truth Truth, seed uint64) (w ownFight, err error) {
	w = ownFight{ID: fmt.Sprintf("%s-%d", e.Name, seed), Encounter: e.Name, Seed: seed, Choices: []Mistake{}, Decisions: map[string]int{}}
	f := e.Fight.Again(seed)
	err = fightOn(ctx, f, func(_ int, options []fight.Option) (rules.Action, error) {
		if len(options) == 1 {
			return options[0].Action, nil
		}
		return m.stray(ctx, f, options, truth, &w)
	}, nil)
	if err != nil {
		return w, fmt.Errorf("%s: %w", w.ID, err)
	}
	return w, nil
}

// stray returns one decision of a walk, judged.
func (m *judgedAgent) stray(ctx context.Context, f *fight.Fight, options []fight.Option, truth Truth, w *ownFight) (a rules.Action, err error) {
	values, ok := truth.Options(f)
	if !ok {
		return a, fmt.Errorf("a position in round %d has no exact values", f.Round())
	}
	if a, err = m.takes(ctx, f); err != nil {
		return a, err
	}
	c, err := judgeChoice(f, a, 0, values)
	if err != nil {
		return a, err
	}
	kind := optionOf(options, a).Phase
	w.Decisions[kind]++
	if c.Regret > optimal {
		s := Mistake{f.Round(), c.Seat, kind, c.Did, c.Best, c.Regret}
		if w.Choices = append(w.Choices, s); m.lossy != nil {
			m.lossy(f, s)
		}
	}
	return a, nil
}

// goneOf sums the walks through an encounter up.
func goneOf(name string, value float64, walks []ownFight) gone {
	g := gone{Encounter: name, Value: value, Fights: len(walks), Kinds: kindsLost(walks)}
	var lost []float64
	for _, w := range walks {
		lost = append(lost, w.loss()/1000)
	}
	g.Fight = agent.IntervalOf(lost)
	for _, k := range g.Kinds {
		g.Decisions += k.Decisions
	}
	g.Mean = 1000 * g.Fight.Mean * float64(g.Fights) / float64(max(1, g.Decisions))
	return g
}

// loss returns what a fight's decisions lost, in mWP.
func (w ownFight) loss() (sum float64) {
	for _, c := range w.Choices {
		sum += c.Regret
	}
	return sum
}

// worst returns the loss of a decision where it is largest, in mWP.
func (w *wayReport) worst() (most float64) {
	for _, g := range w.Encounters {
		most = max(most, g.Mean)
	}
	return most
}

// kindSums are what decisions of each kind lost in all.
type kindSums struct {
	of  map[string]*kindLost
	all float64
}

// add counts decisions of a kind in, and what they lost in all.
func (s *kindSums) add(kind string, decisions int, lost float64) {
	if s.of == nil {
		s.of = map[string]*kindLost{}
	}
	if s.of[kind] == nil {
		s.of[kind] = &kindLost{Kind: kind}
	}
	s.of[kind].Decisions += decisions
	s.of[kind].Mean += lost
	s.all += lost
}

// list returns the means, of what lost most first.
func (s *kindSums) list() []kindLost {
	list := []kindLost{}
	for _, k := range s.of {
		if s.all > 0 {
			k.Share = k.Mean / s.all
		}
		k.Mean /= float64(k.Decisions)
		list = append(list, *k)
	}
	slices.SortFunc(list, func(a, b kindLost) int { return cmp.Or(cmp.Compare(b.Share, a.Share), cmp.Compare(a.Kind, b.Kind)) })
	return list
}

// kindsLost sums decisions up by their kind.
func kindsLost(walks []ownFight) []kindLost {
	var kinds kindSums
	for _, w := range walks {
		for kind, n := range w.Decisions {
			kinds.add(kind, n, 0)
		}
		for _, c := range w.Choices {
			kinds.add(c.Kind, 0, c.Regret)
		}
	}
	return kinds.list()
}

// kindRows returns the rows of a table with a column of kinds: of is what they are of, as far as that is to be said.
func kindRows(of string, list []kindLost) (rows [][]string) {
	for _, k := range list {
		rows = append(rows, []string{of + k.Kind, fmt.Sprint(k.Decisions), mwp(k.Mean), percent(k.Share)})
	}
	return rows
}

// sections returns the way in words.
func (w *wayReport) sections(name string) []Section {
	fights := Section{Title: "The own way of " + name, Lines: []string{wayMeans + "."},
		Head: []string{"encounter", "value", "fights", "decisions", "lost a decision", "lost a fight", "95 % interval"}}
	for _, g := range w.Encounters {
		fights.Rows = append(fights.Rows, []string{g.Encounter, fmt.Sprintf("%.4f", g.Value), fmt.Sprint(g.Fights), fmt.Sprint(g.Decisions), mwp(g.Mean),
			fmt.Sprintf("%.4f", g.Fight.Mean), fmt.Sprintf("%.4f to %.4f", g.Fight.Low, g.Fight.High)})
	}
	if len(w.LeftOut) > 0 {
		fights.Lines = append(fights.Lines, "Left out, as their solution takes minutes: "+
			strings.Join(w.LeftOut, ", ")+". With --tables they are solved once and kept.")
	}
	kinds := Section{Title: "What lost it, by kind of decision", Head: []string{"encounter, kind", "decisions", "lost a decision", "share of all lost"}}
	kinds.Rows = kindRows("all, ", w.Kinds)
	for _, g := range w.Encounters {
		kinds.Rows = append(kinds.Rows, kindRows(g.Encounter+", ", g.Kinds)...)
	}
	return []Section{fights, kinds}
}
