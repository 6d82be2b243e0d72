package breath

import (
	"testing"

	"kokyu/rules"
)

// Blows that squads strike and are struck by.

// A blow at a squad must reach its formation and its charge too, as any other Defense: Direct ignores the shields. R-135.
func TestABlowMustReachAFormation(t *testing.T) {
	b := theLine("", "weapons: [zanbato]").begin(t)
	b.play("order Spears: shield wall", "end the breath", "demon-cleave > Spears")
	b.wantCheck("attack", 1, 11)
	b.play(d{1, 2}, "rising cut > Spears", d{1, 2}) // Direct 2; 6 of 5 is an overload
	b.wantCheck("attack", 0, 10)

	b = theLine("", "").begin(t)
	b.play("order Spears: charge > Levies", d{1, 3}, "end the breath", "horizontal cut > Spears")
	b.wantCheck("attack", 0, 8)
}

// What topples or strips a squad opens its formation, and no more: it is never Defenseless, and does not bleed. R-130.
func TestASquadIsToppledOutOfItsFormation(t *testing.T) {
	for _, c := range []struct {
		weapon, blow string
		wounds       int
		defense      string
	}{
		{"staff", "sweep > Spears", 5, "10"},
		{"suyari", "check > Spears", 5, "8"},
		{"odachi", "long sweep > Spears", 4, "11"},
		{"uchigatana", "horizontal cut > Spears", 4, "11"},
	} {
		b := theLine("", "courage: 3, weapons: ["+c.weapon+"]").begin(t)
		b.play("order Spears: shield wall", "end the breath", c.blow, d{9, 8})
		b.wantSheet("Spears", "defense", c.defense)
		b.wantSheet("Spears", "is", "")
		b.wantNumber("Spears", "wounds", c.wounds)
		b.lull()
		b.wantNumber("Spears", "wounds", c.wounds)
	}
}

// A squad's Fumble shakes its Cohesion, 1-1 twice as much, whatever Retribution does to others; its weapons stay in its hands.
//
func TestASquadsFumble(t *testing.T) {
	for _, rulings := range []string{"", "{retribution: off}"} {
		for _, c := range []struct {
			dice d
			want string
		}{{d{1, 3}, "5"}, {d{2, 2}, "4"}, {d{1, 1}, "3"}} {
			sc := theLine("", "")
			sc.rulings = rulings
			b := sc.begin(t)
			b.play("order Spears: strike > Levies", c.dice)
			if got := b.number("Spears", "cohesion"); got != int(c.want[0]-'0') {
				t.Errorf("%v, rulings %q: got Cohesion %d, want %s", c.dice, rulings, got, c.want)
			}
			b.wantSheet("Spears", "is", "")
			b.wantNumber("Spears", "defense", 10)
			b.play("order Spears: shield wall", "end the breath")
			b.wantWaits("Kojiro counts")
		}
	}
}

// A squad's spear wall meets who comes to it, a spear too, and hand to hand whoever has no long weapon; once a round. R-135.
func TestWhomASquadsSpearWallMeets(t *testing.T) {
	for _, c := range []struct {
		weapon, blow string
		met          bool
	}{
		{"uchigatana", "horizontal cut > Spears", true},
		{"suyari", "spear thrust > Spears", false},
		{"yumi", "loose > Spears", false},
	} {
		b := theLine("", "weapons: ["+c.weapon+"]").begin(t)
		b.play("order Spears: spear wall", "end the breath", c.blow)
		if got := b.waits() == "Spears rolls attack"; got != c.met {
			t.Errorf("%s: %s, want the spears to meet it: %v", c.blow, b.waits(), c.met)
		}
	}
	sc := theLine("", "courage: 3, weapons: [suyari]")
	b := sc.begin(t)
	b.play("order Spears: spear wall", "end the breath", "break through > first front", d{9, 8})
	b.wantWaits("Spears rolls attack")
	b.play(d{1, 3})
	b.wantWaits("Kojiro decides")
	if b.play("end the breath"); b.waits() == "Spears rolls attack" {
		t.Error("the spears meet one who stands there")
	}
}

// Squads and units stand in no count: with one man left on each side nobody waits, whoever he leads..
func TestSquadsMakeNobodyWait(t *testing.T) {
	b := theLine("", "").begin(t)
	b.refuses("wait")
	sc := theLine("", "")
	sc.them = append(sc.them, man{name: "Gonta", zone: "second rear"})
	b = sc.begin(t)
	b.offers("wait")
}

// A side of squads that nobody leads has nobody standing. R-205.
func TestSquadsAloneHoldNothing(t *testing.T) {
	b := theLine("", "wounds: 1").begin(t)
	b.play("horizontal cut > Kojiro", d{9, 8}, "take the blow")
	b.wantWaits("over")
	b.wantEvents("end", rules.Event{Seat: "us", What: "nobody stands against them", N: 1})
}
