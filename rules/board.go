package rules

import (
	_ "embed"
	"slices"
	"strconv"

	"kokyu/rules/strict"
)

// Boards is what pictures and programs need of a system: where the combatants stand, in numbers. A search calls none of
// these methods.
type Boards[S comparable] interface {
	// Board returns a position as everybody at the table sees it: it never tells a secret, so that it is the same
	// before and after a secret choice.
	Board(s *S) Board
	// Leads returns the place that a legal decision leads somebody to, as the board names it; empty if it leads
	// nowhere.
	Leads(s *S, a Action) string
}

// Board is a position in places and numbers.
type Board struct {
	Ground   Ground
	Items    []Item
	Stands   []Stand        // by seat
	Upcoming []UpcomingTurn // the turns of this round under way and to come, in order
}

// Ground is where a fight takes place, apart from who is there. It is the same in all positions of a game.
type Ground struct {
	Kind   string  `json:"kind" jsonschema:"how its places lie: scene is one place, zones a row of fields, ladder the distances of a duel, squares a map"`
	Wide   int     `json:"wide,omitempty" jsonschema:"of squares: how many columns, from a"`
	High   int     `json:"high,omitempty" jsonschema:"of squares: how many rows, from 1"`
	Places []Place `json:"places" jsonschema:"the places in their order, from one side's rear to the other's or from far to near; of squares those that are not plain"`
}

// Place is a place that people stand on: a zone, a rung of a duel's ladder, a square.
type Place struct {
	At       string   `json:"at" jsonschema:"its name: second front, near range, c4"`
	Features []string `json:"is,omitempty" jsonschema:"what is special about it"`
	Cover    int      `json:"cover,omitempty" jsonschema:"what it adds to the Defense of those in it"`
	Height   int      `json:"height,omitempty" jsonschema:"how high it is"`
}

// Item is a thing that lies on a place.
type Item struct {
	At    string `json:"at,omitempty" jsonschema:"the place; empty if it is everywhere"`
	Kind  string `json:"is"`
	What  string `json:"what,omitempty" jsonschema:"which one: a weapon, the spell of a barrier"`
	Owner string `json:"of,omitempty" jsonschema:"whose it is: a combatant, a side"`
	N     int    `json:"n,omitempty" jsonschema:"what is left of it: rounds of a fire, lulls of a gate, Wounds that a barrier takes"`
}

// Stand is the place and the condition of a combatant.
type Stand struct {
	At           string        `json:"at" jsonschema:"the place; of who is down the last one; empty if there is none"`
	Out          string        `json:"out,omitempty" jsonschema:"how somebody is out of the fight; absent while in it"`
	Numbers      []Number      `json:"numbers,omitempty"`
	States       []State       `json:"states,omitempty"`
	Reservations []Reservation `json:"held,omitempty" jsonschema:"defences reserved"`
	Stance       string        `json:"stance,omitempty"`
	Weapon       string        `json:"weapon,omitempty"`
}

// equal reports whether nothing about two stands differs: they hold slices, which == does not compare.
func (t *Stand) equal(o *Stand) bool {
	return t.At == o.At && t.Out == o.Out && t.Stance == o.Stance && t.Weapon == o.Weapon &&
		slices.Equal(t.Numbers, o.Numbers) && slices.Equal(t.States, o.States) && slices.Equal(t.Reservations, o.Reservations)
}

// mount returns the name of the mount, empty on foot.
func (t *Stand) mount() string {
	if i := slices.IndexFunc(t.States, func(x State) bool { return x.Name == "mounted" }); i >= 0 {
		return t.States[i].With
	}
	return ""
}

// Number is a number of a combatant.
type Number struct {
	Name string `json:"of"`
	N    int    `json:"n"`
	Max  int    `json:"max,omitempty" jsonschema:"the most it can be; 0 if nothing bounds it"`
}

// State is a condition that a combatant is in for a while.
type State struct {
	Name string `json:"is"`
	What string `json:"what,omitempty" jsonschema:"which: a spell, a part of the body, a formation"`
	With string `json:"with,omitempty" jsonschema:"the other one, by name"`
	N    int    `json:"n,omitempty" jsonschema:"how much of it, where that is counted"`
}

// Reservation is a number of equal defences that a combatant has paid for in advance.
type Reservation struct {
	What string `json:"what" jsonschema:"the defence"`
	N    int    `json:"n" jsonschema:"how many of them"`
}

// UpcomingTurn is one seat in the order of turns.
type UpcomingTurn struct {
	Seat  Seat
	N     int  // what the order goes by: Energy, Initiative Value; 0 if by nothing that changes
	Waits bool // it has let the next one go first, and follows right after
}

// Term is a word of a closed list, with its meaning.
type Term struct {
	Name  string `yaml:"name"`
	Means string `yaml:"means"` // one line
}

// NumberTerm is the name of a number.
type NumberTerm struct {
	Name     string `yaml:"name"`
	Short    string `yaml:"short"` // where there is little room: "W"
	Means    string `yaml:"means"`
	CountsUp bool   `yaml:"taken"` // it counts harm taken instead of what is left: at Max the combatant is out
	Pays     bool   `yaml:"pays"`  // decisions are paid for with it
}

// WithTerm returns a list of words with one more, unless it has one of that name. Systems call it when their packages
// are initialized, for the words that their boards use.
func WithTerm[T interface{ term() string }](list []T, word T) []T {
	if slices.ContainsFunc(list, func(t T) bool { return t.term() == word.term() }) {
		return list
	}
	return append(list, word)
}

// Term returns the entry of [Numbers] of this name, the zero one if there is none.
func (n Number) Term() NumberTerm {
	if i := slices.IndexFunc(Numbers, func(t NumberTerm) bool { return t.Name == n.Name }); i >= 0 {
		return Numbers[i]
	}
	return NumberTerm{}
}

func (t Term) term() string       { return t.Name }
func (t NumberTerm) term() string { return t.Name }

// Closed lists of the words of a board, from board.yaml. Systems add their own with [WithTerm].
var (
	Grounds   = boardWords.Grounds   // the kinds of ground
	Features  = boardWords.Features  // what a place can be
	ItemKinds = boardWords.ItemKinds // what can lie on a place
	Outs      = boardWords.Outs      // how somebody can be out of the fight
	Numbers   = boardWords.Numbers   // what can be counted of a combatant
	States    = boardWords.States    // what a combatant can be
)

//go:embed board.yaml
var boardFile []byte

var boardWords = strict.Carried[struct {
	Grounds   []Term       `yaml:"grounds"`
	Features  []Term       `yaml:"features"`
	ItemKinds []Term       `yaml:"litter"`
	Outs      []Term       `yaml:"outs"`
	Numbers   []NumberTerm `yaml:"numbers"`
	States    []Term       `yaml:"states"`
}]("rules/board.yaml", boardFile)

// Square reads the name of a square, a letter for its column and a number for its row from 1: c4 is 2, 3. ok is false
// for any other text.
func (g Ground) Square(at string) (x, y int, ok bool) {
	if len(at) < 2 || len(at) > 3 || at[0] < 'a' || at[0] > 'z' {
		return 0, 0, false
	}
	y, err := strconv.Atoi(at[1:])
	return int(at[0] - 'a'), y - 1, err == nil && y > 0
}
