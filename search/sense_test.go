package search

import (
	"testing"

	"kokyu/rules"
)

// A blow that hardly can do anything is not preferred for being one, and gives way to what is worth as much within the error
// of the leaves, never to what is worth less; one without any chance gives way to everything that may come to something.
func TestABlowThatCannotHurtGivesWay(t *testing.T) {
	const end, fist, cut, none = 1, 2, 3, 4
	for _, c := range []struct {
		name    string
		values  []float64 // best first
		actions []uint16
		lands   map[uint16]float64
		want    uint16
	}{
		{"a fist of one in fifty, within the error of the end", []float64{0.5, 0.45}, []uint16{end, fist}, map[uint16]float64{fist: 0.02}, end},
		{"a cut is struck for less", []float64{0.5, 0.45}, []uint16{end, cut}, nil, cut},
		{"a fist that is best gives way within the error", []float64{0.5, 0.45}, []uint16{fist, end}, map[uint16]float64{fist: 0.02}, end},
		{"and not beyond it", []float64{0.5, 0.3}, []uint16{fist, end}, map[uint16]float64{fist: 0.02}, fist},
		{"without a chance it always does", []float64{0.5, 0.3}, []uint16{fist, end}, map[uint16]float64{fist: 0}, end},
		{"but not to what comes to nothing itself", []float64{0.5, 0.3}, []uint16{fist, none}, map[uint16]float64{fist: 0}, fist},
		{"nor where there is nothing else", []float64{0.5}, []uint16{fist}, map[uint16]float64{fist: 0}, fist},
	} {
		x := Searcher[int8]{}
		x.hooks = rules.Hooks[int8]{Epsilon: 0.1,
			EffectChance: func(_ *int8, a rules.Action, _ float64) float64 {
				if p, small := c.lands[a.Do]; small {
					return p
				}
				return 1
			},
			NoEffect: func(_ *int8, a rules.Action) bool { return a.Do == none },
			Activity: func(_ *int8, a rules.Action) int {
				if a.Do == cut || a.Do == fist {
					return 1
				}
				return 0
			}}
		x.game = oneSide{}
		var options []Option
		for i, do := range c.actions {
			options = append(options, Option{Action: rules.Action{Do: do}, Value: c.values[i]})
		}
		x.rankByDeed(options)
		if got := options[0].Action.Do; got != c.want {
			t.Errorf("%s: %d is first, want %d", c.name, got, c.want)
		}
	}
}

// oneSide is a game of side 0 alone.
type oneSide struct{ rules.Game[int8] }

func (oneSide) Side(rules.Seat) rules.Side { return 0 }

// Grades that are nearer to each other than the spread get their share of epsilon.
func TestGradesGetTheirShareOfEpsilon(t *testing.T) {
	h := rules.Hooks[int8]{Epsilon: 0.16, Spread: 4}
	for grades, want := range map[int]float64{-1: 0, 0: 0, 1: 0.04, 3: 0.12, 4: 0.16, 9: 0.16} {
		if got := h.EpsilonShare(grades); got != want {
			t.Errorf("%d grades: %v, want %v", grades, got, want)
		}
	}
}

// Where leaves play the rest of the fight out, a quarter of epsilon counts.
func TestLessOfEpsilonCountsWhereTheFightIsPlayedOut(t *testing.T) {
	const end, cut = 1, 2
	for isPlayedOut, room := range map[bool]float64{false: 0.1, true: 0.025} {
		x := Searcher[int8]{}
		x.hooks = rules.Hooks[int8]{Epsilon: 0.1, IsPlayedOut: func(*int8) bool { return isPlayedOut },
			Activity: func(_ *int8, a rules.Action) int { return int(a.Do) }}
		x.game = oneSide{}
		for _, loss := range []float64{room - 0.01, room + 0.01} {
			options := []Option{{Action: rules.Action{Do: end}, Value: 0.5}, {Action: rules.Action{Do: cut}, Value: 0.5 - loss}}
			x.rankByDeed(options)
			if isCut := options[0].Action.Do == cut; isCut != (loss < room) {
				t.Errorf("played out %v: a cut that loses %.3f is preferred: %v", isPlayedOut, loss, isCut)
			}
		}
	}
}
