package rules

import (
	"encoding/json"
	"fmt"
	"strings"

	"kokyu/rules/book"
)

// System is a whole rule system for one encounter: the half a search needs, the half people need, and what a record keeps.
type System[S comparable] interface {
	Game[S]
	Words[S]
	Mustering[S]
	// File is the encounter as it was loaded, for the header of a record.
	File() any
	// Data are the rows it uses, for the same.
	Data() (json.RawMessage, error)
}

// Words is the slow half of a system: what people, logs and models need. Nothing here is called while searching.
type Words[S comparable] interface {
	// Start is the position the encounter describes: its now: values, and what it says has happened since.
	Start() S
	// Since is the last boundary on the way to Start, and the moves from there: see [Since].
	Since() (from S, moves []book.Move)
	// Roster lists the combatants in seat order.
	Roster() []Fighter
	// Round is the number of the round under way, from 1.
	Round(s *S) int
	// Format words an action of this position: "horizontal cut > Musashi"; a dice outcome as one word: "hit".
	Format(s *S, a Action) string
	// Parse finds the legal decision that text words; it accepts what Format prints, ignoring case and space.
	// The error is a sentence that lists near misses. [Match] does all of that.
	Parse(s *S, text string) (Action, error)
	// Phase is the kind of decision a is, for evals and summaries: attack, reaction, reserve, move, stance, wait ...
	Phase(s *S, a Action) string
	// Cost is the resource (Energy, AP) that a takes from its seat at once.
	Cost(s *S, a Action) int
	// Check describes the dice a Chance turn waits for.
	Check(s *S) Check
	// Read turns real dice, in the order of Check.Dice, into the outcome they show.
	Read(s *S, dice []int) (Action, error)
	// Sheet lists what a person wants to know of a seat now, in order.
	Sheet(s *S, seat Seat) Sheet
	// Position is the encounter file of a boundary and of what has happened since: the pasteable form. See [Boundary]; the
	// start of a fight, and where somebody has come or gone, are boundaries too.
	Position(boundary *S, since ...book.Move) ([]byte, error)
	// Edit is a GM's change, "Kojiro energy=4": it alters s and logs an edit event whose what is the
	// change, or says what is wrong and alters nothing.
	Edit(s *S, change string, log *Log) error
	// Scenery is what the encounter and its rows say for the sake of a tale.
	Scenery() Scenery
	// Harm is how many Wounds each side has lost.
	Harm(s *S) [2]int
	Motives[S]
	// End ends the fight by word, not by blows: won by a side or by [Neither], for a reason that the end event gives.
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
}

// Check is one throw of the dice, described for people.
type Check struct {
	Seat Seat   `json:"-"`
	At   Seat   `json:"-"`
	What string `json:"what"` // attack, parry, overload, breakthrough, bleeding ...
	Dice []int  `json:"dice"` // sides of each die: [10 10] for 2d10
	Mod  int    `json:"mod"`  // added to the sum
	Need int    `json:"need"` // total that succeeds
	// A contest: the first half of the dice is Seat's, the second At's, and Need is what At adds to its own.
	Contest bool `json:"contest,omitempty"`
	// The throw in the system's words, where the dice are not simply added up: "a prismatic result+8, 1 for a hit".
	Says string  `json:"says,omitempty"`
	P    float64 `json:"p"`   // chance of success, doubles included
	Num  int     `json:"num"` // the same as a fraction in lowest terms
	Den  int     `json:"den"` // 0 where none fits, as of dice that go on, or nothing can fail: P alone says
}

// Pools words the dice with what is added to them, "2d10+8", and of a contest those of the other one.
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

// Goal words what has to be thrown: "2d10+5 >= 14", "2d10+5 against 2d10+3", or as the system says it.
func (c Check) Goal() string {
	own, other := c.Pools()
	switch {
	case c.Says != "":
		return c.Says
	case c.Contest:
		return own + " against " + other
	}
	return fmt.Sprintf("%s >= %d", own, c.Need)
}

// pool words dice: 2d10, d6s and d10s of a mixed one apart.
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

// Throw words the dice a fight waits for: "Kojiro's attack, 2d10+8 against 12", or as the system says it.
func (c Check) Throw(roster []Fighter) string {
	who := func(seat Seat) string {
		if int(seat) < len(roster) {
			return roster[seat].Name
		}
		return ""
	}
	text := fmt.Sprintf("%s's %s, ", who(c.Seat), c.What)
	own, other := c.Pools()
	switch {
	case c.Says != "":
		return text + c.Says
	case c.Contest:
		return fmt.Sprintf("%s%s, against %s's %s", text, own, who(c.At), other)
	case c.Need != 0:
		return fmt.Sprintf("%s%s against %d", text, own, c.Need)
	}
	return text + own
}

// Faces says what is wrong where real dice cannot show this.
func (c Check) Faces(faces []int, roster []Fighter) error {
	if len(faces) != len(c.Dice) {
		return fmt.Errorf("%d dice were told, want %d: %s", len(faces), len(c.Dice), c.Throw(roster))
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
