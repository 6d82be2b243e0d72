package rules

import (
	"reflect"
	"slices"
	"strconv"
	"strings"

	"kokyu/rules/text"
)

// KindNamed finds an event's kind by its name.
func KindNamed(name string) (EventKind, bool) {
	for _, k := range Kinds {
		if k.Name == name {
			return k, true
		}
	}
	return EventKind{}, false
}

// eventKeys are the JSON names of the fields of an event, in their order.
var eventKeys = func() (keys []string) {
	for f := range reflect.TypeFor[Event]().Fields() {
		key, _, _ := strings.Cut(f.Tag.Get("json"), ",")
		keys = append(keys, key)
	}
	return keys
}()

// MarshalJSON writes an event as records have it: its kind, the fields that the kind lists in [Kinds], zero or not, and
// any other that is not zero, in their order. Replay compares events byte for byte.
func (e Event) MarshalJSON() ([]byte, error) {
	kind, _ := KindNamed(e.Kind)
	fields, b := reflect.ValueOf(&e).Elem(), make([]byte, 0, 128)
	for i, key := range eventKeys {
		v := fields.Field(i)
		if i > 0 && v.IsZero() && !slices.Contains(kind.Fields, key) {
			continue
		}
		b = append(b, `,"`+key+`":`...)
		switch v.Kind() {
		case reflect.String:
			b = appendString(b, v.String())
		case reflect.Int:
			b = strconv.AppendInt(b, v.Int(), 10)
		default:
			b = strconv.AppendBool(b, v.Bool())
		}
	}
	b[0] = '{'
	return append(b, '}'), nil
}

// appendString appends a text in the quotes of JSON. Plain ASCII, nearly all there is, needs no encoder.
func appendString(b []byte, s string) []byte {
	for i := range len(s) {
		if c := s[i]; c < ' ' || c >= 0x7f || c == '"' || c == '\\' {
			return append(b, JSONText(s)...)
		}
	}
	b = append(b, '"')
	b = append(b, s...)
	return append(b, '"')
}

// JSONText returns a value as JSON; the value must be one that can always be marshalled.
func JSONText(v any) string {
	b, err := text.JSON(v)
	if err != nil {
		panic(err)
	}
	return string(b)
}
