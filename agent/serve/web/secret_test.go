package web

import (
	"bufio"
	"context"
	"encoding/json"
	"net/http"
	"net/url"
	"strings"
	"testing"

	"kokyu/agent/serve"
)

// The GM's note is on the GM's page and in the GM's record, and in no byte of any page or stream of players and watchers, of the
// tale or of a review. What the fight is about is told.
func TestTheGMsNoteStaysWithTheGM(t *testing.T) {
	const secret, told = "The ronin is the lord's son", "Two meet at the gate"
	fights, s := served(t)
	encounter, err := json.Marshal("version: 1\nsystem: breath\ntitle: The Gate\nabout: " + told + ".\ngm: |-\n  " + secret +
		".\n  He does not know.\nsides:\n- {name: one, fighters: [{who: ronin, name: Aki}]}\n- {name: other, fighters: [{who: bandit, name: Ume}]}\n")
	if err != nil {
		t.Fatal(err)
	}
	at := opened(t, fights, s, serve.Begin{Encounter: encounter, Seed: 1, Seats: map[string]string{"one": "human"}})
	if _, body := get(t, at[""]); !strings.Contains(body, "<p>The ronin is the lord&#39;s son.</p><p>He does not know.</p>") {
		t.Errorf("the GM's page lacks the note:\n%s", body)
	}
	if _, body := get(t, at[""]+"fight.jsonl"); !strings.Contains(body, secret) {
		t.Error("the GM's record lacks the note")
	}
	streams := map[string]func(until string) string{}
	for who, link := range at {
		streams[who] = followed(t, link+"changes")
	}
	post(t, at["Aki"]+"do/do", url.Values{"words": {"horizontal cut > Ume"}})
	post(t, at["Aki"]+"do/roll", url.Values{})
	for who, heard := range streams {
		if said := heard("data: 2"); !strings.Contains(said, "data: 0") || strings.Contains(said, "son") || strings.Contains(said, "know") {
			t.Errorf("the stream of %q has the GM's note, or nothing:\n%s", who, said)
		}
	}
	pages := []string{s.URL + "/", at[""] + "links", at[""] + "tale", at[""] + "tale?as=text", at[""] + "tale?as=markdown", at[""] + "review?now"}
	for who, link := range at {
		if who != "" {
			pages = append(pages, link, link+"now", link+"tale", link+"tale?as=text", link+"tale?as=markdown")
		}
	}
	said := ""
	for _, page := range pages {
		_, body := get(t, page)
		said += body
		for _, part := range []string{"lord's son", "lord&#39;s son", "He does not know"} {
			if strings.Contains(body, part) {
				t.Errorf("%s has the GM's note", page)
			}
		}
	}
	if _, body := post(t, at["Aki"]+"do/help", url.Values{"words": {"gate"}}); strings.Contains(body, "son") {
		t.Error("help has the GM's note")
	}
	if !strings.Contains(said, told) {
		t.Error("what the fight is about is told nowhere")
	}
}

// followed opens a page's stream of changes, and gives all that it says up to a line, or to its end.
func followed(t *testing.T, address string) (said func(until string) string) {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	t.Cleanup(cancel)
	req, err := http.NewRequestWithContext(ctx, "GET", address, nil)
	if err != nil {
		t.Fatal(err)
	}
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = res.Body.Close() })
	return func(until string) string {
		all, lines := strings.Builder{}, bufio.NewScanner(res.Body)
		for lines.Scan() {
			all.WriteString(lines.Text() + "\n")
			if lines.Text() == until {
				break
			}
		}
		return all.String()
	}
}
