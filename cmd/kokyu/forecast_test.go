package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"html"
	"io"
	"math"
	"net/http"
	"net/http/httptest"
	"regexp"
	"slices"
	"strings"
	"testing"

	"kokyu/agent"
	"kokyu/agent/fair"
	"kokyu/agent/narrate/page"
	"kokyu/agent/review"
	"kokyu/agent/serve"
	"kokyu/agent/serve/mcp"
	"kokyu/agent/serve/web"
	"kokyu/agent/session"
	"kokyu/cmd/cli"
	"kokyu/rules"
	"kokyu/rules/book"
	"kokyu/rules/fight"
	"kokyu/rules/rulestest"
	"kokyu/search"
)

// A position has one chance to win, whatever face says it: the same words, a per cent only where the range is narrow, and for each
// side what is left of the other's. Asked are the beginning of a fight, its first decision, the one after a decision without dice,
// and the first breath or turn with a chance in numbers, in the fight that has come there and in one that begins there.
func TestAPositionHasOneChance(t *testing.T) {
	t.Parallel()
	const stepsLooked = 150
	fights, address := served(t)
	withNumbers := 0
	names := []string{"oni", "crossing"} // each of a system that has a map of forecasts; with MORE=1 a large fight, too
	if rulestest.More() {
		names = append(names, "banner")
	}
	if rulestest.Long() {
		names = agent.Encounters(slices.DeleteFunc(agent.Systems(), func(system string) bool {
			_, fitted := agent.Forecaster(system)
			return !fitted
		})...)
	}
	for _, name := range names {
		_, data, err := agent.ReadEncounter(name)
		if err != nil {
			t.Fatal(err)
		}
		f := beginsAt(t, name, data)
		places, quiet, numbered := map[int]agent.Forecast{}, false, false // of the first side, by the steps before it
		var finder agent.FightSearcher
		for f.Turn().Kind != rules.Over && len(f.Steps()) < stepsLooked && !numbered && (len(places) < 3 || withNumbers == 0 || rulestest.Long()) {
			turn, n := f.Turn(), len(f.Steps())
			looked := n == 0 || turn.Kind == rules.Decide && (quiet || !decided(f))
			if looked && len(places) < 3 || len(places) >= 3 && turn.Kind == rules.Decide && turn.Begins {
				x, err := finder.Forecast(t.Context(), f)
				if err != nil || x == nil {
					t.Fatal(name, x, err)
				}
				numbered = x.Low < x.High && strings.Contains(x.Says(), "%")
				if len(places) < 3 || numbered {
					places[n] = *x
					if n > 0 {
						if data, err = f.Position(); err != nil {
							t.Fatal(name, err)
						}
					}
					for face, says := range sayings(t, fights, address, name, data, f.Side(turn.Seat)) {
						if want := x.For(says.side).Says(); says.words != want {
							t.Errorf("%s, step %d: %s has %q, want %q", name, n, face, says.words, want)
						}
					}
				}
			}
			quiet = turn.Kind == rules.Decide
			switch {
			case turn.Kind == rules.Chance:
				_, err = f.Roll()
			case len(places) < 3:
				_, err = f.Play(quietly(t, f, &quiet))
			default:
				_, err = agent.MakeStep(t.Context(), f, slices.Repeat(agent.Seating{agent.Greedy{}}, len(f.Roster())))
			}
			if err != nil {
				t.Fatal(name, err)
			}
		}
		if numbered {
			withNumbers++
		}
		alongTheRecord(t, name, f, places)
	}
	if withNumbers == 0 {
		t.Error("no position had a chance in numbers")
	}
}

// outlookOf is what a face says of the chance of one side: with words, or with the numbers of a program.
type outlookOf struct {
	side  rules.Side
	words string
}

// outlook is where a face has the words of a forecast.
var outlook = regexp.MustCompile(`if both sides play their best: ([<>]?\d+ %(?:, \d+ to \d+)?|[a-z]+(?: [a-z]+)*)`)

// saysOf returns the forecast in a text, and the whole text where it has none or more than one.
func saysOf(text string) string {
	if m := outlook.FindAllStringSubmatch(strings.ReplaceAll(text, "\n", " "), -1); len(m) == 1 {
		return m[0][1]
	}
	return text
}

// shape returns a forecast as JSON has it, in words.
func shape(f *agent.Forecast) string {
	if f == nil {
		return "no forecast"
	}
	return f.Says()
}

// sayings returns what is said of a position by whoever begins there.
func sayings(t *testing.T, fights *serve.Fights, address, name string, data []byte, decides rules.Side) map[string]outlookOf {
	t.Helper()
	all := map[string]outlookOf{}
	f := beginsAt(t, name, data)
	for side := range rules.Side(2) {
		ctx, cancel := context.WithCancel(t.Context())
		q := fair.Question{Fight: beginsAt(t, name, data), Party: side, Within: 0.5, Seed: 1, Cores: 1, Progress: func(fair.Progress) { cancel() }}
		for i := range q.Players {
			q.Players[i] = fair.Player{Limits: search.Limits{Nodes: 100}}
		}
		a, err := q.Run(ctx)
		cancel()
		if a == nil {
			t.Fatal(name, err)
		}
		all[fmt.Sprint("fair ", side)], all[fmt.Sprint("fair's JSON ", side)] = outlookOf{side, saysOf(strings.TrimSuffix(a.ForecastText(), "."))},
			outlookOf{side, shape(a.Forecast)}
	}
	if f.Turn().Kind != rules.Decide {
		return all
	}
	lim := search.Limits{Nodes: 200}
	d, err := agent.AdviseAs(t.Context(), f, lim, book.Character{}, nil)
	if err != nil {
		t.Fatal(name, err)
	}
	var out strings.Builder
	(&app{App: &cli.App{Out: &out}}).sayAdvice(f, d, nil, lim, adviceParts{})
	all["advise"] = outlookOf{decides, saysOf(out.String())}
	out.Reset()
	if err := (&cli.App{Out: &out}).Object(d); err != nil {
		t.Fatal(err)
	}
	var as struct{ Forecast *agent.Forecast }
	if err := json.Unmarshal([]byte(out.String()), &as); err != nil {
		t.Fatal(err)
	}
	all["JSON"] = outlookOf{decides, shape(as.Forecast)}
	s, err := session.Open(agent.Builtin(), name+".yaml", data, session.Setup{Seed: 1, Standard: session.Person{}, Voice: "none"})
	if err != nil {
		t.Fatal(name, err)
	}
	s.Advice = lim
	said, _ := typing(t, s, "hint\n", false)
	all["prompt"] = outlookOf{decides, saysOf(said)}
	b, err := fights.Begin(t.Context(), serve.Begin{Encounter: json.RawMessage(rules.JSONText(string(data))), Seed: 1})
	if err != nil {
		t.Fatal(name, err)
	}
	all["MCP"], all["MCP's structure"] = outlookOf{decides, ""}, outlookOf{decides, ""}
	for _, l := range b.Links {
		if l.Role == serve.GM {
			words, as := proposes(t, fights, l.Key)
			all["MCP"], all["MCP's structure"] = outlookOf{decides, words}, outlookOf{decides, as}
			all["screen"] = outlookOf{decides, onScreen(t, address+"/at/"+l.Key+"/")}
		}
	}
	return all
}

// proposes asks for a proposal over MCP and returns what its text and its structure say.
func proposes(t *testing.T, fights *serve.Fights, link string) (words, structure string) {
	t.Helper()
	a, err := fights.Access(link)
	if err != nil {
		t.Fatal(err)
	}
	in := strings.Join([]string{
		`{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"t","version":"1"}}}`,
		`{"jsonrpc":"2.0","method":"notifications/initialized"}`,
		`{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"propose","arguments":{}}}`, ""}, "\n")
	var out bytes.Buffer
	if err := mcp.Serve(t.Context(), fights, &a, mcp.Options{}, strings.NewReader(in), &out); err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(out.String()) {
		var m struct {
			ID     int
			Result struct {
				Content           []struct{ Text string }
				StructuredContent struct {
					Out struct {
						Advice struct{ Forecast *agent.Forecast }
					}
				}
			}
		}
		if json.Unmarshal([]byte(line), &m) == nil && m.ID == 2 && len(m.Result.Content) > 0 {
			return saysOf(m.Result.Content[0].Text), shape(m.Result.StructuredContent.Out.Advice.Forecast)
		}
	}
	return out.String(), out.String()
}

// onScreen returns what the GM's page has when the proposal has come.
func onScreen(t *testing.T, gm string) string {
	t.Helper()
	get := func(part string) *http.Response {
		req, err := http.NewRequestWithContext(t.Context(), http.MethodGet, gm+part, nil)
		if err != nil {
			t.Fatal(err)
		}
		res, err := http.DefaultClient.Do(req)
		if err != nil {
			t.Fatal(err)
		}
		return res
	}
	changes := get("changes")
	defer changes.Body.Close()
	now := ""
	for lines := bufio.NewScanner(changes.Body); lines.Scan(); {
		if lines.Text() != "event: changed" {
			continue
		}
		page := get("now")
		text, err := io.ReadAll(page.Body)
		page.Body.Close()
		if now = html.UnescapeString(string(text)); err != nil || strings.Contains(now, "Proposed for") {
			break
		}
	}
	_, row, _ := strings.Cut(now, ` to win,</b>`)
	row, _, _ = strings.Cut(row, "</p>")
	return saysOf(row)
}

// alongTheRecord compares what the review and the tale's page say of each place with what was said there.
func alongTheRecord(t *testing.T, name string, f *fight.Fight, places map[int]agent.Forecast) {
	t.Helper()
	_, data, err := agent.ReadEncounter(name)
	if err != nil {
		t.Fatal(err)
	}
	q := review.Question{Start: beginsAt(t, name, data), Steps: f.Steps(), Nodes: 100, Cores: 1}
	r, err := q.Run(t.Context())
	if err != nil {
		t.Fatal(name, err)
	}
	if got, want := saysOf(strings.TrimSuffix(r.Explain(), ".")), places[0].Says(); !strings.HasPrefix(got, want) {
		t.Errorf("%s: the review begins with %q, want %q", name, got, want)
	}
	for n, x := range places {
		if n < len(r.Steps) && (math.Abs(r.Steps[n].Win-x.Win) > 1e-12 || r.Stands(r.Steps[n].Win) != x.Short()) {
			t.Errorf("%s, step %d: the review has %v, %s, want %v, %s", name, n, r.Steps[n].Win, r.Stands(r.Steps[n].Win), x.Win, x.Short())
		}
	}
	c := page.ChancesOf(t.Context(), fight.Record{Header: f.Header(), Steps: f.Steps()})
	if c == nil || len(c.After) == 0 || c.After[0].Step != 0 {
		t.Fatalf("%s: the tale's page has %+v", name, c)
	}
	for _, stood := range c.After {
		if x, ok := places[stood.Step]; ok && (stood.Says != x.Says() || stood.Win != x.Win) {
			t.Errorf("%s, step %d: the tale's page has %+v, want %v", name, stood.Step, stood, x)
		}
	}
}

// beginsAt returns the fight of an encounter, or of a position.
func beginsAt(t *testing.T, name string, data []byte) *fight.Fight {
	t.Helper()
	f, err := agent.Builtin().NewFight(name+".yaml", data, agent.Setup{Seed: 1})
	if err != nil {
		t.Fatal(name, err)
	}
	return f
}

// decided reports whether anybody has decided yet.
func decided(f *fight.Fight) bool {
	return slices.ContainsFunc(f.Steps(), func(s rules.Step) bool { return s.Do != "" && len(s.Roll) == 0 })
}

// quietly returns a decision after which neither dice nor a secret are waited for; any, if there is none.
func quietly(t *testing.T, f *fight.Fight, quiet *bool) rules.Action {
	t.Helper()
	options := f.Options()
	for _, o := range options {
		if after, err := f.After(o.Action); *quiet && err == nil && after.Turn().Kind == rules.Decide {
			return o.Action
		}
	}
	*quiet = false
	return options[0].Action
}

// served returns a server of a folder of fights, with the pages.
func served(t *testing.T) (fights *serve.Fights, address string) {
	t.Helper()
	fights, err := serve.Open(t.TempDir(), serve.Options{Nodes: 200})
	if err != nil {
		t.Fatal(err)
	}
	server := serve.NewServer(fights, serve.ServerOptions{Rate: 1 << 20, RateLink: 1 << 20})
	web.Mount(server, web.Options{})
	s := httptest.NewServer(server.Handler())
	t.Cleanup(func() {
		fights.Stop()
		s.CloseClientConnections()
		s.Close()
		if err := fights.Close(); err != nil {
			t.Error(err)
		}
	})
	return fights, s.URL
}
