package review

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"math"
	"os"
	"reflect"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"kokyu/agent"
	"kokyu/rules"
	"kokyu/rules/book"
	"kokyu/rules/fight"
	"kokyu/rules/rulestest"
	"kokyu/rules/text"
	"kokyu/search"
)

// solvedFights are small fights of each system that a second solves; plank has feints.
var solvedFights = []string{"ledge", "gallery", "plank"}

// tables are their solutions, made once.
var tables = func() map[string]func() (*agent.Tablebase, error) {
	all := map[string]func() (*agent.Tablebase, error){}
	for _, name := range solvedFights {
		all[name] = sync.OnceValues(func() (*agent.Tablebase, error) {
			f, err := opened(name, 1)
			if err != nil {
				return nil, err
			}
			return agent.Solve(context.Background(), f, search.SolveLimits{Threads: 2})
		})
	}
	return all
}()

// opened begins a solved fight or a built-in one.
func opened(name string, seed uint64) (*fight.Fight, error) {
	data, err := os.ReadFile("../../evals/positions/" + name + ".yaml")
	if err != nil {
		if _, data, err = agent.ReadEncounter(name); err != nil {
			return nil, err
		}
	}
	return agent.Builtin().NewFight(name+".yaml", data, agent.Setup{Seed: seed})
}

func begin(t testing.TB, name string, seed uint64) *fight.Fight {
	t.Helper()
	f, err := opened(name, seed)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

func solved(t testing.TB, name string) *agent.Tablebase {
	t.Helper()
	table, err := tables[name]()
	if err != nil {
		t.Fatal(err)
	}
	return table
}

// fought plays a fight with one agent in all seats.
func fought(t testing.TB, f *fight.Fight, a agent.Agent) *fight.Fight {
	t.Helper()
	seats := make(agent.Seating, len(f.Roster()))
	for i := range seats {
		seats[i] = a
	}
	if err := agent.Run(t.Context(), f, seats, func(rules.Step) error { return nil }); err != nil {
		t.Fatal(err)
	}
	return f
}

func reviewed(t testing.TB, q Question) *Review {
	t.Helper()
	if q.Cores == 0 {
		q.Cores = 2
	}
	r, err := q.Run(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// addsUp says how far begin, choice, luck and the rest are from the end, summed over the steps and as the review says it.
func addsUp(t *testing.T, r *Review) {
	t.Helper()
	if gap := r.Begin + r.Choice.Sum() + r.Luck.Sum() + r.Edits + r.Rest - r.End; math.Abs(gap) > 1e-12 {
		t.Errorf("%s: the ends are %g apart", r.Title, gap)
	}
	choice, luck := 0.0, 0.0
	for _, s := range r.Steps {
		sign := 1.0
		if s.Side == r.Sides[1] {
			sign = -1
		}
		choice, luck = choice-sign*s.Loss/1000, luck+s.Luck/1000
		if s.Loss < 0 || s.Win < 0 || s.Win > 1 {
			t.Errorf("%s, step %d: loses %v, chance %v", r.Title, s.N, s.Loss, s.Win)
		}
		if s.Better != "" && (s.Loss < negligibleLoss || s.Next != "") {
			t.Errorf("%s, step %d: loses %v, better is %q, next %q", r.Title, s.N, s.Loss, s.Better, s.Next)
		}
	}
	for _, p := range r.People {
		if (p.Counted > 0) != (p.Accuracy != nil) || (p.Counted > 0) != (p.Mean != nil) {
			t.Errorf("%s: %s has the figures of %d decisions: %v, %v", r.Title, p.Name, p.Counted, p.Accuracy, p.Mean)
		}
	}
	if math.Abs(choice-r.Choice.Sum()) > 1e-9 || math.Abs(luck-r.Luck.Sum()) > 1e-9 {
		t.Errorf("%s: the steps come to choice %v and luck %v, the review says %v and %v", r.Title, choice, luck, r.Choice.Sum(), r.Luck.Sum())
	}
	if r.Forecast != nil && r.Begin != r.Forecast.Win {
		t.Errorf("%s: begins at %v, and is forecast %v", r.Title, r.Begin, r.Forecast.Win)
	}
	for _, turn := range r.Turns { // a mark on the chart is what the step did to its line, whoever's step it was
		i := slices.IndexFunc(r.Steps, func(s reviewedStep) bool { return s.N == turn.Step })
		sign := 1.0
		if r.Steps[i].Side == r.Sides[1] {
			sign = -1
		}
		if did := r.Steps[i]; turn.Points != did.Luck && turn.Points != did.Edits && turn.Points != -sign*did.Loss {
			t.Errorf("%s: the turn %+v is none of the figures of %+v", r.Title, turn, did)
		}
	}
	if math.Abs(r.Rest) > r.Error+1e-12 {
		t.Errorf("%s: a rest of %v, the steps state errors of %v", r.Title, r.Rest, r.Error)
	}
}

// With exact values the beginning, the choices and the luck are the end, in every system, feints included.
func TestExactValuesLeaveNoRest(t *testing.T) {
	for _, name := range solvedFights {
		for seed := range uint64(12) {
			f := fought(t, begin(t, name, seed), agent.Random{})
			r := reviewed(t, Question{Start: begin(t, name, seed), Steps: f.Steps(), Table: solved(t, name)})
			addsUp(t, r)
			if math.Abs(r.Rest) > 1e-9 || !r.Exact || !r.Over {
				t.Errorf("%s, seed %d: a rest of %g, exact %v, over %v", name, seed, r.Rest, r.Exact, r.Over)
			}
		}
	}
}

// Whoever plays from the table loses nothing by choice, and his luck is the whole of his result.
func TestPerfectPlayLosesNothing(t *testing.T) {
	for _, name := range solvedFights {
		table := solved(t, name)
		f := fought(t, begin(t, name, 5), &agent.Solved{Tablebase: table})
		r := reviewed(t, Question{Start: begin(t, name, 5), Steps: f.Steps(), Table: table})
		if lost := math.Abs(r.Choice.First) + math.Abs(r.Choice.Second); lost > 1e-9 || math.Abs(r.End-r.Begin-r.Luck.Sum()) > 1e-9 {
			t.Errorf("%s: lost %g by choice; %v to %v with luck %v", name, lost, r.Begin, r.End, r.Luck.Sum())
		}
		for _, p := range r.People {
			if p.Counted > 0 && math.Abs(*p.Accuracy-100) > 1e-6 {
				t.Errorf("%s: %s has an accuracy of %v", name, p.Name, *p.Accuracy)
			}
		}
	}
}

// A fight of every system adds up within the errors that its steps state, from many positions in the middle of an exchange too.
func TestSearchesAddUpWithinTheirErrors(t *testing.T) {
	for _, name := range []string{"crossroads", "brawl", "sake-house", "ambush", "crossing", "bridge"}[:rulestest.Few(3, 6)] {
		f := fought(t, begin(t, name, 3), &agent.Search{Limits: search.Limits{Nodes: 60}})
		steps := f.Steps()
		for _, n := range []int{len(steps), len(steps) / 2, 7, 0} {
			r := reviewed(t, Question{Start: begin(t, name, 3), Steps: steps[:n], Nodes: 300})
			addsUp(t, r)
			if r.Over != (n == len(steps)) || len(r.Steps) != n || len(r.Verdict) != 2 {
				t.Errorf("%s, %d of %d steps: over %v, %d steps, verdict %q", name, n, len(steps), r.Over, len(r.Steps), r.Verdict)
			}
		}
	}
}

// blunder plays well, but once, where the most can be lost, does the worst there is. It returns the step and what that loses.
func blunder(t *testing.T, name string, seed uint64) (f *fight.Fight, step int, loses float64) {
	t.Helper()
	table := solved(t, name)
	perfect := &agent.Solved{Tablebase: table}
	spread := func(f *fight.Fight) (worst rules.Action, most float64) {
		values, ok := table.Options(f)
		if turn := f.Turn(); !ok || turn.Kind != rules.Decide || len(values) < 2 {
			return worst, 0
		}
		if f.Side(f.Turn().Seat) == 1 {
			for i := range values {
				values[i] = 1 - values[i]
			}
		}
		best := slices.Max(values)
		for i, o := range f.Options() {
			if best-values[i] > most {
				worst, most = o.Action, best-values[i]
			}
		}
		return worst, most
	}
	for _, play := range []bool{false, true} {
		f = begin(t, name, seed)
		for f.Turn().Kind != rules.Over {
			n := len(f.Steps()) + 1
			worst, most := spread(f)
			if !play && most > loses {
				step, loses = n, most
			}
			if play && n == step {
				if _, err := f.Play(worst); err != nil {
					t.Fatal(err)
				}
				continue
			}
			if _, err := agent.MakeStep(t.Context(), f, agent.Seating{perfect, perfect, perfect, perfect}[:len(f.Roster())]); err != nil {
				t.Fatal(err)
			}
		}
	}
	return f, step, 1000 * loses
}

// A verdict says so where most of what happened is in no step.
func TestAVerdictSaysWhatIsLeftOver(t *testing.T) {
	for _, of := range []struct {
		begin, end, rest float64
		says             bool
	}{{0.51, 1, 0.39, true}, {0.53, 1, -0.07, false}, {0.76, 0, -0.34, false}, {0.6, 0, -0.34, true}, {0.5, 0.51, 0.02, false}} {
		r := &Review{Begin: of.begin, End: of.end, Rest: of.rest, Over: true, Sides: [2]string{"one", "other"}, Winner: "one"}
		if says := strings.Contains(r.sayVerdict()[0], "The larger part, "+text.Signed(100*of.rest, 1)+" for one, is the rest"); says != of.says {
			t.Errorf("%+v: %q", of, r.sayVerdict())
		}
	}
}

// A mistake that was planted on purpose is found, in every system, by exact values to the last digit and by a search.
func TestAPlantedMistakeIsFound(t *testing.T) {
	for _, name := range solvedFights {
		f, step, loses := blunder(t, name, 2)
		if loses < 50 {
			t.Fatalf("%s: no mistake to be made", name)
		}
		for _, q := range []Question{{Table: solved(t, name)}, {Nodes: 20_000}} {
			q.Start, q.Steps = begin(t, name, 2), f.Steps()
			r := reviewed(t, q)
			i := slices.IndexFunc(r.Steps, func(s reviewedStep) bool { return s.N == step })
			s := r.Steps[i]
			p := r.People[slices.IndexFunc(r.People, func(p personReview) bool { return p.Name == s.Seat })]
			if len(p.Worst) == 0 || p.Worst[0] != step || s.Better == "" || s.Why == "" {
				t.Errorf("%s: step %d of %s (%q, loses %.1f) is not the worst of %v: %+v", name, step, s.Seat, s.Do, loses, p.Worst, s)
			}
			if q.Table != nil && math.Abs(s.Loss-loses) > 1e-6 || s.Loss < loses/2 {
				t.Errorf("%s: step %d loses %.3f, the review says %.3f", name, step, loses, s.Loss)
			}
		}
	}
}

// Not judged are a decision with no other, one that the GM made, and what an edit changed: none is anybody's loss or luck.
func TestNobodyIsBlamedForTheGM(t *testing.T) {
	f := begin(t, "crossroads", 1)
	worst := f.Options()[len(f.Options())-1].Words
	if _, err := f.Force(worst, "the story wants it"); err != nil {
		t.Fatal(err)
	}
	if _, err := f.Edit("Kojiro wounds=1", "a fall"); err != nil {
		t.Fatal(err)
	}
	r := reviewed(t, Question{Start: begin(t, "crossroads", 1), Steps: f.Steps(), Nodes: 300})
	addsUp(t, r)
	if r.Steps[0].Kind != kindForced || r.Steps[1].Kind != kindEdit || r.Choice.Sum() != 0 || r.Luck.Sum() != 0 || r.Edits == 0 {
		t.Errorf("%+v", r)
	}
	for _, p := range r.People {
		if p.Decisions != 0 || p.Lost != 0 || p.Luck != 0 {
			t.Errorf("%+v", p)
		}
	}
}

// What the GM did is a cause like dice and choice: where it did most, it is what the fight turned by, with the sign that the chart
// has there; the largest turn is the first, and every mark of the chart has its words in a list.
func TestItTurnsByTheGM(t *testing.T) {
	for _, name := range []string{"crossroads", "crossing", "bridge"} {
		f := begin(t, name, 3)
		for range 6 {
			if _, err := agent.MakeStep(t.Context(), f, agent.Seating{agent.Greedy{}, agent.Greedy{}}); err != nil {
				t.Fatal(err)
			}
		}
		for f.Turn().Kind != rules.Decide || !f.Turn().Begins {
			if _, err := agent.MakeStep(t.Context(), f, agent.Seating{agent.Greedy{}, agent.Greedy{}}); err != nil {
				t.Fatal(err)
			}
		}
		first := f.Roster()[0]
		if _, err := f.Edit(fight.WinEdit(f.Roster()[1].Team), "the duke rides in"); err != nil {
			t.Fatal(err)
		}
		r := reviewed(t, Question{Start: begin(t, name, 3), Steps: f.Steps(), Nodes: 300})
		addsUp(t, r)
		if !slices.IsSortedFunc(r.Turns, func(a, b turningPoint) int { return cmp.Compare(math.Abs(b.Points), math.Abs(a.Points)) }) {
			t.Errorf("%s: the largest turn is not the first: %+v", name, r.Turns)
		}
		most := r.Turns[0]
		if most.Cause != "GM" || most.Points >= 0 || !strings.Contains(r.Verdict[1], "the GM changed it") {
			t.Errorf("%s, that the GM took from %s: %+v, %q", name, first.Name, most, r.Verdict)
		}
		var page strings.Builder
		if err := r.HTML(&page); err != nil {
			t.Fatal(err)
		}
		if marks, told := strings.Count(page.String(), `class="mark"`), strings.Count(page.String(), "<li><a href=\"#s"); marks != len(r.Turns) || told != marks {
			t.Errorf("%s: %d turns, %d marks and %d of them explained", name, len(r.Turns), marks, told)
		}
	}
}

// What the GM had forbidden is not held against who did something else.
func TestWhatIsBannedWasNoChoice(t *testing.T) {
	free := begin(t, "crossroads", 1)
	r := reviewed(t, Question{Start: free, Steps: nil, Nodes: 300})
	if len(r.Steps) != 0 {
		t.Fatalf("%+v", r.Steps)
	}
	a, err := agent.AdviseAs(t.Context(), free, search.Limits{Nodes: 2000}, book.Character{}, nil)
	if err != nil {
		t.Fatal(err)
	}
	maneuver, _, _ := strings.Cut(a.Best, " > ")
	second := slices.IndexFunc(a.Options, func(o agent.Choice) bool { return !strings.HasPrefix(o.Do, maneuver) })
	judged := func(ban bool) reviewedStep {
		f := begin(t, "crossroads", 1)
		if ban {
			if _, err := f.Say(rules.Step{Word: fight.WordBan, What: maneuver, Why: "a test"}); err != nil {
				t.Fatal(err)
			}
		}
		if _, err := f.Do(a.Options[second].Do); err != nil {
			t.Fatal(err)
		}
		r := reviewed(t, Question{Start: begin(t, "crossroads", 1), Steps: f.Steps(), Nodes: 2000})
		return r.Steps[0]
	}
	if open, banned := judged(false), judged(true); !(banned.Loss < open.Loss) || strings.HasPrefix(banned.Better, maneuver) {
		t.Errorf("open: loses %v, better %q; with %q banned: loses %v, better %q", open.Loss, open.Better, maneuver, banned.Loss, banned.Better)
	}
}

// A secret choice and its answer are judged by what their seat saw: whoever answers is judged alike whatever the secret was.
func TestASecretIsJudgedByWhatItsSeatSaw(t *testing.T) {
	table := solved(t, "plank")
	f := begin(t, "plank", 1)
	for f.Turn().Kind != rules.Commit {
		if _, err := agent.MakeStep(t.Context(), f, agent.Seating{agent.Random{}, agent.Random{}}); err != nil || f.Turn().Kind == rules.Over {
			t.Fatal("no secret came up", err)
		}
	}
	before := slices.Clone(f.Steps())
	secrets := f.Options()
	losses := map[string][]float64{} // of each answer
	for _, secret := range secrets {
		mid, err := f.After(secret.Action)
		if err != nil {
			t.Fatal(err)
		}
		for _, answer := range mid.Options() {
			g := begin(t, "plank", 1)
			for _, s := range before {
				if _, err := g.Repeat(s); err != nil {
					t.Fatal(err)
				}
			}
			if _, err := g.Play(secret.Action); err != nil {
				t.Fatal(err)
			}
			if _, err := g.Play(answer.Action); err != nil {
				t.Fatal(err)
			}
			r := reviewed(t, Question{Start: begin(t, "plank", 1), Steps: g.Steps(), Table: table})
			s := r.Steps[len(r.Steps)-1]
			losses[answer.Words] = append(losses[answer.Words], s.Loss)
			if math.Abs(r.Rest) > 1e-9 {
				t.Errorf("%q and %q leave %g", secret.Words, answer.Words, r.Rest)
			}
		}
	}
	if len(secrets) < 2 {
		t.Fatal("nothing to be secret about")
	}
	for answer, list := range losses {
		for _, loss := range list {
			if math.Abs(loss-list[0]) > 1e-9 {
				t.Errorf("%q loses %v, depending on the secret", answer, list)
			}
		}
	}
}

// The same record has the same review on any number of cores.
func TestCoresChangeNothing(t *testing.T) {
	f := fought(t, begin(t, "crossing", 4), agent.Greedy{})
	var all []string
	for _, cores := range []int{1, 3} {
		r := reviewed(t, Question{Start: begin(t, "crossing", 4), Steps: f.Steps(), Nodes: 500, Cores: cores})
		data, err := json.Marshal(r)
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, string(data))
	}
	if all[0] != all[1] {
		t.Error("one core and three differ")
	}
}

// A review that is ended early says what is known, as if the record ended there.
func TestEndedEarlyItSaysWhatIsKnown(t *testing.T) {
	f := fought(t, begin(t, "crossroads", 4), agent.Greedy{})
	ctx, stop := context.WithCancel(t.Context())
	q := Question{Start: begin(t, "crossroads", 4), Steps: f.Steps(), Nodes: 300, Cores: 1, Progress: func(n, _ int) {
		if n == 9 {
			stop()
		}
	}}
	r, err := q.Run(ctx)
	if !errors.Is(err, context.Canceled) || r == nil || r.Positions < 9 || r.Positions >= r.PositionsInRecord || len(r.Steps) != r.Positions-1 || r.Over || r.Repeatable {
		t.Fatalf("%v: %+v", err, r)
	}
	addsUp(t, r)
	whole := reviewed(t, Question{Start: begin(t, "crossroads", 4), Steps: f.Steps()[:len(r.Steps)], Nodes: 300})
	if !reflect.DeepEqual(whole.Turns, r.Turns) || whole.Begin != r.Begin {
		t.Errorf("ended early it begins at %v, a record of those steps at %v", r.Begin, whole.Begin)
	}
	ctx, stop = context.WithCancel(t.Context())
	stop()
	if r, err := q.Run(ctx); !errors.Is(err, ErrStopped) || r != nil {
		t.Errorf("stopped at once: %v, %v", r, err)
	}
}

// Names are data in every form.
func TestNamesAreData(t *testing.T) {
	data := []byte(`{version: 1, system: breath, title: "<script>T</script>", sides: [{name: "<i>east", fighters: [{who: ronin, name: "<b>|Aki"}]}, {name: west, fighters: [{who: ronin, name: "Bo"}]}]}`)
	open := func() *fight.Fight {
		f, err := agent.Builtin().NewFight("x.yaml", data, agent.Setup{Seed: 1})
		if err != nil {
			t.Fatal(err)
		}
		return f
	}
	r := reviewed(t, Question{Start: open(), Steps: fought(t, open(), agent.Greedy{}).Steps(), Nodes: 200})
	r.Record = "x.jsonl"
	var page, notes strings.Builder
	if err := errors.Join(r.HTML(&page), r.Markdown(&notes)); err != nil {
		t.Fatal(err)
	}
	for _, bad := range []string{"<script", "<i>", "<b>|", "%!"} {
		if strings.Contains(page.String(), bad) || strings.Contains(notes.String(), bad) {
			t.Errorf("%q is in a page or in notes", bad)
		}
	}
	if strings.Contains(notes.String(), "| <b>") || !strings.Contains(page.String(), "&lt;b&gt;|Aki") {
		t.Error("a name is missing, or markup")
	}
	for _, want := range []string{`id="s1"`, `href="#s2"`, `class="board"`, "<polyline"} {
		if !strings.Contains(page.String(), want) {
			t.Errorf("the page has no %q", want)
		}
	}
}

// What if: the better decision comes to more, and the same on any number of cores.
func TestWhatIf(t *testing.T) {
	f, step, _ := blunder(t, "ledge", 2)
	var better string
	r := reviewed(t, Question{Start: begin(t, "ledge", 2), Steps: f.Steps(), Table: solved(t, "ledge")})
	for _, s := range r.Steps {
		if s.N == step {
			better = s.Better
		}
	}
	var got []*Comparison
	for _, cores := range []int{1, 2} {
		w := WhatIf{Start: begin(t, "ledge", 2), Steps: f.Steps(), At: step, Do: better, Count: 40, Seed: 1, Nodes: 500, Cores: cores}
		o, err := w.Run(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		got = append(got, o)
	}
	if !reflect.DeepEqual(got[0], got[1]) || got[0].Effect.Low <= 0 || got[0].Fights != 40 {
		t.Errorf("%+v\n%+v", got[0], got[1])
	}
	w := WhatIf{Start: begin(t, "ledge", 2), Steps: f.Steps(), At: 999, Do: better, Count: 1}
	if _, err := w.Run(t.Context()); err == nil || !strings.Contains(err.Error(), "no step 999") {
		t.Error(err)
	}
	w.At = step
	canceled, stop := context.WithCancel(t.Context())
	stop()
	late, stop := context.WithDeadline(t.Context(), time.Unix(0, 0))
	defer stop()
	for _, ctx := range []context.Context{canceled, late} {
		if o, err := w.Run(ctx); o != nil || !errors.Is(err, ErrStopped) {
			t.Errorf("without a fight, since %v: %v, %v", ctx.Err(), o, err)
		}
	}
}
