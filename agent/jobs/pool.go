package jobs

import (
	"context"
	"sync"
)

// RunOrdered does n pieces of work on several cores and calls see with the results in the order of their numbers. Each
// core has a worker of its own. It ends when see returns true, at the first error in that order, or when ctx is done.
func RunOrdered[T any](ctx context.Context, n, cores int, worker func() func(k int) (T, error),
	see func(k int, t T) (stop bool)) error {
	type result struct {
		t   T
		err error
	}
	var (
		mu    sync.Mutex // of all that follows
		wait  sync.WaitGroup
		next  int                // to be claimed
		shown int                // all below were seen
		ready = map[int]result{} // those that came before their turn
		ended bool               // no more are seen
		fault error              // why, if it is an error
	)
	for range max(1, min(cores, n)) {
		wait.Go(func() {
			work := worker()
			for {
				mu.Lock()
				k := next
				next++
				over := ended || k >= n
				mu.Unlock()
				if over {
					return
				}
				var r result
				if r.err = ctx.Err(); r.err == nil {
					r.t, r.err = work(k)
				}
				mu.Lock()
				ready[k] = r
				for !ended { // pass on this result if it is its turn, and those that waited for it
					r, ok := ready[shown]
					if !ok {
						break
					}
					delete(ready, shown)
					if r.err != nil {
						ended, fault = true, r.err
					} else {
						ended = see(shown, r.t)
					}
					shown++
				}
				mu.Unlock()
			}
		})
	}
	wait.Wait()
	return fault
}
