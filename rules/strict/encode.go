package strict

import (
	"bytes"
	"errors"
	"slices"
	"sync"

	"go.yaml.in/yaml/v3"
)

// Encode returns a value as a file for people: YAML, two spaces deep.
func Encode(v any) ([]byte, error) {
	var out bytes.Buffer
	enc := yaml.NewEncoder(&out)
	enc.SetIndent(2)
	if err := enc.Encode(v); err != nil {
		return nil, err
	}
	return out.Bytes(), enc.Close()
}

// Over returns v as [Encode] writes it, and with an empty value ("", 0, false, an empty list) for each key that other
// has and v leaves out. So what is decoded over other becomes v.
func Over(v, other any) (any, error) {
	var is, was yaml.Node
	if err := errors.Join(is.Encode(v), was.Encode(other)); err != nil {
		return nil, err
	}
	addEmpty(&is, &was)
	return &is, nil
}

// addEmpty adds to a group the keys that only the other group has, each after the key before it there.
func addEmpty(is, was *yaml.Node) {
	if is.Kind != yaml.MappingNode || was.Kind != yaml.MappingNode {
		return
	}
	at := 0
	for i := 0; i < len(was.Content); i += 2 {
		key, value := was.Content[i], was.Content[i+1]
		if k, there := pair(is, key.Value); there != nil {
			addEmpty(there, value)
			at = slices.Index(is.Content, k) + 2
			continue
		}
		is.Content = slices.Insert(is.Content, at, key, emptyOf(value))
		at += 2
	}
}

// emptyOf returns an empty value of the same kind.
func emptyOf(n *yaml.Node) *yaml.Node {
	none := &yaml.Node{Kind: n.Kind, Tag: n.Tag}
	switch {
	case n.Kind == yaml.MappingNode:
		addEmpty(none, n)
	case n.Kind == yaml.SequenceNode:
		none.Style = yaml.FlowStyle
	case n.Tag == "!!int":
		none.Value = "0"
	case n.Tag == "!!bool":
		none.Value = "false"
	default:
		none.Style = yaml.DoubleQuotedStyle
	}
	return none
}

// Page is a file of which only the last part changes from one writing to the next. The part above is encoded once. It
// is safe for concurrent use.
type Page struct{ above func() ([]byte, error) }

// NewPage returns a page whose constant part is what above returns; it is called once, at the first With.
func NewPage(above func() any) *Page {
	return &Page{sync.OnceValues(func() ([]byte, error) { return Encode(above()) })}
}

// With returns the whole page with its last part, as Encode would encode both together.
func (p *Page) With(last any) ([]byte, error) {
	above, err := p.above()
	if err != nil {
		return nil, err
	}
	below, err := Encode(last)
	return slices.Concat(above, below), err
}
