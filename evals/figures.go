package evals

import "math"

// mapped returns the results of a function for each member of a list.
func mapped[T, U any](list []T, figure func(T) U) []U {
	made := make([]U, len(list))
	for i, x := range list {
		made[i] = figure(x)
	}
	return made
}

// sum returns the sum of a figure over a list, added in its order: another order could round to another last bit, and
// the same seed gives the same report.
func sum[T any](list []T, figure func(T) float64) (all float64) {
	for _, x := range list {
		all += figure(x)
	}
	return all
}

// mean returns the mean of a figure over a list; 0 for an empty one.
func mean[T any](list []T, figure func(T) float64) float64 {
	return sum(list, figure) / float64(max(1, len(list)))
}

// itself returns a number, for sums and means of numbers.
func itself(x float64) float64 { return x }

// deviation returns the standard deviation of a sample, by the unbiased estimate of its variance.
func deviation(xs []float64) float64 {
	if len(xs) < 2 {
		return 0
	}
	m := mean(xs, itself)
	return math.Sqrt(sum(xs, func(x float64) float64 { return (x - m) * (x - m) }) / float64(len(xs)-1))
}

// fourPlaces rounds a number for a file to four decimal places: more are not known of what is fitted.
func fourPlaces(x float64) float64 { return math.Round(1e4*x) / 1e4 }
