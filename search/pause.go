package search

import "context"

// pauseKey is the key of a context's pause function: see [WithPause].
type pauseKey struct{}

// WithPause returns a context in which every search calls pause whenever it looks at the clock, so that many searches
// can share a few processors in turns. The time that it takes is part of a time limit.
func WithPause(ctx context.Context, pause func()) context.Context {
	return context.WithValue(ctx, pauseKey{}, pause)
}

// PauseOf returns the function of [WithPause], nil if there is none.
func PauseOf(ctx context.Context) func() {
	pause, _ := ctx.Value(pauseKey{}).(func())
	return pause
}
