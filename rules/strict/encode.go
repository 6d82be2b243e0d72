package strict

import (
	"bytes"
	"slices"
	"sync"

	"go.yaml.in/yaml/v3"
)

// Encode is a value as a file for people: YAML, two spaces deep.
func Encode(v any) ([]byte, error) {
	var out bytes.Buffer
	enc := yaml.NewEncoder(&out)
	enc.SetIndent(2)
	if err := enc.Encode(v); err != nil {
		return nil, err
	}
	return out.Bytes(), enc.Close()
}

// Page is a file for people of which only the last key changes from one writing to the next: what stands above it is encoded
// once. It is safe for concurrent use.
type Page struct{ above func() ([]byte, error) }

// NewPage is the page whose unchanging part is what above gives, when it is first asked for.
func NewPage(above func() any) *Page {
	return &Page{sync.OnceValues(func() ([]byte, error) { return Encode(above()) })}
}

// With is the page with its last part below, the bytes that Encode makes of both in one.
func (p *Page) With(last any) ([]byte, error) {
	above, err := p.above()
	if err != nil {
		return nil, err
	}
	below, err := Encode(last)
	return slices.Concat(above, below), err
}
