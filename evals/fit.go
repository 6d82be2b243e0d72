package evals

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"math"
	"slices"
	"strings"

	"kokyu/agent"
	"kokyu/rules"
	"kokyu/rules/book"
	"kokyu/rules/fight"
	"kokyu/rules/text"
)

// Fitting the weights of the leaf evaluation to exact values: coordinate descent minimizes the mean squared difference
// in win chance.

// fitReport is the result of a fit.
type fitReport struct {
	Command string      `json:"command,omitempty"`
	Weights []fitWeight `json:"weights"`
	Errors  []fitError  `json:"errors"` // for each encounter; then for all positions, and for those held out
}

// fitWeight is a weight before and after the fit.
type fitWeight struct {
	book.Weight
	After float64 `json:"after"`
}

// fitError is the root of the mean squared difference between leaf and exact value, in mWP.
type fitError struct {
	Of        string  `json:"of"`
	Positions int     `json:"positions"`
	Before    float64 `json:"before_mwp"`
	After     float64 `json:"after_mwp"`
}

// heldOut is n where one position in n is held out from the fit. How well the fit does on these tells whether it has
// learned the positions or the game.
const heldOut = 5

// fitSample is a position with its exact value.
type fitSample struct {
	encounter string
	fight     *fight.Fight
	exact     float64 // win chance of side 0; of self-play, what it is taken for
	weights   []int   // the places of its weights among those of the fit, in the order in which the leaf takes them
}

// Fit fits the leaf weights to positions of one system with exact values, at which a breath or turn begins. open
// returns the fight of a position. The errors name positions that cannot be used, or say that there is nothing to fit.
func Fit(ctx context.Context, positions []Position,
	open func(position []byte) (*fight.Fight, error)) (fitReport, error) {
	var report fitReport
	var samples []fitSample
	system := ""
	for _, position := range positions {
		if err := ctx.Err(); err != nil {
			return report, err
		}
		f, err := open([]byte(position.Position))
		if err != nil {
			return report, fmt.Errorf("position %s: %w", quote(position.ID), err)
		}
		// Worth is of self-play, where no exact values are known: what the agent saw and how the fight ended, mixed.
		if len(position.Values) == 0 && position.Worth == nil {
			return report, fmt.Errorf("position %s has no exact values, want those of its options", quote(position.ID))
		}
		of := f.Header().System
		if system = cmp.Or(system, of); of != system {
			return report, fmt.Errorf("position %s is of the system %s, want all of %s: each has weights of its own",
				quote(position.ID), of, system)
		}
		turn := f.Turn()
		if turn.Kind != rules.Decide || !turn.Begins {
			continue // a search does not stop there
		}
		if len(f.Roster()) > 2 && position.Worth == nil {
			return report, fmt.Errorf("position %s is of more than two, want one against one: leaves of groups are weighed by play", quote(position.ID))
		}
		s := fitSample{encounter: position.Encounter, fight: f}
		if position.Worth != nil {
			s.exact = *position.Worth
		} else {
			s.exact = exactValue(f, position.Values)
		}
		for _, w := range f.Weights() {
			at := slices.IndexFunc(report.Weights, func(k fitWeight) bool { return k.Name == w.Name })
			if at < 0 {
				at = len(report.Weights)
				report.Weights = append(report.Weights, fitWeight{w, w.Value})
			}
			s.weights = append(s.weights, at)
		}
		if len(s.weights) > 0 {
			samples = append(samples, s)
		}
	}
	if len(samples) < 2*heldOut {
		return report, fmt.Errorf("%d positions can be fitted to, want %d or more: at the beginning of a breath or turn, of one against one", len(samples), 2*heldOut)
	}
	var seen, unseen []fitSample // fitted to, held out
	for i, s := range samples {
		if i%heldOut == heldOut-1 {
			unseen = append(unseen, s)
		} else {
			seen = append(seen, s)
		}
	}
	// Errors are reported for all positions by encounter, and for these two lists: a fit that is better only on what it
	// has seen has learned the positions and not the game.
	before := mapped(report.Weights, func(w fitWeight) float64 { return w.Value })
	after, err := fitWeights(ctx, seen, report.Weights, before)
	for i := range report.Weights {
		report.Weights[i].After = after[i]
	}
	report.addErrors(samples, seen, unseen, before, after)
	return report, err
}

// addErrors adds the errors before and after the fit.
func (r *fitReport) addErrors(samples, seen, unseen []fitSample, before, after []float64) {
	add := func(of string, list []fitSample) {
		r.Errors = append(r.Errors, fitError{of, len(list), 1000 * math.Sqrt(squaredError(list, before)),
			1000 * math.Sqrt(squaredError(list, after))})
	}
	groups := map[string][]fitSample{}
	for _, s := range samples {
		groups[s.encounter] = append(groups[s.encounter], s)
	}
	for _, name := range slices.Sorted(maps.Keys(groups)) {
		add(name, groups[name])
	}
	add("fitted to", seen)
	add("held out", unseen)
}

// squaredError returns the mean squared difference in win chance between the leaves, with these values of the weights,
// and the exact values.
func squaredError(list []fitSample, values []float64) (sum float64) {
	var own []float64
	for _, s := range list {
		own = own[:0]
		for _, at := range s.weights {
			own = append(own, values[at])
		}
		d := agent.WinChance(s.fight.Leaf(own...)) - s.exact
		sum += d * d
	}
	return sum / float64(max(1, len(list)))
}

// fitWeights returns the weights that fit a list best, within their bounds and rounded to a thousandth. It is
// coordinate descent: each weight in turn is moved up and down by a share of half its range, and kept where the error
// is least. When no move of any weight helps, the share is halved. If ctx is cancelled it returns its error and the
// best weights so far.
func fitWeights(ctx context.Context, list []fitSample, weights []fitWeight,
	values []float64) (at []float64, err error) {
	at = slices.Clone(values)
	least := squaredError(list, at)
	for share := 0.25; share > 0.005 && err == nil; {
		moved := false
		for i, w := range weights {
			was, by := at[i], share*(w.Most-w.Least)/2
			for _, try := range []float64{min(was+by, w.Most), max(was-by, w.Least)} {
				if err = ctx.Err(); err != nil {
					break
				}
				at[i] = try
				if off := squaredError(list, at); off < least-1e-12 {
					least, was, moved = off, try, true
				}
				at[i] = was
			}
		}
		if !moved {
			share /= 2
		}
	}
	for i := range at {
		at[i] = math.Round(at[i]*1000) / 1000
	}
	return at, err
}

// File returns the weights as the YAML file that a system embeds.
func (r fitReport) File() string {
	var b strings.Builder
	b.WriteString("# Weights of leaves of one against one, fitted to exact values.\n")
	if r.Command != "" {
		fmt.Fprintf(&b, "# Made by: %s\n", r.Command)
	}
	for _, e := range r.Errors {
		fmt.Fprintf(&b, "# %s: %d positions, off by %.1f mWP before, %.1f after (root of the mean square)\n", e.Of,
			e.Positions, e.Before, e.After)
	}
	b.WriteString("weights:\n")
	for _, w := range r.Weights {
		fmt.Fprintf(&b, "  %s: %g\n", w.Name, w.After)
	}
	return b.String()
}

// Sections returns the report in words.
func (r fitReport) Sections() []Section {
	return []Section{
		{Title: "Weights of leaves", Head: []string{"weight", "before", "after"}, Rows: mapped(r.Weights, func(w fitWeight) []string {
			return []string{w.Name, fmt.Sprintf("%.3f", w.Value), fmt.Sprintf("%.3f", w.After)}
		})},
		{Title: "How far the leaves are from exact values", Lines: []string{
			"The root of the mean squared difference in win chance, in mWP. One position in five is held out: no weight was turned for it."},
			Head: []string{"", "positions", "before", "after"}, Rows: mapped(r.Errors, func(e fitError) []string {
				return []string{e.Of, fmt.Sprint(e.Positions), fmt.Sprintf("%.1f", e.Before), fmt.Sprintf("%.1f", e.After)}
			})}}
}

// SampleLeaves returns n positions of a solved fight at which a search may stop, with their exact values. Half of them
// are drawn uniformly from all reachable positions, half from best play in which three decisions of ten are random. Six
// times as many are sampled, as a breath or turn begins in few positions.
func SampleLeaves(ctx context.Context, table *agent.Tablebase, name string, n int, seed uint64,
	open func(position []byte) (*fight.Fight, error)) ([]Position, error) {
	f, err := table.Fight()
	if err != nil {
		return nil, err
	}
	e := Encounter{Name: name, Fights: []*fight.Fight{f}}
	var list []judgedPosition
	enough := (n + 1) / 2
	for _, sample := range []sampler{uniform(table, open), bestPlay(table, 0.3)} {
		found, err := sample(ctx, e, 6*n, seed)
		if err != nil {
			return nil, err
		}
		for _, p := range found {
			f, err := open([]byte(p.Position))
			if err != nil {
				return nil, err
			}
			if values, ok := table.Options(f); ok && f.Turn().Begins && len(list) < enough {
				list = append(list, judgedPosition{Position: p, fight: f, values: values})
			}
		}
		enough = n // of both
	}
	return withValues(list), nil
}

// Leaves returns the built-in positions of a system for [Fit]. It returns an error if the system has none.
func Leaves(system string) ([]Position, error) {
	name := "leaves-" + system + ".jsonl"
	data, err := builtin(name)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, text.Problem{What: "there are no positions with exact values of " + quote(system),
			Want: "a FILE of them, or --table"}
	}
	if err != nil {
		return nil, err
	}
	return ReadPositions(name, data, nil)
}
