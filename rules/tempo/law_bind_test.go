package tempo

import (
	"slices"
	"testing"

	"kokyu/rules"
)

// Binds and grapples.

// In a bind there are four things to do, and two answers to each.
// TP-41: Disarm takes the weapon's AP, bound.
// TP-53: Grapple takes the weapon's AP, bound.
// TP-66: Press takes the weapon's AP, bound.
// TP-84: Withdraw takes 2 AP, bound.
// TP-107, TP-137: Double and Wind take the weapon's AP, bound.
// TP-108, TP-138: they answer all four.
func TestWhatABindAllows(t *testing.T) {
	for words, price := range map[string]int{"disarm > Bea": 4, "grapple > Bea": 4, "press, long sword cut > Bea": 4, "withdraw > Bea": 2} {
		b := inBind(t, "", "")
		b.wantOptions("disarm > Bea", "grapple > Bea", "press, long sword cut > Bea", "press, long sword thrust > Bea", "withdraw > Bea", "end the turn")
		b.wantCost(words, price)
		b.play(words)
		b.wantOptions("wind", "double, long sword cut", "double, long sword thrust", "no reaction")
		b.wantCost("wind", 4)
		b.wantCost("double, long sword cut", 4)
	}
}

// Disarm.
// TP-42: DT 8.
// TP-43: failed, it does nothing.
// TP-44: done, the weapon is lost and the bind over.
// R-TP-53: 4 more when opposed.
func TestADisarm(t *testing.T) {
	b := inBind(t, "", "")
	b.play("disarm > Bea", "no reaction", d{3}) // 7
	b.wantOutcome("Ann", "disarm", "failure")
	b.wantSheet("Bea", "status", "bound with Ann")
	b.play("disarm > Bea", "no reaction", d{4})
	b.wantOutcome("Ann", "disarm", "success")
	b.wantSheet("Bea", "weapon", "bare hands")
	b.wantSheet("Bea", "status", "on guard")
	b.wantSheet("Ann", "status", "on guard")
	b = inBind(t, "", "")
	b.play("disarm > Bea", "wind")
	if c := b.check(); c.Mod != 8 {
		t.Errorf("opposed the check is %+v, want 4 and 4", c)
	}
}

// Grapple.
// TP-54: DT 8.
// TP-55: failed, it does nothing.
// TP-56: done, the two grapple.
func TestAGrapple(t *testing.T) {
	b := inBind(t, "", "")
	b.play("grapple > Bea", "no reaction", d{3})
	b.wantSheet("Ann", "status", "bound with Bea")
	b.play("grapple > Bea", "no reaction", d{4})
	b.wantOutcome("Ann", "grapple", "success")
	b.wantSheet("Ann", "status", "grappled with Bea")
	b.wantSheet("Bea", "status", "grappled with Ann")
}

// A bind holds at whatever distance the blow was struck; a Grapple out of it closes to the nearest free square beside the
// other, and is not there without one.
// R-TP-62.
// TP-22: bound in prolonged contact, weapon on weapon.
// TP-56.
func TestAGrappleClosesTheDistance(t *testing.T) {
	const spear = "weapons: [spear]"
	begin := func(ground string, more ...man) *bout {
		b := setup{us: append([]man{{name: "Ann", row: spear, at: "a1"}}, more...), them: []man{{name: "Bea", row: spear, at: "c1"}}, ground: ground}.begin(t)
		g, s, _ := b.position()
		s.join(0, g.n-1, bound)
		return at(t, g, &s)
	}
	b := begin(`["....", "...."]`)
	b.wantOptions("disarm > Bea", "grapple > Bea", "press, spear > Bea", "withdraw > Bea", "end the turn")
	b.play("grapple > Bea", "no reaction", d{9})
	b.wantSheet("Ann", "square", "b1")
	b.wantSheet("Bea", "status", "grappled with Ann")

	b = begin(`["...", "##."]`, man{name: "Cid", row: spear, at: "b1"}, man{name: "Dag", row: spear, at: "c2"})
	b.wantOptions("disarm > Bea", "press, spear > Bea", "withdraw > Bea", "end the turn")
}

// Press.
// TP-67: succeeds from Combat Defence, critically from its armoured figure.
// TP-68: failed, it does nothing.
// TP-69: success does damage less armour.
// TP-70: critical success ignores armour.
// R-TP-14: a Press that succeeds breaks the bind.
func TestAPress(t *testing.T) {
	for _, c := range []struct {
		ann, bea, total int
		of              string
	}{{0, 7, -1, "failure"}, {8, 5, 4, "success"}, {12, 5, 8, "critical success"}} {
		b := inBind(t, "", "armour: mail")
		b.play("press, long sword cut > Bea", "wind", d{c.ann, c.bea}) // 4 against 4 + 2
		b.wantOutcome("Ann", "press", c.of)
		if c.total < 0 {
			b.wantSheet("Ann", "status", "bound with Bea")
			b.wantTurn("Ann", rules.Decide)
			continue
		}
		b.play(d{4, 4})
		if got := b.events("harm"); got[0].Total != c.total {
			t.Errorf("%+v, want %d damage of 8", got, c.total)
		}
		b.wantSheet("Ann", "status", "on guard")
	}
}

// Withdraw.
// TP-85: DT 1.
// TP-86: failed, it does nothing.
// TP-87: done, out of the bind.
// R-TP-14: and a step back if there is room.
func TestAWithdrawal(t *testing.T) {
	b := inBind(t, "", "")
	b.play("withdraw > Bea", "wind", d{3, 1}) // 7 against 7
	b.wantOutcome("Ann", "withdraw", "failure")
	b.wantSheet("Ann", "status", "bound with Bea")
	b.play("withdraw > Bea", "wind", d{4, 1})
	b.wantSheet("Ann", "status", "on guard")
	b.wantOptions("stay", "step > d1")
	b.play("step > d1")
	b.wantSheet("Ann", "square", "d1")
	b.wantTurn("Ann", rules.Decide) // her turn goes on, out of the bind
	b.wantAP("Ann", 8)
	b.wantOffered(true, "move > e1")
	b.wantOffered(false, "withdraw > Bea")
}

// Wind.
// TP-139: DT 0.
// TP-140: failed, it does nothing.
// TP-141: done, the action fails.
// R-TP-16: the bind stays.
func TestAWind(t *testing.T) {
	b := inBind(t, "", "")
	b.play("press, long sword cut > Bea", "wind", d{3, 1}) // 7 against 7
	b.wantOutcome("Bea", "wind", "success")
	b.wantSheet("Bea", "status", "bound with Ann")
	b.wantTurn("Ann", rules.Decide)
	b.play("press, long sword cut > Bea", "wind", d{4, 1})
	b.wantOutcome("Bea", "wind", "failure")
	b.wantTurn("Ann", rules.Chance)
}

// Double.
// TP-109: hit from Combat Defence, critical from its armoured figure.
// TP-110: a miss does nothing.
// TP-111: a hit does damage less armour.
// TP-112: a critical hit ignores it.
// TP-113: it gives up the bind, whatever comes of it.
func TestADouble(t *testing.T) {
	for _, c := range []struct {
		bea, total int
		of         string
	}{{4, -1, "miss"}, {5, 4, "hit"}, {10, 8, "critical hit"}} {
		b := inBind(t, "armour: mail, skills: {blades: 4, wrestling: 0}", "")
		b.play("disarm > Bea", "double, long sword cut", d{0, c.bea}) // 8 against 4 - 1 and bea
		b.wantOutcome("Bea", "double", c.of)
		if c.total >= 0 {
			b.play(d{4, 4})
			if got := b.events("harm"); got[0].Total != c.total {
				t.Errorf("%+v, want %d damage of 8", got, c.total)
			}
		}
		b.wantSheet("Bea", "weapon", "long sword") // the Disarm has failed
		b.wantSheet("Bea", "status", "on guard")
		b.wantSheet("Ann", "status", "on guard")
	}
	b := inBind(t, "", "")
	b.play("grapple > Bea", "double, long sword cut", d{9, 0}) // R-TP-15: what it answered still resolves
	b.wantSheet("Ann", "status", "grappled with Bea")
}

// Pin.
// TP-62: Pin takes 3 AP, grappled, with a check.
// TP-63: success from the target's Grapple Defence.
// TP-64: failed, it does nothing.
// TP-65: done, the target is pinned.
func TestAPin(t *testing.T) {
	b := inGrapple(t)
	b.wantCost("pin > Bea", 3)
	b.play("pin > Bea", "struggle", d{2, 2})
	b.wantOutcome("Ann", "pin", "failure")
	b.wantSheet("Bea", "status", "grappled with Ann")
	b.play("pin > Bea", "struggle", d{3, 2})
	b.wantOutcome("Ann", "pin", "success")
	b.wantSheet("Bea", "status", "pinned with Ann")
	b.wantSheet("Ann", "status", "grappled with Bea")
}

// Escape: one layer at a time; a pinner who lets go frees both.
// TP-45: Escape takes 3 AP, grappled or pinned, with a check.
// TP-46: DT 1.
// TP-47: failed, nothing changes.
// TP-48: done, out of the grapple or pin.
// R-TP-14, R-TP-52.
func TestAnEscape(t *testing.T) {
	b := inGrapple(t)
	b.wantCost("escape > Bea", 3)
	b.play("escape > Bea", "struggle", d{2, 2})
	b.wantSheet("Ann", "status", "grappled with Bea")
	b.play("escape > Bea", "struggle", d{3, 2})
	b.wantSheet("Ann", "status", "on guard")
	b.wantSheet("Bea", "status", "on guard")

	b = inGrapple(t)
	b.play("pin > Bea", "no reaction", "end the turn", "escape > Ann", "struggle", d{9, 0})
	b.wantSheet("Bea", "status", "grappled with Ann")
	b = inGrapple(t)
	b.play("pin > Bea", "no reaction", "escape > Bea")
	b.wantSheet("Bea", "status", "on guard") // the pinned cannot struggle
	b.wantSheet("Ann", "status", "on guard")
}

// Struggle.
// TP-132: Struggle takes 3 AP, grappled, with a check.
// TP-133: it answers Escape, Pin and Unarmed Attack.
// TP-134: DT 0.
// TP-135: failed, it does nothing.
// TP-136: done, the action fails.
func TestAStruggle(t *testing.T) {
	for _, words := range []string{"escape > Bea", "pin > Bea", "unarmed attack > Bea"} {
		b := inGrapple(t)
		b.play(words)
		b.wantOptions("struggle", "no reaction")
		b.wantCost("struggle", 3)
	}
	b := inGrapple(t)
	b.play("unarmed attack > Bea", "struggle", d{2, 2})
	b.wantOutcome("Bea", "struggle", "success")
	b.wantTurn("Ann", rules.Decide) // it would have hit
	b.play("unarmed attack > Bea", "struggle", d{3, 2})
	b.wantOutcome("Bea", "struggle", "failure")
	b.wantTurn("Ann", rules.Chance)
}

// A Melee Attack needs On Guard: in a grapple there is none. A table may allow a dagger there, not a sword; no feint then.
// TP-57: Melee Attack, On Guard only.
// TP-133: Struggle answers no Melee Attack.
// R-TP-59, R-TP-47.
func TestADaggerInAGrapple(t *testing.T) {
	grappling(t, "weapons: [dagger]", "").wantOptions("escape > Bea", "pin > Bea", "unarmed attack > Bea", "end the turn")
	b := setup{us: []man{{name: "Ann", row: "weapons: [dagger]"}}, them: []man{{name: "Bea", row: "weapons: [long sword]"}},
		rulings: "dagger in a grapple: \"yes\""}.begin(t)
	g, s, _ := b.position()
	s.join(0, 1, grappled)
	b = at(t, g, &s)
	b.wantOffered(true, "dagger > Bea")
	b.play("dagger > Bea")
	b.wantTurn("Bea", rules.Decide)
	b.wantOptions("struggle", "no reaction")
	b.play("no reaction", d{3})
	b.play("end the turn")
	b.wantOffered(false, "long sword cut > Ann")
}

// The fall of a partner frees the other.
// R-TP-23.
func TestAFallEndsABind(t *testing.T) {
	b := inBind(t, "", "")
	g, s := b.game(), b.state()
	g.fillBox(&s, 1, critical, nil)
	if s.seats[0].status != onGuard || s.seats[0].partner != 0 || s.isInFight(1) {
		t.Errorf("after the fall: %+v", s.seats[:2])
	}
}

// R-TP-23: in a grapple one answers one's partner alone: a third's fist is not struggled against, the partner's is.
// TP-133.
func TestNobodyStrugglesAgainstAThird(t *testing.T) {
	sc := setup{us: []man{{name: "Ann", at: "b1", row: "skills: {reactions: 4, brawling: 4, wrestling: 4, endurance: 4}"},
		{name: "Cid", at: "c2", row: "weapons: []"}},
		them: []man{{name: "Bea", at: "c1"}}, ground: `["....", "...."]`}
	b := sc.begin(t)
	g, s, _ := b.position()
	s.join(0, 2, grappled)
	b = at(t, g, &s)
	b.play("unarmed attack > Bea")
	b.wantOptions("struggle", "no reaction")

	s.actor = 1
	b = at(t, g, &s)
	b.play("unarmed attack > Bea")
	b.wantTurn("Cid", rules.Chance)
}

// R-TP-15: out of a bind one steps directly away, in whatever direction that is, if the square is free.
// TP-87.
func TestAWithdrawalLeadsDirectlyAway(t *testing.T) {
	for at, away := range map[string]string{"b2": "d4", "c2": "c4", "d2": "b4", "b3": "d3", "d3": "b3", "b4": "d2", "c4": "c2", "d4": "b2"} {
		b := bindAt(t, at, `[".....", ".....", ".....", ".....", "....."]`)
		b.play("withdraw > Bea", "no reaction")
		b.wantOptions("stay", "step > "+away)
		b.play("step > " + away)
		b.wantSheet("Ann", "square", away)
		b.wantSheet("Ann", "status", "on guard")
	}
	b := bindAt(t, "c2", `[".....", ".....", ".....", "..#..", "....."]`)
	b.play("withdraw > Bea", "no reaction")
	b.wantSheet("Ann", "square", "c3")
	b.wantTurn("Ann", rules.Decide)
}

// bindAt is Ann on c3 bound with Bea.
func bindAt(t *testing.T, bea, ground string) *bout {
	t.Helper()
	b := setup{us: []man{{name: "Ann", at: "c3"}}, them: []man{{name: "Bea", at: bea}}, ground: ground}.begin(t)
	g, s, _ := b.position()
	s.join(0, 1, bound)
	return at(t, g, &s)
}

// R-TP-15: it is one square, from however far away the blades are bound.
// TP-87.
func TestAWithdrawalIsOneSquare(t *testing.T) {
	const spear = "weapons: [spear]"
	for from, away := range map[string][2]string{"c3": {"a1", "d4"}, "d4": {"f6", "c3"}, "c4": {"e2", "b5"}, "d3": {"d1", "d4"}} {
		b := setup{us: []man{{name: "Ann", at: from, row: spear}}, them: []man{{name: "Bea", at: away[0], row: spear}},
			ground: `["......", "......", "......", "......", "......", "......"]`}.begin(t)
		g, s, _ := b.position()
		s.join(0, 1, bound)
		b = at(t, g, &s)
		b.play("withdraw > Bea", "no reaction")
		b.wantOptions("stay", "step > "+away[1])
	}
}

// R-TP-14, R-TP-44: who falls to a Press is out, and its bind with it: only the other one is On Guard again.
func TestAPressThatFellsLeavesOneOnGuard(t *testing.T) {
	b := setup{us: []man{{name: "Ann", at: "a1"}}, them: []man{{name: "Bea", at: "b1"}, {name: "Dov", at: "e1"}}, ground: `["......", "......"]`}.begin(t)
	g, s, _ := b.position()
	s.join(0, 1, bound)
	s.seats[1].boxes, s.seats[1].ap = g.seats[1].boxes, 4
	b = at(t, g, &s)
	b.play("press, long sword cut > Bea", "no reaction", d{6, 6})
	var told []string
	for _, e := range b.events("status") {
		told = append(told, e.Seat+" "+e.What)
	}
	if want := []string{"Ann on guard"}; !slices.Equal(told, want) {
		t.Errorf("told %q, want %q", told, want)
	}
}
