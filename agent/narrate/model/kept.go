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

// taleFile is the file beside a record that keeps a model's tales of it, so that telling it again costs nothing and
// gives the same words. What is read from it is checked like an answer of the model, since anybody may have written it.
type taleFile struct {
	path  string              // empty: nothing is kept
	found map[string]keptTale // by digest
	torn  int64               // the offset of a last line without its end, which is cut off when the next line is written; -1: there is none
}

// keptTale is a line of the file.
type keptTale struct {
	Digest  string   `json:"digest"` // of the question, and of who was asked
	By      string   `json:"by"`
	Tale    *written `json:"tale,omitempty"`
	Refused string   `json:"refused,omitempty"` // why there is no tale, and the program tells it
}

// The most bytes of such a file and of a line in it, and the length of a digest.
const keptMax, lineMax, digestLen = 16 << 20, 256 << 10, 2 * sha256.Size

// readTaleFile reads the tales that are kept beside a record; their file need not exist yet. A last line without its
// end is ignored, since a program that was interrupted while writing leaves one; any other line that is no tale is an
// error. Of two tales with one digest the later counts: it was asked for anew.
func readTaleFile(record string) (k taleFile, err error) {
	k = taleFile{found: map[string]keptTale{}, torn: -1}
	name, isFile := strings.CutSuffix(record, ".jsonl")
	if !isFile {
		return k, nil
	}
	k.path = name + ".tale.jsonl"
	if _, err := os.Stat(k.path); errors.Is(err, os.ErrNotExist) {
		return k, nil
	}
	data, err := strict.ReadLarge(k.path, keptMax)
	for n, left := 1, data; len(left) > 0; n++ {
		line, rest, ended := bytes.Cut(left, []byte("\n"))
		if !ended {
			k.torn = int64(len(data) - len(line))
			break
		}
		var kept keptTale
		d := json.NewDecoder(bytes.NewReader(line))
		d.DisallowUnknownFields()
		if len(line) > lineMax || d.Decode(&kept) != nil || len(kept.Digest) != digestLen || (kept.Tale == nil) == (kept.Refused == "") {
			return k, text.Problem{File: k.path, Line: n, Col: 1, What: "this is no kept tale",
				Want: "the line as it was written, or the file away: it is asked for anew then"}
		}
		k.found[kept.Digest], left = kept, rest
	}
	return k, err
}

// keep adds a tale at the end of the file.
func (k *taleFile) keep(tale keptTale) error {
	k.found[tale.Digest] = tale
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
	return errors.Join(err, json.NewEncoder(f).Encode(tale), f.Close())
}

// digestOf returns the digest of what a model is asked first, and of who is asked: another model, another prompt of
// this program or another plan is asked for anew.
func digestOf(by string, q *question) string {
	sum := sha256.New()
	fmt.Fprintln(sum, by)
	for _, said := range q.turns {
		fmt.Fprintln(sum, said.Role, said.Parts[0])
	}
	return hex.EncodeToString(sum.Sum(nil))
}
