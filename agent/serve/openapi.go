package serve

import (
	"cmp"
	"encoding/json"
	"maps"
	"net/http"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"github.com/google/jsonschema-go/jsonschema"

	"kokyu/agent/session"
	"kokyu/rules/text"
)

// routes returns the routes except the operations of fights, which allRoutes adds. Those here that belong
// to no fight are open to every program on this machine.
func (s *Server) routes() []route {
	return slices.Concat(s.fightRoutes(), s.ownersRoutes(), []route{
		newJSONRoute(route{id: "askOdds", pattern: "POST /odds", summary: "Exact odds of a question about dice.", withoutLink: true,
			example: example{`{"expr":"2d10+5 >= 14"}`, `{"num":18,"den":25,"p":0.72}`}}, s.senderOf, s.odds),
		newJSONRoute(route{id: "advisePosition", pattern: "POST /advise", summary: "What is best in a position, its odds and why.", withoutLink: true,
			example: example{in: `{"position":"crossroads","nodes":200}`}}, s.senderOf, s.advise),
		newJSONRoute(route{id: "applyDecision", pattern: "POST /apply", summary: "A position and a decision or dice: the position after them.",
			withoutLink: true}, s.senderOf, s.apply),
		newJSONRoute(route{id: "checkFile", pattern: "POST /check", summary: "What is wrong with a file.", withoutLink: true,
			example: example{`{"name":"ford.yaml","text":"version: 1\nsystem: breath\ntitle: The Ford\nsides: none\n"}`,
				`{"kind":"encounter","errors":[{"file":"ford.yaml","line":4,"col":8,"what":"sides is the text \"none\"","want":"a list (- item)","code":"bad-file"}]}`}},
			s.senderOf, s.check),
		{id: "describeServer", pattern: "GET /openapi.json", summary: "This description.", handle: WithInput(s.senderOf, s.sendDescription), withoutLink: true},
		{id: "checkHealth", pattern: "GET /healthz", summary: "Whether the server runs; on its own machine alone.", handle: s.localOnly(s.healthz),
			mediaType: "text/plain", withoutLink: true},
		{id: "checkReadiness", pattern: "GET /readyz", summary: "Whether the server takes requests; on its own machine alone.", handle: s.localOnly(s.readyz),
			mediaType: "text/plain", withoutLink: true},
		{id: "readMetrics", pattern: "GET /metrics", summary: "What the server counts, for Prometheus; on its own machine alone.", handle: s.localOnly(s.serveMetrics),
			mediaType: "text/plain", withoutLink: true},
	})
}

// fightRoutes returns the routes of fights: opening, listing and reading them, their links, and streams of events.
func (s *Server) fightRoutes() []route {
	return []route{
		{id: "beginFight", pattern: "POST /fights", summary: "Opens a fight. Its links are shown once.", handle: s.begin, in: reflect.TypeFor[Begin](),
			parameters: []string{"Idempotency-Key"}, answerHeaders: []string{"Location", "Idempotency-Replayed"},
			example: example{in: `{"encounter":"ambush","seed":7}`},
			out:     reflect.TypeFor[BeginResponse](), status: http.StatusCreated, withoutLink: true},
		{id: "listFights", pattern: "GET /fights", summary: "The fights that the link or key opens.", handle: WithInput(s.bearerOf, s.list),
			out: reflect.TypeFor[fightList](), parameters: []string{"after", "limit"}, answerHeaders: []string{"Link"}},
		newJSONRoute(route{id: "readFight", pattern: "GET /fights/{id}", summary: "A fight, and what the link opens it as."}, s.accessToFight, s.view),
		newJSONRoute(route{id: "deleteFight", pattern: "DELETE /fights/{id}", summary: "Deletes a fight with its record."}, s.accessToFight, s.remove),
		newJSONRoute(route{id: "listLinks", pattern: "GET /fights/{id}/links", summary: "The links of a fight that stand, without keys."},
			s.accessToFight, s.listLinks),
		newJSONRoute(route{id: "makeLink", pattern: "POST /fights/{id}/links", summary: "Makes a link. Its key is shown once.", status: http.StatusCreated},
			s.accessToFight, s.makeLink),
		newJSONRoute(route{id: "revokeLink", pattern: "DELETE /fights/{id}/links/{link}", summary: "Revokes a link and ends its streams."},
			s.accessToFight, s.revokeLink),
		{id: "followEvents", pattern: eventsRoute, handle: s.events, out: reflect.TypeFor[Pushed](), mediaType: "text/event-stream",
			summary:    "Every step, question and, for the GM, proposal, as server-sent events. The id of a step is its number.",
			parameters: []string{"Last-Event-ID", "after"}},
		{id: "followAllEvents", pattern: allEventsRoute, handle: WithInput(s.watcherOf, s.allEvents), out: reflect.TypeFor[Pushed](), mediaType: "text/event-stream",
			summary:    "Every step and question of all fights that the link or key opens, as server-sent events, from now on or after Last-Event-ID.",
			parameters: []string{"Last-Event-ID", "after"}},
		{id: "readRecord", pattern: "GET /fights/{id}/record", summary: "The record, for the GM.", handle: WithInput(s.accessToFight, s.record),
			mediaType: "application/x-ndjson"},
		{id: "readTale", pattern: "GET /fights/{id}/tale", summary: "What is told of the fight after a step.", handle: s.tale, out: reflect.TypeFor[session.Tale](),
			parameters: []string{"after", "limit", "since", "If-None-Match"}, answerHeaders: []string{"ETag", "Link"}},
		{id: "readPosition", pattern: "GET /fights/{id}/position", summary: "The encounter file that begins here.", handle: s.position,
			mediaType: "application/yaml", parameters: []string{"If-None-Match"}, answerHeaders: []string{"ETag"}},
		newJSONRoute(route{id: "makeTicket", pattern: "POST /tickets", status: http.StatusCreated,
			summary: "Makes a ticket, which opens streams of events as the link or key does, in their query and for five minutes."}, s.bearerOf, s.ticket),
	}
}

// ownersRoutes returns the routes of lasting keys and origins, which the owner's key alone opens.
func (s *Server) ownersRoutes() []route {
	return []route{
		newJSONRoute(route{id: "listKeys", pattern: "GET /keys", summary: "The lasting keys of the owner, without their secrets. For the owner."},
			s.ownerOf, s.listKeys),
		newJSONRoute(route{id: "makeKey", pattern: "POST /keys", summary: "Makes a lasting key for a program. Its secret is shown once. For the owner.",
			status: http.StatusCreated}, s.ownerOf, s.makeKey),
		newJSONRoute(route{id: "revokeKey", pattern: "DELETE /keys/{key}", summary: "Revokes a lasting key and ends its streams. For the owner."},
			s.ownerOf, s.revokeKey),
		newJSONRoute(route{id: "listOrigins", pattern: "GET /origins", summary: "The origins whose pages may use the server. For the owner."},
			s.ownerOf, s.listOrigins),
		newJSONRoute(route{id: "allowOrigin", pattern: "POST /origins", status: http.StatusCreated,
			summary: "Lets the pages of an origin use the server, which still need a link or key. For the owner."}, s.ownerOf, s.allowOrigin),
		newJSONRoute(route{id: "forbidOrigin", pattern: "DELETE /origins/{origin}", summary: "Takes that back: {origin} is the origin, percent-encoded, or its id. For the owner."}, s.ownerOf, s.forbidOrigin),
	}
}

// parameterDocs describes the headers and query parameters of requests: where they are, and in words. A
// route names those that it takes.
var parameterDocs = map[string][2]string{
	"Idempotency-Key": {"header", "a text of the client's choice, at most 200 characters: the request is carried out once, however often it is sent"},
	"If-Match":        {"header", "the ETag of the last answer, the number of steps that the client knows of: if the question has changed since, or for what answers no question if there are more steps, the answer is a problem with the code answered"},
	"If-None-Match":   {"header", "the ETag of an answer that the client has: if it still stands, the answer is 304, without a body"},
	"Last-Event-ID":   {"header", "the id of the last event that the client has received"},
	"after":           {"query", "of a list: the next of the page before, for the tale the number of a step; of a stream: the same as Last-Event-ID, for clients that cannot set headers"},
	"limit":           {"query", "at most so many, of the tale so many steps: 1 to 1000; default: all. If there are more, the answer has next and a Link to the next page"},
	"since":           {"query", "the same as after"},
}

// answerHeaderDocs describes the headers of answers: the type of the value, and in words.
var answerHeaderDocs = map[string][2]string{
	"ETag":                 {"string", "the number of steps of the fight, in quotes"},
	"Kokyu-Version":        {"integer", "the version of the server, that of the paths that begin with it: 1 of /v1"},
	"Idempotency-Replayed": {"string", "true if the request was carried out before, and this is the answer it had"},
	"Location":             {"string", "the path of the fight"},
	"Link":                 {"string", "the address of the next page, if there is one, with rel=\"next\""},
	"Retry-After":          {"integer", "the seconds after which the request may be sent again, with the codes of a server that has too much to do"},
}

type object = map[string]any

// allRoutes returns the routes with one for each of [session.Operations]. The server itself has one pattern
// for all of those; the document names each, with its input and output.
func (s *Server) allRoutes() []route {
	all := s.routes()
	for _, o := range session.Operations() {
		d := route{id: operationID(o.Name), pattern: "POST /fights/{id}/" + PathOf(o.Name), summary: o.Help, in: o.In,
			out: o.Out, answerHeaders: []string{"ETag"}}
		if o.Callers == session.GMOnly {
			d.summary += " For the GM."
		}
		if !o.Asks {
			d.parameters, d.answerHeaders = []string{"Idempotency-Key", "If-Match"}, []string{"ETag", "Idempotency-Replayed"}
		}
		all = append(all, d)
	}
	return all
}

// descriptionBuilder makes the document. Schemas of requests allow no other fields, as the server does; those of
// answers do, because a later version may add some. So a type in both has two schemas.
type descriptionBuilder struct {
	requests, answers *schemas // of requests, and of answers
	paths             object
}

// describe returns the document. It is the same for every server but for the base, which withBaseURL adds.
func (s *Server) describe() ([]byte, error) {
	all := s.allRoutes()
	g := descriptionBuilder{newSchemas("#/components/schemas/"), newSchemas("#/components/schemas/"), object{}}
	g.answers.openObjects, g.answers.taken = true, g.requests.defs
	for _, d := range all { // requests first: an answer of the same type has the longer name
		if d.in != nil {
			if _, err := g.requests.refer(d.in); err != nil {
				return nil, err
			}
		}
	}
	for _, d := range all {
		if err := g.describe(d); err != nil {
			return nil, err
		}
	}
	problem, err := g.answers.refer(reflect.TypeFor[ProblemDetails]())
	if err != nil {
		return nil, err
	}
	maps.Copy(g.answers.defs, g.requests.defs)
	heads := object{}
	for name, says := range answerHeaderDocs {
		heads[name] = object{"description": says[1], "schema": object{"type": says[0]}}
	}
	return json.Marshal(object{
		"openapi": "3.1.0",
		"info": object{"title": "kokyu", "version": strconv.Itoa(version), "summary": "A headless opponent for tabletop combat",
			"description": "What can be done with a fight is one table of operations, which the prompt, the pipe and this server share. A link opens one fight, as its GM, one seat or a watcher, and is sent as a bearer token.",
			"license":     object{"name": "MIT", "identifier": "MIT"}},
		"servers": []any{object{"url": versionPrefix, "description": "this version, where this description is"}},
		"paths":   g.paths,
		"components": object{
			"schemas":         g.answers.defs,
			"headers":         heads,
			"securitySchemes": object{"link": object{"type": "http", "scheme": "bearer"}, "ticket": object{"type": "apiKey", "in": "query", "name": "ticket"}},
			"responses": object{"problem": object{"description": "A sentence that says what is wrong, what would be right, and a code.",
				"headers": headerRefs("Retry-After"),
				"content": object{"application/problem+json": object{"schema": problem}}}},
		},
	})
}

func headerRefs(names ...string) object {
	heads := object{}
	for _, name := range names {
		heads[name] = object{"$ref": "#/components/headers/" + name}
	}
	return heads
}

// operationID returns the id of an operation in the document: "fightDiceAgain" for "dice again". Code
// generators make names of functions from it.
func operationID(name string) string {
	id := "fight"
	for word := range strings.FieldsSeq(name) {
		id += text.Capital(word)
	}
	return id
}

// describe adds a route to the paths.
func (g *descriptionBuilder) describe(d route) error {
	method, path, _ := strings.Cut(d.pattern, " ")
	// A link is needed, unless the route says otherwise; a stream also takes a ticket, and what belongs to no
	// fight nothing from this machine.
	op := object{"operationId": d.id, "summary": d.summary, "security": []any{object{"link": []string{}}}}
	if isStream(d.pattern) {
		op["security"] = []any{object{"link": []string{}}, object{"ticket": []string{}}}
	}
	if d.withoutLink {
		op["security"] = []any{object{}, object{"link": []string{}}}
	}
	var parameters []any
	for _, name := range []string{"id", "link", "key", "origin"} {
		if strings.Contains(path, "{"+name+"}") {
			parameters = append(parameters, object{"name": name, "in": "path", "required": true,
				"schema": object{"type": "string"}})
		}
	}
	for _, name := range d.parameters {
		where, form := parameterDocs[name], object{"type": "string"}
		if name == "limit" {
			form = object{"type": "integer", "minimum": 1, "maximum": session.PageMax}
		}
		parameters = append(parameters, object{"name": name, "in": where[0], "description": where[1], "schema": form})
	}
	if parameters != nil {
		op["parameters"] = parameters
	}
	if d.in != nil {
		s, err := g.requests.refer(d.in)
		if err != nil {
			return err
		}
		content := object{"schema": s}
		if d.example.in != "" {
			content["example"] = json.RawMessage(d.example.in)
		}
		op["requestBody"] = object{"required": len(g.requests.defs[g.requests.names[d.in]].Required) > 0,
			"content": object{"application/json": content}}
		// The encounter of a new fight may be the whole body, as YAML.
		if d.in == reflect.TypeFor[Begin]() {
			op["requestBody"].(object)["content"].(object)["application/yaml"] = object{"schema": object{"type": "string"}}
		}
	}
	answer := object{"description": d.summary}
	s, err := g.answers.schema(d.out)
	if err != nil {
		return err
	}
	switch {
	case d.mediaType != "" && d.out == nil:
		answer["content"] = object{d.mediaType: object{"schema": object{"type": "string"}}}
	case d.mediaType != "":
		answer["content"] = object{d.mediaType: object{"schema": s}}
	case d.status != http.StatusNoContent:
		content := object{"schema": s}
		if d.example.out != "" {
			content["example"] = json.RawMessage(d.example.out)
		}
		answer["content"] = object{"application/json": content}
	}
	answer["headers"] = headerRefs(append(d.answerHeaders, "Kokyu-Version")...)
	problem := object{"$ref": "#/components/responses/problem"}
	responses := object{strconv.Itoa(cmp.Or(d.status, http.StatusOK)): answer, "4XX": problem, "default": problem}
	if slices.Contains(d.parameters, "If-None-Match") {
		responses["304"] = object{"description": "What the client has still stands.",
			"headers": headerRefs("ETag", "Kokyu-Version")}
	}
	op["responses"] = responses
	if g.paths[path] == nil {
		g.paths[path] = object{}
	}
	g.paths[path].(object)[strings.ToLower(method)] = op
	return nil
}

// schema returns the schema of the output of a route: that of any object for nil.
func (g *schemas) schema(t reflect.Type) (*jsonschema.Schema, error) {
	if t == nil {
		return &jsonschema.Schema{Type: "object"}, nil
	}
	return g.refer(t)
}

func (s *Server) sendDescription(w http.ResponseWriter, r *http.Request, _ bearer) error {
	text, err := s.description()
	if err != nil {
		return codedError{err, Failed}
	}
	return sendText(w, http.StatusOK, "application/json", withBaseURL(r, text))
}
