package fair

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math"
	"strings"
	"testing"

	"kokyu/agent"
	"kokyu/agent/jobs"
	"kokyu/agent/jobs/jobstest"
	"kokyu/agent/work"
	"kokyu/rules/book"
	"kokyu/rules/fight"
	"kokyu/rules/rulestest"
	"kokyu/search"
)

// opened begins the fight of a built-in encounter or a file.
func opened(t testing.TB, name string) (*fight.Fight, *Source) {
	t.Helper()
	file, data, err := agent.ReadEncounter(name)
	if err != nil {
		t.Fatal(err)
	}
	return begun(t, file, data)
}

func begun(t testing.TB, name string, data []byte) (*fight.Fight, *Source) {
	t.Helper()
	f, err := agent.Builtin().NewFight(name, data, agent.Setup{Seed: 1})
	if err != nil {
		t.Fatal(err)
	}
	s, err := NewSource(agent.Builtin(), name, data)
	if err != nil {
		t.Fatal(err)
	}
	return f, s
}

// level returns a player of a level whose search is short enough for tests.
func level(n, nodes int) Player {
	return Player{Otherwise: n, Limits: search.Limits{Nodes: nodes}}
}

func answered(t testing.TB, q Question) *Answer {
	t.Helper()
	if q.Cores == 0 {
		q.Cores = 2
	}
	a, err := q.Run(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return a
}

// For fights that are solved and played perfectly the interval holds the exact value as often as it says. LONG=1 asks ten of
// them from ten seeds each.
func TestTheIntervalHoldsTheExactValue(t *testing.T) {
	solved := []string{"barn", "stile", "plank", "ledge", "gallery", "crypt", "hedge", "ford", "covert", "jetty"}
	each := 10
	if !rulestest.Long() {
		solved, each = solved[:2], 5
	}
	held, asked := 0, 0
	for _, name := range solved {
		f, _ := opened(t, "../../evals/positions/"+name+".yaml")
		table, err := agent.Solve(t.Context(), f, search.SolveLimits{Threads: 2})
		if err != nil {
			t.Fatal(err)
		}
		exact, _ := table.Value(f)
		perfect := Player{Agent: &agent.Solved{Tablebase: table}}
		holds := 0
		for k := range each {
			a := answered(t, Question{Fight: f, Players: [2]Player{perfect, perfect}, Within: 0.05, Seed: uint64(1 + 10_000*k)})
			if a.Win.Low <= exact && exact <= a.Win.High {
				holds++
			}
		}
		t.Logf("%-8s exactly %.4f: %d of %d intervals hold it", name, exact, holds, each)
		held, asked = held+holds, asked+each
	}
	t.Logf("%d of %d intervals hold the exact value, %.1f %%", held, asked, 100*float64(held)/float64(asked))
	if least := 0.9; float64(held) < least*float64(asked) {
		t.Errorf("%d of %d intervals hold the exact value, want nine in ten at least", held, asked)
	}
}

// The answer agrees with plain fights from other seeds, whose luck is left on: 400 of each of five with LONG=1.
func TestTheAnswerAgreesWithOtherSeeds(t *testing.T) {
	names, count, nodes := []string{"crossroads", "ambush", "crossing", "bridge", "brawl"}, 400, 20_000
	if !rulestest.Long() {
		names, count, nodes = []string{"bridge"}, 100, 60
	}
	for _, name := range names {
		f, _ := opened(t, name)
		p := level(UsualLevel, nodes)
		a := answered(t, Question{Fight: f, Players: [2]Player{p, p}, Within: 0.05, Seed: 1})
		mind := (&agent.Search{Limits: p.Limits}).WithCharacter(book.Character{Level: UsualLevel})
		tally, err := agent.Match{Fight: f, Agents: [2]agent.Agent{mind, mind}, Count: count, Seed: 100_001, Cores: 2}.Play(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		apart := a.Win.Mean - tally.Score.Mean
		may := 1.5 * math.Hypot((a.Win.High-a.Win.Low)/2, (tally.Score.High-tally.Score.Low)/2)
		t.Logf("%s: %.3f (%.3f to %.3f, %d fights) against %.3f of %d others", name, a.Win.Mean, a.Win.Low, a.Win.High, a.Fights, tally.Score.Mean, count)
		if math.Abs(apart) > may {
			t.Errorf("%s: %.3f against %.3f, more than %.3f apart", name, a.Win.Mean, tally.Score.Mean, may)
		}
	}
}

// skirmish has two against three, of two kinds.
const skirmish = `version: 1
system: breath
title: A Test
sides:
  - {name: house, fighters: [{who: samurai, name: Aki}, {who: ashigaru, name: Ren}]}
  - {name: road, fighters: [{who: ronin, name: Kuro}, bandit: 2]} # three
`

func TestTheSameSeedGivesTheSameAnswerOnAnyNumberOfThreads(t *testing.T) {
	rulestest.NeedsMore(t)
	var first []byte
	for _, cores := range []int{1, 3} {
		f, s := begun(t, "test.yaml", []byte(skirmish))
		p := level(3, 30)
		a := answered(t, Question{Fight: f, Source: s, Players: [2]Player{p, p}, Within: 0.12, Decides: true, Seed: 7, Cores: cores})
		got, err := json.Marshal(a)
		if err != nil {
			t.Fatal(err)
		}
		if first == nil {
			first = got
		}
		if !bytes.Equal(first, got) {
			t.Errorf("on %d cores\n%s\nwant\n%s", cores, got, first)
		}
	}
}

// What an answer says of one fight is consistent, and taking somebody away hurts his side.
func TestAnAnswerAddsUp(t *testing.T) {
	f, s := begun(t, "test.yaml", []byte(skirmish))
	p := level(3, 30)
	a := answered(t, Question{Fight: f, Source: s, Players: [2]Player{p, p}, Within: 0.10, Decides: true, Seed: 1})
	sum, mean := 0.0, 0.0
	for k, share := range a.Falls {
		sum, mean = sum+share, mean+float64(k)*share
	}
	if len(a.Falls) != 3 || math.Abs(sum-1) > 1e-9 || a.Falls[0] != a.Nobody.Mean || a.Falls[2] != a.All.Mean {
		t.Errorf("falls %v, nobody %v, all %v", a.Falls, a.Nobody, a.All)
	}
	for _, m := range a.Members {
		to, when := 0.0, 0.0
		for _, by := range m.To {
			to += by.Share
			if by.Name == "" || by.Name == m.Name {
				t.Errorf("%s fell to %q", m.Name, by.Name)
			}
		}
		for _, share := range m.When {
			when += share
		}
		if math.Abs(to-m.Falls.Mean) > 1e-9 || math.Abs(when-m.Falls.Mean) > 1e-9 {
			t.Errorf("%s falls in %v of the fights: to somebody in %v, in a round in %v", m.Name, m.Falls.Mean, to, when)
		}
		if m.Party {
			mean -= m.Falls.Mean
		}
	}
	if math.Abs(mean) > 1e-9 {
		t.Errorf("the party's falls differ by %v from those of its members", mean)
	}
	sorts := map[string]int{}
	for _, e := range a.Decides {
		sorts[e.Sort]++
	}
	if sorts["combatant"] != 5 || sorts["weapon"] != 3 || len(sorts) != 2 {
		t.Fatalf("%v taken away, want 5 combatants and 3 weapons: %v", sorts, a.Decides)
	}
	for _, e := range a.Decides {
		ours := strings.Contains(e.Change, "Aki") || strings.Contains(e.Change, "Ren") || strings.Contains(e.Change, "the house")
		if e.Certain && (e.Effect.Mean < 0) != ours {
			t.Errorf("%s: %v", e.Change, e.Effect)
		}
	}
	if !a.Decides[0].Certain {
		t.Errorf("not even the largest effect is certain: %v", a.Decides[0])
	}
}

// The other side as the party has the other chance, from the same fights.
func TestAPartyThatIsTheSecondSide(t *testing.T) {
	f, _ := begun(t, "test.yaml", []byte(skirmish))
	p := level(3, 30)
	q := Question{Fight: f, Players: [2]Player{p, p}, Within: 0.12, Seed: 1}
	first := answered(t, q)
	var err error
	if q.Party, err = PartyNamed(f, "Road"); err != nil {
		t.Fatal(err)
	}
	second := answered(t, q)
	if math.Abs(first.Win.Mean+second.Win.Mean-1) > 1e-9 || first.Wins+first.Draws+second.Wins != first.Fights || second.Party != "road" {
		t.Errorf("%v of %s, %v of %s", first.Win, first.Party, second.Win, second.Party)
	}
	if _, err := PartyNamed(f, "rood"); err == nil || !strings.Contains(err.Error(), "did you mean road") {
		t.Errorf("a side that is none: %v", err)
	}
}

func TestAFightThatIsOverIsNotFought(t *testing.T) {
	f, _ := begun(t, "test.yaml", []byte(skirmish))
	if _, err := f.Edit(fight.WinEdit("road"), "the bell"); err != nil {
		t.Fatal(err)
	}
	q := Question{Fight: f, Within: 0.05}
	if _, err := q.Run(t.Context()); err == nil || !strings.Contains(err.Error(), "it is won by the road") {
		t.Errorf("got %v", err)
	}
}

func TestWords(t *testing.T) {
	for _, c := range []struct {
		p    float64
		want string
	}{{0, "hopeless"}, {0.05, "grim"}, {0.3, "hard"}, {0.5, "even"}, {0.6, "easy"}, {0.9, "a walk"}, {1, "a walk"}} {
		if got := Word(c.p); got != c.want {
			t.Errorf("%v is %s, want %s", c.p, got, c.want)
		}
	}
	if want := "hopeless below 5 %, grim below 20 %, hard below 40 %, even below 60 %, easy below 90 %, a walk from there"; BoundsSay() != want {
		t.Errorf("%s", BoundsSay())
	}
	var page bytes.Buffer
	a := Answer{Decides: []Effect{{Change: "without Aki", Effect: agent.Interval{Mean: -0.01}, Certain: true}}}
	if err := a.HTML(&page); err != nil || !strings.Contains(page.String(), "<td>−1 point</td>") {
		t.Errorf("%v: %s", err, page.String())
	}
}

func TestPlayersAsFlagsGiveThem(t *testing.T) {
	for spec, want := range map[string]string{"level=7": "1 to 6", "temper=mild": "no temper", "level=": "no value", "graedy": "no agent"} {
		if _, err := ReadPlayer(t.Context(), spec, search.Limits{Nodes: 100}); err == nil || !strings.Contains(fmt.Sprint(err), want) {
			t.Errorf("%q: %v, want %q", spec, err, want)
		}
	}
	p, err := ReadPlayer(t.Context(), "level=2 temper=bold", search.Limits{Nodes: 100})
	if err != nil || p.Character.Level != 2 || p.Character.Temper != "bold" {
		t.Errorf("%+v, %v", p, err)
	}
}

// The answer is that of one core, whoever fought, what decides it included. So is that
// of a day, which one machine lives through.
func TestAnAnswerIsTheSameWhoeverWorks(t *testing.T) {
	rulestest.NeedsMore(t)
	const small = `version: 1
system: breath
title: The Yard
rounds: 2
sides:
  - {name: house, fighters: [{who: ronin, name: Aki}]}
  - {name: road, fighters: [{bandit: 2}]}
`
	f, source := begun(t, "test.yaml", []byte(small))
	p := Player{Agent: agent.Greedy{}}
	jobstest.Same(t, work.Kinds(), 48, func(pool *jobs.Pool) any {
		q := Question{Fight: f, Source: source, Players: [2]Player{p, p}, Within: 0.25, Decides: true, Seed: 3, Jobs: pool}
		return answered(t, q)
	})
	jobstest.Same(t, nil, 0, func(pool *jobs.Pool) any {
		d := dayOf(t, small, small)
		d.Within, d.Jobs = 0.25, pool
		a, err := d.Run(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		return a
	})
}
