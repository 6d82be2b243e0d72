package model

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"strings"

	"kokyu/rules/strict"
	"kokyu/rules/text"
)

// kept is the file beside a record with a model's tales of it, and with refusals, so that telling it again costs nothing and reads the same.
// What is read from it is checked like any other answer: it is anybody's file.
type kept struct {
	path  string // empty: nothing is kept
	found map[string]tale
	torn  int64 // where a line without its end begins, which goes with the next that is kept; -1: there is none
}

// tale is a line of the file.
type tale struct {
	Digest  string   `json:"digest"` // of what was asked, and of whom
	By      string   `json:"by"`
	Tale    *written `json:"tale,omitempty"`
	Refused string   `json:"refused,omitempty"` // why there is none: the program tells it
}

// How large such a file and a line of it may be, in bytes, and how long a digest is.
const keptMax, lineMax, digestLen = 16 << 20, 256 << 10, 2 * sha256.Size

// keptBeside reads the tales of a record, whose file need not be there yet. A last line without its end is torn and dropped; anything else
// that is no tale is an error with its line.
func keptBeside(record string) (k kept, err error) {
	k = kept{found: map[string]tale{}, torn: -1}
	name, is := strings.CutSuffix(record, ".jsonl")
	if !is {
		return k, nil
	}
	k.path = name + ".tale.jsonl"
	if _, gone := os.Stat(k.path); errors.Is(gone, os.ErrNotExist) {
		return k, nil
	}
	data, err := strict.ReadLarge(k.path, keptMax)
	for n, left := 1, data; len(left) > 0; n++ {
		line, rest, ended := bytes.Cut(left, []byte("\n"))
		if !ended {
			k.torn = int64(len(data) - len(line))
			break
		}
		var p tale
		d := json.NewDecoder(bytes.NewReader(line))
		d.DisallowUnknownFields()
		if len(line) > lineMax || d.Decode(&p) != nil || len(p.Digest) != digestLen || (p.Tale == nil) == (p.Refused == "") {
			return k, text.Problem{File: k.path, Line: n, Col: 1, What: "this is no kept tale",
				Want: "the line as it was written, or the file away: it is asked for anew then"}
		}
		k.found[p.Digest], left = p, rest
	}
	return k, err
}

// keep adds a tale, at the end of the file.
func (k *kept) keep(p tale) error {
	k.found[p.Digest] = p
	if k.path == "" {
		return nil
	}
	f, err := os.OpenFile(k.path, os.O_WRONLY|os.O_CREATE|os.O_APPEND, 0o644)
	if err != nil {
		return err
	}
	if k.torn >= 0 {
		err = f.Truncate(k.torn)
		k.torn = -1
	}
	return errors.Join(err, json.NewEncoder(f).Encode(p), f.Close())
}

// digestOf is of what a model is asked first, and of who is asked.
func digestOf(by string, q *question) string {
	sum := sha256.New()
	fmt.Fprintln(sum, by)
	for _, said := range q.turns {
		fmt.Fprintln(sum, said.Role, said.Parts[0])
	}
	return hex.EncodeToString(sum.Sum(nil))
}
