package breath

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	"kokyu/rules"
	"kokyu/rules/breath/rows"
	"kokyu/rules/fight"
)

// Laws of document 003: guard, what shaves it, the opening, recovery.

func (b *bout) guard(name string) int {
	b.t.Helper()
	if b.sheet(name, "guard") == "broken: an opening" {
		return 0
	}
	return b.number(name, "guard")
}

func (b *bout) wantGuard(name string, want int) {
	b.t.Helper()
	if got := b.guard(name); got != want {
		b.t.Errorf("%s's guard: got %d, want %d", name, got, want)
	}
}

// MA-25: guard is 5 and the higher of Finesse and Wits; skill does not enter.
// MA-52: a master's deeper guard is a number of its own on the sheet.
func TestGuardIsFiveAndTheBetterOfTwo(t *testing.T) {
	for row, want := range map[string]struct {
		guard string
		back  int
	}{
		"":                                  {"5 of 5", 1},
		"finesse: 2, wisdom: 1":             {"7 of 7", 2},
		"finesse: 1, wisdom: 3":             {"8 of 8", 2},
		"finesse: -2, wisdom: -3":           {"3 of 3", 1},
		"skills: {swordsmanship: 4}":        {"5 of 5", 1},
		"wisdom: 1, guard: 3":               {"9 of 9", 1},
		"courage: 3, physique: 3, guard: 0": {"5 of 5", 1},
	} {
		b := onLadder(t, "", row, "energy: 16")
		b.wantSheet("Musashi", "guard", want.guard)
		full := b.guard("Musashi")
		b.play("feint with the horizontal cut", d{9, 9}, "take the blow")
		b.wantGuard("Musashi", full-2)
		b.lull()
		b.wantGuard("Musashi", full-2+want.back) // the better of the two, at least 1 (MA-35)
	}
}

// MA-26: guard is there only in duels, beside Wounds.
// MA-55: a guard at 0 takes no Wound.
func TestGuardIsNoWound(t *testing.T) {
	duel(t, "", "").wantSheet("Musashi", "guard", "")
	b := onLadder(t, "", first, "")
	b.edit("Kojiro guard=1")
	b.play("feint with the horizontal cut", d{9, 4}, "take the blow")
	b.wantGuard("Kojiro", 0)
	b.wantNumber("Kojiro", "wounds", 3)
	b.wantWaits("Musashi decides")
}

// MA-27: a landed feint, or a blow that lands, shaves 1.
// MA-30: a critical shaves 2 besides its Wounds.
// MA-32: at 0 the guard is broken.
func TestWhatLandsShavesGuard(t *testing.T) {
	b := onLadder(t, "", first, "")
	b.play("horizontal cut > Kojiro", d{9, 4}, "take the blow")
	b.wantGuard("Kojiro", 4)
	b.wantNumber("Kojiro", "wounds", 2)
	b.wantEvents("guard", rules.Event{Seat: "Kojiro", At: "Musashi", What: "a blow landed", N: 1, Left: 4})

	b = onLadder(t, "", first, "")
	b.play("horizontal cut > Kojiro", d{7, 7}, "take the blow")
	b.wantGuard("Kojiro", 3)
	b.wantNumber("Kojiro", "wounds", 1)

	b = onLadder(t, "", first, "") // a blow that is held or misses shaves nothing
	b.play("horizontal cut > Kojiro", d{9, 4}, "parry (improvised)", d{9, 8})
	b.play("horizontal cut > Kojiro", d{2, 1})
	b.wantGuard("Kojiro", 5)

	b = onLadder(t, "", first, "")
	b.edit("Kojiro guard=2")
	b.play("horizontal cut > Kojiro", d{7, 7}, "take the blow")
	b.wantGuard("Kojiro", 0)
	b.wantEvents("break", rules.Event{Seat: "Kojiro", At: "Musashi"})
}

// a feint costs 1 whatever its technique, has 2 more on its roll, 1 more with a technique of 3 Energy, wounds nobody
// and carries nothing of the technique; a double shaves 2.
// MA-27.
func TestADeclaredFeint(t *testing.T) {
	b := onLadder(t, "start: issoku itto", first+", weapons: [nodachi]", "armour: light")
	b.wantCost("feint with the great cut", 1)
	b.wantCost("feint with the step-through cut", 1)
	b.play("feint with the great cut")
	b.wantCheck("attack", 2+1, 12)
	b.play(d{8, 8}, "take the blow")
	b.wantGuard("Kojiro", 3)
	b.wantNumber("Kojiro", "wounds", 3)
	b.play("feint with the step-through cut")
	b.wantCheck("attack", -1+2, 12)
	b.play(d{9, 8}, "take the blow")
	b.wantGuard("Kojiro", 2)

	b = onLadder(t, "", first+", weapons: [suyari]", "armour: heavy, traits: [still water]")
	b.play("feint with the spear thrust")
	b.wantCheck("attack", 2, 14) // no Pierce
	b.play(d{10, 10}, "take the blow")
	b.wantGuard("Kojiro", 3)
	b.wantSheet("Kojiro", "is", "") // no Mandate (K-09)
}

// a feint is made hand to hand: not with a shot, from no distance.
func TestNoFeintWithAShot(t *testing.T) {
	for weapon, shot := range map[string]string{"yumi": "loose", "teppo": "shot"} {
		shots := 0
		for _, rung := range rows.Rungs {
			b := onLadder(t, "start: "+rung, "energy: 14, weapons: ["+weapon+"]", "")
			b.refuses("feint with the " + shot)
			if _, ok := b.option(shot + " > Kojiro"); ok {
				shots++
			}
			if _, ok := b.option("butt stroke > Kojiro"); ok {
				b.offers("feint with the butt stroke")
			}
		}
		if shots == 0 {
			t.Errorf("a %s shoots from no distance: this shows nothing", weapon)
		}
	}
}

// MA-29: an attack at a location that misses by 1 or 2 shaves 1; other misses nothing.
func TestANearMissAtALocation(t *testing.T) {
	for dice, want := range map[d]int{{5, 4}: 4, {5, 3}: 4, {4, 3}: 5} {
		b := onLadder(t, "", first, "")
		b.play("horizontal cut at the arm > Kojiro", dice)
		b.wantGuard("Kojiro", want)
		b = onLadder(t, "", first, "")
		b.play("horizontal cut > Kojiro", dice)
		b.wantGuard("Kojiro", 5)
	}
}

// MA-31: the second half-step contest lost in a row shaves 1, and every later one; a win ends the row.
func TestLosingHalfStepsAgainAndAgain(t *testing.T) {
	b := onLadder(t, "", "energy: 14", "")
	lose := []any{"half-step in", "resist", dd{1, 2, 9, 9}}
	b.play(lose...)
	b.wantGuard("Musashi", 5)
	b.play(lose...)
	b.wantGuard("Musashi", 4)
	b.play(lose...)
	b.wantGuard("Musashi", 3)
	b.wantEvents("guard", rules.Event{Seat: "Musashi", At: "Kojiro", What: "the distance is lost", N: 1, Left: 3})
	b.play("half-step in", "resist", dd{9, 9, 1, 2})
	b.wantGuard("Kojiro", 5)
	b.play("half-step out", dd{1, 2, 9, 9}) // at 10 Energy against 10
	b.wantGuard("Musashi", 3)
}

// MA-33: attacks into an opening are Direct 2: what evasion, stance and terrain give is lost, not armour.
// MA-34: the first that lands is a critical without a double, the next is not.
// the opening outlasts its window.
// MA-54: where nothing but armour helps, the sure critical is what remains.
func TestAnOpening(t *testing.T) {
	st := ladderStage("", first, "armour: light, traits: [eye]")
	st.rows = "traits: {eye: {evasion: 3}}"
	b := st.begin(t)
	b.play("horizontal cut > Kojiro")
	b.wantCheck("attack", 0, 15)
	b.play(d{1, 2})
	b.edit("Kojiro guard=0")
	b.refuses("feint with the horizontal cut")
	b.play("horizontal cut > Kojiro")
	b.wantCheck("attack", 0, 13)
	b.play(d{9, 6}, "take the blow")
	b.wantNumber("Kojiro", "wounds", 1)
	b.wantGuard("Kojiro", 0)
	b.wantEvents("opening", rules.Event{Seat: "Kojiro", What: "used"})
	b.wantEvents("guard")
	b.refuses("feint with the horizontal cut")
	b.edit("Kojiro wounds=3")
	b.play("end the breath", "close the round", "horizontal cut > Kojiro")
	b.wantCheck("attack", 0, 13)
	b.play(d{9, 6}, "take the blow")
	b.wantNumber("Kojiro", "wounds", 2)
	b.wantEvents("opening")

	b = onLadder(t, "", first, "armour: light")
	b.edit("Kojiro guard=0")
	b.play("horizontal cut > Kojiro")
	b.wantCheck("attack", 0, 12) // nothing for Direct to take
	b.play(d{9, 6}, "take the blow")
	b.wantNumber("Kojiro", "wounds", 1)
}

// an opening's Direct 2 and a technique's Direct 2 are one name: the larger counts, they do not add up.
// EB-63.
// MA-33.
func TestDirectIsNotAddedToDirect(t *testing.T) {
	for evasion, want := range map[string]int{"1": 10, "2": 10, "4": 12} {
		st := ladderStage("", first+", weapons: [zanbato]", "traits: [eye]")
		st.rows = "traits: {eye: {evasion: " + evasion + "}}"
		b := st.begin(t)
		b.edit("Kojiro guard=0")
		b.play("rising cut > Kojiro")
		b.wantCheck("attack", 0, want)
	}
}

// The window is used by a blow that lands, not by one that is held.
// MA-34.
func TestAHeldBlowDoesNotUseTheWindow(t *testing.T) {
	b := onLadder(t, "", first, "")
	b.edit("Kojiro guard=0")
	b.play("horizontal cut > Kojiro", d{9, 4}, "parry (improvised)", d{9, 8})
	b.wantGuard("Kojiro", 0)
}

// A natural double, an empty hand and a stance's blow use the window like any blow that lands.
//
// MA-34.
func TestWhateverLandsUsesTheWindow(t *testing.T) {
	b := onLadder(t, "", first, "wounds: 9")
	b.edit("Kojiro guard=0")
	b.play("horizontal cut > Kojiro", d{7, 7}, "take the blow")
	b.wantNumber("Kojiro", "wounds", 7)
	b.wantEvents("opening", rules.Event{Seat: "Kojiro", What: "used"})

	b = onLadder(t, "start: tsubazeriai", first, "")
	b.edit("Kojiro guard=0")
	b.play("empty hand > Kojiro", d{9, 4}, "take the blow")
	b.wantNumber("Kojiro", "wounds", 2) // a critical without Wounds of its own does 1
	b.wantEvents("opening", rules.Event{Seat: "Kojiro", What: "used"})

	b = onLadder(t, "", first, "traits: [samurai]")
	b.edit("Musashi guard=0", "Kojiro stance=guard stance")
	b.play("horizontal cut > Kojiro", d{1, 2}, d{9, 4}, "take the blow")
	b.wantNumber("Musashi", "wounds", 1)
	b.wantEvents("opening", rules.Event{Seat: "Musashi", What: "used"})
}

// MA-32: the opening lasts to the end of its round; then guard recovers like any other.
// MA-35: by the higher of Finesse and Wits, in the lull that ends the opening.
//
func TestAnOpeningLastsItsRound(t *testing.T) {
	b := onLadder(t, "", first, "wisdom: 2")
	b.edit("Kojiro guard=1")
	b.play("feint with the horizontal cut", d{9, 4}, "take the blow")
	b.wantGuard("Kojiro", 0)
	b.lull()
	b.wantGuard("Kojiro", 2)
	b.wantEvents("opening", rules.Event{Seat: "Kojiro", What: "past", Left: 2})
	b.wantEvents("guard")
}

// A foe with no breath left when the guard breaks, its maneuver wholly over, has the next round for it: Energy 0, or closed.
// In the lull between nothing recovers; a window used stays used.
//
// MA-32.
func TestAnOpeningWaitsForAFoeWithoutBreath(t *testing.T) {
	lost := []any{"half-step in", "resist", dd{1, 2, 9, 9}}
	for how, c := range map[string]struct {
		musashi int
		steps   []any
	}{
		"nothing left": {2, []any{"close the round", "horizontal cut > Kojiro", d{9, 4}, "take the blow"}},
		"overloaded": {12, []any{"horizontal cut > Kojiro", d{1, 2}, "horizontal cut > Kojiro", d{1, 2},
			"horizontal cut > Kojiro", d{1, 2}, d{9, 4}, "take the blow"}},
		"closed": {12, slices.Concat([]any{"close the round"}, lost, lost)},
	} {
		b := onLadder(t, "", first, "wounds: 9, wisdom: 1")
		b.edit("Kojiro guard=1", fmt.Sprintf("Musashi energy=%d", c.musashi))
		b.play(c.steps...)
		b.wantGuard("Kojiro", 0)
		if b.f.Round() == 1 {
			b.lull()
		}
		if b.guard("Kojiro") != 0 {
			t.Errorf("%s: guard %d after the first lull, want the opening still there", how, b.guard("Kojiro"))
		}
		b.play("horizontal cut > Kojiro", d{9, 4}, "take the blow")
		b.wantEvents("opening", rules.Event{Seat: "Kojiro", What: "used"})
		b.lull()
		b.wantGuard("Kojiro", 1)
	}
}

// A guard broken by standing off, in a lull, is open in the round to come, and no lull that ends an opening takes for it.
//
// MA-32.
func TestAGuardBrokenInALullIsOpenForOneRound(t *testing.T) {
	b := onLadder(t, "start: far range", "", "wisdom: 1")
	b.lull()
	b.edit("Kojiro guard=1")
	b.lull()
	b.wantGuard("Kojiro", 0)
	b.lull()
	b.wantGuard("Kojiro", 1)
	b.wantEvents("opening", rules.Event{Seat: "Kojiro", What: "past", Left: 1})
	b.lull()
	b.wantGuard("Kojiro", 0)
}

// a table may let the window end the opening, and guard come back at half; unused, it lasts over one lull.
// MA-32.
func TestATableMayLetTheWindowEndTheOpening(t *testing.T) {
	st := ladderStage("", first, "")
	st.rulings = "{opening: window}"
	b := st.begin(t)
	b.edit("Kojiro guard=0")
	b.play("horizontal cut > Kojiro", d{9, 6}, "take the blow")
	b.wantNumber("Kojiro", "wounds", 1)
	b.wantGuard("Kojiro", 3)
	b.wantEvents("opening", rules.Event{Seat: "Kojiro", What: "used", Left: 3})
	b.edit("Kojiro guard=0")
	b.lull()
	b.wantGuard("Kojiro", 0)
	b.lull()
	b.wantGuard("Kojiro", 3)
	b.wantEvents("opening", rules.Event{Seat: "Kojiro", What: "past", Left: 3})
}

// A written opening lasts as long as a played one, and what it has used is written too.
//
func TestAPositionKeepsItsOpening(t *testing.T) {
	b := onLadder(t, "", first, "wounds: 9")
	b.edit("Kojiro guard=0")
	b.play("horizontal cut > Kojiro", d{9, 4}, "take the blow")
	g, s, _ := fight.At[State](b.f)
	text, err := g.Position(&s)
	if err != nil || !strings.Contains(string(text), "mind:\n        - opening fading\n        - window used") {
		t.Fatalf("%v\n%s\nwant an opening in its last round, its window used", err, text)
	}
}

// MA-35: a lull gives back the higher of Finesse and Wits, at least 1.
// MA-37: never more than the maximum.
func TestALullGivesGuardBack(t *testing.T) {
	b := onLadder(t, "", "wisdom: 2, finesse: 1", "finesse: -1")
	b.edit("Musashi guard=3", "Kojiro guard=2")
	b.lull()
	b.wantGuard("Musashi", 5)
	b.wantGuard("Kojiro", 3)
	b.lull()
	b.wantGuard("Musashi", 7)
	b.wantGuard("Kojiro", 4)
	b.lull()
	b.lull()
	b.wantGuard("Musashi", 7)
	b.wantGuard("Kojiro", 5)
}

// MA-36: whoever broke away to far range regains 1 more, nobody else does.
func TestBreakingAwayRestoresOneMore(t *testing.T) {
	b := onLadder(t, "", first, "")
	b.edit("Musashi guard=1", "Kojiro guard=1")
	b.play("half-step out", "let it be", "end the breath")
	b.lull()
	b.wantGuard("Musashi", 3)
	b.wantGuard("Kojiro", 2)
}

// Where losing steps and standing off cost nothing, nothing of them is remembered.
// MA-31.
func TestWhatCostsNothingIsNotRemembered(t *testing.T) {
	st := ladderStage("start: far range", "", first)
	st.rulings = "{lost steps: 0, standing off: 0}"
	b := st.begin(t)
	b.play("half-step in", "resist", dd{1, 2, 9, 9}, "half-step in", "resist", dd{1, 2, 9, 9}, "half-step in", dd{1, 2, 9, 9})
	b.wantGuard("Kojiro", 5)
	b.lull()
	b.lull()
	b.wantGuard("Musashi", 5)
	_, s, _ := fight.At[State](b.f)
	if s.duel.flags != [2]uint8{} {
		t.Errorf("remembered: %+v", s.duel)
	}
}

// A position keeps within what a duel was given: eight bytes.
// MA-26.
func TestADuelTakesEightBytes(t *testing.T) {
	if n, most := reflect.TypeFor[duelState]().Size(), uintptr(8); n > most {
		t.Errorf("a duel takes %d bytes, want at most %d", n, most)
	}
	if n, most := uintptr(new(Game).Hooks().HashPrefix), uintptr(196); n > most {
		t.Errorf("a position takes %d bytes, want at most %d", n, most)
	}
}

// A GM may set guard and distance, within their bounds.
// MA-37.
func TestAGMSetsGuardAndDistance(t *testing.T) {
	b := onLadder(t, "terrain: narrow path", "", "")
	b.edit("Kojiro guard=2", "Musashi distance=near range")
	b.wantGuard("Kojiro", 2)
	b.wantDistance("near range")
	for change, want := range map[string]string{
		"Kojiro guard=6":            "want 0 to 5",
		"Kojiro guard=few":          "want 0 to 5",
		"Kojiro distance=far range": "want one of issoku itto",
		"Kojiro distance=Edo":       "want one of issoku itto",
	} {
		if _, err := b.f.Edit(change, "to see"); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: got %v, want %s", change, err, want)
		}
	}
}

// Not while a half-step or a maneuver that strains is under way: what was checked would no longer hold.
// MA-09.
func TestAGMWaitsForTheHalfStep(t *testing.T) {
	b := onLadder(t, "", first, "")
	b.play("half-step in")
	refused := func(changes ...string) {
		t.Helper()
		for _, change := range changes {
			if _, err := b.f.Edit(change, "to see"); err == nil {
				t.Errorf("%s: %q is accepted", b.waits(), change)
			}
		}
	}
	refused("Kojiro guard=0", "Kojiro distance=tsubazeriai", "Kojiro +defenseless")
	b.play("resist")
	refused("Kojiro guard=0")
	b.play(dd{9, 9, 1, 1}, "horizontal cut > Kojiro", d{1, 2}, "horizontal cut > Kojiro", d{1, 2}, "half-step in")
	b.wantWaits("Musashi rolls overload")
	refused("Kojiro guard=0", "Kojiro distance=tsubazeriai")
	b.play(d{9, 9})
}

// two rounds running at far range without an attack, a feint or a step inward of one's own cost 1, and such a lull
// gives nothing back (K-06).
// MA-35.
func TestStandingOffCostsGuard(t *testing.T) {
	b := onLadder(t, "start: far range", "", "")
	b.edit("Musashi guard=4", "Kojiro guard=4")
	b.lull()
	b.wantGuard("Musashi", 5)
	b.wantGuard("Kojiro", 5)
	b.play("half-step in", dd{1, 2, 9, 9}, "end the breath") // trying is enough (K-17)
	b.lull()
	b.wantGuard("Musashi", 5)
	b.wantGuard("Kojiro", 4)
	b.wantEvents("guard", rules.Event{Seat: "Kojiro", At: "Musashi", What: "standing off", N: 1, Left: 4})
	b.lull()
	b.wantGuard("Musashi", 5)
	b.wantGuard("Kojiro", 3)

	st := ladderStage("start: far range", "", "")
	st.rulings = `{standing off rests: "yes"}`
	b = st.begin(t)
	for range 3 {
		b.lull()
	}
	b.wantGuard("Kojiro", 5)
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

// the window belongs to its opening: the next one has its own, and lasts its own round.
// MA-32, MA-34.
func TestEachOpeningHasItsWindow(t *testing.T) {
	b := onLadder(t, "", "energy: 20", "wounds: 9, wisdom: 1")
	b.edit("Kojiro guard=1")
	for _, wounds := range []int{7, 5} {
		b.play("feint with the horizontal cut", d{9, 4}, "take the blow", "horizontal cut > Kojiro", d{9, 4}, "take the blow")
		b.wantNumber("Kojiro", "wounds", wounds)
		b.wantEvents("opening", rules.Event{Seat: "Kojiro", What: "used"})
		b.lull()
		b.wantGuard("Kojiro", 1)
	}
}
