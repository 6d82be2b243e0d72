package dice

import (
	"fmt"
	"math/big"
)

// Fraction is a chance in lowest terms: 0 <= Num <= Den and Den >= 1. Two equal chances are equal with ==.
// The zero value is no chance at all, not a chance of zero.
type Fraction struct {
	Num, Den int64
}

// Lowest returns r as a Fraction; ok is false when r is no chance or its terms are too large for 64 bits, as those of
// many exploding dice are.
func Lowest(r *big.Rat) (f Fraction, ok bool) {
	num, den := r.Num(), r.Denom()
	if num.Sign() < 0 || num.Cmp(den) > 0 || !den.IsInt64() {
		return Fraction{}, false
	}
	return Fraction{num.Int64(), den.Int64()}, true
}

// String returns "79/100".
func (f Fraction) String() string {
	return fmt.Sprintf("%d/%d", f.Num, f.Den)
}
