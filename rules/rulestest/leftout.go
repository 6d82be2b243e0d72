package rulestest

import (
	"cmp"
	"fmt"
	"math/rand/v2"
	"slices"

	"go.yaml.in/yaml/v3"

	"kokyu/rules"
)

// leftOut: a key that a position leaves out is as at the beginning of the fight, whatever else the position says. From some
// positions keys are taken out one by one, all of them with LONG=1, and what is read is compared with what is read of the file
// that says them as a position at the beginning does.
func (s *suite[S]) leftOut() {
	if s.o.Load == nil {
		return
	}
	start, err := paper(rules.StartPath(s.sys).Position(s.sys))
	if err != nil || kid(start, "now") == nil || kid(start, "now").Kind != yaml.MappingNode {
		return // a system that words its positions in another way
	}
	r := rand.New(rand.NewPCG(s.o.Seed, uint64(s.positions)))
	for i := range s.walks[:min(len(s.walks), Few(1, 6))] {
		s.at = &s.walks[i]
		for _, part := range []int{0, 3, 5, 8}[:Few(2, 4)] {
			s.step = (len(s.at.states) - 1) * part / 8
			s.without(start, r)
		}
	}
	s.at = nil
}

// moment are the keys of a now: that say where the fight stands: what somebody is at the beginning may rest on them.
var moment = []string{"waits for", "seat"}

// begin returns the position that a now: comes to which says nothing but these keys of another, or nothing where these alone are wrong.
func (s *suite[S]) begin(start, now *yaml.Node, keys ...string) (*yaml.Node, error) {
	bare, says := *start, &yaml.Node{Kind: yaml.MappingNode}
	bare.Content = slices.Clone(start.Content)
	for _, key := range keys {
		if value := kid(now, key); value != nil {
			says.Content = append(says.Content, &yaml.Node{Kind: yaml.ScalarNode, Value: key}, value)
		}
	}
	put(&bare, []string{"now"}, says)
	sys, err := s.o.Load(ink(&bare))
	switch {
	case err == nil:
		return paper(rules.StartPath(sys).Position(sys))
	case len(keys) == 0:
		return nil, fmt.Errorf("a now: that says nothing: %w", err)
	}
	return s.begin(start, now)
}

// without takes keys out of the now: of a position, all or some.
func (s *suite[S]) without(start *yaml.Node, r *rand.Rand) {
	from := s.way().From
	text, err := s.sys.Position(&from)
	if err != nil {
		s.failf("Position: %v", err)
		return
	}
	whole, err := paper(text, nil)
	if err != nil {
		s.failf("%v", err)
		return
	}
	begun, err := s.begin(start, kid(whole, "now"), moment...)
	plain, wrong := s.begin(start, nil)
	if err = cmp.Or(err, wrong); err != nil {
		s.failf("%v", err)
		return
	}
	paths := keysBelow(kid(whole, "now"), []string{"now"})
	r.Shuffle(len(paths), func(i, j int) { paths[i], paths[j] = paths[j], paths[i] })
	for _, path := range paths[:min(len(paths), Few(3, len(paths)))] {
		was := at(begun, path)
		if slices.Contains(moment, path[1]) {
			was = at(plain, path)
		}
		if was == nil {
			continue // nothing, as at the beginning
		}
		less, _ := paper(text, nil)
		more, _ := paper(text, nil)
		put(less, path, nil)
		put(more, path, was)
		want, refused := s.o.Load(ink(more))
		if refused != nil {
			continue // the rest of the position does not allow it: what is left out follows from that
		}
		if is, err := s.o.Load(ink(less)); err != nil {
			s.failf("without %v: %v\n%s", path, err, ink(less))
		} else if is.Start() != want.Start() {
			s.failf("without %v it reads as\n\t%+v, with what there is at the beginning as\n\t%+v\n%s", path, is.Start(), want.Start(), ink(less))
		}
	}
}

// paper returns a file as a tree of keys.
func paper(text []byte, err error) (*yaml.Node, error) {
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

// ink returns a tree of keys as a file.
func ink(n *yaml.Node) []byte {
	text, err := yaml.Marshal(n)
	if err != nil {
		panic(err)
	}
	return text
}

// kid returns the value of a key, nil if there is none.
func kid(n *yaml.Node, key string) *yaml.Node {
	for i := 0; n != nil && n.Kind == yaml.MappingNode && i < len(n.Content); i += 2 {
		if n.Content[i].Value == key {
			return n.Content[i+1]
		}
	}
	return nil
}

// at returns what stands at the end of a path of keys, nil for nothing.
func at(n *yaml.Node, path []string) *yaml.Node {
	for _, key := range path {
		n = kid(n, key)
	}
	return n
}

// put puts a value at the end of a path of keys that is there; nil takes the key away.
func put(n *yaml.Node, path []string, value *yaml.Node) {
	n = at(n, path[:len(path)-1])
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
