package book

import (
	"strings"
	"testing"

	"kokyu/rules/strict"
)

// half is a now: block without the keys a and b.
type half struct {
	Rest int `yaml:"rest" must:"be there"`
}

func (h *half) UnmarshalNode(n *strict.Node) {
	type plain half
	RefuseMidway(n, "a", "b").Decode((*plain)(h))
}

func TestTheMiddleOfAnExchangeIsToldBySince(t *testing.T) {
	for file, want := range map[string]string{
		"now: {rest: 1}":                    "",
		"now: {b: [1, x], rest: 1}":         "f:1:7: b is of the middle of an exchange: want " + MidwayWant,
		"now:\n  a: {deep: 1}\n  rest: 1\n": "f:2:3: a is of the middle of an exchange: want " + MidwayWant,
		"now: {rest: 1, c: 1}":              "f:1:16: unknown key \"c\": want rest",
		"now: 7":                            "f:1:6: now is 7: want a group of keys (key: value)",
	} {
		var into struct {
			Now half `yaml:"now"`
		}
		_, err := strict.Decode("f", []byte(file), &into)
		got := ""
		if err != nil {
			got = err.Error()
		}
		if got != want {
			t.Errorf("%s:\n got %s\nwant %s", file, got, want)
		}
		if rest := into.Now.Rest == 1; rest != strings.Contains(file, "rest: 1") {
			t.Errorf("%s: the rest is read: %v", file, rest)
		}
	}
}
