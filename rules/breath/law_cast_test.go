package breath

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"kokyu/rules"
	"kokyu/rules/breath/rows"
	"kokyu/rules/fight"
)

// Document 002 §3 to §5, in fights. A mage is a 9-dan caster of Sorcery and Exorcism or of Barrier and Prophecy with Wisdom 2
// (+4 on its checks), Physique 0 and Hardiness 1.

// mageOf is the row of a caster of two lists who knows these spells.
func mageOf(lists [2]string, spells string) string {
	return "grade: lord, wisdom: 2, energy: 12, wounds: 6, weapons: [uchigatana], skills: {swordsmanship: 1, footwork: 1, hardiness: 1, " +
		lists[0] + ": 3, " + lists[1] + ": 3, unarmed combat: 1}, " +
		"caster: {mode: spells, dan: 9, lists: [{skill: " + lists[0] + "}, {skill: " + lists[1] + ", since: 9}], studied: 20, known: [" + spells + "]}"
}

var (
	lights  = [2]string{"sorcery", "exorcism"}
	barrows = [2]string{"barrier", "prophecy"}
)

// chanting returns a stage of a mage against a swordsman without Defense to speak of.
func chanting(t *testing.T, spells, rulings string) *bout {
	t.Helper()
	return setup{us: []man{{name: "Seimei", row: mageOf(lights, spells)}}, them: []man{{name: "Kojiro", row: "wounds: 6"}}, rulings: rulings}.begin(t)
}

// A first-dan spell takes 2 Energy and a slot, at once, on 2d10 + Wisdom + skill against its number. SP-08, SP-09, SP-19, SP-20.
func TestAnInstantSpellIsOneBreathsManeuver(t *testing.T) {
	b := chanting(t, "talisman knot, great fireball, talisman bullet", "")
	b.wantSheet("Seimei", "sorcery slots", "5/4/3/2/1")
	b.wantCost("cast talisman knot > Seimei", 2)
	b.play("cast talisman knot > Seimei")
	b.wantCheck("casting", 4, 8)
	if got := b.f.Check().P; math.Abs(got-.97) > 1e-12 { // all but 1 and 1, 1 and 2, 2 and 1
		t.Errorf("the chance is %v", got)
	}
	sum := 0.0
	for _, o := range b.f.Outcomes() {
		sum += o.P
	}
	if math.Abs(sum-1) > 1e-12 {
		t.Errorf("the outcomes have %v in all", sum)
	}
	b.wantEvents("slot", rules.Event{Seat: "Seimei", What: "talisman knot", Of: "sorcery", N: 1, Left: 4})
	b.play(d{1, 3})
	b.wantSheet("Seimei", "under", "warded 2")
	b.wantNumber("Seimei", "energy", 10)
	b.wantWaits("Seimei decides")
	b.play("cast great fireball > Kojiro")
	b.wantCheck("attack", 4, 10)
	b.play(d{3, 4}, "take the blow")
	b.wantNumber("Kojiro", "wounds", 5)
	b.wantSheet("Kojiro", "under", "burning")
	b.wantNumber("Seimei", "energy", 8)
	b.wantSheet("Seimei", "sorcery slots", "3/4/3/2/1")

	b = chanting(t, "talisman knot", "")
	b.play("cast talisman knot > Seimei", d{1, 2}) // 7, one short
	b.wantWaits("Seimei counts")                   // the breath is over
	b.wantNumber("Seimei", "energy", 10)
	b.wantSheet("Seimei", "under", "")
	b.wantSheet("Seimei", "sorcery slots", "4/4/3/2/1")
}

// A preparation is paid in one breath and activated in a later one; it is a stance, and only its last stage is checked. SP-10,
// SP-18, SP-21, SP-22.
func TestAPreparationIsAStanceOverTwoBreaths(t *testing.T) {
	b := chanting(t, "talisman burst", "")
	b.play("begin talisman burst")
	b.wantEvents("chant", rules.Event{Seat: "Seimei", What: "talisman burst", N: 1, Left: 1, OK: true})
	b.wantSheet("Seimei", "casting", "talisman burst, 1 of 2")
	b.wantSheet("Seimei", "sorcery slots", "5/3/3/2/1")
	b.refuses("complete talisman burst > Kojiro", "begin talisman burst")
	b.offers("let go of talisman burst", "horizontal cut > Kojiro", "reserve parry")
	b.play("end the breath")
	for b.waits() != "Seimei counts" {
		b.play("close the round")
	}
	b.play("complete talisman burst > Kojiro")
	b.wantCheck("attack", 4, 10)
	b.wantNumber("Seimei", "energy", 8)
	b.play(d{3, 4})
	b.wantNumber("Kojiro", "wounds", 4)
	b.wantSheet("Seimei", "casting", "")
}

// until lets the round go on until somebody waits for this.
func (b *bout) until(waits string) {
	b.t.Helper()
	for range 60 {
		if b.waits() == waits {
			return
		}
		switch {
		case b.can("close the round"):
			b.play("close the round")
		case b.can("end the breath"):
			b.play("end the breath")
		case b.can("take the blow"):
			b.play("take the blow")
		case b.can("let it land"):
			b.play("let it land")
		default:
			b.t.Fatalf("%s does not come: %s", waits, b.waits())
		}
	}
	b.t.Fatalf("%s does not come: %s", waits, b.waits())
}

func (b *bout) can(words string) bool { _, ok := b.option(words); return ok }

// No movement of one's own while casting; blows and reservations go on in the same breath. SP-23, SP-24.
func TestACasterStandsStillAndMayStrike(t *testing.T) {
	b := setup{us: []man{{name: "Seimei", row: mageOf(lights, "talisman burst"), zone: "first front"}},
		them: []man{{name: "Kojiro", row: "wounds: 6", zone: "second front"}}, zones: everywhere}.begin(t)
	b.offers("walk > first rear")
	b.play("begin talisman burst")
	b.refuses("walk > first rear", "break through > second front")
	b.play("horizontal cut > Kojiro", d{9, 8}, "take the blow")
	b.wantNumber("Kojiro", "wounds", 5)
	b.play("reserve parry")
	b.wantNumber("Seimei", "energy", 7)
}

// What takes a stance takes a casting: it is broken, its Energy and its slot are gone. SP-25, SP-38, SP-39.
func TestWhatStripsAStanceBreaksACasting(t *testing.T) {
	b := setup{us: []man{{name: "Seimei", row: mageOf(lights, "talisman burst")}},
		them: []man{{name: "Kojiro", row: "energy: 11, wounds: 6, weapons: [suyari]"}}}.begin(t)
	b.play("begin talisman burst", "end the breath")
	b.wantWaits("Kojiro counts")
	b.play("check > Seimei", d{9, 8}, "take the blow")
	b.wantEvents("snap", rules.Event{Seat: "Seimei", At: "Kojiro", What: "talisman burst", Of: "sorcery", N: 1, Left: 3})
	b.wantSheet("Seimei", "casting", "")
	b.wantSheet("Seimei", "sorcery slots", "5/3/3/2/1")
	b.wantNumber("Seimei", "energy", 10)
	b.wantSheet("Seimei", "exhausted", "")
	b.until("Seimei counts")
	b.refuses("complete talisman burst > Kojiro")
	b.offers("begin talisman burst")

	const hush = "spells:\n  hush: {list: sorcery, dan: 3, form: 2+2 prep, at: foe, for: held, does: {seal: true}}\n"
	b = setup{us: []man{{name: "Seimei", row: mageOf(lights, "hush")}}, rows: hush,
		them: []man{{name: "Kojiro", row: "energy: 11, wounds: 6, weapons: [suyari]"}}}.begin(t)
	b.play("begin hush", "end the breath", "check > Seimei", d{9, 8}, "take the blow")
	b.wantEvents("snap", rules.Event{Seat: "Seimei", At: "Kojiro", What: "hush", Of: "sorcery", N: 1, Left: 3})
	b.wantEvents("status", rules.Event{Seat: "Seimei", What: "exposed", OK: true}) // nobody was sealed, and nobody is set free
}

// Defenseless from any cause breaks it too: a fumble here. SP-25.
func TestAFumbleBreaksOnesOwnCasting(t *testing.T) {
	b := chanting(t, "talisman burst", "")
	b.play("begin talisman burst", "horizontal cut > Kojiro", d{2, 2})
	b.wantSheet("Seimei", "casting", "")
	b.wantSheet("Seimei", "is", "defenseless")
}

// A critical or two Wounds ask for focus: 2d10 + Physique + Hardiness against 10 and the Wounds of the hit; one Wound does not.
// SP-26, SP-38.
func TestFocusIsKeptAgainstHeavyBlows(t *testing.T) {
	for _, c := range []struct {
		dice   d
		asked  bool
		focus  d
		breaks bool
	}{{d{9, 8}, false, d{}, false}, {d{9, 9}, true, d{4, 8}, false}, {d{9, 9}, true, d{4, 7}, true}} {
		b := setup{us: []man{{name: "Seimei", row: mageOf(lights, "talisman burst")}}, them: []man{{name: "Kojiro", row: "energy: 11, wounds: 6"}}}.begin(t)
		b.play("begin talisman burst", "end the breath", "horizontal cut > Seimei", c.dice, "take the blow")
		if !c.asked {
			b.wantWaits("Kojiro decides")
			continue
		}
		b.wantCheck("focus", 0, 12)
		b.wantWaits("Seimei rolls focus")
		b.play(c.focus)
		if broken := b.sheet("Seimei", "casting") == ""; broken != c.breaks {
			t.Errorf("focus %v: broken %v, want %v", c.focus, broken, c.breaks)
		}
		b.wantWaits("Kojiro decides")
	}
}

// A Saint of sorcery casts with +3 like a Master: no success without a roll, neither on a check nor against Defense.
// R-212, SP-19.
func TestASaintsCastingIsRolled(t *testing.T) {
	saint := strings.Replace(mageOf(lights, "great fireball, talisman knot"), "sorcery: 3", "sorcery: 5", 1)
	b := setup{us: []man{{name: "Seimei", row: saint}}, them: []man{{name: "Kojiro"}}}.begin(t)
	b.play("cast talisman knot > Seimei")
	b.wantCheck("casting", 2+3, 8)
	b.play(d{9, 8}, "cast great fireball > Kojiro")
	b.wantCheck("attack", 2+3, 10)
}

// The check of every kind of spell adds Wisdom and what the skill of its list is worth, that of no other list, and nothing else:
// one at a number, at a number and Wisdom, at a Defense, at all in a zone. What reaches the number works, one less does not.
// SP-19.
func TestEveryCheckIsWisdomAndTheSkill(t *testing.T) {
	const ownRows = `spells:
  charm: {list: sorcery, dan: 1, form: 2, number: 11, at: self, does: {ward: true}}
  fetter: {list: sorcery, dan: 1, form: 2, number: 11, against: wisdom, at: foe, does: {held fast: true}}
  dart: {list: sorcery, dan: 1, form: 2, against: defense, at: foe, does: {wounds: 1}}
  hail: {list: exorcism, dan: 1, form: 2, against: defense, at: yoma in a zone, does: {wounds: 1}}
`
	works := map[string]func(b *bout) bool{
		"cast charm":            func(b *bout) bool { return b.sheet("Seimei", "under") == "warded 2" },
		"cast fetter > Oni":     func(b *bout) bool { return b.sheet("Oni", "under") == "held fast" },
		"cast dart > Oni":       func(b *bout) bool { return b.wounds("Oni") == 5 },
		"cast hail > the scene": func(b *bout) bool { return b.wounds("Oni") == 5 },
	}
	for _, wisdom := range []int{-1, 0, 2, 4} {
		for points, worth := range map[int]int{3: 2, 4: 3, 5: 3} {
			for words, works := range works {
				skills := [2]int{points, 3}
				mod, what, need := wisdom+worth, "casting", 11
				switch words {
				case "cast fetter > Oni":
					need += 1
				case "cast dart > Oni":
					what, need = "attack", 10
				case "cast hail > the scene":
					mod, need = wisdom+2, 10
				}
				row := strings.NewReplacer("wisdom: 2", fmt.Sprintf("wisdom: %d, courage: 3, presence: 4", wisdom), "sorcery: 3",
					fmt.Sprintf("sorcery: %d", skills[0])).Replace(mageOf(lights, "charm, fetter, dart, hail"))
				for off, well := range map[int]bool{0: true, -1: false} {
					b := setup{rows: ownRows, us: []man{{name: "Seimei", row: row}},
						them: []man{{name: "Oni", row: "grade: elite, yoma: true, wisdom: 1, wounds: 6, weapons: [kanabo]"}}}.begin(t)
					b.until("Seimei counts")
					b.play(words)
					b.wantCheck(what, mod, need)
					sum := need - mod + off
					low := max(1, sum-10)
					if low == sum-low && sum > 2 { // a double would be more than that
						low--
					}
					b.play(d{low, sum - low})
					if got := works(b); got != well {
						t.Errorf("%s at %+d on %d, want %d: works %v", words, mod, sum, need, got)
					}
				}
			}
		}
	}
}

// A failed check: slot and Energy are gone, nothing happens, the breath ends; the next round is like any other. SP-36, SP-37.
func TestAFailedSpellIsGone(t *testing.T) {
	b := chanting(t, "talisman knot", "")
	b.play("cast talisman knot > Seimei", d{1, 2})
	b.wantSheet("Seimei", "under", "")
	b.wantSheet("Seimei", "sorcery slots", "4/4/3/2/1")
	b.wantNumber("Seimei", "energy", 10)
	if b.waits() == "Seimei decides" {
		t.Error("the breath goes on after a failed spell")
	}
	b.lull()
	b.wantNumber("Seimei", "energy", 12)
	b.offers("cast talisman knot > Seimei")
}

// Two ones that fail turn on the caster: three Wounds, and half of what the spell would have taken. SP-40.
func TestTwoOnesTurnASpellOnItsCaster(t *testing.T) {
	b := chanting(t, "talisman knot, great fireball", "")
	b.play("cast talisman knot > Seimei", d{1, 1})
	b.wantNumber("Seimei", "wounds", 3)
	b.wantEvents("backlash", rules.Event{Seat: "Seimei", What: "talisman knot", N: 3})
	b = chanting(t, "talisman knot, great fireball", "")
	b.play("cast great fireball > Kojiro", d{1, 1})
	b.wantNumber("Seimei", "wounds", 2)
	if b.sheet("Seimei", "is") == "defenseless" || b.waits() == "Seimei decides" {
		t.Error("a backlash is no fumble, and it ends the breath")
	}
}

// A table may want a graver backlash: silence for the next round, or the called unit's blow. SP-41.
func TestAGraverBacklash(t *testing.T) {
	b := chanting(t, "talisman knot", "{backlash: seal}")
	b.play("cast talisman knot > Seimei", d{1, 1})
	b.lull()
	b.until("Seimei counts")
	b.refuses("cast talisman knot > Seimei")
	b.lull()
	b.until("Seimei counts")
	b.offers("cast talisman knot > Seimei")

	b = setup{us: []man{{name: "Seimei", row: "grade: lord, wisdom: 2, energy: 12, wounds: 9, weapons: [uchigatana], skills: {sorcery: 3}, caster: {mode: spells, dan: 5, class: onmyoji, lists: [{skill: sorcery}], known: [great fireball, talisman knot, talisman bullet, great shikigami]}"}},
		them: []man{{name: "Kojiro", row: "wounds: 6"}}, rulings: "{backlash: rampage}"}.called(t)
	b.play("cast talisman knot > Seimei", d{1, 1})
	b.wantNumber("Seimei", "wounds", 6)
	b.wantWaits("Shade rolls attack")
	b.play(d{9, 8})
	b.until("Kojiro counts")
	b.wantNumber("Seimei", "wounds", 5)
	b.wantSheet("Shade", "state", "down")
}

// called returns a stage whose first has called the great shikigami before the fight.
func (sc setup) called(t *testing.T) *bout {
	t.Helper()
	text := strings.Replace(sc.text(), "name: Seimei}", "name: Seimei, calls: [Shade], before: [great shikigami]}\n      - {who: great shikigami, name: Shade}", 1)
	g, err := Load("setup.yaml", []byte(text), sc.book(t))
	if err != nil {
		t.Fatalf("stage\n%s\n%v", text, err)
	}
	return &bout{t: t, f: fight.New[State](g, fight.Header{Seed: 1})}
}

// A dispersed spell's next stage waits for a later round. SP-12, SP-27, SP-30.
func TestADispersedSpellTakesRounds(t *testing.T) {
	b := chanting(t, "goma flame king", "")
	b.play("begin goma flame king", "end the breath")
	b.until("Seimei counts")
	b.offers("hurry goma flame king > the scene")
	b.refuses("complete goma flame king > the scene")
	b.lull()
	b.until("Seimei counts")
	b.wantSheet("Seimei", "casting", "goma flame king, 1 of 2")
	b.play("complete goma flame king > the scene", d{4, 5})
	b.wantNumber("Kojiro", "wounds", 3)
	b.wantNumber("Seimei", "wounds", 3) // its caster stands there too
	b.wantSheet("Seimei", "exhausted", "")
	b.play("end the breath")
	b.burningLull()
	b.wantSheet("Seimei", "exhausted", "")
}

// Two stages of a dispersed spell in one round exhaust without a check: stance and reservations go, the next round begins with 1
// Energy and Defenseless, the one after is normal. SP-28, SP-29, SP-30, SP-31, SP-32.
func TestForcingExhausts(t *testing.T) {
	b := chanting(t, "goma flame king", "")
	b.play("begin goma flame king", "end the breath")
	b.until("Seimei counts")
	b.play("hurry goma flame king > the scene", d{4, 5}, "reserve parry", "end the breath")
	b.wantSheet("Seimei", "reserved", "")
	b.wantSheet("Seimei", "exhausted", "next round")
	b.burningLull()
	b.wantNumber("Seimei", "energy", 1)
	b.wantSheet("Seimei", "is", "defenseless")
	b.wantSheet("Seimei", "exhausted", "this round")
	b.until("Seimei counts")
	b.refuses("reserve parry")
	b.burningLull()
	b.wantNumber("Seimei", "energy", 12)
	b.wantSheet("Seimei", "is", "")
	b.wantSheet("Seimei", "exhausted", "")
}

// burningLull ends a round in which fire burns: everybody stands it.
func (b *bout) burningLull() {
	b.t.Helper()
	round := b.f.Round()
	for range 60 {
		switch w := b.waits(); {
		case b.f.Round() != round:
			return
		case strings.HasSuffix(w, "rolls fire"):
			b.play(d{9, 8})
		case b.can("close the round"):
			b.play("close the round")
		case b.can("end the breath"):
			b.play("end the breath")
		case b.can("take the blow"):
			b.play("take the blow")
		default:
			b.t.Fatalf("the lull does not come: %s", w)
		}
	}
}

// A prepared spell never exhausts, and is never forced into one breath. SP-11, SP-33.
func TestAPreparedSpellNeverExhausts(t *testing.T) {
	b := chanting(t, "talisman burst, soul seizure", "")
	b.refuses("force soul seizure > Kojiro", "force talisman burst > Kojiro")
	b.play("begin soul seizure", "end the breath")
	b.until("Seimei counts")
	b.play("complete soul seizure > Kojiro", d{9, 8})
	b.wantSheet("Kojiro", "under", "seized")
	b.lull()
	b.wantNumber("Seimei", "energy", 12)
}

// 5 and 5 forced in one breath is overload and exhaustion both, whatever the checks say; the spell resolves either way. SP-13,
// SP-34, SP-35.
func TestTenEnergyForcedInOneBreath(t *testing.T) {
	for _, strain := range []d{{8, 9}, {2, 3}} {
		b := chanting(t, "night of a hundred lanterns", "")
		b.wantCost("force night of a hundred lanterns > the scene", 10)
		b.play("force night of a hundred lanterns > the scene")
		b.wantCheck("overload", -5, 11)
		b.play(strain, d{4, 5})
		b.wantNumber("Kojiro", "wounds", 2)
		b.wantSheet("Seimei", "exhausted", "next round")
		if failed := strain == (d{2, 3}); failed != (b.sheet("Seimei", "is") == "defenseless") {
			t.Errorf("overload %v: Seimei is %q", strain, b.sheet("Seimei", "is"))
		}
		if b.waits() == "Seimei decides" {
			t.Error("a breath goes on after a force")
		}
	}
}

// A casting breath over the limit is overload like any other. SP-34.
func TestACastingBreathMayOverload(t *testing.T) {
	b := chanting(t, "talisman knot, great fireball, thunder from the clear", "")
	b.play("begin thunder from the clear")
	b.play("cast talisman knot > Seimei")
	b.wantCheck("overload", -1, 11)
	b.play(d{2, 3}, d{5, 6})
	b.wantSheet("Seimei", "casting", "") // a failed overload is Defenseless, which breaks the chant
	b.wantSheet("Seimei", "under", "warded 2")
}

// An instant of a higher dan answers a blow, outside the breath, for its printed price. SP-15.
func TestAMirrorAnswersABlow(t *testing.T) {
	for _, c := range []struct {
		dice   d
		wounds int
	}{{d{3, 3}, 6}, {d{2, 3}, 5}, {d{1, 1}, 2}} {
		b := setup{us: []man{{name: "Ren", row: mageOf(barrows, "returning mirror")}}, them: []man{{name: "Kojiro", row: "energy: 14, wounds: 6"}}}.begin(t)
		b.play("horizontal cut > Ren", d{9, 8})
		b.wantCost("cast returning mirror", 3)
		b.play("cast returning mirror")
		b.wantCheck("casting", 4, 10)
		b.play(c.dice)
		b.wantNumber("Ren", "wounds", c.wounds)
		b.wantNumber("Ren", "energy", 9)
		b.wantWaits("Kojiro decides")
	}
}

// A mirror that fails leaves a spell what it was: its Wounds, and what it lays on people..
func TestAFailedMirrorLeavesASpellAsItWas(t *testing.T) {
	b := setup{us: []man{{name: "Seimei", row: mageOf(lights, "talisman knot, great fireball")}},
		them: []man{{name: "Ren", row: mageOf(barrows, "returning mirror")}}}.begin(t)
	b.play("cast great fireball > Ren", d{5, 6}, "cast returning mirror", d{2, 3})
	b.wantNumber("Ren", "wounds", 5)
	b.wantSheet("Ren", "under", "burning")
}

// An ally's mirror is asked for when the target takes the blow.
func TestAnAllysMirror(t *testing.T) {
	b := setup{us: []man{{name: "Jubei", row: "wounds: 3"}, {name: "Ren", row: mageOf(barrows, "returning mirror")}},
		them: []man{{name: "Kojiro", row: "energy: 14, wounds: 6"}}}.begin(t)
	b.play("horizontal cut > Jubei", d{9, 8}, "take the blow")
	b.wantWaits("Ren decides")
	b.wantOptions("cast returning mirror", "let it land")
	b.play("cast returning mirror", d{9, 8})
	b.wantNumber("Jubei", "wounds", 3)
}

// A school makes an activation cheaper where the spell says so, never below 1 a stage. SP-43.
func TestASchoolMakesAnActivationCheaper(t *testing.T) {
	row := mageOf(lights, "great fireball, eight-petal lotus")
	b := setup{us: []man{{name: "Duarte", row: strings.Replace(row, "dan: 9", "dan: 9, school: nanban black magic", 1)}},
		them: []man{{name: "Kojiro", row: "wounds: 6"}}}.begin(t)
	b.wantCost("cast great fireball > Kojiro", 1)
	b.wantCost("begin eight-petal lotus", 2)
	b.play("begin eight-petal lotus", "end the breath")
	b.until("Duarte counts")
	b.wantCost("complete eight-petal lotus > the scene", 1)
}

// A spell's own body wins over its dan: a longer form, an instant of a higher dan. SP-16, SP-17.
func TestLongFormsAndMixedOnes(t *testing.T) {
	b := setup{us: []man{{name: "Ren", row: mageOf(barrows, "courtyard of nine ropes")}}, them: []man{{name: "Kojiro", row: "wounds: 6"}}}.begin(t)
	b.play("begin courtyard of nine ropes", "end the breath")
	b.until("Ren counts")
	b.play("go on with courtyard of nine ropes", "end the breath")
	b.until("Ren counts")
	b.offers("hurry courtyard of nine ropes > the scene")
	b.lull()
	b.until("Ren counts")
	b.play("complete courtyard of nine ropes > the scene", d{9, 8})
	b.wantSheet("Ren", "barrier", "courtyard of nine ropes, 6 Wounds")
	b.wantSheet("Ren", "exhausted", "")
	b.wantNumber("Ren", "energy", 9)
	b.until("Kojiro counts")
	b.play("horizontal cut > Ren", d{9, 9}, "take the blow")
	b.wantNumber("Ren", "wounds", 6)
	b.wantSheet("Ren", "barrier", "courtyard of nine ropes, 4 Wounds")
}

// Soles of wind leap where Lightfoot leaps, till the lull. EB-110.
func TestSolesOfWindLeap(t *testing.T) {
	b := setup{zones: "{first rear: {high: true}, first front: {}, second front: {}}",
		us: []man{{name: "Ren", row: mageOf(barrows, "soles of wind")}}, them: []man{{name: "Kojiro"}}}.begin(t)
	b.refuses("leap > first rear")
	b.play("cast soles of wind > Ren", d{5, 6})
	b.offers("leap > first rear")
	b.lull()
	b.until("Ren counts")
	b.refuses("leap > first rear")
}

// A ward takes the next Wounds, burns and backlash too, and one person has one at a time.
func TestAWardTakesTheNextWounds(t *testing.T) {
	b := chanting(t, "talisman knot, great fireball", "")
	b.play("cast talisman knot > Seimei", d{5, 6})
	b.refuses("cast talisman knot > Seimei")
	b.play("cast great fireball > Kojiro", d{1, 1})
	b.wantNumber("Seimei", "wounds", 4) // 4 Wounds of backlash, two taken
	b.wantSheet("Seimei", "under", "")
}

// What lies on somebody lasts as long as one who knows the spell stands: it is not over with whoever has laid it, only with
// the last of them.
func TestASpellLiesWhileOneWhoKnowsItStands(t *testing.T) {
	knower := mageOf(barrows, "soles of wind")
	b := setup{us: []man{{name: "Ren", row: knower}, {name: "Soga", row: knower}, {name: "Jubei"}}, them: []man{{name: "Kojiro"}}}.begin(t)
	b.play("cast soles of wind > Jubei", d{5, 6}, "end the breath")
	b.wantSheet("Jubei", "under", "soles of wind")
	b.edit("Ren wounds=0")
	b.wantSheet("Jubei", "under", "soles of wind")
	b.edit("Soga wounds=0")
	b.wantSheet("Jubei", "under", "")
}

// Fire and a burn are one check a lull, and fire lies for its rounds.
func TestFireBurnsInTheLull(t *testing.T) {
	b := chanting(t, "great fireball, eight-petal lotus", "")
	b.play("cast great fireball > Kojiro", d{5, 6}, "take the blow", "begin eight-petal lotus", "end the breath")
	b.until("Seimei counts")
	b.play("complete eight-petal lotus > the scene", d{5, 6})
	b.wantNumber("Kojiro", "wounds", 4)
	for lull, want := range []int{3, 3, 2} {
		b.untilFire()
		kojiro := d{2, 3}
		if lull == 1 {
			kojiro = d{9, 8}
		}
		for strings.HasSuffix(b.waits(), "rolls fire") {
			b.wantCheck("fire", 0, 9)
			if strings.HasPrefix(b.waits(), "Kojiro") {
				b.play(kojiro)
			} else {
				b.play(d{9, 8})
			}
		}
		b.wantNumber("Kojiro", "wounds", want)
	}
	b.lull()
	b.wantNumber("Kojiro", "wounds", 2)
}

func (b *bout) untilFire() {
	b.t.Helper()
	for range 40 {
		if strings.HasSuffix(b.waits(), "rolls fire") {
			return
		}
		switch {
		case b.can("close the round"):
			b.play("close the round")
		case b.can("end the breath"):
			b.play("end the breath")
		default:
			b.t.Fatalf("no fire: %s", b.waits())
		}
	}
}

// Who is held fast is so till its own next breath ends: not only till it has put out a fire in the lull. R-164.
func TestHeldFastOutlastsAFire(t *testing.T) {
	b := setup{us: []man{{name: "Seimei", row: mageOf(lights, "paper shackle, great fireball")}},
		them: []man{{name: "Kojiro", row: "energy: 1, wounds: 6"}}}.begin(t)
	b.play("cast paper shackle > Kojiro", d{9, 8}, "cast great fireball > Kojiro", d{9, 8}, "end the breath")
	b.untilFire()
	b.play(d{9, 8})
	b.wantSheet("Kojiro", "under", "held fast")
	b.until("Kojiro counts")
	b.play("reserve parry")
	b.wantSheet("Kojiro", "under", "")
}

// The seized lose their next round whole: no breath, no answer. A table may have it six Energy instead.
func TestASeizureTakesTheNextRound(t *testing.T) {
	b := setup{us: []man{{name: "Seimei", row: mageOf(lights, "soul seizure")}}, them: []man{{name: "Kojiro", row: "energy: 6, wounds: 6"}}}.begin(t)
	b.play("begin soul seizure", "end the breath")
	b.until("Seimei counts")
	b.play("complete soul seizure > Kojiro", d{9, 8}, "end the breath")
	b.until("Kojiro counts") // this round is still his
	b.lull()
	b.wantNumber("Kojiro", "energy", 0)
	b.wantSheet("Kojiro", "under", "round lost")
	b.offers("horizontal cut > Kojiro", "begin soul seizure")
	b.play("horizontal cut > Kojiro", d{9, 8})
	b.wantWaits("Seimei decides")
	b.wantNumber("Kojiro", "wounds", 5)
	b.lull()
	b.wantNumber("Kojiro", "energy", 6)

	b = chanting(t, "soul seizure", "{seize: 6}")
	b.play("begin soul seizure", "end the breath")
	b.until("Seimei counts")
	b.play("complete soul seizure > Kojiro", d{9, 8})
	b.lull()
	b.wantNumber("Kojiro", "energy", 4)
}

// The seized strike once at whom the caster names among their own.
func TestTheSeizedStrikeTheirOwn(t *testing.T) {
	b := setup{us: []man{{name: "Seimei", row: mageOf(lights, "soul seizure")}}, them: []man{{name: "Kojiro"}, {name: "Gonza"}, {name: "Tome"}}}.begin(t)
	b.play("begin soul seizure", "end the breath")
	b.until("Seimei counts")
	b.play("complete soul seizure > Kojiro", d{9, 8})
	b.wantOptions("name Gonza", "name Tome")
	b.play("name Gonza")
	b.wantWaits("Kojiro rolls attack")
	b.play(d{9, 8}, "take the blow")
	b.wantNumber("Gonza", "wounds", 2)
}

// A sealed yoma neither acts nor is harmed while the caster holds it; in each lull it may break out.
func TestASealHoldsAYoma(t *testing.T) {
	b := setup{us: []man{{name: "Kakuin", row: mageOf(lights, "yoma-sealing knot, evil-breaking light")}},
		them: []man{{name: "Oni", row: "grade: elite, yoma: true, wounds: 4, weapons: [kanabo]"}, {name: "Kojiro"}}}.begin(t)
	b.play("begin yoma-sealing knot", "end the breath")
	b.until("Kakuin counts")
	b.refuses("complete yoma-sealing knot > Kojiro")
	b.play("complete yoma-sealing knot > Oni")
	b.wantCheck("casting", 4, 11)
	b.play(d{9, 8})
	b.wantSheet("Kakuin", "holds", "yoma-sealing knot")
	b.refuses("horizontal cut > Oni", "cast evil-breaking light > Oni")
	b.play("end the breath")
	for range 20 {
		if b.waits() == "Oni rolls seal" {
			break
		}
		if b.waits() == "Oni counts" {
			t.Fatal("a sealed yoma breathes")
		}
		b.play("close the round")
	}
	b.wantCheck("seal", 0, 15)
	b.play(d{7, 7})
	b.wantSheet("Kakuin", "holds", "yoma-sealing knot")
	for b.waits() != "Oni rolls seal" {
		b.play("close the round")
	}
	b.play(d{9, 6})
	b.wantSheet("Kakuin", "holds", "")
	b.until("Oni counts")
}

// A held boon works on its caster and the first four of its side in its zone, costs its activation again each round, and goes
// with the stance.
func TestABoonIsHeld(t *testing.T) {
	b := setup{us: []man{{name: "Seimei", row: mageOf(lights, "vajra guard")}, {name: "Jubei"}},
		them: []man{{name: "Kojiro", row: "weapons: [suyari], energy: 9"}}}.begin(t)
	b.play("begin vajra guard", "end the breath")
	b.until("Seimei counts")
	b.play("complete vajra guard", d{9, 8})
	b.wantSheet("Seimei", "holds", "vajra guard")
	b.wantNumber("Jubei", "defense", 12)
	b.wantNumber("Kojiro", "defense", 10)
	b.lull()
	b.wantNumber("Seimei", "energy", 10)
	b.until("Kojiro counts")
	b.play("check > Seimei", d{9, 10}, "take the blow")
	b.wantSheet("Seimei", "holds", "")
	b.wantNumber("Jubei", "defense", 10)
}

// A spell that ends workings ends another's chant, outside its dan's form. SP-15.
func TestADispelCutsAChant(t *testing.T) {
	b := setup{us: []man{{name: "Seimei", row: mageOf(lights, "talisman burst")}},
		them: []man{{name: "Doji", row: strings.Replace(mageOf(lights, "cut thread"), "energy: 12", "energy: 11", 1)}}}.begin(t)
	b.play("begin talisman burst", "end the breath")
	b.wantWaits("Doji counts")
	b.wantCost("cast cut thread > Seimei", 3)
	b.play("cast cut thread > Seimei", d{9, 8})
	b.wantSheet("Seimei", "casting", "")
	b.refuses("cut thread > Seimei")
}

// What attacks see in a mirage misses when the sum of the dice is odd.
func TestAMirageMissesHalfTheTime(t *testing.T) {
	b := setup{us: []man{{name: "Seimei", row: mageOf(lights, "butterfly dream")}}, them: []man{{name: "Kojiro"}}}.begin(t)
	b.play("begin butterfly dream", "end the breath")
	b.until("Seimei counts")
	b.play("complete butterfly dream > Kojiro", d{9, 8}, "end the breath")
	b.until("Kojiro counts")
	b.play("horizontal cut > Seimei")
	if c := b.f.Check(); c.Num*100/c.Den != 34 {
		t.Errorf("the chance against a mirage: got %d/%d, want 34 of a hundred: the even sums from 10 on", c.Num, c.Den)
	}
	b.play(d{10, 9})
	b.wantNumber("Seimei", "wounds", 6)
	b.play("horizontal cut > Seimei", d{10, 9}, "take the blow")
	b.wantNumber("Seimei", "wounds", 5)
}

// What prophecy gives is felt at once: blows dimmed, a moment that nobody answers, a hush.
func TestProphecyIsFelt(t *testing.T) {
	b := setup{us: []man{{name: "Ren", row: mageOf(barrows, "foreseen blow, the open moment, hour of the rat")}, {name: "Jubei", row: "energy: 9"}},
		them: []man{{name: "Kojiro", row: "energy: 8"}}}.begin(t)
	b.play("cast foreseen blow > Jubei", d{9, 8}, "cast the open moment > Jubei", d{9, 8}, "end the breath")
	b.until("Jubei counts")
	b.play("horizontal cut > Kojiro")
	b.wantCheck("attack", 3, 10)
	b.play(d{9, 8})
	b.wantWaits("Jubei decides") // nobody answers it
	b.play("horizontal cut > Kojiro", d{9, 8})
	b.wantWaits("Kojiro decides")
	b.play("take the blow", "end the breath")
	b.until("Kojiro counts")
	b.play("horizontal cut > Jubei")
	b.wantCheck("attack", 0, 10) // the blow is dimmed only until his own breath
}

// What is sent away is out of the fight; a lord among yoma only when half its Wounds are gone. R-164.
func TestAYomaIsSentAway(t *testing.T) {
	for wounds, goes := range map[string]bool{"4": false, "3": false, "2": true} {
		b := setup{us: []man{{name: "Kakuin", row: mageOf(lights, "demon-subduing")}},
			them: []man{{name: "Oni", row: "grade: lord, yoma: true, wounds: 4, weapons: [kanabo]"}, {name: "Kojiro"}}}.begin(t)
		b.edit("Oni wounds=" + wounds)
		b.play("begin demon-subduing", "end the breath")
		b.until("Kakuin counts")
		b.refuses("complete demon-subduing > Kojiro") // he is no yoma
		if got := b.can("complete demon-subduing > Oni"); got != goes {
			t.Errorf("with %s of 4 Wounds it can be sent away: %v, want %v", wounds, got, goes)
		}
		if goes {
			b.play("complete demon-subduing > Oni", d{9, 8})
			b.wantSheet("Oni", "state", "down")
		}
	}
}

// A barrier of a single Wound is one: it takes it, and yoma strike into it with less; men do not. R-162.
func TestALineOfSalt(t *testing.T) {
	b := setup{us: []man{{name: "Oni", row: "grade: elite, yoma: true, weapons: [kanabo], energy: 9"}, {name: "Kojiro", row: "energy: 8"}},
		them: []man{{name: "Ren", row: mageOf(barrows, "salt line")}}}.begin(t)
	b.play("cast salt line > the scene", d{9, 8}, "end the breath")
	b.wantSheet("Ren", "barrier", "salt line, 1 Wound")
	b.until("Oni counts")
	b.play("smash > Ren")
	b.wantCheck("attack", 2-1, 10)
	b.play(d{9, 10}, "take the blow")
	b.wantNumber("Ren", "wounds", 5) // two, and the salt took one
	b.wantSheet("Ren", "barrier", "")
	b.until("Kojiro counts")
	b.play("horizontal cut > Ren")
	b.wantCheck("attack", 0, 10)
}

// What is not cast twice in a round at one is cast at it again in the next. R-164.
func TestNotTwiceInARound(t *testing.T) {
	b := setup{us: []man{{name: "Kakuin", row: mageOf(lights, "evil-breaking light")}},
		them: []man{{name: "Oni", row: "grade: elite, yoma: true, wounds: 9, weapons: [kanabo]"},
			{name: "Gaki", row: "grade: elite, yoma: true, wounds: 9, weapons: [kanabo]"}}}.begin(t)
	b.play("cast evil-breaking light > Oni", d{6, 7})
	b.refuses("cast evil-breaking light > Oni")
	b.offers("cast evil-breaking light > Gaki")
	b.lull()
	b.until("Kakuin counts")
	b.offers("cast evil-breaking light > Oni", "cast evil-breaking light > Gaki")
}

// An open moment is one attack's: a spell cast after it is answered like any other. R-164.
func TestAnOpenMomentIsTheFirstAttacks(t *testing.T) {
	b := setup{us: []man{{name: "Ren", row: mageOf(barrows, "the open moment")},
		{name: "Seimei", row: strings.Replace(mageOf(lights, "great fireball"), "energy: 12", "energy: 11", 1)}},
		them: []man{{name: "Kojiro", row: "wounds: 6, energy: 6"}}}.begin(t)
	b.play("cast the open moment > Seimei", d{9, 8}, "end the breath")
	b.until("Seimei counts")
	b.play("horizontal cut > Kojiro", d{9, 8})
	b.wantWaits("Seimei decides") // nobody answers it
	b.play("cast great fireball > Kojiro", d{9, 8})
	b.wantWaits("Kojiro decides")
	b.offers("parry (improvised)", "take the blow")
}

// A gate is entered by breakthrough against its number, a yoma's two more.
func TestAGateIsBrokenThrough(t *testing.T) {
	b := setup{us: []man{{name: "Ren", row: mageOf(barrows, "straw-rope gate")}},
		them: []man{{name: "Kojiro"}, {name: "Oni", row: "grade: elite, yoma: true, weapons: [kanabo], energy: 9"}}, zones: everywhere}.begin(t)
	b.play("cast straw-rope gate > flank", d{9, 8}, "end the breath")
	b.until("Kojiro counts")
	b.refuses("walk > flank")
	b.play("break through > flank")
	b.wantCheck("breakthrough", 0, 13)
	b.play(d{2, 3}, "end the breath")
	b.until("Oni counts")
	b.play("break through > flank")
	b.wantCheck("breakthrough", 0, 15)
}

// A gate stands as long as one who knows it does: it is not over with whoever has laid it, only with the last of them.
func TestAGateStandsWhileOneWhoKnowsItDoes(t *testing.T) {
	gatekeeper := mageOf(barrows, "straw-rope gate")
	b := setup{us: []man{{name: "Ren", row: gatekeeper}, {name: "Soga", row: gatekeeper}, {name: "Seimei", row: mageOf(lights, "talisman knot")}},
		them: []man{{name: "Kojiro"}}, zones: everywhere}.begin(t)
	b.play("cast straw-rope gate > flank", d{9, 8}, "end the breath")
	b.until("Kojiro counts")
	b.edit("Ren wounds=0")
	b.offers("break through > flank")
	b.refuses("walk > flank")
	b.edit("Soga wounds=0")
	b.offers("walk > flank")
}

// Five casters are too many for a fight, and so is one with a core art; a spell before the fight must be one that may.
func TestBadCastersAreRefused(t *testing.T) {
	const fight = `version: 1
system: breath
title: A Law
sides:
  - {name: us, fighters: [{who: exorcist, count: 2}]}
  - {name: them, fighters: [{who: exorcist, count: 2}]}
`
	for _, c := range []struct{ old, new, want string }{
		{"count: 2}]}\n  - {name: them", "count: 3}]}\n  - {name: them", "5 casters: want at most 4 in a fight"},
		{"who: exorcist, count: 2", "who: exorcist, before: [misogi]", `Exorcist casts "misogi" before the fight: want no before: list`},
		{"who: exorcist, count: 2", "who: samurai, before: [misogi]", "spells before the fight by Samurai: want a row with a caster: block"},
		{"who: exorcist, count: 2", "who: feng shui master, before: [air-current sense > core]", `want air-current sense alone, as it has no target`},
	} {
		_, err := Load("setup.yaml", []byte(strings.Replace(fight, c.old, c.new, 1)), rows.DefaultBook())
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: got %v, want %q", c.new, err, c.want)
		}
	}
	_, err := Load("setup.yaml", []byte(strings.Replace(fight, "title: A Law", "title: A Law\nrulings: {prophecy needs school: yes}", 1)), rows.DefaultBook())
	if err != nil {
		t.Errorf("no prophet, no school: %v", err)
	}
}
