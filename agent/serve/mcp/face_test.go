package mcp

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/charmbracelet/log"
	"github.com/google/jsonschema-go/jsonschema"
	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"kokyu/agent"
	"kokyu/agent/say"
	"kokyu/agent/serve"
	"kokyu/agent/session"
	"kokyu/rules"
)

// plank is a duel of the system that knows feints, which are chosen in secret.
const plank = `version: 1
system: tempo
title: On a plank
map: ["....."]
sides:
  - {name: near, status: on guard, fighters: [{who: swordsman, name: Ann, at: b1}]}
  - {name: far, status: on guard, fighters: [{who: swordsman, name: Bea, at: c1}]}
`

// opened is when a fight was opened, as lists have it.
var opened = regexp.MustCompile(`\b20\d\d-\d\d-\d\d[T ][\d:]+( UTC|Z)`)

// A seat's client never learns what another chose in secret: with a feint and with an honest blow all its tools and resources
// answer the same, to the letter, until it has answered, and no byte that it was sent has the word.
func TestASeatNeverSeesASecret(t *testing.T) {
	said, words := map[bool][]string{}, map[bool][]int{}
	for _, feints := range []bool{true, false} {
		f := folder(t)
		id, keys := begun(t, f, serve.Begin{Encounter: json.RawMessage(rules.JSONText(plank)), Seed: 4,
			Seats: map[string]string{"Ann": "human", "Bea": "human"}, Dice: []string{"all"}})
		ann, bea, watcher := linked(t, f, keys["Ann"], Options{}), linked(t, f, keys["Bea"], Options{}), linked(t, f, keys["watcher"], Options{})
		who, other := commits(t, ann, bea, feints)
		if own := who.does("tale", map[string]any{"op": "events"}); strings.Contains(own.words, "in secret: feint") != feints {
			t.Fatalf("who chose is told of it: %s", own.words)
		}
		for _, a := range []assistant{other, watcher} {
			for _, text := range everything(t, a, id) {
				said[feints] = append(said[feints], opened.ReplaceAllString(strings.ReplaceAll(text, id, "ID"), "WHEN"))
			}
			sent := strings.ReplaceAll(a.sent.all(), `\`, "")
			words[feints] = append(words[feints], strings.Count(sent, "feint")) // a record begins with the rules, which have the word
			if strings.Contains(sent, `"do":"feint"`) || strings.Contains(sent, "secret: feint") {
				t.Error("a client was sent the secret")
			}
		}
	}
	if fmt.Sprint(words[true]) != fmt.Sprint(words[false]) {
		t.Errorf("the word was sent %v times with a feint and %v times with none", words[true], words[false])
	}
	if len(said[true]) < 20 {
		t.Fatalf("only %d answers", len(said[true]))
	}
	for i, text := range said[true] {
		if text != said[false][i] {
			t.Errorf("with a feint:\n%s\nwith none:\n%s", text, said[false][i])
		}
	}
}

// commits lets both attack until a secret choice of who waits for the answer of other.
func commits(t *testing.T, ann, bea assistant, feints bool) (who, other assistant) {
	t.Helper()
	for range 60 {
		st := read[session.State](t, ann.does("state", nil).Out)
		who, other = ann, bea
		if st.Question.Seat == "Bea" {
			who, other = bea, ann
		}
		if st.Question.Kind == session.Dice {
			who.does("dice", map[string]any{"op": "roll"})
			continue
		}
		open := read[struct{ Options []struct{ Do, Phase string } }](t, who.does("options", nil).Out).Options
		at := slices.IndexFunc(open, func(o struct{ Do, Phase string }) bool { return o.Do == "feint" })
		if at >= 0 {
			if !feints {
				at = (at + 1) % len(open)
			}
			who.does("do", map[string]any{"words": open[at].Do})
			return who, other
		}
		i := slices.IndexFunc(open, func(o struct{ Do, Phase string }) bool { return o.Phase == "attack" })
		who.does("do", map[string]any{"words": open[max(0, i)].Do})
	}
	t.Fatal("nobody can feint")
	return who, other
}

// everything returns what all tools and resources answer a client, whatever they are asked, but for those that take a step.
func everything(t *testing.T, a assistant, id string) (all []string) {
	t.Helper()
	list, err := a.s.ListTools(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, tool := range list.Tools {
		ops := []string{""}
		if p := schemaOf(t, tool).Properties["op"]; p != nil {
			ops = nil
			for _, op := range p.Enum {
				ops = append(ops, op.(string))
			}
		}
		for _, op := range ops {
			if slices.Contains([]string{"do", "dice", "concede"}, tool.Name) {
				continue
			}
			args := map[string]any{}
			if op != "" {
				args["op"] = op
			}
			out := a.call(tool.Name, args)
			all = append(all, tool.Name+" "+op+": "+out.words+"\n"+rules.JSONText(out.answer))
		}
	}
	for _, part := range fightTexts {
		out, err := a.s.ReadResource(t.Context(), &sdk.ReadResourceParams{URI: "fight://" + id + "/" + part.name})
		if err != nil {
			t.Fatal(err)
		}
		if text := out.Contents[0].Text; part.name == "record" {
			all = append(all, regexp.MustCompile(`"crc":"[^"]*"`).ReplaceAllString(text, ""))
		} else {
			all = append(all, text)
		}
	}
	return all
}

func schemaOf(t testing.TB, tool *sdk.Tool) (s jsonschema.Schema) {
	t.Helper()
	text, err := json.Marshal(tool.InputSchema)
	if err == nil {
		err = json.Unmarshal(text, &s)
	}
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// A link opens its own fight and nothing else, whoever holds it: a seat has no tools of the GM, and no other fight.
func TestALinkIsAllThatIsOpen(t *testing.T) {
	f := folder(t)
	mirror := serve.Begin{Encounter: json.RawMessage(`"mirror"`), Seed: 1}
	id, keys := begun(t, f, mirror)
	other, others := begun(t, f, mirror)
	names := func(a assistant) (list []string) {
		out, err := a.s.ListTools(t.Context(), nil)
		if err != nil {
			t.Fatal(err)
		}
		for _, tool := range out.Tools {
			list = append(list, tool.Name)
		}
		return list
	}
	gm, seat, watcher := linked(t, f, keys["gm"], Options{}), linked(t, f, keys["Kagami"], Options{}), linked(t, f, keys["watcher"], Options{})
	if got := len(names(gm)); got != len(briefing.Tools) {
		t.Errorf("the GM has %d tools of %d", got, len(briefing.Tools))
	}
	if got := fmt.Sprint(names(seat)); got != "[check_encounter concede dice do odds options propose rules state take_back tale]" {
		t.Errorf("a seat has %s", got)
	}
	if got := fmt.Sprint(names(watcher)); got != "[check_encounter odds rules state tale]" {
		t.Errorf("a watcher has %s", got)
	}
	for _, a := range []assistant{gm, seat, watcher} {
		if out := a.call("state", map[string]any{"fight": other}); !out.wrong || strings.Contains(out.words, "Same Sword") {
			t.Errorf("another fight is open: %s", out.words)
		}
		if _, err := a.s.ReadResource(t.Context(), &sdk.ReadResourceParams{URI: "fight://" + other + "/record"}); err == nil {
			t.Error("another fight's record is open")
		}
		if list := read[fightList](t, a.does("state", map[string]any{"op": "fights"}).Out); len(list.Fights) != 1 || list.Fights[0].ID != id {
			t.Errorf("the fights are %v", list.Fights)
		}
	}
	if out := gm.does("state", map[string]any{"fight": others["gm"]}); out.Fight != other {
		t.Errorf("a second link opens %q", out.Fight)
	}
	if out := seat.does("state", nil); read[session.State](t, out.Out).Seed != 0 {
		t.Error("a seat is told the seed")
	}
	record, err := seat.s.ReadResource(t.Context(), &sdk.ReadResourceParams{URI: "fight://" + id + "/record"})
	if err != nil || !strings.Contains(record.Contents[0].Text, `"seed":0`) {
		t.Errorf("a seat's record: %v", err)
	}
}

// Without a link, or with one that opens nothing, the answer is 404 with a sentence; the owner's opens all; a page of another
// site is refused.
func TestOverHTTPALinkIsNeeded(t *testing.T) {
	f := folder(t)
	mirror := serve.Begin{Encounter: json.RawMessage(`"mirror"`), Seed: 1}
	_, keys := begun(t, f, mirror)
	begun(t, f, mirror)
	s := serve.NewServer(f, serve.ServerOptions{})
	Mount(s, Options{})
	server := httptest.NewServer(s.Handler())
	defer server.Close()
	ask := func(bearer, origin string) (int, string) {
		r, err := http.NewRequestWithContext(t.Context(), http.MethodPost, server.URL+path,
			strings.NewReader(`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"state","arguments":{"op":"fights"}}}`))
		if err != nil {
			t.Fatal(err)
		}
		for name, value := range map[string]string{"Authorization": bearer, "Origin": origin,
			"Content-Type": "application/json", "Accept": "application/json, text/event-stream"} {
			if value != "" {
				r.Header.Set(name, value)
			}
		}
		back, err := http.DefaultClient.Do(r)
		if err != nil {
			t.Fatal(err)
		}
		defer back.Body.Close()
		text, err := io.ReadAll(back.Body)
		if err != nil {
			t.Fatal(err)
		}
		return back.StatusCode, string(text)
	}
	if code, text := ask("", ""); code != http.StatusUnauthorized || !strings.Contains(text, `"no-key"`) {
		t.Errorf("without a link: %d %s", code, text)
	}
	for _, bearer := range []string{"Bearer ", "Bearer " + keys["gm"] + "x", "Basic " + keys["gm"], "Bearer owner.x"} {
		if code, text := ask(bearer, ""); code != http.StatusNotFound || !strings.Contains(text, "there is no such fight") {
			t.Errorf("with %q: %d %s", bearer, code, text)
		}
	}
	if code, text := ask("Bearer "+keys["gm"], ""); code != http.StatusOK || !strings.Contains(text, `"text":"1 fight."`) {
		t.Errorf("with the GM's link: %d %s", code, text)
	}
	if code, text := ask("Bearer "+s.Owner(), ""); code != http.StatusOK || !strings.Contains(text, `"text":"2 fights."`) {
		t.Errorf("with the owner's link: %d %s", code, text)
	}
	if code, _ := ask("Bearer "+keys["gm"], "https://evil.example"); code != http.StatusForbidden {
		t.Errorf("from another site's page: %d", code)
	}
}

// A ruling's exact chance is said before its dice are thrown, and they are not known before.
func TestARulingIsAskedBeforeItIsThrown(t *testing.T) {
	f := folder(t)
	begun(t, f, serve.Begin{Encounter: json.RawMessage(`"ambush"`), Seed: 1})
	a := piped(t, f, "", Options{}, nil)
	in := map[string]any{"op": "ruling", "name": "Tomoe", "throw": "2d10+3 >= 14", "what": "to push the statue over"}
	first := a.does("gm", in)
	if !strings.Contains(first.words, "Nothing is thrown yet. Tomoe, to push the statue over, 2d10+3 >= 14: success 55 %, 11/20; failure 45 %, 9/20.") || first.Out != nil {
		t.Errorf("without confirm: %s", first.words)
	}
	if odds := read[session.RulingOdds](t, first.Would); len(odds.Chances) != 2 || odds.Chances[0].P != 0.55 {
		t.Errorf("without confirm: %s", first.Would)
	}
	if st := read[session.State](t, a.does("state", nil).Out); st.Steps != 0 {
		t.Fatalf("%d steps were made", st.Steps)
	}
	in["confirm"], in["at"], in["faces"] = true, *first.At, []any{7, 4}
	if second := a.does("gm", in); !strings.Contains(second.words, "ruling: Tomoe, to push the statue over, 2d10+3 >= 14: 7+4+3=14, success (55 %)") {
		t.Errorf("the dice came to %s", second.words)
	}
	if wrong := a.call("gm", map[string]any{"op": "ruling", "name": "Tomoe", "throw": "2d10"}); !wrong.wrong || wrong.Errors[0].Code != session.BadExpression {
		t.Errorf("no dice: %s", wrong.words)
	}
}

// The GM's changes are rehearsed first: without confirm nothing is done, and what is said is what happens with it.
func TestChangesAreSaidBeforeTheyAreMade(t *testing.T) {
	f := folder(t)
	id, _ := begun(t, f, serve.Begin{Encounter: json.RawMessage(`"ambush"`), Seed: 1})
	a := piped(t, f, "", Options{}, nil)
	in := map[string]any{"op": "edit", "name": "Oyuki", "changes": []any{"energy=5"}, "why": "tired"}
	first := a.does("gm", in)
	if first.Out != nil || !strings.Contains(first.words, "Nothing is done yet") || !strings.Contains(first.words, "Oyuki: energy 10 of 10 becomes 5 of 10.") {
		t.Errorf("without confirm: %s", first.words)
	}
	if st := read[session.State](t, a.does("state", nil).Out); st.Steps != 0 {
		t.Fatalf("%d steps were made", st.Steps)
	}
	in["confirm"], in["at"] = true, *first.At
	second := a.does("gm", in)
	if compact(t, first.Would) != compact(t, second.Out) {
		t.Errorf("it would %s and did %s", first.Would, second.Out)
	}
	if again := a.call("gm", in); !again.wrong || !strings.Contains(again.words, "answered already: an edit, Oyuki energy=5") ||
		again.Errors[0].Code != session.Answered {
		t.Errorf("with an at that is old: %s", again.words)
	}
	end := a.does("gm", map[string]any{"op": "end", "side": "travellers", "why": "dawn"})
	if !strings.Contains(end.words, "The fight is over. Won by the travellers.") {
		t.Errorf("the end would be %s", end.words)
	}
	wrong := a.call("gm", map[string]any{"op": "remove", "name": "Nobody"})
	if !wrong.wrong || wrong.Errors[0].Code != session.UnknownName {
		t.Errorf("nobody is removed: %s", wrong.words)
	}
	if st := read[session.State](t, a.does("state", nil).Out); st.Steps != 1 || st.Winner != "" {
		t.Errorf("%d steps and %q has won in %s", st.Steps, st.Winner, id)
	}
}

// Whatever a model sends gets a sentence, and nothing is done.
func TestBadCallsGetASentence(t *testing.T) {
	f := folder(t)
	a := piped(t, f, "", Options{}, nil)
	if out := a.call("state", nil); out.words != "there is no fight yet: want new_fight first" {
		t.Error(out.words)
	}
	id, _ := begun(t, f, serve.Begin{Encounter: json.RawMessage(`"ambush"`), Seed: 1})
	for _, c := range []struct {
		tool, in, want string
	}{
		{"state", `{"fight":"zzz"}`, "there is no such fight"},
		{"state", `{"fight":7}`, "fight is 7: want the id of a fight, as a text"},
		{"state", `{"op":"staet"}`, `op is "staet": want one of state, view, sheet, board, fights; did you mean state?`},
		{"state", `{"op":"view","name":"Nobody"}`, `nobody here is called "Nobody"`},
		{"do", `{"words":"dance"}`, `"dance" is not open now`},
		{"do", `{"words":"wait","fight":"` + id + `","step":3}`, `the input of do is wrong: unknown field "step"`},
		{"do", `{"at":99,"words":"wait"}`, "the fight has not come to step 99"},
		{"dice", `{"faces":[11]}`, "decides now: there is nothing to roll"},
		{"dice", `{"faces":"7 9"}`, "the input of dice is wrong"},
		{"gm", `{"op":"ban"}`, `no maneuver is called ""`},
		{"gm", `{"confirm":"yes"}`, `confirm is "yes": want true or false`},
		{"odds", `{"expr":"2d10+"}`, "want "},
		{"odds", `{"roll":"2d10"}`, `unknown field "roll": want an object with expr`},
		{"odds", `{"Expr":"2d10"}`, `the field "Expr" is unknown: want an object with expr`},
		{"rules", `{"words":"zorp"}`, `no rule system has the word "zorp"`},
		{"rules", `{"op":"law","number":"none"}`, `no law has the number "none"`},
		{"rules", `{"op":"laws","words":"stance"}`, "laws without a rule system"},
		{"check_encounter", `{}`, "no encounter is given"},
		{"new_fight", `{"encounter":"ambusj"}`, `no encounter is called "ambusj": want `},
		{"new_fight", `{"encounter":"ambush","seats":{"Nobody":"human"}}`, "Nobody"},
		{"new_fight", `{"encounter":"version: 1\nsystem: breath\ndata: ../rows\nsides: []\n"}`, "would read a folder"},
		{"new_fight", `{"encounter":"version: 1\nsystem: breath\ncarry: /etc/passwd\nsides: []\n"}`, "would read a file"},
	} {
		out, err := a.s.CallTool(t.Context(), &sdk.CallToolParams{Name: c.tool, Arguments: json.RawMessage(c.in)})
		if err != nil {
			t.Errorf("%s %s: %v", c.tool, c.in, err)
			continue
		}
		if words := out.Content[0].(*sdk.TextContent).Text; !out.IsError || !strings.Contains(words, c.want) {
			t.Errorf("%s %s: %q, want %q", c.tool, c.in, words, c.want)
		}
	}
	wrong := a.does("check_encounter", map[string]any{"encounter": "version: 1\nsystem: breath\ntitle: T\nsides:\n  - {name: a, fighters: [{who: nobody}]}\n"})
	if !strings.Contains(wrong.words, "line 5, column ") {
		t.Errorf("the mistakes are %s", wrong.words)
	}
	if st := read[session.State](t, a.does("state", nil).Out); st.Steps != 0 {
		t.Errorf("%d steps were made", st.Steps)
	}
}

// A line that is no message gets an error, and the next one is heard, the last before the end too; on the output stand
// messages alone.
func TestNoLineEndsTheProtocol(t *testing.T) {
	in := strings.Join([]string{
		"garbage", "\x00\xff", "[]", "[1]", `{"jsonrpc":"1.0","id":1,"method":"ping"}`, `{"id":{},"jsonrpc":"2.0","method":"ping"}`, "",
		`{"jsonrpc":"2.0","id":2,"method":"ping","params":"` + strings.Repeat("x", 2<<20) + `"}`,
		`{"jsonrpc":"2.0","id":3,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"t","version":"1"}}}`,
		`{"jsonrpc":"2.0","method":"notifications/initialized"}`,
		`{"jsonrpc":"2.0","id":4,"method":"tools/call","params":{"name":"odds","arguments":[]}}`,
		`{"jsonrpc":"2.0","id":5,"method":"tools/call","params":{"name":"odds","arguments":{"expr":"2d10 >= 11"}}}`}, "\n")
	var out heard
	if err := Serve(context.WithoutCancel(t.Context()), folder(t), nil, Options{}, strings.NewReader(in), &out); err != nil {
		t.Error(err)
	}
	codes := map[float64]int{}
	for line := range strings.Lines(out.all()) {
		var m struct {
			JSONRPC string
			Error   struct{ Code float64 }
		}
		if err := json.Unmarshal([]byte(line), &m); err != nil || m.JSONRPC != "2.0" {
			t.Errorf("no message: %q", line)
		}
		codes[m.Error.Code]++
	}
	if codes[-32700] != 2 || codes[-32600] < 4 || !strings.Contains(out.all(), "55/100") && !strings.Contains(out.all(), "11/20") {
		t.Errorf("errors by code: %v in\n%.3000s", codes, out.all())
	}
}

// A tool that panics is an error of that call: over both transports the next one is answered.
func TestAPanickingToolIsAnError(t *testing.T) {
	f := folder(t)
	_, keys := begun(t, f, serve.Begin{Encounter: json.RawMessage(`"mirror"`), Seed: 1})
	var logged heard
	o := Options{Log: log.New(&logged), also: func(s *sdk.Server) {
		s.AddTool(&sdk.Tool{Name: "bad", InputSchema: &jsonschema.Schema{Type: "object"}},
			func(context.Context, *sdk.CallToolRequest) (*sdk.CallToolResult, error) { panic("it breaks") })
		s.AddPrompt(&sdk.Prompt{Name: "bad"}, func(context.Context, *sdk.GetPromptRequest) (*sdk.GetPromptResult, error) { panic("it breaks") })
	}}
	for over, a := range map[string]assistant{"stdio": piped(t, f, "", o, nil), "HTTP": linked(t, f, keys["gm"], o)} {
		out := a.call("bad", nil)
		if !out.wrong || !strings.HasPrefix(out.words, "a fault of kokyu, number ") || out.Errors[0].Code != serve.Failed || strings.Contains(out.words, "breaks") {
			t.Errorf("%s: %s", over, out.words)
		}
		if _, err := a.s.GetPrompt(t.Context(), &sdk.GetPromptParams{Name: "bad"}); err == nil || !strings.Contains(err.Error(), "a fault of kokyu") {
			t.Errorf("%s: %v", over, err)
		}
		a.does("state", nil)
	}
	if n := strings.Count(logged.all(), "it breaks"); n < 4 || !strings.Contains(logged.all(), "mcp.") {
		t.Errorf("the log has %s", logged.all())
	}
}

// A client that asks for progress is told that its call is under way.
func TestLongThinkingIsTold(t *testing.T) {
	ticks, heard := make(chan time.Time), make(chan *sdk.ProgressNotificationParams, 10)
	o := Options{ticks: func() (<-chan time.Time, func()) { return ticks, func() {} }}
	o.also = func(s *sdk.Server) {
		s.AddTool(&sdk.Tool{Name: "slow", InputSchema: &jsonschema.Schema{Type: "object"}},
			func(ctx context.Context, req *sdk.CallToolRequest) (*sdk.CallToolResult, error) {
				defer tellProgress(ctx, o, "slow", req)()
				for range 3 { // when the third is taken, the second was sent
					ticks <- time.Time{}
				}
				return result(answer{Text: "done"}, false)
			})
	}
	a := piped(t, folder(t), "", o, &sdk.ClientOptions{ProgressNotificationHandler: func(_ context.Context,
		r *sdk.ProgressNotificationClientRequest) {
		heard <- r.Params
	}})
	params := &sdk.CallToolParams{Name: "slow"}
	params.SetProgressToken("mine")
	if _, err := a.s.CallTool(t.Context(), params); err != nil {
		t.Fatal(err)
	}
	for n := 1.0; n <= 2; n++ {
		if p := <-heard; p.ProgressToken != "mine" || p.Progress != n || !strings.HasPrefix(p.Message, "slow is under way for ") {
			t.Errorf("progress %v: %+v", n, p)
		}
	}
}

// What an assistant reads of the tools fits its clients: plain names, a sentence for everything, true hints, schemas without
// null, and not so much that it costs.
func TestToolsDescribeThemselves(t *testing.T) {
	a := piped(t, folder(t), "", Options{}, nil)
	list, err := a.s.ListTools(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	if text := rules.JSONText(list.Tools); len(text) > 40<<10 || strings.Contains(text, `"null"`) {
		t.Errorf("the tools take %d bytes, or have null", len(text))
	} else {
		t.Logf("%d tools take %d bytes", len(list.Tools), len(text))
	}
	reads := "check_encounter odds options propose rules state tale "
	for _, tool := range list.Tools {
		h := tool.Annotations
		if !regexp.MustCompile(`^[a-z_]{2,16}$`).MatchString(tool.Name) || tool.Title == "" || !strings.Contains(tool.Description, "Use ") {
			t.Errorf("%s %q: %s", tool.Name, tool.Title, tool.Description)
		}
		if h.ReadOnlyHint != strings.Contains(reads, tool.Name+" ") || *h.OpenWorldHint ||
			*h.DestructiveHint != slices.Contains([]string{"gm", "concede", "take_back"}, tool.Name) {
			t.Errorf("%s: hints %+v", tool.Name, h)
		}
		for name, p := range schemaOf(t, tool).Properties {
			if p.Description == "" || p.Type == "" {
				t.Errorf("%s, %s: %+v", tool.Name, name, p)
			}
		}
	}
}

// The text of an answer has the facts of its structure: names, numbers and words of decisions.
func TestTextAndStructureHaveTheSameFacts(t *testing.T) {
	f := folder(t)
	id, _ := begun(t, f, serve.Begin{Encounter: json.RawMessage(`"ambush"`), Seed: 3})
	a := piped(t, f, "", Options{}, nil)
	has := func(out told, facts ...string) {
		t.Helper()
		for _, fact := range facts {
			if !strings.Contains(out.words, fact) {
				t.Errorf("%s lacks %q:\n%s", out.Op, fact, out.words)
			}
		}
		if !strings.HasPrefix(out.words, out.Text) {
			t.Errorf("the text is %q, and its sentence %q", out.words, out.Text)
		}
	}
	out := a.does("state", nil)
	st := read[session.State](t, out.Out)
	has(out, st.Title, st.System, fmt.Sprint(st.Seed), "round 1", "Asked now: the GM, about "+st.Question.Seat)
	for _, k := range st.Sheets {
		has(out, k.Name, k.Kind, k.Team, k.Plays)
		for _, e := range k.Sheet {
			has(out, e.Name+" "+e.Value)
		}
	}
	out = a.does("options", nil)
	for _, o := range read[struct {
		Options []struct {
			Do, Phase string
			Check     *agent.Odds
		}
	}](t, out.Out).Options {
		has(out, o.Do, o.Phase)
		if o.Check != nil {
			has(out, o.Check.Need, o.Check.Chance())
		}
	}
	out = a.does("propose", nil)
	p := read[session.Proposal](t, out.Out)
	has(out, p.Do, p.Advice.Forecast.String(), p.Advice.Why, p.Advice.Options[1].Do)
	out = a.does("do", map[string]any{"op": "take"})
	for _, s := range append(read[session.StepsMade](t, out.Out).Steps, read[session.StepsMade](t, out.Then).Steps...) {
		has(out, s.Seat, s.Do, say.NumberedStep(s))
	}
	for _, l := range out.Told {
		has(out, l.Text)
	}
	out = a.does("tale", map[string]any{"op": "events"})
	for _, s := range read[session.Events](t, out.Out).Steps {
		for _, e := range s.Events {
			has(out, e.Kind, fmt.Sprint(e.Left))
		}
	}
	out = a.does("rules", map[string]any{"words": "thrust", "system": "breath"})
	for _, l := range read[wordMeanings](t, out.Out).Systems["breath"].Laws {
		has(out, l)
	}
	has(a.does("odds", map[string]any{"expr": "2d10+5 >= 14"}), "18/25", "72 %")
	has(a.does("state", map[string]any{"op": "fights"}), id)
}

// What is said of a fight that has ended is said of all of it: no count of it is "so far", and nobody's turn is named.
func TestAnEndedFightIsWhole(t *testing.T) {
	f := folder(t)
	_, keys := begun(t, f, serve.Begin{Encounter: json.RawMessage(`"ambush"`), Seed: 3})
	gm := linked(t, f, keys["gm"], Options{})
	of := func(in map[string]any) string { return gm.does("state", in).Text }
	views := []map[string]any{nil, {"op": "view", "name": "Oyuki"}}
	for _, in := range views {
		if says := of(in); !strings.Contains(says, "0 steps so far.") || strings.Contains(says, "is over") {
			t.Errorf("%v, under way: %s", in, says)
		}
	}
	gm.does("gm", map[string]any{"op": "end", "side": "travellers", "why": "dawn", "confirm": true})
	for _, in := range views {
		if says := of(in); !strings.Contains(says, "1 step in all. The fight is over") || strings.Contains(says, "turn") {
			t.Errorf("%v, ended: %s", in, says)
		}
	}
}

// Resources and prompts are what they say.
func TestResourcesAndPrompts(t *testing.T) {
	f := folder(t)
	id, _ := begun(t, f, serve.Begin{Encounter: json.RawMessage(`"ambush"`), Seed: 3})
	a := piped(t, f, "", Options{}, nil)
	for uri, want := range map[string]string{"fight://" + id + "/record": `"kokyu":1`, "fight://" + id + "/tale": "",
		"fight://" + id + "/position": "title: Rain on the Nakasendo",
		"law://breath/EB-33":          "EB-33: "} {
		out, err := a.s.ReadResource(t.Context(), &sdk.ReadResourceParams{URI: uri})
		if err != nil || len(out.Contents) != 1 || !strings.Contains(out.Contents[0].Text, want) || out.Contents[0].MIMEType == "" {
			t.Errorf("%s: %v %v", uri, out, err)
		}
	}
	for uri, want := range map[string]string{"fight://zzz/record": "no such fight", "fight://" + id + "/secrets": "not found",
		"law://breath/none": "no law has the number", "law://chess/1": "chess", "file:///etc/passwd": "not found"} {
		if _, err := a.s.ReadResource(t.Context(), &sdk.ReadResourceParams{URI: uri}); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", uri, err)
		}
	}
	done, err := a.s.Complete(t.Context(), &sdk.CompleteParams{Ref: &sdk.CompleteReference{Type: "ref/prompt", Name: "run_this_encounter"},
		Argument: sdk.CompleteParamsArgument{Name: "encounter", Value: "r"}})
	if err != nil || fmt.Sprint(done.Completion.Values) != "[rooftop random]" {
		t.Errorf("completed: %+v %v", done, err)
	}
	list, err := a.s.ListPrompts(t.Context(), nil)
	if err != nil || len(list.Prompts) != 3 {
		t.Fatalf("%v %v", list, err)
	}
	for _, p := range list.Prompts {
		out, err := a.s.GetPrompt(t.Context(), &sdk.GetPromptParams{Name: p.Name, Arguments: map[string]string{"encounter": "ambush", "fight": id}})
		if err != nil || p.Description == "" || len(out.Messages) != 1 {
			t.Errorf("%s: %v", p.Name, err)
			continue
		}
		words := out.Messages[0].Content.(*sdk.TextContent).Text
		for _, m := range regexp.MustCompile(`\bop [a-z]+`).FindAllString(words, -1) {
			if toolOf(m[len("op "):]) == nil {
				t.Errorf("%s speaks of %q, which no tool has", p.Name, m)
			}
		}
		if !strings.Contains(words, id) && !strings.Contains(words, `"ambush"`) {
			t.Errorf("%s: %s", p.Name, words)
		}
	}
}

// A link opens its own fight: no client that holds one, be it the GM's, begins others.
func TestALinkBeginsNoFight(t *testing.T) {
	f := folder(t)
	begun, err := f.Begin(t.Context(), serve.Begin{Encounter: []byte(`"mirror"`), Seed: 1})
	if err != nil {
		t.Fatal(err)
	}
	for _, l := range begun.Links {
		if l.Role != serve.GM {
			continue // others have no such tool
		}
		for how, a := range map[string]assistant{"a pipe": piped(t, f, l.Key, Options{}, nil), "HTTP": linked(t, f, l.Key, Options{})} {
			a.call("new_fight", map[string]any{"encounter": "mirror"})
			if all, err := f.List(); err != nil || len(all) != 1 {
				t.Errorf("%s of %v over %s: there are %d fights, %v", l.Role, l.Seat, how, len(all), err)
			}
		}
	}
}
