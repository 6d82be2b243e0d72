package book

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io/fs"
	"maps"
	"path"
	"reflect"
	"slices"

	"kokyu/rules/strict"
	"kokyu/rules/text"
)

// Catalogues: kinds of rows by name, laid over each other; a later row wins.

// Catalogue lays embedded files over each other; that they are right is a test's business.
func Catalogue[B any](files fs.FS, names []string, book B, overlay func(book B, name string, rows []byte) (B, error)) B {
	for _, name := range names {
		data, err := fs.ReadFile(files, name)
		if err != nil {
			panic(err)
		}
		if book, err = overlay(book, path.Base(name), data); err != nil {
			panic(err)
		}
	}
	return book
}

// Overlay is a catalogue with the rows of one more file over it. with says what the rows make of the catalogue and what is
// wrong with them; the error lists every mistake of the file, with its place.
func Overlay[B any](book B, name string, data []byte, with func(book, more B) (B, strict.Complaints)) (B, error) {
	var more B
	doc, err := strict.Decode(name, data, &more)
	if err != nil {
		return book, err
	}
	out, bad := with(book, more)
	if err := bad.In(doc); err != nil {
		return book, err
	}
	return out, nil
}

// Over lays rows of one kind over others.
func Over[R any](under, over map[string]R) map[string]R {
	out := make(map[string]R, len(under)+len(over))
	maps.Copy(out, under)
	maps.Copy(out, over)
	return out
}

// Besides are the rows that others do not hold as they are, nil for none. Rows are compared as records keep them.
func Besides[R any](rows, others map[string]R) map[string]R {
	var out map[string]R
	for name, row := range rows {
		if other, ok := others[name]; ok && alike(row, other) {
			continue
		}
		if out == nil {
			out = map[string]R{}
		}
		out[name] = row
	}
	return out
}

// alike says whether two rows are written alike. Equal ones are, and most are equal.
func alike(a, b any) bool {
	if reflect.DeepEqual(a, b) {
		return true
	}
	one, err := json.Marshal(a)
	if err != nil {
		panic(err)
	}
	other, err := json.Marshal(b)
	if err != nil {
		panic(err)
	}
	return bytes.Equal(one, other)
}

// Find is a row by its name; one that is not there is a mistake at the path.
func Find[R any](rows map[string]R, path strict.Path, what, name string, bad *strict.Complaints) (row R, ok bool) {
	if row, ok = rows[name]; !ok {
		bad.Wrong(path, fmt.Sprintf("no %s is called %q", what, text.Escape(name)), text.OneOf(name, slices.Sorted(maps.Keys(rows))))
	}
	return row, ok
}
