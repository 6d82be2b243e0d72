package web

import (
	"net/http"
	"net/http/cookiejar"
	"net/url"
	"strings"
	"testing"

	"kokyu/agent/serve"
)

// The owner's screen goes from the GM to a player and back. From when it is handed over it shows nothing of the fight until who it goes to
// takes it, and then what that seat may know: the GM's pages are closed meanwhile, whatever stands in the browser's history. Nobody else
// hands it over.
func TestAScreenIsHandedOver(t *testing.T) {
	fights, s := served(t)
	encounter := `{"version":1,"system":"breath","title":"The Gate","gm":"A secret.","sides":[
		{"name":"one","fighters":[{"who":"ronin","name":"Aki of the Hill"}]},{"name":"other","fighters":[{"who":"bandit","name":"Ume"}]}]}`
	begun, err := fights.Begin(t.Context(), serve.Begin{Encounter: []byte(encounter), Seed: 1, Seats: map[string]string{"one": "human"}})
	if err != nil {
		t.Fatal(err)
	}
	aki := begun.Combatants[0].Name
	jar, _ := cookiejar.New(nil)
	browser := &http.Client{Jar: jar}
	read := func(res *http.Response, err error) string {
		t.Helper()
		return second(bodyOf(t, res, err))
	}
	sees := func(path string) string { return read(browser.Get(s.URL + path)) }
	sends := func(path string) string { return read(browser.PostForm(s.URL+path, url.Values{})) }
	owner, _ := owners.Load(fights)
	sees("/own/" + owner.(string))
	gm, seat := ownerPath(begun.ID, ""), ownerPath(begun.ID, aki)
	if page := sees(gm); !strings.Contains(page, "A secret.") {
		t.Fatalf("the GM's page:\n%s", page)
	}
	if page := sees(gm + "links"); !strings.Contains(page, `action="`+seat+`hand"`) {
		t.Errorf("the screen cannot be handed over:\n%s", page)
	}
	closed := func(base string) {
		t.Helper()
		for _, path := range []string{"", "now", "links", "tale", "review", "fight.jsonl", "act/note", "who/Ume", "changes"} {
			if page := sees(base + path); !strings.Contains(page, "This screen is for") || strings.Contains(page, "secret") || strings.Contains(page, "Ume") {
				t.Errorf("%s shows\n%s", path, page)
			}
		}
	}
	if page := sends(seat + "hand"); !strings.Contains(page, "I am "+aki) {
		t.Errorf("who it goes to is not asked for:\n%s", page)
	}
	closed(gm)
	closed(seat)
	if page := sends(seat + "take"); strings.Contains(page, "secret") || !strings.Contains(page, "Hand the screen back") {
		t.Errorf("the player's page:\n%s", page)
	}
	closed(gm)
	if page := read(http.PostForm(s.URL+gm+"take", nil)); !strings.Contains(page, "there is no such page") {
		t.Errorf("a stranger takes it:\n%s", page)
	}
	closed(gm)
	sends(gm + "hand")
	closed(gm)
	closed(seat)
	if page := sends(gm + "take"); !strings.Contains(page, "A secret.") {
		t.Errorf("the GM has not got it back:\n%s", page)
	}
	for _, path := range []string{ownerPath(begun.ID, "Nobody") + "take", strings.TrimSuffix(gm, "/") + "-/take", strings.TrimSuffix(gm, "/") + "-%2f/take"} {
		if page := sends(path); !strings.Contains(page, "there is no such page") {
			t.Errorf("%s:\n%s", path, page)
		}
	}
	closed(seat)
}
