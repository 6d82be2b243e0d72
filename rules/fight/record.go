package fight

import (
	"bytes"
	"encoding/json"
	"fmt"
	"hash/crc32"
	"io"
	"slices"
	"strings"

	"kokyu/rules"
	"kokyu/rules/text"
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
// fight used, so that the record remains readable when the catalogue changes; the rules never read it.
type Header struct {
	Kokyu     int             `json:"kokyu"`             // [Version]
	Program   string          `json:"program,omitempty"` // the version of the program that began it
	System    string          `json:"system"`
	Rules     string          `json:"rules,omitempty"`   // the digest of the rules it was played by
	Rulings   rules.Pairs     `json:"rulings,omitempty"` // the house rulings in force, for people: name and choice
	Data      json.RawMessage `json:"data,omitempty"`
	Encounter json.RawMessage `json:"encounter,omitempty"`
	Rows      json.RawMessage `json:"rows,omitempty"` // the rows of the folders that the encounter names, for who joins
	// GM is a note of the encounter for the GM alone: no face shows it to anybody else.
	GM    string          `json:"gm,omitempty"`
	Seed  uint64          `json:"seed"`
	Seats rules.Pairs     `json:"seats"`         // who plays each combatant, in seat order: name and agent
	Now   json.RawMessage `json:"now,omitempty"` // how everybody stands at the beginning, see [Snapshot]
}

// Record is a record as read from a file.
type Record struct {
	Name   string // the file, for messages
	Header Header
	Steps  []rules.Step

	size int64  // bytes of the whole lines
	crc  uint32 // of the last of them
}

// Rules returns the digest of the rules under which the fight of a record goes on, empty if it does not say, and how
// many of its steps were made before it did so. An undo of such a word does not bring the old rules back.
func (r Record) Rules() (digest string, before int) {
	digest = r.Header.Rules
	for _, s := range r.Steps {
		if s.Word == WordRules {
			digest, before = s.What, s.N
		}
	}
	return digest, before
}

// StandingSteps returns the standing steps, those that lead to the present position: in order, without undone steps,
// undos and redos. Corrected dice take the place of the steps they correct and have no Mend. The undo and redo counts
// must be valid, as those of a [Fight] and of [ReadRecord] are.
func StandingSteps(steps []rules.Step) []rules.Step {
	line, _ := splitSteps(steps)
	return line
}

// CountUndone returns how many steps were taken back and can be returned. The counts must be valid, see
// [StandingSteps].
func CountUndone(steps []rules.Step) int {
	_, undone := splitSteps(steps)
	return len(undone)
}

// splitSteps returns the standing steps, and the undone ones that a redo can return, the next one last.
func splitSteps(steps []rules.Step) (line, undone []rules.Step) {
	for _, s := range steps {
		switch {
		case s.Undo > 0:
			moveLast(&line, &undone, s.Undo)
		case s.Redo > 0:
			moveLast(&undone, &line, s.Redo)
		default:
			line, s.Mend = line[:len(line)-s.Mend], 0
			line, undone = append(line, s), undone[:0]
		}
	}
	return line, undone
}

// SeenBy returns the steps as the player of a seat may know them; "" is a spectator. The words and the secret events of
// another seat's secret choice are left out, unless it is revealed later among these steps. The words of a pending edit
// that another seat has asked for are left out until it is made.
func SeenBy(steps []rules.Step, seat string) []rules.Step {
	seen := make([]rules.Step, len(steps))
	revealed := map[string]bool{} // by seat, whether the steps after this one reveal its choice: so the last step comes first
	open := map[int]bool{}        // steps that keep what this seat may know
	for _, s := range steps {
		switch {
		case s.Word == WordLater && s.For != "" && s.For == seat:
			open[s.N] = true
		case s.Edit != "" && s.KeptAt > 0:
			open[s.KeptAt] = true
		}
	}
	for i, s := range slices.Backward(steps) {
		if s.Secret && s.Seat != seat && !revealed[s.Seat] {
			s.Do = ""
		}
		if s.Word == WordLater && !open[s.N] || s.Word == WordDropped && !open[s.KeptAt] {
			s.Changes, s.For, s.Why, s.Rows = nil, "", "", nil
		}
		var events []rules.Event
		for _, e := range slices.Backward(s.Events) {
			if e.Kind == "reveal" {
				revealed[e.Seat] = true
			}
			if !e.Secret || e.Seat == seat || revealed[e.Seat] {
				events = append(events, e)
			}
		}
		slices.Reverse(events)
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

// stepLine is a step as its line has it.
type stepLine struct {
	rules.Step
	Now json.RawMessage `json:"now,omitempty"`
}

// lineOf returns a step as it is written, with the position that a record keeps.
func lineOf(s rules.Step) stepLine { return stepLine{s, s.Now} }

// sealLine returns v as a line with its newline, and its checksum; crc is the checksum of the line before.
func sealLine(v any, crc uint32) ([]byte, uint32, error) {
	body, err := text.JSON(v)
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

// WriteRecord writes a whole record: the same bytes as a fight with these steps would have written step by step.
func WriteRecord(w io.Writer, h Header, steps []rules.Step) error {
	line, crc, err := sealLine(h, 0)
	if err != nil {
		return fmt.Errorf("the header cannot be written: %w", err)
	}
	if _, err := w.Write(line); err != nil {
		return err
	}
	for _, s := range steps {
		if line, crc, err = sealLine(lineOf(s), crc); err != nil {
			return fmt.Errorf("step %d cannot be written: %w", s.N, err)
		}
		if _, err := w.Write(line); err != nil {
			return err
		}
	}
	return nil
}

// The JSON names that a header, a step and an event may have: json matches names in any case, and ignores others.
var (
	headerFields = nameSet("kokyu program system rules rulings data encounter rows gm seed seats now crc")
	stepFields   = nameSet("n seat roll mend do p secret edit rows word for what throw against changes of why undo redo events now crc")
	eventFields  = nameSet("k seat at what with of from to n left total need paid ok double secret")
)

// nameSet returns the set of the words in a text.
func nameSet(s string) map[string]bool {
	set := map[string]bool{}
	for w := range strings.FieldsSeq(s) {
		set[w] = true
	}
	return set
}
