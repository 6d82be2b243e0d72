//go:build darwin || dragonfly || freebsd || linux || netbsd || openbsd

package fight

import (
	"errors"
	"os"
	"syscall"
)

// Lock makes this program the only one that holds a file until the file is closed. It returns an error if another one
// does. A file system without locks is let pass.
func Lock(f *os.File) error {
	err := syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB)
	if errors.Is(err, syscall.EWOULDBLOCK) {
		return err
	}
	return nil
}
