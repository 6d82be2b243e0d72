package strict

import (
	"reflect"
	"slices"
	"strconv"

	"go.yaml.in/yaml/v3"
	"golang.org/x/text/unicode/norm"

	"kokyu/rules/text"
)

// unmarshaler is a type that reads itself, for short forms that a struct cannot express, such as "- bandit: 6". It
// reports all problems to the node. It reads its long form by converting itself to a type without this method, as in
// "type plain Fighter; n.Decode((*plain)(f))".
type unmarshaler interface {
	UnmarshalNode(n *Node)
}

// Node is one value of a file that an [unmarshaler] is to read.
type Node struct {
	d  *decoder
	n  *yaml.Node
	at target
}

// kind is what a value is in the file. Comments call a value of the kind list a List, and one of the kind group a
// Group.
type kind uint8

const (
	Null  kind = iota // nothing after the key
	Text              // a word, a number, true or false, text in quotes
	list              // - item
	group             // key: value
)

// Kind returns what the value is.
func (n *Node) Kind() kind {
	switch {
	case n.n.Kind == yaml.SequenceNode:
		return list
	case n.n.Kind == yaml.MappingNode:
		return group
	case isNull(n.n):
		return Null
	}
	return Text
}

// Text returns the characters of a Text value without its quotes; empty for any other value. They are unchecked: to
// show them, escape them ([text.Escape]); to keep them, Decode into a string.
func (n *Node) Text() string {
	if n.Kind() != Text || isAliasOrTagged(n.n) {
		return ""
	}
	return n.n.Value
}

// Len returns the number of items of a List and of keys of a Group.
func (n *Node) Len() int {
	switch n.Kind() {
	case list:
		return len(n.n.Content)
	case group:
		return len(n.n.Content) / 2
	}
	return 0
}

// items returns the values of a List; nil for any other.
func (n *Node) items() []*Node {
	if n.Kind() != list {
		return nil
	}
	items := make([]*Node, len(n.n.Content))
	for i, item := range n.n.Content {
		items[i] = &Node{n.d, item, n.at.item(i)}
	}
	return items
}

// Keys returns the keys of a Group in the order of the file, without those that are mistakes themselves.
func (n *Node) Keys() []string {
	if n.Kind() != group {
		return nil
	}
	var keys []string
	for i := 0; i+1 < len(n.n.Content); i += 2 {
		if key := n.n.Content[i]; n.d.isKey(key) {
			keys = append(keys, keyText(key))
		}
	}
	return keys
}

// Get returns the value of a key of a Group, nil when it is not there.
func (n *Node) Get(key string) *Node {
	if _, value := pair(n.n, key); value != nil {
		return &Node{n.d, value, target{label: key}}
	}
	return nil
}

// Without returns a Group without some of its keys; any other value as it is.
func (n *Node) Without(keys ...string) *Node {
	if n.Kind() != group {
		return n
	}
	rest := *n.n
	rest.Content = nil
	for i := 0; i+1 < len(n.n.Content); i += 2 {
		if key := n.n.Content[i]; !n.d.isKey(key) || !slices.Contains(keys, keyText(key)) {
			rest.Content = append(rest.Content, key, n.n.Content[i+1])
		}
	}
	return &Node{n.d, &rest, n.at}
}

// Single returns the key and the value of a Group that has only one, "bandit: 6". The key is cleaned as a name; if it
// cannot be one, Single reports that and returns it unchanged.
func (n *Node) Single() (key string, value *Node, ok bool) {
	keys := n.Keys()
	if n.Len() != 1 || len(keys) != 1 {
		return "", nil, false
	}
	name, err := text.CleanName(keys[0])
	if err != nil {
		n.d.reportName(n.n.Content[0], "the name", err)
		name = keys[0]
	}
	return name, n.Get(keys[0]), true
}

// Limit returns the same value with a range for a number in it, as the tag limit:"1..9" sets it.
func (n *Node) Limit(least, most int) *Node {
	limited := *n
	limited.at.limit = &span{float64(least), float64(most)}
	return &limited
}

// Decode reads the value into what into points to, as [Decode] would. ok is false if there were problems, which it has
// reported. A type that reads itself must not decode into itself.
func (n *Node) Decode(into any) (ok bool) {
	before := len(n.d.problems)
	n.d.decodeValue(n.n, reflect.ValueOf(into).Elem(), n.at)
	return len(n.d.problems) == before && !isAliasOrTagged(n.n)
}

// Share reads a Group into several structs at once. A key belongs to the first struct that has it, and only the first
// struct can require keys. It returns the keys that each took, in the order of the file.
func (n *Node) Share(among ...any) (took [][]string) {
	var structs []reflect.Value
	for _, v := range among {
		structs = append(structs, reflect.ValueOf(v).Elem())
	}
	return n.d.decodeStructs(n.n, n.at, structs...)
}

// Value returns the value as the file has it, whatever type it is decoded into: text, an int, a bool, a list or a map
// of values, nil for nothing. What [Encode] writes of it reads as the same value.
func (n *Node) Value() any {
	switch n.Kind() {
	case list:
		list := []any{}
		for _, item := range n.items() {
			list = append(list, item.Value())
		}
		return list
	case group:
		group := map[string]any{}
		for _, key := range n.Keys() {
			group[key] = n.Get(key).Value()
		}
		return group
	case Null:
		return nil
	}
	if plain := isPlain(n.n); plain && n.d.isInt(n.n) {
		if i, err := strconv.Atoi(n.n.Value); err == nil {
			return i
		}
	} else if plain && (n.n.Value == "true" || n.n.Value == "false") {
		return n.n.Value == "true"
	}
	return norm.NFC.String(n.n.Value)
}

// Problem reports a mistake at the place of the value.
func (n *Node) Problem(what, want string) {
	n.d.reportUnread(n.n, what, want)
}

// KeyProblem reports a mistake at the place of a key of a Group, or of the Group if the key is not there.
func (n *Node) KeyProblem(key, what, want string) {
	at, _ := pair(n.n, key)
	if at == nil {
		at = n.n
	}
	n.d.report(at, what, want)
}

// Read reports whether the value and all in it could be read.
func (n *Node) Read() bool { return n.d.doc.isRead(n.n) }

// Unread marks a key of a Group as one that could not be read, for a short form, which does not contain the key.
func (n *Node) Unread(key string) { n.d.doc.unread[place{n.n, key}] = true }
