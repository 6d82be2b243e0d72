package agent

import "math"

// Interval is a mean with its 95 % confidence interval.
type Interval struct {
	Mean float64 `json:"mean"`
	Low  float64 `json:"low"`
	High float64 `json:"high"`
}

// quantile is how many standard errors to either side of a mean hold 95 % of a normal distribution.
const quantile = 1.96

// AtLeast returns the interval of a quantity that is never less, such as a number of rounds.
func (i Interval) AtLeast(least float64) Interval {
	i.Low = max(least, i.Low)
	return i
}

// IntervalOf returns the mean of values and 1.96 standard errors to either side; of no values it is zero.
func IntervalOf(xs []float64) Interval {
	if len(xs) == 0 {
		return Interval{}
	}
	n, sum := float64(len(xs)), 0.0
	for _, x := range xs {
		sum += x
	}
	mean := sum / n
	half := float64(quantile * math.Sqrt(variance(xs, mean)/n))
	return Interval{Mean: mean, Low: mean - half, High: mean + half}
}

// variance returns the variance of a sample with this mean, 0 of less than two.
func variance(xs []float64, mean float64) float64 {
	if len(xs) < 2 {
		return 0
	}
	squares := 0.0
	for _, x := range xs {
		squares += float64((x - mean) * (x - mean))
	}
	return squares / float64(len(xs)-1)
}

// shareOf returns the interval of the mean of results from 0 to 1, as Wilson does.
func shareOf(xs []float64) Interval { return Wilson(IntervalOf(xs).Mean, float64(len(xs))) }

// Wilson returns the 95 % interval of a share p seen in n cases: it stays within 0 and 1, and is not empty where all
// cases were alike, as standard errors would have it: five fights won were "1.000 to 1.000". Its mean is p itself.
func Wilson(p, n float64) Interval {
	if n == 0 {
		return Interval{High: 1}
	}
	q := float64(quantile * quantile)
	middle := (p + q/(2*n)) / (1 + q/n)
	half := float64(float64(quantile/(1+q/n)) * math.Sqrt(float64(p*(1-p))/n+q/(4*n*n)))
	return Interval{Mean: p, Low: max(0, min(p, middle-half)), High: min(1, max(p, middle+half))}
}

// ChanceOf returns the chance to win with its 95 % interval, from the raw scores of fights and the same with the luck
// of the dice taken off (adjusted). Taking it off reduces the variance as more fights would, so the interval is
// Wilson's for as many fights as would have that variance without it, from half to ten times those there were.
func ChanceOf(raw, adjusted []float64) Interval {
	n := float64(len(raw))
	if n == 0 {
		return Interval{High: 1}
	}
	mean, p := IntervalOf(adjusted).Mean, IntervalOf(raw).Mean
	equivalent := n // fights that would have the variance of the adjusted scores
	if v := variance(adjusted, mean); v > 0 && p > 0 && p < 1 {
		equivalent = max(n/2, min(10*n, n*float64(p*(1-p))/v))
	}
	return Wilson(max(0, min(1, mean)), equivalent)
}

// DifferenceOf returns the 95 % interval of the mean difference of two series of fights on the same seeds, of - from.
// Fights of one seed are compared with each other, so that what both owe to the dice cancels out. The width counts one
// more fight with the largest possible difference, so that a few fights that all ended alike prove little.
func DifferenceOf(of, from []float64) Interval {
	var differences []float64
	for k := range min(len(of), len(from)) {
		differences = append(differences, of[k]-from[k])
	}
	n := float64(len(differences))
	if n == 0 {
		return Interval{Low: -1, High: 1}
	}
	mean := IntervalOf(differences).Mean
	half := float64(quantile*math.Sqrt(float64(n*variance(differences, mean))+1)) / n
	return Interval{Mean: mean, Low: max(-1, mean-half), High: min(1, mean+half)}
}
