package mcp

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"kokyu/agent/serve"
	"kokyu/agent/session"
)

// A new fight says what is asked first, and that can be answered at once.
func TestANewFightAsks(t *testing.T) {
	seatsOf := map[string][2]string{"mirror": {"Chikara", "Kagami"}, "crossing": {"east bank", "west bank"}, "stockade": {"the road", "the stockade"}}
	for name := range seatsOf {
		a := piped(t, folder(t), "", Options{}, nil)
		begun := a.does("new_fight", map[string]any{"encounter": name, "seed": 1, "ask": true,
			"seats": map[string]any{seatsOf[name][0]: "greedy", seatsOf[name][1]: "greedy"}})
		if !strings.Contains(begun.words, "Asked now: the GM, about ") {
			t.Errorf("%s: %s", name, begun.words)
		}
		a.does("options", nil)
		taken := a.does("do", map[string]any{"op": "take"})
		if made := read[session.StepsMade](t, taken.Out); len(made.Steps) != 1 || made.Question.Kind == "" || !strings.Contains(taken.words, "Asked now: ") {
			t.Errorf("%s: %s", name, taken.words)
		}
	}
}

// Who may not answer is not told how to.
func TestOnlyWhoIsAskedIsToldHow(t *testing.T) {
	f := folder(t)
	id, keys := begun(t, f, serve.Begin{Encounter: json.RawMessage(`"mirror"`), Seed: 1})
	for name, told := range map[string]bool{"gm": true, "Chikara": false, "Kagami": false, "watcher": false} {
		out := linked(t, f, keys[name], Options{}).does("state", nil)
		if !strings.Contains(out.words, "Asked now: the GM, about Chikara") || strings.Contains(out.words, "do with op take accepts it") != told {
			t.Errorf("%s: %s", name, out.words)
		}
	}
	gm := piped(t, f, "", Options{}, nil)
	gm.does("gm", map[string]any{"op": "seat", "name": "Chikara", "plays": "human", "fight": id, "confirm": true})
	for name, told := range map[string]bool{"gm": true, "Chikara": true, "Kagami": false, "watcher": false} {
		out := linked(t, f, keys[name], Options{}).does("state", nil)
		if !strings.Contains(out.words, "Asked now: the person who plays Chikara") || strings.Contains(out.words, "do makes one") != told {
			t.Errorf("%s: %s", name, out.words)
		}
	}
}

// What is there besides a page stands in the text, too, which is all that some clients show a model; and what would be done is said in
// sentences.
func TestTheTextSaysAll(t *testing.T) {
	a := piped(t, folder(t), "", Options{}, nil)
	a.does("new_fight", map[string]any{"encounter": "mirror", "seed": 1})
	a.does("do", map[string]any{"op": "take"})
	for _, op := range []string{"tale", "events"} {
		if out := a.does("tale", map[string]any{"op": op, "limit": 1}); !strings.Contains(out.words, "There is more: since: 1 has what comes next.") {
			t.Errorf("%s: %s", op, out.words)
		}
	}
	out := a.does("concede", map[string]any{"side": a.sides()[0]})
	if !strings.Contains(out.words, "would do this: Step ") || !strings.Contains(out.words, ". The fight is over. ") || strings.Contains(out.words, ". the ") {
		t.Error(out.words)
	}
}

// sides returns the names of the sides of the only fight.
func (a assistant) sides() (names []string) {
	for _, k := range read[session.State](a.t, a.does("state", nil).Out).Sheets {
		if !slices.Contains(names, k.Team) {
			names = append(names, k.Team)
		}
	}
	return names
}

// A call that is wrong is told what would be right: a member of another operation, and a number that is too small.
func TestAWrongMemberIsNamed(t *testing.T) {
	a := piped(t, folder(t), "", Options{}, nil)
	a.does("new_fight", map[string]any{"encounter": "mirror", "seed": 1})
	for _, c := range []struct {
		tool string
		in   map[string]any
		says string
	}{
		{"propose", map[string]any{"nodes": 100}, "nodes is nothing that op propose takes: want nodes with op advise"},
		{"propose", map[string]any{"op": "advise", "nodes": 0}, "nodes is 0: want 1 or more"},
		{"take_back", map[string]any{"n": 0}, "n is 0: want 1 or more"},
		{"take_back", map[string]any{"op": "redo", "n": -1}, "n is -1: want 1 or more"},
		{"tale", map[string]any{"since": -1}, "since is -1: want 0 or more"},
		{"tale", map[string]any{"limit": 0}, "limit is 0: want 1 to 1000"},
		{"do", map[string]any{"words": "thrust > Kagami", "at": -1}, "the client knows of -1 steps: want 0 or more"},
		{"odds", map[string]any{"op": "apply", "position": "mirrow"}, `no encounter is called "mirrow"`},
	} {
		if out := a.call(c.tool, c.in); !out.wrong || !strings.Contains(out.words, c.says) {
			t.Errorf("%s %v: %s", c.tool, c.in, out.words)
		}
	}
	a.does("odds", map[string]any{"op": "apply", "position": "mirror"})
	tools, err := a.s.ListTools(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, tool := range tools.Tools {
		schema, err := json.Marshal(tool.InputSchema)
		if err != nil {
			t.Fatal(err)
		}
		switch tool.Name {
		case "new_fight":
			if !strings.Contains(string(schema), `"required":["encounter"]`) {
				t.Errorf("%s", schema)
			}
		case "take_back":
			if strings.Count(string(schema), `"minimum":1`) != 2 {
				t.Errorf("%s", schema)
			}
		}
	}
}

// What a seat sees is its own: no answer may be kept for others.
func TestNothingIsPublic(t *testing.T) {
	f := folder(t)
	_, keys := begun(t, f, serve.Begin{Encounter: json.RawMessage(`"mirror"`), Seed: 1})
	a := linked(t, f, keys["Chikara"], Options{})
	a.does("state", nil)
	if sent := a.sent.all(); strings.Contains(sent, `"public"`) || !strings.Contains(sent, `"cacheScope":"private"`) {
		t.Errorf("%.2000s", sent)
	}
}

// Two requests with one id would have one answer between them: the second is refused at once.
func TestAnIDIsOfOneRequest(t *testing.T) {
	var out strings.Builder
	l := newLines(t.Context(), strings.NewReader(`{"jsonrpc":"2.0","id":7,"method":"tools/list"}`+"\n"+`{"jsonrpc":"2.0","id":7,"method":"ping"}`+"\n"+
		`{"jsonrpc":"2.0","id":8,"method":"ping"}`+"\n"), &out)
	var got []byte
	for len(l.unanswered) < 2 {
		p := make([]byte, 1000)
		n, err := l.Read(p)
		if got = append(got, p[:n]...); err != nil {
			t.Fatal(err)
		}
	}
	if strings.Count(string(got), `"id":7`) != 1 || !strings.Contains(out.String(), `"id":7`) || !strings.Contains(out.String(), "not answered yet") {
		t.Errorf("passed on %s, answered %s", got, out.String())
	}
}
