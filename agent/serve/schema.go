package serve

import (
	"encoding/json"
	"fmt"
	"reflect"

	"github.com/google/jsonschema-go/jsonschema"

	"kokyu/agent"
	"kokyu/agent/session"
	"kokyu/rules"
	"kokyu/rules/fight"
)

// optionShape is how JSON has an option with its odds; what it is inside is left out.
type optionShape struct {
	Do       string      `json:"do"`
	Phase    string      `json:"phase"`
	Cost     int         `json:"cost"`
	Check    *agent.Odds `json:"check,omitempty"`
	Against  *agent.Odds `json:"against,omitempty"`
	Overload *agent.Odds `json:"overload,omitempty"`
}

// Of returns the schema of a type. Types that marshal themselves have the schema of their JSON form.
func Of[T any]() (*jsonschema.Schema, error) { return jsonschema.For[T](shapes) }

// shapes are how JSON has types that write themselves.
var shapes = func() *jsonschema.ForOptions {
	o := &jsonschema.ForOptions{TypeSchemas: map[reflect.Type]*jsonschema.Schema{
		reflect.TypeFor[rules.Pairs]():     {Type: "object", AdditionalProperties: &jsonschema.Schema{Type: "string"}},
		reflect.TypeFor[json.RawMessage](): {},
		reflect.TypeFor[agent.Priced]():    plain[optionShape](),
	}}
	closedWords(o)
	return o
}()

// plain is the schema of a type that always has one.
func plain[T any]() *jsonschema.Schema {
	s, err := jsonschema.For[T](nil)
	if err != nil {
		panic(err)
	}
	return s
}

// ProtocolSchema returns the schema of the protocol's lines in both directions.
func ProtocolSchema() (*jsonschema.Schema, error) {
	var sent, back []*jsonschema.Schema
	for _, o := range session.Operations() {
		in, err := jsonschema.ForType(o.In, shapes)
		if err != nil {
			return nil, err
		}
		s, err := jsonschema.For[request](shapes)
		if err != nil {
			return nil, err
		}
		s.Title, s.Description = o.Name, o.Help
		s.Properties["op"], s.Properties["in"] = &jsonschema.Schema{Enum: []any{o.Name}}, in
		sent = append(sent, s)
		out, err := jsonschema.ForType(o.Out, shapes)
		if err != nil {
			return nil, err
		}
		answer, err := jsonschema.For[response](shapes)
		if err != nil {
			return nil, err
		}
		answer.Title, answer.Properties["out"] = "answer of "+o.Name, out
		back = append(back, answer)
	}
	for _, t := range []reflect.Type{reflect.TypeFor[greeting](), reflect.TypeFor[pushed]()} {
		s, err := jsonschema.ForType(t, shapes)
		if err != nil {
			return nil, err
		}
		back = append(back, s)
	}
	return &jsonschema.Schema{Title: fmt.Sprintf("kokyu table --json, protocol %d", Version), Type: "object",
		Properties: map[string]*jsonschema.Schema{"sent": {AnyOf: sent}, "back": {AnyOf: back}}}, nil
}

// RecordSchema returns the schema of the lines of a record: the header and the steps.
func RecordSchema() (*jsonschema.Schema, error) {
	header, err := jsonschema.For[struct {
		fight.Header
		CRC string `json:"crc"`
	}](shapes)
	if err != nil {
		return nil, err
	}
	step, err := jsonschema.For[struct {
		rules.Step
		CRC string `json:"crc"`
	}](shapes)
	if err != nil {
		return nil, err
	}
	header.Title, step.Title = "the first line", "every other line"
	return &jsonschema.Schema{Title: "a line of a kokyu record", AnyOf: []*jsonschema.Schema{header, step}}, nil
}
