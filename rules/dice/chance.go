package dice

import (
	"fmt"
	"math"
	"math/big"
	"strings"
)

// Chance is one line of an exact answer. Its fraction may be too large for 64 bits.
type Chance struct {
	Says string   // what it is the chance of: success, ahead, 12 AP
	Rat  *big.Rat // exact, unless there is an error
	// Error is how far off it may be, where a sum has no end that could be counted to; else nil.
	Error *big.Rat
}

// P returns the chance as a number.
func (c Chance) P() float64 {
	p, _ := c.Rat.Float64()
	return p
}

// Lowest returns a chance as a fraction in lowest terms. ok is false, and the fraction 0/0, if it is no chance or too
// large for 64 bits, as those of many exploding dice are.
func Lowest(r *big.Rat) (num, den int64, ok bool) {
	if r.Sign() < 0 || r.Num().Cmp(r.Denom()) > 0 || !r.Denom().IsInt64() {
		return 0, 0, false
	}
	return r.Num().Int64(), r.Denom().Int64(), true
}

// rounding is how far off a chance can be as a number, even if it is exact as a fraction.
const rounding = 0x1p-53

// chanceDigits is the most characters of a fraction that is printed: a longer one says nothing to a reader.
const chanceDigits = 24

// String returns the fraction, or where there is none or it is too long to read what it comes to: "about 0.010474".
func (c Chance) String() string {
	if text := c.Rat.String(); len(text) <= chanceDigits && c.Error == nil {
		return text
	}
	return fmt.Sprintf("about %.5g", c.P())
}

// Percent returns the chance for people, as [Percent] words it.
func (c Chance) Percent() string { return percent(c.Rat) }

// MarshalJSON returns {"num","den","p"} in lowest terms: num and den are exact whole numbers however long they are.
// With an error it is {"p","exact":false,"error"}.
func (c Chance) MarshalJSON() ([]byte, error) {
	if c.Error != nil {
		off, _ := c.Error.Float64()
		return fmt.Appendf(nil, `{"p":%v,"exact":false,"error":%v}`, c.P(), max(off, rounding)), nil
	}
	return fmt.Appendf(nil, `{"num":%d,"den":%d,"p":%v}`, c.Rat.Num(), c.Rat.Denom(), c.P()), nil
}

// Percent returns a chance for people, to a tenth: "79 %", "33.3 %". What is not certain never reads as certain, nor
// what is possible as impossible.
func Percent(p float64) string {
	r := new(big.Rat).SetFloat64(p)
	if r == nil {
		return "no chance" // not a number
	}
	return percent(r)
}

// InHundred returns a chance for people, in whole percent: "79 %". It keeps what is not certain apart like [Percent].
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

// percent words a chance to a tenth. A chance below 1 never reads as certain, and one above 0 never as impossible.
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
