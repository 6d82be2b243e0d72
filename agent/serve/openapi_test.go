package serve

import (
	"encoding/json"
	"net/http"
	"os"
	"slices"
	"strings"
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
	if described != len(paths)+len(session.Operations()) {
		t.Errorf("%d paths are described, want %d and %d", described, len(paths), len(session.Operations()))
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
			if name, of := strings.CutPrefix(ref, "#/components/schemas/"); of && schemas[name] == nil || !of && ref != "#/components/responses/problem" {
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
