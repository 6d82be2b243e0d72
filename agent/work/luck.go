package work

// LuckWeigher learns from the results of fights what share of the luck to subtract from the next result: the share that
// minimises the variance, which is the covariance of result and luck divided by the variance of luck (a control
// variate). Its weight depends on earlier fights alone and so leaves the mean unchanged, as luck has the mean zero. If
// luck is valued badly, the weight becomes small.
type LuckWeigher struct {
	n, results, luck  float64 // how many results, and the sums of results and luck
	products, squares float64 // the sums of result times luck, and of luck squared
}

// priorSquares is the sum of squares of luck at which what was learned has as much influence as the initial weight of
// 1: with luck of 0.3 per fight, after one or two fights.
const priorSquares = 0.1

// Weight returns the share of the luck to subtract from the next result.
func (w *LuckWeigher) Weight() float64 {
	covariance := w.products // times n
	if w.n > 0 {
		covariance -= w.results * w.luck / w.n
	}
	return (priorSquares + covariance) / (priorSquares + w.squares)
}

// Learn adds a result and its luck.
func (w *LuckWeigher) Learn(result, luck float64) {
	w.n++
	w.results += result
	w.luck += luck
	w.products += result * luck
	w.squares += luck * luck
}
