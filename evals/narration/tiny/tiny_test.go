package tiny

import (
	"math"
	"os"
	"path/filepath"
	"testing"
)

var lessons = []Lesson{
	{[]string{"frame=miss", "family=bow"}, "{actor}'s arrow passes {target}."},
	{[]string{"frame=miss", "family=blade"}, "Only air. {actor} cuts it, and {target} stands."},
	{[]string{"frame=wound", "family=blade"}, "{actor} reaches {target}; something reddens."},
}

// The gradient is what the loss does when a weight is moved: checked at weights of every kind.
func TestGradientsAreSlopes(t *testing.T) {
	l := NewLearner(Vocabulary(lessons), 3)
	for i := range l.net.all { // far enough from zero for the slopes to show
		if l.net.all[i] != 1 {
			l.net.all[i] *= 5
		}
	}
	in, from := l.tokens(lessons[1])
	loss := func() float64 {
		scratch := netOf(l.net.words, make([]float32, len(l.net.all)))
		return l.learn(scratch, in, from)
	}
	clear(l.grad)
	l.learn(netOf(l.net.words, l.grad), in, from)
	grad := append([]float32(nil), l.grad...)
	n, layer := l.net, &l.net.layer[1]
	for name, part := range map[string][]float32{"tokens": n.tokens[in[2]*width:], "places": n.places[width:], "gain1": layer.gain1, "see": layer.see,
		"offered": layer.see[width:], "told": layer.see[2*width:], "mix": layer.mix, "gain2": layer.gain2, "up": layer.up, "down": layer.down, "last": n.last} {
		at := 0
		for &n.all[at] != &part[0] {
			at++
		}
		for k := at; k < at+3; k++ {
			const h = 1e-3
			was := n.all[k]
			n.all[k] = was + h
			up := loss()
			n.all[k] = was - h
			down := loss()
			n.all[k] = was
			slope := (up - down) / (2 * h)
			if diff := math.Abs(slope - float64(grad[k])); diff > 0.02*math.Abs(slope)+0.02 {
				t.Errorf("%s %d: gradient %.4f, slope %.4f", name, k-at, grad[k], slope)
			}
		}
	}
}

// A model taught three lines says them, and says them still when it is read back from its snapshot.
func TestLessonsAreLearnedAndKept(t *testing.T) {
	l := NewLearner(Vocabulary(lessons), 1)
	for range 120 {
		l.Step(lessons, 3e-3)
	}
	path := filepath.Join(t.TempDir(), "snapshot")
	if err := os.WriteFile(path, l.Write("a test"), 0o644); err != nil {
		t.Fatal(err)
	}
	kept, err := Open(path)
	if err != nil {
		t.Fatal(err)
	}
	for _, lesson := range lessons {
		for name, m := range map[string]*Model{"taught": l.Model, "kept": kept} {
			if got := m.Say(lesson.Facts, 0, 1); got != lesson.Line {
				t.Errorf("%s: to %v it says %q, want %q", name, lesson.Facts, got, lesson.Line)
			}
		}
	}
}
