package mcp

import (
	"cmp"
	"context"
	_ "embed"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/google/jsonschema-go/jsonschema"
	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"kokyu/agent/serve"
	"kokyu/agent/session"
	"kokyu/rules/strict"
)

// tool is a group of operations under one name. An assistant knows nothing of it but its descriptions.
type tool struct {
	Name     string   `yaml:"name"`
	Title    string   `yaml:"title"`
	Says     string   `yaml:"says"` // when to use it
	Ops      []string `yaml:"ops"`  // a call without op means the first
	Confirms bool     `yaml:"confirms"`
}

//go:embed briefing.yaml
var briefingFile []byte

// briefing is what an assistant reads before it calls a tool: instructions, tools, the members of their inputs, and
// prompts. Members are described by name, or by tool.name where one means something else.
var briefing = strict.Carried[struct {
	Instructions string            `yaml:"instructions"`
	Tools        []tool            `yaml:"tools"`
	Members      map[string]string `yaml:"members"`
	Prompts      []promptScript    `yaml:"prompts"`
}]("agent/serve/mcp/briefing.yaml", briefingFile)

// needsConfirm reports whether an operation needs confirm: true. A note does not: it changes nothing in the fight.
func (t *tool) needsConfirm(op string) bool { return t.Confirms && op != "note" }

// operation is an operation of a tool: one of a session, or one of this package.
type operation struct {
	session.Operation
	call func(ctx context.Context, c *client, in json.RawMessage) (any, error) // nil for one of a session
}

// isOfFight reports whether an operation is one of a session, and its call so needs a fight.
func (o operation) isOfFight() bool { return o.call == nil }

func operationName(o operation) string { return o.Name }

// findOperation returns the operation with a name of briefing.yaml. Operations of this package come first.
func findOperation(name string) operation {
	for _, o := range ownOperations() {
		if o.Name == name {
			return o
		}
	}
	o, err := session.OperationNamed(name)
	if err != nil {
		panic(err) // briefing.yaml is embedded, and a test looks every name in it up
	}
	return operation{Operation: o}
}

// operationsFor returns the operations of a tool that a role may call.
func (t *tool) operationsFor(role serve.Role) (ops []operation) {
	for _, name := range t.Ops {
		if o := findOperation(name); role.May(o.Operation) {
			ops = append(ops, o)
		}
	}
	return ops
}

// describe returns a tool as the protocol has it. The hints tell a host which calls to ask its user about:
// those that change a fight, and above all those that cannot be taken back by another call.
func (t *tool) describe(ops []operation) (*sdk.Tool, error) {
	in, err := t.input(ops)
	if err != nil {
		return nil, err
	}
	readOnly := !slices.ContainsFunc(ops, func(o operation) bool { return !o.Asks })
	destructive, openWorld := t.Confirms || t.Name == "take_back", false
	return &sdk.Tool{Name: t.Name, Title: t.Title, Description: t.description(ops), InputSchema: in, OutputSchema: outputSchema,
		Annotations: &sdk.ToolAnnotations{Title: t.Title, ReadOnlyHint: readOnly,
			DestructiveHint: &destructive, IdempotentHint: readOnly, OpenWorldHint: &openWorld}}, nil
}

// description says when to use the tool and, if it has several operations, lists them.
func (t *tool) description(ops []operation) string {
	var b strings.Builder
	b.WriteString(t.Says)
	if len(ops) == 1 {
		return b.String()
	}
	b.WriteString("\n")
	for i, o := range ops {
		fmt.Fprintf(&b, "\nop %s", o.Name)
		if names := session.KeysOf(o.In); len(names) > 0 {
			fmt.Fprintf(&b, " (%s)", strings.Join(names, ", "))
		}
		if i == 0 {
			b.WriteString(", if op is left out")
		}
		fmt.Fprintf(&b, ": %s", o.Help)
	}
	return b.String()
}

// input returns the schema of a tool's input: the members of all its operations in one object. All but the
// encounter of a new fight are optional, because which ones are needed depends on the operation, and each
// has its own error for what is missing.
func (t *tool) input(ops []operation) (*jsonschema.Schema, error) {
	s := &jsonschema.Schema{Type: "object", Properties: map[string]*jsonschema.Schema{},
		AdditionalProperties: &jsonschema.Schema{Not: &jsonschema.Schema{}}}
	add := func(name string, member *jsonschema.Schema) {
		member.Description = cmp.Or(briefing.Members[t.Name+"."+name], briefing.Members[name])
		s.Properties[name] = member
		s.PropertyOrder = append(s.PropertyOrder, name)
	}
	has := func(is func(operation) bool) bool { return slices.ContainsFunc(ops, is) }
	if t.Name == "new_fight" {
		s.Required = []string{"encounter"}
	}
	if has(operation.isOfFight) {
		add("fight", &jsonschema.Schema{Type: "string"})
	}
	if len(ops) > 1 {
		var names []any
		for _, o := range ops {
			names = append(names, o.Name)
		}
		add("op", &jsonschema.Schema{Type: "string", Enum: names})
	}
	for _, o := range ops {
		own, err := jsonschema.ForType(o.In, nil)
		if err != nil {
			return nil, err
		}
		serve.SetLeast(o.In, own)
		for _, name := range session.KeysOf(o.In) {
			if s.Properties[name] == nil {
				add(name, withOneType(name, own.Properties[name]))
			}
		}
	}
	if has(func(o operation) bool { return o.isOfFight() && !o.Asks }) {
		add("at", &jsonschema.Schema{Type: "integer"})
	}
	if has(func(o operation) bool { return t.needsConfirm(o.Name) }) {
		add("confirm", &jsonschema.Schema{Type: "boolean"})
	}
	return s, nil
}

// withOneType returns a schema without null beside its type, for clients that know only one type. An
// encounter may be an object, too, but is described as a text: that is what models write best.
func withOneType(name string, s *jsonschema.Schema) *jsonschema.Schema {
	if name == "encounter" {
		return &jsonschema.Schema{Type: "string"}
	}
	if len(s.Types) > 0 {
		s.Types = slices.DeleteFunc(s.Types, func(t string) bool { return t == "null" })
		if len(s.Types) == 1 {
			s.Type, s.Types = s.Types[0], nil
		}
	}
	return s
}
