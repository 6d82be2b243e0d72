package breath

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"kokyu/rules"
	"kokyu/rules/breath/rows"
	"kokyu/rules/fight"
)

// Document 002 in fights once more: what several casters, places and barriers have to do with each other.

// A spell at all in a zone that shakes several casters asks each of them for its focus, at once, before the breath goes on.
// SP-26, R-157.
func TestOneBurstAsksEveryCasterForFocus(t *testing.T) {
	b := setup{us: []man{{name: "Seimei", row: mageOf(lights, "eight-petal lotus")}},
		them: []man{{name: "Doji", row: mageOf(lights, "talisman burst")}, {name: "Ren", row: mageOf(barrows, "four-stake ring")}}}.begin(t)
	b.play("begin eight-petal lotus", "end the breath")
	b.until("Doji counts")
	b.play("begin talisman burst", "end the breath")
	b.until("Ren counts")
	b.play("begin four-stake ring", "end the breath")
	b.until("Seimei counts")
	b.play("complete eight-petal lotus > the scene", d{9, 9})
	b.wantWaits("Doji rolls focus")
	b.play(d{9, 8})
	b.wantWaits("Ren rolls focus")
	b.play(d{1, 2})
	b.wantSheet("Doji", "casting", "talisman burst, 1 of 2")
	b.wantSheet("Ren", "casting", "")
	b.wantWaits("Seimei decides")
}

// A critical whose Wounds a ward takes whole asks for no focus: 10 and the Wounds really lost, of which there are none. One that a
// ward of one Wound lets through by one asks against 11.
// R-211, SP-26.
func TestAWardThatTakesACriticalWholeAsksForNoFocus(t *testing.T) {
	for wards, need := range map[int]int{2: 0, 1: 11} {
		b := setup{us: []man{{name: "Seimei", row: mageOf(lights, "talisman knot, talisman burst")}},
			them: []man{{name: "Kojiro", row: "energy: 11, wounds: 6"}}, rulings: fmt.Sprintf("{ward: %d}", wards)}.begin(t)
		b.play("cast talisman knot > Seimei", d{9, 8}, "begin talisman burst", "end the breath", "horizontal cut > Seimei", d{9, 9}, "take the blow")
		b.wantNumber("Seimei", "wounds", 4+wards)
		b.wantSheet("Seimei", "casting", "talisman burst, 1 of 2")
		if need == 0 {
			b.wantWaits("Kojiro decides")
			continue
		}
		b.wantCheck("focus", 0, need)
	}
}

// One Wound, by no double, asks nobody for focus. SP-26.
func TestASingleWoundAsksNobodyForFocus(t *testing.T) {
	b := setup{us: []man{{name: "Seimei", row: mageOf(lights, "eight-petal lotus")}}, them: []man{{name: "Doji", row: mageOf(lights, "talisman burst")}}}.begin(t)
	b.play("begin eight-petal lotus", "end the breath")
	b.until("Doji counts")
	b.play("begin talisman burst", "end the breath")
	b.until("Seimei counts")
	b.play("complete eight-petal lotus > the scene", d{9, 8})
	b.wantNumber("Doji", "wounds", 5)
	b.wantWaits("Seimei decides")
}

// Where boons last, what strips a stance leaves them, and so do a fumble and a stance of one's own; a spell that ends workings
// does not, nor does their caster, and a seal is held as ever: it may break in the lull..
func TestBoonsThatLast(t *testing.T) {
	guarding := func(foe string) *bout {
		b := setup{us: []man{{name: "Seimei", row: mageOf(lights, "vajra guard")}}, them: []man{{name: "Kojiro", row: foe}}, rulings: "{boons: lasting}"}.begin(t)
		b.until("Seimei counts")
		b.play("begin vajra guard", "end the breath")
		b.until("Seimei counts")
		b.play("complete vajra guard", d{9, 8}, "end the breath")
		b.lull()
		b.wantNumber("Seimei", "energy", 12)
		return b
	}
	b := guarding("weapons: [suyari], energy: 14")
	b.until("Kojiro counts")
	b.play("check > Seimei", d{10, 10}, "take the blow")
	b.wantSheet("Seimei", "is", "defenseless")
	b.wantSheet("Seimei", "holds", "vajra guard")
	b.wantWaits("Kojiro decides") // no focus is asked
	b.until("Seimei counts")
	b.play("let go of vajra guard")
	b.wantSheet("Seimei", "holds", "")

	b = guarding(strings.Replace(mageOf(lights, "cut thread"), "energy: 12", "energy: 14", 1))
	b.until("Kojiro counts")
	b.play("cast cut thread > Seimei", d{9, 8})
	b.wantSheet("Seimei", "holds", "")

	b = setup{us: []man{{name: "Kakuin", row: mageOf(lights, "yoma-sealing knot")}},
		them: []man{{name: "Oni", row: "grade: elite, yoma: true, wounds: 4, weapons: [kanabo]"}, {name: "Kojiro"}}, rulings: "{boons: lasting}"}.begin(t)
	b.play("begin yoma-sealing knot", "end the breath")
	b.until("Kakuin counts")
	b.play("complete yoma-sealing knot > Oni", d{9, 8}, "end the breath")
	b.until("Oni rolls seal")
	b.play(d{9, 6})
	b.wantSheet("Kakuin", "holds", "")
	b.until("Oni counts")
}

// Boons of one name held by two casters are one, whatever a third holds between them. EB-62, EB-63.
func TestBoonsOfOneNameAreOne(t *testing.T) {
	row := mageOf(lights, "vajra guard, four gods' guard")
	b := setup{us: []man{{name: "Seimei", row: row}, {name: "Doji", row: row}, {name: "Ren", row: row}}, them: []man{{name: "Kojiro"}}}.begin(t)
	for _, c := range []struct{ name, boon string }{{"Seimei", "vajra guard"}, {"Doji", "four gods' guard"}, {"Ren", "vajra guard"}} {
		b.until(c.name + " counts")
		b.play("begin "+c.boon, "end the breath")
	}
	for _, c := range []struct{ name, boon string }{{"Seimei", "vajra guard"}, {"Doji", "four gods' guard"}, {"Ren", "vajra guard"}} {
		b.until(c.name + " counts")
		b.play("complete "+c.boon, d{9, 8}, "end the breath")
	}
	for _, name := range []string{"Seimei", "Doji", "Ren"} {
		b.wantNumber(name, "defense", 12)
	}
}

// A burst names no second who hides in another zone. R-123.
func TestABurstPassesOverWhoHidesElsewhere(t *testing.T) {
	b := setup{us: []man{{name: "Seimei", row: mageOf(lights, "talisman burst"), zone: "first front"}},
		them:  []man{{name: "Kojiro", row: "wounds: 6", zone: "second front"}, {name: "Gonza", zone: "second front"}, {name: "Tome", zone: "second front"}},
		zones: everywhere}.begin(t)
	b.play("begin talisman burst", "end the breath")
	b.until("Seimei counts")
	b.edit("Gonza +hidden")
	b.play("complete talisman burst > Kojiro", d{9, 8})
	b.wantNumber("Gonza", "wounds", 3)
	b.wantNumber("Tome", "wounds", 2)
}

// prepared returns a stage at which the first of ours has begun a spell and may complete it now.
func (sc setup) prepared(t *testing.T, spell string) *bout {
	t.Helper()
	b := sc.begin(t)
	name := sc.us[0].name
	b.until(name + " counts")
	b.play("begin "+spell, "end the breath")
	b.until(name + " counts")
	return b
}

// A squad has no mind, does not burn and is not held fast; a spell at all in a zone takes twice as much of it. R-130.
func TestSpellsAndSquads(t *testing.T) {
	sc := setup{zones: fields, rows: "spells:\n  snare: {list: sorcery, dan: 1, form: 2, against: defense, at: foe, reach: 1, does: {wounds: 1, burn: true, held fast: true, exposed: 2}}\n",
		us:   []man{{name: "Seimei", row: mageOf(lights, "snare, paper shackle, butterfly dream, soul seizure, eight-petal lotus"), zone: "first front"}},
		them: []man{{name: "Kojiro", row: "command: 1", zone: "second front"}, squad("Levies", levies, 6, "Kojiro", "second front")}}
	b := sc.begin(t)
	b.until("Seimei counts")
	b.offers("cast snare > Levies", "cast snare > Kojiro", "cast paper shackle > Kojiro")
	b.refuses("cast paper shackle > Levies")
	b.play("cast snare > Levies", d{8, 9})
	b.wantNumber("Levies", "heads", 5)
	b.wantSheet("Levies", "under", "Kojiro") // nothing else
	b.wantNumber("Levies", "defense", 8)     // exposed till the lull
	b.play("cast snare > Kojiro", d{8, 9})
	b.wantSheet("Kojiro", "under", "burning, held fast")
	for _, spell := range []string{"butterfly dream", "soul seizure"} {
		b := sc.prepared(t, spell)
		b.offers("complete " + spell + " > Kojiro")
		b.refuses("complete " + spell + " > Levies")
	}
	b = sc.prepared(t, "eight-petal lotus")
	b.play("complete eight-petal lotus > second front", d{8, 9})
	b.wantNumber("Levies", "heads", 4)
	b.wantNumber("Kojiro", "wounds", 2)
	b.until("Kojiro rolls fire") // and nobody else's, though the squad stands in it
	b.play(d{9, 8})
	b.until("Seimei counts")
}

// A held boon is its caster's and that of the first four others of its side in its zone, by their order in the file. R-161.
func TestABoonIsOnFourOthers(t *testing.T) {
	sc := setup{zones: fields, them: []man{{name: "Kojiro", zone: "second rear"}}}
	for _, name := range []string{"Ichi", "Ni", "San", "Shi"} {
		sc.us = append(sc.us, man{name: name, zone: "first front"})
	}
	sc.us = slices.Insert(sc.us, 2, man{name: "Away", zone: "first rear"})
	sc.us = append(sc.us, man{name: "Seimei", row: strings.Replace(mageOf(lights, "vajra guard"), "energy: 12", "energy: 14", 1), zone: "first front"},
		man{name: "Go", zone: "first front"}, man{name: "Roku", zone: "first front"})
	b := sc.begin(t)
	b.until("Seimei counts")
	b.play("begin vajra guard", "end the breath")
	b.until("Seimei counts")
	b.play("complete vajra guard", d{9, 8}, "end the breath")
	under := func(want ...string) {
		t.Helper()
		var got []string
		for _, m := range append(sc.us, sc.them...) {
			if b.sheet(m.name, "state") != "down" && b.number(m.name, "defense") == 12 {
				got = append(got, m.name)
			}
		}
		if !slices.Equal(got, want) {
			t.Errorf("under the boon: got %q, want %q", got, want)
		}
	}
	under("Ichi", "Ni", "San", "Shi", "Seimei")
	b.edit("Ni wounds=0")
	under("Ichi", "San", "Shi", "Seimei", "Go")
	b.edit("Ichi zone=first rear")
	under("San", "Shi", "Seimei", "Go", "Roku")
	b.edit("Seimei zone=first rear")
	under("Ichi", "Away", "Seimei")
}

// The seized strike with their Attack A, what is loaded first; from high ground, with what spells give and take, and in their
// reach only. R-184.
func TestHowTheSeizedStrike(t *testing.T) {
	gun := "finesse: 2, weapons: [teppo], skills: {teppo: 3, unarmed combat: 1}, energy: 6, wounds: 6"
	sc := setup{zones: "{first rear: {}, first front: {}, second front: {}, second rear: {high: true}}",
		us: []man{{name: "Seimei", row: mageOf(lights, "soul seizure"), zone: "second front"}},
		them: []man{{name: "Gonza", row: gun, zone: "second rear"}, {name: "Tome", row: "wounds: 6, energy: 3", zone: "second front"},
			{name: "Kuma", row: "wounds: 6, energy: 2", zone: "first rear"}}}
	b := sc.prepared(t, "soul seizure")
	b.play("complete soul seizure > Gonza", d{9, 8})
	b.wantWaits("Seimei decides")
	b.wantOptions("name Tome", "name Kuma") // a gun reaches them all
	b.play("name Tome")
	b.wantCheck("attack", 2+2+1+1, 10) // in its own Rear besides
	b.wantEvents("status", rules.Event{Seat: "Gonza", What: "unloaded", OK: true})
	b.play(d{8, 9}, "take the blow")
	b.wantNumber("Tome", "wounds", 4)
	b.wantSheet("Gonza", "weapon", "teppo (unloaded)")

	sc.them[0].row = strings.Replace(gun, "weapons: [teppo]", "weapons: [teppo]", 1)
	b = sc.begin(t)
	b.until("Gonza counts")
	b.edit("Gonza zone=second front")
	b.edit("Seimei energy=12")
	b.until("Seimei counts")
	b.play("begin soul seizure", "end the breath")
	b.until("Gonza counts")
	b.play("shot > Seimei", d{1, 2}, "end the breath")
	b.until("Seimei counts")
	b.play("complete soul seizure > Gonza", d{9, 8})
	b.wantCheck("attack", 0, 10) // the butt, at the only one beside him
	b.wantWaits("Gonza rolls attack")
	b.play(d{8, 9}, "take the blow")
	b.wantNumber("Tome", "wounds", 5)
	b.wantNumber("Kuma", "wounds", 6)
}

// Who has nothing to strike with strikes nobody, and who is alone neither. R-184.
func TestTheSeizedMayHaveNobodyToStrike(t *testing.T) {
	for _, them := range [][]man{{{name: "Kojiro"}}, {{name: "Kojiro", zone: "second front"}, {name: "Tome", zone: "second rear"}}} {
		sc := setup{us: []man{{name: "Seimei", row: mageOf(lights, "soul seizure")}}, them: them}
		if len(them) > 1 {
			sc.zones, sc.us[0].zone = fields, "first front"
		}
		b := sc.prepared(t, "soul seizure")
		b.play("complete soul seizure > Kojiro", d{9, 8})
		b.wantWaits("Seimei decides")
		b.wantSheet("Kojiro", "under", "seized")
		b.play("end the breath")
	}
}

// Nobody is seized twice before its round is lost. R-184.
func TestNobodyIsSeizedTwice(t *testing.T) {
	b := setup{us: []man{{name: "Seimei", row: mageOf(lights, "soul seizure")}, {name: "Doji", row: mageOf(lights, "soul seizure")}},
		them: []man{{name: "Kojiro", row: "energy: 5"}, {name: "Gonza", row: "energy: 5"}}}.begin(t)
	for _, name := range []string{"Seimei", "Doji"} {
		b.until(name + " counts")
		b.play("begin soul seizure", "end the breath")
	}
	b.until("Seimei counts")
	b.play("complete soul seizure > Kojiro", d{9, 8}, d{1, 2}, "end the breath")
	b.wantWaits("Doji counts")
	b.refuses("complete soul seizure > Kojiro")
	b.offers("complete soul seizure > Gonza")
}

// A seizure takes the round of one who holds a boon, and with it the Energy that the boon would cost..
func TestABoonThatCannotBePaidEnds(t *testing.T) {
	b := setup{us: []man{{name: "Seimei", row: mageOf(lights, "soul seizure")}},
		them: []man{{name: "Doji", row: strings.Replace(mageOf(lights, "vajra guard"), "energy: 12", "energy: 11", 1)}}}.begin(t)
	b.until("Seimei counts")
	b.play("begin soul seizure", "end the breath")
	b.until("Doji counts")
	b.play("begin vajra guard", "end the breath")
	b.until("Seimei counts")
	b.play("cast great fireball > Doji", d{1, 2})
	b.until("Doji counts")
	b.play("complete vajra guard", d{9, 8}, "end the breath")
	b.until("Seimei counts")
	b.play("complete soul seizure > Doji", d{9, 10}, "end the breath")
	b.wantSheet("Doji", "holds", "vajra guard")
	round := b.f.Round()
	for b.f.Round() == round {
		b.play("close the round")
	}
	b.wantEvents("snap", rules.Event{Seat: "Doji", What: "vajra guard", Of: "sorcery", N: 2, Left: 3, OK: true})
	b.wantSheet("Doji", "holds", "")
	b.wantNumber("Doji", "energy", 0)
}

// The last foe sent away ends the fight. R-164.
func TestTheLastFoeSentAway(t *testing.T) {
	b := setup{us: []man{{name: "Kakuin", row: mageOf(lights, "demon-subduing")}},
		them: []man{{name: "Oni", row: "grade: elite, yoma: true, wounds: 4, weapons: [kanabo]"}}}.prepared(t, "demon-subduing")
	b.play("complete demon-subduing > Oni", d{9, 8})
	b.wantWaits("over")
	b.wantEvents("down", rules.Event{Seat: "Oni", At: "Kakuin", What: "repelled"})
}

// One person has one ward: cast on oneself again it takes no more than it did. R-186.
func TestAWardIsNotFilledUp(t *testing.T) {
	rows := "spells:\n  charm: {list: sorcery, dan: 1, form: 1, at: self, does: {ward: true}}\n"
	for wards := 1; wards <= 3; wards++ {
		b := setup{us: []man{{name: "Seimei", row: mageOf(lights, "charm")}}, them: []man{{name: "Kojiro", row: "energy: 13, wounds: 6"}},
			rows: rows, rulings: fmt.Sprintf("{ward: %d}", wards)}.begin(t)
		b.until("Seimei counts")
		b.play("cast charm", d{9, 8}, "end the breath")
		b.wantSheet("Seimei", "under", fmt.Sprintf("warded %d", wards))
		b.until("Kojiro counts")
		b.play("horizontal cut > Seimei", d{9, 8}, "take the blow", "end the breath")
		left := ""
		if wards > 1 {
			left = fmt.Sprintf("warded %d", wards-1)
		}
		b.wantSheet("Seimei", "under", left)
		b.wantNumber("Seimei", "wounds", 6)
		b.until("Seimei counts")
		b.play("cast charm", d{9, 8})
		if left == "" {
			left = "warded 1"
		}
		b.wantSheet("Seimei", "under", left)
	}
}

// A barrier holds what a fight counts at most, however often it is knotted..
func TestABarrierHasItsMost(t *testing.T) {
	rows := "spells:\n  citadel: {list: sorcery, dan: 1, form: 1, at: own side, does: {barrier: 28}}\n  twine: {list: sorcery, dan: 1, form: 1, at: barrier, does: {knot: 2}}\n"
	b := setup{us: []man{{name: "Seimei", row: mageOf(lights, "citadel, twine")}}, them: []man{{name: "Kojiro"}}, rows: rows}.begin(t)
	b.until("Seimei counts")
	b.refuses("cast twine")
	b.play("cast citadel", d{9, 8})
	for _, want := range []string{"30", "31", "31"} {
		b.play("cast twine", d{9, 8})
		b.wantSheet("Seimei", "barrier", "citadel, "+want+" Wounds")
	}
	b.play("cast citadel", d{9, 8}) // a weaker one replaces nothing
	if got := b.sheet("Seimei", "barrier"); got != "citadel, 31 Wounds" {
		t.Errorf("after a second citadel: %s", got)
	}
}

// Fire lies three rounds at most; a spell without fire lays none, one that exposes nobody says nothing of it..
func TestWhatASpellDoesNotDoIsNotTold(t *testing.T) {
	b := setup{us: []man{{name: "Kakuin", row: mageOf(lights, "great evil-breaking light, great fireball")}},
		them: []man{{name: "Oni", row: "grade: elite, yoma: true, wounds: 6, weapons: [kanabo]"}}}.prepared(t, "great evil-breaking light")
	b.play("complete great evil-breaking light > the scene", d{9, 8})
	b.wantEvents("lay")
	b.play("cast great fireball > Oni", d{9, 8}, "take the blow")
	b.wantEvents("status", rules.Event{Seat: "Oni", What: "burning", OK: true})
}

// Who has put a fire out burns no more in the next lull; a Mob is not asked.
func TestWhomFireAsks(t *testing.T) {
	b := setup{us: []man{{name: "Seimei", row: mageOf(lights, "great fireball, eight-petal lotus")}},
		them: []man{{name: "Kojiro", row: "wounds: 6"}, {name: "Villager", row: "grade: mob, energy: 0, wounds: 0, defense: 20, weapons: [torch]"}}}.begin(t)
	b.until("Seimei counts")
	b.play("cast great fireball > Kojiro", d{8, 9}, "take the blow", "begin eight-petal lotus", "end the breath")
	b.until("Seimei counts")
	b.play("complete eight-petal lotus > the scene", d{8, 9}, "end the breath")
	var asked []string
	for range 60 {
		switch w := b.waits(); {
		case b.f.Round() == 5:
			want := []string{"Seimei", "Kojiro", "Seimei", "Kojiro", "Seimei", "Kojiro"}
			slices.Sort(asked)
			slices.Sort(want)
			if !slices.Equal(asked, want) {
				t.Errorf("fire asks %q, want the two who are no Mob for three rounds", asked)
			}
			return
		case strings.HasSuffix(w, "rolls fire"):
			asked = append(asked, strings.TrimSuffix(w, " rolls fire"))
			b.play(d{9, 8})
		case b.can("close the round"):
			b.play("close the round")
		default:
			b.play("end the breath")
		}
	}
	t.Errorf("asked %q; now %s", asked, b.waits())
}

// A target whom a GM takes away while its caster strains is struck by nothing; the slot is gone. SP-36.
func TestASpellWhoseTargetIsGone(t *testing.T) {
	b := setup{us: []man{{name: "Seimei", row: mageOf(lights, "great fireball")}}, them: []man{{name: "Kojiro"}, {name: "Gonza"}}}.begin(t)
	b.until("Seimei counts")
	b.play("cast great fireball > Gonza", d{1, 3})
	b.until("Seimei counts")
	b.play("reserve parry", "reserve parry", "reserve parry", "reserve parry", "cast great fireball > Kojiro")
	b.wantWaits("Seimei rolls overload")
	b.edit("Kojiro wounds=0")
	b.play(d{9, 8})
	b.wantSheet("Seimei", "sorcery slots", "3/4/3/2/1")
	b.wantSheet("Gonza", "under", "")
	if b.waits() == "Seimei decides" {
		t.Error("a breath goes on that was strained for")
	}
}

// One who only bleeds may be cleansed; one whom nothing ails may not. R-164.
func TestWhoMayBeCleansed(t *testing.T) {
	b := setup{us: []man{{name: "Seimei", row: mageOf(lights, "misogi")}, {name: "Jubei"}}, them: []man{{name: "Kojiro"}}}.begin(t)
	b.until("Seimei counts")
	b.refuses("cast misogi > Jubei", "cast misogi > Seimei")
	b.edit("Jubei +bleeding")
	b.offers("cast misogi > Jubei")
	b.play("cast misogi > Jubei", d{9, 8})
	b.wantSheet("Jubei", "is", "")
	b.refuses("cast misogi > Jubei")
	b.edit("Jubei +shaken")
	b.offers("cast misogi > Jubei")

	// What a failed overload has done is washed off a caster too; exhaustion is not.
	b = setup{us: []man{{name: "Doji", row: strings.Replace(mageOf(lights, "goma flame king, talisman knot"), "energy: 12", "energy: 14", 1)},
		{name: "Seimei", row: mageOf(lights, "misogi")}}, them: []man{{name: "Kojiro", row: "energy: 3, wounds: 6"}}}.begin(t)
	b.play("begin goma flame king", "cast talisman knot > Doji")
	b.wantCheck("overload", -1, 11)
	b.play(d{1, 2}, d{5, 6})
	b.wantSheet("Doji", "is", "defenseless")
	b.until("Seimei counts")
	b.play("cast misogi > Doji", d{8, 9})
	b.wantSheet("Doji", "is", "")
	b.lull()
	b.until("Doji counts")
	b.play("begin goma flame king", "end the breath")
	b.until("Doji counts")
	b.play("hurry goma flame king > the scene", d{1, 2})
	b.lull()
	b.wantSheet("Doji", "is", "defenseless")
	b.edit("Doji +bleeding")
	b.until("Seimei counts")
	b.play("cast misogi > Doji", d{8, 9})
	b.wantSheet("Doji", "is", "defenseless")
}

// A sense of the air shifts one die of a casting, and of an answer, once in the fight; cast again it gives nothing..
func TestASenseShiftsOneDie(t *testing.T) {
	b := setup{us: []man{{name: "Ren", row: mageOf(barrows, "air-current sense, salt line, returning mirror")}},
		them: []man{{name: "Kojiro", row: "energy: 14"}}}.begin(t)
	b.until("Ren counts")
	b.play("cast air-current sense", d{5, 6})
	b.wantSheet("Ren", "under", "air-current sense")
	b.play("cast salt line > the scene", d{1, 2})
	b.wantWaits("Ren decides")
	b.wantOptions("let 1 and 2 lie", "shift fate to 1 and 1", "shift fate to 2 and 2", "shift fate to 1 and 3")
	b.play("let 1 and 2 lie")
	if b.waits() == "Ren decides" {
		t.Error("3 and 4 are no 8")
	}
	b.until("Kojiro counts")
	b.play("horizontal cut > Ren", d{9, 8}, "cast returning mirror", d{2, 3})
	b.wantWaits("Ren decides")
	b.play("shift fate to 3 and 3")
	b.wantNumber("Ren", "wounds", 6)
	b.until("Ren counts")
	b.play("cast air-current sense", d{5, 6})
	b.play("cast salt line > the scene", d{2, 3})
	b.wantSheet("Ren", "barrier", "salt line, 1 Wound") // 5 and 4 are more than 8, at once
}

// A caster remembers the zone it has laid open last, its slots, how far a casting is and what asks for focus, each for itself.
//
func TestWhatACasterRemembers(t *testing.T) {
	for first := uint8(1); first <= zoneScene+1; first++ {
		for then := uint8(1); then <= zoneScene+1; then++ {
			ca := caster{stage: 6, flags: paidThisRound | chantForced | exhaustedNext | exhaustedNow | muteNext | muteNow}
			ca.setFocusDue(5)
			ca.setRevealedZone(first - 1)
			ca.setRevealedZone(then - 1)
			if zone, ok := ca.revealedZone(); !ok || zone != then-1 || ca.stagesPaid() != 6 || ca.focusDue() != 5 || ca.flags&muteNow == 0 || ca.flags&paidThisRound == 0 {
				t.Errorf("opened %d, then %d: %d %v, %d paid, focus %d", first-1, then-1, zone, ok, ca.stagesPaid(), ca.focusDue())
			}
			ca.setFocusDue(9)
			if zone, _ := ca.revealedZone(); ca.focusDue() != 7 || ca.stagesPaid() != 6 || zone != then-1 {
				t.Errorf("focus against 9 Wounds: %d, want it as against 7, and nothing else changed", ca.focusDue())
			}
			ca.setFocusDue(0)
			if zone, _ := ca.revealedZone(); ca.focusDue() != 0 || ca.stagesPaid() != 6 || zone != then-1 {
				t.Errorf("focus kept: %d, want 0, and nothing else changed", ca.focusDue())
			}
		}
	}
	if _, ok := new(caster).revealedZone(); ok {
		t.Error("nothing is laid open as a fight begins")
	}
	for list := range uint8(rows.ListsMax) {
		for dan := range uint8(slotDans) {
			for n := range uint8(rows.SlotsMax(int(dan)) + 1) {
				ca := caster{slots: [2]uint16{0xffff, 0xffff}}
				ca.setSlotsLeft(list, dan, n)
				for l := range uint8(rows.ListsMax) {
					for d := range uint8(slotDans) {
						want := uint8(rows.SlotsMax(int(d)))
						if l == list && d == dan {
							want = n
						}
						if got := ca.slotsLeft(l, d); got != want {
							t.Errorf("%d slots left of list %d, dan %d: of list %d, dan %d there are %d, want %d", n, list, dan, l, d, got, want)
						}
					}
				}
			}
		}
	}
}

// The sun in one's eyes takes 1 from castings, from focus and from putting out a fire, as from every check of a duel. MA-51.
func TestTheSunDimsCastings(t *testing.T) {
	for terrain, less := range map[string]int{"": 0, ", terrain: backlight, side: us": 1} {
		row := func(energy string) string {
			return strings.Replace(mageOf(lights, "great fireball, talisman knot, talisman burst"), "energy: 12", "energy: "+energy, 1)
		}
		b := setup{us: []man{{name: "Musashi", row: row("12")}}, them: []man{{name: "Kojiro", row: row("11")}},
			more: "duel: {start: issoku itto" + terrain + "}"}.begin(t)
		b.play("cast talisman knot > Musashi")
		b.wantCheck("casting", 4-less, 8)
		b.play(d{1, 2})
		b.until("Kojiro counts")
		b.play("cast great fireball > Musashi")
		b.wantCheck("attack", 4, 10)
		b.play(d{8, 9}, "take the blow", "end the breath")
		b.edit("Kojiro energy=3")
		b.until("Musashi counts")
		b.play("cast great fireball > Kojiro")
		b.wantCheck("attack", 4-less, 10)
		b.play(d{1, 3})
		b.until("Musashi counts")
		b.play("begin talisman burst", "end the breath")
		b.edit("Musashi energy=1")
		b.wantWaits("Kojiro counts")
		b.play("cast great fireball > Musashi", d{8, 8})
		b.wantWaits("Musashi rolls focus")
		b.wantNeeded("focus", 12+less)
		b.play(d{9, 8}, "end the breath")
		b.until("Musashi rolls fire")
		b.wantNeeded("fire", 9+less)
	}
}

// What a rampage is: one's own called unit, if it is there to strike, and for a casting that fails in one's own breath. R-160.
func TestARampageNeedsItsUnitAtHand(t *testing.T) {
	for _, c := range []struct{ shade, want string }{{"first front", "Shade rolls attack"}, {"first rear", "Kojiro counts"}} {
		row := "grade: lord, wisdom: 2, energy: 12, wounds: 9, weapons: [uchigatana], skills: {sorcery: 3}, caster: {mode: spells, dan: 5, class: onmyoji, lists: [{skill: sorcery}], known: [great fireball, talisman knot, talisman bullet, great shikigami]}"
		sc := setup{zones: fields, us: []man{{name: "Seimei", row: row, zone: "first front"}},
			them: []man{{name: "Kojiro", row: "wounds: 6", zone: "second front"}}, rulings: "{backlash: rampage}"}
		text := strings.Replace(sc.text(), "name: Seimei, zone: first front}",
			"name: Seimei, zone: first front, calls: [Shade], before: [great shikigami]}\n      - {who: great shikigami, name: Shade, zone: first front}", 1)
		g, err := Load("setup.yaml", []byte(text), sc.book(t))
		if err != nil {
			t.Fatal(err)
		}
		b := &bout{t: t, f: fight.New[State](g, fight.Header{Seed: 1})}
		b.until("Seimei counts")
		b.edit("Shade zone=" + c.shade)
		b.edit("Shade energy=0")
		b.play("cast talisman knot > Seimei", d{1, 1})
		b.until(c.want)
		b.wantNumber("Seimei", "wounds", 6)
	}
}

// A unit called in one's breath stands beside its caller and acts from the next round on; one at a time, and none without a
// seat..
func TestACallInABreath(t *testing.T) {
	sc := setup{zones: fields, us: []man{{name: "Seimei", row: mageOf(lights, "lesser shikigami"), zone: "first front"}},
		them: []man{{name: "Kojiro", zone: "second front"}}}
	b := sc.begin(t)
	b.refuses("cast lesser shikigami > Shade")
	text := strings.Replace(sc.text(), "name: Seimei, zone: first front}",
		"name: Seimei, zone: first front, calls: [Shade]}\n      - {who: lesser shikigami, name: Shade, zone: first rear}", 1)
	g, err := Load("setup.yaml", []byte(text), sc.book(t))
	if err != nil {
		t.Fatal(err)
	}
	b = &bout{t: t, f: fight.New[State](g, fight.Header{Seed: 1})}
	b.wantSheet("Shade", "state", "down")
	b.play("cast lesser shikigami > Shade")
	b.wantCheck("casting", 4, 10)
	b.play(d{5, 6})
	b.wantSheet("Shade", "zone", "first front")
	b.wantNumber("Shade", "energy", 0)
	b.refuses("cast lesser shikigami > Shade")
	b.lull()
	b.wantNumber("Shade", "energy", 3)
}

// A gate stands till the end of the next round, and one's own side walks through it; it bars no zone but its own. R-164.
func TestHowLongAGateStands(t *testing.T) {
	b := setup{us: []man{{name: "Ren", row: mageOf(barrows, "straw-rope gate"), zone: "first rear"}, {name: "Jubei", row: "energy: 9", zone: "first rear"}},
		them: []man{{name: "Kojiro", zone: "second rear"}}, zones: everywhere}.begin(t)
	b.play("cast straw-rope gate > flank", d{9, 8}, "end the breath")
	for round := range 3 {
		b.until("Kojiro counts")
		if barred := b.can("break through > flank"); barred != (round < 2) || b.can("walk > flank") == barred {
			t.Errorf("round %d: Kojiro may %q", round+1, b.words())
		}
		b.offers("walk > second front")
		b.play("close the round")
		b.until("Jubei counts")
		b.offers("walk > flank")
		b.lull()
	}
}

// Two who are sealed try one after the other, each against its own seal, and fire does not burn them. R-164.
func TestTwoSealsStrainApart(t *testing.T) {
	monk := mageOf(lights, "yoma-sealing knot, great fireball")
	oni := "grade: elite, yoma: true, wounds: 4, weapons: [kanabo]"
	b := setup{us: []man{{name: "Kakuin", row: monk}, {name: "Myoe", row: monk}},
		them: []man{{name: "Oni", row: oni + ", courage: 2"}, {name: "Gaki", row: oni}, {name: "Kojiro", row: "energy: 2"}}}.begin(t)
	for _, name := range []string{"Kakuin", "Myoe"} {
		b.until(name + " counts")
		b.play("begin yoma-sealing knot", "end the breath")
	}
	b.until("Kakuin counts")
	b.play("cast great fireball > Gaki", d{8, 9})
	if b.can("take the blow") {
		b.play("take the blow")
	}
	b.play("complete yoma-sealing knot > Gaki", d{9, 8}, "end the breath")
	b.until("Myoe counts")
	b.refuses("complete yoma-sealing knot > Gaki")
	b.play("complete yoma-sealing knot > Oni", d{9, 8}, "end the breath")
	b.until("Gaki rolls seal")
	b.wantNeeded("seal", 15)
	b.wantSheet("Gaki", "under", "burning, sealed")
	b.play(d{9, 8})
	b.wantWaits("Oni rolls seal")
	b.wantNeeded("seal", 13)
	b.play(d{6, 6})
	b.wantSheet("Kakuin", "holds", "")
	b.wantSheet("Myoe", "holds", "yoma-sealing knot")
	b.until("Gaki counts")
}

// An answer that turns on its caster brings no unit upon him. R-160.
func TestAMirrorsBacklashIsNoRampage(t *testing.T) {
	row := mageOf([2]string{"sorcery", "barrier"}, "great shikigami, returning mirror")
	b := setup{us: []man{{name: "Seimei", row: row}}, them: []man{{name: "Kojiro", row: "energy: 14, wounds: 6"}}, rulings: "{backlash: rampage}"}.called(t)
	b.until("Kojiro counts")
	b.play("horizontal cut > Seimei", d{9, 8}, "cast returning mirror", d{1, 1})
	b.wantNumber("Seimei", "wounds", 2)
	b.wantWaits("Kojiro decides")
	b.wantNumber("Shade", "wounds", 2)
}

// Who has shot and has nothing else strikes nobody; the fight goes on. R-184.
func TestTheSeizedWithAnEmptyGun(t *testing.T) {
	rows := "weapons:\n  hand cannon: {family: gun, skill: teppo, tags: [ranged], attack: [{name: boom, energy: 2, check: finesse, effects: [unload]}], upkeep: [{name: reload, energy: 3, does: reload}]}\n"
	b := setup{us: []man{{name: "Seimei", row: mageOf(lights, "soul seizure")}},
		them: []man{{name: "Gonza", row: "energy: 11, weapons: [hand cannon]"}, {name: "Tome", row: "energy: 2"}}, rows: rows}.begin(t)
	b.until("Seimei counts")
	b.play("begin soul seizure", "end the breath")
	b.until("Gonza counts")
	b.play("boom > Seimei", d{1, 2}, "end the breath")
	b.until("Seimei counts")
	b.play("complete soul seizure > Gonza", d{9, 8})
	b.wantWaits("Seimei decides")
	b.wantSheet("Gonza", "under", "seized")
	b.wantNumber("Tome", "wounds", 3)
}

// A caster brings sixty-two spells into a fight at most. R-168.
func TestHowManySpellsAFightHolds(t *testing.T) {
	rows, known := "spells:\n", []string{}
	for n := range 70 {
		rows += fmt.Sprintf("  charm %d: {list: sorcery, dan: 1, form: 1, at: own side, does: {barrier: %d}}\n", n, 1+n%29)
		known = append(known, fmt.Sprintf("charm %d", n))
	}
	row := "energy: 14, skills: {sorcery: 3}, caster: {mode: spells, dan: 9, lists: [{skill: sorcery}], studied: 99, known: [" + strings.Join(known, ", ") + "]}"
	us := []man{{name: "Seimei", row: row}, {name: "Doji", row: row}, {name: "Ren", row: row}, {name: "Soga", row: row}}
	b := setup{us: us, them: []man{{name: "Kojiro"}}, rows: rows}.begin(t)
	for k, m := range us {
		b.until(m.name + " counts")
		offered := slices.DeleteFunc(b.words(), func(w string) bool { return !strings.HasPrefix(w, "cast charm ") })
		if len(offered) != 62 || offered[61] != "cast charm 61" {
			t.Errorf("%s may cast %d, want 62", m.name, len(offered))
		}
		charm := 11 + k
		b.play(fmt.Sprintf("cast charm %d", charm), d{9, 8}, "end the breath")
		b.wantSheet("Soga", "barrier", fmt.Sprintf("charm %d, %d Wounds", charm, 1+charm))
	}
	b.edit("Ren wounds=0")
	b.wantSheet("Doji", "barrier", "charm 14, 15 Wounds")
	b.edit("Soga wounds=0")
	b.wantSheet("Doji", "barrier", "")
}

// A burst strikes its target and one more foe beside it, whom its caster names where there are several, if the same roll reaches
// that one's Defense; a double takes one Wound more from each, and asks each for focus. R-155.
func TestABurstNamesItsSecond(t *testing.T) {
	for _, c := range []struct {
		dice   d
		second string
		wounds int // of the second, of six
		focus  string
	}{{d{3, 4}, "Gonza", 5, ""}, {d{3, 3}, "Gonza", 4, "Seimei decides"}, {d{5, 4}, "Tome", 6, ""}, {d{5, 5}, "Tome", 4, ""},
		{d{4, 3}, "Doji", 5, "Seimei decides"}, {d{4, 4}, "Doji", 4, "Doji rolls focus"}} {
		b := setup{us: []man{{name: "Seimei", row: strings.Replace(mageOf(lights, "talisman burst"), "energy: 12", "energy: 11", 1)}},
			them: []man{{name: "Kojiro", row: "wounds: 6, energy: 3"},
				{name: "Gonza", row: "wounds: 6, energy: 3"}, {name: "Tome", row: "wounds: 6, energy: 3, armour: heavy"},
				{name: "Doji", row: mageOf(lights, "talisman burst")}}}.begin(t)
		b.until("Doji counts")
		b.play("begin talisman burst", "end the breath")
		b.until("Seimei counts")
		b.play("begin talisman burst", "end the breath")
		b.until("Seimei counts")
		b.play("complete talisman burst > Kojiro")
		b.wantOptions("name Gonza", "name Tome", "name Doji")
		b.play("name "+c.second, c.dice)
		taken := 2
		if c.dice[0] == c.dice[1] {
			taken = 3
		}
		b.wantNumber("Kojiro", "wounds", 6-taken)
		b.wantNumber(c.second, "wounds", c.wounds)
		if c.focus != "" {
			b.wantWaits(c.focus)
		}
		for _, m := range []string{"Gonza", "Tome", "Doji"} {
			if m != c.second {
				b.wantNumber(m, "wounds", 6)
			}
		}
	}
}

// A seal is over when its caster falls, or the one who bears it..
func TestASealIsOverWithEither(t *testing.T) {
	for _, falls := range []string{"Kakuin", "Oni"} {
		b := setup{us: []man{{name: "Kakuin", row: mageOf(lights, "yoma-sealing knot")}, {name: "Jubei"}},
			them: []man{{name: "Oni", row: "grade: elite, yoma: true, wounds: 4, weapons: [kanabo]"}, {name: "Kojiro"}}}.prepared(t, "yoma-sealing knot")
		b.play("complete yoma-sealing knot > Oni", d{9, 8})
		b.wantEvents("status", rules.Event{Seat: "Oni", What: "sealed", OK: true})
		b.play("end the breath")
		b.edit(falls + " wounds=0")
		if falls == "Oni" {
			b.wantSheet("Kakuin", "holds", "")
			b.wantSheet("Kakuin", "casting", "")
			if sys, s, _ := fight.At[State](b.f); strings.Contains(positionText(sys.(*Game), &s), "stage:") {
				t.Error("a seal that is over has stages")
			}
			b.until("Kakuin counts")
			b.offers("begin yoma-sealing knot")
			b.refuses("let go of yoma-sealing knot")
			b.lull()
			continue
		}
		b.wantSheet("Oni", "under", "")
		b.until("Oni counts")
	}
}

// A spell at the other duelist is an attack of one's own: who casts one does not stand off. R-121.
func TestWhoCastsDoesNotStandOff(t *testing.T) {
	b := setup{us: []man{{name: "Musashi", row: mageOf(lights, "great fireball, talisman knot")}},
		them: []man{{name: "Kojiro", row: "energy: 9"}}, more: "duel: {start: far range}"}.begin(t)
	stoodOff := func() (who []string) {
		for _, e := range b.events("guard") {
			if e.What == "standing off" {
				who = append(who, e.Seat)
			}
		}
		return who
	}
	var got [][]string
	for round := range 3 {
		b.until("Musashi counts")
		if round < 2 { // in the third it wards itself, which is no attack
			b.play("cast great fireball > Kojiro", d{1, 2})
		} else {
			b.play("cast talisman knot > Musashi", d{1, 2})
		}
		said := []string{}
		at := b.f.Round()
		for b.f.Round() == at {
			b.play("close the round")
			said = append(said, stoodOff()...)
		}
		got = append(got, said)
	}
	if want := "[[] [Kojiro] [Kojiro]]"; fmt.Sprint(got) != want {
		t.Errorf("who loses guard by standing off: got %v, want %s", got, want)
	}
}

// A casting takes the place of a stance, and so does a boon that is cast at once; a stance takes theirs. SP-18, SP-22.
func TestACastingTakesAStancesPlace(t *testing.T) {
	rows := "spells:\n  lantern: {list: sorcery, dan: 1, form: 2, at: aura, for: held, does: {defense: 1}}\n"
	sc := setup{us: []man{{name: "Seimei", row: strings.Replace(mageOf(lights, "talisman burst, lantern"), "weapons: [uchigatana]", "weapons: [suyari]", 1)}},
		them: []man{{name: "Kojiro"}}, rows: rows}
	for _, spell := range []string{"begin talisman burst", "cast lantern"} {
		b := sc.begin(t)
		b.until("Seimei counts")
		b.play("take up spear wall")
		b.wantSheet("Seimei", "stance", "spear wall")
		b.play(spell)
		if spell == "cast lantern" {
			b.play(d{9, 8})
			b.wantSheet("Seimei", "holds", "lantern")
		} else {
			b.wantSheet("Seimei", "casting", "talisman burst, 1 of 2")
		}
		b.wantSheet("Seimei", "stance", "")
		b.play("take up spear wall")
		for b.waits() != "Seimei decides" && strings.HasPrefix(b.waits(), "Seimei rolls") { // it strains
			b.play(d{9, 9})
		}
		b.wantSheet("Seimei", "stance", "spear wall")
		b.wantSheet("Seimei", "holds", "")
		b.wantSheet("Seimei", "casting", "")
	}
}

// A seal strips the stance of whom it falls on; exhaustion that of its caster, taken up in the same breath. SP-31, R-164.
func TestWhatElseTakesAStance(t *testing.T) {
	b := setup{us: []man{{name: "Kakuin", row: mageOf(lights, "yoma-sealing knot")}},
		them: []man{{name: "Oni", row: "grade: lord, yoma: true, wounds: 4, energy: 14, weapons: [suyari]"}, {name: "Kojiro"}}}.begin(t)
	b.play("take up spear wall", "end the breath")
	b.edit("Oni wounds=2")
	b.until("Kakuin counts")
	b.play("begin yoma-sealing knot", "end the breath")
	b.until("Kakuin counts")
	b.wantSheet("Oni", "stance", "spear wall")
	b.play("complete yoma-sealing knot > Oni", d{9, 8})
	b.wantSheet("Oni", "stance", "")

	b = setup{us: []man{{name: "Seimei", row: strings.Replace(mageOf(lights, "goma flame king"), "weapons: [uchigatana]", "weapons: [suyari]", 1)}},
		them: []man{{name: "Kojiro", row: "wounds: 6"}}}.prepared(t, "goma flame king")
	b.play("hurry goma flame king > the scene", d{4, 4}, "take up spear wall")
	for strings.HasSuffix(b.waits(), "rolls overload") {
		b.play(d{10, 9})
	}
	b.wantSheet("Seimei", "stance", "")
	b.wantSheet("Seimei", "exhausted", "next round")
}

// The hushed answer no blow, with nothing held ready and with no spell, till the end of the next round. R-164.
func TestTheHushedCannotAnswer(t *testing.T) {
	b := setup{us: []man{{name: "Ren", row: mageOf(barrows, "hour of the rat")}, {name: "Jubei", row: "energy: 4"}},
		them: []man{{name: "Doji", row: strings.Replace(mageOf(barrows, "returning mirror"), "energy: 12", "energy: 13", 1)},
			{name: "Kojiro", row: "energy: 3"}}}.begin(t)
	b.until("Doji counts")
	b.play("reserve parry", "end the breath")
	b.until("Ren counts")
	b.play("begin hour of the rat", "end the breath")
	b.until("Ren counts")
	b.play("complete hour of the rat > Doji", d{9, 8})
	b.wantNumber("Doji", "defense", 8)
	b.play("horizontal cut > Doji", d{8, 9})
	b.wantWaits("Ren decides")
	b.wantNumber("Doji", "wounds", 5)
	b.lull()
	b.until("Ren counts")
	b.play("horizontal cut > Doji", d{8, 9})
	b.wantWaits("Ren decides")
	b.lull()
	b.until("Ren counts")
	b.play("horizontal cut > Doji", d{8, 9})
	b.wantWaits("Doji decides")
	b.offers("parry (improvised)", "cast returning mirror")
}

// What marches through two zones is seen by every foe there, wherever it has come from, at the first attack of its breath..
func TestADemonsMarchIsSeenInItsZones(t *testing.T) {
	sc := setup{zones: "{first rear: {}, first front: {}, second front: {}, second rear: {}}",
		us: []man{{name: "Seimei", row: strings.Replace(mageOf(lights, "hundred-demon sleepwalk"), "energy: 12", "energy: 14", 1), zone: "first rear"},
			{name: "Jubei", row: "energy: 3", zone: "first front"}},
		them: []man{{name: "Kojiro", row: "energy: 9", zone: "second front"}}}
	for zones, mirage := range map[string]bool{"first front and second front": true, "first rear and first front": false} {
		b := sc.prepared(t, "hundred-demon sleepwalk")
		b.play("complete hundred-demon sleepwalk > "+zones, d{9, 8}, "end the breath")
		b.until("Kojiro counts")
		b.play("horizontal cut > Jubei")
		want := 64
		if mirage {
			want = 34
		}
		if c := b.f.Check(); c.Num*100 != int64(want)*c.Den {
			t.Errorf("%s: Kojiro's chance is %d/%d, want %d of a hundred", zones, c.Num, c.Den, want)
		}
		b.play(d{1, 2})
		b.play("horizontal cut > Jubei")
		if c := b.f.Check(); c.Num*100 != 64*c.Den {
			t.Errorf("%s: Kojiro's second chance is %d/%d, want 64 of a hundred", zones, c.Num, c.Den)
		}
		b.play(d{1, 2}, "end the breath")
		b.edit("Kojiro zone=first front", "Jubei zone=first front")
		b.edit("Kojiro energy=9")
		b.until("Kojiro counts")
		b.play("horizontal cut > Jubei")
		if c := b.f.Check(); c.Num*100 != 34*c.Den {
			t.Errorf("%s: in the first front it is %d/%d, want 34 of a hundred", zones, c.Num, c.Den)
		}
	}
	scene := setup{us: []man{{name: "Seimei", row: mageOf(lights, "hundred-demon sleepwalk")}},
		them: []man{{name: "Kojiro"}}}.prepared(t, "hundred-demon sleepwalk")
	scene.play("complete hundred-demon sleepwalk", d{9, 8})
	scene.play("horizontal cut > Kojiro")
	if c := scene.f.Check(); c.Num*100 != 64*c.Den {
		t.Errorf("its caster's own chance is %d/%d, want 64 of a hundred", c.Num, c.Den)
	}
	scene.play(d{1, 2}, "end the breath")
	scene.until("Kojiro counts")
	scene.play("horizontal cut > Seimei")
	if c := scene.f.Check(); c.Num*100 != 34*c.Den {
		t.Errorf("in one scene Kojiro's chance is %d/%d, want 34 of a hundred", c.Num, c.Den)
	}
}

// What is told of shields, seals and boons is told when it happens, and of whom it happens to.
func TestWhatIsToldOfSpells(t *testing.T) {
	b := chanting(t, "talisman knot", "")
	b.play("horizontal cut > Kojiro", d{8, 9}, "take the blow")
	b.wantEvents("shield")
	b.play("cast talisman knot > Seimei", d{8, 9}, "end the breath")
	b.until("Kojiro counts")
	b.play("horizontal cut > Seimei", d{8, 9}, "take the blow")
	b.wantEvents("shield", rules.Event{Seat: "Seimei", What: "ward", N: 1, Left: 1})
	b.play("horizontal cut > Seimei", d{9, 9}, "take the blow")
	b.wantEvents("shield", rules.Event{Seat: "Seimei", What: "ward", N: 1, Left: 0})
	b.wantNumber("Seimei", "wounds", 5)

	b = setup{us: []man{{name: "Ren", row: strings.Replace(mageOf(barrows, "salt line"), "energy: 12", "energy: 14", 1)}}, them: []man{{name: "Kojiro"}}}.begin(t)
	b.until("Ren counts")
	b.play("cast salt line > the scene", d{9, 8}, "end the breath")
	b.until("Kojiro counts")
	b.play("horizontal cut > Ren", d{9, 9}, "take the blow")
	b.wantEvents("shield", rules.Event{Seat: "Ren", What: "barrier", N: 1, Left: 0})
	b.play("horizontal cut > Ren", d{8, 9}, "take the blow")
	b.wantEvents("shield")

	b = setup{us: []man{{name: "Kakuin", row: mageOf(lights, "yoma-sealing knot")}},
		them: []man{{name: "Oni", row: "grade: elite, yoma: true, wounds: 4, weapons: [kanabo]"}, {name: "Kojiro"}}}.begin(t)
	b.until("Kakuin counts")
	b.play("begin yoma-sealing knot", "let go of yoma-sealing knot")
	b.wantEvents("status")
	b.wantEvents("snap", rules.Event{Seat: "Kakuin", What: "yoma-sealing knot", Of: "exorcism", N: 1, Left: 3})
	b.play("end the breath")
	b.until("Kakuin counts")
	b.play("begin yoma-sealing knot", "end the breath")
	b.until("Kakuin counts")
	b.play("complete yoma-sealing knot > Oni", d{9, 8})
	b.wantEvents("spell", rules.Event{Seat: "Kakuin", At: "Oni", What: "yoma-sealing knot", OK: true})
	b.play("let go of yoma-sealing knot")
	b.wantEvents("status", rules.Event{Seat: "Oni", What: "sealed"})
	b.wantEvents("snap", rules.Event{Seat: "Kakuin", What: "yoma-sealing knot", Of: "exorcism", N: 2, Left: 3, OK: true})
}

// A cleansing ends what foes' spells have done to somebody, and leaves what friends' have. R-164.
func TestACleansingTellsIllFromGood(t *testing.T) {
	b := setup{us: []man{{name: "Seimei", row: mageOf(lights, "misogi, talisman knot, angelic protection")}, {name: "Jubei"}},
		them: []man{{name: "Doji", row: strings.Replace(mageOf(lights, "paper shackle, great fireball"), "energy: 12", "energy: 14", 1)},
			{name: "Ren", row: strings.Replace(mageOf(barrows, "hour of the rat"), "energy: 12", "energy: 14", 1)}}}.begin(t)
	b.until("Doji counts")
	b.play("cast paper shackle > Jubei", d{9, 8}, "end the breath")
	b.until("Ren counts")
	b.play("begin hour of the rat", "end the breath")
	b.until("Seimei counts")
	b.play("cast talisman knot > Jubei", d{9, 8}, "cast angelic protection > Jubei", d{9, 8}, "end the breath")
	b.until("Ren counts")
	b.play("complete hour of the rat > Jubei", d{9, 8}, "end the breath")
	b.wantSheet("Jubei", "under", "held fast, angelic protection, hour of the rat, warded 2")
	b.wantNumber("Jubei", "defense", 10-4-2)
	b.until("Seimei counts")
	b.play("cast misogi > Jubei", d{9, 8})
	b.wantSheet("Jubei", "under", "angelic protection, warded 2")
	b.wantNumber("Jubei", "defense", 10)
	b.until("Jubei counts")
}

// Of a march one's own casters are no part, wherever they stand in the file. R-161.
func TestAMarchIsTheFoesWhoeverCastsBesides(t *testing.T) {
	b := setup{us: []man{{name: "Ren", row: mageOf(barrows, "salt line")}, {name: "Jubei", row: "energy: 4"}},
		them: []man{{name: "Kojiro", row: "energy: 3"},
			{name: "Seimei", row: strings.Replace(mageOf(lights, "hundred-demon sleepwalk"), "energy: 12", "energy: 14", 1)}}}.begin(t)
	b.until("Seimei counts")
	b.play("begin hundred-demon sleepwalk", "end the breath")
	b.until("Seimei counts")
	b.play("complete hundred-demon sleepwalk", d{9, 8}, "end the breath")
	b.until("Jubei counts")
	b.play("horizontal cut > Kojiro")
	if c := b.f.Check(); c.Num*100 != 34*c.Den {
		t.Errorf("Jubei's chance is %d/%d, want 34 of a hundred", c.Num, c.Den)
	}
}

// Who falls bears nothing any more. R-161.
func TestTheFallenBearNothing(t *testing.T) {
	b := setup{us: []man{{name: "Seimei", row: mageOf(lights, "talisman knot")}, {name: "Jubei"}}, them: []man{{name: "Kojiro"}}}.begin(t)
	b.until("Seimei counts")
	b.play("cast talisman knot > Jubei", d{9, 8})
	warded := func() bool {
		sys, s, _ := fight.At[State](b.f)
		return strings.Contains(positionText(sys.(*Game), &s), "warded")
	}
	if !warded() {
		t.Error("nobody is warded")
	}
	if b.edit("Jubei wounds=0"); warded() {
		t.Error("the fallen are warded")
	}
	b = setup{us: []man{{name: "Seimei", row: mageOf(lights, "talisman knot")}, {name: "Jubei"}},
		them: []man{{name: "Kojiro"}}, rulings: "{backlash: seal}"}.begin(t)
	b.until("Seimei counts")
	b.edit("Seimei wounds=3")
	b.play("cast talisman knot > Jubei", d{1, 1})
	b.wantSheet("Seimei", "state", "down")
	if sys, s, _ := fight.At[State](b.f); s.casters[0].flags != 0 || strings.Contains(positionText(sys.(*Game), &s), "muting") {
		t.Error("the fallen are to be mute")
	}
}

// A unit turns on its caller only where the house says so. R-160.
func TestABacklashAloneTurnsNoUnit(t *testing.T) {
	for rulings, wounds := range map[string]int{"": 1, "{backlash: seal}": 1} {
		b := setup{us: []man{{name: "Seimei", row: mageOf(lights, "talisman knot, great shikigami")}},
			them: []man{{name: "Kojiro", row: "energy: 2"}}, rulings: rulings}.called(t)
		b.until("Seimei counts")
		b.edit("Seimei wounds=4")
		b.play("cast talisman knot > Seimei", d{1, 1})
		b.wantNumber("Seimei", "wounds", wounds)
		b.wantNumber("Shade", "wounds", 2)
		if strings.HasSuffix(b.waits(), "rolls attack") {
			t.Errorf("%s: %s", rulings, b.waits())
		}
	}
}

// A spell at all in a zone that leaves no foe standing ends the fight, and so does one that takes its caster with them. R-205.
func TestABurstMayEndTheFight(t *testing.T) {
	for wounds, ends := range map[string]string{"6": "us", "1": ""} {
		b := setup{us: []man{{name: "Seimei", row: mageOf(lights, "eight-petal lotus")}},
			them: []man{{name: "Kojiro", row: "wounds: 1"}}}.prepared(t, "eight-petal lotus")
		b.edit("Seimei wounds=" + wounds)
		b.play("complete eight-petal lotus > the scene", d{9, 8})
		b.wantWaits("over")
		if got := b.events("end"); len(got) != 1 || got[0].Seat != ends {
			t.Errorf("Seimei at %s Wounds: %+v, want the fight to end for %q", wounds, got, ends)
		}
	}
}

// What lies on somebody is told when it comes, not when it is renewed.
func TestWhatLiesIsToldOnce(t *testing.T) {
	b := setup{us: []man{{name: "Ren", row: mageOf(barrows, "foreseen blow")}, {name: "Jubei"}}, them: []man{{name: "Kojiro"}}}.begin(t)
	b.until("Ren counts")
	b.play("cast foreseen blow > Jubei", d{9, 8})
	b.wantEvents("status", rules.Event{Seat: "Jubei", What: "foreseen blow", OK: true})
	b.play("cast foreseen blow > Jubei", d{9, 8})
	b.wantEvents("status")
	b.wantSheet("Jubei", "under", "foreseen blow")
}

// A called unit may stand anywhere in the file, before its caller too. R-143.
func TestAUnitListedFirst(t *testing.T) {
	for _, before := range []string{"", ", before: [great shikigami]"} {
		sc := setup{us: []man{{name: "Seimei", row: mageOf(lights, "great shikigami")}}, them: []man{{name: "Kojiro", row: "energy: 3"}}}
		text := strings.Replace(sc.text(), "      - {who: the seimei, name: Seimei}",
			"      - {who: great shikigami, name: Shade}\n      - {who: the seimei, name: Seimei, calls: [Shade]"+before+"}", 1)
		g, err := Load("setup.yaml", []byte(text), sc.book(t))
		if err != nil {
			t.Fatal(err)
		}
		b := &bout{t: t, f: fight.New[State](g, fight.Header{Seed: 1})}
		if before != "" {
			b.wantSheet("Shade", "state", "")
			b.wantNumber("Shade", "energy", 8)
			continue
		}
		b.until("Seimei counts")
		b.play("begin great shikigami", "end the breath")
		b.until("Seimei counts")
		b.play("complete great shikigami > Shade", d{9, 8})
		b.wantSheet("Shade", "state", "")
		b.wantNumber("Shade", "energy", 0)
	}
}
