package fair

import (
	"encoding/json"
	"strings"
	"testing"
)

func dayOf(t testing.TB, texts ...string) *Day {
	t.Helper()
	d := &Day{Within: 0.12, Seed: 1, Cores: 2}
	p := level(3, 30)
	for _, txt := range texts {
		q := Question{Players: [2]Player{p, p}}
		q.Fight, q.Source = begun(t, "test.yaml", []byte(txt))
		d.Stages = append(d.Stages, Stage{Question: q})
	}
	return d
}

// A day of one fight is that fight; a second one begins with what the first left, so that fewer come through it than would
// come to it fresh.
func TestADayWearsThePartyOut(t *testing.T) {
	easy := strings.Replace(skirmish, "{who: ronin, name: Kuro}, bandit: 2", "bandit: 3", 1)
	fresh, err := dayOf(t, easy).Run(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	d := dayOf(t, easy, easy, easy)
	a, err := d.Run(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	first, last := a.Stages[0], a.Stages[2]
	if a.End != last.Through || first.Begun != 1 || a.Stages[1].Begun != first.Through.Mean || last.Begun != a.Stages[1].Through.Mean {
		t.Errorf("the day does not add up: %+v", a)
	}
	if fresh.End.Low > first.Through.High || first.Through.Low > fresh.End.High {
		t.Errorf("alone %v, as the first of three %v", fresh.End, first.Through)
	}
	worn := last.Through.Mean / last.Begun
	if worn >= first.Through.Mean {
		t.Errorf("of those who come to the third fight %.2f come through, of the first %.2f", worn, first.Through.Mean)
	}
	for i, m := range last.Members {
		if before := first.Members[i]; m.Name == "Aki" && m.Remainders[0].Mean >= before.Remainders[0].Mean {
			t.Errorf("%s has %v after three fights and %v after one", m.Name, m.Remainders[0], before.Remainders[0])
		}
	}
	d.Cores = 1
	b, err := d.Run(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	one, _ := json.Marshal(b)
	two, _ := json.Marshal(a)
	if string(one) != string(two) {
		t.Errorf("on one core\n%s\non two\n%s", one, two)
	}
}

func TestADayThatCannotBe(t *testing.T) {
	others := strings.NewReplacer("name: Aki", "name: Iso", "name: Ren", "name: Jo").Replace(skirmish)
	if _, err := dayOf(t, skirmish, others).Run(t.Context()); err == nil || !strings.Contains(err.Error(), "nobody of the party") {
		t.Errorf("other people: %v", err)
	}
	if _, err := dayOf(t).Run(t.Context()); err == nil {
		t.Error("a day without a fight")
	}
	d := dayOf(t, skirmish)
	q := d.Stages[0].Question
	q.Fight, q.Source = opened(t, "bridge")
	d.Stages = append(d.Stages, Stage{Question: q})
	if _, err := d.Run(t.Context()); err == nil || !strings.Contains(err.Error(), "one rule system") {
		t.Errorf("two systems: %v", err)
	}
}

func TestRestsOfADay(t *testing.T) {
	for txt, want := range map[string]string{"rest 8": "8 h", "rest 1 hour": "1 h", "rest 2 days": "2 d", "interlude": "i"} {
		r, ok, err := ReadRest(txt)
		if !ok || err != nil || want == "i" != r.Interlude || strings.HasSuffix(want, "h") != (r.Hours > 0) || strings.HasSuffix(want, "d") != (r.Days > 0) {
			t.Errorf("%q: %+v, %v, %v", txt, r, ok, err)
		}
	}
	for _, txt := range []string{"rest", "rest x", "rest -1", "rest 8 moons", "rest 8 hours more", "rest 9999"} {
		if _, ok, err := ReadRest(txt); !ok || err == nil {
			t.Errorf("%q: %v, %v", txt, ok, err)
		}
	}
	if _, ok, err := ReadRest("ambush"); ok || err != nil {
		t.Errorf("an encounter: %v, %v", ok, err)
	}
}
