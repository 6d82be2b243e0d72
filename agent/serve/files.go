package serve

import (
	"errors"
	"os"
)

// The files of a folder of fights. A file gets its name only when it is written and on the disk, so that no program,
// and no start after a loss of power, ever finds half of it:
//
//	ID.jsonl      the record of a fight
//	ID.desk       its links and requests, see desk
//	ID.jsonl.new  a record that is being written or deleted
//	keys.json     lasting keys and allowed origins
//	owner         the secret of the owner's browser
//	running       where the folder is served, as long as it is
//	saved         a folder of what the operation save writes
//	lock          is locked by the program that has the folder

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

// writeSynced writes a file that only this user may read, and waits until it is on the disk. After an error it removes
// the file.
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

// syncFolder makes the names of new files survive a loss of power. Some systems cannot sync folders: errors are
// ignored.
func syncFolder(dir string) error {
	d, err := os.Open(dir)
	if err != nil {
		return err
	}
	_ = d.Sync()
	return d.Close()
}
