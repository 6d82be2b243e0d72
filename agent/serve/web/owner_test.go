package web

import (
	"net"
	"net/http"
	"net/http/cookiejar"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"

	"kokyu/agent/serve"
)

// The owner's link makes a browser the owner's, by a cookie that no script reads: its home page goes on with every fight, as the GM,
// also at a server that was started anew. Nobody else sees one there, or opens one at its address.
func TestTheOwnersBrowserGoesOnWithFights(t *testing.T) {
	dir := t.TempDir()
	fights, s, stop := again(t, dir, "127.0.0.1:0")
	at := s.Listener.Addr().String()
	begun, err := fights.Begin(t.Context(), serve.Begin{Encounter: []byte(`"ambush"`), Seed: 1})
	if err != nil {
		t.Fatal(err)
	}
	jar, _ := cookiejar.New(nil)
	browser := &http.Client{Jar: jar}
	sees := func(who *http.Client, path string) (int, string) {
		t.Helper()
		res, err := who.Get("http://" + at + path)
		return bodyOf(t, res, err)
	}
	own := "/at/" + begun.ID + ".own/"
	stranger := &http.Client{}
	refused := func() {
		t.Helper()
		for _, path := range []string{own, "/kept/" + begun.ID, "/own/owner.x", own + "links"} {
			if status, _ := sees(stranger, path); status != http.StatusNotFound {
				t.Errorf("a stranger gets %d from %s", status, path)
			}
		}
		if _, home := sees(stranger, "/"); strings.Contains(home, begun.ID) || !strings.Contains(home, "A fight is kept here.") {
			t.Errorf("a stranger's home page:\n%s", home)
		}
	}
	refused()
	owner, _ := owners.Load(fights)
	_, home := sees(browser, "/own/"+owner.(string))
	if !strings.Contains(home, own) || !strings.Contains(home, "just now") {
		t.Errorf("the home page does not go on with the fight:\n%s", home)
	}
	if cookies := jar.Cookies(&url.URL{Scheme: "http", Host: at}); len(cookies) != 1 {
		t.Errorf("%d cookies, want one", len(cookies))
	}
	stop()
	_, _, stop = again(t, dir, at)
	defer stop()
	refused()
	if _, card := sees(browser, "/kept/"+begun.ID); !strings.Contains(card, "round 1: Jubei the Cur decides") || !strings.Contains(card, "<svg") || !strings.Contains(card, "Nobody can tell yet") {
		t.Errorf("the fight is shown as\n%s", card)
	}
	if status, page := sees(browser, own); status != http.StatusOK || !strings.Contains(page, "hand") {
		t.Errorf("its page: %d\n%s", status, page)
	}
	if status, _ := sees(browser, "/at/"+strings.Repeat("a", 12)+".own/"); status != http.StatusNotFound {
		t.Errorf("a fight that is not there: %d", status)
	}
}

// A code is shown only where a phone can open what it says; the page says why there is none, and lets phones in.
func TestACodeIsOneThatAPhoneCanOpen(t *testing.T) {
	fights, err := serve.Open(t.TempDir(), serve.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer fights.Close()
	begun, err := fights.Begin(t.Context(), serve.Begin{Encounter: []byte(`"ambush"`), Seed: 1})
	if err != nil {
		t.Fatal(err)
	}
	server := serve.NewServer(fights, serve.ServerOptions{Networks: func() []string { return []string{"192.0.2.7"} }})
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	server.SetListener(l)
	pages := Mount(server, Options{})
	asks := func(method, path, form string) string {
		t.Helper()
		r := httptest.NewRequest(method, "http://localhost:7747"+path, strings.NewReader(form))
		r.RemoteAddr = "127.0.0.1:4000"
		r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
		w := httptest.NewRecorder()
		pages.ServeHTTP(w, r)
		return w.Body.String()
	}
	links := "/at/" + begun.Links[0].Key + "/links"
	if page := asks("POST", links, "for=Tomoe"); strings.Contains(page, "QR code") || !strings.Contains(page, "No phone can open these links") {
		t.Errorf("no phone can come:\n%s", page)
	}
	if home := asks("GET", "/", ""); !strings.Contains(home, "Only this computer can reach kokyu.") {
		t.Errorf("the home page:\n%s", home)
	}
	asks("POST", "/reach", "lan=on")
	_, port, _ := net.SplitHostPort(l.Addr().String())
	reached := "http://192.0.2.7:" + port
	if page := asks("POST", links, "for=Tomoe"); !strings.Contains(page, "QR code") || !strings.Contains(page, reached+"/at/") {
		t.Errorf("a phone can come:\n%s", page)
	}
	if home := asks("GET", "/", ""); !strings.Contains(home, "at "+reached+";") {
		t.Errorf("the home page:\n%s", home)
	}
}
