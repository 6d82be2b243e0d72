package keep

import (
	"fmt"
	"testing"

	"kokyu/rules"
	"kokyu/rules/dice"
)

// §Damage Rolls, §Wound Thresholds.

// damagePool is the damage pool of a fight that waits for it.
func (b *bout) damagePool() string {
	b.t.Helper()
	if c := b.f.Check(); c.What != "damage" {
		b.t.Fatalf("the fight waits for %s, want damage", c.What)
	}
	return b.f.Check().Says
}

// A hit is followed by a damage roll: the weapon's dice, Strength rolled besides.
// RK-44: a hit is followed by damage. RK-45: the weapon first, a tonfa 0k3, a katana 3k2. RK-46: then Strength rolled.
// RK-49: the last step is the roll. RK-100: what it comes to is Wounds.
func TestDamageIsTheWeaponAndStrength(t *testing.T) {
	for weapon, want := range map[string]string{"katana": "6k2", "tonfa": "3k3", "ono": "3k3", "unarmed": "3k1"} {
		row := "weapons: [" + weapon + "]"
		if weapon == "unarmed" {
			row = "weapons: []"
		}
		b := duel(t, row+", skills: {weapon samurai: 2, staves: 2, kanaboujutsu: 2, jujutsu: 2}", "")
		b.play(weapon+" > Bea", "roll", to{20})
		if got := b.damagePool(); got != want {
			t.Errorf("%s: %s, want %s", weapon, got, want)
		}
		b.play(to{13})
		b.wantWounds("Bea", 13)
	}
	b := duel(t, "attributes: {strength: 4}", "")
	b.play("katana > Bea", "feint", "roll", to{33}) // half of what is above the ATN is no die
	if got := b.damagePool(); got != "7k2+5" {
		t.Errorf("a feint by Strength 4: %s, want 7k2+5", got)
	}
}

// The first worked example: katana 3k2, Strength 3, skill 5, a Feint that beats the ATN by 13, and a Void Point.
// RK-50. RK-47: bonuses come third. RK-48: what has to be activated comes then.
// RK-116: Feint takes two raises. RK-117: half the margin is added.
func TestTheFirstExampleOfDamage(t *testing.T) {
	b := duel(t, "rank: 2, skills: {weapon samurai: 5}, void points: 1", "")
	for b.f.Turn().Begins && len(b.words()) > 0 && b.words()[0] == "no more" {
		b.play("no more")
	}
	b.play("katana > Bea", "feint", "roll", to{33}) // ATN 20, two raises, 13 above it
	b.wantOffered(true, "void strike")
	g, s := b.position()
	if got := g.damagePool(&s).Text(); got != "7k2+6" {
		t.Errorf("after the third step the pool is %s, want 7k2+6", got)
	}
	b.play("void strike")
	if got := b.damagePool(); got != "8k3+6" {
		t.Errorf("after the fourth step the pool is %s, want 8k3+6", got)
	}
}

// The second one: ono 0k4, Strength 5, Kanaboujutsu 7 with the emphasis, two raises on Extra Damage.
// RK-51. RK-115: each raise is one die rolled.
func TestTheSecondExampleOfDamage(t *testing.T) {
	b := duel(t, "attributes: {reflexes: 3, stamina: 3, willpower: 3, agility: 3, strength: 5}, skills: {kanaboujutsu: 7}, emphases: [ono], weapons: [ono]", "")
	b.play("ono > Bea", "extra damage, 2 raises")
	b.wantCheck("")
	b.play("roll")
	b.wantCheck("10k3 emphasis >= 30")
	b.play(to{31})
	if got := b.damagePool(); got != "8k5+4" {
		t.Errorf("the pool is %s, want 8k5+4", got)
	}
}

// A mook's damage dice never explode.
// RK-52. R-RK-77: and it has no masteries.
func TestAMooksDamageNeverExplodes(t *testing.T) {
	b := duel(t, "mook: true, skills: {weapon samurai: 3}", "")
	b.play("katana > Bea", "roll", to{20})
	if got := b.damagePool(); got != "6k2 flat" {
		t.Errorf("the pool is %s, want 6k2 flat", got)
	}
	b = duel(t, "skills: {weapon samurai: 3}", "")
	b.play("katana > Bea", "roll", to{20})
	if got := b.damagePool(); got != "7k2" {
		t.Errorf("a swordsman's pool is %s, want 7k2", got)
	}
}

// Damage less Reduction is Wounds, and they add up.
// RK-53, RK-54.
func TestReductionComesOffBeforeWounds(t *testing.T) {
	b := duel(t, "", "armour: heavy")
	b.play("katana > Bea", "roll", to{30}, to{13})
	b.wantWounds("Bea", 8)
	b.until("Bea")
	b.play("end the turn")
	b.until("Ann")
	b.play("water", "katana > Bea", "roll", to{30}, to{4})
	b.wantWounds("Bea", 8) // all of it is stopped
	b.until("Bea")
	b.play("water", "end the turn")
	b.until("Ann")
	b.play("water", "katana > Bea", "roll", to{30}, to{8})
	b.wantWounds("Bea", 11)
}

// The ladder of Wounds by Earth.
// RK-55: Nicked from 5 Earth + 1. RK-56: each further rank 2 Earth later. RK-57: eight ranks. RK-63, RK-64, RK-65: the three
// columns of the document. RK-62: below Nicked one is Healthy.
func TestTheLadderOfWounds(t *testing.T) {
	for earth, want := range map[int][8]int{
		2: {11, 15, 19, 23, 27, 31, 35, 39},
		3: {16, 22, 28, 34, 40, 46, 52, 58},
		4: {21, 29, 37, 45, 53, 61, 69, 77},
	} {
		for k, from := range want {
			rank := nicked + k
			if got := threshold(rank, earth, false); got != from {
				t.Errorf("Earth %d: %s from %d, want %d", earth, rankNames[rank], got, from)
			}
			if got := ladderOf(earth, false).rank[from]; int(got) != rank {
				t.Errorf("Earth %d: %d Wounds are %s, want %s", earth, from, rankNames[got], rankNames[rank])
			}
			if got := ladderOf(earth, false).rank[from-1]; int(got) != rank-1 {
				t.Errorf("Earth %d: %d Wounds are %s, want %s", earth, from-1, rankNames[got], rankNames[rank-1])
			}
		}
	}
	if want := []string{"healthy", "nicked", "grazed", "hurt", "injured", "bloodied", "crippled", "out", "dead"}; fmt.Sprint(rankNames) != fmt.Sprint(want) {
		t.Errorf("the ranks are %v", rankNames)
	}
}

// Earth 2 with 25 Wounds is Injured, and 27 are Bloodied.
// RK-66.
func TestTheExampleOfTwentyFiveWounds(t *testing.T) {
	if got := ladderOf(2, false).rank[25]; int(got) != injured {
		t.Errorf("25 Wounds are %s", rankNames[got])
	}
	if got := ladderOf(2, false).rank[27]; int(got) != bloodied {
		t.Errorf("27 Wounds are %s", rankNames[got])
	}
}

// A mook's ladder: Hurt from 4 Earth + 1, Bloodied and Out 4 Earth later each, Dead 2 Earth later.
// RK-73, RK-74, RK-75, RK-76. RK-77: of Earth 2: 9, 17, 25, 29. RK-78: 10 Wounds are Hurt, 15 more Out, 4 more Dead.
func TestTheLadderOfMooks(t *testing.T) {
	for _, w := range []struct{ wounds, rank int }{{8, healthy}, {9, hurt}, {10, hurt}, {16, hurt}, {17, bloodied},
		{24, bloodied}, {25, outRank}, {28, outRank}, {29, dead}} {
		if got := ladderOf(2, true).rank[w.wounds]; int(got) != w.rank {
			t.Errorf("a mook of Earth 2 with %d Wounds is %s, want %s", w.wounds, rankNames[got], rankNames[w.rank])
		}
	}
	for rank, want := range map[int]int{hurt: 13, bloodied: 25, outRank: 37, dead: 43} {
		if got := threshold(rank, 3, true); got != want {
			t.Errorf("a mook of Earth 3 is %s from %d, want %d", rankNames[rank], got, want)
		}
	}
}

// The penalty is that of the highest rank reached, alone, on every test and contest, and not on damage or initiative.
// RK-58: 3, 5, 10, 15, 20, 40. RK-59: the highest alone. RK-60: tests and contests. RK-61: no damage rolls, no special ones.
func TestWoundsWeighOnTestsAndContests(t *testing.T) {
	g := setup{us: []man{{name: "Ann"}}, them: []man{{name: "Bea"}}}.game(t)
	for rank, want := range map[int]int{healthy: 0, nicked: 3, grazed: 5, hurt: 10, injured: 15, bloodied: 20,
		crippled: 40, outRank: 40} { // who is Out has passed all of them
		s := g.Start()
		c := &s.seats[0]
		c.wounds = uint8(threshold(rank, 3, false))
		if got := g.penalty(c, 0); got != want {
			t.Errorf("%s: -%d, want -%d", rankNames[rank], got, want)
		}
	}
	b := duel(t, "", "")
	b.kit().Edit("Ann wounds=28")
	b.wantSheet("Ann", "rank", "hurt (-10)")
	b.play("katana > Bea", "knockdown", "roll")
	b.wantCheck("5k3-10 >= 30")
	b.play(to{30})
	b.wantCheck("Ann's 3k3-10 against Bea's 3k3")
	b.play(to{8, 7})
	b.wantCheck("6k2") // damage
	if p := g.initiativePool(0); p.Add != 0 {
		t.Errorf("initiative is rolled with %v", p)
	}
}

// Out is unconscious, Dead is dead: neither does anything.
// RK-67, RK-68.
func TestTheOutDoNothing(t *testing.T) {
	for _, wounds := range []string{"52", "58"} {
		b := setup{us: []man{{name: "Ann"}, {name: "Cid"}}, them: []man{{name: "Bea"}}}.begin(t)
		b.kit().Edit("Cid wounds=" + wounds)
		b.play("end the turn")
		if got := b.f.Name(b.f.Turn().Seat); got != "Bea" {
			t.Errorf("with %s Wounds the turn is %s's", wounds, got)
		}
	}
}

// Who is Out leaves its grapple, and what it had in hand falls.
// R-RK-67. RK-138.
func TestTheOutLetGo(t *testing.T) {
	b := setup{us: []man{{name: "Ann"}}, them: []man{{name: "Bea"}, {name: "Dan"}}}.begin(t)
	b.play("grapple > Bea", to{25})
	b.kit().Edit("Bea wounds=52")
	b.wantStatus("Ann", "grappled", false)
	g, s := b.position()
	at, _ := g.ground.SquareNamed("b1")
	if katana := s.items[weaponsMax]; katana.at&itemLying == 0 || katana.square != at {
		t.Errorf("the katana of one who is Out: %+v, want it where she fell", katana)
	}
}

// Who brings another to Crippled or Out Downs it, to Dead Kills it; both at once only Kills.
// RK-69, RK-70, RK-72. R-RK-29: the Crippled are not Downed again. RK-78: a mook is Downed by Out.
func TestDowningAndKilling(t *testing.T) {
	for _, tc := range []struct {
		before, damage int
		row            string
		want           string
	}{
		{0, 46, "", "downed"}, {0, 52, "", "downed"}, {0, 58, "", "killed"}, {47, 6, "", ""}, {47, 20, "", "killed"}, {0, 45, "", ""},
		{10, 15, "mook: true, attributes: {stamina: 2}", "downed"}, {25 - 1, 5, "mook: true, attributes: {stamina: 2}", "killed"},
	} {
		b := setup{us: []man{{name: "Ann"}}, them: []man{{name: "Bea", row: tc.row}, {name: "Dan"}}}.begin(t)
		b.kit().Edit(fmt.Sprintf("Bea wounds=%d", tc.before))
		b.play("katana > Bea", "roll", to{40}, to{tc.damage})
		got := ""
		if e := b.events("down"); len(e) == 1 {
			got = e[0].What
			if e[0].Seat != "Bea" || e[0].At != "Ann" {
				t.Errorf("told: %+v", e)
			}
		}
		if got != tc.want {
			t.Errorf("%d Wounds and %d damage: %q, want %q", tc.before, tc.damage, got, tc.want)
		}
	}
}

// Who is Crippled is Downed, and lost to a side of which nobody else stands; by ruling she fights on with her -40, and is lost once she is
// Out. What is told of the end says how they are who do not stand.
// R-RK-75, R-RK-81. RK-58, RK-67, RK-69.
func TestTheLastOneFightsOnAtCrippledByRuling(t *testing.T) {
	b := duel(t, "", "")
	b.play("katana > Bea", "roll", to{40}, to{46})
	b.wantTurn("", rules.Over)
	b.wantEvent("down", "Bea", "downed")
	b.wantEvent("end", "us", "nobody of them stands: Bea crippled")

	b = setup{us: []man{{name: "Ann"}}, them: []man{{name: "Bea"}}, rulings: "ends at: out"}.begin(t)
	b.play("katana > Bea", "roll", to{40}, to{46})
	b.wantEvent("down", "Bea", "downed")
	b.wantNoEvent("end")
	b.until("Bea")
	b.play("katana > Ann", "roll")
	b.wantCheck("5k3-40 >= 20")
	b.play(to{20}, to{12})
	b.wantWounds("Ann", 12)
	b.until("Ann")
	b.play("water", "katana > Bea", "roll", to{40}, to{6})
	b.wantTurn("", rules.Over)
	b.wantEvent("end", "us", "nobody of them stands: Bea out")

	// Whoever has left is told too.
	for rulings, want := range map[string]string{"": "nobody of them stands: Bea crippled, Dan gone", "ends at: out": "nobody of them stands: Bea out, Dan gone"} {
		b = setup{us: []man{{name: "Ann"}}, them: []man{{name: "Bea"}, {name: "Dan"}}, rulings: rulings}.begin(t)
		g, s := b.position()
		s.seats[2].status |= gone
		s.seats[1].wounds = map[string]uint8{"": 46, "ends at: out": 52}[rulings]
		var log rules.Log
		if !g.endIfDecided(&s, &log) || log.Events[len(log.Events)-1].What != want {
			t.Errorf("%s: %+v, want %q", rulings, log.Events, want)
		}
	}
}

// A change of thresholds Downs and Kills as damage does.
// RK-71.
func TestAChangeOfEarthMayDown(t *testing.T) {
	b := setup{us: []man{{name: "Ann"}}, them: []man{{name: "Bea"}, {name: "Dan"}}}.begin(t)
	b.kit().Edit("Bea wounds=33")
	_, err := b.f.Edit("Bea earth=2", "a curse")
	if err != nil {
		t.Fatal(err)
	}
	steps := b.f.Steps()
	b.told = steps[len(steps)-1].Events
	b.wantEvent("down", "Bea", "downed")
	b.wantEvent("rank", "Bea", "crippled")
}

// A damage roll is what the dice say: kept and dropped, exploded and added up.
func TestDiceAreReadFromTheTable(t *testing.T) {
	c, rest, err := dice.Pool{Roll: 7, Keep: 3, Add: 6, Explode: true}.Read([]int{10, 8, 9, 6, 5, 4, 2, 1})
	if err != nil || len(rest) != 0 || c.Total != 39 {
		t.Errorf("7k3+6 comes to %d (%v, %v)", c.Total, rest, err)
	}
}

// Nobody takes out of a grapple one who falls: it is said of him alone.
// RK-138. R-RK-67.
func TestWhoFallsLeavesItsGrappleByNobodysDoing(t *testing.T) {
	b := clinch(t, "", "")
	b.play(to{20, 11})
	step, err := b.f.Edit("Bea out", "a fall")
	if err != nil {
		t.Fatal(err)
	}
	told := 0
	for _, e := range step.Events {
		if e.Kind == "status" && e.What == "grappled" && e.Seat == "Bea" && !e.OK {
			told++
			if e.At != "" {
				t.Errorf("Bea is let go by %s, want nobody", e.At)
			}
		}
	}
	if told != 1 {
		t.Errorf("told %d times that Bea is let go, want once: %+v", told, step.Events)
	}
}
