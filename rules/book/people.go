package book

import (
	"cmp"
	"fmt"
	"reflect"
	"slices"
	"strings"

	"kokyu/rules/strict"
	"kokyu/rules/text"
)

// People has functions for the combatants of a system's catalogues, for callers that do not know the type of their
// rows.
type People[B any] struct {
	// Fits returns what is wrong with the values that a line, by which somebody joins a fight, has in place of its
	// row's.
	Fits func(line string, all B) error
	// Names returns the names of the rows.
	Names func(all B) []string
	// Sheet returns the sheet of a row with the values of an encounter's line, which may be nil, and the catalogue with
	// that row; ok is false if there is no such row.
	Sheet func(all B, who string, line map[string]any) (lines []PageLine, with B, ok bool)
}

// PeopleOf returns the functions for combatants of a system whose lines are L and whose rows are R.
func PeopleOf[L, R any, B Rows[B], PL hasLine[L]]() People[B] {
	return People[B]{
		Fits:  checkLine[L, R, B, PL],
		Names: func(all B) []string { return Keys(rowsOf[R](&all)) },
		Sheet: func(all B, who string, line map[string]any) ([]PageLine, B, bool) {
			row, ok := rowsOf[R](&all)[who]
			if !ok {
				return nil, all, false
			}
			values := Values[R]{}
			for field := range reflect.TypeFor[R]().Fields() {
				if key := strict.KeyOf(field); line[key] != nil {
					values[key] = line[key]
				}
			}
			if with, err := values.Row(row); err == nil { // the encounter was checked before
				row = with
			}
			var s sheetLines
			s.addGroup("", reflect.ValueOf(row), values)
			s.addNamedRows(reflect.ValueOf(all), reflect.ValueOf(row))
			return s, Over(all, catalogueOfOne[B](who, row)), true
		},
	}
}

// fromLine is PageLine.From of a value from a line of an encounter.
const fromLine = "encounter"

// sheetLines collects the lines of one combatant's sheet.
type sheetLines []PageLine

// addLine adds a line.
func (s *sheetLines) addLine(topic, says, from string) {
	*s = append(*s, PageLine{Topic: topic, Says: says, From: from})
}

// addGroup adds the values of a struct, whose topics begin with under. line has the encounter's own values of it.
func (s *sheetLines) addGroup(under string, v reflect.Value, line map[string]any) {
	for f, at := range v.Fields() {
		key := strict.KeyOf(f)
		if slices.Contains([]string{"", "-", "source", "notes", "being"}, key) {
			continue
		}
		said, own := line[key]
		from := text.Either(own, fromLine, "")
		for at.Kind() == reflect.Pointer && !at.IsNil() {
			at = at.Elem()
		}
		of := strings.TrimSpace(under + " " + key)
		switch inner, _ := said.(map[string]any); {
		case at.IsZero() && !own:
		case at.Type() == reflect.TypeFor[Num]():
			n := at.Interface().(Num)
			s.addLine(of, fmt.Sprint(n.N), cmp.Or(from, n.Source))
		case at.Kind() == reflect.Struct && !at.Type().Implements(reflect.TypeFor[fmt.Stringer]()):
			s.addGroup(of, at, inner)
		case at.Kind() == reflect.Map:
			s.addTable(of, at, inner)
		default:
			s.addLine(of, wordsOf(at), from)
		}
	}
}

// addTable adds the values of a map, sorted by key.
func (s *sheetLines) addTable(of string, v reflect.Value, line map[string]any) {
	for _, key := range sortedKeys(v) {
		name := key.String()
		_, own := line[name]
		from := text.Either(own, fromLine, "")
		if n, ok := v.MapIndex(key).Interface().(Num); ok {
			s.addLine(of, fmt.Sprintf("%s %d", name, n.N), cmp.Or(from, n.Source))
			continue
		}
		s.addLine(of, name+" "+wordsOf(v.MapIndex(key)), from)
	}
}

// sortedKeys returns the keys of a map of texts, in their order.
func sortedKeys(m reflect.Value) []reflect.Value {
	keys := m.MapKeys()
	slices.SortFunc(keys, func(a, b reflect.Value) int { return strings.Compare(a.String(), b.String()) })
	return keys
}

// addNamedRows adds the rows that a combatant's row names, by fields whose key is a kind of row or its singular.
func (s *sheetLines) addNamedRows(all, row reflect.Value) {
	for f, said := range row.Fields() {
		key := strict.KeyOf(f)
		names, _ := said.Interface().([]string)
		if name, ok := said.Interface().(string); ok && name != "" {
			names = []string{name}
		}
		for kindField, rows := range all.Fields() {
			if kind := strict.KeyOf(kindField); kind != key && kind != key+"s" || rows.Kind() != reflect.Map {
				continue
			}
			for _, name := range names {
				if used := rows.MapIndex(reflect.ValueOf(name)); used.IsValid() {
					s.addRow(name, used)
				}
			}
		}
	}
}

// addRow adds a row that a combatant's row names: a line for each element of a list of structs, and one line for all
// other values.
func (s *sheetLines) addRow(name string, v reflect.Value) {
	var plain []string
	for f, at := range v.Fields() {
		key := strict.KeyOf(f)
		if at.IsZero() || slices.Contains([]string{"", "-", "source", "notes", "made", "also"}, key) {
			continue
		} else if at.Kind() == reflect.Slice && at.Type().Elem().Kind() == reflect.Struct &&
			at.Type().Elem() != reflect.TypeFor[Num]() {
			for k := range at.Len() {
				s.addLine(name, key+": "+wordsOf(at.Index(k)), "")
			}
		} else {
			plain = append(plain, strings.TrimSpace(key+" "+wordsOf(at)))
		}
	}
	if len(plain) > 0 {
		s.addLine(name, strings.Join(plain, ", "), "")
	}
}

// wordsOf words a value in one line, its numbers with the letter of their source.
func wordsOf(v reflect.Value) string {
	for v.Kind() == reflect.Pointer {
		if v.IsNil() {
			return ""
		}
		v = v.Elem()
	}
	if n, ok := v.Interface().(Num); ok {
		return n.Short()
	}
	var parts []string
	switch v.Kind() {
	case reflect.Bool:
		return text.Either(v.Bool(), "yes", "no")
	case reflect.Slice:
		for k := range v.Len() {
			parts = append(parts, wordsOf(v.Index(k)))
		}
		if len(parts) == 0 {
			return "none"
		}
	case reflect.Map:
		for _, key := range sortedKeys(v) {
			parts = append(parts, key.String()+" "+wordsOf(v.MapIndex(key)))
		}
	case reflect.Struct:
		if s, ok := v.Interface().(fmt.Stringer); ok {
			return s.String()
		}
		for f, at := range v.Fields() {
			switch key := strict.KeyOf(f); {
			case key == "" || key == "-" || key == "source" || at.IsZero():
			case key == "name":
				parts = append(parts, wordsOf(at))
			default:
				parts = append(parts, key+" "+wordsOf(at))
			}
		}
	default:
		return fmt.Sprint(v.Interface())
	}
	return strings.Join(parts, ", ")
}
