package fight

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"maps"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"kokyu/rules"
	"kokyu/rules/text"
)

// ReadRecord reads a record from an untrusted source: it checks checksums, numbering, fields and sizes line by line. A
// last line without a newline was cut off by a crash before it was acknowledged; it is left out with a warning. Any
// other mistake is damage, reported as a [text.Problem] with its place. name is used in messages.
func ReadRecord(name string, r io.Reader) (Record, []Warning, error) {
	txt, err := io.ReadAll(io.LimitReader(r, RecordBytesMax+1))
	if err != nil {
		return Record{}, nil, fmt.Errorf("%s cannot be read: %w", name, err)
	}
	if len(txt) > RecordBytesMax {
		return Record{}, nil, text.Problem{File: name, What: "the record is larger than 64 MiB", Want: "at most 64 MiB"}
	}
	rd := recordReader{rec: Record{Name: name}}
	for len(txt) > 0 {
		line, rest, whole := bytes.Cut(txt, []byte("\n"))
		if !whole {
			break
		}
		if err := rd.readLine(line); err != nil {
			return Record{}, nil, err
		}
		txt = rest
	}
	if rd.lines == 0 {
		return Record{}, nil, text.Problem{File: name, Line: 1, Col: 1,
			What: "the record ends before its header does", Want: "a whole header line"}
	}
	if len(txt) == 0 {
		return rd.rec, nil, nil
	}
	torn := fmt.Sprintf("the last line has no end (%d bytes): "+
		"it was being written when the program stopped, and is left out", len(txt))
	return rd.rec, []Warning{{File: name, Line: rd.lines + 1, What: torn}}, nil
}

// recordReader is the state of ReadRecord between lines. standing and undone are counted to check the numbers of undos.
type recordReader struct {
	rec      Record
	lines    int
	text     []byte // the line under way
	standing int    // steps an undo could take back
	undone   int    // steps a redo could return
}

// readLine reads one line of a record: its length, its checksum, its JSON, then what it says. The order matters: a line
// whose checksum is wrong is not decoded, and one whose names are wrong is not taken apart.
func (rd *recordReader) readLine(line []byte) error {
	rd.lines, rd.text = rd.lines+1, line
	if rd.lines > 1+RecordStepsMax {
		return rd.damage(1, fmt.Sprintf("the record has more than %d steps", RecordStepsMax), "fewer")
	}
	if len(line)+1 > RecordLineMax {
		return rd.damage(1, "the line is longer than 1 MiB", "at most 1 MiB")
	}
	if err := rd.verifyChecksum(line); err != nil {
		return err
	}
	if err := rd.scanJSON(line); err != nil {
		return err
	}
	var err error
	if rd.lines == 1 {
		err = rd.readHeader(line)
	} else {
		err = rd.readStep(line)
	}
	rd.rec.size += int64(len(line)) + 1
	return err
}

// damage returns a problem with the line under way, at its byte col, counted from 1.
func (rd *recordReader) damage(col int, what, want string) error {
	before := rd.text[:min(max(col-1, 0), len(rd.text))]
	return text.Problem{File: rd.rec.Name, Line: rd.lines, Col: 1 + utf8.RuneCount(before),
		What: what, Want: want, Source: string(rd.text)}
}

// verifyChecksum compares the checksum of a line with that of its text and the lines before it. Its messages tell apart
// a line that was changed, one that was moved or left out, and line ends that a program has rewritten.
func (rd *recordReader) verifyChecksum(line []byte) error {
	at := len(line) - crcLen
	const shape = `a line that ends with "crc":"8 hex digits"}`
	switch {
	case bytes.HasSuffix(line, []byte("\r")):
		const what = "the line ends with a carriage return: something rewrote the file's line ends"
		return rd.damage(len(line), what, "the file as it was written")
	case at < 1 || line[0] != '{':
		return rd.damage(1, "the line is not a line of a record", shape)
	case string(line[at:at+len(crcBefore)]) != crcBefore || string(line[len(line)-len(crcAfter):]) != crcAfter:
		return rd.damage(at+1, "the line has no checksum at its end", shape)
	}
	sum := crc32.Update(rd.rec.crc, castagnoli, line[:at])
	have, want := string(line[at+len(crcBefore):len(line)-len(crcAfter)]), fmt.Sprintf("%08x", sum)
	if have != want {
		what := fmt.Sprintf("the checksum is %.20q: the line was changed after it was written", have)
		if n := numberOf(line); rd.lines > 1 && n > 0 && n != rd.lines-1 {
			what = fmt.Sprintf("step %d follows step %d: lines are missing, doubled or moved", n, rd.lines-2)
		}
		return rd.damage(at+1, what, strconv.Quote(want))
	}
	rd.rec.crc = sum
	return nil
}

// numberOf returns the step number at the beginning of a line that may be damaged, 0 if there is none.
func numberOf(line []byte) int {
	digits, ok := bytes.CutPrefix(line, []byte(`{"n":`))
	if !ok {
		return 0
	}
	n := 0
	for _, c := range digits {
		if c < '0' || c > '9' || n > RecordStepsMax {
			break
		}
		n = n*10 + int(c-'0')
	}
	return n
}

// scanJSON refuses what a decoder of JSON lets pass, so that two readers of a record never see two things: deep
// nesting, and names that a decoder would skip, merge or match in another case.
func (rd *recordReader) scanJSON(line []byte) error {
	if !utf8.Valid(line) {
		return rd.damage(1, "the line is not UTF-8", "text in UTF-8")
	}
	var any json.RawMessage
	if err := json.Unmarshal(line, &any); err != nil {
		return rd.decodeDamage(err)
	}
	top := stepFields
	if rd.lines == 1 {
		top = headerFields
	}
	type level struct {
		object bool
		names  map[string]bool // those seen
	}
	var stack []level
	member := "" // the name at depth 1 that we are below
	for i := 0; i < len(line); i++ {
		switch line[i] {
		case '{', '[':
			if len(stack) == recordDepthMax {
				return rd.damage(i+1, fmt.Sprintf("JSON nested more than %d deep", recordDepthMax), "less")
			}
			stack = append(stack, level{object: line[i] == '{'})
		case '}', ']':
			stack = stack[:len(stack)-1]
		case '"':
			start := i + 1
			for i++; line[i] != '"'; i++ {
				if line[i] == '\\' {
					i++
				}
			}
			if !bytes.HasPrefix(bytes.TrimLeft(line[i+1:], " \t\r\n"), []byte{':'}) {
				continue // a value
			}
			name, in := string(line[start:i]), &stack[len(stack)-1]
			if in.names[name] {
				return rd.damage(start, fmt.Sprintf("%q is there twice", name), "it once")
			}
			if in.names == nil {
				in.names = map[string]bool{}
			}
			in.names[name] = true
			if len(stack) == 1 {
				member = name
				if !top[name] {
					what := fmt.Sprintf("the field %q is unknown", name)
					return rd.damage(start, what, text.OneOf(name, slices.Sorted(maps.Keys(top))))
				}
			}
			if len(stack) == 3 && member == "events" && rd.lines > 1 && !eventFields[name] {
				what := fmt.Sprintf("the field %q of an event is unknown", name)
				return rd.damage(start, what, text.OneOf(name, slices.Sorted(maps.Keys(eventFields))))
			}
		}
	}
	return nil
}

// decodeDamage returns an error of the decoder as damage of the line.
func (rd *recordReader) decodeDamage(err error) error {
	if e, ok := errors.AsType[*json.SyntaxError](err); ok {
		return rd.damage(int(e.Offset), "the line is not JSON: "+e.Error(), "one JSON object")
	}
	if e, ok := errors.AsType[*json.UnmarshalTypeError](err); ok {
		what := fmt.Sprintf("%q holds a %s", e.Field, e.Value)
		return rd.damage(int(e.Offset), what, "a "+kindOf(e.Type.Kind().String()))
	}
	return rd.damage(1, err.Error(), "the line as it was written")
}

// kindOf returns the word for a kind of Go types that people understand.
func kindOf(goKind string) string {
	switch {
	case strings.HasPrefix(goKind, "int"), strings.HasPrefix(goKind, "uint"):
		return "whole number"
	case strings.HasPrefix(goKind, "float"):
		return "number"
	case goKind == "string":
		return "text"
	case goKind == "slice":
		return "list"
	case goKind == "bool":
		return "true or false"
	}
	return goKind
}

// readHeader reads the header, and refuses one of another format, without a system, or with a text that no encounter
// can hold.
func (rd *recordReader) readHeader(line []byte) error {
	h := &rd.rec.Header
	if err := json.Unmarshal(line, h); err != nil {
		return rd.decodeDamage(err)
	}
	switch {
	case h.Kokyu != Version:
		return rd.damage(1, fmt.Sprintf("the record has format %d", h.Kokyu), fmt.Sprintf("%q: %d", "kokyu", Version))
	case h.System == "":
		return rd.damage(1, "the header names no system", `"system"`)
	}
	if h.Now != nil {
		if _, err := readPosition(h.Now); err != nil {
			return rd.damage(1, err.Error(), "the position as it was written")
		}
	}
	if r, ok := unsafeIn(line); ok {
		return rd.damage(1, fmt.Sprintf("a text of the header holds the character U+%04X", r),
			"text that prints: no file of an encounter can hold it")
	}
	return nil
}

// unsafeIn returns the first character in a text of JSON that no encounter file can hold, if there is one.
func unsafeIn(line []byte) (rune, bool) {
	dec := json.NewDecoder(bytes.NewReader(line))
	for {
		token, err := dec.Token()
		if err != nil {
			return 0, false // the end: the line has been read before
		}
		if s, ok := token.(string); ok {
			if i := strings.IndexFunc(s, text.Unsafe); i >= 0 {
				r, _ := utf8.DecodeRuneInString(s[i:])
				return r, true
			}
		}
	}
}

// readStep reads a step, and refuses one that no fight can have: a wrong number, a word without what it needs, an undo
// of more steps than there are.
func (rd *recordReader) readStep(line []byte) error {
	var l stepLine
	if err := json.Unmarshal(line, &l); err != nil {
		return rd.decodeDamage(err)
	}
	s := l.Step
	s.Now = l.Now
	if want := rd.lines - 1; s.N != want {
		return rd.damage(1, fmt.Sprintf("the step has number %d", s.N), strconv.Itoa(want))
	}
	if what, want := rd.check(s); what != "" {
		return rd.damage(1, what, want)
	}
	if len(s.Events) == 0 {
		s.Events = nil
	}
	switch {
	case s.Undo > 0:
		rd.standing, rd.undone = rd.standing-s.Undo, rd.undone+s.Undo
	case s.Redo > 0:
		rd.standing, rd.undone = rd.standing+s.Redo, rd.undone-s.Redo
	default:
		rd.standing, rd.undone = rd.standing-s.Mend+1, 0
	}
	rd.rec.Steps = append(rd.rec.Steps, s)
	return nil
}

// check returns what is wrong with a step and what would be right, by the first of its parts that finds anything. It
// returns two empty texts for a sound step, as each part does.
func (rd *recordReader) check(s rules.Step) (what, want string) {
	for _, part := range []func(rules.Step) (what, want string){
		checkKind, checkWord, rd.checkMend, checkDoing, checkRuling, checkEdit, checkLater, rd.checkUndo, checkEvents, checkNow,
	} {
		if what, want = part(s); what != "" {
			return what, want
		}
	}
	return "", ""
}

// checkKind checks that a step is one of five kinds.
func checkKind(s rules.Step) (what, want string) {
	kinds := 0
	for _, yes := range []bool{s.Do != "", s.Edit != "", s.Undo != 0, s.Redo != 0, s.Says()} {
		if yes {
			kinds++
		}
	}
	if kinds != 1 {
		return fmt.Sprintf("the step has %d of do, edit, word, undo and redo", kinds), "one"
	}
	return "", ""
}

// checkWord checks that a word is known, and that a step has only what goes with its word.
func checkWord(s rules.Step) (what, want string) {
	forced := s.Word != "" && s.Do != ""
	switch {
	case s.Word != "" && saidKind(s.Word) < 0:
		return fmt.Sprintf("the word %q is unknown", s.Word), "a word this version knows"
	case (s.Word == WordForce) != forced || s.Word != "" && s.Word != WordRuling && len(s.Roll) > 0:
		what = fmt.Sprintf("the word %q beside what it does not go with", s.Word)
		return what, `"do" beside "force" alone, and no dice`
	case (s.For != "" || s.What != "") && !s.Says():
		return `"for" or "what" without a word`, `them only beside a "word" that is said`
	}
	return "", ""
}

// checkMend checks that a correction of dice has dice and replaces steps that there are.
func (rd *recordReader) checkMend(s rules.Step) (what, want string) {
	switch {
	case s.Mend != 0 && len(s.Roll) == 0:
		return "mended dice without dice", `"mend" only beside "roll"`
	case s.Mend < 0 || s.Mend > rd.standing:
		return fmt.Sprintf("the dice take the place of %d steps", s.Mend), fmt.Sprintf("1 to %d", rd.standing)
	}
	return "", ""
}

// checkDoing checks that a decision has a seat and other steps have none, that dice decide something open, and that
// only dice have a chance.
func checkDoing(s rules.Step) (what, want string) {
	switch {
	case s.Do != "" && s.Seat == "":
		return "nobody did this", `"seat"`
	case s.Do == "" && (s.Seat != "" || s.Secret):
		return "an edit, word, undo or redo with a seat or a secret", "neither"
	case len(s.Roll) > 0 && s.Word != WordRuling && (s.Do == "" || s.Secret):
		return "dice that decide nothing", `"roll" only beside "do", and no "secret"`
	case len(s.Roll) == 0 && s.P != 0:
		return "a chance without dice", `"p" only beside "roll"`
	case s.P < 0 || s.P > 1:
		return fmt.Sprintf("the chance is %v", s.P), "0 to 1"
	}
	return "", ""
}

// checkEdit checks that only edits, words and corrections have reasons, and that only edits and changes that wait have
// rows.
func checkEdit(s rules.Step) (what, want string) {
	switch {
	case s.Why != "" && s.Edit == "" && s.Word == "" && s.Mend == 0:
		return "a reason without an edit", `"why" only beside "edit", "word" or "mend"`
	case s.Rows != nil && s.Edit == "" && s.Word != WordLater:
		return "rows without an edit", `"rows" only beside an "edit" by which somebody joins`
	}
	return "", ""
}

// checkUndo checks that there are as many steps as an undo takes back or a redo returns.
func (rd *recordReader) checkUndo(s rules.Step) (what, want string) {
	switch {
	case s.Undo < 0 || s.Undo > rd.standing:
		return fmt.Sprintf("the step takes back %d steps", s.Undo), fmt.Sprintf("1 to %d", rd.standing)
	case s.Redo < 0 || s.Redo > rd.undone:
		return fmt.Sprintf("the step returns %d steps", s.Redo), fmt.Sprintf("1 to %d", rd.undone)
	}
	return "", ""
}

// checkEvents checks that all events are of a known kind.
func checkEvents(s rules.Step) (what, want string) {
	for _, e := range s.Events {
		if _, known := rules.KindNamed(e.Kind); !known {
			return fmt.Sprintf("the event %q is unknown", e.Kind), "a kind this version knows"
		}
	}
	return "", ""
}

// checkNow checks that only a step that can change a position has one, and that it is one.
func checkNow(s rules.Step) (what, want string) {
	if s.Now == nil {
		return "", ""
	}
	if s.Do == "" && s.Edit == "" {
		return "a position where nothing has changed", `"now" only beside "do" or "edit"`
	}
	if _, err := readPosition(s.Now); err != nil {
		return err.Error(), "the position as it was written"
	}
	if r, ok := unsafeIn(s.Now); ok {
		return fmt.Sprintf("a text of the position holds the character U+%04X", r), "text that prints"
	}
	return "", ""
}
