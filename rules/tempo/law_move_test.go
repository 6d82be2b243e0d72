package tempo

import (
	"slices"
	"testing"

	"kokyu/rules"
	"kokyu/rules/rulestest"
	"kokyu/rules/tempo/rows"
)

// Moving, and what answers it.

const lane = `["............"]`

// facing is Ann and Bea in a lane.
func facing(t *testing.T, ann, annAt, bea, beaAt string) *bout {
	t.Helper()
	return setup{us: []man{{name: "Ann", row: ann, at: annAt}}, them: []man{{name: "Bea", row: bea, at: beaAt}}, ground: lane}.begin(t)
}

// A Move nobody answers ends where it was meant to.
// TP-31: Move takes 2 AP, off guard or on guard.
// TP-32: no check; its result is 0, and 0 succeeds.
// TP-34: done, the movement is completed.
func TestAMoveNobodyAnswersSucceeds(t *testing.T) {
	b := facing(t, "", "a1", "", "h1")
	b.wantCost("move > e1", 2)
	b.wantOffered(false, "move > f1") // Base Combat Movement is 4
	b.play("move > e1", "no reaction")
	b.wantOutcome("Ann", "move", "success")
	b.wantSheet("Ann", "square", "e1")
}

// A failed Move travels all the same, unless the mover is hit.
// TP-33: failed, the mover moves and stops at the first valid square if hit.
// TP-35: whoever threatens the square strikes with nothing to oppose it.
// R-TP-13, R-TP-48.
func TestAHitStopsAMover(t *testing.T) {
	begin := func() *bout {
		b := setup{us: []man{{name: "Ann", at: "a2"}}, them: []man{{name: "Bea", at: "d1", row: "skills: {blades: 1, footwork: 4, endurance: 4}"}},
			ground: `["......", "......"]`}.begin(t)
		b.play("move > e2")
		b.wantOptions("counter-attack, long sword cut", "counter-attack, long sword thrust", "retreat", "no reaction")
		b.play("counter-attack, long sword cut")
		return b
	}
	b := begin()
	b.play(d{1}) // 1 + 1 - 2 is 0: the Move succeeds and is hit
	b.wantOutcome("Ann", "move", "success")
	b.play(d{1, 1})
	b.wantSheet("Ann", "square", "e2")
	b = begin()
	b.play(d{2}, d{1, 1}) // 1: it fails, and is hit on c1
	b.wantOutcome("Ann", "move", "failure")
	b.wantSheet("Ann", "square", "c1")
	b.wantWounds("Ann", 1, 0, 0)
	b = begin()
	b.play(d{0}) // -1: a miss
	b.wantSheet("Ann", "square", "e2")
}

// Two who hit a mover on its way stop it at the first square that one of them reaches, whoever of them struck first.
// TP-33, R-TP-13.
func TestAMoverStopsWhereTheFirstSquareIsReached(t *testing.T) {
	for _, names := range [][2]string{{"Bea", "Cid"}, {"Cid", "Bea"}} {
		const row = "skills: {blades: 1, footwork: 4, endurance: 4}"
		b := setup{us: []man{{name: "Ann", at: "a2"}}, them: []man{{name: names[0], at: "f2", row: row}, {name: names[1], at: "d1", row: row}},
			ground: `["......", "......"]`}.begin(t)
		b.play("move > e2", "counter-attack, long sword cut", "counter-attack, long sword cut")
		b.play(d{2, 2}, d{1, 1}, d{1, 1}) // both hit: one would on e2, the other does on c1
		b.wantSheet("Ann", "square", "c1")
	}
}

// R-TP-13: a mover who is stopped stays there, whoever retreats from it afterwards.
// R-TP-48.
func TestAStoppedMoverStaysStopped(t *testing.T) {
	b := setup{us: []man{{name: "Ann", at: "a2"}},
		them:   []man{{name: "Bea", at: "d1", row: "skills: {blades: 1, footwork: 4, endurance: 4}"}, {name: "Cid", at: "f2"}},
		ground: `["........", "........"]`}.begin(t)
	b.play("move > e2", "counter-attack, long sword cut", "retreat", d{2, 0}, d{1, 1})
	b.wantSheet("Ann", "square", "c1")
	b.wantTurn("Cid", rules.Decide)
	b.play("step > g1")
	b.wantSheet("Ann", "square", "c1")
	b.wantSheet("Cid", "square", "g1")
	b.wantTurn("Ann", rules.Decide)
}

// Combat Move: a check, one square to or fro.
// TP-36: Combat Move takes 3 AP on guard, with a check.
// TP-37: DT 1, critical 10.
// TP-38: failed, nobody moves.
// TP-39: done, one square toward or away, laterally at will.
// TP-40: critical, past the foe.
func TestACombatMove(t *testing.T) {
	begin := func() *bout {
		b := setup{us: []man{{name: "Ann", at: "c2"}}, them: []man{{name: "Bea", at: "d2", row: "skills: {blades: 6, footwork: 4}"}},
			ground: `["......", "......", "......"]`}.begin(t)
		b.wantCost("combat move > b2", 3)
		b.wantOffered(true, "combat move > c1", "combat move > d1", "combat move > f2")
		b.wantOffered(false, "combat move > a2")
		b.play("combat move > b2", "counter-attack, long sword cut")
		return b
	}
	b := begin()
	b.play(d{3, 3}) // 7 against 7
	b.wantOutcome("Ann", "combat move", "failure")
	b.play(d{1, 1})
	b.wantSheet("Ann", "square", "c2")
	b = begin()
	b.play(d{4, 3})
	b.wantOutcome("Ann", "combat move", "success")
	b.wantSheet("Ann", "square", "b2")
	b = begin()
	b.play(d{13, 3})
	b.wantOutcome("Ann", "combat move", "critical success")
	b.wantTurn("Ann", rules.Decide)
	b.wantOffered(true, "step > f3", "step > a1", "stay")
	b.play("step > f3")
	b.wantSheet("Ann", "square", "f3")
}

// TP-36: everyone On Guard may edge, whichever side and whoever it faces.
func TestBothSidesEdge(t *testing.T) {
	b := facing(t, "", "c1", "", "f1")
	b.wantOffered(true, "combat move > b1", "combat move > d1")
	b.play("end the turn")
	b.wantTurn("Bea", rules.Decide)
	b.wantOffered(true, "combat move > e1", "combat move > g1")
}

// R-TP-20: who has no answer to a move is not asked for one: with a dagger in hand the spear on one's back threatens nobody.
// TP-06.
func TestWhoHasNoAnswerIsNotAsked(t *testing.T) {
	const armed = "weapons: [dagger, spear], skills: {blades: 4, polearms: 4, footwork: 4, endurance: 4, brawling: 4}"
	sc := setup{us: []man{{name: "Ann", at: "a2", row: armed}, {name: "Cat", at: "a3"}},
		them:   []man{{name: "Bea", at: "e2", row: armed}, {name: "Dov", at: "f4", row: "weapons: [short bow, dagger]"}},
		ground: `["......", "..#...", "......", "....#."]`}
	g, err := Load("setup.yaml", []byte(sc.text()), sc.book(t))
	if err != nil {
		t.Fatal(err)
	}
	asked := 0
	rulestest.VisitReached(g, 20, func(s State) {
		if s.phase != phReact {
			return
		}
		asked++
		if acts := g.Actions(&s, nil); len(acts) < 2 {
			t.Fatalf("%s is asked, and has no answer to %s: %+v", g.name(int(s.by)), rows.ActionNames[s.do], s)
		}
	})
	if asked == 0 {
		t.Error("nobody was asked: this shows nothing")
	}
}

// Retreat: away from one who comes nearer, after it has come.
// TP-126: Retreat takes 3 AP on guard, with a check.
// TP-127: it answers Move and Combat Move.
// TP-128: DT 1, critical 10.
// TP-129: failed, nobody moves.
// TP-130: done, a square away and laterally at will.
// TP-131: critical, a hasty withdrawal.
// R-TP-11: never nearer.
func TestARetreatGoesAway(t *testing.T) {
	begin := func(bea int) *bout {
		b := facing(t, "", "c1", "", "e1")
		b.play("combat move > d1")
		b.wantCost("retreat", 3)
		b.play("retreat", d{0, bea}) // 4 against 4 and bea
		return b
	}
	b := begin(0)
	b.wantOutcome("Bea", "retreat", "failure")
	b.wantSheet("Bea", "square", "e1")
	b = begin(1)
	b.wantOutcome("Bea", "retreat", "success")
	b.wantSheet("Ann", "square", "c1") // 1 ahead of it, her own move fails
	b.wantOptions("stay", "step > f1")
	b.play("step > f1")
	b = begin(10)
	b.wantOutcome("Bea", "retreat", "critical success")
	b.wantOptions("stay", "step > f1", "step > g1", "step > h1", "step > i1")
	b.play("step > i1")
	b.wantSheet("Bea", "square", "i1")
	b.wantTurn("Ann", rules.Decide)

	b = facing(t, "", "c1", "", "e1")
	b.play("move > b1")
	b.wantTurn("Ann", rules.Decide) // it does not come nearer: nothing to answer
}

// A Retreat that succeeds may go sideways, one that succeeds critically goes farther away, however far it walks.
// TP-130, TP-131.
func TestWhereARetreatLeads(t *testing.T) {
	for bea, sideways := range map[int]bool{1: true, 10: false} {
		b := setup{us: []man{{name: "Ann", at: "c2"}}, them: []man{{name: "Bea", at: "e2"}}, ground: `["........", "........", "........"]`}.begin(t)
		b.play("combat move > d2", "retreat", d{0, bea})
		b.wantOffered(true, "stay", "step > f1", "step > f2", "step > f3")
		b.wantOffered(sideways, "step > e1", "step > e3")
		b.wantOffered(!sideways, "step > g2", "step > h2")
		b.wantOffered(false, "step > d1", "step > d2")
	}
}

// Retreats are taken in the order of turns: who has nowhere to go when it is its own turn to choose stays, though another
// makes room afterwards.
// R-TP-48, R-TP-57.
func TestARetreatWithoutRoomIsOver(t *testing.T) {
	b := setup{us: []man{{name: "Ann", at: "c1"}}, them: []man{{name: "Bea", at: "e1"}, {name: "Cid", at: "f1"}}, ground: lane}.begin(t)
	b.play("combat move > d1", "retreat", "retreat", d{0, 1, 1})
	b.wantOutcome("Bea", "retreat", "success")
	b.wantOptions("stay", "step > g1") // Cid: Bea has him behind her
	b.play("step > g1")
	b.wantSheet("Bea", "square", "e1")
	b.wantTurn("Ann", rules.Decide)

	b = setup{us: []man{{name: "Ann", at: "c1"}}, them: []man{{name: "Bea", at: "e1"}, {name: "Cid", at: "f1"}}, ground: lane}.begin(t)
	b.play("combat move > d1", "retreat", "no reaction", d{0, 10}) // far enough to pass Cid by
	b.wantOutcome("Bea", "retreat", "critical success")
	b.wantOptions("stay", "step > g1", "step > h1", "step > i1")

	b = setup{us: []man{{name: "Ann", at: "c2"}}, them: []man{{name: "Bea", at: "e1"}, {name: "Cid", at: "e3"}}, ground: `["........", "........", "........"]`}.begin(t)
	b.play("combat move > d2", "retreat", "retreat", d{0, 1, 1}) // both have room, and each is asked
	b.wantTurn("Bea", rules.Decide)
	b.play("step > f1")
	b.wantTurn("Cid", rules.Decide)
	b.play("step > f3")
	b.wantSheet("Cid", "square", "f3")
	b.wantTurn("Ann", rules.Decide)
}

// R-TP-11: a table may let a Retreat close as well, by one square like the way out.
// TP-130.
func TestATableMayLetARetreatClose(t *testing.T) {
	for rulings, want := range map[string][]string{
		"retreat: away":   {"stay", "step > h1"},
		"retreat: either": {"stay", "step > f1", "step > h1"},
	} {
		b := setup{us: []man{{name: "Ann", at: "c1", row: "weapons: [spear]"}}, them: []man{{name: "Bea", at: "g1"}}, ground: lane, rulings: rulings}.begin(t)
		b.play("combat move > d1", "retreat", d{0, 1}) // 1 ahead of it: Ann stays
		b.wantOutcome("Bea", "retreat", "success")
		b.wantOptions(want...)
	}
}

// Being struck at wakes: one who moves Off Guard is On Guard after a Counter-Attack or a Counter-Fire, hit or missed.
// R-TP-63, R-TP-51.
// TP-35.
func TestBeingStruckAtOnTheMoveWakes(t *testing.T) {
	for _, dice := range [][]any{{d{0}}, {d{9}, d{1, 1}}} {
		b := setup{us: []man{{name: "Ann", row: "armour: plate"}}, them: []man{{name: "Bea", row: "skills: {blades: 0, endurance: 4}"}}, off: "us"}.begin(t)
		b.play(append([]any{"move > d1", "counter-attack, long sword cut"}, dice...)...)
		b.wantSheet("Ann", "status", "on guard")
	}
	b := setup{us: []man{{name: "Ann", at: "a1"}}, them: []man{{name: "Bea", row: "weapons: [short bow]", at: "e1"}},
		ground: `["......", "......"]`, off: "us"}.begin(t)
	b.play("move > a2", "counter-fire, short bow", d{1, 1})
	b.wantSheet("Ann", "status", "on guard")
	b = setup{us: []man{{name: "Ann"}}, them: []man{{name: "Bea"}}, off: "us"}.begin(t)
	b.play("move > d1", "no reaction")
	b.wantSheet("Ann", "status", "off guard")
}

// Several answer one move, in the order of initiative, each for itself.
// TP-06: foes may answer.
// R-TP-20, R-TP-21, R-TP-56: the mover's outcome is the worst of its results.
func TestSeveralAnswerOneMove(t *testing.T) {
	b := setup{us: []man{{name: "Ann", at: "a2", row: "skills: {reactions: 9, footwork: 4}"}},
		them: []man{{name: "Bea", at: "d1"}, {name: "Cid", at: "d3", row: "skills: {reactions: 2, blades: 4}"},
			{name: "Dov", at: "f2", row: "weapons: [short bow]"}},
		ground: `["......", "......", "......"]`}.begin(t)
	b.play("combat move > b2")
	b.wantTurn("Cid", rules.Decide) // Reactions before the roster
	b.play("no reaction")
	b.wantTurn("Bea", rules.Decide)
	b.play("no reaction", "counter-fire, short bow", d{6, 3}) // 10 against 6
	b.wantSheet("Ann", "square", "b2")
	b.play("combat move > c2", "counter-attack, long sword cut", "counter-attack, long sword cut", "no reaction")
	if c := b.check(); len(c.Dice) != 3 {
		t.Errorf("%d results, want one of the mover and one of each reactor: %+v", len(c.Dice), c)
	}
	b.play(d{5, 3, 9}) // 9 against 5 and 11
	b.wantOutcome("Ann", "combat move", "failure")
	b.wantOutcome("Cid", "counter-attack", "miss")
	b.wantOutcome("Bea", "counter-attack", "critical hit")
	b.play(d{1, 1})
	b.wantSheet("Ann", "square", "b2")
	b.wantWounds("Ann", 1, 0, 0)
}

// A path goes the shortest way, and among those around what is threatened.
// R-TP-57, R-TP-22.
func TestAPathKeepsClearOfWhatIsThreatened(t *testing.T) {
	b := setup{us: []man{{name: "Ann", at: "a2"}}, them: []man{{name: "Bea", at: "c4"}}, ground: `[".....", ".....", ".....", "....."]`}.begin(t)
	g, s, _ := b.position()
	var names []string
	p := g.pathTo(&s, 0, g.ground.squareOf("e2"))
	for _, sq := range p.squares[:p.n] {
		names = append(names, g.ground.Name(sq))
	}
	if want := []string{"a2", "b1", "c1", "d1", "e2"}; !slices.Equal(names, want) && !slices.Equal(names, []string{"a2", "b2", "c2", "d2", "e2"}) {
		t.Errorf("the way is %v, want %v", names, want)
	}
	for _, n := range names {
		if sq := g.ground.squareOf(n); g.ground.Distance(sq, g.ground.squareOf("c4")) <= 1 {
			t.Errorf("the way %v touches the threatened %s", names, n)
		}
	}
	s.seats[1].square = g.ground.squareOf("c3")
	p = g.pathTo(&s, 0, g.ground.squareOf("e2"))
	for _, sq := range p.squares[1 : p.n-1] {
		if g.ground.Distance(sq, s.seats[1].square) <= 1 {
			t.Errorf("with Bea on c3 the way touches %s and there is another", g.ground.Name(sq))
		}
	}
}

// Walls stop feet and shots.
// R-TP-20: line of fire.
func TestWallsStopShots(t *testing.T) {
	b := setup{us: []man{{name: "Ann", row: "weapons: [long bow]", at: "a1"}}, them: []man{{name: "Bea", at: "e1"}}, ground: `["..#..", "....."]`}.begin(t)
	b.wantOffered(false, "long bow > Bea", "aim long bow > Bea", "move > c1")
	b.play("move > a2")
	b.wantOffered(true, "long bow > Bea")
}

// What fell can be picked up, and nothing answers that unless the table says so; then a Counter-Attack does, as if it were a
// Move.
// R-TP-39, R-TP-60.
// TP-89: Counter-Attack answers the document's four actions.
func TestAWeaponIsPickedUpUnderTheSword(t *testing.T) {
	for rulings, answered := range map[string]bool{"": false, "pick up answered: \"yes\"": true} {
		b := setup{us: []man{{name: "Ann"}}, them: []man{{name: "Bea"}}, rulings: rulings}.begin(t)
		g, s, _ := b.position()
		s.join(0, 1, bound)
		b = at(t, g, &s)
		b.play("disarm > Bea", "no reaction", d{9}, "end the turn")
		b.wantSheet("Bea", "weapon", "bare hands")
		b.wantCost("pick up long sword", 2)
		b.play("pick up long sword")
		if answered {
			b.wantOffered(true, "counter-attack, long sword cut")
			b.play("no reaction")
		}
		b.wantTurn("Bea", rules.Decide)
		b.wantSheet("Bea", "weapon", "long sword")
	}
}
