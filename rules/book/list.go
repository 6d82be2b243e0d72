package book

import (
	"fmt"
	"reflect"
	"slices"
	"strings"

	"kokyu/rules/strict"
)

// List is one kind of row of a system's catalogue, or one table of its documents, as people read it.
type List struct {
	Name  string // weapons
	What  string // what they are
	Head  []string
	Means []string // the meaning of each column, a sentence; that of the first, the name, may be empty
	Rows  [][]string
	Items any // the rows as data, by name

	In      string  // its place in the document, if it has one
	Laws    string  // the laws for all its rows: "EB-16, EB-78 to EB-80"
	Rulings string  // the rulings about these laws
	Entries []Entry // of a table, its rows with their laws; nil for rows of a catalogue
}

// Whole returns the list with every row as wide as the widest, an entry for each row or none at all, and Rows as Items
// if those are missing.
func (l List) Whole() List {
	wide := max(1, len(l.Head))
	for _, row := range l.Rows {
		wide = max(wide, len(row))
	}
	padded := func(row []string) []string { return append(slices.Clip(row), make([]string, wide-len(row))...) }
	l.Head, l.Rows = padded(l.Head), slices.Clone(l.Rows)
	for i, row := range l.Rows {
		l.Rows[i] = padded(row)
	}
	if l.Entries != nil && len(l.Entries) < len(l.Rows) {
		l.Entries = append(slices.Clip(l.Entries), make([]Entry, len(l.Rows)-len(l.Entries))...)
	}
	switch reflect.ValueOf(l.Items).Kind() {
	case reflect.Map, reflect.Slice, reflect.Array:
	default:
		l.Items = l.Rows
	}
	return l
}

// Cells returns the rows of a list, in the order of their names: the name, then the cells of the row.
func Cells[R any](rows map[string]R, cells func(name string, row R) []string) (all [][]string) {
	for _, name := range Keys(rows) {
		all = append(all, append([]string{name}, cells(name, rows[name])...))
	}
	return all
}

// Says returns what a field of a system's files means: the doc tag of the Go field that has this key. It panics if
// there is no such key or tag.
func Says(row any, key string) string {
	f, _ := strict.FieldOf(reflect.TypeOf(row), key)
	if says := f.Tag.Get("doc"); says != "" {
		return says
	}
	panic(fmt.Sprintf("book: nothing is said of %q in %T", key, row))
}

// FieldsWithoutDoc lists the fields of these types of files, and of all types in them, that have no sentence in their
// doc tag: "Weapon.skill".
func FieldsWithoutDoc(files ...any) (fields []string) {
	seen := map[reflect.Type]bool{}
	var look func(t reflect.Type)
	look = func(t reflect.Type) {
		switch t.Kind() {
		case reflect.Pointer, reflect.Slice, reflect.Map:
			look(t.Elem())
		case reflect.Struct:
			if seen[t] {
				return
			}
			seen[t] = true
			for f := range t.Fields() {
				name, option, _ := strings.Cut(f.Tag.Get("yaml"), ",")
				if option != "inline" && (name == "" || name == "-") {
					continue
				}
				if option != "inline" && !strings.HasSuffix(f.Tag.Get("doc"), ".") {
					fields = append(fields, t.Name()+"."+name)
				}
				look(f.Type)
			}
		}
	}
	for _, file := range files {
		look(reflect.TypeOf(file))
	}
	return fields
}
