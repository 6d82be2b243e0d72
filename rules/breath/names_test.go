package breath

import (
	"maps"
	"slices"
	"testing"

	"kokyu/rules"
	"kokyu/rules/breath/rows"
)

// The engine's constants are indexes, or bits by index, into the words of rows: each list ends where they end, and has the
// words at their places.
func TestConstantsAreIndexesIntoTheWordsOfRows(t *testing.T) {
	for _, c := range []struct {
		list  string
		words []string
		count int
		at    map[int]string
	}{
		{"Grades", rows.Grades, int(lord) + 1, map[int]string{int(mob): "mob", int(minion): "minion",
			int(veteran): "veteran", int(elite): "elite", int(lord): "lord"}},
		{"Natures", rows.Natures, int(naturePuppet) + 1, map[int]string{int(natureOwn): "", int(natureShikigami): "shikigami", int(naturePuppet): "puppet"}},
		{"Zones", rows.Zones, int(zoneCount), map[int]string{zoneFirstRear: "first rear", zoneFirstFront: "first front", zoneCore: "core", zoneSecondFront: "second front",
			zoneSecondRear: "second rear", zoneFlank: "flank", zoneOutside: "outside", zoneScene: "the scene"}},
		{"Rungs", rows.Rungs, int(rungCount), map[int]string{int(farRange): "far range", int(issoku): "issoku itto", int(nearRange): "near range",
			int(closeFighting): "close fighting", int(tsubazeriai): "tsubazeriai"}},
		{"Locations", rows.Locations, bits(uint16(hurtFace)), map[int]string{0: "wrist", bits(uint16(hurtFace)) - 1: "face"}},
		{"DuelMarks", rows.DuelMarks, bits(uint16(duelWindowUsed)), map[int]string{0: "lost the last half-step", bits(uint16(duelWindowUsed)) - 1: "window used"}},
		{"States", rows.States, bits(uint16(hasYielded)), map[int]string{bits(uint16(isDown)) - 1: "down", bits(uint16(isBleeding)) - 1: "bleeding",
			bits(uint16(isSpent)) - 1: "spent", bits(uint16(kataTwoUsed)) - 1: "second kata used", bits(uint16(hasYielded)) - 1: "yielded"}},
		{"Phases", rows.Phases, int(phUnseal) + 1, map[int]string{int(phOver): "over", int(phCount): "count", int(phAnswer): "answer", int(phFate): "fate",
			int(phKata): "kata", int(phRaiseMorale): "raise", int(phUnseal): "unseal"}},
		{"ZeroSources", rows.ZeroSources, bits(uint16(zeroOutside)) - bits(uint16(zeroWall)) + 1,
			map[int]string{0: "spear wall", bits(uint16(zeroGuard)) - bits(uint16(zeroWall)): "guard stance"}},
		{"CastingMarks", rows.CastingMarks, revealShift, map[int]string{bits(uint16(paidThisRound)) - 1: "paid"}},
		{"SpellTargets", rows.SpellTargets, int(atWorkings) + 1,
			map[int]string{int(atFoe): "foe", int(atFriend): "self or ally", int(atSide): "own side", int(atWorkings): "workings"}},
		{"SpellTerms", rows.SpellTerms, int(untilBarrier), map[int]string{int(untilBreath) - 1: "breath",
			int(untilReleased) - 1: "held", int(untilBarrier) - 1: "barrier"}},
		{"KataEffects", rows.KataEffects, int(kataCleanse) + 1, map[int]string{int(kataStrike): "strike", int(kataControl): "control", int(kataCleanse): "cleanse"}},
		{"KataTriggers", rows.KataTriggers, int(triggerMiss) + 1, map[int]string{int(triggerOwn): "own breath",
			int(triggerParry): "after a parry", int(triggerMiss): "after own miss"}},
		{"KataPrices", rows.KataPrices, int(paysExposed) + 1,
			map[int]string{int(paysNone): "none", int(paysGold): "gold", int(paysFaith): "faith", int(paysExposed): "exposed"}},
	} {
		if len(c.words) != c.count {
			t.Errorf("%s has %d words, want %d", c.list, len(c.words), c.count)
			continue
		}
		for i, want := range c.at {
			if c.words[i] != want {
				t.Errorf("%s at %d is %q, want %q", c.list, i, c.words[i], want)
			}
		}
	}
	if got := slices.Sorted(maps.Keys(effectFlags)); !slices.Equal(got, rows.Effects) {
		t.Errorf("the engine knows the effects %q, rows know %q", got, rows.Effects)
	}
	if rows.SeatsMax != rules.SeatsMax {
		t.Errorf("rows allow %d combatants, rules %d", rows.SeatsMax, rules.SeatsMax)
	}
}

// bits returns the number of the highest bit, the lowest being 1.
func bits(flag uint16) (n int) {
	for ; flag != 0; flag >>= 1 {
		n++
	}
	return n
}
