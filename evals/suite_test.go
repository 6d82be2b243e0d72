package evals

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"kokyu/agent"
	"kokyu/rules"
	"kokyu/rules/breath"
	"kokyu/rules/rulestest"
)

func suite(t testing.TB, name string) *Suite {
	t.Helper()
	s, err := ReadSuite(t.Context(), name, agent.Builtin())
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func measured(t testing.TB, r *Run) Report {
	t.Helper()
	report, err := r.makeReport(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return report
}

func TestBuiltinSuitesAreWhole(t *testing.T) {
	for _, name := range Suites() {
		if s := suite(t, name); s.Name != name {
			t.Errorf("the suite %s is called %s", name, s.Name)
		}
	}
}

// What a suite that ships knows of its positions is of the rows that ship with it: else kokyu-lab eval refuses it.
func TestStoredValuesAreOfTodaysRows(t *testing.T) {
	rulestest.NeedsMore(t)
	for _, name := range Suites() {
		s, err := ReadSuite(t.Context(), name, agent.Builtin())
		if err != nil {
			t.Fatal(err)
		}
		r := &Run{Suite: s, Question: Question{Seed: 1}}
		for _, p := range s.Positions {
			if _, err := r.openPosition(p, 1); err != nil {
				t.Errorf("%s: %v", name, err)
			}
		}
	}
}

// folder writes files and answers with where they are.
func folder(t testing.TB, files map[string]string) string {
	dir := t.TempDir()
	for name, text := range files {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

const sampledSuite = `version: 1
name: small
measure: [regret, value, calibration, strength]
encounters: [barn.yaml]
sample: {best: 60, own: 40}
agent: search nodes=200
against: random
fights: 12
luck: 50
`

// Everything at once: the same report on any number of cores, from positions found along the way.
func TestARunIsTheSameOnAnyNumberOfCores(t *testing.T) {
	dir := folder(t, map[string]string{"small.yaml": sampledSuite, "barn.yaml": skirmish})
	k := solved(t, begin(t, skirmish, 1))
	samples := 0
	do := func(cores int) Report {
		s := suite(t, filepath.Join(dir, "small.yaml"))
		return measured(t, &Run{Suite: s, Solve: func(Encounter) (Truth, error) { return k, nil },
			Question: Question{Agents: []agent.Agent{s.Agent, agent.Random{}}, Seed: 5, Cores: cores,
				Progress: func(string, int, int) { samples++ }}})
	}
	one := do(1)
	if n := 2 * (140 + 12 + 12); samples != n {
		t.Errorf("%d samples were told, want %d", samples, n)
	}
	if three := do(3); !reflect.DeepEqual(one, three) {
		t.Fatalf("one core: %+v\nthree: %+v", one, three)
	}
	search, random := one.Agents[0], one.Agents[1]
	if search.Regret.All.Decisions != 140 || search.Regret.All.Mean >= random.Regret.All.Mean {
		t.Errorf("search regrets %+v, random %+v", search.Regret.All, random.Regret.All)
	}
	if d := one.Differences; len(d) != 4 || d[0].Mean.High >= 0 || d[3].Mean.Mean <= 0 {
		t.Errorf("a search less a coin: %+v", d)
	}
	rows := 0
	for _, r := range search.Regret.Phases {
		rows += r.Decisions
	}
	if rows != 140 || len(search.Regret.Sources) != 2 {
		t.Errorf("by phase %+v, by source %+v", search.Regret.Phases, search.Regret.Sources)
	}
}

// oracle decides by exact values.
type oracle struct{ truth *truth }

func (o oracle) Choose(_ context.Context, v agent.View) (rules.Action, error) {
	game, s, _ := agent.SystemOf[breath.State](v)
	best, most := rules.Action{}, -1.0
	for _, a := range v.Actions() {
		next := s
		game.Play(&next, a, nil)
		win := o.truth.values[next]
		if game.Side(v.Seat()) == 1 {
			win = 1 - win
		}
		if win > most {
			best, most = a, win
		}
	}
	return best, nil
}
func (oracle) String() string { return "oracle" }

// Whoever knows everything regrets nothing, and the numbers say what they are.
func TestWhoKnowsEverythingRegretsNothing(t *testing.T) {
	k := solved(t, begin(t, skirmish, 1))
	r := &Run{Suite: suite(t, "barn"), Question: Question{Agents: []agent.Agent{oracle{k}, agent.Random{}}, Seed: 1, Cores: 2}}
	report := measured(t, r)
	if all := report.Agents[0].Regret.All; all.Mean > 1e-9 || all.Best != 1 || all.Blunders != 0 || !report.Passed {
		t.Errorf("%+v", all)
	}
	if all := report.Agents[1].Regret.All; all.Mean < 1 || all.P99 < all.Mean || all.Worst < all.P99 {
		t.Errorf("a coin regrets %+v", all)
	}
	page := Page(report.Sections())
	if !strings.Contains(page, "| phase: attack |") || !strings.Contains(page, "in mWP (thousandths of a win)") {
		t.Errorf("the page is\n%s", page)
	}
}

// What is missed is said.
func TestAMissedThresholdFails(t *testing.T) {
	s := suite(t, "barn")
	r := measured(t, &Run{Suite: s, Question: Question{Agents: []agent.Agent{agent.Random{}}, Seed: 1, Cores: 2}})
	if r.Passed || !slices.ContainsFunc(r.Thresholds, func(m thresholdResult) bool { return m.Name == "regret-mean" && !m.OK }) {
		t.Errorf("a coin passes: %+v", r.Thresholds)
	}
}

// Each mistake is reported at its place with what would be right.
func TestMistakesInSuitesHavePlaces(t *testing.T) {
	good := "version: 1\nname: n\nmeasure: [regret]\nencounters: [crossroads]\npositions: p.jsonl\nagent: greedy\n"
	line := func(id, encounter, source string) string {
		return `{"id":"` + id + `","encounter":"` + encounter + `","source":"` + source + `","phase":"attack","position":"x"}` + "\n"
	}
	for _, c := range []struct{ suite, positions, want string }{
		{good, line("a", "crossroads", "best") + line("a", "crossroads", "best"), `p.jsonl:2:1: the id "a" is here twice, first on line 1: want it once`},
		{good, line("a", "crosroads", "best"), `p.jsonl:1:1: there is no encounter "crosroads": want crossroads; did you mean crossroads?`},
		{good, line("a", "crossroads", "worst"), `p.jsonl:1:1: the source is "worst": want one of best, own, uniform, puzzle`},
		{good, `{"id":"a","idea":1}`, `p.jsonl:1:1: the line is no position: json: unknown field "idea"`},
		{good, line("a", "crossroads", "best")[:30], `p.jsonl:1:1: the line is no position`},
		{good, strings.Replace(line("a", "crossroads", "best"), `"position"`, `"values":[0.5],"position"`, 1), "1 values of 0 options"},
		{strings.Replace(good, "crossroads", "nowhere", 1), "", `s.yaml:4:14: there is no encounter "nowhere"`},
		{strings.Replace(good, "crossroads", "../x.yaml", 1), "", `there is no encounter "../x.yaml"`},
		{strings.Replace(good, "greedy", "gredy", 1), "", `s.yaml:6:8: no agent is called "gredy": want one of`},
		{strings.Replace(good, "greedy", "search time=1s", 1), "", `s.yaml:6:8: the agent "search time=1s" decides by the clock`},
		{good + "thresholds: {regret-men: 1}\n", "", `s.yaml:7:14: there is no threshold "regret-men": want one of 18 known words; did you mean regret-mean?`},
		{good + "thresholds: {brier: 1}\n", "", `s.yaml:7:14: the threshold brier without the measure calibration: want both`},
		{strings.Replace(good, "[regret]", "[regrets]", 1), "", "s.yaml:3:11: there is no measure \"regrets\": want one of regret, "},
		{strings.Replace(good, "positions: p.jsonl\n", "", 1), "", "regret, value and leaf without positions"},
		{strings.Replace(good, "p.jsonl", "q.jsonl", 1), "", "s.yaml:5:12: there is no such file beside the suite"},
		{strings.Replace(good, "[regret]", "[strength]", 1), "", "strength without an agent to measure against"},
		{good + "fights: 0\n", "", "fights is 0: want a whole number from 1 to 100000"},
	} {
		dir := folder(t, map[string]string{"s.yaml": c.suite, "p.jsonl": c.positions})
		t.Chdir(dir)
		_, err := ReadSuite(t.Context(), "s.yaml", agent.Builtin())
		if err == nil {
			_, err = ReadSuite(t.Context(), "./s.yaml", agent.Builtin())
		}
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("the error is %v\nwant %s", err, c.want)
		}
	}
}

// Whatever the bytes, a file of positions is read or refused with a place.
func FuzzPositions(f *testing.F) {
	f.Add([]byte(`{"id":"a","encounter":"e","source":"best","phase":"attack","position":"x","options":["cut"],"values":[0.5]}`))
	f.Add([]byte("{}\n\n[1]\n{\"id\":3}"))
	f.Fuzz(func(t *testing.T, data []byte) {
		list, err := ReadPositions("p.jsonl", data, []string{"e"})
		if err != nil {
			if !strings.HasPrefix(err.Error(), "p.jsonl:") {
				t.Errorf("no place: %v", err)
			}
			return
		}
		var out bytes.Buffer
		if err := WritePositions(&out, list); err != nil {
			t.Fatal(err)
		}
		if again, err := ReadPositions("p.jsonl", out.Bytes(), []string{"e"}); err != nil || len(again) != len(list) {
			t.Errorf("what was written is not read again: %v", err)
		}
	})
}
