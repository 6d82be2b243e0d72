package main

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"html"
	"math"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"

	"kokyu/agent"
	"kokyu/agent/serve"
	"kokyu/agent/serve/mcp"
	"kokyu/agent/serve/web"
	"kokyu/agent/session"
	"kokyu/rules"
	"kokyu/rules/dice"
	"kokyu/rules/fight"
)

// Whatever a system's options and checks say of a chance, they say what it is the chance of, for the one who decides; and prompt
// and JSON have that word with that number. A fight is played at random, and each option that leads to dice at once is compared
// with the dice it leads to.
func TestEveryChanceHasItsWord(t *testing.T) {
	suffered, warded, held, certain := 0, 0, 0, 0
	for _, name := range []string{"ambush", "ganryu", "crossing", "brawl", "sake-house", "bridge"} {
		_, data, err := agent.ReadEncounter(name)
		if err != nil {
			t.Fatal(err)
		}
		f, err := agent.Builtin().NewFight(name, data, agent.Setup{Seed: 3})
		if err != nil {
			t.Fatal(err)
		}
		for step := 0; step < 60; step++ {
			turn := f.Turn()
			if turn.Kind == rules.Over {
				break
			}
			if turn.Kind == rules.Chance {
				if _, err := f.Roll(); err != nil {
					t.Fatal(err)
				}
				continue
			}
			v, err := agent.Look(f)
			if err != nil {
				t.Fatal(err)
			}
			options := v.PricedOptions()
			for _, o := range options {
				cells := strings.Join(priceColumns(o), "  ")
				for _, odds := range []*agent.Odds{o.Check, o.Against, o.Overload} {
					switch {
					case odds == nil:
					case odds.Word == "" && odds.P > 0 && odds.P < 1:
						t.Errorf("%s: %s: a chance without a word: %+v", name, o.Words, odds)
					case odds.Word != "" && !strings.Contains(cells, odds.Word+" "+dice.InHundred(odds.P)):
						t.Errorf("%s: %s: the prompt has %q, want %q with %v", name, o.Words, cells, odds.Word, odds.P)
					case odds.Word != "" && odds.P == 1:
						certain++
					}
				}
				g := f.Fork()
				if _, err := g.Play(o.Action); err != nil || g.Turn().Kind != rules.Chance {
					continue
				}
				c, own := g.Check(), o.Check
				if c.What == "overload" {
					own, held = o.Overload, held+1
				} else if c.Seat != turn.Seat {
					own = o.Against
				}
				want, p := c.Verb, c.P
				switch {
				case c.HitChance != nil:
					want, p, warded = c.Passive, landing(t, g), warded+1
				case c.At == turn.Seat && c.Seat != turn.Seat:
					want, suffered = c.Passive, suffered+1
				}
				if own == nil || math.Abs(own.P-p) > 1e-5 || !strings.HasSuffix(own.Word, want) {
					t.Errorf("%s: %s: %+v, want %q with %v", name, o.Words, own, want, p)
				}
				if own != nil && own.Takes != (c.HitChance != nil || f.Side(c.Seat) != f.Side(turn.Seat)) {
					t.Errorf("%s: %s: %+v: its bar is of the wrong colour", name, o.Words, own)
				}
			}
			i := v.Dice(len(options))[0] - 1
			if k := slices.IndexFunc(options, func(o agent.PricedOption) bool { return o.Phase == "attack" }); k >= 0 && step%2 == 0 {
				i = k
			}
			if _, err := f.Play(options[i].Action); err != nil {
				t.Fatal(err)
			}
		}
	}
	if suffered == 0 || warded == 0 || held == 0 || certain == 0 {
		t.Errorf("nobody was hit (%d), answered (%d), strained (%d), or sure (%d): the walk shows nothing", suffered, warded, held, certain)
	}
}

// landing returns the chance that the blow lands which two dice of a fight are to ward off: that they fail, and where who strikes throws too
// that those dice succeed.
func landing(t *testing.T, f *fight.Fight) (p float64) {
	type face struct {
		shows int
		p     float64
	}
	var faces []face
	for n := range 80 {
		if f.Check().Dice[0] == 0 { // prismatic
			faces = append(faces, face{n, math.Pow(5.0/6, float64(n)) / 6})
		} else if n < f.Check().Dice[0] {
			faces = append(faces, face{n + 1, 1 / float64(f.Check().Dice[0])})
		}
	}
	for _, a := range faces {
		for _, b := range faces {
			step, err := f.Fork().Dice(a.shows, b.shows)
			if err != nil {
				t.Fatal(err)
			}
			lands := true
			for _, e := range step.Events {
				if e.Kind == "check" {
					lands = lands && e.OK != (e.Seat == step.Seat)
				}
			}
			if lands {
				p += a.p * b.p
			}
		}
	}
	return p
}

// Each face has an option's chance with its word and number, and dice that are thrown have the one their question had: the prompt,
// JSON, the page of the GM, that of the player who decides, the tools of an assistant, the log lines and the review.
func TestEveryFaceHasTheSameChance(t *testing.T) {
	t.Parallel()
	thrown := 0
	for _, name := range []string{"ambush", "brawl", "sake-house"} {
		fights, err := serve.Open(t.TempDir(), serve.Options{Nodes: 20})
		if err != nil {
			t.Fatal(err)
		}
		_, data, err := agent.ReadEncounter(name)
		if err != nil {
			t.Fatal(err)
		}
		f, err := agent.Builtin().NewFight(name, data, agent.Setup{Seed: 3})
		if err != nil {
			t.Fatal(err)
		}
		in := serve.Begin{Encounter: []byte(rules.JSONText(name)), Seed: 3, Voice: "law", Dice: []string{"all"}, Seats: map[string]string{}}
		for _, r := range f.Roster() {
			in.Seats[r.Name] = "human"
		}
		begun, err := fights.Begin(t.Context(), in)
		if err != nil {
			t.Fatal(err)
		}
		pages := web.Mount(serve.NewServer(fights, serve.ServerOptions{}), web.Options{})
		page := func(key string) string {
			w := httptest.NewRecorder()
			pages.ServeHTTP(w, httptest.NewRequest("GET", "http://localhost/at/"+key+"/now", nil))
			return html.UnescapeString(w.Body.String())
		}
		links := map[string]string{}
		for _, l := range begun.Links {
			links[cmp.Or(l.Seat, string(l.Role))] = l.Key
		}
		gm, err := fights.Access(links["gm"])
		if err != nil {
			t.Fatal(err)
		}
		tool := func(name, in string) string {
			var said bytes.Buffer
			talk := fmt.Sprintf(`{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"t","version":"1"}}}
{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":%q,"arguments":{%s"fight":%q}}}
`, name, in, begun.ID)
			if err := mcp.Serve(t.Context(), fights, nil, mcp.Options{}, strings.NewReader(talk), &said); err != nil {
				t.Error(err)
			}
			return said.String()
		}
		call := func(op string, in any) (out any, q session.Question, steps []rules.Step) {
			t.Helper()
			if err := fights.With(t.Context(), gm, func(c session.Client) (err error) {
				out, err = c.Call(t.Context(), op, json.RawMessage(rules.JSONText(in)))
				q, steps = c.Question(), c.StepsAfter(0)
				return err
			}); err != nil {
				t.Fatalf("%s: %s: %v", name, op, err)
			}
			return out, q, steps
		}
		for step := 0; step < 30; step++ {
			_, q, before := call("play", session.Nothing{})
			if q.Kind == session.Over {
				break
			}
			faces := map[string]string{"the GM's page": page(links["gm"]), "the page of " + q.Seat: page(cmp.Or(links[q.Seat], links["gm"]))}
			if q.Check != nil {
				faces["the tool state"] = tool("state", "")
				want := q.Check.Chance()
				for face, says := range faces {
					if !strings.Contains(says, want) {
						t.Errorf("%s, step %d: %s lacks %q of the dice asked for", name, step, face, want)
					}
				}
				call("roll", session.Nothing{})
				tale, _, _ := call("tale", session.Since{Since: len(before)})
				said := ""
				for _, l := range tale.(session.Tale).Lines {
					said += l.Text + "\n"
				}
				if want != "" && q.Check.P < 1 {
					thrown++
					if !strings.Contains(said, want) {
						t.Errorf("%s, step %d: the log has\n%swant %q", name, step, said, want)
					}
					own := q.Check.P
					if q.Check.Wards {
						own = 1 - own
					}
					if odds := dice.InHundred(own); !strings.Contains(tool("tale", `"op":"events",`+fmt.Sprintf(`"since":%d,`, len(before))), odds+")") {
						t.Errorf("%s, step %d: the tool tale lacks (… %s)", name, step, odds)
					}
				}
				continue
			}
			out, _, _ := call("options", session.Nothing{})
			faces["the tool options"] = tool("options", "")
			options := out.(session.Choices).Options
			for _, o := range options {
				for _, odds := range []*agent.Odds{cmp.Or(o.Check, o.Against), o.Overload} {
					for face, says := range faces {
						if want := odds.Chance(); !strings.Contains(says, want) {
							t.Errorf("%s, step %d, %s: %s lacks %q", name, step, o.Words, face, want)
						}
					}
				}
			}
			do := options[step*7%len(options)].Words
			if k := slices.IndexFunc(options, func(o agent.PricedOption) bool { return o.Phase == "attack" }); k >= 0 && step%2 == 0 {
				do = options[k].Words
			}
			call("do", session.Words{Words: do})
		}
		if err := fights.Close(); err != nil {
			t.Error(err)
		}
	}
	if thrown < 12 {
		t.Errorf("%d throws were compared", thrown)
	}
}
