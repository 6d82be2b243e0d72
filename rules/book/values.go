package book

import (
	"errors"
	"maps"
	"reflect"

	"kokyu/rules/strict"
	"kokyu/rules/text"
)

// Values are the values of an encounter's line in place of those of its row, of type R, by the keys of the row. A line
// type has them as its last field, `yaml:",inline" json:"own,omitempty"`, and reads them with [Line.Read]. Keys that
// the line type itself has are not among them.
type Values[R any] map[string]any

// Of returns an empty row, from whose type schemas take the keys.
func (v Values[R]) Of() any { return *new(R) }

// read reads a line into its long form and the values.
func (v *Values[R]) read(n *strict.Node, long any) {
	var row R
	for _, key := range n.Share(long, &row)[1] {
		at := n.Get(key)
		value := at.Value()
		if value == nil {
			continue
		}
		if *v == nil {
			*v = Values[R]{}
		}
		if (*v)[key] = value; !at.Read() {
			(*v)[key] = unreadValue{}
		}
	}
}

// unreadValue stands for a value that could not be read.
type unreadValue struct{}

// Row returns a copy of row with these values. A group is laid over the row's key by key; a list or a single value
// replaces the row's. The error is about values that a record may have but no file.
func (v Values[R]) Row(row R) (R, error) {
	if len(v) == 0 {
		return row, nil
	}
	text, err := strict.Encode(map[string]any(v))
	if err != nil {
		return row, err
	}
	var said partialRow[R]
	if _, err := strict.Decode("", text, &said); err != nil {
		return row, firstProblem(err)
	}
	overlayFields(reflect.ValueOf(&row).Elem(), reflect.ValueOf(said.row), v)
	return row, nil
}

// partialRow is some of the values of a row. It decodes without the keys that a row must have.
type partialRow[R any] struct{ row R }

// UnmarshalNode reads the values that are there, and asks for no others.
func (p *partialRow[R]) UnmarshalNode(n *strict.Node) { n.Share(&struct{}{}, &p.row) }

// overlayFields sets the fields of a struct that keys names to those of another struct.
func overlayFields(to, said reflect.Value, keys map[string]any) {
	for i := range to.NumField() {
		name := strict.KeyOf(to.Type().Field(i))
		value, ok := keys[name]
		if !ok || name == "-" {
			continue
		}
		group, grouped := value.(map[string]any)
		at, from := to.Field(i), said.Field(i)
		switch kind := at.Kind(); {
		case grouped && kind == reflect.Map:
			all := reflect.MakeMap(at.Type())
			for _, rows := range []reflect.Value{at, from} {
				for key, one := range rows.Seq2() {
					all.SetMapIndex(key, one)
				}
			}
			at.Set(all)
		case grouped && kind == reflect.Pointer && at.Type().Elem().Kind() == reflect.Struct && !at.IsNil():
			fresh := reflect.New(at.Type().Elem())
			fresh.Elem().Set(at.Elem())
			overlayFields(fresh.Elem(), from.Elem(), group)
			at.Set(fresh)
		case grouped && kind == reflect.Struct:
			overlayFields(at, from, group)
		default:
			at.Set(from)
		}
	}
}

// rowWithOwn returns the row of a line with the line's own values, which it checks like a row if the catalogue is
// whole. If any of them is wrong, it returns the row without them, and false.
func rowWithOwn[R any, B Rows[B]](line Line, row R, all B, whole bool, path strict.Path,
	bad *strict.Complaints) (with R, ok bool) {
	said, _ := line.Own.(*Values[R])
	if said == nil || len(*said) == 0 {
		return row, true
	}
	values := maps.Clone(*said)
	maps.DeleteFunc(values, func(_ string, value any) bool { return value == unreadValue{} })
	with, err := values.Row(row)
	if problem, isProblem := errors.AsType[text.Problem](err); isProblem {
		bad.Wrong(path, problem.What, problem.Want)
	} else if err != nil {
		bad.Wrong(path, err.Error(), "values as rows have them")
	}
	ok = err == nil && len(values) == len(*said)
	if err == nil && whole {
		for _, c := range all.Check(catalogueOfOne[B](*line.Who, with)) {
			bad.Wrong(path.And(c.Path[min(2, len(c.Path)):]...), c.What, c.Want)
			ok = false
		}
	}
	if !ok {
		return row, false
	}
	return with, true
}

// catalogueOfOne returns a catalogue of one row.
func catalogueOfOne[B, R any](name string, row R) (one B) {
	for _, kind := range kinds(&one) {
		if kind[0].Type() == reflect.TypeFor[map[string]R]() {
			kind[0].Set(reflect.ValueOf(map[string]R{name: row}))
		}
	}
	return one
}

// rowsOf returns the rows of a catalogue that have this type, by name.
func rowsOf[R, B any](all *B) map[string]R {
	for _, kind := range kinds(all) {
		if rows, ok := kind[0].Interface().(map[string]R); ok {
			return rows
		}
	}
	return nil
}

// checkLine returns what is wrong with a line's own values, checked with a whole catalogue, but not with the rest of
// the line.
func checkLine[L, R any, B Rows[B], PL hasLine[L]](line string, all B) error {
	var one L
	if _, err := strict.Decode("", []byte(line), &one); err != nil {
		return firstProblem(err)
	}
	var bad strict.Complaints
	l := PL(&one).Line()
	if row, ok := rowsOf[R](&all)[*l.Who]; ok {
		rowWithOwn(l, row, all, true, nil, &bad)
	}
	return bad.Plain()
}
