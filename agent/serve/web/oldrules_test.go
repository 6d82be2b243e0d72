package web

import (
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"kokyu/agent/serve"
)

// A kept fight whose record other rules wrote is shown by its record: to everybody how it stands and its tale, to the GM its review
// and record too, and what lets it go on.
func TestAKeptFightOfOtherRulesIsShown(t *testing.T) {
	dir := t.TempDir()
	fights, s, stop := again(t, dir, "127.0.0.1:0")
	at := opened(t, fights, s, serve.Begin{Encounter: []byte(`"ambush"`), Seed: 1})
	address := s.Listener.Addr().String()
	list, err := fights.List()
	if err != nil || len(list) != 1 {
		t.Fatal(list, err)
	}
	stop()
	old, err := os.ReadFile(filepath.Join("..", "..", "testdata", "records", "1123-ambush.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, list[0].ID+".jsonl"), old, 0o600); err != nil {
		t.Fatal(err)
	}
	_, _, stop = again(t, dir, address)
	defer func() { stop() }()
	const other = "The record was written under other rules of breath"
	has := func(address string, want ...string) string {
		t.Helper()
		status, body := get(t, address)
		for _, w := range want {
			if status != 200 || !strings.Contains(body, w) {
				t.Errorf("%s: %d, nothing of %q: %.300s", address, status, w, body)
			}
		}
		return body
	}
	for who, address := range at {
		body := has(address, other, "They part at step 97: p is now 0.64, the record has 0.45", "<svg", "Masamune")
		if strings.Contains(body, list[0].ID+".jsonl") {
			t.Errorf("the page of %q says where the record lies", who)
		}
		if gm := who == ""; strings.Contains(body, "Go on under the new rules") != gm || strings.Contains(body, "fight.jsonl") != gm {
			t.Errorf("the page of %q: %s", who, body)
		}
		has(address+"tale", "Rain on the Nakasendo", "Masamune")
	}
	has(at[""]+"review?now", "as recorded", other, "Won by the bandits")
	if body := has(at[""] + "fight.jsonl"); body != string(old) {
		t.Error("the record is not as it was")
	}
	if status, body := post(t, at["Tomoe"]+"do/new%20rules", url.Values{}); status < 400 {
		t.Errorf("a player lets it go on: %d %s", status, body)
	}
	if status, body := post(t, at[""]+"do/new%20rules", url.Values{}); status != 200 {
		t.Errorf("the GM lets it go on: %d %s", status, body)
	}
	for _, address := range at {
		if body := has(address, "Masamune"); strings.Contains(body, other) {
			t.Errorf("%s is still that of a kept fight", address)
		}
	}
}
