package dice

// TwoD10Throws is the number of equally likely throws of two ten-sided dice; ten of them are doubles.
const TwoD10Throws = 100

// twoD10 returns how many of the hundred throws of two ten-sided dice show total, with different dice (plain) and with
// equal ones (double). Totals run from 2 to 20; any other has none.
func twoD10(total int) (plain, double int) {
	if total < 2 || total > 20 {
		return 0, 0
	}
	double = 1 - total%2
	return 10 - max(total-11, 11-total) - double, double
}

// TwoD10AtLeast returns how many of the hundred throws show need or more, with different dice and with equal ones.
func TwoD10AtLeast(need int) (plain, double int) {
	for total := max(need, 2); total <= 20; total++ {
		p, d := twoD10(total)
		plain += p
		double += d
	}
	return plain, double
}

// TwoD10Check returns the question whether two ten-sided dice and what is added to them reach a number.
func TwoD10Check(mod, need int) Expr {
	return Expr{Own: Hand{Terms: []Term{{Count: 2, Sides: 10}}, Mod: mod}, Need: need}
}
