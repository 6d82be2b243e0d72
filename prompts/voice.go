// Package prompts holds the words with which a language model is asked for a tale.
package prompts

import _ "embed"

// Write is the instruction for a tale, before the brief of it; Mend is the instruction before the sentences that are
// asked for again. WriteForm and MendForm are the JSON Schemas of the answers.
var (
	//go:embed voice/write.md
	Write string
	//go:embed voice/mend.md
	Mend string
	//go:embed voice/write.json
	WriteForm string
	//go:embed voice/mend.json
	MendForm string
)
