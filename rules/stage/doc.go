// Package stage has what rule systems are made of and write alike: positions as bytes, and what a fight waits for.
package stage
