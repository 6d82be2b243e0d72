package evals

import (
	"context"
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"strings"
	"sync"

	"kokyu/agent"
	"kokyu/agent/jobs"
	"kokyu/agent/work"
	"kokyu/rules/book"
	"kokyu/rules/dice"
	"kokyu/rules/text"
	"kokyu/search"
)

// Large fights have no exact values, and weights fitted to small fights lose in large ones. Their leaf weights are therefore
// tuned by playing, all at once (simultaneous perturbation, Spall 1992). In each pair of fights all weights are moved a
// little, each up or down at random, and play against the weights moved the opposite way. Each weight then moves in the
// winning direction; over many pairs the random moves of the others cancel out.

// Tuning tunes the leaf weights by playing.
type Tuning struct {
	Encounters []Encounter   // one after the other, a pair of each
	Only       []string      // the weights to turn; none: all that the first encounter has
	From       agent.Weights // start values other than the present ones
	Pairs      int
	Limits     search.Limits // of both
	Seed       uint64
	Cores      int
	Jobs       *jobs.Pool      // where the fights are fought; nil: on the cores
	Done       func(pairs int) // progress, one call at a time; may be nil
}

const (
	tuneSpan  = 0.1   // how far a weight is moved, in parts of its range
	tuneBatch = 16    // pairs between one turn and the next: so many can be fought at once
	tuneRate  = 0.035 // how much of that a won pair turns a weight at first
	tuneLast  = 0.25  // and of the rate, what is left at the end
)

// TuneReport is the result of a tuning.
type TuneReport struct {
	Command string       `json:"command,omitempty"`
	Pairs   int          `json:"pairs"`
	Weights []TuneWeight `json:"weights"`
}

// TuneWeight is a weight before and after, with its effect.
type TuneWeight struct {
	book.Weight
	After  float64        `json:"after"`
	Span   float64        `json:"span"`   // how far it was moved either way
	Effect agent.Interval `json:"effect"` // score a game, of a span up against a span down, over all pairs
}

// Run plays all pairs. The same seed gives the same weights on any number of cores. If it is stopped it returns the error and
// the report of the batches played until then.
func (x Tuning) Run(ctx context.Context) (TuneReport, error) {
	r, err := x.begin()
	if err != nil {
		return r, err
	}
	rooms := sync.Pool{New: func() any { return Arena{Encounters: x.Encounters, Seed: x.Seed}.room(ctx) }} // kept from batch to batch
	pool := work.Pool(x.Jobs, x.Cores)
	weighers := make([]work.Weigher, len(x.Encounters))
	effects := make([][]float64, len(r.Weights))
	for r.Pairs < x.Pairs {
		first, rate := r.Pairs, tuneRate*(1-float64((1-tuneLast)*float64(r.Pairs)/float64(x.Pairs)))
		batch := make([]float64, 0, tuneBatch)
		n := min(tuneBatch, x.Pairs-first)
		err := jobs.Do(ctx, pool, n, x.bench(r, first, &rooms), func(k int, p paired) bool {
			w := &weighers[(first+k)%len(weighers)]
			p.weight = w.Weight()
			w.Learn(p.raw(), p.given())
			batch = append(batch, p.adjusted()-0.5)
			return false
		})
		if err != nil {
			return r, err
		}
		for k, won := range batch {
			for i, sign := range x.tosses(first+k, len(r.Weights)) {
				effects[i] = append(effects[i], 2*won*sign)
				w := &r.Weights[i]
				w.After = max(w.Least, min(w.Most, w.After+float64(rate*w.Span*2*won*sign)))
			}
		}
		r.Pairs += n
		for i := range r.Weights {
			r.Weights[i].Effect = agent.IntervalOf(effects[i])
		}
		if x.Done != nil {
			x.Done(r.Pairs)
		}
	}
	for i := range r.Weights {
		r.Weights[i].After = math.Round(r.Weights[i].After*1000) / 1000
	}
	return r, nil
}

// tuneDoc is what the pairs of a tuning have in common.
type tuneDoc struct {
	Encounters []sentEncounter `json:"encounters"`
	Seed       uint64          `json:"seed"`
}

// tunePair is what one of them has of its own: its number among all, and who fights.
type tunePair struct {
	Pair   int      `json:"pair"`
	Agents []string `json:"agents"`
}

// bench are the pairs of a batch as jobs, numbered as in the whole tuning.
func (x Tuning) bench(r TuneReport, first int, rooms *sync.Pool) jobs.Bench[paired] {
	agents := func(k int) [2]agent.Agent {
		up, down := r.moved(x.tosses(first+k, len(r.Weights)))
		return [2]agent.Agent{&agent.Search{Limits: x.Limits, Leaf: up}, &agent.Search{Limits: x.Limits, Leaf: down}}
	}
	return jobs.Bench[paired]{Kind: kindTune,
		Doc: func() (any, error) {
			sent, err := sendEncounters(x.Encounters)
			return tuneDoc{sent, x.Seed}, err
		},
		Input: func(k int) any {
			pair := agents(k)
			return tunePair{first + k, []string{pair[0].String(), pair[1].String()}}
		},
		Work: func() func(int) (paired, error) {
			return func(k int) (paired, error) {
				room := rooms.Get().(func(int, [2]agent.Agent) (paired, error))
				defer rooms.Put(room)
				return room(first+k, agents(k))
			}
		}}
}

var tuneKind = jobs.Kind{Name: kindTune, Open: func(ctx context.Context, data []byte) (jobs.Opened, error) {
	var doc tuneDoc
	if err := jobs.Decode(data, &doc); err != nil {
		return nil, err
	}
	list, err := beginEncounters(doc.Encounters)
	if err != nil {
		return nil, err
	}
	return func() func(int, json.RawMessage) (any, error) {
		room := Arena{Encounters: list, Seed: doc.Seed}.room(ctx)
		return func(_ int, input json.RawMessage) (any, error) {
			var own tunePair
			if err := jobs.Decode(input, &own); err != nil {
				return nil, err
			}
			if own.Pair < 0 || own.Pair >= PairsMax {
				return nil, fmt.Errorf("there is no pair %d, want 0 to %d", own.Pair, PairsMax-1)
			}
			agents, err := work.BeginPair(ctx, own.Agents)
			if err != nil {
				return nil, err
			}
			return room(own.Pair, agents)
		}
	}, nil
}}

// begin lists the weights. The error names one that the encounters do not all have, that begins out of its bounds, or that
// begins somewhere and is not turned.
func (x Tuning) begin() (r TuneReport, err error) {
	all := x.Encounters[0].Fight.Weights()
	from, err := x.From.Among(all)
	if err != nil {
		return r, err
	}
	only := x.Only
	if len(only) == 0 {
		for _, w := range all {
			only = append(only, w.Name)
		}
	}
	for _, w := range x.From {
		if !slices.Contains(only, w.Name) {
			return r, text.Problem{What: fmt.Sprintf("the weight %s begins somewhere and is not turned", shown(w.Name)), Want: "it among those that are"}
		}
	}
	for _, name := range only {
		for _, e := range x.Encounters {
			if _, err := agent.Place(name, shown(e.Name), e.Fight.Weights()); err != nil {
				return r, err
			}
		}
		i, _ := agent.Place(name, "", all)
		r.Weights = append(r.Weights, TuneWeight{Weight: all[i], After: from[i], Span: tuneSpan * (all[i].Most - all[i].Least)})
	}
	return r, nil
}

// tosses are the ways n weights are moved in a pair, 1 or -1 each.
func (x Tuning) tosses(pair, n int) []float64 {
	rand := dice.Stream{Seed: x.Seed, Name: "tosses"}.Rand(pair)
	signs := make([]float64, n)
	for i := range signs {
		signs[i] = float64(1 - 2*int(rand.Uint32N(2)))
	}
	return signs
}

// moved are the weights a span off, by the tosses and against them, within their bounds.
func (r TuneReport) moved(signs []float64) (up, down agent.Weights) {
	for i, w := range r.Weights {
		by := float64(signs[i] * w.Span)
		up = append(up, book.Weight{Name: w.Name, Value: max(w.Least, min(w.Most, w.After+by))})
		down = append(down, book.Weight{Name: w.Name, Value: max(w.Least, min(w.Most, w.After-by))})
	}
	return up, down
}

// Leaf returns the weights that have changed, in the form of the search's setting leaf=.
func (r TuneReport) Leaf() string {
	var list agent.Weights
	for _, w := range r.Weights {
		if w.After != w.Value {
			list = append(list, book.Weight{Name: w.Name, Value: w.After})
		}
	}
	return list.String()
}

// File returns the weights as the file that a system embeds.
func (r TuneReport) File() string {
	var b strings.Builder
	b.WriteString("# Weights of leaves of groups, turned by play.\n")
	if r.Command != "" {
		fmt.Fprintf(&b, "# Made by: %s\n", r.Command)
	}
	b.WriteString("weights:\n")
	for _, w := range r.Weights {
		fmt.Fprintf(&b, "  %s: %g\n", w.Name, w.After)
	}
	return b.String()
}

// Sections returns the report in words.
func (r TuneReport) Sections() []Section {
	s := Section{Title: "Weights of leaves", Lines: []string{
		fmt.Sprintf("%d pairs of fights. Effect: what the weight a span higher scores a game against it a span lower, the others as they fell, as a share of a win, with half of the 95 %% interval.", r.Pairs)},
		Head: []string{"weight", "before", "after", "span", "effect"}}
	for _, w := range r.Weights {
		s.Rows = append(s.Rows, []string{w.Name, fmt.Sprintf("%.3f", w.Value), fmt.Sprintf("%.3f", w.After), fmt.Sprintf("%.3f", w.Span),
			fmt.Sprintf("%+.4f ± %.4f", w.Effect.Mean, (w.Effect.High-w.Effect.Low)/2)})
	}
	list := []Section{s}
	if leaf := r.Leaf(); leaf != "" {
		list = append(list, Section{Title: "To try them", Lines: []string{"kokyu-lab arena 'search leaf=" + leaf + "' search"}})
	}
	return list
}
