package rules

import (
	"encoding/json"
	"fmt"
	"strings"

	"kokyu/rules/book"
	"kokyu/rules/text"
)

// System is one encounter of a rule system, with all that a fight needs: for searches, for user interfaces and for
// records.
type System[S comparable] interface {
	Game[S]
	Words[S]
	Mustering[S]
	// File returns the encounter as it was loaded, for the header of a record.
	File() any
	// Data returns the catalogue rows that the encounter uses, for the header of a record.
	Data() (json.RawMessage, error)
}

// Words is what user interfaces, records and language models need of a system. A search calls none of these methods.
type Words[S comparable] interface {
	// Start returns the position that the encounter describes: the values under now, then the moves listed under since.
	Start() S
	// Since returns the last boundary before Start and the moves from there to it. A boundary is a position that a file
	// can describe without moves: see [Boundary].
	Since() (from S, moves []book.Move)
	// Roster lists the combatants in seat order.
	Roster() []Fighter
	// Round returns the number of the round under way, from 1.
	Round(s *S) int
	// Format returns an action of this position in words, "horizontal cut > Musashi", a dice outcome as one word,
	// "hit". [ParseAction] reads a decision, in any case and spacing: so no two decisions of a position differ in these
	// alone.
	Format(s *S, a Action) string
	// Phase returns the kind of a decision, for evals and summaries: one of [Phases].
	Phase(s *S, a Action) string
	// Cost returns how much (Energy, AP) the seat pays for a decision at once.
	Cost(s *S, a Action) int
	// Check describes the dice a Chance turn waits for.
	Check(s *S) Check
	// Read returns the outcome of dice thrown at a table; they are in the order of Check.Dice.
	Read(s *S, dice []int) (Action, error)
	// Sheet returns the present values of a seat for display, in order.
	Sheet(s *S, seat Seat) Sheet
	// Position returns the encounter file of a boundary and the moves since, to save or paste. Boundaries are here also
	// the start of a fight and positions where somebody has joined or left.
	Position(boundary *S, since ...book.Move) ([]byte, error)
	// Edit applies a GM's change, "Kojiro energy=4", to s and logs an edit event whose field What is the change. If
	// it returns an error s is unchanged.
	Edit(s *S, change string, log *Log) error
	// Scenery returns the details of the encounter and its rows that only tales use.
	Scenery() Scenery
	// Harm returns how many Wounds each side has lost.
	Harm(s *S) [2]int
	Motives[S]
	Boards[S]
	// End ends the fight by decision of the players instead of by the rules: won is the winner or [Neither], why is the
	// reason in the end event.
	End(s *S, won Side, why string, log *Log)
}

// Fighter is one line of the roster.
type Fighter struct {
	Name string `json:"name"` // as the file spells it: data, never markup
	Kind string `json:"kind"` // the catalogue row, "bandit"
	Side Side   `json:"side"`
	Team string `json:"team"` // the side's name

	Character book.Character `json:"character,omitzero"` // how it plays, where the encounter says so
	Several   bool           `json:"several,omitempty"`  // a squad: people of one kind under one name
	Steed     bool           `json:"steed,omitempty"`    // it can be ridden; a side of which only steeds are left has lost
	OnCall    bool           `json:"-"`                  // it is not in the fight before somebody calls it up
}

// Check describes one throw of the dice for display.
type Check struct {
	Seat Seat   `json:"-"`
	At   Seat   `json:"-"`
	What string `json:"what"` // attack, parry, overload, breakthrough, bleeding ...
	Dice []int  `json:"dice"` // sides of each die: [10 10] for 2d10; 0 is no die but a result, a number from 0 up (tempo)
	// Whose is the thrower of each die; nil if Seat throws all, or if Contest decides.
	Whose []Seat `json:"-"`
	Open  bool   `json:"open,omitempty"` // more dice may follow: some explode, or a draw is thrown again
	Mod   int    `json:"mod"`            // added to the sum
	Need  int    `json:"need"`           // total that succeeds
	// Contest: the first half of the dice is thrown by Seat, the second by At, and Need is At's modifier instead of a
	// total.
	Contest bool `json:"contest,omitempty"`
	// Says words what has to be thrown where the dice are not simply added up: "a prismatic result+8, 1 for a hit".
	Says string `json:"says,omitempty"`
	Success
	P   float64 `json:"p" jsonschema:"the chance of success, with all that doubles do, 0 to 1; 1 where nothing can fail, as for damage"`
	Num int64   `json:"num"` // P as a fraction in lowest terms
	Den int64   `json:"den"` // 0 if no fraction fits (exploding dice) or the check cannot fail: use P
	// HitChance is set for a throw that wards off a blow, such as a parry: the chance that the blow lands. Users are
	// told that chance, and Success words the blow and not the parry.
	HitChance *Probability `json:"-"`
}

// Probability is a chance as users see it: a number, and a fraction in lowest terms, with Den 0 if none fits.
type Probability struct {
	P        float64
	Num, Den int64
}

// ShownChance returns the chance that users are told of a throw: HitChance if it is set.
func (c Check) ShownChance() Probability {
	if c.HitChance != nil {
		return *c.HitChance
	}
	return Probability{c.P, c.Num, c.Den}
}

// By returns the seat whose success ShownChance is the chance of.
func (c Check) By() Seat {
	if c.HitChance != nil {
		return c.At
	}
	return c.Seat
}

// SetHitChance sets HitChance to the chance that the throw fails, which must be a fraction.
func (c *Check) SetHitChance() {
	c.HitChance = &Probability{float64(c.Den-c.Num) / float64(c.Den), c.Den - c.Num, c.Den}
}

// Thrower returns the seat that throws a die.
func (c Check) Thrower(die int) Seat {
	switch {
	case die < len(c.Whose):
		return c.Whose[die]
	case c.Contest && die >= len(c.Dice)/2:
		return c.At
	}
	return c.Seat
}

// Success names the event whose chance is given: Verb for the thrower, "hits", Passive for the one thrown against, "is
// hit". Both are empty where the dice are only added up, as for damage: then nothing succeeds or fails.
type Success struct {
	Verb    string `json:"does,omitempty"`
	Passive string `json:"takes,omitempty"`
	Failure string `json:"-"` // what a failure does, where nobody would guess it: "defenseless without Energy"
}

// SuccessText words the success for a reader: "hits" if the dice are the reader's, "is hit" if they are thrown against
// the reader, else "Kojiro hits". It is empty where the dice are only added up.
func (c Check) SuccessText(reader Seat, roster []Fighter) string {
	by := c.By()
	switch {
	case c.Verb == "" || reader == by:
		return c.Verb
	case (reader == c.Seat || reader == c.At) && c.Passive != "":
		return c.Passive
	case int(by) < len(roster):
		return roster[by].Name + " " + c.Verb
	}
	return c.Verb
}

// Pools returns the dice with their modifier in words, "2d10+8", and in a contest those of the opponent too.
func (c Check) Pools() (own, other string) {
	half := len(c.Dice)
	if c.Contest {
		half /= 2
		other = fmt.Sprintf("%s%+d", pool(c.Dice[half:]), c.Need)
	}
	own = pool(c.Dice[:half])
	if c.Mod != 0 {
		own += fmt.Sprintf("%+d", c.Mod)
	}
	return own, other
}

// GoalText words what has to be thrown: "2d10+5 >= 14", "2d10+5 against 2d10+3", or as the system says it.
func (c Check) GoalText() string {
	own, other := c.Pools()
	switch {
	case c.Says != "":
		return c.Says
	case c.Contest:
		return own + " against " + other
	case c.Verb == "" && c.Need == 0:
		return own
	}
	return fmt.Sprintf("%s >= %d", own, c.Need)
}

// pool words dice by their numbers of sides, equal ones in a row together: 2d10, or 1d6+2d10.
func pool(sides []int) string {
	var parts []string
	for i := 0; i < len(sides); {
		n := i
		for n < len(sides) && sides[n] == sides[i] {
			n++
		}
		parts = append(parts, fmt.Sprintf("%dd%d", n-i, sides[i]))
		i = n
	}
	return strings.Join(parts, "+")
}

// Sheet is a combatant's state in words, in the order a sheet prints it.
type Sheet []Entry

// Entry is one line of a sheet.
type Entry struct {
	Name  string `json:"name"`
	Value string `json:"value"`
}

// ThrowText words the dice a fight waits for: "Kojiro's attack, 2d10+8 against 12", or as the system says it.
func (c Check) ThrowText(roster []Fighter) string {
	who := func(seat Seat) string {
		if int(seat) < len(roster) {
			return roster[seat].Name
		}
		return ""
	}
	head := fmt.Sprintf("%s's %s, ", who(c.Seat), c.What)
	own, other := c.Pools()
	switch {
	case c.Says != "":
		return head + c.Says
	case c.Contest:
		return fmt.Sprintf("%s%s, against %s's %s", head, own, who(c.At), other)
	case c.Need != 0:
		return fmt.Sprintf("%s%s against %d", head, own, c.Need)
	}
	return head + own
}

// CheckFaces returns an error unless the dice of the check can show these faces.
func (c Check) CheckFaces(faces []int, roster []Fighter) error {
	if len(faces) != len(c.Dice) {
		told := text.Either(len(faces) == 1, "die was", "dice were")
		return fmt.Errorf("%d %s told, want %d: %s", len(faces), told, len(c.Dice), c.ThrowText(roster))
	}
	for i, face := range faces {
		if face == 0 && c.Dice[i] == 10 {
			return fmt.Errorf("die %d shows 0, want 1 to 10: the 0 of a d10 is its 10", i+1)
		}
		if face < 1 || face > c.Dice[i] {
			return fmt.Errorf("die %d shows %d, want 1 to %d", i+1, face, c.Dice[i])
		}
	}
	return nil
}

// Phases is the closed list of the kinds of decisions, which [Words.Phase] returns.
var Phases = []string{"attack", "bind", "call", "cast", "control", "counter-tempo", "damage",
	"defence", "dice", "end", "fate", "feint", "gift", "grapple", "kata",
	"move", "opening", "order", "overload", "reaction", "reserve", "stance", "upkeep", "void", "wait"}
