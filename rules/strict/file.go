package strict

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"strings"

	"kokyu/rules/text"
)

// SizeMax is the largest file read, in bytes.
const SizeMax = 1 << 20

// ReadFile returns the content of a file of at most [SizeMax] bytes. It does not open a larger file, and reads no more
// than that of a pipe. The error is [text.Problems] with one problem without a line, which wraps the error of the
// operating system (errors.Is(err, fs.ErrNotExist)).
func ReadFile(path string) ([]byte, error) { return ReadLarge(path, SizeMax) }

// ReadLarge is ReadFile for files of at most so many bytes.
func ReadLarge(path string, most int64) ([]byte, error) {
	if info, err := os.Stat(path); err == nil && info.Mode().IsRegular() && info.Size() > most {
		return nil, text.Problems{tooLargeError(path, info.Size(), most)}
	}
	f, err := Open(path, os.O_RDONLY)
	if err != nil {
		return nil, text.Problems{err.(text.Problem)}
	}
	defer f.Close()
	return ReadFrom(path, f, most)
}

// Open opens an existing file. The error is a [text.Problem] without a line.
func Open(path string, flag int) (*os.File, error) {
	info, err := os.Stat(path)
	switch {
	case err != nil:
		return nil, unreadable(path, err)
	case info.IsDir():
		return nil, text.Problem{File: path, What: "this is a directory", Want: kindWanted(path)}
	}
	f, err := os.OpenFile(path, flag, 0)
	if err != nil {
		return nil, unreadable(path, err)
	}
	return f, nil
}

// kindWanted says what kind of file has such a name.
func kindWanted(path string) string {
	if strings.HasSuffix(path, ".jsonl") {
		return "a file of JSON lines"
	}
	return "a YAML file"
}

// ReadFrom is ReadLarge for an open file, which messages call name.
func ReadFrom(name string, r io.Reader, most int64) ([]byte, error) {
	data, err := io.ReadAll(io.LimitReader(r, most+1))
	if err != nil {
		return nil, text.Problems{unreadable(name, err)}
	}
	if int64(len(data)) > most {
		return nil, text.Problems{tooLargeError(name, int64(len(data)), most)}
	}
	return data, nil
}

// unreadable returns the error for a file that cannot be read.
func unreadable(path string, err error) text.Problem {
	p := text.Problem{File: path, What: "the file cannot be read", Want: kindWanted(path), Cause: err}
	if errors.Is(err, fs.ErrNotExist) {
		p.What = "there is no such file"
	} else if said, ok := errors.AsType[*fs.PathError](err); ok {
		p.What += " (" + said.Err.Error() + ")"
	}
	return p
}

// tooLargeError returns the error that a file has more than most bytes.
func tooLargeError(name string, size, most int64) text.Problem {
	return text.Problem{File: name, What: fmt.Sprintf("the file has %d bytes or more", size),
		Want: fmt.Sprintf("at most %d", most)}
}
