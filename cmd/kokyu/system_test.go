package main

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"kokyu/agent/serve"
	"kokyu/agent/session"
	"kokyu/rules"
	"kokyu/rules/rulestest"
	"kokyu/rules/rulestest/toy"
)

// A system that nobody has heard of is known to every command by one line of agent/systems.go, wherever in the list that
// stands. The line is added in an overlay: the program is built with it, and the tree stays as it is.
func TestOneLineAddsASystem(t *testing.T) {
	rulestest.NeedsMore(t) // the program is built anew
	const list = "../../agent/systems.go"
	source, err := os.ReadFile(list)
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(string(source), "\n")
	var places []int
	for i, l := range lines {
		if strings.HasPrefix(l, "\tnewSystem(") {
			places = append(places, i)
		}
	}
	places = append(places, places[len(places)-1]+1)
	if !rulestest.Long() {
		places = places[:1] // each is built anew
	}
	for k, at := range places {
		t.Run(fmt.Sprint("place ", k), func(t *testing.T) {
			with := slices.Insert(slices.Clone(lines), at, "\tnewSystem(toy.About()),")
			kokyu := overlaid(t, list, strings.Replace(strings.Join(with, "\n"), "import (", "import (\n\t\"kokyu/rules/rulestest/toy\"", 1))
			knowsTheToy(t, kokyu)
		})
	}
}

// A system may leave out any part of its description: no command breaks on that. The toy is described without each part in
// turn that can be nil or empty, by a function that the overlay adds.
func TestSystemsMayLackParts(t *testing.T) {
	rulestest.NeedsMore(t) // the program is built anew
	const list = "../../agent/systems.go"
	source, err := os.ReadFile(list)
	if err != nil {
		t.Fatal(err)
	}
	with := strings.Replace(string(source), "import (", "import (\n\t\"os\"\n\t\"reflect\"\n\t\"kokyu/rules/rulestest/toy\"", 1)
	with = strings.Replace(with, "\tnewSystem(", "\tnewSystem(lacking(toy.About())),\n\tnewSystem(", 1) + lacking
	kokyu := overlaid(t, list, with)
	var parts []string
	var look func(of reflect.Type)
	look = func(of reflect.Type) {
		for f := range of.Fields() {
			switch f.Type.Kind() {
			case reflect.Struct:
				look(f.Type)
			case reflect.Func, reflect.Map, reflect.Slice, reflect.String:
				if f.Name != "Name" {
					parts = append(parts, f.Name)
				}
			}
		}
	}
	look(reflect.TypeOf(toy.About()))
	if len(parts) < 30 {
		t.Fatalf("a description has %d parts, want at least 30: %q", len(parts), parts)
	}
	lines := slices.Concat(toyLines, lackingLines)
	parts = append(parts, "items", "rows")
	if !rulestest.Long() { // some of them, and no fights
		parts, lines = []string{"Laws", "Lists", "items"}, lackingLines
	}
	for _, part := range parts {
		t.Run(part, func(t *testing.T) {
			t.Setenv("TOY_LACKS", part)
			dir := toyFolder(t)
			for _, c := range lines {
				cmd := toyCommand(kokyu, c.line)
				cmd.Dir = dir
				out, err := cmd.CombinedOutput()
				code := cmd.ProcessState.ExitCode()
				if code != 0 && code != 2 || bytes.Contains(out, []byte("goroutine ")) || len(bytes.TrimSpace(out)) == 0 {
					t.Errorf("kokyu %s without %s: %v, exit code %d, want 0, or 2 and a sentence:\n%.1500s", c.line, part, err, code, out)
				}
			}
			lacksPages(t, kokyu, dir, part)
			lacksTools(t, kokyu, dir, part)
		})
	}
}

// lacksPages asks a server for its pages and for all that its protocol has: an answer or a sentence, and no 500.
func lacksPages(t *testing.T, kokyu, dir, part string) {
	cmd := exec.Command(kokyu, "serve", "--json", "--listen", "127.0.0.1:0", "--fights", "served")
	cmd.Dir = dir
	var errs bytes.Buffer
	cmd.Stderr = &errs
	out, err := cmd.StdoutPipe()
	if err == nil {
		err = cmd.Start()
	}
	if err != nil {
		t.Fatal(err)
	}
	defer func() {
		_ = cmd.Process.Kill()
		_ = cmd.Wait()
		if bytes.Contains(errs.Bytes(), []byte("panic")) || bytes.Contains(errs.Bytes(), []byte("a request failed")) {
			t.Errorf("the server without %s: %.3000s", part, errs.String())
		}
	}()
	var at announcement
	if err := json.NewDecoder(out).Decode(&at); err != nil {
		t.Errorf("kokyu serve without %s: %v", part, err)
		return
	}
	ask := func(method, path, kind, body string) string {
		req, err := http.NewRequest(method, at.URL+path, strings.NewReader(body))
		if err != nil {
			t.Fatal(err)
		}
		req.Header.Set("Content-Type", kind)
		req.Header.Set("Authorization", "Bearer "+at.Owner)
		r, err := http.DefaultClient.Do(req)
		if err != nil {
			t.Errorf("%s %s without %s: %v", method, path, part, err)
			return ""
		}
		defer r.Body.Close()
		said, err := io.ReadAll(r.Body)
		if err != nil || r.StatusCode >= http.StatusInternalServerError || len(said) == 0 {
			t.Errorf("%s %s %s without %s: %s, %v\n%.1000s", method, path, body, part, r.Status, err, said)
		}
		return string(said)
	}
	const form, js = "application/x-www-form-urlencoded", "application/json"
	for _, path := range []string{"/", "/build", "/build?system=toy", "/build?from=toy-duel", "/open/toy", "/picture/toy-duel", "/openapi.json", "/fights"} {
		ask("GET", path, "", "")
	}
	for _, then := range []string{"", "/file", "/text", "/open"} {
		ask("POST", "/build"+then, form, "system=toy&title=A&sides.0.name=a&sides.1.name=b&add=sides.0.fighters")
	}
	ask("POST", "/open/check", form, "text="+url.QueryEscape(toyFiles["big.yaml"]))
	ask("POST", "/odds", js, `{"system":"toy","roll":"toy 12"}`)
	ask("POST", "/check", js, `{"text":`+rules.JSONText(toyFiles["wrong.yaml"])+`}`)
	ask("POST", "/advise", js, `{"position":"toy-duel","nodes":50}`)
	ask("POST", "/fights", js, `{"encounter":"random","system":"toy"}`)
	var begun serve.FightLinks
	if err := json.Unmarshal([]byte(ask("POST", "/fights", js, `{"encounter":"toy-duel","seed":1,"seats":{"Ada":"human"}}`)), &begun); err != nil ||
		len(begun.Links) == 0 {
		return // it has no such encounter, and said so
	}
	fight := "/fights/" + begun.ID
	looks := func() {
		for _, link := range begun.Links {
			for _, page := range []string{"", "now", "links", "tale", "tale?as=markdown", "review"} {
				ask("GET", "/at/"+link.Key+"/"+page, "", "")
			}
		}
	}
	looks()
	ask("POST", fight+"/play", js, "{}")
	for _, o := range session.Operations() {
		if in := map[string]string{"help": `{"words":"trip"}`, "advise": `{"nodes":50}`}; o.Asks && o.Name != "save" {
			ask("POST", fight+"/"+serve.PathOf(o.Name), js, cmp.Or(in[o.Name], "{}"))
		}
	}
	ask("POST", fight+"/take", js, "{}")
	ask("POST", fight+"/ruling", js, `{"name":"Ada","throw":"2d10 >= 9"}`)
	ask("POST", fight+"/edit", js, `{"name":"Grik","changes":["hit points=1"]}`)
	ask("POST", fight+"/add", js, `{"line":"goblin","side":"goblins"}`)
	ask("POST", fight+"/end", js, `{"why":"dusk"}`)
	looks()
}

// lacksTools calls all tools and reads all resources of the server for assistants.
func lacksTools(t *testing.T, kokyu, dir, part string) {
	asked := []string{`"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"t","version":"1"}}`,
		`"tools/list"`, `"resources/list"`,
		`"resources/templates/list"`, `"prompts/list"`, `"resources/read","params":{"uri":"law://toy/TY-01"}`}
	tool := func(name, in string) {
		asked = append(asked, fmt.Sprintf(`"tools/call","params":{"name":%q,"arguments":%s}`, name, in))
	}
	for _, c := range [][2]string{{"check_encounter", `{"op":"encounters"}`},
		{"check_encounter", `{"op":"check","encounter":` + rules.JSONText(toyFiles["wrong.yaml"]) + `}`},
		{"new_fight", `{"encounter":"toy-duel","seed":1}`}, {"options", `{}`}, {"do", `{"op":"play"}`},
		{"rules", `{"words":"trip","system":"toy"}`}, {"rules", `{"words":"trip"}`},
		{"rules", `{"op":"help","words":"wound"}`}, {"rules", `{"op":"law","number":"TY-01"}`}, {"rules", `{"op":"laws","system":"toy","words":"wound"}`},
		{"odds", `{"roll":"toy 12","system":"toy"}`}, {"odds", `{"roll":"2d10 >= 3"}`},
		{"state", `{}`}, {"state", `{"op":"sheet"}`}, {"state", `{"op":"board"}`}, {"state", `{"op":"fights"}`},
		{"propose", `{}`}, {"propose", `{"op":"advise","nodes":50}`}, {"do", `{"op":"take"}`},
		{"gm", `{"op":"ruling","name":"Ada","throw":"2d10 >= 9"}`}, {"tale", `{}`}, {"tale", `{"op":"events"}`}, {"tale", `{"op":"position"}`}} {
		tool(c[0], c[1])
	}
	var talk strings.Builder
	for i, a := range asked {
		fmt.Fprintf(&talk, `{"jsonrpc":"2.0","id":%d,"method":%s}`+"\n", i+1, a)
	}
	cmd := exec.Command(kokyu, "mcp", "--fights", "assisted")
	cmd.Dir, cmd.Stdin = dir, strings.NewReader(talk.String())
	out, err := cmd.CombinedOutput()
	if err != nil || bytes.Contains(out, []byte("goroutine ")) || bytes.Contains(out, []byte(`"code":-32603`)) || bytes.Contains(out, []byte("panic")) {
		t.Errorf("kokyu mcp without %s: %v\n%.3000s", part, err, out)
	}
	for i, a := range asked {
		if !bytes.Contains(out, fmt.Appendf(nil, `"id":%d,`, i+1)) {
			t.Errorf("kokyu mcp without %s does not answer %s", part, a)
		}
	}
}

// lacking takes from a description the part that the environment names, or what its lists hold.
const lacking = `
func lacking[A any](about A) A {
	part := os.Getenv("TOY_LACKS")
	if f := reflect.ValueOf(&about).Elem().FieldByName(part); f.IsValid() {
		f.SetZero()
		return about
	}
	people := reflect.ValueOf(&about).Elem().FieldByName("People")
	if f := people.FieldByName(part); f.IsValid() {
		f.SetZero()
		return about
	}
	f := reflect.ValueOf(&about).Elem().FieldByName("Lists")
	lists := reflect.ValueOf(f.Interface())
	f.Set(reflect.MakeFunc(f.Type(), func(args []reflect.Value) []reflect.Value {
		all := lists.Call(args)
		of := all[0].Interface().([]book.List)
		for i := range of {
			switch part {
			case "items":
				of[i].Items, of[i].Entries, of[i].Head = nil, nil, nil
			case "rows":
				of[i].Rows = [][]string{{}, {"one", "two", "three"}}
				of[i].Entries = []book.Entry{}
			}
		}
		return all
	}))
	return about
}
`

// lackingLines are commands that a whole toy has no answer to either.
var lackingLines = []toyLine{
	{line: "new --random toy --even"}, {line: "new --random toy"}, {line: "new more --data --system toy"}, {line: "laws toy --json"},
	{line: "list"}, {line: "list toy"}, {line: "list toy --json"}, {line: "list combatants toy --json"}, {line: "fair toy-duel --fights 20"},
	{line: "odds toy_12 --json"}, {line: "odds tou_12"}, {line: "explain wound --system toy"}, {line: "show toy-duel"}, {line: "schema toy.catalogue"},
	{line: "sheet toy-duel"}, {line: "arena greedy random --count 4"}, {line: "help"},
}

// overlaid builds the program with another text in the place of a file.
func overlaid(t *testing.T, file, text string) (program string) {
	t.Helper()
	dir := t.TempDir()
	other, overlay, program := filepath.Join(dir, "systems.go"), filepath.Join(dir, "overlay.json"), filepath.Join(dir, "kokyu")
	path, err := filepath.Abs(file)
	if err != nil {
		t.Fatal(err)
	}
	replace, err := json.Marshal(map[string]any{"Replace": map[string]string{path: other}})
	if err != nil {
		t.Fatal(err)
	}
	for name, data := range map[string][]byte{other: []byte(text), overlay: replace} {
		if err := os.WriteFile(name, data, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if out, err := exec.Command("go", "build", "-overlay", overlay, "-o", dir, ".", "../kokyu-lab").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	return program
}

var toyFiles = map[string]string{
	"rows/rows.yaml": "version: 1\ncombatants: {giant: {hit points: 30, armour class: 9, initiative: 0, attacks: [{name: fist, bonus: 3, damage: 2d8}]}}\n",
	"big.yaml":       "version: 1\nsystem: toy\ntitle: A giant\nrulings: {rounds: 2}\nsides:\n  - {name: us, fighters: [{who: giant}]}\n  - {name: them, fighters: [{who: goblin}]}\n",
	"wrong.yaml":     "version: 1\nsystem: toy\ntitle: A slip\nsides:\n  - {name: us, fighters: [{who: figter}]}\n  - {name: them, fighters: [{who: goblin}]}\n",
	"toys.yaml":      "version: 1\nname: toys\nabout: A toy's strength.\nmeasure: [strength]\nencounters: [toy-duel]\nagent: search nodes=200\nagainst: random\nfights: 4\nthresholds: {score: 0.1}\n",
}

// toyFolder returns a folder with the toy's files.
func toyFolder(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	if err := os.Mkdir(filepath.Join(dir, "rows"), 0o755); err != nil {
		t.Fatal(err)
	}
	for name, text := range toyFiles {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// toyLine is a command on the toy.
type toyLine struct {
	line string
	says string // a part of what it prints
	code int
}

// toyOutlooks are commands of which none may say a chance to win in hundredths: no map of forecasts was fitted to the toy. What is typed
// at a prompt comes after the line.
var toyOutlooks = []struct{ line, typed, says string }{
	{"advise toy-cellar --nodes 500", "", "the search holds "},
	{"advise toy-cellar --nodes 500 --best-reply", "", "the search holds "},
	{"advise toy-cellar --nodes 500 --json", "", `"forecast": null`},
	{"table toy-cellar --nodes 500 --record none", "hint\n", "the search holds "},
	{"review cellar.jsonl --nodes 500", "", "There are no forecasts of this system"},
	{"review cellar.jsonl --nodes 500 --as html", "", "There are no forecasts of this system"},
	{"review cellar.jsonl --nodes 500 --as md", "", "There are no forecasts of this system"},
	{"tell cellar.jsonl --as html", "", "Ada"},
	{"tell cellar.jsonl --as json", "", `"chances": null`},
}

// winsInHundred is a chance to win in hundredths; the chances of dice have other words.
var winsInHundred = regexp.MustCompile(`(?i)\b(chance|win|wins|better|holds|forecast|beginning|reply)\b[^|<,\n"]{0,40}?\d(\.\d+)? ?%|"forecast": ?\{`)

// toyCommand returns a command of kokyu, or of kokyu-lab beside it.
func toyCommand(kokyu, line string) *exec.Cmd {
	args := toyArgs(line)
	if slices.Contains(labCommands, args[0]) {
		kokyu += "-lab"
	}
	return exec.Command(kokyu, args...)
}

// toyArgs returns the words of a command; _ stands for a blank in a word.
func toyArgs(line string) []string {
	args := strings.Fields(line)
	for i := range args {
		args[i] = strings.ReplaceAll(args[i], "_", " ")
	}
	return args
}

// toyLines are commands of every kind.
var toyLines = []toyLine{
	{"fight toy-cellar --seed 3 --nodes 2000 --record cellar.jsonl", "Below the Inn\n  guests: Ada", 0},
	{"fight toy-duel --seed 3 --seat Ada=greedy --seat Grik=random --voice none", "in round", 0},
	{"fight toy-duel --count 4 --swap --nodes 200 --seat goblins=random", "search nodes=200     ", 0},
	{"fight toy-duel --nodes 2000 --json", `"title": "One Against One"`, 0},
	{"advise toy-cellar --nodes 5000", "Bo decides.", 0},
	{"odds toy_12", "1d20 >= 12: 9/20, 45 %", 0},
	{"perft toy-duel --depth 3", "nodes", 0},
	{"solve toy-duel --save duel.table", "proven: between", 0},
	{"probe duel.table toy-duel", "Ada", 0},
	{"advise toy-duel --table duel.table", "Grik decides.", 0},
	{"fight toy-duel --seat goblins=solved_table=duel.table --voice none --nodes 500", "in round", 0},
	{"check cellar.jsonl", "nothing wrong", 0},
	{"replay cellar.jsonl", "all of them as recorded", 0},
	{"replay cellar.jsonl --voice law", "R1 Nib  sling > ", 0},
	{"replay cellar.jsonl --voice none --at 2", "system: toy", 0},
	{"review cellar.jsonl --nodes 500", "Ada", 0},
	{"laws toy", "TY-01", 0},
	{"rulings toy", "R-TY-1", 0},
	{"list encounters", "toy-cellar", 0},
	{"list combatants toy", "fighter", 0},
	{"new mine --system toy", "mine.yaml is written", 0},
	{"check mine.yaml", "encounter, nothing wrong", 0},
	{"check rows/rows.yaml", "catalogue, nothing wrong", 0},
	{"fight big.yaml --data rows --nodes 500 --voice none", "in round", 0},
	{"check wrong.yaml", `wrong.yaml:5:33: no combatant is called "figter"`, 2},
	{"schema toy.encounter", "kokyu toy encounter", 0},
	{"fight --seed 1 --nodes 50", "Rain on the Nakasendo", 0}, // whatever is listed first
	{"schema encounter", "kokyu breath encounter", 0},
	{"list weapons", "yari", 0},
	{"arena greedy random toy-duel --count 4", "toy-duel", 0},
	{"eval toys.yaml", "strength", 0},
	{"eval fit --system toy", "no positions with exact values", 2},
}

// knowsTheToy runs every command on the toy.
func knowsTheToy(t *testing.T, kokyu string) {
	dir := toyFolder(t)
	for _, c := range toyLines {
		cmd := toyCommand(kokyu, c.line)
		cmd.Dir = dir
		out, err := cmd.CombinedOutput()
		if code := cmd.ProcessState.ExitCode(); code != c.code || !strings.Contains(string(out), c.says) {
			t.Errorf("kokyu %s: %v, exit code %d, want %d and %q in\n%s", c.line, err, code, c.code, c.says, out)
		}
	}
	for _, c := range toyOutlooks {
		cmd := toyCommand(kokyu, c.line)
		cmd.Dir, cmd.Stdin = dir, strings.NewReader(c.typed)
		out, err := cmd.Output()
		if m := winsInHundred.Find(out); m != nil || !strings.Contains(string(out), c.says) {
			t.Errorf("kokyu %s: %v: %q, want %q and no chance in\n%.2500s", c.line, err, m, c.says, out)
		}
	}
}
