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

// desk is what the server knows of a fight besides its record: the links that open it and the requests that made its steps. It
// is a file of JSON lines beside the record, written before what it says is acknowledged. A last line that is torn was not
// acknowledged and is cut off.
type desk struct {
	lasting *lasting // of the folder
	path    string
	head    deskHead

	mu    sync.Mutex
	links []keptLink
	keys  []*keptKey // the last keysMax
	open  *keptKey   // the request under way, or that was when the program ended
}

// deskHead is the first line.
type deskHead struct {
	Desk   int       `json:"desk"` // the version of the file: 1
	Title  string    `json:"title"`
	System string    `json:"system"`
	Opened time.Time `json:"opened"`
	Ask    bool      `json:"ask"`   // the GM confirms what the program decides
	Voice  string    `json:"voice"` // that tells the fight

	Combatants []Combatant `json:"combatants,omitempty"` // with which it began
}

// deskLine is every other line; one of its fields is set.
type deskLine struct {
	Link   *keptLink `json:"link,omitempty"`
	Revoke string    `json:"revoke,omitempty"` // the id of a link
	Ask    *bool     `json:"ask,omitempty"`
	Begin  *keptKey  `json:"begin,omitempty"`
	End    *int      `json:"end,omitempty"` // how many steps there were when the request that began last was over
}

// keptLink is a link without its key.
type keptLink struct {
	ID      string `json:"id"`
	Role    Role   `json:"role"`
	Seat    string `json:"seat,omitempty"`
	Hash    string `json:"hash"`
	revoked bool
}

// keptKey is a request with an Idempotency-Key.
type keptKey struct {
	Key string `json:"key"` // a hash of the link and the key
	Of  string `json:"of"`  // a hash of the operation and its input
	At  int    `json:"at"`  // how many steps there were before
	end int    // and after; -1 until it is over
}

const (
	keysMax  = 1000 // kept for each fight
	linksMax = 64   // of one fight
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

// writeWhole writes a file that only this user may read; it appears whole or stays as it was.
func writeWhole(path string, data []byte) error {
	if err := writeSynced(path+fresh, data); err != nil {
		return err
	}
	return os.Rename(path+fresh, path)
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

// openDesk reads a desk. A last line that is torn is cut off, one that is whole but for its end gets that; a file that is no desk stays
// as it is.
func openDesk(path string) (*desk, error) {
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	d := &desk{path: path}
	n, read, torn := 0, 0, false
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
			d.take(l)
		}
		read += len(line)
	}
	switch {
	case n == 0:
		return nil, fmt.Errorf("%s is empty, want a fight's desk", path)
	case torn:
		return d, os.Truncate(path, int64(read))
	case text[read-1] != '\n':
		return d, d.append("\n", true)
	}
	return d, nil
}

// take applies what a line of the desk's journal changes.
func (d *desk) take(l deskLine) {
	switch {
	case l.Link != nil:
		d.links = append(d.links, *l.Link)
	case l.Revoke != "":
		for i := range d.links {
			if d.links[i].ID == l.Revoke {
				d.links[i].revoked = true
			}
		}
	case l.Ask != nil:
		d.head.Ask = *l.Ask
	case l.Begin != nil:
		l.Begin.end = -1
		d.open = l.Begin
		d.keys = append(d.keys, l.Begin)
		if len(d.keys) > keysMax {
			d.keys = slices.Delete(d.keys, 0, 1)
		}
	case l.End != nil && d.open != nil:
		d.open.end, d.open = *l.End, nil
	}
}

// write appends a line. A synced line survives a loss of power, others only the end of the program.
func (d *desk) write(l deskLine, synced bool) error {
	text, err := json.Marshal(l)
	if err != nil {
		return err
	}
	if err := d.append(string(text)+"\n", synced); err != nil {
		return coded{fmt.Errorf("what the server keeps of the fight could not be written: %w", err), Failed}
	}
	d.take(l)
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

// find returns the link that stands and has a hash, or an id.
func (d *desk) find(is func(keptLink) bool) (Access, bool) {
	d.mu.Lock()
	defer d.mu.Unlock()
	for _, l := range d.links {
		if is(l) && !l.revoked {
			return Access{Role: l.Role, Seat: l.Seat, Link: l.ID}, true
		}
	}
	return Access{}, false
}

// stands reports whether a link has not been revoked; the empty one never is.
func (d *desk) stands(link string) bool {
	if strings.HasPrefix(link, lastingLink) {
		return d.lasting.stands(link)
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	return link == "" || slices.ContainsFunc(d.links, func(l keptLink) bool { return l.ID == link && !l.revoked })
}

// list returns the links that stand, without keys.
func (d *desk) list() []Link {
	d.mu.Lock()
	defer d.mu.Unlock()
	links := []Link{}
	for _, l := range d.links {
		if !l.revoked {
			links = append(links, Link{ID: l.ID, Role: l.Role, Seat: l.Seat})
		}
	}
	return links
}

// link makes one more link.
func (d *desk) link(fight string, role Role, seat string) (Link, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	standing := 0
	for _, l := range d.links {
		if !l.revoked {
			standing++
		}
	}
	if standing >= linksMax {
		return Link{}, codedError(TooMany, fmt.Sprintf("the fight has %d links", standing), fmt.Sprintf("at most %d: revoke one first", linksMax))
	}
	key, hash := newKey(fight)
	l := keptLink{ID: linkID(len(d.links)), Role: role, Seat: seat, Hash: hash}
	return Link{ID: l.ID, Role: role, Seat: seat, Key: key}, d.write(deskLine{Link: &l}, true)
}

func linkID(n int) string { return "l" + strconv.Itoa(n+1) }

// revoke ends a link.
func (d *desk) revoke(id string) error {
	d.mu.Lock()
	defer d.mu.Unlock()
	if !slices.ContainsFunc(d.links, func(l keptLink) bool { return l.ID == id && !l.revoked }) {
		return codedError(session.UnknownName, fmt.Sprintf("the fight has no link %q", id), "the id of a link that stands")
	}
	return d.write(deskLine{Revoke: id}, true)
}

// asks keeps whether the GM is asked.
func (d *desk) asks(ask bool) error {
	d.mu.Lock()
	defer d.mu.Unlock()
	if ask == d.head.Ask {
		return nil
	}
	return d.write(deskLine{Ask: &ask}, true)
}

// madeBefore reports whether a request with a key made steps before; at and end are how many steps there were then, before and after it.
// steps is how many there are now. The error says that the key was sent with another request.
func (d *desk) madeBefore(link, key, op string, in []byte, steps int) (at, end int, made bool, err error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.open != nil { // the program ended before it could say so
		if err := d.write(deskLine{End: &steps}, false); err != nil {
			return 0, 0, false, err
		}
	}
	k := digest(link, key)
	for _, old := range d.keys { // one that made nothing may be tried again
		switch {
		case old.Key == k && old.Of != digest(op, string(in)):
			return 0, 0, false, codedError(KeyReused, "the Idempotency-Key was sent before with another request", "a new key for each request")
		case old.Key == k && old.end > old.At:
			return old.At, old.end, true, nil
		}
	}
	return 0, 0, false, nil
}

// begin keeps that a request with a key is about to make steps.
func (d *desk) begin(link, key, op string, in []byte, steps int) error {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.write(deskLine{Begin: &keptKey{Key: digest(link, key), Of: digest(op, string(in)), At: steps}}, true)
}

// over keeps that the request under way has ended. One that made no step is synced, so that it is never taken for one that did.
func (d *desk) over(steps int) error {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.open == nil {
		return nil
	}
	return d.write(deskLine{End: &steps}, steps == d.open.At)
}

func digest(parts ...string) string {
	h := sha256.New()
	for _, p := range parts {
		fmt.Fprintf(h, "%d:%s", len(p), p)
	}
	return hex.EncodeToString(h.Sum(nil)[:16])
}
