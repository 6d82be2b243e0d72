package serve

import (
	"fmt"
	"strings"
	"testing"
)

// The owner lets pages of an origin use the server while it runs, of that one exactly, which the folder keeps, and takes it back; no answer
// lets pages of all origins read it, or send cookies.
func TestAnOriginIsAllowedAndForbidden(t *testing.T) {
	s := serving(t, Options{}, ServerOptions{Origins: []string{"https://flag.example"}})
	_, keys := s.begin(handsOn)
	const page, other = "https://table.example", "http://localhost:3000"
	may := func(origin string) bool {
		t.Helper()
		before := s.ask("OPTIONS", "/fights", "", "", "Origin", origin, "Access-Control-Request-Method", "POST")
		r := s.ask("POST", "/fights", "", handsOn, "Origin", origin, "Sec-Fetch-Site", "cross-site")
		for _, h := range []reply{before, r} {
			if got := h.header.Get("Access-Control-Allow-Origin"); got != "" && got != origin || h.header.Get("Access-Control-Allow-Credentials") != "" ||
				got != "" && h.header.Get("Vary") != "Origin" {
				t.Errorf("%s: %v", origin, h.header)
			}
		}
		yes := r.status == 201
		if (before.status == 204) != yes || (r.header.Get("Access-Control-Allow-Origin") == origin) != yes || !yes && r.code() != "wrong-host" {
			t.Errorf("%s: %d, then %d %s", origin, before.status, r.status, r.body)
		}
		return yes
	}
	allow := func(origin, key string) reply {
		return s.ask("POST", "/v1/origins", key, fmt.Sprintf(`{"origin":%q}`, origin))
	}
	if !may("https://flag.example") || may(page) {
		t.Error("before anything is allowed")
	}
	if r := s.ask("GET", "/readyz", "", "", "Origin", page); r.status != 200 || r.header.Get("Access-Control-Allow-Origin") != "" {
		t.Errorf("what anybody's page may ask for: %d %v", r.status, r.header)
	}
	var made, again allowedOrigin
	allow(page, s.Owner()).into(t, &made)
	allow(page, s.Owner()).into(t, &again)
	allow(other, s.Owner())
	if made.ID == "" || made != again || !may(page) || !may(other) {
		t.Errorf("%+v, again %+v", made, again)
	}
	for _, near := range []string{"http://table.example", "https://table.example:8443", "https://a.table.example", "https://table.example.evil.example", "null", "https://evil.example"} {
		if may(near) {
			t.Errorf("%s may too", near)
		}
	}
	for _, none := range []string{"", "*", "null", "https://*", "https://*.example", "https://table.example/", "https://table.example/x", "https://Table.example", "table.example",
		"https://table.example:443", "http://localhost:80", "https://a@table.example", "https://a, https://b", "https://"} {
		if r := allow(none, s.Owner()); r.status != 422 || !strings.Contains(string(r.body), "as in https://table.example") {
			t.Errorf("%q: %d %s", none, r.status, r.body)
		}
	}
	for _, key := range []string{"", keys["gm"], "x"} {
		for _, r := range []reply{allow("https://evil.example", key), s.ask("GET", "/origins", key, ""), s.ask("DELETE", "/origins/"+made.ID, key, "")} {
			if r.status != 403 {
				t.Errorf("with %.6q: %d %s", key, r.status, r.body)
			}
		}
	}
	var k lastingKey
	s.ask("POST", "/keys", s.Owner(), `{"name":"a","scope":"watch"}`).into(t, &k)
	kept, err := openLasting(s.Fights().dir)
	if err != nil || len(kept.Origins) != 2 || kept.Origins[0] != made || len(kept.Keys) != 1 || k.ID == made.ID {
		t.Errorf("the folder keeps %+v, %v", kept, err)
	}
	var list originList
	s.ask("GET", "/origins", s.Owner(), "").into(t, &list)
	if fmt.Sprint(list.Origins) != fmt.Sprintf("[{ https://flag.example} {%s %s} {o2 %s}]", made.ID, page, other) {
		t.Errorf("the list is %v", list)
	}
	if r := s.ask("DELETE", "/origins/"+made.ID, s.Owner(), ""); r.status != 204 || may(page) || !may(other) {
		t.Errorf("forbidden: %d", r.status)
	}
	if r := s.ask("DELETE", "/origins/"+made.ID, s.Owner(), ""); r.code() != "unknown-name" {
		t.Errorf("again: %d %s", r.status, r.body)
	}
	for i := range originsMax {
		allow(fmt.Sprintf("https://t%d.example", i), s.Owner())
	}
	if r := allow("https://one.example", s.Owner()); r.status != 429 || !strings.Contains(string(r.body), "at most 100") {
		t.Errorf("one more: %d %s", r.status, r.body)
	}
}
