package narrate

import "context"

// Writer words whole paragraphs in its own time. It adds nothing to them, decides nothing and learns no name; what it
// writes is told only if it is verified, and nobody waits for it in a fight.
type Writer interface {
	// Ask begins a passage and returns at once. The answer comes once; the channel has room for it.
	Ask(ctx context.Context, p Paragraph) <-chan Passage
}

// Passage is a writer's answer: a draft, or why there is none.
type Passage struct {
	Draft Draft
	Err   error
}
