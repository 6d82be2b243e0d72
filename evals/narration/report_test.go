package narration

import (
	"strings"
	"testing"

	"kokyu/agent/narrate"
)

// What is asked of the verifier holds: of each class of falsehoods made from accepted passages of the corpus at least 99.5 of
// a hundred are stopped, and of true plain passages nine in ten are let through.
func TestTheVerifierStopsFalsehoodsAndLetsTruthThrough(t *testing.T) {
	plain, _, err := verifiers()
	if err != nil {
		t.Fatal(err)
	}
	var r Report
	halves := map[string][]Passage{Held: corpus(t, Held), Open: corpus(t, Open)}
	r.accept(Held, halves[Held], plain)
	r.accept(Open, halves[Open], plain)
	r.falsehoods(halves, plain)
	for _, c := range r.Caught {
		if c.All.share() < CaughtLeast || c.All.Of < 300 {
			t.Errorf("%s: %s", c.Means, c.All.words())
		}
	}
	for _, m := range r.Missed {
		t.Errorf("told although false: %s", m)
	}
	var true Share
	for _, a := range r.Accepted {
		if a.Style == Plain {
			true.N, true.Of = true.N+a.Share.N, true.Of+a.Share.Of
		}
	}
	if true.share() < AcceptedLeast {
		t.Errorf("plain passages: %s accepted", true.words())
	}
}

// All the templates tell of a fight is accepted by a verifier that has the grammar by heart, and no word of it once a letter
// stands for somebody else.
func TestOurOwnPassagesAreAccepted(t *testing.T) {
	_, knowing, err := verifiers()
	if err != nil {
		t.Fatal(err)
	}
	all, err := fights(t.Context(), 1)
	if err != nil {
		t.Fatal(err)
	}
	n := 0
	for _, f := range all {
		told, err := f.told(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		for _, p := range told {
			n++
			if v := knowing[p.System].Check(p.Paragraph, p.Draft()); !v.OK {
				t.Errorf("%s: refused %q: %v", p.System, p.Text, v.Reasons)
			}
			p.Text = strings.NewReplacer("{A", "{Q", "{B", "{R").Replace(p.Text)
			if v := knowing[p.System].Check(p.Paragraph, p.Draft()); v.OK && strings.Contains(p.Text, "{Q") {
				t.Errorf("%s: told %q", p.System, p.Text)
			}
		}
	}
	if n < 100 {
		t.Errorf("%d passages, want a hundred", n)
	}
}

// The interval of a share holds it and is wider for fewer.
func TestASharesIntervalHoldsIt(t *testing.T) {
	var few, many Share
	for k := range 1000 {
		if k < 20 {
			few.add(k%10 != 0)
		}
		many.add(k%10 != 0)
	}
	for _, s := range []Share{few, many} {
		if s.share() != 0.9 || s.Low >= 0.9 || s.High <= 0.9 {
			t.Errorf("%+v", s)
		}
	}
	if few.High-few.Low < 2*(many.High-many.Low) {
		t.Errorf("%+v and %+v", few, many)
	}
}

// BenchmarkVerifier is passages read and judged.
func BenchmarkVerifier(b *testing.B) {
	plain, knowing, err := verifiers()
	if err != nil {
		b.Fatal(err)
	}
	for name, v := range map[string]map[string]*narrate.Verifier{"plain": plain, "knowing": knowing} {
		b.Run(name, func(b *testing.B) {
			list, err := Corpus(Held)
			if err != nil {
				b.Fatal(err)
			}
			n := 0
			for b.Loop() {
				for _, p := range list {
					v[p.System].Check(p.Paragraph, p.Draft())
					n++
				}
			}
			b.ReportMetric(float64(n)/b.Elapsed().Seconds(), "passages/s")
		})
	}
}
