package review

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"kokyu/agent/narrate"
)

// Term is one line of what a fight adds up to, for the first side.
type Term struct {
	Name   string
	Change float64 // of the win chance
}

// Ledger is what lies between the beginning and the end, without what is nothing.
func (r *Review) Ledger() (list []Term) {
	for _, t := range []Term{
		{"choices of " + r.names(0), r.Choice.First}, {"choices of " + r.names(1), r.Choice.Second},
		{"dice of " + r.names(0), r.Luck.First}, {"dice of " + r.names(1), r.Luck.Second},
		{r.edited(), r.Edits}, {"rest, not accounted for", r.Rest},
	} {
		if math.Abs(t.Change) >= 0.0005 {
			list = append(list, t)
		}
	}
	return list
}

// First is the first side, whose chances the review gives.
func (r *Review) First() string { return narrate.The(r.Sides[0]) }

// EndName is what the end of the review is.
func (r *Review) EndName() string {
	switch {
	case r.Positions < r.Of:
		return "where it was ended early"
	case !r.Over:
		return "where the record ends"
	}
	return "the result"
}

// Foretold is the forecast at the beginning in a sentence, empty without one.
func (r *Review) Foretold() string {
	if r.Forecast == nil {
		return ""
	}
	return fmt.Sprintf("The forecast of the beginning for %s, %v. The chances below are the search's own, against best reply: they tell decisions apart.",
		narrate.The(r.First()), *r.Forecast)
}

// Sureness says how the positions were judged, and how far that can be trusted.
func (r *Review) Sureness() string {
	s := fmt.Sprintf("Positions: %d, each searched with up to %d nodes. The values leave %.1f points unaccounted for, within the %.1f that the steps state.",
		r.Positions, r.Nodes, 100*math.Abs(r.Rest), 100*r.Error)
	if r.Exact {
		s = fmt.Sprintf("Positions: %d, all with exact values.", r.Positions)
	}
	if r.Positions < r.Of {
		s += fmt.Sprintf(" Ended early: the record has %d.", r.Of)
	}
	if !r.Repeatable {
		s += " Not repeatable."
	}
	return s
}

// Worst are the decisions of everybody that lost most, the worst first.
func (r *Review) Worst() (list []Step) {
	for _, s := range r.Steps {
		if s.judged && s.Loss >= lossLeast {
			list = append(list, s)
		}
	}
	slices.SortStableFunc(list, func(a, b Step) int { return cmp.Compare(b.Loss, a.Loss) })
	return list[:min(len(list), listMost)]
}

// AccuracyWords are the accuracy as a whole number, a dash where nothing counts.
func (p Person) AccuracyWords() string {
	if p.Counted == 0 {
		return "-"
	}
	return fmt.Sprintf("%.0f", p.Accuracy)
}

// LikeWords say which level a person played like.
func (p Person) LikeWords() string {
	if p.Level == nil {
		return "-"
	}
	low, high := math.Round(p.Level.Low), math.Round(p.Level.High)
	if low == high {
		return fmt.Sprintf("level %.0f", low)
	}
	return fmt.Sprintf("level %.0f to %.0f", low, high)
}
