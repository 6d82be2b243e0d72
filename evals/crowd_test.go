package evals

import (
	"encoding/json"
	"fmt"
	"math"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"kokyu/agent"
	"kokyu/rules"
	"kokyu/rules/book"
	"kokyu/rules/fight"
	"kokyu/rules/rulestest"
	"kokyu/search"
)

// crowds are fights of three and four that plain recursion can still know all of.
var crowds = map[string]string{
	"two against one, who may wait": `
rounds: 1
sides:
  - {name: pack, fighters: [wolf: 2]}
  - {name: road, fighters: [{who: bandit, name: Saku}]}
now:
  round: 1
  waits for: count
  seat: Saku
  seats: {Wolf 1: {energy: 2, wounds: 1}, Wolf 2: {energy: 2, wounds: 1}, Saku: {energy: 3, wounds: 1}}
`,
	"an archer behind": `
rounds: 2
rulings: {waiting: "off"}
zones: {first front: {}, second front: {}, second rear: {}}
sides:
  - {name: road, fighters: [{who: bandit, name: Saku, weapons: [wolf fangs]}]}
  - {name: band, fighters: [{who: wolf, name: Shiro}, {who: bandit archer, name: Oyuki, zone: second rear}]}
now:
  round: 2
  waits for: count
  seat: Saku
  seats:
    Shiro: {energy: 2, wounds: 1, zone: second front}
    Oyuki: {energy: 2, wounds: 1, zone: second rear}
    Saku: {energy: 3, wounds: 1, zone: first front}
`,
	"two against two, one side has to last": `
rounds: 3
rulings: {waiting: "off"}
sides:
  - {name: dead, fighters: [gaki: 2]}
  - {name: pack, fighters: [wolf: 2]}
objective: {for: pack, goal: last, rounds: 1}
now:
  round: 1
  waits for: count
  seat: Gaki 1
  seats: {Gaki 1: {energy: 3, wounds: 1}, Gaki 2: {energy: 2, wounds: 1}, Wolf 1: {energy: 2, wounds: 1}, Wolf 2: {energy: 1, wounds: 1}}
`,
	"a lord and his squad, by orders": `
rounds: 1
rulings: {waiting: "off"}
zones: {first front: {}, second front: {}}
sides:
  - {name: house, fighters: [{who: samurai, name: Araki, weapons: [wolf fangs], zone: first front}, {who: spear squad, name: Spears, heads: 3, under: Araki, zone: first front}]}
  - {name: pack, fighters: [{who: wolf, name: Shiro, zone: second front}]}
now:
  round: 1
  waits for: count
  seat: Araki
  seats:
    Araki: {energy: 3, wounds: 1, zone: first front}
    Spears: {wounds: 3, zone: first front}
    Shiro: {energy: 2, wounds: 1, zone: second front}
`,
}

// The solver takes more than two: in every position that random play comes to, it has the value of plain recursion over
// everything that can happen.
func TestAFightOfManyIsSolvedAsPlainRecursionHasIt(t *testing.T) {
	for name, text := range crowds {
		f := begin(t, "version: 1\nsystem: breath\ntitle: Crowd\n"+text, 1)
		table, err := agent.Solve(t.Context(), f, search.SolveLimits{})
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		plain, seen := solved(t, f), 0
		for seed := range uint64(30) {
			for g := f.Again(seed); g.Turn().Kind != rules.Over; seen++ {
				want, _ := plain.Value(g)
				if got, ok := table.Value(g); !ok || math.Abs(got-want) > 1e-9 {
					t.Fatalf("%s, seed %d: the solver has %.12f (%v), plain recursion %.12f", name, seed, got, ok, want)
				}
				if g.Turn().Kind == rules.Chance {
					_, err = g.Roll()
				} else {
					options := g.Options()
					_, err = g.Play(options[(int(seed)+seen)%len(options)].Action)
				}
				if err != nil {
					t.Fatal(err)
				}
			}
		}
		t.Logf("%s: %d positions, %d met", name, len(plain.values), seen)
	}
}

// dogs is a suite of one tiny fight of three.
const dogs = `version: 1
name: dogs
measure: [way]
encounters: [dogs.yaml]
agent: greedy
fights: 25
`

// What an agent loses on its own way is the same whether a table or plain recursion judges it, decision by decision;
// who knows everything loses nothing, and the figures are those of these very fights.
func TestTheOwnWayIsJudgedExactly(t *testing.T) {
	text := "version: 1\nsystem: breath\ntitle: Crowd\n" + crowds["two against one, who may wait"]
	f := begin(t, text, 1)
	table, err := agent.Solve(t.Context(), f, search.SolveLimits{})
	if err != nil {
		t.Fatal(err)
	}
	plain := solved(t, f)
	dir := folder(t, map[string]string{"dogs.yaml": text, "suite.yaml": dogs})
	way := func(truth Truth, a agent.Agent, cores int) wayReport {
		s := suite(t, filepath.Join(dir, "suite.yaml"))
		r := &Run{Suite: s, Question: Question{Agents: []agent.Agent{a}, Seed: 1, Cores: cores},
			Solve: func(Encounter) (Truth, error) { return truth, nil }}
		return *measured(t, r).Agents[0].Way
	}
	if best := way(plain, oracle{plain}, 1); best.Encounters[0].Mean != 0 || best.Encounters[0].Fight.High != 0 || best.Kinds[0].Share != 0 {
		t.Errorf("who knows everything loses %+v", best)
	}
	sharp := &agent.Search{Limits: search.Limits{Nodes: 3000}}
	if best, drawn := way(table, sharp, 1).Encounters[0].Mean, way(table, agent.WithCharacter(sharp, book.Character{Level: 1}), 1).Encounters[0].Mean; drawn <= best {
		t.Errorf("level 1 loses %.2f mWP a decision, what it sees to be best %.2f: it is judged by what it takes", drawn, best)
	}
	one, two := way(table, agent.Random{}, 1), way(plain, agent.Random{}, 2)
	say := func(w wayReport) string {
		g := w.Encounters[0]
		text := fmt.Sprintf("%.6f: %d decisions, %.4f mWP each, %.6f of a win a fight\n", g.Value, g.Decisions, g.Mean, g.Fight.Mean)
		for _, k := range w.Kinds {
			text += fmt.Sprintf("%s: %d, %.4f, %.4f\n", k.Kind, k.Decisions, k.Mean, k.Share)
		}
		return text
	}
	if say(one) != say(two) {
		t.Errorf("by the table\n%sby plain recursion\n%s", say(one), say(two))
	}
	if got, want := say(one), `0.742274: 121 decisions, 55.1902 mWP each, 0.267121 of a win a fight
wait: 29, 108.5673, 0.4715
reserve: 30, 55.4505, 0.2491
attack: 31, 37.7785, 0.1754
end: 12, 53.7430, 0.0966
reaction: 19, 2.6316, 0.0075
`; got != want {
		t.Errorf("a coin:\n%swant\n%s", got, want)
	}
}

// What takes minutes to solve is left out unless tables are at hand, and the report says so.
func TestLongFightsAreLeftOutOfTheWay(t *testing.T) {
	text := "version: 1\nsystem: breath\ntitle: Crowd\n" + crowds["two against one, who may wait"]
	dir := folder(t, map[string]string{"dogs.yaml": text, "suite.yaml": dogs + "long: [dogs.yaml]\n", "wrong.yaml": dogs + "long: [cats.yaml]\n"})
	s := suite(t, filepath.Join(dir, "suite.yaml"))
	report := measured(t, &Run{Suite: s, Question: Question{Agents: []agent.Agent{s.Agent}, Seed: 1, Cores: 1}})
	if w := report.Agents[0].Way; len(w.Encounters) != 0 || !slices.Equal(w.LeftOut, []string{"dogs"}) ||
		!strings.Contains(Page(report.Sections()), "their solution takes minutes: dogs.") {
		t.Errorf("%+v", w)
	}
	if _, err := ReadSuite(t.Context(), filepath.Join(dir, "wrong.yaml"), agent.Builtin()); err == nil ||
		!strings.Contains(err.Error(), `wrong.yaml:7:8: there is no encounter "cats.yaml": want dogs.yaml`) {
		t.Errorf("%v", err)
	}
}

// Values hold for the rows they were worked out with: a position that names others is refused, not judged.
func TestValuesOfOtherRowsAreRefused(t *testing.T) {
	text := "version: 1\nsystem: breath\ntitle: Crowd\n" + crowds["two against one, who may wait"]
	line, err := json.Marshal(Position{ID: "one", Encounter: "dogs", Source: "own", Data: "0123456789abcdef", Position: text})
	if err != nil {
		t.Fatal(err)
	}
	dir := folder(t, map[string]string{"dogs.yaml": text, "p.jsonl": string(line),
		"suite.yaml": strings.Replace(dogs, "[way]", "[regret]\npositions: p.jsonl", 1)})
	s := suite(t, filepath.Join(dir, "suite.yaml"))
	_, err = (&Run{Suite: s, Question: Question{Agents: []agent.Agent{s.Agent}, Seed: 1, Cores: 1}}).makeReport(t.Context())
	if err == nil || !strings.Contains(err.Error(), `the position "one" has values of the data "0123456789abcdef", want`) {
		t.Errorf("%v", err)
	}
}

// The stored values are the solver's: of one fight of each system that takes a second or two, every position is looked
// up. Whoever changes a law finds out here, as it is no row.
func TestTheStoredValuesOfTheCrowdAreTheSolvers(t *testing.T) {
	s := suite(t, "crowd")
	names := []string{"stile"}
	if rulestest.Long() {
		names = append(names, "crypt", "gallery")
	}
	for _, name := range names {
		at := slices.IndexFunc(s.Encounters, func(e Encounter) bool { return e.Name == name })
		table, err := agent.Solve(t.Context(), s.Encounters[at].Fights[0], search.SolveLimits{Threads: 2})
		if err != nil {
			t.Fatal(err)
		}
		found := 0
		for _, p := range s.Positions {
			if p.Encounter != name {
				continue
			}
			found++
			f := begin(t, p.Position, 1)
			values, ok := table.Options(f)
			if !ok || len(values) != len(p.Values) {
				t.Fatalf("%s: %d values of %d (%v)", p.ID, len(values), len(p.Values), ok)
			}
			for i, o := range f.Options() {
				if k := slices.Index(p.Options, o.Words); k < 0 || math.Abs(p.Values[k]-values[i]) > 1e-9 {
					t.Errorf("%s: %s is worth %.12f, stored %v", p.ID, o.Words, values[i], p.Values)
				}
			}
		}
		if found < 30 {
			t.Errorf("%d positions of %s are stored", found, name)
		}
	}
}

// Whoever plays a table of three loses nothing against it and cannot be exploited; a coin loses.
func TestATableOfThreeKnowsWhatAnAgentLoses(t *testing.T) {
	f := begin(t, "version: 1\nsystem: breath\ntitle: Crowd\n"+crowds["an archer behind"], 1)
	table, err := agent.Solve(t.Context(), f, search.SolveLimits{})
	if err != nil {
		t.Fatal(err)
	}
	value, _ := table.Value(f)
	for side := range rules.Side(2) {
		for _, response := range []bool{false, true} {
			win, _, err := table.EvaluateAgent(t.Context(), &agent.Solved{Tablebase: table}, side, response, 1)
			if err != nil || math.Abs(win-value) > 1e-9 {
				t.Errorf("side %d, response %v: the table gets %.9f against itself, %v, want %.9f", side, response, win, err, value)
			}
		}
		win, n, err := table.EvaluateAgent(t.Context(), agent.Random{}, side, false, 1)
		if lost := value - win; err != nil || n < 10 || (side == 0 && lost < 0.01) || (side == 1 && lost > -0.01) {
			t.Errorf("side %d: a coin gets %.9f over %d decisions, %v; the fight is worth %.9f", side, win, n, err, value)
		}
	}
}

// In tempo and keep, too, what three can come to fits together: wherever random play leads, a position is worth the
// best or the mean of what follows it, each looked up on its own. Secrets are left out: what follows them is worth what
// the mix makes of it.
func TestTheValuesOfThreeFitTogether(t *testing.T) {
	s := suite(t, "crowd")
	for _, name := range []string{"stile", "gallery"} {
		f := s.Encounters[slices.IndexFunc(s.Encounters, func(e Encounter) bool { return e.Name == name })].Fights[0]
		table, err := agent.Solve(t.Context(), f, search.SolveLimits{Threads: 2})
		if err != nil {
			t.Fatal(err)
		}
		met, secret := 0, false
		for seed := range uint64(40) {
			for g := f.Again(seed); g.Turn().Kind != rules.Over; {
				turn, options := g.Turn(), g.Options()
				want := 0.0
				for _, o := range g.Outcomes() {
					want += o.P * valueAfter(t, table, g, o.Action)
				}
				for i, o := range options {
					if v := valueAfter(t, table, g, o.Action); i == 0 || (v > want) == (g.Side(turn.Seat) == 0) {
						want = v
					}
				}
				got, ok := table.Value(g)
				if !ok {
					t.Fatalf("%s, seed %d: a position has no value", name, seed)
				}
				if !secret && turn.Kind != rules.Commit {
					if met++; math.Abs(got-want) > 1e-9 {
						t.Fatalf("%s, seed %d: %.12f, what follows makes %.12f", name, seed, got, want)
					}
				}
				secret = turn.Kind == rules.Commit
				if turn.Kind == rules.Chance {
					_, err = g.Roll()
				} else {
					_, err = g.Play(options[(int(seed)+met)%len(options)].Action)
				}
				if err != nil {
					t.Fatal(err)
				}
			}
		}
		if met < 200 {
			t.Errorf("%s: %d positions met", name, met)
		}
	}
}

func valueAfter(t *testing.T, table *agent.Tablebase, f *fight.Fight, a rules.Action) float64 {
	t.Helper()
	after, err := f.After(a)
	if err != nil {
		t.Fatal(err)
	}
	v, ok := table.Value(after)
	if !ok {
		t.Fatalf("what follows has no value")
	}
	return v
}
