package keep

import (
	"fmt"
	"strings"
	"testing"

	"kokyu/rules"
	"kokyu/rules/book"
	"kokyu/rules/fight"
	"kokyu/rules/keep/rows"
	"kokyu/rules/keep/tale"
	"kokyu/rules/rulestest"
)

// Playthroughs, with one command of this system's: options, what may be decided; moves are counted, not listed.
func TestPlay(t *testing.T) {
	rulestest.Plays[rows.Book]{
		System: rows.System, Book: rows.DefaultBook(), Overlay: book.Overlay[rows.Book], Encounter: rows.Shipped.Encounter,
		Load: func(encounter []byte, book rows.Book) (*fight.Fight, error) {
			g, err := Load("encounter.yaml", encounter, book)
			if err != nil {
				return nil, err
			}
			return fight.New[State](g, fight.Header{System: rows.System}), nil
		},
		Waits: waitsFor, Event: eventLine, Ask: map[string]func(*fight.Fight) string{"options": optionLines},
	}.Run(t)
}

// waitsFor words what comes next.
func waitsFor(f *fight.Fight, turn rules.Turn) string {
	name := f.Name(turn.Seat)
	switch c := f.Check(); {
	case turn.Kind == rules.Chance && c.Need > 0:
		return fmt.Sprintf("%s: %s, %s, %.1f%%", name, c.What, c.Says, 100*c.P)
	case turn.Kind == rules.Chance:
		return fmt.Sprintf("%s: %s, %s", name, c.What, c.Says)
	case turn.Begins:
		return fmt.Sprintf("round %d, %s", f.Round(), name)
	}
	return name + " decides"
}

func optionLines(f *fight.Fight) string {
	var b strings.Builder
	moves := 0
	for _, o := range f.Options() {
		if verb, _, _ := strings.Cut(o.Words, " > "); verb == "step" || verb == "move" || verb == "ride" || verb == "trot" ||
			verb == "crawl" || verb == "drag" || strings.HasPrefix(o.Words, "throw > ") {
			moves++
			continue
		}
		fmt.Fprintf(&b, "%s\n", o.Words)
	}
	if moves > 0 {
		fmt.Fprintf(&b, "and %d moves\n", moves)
	}
	return b.String()
}

// eventLine words an event.
func eventLine(step rules.Step, e rules.Event) string {
	cast := tale.DiceText(e.Of, step.Roll)
	if cast == "" {
		cast = fmt.Sprint(e.Total)
	}
	ok := map[bool]string{true: "success", false: "failure"}[e.OK]
	switch e.Kind {
	case "order":
		return fmt.Sprintf("%s's Initiative Value: %d (%s)", e.Seat, e.N, e.What)
	case "value":
		return fmt.Sprintf("  %s's Initiative Value is %d (%s)", e.Seat, e.N, e.What)
	case "stance":
		return fmt.Sprintf("%s takes the %s stance", e.Seat, e.What)
	case "round":
		return fmt.Sprintf("-- round %d", e.N)
	case "turn":
		return fmt.Sprintf("-- %s's turn", e.Seat)
	case "effect":
		return fmt.Sprintf("  %s's %s, %s: %v, on %d", e.Seat, e.What, e.Of, e.OK, e.N)
	case "declare":
		if e.With == "" {
			return fmt.Sprintf("%s: %s %s", e.Seat, e.What, e.Of)
		}
		return fmt.Sprintf("%s: %s with %s > %s", e.Seat, e.What, e.With, e.At)
	case "call":
		return fmt.Sprintf("  %s calls %s, %+d", e.Seat, e.What, 5*e.N)
	case "spend":
		return fmt.Sprintf("  %s: %s, %d Void Points left", e.Seat, e.What, e.Left)
	case "check":
		return fmt.Sprintf("  %s: %s, %s: %s against %d, %s", e.Seat, e.What, e.Of, cast, e.Need, ok)
	case "contest":
		return fmt.Sprintf("  %s contests the %s with %s: %d against %d, %s", e.Seat, e.What, e.At, e.Total, e.Need, ok)
	case "damage":
		return fmt.Sprintf("  damage to %s, %s: %s, Reduction %d", e.Seat, e.Of, cast, e.N)
	case "wound":
		return fmt.Sprintf("  %s takes %d Wounds, %d to Out", e.Seat, e.N, e.Left)
	case "rank":
		return fmt.Sprintf("  %s is %s, -%d", e.Seat, e.What, e.N)
	case "down":
		return fmt.Sprintf("  %s is %s by %s", e.Seat, e.What, e.At)
	case "status":
		return fmt.Sprintf("  %s %s: %v", e.Seat, e.What, e.OK)
	case "move":
		return fmt.Sprintf("  %s goes from %s to %s", e.Seat, e.From, e.To)
	case "ward":
		return fmt.Sprintf("  %s guards %s", e.Seat, e.At)
	case "pool":
		return fmt.Sprintf("  %d in the Tactics Pool", e.Left)
	case "take", "put":
		return fmt.Sprintf("  %s: %s %s", e.Seat, e.What, e.With)
	case "drop":
		return fmt.Sprintf("  %s loses %s on %s", e.Seat, e.With, e.To)
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
