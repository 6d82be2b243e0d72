package web

import (
	"context"
	"net/http"
	"net/url"
	"strings"
	"testing"

	"kokyu/agent/serve"
)

// The page of links says of each whether its phone is here, was here, or has not opened it yet; new links for all players are made for those
// whose phone is not here.
func TestThePageOfLinksSaysWhoIsHere(t *testing.T) {
	fights, s := served(t)
	at := opened(t, fights, s, serve.Begin{Encounter: []byte(`"ambush"`), Seed: 1, Seats: map[string]string{"travellers": "human"}})
	of := func(seat string) string { // what the page says of a seat
		_, page := get(t, at[""]+"links")
		_, chair, _ := strings.Cut(page, "<b>"+seat+"</b>")
		_, chair, _ = strings.Cut(chair, `<br><span class="faint">`)
		here, _, _ := strings.Cut(chair, "<")
		return here
	}
	if got := of("Tomoe"); got != "not opened yet" {
		t.Errorf("Tomoe's link: %q", got)
	}
	ctx, leave := context.WithCancel(t.Context())
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, at["Tomoe"]+"changes", nil)
	if err != nil {
		t.Fatal(err)
	}
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	defer res.Body.Close()
	if got := of("Tomoe"); got != "the phone is here" {
		t.Errorf("Tomoe's link: %q", got)
	}
	if got := of("Masamune"); got != "not opened yet" {
		t.Errorf("Masamune's link: %q", got)
	}
	_, page := post(t, at[""]+"links", url.Values{"unless": {"here"}, "for": {"Tomoe", "Masamune"}})
	if strings.Contains(page, "<h2>Tomoe</h2>") || !strings.Contains(page, "<h2>Masamune</h2>") {
		t.Errorf("links are made for\n%s", page)
	}
	for who, want := range map[string]string{"Tomoe": "played by a person, whose phone is here", "Masamune": "played by a person<", "Gonta": "played by the program<"} {
		if _, card := get(t, at[""]+"who/"+who); !strings.Contains(card, want) {
			t.Errorf("%s is not %s:\n%s", who, want, card)
		}
	}
	leave()
	for n := 0; of("Tomoe") != "the phone was here just now"; n++ { // the server sees it when it next writes
		if n > 500 {
			t.Fatalf("Tomoe's link: %q", of("Tomoe"))
		}
	}
}
