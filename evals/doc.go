// Package evals measures how well agents play.
//
// [Arena] plays two agents against each other, corrects their scores for the luck of the dice, and stops when its test
// is decided. [Suite] is a set of measures with thresholds: the regret of decisions against exact values, the error of
// win chances, their calibration, strength. [Series] is a measure that takes samples of its own: levels, small
// fights, what looks absurd, reviews, tales.
//
// Win chances run from 0 to 1; a draw is half a win. Reports give differences in thousandths of a win (mWP). All
// results are reproducible: the same seed gives the same result on any number of cores, and no result contains a time.
//
// # Where what is
//
// From the ground up. No file uses one that uses it in turn.
//
//	figures.go, words.go      sums and means; reports as text and Markdown
//	encounter.go, play.go     what fights begin with, and how an agent plays them
//	judge.go, judged.go       decisions judged by exact values: in fights, at positions (position.go) that sample.go finds
//	selfplay.go               fights of an agent against itself, as jobs and in files: decisions.go and prospect.go, to
//	                          which fit.go and forecastfit.go fit
//	sprt.go, arena.go         two agents against each other, and the test that ends it
//	series.go                 what all series share: ladder.go (levels), reviewed.go (reviews), narration.go, sense.go
//	                          (and checklist.go, onlooker.go), small.go (and draws.go, smallreport.go)
//	suite.go, run.go          a suite and its run, of which each measure takes samples: regret.go, calibrate.go, loss.go,
//	                          way.go, pace.go, strength.go, leaf.go
//	measure.go, report.go     the table of these measures, and the report of a run; readsuite.go checks suites by it
//	all.go                    the series, and all of this as jobs that other machines do
package evals
