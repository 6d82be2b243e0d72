package keep

import (
	"fmt"
	"strings"
	"testing"
)

// §Wounds: the ranks, reached by blows.

// struck returns what a blow of so much damage makes of Bea, who had these Wounds: the first word of her rank, after what the fight told.
func struck(t *testing.T, row string, before, damage int) (b *bout, rank string) {
	t.Helper()
	b = setup{us: []man{{name: "Ann"}}, them: []man{{name: "Bea", row: row}, {name: "Dan"}}}.begin(t)
	b.kit().Edit(fmt.Sprintf("Bea wounds=%d", before))
	b.play("katana > Bea", "roll", to{60}, to{damage})
	rank, _, _ = strings.Cut(b.kit().Sheet("Bea", "rank"), " ")
	return b, rank
}

// A blow that stops one short of a rank does not reach it, one that comes to its first Wound does, and so it is told; from Crippled on
// one is Downed besides, and Dead is dead.
// RK-55 to RK-57, RK-62: Healthy, and eight ranks from 5 Earth + 1 on, 2 Earth apart.
// RK-63: of Earth 2. RK-64: of Earth 3. RK-65: of Earth 4.
// RK-67, RK-68, RK-69.
func TestABlowReachesTheRanksOfItsLadder(t *testing.T) {
	names := []string{"healthy", "nicked", "grazed", "hurt", "injured", "bloodied", "crippled", "out", "dead"}
	for earth, ladder := range map[int][]int{
		2: {11, 15, 19, 23, 27, 31, 35, 39},
		3: {16, 22, 28, 34, 40, 46, 52, 58},
		4: {21, 29, 37, 45, 53, 61, 69, 77},
	} {
		row := fmt.Sprintf("attributes: {reflexes: 3, awareness: 3, stamina: %d, willpower: %d, agility: 3, intelligence: 3, strength: 3, perception: 3}",
			earth, earth)
		for k, from := range ladder {
			if _, rank := struck(t, row, from-10, 9); rank != names[k] {
				t.Errorf("Earth %d: 9 Wounds to the %d there are make %s, want %s", earth, from-10, rank, names[k])
			}
			b, rank := struck(t, row, from-10, 11)
			if rank != names[k+1] {
				t.Errorf("Earth %d: 11 Wounds to the %d there are make %s, want %s", earth, from-10, rank, names[k+1])
			}
			if names[k] != "crippled" && len(b.events("rank")) != 1 {
				t.Errorf("Earth %d, %s: told %+v, want one rank", earth, names[k+1], b.told)
			}
			b.wantEvent("rank", "Bea", names[k+1])
		}
	}
}

// Twenty-five Wounds at Earth 2 are Injured, two more Bloodied, and the dice feel it.
// RK-66.
func TestTwentyFiveWoundsAtEarthTwo(t *testing.T) {
	const two = "attributes: {reflexes: 3, awareness: 3, stamina: 2, willpower: 2, agility: 3, intelligence: 3, strength: 3, perception: 3}"
	for damage, want := range map[int]string{13: "-15", 14: "-15", 15: "-20"} {
		b, rank := struck(t, two, 12, damage)
		if name := map[string]string{"-15": "injured", "-20": "bloodied"}[want]; rank != name {
			t.Errorf("%d Wounds are %s, want %s", 12+damage, rank, name)
		}
		b.until("Bea")
		b.play("katana > Ann", "roll")
		if says := b.f.Check().Says; !strings.HasPrefix(says, "5k3"+want+" ") {
			t.Errorf("with %d Wounds the dice are %q, want 5k3%s", 12+damage, says, want)
		}
	}
}

// A mook's ranks are fewer and nearer.
// RK-73 to RK-76: Hurt from 4 Earth + 1, Bloodied and Out 4 Earth later each, Dead 2 Earth after that.
// RK-77: of Earth 2 they are at 9, 17, 25 and 29.
func TestABlowReachesTheRanksOfAMook(t *testing.T) {
	for from, want := range map[int][2]string{9: {"healthy", "hurt"}, 17: {"hurt", "bloodied"}, 25: {"bloodied", "out"}, 29: {"out", "dead"}} {
		for more, want := range want {
			row := "mook: true, attributes: {reflexes: 3, awareness: 3, stamina: 2, willpower: 2, agility: 3, intelligence: 3, strength: 3, perception: 3}"
			if _, rank := struck(t, row, from-6, 5+more); rank != want {
				t.Errorf("%d Wounds make a mook of Earth 2 %s, want %s", from-1+more, rank, want)
			}
		}
	}
}

// Wounds that Hurt one of Earth 3 Down her at Earth 2, and her dice feel it.
// RK-71: what moves the thresholds Downs as damage does. RK-69.
func TestWhoseEarthFallsMayFallToo(t *testing.T) {
	b, rank := struck(t, "", 22, 11) // 33
	if rank != "hurt" {
		t.Fatalf("33 Wounds at Earth 3 are %s, want hurt", rank)
	}
	b.kit().Edit("Bea earth=2")
	b.wantSheet("Bea", "rank", "crippled (-40)")
	b.until("Bea")
	b.play("katana > Ann", "roll")
	if says := b.f.Check().Says; !strings.HasPrefix(says, "5k3-40 ") {
		t.Errorf("her dice are %q, want 5k3-40", says)
	}
}
