package main

import (
	"cmp"
	"fmt"
	"go/parser"
	"go/token"
	"maps"
	"os/exec"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"kokyu/agent"
	"kokyu/cmd/cli/clitest"
	"kokyu/rules/rulestest"
)

// layers are the packages of this module from the lowest up: each imports those of lines above its own here, and none of its own line.
// ARCHITECTURE.md shows what each does import.
var layers = []string{
	"rules/text rules/bitexact",
	"rules/strict rules/dice",
	"rules/book rules/breath/data rules/keep/data rules/tempo/data",
	"rules rules/breath/rows rules/keep/rows rules/tempo/rows",
	"rules/fight rules/stage rules/breath/tale rules/keep/tale rules/tempo/tale rules/breath/endgame",
	"rules/rulestest/toy rules/rulestest/feint rules/rulestest rules/breath rules/keep rules/tempo search config agent/jobs",
	"search/searchtest prompts agent agent/narrate/story",
	"agent/picture agent/narrate/english",
	"agent/narrate",
	"agent/jobs/cluster agent/jobs/jobstest agent/work agent/narrate/page agent/narrate/model agent/session",
	"agent/fair agent/review agent/say",
	"agent/serve",
	"agent/serve/mcp agent/serve/web evals cmd/cli",
	"agent/serve/site agent/serve/phones cmd/cli/clitest",
	"cmd/kokyu cmd/kokyu-tab cmd/kokyu-lab evals/choices",
}

// layer returns the number of a package's line, or -1.
func layer(name string) int {
	return slices.IndexFunc(layers, func(line string) bool { return slices.Contains(strings.Fields(line), name) })
}

// surface is what programs outside this module may import: the documentation of each of these packages says so, and the
// programs below examples need nothing else.
var surface = []string{"kokyu/agent", "kokyu/rules", "kokyu/rules/dice", "kokyu/rules/fight", "kokyu/rules/text", "kokyu/search"}

// only is which packages alone may import a library.
var only = map[string][]string{
	"github.com/spf13/viper":     {"kokyu/config"},
	"github.com/tmc/langchaingo": {"kokyu/agent/narrate/model"},
	"github.com/charmbracelet/log": {"kokyu/cmd/cli", "kokyu/agent", "kokyu/agent/session", "kokyu/agent/serve",
		"kokyu/agent/serve/mcp", "kokyu/agent/narrate", "kokyu/evals", "kokyu/config"},
	"log":      {},
	"log/slog": {},
	"net/http": {"kokyu/agent/narrate/model", "kokyu/agent/serve", "kokyu/agent/serve/mcp",
		"kokyu/agent/serve/web", "kokyu/agent/serve/phones", "kokyu/agent/jobs/cluster", "kokyu/cmd/kokyu-tab"},
	"github.com/VictoriaMetrics": {"kokyu/agent/serve", "kokyu/agent/jobs/cluster"},
	"github.com/nats-io":         {"kokyu/agent/jobs/cluster"},
	"golang.org/x/time":          {"kokyu/agent/serve"},
	"github.com/spf13/cobra":     {"kokyu/cmd/cli", "kokyu/cmd/cli/clitest", "kokyu/cmd/kokyu", "kokyu/cmd/kokyu-lab"},
	"github.com/google/jsonschema-go": {"kokyu/agent", "kokyu/agent/serve", "kokyu/agent/serve/mcp", "kokyu/agent/serve/web",
		"kokyu/cmd/cli", "kokyu/cmd/cli/clitest", "kokyu/cmd/kokyu"},
	"github.com/modelcontextprotocol": {"kokyu/agent/serve/mcp"},
}

// What a package imports stands in lines above its own, a system is known to its own packages and to who lists or tries systems, and
// some libraries are known to few.
func TestDependenciesRunOneWay(t *testing.T) {
	for _, p := range packages(t) {
		for _, i := range p.imports {
			within, inside := strings.CutPrefix(i, "kokyu/")
			switch {
			case inside && strings.HasPrefix(p.name, "examples/"):
				if !slices.Contains(surface, i) {
					t.Errorf("%s imports %s, which is not supported for other programs", p.name, i)
				}
			case inside && layer(within) >= layer(p.name):
				t.Errorf("%s imports %s, which is not below it", p.name, i)
			case inside && !knows(p.name, within):
				t.Errorf("%s imports %s, which is a system's own", p.name, i)
			}
			for library, who := range only {
				if (i == library || strings.HasPrefix(i, library+"/") && strings.Contains(library, ".")) && !slices.Contains(who, "kokyu/"+p.name) {
					t.Errorf("%s imports %s, which only %v may", p.name, i, who)
				}
			}
		}
	}
}

// knows reports whether a package may know a package of a system, if the other is one.
func knows(name, other string) bool {
	for _, system := range agent.Systems() {
		if of := "rules/" + system; other == of || strings.HasPrefix(other, of+"/") {
			return name == of || strings.HasPrefix(name, of+"/") || name == "agent" && other == of || name == "evals/trial" && other == of+"/rows"
		}
	}
	return true
}

// pkg is a package of this module, without the module's name.
type pkg struct {
	name, says string
	imports    []string
}

// packages returns those of this module in the order of their layers.
func packages(t *testing.T) (all []pkg) {
	t.Helper()
	out, err := exec.Command("go", "list", "-f", "{{.ImportPath}}\t{{.Doc}}\t{{join .Imports \" \"}}", "kokyu/...").Output()
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(out)) {
		parts := strings.Split(strings.TrimSuffix(line, "\n"), "\t")
		p := pkg{strings.TrimPrefix(parts[0], "kokyu/"), parts[1], strings.Fields(parts[2])}
		if layer(p.name) < 0 && !strings.HasPrefix(p.name, "examples/") {
			t.Errorf("%s is in no line of layers: say where it belongs", p.name)
		}
		all = append(all, p)
	}
	if t.Failed() {
		t.FailNow() // nothing that is drawn from them would be true
	}
	slices.SortStableFunc(all, func(a, b pkg) int {
		return cmp.Or(cmp.Compare(layer(a.name), layer(b.name)), strings.Compare(a.name, b.name))
	})
	return all
}

// The list of packages in ARCHITECTURE.md is drawn from the code: each with the first sentence of its documentation and with what it
// imports of this module, without what that imports itself.
func TestTheArchitectureIsDrawnFromTheCode(t *testing.T) {
	const begins, ends = "<!-- packages: go test ./cmd/kokyu -run Architecture -update -->\n", "<!-- end of packages -->"
	all := packages(t)
	below := map[string]map[string]bool{} // all that a package needs
	var b strings.Builder
	b.WriteString("| package | what it is | imports |\n| --- | --- | --- |\n")
	for _, p := range all {
		if strings.HasPrefix(p.name, "examples/") {
			continue
		}
		below[p.name] = map[string]bool{}
		var own []string
		for _, i := range p.imports {
			if within, ok := strings.CutPrefix(i, "kokyu/"); ok {
				own = append(own, within)
				below[p.name][within] = true
				maps.Copy(below[p.name], below[within])
			}
		}
		var direct []string
		for _, i := range own {
			if !slices.ContainsFunc(own, func(other string) bool { return below[other][i] }) {
				direct = append(direct, "`"+i+"`")
			}
		}
		_, says, _ := strings.Cut(p.says, " "+path.Base(p.name)+" ")
		says = strings.TrimPrefix(says, "is ")
		fmt.Fprintf(&b, "| `%s` | %s | %s |\n", p.name, says, strings.Join(direct, ", "))
	}
	page := clitest.ReadPage(t, "ARCHITECTURE.md")
	before, rest, ok := strings.Cut(page, begins)
	_, after, also := strings.Cut(rest, ends)
	if !ok || !also {
		t.Fatal("ARCHITECTURE.md has no place for the list of packages")
	}
	rulestest.Golden(t, filepath.Join(root, "ARCHITECTURE.md"), before+begins+b.String()+ends+after)
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

// What a GM runs has nothing of what measures it, and speaks to no cluster.
func TestTheProgramDoesNotMeasureItself(t *testing.T) {
	out, err := exec.Command("go", "list", "-deps", "kokyu/cmd/kokyu").Output()
	if err != nil {
		t.Fatal(err)
	}
	for name := range strings.Lines(string(out)) {
		if name = strings.TrimSpace(name); strings.HasPrefix(name, "kokyu/evals") ||
			strings.HasPrefix(name, "kokyu/agent/jobs/cluster") || strings.Contains(name, "nats") {
			t.Errorf("kokyu depends on %s", name)
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
