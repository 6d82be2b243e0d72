package web

import (
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"

	"kokyu/agent"
	"kokyu/agent/serve"
	"kokyu/agent/session"
)

// nexts is a fight of each system that is over: who goes on, and how hurt they are after it and as the next one begins.
var nexts = []struct{ system, of, who, wounds, says, begins, into string }{
	{"breath", "ambush", "Masamune", "2", "2 of 6 Wounds left", "2/6", "gate"},
	{"tempo", "brawl", "Corvin", "[1, 1, 0]", "1 of 4 minor wounds suffered, 1 of 3 moderate wounds suffered", "1/3", "archers"},
	{"keep", "sake-house", "Aki", "12", "12 of 52 Wounds suffered", "12/52", "stockade"},
}

// On the page of a fight that is over its GM goes on, in every system: who is left keeps what it has suffered into the next fight, against
// foes that are drawn, built in or put together in the builder, down to the first question there.
func TestTheNextFightBeginsWithWhatIsLeft(t *testing.T) {
	fights, s := served(t)
	for _, k := range nexts {
		_, file, err := agent.ReadEncounter(k.of)
		if err != nil {
			t.Fatal(err)
		}
		text := string(file) + "now: {seats: {" + k.who + ": {wounds: " + k.wounds + "}}}\n"
		at := opened(t, fights, s, serve.Begin{Text: &text, Seed: 3, Seats: map[string]string{k.who: "human"}})[""]
		if _, body := get(t, at+"next"); !strings.Contains(body, "the fight is not over") {
			t.Errorf("%s: in the middle of a fight its next one is not refused", k.system)
		}
		post(t, at+"do/end", url.Values{"why": {"all go home"}})
		_, body := get(t, at+"now")
		if !strings.Contains(body, `href="`+strings.TrimPrefix(at, s.URL)+`next">Next fight with what is left`) {
			t.Errorf("%s: the page of a fight that is over offers no next one:\n%s", k.system, body)
		}
		_, body = get(t, at+"next")
		if !strings.Contains(body, `value="`+k.who+`" checked`) || !strings.Contains(body, k.says) {
			t.Errorf("%s: %s, %s, is not chosen to go on:\n%s", k.system, k.who, k.says, body)
		}
		for _, fight := range []string{random, k.into, buildOwn} {
			status, body := get(t, at+"next?"+url.Values{"asked": {"on"}, "who": {k.who}, "fight": {fight}}.Encode())
			address, form := s.URL+"/open", filledIn(t, body)
			if fight == buildOwn {
				address = s.URL + "/build/open"
			}
			if status != http.StatusOK || form.Get("text")+form.Get(restField) == "" {
				t.Fatalf("%s into %s: status %d, no fight is chosen:\n%s", k.system, fight, status, body)
			}
			if !slices.Contains(form["people"], k.who) && fight != buildOwn {
				t.Errorf("%s into %s: %s is not played by the people who did", k.system, fight, k.who)
			}
			res, err := http.PostForm(address, form)
			_, body = bodyOf(t, res, err)
			if !strings.Contains(body, "The GM&#39;s hand") && !strings.Contains(body, "The GM's hand") {
				t.Fatalf("%s into %s: the fight has not begun:\n%s", k.system, fight, body)
			}
			if !strings.Contains(body, k.begins) {
				t.Errorf("%s into %s: %s does not begin with %s", k.system, fight, k.who, k.begins)
			}
			if q := firstQuestion(t, fights, res.Request.URL.Path); q.Seat == "" || q.Kind != session.Decision {
				t.Errorf("%s into %s: nobody is asked, %+v", k.system, fight, q)
			}
		}
	}
}

// What the next fight cannot be is said on its page, with what was chosen still there; players do not have the page.
func TestWhatTheNextFightCannotBeIsSaid(t *testing.T) {
	fights, s := served(t)
	at := opened(t, fights, s, serve.Begin{Encounter: []byte(`"ambush"`), Seed: 3})
	post(t, at[""]+"do/end", url.Values{"side": {"travellers"}, "why": {"the bandits flee"}})
	for want, form := range map[string]url.Values{
		"That fight does not take them: a duel of 3": {"asked": {"on"}, "who": {"Masamune", "Tomoe"}, "rest": {"rest 8"}, "fight": {"ganryu"}},
		"nobody goes on":        {"asked": {"on"}, "rest": {"rest 8"}, "fight": {"gate"}},
		"there is no such page": {"asked": {"on"}, "rest": {"rest 8"}, "who": {"Tomoe"}, "fight": {"paddy"}},
	} {
		status, body := get(t, at[""]+"next?"+form.Encode())
		if status != http.StatusUnprocessableEntity || !strings.Contains(body, want) || !strings.Contains(body, `<option value="rest 8" selected`) {
			t.Errorf("%v: status %d, want %q and what was chosen\n%s", form, status, want, body)
		}
		for _, name := range form["who"] {
			if !strings.Contains(body, `value="`+name+`" checked`) {
				t.Errorf("%v: %s is not ticked any more", form, name)
			}
		}
	}
	if status, _ := get(t, at["Tomoe"]+"next"); status != http.StatusNotFound {
		t.Errorf("a player gets the page of the next fight: status %d", status)
	}
}

// firstQuestion returns the first one of a new fight, once the dice before it have fallen.
func firstQuestion(t *testing.T, fights *serve.Fights, path string) session.Question {
	t.Helper()
	a, err := fights.Access(strings.Split(path, "/")[2])
	if err != nil {
		t.Fatal(err)
	}
	stream, err := fights.Follow(t.Context(), a, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer stream.Close()
	for {
		e, err := stream.Next(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		if e.Event == serve.EventQuestion && e.Question.Kind == session.Decision {
			return *e.Question
		}
	}
}
