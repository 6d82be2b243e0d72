// Command fit finds the weights of the breath system's estimate of winning: it plays fights of the search against
// itself, with some decisions drawn at random so that unusual positions occur, remembers positions at the count with
// how each fight ended, and minimises the mean logarithmic loss of the estimate by coordinate descent; then again with
// the weights found, over all positions so far.
//
//	go run ./evals/fit [-generations 4] [-fights 200] [-nodes 2000] [-seed 1]
package main

import (
	"context"
	"flag"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"reflect"
	"sync"

	"kokyu/evals"
	"kokyu/rules"
	"kokyu/rules/breath"
	"kokyu/search"
)

// sample is a position at the count and how its fight ended: 1, 0.5 or 0 for side 0.
type sample struct {
	game   *breath.Game
	state  breath.State
	result float64
}

func main() {
	fights := flag.Int("fights", 200, "fights of each built-in encounter")
	generations := flag.Int("generations", 4, "each plays with the weights of the one before")
	nodes := flag.Int("nodes", 2000, "the search's nodes a decision")
	seed := flag.Uint64("seed", 1, "of the fights")
	flag.Parse()
	fitted := breath.Fitted
	var train, test []sample
	for g := range *generations {
		for _, name := range breath.Encounters() {
			samples := play(load(name).With(fitted), *fights, *nodes, *seed+uint64(g)<<32)
			for i, s := range samples {
				if i%5 == 4 {
					test = append(test, s)
				} else {
					train = append(train, s)
				}
			}
		}
		before := fitted
		fitted = descend(train, before)
		fmt.Printf("generation %d: %d positions, loss %.4f -> %.4f, on unseen ones %.4f -> %.4f (a coin: %.4f)\n", g+1, len(train),
			loss(train, &before), loss(train, &fitted), loss(test, &before), loss(test, &fitted), math.Ln2)
	}
	fmt.Printf("%+v\n", fitted)
	calibration(test, &fitted)
}

func load(name string) *breath.Game {
	data, _ := breath.Encounter(name)
	g, err := breath.Load(name+".yaml", data, breath.DefaultBook())
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(2)
	}
	return g
}

// play fights on two cores; fight k depends on seed and k only.
func play(g *breath.Game, fights, nodes int, seed uint64) []sample {
	results := make([][]sample, fights)
	var wait sync.WaitGroup
	for core := range 2 {
		wait.Go(func() {
			x := search.New[breath.State](g)
			for k := core; k < fights; k += 2 {
				results[k] = fight(g, x, nodes, rand.New(rand.NewPCG(seed, uint64(k))))
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

// fight plays one fight; one decision in twelve is drawn evenly.
func fight(g *breath.Game, x *search.Searcher[breath.State], nodes int, rng *rand.Rand) (samples []sample) {
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
			r, err := x.Search(context.Background(), s, search.Limits{Nodes: nodes})
			if err != nil {
				panic(err)
			}
			a = r.Best
		}
		g.Play(&s, a, nil)
	}
}

// loss is the mean logarithmic loss of the estimate.
func loss(samples []sample, w *breath.Weights) float64 {
	sum := 0.0
	for i := range samples {
		s := &samples[i]
		p := (s.game.Estimate(&s.state, w) + 1) / 2
		sum -= s.result*math.Log(p) + (1-s.result)*math.Log(1-p)
	}
	return sum / float64(len(samples))
}

// descend tries each weight a little more and a little less.
func descend(samples []sample, w breath.Weights) breath.Weights {
	v := reflect.ValueOf(&w).Elem()
	at := make([]float64, v.NumField())
	for i := range at {
		at[i] = v.Field(i).Float()
	}
	tries := func(i int, value, step float64) (list []float64) {
		for _, try := range []float64{value * (1 + step), value / (1 + step), value + 0.1*step, max(0, value-0.1*step)} {
			if try <= most(v.Type().Field(i).Name) {
				list = append(list, try)
			}
		}
		return list
	}
	set := func(at []float64) {
		for i := range at {
			v.Field(i).SetFloat(at[i])
		}
	}
	evals.Descend(context.Background(), at, 0.4, 0.02, 1.6, 1e-6, tries, func(at []float64) float64 {
		set(at)
		return loss(samples, &w)
	})
	set(at)
	return w
}

// most bounds the weights that are shares, and those that such fights cannot tell from their causes: who waits is
// mostly the one in need.
func most(weight string) float64 {
	switch weight {
	case "Nearly", "Shaken", "Unarmed", "Rest", "Held", "Haste":
		return 0.9
	case "Waited", "Strained", "Guard":
		return 0.3
	case "Bleeding":
		return 1.5
	}
	return 20
}

// bin is one tenth of the scale: how many positions, what was predicted of them, what happened.
type bin struct{ n, predicted, actual float64 }

func tenths(samples []sample, w *breath.Weights) (bins [10]bin) {
	for i := range samples {
		s := &samples[i]
		p := (s.game.Estimate(&s.state, w) + 1) / 2
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

// calibration prints predicted against actual wins by tenths.
func calibration(samples []sample, w *breath.Weights) {
	fmt.Println("positions  predicted  actual")
	for _, b := range tenths(samples, w) {
		if b.n > 0 {
			fmt.Printf("%9.0f  %9.3f  %6.3f\n", b.n, b.predicted, b.actual)
		}
	}
}
