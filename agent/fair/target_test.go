package fair

import (
	"math"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"kokyu/agent"
	"kokyu/rules/rulestest"
)

// Each change that is said to reach a target is measured: the file it gives has that chance when it is asked again.
func TestAChangeDoesWhatItSays(t *testing.T) {
	rulestest.NeedsMore(t)
	f, s := begun(t, "test.yaml", []byte(skirmish))
	p := level(3, 30)
	q := Question{Fight: f, Source: s, Players: [2]Player{p, p}, Within: 0.12, Target: 0.75, Seed: 1}
	a := answered(t, q)
	if a.Target.IsReached || len(a.Target.Changes) == 0 {
		t.Fatalf("from %v: %+v", a.Win, a.Target)
	}
	size := 0
	for i, c := range a.Target.Changes {
		if math.Abs(c.Win.Mean-0.75) > 0.12 || c.Size < size {
			t.Errorf("%s, of size %d: %v", c.Says, c.Size, c.Win)
		}
		size = c.Size
		if !strings.Contains(c.File, "# three") {
			t.Errorf("%s: the file has lost its comment:\n%s", c.Says, c.File)
		}
		if i > 0 {
			continue
		}
		again := q
		again.Target, again.Seed = 0, 90_001
		again.Fight, again.Source = begun(t, "changed.yaml", []byte(c.File))
		if b := answered(t, again); math.Abs(b.Win.Mean-c.Win.Mean) > 0.24 {
			t.Errorf("%s: %v, and %v when asked again", c.Says, c.Win, b.Win)
		}
	}
	q.Target = a.Win.Mean
	if b := answered(t, q); !b.Target.IsReached || b.Target.Tried != 0 {
		t.Errorf("a target that is reached: %+v", b.Target)
	}
}

// Where no single change reaches a target pairs of them are tried, those first whose effects add up to it. A pair does both.
func TestPairsOfChanges(t *testing.T) {
	f, s := opened(t, "ambush")
	p := level(3, 30)
	q := Question{Fight: f, Source: s, Players: [2]Player{p, p}}
	list := q.changes(&Answer{Foes: "bandits"}, true)
	for i := range list {
		list[i].win = 0.1 + 0.01*float64(i%9)
	}
	pairs := pairsOf(list, 0.1, 0.3)
	if len(pairs) != pairsMax {
		t.Fatalf("%d pairs", len(pairs))
	}
	if first, last := pairs[0].win, pairs[len(pairs)-1].win; last > first {
		t.Errorf("from %g up to %g, and %g is wanted", first, last, math.Log(0.3/0.7))
	}
	for _, x := range list { // with each other, whatever they change
		for _, y := range list {
			for _, both := range pairsOf([]change{x, y}, 0.1, 0.3) {
				if x.sort == y.sort {
					t.Fatalf("%s is a pair of one sort", both.says)
				}
				data, err := both.file.file()
				if err != nil {
					t.Fatal(err)
				}
				for _, one := range []change{x, y} {
					if alone, _ := one.file.file(); string(data) == string(alone) {
						t.Errorf("%s is no more than %s", both.says, one.says)
					}
				}
			}
		}
	}
}

// A target that no single change reaches is reached by a pair. On the way it is told which change of how many is fought.
func TestPairsReachWhatNoneReaches(t *testing.T) {
	rulestest.NeedsMore(t)
	f, s := begun(t, "test.yaml", []byte(skirmish))
	p := level(3, 30)
	last, singles, told := 0, 0, regexp.MustCompile(`^change (\d+) of (\d+), `)
	a := answered(t, Question{Fight: f, Source: s, Players: [2]Player{p, p}, Within: 0.03, Target: 0.95, Seed: 1, Progress: func(d Progress) {
		if m := told.FindStringSubmatch(d.Task); m != nil {
			n, _ := strconv.Atoi(m[1])
			of, _ := strconv.Atoi(m[2])
			if n < last || n > of || of < singles {
				t.Errorf("after change %d of %d: %s", last, singles, d.Task)
			}
			last, singles = n, of
		}
	}})
	if last == 0 || last > a.Target.Tried || a.Target.Tried > a.Target.ToTry {
		t.Errorf("the last change told is %d of %+v", last, a.Target)
	}
	if len(a.Target.Changes) == 0 {
		t.Fatalf("the nearest is %+v", a.Target.Nearest)
	}
	for _, c := range a.Target.Changes {
		if !strings.Contains(c.Says, ", and ") || math.Abs(c.Win.Mean-0.95) > 0.03 {
			t.Errorf("%s: %v", c.Says, c.Win)
		}
	}
}

// A fight that has begun has no file to be changed.
func TestAPositionIsNoSource(t *testing.T) {
	f, _ := begun(t, "test.yaml", []byte(skirmish))
	position, err := f.Position()
	if err != nil {
		t.Fatal(err)
	}
	if s, err := NewSource(agent.Builtin(), "position.yaml", position); s != nil || err != nil {
		t.Errorf("%v, %v", s, err)
	}
}
