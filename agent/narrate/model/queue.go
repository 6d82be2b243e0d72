package model

import (
	"context"
	"fmt"

	"kokyu/agent/narrate"
)

// Queue asks for passages ahead: as many at once as the settings say, the others in their order. Nobody waits for it who
// does not want to.
type Queue struct {
	voice *Voice
	last  chan struct{} // closed when the latest has been let in
	room  chan struct{}
}

// NewQueue is an empty queue to a voice.
func NewQueue(v *Voice) *Queue {
	open := make(chan struct{})
	close(open)
	return &Queue{voice: v, last: open, room: make(chan struct{}, v.Ahead())}
}

// Ask asks for a passage and returns at once; the answer comes once, in a channel with room for it.
func (q *Queue) Ask(ctx context.Context, p narrate.Paragraph) <-chan narrate.Passage {
	answer, before, mine := make(chan narrate.Passage, 1), q.last, make(chan struct{})
	q.last = mine
	go func() {
		<-before
		select {
		case q.room <- struct{}{}:
			defer func() { <-q.room }()
			close(mine)
		case <-ctx.Done():
			close(mine)
		}
		answer <- q.passage(ctx, p)
	}()
	return answer
}

// passage asks, whatever breaks on the way.
func (q *Queue) passage(ctx context.Context, p narrate.Paragraph) (said narrate.Passage) {
	defer func() {
		if broken := recover(); broken != nil {
			said = narrate.Passage{Err: fmt.Errorf("the voice broke: %v", broken)}
		}
	}()
	if said.Err = ctx.Err(); said.Err == nil {
		said.Draft, said.Err = q.voice.Passage(ctx, p)
	}
	return said
}
