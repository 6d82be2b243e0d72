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
// of dice (casts), and what both change. Everything else that kokyu needs of a system is derived from it: positions in
// files, a GM's edits, sheets, boards, law lines, lists, schemas and random encounters.

// Sizes of a position: the same for all systems, so that [State] is one plain type of 124 bytes.
const (
	seatsMax  = 8  // combatants in a fight
	valuesMax = 12 // values and conditions of a combatant
	notesMax  = 8  // bytes in State.Notes
	phasesMax = 16 // phases, that of a turn included
)

// State is a position of every system that a Spec describes.
type State struct {
	Seats [seatsMax]SeatState // by seat, in the order of the encounter file
	// Notes holds what a system has to remember of the action under way. All notes are 0 in phase 0: searches compare
	// positions byte by byte, and what is left over from an action would make equal positions different.
	Notes [notesMax]uint8
	Round uint8 // counts from 0
	// Phase is 0 on the actor's turn. The phases 1 to 15 are the system's; each deed or cast sets the one that follows.
	Phase  uint8
	Actor  uint8 // the seat whose turn it is
	Ending uint8 // 0 while the fight goes on, else rules.EndDraw or one of the constants after it
}

// SeatState is the state of one combatant. When a combatant goes out of the fight everything becomes 0 but Out, and but
// its Life if it has yielded or gone: positions that differ only in what no longer matters are equal.
type SeatState struct {
	Place  uint8            // an index in Spec.Places
	Out    uint8            // in, down, gone or yielded
	Values [valuesMax]uint8 // by the index in Spec.Values
}

// Life is the index of the value that a combatant lives by: at 0 it falls. The estimate of a position counts nothing
// else, unless Spec.Worth does; conditions and places count only as far as a search looks ahead. So let Life go down in
// several steps, or define Worth.
const Life = 0

// The values of SeatState.Out: in the fight, or the way in which a combatant went out of it.
const (
	in uint8 = iota
	down
	gone
	yielded
)

// outWords are the words for SeatState.Out in files and on boards.
var outWords = []string{"", "down", "gone", "yielded"}

// Spec is a small rule system. R is the type of its rows, the combatants of its catalogue.
type Spec[R any] struct {
	Name string
	// Files has a folder data with rows.yaml, laws.yaml, rulings.yaml (one of the rulings is called rounds) and
	// encounters/NAME.yaml. See book.Ship for what else it may have.
	Files      fs.FS
	Encounters []string // the names of the built-in encounters, the default first
	// Places are the places of the fight, each next to the one before it; the sides begin at the two ends. Without any
	// all stand in one place that has no name.
	Places []string
	Values []Value[R]
	Deeds  []Deed[R] // in the order in which they are offered; of equally good decisions a search takes the first
	Casts  []Cast[R]

	// Order decides who acts first in a round: the combatant for whom it is highest. If nil, the order of the file does.
	Order func(row R) int
	// NextActor takes the place of Order in a system in which the order changes: it is called after each action and
	// returns the seat that acts next, or -1 to end the round.
	NextActor  func(g *Game[R], s *State) int
	BeginRound func(g *Game[R], s *State)           // makes the changes that a new round brings; may be nil
	BeginTurn  func(g *Game[R], s *State, seat int) // makes the changes that a new turn brings; may be nil
	Decider    func(g *Game[R], s *State) int       // returns the seat that decides or throws in the phases 1 to 15

	// Veil is needed with secret deeds: see the hook Veil of rules.Hooks.
	Veil func(g *Game[R], s *State) State
	// Reach reports whether seat by could strike at seat at from where both stand. If nil, everybody reaches everybody.
	Reach func(g *Game[R], s *State, by, at int) bool
	// Worth says how well off a combatant in the fight is, from 0 to 1. If nil, it is the share of its Life that is left.
	Worth    func(g *Game[R], s *State, seat int) float64
	OddsDice Dice // what "kokyu odds 'NAME 12'" throws to reach 12

	// Adjust makes one combatant of a random encounter a little better or worse; Shrink makes a random encounter small
	// enough to be solved.
	Adjust func(rows Rows[R], line *Line[R], d book.Draw)
	Shrink func(rows Rows[R], f *Encounter[R], d book.Draw)

	shipped book.Shipped
	kinds   [phasesMax]rules.Kind // by phase: what it waits for
	casts   [phasesMax]uint8      // by phase: 0 without a cast, else 1 + its index in Casts
}

// Value is a number of a combatant, or a condition that it is in (1) or not in (0).
type Value[R any] struct {
	Name, Short, Means string
	Start              func(row R) int // returns its value at the beginning of a fight, 0 to 255; nil for 0
	Most               func(row R) int // returns its maximum; nil if that is its start
	Condition          bool
	Unbounded          bool // it has no maximum but that of a byte, 255
	Helpless           bool // a combatant in this condition can hardly defend itself
	Pays               bool // decisions are paid for with it
}

// Deed is a decision. The deeds of a phase are either all secret or all open; those of phase 0 are open. A phase of
// deeds has no cast.
type Deed[R any] struct {
	Phase uint8  // the phase in which it is offered; 0 is a turn
	Name  string // begins its words, which go on with the target or with the place a.To
	Kind  string // one of rules.Phases
	Means string
	// Offer appends the legal decisions of this deed: copies of a, which has neither a target nor a place yet, with both
	// filled in. If nil, a itself is always legal.
	Offer func(g *Game[R], s *State, a rules.Action, buf []rules.Action) []rules.Action
	Words func(g *Game[R], s *State, a rules.Action) string // returns the words in the place of Name; may be nil
	Play  func(g *Game[R], s *State, a rules.Action, log *rules.Log)
	Cost  func(g *Game[R], s *State, a rules.Action) int // nil for 0

	Strikes    bool // it is a blow at its target
	Moves      bool // the actor goes to the place a.To
	NamesPlace bool // it is aimed at the place a.To, and nobody goes there
	Idle       bool // it only lets time pass
	Plain      bool // it adds nothing to the action under way, as when a combatant takes a blow without an answer
	// Secret deeds are seen by the other side only after it has answered, in the phase that the deed sets. The events of
	// the deed are Secret, and the Play of the answer adds a reveal event.
	Secret bool
}

// Cast is the throw of dice that a fight waits for in a phase. A class is a set of outcomes that all have the same
// consequences.
type Cast[R any] struct {
	Phase uint8
	Name  string
	// Verb and Passive word a success: "hits" of the thrower, "is hit" of the one thrown against.
	Verb, Passive string
	ClassWords    []string                        // words each class; a class beyond them is worded as a number of Unit
	Unit          string                          // "harm"
	Against       func(g *Game[R], s *State) int  // returns the seat thrown against; nil if that is the thrower
	Dice          func(g *Game[R], s *State) Dice // returns what is thrown
	// Need returns the total that succeeds; nil where there is no success, only a total.
	Need func(g *Game[R], s *State) int
	With func(g *Game[R], s *State) string // returns the weapon of damage events; nil if that is Name
	// Class returns the class of a total, 0 for a failure; unmodified is the total without the modifier of the dice. If
	// nil, the class is 1 for a success, or the total itself where Need is nil.
	Class    func(g *Game[R], s *State, total, unmodified int) uint8
	Play     func(g *Game[R], s *State, class uint8, log *rules.Log)
	IsDamage bool // it is told as damage to the seat thrown against
}

// NewSpec checks and completes the description of a system, and adds the names of its values to [rules.States] and
// [rules.Numbers]. It panics with everything that is wrong with the description. Call it only for a package variable:
// those lists must not change while fights are under way.
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
			rules.Numbers = rules.WithTerm(rules.Numbers, rules.NumberTerm{Name: v.Name, Short: v.Short,
				Means: v.Means, Pays: v.Pays})
		}
	}
	sp.Files, _ = fs.Sub(sp.Files, "data") // "data" is a valid path, and Sub refuses only others
	sp.shipped = book.Ship(sp.Files, len(sp.Encounters), sp.Encounters...)
	return &sp
}
