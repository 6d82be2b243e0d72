package breath

import (
	"testing"

	"kokyu/rules"
	"kokyu/rules/breath/rows"
)

// Laws of document 003: hit locations with real swords, and sparring.

// struck plays a cut at a location that lands; dice follow it.
func struck(t *testing.T, where, musashi, kojiro string, more ...any) *bout {
	t.Helper()
	b := onLadder(t, "", musashi, kojiro)
	b.play(append([]any{"horizontal cut at the " + where + " > Kojiro", d{9, 4}, "take the blow"}, more...)...)
	return b
}

// MA-38: any attack may name a location for 1 Energy more, within the limit.
// MA-39: its effect comes on top of the Wound.
func TestAnyAttackMayNameALocation(t *testing.T) {
	b := onLadder(t, "", first, "")
	for _, where := range rows.Locations {
		b.wantCost("horizontal cut at the "+where+" > Kojiro", 3)
		b.wantCost("thrust at the "+where+" > Kojiro", 3)
	}
	b.play("horizontal cut at the leg > Kojiro", d{9, 4}, "take the blow")
	b.wantNumber("Kojiro", "wounds", 2)
	b.wantSheet("Kojiro", "hurt", "leg")
	if o, _ := b.option("horizontal cut at the arm > Kojiro"); o.Phase != "overload" {
		t.Errorf("3 after 3 is %s, want an overload", o.Phase)
	}
	b = onLadder(t, "start: close fighting", first+", weapons: [unarmed]", "")
	b.offers("strike at the arm > Kojiro", "grapple throw > Kojiro")
}

// A technique of 0 Wounds names a location like any other: its effect comes without a Wound, but the torso's Wound is its
// effect, and a critical's 1 is the critical's. The empty hand names none.
//
// MA-38, MA-39.
func TestABlowWithoutWoundsMayNameALocation(t *testing.T) {
	for where, want := range map[string][2]int{"arm": {3, 2}, "torso": {2, 1}} {
		for i, dice := range []d{{9, 4}, {7, 7}} {
			b := onLadder(t, "start: close fighting", first+", weapons: [unarmed]", "")
			b.wantCost("grapple throw at the "+where+" > Kojiro", 3)
			b.play("grapple throw at the "+where+" > Kojiro", dice, "take the blow")
			b.wantNumber("Kojiro", "wounds", want[i])
			b.wantSheet("Kojiro", "hurt", where)
		}
	}
	b := onLadder(t, "start: tsubazeriai", first, "")
	b.offers("empty hand > Kojiro")
	b.refuses("empty hand at the arm > Kojiro")
	b = onLadder(t, "start: close fighting, points: 3", first+", weapons: [unarmed]", "")
	b.offers("grapple throw at the torso > Kojiro")
	b.refuses("grapple throw at the arm > Kojiro")
}

// MA-40: the wrist must hold its weapon on 2d10 + Physique against 11; either way its attacks have -1 from then on.
func TestTheWrist(t *testing.T) {
	b := struck(t, "wrist", first, "physique: 1")
	b.wantWaits("Kojiro rolls wrist")
	b.wantCheck("wrist", 1, 11)
	b.play(d{5, 5})
	b.wantSheet("Kojiro", "weapon", "uchigatana")
	b.wantSheet("Kojiro", "hurt", "wrist")
	b.play("end the breath", "horizontal cut > Musashi")
	b.wantCheck("attack", -1, 10)

	b = struck(t, "wrist", first, "physique: 1", d{5, 4})
	b.wantSheet("Kojiro", "weapon", "bare hands")

	b = struck(t, "wrist", first, "physique: 1", d{5, 5}) // a second time it must hold again
	b.play("end the breath", "close the round", "horizontal cut at the wrist > Kojiro", d{9, 4}, "take the blow")
	b.wantWaits("Kojiro rolls wrist")
}

// MA-41: attacks have -2 from then on.
func TestTheArm(t *testing.T) {
	b := struck(t, "arm", first, "", "end the breath", "horizontal cut > Musashi")
	b.wantCheck("attack", -2, 10)
}

// MA-41: a struck arm takes 2 from a stance's blow as from any other.
func TestAStruckArmWeighsOnAStancesBlow(t *testing.T) {
	for where, mod := range map[string]int{"arm": -2, "leg": 0} {
		b := struck(t, where, "energy: 14", "traits: [samurai], wounds: 9")
		b.edit("Kojiro stance=guard stance")
		b.play("horizontal cut > Kojiro", d{1, 2})
		b.wantWaits("Kojiro rolls attack")
		b.wantCheck("attack", mod, 10)
	}
}

// MA-42: half-steps cost 1 more, and ties are lost with the initiative.
func TestTheLeg(t *testing.T) {
	b := struck(t, "leg", "", "energy: 9", "end the breath")
	b.wantCost("half-step in", 2)
	b.play("half-step in", "resist", dd{5, 5, 4, 6})
	b.wantDistance("issoku itto")
}

// MA-43: a Wound more, and bleeding: a Wound each lull, staunched at 13 with Physique or 11 with Wits and Medicine.
func TestTheTorso(t *testing.T) {
	b := struck(t, "torso", first, "physique: 1")
	b.wantNumber("Kojiro", "wounds", 2) // of 4
	b.wantSheet("Kojiro", "is", "bleeding")
	b.lull2(t)
	b.wantWaits("Kojiro rolls bleeding")
	b.wantNumber("Kojiro", "wounds", 1)
	b.wantCheck("bleeding", 0, 12)
	b.play(d{6, 6})
	b.wantSheet("Kojiro", "is", "")
	b = struck(t, "torso", first, "wounds: 5, wisdom: 2, skills: {swordsmanship: 1, medicine: 2}")
	b.lull2(t)
	b.wantCheck("bleeding", 0, 8)

	b = onLadder(t, "", first, "wounds: 6") // the second time only its Wound
	b.play("horizontal cut at the torso > Kojiro", d{9, 4}, "take the blow", "end the breath", "close the round",
		"horizontal cut at the torso > Kojiro", d{9, 4}, "take the blow")
	b.wantNumber("Kojiro", "wounds", 3)
}

// who bleeds strikes as before, in a duel as elsewhere.
// MA-43.
func TestWhoBleedsStrikesAsBefore(t *testing.T) {
	for _, rung := range []string{"issoku itto", "close fighting", "tsubazeriai"} {
		b := onLadder(t, "start: "+rung, "energy: 14, weapons: [nodachi, tanto]", "")
		whole := b.words()
		b.edit("Musashi +bleeding")
		b.wantOptions(whole...)
	}
}

// The last round has its lull as well: who bleeds may fall in it, and the fight is decided before the rounds are over.
//
// MA-43: a Wound each lull.
func TestTheLastLullCounts(t *testing.T) {
	st := ladderStage("", first, "")
	st.more += "\nrounds: 1"
	b := st.begin(t)
	b.edit("Kojiro +bleeding", "Kojiro wounds=1")
	b.play("close the round", "close the round")
	b.wantEvents("end", rules.Event{Seat: "us", What: "nobody stands against them", N: 1})
}

// lull2 plays on to whatever the lull asks for.
func (b *bout) lull2(t *testing.T) {
	t.Helper()
	for b.f.Turn().Kind == rules.Decide {
		if _, ok := b.option("close the round"); ok {
			b.play("close the round")
		} else {
			b.play("end the breath")
		}
	}
}

// MA-44: every check has -2 from then on: attacks, defences, contests, and the body's own.
func TestTheFace(t *testing.T) {
	b := struck(t, "face", first, "", "end the breath", "horizontal cut > Musashi")
	b.wantCheck("attack", -2, 10)
	b.play(d{1, 2}, "half-step in", "resist")
	if c := b.f.Check(); c.Mod != -2 || c.Need != 0 {
		t.Errorf("the contest is %+d against %+d, want -2 against 0", c.Mod, c.Need)
	}
	b.play(dd{1, 2, 9, 9}, "end the breath", "horizontal cut > Kojiro", d{9, 4}, "parry (improvised)")
	b.wantCheck("defense", -2, 13)
}

// MA-45: no lull heals a location.
// different locations add up.
func TestLocationsLast(t *testing.T) {
	b := struck(t, "arm", first, "")
	b.lull()
	b.lull()
	b.wantSheet("Kojiro", "hurt", "arm")
	b.play("horizontal cut at the face > Kojiro", d{9, 4}, "take the blow", "end the breath", "horizontal cut > Musashi")
	b.wantCheck("attack", -4, 10)
	b.wantSheet("Kojiro", "hurt", "arm, face")
}

// MA-46: in a sparring match there are points and guard and no injury.
// of locations only the torso counts, once.
func TestSparring(t *testing.T) {
	b := onLadder(t, "points: 3", first, "")
	b.wantSheet("Kojiro", "points to concede", "3 of 3")
	b.refuses("horizontal cut at the wrist > Kojiro")
	b.play("horizontal cut at the torso > Kojiro", d{9, 4}, "take the blow")
	b.wantSheet("Kojiro", "points to concede", "1 of 3")
	b.wantSheet("Kojiro", "is", "")
	b.wantGuard("Kojiro", 4)
	b.wantEvents("point", rules.Event{Seat: "Musashi", At: "Kojiro", What: "horizontal cut", With: "uchigatana", Of: "blade", N: 2, Left: 1})
	b.wantEvents("wound")
	b.refuses("horizontal cut at the torso > Kojiro")
	b.play("horizontal cut > Kojiro", d{9, 4}, "take the blow")
	b.wantWaits("over")
	b.wantEvents("down")
	b.wantEvents("end", rules.Event{Seat: "us", What: "the points are made", N: 1})
	b.wantSheet("Kojiro", "state", "beaten")
}

// A location's effect is told once.
// MA-39.
func TestALocationIsTold(t *testing.T) {
	b := struck(t, "leg", first, "")
	b.wantEvents("location", rules.Event{Seat: "Kojiro", At: "Musashi", What: "leg", OK: true})
	b.play("end the breath", "close the round", "horizontal cut at the leg > Kojiro", d{9, 4}, "take the blow")
	b.wantEvents("location", rules.Event{Seat: "Kojiro", At: "Musashi", What: "leg"})
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

// R-76, MA-46: in sparring a Wound is a point for the other one, bleeding too, which only a GM can bring there.
func TestBleedingInSparringIsTheOthersPoint(t *testing.T) {
	b := onLadder(t, "points: 3", first, "")
	b.edit("Kojiro +bleeding")
	b.lull2(t)
	b.wantEvents("point", rules.Event{Seat: "Musashi", At: "Kojiro", What: "bleeding", N: 1, Left: 2})
}

// of locations only the torso counts in sparring, and once, in a match to one point as in any.
func TestALocationInAMatchToOnePoint(t *testing.T) {
	for _, points := range []string{"1", "2", "5"} {
		b := onLadder(t, "points: "+points, first, "")
		b.offers("horizontal cut at the torso > Kojiro")
		for _, where := range []string{"wrist", "arm", "face", "leg", "throat"} {
			b.refuses("horizontal cut at the " + where + " > Kojiro")
		}
	}
}
