package keep

import (
	"slices"
	"strings"
	"testing"

	"kokyu/rules"
	"kokyu/rules/dice"
)

// §Grappling.

// clinch is Ann in a grapple with Bea, at Bea's turn, before the contest of it.
func clinch(t *testing.T, ann, bea string) *bout {
	t.Helper()
	b := duel(t, ann, bea)
	b.play("grapple > Bea", to{25}, "end the turn")
	return b
}

// A grapple is begun with a free hand at an adjacent foe, as a Complex Action: Jujutsu with Agility against the ATN
// without the armour.
// RK-133, RK-134, RK-135. R-RK-64: the Fire stance helps, raises there are none.
func TestAGrappleIsBegun(t *testing.T) {
	b := duel(t, "emphases: [grappling]", "armour: heavy, misc: 4")
	b.wantOffered(true, "grapple > Bea")
	b.play("grapple > Bea")
	b.wantSimple(0)
	b.wantCheck("5k3 emphasis >= 24")
	b.play(to{24})
	b.wantStatus("Ann", "grappled", true)
	b.wantStatus("Bea", "grappled", true)
	b = duel(t, "", "")
	b.play("grapple > Bea", to{19})
	b.wantStatus("Bea", "grappled", false)
	b = duel(t, "weapons: [no-dachi]", "")
	b.wantOffered(false, "grapple > Bea")
	b = setup{us: []man{{name: "Ann", at: "a1"}}, them: []man{{name: "Bea", at: "c1"}}}.begin(t)
	b.wantOffered(false, "grapple > Bea")
	b = opens(t, "fire", "water", "", "")
	b.play("grapple > Bea")
	b.wantCheck("7k4 >= 20")
}

// The Grappled do nothing but Grapple Actions, and those only in control.
// RK-136, RK-141. R-RK-20: without control only Nevermind and seven syllables.
func TestTheGrappledDoNothingElse(t *testing.T) {
	b := clinch(t, "", "hooks: [speech]")
	b.wantCheck("Bea's 5k3 against Ann's 5k3")
	b.play(to{15, 21})
	b.wantOptions("speak 7 syllables", "nevermind", "end the turn", "nevermind by Ann")
	b = clinch(t, "", "hooks: [speech]")
	b.play(to{21, 15})
	for _, w := range b.words() {
		if strings.HasPrefix(w, "throw > Ann > ") || strings.HasPrefix(w, "drag > ") {
			continue
		}
		if !slices.Contains([]string{"hit, unarmed > Ann", "break", "maintain", "speak 7 syllables", "speak 17 syllables",
			"nevermind", "end the turn", "nevermind by Bea", "nevermind by Ann"}, w) {
			t.Errorf("%q is offered in a grapple", w)
		}
	}
}

// At the start of each participant's turn all contest, Jujutsu with Strength; who wins is in control.
// RK-139, RK-140. RK-155: in a grapple one speaks seven syllables freely, seventeen as a Simple Action.
func TestAllContestAtEachTurn(t *testing.T) {
	b := setup{us: []man{{name: "Ann", at: "b1"}, {name: "Cid", at: "b2", row: "emphases: [grappling]"}},
		them: []man{{name: "Bea", at: "c1", row: "hooks: [speech]"}}, ground: `["....", "...."]`}.begin(t)
	b.play("grapple > Bea", to{25}, "end the turn")
	b.until("Cid")
	b.play("grapple > Bea")
	b.wantCheck("5k3 emphasis >= 5")
	b.play(to{9})
	b.until("Bea")
	b.wantCheck("Bea's 5k3 against Ann's 5k3 against Cid's 5k3 emphasis")
	b.play(to{12, 11, 13})
	b.wantStatus("Cid", "in control", true)
	b.wantOfferedLike(false, "break")
	b.play("end the turn")
	b.until("Bea")
	b.play("water", to{19, 11, 13})
	b.wantOffered(true, "speak 7 syllables", "speak 17 syllables", "break")
}

// A tie leaves in control whoever was, else the active one is.
// R-RK-19.
func TestATiedGrapple(t *testing.T) {
	b := clinch(t, "", "")
	b.play(to{15, 15})
	b.wantStatus("Bea", "in control", true)
	b.play("end the turn")
	b.until("Ann")
	b.play("water", to{15, 15})
	b.wantStatus("Bea", "in control", true)
	b.wantOfferedLike(false, "break")
}

// Anybody may join by succeeding against one who is grappled; who remains alone is free.
// RK-137, RK-138. R-RK-22: whose ATN is 5, without armour.
func TestJoiningAndRemainingAlone(t *testing.T) {
	b := setup{us: []man{{name: "Ann", at: "b1"}, {name: "Cid", at: "b2"}},
		them: []man{{name: "Bea", at: "c1", row: "armour: heavy"}}, ground: `["....", "...."]`}.begin(t)
	b.play("grapple > Bea", to{25}, "end the turn")
	b.until("Cid")
	b.play("grapple > Bea", to{5})
	b.until("Bea")
	b.play(to{30, 11, 13}, "break")
	b.wantStatus("Ann", "grappled", true)
	b.wantStatus("Cid", "grappled", true)
	b.wantStatus("Bea", "grappled", false)
	b = clinch(t, "", "")
	b.play(to{30, 11}, "break")
	b.wantStatus("Ann", "grappled", false)
}

// Hit is a Complex Action: unarmed damage to one in the grapple, and no maneuvers.
// RK-147, RK-148. R-RK-65: allowed in Air and Earth.
func TestHittingInAGrapple(t *testing.T) {
	b := clinch(t, "", "")
	b.play(to{30, 11}, "hit, unarmed > Ann")
	b.wantSimple(0)
	b.wantCheck("3k1")
	b.play(to{8})
	b.wantWounds("Ann", 8)
	b.until("Ann")
	b.play("air", to{30, 11})
	b.wantOffered(true, "hit, unarmed > Bea")
	b.wantOffered(false, "unarmed > Bea", "grapple > Bea")
}

// What weighs on a melee attack weighs on beginning a grapple.
// R-RK-64. RK-182: the Blind's -1k1. R-RK-62: an arm struck is a die, a hand -1k1.
func TestWhatWeighsOnBeginningAGrapple(t *testing.T) {
	for name, tc := range map[string]struct {
		lay  func(c *seat)
		want dice.Pool
	}{
		"nothing": {func(*seat) {}, dice.Pool{Roll: 5, Keep: 3}},
		"blind":   {func(c *seat) { c.status |= blind }, dice.Pool{Roll: 4, Keep: 2}},
		"an eye":  {func(c *seat) { c.focus |= hurtEye }, dice.Pool{Roll: 4, Keep: 2}},
		"an arm":  {func(c *seat) { c.focus |= hurtArm }, dice.Pool{Roll: 4, Keep: 3}},
		"a hand":  {func(c *seat) { c.focus |= hurtHand }, dice.Pool{Roll: 4, Keep: 2}},
	} {
		g, s := duel(t, "", "").position()
		s.at = 1
		tc.lay(&s.seats[0])
		if p := g.grapplePool(&s, 0, bareHands); p.Roll != tc.want.Roll || p.Keep != tc.want.Keep {
			t.Errorf("%s: %+v, want %dk%d", name, p, tc.want.Roll, tc.want.Keep)
		}
	}
}

// A blow in a grapple is one, whatever the armour stops: nobody stands off who strikes.
// R-RK-74. RK-147.
func TestBlowsInAGrappleAreNoStandOff(t *testing.T) {
	b := clinch(t, "armour: heavy", "")
	for b.f.Round() <= 4 {
		b.until("Bea")
		if slices.Contains(b.words(), "water") {
			b.play("water")
		}
		b.play(to{30, 11}, "hit, unarmed > Ann", to{5})
		b.wantWounds("Ann", 0)
		b.until("Ann")
	}
}

// Break is a Simple Action.
// RK-149.
func TestBreaking(t *testing.T) {
	b := clinch(t, "", "")
	b.play(to{30, 11}, "break")
	b.wantSimple(1)
	b.wantStatus("Bea", "grappled", false)
	b.wantOffered(true, "step > c1")
}

// Throw is a Simple Action: five feet for each Strength, to a free square, and the thrown one is Prone and out of it.
// RK-150, RK-151. R-RK-21.
func TestThrowing(t *testing.T) {
	b := clinch(t, "", "")
	b.play(to{30, 11})
	b.wantOffered(true, "throw > Ann > c1", "throw > Ann > e1") // five feet as well as fifteen
	b.wantOffered(false, "throw > Ann > f1", "throw > Ann > b1", "throw > Ann > a1")
	b.play("throw > Ann > e1")
	b.wantSimple(1)
	b.wantSheet("Ann", "square", "e1")
	b.wantStatus("Ann", "prone", true)
	b.wantStatus("Ann", "grappled", false)
	b.wantStatus("Bea", "grappled", false)
}

// Drag is a Simple Action with a single other: both move, five feet for each Water at most.
// RK-152, RK-153. R-RK-21: it counts as movement of the dragger's own.
func TestDragging(t *testing.T) {
	b := clinch(t, "", "")
	b.play(to{30, 11})
	b.wantOffered(true, "drag > e1", "drag > c1")  // five feet as well: Ann comes to where Bea stood
	b.wantOffered(false, "drag > f1", "drag > a1") // there is no square beyond for Ann
	b.play("drag > e1")
	b.wantSimple(1)
	b.wantSheet("Bea", "square", "e1")
	b.wantSheet("Ann", "square", "d1")
	if _, s := b.position(); s.moved != 3 {
		t.Errorf("%d squares moved, want 3", s.moved)
	}
	b = setup{us: []man{{name: "Ann", at: "b1"}, {name: "Cid", at: "b2"}}, them: []man{{name: "Bea", at: "c1"}}, ground: `["....", "...."]`}.begin(t)
	b.play("grapple > Bea", to{25}, "end the turn")
	b.until("Cid")
	b.play("grapple > Bea", to{9})
	b.until("Bea")
	b.play(to{30, 11, 13})
	b.wantOfferedLike(false, "drag")
	b = setup{us: []man{{name: "Ann", at: "b1"}}, them: []man{{name: "Bea", at: "b2"}}, ground: `["....", "....", "....", "...."]`}.begin(t)
	b.play("grapple > Bea", to{25}, "end the turn", to{30, 11}, "drag > c4")
	b.wantSheet("Ann", "square", "c3") // the same way
	ash := man{name: "Ash", row: "steed: true, four legs: true, weapons: [kick]", at: "b1"}
	for _, sc := range []setup{ // R-RK-80: a rider stays put, and so does who holds it
		{us: []man{{name: "Ann", line: "rides: Ash"}, ash}, them: []man{{name: "Bea", at: "c1"}}},
		{us: []man{{name: "Ann", at: "c1"}}, them: []man{{name: "Bea", line: "rides: Ash"}, ash}},
	} {
		b = sc.begin(t)
		b.play("grapple > Bea", to{25}, "end the turn")
		b.until("Bea")
		b.play(to{30, 11})
		b.wantOffered(true, "break")
		b.wantOfferedLike(false, "drag")
	}
}

// Maintain is a Complex Action: +1k1 on the next contest.
// RK-154.
func TestMaintaining(t *testing.T) {
	b := clinch(t, "", "")
	b.play(to{30, 11}, "maintain")
	b.until("Ann")
	b.play("water")
	b.wantCheck("Ann's 5k3 against Bea's 6k4")
	b.play(to{11, 30})
	b.until("Bea")
	b.play("water")
	b.wantCheck("Bea's 5k3 against Ann's 5k3") // it is used
}

// Nevermind ends the grapple for all, if all who can act agree.
// RK-156.
func TestNevermind(t *testing.T) {
	b := clinch(t, "", "")
	b.play(to{11, 30})
	b.wantOptions("nevermind", "end the turn", "nevermind by Ann") // in a fight where nobody counts syllables
	b.play("nevermind")
	b.wantTurn("Ann", rules.Decide)
	b.wantOptions("agree", "refuse")
	b.play("refuse")
	b.wantStatus("Bea", "grappled", true)
	b.wantOffered(false, "nevermind")
	b = clinch(t, "", "")
	b.play(to{11, 30}, "nevermind", "agree")
	b.wantStatus("Bea", "grappled", false)
	b.wantStatus("Ann", "grappled", false)
	b.wantTurn("Bea", rules.Decide)
	b.wantOffered(true, "step > c1")
	if _, s := b.position(); s.grapples[0] != (grapple{}) {
		t.Errorf("a grapple that is over leaves %+v", s.grapples[0])
	}
}

// Nevermind is proposed by anybody in the grapple between any two actions, somebody else's turn or not; whoever proposes it there is
// asked like the others. Each may once a turn, who cannot act may not, and nobody outside the grapple is asked. By ruling it waits for
// one's own turn.
// RK-156, R-RK-82.
func TestNeverMindMayBeProposedAtAnyTime(t *testing.T) {
	three := func(rulings string) *bout {
		b := setup{us: []man{{name: "Ann", at: "b1"}, {name: "Cid", at: "f1"}}, them: []man{{name: "Bea", at: "c1"}}, rulings: rulings}.begin(t)
		b.play("grapple > Bea", to{60}, "end the turn")
		return b
	}
	b := three("")
	b.until("Cid") // who has nothing to do with it
	b.wantOffered(true, "nevermind by Ann", "nevermind by Bea")
	b.wantOffered(false, "nevermind", "nevermind by Cid")
	b.play("nevermind by Bea")
	b.wantOptions("agree", "refuse")
	b.wantTurn("Ann", rules.Decide)
	b.play("agree")
	b.wantTurn("Bea", rules.Decide) // her own proposal, but not her turn
	b.play("refuse")
	if g, s := b.position(); g.Turn(&s).Begins {
		t.Error("Cid's turn begins again after a proposal, which she may make once: the position says nothing of it")
	}
	b.wantTurn("Cid", rules.Decide)
	b.wantStatus("Bea", "grappled", true)
	b.wantOffered(false, "nevermind by Bea")
	b.play("nevermind by Ann", "agree", "agree")
	b.wantStatus("Ann", "grappled", false)
	b.wantStatus("Bea", "grappled", false)
	b.wantTurn("Cid", rules.Decide) // whose turn goes on
	b.wantOffered(false, "nevermind by Ann", "nevermind by Bea")

	b = three("")
	b.until("Cid")
	b.play("nevermind by Bea", "refuse", "end the turn")
	b.until("Bea")
	b.play(to{11, 30})
	b.wantOffered(true, "nevermind", "nevermind by Ann") // a new turn
	b.kit().Edit("Ann incapacitated")
	b.wantOffered(false, "nevermind by Ann")

	b = three("nevermind: own turn")
	b.until("Cid")
	b.wantOffered(false, "nevermind by Ann", "nevermind by Bea")
}

// Who began a grapple with a weapon Hits with it and not with a fist, as long as it is in hand; by ruling either.
// RK-144, RK-147, R-RK-83.
func TestAWeaponGrapplesHitIsWithThatWeapon(t *testing.T) {
	for rulings, fist := range map[string]bool{"": false, "weapon grapple: either": true} {
		b := setup{us: []man{{name: "Ann", row: "weapons: [sasumata], skills: {polearms: 4, jujutsu: 1}", at: "a1"}},
			them: []man{{name: "Bea", at: "b1"}}, rulings: rulings}.begin(t)
		b.play("grapple, sasumata > Bea", to{25}, "end the turn")
		b.play(to{11, 30})
		b.until("Ann")
		b.play("water", to{30, 11})
		b.wantOffered(true, "hit, sasumata > Bea")
		b.wantOffered(fist, "hit, unarmed > Bea")
		g, s := b.position()
		s.items[0].at &^= itemReady // the weapon is no longer in hand
		var words []string
		for _, a := range g.Actions(&s, nil) {
			words = append(words, g.Format(&s, a))
		}
		if !slices.Contains(words, "hit, unarmed > Bea") || slices.Contains(words, "hit, sasumata > Bea") {
			t.Errorf("without the sasumata: %q", words)
		}
	}
}

// A weapon made for it begins a grapple with its own skill, and rolls its own damage in it; whoever has that skill may
// contest with it.
// RK-142, RK-143, RK-144.
func TestWeaponGrapples(t *testing.T) {
	row := "weapons: [sasumata], skills: {polearms: 4, jujutsu: 1}"
	b := setup{us: []man{{name: "Ann", row: row, at: "a1"}}, them: []man{{name: "Bea", at: "c1", row: "skills: {polearms: 3, jujutsu: 1}"}}}.begin(t)
	b.wantOffered(true, "grapple, sasumata > Bea")
	b.wantOffered(false, "grapple > Bea") // no hand is free
	b.play("grapple, sasumata > Bea")
	b.wantCheck("8k3 >= 20") // [Reach] outside of her reach is a Strong Position
	b.play(to{25}, "end the turn")
	b.wantCheck("Bea's 6k3 against Ann's 7k3")
	b.play(to{11, 30})
	b.until("Ann")
	b.play("water", to{30, 11})
	b.wantOffered(true, "hit, sasumata > Bea")
	b.wantOffered(false, "hit, unarmed > Bea") // ten feet are too far for a fist
	b.play("hit, sasumata > Bea")
	b.wantCheck("3k2")
}

// An [End] weapon hits with the profile its owner likes.
// RK-144.
func TestEndWeaponsHitEitherWay(t *testing.T) {
	b := duel(t, "weapons: [kusarigama], skills: {chain: 3}", "")
	b.play("grapple, kusarigama blade > Bea", to{25}, "end the turn")
	b.play(to{11, 30})
	b.until("Ann")
	b.play("water", to{30, 11})
	b.wantOffered(true, "hit, kusarigama blade > Bea", "hit, kusarigama weight > Bea")
}

// Who breaks a weapon grapple has, until the end of the next turn, a Free Raise for a Disarm against whoever began it.
// RK-145. R-RK-58: it counts only with a Disarm.
func TestBreakingAWeaponGrapple(t *testing.T) {
	b := setup{us: []man{{name: "Ann", row: "weapons: [sasumata], skills: {polearms: 4}", at: "a1"}}, them: []man{{name: "Bea", at: "b1"}}}.begin(t)
	b.play("grapple, sasumata > Bea", to{25}, "end the turn", to{30, 11}, "break", "end the turn")
	b.until("Bea")
	b.play("water", "katana > Ann")
	b.wantOffered(false, "free raise for disarm")
	b.play("disarm", "free raise for disarm")
	b.wantOffered(false, "free raise for disarm") // there is one
	b.wantCheck("5k3 >= 30")
	b.play(to{9}, "end the turn")
	b.until("Bea")
	b.play("water", "katana > Ann", "disarm")
	b.wantOffered(false, "free raise for disarm")

	b = setup{us: []man{{name: "Ann", row: "weapons: [sasumata], skills: {polearms: 4}", at: "a1"}}, them: []man{{name: "Bea", at: "b1"}}}.begin(t)
	b.play("grapple, sasumata > Bea", to{25}, "end the turn", to{30, 11}, "break", "end the turn")
	b.until("Bea")
	b.play("water", "end the turn")
	b.until("Bea")
	b.play("water", "katana > Ann", "disarm")
	b.wantOffered(false, "free raise for disarm") // it ended with that turn
}

// Where bare hands are [Samurai] weapons, Weapon: Samurai grapples.
// RK-146.
func TestSamuraiHands(t *testing.T) {
	b := duel(t, "skills: {weapon samurai: 5, jujutsu: 1}, samurai hands: true", "")
	b.play("grapple > Bea")
	b.wantCheck("8k3 >= 20")
	b = duel(t, "skills: {weapon samurai: 5, jujutsu: 1}", "")
	b.play("grapple > Bea")
	b.wantCheck("4k3 >= 20")
}

// Striking into a grapple meets 5 and the armour, maluses taken off, whoever one strikes at.
// R-RK-66. RK-201: no Attribute, Stance, Technique or Misc Bonus.
func TestStrikingIntoAGrapple(t *testing.T) {
	b := setup{us: []man{{name: "Ann", at: "b1"}, {name: "Cid", at: "b2"}},
		them:   []man{{name: "Bea", at: "c1", row: "armour: heavy, technique: 5, misc: 5, skills: {defense: 5}", line: "stance: air"}},
		ground: `["....", "...."]`}.begin(t)
	b.play("grapple > Bea", to{60}, "end the turn")
	b.wantATN("Bea", 15)
	b.until("Cid")
	b.play("katana > Bea", "roll")
	b.wantCheck("5k3 >= 15")
}

// Who is thrown is out of the grapple by nobody's hold.
// RK-150. R-RK-21.
func TestTheThrownAreLetGo(t *testing.T) {
	b := clinch(t, "", "")
	b.play(to{20, 11})
	for _, o := range b.words() {
		if strings.HasPrefix(o, "throw ") {
			b.play(o)
			break
		}
	}
	for _, e := range b.events("status") {
		if e.What == "grappled" && e.At != "" {
			t.Errorf("told %+v, want nobody named", e)
		}
	}
	b.wantStatus("Ann", "prone", true)
}

// Who has left the field cannot be disarmed any more: the Free Raise against it is forgotten.
// RK-145, R-RK-75.
func TestALeaverTakesTheFreeRaiseAlong(t *testing.T) {
	b := setup{us: []man{{name: "Ann", row: "weapons: [sasumata], skills: {polearms: 4}", at: "a1"}, {name: "Cid", at: "f1"}},
		them: []man{{name: "Bea", at: "b1"}}, more: "exits: [a1]"}.begin(t)
	b.play("grapple, sasumata > Bea", to{25}, "end the turn")
	b.until("Bea")
	b.play(to{30, 11}, "break", "end the turn")
	b.until("Ann")
	b.play("water", "leave the field")
	if _, s := b.position(); s.seats[b.seat("Bea")].brokeFrom != 0 {
		t.Error("Bea still has a Free Raise against Ann, who has left the field")
	}
}
