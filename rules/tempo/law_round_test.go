package tempo

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"

	"kokyu/rules"
	"kokyu/rules/rulestest"
	"kokyu/rules/tempo/rows"
)

// §The Action Round and §Recover Stamina.

// A round has twelve points: three cuts at 4, and no more comes back at its end than the twelve.
// TP-02: there are 12 AP to it.
func TestARoundHasTwelvePoints(t *testing.T) {
	b := duel(t, "skills: {blades: 4, endurance: 0}", "")
	b.wantAP("Bea", 12)
	b.wantSheet("Ann", "ap", "12 of 12")
	for left := 8; left >= 0; left -= 4 {
		b.wantTurn("Ann", rules.Decide)
		b.play("long sword cut > Bea", "feint", "no reaction")
		b.wantAP("Ann", left)
	}
	b.wantTurn("Ann", rules.Chance) // nothing is left but to draw breath
	b.play(d{9})
	b.wantAP("Ann", 12)
	b.play("end the turn")
	b.wantTurn("Ann", rules.Decide)
	b.wantAP("Ann", 12) // the next round gives no more
}

// A round is six seconds of its world, half a second to each of its points, and whoever asks how long one is, or how long a fight
// lasts at most, is told.
// TP-01: an action round stands for six seconds.
func TestARoundIsSixSeconds(t *testing.T) {
	b := duel(t, "", "")
	b.wantAP("Ann", 2*6)
	says := map[string]string{}
	for _, l := range lists(rows.DefaultBook()) {
		for _, e := range l.Entries {
			for _, name := range append(e.Also, e.Name) {
				says[name] = strings.Join(e.Cells, " ")
			}
		}
	}
	for _, asked := range []string{"round", "action round", "round length", "length", "seconds"} {
		if w := says[asked]; !strings.Contains(w, "six") || !strings.Contains(w, "seconds") {
			t.Errorf("%s is %q", asked, says[asked])
		}
	}
	for _, r := range rows.Shipped.Rulings() {
		if r.Name == "rounds" && (r.Default != "20" || !strings.HasPrefix(r.Decided, "20 rounds, two minutes at six seconds each")) {
			t.Errorf("%s is %s: %s", r.ID, r.Default, r.Decided)
		}
	}
}

// Turns come in the order of initiative, one whole turn after the other.
// TP-03: characters act in initiative order.
// TP-04: a turn is actions one by one until its owner stops.
// TP-16: what is declared is declared on one's own turn.
func TestTurnsComeWholeInTheOrderOfInitiative(t *testing.T) {
	b := setup{us: []man{{name: "Ann", row: "skills: {reactions: 2}"}, {name: "Cid", row: "skills: {reactions: 6}"}},
		them: []man{{name: "Bea", row: "skills: {reactions: 4}"}}}.begin(t)
	b.wantTurn("Cid", rules.Decide)
	b.play("move > e4", "no reaction")
	b.wantTurn("Cid", rules.Decide)
	b.play("move > d4", "end the turn")
	if b.f.Turn().Kind == rules.Chance {
		b.play(d{9}) // no Endurance: the breath is open
	}
	b.wantTurn("Bea", rules.Decide)
	b.play("end the turn")
	b.wantTurn("Ann", rules.Decide)
}

// Whoever has nothing left to spend is done without saying so.
// TP-04: a turn ends when no AP are left.
func TestATurnEndsWithoutPoints(t *testing.T) {
	b := duel(t, "", "")
	for range 3 {
		b.play("long sword cut > Bea")
		if b.f.Turn().Kind == rules.Commit {
			b.play("feint", "no reaction")
		}
	}
	b.wantTurn("Bea", rules.Decide) // Ann's Endurance makes her breath certain
	b.wantAP("Ann", 12)
}

// The counter is 0 in the first round, which people call round 1, and rises as a round is full.
// TP-14: the round counter begins at 0.
// TP-15: each full round adds one.
func TestTheRoundCounter(t *testing.T) {
	b := duel(t, "", "")
	if _, s, _ := b.position(); s.round != 0 || b.f.Round() != 1 {
		t.Errorf("the counter begins at %d, round %d, want 0 and round 1", s.round, b.f.Round())
	}
	b.play("end the turn")
	if b.f.Round() != 1 {
		t.Errorf("round %d after one turn of two", b.f.Round())
	}
	b.play("end the turn")
	if _, s, _ := b.position(); s.round != 1 || b.f.Round() != 2 {
		t.Errorf("the counter is %d after a full round, want 1", s.round)
	}
	if got := b.events("round"); len(got) != 1 || got[0].N != 2 {
		t.Errorf("told %+v, want round 2", got)
	}

	b = setup{us: []man{{name: "Ann"}}, them: []man{{name: "Bea"}}, rulings: `rounds: "2"`}.begin(t)
	for turn := range 4 {
		if b.f.Turn().Kind == rules.Over || b.f.Round() != 1+turn/2 {
			t.Errorf("before turn %d of the fight the round is %d, want %d", 1+turn, b.f.Round(), 1+turn/2)
		}
		b.play("end the turn")
	}
	if b.f.Turn().Kind != rules.Over {
		t.Error("two full rounds are counted, and the fight of two rounds goes on")
	}
}

// The price is taken when an action is declared, the reaction's when that is.
// TP-05: the proactive action is declared and its AP spent.
// TP-06: foes may answer, spending theirs.
// TP-17: an answer is made in the other one's turn.
func TestPricesAreTakenAtTheDeclaration(t *testing.T) {
	b := duel(t, "", "")
	b.wantCost("long sword cut > Bea", 4)
	b.play("long sword cut > Bea", "melee attack")
	b.wantAP("Ann", 8)
	b.wantAP("Bea", 12)
	b.wantTurn("Bea", rules.Decide)
	b.wantCost("evade", 2)
	b.wantCost("parry", 4)
	b.play("evade")
	b.wantAP("Bea", 10)

	// A reload is paid when it is declared too, and its price is what comes off what is left of it.
	b = setup{us: []man{{name: "Ann", row: "weapons: [crossbow]", at: "a1"}}, them: []man{{name: "Bea", at: "l1"}}, ground: `["............"]`}.begin(t)
	b.play("crossbow > Bea", "no reaction", d{1, 1}, "reload for 9")
	b.wantSheet("Ann", "weapon", "crossbow (unloaded, 9 of 14 AP spent)")

	// So is a shot that answers, and it is shot as far as any: four squares are within the first increment of a knife.
	const knives = "armour: mail, weapons: [throwing knives], skills: {throwing: 4, endurance: 4}"
	b = setup{us: []man{{name: "Ann", row: knives, at: "a1"}}, them: []man{{name: "Bea", row: knives, at: "e1"}}, ground: `["......"]`}.begin(t)
	b.play("aim throwing knives > Bea", "counter-fire, throwing knives")
	b.wantAP("Bea", 9)
	if c := b.check(); c.Mod != 2 {
		t.Errorf("a knife that answers from four squares is at %+d, want +2", c.Mod)
	}
}

// Opposed, each side's result is its total less the other's, and each reads its own table.
// TP-11: the actor's result is reduced by the reactor's.
// TP-12: and the reactor's by the actor's.
func TestOpposedResultsAreEachOthersNegative(t *testing.T) {
	b := duel(t, "", "")
	b.play("long sword cut > Bea", "melee attack", "counter-attack, long sword cut", "no counter-tempo", d{3, 6})
	checks := b.events("check")
	if len(checks) != 2 || checks[0].Total != 3+4-(6+4-2) || checks[1].Total != -checks[0].Total {
		t.Errorf("3 and 4 against 6, 4 and -2: %+v, want -1 and 1", checks)
	}
	b.wantOutcome("Ann", "melee attack", "miss")
	b.wantOutcome("Bea", "counter-attack", "critical hit")

	// Of the same dice the blow makes 0, and the Parry 0 of its own table: a bind, of fists a success.
	b = duel(t, "", "")
	b.play("long sword cut > Bea", "melee attack", "parry", d{4, 0}) // 4 and 4 against 4, 0 and 4
	if checks := b.events("check"); len(checks) != 2 || checks[0].Total != 0 || checks[1].Total != 0 {
		t.Errorf("told %+v, want 0 and 0", checks)
	}
	b.wantOutcome("Ann", "melee attack", "critical hit")
	b.wantOutcome("Bea", "parry", "bind")
	b = duel(t, "", "")
	b.play("unarmed attack > Bea", "parry", d{4, 0})
	b.wantOutcome("Bea", "parry", "success")
	b = duel(t, "", "weapons: []")
	b.play("long sword cut > Bea", "melee attack", "counter-attack, unarmed", "ct parry", d{0, 4})
	b.wantOutcome("Ann", "ct parry", "success")
}

// Unopposed the result is the total alone.
// TP-10: unopposed, the result is looked up.
func TestUnopposedTheTotalIsTheResult(t *testing.T) {
	b := duel(t, "", "armour: mail")
	b.play("long sword cut > Bea", "melee attack", "no reaction")
	if c := b.check(); c.Need != 0 || c.Mod != 4 || c.P != 1 {
		t.Errorf("the check is %+v, want 4 against 0 in every throw", c)
	}
	b.play(d{1}) // 5, the Armoured Defence of mail
	b.wantOutcome("Ann", "melee attack", "critical hit")
}

// The turn ends with a breath, and unspent points stay.
// TP-13: after its actions a combatant recovers stamina.
// R-TP-28: AP are a pool that its maximum caps.
func TestRecoveryFillsThePool(t *testing.T) {
	b := duel(t, "skills: {blades: 4, footwork: 4}", "")
	for range 2 {
		b.play("long sword cut > Bea", "feint", "no reaction")
	}
	b.wantAP("Ann", 4)
	b.play("end the turn")
	if c := b.check(); c.What != "recover stamina" || c.Mod != -4 {
		t.Errorf("the check is %+v, want recover stamina at 0 - 4", c)
	}
	b.play(d{2}) // -2 is 10 AP, and 4 are there: the pool holds 12
	b.wantAP("Ann", 12)
	if got := b.events("gain"); len(got) != 1 || got[0].N != 8 || got[0].Left != 12 {
		t.Errorf("told %+v, want 8 AP regained to 12", got)
	}
}

// Every row of the table, from below -13 to 0.
// TP-158: below -13 nothing.
// TP-159: from -13 one.
// TP-160: from -9 two.
// TP-161: from -8 three.
// TP-162: from -6 four.
// TP-163: from -4 six.
// TP-164: from -3 eight.
// TP-165: from -2 ten.
// TP-166: from -1 eleven.
// TP-167: from 0 twelve.
func TestTheTableOfRecovery(t *testing.T) {
	const mod = -20
	sc := setup{us: []man{{name: "Ann", row: "skills: {blades: 4, endurance: 0}"}}, them: []man{{name: "Bea"}}, rulings: fmt.Sprintf(`stamina: "%d"`, mod)}
	spent := func(t *testing.T) *bout {
		b := sc.begin(t)
		for range 3 {
			b.play("long sword cut > Bea", "feint", "no reaction")
		}
		b.wantAP("Ann", 0)
		return b
	}
	for result, want := range map[int]int{-20: 0, -14: 0, -13: 1, -10: 1, -9: 2, -8: 3, -7: 3, -6: 4, -5: 4, -4: 6, -3: 8, -2: 10, -1: 11, 0: 12, 9: 12} {
		b := spent(t)
		if c := b.check(); c.What != "recover stamina" || c.Mod != mod {
			t.Fatalf("the check is %+v, want recover stamina at %d", c, mod)
		}
		b.play(d{result - mod})
		if got, _, _ := strings.Cut(b.sheet("Ann", "ap"), " "); got != strconv.Itoa(want) {
			t.Errorf("at %d: %s AP, want %d", result, got, want)
		}
	}
}

// A breath is drawn in every status, for nothing.
// TP-157: Recover Stamina costs 0 and is allowed in all five statuses.
func TestABreathIsDrawnInEveryStatus(t *testing.T) {
	b := duel(t, "skills: {endurance: 0}", "skills: {endurance: 0}")
	g := b.game()
	for st := offGuard; st < statusCount; st++ {
		s := b.state()
		s.seats[0].ap = 3
		switch st {
		case offGuard, onGuard:
			s.seats[0].status = st
		case pinned:
			s.join(0, 1, grappled)
			s.seats[0].status = pinned
		default:
			s.join(0, 1, st)
		}
		g.Play(&s, rules.Action{Do: doEnd, At: rules.Nobody}, nil)
		if s.phase != phStamina || s.seats[0].ap != 3 || !g.statusAllows(&s.seats[0], doRecover) {
			t.Errorf("%s: waiting for %s with %d AP, want stamina and 3", rows.StatusNames[st], rows.PhaseNames[s.phase], s.seats[0].ap)
		}
	}
}

// Everyone begins with the 12 points of the document, the first mover too. A table may give the first turn half of the
// maximum, whatever that is, and two thirds against the unready.
// R-TP-58, R-TP-42: the first turn of the fight.
// TP-02.
func TestWithHowMuchTheFirstTurnBegins(t *testing.T) {
	for _, c := range []struct {
		rulings, off string
		ann, bea     int
	}{
		{"", "", 12, 12}, {"", "them", 12, 12},
		{"opening: half", "", 6, 12}, {"opening: half", "them", 8, 12},
		{"opening: half, action points: 18", "", 9, 18}, {"opening: half, action points: 18", "them", 12, 18},
		{"action points: 18", "", 18, 18},
	} {
		b := setup{us: []man{{name: "Ann"}}, them: []man{{name: "Bea"}}, off: c.off, rulings: c.rulings}.begin(t)
		b.wantAP("Ann", c.ann)
		b.wantAP("Bea", c.bea)
		b.play("long sword cut > Bea") // out of these points
		b.wantAP("Ann", c.ann-4)
	}
}

// By rating the highest Reactions win without dice, equal ones by an even draw, whatever the order in the file; and the
// winner still chooses who begins.
// R-TP-64.
// TP-03.
func TestInitiativeByRating(t *testing.T) {
	sc := setup{us: []man{{name: "Ann", row: "skills: {reactions: 2}"}},
		them: []man{{name: "Bea", row: "skills: {reactions: 4}"}}, rulings: "initiative: by rating"}
	b := sc.begin(t)
	b.wantTurn("Bea", rules.Decide)
	b.wantOptions("begin", "let Ann begin")
	b.play("let Ann begin")
	b.wantTurn("Ann", rules.Decide)

	sc.us = append(sc.us, man{name: "Cid", row: "skills: {reactions: 4}"})
	b = sc.begin(t)
	g, s, _ := b.position()
	if got, want := g.Odds(&s, nil), []rules.Odds{{Action: rules.Action{Do: doWinner, At: 1}, P: 0.5},
		{Action: rules.Action{Do: doWinner, At: 2}, P: 0.5}}; !slices.Equal(got, want) {
		t.Errorf("the draw is %+v, want %+v", got, want)
	}
	if _, err := b.f.Dice(3); err == nil {
		t.Error("a third of two is drawn")
	}
	b.play(d{2})
	b.wantOptions("begin", "let Cid begin")
}

// The winner of the initiative chooses; ties go to Reactions, then to a draw.
// R-TP-28, R-TP-42.
func TestTheWinnerOfTheInitiativeChooses(t *testing.T) {
	sc := setup{us: []man{{name: "Ann", row: "skills: {reactions: 2}"}}, them: []man{{name: "Bea", row: "skills: {reactions: 4}"}}, rulings: "initiative: rolled"}
	b := sc.begin(t)
	b.play(d{2, 0}) // even at 4: Bea has the Reactions
	b.wantTurn("Bea", rules.Decide)
	b.wantOptions("begin", "let Ann begin")
	b.play("let Ann begin")
	b.wantTurn("Ann", rules.Decide)
	b.wantAP("Ann", 12)

	sc.us[0].row = "skills: {reactions: 4}"
	b = sc.begin(t)
	if _, err := b.f.Dice(3, 3); err == nil {
		t.Error("even results without a draw are taken")
	}
	b.play(d{3, 3, 2})
	b.wantTurn("Bea", rules.Decide)
}

// TP-04, R-TP-40: a turn lasts as long as its owner can do something: with 1 AP Off Guard one can still get ready, walled in
// with nobody in reach there is nothing.
func TestATurnLastsWhileSomethingCanBeDone(t *testing.T) {
	b := setup{us: []man{{name: "Ann", at: "a1"}}, them: []man{{name: "Bea", at: "e1"}}, ground: `["......", "......"]`, off: "us"}.begin(t)
	g, s, _ := b.position()
	s.seats[0].ap = 3
	b = at(t, g, &s)
	b.play("move > a2")
	b.wantTurn("Ann", rules.Decide)
	b.wantOptions("ready", "end the turn")

	for at, ground := range map[string]string{
		"a1": `[".#.....", "##.....", ".......", ".......", "......."]`,
		"c3": `[".......", ".###...", ".#.#...", ".###...", "......."]`,
	} {
		b = setup{us: []man{{name: "Ann", at: at}}, them: []man{{name: "Bea", at: "g5"}}, ground: ground}.begin(t)
		b.wantTurn("Bea", rules.Decide)
	}
}

// TP-05: an action that has been resolved leaves nothing of itself behind: equal situations are equal positions.
func TestAnActionLeavesNothingBehind(t *testing.T) {
	for _, name := range []string{"brawl", "archers"} {
		g := builtin(t, name)
		rulestest.VisitReached(g, 20, func(s State) {
			if s.phase != phTurn {
				return
			}
			if s.do != 0 || s.with != 0 || s.at != 0 || s.to != 0 || s.feint != 0 || s.counterTempo != 0 ||
				s.by != 0 || s.actorHit != 0 || s.effectRow != 0 || s.dueWound != 0 || s.stopPlace != 0 {
				t.Errorf("the turn of %s still knows the last action: %+v", g.name(int(s.actor)), s)
			}
			for i, c := range s.seats {
				if c.reaction != 0 || c.reactionArm != 0 || c.effectRow != 0 {
					t.Errorf("%s still knows its last answer: %+v", g.name(i), c)
				}
			}
		})
	}
}

// R-TP-24: the aim is of one's own turn: whoever has the next one has aimed at nobody, though a GM has taken the other out.
func TestTheAimGoesWithWhoAimed(t *testing.T) {
	b := setup{us: []man{{name: "Ann", row: "weapons: [short bow]", at: "a1"}, {name: "Cat", at: "a2"}},
		them: []man{{name: "Bea", at: "e1"}}, ground: `[".....", "....."]`}.begin(t)
	b.play("aim short bow > Bea")
	if _, s, _ := b.position(); s.aimedAt == 0 {
		t.Fatal("Ann has not aimed")
	}
	if _, err := b.f.Edit("Ann out", "she runs"); err != nil {
		t.Fatal(err)
	}
	if _, s, _ := b.position(); s.aimedAt != 0 {
		t.Errorf("after Ann the aim is at %d, want at nobody", s.aimedAt)
	}
}

// Four may stand on a side, and no fifth.
func TestFourAgainstFour(t *testing.T) {
	side := func(names ...string) (all []man) {
		for _, name := range names {
			all = append(all, man{name: name})
		}
		return all
	}
	sc := setup{us: side("Ann", "Ben", "Cat", "Dov"), them: side("Eve", "Fay", "Gil", "Hal")}
	sc.begin(t).wantTurn("Ann", rules.Decide)
	sc.us = side("Ann", "Ben", "Cat", "Dov", "Ivo")
	_, err := Load("setup.yaml", []byte(sc.text()), sc.book(t))
	wantProblem(t, "five on a side", err, "at most 4 a side")
}

// R-TP-54: the round is over with its last turn, though whose turn it was has fallen in it; nobody goes on from there.
func TestTheLastTurnEndsWithAFall(t *testing.T) {
	b := setup{us: []man{{name: "Cat", at: "a1", row: "skills: {reactions: 4}"}, {name: "Ann", at: "c1", row: "skills: {reactions: 2}"}},
		them: []man{{name: "Bea", at: "d1", row: "skills: {blades: 4, reactions: 6}"}}, ground: `["....", "...."]`, more: "rounds: 1"}.begin(t)
	b.play("end the turn", "end the turn", "move > b1", "counter-attack, long sword cut", d{6, 6})
	b.wantEnd("", rules.WhyTimeUp)
	_, s, _ := b.position()
	s.seats[b.seat("Cat")], s.seats[b.seat("Bea")] = seat{}, seat{}
	if want := (State{round: 1, phase: phOver, over: rules.EndDraw}); s != want {
		t.Errorf("of the others is left %+v, want %+v", s, want)
	}
}
