package text

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"strings"
	"unicode"
	"unicode/utf16"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
	"golang.org/x/text/width"
)

// NameMax is the longest name, in characters.
const NameMax = 64

// WantName says what a name may be made of, for messages.
const WantName = "letters, digits, signs and plain spaces"

// CleanName returns a name of 1 to [NameMax] characters in Unicode normal form C, or a [Problem] without a place that
// says which character cannot be in a name: control characters, newlines, marks of direction or of no width, spaces
// that are not plain or stand at an end.
func CleanName(name string) (string, error) {
	if !utf8.ValidString(name) {
		return "", Problem{What: fmt.Sprintf("the name %s is not UTF-8", Quote(name)), Want: "UTF-8 text"}
	}
	if len(name) <= NameMax*utf8.UTFMax*4 { // a longer name is too long in any form
		name = norm.NFC.String(name)
	}
	n := 0
	for _, r := range name {
		n++
		if !Prints(r) || unicode.IsSpace(r) && r != ' ' && r != '\u3000' {
			return "", Problem{What: fmt.Sprintf("character %d of the name %s is U+%04X", n, Quote(name), r), Want: WantName}
		}
	}
	switch {
	case n == 0:
		return "", Problem{What: "the name is empty", Want: fmt.Sprintf("1 to %d characters", NameMax)}
	case n > NameMax:
		return "", Problem{What: fmt.Sprintf("the name %s has %d characters", Quote(name), n),
			Want: fmt.Sprintf("1 to %d", NameMax)}
	case strings.TrimSpace(name) != name:
		return "", Problem{What: fmt.Sprintf("the name %s begins or ends with a space", Quote(name)), Want: "no space there"}
	}
	return name, nil
}

// NameProblem returns an error of [CleanName] as a problem of something else than a name: of may be "the title".
func NameProblem(of string, err error) Problem {
	p, ok := err.(Problem)
	if !ok {
		p.What = err.Error()
	}
	p.What = strings.Replace(p.What, "the name", of, 1)
	return p
}

// Markdown returns s, escaped as by [Escape], as Markdown that shows it literally. No < is left in it.
func Markdown(s string) string { return markdown.Replace(Escape(s)) }

// markdown escapes the characters that have a meaning in Markdown.
var markdown = strings.NewReplacer(`\`, `\\`, "`", "\\`", "*", `\*`, "_", `\_`, "[", `\[`, "]", `\]`, "<",
	"&lt;", ">", `\>`, "#", `\#`, "|", `\|`, "~", `\~`, "!", `\!`, "&", `\&`)

// Escape returns s with an escape sequence, as \n, \x1b or \u202e, for every character that does not print or that
// would move or reorder others. Backslashes stay, so escaping twice is escaping once.
func Escape(s string) string {
	if utf8.ValidString(s) && !strings.ContainsFunc(s, func(r rune) bool { return !Prints(r) }) {
		return s
	}
	var b strings.Builder
	for i, r := range s {
		size := utf8.RuneLen(r)
		if r == utf8.RuneError {
			_, size = utf8.DecodeRuneInString(s[i:])
		}
		switch {
		case r == utf8.RuneError && size == 1:
			fmt.Fprintf(&b, `\x%02x`, s[i])
		case Prints(r):
			b.WriteRune(r)
		case r == '\n':
			b.WriteString(`\n`)
		case r == '\r':
			b.WriteString(`\r`)
		case r == '\t':
			b.WriteString(`\t`)
		case r < 0x80:
			fmt.Fprintf(&b, `\x%02x`, r)
		case r < 0x10000:
			fmt.Fprintf(&b, `\u%04x`, r)
		default:
			fmt.Fprintf(&b, `\U%08x`, r)
		}
	}
	return b.String()
}

// JSON returns a value as JSON on one line that leaves < and > readable, as every decision has a >. The error is that
// of encoding/json.
func JSON(v any) ([]byte, error) {
	var out bytes.Buffer
	enc := json.NewEncoder(&out)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(v); err != nil {
		return nil, err
	}
	return bytes.TrimSuffix(out.Bytes(), []byte("\n")), nil
}

// DoubledKey returns the first key that an object in JSON has twice, quoted, or "" if there is none or it is not JSON.
// Readers of JSON drop one of the two silently.
func DoubledKey(b []byte) string {
	dec := json.NewDecoder(bytes.NewReader(b))
	var keys []map[string]bool // of the objects that are open, nil for a list
	isKey := false
	for {
		token, err := dec.Token()
		if err != nil {
			return ""
		}
		top := len(keys) - 1
		switch token {
		case json.Delim('{'):
			keys, isKey = append(keys, map[string]bool{}), true
			continue
		case json.Delim('['):
			keys, isKey = append(keys, nil), false
			continue
		case json.Delim('}'), json.Delim(']'):
			keys = keys[:top]
		default:
			if key, _ := token.(string); isKey {
				if keys[top][key] {
					return Quote(key)
				}
				keys[top][key], isKey = true, false
				continue
			}
		}
		isKey = len(keys) > 0 && keys[len(keys)-1] != nil
	}
}

// EscapeJSON returns JSON with an escape sequence, as \u202e, for every character that does not print, which
// encoding/json leaves as it is. Such characters occur only within strings, so the JSON means the same. It returns its
// argument if there is nothing to do.
func EscapeJSON(b []byte) []byte {
	odd := func(r rune) bool { return r != '\n' && !Prints(r) }
	if bytes.IndexFunc(b, odd) < 0 {
		return b
	}
	var out []byte
	for _, r := range string(b) {
		if !odd(r) {
			out = utf8.AppendRune(out, r)
			continue
		}
		for _, u := range utf16.AppendRune(nil, r) {
			out = fmt.Appendf(out, `\u%04x`, u)
		}
	}
	return out
}

// Prints reports whether a character shows as itself: a letter, mark, digit, sign or space, but not one of the few that
// are invisible although Unicode calls them graphic.
func Prints(r rune) bool {
	return unicode.IsGraphic(r) && !strings.ContainsRune("\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0", r)
}

// Unsafe reports whether a character is refused in any text: a control other than tab and newline, a mark of direction,
// or a separator that some programs read as a newline.
func Unsafe(r rune) bool {
	return unicode.IsControl(r) && r != '\n' && r != '\t' || unicode.Is(unicode.Bidi_Control, r) ||
		r == '\u2028' || r == '\u2029'
}

// Quote returns a word from a file as messages show it: escaped, in quotes, cut when long.
func Quote(s string) string {
	const longest = 40
	if utf8.RuneCountInString(s) > longest {
		s = string([]rune(s)[:longest]) + "…"
	}
	return `"` + Escape(s) + `"`
}

// quotationMax is the most characters of a quotation in a message, escapes counted as one.
const quotationMax = 100

// CutQuotes returns a message with long quotations cut, as users may send anything, even the bytes of a binary file. A
// message with a quotation that does not end is returned unchanged.
func CutQuotes(message string) string {
	var b strings.Builder
	isInside, n := false, 0
	for rest := message; rest != ""; {
		_, size := utf8.DecodeRuneInString(rest)
		if rest[0] == '\\' && len(rest) > 1 {
			_, next := utf8.DecodeRuneInString(rest[1:])
			size = min(len(rest), cmp.Or(map[byte]int{'x': 4, 'u': 6, 'U': 10}[rest[1]], 1+next))
		}
		part := rest[:size]
		rest = rest[size:]
		if n++; part == `"` {
			isInside, n = !isInside, 0
		}
		switch {
		case !isInside || n <= quotationMax:
			b.WriteString(part)
		case n == quotationMax+1:
			b.WriteString("…")
		}
	}
	if isInside {
		return message
	}
	return b.String()
}

// excerpt returns the part of a line around column col that fits a terminal, escaped, and the number of cells before
// col.
func excerpt(line string, col int) (shown string, offset int) {
	const before, after = 60, 40 // cells
	var left, right []string
	cells, i := 0, 0
	for _, r := range line {
		i++
		if i < col {
			left = append(left, cell(r))
			offset += Cells(left[len(left)-1])
			continue
		}
		if cells > after {
			right = append(right, "…")
			break
		}
		right = append(right, cell(r))
		cells += Cells(right[len(right)-1])
	}
	if offset > before {
		for offset > before-1 {
			offset -= Cells(left[0])
			left = left[1:]
		}
		left = append([]string{"…"}, left...)
		offset++
	}
	return strings.Join(left, "") + strings.TrimRight(strings.Join(right, ""), " "), offset
}

// cell returns one character as an excerpt shows it.
func cell(r rune) string {
	if r == '\t' {
		return "  "
	}
	return Escape(string(r))
}

// Cells returns the number of terminal cells a printable text takes: two for a wide character, none for a combining
// mark.
func Cells(s string) int {
	n := 0
	for _, r := range s {
		switch kind := width.LookupRune(r).Kind(); {
		case unicode.In(r, unicode.Mn, unicode.Me):
		case kind == width.EastAsianWide || kind == width.EastAsianFullwidth:
			n += 2
		default:
			n++
		}
	}
	return n
}
