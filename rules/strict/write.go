package strict

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"unicode"

	"kokyu/rules/text"
)

// New files are written whole or not at all, and never over an old one.

// Bare reports whether a name is a valid file name on every operating system, without a folder: for Windows without a
// drive or stream, refused characters or the name of a device.
func Bare(name string) bool {
	stem, _, _ := strings.Cut(name, ".")
	return name != "" && name[0] != '.' && !strings.ContainsAny(name, `/\:*?"<>|`) &&
		!strings.ContainsFunc(name, unicode.IsControl) && strings.TrimRight(name, ". ") == name &&
		!devices.MatchString(strings.TrimRight(stem, " "))
}

// devices matches the names that mean a device in every folder of Windows, whatever the suffix.
var devices = regexp.MustCompile(`^(?i:con|prn|aux|nul|conin\$|conout\$|(com|lpt)[0-9\x{b9}\x{b2}\x{b3}])$`)

// CanWrite returns an error unless a new file can be made at a path: nothing is there, and its folder takes files. It
// leaves nothing behind. The error is a [text.Problem].
func CanWrite(path string) error {
	file, err := createBeside(path)
	if err != nil {
		return err
	}
	return errors.Join(file.Close(), os.Remove(file.Name()))
}

// WriteNew writes a new file. It appears at the path whole and synced to disk, or not at all: a full disk leaves
// nothing behind.
func WriteNew(path string, write func(io.Writer) error) error {
	file, err := createBeside(path)
	if err != nil {
		return err
	}
	defer os.Remove(file.Name())
	defer file.Close()
	if err := write(file); err != nil {
		return Unwritable(path, err)
	}
	if err := errors.Join(file.Chmod(0o644), file.Sync(), file.Close()); err != nil {
		return Unwritable(path, err)
	}
	return linkNew(file.Name(), path)
}

// linkNew gives a finished file its name, unless another file has it. On a file system without links, it reserves the
// name with an empty file, which the finished one replaces.
func linkNew(file, path string) error {
	err := os.Link(file, path)
	if err == nil {
		return nil
	}
	if errors.Is(err, fs.ErrExist) {
		return takenError(path)
	}
	empty, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o644)
	if errors.Is(err, fs.ErrExist) {
		return takenError(path)
	}
	if err != nil {
		return Unwritable(path, err)
	}
	if err := errors.Join(empty.Close(), os.Rename(file, path)); err != nil {
		return Unwritable(path, errors.Join(err, os.Remove(path)))
	}
	return nil
}

// createBeside creates a temporary file in the folder of a path at which there is no file yet. Only in the same folder
// it can get that name without being copied.
func createBeside(path string) (*os.File, error) {
	if _, err := os.Lstat(path); err == nil {
		return nil, takenError(path)
	}
	file, err := os.CreateTemp(filepath.Dir(path), ".kokyu-*")
	if err != nil {
		return nil, Unwritable(path, err)
	}
	return file, nil
}

// takenError returns the error that there is a file at path already.
func takenError(path string) error {
	return text.Problem{What: `"` + path + `" is there already`, Want: "another name: nothing is overwritten"}
}

// Unwritable returns the error that nothing can be written at path.
func Unwritable(path string, err error) error {
	p := text.Problem{What: `"` + path + `" cannot be written`, Want: "a folder that takes new files", Cause: err}
	if errors.Is(err, fs.ErrNotExist) {
		p.What += `: there is no folder "` + text.Escape(filepath.Dir(path)) + `"`
	} else if said, ok := errors.AsType[*fs.PathError](err); ok {
		p.What += " (" + said.Err.Error() + ")"
	} else {
		p.What += " (" + text.Escape(err.Error()) + ")"
	}
	return p
}
