package rules

import (
	"slices"
	"strconv"

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

// MarshalJSON writes exactly the fields the event's kind lists in [Kinds], zero or not, and any other that is not zero.
func (e Event) MarshalJSON() ([]byte, error) {
	return e.appendJSON(make([]byte, 0, 128)), nil
}

// appendJSON appends an event as records have it: keys in a fixed order; a value that is zero is left out, unless the
// kind of event always has it. Replay compares events byte for byte.
func (e Event) appendJSON(b []byte) []byte {
	kind, _ := KindNamed(e.Kind)
	addKey := func(name string, isSet bool) bool {
		if !isSet && !slices.Contains(kind.Fields, name) {
			return false
		}
		b = append(b, `,"`...)
		b = append(b, name...)
		b = append(b, `":`...)
		return true
	}
	addText := func(name, v string) {
		if addKey(name, v != "") {
			b = appendString(b, v)
		}
	}
	addNumber := func(name string, v int) {
		if addKey(name, v != 0) {
			b = strconv.AppendInt(b, int64(v), 10)
		}
	}
	addBool := func(name string, v bool) {
		if addKey(name, v) {
			b = strconv.AppendBool(b, v)
		}
	}
	b = append(b, `{"k":`...)
	b = appendString(b, e.Kind)
	addText("seat", e.Seat)
	addText("at", e.At)
	addText("what", e.What)
	addText("with", e.With)
	addText("of", e.Of)
	addText("from", e.From)
	addText("to", e.To)
	addNumber("n", e.N)
	addNumber("left", e.Left)
	addNumber("total", e.Total)
	addNumber("need", e.Need)
	addNumber("paid", e.Paid)
	addBool("ok", e.OK)
	addBool("double", e.Double)
	addBool("secret", e.Secret)
	return append(b, '}')
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
