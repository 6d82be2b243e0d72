package mcp

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"kokyu/agent/serve"
	"kokyu/agent/session"
	"kokyu/rules"
)

// folder returns a folder of fights in which the nodes end a search, never the clock.
func folder(t testing.TB) *serve.Fights {
	t.Helper()
	f, err := serve.Open(t.TempDir(), serve.Options{Nodes: 300, Budget: time.Hour})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := f.Close(); err != nil {
			t.Error(err)
		}
	})
	return f
}

// begun returns a fight with its links by the seat or the role that they are for.
func begun(t testing.TB, f *serve.Fights, in serve.Begin) (id string, keys map[string]string) {
	t.Helper()
	b, err := f.Begin(t.Context(), in)
	if err != nil {
		t.Fatal(err)
	}
	keys = map[string]string{}
	for _, l := range b.Links {
		name := l.Seat
		if name == "" {
			name = string(l.Role)
		}
		keys[name] = l.Key
	}
	return b.ID, keys
}

// assistant is a client of the tools, the SDK's own, with all that it was sent.
type assistant struct {
	t    testing.TB
	s    *sdk.ClientSession
	sent *heard
}

// heard is what a client was sent, in bytes.
type heard struct {
	mu sync.Mutex
	bytes.Buffer
}

func (h *heard) Write(p []byte) (int, error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.Buffer.Write(p)
}

func (h *heard) all() string {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.String()
}

// piped returns an assistant that speaks with Serve over two pipes, as over standard input and output. link is empty for the user of
// the program.
func piped(t testing.TB, f *serve.Fights, link string, o Options, as *sdk.ClientOptions) assistant {
	t.Helper()
	var access *serve.Access
	if link != "" {
		a, err := f.Access(link)
		if err != nil {
			t.Fatal(err)
		}
		access = &a
	}
	inR, inW := io.Pipe()
	outR, outW := io.Pipe()
	served := make(chan error, 1)
	go func() { served <- Serve(context.WithoutCancel(t.Context()), f, access, o, inR, outW) }()
	h := &heard{}
	c, err := sdk.NewClient(&sdk.Implementation{Name: "test"}, as).Connect(t.Context(),
		&sdk.IOTransport{Reader: io.NopCloser(io.TeeReader(outR, h)), Writer: inW}, nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = c.Close() // the end of the pipe below ends both
		_ = inW.Close()
		if err := <-served; err != nil {
			t.Errorf("Serve: %v", err)
		}
	})
	return assistant{t, c, h}
}

// linked returns an assistant over HTTP with a link as bearer.
func linked(t testing.TB, f *serve.Fights, link string, o Options) assistant {
	t.Helper()
	server := httptest.NewServer(overHTTP(f, o))
	t.Cleanup(server.Close)
	h := &heard{}
	c, err := sdk.NewClient(&sdk.Implementation{Name: "test"}, nil).Connect(t.Context(), &sdk.StreamableClientTransport{Endpoint: server.URL + path,
		HTTPClient: &http.Client{Transport: bearer{link, h}}, DisableStandaloneSSE: true}, nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = c.Close() })
	return assistant{t, c, h}
}

// overHTTP returns the handler of a server of a folder.
func overHTTP(f *serve.Fights, o Options) http.Handler {
	s := serve.NewServer(f, serve.ServerOptions{Rate: 1 << 20, RateLink: 1 << 20})
	Mount(s, o)
	return s.Handler()
}

// bearer sends a link with each request, and keeps what comes back.
type bearer struct {
	link string
	sent *heard
}

func (b bearer) RoundTrip(r *http.Request) (*http.Response, error) {
	r = r.Clone(r.Context())
	r.Header.Set("Authorization", "Bearer "+b.link)
	back, err := http.DefaultTransport.RoundTrip(r)
	if err != nil {
		return nil, err
	}
	fmt.Fprintln(b.sent, back.Header)
	back.Body = struct {
		io.Reader
		io.Closer
	}{io.TeeReader(back.Body, b.sent), back.Body}
	return back, nil
}

// told is the answer of a tool: its structure, and the text beside it.
type told struct {
	answer
	words string
	wrong bool
}

func (a assistant) call(tool string, in map[string]any) told {
	a.t.Helper()
	out, err := a.s.CallTool(a.t.Context(), &sdk.CallToolParams{Name: tool, Arguments: in})
	if err != nil {
		a.t.Fatalf("%s %v: %v", tool, in, err)
	}
	var as told
	structure, err := json.Marshal(out.StructuredContent)
	if err == nil {
		err = json.Unmarshal(structure, &as.answer)
	}
	if err != nil {
		a.t.Fatalf("%s %v: %v", tool, in, err)
	}
	as.words, as.wrong = out.Content[0].(*sdk.TextContent).Text, out.IsError
	return as
}

// does returns a call that works.
func (a assistant) does(tool string, in map[string]any) told {
	a.t.Helper()
	as := a.call(tool, in)
	if as.wrong {
		a.t.Fatalf("%s %v: %s", tool, in, as.words)
	}
	return as
}

// read reads the output of an answer.
func read[T any](t testing.TB, raw json.RawMessage) (v T) {
	t.Helper()
	if err := json.Unmarshal(raw, &v); err != nil {
		t.Fatalf("%s: %v", raw, err)
	}
	return v
}

// plays plays a fight to its end by tools alone, from nothing but what they answer: the program's proposals are taken, people
// choose among the options in turn, dice of the table show twos.
func (a assistant) plays(fight string) (calls int) {
	a.t.Helper()
	state := read[session.State](a.t, a.does("state", map[string]any{"fight": fight}).Out)
	q := state.Question
	for n := range 2000 {
		var then told
		switch {
		case q.Kind == session.Over:
			return n
		case q.Kind == session.Dice:
			faces := make([]int, len(q.Check.Dice))
			for i := range faces {
				faces[i] = 2
			}
			then = a.does("dice", map[string]any{"fight": fight, "faces": faces})
		case q.Proposal:
			p := read[session.Proposal](a.t, a.does("propose", map[string]any{"fight": fight}).Out)
			then = a.does("do", map[string]any{"fight": fight, "op": "take"})
			if made := read[session.StepsMade](a.t, then.Out); made.Steps[0].Do != p.Do {
				a.t.Fatalf("%q was proposed and %q taken", p.Do, made.Steps[0].Do)
			}
		case q.Kind == session.Decision:
			open := read[struct{ Options []struct{ Do string } }](a.t, a.does("options", map[string]any{"fight": fight}).Out)
			then = a.does("do", map[string]any{"fight": fight, "words": open.Options[n%len(open.Options)].Do})
		default:
			then = a.does("do", map[string]any{"fight": fight, "op": "play"})
		}
		q = read[session.StepsMade](a.t, then.Then).Question
	}
	a.t.Fatal("the fight does not end")
	return 0
}

// A whole fight is played by tools alone over both transports: foes are proposed and taken, a person chooses, dice of the table
// are told. With the same seed it is the same fight, to the byte of its record.
func TestAFightIsPlayedByToolsAlone(t *testing.T) {
	var records []string
	for _, over := range []string{"stdio", "HTTP"} {
		f := folder(t)
		in := map[string]any{"encounter": "ganryu", "seed": 7, "seats": map[string]any{"Musashi": "human"}, "dice": []any{"Musashi"}}
		first := piped(t, f, "", Options{}, nil)
		fight := read[serve.FightLinks](t, first.does("new_fight", in).Out)
		a := first
		if over == "HTTP" {
			gm, err := f.Link(t.Context(), serve.FullAccess(fight.ID), serve.GM, "")
			if err != nil {
				t.Fatal(err)
			}
			a = linked(t, f, gm.Key, Options{})
		}
		if n := a.plays(fight.ID); n < 5 {
			t.Errorf("%s: the fight was over after %d answers", over, n)
		}
		end := a.does("state", map[string]any{"fight": fight.ID})
		if !strings.Contains(end.words, "The fight is over. ") {
			t.Errorf("%s: the state at the end is %q", over, end.words)
		}
		if tale := a.does("tale", map[string]any{"fight": fight.ID}); !strings.Contains(tale.words, "Musashi") {
			t.Errorf("%s: the tale is %q", over, tale.words)
		}
		record, err := a.s.ReadResource(t.Context(), &sdk.ReadResourceParams{URI: "fight://" + fight.ID + "/record"})
		if err != nil {
			t.Fatal(err)
		}
		records = append(records, record.Contents[0].Text)
	}
	if records[0] != records[1] || strings.Count(records[0], "\n") < 10 {
		t.Errorf("the records differ, of %d and %d bytes", len(records[0]), len(records[1]))
	}
}

// sample is a call of each operation, in an order in which all of them work.
var samples = []struct{ op, in string }{
	{"state", ``}, {"view", `{"name":"Masamune"}`}, {"options", ``}, {"sheet", `{"name":"Tomoe"}`},
	{"board", `{"svg":true}`}, {"propose", ``}, {"advise", `{"nodes":200}`},
	{"why", `{"words":"thrust > Masamune"}`}, {"plans", `{"name":"bandits"}`}, {"help", `{"words":"thrust"}`}, {"help", ``},
	{"ban", `{"do":"thrust","for":"Gonta","why":"a vow"}`}, {"allow", `{"do":"thrust","for":"Gonta"}`}, {"players", `{"hint":true}`}, {"note", `{"words":"rain"}`},
	{"ruling", `{"name":"Tomoe","throw":"2d10+3 vs 2d10","against":"Sute","what":"the rope","faces":[7,4,9,9]}`},
	{"yield", `{"name":"Sute","why":"they want to live"}`}, {"undo", `{"n":1}`},
	{"seat", `{"name":"Sute","plays":"greedy"}`}, {"auto", `{"name":"Sute"}`}, {"ask", `{"name":"Sute"}`},
	{"edit", `{"name":"Oyuki","changes":["energy=5"],"why":"tired"}`}, {"add", `{"line":"{who: bandit, name: Kuro}","side":"bandits"}`},
	{"remove", `{"name":"Kuro","why":"he runs"}`}, {"undo", `{"n":1}`}, {"redo", ``}, {"play", ``},
	{"force", `{"name":"Jubei the Cur","do":"thrust > Masamune","why":"the GM"}`}, {"edit", `{"name":"Oyuki","changes":["energy=4"]}`}, {"cancel", ``},
	{"dice", `{"faces":[2,2]}`}, {"dice again", `{"faces":[1,2],"why":"misread"}`},
	{"do", `{"words":"thrust > Tomoe"}`}, {"roll", ``}, {"take", ``}, {"events", `{"since":3}`}, {"tale", ``}, {"position", ``},
	{"apply", `{"position":"version: 1\nsystem: breath\ntitle: T\nsides:\n  - {name: a, fighters: [{who: ronin}]}\n  - {name: b, fighters: [{who: bandit}]}\n"}`},
	{"all", `{"name":"bandits"}`}, {"concede", `{"side":"bandits","why":"spent"}`}, {"undo", `{"steps":1}`}, {"end", `{"side":"travellers","why":"dawn"}`},
}

// toolOf returns the tool that has an operation.
func toolOf(op string) *tool {
	i := slices.IndexFunc(briefing.Tools, func(t tool) bool { return slices.Contains(t.Ops, op) })
	if i < 0 {
		return nil
	}
	return &briefing.Tools[i]
}

// arguments returns those of a tool for an operation with an input, as an assistant gives them.
func arguments(t testing.TB, fight, op, in string) map[string]any {
	t.Helper()
	args := map[string]any{}
	if in != "" {
		if err := json.Unmarshal([]byte(in), &args); err != nil {
			t.Fatal(err)
		}
	}
	args["fight"] = fight
	if tool := toolOf(op); len(tool.Ops) > 1 {
		args["op"] = op
		if tool.Confirms {
			args["confirm"] = true
		}
	} else if tool.Confirms {
		args["confirm"] = true
	}
	return args
}

// unreachable are the operations of a session that no tool has, with the reason.
var unreachable = map[string]string{
	"save": "it writes a file with a name that the assistant makes up; every step is in the record of the fight already, and the " +
		"resource fight://ID/record has it",
	"new rules":   "whether a fight goes on under other rules than it began with is for people to say, on the screen or over HTTP",
	"ruling odds": "the tool gm has it: ruling without confirm: true",
}

// Every operation of a session is one of some tool, or named as one that no assistant should have.
func TestEveryOperationHasATool(t *testing.T) {
	has := map[string]int{}
	for _, tool := range briefing.Tools {
		for _, op := range tool.Ops {
			has[op]++
		}
	}
	for _, o := range session.Operations() {
		switch reason, none := unreachable[o.Name]; {
		case none && (reason == "" || has[o.Name] > 0):
			t.Errorf("%s is in %d tools, and no assistant should have it because %q", o.Name, has[o.Name], reason)
		case !none && has[o.Name] != 1:
			t.Errorf("%s is in %d tools, want 1, or a reason in unreachable", o.Name, has[o.Name])
		case !none && !slices.ContainsFunc(samples, func(s struct{ op, in string }) bool { return s.op == o.Name }):
			t.Errorf("%s is not called below", o.Name)
		}
		delete(has, o.Name)
	}
	for _, o := range ownOperations() {
		if has[o.Name] != 1 {
			t.Errorf("%s is in %d tools", o.Name, has[o.Name])
		}
		delete(has, o.Name)
	}
	if len(has) > 0 {
		t.Errorf("tools have operations that there are not: %v", has)
	}
}

// A tool gives an operation the input that the pipe gives it and returns its output and its errors, on a fight that is the same
// to the last step.
func TestToolsAnswerAsThePipeDoes(t *testing.T) {
	f := folder(t)
	begin := serve.Begin{Encounter: json.RawMessage(`"ambush"`), Seed: 3, Dice: []string{"Jubei the Cur"}}
	one, _ := begun(t, f, begin)
	other, _ := begun(t, f, begin)
	a := piped(t, f, "", Options{}, nil)
	pipe := func(op, in string) (out string, err error) {
		err = f.With(t.Context(), serve.FullAccess(other), func(c session.Client) error {
			v, err := c.Call(t.Context(), op, json.RawMessage(in))
			if err != nil {
				return err
			}
			text, err := marshal(v)
			out = string(text)
			return err
		})
		if err == nil && !findOperation(op).Asks { // a tool waits until somebody is asked
			_, err = f.Call(t.Context(), serve.FullAccess(other), "play", nil, serve.Terms{})
		}
		return out, err
	}
	for _, s := range samples {
		for _, in := range []string{`{"nonsense":1}`, s.in} {
			want, err := pipe(s.op, in)
			got := a.call(toolOf(s.op).Name, arguments(t, one, s.op, in))
			switch {
			case err != nil:
				if !got.wrong || fmt.Sprint(got.Errors) != fmt.Sprint(serve.FaultsOf(err)) {
					t.Errorf("%s %s: %s, want the error %v", s.op, in, got.words, serve.FaultsOf(err))
				}
				if in == s.in {
					t.Errorf("%s %s does not work: %v", s.op, in, err)
				}
			case got.wrong:
				t.Errorf("%s %s: %s", s.op, in, got.words)
			case compact(t, got.Out) != compact(t, json.RawMessage(want)):
				t.Errorf("%s %s:\n%s, want\n%s", s.op, in, got.Out, want)
			}
		}
	}
}

func compact(t testing.TB, raw json.RawMessage) string {
	t.Helper()
	var v any
	if err := json.Unmarshal(raw, &v); err != nil {
		t.Fatalf("%s: %v", raw, err)
	}
	return rules.JSONText(v)
}

// The GM's note is in no byte that an assistant of a player or of a watcher is sent: no tool, no resource, no prompt.
func TestTheGMsNoteReachesNoAssistant(t *testing.T) {
	f := folder(t)
	encounter, err := json.Marshal("version: 1\nsystem: breath\ntitle: The Gate\nabout: Two meet.\ngm: The ronin is the lord's son.\nsides:\n- {name: one, fighters: [{who: ronin, name: Aki}]}\n- {name: other, fighters: [{who: bandit, name: Ume}]}\n")
	if err != nil {
		t.Fatal(err)
	}
	id, keys := begun(t, f, serve.Begin{Encounter: encounter, Seed: 1, Seats: map[string]string{"Aki": "human"}})
	for _, who := range []string{"Aki", "watcher"} {
		for _, a := range []assistant{piped(t, f, keys[who], Options{}, nil), linked(t, f, keys[who], Options{})} {
			for _, tool := range briefing.Tools {
				for _, op := range tool.Ops {
					_, _ = a.s.CallTool(t.Context(), &sdk.CallToolParams{Name: tool.Name, Arguments: map[string]any{"op": op, "fight": id}}) // some are the GM's
				}
			}
			for _, p := range fightTexts {
				_, _ = a.s.ReadResource(t.Context(), &sdk.ReadResourceParams{URI: "fight://" + id + "/" + p.name})
			}
			list, err := a.s.ListPrompts(t.Context(), nil)
			if err != nil {
				t.Fatal(err)
			}
			for _, p := range list.Prompts {
				_, _ = a.s.GetPrompt(t.Context(), &sdk.GetPromptParams{Name: p.Name, Arguments: map[string]string{"fight": id, "encounter": "ambush"}})
			}
			if sent := a.sent.all(); !strings.Contains(sent, "The Gate") || strings.Contains(sent, "lord's son") {
				t.Errorf("the assistant of %s has the note, or nothing, in %d bytes", who, len(sent))
			}
		}
	}
}

// A new fight says what is asked and what answers it, and its keys go to the host alone: none is in what a model is shown.
func TestANewFightSaysWhatIsAsked(t *testing.T) {
	f := folder(t)
	a := piped(t, f, "", Options{}, nil)
	for in, says := range map[string]string{
		`{"encounter":"mirror","seed":7,"seats":{"Chikara":"human"}}`:   "the person who plays Chikara. options has the choices, do makes one.",
		`{"encounter":"mirror","seed":7}`:                               "Asked now: the GM, about Chikara",
		`{"encounter":"crossing","seed":7,"dice":["all"]}`:              "Answer with dice: their faces, or op roll.",
		`{"encounter":"mirror","seed":7,"ids":{"Chikara":"Scene.a/7"}}`: "Chikara for the first (id Scene.a/7)",
	} {
		var args map[string]any
		if err := json.Unmarshal([]byte(in), &args); err != nil {
			t.Fatal(err)
		}
		out, err := a.s.CallTool(t.Context(), &sdk.CallToolParams{Name: "new_fight", Arguments: args})
		if err != nil || out.IsError {
			t.Fatalf("%s: %+v %v", in, out, err)
		}
		hidden, err := json.Marshal(out.Meta[keysMeta])
		if err != nil {
			t.Fatal(err)
		}
		links := read[[]serve.Link](t, hidden)
		out.Meta = nil
		shown, err := json.Marshal(out)
		if err != nil || !strings.Contains(string(shown), says) {
			t.Errorf("%s: %s, %v; want %q", in, shown, err, says)
		}
		for _, l := range links {
			if as, err := f.Access(l.Key); err != nil || as.Link != l.ID {
				t.Errorf("the key of %s%s: %v", l.Role, l.Seat, err)
			}
			if _, secret, _ := strings.Cut(l.Key, "."); strings.Contains(string(shown), secret) {
				t.Errorf("the model is shown the key of %s%s", l.Role, l.Seat)
			}
		}
		if len(links) < 3 {
			t.Errorf("%d links", len(links))
		}
	}
}
