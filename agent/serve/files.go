package serve

import (
	"errors"
	"os"
)

// The files of a folder of fights, and how they are written so that none is ever seen half.

const (
	recordExt     = ".jsonl"
	deskExt       = ".desk"
	unfinishedExt = ".new" // follows the extension of a file that is being written
	savedDir      = "saved"
	lockName      = "lock"
)

// writeWhole writes a file that only this user may read; it appears whole or stays as it was.
func writeWhole(path string, data []byte) error {
	if err := writeSynced(path+unfinishedExt, data); err != nil {
		return err
	}
	return os.Rename(path+unfinishedExt, path)
}

// writeSynced writes a file that only this user may read, and removes what is not written whole.
func writeSynced(path string, data []byte) error {
	f, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_TRUNC, 0o600)
	if err != nil {
		return err
	}
	_, err = f.Write(data)
	if err := errors.Join(err, f.Sync(), f.Close()); err != nil {
		return errors.Join(err, os.Remove(path))
	}
	return nil
}

// syncFolder makes the names of new files survive a loss of power, where the system can do that.
func syncFolder(dir string) error {
	d, err := os.Open(dir)
	if err != nil {
		return err
	}
	_ = d.Sync()
	return d.Close()
}
