package serve

import (
	"context"
	"encoding/json"
	"net"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"strings"
	"testing"
)

// Of what a request says of its client the word of a trusted proxy counts, and nobody else's.
func TestWhoseWordCounts(t *testing.T) {
	s := NewServer(opened(t, t.TempDir(), Options{}), ServerOptions{Base: "/kokyu", Hosts: []string{"table.example"},
		Proxies: []netip.Prefix{netip.MustParsePrefix("127.0.0.1/32"), netip.MustParsePrefix("10.0.0.0/8")}})
	var address, remote string
	var local bool
	var cookie *http.Cookie
	h := s.behindProxy(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		address, remote, local = AddressOf(r)+r.URL.Path, hostName(r.RemoteAddr), IsLocal(r)
		cookie = CookieFor(r, http.Cookie{Name: "c"})
	}))
	for _, c := range []struct {
		name, from string
		head       []string
		address    string
		remote     string
		local      bool
	}{
		{"nobody between", "127.0.0.1:9", nil, "http://localhost/kokyu/x", "127.0.0.1", true},
		{"an unknown proxy", "192.0.2.1:9", []string{"X-Forwarded-For", "127.0.0.1", "X-Forwarded-Proto", "https", "X-Forwarded-Prefix", "/evil"},
			"http://localhost/kokyu/x", "192.0.2.1", false},
		{"a client", "127.0.0.1:9", []string{"X-Forwarded-For", "198.51.100.7", "X-Forwarded-Proto", "https", "X-Forwarded-Host", "table.example"},
			"https://table.example/kokyu/x", "198.51.100.7", false},
		{"a client that lies", "127.0.0.1:9", []string{"X-Forwarded-For", "127.0.0.1, 198.51.100.7, 10.1.2.3"}, "http://localhost/kokyu/x", "198.51.100.7", false},
		{"somebody on this machine", "127.0.0.1:9", []string{"X-Forwarded-For", "127.0.0.1"}, "http://localhost/kokyu/x", "127.0.0.1", true},
		{"no address", "127.0.0.1:9", []string{"X-Forwarded-Proto", "https"}, "https://localhost/kokyu/x", "127.0.0.1", false},
		{"no address that is one", "127.0.0.1:9", []string{"X-Forwarded-For", "unknown"}, "http://localhost/kokyu/x", "127.0.0.1", false},
		{"RFC 7239", "127.0.0.1:9", []string{"Forwarded", `for="[2001:db8::7]:4711";proto=https;host=table.example`},
			"https://table.example/kokyu/x", "2001:db8::7", false},
		{"a prefix", "127.0.0.1:9", []string{"X-Forwarded-For", "198.51.100.7", "X-Forwarded-Prefix", "/games/"}, "http://localhost/games/x", "198.51.100.7", false},
		{"a prefix that is none", "127.0.0.1:9", []string{"X-Forwarded-For", "198.51.100.7", "X-Forwarded-Prefix", "//evil.example"},
			"http://localhost/kokyu/x", "198.51.100.7", false},
	} {
		r := httptest.NewRequest("GET", "http://localhost/x", nil)
		r.RemoteAddr = c.from
		for i := 0; i < len(c.head); i += 2 {
			r.Header.Set(c.head[i], c.head[i+1])
		}
		if h.ServeHTTP(httptest.NewRecorder(), r); address != c.address || remote != c.remote || local != c.local {
			t.Errorf("%s: %s of %s, local: %v; want %s of %s, %v", c.name, address, remote, local, c.address, c.remote, c.local)
		}
		if base, _ := strings.CutSuffix(address, "x"); cookie.Secure != strings.HasPrefix(base, "https:") || cookie.Path == "/" ||
			!strings.HasSuffix(base, cookie.Path) {
			t.Errorf("%s: the cookie is for %q, secure: %v", c.name, cookie.Path, cookie.Secure)
		}
	}
}

// Below a base every path is where it was, and what the server tells of paths has the base.
func TestTheServerIsBelowABase(t *testing.T) {
	s := serving(t, Options{}, ServerOptions{Base: "/kokyu"})
	get := func(method, path, body string) *http.Response {
		t.Helper()
		r, err := http.NewRequestWithContext(t.Context(), method, s.url+path, strings.NewReader(body))
		if err != nil {
			t.Fatal(err)
		}
		back, err := http.DefaultTransport.RoundTrip(r)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { back.Body.Close() })
		return back
	}
	back := get("POST", "/kokyu/fights", `{"encounter":"mirror"}`)
	var b BeginResponse
	if err := json.NewDecoder(back.Body).Decode(&b); err != nil || !strings.HasPrefix(b.Path, "/kokyu/fights/") || back.Header.Get("Location") != b.Path {
		t.Fatalf("%v: %q, %q", err, b.Path, back.Header.Get("Location"))
	}
	if back := get("GET", "/kokyu", ""); back.StatusCode != http.StatusPermanentRedirect || back.Header.Get("Location") != "/kokyu/" {
		t.Errorf("the base without its slash: %d to %q", back.StatusCode, back.Header.Get("Location"))
	}
	var described struct{ Servers []struct{ URL string } }
	if err := json.NewDecoder(get("GET", "/kokyu/openapi.json", "").Body).Decode(&described); err != nil || described.Servers[0].URL != "/kokyu/v1" {
		t.Errorf("%v: %+v", err, described)
	}
	if back := get("POST", "/kokyu/v1/fights", `{"encounter":"mirror"}`); !strings.HasPrefix(back.Header.Get("Location"), "/kokyu/v1/fights/") ||
		back.Header.Get("Kokyu-Version") != "1" {
		t.Errorf("a fight of version 1 is at %q", back.Header.Get("Location"))
	}
	if back := get("GET", "/kokyuan/fights", ""); back.StatusCode != http.StatusNotFound {
		t.Errorf("beside the base: %d", back.StatusCode)
	}
	for base, ok := range map[string]bool{"": true, "/kokyu": true, "/a/b-c": true, "/": false, "kokyu": false, "/kokyu/": false, "//evil": false, "/a b": false,
		"/..": false, "/a\"": false} {
		if err := CheckBase(base); (err == nil) != ok {
			t.Errorf("%q: %v", base, err)
		}
	}
}

// A proxy may speak HTTP/2 without TLS, and what it asks has the same headers, metrics too.
func TestAProxyMaySpeakHTTP2(t *testing.T) {
	s := NewServer(opened(t, t.TempDir(), Options{}), ServerOptions{})
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() { ended <- s.Serve(ctx, l) }()
	defer func() { stop(); <-ended }()
	transport := &http.Transport{Protocols: new(http.Protocols)}
	defer transport.CloseIdleConnections()
	transport.Protocols.SetUnencryptedHTTP2(true)
	for _, path := range []string{"/metrics", "/readyz", "/healthz", "/openapi.json"} {
		r, err := http.NewRequestWithContext(t.Context(), "GET", "http://"+l.Addr().String()+path, nil)
		if err != nil {
			t.Fatal(err)
		}
		back, err := transport.RoundTrip(r)
		if err != nil {
			t.Fatal(err)
		}
		back.Body.Close()
		if h := back.Header; back.ProtoMajor != 2 || back.StatusCode != 200 || h.Get("X-Content-Type-Options") != "nosniff" || h.Get("Cache-Control") == "" {
			t.Errorf("%s: %s %s %v", path, back.Proto, back.Status, h)
		}
	}
}
