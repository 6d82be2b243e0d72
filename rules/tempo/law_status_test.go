package tempo

import (
	"math/rand/v2"
	"slices"
	"testing"

	"kokyu/rules"
	"kokyu/rules/fight"
	"kokyu/rules/tempo/rows"
)

// §Combat Statuses.

// Five statuses, and each has its own actions on one's own turn.
// TP-20: an action may be taken only in a status it allows.
// TP-21: there are five statuses.
// TP-27, TP-31, TP-36, TP-57, TP-78: on guard.
func TestEachStatusHasItsActions(t *testing.T) {
	if want := int(statusCount) - 1; want != 5 {
		t.Errorf("%d statuses, want 5", want)
	}
	b := duel(t, "", "")
	b.wantSheet("Ann", "status", "on guard")
	b.wantOptions("long sword cut > Bea", "long sword thrust > Bea", "unarmed attack > Bea", "end the turn")
	b.wantOffered(true, "move > e2", "combat move > e2")

	b = setup{us: []man{{name: "Ann"}}, them: []man{{name: "Bea"}}, off: "us"}.begin(t)
	b.wantSheet("Ann", "status", "off guard")
	b.wantOptions("ready", "end the turn")
	b.wantOffered(true, "move > e2")
	b.wantOffered(false, "combat move > e2")

	// A fight comes from a cut to a bind, from the bind to a grapple, from there to a pin, and out of it.
	b = duel(t, "", "")
	b.play("long sword cut > Bea", "melee attack", "parry", d{4, 0})
	b.wantSheet("Ann", "status", "bound with Bea")
	b.wantOptions("disarm > Bea", "grapple > Bea", "press, long sword cut > Bea", "press, long sword thrust > Bea", "withdraw > Bea", "end the turn")
	b.play("grapple > Bea", "no reaction", d{4})
	b.wantSheet("Ann", "status", "grappled with Bea")
	b.wantOptions("escape > Bea", "pin > Bea", "unarmed attack > Bea", "end the turn")
	b.play("pin > Bea", "no reaction") // which leaves Ann 1 AP and nothing to do with it
	b.wantSheet("Bea", "status", "pinned with Ann")
	b.wantTurn("Bea", rules.Decide)
	b.wantOptions("escape > Ann", "end the turn")
	b.play("escape > Ann", "no reaction") // out of the pin
	b.wantSheet("Bea", "status", "grappled with Ann")
	b.play("escape > Ann", "no reaction") // and out of the grapple
	b.wantSheet("Bea", "status", "on guard")
	b.wantSheet("Ann", "status", "on guard")
}

// A bind is prolonged, of two, and of weapons: it lasts from turn to turn until one of the two ends it; who stands beside them is
// no part of it and strikes a third as ever; and a Parry that barely holds a fist binds nobody.
// TP-22: bound in prolonged contact, weapon on weapon, with another melee combatant.
// R-TP-61: a Parry at 0 against bare hands succeeds.
func TestABindIsOfTwoWeaponsAndLasts(t *testing.T) {
	first, second := "skills: {reactions: 4, blades: 4, endurance: 9}", "skills: {reactions: 2, blades: 4, endurance: 9}"
	b := setup{us: []man{{name: "Ann", row: first, at: "b1"}, {name: "Cid", row: second, at: "b2"}},
		them: []man{{name: "Bea", at: "c1"}, {name: "Dag", at: "c2"}}, ground: `["....", "...."]`}.begin(t)
	bound := func(ann, bea string) {
		t.Helper()
		b.wantSheet("Ann", "status", ann)
		b.wantSheet("Bea", "status", bea)
		b.wantSheet("Cid", "status", "on guard")
		b.wantSheet("Dag", "status", "on guard")
	}
	b.play("long sword cut > Bea", "melee attack", "parry", d{4, 0})
	bound("bound with Bea", "bound with Ann")
	b.wantOffered(true, "press, long sword cut > Bea")
	b.wantOffered(false, "press, long sword cut > Dag", "long sword cut > Bea", "long sword cut > Dag")
	for round := b.f.Round(); b.f.Round() < round+2; {
		turn := b.f.Turn()
		switch name := b.f.Name(turn.Seat); {
		case turn.Kind == rules.Chance:
			b.play(d{9})
		case name == "Cid" && b.sheet("Cid", "ap") == "12 of 12":
			b.play("long sword cut > Dag", "feint")
			b.wantOffered(true, "parry") // who is not bound answers with all there is
			b.play("no reaction")
		case name == "Bea":
			b.wantOffered(true, "withdraw > Ann")
			b.wantOffered(false, "withdraw > Cid", "long sword cut > Cid", "long sword cut > Ann")
			b.play("end the turn")
		default:
			b.play("end the turn")
		}
		bound("bound with Bea", "bound with Ann")
	}
	b.wantTurn("Ann", rules.Decide)
	b.play("withdraw > Bea", "no reaction", d{9})
	for b.f.Turn().Kind == rules.Decide && slices.Contains(b.words(), "stay") {
		b.play("stay")
	}
	bound("on guard", "on guard")

	b = duel(t, "", "")
	b.play("unarmed attack > Bea", "parry", d{4, 0})
	b.wantOutcome("Bea", "parry", "success")
	b.wantSheet("Ann", "status", "on guard")
	b.wantSheet("Bea", "status", "on guard")
	b.play("long sword cut > Bea", "melee attack", "parry", d{4, 0}) // the same dice, blade on blade
	b.wantOutcome("Bea", "parry", "bind")
	b.wantSheet("Bea", "status", "bound with Ann")
}

// Who is Off Guard cannot react; Ready ends it, and so does the first attack.
// TP-24: off guard is how one begins who was not ready.
// TP-25: on guard is who was.
// TP-76: Ready takes 1 AP, off guard only.
// TP-77: Ready always succeeds.
// R-TP-51: the first attack wakes its target.
func TestOffGuardThereAreNoReactions(t *testing.T) {
	b := setup{us: []man{{name: "Ann"}}, them: []man{{name: "Bea"}}, off: "them"}.begin(t)
	b.wantSheet("Ann", "status", "on guard")
	b.wantSheet("Bea", "status", "off guard")
	b.play("long sword cut > Bea") // no secret: nobody can answer
	b.wantTurn("Ann", rules.Chance)
	b.play(d{1, 1})
	b.wantWounds("Bea", 1, 0, 0)
	b.wantSheet("Bea", "status", "on guard")
	b.play("long sword cut > Bea", "melee attack")
	b.wantTurn("Bea", rules.Decide)

	b = setup{us: []man{{name: "Ann"}}, them: []man{{name: "Bea"}}, off: "us"}.begin(t)
	b.wantCost("ready", 1)
	b.play("ready")
	b.wantSheet("Ann", "status", "on guard")
	b.wantAP("Ann", 11)
	b.wantOffered(false, "ready")
}

// Bound is two with crossed blades; nobody else's blow is opposed by one of them.
// TP-22: bound is with another melee combatant.
// R-TP-23: a third party strikes the bound unopposed.
func TestTheBoundAnswerOnlyTheirPartner(t *testing.T) {
	b := setup{us: []man{{name: "Ann", row: "skills: {reactions: 4, blades: 4, endurance: 4}", at: "b1"},
		{name: "Cid", at: "b2", row: "skills: {reactions: 2, blades: 4, endurance: 4}"}}, them: []man{{name: "Bea", at: "c1"}}, ground: `["....", "...."]`}.begin(t)
	b.play("long sword cut > Bea", "melee attack", "parry", d{4, 0})
	b.wantSheet("Ann", "status", "bound with Bea")
	b.wantSheet("Bea", "status", "bound with Ann")
	b.play("end the turn")
	b.wantTurn("Cid", rules.Decide)
	b.play("long sword cut > Bea")
	b.wantTurn("Cid", rules.Chance) // neither a secret nor an answer
	if got := b.f.Check(); got.What != "damage" {
		t.Errorf("the check is %+v, want damage: 4 or more always hits", got)
	}
}

// Grappled and pinned.
// TP-23: grappled is in a grapple with another.
// TP-26: pinned leaves only the attempt to escape.
func TestThePinnedMayOnlyEscape(t *testing.T) {
	b := inGrapple(t)
	b.wantSheet("Ann", "status", "grappled with Bea")
	b.wantOptions("escape > Bea", "pin > Bea", "unarmed attack > Bea", "end the turn")
	b.play("pin > Bea", "no reaction", "end the turn")
	b.wantSheet("Bea", "status", "pinned with Ann")
	b.wantOptions("escape > Ann", "end the turn")
	b.play("end the turn")
	b.wantOptions("escape > Bea", "unarmed attack > Bea", "end the turn") // R-TP-52: no second pin
	b.play("unarmed attack > Bea")
	b.wantTurn("Ann", rules.Chance) // unopposed
}

// inBind is Ann's turn with full AP, bound with Bea.
func inBind(t *testing.T, ann, bea string) *bout {
	t.Helper()
	b := duel(t, ann, bea)
	g, s, _ := b.position()
	s.join(0, 1, bound)
	return at(t, g, &s)
}

// inGrapple is Ann's turn with full AP, in a grapple with Bea.
func inGrapple(t *testing.T) *bout { return grappling(t, "", "") }

func grappling(t *testing.T, ann, bea string) *bout {
	t.Helper()
	b := duel(t, ann, bea)
	g, s, _ := b.position()
	s.join(0, 1, grappled)
	return at(t, g, &s)
}

// at begins a fight from a position, by way of its words.
func at(t *testing.T, g *Game, s *State) *bout {
	t.Helper()
	text, err := g.Position(s)
	if err != nil {
		t.Fatal(err)
	}
	h, err := Load("position.yaml", text, g.Rows)
	if err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	return &bout{t: t, f: fight.New[State](h, fight.Header{Seed: 1})}
}

// TP-20: whatever is offered in play, on one's own turn, as an answer or in counter-tempo, the book allows in the status one is
// in; over random fights, with binds, grapples and pins among them.
func TestNothingIsOfferedOutOfItsStatus(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 20))
	met := map[status]int{}
	for n := range 300 {
		var b *bout
		switch n % 3 {
		case 0:
			b = setup{us: []man{{name: "Ann", row: "weapons: [short bow, dagger]"}}, them: []man{{name: "Bea"}}, off: "them"}.begin(t)
		case 1:
			b = inBind(t, "", "")
		case 2:
			b = inGrapple(t)
		}
		g, s, _ := b.position()
		for range 60 {
			turn := g.Turn(&s)
			if turn.Kind == rules.Over {
				break
			}
			if turn.Kind == rules.Chance {
				odds := g.Odds(&s, nil)
				g.Play(&s, odds[r.IntN(len(odds))].Action, nil)
				continue
			}
			acts := g.Actions(&s, nil)
			st := s.seats[turn.Seat].status
			for _, a := range acts {
				if a.Do == doNothing || a.Do >= uint16(actionCount) || s.phase == phStep {
					continue
				}
				met[st]++
				if !slices.Contains(rows.DefaultBook().Actions[rows.ActionNames[a.Do]].Status, rows.StatusNames[st]) {
					t.Fatalf("%s is offered %s", g.Format(&s, a), rows.StatusNames[st])
				}
			}
			g.Play(&s, acts[r.IntN(len(acts))], nil)
		}
	}
	for st := offGuard; st < statusCount; st++ {
		if met[st] == 0 {
			t.Errorf("nobody was %s", rows.StatusNames[st])
		}
	}
}
