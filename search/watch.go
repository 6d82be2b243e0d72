package search

import "context"

// watch asks now and then whether a context was cancelled: long loops call it for each of their steps, which costs them
// next to nothing. Each goroutine has its own.
type watch struct {
	ctx   context.Context
	steps uint
}

// watchEvery is after how many steps the context is asked, a power of two: so many take a millisecond or a few.
const watchEvery = 1 << 10

// check counts a step. Once the context is cancelled it returns its error, a few steps more or less later.
func (w *watch) check() error {
	if w.steps++; w.steps%watchEvery != 0 {
		return nil
	}
	return w.ctx.Err()
}
