package breath

import (
	"slices"
	"strings"
	"testing"

	"kokyu/rules"
	"kokyu/rules/breath/rows"
	"kokyu/rules/fight"
)

// A blow does more than coming nearer, and that more than a guard; where two are alone nothing of it counts: there
// the estimate is fitted to exact values.
func TestActivityOfABlowIsMoreThanOfAGuard(t *testing.T) {
	three := `
version: 1
system: breath
title: At the Stream
zones: {first rear: {}, first front: {}, second front: {}, second rear: {}}
sides:
  - name: travellers
    fighters: [{who: hatamoto, name: Masamune, zone: first front}]
  - name: bandits
    fighters: [{who: road ronin, name: Jubei, zone: second front}, {who: bandit archer, name: Oyuki, zone: second rear}]
`
	activities := func(text string) map[string]int {
		g := mirrorLoad(t, text)
		f := fight.New(g, fight.Header{System: rows.System})
		for f.Turn().Kind == rules.Chance {
			if _, err := f.Roll(); err != nil {
				t.Fatal(err)
			}
		}
		_, s, _ := fight.At[State](f)
		said := map[string]int{}
		for _, o := range f.Options() {
			said[o.Words] = g.activity(&s, o.Action)
		}
		return said
	}
	of := func(said map[string]int, begins string) (n []int) {
		for words, k := range said {
			if strings.HasPrefix(words, begins) && !slices.Contains(n, k) {
				n = append(n, k)
			}
		}
		return n
	}
	many := activities(three)
	for begins, want := range map[string]int{"horizontal cut > Masamune": 2, "break through": 1, "walk": 0, "reserve": 0, "close": 0} {
		if got := of(many, begins); !slices.Equal(got, []int{want}) {
			t.Errorf("%s: activity %v, want %d: %v", begins, got, want, many)
		}
	}
	alone := strings.NewReplacer(", {who: bandit archer, name: Oyuki, zone: second rear}", "",
		"zones: {first rear: {}, first front: {}, second front: {}, second rear: {}}\n", "",
		", zone: first front", "", ", zone: second front", "").Replace(three)
	for words, n := range activities(alone) {
		if n != 0 {
			t.Errorf("one against one: %s: activity %d", words, n)
		}
	}
}

// A blow within the limit of the breath does something; the same blow beyond it only by its value, since it may leave
// its seat Defenseless.
func TestActivityOfAnOverloadIsNone(t *testing.T) {
	b := setup{us: []man{{name: "Musashi"}}, them: []man{{name: "Kojiro"}, {name: "Gonta"}}}.begin(t)
	activity := func(words string) int {
		g, s, _ := fight.At[State](b.f)
		o, _ := b.option(words)
		return g.(*Game).activity(&s, o.Action)
	}
	for spent, want := range []int{2, 2, 0} { // 0, 2 and 4 Energy of 5
		if got := activity("horizontal cut > Kojiro"); got != want {
			t.Errorf("a cut of 2 after %d of 5 Energy: activity %d, want %d", 2*spent, got, want)
		}
		b.play("horizontal cut > Kojiro", d{1, 2})
	}
}
