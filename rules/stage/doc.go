// Package stage has what rule systems are made of and write alike: positions as bytes, what a fight waits for, and
// whole small systems ([Spec]).
package stage
