package keep

import (
	"testing"

	"kokyu/rules"
	"kokyu/rules/rulestest"
)

// §Anatomy of a Turn, §Actions in Combat.

// simple returns how many Simple Actions the turn under way has left.
func (b *bout) simple() int {
	_, s := b.position()
	return int(s.simpleLeft)
}

func (b *bout) wantSimple(want int) {
	b.t.Helper()
	if got := b.simple(); got != want {
		b.t.Errorf("%d Simple Actions left, want %d", got, want)
	}
}

// A turn begins with two Simple Actions, spent in any order; a Complex one takes both.
// RK-15: two. RK-18: any order and combination. RK-22: a Complex Action is two. RK-23: and then they are no Simple ones.
func TestATurnHasTwoSimpleActions(t *testing.T) {
	b := duel(t, "weapons: [katana, tanto]", "")
	b.wantSimple(2)
	b.play("stow katana")
	b.wantSimple(1)
	b.wantOffered(false, "unarmed > Bea") // an attack takes two
	b.play("ready katana")
	b.wantSimple(0)
	b.wantOffered(false, "stow katana")

	b = duel(t, "", "")
	b.play("katana > Bea")
	b.wantSimple(0)
	b.play("roll", to{9})
	b.wantOffered(false, "stow katana")
	b.wantOffered(true, "let go of katana", "end the turn")

	b = duel(t, "weapons: [tanto]", "")
	b.play("stow tanto", "ready tanto") // both free
	b.wantSimple(2)
	b.play("tanto > Bea")
	b.wantSimple(0)
	b.play("roll", to{9})
	b.wantOffered(false, "stow tanto")
}

// No action begins while another is going on.
// RK-19.
func TestNoActionBeginsInsideAnother(t *testing.T) {
	b := setup{us: []man{{name: "Ann", at: "a1"}, {name: "Cid", at: "a2"}}, them: []man{{name: "Bea", at: "b1"}}, ground: `["...", "..."]`}.begin(t)
	b.play("katana > Bea")
	for _, w := range b.words() {
		if w == "end the turn" || w == "step > b2" || w == "guard > Cid" {
			t.Errorf("%q is legal while an attack is under way", w)
		}
	}
}

// Each particular Free Action comes once a turn, any number of different ones.
// RK-21. RK-31: letting go of something is free. RK-32: so is a move of 5 feet for each Water.
func TestEachFreeActionComesOnce(t *testing.T) {
	b := duel(t, "", "")
	b.play("let go of katana")
	b.wantOffered(false, "let go of katana")
	b = setup{us: []man{{name: "Ann", row: "weapons: [tanto, katana]", at: "a1"}}, them: []man{{name: "Bea", at: "h1"}}}.begin(t)
	b.wantSimple(2)
	b.play("step > b1")
	b.wantOffered(false, "step > c1")
	b.wantOffered(true, "move > c1")
	b.play("let go of tanto")
	b.wantSimple(2)
	b.play("ready katana")
	b.wantSimple(1)
}

// A [Small] weapon is drawn and put away as a Free Action, twice a turn; after that it takes a Simple one.
// RK-29. RK-36: any weapon as a Simple Action.
func TestSmallWeaponsAreFreeTwice(t *testing.T) {
	b := duel(t, "weapons: [tanto]", "")
	b.play("stow tanto", "ready tanto")
	b.wantSimple(2)
	b.play("stow tanto")
	b.wantSimple(1)
	b.play("ready tanto")
	b.wantSimple(0)
	b.wantOffered(false, "stow tanto")
}

// A turn ends when its owner stops, or when nothing more can be done.
// RK-24. RK-20: what a move leaves over is lost.
func TestATurnEndsWhenNothingIsLeft(t *testing.T) {
	b := setup{us: []man{{name: "Ann", row: "weapons: []", at: "a1"}}, them: []man{{name: "Bea", row: "weapons: [tanto]", at: "d1"}},
		ground: `["....", "####"]`}.begin(t)
	b.play("step > b1") // one square of three
	b.wantOffered(false, "step > c1")
	b.play("move > c1")
	b.wantSimple(1)
	b.play("move > b1")
	b.wantTurn("Bea", rules.Decide) // Ann has nothing more to do
}

// Where every square beside one is taken there is no step left to take: the turn is over with the blow.
// RK-24. R-RK-52: one to a square.
func TestATurnEndsWhereNobodyCanStep(t *testing.T) {
	b := setup{us: []man{{name: "Ann", row: "weapons: []", at: "a1"}}, them: []man{{name: "Bea", row: "weapons: []", at: "b1"}}, ground: `["..", "##"]`}.begin(t)
	b.play("unarmed > Bea", "roll", to{4})
	b.wantTurn("Bea", rules.Decide)
}

// Speech is there for sheets that ask for it.
// RK-28: seven syllables are free. RK-35: seventeen are simple.
func TestHooksOfSheets(t *testing.T) {
	b := duel(t, "hooks: [speech]", "")
	b.wantOffered(true, "speak 7 syllables", "speak 17 syllables")
	b.wantOffered(false, "speak 8 syllables", "speak 18 syllables")
	b.play("speak 7 syllables")
	b.wantSimple(2)
	b.wantOffered(false, "speak 7 syllables")
	b.play("speak 17 syllables")
	b.wantSimple(1)
	b.until("Bea")
	b.wantOffered(false, "speak 7 syllables", "speak 17 syllables")
}

// Guarding is a Simple Action.
// RK-37. RK-157: of somebody within five feet.
func TestGuardingIsSimple(t *testing.T) {
	b := setup{us: []man{{name: "Ann", at: "a1"}, {name: "Cid", at: "b1"}, {name: "Dan", at: "d1"}}, them: []man{{name: "Bea", at: "h1"}}}.begin(t)
	b.wantOffered(true, "guard > Cid")
	b.wantOffered(false, "guard > Dan", "guard > Bea", "guard > Ann")
	b.play("guard > Cid")
	b.wantSimple(1)
}

// What lies on the ground within five feet is picked up as a Simple Action, whoever it belongs to.
// RK-39. R-RK-56.
func TestPickingUpIsSimple(t *testing.T) {
	b := setup{us: []man{{name: "Ann"}}, them: []man{{name: "Bea", row: "weapons: []"}}}.begin(t)
	b.play("let go of katana")
	b.wantOffered(true, "pick up katana")
	b.until("Bea")
	b.wantOffered(true, "pick up Ann's katana")
	b.play("pick up Ann's katana")
	b.wantSimple(1)
	b.wantSheet("Bea", "weapon", "katana")
	b.until("Ann")
	b.play("water")
	b.wantOffered(false, "pick up katana")
	b.wantSheet("Ann", "weapon", "bare hands")
}

// Stringing a bow is a Complex Action, and until then it does not shoot.
// RK-41.
func TestABowIsStrung(t *testing.T) {
	b := setup{us: []man{{name: "Ann", row: "weapons: [yumi], unstrung: true", at: "a1"}}, them: []man{{name: "Bea", at: "h1"}}}.begin(t)
	b.wantSheet("Ann", "weapon", "yumi (unstrung)")
	b.wantOffered(false, "yumi willow leaf > Bea")
	b.play("string yumi")
	b.wantSimple(0)
	b.wantSheet("Ann", "weapon", "yumi")
	b.until("Bea")
	b.play("end the turn")
	b.until("Ann")
	b.play("water")
	b.wantOffered(true, "yumi willow leaf > Bea")
}

// What a scene asks of a skill is a Complex Action: the skill with its attribute against a number.
// RK-43.
func TestTestingASkillIsComplex(t *testing.T) {
	b := setup{us: []man{{name: "Ann", row: "skills: {athletics: 2}"}}, them: []man{{name: "Bea", at: "h1"}},
		more: "tests: [{what: the paling, skill: athletics, attribute: strength, number: 15}]"}.begin(t)
	b.play("test: the paling")
	b.wantSimple(0)
	b.wantCheck("5k3 >= 15")
	b.play(to{16})
	if e := b.events("check"); len(e) != 1 || !e[0].OK || e[0].Need != 15 {
		t.Errorf("told: %+v", b.told)
	}
}

// Between two actions nothing of the last is left: equal situations are equal positions.
// RK-19, RK-20.
func TestAnActionLeavesNothingBehind(t *testing.T) {
	for _, name := range []string{"bridge", "pit"} {
		g := builtin(t, name)
		rulestest.VisitReached(g, 10, func(s State) {
			if s.phase != phStance && s.phase != phAct {
				return
			}
			if s.do != 0 || s.with != 0 || s.at != 0 || s.to != 0 || s.calls != 0 || s.step != 0 || s.damageRaises != 0 || s.squares != 0 || s.part != 0 || s.freeRaises != 0 ||
				s.bonus != 0 || s.margin != 0 || s.damage != 0 || s.boosters != 0 || s.voidTakers != 0 || s.answered != 0 || s.contestsWon != 0 || s.by != 0 {
				t.Errorf("the turn of %s still knows the last action: %+v", g.name(int(s.actor)), s)
			}
		})
	}
}

// Mounting is a Complex Action, dismounting a Simple one.
// RK-42. R-RK-80.
func TestMountingIsComplex(t *testing.T) {
	b := setup{us: []man{{name: "Ann", at: "b1"}, {name: "Ash", row: "steed: true, four legs: true, weapons: [kick]", at: "a1"}},
		them: []man{{name: "Bea", at: "h1"}}}.begin(t)
	b.play("mount > Ash")
	b.wantSimple(0)
	b.wantStatus("Ann", "on Ash", true)
	b.wantSheet("Ann", "square", "a1")
	b.wantStatus("Ash", "ridden by Ann", true)
	b.until("Ann")
	b.wantOptions("water", "air", "earth", "void")
	b.play("water", "dismount > b1")
	b.wantSimple(1)
	b.wantSheet("Ann", "square", "b1")
	b.wantStatus("Ann", "on Ash", false)
}

// What is ready at the start is the first weapon; the others are put away, and one needs a hand free to draw.
// R-RK-57: a [Large] weapon takes both hands.
func TestHands(t *testing.T) {
	b := duel(t, "weapons: [no-dachi, tanto], skills: {swords: 2, jujutsu: 2}", "")
	b.wantSheet("Ann", "weapon", "no-dachi")
	b.wantOffered(false, "ready tanto", "grapple > Bea")
	b.play("let go of no-dachi")
	b.wantOffered(true, "ready tanto", "grapple > Bea")

	b = duel(t, "weapons: [katana, tanto]", "")
	b.wantOffered(true, "grapple > Bea") // one hand is free
	b.wantOffered(false, "ready tanto")
	b = duel(t, "weapons: [katana, tanto], dual: true", "")
	b.wantOffered(true, "ready tanto")
}
