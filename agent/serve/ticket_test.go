package serve

import (
	"bytes"
	"encoding/base64"
	"net/url"
	"strings"
	"testing"
	"time"
)

// A ticket opens the streams that the key of who asked for it opens, as that key does, until it ends or the key does; it opens nothing
// else, no other server's and no changed one opens anything, and the log has none.
func TestATicketOpensStreamsAlone(t *testing.T) {
	var logged bytes.Buffer
	s := serving(t, Options{Log: logger(&logged)}, ServerOptions{})
	path, keys := s.begin(handsOn)
	other, _ := s.begin(handsOn)
	s.ask("POST", path+"/do", keys["gm"], `{"words":"thrust > Kagami"}`)
	now := time.Date(2030, 1, 1, 0, 0, 0, 0, time.UTC)
	s.Fights().lasting.now = func() time.Time { return now }
	var lasting lastingKey
	s.ask("POST", "/keys", s.Owner(), `{"name":"a","scope":"watch"}`).into(t, &lasting)
	make := func(key string) string {
		t.Helper()
		r := s.ask("POST", "/v1/tickets", key, "")
		var made Ticket
		if r.into(t, &made); r.status != 201 || !made.Until.Equal(now.Add(ticketSpan)) || strings.Contains(made.Ticket, key) {
			t.Fatalf("%d %s", r.status, r.body)
		}
		return made.Ticket
	}
	status := func(path, ticket string) int {
		t.Helper()
		return s.ask("HEAD", path+"?ticket="+url.QueryEscape(ticket), "", "").status
	}
	for who, key := range map[string]string{"gm": keys["gm"], "Kagami": keys["Kagami"], "watcher": keys["watcher"], "owner": s.Owner(), "lasting": lasting.Key} {
		ticket := make(key)
		all := who == "owner" || who == "lasting"
		if here, there := status(path+"/events", ticket), status(other+"/events", ticket); here != 200 || (there == 200) != all || status("/events", ticket) != 200 {
			t.Errorf("the ticket of %s: %d, the other fight: %d", who, here, there)
		}
		asked := func(e sent) bool { return e.Event == EventQuestion }
		byTicket := s.listen(path+"?ticket="+ticket, "", "", asked)
		if byKey := s.listen(path, key, "", asked); len(byKey) == 0 || len(byKey) != len(byTicket) || byKey[0] != byTicket[0] || byKey[len(byKey)-1] != byTicket[len(byTicket)-1] {
			t.Errorf("%s hears by its ticket\n%v\nand by its key\n%v", who, byTicket, byKey)
		}
		for _, ask := range [][2]string{{"GET", path}, {"GET", path + "/record"}, {"GET", path + "/tale"}, {"GET", path + "/links"}, {"POST", path + "/state"},
			{"POST", path + "/do"}, {"POST", path + "/events"}, {"GET", "/fights"}, {"POST", "/tickets"}, {"GET", "/keys"}, {"POST", "/keys"}, {"DELETE", path}} {
			for _, with := range [][2]string{{ask[1] + "?ticket=" + ticket, ""}, {ask[1], ticket}} {
				if r := s.ask(ask[0], with[0], with[1], ""); r.status < 400 || r.status >= 500 {
					t.Errorf("a ticket of %s has %s %s: %d %s", who, ask[0], ask[1], r.status, r.body)
				}
			}
		}
	}
	ticket := make(keys["gm"])
	raw, err := base64.RawURLEncoding.DecodeString(ticket)
	if err != nil {
		t.Fatal(err)
	}
	for i := range raw {
		changed := bytes.Clone(raw)
		changed[i] ^= 1
		if got := status(path+"/events", base64.RawURLEncoding.EncodeToString(changed)); got != 404 {
			t.Fatalf("with another byte %d: %d", i, got)
		}
	}
	for _, none := range []string{"x", ticket + "=", ticket[1:], keys["gm"], s.Owner(), strings.Repeat("A", 4000)} {
		if got := status(path+"/events", none); got != 404 {
			t.Errorf("the ticket %.20q: %d", none, got)
		}
	}
	elsewhere := serving(t, Options{}, ServerOptions{})
	if got := elsewhere.ask("HEAD", "/events?ticket="+make(s.Owner()), "", "").status; got != 404 {
		t.Errorf("another server takes it: %d", got)
	}
	for late, want := range map[time.Duration]int{0: 200, ticketSpan - time.Second: 200, ticketSpan: 404, time.Hour: 404, -time.Hour: 404} {
		at := now
		now = now.Add(late)
		if got := status(path+"/events", ticket); got != want {
			t.Errorf("after %v: %d, want %d", late, got, want)
		}
		now = at
	}
	of := make(keys["watcher"])
	links, err := s.Fights().Links(FullAccess(strings.TrimPrefix(path, "/fights/")))
	if err != nil {
		t.Fatal(err)
	}
	for _, l := range links {
		if l.Role == Watcher {
			s.ask("DELETE", path+"/links/"+l.ID, keys["gm"], "")
		}
	}
	if got := status(path+"/events", of); got != 404 {
		t.Errorf("of a link that was revoked: %d", got)
	}
	if r := s.ask("POST", "/tickets", "", ""); r.status != 401 {
		t.Errorf("without a key: %d %s", r.status, r.body)
	}
	if strings.Contains(logged.String(), ticket) {
		t.Error("the log has a ticket")
	}
}
