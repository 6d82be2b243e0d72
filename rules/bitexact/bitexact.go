// Package bitexact has exponentials and logarithms whose results have the same bits on every processor. Estimates are
// made of them, so that a fight is played the same everywhere.
//
// Package math does not promise that: some of its functions are written in assembly on some processors, and where there
// is a fused multiply-add the compiler may use it. Here only the four operations are used, and every product is rounded
// by a conversion, which forbids fusing (Go specification, "Floating-point operators"). The results are not exact:
// their errors are a few units in the last place, far below what any estimate knows.
package bitexact

import "math"

const (
	ln2High = 0x1.62e42feep-1 // the leading bits of log 2: times any exponent exact
	ln2Low  = 0x1.a39ef35793c76p-33
)

// inverseFactorials are 1/n! for n from 0, inverseOdds those of the odd numbers, 1/23 to 1/3: a division takes as long
// as several products.
var (
	inverseFactorials = [15]float64{1, 1, 1. / 2, 1. / 6, 1. / 24, 1. / 120, 1. / 720, 1. / 5040, 1. / 40320, 1. / 362880, 1. / 3628800,
		1. / 39916800, 1. / 479001600, 1. / 6227020800, 1. / 87178291200}
	inverseOdds = [...]float64{1. / 23, 1. / 21, 1. / 19, 1. / 17, 1. / 15, 1. / 13, 1. / 11,
		1. / 9, 1. / 7, 1. / 5, 1. / 3}
)

// Exp returns e to the power x: 0 below -745, +Inf above 710.
func Exp(x float64) float64 {
	switch {
	case x != x:
		return x
	case x > 710:
		return math.Inf(1)
	case x < -745:
		return 0
	}
	k := math.Floor(float64(x*(1/math.Ln2)) + 0.5)
	r := x - float64(k*ln2High) - float64(k*ln2Low) // |r| <= log 2 / 2
	c, t := &inverseFactorials, float64(r*r)
	even, odd := c[14], c[13] // Taylor's series, innermost first: two sums that need not wait for each other
	for n := 12; n >= 2; n -= 2 {
		even, odd = c[n]+float64(even*t), c[n-1]+float64(odd*t)
	}
	p := c[0] + (float64(odd*r) + float64(even*t))
	if -1000 < k && k < 1000 {
		return float64(p * math.Float64frombits(uint64(int(k)+1023)<<52))
	}
	return math.Ldexp(p, int(k))
}

// Log returns the natural logarithm of x: -Inf of 0, NaN below.
func Log(x float64) float64 {
	switch {
	case x != x || math.IsInf(x, 1):
		return x
	case x < 0:
		return math.NaN()
	case x == 0:
		return math.Inf(-1)
	}
	m, e := math.Frexp(x) // half to 1
	if m < math.Sqrt2/2 {
		m, e = 2*m, e-1
	}
	s := (m - 1) / (m + 1) // |s| < 0.172
	t := float64(s * s)
	p := 0.0
	for _, c := range inverseOdds { // of (1+s)/(1-s): 2 (s + s^3/3 + s^5/5 ...)
		p = float64(t * (c + p))
	}
	k := float64(e)
	return float64(k*ln2High) + (float64(k*ln2Low) + float64(2*s*(1+p)))
}

// Tanh returns the hyperbolic tangent of x, -1 to 1; near 0 its error is one of 1, not of itself.
func Tanh(x float64) float64 {
	t := Exp(-2 * math.Abs(x))
	return math.Copysign((1-t)/(1+t), x)
}

// Atanh returns what has the hyperbolic tangent x, for -1 < x < 1.
func Atanh(x float64) float64 { return Log((1+x)/(1-x)) / 2 }

// Pow returns x to the power y, for x of 0 or more and any y; whole powers up to 64 are products.
func Pow(x, y float64) float64 {
	if y == math.Trunc(y) && math.Abs(y) <= 64 {
		p := 1.0
		for n := int(math.Abs(y)); n > 0; n /= 2 {
			if n%2 == 1 {
				p = float64(p * x)
			}
			x = float64(x * x)
		}
		if y < 0 {
			return 1 / p
		}
		return p
	}
	if x == 0 {
		return math.Exp2(math.Copysign(math.Inf(1), -y)) // 0, or +Inf where y is negative
	}
	return Exp(float64(y * Log(x)))
}

// TimeLimited returns the estimate v, from -1 to 1, of a fight that ends with value end when time is up. In each round
// a part of the fights still undecided is decided, at this rate; what is undecided after so many rounds has value end.
func TimeLimited(v, end, rate, rounds float64) float64 {
	undecided := Exp(float64(-rate * rounds))
	return float64((1-undecided)*v) + float64(undecided*end)
}
