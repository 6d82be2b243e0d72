package strict

import (
	"bytes"
	"fmt"
	"slices"

	"go.yaml.in/yaml/v3"
	"golang.org/x/text/unicode/norm"

	"kokyu/rules/text"
)

// Document has the places of everything in a file. The zero Document is for values that do not come from a file: its
// problems have no places. It is safe for concurrent use.
type Document struct {
	Name     string // of the file
	root     *yaml.Node
	lines    []string
	problems text.Problems  // of its form
	unread   map[place]bool // values that could not be read

	losses map[*yaml.Node]loss           // of values with something unread in them
	keys   map[*yaml.Node]map[string]int // of large groups: the index of each key
}

// loss says what of a value could not be read.
type loss struct {
	own  bool // itself, or a value directly in it
	deep bool // itself, or anything in it
}

// place is a value of the tree or, with a key, the value that the key would have there.
type place struct {
	n   *yaml.Node
	key string
}

// Read reports whether everything could be read at a path, on the way there and below. A value that the file does not
// have counts as read.
func (d Document) Read(path ...any) bool { return len(d.unread) == 0 || !d.isLost(path, true) }

// isLost reports whether the value at a path could not be read, or is in a value that could not, or has one directly in
// it; with deep, anywhere in it.
func (d Document) isLost(path Path, deep bool) bool {
	if len(d.unread) == 0 {
		return false
	}
	n := d.root
	for _, step := range path {
		if d.unread[place{n: n}] {
			return true
		}
		next := d.child(n, step)
		if next == nil {
			return d.unread[place{n, fmt.Sprint(step)}]
		}
		n = next
	}
	return d.losses[n].own || deep && d.losses[n].deep
}

// isRead reports whether a value and everything in it could be read.
func (d Document) isRead(n *yaml.Node) bool {
	return !d.unread[place{n: n}] && !slices.ContainsFunc(n.Content, func(below *yaml.Node) bool {
		return !d.isRead(below)
	})
}

// largeGroup is the number of keys above which a group gets an index.
const largeGroup = 16

// index computes losses and keys, as a file of thousands of mistakes is asked for them thousands of times.
func (d *Document) index() {
	d.losses, d.keys = map[*yaml.Node]loss{}, map[*yaml.Node]map[string]int{}
	if d.root != nil {
		d.indexNode(d.root)
	}
}

// indexNode computes the losses and keys of a value and of all values in it, and returns its loss.
func (d *Document) indexNode(n *yaml.Node) loss {
	l := loss{own: d.unread[place{n: n}]}
	l.deep = l.own
	for _, below := range n.Content {
		l.own = l.own || d.unread[place{n: below}]
		l.deep = d.indexNode(below).deep || l.deep
	}
	if l.deep {
		d.losses[n] = l
	}
	if n.Kind == yaml.MappingNode && len(n.Content) > 2*largeGroup {
		keys := make(map[string]int, len(n.Content)/2)
		for i := len(n.Content)/2*2 - 2; i >= 0; i -= 2 {
			if key := n.Content[i]; key.Kind == yaml.ScalarNode {
				keys[keyText(key)] = i
			}
		}
		d.keys[n] = keys
	}
	return l
}

// Path leads to a value: strings are keys, ints are indices of lists. A last element of type [Key] leads to the key
// itself instead of its value. Path{"sides", 0, "fighters", 2, "who"} leads to the value of who of the third combatant
// of the first side, Path{"now", Key("Kojiro")} to the key Kojiro.
type Path []any

// And returns the path to what is further down.
func (p Path) And(more ...any) Path { return append(slices.Clone(p), more...) }

// Key is the last element of a [Path] to a key.
type Key string

// At returns the line and column, from 1, of the value at a path, or of the innermost value on the way there that the
// file has (for a default or a short form). In the zero Document it returns 0, 0.
func (d Document) At(path ...any) (line, col int) {
	n, _ := d.find(path)
	if n == nil {
		return 0, 0
	}
	return n.Line, n.Column
}

// Has reports whether the file has a value at a path; a key with nothing after it has none.
func (d Document) Has(path ...any) bool {
	n, whole := d.find(path)
	return whole && !isNull(n)
}

// Keys returns the keys at the top of the file.
func (d Document) Keys() []string {
	if d.root == nil {
		return nil
	}
	return (&Node{d: &decoder{}, n: d.root}).Keys()
}

// Problem returns a mistake at the place that [Document.At] finds.
func (d Document) Problem(path Path, what, want string) text.Problem {
	n, _ := d.find(path)
	return d.problem(n, what, want)
}

// find follows a path as far as the file has values. whole reports whether that was all the way.
func (d Document) find(path Path) (n *yaml.Node, whole bool) {
	n = d.root
	for _, step := range path {
		next := d.child(n, step)
		if next == nil {
			return n, false
		}
		n = next
	}
	return n, n != nil
}

// child returns the node one step from n, nil when there is none.
func (d Document) child(n *yaml.Node, step any) *yaml.Node {
	switch step := step.(type) {
	case string:
		_, value := d.pair(n, step)
		return value
	case Key:
		key, _ := d.pair(n, string(step))
		return key
	case int:
		if n != nil && n.Kind == yaml.SequenceNode && step >= 0 && step < len(n.Content) {
			return n.Content[step]
		}
		return nil
	}
	panic(fmt.Sprintf("strict: a path cannot go through %T %v", step, step))
}

// pair is the function pair, but uses the index of a large group.
func (d Document) pair(n *yaml.Node, name string) (key, value *yaml.Node) {
	keys := d.keys[n]
	if keys == nil {
		return pair(n, name)
	}
	i, ok := keys[norm.NFC.String(name)]
	if !ok {
		return nil, nil
	}
	return n.Content[i], n.Content[i+1]
}

// pair returns the nodes of the first key with a name in a mapping and of its value.
func pair(n *yaml.Node, name string) (key, value *yaml.Node) {
	if n == nil || n.Kind != yaml.MappingNode {
		return nil, nil
	}
	for i := 0; i+1 < len(n.Content); i += 2 {
		if key := n.Content[i]; key.Kind == yaml.ScalarNode && keyText(key) == norm.NFC.String(name) {
			return key, n.Content[i+1]
		}
	}
	return nil, nil
}

// keyText returns a key in normal form C, in which all keys are compared.
func keyText(key *yaml.Node) string {
	return norm.NFC.String(key.Value)
}

// isNull reports whether a value is empty or null.
func isNull(n *yaml.Node) bool {
	return n.Kind == yaml.ScalarNode && n.Tag == "!!null"
}

// problem returns a problem at the place of a value, without a place if n is nil.
func (d Document) problem(n *yaml.Node, what, want string) text.Problem {
	p := text.Problem{File: d.Name, What: what, Want: want}
	if n != nil {
		p.Line, p.Col = n.Line, n.Column
		p.Source = d.line(n.Line)
	}
	return p
}

// problemAt returns a problem at a line and column.
func (d Document) problemAt(line, col int, what, want string) text.Problem {
	return text.Problem{File: d.Name, Line: line, Col: col, What: what, Want: want, Source: d.line(line)}
}

// line returns the text of line n, from 1; empty when there is none.
func (d Document) line(n int) string {
	if n < 1 || n > len(d.lines) {
		return ""
	}
	return d.lines[n-1]
}

// Plain returns a file without a byte order mark, and with \n in place of \r\n and a lone \r, which end a line in YAML.
func Plain(data []byte) []byte {
	data = bytes.TrimPrefix(data, []byte("\uFEFF"))
	return bytes.ReplaceAll(bytes.ReplaceAll(data, []byte("\r\n"), []byte("\n")), []byte("\r"), []byte("\n"))
}
