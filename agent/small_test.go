package agent_test

import (
	"fmt"
	"path/filepath"
	"testing"

	"kokyu/agent"
	"kokyu/rules"
	"kokyu/rules/rulestest"
)

// A seed draws the same small encounters on every machine: sound files of two to four, even and uneven, that can be fought to
// their end.
func TestASeedDrawsTheSameSmallEncounters(t *testing.T) {
	c := agent.Builtin()
	for _, system := range agent.Systems() {
		met, steeds := map[[2]int]bool{}, 0
		for seed := uint64(1); seed <= uint64(rulestest.Few(60, 1000)); seed++ {
			name := fmt.Sprintf("%s %d", system, seed)
			text, f, err := c.DrawSmall(system, 2+int(seed/3)%3, seed, int(seed)%3)
			if err != nil {
				t.Fatalf("%s: %v\n%s", name, err, text)
			}
			if seed <= 2 {
				rulestest.Golden(t, filepath.Join("testdata", fmt.Sprintf("small-%s-%d.yaml", system, seed)), string(text))
			}
			if kind, err := c.Check(name, text); kind != "encounter" || err != nil {
				t.Errorf("%s is of the kind %q: %v", name, kind, err)
			}
			sides := [2]int{}
			for _, who := range f.Roster() {
				sides[who.Side]++
				if who.Steed {
					steeds++
				}
			}
			met[sides] = true
			for n := 0; f.Turn().Kind != rules.Over; n++ {
				if f.Turn().Kind == rules.Chance {
					_, err = f.Roll()
				} else {
					options := f.Options()
					_, err = f.Play(options[(n+int(seed))%len(options)].Action)
				}
				if err != nil || n > agent.StepsMax {
					t.Fatalf("%s, step %d: %v", name, n, err)
				}
			}
		}
		if has := steeds > 0; has != (system == "keep") {
			t.Errorf("%s: %d steeds", system, steeds)
		}
		sides := [][2]int{{1, 1}, {1, 2}, {2, 1}}
		if system != "keep" { // no fight of four of it was solved
			sides = append(sides, [2]int{1, 3}, [2]int{2, 2}, [2]int{3, 1})
		}
		for _, s := range sides {
			if !met[s] {
				t.Errorf("%s: no %v of %v", system, s, met)
			}
		}
	}
	if _, _, err := c.DrawSmall("chess", 2, 1, 0); err == nil {
		t.Error("a small encounter of chess")
	}
}
