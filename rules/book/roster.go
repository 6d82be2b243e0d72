package book

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"kokyu/rules/strict"
	"kokyu/rules/text"
)

// Who fights whom: the sides of an encounter, their lines, and what one side wants.

// Line is one line of a side: a combatant, or several alike. It points into the line as a system has it.
type Line struct {
	Who, Name *string
	Count     *int
	At        *string // the square it begins on; nil in a system without maps
	Own       any     // the *[Values] it has in place of its row's; nil in a system whose lines have none
}

// sided and lined are pointers to a system's own sides and lines.
type sided[S, L any] interface {
	*S
	Team() (name string, lines *[]L)
}
type lined[L any] interface {
	*L
	Line() Line
}

// Read reads a line: the short forms, "- bandit" for one and "- bandit: 6" for at most so many, or the long one, into a line that
// does not read itself and the values of its own.
func (l Line) Read(n *strict.Node, most int, long any) {
	if n.Kind() == strict.Text {
		n.Decode(l.Who)
		return
	}
	if kind, times, ok := n.Single(); ok && kind != "who" {
		*l.Who = kind
		times.Limit(1, most).Decode(l.Count)
		return
	}
	if own, ok := l.Own.(interface{ read(*strict.Node, any) }); ok {
		own.read(n, long)
		return
	}
	n.Decode(long)
}

// LineForms are the long form of a line and the short ones: of one, and of at most so many.
func LineForms(most int, example string) []Form {
	return []Form{{Itself: true, Needs: []string{"who"}}, {Key: "who", Least: 1, Most: most, Says: "several alike: - " + example},
		{Pattern: "^.+$", Says: "one: - " + strings.TrimRight(example, ": 0123456789")}}
}

// Seated is a combatant on its way to its seat.
type Seated[L, R any] struct {
	Path strict.Path // to its line
	Side int
	Line L
	Row  R
	Name string // which no other has
	Nth  int    // among those of its line, from 0
}

// Room is how many combatants a fight has seats for.
type Room struct {
	Fight int
	Side  int    // of one side; 0 for all of them
	Note  string // what else there is to say of the number
	Whole bool   // the catalogue is whole, as [Head.Whole] says: a line's own values are checked against it
}

// Seats reads the two sides: their names, and their combatants, each with the row of the catalogue it is and the values of its
// line in that. Seat gives those there is room for a seat, side by side, in the order of the file; more are a mistake. n is how
// many there are. It is not ok if there are not two sides.
func Seats[S, L, R any, B Rows[B], PS sided[S, L], PL lined[L]](sides []S, all B, room Room, bad *strict.Complaints, seat func(Seated[L, R])) (teams [2]string, n int, ok bool) {
	rows := rowsOf[R](&all)
	if len(sides) != len(teams) {
		bad.Wrong(strict.Path{"sides"}, fmt.Sprintf("%d sides", len(sides)), "two sides, the allied one first")
		return teams, 0, false
	}
	for side := range sides {
		teams[side] = teamName[S, L, PS](side, &sides[side], bad)
	}
	if one, other := teams[0], teams[1]; one == other {
		bad.Wrong(strict.Path{"sides", 1, "name"}, "both sides are called "+one, "two different names")
	} else if text.Alike(one) == text.Alike(other) {
		bad.Wrong(strict.Path{"sides", 1, "name"}, fmt.Sprintf("%q is the side %q again in other letters", other, one), "two different names")
	}
	names := taken{}
	for side := range sides {
		_, lines := PS(&sides[side]).Team()
		before := n
		for k, line := range *lines {
			path := strict.Path{"sides", side, "fighters", k}
			l := PL(&line).Line()
			row, ok := Find(rows, append(slices.Clone(path), "who"), "combatant", *l.Who, bad)
			if ok {
				row, ok = own(l, row, all, room.Whole, path, bad)
			}
			for nth := 0; ok && nth < max(1, *l.Count); nth++ {
				var name string
				if name, ok = names.take(l, nth, append(slices.Clone(path), "name"), bad); !ok {
					break
				}
				if n < room.Fight {
					seat(Seated[L, R]{path, side, line, row, name, nth})
				}
				n++
			}
		}
		if n-before > room.Side && room.Side > 0 {
			bad.Wrong(strict.Path{"sides", side, "fighters"}, fmt.Sprintf("%d combatants on one side", n-before), fmt.Sprintf("at most %d a side", room.Side))
		}
	}
	if n > room.Fight {
		bad.Wrong(strict.Path{"sides"}, fmt.Sprintf("%d combatants", n), fmt.Sprintf("at most %d%s", room.Fight, room.Note))
	}
	return teams, n, true
}

// teamName reads the name of a side that has somebody.
func teamName[S, L any, PS sided[S, L]](side int, of PS, bad *strict.Complaints) string {
	called, lines := of.Team()
	name, err := text.CleanName(called)
	if err != nil {
		bad.Wrong(strict.Path{"sides", side, "name"}, "the side's name: "+err.Error(), "a plain name")
	}
	if len(*lines) == 0 {
		bad.Wrong(strict.Path{"sides", side, "fighters"}, "nobody fights for "+name, "at least one combatant")
	}
	return name
}

// NamesOf are the names of n seats.
func NamesOf(n int, name func(i int) string) []string {
	names := make([]string, n)
	for i := range names {
		names[i] = name(i)
	}
	return names
}

// SideNamed is the side that a text at the path names, -1 for none. Another text is a mistake.
func SideNamed(path strict.Path, name string, teams [2]string, bad *strict.Complaints) int {
	k := slices.Index(teams[:], name)
	if k < 0 && name != "" {
		bad.Wrong(path, fmt.Sprintf("no side is called %q", name), text.OneOf(name, teams[:]))
	}
	return k
}

// taken is the names of combatants so far, by what makes them alike.
type taken map[string]string

func (t taken) has(name string) bool {
	_, has := t[text.Alike(name)]
	return has
}

// take names combatant k of a line: as the file says, or after the row ("bandit chief" is called Bandit chief), with
// numbers where one name would be two combatants'.
func (t taken) take(line Line, k int, path strict.Path, bad *strict.Complaints) (name string, ok bool) {
	name = *line.Name
	if name == "" {
		first, size := utf8.DecodeRuneInString(*line.Who)
		name = string(unicode.ToUpper(first)) + (*line.Who)[size:]
	}
	if *line.Count > 1 || *line.Name == "" && t.has(name) {
		n := k + 1
		for t.has(fmt.Sprintf("%s %d", name, n)) {
			n++
		}
		name = fmt.Sprintf("%s %d", name, n)
	}
	name, err := text.CleanName(name)
	switch {
	case err != nil:
		bad.Wrong(path, "the name: "+err.Error(), "a plain name of at most 64 letters")
		return "", false
	case t[text.Alike(name)] == name:
		bad.Wrong(path, fmt.Sprintf("two combatants are called %q", name), "a name of its own for each")
		return "", false
	case t.has(name):
		bad.Wrong(path, fmt.Sprintf("%q is the name %q again in other letters", name, t[text.Alike(name)]), "a name of its own for each")
		return "", false
	}
	t[text.Alike(name)] = name
	return name, true
}

// None is what a line says in place of a row's armour or shield where it has none.
const None = "none"

// Instead finds what a combatant at the path has of one kind of row: what its line names, or its row where the line is silent.
// It has none if neither names one, or the line says [None] and no row is called so.
func Instead[R any](rows map[string]R, path strict.Path, kind, line, row string, bad *strict.Complaints) (found R, has bool) {
	if line == "" && row == "" {
		return found, false
	}
	at := func(key string) strict.Path { return append(slices.Clone(path), key) }
	if line == "" {
		found, _ = Find(rows, at("who"), kind, row, bad)
		return found, true
	}
	if found, has = rows[line]; !has && line != None {
		bad.Wrong(at(kind), fmt.Sprintf("no %s is called %q", kind, line), text.OneOf(line, append(Keys(rows), None)))
		has = true
	}
	return found, has
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

// EndNames are the words for how a fight has ended: not yet, for nobody, for a side.
var EndNames = []string{"", "draw", "first", "second"}

// Alone are the sides of a fight with a line for each combatant, of these names: as own has the line of the i-th, and none where
// it says so.
func Alone[S, L any, PS sided[S, L], PL lined[L]](sides []S, names []string, own func(i int, line L) (one L, here bool)) []S {
	sides, i := slices.Clone(sides), 0
	for k := range sides {
		_, lines := PS(&sides[k]).Team()
		var each []L
		for _, line := range *lines {
			for range max(1, *PL(&line).Line().Count) {
				one, here := own(i, named[L, PL](line, names[i]))
				if here {
					each = append(each, one)
				}
				i++
			}
		}
		*lines = each
	}
	return sides
}

// Joining reads a line, as an encounter file has it, for who joins a fight where these names are taken: a line for each of them.
// The catalogue is what the fight has used, with what the rows he brings have besides; those are as the header of a record has
// them, nil for none. What is wrong in rows that nobody uses is nobody's concern.
func Joining[L, B any, PL lined[L]](line string, names []string, used B, brings json.RawMessage) (each []L, all B, err error) {
	var more L
	if _, err := strict.Decode("", []byte(line), &more); err != nil {
		return nil, used, sentence(err)
	}
	if all = used; brings != nil {
		var rows B
		if err := json.Unmarshal(brings, &rows); err != nil {
			return nil, used, fmt.Errorf("the rows of who joins: %w", err)
		}
		all = Over(rows, used)
	}
	l := PL(&more).Line()
	if *l.Name != "" && *l.Count <= 1 { // a name that is taken is a mistake when the fight is built
		return []L{named[L, PL](more, *l.Name)}, all, nil
	}
	t := taken{}
	for _, name := range names {
		t[text.Alike(name)] = name
	}
	for k := range max(1, *l.Count) {
		var bad strict.Complaints
		name, _ := t.take(l, k, nil, &bad)
		each = append(each, named[L, PL](more, name))
	}
	return each, all, nil
}

// sentence is the first of a line's mistakes, without its place.
func sentence(err error) error {
	problems, ok := err.(text.Problems)
	if !ok || len(problems) == 0 {
		return err
	}
	return text.Problem{What: problems[0].What, Want: problems[0].Want}
}

// named is a line for one combatant of this name.
func named[L any, PL lined[L]](line L, name string) L {
	l := PL(&line).Line()
	*l.Name, *l.Count = name, 0
	return line
}

// Stand brings who comes and who goes into the seats of a now: block: here are the combatants from now on, and begins is how
// the i-th of them begins.
func Stand[N any](seats map[string]N, here []string, begins func(i int) N) {
	for name := range seats {
		if !slices.Contains(here, name) {
			delete(seats, name)
		}
	}
	for i, name := range here {
		if _, ok := seats[name]; !ok {
			seats[name] = begins(i)
		}
	}
}
