// Package rows reads the files of the system of document 001: its catalogue of weapons, armours, masteries and stat
// blocks, encounters and positions, and questions about odds. It knows the form of each file, the closed lists of words
// in it and what is wrong in it; what the rows come to in a fight is worked out by the engine.
package rows
