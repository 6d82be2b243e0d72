package rules

import (
	"fmt"
	"slices"

	"kokyu/rules/book"
	"kokyu/rules/strict"
	"kokyu/rules/text"
)

// How a fight has ended, in the order of [book.EndNames].
const (
	EndNone uint8 = iota // the fight goes on
	EndDraw
	EndFirst // side 0 has won
	EndSecond
)

// Why a fight has ended, in its end event. A tale has words of its own for these reasons, and takes all others as they
// are.
const (
	WhyAway     = "they are away" // a side wins by getting away
	WhyHeld     = "they held to the last"
	WhyFallen   = "nobody stands against them"
	WhyNoneElse = "nobody else stands"
	WhyTimeUp   = "the rounds are over"
	WhyPoints   = "the points are made"
)

// WhyDown returns the reason that whoever the objective names is down.
func WhyDown(name string) string { return name + " is down" }

// WhyNobodyOf returns the beginning of a reason that goes on with the ranks of those who fell. of is the side that has
// lost, empty if both have.
func WhyNobodyOf(of string) string {
	if of != "" {
		of = " of " + of
	}
	return "nobody" + of + " stands: "
}

// EndOf returns the ending that a side has won, or a draw for [Neither].
func EndOf(won Side) uint8 {
	if won == Neither {
		return EndDraw
	}
	return EndFirst + uint8(won)
}

// EndWorth returns the value of an ending for side 0: 1 if it has won, -1 if side 1 has, else 0.
func EndWorth(end uint8) float64 {
	switch end {
	case EndFirst:
		return 1
	case EndSecond:
		return -1
	}
	return 0
}

// EndEvent returns the event of an ending; sides are the names of the sides.
func EndEvent(end uint8, why string, round int, sides [2]string) Event {
	e := Event{Kind: "end", What: why, N: round}
	if end > EndDraw {
		e.Seat = sides[end-EndFirst]
	}
	return e
}

// Goal is the objective of an encounter with its names resolved: what one side wants besides the other's fall.
type Goal struct {
	Kind   uint8 // [book.GoalNone] or one of those after it
	Side   Side
	Rounds uint8 // of GoalLast: how many rounds the side has to last
	Who    Seat  // of GoalDown and GoalProtect
}

// ReadGoal resolves an objective: teams are the names of the sides, cast the combatants, rounds the last round of the
// fight. It is not ok if there is no objective (nil) or a mistake in it.
func ReadGoal(o *book.Objective, teams [2]string, cast []Fighter, rounds uint8,
	bad *strict.Complaints) (g Goal, ok bool) {
	if o == nil {
		return Goal{}, false
	}
	at := func(key string) strict.Path { return strict.Path{"objective", key} }
	before := len(*bad)
	if o.For == "" && o.Goal == "" {
		bad.Wrong(strict.Path{"objective"}, "an objective that says nothing",
			"which side wants what, as in {for: house, goal: last, rounds: 6}")
		return Goal{}, false
	}
	team, kind := book.SideNamed(at("for"), o.For, teams, bad), slices.Index(book.GoalNames, o.Goal)
	if g.Side = Side(max(0, team)); o.For == "" {
		bad.Wrong(at("for"), `no side is called ""`, text.OneOf("", teams[:]))
	}
	if kind <= 0 {
		bad.Wrong(at("goal"), fmt.Sprintf("no goal is called %q", o.Goal), text.OneOf(o.Goal, book.GoalNames[1:]))
	}
	switch g.Kind = uint8(max(0, kind)); g.Kind {
	case book.GoalLast:
		g.Rounds = uint8(bad.Within(at("rounds"), fmt.Sprintf("in a fight of at most %d, rounds", rounds), o.Rounds, 1,
			int(rounds), book.RoundsKnown...))
	case book.GoalDown, book.GoalProtect:
		names := Names(cast)
		who := slices.Index(names, o.Who)
		if who < 0 {
			bad.Wrong(at("who"), fmt.Sprintf("nobody is called %q", o.Who), text.OneOf(o.Who, names), book.NamesKnown)
			break
		}
		g.Who = Seat(who)
		if ours := cast[g.Who].Side == g.Side; ours != (g.Kind == book.GoalProtect) {
			bad.Wrong(at("who"), fmt.Sprintf("%s is to %s %s", o.For, o.Goal, o.Who),
				"a friend to protect, or a foe to down", at("for"), at("goal"))
		}
	}
	if len(*bad) > before {
		return Goal{}, false
	}
	return g, true
}

// DecisiveFall returns the seat whose fall decides the fight, and the side that wins by it: of [book.GoalDown] the side
// that wanted it, of [book.GoalProtect] the other one. ok is false for every other goal.
func (g Goal) DecisiveFall() (who int, winner Side, ok bool) {
	switch g.Kind {
	case book.GoalDown:
		return int(g.Who), g.Side, true
	case book.GoalProtect:
		return int(g.Who), 1 - g.Side, true
	}
	return 0, 0, false
}

// TimeoutWinner returns the side that wins when the last round ends the fight: the other one, since the goal was not
// reached, but the side itself if its goal was to protect a friend.
func (g Goal) TimeoutWinner() Side {
	if g.Kind == book.GoalProtect {
		return g.Side
	}
	return 1 - g.Side
}

// LastRound returns the last round of the fight: rounds, or the one to which the side has to last if that comes first.
func (g Goal) LastRound(rounds uint8) int {
	if g.Kind == book.GoalLast {
		rounds = min(rounds, g.Rounds)
	}
	return int(rounds)
}
