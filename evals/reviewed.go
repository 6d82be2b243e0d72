package evals

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"kokyu/agent"
	"kokyu/agent/review"
	"kokyu/rules"
	"kokyu/rules/book"
	"kokyu/search"
)

// Reviewed measures what each level loses in its own fights, as kokyu review judges them: the scale by which a review says which
// level somebody plays like.
type Reviewed struct {
	Encounters []Encounter
	Fights     int // of each encounter and level
	Nodes      int // what the highest level looks at
	Review     int // nodes of each position of a review
	Seed       uint64
	Cores      int
	Done       func(level, fights, of int) // progress, may be nil
}

// LevelsReviewed is the result. It contains no times.
type LevelsReviewed struct {
	Encounters []string        `json:"encounters"`
	Fights     int             `json:"fights"`
	Nodes      int             `json:"nodes"`
	Review     int             `json:"review_nodes"`
	Seed       uint64          `json:"seed"`
	Levels     []LevelReviewed `json:"levels"`
}

// LevelReviewed is what a level loses in a system.
type LevelReviewed struct {
	System    string     `json:"system"`
	Level     int        `json:"level"`
	Decisions int        `json:"decisions"` // with something to lose
	Mean      float64    `json:"mean_mwp"`  // lost by one
	Accuracy  float64    `json:"accuracy"`
	Over      float64    `json:"over_most"` // share of the decisions that lose more than the level's most
	Worst     float64    `json:"worst_mwp"` // of all
	Kinds     []KindLost `json:"kinds"`     // what lost most first
}

// Run fights and reviews, level by level. If it is stopped it returns the error and the finished levels.
func (x Reviewed) Run(ctx context.Context) (LevelsReviewed, error) {
	found := LevelsReviewed{Fights: x.Fights, Nodes: x.Nodes, Review: x.Review, Seed: x.Seed, Levels: []LevelReviewed{}}
	for _, e := range x.Encounters {
		found.Encounters = append(found.Encounters, e.Name)
	}
	for level := 1; level <= book.LevelMax; level++ {
		rows, err := x.level(ctx, level)
		if err != nil {
			return found, err
		}
		found.Levels = append(found.Levels, rows...)
	}
	slices.SortStableFunc(found.Levels, func(a, b LevelReviewed) int {
		return cmp.Compare(slices.Index(agent.Systems(), a.System), slices.Index(agent.Systems(), b.System))
	})
	return found, nil
}

// level returns one level in every system.
func (x Reviewed) level(ctx context.Context, level int) (rows []LevelReviewed, err error) {
	mind := agent.As(&agent.Search{Limits: search.Limits{Nodes: x.Nodes}}, book.Character{Level: level})
	for _, system := range agent.Systems() {
		row := LevelReviewed{System: system, Level: level, Kinds: []KindLost{}}
		kinds := map[string]*KindLost{}
		for i, e := range x.Encounters {
			if e.Fight.Header().System != system {
				continue
			}
			for k := range x.Fights {
				r, err := x.one(ctx, e, mind, x.Seed+uint64(k))
				if err != nil {
					return nil, fmt.Errorf("%s: %w", e.Name, err)
				}
				row.add(r, kinds, float64(agent.Levels()[level-1].Most))
				if x.Done != nil {
					x.Done(level, i*x.Fights+k+1, len(x.Encounters)*x.Fights)
				}
			}
		}
		if row.Decisions > 0 {
			rows = append(rows, row.mean(kinds))
		}
	}
	return rows, nil
}

// one fights one fight and reviews it.
func (x Reviewed) one(ctx context.Context, e Encounter, mind agent.Agent, seed uint64) (*review.Review, error) {
	f := e.begin(seed).Again(seed)
	seats := make(agent.Seating, len(f.Roster()))
	for i := range seats {
		seats[i] = mind
	}
	if err := agent.Run(ctx, f, seats, func(rules.Step) error { return nil }); err != nil {
		return nil, err
	}
	q := review.Question{Start: e.begin(seed).Again(seed), Steps: f.Steps(), Nodes: x.Review, Cores: x.Cores}
	return q.Run(ctx)
}

// add counts a review in.
func (l *LevelReviewed) add(r *review.Review, kinds map[string]*KindLost, most float64) {
	for _, s := range r.Steps {
		if !s.Counts() {
			continue
		}
		l.Decisions++
		l.Mean += s.Loss
		l.Accuracy += review.Accuracy(s.Loss)
		l.Worst = max(l.Worst, s.Loss)
		if most > 0 && s.Loss > most {
			l.Over++
		}
		if kinds[s.Phase] == nil {
			kinds[s.Phase] = &KindLost{Kind: s.Phase}
		}
		kinds[s.Phase].Decisions++
		kinds[s.Phase].Mean += s.Loss
	}
}

// mean makes means of sums.
func (l LevelReviewed) mean(kinds map[string]*KindLost) LevelReviewed {
	n := float64(l.Decisions)
	for _, k := range kinds {
		if l.Mean > 0 {
			k.Share = k.Mean / l.Mean
		}
		k.Mean /= float64(k.Decisions)
		l.Kinds = append(l.Kinds, *k)
	}
	slices.SortFunc(l.Kinds, func(a, b KindLost) int { return cmp.Or(cmp.Compare(b.Share, a.Share), cmp.Compare(a.Kind, b.Kind)) })
	l.Mean, l.Accuracy, l.Over = l.Mean/n, l.Accuracy/n, l.Over/n
	return l
}

// Sections returns the report in words, in order.
func (r LevelsReviewed) Sections() []Section {
	all := Section{Title: "The levels, reviewed", Lines: []string{
		"Each level against itself, judged as kokyu review does, over the decisions whose best and worst option differ by more than 10 mWP. Over its most: the share of them that lose more than the level's most " +
			"(by its own sight it never takes such an option; the review sees farther).",
		fmt.Sprintf("Made by: kokyu-lab eval reviews %s --count %d --nodes %d --review %d --seed %d --report md",
			strings.Join(quotedNames(r.Encounters), " "), r.Fights, r.Nodes, r.Review, r.Seed)},
		Head: []string{"system, level", "decisions", "lost by one", "accuracy", "over its most", "worst"}}
	kinds := Section{Title: "By kind of decision", Head: []string{"system, level, kind", "decisions", "lost by one", "share of all lost"}}
	for _, l := range r.Levels {
		name := fmt.Sprintf("%s, %d", l.System, l.Level)
		all.Rows = append(all.Rows, []string{name, fmt.Sprint(l.Decisions), mwp(l.Mean), fmt.Sprintf("%.1f", l.Accuracy), percent(l.Over), mwp(l.Worst)})
		for _, k := range l.Kinds[:min(3, len(l.Kinds))] {
			kinds.Rows = append(kinds.Rows, []string{name + ", " + k.Kind, fmt.Sprint(k.Decisions), mwp(k.Mean), percent(k.Share)})
		}
	}
	return []Section{all, kinds}
}

// quotedNames are names as a shell takes them.
func quotedNames(names []string) (list []string) {
	for _, n := range names {
		if strings.Contains(n, " ") {
			n = "'" + n + "'"
		}
		list = append(list, n)
	}
	return list
}
