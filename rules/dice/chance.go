package dice

import (
	"fmt"
	"math"
	"math/big"
	"strings"
)

// Chance is one line of an exact answer. Its fraction may be too large for 64 bits.
type Chance struct {
	Says  string   // what it is the chance of: success, ahead, 12 AP
	Rat   *big.Rat // exact, if Error is nil
	Error *big.Rat // how far off it may be, if endless dice were not listed to the end
}

// P returns the chance as a number.
func (c Chance) P() float64 {
	p, _ := c.Rat.Float64()
	return p
}

// Lowest returns a chance as a fraction in lowest terms. ok is false, and the fraction 0/0, if r is not within [0, 1]
// or too large for 64 bits, as for many exploding dice.
func Lowest(r *big.Rat) (num, den int64, ok bool) {
	if r.Sign() < 0 || r.Num().Cmp(r.Denom()) > 0 || !r.Denom().IsInt64() {
		return 0, 0, false
	}
	return r.Num().Int64(), r.Denom().Int64(), true
}

// rounding is the most by which a float64 can differ from the exact chance.
const rounding = 0x1p-53

// chanceDigits is the most characters of a fraction that is printed.
const chanceDigits = 24

// String returns the fraction, or "about 0.010474" if it is not exact or too long to read.
func (c Chance) String() string {
	if text := c.Rat.String(); len(text) <= chanceDigits && c.Error == nil {
		return text
	}
	return fmt.Sprintf("about %.5g", c.P())
}

// Percent returns the chance for people, as [Percent] words it.
func (c Chance) Percent() string { return percent(c.Rat) }

// MarshalJSON returns {"num","den","p"} in lowest terms, num and den in full length, or with an Error
// {"p","exact":false,"error"}.
func (c Chance) MarshalJSON() ([]byte, error) {
	if c.Error != nil {
		off, _ := c.Error.Float64()
		return fmt.Appendf(nil, `{"p":%v,"exact":false,"error":%v}`, c.P(), max(off, rounding)), nil
	}
	return fmt.Appendf(nil, `{"num":%d,"den":%d,"p":%v}`, c.Rat.Num(), c.Rat.Denom(), c.P()), nil
}

// Percent words a chance to a tenth: "79 %", "33.3 %". A chance below 1 never reads as certain, one above 0 never as
// impossible.
func Percent(p float64) string {
	r := new(big.Rat).SetFloat64(p)
	if r == nil {
		return "no chance" // not a number
	}
	return percent(r)
}

// InHundred words a chance in whole percent: "79 %". Like [Percent] it never rounds to certain or impossible.
func InHundred(p float64) string {
	switch n := math.Round(100 * p); {
	case n == 0 && p > 0:
		return "<1 %"
	case n == 100 && p < 1:
		return ">99 %"
	default:
		return fmt.Sprintf("%.0f %%", n)
	}
}

// percent is [Percent] for an exact chance.
func percent(r *big.Rat) string {
	text := strings.TrimSuffix(new(big.Rat).Mul(r, big.NewRat(100, 1)).FloatString(1), ".0")
	switch {
	case text == "0" && r.Sign() > 0:
		return "<0.1 %"
	case text == "100" && !r.IsInt():
		return ">99.9 %"
	}
	return text + " %"
}
