package work

// LuckWeigher learns from results of one encounter how much of their luck to take off the next: as much as makes them
// scatter least, which is the covariance of both divided by the variance of the luck. A weight that only looks back
// leaves the mean alone, as the luck to come has the mean zero whatever came before; and where the values of the dice
// are poor, it learns to leave their luck on.
type LuckWeigher struct {
	n, raw, given   float64 // how many results, and the sums of results and luck
	product, square float64 // the sums of result times luck, and of luck squared
}

// priorSquares is how much luck, as a sum of squares, must be seen before what was learned outweighs the weight 1 it starts
// from: with luck of 0.3 a fight, that of one or two.
const priorSquares = 0.1

// Weight returns the share of the luck to take off the next result, as learned from those before it.
func (w *LuckWeigher) Weight() float64 {
	covariance := w.product // n times
	if w.n > 0 {
		covariance -= w.raw * w.given / w.n
	}
	return (priorSquares + covariance) / (priorSquares + w.square)
}

// Learn takes in a result and the luck in it.
func (w *LuckWeigher) Learn(raw, given float64) {
	w.n++
	w.raw += raw
	w.given += given
	w.product += raw * given
	w.square += given * given
}
