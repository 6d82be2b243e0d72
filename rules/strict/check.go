package strict

import (
	"fmt"

	"go.yaml.in/yaml/v3"

	"kokyu/rules/text"
)

// What messages say of an alias and of too much depth. The YAML library may stop at either before a checker sees it.
const (
	aliasWhat = "a value borrowed from elsewhere (*name)"
	aliasWant = "the value written out"
)

var (
	depthWhat = "lists and groups inside one another too deep"
	depthWant = fmt.Sprintf("at most %d levels", depthMax)
)

// checker checks a whole file for what no file may have, whatever it is decoded into.
type checker struct {
	doc      Document
	problems text.Problems
	nodes    int
	tooMuch  bool // too deep or too many nodes: nothing below is worth reporting
}

// report notes a mistake at a value.
func (c *checker) report(n *yaml.Node, what, want string) {
	c.problems = append(c.problems, c.doc.problem(n, what, want))
}

// checkNode checks a value and all in it: for too many values, too much depth, aliases (with which a few lines can
// expand to any size), tags, and repeated keys.
func (c *checker) checkNode(n *yaml.Node, depth int) {
	if c.tooMuch {
		return
	}
	c.nodes++
	switch {
	case c.nodes > nodesMax:
		c.tooMuch = true
		c.report(n, "the file holds too many values", fmt.Sprintf("at most %d keys and values", nodesMax))
		return
	case depth > depthMax && n.Kind != yaml.ScalarNode:
		c.tooMuch = true
		c.report(n, depthWhat, depthWant)
		return
	case n.Kind == yaml.AliasNode:
		c.report(n, aliasWhat, aliasWant)
		return // its anchor is checked elsewhere
	case n.Anchor != "":
		c.report(n, fmt.Sprintf("a value others can borrow (&%s)", n.Anchor), "the value without it")
	}
	if n.Style&yaml.TaggedStyle != 0 {
		c.report(n, fmt.Sprintf("the tag %s", n.Tag), "the value without it")
	}
	if n.Kind == yaml.MappingNode {
		c.checkKeys(n)
	}
	for _, below := range n.Content {
		c.checkNode(below, depth+1)
	}
}

// checkKeys checks that the keys of a mapping are plain words, each of them there once.
func (c *checker) checkKeys(n *yaml.Node) {
	lines := make(map[string]int, len(n.Content)/2)
	for i := 0; i+1 < len(n.Content); i += 2 {
		key := n.Content[i]
		if key.Kind == yaml.AliasNode {
			continue // checkNode reports it
		}
		if key.Kind != yaml.ScalarNode || isNull(key) {
			c.report(key, "a key that is not a word", `"key: value"`)
			continue
		}
		if key.Tag == "!!merge" {
			c.report(key, "keys merged in from elsewhere (<<)", "the keys written out")
			continue
		}
		name := keyText(key)
		if line := lines[name]; line > 0 {
			c.report(key, fmt.Sprintf("key %s is here twice, first on line %d", text.Quote(name), line), "it once")
			continue
		}
		lines[name] = key.Line
	}
}

// isAliasOrTagged reports whether a value is an alias or has a tag. checker reports both, and their content is ignored.
func isAliasOrTagged(n *yaml.Node) bool {
	return n.Kind == yaml.AliasNode || n.Style&yaml.TaggedStyle != 0
}
