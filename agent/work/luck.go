package work

// Weigher learns from results of one encounter how much of their luck to take off the next: as much as makes them scatter
// least. A weight that only looks back leaves the mean alone, as the luck to come has the mean zero whatever came before;
// and where the values of the dice are poor, it learns to leave their luck on.
type Weigher struct{ n, raw, given, product, square float64 }

// trust is how much luck, as a sum of squares, must be seen before what was learned outweighs the weight 1 it starts from.
const trust = 0.1

// Weight returns the share of the luck to take off the next result, as learned from those before it.
func (w *Weigher) Weight() float64 {
	together := w.product
	if w.n > 0 {
		together -= w.raw * w.given / w.n
	}
	return (trust + together) / (trust + w.square)
}

// Learn takes in a result and the luck in it.
func (w *Weigher) Learn(raw, given float64) {
	w.n++
	w.raw += raw
	w.given += given
	w.product += raw * given
	w.square += given * given
}
