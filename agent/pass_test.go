package agent

import (
	"bytes"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"

	"go.yaml.in/yaml/v3"

	"kokyu/rules/rulestest"
	"kokyu/rules/text"
)

// One pass tells every mistake of a file, and nothing that only follows from one: what is told of a file with several mistakes is
// what is told of files with one of them each.
func TestAllMistakesOfAFileInOnePass(t *testing.T) {
	files := map[string][]byte{}
	var names []string
	for _, name := range Encounters() {
		_, data, err := ReadEncounter(name)
		if err != nil {
			t.Fatal(err)
		}
		files[name], names = data, append(names, name)
		f, err := Builtin().NewFight(name, data, Setup{Seed: 3})
		if err != nil {
			t.Fatal(err)
		}
		if position, err := f.Position(); err != nil {
			t.Fatal(err)
		} else if bytes.Contains(position, []byte("\nnow:")) {
			files[name+", begun"], names = position, append(names, name+", begun")
		}
	}
	onePass(t, files, names, 40)
}

// So it does of a file of rows.
func TestAllMistakesOfACatalogueInOnePass(t *testing.T) {
	files := map[string][]byte{}
	var names []string
	for _, system := range Systems() {
		for _, name := range []string{"weapons.yaml", "armours.yaml", "combatants.yaml", "sheets.yaml", "spells.yaml", "actions.yaml", "techniques.yaml"} {
			if data, err := os.ReadFile("../rules/" + system + "/data/" + name); err == nil {
				files[system+"/"+name], names = data, append(names, system+"/"+name)
			}
		}
	}
	onePass(t, files, names, 2)
}

// onePass spoils files and asks that one pass tells what is told of each mistake by itself.
func onePass(t *testing.T, files map[string][]byte, names []string, tries int) {
	if rulestest.Long() {
		tries *= 75
	}
	told := 0
	for seed := range uint64(tries) {
		r := rand.New(rand.NewPCG(seed, 49))
		name := names[r.IntN(len(names))]
		single := map[string]string{}
		var want []string
		var all []spoil
		most := 1 + r.IntN(4)
		for range 20 {
			root := tree(t, files[name])
			s, ok := anySpoil(r, root)
			if !ok || slices.ContainsFunc(all, s.meets) || len(all) == most {
				continue
			}
			s.do(root)
			says := sentences(t, root)
			if len(says) == 0 {
				continue // no mistake
			}
			key := s.path[len(s.path)-1] // armour, where armour class is the word: the key is wrong, and what it says of what is meant
			begun := len(says) == 2 && strings.HasPrefix(says[0], key+" ") && says[1] == fmt.Sprintf("unknown key %q", key)
			if all = append(all, s); len(says) > 1 && !begun && s.path[0] != "map" && s.path[0] != "rows" {
				t.Errorf("seed %d, %s with one mistake, %s: told\n\t%s", seed, name, s.what, strings.Join(says, "\n\t"))
			}
			for _, one := range says {
				if single[one] == "" {
					want = append(want, one)
				}
				single[one] = s.what
			}
		}
		root := tree(t, files[name])
		for _, s := range all {
			s.do(root)
		}
		got := sentences(t, root)
		slices.Sort(want)
		told += len(want)
		left := false
		for i, s := range all {
			for _, o := range all[:i] {
				left = left || s.leaves(o.path) || o.leaves(s.path)
			}
		}
		without := func(all, others []string) (rest []string) {
			return slices.DeleteFunc(slices.Clone(all), func(one string) bool { return slices.Contains(others, one) })
		}
		if more, fewer := without(got, want), without(want, got); len(more) > 0 || len(fewer) > 0 && !left {
			var spoils []string
			for _, s := range all {
				spoils = append(spoils, s.what)
			}
			t.Errorf("seed %d, %s spoiled by\n\t%s\none pass tells besides\n\t%s\nand does not tell\n\t%s", seed, name,
				strings.Join(spoils, "\n\t"), strings.Join(more, "\n\t"), strings.Join(fewer, "\n\t"))
		}
	}
	if told < tries*2 {
		t.Errorf("%d mistakes in %d files, want two or more in each", told, tries)
	}
}

func tree(t *testing.T, data []byte) *yaml.Node {
	var doc yaml.Node
	if err := yaml.Unmarshal(data, &doc); err != nil {
		t.Fatal(err)
	}
	return doc.Content[0]
}

// sentences returns what one pass says of a file, sorted, without places.
func sentences(t *testing.T, root *yaml.Node) (says []string) {
	data, err := yaml.Marshal(root)
	if err != nil {
		t.Fatal(err)
	}
	_, err = Builtin().Check("x.yaml", data)
	problems, ok := errors.AsType[text.Problems](err)
	if err != nil && !ok {
		t.Fatalf("%v\n%s", err, data)
	}
	for _, p := range problems {
		says = append(says, p.What)
	}
	slices.Sort(says)
	return slices.Compact(says)
}

// spoil is one mistake: what is done at a place of a file.
type spoil struct {
	path []string
	what string
	do   func(root *yaml.Node)
}

// meets reports whether two touch the same.
func (s spoil) meets(o spoil) bool {
	n := min(len(s.path), len(o.path))
	twin := func(s, o spoil) bool {
		return slices.Contains(s.path, "name") && s.path[0] == "sides" && (o.path[0] == "sides" && len(o.path) < 5)
	}
	return slices.Equal(s.path[:n], o.path[:n]) || twin(s, o) || twin(o, s)
}

// leaves reports whether a mistake leaves open what is right at a path, so that what is wrong there may only follow from it.
func (s spoil) leaves(path []string) bool {
	if n := len(path); n > 2 && len(s.path) > 2 && s.path[0] != "sides" && s.path[0] != "now" && slices.Equal(s.path[:2], path[:2]) {
		return true // other values of a row
	}
	last := s.path[len(s.path)-1]
	among := func(keys ...string) bool {
		return slices.ContainsFunc(path, func(step string) bool { return slices.Contains(keys, step) })
	}
	switch {
	case s.path[0] == "map": // which squares there are
		return among("map", "at", "exits", "to")
	case last == "rounds":
		return among("round", "rounds")
	case s.path[0] == "data": // which rows
		return among("who", "armour", "weapons", "shield", "techniques", "spells", "objects")
	case s.path[0] != "sides": // who somebody is, and what he has
		return false
	}
	return (last == "who" || last == "name" || slices.Contains(s.path, "weapons") || len(s.path) < 5) &&
		among("now", "objective", "rides", "under", "of", "calls", "name", "side", "duel")
}

func scalarNode(v string) *yaml.Node { return &yaml.Node{Kind: yaml.ScalarNode, Value: v} }

// nodeAt returns the node at a path, nil for none.
func nodeAt(n *yaml.Node, path []string) *yaml.Node {
	for _, step := range path {
		found := (*yaml.Node)(nil)
		for i := range n.Content {
			switch {
			case n.Kind == yaml.MappingNode && i%2 == 0 && n.Content[i].Value == step:
				found = n.Content[i+1]
			case n.Kind == yaml.SequenceNode && fmt.Sprint(i) == step:
				found = n.Content[i]
			}
		}
		if found == nil {
			return nil
		}
		n = found
	}
	return n
}

// places returns the paths to all values of a file.
func places(n *yaml.Node, path []string) (all [][]string) {
	all = append(all, path)
	for i, below := range n.Content {
		step := fmt.Sprint(i)
		if n.Kind == yaml.MappingNode {
			if i%2 == 0 {
				continue
			}
			step = n.Content[i-1].Value
		}
		all = append(all, places(below, append(slices.Clone(path), step))...)
	}
	return all
}

// anySpoil draws a mistake.
func anySpoil(r *rand.Rand, root *yaml.Node) (spoil, bool) {
	all := places(root, nil)
	path := all[r.IntN(len(all))]
	n := nodeAt(root, path)
	last := ""
	if len(path) > 0 {
		last = path[len(path)-1]
	}
	add := func(in []string, key string, value *yaml.Node) (spoil, bool) {
		if nodeAt(root, in) == nil || nodeAt(root, append(slices.Clone(in), key)) != nil {
			return spoil{}, false
		}
		return spoil{append(slices.Clone(in), key), fmt.Sprintf("%v with %s: %s", in, key, value.Value), func(root *yaml.Node) {
			in := nodeAt(root, in)
			in.Content = append(in.Content, scalarNode(key), value)
		}}, true
	}
	put := func(value *yaml.Node) (spoil, bool) {
		return spoil{path, fmt.Sprintf("%v is %q", path, value.Value), func(root *yaml.Node) { *nodeAt(root, path) = *value }}, true
	}
	struc := len(path) == 0 || slices.Contains([]string{"now", "objective", "duel"}, path[0]) && len(path) == 1 ||
		path[0] == "sides" && len(path)%2 == 0 || len(path) == 3 && path[1] == "seats"
	free := slices.Contains(path, "name") || slices.Contains(path, "since") || len(path) > 0 &&
		slices.Contains([]string{"system", "title", "about", "gm", "setting"}, path[0])
	switch r.IntN(12) {
	case 0: // an unknown key
		if n.Kind != yaml.MappingNode || !struc || len(n.Content) == 2 {
			return spoil{}, false
		}
		return add(path, "zzgrumble", scalarNode("1"))
	case 1: // a mistyped one
		if n.Kind != yaml.MappingNode || !struc || len(n.Content) <= 2 {
			return spoil{}, false
		}
		k := 2 * r.IntN(len(n.Content)/2)
		key := n.Content[k].Value
		if len(key) < 4 || key == "system" || strings.Contains(key, " ") {
			return spoil{}, false
		}
		return spoil{append(slices.Clone(path), key), fmt.Sprintf("%v has %s mistyped", path, key), func(root *yaml.Node) {
			in := nodeAt(root, path)
			for i := 0; i < len(in.Content); i += 2 {
				if in.Content[i].Value == key {
					in.Content[i].Value = key[:len(key)-2] + key[len(key)-1:] + key[len(key)-2:len(key)-1]
				}
			}
		}}, true
	case 2, 3: // another type
		if len(path) == 0 || slices.Contains(path, "since") || last == "system" {
			return spoil{}, false
		}
		if n.Kind == yaml.ScalarNode {
			return put(&yaml.Node{Kind: yaml.SequenceNode, Style: yaml.FlowStyle, Content: []*yaml.Node{scalarNode("zz")}})
		}
		return put(scalarNode("5"))
	case 4, 5, 6: // another word or number
		if n.Kind != yaml.ScalarNode || free {
			return spoil{}, false
		}
		if n.Tag == "!!int" {
			return put(scalarNode([]string{"9999", "-7", "38"}[r.IntN(3)]))
		}
		return put(scalarNode("zzgrumble"))
	case 7: // a twin
		var named [][]string
		for _, p := range all {
			if len(p) == 5 && p[4] == "name" {
				named = append(named, p)
			}
		}
		if len(named) < 2 {
			return spoil{}, false
		}
		twin := nodeAt(root, named[0]).Value
		path = named[1]
		return spoil{path, fmt.Sprintf("%v is %s again", path, twin), func(root *yaml.Node) { nodeAt(root, path).Value = twin }}, true
	case 8: // rows of its own
		var rows yaml.Node
		if err := yaml.Unmarshal([]byte([]string{"{weapons: 5}", "{zzgrumble: 1}", "{weapons: {zz: {skill: 5}}}"}[r.IntN(3)]), &rows); err != nil {
			panic(err)
		}
		return add(nil, "rows", rows.Content[0])
	case 9:
		return add(nil, []string{"carry", "data"}[r.IntN(2)], scalarNode("nowhere"))
	case 10:
		var rulings yaml.Node
		if err := yaml.Unmarshal([]byte([]string{"{zzgrumble: 3}", "{rounds: zz}", "{rounds: [5]}", "5"}[r.IntN(4)]), &rulings); err != nil {
			panic(err)
		}
		return add(nil, "rulings", rulings.Content[0])
	}
	return add([]string{"sides", "0", "fighters", "0"}, []string{"weapons", "armour", "at", "zone", "stance", "status"}[r.IntN(6)], scalarNode("zzgrumble"))
}
