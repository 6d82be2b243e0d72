package serve

import (
	"cmp"
	"encoding/json"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"

	"github.com/google/jsonschema-go/jsonschema"

	"kokyu/agent"
	"kokyu/agent/narrate"
	"kokyu/agent/picture"
	"kokyu/agent/session"
	"kokyu/rules"
	"kokyu/rules/book"
	"kokyu/rules/dice"
	"kokyu/rules/fight"
	"kokyu/rules/text"
)

// optionShape is the JSON form of an [agent.PricedOption]; the option's inner value is left out.
type optionShape struct {
	Do       string      `json:"do"`
	ID       string      `json:"id"`
	Phase    string      `json:"phase"`
	Cost     int         `json:"cost"`
	Check    *agent.Odds `json:"check,omitempty"`
	Against  *agent.Odds `json:"against,omitempty"`
	Overload *agent.Odds `json:"overload,omitempty"`
}

// jsonForms are types with the JSON form of types that marshal themselves: package jsonschema looks at fields only.
var jsonForms = map[reflect.Type]reflect.Type{
	reflect.TypeFor[agent.PricedOption](): reflect.TypeFor[optionShape](),
	reflect.TypeFor[dice.Answer]():        reflect.TypeFor[answerShape](),
}

// answerShape is the JSON form of a [dice.Answer]: a chance, the three chances of a contest, or a table
// with its mean. Each answer has the fields of one of these forms.
type answerShape struct {
	Num      int            `json:"num,omitempty" jsonschema:"the chance as a fraction in lowest terms, num of den; a number may be longer than 64 bits"`
	Den      int            `json:"den,omitempty"`
	P        float64        `json:"p,omitempty" jsonschema:"the chance, 0 to 1"`
	Exact    bool           `json:"exact,omitempty"`
	Error    float64        `json:"error,omitempty" jsonschema:"what is left out at most, where p is not exact"`
	Win      *ChanceShape   `json:"win,omitempty"`
	Tie      *ChanceShape   `json:"tie,omitempty"`
	Lose     *ChanceShape   `json:"lose,omitempty"`
	Outcomes []outcomeShape `json:"outcomes,omitempty" jsonschema:"a total or, where dice give or take something, how much of each"`
	Mean     float64        `json:"mean,omitempty"`
}

// ChanceShape is the JSON form of a chance. A chance without end, as with exploding dice, is no fraction: exact is
// false, and error is how far off p may be.
type ChanceShape struct {
	Num   int     `json:"num,omitempty"`
	Den   int     `json:"den,omitempty"`
	P     float64 `json:"p" jsonschema:"the chance, 0 to 1"`
	Exact bool    `json:"exact,omitempty"`
	Error float64 `json:"error,omitempty" jsonschema:"what is left out at most, where p is not exact"`
}

// outcomeShape is a row of a table: a total with its chance or, where dice give or take something, how much of each.
type outcomeShape struct {
	Total  int     `json:"total,omitempty"`
	AP     int     `json:"ap,omitempty"`
	Wounds int     `json:"wounds,omitempty"`
	Num    int     `json:"num,omitempty"`
	Den    int     `json:"den,omitempty"`
	P      float64 `json:"p" jsonschema:"the chance of this outcome, 0 to 1"`
}

// definitionNames are definitions not named as in Go, some because code generators use the word for something else.
var definitionNames = map[string]string{"StepsMade": "Made", "Link": "LinkMade", "LinkList": "LinksMade", "KeyList": "Keys",
	"AllowedOrigin": "Origin", "OriginList": "Origins", "Item": "Lie"}

// openForms are the schemas of types whose JSON has no fixed fields.
var openForms = map[reflect.Type]*jsonschema.Schema{
	reflect.TypeFor[rules.Pairs]():     {Type: "object", AdditionalProperties: &jsonschema.Schema{Type: "string"}},
	reflect.TypeFor[json.RawMessage](): {Type: "object"}, // except the fields in alternatives
}

// alternatives are the fields that hold one of several forms, by type and JSON name.
var alternatives = map[reflect.Type]map[string][]*jsonschema.Schema{
	reflect.TypeFor[Begin](): {"encounter": {{Type: "string"}, {Type: "object"}}},
}

// schemas makes the schemas of types. Each named struct is defined once, and others refer to the
// definition; a type that contains itself, such as a tree, has no other schema.
type schemas struct {
	refPrefix   string                        // before the name of a definition: "#/$defs/"
	defs        map[string]*jsonschema.Schema // the definitions, by name
	names       map[reflect.Type]string       // of the definitions
	taken       map[string]*jsonschema.Schema // definitions of other schemas under the same prefix
	openObjects bool                          // whether objects may have other fields
}

func newSchemas(refPrefix string) *schemas {
	return &schemas{refPrefix: refPrefix, defs: map[string]*jsonschema.Schema{}, names: map[reflect.Type]string{}}
}

// SchemaOf returns the schema of a type, with the definitions of what it refers to.
func SchemaOf[T any]() (*jsonschema.Schema, error) {
	g := newSchemas("#/$defs/")
	s, err := g.plain(reflect.TypeFor[T]())
	if err == nil {
		s.Defs = g.defs
	}
	return s, err
}

// refer returns a reference to the definition of a type, which it makes at the first call. The name is
// taken before the definition is made, so that a type which contains itself refers to it.
func (g *schemas) refer(t reflect.Type) (*jsonschema.Schema, error) {
	name, ok := g.names[t]
	if !ok {
		name = text.Capital(strings.TrimSuffix(t.Name(), "Shape"))
		name = cmp.Or(definitionNames[name], name)
		if g.taken[name] != nil {
			name += "Told"
		}
		if g.defs[name] != nil {
			pkg := t.PkgPath()[strings.LastIndexByte(t.PkgPath(), '/')+1:]
			name = text.Capital(pkg) + name
		}
		g.names[t], g.defs[name] = name, &jsonschema.Schema{}
		s, err := g.plain(t)
		if err != nil {
			return nil, err
		}
		g.defs[name] = s
	}
	return &jsonschema.Schema{Ref: g.refPrefix + name}, nil
}

// plain returns the schema of a type itself, with references to the structs in it, the words of its closed
// lists, and the least numbers of its fields.
func (g *schemas) plain(t reflect.Type) (*jsonschema.Schema, error) {
	if s := openForms[t]; s != nil {
		return s.CloneSchemas(), nil
	}
	form := t
	if shape := jsonForms[t]; shape != nil {
		form = shape
	}
	known := maps.Clone(openForms)
	for _, part := range structsIn(form, nil) {
		ref, err := g.refer(part)
		if err != nil {
			return nil, err
		}
		known[part] = ref
	}
	s, err := jsonschema.ForType(form, &jsonschema.ForOptions{TypeSchemas: known})
	if err != nil {
		return nil, err
	}
	for name, words := range closedLists[form] {
		p := s.Properties[name]
		if p == nil {
			return nil, fmt.Errorf("%v has no field %q, whose words are closed", form, name)
		}
		if p.Items != nil { // each of a list is one
			p = p.Items
		}
		for _, w := range words {
			p.Enum = append(p.Enum, w)
		}
		p.Type, p.Types = "string", nil
	}
	for name, forms := range alternatives[form] {
		s.Properties[name].Type, s.Properties[name].AnyOf = "", forms
	}
	SetLeast(form, s)
	g.removeNulls(s)
	return s, nil
}

// SetLeast sets the least numbers of the members of an input in its schema, see [session.Minimum].
func SetLeast(in reflect.Type, s *jsonschema.Schema) {
	if in.Kind() != reflect.Struct {
		return
	}
	for member := range in.Fields() {
		if least, ok := session.Minimum(member); ok {
			s.Properties[session.KeyOf(member)].Minimum = new(float64(least))
		}
	}
}

// removeNulls removes null where no value is null: from fields that are left out when they are empty, and from lists,
// which are written as []. A reference that may be null becomes an alternative: package jsonschema adds null to its
// type, and it has none. If openObjects is true removeNulls also allows other fields.
func (g *schemas) removeNulls(s *jsonschema.Schema) {
	if s.Ref != "" && s.Types != nil {
		s.AnyOf = []*jsonschema.Schema{{Ref: s.Ref}, {Type: "null"}}
		s.Ref, s.Types = "", nil
	}
	if g.openObjects && s.AdditionalProperties != nil && s.AdditionalProperties.Not != nil {
		s.AdditionalProperties = nil
	}
	for name, p := range s.Properties {
		switch isOptional := !slices.Contains(s.Required, name); {
		case p.Ref != "" && isOptional:
			p.Types = nil
		case len(p.Types) == 2 && p.Types[0] == "null" && (p.Types[1] == "array" || isOptional):
			p.Type, p.Types = p.Types[1], nil
		}
		g.removeNulls(p)
	}
	for _, of := range []*jsonschema.Schema{s.Items, s.AdditionalProperties} {
		if of != nil {
			g.removeNulls(of)
		}
	}
}

// structsIn appends to list the named structs that a type consists of, each once, without those that it
// embeds, whose fields are its own in JSON, and without itself.
func structsIn(t reflect.Type, list []reflect.Type) []reflect.Type {
	add := func(part reflect.Type) {
		containers := []reflect.Kind{reflect.Pointer, reflect.Slice, reflect.Array, reflect.Map}
		for slices.Contains(containers, part.Kind()) && (part.Kind() != reflect.Slice || openForms[part] == nil) {
			part = part.Elem()
		}
		switch {
		case openForms[part] != nil || part.Kind() != reflect.Struct ||
			slices.Contains(list, part) || part.PkgPath() == "time":
		case part.Name() == "":
			list = structsIn(part, list)
		default:
			list = append(list, part)
		}
	}
	if t.Kind() != reflect.Struct {
		add(t)
		return list
	}
	for f := range t.Fields() {
		switch {
		case f.Tag.Get("json") == "-" || !f.IsExported() && !f.Anonymous:
		case f.Anonymous && f.Tag.Get("json") == "" && f.Type.Kind() == reflect.Struct:
			list = structsIn(f.Type, list)
		default:
			add(f.Type)
		}
	}
	return list
}

// ProtocolSchema returns the schema of the lines of [Lines], in both directions. Each operation gives an
// alternative of what is sent. Operations with the same output share an alternative of what comes back.
func ProtocolSchema() (*jsonschema.Schema, error) {
	g := newSchemas("#/$defs/")
	var sent, back []*jsonschema.Schema
	var answered []reflect.Type
	for _, o := range session.Operations() {
		in, err := g.refer(o.In)
		if err != nil {
			return nil, err
		}
		sent = append(sent, &jsonschema.Schema{Title: o.Name, Description: o.Help,
			Properties: map[string]*jsonschema.Schema{"op": {Enum: []any{o.Name}}, "in": in}})
		if slices.Contains(answered, o.Out) {
			continue
		}
		answered = append(answered, o.Out)
		out, err := g.refer(o.Out)
		if err != nil {
			return nil, err
		}
		answer, err := g.refer(reflect.TypeFor[response]())
		if err != nil {
			return nil, err
		}
		answer.Title, answer.Properties = "answer of "+strings.Join(operationsReturning(o.Out), ", "),
			map[string]*jsonschema.Schema{"out": out}
		back = append(back, answer)
	}
	for _, t := range []reflect.Type{reflect.TypeFor[greeting](), reflect.TypeFor[Pushed]()} {
		s, err := g.refer(t)
		if err != nil {
			return nil, err
		}
		back = append(back, s)
	}
	requests, err := g.plain(reflect.TypeFor[request]())
	if err != nil {
		return nil, err
	}
	requests.AnyOf = sent
	return &jsonschema.Schema{Title: fmt.Sprintf("kokyu table --json, protocol %d", version), Type: "object",
		Properties: map[string]*jsonschema.Schema{"sent": requests, "back": {AnyOf: back}}, Defs: g.defs}, nil
}

func operationsReturning(out reflect.Type) (names []string) {
	for _, o := range session.Operations() {
		if o.Out == out {
			names = append(names, o.Name)
		}
	}
	return names
}

// RecordSchema returns the schema of the lines of a record: the header and the steps. The checksum and the
// position are added by whatever writes a line, so that no Go type has them beside the other fields.
func RecordSchema() (*jsonschema.Schema, error) {
	g := newSchemas("#/$defs/")
	header, err := g.plain(reflect.TypeFor[struct {
		fight.Header
		CRC string `json:"crc"`
	}]())
	if err != nil {
		return nil, err
	}
	step, err := g.plain(reflect.TypeFor[struct {
		rules.Step
		Now json.RawMessage `json:"now,omitempty"`
		CRC string          `json:"crc"`
	}]())
	if err != nil {
		return nil, err
	}
	header.Title, step.Title = "the first line", "every other line"
	return &jsonschema.Schema{Title: "a line of a kokyu record", AnyOf: []*jsonschema.Schema{header, step}, Defs: g.defs}, nil
}

var (
	roles = []string{string(GM), string(Player), string(Watcher)}
	codes = text.Each(allCodes(), func(c session.Code) string { return string(c) })
)

// closedLists are, for a Go type and the JSON name of one of its fields, the words that the field can hold.
// In a schema they are an enum, so that a program can be written against them.
var closedLists = map[reflect.Type]map[string][]string{
	reflect.TypeFor[rules.Event]():         {"k": text.Each(rules.Kinds, func(k rules.EventKind) string { return k.Name })},
	reflect.TypeFor[rules.Step]():          {"word": text.Each(fight.SaidKinds, func(k fight.SaidKind) string { return k.Name })},
	reflect.TypeFor[rules.Place]():         {"is": terms(rules.Features)},
	reflect.TypeFor[rules.Ground]():        {"kind": terms(rules.Grounds)},
	reflect.TypeFor[rules.Item]():          {"is": terms(rules.ItemKinds)},
	reflect.TypeFor[rules.State]():         {"is": terms(rules.States)},
	reflect.TypeFor[rules.Number]():        {"of": text.Each(rules.Numbers, func(t rules.NumberTerm) string { return t.Name })},
	reflect.TypeFor[picture.Turn]():        {"kind": terms(picture.Turns)},
	reflect.TypeFor[picture.Seat]():        {"out": terms(rules.Outs)},
	reflect.TypeFor[optionShape]():         {"phase": rules.Phases},
	reflect.TypeFor[book.Character]():      {"temper": book.Tempers()},
	reflect.TypeFor[narrate.Line]():        {"kind": {narrate.Law, narrate.Tale, narrate.Note}},
	reflect.TypeFor[session.Question]():    {"kind": {session.Decision, session.Dice, session.Over, ""}},
	reflect.TypeFor[session.ApplyResult](): {"waits": {session.Decision, session.Dice, session.Over}},
	reflect.TypeFor[session.State]():       {"system": agent.Systems()},
	reflect.TypeFor[greeting]():            {"event": {"hello"}, "system": agent.Systems()},
	reflect.TypeFor[Pushed]():              {"event": {EventStep, EventQuestion, EventProposal, EventEnd, EventGap}},
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

func terms(list []rules.Term) []string {
	return text.Each(list, func(t rules.Term) string { return t.Name })
}
