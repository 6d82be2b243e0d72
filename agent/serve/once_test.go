package serve

import (
	"encoding/json"
	"fmt"
	"runtime"
	"sync"
	"testing"
)

// A request to open a fight that is sent again with its Idempotency-Key opens no second one, however many come at once; another request with
// that key is refused, and what failed may be tried again.
func TestAFightIsOpenedOnce(t *testing.T) {
	s := serving(t, Options{}, ServerOptions{})
	open := func(in, key string) (reply, BeginResponse) {
		t.Helper()
		r := s.ask("POST", "/v1/fights", "", in, "Idempotency-Key", key)
		var o BeginResponse
		if r.status == 201 {
			r.into(t, &o)
		}
		return r, o
	}
	_, first := open(`{"encounter":"mirror"}`, "a")
	var all sync.WaitGroup
	for range 8 {
		all.Go(func() {
			if r, o := open(`{"encounter":"mirror"}`, "a"); o.ID != first.ID || o.Links[0] != first.Links[0] || r.header.Get("Idempotency-Replayed") != "true" {
				t.Errorf("sent again: %d %s", r.status, r.body)
			}
		})
	}
	all.Wait()
	if r, _ := open(`{"encounter":"ambush"}`, "a"); r.code() != string(KeyReused) {
		t.Errorf("another request: %s", r.body)
	}
	if _, o := open(`{"encounter":"mirror"}`, "b"); o.ID == first.ID {
		t.Error("another key opens the same fight")
	}
	if r, _ := open(`{"encounter":"nowhere"}`, "c"); r.status != 422 {
		t.Errorf("%d", r.status)
	}
	if r, _ := open(`{"encounter":"nowhere"}`, "c"); r.status != 422 || r.header.Get("Idempotency-Replayed") != "" {
		t.Errorf("what failed, again: %d", r.status)
	}
	if known, _ := s.Fights().Count(); known != 2 {
		t.Errorf("%d fights", known)
	}
}

// Requests that fail take no place of one that has opened a fight.
func TestWhatFailsIsNotRemembered(t *testing.T) {
	var b openingsByKey
	opens := func() (FightLinks, error) { return FightLinks{ID: "one"}, nil }
	if _, again, err := b.once("me", "good", "request", opens); again || err != nil {
		t.Fatal(again, err)
	}
	for i := range 3 * openingsMax {
		if _, _, err := b.once("me", fmt.Sprint(i), "request", func() (FightLinks, error) { return FightLinks{}, unknownFightError() }); err == nil {
			t.Fatal("it has not failed")
		}
	}
	if _, again, _ := b.once("me", "good", "request", opens); !again {
		t.Error("the opening was forgotten")
	}
}

// Who waits for a request that fails opens the fight, and a third request has that one.
func TestWhoWaitsForAFailedOpeningOpens(t *testing.T) {
	var b openingsByKey
	waits, done := make(chan struct{}), make(chan error)
	failed := func() (FightLinks, error) {
		go func() {
			close(waits)
			_, again, err := b.once("me", "key", "request", func() (FightLinks, error) { return FightLinks{ID: "one"}, nil })
			if again {
				t.Error("nothing was open yet")
			}
			done <- err
		}()
		<-waits
		for b.usersOf(hashOf("me", "key")) < 2 {
			runtime.Gosched()
		}
		return FightLinks{}, unknownFightError()
	}
	if _, _, err := b.once("me", "key", "request", failed); err == nil {
		t.Fatal("it has not failed")
	}
	if err := <-done; err != nil {
		t.Fatal(err)
	}
	if links, again, err := b.once("me", "key", "request", nil); !again || links.ID != "one" || err != nil {
		t.Errorf("%v, again %t, %v", links, again, err)
	}
}

// usersOf returns how many requests have an opening or wait for it.
func (b *openingsByKey) usersOf(key string) int {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.kept[key].users
}

// A client's own ids of combatants are kept, also over a start of the server, and given back.
func TestIDsOfCombatantsAreGivenBack(t *testing.T) {
	dir := t.TempDir()
	f := opened(t, dir, Options{})
	b, as := begun(t, f, Begin{Encounter: json.RawMessage(`"ambush"`), IDs: map[string]string{"Tomoe": "token-7", "Gonta": "Scene.a/Token.9"}})
	want := map[string]Combatant{"Tomoe": {"Tomoe", "travellers", "token-7"}, "Gonta": {"Gonta", "bandits", "Scene.a/Token.9"}, "Sute": {"Sute", "bandits", ""}}
	check := func(list []Combatant) {
		t.Helper()
		found := 0
		for _, c := range list {
			if w, ok := want[c.Name]; ok && w == c {
				found++
			}
		}
		if len(list) != 6 || found != len(want) {
			t.Errorf("%+v", list)
		}
	}
	check(b.Combatants)
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
	d, err := opened(t, dir, Options{}).desk(as["gm"].Fight)
	if err != nil {
		t.Fatal(err)
	}
	check(d.head.Combatants)
	f = opened(t, t.TempDir(), Options{})
	for _, ids := range []map[string]string{{"Nobody": "a"}, {"tomoe": "a"}, {"Tomoe": ""}, {"Tomoe": "a\n"}, {"Tomoe": "a", "Gonta": "a"}} {
		if _, err := f.Begin(t.Context(), Begin{Encounter: json.RawMessage(`"ambush"`), IDs: ids}); err == nil {
			t.Errorf("%v is taken", ids)
		}
	}
	if known, _ := f.Count(); known != 0 {
		t.Errorf("%d fights of requests that were refused", known)
	}
}
