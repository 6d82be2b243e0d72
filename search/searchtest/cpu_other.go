//go:build !unix

package searchtest

import "time"

// cpuTime returns the time this process has computed; here it is not known.
func cpuTime() time.Duration { return 0 }
