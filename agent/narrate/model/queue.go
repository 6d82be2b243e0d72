package model

import (
	"context"
	"errors"
	"fmt"

	"kokyu/agent/narrate"
)

// Queue asks for passages ahead: as many at once as the settings say, the others in their order, each paragraph once.
// Nobody waits for it who does not want to. It is not safe for concurrent use.
type Queue struct {
	voice *Voice
	asked map[string]*due // by digest
	last  chan struct{}   // closed when the latest has been let in
	room  chan struct{}
}

// due is a passage that is or will be there.
type due struct {
	there   chan struct{} // closed when it is
	passage narrate.Written
}

// isDropped reports whether nobody waited for it in the end: then it may be asked for anew.
func (d *due) isDropped() bool {
	select {
	case <-d.there:
		f, ok := errors.AsType[*failure](d.passage.Err)
		return errors.Is(d.passage.Err, context.Canceled) || ok && f.Kind == stopped
	default:
		return false
	}
}

// NewQueue returns an empty queue to a voice.
func NewQueue(v *Voice) *Queue {
	open := make(chan struct{})
	close(open)
	return &Queue{voice: v, asked: map[string]*due{}, last: open, room: make(chan struct{}, v.Ahead())}
}

// Ask asks for a passage and returns at once; the answer comes once, in a channel with room for it, and stands in it
// already if it is there.
func (q *Queue) Ask(ctx context.Context, p narrate.Paragraph) <-chan narrate.Written {
	answer, digest := make(chan narrate.Written, 1), q.voice.digest(p)
	r, known := q.asked[digest]
	if !known || r.isDropped() {
		r = &due{there: make(chan struct{})}
		q.asked[digest] = r
		before, mine := q.last, make(chan struct{})
		q.last = mine
		go q.ask(ctx, p, r, before, mine)
	}
	select {
	case <-r.there:
		answer <- r.passage
	default:
		go func() { <-r.there; answer <- r.passage }()
	}
	return answer
}

// ask waits for its turn and its room, lets the next in behind it, and asks.
func (q *Queue) ask(ctx context.Context, p narrate.Paragraph, r *due, before <-chan struct{}, mine chan<- struct{}) {
	<-before
	select {
	case q.room <- struct{}{}:
		defer func() { <-q.room }()
	case <-ctx.Done():
	}
	close(mine)
	r.passage = q.passage(ctx, p)
	close(r.there)
}

// passage asks, whatever breaks on the way.
func (q *Queue) passage(ctx context.Context, p narrate.Paragraph) (said narrate.Written) {
	defer func() {
		if broken := recover(); broken != nil {
			said = narrate.Written{Err: fmt.Errorf("the voice broke: %v", broken)}
		}
	}()
	if said.Err = ctx.Err(); said.Err == nil {
		var a Answer
		a, said.Err = q.voice.Passage(ctx, p)
		said.Pieces, said.Free = a.Pieces, a.Free
	}
	return said
}
