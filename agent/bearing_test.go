package agent

import (
	"math"
	"strings"
	"testing"
)

// Where every hit wounds and nothing stops it, the chance that a blow changes anything is that of its check. To walk changes
// nothing about a foe.
func TestTouchesIsTheChanceToChangeAnything(t *testing.T) {
	f := builtin(t, "ambush", 1)
	v, err := Look(f)
	if err != nil {
		t.Fatal(err)
	}
	n := 0
	for i, o := range v.Options() {
		if b := v.Bearings()[i]; o.Phase != "attack" || b.NoEffect {
			continue
		}
		n++
		want := v.Priced()[i].Check.P
		if got := v.Touches(o.Action, 1); math.Abs(got-want) > 1e-9 {
			t.Errorf("%s: %v, want its check's %v", o.Words, got, want)
		}
		if got := v.Touches(o.Action, 0.01); got < 0.01 {
			t.Errorf("%s, asked for a hundredth: %v", o.Words, got)
		}
	}
	if n < 2 {
		t.Errorf("%d blows were looked at, want two or more", n)
	}
	for _, o := range v.Options() {
		if strings.HasPrefix(o.Words, "walk") && v.Touches(o.Action, 1) != 0 {
			t.Errorf("%s changes something about a foe, want nothing", o.Words)
		}
	}
}
