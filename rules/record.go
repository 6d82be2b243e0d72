package rules

import (
	"bytes"
	"encoding/json"
	"fmt"
	"hash/crc32"
	"io"
	"strings"
)

// Version is the record format this package reads and writes: the number after "kokyu" in a header.
const Version = 1

// Limits of a record. What reading refuses, recording refuses to write.
const (
	RecordBytesMax = 64 << 20
	RecordLineMax  = 1 << 20 // its newline included
	RecordStepsMax = 100_000
	recordDepthMax = 32 // nesting of JSON in one line
)

// Header is the first line of a record: everything the fight began with. Data holds the catalogue rows and rulings the
// fight used, so that the record outlives a change of the catalogue; the rules never look into it.
type Header struct {
	Kokyu     int             `json:"kokyu"` // [Version]
	System    string          `json:"system"`
	Rulings   Pairs           `json:"rulings,omitempty"` // the house rulings in force, for people: name and choice
	Data      json.RawMessage `json:"data,omitempty"`
	Encounter json.RawMessage `json:"encounter,omitempty"`
	Seed      uint64          `json:"seed"`
	Seats     Pairs           `json:"seats"` // who plays each combatant, in seat order: name and agent
}

// Step is one line of a record after the header. Do, Roll, Mend, Edit, Word, Undo and Redo are the truth; P and Events
// follow from them and are stored so that a reader needs no engine. Names and words are data, never markup.
type Step struct {
	N      int             `json:"n"` // from 1; the header is line 1, so step n is line n+1
	Seat   string          `json:"seat,omitempty"`
	Roll   []int           `json:"roll,omitempty"`   // the dice, when they decided
	Mend   int             `json:"mend,omitempty"`   // dice read wrong: how many standing steps these take the place of
	Do     string          `json:"do,omitempty"`     // the decision, or what the dice made of it
	P      float64         `json:"p,omitempty"`      // dice only: the chance of that success or failure, doubles included
	Secret bool            `json:"secret,omitempty"` // a choice only its seat may see before the reveal
	Edit   string          `json:"edit,omitempty"`   // the GM's change
	Rows   json.RawMessage `json:"rows,omitempty"`   // of who joins by it: the rows in use from here on, if those of the header are not enough
	Word   string          `json:"word,omitempty"`   // the GM's word over the table, one of [Said]
	For    string          `json:"for,omitempty"`    // whom it is about: a combatant or a side, empty for everybody
	What   string          `json:"what,omitempty"`   // what it says: a maneuver, an agent, a note
	Why    string          `json:"why,omitempty"`    // the reason of an edit, a word or mended dice
	Undo   int             `json:"undo,omitempty"`   // how many standing steps are taken back
	Redo   int             `json:"redo,omitempty"`   // how many of those return
	Events []Event         `json:"events,omitempty"`
}

// Says says whether a step is only said: it stands in the record and moves nothing.
func (s Step) Says() bool { return s.Word != "" && s.Do == "" }

// Record is a fight as it was written down.
type Record struct {
	Name   string // the file, for messages
	Header Header
	Steps  []Step

	size int64  // bytes of the whole lines
	crc  uint32 // of the last of them
}

// Pairs is a list of names and values that JSON writes as an object, in this order.
type Pairs []Entry

// Value finds the value of a name, empty if there is none.
func (p Pairs) Value(name string) string {
	for _, e := range p {
		if e.Name == name {
			return e.Value
		}
	}
	return ""
}

// MarshalJSON writes an object whose members are in the order of the list.
func (p Pairs) MarshalJSON() ([]byte, error) {
	b := []byte{'{'}
	for i, e := range p {
		if i > 0 {
			b = append(b, ',')
		}
		b = appendString(b, e.Name)
		b = append(b, ':')
		b = appendString(b, e.Value)
	}
	return append(b, '}'), nil
}

// UnmarshalJSON reads an object of strings and keeps its order.
func (p *Pairs) UnmarshalJSON(b []byte) error {
	dec := json.NewDecoder(bytes.NewReader(b))
	if open, err := dec.Token(); err != nil || open != json.Delim('{') {
		return fmt.Errorf("%.40s is not an object of names and texts", b)
	}
	*p = nil
	for dec.More() {
		name, err := dec.Token()
		if err != nil {
			return err
		}
		var value string
		if err := dec.Decode(&value); err != nil {
			return fmt.Errorf("the value of %q is not a text", name)
		}
		*p = append(*p, Entry{Name: name.(string), Value: value})
	}
	return nil
}

// Standing leaves out what was taken back: the steps that made the position, in order, without the undos and redos. Mended
// dice are as those that fell.
// The counts must be possible, as those of a [Fight] and of [ReadRecord] are.
func Standing(steps []Step) []Step {
	var line, undone []Step
	for _, s := range steps {
		switch {
		case s.Undo > 0:
			for range s.Undo {
				last := len(line) - 1
				undone, line = append(undone, line[last]), line[:last]
			}
		case s.Redo > 0:
			for range s.Redo {
				last := len(undone) - 1
				line, undone = append(line, undone[last]), undone[:last]
			}
		default:
			line, s.Mend = line[:len(line)-s.Mend], 0
			line, undone = append(line, s), undone[:0]
		}
	}
	return line
}

// Seen is what a seat may know of the steps: another seat's secret choice has no words and its secret events are missing
// until that seat's next reveal among these steps. Spectators are the seat "".
func Seen(steps []Step, seat string) []Step {
	seen := make([]Step, len(steps))
	revealed := map[string]bool{} // by whom, later on
	for i := len(steps) - 1; i >= 0; i-- {
		s := steps[i]
		if s.Secret && s.Seat != seat && !revealed[s.Seat] {
			s.Do = ""
		}
		var events []Event
		for j := len(s.Events) - 1; j >= 0; j-- {
			e := s.Events[j]
			if e.Kind == "reveal" {
				revealed[e.Seat] = true
			}
			if !e.Secret || e.Seat == seat || revealed[e.Seat] {
				events = append([]Event{e}, events...)
			}
		}
		s.Events = events
		if s.Secret {
			revealed[s.Seat] = false // what was chosen before this has its own reveal
		}
		seen[i] = s
	}
	return seen
}

// A line is a JSON object whose last member is its checksum. The checksum is CRC32C (Castagnoli) over the bytes of the
// line before `,"crc"`, begun with the checksum of the line before (0 for the header), as eight small hex digits: every
// byte of the file is either summed or has only one right value.
var castagnoli = crc32.MakeTable(crc32.Castagnoli)

const (
	crcBefore = `,"crc":"`
	crcAfter  = `"}`
	crcLen    = len(crcBefore) + 8 + len(crcAfter)
)

// seal writes v as the next line after one whose checksum is crc, newline included.
func seal(v any, crc uint32) ([]byte, uint32, error) {
	body, err := encode(v)
	if err != nil {
		return nil, 0, err
	}
	body = bytes.TrimSuffix(body, []byte("}"))
	crc = crc32.Update(crc, castagnoli, body)
	line := fmt.Appendf(body, "%s%08x%s\n", crcBefore, crc, crcAfter)
	if len(line) > RecordLineMax {
		return nil, 0, fmt.Errorf("the line has %d bytes, want at most %d", len(line), RecordLineMax)
	}
	return line, crc, nil
}

// encode is JSON that leaves < and > readable: every decision has one.
func encode(v any) ([]byte, error) {
	var out bytes.Buffer
	enc := json.NewEncoder(&out)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(v); err != nil {
		return nil, err
	}
	return bytes.TrimSuffix(out.Bytes(), []byte("\n")), nil
}

// WriteRecord writes a whole record: the bytes a recorded fight with these steps leaves in its file.
func WriteRecord(w io.Writer, h Header, steps []Step) error {
	line, crc, err := seal(h, 0)
	if err != nil {
		return fmt.Errorf("the header cannot be written: %w", err)
	}
	if _, err := w.Write(line); err != nil {
		return err
	}
	for _, s := range steps {
		if line, crc, err = seal(s, crc); err != nil {
			return fmt.Errorf("step %d cannot be written: %w", s.N, err)
		}
		if _, err := w.Write(line); err != nil {
			return err
		}
	}
	return nil
}

// fields are the JSON names a line may have, by what it is.
var (
	headerFields = words("kokyu system rulings data encounter seed seats crc")
	stepFields   = words("n seat roll mend do p secret edit rows word for what why undo redo events crc")
	eventFields  = words("k seat at what with of from to n left total need paid ok double secret")
)

func words(s string) map[string]bool {
	set := map[string]bool{}
	for w := range strings.FieldsSeq(s) {
		set[w] = true
	}
	return set
}
