// Package narration measures what stands between a tale and a false word: how many true passages the verifier of package
// narrate lets through, how many false ones it stops, and how what is told reads.
package narration
