package serve

import (
	"encoding/json"
	"net/http"
	"net/url"
	"strings"
	"testing"

	"kokyu/agent/session"
)

// What was sent is refused with a sentence that says which member is wrong, and what would be right.
func TestWhatIsWrongIsNamed(t *testing.T) {
	s := serving(t, Options{}, ServerOptions{})
	path, keys := s.begin(handsOn)
	s.ask("POST", path+"/note", keys["gm"], `{"words":"rain"}`)
	for _, c := range []struct{ path, body, says, want string }{
		{"/keys", `{"name":"a","scope":"gm","until":"tomorrow"}`, "tomorrow is no time", "one as in 2030-01-01T00:00:00Z"},
		{"/fights", `[]`, "what was sent holds a list, not an object", "an object with encounter, system, seed"},
		{"/fights", `{"encounter":"mirror","Seed":1}`, `the field \"Seed\" is unknown`, "encounter, system, seed"},
		{"/odds", `{"expr":5}`, `\"expr\" holds a number, not a text`, "an object with expr"},
		{path + "/do", `{"Words":"wait"}`, `the field \"Words\" is unknown`, "an object with words, id"},
		{"/fights", `{"encounter":"mirror","level":9}`, `\"level\" holds a number, not a text`, `a text, \"1\" to \"6\"`},
		{"/fights", `{"encounter":"mirror","seed":1.5}`, `\"seed\" holds the number 1.5, not a whole number`, ""},
		{"/fights", `{"encounter":"mirror","seed":-1}`, `\"seed\" holds the number -1, not a whole number from 0 on`, ""},
		{"/fights", `{"encounter":"mirror","sead":1}`, `the field \"sead\" is unknown`, "seed"},
		{"/apply", `{"position":"mirror","do":"thr"}`, `\"thr\" is not open now`, "thrust"},
		{path + "/do", `[]`, "what was sent holds a list, not an object", "an object with words, id"},
		{path + "/undo", `{"n":"x"}`, `\"n\" holds a text, not a whole number`, ""},
		{path + "/undo", `{"n":0}`, "n is 0", "1 or more"},
		{path + "/undo", `{"n":-3}`, "n is -3", "1 or more"},
		{path + "/undo", `{"steps":0}`, "steps is 0", "1 or more"},
		{path + "/redo", `{"n":0}`, "n is 0", "1 or more"},
		{path + "/redo", `{"n":-1}`, "n is -1", "1 or more"},
		{path + "/cancel", `{"n":0}`, "n is 0", "1 or more"},
		{path + "/advise", `{"nodes":0}`, "nodes is 0", "1 or more"},
		{path + "/tale", `{"since":-1}`, "since is -1", "0 or more"},
		{path + "/events", `{"limit":0}`, "limit is 0", "1 to 1000"},
		{"/advise", `{"position":"mirror","nodes":0}`, "nodes is 0", "1 or more"},
		{"/apply", `{"position":"mirrow"}`, `no encounter is called \"mirrow\"`, "mirror"},
	} {
		key := s.Owner()
		if strings.HasPrefix(c.path, path) {
			key = keys["gm"]
		}
		r := s.ask("POST", c.path, key, c.body)
		if r.status != 422 || !strings.Contains(string(r.body), c.says) || !strings.Contains(string(r.body), c.want) {
			t.Errorf("%s %s: %d %s, want %s", c.path, c.body, r.status, r.body, c.says)
		}
	}
	for _, body := range []string{`{}`, ``, `{"n":1}`} {
		if r := s.ask("POST", path+"/undo", keys["gm"], body); r.status != 200 {
			t.Errorf("undo %s: %s", body, r.body)
		}
		s.ask("POST", path+"/redo", keys["gm"], body)
	}
}

// A member that may be left out is not required by the description, and what has a least number says so.
func TestTheDescriptionRequiresWhatIsNeeded(t *testing.T) {
	f := opened(t, t.TempDir(), Options{})
	_, as := begun(t, f, Begin{})
	for _, o := range session.Operations() {
		in, err := newSchemas("#/$defs/").plain(o.In)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := f.Call(t.Context(), as["gm"], o.Name, json.RawMessage(`{}`), Terms{}); err == nil && len(in.Required) > 0 {
			t.Errorf("%s works without %v, which its schema requires", o.Name, in.Required)
		}
		if n := in.Properties["n"]; n != nil && (n.Minimum == nil || *n.Minimum != 1) {
			t.Errorf("%s: the schema of n is %+v", o.Name, n)
		}
	}
}

// A built-in encounter is a position by its name, wherever one is taken.
func TestAPositionMayBeAName(t *testing.T) {
	s := serving(t, Options{}, ServerOptions{})
	path, keys := s.begin(handsOn)
	for _, at := range []string{"/apply", path + "/apply"} {
		if r := s.ask("POST", at, keys["gm"], `{"position":"mirror","do":"thrust > Kagami"}`); r.status != 200 || !strings.Contains(string(r.body), `"waits":"dice"`) {
			t.Errorf("%s: %d %.300s", at, r.status, r.body)
		}
	}
}

// The server speaks HTTP as others do: the scheme of a key is in any case, what has not changed is not sent again, and the methods that
// are allowed are those that a path takes.
func TestTheServerSpeaksHTTP(t *testing.T) {
	s := serving(t, Options{}, ServerOptions{})
	path, keys := s.begin(handsOn)
	for _, scheme := range []string{"bearer ", "BEARER ", "Bearer  "} {
		if r := s.ask("GET", path, "", "", "Authorization", scheme+keys["gm"]); r.status != 200 {
			t.Errorf("%s: %d", scheme, r.status)
		}
		if r := s.ask("GET", "/keys", "", "", "Authorization", scheme+s.Owner()); r.status != 200 {
			t.Errorf("%s, the owner's: %d", scheme, r.status)
		}
	}
	for _, at := range []string{"/tale", "/position"} {
		tag := s.ask("GET", path+at, keys["gm"], "").header.Get("ETag")
		for known, status := range map[string]int{tag: 304, "W/" + tag: 304, `"x", ` + tag: 304, "*": 304, `"99"`: 200} {
			r := s.ask("GET", path+at, keys["gm"], "", "If-None-Match", known)
			if r.status != status || (len(r.body) == 0) != (status == 304) || r.header.Get("ETag") != tag {
				t.Errorf("%s with %s: %d %.100s", at, known, r.status, r.body)
			}
		}
	}
	for at, want := range map[string]string{path: "GET, HEAD, DELETE", path + "/tale": "GET, HEAD, POST", path + "/links": "GET, HEAD, POST",
		path + "/do": "POST", path + "/dice-again": "POST", path + "/record": "GET, HEAD", "/v1" + path + "/record": "GET, HEAD", "/v1" + path + "/nothing": ""} {
		r := s.ask("PUT", at, keys["gm"], "")
		if got := r.header.Get("Allow"); got != want {
			t.Errorf("%s allows %q, want %q", at, got, want)
		}
		for method := range strings.SplitSeq(want, ", ") {
			if method == "HEAD" && s.ask(method, at, keys["gm"], "").status != http.StatusOK {
				t.Errorf("%s takes no HEAD", at)
			}
		}
	}
}

// An origin is taken back by its id or by its name, as the documentation says.
func TestAnOriginIsForbiddenByItsName(t *testing.T) {
	s := serving(t, Options{}, ServerOptions{})
	const page = "https://table.example"
	s.ask("POST", "/origins", s.Owner(), `{"origin":"`+page+`"}`)
	r := s.ask("DELETE", "/origins/"+url.PathEscape(page), s.Owner(), "")
	if r.status != http.StatusNoContent || s.allowsOrigin(page) {
		t.Errorf("%d %s", r.status, r.body)
	}
	if r := s.ask("DELETE", "/origins/"+url.PathEscape(page), s.Owner(), ""); r.status != 422 || !strings.Contains(string(r.body), "there is no origin") {
		t.Errorf("again: %d %s", r.status, r.body)
	}
}

// A key that may only ask learns that of the fight, though it sees all that the GM sees.
func TestAKeyThatAsksSaysSo(t *testing.T) {
	s := serving(t, Options{}, ServerOptions{})
	path, keys := s.begin(handsOn)
	var k lastingKey
	s.ask("POST", "/keys", s.Owner(), `{"name":"a","scope":"propose"}`).into(t, &k)
	for key, asks := range map[string]bool{k.Key: true, keys["gm"]: false, s.Owner(): false} {
		var v fightView
		s.ask("GET", path, key, "").into(t, &v)
		if v.Role != GM || v.Asks != asks {
			t.Errorf("%.5s: %+v", key, v)
		}
	}
}

// Without an id a request is told that it has none.
func TestARequestHasAnID(t *testing.T) {
	back := mistakes(speak(t, practising(t, nil), "", `{}`, `{"id":0,"op":"state"}`, `{"id":-4,"op":"state"}`))
	if n := strings.Count(strings.Join(back, "\n"), "the request has no id, or one below 1"); n != 3 {
		t.Errorf("%q", back)
	}
}

// Whoever still has the owner's key of an earlier start is told so, but nothing about a fight.
func TestAnOldKeyOfTheOwnerIsToldSo(t *testing.T) {
	s := serving(t, Options{}, ServerOptions{})
	path, _ := s.begin(handsOn)
	old, _ := newKey(ownersName)
	if r := s.ask("GET", "/fights", old, ""); r.status != 401 || !strings.Contains(string(r.body), "no longer holds") {
		t.Errorf("%d %s", r.status, r.body)
	}
	if r := s.ask("GET", path, old, ""); r.status != 404 || r.code() != "unknown-fight" {
		t.Errorf("%s: %d %s", path, r.status, r.body)
	}
}
