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

// People are the combatants of a system's catalogues, the type of their rows hidden.
type People[B any] struct {
	// Fits says what is wrong with the values that a line, as one joins a fight by, has in place of its row's.
	Fits func(line string, all B) error
	// Names are the rows.
	Names func(all B) []string
	// Sheet is a row with what a line of an encounter says of it, nil for a row alone, number by number, and the
	// catalogue with that row; not ok if there is none.
	Sheet func(all B, who string, line map[string]any) (lines []PageLine, with B, ok bool)
}

// PeopleOf returns the functions for combatants of a system whose lines are L and whose rows are R.
func PeopleOf[L, R any, B Rows[B], PL lined[L]]() People[B] {
	return People[B]{
		Fits:  fits[L, R, B, PL],
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
			if with, err := values.Row(row); err == nil { // the encounter was read a moment ago
				row = with
			}
			s := sheet{}
			s.addGroup("", reflect.ValueOf(row), values)
			s.addNamedRows(reflect.ValueOf(all), reflect.ValueOf(row))
			return s.lines, Over(all, catalogueOfOne[B](who, row)), true
		},
	}
}

// fromLine is where a number of a sheet comes from that a line of an encounter says.
const fromLine = "encounter"

// sheet gathers the lines of one combatant.
type sheet struct {
	lines []PageLine
}

// addLine adds a line: what it is of, what it says, and where that comes from.
func (s *sheet) addLine(of, says, from string) {
	s.lines = append(s.lines, PageLine{Topic: of, Says: says, From: from})
}

// addGroup adds the values of a struct, those in a group of it after its key. line is what the encounter says of it.
func (s *sheet) addGroup(under string, v reflect.Value, line map[string]any) {
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
			s.addLine(of, words(at), from)
		}
	}
}

// addTable adds the values of a group by names.
func (s *sheet) addTable(of string, v reflect.Value, line map[string]any) {
	for _, key := range sortedKeys(v) {
		name := key.String()
		_, own := line[name]
		from := text.Either(own, fromLine, "")
		if n, ok := v.MapIndex(key).Interface().(Num); ok {
			s.addLine(of, fmt.Sprintf("%s %d", name, n.N), cmp.Or(from, n.Source))
			continue
		}
		s.addLine(of, name+" "+words(v.MapIndex(key)), from)
	}
}

// sortedKeys returns the keys of a map of texts, in their order.
func sortedKeys(m reflect.Value) []reflect.Value {
	keys := m.MapKeys()
	slices.SortFunc(keys, func(a, b reflect.Value) int { return strings.Compare(a.String(), b.String()) })
	return keys
}

// addNamedRows adds the rows that a combatant's row names: those of a kind that is called as its field, or as several
// of it are.
func (s *sheet) addNamedRows(all, row reflect.Value) {
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

// addRow adds a row that a combatant's row names, its lists of groups a line each. Numbers have the letter of their
// source.
func (s *sheet) addRow(name string, v reflect.Value) {
	var plain []string
	for f, at := range v.Fields() {
		key := strict.KeyOf(f)
		if at.IsZero() || slices.Contains([]string{"", "-", "source", "notes", "made", "also"}, key) {
			continue
		} else if at.Kind() == reflect.Slice && at.Type().Elem().Kind() == reflect.Struct && at.Type().Elem() != reflect.TypeFor[Num]() {
			for k := range at.Len() {
				s.addLine(name, key+": "+words(at.Index(k)), "")
			}
		} else {
			plain = append(plain, strings.TrimSpace(key+" "+words(at)))
		}
	}
	if len(plain) > 0 {
		s.addLine(name, strings.Join(plain, ", "), "")
	}
}

// words returns a value in one line, its numbers with the letter of their source.
func words(v reflect.Value) string {
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
			parts = append(parts, words(v.Index(k)))
		}
		if len(parts) == 0 {
			return "none"
		}
	case reflect.Map:
		for _, key := range sortedKeys(v) {
			parts = append(parts, key.String()+" "+words(v.MapIndex(key)))
		}
	case reflect.Struct:
		if s, ok := v.Interface().(fmt.Stringer); ok {
			return s.String()
		}
		for f, at := range v.Fields() {
			switch key := strict.KeyOf(f); {
			case key == "" || key == "-" || key == "source" || at.IsZero():
			case key == "name":
				parts = append(parts, words(at))
			default:
				parts = append(parts, key+" "+words(at))
			}
		}
	default:
		return fmt.Sprint(v.Interface())
	}
	return strings.Join(parts, ", ")
}
