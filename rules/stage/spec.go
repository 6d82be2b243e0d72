package stage

import (
	"fmt"
	"io/fs"
	"strings"

	"kokyu/rules"
	"kokyu/rules/book"
)

// A small rule system is one value, a [Spec]: its files, the values of a combatant, what may be decided, what is thrown for, and what
// comes of both. Positions in files, a GM's edits, sheets, boards, law lines, lists, schemas and random encounters are read off it.

const (
	// SeatsMax is how many combatants fight at most.
	SeatsMax = 8
	// ValuesMax is how many values and conditions a combatant has at most.
	ValuesMax = 12
	// NotesMax is how many bytes there are for what is under way.
	NotesMax = 8
)

// State is a position of every system that a Spec describes.
type State struct {
	Seats  [SeatsMax]Stood
	Notes  [NotesMax]uint8 // what is under way, as the system likes; all 0 on a turn, phase 0
	Round  uint8           // from 0
	Phase  uint8           // 0 is the actor's turn; the others, up to 15, are the system's: a deed or a cast sets it to the one that is to follow
	Actor  uint8           // whose turn it is
	Ending uint8           // how it has ended, 0 if it has not: rules.EndDraw and those after it
}

// Stood is how a combatant stands. Who is out of the fight stands nowhere, and has 0 of everything, but of Life if it has yielded.
type Stood struct {
	Place, Out uint8
	Of         [ValuesMax]uint8 // by the index of Spec.Values
}

// Life is the index of the value that a combatant lives by: at 0 it falls. Let it count down in a few steps, or say with Spec.Worth what
// else counts: an estimate of a position knows nothing else, and conditions and places only count as far as a search looks ahead.
const Life = 0

// How a combatant is out of the fight, as boards word it.
const (
	in uint8 = iota
	down
	gone
	yielded
)

var outWords = []string{"", "down", "gone", "yielded"}

// Spec is a small rule system whose combatants have rows of the type R.
type Spec[R any] struct {
	Name       string
	Files      fs.FS    // rows.yaml, laws.yaml, rulings.yaml (with a ruling called rounds) and encounters/NAME.yaml; see book.Ship for others
	Encounters []string // the built-in ones, the default first
	Places     []string // the places of the fight in a row; the sides begin at its ends. None is one place without a name
	Values     []Value[R]
	Deeds      []Deed[R] // in the order they are offered in: of decisions worth the same the first one is made
	Casts      []Cast[R]

	Order func(row R) int                                  // who is first in a round has the most; nil is the order of the file
	Next  func(g *Game[R], s *State) int                   // who acts next, after each deed and what comes of it; -1: a round is over. Nil: all in their order
	Round func(g *Game[R], s *State)                       // a round begins
	Begin func(g *Game[R], s *State, seat int)             // a turn begins
	Turn  func(g *Game[R], s *State) int                   // who decides or throws in another phase than 0
	Fell  func(g *Game[R], s *State, seat int)             // a combatant is about to be out of the fight
	Veil  func(g *Game[R], s *State) State                 // with secret deeds: see the hook of this name of rules.Hooks
	Reach func(g *Game[R], s *State, by, at int) bool      // whether one could strike at the other from where they stand; nil: always
	Worth func(g *Game[R], s *State, seat int) float64     // how well a combatant in the fight stands, 0 to 1, as estimates count it; nil: how much of its Life it has
	Asked Dice                                             // what the question "NAME 12" throws
	Alter func(rows Rows[R], line *Line[R], d book.Draw)   // makes a combatant of a random encounter a little better or worse
	Tiny  func(rows Rows[R], f *Encounter[R], d book.Draw) // makes a random encounter of few one that can be solved

	shipped book.Shipped
	kinds   [16]rules.Kind // by phase
	casts   [16]uint8      // by phase: 1 and the index in Casts
}

// Value is a number of a combatant, or a condition it is in or not. The first one is its Life.
type Value[R any] struct {
	Name, Short, Means string
	Of                 func(row R) int // at the beginning of a fight, 0 to 255; nil is 0
	Most               func(row R) int // nil is what there is at the beginning
	Condition          bool            // 0 or 1
	Free               bool            // it may be any number up to 255
	Helpless           bool            // who is in the condition can hardly defend itself
	Pays               bool            // decisions are paid for with it
}

// Deed is a decision. The deeds of a phase are either all secret or all open, those of a turn are open, and a phase of deeds has no cast.
type Deed[R any] struct {
	When  uint8  // the phase it is made in; 0 is a turn
	Name  string // its words, which its target or the place it leads to follow
	Kind  string // one of rules.Phases
	Means string
	// Offer appends those that may be made; a is the deed without a target. Nil: it may always be made.
	Offer func(g *Game[R], s *State, a rules.Action, buf []rules.Action) []rules.Action
	Words func(g *Game[R], s *State, a rules.Action) string // in place of Name
	Play  func(g *Game[R], s *State, a rules.Action, log *rules.Log)
	Cost  func(g *Game[R], s *State, a rules.Action) int

	Strikes, Helps bool // its target
	Goes           bool // it leads to the place a.To, which its words end with
	Into           bool // its words end with the place a.To, to which nobody goes
	Idle           bool // it does nothing more
	Secret         bool // the others do not see it before a foe has answered, in the phase it leads to; its events are Secret, and the answer tells a reveal
	Plain          bool // it adds nothing to what is under way
}

// Cast is dice that a phase waits for, one cast for a phase.
type Cast[R any] struct {
	When        uint8
	Name        string
	Does, Takes string   // what its success is, as a verb of who throws and of who is thrown against: "hits", "is hit"
	Words       []string // of its classes; a class without one is a number of what Counts says
	Counts      string
	Against     func(g *Game[R], s *State) int
	Dice        func(g *Game[R], s *State) Dice
	Need        func(g *Game[R], s *State) int // the total that succeeds; nil where the dice only count
	With        func(g *Game[R], s *State) string
	// Class returns what a total comes to, 0 for a failure; face is the total without the modifier. Totals of a class have the same
	// consequences. Nil: 1 for a success, or the total where the dice only count.
	Class func(g *Game[R], s *State, total, face int) uint8
	Play  func(g *Game[R], s *State, class uint8, log *rules.Log)
	Harms bool // it is damage to who is thrown against
}

// NewSpec completes a system's description, and makes the words of its boards known. It is called where packages are initialized, and
// panics with all that is wrong with the description.
func NewSpec[R any](sp Spec[R]) *Spec[R] {
	if wrong := sp.wrong(); len(wrong) > 0 {
		panic(fmt.Sprintf("stage: the system %s has %s", sp.Name, strings.Join(wrong, "; ")))
	}
	if sp.Places == nil {
		sp.Places = []string{"the field"}
	}
	for i := range sp.Deeds {
		if d := &sp.Deeds[i]; d.Secret {
			sp.kinds[d.When] = rules.Commit
		} else {
			sp.kinds[d.When] = rules.Decide
		}
	}
	for i := range sp.Casts {
		sp.kinds[sp.Casts[i].When], sp.casts[sp.Casts[i].When] = rules.Chance, uint8(1+i)
	}
	for _, v := range sp.Values {
		if v.Condition {
			rules.States = rules.WithTerm(rules.States, rules.Term{Name: v.Name, Means: v.Means})
		} else {
			rules.Numbers = rules.WithTerm(rules.Numbers, rules.NumberTerm{Name: v.Name, Short: v.Short, Means: v.Means, Pays: v.Pays})
		}
	}
	sp.shipped = book.Ship(sp.Files, len(sp.Encounters), sp.Encounters...)
	return &sp
}
