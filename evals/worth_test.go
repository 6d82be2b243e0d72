package evals_test

import (
	"os"
	"strings"
	"testing"

	"kokyu/agent"
	"kokyu/evals"
	"kokyu/rules/rulestest"
)

func worthOf(t *testing.T, name string) evals.Worth {
	t.Helper()
	w, err := evals.NewWorth(agent.Builtin(), "breath", name)
	if err != nil {
		t.Fatal(err)
	}
	w.Cores = 2
	return w
}

// The reports of what spells and orders bring are of the rows as they are; no more than six rows of both lie outside their
// bounds, and of each the report says why. Without LONG=1 a sample of the rows is weighed.
func TestTheReportsOfWorthAreOfTheseRows(t *testing.T) {
	outside := 0
	for _, name := range []string{"spells", "orders"} {
		w := worthOf(t, name)
		page, err := os.ReadFile("reports/" + name + ".md")
		if err != nil {
			t.Fatal(err)
		}
		if digest := w.Fingerprint(); !strings.Contains(string(page), "(rows "+digest+")") {
			t.Errorf("%s.md is not of the rows %s: make it again by the command it names", name, digest)
		}
		if testing.Short() {
			continue
		}
		if few := rulestest.Few(2, len(w.Only)); few < len(w.Only) {
			w.Only = every(w.Only, few)
			r, err := w.Run(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			for line := range strings.Lines(evals.Page(r.Sections())) {
				if strings.HasPrefix(line, "| ") && !strings.Contains(string(page), line) {
					t.Errorf("%s.md is not what the rows bring, which is: %s", name, line)
				}
			}
			continue
		}
		r, err := w.Run(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		r.Command = "kokyu-lab eval balance --" + name + " --report md"
		if evals.Page(r.Sections()) != string(page) {
			t.Errorf("%s.md is not what the rows bring: make it again by the command it names", name)
		}
		if outside += len(r.Outside); !r.Passed || outside > evals.WorthOutside {
			t.Errorf("%s: %q lie outside, want at most %d in all and why", name, r.Outside, evals.WorthOutside)
		}
	}
}

// every is so many of a list, as far apart as that gives.
func every(list []string, few int) (some []string) {
	for k := range few {
		some = append(some, list[k*len(list)/few])
	}
	return some
}

// A row without a reason to lie outside is an answer no.
func TestARowThatIsWorthTooMuchIsNamed(t *testing.T) {
	c, err := agent.Builtin().With("own rows", []byte(`version: 1
spells:
  noon:
    {list: sorcery, dan: 1 house, form: 1, against: defense, at: foe, reach: 1 house, does: {wounds: 3 house}, source: house}
`))
	if err != nil {
		t.Fatal(err)
	}
	w, err := evals.NewWorth(c, "breath", "spells")
	if err != nil {
		t.Fatal(err)
	}
	w.Only = []string{"talisman bullet", "noon"}
	r, err := w.Run(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if r.Passed || len(r.Outside) != 1 || r.Outside[0] != "noon" || !strings.Contains(evals.Page(r.Sections()), "\nnoon, ") {
		t.Errorf("passed %v, outside %q\n%s", r.Passed, r.Outside, evals.Page(r.Sections()))
	}
}

func TestWorthRefuses(t *testing.T) {
	for want, only := range map[string][]string{
		"none of the spells that are weighed is \"talisman bulet\": want": {"talisman bulet"},
		"did you mean talisman bullet":                                    {"talisman bulet"},
		"\"talisman bullet\" is there twice":                              {"talisman bullet", "talisman bullet"},
	} {
		w := worthOf(t, "spells")
		w.Only = only
		if _, err := w.Run(t.Context()); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("got %v, want %q", err, want)
		}
	}
	if _, err := evals.NewWorth(agent.Builtin(), "tempo", "spells"); err == nil || !strings.Contains(err.Error(), `nothing of "tempo" is weighed`) {
		t.Errorf("tempo: got %v", err)
	}
}
