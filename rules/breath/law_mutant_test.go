package breath

import "testing"

// Laws that a wrong rule could break unseen: each of these fails where one line of the rules says a little less, or more,
// than the document.

// needed is what the dice must show on the check the fight waits for.
func (b *bout) needed() int {
	b.t.Helper()
	c := b.f.Check()
	return c.Need - c.Mod
}

func (b *bout) wantNeeded(what string, want int) {
	b.t.Helper()
	if got := b.needed(); b.f.Check().What != what || got != want {
		b.t.Errorf("%s: the dice must show %d, want %s to need %d", b.waits(), got, what, want)
	}
}

// MA-44: struck eyes take 2 from the body's own checks as from any other: overload, the wrist's, bleeding's.
func TestStruckEyesWeighOnTheBodysChecks(t *testing.T) {
	b := struck(t, "face", first, "", "end the breath", "horizontal cut > Musashi", d{1, 2}, "horizontal cut > Musashi", d{1, 2}, "horizontal cut > Musashi")
	b.wantNeeded("overload", 11+1+2)
	b.play(d{7, 6}, d{1, 2}) // 13 is not enough
	b.wantSheet("Kojiro", "is", "defenseless")

	b = struck(t, "face", first, "", "end the breath", "close the round", "horizontal cut at the wrist > Kojiro", d{9, 4}, "take the blow")
	b.wantNeeded("wrist", 11+2)
	b.play(d{6, 6})
	b.wantSheet("Kojiro", "weapon", "bare hands")

	b = struck(t, "face", first, "physique: 1")
	b.edit("Kojiro +bleeding")
	b.lull2(t)
	b.wantNeeded("bleeding", 13-1+2)
}

// MA-40: a struck wrist takes 1 from attacks with a weapon, and nothing from bare hands.
func TestAStruckWristSparesBareHands(t *testing.T) {
	for weapon, c := range map[string]struct {
		words string
		less  int
	}{"tanto": {"tanto thrust > Musashi", 1}, "unarmed": {"strike > Musashi", 0}} {
		kojiro := "energy: 12, wounds: 9, physique: 3, weapons: [" + weapon + "]"
		b := onLadder(t, "start: close fighting", "energy: 14, weapons: [wakizashi]", kojiro)
		b.play("close the round", c.words)
		plain := b.needed()
		b = onLadder(t, "start: close fighting", "energy: 14, weapons: [wakizashi]", kojiro)
		b.play("companion cut at the wrist > Kojiro", d{9, 8}, "take the blow")
		if weapon != "unarmed" {
			b.play(d{9, 9})
		}
		b.wantSheet("Kojiro", "hurt", "wrist")
		b.play("end the breath", c.words)
		if got := b.needed() - plain; got != c.less {
			t.Errorf("%s with a struck wrist: %d worse, want %d", c.words, got, c.less)
		}
	}
}

// a dagger shaves 2 of guard among locked blades, at other rungs 1 like any blow.
// MA-27.
func TestADaggerShavesTwoOnlyInTheLock(t *testing.T) {
	for rung, want := range map[string]int{"close fighting": 4, "near range": 4, "tsubazeriai": 3} {
		b := onLadder(t, "start: "+rung, first+", weapons: [tanto]", "")
		b.play("tanto thrust > Kojiro", d{9, 8}, "take the blow")
		if got := b.guard("Kojiro"); got != want {
			t.Errorf("a tanto that lands at %s leaves guard %d, want %d", rung, got, want)
		}
	}
}

// EB-47: the Defenseless of a failed overload lasts the round: no breath ends it, not one's own, as it ends a Fumble's; the
// lull does.
func TestABrokenOverloadLastsTheRound(t *testing.T) {
	b := duel(t, "energy: 15, weapons: [suyari]", "")
	b.play("reserve harry", "reserve harry", "reserve harry", d{1, 2})
	b.edit("Musashi energy=12")
	for range 2 {
		b.play("spear thrust > Kojiro", d{1, 2}, "end the breath")
		b.wantSheet("Musashi", "is", "defenseless")
		b.wantNumber("Musashi", "defense", 6)
		b.edit("Musashi energy=12")
	}
	b.lull()
	b.wantSheet("Musashi", "is", "")
	b.wantNumber("Musashi", "defense", 10)
}

// the strained limit waits over as many lulls as there are until one's next breath, and is then used up.
// EB-44: for one breath.
func TestTheStrainedLimitWaitsForItsBreath(t *testing.T) {
	b := duel(t, "energy: 6", "energy: 3")
	b.play("horizontal cut > Kojiro", d{1, 2}, "horizontal cut > Kojiro", d{1, 2}, "horizontal cut > Kojiro", d{9, 8}, d{1, 2})
	b.wantSheet("Musashi", "is", "strained")
	b.lull()
	b.wantSheet("Musashi", "is", "strained")
	b.lull()
	b.play("horizontal cut > Kojiro", d{1, 2}, "horizontal cut > Kojiro")
	b.wantWaits("Musashi rolls overload") // 4 against 3
	b.play(d{1, 2}, d{1, 2})
	b.lull()
	b.play("horizontal cut > Kojiro", d{1, 2}, "horizontal cut > Kojiro", d{1, 2})
	b.wantEvents("overload")
}

// what a reaction costs is no part of a breath, not of the foe's and not of one's own, when a stance strikes into it.
// EB-40: what counts is what is spent within the breath.
func TestAReactionInOnesOwnBreathIsNoPartOfIt(t *testing.T) {
	b := duel(t, "energy: 14", "traits: [samurai], energy: 9")
	b.edit("Kojiro stance=guard stance")
	b.play("horizontal cut > Kojiro", d{1, 2}, d{9, 4}, "parry (improvised)", d{9, 8}) // 2, and 2 to answer
	b.wantNumber("Musashi", "energy", 10)
	b.play("horizontal cut > Kojiro", d{9, 4}, "parry (improvised)", d{9, 8}) // 4, and Kojiro's 2
	b.play("reserve parry")
	b.wantEvents("overload") // 5 of 5
	b.wantWaits("Musashi decides")
	b.play("reserve parry")
	b.wantWaits("Musashi rolls overload")
}

// MA-36: who broke away regains 1 more in every lull at far range, until the pair is nearer again: then it is forgotten, and
// belongs to whoever makes the next half-step out.
func TestBreakingAwayIsForgottenNearer(t *testing.T) {
	b := onLadder(t, "", "energy: 13, wisdom: 1, guard: 3", "energy: 11, wisdom: 1, guard: 3")
	b.edit("Musashi guard=1", "Kojiro guard=1")
	b.play("half-step out", "let it be", "end the breath")
	b.lull()
	b.wantGuard("Musashi", 3)
	b.wantGuard("Kojiro", 2)
	b.lull()
	b.wantGuard("Musashi", 5)
	b.wantGuard("Kojiro", 3)
	b.play("close the round", "half-step in", "let it be", "half-step out", "let it be", "end the breath")
	b.lull()
	b.wantGuard("Musashi", 6)
	b.wantGuard("Kojiro", 5)
}
