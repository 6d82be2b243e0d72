package breath

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"kokyu/rules"
	"kokyu/rules/breath/rows"
	"kokyu/rules/dice"
	"kokyu/rules/fight"
)

// Laws of document 003: the ladder, half-steps, reach, terrain. Musashi is ours, Kojiro theirs; a duelist of whom a test
// says nothing else has an uchigatana, Energy 10, three Wounds, Defense 10 and guard 5.

// onLadder sets the two on the ladder; block is the inside of duel:.
func onLadder(t *testing.T, block, musashi, kojiro string) *bout {
	t.Helper()
	return ladderStage(block, musashi, kojiro).begin(t)
}

func ladderStage(block, musashi, kojiro string) setup {
	return setup{us: []man{{name: "Musashi", row: musashi}}, them: []man{{name: "Kojiro", row: kojiro}}, more: "duel: {" + block + "}"}
}

// first makes a duelist stand first in the count.
const first = "energy: 12"

func (b *bout) wantDistance(want string) {
	b.t.Helper()
	for _, name := range []string{"Musashi", "Kojiro"} {
		b.wantSheet(name, "distance", want)
	}
}

// MA-01: five rungs, in order.
// MA-02: they are no zones.
// MA-04: both stand on one rung.
// MA-07: a half-step costs 1 and is one rung, closer or farther.
// MA-08: it is not a walk.
func TestFiveRungsShared(t *testing.T) {
	b := onLadder(t, "start: far range", first, "energy: 5")
	for i, rung := range []string{"far range", "issoku itto", "near range", "close fighting"} {
		b.wantDistance(rung)
		b.wantNumber("Musashi", "energy", 12-i)
		b.wantSheet("Musashi", "zone", "")
		b.wantCost("half-step in", 1)
		b.play("half-step in", "let it be")
		b.wantEvents("distance", rules.Event{Seat: "Musashi", At: "Kojiro", What: "half-step in", From: rung, To: rows.Rungs[i+1]})
	}
	b.wantDistance("tsubazeriai")
	b = onLadder(t, "start: close fighting", first, "")
	b.play("half-step out", "let it be")
	b.wantDistance("near range")
}

// MA-05: where a duel begins is the encounter's word; without one it is issoku itto.
func TestADuelBeginsWhereItsEncounterSays(t *testing.T) {
	b := onLadder(t, "", first, "")
	b.wantDistance("issoku itto")
	b.play("half-step in", "let it be") // from there
	b.wantDistance("near range")
	for i, rung := range rows.Rungs[:len(rows.Rungs)-2] { // into tsubazeriai one is asked more
		b := onLadder(t, "start: "+rung, first, "")
		b.wantDistance(rung)
		b.play("half-step in", "let it be")
		b.wantDistance(rows.Rungs[i+1])
	}
	for _, rung := range rows.Rungs {
		onLadder(t, "start: "+rung, "", first).wantDistance(rung)
	}
}

// What was agreed upon is where the first breath finds both, whoever has it: its steps lead from there, and
// nobody is asked anything before. A later round begins where the one before has ended.
// MA-06: the agreement stands in the encounter, whoever has initiative.
func TestTheAgreedDistanceIsWhereTheFirstBreathFindsBoth(t *testing.T) {
	for at, rung := range rows.Rungs {
		for _, quick := range []string{"Musashi", "Kojiro"} {
			energy := map[string]string{quick: first}
			b := onLadder(t, "start: "+rung, energy["Musashi"], energy["Kojiro"])
			b.wantWaits(quick + " counts")
			b.wantDistance(rung)
			for words, to := range map[string]int{"half-step in": at + 1, "half-step out": at - 1} {
				there := at < len(rows.Rungs)-1 && to >= 0 && to < len(rows.Rungs) // from the lock of blades no step leads
				if got := b.can(words); got != there {
					t.Errorf("%s from %s: offered %v, want %v", words, rung, got, there)
				}
				if !there {
					continue
				}
				next := onLadder(t, "start: "+rung, energy["Musashi"], energy["Kojiro"])
				next.play(words, "let it be")
				next.wantDistance(rows.Rungs[to])
				if rows.Rungs[to] != "tsubazeriai" {
					next.play("end the breath")
					next.lull()
					next.wantDistance(rows.Rungs[to])
				}
			}
		}
	}
}

// MA-03: Energy, the limit of 5, the count, stances and reservations are those of any fight.
// MA-12: a half-step and a cut share a breath.
// MA-53: they cost what both cost, under the same limit.
func TestAStepInCutIsABreathLikeAnyOther(t *testing.T) {
	b := onLadder(t, "start: far range", first+", traits: [samurai]", "")
	b.wantWaits("Musashi counts")
	b.play("half-step in", "let it be", "horizontal cut > Kojiro", d{1, 2}, "reserve parry")
	if got := b.energy("Musashi"); got != 8 {
		t.Errorf("a step, a cut and a reservation leave %d Energy of 12, want 8: 1 + 2 + 1", got)
	}
	b.offers("half-step out", "take up guard stance")
	if o, _ := b.option("half-step out"); o.Phase != "move" {
		t.Errorf("a fifth Energy is %s, want a move within the limit", o.Phase)
	}
	if o, _ := b.option("horizontal cut > Kojiro"); o.Phase != "overload" {
		t.Errorf("a sixth Energy is %s, want an overload", o.Phase)
	}
	b.play("end the breath")
	b.wantWaits("Kojiro counts")

	// Nothing of far range is left with either of them, whoever has stepped in: the fight is the one its own position says.
	other := onLadder(t, "start: far range", "", first)
	other.play("half-step in", "let it be", "end the breath")
	for _, b := range []*bout{b, other} {
		sys, s, _ := fight.At[State](b.f)
		g, err := Load("position.yaml", []byte(positionText(sys.(*Game), &s)), rows.DefaultBook())
		if err != nil {
			t.Fatal(err)
		}
		if got := g.Start(); got != s {
			t.Errorf("written and read the position is %+v, want %+v", got.duel, s.duel)
		}
	}
}

// MA-09: who resists makes it a contest of 2d10 + Finesse + Footwork, and the winner sets the distance.
func TestAResistedHalfStepIsAContest(t *testing.T) {
	const swift = first + ", finesse: 2, skills: {swordsmanship: 1, footwork: 3}"
	b := onLadder(t, "", swift, "finesse: 1")
	b.play("half-step in")
	b.wantWaits("Kojiro decides")
	b.wantOptions("resist", "let it be")
	b.play("resist")
	c := b.f.Check()
	if got, want := fmt.Sprint(c.Dice, c.Mod, c.Need, c.Contest), "[10 10 10 10] 4 1 true"; got != want {
		t.Errorf("the contest is %s, want %s: Musashi adds 2 and 2, Kojiro 1", got, want)
	}
	b.play(dd{3, 4, 5, 4}) // 11 against 10
	b.wantDistance("near range")
	b.wantEvents("contest", rules.Event{Seat: "Musashi", At: "Kojiro", What: "half-step in", Total: 11, Need: 10, OK: true})

	b = onLadder(t, "", swift, "finesse: 1")
	b.play("half-step in", "resist", dd{3, 4, 9, 4}) // 11 against 14
	b.wantDistance("issoku itto")
	b.wantNumber("Musashi", "energy", 11) // the mover pays all the same
	b.wantNumber("Kojiro", "energy", 11)  // resisting is free
}

// A contest's chances are those of two dice against two, to the last of 10,000 throws.
// MA-09.
func TestContestChancesAreExact(t *testing.T) {
	two := dice.Sum(2, 10)
	for own := -3; own <= 6; own++ {
		for _, start := range []string{first, ""} {
			b := onLadder(t, "", fmt.Sprintf("%s, finesse: %d", start, own), "")
			b.play("half-step in")
			if _, ok := b.option("resist"); ok {
				b.play("resist")
			}
			sys, s, _ := fight.At[State](b.f)
			g := sys.(*Game)
			win, tie, lose := g.contestWays(&s)
			if s.phase != phContest || win+tie+lose != 10_000 {
				t.Fatalf("%s: %d wins, %d ties, %d losses", b.waits(), win, tie, lose)
			}
			even := int(g.contestMod(&s, 1-int(s.actor))) - int(g.contestMod(&s, int(s.actor)))
			wantWin, wantTie := 0, 0
			for a := 2; a <= 20; a++ {
				for o := 2; o <= 20; o++ {
					n := int(two.Ways(a).Int64() * two.Ways(o).Int64())
					switch {
					case a-o > even:
						wantWin += n
					case a-o == even:
						wantTie += n
					}
				}
			}
			if g.winsTies(&s) {
				wantWin, wantTie = wantWin+wantTie, 0
			}
			if win != wantWin || tie != wantTie {
				t.Errorf("Finesse %d: %d wins and %d ties, want %d and %d", own, win, tie, wantWin, wantTie)
			}
		}
	}
}

// MA-10: the one with more Energy tries first, and a tie is its.
func TestMoreEnergyTriesFirstAndTakesTies(t *testing.T) {
	b := onLadder(t, "", first, "")
	b.wantWaits("Musashi counts")
	b.play("half-step in", "resist", dd{5, 5, 4, 6})
	b.wantDistance("near range")

	b = onLadder(t, "", "", "") // less Energy by then: the tie is nobody's
	b.play("horizontal cut > Kojiro", d{1, 2}, "half-step in", "resist", dd{5, 5, 4, 6})
	b.wantDistance("issoku itto")

	st := ladderStage("", first, "")
	st.rulings = "{step ties: nobody}"
	b = st.begin(t)
	b.play("half-step in", "resist", dd{5, 5, 4, 6})
	b.wantDistance("issoku itto")
}

// MA-11: at equal Energy, read before the step is paid, nobody is asked: the dice settle it.
func TestEqualEnergyGoesStraightToTheDice(t *testing.T) {
	b := onLadder(t, "", "", "")
	b.play("half-step in")
	b.wantWaits("Musashi rolls half-step in")
	b.play(dd{5, 5, 4, 6})
	b.wantDistance("issoku itto")
}

// the Defenseless do not resist.
// MA-09.
func TestTheDefenselessDoNotResist(t *testing.T) {
	b := onLadder(t, "", first, "")
	b.edit("Kojiro +defenseless")
	b.play("half-step in")
	b.wantDistance("near range")
}

// bands are what each rung takes from a weapon's attacks, from far range to tsubazeriai; x where it has none.
var bands = map[string]string{
	"nodachi":      "0 0 -2 x x",
	"monohoshizao": "0 0 -2 x x",
	"oar sword":    "0 0 -2 x x",
	"zanbato":      "0 0 -2 x x",
	"yari":         "0 0 -2 x x",
	"suyari":       "0 0 -2 x x",
	"naginata":     "0 0 -2 x x",
	"uchigatana":   "-2 0 0 -2 x",
	"bokken":       "-2 0 0 -2 x",
	"staff":        "-2 0 0 -2 x",
	"kanabo":       "-2 0 0 -2 x",
	"kodachi":      "x -2 0 0 x",
	"wakizashi":    "x -2 0 0 x",
	"ninjato":      "x -2 0 0 x",
	"tanto":        "x x -2 0 0",
	"dagger":       "x x -2 0 0",
	"kaiken":       "x x -2 0 0",
	"unarmed":      "x x -2 0 0",
	"shuriken":     "0 -2 x x x",
	"yumi":         "0 -2 x x x",
}

// MA-13: each weapon has its band.
// MA-14: inside it nothing changes.
// MA-15: one rung outside, attacks have -2.
// MA-16: two or more rungs outside, there is no attack.
// MA-18: at close fighting a long sword or a spear does not attack.
// MA-19: short arms and hands do.
// MA-20: among locked blades only what is at home there strikes.
func TestEachWeaponHasItsBand(t *testing.T) {
	for weapon, want := range bands {
		var got []string
		for _, rung := range rows.Rungs {
			b := onLadder(t, "start: "+rung, first+", weapons: ["+weapon+"]", "weapons: [monohoshizao]")
			plain := duel(t, first+", weapons: ["+weapon+"]", "weapons: [monohoshizao]")
			name := rows.DefaultBook().Weapons[weapon].Attack[0].Name + " > Kojiro"
			plain.play(name)
			if _, ok := b.option(name); !ok {
				got = append(got, "x")
				continue
			}
			b.play(name)
			got = append(got, fmt.Sprint(b.f.Check().Mod-plain.f.Check().Mod))
		}
		if text := strings.Join(got, " "); text != want {
			t.Errorf("%s: got %q, want %q", weapon, text, want)
		}
	}
}

// MA-18: where a table finds room, long weapons swing at close fighting at -2; among locked blades nobody does.
func TestATableMayLetLongWeaponsSwingUpClose(t *testing.T) {
	for rung, want := range map[string]bool{"close fighting": true, "tsubazeriai": false} {
		st := ladderStage("start: "+rung, first+", weapons: [nodachi]", "")
		st.rulings = "{long at close: cramped}"
		b := st.begin(t)
		_, ok := b.option("great cut > Kojiro")
		if ok != want {
			t.Errorf("%s: a nodachi swings: %v, want %v", rung, ok, want)
		}
		if ok {
			b.play("great cut > Kojiro")
			b.wantCheck("attack", 0, 10) // +2 its own, -2 for want of room
		}
	}
}

// MA-17: a weapon longer by a rung takes from the shorter what its stance gives, its initiative, and the ties; only
// inside the longer one's band.
func TestTheLongerWeaponOverreaches(t *testing.T) {
	const still = "traits: [still water, quick to the hilt]"
	for rung, want := range map[string]string{"issoku itto": "10", "near range": "11"} {
		b := onLadder(t, "start: "+rung, still+", energy: 11", "weapons: [nodachi], energy: 12")
		wantFirst := map[string]string{"issoku itto": "Kojiro counts", "near range": "Musashi counts"}[rung]
		b.wantWaits(wantFirst) // 11 and 2 of initiative against 12
		b.edit("Musashi stance=still-water guard")
		b.wantSheet("Musashi", "defense", want)
	}
	b := onLadder(t, "", first, "weapons: [nodachi]")
	b.play("half-step in", "resist", dd{5, 5, 4, 6})
	b.wantDistance("issoku itto")
	for weapon, want := range map[string]bool{"monohoshizao": true, "oar sword": false} { // the oar is longer still (K-15)
		st := ladderStage("start: far range", "weapons: ["+weapon+"]", "weapons: [oar sword]").begin(t)
		sys, s, _ := fight.At[State](st.f)
		if got := sys.(*Game).isOverreached(&s, 0); got != want {
			t.Errorf("a %s overreached by an oar: %v, want %v", weapon, got, want)
		}
	}
}

// A longer weapon silences the shorter one's stance: it does not strike, and stays held with its use unspent; driven in upon
// it strikes again.
//
// MA-17.
func TestAnOverreachedStanceDoesNotStrike(t *testing.T) {
	b := onLadder(t, "", "energy: 14, weapons: [nodachi]", "traits: [samurai]")
	b.edit("Kojiro stance=guard stance")
	b.play("step-through cut > Kojiro", d{1, 2})
	b.wantWaits("Musashi decides")
	b.wantSheet("Kojiro", "stance", "guard stance")
	b.play("half-step in", "let it be", "step-through cut > Kojiro", d{1, 2})
	b.wantWaits("Kojiro rolls attack")
}

// MA-56: who seizes the half-step strikes from where it wanted to be, in the same breath, before anyone else acts.
// no number is printed, so the cut is no better for it; a table may give it 1, once, to who won a contest.
func TestAHalfStepSeized(t *testing.T) {
	for _, c := range []struct {
		rulings string
		steps   []any
		mod     int
	}{
		{"", []any{"half-step in", "resist", dd{9, 9, 1, 2}}, 0},
		{`{seized step: "+1"}`, []any{"half-step in", "resist", dd{9, 9, 1, 2}}, 1},
		{`{seized step: "+1"}`, []any{"half-step in", "resist", dd{1, 2, 9, 9}}, 0},
		{`{seized step: "+1"}`, []any{"half-step in", "let it be"}, 0},
		{`{seized step: "+1"}`, []any{"half-step in", "resist", dd{9, 9, 1, 2}, "horizontal cut > Kojiro", d{1, 2}}, 0},
		{`{seized step: "+1"}`, []any{"half-step in", "resist", dd{9, 9, 1, 2}, "end the breath"}, 0},
	} {
		st := ladderStage("", first, "")
		st.rulings = c.rulings
		b := st.begin(t)
		b.play(c.steps...)
		b.wantWaits(map[bool]string{true: "Musashi decides", false: "Musashi counts"}[c.steps[len(c.steps)-1] != "end the breath"])
		b.play("horizontal cut > Kojiro")
		b.wantCheck("attack", c.mod, 10)
	}
}

// MA-47: one line of terrain, and no zones.
// MA-48: poor footing takes 1 from whoever moves.
// MA-49: a narrow path has no far range.
// MA-50: the upper side has 1 more in the first half-step contest.
// MA-51: the sun takes 1 from every check of the side that faces it.
func TestOneLineOfTerrain(t *testing.T) {
	contest := func(b *bout) [2]int { c := b.f.Check(); return [2]int{c.Mod, c.Need} }
	wants := func(b *bout, want [2]int) {
		t.Helper()
		b.play("half-step in", "resist")
		if got := contest(b); got != want {
			t.Errorf("the contest is %v, want %v", got, want)
		}
	}
	wants(onLadder(t, "terrain: sandbar", first, ""), [2]int{-1, 0})
	b := onLadder(t, "terrain: high ground, side: them", first, "")
	wants(b, [2]int{0, 1})
	b.play(dd{9, 9, 1, 2})
	wants(b, [2]int{0, 0})
	wants(onLadder(t, "terrain: backlight, side: us", first, ""), [2]int{-1, 0})
	b = onLadder(t, "terrain: backlight, side: us", first, "")
	b.play("horizontal cut > Kojiro")
	b.wantCheck("attack", -1, 10)
	b = onLadder(t, "terrain: backlight, side: them", first, "")
	b.play("horizontal cut at the wrist > Kojiro", d{9, 8}, "take the blow")
	b.wantCheck("wrist", -1, 11) // of every check, this one too

	b = onLadder(t, "terrain: narrow path", first, "")
	b.refuses("half-step out")
	b.offers("half-step in")
	b.wantOptions("close the round", "reserve parry", "half-step in", // none of it leads to a zone
		"feint with the horizontal cut", "horizontal cut > Kojiro", "horizontal cut at the arm > Kojiro", "horizontal cut at the face > Kojiro",
		"horizontal cut at the leg > Kojiro", "horizontal cut at the torso > Kojiro", "horizontal cut at the wrist > Kojiro",
		"feint with the thrust", "thrust > Kojiro", "thrust at the arm > Kojiro", "thrust at the face > Kojiro",
		"thrust at the leg > Kojiro", "thrust at the torso > Kojiro", "thrust at the wrist > Kojiro")
}

// MA-47: what does not fit a duel is refused with its place.
func TestDuelsThatDoNotLoad(t *testing.T) {
	pair := func(duel string) string {
		return "duel: " + duel + "\nsides:\n  - {name: us, fighters: [{who: ronin, name: A}]}\n  - {name: them, fighters: [{who: hatamoto, name: B}]}\n"
	}
	for text, want := range map[string]string{
		pair("{start: next door}"):                                `duel.yaml:4:15: no rung is called "next door": want one of far range`,
		pair("{terrain: swamp}"):                                  `duel.yaml:4:17: no terrain is called "swamp": want one of sandbar`,
		pair("{terrain: high ground}"):                            `duel.yaml:4:7: high ground for "": want side: with one of us, them`,
		pair("{terrain: backlight, side: ours}"):                  `duel.yaml:4:34: backlight for "ours"`,
		pair("{side: us}"):                                        `duel.yaml:4:14: a side without high ground or backlight`,
		pair("{points: 0}"):                                       `duel.yaml:4:16: points is 0: want a whole number from 1 to 9`,
		pair("{start: far range, terrain: narrow path}"):          `duel.yaml:4:15: far range on a narrow path: want one of issoku itto`,
		pair("{}\nzones: {core: {}}"):                             `duel.yaml:5:8: zones in a duel: want no zones: block`,
		strings.Replace(pair("{}"), "}]}\n", "}, wolf: 1]}\n", 1): `a duel of 3: want two combatants, one on each side`,
		strings.Replace(pair("{}"), "ronin", "villager mob", 1):   `A is a mob and fights no duel: want a minion or better`,
		pair("{terain: sandbar}"):                                 `did you mean terrain?`,
	} {
		text = strings.Replace(text, ", wolf: 1", ", {who: wolf}", 1)
		_, err := Load("duel.yaml", []byte("version: 1\nsystem: breath\ntitle: T\n"+text), rows.DefaultBook())
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s\ngot  %v\nwant %s", text, err, want)
		}
	}
}

// A band that ends before it begins, or names no rung, is no band.
// MA-13.
func TestBandsThatDoNotLoad(t *testing.T) {
	for band, want := range map[string]string{
		"{from: near range, to: far range}":               "a band from near range to far range: want the farther rung first",
		"{from: near range, to: the floor}":               `unknown rung "the floor"`,
		"{from: near range, to: near range, source: him}": `unknown source "him"`,
	} {
		_, err := rows.DefaultBook().Overlay("rows.yaml",
			[]byte("version: 1\nweapons:\n  broom: {family: staff, skill: staff, band: "+band+", attack: [{name: sweep up, energy: 2, check: courage}]}\n"))
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: got %v, want %s", band, err, want)
		}
	}
}

// What a fight that is no duel knows of the ladder: nothing.
// MA-02.
func TestNoLadderOutsideADuel(t *testing.T) {
	b := duel(t, first, "")
	b.refuses("half-step in", "half-step out", "feint with the horizontal cut", "horizontal cut at the wrist > Kojiro")
	b.wantSheet("Musashi", "guard", "")
	_, s, _ := fight.At[State](b.f)
	if s.duel != (duelState{}) {
		t.Errorf("a plain fight carries %+v", s.duel)
	}
	if _, err := b.f.Edit("Kojiro guard=2", "no"); err == nil {
		t.Error("a GM sets guard in a plain fight")
	}
	if slices.Contains(b.words(), "empty hand > Kojiro") {
		t.Error("an empty hand in a plain fight")
	}
}

// MA-17, R-63: what counts is the longest weapon in hand, and bare hands without any.
func TestTheLongestWeaponInHandCounts(t *testing.T) {
	for _, c := range []struct {
		weapons string
		lost    uint8 // slots, as bits
		want    string
	}{
		{"nodachi, dagger", 0, "nodachi"},
		{"dagger, nodachi", 0, "nodachi"},
		{"nodachi, dagger", 1, "dagger"},
		{"nodachi, dagger", 2, "nodachi"},
		{"wakizashi", 0, "wakizashi"},
		{"wakizashi", 1, "unarmed"},
	} {
		sc := ladderStage("", "weapons: ["+c.weapons+"]", "")
		g, err := Load("setup.yaml", []byte(sc.text()), sc.book(t))
		if err != nil {
			t.Fatal(err)
		}
		s := g.Start()
		s.seats[0].lost = c.lost
		if got := g.longestWeapon(&s, 0).name; got != c.want {
			t.Errorf("%s without %b: the blade is %q, want %q", c.weapons, c.lost, got, c.want)
		}
	}
}
