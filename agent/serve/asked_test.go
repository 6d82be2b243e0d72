package serve

import (
	"encoding/json"
	"math/rand/v2"
	"net/http"
	"runtime"
	"strings"
	"testing"
	"time"

	"kokyu/agent"
	"kokyu/agent/session"
	"kokyu/rules"
)

// Whoever opens a fight is told what is asked first, and may answer at once: the program has thrown what it throws itself.
func TestANewFightHasItsFirstQuestion(t *testing.T) {
	s := serving(t, Options{Nodes: 20}, ServerOptions{})
	for _, system := range agent.Systems() {
		for _, name := range agent.Encounters(system)[:2] {
			for _, op := range []string{"propose", "options"} {
				var begun BeginResponse
				s.ask("POST", "/fights", "", `{"encounter":"`+name+`","seed":1}`).into(t, &begun)
				if begun.Question.Kind != session.Decision {
					t.Errorf("%s begins with the question %+v", name, begun.Question)
				}
				if r := s.ask("POST", begun.Path+"/"+op, begun.Links[0].Key, ""); r.status != http.StatusOK {
					t.Errorf("%s, %s: %s", name, op, r.body)
				}
			}
		}
	}
}

// What is handed out as a choice is one, and the answer to a choice is the next question: no answer is of a moment in
// which the program still plays on.
func TestAnAnswerIsTheNextQuestion(t *testing.T) {
	s := serving(t, Options{}, ServerOptions{})
	dice := rand.New(rand.NewPCG(1, 2))
	for _, in := range []string{
		`{"encounter":"ambush","seed":1,"seats":{"travellers":"human","bandits":"greedy"},"ask":false}`,
		`{"encounter":"mirror","seed":1,"seats":{"Chikara":"human","Kagami":"human"}}`,
		`{"encounter":"stockade","seed":1,"seats":{"the road":"human","the stockade":"greedy"},"ask":false}`,
		`{"encounter":"crossing","seed":1,"seats":{"east bank":"human","west bank":"greedy"},"ask":false}`,
	} {
		r := s.ask("POST", "/fights", "", in)
		var begun BeginResponse
		r.into(t, &begun)
		if r.status != http.StatusCreated {
			t.Fatalf("%s: %s", in, r.body)
		}
		gm := begun.Links[0].Key
		for range 12 {
			var open session.Choices
			got := s.ask("POST", begun.Path+"/options", gm, "")
			if got.into(t, &open); got.status != http.StatusOK {
				t.Fatalf("%s: options: %s", in, got.body)
			}
			var made struct {
				Question session.Question `json:"question"`
				Steps    []rules.Step     `json:"steps"`
			}
			body := rules.JSONText(session.Words{Words: open.Options[dice.IntN(len(open.Options))].Words})
			got = s.ask("POST", begun.Path+"/do", gm, string(body))
			if got.into(t, &made); got.status != http.StatusOK || made.Question.Kind == "" || len(made.Steps) != 1 {
				t.Fatalf("%s: do %s: %s", in, body, got.body)
			}
			if made.Question.Kind == session.Over {
				break
			}
		}
	}
}

// A request waits for the program no longer than for a search of its own.
func TestARequestWaitsNoLongerThanASearch(t *testing.T) {
	f := opened(t, t.TempDir(), Options{MaxThinkTime: time.Nanosecond, Nodes: nodesMax})
	_, as := begun(t, f, Begin{Seats: map[string]string{"Chikara": "search", "Kagami": "human"}, Ask: new(bool)})
	for _, op := range []string{"options", "play"} {
		if _, err := f.Call(t.Context(), as["gm"], op, nil, Terms{}); err != nil {
			t.Errorf("%s: %v", op, err)
		}
	}
	if q, err := f.NextQuestion(t.Context(), as["gm"]); q.Kind != "" || err != nil {
		t.Errorf("%+v, %v", q, err)
	}
}

// A fight in which nobody is asked is fought by itself, whether or not somebody looks.
func TestAFightGoesOnByItself(t *testing.T) {
	f := opened(t, t.TempDir(), Options{})
	b, err := f.Begin(t.Context(), Begin{Encounter: json.RawMessage(`"stockade"`), Seed: 1,
		Seats: map[string]string{"the road": "greedy", "the stockade": "greedy"}, Ask: new(bool)})
	if err != nil {
		t.Fatal(err)
	}
	f.drivers.Wait()
	if q, err := f.NextQuestion(t.Context(), FullAccess(b.ID)); q.Kind != session.Over || err != nil {
		t.Errorf("%+v, %v", q, err)
	}
}

// What changes no question is no answer to it: a note, the right to hints, a ruling, a change that waits.
func TestWhatIsSaidAnswersNoQuestion(t *testing.T) {
	f := opened(t, t.TempDir(), Options{})
	_, as := begun(t, f, Begin{Seats: people("Chikara", "Kagami"), Dice: []string{"all"}})
	gm, at := as["gm"], 0
	calls(t, f, gm, "note", `{"words":"the lamp goes out"}`)
	calls(t, f, gm, "players", `{"hint":true}`)
	calls(t, f, gm, "ruling", `{"name":"Kagami","throw":"2d10 >= 14","faces":[7,4]}`)
	if _, err := f.Call(t.Context(), gm, "undo", nil, Terms{At: &at}); CodeOf(err) != session.Answered {
		t.Errorf("an undo that knows nothing of the note: %v", err)
	}
	choice := json.RawMessage(`{"words":"thrust > Kagami"}`)
	if _, err := f.Call(t.Context(), as["Chikara"], "do", choice, Terms{At: &at}); err != nil {
		t.Error(err)
	}
	calls(t, f, gm, "note", `{"words":"it rains"}`)
	_, err := f.Call(t.Context(), as["Chikara"], "do", choice, Terms{At: &at})
	if CodeOf(err) != session.Answered || !strings.Contains(err.Error(), "answered already: Chikara: thrust > Kagami, by Chikara's player") {
		t.Errorf("%v", err)
	}
	at = 4
	calls(t, f, as["Chikara"], "yield", "") // waits until the blow is over
	if _, err := f.Call(t.Context(), gm, "roll", nil, Terms{At: &at}); err != nil {
		t.Error(err)
	}
}

// A search goes on when something is said that does not change its question, and so does a proposal.
func TestANoteEndsNoSearch(t *testing.T) {
	f := opened(t, t.TempDir(), Options{Nodes: 20_000})
	_, as := begun(t, f, Begin{Encounter: json.RawMessage(`"ambush"`)})
	for _, op := range []string{"advise", "propose", "plans"} {
		done := make(chan error, 1)
		go func() {
			_, err := f.Call(t.Context(), as["gm"], op, json.RawMessage(`{}`), Terms{})
			if op == "plans" {
				_, err = f.Call(t.Context(), as["gm"], op, json.RawMessage(`{"name":"bandits"}`), Terms{})
			}
			done <- err
		}()
		for f.thinking(as["gm"].Fight) == 0 && len(done) == 0 {
			runtime.Gosched()
		}
		calls(t, f, as["gm"], "note", `{"words":"rain"}`)
		if err := <-done; err != nil {
			t.Errorf("%s: %v", op, err)
		}
	}
	first, points := f.Outlook(as["gm"].Fight)
	if first == nil || len(points) != 1 {
		t.Errorf("the proposal is %v, the chances %v", first, points)
	}
}
