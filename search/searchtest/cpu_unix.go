//go:build unix

package searchtest

import (
	"syscall"
	"time"
)

// cpu returns the time this process has computed, on all cores.
func cpu() time.Duration {
	var u syscall.Rusage
	if syscall.Getrusage(syscall.RUSAGE_SELF, &u) != nil {
		return 0
	}
	return time.Duration(u.Utime.Nano())
}
