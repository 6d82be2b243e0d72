package serve

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/charmbracelet/log"

	"kokyu/agent"
	"kokyu/agent/session"
)

func logger(w io.Writer) *log.Logger {
	return log.NewWithOptions(w, log.Options{Level: log.DebugLevel})
}

// site is a server under test, with a client.
type site struct {
	t testing.TB
	*Server
	url  string
	http *http.Client
}

func serving(t testing.TB, fo Options, so ServerOptions) *site {
	t.Helper()
	if so.Rate == 0 {
		so.Rate, so.RateLink = 1_000_000, 1_000_000
	}
	s := NewServer(opened(t, t.TempDir(), fo), so)
	web := httptest.NewServer(s.Handler())
	t.Cleanup(func() {
		s.Fights().Stop()
		web.Close()
	})
	return &site{t, s, web.URL, web.Client()}
}

// reply is an answer, read whole.
type reply struct {
	status int
	header http.Header
	body   []byte
}

func (r reply) into(t testing.TB, v any) {
	t.Helper()
	if err := json.Unmarshal(r.body, v); err != nil {
		t.Fatalf("%s: %v", r.body, err)
	}
}

func (r reply) code() string {
	var p ProblemDetails
	_ = json.Unmarshal(r.body, &p) // no problem has no code
	return string(p.Code)
}

// ask sends a request; head is names and values of headers.
func (s *site) ask(method, path, key, body string, head ...string) reply {
	s.t.Helper()
	r, err := http.NewRequest(method, s.url+path, strings.NewReader(body))
	if err != nil {
		s.t.Fatal(err)
	}
	if key != "" {
		r.Header.Set("Authorization", "Bearer "+key)
	}
	for i := 0; i < len(head); i += 2 {
		if head[i] == "Host" {
			r.Host = head[i+1]
		}
		r.Header.Set(head[i], head[i+1])
	}
	resp, err := s.http.Do(r)
	if err != nil {
		s.t.Fatal(err)
	}
	defer resp.Body.Close()
	text, err := io.ReadAll(resp.Body)
	if err != nil {
		s.t.Fatal(err)
	}
	got := reply{resp.StatusCode, resp.Header, text}
	if err := asDescribed(s.Server, r, got); err != nil {
		s.t.Errorf("%s %s answers %.300s, which is not as /openapi.json describes it: %v", method, path, text, err)
	}
	return got
}

// timed returns the body of an answer that is 200, and how long it took.
func (s *site) timed(method, path, key, body string) ([]byte, time.Duration) {
	s.t.Helper()
	r, err := http.NewRequest(method, s.url+path, strings.NewReader(body))
	if err != nil {
		s.t.Fatal(err)
	}
	r.Header.Set("Authorization", "Bearer "+key)
	from := time.Now()
	back, err := s.http.Do(r)
	if err != nil {
		s.t.Fatal(err)
	}
	defer back.Body.Close()
	text, err := io.ReadAll(back.Body)
	took := time.Since(from)
	if err != nil || back.StatusCode != http.StatusOK {
		s.t.Fatalf("%s %s %s: %s %s, %v", method, path, body, back.Status, text, err)
	}
	return text, took
}

// begin opens a fight and returns its path and the keys: gm, watcher, or a seat by its name.
func (s *site) begin(in string) (path string, keys map[string]string) {
	s.t.Helper()
	r := s.ask("POST", "/fights", "", in)
	if r.status != http.StatusCreated {
		s.t.Fatalf("%d: %s", r.status, r.body)
	}
	var b BeginResponse
	r.into(s.t, &b)
	keys = map[string]string{}
	for _, l := range b.Links {
		keys[cmp.Or(l.Seat, string(l.Role))] = l.Key
	}
	return b.Path, keys
}

// sent is an event as a stream sends it.
type sent struct {
	ID                int
	Mark, Event, Data string // Mark is the id as it came
}

// listen reads a stream until stop says so, by a ticket if there is no key.
func (s *site) listen(path, key, last string, stop func(sent) bool) (events []sent) {
	s.t.Helper()
	ctx, cancel := context.WithCancel(s.t.Context())
	defer cancel()
	path, ticket, _ := strings.Cut(path, "?")
	r, err := http.NewRequestWithContext(ctx, "GET", s.url+path+"/events?"+ticket, nil)
	if err != nil {
		s.t.Fatal(err)
	}
	if key != "" {
		r.Header.Set("Authorization", "Bearer "+key)
	}
	if last != "" {
		r.Header.Set("Last-Event-ID", last)
	}
	resp, err := s.http.Do(r)
	if err != nil {
		s.t.Fatal(err)
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		text, _ := io.ReadAll(resp.Body)
		s.t.Errorf("the stream: %d %s", resp.StatusCode, text)
		return nil
	}
	var e sent
	lines := bufio.NewReader(resp.Body)
	for {
		line, err := lines.ReadString('\n')
		if err != nil {
			return events
		}
		field, value, _ := strings.Cut(strings.TrimSuffix(line, "\n"), ": ")
		switch field {
		case "id":
			e.Mark = value
			e.ID, _ = strconv.Atoi(value)
		case "event":
			e.Event = value
		case "data":
			e.Data = value
		case "":
			if e.Event == "" {
				continue
			}
			events = append(events, e)
			if stop(e) {
				return events
			}
			e = sent{}
		}
	}
}

// handsOn is a fight in which people decide and throw everything.
const handsOn = `{"encounter":"mirror","seed":5,"seats":{"Chikara":"human","Kagami":"human"},"dice":["all"],"voice":"scent"}`

// Every operation is in the prompt, in the pipe and over HTTP, with the same input, output and error.
func TestEveryFaceHasEveryOperation(t *testing.T) {
	s := serving(t, Options{}, ServerOptions{})
	path, keys := s.begin(`{"encounter":"mirror","seed":5,"seats":{"Chikara":"human","Kagami":"human"},"dice":["all"],"voice":"none"}`)
	f := s.Fights()
	a, err := f.Access(keys["gm"])
	if err != nil {
		t.Fatal(err)
	}
	_, data, err := agent.ReadEncounter("mirror")
	if err != nil {
		t.Fatal(err)
	}
	pipe, err := session.Open(agent.Builtin(), "mirror", data, session.Setup{Seed: 5, Standard: session.Person{}, ByHand: []string{""}, Voice: "none"})
	if err != nil {
		t.Fatal(err)
	}
	pipe.ParseAgent, pipe.Ask, pipe.Advice, pipe.Folder = f.readAgent, true, f.limits(), t.TempDir()
	inputs := map[string][]string{"do": {`{"words":"dance"}`, `{"words":"thrust > Kagami"}`},
		"dice": {`{"faces":[11,1]}`, `{"faces":[7,9]}`}, "dice again": {`{"faces":[2,3],"why":"misread"}`},
		"help": {`{"words":"parry"}`, `{}`}, "ban": {`{"do":"stab"}`}, "allow": {`{"do":"stab"}`},
		"edit": {`{"name":"Kagami","changes":["energy=3"]}`, `{"name":"Kagami","changes":["luck=3"]}`},
		"note": {`{"words":"rain"}`}, "players": {`{"hint":true,"undo":true}`, `{"hint":1}`},
		"ruling odds": {`{"name":"Kagami","throw":"2d10+3 >= 14"}`, `{"name":"Kagami","throw":"2d10"}`, `{"name":"Nobody","throw":"d6 >= 2"}`},
		"ruling": {`{"name":"Kagami","throw":"2d10+3 vs 1d20","against":"Chikara","what":"the rope","faces":[7,9,3]}`,
			`{"name":"Kagami","throw":"2d10 >= 3","faces":[11,2]}`, `{"name":"Kagami","throw":"d6 > 2","what":"a\u202eb"}`},
		"why": {`{"words":"end the breath"}`}, "apply": {`{"position":"x"}`}, "view": {`{"name":"Chikara"}`, `{"name":"Nobody"}`}, "sheet": {`{"name":"Kagami"}`},
		"seat": {`{"name":"Kagami","plays":"greedy"}`, `{"name":"Kagami","plays":"human dice=hand"}`}, "undo": {`{}`, `{"n":-1}`},
		"plans": {`{"name":"Kagami"}`}, "save": {`{"file":"x.jsonl"}`, `{"file":"x"}`},
		"auto": {`{"name":"Kagami"}`}, "ask": {`{"name":"Kagami"}`}, "force": {`{"name":"Chikara","do":"dance"}`}, "add": {`{"line":"nobody"}`},
		"remove": {`{"name":"Nobody"}`}, "end": {`{"side":"draw","why":"the bell"}`}}
	client, works := session.Client{Session: pipe}, 0
	for _, o := range session.Operations() {
		if spoken, rest, err := session.FindSpoken(o.Name); err != nil || spoken.Name != o.Name || rest != "" {
			t.Errorf("the prompt does not have %s: %v", o.Name, err)
		}
		for _, in := range append(inputs[o.Name], `{"no such field":1}`) {
			r := s.ask("POST", path+"/"+PathOf(o.Name), keys["gm"], in)
			out, err := client.Call(t.Context(), o.Name, json.RawMessage(in))
			if err != nil {
				var p ProblemDetails
				r.into(t, &p)
				fault := FaultsOf(err)[0]
				if p.Code != fault.Code || p.Want != fault.Want || p.Detail != fault.What && len(p.Errors) == 0 {
					t.Errorf("%s %s: the pipe says %+v, HTTP %+v", o.Name, in, fault, p)
				}
				continue
			}
			works++
			var want bytes.Buffer
			if err := WriteLine(&want, out); err != nil {
				t.Fatal(err)
			}
			if !bytes.Equal(r.body, want.Bytes()) || r.status != http.StatusOK {
				t.Errorf("%s %s: the pipe answers\n%.600s\nHTTP %d\n%.600s", o.Name, in, want.Bytes(), r.status, r.body)
			}
		}
		if err := f.With(t.Context(), a, func(c session.Client) error {
			if got, want := c.StepCount(), pipe.StepCount(); got != want {
				return fmt.Errorf("%d steps over HTTP after %s, %d in the pipe", got, o.Name, want)
			}
			return nil
		}); err != nil {
			t.Fatal(err)
		}
	}
	if works < 15 {
		t.Errorf("%d calls work", works)
	}
}

// Without a link that opens the fight there is nothing: the same 404, whatever is asked.
func TestWithoutALinkThereIsNothing(t *testing.T) {
	s := serving(t, Options{}, ServerOptions{})
	path, keys := s.begin(handsOn)
	_, others := s.begin(handsOn)
	same := map[string]bool{}
	for _, key := range []string{"", "x", others["gm"], keys["gm"] + "x", strings.ToUpper(keys["gm"]), "owner.x", s.Owner() + "x"} {
		for _, ask := range [][2]string{{"GET", path}, {"DELETE", path}, {"GET", path + "/events"}, {"GET", path + "/record"},
			{"GET", path + "/links"}, {"POST", path + "/do"}, {"POST", path + "/no-such"},
			{"GET", "/fights/aaaaaaaaaaaa"}, {"GET", "/fights/..%2f..%2fetc"}, {"POST", "/fights/x/do"}, {"GET", "/fights/%00/record"}} {
			r := s.ask(ask[0], ask[1], key, "")
			if r.status != http.StatusNotFound {
				t.Errorf("%v with %.6q: %d %s", ask, key, r.status, r.body)
			}
			same[string(r.body)] = true
		}
	}
	if len(same) != 1 {
		t.Errorf("there are %d different answers: %v", len(same), same)
	}
	if r := s.ask("GET", "/fights", "", ""); r.status != http.StatusUnauthorized || !strings.HasPrefix(r.header.Get("WWW-Authenticate"), "Bearer") {
		t.Errorf("a list without a link: %d %s", r.status, r.body)
	}
	if r := s.ask("POST", "/fights", "", `{"encounter":"mirror"}`, "Via", "proxy"); r.status != http.StatusUnauthorized {
		t.Errorf("a stranger without a link opens a fight: %d %s", r.status, r.body)
	}
	if r := s.ask("GET", "/fights", "x", ""); r.status != http.StatusNotFound || !strings.Contains(r.header.Get("RateLimit"), `"link";r=`) {
		t.Errorf("a list with a link that is none: %d %s, %s", r.status, r.body, r.header.Get("RateLimit"))
	}
}

// A seat is refused what is the GM's or another seat's, a watcher every step, and the owner nothing.
func TestALinkOpensWhatItsRoleMay(t *testing.T) {
	s := serving(t, Options{}, ServerOptions{})
	path, keys := s.begin(handsOn)
	for _, ask := range []struct{ method, path, body string }{
		{"GET", "/record", ``}, {"GET", "/links", ``}, {"POST", "/links", `{"role":"seat","seat":"Kagami"}`},
		{"DELETE", "/links/l1", ``}, {"DELETE", "/links/l3", ``}, {"DELETE", "", ``},
	} {
		for who, want := range map[string]string{keys["Kagami"]: "not-yours", keys["watcher"]: "not-yours", keys["gm"] + "x": "unknown-fight", "": "unknown-fight"} {
			if r := s.ask(ask.method, path+ask.path, who, ask.body); r.code() != want {
				t.Errorf("%s %s: %d %s, want %q", ask.method, ask.path, r.status, r.body, want)
			}
		}
	}
	for _, c := range []struct{ key, method, path, body, want string }{
		{keys["Kagami"], "POST", "/do", `{"words":"thrust > Chikara"}`, "not-yours"},
		{keys["Kagami"], "POST", "/undo", ``, "not-yours"},
		{keys["Kagami"], "POST", "/view", `{"name":"Chikara"}`, "not-yours"},
		{keys["watcher"], "POST", "/do", `{"words":"thrust > Kagami"}`, "not-yours"},
		{keys["watcher"], "POST", "/concede", ``, "not-yours"},
		{keys["watcher"], "POST", "/state", ``, ""},
		{keys["Chikara"], "POST", "/do", `{"words":"thrust > Kagami"}`, ""},
		{s.Owner(), "GET", "/record", ``, ""},
		{s.Owner(), "POST", "/note", `{"words":"rain"}`, ""},
		{keys["gm"], "POST", "/links", `{"role":"seat","seat":"kagami"}`, ""},
		{keys["gm"], "POST", "/links", `{"role":"king"}`, "refused"},
		{keys["gm"], "POST", "/links", `{"role":"seat","seat":"Nobody"}`, "unknown-name"},
		{keys["gm"], "POST", "/dance", ``, "unknown-operation"},
	} {
		if r := s.ask(c.method, path+c.path, c.key, c.body); r.code() != c.want {
			t.Errorf("%s %s %s: %d %s, want %q", c.method, c.path, c.body, r.status, r.body, c.want)
		}
	}
	var list fightList
	s.ask("GET", "/fights", s.Owner(), "").into(t, &list)
	if len(list.Fights) != 1 || list.Fights[0].Title == "" {
		t.Errorf("%+v", list)
	}
}

// Bad input is answered with a problem: a sentence, a code, what would be right, and the place in a file.
func TestBadInputIsAProblem(t *testing.T) {
	s := serving(t, Options{Fights: 3}, ServerOptions{StreamsLink: 1})
	path, keys := s.begin(handsOn)
	gm := keys["gm"]
	for _, c := range []struct {
		method, path, key, body string
		head                    []string
		status                  int
		code, says              string
	}{
		{"POST", "/fights", "", `{"encounter":"ambusch"}`, nil, 422, "refused", "ambush"},
		{"POST", "/fights", "", `{"encounter":"version: 1\nsystem: breath\nsides: 3\ncolour: red\n"}`, nil, 422, "bad-file", `"line":3`},
		{"POST", "/fights", "", "version: 1\nsystem: breath\nsides: 3\ncolour: red\n", []string{"Content-Type", "application/yaml"}, 422, "bad-file", `"line":4`},
		{"POST", "/fights", "", `{"encounter":["x"]}`, nil, 422, "refused", "neither a text nor an object"},
		{"POST", "/fights", "", `{"encounter":"mirror","seats":{"Nobody":"human"}}`, nil, 422, "unknown-name", "Kagami"},
		{"POST", "/fights", "", `{"encounter":"mirror","dice":["Nobody"]}`, nil, 422, "unknown-name", "Kagami"},
		{"POST", "/fights", "", `{"encounter":"mirror","ids":{"Nobody":"x"}}`, nil, 422, "unknown-name", "Kagami"},
		{"POST", "/fights", "", `{"encounter":"mirror","colour":"red"}`, nil, 422, "bad-input", "colour"},
		{"POST", "/fights", "", `{"encounter":`, nil, 400, "bad-request", "no JSON"},
		{"POST", "/fights", "", strings.Repeat("x", bodyMax+1), nil, 413, "too-large", "at most 1048576 bytes"},
		{"POST", path + "/do", gm, `{"words":"thrust > Kagami"`, nil, 400, "bad-request", "no JSON"},
		{"POST", path + "/do", gm, `[1]`, nil, 422, "bad-input", "an object with words"},
		{"POST", path + "/do", gm, `{"words":"thrust > Kagami"}`, []string{"If-Match", "x"}, 400, "bad-request", "If-Match"},
		{"POST", path + "/do", gm, `{"words":"thrust > Kagami"}`, []string{"If-Match", `"7"`}, 400, "bad-request", "has not come to step 7"},
		{"POST", path + "/do", gm, `{}`, []string{"Idempotency-Key", strings.Repeat("k", 201)}, 400, "bad-request", "at most 200"},
		{"GET", path + "/events", gm, ``, []string{"Last-Event-ID", "x"}, 400, "bad-request", "the number of a step"},
		{"GET", path + "/do", gm, ``, nil, 405, "wrong-method", "POST"},
		{"PUT", path, gm, ``, nil, 405, "wrong-method", "GET or DELETE"},
		{"POST", path + "/do", gm, `{"words":"thrust > Kagami","words":"wait"}`, nil, 422, "bad-input", "is there twice"},
		{"POST", "/odds", "", `{"expr":"2d10","expr":"2d6"}`, nil, 422, "bad-input", "is there twice"},
		{"GET", "/nowhere", "", ``, nil, 404, "unknown-path", "nothing is at this path"},
		{"GET", "/healthz", "", ``, []string{"Host", "evil.example"}, 403, "wrong-host", "another host"},
		{"POST", "/fights", "", `{"encounter":"mirror"}`, []string{"Origin", "https://evil.example", "Sec-Fetch-Site", "cross-site"},
			403, "wrong-host", "another site"},
		{"POST", "/odds", "", `{"expr":"2d10 >>= 3"}`, nil, 422, "bad-expression", "2d10"},
		{"POST", "/advise", "", `{"position":"mirror","nodes":-1}`, nil, 422, "bad-input", "nodes is -1"},
		{"POST", "/advise", "", `{"position":"mirror","seat":"Kagame"}`, nil, 422, "unknown-name", "did you mean Kagami?"},
		{"POST", "/advise", "", `{"position":"version: 1\nsystem: x\n"}`, nil, 422, "bad-file", `"line":2`},
		{"POST", "/apply", "", `{"position":"version: 1\nsystem: x\n"}`, nil, 422, "bad-file", `"line":2`},
	} {
		r := s.ask(c.method, c.path, c.key, c.body, c.head...)
		if r.status != c.status || r.code() != c.code || !strings.Contains(string(r.body), c.says) || r.header.Get("Content-Type") != "application/problem+json" {
			t.Errorf("%s %s %.60s: %d %s, want %d %s %s", c.method, c.path, c.body, r.status, r.body, c.status, c.code, c.says)
		}
	}
	s.begin(handsOn)
	s.begin(handsOn)
	if r := s.ask("POST", "/fights", "", handsOn); r.status != 429 || !strings.Contains(string(r.body), "at most 3") {
		t.Errorf("a fourth fight of three: %d %s", r.status, r.body)
	}
	s.listen(path, gm, "", func(sent) bool {
		r := s.ask("GET", path+"/events", gm, "")
		if r.status != 429 || r.header.Get("Retry-After") == "" {
			t.Errorf("a second stream of one: %d %s", r.status, r.body)
		}
		return true
	})
}

// Requests above the limits of a second are refused with a sentence.
func TestTooManyRequestsAreRefused(t *testing.T) {
	s := serving(t, Options{}, ServerOptions{Rate: 1000, RateLink: 3})
	path, keys := s.begin(handsOn)
	statuses := map[int]int{}
	for range 20 {
		statuses[s.ask("POST", path+"/state", keys["gm"], "").status]++
	}
	if statuses[200] < 3 || statuses[429] < 5 {
		t.Errorf("%v", statuses)
	}
}

// A position, odds, advice and a file's mistakes are had without a fight.
func TestWhatNeedsNoFight(t *testing.T) {
	s := serving(t, Options{}, ServerOptions{})
	for path, c := range map[string][2]string{
		"/odds":   {`{"expr":"2d10+5 >= 14"}`, `"num":18`},
		"/advise": {`{"position":"mirror","nodes":200}`, `"best":`},
		"/apply":  {`{"position":"version: 1\nsystem: breath\ntitle: T\nsides:\n- {name: a, fighters: [{who: ronin}]}\n- {name: b, fighters: [{who: bandit}]}\n"}`, `"waits":"decision"`},
		"/check":  {`{"name":"x.yaml","text":"version: 1\nsystem: breath\nsides: 3\n"}`, `"line":3`},
	} {
		if r := s.ask("POST", path, "", c[0]); r.status != 200 || !strings.Contains(string(r.body), c[1]) {
			t.Errorf("%s: %d %s, want %s", path, r.status, r.body, c[1])
		}
	}
	for path, want := range map[string]string{"/healthz": "ok", "/readyz": "ready", "/metrics": "kokyu_fights 0"} {
		if r := s.ask("GET", path, "", ""); r.status != 200 || !strings.Contains(string(r.body), want) {
			t.Errorf("%s: %d %.200s", path, r.status, r.body)
		}
	}
}

// From another machine there is nothing without a link, and neither health nor metrics with one. A proxy on this machine, and a host
// that is another's name for it, bring requests from elsewhere too.
func TestFromElsewhereThereIsNothing(t *testing.T) {
	s := serving(t, Options{}, ServerOptions{Lan: true, Hosts: []string{"table.example"}})
	_, keys := s.begin(handsOn)
	h := s.Handler()
	ask := func(from, host, header, method, path, key, body string) *httptest.ResponseRecorder {
		r := httptest.NewRequest(method, "http://"+host+path, strings.NewReader(body))
		r.RemoteAddr = from
		r.Header.Set("Authorization", "Bearer "+key)
		if header != "" {
			r.Header.Set(header, "")
		}
		w := httptest.NewRecorder()
		h.ServeHTTP(w, r)
		return w
	}
	type way struct{ from, host, header string }
	elsewhere := []way{{"192.168.1.9:1234", "192.168.1.5:7747", ""}, {"192.168.1.9:1234", "localhost:7747", ""},
		{"127.0.0.1:1234", "table.example", ""}, {"[::1]:1234", "192.168.1.5:7747", ""}}
	for _, header := range []string{"Forwarded", "Via", "X-Forwarded-For", "X-Forwarded-Host", "X-Forwarded-Proto",
		"x-forwarded", "X-Original-Forwarded-For", "X_Forwarded_For",
		"X-Real-IP", "CF-Connecting-IP", "True-Client-IP", "X-Azure-ClientIP", "CDN-Loop"} {
		elsewhere = append(elsewhere, way{"127.0.0.1:1234", "localhost:7747", header})
	}
	for _, w := range elsewhere {
		for _, c := range []struct {
			method, path, key, body string
			status                  int
		}{
			{"POST", "/fights", "", handsOn, 404}, {"POST", "/fights", keys["gm"], handsOn, 403}, {"POST", "/fights", s.Owner(), handsOn, 201},
			{"POST", "/odds", "", `{"expr":"1d6"}`, 404}, {"POST", "/odds", keys["Kagami"], `{"expr":"2d10"}`, 200},
			{"POST", "/advise", "", `{"position":"mirror","nodes":10}`, 404}, {"POST", "/apply", "", `{}`, 404},
			{"POST", "/check", "", `{"text":"x"}`, 404}, {"GET", "/openapi.json", "", "", 404},
			{"GET", "/metrics", s.Owner(), "", 404}, {"GET", "/healthz", "", "", 404}, {"GET", "/readyz", "", "", 404},
		} {
			if got := ask(w.from, w.host, w.header, c.method, c.path, c.key, c.body); got.Code != c.status {
				t.Errorf("%v: %s %s with %.6q: %d %s, want %d", w, c.method, c.path, c.key, got.Code, got.Body, c.status)
			}
		}
		if got := ask(w.from, w.host, w.header, "DELETE", "/fights", "", ""); got.Header().Get("Allow") != "" {
			t.Errorf("%v: DELETE /fights tells the methods %q", w, got.Header().Get("Allow"))
		}
	}
	for _, w := range []way{{"127.0.0.1:1234", "localhost:7747", ""}, {"[::1]:1234", "[::1]:7747", ""}, {"127.0.0.1:1234", "127.0.0.1", "X-Request-Id"},
		{"[::ffff:127.0.0.1]:1234", "LOCALHOST", "Max-Forwards"}} {
		for path, body := range map[string]string{"/fights": handsOn, "/odds": `{"expr":"1d6"}`} {
			if got := ask(w.from, w.host, w.header, "POST", path, "", body); got.Code >= 300 {
				t.Errorf("%v is this machine: POST %s: %d %s", w, path, got.Code, got.Body)
			}
		}
		for _, path := range []string{"/readyz", "/healthz", "/metrics"} {
			if got := ask(w.from, w.host, w.header, "GET", path, "", ""); got.Code != 200 {
				t.Errorf("%v is this machine: %s: %d %s", w, path, got.Code, got.Body)
			}
		}
	}
}

// A stream that breaks goes on behind the last event: every step once, in order, through fifty broken connections.
func TestAStreamGoesOnWhereItBroke(t *testing.T) {
	s := serving(t, Options{}, ServerOptions{})
	path, keys := s.begin(`{"encounter":"ambush","seed":3,"seats":{"travellers":"greedy","bandits":"greedy"},"ask":false,"voice":"none"}`)
	last, broken := 0, 0
	for over := false; !over; broken++ {
		n := 0
		s.listen(path, keys["watcher"], strconv.Itoa(last), func(e sent) bool {
			if e.Event == EventStep {
				if e.ID != last+1 {
					t.Fatalf("step %d comes after step %d", e.ID, last)
				}
				last = e.ID
				n++
			}
			over = strings.Contains(e.Data, `"kind":"over"`)
			return over || n == 2
		})
	}
	var st session.State
	s.ask("POST", path+"/state", keys["gm"], "").into(t, &st)
	if broken < 20 || last != st.Steps {
		t.Errorf("%d steps of %d through %d connections", last, st.Steps, broken)
	}
}

// The log names neither links nor secrets nor what people are called.
func TestTheLogKeepsSecrets(t *testing.T) {
	var logged bytes.Buffer
	s := serving(t, Options{Log: logger(&logged)}, ServerOptions{})
	path, keys := s.begin(handsOn)
	for _, key := range keys {
		s.ask("POST", path+"/do", key, `{"words":"thrust > Kagami"}`)
		s.ask("GET", path+"/events?after=x", key, "")
	}
	text := logged.String()
	for name, key := range keys {
		_, secret, _ := strings.Cut(key, ".")
		if strings.Contains(text, secret) || name != "gm" && name != "watcher" && strings.Contains(text, name) {
			t.Errorf("the log tells of %s", name)
		}
	}
	if !strings.Contains(text, "POST /fights/{id}/{operation}") || strings.Contains(text, s.Owner()) {
		t.Errorf("%s", text)
	}
}
