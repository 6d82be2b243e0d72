package session

import (
	"io"

	"kokyu/rules/fight"
)

// WriteRecord writes the record so far as the client may know it. Only the GM's has the seed, which determines the dice
// to come. None has the GM's note: programs read what is written here, and the note is for the GM's own eyes. The
// record on disk has it.
func (c Client) WriteRecord(w io.Writer) error {
	h := c.Header()
	h.GM = ""
	if !c.isGM() {
		h.Seed = 0
	}
	return fight.WriteRecord(w, h, c.stepsSince(0))
}
