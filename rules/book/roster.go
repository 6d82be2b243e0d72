package book

import (
	"cmp"
	"encoding/json"
	"fmt"
	"reflect"
	"slices"
	"strings"

	"kokyu/rules/strict"
	"kokyu/rules/text"
)

// Who fights whom: the sides of an encounter, their lines, and what one side wants.

// Side is one side of an encounter.
type Side[L any] struct {
	Name     string `yaml:"name" json:"name" doc:"What the side is called."`
	Fighters []L    `yaml:"fighters" json:"fighters" doc:"Who fights for it, one line each."`

	Character `yaml:",inline"`
}

// Team returns the side's name and its lines.
func (s *Side[L]) Team() (name string, lines *[]L) { return s.Name, &s.Fighters }

// Line has the fields that the lines of all systems have. A line of a side is a combatant, or several alike. The fields
// point into the system's own type of lines.
type Line struct {
	Who, Name *string
	Count     *int
	At        *string // the square it begins on; nil in a system without maps
	Own       any     // a *[Values], its own values in place of its row's; nil in a system without them
}

// hasTeam is a pointer to a system's own type of sides.
type hasTeam[S, L any] interface {
	*S
	Team() (name string, lines *[]L)
}

// hasLine is a pointer to a system's own type of lines.
type hasLine[L any] interface {
	*L
	Line() Line
}

// Read reads a line: a short form, "- bandit" for one or "- bandit: 6" for up to most combatants, or the long form,
// which is decoded into long, with its own values in place of the row's.
func (l Line) Read(n *strict.Node, most int, long any) {
	switch n.Kind() {
	case strict.Text:
		n.Decode(l.Who)
		return
	case strict.Null:
		n.Problem("a line that says nothing", "who fights: the row of the catalogue, as in {who: row, name: Aki}")
		return
	}
	if kind, times, ok := n.Single(); ok && kind != "who" && kind != "name" {
		*l.Who = kind
		if !times.Limit(1, most).Decode(l.Count) {
			n.Unread("count")
		}
		return
	}
	if own, ok := l.Own.(interface{ read(*strict.Node, any) }); ok {
		own.read(n, long)
		return
	}
	n.Decode(long)
}

// LineForms returns the forms of a line for schemas: the long one, several combatants alike, up to most, and one.
func LineForms(most int, example string) []Form {
	return []Form{{Itself: true, Needs: []string{"who"}}, {Key: "who", Least: 1, Most: most, Says: "several alike: - " + example},
		{Pattern: "^.+$", Says: "one: - " + strings.TrimRight(example, ": 0123456789")}}
}

// NewSeat is a combatant of an encounter file that is about to get a seat.
type NewSeat[L, R any] struct {
	Path strict.Path // to its line
	Side int
	Line L
	Row  R
	Name string // which no other has
	Nth  int    // among those of its line, from 0
}

// Room says how many combatants a fight has seats for, and which keys depend on which others.
type Room struct {
	Fight int      // most combatants
	Side  int      // most of one side; 0: no limit of its own
	Note  string   // follows the limit in messages
	Head  Head     // of the file
	Apart []string // the keys of a line that can be checked without its row
	Now   []string // the keys of a seat in now: that can be checked without the row
	// Needs lists, by key of a line, the keys of its seat in now: that depend on it; nil for all but Now.
	Needs map[string][]string
}

// The paths on which complaints about names of combatants and of rows rest: that all of them are known.
var (
	NamesKnown = strict.AllKnown("combatant")
	rowsKnown  = strict.AllKnown("row")
)

// RowOf returns the path on which complaints rest that depend on the row of a combatant.
func RowOf(name string) strict.Path { return append(slices.Clone(AllRows), name) }

// AllRows is the path on which complaints rest that depend on the rows of all combatants.
var AllRows = strict.Path{"the row of"}

// sidesNamed are the paths on which complaints rest that depend on the names of the sides.
var sidesNamed = []strict.Path{{"sides", 0, "name"}, {"sides", 1, "name"}}

// Seats reads the two sides: their names, and their combatants in the order of the file, each with its row of the
// catalogue and its line's own values laid over it. It calls seat for each combatant for whom there is room; more are a
// mistake. n is how many the file has. It calls seat also for a combatant with a wrong row, and doubts what depends on
// the row, so that the rest of the file can be checked.
func Seats[S, L, R any, B Rows[B], PS hasTeam[S, L], PL hasLine[L]](sides []S, all B, room Room,
	bad *strict.Complaints, seat func(NewSeat[L, R])) (teams [2]string, n int) {
	rows := rowsOf[R](&all)
	if len(sides) != len(teams) {
		bad.Wrong(strict.Path{"sides"}, text.Count(len(sides), "side"), "two sides, the allied one first")
		bad.Doubt(NamesKnown)
		bad.Doubt(sidesNamed[1])
		sides = sides[:min(len(sides), len(teams))]
	}
	for side := range sides {
		teams[side] = readTeamName[S, L, PS](side, &sides[side], bad)
		if _, lines := PS(&sides[side]).Team(); len(*lines) == 0 {
			bad.Doubt(NamesKnown)
		}
	}
	if one, other := teams[0], teams[1]; len(sides) == len(teams) && text.Canonical(one) == text.Canonical(other) {
		what := "both sides are called " + one
		if one != other {
			what = fmt.Sprintf("%q is the side %q again in other letters", other, one)
		}
		bad.Wrong(sidesNamed[1], what, "two different names", sidesNamed...)
		bad.Doubt(sidesNamed[1])
	}
	names := nameSet{}
	for side := range sides {
		_, lines := PS(&sides[side]).Team()
		before := n
		for k, line := range *lines {
			path := strict.Path{"sides", side, "fighters", k}
			l := PL(&line).Line()
			row, known := Find(rows, path.And("who"), "combatant", *l.Who, bad)
			if known = known && !(room.Head.whole && reflect.ValueOf(row).IsZero()); known {
				row, known = rowWithOwn(l, row, all, room.Head.whole, path, bad)
			}
			if !known {
				bad.Doubt(path, room.Apart...)
			}
			if !known && *l.Name == "" || !room.Head.Read(path.And("name")...) || !room.Head.Read(path.And("count")...) {
				bad.Doubt(NamesKnown)
			}
			for nth := range max(1, *l.Count) {
				if n++; n > room.Fight {
					continue // a file may have thousands
				}
				name := names.assignName(l, nth, path, bad)
				if !known {
					bad.Doubt(strict.Path{"now", "seats", name}, room.Now...)
					bad.Doubt(RowOf(name))
				}
				told := len(*bad)
				seat(NewSeat[L, R]{path, side, line, row, name, nth})
				wrong := (*bad)[told:].About()
				for key, keys := range room.Needs {
					if room.Head.Read(path.And(key)...) && !wrong(path.And(key)) {
						continue
					}
					for _, key := range keys {
						bad.Doubt(strict.Path{"now", "seats", name, key})
					}
					if keys == nil {
						bad.Doubt(strict.Path{"now", "seats", name}, room.Now...)
					}
				}
			}
		}
		if n-before > room.Side && room.Side > 0 {
			bad.Wrong(strict.Path{"sides", side, "fighters"}, fmt.Sprintf("%d combatants on one side", n-before),
				fmt.Sprintf("at most %d a side", room.Side))
		}
	}
	if n > room.Fight {
		bad.Wrong(strict.Path{"sides"}, fmt.Sprintf("%d combatants", n), fmt.Sprintf("at most %d%s", room.Fight, room.Note))
		bad.Doubt(NamesKnown)
	}
	return teams, n
}

// readTeamName reads the name of a side, which must have at least one combatant.
func readTeamName[S, L any, PS hasTeam[S, L]](side int, of PS, bad *strict.Complaints) string {
	called, lines := of.Team()
	name, err := text.CleanName(called)
	if err != nil {
		bad.Unclean(sidesNamed[side], "the side's name", err)
		bad.Doubt(sidesNamed[side])
	}
	if len(*lines) == 0 {
		bad.Wrong(strict.Path{"sides", side, "fighters"}, "nobody fights for "+name, "at least one combatant")
	}
	return name
}

// SideNamed returns the index of the side that a text at the path names. For a text that names none it returns -1, with
// a mistake unless it is empty.
func SideNamed(path strict.Path, name string, teams [2]string, bad *strict.Complaints) int {
	k := slices.Index(teams[:], name)
	if k < 0 && name != "" {
		bad.Wrong(path, fmt.Sprintf("no side is called %q", name), text.OneOf(name, teams[:]), sidesNamed...)
	}
	return k
}

// nameSet has the names of combatants by their [text.Canonical] form, which is equal for names that people may confuse.
type nameSet map[string]string

func (t nameSet) has(name string) bool {
	_, has := t[text.Canonical(name)]
	return has
}

// assignName returns a name for the k-th combatant of a line at a path, and adds it. It is the name in the file, or one
// made from the row ("bandit chief" becomes Bandit chief), with a number if another has it already. After a mistake it
// is Somebody with a number.
func (t nameSet) assignName(line Line, k int, path strict.Path, bad *strict.Complaints) (name string) {
	who := cmp.Or(*line.Who, "somebody")
	rests := []strict.Path{}
	if name = *line.Name; name == "" {
		name = text.Capital(who)
		rests = append(rests, path.And("who"))
	}
	if *line.Count > 1 || *line.Name == "" && t.has(name) {
		n := k + 1
		for t.has(fmt.Sprintf("%s %d", name, n)) {
			n++
		}
		name = fmt.Sprintf("%s %d", name, n)
	}
	name, err := text.CleanName(name)
	at := path.And("name")
	wrong := func(what string) {
		bad.Wrong(at, what, "a name of its own for each", rests...)
	}
	was := len(*bad)
	switch {
	case err != nil:
		bad.Unclean(at, "the name", err, rests...)
	case t[text.Canonical(name)] == name:
		wrong(fmt.Sprintf("two combatants are called %q", name))
	case t.has(name):
		wrong(fmt.Sprintf("%q is the name %q again in other letters", name, t[text.Canonical(name)]))
	}
	if len(*bad) > was {
		bad.Doubt(NamesKnown)
		name = t.unusedName()
	}
	t[text.Canonical(name)] = name
	return name
}

// unusedName returns a name that nobody has.
func (t nameSet) unusedName() string {
	for n := 1; ; n++ {
		if name := fmt.Sprintf("Somebody %d", n); !t.has(name) {
			return name
		}
	}
}

// None is the word for having none of what the row has: "armour: none".
const None = "none"

// Instead returns the row of one kind that a combatant has: the one that its line names, else the one that its row
// names. has is false if neither names one, or if the line says [None].
func Instead[R any](rows map[string]R, path strict.Path, kind, line, row string,
	bad *strict.Complaints) (found R, has bool) {
	if line == "" && row == "" {
		return found, false
	}
	if line == "" {
		found, _ = Find(rows, path.And("who"), kind, row, bad)
		return found, true
	}
	if found, has = rows[line]; !has && line != None {
		bad.Wrong(path.And(kind), fmt.Sprintf("no %s is called %q", kind, line),
			text.OneOf(line, append(Keys(rows), None)), rowsKnown)
		has = true
	}
	return found, has
}

// Names is a list of a line in place of its row's: nil if the line has no such list, empty for empty hands.
type Names []string

// IsZero reports whether the line has no such list.
func (n Names) IsZero() bool { return n == nil }

// Instead returns the list or else the row's, and the key at which messages place it.
func (n Names) Instead(row []string, key string) (names []string, at string) {
	if n != nil {
		return n, key
	}
	return row, "who"
}

// Objective is what one side wants besides the defeat of the other.
type Objective struct {
	For    string `yaml:"for" json:"for" doc:"The side that wants it."`
	Goal   string `yaml:"goal" json:"goal" words:"goals" doc:"What it wants: last, down, protect, escape."`
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

// GoalNames are the words for the goals.
var GoalNames = []string{"", "last", "down", "protect", "escape"}

// EndNames are the words for how a fight has ended: not yet, for nobody, for the first or the second side.
var EndNames = []string{"", "draw", "first", "second"}

// LinePerSeat returns the sides of a fight with a line of its own for each combatant; names are theirs. own returns the
// line of the i-th of them, and whether it is still in the fight.
func LinePerSeat[S, L any, PS hasTeam[S, L], PL hasLine[L]](sides []S, names []string,
	own func(i int, line L) (one L, here bool)) []S {
	sides, i := slices.Clone(sides), 0
	for k := range sides {
		_, lines := PS(&sides[k]).Team()
		var each []L
		for _, line := range *lines {
			for range max(1, *PL(&line).Line().Count) {
				one, here := own(i, lineNamed[L, PL](line, names[i]))
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

// ReadJoiners reads the line of combatants that join a fight, in which names are taken, and returns a line for each.
// brings are the rows that they bring, as a record has them, or nil; all is the catalogue used with these rows. Rows
// that nobody uses are not checked.
func ReadJoiners[L, B any, PL hasLine[L]](line string, names []string, used B,
	brings json.RawMessage) (each []L, all B, err error) {
	var more L
	if _, err := strict.Decode("", []byte(line), &more); err != nil {
		return nil, used, firstProblem(err)
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
		return []L{lineNamed[L, PL](more, *l.Name)}, all, nil
	}
	t := nameSet{}
	for _, name := range names {
		t[text.Canonical(name)] = name
	}
	for k := range max(1, *l.Count) {
		var bad strict.Complaints
		name := t.assignName(l, k, nil, &bad)
		each = append(each, lineNamed[L, PL](more, name))
	}
	return each, all, nil
}

// firstProblem returns the first of the problems of a line, without its place.
func firstProblem(err error) error {
	problems, ok := err.(text.Problems)
	if !ok || len(problems) == 0 {
		return err
	}
	return text.Problem{What: problems[0].What, Want: problems[0].Want}
}

// lineNamed returns a line for one combatant of this name.
func lineNamed[L any, PL hasLine[L]](line L, name string) L {
	l := PL(&line).Line()
	*l.Name, *l.Count = name, 0
	return line
}

// UpdateSeats removes combatants who have left from the seats of a now: block and adds those who have come. here are
// the combatants from now on; begins returns how the i-th of them begins.
func UpdateSeats[N any](seats map[string]N, here []string, begins func(i int) N) {
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
