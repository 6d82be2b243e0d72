package fair

import (
	"fmt"
	"strings"

	"kokyu/agent"
	"kokyu/agent/work"
	"kokyu/rules/text"
)

// fightScores are the scores of fights in their order, 0 to 1 for the party, and the same with the luck of the dice
// taken off.
type fightScores struct {
	luck     work.LuckWeigher // learns how much luck to take off
	raw      []float64
	adjusted []float64 // luck taken off
}

// add adds a fight: what the party scored, and the luck it had. The weight of its luck is learned from the fights
// before it; with this fight it would shift the mean.
func (s *fightScores) add(score, luck float64) {
	s.adjusted = append(s.adjusted, score-float64(s.luck.Weight()*luck))
	s.luck.Learn(score, luck)
	s.raw = append(s.raw, score)
}

// chance returns the party's chance to win with its 95 % interval.
func (s *fightScores) chance() agent.Interval { return agent.ChanceOf(s.raw, s.adjusted) }

// halfWidth returns how far the ends of an interval are from its mean at most.
func halfWidth(i agent.Interval) float64 { return max(i.High-i.Mean, i.Mean-i.Low) }

// wordBound is a word for a chance to win, and the chance below which it is used.
type wordBound struct {
	Word  string  `json:"word"`
	Below float64 `json:"below"`
}

// wordBounds are the words for a party's chance to win, the smallest first. The last is for all others. They are a
// ruling: nobody has measured from which chance on a GM calls a fight hard. So an answer has the bounds beside the
// word.
var wordBounds = []wordBound{{"hopeless", 0.05}, {"grim", 0.20}, {"hard", 0.40}, {"even", 0.60},
	{"easy", 0.90}, {"a walk", 1}}

// Word returns the word for a chance to win.
func Word(p float64) string {
	for _, b := range wordBounds {
		if p < b.Below {
			return b.Word
		}
	}
	return wordBounds[len(wordBounds)-1].Word
}

// BoundsSay returns the words with their bounds in one sentence.
func BoundsSay() string {
	last := len(wordBounds) - 1
	says := text.Each(wordBounds[:last], func(b wordBound) string {
		return fmt.Sprintf("%s below %.0f %%, ", b.Word, 100*b.Below)
	})
	return strings.Join(says, "") + wordBounds[last].Word + " from there"
}
