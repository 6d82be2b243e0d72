package fair

import (
	"math"
	"math/rand/v2"
	"testing"

	"kokyu/agent"
)

// Fights that all ended alike prove only as much as there were of them.
func TestNoDifferenceIsNotCertain(t *testing.T) {
	same := make([]float64, 48)
	i := agent.DifferenceOf(same, same)
	if i.Mean != 0 || i.High < 1.0/48 || isCertain(i) {
		t.Errorf("%v", i)
	}
}

// Luck that explains all of the results leaves a narrow interval around the mean; luck that explains nothing leaves Wilson's.
func TestLuckTakenOff(t *testing.T) {
	var all, none fightScores
	for k := range 200 {
		won := float64(k % 2)
		all.add(won, won-0.5)
		none.add(won, float64(k/2%2)-0.5)
	}
	if i := all.chance(); math.Abs(i.Mean-0.5) > 0.005 || halfWidth(i) > 0.025 {
		t.Errorf("luck explains all: %v", i)
	}
	if i, plain := none.chance(), agent.Wilson(0.5, 200); math.Abs(halfWidth(i)-halfWidth(plain)) > 0.005 {
		t.Errorf("luck explains nothing: %v, want %v", i, plain)
	}
}

// Fights are added until the interval is narrow enough. That rule makes the answer neither too high nor too low, and leaves the
// interval what it is called: of answers to fights of a known chance, without luck and with luck that explains half of them, the
// mean is within half a point of the chance, and the interval of 95 % holds it in 93 to 97 %.
func TestStoppingWhenNarrowIsFair(t *testing.T) {
	const answers, within = 400, 0.05
	r := rand.New(rand.NewPCG(5, 33))
	for _, share := range []float64{0, 0.7} {
		holds, all := 0, 0
		for _, p := range []float64{0.1, 0.3, 0.5, 0.7, 0.9} {
			sum := 0.0
			for range answers {
				var s fightScores
				i := s.chance()
				for n := 1; n <= fightsMax; n++ {
					won := 0.0
					if r.Float64() < p {
						won = 1
					}
					s.add(won, share*(won-p)+0.1*r.NormFloat64())
					if n >= fightsLeast && n%fightsStep == 0 {
						if i = s.chance(); halfWidth(i) <= within {
							break
						}
					}
				}
				sum += i.Mean
				if all++; i.Low <= p && p <= i.High {
					holds++
				}
			}
			if mean := sum / answers; math.Abs(mean-p) > 0.005 {
				t.Errorf("fights of %v are said to be of %.4f", p, mean)
			} else {
				t.Logf("luck %v, chance %v: %.4f on average", share, p, mean)
			}
		}
		t.Logf("luck %v: %d of %d intervals hold the chance", share, holds, all)
		if held := float64(holds) / float64(all); held < 0.93 || held > 0.97 {
			t.Errorf("luck %v: %.3f of the intervals hold the chance", share, held)
		}
	}
}
