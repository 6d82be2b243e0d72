package dice

import (
	"encoding/json"
	"errors"
	"math/big"
	"testing"
)

// Pools as people type them, and where what comes after them begins.
func TestPoolsAreReadAsTyped(t *testing.T) {
	for text, want := range map[string]struct {
		pool Pool
		next int
	}{
		"7k3+6":       {Pool{Roll: 7, Keep: 3, Add: 6}, 6},
		" 7K3 + 6 >=": {Pool{Roll: 7, Keep: 3, Add: 6}, 10},
		"0k4":         {Pool{Keep: 4}, 4},
		"3k2-5+2 vs":  {Pool{Roll: 3, Keep: 2, Add: -3}, 9},
		"12k4 flat":   {Pool{Roll: 12, Keep: 4}, 6},
	} {
		pool, next, err := PoolAt(text, 1)
		if err != nil || pool != want.pool || next != want.next {
			t.Errorf("%q is %+v to column %d, %v; want %+v to %d", text, pool, next, err, want.pool, want.next)
		}
	}
	if pool, next, err := PoolAt("damage 6k3+6 reduction=3", 8); err != nil || pool != (Pool{Roll: 6, Keep: 3, Add: 6}) || next != 14 {
		t.Errorf("a pool in the middle is %+v to column %d, %v", pool, next, err)
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
		"7k3 vs":  `7k3 vs:5: "vs" does not fit here; want the end of the pool`,
		"":        ":1: the expression is empty; want dice rolled and kept, as in 7k3+6",
	} {
		_, err := ParsePool(text)
		if e, ok := errors.AsType[*Error](err); !ok || e.Error() != want {
			t.Errorf("%q: %v, want %s", text, err, want)
		}
	}
	_, _, err := PoolAt("5k3 vs", 7)
	if want := "5k3 vs:7: the expression ends after 5k3 vs; want dice rolled and kept, as in 7k3+6"; err == nil || err.Error() != want {
		t.Errorf("%v, want %s", err, want)
	}
}

// A chance that could not be counted to the end says how far off it may be, and gives no fraction.
func TestAChanceWithAnErrorSaysSo(t *testing.T) {
	c := Chance{Says: "win", Rat: big.NewRat(1, 4), Error: big.NewRat(1, 1000)}
	b, err := json.Marshal(c)
	if want := `{"p":0.25,"exact":false,"error":0.001}`; err != nil || string(b) != want || c.String() != "about 0.25" {
		t.Errorf("%s, %v, %v; want %s, about 0.25", b, err, c, want)
	}
}
