package serve

import (
	"encoding/json"
	"net/http"
	"reflect"
	"strconv"
	"strings"
	"sync"

	"github.com/google/jsonschema-go/jsonschema"

	"kokyu/agent"
	"kokyu/agent/session"
	"kokyu/rules/dice"
	"kokyu/rules/text"
)

// The description of the server, OpenAPI 3.1, made of the same Go types as the schemas of the pipe.

// described is one path of the server in words and types.
type described struct {
	pattern string
	says    string
	in, out reflect.Type
	status  int
	kind    string   // of the answer, if not JSON
	heads   []string // parameters of the request, of those of headParameters and the query
	open    bool     // nobody needs a link on the server's own machine
}

var paths = []described{
	{pattern: "POST /fights", says: "Opens a fight. Its links are shown once.", in: reflect.TypeFor[Begin](),
		out: reflect.TypeFor[Opened](), status: http.StatusCreated, open: true},
	{pattern: "GET /fights", says: "The fights that the link opens: one, or all with the owner's.", out: reflect.TypeFor[Listed]()},
	{pattern: "GET /fights/{id}", says: "A fight, and what the link opens it as.", out: reflect.TypeFor[Mine]()},
	{pattern: "DELETE /fights/{id}", says: "Deletes a fight with its record.", status: http.StatusNoContent},
	{pattern: "GET /fights/{id}/links", says: "The links of a fight that stand, without keys.", out: reflect.TypeFor[Links]()},
	{pattern: "POST /fights/{id}/links", says: "Makes a link. Its key is shown once.", in: reflect.TypeFor[NewLink](),
		out: reflect.TypeFor[Link](), status: http.StatusCreated},
	{pattern: "DELETE /fights/{id}/links/{link}", says: "Revokes a link and ends its streams.", status: http.StatusNoContent},
	{pattern: eventsRoute, says: "Every step, question and, for the GM, proposal, as server-sent events. The id of a step is its number.",
		out:  reflect.TypeFor[Pushed](),
		kind: "text/event-stream", heads: []string{"Last-Event-ID", "after"}},
	{pattern: "GET /fights/{id}/record", says: "The record, for the GM.", kind: "application/x-ndjson"},
	{pattern: "GET /fights/{id}/tale", says: "What is told of the fight after a step.", out: reflect.TypeFor[session.Tale](), heads: []string{"since"}},
	{pattern: "GET /fights/{id}/position", says: "The encounter file that begins here.", kind: "application/yaml"},
	{pattern: "POST /odds", says: "Exact odds of a question about dice.", in: reflect.TypeFor[Asked](), out: reflect.TypeFor[dice.Answer](), open: true},
	{pattern: "POST /advise", says: "What is best in a position, its odds and why.", in: reflect.TypeFor[Advising](),
		out: reflect.TypeFor[agent.Advice](), open: true},
	{pattern: "POST /apply", says: "A position and a decision or dice: the position after them.",
		in: reflect.TypeFor[session.Apply](), out: reflect.TypeFor[session.Applied](), open: true},
	{pattern: "POST /check", says: "What is wrong with a file.", in: reflect.TypeFor[Checking](), out: reflect.TypeFor[Checked](), open: true},
	{pattern: "GET /openapi.json", says: "This description.", open: true},
	{pattern: "GET /healthz", says: "Whether the server runs; on its own machine alone.", kind: "text/plain", open: true},
	{pattern: "GET /readyz", says: "Whether the server takes requests; on its own machine alone.", kind: "text/plain", open: true},
	{pattern: "GET /metrics", says: "What the server counts, for Prometheus; on its own machine alone.", kind: "text/plain", open: true},
}

// headParameters are the headers and query parameters that some paths take.
var headParameters = map[string][2]string{
	"Idempotency-Key": {"header", "a text of the client's choice, at most 200 characters: the request is carried out once, however often it is sent"},
	"If-Match":        {"header", "the ETag of the last answer, the number of steps that the client knows of: if there are more, the answer is a problem with the code answered"},
	"Last-Event-ID":   {"header", "the id of the last event that the client has received"},
	"after":           {"query", "the same, for clients that cannot set headers"},
	"since":           {"query", "the number of a step"},
}

// object is a JSON object of the description.
type object = map[string]any

// openAPI is the description, made once.
var openAPI = sync.OnceValues(func() ([]byte, error) {
	g := newSchemas("#/components/schemas/")
	at := object{}
	for _, d := range paths {
		if err := g.describe(at, d, operationID(d.pattern)); err != nil {
			return nil, err
		}
	}
	for _, o := range session.Operations() {
		says := o.Help
		if o.Whose == session.GMs {
			says += " For the GM."
		}
		d := described{pattern: "POST /fights/{id}/" + PathOf(o.Name), says: says, in: o.In, out: o.Out}
		if !o.Asks {
			d.heads = []string{"Idempotency-Key", "If-Match"}
		}
		if err := g.describe(at, d, strings.ReplaceAll(o.Name, " ", "_")); err != nil {
			return nil, err
		}
	}
	problem, err := g.refer(reflect.TypeFor[ProblemDetails]())
	if err != nil {
		return nil, err
	}
	return json.Marshal(object{
		"openapi": "3.1.0",
		"info": object{"title": "kokyu", "version": strconv.Itoa(Version), "summary": "A headless opponent for tabletop combat",
			"description": "What can be done with a fight is one table of operations, which the prompt, the pipe and this server share. A link opens one fight, as its GM, one seat or a watcher, and is sent as a bearer token."},
		"paths": at,
		"components": object{
			"schemas":         g.defs,
			"securitySchemes": object{"link": object{"type": "http", "scheme": "bearer"}},
			"responses": object{"problem": object{"description": "A sentence that says what is wrong, what would be right, and a code.",
				"content": object{"application/problem+json": object{"schema": problem}}}},
		},
	})
})

// operationID names a path in the description: "postFightsLinks".
func operationID(pattern string) string {
	id := ""
	for i, part := range strings.FieldsFunc(strings.NewReplacer(".json", "").Replace(pattern), func(r rune) bool { return strings.ContainsRune(" /{}", r) }) {
		if i == 0 {
			id = strings.ToLower(part)
		} else {
			id += text.Capital(part)
		}
	}
	return id
}

// describe adds a path.
func (g *schemas) describe(at object, d described, id string) error {
	method, path, _ := strings.Cut(d.pattern, " ")
	op := object{"operationId": id, "summary": d.says, "security": []any{object{"link": []string{}}}}
	if d.open {
		op["security"] = []any{object{}, object{"link": []string{}}}
	}
	var parameters []any
	for _, name := range []string{"id", "link"} {
		if strings.Contains(path, "{"+name+"}") {
			parameters = append(parameters, object{"name": name, "in": "path", "required": true, "schema": object{"type": "string"}})
		}
	}
	for _, name := range d.heads {
		where := headParameters[name]
		parameters = append(parameters, object{"name": name, "in": where[0], "description": where[1], "schema": object{"type": "string"}})
	}
	if parameters != nil {
		op["parameters"] = parameters
	}
	if d.in != nil {
		s, err := g.schema(d.in)
		if err != nil {
			return err
		}
		op["requestBody"] = object{"required": false, "content": object{"application/json": object{"schema": s}}}
		if d.in == reflect.TypeFor[Begin]() {
			op["requestBody"].(object)["content"].(object)["application/yaml"] = object{"schema": object{"type": "string"}}
		}
	}
	answer := object{"description": d.says}
	s, err := g.schema(d.out)
	if err != nil {
		return err
	}
	switch {
	case d.kind != "" && d.out == nil:
		answer["content"] = object{d.kind: object{"schema": object{"type": "string"}}}
	case d.kind != "":
		answer["content"] = object{d.kind: object{"schema": s}}
	case d.status != http.StatusNoContent:
		answer["content"] = object{"application/json": object{"schema": s}}
	}
	status := d.status
	if status == 0 {
		status = http.StatusOK
	}
	op["responses"] = object{strconv.Itoa(status): answer, "default": object{"$ref": "#/components/responses/problem"}}
	if at[path] == nil {
		at[path] = object{}
	}
	at[path].(object)[strings.ToLower(method)] = op
	return nil
}

// schema returns that of a type; of none it is any object.
func (g *schemas) schema(t reflect.Type) (*jsonschema.Schema, error) {
	if t == nil {
		return &jsonschema.Schema{Type: "object"}, nil
	}
	return g.refer(t)
}

func (s *Server) openapi(w http.ResponseWriter, r *http.Request) error {
	if err := s.mayUse(r, false); err != nil {
		return err
	}
	text, err := openAPI()
	if err != nil {
		return coded{err, Failed}
	}
	return sendText(w, http.StatusOK, "application/json", text)
}
