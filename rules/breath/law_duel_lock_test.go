package breath

import (
	"testing"

	"kokyu/rules"
)

// Laws of document 003: close fighting and locked blades.

// MA-20: among locked blades there is no ordinary cut.
// MA-19: what is at home there strikes.
// no half-step leaves.
func TestLockedBladesDoNotCut(t *testing.T) {
	b := onLadder(t, "start: tsubazeriai", first, "")
	b.wantOptions("reserve parry", "push out", "slip away", "empty hand > Kojiro", "close the round")
	b = onLadder(t, "start: tsubazeriai", first+", weapons: [uchigatana, tanto]", "")
	b.offers("tanto thrust > Kojiro", "push out", "slip away")
	b.refuses("horizontal cut > Kojiro", "half-step out", "empty hand > Kojiro")
	b.play("tanto thrust > Kojiro", d{9, 8}, "take the blow")
	b.wantNumber("Kojiro", "wounds", 2)
	b.wantGuard("Kojiro", 3) // a dagger in the lock: 2
}

// MA-21: a push won with Physique opens one rung.
// MA-24: the one pushed loses guard.
// MA-28: 1 for the push.
func TestPushOut(t *testing.T) {
	b := onLadder(t, "start: tsubazeriai", first+", physique: 2", "physique: 1")
	b.wantCost("push out", 1)
	b.play("push out")
	if c := b.f.Check(); c.Mod != 2 || c.Need != 1 || c.What != "push out" {
		t.Errorf("the push is %+v, want 2 against 1", c)
	}
	b.play(dd{5, 5, 5, 5})
	b.wantDistance("close fighting")
	b.wantGuard("Kojiro", 4)

	b = onLadder(t, "start: tsubazeriai", first, "")
	b.play("push out", dd{5, 5, 5, 5}) // a tie is nobody's, and what fails changes nothing
	b.wantDistance("tsubazeriai")
	b.wantGuard("Kojiro", 5)
	b.wantGuard("Musashi", 5)
	b.edit("Kojiro guard=0")
	b.play("push out") // the broken cannot resist
	b.wantDistance("close fighting")
}

// MA-22: a slip won with Finesse returns to issoku itto; an attack may follow in the same breath at its price.
func TestSlipAway(t *testing.T) {
	b := onLadder(t, "start: tsubazeriai", first+", finesse: 1", "")
	b.play("slip away", dd{5, 5, 5, 5})
	b.wantDistance("issoku itto")
	b.wantGuard("Kojiro", 5)
	b.wantWaits("Musashi decides")
	b.wantCost("horizontal cut > Kojiro", 2)
	b.play("horizontal cut > Kojiro")
	b.wantCheck("attack", 0, 10)
}

// What follows a slip away, an attack or a feint, whatever lies between, is not answered in haste: a reservation answers, a
// stance does, and the blow after it is like any other.
//
// MA-22: a chance of a counterattack.
func TestASlipIsFollowedBySurprise(t *testing.T) {
	begin := func(rulings, kojiro string, before ...any) *bout {
		st := ladderStage("start: tsubazeriai", "energy: 12", kojiro)
		st.rulings = rulings
		b := st.begin(t)
		b.play(append(before, "slip away", dd{9, 9, 1, 2})...)
		return b
	}
	for _, blow := range []string{"horizontal cut > Kojiro", "feint with the horizontal cut"} {
		b := begin("", "")
		b.play("reserve parry", blow, d{8, 7})
		b.wantWaits("Musashi decides")
		b.wantNumber("Kojiro", "energy", 10)
		if b.guard("Kojiro") != 4 {
			t.Errorf("%s after a slip: guard %d, want 4: it lands", blow, b.guard("Kojiro"))
		}
		b.play("feint with the thrust", d{8, 7})
		b.wantOptions("parry (improvised)", "take the blow")
	}
	b := begin("{slip away: plain}", "")
	b.play("horizontal cut > Kojiro", d{9, 4})
	b.offers("parry (improvised)")

	b = begin("", "energy: 13", "reserve parry", "end the breath")
	b.play("horizontal cut > Kojiro", d{9, 4})
	b.wantOptions("parry (reserved)", "take the blow")

	b = begin("", "traits: [samurai]")
	b.edit("Kojiro stance=guard stance")
	b.play("horizontal cut > Kojiro", d{1, 2})
	b.wantWaits("Kojiro rolls attack")
	b.play(d{9, 4})
	b.offers("parry (improvised)") // Musashi was not slipped away from
}

// MA-23: an empty hand wounds nobody and shaves 2; it is for one whose weapon cannot strike there.
// MA-28.
func TestTheEmptyHand(t *testing.T) {
	b := onLadder(t, "start: tsubazeriai", first+", courage: 1", "")
	b.wantCost("empty hand > Kojiro", 1)
	b.play("empty hand > Kojiro")
	b.wantCheck("attack", 1, 10)
	b.play(d{9, 4}, "take the blow")
	b.wantNumber("Kojiro", "wounds", 3)
	b.wantGuard("Kojiro", 3)
	b.wantEvents("guard", rules.Event{Seat: "Kojiro", At: "Musashi", What: "an empty hand", N: 2, Left: 3})

	b = onLadder(t, "start: close fighting", first, "")
	b.refuses("empty hand > Kojiro") // an uchigatana still swings there
	b = onLadder(t, "start: close fighting", first+", weapons: [nodachi]", "")
	b.offers("empty hand > Kojiro")
	b = onLadder(t, "start: near range", first+", weapons: [yumi]", "")
	b.refuses("empty hand > Kojiro")
}

// MA-19: at close fighting a long sword's first need is room; an empty hand does not cost it what its sword holds ready.
// a 1-1 on the empty hand drops nothing.
func TestAFumbledEmptyHandSpoilsNothing(t *testing.T) {
	b := onLadder(t, "start: close fighting", first+", weapons: [nodachi]", "")
	b.play("reserve block", "empty hand > Kojiro", d{1, 1})
	b.wantSheet("Musashi", "reserved", "block x1")
	b.wantSheet("Musashi", "weapon", "nodachi")
	b.wantSheet("Musashi", "is", "defenseless")
}

// at close fighting a defence that meets the blow exactly locks the blades.
// MA-20.
func TestAnExactDefenceLocksTheBlades(t *testing.T) {
	for rung, want := range map[string]string{"close fighting": "tsubazeriai", "near range": "near range"} {
		b := onLadder(t, "start: "+rung, first, "")
		b.play("horizontal cut > Kojiro", d{9, 4}, "parry (improvised)")
		need := b.f.Check().Need - b.f.Check().Mod
		b.play(d{need - 8, 8})
		b.wantDistance(want)
	}
}

// what is dropped while the blades are locked is not picked up in that lull.
// MA-40.
func TestNothingIsPickedUpAmongLockedBlades(t *testing.T) {
	b := struck(t, "wrist", first, "", d{1, 2})
	b.edit("Kojiro distance=tsubazeriai")
	b.lull()
	b.wantSheet("Kojiro", "weapon", "bare hands")
	b.edit("Kojiro distance=issoku itto")
	b.lull()
	b.wantSheet("Kojiro", "weapon", "uchigatana")
}
