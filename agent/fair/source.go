package fair

import (
	"bytes"
	"fmt"
	"path/filepath"
	"slices"
	"strconv"

	"go.yaml.in/yaml/v3"

	"kokyu/agent"
	"kokyu/rules"
	"kokyu/rules/fight"
)

// Source is the file of an encounter that has not begun, to be changed. It is a tree of YAML and not Go values, so that
// comments and order stay as the GM wrote them. In this package a group is a mapping, and a line one of fighters:
//
//	sides:
//	  - name: travellers              # the group of a side
//	    fighters:                     # its lines
//	      - {who: ronin, name: Jubei}
//	      - bandit: 6                 # the short form of {who: bandit, count: 6}
type Source struct {
	Name      string // the path of the file
	Catalogue agent.Catalogue

	root *yaml.Node // the group of the file's keys
}

// NewSource reads the file of an encounter. It is nil for the position of a fight under way, which cannot be changed.
func NewSource(c agent.Catalogue, name string, data []byte) (*Source, error) {
	s, err := parseSource(c, name, data)
	if err == nil && (get(s.root, "now") != nil || get(s.root, "since") != nil) {
		s = nil
	}
	return s, err
}

// parseSource reads an encounter as a tree of YAML. Only the root is written again, so it gets the file's first
// comment.
func parseSource(c agent.Catalogue, name string, data []byte) (*Source, error) {
	var doc yaml.Node
	if err := yaml.Unmarshal(data, &doc); err != nil {
		return nil, err
	}
	if len(doc.Content) == 0 || doc.Content[0].Kind != yaml.MappingNode {
		return nil, fmt.Errorf("%s is no encounter", name)
	}
	s := &Source{Name: name, Catalogue: c, root: doc.Content[0]}
	if s.root.HeadComment == "" {
		s.root.HeadComment = doc.HeadComment
	}
	return s, nil
}

// MoveTo sets the path of the file, and makes the folders of rows that it names with data: (one name or a list)
// relative to the new path.
func (s *Source) MoveTo(path string) error {
	from, err := filepath.Abs(filepath.Dir(s.Name))
	if err != nil {
		return err
	}
	to, err := filepath.Abs(filepath.Dir(path))
	if err != nil {
		return err
	}
	folders := []*yaml.Node{}
	if data := get(s.root, "data"); data != nil {
		folders = append(data.Content, data)
	}
	for _, n := range folders {
		if n.Kind != yaml.ScalarNode {
			continue
		}
		moved, err := filepath.Rel(to, filepath.Join(from, n.Value))
		if err != nil {
			return fmt.Errorf("the folder %q has no path from %s: %w", n.Value, filepath.Dir(path), err)
		}
		n.SetString(moved)
	}
	s.Name = path
	return nil
}

// clone returns a copy that can be changed.
func (s *Source) clone() *Source {
	c := *s
	c.root = copyNode(s.root)
	return &c
}

// copyNode returns a copy of a tree.
func copyNode(n *yaml.Node) *yaml.Node {
	c := *n
	c.Content = make([]*yaml.Node, len(n.Content))
	for i, child := range n.Content {
		c.Content[i] = copyNode(child)
	}
	return &c
}

// file returns the encounter as the contents of a file.
func (s *Source) file() ([]byte, error) {
	var out bytes.Buffer
	enc := yaml.NewEncoder(&out)
	enc.SetIndent(2)
	if err := enc.Encode(s.root); err != nil {
		return nil, err
	}
	return out.Bytes(), enc.Close()
}

// hasSameText reports whether two files would be written alike.
func (s *Source) hasSameText(o *Source) bool {
	own, ownErr := s.file()
	other, otherErr := o.file()
	return ownErr == nil && otherErr == nil && bytes.Equal(own, other)
}

// begin begins the fight of the file, which is written and read again. The error is that the changes make no encounter.
func (s *Source) begin(seed uint64) (*fight.Fight, error) {
	data, err := s.file()
	if err != nil {
		return nil, err
	}
	return s.Catalogue.NewFight(s.Name, data, agent.Setup{Seed: seed})
}

// lines returns the list of the lines of a side.
func (s *Source) lines(side rules.Side) *yaml.Node {
	if sides := get(s.root, "sides"); sides != nil && int(side) < len(sides.Content) {
		if list := get(sides.Content[side], "fighters"); list != nil {
			return list
		}
	}
	return &yaml.Node{Kind: yaml.SequenceNode}
}

// fileLine is a line of the file: one or several combatants of a side.
type fileLine struct {
	side  rules.Side
	i     int        // its index among the lines of the side
	first int        // the seat of its first combatant
	node  *yaml.Node // in this file; see fileLine.in for a clone
}

// allLines returns the lines of both sides, in the order of the seats.
func (s *Source) allLines() (list []fileLine) {
	first := 0
	for side := range rules.Side(2) {
		for i, line := range s.lines(side).Content {
			list = append(list, fileLine{side, i, first, line})
			first += countOf(line)
		}
	}
	return list
}

// sideKeys returns the group of a side's keys.
func (s *Source) sideKeys(side rules.Side) *yaml.Node { return get(s.root, "sides").Content[side] }

// without returns the file without the combatant of a seat. Seats are numbered line by line.
func (s *Source) without(seat rules.Seat) *Source {
	c := s.clone()
	for _, line := range c.allLines() {
		if int(seat) < line.first+countOf(line.node) {
			removeFromLine(c.lines(line.side), line.i)
			break
		}
	}
	return c
}

// removeFromLine takes one combatant of a line away.
func removeFromLine(lines *yaml.Node, i int) {
	if n := countOf(lines.Content[i]); n > 1 {
		setKey(longForm(lines.Content[i]), "count", strconv.Itoa(n-1))
		return
	}
	lines.Content = slices.Delete(lines.Content, i, i+1)
}

// longForm turns the short form of a line, "bandit: 6", into the long one, "{who: bandit, count: 6}", which can have
// other keys.
func longForm(line *yaml.Node) *yaml.Node {
	if get(line, "who") == nil && len(line.Content) == 2 {
		kind, n := line.Content[0].Value, line.Content[1].Value
		line.Content, line.Style = nil, yaml.FlowStyle
		setKey(line, "who", kind)
		setKey(line, "count", n)
	}
	return line
}

// rowOf returns the row of the catalogue that a line names, in either form; empty if it names none.
func rowOf(line *yaml.Node) string {
	if w := get(line, "who"); w != nil {
		return w.Value
	}
	if len(line.Content) == 2 {
		return line.Content[0].Value
	}
	return ""
}

// countOf returns how many combatants a line is. The rules have checked the file before, so anything but a number is
// one.
func countOf(line *yaml.Node) int {
	n := get(line, "count")
	if n == nil && get(line, "who") == nil && len(line.Content) == 2 {
		n = line.Content[1]
	}
	if n != nil {
		if k, err := strconv.Atoi(n.Value); err == nil && k > 0 {
			return k
		}
	}
	return 1
}

// get returns the value of a key of a group; nil if it has none.
func get(group *yaml.Node, key string) *yaml.Node {
	if group == nil || group.Kind != yaml.MappingNode {
		return nil
	}
	for i := 0; i+1 < len(group.Content); i += 2 {
		if group.Content[i].Value == key {
			return group.Content[i+1]
		}
	}
	return nil
}

// setKey sets a key of a group to a plain value.
func setKey(group *yaml.Node, key, value string) {
	setNode(group, key, &yaml.Node{Kind: yaml.ScalarNode, Value: value})
}

// setNode sets the value of a key of a group; a new key is added at the end. In the tree of a group keys and values
// alternate: Content[0] is a key, Content[1] its value.
func setNode(group *yaml.Node, key string, value *yaml.Node) {
	for i := 0; i+1 < len(group.Content); i += 2 {
		if group.Content[i].Value == key {
			group.Content[i+1] = value
			return
		}
	}
	group.Content = append(group.Content, &yaml.Node{Kind: yaml.ScalarNode, Value: key}, value)
}

// drop removes keys from a group.
func drop(group *yaml.Node, keys ...string) {
	for i := len(group.Content) - 2; i >= 0; i -= 2 {
		if slices.Contains(keys, group.Content[i].Value) {
			group.Content = slices.Delete(group.Content, i, i+2)
		}
	}
}
