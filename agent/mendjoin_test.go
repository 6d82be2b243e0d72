package agent

import (
	"bytes"
	"testing"

	"kokyu/rules/fight"
)

// duelAfar is a fight that waits for dice first and whose combatants are too far apart for a blow.
const duelAfar = `version: 1
system: tempo
title: Two
map: ["............"]
sides:
- {name: a, fighters: [{who: archer, name: Ann, at: a1}]}
- {name: b, fighters: [{who: spearman, name: Bo, at: l1}]}
`

// Dice that are mended stand in the position's file, also where the throw is one of before somebody joined or left.
func TestDiceMendedAfterAJoinStandInThePosition(t *testing.T) {
	rows, err := Builtin().Rows("tempo")
	if err != nil {
		t.Fatal(err)
	}
	// mended returns the position after the throw is mended that came before so many changes of the roster.
	mended := func(changes int) []byte {
		f, err := Builtin().NewFight("two.yaml", []byte(duelAfar), Setup{Seed: 1})
		if err != nil {
			t.Fatal(err)
		}
		thrown, err := f.Roll()
		if err != nil {
			t.Fatal(err)
		}
		if changes > 0 {
			if _, err = f.Do("begin"); err == nil {
				_, err = f.Join("b", "{who: spearman, name: Cy, at: k1}", rows, "late")
			}
		}
		if changes > 1 && err == nil {
			_, err = f.Edit(fight.LeaveEdit("Cy"), "gone again")
		}
		if err == nil {
			_, err = f.Mend("misread", thrown.Roll...)
		}
		if err != nil {
			t.Fatal(err)
		}
		position, err := f.Position()
		if err != nil {
			t.Fatal(err)
		}
		return position
	}
	want := mended(0)
	for changes := 1; changes <= 2; changes++ {
		if got := mended(changes); !bytes.Equal(got, want) {
			t.Errorf("after %d changes of the roster the position is\n%s\nwant\n%s", changes, got, want)
		}
	}
}
