package fair

import (
	"math"
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
	if a.Target.There || len(a.Target.Changes) == 0 {
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
	if b := answered(t, q); !b.Target.There || b.Target.Tried != 0 {
		t.Errorf("a target that is reached: %+v", b.Target)
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
