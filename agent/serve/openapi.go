package serve

import (
	"encoding/json"
	"maps"
	"net/http"
	"reflect"
	"slices"
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
	id      string // of the operation, a verb and what it is done to
	pattern string
	says    string
	in, out reflect.Type
	status  int
	kind    string   // of the answer, if not JSON
	heads   []string // parameters of the request, of those of headParameters and the query
	open    bool     // nobody needs a link on the server's own machine
	told    []string // headers of the answer, of those of headAnswers
	example example
}

// example is a request and, where it is the same each time, its answer.
type example struct{ in, out string }

var paths = []described{
	{id: "beginFight", pattern: "POST /fights", says: "Opens a fight. Its links are shown once.", in: reflect.TypeFor[Begin](),
		heads: []string{"Idempotency-Key"}, told: []string{"Location", "Idempotency-Replayed"},
		example: example{in: `{"encounter":"ambush","seed":7}`},
		out:     reflect.TypeFor[BeginResponse](), status: http.StatusCreated, open: true},
	{id: "listFights", pattern: "GET /fights", says: "The fights that the link or key opens.", out: reflect.TypeFor[FightList](),
		heads: []string{"after", "limit"}, told: []string{"Link"}},
	{id: "readFight", pattern: "GET /fights/{id}", says: "A fight, and what the link opens it as.", out: reflect.TypeFor[FightView]()},
	{id: "deleteFight", pattern: "DELETE /fights/{id}", says: "Deletes a fight with its record.", status: http.StatusNoContent},
	{id: "listLinks", pattern: "GET /fights/{id}/links", says: "The links of a fight that stand, without keys.", out: reflect.TypeFor[Links]()},
	{id: "makeLink", pattern: "POST /fights/{id}/links", says: "Makes a link. Its key is shown once.", in: reflect.TypeFor[LinkRequest](),
		out: reflect.TypeFor[Link](), status: http.StatusCreated},
	{id: "revokeLink", pattern: "DELETE /fights/{id}/links/{link}", says: "Revokes a link and ends its streams.", status: http.StatusNoContent},
	{id: "followEvents", pattern: eventsRoute, says: "Every step, question and, for the GM, proposal, as server-sent events. The id of a step is its number.",
		out:  reflect.TypeFor[Pushed](),
		kind: "text/event-stream", heads: []string{"Last-Event-ID", "after"}},
	{id: "followAllEvents", pattern: allEventsRoute, says: "Every step and question of all fights that the link or key opens, as server-sent events, from now on or after Last-Event-ID.",
		out:  reflect.TypeFor[Pushed](),
		kind: "text/event-stream", heads: []string{"Last-Event-ID", "after"}},
	{id: "readRecord", pattern: "GET /fights/{id}/record", says: "The record, for the GM.", kind: "application/x-ndjson"},
	{id: "readTale", pattern: "GET /fights/{id}/tale", told: []string{"ETag", "Link"}, says: "What is told of the fight after a step.", out: reflect.TypeFor[session.Tale](),
		heads: []string{"after", "limit", "since"}},
	{id: "readPosition", pattern: "GET /fights/{id}/position", told: []string{"ETag"}, says: "The encounter file that begins here.", kind: "application/yaml"},
	{id: "makeTicket", pattern: "POST /tickets", says: "Makes a ticket, which opens streams of events as the link or key does, in their query and for five minutes.",
		out: reflect.TypeFor[Ticket](), status: http.StatusCreated},
	{id: "listKeys", pattern: "GET /keys", says: "The lasting keys of the owner, without their secrets. For the owner.", out: reflect.TypeFor[Keys]()},
	{id: "makeKey", pattern: "POST /keys", says: "Makes a lasting key for a program. Its secret is shown once. For the owner.", in: reflect.TypeFor[LastingKeyRequest](),
		out: reflect.TypeFor[LastingKey](), status: http.StatusCreated},
	{id: "revokeKey", pattern: "DELETE /keys/{key}", says: "Revokes a lasting key and ends its streams. For the owner.", status: http.StatusNoContent},
	{id: "listOrigins", pattern: "GET /origins", says: "The origins whose pages may use the server. For the owner.", out: reflect.TypeFor[Origins]()},
	{id: "allowOrigin", pattern: "POST /origins", says: "Lets the pages of an origin use the server, which still need a link or key. For the owner.", in: reflect.TypeFor[OriginRequest](),
		out: reflect.TypeFor[Origin](), status: http.StatusCreated},
	{id: "forbidOrigin", pattern: "DELETE /origins/{origin}", says: "Takes that back. For the owner.", status: http.StatusNoContent},
	{id: "askOdds", pattern: "POST /odds", says: "Exact odds of a question about dice.", in: reflect.TypeFor[OddsRequest](), out: reflect.TypeFor[dice.Answer](), open: true,
		example: example{`{"expr":"2d10+5 >= 14"}`, `{"num":18,"den":25,"p":0.72}`}},
	{id: "advisePosition", pattern: "POST /advise", says: "What is best in a position, its odds and why.", in: reflect.TypeFor[AdviseRequest](),
		out: reflect.TypeFor[agent.Advice](), open: true, example: example{in: `{"position":"crossroads","nodes":200}`}},
	{id: "applyDecision", pattern: "POST /apply", says: "A position and a decision or dice: the position after them.",
		in: reflect.TypeFor[session.Apply](), out: reflect.TypeFor[session.ApplyResult](), open: true},
	{id: "checkFile", pattern: "POST /check", says: "What is wrong with a file.", in: reflect.TypeFor[CheckRequest](), out: reflect.TypeFor[CheckResponse](), open: true,
		example: example{`{"name":"ford.yaml","text":"version: 1\nsystem: breath\ntitle: The Ford\nsides: none\n"}`,
			`{"kind":"encounter","errors":[{"file":"ford.yaml","line":4,"col":8,"what":"sides is the text \"none\"","want":"a list (- item)","code":"bad-file"}]}`}},
	{id: "describeServer", pattern: "GET /openapi.json", says: "This description.", open: true},
	{id: "checkHealth", pattern: "GET /healthz", says: "Whether the server runs; on its own machine alone.", kind: "text/plain", open: true},
	{id: "checkReadiness", pattern: "GET /readyz", says: "Whether the server takes requests; on its own machine alone.", kind: "text/plain", open: true},
	{id: "readMetrics", pattern: "GET /metrics", says: "What the server counts, for Prometheus; on its own machine alone.", kind: "text/plain", open: true},
}

// headParameters are the headers and query parameters that some paths take.
var headParameters = map[string][2]string{
	"Idempotency-Key": {"header", "a text of the client's choice, at most 200 characters: the request is carried out once, however often it is sent"},
	"If-Match":        {"header", "the ETag of the last answer, the number of steps that the client knows of: if there are more, the answer is a problem with the code answered"},
	"Last-Event-ID":   {"header", "the id of the last event that the client has received"},
	"after":           {"query", "of a list: the next of the page before, for the tale the number of a step; of a stream: the same as Last-Event-ID, for clients that cannot set headers"},
	"limit":           {"query", "at most so many, of the tale so many steps: 1 to 1000; default: all. If there are more, the answer has next and a Link to the next page"},
	"since":           {"query", "the same as after"},
}

// headAnswers are the headers of answers in words, with the type of what they hold.
var headAnswers = map[string][2]string{
	"ETag":                 {"string", "the number of steps of the fight, in quotes"},
	"Kokyu-Version":        {"integer", "the version of the server, that of the paths that begin with it: 1 of /v1"},
	"Idempotency-Replayed": {"string", "true if the request was carried out before, and this is the answer it had"},
	"Location":             {"string", "the path of the fight"},
	"Link":                 {"string", "the address of the next page, if there is one, with rel=\"next\""},
	"Retry-After":          {"integer", "the seconds after which the request may be sent again, with the codes of a server that has too much to do"},
}

// object is a JSON object of the description.
type object = map[string]any

// requestsDescribed returns the paths and, as paths, the operations of the table.
func requestsDescribed() []described {
	all := slices.Clone(paths)
	for _, o := range session.Operations() {
		d := described{id: operationID(o.Name), pattern: "POST /fights/{id}/" + PathOf(o.Name), says: o.Help, in: o.In, out: o.Out, told: []string{"ETag"}}
		if o.Whose == session.GMs {
			d.says += " For the GM."
		}
		if !o.Asks {
			d.heads, d.told = []string{"Idempotency-Key", "If-Match"}, []string{"ETag", "Idempotency-Replayed"}
		}
		all = append(all, d)
	}
	return all
}

// describing makes the description: the forms of requests are closed, as the server is, those of answers open for fields of later
// versions, which a client passes over.
type describing struct {
	asks, tells *schemas
	at          object // the paths
}

// openAPI is the description, made once.
var openAPI = sync.OnceValues(func() ([]byte, error) {
	all := requestsDescribed()
	g := describing{newSchemas("#/components/schemas/"), newSchemas("#/components/schemas/"), object{}}
	g.tells.open, g.tells.beside = true, g.asks.defs
	for _, d := range all { // requests first: an answer of the same type has the longer name
		if d.in != nil {
			if _, err := g.asks.refer(d.in); err != nil {
				return nil, err
			}
		}
	}
	for _, d := range all {
		if err := g.describe(d); err != nil {
			return nil, err
		}
	}
	problem, err := g.tells.refer(reflect.TypeFor[ProblemDetails]())
	if err != nil {
		return nil, err
	}
	maps.Copy(g.tells.defs, g.asks.defs)
	heads := object{}
	for name, says := range headAnswers {
		heads[name] = object{"description": says[1], "schema": object{"type": says[0]}}
	}
	return json.Marshal(object{
		"openapi": "3.1.0",
		"info": object{"title": "kokyu", "version": strconv.Itoa(version), "summary": "A headless opponent for tabletop combat",
			"description": "What can be done with a fight is one table of operations, which the prompt, the pipe and this server share. A link opens one fight, as its GM, one seat or a watcher, and is sent as a bearer token.",
			"license":     object{"name": "MIT", "identifier": "MIT"}},
		"servers": []any{object{"url": stable, "description": "this version, where this description is"}},
		"paths":   g.at,
		"components": object{
			"schemas":         g.tells.defs,
			"headers":         heads,
			"securitySchemes": object{"link": object{"type": "http", "scheme": "bearer"}, "ticket": object{"type": "apiKey", "in": "query", "name": "ticket"}},
			"responses": object{"problem": object{"description": "A sentence that says what is wrong, what would be right, and a code.",
				"headers": headerRefs("Retry-After"),
				"content": object{"application/problem+json": object{"schema": problem}}}},
		},
	})
})

// headerRefs returns references to the descriptions of response headers.
func headerRefs(names ...string) object {
	heads := object{}
	for _, name := range names {
		heads[name] = object{"$ref": "#/components/headers/" + name}
	}
	return heads
}

// operationID names an operation of the table: "fightDiceAgain".
func operationID(name string) string {
	id := "fight"
	for word := range strings.FieldsSeq(name) {
		id += text.Capital(word)
	}
	return id
}

// describe adds a path.
func (g *describing) describe(d described) error {
	method, path, _ := strings.Cut(d.pattern, " ")
	op := object{"operationId": d.id, "summary": d.says, "security": []any{object{"link": []string{}}}}
	if isStream(d.pattern) {
		op["security"] = []any{object{"link": []string{}}, object{"ticket": []string{}}}
	}
	if d.open {
		op["security"] = []any{object{}, object{"link": []string{}}}
	}
	var parameters []any
	for _, name := range []string{"id", "link", "key", "origin"} {
		if strings.Contains(path, "{"+name+"}") {
			parameters = append(parameters, object{"name": name, "in": "path", "required": true, "schema": object{"type": "string"}})
		}
	}
	for _, name := range d.heads {
		where, form := headParameters[name], object{"type": "string"}
		if name == "limit" {
			form = object{"type": "integer", "minimum": 1, "maximum": session.PageMax}
		}
		parameters = append(parameters, object{"name": name, "in": where[0], "description": where[1], "schema": form})
	}
	if parameters != nil {
		op["parameters"] = parameters
	}
	if d.in != nil {
		s, err := g.asks.refer(d.in)
		if err != nil {
			return err
		}
		content := object{"schema": s}
		if d.example.in != "" {
			content["example"] = json.RawMessage(d.example.in)
		}
		op["requestBody"] = object{"required": len(g.asks.defs[g.asks.made[d.in]].Required) > 0, "content": object{"application/json": content}}
		if d.in == reflect.TypeFor[Begin]() {
			op["requestBody"].(object)["content"].(object)["application/yaml"] = object{"schema": object{"type": "string"}}
		}
	}
	answer := object{"description": d.says}
	s, err := g.tells.schema(d.out)
	if err != nil {
		return err
	}
	switch {
	case d.kind != "" && d.out == nil:
		answer["content"] = object{d.kind: object{"schema": object{"type": "string"}}}
	case d.kind != "":
		answer["content"] = object{d.kind: object{"schema": s}}
	case d.status != http.StatusNoContent:
		content := object{"schema": s}
		if d.example.out != "" {
			content["example"] = json.RawMessage(d.example.out)
		}
		answer["content"] = object{"application/json": content}
	}
	answer["headers"] = headerRefs(append(d.told, "Kokyu-Version")...)
	status := d.status
	if status == 0 {
		status = http.StatusOK
	}
	problem := object{"$ref": "#/components/responses/problem"}
	op["responses"] = object{strconv.Itoa(status): answer, "4XX": problem, "default": problem}
	if g.at[path] == nil {
		g.at[path] = object{}
	}
	g.at[path].(object)[strings.ToLower(method)] = op
	return nil
}

// schema returns the schema of a type; without a type, that of any object.
func (g *schemas) schema(t reflect.Type) (*jsonschema.Schema, error) {
	if t == nil {
		return &jsonschema.Schema{Type: "object"}, nil
	}
	return g.refer(t)
}

func (s *Server) openapi(w http.ResponseWriter, r *http.Request) error {
	text, err := openAPI()
	if err != nil {
		return coded{err, Failed}
	}
	return sendText(w, http.StatusOK, "application/json", baseOf(r, text))
}
