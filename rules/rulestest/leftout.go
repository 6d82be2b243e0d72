package rulestest

import (
	"cmp"
	"fmt"
	"math/rand/v2"
	"slices"

	"go.yaml.in/yaml/v3"

	"kokyu/rules"
)

// checkLeftOut checks that a key which a position leaves out has the value that it has at the beginning of the fight,
// as people write positions by hand with only what has changed. From some positions of each walk it removes keys one by
// one, with LONG=1 all of them. The file without the key must load like the file with the value of the beginning.
func (s *suite[S]) checkLeftOut() {
	start, err := parseKeys(rules.StartPath(s.sys).Position(s.sys))
	if err != nil || valueOf(start, "now") == nil || valueOf(start, "now").Kind != yaml.MappingNode {
		return // a system with another form of positions
	}
	r := rand.New(rand.NewPCG(s.options.Seed, uint64(s.positions)))
	for i := range s.walks[:min(len(s.walks), Few(1, 6))] {
		s.lookedAt = &s.walks[i]
		for _, part := range []int{0, 3, 5, 8}[:Few(2, 4)] { // eighths of the walk
			s.lookedAtStep = (len(s.lookedAt.states) - 1) * part / 8
			s.checkLeavingOut(start, r)
		}
	}
	s.lookedAt = nil
}

// momentKeys are the keys of a now: block that say what the fight waits for. Values at the beginning can depend on
// them: before the first turns nobody has a stance.
var momentKeys = []string{"waits for", "seat"}

// beginning returns the position at the beginning of the fight, with these keys of its now: block from another now:
// block. If a file with these keys alone cannot be read, the block is empty. start is not changed.
func (s *suite[S]) beginning(start, now *yaml.Node, keys ...string) (*yaml.Node, error) {
	bare, says := *start, &yaml.Node{Kind: yaml.MappingNode}
	bare.Content = slices.Clone(start.Content)
	for _, key := range keys {
		if value := valueOf(now, key); value != nil {
			says.Content = append(says.Content, &yaml.Node{Kind: yaml.ScalarNode, Value: key}, value)
		}
	}
	setAt(&bare, []string{"now"}, says)
	sys, err := s.options.Load(formatKeys(&bare))
	switch {
	case err == nil:
		return parseKeys(rules.StartPath(sys).Position(sys))
	case len(keys) == 0:
		return nil, fmt.Errorf("a now: that says nothing: %w", err)
	}
	return s.beginning(start, now)
}

// checkLeavingOut removes keys from the now: block of a position, one at a time, all or some.
func (s *suite[S]) checkLeavingOut(start *yaml.Node, r *rand.Rand) {
	from := s.way().From
	text, err := s.sys.Position(&from)
	if err != nil {
		s.failf("Position: %v", err)
		return
	}
	whole, err := parseKeys(text, nil)
	if err != nil {
		s.failf("%v", err)
		return
	}
	begun, err := s.beginning(start, valueOf(whole, "now"), momentKeys...)
	plain, wrong := s.beginning(start, nil)
	if err = cmp.Or(err, wrong); err != nil {
		s.failf("%v", err)
		return
	}
	paths := keysBelow(valueOf(whole, "now"), []string{"now"})
	r.Shuffle(len(paths), func(i, j int) { paths[i], paths[j] = paths[j], paths[i] })
	for _, path := range paths[:min(len(paths), Few(3, len(paths)))] {
		// begun has momentKeys from the position itself, so these are compared with plain.
		was := valueAt(begun, path)
		if slices.Contains(momentKeys, path[1]) {
			was = valueAt(plain, path)
		}
		if was == nil {
			continue // the beginning does not have the key
		}
		less, _ := parseKeys(text, nil)
		more, _ := parseKeys(text, nil)
		setAt(less, path, nil)
		setAt(more, path, was)
		want, refused := s.options.Load(formatKeys(more))
		if refused != nil {
			continue // the rest of the position does not allow this value
		}
		if is, err := s.options.Load(formatKeys(less)); err != nil {
			s.failf("without %v: %v\n%s", path, err, formatKeys(less))
		} else if is.Start() != want.Start() {
			s.failf("without %v it reads as\n\t%+v, with what there is at the beginning as\n\t%+v\n%s", path, is.Start(),
				want.Start(), formatKeys(less))
		}
	}
}

// parseKeys returns a file as a tree of keys.
func parseKeys(text []byte, err error) (*yaml.Node, error) {
	var doc yaml.Node
	if err == nil {
		err = yaml.Unmarshal(text, &doc)
	}
	if err == nil && (len(doc.Content) != 1 || doc.Content[0].Kind != yaml.MappingNode) {
		err = fmt.Errorf("a position that is no group of keys:\n%s", text)
	}
	if err != nil {
		return nil, err
	}
	return doc.Content[0], nil
}

// formatKeys returns a tree of keys as a file.
func formatKeys(n *yaml.Node) []byte {
	text, err := yaml.Marshal(n)
	if err != nil {
		panic(err)
	}
	return text
}

// valueOf returns the value of a key, nil if there is none.
func valueOf(n *yaml.Node, key string) *yaml.Node {
	for i := 0; n != nil && n.Kind == yaml.MappingNode && i < len(n.Content); i += 2 {
		if n.Content[i].Value == key {
			return n.Content[i+1]
		}
	}
	return nil
}

// valueAt returns the value at a path of keys, nil if there is none.
func valueAt(n *yaml.Node, path []string) *yaml.Node {
	for _, key := range path {
		n = valueOf(n, key)
	}
	return n
}

// setAt replaces the value at an existing path of keys; nil removes the key.
func setAt(n *yaml.Node, path []string, value *yaml.Node) {
	n = valueAt(n, path[:len(path)-1])
	for i := 0; i < len(n.Content); i += 2 {
		switch {
		case n.Content[i].Value != path[len(path)-1]:
		case value == nil:
			n.Content = slices.Delete(n.Content, i, i+2)
			return
		default:
			n.Content[i+1] = value
		}
	}
}

// keysBelow returns the paths to all keys below a tree.
func keysBelow(n *yaml.Node, to []string) (paths [][]string) {
	for i := 0; n.Kind == yaml.MappingNode && i < len(n.Content); i += 2 {
		path := append(slices.Clip(to), n.Content[i].Value)
		paths = append(append(paths, path), keysBelow(n.Content[i+1], path)...)
	}
	return paths
}
