package strict

import (
	"reflect"
	"strings"
	"testing"
)

// probe writes down what its node says of itself.
type probe struct {
	kind  kind
	text  string
	keys  []string
	items []string
	len   int
}

func (p *probe) UnmarshalNode(n *Node) {
	p.kind, p.text, p.keys, p.len = n.Kind(), n.Text(), n.Keys(), n.Len()
	for _, item := range n.items() {
		p.items = append(p.items, item.Text())
		var number int64
		item.Decode(&number)
	}
	if n.Kind() != group {
		return
	}
	n.KeyProblem("b", "this is b", "")
	n.KeyProblem("x", "no x", "one")
	if n.Get("b") != nil && n.Get("x") == nil {
		n.Get("b").Problem("the value of b", "another")
	}
}

func TestNodesDescribeThemselves(t *testing.T) {
	for _, c := range []struct {
		file     string
		want     probe
		problems string
	}{
		{"p: x", probe{kind: Text, text: "x"}, ""},
		{"p: '7'", probe{kind: Text, text: "7"}, ""},
		{"p:", probe{kind: Null}, ""},
		{"p: [1, 2]", probe{kind: list, items: []string{"1", "2"}, len: 2}, ""},
		{"p: [1, y]", probe{kind: list, items: []string{"1", "y"}, len: 2}, `f:1:8: p, item 2, is the text "y": want a whole number`},
		{"p: {a: 1, b: 2}", probe{kind: group, keys: []string{"a", "b"}, len: 2},
			"f:1:4: no x: want one\nf:1:11: this is b\nf:1:14: the value of b: want another"},
		{"p: &a [*a]", probe{kind: list, items: []string{""}, len: 1},
			"f:1:4: a value others can borrow (&a): want the value without it\nf:1:8: " + aliasWhat + ": want " + aliasWant},
	} {
		var into struct {
			P probe `yaml:"p"`
		}
		_, err := Decode("f", []byte(c.file), &into)
		got := ""
		if err != nil {
			got = err.Error()
		}
		if got != c.problems || !reflect.DeepEqual(into.P, c.want) {
			t.Errorf("%s:\n got %+v\nwant %+v\n%s\n%s", c.file, into.P, c.want, got, c.problems)
		}
	}
}

// Shorthand and the long form report in the same words.
func TestShorthandReportsAtItsPlace(t *testing.T) {
	file := "system: keep\nsides:\n  - name: a\n    fighters:\n      - {who: x, count: 13}\n      - [x]\n      - who: \"\"\n"
	_, err := Decode("f", []byte(file), new(encounter))
	want := strings.Join([]string{
		"f:5:25: count is 13: want a whole number from 1 to 12",
		"f:6:9: fighters, item 2, is a list: want a group of keys (key: value)",
		"f:7:14: who is empty: want 1 to 64 characters",
	}, "\n")
	if err == nil || err.Error() != want {
		t.Errorf("got\n%v\nwant\n%s", err, want)
	}
}
