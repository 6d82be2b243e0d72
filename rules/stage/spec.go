package stage

import (
	"fmt"
	"io/fs"
	"slices"
	"strings"

	"kokyu/rules"
	"kokyu/rules/book"
)

// A small rule system is one value, a [Spec]: its files, the values of a combatant, the decisions (deeds), the throws
// (casts), and what both change. Positions in files, a GM's edits, sheets, boards, law lines, lists, schemas and random
// encounters are derived from it.

const (
	// seatsMax is how many combatants fight at most.
	seatsMax = 8
	// valuesMax is how many values and conditions a combatant has at most.
	valuesMax = 12
	// notesMax is how many bytes a system has in State.Notes.
	notesMax = 8
)

// State is a position of every system that a Spec describes.
type State struct {
	Seats  [seatsMax]SeatState // by seat, in the order of the encounter file
	Notes  [notesMax]uint8     // what a system has to remember of the action under way; all 0 in phase 0, so that equal turns are equal bytes
	Round  uint8               // from 0
	Phase  uint8               // 0: the actor's turn. 1 to 15 are the system's; a deed or a cast sets the one that follows
	Actor  uint8               // the seat whose turn it is
	Ending uint8               // how it has ended, 0 if it has not: rules.EndDraw and those after it
}

// SeatState is the state of one combatant. Of a combatant who is out of the fight all is 0 but Out, and but Life if it
// has yielded or is gone, so that positions which differ only in what no longer matters are equal.
type SeatState struct {
	Place  uint8            // the index in Spec.Places
	Out    uint8            // in, or the way in which it is out
	Values [valuesMax]uint8 // by the index of Spec.Values
}

// Life is the index of the value that a combatant lives by: at 0 it falls. Let it count down in a few steps, or say
// with Spec.Worth what else counts: an estimate of a position knows nothing else, and conditions and places only count
// as far as a search looks ahead.
const Life = 0

// SeatState.Out: in the fight, or how a combatant is out of it.
const (
	in uint8 = iota
	down
	gone
	yielded
)

// outWords are the words of files and boards for SeatState.Out.
var outWords = []string{"", "down", "gone", "yielded"}

// Spec is a small rule system whose combatants have rows of the type R.
type Spec[R any] struct {
	Name       string
	Files      fs.FS    // in a folder data: rows.yaml, laws.yaml, rulings.yaml (with a ruling called rounds), encounters/NAME.yaml; see book.Ship for others
	Encounters []string // the built-in ones, the default first
	Places     []string // the places of the fight in a row; the sides begin at its ends. None is one place without a name
	Values     []Value[R]
	Deeds      []Deed[R] // in the order in which they are offered: of decisions worth the same a search takes the first
	Casts      []Cast[R]

	Order      func(row R) int                      // the highest acts first in a round; nil is the order of the file
	NextActor  func(g *Game[R], s *State) int       // the seat that acts next, asked after each action; -1 ends the round. Nil: by Order
	BeginRound func(g *Game[R], s *State)           // changes what a new round changes; may be nil
	BeginTurn  func(g *Game[R], s *State, seat int) // changes what a new turn changes; may be nil
	Decider    func(g *Game[R], s *State) int       // the seat that decides or throws in the phases 1 to 15

	Veil     func(g *Game[R], s *State) State             // with secret deeds: see the hook of this name of rules.Hooks
	Reach    func(g *Game[R], s *State, by, at int) bool  // whether one could strike at the other from where they stand; nil: always
	Worth    func(g *Game[R], s *State, seat int) float64 // 0 to 1, how well a combatant in the fight stands; nil: the share of its Life
	OddsDice Dice                                         // thrown by the question "NAME 12" of kokyu odds: the chance to reach 12

	// Of random encounters: Adjust makes one combatant a little better or worse, Shrink makes a small encounter one
	// that can be solved.
	Adjust func(rows Rows[R], line *Line[R], d book.Draw)
	Shrink func(rows Rows[R], f *Encounter[R], d book.Draw)

	shipped book.Shipped
	kinds   [16]rules.Kind // by phase
	casts   [16]uint8      // by phase: 0 without a cast, else 1 + its index in Casts
}

// Value is a number of a combatant, or a condition that it is in (1) or not (0). The first one is its Life.
type Value[R any] struct {
	Name, Short, Means string
	Start              func(row R) int // its value at the beginning of a fight, 0 to 255; nil is 0
	Most               func(row R) int // the most it can be; nil is its start
	Condition          bool
	Unbounded          bool // it may be any number up to 255
	Helpless           bool // a combatant in this condition can hardly defend itself
	Pays               bool // decisions are paid for with it
}

// Deed is a decision. The deeds of a phase are either all secret or all open, those of phase 0 are open, and a phase of
// deeds has no cast.
type Deed[R any] struct {
	Phase uint8  // the phase in which it is offered; 0 is a turn
	Name  string // its words; the target, or the place a.To, follows them
	Kind  string // one of rules.Phases
	Means string
	// Offer appends the legal decisions of this deed; a is the deed without a target or place. Nil: it is always legal,
	// without either.
	Offer func(g *Game[R], s *State, a rules.Action, buf []rules.Action) []rules.Action
	Words func(g *Game[R], s *State, a rules.Action) string // in place of Name; may be nil
	Play  func(g *Game[R], s *State, a rules.Action, log *rules.Log)
	Cost  func(g *Game[R], s *State, a rules.Action) int // nil is 0

	Strikes    bool // it is a blow at its target
	Moves      bool // the actor goes to the place a.To
	NamesPlace bool // it is aimed at the place a.To, and nobody goes there
	Idle       bool // it only lets time pass
	Plain      bool // it adds nothing to the action under way, as taking a blow
	// Secret: the other side sees it only after it has answered, in the phase that the deed sets. Its events are
	// Secret, and the Play of the answer adds a reveal event.
	Secret bool
}

// Cast is a throw of dice: the one that a fight waits for in its phase. Its outcomes are merged into classes, all of
// which have the same consequences.
type Cast[R any] struct {
	Phase         uint8
	Name          string
	Verb, Passive string                            // words a success of the thrower, "hits", and of the one thrown against, "is hit"
	ClassWords    []string                          // words each class; a class beyond them is worded as a number of Unit
	Unit          string                            // "harm"
	Against       func(g *Game[R], s *State) int    // the seat thrown against; nil: the thrower's own
	Dice          func(g *Game[R], s *State) Dice   // what is thrown
	Need          func(g *Game[R], s *State) int    // the total that succeeds; nil where the dice only count
	With          func(g *Game[R], s *State) string // the weapon, for damage events; nil: Name
	// Class returns the class of a total, 0 for a failure; unmodified is the total without the modifier. Nil: 1 for a
	// success, or the total where the dice only count.
	Class    func(g *Game[R], s *State, total, unmodified int) uint8
	Play     func(g *Game[R], s *State, class uint8, log *rules.Log)
	IsDamage bool // it is told as damage to the one thrown against
}

// NewSpec checks and completes a system's description, and adds the names of its values to [rules.States] and
// [rules.Numbers]. Call it for a package variable: it panics with everything that is wrong with the description, and
// those lists must not change later.
func NewSpec[R any](sp Spec[R]) *Spec[R] {
	if wrong := sp.wrong(); len(wrong) > 0 {
		panic(fmt.Sprintf("stage: the system %s has %s", sp.Name, strings.Join(wrong, "; ")))
	}
	if sp.Places == nil {
		sp.Places = []string{"the field"}
	}
	for i := range sp.Deeds {
		if d := &sp.Deeds[i]; d.Secret {
			sp.kinds[d.Phase] = rules.Commit
		} else {
			sp.kinds[d.Phase] = rules.Decide
		}
	}
	sp.Casts = slices.Clone(sp.Casts)
	for i := range sp.Casts {
		c := &sp.Casts[i]
		sp.kinds[c.Phase], sp.casts[c.Phase] = rules.Chance, uint8(1+i)
		book.SetIfNil(&c.Against, sp.Decider)
		book.SetIfNil(&c.With, func(*Game[R], *State) string { return c.Name })
	}
	for _, v := range sp.Values {
		if v.Condition {
			rules.States = rules.WithTerm(rules.States, rules.Term{Name: v.Name, Means: v.Means})
		} else {
			rules.Numbers = rules.WithTerm(rules.Numbers, rules.NumberTerm{Name: v.Name, Short: v.Short, Means: v.Means, Pays: v.Pays})
		}
	}
	sp.Files, _ = fs.Sub(sp.Files, "data") // "data" is a valid path, and Sub refuses only others
	sp.shipped = book.Ship(sp.Files, len(sp.Encounters), sp.Encounters...)
	return &sp
}
