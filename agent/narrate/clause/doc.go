// Package clause reads plain English sentences about a fight into claims: who does what to whom, with what, and what comes
// of it. It knows words and their order and nothing of any rule system. It reads shallowly and says so: what it cannot
// read is a fault, never a guess.
package clause
