package evals

import "math"

// mapped returns the results of a function for the members of a list.
func mapped[T, U any](list []T, figure func(T) U) []U {
	made := make([]U, len(list))
	for i, x := range list {
		made[i] = figure(x)
	}
	return made
}

// sum returns the sum of a figure, added in the order of the list.
func sum[T any](list []T, figure func(T) float64) (all float64) {
	for _, x := range list {
		all += figure(x)
	}
	return all
}

// mean returns the mean of a figure, 0 of nothing.
func mean[T any](list []T, figure func(T) float64) float64 {
	return sum(list, figure) / float64(max(1, len(list)))
}

// itself is the figure of a number.
func itself(x float64) float64 { return x }

// deviation returns the standard deviation of a sample.
func deviation(xs []float64) float64 {
	if len(xs) < 2 {
		return 0
	}
	m := mean(xs, itself)
	return math.Sqrt(sum(xs, func(x float64) float64 { return (x - m) * (x - m) }) / float64(len(xs)-1))
}

// fourPlaces rounds a number for a file to four decimal places: more are not known of what is fitted or played out.
func fourPlaces(x float64) float64 { return math.Round(1e4*x) / 1e4 }
