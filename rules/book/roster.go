package book

import (
	"encoding/json"
	"fmt"
	"slices"
	"unicode"
	"unicode/utf8"

	"kokyu/rules/strict"
	"kokyu/rules/text"
)

// Who fights whom: the sides of an encounter, their lines, and what one side wants.

// TeamNames reads the names of the n sides, of each of which the file has a name and so many lines of combatants.
func TeamNames(n int, of func(side int) (name string, lines int), bad *strict.Complaints) (teams [2]string, ok bool) {
	if n != len(teams) {
		bad.Wrong(strict.Path{"sides"}, fmt.Sprintf("%d sides", n), "two sides, the allied one first")
		return teams, false
	}
	for side := range teams {
		called, lines := of(side)
		name, err := text.CleanName(called)
		if err != nil {
			bad.Wrong(strict.Path{"sides", side, "name"}, "the side's name: "+err.Error(), "a plain name")
		}
		teams[side] = name
		if lines == 0 {
			bad.Wrong(strict.Path{"sides", side, "fighters"}, "nobody fights for "+text.Escape(name), "at least one combatant")
		}
	}
	if teams[0] == teams[1] {
		bad.Wrong(strict.Path{"sides", 1, "name"}, "both sides are called "+text.Escape(teams[0]), "two different names")
	}
	return teams, true
}

// Line is one line of a side: a combatant, or several alike.
type Line struct {
	Who, Name string
	Count     int
}

// ReadShort reads the short form of a line, "- bandit: 6"; it leaves any other as it is.
func ReadShort(n *strict.Node, most int, who *string, count *int) bool {
	kind, times, ok := n.Single()
	if !ok || kind == "who" {
		return false
	}
	*who = kind
	times.Limit(1, most).Decode(count)
	return true
}

// Taken is the names of combatants so far.
type Taken map[string]bool

// Seat seats the combatants of a line, at this path, each under a name of its own; k counts them from 0.
func Seat[R any](line Line, path strict.Path, rows map[string]R, names Taken, bad *strict.Complaints, seat func(row R, name string, k int)) {
	row, ok := Find(rows, append(slices.Clone(path), "who"), "combatant", line.Who, bad)
	if !ok {
		return
	}
	for k := range max(1, line.Count) {
		name, ok := names.take(line, k, append(slices.Clone(path), "name"), bad)
		if !ok {
			return
		}
		seat(row, name, k)
	}
}

// Beside are names for the combatants of one more line, in a fight where these names are taken: as Seat gives them, and never one
// that is taken but where the line itself says it.
func (line Line) Beside(taken []string) (names []string) {
	if line.Name != "" && line.Count <= 1 {
		return []string{line.Name}
	}
	t := Taken{}
	for _, name := range taken {
		t[name] = true
	}
	for k := range max(1, line.Count) {
		var bad strict.Complaints
		name, _ := t.take(line, k, nil, &bad)
		names = append(names, name)
	}
	return names
}

// take names combatant k of a line: as the file says, or after the row ("bandit chief" is called Bandit chief), with
// numbers where one name would be two combatants'.
func (t Taken) take(line Line, k int, path strict.Path, bad *strict.Complaints) (name string, ok bool) {
	name = line.Name
	if name == "" {
		first, size := utf8.DecodeRuneInString(line.Who)
		name = string(unicode.ToUpper(first)) + line.Who[size:]
	}
	if line.Count > 1 || line.Name == "" && t[name] {
		n := k + 1
		for t[fmt.Sprintf("%s %d", name, n)] {
			n++
		}
		name = fmt.Sprintf("%s %d", name, n)
	}
	name, err := text.CleanName(name)
	switch {
	case err != nil:
		bad.Wrong(path, "the name: "+err.Error(), "a plain name of at most 64 letters")
		return "", false
	case t[name]:
		bad.Wrong(path, fmt.Sprintf("two combatants are called %q", name), "a name of its own for each")
		return "", false
	}
	t[name] = true
	return name, true
}

// Instead is what a line of the file has in place of the row's, and the key to say so in messages.
func Instead(own, row, key string) (name, at string) {
	if own != "" {
		return own, key
	}
	return row, "who"
}

// Names is a list in place of a row's: none at all where the file does not say, and an empty one is empty hands.
type Names []string

// IsZero says that the file is silent.
func (n Names) IsZero() bool { return n == nil }

// Instead is the list, or the row's where the file is silent, and the key to say so in messages.
func (n Names) Instead(row []string, key string) (names []string, at string) {
	if n != nil {
		return n, key
	}
	return row, "who"
}

// Objective is what one side wants besides the other side's fall.
type Objective struct {
	For    string `yaml:"for" json:"for" doc:"The side that wants it."`
	Goal   string `yaml:"goal" json:"goal" doc:"What it wants: last, down, protect, escape."`
	Rounds int    `yaml:"rounds,omitempty" json:"rounds,omitempty" limit:"1..200" doc:"How many rounds it wants to last."`
	Who    string `yaml:"who,omitempty" json:"who,omitempty" doc:"Whom it wants to take out, or to protect."`
}

// What a side may want.
const (
	GoalNone    uint8 = iota
	GoalLast          // last so many rounds
	GoalDown          // take one foe out
	GoalProtect       // keep one friend in
	GoalEscape        // get away
)

// GoalNames are the words for it.
var GoalNames = []string{"", "last", "down", "protect", "escape"}

// Goal is an objective, worked out.
type Goal struct {
	Kind   uint8
	Side   int
	Rounds int // last
	Who    int // down, protect
}

// Read works an objective out among these sides, for combatants of these names who each fight for a side, in a fight of so
// many rounds.
func (o Objective) Read(teams, names []string, side func(i int) int, rounds int, bad *strict.Complaints) (g Goal, ok bool) {
	at := func(key string) strict.Path { return strict.Path{"objective", key} }
	g.Side = slices.Index(teams, o.For)
	k := slices.Index(GoalNames, o.Goal)
	switch {
	case g.Side < 0:
		bad.Wrong(at("for"), fmt.Sprintf("no side is called %q", text.Escape(o.For)), text.OneOf(o.For, teams))
		return Goal{}, false
	case k <= 0:
		bad.Wrong(at("goal"), fmt.Sprintf("no goal is called %q", text.Escape(o.Goal)), text.OneOf(o.Goal, GoalNames[1:]))
		return Goal{}, false
	}
	switch g.Kind = uint8(k); g.Kind {
	case GoalLast:
		g.Rounds = bad.Within(at("rounds"), "rounds", o.Rounds, 1, rounds)
	case GoalDown, GoalProtect:
		g.Who = slices.Index(names, o.Who)
		if g.Who < 0 {
			bad.Wrong(at("who"), fmt.Sprintf("nobody is called %q", text.Escape(o.Who)), text.OneOf(o.Who, names))
			return g, false
		}
		if ours := side(g.Who) == g.Side; ours != (g.Kind == GoalProtect) {
			bad.Wrong(at("who"), fmt.Sprintf("%s is to %s %s", o.For, o.Goal, o.Who), "a friend to protect, or a foe to down")
			return g, false
		}
	}
	return g, true
}

// WithRows is a catalogue with what the rows of somebody who joins have besides, which are as a header of a record has them;
// nil has nothing. What is wrong in rows that nobody uses is nobody's concern. The error says that they are no rows.
func WithRows[B any](known B, rows json.RawMessage) (B, error) {
	if rows == nil {
		return known, nil
	}
	var more B
	if err := json.Unmarshal(rows, &more); err != nil {
		return known, fmt.Errorf("the rows of who joins: %w", err)
	}
	return Over(more, known), nil
}
