package serve

import (
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
)

// A lasting key opens what its scope says, over many fights and starts of the server, until it ends or is revoked.
func TestLastingKeysOpenWhatTheirScopeSays(t *testing.T) {
	s := serving(t, Options{Nodes: 50}, ServerOptions{})
	first, _ := s.begin(`{"encounter":"ambush","seed":7,"seats":{"Tomoe":"human","Jubei the Cur":"human"}}`)
	second, links := s.begin(`{"encounter":"mirror"}`)
	answers := func(method, path, key, in string, status int) string {
		t.Helper()
		r := s.ask(method, path, key, in)
		if r.status != status {
			t.Fatalf("%s %s: %d %s, want %d", method, path, r.status, r.body, status)
		}
		return string(r.body)
	}
	keys := map[string]lastingKey{}
	for name, in := range map[string]string{"watch": `"scope":"watch"`, "propose": `"scope":"propose"`, "Tomoe": `"scope":"seat","seat":"Tomoe"`,
		"gm": `"scope":"gm"`, "one": fmt.Sprintf(`"scope":"gm","fight":%q`, strings.TrimPrefix(first, "/fights/")), "brief": `"scope":"watch","until":"2999-01-01T00:00:00Z"`} {
		r := s.ask("POST", "/v1/keys", s.Owner(), fmt.Sprintf(`{"name":%q,%s}`, name, in))
		var k lastingKey
		r.into(t, &k)
		if r.status != 201 || k.Key == "" || k.ID == "" {
			t.Fatalf("%s: %d %s", name, r.status, r.body)
		}
		keys[name] = k
	}
	for _, in := range []string{`{"name":"","scope":"gm"}`, `{"name":"a","scope":"god"}`, `{"name":"a","scope":"seat"}`, `{"name":"a","scope":"gm","seat":"Tomoe"}`,
		`{"name":"a","scope":"gm","until":"2001-01-01T00:00:00Z"}`, `{"name":"a","scope":"gm","fight":"../x"}`} {
		answers("POST", "/keys", s.Owner(), in, 422)
	}
	for _, key := range []string{"", links["gm"], keys["gm"].Key} {
		answers("POST", "/keys", key, `{"name":"a","scope":"gm"}`, 403)
		answers("GET", "/keys", key, "", 403)
		answers("DELETE", "/keys/"+keys["gm"].ID, key, "", 403)
	}
	if list := answers("GET", "/keys", s.Owner(), "", 200); !strings.Contains(list, `"Tomoe"`) || strings.Contains(list, "hash") || strings.Contains(list, keys["gm"].Key) {
		t.Errorf("the list: %s", list)
	}
	for _, c := range []struct {
		key, path, in string
		status        int
	}{
		{"watch", first + "/state", "", 200}, {"watch", second + "/state", "", 200}, {"watch", first + "/note", `{"words":"a"}`, 403}, {"watch", first + "/propose", "", 403},
		{"propose", first + "/propose", "", 409}, {"propose", first + "/advise", `{"nodes":50}`, 200}, {"propose", first + "/note", `{"words":"a"}`, 403},
		{"propose", first + "/save", `{"file":"a.jsonl"}`, 403}, {"propose", first + "/links", `{"role":"gm"}`, 403}, {"propose", first + "/play", "", 403},
		{"Tomoe", first + "/view", "", 200}, {"Tomoe", second + "/view", "", 404}, {"Tomoe", first + "/note", `{"words":"a"}`, 403},
		{"gm", first + "/note", `{"words":"a"}`, 200}, {"gm", second + "/note", `{"words":"a"}`, 200}, {"gm", first + "/links", `{"role":"watcher"}`, 201},
		{"one", first + "/note", `{"words":"b"}`, 200}, {"one", second + "/note", `{"words":"b"}`, 404},
	} {
		answers("POST", c.path, keys[c.key].Key, c.in, c.status)
	}
	for name, want := range map[string]int{"watch": 2, "gm": 2, "one": 1, "Tomoe": 1} {
		if n := strings.Count(answers("GET", "/v1/fights", keys[name].Key, "", 200), `"id"`); n != want {
			t.Errorf("the key %s lists %d fights, want %d", name, n, want)
		}
	}
	away := []string{"X-Forwarded-For", "192.0.2.1"} // opened from elsewhere
	for name, status := range map[string]int{"gm": 201, "one": 403, "watch": 403} {
		if r := s.ask("POST", "/fights", keys[name].Key, `{"encounter":"mirror"}`, away...); r.status != status {
			t.Errorf("opening with the key %s: %d", name, r.status)
		}
	}
	if _, err := s.Fights().Access(keys["gm"].Key); CodeOf(err) != UnknownFight {
		t.Errorf("a lasting key opens what an address opens: %v", err)
	}
	s.Fights().lasting.now = func() time.Time { return time.Date(2999, 1, 2, 0, 0, 0, 0, time.UTC) }
	answers("POST", first+"/state", keys["brief"].Key, "", 404)
	answers("POST", first+"/state", keys["watch"].Key, "", 200)
	stream, err := s.Fights().Follow(t.Context(), Access{Fight: strings.TrimPrefix(first, "/fights/"), Role: GM, Link: lastingLink + keys["gm"].ID}, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer stream.Close()
	answers("DELETE", "/keys/"+keys["gm"].ID, s.Owner(), "", 204)
	answers("POST", first+"/state", keys["gm"].Key, "", 404)
	for {
		e, err := stream.Next(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		if e.Event == EventEnd {
			break
		}
	}
	dir := s.Fights().dir
	again, err := openLasting(dir)
	if err != nil || len(again.list()) != len(keys)-1 {
		t.Errorf("read again: %v, %v", again.list(), err)
	}
	if file, err := os.ReadFile(filepath.Join(dir, lastingFile)); err != nil || slices.ContainsFunc(slices.Collect(maps.Values(keys)), func(k lastingKey) bool {
		_, secret, _ := strings.Cut(k.Key, ".")
		return strings.Contains(string(file), secret)
	}) {
		t.Errorf("the file holds the secret of a key, or cannot be read (%v): %s", err, file)
	}
	if err := os.WriteFile(filepath.Join(dir, lastingFile), []byte("{"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := openLasting(dir); err == nil {
		t.Error("a damaged file of keys is none")
	}
}
