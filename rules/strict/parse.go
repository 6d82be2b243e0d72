package strict

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"sort"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"go.yaml.in/yaml/v3"

	"kokyu/rules/text"
)

// Limits of a file's shape.
const (
	depthMax = 64    // lists and groups inside one another
	nodesMax = 20000 // keys and values, lists and groups
)

// errSecond is the error of a file with several documents, at the second one.
var errSecond = errors.New("a second document begins here")

// parse parses data. The Document has no root if the problems are such that nothing can be decoded.
func parse(name string, data []byte) (Document, text.Problems) {
	d := Document{Name: name}
	if len(data) > SizeMax {
		return d, text.Problems{tooLargeError(name, int64(len(data)), SizeMax)}
	}
	data = bytes.TrimPrefix(data, []byte("\uFEFF"))
	d.lines = strings.Split(string(Plain(data)), "\n")
	if isWide(data) {
		d.lines = nil // unprintable
		return d, text.Problems{d.problemAt(1, 1, "the file is UTF-16 or UTF-32", "the file saved as UTF-8")}
	}
	if line, col, what := badCharacter(data); what != "" {
		return d, text.Problems{d.problemAt(line, col, what, "plain UTF-8 text")}
	}
	root, err := readYAML(data)
	if err != nil && root == nil {
		return d, text.Problems{d.syntax(data, err)}
	}
	var problems text.Problems
	if err != nil {
		problems = text.Problems{d.syntax(data, err)}
	}
	if root == nil || isNull(root) {
		return d, append(problems, d.problemAt(1, 1, "the file is empty", "at least one key: value"))
	}
	d.root = root
	check := checker{doc: d, problems: problems}
	if check.checkNode(root, 1); check.tooMuch {
		d.root = nil
	}
	return d, check.problems
}

// isWide reports whether a file is UTF-16 or UTF-32: it has such a byte order mark, or a zero byte in its first
// character.
func isWide(data []byte) bool {
	return bytes.HasPrefix(data, []byte("\xff\xfe")) || bytes.HasPrefix(data, []byte("\xfe\xff")) ||
		bytes.IndexByte(data[:min(4, len(data))], 0) >= 0
}

// badCharacter returns the place, from 1, of the first byte that is not UTF-8 or character that is not allowed in YAML
// or may be taken for the end of a line; what is empty if there is none.
func badCharacter(data []byte) (line, col int, what string) {
	line, col = 1, 1
	for i := 0; i < len(data); {
		r, size := utf8.DecodeRune(data[i:])
		switch {
		case r == utf8.RuneError && size == 1:
			return line, col, fmt.Sprintf("the byte %#02x is not UTF-8", data[i])
		case r == '\n', r == '\r' && (i+1 == len(data) || data[i+1] != '\n'):
			line, col = line+1, 0
		case unicode.IsControl(r) && r != '\t' && r != '\r', r == '\u2028', r == '\u2029',
			r == '\uFEFF', r == '\uFFFE', r == '\uFFFF':
			return line, col, fmt.Sprintf("the character U+%04X cannot stand in a YAML file", r)
		}
		i += size
		col++
	}
	return 0, 0, ""
}

// readYAML returns the root of the first YAML document in data, nil if there is none, and the first mistake. A second
// document is a mistake.
func readYAML(data []byte) (root *yaml.Node, err error) {
	defer func() {
		// The library panics on what it calls internal errors; no file may end the program.
		if r := recover(); r != nil {
			root, err = nil, fmt.Errorf("yaml: %v", r)
		}
	}()
	decoder := yaml.NewDecoder(bytes.NewReader(data))
	var document, second yaml.Node
	if err := decoder.Decode(&document); err == io.EOF {
		return nil, nil
	} else if err != nil {
		return nil, err
	}
	root = document.Content[0]
	if err := decoder.Decode(&second); err != io.EOF {
		return root, errSecond
	}
	return root, nil
}

// syntax returns an error of the YAML library as a problem in plain words.
func (d Document) syntax(data []byte, err error) text.Problem {
	line := d.lineOf(data, err)
	source := d.line(line)
	col := 1 + len(source) - len(strings.TrimLeft(source, " \t"))
	what, want := plainWords(messageOf(err), source[:col-1])
	return d.problemAt(line, col, what, want)
}

// lineOf finds the line that an error of the YAML library is about. The library names the line where the broken value
// begins, or the one before, or, for a value that begins on the first line, the line where it stopped. So lineOf reads
// beginnings of the file again: the mistake is on the last line of the shortest one with the same error.
func (d Document) lineOf(data []byte, err error) int {
	const searched = 256 << 10 // bytes; for longer files the library's line must do
	first := min(max(namedLine(err), 1), len(d.lines))
	if len(data) > searched {
		return first
	}
	ends := lineEnds(data)
	fails := func(lines int) bool {
		_, cut := readYAML(data[:ends[lines-1]])
		return cut != nil && messageOf(cut) == messageOf(err)
	}
	if first > 1 && fails(first) && fails(first-1) {
		return 1
	}
	return first + sort.Search(len(ends)-first, func(i int) bool { return fails(first + i) })
}

// lineEnds returns the end of each line of data, its line break included.
func lineEnds(data []byte) []int {
	var ends []int
	for i, c := range data {
		if c == '\n' || c == '\r' && (i+1 == len(data) || data[i+1] != '\n') {
			ends = append(ends, i+1)
		}
	}
	return append(ends, len(data))
}

// namedLine returns the line in a message "yaml: line 7: ...", 0 if there is none.
func namedLine(err error) int {
	text, ok := strings.CutPrefix(err.Error(), "yaml: line ")
	if !ok {
		return 0
	}
	digits, _, _ := strings.Cut(text, ":")
	line, _ := strconv.Atoi(digits)
	return line
}

// messageOf returns the message of the YAML library without its line.
func messageOf(err error) string {
	text := strings.TrimPrefix(err.Error(), "yaml: ")
	if namedLine(err) > 0 {
		_, text, _ = strings.Cut(text, ": ")
	}
	return text
}

// plainWords returns what is wrong and what would be right, in words for people, for a message of the library.
func plainWords(message, indent string) (what, want string) {
	has := func(part string) bool { return strings.Contains(message, part) }
	switch {
	case message == errSecond.Error():
		return message, "one document to a file"
	case has("tab character"), has("cannot start any token") && strings.Contains(indent, "\t"):
		return "a tab indents this line", "spaces"
	case has("cannot start any token"):
		return "a value begins with a character YAML keeps for itself", "quotes around it"
	case has("mapping values are not allowed"):
		return "a colon where no key can be", `the indentation of the line above, one "key: value" to a line, or quotes around text with a colon`
	case has("could not find expected ':'"):
		return "a key without a colon", `"key: value"`
	case has("expected ',' or ']'"):
		return "a [list] is not closed, or lacks a comma", "a , between items and a ] at the end"
	case has("expected ',' or '}'"):
		return "a {group} is not closed, or lacks a comma", "a , between pairs and a } at the end"
	case has("expected key"), has("expected '-' indicator"):
		return "this line does not fit the ones above", "their indentation, and nothing after a closing quote or bracket"
	case has("expected node content"):
		return "a bracket stands where a value should be, or is not closed", "a value, or a ] or } at the end"
	case has("unexpected end of stream"):
		return "a quote is opened and never closed", "a closing quote"
	case has("escape character"), has("escape code"), has("hexdecimal"):
		return `an escape nobody knows after \`, `single quotes around text with a \, or \\ for one`
	case has("unknown anchor"):
		return aliasWhat, aliasWant
	case has("max depth"):
		return depthWhat, depthWant
	}
	return "this is not YAML (" + message + ")", `"key: value" lines`
}
