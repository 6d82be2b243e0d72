package agent

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"testing"

	"kokyu/rules"
	"kokyu/rules/rulestest"
)

// Whatever Wounds a GM sets, the position that follows is one that a file can say, and reads back as itself: nothing stays on
// somebody that such Wounds forbid.
func TestAPositionAfterAnEditOfWoundsReadsBack(t *testing.T) {
	changes := map[string][]string{"breath": {"wounds"}, "keep": {"wounds"}, "tempo": {"minor", "moderate", "severe"}}
	fights, tried := 1, 0
	if rulestest.Long() {
		fights = 20
	}
	for _, name := range Encounters() {
		_, data, err := ReadEncounter(name)
		if err != nil {
			t.Fatal(err)
		}
		for seed := range uint64(fights) {
			f, err := Builtin().NewFight(name, data, Setup{Seed: seed})
			if err != nil {
				t.Fatal(err)
			}
			r := rand.New(rand.NewPCG(seed, 5))
			for step := range 24 {
				if step%8 == 0 {
					for range 3 {
						g := f.Copy()
						keys := changes[f.Header().System]
						if keys == nil { // a system whose edits are called as its numbers are
							for _, n := range g.Board().Stands[g.Turn().Seat].Numbers {
								keys = append(keys, n.Name)
							}
						}
						change := fmt.Sprintf("%s %s=%d", g.Name(rules.Seat(r.IntN(len(g.Roster())))), keys[r.IntN(len(keys))], r.IntN(20)*r.IntN(3))
						if _, err := g.Edit(change, "a change"); err != nil {
							continue
						}
						tried++
						want, err := g.Position()
						if err != nil {
							t.Fatalf("%s, seed %d, step %d, %s: %v", name, seed, step, change, err)
						}
						back, err := Builtin().NewFight("x.yaml", want, Setup{})
						if err != nil {
							t.Errorf("%s, seed %d, step %d, %s: %v\n%s", name, seed, step, change, err, want)
							continue
						}
						if got, err := back.Position(); err != nil || !bytes.Equal(got, want) || !back.Same(g) {
							t.Errorf("%s, seed %d, step %d, %s: read back as\n%s\nwant\n%s", name, seed, step, change, got, want)
						}
					}
				}
				if _, _, over := f.Winner(); over {
					break
				}
				var err error
				if f.Turn().Kind == rules.Chance {
					_, err = f.Roll()
				} else {
					options := f.Options()
					_, err = f.Play(options[r.IntN(len(options))].Action)
				}
				if err != nil {
					t.Fatal(err)
				}
			}
		}
	}
	if tried < 50*fights {
		t.Errorf("%d changes tried", tried)
	}
}
