package trial

import (
	"math"
	"testing"

	"kokyu/agent"
	"kokyu/rules/breath/rows"
	"kokyu/rules/rulestest"
)

func weigh(c agent.Catalogue, kind, row string) (Weighed, error) {
	for _, w := range breathWorths(c) {
		if w.Name == kind {
			return w.Weigh(row)
		}
	}
	panic("no worth of " + kind)
}

func weighed(t *testing.T, kind, row string) Weighed {
	t.Helper()
	got, err := weigh(agent.Builtin(), kind, row)
	if err != nil {
		t.Fatal(err)
	}
	return got
}

func near(t *testing.T, what string, got, want float64) {
	t.Helper()
	if math.Abs(got-want) > 1e-9 {
		t.Errorf("%s: got %.6f, want %.6f", what, got, want)
	}
}

// A cut at +3 hits Defense 12 on a 9: 72 throws of a hundred, 6 of them doubles and two Wounds. Of 2 Energy that is 0.39.
func TestACutIsCountedByHand(t *testing.T) {
	near(t, "a cut", weighed(t, "spells", "talisman bullet").Cut, 0.78/2)
}

// A bullet hits as a cut does, and on 1-1 takes three Wounds and half of two from its caster.
func TestABulletIsCountedByHand(t *testing.T) {
	w := weighed(t, "spells", "talisman bullet")
	near(t, "Wounds", w.Gains, 0.72+0.06-0.01*4)
	near(t, "Energy", w.Takes, 2)
	near(t, "beside a cut", w.Beside, 0.74/0.78)
}

// Six spears in their Front thrust at +1, and the yari pierces the two points of light armour: a 9 again. A double that fails
// costs a point of Cohesion, a fifth of six men, and 1-1 two.
func TestAStrikeIsCountedByHand(t *testing.T) {
	near(t, "Wounds", weighed(t, "orders", "strike").Gains, 0.72+0.06-(0.03*1+0.01*2)*6/5)
}

// A ward of two Wounds is used up by twenty cuts, and on 1-1 its caster loses three.
func TestAWardIsCountedByHand(t *testing.T) {
	rulestest.NeedsMore(t)
	got := weighed(t, "spells", "talisman knot").Gains
	if want := 2*0.94 - 0.01*3; math.Abs(got-want) > 1e-3 { // twenty cuts nearly always take two Wounds
		t.Errorf("got %.4f, want %.4f", got, want)
	}
}

// A casting of two breaths is lost by whom one cut fells, and by whom it hits hard and who does not keep his focus.
func TestWhatIsPreparedIsLostMoreSeldomThanWhatIsDispersed(t *testing.T) {
	rulestest.NeedsMore(t)
	prepared, dispersed := weighed(t, "spells", "soul seizure").Kept, weighed(t, "spells", "eight-direction ward").Kept
	if !(0.5 < dispersed && dispersed < prepared && prepared < 0.8) {
		t.Errorf("prepared %.3f, dispersed %.3f", prepared, dispersed)
	}
}

// A table's own spell is weighed by what it does.
func TestASpellOfAHouseIsWeighed(t *testing.T) {
	c, err := agent.Builtin().With("own rows", []byte(`version: 1
spells:
  ember:
    {list: sorcery, dan: 1 house, form: 1, against: defense, at: foe, reach: 1 house, does: {wounds: 1 house}, source: house}
`))
	if err != nil {
		t.Fatal(err)
	}
	w, err := weigh(c, "spells", "ember")
	if err != nil {
		t.Fatal(err)
	}
	near(t, "beside a cut", w.Beside, 2*0.74/0.78)
	if w.Why != "" {
		t.Errorf("nobody has said why ember is worth so much, and yet: %s", w.Why)
	}
}

// What orders wait for comes true in their trials: the spears that set a wall strike, those that withdraw are not struck.
func TestEveryOrderHasATrial(t *testing.T) {
	for _, name := range rows.Orders {
		if w := weighed(t, "orders", name); w.Takes == 0 || w.Gains <= 0 || w.Scene == "" {
			t.Errorf("%s: %+v", name, w)
		}
	}
}
