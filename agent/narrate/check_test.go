package narrate

import (
	"strings"
	"testing"

	"kokyu/agent"
)

var breaths, turns, rounds = newTongue(agent.Dialect("breath")), newTongue(agent.Dialect("tempo")), newTongue(agent.Dialect("keep"))

// Verify fails closed: each of these is refused, and for what it is.
func TestVerifySeesEachFault(t *testing.T) {
	wound := Facts{Frame: "wound", Actor: true, Target: true, Weapon: true, Family: "blade", Stage: Middle, P: 1}
	const good = "{actor} reaches {target}, lightly. One drop darkens the dust."
	if faults := breaths.verify(good, wound); len(faults) > 0 {
		t.Fatalf("%q: %q", good, faults)
	}
	for text, want := range map[string]string{
		good + strings.Repeat(" It is a long way.", 4):                            "sentences",
		good[:len(good)-1] + strings.Repeat(" and on", 20) + ".":                  "words, want at most 45",
		"{actor} takes a drop of blood from {target}, lightly":                    "sentences",
		good + " Then there are 2.":                                               "the digit 2",
		good + " So it is!":                                                       "the sign !",
		good + " \"So.\"":                                                         "the sign \"",
		good + " https://x.":                                                      "the sign /",
		good + " So\u202e.":                                                       "U+202E",
		good + " Like a stone, like a bell.":                                      "2 similes",
		good + " The dice lie still.":                                             "a word of the game",
		good + " A hit point goes.":                                               "a word of the game",
		good + " He waits.":                                                       "a gendered word",
		good + " It was so.":                                                      "the past",
		"{actor} reaches someone, lightly. One drop darkens the dust.":            "no slot {target}",
		good + " {place} is quiet.":                                               "{place} is none of this frame",
		good + " {actor is quiet.":                                                "none of this frame",
		"{actor} strikes past {target}, and the blow finds the wind.":             "nothing in it tells wound",
		good + " {target} goes down.":                                             "it claims fall",
		good + " {target}'s blow is held.":                                        "it claims theirs",
		good + " {target} is a friend.":                                           "it claims friend",
		good + " The arrow hums.":                                                 "\"arrow\" without a guard",
		good + " The claws close.":                                                "\"claws\" without a guard",
		"The earliest blood: {actor} takes a little of it, lightly, of {target}.": "what is not so",
	} {
		if faults := strings.Join(breaths.verify(text, wound), "; "); !strings.Contains(faults, want) {
			t.Errorf("%q: got %q, want %q", text, faults, want)
		}
	}
}

func TestWordsAreReadWithoutTheirPossessive(t *testing.T) {
	got := strings.Join(wordsOf("{actor}'s blade — that's it; well-made, {Target}’s."), "|")
	if want := "{actor}|blade|that|it|well-made|{target}"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

func TestSimilesAreCounted(t *testing.T) {
	for text, want := range map[string]int{
		"It is still.": 0, "Like a bell.": 1, "As long as rain.": 1, "As if asleep.": 1, "It falls as snow falls.": 0, "Like a stone, as cold as one.": 2,
	} {
		if got := similes(wordsOf(text)); got != want {
			t.Errorf("%q: got %d, want %d", text, got, want)
		}
	}
}
