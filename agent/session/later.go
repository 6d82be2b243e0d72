package session

import (
	"context"
	"encoding/json"
	"slices"
	"strings"

	"kokyu/rules/fight"
	"kokyu/rules/text"
)

// Waiting is changes that will be made once what is under way is over. The GM knows of all of them, a player of those
// that it asked for.
type Waiting struct {
	Step  int    `json:"step"`  // the number of the step that keeps them
	Until string `json:"until"` // "the blow is over"
	Says  string `json:"says"`  // "Kuro joins the bandits"
	Why   string `json:"why,omitempty"`
}

// String returns "when the blow is over: Kuro joins the bandits".
func (w Waiting) String() string { return "when " + w.Until + ": " + w.Says }

// WaitingChanges returns the changes that wait, as far as the client may know of them.
func (c Client) WaitingChanges() (list []Waiting) {
	for _, p := range c.Fight.PendingEdits() {
		if !c.isGM() && (p.For != c.As || c.As == "") || len(p.Changes) == 0 {
			continue
		}
		w := Waiting{Step: p.N, Until: p.Until, Says: fight.ChangesText(p.Changes), Why: p.Why}
		if w.Until == "" {
			w.Until = "the fight goes on"
		}
		list = append(list, w)
	}
	return list
}

// change makes changes or, while something is under way, keeps them until that is over.
func (c Client) change(why string, rows json.RawMessage, changes ...string) (Made, error) {
	first, err := c.Change(fight.PendingEdit{Changes: changes, For: c.As, Why: c.reason(why), Rows: rows})
	if err != nil {
		return Made{}, err
	}
	return c.madeByChoice(c.StepsAfter(first - 1)[0], nil)
}

// unknownOrComing returns the error for a name that no combatant has: unknown, or one that says so if somebody of that
// name waits to join.
func (c Client) unknownOrComing(name string, unknown error) error {
	for _, w := range c.WaitingChanges() {
		if strings.HasPrefix(text.Fold(w.Says), text.Fold(name+" joins ")) && name != "" {
			return newError(NotNow, name+" has not come yet", "the change when "+w.Until)
		}
	}
	return unknown
}

// cancel takes back a change that waits. A player can take back only its own.
func (c Client) cancel(_ context.Context, in count) (Made, error) {
	if list := c.WaitingChanges(); !c.isGM() {
		if len(list) > 0 && in.N == 0 {
			in.N = list[len(list)-1].Step
		}
		if !slices.ContainsFunc(list, func(w Waiting) bool { return w.Step == in.N }) {
			return Made{}, newError(NotYours, "no change of "+c.holder()+"'s waits", "one that "+c.holder()+" has asked for")
		}
	}
	return c.madeByChoice(c.Drop(in.N, c.reason("")))
}
