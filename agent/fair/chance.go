package fair

import (
	"fmt"
	"math"

	"kokyu/agent"
	"kokyu/agent/work"
)

// quantile is that of a 95 % interval.
const quantile = 1.96

// fightScores are the results of fights in their order, 0 to 1 for the party, and the same with the luck of the dice
// taken off.
type fightScores struct {
	luck     work.Weigher // learns how much luck to take off
	raw      []float64
	adjusted []float64 // luck taken off
}

// add takes in a fight: what the party scored, and the luck it had.
func (s *fightScores) add(score, luck float64) {
	s.adjusted = append(s.adjusted, score-float64(s.luck.Weight()*luck))
	s.luck.Learn(score, luck)
	s.raw = append(s.raw, score)
}

// chance returns the party's chance to win with its 95 % interval: Wilson's, which stays within 0 and 1 and is not
// empty where all fights ended alike. Taking the luck off makes results scatter less, as more fights would; so the
// interval is that of as many fights as would tell as much without it, from half to ten times those there were.
func (s *fightScores) chance() agent.Interval {
	n := float64(len(s.raw))
	if n == 0 {
		return agent.Interval{High: 1}
	}
	mean, raw := agent.IntervalOf(s.adjusted).Mean, agent.IntervalOf(s.raw).Mean
	worth := n // fights that would tell as much
	if v := variance(s.adjusted); v > 0 && raw > 0 && raw < 1 {
		worth = max(n/2, min(10*n, n*float64(raw*(1-raw))/v))
	}
	return wilson(max(0, min(1, mean)), worth)
}

// wilson returns the 95 % interval of a share p seen in n cases. Its mean is p itself.
func wilson(p, n float64) agent.Interval {
	if n == 0 {
		return agent.Interval{High: 1}
	}
	q := float64(quantile * quantile)
	middle := (p + q/(2*n)) / (1 + q/n)
	half := float64(quantile/(1+q/n)) * math.Sqrt(float64(p*(1-p))/n+q/(4*n*n))
	return agent.Interval{Mean: p, Low: max(0, min(p, middle-half)), High: min(1, max(p, middle+half))}
}

// difference returns the 95 % interval of the mean difference of two series of fights on the same seeds. One more fight
// with the largest difference there can be is counted into its width, so that fights that all ended alike prove little.
func difference(of, from []float64) agent.Interval {
	var ds []float64
	for k := range min(len(of), len(from)) {
		ds = append(ds, of[k]-from[k])
	}
	n := float64(len(ds))
	if n == 0 {
		return agent.Interval{Low: -1, High: 1}
	}
	mean := agent.IntervalOf(ds).Mean
	half := float64(quantile*math.Sqrt(float64(n*variance(ds))+1)) / n
	return agent.Interval{Mean: mean, Low: max(-1, mean-half), High: min(1, mean+half)}
}

// variance returns the variance of a sample, 0 of less than two.
func variance(xs []float64) float64 {
	if len(xs) < 2 {
		return 0
	}
	mean, sum := agent.IntervalOf(xs).Mean, 0.0
	for _, x := range xs {
		sum += float64((x - mean) * (x - mean))
	}
	return sum / float64(len(xs)-1)
}

// halfWidth returns how far the ends of an interval are from its mean at most.
func halfWidth(i agent.Interval) float64 { return max(i.High-i.Mean, i.Mean-i.Low) }

// wordBound is a word for a chance to win, and the chance below which it is used.
type wordBound struct {
	Word  string  `json:"word"`
	Below float64 `json:"below"`
}

// wordBounds are the words for a party's chance to win, the smallest first. The last is for all others. They are a
// ruling.
var wordBounds = []wordBound{{"hopeless", 0.05}, {"grim", 0.20}, {"hard", 0.40}, {"even", 0.60}, {"easy", 0.90}, {"a walk", 1}}

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
	says, last := "", len(wordBounds)-1
	for _, b := range wordBounds[:last] {
		says += fmt.Sprintf("%s below %.0f %%, ", b.Word, 100*b.Below)
	}
	return says + wordBounds[last].Word + " from there"
}
