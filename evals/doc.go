// Package evals measures how well agents play.
//
// [Arena] plays two agents against each other, corrects their scores for the luck of the dice, and stops when its test
// is decided. [Suite] is a set of measures with thresholds: the regret of decisions against exact values, the error of
// win chances, their calibration, strength. [Series] is a measure that takes samples of its own: levels, even
// encounters, small fights, what looks absurd, reviews, tales.
//
// Win chances run from 0 to 1; a draw is half a win. Reports give differences in thousandths of a win (mWP). All
// results are reproducible: the same seed gives the same result on any number of cores, and no result contains a time.
//
// # Where what is
//
//	arena.go, sprt.go             two agents against each other, and the test that ends it
//	suite.go, run.go, measure.go  suites: their files, a run, and the table of what they measure, each in a file of its own:
//	                              regret.go, calibrate.go, loss.go, way.go, referee.go, pace.go, leaf.go
//	judged.go, sample.go          positions with exact values, and how they are found
//	series.go                     the table of series, each in a file of its own: ladder.go (levels), even.go, sense.go,
//	                              small.go (with blame.go, smallreport.go, tables.go), reviewed.go (reviews), narration.go
//	selfplay.go, prospect.go      fights written down as data; fit.go and forecastfit.go fit to them
//	bench.go, sent.go             all of this as jobs that other machines do
//	words.go                      reports as text and Markdown
package evals
