//go:build darwin || dragonfly || freebsd || linux || netbsd || openbsd

package fight

import (
	"errors"
	"os"
	"syscall"
)

// lock makes this program the only writer of f until f is closed. A file system without locks is let pass.
func lock(f *os.File) error {
	err := syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB)
	if errors.Is(err, syscall.EWOULDBLOCK) {
		return err
	}
	return nil
}
