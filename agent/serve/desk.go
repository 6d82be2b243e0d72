package serve

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"kokyu/agent/session"
)

// desk is what the server keeps of a fight besides its record: links, whether the GM confirms decisions, and the
// requests that made its steps. It is a file of JSON lines, and a line is written before the change is acknowledged to
// a client. So a torn last line was never acknowledged, and is cut off.
type desk struct {
	lasting *lastingKeys // of the folder
	path    string
	head    deskHead

	mu        sync.Mutex
	links     []keptLink      // those that were not revoked
	linksMade int             // how many were ever made, revoked ones too: an id is never used again
	requests  []*keyedRequest // the last keyedRequestsMax, the oldest first
	// underway is the request that has begun and not ended. After a start of the program it is the one in which the
	// program was killed: how many steps it has made is then read off the record.
	underway  *keyedRequest
	winPoints []WinPoint // of the proposals that were made since the folder was opened; not in the file
}

// deskHead is the first line.
type deskHead struct {
	Desk   int       `json:"desk"` // the version of the file: 1
	Title  string    `json:"title"`
	System string    `json:"system"`
	Opened time.Time `json:"opened"`
	Ask    bool      `json:"ask"`   // the GM confirms what the program decides
	Voice  string    `json:"voice"` // how the fight is told, one of [voices]

	Combatants []Combatant `json:"combatants,omitempty"` // with whom it began
}

// Combatant is one of those with whom a fight began.
type Combatant struct {
	Name string `json:"name" jsonschema:"by which operations and events name it"`
	Side string `json:"side"`
	ID   string `json:"id,omitempty" jsonschema:"the client's own, as it was sent"`
}

// WinPoint is the chance of the first side to win after a step.
type WinPoint struct {
	Step int
	Win  float64
}

// deskLine is every other line; one of its fields is set.
type deskLine struct {
	Link   *keptLink     `json:"link,omitempty"`
	Revoke string        `json:"revoke,omitempty"` // the id of a link
	Ask    *bool         `json:"ask,omitempty"`
	Begin  *keyedRequest `json:"begin,omitempty"`
	// End is how many steps there were when the request was over that had begun last.
	End *int `json:"end,omitempty"`
}

// keptLink is a link as it is kept: it has no key, but a hash of one.
type keptLink struct {
	ID   string `json:"id"`
	Role Role   `json:"role"`
	Seat string `json:"seat,omitempty"`
	Hash string `json:"hash"`
}

// withKey returns the link as its holder gets it, or with the key "" as a list has it.
func (l keptLink) withKey(key string) Link { return Link{l.ID, l.Role, l.Seat, key} }

// keyedRequest is a request with an Idempotency-Key. A client that got no answer sends it again with the same key, and
// must get the answer of the first time: that is made of the steps between the two numbers.
type keyedRequest struct {
	KeyHash     string `json:"key"` // of the link and the key: two links may use the same key
	RequestHash string `json:"of"`  // of the operation and its input
	StepsBefore int    `json:"at"`
	stepsAfter  int    // -1 until the request is over
}

// voices are how a fight can be told; the first is the default. No language model tells fights of a server.
var voices = []string{"scent", "law", "none"}

const (
	keyedRequestsMax = 1000 // kept for each fight
	linksMax         = 64   // of one fight
)

// Whether a line must survive a loss of power, which costs a sync of the disk, or only the end of the program.
const (
	synced   = true
	unsynced = false
)

// createDesk writes the desk of a new fight; the file appears whole or not at all.
func createDesk(path string, head deskHead, links []keptLink) error {
	head.Desk = 1
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	if err := enc.Encode(head); err != nil {
		return err
	}
	for _, l := range links {
		if err := enc.Encode(deskLine{Link: &l}); err != nil {
			return err
		}
	}
	return writeWhole(path, b.Bytes())
}

// openDesk reads a desk and repairs its end: a torn last line is cut off, and a last line that is whole but
// for its newline gets that. A file that is no desk is an error and stays as it is.
func openDesk(path string) (*desk, error) {
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	d := &desk{path: path}
	lineNumber, wholeBytes, isTorn := 0, 0, false
	for line := range bytes.Lines(text) {
		if lineNumber++; lineNumber == 1 {
			if err := json.Unmarshal(line, &d.head); err != nil || d.head.Desk != 1 {
				return nil, fmt.Errorf("%s:1: not the first line of a fight's desk", path)
			}
		} else {
			var l deskLine
			err := json.Unmarshal(line, &l)
			if isTorn = err != nil && !bytes.HasSuffix(line, []byte("\n")); isTorn {
				break
			}
			if err != nil {
				return nil, fmt.Errorf("%s:%d: %w", path, lineNumber, err)
			}
			d.apply(l)
		}
		wholeBytes += len(line)
	}
	switch {
	case lineNumber == 0:
		return nil, fmt.Errorf("%s is empty, want a fight's desk", path)
	case isTorn:
		return d, os.Truncate(path, int64(wholeBytes))
	case text[wholeBytes-1] != '\n':
		return d, d.append("\n", synced)
	}
	return d, nil
}

// apply changes the desk as a line of its file says. Reading the file and writing to it both go through
// apply, so that the desk in memory is always what the file says.
func (d *desk) apply(l deskLine) {
	switch {
	case l.Link != nil:
		d.linksMade++
		d.links = append(d.links, *l.Link)
	case l.Revoke != "":
		d.links = slices.DeleteFunc(d.links, func(kept keptLink) bool { return kept.ID == l.Revoke })
	case l.Ask != nil:
		d.head.Ask = *l.Ask
	case l.Begin != nil:
		l.Begin.stepsAfter = -1
		d.underway = l.Begin
		d.requests = append(d.requests, l.Begin)
		if len(d.requests) > keyedRequestsMax {
			d.requests = slices.Delete(d.requests, 0, 1)
		}
	case l.End != nil && d.underway != nil:
		d.underway.stepsAfter, d.underway = *l.End, nil
	}
}

// write appends a line to the file and, once it is there, applies it.
func (d *desk) write(l deskLine, sync bool) error {
	text, err := json.Marshal(l)
	if err != nil {
		return err
	}
	if err := d.append(string(text)+"\n", sync); err != nil {
		return codedError{fmt.Errorf("what the server keeps of the fight could not be written: %w", err), Failed}
	}
	d.apply(l)
	return nil
}

// append writes to the end of the file. The file is opened for each line, so that a desk, of which a folder
// can have thousands in memory, holds no file open.
func (d *desk) append(text string, sync bool) error {
	f, err := os.OpenFile(d.path, os.O_WRONLY|os.O_APPEND, 0)
	if err != nil {
		return err
	}
	_, err = f.WriteString(text)
	if err == nil && sync {
		err = f.Sync()
	}
	return errors.Join(err, f.Close())
}

func (d *desk) find(matches func(keptLink) bool) (Access, bool) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if i := slices.IndexFunc(d.links, matches); i >= 0 {
		l := d.links[i]
		return Access{Role: l.Role, Seat: l.Seat, Link: l.ID}, true
	}
	return Access{}, false
}

// isValid reports whether the link of an [Access] still opens the fight. Streams and sessions ask again and again,
// because a link can be revoked meanwhile. The empty link is the program's own, and always valid.
func (d *desk) isValid(link string) bool {
	if strings.HasPrefix(link, lastingLink) {
		_, ok := d.lasting.ofLink(link)
		return ok
	}
	_, ok := d.find(func(l keptLink) bool { return l.ID == link })
	return ok || link == ""
}

func (d *desk) list() []Link {
	d.mu.Lock()
	defer d.mu.Unlock()
	links := []Link{}
	for _, l := range d.links {
		links = append(links, l.withKey(""))
	}
	return links
}

func (d *desk) makeLink(fight string, role Role, seat string) (Link, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if n := len(d.links); n >= linksMax {
		return Link{}, NewError(TooMany, fmt.Sprintf("the fight has %d links", n),
			fmt.Sprintf("at most %d: revoke one first", linksMax))
	}
	key, hash := newKey(fight)
	l := keptLink{linkID(d.linksMade), role, seat, hash}
	return l.withKey(key), d.write(deskLine{Link: &l}, synced)
}

// linkID returns the id of the link that was made after n others: l1 is the first.
func linkID(n int) string { return "l" + strconv.Itoa(n+1) }

func (d *desk) revoke(id string) error {
	d.mu.Lock()
	defer d.mu.Unlock()
	if !slices.ContainsFunc(d.links, func(l keptLink) bool { return l.ID == id }) {
		return NewError(session.UnknownName, fmt.Sprintf("the fight has no link %q", id), "the id of a link that stands")
	}
	return d.write(deskLine{Revoke: id}, synced)
}

// setAsk keeps whether the GM confirms what the program decides.
func (d *desk) setAsk(ask bool) error {
	d.mu.Lock()
	defer d.mu.Unlock()
	if ask == d.head.Ask {
		return nil
	}
	return d.write(deskLine{Ask: &ask}, synced)
}

// findReplay looks for an earlier request with this key, and returns how many steps there were before and
// after it. made is false if there was none, or if it made no step: then it may be tried again. steps is
// how many there are now. If the key came with another request, findReplay returns an error.
func (d *desk) findReplay(link, key, op string, in []byte, steps int) (before, after int, made bool, err error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	// Keyed requests of a fight are carried out one after the other. If one is still under way here, the program was
	// killed during it, and nobody has made a step since: all steps up to now are its own.
	if d.underway != nil {
		if err := d.write(deskLine{End: &steps}, unsynced); err != nil {
			return 0, 0, false, err
		}
	}
	keyHash, requestHash := hashOf(link, key), hashOf(op, string(in))
	for _, old := range d.requests {
		switch {
		case old.KeyHash == keyHash && old.RequestHash != requestHash:
			return 0, 0, false, NewError(KeyReused, "the Idempotency-Key was sent before with another request",
				"a new key for each request")
		case old.KeyHash == keyHash && old.stepsAfter > old.StepsBefore:
			return old.StepsBefore, old.stepsAfter, true, nil
		}
	}
	return 0, 0, false, nil
}

// beginRequest writes that a request with a key is about to make steps. It is synced because the steps are: after a
// loss of power there must be no step of a request that the desk does not know.
func (d *desk) beginRequest(link, key, op string, in []byte, steps int) error {
	d.mu.Lock()
	defer d.mu.Unlock()
	request := &keyedRequest{KeyHash: hashOf(link, key), RequestHash: hashOf(op, string(in)), StepsBefore: steps}
	return d.write(deskLine{Begin: request}, synced)
}

// endRequest writes that the request under way has ended. Only a request that made no step is synced: were
// its end lost, the steps that others make afterwards would be taken for its own. The end of one that made
// steps can be read off the record.
func (d *desk) endRequest(steps int) error {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.underway == nil {
		return nil
	}
	return d.write(deskLine{End: &steps}, steps == d.underway.StepsBefore)
}

// hashOf returns a hash of several texts, with their lengths, so that "ab", "c" and "a", "bc" differ.
func hashOf(parts ...string) string {
	h := sha256.New()
	for _, p := range parts {
		fmt.Fprintf(h, "%d:%s", len(p), p)
	}
	return hex.EncodeToString(h.Sum(nil)[:16])
}
