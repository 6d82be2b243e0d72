package web

import (
	"fmt"
	"html"
	"net/http"
	"net/url"
	"regexp"
	"strings"
	"testing"

	"kokyu/agent"
	"kokyu/agent/say"
	"kokyu/agent/serve"
	"kokyu/rules/rulestest"
)

// Every word that a fight asks with is explained where it stands, on the GM's screen and on a phone, in each system: its row says what it is,
// in words without the letters of sources.
func TestEveryChoiceIsExplainedWhereItStands(t *testing.T) {
	fights, s := served(t)
	link := regexp.MustCompile(`href="[^"]*/(word/[^"]*)"`)
	letter := regexp.MustCompile(`\d[swrh]\b`)
	encounters := []string{"ambush", "crossing", "paddy"} // one of each system; with MORE=1 all
	if rulestest.More() {
		encounters = agent.Encounters()
	}
	for _, encounter := range encounters {
		at := opened(t, fights, s, serve.Begin{Encounter: fmt.Appendf(nil, "%q", encounter), Seed: 1})
		for n := range 6 {
			_, page := get(t, at[""]+"now")
			words := map[string]bool{}
			for _, m := range link.FindAllStringSubmatch(page, -1) {
				words[html.UnescapeString(m[1])] = true
			}
			if strings.Contains(page, `class="do"`) && len(words) == 0 {
				t.Fatalf("%s: no choice can be looked up on\n%s", encounter, page)
			}
			for word := range words {
				status, says := get(t, at[""]+word)
				if _, says, _ = strings.Cut(says, `class="heard">`); status != http.StatusOK || says == "" {
					t.Fatalf("%s, %s: %d", encounter, word, status)
				}
				says, _, _ = strings.Cut(says, "</p>")
				if strings.Contains(says, "is no word") || strings.Contains(says, "a decision that costs") || letter.MatchString(says) {
					t.Errorf("%s: %s is explained so: %s", encounter, word, says)
				}
			}
			if op := "take"; n > 0 || len(words) == 0 {
				post(t, at[""]+"do/"+op, nil)
			}
		}
	}
	// Where the GM asks for a word there stands all that kokyu help says of it.
	for _, of := range []struct{ encounter, system, word string }{{"ambush", "breath", "thrust"}, {"ambush", "breath", "reserve"},
		{"crossing", "tempo", "feint"}, {"crossing", "tempo", "parry"}, {"paddy", "keep", "full attack"}} {
		at := opened(t, fights, s, serve.Begin{Encounter: fmt.Appendf(nil, "%q", of.encounter), Seed: 1})
		m, err := agent.Builtin().Explain(of.system, of.word)
		if err != nil {
			t.Fatal(err)
		}
		_, lines := say.Meaning(m)
		_, page := get(t, at[""]+"act/word?words="+url.QueryEscape(of.word))
		_, list, _ := strings.Cut(page, `<ul class="laws`)
		list, _, _ = strings.Cut(list, "</ul>")
		if strings.Count(list, "<li>") != len(lines) || !strings.Contains(list, "<li>"+m.Laws[0][:5]) {
			t.Errorf("%s has %d lines, which are not\n%s", of.word, len(lines), list)
		}
	}
	at := opened(t, fights, s, serve.Begin{Encounter: []byte(`"ambush"`), Seed: 1, Seats: map[string]string{"Jubei the Cur": "human"}})
	if _, page := get(t, at[""]+"act/word?words=+"); strings.Contains(page, ">: .<") {
		t.Error("blanks are explained as a word")
	}
	for _, of := range []struct{ page, word string }{{at["Jubei the Cur"] + "now", "close%20the%20round"}, {at[""] + "who/Tomoe", "thrust"}} {
		if _, page := get(t, of.page); !strings.Contains(page, "word/"+of.word) {
			t.Errorf("%s cannot be looked up on\n%s", of.word, page)
		}
	}
	if status, says := get(t, at["Jubei the Cur"]+"word/"+url.PathEscape("end the breath")); status != http.StatusOK || !strings.Contains(says, "no further maneuver now") {
		t.Errorf("%d: a player reads %s", status, says)
	}
}
