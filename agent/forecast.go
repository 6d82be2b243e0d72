package agent

import (
	_ "embed"
	"fmt"
	"math"
	"sync"

	"kokyu/rules"
	"kokyu/rules/bitexact"
	"kokyu/rules/dice"
	"kokyu/rules/strict"
	"kokyu/rules/text"
)

// Forecast is how often a side wins when both sides play on with a search. A draw is half a win. The value of a search
// is no forecast: it is a bound against best reply, from an estimate where lines are cut. A forecast is made of the
// value of a small search and of how far the fight has come, by a logistic regression that was fitted to fights of the
// search against itself.
type Forecast struct {
	Win float64 `json:"win" jsonschema:"the chance to win, 0 to 1; a draw is half"`
	// Low and High are the range of the chance: in 90 of 100 positions with this forecast it lies between them.
	Low      float64 `json:"low"`
	High     float64 `json:"high"`
	Assumes  string  `json:"assumes"`            // who plays both sides
	Playouts int     `json:"playouts,omitempty"` // fights that were played from the position to refine it
}

// String returns the forecast in words: "if both sides play their best: 92 %, 81 to 97", "if both sides play their
// best: even or worse".
func (f Forecast) String() string { return "if " + f.Assumes + ": " + f.Says() }

// A forecast is told as a number if each end of its range is within narrowWithin of it. It says nothing if the range
// has a chance of either side above openBeyond.
const (
	narrowWithin = 0.15
	openBeyond   = 0.75
)

// Says returns the chance in hundredths with its range or, if the range is too wide for a number, what it leaves sure.
func (f Forecast) Says() string {
	if f.isNarrow() && f.Low < f.High {
		return fmt.Sprintf("%s, %.0f to %.0f", f.Short(), 100*f.Low, 100*f.High)
	}
	return f.Short()
}

func (f Forecast) isNarrow() bool { return f.High-f.Win <= narrowWithin && f.Win-f.Low <= narrowWithin }

// NobodyCanTell is what [Forecast.Short] returns if the range has a clear win of either side.
const NobodyCanTell = "nobody can tell yet"

// Short is Says without the range.
func (f Forecast) Short() string {
	const even, near = 0.5, 0.05
	switch {
	case f.isNarrow():
		return dice.InHundred(f.Win)
	case f.High > openBeyond && f.Low < 1-openBeyond:
		return NobodyCanTell
	case f.High <= even:
		return "worse than even"
	case f.Low >= even:
		return "better than even"
	case f.Win < even-near:
		return "even or worse"
	case f.Win > even+near:
		return "even or better"
	}
	return "about even"
}

// ShortFor is Short with the side whose chance it is: "better than even for the bandits".
func (f Forecast) ShortFor(side string) string {
	says := f.Short()
	return says + text.Either(says == NobodyCanTell, "", " for "+text.The(side))
}

// For returns the forecast for side 0 as one for another side.
func (f Forecast) For(side rules.Side) Forecast {
	if side == 1 {
		f.Win, f.Low, f.High = 1-f.Win, 1-f.High, 1-f.Low
	}
	return f
}

// ForecastNodes is the budget of the searches of which forecasts are made, for forecasts were fitted to the values of
// such searches.
const ForecastNodes = 2_000

// ForecastFeatures are the features of a position from which a [ForecastMap] makes a forecast. Chances are of side 0.
type ForecastFeatures struct {
	System string     `json:"system"`
	Value  float64    `json:"value"`  // by a search of [ForecastNodes] against best reply
	Round  int        `json:"round"`  // the round under way, from 1
	Rounds int        `json:"rounds"` // the last round, with which the time is over; 0 if there is none
	Seats  [2]int     `json:"seats"`  // how many combatants of each side are still in the fight
	Left   [2]float64 `json:"left"`   // the share of its life that each side still has
	// Goal is the goal of the encounter; empty if each side only has to fell the other.
	Goal string     `json:"goal,omitempty"`
	For  rules.Side `json:"for,omitempty"` // the side that has the goal
	// Reached is how many could strike at the combatant whom the goal is to fell or to protect.
	Reached int `json:"reached,omitempty"`

	Builtin string `json:"builtin,omitempty"` // the built-in encounter of the fight; empty if anything of it was changed
}

// weightedFeatures are the features of a position that is reached with a chance, by dice.
type weightedFeatures struct {
	ForecastFeatures
	p float64
}

// ForecastMap makes forecasts for one system from features. Its terms are those of [ForecastTerms]. Whatever was
// fitted, the forecast rises with the value, and the chances of both sides add up to 1.
type ForecastMap struct {
	Fights    int     `yaml:"fights" json:"fights"`       // to which it was fitted
	Positions int     `yaml:"positions" json:"positions"` // of those fights
	Spread    float64 `yaml:"spread" json:"spread"`       // standard deviation of the chance where the forecast is even
	// RangeDeviations is how many of these deviations to either side of a forecast contain 90 of 100 chances.
	RangeDeviations float64                       `yaml:"within" json:"within"`
	Terms           map[string]float64            `yaml:"terms" json:"terms"`
	Builtin         map[string]ForecastCorrection `yaml:"builtin" json:"builtin"` // by built-in encounter
}

// ForecastCorrection corrects the log odds of the first side in one built-in encounter: they are multiplied by Slope,
// then Add is added. It is fitted to the fights of that encounter alone, which is won more or less often than its
// numbers say: Kuro wins 12 % of the bridge, and 47 % was forecast for its start without the correction.
type ForecastCorrection struct {
	Slope float64 `yaml:"slope" json:"slope"`
	Add   float64 `yaml:"add" json:"add"`
}

// ForecastFile is the maps of all systems, as eval forecast fit writes them.
type ForecastFile struct {
	Version int                    `yaml:"version" limit:"1..1"`
	Command string                 `yaml:"command"`
	Systems map[string]ForecastMap `yaml:"systems"`
}

//go:embed forecast.yaml
var forecastsFile []byte

var forecastMaps = sync.OnceValue(func() map[string]ForecastMap {
	return strict.Carried[ForecastFile]("agent/forecast.yaml", forecastsFile).Systems
})

// Forecaster returns the map of a system; ok is false if none was fitted.
func Forecaster(system string) (m ForecastMap, ok bool) {
	m, ok = forecastMaps()[system]
	return m, ok
}

// ForecastTerms returns the names of the terms of a map, in order. The first ones are slopes: they are multiplied with
// the log odds of the search's value.
func ForecastTerms() []string {
	return text.Each(forecastTerms, func(t forecastTerm) string { return t.name })
}

// forecastTerm is a term of the log odds of a forecast. Whose decision it is, and how a position looks in the middle of
// an exchange, are no terms: the forecast would jump although nothing has happened. Nor may a term depend on how the
// position was reached: it has the same forecast in a record, in a file and on the screen.
type forecastTerm struct {
	name string
	of   func(p *ForecastFeatures) float64
}

// slopes is how many of the terms are slopes. They are the same when the sides are swapped. The other terms change
// their sign then, so that the forecasts of both sides add up to 1.
//
// There are nine terms in all. Fifteen, with slopes of their sum, were overfitted to the 999 encounters, and 1.0 points
// worse in keep on others. Breaths since the last blow told nothing more.
const slopes = 4

// valueKnee is the log odds of a value, of either sign, beyond which the second slope is added to the others.
const valueKnee = 1

var forecastTerms = []forecastTerm{
	{"value", func(*ForecastFeatures) float64 { return 1 }},
	{"value beyond 1", func(*ForecastFeatures) float64 { return 1 }},
	{"value, by time", (*ForecastFeatures).time},
	{"value, by time unhurt", (*ForecastFeatures).unhurt},

	{"seats", func(p *ForecastFeatures) float64 {
		return bitexact.Log((float64(p.Seats[0]) + 0.5) / (float64(p.Seats[1]) + 0.5))
	}},
	{"left", func(p *ForecastFeatures) float64 { return p.Left[0] - p.Left[1] }},
	{"hunt", (*ForecastFeatures).hunt},
	{"hunt, by reach", func(p *ForecastFeatures) float64 { return float64(p.hunt() * bitexact.Log(1+float64(p.Reached))) }},
	{"time unhurt", func(p *ForecastFeatures) float64 { return float64(p.timeWinner() * p.unhurt()) }},
}

// secondSlope is the index of the slope beyond [valueKnee].
const secondSlope = 1

// time returns the share of the rounds that have begun; 0 if there is no last round.
func (p *ForecastFeatures) time() float64 {
	if p.Rounds == 0 {
		return 0
	}
	return min(1, float64(p.Round)/float64(p.Rounds))
}

// unhurt returns the time multiplied by the mean life left of both sides: it is high if they have stood off for long.
func (p *ForecastFeatures) unhurt() float64 {
	return float64(p.time()*(p.Left[0]+p.Left[1])) / 2
}

// hunt returns 1 if side 0 has to fell one certain foe, -1 if side 1 has to, else 0. For a side that protects somebody
// the other one has to.
func (p *ForecastFeatures) hunt() float64 {
	switch p.Goal {
	case "down":
		return Sign(p.For)
	case "protect":
		return -Sign(p.For)
	}
	return 0
}

// timeWinner returns 1 if side 0 wins when the time is over, -1 if side 1 does, 0 if nobody does.
func (p *ForecastFeatures) timeWinner() float64 {
	switch p.Goal {
	case "last", "protect":
		return Sign(p.For)
	case "down", "escape":
		return -Sign(p.For)
	}
	return 0
}

// Terms returns the factors of the terms of a map in this position, in the order of [ForecastTerms].
func (p *ForecastFeatures) Terms() []float64 {
	x := make([]float64, len(forecastTerms))
	z := logOdds(p.Value)
	for i, t := range forecastTerms {
		switch x[i] = t.of(p); {
		case i == secondSlope:
			x[i] = math.Copysign(max(0, math.Abs(z)-valueKnee), z)
		case i < slopes:
			x[i] = float64(x[i] * z)
		}
	}
	return x
}

// slopeMin is the least slope of a forecast's log odds over those of the value: a better value never gives a worse
// forecast.
const slopeMin = 0.02

// WinChance returns the forecast for side 0. A value of 0 or 1 is certain and stays what it is.
func (m ForecastMap) WinChance(p ForecastFeatures) (win float64) {
	if p.Value <= 0 || p.Value >= 1 {
		return min(1, max(0, p.Value))
	}
	y := m.UncorrectedLogOdds(p)
	if own, fitted := m.Builtin[p.Builtin]; fitted {
		y = float64(max(slopeMin, own.Slope)*y) + own.Add
	}
	return 1 / (1 + bitexact.Exp(-y))
}

// UncorrectedLogOdds returns the log odds of a forecast without the [ForecastCorrection] for its encounter: the sum of
// the plain terms, and the log odds z of the value times the slopes. Of z the part up to valueKnee has one slope and
// the part beyond another, and neither slope is less than slopeMin, whatever was fitted.
func (m ForecastMap) UncorrectedLogOdds(p ForecastFeatures) (y float64) {
	slope := 0.0
	for i, t := range forecastTerms {
		switch weight := m.Terms[t.name]; {
		case i >= slopes:
			y += float64(weight * t.of(&p))
		case i != secondSlope:
			slope += float64(weight * t.of(&p))
		}
	}
	z := logOdds(p.Value)
	near := min(math.Abs(z), valueKnee)
	far := float64(max(slopeMin, slope+m.Terms[forecastTerms[secondSlope].name]) * (math.Abs(z) - near))
	return y + math.Copysign(float64(max(slopeMin, slope)*near)+far, z)
}

// expectedForecast returns the mean forecast for side 0 over several positions. A certain forecast has no range.
func (m ForecastMap) expectedForecast(list []weightedFeatures) Forecast {
	f := Forecast{Assumes: equalPlay}
	for _, l := range list {
		f.Win += float64(l.p * m.WinChance(l.ForecastFeatures))
	}
	f.Win = min(1, max(0, f.Win))
	f.Low, f.High = m.Range(f.Win)
	return f
}

// equalPlay says who plays the fights that a forecast is about: searches without the limits of a level.
const equalPlay = "both sides play their best"

// Range returns between which bounds the chance is in 90 of 100 positions with a forecast.
func (m ForecastMap) Range(win float64) (low, high float64) {
	half := float64(m.RangeDeviations * m.Deviation(win))
	return max(0, win-half), min(1, win+half)
}

// Deviation returns the standard deviation of the chance in positions with a forecast; it is largest for an even one.
func (m ForecastMap) Deviation(win float64) float64 {
	return float64(m.Spread * 2 * math.Sqrt(win*(1-win)))
}

// deviationsOf90 is how many standard deviations to either side contain 90 of 100 values of a normal distribution.
const deviationsOf90 = 1.645

// PlayoutResults counts how fights between equals from one position have ended, for side 0.
type PlayoutResults struct{ Fights, Wins, Draws int }

// After returns the forecast refined by fights that have been played out for the same side: the mean of both, weighted
// by their precision, the inverse of the variance. That of the forecast follows from its range, which holds 90 of 100
// chances.
func (f Forecast) After(p PlayoutResults) Forecast {
	sigma := (f.High - f.Low) / 2 / deviationsOf90
	if sigma == 0 || p.Fights == 0 {
		return f
	}
	n := float64(p.Fights)
	mean := (float64(p.Wins) + float64(p.Draws)/2) / n
	// A few fights that all end alike do not show that the variance is 0: two fights with different ends are added.
	variance := (float64(p.Wins) + float64(p.Draws)/4 - float64(n*float64(mean*mean)) + 0.5) / (n + 2)
	prior, played := 1/float64(sigma*sigma), n/variance
	f.Win = float64(float64(prior*f.Win)+float64(played*mean)) / (prior + played)
	half := deviationsOf90 / math.Sqrt(prior+played)
	f.Low, f.High, f.Playouts = max(0, f.Win-half), min(1, f.Win+half), p.Fights
	return f
}
