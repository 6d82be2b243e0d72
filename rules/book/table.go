package book

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// Table is one table of a rule document: people read it as a list, help explains its rows, and the engine takes its numbers
// from the cells.
type Table struct {
	Name    string // stances
	What    string // what its rows are
	In      string // where the document has it: "document 001, Stances"
	Row     string // what a row is called, at the head of the first column
	Columns []Column
	Rows    []Entry
}

// Column is one column behind the names of the rows.
type Column struct {
	Name string
	Says string // what its cells say, a sentence
}

// Entry is one row. A number in a cell has its source behind it, as in "-10 seed" or "+2k1 seed in melee"; a switch of the
// rulings stands in braces, as in "{near miss}", and is shown with what it is set to if nobody chooses.
type Entry struct {
	Name    string
	Also    []string // other names
	Cells   []string // one for each column
	Laws    string   // those that rule it, in the order a player asks: "RK-86 to RK-90, RK-206"
	Rulings string   // those that read it: "R-RK-08"
}

// Section is one heading of a document, with the laws found under it.
type Section struct {
	Name string
	Also []string
	In   string
	Laws string
}

// number is a number, or dice rolled and kept, with the source behind it.
var number = regexp.MustCompile(`([+-]?\d+)(?:k(\d+))?(?: (seed|site|ruling|house))\b`)

// switched is a switch of the rulings in a cell.
var switched = regexp.MustCompile(`\{([^}]+)\}`)

// Entry is a row by its name; it panics if there is none, since only the program asks.
func (t *Table) Entry(name string) Entry {
	i := slices.IndexFunc(t.Rows, func(e Entry) bool { return e.Name == name })
	if i < 0 {
		panic(fmt.Sprintf("book: the table of %s has no row %q", t.Name, name))
	}
	return t.Rows[i]
}

// Cell is what a row has in a column.
func (t *Table) Cell(row, column string) string {
	k := slices.IndexFunc(t.Columns, func(c Column) bool { return c.Name == column })
	if k < 0 {
		panic(fmt.Sprintf("book: the table of %s has no column %q", t.Name, column))
	}
	return t.Entry(row).Cells[k]
}

// Num is the first number of a cell. It panics if the cell has none.
func (t *Table) Num(row, column string) int { return t.Nums(row, column)[0] }

// Nums are the numbers of a cell that have a source, in their order; of dice the rolled ones, then the kept ones, which have
// the same sign.
func (t *Table) Nums(row, column string) (all []int) {
	for _, m := range number.FindAllStringSubmatch(t.Cell(row, column), -1) {
		n, _ := strconv.Atoi(m[1])
		all = append(all, n)
		if m[2] != "" {
			kept, _ := strconv.Atoi(m[2])
			if m[1][0] == '-' {
				kept = -kept
			}
			all = append(all, kept)
		}
	}
	if len(all) == 0 {
		panic(fmt.Sprintf("book: no number in column %q of %s, %s", column, t.Name, row))
	}
	return all
}

// Proper is the name of a row, where it is called by another; any other name is as it was.
func (t *Table) Proper(name string) string {
	for _, e := range t.Rows {
		if slices.Contains(e.Also, name) {
			return e.Name
		}
	}
	return name
}

// Names are the names of the rows in their order.
func (t *Table) Names() (names []string) {
	for _, e := range t.Rows {
		names = append(names, e.Name)
	}
	return names
}

// List is the table as people read it, with what the switches of its cells are set to if nobody chooses otherwise.
func (t *Table) List(among []Ruling) List {
	l := List{Name: t.Name, What: t.What, In: t.In, Head: []string{t.Row}, Means: []string{""}, Entries: t.Rows}
	for _, c := range t.Columns {
		l.Head, l.Means = append(l.Head, c.Name), append(l.Means, c.Says)
	}
	items := map[string]map[string]string{}
	for _, e := range t.Rows {
		row, item := []string{e.Name}, map[string]string{}
		for k, cell := range e.Cells {
			cell = set(cell, among)
			row = append(row, number.ReplaceAllStringFunc(cell, short))
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

// short is a number with the letter of its source.
func short(text string) string {
	digits, source, _ := strings.Cut(text, " ")
	return digits + letters[source]
}

// set puts the defaults of switches into a cell, each with its source.
func set(cell string, among []Ruling) string {
	return switched.ReplaceAllStringFunc(cell, func(name string) string {
		r, ok := RulingNamed(strings.Trim(name, "{}"), among)
		if !ok {
			panic(fmt.Sprintf("book: no ruling is called %s", name))
		}
		if r.Range == "" {
			return r.Default
		}
		return r.Default + " " + r.Source
	})
}

// Cited are the numbers of laws or rulings in a text such as "RK-86 to RK-90, RK-206", each range with all between its ends.
func Cited(text string) (ids []string) {
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
