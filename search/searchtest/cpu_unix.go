//go:build unix

package searchtest

import (
	"syscall"
	"time"
)

// cpuTime returns the time this process has computed, on all cores.
func cpuTime() time.Duration {
	var u syscall.Rusage
	if syscall.Getrusage(syscall.RUSAGE_SELF, &u) != nil {
		return 0
	}
	return time.Duration(u.Utime.Nano())
}
