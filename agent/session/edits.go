package session

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"slices"
	"strings"

	"kokyu/rules"
	"kokyu/rules/fight"
	"kokyu/rules/text"
)

// edit makes all changes or none, as one step: a rock that hits four bandits is one line, and one undo takes it back.
// The name of a side means those of it who are still in the fight. At a prompt Name has the whole line, since only the
// session knows where a name ends; a program gives the changes apart.
func (c Client) edit(_ context.Context, in edit) (StepsMade, error) {
	line, changes, seen := in.Name, []string(nil), map[string]bool{}
	for more := true; more; {
		seats, rest, err := c.cutNames(line)
		if err != nil {
			return StepsMade{}, err
		}
		rest, line, more = cutSemicolon(rest)
		list := SplitChanges(rest)
		if len(in.Changes) > 0 {
			if list = in.Changes; more || rest != "" {
				_, err := c.seat(in.Name)
				return StepsMade{}, c.unknownOrComing(in.Name, err)
			}
		}
		for _, seat := range seats {
			for _, change := range list {
				if change, err = c.changeOf(seat, change, len(seats) > 1, seen); err != nil {
					return StepsMade{}, err
				}
				changes = append(changes, change)
			}
		}
	}
	return c.change(in.Why, nil, rules.JoinChanges(changes))
}

// changeOf returns one change of a combatant as a record has it. several tells whether it is one of several combatants
// with this change; seen has the changes before it: of "wounds=2 wounds=3" the last would count without a word. The key
// is read in any case and with blanks around the =.
func (c Client) changeOf(seat rules.Seat, change string, several bool, seen map[string]bool) (string, error) {
	name := c.Name(seat)
	key, value, valued := strings.Cut(strings.TrimSpace(change), "=")
	if change = strings.ToLower(strings.TrimSpace(key)); valued {
		change += "=" + strings.TrimSpace(value)
	}
	key = strings.Trim(strings.ToLower(key), "+- ")
	switch changed := name + " " + key; {
	case change == "":
		want := cmp.Or(c.wantedInstead(name, "?"), "a change of somebody who is in the fight")
		return "", newError(BadInput, "it is not said what of "+name+"'s changes", want)
	case seen[changed]:
		return "", newError(BadInput, "the change of "+key+" is said twice for "+name, "it once")
	case several && rules.IsYield(change):
		return "", newError(BadInput, "several are to stop fighting", "yield with the name of each, one at a time")
	default:
		seen[changed] = true
	}
	return name + " " + change, nil
}

// cutNames returns the combatants that a text names at its beginning, and the rest: "Aki, Tomoe +bleeding". The name of
// a side means those who are still in the fight: the others cannot be changed, and one refusal refuses all.
func (c Client) cutNames(text string) (seats []rules.Seat, rest string, err error) {
	for more := true; more; {
		var name string
		name, rest = c.splitName(text)
		seat, noSeat := c.seat(name)
		side, err := rules.SeatOrSideNamed(c.Roster(), name, "")
		if noSeat == nil {
			seats = append(seats, seat)
		} else if err != nil {
			return nil, "", c.unknownOrComing(name, err)
		}
		for i, stand := range c.Fight.Board().Stands {
			if noSeat != nil && c.Roster()[i].Team == side && stand.Out == "" {
				seats = append(seats, rules.Seat(i))
			}
		}
		if text, more = strings.CutPrefix(rest, ","); !more {
			text, more = strings.CutPrefix(rest, "and ")
		}
		text = strings.TrimSpace(text)
	}
	if len(seats) == 0 {
		err = withCode(NotNow, errors.New("nobody of that side is left in the fight, want an undo first"))
	}
	return seats, rest, err
}

// change makes changes or, while something is under way, keeps them until that is over. Keeping them is a step of the
// record, so that an undo can take it back; the change itself is another step, at the next position that allows it.
func (c Client) change(why string, rows json.RawMessage, changes ...string) (StepsMade, error) {
	first, err := c.Change(fight.PendingEdit{Changes: changes, For: c.As, Why: c.reason(why), Rows: rows})
	if err != nil {
		return StepsMade{}, err
	}
	return c.resultOfChoice(c.StepsAfter(first - 1)[0], nil)
}

// remove takes a combatant out of the fight. Its seat goes too, and those behind it have other numbers from then on.
func (c Client) remove(_ context.Context, in Who) (StepsMade, error) {
	seat, err := c.seat(in.Name)
	if side, noSide := c.side(in.Name); err != nil && noSide == nil {
		err = newError(UnknownName, side+" are a side", "one combatant, or concede "+side+" to end the fight")
	}
	if err != nil {
		return StepsMade{}, err
	}
	return c.change(in.Why, nil, fight.LeaveEdit(c.Name(seat)))
}

// yieldWord is the decision that a ban names to forbid agents to yield.
const yieldWord = "yield"

// yield is a combatant who stops fighting, and why.
type yield struct {
	Name string `json:"name,omitempty"` // empty: for a player its own seat, for the GM whoever decides
	Flee bool   `json:"flee,omitempty"` // whether it leaves the field, if the rules let it
	Why  string `json:"why,omitempty"`
}

// readYield reads "NAME flees" and a reason. A player may leave the name out, so that the line can be "flees" alone.
func readYield(text string) yield {
	name, why := splitReason(text)
	y := yield{Name: name, Why: why}
	if rest, flees := strings.CutSuffix(" "+name, " "+rules.EditFlees); flees {
		y.Name, y.Flee = strings.TrimSpace(rest), true
	}
	return y
}

// yield takes a combatant out of the fight that stops fighting. In the middle of a blow it waits, as every change does.
func (c Client) yield(_ context.Context, in yield) (StepsMade, error) {
	turn := c.Turn()
	switch {
	case in.Name == "" && !c.isGM():
		in.Name = c.As
	case in.Name == "" && (turn.Kind == rules.Over || turn.Kind == rules.Chance):
		return StepsMade{}, newError(NotNow, "it is not said who yields", "a combatant, as in yield "+c.Roster()[0].Name)
	case in.Name == "":
		in.Name = c.Name(turn.Seat)
	}
	seat, err := c.seat(in.Name)
	if err != nil {
		return StepsMade{}, err
	}
	if turn.Kind == rules.Over {
		return StepsMade{}, c.undecidedError()
	}
	return c.change(in.Why, nil, fight.YieldEdit(c.Name(seat), in.Flee))
}

// Waiting is changes that wait until what is under way is over. The GM knows of all, a player of those it asked for.
type Waiting struct {
	Step  int    `json:"step"`  // the number of the step that keeps them
	Until string `json:"until"` // "the blow is over"
	Says  string `json:"says"`  // "Kuro joins the bandits"
	Why   string `json:"why,omitempty"`
}

// String returns "when the breath is over: Kuro joins the bandits".
func (w Waiting) String() string { return "when " + w.Until + ": " + w.Says }

// WaitingChanges returns the changes that wait, as far as the client may know of them.
func (c Client) WaitingChanges() (list []Waiting) {
	for _, p := range c.Fight.PendingEdits() {
		if !c.isGM() && (p.For != c.As || c.As == "") || len(p.Changes) == 0 {
			continue
		}
		until := cmp.Or(p.Until, "the fight goes on")
		list = append(list, Waiting{Step: p.N, Until: until, Says: fight.ChangesText(p.Changes), Why: p.Why})
	}
	return list
}

// unknownOrComing returns unknown, the error for a name that nobody has, or one that says that somebody of that name
// waits to join.
func (c Client) unknownOrComing(name string, unknown error) error {
	for _, w := range c.WaitingChanges() {
		if strings.HasPrefix(text.Fold(w.Says), text.Fold(name+" joins ")) && name != "" {
			return newError(NotNow, name+" has not come yet", "the change when "+w.Until)
		}
	}
	return unknown
}

// cancel takes back a change that waits. A player can take back only its own.
func (c Client) cancel(_ context.Context, in count) (StepsMade, error) {
	if list := c.WaitingChanges(); !c.isGM() {
		if len(list) > 0 && in.N == 0 {
			in.N = list[len(list)-1].Step
		}
		if !slices.ContainsFunc(list, func(w Waiting) bool { return w.Step == in.N }) {
			return StepsMade{}, newError(NotYours, "no change of "+c.holder()+"'s waits",
				"one that "+c.holder()+" has asked for")
		}
	}
	return c.resultOfChoice(c.Drop(in.N, c.reason("")))
}
