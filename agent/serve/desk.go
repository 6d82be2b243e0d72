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

// desk is what the server keeps of a fight besides its record: the links that open it and the requests that made its
// steps. It is a file of JSON lines beside the record, written before the change is acknowledged to a client. A torn
// last line was not acknowledged and is cut off.
type desk struct {
	lasting *lastingKeys // of the folder
	path    string
	head    deskHead

	mu        sync.Mutex
	links     []keptLink      // that were not revoked
	linksMade int             // also those
	requests  []*keyedRequest // the last keyedRequestsMax
	underway  *keyedRequest   // the one that has begun and not ended; after a start, the one in which the program was killed
	winPoints []WinPoint      // of the proposals that were made; in memory alone
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
	End    *int          `json:"end,omitempty"` // how many steps there were when the request that began last was over
}

// keptLink is a link with a hash of its key in the place of the key.
type keptLink struct {
	ID   string `json:"id"`
	Role Role   `json:"role"`
	Seat string `json:"seat,omitempty"`
	Hash string `json:"hash"`
}

// keyedRequest is a request with an Idempotency-Key.
type keyedRequest struct {
	Key string `json:"key"` // a hash of the link and the key
	Of  string `json:"of"`  // a hash of the operation and its input
	At  int    `json:"at"`  // how many steps there were before it
	end int    // how many there were after it; -1 until it is over
}

// voices are how a fight can be told; the first is the default. No language model tells fights of a server.
var voices = []string{"scent", "law", "none"}

const (
	keyedRequestsMax = 1000 // kept for each fight
	linksMax         = 64   // of one fight
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

// openDesk reads a desk and repairs its end: a torn last line is cut off, and a whole one without a newline gets it. It
// does not touch a file that is no desk.
func openDesk(path string) (*desk, error) {
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	d := &desk{path: path}
	n, whole, torn := 0, 0, false // lines, bytes of whole lines, whether the last is torn
	for line := range bytes.Lines(text) {
		if n++; n == 1 {
			if err := json.Unmarshal(line, &d.head); err != nil || d.head.Desk != 1 {
				return nil, fmt.Errorf("%s:1: not the first line of a fight's desk", path)
			}
		} else {
			var l deskLine
			err := json.Unmarshal(line, &l)
			if torn = err != nil && !bytes.HasSuffix(line, []byte("\n")); torn {
				break
			}
			if err != nil {
				return nil, fmt.Errorf("%s:%d: %w", path, n, err)
			}
			d.apply(l)
		}
		whole += len(line)
	}
	switch {
	case n == 0:
		return nil, fmt.Errorf("%s is empty, want a fight's desk", path)
	case torn:
		return d, os.Truncate(path, int64(whole))
	case text[whole-1] != '\n':
		return d, d.append("\n", true)
	}
	return d, nil
}

// apply changes the desk as a line of its file says.
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
		l.Begin.end = -1
		d.underway = l.Begin
		d.requests = append(d.requests, l.Begin)
		if len(d.requests) > keyedRequestsMax {
			d.requests = slices.Delete(d.requests, 0, 1)
		}
	case l.End != nil && d.underway != nil:
		d.underway.end, d.underway = *l.End, nil
	}
}

// write appends a line and applies it. A synced line survives a loss of power, others only the end of the program.
func (d *desk) write(l deskLine, synced bool) error {
	text, err := json.Marshal(l)
	if err != nil {
		return err
	}
	if err := d.append(string(text)+"\n", synced); err != nil {
		return coded{fmt.Errorf("what the server keeps of the fight could not be written: %w", err), Failed}
	}
	d.apply(l)
	return nil
}

// append writes to the end of the file.
func (d *desk) append(text string, synced bool) error {
	f, err := os.OpenFile(d.path, os.O_WRONLY|os.O_APPEND, 0)
	if err != nil {
		return err
	}
	_, err = f.WriteString(text)
	if err == nil && synced {
		err = f.Sync()
	}
	return errors.Join(err, f.Close())
}

// find returns the access of the first link for which matches is true.
func (d *desk) find(matches func(keptLink) bool) (Access, bool) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if i := slices.IndexFunc(d.links, matches); i >= 0 {
		l := d.links[i]
		return Access{Role: l.Role, Seat: l.Seat, Link: l.ID}, true
	}
	return Access{}, false
}

// isValid reports whether the Link of an [Access] has not been revoked. The empty one, the program's own, is always
// valid.
func (d *desk) isValid(link string) bool {
	if strings.HasPrefix(link, lastingLink) {
		_, ok := d.lasting.ofLink(link)
		return ok
	}
	_, ok := d.find(func(l keptLink) bool { return l.ID == link })
	return ok || link == ""
}

// list returns the links without their keys.
func (d *desk) list() []Link {
	d.mu.Lock()
	defer d.mu.Unlock()
	links := []Link{}
	for _, l := range d.links {
		links = append(links, Link{ID: l.ID, Role: l.Role, Seat: l.Seat})
	}
	return links
}

// makeLink makes one more link and returns it with its key.
func (d *desk) makeLink(fight string, role Role, seat string) (Link, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if n := len(d.links); n >= linksMax {
		return Link{}, NewError(TooMany, fmt.Sprintf("the fight has %d links", n), fmt.Sprintf("at most %d: revoke one first", linksMax))
	}
	key, hash := newKey(fight)
	l := keptLink{ID: linkID(d.linksMade), Role: role, Seat: seat, Hash: hash}
	return Link{ID: l.ID, Role: role, Seat: seat, Key: key}, d.write(deskLine{Link: &l}, true)
}

// linkID returns the id of the link that was made after n others: l1 is the first.
func linkID(n int) string { return "l" + strconv.Itoa(n+1) }

// revoke revokes a link.
func (d *desk) revoke(id string) error {
	d.mu.Lock()
	defer d.mu.Unlock()
	if !slices.ContainsFunc(d.links, func(l keptLink) bool { return l.ID == id }) {
		return NewError(session.UnknownName, fmt.Sprintf("the fight has no link %q", id), "the id of a link that stands")
	}
	return d.write(deskLine{Revoke: id}, true)
}

// setAsk keeps whether the GM confirms what the program decides.
func (d *desk) setAsk(ask bool) error {
	d.mu.Lock()
	defer d.mu.Unlock()
	if ask == d.head.Ask {
		return nil
	}
	return d.write(deskLine{Ask: &ask}, true)
}

// findReplay returns how many steps there were before and after a request with this key that was carried out before;
// made is false if there was none, or if it made no step and may be tried again. steps is how many there are now. If
// the key came with another request, findReplay returns an error.
func (d *desk) findReplay(link, key, op string, in []byte, steps int) (at, end int, made bool, err error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.underway != nil { // the program was killed before it could write how many steps that request made
		if err := d.write(deskLine{End: &steps}, false); err != nil {
			return 0, 0, false, err
		}
	}
	k := hashOf(link, key)
	for _, old := range d.requests {
		switch {
		case old.Key == k && old.Of != hashOf(op, string(in)):
			return 0, 0, false, NewError(KeyReused, "the Idempotency-Key was sent before with another request", "a new key for each request")
		case old.Key == k && old.end > old.At:
			return old.At, old.end, true, nil
		}
	}
	return 0, 0, false, nil
}

// beginRequest writes that a request with a key is about to make steps.
func (d *desk) beginRequest(link, key, op string, in []byte, steps int) error {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.write(deskLine{Begin: &keyedRequest{Key: hashOf(link, key), Of: hashOf(op, string(in)), At: steps}}, true)
}

// endRequest writes that the request under way has ended. A request that made no step is synced, so that after a loss
// of power it is not taken for one that did.
func (d *desk) endRequest(steps int) error {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.underway == nil {
		return nil
	}
	return d.write(deskLine{End: &steps}, steps == d.underway.At)
}

// hashOf returns a hash of texts, which tells apart where one ends and the next begins.
func hashOf(parts ...string) string {
	h := sha256.New()
	for _, p := range parts {
		fmt.Fprintf(h, "%d:%s", len(p), p)
	}
	return hex.EncodeToString(h.Sum(nil)[:16])
}
