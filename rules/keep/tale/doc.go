// Package tale says how a fight of the system of document 001 is told: the law line of each event, the moments of a tale and
// what words must say of each. It reads events alone and knows nothing of the engine.
package tale
