package agent

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"kokyu/rules/book"
	"kokyu/rules/text"
)

// Weights are values of leaf weights that replace the game's own, in the order in which they were named, as in
// kokyu-lab arena 'search leaf=rest:0.9,many:1' search. An agent is read before there is a fight, and which weights
// there are depends on the fight, so that names and bounds are checked by among when the first position is searched.
type Weights []book.Weight

// String returns the weights in the form of the setting leaf=.
func (w Weights) String() string {
	return strings.Join(text.Each(w, func(one book.Weight) string {
		return one.Name + ":" + strconv.FormatFloat(one.Value, 'g', -1, 64)
	}), ",")
}

// among returns the values of all weights of a fight, with these in place. The error names a weight that the fight does
// not have or that is out of bounds.
func (w Weights) among(all []book.Weight) (values []float64, err error) {
	var names []string
	for _, one := range all {
		values, names = append(values, one.Value), append(names, one.Name)
	}
	for _, one := range w {
		i := slices.Index(names, one.Name)
		switch {
		case len(all) == 0:
			return nil, text.Problem{What: "leaves of this fight have no weights that can be changed", Want: "none named"}
		case i < 0:
			what := fmt.Sprintf("leaves of this fight have no weight %q", one.Name)
			return nil, text.Problem{What: what, Want: text.OneOf(one.Name, names)}
		case one.Value < all[i].Least || one.Value > all[i].Most:
			return nil, text.Problem{What: fmt.Sprintf("the weight %s is %g", one.Name, one.Value),
				Want: fmt.Sprintf("%g to %g", all[i].Least, all[i].Most)}
		}
		values[i] = one.Value
	}
	return values, nil
}

// parseWeights reads weights in the form "rest:0.9,nearly:0.2". It does not check whether a fight has them.
func parseWeights(list string) (w Weights, err error) {
	for pair := range strings.SplitSeq(list, ",") {
		name, number, _ := strings.Cut(pair, ":")
		value, err := strconv.ParseFloat(number, 64)
		if err != nil || name == "" || math.IsNaN(value) || math.IsInf(value, 0) {
			return nil, fmt.Errorf("weights cannot be %q, want names and numbers, as in rest:0.9,nearly:0.2", list)
		}
		if slices.ContainsFunc(w, func(one book.Weight) bool { return one.Name == name }) {
			return nil, fmt.Errorf("weights name %q twice, want it once", name)
		}
		w = append(w, book.Weight{Name: name, Value: value})
	}
	return w, nil
}
