package rules

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"kokyu/rules/strict"
	"kokyu/rules/text"
)

// Mustering is how a roster changes in the middle of a fight. A game never changes: with every change another one goes on, its
// encounter that of the moment, whose now: the position is. A system without it refuses with a sentence.
type Mustering[S comparable] interface {
	// Joined is the game that goes on from s with the combatants of one more line of a side's, as an encounter file has it.
	// Rows are a catalogue, as Data writes one, for what this fight has not used so far; nil if there is none. The error says
	// what is wrong with the line, or with the moment.
	Joined(s *S, side Side, line string, rows json.RawMessage) (System[S], error)
	// Left is the game that goes on from s without a combatant, the turn passed on if it was his. What follows is logged.
	Left(s *S, seat Seat, log *Log) (System[S], error)
}

// What an edit event says of who comes and goes: At is the side he joins, With his row.
const (
	EditJoins  = "joins"
	EditLeaves = "leaves"
)

const joinedBy = " joined by "

// Joining is the edit by which the combatants of a line, as an encounter file has it, join a side.
func Joining(team, line string) string { return team + joinedBy + line }

// Leaving is the edit by which a combatant leaves.
func Leaving(name string) string { return name + " " + EditLeaves }

// Join lets the combatants of a line join a side, by its name: the line is as an encounter file has it, "{who: bandit, name:
// Kuro}". Rows are a catalogue for what the fight has not used so far, as a header holds one; nil if there is none. It is an
// edit, with its reason; the step keeps the rows that are new with it.
func (f *Fight) Join(team, line string, rows json.RawMessage, reason string) (Step, error) {
	if err := f.isSide(team); err != nil {
		return Step{}, err
	}
	return f.edit(Joining(team, strings.TrimSpace(line)), reason, rows)
}

// Leave takes a combatant, by its name, out of the fight. It is an edit, with its reason.
func (f *Fight) Leave(name, reason string) (Step, error) { return f.edit(Leaving(name), reason, nil) }

// muster reads an edit that changes the roster, and makes the game and the position after it the next. The new rows are nil
// if the game uses none that the one before did not.
func (b *board[S]) muster(change string, rows json.RawMessage) (events []Event, used json.RawMessage, ok bool, err error) {
	var log Log
	roster := b.sys.Roster()
	if i := slices.IndexFunc(roster, func(f Fighter) bool { return change == Leaving(f.Name) }); i >= 0 {
		return b.succeed(&log, func(sys System[S]) (System[S], error) {
			log.Add(Event{Kind: "edit", Seat: roster[i].Name, What: EditLeaves})
			return sys.Left(&b.now, Seat(i), &log)
		})
	}
	i := slices.IndexFunc(roster, func(f Fighter) bool { return strings.HasPrefix(change, f.Team+joinedBy) })
	if i < 0 {
		return nil, nil, false, nil
	}
	return b.succeed(&log, func(sys System[S]) (System[S], error) {
		next, err := sys.Joined(&b.now, roster[i].Side, strings.TrimPrefix(change, roster[i].Team+joinedBy), rows)
		if err != nil {
			return nil, err
		}
		for _, f := range next.Roster() {
			if !slices.Contains(roster, f) {
				log.Add(Event{Kind: "edit", Seat: f.Name, At: f.Team, What: EditJoins, With: f.Kind})
			}
		}
		return next, nil
	})
}

// succeed makes the game that a change of the roster leads to the next.
func (b *board[S]) succeed(log *Log, change func(System[S]) (System[S], error)) ([]Event, json.RawMessage, bool, error) {
	if b.turn().Kind == Over {
		return nil, nil, true, fmt.Errorf("the fight is over, want an undo first")
	}
	next, err := change(b.sys)
	if err != nil {
		return nil, nil, true, err
	}
	before, err := b.sys.Data()
	if err != nil {
		return nil, nil, true, err
	}
	used, err := next.Data()
	if bytes.Equal(before, used) {
		used = nil
	}
	b.next = moment[S]{next, next.Start()}
	return log.Events, used, true, err
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

// ReadLine reads a line of a side, as an encounter file has it, into what it points to. The error says what is wrong with
// it.
func ReadLine(line string, into any) error {
	if _, err := strict.Decode("", []byte(line), into); err != nil {
		return sentence(err)
	}
	return nil
}

// sentence is the first of a line's mistakes, without its place.
func sentence(err error) error {
	problems, ok := err.(text.Problems)
	if !ok || len(problems) == 0 {
		return err
	}
	return text.Problem{What: problems[0].What, Want: problems[0].Want}
}
