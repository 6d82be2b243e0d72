package book

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"io/fs"
	"iter"
	"maps"
	"reflect"
	"slices"

	"kokyu/rules/strict"
	"kokyu/rules/text"
)

// Rows is a catalogue: a struct with a field Version and, for each kind of row, a map of rows by name. If one catalogue
// is laid over another, its rows replace those of the same kind and name.
type Rows[B any] interface {
	// Check returns what is wrong with some rows. They may name other rows of the whole catalogue, the receiver, which
	// are not checked.
	Check(some B) strict.Complaints
}

// Catalogue reads embedded files, each laid over those before. It panics if one is wrong, which a test would find.
func Catalogue[B Rows[B]](files fs.FS, names ...string) (all B) {
	for _, name := range names {
		var err error
		if all, err = Overlay(all, name, readAny(files, name)); err != nil {
			panic(err)
		}
	}
	return all
}

// Overlay returns a catalogue with the rows of one more file laid over it. The error lists every mistake of the file,
// with its place.
func Overlay[B Rows[B]](under B, name string, data []byte) (B, error) {
	var more B
	doc, _ := strict.Decode(name, data, &more)
	all, bad := overlay(under, more, version(&more).Int())
	if err := bad.Single(doc, 2).In(doc); err != nil {
		return under, err
	}
	return all, nil
}

// CountUnknownKinds returns how many top keys of a file are not kinds of rows of a catalogue.
func CountUnknownKinds[B any](name string, data []byte) (n int) {
	var file B
	doc, _ := strict.Decode(name, data, &file)
	for _, kind := range doc.Keys() {
		if _, known := strict.FieldOf(reflect.TypeFor[B](), kind); !known && kind != "version" {
			n++
		}
	}
	return n
}

// Own returns a catalogue with an encounter's own rows laid over it, and what is wrong with them. own may be nil, and
// needs no version, since the file has one. A row with a mistake is in the catalogue without values, and doubted, so
// that what depends on its values is not reported as another mistake.
func Own[B Rows[B]](under B, own *B, head Head) (all B, bad strict.Complaints) {
	if own == nil {
		return under, nil
	}
	all, bad = overlay(under, *own, cmp.Or(version(own).Int(), 1))
	if bad = bad.Under("rows"); head.doc != nil {
		bad = bad.Single(*head.doc, 3)
	}
	wrong := bad.About()
	for key, kind := range kinds(&all, own) {
		rows := kind[0]
		for name := range kind[1].Seq2() {
			at := strict.Path{"rows", key, name.String()}
			if head.Read(at...) && !wrong(at) {
				continue
			}
			rows.SetMapIndex(name, reflect.Zero(rows.Type().Elem()))
			bad.Doubt(at)
		}
	}
	return all, bad
}

// overlay returns a catalogue with more rows laid over it, and what is wrong with them and with their file's version.
func overlay[B Rows[B]](under, more B, fileVersion int64) (B, strict.Complaints) {
	all := Over(under, more)
	return all, append(checkVersion(fileVersion), all.Check(more)...)
}

// CheckAll returns what is wrong with the rows of a whole catalogue.
func CheckAll[B Rows[B]](all B) strict.Complaints {
	return append(checkVersion(version(&all).Int()), all.Check(all)...)
}

// checkVersion complains about a version of the file format other than 1.
func checkVersion(fileVersion int64) (bad strict.Complaints) {
	if fileVersion != 1 {
		bad.Wrong(strict.Path{"version"}, fmt.Sprintf("version %d", fileVersion), "1")
	}
	return bad
}

// Over lays the rows of one catalogue over those of another.
func Over[B any](under, over B) B {
	version(&under).SetInt(1)
	for _, kind := range kinds(&under, &over) {
		all := reflect.MakeMap(kind[0].Type())
		for _, rows := range kind {
			for name, row := range rows.Seq2() {
				all.SetMapIndex(name, row)
			}
		}
		kind[0].Set(all)
	}
	return under
}

// Difference returns the rows of one catalogue that another does not have or has with other values; nil if there are
// none. Rows are compared and returned as records keep them, without fields that have json:"-".
func Difference[B any](all, others B) *B {
	var out B
	found := false
	for _, kind := range kinds(&out, &all, &others) {
		own := reflect.MakeMap(kind[0].Type())
		for name, row := range kind[1].Seq2() {
			if other := kind[2].MapIndex(name); !other.IsValid() || !areAlike(row.Interface(), other.Interface()) {
				own.SetMapIndex(name, recordRow(row))
			}
		}
		if own.Len() > 0 {
			kind[0].Set(own)
			found = true
		}
	}
	if !found {
		return nil
	}
	return &out
}

// AsPart returns a catalogue marked as part of one, by version 0: to name a row that is not in it is no mistake.
func AsPart[B any](some B) B {
	version(&some).SetInt(0)
	return some
}

// Pick returns the rows of one kind that have these names.
func Pick[R any](rows map[string]R, names []string) map[string]R {
	out := map[string]R{}
	for _, name := range names {
		if row, ok := rows[name]; ok {
			out[name] = row
		}
	}
	return out
}

// Keys returns the names of rows of one kind, sorted.
func Keys[R any](rows map[string]R) []string { return slices.Sorted(maps.Keys(rows)) }

// version returns the field Version of a catalogue.
func version[B any](b *B) reflect.Value { return reflect.ValueOf(b).Elem().FieldByName("Version") }

// kinds yields the kinds of rows of a type of catalogue: the key in files, and the map of rows in each of the
// catalogues.
func kinds[B any](catalogues ...*B) iter.Seq2[string, []reflect.Value] {
	return func(yield func(string, []reflect.Value) bool) {
		for field := range reflect.TypeFor[B]().Fields() {
			var rows []reflect.Value
			for _, b := range catalogues {
				rows = append(rows, reflect.ValueOf(b).Elem().FieldByIndex(field.Index))
			}
			if field.Type.Kind() == reflect.Map && !yield(strict.KeyOf(field), rows) {
				return
			}
		}
	}
}

// recordRow returns a row without the fields that records do not keep.
func recordRow(row reflect.Value) reflect.Value {
	out := reflect.New(row.Type()).Elem()
	out.Set(row)
	for i := 0; row.Kind() == reflect.Struct && i < row.NumField(); i++ {
		if row.Type().Field(i).Tag.Get("json") == "-" {
			out.Field(i).SetZero()
		}
	}
	return out
}

// areAlike reports whether two rows have the same JSON. DeepEqual is faster and finds most of those that have.
func areAlike(a, b any) bool {
	if reflect.DeepEqual(a, b) {
		return true
	}
	one, err := json.Marshal(a)
	other, wrong := json.Marshal(b)
	if err := cmp.Or(err, wrong); err != nil {
		panic(err)
	}
	return bytes.Equal(one, other)
}

// Find returns the row of a name. If there is none it complains at the path.
func Find[R any](rows map[string]R, path strict.Path, what, name string, bad *strict.Complaints) (row R, ok bool) {
	if row, ok = rows[name]; !ok {
		says := fmt.Sprintf("no %s is called %q", what, name)
		if name == "" {
			says = fmt.Sprintf("%v: names no %s", path[len(path)-1], what)
		}
		bad.Wrong(path, says, text.OneOf(name, Keys(rows)), rowsKnown)
	}
	return row, ok
}
