package evals

import "context"

// Descend makes a loss of numbers smaller by turning one after another, as long as that helps (coordinate descent): by a
// step that begins at from, is divided by shrink when no number can be turned with gain, and ends below to. tries are the
// values to try in place of one; a gain counts from least. The error is ctx's, with the best found so far in at.
func Descend(ctx context.Context, at []float64, from, to, shrink, least float64, tries func(i int, value, step float64) []float64, loss func([]float64) float64) error {
	best := loss(at)
	for step := from; step > to; {
		moved := false
		for i := range at {
			was := at[i]
			for _, try := range tries(i, was, step) {
				if err := ctx.Err(); err != nil {
					at[i] = was
					return err
				}
				at[i] = try
				if l := loss(at); l < best-least {
					best, was, moved = l, try, true
				}
				at[i] = was
			}
		}
		if !moved {
			step /= shrink
		}
	}
	return nil
}
