package agent

import (
	"cmp"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"github.com/google/jsonschema-go/jsonschema"

	"kokyu/rules/book"
	"kokyu/rules/strict"
	"kokyu/rules/text"
)

// SchemaNames lists the kinds of files that have a schema: those of the default system by their bare names, those of
// the others after the system's name, as in tempo.encounter.
func SchemaNames() (names []string) {
	for _, sys := range systems {
		for _, name := range slices.Sorted(maps.Keys(sys.Schemas)) {
			if sys.Name != DefaultSystem {
				name = sys.Name + "." + name
			}
			names = append(names, name)
		}
	}
	return names
}

// Schema returns the JSON Schema of a kind of file, with which editors complete and check it. It is generated from the
// Go types that the files are read into and from the words and rows of this catalogue, so that it always fits them.
func (c Catalogue) Schema(name string) (*jsonschema.Schema, error) {
	system, file, dotted := strings.Cut(name, ".")
	if !dotted {
		system, file = DefaultSystem, name
	}
	sys, err := systemNamed(system)
	if err != nil {
		return nil, err
	}
	content, ok := sys.Schemas[file]
	if !ok {
		return nil, fmt.Errorf("no file is called %q, want %s", name, text.OneOf(name, SchemaNames()))
	}
	w := schemaWalker{words: sys.vocabulary(c.rows(sys))}
	s := w.schema(reflect.TypeOf(content), fieldTags{})
	s.Schema = "https://json-schema.org/draft/2020-12/schema"
	s.Title = "kokyu " + system + " " + file
	return s, nil
}

// schemaWalker makes schemas of the types that files are read into, by the tags of their fields:
//
//	yaml          the key, which may not be left out if there is a tag must
//	limit, oneof  the bounds of a number ("1..9"), a list of words
//	words, among  the name of a list of words
//	doc, group    the description, the heading above it
type schemaWalker struct {
	words map[string]book.WordList // by the name of the list
	// isNow is set below now:, where an empty text says that something is gone that the encounter begins with.
	isNow   bool
	heading *string // of the group of fields that is being added
}

// GroupKey is the keyword of a field's heading, one of [book.Groups].
const GroupKey = "x-group"

// fieldTags is what the tags of a field say of its value.
type fieldTags struct {
	limit string // "1..9"
	words *book.WordList
}

// schema returns the schema of one value.
func (w schemaWalker) schema(t reflect.Type, at fieldTags) *jsonschema.Schema {
	if written, ok := reflect.Zero(t).Interface().(book.HasForms); ok && t.Kind() != reflect.Pointer {
		return w.forms(t, written.Forms(), at)
	}
	switch t.Kind() {
	case reflect.Pointer:
		return w.schema(t.Elem(), at)
	case reflect.Struct:
		return w.group(t)
	case reflect.Slice:
		return &jsonschema.Schema{Type: "array", Items: w.schema(t.Elem(), at)}
	case reflect.Map:
		return w.table(t, at)
	case reflect.Bool:
		return &jsonschema.Schema{Type: "boolean"}
	case reflect.String:
		if at.words != nil {
			return wordSchema(*at.words)
		}
		return &jsonschema.Schema{Type: "string", MaxLength: new(strict.TextMax)}
	case reflect.Int:
		s := &jsonschema.Schema{Type: "integer"}
		if least, most, ok := strings.Cut(at.limit, ".."); ok {
			lo, _ := strconv.ParseFloat(least, 64)
			hi, _ := strconv.ParseFloat(most, 64)
			s.Minimum, s.Maximum = &lo, &hi
		}
		return s
	}
	panic(fmt.Sprintf("agent: no schema for %v", t))
}

// table returns the schema of a map with names as keys. The tags of the field are about its values, but its list of
// words is that of the keys.
func (w schemaWalker) table(t reflect.Type, at fieldTags) *jsonschema.Schema {
	s := &jsonschema.Schema{Type: "object", AdditionalProperties: w.schema(t.Elem(), fieldTags{limit: at.limit})}
	if at.words != nil {
		s.PropertyNames = wordSchema(*at.words)
	}
	return s
}

// group returns the schema of a struct.
func (w schemaWalker) group(t reflect.Type) *jsonschema.Schema {
	s := &jsonschema.Schema{Type: "object", Properties: map[string]*jsonschema.Schema{},
		AdditionalProperties: &jsonschema.Schema{Not: &jsonschema.Schema{}}}
	w.heading = new(string)
	w.fields(s, t)
	return s
}

// fields adds the fields of a struct to a group, in order; those of an inline struct are added in its place.
func (w schemaWalker) fields(s *jsonschema.Schema, t reflect.Type) {
	for f := range t.Fields() {
		name, option, _ := strings.Cut(f.Tag.Get("yaml"), ",")
		if option == "inline" && f.Type.Kind() == reflect.Map { // a line's own values in the place of its row's
			needs := s.Required
			w.fields(s, reflect.TypeOf(reflect.Zero(f.Type).Interface().(interface{ Of() any }).Of()))
			s.Required = needs // a line need not have them, for the row does
		} else if option == "inline" {
			w.fields(s, f.Type)
		}
		if name == "" || name == "-" || s.Properties[name] != nil {
			continue // of two fields with one key the first is read
		}
		*w.heading = cmp.Or(f.Tag.Get("group"), *w.heading)
		at := fieldTags{limit: f.Tag.Get("limit")}
		if list, ok := w.wordListOf(f); ok {
			at.words = &list
		} else if list := strings.Fields(f.Tag.Get("oneof")); len(list) > 0 {
			at.words = &book.WordList{Words: list}
		}
		if at.words != nil && option == "omitempty" && f.Type.Kind() == reflect.String && w.isNow {
			at.words = &book.WordList{Words: append(slices.Clone(at.words.Words), ""), Open: at.words.Open}
		}
		below := w
		below.isNow = w.isNow || name == "now"
		s.Properties[name] = below.schema(f.Type, at)
		s.Properties[name].Description = f.Tag.Get("doc")
		if *w.heading != "" {
			s.Properties[name].Extra = map[string]any{GroupKey: *w.heading}
		}
		s.PropertyOrder = append(s.PropertyOrder, name)
		if f.Tag.Get("must") != "" {
			s.Required = append(s.Required, name)
		}
	}
}

// wordListOf returns the list of words that the tags of a field name; ok is false if they name none.
func (w schemaWalker) wordListOf(f reflect.StructField) (list book.WordList, ok bool) {
	name, overrides := f.Tag.Lookup("words") // words:"" allows any name though there is a tag among
	if !overrides {
		name = strings.TrimSuffix(f.Tag.Get("among"), "!")
	}
	if list, ok = w.words[name]; !ok && name != "" {
		panic(fmt.Sprintf("agent: no words are called %q, as the tag of %s has them", name, f.Name))
	}
	return list, ok
}

// wordSchema returns the schema of a text out of a list. If the list is open, any other name is allowed, too.
func wordSchema(w book.WordList) *jsonschema.Schema {
	s := &jsonschema.Schema{Type: "string"}
	for _, word := range w.Words {
		s.Enum = append(s.Enum, word)
	}
	if w.Open {
		return &jsonschema.Schema{AnyOf: []*jsonschema.Schema{s, {Type: "string", MinLength: new(1),
			MaxLength: new(text.NameMax)}}}
	}
	return s
}

// forms returns the schema of a value that can be written in several forms, as a combatant's line: {who: bandit, count:
// 6}, or {bandit: 6}. The forms are alternatives of one schema.
func (w schemaWalker) forms(t reflect.Type, forms []book.Form, at fieldTags) *jsonschema.Schema {
	var any []*jsonschema.Schema
	for _, f := range forms {
		s := &jsonschema.Schema{Description: f.Says}
		least, most := float64(f.Least), float64(f.Most)
		switch {
		case f.Itself && t.Kind() == reflect.Map:
			s = w.table(t, at)
		case f.Itself && t.Kind() == reflect.Slice:
			s = &jsonschema.Schema{Type: "array", Items: w.schema(t.Elem(), at)}
		case f.Itself:
			s = w.group(t)
			s.Required = f.Needs
		case f.Number:
			s.Type, s.Minimum, s.Maximum = "integer", &least, &most
		case f.Key != "":
			s.Type, s.MinProperties, s.MaxProperties = "object", new(1), new(1)
			s.AdditionalProperties = &jsonschema.Schema{Type: "integer", Minimum: &least, Maximum: &most}
			if of, ok := strict.FieldOf(t, f.Key); ok {
				if list, ok := w.wordListOf(of); ok {
					s.PropertyNames = wordSchema(list)
				}
			}
		default:
			s.Type, s.Pattern = "string", f.Pattern
		}
		any = append(any, s)
	}
	if len(any) == 1 {
		return any[0]
	}
	return &jsonschema.Schema{AnyOf: any}
}
