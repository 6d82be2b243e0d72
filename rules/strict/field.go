package strict

import (
	"fmt"
	"math"
	"reflect"
	"regexp"
	"strconv"
	"strings"
	"sync"
)

// field is a field of a struct that is read from a key.
type field struct {
	name     string
	index    []int // for reflect.Value.FieldByIndex
	required bool
	group    string // what messages want for a list, struct or map; empty for anything else
	tags
}

// tags is what the tags of a field say about its value: see [File.Decode].
type tags struct {
	limit *span
	max   int // 0: none
	oneOf []string
	clean bool
	once  bool
	doc   string // the first sentence of the doc tag, as it ends another sentence
}

// items returns the tags that apply to the items of a list or map: all but those about the list as a whole.
func (t tags) items() tags {
	t.max, t.once = 0, false
	return t
}

// span is the range of a number, both ends included.
type span struct {
	least, most float64
}

// holds reports whether a number is in the span.
func (s span) holds(n float64) bool {
	return s.least <= n && n <= s.most
}

// want returns what messages want: "a whole number from 1 to 9", where kind is "a whole number". It leaves out a range
// beyond 32 bits; a range of one number is that number.
func (s span) want(kind string) string {
	text := func(f float64) string { return strconv.FormatFloat(f, 'f', -1, 64) }
	switch {
	case s.least < -math.MaxUint32 || s.most > math.MaxUint32:
		return kind
	case s.least == s.most:
		return text(s.least)
	}
	return kind + " from " + text(s.least) + " to " + text(s.most)
}

// within returns the range of the limit tag, if there is one, cut to what the type can hold.
func (t tags) within(least, most float64) span {
	if t.limit == nil {
		return span{least, most}
	}
	return span{max(t.limit.least, least), min(t.limit.most, most)}
}

// fieldsOf lists the keys of a struct type in the order of its fields. The list is made once for each type, and must
// not be changed.
func fieldsOf(t reflect.Type) []field {
	if known, ok := fieldsByType.Load(t); ok {
		return known.([]field)
	}
	fields := readFields(t)
	fieldsByType.Store(t, fields)
	return fields
}

// fieldsByType has the lists that fieldsOf has made: a []field for each reflect.Type.
var fieldsByType sync.Map

// readFields reads the tags of a struct type.
func readFields(t reflect.Type) []field {
	var fields []field
	for i := range t.NumField() {
		f := t.Field(i)
		tag, tagged := f.Tag.Lookup("yaml")
		if !tagged || tag == "-" {
			continue
		}
		name, option, _ := strings.Cut(tag, ",")
		if option == "inline" && f.Type.Kind() == reflect.Map {
			continue // for writing only: an unmarshaler reads them with Share
		}
		if option == "inline" {
			for _, inner := range fieldsOf(f.Type) {
				inner.index = append([]int{i}, inner.index...)
				fields = append(fields, inner)
			}
			continue
		}
		if name == "" || !f.IsExported() || option != "" && option != "omitempty" { // omitempty is for writing only
			panic(fmt.Sprintf("strict: %v: field %s has the tag %q", t, f.Name, f.Tag))
		}
		fields = append(fields, field{name, f.Index, f.Tag.Get("must") != "", groupWords(f.Type), tagsOf(t, f)})
	}
	return fields
}

// tagsOf reads the tags of a field. It panics if a tag is wrong, the first time that the type is used.
func tagsOf(t reflect.Type, f reflect.StructField) (r tags) {
	var err error
	if text, ok := f.Tag.Lookup("limit"); ok {
		least, most, _ := strings.Cut(text, "..")
		r.limit = new(span)
		r.limit.least, err = strconv.ParseFloat(least, 64)
		if err == nil {
			r.limit.most, err = strconv.ParseFloat(most, 64)
		}
	}
	if text, ok := f.Tag.Lookup("max"); ok && err == nil {
		r.max, err = strconv.Atoi(text)
	}
	r.oneOf = strings.Fields(f.Tag.Get("oneof"))
	r.doc = sentenceOf(f.Tag.Get("doc"))
	r.clean, r.once = f.Tag.Get("clean") == "name", f.Tag.Get("items") == "once"
	if err != nil || f.Tag.Get("clean") != "" && !r.clean {
		panic(fmt.Sprintf("strict: %v: field %s has the tag %q", t, f.Name, f.Tag))
	}
	return r
}

// groupWords returns what messages want for a struct, map or list; empty for any other type.
func groupWords(t reflect.Type) string {
	switch t.Kind() {
	case reflect.Struct, reflect.Map:
		return groupWant
	case reflect.Slice:
		return listWant
	case reflect.Pointer:
		return groupWords(t.Elem())
	}
	return ""
}

// sentenceEnd matches the end of a first sentence and all that follows, openingWord a first word that is lower case
// within a sentence.
var (
	sentenceEnd = regexp.MustCompile(`[.;]( .*)?$`)
	openingWord = regexp.MustCompile(`^(An?|The|What|Whom?|Whose|How|Its|It|Of|Where|When|Which|That|In|On|By|With|Whether|Those|Other|Small) `)
)

// sentenceOf returns the first sentence of a doc tag as it can end another sentence: without its full stop, and with a
// small first letter.
func sentenceOf(doc string) string {
	return openingWord.ReplaceAllStringFunc(sentenceEnd.ReplaceAllString(doc, ""), strings.ToLower)
}

// KeyOf returns the key that a field of a struct is read from.
func KeyOf(f reflect.StructField) string {
	key, _, _ := strings.Cut(f.Tag.Get("yaml"), ",")
	return key
}

// FieldOf returns the field of a struct that is read from a key.
func FieldOf(t reflect.Type, key string) (f reflect.StructField, ok bool) {
	for f := range t.Fields() {
		if KeyOf(f) == key {
			return f, true
		}
	}
	return f, false
}
