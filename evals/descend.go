package evals

import "context"

// coordinateDescent minimizes a loss over x by coordinate descent. The first step has the size firstStep. When no
// change of a number reduces the loss by minGain or more, the size is divided by shrink, until it is below lastStep.
// tries returns the values to try for a number. The error is that of ctx; x then holds the best values so far.
func coordinateDescent(ctx context.Context, x []float64, firstStep, lastStep, shrink, minGain float64,
	tries func(i int, value, step float64) []float64, loss func([]float64) float64) error {
	best := loss(x)
	for step := firstStep; step > lastStep; {
		moved := false
		for i := range x {
			was := x[i]
			for _, try := range tries(i, was, step) {
				if err := ctx.Err(); err != nil {
					x[i] = was
					return err
				}
				x[i] = try
				if l := loss(x); l < best-minGain {
					best, was, moved = l, try, true
				}
				x[i] = was
			}
		}
		if !moved {
			step /= shrink
		}
	}
	return nil
}
