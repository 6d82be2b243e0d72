package main

import (
	"go/parser"
	"go/token"
	"os/exec"
	"slices"
	"strings"
	"testing"
)

// Dependencies run one way:
//
//	text <- strict, dice <- book <- rules <- the systems, each with its rows, data and tale
//	                        endgame <- breath, one of them
//	                        rules <- fight
//	                        rules <- search
//	                        rules, fight, search, the systems, prompts <- agent <- evals <- cmd -> config
//	                        fight, agent, the rows of the systems <- evals/trial <- evals, cmd
//
// allowed is which packages of this module each may import, those of open being open to all: they know nothing of the rest.
var allowed = map[string][]string{
	"kokyu/rules/text":           {},
	"kokyu/rules/strict":         {},
	"kokyu/rules/bitexact":       {},
	"kokyu/rules/dice":           {},
	"kokyu/rules/book":           {"kokyu/rules/dice"},
	"kokyu/rules":                {"kokyu/rules/dice", "kokyu/rules/book"},
	"kokyu/rules/fight":          {"kokyu/rules", "kokyu/rules/dice", "kokyu/rules/book"},
	"kokyu/rules/rulestest/toy":  {"kokyu/rules", "kokyu/rules/book", "kokyu/rules/dice"},
	"kokyu/rules/rulestest":      {"kokyu/rules", "kokyu/rules/fight", "kokyu/rules/book", "kokyu/rules/dice"},
	"kokyu/rules/breath":         {"kokyu/rules", "kokyu/rules/book", "kokyu/rules/dice", "kokyu/rules/breath/endgame", "kokyu/rules/breath/rows", "kokyu/rules/breath/tale"},
	"kokyu/rules/breath/endgame": {},
	"kokyu/rules/breath/data":    {},
	"kokyu/rules/breath/rows":    {"kokyu/rules/book", "kokyu/rules/breath/endgame", "kokyu/rules/breath/data", "kokyu/rules/dice"},
	"kokyu/rules/breath/tale":    {"kokyu/rules", "kokyu/rules/breath/rows"},
	"kokyu/rules/keep":           {"kokyu/rules", "kokyu/rules/book", "kokyu/rules/dice", "kokyu/rules/keep/rows", "kokyu/rules/keep/tale"},
	"kokyu/rules/keep/data":      {},
	"kokyu/rules/keep/rows":      {"kokyu/rules/book", "kokyu/rules/dice", "kokyu/rules/keep/data"},
	"kokyu/rules/keep/tale":      {"kokyu/rules", "kokyu/rules/dice", "kokyu/rules/keep/rows"},
	"kokyu/rules/tempo":          {"kokyu/rules", "kokyu/rules/book", "kokyu/rules/dice", "kokyu/rules/tempo/data", "kokyu/rules/tempo/rows", "kokyu/rules/tempo/tale"},
	"kokyu/rules/tempo/data":     {},
	"kokyu/rules/tempo/rows":     {"kokyu/rules/book", "kokyu/rules/dice", "kokyu/rules/tempo/data"},
	"kokyu/rules/tempo/tale":     {"kokyu/rules"},
	"kokyu/search":               {"kokyu/rules", "kokyu/rules/book", "kokyu/rules/dice"},
	"kokyu/search/searchtest":    {"kokyu/rules", "kokyu/rules/book", "kokyu/rules/dice", "kokyu/rules/rulestest", "kokyu/search"},
	"kokyu/prompts":              {"kokyu/rules", "kokyu/rules/book", "kokyu/agent/narrate/shape"},
	"kokyu/agent":                {"kokyu/rules", "kokyu/rules/fight", "kokyu/rules/book", "kokyu/rules/dice", "kokyu/rules/breath", "kokyu/rules/keep", "kokyu/rules/tempo", "kokyu/search"},
	"kokyu/agent/picture":        {"kokyu/rules", "kokyu/rules/fight"},
	"kokyu/agent/session":        {"kokyu/rules", "kokyu/rules/fight", "kokyu/rules/book", "kokyu/rules/dice", "kokyu/search", "kokyu/agent", "kokyu/agent/narrate", "kokyu/agent/picture"},
	"kokyu/agent/review":         {"kokyu/rules", "kokyu/rules/fight", "kokyu/rules/dice", "kokyu/search", "kokyu/agent", "kokyu/agent/narrate", "kokyu/agent/narrate/page", "kokyu/agent/picture", "kokyu/evals/jobs"},
	"kokyu/agent/serve":          {"kokyu/rules", "kokyu/rules/fight", "kokyu/rules/book", "kokyu/rules/dice", "kokyu/search", "kokyu/agent", "kokyu/agent/narrate", "kokyu/agent/session", "kokyu/agent/picture"},
	"kokyu/agent/serve/mcp":      {"kokyu/rules", "kokyu/rules/book", "kokyu/agent", "kokyu/agent/narrate", "kokyu/agent/session", "kokyu/agent/serve"},
	"kokyu/agent/serve/web":      {"kokyu/rules/fight", "kokyu/rules/book", "kokyu/agent", "kokyu/agent/narrate", "kokyu/agent/review", "kokyu/agent/picture", "kokyu/agent/session", "kokyu/agent/serve"},
	"kokyu/agent/narrate":        {"kokyu/rules", "kokyu/rules/fight", "kokyu/rules/book", "kokyu/rules/dice", "kokyu/prompts", "kokyu/agent/narrate/shape"},
	"kokyu/agent/narrate/page":   {"kokyu/rules", "kokyu/rules/fight", "kokyu/agent/narrate", "kokyu/agent/picture"},
	"kokyu/agent/narrate/shape":  {},
	"kokyu/agent/narrate/model":  {"kokyu/rules", "kokyu/prompts", "kokyu/agent/narrate"},
	"kokyu/config":               {},
	"kokyu/evals":                {"kokyu/rules", "kokyu/rules/fight", "kokyu/rules/book", "kokyu/rules/dice", "kokyu/search", "kokyu/agent", "kokyu/agent/review", "kokyu/evals/jobs", "kokyu/evals/trial"},
	"kokyu/evals/jobs":           {},
	"kokyu/evals/jobs/cluster":   {"kokyu/evals/jobs"},
	"kokyu/evals/jobs/jobstest":  {"kokyu/evals/jobs"},
	"kokyu/evals/trial":          {"kokyu/rules", "kokyu/rules/dice", "kokyu/rules/fight", "kokyu/rules/breath/rows", "kokyu/rules/keep/rows", "kokyu/rules/tempo/rows", "kokyu/agent"},
	"kokyu/evals/fair":           {"kokyu/rules", "kokyu/rules/fight", "kokyu/rules/book", "kokyu/rules/dice", "kokyu/search", "kokyu/agent", "kokyu/agent/narrate", "kokyu/agent/narrate/page", "kokyu/evals", "kokyu/evals/jobs"},
	"kokyu/evals/images":         {"kokyu/prompts", "kokyu/agent/narrate/shape"},
	"kokyu/evals/narration":      {"kokyu/rules", "kokyu/rules/fight", "kokyu/prompts", "kokyu/agent", "kokyu/agent/narrate", "kokyu/evals"},
	"kokyu/cmd/kokyu": {"kokyu/rules", "kokyu/rules/fight", "kokyu/rules/book", "kokyu/rules/dice", "kokyu/search", "kokyu/prompts", "kokyu/agent", "kokyu/agent/picture", "kokyu/agent/review", "kokyu/agent/session", "kokyu/agent/serve", "kokyu/agent/serve/mcp", "kokyu/agent/serve/web", "kokyu/agent/narrate", "kokyu/agent/narrate/page", "kokyu/agent/narrate/model",
		"kokyu/config", "kokyu/evals", "kokyu/evals/jobs", "kokyu/evals/jobs/cluster", "kokyu/evals/fair", "kokyu/evals/trial", "kokyu/evals/narration"},
}

// surface is what programs outside this module may import: the documentation of each of these packages says so, and the
// programs below examples need nothing else.
var surface = []string{"kokyu/agent", "kokyu/rules", "kokyu/rules/dice", "kokyu/rules/fight", "kokyu/rules/text", "kokyu/search"}

var open = []string{"kokyu/rules/text", "kokyu/rules/strict", "kokyu/rules/bitexact"}

// only is which packages alone may import a library.
var only = map[string][]string{
	"github.com/spf13/viper":          {"kokyu/config"},
	"github.com/tmc/langchaingo":      {"kokyu/agent/narrate/model"},
	"github.com/charmbracelet/log":    {"kokyu/cmd/kokyu", "kokyu/agent", "kokyu/agent/session", "kokyu/agent/serve", "kokyu/agent/serve/mcp", "kokyu/agent/narrate", "kokyu/evals", "kokyu/config"},
	"log":                             {},
	"log/slog":                        {},
	"net/http":                        {"kokyu/agent/narrate/model", "kokyu/agent/serve", "kokyu/agent/serve/mcp", "kokyu/agent/serve/web", "kokyu/evals/jobs/cluster"},
	"github.com/VictoriaMetrics":      {"kokyu/agent/serve", "kokyu/evals/jobs/cluster"},
	"github.com/nats-io":              {"kokyu/evals/jobs/cluster"},
	"golang.org/x/time":               {"kokyu/agent/serve"},
	"github.com/spf13/cobra":          {"kokyu/cmd/kokyu"},
	"github.com/google/jsonschema-go": {"kokyu/agent", "kokyu/agent/serve", "kokyu/agent/serve/mcp", "kokyu/agent/serve/web", "kokyu/cmd/kokyu"},
	"github.com/modelcontextprotocol": {"kokyu/agent/serve/mcp"},
}

func TestDependenciesRunOneWay(t *testing.T) {
	out, err := exec.Command("go", "list", "-f", "{{.ImportPath}} {{join .Imports \" \"}}", "kokyu/...").Output()
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(out)) {
		words := strings.Fields(line)
		name, imports := words[0], words[1:]
		may, known := allowed[name]
		if strings.HasPrefix(name, "kokyu/examples/") {
			may, known = surface, true
		}
		if !known {
			t.Errorf("%s is not in this test's list: say what it may import", name)
			continue
		}
		for _, i := range imports {
			if strings.HasPrefix(i, "kokyu/") && !slices.Contains(open, i) && !slices.Contains(may, i) {
				t.Errorf("%s imports %s", name, i)
			}
			for library, who := range only {
				if (i == library || strings.HasPrefix(i, library+"/") && strings.Contains(library, ".")) && !slices.Contains(who, name) {
					t.Errorf("%s imports %s, which only %v may", name, i, who)
				}
			}
		}
	}
}

// Nothing the rules or the search depend on, however far down, logs, speaks to a network or reads settings.
func TestRulesAndSearchStandAlone(t *testing.T) {
	out, err := exec.Command("go", "list", "-deps", "kokyu/rules/...", "kokyu/search/...").Output()
	if err != nil {
		t.Fatal(err)
	}
	for name := range strings.Lines(string(out)) {
		switch name = strings.TrimSpace(name); {
		case slices.Contains([]string{"log", "log/slog", "net", "net/http", "testing"}, name),
			strings.Contains(name, "charmbracelet"), strings.Contains(name, "viper"), strings.Contains(name, "cobra"),
			slices.Contains([]string{"kokyu/agent", "kokyu/config", "kokyu/prompts", "kokyu/evals"}, name):
			if name == "testing" { // rulestest and searchtest are for tests
				continue
			}
			t.Errorf("the rules or the search depend on %s", name)
		}
	}
}

// Whoever reads the documentation of a package learns whether it is theirs to import.
func TestTheSupportedSurfaceSaysSo(t *testing.T) {
	out, err := exec.Command("go", "list", "-f", "{{.ImportPath}} {{.Dir}}", "kokyu/...").Output()
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(out)) {
		name, dir, _ := strings.Cut(strings.TrimSpace(line), " ")
		parsed, err := parser.ParseDir(token.NewFileSet(), dir, nil, parser.ParseComments|parser.PackageClauseOnly)
		if err != nil {
			t.Fatal(err)
		}
		says := false
		for _, p := range parsed {
			for _, f := range p.Files {
				says = says || strings.Contains(strings.Join(strings.Fields(f.Doc.Text()), " "), "part of the supported surface")
			}
		}
		if says != slices.Contains(surface, name) {
			t.Errorf("the documentation of %s says that it is supported: %v", name, says)
		}
	}
}
