package review

// Level is the level that a person played like.
type Level struct {
	Low  float64    `json:"low"` // as fractions: 4.5 is between level 4 and level 5
	Mean float64    `json:"mean"`
	High float64    `json:"high"`
	Wins [6]float64 `json:"wins"` // the chance to win a fair fight against each level from 1
}

func levelOf(system string, mean, err float64, counted int) *Level { return nil }

// LevelMeans explains [Level].
const LevelMeans = ""
