package model

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"os"
	"strings"
	"sync"

	"kokyu/agent/narrate"
	"kokyu/rules/strict"
	"kokyu/rules/text"
)

// Kept is a model's answers, and that it had none, in a file beside the record, so that telling it again costs nothing and
// reads the same. What is read from it is repaired and checked like any other answer: it is anybody's file. A nil one keeps nothing. It is safe for concurrent use.
type Kept struct {
	path string

	mu    sync.Mutex
	found map[string]passage
	torn  int64 // where a line without its end begins, which goes with the next that is kept; -1: there is none
}

// passage is a line of the file.
type passage struct {
	Digest string `json:"digest"` // of the facts, the voice and the model
	By     string `json:"by"`
	Answer
	Refused string `json:"refused,omitempty"` // why there is no answer: Go composes it
}

// How large such a file and a line of it may be, in bytes.
const (
	keptMax = 16 << 20
	lineMax = 16 << 10
)

// KeptBeside returns where the passages of a record are kept.
func KeptBeside(record string) string { return strings.TrimSuffix(record, ".jsonl") + ".tale.jsonl" }

// OpenKept reads a file of passages, which need not be there yet. A last line without its end is torn and dropped; anything
// else that is no passage is an error with its line.
func OpenKept(path string) (*Kept, error) {
	k := &Kept{path: path, found: map[string]passage{}, torn: -1}
	data, err := strict.ReadLarge(path, keptMax)
	if _, gone := os.Stat(path); errors.Is(gone, os.ErrNotExist) {
		return k, nil
	}
	if err != nil {
		return nil, err
	}
	n := 0
	for line := range bytes.Lines(data) {
		n++
		whole, ended := bytes.CutSuffix(line, []byte("\n"))
		if !ended {
			k.torn = int64(len(data) - len(line))
			break
		}
		var p passage
		d := json.NewDecoder(bytes.NewReader(whole))
		d.DisallowUnknownFields()
		if len(whole) > lineMax || d.Decode(&p) != nil || len(p.Digest) != digestLen || (len(p.Pieces) == 0 && p.Free == "") == (p.Refused == "") {
			return nil, text.Problem{File: path, Line: n, Col: 1, What: "this is no kept passage",
				Want: "the line as it was written, or the file away: passages are asked for anew then"}
		}
		k.found[p.Digest] = p
	}
	return k, nil
}

func (k *Kept) find(digest string) (passage, bool) {
	if k == nil {
		return passage{}, false
	}
	k.mu.Lock()
	defer k.mu.Unlock()
	p, ok := k.found[digest]
	return p, ok
}

// keep adds a passage, at the end of the file.
func (k *Kept) keep(p passage) error {
	if k == nil {
		return nil
	}
	k.mu.Lock()
	defer k.mu.Unlock()
	k.found[p.Digest] = p
	line, err := json.Marshal(p)
	if err != nil {
		return err
	}
	f, err := os.OpenFile(k.path, os.O_WRONLY|os.O_CREATE|os.O_APPEND, 0o644)
	if err != nil {
		return err
	}
	if k.torn >= 0 {
		err = f.Truncate(k.torn)
		k.torn = -1
	}
	if err == nil {
		_, err = f.Write(append(line, '\n'))
	}
	return errors.Join(err, f.Close())
}

// digestLen is the length of a digest as it is written.
const digestLen = 2 * sha256.Size

// asked is the version of how models are asked: a kept passage is of one.
const asked = 2

// digest is of all a passage has to tell and who tells it, not of the images that it was offered.
func (v *Voice) digest(p narrate.Paragraph) string {
	p.Images = nil
	data, err := json.Marshal(struct {
		Asked     int
		By        string
		From, To  int
		Paragraph narrate.Paragraph
	}{asked, v.Name(), p.From, p.To, p})
	if err != nil {
		panic(err) // plain values
	}
	sum := sha256.Sum256(data)
	return hex.EncodeToString(sum[:])
}
