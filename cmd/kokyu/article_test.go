package main

import (
	"bytes"
	"fmt"
	"html"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"go.yaml.in/yaml/v3"

	"kokyu/agent"
	"kokyu/agent/serve"
	"kokyu/agent/serve/mcp"
	"kokyu/agent/serve/web"
	"kokyu/rules"
	"kokyu/rules/rulestest"
	"kokyu/rules/text"
)

// awkward are the names of two sides, and of combatants, weapons and squads, that no article can stand before, and one that needs it.
var awkward = [][]string{{"the toll", "a band"}, {"The Watch", "one"}, {"my friends", "three wolves"}, {"Odani", "der Turm"}, {"king's men", "bandits"}}

var awkwardPeople = []string{"the miller", "Some Fool", "one", "my uncle", "Odani", "two wolves", "der Turm", "nobody", "The Guns", "King's Men",
	"our lady", "seven", "an ox", "12 monks", "his brother", "Someone", "La Garde", "die Wacht", "Each", "those spears"}

// arms are rows of weapons that are called awkwardly, by what an encounter of their system has.
var arms = map[string]string{
	"tedori":     "{family: blade, skill: swordsmanship, band: {from: issoku itto, to: near range}, attack: [{name: NAME, energy: 2, check: courage}], defense: [{name: parry, energy: 1, check: courage}]}",
	"brawl":      "{hands: 1h/2h, skill: blades, guard: 4, surfaces: [{name: cut, ap: 4, damage: 2d6, type: slash, reach: [1, 1]}]}",
	"sake-house": "{skill: weapon samurai, size: medium, uses: [{damage: 3k2, feet: 5}]}",
}

// renamed returns a built-in encounter in which sides, combatants and title have other names.
func renamed(t *testing.T, encounter string, sides []string) []byte {
	t.Helper()
	_, data, err := agent.ReadEncounter(encounter)
	if err != nil {
		t.Fatal(err)
	}
	var file yaml.Node
	if err := yaml.Unmarshal(data, &file); err != nil {
		t.Fatal(err)
	}
	other := map[string]string{}
	var walk func(n *yaml.Node, key string, do func(n *yaml.Node, key string))
	walk = func(n *yaml.Node, key string, do func(n *yaml.Node, key string)) {
		do(n, key)
		for i, c := range n.Content {
			k := key
			if n.Kind == yaml.MappingNode {
				if k = "key of " + key; i%2 == 1 {
					k = n.Content[i-1].Value
				}
			}
			walk(c, k, do)
		}
	}
	side, free := 0, slices.DeleteFunc(slices.Clone(awkwardPeople), func(n string) bool { return slices.Contains(sides, n) })
	walk(&file, "", func(n *yaml.Node, key string) {
		if key == "sides" && n.Kind == yaml.SequenceNode {
			for _, one := range n.Content {
				for i := 0; i < len(one.Content); i += 2 {
					if one.Content[i].Value == "name" {
						other[one.Content[i+1].Value], side = sides[side], side+1
					}
				}
			}
		}
		if key == "fighters" && n.Kind == yaml.MappingNode {
			for i := 0; i < len(n.Content); i += 2 {
				if n.Content[i].Value == "name" {
					other[n.Content[i+1].Value], free = free[0], free[1:]
				}
			}
		}
	})
	walk(&file, "", func(n *yaml.Node, key string) {
		if to, ok := other[n.Value]; ok && n.Kind == yaml.ScalarNode && !slices.Contains([]string{"title"}, key) {
			n.SetString(to)
		}
		if key == "title" {
			n.SetString(sides[0])
		}
	})
	out, err := yaml.Marshal(&file)
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// No text that a user can read puts an article before a name that has its own: sides, squads, combatants and titles are called
// awkwardly, and everything is read that is said before, in and after a fight.
func TestNoNameHasTwoArticles(t *testing.T) {
	rulestest.NeedsMore(t)
	encounters := []string{"tedori", "brawl", "sake-house"}
	if rulestest.Long() {
		encounters = append(encounters, "ambush", "ganryu", "strings", "arioka", "archers", "crossing-small", "shrine", "banner", "stockade")
	}
	for k, encounter := range encounters {
		pairs := awkward
		if !rulestest.Long() {
			pairs = awkward[k : k+1]
		}
		for _, sides := range pairs {
			var names []string
			for _, n := range append(append(slices.Clone(sides), awkwardPeople...), "the old pole", "my stick") {
				if text.HasDeterminer(n) {
					names = append(names, regexp.QuoteMeta(n))
				}
			}
			// A squad has its article even if it is written large, the Levy, and "the one below" is a level.
			twice := regexp.MustCompile(`(?i)\b(the|a|an) (the|a|an|my|der|` + strings.Join(names, "|") + `)\b( below)?`)
			reads := func(face, said string) {
				said = inline.ReplaceAllString(html.UnescapeString(strings.ReplaceAll(said, `\n`, " ")), "")
				said = strings.Join(strings.Fields(tag.ReplaceAllString(said, " | ")), " ")
				for _, at := range twice.FindAllStringIndex(said, -1) {
					if said[at[0]:at[1]] != "the one below" {
						t.Errorf("%s of %q, %s: …%s…", encounter, sides, face, said[max(0, at[0]-60):min(len(said), at[1]+40)])
						return
					}
				}
			}
			dir := t.TempDir()
			path := func(name string) string { return filepath.Join(dir, name) }
			data := renamed(t, encounter, sides)
			armed := strings.Replace(string(data), "\nsides:", "\ndata: rows\nsides:", 1)
			armed = strings.NewReplacer("name: the miller", "name: the miller, weapons: [the old pole]",
				"name: my uncle", "name: my uncle, weapons: [my stick]").Replace(armed)
			own := "version: 1\nweapons:\n"
			for _, name := range []string{"the old pole", "my stick"} {
				own += "  " + name + ": " + strings.ReplaceAll(arms[encounter], "NAME", name) + "\n"
			}
			if arms[encounter] == "" {
				armed = string(data)
			} else if err := os.MkdirAll(path("rows"), 0o700); err != nil {
				t.Fatal(err)
			} else if err := os.WriteFile(path("rows/own.yaml"), []byte(own), 0o600); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(path("e.yaml"), []byte(armed), 0o600); err != nil {
				t.Fatal(err)
			}
			for _, line := range []string{
				"check e.yaml", "show e.yaml", "advise e.yaml --nodes 50", "fight e.yaml --seed 3 --nodes 50 --record r.jsonl", "fight e.yaml --count 2 --nodes 20 --swap",
				"tell r.jsonl", "tell r.jsonl --voice scent", "tell r.jsonl --voice law", "tell r.jsonl --as markdown --law notes",
				"tell r.jsonl --law inline", "tell r.jsonl --as html",
				"tell r.jsonl --as json", "show r.jsonl --json", "show r.jsonl --at 9", "show r.jsonl --out s.svg",
				"replay r.jsonl --voice law", "review r.jsonl --as-recorded",
				"review r.jsonl --nodes 10 --as html", "table e.yaml --record none --nodes 50 --seed 3", "carry r.jsonl",
				"fair e.yaml --nodes 10 --within 25 --quick", "fair e.yaml --nodes 10 --within 25 --as html",
			} {
				args, in := strings.Fields(line), ""
				switch args[0] {
				case "table":
					in = strings.Repeat("\n", 60) + "plans " + sides[0] + "\nboard\nstate\nend " + sides[1] + "\n"
				case "fair":
					if !rulestest.Long() {
						continue
					}
				}
				for i, word := range args {
					if slices.Contains([]string{"e.yaml", "r.jsonl", "s.svg"}, word) {
						args[i] = path(word)
					}
				}
				code, out, errs := ended(t, in, args...)
				if code == 2 {
					t.Errorf("%s of %q, kokyu %s: %s", encounter, sides, line, errs)
				}
				if drawn, err := os.ReadFile(path("s.svg")); err == nil {
					out += string(drawn)
				}
				reads("kokyu "+line, out+errs)
			}
			readPages(t, data, sides, reads)
		}
	}
}

// readPages is what the pages of a server, its protocol and its tools for assistants say of a fight.
func readPages(t *testing.T, encounter []byte, sides []string, reads func(face, said string)) {
	t.Helper()
	fights, err := serve.Open(t.TempDir(), serve.Options{Nodes: 50})
	if err != nil {
		t.Fatal(err)
	}
	begun, err := fights.Begin(t.Context(), serve.Begin{Encounter: []byte(rules.JSONText(string(encounter))),
		Seed: 3, Seats: map[string]string{sides[0]: "human"}, Voice: "scent"})
	if err != nil {
		t.Fatal(err)
	}
	var talk bytes.Buffer
	call := func(tool, arguments string) {
		fmt.Fprintf(&talk, `{"jsonrpc":"2.0","id":%d,"method":"tools/call","params":{"name":%q,"arguments":%s}}`+"\n",
			talk.Len(), tool, strings.ReplaceAll(arguments, "FIGHT", begun.ID))
	}
	talk.WriteString(`{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"t","version":"1"}}}` + "\n")
	for range 12 {
		call("do", `{"op":"play","fight":"FIGHT"}`)
		call("options", `{"fight":"FIGHT"}`)
		call("do", `{"op":"take","fight":"FIGHT"}`)
	}
	call("gm", `{"op":"auto","fight":"FIGHT"}`)
	call("do", `{"op":"play","fight":"FIGHT"}`)
	for _, op := range []string{"state", "board", "sheet", "fights"} {
		call("state", `{"op":"`+op+`","fight":"FIGHT"}`)
	}
	for _, op := range []string{"tale", "events", "position"} {
		call("tale", `{"op":"`+op+`","fight":"FIGHT"}`)
	}
	var answers bytes.Buffer
	if err := mcp.Serve(t.Context(), fights, nil, mcp.Options{}, &talk, &answers); err != nil {
		t.Error(err)
	}
	if n := strings.Count(answers.String(), `"isError":true`); n > 20 || !strings.Contains(answers.String(), "round") {
		t.Errorf("%d tools failed: %.3000s", n, answers.String())
	}
	reads("mcp", answers.String())
	s := httptest.NewServer(web.Mount(serve.NewServer(fights, serve.ServerOptions{}), web.Options{}))
	defer s.Close()
	for _, link := range begun.Links {
		for _, page := range []string{"", "tale", "tale?as=text", "links", "review", "now"} {
			r, err := http.Get(s.URL + "/at/" + link.Key + "/" + page)
			if err != nil {
				t.Fatal(err)
			}
			body, err := io.ReadAll(r.Body)
			_ = r.Body.Close()
			if page == "" && (err != nil || r.StatusCode != http.StatusOK) {
				t.Errorf("the page of %s: %s, %v", link.Role, r.Status, err)
			}
			reads("the page "+page+" of "+string(link.Role), string(body))
		}
	}
	s.Close()
	if err := fights.Close(); err != nil {
		t.Error(err)
	}
}

var inline, tag = regexp.MustCompile(`</?(a|b|i|em|strong|span|small)\b[^>]*>`), regexp.MustCompile(`<[^>]*>`)
