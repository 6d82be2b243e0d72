package serve

import (
	"reflect"

	"kokyu/agent"
	"kokyu/agent/narrate"
	"kokyu/agent/picture"
	"kokyu/agent/session"
	"kokyu/rules"
	"kokyu/rules/book"
	"kokyu/rules/fight"
)

// closedLists are, for a Go type and the JSON name of one of its fields, the words that the field can hold. In a schema
// they are an enum.
var closedLists = map[reflect.Type]map[string][]string{
	reflect.TypeFor[rules.Event]():         {"k": names(rules.Kinds, func(k rules.EventKind) string { return k.Name })},
	reflect.TypeFor[rules.Step]():          {"word": names(fight.SaidKinds, func(k fight.SaidKind) string { return k.Name })},
	reflect.TypeFor[rules.Place]():         {"is": terms(rules.Features)},
	reflect.TypeFor[rules.Ground]():        {"kind": terms(rules.Grounds)},
	reflect.TypeFor[rules.Lie]():           {"is": terms(rules.Litter)},
	reflect.TypeFor[rules.State]():         {"is": terms(rules.States)},
	reflect.TypeFor[rules.Number]():        {"of": names(rules.Numbers, func(t rules.NumberTerm) string { return t.Name })},
	reflect.TypeFor[picture.Turn]():        {"kind": terms(picture.Turns)},
	reflect.TypeFor[picture.Seat]():        {"out": terms(rules.Outs)},
	reflect.TypeFor[optionShape]():         {"phase": rules.Phases},
	reflect.TypeFor[book.Character]():      {"temper": book.Tempers()},
	reflect.TypeFor[narrate.Line]():        {"kind": {narrate.Law, narrate.Tale, narrate.Note}},
	reflect.TypeFor[session.Question]():    {"kind": {session.Decision, session.Dice, session.Over, ""}},
	reflect.TypeFor[session.ApplyResult](): {"waits": {session.Decision, session.Dice, session.Over}},
	reflect.TypeFor[session.State]():       {"system": agent.Systems()},
	reflect.TypeFor[greeting]():            {"event": {"hello"}, "system": agent.Systems()},
	reflect.TypeFor[Pushed]():              {"event": eventNames()},
	reflect.TypeFor[Fault]():               {"code": codes},
	reflect.TypeFor[ProblemDetails]():      {"code": codes},
	reflect.TypeFor[Link]():                {"role": roles},
	reflect.TypeFor[linkRequest]():         {"role": roles},
	reflect.TypeFor[fightView]():           {"role": roles, "system": agent.Systems()},
	reflect.TypeFor[Brief]():               {"system": agent.Systems()},
	reflect.TypeFor[BeginResponse]():       {"system": agent.Systems()},
	reflect.TypeFor[Begin]():               {"system": agent.Systems(), "voice": voices, "temper": book.Tempers()},
	reflect.TypeFor[checkResponse]():       {"kind": {"encounter", "catalogue", "record"}},
}

var (
	voices = []string{"scent", "law", "none"} // the first is the default; no language model tells fights of a server
	roles  = []string{string(GM), string(Player), string(Watcher)}
	codes  = names(allCodes(), func(c session.Code) string { return string(c) })
)

func terms(list []rules.Term) []string {
	return names(list, func(t rules.Term) string { return t.Name })
}

func names[T any](list []T, name func(T) string) (words []string) {
	for _, t := range list {
		words = append(words, name(t))
	}
	return words
}
