package evals

import "context"

// coordinateDescent minimizes a loss over the numbers at by coordinate descent. The step begins at from, is divided by
// shrink when no change of a number reduces the loss, and ends below to. tries returns the values to try for a number;
// a reduction counts if it is at least least. The error is that of ctx; at then holds the best values so far.
func coordinateDescent(ctx context.Context, at []float64, from, to, shrink, least float64,
	tries func(i int, value, step float64) []float64, loss func([]float64) float64) error {
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
