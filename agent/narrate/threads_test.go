package narrate

import (
	"testing"

	"kokyu/rules"
)

// What ties a moment to an earlier one: a wound given back, one more of the same hand, a friend's fall repaid, a reservation
// that paid off.
func TestThreadsAreKept(t *testing.T) {
	roster := []rules.Fighter{{Name: "A", Side: 0}, {Name: "B", Side: 0}, {Name: "X", Side: 1}, {Name: "Y", Side: 1}}
	th := newThreads(roster)
	wound, fall, held := breaths.frame("wound"), breaths.frame("fall"), breaths.frame("held")
	for i, c := range []struct {
		frame  *rules.Frame
		by, at string
		want   string
	}{
		{wound, "A", "X", ""},
		{wound, "X", "A", "returned"},
		{wound, "A", "X", "again"},
		{wound, "Y", "A", ""},
		{fall, "X", "B", ""},
		{fall, "Y", "A", ""},
		{fall, "X", "Y", ""},        // a stray shot repays nothing
		{fall, "Newcomer", "X", ""}, // it is not known whose friend B was to them
		{fall, "A", "X", "avenged"},
	} {
		if got := th.see(rules.Moment{Frame: c.frame.Name, Actor: c.by, Target: c.at, Wounds: 1}, c.frame); got != c.want {
			t.Errorf("%d: %s by %s at %s: %q, want %q", i, c.frame.Name, c.by, c.at, got, c.want)
		}
	}
	if got := th.see(rules.Moment{Frame: "held", Actor: "A", Target: "X", Reserved: true}, held); got != "kept" {
		t.Errorf("a reservation that paid off: %q", got)
	}
}

// Who lies falls no second time, and who has got up does.
func TestWhoLiesIsFinished(t *testing.T) {
	th := newThreads([]rules.Fighter{{Name: "A"}, {Name: "X", Side: 1}})
	fall, miss := breaths.frame("fall"), breaths.frame("miss")
	if th.see(rules.Moment{Frame: "fall", Actor: "A", Target: "X"}, fall); !th.lies["X"] {
		t.Error("X has fallen and does not lie")
	}
	if th.see(rules.Moment{Frame: "miss", Actor: "X", Target: "A"}, miss); th.lies["X"] {
		t.Error("X strikes and lies")
	}
}

func TestOrdinalsAreWords(t *testing.T) {
	for n, want := range map[int]string{1: "first", 3: "third", 12: "twelfth", 19: "nineteenth", 20: "twentieth", 41: "forty-first", 58: "fifty-eighth", 90: "ninetieth",
		99: "ninety-ninth", 100: "hundredth or so", -1: ""} {
		if got := ordinal(n); got != want {
			t.Errorf("%d: %q, want %q", n, got, want)
		}
	}
}

// What happens to the same people again is counted, and reads as another sentence each time.
func TestWhatComesAgainIsCounted(t *testing.T) {
	v := newScent(t, scent(t, breaths), 7)
	f := Facts{Frame: "strain_broken", Actor: true, Stage: Middle, P: 1}
	seen := map[string]bool{}
	for n := range 60 {
		f.Step, f.Times = n, n+1
		text := v.choose(f, true)
		said := Fact{By: "A", Moment: f}.lettered(text)
		if text == "" || seen[said] {
			t.Fatalf("time %d: %q", n+1, said)
		}
		seen[said] = true
	}
}

// A quiet stretch is one fact, however long, and only if it is long.
func TestAQuietStretchIsOneFact(t *testing.T) {
	for passages, want := range map[int]int{1: 0, quietMin - 1: 0, quietMin: 1, 40: 1} {
		a := newAccount(breaths, Options{Roster: []rules.Fighter{{Name: "A"}, {Name: "B", Side: 1}}})
		scene := &rules.Scene{Alone: func(string) bool { return false }}
		for n := range passages {
			a.take(&passage{Passage: rules.Passage{Scene: scene}, round: 1, step: n + 1}, false, "quiet")
		}
		wound := rules.Moment{Frame: "wound", Step: passages + 1, Actor: "A", Target: "B", P: 1, Wounds: 1, First: true}
		a.take(&passage{Passage: rules.Passage{Scene: scene, Moments: []rules.Moment{wound}}, round: 1, step: passages + 1}, false, "quiet")
		quiet := 0
		for _, p := range a.close() {
			for _, f := range p.Facts {
				if f.Moment.Frame == "quiet" {
					quiet++
					if len(f.Steps) != passages {
						t.Errorf("a stretch of %d steps is of %v", passages, f.Steps)
					}
				}
			}
		}
		if quiet != want {
			t.Errorf("%d quiet passages: %d facts, want %d", passages, quiet, want)
		}
	}
}

// A squad whose name is a plural is told as one: sentences of the grammar are about one. What a stranger writes of it is read
// with its name, the article before it or not.
func TestASquadIsATroop(t *testing.T) {
	o := Options{Roster: []rules.Fighter{{Name: "Guns", Several: true}, {Name: "Levy", Several: true}, {Name: "Thomas", Side: 1}}}
	a := newAccount(breaths, o)
	p := a.paragraph([]candidate{{Moment: rules.Moment{Actor: "Guns", Target: "Levy"}}, {Moment: rules.Moment{Actor: "Thomas"}}})
	for text, want := range map[string]string{
		"{A}'s blow goes wide. {A} gives ground.": "The troop of Guns' blow goes wide. The troop of Guns gives ground.",
		"{C}'s blow hits {A}, and {B} waits.":     "Thomas's blow hits the troop of Guns, and Levy waits.",
	} {
		if got := p.Fill(text); got != want {
			t.Errorf("got %s, want %s", got, want)
		}
	}
	c := Chronicle{account: a}
	if got, want := c.Open("The Guns obeys, and Thomas hits the Guns. The Levy waits."), "{A} obeys, and {C} hits {A}. The {B} waits."; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}
