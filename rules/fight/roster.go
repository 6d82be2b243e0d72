package fight

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"kokyu/rules"
)

const joinedBy = " joined by "

// Joining returns the edit by which combatants join a side; line is in the form of an encounter file.
func Joining(team, line string) string { return team + joinedBy + line }

// Leaving returns the edit by which a combatant leaves.
func Leaving(name string) string { return name + " " + rules.EditLeaves }

// Join lets combatants join the side with this name. The line is in the form of an encounter file, "{who: bandit, name:
// Kuro}". rows is a catalogue of rows that the fight has not used so far, in the form of a header's Data; it may be nil. The
// step is an edit with its reason and the new rows.
func (f *Fight) Join(team, line string, rows json.RawMessage, reason string) (rules.Step, error) {
	team, err := rules.CalledSide(f.roster, team)
	if err != nil {
		return rules.Step{}, err
	}
	return f.edit(Joining(team, strings.TrimSpace(line)), reason, rows, 0)
}

// Leave removes the combatant with this name from the fight. It is recorded as an edit with its reason.
func (f *Fight) Leave(name, reason string) (rules.Step, error) {
	return f.edit(Leaving(name), reason, nil, 0)
}

// muster reads an edit that changes the roster, and makes the game and the position after it the next. The new rows are nil
// if the game uses none that the one before did not.
func (b *board[S]) muster(change string, rows json.RawMessage) (events []rules.Event, used json.RawMessage, ok bool, err error) {
	var log rules.Log
	roster := b.sys.Roster()
	if i := slices.IndexFunc(roster, func(f rules.Fighter) bool { return change == Leaving(f.Name) }); i >= 0 {
		return b.succeed(&log, func(sys rules.System[S]) (rules.System[S], error) {
			log.Add(rules.Event{Kind: "edit", Seat: roster[i].Name, What: rules.EditLeaves})
			return sys.Left(&b.now, rules.Seat(i), &log)
		})
	}
	i := slices.IndexFunc(roster, func(f rules.Fighter) bool { return strings.HasPrefix(change, f.Team+joinedBy) })
	if i < 0 {
		return nil, nil, false, nil
	}
	return b.succeed(&log, func(sys rules.System[S]) (rules.System[S], error) {
		next, err := sys.Joined(&b.now, roster[i].Side, strings.TrimPrefix(change, roster[i].Team+joinedBy), rows)
		if err != nil {
			return next, err
		}
		for _, f := range next.Roster() {
			if !slices.Contains(roster, f) {
				log.Add(rules.Event{Kind: "edit", Seat: f.Name, At: f.Team, What: rules.EditJoins, With: f.Kind})
			}
		}
		return next, nil
	})
}

// succeed makes the game that a change of the roster leads to the next.
func (b *board[S]) succeed(log *rules.Log, change func(rules.System[S]) (rules.System[S], error)) ([]rules.Event, json.RawMessage, bool, error) {
	if b.turn().Kind == rules.Over {
		return nil, nil, true, fmt.Errorf("the fight is over, want an undo first")
	}
	next, wrong := change(b.sys)
	if next == nil {
		return nil, nil, true, wrong
	}
	before, err := b.sys.Data()
	if err != nil {
		return nil, nil, true, err
	}
	used, err := next.Data()
	if bytes.Equal(before, used) {
		used = nil
	}
	if wrong != nil || err != nil {
		return nil, used, true, cmp.Or(wrong, err)
	}
	b.next = begin(next)
	return log.Events, used, true, nil
}

func (b *board[S]) recast() (encounter, data json.RawMessage, err error) {
	if b.sys == b.cast {
		return nil, nil, nil
	}
	if encounter, err = json.Marshal(b.sys.File()); err == nil {
		data, err = b.sys.Data()
	}
	return encounter, data, err
}
