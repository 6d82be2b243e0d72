package evals

import (
	"math"
	"math/rand/v2"
	"slices"
	"sync"
	"testing"

	"kokyu/rules"
	"kokyu/rules/breath"
	"kokyu/rules/breath/rows"
	"kokyu/rules/rulestest"
	"kokyu/rules/strict"
	"kokyu/search"
)

// The estimate in force means what it says: over fights of fixed seeds its win chance is right to a fifth in every
// tenth of the scale that has positions enough, and it tells far more than a coin. The fights are of a search that
// finishes a stage before it answers; positions of one fight hang together, so that eighty fights say no more. What
// squads and spells are worth nobody has fitted yet: their three encounters are held to a coin's loss and a little
// more.
func TestScoreIsCalibrated(t *testing.T) {
	if !rulestest.Long() {
		t.Skip("plays 810 fights")
	}
	var samples, wide []sample
	for _, name := range rows.Shipped.Encounters() {
		if slices.Contains([]string{"tedori", "strings", "arioka"}, name) {
			wide = append(wide, playedOut(t, name, 30, 4000, 1)...)
			continue
		}
		samples = append(samples, playedOut(t, name, 80, 4000, 1)...)
	}
	if l := logLoss(samples); l > 0.6 {
		t.Errorf("mean logarithmic loss %.3f over %d positions, want at most 0.6; a coin has %.3f", l, len(samples), math.Ln2)
	}
	l := logLoss(wide)
	t.Logf("with squads and spells: %.3f over %d positions", l, len(wide))
	if l > 0.73 {
		t.Errorf("with squads and spells the mean logarithmic loss is %.3f over %d positions, want at most 0.73; a coin has %.3f", l, len(wide), math.Ln2)
	}
	for k, bin := range tenths(samples) {
		if bin.n >= 120 && math.Abs(bin.predicted-bin.actual) > 0.2 {
			t.Errorf("positions between %d and %d %%: predicted %.3f, actual %.3f, over %.0f positions", 10*k, 10*k+10, bin.predicted, bin.actual, bin.n)
		}
	}
}

// sample is a position at the count and how its fight ended: 1, 0.5 or 0 for side 0.
type sample struct {
	game   *breath.Game
	state  breath.State
	result float64
}

// playedOut fights on two cores; fight k depends on seed and k only.
func playedOut(t *testing.T, name string, fights, nodes int, seed uint64) []sample {
	data, _ := rows.Shipped.Encounter(name)
	g, err := breath.Read(strict.Parse(name+".yaml", data), rows.DefaultBook())
	if err != nil {
		t.Fatal(err)
	}
	results := make([][]sample, fights)
	var wait sync.WaitGroup
	for core := range 2 {
		wait.Go(func() {
			x := search.New[breath.State](g)
			for k := core; k < fights; k += 2 {
				results[k] = toTheEnd(t, g, x, nodes, rand.New(rand.NewPCG(seed, uint64(k))))
			}
		})
	}
	wait.Wait()
	var all []sample
	for _, r := range results {
		all = append(all, r...)
	}
	return all
}

// toTheEnd plays one fight; one decision in twelve is drawn evenly.
func toTheEnd(t *testing.T, g *breath.Game, x *search.Searcher[breath.State], nodes int, rng *rand.Rand) (samples []sample) {
	s := g.Start()
	for {
		turn := g.Turn(&s)
		switch turn.Kind {
		case rules.Over:
			for i := range samples {
				samples[i].result = (g.Score(&s) + 1) / 2
			}
			return samples
		case rules.Chance:
			g.Play(&s, rules.Draw(g.Odds(&s, nil), rng.Float64()), nil)
			continue
		}
		if turn.Begins && rng.IntN(2) == 0 {
			samples = append(samples, sample{game: g, state: s})
		}
		actions := g.Actions(&s, nil)
		a := actions[rng.IntN(len(actions))]
		if len(actions) > 1 && rng.IntN(12) != 0 {
			r, err := x.Search(t.Context(), s, search.Limits{Nodes: nodes})
			if err != nil {
				t.Error(err)
				return nil
			}
			a = r.Best
		}
		g.Play(&s, a, nil)
	}
}

// logLoss returns the mean logarithmic loss of the estimate.
func logLoss(samples []sample) float64 {
	sum := 0.0
	for i := range samples {
		s := &samples[i]
		p := (s.game.Score(&s.state) + 1) / 2
		sum -= s.result*math.Log(p) + (1-s.result)*math.Log(1-p)
	}
	return sum / float64(len(samples))
}

// bin is one tenth of the scale: how many positions, what was predicted of them, what happened.
type bin struct{ n, predicted, actual float64 }

func tenths(samples []sample) (bins [10]bin) {
	for i := range samples {
		s := &samples[i]
		p := (s.game.Score(&s.state) + 1) / 2
		b := &bins[min(int(p*10), 9)]
		b.n++
		b.predicted += p
		b.actual += s.result
	}
	for k := range bins {
		bins[k].predicted /= max(bins[k].n, 1)
		bins[k].actual /= max(bins[k].n, 1)
	}
	return bins
}
