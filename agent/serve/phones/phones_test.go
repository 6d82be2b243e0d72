package phones

import (
	"bufio"
	"context"
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"kokyu/agent/serve"
	"kokyu/agent/serve/web"
)

// described is how Chromium describes itself, with what a code leaves out.
const described = "v=0\r\no=- 4611731400430051336 2 IN IP4 127.0.0.1\r\ns=-\r\nt=0 0\r\na=group:BUNDLE 0\r\na=msid-semantic: WMS\r\n" +
	"m=application 9 UDP/DTLS/SCTP webrtc-datachannel\r\nc=IN IP4 0.0.0.0\r\n" +
	"a=candidate:1 1 udp 2113937151 0b1c2d3e-4f50-4162-8394-a5b6c7d8e9f0.local 51234 typ host generation 0 network-cost 999\r\n" +
	"a=candidate:2 1 udp 2113937151 fd00::1234 51235 typ host\r\na=candidate:3 1 tcp 1518280447 192.168.1.7 9 typ host tcptype active\r\n" +
	"a=candidate:4 1 udp 1677729535 203.0.113.9 40000 typ srflx raddr 0.0.0.0 rport 0\r\n" +
	"a=ice-ufrag:Ab+/\r\na=ice-pwd:abcdefghijklmnopqrstuv+/\r\na=ice-options:trickle\r\n" +
	"a=fingerprint:sha-256 00:11:22:33:44:55:66:77:88:99:AA:BB:CC:DD:EE:FF:00:11:22:33:44:55:66:77:88:99:AA:BB:CC:DD:EE:FF\r\n" +
	"a=setup:actpass\r\na=mid:0\r\na=sctp-port:5000\r\na=max-message-size:262144\r\n"

// A code says all that the other browser needs, and is short enough for a QR code that a camera reads.
func TestACodeIsADescription(t *testing.T) {
	c := code{name: "abcdefgh", stun: "stun:stun.example.org:3478"}
	if err := c.readSDP(described); err != nil {
		t.Fatal(err)
	}
	text := c.text()
	if len(text) > 250 {
		t.Errorf("it has %d letters: %s", len(text), text)
	}
	for _, said := range []string{text, "https://table.example/kokyu/#phone/" + text, " " + text[:30] + "\r\n" + text[30:] + "\n"} {
		got, err := readCode(said)
		if err != nil || got.text() != text || got.sdp() != c.sdp() {
			t.Errorf("%q is %+v, %v", said, got, err)
		}
	}
	again := code{name: c.name, stun: c.stun}
	if err := again.readSDP(c.sdp()); err != nil || again.text() != text {
		t.Errorf("its own description is %+v, %v", again, err)
	}
	for _, line := range []string{"a=setup:actpass", "a=candidate:1 1 udp 2130706431 0b1c2d3e-4f50-4162-8394-a5b6c7d8e9f0.local 51234 typ host",
		"a=candidate:2 1 udp 2130706430 fd00::1234 51235 typ host", "a=candidate:3 1 udp 1694498813 203.0.113.9 40000 typ srflx raddr 0.0.0.0 rport 0"} {
		if !slices.Contains(strings.Split(c.sdp(), "\r\n"), line) {
			t.Errorf("%s is not in\n%s", line, c.sdp())
		}
	}
	if c.isAnswer = true; !strings.Contains(c.sdp(), "a=setup:active\r\n") {
		t.Errorf("an answer is\n%s", c.sdp())
	}
}

// What is no code is told in a sentence: nothing at all, other words, a part of one, a letter that was changed, and one whose words would be
// more than those of a browser.
func TestWhatIsNoCodeIsTold(t *testing.T) {
	c := code{name: "abcdefgh"}
	if err := c.readSDP(described); err != nil {
		t.Fatal(err)
	}
	text := c.text()
	for said, want := range map[string]string{
		"":                          "there is no code",
		"hello":                     "this is no code",
		"k###":                      "this is no code",
		text[:len(text)-9]:          "a part of the code is not there",
		text[:20] + "x" + text[21:]: "a part of the code is not there",
		strings.Repeat("k", 700):    "the code has 700 letters",
	} {
		if _, err := readCode(said); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %s", said, err, want)
		}
	}
	for _, change := range []func(*code){
		func(c *code) { c.ufrag = "ab\r\na=x" },
		func(c *code) { c.pwd = strings.Repeat("a", 22) + "\n" },
		func(c *code) { c.stun = "turn:evil" },
		func(c *code) { c.name = "../../.." },
		func(c *code) { c.candidates = nil },
		func(c *code) { c.candidates = slices.Repeat(c.candidates, 3) },
	} {
		bad := c
		change(&bad)
		if _, err := readCode(bad.text()); err == nil {
			t.Errorf("%+v is taken", bad)
		}
	}
	for _, sdp := range []string{"", strings.ReplaceAll(described, "sha-256", "sha-1"), strings.ReplaceAll(described, " udp ", " tcp ")} {
		if err := new(code).readSDP(sdp); err == nil {
			t.Errorf("%q is taken", sdp)
		}
	}
}

func FuzzReadCode(f *testing.F) {
	c := code{name: "abcdefgh"}
	_ = c.readSDP(described)
	f.Add(c.text())
	f.Fuzz(func(t *testing.T, said string) {
		c, err := readCode(said)
		if err != nil {
			return
		}
		for line := range strings.SplitSeq(c.sdp(), "\r\n") {
			if strings.ContainsAny(line, "\r\n") || line != "" && !regexp.MustCompile(`^[a-z]=[ -~]*$`).MatchString(line) {
				t.Errorf("%q becomes the line %q", said, line)
			}
		}
	})
}

// tab is a program in a tab, whose pages are asked as its own browser asks.
type tab struct {
	*Phones
	server *serve.Server
	own    *web.Pages
	fights *serve.Fights
	all    http.Handler
}

const base = "/kokyu/table"

func opens(t *testing.T, version string) *tab {
	t.Helper()
	fights, err := serve.Open(t.TempDir(), serve.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = fights.Close() })
	server := serve.NewServer(fights, serve.ServerOptions{Base: base, Hosts: []string{"table.example"}})
	own := web.Mount(server, web.Options{Alone: true})
	p := New(server, own, Options{Site: "https://table.example/kokyu/", Base: base, Host: "table.example", Version: version,
		File: filepath.Join(t.TempDir(), "phones.json")})
	return &tab{Phones: p, own: own, server: server, fights: fights, all: p.Handler(server.Handler())}
}

func (tb *tab) ask(method, path string, form url.Values, headers ...string) *httptest.ResponseRecorder {
	r := httptest.NewRequest(method, "https://table.example"+base+path, strings.NewReader(form.Encode()))
	r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	for i := 0; i < len(headers); i += 2 {
		r.Header.Set(headers[i], headers[i+1])
	}
	w := httptest.NewRecorder()
	tb.all.ServeHTTP(w, r)
	return w
}

// wire holds the two pages of a connection: what one end tells its page to send the other end's page hears.
type wire struct {
	mu      sync.Mutex
	crossed [2][]byte // from each end
	hear    [2]func(PageEvent)
	to      [2]chan PageEvent
	cut     bool
}

// page holds the line of a name at an end, as a browser's page does: it describes itself when it is told to.
func (w *wire) page(tb *tab, name string, end int) {
	w.to[end] = make(chan PageEvent, 1000)
	w.hear[end] = tb.Page(name, func(s PageCommand) {
		w.mu.Lock()
		defer w.mu.Unlock()
		switch {
		case s.Type == "make" || s.Type == "offer":
			w.to[end] <- PageEvent{SDP: described}
		case s.Type == "answer":
			w.to[end] <- PageEvent{Opened: true}
			w.to[1-end] <- PageEvent{Opened: true}
		case s.Bytes != nil && !w.cut:
			w.crossed[end] = append(w.crossed[end], s.Bytes...)
			w.to[1-end] <- PageEvent{Bytes: slices.Clone(s.Bytes)}
		}
	})
	go func() {
		for h := range w.to[end] {
			w.hear[end](h)
		}
	}()
}

func (w *wire) ends() {
	for _, c := range w.to {
		close(c)
	}
}

var codes = regexp.MustCompile(`#phone/(k[\w-]+)`)

// connect connects a phone with a seat of a fight, as the two that sit there do it by their pages. It returns the address of the phone's page.
func connect(t *testing.T, gm, phone *tab, w *wire, fight, seat string) (link string) {
	t.Helper()
	at := gm.ask("POST", "/phone/new", url.Values{"fight": {fight}, "seat": {seat}}).Header().Get("Location")
	code := func(tb *tab, at string, end int) string {
		t.Helper()
		w.page(tb, at[strings.LastIndex(at, "/")+1:], end)
		synctest.Wait()
		page := tb.ask("GET", strings.TrimPrefix(at, base), nil).Body.String()
		found := codes.FindStringSubmatch(page)
		if found == nil {
			t.Fatalf("%s shows no code:\n%s", at, page)
		}
		return found[1]
	}
	offer := code(gm, at, 0)
	if page := phone.ask("GET", "/phone/"+offer, nil).Body.String(); !strings.Contains(page, "Join a fight") {
		t.Fatal(page)
	}
	there := phone.ask("POST", "/phone/", url.Values{"code": {offer}}).Header().Get("Location")
	answer := code(phone, there, 1)
	if got := gm.ask("POST", "/phone/", url.Values{"code": {answer}}); got.Code != http.StatusSeeOther {
		t.Fatal(got.Body)
	}
	synctest.Wait()
	link = phone.ask("GET", strings.TrimPrefix(there, base), nil).Header().Get("Location")
	if !strings.HasPrefix(link, base+"/at/"+fight) {
		t.Fatalf("the phone goes to %q", link)
	}
	return strings.TrimPrefix(link, base)
}

const gate = "version: 1\nsystem: breath\ntitle: The Gate\nabout: Two meet at the gate.\ngm: The ronin is the lord's son.\nsides:\n" +
	"- {name: one, fighters: [{who: ronin, name: Aki}]}\n- {name: other, fighters: [{who: bandit, name: Ume}]}\n"

func beginsGate(t *testing.T, tb *tab) string {
	t.Helper()
	text := gate
	b, err := tb.fights.Begin(t.Context(), serve.Begin{Text: &text, Seed: 1, Seats: map[string]string{"one": "human"}})
	if err != nil {
		t.Fatal(err)
	}
	return b.ID
}

// The phone has the pages of its seat and plays; whatever else it asks for does not reach the GM's program, and nothing that crosses has the
// GM's note.
func TestAPhoneHasItsSeatAndNothingElse(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		gm, phone, w := opens(t, "v1"), opens(t, "v1"), &wire{}
		defer w.ends()
		fight := beginsGate(t, gm)
		other := beginsGate(t, gm)
		link := connect(t, gm, phone, w, fight, "Aki")
		if page := phone.ask("GET", link, nil); page.Code != http.StatusOK || !strings.Contains(page.Body.String(), "The Gate") ||
			page.Header().Get("Content-Security-Policy") != phone.policy {
			t.Errorf("%d %v %s", page.Code, page.Header(), page.Body)
		}
		done := phone.ask("POST", link+"do/do", url.Values{"words": {"horizontal cut > Ume"}}, "HX-Request", "true")
		if done.Code >= 300 || done.Header().Get("HX-Trigger") != "changed" {
			t.Errorf("%d %s", done.Code, done.Body)
		}
		if page := phone.ask("GET", link+"now", nil).Body.String(); !strings.Contains(page, "horizontal cut") {
			t.Error(page)
		}
		for _, ask := range [][2]string{{"POST", "do/undo"}, {"POST", "do/edit"}, {"POST", "hand"}, {"GET", "links"}, {"GET", "fight.jsonl"}} {
			if got := phone.ask(ask[0], link+ask[1], url.Values{}, "HX-Request", "true"); got.Code < 400 {
				t.Errorf("%s answers %d %s", ask[1], got.Code, got.Body)
			}
		}
		reached := 0
		below := linkPagesOnly(base+link, "table.example", http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
			if reached++; !strings.HasPrefix(r.URL.Path, base+link) {
				t.Errorf("%s reaches the program", r.URL)
			}
		}))
		paths := []string{"../", "..", "../" + other + ".own/", "%2e%2e/", "%2e%2e%2f", "x/../..", "x/%2e%2e/%2e%2e/", "//", "/", "./", base + "/",
			"https://table.example" + base + "/",
			"@table.example/", "\\..\\", "do/../../" + fight + ".own/", "?../", "#/../", "%00", "now;/../x"}
		for _, path := range paths {
			for _, method := range []string{"GET", "POST", "DELETE", "CONNECT", "HEAD"} {
				r, err := http.NewRequest(method, "http://phone/"+path, nil)
				if err != nil {
					continue
				}
				below.ServeHTTP(httptest.NewRecorder(), r)
			}
		}
		if reached == 0 {
			t.Error("nothing reaches it")
		}
		for _, path := range paths {
			line := phone.lines[0].channel()
			line.sendMessage(msgRequest, 1<<30, requestHead{"GET", path, http.Header{"Authorization": {"Bearer x"}, "Cookie": {"kokyu=x"}}}, nil)
			synctest.Wait()
		}
		crossed := string(w.crossed[0])
		for _, secret := range []string{"lord", other, ".own", "All encounters", "Take fights along"} {
			if !strings.Contains(crossed, "Aki") || strings.Contains(crossed, secret) {
				t.Errorf("%q crosses:\n%s", secret, crossed)
			}
		}
		phone.lines[0].end(errClosed)
		gm.lines[0].end(errClosed)
	})
}

// The phone hears what happens as it happens. When the GM's tab is not heard any more its page is told to look, and says that the connection
// is gone; a new code connects the same link anew, also from a program that was loaded anew meanwhile.
func TestAPhoneHearsAndIsConnectedAnew(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		gm, phone, w := opens(t, "v1"), opens(t, "v1"), &wire{}
		fight := beginsGate(t, gm)
		link := connect(t, gm, phone, w, fight, "Aki")
		read, write := io.Pipe()
		ctx, cancel := context.WithCancel(t.Context())
		defer cancel()
		go func() {
			r := httptest.NewRequestWithContext(ctx, "GET", "https://table.example"+base+link+"changes", nil)
			phone.all.ServeHTTP(&streamed{header: http.Header{}, Writer: write}, r)
			_ = write.Close()
		}()
		lines := bufio.NewScanner(read)
		until := func(want string) {
			t.Helper()
			for lines.Scan() {
				if lines.Text() == want {
					return
				}
			}
			t.Errorf("the stream ends before %q", want)
		}
		until("data: 0")
		if _, err := gm.fights.Call(t.Context(), serve.FullAccess(fight), "do", json.RawMessage(`{"words":"horizontal cut > Ume"}`), serve.Terms{}); err != nil {
			t.Fatal(err)
		}
		until("data: 2")      // the cut and its dice
		time.Sleep(10 * beat) // both live
		w.mu.Lock()
		w.cut = true // no message arrives any more
		w.mu.Unlock()
		until("data: end")
		page := phone.ask("GET", link, nil)
		if page.Code != http.StatusServiceUnavailable || !strings.Contains(page.Body.String(), "The connection to the GM is gone") {
			t.Errorf("%d %s", page.Code, page.Body)
		}
		if part := phone.ask("GET", link+"now", nil, "HX-Request", "true"); part.Header().Get("HX-Redirect") != base+link {
			t.Errorf("a page that stands gets %v", part.Header())
		}
		time.Sleep(10 * beat)
		if gm.lines[0].currentState() != stateEnded || phone.lines[0].currentState() != stateEnded {
			t.Error("an end has not noticed")
		}
		w.ends()

		phone = &tab{Phones: New(phone.server, phone.own, phone.options), server: phone.server, own: phone.own, fights: phone.fights}
		phone.all = phone.Handler(http.NotFoundHandler())
		if page := phone.ask("GET", link, nil).Body.String(); !strings.Contains(page, "The connection to the GM is gone</h1><p>What Aki did last") {
			t.Error(page)
		}
		w = &wire{}
		defer w.ends()
		if again := connect(t, gm, phone, w, fight, "Aki"); again != link {
			t.Errorf("the link was %s, now it is %s", link, again)
		}
		if page := phone.ask("GET", link, nil); page.Code != http.StatusOK {
			t.Errorf("%d %s", page.Code, page.Body)
		}

		// A second tab that shows the line does not take its connection away.
		if gm.Page(gm.lines[len(gm.lines)-1].name, func(PageCommand) { t.Error("it is told something") }) != nil || phone.ask("GET", link, nil).Code != http.StatusOK {
			t.Error("a second page takes the line")
		}

		// The GM lets the phone go: the link is nobody's then.
		at := gm.ask("POST", "/phone/new", url.Values{"fight": {fight}, "seat": {"Aki"}}).Header().Get("Location")
		gm.ask("POST", strings.TrimPrefix(at, base)+"/end", nil)
		synctest.Wait()
		if _, err := gm.fights.Access(strings.Split(link, "/")[2]); err == nil {
			t.Error("the link still opens the fight")
		}
		if page := gm.ask("GET", strings.TrimPrefix(at, base), nil).Body.String(); !strings.Contains(page, "Make a new code") {
			t.Error(page)
		}
		phone.lines[0].end(errClosed)
	})
}

// streamed is a response that is read while it is written.
type streamed struct {
	header http.Header
	io.Writer
}

func (s *streamed) Header() http.Header { return s.header }
func (s *streamed) WriteHeader(int)     {}
func (s *streamed) Flush()              {}

// What cannot be connected says why.
func TestWhyThereIsNoConnection(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		gm, phone := opens(t, "v1"), opens(t, "v2")
		fight := beginsGate(t, gm)
		says := func(got *httptest.ResponseRecorder, want string) {
			t.Helper()
			if !strings.Contains(got.Body.String(), want) {
				t.Errorf("want %q in\n%s", want, got.Body)
			}
		}
		says(gm.ask("POST", "/phone/", url.Values{"code": {"x"}}), "this is no code")
		says(gm.ask("POST", "/phone/new", url.Values{"fight": {fight}, "seat": {"Nobody"}}), "Nobody")
		says(gm.ask("POST", "/phone/new", url.Values{"fight": {"x"}, "seat": {"Aki"}}), "there is no such fight")
		says(gm.ask("POST", "/phone/new", url.Values{"fight": {fight}, "seat": {"Aki"}, "stun": {"a b"}}), "the STUN server is")
		says(gm.ask("GET", "/phone/at/abcdefgh", nil), "has not made the code")
		c := code{name: "abcdefgh", isAnswer: true}
		if err := c.readSDP(described); err != nil {
			t.Fatal(err)
		}
		says(gm.ask("POST", "/phone/", url.Values{"code": {c.text()}}), "has not made the code")

		gm.ask("POST", "/at/"+fight+".own-QWtp/hand", nil) // to Aki
		says(gm.ask("POST", "/phone/new", url.Values{"fight": {fight}, "seat": {"Ume"}}), "handed over to a player")
		gm.ask("POST", "/at/"+fight+".own/take", nil)

		at := strings.TrimPrefix(gm.ask("POST", "/phone/new", url.Values{"fight": {fight}, "seat": {"Aki"}}).Header().Get("Location"), base)
		if held := gm.ask("GET", at+"/held?was=", nil); held.Header().Get("HX-Redirect") != base+at {
			t.Errorf("no page comes, and %v", held.Header())
		}
		says(gm.ask("GET", at, nil), "it has no WebRTC")

		w := &wire{cut: true}
		at = strings.TrimPrefix(gm.ask("POST", "/phone/new", url.Values{"fight": {fight}, "seat": {"Aki"}}).Header().Get("Location"), base)
		w.page(gm, at[strings.LastIndex(at, "/")+1:], 0)
		w.to[1] = make(chan PageEvent, 10)
		synctest.Wait()
		c.name = gm.lines[1].name
		gm.lines[1].update(func() { gm.lines[1].state = stateConnecting }) // the phone is elsewhere
		gm.ask("GET", at+"/held?was=connecting", nil)
		says(gm.ask("GET", at, nil), "did not reach each other")
		w.ends()

		w = &wire{}
		defer w.ends()
		there := strings.TrimPrefix(gm.ask("POST", "/phone/new", url.Values{"fight": {fight}, "seat": {"Aki"}}).Header().Get("Location"), base)
		w.page(gm, there[strings.LastIndex(there, "/")+1:], 0)
		synctest.Wait()
		offer := codes.FindStringSubmatch(gm.ask("GET", there, nil).Body.String())[1]
		mine := strings.TrimPrefix(phone.ask("POST", "/phone/", url.Values{"code": {offer}}).Header().Get("Location"), base)
		w.page(phone, mine[strings.LastIndex(mine, "/")+1:], 1)
		synctest.Wait()
		answer := codes.FindStringSubmatch(phone.ask("GET", mine, nil).Body.String())[1]
		gm.ask("POST", "/phone/", url.Values{"code": {answer}})
		synctest.Wait()
		says(phone.ask("GET", mine, nil), "another version of this site")
		says(gm.ask("POST", "/phone/", url.Values{"code": {answer}}), "has ended")
		gm.lines[2].end(errClosed)
	})
}

// What comes from another program is a page and nothing that runs: no script, no address elsewhere, no cookie, no policy of its own.
func TestWhatComesIsAPage(t *testing.T) {
	for _, c := range []struct {
		header http.Header
		takes  bool
	}{
		{http.Header{"Content-Type": {"text/html; charset=utf-8"}, "Set-Cookie": {"a=b"}, "Content-Security-Policy": {"none"},
			"Service-Worker-Allowed": {"/"}}, true},
		{http.Header{"Location": {"/kokyu/table/at/x/now"}}, true},
		{http.Header{"Location": {"/kokyu/table/at/other/"}}, false},
		{http.Header{"Location": {"https://elsewhere.example/"}}, false},
		{http.Header{"Content-Type": {"text/javascript"}}, false},
		{http.Header{"Content-Type": {"text/css"}}, false},
	} {
		w := httptest.NewRecorder()
		if got := copyHeaders(w, answerHead{200, c.header}, "/kokyu/table/at/x/"); got != c.takes || len(w.Header()) > 1 || !c.takes && len(w.Header()) > 0 {
			t.Errorf("%v: %v, with %v", c.header, got, w.Header())
		}
	}
}

// There are not many phones at the same time, nor many codes, nor large messages.
func TestThereAreLimits(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		gm := opens(t, "v1")
		fight := beginsGate(t, gm)
		for range 3 * linesMax {
			if got := gm.ask("POST", "/phone/new", url.Values{"fight": {fight}, "seat": {"Aki"}, "anew": {"on"}}); got.Code != http.StatusSeeOther {
				t.Fatal(got.Body)
			}
		}
		if len(gm.lines) != linesMax {
			t.Errorf("%d lines are kept", len(gm.lines))
		}
		if links, err := gm.fights.Links(serve.FullAccess(fight)); err != nil || len(links) > 8 {
			t.Errorf("%d links stand, %v", len(links), err)
		}
		for _, l := range gm.lines[:phonesMax] {
			l.update(func() { l.state = stateOpen })
		}
		got := gm.ask("POST", "/phone/new", url.Values{"fight": {fight}, "seat": {"Ume"}})
		if got.Code != http.StatusTooManyRequests || !strings.Contains(got.Body.String(), "12 phones are connected") {
			t.Errorf("%d %s", got.Code, got.Body)
		}
		for what, message := range map[string][]byte{"large": make([]byte, messageMax+1), "short": []byte("a"), "of no kind": []byte("?0000"),
			"the other end's": []byte("b0000"), "no request": []byte("a0000{")} {
			failed := make(chan error, 2)
			c := newChannel(func([]byte) {}, func(err error) { failed <- err })
			c.receive(message, http.NotFoundHandler(), nil)
			synctest.Wait()
			if len(failed) != 1 {
				t.Errorf("%s: %d failures", what, len(failed))
			}
		}
		held := make(chan struct{})
		answers := 0
		c := newChannel(func(b []byte) {
			if strings.Contains(string(b), "asks for too much") {
				answers++
			}
		}, func(err error) { t.Error(err) })
		holds := http.HandlerFunc(func(http.ResponseWriter, *http.Request) { <-held })
		for i := range requestsMax + 3 {
			c.receive(append([]byte{msgRequest, 0, 0, 0, byte(i)}, `{"method":"GET","path":"now"}`...), holds, nil)
			synctest.Wait()
		}
		if answers != 3 {
			t.Errorf("%d requests are refused", answers)
		}
		close(held)
	})
}
