package fight

import (
	"fmt"

	"kokyu/rules/text"
)

// Warning is something that reading a record repaired and the user should know.
type Warning struct {
	File string `json:"file"`
	Line int    `json:"line"`
	What string `json:"what"`
}

// String returns "duel.jsonl:12: what", safe to print.
func (w Warning) String() string { return linePlace(w.File, w.Line) + text.Escape(w.What) }

// linePlace returns "duel.jsonl:12: ", safe to print.
func linePlace(file string, line int) string {
	return fmt.Sprintf("%s:%d: ", text.Escape(file), line)
}
