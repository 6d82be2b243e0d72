package keep

import (
	"testing"

	"kokyu/rules"
)

// §Status Effects.

// Blind: the ATN has Reflexes once, blows have -1k1, shots -3k3.
// RK-181, RK-182, RK-183. R-RK-10: 5, Reflexes, Armor and Misc Bonus; no Stance, no Technique.
func TestBlindness(t *testing.T) {
	b := duel(t, "armour: light, misc: 2, technique: 4", "")
	b.kit().Edit("Ann blind", "Bea blind")
	b.wantATN("Ann", 5+3+5+2)
	b.play("katana > Bea", "roll")
	b.wantCheck("4k2 >= 8")
	b = setup{us: []man{{name: "Ann", row: "weapons: [yumi], skills: {kyujutsu: 5}, attributes: {reflexes: 4}", at: "a1"}},
		them: []man{{name: "Bea", at: "h1"}}}.begin(t)
	b.kit().Edit("Ann blind")
	b.play("yumi willow leaf > Bea", "roll")
	b.wantCheck("6k1 >= 20")
}

// Blind one has Water two lower for moving, one at least, and each Simple Move is tested; failed, one falls instead.
// RK-184, RK-185, RK-186.
func TestTheBlindStumble(t *testing.T) {
	b := onLane(t, "", "", lane)
	b.kit().Edit("Ann blind")
	b.wantOffered(true, "step > b1", "move > c1")
	b.wantOffered(false, "step > c1", "move > d1")
	b.play("move > c1")
	b.wantCheck("5k3 >= 15")
	b.play(to{15})
	b.wantSheet("Ann", "square", "c1")
	b.play("move > d1", to{14})
	b.wantSheet("Ann", "square", "c1")
	b.wantStatus("Ann", "prone", true)
	b = onLane(t, "", "", lane)
	b.kit().Edit("Ann blind")
	b.play("step > b1")
	b.wantTurn("Ann", rules.Decide) // the Free Move is not tested
}

// Stunned: only Air and Earth, and three dice fewer on whatever one does, not on damage.
// RK-187, RK-188. R-RK-28.
func TestTheStunned(t *testing.T) {
	b := duel(t, "", "")
	b.kit().Edit("Ann stunned")
	b.play("katana > Bea", "roll")
	b.wantCheck("2k2 >= 20")
	b.play(to{21})
	b.wantCheck("6k2")
	b = duel(t, "", "")
	b.kit().Edit("Ann stunned")
	b.play("end the turn", "end the turn", to{9})
	b.wantOptions("air", "earth")
}

// A Stun is shaken off by Earth against 20, tested once each Readying Phase, then 10, then 0.
// RK-189, RK-190. R-RK-12.
func TestShakingOffAStun(t *testing.T) {
	b := duel(t, "", "")
	b.kit().Edit("Ann stunned")
	b.play("end the turn", "end the turn")
	b.wantCheck("3k3 >= 20")
	b.play(to{19})
	b.wantStatus("Ann", "stunned", true)
	b.play("air", "end the turn", "water", "end the turn")
	b.wantCheck("3k3 >= 10")
	b.play(to{10})
	b.wantStatus("Ann", "stunned", false)
	g, s := b.position()
	s.seats[0].stun, s.do = 3, uint8(doShake)
	if got := g.testNumber(&s, 0); got != 0 {
		t.Errorf("the third number is %d, want 0", got)
	}
}

// Entangled one does nothing but try to escape: a Complex Action, Strength against a number.
// RK-191, RK-192. R-RK-79: a net's is 20, a chain's what its damage came to; the Entangled are Defenseless.
func TestTheEntangled(t *testing.T) {
	b := setup{us: []man{{name: "Ann", row: "weapons: [net], skills: {athletics: 3}", at: "a1"}}, them: []man{{name: "Bea", at: "c1"}}}.begin(t)
	b.play("net > Bea", "roll", to{25})
	b.wantStatus("Bea", "entangled", true)
	b.wantNoEvent("damage")
	b.until("Bea")
	b.wantOptions("struggle free", "end the turn")
	b.play("struggle free")
	b.wantCheck("3k3 >= 20")
	b.play(to{19})
	b.wantStatus("Bea", "entangled", true)
	b.wantTurn("Ann", rules.Decide) // RK-24: nothing is left for Bea to do
	b.until("Bea")
	b.play("water", "struggle free", to{20})
	b.wantStatus("Bea", "entangled", false)
	b = setup{us: []man{{name: "Ann", row: "weapons: [kusarigama], skills: {chain: 3}", at: "a1"}}, them: []man{{name: "Bea", at: "c1"}}}.begin(t)
	b.play("kusarigama weight > Bea", "roll", to{25}, to{13})
	b.until("Bea")
	b.play("struggle free")
	b.wantCheck("3k3 >= 13")
}

// Against a Defenseless target half of what the attack is above the ATN is added to the damage, without a cap.
// RK-200. R-RK-15: once, if it is a Feint as well.
func TestTheDefenseless(t *testing.T) {
	b := duel(t, "", "")
	b.kit().Edit("Bea incapacitated")
	b.play("katana > Bea", "roll")
	b.wantCheck("5k3 >= 5")
	b.play(to{36})
	b.wantCheck("6k2+15")
	b = duel(t, "", "")
	b.kit().Edit("Bea incapacitated")
	b.play("katana > Bea", "feint", "roll", to{36})
	b.wantCheck("6k2+15")
}

// Grappled, the ATN is 5 and the Armor Bonus; maluses stay.
// RK-201.
func TestTheATNOfTheGrappled(t *testing.T) {
	b := opens(t, "water", "fire", "", "armour: heavy, technique: 5, misc: 3")
	b.play("grapple > Bea", to{60})
	b.wantATN("Bea", 5+10-10)
	b.wantATN("Ann", 5)
}

// A Strong Position is one die rolled more on attacks: mounted against unmounted, [Reach] from outside of the target's own,
// higher ground, a target in the mire.
// RK-202, RK-203, RK-204, RK-205. R-RK-31: one die, whatever the reasons.
func TestAStrongPosition(t *testing.T) {
	attack := func(sc setup, what, want string) {
		t.Helper()
		b := sc.begin(t)
		b.play(what+" > Bea", "roll")
		b.wantCheck(want)
	}
	ann := man{name: "Ann", row: "weapons: [yari]", at: "a1"}
	attack(setup{us: []man{ann}, them: []man{{name: "Bea", at: "c1"}}}, "yari", "6k3 >= 20")
	attack(setup{us: []man{ann}, them: []man{{name: "Bea", at: "b1"}}}, "yari", "5k3 >= 20")
	attack(setup{us: []man{ann}, them: []man{{name: "Bea", row: "weapons: [yari]", at: "c1"}}}, "yari", "5k3 >= 20")
	attack(setup{us: []man{ann}, them: []man{{name: "Bea", at: "b1"}}, ground: `["^..."]`}, "yari", "6k3 >= 20")
	attack(setup{us: []man{ann}, them: []man{{name: "Bea", at: "b1"}}, ground: `[".~.."]`}, "yari", "6k3 >= 20")
	attack(setup{us: []man{ann}, them: []man{{name: "Bea", at: "b1"}}, ground: `["~~.."]`}, "yari", "5k3 >= 20")
	attack(setup{us: []man{ann}, them: []man{{name: "Bea", at: "c1"}}, ground: `["^.~."]`}, "yari", "6k3 >= 20")
	attack(setup{us: []man{{name: "Ann", row: "weapons: [yumi]", at: "a1"}}, them: []man{{name: "Bea", at: "d1"}}, ground: `["^..."]`},
		"yumi willow leaf", "6k3 >= 20")
}

// Prone: ten off the ATN in melee alone, Water or Air, no [Large] weapon, others with two dice fewer.
// RK-208, RK-210, RK-211, RK-212. RK-209: no move but a crawl.
func TestTheProne(t *testing.T) {
	b := duel(t, "", "")
	b.kit().Edit("Ann prone")
	b.wantSheet("Ann", "ATN", "10 (20 against shots)")
	b.play("katana > Bea", "roll")
	b.wantCheck("3k3 >= 20")
	b = duel(t, "weapons: [no-dachi, tanto], skills: {swords: 3}", "")
	b.kit().Edit("Ann prone")
	b.wantOffered(false, "no-dachi > Bea")
	b.wantOffered(true, "unarmed > Bea")
	b.play("end the turn")
	b.until("Ann")
	b.wantOptions("water", "air")
	b = duel(t, "", "")
	b.kit().Edit("Ann prone")
	b.wantOffered(false, "grapple > Bea") // R-RK-64: with one who stands
}

// Incapacitated one does nothing; the ATN is 5 and the Armor Bonus.
// RK-215, RK-216. R-RK-10: maluses stay.
func TestTheIncapacitated(t *testing.T) {
	b := opens(t, "water", "fire", "", "armour: light, misc: 4")
	b.kit().Edit("Bea incapacitated")
	b.wantATN("Bea", 5+5-10)
	b.play("end the turn")
	b.wantTurn("Bea", rules.Chance) // the Readying Phase: there was no turn of hers
	b.wantCheck("3k3 >= 20")
}

// Each Readying Phase it is tested, Earth against 20; after a failure it ends with the next round.
// RK-217, RK-218. R-RK-12.
func TestRallying(t *testing.T) {
	b := duel(t, "", "")
	b.kit().Edit("Bea incapacitated")
	b.play("end the turn", to{20})
	b.wantStatus("Bea", "incapacitated", false)
	b = duel(t, "", "")
	b.kit().Edit("Bea incapacitated")
	b.play("end the turn", to{19})
	b.wantStatus("Bea", "incapacitated", true)
	b.play("water", "end the turn") // no dice: it wears off
	b.wantStatus("Bea", "incapacitated", false)
	if b.f.Round() != 3 {
		t.Errorf("round %d, want 3", b.f.Round())
	}
}

// Hunger lifts every number by five a day.
// RK-194. R-RK-43: in a fight only the numbers.
func TestHunger(t *testing.T) {
	b := duel(t, "hungry days: 2", "")
	b.play("katana > Bea", "roll")
	b.wantCheck("5k3 >= 30")
	if n := hungerNumber(3); n != 15 {
		t.Errorf("three days are %d", n)
	}
}

// Exhausted one has no bonus of Earth and Fire, and their restrictions all the same; without sleep five off everything a day.
// RK-197, RK-198.
func TestExhaustion(t *testing.T) {
	b := opens(t, "fire", "water", "exhausted: true", "")
	b.wantATN("Ann", 10)
	b.play("katana > Bea", "roll")
	b.wantCheck("5k3 >= 20")
	b = opens(t, "earth", "water", "exhausted: true", "")
	b.wantOffered(false, "katana > Bea")
	b.play("defend", to{30})
	b.wantATN("Ann", 20)
	if steps := b.f.Steps(); steps[len(steps)-1].Do != "success, ATN +0" {
		t.Errorf("the line says %q, want what the ATN gains", steps[len(steps)-1].Do)
	}
	b = duel(t, "sleepless days: 2", "")
	b.play("katana > Bea", "roll")
	b.wantCheck("5k3-10 >= 20")
}

// One who is Out bleeds where the table says so, until a friend beside spends a Complex Action on it.
// R-RK-76.
func TestBleeding(t *testing.T) {
	sc := setup{us: []man{{name: "Ann", at: "a1"}, {name: "Cid", at: "b1"}}, them: []man{{name: "Bea", at: "h1"}}, rulings: "bleeding: 2"}
	sc.begin(t).wantOfferedLike(false, "tend") // nobody is Out
	b := sc.begin(t)
	b.kit().Edit("Cid out")
	b.wantOffered(true, "tend > Cid")
	b.play("end the turn", "end the turn")
	b.wantWounds("Cid", 54)
	b.play("water", "tend > Cid", "end the turn", "water", "end the turn")
	b.wantWounds("Cid", 54)
	b = sc.begin(t)
	b.kit().Edit("Cid wounds=57")
	b.play("end the turn", "end the turn")
	b.wantSheet("Cid", "rank", "dead")
}

// A fight is lost when all of a side are Crippled, Out or Dead; the Crippled of one that fights on keep their turns.
// R-RK-75.
func TestTheEndOfAFight(t *testing.T) {
	b := setup{us: []man{{name: "Ann"}, {name: "Cid", at: "c1"}}, them: []man{{name: "Bea"}}}.begin(t)
	b.kit().Edit("Cid wounds=46")
	b.play("end the turn")
	b.wantTurn("Cid", rules.Decide)
	b.wantSheet("Cid", "rank", "crippled (-40)")
	b.kit().Edit("Ann wounds=46")
	if won, draw, over := b.f.Winner(); !over || draw || won != 1 {
		t.Errorf("over %v, drawn %v, won by %v, want the other side", over, draw, won)
	}
}
