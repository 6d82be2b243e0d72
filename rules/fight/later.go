package fight

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"kokyu/rules"
)

// Changes of the GM that come while an action is under way. A step of the record keeps them; when the action is over
// they are made, each as an edit that names that step, in the order in which they were given.

// PendingEdit is a list of changes that wait together: a GM types them while an action is under way.
type PendingEdit struct {
	N       int      // the number of the step that keeps them; 0 before there is one
	Changes []string // as [Fight.Edit] takes them, in order
	For     string   // the combatant whose player has asked for it; empty: the GM has
	Why     string   // the reason
	// Rows is a catalogue for a combatant that joins, see [Fight.Join]. While the change waits, they are the rows that the
	// fight will use.
	Rows  json.RawMessage
	Until string // what they wait for, "the blow is over"; empty if they can be made

	done int // how many of the changes have been made
}

// Change makes changes, or keeps them in a step if one of them has to wait. It tries all of them in a fork first: if
// one is wrong no step is made. It returns the number of the first step that it has made.
func (f *Fight) Change(p PendingEdit) (first int, err error) {
	if len(p.Changes) == 0 {
		p.Changes = []string{""}
	}
	// In a fork one change can build on the one before: both are tried before any is made.
	trial, waits := f.Fork(), false
	for _, change := range p.Changes {
		used, err := trial.tryChange(change, p.Why, p.Rows)
		_, busy := errors.AsType[rules.Busy](err)
		switch {
		case err != nil && !busy:
			return 0, err
		case busy:
			waits, p.Rows = true, used
		}
	}
	first = f.nextNumber()
	if waits {
		_, err = f.keepForLater(p)
		return first, err
	}
	for _, change := range p.Changes {
		if _, err := f.edit(change, p.Why, p.Rows, 0); err != nil {
			return 0, err
		}
	}
	return first, nil
}

// tryChange makes a change in a fork. With a [rules.Busy] error it returns the rows that the change would use.
func (f *Fight) tryChange(change, why string, rows json.RawMessage) (used json.RawMessage, err error) {
	step, next, err := f.change(change, why, rows)
	if err == nil {
		_, err = f.commit(step, next)
	}
	return step.Rows, err
}

// keepForLater records the step that keeps changes.
func (f *Fight) keepForLater(p PendingEdit) (rules.Step, error) {
	return f.commit(rules.Step{Word: WordLater, Changes: p.Changes, For: p.For, Why: p.Why, Rows: p.Rows}, f.Moment)
}

// PendingEdits returns the changes that wait, the next one first, with what they wait for.
func (f *Fight) PendingEdits() []PendingEdit {
	list := f.keptEdits()
	for i := range list {
		_, _, list[i].Until = f.due(list[i])
	}
	return list
}

// keptEdits returns the pending edits, the first one first. They are read off the standing steps, so that an undo
// brings back or takes away those that it should.
func (f *Fight) keptEdits() (list []PendingEdit) {
	if !f.hasLaterStep {
		return nil
	}
	for _, n := range f.standing {
		s := &f.steps[n-1]
		i := slices.IndexFunc(list, func(p PendingEdit) bool { return p.N == s.KeptAt })
		switch {
		case s.Word == WordLater:
			list = append(list, PendingEdit{N: n, Changes: s.Changes, For: s.For, Why: s.Why, Rows: s.Rows})
		case s.KeptAt == 0 || i < 0:
		case s.Word == WordDropped:
			list = slices.Delete(list, i, i+1)
		default:
			if list[i].done++; list[i].done >= len(list[i].Changes) {
				list = slices.Delete(list, i, i+1)
			}
		}
	}
	return list
}

// due returns whether pending changes can be made now, or else until when they wait. wrong says why they can never be
// made.
func (f *Fight) due(p PendingEdit) (now bool, wrong error, until string) {
	if len(p.Changes) == 0 { // this is the record of a seat that may not see them
		return false, nil, "what is under way is over"
	}
	if f.Turn().Kind == rules.Over {
		return true, errors.New("the fight is over"), ""
	}
	trial := f.Fork()
	for _, change := range p.Changes[p.done:] {
		_, err := trial.tryChange(change, p.Why, p.Rows)
		if busy, ok := errors.AsType[rules.Busy](err); ok {
			return false, nil, busy.Until
		}
		if err != nil {
			return true, err, ""
		}
	}
	return true, nil, ""
}

// CanSettle reports whether [Fight.Settle] has something to do: the first pending edit can be made now, or has become
// impossible. As long as a redo could return steps it waits, since any step would throw them away.
func (f *Fight) CanSettle() bool {
	list := f.keptEdits()
	if len(list) == 0 || len(f.undone) > 0 || f.stopped != nil {
		return false
	}
	now, _, _ := f.due(list[0])
	return now
}

// Settle makes the next change of the first pending edit, or drops it with the reason why it is impossible.
func (f *Fight) Settle() (rules.Step, error) {
	list := f.keptEdits()
	if len(list) == 0 {
		return rules.Step{}, untimely("no change waits")
	}
	p := list[0]
	now, wrong, until := f.due(p)
	switch {
	case !now:
		return rules.Step{}, untimely("the change waits until %s", until)
	case wrong != nil:
		what, _, _ := strings.Cut(wrong.Error(), ", want ")
		return f.Drop(p.N, what)
	}
	return f.edit(p.Changes[p.done], p.Why, p.Rows, p.N)
}

// Drop takes back the pending edit that a step keeps; 0 means the last one. It is recorded as a step with its reason.
func (f *Fight) Drop(n int, reason string) (rules.Step, error) {
	list := f.keptEdits()
	var steps []string
	for _, p := range list {
		if steps = append(steps, fmt.Sprint(p.N)); p.N == n {
			list = []PendingEdit{p}
			break
		}
	}
	switch {
	case len(list) == 0:
		return rules.Step{}, untimely("no change waits: there is nothing to drop")
	case n != 0 && list[len(list)-1].N != n:
		return rules.Step{}, fmt.Errorf("step %d keeps no change that waits, want %s", n, strings.Join(steps, ", "))
	}
	last := list[len(list)-1]
	return f.commit(rules.Step{Word: WordDropped, Changes: last.Changes, KeptAt: last.N, Why: reason}, f.Moment)
}

// keptAt returns the number of the step that keeps the waiting edit which a step of a record makes or drops: its
// KeptAt. Where a record has lost its undone steps the numbers have changed; then it is the first step that can be
// meant.
func (f *Fight) keptAt(s rules.Step) int {
	list := f.keptEdits()
	if s.KeptAt == 0 || slices.ContainsFunc(list, func(p PendingEdit) bool { return p.N == s.KeptAt }) {
		return s.KeptAt
	}
	for _, p := range list {
		if s.Word == WordDropped || p.done < len(p.Changes) && p.Changes[p.done] == s.Edit {
			return p.N
		}
	}
	return 0
}

// checkLater checks that only the words later and dropped have changes, and that only a step that makes or drops a
// waiting edit names a step before it that keeps one.
func checkLater(s rules.Step) (what, want string) {
	switch {
	case s.Changes != nil && s.Word != WordLater && s.Word != WordDropped:
		return "changes that wait without their word", `"changes" only beside the "word" "later" or "dropped"`
	case s.KeptAt != 0 && s.Edit == "" && s.Word != WordDropped || s.KeptAt == 0 && s.Word == WordDropped:
		return `a step that is no change that waited, with "of", or one that is, without`, `"of" beside "edit" or the "word" "dropped"`
	case s.KeptAt < 0 || s.KeptAt >= s.N:
		return fmt.Sprintf("the step is about step %d", s.KeptAt), "a step before it"
	}
	return "", ""
}
