package search

import (
	"testing"

	"kokyu/rules"
)

// Of options within epsilon the one that does most is first; the others keep their order, and beyond it value decides.
func TestMostActiveFirstWithinEpsilon(t *testing.T) {
	const wait, pace, blow, stab = 1, 2, 3, 4
	activity := func(a rules.Action) int {
		if a.Do >= blow {
			return 1
		}
		return 0
	}
	for _, c := range []struct {
		name   string
		sign   float64
		values [4]float64 // best first for the side
		want   [4]uint16
	}{
		{"a blow within epsilon", 1, [4]float64{0.5, 0.45, 0.4, 0.35}, [4]uint16{blow, wait, pace, stab}},
		{"a blow beyond it", 1, [4]float64{0.5, 0.45, 0.2, 0.1}, [4]uint16{wait, pace, blow, stab}},
		{"the other side", -1, [4]float64{-0.5, -0.45, -0.4, -0.35}, [4]uint16{blow, wait, pace, stab}},
	} {
		options := make([]Option, 4)
		for i, v := range c.values {
			options[i] = Option{Action: rules.Action{Do: uint16(i + 1)}, Value: v}
		}
		mostActiveFirst(options, c.sign, func(int) float64 { return 0.16 }, activity, func(rules.Action) bool { return true })
		for i, o := range options {
			if o.Action.Do != c.want[i] {
				t.Errorf("%s: place %d has %d, want %d", c.name, i, o.Action.Do, c.want[i])
			}
		}
	}
}
