package rulestest

import (
	"errors"
	"strings"
	"testing"

	"kokyu/rules/text"
)

// WantRefusal fails a test unless an error is [text.Problems] and has no control characters.
func WantRefusal(t testing.TB, err error) {
	t.Helper()
	ps, ok := errors.AsType[text.Problems](err)
	if !ok {
		t.Fatalf("%v of type %T, want problems with places", err, err)
	}
	for _, p := range ps {
		if strings.ContainsAny(p.Error(), "\x1b\x00") {
			t.Fatalf("a message with control characters: %q", p.Error())
		}
	}
}

// Builtin loads a built-in encounter of a system.
func Builtin[G any](t testing.TB, name string, encounter func(string) ([]byte, bool),
	load func(file string, data []byte) (G, error)) G {
	t.Helper()
	data, ok := encounter(name)
	if !ok {
		t.Fatalf("no encounter %s", name)
	}
	g, err := load(name+".yaml", data)
	if err != nil {
		t.Fatal(err)
	}
	return g
}
