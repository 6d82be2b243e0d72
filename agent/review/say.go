package review

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"kokyu/agent"
	"kokyu/agent/picture"
	"kokyu/rules/dice"
	"kokyu/rules/text"
)

// ledgerLine is what one cause changed for the first side, over the whole fight.
type ledgerLine struct {
	Name   string
	Change float64 // of the win chance
}

// Ledger returns the causes whose changes lead from the chance at the beginning to the end, without those that changed
// nothing.
func (r *Review) Ledger() (list []ledgerLine) {
	for _, t := range []ledgerLine{
		{"choices of " + r.nameOf(0), r.Choice.First}, {"choices of " + r.nameOf(1), r.Choice.Second},
		{"dice of " + r.nameOf(0), r.Luck.First}, {"dice of " + r.nameOf(1), r.Luck.Second},
		{r.editors(), r.Edits}, {"rest, not accounted for", r.Rest},
	} {
		if math.Abs(t.Change) >= 0.0005 {
			list = append(list, t)
		}
	}
	return list
}

// firstSide returns the name of the first side, whose chances the review gives.
func (r *Review) firstSide() string { return text.The(r.Sides[0]) }

// EndName returns the name of the end of the ledger.
func (r *Review) EndName() string {
	switch {
	case r.Positions < r.PositionsInRecord:
		return "where it was ended early"
	case !r.Over:
		return "where the record ends"
	}
	return "the result"
}

// Explain says what the figures of the review are, and what was to be expected at the beginning.
func (r *Review) Explain() string {
	switch {
	case r.Exact:
		return ""
	case r.Forecast == nil:
		return fmt.Sprintf("There are no forecasts of this system: the figures are what the search makes of %s, "+
			"from 0 for lost to 100 for won, and no chances.", r.firstSide())
	}
	return fmt.Sprintf("The chance of %s at the beginning, %v. All figures are chances of %s.",
		r.firstSide(), *r.Forecast, r.firstSide())
}

// Measure returns what the figures of the review measure.
func (r *Review) Measure() string {
	return text.Either(r.hasForecasts || r.Exact, "the chance of ", "the search's value for ") + r.firstSide()
}

// Stands returns a figure of the review in words: a chance or, where its range is wide, which side is better, as
// [agent.Forecast.Short] does. In a system without forecasts it is called a value.
func (r *Review) Stands(p float64) string {
	switch {
	case r.Exact || p <= 0 || p >= 1:
		return dice.InHundred(p)
	case !r.hasForecasts:
		return fmt.Sprintf("value %.0f", 100*p)
	}
	low, high := r.forecasts.Range(p)
	return agent.Forecast{Win: p, Low: low, High: high}.Short()
}

// Sureness says how the positions were judged, and how far that can be trusted. The rest is never larger than the sum
// of the errors of the steps: see setChange.
func (r *Review) Sureness() string {
	s := fmt.Sprintf("Positions: %d, each searched with up to %d nodes. "+
		"The values leave %s unaccounted for, within the %.1f that the steps state.",
		r.Positions, r.Nodes, text.Points(picture.OneDecimal(100*math.Abs(r.Rest))), 100*r.Error)
	if r.Exact {
		s = fmt.Sprintf("Positions: %d, all with exact values.", r.Positions)
	}
	if r.Positions < r.PositionsInRecord {
		s += fmt.Sprintf(" Ended early: the record has %d.", r.PositionsInRecord)
	}
	return s + text.Either(r.Repeatable, "", " Not repeatable.")
}

// Worst returns the decisions of everybody that lost most, the worst first.
func (r *Review) Worst() []reviewedStep {
	list := text.Keep(r.Steps, func(s reviewedStep) bool { return s.isJudged && s.Loss >= mistakeLeast })
	slices.SortStableFunc(list, func(a, b reviewedStep) int { return cmp.Compare(b.Loss, a.Loss) })
	return list[:min(len(list), listedMost)]
}

// AccuracyWords returns the accuracy as a whole number, a dash where nothing counts.
func (p personReview) AccuracyWords() string {
	if p.Accuracy == nil {
		return "-"
	}
	return fmt.Sprintf("%.0f", *p.Accuracy)
}

// ownLuck returns what the dice gave a person's own side, in mWP.
func (r *Review) ownLuck(p personReview) float64 {
	if p.Side == r.Sides[1] {
		return -p.Luck
	}
	return p.Luck
}

// LuckWords says what the dice gave a person's own side: "good 12.3". All other figures are those of the first side.
func (r *Review) LuckWords(p personReview) string {
	switch luck := r.ownLuck(p); {
	case luck >= negligibleLoss:
		return "good " + picture.OneDecimal(luck/10)
	case luck <= -negligibleLoss:
		return "bad " + picture.OneDecimal(-luck/10)
	}
	return "0.0"
}

// LevelWords says which level a person played like.
func (p personReview) LevelWords() string {
	if p.Level == nil {
		return "-"
	}
	low, high := math.Round(p.Level.Low), math.Round(p.Level.High)
	return fmt.Sprintf("level %.0f", low) + text.Either(low < high, fmt.Sprintf(" to %.0f", high), "")
}
