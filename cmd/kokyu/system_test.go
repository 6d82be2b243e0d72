package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

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
		if strings.HasPrefix(l, "\tdescribed(") {
			places = append(places, i)
		}
	}
	places = append(places, places[len(places)-1]+1)
	if !rulestest.Long() {
		places = places[1:2] // each is built anew
	}
	for k, at := range places {
		t.Run(fmt.Sprint("place ", k), func(t *testing.T) {
			with := slices.Insert(slices.Clone(lines), at, "\tdescribed(toy.About()),")
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
	with := strings.Replace(string(source), "import (", "import (\n\t\"os\"\n\t\"reflect\"\n\t\"kokyu/rules/book\"\n\t\"kokyu/rules/rulestest/toy\"", 1)
	with = strings.Replace(with, "\tdescribed(", "\tdescribed(lacking(toy.About())),\n\tdescribed(", 1) + lacking
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
				cmd := exec.Command(kokyu, toyArgs(c.line)...)
				cmd.Dir = dir
				out, err := cmd.CombinedOutput()
				code := cmd.ProcessState.ExitCode()
				if code != 0 && code != 2 || bytes.Contains(out, []byte("goroutine ")) || len(bytes.TrimSpace(out)) == 0 {
					t.Errorf("kokyu %s without %s: %v, exit code %d, want 0, or 2 and a sentence:\n%.1500s", c.line, part, err, code, out)
				}
			}
		})
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
	{line: "new --random toy"}, {line: "new --random toy --quick"}, {line: "new more --data --system toy"}, {line: "laws toy --json"},
	{line: "list"}, {line: "list toy"}, {line: "list toy --json"}, {line: "list brawlers toy --json"}, {line: "fair toy-two --fights 20"},
	{line: "odds toy_12 --json"}, {line: "odds tou_12"}, {line: "explain wound --system toy"}, {line: "show toy-two"}, {line: "schema toy.catalogue"},
	{line: "sheet toy-two"}, {line: "arena greedy random --count 4"}, {line: "help"},
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
	if out, err := exec.Command("go", "build", "-overlay", overlay, "-o", program, ".").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	return program
}

var toyFiles = map[string]string{
	"rows/rows.yaml": "version: 1\nbrawlers: {giant: {wounds: 9}}\n",
	"big.yaml":       "version: 1\nsystem: toy\ntitle: A giant\nrulings: {rounds: 2}\nsides:\n  - {name: us, fighters: [{who: giant}]}\n  - {name: them, fighters: [{who: oni}]}\n",
	"wrong.yaml":     "version: 1\nsystem: toy\ntitle: A slip\nsides:\n  - {name: us, fighters: [{who: swordman}]}\n  - {name: them, fighters: [{who: oni}]}\n",
	"toys.yaml":      "version: 1\nname: toys\nabout: A toy's strength.\nmeasure: [strength]\nencounters: [toy-two]\nagent: search nodes=200\nagainst: random\nfights: 4\nthresholds: {score: 0.1}\n",
}

// toyFolder is a folder with the toy's files.
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

// toyArgs are the words of a command; _ stands for a blank in a word.
func toyArgs(line string) []string {
	args := strings.Fields(line)
	for i := range args {
		args[i] = strings.ReplaceAll(args[i], "_", " ")
	}
	return args
}

// toyLines are commands of every kind.
var toyLines = []toyLine{
	{"fight toy-three --seed 3 --nodes 2000 --record three.jsonl", "One against two\n  Sasaki: Kojiro", 0},
	{"fight toy-two --seed 3 --seat Kojiro=greedy --seat Aka=random --voice none", "in round", 0},
	{"fight toy-two --count 4 --swap --nodes 200 --seat oni=random", "search nodes=200     ", 0},
	{"fight toy-two --nodes 2000 --json", `"title": "One against one"`, 0},
	{"advise toy-three --nodes 5000", "Kojiro decides.", 0},
	{"odds toy_12", "2d10+2 >= 12: 16/25, 64%", 0},
	{"perft toy-two --depth 3", "nodes", 0},
	{"solve toy-two --save two.table", "proven: between", 0},
	{"probe two.table toy-two", "Kojiro", 0},
	{"advise toy-two --table two.table", "Kojiro decides.", 0},
	{"fight toy-two --seat oni=solved_table=two.table --voice none --nodes 500", "in round", 0},
	{"check three.jsonl", "nothing wrong", 0},
	{"replay three.jsonl", "all of them as recorded", 0},
	{"replay three.jsonl --voice law", "R1 Aka  cut > Kojiro succeeds 64 %: ", 0},
	{"replay three.jsonl --voice none --at 2", "system: toy", 0},
	{"review three.jsonl --nodes 500", "Kojiro", 0},
	{"laws toy", "TY-01", 0},
	{"rulings toy", "R-TY-1", 0},
	{"list encounters", "toy-three", 0},
	{"list brawlers toy", "swordsman", 0},
	{"new mine --system toy", "mine.yaml is written", 0},
	{"check mine.yaml", "encounter, nothing wrong", 0},
	{"check rows/rows.yaml", "catalogue, nothing wrong", 0},
	{"fight big.yaml --data rows --nodes 500 --voice none", "in round", 0},
	{"check wrong.yaml", `wrong.yaml:5:33: no combatant is called "swordman"`, 2},
	{"schema toy.encounter", "kokyu toy encounter", 0},
	{"arena greedy random toy-two --count 4", "toy-two", 0},
	{"eval toys.yaml", "strength", 0},
	{"eval balance --system toy", "nothing is said of how weapons of", 2},
	{"eval fit --system toy", "no positions with exact values", 2},
}

// knowsTheToy runs every command on the toy.
func knowsTheToy(t *testing.T, kokyu string) {
	dir := toyFolder(t)
	for _, c := range toyLines {
		cmd := exec.Command(kokyu, toyArgs(c.line)...)
		cmd.Dir = dir
		out, err := cmd.CombinedOutput()
		if code := cmd.ProcessState.ExitCode(); code != c.code || !strings.Contains(string(out), c.says) {
			t.Errorf("kokyu %s: %v, exit code %d, want %d and %q in\n%s", c.line, err, code, c.code, c.says, out)
		}
	}
}
