package evals

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"reflect"
	"testing"

	"kokyu/agent"
	"kokyu/rules"
	"kokyu/rules/breath"
	"kokyu/rules/fight"
	"kokyu/rules/rulestest"
	"kokyu/search"
)

func budget(nodes int) search.Limits { return search.Limits{Nodes: nodes} }

func arena(t testing.TB, a, b agent.Agent, pairs, cores int, names ...string) Arena {
	x := Arena{Agents: [2]agent.Agent{a, b}, Pairs: pairs, Seed: 11, Cores: cores}
	for _, name := range names {
		x.Encounters = append(x.Encounters, Encounter{Name: name, Fights: []*fight.Fight{begin(t, name, 0)}})
	}
	return x
}

func run(t testing.TB, x Arena) Standing {
	t.Helper()
	s, err := x.Run(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// Taking the luck off changes no mean, whatever values it, and takes much of the scatter away.
func TestLuckHasNoMeanAndMuchOfTheScatter(t *testing.T) {
	for name, luck := range map[string]search.Limits{"score": {}, "search": budget(200)} {
		x := arena(t, agent.Greedy{}, &agent.Search{Limits: budget(300)}, rulestest.Few(60, 300), 2, "crossroads")
		x.LuckLimits = luck
		all := run(t, x).All
		error4 := (all.Given.High - all.Given.Mean) / 1.96 * 4
		if math.Abs(all.Given.Mean) > error4 {
			t.Errorf("%s: the dice gave %.4f a game, want 0 within %.4f", name, all.Given.Mean, error4)
		}
		raw, adjusted := all.Deviation[0]*all.Deviation[0], all.Deviation[1]*all.Deviation[1]
		if adjusted >= raw {
			t.Errorf("%s: the variance is %.4f with the luck off and %.4f raw", name, adjusted, raw)
		}
		if gap := math.Abs(all.Raw.Mean - all.Adjusted.Mean); gap > 4*math.Sqrt(raw/float64(all.Pairs)) {
			t.Errorf("%s: taking the luck off moves the mean by %.4f", name, gap)
		}
		t.Logf("%s: variance %.4f raw, %.4f adjusted at weight %.2f; mean luck %.4f of at most %.4f", name, raw, adjusted, all.Weight, all.Given.Mean, error4)
	}
}

// Cores change how long it takes, nothing else, and a test looks at the pairs in their order.
func TestAnArenaIsTheSameOnAnyNumberOfCores(t *testing.T) {
	play := func(cores int) Standing {
		x := arena(t, &agent.Search{Limits: budget(1000)}, agent.Random{}, 60, cores, "crossroads", skirmish)
		x.LuckLimits, x.SPRT = budget(100), &sprtBounds{Low: 0, High: 50}
		return run(t, x)
	}
	one, three := play(1), play(3)
	if !reflect.DeepEqual(one, three) {
		t.Errorf("one core: %+v\nthree: %+v", one, three)
	}
	if one.SPRT.Verdict != better || one.All.Pairs >= 120 || one.SPRT.LLR < one.SPRT.Stop {
		t.Errorf("a search against a coin is %+v after %d pairs", one.SPRT, one.All.Pairs)
	}
}

// An agent against itself scores exactly one half: both fights of a pair are the same fight.
func TestAnAgentIsAsGoodAsItself(t *testing.T) {
	x := arena(t, agent.Greedy{}, agent.Greedy{}, 200, 2, "crossroads")
	x.SPRT = &sprtBounds{Low: 0, High: 5}
	s := run(t, x)
	if s.All.Raw != (agent.Interval{Mean: 0.5, Low: 0.5, High: 0.5}) || s.SPRT.Verdict != notBetter {
		t.Errorf("%+v, %+v", s.All, s.SPRT)
	}
}

// At either bound the test is wrong about one time in twenty, and it needs few pairs where the truth is beyond them.
func TestTheSequentialTestIsRarelyWrong(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	const runs = 600
	for _, c := range []struct {
		mean  float64
		wrong string
	}{{0.5, better}, {0.53, notBetter}} {
		wrong, seen := 0, 0
		for range runs {
			test := newSPRT(sprtBounds{Low: 0, High: 30})
			for n := 0; n < 5000; n++ {
				game := func() float64 {
					if rng.Float64() < c.mean {
						return 1
					}
					return 0
				}
				seen++
				if test.Add((game() + game()) / 2) {
					break
				}
			}
			if test.Verdict == c.wrong {
				wrong++
			}
		}
		if share := float64(wrong) / runs; share > 0.08 {
			t.Errorf("at a score of %v it says %q %.1f %% of the time, want about 5 %%", c.mean, c.wrong, 100*share)
		}
		t.Logf("at %v: wrong %d of %d, %d pairs on average", c.mean, wrong, runs, seen/runs)
	}
}

func TestBoundsAreTwoNumbersTheLowerFirst(t *testing.T) {
	if b, err := ParseBounds("-5, 0"); err != nil || b != (sprtBounds{Low: -5}) {
		t.Errorf("%+v, %v", b, err)
	}
	for _, bad := range []string{"", "5", "5,0", "0,0", "0,501", "NaN,1", "0,NaN", "a,b", "0,5,9", "-Inf,5"} {
		if b, err := ParseBounds(bad); err == nil {
			t.Errorf("%q is %+v", bad, b)
		}
	}
}

// Stopped, an arena tells of the whole sets fought until then: on one core of those alone, on more of what the others
// had in hand or had done ahead as well.
func TestAStoppedArenaTellsWhatItKnows(t *testing.T) {
	for cores, most := range map[int]int{1: 10, 2: 19_999} {
		ctx, stop := context.WithCancel(t.Context())
		x := arena(t, agent.Greedy{}, agent.Random{}, 10_000, cores, "crossroads", skirmish)
		x.Progress = func(pairs int, _ float64) {
			if pairs == 5 {
				stop()
			}
		}
		s, err := x.Run(ctx)
		if !errors.Is(err, context.Canceled) || s.All.Pairs < 10 || s.All.Pairs > most || s.Encounters[0].Pairs != s.Encounters[1].Pairs {
			t.Errorf("%d cores: %v after %+v", cores, err, s.All)
		}
	}
}

// policies is the exact win chance of side 0 when two agents play by their policies, by plain recursion.
type policies struct {
	agents [2]agent.Agent
	values map[breath.State]float64
}

func (p *policies) value(t *testing.T, f *fight.Fight) float64 {
	_, s, _ := fight.At[breath.State](f)
	if v, ok := p.values[s]; ok {
		return v
	}
	sum := 0.0
	add := func(chance float64, a rules.Action) {
		after, err := f.After(a)
		if err != nil {
			t.Fatal(err)
		}
		sum += chance * p.value(t, after)
	}
	switch turn := f.Turn(); turn.Kind {
	case rules.Over:
		sum = (f.Score() + 1) / 2
	case rules.Chance:
		for _, o := range f.Outcomes() {
			add(o.P, o.Action)
		}
	default:
		if options := f.Options(); p.agents[f.Side(turn.Seat)] == (agent.Random{}) {
			for _, o := range options {
				add(1/float64(len(options)), o.Action)
			}
			break
		}
		v, err := agent.Look(f)
		if err != nil {
			t.Fatal(err)
		}
		a, err := p.agents[f.Side(turn.Seat)].Choose(t.Context(), v)
		if err != nil {
			t.Fatal(err)
		}
		add(1, a)
	}
	p.values[s] = sum
	return sum
}

// Where the strength of two agents can be worked out exactly, the arena finds it.
func TestAnArenaFindsTheExactStrength(t *testing.T) {
	agents := [2]agent.Agent{agent.Greedy{}, agent.Random{}}
	first := policies{agents, map[breath.State]float64{}}
	second := policies{[2]agent.Agent{agents[1], agents[0]}, map[breath.State]float64{}}
	want := (first.value(t, begin(t, skirmish, 1)) + 1 - second.value(t, begin(t, skirmish, 1))) / 2
	x := arena(t, agents[0], agents[1], 2000, 2, skirmish)
	x.LuckLimits = budget(60)
	all := run(t, x).All
	for name, i := range map[string]agent.Interval{"raw": all.Raw, "adjusted": all.Adjusted} {
		if off := math.Abs(i.Mean - want); off > 2*(i.High-i.Mean) { // four standard errors
			t.Errorf("%s: %.4f, want %.4f within %.4f", name, i.Mean, want, 2*(i.High-i.Mean))
		}
	}
	t.Logf("exactly %.4f; %.4f raw (scatter %.3f), %.4f with the luck off (%.3f)", want, all.Raw.Mean, all.Deviation[0], all.Adjusted.Mean, all.Deviation[1])
}
