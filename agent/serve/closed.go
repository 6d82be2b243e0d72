package serve

import (
	"reflect"

	"github.com/google/jsonschema-go/jsonschema"

	"kokyu/agent/picture"
	"kokyu/agent/session"
	"kokyu/rules"
)

// closedWords says of the fields that hold a word of a closed list which list it is.
func closedWords(o *jsonschema.ForOptions) {
	// What is within another comes before it.
	closed[rules.Place](o, "is", terms(rules.Features))
	closed[rules.Ground](o, "kind", terms(rules.Grounds))
	closed[rules.Lie](o, "is", terms(rules.Litter))
	closed[rules.State](o, "is", terms(rules.States))
	closed[rules.Number](o, "of", names(rules.Numbers, func(t rules.NumberTerm) string { return t.Name }))
	closed[picture.Turn](o, "kind", terms(picture.Turns))
	closed[picture.Seat](o, "out", terms(rules.Outs))
	closed[rules.Event](o, "k", names(rules.Kinds, func(k rules.EventKind) string { return k.Name }))
	closed[session.Question](o, "kind", []any{session.Decision, session.Dice, session.Over, ""})
}

// closed makes a field of a type, or what its list holds, one of some words.
func closed[T any](o *jsonschema.ForOptions, field string, words []any) {
	s, err := jsonschema.For[T](o)
	if err != nil {
		panic(err)
	}
	of := s.Properties[field]
	if of.Items != nil {
		of = of.Items
	}
	of.Enum = words
	o.TypeSchemas[reflect.TypeFor[T]()] = s
}

func terms(list []rules.Term) []any {
	return names(list, func(t rules.Term) string { return t.Name })
}

func names[T any](list []T, name func(T) string) (words []any) {
	for _, t := range list {
		words = append(words, name(t))
	}
	return words
}
