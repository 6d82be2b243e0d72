package book

import (
	"fmt"
	"io/fs"
	"maps"
	"slices"
	"strconv"
	"strings"

	"kokyu/rules/strict"
	"kokyu/rules/text"
)

// tables is a system's data/tables.yaml: the tables of its documents, over which no file can lay rows, and the headings
// that are no row of a table.
type tables struct {
	Version  int       `yaml:"version" doc:"The version of the file's form: 1."`
	Tables   []Table   `yaml:"tables" must:"be there" doc:"The tables, in the order in which they are listed."`
	Sections []Section `yaml:"sections" must:"be there" doc:"The headings of the documents that are no row of a table."`
}

// Table is one table of a rule document. Users read it as a list, help explains its rows, and the rules read its
// numbers by their names, so that no number of a table is in the code.
type Table struct {
	Name    string   `yaml:"name" must:"be there" doc:"What it is called: stances."`
	What    string   `yaml:"what" must:"be there" doc:"What its rows are."`
	In      string   `yaml:"in" doc:"Where the document has it: document 001, Stances."`
	Row     string   `yaml:"row" must:"be there" doc:"What a row is called, at the head of the first column."`
	Columns []Column `yaml:"columns" must:"be there" doc:"The columns behind the names of the rows."`
	Rows    []Entry  `yaml:"rows" must:"be there" doc:"The rows, in the document's order."`

	used map[string]bool // the numbers that the rules have read, "fire: ATN"
}

// Column is one column behind the names of the rows.
type Column struct {
	Name string `yaml:"name" must:"be there" doc:"What stands at its head."`
	Says string `yaml:"says" must:"be there" doc:"What its cells say, a sentence."`
}

// Entry is one row.
type Entry struct {
	Name    string            `yaml:"name" must:"be there" doc:"What it is called."`
	Also    []string          `yaml:"also" doc:"Other names it has."`
	Laws    string            `yaml:"laws" doc:"The laws that rule it, in the order a player asks: RK-86 to RK-90, RK-206."`
	Rulings string            `yaml:"rulings" doc:"The rulings that read it: R-RK-08."`
	Numbers map[string]figure `yaml:"numbers" doc:"Its numbers by their names, each with its source."`
	Says    map[string]string `yaml:"says" doc:"Its sentences by their columns. A name in braces stands for that number of the row, any other for a switch of the rulings. A column with a number of its own name and no sentence shows the number."`

	// Cells has Says with its numbers filled in, for each column; names of rulings are still in braces.
	Cells []string `yaml:"-"`
}

// Section is one heading of a document, with the laws found under it.
type Section struct {
	Name string   `yaml:"name" must:"be there" doc:"The heading."`
	Also []string `yaml:"also" doc:"Other names it has."`
	In   string   `yaml:"in" must:"be there" doc:"Where it stands."`
	Laws string   `yaml:"laws" must:"be there" doc:"The laws found under it."`
}

// figure is a number of a table, or dice that are rolled and kept, with its source: "-10 seed", "+2k1 seed".
type figure struct {
	N      int // of dice, those rolled
	Kept   int // with the sign of N
	Dice   bool
	Signed bool // a plus is written
	Source string
}

// String returns the text that parseFigure reads: "-2 seed", "+1k1 seed". A plus is written where the file has one.
func (f figure) String() string {
	form := "%d"
	if f.Signed {
		form = "%+d"
	}
	s := fmt.Sprintf(form, f.N)
	if f.Dice {
		s += fmt.Sprintf("k%d", max(f.Kept, -f.Kept))
	}
	return s + " " + f.Source
}

// Forms returns a number or dice with their source.
func (figure) Forms() []Form {
	return []Form{{Pattern: "^[+-]?[0-9]+(k[0-9]+)? (seed|site|ruling|house)$",
		Says: "a number or dice and their source: -10 seed, +2k1 seed"}}
}

// UnmarshalNode reads a figure from a catalogue file.
func (f *figure) UnmarshalNode(node *strict.Node) {
	FromNode(node, f, parseFigure, "a number or dice with their source, as in -10 seed or +2k1 seed; "+
		"the sources are seed, site, ruling, house")
}

// parseFigure parses a number with its source, "5 seed", or dice, "3k2 seed". It refuses what String would write
// differently, so that a file can be written again byte for byte.
func parseFigure(s string) (f figure, wrong string) {
	digits, source, _ := strings.Cut(s, " ")
	rolled, kept, dice := strings.Cut(digits, "k")
	f = figure{Dice: dice, Signed: strings.HasPrefix(rolled, "+"), Source: source}
	var errs [2]error
	if f.N, errs[0] = strconv.Atoi(rolled); dice {
		f.Kept, errs[1] = strconv.Atoi(kept)
	}
	if strings.HasPrefix(rolled, "-") {
		f.Kept = -f.Kept
	}
	if errs != [2]error{} || !slices.Contains(Sources, source) || f.String() != s {
		return figure{}, fmt.Sprintf("%q is no number with a source", s)
	}
	return f, ""
}

// ReadTables reads a system's tables from its embedded files. It panics if they are wrong, which a test would find.
func ReadTables(files fs.FS) tables {
	all := decodeAny[tables](files, "tables.yaml")
	for i := range all.Tables {
		t := &all.Tables[i]
		t.used = map[string]bool{}
		for k := range t.Rows {
			t.Rows[k].Cells = t.Rows[k].cells(t.Columns)
		}
	}
	return all
}

// cells returns the cells of a row: its sentences with their numbers filled in.
func (e *Entry) cells(columns []Column) (all []string) {
	for _, c := range columns {
		says, ok := e.Says[c.Name]
		if n, has := e.Numbers[c.Name]; has && !ok {
			says = n.String()
		}
		if strings.Contains(says, "{") {
			for name, n := range e.Numbers {
				says = strings.ReplaceAll(says, "{"+name+"}", n.String())
			}
		}
		all = append(all, says)
	}
	return all
}

// Table returns a table by its name. It panics if there is none, as names come from the code only.
func (all tables) Table(name string) Table {
	i := slices.IndexFunc(all.Tables, func(t Table) bool { return t.Name == name })
	if i < 0 {
		panic(fmt.Sprintf("book: no table is called %q", name))
	}
	return all.Tables[i]
}

// Entry returns a row by its name. It panics if there is none.
func (t *Table) Entry(name string) Entry {
	i := slices.IndexFunc(t.Rows, func(e Entry) bool { return e.Name == name })
	if i < 0 {
		panic(fmt.Sprintf("book: the table of %s has no row %q", t.Name, name))
	}
	return t.Rows[i]
}

// Figure returns a number of a row by its name, and whether the row has it.
func (t *Table) Figure(row, name string) (f figure, ok bool) {
	if f, ok = t.Entry(row).Numbers[name]; ok {
		t.used[row+": "+name] = true
	}
	return f, ok
}

// Num returns a number of a row by its name. It panics if there is none, or dice.
func (t *Table) Num(row, name string) int {
	f, ok := t.Figure(row, name)
	if !ok || f.Dice {
		panic(fmt.Sprintf("book: the table of %s, %s, has no number %q", t.Name, row, name))
	}
	return f.N
}

// Pool returns the dice of a row by their name: how many are rolled and how many of them are kept, both negative for
// "-1k1". It panics if there are none.
func (t *Table) Pool(row, name string) (rolled, kept int) {
	f, ok := t.Figure(row, name)
	if !ok || !f.Dice {
		panic(fmt.Sprintf("book: the table of %s, %s, has no dice %q", t.Name, row, name))
	}
	return f.N, f.Kept
}

// UnusedNumbers returns the numbers that the rules have not read so far, in the order of the rows: "fire: ATN". A test
// wants none, since to correct such a number would change nothing.
func (t *Table) UnusedNumbers() (names []string) {
	for _, e := range t.Rows {
		for _, name := range slices.Sorted(maps.Keys(e.Numbers)) {
			if at := e.Name + ": " + name; !t.used[at] {
				names = append(names, at)
			}
		}
	}
	return names
}

// Proper returns the name of the row that has name as another name, else name.
func (t *Table) Proper(name string) string {
	for _, e := range t.Rows {
		if slices.Contains(e.Also, name) {
			return e.Name
		}
	}
	return name
}

// Names returns the names of the rows in their order.
func (t *Table) Names() []string { return text.Each(t.Rows, func(e Entry) string { return e.Name }) }

// List returns the table as a list, with the defaults of the rulings that its cells name.
func (t *Table) List(rulings []Ruling) List {
	l := List{Name: t.Name, What: t.What, In: t.In, Head: []string{t.Row}, Means: []string{""}, Entries: t.Rows}
	for _, c := range t.Columns {
		l.Head, l.Means = append(l.Head, c.Name), append(l.Means, c.Says)
	}
	items := map[string]map[string]string{}
	for _, e := range t.Rows {
		row, item := []string{e.Name}, map[string]string{}
		for k, cell := range e.Cells {
			cell = setDefaults(cell, rulings)
			row = append(row, shortenSources(cell))
			if cell != "" {
				item[t.Columns[k].Name] = cell
			}
		}
		if len(e.Also) > 0 {
			item["also"] = strings.Join(e.Also, ", ")
		}
		l.Rows, items[e.Name] = append(l.Rows, row), item
	}
	l.Items = items
	return l
}

// shortenSources returns a cell with the source of each number as a letter: "costs 2s" for "costs 2 seed".
func shortenSources(cell string) string {
	words := strings.Split(cell, " ")
	for i := len(words) - 1; i > 0; i-- {
		source := strings.TrimRight(words[i], ",.;:)")
		before := words[i-1]
		if sourceLetters[source] != "" && strings.Trim(before[max(0, len(before)-1):], "0123456789") == "" && before != "" {
			words[i-1] += sourceLetters[source] + words[i][len(source):]
			words = slices.Delete(words, i, i+1)
		}
	}
	return strings.Join(words, " ")
}

// setDefaults replaces the names of rulings in braces by their defaults, numbers with their source.
func setDefaults(cell string, rulings []Ruling) string {
	before, rest, braced := strings.Cut(cell, "{")
	if !braced {
		return cell
	}
	name, after, _ := strings.Cut(rest, "}")
	r, ok := rulingNamed(name, rulings)
	if !ok {
		panic(fmt.Sprintf("book: no ruling is called %s", name))
	}
	value := r.Default
	if r.Range != "" {
		value += " " + r.Source
	}
	return before + value + setDefaults(after, rulings)
}

// CitedIDs returns the numbers of laws or rulings in a text such as "RK-86 to RK-90, RK-206", with all numbers of a
// range.
func CitedIDs(text string) (ids []string) {
	for part := range strings.SplitSeq(text, ", ") {
		from, to, ranged := strings.Cut(part, " to ")
		if !ranged {
			if part != "" {
				ids = append(ids, part)
			}
			continue
		}
		dash := strings.LastIndex(from, "-") + 1
		a, errA := strconv.Atoi(from[dash:])
		b, errB := strconv.Atoi(strings.TrimPrefix(to, from[:dash]))
		if errA != nil || errB != nil || b < a {
			panic(fmt.Sprintf("book: %q is no range of laws", part))
		}
		for n := a; n <= b; n++ {
			ids = append(ids, fmt.Sprintf("%s%02d", from[:dash], n))
		}
	}
	return ids
}
