package web

import (
	"net/http"
	"net/url"
	"strings"
	"testing"

	"kokyu/agent/serve"
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
	for _, want := range []string{"Crossroads at First Light, reviewed", "How it adds up", "the GM", `id="s1"`} {
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
