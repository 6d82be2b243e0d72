package review

import (
	_ "embed"
	"math"
	"slices"
	"sync"

	"kokyu/rules/strict"
)

// levelMeans explains [level].
const levelMeans = "Which level plays like that is read off the mean loss of a decision that counts, on the scale of what levels 1 to 6 lose when their own " +
	"fights are reviewed; the range is that of its 95 % interval. The chance to win against a level is that in a fair fight, by what each level scores " +
	"against the one below it. With fewer than six decisions that count nothing is said."

// level is the level that a person played like, 1 to 6. Low corresponds to the high end of the loss.
type level struct {
	Low  float64    `json:"low"` // of the 95 % interval; 4.5 is between level 4 and level 5
	Mean float64    `json:"mean"`
	High float64    `json:"high"`
	Wins [6]float64 `json:"wins"` // the chance to win a fair fight against each level from 1
}

// decisionsLeast is how many counted decisions it takes to tell a level.
const decisionsLeast = 6

//go:embed levels.yaml
var levelsFile []byte

// levelScale is how the levels play in one system.
type levelScale struct {
	Lost  []float64 `yaml:"lost" must:"be there"`  // mWP a decision that counts, by levels 1 to 6
	Steps []float64 `yaml:"steps" must:"be there"` // the score of levels 2 to 6 against the one below
}

// scales returns the scales by system, measured by reviewing fights of each level against itself. A test compares them
// with the report.
var scales = sync.OnceValue(func() map[string]levelScale {
	return strict.Carried[struct {
		Systems map[string]levelScale `yaml:"systems" must:"be there"`
	}]("agent/review/levels.yaml", levelsFile).Systems
})

// levelOf returns the level with this mean loss; err is its standard error. It is nil if the level cannot be told.
func levelOf(system string, mean, err float64, counted int) *level {
	s, known := scales()[system]
	if !known || counted < decisionsLeast {
		return nil
	}
	l := &level{Low: s.level(mean + 1.96*err), Mean: s.level(mean), High: s.level(max(0, mean-1.96*err))}
	for i := range l.Wins {
		l.Wins[i] = 1 / (1 + math.Exp(s.strength(float64(i+1))-s.strength(l.Mean)))
	}
	return l
}

// level returns the level with a loss, interpolated between the levels of the scale.
func (s levelScale) level(loss float64) float64 {
	lost := withoutRises(s.Lost)
	if loss >= lost[0] {
		return 1
	}
	for i := 1; i < len(lost); i++ {
		if loss >= lost[i] {
			return float64(i) + (lost[i-1]-loss)/max(1e-9, lost[i-1]-lost[i])
		}
	}
	return float64(len(lost))
}

// withoutRises returns the figures with each rising run replaced by its mean (isotonic regression): a higher level
// cannot lose more than a lower one.
func withoutRises(of []float64) []float64 {
	type block struct {
		sum float64
		n   int
	}
	var blocks []block
	mean := func(b block) float64 { return b.sum / float64(b.n) }
	for _, x := range of {
		last := block{x, 1}
		for n := len(blocks); n > 0 && mean(last) > mean(blocks[n-1]); n = len(blocks) {
			last = block{blocks[n-1].sum + last.sum, blocks[n-1].n + last.n}
			blocks = blocks[:n-1]
		}
		blocks = append(blocks, last)
	}
	var list []float64
	for _, b := range blocks {
		list = append(list, slices.Repeat([]float64{mean(b)}, b.n)...)
	}
	return list
}

// strength returns the log odds of a level to win against level 1: the sum of those of the steps up to it, as in an Elo
// rating. Between two levels it is interpolated.
func (s levelScale) strength(level float64) (sum float64) {
	for i, score := range s.Steps {
		sum += math.Log(score/(1-score)) * min(1, max(0, level-float64(i+1)))
	}
	return sum
}
