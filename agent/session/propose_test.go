package session

import (
	"testing"

	"kokyu/agent"
	"kokyu/rules"
	"kokyu/search"
)

// What is proposed and what is said of it come of one search. With two a clock could end them elsewhere, and what was proposed was not what
// stood first; here the one that decides has other weights than the one that would advise.
func TestAProposalIsWhatItsAdviceHoldsBest(t *testing.T) {
	file, data, err := agent.ReadEncounter("ambush")
	if err != nil {
		t.Fatal(err)
	}
	mind := &agent.Search{Limits: search.Limits{Nodes: 300}, Leaf: agent.Weights{{Name: "idle", Value: 0.95}, {Name: "still", Value: 0}}}
	s, err := Open(agent.Builtin(), file, data, Setup{Seed: 1, Standard: mind})
	if err != nil {
		t.Fatal(err)
	}
	for range 60 {
		switch s.Turn().Kind {
		case rules.Over:
			return
		case rules.Chance:
		default:
			p, err := s.Propose(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			if len(p.Advice.Mix) == 0 && p.Do != p.Advice.Best {
				t.Fatalf("%q is proposed, and %q called best", p.Do, p.Advice.Best)
			}
		}
		if _, err := (Client{Session: s}).Line(t.Context(), "take"); err != nil {
			t.Fatal(err)
		}
	}
}
