package narrate_test

import (
	"testing"

	"kokyu/agent"
	"kokyu/agent/narrate"
)

// Telling a whole fight as it grows, beside its law alone: pages ask for it at every step.
func BenchmarkTell(b *testing.B) {
	f, steps := played(b, "oni", 1, agent.Greedy{})
	for _, voice := range []string{"law", "scent"} {
		f.Voice = voice
		b.Run(voice, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if _, err := narrate.Tell(f.Options, agent.Dialect(f.System), steps); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64(len(steps)), "steps")
		})
	}
}
