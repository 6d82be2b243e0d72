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

// appendJSON appends an event as records have it: keys in a fixed order; a value that is zero is left out, unless the kind of event
// always has it. Replay compares events byte for byte.
func (e Event) appendJSON(b []byte) []byte {
	kind, _ := KindNamed(e.Kind)
	always := func(name string) bool { return slices.Contains(kind.Fields, name) }
	text := func(name, v string) {
		if v != "" || always(name) {
			b = appendKey(b, name)
			b = appendString(b, v)
		}
	}
	number := func(name string, v int) {
		if v != 0 || always(name) {
			b = appendKey(b, name)
			b = strconv.AppendInt(b, int64(v), 10)
		}
	}
	truth := func(name string, v bool) {
		if v || always(name) {
			b = appendKey(b, name)
			b = strconv.AppendBool(b, v)
		}
	}
	b = append(b, `{"k":`...)
	b = appendString(b, e.Kind)
	text("seat", e.Seat)
	text("at", e.At)
	text("what", e.What)
	text("with", e.With)
	text("of", e.Of)
	text("from", e.From)
	text("to", e.To)
	number("n", e.N)
	number("left", e.Left)
	number("total", e.Total)
	number("need", e.Need)
	number("paid", e.Paid)
	truth("ok", e.OK)
	truth("double", e.Double)
	truth("secret", e.Secret)
	return append(b, '}')
}

// appendKey begins the next field of an object that has one already.
func appendKey(b []byte, name string) []byte {
	b = append(b, `,"`...)
	b = append(b, name...)
	return append(b, `":`...)
}

// appendString quotes for JSON.
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

func JSONText(v any) string {
	b, err := text.JSON(v)
	if err != nil { // plain structs always marshal
		panic(err)
	}
	return string(b)
}
