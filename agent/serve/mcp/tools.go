package mcp

import (
	"context"
	_ "embed"
	"encoding/json"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"sync"

	"github.com/google/jsonschema-go/jsonschema"
	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"kokyu/agent/serve"
	"kokyu/agent/session"
	"kokyu/rules/strict"
)

// tool is a group of operations under one name. Its descriptions are all that an assistant knows of it.
type tool struct {
	Name     string   `yaml:"name"`
	Title    string   `yaml:"title"`
	Says     string   `yaml:"says"` // when to use it
	Ops      []string `yaml:"ops"`  // the first is meant if a call names none
	Confirms bool     `yaml:"confirms"`
}

//go:embed briefing.yaml
var briefingFile []byte

// briefing is what an assistant reads. What a member of an input means in a tool alone stands behind the tool's name.
var briefing = strict.Carried[struct {
	Instructions string            `yaml:"instructions"`
	Tools        []tool            `yaml:"tools"`
	Members      map[string]string `yaml:"members"`
	Prompts      []script          `yaml:"prompts"`
}]("agent/serve/mcp/briefing.yaml", briefingFile)

// wants reports whether a call of an operation needs confirm: true. A note changes nothing.
func (t *tool) wants(op string) bool { return t.Confirms && op != "note" }

// operation is one that a tool has, of a session or of this package.
type operation struct {
	name, help string
	asks       bool // makes no step
	seat       bool // a seat may call it
	watches    bool // a watcher may
	in         reflect.Type
	own        func(ctx context.Context, c *client, in json.RawMessage) (any, error) // of this package; nil for one of a session
}

// findOperation finds an operation.
func findOperation(name string) operation {
	for _, o := range own() {
		if o.name == name {
			return o
		}
	}
	o, err := session.OperationNamed(name)
	if err != nil {
		panic(err) // the list of tools is wrong, which a test would have found
	}
	return operation{name: o.Name, help: o.Help, asks: o.Asks, seat: serve.Player.May(o), watches: serve.Watcher.May(o), in: o.In}
}

// face is a tool as one role has it: what is left of its operations, and how the protocol describes it.
type face struct {
	*tool
	ops       []operation
	described *sdk.Tool
}

var faces struct {
	sync.Mutex
	of map[serve.Role][]face
}

// facesOf returns the tools of a role, made once: over HTTP every request has a server of its own.
func facesOf(role serve.Role) ([]face, error) {
	faces.Lock()
	defer faces.Unlock()
	if list := faces.of[role]; list != nil {
		return list, nil
	}
	var list []face
	for i := range briefing.Tools {
		t := &briefing.Tools[i]
		ops := t.of(role)
		if len(ops) == 0 {
			continue
		}
		described, err := t.describe(ops)
		if err != nil {
			return nil, fmt.Errorf("the tool %s: %w", t.Name, err)
		}
		list = append(list, face{t, ops, described})
	}
	if faces.of == nil {
		faces.of = map[serve.Role][]face{}
	}
	faces.of[role] = list
	return list, nil
}

// of returns what is left of a tool's operations for a role.
func (t *tool) of(role serve.Role) (ops []operation) {
	for _, name := range t.Ops {
		if o := findOperation(name); o.mayBeCalled(role) {
			ops = append(ops, o)
		}
	}
	return ops
}

// mayBeCalled reports whether a role may call an operation at all.
func (o operation) mayBeCalled(by serve.Role) bool {
	switch by {
	case serve.GM:
		return true
	case serve.Player:
		return o.seat
	}
	return o.watches
}

// describe returns a tool as the protocol has it.
func (t *tool) describe(ops []operation) (*sdk.Tool, error) {
	in, err := t.input(ops)
	if err != nil {
		return nil, err
	}
	reads, takes := true, t.Confirms || t.Name == "take_back"
	for _, o := range ops {
		reads = reads && o.asks
	}
	no := false
	return &sdk.Tool{Name: t.Name, Title: t.Title, Description: t.description(ops), InputSchema: in, OutputSchema: outputSchema,
		Annotations: &sdk.ToolAnnotations{Title: t.Title, ReadOnlyHint: reads, DestructiveHint: &takes, IdempotentHint: reads, OpenWorldHint: &no}}, nil
}

// description says when to use the tool, and what its operations are.
func (t *tool) description(ops []operation) string {
	var b strings.Builder
	b.WriteString(t.Says)
	if len(ops) == 1 {
		return b.String()
	}
	b.WriteString("\n")
	for i, o := range ops {
		fmt.Fprintf(&b, "\nop %s", o.name)
		if names := memberNames(o.in); len(names) > 0 {
			fmt.Fprintf(&b, " (%s)", strings.Join(names, ", "))
		}
		if i == 0 {
			b.WriteString(", if op is left out")
		}
		fmt.Fprintf(&b, ": %s", o.help)
	}
	return b.String()
}

// memberNames returns the members of an input.
func memberNames(t reflect.Type) (names []string) {
	for f := range t.Fields() {
		if name, _, _ := strings.Cut(f.Tag.Get("json"), ","); name != "-" {
			names = append(names, name)
		}
	}
	return names
}

// input returns the schema of a tool's input: the members of all its operations, all of them optional, since each operation has its
// own sentence for what is missing.
func (t *tool) input(ops []operation) (*jsonschema.Schema, error) {
	s := &jsonschema.Schema{Type: "object", Properties: map[string]*jsonschema.Schema{}, AdditionalProperties: &jsonschema.Schema{Not: &jsonschema.Schema{}}}
	add := func(name string, of *jsonschema.Schema) {
		says := briefing.Members[t.Name+"."+name]
		if says == "" {
			says = briefing.Members[name]
		}
		of.Description = says
		s.Properties[name] = of
		s.PropertyOrder = append(s.PropertyOrder, name)
	}
	fights, steps, confirms := false, false, false
	for _, o := range ops {
		fights = fights || o.own == nil
		steps = steps || o.own == nil && !o.asks
		confirms = confirms || t.wants(o.name)
	}
	if fights {
		add("fight", &jsonschema.Schema{Type: "string"})
	}
	if len(ops) > 1 {
		var names []any
		for _, o := range ops {
			names = append(names, o.name)
		}
		add("op", &jsonschema.Schema{Type: "string", Enum: names})
	}
	for _, o := range ops {
		of, err := jsonschema.ForType(o.in, nil)
		if err != nil {
			return nil, err
		}
		for _, name := range memberNames(o.in) {
			if s.Properties[name] == nil {
				add(name, plainly(name, of.Properties[name]))
			}
		}
	}
	if steps {
		add("at", &jsonschema.Schema{Type: "integer"})
	}
	if confirms {
		add("confirm", &jsonschema.Schema{Type: "boolean"})
	}
	return s, nil
}

// plainly returns a schema without null beside its type: clients that read schemas strictly know one type alone. An encounter may be
// an object too, but a text is what models write best.
func plainly(name string, s *jsonschema.Schema) *jsonschema.Schema {
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
