package keep

import (
	"slices"
	"strings"
	"testing"

	"kokyu/rules"
)

// §Encounters, §Rounds, §Readying Phase: effects that a moment begins, what lasts, and who comes first; §Actions in Combat: what
// actions cost.

// skilled returns a fight of Ann and Cid against Bea and Dan, with rows of techniques, spells and objects.
func skilled(t *testing.T, rows, ann, cid, bea, dan string) *bout {
	t.Helper()
	return setup{rows: rows, us: []man{{name: "Ann", row: ann, at: "a1"}, {name: "Cid", row: cid, at: "a2"}},
		them: []man{{name: "Bea", row: bea, at: "e1"}, {name: "Dan", row: dan, at: "e2"}}, ground: `["......", "......"]`}.begin(t)
}

// What the beginning of a fight sets off is there before anybody throws for initiative, if all else it needs is.
// RK-02. RK-01: and comes first of all.
func TestTheBeginningOfAFightSetsOffWhatItDoes(t *testing.T) {
	rows := `techniques:
  poise: {effects: [{when: encounter, does: ATN, by: 5, lasts: encounter}]}
  scars: {effects: [{when: encounter, does: ATN, by: 5, needs: [wounded], lasts: encounter}]}
`
	b := setup{rows: rows, us: []man{{name: "Ann", row: "techniques: [poise, scars]", line: "initiative: 0"}}, them: []man{{name: "Bea"}}}
	text := strings.Replace(b.text(), ", initiative: 0", "", 1)
	g, err := Load("setup.yaml", []byte(text), b.book(t))
	if err != nil {
		t.Fatal(err)
	}
	bt := begun(t, g)
	if what := bt.f.Check().What; what != "initiative" {
		t.Fatalf("the fight waits for %s, want Ann's initiative", what)
	}
	bt.wantATN("Ann", 25) // 20 and poise; the unhurt have no scars
	bt.play(to{50})
	bt.wantEvent("effect", "Ann", "poise")
	if first := bt.told[0]; first.Kind != "effect" || first.Of != "ATN +5" {
		t.Errorf("told first is %+v, want the effect", first)
	}
	for _, e := range bt.events("effect") {
		if e.What == "scars" {
			t.Errorf("told: %+v, of one who is unhurt", e)
		}
	}
}

const bells = `techniques:
  banner: {effects: [{when: round, does: attack, dice: 1k0, on: friends, lasts: round}]}
  bell: {effects: [{when: round, does: quell, on: foes}]}
  drum: {effects: [{when: round, does: damage, dice: 1k0, on: friends, lasts: round}]}
`

// again is the next turn of somebody's, in the Water stance.
func (b *bout) again(name string) {
	b.t.Helper()
	for round := b.f.Round(); b.f.Round() == round; {
		b.pass()
	}
	b.until(name)
}

// on reports whether an effect is on somebody's sheet.
func (b *bout) on(name, effect string) bool {
	b.t.Helper()
	return strings.Contains(b.kit().Sheet(name, "effects"), effect)
}

func (b *bout) wantOn(name, effect string, want bool) {
	b.t.Helper()
	if b.on(name, effect) != want {
		b.t.Errorf("%s on %s: %q, want %v", effect, name, b.kit().Sheet(name, "effects"), want)
	}
}

// Of two effects that a round begins, whose owner has the higher initiative says whether it comes first or last, and nobody else is
// asked.
// RK-10. RK-09: that is before the turns.
func TestTheHigherOfTwoSaysFirstOrLast(t *testing.T) {
	for words, stays := range map[string]bool{"bell first": true, "bell last": false} {
		b := skilled(t, bells, "techniques: [bell]", "", "techniques: [banner]", "")
		b.wantTurn("Ann", rules.Decide)
		b.wantOptions("bell first", "bell last")
		b.play(words)
		b.wantTurn("Ann", rules.Decide)
		b.wantOffered(true, "end the turn")
		b.wantOn("Bea", "banner", stays)
		b.wantOn("Dan", "banner", stays)
	}
}

// Of three or more each says so from the highest initiative on, and each of the two groups again, until all are in order. A group
// that stays as it was is ordered by initiative: of the first the highest first, of the last the highest last.
// RK-11. R-RK-02.
func TestOfThreeEachSaysFirstOrLast(t *testing.T) {
	for _, c := range []struct {
		say  string
		want string
	}{
		{"bell first, banner last, drum last, banner last", "bell drum banner"}, // of the two at the end Bea, who is higher, again
		{"bell first, banner last, drum last, banner first", "bell banner drum"},
		{"bell first, banner first, drum first", "bell banner drum"},
		{"bell last, banner last, drum last", "drum banner bell"},
		{"bell last, banner first, drum first, banner last", "drum banner bell"},
		{"bell last, banner first, drum last, bell first", "banner bell drum"},
	} {
		b := skilled(t, bells, "techniques: [bell]", "", "techniques: [banner]", "techniques: [drum]")
		order := ""
		asked := strings.Split(c.say, ", ")
		for k, words := range asked {
			b.wantOffered(true, words)
			b.play(words)
			if k == len(asked)-1 {
				for _, e := range b.events("effect") {
					if e.OK {
						order += " " + e.What
					}
				}
			}
		}
		b.wantTurn("Ann", rules.Decide)
		b.wantOffered(true, "end the turn")
		if want := c.want; order != " "+want && order != " "+strings.TrimPrefix(want, "bell ") { // a bell that finds nothing is not told
			t.Errorf("%s: set off%s, want %s", c.say, order, want)
		}
	}
}

// The choice is a turn of its own, and a position there says what it waits for.
// RK-10.
func TestFirstOrLastIsWrittenDown(t *testing.T) {
	b := skilled(t, bells, "techniques: [bell]", "", "techniques: [banner]", "")
	g, s := b.position()
	text, err := g.Position(&s)
	if err != nil || !strings.Contains(string(text), "waits for: first or last") {
		t.Fatalf("%v\n%s", err, text)
	}
	again, err := Load("position.yaml", text, setup{rows: bells}.book(t))
	if err != nil || again.Start() != s {
		t.Errorf("%v; read back\n%+v, want\n%+v", err, again.Start(), s)
	}
}

// Where nothing depends on it nobody is asked: effects come in the order of initiative.
// R-RK-84.
func TestNobodyIsAskedWhereTheOrderIsAllTheSame(t *testing.T) {
	b := skilled(t, bells, "techniques: [banner]", "", "techniques: [drum]", "")
	b.wantTurn("Ann", rules.Decide)
	b.wantOffered(true, "end the turn")
	b.wantOn("Cid", "banner", true)
	b.wantOn("Dan", "drum", true)
	b.wantOn("Cid", "drum", false)
}

// What a turn begins is set off after the stance, in the order its owner chooses.
// RK-13. R-RK-03.
func TestATurnsEffectsComeInTheOrderOfTheirOwner(t *testing.T) {
	rows := `techniques:
  breath: {effects: [{when: turn, does: heal, by: 30, needs: [wounded]}]}
  pride: {effects: [{when: turn, does: damage, dice: 2k0, needs: [wounded], lasts: turn}]}
`
	for first, both := range map[string]bool{"begin with pride": true, "begin with breath": false} {
		b := skilled(t, rows, "techniques: [breath, pride]", "", "", "")
		b.wantOffered(true, "end the turn") // unhurt: neither is there
		b.kit().Edit("Ann wounds=10")
		b.again("Ann")
		b.wantOffered(true, "fire")
		b.play("water")
		b.wantTurn("Ann", rules.Decide)
		b.wantOptions("begin with breath", "begin with pride")
		b.play(first)
		b.wantSheet("Ann", "rank", "healthy")
		b.wantOn("Ann", "pride", both)
		b.play("end the turn")
		b.wantOn("Ann", "pride", false) // it lasts for the turn
	}
}

// The Readying Phase sets its effects off first, from the lowest initiative up.
// RK-25. R-RK-46.
func TestTheReadyingPhaseSetsOffFromTheLowest(t *testing.T) {
	rows := `techniques:
  toll: {effects: [{when: readying, does: hurt, by: 1, on: foes}]}
`
	b := skilled(t, rows, "techniques: [toll]", "", "techniques: [toll]", "techniques: [toll]")
	for b.f.Round() == 1 {
		b.play("end the turn")
	}
	var order []string
	for _, e := range b.events("effect") {
		order = append(order, e.Seat)
	}
	if want := []string{"Dan", "Bea", "Ann"}; !slices.Equal(order, want) {
		t.Errorf("set off by %v, want %v", order, want)
	}
	b.wantWounds("Ann", 2)
	b.wantWounds("Bea", 1)
}

// An effect ends on coming to a Readying Phase with no rounds left: one of a single round meets two, one for the round meets one.
// RK-26: rounds are counted there. RK-27. R-RK-30.
func TestAnEffectOfOneRoundMeetsTwoReadyingPhases(t *testing.T) {
	rows := `techniques:
  brief: {cost: free, once: true, effects: [{does: ATN, by: 5, lasts: round}]}
  short: {cost: simple, once: true, effects: [{does: reduction, by: 2, lasts: 1 round}]}
  ends: {cost: simple, once: true, effects: [{does: attack, dice: 1k0, lasts: encounter}]}
`
	b := skilled(t, rows, "techniques: [brief, short, ends]", "", "", "")
	b.play("use brief", "use short", "use ends")
	b.wantSheet("Ann", "effects", "brief (ATN +5, this round), short (reduction +2, 1 round left), ends (attack +1k0, to the end)")
	next := func(want string) {
		t.Helper()
		for round := b.f.Round(); b.f.Round() == round; {
			b.pass()
		}
		b.wantSheet("Ann", "effects", want)
	}
	next("short (reduction +2, this round), ends (attack +1k0, to the end), brief used")
	next("ends (attack +1k0, to the end), brief used, short used")
}

// What is to be paid for an action is paid as it says, and what nobody can pay for is not offered.
// RK-34: free, simple and complex. RK-21: the free one once a turn, whatever it is for.
func TestActionsHaveTheirCosts(t *testing.T) {
	rows := `techniques:
  light: {cost: free, effects: [{does: ATN, by: 1, lasts: turn}]}
  airy: {cost: free, effects: [{does: ATN, by: 1, lasts: turn}]}
  plain: {cost: simple, effects: [{does: ATN, by: 1, lasts: turn}]}
  heavy: {cost: complex, effects: [{does: ATN, by: 1, lasts: turn}]}
`
	b := skilled(t, rows, "techniques: [light, airy, plain, heavy]", "", "", "")
	b.wantOffered(true, "use light", "use airy", "use plain", "use heavy")
	b.play("use light")
	b.wantSimple(2)
	b.wantOffered(false, "use light", "use airy")
	b.play("use plain")
	b.wantSimple(1)
	b.wantOffered(false, "use heavy")
	b.wantOffered(true, "use plain")
	b.play("use plain")
	b.wantSimple(0)
	b.wantOffered(false, "use plain")
	b = skilled(t, rows, "techniques: [heavy]", "", "", "")
	b.play("use heavy")
	b.wantSimple(0)
}

// Words cost what they cost: seven syllables a Free Action, once a turn, seventeen a Simple one; in a grapple as well, the seven for
// anybody, the seventeen for who is in control.
// RK-28, RK-35. RK-155. R-RK-20.
func TestWordsThatDoSomething(t *testing.T) {
	rows := `techniques:
  cry: {cost: 7 syllables, effects: [{does: attack, dice: 1k0, on: friends, lasts: round}]}
  speech: {cost: 17 syllables, effects: [{does: free raises, by: 1}]}
  stretch: {cost: free, effects: [{does: water, by: 1, lasts: turn}]}
`
	b := skilled(t, rows, "techniques: [cry, speech], hooks: [speech]", "", "", "")
	b.wantOffered(true, "use cry", "speak 7 syllables", "use speech", "speak 17 syllables")
	b.play("use cry")
	b.wantSimple(2)
	b.wantOffered(false, "use cry", "speak 7 syllables") // the seven are spoken
	b.wantOn("Cid", "cry", true)
	b.wantOn("Bea", "cry", false)
	b.play("use speech")
	b.wantSimple(1)
	b.wantSheet("Ann", "tactics", "1")
	b.play("speak 17 syllables")
	b.wantSimple(0)
	b.wantOffered(false, "use speech", "speak 17 syllables")
	b = setup{rows: rows, us: []man{{name: "Ann", row: "techniques: [cry, speech, stretch], hooks: [speech]", at: "a1"}},
		them: []man{{name: "Bea", at: "b1"}}}.begin(t)
	b.play("use cry", "katana > Bea", "roll")
	b.wantCheck("6k3 >= 20")
	for _, control := range []bool{true, false} {
		b = setup{rows: rows, us: []man{{name: "Ann", row: "techniques: [cry, speech, stretch], hooks: [speech], weapons: []", at: "a1"}},
			them: []man{{name: "Bea", at: "b1"}}}.begin(t)
		b.play("grapple > Bea", to{40})
		b.again("Ann")
		b.play("water", map[bool]any{true: to{40, 3}, false: to{3, 40}}[control])
		b.wantOffered(control, "use speech", "speak 17 syllables")
		b.wantOffered(true, "use cry", "speak 7 syllables")
		b.wantOffered(false, "use stretch")
	}
}

// A small object is drawn, or put away, as a Free Action, once a turn; it is used from the hand, once.
// RK-30. RK-21. R-RK-86.
func TestSmallObjects(t *testing.T) {
	rows := `objects:
  salve: {cost: simple, effects: [{does: heal, by: 6, on: friend, feet: 5}]}
  charm: {cost: free, effects: [{does: ATN, by: 5, lasts: 1 round}]}
`
	b := skilled(t, rows, "objects: [salve, charm]", "", "", "")
	b.kit().Edit("Cid wounds=9")
	b.wantOffered(true, "draw salve", "draw charm")
	b.wantOffered(false, "use salve > Cid", "use charm", "put away salve")
	b.play("draw salve")
	b.wantSimple(2)
	b.wantSheet("Ann", "effects", "salve drawn")
	b.wantOffered(false, "draw charm", "put away salve") // one a turn
	b.wantOffered(true, "use salve > Cid", "use salve > Ann")
	b.wantOffered(false, "use salve > Bea")
	b.play("use salve > Cid")
	b.wantSimple(1)
	b.wantWounds("Cid", 3)
	b.wantSheet("Ann", "effects", "salve used")
	b.again("Ann")
	b.play("water")
	b.wantOffered(false, "draw salve", "use salve > Cid", "put away salve")
	b.play("draw charm")
	b.again("Ann")
	b.play("water")
	b.wantOffered(true, "put away charm", "use charm")
	b.play("put away charm")
	b.wantOffered(false, "draw charm", "use charm")
}

// A spell is begun as a Free Action, paid for, and completed as a Free Action, in one turn or in several; each of it once a turn.
// RK-33, RK-34. R-RK-85: completing it is tested, where its row has a number, with the Insight Rank and a ring.
func TestASpellIsBegunPaidForAndCompleted(t *testing.T) {
	rows := `spells:
  mist: {cost: simple, number: 15, ring: air, effects: [{does: ATN, by: 10, on: friend, lasts: 1 round}]}
  stone: {cost: complex, effects: [{does: water, by: -2, on: foe, lasts: 1 round}, {does: tests, dice: 0k0-5, on: foe, lasts: 1 round}]}
`
	b := skilled(t, rows, "spells: [mist, stone], hungry days: 1", "", "", "")
	b.wantOffered(true, "begin mist", "begin stone")
	b.wantOffered(false, "pay for mist", "complete mist > Cid")
	b.play("begin mist")
	b.wantSimple(2)
	b.wantOffered(false, "begin stone", "complete mist > Cid")
	b.play("pay for mist")
	b.wantSimple(1)
	b.wantSheet("Ann", "effects", "mist paid")
	b.wantOffered(false, "pay for mist")
	b.play("complete mist > Cid")
	b.wantCheck("4k3 >= 20") // 15, and 5 for a day without food (RK-194)
	b.play(to{20})
	b.wantEvent("spell", "Ann", "mist")
	b.wantSimple(1)
	b.wantATN("Cid", 30)
	b.wantOffered(false, "begin mist", "begin stone") // a spell has been begun in this turn
	b.again("Ann")
	b.play("water", "begin stone", "pay for stone")
	b.wantSimple(0)
	b.again("Ann") // it is completed in the next turn
	b.play("water")
	b.wantOffered(false, "begin stone")
	b.wantOffered(true, "complete stone > Bea")
	b.play("complete stone > Bea")
	b.wantOn("Bea", "stone", true)
	b.until("Bea")
	b.play("water")
	b.wantOffered(true, "step > d1")
	b.wantOffered(false, "step > c1") // Water 1

	b = skilled(t, rows, "spells: [mist]", "", "", "")
	b.play("begin mist", "pay for mist", "complete mist > Cid", to{14})
	b.wantATN("Cid", 20)
	b.wantOffered(false, "complete mist > Cid")
}

// What somebody has set off is over when that one is Out, and nothing stays on one who is.
// R-RK-84.
func TestEffectsEndWithTheirOwner(t *testing.T) {
	rows := `techniques:
  banner: {effects: [{when: encounter, does: ATN, by: 5, on: friends, lasts: encounter}]}
`
	b := skilled(t, rows, "techniques: [banner]", "", "", "")
	b.wantATN("Cid", 25)
	b.kit().Edit("Cid out")
	b.wantATN("Ann", 25)
	b = skilled(t, rows, "techniques: [banner]", "", "", "")
	b.kit().Edit("Ann out")
	b.wantATN("Cid", 20)
}

// Two of one row do not add up, those of different rows do.
// R-RK-84.
func TestEffectsOfOneRowCountOnce(t *testing.T) {
	rows := `techniques:
  banner: {effects: [{when: encounter, does: ATN, by: 5, on: friends, lasts: encounter}]}
  oath: {effects: [{when: encounter, does: ATN, by: 3, lasts: encounter}]}
`
	b := skilled(t, rows, "techniques: [banner, oath]", "techniques: [banner]", "", "")
	b.wantATN("Ann", 28)
	b.wantATN("Cid", 25)
}

// What techniques add to an ATN is lost to the Blind and the Grappled, what things add to the Grappled alone; what is taken off
// stays.
// RK-105, RK-106, RK-107. RK-181, RK-201.
func TestBonusesOfEffectsHaveTheirPlaces(t *testing.T) {
	for _, c := range []struct {
		rows         string
		plain, blind int
		grappled     int
	}{
		{"techniques: {thing: {effects: [{when: encounter, does: ATN, by: 5, lasts: encounter}]}}\n", 25, 8, 5},
		{"armours: {thing: {bonus: 0, reduction: 0, effects: [{when: encounter, does: ATN, by: 5, lasts: encounter}]}}\n", 25, 13, 5},
		{"techniques: {thing: {effects: [{when: encounter, does: ATN, by: -4, lasts: encounter}]}}\n", 16, 4, 1},
	} {
		row := "techniques: [thing]"
		if strings.HasPrefix(c.rows, "armours") {
			row = "armour: thing"
		}
		sc := setup{rows: c.rows, us: []man{{name: "Ann", row: row, at: "a1"}}, them: []man{{name: "Bea", at: "b1"}}}
		b := sc.begin(t)
		b.wantATN("Ann", c.plain)
		b.kit().Edit("Ann blind")
		b.wantATN("Ann", c.blind)
		b = sc.begin(t)
		b.until("Bea")
		b.play("grapple > Ann", to{40})
		b.wantATN("Ann", c.grappled)
	}
}

// Every effect does what its row says, to whom it says, as far as it says.
// R-RK-84.
func TestWhatEffectsDo(t *testing.T) {
	for does, c := range map[string]struct {
		effect, before, entry, want string
	}{
		"Void Points, up to what one began with":  {"does: void points, by: 2", "Ann void=0", "void", "1"},
		"Wounds healed, no more than there are":   {"does: heal, by: 20", "Ann wounds=9", "wounds", "0 (out at 52)"},
		"Wounds, of those near enough":            {"does: hurt, by: 3, on: friends, feet: 5", "", "wounds", "3 (out at 52)"},
		"a Free Raise":                            {"does: free raises, by: 2", "", "tactics", "2"},
		"standing up":                             {"does: stand", "Ann prone", "status", ""},
		"seeing and standing firm":                {"does: steady", "Ann blind", "status", ""},
		"being Blind to the end of the next turn": {"does: blind", "", "status", "blind, eye struck"},
		"being knocked down":                      {"does: fell", "", "status", "prone"},
		"being Stunned":                           {"does: stun", "", "status", "stunned"},
		"initiative":                              {"does: initiative, by: -25, lasts: 2 rounds", "", "initiative", "65"},
		"Reduction":                               {"does: reduction, by: 2, lasts: 2 rounds", "", "effects", "thing (reduction +2, 2 rounds left)"},
	} {
		b := skilled(t, "techniques: {thing: {cost: free, effects: [{"+c.effect+"}]}}\n", "techniques: [thing], void points: 1", "", "", "")
		b.play("no more")
		if c.before != "" {
			b.kit().Edit(c.before)
		}
		b.play("use thing")
		b.wantSheet("Ann", c.entry, c.want)
		if t.Failed() {
			t.Fatalf("it was %s", does)
		}
	}
	rows := "techniques: {thing: {cost: free, effects: [{does: damage, dice: 2k1+3, lasts: turn}, {does: reduction, by: 4, on: foes, feet: 5, lasts: turn}]}}\n"
	b := setup{rows: rows, us: []man{{name: "Ann", row: "techniques: [thing]"}}, them: []man{{name: "Bea"}}}.begin(t)
	b.play("use thing", "katana > Bea", "roll", to{20})
	b.wantCheck("8k3+3")
	b.play(to{30})
	b.wantWounds("Bea", 26)
}

// A weapon's effects come while who brought it has it ready, an armour's while it is worn.
// R-RK-84.
func TestEquipmentHasEffects(t *testing.T) {
	rows := `weapons:
  war fan: {skill: knives, size: small, uses: [{damage: 0k1, feet: 5}], effects: [{when: turn, does: attack, dice: 1k0, on: friends, lasts: round}]}
`
	b := skilled(t, rows, "weapons: [war fan]", "", "", "")
	b.wantOn("Cid", "war fan", true)
	b.play("stow war fan")
	b.again("Ann")
	b.play("water")
	b.wantOn("Cid", "war fan", false)
	b.play("ready war fan")
	b.again("Ann")
	b.play("water")
	b.wantOn("Cid", "war fan", true)
}

// More than a position can keep is a mistake in the file, and so is an effect where it makes no sense.
// R-RK-84.
func TestTooManyEffectsAreAMistake(t *testing.T) {
	rows := "techniques:\n"
	var names []string
	for _, n := range []string{"a", "b", "c", "d", "e", "f", "g", "h", "i"} {
		rows += "  " + n + ": {cost: free, effects: [{does: ATN, by: 1, lasts: turn}]}\n"
		names = append(names, n)
	}
	sc := setup{rows: rows, us: []man{{name: "Ann", row: "techniques: [" + strings.Join(names[:4], ", ") + "]"},
		{name: "Cid", row: "techniques: [" + strings.Join(names[4:8], ", ") + "]"}},
		them: []man{{name: "Bea", row: "techniques: [i]"}}}
	if _, err := Load("setup.yaml", []byte(sc.text()), sc.book(t)); err == nil ||
		!strings.Contains(err.Error(), "9 effects that last or are used once: want at most 8") {
		t.Errorf("nine effects: %v", err)
	}
}

// An effect asks for all that it needs, of whoever is still in the fight.
// RK-02: all other conditions. R-RK-84.
func TestWhatEffectsNeed(t *testing.T) {
	for _, c := range []struct {
		needs string
		row   string
		edits []string
		want  bool
	}{
		{"wounded", "", nil, false}, {"wounded", "", []string{"Ann wounds=1"}, true},
		{"unhurt", "", nil, true}, {"unhurt", "", []string{"Ann wounds=1"}, false},
		{"armed", "", nil, true}, {"armed", "weapons: []", nil, false}, {"armed", "weapons: [kick]", nil, false},
		{"unarmed", "", nil, false}, {"unarmed", "weapons: []", nil, true},
		{"outnumbered", "", nil, false}, {"outnumbered", "", []string{"Cid out"}, true}, {"outnumbered", "", []string{"Cid out", "Bea out"}, false},
		{"beside a friend", "", nil, true}, {"beside a friend", "", []string{"Cid at=c2"}, false}, {"beside a friend", "", []string{"Cid out"}, false},
		{"a foe in reach", "", nil, false}, {"a foe in reach", "", []string{"Bea at=b1"}, true}, {"a foe in reach", "weapons: [yari]", []string{"Bea at=c1"}, true},
		{"a foe in reach", "", []string{"Bea at=c1"}, false},
		{"mounted", "", nil, false},
		{"in water", "", nil, true}, {"in air", "", nil, false}, {"in fire", "", nil, false},
		{"in air", "", []string{"Ann stance=air"}, true}, {"in earth", "", []string{"Ann stance=earth"}, true}, {"in fire", "", []string{"Ann stance=fire"}, true},
		{"in void", "", []string{"Ann stance=void"}, true},
		{"unhurt, armed", "", nil, true}, {"unhurt, unarmed", "", nil, false},
	} {
		row := "techniques: [thing]"
		if c.row != "" {
			row += ", " + c.row
		}
		b := skilled(t, "techniques: {thing: {cost: free, effects: [{does: ATN, by: 5, needs: ["+c.needs+"], lasts: turn}]}}\n", row, "", "", "")
		for _, edit := range c.edits {
			b.kit().Edit(edit)
		}
		if got := slices.Contains(b.words(), "use thing"); got != c.want {
			t.Errorf("needs %s, %s, after %q: offered %v, want %v", c.needs, c.row, c.edits, got, c.want)
		}
	}
}

// A row of several effects is used where one of them has what it needs, and only that comes.
// R-RK-84.
func TestEachEffectOfARowHasItsNeeds(t *testing.T) {
	rows := "techniques: {thing: {cost: free, effects: [{does: heal, by: 4, needs: [wounded]}, {does: ATN, by: 5, needs: [unhurt], lasts: turn}]}}\n"
	b := skilled(t, rows, "techniques: [thing]", "", "", "")
	b.play("use thing")
	b.wantATN("Ann", 25)
	b = skilled(t, rows, "techniques: [thing]", "", "", "")
	b.kit().Edit("Ann wounds=9")
	b.play("use thing") // healed, it is wounded still: the ATN stays
	b.wantWounds("Ann", 5)
	b.wantATN("Ann", 20)
}
