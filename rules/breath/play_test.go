package breath

import (
	"fmt"
	"strconv"
	"strings"
	"testing"

	"kokyu/rules"
	"kokyu/rules/breath/rows"
	"kokyu/rules/fight"
	"kokyu/rules/rulestest"
)

// Playthroughs, with two commands of this system's: options, what may be decided with its Energy, and count, the count
// with the highest first, which an encounter prints too.
func TestPlay(t *testing.T) {
	rulestest.Plays[rows.Book]{
		System: rows.System, Book: rows.DefaultBook(), Overlay: rows.Book.Overlay, Encounter: rows.Shipped.Encounter,
		Load: func(encounter []byte, book rows.Book) (*fight.Fight, error) {
			g, err := Load("encounter.yaml", encounter, book)
			if err != nil {
				return nil, err
			}
			return fight.New(g, fight.Header{System: rows.System}), nil
		},
		Begun: countLines, Waits: waitsFor, Event: eventLine,
		Ask: map[string]func(*fight.Fight) string{"options": optionLines, "count": countLines},
	}.Run(t)
}

// waitsFor words what comes next.
func waitsFor(f *fight.Fight, turn rules.Turn) string {
	name := f.Name(turn.Seat)
	switch c := f.Check(); {
	case turn.Kind == rules.Chance && c.Contest:
		return fmt.Sprintf("%s and %s throw for %s: 2d10%+d against 2d10%+d, %.2f%%", f.Name(c.Seat), f.Name(c.At), c.What, c.Mod, c.Need, 100*c.P)
	case turn.Kind == rules.Chance && len(c.Dice) != 2:
		return fmt.Sprintf("%s draws a lot of %d", name, c.Dice[0])
	case turn.Kind == rules.Chance:
		return fmt.Sprintf("%s throws for %s: 2d10%+d against %d, %d%%", name, c.What, c.Mod, c.Need, c.Num*100/c.Den)
	case turn.Begins:
		return fmt.Sprintf("round %d, the count is at %s", f.Round(), name)
	}
	return name + " decides"
}

func optionLines(f *fight.Fight) string {
	var b strings.Builder
	for _, o := range f.Options() {
		fmt.Fprintf(&b, "%2d  %s", o.Cost, o.Words)
		if o.Phase == "overload" {
			b.WriteString("  (overload)")
		}
		b.WriteByte('\n')
	}
	return b.String()
}

// countLines list who stands in it, highest first; a waiter's place is a fraction below another's.
func countLines(f *fight.Fight) string {
	sys, s, _ := fight.At[State](f)
	g := sys.(*Game)
	var b strings.Builder
	next := -1
	for i := range g.n {
		if g.isInCount(&s, i) && (next < 0 || g.isBefore(&s, i, next)) {
			next = i
		}
	}
	for next >= 0 {
		place := strconv.Itoa(int(s.seats[next].energy))
		if n := g.place(&s, next); n != int(s.seats[next].energy)*placesPerEnergy {
			place = fmt.Sprintf("%s, at %.3f", place, float64(n)/placesPerEnergy)
		}
		fmt.Fprintf(&b, "%s (%s)\n", g.name(next), place)
		next = g.nextAfter(&s, next)
	}
	return b.String()
}

// eventLine words an event; dice are in the step.
func eventLine(step rules.Step, e rules.Event) string {
	began := func(yes, no string) string { return oracleWord(e.OK, yes, no) }
	at := ""
	if e.At != "" {
		at = " > " + e.At
	}
	switch e.Kind {
	case "breath":
		return fmt.Sprintf("%s breathes, limit %d", e.Seat, e.N)
	case "declare":
		to := ""
		if e.To != "" {
			to = ", " + e.To
		}
		return fmt.Sprintf("%s: %s%s%s", e.Seat, e.What, at, to)
	case "spend":
		if e.Of != "energy" {
			return fmt.Sprintf("  %s pays %d %s, has %d", e.Seat, e.N, e.Of, e.Left)
		}
		return fmt.Sprintf("  %s pays %d, has %d", e.Seat, e.N, e.Left)
	case "obey":
		return fmt.Sprintf("%s obeys: %s%s", e.Seat, e.What, at)
	case "heads":
		return fmt.Sprintf("  %s %s %d heads, stands with %d", e.Seat, began("gains", "loses"), e.N, e.Left)
	case "cohesion":
		return fmt.Sprintf("  %s %s %d Cohesion, has %d (%s)", e.Seat, began("regains", "loses"), e.N, e.Left, e.What)
	case "rout":
		return fmt.Sprintf("  %s breaks", e.Seat)
	case "slot":
		return fmt.Sprintf("  a slot of %s for %s, %d left", rows.DanName(e.N), e.What, e.Left)
	case "chant":
		return fmt.Sprintf("  stage %d of %s%s, %d to come", e.N, e.What, began("", ", before its round"), e.Left)
	case "snap":
		return fmt.Sprintf("  %s loses %s", e.Seat, e.What)
	case "spell":
		return fmt.Sprintf("  %s %s", e.What, began("works", "comes to nothing"))
	case "shield":
		return fmt.Sprintf("  %s's %s takes %d, %d left", e.Seat, e.What, e.N, e.Left)
	case "lay":
		return fmt.Sprintf("  %s %s on the %s, %d", e.What, began("lies", "is gone"), e.To, e.N)
	case "give":
		return fmt.Sprintf("  %s has %d", e.At, e.Left)
	case "check":
		shown, mod := make([]string, len(step.Roll)), e.Total
		for i, face := range step.Roll {
			shown[i] = strconv.Itoa(face)
			mod -= face
		}
		double := ""
		if e.Double {
			double = ", a double"
		}
		return fmt.Sprintf("  %s: %s%+d = %d against %d, %s%s (%.0f%%)", e.What, strings.Join(shown, "+"), mod, e.Total, e.Need,
			began("success", "failure"), double, 100*step.P)
	case "react":
		if e.Paid == 0 {
			return fmt.Sprintf("%s: %s%s, held ready", e.Seat, e.What, at)
		}
		return fmt.Sprintf("%s: %s%s, in haste", e.Seat, e.What, at)
	case "wound":
		return fmt.Sprintf("  %s loses %d, Wounds left: %d", e.Seat, e.N, e.Left)
	case "down":
		return fmt.Sprintf("  %s is down", e.Seat)
	case "status":
		return fmt.Sprintf("  %s is %s %s", e.Seat, began("now", "no longer"), e.What)
	case "reserve":
		return fmt.Sprintf("  %s holds %s ready, %d in all", e.Seat, e.What, e.N)
	case "overload":
		return fmt.Sprintf("  %d over the limit", e.N)
	case "stance":
		return fmt.Sprintf("  %s %s %s", e.Seat, began("takes up", "drops"), e.What)
	case "counter":
		return fmt.Sprintf("%s strikes by stance: %s%s", e.Seat, e.What, at)
	case "move":
		return fmt.Sprintf("  %s goes from the %s to the %s", e.Seat, e.From, e.To)
	case "wait":
		return e.Seat + " waits"
	case "close":
		return fmt.Sprintf("%s closes the round with %d Energy", e.Seat, e.Left)
	case "lull":
		return fmt.Sprintf("-- the lull of round %d", e.N)
	case "round":
		return fmt.Sprintf("-- round %d, Energy returns", e.N)
	case "distance":
		return fmt.Sprintf("  from %s to %s (%s)", e.From, e.To, e.What)
	case "contest":
		return fmt.Sprintf("  %s: %v, %d against %d, %s %s (%.2f%%)", e.What, step.Roll, e.Total, e.Need, e.Seat, began("wins", "does not win"), 100*step.P)
	case "guard":
		return fmt.Sprintf("  %s %s %d guard, has %d (%s)", e.Seat, began("regains", "loses"), e.N, e.Left, e.What)
	case "break":
		return fmt.Sprintf("  the guard of %s is broken", e.Seat)
	case "opening":
		return fmt.Sprintf("  the opening of %s is %s, guard: %d", e.Seat, e.What, e.Left)
	case "location":
		return fmt.Sprintf("  %s is struck at the %s%s", e.Seat, e.What, began("", ", again"))
	case "point":
		return fmt.Sprintf("  %s scores %d, %s may concede %d more", e.Seat, e.N, e.At, e.Left)
	case "edit":
		return fmt.Sprintf("GM: %s %s", e.Seat, e.What)
	case "end":
		if e.Seat == "" {
			return "-- nobody wins: " + e.What
		}
		return fmt.Sprintf("-- %s win: %s", e.Seat, e.What)
	}
	return fmt.Sprintf("%+v", e)
}
