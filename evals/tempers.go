package evals

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strings"

	"kokyu/agent"
	"kokyu/agent/jobs"
	"kokyu/agent/work"
	"kokyu/rules"
	"kokyu/rules/book"
	"kokyu/search"
)

// Tempers measures what each temper shows and what it costs: one side has it and the other has none, in pairs of fights as
// [Arena] plays them. At each decision it is compared with what the same search takes without a temper. Nobody yields.
type Tempers struct {
	Encounters []Encounter
	Tempers    []agent.Temper
	Pairs      int // of each encounter
	Nodes      int // of a decision
	Luck       search.Limits
	Seed       uint64
	Cores      int
	Done       func(temper string, pairs int) // progress, may be nil
}

// TempersFound is the result. It contains no times.
type TempersFound struct {
	Names   []string      `json:"encounters"`
	Only    string        `json:"temper,omitempty"` // the one measured; empty: all
	Pairs   int           `json:"pairs"`            // of each encounter
	Nodes   int           `json:"nodes"`
	Luck    string        `json:"luck"`
	Seed    uint64        `json:"seed"`
	Tempers []TemperFound `json:"tempers"`
}

// TemperFound is the result of one temper. Scores are those of the side that has it, per game.
type TemperFound struct {
	Temper  string          `json:"temper"`
	Systems []Contest       `json:"systems"` // each encounter of a system weighs the same
	All     Contest         `json:"all"`     // each system weighs the same
	Shown   []TemperInShown `json:"shown"`   // by system
}

// TemperInShown is how a temper decided in the fights of a system, between two options or more.
type TemperInShown struct {
	System    string      `json:"system"`
	Decisions int         `json:"decisions"`
	Other     int         `json:"other"`    // what is taken is not what the search takes without a temper,
	LossMWP   float64     `json:"loss_mwp"` // and loses so much by the search's own sight, in all
	Wants     []WantShown `json:"wants"`    // in the order of the temper's row
}

// WantShown is how often a want was met where some options meet it and others do not.
type WantShown struct {
	Want  agent.Want `json:"want"`
	Open  int        `json:"open"`
	Met   int        `json:"met"`   // by what is taken,
	Plain int        `json:"plain"` // and by what would be taken without a temper
}

// Shows reports whether a want is met more often than without the temper or, if it is shunned, less often.
func (w WantShown) Shows() bool { return w.Met != w.Plain && w.Met > w.Plain == (w.Want.Points > 0) }

// tempered is a search with a temper that counts what this changes.
type tempered struct {
	agent.Search
	shown TemperInShown
}

// Choose counts one decision and takes it.
func (a *tempered) Choose(ctx context.Context, v agent.View) (rules.Action, error) {
	taken, r, err := a.Decide(ctx, v)
	if err != nil || r.Mixed() || r.Blind() || len(r.Options) < 2 {
		return taken, err
	}
	t, value := &a.shown, map[rules.Action]float64{}
	for _, o := range r.Options {
		value[o.Action] = o.Value
	}
	t.Decisions++
	if taken != r.Best {
		t.Other++
		t.LossMWP += 1000 * math.Abs(value[r.Best]-value[taken]) / 2
	}
	for i, met := range v.Met(r, a.Character) {
		if !slices.Contains(met, true) || !slices.Contains(met, false) {
			continue
		}
		t.Wants[i].Open++
		for k, o := range r.Options {
			if met[k] && o.Action == taken {
				t.Wants[i].Met++
			}
			if met[k] && o.Action == r.Best {
				t.Wants[i].Plain++
			}
		}
	}
	return taken, nil
}

func newTempered(of agent.Temper, nodes int) *tempered {
	a := &tempered{Search: agent.Search{Limits: search.Limits{Nodes: nodes}, Character: book.Character{Temper: of.Temper}}}
	for _, w := range of.Wants {
		a.shown.Wants = append(a.shown.Wants, WantShown{Want: w})
	}
	return a
}

// As leaves the agent as it is: its temper is the one measured, whatever the encounter says.
func (a *tempered) As(book.Character) agent.Agent { return a }

// add adds what was counted elsewhere.
func (t *TemperInShown) add(o TemperInShown) {
	t.Decisions, t.Other, t.LossMWP = t.Decisions+o.Decisions, t.Other+o.Other, t.LossMWP+o.LossMWP
	for i, w := range o.Wants {
		t.Wants[i].Open, t.Wants[i].Met, t.Wants[i].Plain = t.Wants[i].Open+w.Open, t.Wants[i].Met+w.Met, t.Wants[i].Plain+w.Plain
	}
}

// Run measures one temper after another. If it is stopped it returns the error and the tempers that were finished.
func (x Tempers) Run(ctx context.Context) (TempersFound, error) {
	found := TempersFound{Pairs: x.Pairs, Nodes: x.Nodes, Luck: luckBy(x.Luck), Seed: x.Seed, Tempers: []TemperFound{}}
	for _, e := range x.Encounters {
		found.Names = append(found.Names, e.Name)
	}
	if len(x.Tempers) == 1 {
		found.Only = x.Tempers[0].Temper
	}
	for _, row := range x.Tempers {
		one, err := x.one(ctx, row)
		if err != nil {
			return found, err
		}
		found.Tempers = append(found.Tempers, one)
	}
	return found, nil
}

// temperedPair is a pair of fights, with what was counted in both.
type temperedPair struct {
	paired
	shown TemperInShown
}

// one measures one temper.
func (x Tempers) one(ctx context.Context, row agent.Temper) (TemperFound, error) {
	found := TemperFound{Temper: row.Temper}
	arena := Arena{Encounters: x.Encounters, Luck: x.Luck, Seed: x.Seed}
	plain := &agent.Search{Limits: search.Limits{Nodes: x.Nodes}}
	worker := func() func(k int) (temperedPair, error) {
		room := arena.room(ctx)
		return func(k int) (temperedPair, error) {
			a := newTempered(row, x.Nodes)
			p, err := room(k, [2]agent.Agent{a, plain})
			return temperedPair{p, a.shown}, err
		}
	}
	each := len(x.Encounters)
	weighers, s := make([]work.Weigher, each), Standing{}
	var set []paired
	err := jobs.Ordered(ctx, x.Pairs*each, max(1, x.Cores), worker, func(k int, p temperedPair) bool {
		w := &weighers[k%each]
		p.weight = w.Weight()
		w.Learn(p.raw(), p.given())
		found.in(x.Encounters[k%each].Fight.Header().System, row).add(p.shown)
		if set = append(set, p.paired); len(set) == each {
			s.sets = append(s.sets, set)
			set = nil
			if x.Done != nil {
				x.Done(row.Temper, len(s.sets))
			}
		}
		return false
	})
	s.tally(x.Encounters)
	found.Systems = systemsOf(s, x.Encounters)
	found.All = together("all", found.Systems)
	return found, err
}

// in is what was counted in a system.
func (t *TemperFound) in(system string, row agent.Temper) *TemperInShown {
	for i := range t.Shown {
		if t.Shown[i].System == system {
			return &t.Shown[i]
		}
	}
	none := newTempered(row, 0).shown
	none.System = system
	t.Shown = append(t.Shown, none)
	return &t.Shown[len(t.Shown)-1]
}

// Sections returns the report in words, in order.
func (f TempersFound) Sections() []Section {
	only := ""
	if f.Only != "" {
		only = " --temper " + f.Only
	}
	costs := Section{Title: "Tempers", Head: []string{"temper", "of", "pairs", "raw", "95% interval", "luck off", "95% interval", "takes another", "loses, mWP"}, Lines: []string{
		"What a side with the temper scores a game against one with none, with its 95 % interval: pairs of fights on common dice, each side once with it, the luck of the dice judged by " + f.Luck +
			" and taken off. Then how many of its decisions are others than without the temper, and what such a one loses by the search's own sight. Nobody yields.",
		fmt.Sprintf("Made by: kokyu-lab eval tempers %s%s --count %d --nodes %d --seed %d --report md", strings.Join(quotedNames(f.Names), " "), only, f.Pairs, f.Nodes, f.Seed)}}
	shows := Section{Title: "What each shows", Head: []string{"temper, want", "points"}, Lines: []string{
		"How often a want is met, in percent of the decisions where some options meet it and others do not: with the temper, and what the same search takes in the same positions without it. In brackets the decisions. Of what is shunned it should be less."}}
	for i, t := range f.Tempers {
		for _, c := range append(slices.Clone(t.Systems), t.All) {
			row := append([]string{t.Temper, c.Encounter}, c.row()...)
			if k := slices.IndexFunc(t.Shown, func(s TemperInShown) bool { return s.System == c.Encounter }); k >= 0 {
				s := t.Shown[k]
				row = append(row, percent(float64(s.Other)/float64(max(1, s.Decisions))), fmt.Sprintf("%.1f", s.LossMWP/float64(max(1, s.Other))))
			} else {
				row = append(row, "", "")
			}
			costs.Rows = append(costs.Rows, row)
		}
		for k := range t.Shown[0].Wants {
			w := t.Shown[0].Wants[k].Want
			name := t.Temper + ": " + w.Want
			if w.When != "" {
				name += " (" + w.When + ")"
			}
			row := []string{name, fmt.Sprintf("%+d", w.Points)}
			for _, s := range t.Shown {
				if i == 0 && k == 0 {
					shows.Head = append(shows.Head, s.System)
				}
				row = append(row, s.Wants[k].String())
			}
			shows.Rows = append(shows.Rows, row)
		}
	}
	return []Section{costs, shows}
}

// String is the want as it was met: "34 for 21 (210)".
func (w WantShown) String() string {
	if w.Open == 0 {
		return "-"
	}
	return fmt.Sprintf("%.0f for %.0f (%d)", 100*float64(w.Met)/float64(w.Open), 100*float64(w.Plain)/float64(w.Open), w.Open)
}
