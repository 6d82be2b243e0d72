package evals

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"slices"

	"kokyu/agent"
	"kokyu/agent/review"
	"kokyu/rules/book"
	"kokyu/search"
)

// reviewsSeries measures what each level loses in its own fights, as kokyu review judges them: the scale by which a
// review says which level somebody plays like.
var reviewsSeries = Series{Name: "reviews", Of: "encounter", Usual: ladderEncounters, Short: "Measure what each level loses, as kokyu review judges it",
	Flags: []ownFlag{{"count", "`N` fights of each level on each encounter", 4, 1, 1000},
		{"review", "`N` nodes to search for each position of a review", 20_000, 1, agent.NodesMax}}, take: takeReviews}

// LevelsReviewed is what each level loses in each system. It contains no times.
type LevelsReviewed struct {
	Encounters []string        `json:"encounters"`
	Fights     int             `json:"fights"`
	Nodes      int             `json:"nodes"`
	Review     int             `json:"review_nodes"`
	Seed       uint64          `json:"seed"`
	Levels     []levelReviewed `json:"levels"`
	line       string          // the command that makes it again
}

// levelReviewed is what a level loses in a system.
type levelReviewed struct {
	System    string     `json:"system"`
	Level     int        `json:"level"`
	Decisions int        `json:"decisions"` // decisions with something to lose
	Mean      float64    `json:"mean_mwp"`  // the mean loss of one of them
	Accuracy  float64    `json:"accuracy"`
	Over      float64    `json:"over_most"` // share of the decisions that lose more than the level's most
	Worst     float64    `json:"worst_mwp"` // the largest loss
	Kinds     []kindLoss `json:"kinds"`     // what lost most first
	kinds     kindSums   // Kinds before they are means
}

// reviewedLoss is a decision of a reviewed fight, with what it lost, in mWP.
type reviewedLoss struct {
	Phase string  `json:"phase"`
	Lost  float64 `json:"lost_mwp"`
}

// takeReviews fights and reviews all fights of level 1 first, then those of level 2, and so on. A level that is not
// finished is not reported.
func takeReviews(ctx context.Context, q Question) (Finding, error) {
	report := LevelsReviewed{Encounters: q.Names, Fights: q.Count, Nodes: q.Nodes, Review: q.Review, Seed: q.Seed,
		Levels: []levelReviewed{}, line: q.line()}
	slices.SortStableFunc(q.Encounters, func(a, b Encounter) int { return cmp.Compare(systemIndex(a), systemIndex(b)) })
	each := len(q.Encounters) * q.Count // fights of a level
	rows := map[int][]*levelReviewed{}  // by the place of the system, a row for each level
	err := sampled(ctx, q, "fights", book.LevelMax*each, func() func(int) ([]reviewedLoss, error) {
		return func(k int) ([]reviewedLoss, error) {
			// Job k is of level 1 + k/each; within a level an encounter's fights follow each other, with seeds that count up.
			mind := agent.WithCharacter(&agent.Search{Limits: search.Limits{Nodes: q.Nodes}}, book.Character{Level: 1 + k/each})
			return q.reviewOne(ctx, q.Encounters[k%each/q.Count], mind, q.Seed+uint64(k%q.Count))
		}
	}, func(k int, list []reviewedLoss) {
		level, of := 1+k/each, systemIndex(q.Encounters[k%each/q.Count])
		if rows[of] == nil || rows[of][len(rows[of])-1].Level < level {
			rows[of] = append(rows[of], &levelReviewed{System: agent.Systems()[of], Level: level})
		}
		rows[of][len(rows[of])-1].add(list, float64(agent.Levels()[level-1].LossMax))
		// The last fight of a level: the sums of all systems become means.
		if k%each == each-1 {
			for _, of := range slices.Sorted(maps.Keys(rows)) {
				if l := rows[of][len(rows[of])-1]; l.Decisions > 0 {
					report.Levels = append(report.Levels, l.average())
				}
			}
		}
	})
	slices.SortStableFunc(report.Levels, func(a, b levelReviewed) int {
		return cmp.Compare(slices.Index(agent.Systems(), a.System), slices.Index(agent.Systems(), b.System))
	})
	return Finding{Report: report, Measured: len(report.Levels) > 0, StoppedAfter: "before all levels were measured"}, err
}

// systemIndex returns the index of an encounter's system among all.
func systemIndex(e Encounter) int { return slices.Index(agent.Systems(), e.Fights[0].Header().System) }

// reviewOne fights one fight and reviews it.
func (q Question) reviewOne(ctx context.Context, e Encounter, mind agent.Agent,
	seed uint64) (list []reviewedLoss, err error) {
	f := e.start(seed).Again(seed)
	if err := fightOut(ctx, f, mind); err != nil {
		return nil, fmt.Errorf("%s: %w", e.Name, err)
	}
	asked := review.Question{Start: e.start(seed).Again(seed), Steps: f.Steps(), Nodes: q.Review, Cores: 1}
	r, err := asked.Run(ctx)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", e.Name, err)
	}
	for _, s := range r.Steps {
		if s.Counts() {
			list = append(list, reviewedLoss{s.Phase, s.Loss})
		}
	}
	return list, nil
}

// add adds the decisions of a reviewed fight. most is the largest loss, by its own sight, that the level accepts, 0 if
// there is no limit. The figures are sums until [levelReviewed.average].
func (l *levelReviewed) add(list []reviewedLoss, most float64) {
	for _, s := range list {
		l.Decisions++
		l.Mean += s.Lost
		l.Accuracy += review.Accuracy(s.Lost)
		l.Worst = max(l.Worst, s.Lost)
		if most > 0 && s.Lost > most {
			l.Over++
		}
		l.kinds.add(s.Phase, 1, s.Lost)
	}
}

// average turns the sums into means.
func (l levelReviewed) average() levelReviewed {
	n := float64(l.Decisions)
	l.Kinds = l.kinds.list()
	l.Mean, l.Accuracy, l.Over = l.Mean/n, l.Accuracy/n, l.Over/n
	return l
}

// Sections returns the report for people.
func (r LevelsReviewed) Sections() []Section {
	all := Section{Title: "The levels, reviewed", Lines: []string{
		"Each level against itself, judged as kokyu review does, over the decisions whose best and worst option differ by more than 10 mWP. Over its most: the share of them that lose more than the level's most " +
			"(by its own sight it never takes such an option; the review sees farther).",
		"Made by: " + r.line},
		Head: []string{"system, level", "decisions", "lost by one", "accuracy", "over its most", "worst"}}
	kinds := Section{Title: "By kind of decision", Head: []string{"system, level, kind", "decisions",
		"lost by one", "share of all lost"}}
	for _, l := range r.Levels {
		name := fmt.Sprintf("%s, %d", l.System, l.Level)
		all.Rows = append(all.Rows, []string{name, fmt.Sprint(l.Decisions), mwp(l.Mean), fmt.Sprintf("%.1f", l.Accuracy),
			percent(l.Over), mwp(l.Worst)})
		kinds.Rows = append(kinds.Rows, kindRows(name+", ", l.Kinds[:min(3, len(l.Kinds))])...)
	}
	return []Section{all, kinds}
}
