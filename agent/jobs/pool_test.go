package jobs

import (
	"errors"
	"fmt"
	"slices"
	"testing"
)

// Results are seen in order whoever was first, up to where it is enough or something is wrong, and never beyond.
func TestResultsAreSeenInOrder(t *testing.T) {
	bad := errors.New("bad")
	for _, cores := range []int{1, 2, 7, 200} {
		for _, c := range []struct{ stop, wrong, want int }{{99, 99, 50}, {20, 99, 21}, {20, 10, 10}, {99, 0, 0}} {
			var seen []int
			worker := func() func(int) (int, error) {
				return func(k int) (int, error) {
					if k >= c.wrong {
						return 0, fmt.Errorf("%d: %w", k, bad)
					}
					return k * k, nil
				}
			}
			err := RunOrdered(t.Context(), 50, cores, worker, func(k, square int) bool {
				if square != k*k {
					t.Errorf("%d has the result %d", k, square)
				}
				seen = append(seen, k)
				return k == c.stop
			})
			if len(seen) != c.want || !slices.IsSorted(seen) || errors.Is(err, bad) != (c.wrong < c.stop) {
				t.Errorf("%d cores, %+v: saw %v, %v", cores, c, seen, err)
			}
			if err != nil && err.Error() != fmt.Sprintf("%d: bad", c.wrong) {
				t.Errorf("%d cores, %+v: the error is not the first: %v", cores, c, err)
			}
		}
	}
}
