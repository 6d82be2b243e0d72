package narrate_test

import (
	"os"
	"testing"

	"kokyu/agent/narrate"
	"kokyu/rules"
	"kokyu/rules/fight"
)

// A system that says nothing of how it is told is told by what every record has: seats, decisions, dice, what they had to
// reach, and whom it hurt. A secret choice is told by its reveal.
func TestASystemWithoutADialectIsTold(t *testing.T) {
	file, err := os.Open("../../rules/fight/testdata/toy.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	rec, _, err := fight.ReadRecord("toy.jsonl", file)
	if err != nil {
		t.Fatal(err)
	}
	o := narrate.Options{Title: "Toys", Roster: []rules.Fighter{{Name: "Kojiro", Team: "Sasaki"},
		{Name: "Aka", Side: 1, Team: "oni"}, {Name: "Ao Oni", Side: 1, Team: "oni"}}}
	end := rules.Step{N: 9, Seat: "Kojiro", Roll: []int{9, 9}, Do: "hit", P: .5,
		Events: []rules.Event{{Kind: "check", Seat: "Kojiro", What: "cut", Total: 20, Need: 12, OK: true},
			{Kind: "wound", Seat: "Aka", At: "Kojiro", N: 2}, {Kind: "down", Seat: "Aka"}, {Kind: "end", Seat: "Sasaki", What: "nobody stands"}}}
	rain := rules.Step{N: 7, Roll: []int{4}, Do: "rain", Events: []rules.Event{{Kind: "round", N: 2}}}
	steps := append(rec.Steps[:5:5], rain, rules.Step{N: 8, Seat: "Kojiro", Do: "cut > Aka"}, end)
	for _, voice := range []string{"law"} {
		o.Voice = voice
		lines, err := narrate.Tell(t.Context(), o, rules.Dialect{}, steps)
		if err != nil {
			t.Fatal(err)
		}
		wantLines(t, lines, "note: Toys. Sasaki (Kojiro) against oni (Aka, Ao Oni)",
			"law: R1 Kojiro  feint > Ao Oni",
			"law: R1 Ao Oni  guard high; Kojiro reveals low; Ao Oni loses 1 Wound (1 left)",
			"law: R1 Aka  cut > Kojiro succeeds 64 %: 1+8+2=11 against 12 failure; dice 4: rain",
			"law: R2 Kojiro  cut > Aka succeeds 50 %: 9+9+2=20 against 12 success; Aka loses 2 Wounds (0 left), Aka down",
			"law: End in round 2: Sasaki won, nobody stands")
	}
}
