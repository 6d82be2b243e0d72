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

// ReadFile returns the content of the file at path, at most [SizeMax] bytes: a larger one is refused by its size before
// it is opened, and no more is read of one that has no size, such as a pipe. Every error is [text.Problems], one
// without a line; what the operating system said is behind it (errors.Is(err, fs.ErrNotExist)).
func ReadFile(path string) ([]byte, error) { return ReadLarge(path, SizeMax) }

// ReadLarge is ReadFile of at most so many bytes.
func ReadLarge(path string, most int64) ([]byte, error) {
	info, err := os.Stat(path)
	if err != nil {
		return nil, text.Problems{unreadableError(path, err)}
	}
	if info.IsDir() {
		return nil, text.Problems{{File: path, What: "this is a directory", Want: "a YAML file"}}
	}
	if info.Size() > most {
		return nil, text.Problems{tooLargeError(path, info.Size(), most)}
	}
	f, err := os.Open(path)
	if err != nil {
		return nil, text.Problems{unreadableError(path, err)}
	}
	defer f.Close()
	return ReadFrom(path, f, most)
}

// ReadFrom is ReadLarge of what is open already; name is what messages call it.
func ReadFrom(name string, r io.Reader, most int64) ([]byte, error) {
	data, err := io.ReadAll(io.LimitReader(r, most+1))
	if err != nil {
		return nil, text.Problems{unreadableError(name, err)}
	}
	if int64(len(data)) > most {
		return nil, text.Problems{tooLargeError(name, int64(len(data)), most)}
	}
	return data, nil
}

// unreadableError returns the error that a file cannot be read, with what the operating system said.
func unreadableError(path string, err error) text.Problem {
	p := text.Problem{File: path, What: "the file cannot be read", Want: "a YAML file", Cause: err}
	if strings.HasSuffix(path, ".jsonl") {
		p.Want = "a file of JSON lines"
	}
	if errors.Is(err, fs.ErrNotExist) {
		p.What = "there is no such file"
	} else if said, ok := errors.AsType[*fs.PathError](err); ok {
		p.What += " (" + said.Err.Error() + ")"
	}
	return p
}

// tooLargeError returns the error that a file has more than most bytes.
func tooLargeError(name string, size, most int64) text.Problem {
	return text.Problem{File: name, What: fmt.Sprintf("the file has %d bytes or more", size), Want: fmt.Sprintf("at most %d", most)}
}
