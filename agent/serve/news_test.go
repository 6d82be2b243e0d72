package serve

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"
)

// told is an event of a stream of all fights, in short: the fight by its number, the event, and the step or the number of steps.
func told(t *testing.T, e sent, fights []string) string {
	t.Helper()
	var p Pushed
	if err := json.Unmarshal([]byte(e.Data), &p); err != nil {
		t.Fatal(err)
	}
	n := 0
	switch {
	case p.Step != nil:
		n = p.Step.N
	case p.Steps != nil:
		n = *p.Steps
	}
	return fmt.Sprintf("%d %s %d", slices.Index(fights, "/fights/"+p.Fight), p.Event, n)
}

// One stream has all fights of a key, in the order in which things happen, each event once, however often it breaks: also between a step and
// the question after it, while a fight is unloaded, and where another key hears less.
func TestAllFightsAreInOneStream(t *testing.T) {
	s := serving(t, Options{}, ServerOptions{})
	var gm, seat lastingKey
	s.ask("POST", "/keys", s.Owner(), `{"name":"all","scope":"gm"}`).into(t, &gm)
	s.ask("POST", "/keys", s.Owner(), `{"name":"seat","scope":"seat","seat":"Tomoe"}`).into(t, &seat)
	before, _ := s.begin(handsOn)
	s.ask("POST", before+"/note", s.Owner(), `{"words":"before"}`)
	start := ""
	do := func(path, words string) { s.ask("POST", path+"/note", s.Owner(), fmt.Sprintf(`{"words":%q}`, words)) }
	all, err := s.Fights().followAll(bearer{s.Fights(), ownersName}, "")
	if err != nil {
		t.Fatal(err)
	}
	start = all.lastID()
	first, links := s.begin(handsOn)
	second, _ := s.begin(`{"encounter":"ambush","seats":{"travellers":"human","bandits":"human"},"dice":["all"],"voice":"none"}`)
	do(first, "one")
	do(second, "two")
	do(first, "three")
	if err := s.Fights().unloadNow(strings.TrimPrefix(first, "/fights/")); err != nil {
		t.Fatal(err)
	}
	do(second, "four")
	do(first, "five")
	do(before, "six")
	s.ask("DELETE", second, s.Owner(), "")
	fights := []string{before, first, second}
	// Of the second fight, which was deleted before anybody listened, only that is told.
	want := []string{"1 step 1", "1 step 2", "1 step 3", "1 question 3", "0 step 2", "0 question 2", "2 end 0"}
	follow := func(key string, n, most int) (got []string) {
		last := start
		for len(got) < most {
			for _, e := range s.listen("", key, last, func() func(sent) bool {
				left := n
				return func(sent) bool { left--; return left == 0 || len(got)+n-left == most }
			}()) {
				if e.Mark == "" {
					t.Errorf("%s has no id", e.Data)
				}
				last = e.Mark
				got = append(got, told(t, e, fights))
			}
		}
		return got
	}
	for n := 1; n <= len(want); n++ { // events before it breaks
		if got := follow(s.Owner(), n, len(want)); !slices.Equal(got, want) {
			t.Errorf("broken after %d events: %v, want %v", n, got, want)
		}
	}
	if got := follow(gm.Key, 1, len(want)); !slices.Equal(got, want) {
		t.Errorf("the lasting key hears %v, want %v", got, want)
	}
	if got, want := follow(links["Kagami"], 2, 4), want[:4]; !slices.Equal(got, want) {
		t.Errorf("a link hears %v, want %v", got, want)
	}
	third, _ := s.begin(`{"encounter":"ambush","seats":{"travellers":"human","bandits":"human"},"dice":["all"],"voice":"none"}`)
	fights = append(fights, third)
	do(third, "seven")
	if got, want := follow(seat.Key, 1, 2), []string{"3 step 1", "3 question 1"}; !slices.Equal(got, want) {
		t.Errorf("the seat's key hears %v, want %v", got, want)
	}
	for last, want := range map[string]string{"aaaaaaaaaaaa-7": "gap", "aaaaaaaaaaaa-x": "", "7": "", s.Fights().news.epoch + "-9999": "", "../x-1": ""} {
		if want == "" {
			if r := s.ask("GET", "/events", s.Owner(), "", "Last-Event-ID", last); r.status != 400 || !strings.Contains(string(r.body), "the id of an event") {
				t.Errorf("%s: %d %s", last, r.status, r.body)
			}
		} else if got := s.listen("", s.Owner(), last, func(sent) bool { return true }); len(got) != 1 || got[0].Event != want {
			t.Errorf("%s: %v", last, got)
		}
	}
	if r := s.ask("GET", "/v1/events", "", ""); r.status != 401 {
		t.Errorf("without a key: %d %s", r.status, r.body)
	}
	if r := s.ask("GET", "/v1/events", "x", ""); r.status != 404 {
		t.Errorf("with another: %d %s", r.status, r.body)
	}
}

// A stream of all fights ends when its key is revoked or has ended, also by a jump of the clock, as when the server stops, and is counted as others are; what is no longer kept is a gap.
func TestAStreamOfAllFightsEnds(t *testing.T) {
	s := serving(t, Options{}, ServerOptions{StreamsLink: 1})
	f := s.Fights()
	b, as := begun(t, f, Begin{Seats: people("Chikara", "Kagami"), Dice: []string{"all"}})
	k, err := f.lasting.make(keyTerms{Name: "a", Scope: scopeWatch})
	if err != nil {
		t.Fatal(err)
	}
	ends := func(name string, do func(), want string) {
		t.Helper()
		st, err := f.followAll(bearer{f, name}, "")
		if err != nil {
			t.Fatal(err)
		}
		defer st.Close()
		calls(t, f, as["gm"], "note", `{"words":"rain"}`)
		if e, err := st.Next(t.Context()); err != nil || e.Event != EventStep || e.Fight != b.ID {
			t.Fatalf("%s: %+v %v", name, e, err)
		}
		_, _, _, wake := f.news.read(f.news.next())
		do()
		select {
		case <-wake:
		case <-f.ctx.Done():
		default:
			t.Errorf("%s: who waits is not woken", name)
		}
		for {
			e, err := st.Next(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			if e.Event == EventEnd {
				if e.Fight != "" || !strings.Contains(e.Error.What, want) {
					t.Errorf("%s ends with %+v", name, e.Error)
				}
				break
			}
		}
		if _, err := st.Next(t.Context()); err == nil {
			t.Errorf("%s has an event after the last", name)
		}
	}
	s.listen("", s.Owner(), f.news.epoch+"-1", func(sent) bool {
		if r := s.ask("GET", "/events", s.Owner(), ""); r.status != 429 || !strings.Contains(string(r.body), "too many streams") {
			t.Errorf("a second stream of one: %d %s", r.status, r.body)
		}
		return true
	})
	ends(lastingLink+k.ID, func() {
		if err := f.revokeLasting(t.Context(), k.ID); err != nil {
			t.Error(err)
		}
	}, "revoked")
	ends(b.ID+" "+b.Links[1].ID, func() {
		if err := f.Revoke(t.Context(), as["gm"], b.Links[1].ID); err != nil {
			t.Error(err)
		}
	}, "revoked")
	brief, err := f.lasting.make(keyTerms{Name: "b", Scope: scopeWatch, Until: time.Now().Add(time.Hour)})
	if err != nil {
		t.Fatal(err)
	}
	clock := f.lasting.now
	ends(lastingLink+brief.ID, func() { // the clock jumps
		f.lasting.now = func() time.Time { return clock().Add(2 * time.Hour) }
		f.news.wakeRevoked()
	}, "ended")
	f.lasting.now = clock
	late, err := f.followAll(bearer{f, ownersName}, "")
	if err != nil {
		t.Fatal(err)
	}
	f.news.mu.Lock()
	f.news.items = append(f.news.items, make([]newsItem, 2*newsMax-len(f.news.items))...)
	f.news.mu.Unlock()
	calls(t, f, as["gm"], "note", `{"words":"rain"}`)
	if e, err := late.Next(t.Context()); err != nil || e.Event != EventGap || late.item != newsMax+1 {
		t.Errorf("%+v %v at %d", e, err, late.item)
	}
	if e, err := late.Next(t.Context()); err != nil || e.Event != EventStep {
		t.Errorf("after the gap: %+v %v", e, err)
	}
	ends(ownersName, f.Stop, "stopping")
}

// Who reads wakes nobody, who makes a step or revokes a link wakes those who wait in that fight.
func TestReadingWakesNobody(t *testing.T) {
	f := opened(t, t.TempDir(), Options{})
	b, as := begun(t, f, Begin{Seats: people("Chikara", "Kagami"), Dice: []string{"all"}})
	calls(t, f, as["gm"], "state", ``)
	wakes := func(do func()) bool {
		table := f.tables[b.ID]
		wake := table.wake
		do()
		select {
		case <-wake:
			return true
		default:
			return false
		}
	}
	for _, op := range []string{"state", "options", "events", "tale", "board"} {
		if wakes(func() { calls(t, f, as["gm"], op, ``) }) {
			t.Errorf("%s wakes who waits", op)
		}
	}
	if !wakes(func() { calls(t, f, as["gm"], "note", `{"words":"rain"}`) }) {
		t.Error("a step wakes nobody")
	}
	if !wakes(func() {
		if err := f.Revoke(t.Context(), as["gm"], b.Links[1].ID); err != nil {
			t.Error(err)
		}
	}) {
		t.Error("a link that is revoked wakes nobody")
	}
}
