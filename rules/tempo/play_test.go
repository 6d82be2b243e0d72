package tempo

import (
	"fmt"
	"strings"
	"testing"

	"kokyu/rules"
	"kokyu/rules/book"
	"kokyu/rules/fight"
	"kokyu/rules/rulestest"
	"kokyu/rules/tempo/rows"
)

// Playthroughs, with one command of this system's: options, what may be decided with its AP; moves are counted, not
// listed.
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
	case turn.Kind == rules.Chance && c.What == "damage":
		return fmt.Sprintf("%s rolls damage: %s", name, c.Says)
	case turn.Kind == rules.Chance:
		return fmt.Sprintf("%s checks %s: %+d against %d, %d thrown, %.1f%%", name, c.What, c.Mod, c.Need, len(c.Dice), 100*c.P)
	case turn.Kind == rules.Commit:
		return name + " decides in secret"
	case turn.Begins:
		return fmt.Sprintf("round %d, %s's turn", f.Round(), name)
	}
	return name + " decides"
}

func optionLines(f *fight.Fight) string {
	var b strings.Builder
	moves := 0
	for _, o := range f.Options() {
		if strings.HasPrefix(o.Words, "move > ") || strings.HasPrefix(o.Words, "combat move > ") {
			moves++
			continue
		}
		fmt.Fprintf(&b, "%2d  %s\n", o.Cost, o.Words)
	}
	if moves > 0 {
		fmt.Fprintf(&b, "    and %d moves\n", moves)
	}
	return b.String()
}

// eventLine words an event.
func eventLine(_ rules.Step, e rules.Event) string {
	at := ""
	if e.At != "" {
		at = " > " + e.At
	}
	with := ""
	if e.With != "" {
		with = " with " + e.With
	}
	switch e.Kind {
	case "initiative":
		return e.Seat + " wins the initiative"
	case "turn":
		return fmt.Sprintf("-- %s's turn, %d AP", e.Seat, e.Left)
	case "round":
		return fmt.Sprintf("-- round %d", e.N)
	case "declare":
		if e.To != "" {
			at += ", " + e.To
		}
		return fmt.Sprintf("%s: %s%s%s", e.Seat, e.What, with, at)
	case "intent":
		return fmt.Sprintf("  (only %s knows: %s)", e.Seat, e.What)
	case "reveal":
		return fmt.Sprintf("  %s's attack was a %s", e.Seat, e.What)
	case "react":
		return fmt.Sprintf("%s answers: %s%s", e.Seat, e.What, with)
	case "tempo":
		return fmt.Sprintf("%s in counter-tempo: %s%s, %d AP more", e.Seat, e.What, with, e.Paid)
	case "spend":
		if e.What != "" {
			return fmt.Sprintf("  %s loses %d AP, has %d", e.Seat, e.N, e.Left)
		}
		return fmt.Sprintf("  %s pays %d, has %d", e.Seat, e.N, e.Left)
	case "gain":
		return fmt.Sprintf("  %s regains %d, has %d", e.Seat, e.N, e.Left)
	case "check":
		of := e.Of
		if of == "" {
			of = map[bool]string{true: "success", false: "failure"}[e.OK]
		}
		return fmt.Sprintf("  %s, %s: %d thrown, result %d against %d, %s", e.Seat, e.What, e.N, e.Total, e.Need, of)
	case "outcome":
		return fmt.Sprintf("  %s, %s: %s", e.Seat, e.What, e.Of)
	case "foil":
		return fmt.Sprintf("  %s's %s stops it", e.Seat, e.What)
	case "harm":
		return fmt.Sprintf("  %s takes %d damage, %s, a %s wound", e.Seat, e.Total, e.What, e.Of)
	case "wound":
		return fmt.Sprintf("  %s has a %s wound, %d boxes left", e.Seat, e.Of, e.Left)
	case "down":
		return fmt.Sprintf("  %s is out of the fight", e.Seat)
	case "status":
		return fmt.Sprintf("  %s is %s%s", e.Seat, e.What, at)
	case "move":
		return fmt.Sprintf("  %s goes from %s to %s", e.Seat, e.From, e.To)
	case "drop":
		return fmt.Sprintf("  %s loses %s on %s", e.Seat, e.With, e.To)
	case "take":
		return fmt.Sprintf("  %s has %s in hand", e.Seat, e.With)
	case "reload":
		return fmt.Sprintf("  %s loads %s for %d, %d to go", e.Seat, e.With, e.N, e.Left)
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
