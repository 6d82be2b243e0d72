package serve

import (
	"cmp"
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"path"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/google/jsonschema-go/jsonschema"

	"kokyu/agent/session"
)

// The description is valid OpenAPI 3.1, by the schema that the OpenAPI Initiative publishes for it (testdata), and has every path
// of the server and every operation of the table.
func TestTheDescriptionIsValid(t *testing.T) {
	s := serving(t, Options{}, ServerOptions{})
	r := s.ask("GET", "/openapi.json", "", "")
	text, err := os.ReadFile("testdata/openapi-3.1.json")
	if err != nil {
		t.Fatal(err)
	}
	var form jsonschema.Schema
	if err := json.Unmarshal(text, &form); err != nil {
		t.Fatal(err)
	}
	checks, err := form.Resolve(&jsonschema.ResolveOptions{BaseURI: "https://spec.openapis.org/"})
	if err != nil {
		t.Fatal(err)
	}
	var doc map[string]any
	r.into(t, &doc)
	if err := checks.Validate(doc); err != nil {
		t.Errorf("%v", err)
	}
	delete(doc["info"].(map[string]any), "title")
	if checks.Validate(doc) == nil {
		t.Error("a description without a title is valid")
	}
	schemas := doc["components"].(map[string]any)["schemas"].(map[string]any)
	if n := refers(t, doc, schemas); n < 100 {
		t.Errorf("%d references", n)
	}
	for name, s := range schemas {
		body, _ := json.Marshal(s)
		var one jsonschema.Schema
		if err := json.Unmarshal(body, &one); err != nil {
			t.Errorf("the schema of %s: %v", name, err)
		}
	}
	described := 0
	for path, item := range doc["paths"].(map[string]any) {
		for method := range item.(map[string]any) {
			described++
			req, err := http.NewRequest(strings.ToUpper(method), strings.NewReplacer("{id}", "aaaaaaaaaaaa", "{link}", "l1").Replace(path), nil)
			if err != nil {
				t.Fatal(err)
			}
			if _, pattern := s.mux.Handler(req); pattern == "/" {
				t.Errorf("%s %s is described, and nothing is there", method, path)
			}
		}
	}
	for _, o := range session.Operations() {
		if doc["paths"].(map[string]any)["/fights/{id}/"+PathOf(o.Name)] == nil {
			t.Errorf("%s is not described", o.Name)
		}
	}
	if described != len(s.routes())+len(session.Operations()) {
		t.Errorf("%d paths are described, want %d and %d", described, len(s.routes()), len(session.Operations()))
	}
	code := schemas["ProblemDetails"].(map[string]any)["properties"].(map[string]any)["code"].(map[string]any)
	if !slices.Contains(code["enum"].([]any), any("not-yours")) {
		t.Errorf("the codes are %v", code)
	}
}

// refers checks that every reference leads to a schema or a response, and says how many there are.
func refers(t *testing.T, v any, schemas map[string]any) (n int) {
	switch v := v.(type) {
	case map[string]any:
		if ref, is := v["$ref"].(string); is {
			n++
			if name, of := strings.CutPrefix(ref, "#/components/schemas/"); of && schemas[name] == nil {
				t.Errorf("%s leads nowhere", ref)
			}
			if name, of := strings.CutPrefix(ref, "#/components/headers/"); of && answerHeaderDocs[name] == [2]string{} {
				t.Errorf("%s leads nowhere", ref)
			}
		}
		for _, part := range v {
			n += refers(t, part, schemas)
		}
	case []any:
		for _, part := range v {
			n += refers(t, part, schemas)
		}
	}
	return n
}

// forms are those of what answers hold, closed, so that a field without a description is a mistake.
var forms = sync.OnceValues(func() (map[string]*jsonschema.Resolved, error) {
	all := map[string]*jsonschema.Resolved{}
	add := func(name string, t reflect.Type) error {
		g := newSchemas("#/$defs/")
		s, err := g.plain(t)
		if err != nil {
			return err
		}
		s.Defs = g.defs
		all[name], err = s.Resolve(nil)
		return err
	}
	for _, d := range new(Server).allRoutes() {
		if d.out == nil || d.mediaType != "" {
			continue
		}
		if err := add(d.pattern, d.out); err != nil {
			return nil, err
		}
	}
	return all, add("problem", reflect.TypeFor[ProblemDetails]())
})

// asDescribed says where an answer is not as the description has it.
func asDescribed(s *Server, r *http.Request, got reply) error {
	all, err := forms()
	if err != nil {
		return err
	}
	var v any
	if r.Method == http.MethodHead { // it has no body
		return nil
	}
	switch got.header.Get("Content-Type") {
	case "application/problem+json", "application/json":
		if err := json.Unmarshal(got.body, &v); err != nil {
			return err
		}
	default:
		return nil
	}
	if got.status >= http.StatusBadRequest {
		return all["problem"].Validate(v)
	}
	_, pattern := s.mux.Handler(r)
	if before, is := strings.CutSuffix(pattern, "{operation}"); is {
		pattern = before + path.Base(r.URL.Path)
	}
	for _, d := range new(Server).allRoutes() {
		for _, head := range d.answerHeaders {
			if d.pattern == pattern && head != "Idempotency-Replayed" && head != "Link" && got.header.Get(head) == "" {
				return fmt.Errorf("there is no header %s", head)
			}
		}
	}
	if form := all[pattern]; form != nil {
		return form.Validate(v)
	}
	return nil
}

// What generators of other people's stumble over: forms that are a mere true, lists that may be null, words without a type, bodies that
// may be left out though a member is required, names of two styles. Requests are closed, answers open.
func TestTheDescriptionSuitsGenerators(t *testing.T) {
	text, err := new(Server).describe()
	if err != nil {
		t.Fatal(err)
	}
	var doc map[string]any
	if err := json.Unmarshal(text, &doc); err != nil {
		t.Fatal(err)
	}
	type object = map[string]any
	schemas := doc["components"].(object)["schemas"].(object)
	var check func(where string, v any)
	check = func(where string, v any) {
		s, is := v.(object)
		if !is {
			t.Errorf("%s is %v, want a form", where, v)
			return
		}
		if types, several := s["type"].([]any); several {
			t.Errorf("%s has the types %v, want one", where, types)
		}
		if s["enum"] != nil && s["type"] == nil {
			t.Errorf("%s lists words without their type", where)
		}
		if len(s) == 0 {
			t.Errorf("%s may be anything", where)
		}
		for name, p := range orNone(s["properties"]) {
			check(where+"."+name, p)
		}
		for _, part := range []string{"items", "additionalProperties"} {
			if s[part] != nil && s[part] != false {
				check(where+" "+part, s[part])
			}
		}
	}
	for name, s := range schemas {
		if check(name, s); definitionNames[name] != "" {
			t.Errorf("a form is called %s, as a part of the language of descriptions is", name)
		}
	}
	closed := func(v any) (name string, is bool) {
		content := v.(object)["content"].(object)["application/json"].(object)
		name = strings.TrimPrefix(content["schema"].(object)["$ref"].(string), "#/components/schemas/")
		return name, schemas[name].(object)["additionalProperties"] != nil
	}
	ids := map[string]bool{}
	for path, item := range doc["paths"].(object) {
		for method, op := range item.(object) {
			o := op.(object)
			id := o["operationId"].(string)
			if ids[id] || !regexp.MustCompile(`^[a-z]+[A-Z][A-Za-z]*$`).MatchString(id) {
				t.Errorf("%s %s is called %s, want a verb and what it is done to, once", method, path, id)
			}
			ids[id] = true
			if o["responses"].(object)["4XX"] == nil {
				t.Errorf("%s has no answer 4XX", id)
			}
			if b := o["requestBody"]; b != nil {
				name, is := closed(b)
				required := schemas[name].(object)["required"] != nil
				if !is || required != b.(object)["required"] {
					t.Errorf("%s: the form of the request is closed: %v; a member is required: %v, the body: %v", id, is, required, b.(object)["required"])
				}
			}
			for status, r := range o["responses"].(object) {
				if content := orNone(r.(object)["content"])["application/json"]; content == nil || content.(object)["schema"].(object)["$ref"] == nil {
					continue
				}
				if name, is := closed(r); is {
					t.Errorf("%s: the form of the answer %s, %s, is closed", id, status, name)
				}
			}
		}
	}
}

func orNone(v any) map[string]any {
	m, _ := v.(map[string]any)
	return m
}

// The voices of the description open a fight; who asks for another is told of these and of no others.
func TestTheVoicesOfTheDescriptionAreTaken(t *testing.T) {
	s := serving(t, Options{}, ServerOptions{})
	form, err := SchemaOf[Begin]()
	if err != nil {
		t.Fatal(err)
	}
	voice := form.Properties["voice"]
	if _, named, _ := strings.Cut(voice.Description, ": "); !slices.Contains(voice.Enum, any(named)) {
		t.Errorf("%q names none of %v", voice.Description, voice.Enum)
	}
	for _, v := range voice.Enum {
		if r := s.ask("POST", "/fights", "", `{"encounter":"mirror","voice":"`+v.(string)+`"}`); r.status != http.StatusCreated {
			t.Errorf("the voice %s: %d %s", v, r.status, r.body)
		}
	}
	for _, v := range []string{"model", "plain"} {
		r := s.ask("POST", "/fights", "", `{"encounter":"mirror","voice":"`+v+`"}`)
		var refused ProblemDetails
		if r.into(t, &refused); r.status != http.StatusUnprocessableEntity || refused.Want != "one of scent, law, none" {
			t.Errorf("the voice %s: %d %s", v, r.status, r.body)
		}
	}
}

// Each example of the description is sent, and answered as it says.
func TestExamplesOfTheDescriptionAreTrue(t *testing.T) {
	s := serving(t, Options{}, ServerOptions{})
	sent := 0
	for _, d := range new(Server).allRoutes() {
		method, path, _ := strings.Cut(d.pattern, " ")
		if d.example.in == "" {
			continue
		}
		sent++
		var want, got any
		r := s.ask(method, path, "", d.example.in)
		if err := json.Unmarshal([]byte(cmp.Or(d.example.out, string(r.body))), &want); err != nil {
			t.Fatalf("%s: %v", d.id, err)
		}
		if r.into(t, &got); r.status != max(d.status, http.StatusOK) || !reflect.DeepEqual(got, want) {
			t.Errorf("%s of %s answers %d %s", d.id, d.example.in, r.status, r.body)
		}
	}
	if sent < 3 {
		t.Errorf("%d examples", sent)
	}
}
