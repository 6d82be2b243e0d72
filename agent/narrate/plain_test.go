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
		lines, err := narrate.Tell(o, rules.Dialect{}, steps)
		if err != nil {
			t.Fatal(err)
		}
		wantLines(t, lines,
			"law: R1 Kojiro  feint > Ao Oni",
			"law: R1 Ao Oni  guard high; Kojiro reveals low; Ao Oni loses 1 Wound (1 left)",
			"law: R1 Aka  cut > Kojiro succeeds 64 %: 1+8+2=11 against 12 failure; dice 4: rain",
			"law: R2 Kojiro  cut > Aka succeeds 50 %: 9+9+2=20 against 12 success; Aka loses 2 Wounds (0 left), Aka down",
			"law: End in round 2: Sasaki won, nobody stands")
	}
}

// Damage is told as that of what it is done with, and lost in the system's own word; what comes back is told too, and so is a contest.
func TestPlainTellingSaysWhatDiceAreAndWhatIsLost(t *testing.T) {
	o := narrate.Options{Voice: "law", Roster: []rules.Fighter{{Name: "Ada", Team: "a"}, {Name: "Grik", Side: 1, Team: "b"}}}
	lines, err := narrate.Tell(o, rules.Dialect{LifeWord: "hit point"}, []rules.Step{
		{N: 1, Seat: "Ada", Do: "knife > Grik", Events: []rules.Event{{Kind: "declare", Seat: "Ada", At: "Grik", What: "knife"}}},
		{N: 2, Seat: "Ada", Roll: []int{3, 17}, Do: "hit", P: .5, Events: []rules.Event{{Kind: "check", Seat: "Ada", At: "Grik", What: "attack", Of: rules.KeptHighest, Total: 21, Need: 13, OK: true}}},
		{N: 3, Seat: "Ada", Roll: []int{4}, Do: "6 damage", Events: []rules.Event{{Kind: "damage", Seat: "Grik", At: "Ada", With: "knife", Of: "1d4+2", Total: 6},
			{Kind: "wound", Seat: "Grik", At: "Ada", N: 6, Left: 2}, {Kind: "status", Seat: "Grik", What: "dazed", OK: true}}},
		{N: 4, Seat: "Grik", Do: "drink"},
		{N: 5, Seat: "Grik", Roll: []int{1, 2}, Do: "5 hit points", Events: []rules.Event{{Kind: "gain", Seat: "Grik", Of: "hit points", N: 5, Left: 7}}},
		{N: 6, Seat: "Grik", Do: "wrestle > Ada"},
		{N: 7, Seat: "Grik", Roll: []int{5, 9}, Do: "lost", Events: []rules.Event{{Kind: "contest", Seat: "Grik", At: "Ada", What: "wrestle", Total: 8, Need: 11}}},
	})
	if err != nil {
		t.Fatal(err)
	}
	wantLines(t, lines,
		"law: R1 Ada  knife > Grik succeeds 50 %: highest of 3 and 17: 17+4=21 against 13 success; damage of knife 4+2=6; Grik loses 6 hit points (2 left); Grik is dazed",
		"law: R1 Grik  drink; Grik gains 5 hit points (7 now); dice 1 2: 5 hit points",
		"law: R1 Grik  wrestle > Ada 8 against 11 not won")
}

// Dice that somebody else throws than who has decided last are theirs: after an answer those of who strikes, after a spell those of who
// saves. Of kept dice the damage is that of the one that counts.
func TestPlainTellingSaysWhoThrows(t *testing.T) {
	o := narrate.Options{Voice: "law", Roster: []rules.Fighter{{Name: "Moss", Team: "a"}, {Name: "Rook", Side: 1, Team: "b"}}}
	strike := func(n int) []rules.Step {
		return []rules.Step{
			{N: n, Seat: "Moss", Roll: []int{2}, Do: "wide", P: 2. / 3, Events: []rules.Event{{Kind: "check", Seat: "Moss", At: "Rook", What: "strike", Total: 2, Need: 3, OK: true}}},
			{N: n + 1, Seat: "Moss", Roll: []int{3, 6}, Do: "6 damage", Events: []rules.Event{{Kind: "damage", Seat: "Rook", At: "Moss", With: "hook", Of: "2d6kl1+1", Total: 4}}},
			{N: n + 2, Seat: "Moss", Roll: []int{5}, Do: "5 coins", P: 1},
		}
	}
	steps := append([]rules.Step{{N: 1, Seat: "Moss", Do: "strike > Rook"}}, strike(2)...)
	steps = append(append(steps, rules.Step{N: 5, Seat: "Rook", Do: "take it"}), strike(6)...)
	steps = append(steps, rules.Step{N: 9, Seat: "Rook", Roll: []int{1, 6}, Do: "lost",
		Events: []rules.Event{{Kind: "contest", Seat: "Rook", At: "Moss", What: "wrestle", Total: 1, Need: 6}}})
	lines, err := narrate.Tell(o, rules.Dialect{}, steps)
	if err != nil {
		t.Fatal(err)
	}
	wantLines(t, lines,
		"law: R1 Moss  strike > Rook succeeds 67 %: 2 comes to 2 against 3 success; damage of hook lowest of 3 and 6: 3+1=4; dice 5: 5 coins",
		"law: R1 Rook  take it; Moss's strike succeeds 67 %: 2 comes to 2 against 3 success; Moss's damage of hook lowest of 3 and 6: 3+1=4; "+
			"Moss's dice 5: 5 coins; wrestle 1 against 6 not won")
}
