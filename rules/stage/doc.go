// Package stage has what rule systems are made of and write alike: positions as bytes.
package stage
