// Package evals measures how well agents play.
//
// [Arena] plays two agents against each other, corrects their scores for the luck of the dice, and stops when its test
// is decided. [Suite] is a set of measures with thresholds: the regret of decisions against exact values, the error of
// win chances, their calibration, strength. [Series] is a measure that takes samples of its own: levels, even
// encounters, small fights, what looks absurd, reviews, tales.
//
// Win chances run from 0 to 1; a draw is half a win. Reports give differences in thousandths of a win (mWP). All
// results are reproducible: the same seed gives the same result on any number of cores, and no result contains a time.
package evals
