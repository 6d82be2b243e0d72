package web

import (
	"net/http"
	"net/url"
	"strings"
	"testing"

	"kokyu/agent/serve"
	"kokyu/agent/session"
)

// A player's phone offers a hint and an undo only if the GM allows them, and then they work for its own choice alone.
func TestPlayersAreOfferedWhatTheGMAllows(t *testing.T) {
	fights, s := served(t)
	at := opened(t, fights, s, serve.Begin{Encounter: []byte(`"mirror"`), Seed: 1,
		Seats: map[string]string{"Chikara": "human", "Kagami": "human"}, Dice: []string{"all"}})
	offered := func(hint, undo bool) {
		t.Helper()
		_, body := get(t, at["Chikara"]+"now")
		if got := strings.Contains(body, "do/advise"); got != hint || strings.Contains(body, "do/why") != hint {
			t.Errorf("a hint is offered: %v, want %v", got, hint)
		}
		if got := strings.Contains(body, "Take back my last choice"); got != undo {
			t.Errorf("an undo is offered: %v, want %v", got, undo)
		}
	}
	offered(false, false)
	for op, want := range map[string]string{"do/advise": "the GM gives players no hints",
		"do/undo": "the GM lets players take nothing back", "do/players": "is the GM&#39;s to call"} {
		if status, body := post(t, at["Chikara"]+op, url.Values{"hint": {"on"}}); status != http.StatusForbidden || !strings.Contains(body, want) {
			t.Errorf("%s: %d %s", op, status, body)
		}
	}
	if _, gm := get(t, at[""]+"act/plays"); !strings.Contains(gm, "do/advise") || strings.Contains(gm, " checked") {
		t.Error("the GM has no hint, or players are allowed something already")
	}
	if status, body := post(t, at[""]+"do/players", url.Values{"hint": {"on"}}); status != http.StatusOK {
		t.Fatalf("%d %s", status, body)
	}
	offered(true, false)
	if _, gm := get(t, at[""]+"act/plays"); strings.Count(gm, " checked") != 1 {
		t.Error("the GM does not see what players may")
	}
	post(t, at[""]+"do/players", url.Values{"hint": {"on"}, "undo": {"on"}})
	offered(true, true)
	if status, body := post(t, at["Chikara"]+"do/advise", nil); status != http.StatusOK || !strings.Contains(body, "Best for Chikara: ") {
		t.Errorf("the hint: %d %s", status, body)
	}
	if status, body := post(t, at["Kagami"]+"do/advise", nil); status != http.StatusForbidden || !strings.Contains(body, "Chikara&#39;s turn") {
		t.Errorf("another's hint: %d %s", status, body)
	}
	if status, body := post(t, at["Chikara"]+"do/do", url.Values{"words": {"thrust > Kagami"}}); status != http.StatusOK {
		t.Fatalf("%d %s", status, body)
	}
	if status, body := post(t, at["Kagami"]+"do/undo", nil); status < 400 || !strings.Contains(body, "no choice of Kagami&#39;s stands") {
		t.Errorf("another's choice: %d %s", status, body)
	}
	if status, body := post(t, at["Chikara"]+"do/undo", nil); status != http.StatusOK {
		t.Errorf("the undo: %d %s", status, body)
	}
	if _, body := get(t, at["Chikara"]+"now"); !strings.Contains(body, `value="thrust &gt; Kagami"`) {
		t.Error("the choice is not open again")
	}
	if _, watcher := get(t, at["*"]+"now"); strings.Contains(watcher, "do/undo") || strings.Contains(watcher, "do/advise") {
		t.Error("a watcher is offered an undo or a hint")
	}
}

// Whatever a phone or the page of those who watch sends about a foe makes no step, and a phone that gives up does so for its own seat.
func TestAPhoneIsForItsOwnSeat(t *testing.T) {
	fights, s := served(t)
	at := opened(t, fights, s, serve.Begin{Encounter: []byte(`"ambush"`), Seed: 1,
		Seats: map[string]string{"travellers": "human", "bandits": "human"}, Dice: []string{"all"}})
	of := url.Values{"name": {"Masamune"}, "side": {"travellers"}, "for": {"Masamune"}, "words": {"thrust > Masamune"}, "do": {"thrust"}, "plays": {"greedy"},
		"changes": {"wounds=1"}, "line": {"bandit"}, "throw": {"2d10 >= 2"}, "faces": {"2 2"}, "file": {"x.jsonl"}, "hint": {"on"}}
	for _, o := range session.Operations() {
		for _, who := range []string{"Gonta", "*"} {
			status, body := post(t, at[who]+"do/"+url.PathEscape(o.Name), of)
			if made := steps(t, at[""]); len(made) > 0 || status == http.StatusOK && !o.Asks && o.Name != "play" {
				t.Fatalf("%s from %s: %d %s %v", o.Name, who, status, body, made)
			}
		}
	}
	if status, body := post(t, at["Gonta"]+"do/concede", url.Values{"side": {"bandits"}}); status != http.StatusOK {
		t.Fatalf("%d %s", status, body)
	}
	if made := steps(t, at[""]); len(made) != 1 || !strings.Contains(made[0], `"edit":"Gonta yields","why":"its own choice"`) {
		t.Errorf("Gonta concedes: %v", made)
	}
}

// What the GM tells the program is on the GM's page alone; what the GM does to somebody is on every page, in words, and whoever writes a
// note is told so.
func TestNoCommandsOfTheGMOnAPhone(t *testing.T) {
	fights, s := served(t)
	at := opened(t, fights, s, serve.Begin{Encounter: []byte(`"ambush"`), Seed: 1, Seats: map[string]string{"travellers": "human"}})
	for _, does := range []struct {
		op   string
		form url.Values
	}{{"auto", url.Values{"name": {"bandits"}}}, {"seat", url.Values{"name": {"Gonta"}, "plays": {"human"}}}, {"players", url.Values{"hint": {"on"}}},
		{"edit", url.Values{"name": {"Tomoe"}, "changes": {"wounds=3"}, "why": {"a fall"}}}, {"note", url.Values{"words": {"the rain stops"}}}} {
		if status, said := post(t, at[""]+"do/"+does.op, does.form); status >= 400 {
			t.Fatalf("%s: %s", does.op, said)
		}
	}
	if _, form := get(t, at[""]+"act/note"); !strings.Contains(form, "Everybody reads it") {
		t.Error("the GM is not told who reads a note")
	}
	for _, who := range []string{at["Tomoe"] + "now", at["*"] + "now", at["Tomoe"] + "tale", at["*"] + "tale"} {
		_, page := get(t, who)
		for _, never := range []string{"the GM:", "wounds=", "seat Gonta", "note:", "edit:"} {
			if strings.Contains(page, never) {
				t.Errorf("%q reads %q in\n%s", who, never, page)
			}
		}
		for _, want := range []string{"Tomoe wounds 3 (a fall)", "the rain stops"} {
			if !strings.Contains(page, want) {
				t.Errorf("%q does not read %q in\n%s", who, want, page)
			}
		}
	}
	if _, page := get(t, at[""]+"now"); !strings.Contains(page, "the GM: ") {
		t.Errorf("the GM's page has no word of what was told:\n%s", page)
	}
}
