package serve

import (
	"context"
	"fmt"
	"maps"
	"math/rand/v2"
	"net/http/httptest"
	"net/netip"
	"net/url"
	"slices"
	"strings"
	"testing"

	"kokyu/rules/rulestest"
)

// surface is what hostile requests to lasting keys, tickets, origins, pages and streams are made of, and what proxies say.
var surface = struct{ from, bodies, queries, ids []string }{
	from: []string{"127.0.0.1:9", "10.1.2.3:9", "192.0.2.1:9", "[::1]:9", "[2001:db8::7]:9", "", "x", "127.0.0.1"},
	bodies: []string{``, `{"name":"a","scope":"gm"}`, `{"name":"a","scope":"seat","seat":"Kagami","until":"2999-01-01T00:00:00Z"}`, `{"name":"a","scope":"watch","fight":"aaaaaaaaaaaa"}`,
		`{"name":"a","scope":"god","until":"x"}`, `{"origin":"https://table.example"}`, `{"origin":"*"}`, `{"origin":"null"}`, `{"origin":"https://a\u0000b"}`, `{"since":1,"limit":3}`, `{"limit":-1}`,
		`{"encounter":"mirror"}`, `{"encounter":"mirror","ids":{"Kagami":"../x"}}`, `{"id":"k1"}`, `[]`, `{"role":"watcher"}`},
	queries: []string{"", "limit=1", "limit=3&after=7", "limit=-1", "limit=99999999999999999999", "after=17-aaaaaaaaaaaa&limit=2", "after=%00", "since=1&after=x&limit=1", "ticket=", "ticket=AAAA",
		"ticket=x&ticket=y", "after=aaaaaaaaaaaa-3", "limit=1;drop", "%zz", strings.Repeat("after=1&", 300)},
	ids: []string{"k1", "k999", "o1", "l1", "", "..", "%2e%2e", "*", "a/b", strings.Repeat("k", 5000)},
}

// said are headers with what a client or a proxy may say in them.
var said = map[string][]string{
	"X-Forwarded-For":    {"127.0.0.1", "198.51.100.7", "unknown", "127.0.0.1, 198.51.100.7", "::1", "[::1]:80", strings.Repeat("1.1.1.1,", 900), ",", "\x7f"},
	"X-Forwarded-Host":   {"table.example", "evil.example", "localhost", "localhost:0", "[", "a b"},
	"X-Forwarded-Proto":  {"https", "javascript", "HTTP", "https,http"},
	"X-Forwarded-Prefix": {"/games", "/..", "//evil.example", "/kokyu/", "/a\"b", "javascript:"},
	"Forwarded":          {`for="[::1]";proto=https;host=table.example`, `for=127.0.0.1`, `for=`, `;;=;"`, `host=evil.example`},
	"Origin":             {"https://table.example", "https://evil.example", "null", "*", "https://flag.example"},
	"Sec-Fetch-Site":     {"cross-site", "same-origin", "none", "x"},
	"Last-Event-ID":      {"aaaaaaaaaaaa-1", "-1", "7", "x", "-", strings.Repeat("9", 4000)},
	"Idempotency-Key":    {"a", strings.Repeat("k", 201), "\x01"},
	"Host":               {"localhost", "table.example", "evil.example", "127.0.0.1:80", "[::1]", "", "192.0.2.1"},
	"If-Match":           {`"1"`, "x"},
	"Upgrade":            {"h2c", "websocket"},
}

// Of 10,000 hostile requests below a base, from everywhere, through proxies and with every key, none is a fault of the server, none shows
// a secret that was there before, leads to another site, or has anything from elsewhere without a key.
func TestHostileRequestsShowNothing(t *testing.T) {
	rulestest.NeedsMore(t)
	const seed = 53
	t.Logf("seed %d", seed)
	s := serving(t, Options{Nodes: 50, Fights: 20}, ServerOptions{Base: "/kokyu", Lan: true, Hosts: []string{"table.example"}, Origins: []string{"https://flag.example"},
		Proxies: []netip.Prefix{netip.MustParsePrefix("127.0.0.1/32"), netip.MustParsePrefix("10.0.0.0/8")}, StreamsLink: 4})
	path, links := s.begin(handsOn)
	path = strings.TrimPrefix(path, "/kokyu")
	mark, err := s.Fights().OwnerSecret()
	if err != nil {
		t.Fatal(err)
	}
	keys := []string{"", "x", "Bearer", s.Owner(), links["gm"], links["Kagami"], links["watcher"]}
	for _, in := range []string{`"scope":"gm"`, `"scope":"propose"`, `"scope":"watch"`, `"scope":"seat","seat":"Kagami"`} {
		k, err := s.Fights().lasting.make(must(decodeBody[keyTerms]([]byte(`{"name":"kept",` + in + `}`))))
		if err != nil {
			t.Fatal(err)
		}
		keys = append(keys, k.Key)
	}
	var tickets, secrets []string
	for _, key := range keys[3:] {
		var made Ticket
		s.ask("POST", "/tickets", key, "").into(t, &made)
		tickets = append(tickets, made.Ticket)
		_, secret, _ := strings.Cut(key, ".")
		secrets = append(secrets, secret, made.Ticket)
	}
	secrets = append(secrets, strings.TrimPrefix(mark, "owner."), s.Fights().dir, `"hash"`)
	h, r := s.Handler(), rand.New(rand.NewPCG(seed, 1))
	one := func(list []string) string { return list[r.IntN(len(list))] }
	statuses, streams, files := map[int]int{}, 0, openFiles()
	for n := range 10_000 {
		id, body, key, query := one(surface.ids), one(surface.bodies), one(keys), one(surface.queries)
		where := one([]string{"", "/v1", "/kokyu", "/kokyu/v1", "", "/v1", "/kokyu", "/kokyu/v1", "/kokyu/kokyu", "/v2", "//"}) + one([]string{"/keys", "/keys/" + id, "/origins", "/origins/" + id, "/tickets", "/events",
			"/fights", path + "/events", path + "/tale", path + "/links", path + "/links/" + id, path, path + "/record", path + "/state", "/odds", "/openapi.json", "/metrics", "/healthz", "/own/" + id, "/"})
		method := one([]string{"GET", "GET", "GET", "POST", "POST", "DELETE", "PUT", "OPTIONS", "HEAD", "TRACE"})
		if method == "DELETE" && (strings.HasSuffix(where, path) || key == s.Owner() && r.IntN(4) > 0) {
			method = "GET" // the fight stays, and most keys
		}
		if r.IntN(6) == 0 {
			body, query = spoiled(r, body), spoiled(r, query)
		}
		if r.IntN(8) == 0 {
			query = "ticket=" + url.QueryEscape(one(append(tickets, key, spoiled(r, tickets[0]))))
		}
		ctx, cancel := context.WithCancel(t.Context())
		req := httptest.NewRequestWithContext(ctx, method, "http://localhost/", strings.NewReader(body))
		req.URL.Path, req.URL.RawQuery, req.RemoteAddr = where, query, one(surface.from)
		if r.IntN(9) == 0 {
			req.URL.Path = "/" + spoiled(r, where)
		}
		for _, name := range slices.Sorted(maps.Keys(said)) {
			values := said[name]
			if r.IntN(9) > 0 {
				continue
			}
			if req.Header.Set(name, one(values)); name == "Host" {
				req.Host = one(values)
			}
		}
		if key != "" {
			req.Header.Set("Authorization", one([]string{"Bearer ", "Bearer ", "Bearer ", "bearer ", ""})+key)
		}
		w := leaver{httptest.NewRecorder(), cancel}
		h.ServeHTTP(w, req)
		cancel()
		asked := fmt.Sprintf("request %d of seed %d: %s %q?%.60q from %q as %.6q, %v", n, seed, method, req.URL.Path, query, req.RemoteAddr, key, req.Header)
		if statuses[w.Code]++; w.Code >= 500 {
			t.Errorf("%s: %d %s", asked, w.Code, w.Body)
		}
		answer := w.Body.String() + fmt.Sprint(w.Header())
		for _, secret := range secrets {
			own := strings.Contains(query, secret) || strings.HasSuffix(where, "/tickets") && slices.Contains(tickets, secret) // who has it is told it again
			if secret != "" && !own && strings.Contains(answer, secret) {
				t.Errorf("%s: the secret %.12s is in %.500s", asked, secret, answer)
			}
		}
		if to := w.Header().Get("Location"); to != "" && (!strings.HasPrefix(to, "/") || strings.HasPrefix(to, "//")) {
			t.Errorf("%s: leads to %q", asked, to)
		}
		if at := w.Header().Get("Access-Control-Allow-Origin"); at == "*" || at != "" && at != req.Header.Get("Origin") || w.Header().Get("Access-Control-Allow-Credentials") != "" {
			t.Errorf("%s: %v", asked, w.Header())
		}
		if strings.HasPrefix(w.Body.String(), "retry: ") {
			streams++
		}
		if stranger := strings.HasPrefix(req.RemoteAddr, "192.0.2.1") && (key == "" || key == "x" || key == "Bearer"); stranger && !strings.Contains(query, "ticket=") && method != "OPTIONS" &&
			w.Code < 300 {
			t.Errorf("%s: a stranger gets %d %s", asked, w.Code, w.Body)
		}
	}
	for _, status := range []int{200, 201, 204, 400, 401, 403, 404, 405, 422} {
		if statuses[status] == 0 {
			t.Errorf("no answer is %d", status)
		}
	}
	if left := openFiles(); left > files+3 {
		t.Errorf("%d files are open, %d were", left, files)
	}
	if streams < 30 {
		t.Errorf("%d streams", streams)
	}
	t.Logf("the answers are %v, %d of them streams", statuses, streams)
}

// leaver is an answer whose client goes away when a stream begins.
type leaver struct {
	*httptest.ResponseRecorder
	leave func()
}

func (l leaver) Flush() { l.leave() }

func must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}
