package dice

import (
	"errors"
	"testing"
)

// Pools as people type them, and where they end.
func TestPoolsAreReadAsTyped(t *testing.T) {
	for text, want := range map[string]struct {
		pool Pool
		used int
	}{
		"7k3+6":       {Pool{Roll: 7, Keep: 3, Add: 6}, 5},
		" 7K3 + 6 >=": {Pool{Roll: 7, Keep: 3, Add: 6}, 9},
		"0k4":         {Pool{Keep: 4}, 3},
		"3k2-5+2 vs":  {Pool{Roll: 3, Keep: 2, Add: -3}, 8},
		"12k4 flat":   {Pool{Roll: 12, Keep: 4}, 5},
	} {
		pool, used, err := ParsePool(text)
		if err != nil || pool != want.pool || used != want.used {
			t.Errorf("%q is %+v after %d characters, %v; want %+v after %d", text, pool, used, err, want.pool, want.used)
		}
	}
}

// A mistake is a sentence with its place.
func TestPoolMistakesAreSentences(t *testing.T) {
	for text, want := range map[string]string{
		"7k":      "7k:3: the expression ends after k; want the number of dice kept, as in 7k3",
		"99999k2": "99999k2:1: the number of dice rolled is 99999; want 0 to 30",
		"7k31":    "7k31:3: the number of dice kept is 31; want 0 to 30",
		"k3":      `k3:1: "k" does not fit here; want dice rolled and kept, as in 7k3+6`,
		"7d3":     `7d3:2: "d" does not fit here; want dice rolled and kept, as in 7k3+6`,
		"7k3+":    "7k3+:5: the expression ends after +; want a number, as in 2d10+5",
		"7k3+100": "7k3+100:4: the modifier is 100; want -99 to 99",
		"":        ":1: the expression is empty; want dice rolled and kept, as in 7k3+6",
	} {
		_, _, err := ParsePool(text)
		if e, ok := errors.AsType[*Error](err); !ok || e.Error() != want {
			t.Errorf("%q: %v, want %s", text, err, want)
		}
	}
}
