//go:build !unix

package searchtest

import "time"

// cpu returns the time this process has computed; here it is not known.
func cpu() time.Duration { return 0 }
