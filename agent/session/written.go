package session

import (
	"io"

	"kokyu/rules/fight"
)

// WriteRecord writes the record so far as the client may know it. Only the GM's has the seed: the dice to come follow from it.
// None has the GM's note: who reads this one is a program, and that note is for the GM's own eyes. The file on disk has it.
func (c Client) WriteRecord(w io.Writer) error {
	h := c.Header()
	h.GM = ""
	if !c.everything() {
		h.Seed = 0
	}
	return fight.WriteRecord(w, h, c.stepsSince(0))
}
