package dice

import (
	"fmt"
	"math/big"
)

// Fraction is a chance in lowest terms: 0 <= Num <= Den and Den >= 1. Two equal chances are equal with ==.
// The zero value is no chance at all, not a chance of zero.
type Fraction struct {
	Num, Den int
}

// Of is good ways out of all, in lowest terms. It panics unless 0 <= good <= all and all >= 1.
func Of(good, all int) Fraction {
	if all < 1 || good < 0 || good > all {
		panic(fmt.Sprintf("dice: %d ways of %d are not a chance", good, all))
	}
	f, _ := Lowest(big.NewRat(int64(good), int64(all)))
	return f
}

// Lowest is r as a Fraction; ok is false when r is no chance or its terms are too large for an int, as those of many
// exploding dice are.
func Lowest(r *big.Rat) (f Fraction, ok bool) {
	num, den := r.Num(), r.Denom()
	if num.Sign() < 0 || num.Cmp(den) > 0 || !fits(den) {
		return Fraction{}, false
	}
	return Fraction{int(num.Int64()), int(den.Int64())}, true
}

// fits says whether n is an int on this machine.
func fits(n *big.Int) bool {
	return n.IsInt64() && int64(int(n.Int64())) == n.Int64()
}

// Rat is the fraction as a rational number, a new one each time. It panics on the zero Fraction.
func (f Fraction) Rat() *big.Rat {
	return big.NewRat(int64(f.Num), int64(f.Den))
}

// Float is the float64 nearest to the fraction, 0 to 1.
func (f Fraction) Float() float64 {
	p, _ := f.Rat().Float64()
	return p
}

// Percent is the chance for people, to a tenth: "79%", "33.3%". What is not certain never reads as certain, nor what is
// possible as impossible: "<0.1%", ">99.9%".
func (f Fraction) Percent() string { return percent(f.Rat()) }

// String is "79/100".
func (f Fraction) String() string {
	return fmt.Sprintf("%d/%d", f.Num, f.Den)
}

// MarshalJSON is {"num":79,"den":100,"p":0.79}.
func (f Fraction) MarshalJSON() ([]byte, error) {
	if f.Den < 1 {
		return nil, fmt.Errorf("dice: the fraction %v is no chance", f)
	}
	return fmt.Appendf(nil, `{"num":%d,"den":%d,"p":%v}`, f.Num, f.Den, f.Float()), nil
}
