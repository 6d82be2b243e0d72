package mcp

import (
	"encoding/json"
	"net/http/httptest"
	"strings"
	"testing"

	"kokyu/agent/serve"
)

// What a call over HTTP costs that thinks about nothing.
func BenchmarkCall(b *testing.B) {
	f := folder(b)
	_, keys := begun(b, f, serve.Begin{Encounter: json.RawMessage(`"mirror"`), Seed: 1})
	h := overHTTP(f, Options{})
	for b.Loop() {
		r := httptest.NewRequest("POST", "http://localhost"+path,
			strings.NewReader(`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"state","arguments":{}}}`))
		for name, value := range map[string]string{"Authorization": "Bearer " + keys["gm"],
			"Content-Type": "application/json", "Accept": "application/json, text/event-stream"} {
			r.Header.Set(name, value)
		}
		w := httptest.NewRecorder()
		if h.ServeHTTP(w, r); !strings.Contains(w.Body.String(), "The Same Sword Twice") {
			b.Fatal(w.Body)
		}
	}
}
