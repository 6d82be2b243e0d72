package trial

import (
	"encoding/json"
	"sync"

	"kokyu/agent"
	breathrows "kokyu/rules/breath/rows"
	keeprows "kokyu/rules/keep/rows"
	temporows "kokyu/rules/tempo/rows"
)

// Bouts is a way in which a system's weapons are set against each other, to see that none of them makes the others
// idle: two combatants alike but for what they hold, in a fight of nothing else.
type Bouts struct {
	Name    string          // among its system's; the first of them needs no name
	Says    string          // a paragraph for people: what is fought, how and how long it takes
	Samples []string        // arguments of a command that asks for it
	Title   string          // of a report
	Kind    string          // what a weapon of them is called: "melee weapon"
	Weapons func() []string // those compared if no others are asked for
	Known   func() []string // those that can be
	// Row is all that makes a difference of a weapon: equal rows, equal weapons.
	Row func(weapon string) string

	// Solved says that such a fight is small enough to be worked out; else it is fought out.
	Solved bool
	// Level says that no weapon should win more than its share; else they may differ, as near and far ones do in a duel.
	Level    bool
	Starts   []string // how a fight may begin: each pair has as many of each
	Among    string   // the same for people: "half of them begun a step apart and half two"
	Pairs    int      // of fights, of each two weapons from each start, unless more are asked for
	Settings []Setting

	// Both says what the two have in common, in a sentence or two; Rows is that as catalogue rows, and Fight the
	// encounter, begun the start-th way.
	Both  func(set []int) string
	Rows  func(set []int, weapons []string) []byte
	Fight func(set []int, weapon, against string, start int) []byte
	// Seconds is roughly how long one pair takes on one core to be solved; nil where they are fought.
	Seconds func(set []int) float64
}

// Setting is a number that bouts may be held with.
type Setting struct {
	Name        string // a word for a flag
	Says        string // what it does
	Plain       int    // unless something else is asked for
	Least, Most int    // a switch is 0 to 1
}

// Plain are the settings nobody has changed.
func (b Bouts) Plain() (set []int) {
	for _, s := range b.Settings {
		set = append(set, s.Plain)
	}
	return set
}

// ways are how each system's weapons are compared, the usual way first, with the weapons of a catalogue.
var ways = map[string]func(c agent.Catalogue) []Bouts{
	breathrows.System: breathBouts,
	keeprows.System:   keepBouts,
	temporows.System:  tempoBouts,
}

// Ways are the ways in which the weapons of a system are set against each other, the usual one first; none if nothing is
// said of them. The error names the systems there are.
func Ways(c agent.Catalogue, system string) ([]Bouts, error) {
	if _, err := agent.About(system); err != nil {
		return nil, err
	}
	if list := ways[system]; list != nil {
		return list(c), nil
	}
	return nil, nil
}

// rowsOf are the rows that a catalogue has of a system, as the system's package rows reads them. They are read when they are
// first asked for.
func rowsOf[B any](c agent.Catalogue, system string) func() B {
	return sync.OnceValue(func() (book B) {
		data, err := c.Rows(system)
		if err == nil {
			err = json.Unmarshal(data, &book)
		}
		if err != nil { // the rows of a system that is played are values
			panic(err)
		}
		return book
	})
}

// measuredName is the row that both combatants of a bout have: nobody else's.
const measuredName = "measured for balance"

// rowText is a row of a catalogue as JSON: the same for rows that are the same.
func rowText(row any) string {
	data, err := json.Marshal(row)
	if err != nil { // a row is values
		panic(err)
	}
	return string(data)
}
