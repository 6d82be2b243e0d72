package agent

import (
	"encoding/json"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/google/jsonschema-go/jsonschema"

	"kokyu/rules/breath"
	"kokyu/rules/strict"
)

// SchemaNames lists the kinds of files that have a schema.
func SchemaNames() []string { return slices.Sorted(maps.Keys(breath.Schemas())) }

// Schema is the JSON Schema of a kind of file, so that editors complete and check it: from the Go types the files are
// read into, with the words and rows of this catalogue.
func (c Catalogue) Schema(name string) (*jsonschema.Schema, error) {
	of, ok := breath.Schemas()[name]
	if !ok {
		return nil, fmt.Errorf("no file is called %q, want %s", strict.Escape(name), strict.OneOf(name, SchemaNames()))
	}
	w := schemer{words: breath.Vocabulary(c.breath)}
	s := w.schema(reflect.TypeOf(of), tags{})
	s.Schema = "https://json-schema.org/draft/2020-12/schema"
	s.Title = "kokyu " + breath.System + " " + name
	return s, nil
}

// schemer walks the types a file is read into, by the tags of package strict.
type schemer struct {
	words map[string]breath.Word
}

// tags is what is known of a field.
type tags struct {
	limit string // "1..9"
	word  *breath.Word
}

// schema is the schema of one value.
func (w schemer) schema(t reflect.Type, at tags) *jsonschema.Schema {
	switch t {
	case reflect.TypeFor[breath.Num]():
		return numSchema()
	case reflect.TypeFor[breath.FighterFile]():
		return w.fighter()
	}
	switch t.Kind() {
	case reflect.Pointer:
		return w.schema(t.Elem(), at)
	case reflect.Struct:
		return w.group(t)
	case reflect.Slice:
		return &jsonschema.Schema{Type: "array", Items: w.schema(t.Elem(), at)}
	case reflect.Map:
		s := &jsonschema.Schema{Type: "object", AdditionalProperties: w.schema(t.Elem(), tags{limit: at.limit})}
		if at.word != nil {
			s.PropertyNames = words(*at.word)
		}
		return s
	case reflect.Bool:
		return &jsonschema.Schema{Type: "boolean"}
	case reflect.String:
		if at.word != nil {
			return words(*at.word)
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

// group is a struct's schema.
func (w schemer) group(t reflect.Type) *jsonschema.Schema {
	s := &jsonschema.Schema{Type: "object", Properties: map[string]*jsonschema.Schema{}, AdditionalProperties: &jsonschema.Schema{Not: &jsonschema.Schema{}}}
	for i := range t.NumField() {
		f := t.Field(i)
		name, option, _ := strings.Cut(f.Tag.Get("yaml"), ",")
		if name == "" || name == "-" {
			continue
		}
		at := tags{limit: f.Tag.Get("limit")}
		if word, ok := w.words[upper(t.Name())+"."+name]; ok {
			at.word = &word
		} else if list := strings.Fields(f.Tag.Get("oneof")); len(list) > 0 {
			at.word = &breath.Word{Among: list}
		}
		s.Properties[name] = w.schema(f.Type, at)
		s.PropertyOrder = append(s.PropertyOrder, name)
		if option == "required" {
			s.Required = append(s.Required, name)
		}
	}
	return s
}

func upper(name string) string {
	r, size := utf8.DecodeRuneInString(name)
	return string(unicode.ToUpper(r)) + name[size:]
}

// words is a text out of a list; of rows others may be right as well.
func words(w breath.Word) *jsonschema.Schema {
	s := &jsonschema.Schema{Type: "string"}
	for _, word := range w.Among {
		s.Enum = append(s.Enum, word)
	}
	if w.Open {
		return &jsonschema.Schema{AnyOf: []*jsonschema.Schema{s, {Type: "string", MinLength: new(1), MaxLength: new(strict.NameMax)}}}
	}
	return s
}

// numSchema is a number with its source, or a bare one.
func numSchema() *jsonschema.Schema {
	return &jsonschema.Schema{AnyOf: []*jsonschema.Schema{
		{Type: "integer", Minimum: new(-99.0), Maximum: new(99.0)},
		{Type: "string", Pattern: "^(0|-?[1-9][0-9]?)( (seed|site|ruling|house))?$", Description: "a number and its source: 2 seed"},
	}}
}

// fighter is the long form, or one key: "- bandit: 6".
func (w schemer) fighter() *jsonschema.Schema {
	long := w.group(reflect.TypeFor[breath.FighterFile]())
	long.Required = []string{"who"}
	short := &jsonschema.Schema{Type: "object", MinProperties: new(1), MaxProperties: new(1),
		AdditionalProperties: &jsonschema.Schema{Type: "integer", Minimum: new(1.0), Maximum: new(12.0)},
		Description:          "several alike: - bandit: 6"}
	if who, ok := w.words["FighterFile.who"]; ok {
		short.PropertyNames = words(who)
	}
	return &jsonschema.Schema{AnyOf: []*jsonschema.Schema{long, short}}
}

// SchemaFile is a schema as it stands in a file.
func SchemaFile(s *jsonschema.Schema) ([]byte, error) {
	data, err := json.MarshalIndent(s, "", "  ")
	return append(data, '\n'), err
}
