// Package evals measures how well agents play.
//
// [Analyze] takes one fight apart into luck and choice. [Arena] sets two agents against each other with the luck of the
// dice taken off, and says when it knows enough. [Suite] is a set of measures with thresholds: the regret of decisions
// against exact values, the error of win chances, their calibration, strength.
//
// Win chances run from 0 to 1, a draw is half a win. Differences are in thousandths of a win (mWP) where people read them.
// Everything here is repeatable: the same seed gives the same answer on any number of cores, and no answer holds a time.
package evals
