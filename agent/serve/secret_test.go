package serve

import (
	"encoding/json"
	"math/rand/v2"
	"net/http"
	"strings"
	"testing"

	"kokyu/agent/session"
	"kokyu/rules/rulestest"
)

// plank is a duel of a system that knows feints, on a bridge.
const plank = `version: 1
system: tempo
title: On a plank
map: ["....."]
sides:
  - {name: near, status: on guard, fighters: [{who: swordsman, name: Ann, at: b1}]}
  - {name: far, status: on guard, fighters: [{who: swordsman, name: Bea, at: c1}]}
`

// Feint fights with one client a seat and one who watches: between a secret choice and its answer, no byte that the others
// receive, whatever they ask, depends on the choice. Two fights with the same seed are played alike up to a secret choice and differ
// in that choice alone.
func TestASecretReachesNobodyElse(t *testing.T) {
	fights, secrets := rulestest.Few(4, 40), 0
	for seed := range uint64(fights) {
		if keepsSecret(t, seed, int(seed%3)) {
			secrets++
		}
	}
	if secrets < fights/2 {
		t.Errorf("%d secret choices in %d fights", secrets, fights)
	}
}

// keepsSecret plays two fights up to a secret choice after some others, and says whether there was one.
func keepsSecret(t *testing.T, seed uint64, after int) bool {
	s := serving(t, Options{}, ServerOptions{})
	encounter, err := json.Marshal(plank)
	if err != nil {
		t.Fatal(err)
	}
	var paths [2]string
	var keys [2]map[string]string
	for i := range paths {
		paths[i], keys[i] = s.begin(`{"encounter":` + string(encounter) + `,"seed":9,"seats":{"Ann":"human","Bea":"human"},"voice":"scent"}`)
	}
	do := func(i int, seat, words string) {
		body, _ := json.Marshal(session.Words{Words: words})
		if r := s.ask("POST", paths[i]+"/do", keys[i][seat], string(body)); r.status != http.StatusOK || !strings.Contains(string(r.body), words) {
			t.Fatalf("%s: %d %s", body, r.status, r.body)
		}
	}
	rand := rand.New(rand.NewPCG(seed, 1))
	for range 100 {
		var made session.StepsMade // the dice have been thrown then
		for i := range paths {
			s.ask("POST", paths[i]+"/play", keys[i]["gm"], "").into(t, &made)
		}
		if made.Question.Kind != session.Decision {
			return false
		}
		seat := made.Question.Seat
		var open session.Choices
		s.ask("POST", paths[0]+"/options", keys[0][seat], "").into(t, &open)
		if open.Options[0].Phase == "feint" {
			if after--; after < 0 {
				do(0, seat, open.Options[0].Words)
				do(1, seat, open.Options[1].Words)
				if a, b := s.ask("POST", paths[0]+"/events", keys[0]["gm"], ""), s.ask("POST", paths[1]+"/events",
					keys[1]["gm"], ""); differ(string(a.body), string(b.body)) < 0 {
					t.Error("the two choices are the same one")
				}
				ids := strings.NewReplacer(paths[0], "", paths[1], "", strings.TrimPrefix(paths[0], "/fights/"), "", strings.TrimPrefix(paths[1], "/fights/"), "")
				first, second := ids.Replace(heardBy(s, paths[0], keys[0], seat)), ids.Replace(heardBy(s, paths[1], keys[1], seat))
				if at := differ(first, second); at >= 0 {
					t.Errorf("what the others receive depends on the choice of %s:\n%s\n%s", seat, around(first, at), around(second, at))
				}
				return true
			}
		}
		choice := open.Options[rand.IntN(len(open.Options))]
		for _, o := range open.Options { // what can be a feint, rather than anything else
			if o.Phase == "attack" && rand.IntN(2) == 0 {
				choice = o
			}
		}
		for i := range paths {
			do(i, seat, choice.Words)
		}
	}
	return false
}

// differ returns where two texts differ first, -1 if they do not.
func differ(a, b string) int {
	for i := range min(len(a), len(b)) {
		if a[i] != b[i] {
			return i
		}
	}
	if len(a) == len(b) {
		return -1
	}
	return min(len(a), len(b))
}

func around(text string, at int) string { return text[max(0, at-300):min(len(text), at+300)] }

// heardBy returns every byte that all but one seat and the GM receive, whatever they ask.
func heardBy(s *site, path string, keys map[string]string, but string) string {
	var all strings.Builder
	for _, name := range []string{"Ann", "Bea", "watcher"} {
		if name == but {
			continue
		}
		for _, o := range session.Operations() {
			if !o.Asks || o.Name == "save" || o.Name == "advise" { // advice takes its time, and is the search's to keep secret
				continue
			}
			r := s.ask("POST", path+"/"+PathOf(o.Name), keys[name], "{}")
			all.WriteString(o.Name + " " + string(r.body))
		}
		for _, wrong := range []string{"do", "take", "why", "dice"} {
			r := s.ask("POST", path+"/"+wrong, keys[name], `{"words":"no such choice"}`)
			all.WriteString(wrong + " " + string(r.body))
		}
		for _, p := range []string{"/tale", "/position", "/record"} {
			all.WriteString(p + " " + string(s.ask("GET", path+p, keys[name], "").body))
		}
		for _, e := range s.listen(path, keys[name], "", func(e sent) bool { return e.Event == EventQuestion }) {
			all.WriteString(e.Event + " " + e.Data + "\n")
		}
	}
	return all.String()
}

// The GM's note is in no byte that players and watchers receive: no answer, no refusal, no stream, from the beginning to the end.
func TestTheGMsNoteIsInNoStream(t *testing.T) {
	const secret = "Bea is the lord's son"
	s := serving(t, Options{}, ServerOptions{})
	encounter, err := json.Marshal(plank + "about: Two meet.\ngm: " + secret + ".\n")
	if err != nil {
		t.Fatal(err)
	}
	path, keys := s.begin(`{"encounter":` + string(encounter) + `,"seed":9,"seats":{"near":"human"},"voice":"scent"}`)
	for _, op := range []string{"", "play", "note", "auto", "end"} {
		if op != "" {
			body := map[string]string{"note": `{"words":"rain"}`, "end": `{"side":"far","why":"dusk"}`}[op]
			if r := s.ask("POST", path+"/"+op, keys["gm"], body); r.status != http.StatusOK {
				t.Fatalf("%s: %d %s", op, r.status, r.body)
			}
		}
		if heard := heardBy(s, path, keys, ""); !strings.Contains(heard, "Two meet") &&
			!strings.Contains(heard, "On a plank") || strings.Contains(heard, "lord's son") {
			t.Errorf("after %q the others have the note, or hear nothing:\n%.3000s", op, heard)
		}
	}
	if r := s.ask("POST", path+"/state", keys["gm"], ""); strings.Contains(string(r.body), "lord's son") {
		t.Error("the state has the note") // it is the screen's and the file's
	}
}
