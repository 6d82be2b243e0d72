package tempo

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"kokyu/rules/tempo/rows"
)

// The rows of the combat actions: what the document prints of each, as one line.
// TP-20: an action is allowed in some statuses and in no other.
// TP-27, TP-28: Aim.
// TP-31, TP-32: Move.
// TP-36, TP-37: Combat Move.
// TP-41, TP-42: Disarm.
// TP-45, TP-46: Escape.
// TP-49, TP-51: Feint.
// TP-53, TP-54: Grapple.
// TP-57, TP-58: Melee Attack.
// TP-62, TP-63: Pin.
// TP-66, TP-67: Press.
// TP-71, TP-72: Ranged Attack.
// TP-76, TP-77: Ready.
// TP-78, TP-80: Unarmed Attack.
// TP-84, TP-85: Withdraw.
// TP-88, TP-89, TP-90: Counter-Attack.
// TP-95, TP-96, TP-97: Counter-Fire.
// TP-101, TP-102, TP-104: Dodge.
// TP-107, TP-108, TP-109: Double.
// TP-114, TP-115, TP-116: Evade.
// TP-119, TP-120, TP-121: Parry.
// TP-126, TP-127, TP-128: Retreat.
// TP-132, TP-133, TP-134: Struggle.
// TP-137, TP-138, TP-139: Wind.
// TP-142 to TP-145: CT Counter-Attack.
// TP-149 to TP-152: CT Parry.
// TP-157: Recover Stamina.
func TestActionsAreThoseOfTheDocument(t *testing.T) {
	const attack = " | miss, combat defence hit, armoured defence critical hit"
	const bind = " | failure, 0 bind, 1 success"
	const zero, one, eight = " | failure, 0 success", " | failure, 1 success", " | failure, 8 success"
	const far = " | failure, 1 success, 10 critical success"
	want := map[string]string{
		"aim":               "proactive 4 | on guard" + zero,
		"move":              "proactive 2 | off guard, on guard" + zero,
		"combat move":       "proactive 3 | on guard" + far,
		"disarm":            "proactive weapon | bound" + eight,
		"escape":            "proactive 3 | grappled, pinned" + one,
		"feint":             "proactive weapon | on guard | miss",
		"grapple":           "proactive weapon | bound" + eight,
		"melee attack":      "proactive weapon | on guard" + attack,
		"pin":               "proactive 3 | grappled | failure, grapple defence success",
		"press":             "proactive weapon | bound | failure, combat defence success, armoured defence critical success",
		"ranged attack":     "proactive weapon | on guard" + attack,
		"ready":             "proactive 1 | off guard | success",
		"unarmed attack":    "proactive 3 | grappled, on guard" + attack,
		"withdraw":          "proactive 2 | bound" + one,
		"counter-attack":    "reactive weapon | on guard" + attack + " | to move, combat move, melee attack, unarmed attack",
		"counter-fire":      "reactive weapon | on guard" + attack + " | to aim, move, combat move",
		"dodge":             "reactive 2 | on guard" + zero + " | to ranged attack",
		"double":            "reactive weapon | bound" + attack + " | to disarm, grapple, press, withdraw",
		"evade":             "reactive 2 | on guard" + zero + " | to melee attack, unarmed attack",
		"parry":             "reactive weapon | on guard" + bind + " | to melee attack, unarmed attack",
		"retreat":           "reactive 3 | on guard" + far + " | to move, combat move",
		"struggle":          "reactive 3 | grappled" + zero + " | to escape, pin, unarmed attack",
		"wind":              "reactive weapon | bound" + zero + " | to disarm, grapple, press, withdraw",
		"ct counter-attack": "counter-tempo weapon | on guard" + attack + " | to counter-attack | for feint, melee attack",
		"ct parry":          "counter-tempo weapon | on guard" + bind + " | to counter-attack | for feint, melee attack",
	}
	for name, line := range want {
		if got := rowLine(rows.DefaultBook().Actions[name]); got != line {
			t.Errorf("%s is\n\t%s, want\n\t%s", name, got, line)
		}
	}
	if r := rows.DefaultBook().Actions["recover stamina"]; r.Kind != rows.Special || r.AP.N != 0 ||
		!slices.Equal(r.Status, []string{"off guard", "on guard", "bound", "grappled", "pinned"}) {
		t.Errorf("recover stamina is %+v", r)
	}
}

// rowLine words a row in one line.
func rowLine(r rows.Deed) string {
	mark := func(m rows.Mark) string {
		if m.Word != "" {
			return m.Word
		}
		return fmt.Sprint(m.N)
	}
	line := r.Kind + " " + mark(r.AP) + " | " + strings.Join(r.Status, ", ") + " | "
	for k, o := range r.Outcomes {
		if k > 0 {
			line += ", " + mark(o.From) + " "
		}
		line += o.Is
	}
	if len(r.Answers) > 0 {
		line += " | to " + strings.Join(r.Answers, ", ")
	}
	if len(r.Replaces) > 0 {
		line += " | for " + strings.Join(r.Replaces, ", ")
	}
	return line
}

// A result takes the row with the greatest threshold not above it, in every action.
// TP-10: the result is looked up in the action's table.
// R-TP-02: gaps belong to the row below them.
func TestAResultTakesTheGreatestRowNotAboveIt(t *testing.T) {
	g := duel(t, "", "armour: mail").game()
	for _, c := range []struct {
		do      uint16
		results []int16
		rows    []uint8
	}{
		{doMelee, []int16{-20, -1, 0, 4, 5, 40}, []uint8{0, 0, 1, 1, 2, 2}}, // Combat Defence 0, in mail 5
		{doCombatMove, []int16{0, 1, 9, 10}, []uint8{0, 1, 1, 2}},
		{doDisarm, []int16{7, 8}, []uint8{0, 1}},
		{doPin, []int16{0, 1}, []uint8{0, 1}}, // Grapple Defence 1
		{doFeint, []int16{-5, 100}, []uint8{0, 0}},
		{doParry, []int16{-1, 0, 1}, []uint8{0, 1, 2}},
		{doEvade, []int16{-1, 0}, []uint8{0, 1}},
	} {
		for k, r := range c.results {
			if got := rowOf(g.thresholds(c.do, 1), r); got != c.rows[k] {
				t.Errorf("%s at %d is row %d, want %d", rows.ActionNames[c.do], r, got, c.rows[k])
			}
		}
	}
}

func (b *bout) game() *Game {
	g, _, _ := b.position()
	return g
}
