package fight

import (
	"fmt"
	"slices"
	"strings"

	"kokyu/rules"
	"kokyu/rules/text"
)

// Difference is the first difference between a replay and its record.
type Difference struct {
	File string `json:"file"`
	Line int    `json:"line"`
	What string `json:"what"` // do, p, events[2] ...
	Want string `json:"want"` // what the record says
	Got  string `json:"got"`  // what the rules say now
}

// IsRefusal reports whether the rules do not allow the step at all.
func (d *Difference) IsRefusal() bool {
	return d.What == theStep && strings.HasPrefix(d.Got, refusedAs)
}

const (
	theStep   = "the step"
	refusedAs = "refused: "
)

// Error returns "duel.jsonl:12: events[2] is now …, the record has …".
func (d *Difference) Error() string {
	return linePlace(d.File, d.Line) + text.Escape(fmt.Sprintf("%s is now %s, the record has %s", d.What, d.Got, d.Want))
}

// Replay makes the steps of a record in a fight without steps: decisions by their words, dice by the recorded faces,
// corrections of dice, undos and edits. What follows from them must equal the record. The first difference is returned
// as a [Difference], and the fight stays at that step. The positions that a record keeps for its readers are not
// compared.
func Replay(f *Fight, rec Record) error { return ReplayFrom(f, rec, 0) }

// ReplayFrom is [Replay] for a record whose first steps were made under other rules. What follows from those may differ
// from the record, but each of them must be possible. The steps of the fight become those of the record.
func ReplayFrom(f *Fight, rec Record, first int) error {
	if len(f.steps) > 0 {
		return fmt.Errorf("the fight has %d steps already: a replay begins at the start", len(f.steps))
	}
	defer func() { f.repeating = nil }()
	for i, want := range rec.Steps {
		f.repeating = &rec.Steps[i]
		got, err := f.Repeat(want)
		if f.stopped != nil { // the step could not be recorded, which is no difference of the two
			return f.stopped
		}
		if err != nil {
			return &Difference{File: rec.Name, Line: i + 2, What: theStep, Want: want.Line(), Got: refusedAs + err.Error()}
		}
		if what, want, got := differ(want, got); what != "" && i >= first {
			return &Difference{File: rec.Name, Line: i + 2, What: what, Want: want, Got: got}
		}
		// The step as it is recorded: under other rules its events may differ from those made now.
		f.steps[i] = want
	}
	return nil
}

// Repeat makes a step of a record again; its events and chances are computed anew.
func (f *Fight) Repeat(s rules.Step) (rules.Step, error) {
	switch {
	case s.Undo > 0:
		return f.Undo(s.Undo)
	case s.Redo > 0:
		return f.Redo(s.Redo)
	case s.Edit != "":
		return f.edit(s.Edit, s.Why, s.Rows, f.keptAt(s))
	case s.Mend > 0:
		return f.mend(s.Mend, s.Why, s.Roll)
	case s.Word == WordRuling:
		return f.repeatRuling(s)
	case s.Word == WordLater:
		return f.keepForLater(PendingEdit{Changes: s.Changes, For: s.For, Why: s.Why, Rows: s.Rows})
	case s.Word == WordDropped:
		return f.Drop(f.keptAt(s), s.Why)
	case s.Says():
		return f.Say(s)
	case s.Word == WordForce:
		return f.Force(s.Do, s.Why)
	case len(s.Roll) > 0:
		return f.Dice(s.Roll...)
	}
	return f.Do(s.Do)
}

// differ returns the first field in which two steps differ, in the order of a line, with both values; what is empty if
// they are equal.
func differ(want, got rules.Step) (what, w, g string) {
	switch {
	case want.N != got.N:
		return "n", rules.JSONText(want.N), rules.JSONText(got.N)
	case want.Seat != got.Seat:
		return "seat", rules.JSONText(want.Seat), rules.JSONText(got.Seat)
	case want.Do != got.Do:
		return "do", rules.JSONText(want.Do), rules.JSONText(got.Do)
	case want.P != got.P:
		return "p", rules.JSONText(want.P), rules.JSONText(got.P)
	case want.Line() != got.Line():
		return theStep, want.Line(), got.Line()
	case slices.Equal(want.Events, got.Events):
		return "", "", ""
	}
	for i := range max(len(want.Events), len(got.Events)) {
		w, g = eventText(want.Events, i), eventText(got.Events, i)
		if w != g {
			return fmt.Sprintf("events[%d]", i), w, g
		}
	}
	return "events", rules.JSONText(want.Events), rules.JSONText(got.Events)
}

// eventText returns an event as JSON, "missing" if there are not as many.
func eventText(events []rules.Event, i int) string {
	if i >= len(events) {
		return "missing"
	}
	return rules.JSONText(events[i])
}
