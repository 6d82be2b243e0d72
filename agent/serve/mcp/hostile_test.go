package mcp

import (
	"context"
	"encoding/json"
	"slices"
	"strings"
	"testing"
	"time"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"kokyu/agent"
	"kokyu/agent/serve"
	"kokyu/agent/session"
)

// What somebody wrote into a fight reaches a model with everything spelled out that does not print or turns the reading.
func TestWhatIsWrittenIsData(t *testing.T) {
	f := folder(t)
	begun(t, f, serve.Begin{Encounter: json.RawMessage(`"mirror"`), Seed: 1})
	a := piped(t, f, "", Options{}, nil)
	a.does("gm", map[string]any{"op": "note", "words": "rain \u202egnp \u001b[31m \u2066end"})
	for _, op := range []string{"events", "tale"} {
		out := a.does("tale", map[string]any{"op": op})
		if op == "events" && !strings.Contains(out.words, `\u202e`) {
			t.Errorf("%s: %s", op, out.words)
		}
	}
	if strings.ContainsAny(a.sent.all(), "\u202e\u2066\x1b") {
		t.Error("a mark that turns the reading was sent as it is")
	}
}

// A fight that plays on by itself for hundreds of steps is an answer that a model can read, and says how to get the rest.
func TestALongAnswerIsCut(t *testing.T) {
	f := folder(t)
	a := piped(t, f, "", Options{}, nil)
	a.does("new_fight", map[string]any{"encounter": "arioka", "seed": 1,
		"seats": map[string]any{"Tsukahara": "random"}, "level": "1", "voice": "law"})
	out := a.does("gm", map[string]any{"op": "auto", "confirm": true})
	made := read[session.StepsMade](t, out.Then)
	total := *out.At
	if out.Left == "" || !strings.Contains(out.words, "Left out: ") || len(out.Out)+len(out.Then) > 2*stepsBytesMax+2000 || len(out.words) > textMax+100 {
		t.Fatalf("%d steps: %d and %d bytes of structure, %d of text, left out: %q", total, len(out.Out), len(out.Then), len(out.words), out.Left)
	}
	var steps []session.Events
	seen := 0
	for seen < total {
		e := read[session.Events](t, a.does("tale", map[string]any{"op": "events", "since": seen}).Out)
		if len(e.Steps) == 0 || e.Steps[0].N != seen+1 {
			t.Fatalf("since %d begins with %+v", seen, e.Steps)
		}
		seen, steps = e.Steps[len(e.Steps)-1].N, append(steps, e)
	}
	if len(steps) < 2 || len(made.Steps) == total {
		t.Errorf("%d steps came in %d answers", total, len(steps))
	}
}

// A search that nobody waits for any more ends: the next one has its turn, though the first could have gone on for an hour.
func TestACancelledCallIsOver(t *testing.T) {
	f, err := serve.Open(t.TempDir(), serve.Options{Nodes: 300, Budget: time.Hour, MaxThinkTime: time.Hour, Thinkers: 1})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = f.Close() })
	begun(t, f, serve.Begin{Encounter: json.RawMessage(`"arioka"`), Seed: 1})
	ticks := make(chan time.Time)
	a := piped(t, f, "", Options{ticks: func() (<-chan time.Time, func()) { return ticks, func() {} }}, nil)
	ctx, cancel := context.WithCancel(t.Context())
	done := make(chan error, 1)
	go func() {
		params := &sdk.CallToolParams{Name: "propose", Arguments: map[string]any{"op": "advise", "nodes": agent.NodesMax}}
		params.SetProgressToken(1)
		_, err := a.s.CallTool(ctx, params)
		done <- err
	}()
	ticks <- time.Time{} // it is under way
	cancel()
	if err := <-done; err == nil {
		t.Error("a cancelled call has an answer")
	}
	a.does("propose", nil)
}

// Whatever is sent as arguments of a tool, there is an answer or an error, never a panic.
func FuzzArguments(f *testing.F) {
	for _, s := range samples {
		f.Add(toolOf(s.op).Name, s.in)
	}
	for _, in := range []string{`[]`, `null`, `{"op":7}`, `{"fight":{}}`, `{"at":1e99}`, `{"confirm":null}`,
		"{\"words\":\"\xff\"}", `{"encounter":{"system":"keep","sides":[]}}`} {
		f.Add("gm", in)
		f.Add("check_encounter", in)
	}
	fights := folder(f)
	begun(f, fights, serve.Begin{Encounter: json.RawMessage(`"mirror"`), Seed: 1})
	c := &client{fights: fights}
	f.Fuzz(func(t *testing.T, name, in string) {
		i := slices.IndexFunc(briefing.Tools, func(t tool) bool { return t.Name == name })
		if i < 0 || name == "new_fight" || len(in) > 1<<12 {
			return
		}
		ops := briefing.Tools[i].operationsFor(serve.GM)
		out, err := c.call(t.Context(), &briefing.Tools[i], ops, json.RawMessage(in))
		if err != nil {
			out = out.withError(err)
			if out.Text == "" || len(out.Errors) == 0 || out.Errors[0].Code == "" {
				t.Errorf("%s %q: an error without words: %v", name, in, err)
			}
		}
		if _, err := result(out, err != nil); err != nil {
			t.Errorf("%s %q: %v", name, in, err)
		}
	})
}
