package web

import (
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"

	"kokyu/agent/serve"
	"kokyu/rules/rulestest"
)

// When the fight is over the GM is shown where it turned, and nobody else: a review tells secrets.
func TestTheGMReviewsAFight(t *testing.T) {
	fights, s := served(t)
	at := opened(t, fights, s, serve.Begin{Encounter: []byte(`"crossroads"`), Seed: 1, Seats: map[string]string{"Kojiro": "human", "Genzaburo": "human"}})
	gm := at[""]
	if _, now := get(t, gm+"now"); strings.Contains(now, "review") {
		t.Error("a fight under way has a link to its review")
	}
	if status, body := post(t, gm+"do/concede", url.Values{"side": {"challenger"}, "why": {"it is late"}}); status != http.StatusOK {
		t.Fatalf("%d: %s", status, body)
	}
	if _, now := get(t, gm+"now"); !strings.Contains(now, `review">Where did it turn?</a>`) {
		t.Error("the GM has no link to the review")
	}
	if _, wait := get(t, gm+"review"); !strings.Contains(wait, "being gone over") || !strings.Contains(wait, "url=review?now") {
		t.Errorf("while it is thought over nothing says so: %s", wait)
	}
	status, body := get(t, gm+"review?now")
	for strings.Contains(body, "being gone over") { // a busy machine
		status, body = get(t, gm+"review?now")
	}
	for _, want := range []string{"Crossroads at First Light, reviewed", "How it adds up", "the GM", `id="s1"`, `href="./">Back to the fight`} {
		if status != http.StatusOK || !strings.Contains(body, want) {
			t.Errorf("%d: no %q in the review", status, want)
		}
	}
	for _, who := range []string{"Kojiro", "*"} {
		if status, body := get(t, at[who]+"review?now"); status != http.StatusNotFound || strings.Contains(body, "reviewed") {
			t.Errorf("%q is answered %d", who, status)
		}
		if _, now := get(t, at[who]+"now"); strings.Contains(now, "Where did it turn") {
			t.Errorf("%q has the link", who)
		}
	}
}

// While a review is thought over its page says how far it is and comes anew, until the review stands there; it is made once.
func TestAReviewSaysHowFarItIs(t *testing.T) {
	rulestest.NeedsMore(t)
	fights, err := serve.Open(t.TempDir(), serve.Options{Nodes: 2000})
	if err != nil {
		t.Fatal(err)
	}
	defer fights.Close()
	begun, err := fights.Begin(t.Context(), serve.Begin{Encounter: []byte(`"crossroads"`), Seed: 1, Seats: map[string]string{"Kojiro": "human", "Genzaburo": "human"}})
	if err != nil {
		t.Fatal(err)
	}
	p := Mount(serve.NewServer(fights, serve.ServerOptions{}), Options{Alone: true})
	shows := func() string {
		w := httptest.NewRecorder()
		p.ServeHTTP(w, httptest.NewRequest("GET", "/at/"+begun.Links[0].Key+"/review?now", nil))
		return w.Body.String()
	}
	ended := make(chan struct{})
	p.reviews[begun.ID] = &reviewJob{ended: ended, lookedAt: 3, positions: 9, stop: func() {}}
	if says := shows(); !strings.Contains(says, "So far: 3 of 9 positions.") || !strings.Contains(says, `value="3" max="9"`) || !strings.Contains(says, "url=review?now") {
		t.Errorf("under way: %s", says)
	}
	p.reviews[begun.ID].page.WriteString("the review")
	close(ended)
	if says := shows(); says != "the review" {
		t.Errorf("made: %s", says)
	}
	p.reviews[begun.ID].steps = 7 // of another moment
	says := shows()
	for strings.Contains(says, "being gone over") {
		says = shows()
	}
	if !strings.Contains(says, "Crossroads at First Light, reviewed") {
		t.Errorf("anew: %s", says)
	}
}
