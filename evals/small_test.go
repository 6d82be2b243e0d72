package evals

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"kokyu/agent"
	"kokyu/agent/jobs"
	"kokyu/agent/jobs/jobstest"
	"kokyu/rules/rulestest"
	"kokyu/search"
)

// small returns a run of the fight of seed 84 of tempo, which has 1903 states, within limits in which its five draws
// come to five fates.
func small(tables *tables, cores int, agents ...agent.Agent) smallFights {
	return smallFights{Question{series: &smallSeries, Names: []string{"tempo"}, Catalogue: agent.Builtin(), Seed: 84, Count: 1, Agents: agents, Fights: 6, Tables: tables, Cores: cores},
		search.SolveLimits{States: 20_000, Inner: 100_000, Memory: 1 << 28}, false}
}

// A small fight gives the same report on any number of cores and from kept tables; its value is that
// of its file, its figures are those of its fights, and who knows everything loses nothing.
func TestSmallFightsAreDrawnSolvedAndJudged(t *testing.T) {
	run := func(x smallFights) smallReport {
		t.Helper()
		r, err := x.run(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		return r
	}
	dir := t.TempDir()
	open := func() *tables {
		tables, err := OpenTables(dir)
		if err != nil {
			t.Fatal(err)
		}
		return tables
	}
	one := run(small(nil, 1, agent.Greedy{}, agent.Random{}))
	for _, again := range []smallReport{run(small(open(), 2, agent.Greedy{}, agent.Random{})), run(small(open(), 1, agent.Greedy{}, agent.Random{}))} {
		if a, b := string(mustJSON(t, one)), string(mustJSON(t, again)); a != b {
			t.Errorf("%s\nagain: %s", a, b)
		}
	}
	f := one.Fights[0]
	table, err := agent.Solve(t.Context(), begin(t, f.File, 1), search.SolveLimits{})
	if err != nil {
		t.Fatal(err)
	}
	if want, _ := table.Value(begin(t, f.File, 1)); want != f.Value {
		t.Errorf("it is worth %v, its file %v", f.Value, want)
	}
	if want := (map[fate]int{fateTaken: 1, fateStateful: 1, fateWide: 1, fateDecided: 1, fateIdle: 1}); !maps.Equal(f.Draws, want) {
		t.Errorf("of its draws became %v, want %v", f.Draws, want)
	}
	var of []string
	for _, s := range one.Figures {
		of = append(of, s.Of)
	}
	if want := []string{"all", "tempo", "2 combatants", "up to 10000 states"}; !slices.Equal(of, append(want, want...)) {
		t.Fatalf("the figures are of %q", of)
	}
	for k, s := range one.Figures {
		i := k / (len(of) / 2)
		lost, n := 0.0, 0
		for _, x := range f.Lost[i].Fights {
			lost += x
		}
		for _, k := range f.Lost[i].Decisions {
			n += k
		}
		if want := lost / float64(n); s.Mean != want || s.Worst != want || s.P95 != want || len(f.Lost[i].Fights) != 6 {
			t.Errorf("%s loses %+v, want %v a decision", s.Agent, s, want)
		}
	}
	if best := run(small(nil, 1, &agent.Solved{Tablebase: table})).Figures[0]; best.Mean != 0 || best.AFight != 0 {
		t.Errorf("who knows everything loses %+v", best)
	}
}

func mustJSON(t *testing.T, v any) []byte {
	t.Helper()
	data, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// A folder of tables with a file that says nothing, or the table of another draw, gets a sentence.
func TestABadTableGetsASentence(t *testing.T) {
	dir := t.TempDir()
	run := func() error {
		tables, err := OpenTables(dir)
		if err == nil {
			_, err = small(tables, 1, agent.Greedy{}).run(t.Context())
		}
		return err
	}
	if err := run(); err != nil {
		t.Fatal(err)
	}
	tables, err := filepath.Glob(filepath.Join(dir, "*.table"))
	if err != nil || len(tables) != 1 {
		t.Fatalf("%v are kept: %v", tables, err)
	}
	fates, _ := filepath.Glob(filepath.Join(dir, "*.json"))
	if len(fates) != 5 {
		t.Errorf("of five draws %v is known", fates)
	}
	data, err := os.ReadFile(tables[0])
	if err != nil {
		t.Fatal(err)
	}
	for _, bad := range []struct {
		path, say string
		data      []byte
	}{
		{tables[0], "solve the fight again", data[:len(data)/2]},
		{strings.TrimSuffix(tables[0], ".table") + ".json", "does not say what became of a draw", []byte("{}")},
	} {
		kept, err := os.ReadFile(bad.path)
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(bad.path, bad.data, 0o644); err != nil {
			t.Fatal(err)
		}
		if err := run(); err == nil || !strings.Contains(err.Error(), bad.say) {
			t.Errorf("%s: %v, want %q", bad.path, err, bad.say)
		}
		if err := os.WriteFile(bad.path, kept, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if err := run(); err != nil {
		t.Error(err)
	}
	if _, err := OpenTables(tables[0]); err == nil {
		t.Error("a file was taken for a folder")
	}
}

// What was stopped says so, and keeps nothing that is half.
func TestStoppedSmallFightsSaySo(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if r, err := small(nil, 1, agent.Greedy{}).run(ctx); err == nil || !r.Partial || len(r.Fights) != 0 {
		t.Errorf("%+v, %v", r, err)
	}
}

// Systems take turns from seed to seed, and in each of them fights of two, three and four; keep has three for four.
func TestSeedsTakeTurns(t *testing.T) {
	x := small(nil, 1, agent.Greedy{})
	x.Names = nil
	var got []string
	for seed := range uint64(9) {
		system, seats := x.systemAndSeats(seed)
		_, f, err := x.Catalogue.DrawSmall(system, seats, seed, 1)
		if err != nil {
			t.Fatal(err)
		}
		got = append(got, fmt.Sprint(system, " ", len(f.Roster())))
	}
	if want := []string{"breath 2", "tempo 2", "keep 2", "breath 3", "tempo 3", "keep 3", "breath 4", "tempo 4", "keep 3"}; !slices.Equal(got, want) {
		t.Errorf("%q", got)
	}
}

// A worker on another machine finds the same small fights, and refuses rows that are not its own and numbers out of
// reason. It keeps what it has solved, and a folder that can keep no more fails no job.
func TestSmallFightsAreTheSameWhoeverWorks(t *testing.T) {
	rulestest.NeedsMore(t)
	full, err := OpenTables(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	full.files = tablesFilesMax - 4
	jobstest.Same(t, Kinds(full), 1, func(p *jobs.Pool) any {
		x := small(nil, 1, agent.Greedy{}, agent.Random{})
		x.Seed, x.limits, x.Jobs = 6, smallSolving, p
		r, err := x.run(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		return r
	})
	doc, err := small(nil, 1, agent.Greedy{}).bench(t.Context()).Doc()
	if err != nil {
		t.Fatal(err)
	}
	for say, spoil := range map[string]func(*smallDoc){
		"the rows are not those": func(d *smallDoc) { d.Rows = []jobs.ID{"none"} },
		"9 agents":               func(d *smallDoc) { d.Agents = slices.Repeat(d.Agents, 9) },
		"fights is 0, want 2":    func(d *smallDoc) { d.Fights = 0 },
		"chess":                  func(d *smallDoc) { d.Systems = []string{"chess"} },
		"0 systems":              func(d *smallDoc) { d.Systems = nil },
	} {
		bad := doc.(smallDoc)
		spoil(&bad)
		if _, err := smallKind(nil).Open(t.Context(), mustJSON(t, bad)); err == nil || !strings.Contains(err.Error(), say) {
			t.Errorf("%v, want %q", err, say)
		}
	}
}
