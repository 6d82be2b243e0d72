package serve

import (
	"context"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"os"
	"runtime"
	"strings"
	"testing"

	"kokyu/agent/session"
	"kokyu/rules/rulestest"
)

// inputs are inputs of operations and requests to begin with.
var inputs = []string{`{}`, `{"words":"thrust > Kagami"}`, `{"faces":[7,9]}`, `{"name":"Kagami","changes":["energy=3","+prone"],"why":"x"}`,
	`{"n":1}`, `{"steps":2}`, `{"do":"stab","for":"first"}`,
	`{"line":"{who: bandit, name: Kuro}","side":"second"}`, `{"name":"Kagami","plays":"search nodes=50"}`,
	`{"side":"draw","why":"the bell"}`, `{"since":3}`, `{"file":"x.jsonl"}`, `{"nodes":50}`,
	`{"position":"version: 1\nsystem: breath\ntitle: T\nsides:\n- {name: a, fighters: [{who: ronin}]}\n- {name: b, fighters: [{who: bandit}]}\n","do":"end"}`,
	`{"expr":"2d10+5 >= 14"}`,
	`{"name":"Kagami","throw":"2d10+3 >= 14","what":"to push the statue over","faces":[7,9]}`, `{"hint":true}`,
	`{"name":"Kagami","throw":"7k3 emphasis vs prismatic+2","against":"Chikara"}`,
	`{"encounter":"mirror","seats":{"Kagami":"human"},"dice":["all"]}`, `{"name":"x.yaml","text":"version: 1\nsystem: keep\nsides: 3\n"}`,
	`{"role":"seat","seat":"Kagami"}`, `null`, `[1,[2,[3]]]`, `"\u202e"`, `{"words":1e999}`}

// spoiled returns a text with a few changes.
func spoiled(r *rand.Rand, text string) string {
	b := []byte(text)
	for range r.IntN(4) {
		if len(b) == 0 {
			break
		}
		at := r.IntN(len(b))
		switch r.IntN(5) {
		case 0:
			b[at] = byte(r.IntN(256))
		case 1:
			b = append(b[:at], b[min(len(b), at+1+r.IntN(8)):]...)
		case 2:
			other := inputs[r.IntN(len(inputs))]
			b = append(b[:at:at], append([]byte(other[r.IntN(len(other)):]), b[at:]...)...)
		case 3:
			b = append(b[:at:at], append([]byte(strings.Repeat(string(b[at]), r.IntN(200))), b[at:]...)...)
		case 4:
			b[at] = `{}[]":,0-eE\`[r.IntN(12)]
		}
	}
	return string(b)
}

// drip is a body that comes in small pieces, without a length.
type drip struct{ io.Reader }

func (d drip) Read(p []byte) (int, error) { return d.Reader.Read(p[:min(len(p), 7)]) }

// Whatever is sent has an answer that is no fault of the server, and nothing is left behind: 10,000 requests with LONG=1.
func TestFuzzedRequestsAreAnswered(t *testing.T) {
	s := serving(t, Options{Nodes: 50, Fights: 20}, ServerOptions{})
	path, keys := s.begin(handsOn)
	h, r := s.Handler(), rand.New(rand.NewPCG(31, 2))
	roles := []string{keys["gm"], keys["Kagami"], keys["watcher"], s.Owner(), "", "x"}
	statuses, files := map[int]int{}, openFiles()
	for range rulestest.Few(600, 10_000) {
		where := []string{path + "/" + PathOf(session.Operations()[r.IntN(len(session.Operations()))].Name), path, path + "/links",
			path + "/links/l2", path + "/tale", path + "/position", path + "/record",
			"/fights", "/odds", "/apply", "/check", "/advise", "/openapi.json", "/healthz", "/%2e%2e/%00", "/fights/../../etc/passwd"}[r.IntN(16)]
		method := []string{"GET", "POST", "POST", "POST", "PUT", "HEAD", "OPTIONS", "BREW"}[r.IntN(8)] // DELETE ends the fight
		var body io.Reader = strings.NewReader(spoiled(r, inputs[r.IntN(len(inputs))]))
		if r.IntN(4) == 0 {
			body = drip{body}
		}
		req := httptest.NewRequest(method, "http://localhost/", body)
		req.URL.Path = where
		if r.IntN(5) == 0 {
			req.URL.Path = "/" + spoiled(r, where[1:])
		}
		req.URL.RawQuery = spoiled(r, "since=3")
		req.RemoteAddr = "127.0.0.1:9"
		req.Header.Set("Authorization", "Bearer "+roles[r.IntN(len(roles))])
		for _, name := range []string{"Idempotency-Key", "If-Match", "Content-Type", "Origin", "Last-Event-ID", "Sec-Fetch-Site"} {
			if r.IntN(8) == 0 {
				req.Header.Set(name, spoiled(r, `"12"`))
			}
		}
		if method == "GET" && strings.HasSuffix(req.URL.Path, "/events") { // whoever asks for it goes away at once
			ctx, cancel := context.WithCancel(t.Context())
			cancel()
			req = req.WithContext(ctx)
		}
		w := httptest.NewRecorder()
		h.ServeHTTP(w, req)
		if statuses[w.Code]++; w.Code >= 500 {
			t.Errorf("%s %q: %d %.300s", method, req.URL.Path, w.Code, w.Body)
		}
	}
	if statuses[200] == 0 || statuses[404] == 0 || statuses[422] == 0 {
		t.Errorf("the answers are %v", statuses)
	}
	if left := openFiles(); left > files+3 {
		t.Errorf("%d files are open, %d were", left, files)
	}
	t.Logf("%v", statuses)
}

// Whatever JSON an operation gets, it answers or refuses, and nothing panics: 100,000 inputs with LONG=1.
func TestFuzzedInputsAreAnswered(t *testing.T) {
	s := serving(t, Options{Nodes: 50}, ServerOptions{})
	path, keys := s.begin(handsOn)
	h, r := s.Handler(), rand.New(rand.NewPCG(31, 3))
	works := 0
	for n := range rulestest.Few(3_000, 100_000) {
		o := session.Operations()[r.IntN(len(session.Operations()))]
		if n%500 == 499 { // what has ended goes on elsewhere
			path, keys = s.begin(handsOn)
		}
		req := httptest.NewRequest("POST", "http://localhost"+path+"/"+PathOf(o.Name), strings.NewReader(spoiled(r, inputs[r.IntN(len(inputs))])))
		req.RemoteAddr = "127.0.0.1:9"
		req.Header.Set("Authorization", "Bearer "+keys["gm"])
		w := httptest.NewRecorder()
		h.ServeHTTP(w, req)
		if w.Code >= 500 {
			t.Fatalf("%s: %d %.300s", o.Name, w.Code, w.Body)
		}
		if w.Code == http.StatusOK {
			works++
		}
	}
	if works == 0 {
		t.Error("nothing works")
	}
}

func openFiles() int {
	if runtime.GOOS != "linux" {
		return 0
	}
	list, err := os.ReadDir("/proc/self/fd")
	if err != nil {
		return 0
	}
	return len(list)
}

// FuzzRequest sends any request as the GM.
func FuzzRequest(f *testing.F) {
	for i, in := range inputs {
		f.Add("POST", "/"+session.Operations()[i%len(session.Operations())].Name, in, `"1"`, fmt.Sprint(i))
	}
	s := serving(f, Options{Nodes: 50, Fights: 100}, ServerOptions{})
	path, keys := s.begin(handsOn)
	h := s.Handler()
	f.Fuzz(func(t *testing.T, method, at, body, match, key string) {
		req := httptest.NewRequest("POST", "http://localhost/", strings.NewReader(body))
		req.Method, req.URL.Path, req.RemoteAddr = method, path+at, "127.0.0.1:9"
		if strings.HasSuffix(at, "/events") || method == "DELETE" {
			return // does not end, or ends all
		}
		req.Header.Set("Authorization", "Bearer "+keys["gm"])
		req.Header.Set("If-Match", match)
		req.Header.Set("Idempotency-Key", key)
		w := httptest.NewRecorder()
		h.ServeHTTP(w, req)
		if w.Code >= 500 {
			t.Errorf("%d %s", w.Code, w.Body)
		}
	})
}
