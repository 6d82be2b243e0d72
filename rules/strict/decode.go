package strict

import (
	"fmt"
	"reflect"
	"slices"
	"strings"

	"go.yaml.in/yaml/v3"

	"kokyu/rules/text"
)

// TextMax is the longest text, in characters, of a field without a max tag.
const TextMax = 2048

// Decode parses a file and decodes it, see [File.Decode].
func Decode(name string, data []byte, into any) (Document, error) {
	return Parse(name, data).Decode(into)
}

// Carried decodes a file that is embedded in the program. It panics if the file is wrong.
func Carried[T any](name string, data []byte) (v T) {
	if _, err := Decode(name, data, &v); err != nil {
		panic(err)
	}
	return v
}

// File is one file, parsed.
type File struct {
	Document
	Data []byte
}

// Parse parses one YAML document of at most [SizeMax] bytes. Decode returns its mistakes.
func Parse(name string, data []byte) *File {
	t := &File{Data: data}
	t.Document, t.problems = parse(name, data)
	return t
}

// Holds reports whether the file has a key at its top, with or without a value. If the file is not YAML, it looks for a
// line that begins with the key.
func (t *File) Holds(key string) bool {
	if t.root == nil {
		return slices.ContainsFunc(t.lines, func(line string) bool { return strings.HasPrefix(line, key+":") })
	}
	k, _ := pair(t.root, key)
	return k != nil
}

// Peek decodes the value of a key at the top before the file is decoded. ok is false if it cannot be read; Decode will
// then say why.
func (t *File) Peek(key string, into any) (ok bool) {
	if t.root == nil {
		return false
	}
	_, value := pair(t.root, key)
	if value == nil {
		return true
	}
	d := decoder{doc: Document{unread: map[place]bool{}}}
	d.decodeValue(value, reflect.ValueOf(into).Elem(), target{label: key})
	return len(d.doc.unread) == 0
}

// Decode reads the file into what into points to. The error is [text.Problems], every mistake found; into is then
// filled as far as possible, and the Document still has the places. A File is decoded once, as misspelt keys are
// replaced in it by those that were probably meant.
//
// Strings, bools, ints, floats, structs, pointers, slices and maps with string keys are filled; other types implement
// [unmarshaler]. Text is brought to Unicode normal form C. A key with nothing after it leaves a struct, slice or map
// unchanged and is a mistake for anything else. Struct fields are read by their tags:
//
//	yaml:"name"           the key; a field without this tag, or with yaml:"-", is not read
//	yaml:"name" must:"be there"  the key must be there with a value
//	yaml:",inline"        the keys of this struct are among those of the one around it
//	limit:"1..9"          a number, or the numbers in a list or map: the least and the most
//	items:"once"          a list: no item twice
//	max:"64"              text: the most characters, [TextMax] without it; a list or map: the most items
//	oneof:"seed site"     text, or text in a list or map: one of these words
//	clean:"name"          text, or text in a list or map: a name, see [CleanName]; so are all keys of maps
//
// It panics on a type or tag that it does not know.
func (t *File) Decode(into any) (Document, error) {
	v := reflect.ValueOf(into)
	if v.Kind() != reflect.Pointer || v.IsNil() {
		panic(fmt.Sprintf("strict: cannot decode into %T", into))
	}
	d := decoder{doc: t.Document, problems: t.problems}
	if d.doc.unread = map[place]bool{}; d.doc.root != nil {
		d.decodeValue(d.doc.root, v.Elem(), target{label: "the file"})
	}
	d.doc.problems = d.problems
	d.doc.index()
	return d.doc, slices.Clone(d.problems).Err()
}

// decoder walks the tree of the file and the Go value side by side and collects problems.
type decoder struct {
	doc      Document
	problems text.Problems
}

// reportUnread reports a problem with a value that could not be read.
func (d *decoder) reportUnread(n *yaml.Node, what, want string) {
	d.report(n, what, want)
	d.doc.unread[place{n: n}] = true
}

// What messages want where a group or a list belongs.
const (
	groupWant = "a group of keys (key: value)"
	listWant  = "a list (- item)"
)

// target is where a value is decoded to: what messages call it, and the tags of its field.
type target struct {
	label string // `energy`, `rungs, item 3`
	tags
}

// item returns the spot of item i, counted from 0, of a list.
func (at target) item(i int) target {
	return target{fmt.Sprintf("%s, item %d,", strings.TrimSuffix(at.label, ","), i+1), at.items()}
}

// report reports a problem with a value, which may have been read in spite of it.
func (d *decoder) report(n *yaml.Node, what, want string) {
	d.problems = append(d.problems, d.doc.problem(n, what, want))
}

// reportWrong reports that a value is not what is wanted. If there is no value, it also says what the field is for.
func (d *decoder) reportWrong(n *yaml.Node, at target, want string) {
	if isNull(n) && at.doc != "" {
		want += ": " + at.doc
	}
	d.reportUnread(n, at.label+" "+describe(n), want)
}

// describe says what a value is, as the second half of a sentence.
func describe(n *yaml.Node) string {
	switch {
	case n.Kind == yaml.SequenceNode:
		return "is a list"
	case n.Kind == yaml.MappingNode:
		return "is a group of keys"
	case isNull(n):
		return "has no value"
	case isPlain(n) && n.Tag != "!!str" && n.Tag != "!!timestamp":
		return "is " + strings.Trim(text.Quote(n.Value), `"`)
	}
	return "is the text " + text.Quote(n.Value)
}

// isPlain reports whether n is a scalar without quotes.
func isPlain(n *yaml.Node) bool {
	const quoted = yaml.DoubleQuotedStyle | yaml.SingleQuotedStyle | yaml.LiteralStyle | yaml.FoldedStyle
	return n.Kind == yaml.ScalarNode && n.Style&quoted == 0
}

// decodeValue fills v from n.
func (d *decoder) decodeValue(n *yaml.Node, v reflect.Value, at target) {
	if isAliasOrTagged(n) {
		d.doc.unread[place{n: n}] = true
		return // reported by checker
	}
	if hook, ok := v.Addr().Interface().(unmarshaler); ok {
		hook.UnmarshalNode(&Node{d: d, n: n, at: at})
		return
	}
	switch v.Kind() {
	case reflect.Pointer:
		if v.IsNil() {
			v.Set(reflect.New(v.Type().Elem()))
		}
		d.decodeValue(n, v.Elem(), at)
	case reflect.Struct:
		d.decodeStructs(n, at, v)
	case reflect.Map:
		d.decodeMap(n, v, at)
	case reflect.Slice:
		d.decodeList(n, v, at)
	case reflect.String:
		d.decodeText(n, v, at)
	case reflect.Bool:
		if !isPlain(n) || n.Value != "true" && n.Value != "false" {
			d.reportWrong(n, at, "true or false")
			return
		}
		v.SetBool(n.Value == "true")
	default:
		d.decodeNumber(n, v, at)
	}
}

// decodeStructs fills several structs from one group of keys. A key belongs to the first struct that has it, and only
// the first struct can require keys. It returns the keys that each took.
func (d *decoder) decodeStructs(n *yaml.Node, at target, among ...reflect.Value) (took [][]string) {
	took = make([][]string, len(among))
	if n.Kind != yaml.MappingNode && !isNull(n) {
		d.reportWrong(n, at, groupWant)
		return took
	}
	fields := make([][]field, len(among))
	for k, v := range among {
		fields[k] = fieldsOf(v.Type())
	}
	there, seen := make(map[string]bool, len(n.Content)/2), make(map[string]bool, len(fields[0]))
	for i := 0; i < len(n.Content); i += 2 {
		there[keyText(n.Content[i])] = true
	}
	for i := 0; i+1 < len(n.Content); i += 2 {
		key, value := n.Content[i], n.Content[i+1]
		if name := keyText(key); d.isKey(key) && !seen[name] {
			k := d.decodeField(key, value, there, among, fields)
			if name = keyText(key); k >= 0 {
				took[k] = append(took[k], name)
			}
			seen[name] = true
		}
	}
	for _, f := range fields[0] {
		if f.required && !seen[f.name] {
			d.report(n, f.name+" is missing here", `a key "`+f.name+`:"`)
			d.doc.unread[place{n, f.name}] = true
		}
	}
	return took
}

// isKey reports whether checker found nothing wrong with a key, other than that it is there twice.
func (d *decoder) isKey(key *yaml.Node) bool {
	return key.Kind == yaml.ScalarNode && !isNull(key) && key.Tag != "!!merge" && !isAliasOrTagged(key)
}

// decodeField fills the field that a key names, and returns the index of its struct, -1 if none has it. An unknown key
// is a mistake, and is read as the nearest known key if that is not there.
func (d *decoder) decodeField(key, value *yaml.Node, there map[string]bool, among []reflect.Value,
	fields [][]field) (taker int) {
	name := keyText(key)
	var known []string
	for k, v := range among {
		for _, f := range fields[k] {
			switch {
			case f.name != name:
				if !slices.Contains(known, f.name) {
					known = append(known, f.name)
				}
				continue
			case f.required && isNull(value) && f.group != "":
				d.reportWrong(value, target{name, f.tags}, f.group)
			default:
				d.decodeValue(value, v.FieldByIndex(f.index), target{name, f.tags})
			}
			return k
		}
	}
	d.report(key, "unknown key "+text.Quote(key.Value), text.OneOf(name, known))
	near, ok := text.Nearest(name, known)
	if !ok || there[near] {
		return -1
	}
	key.Value, there[near] = near, true
	return d.decodeField(key, value, there, among, fields)
}

// decodeMap fills a map. Like a struct it keeps the values that the file does not name.
func (d *decoder) decodeMap(n *yaml.Node, v reflect.Value, at target) {
	if v.Type().Key().Kind() != reflect.String {
		panic(fmt.Sprintf("strict: cannot decode into %v", v.Type()))
	}
	if isNull(n) {
		return
	}
	if n.Kind != yaml.MappingNode {
		d.reportWrong(n, at, groupWant)
		return
	}
	d.checkCount(n, len(n.Content)/2, at)
	table, said := reflect.MakeMapWithSize(v.Type(), max(v.Len(), len(n.Content)/2)), map[string]bool{}
	for was := v.MapRange(); was.Next(); {
		table.SetMapIndex(was.Key(), was.Value())
	}
	for i := 0; i+1 < len(n.Content); i += 2 {
		key, value := n.Content[i], n.Content[i+1]
		if !d.isKey(key) {
			continue
		}
		name, err := text.CleanName(key.Value)
		if err != nil {
			d.reportName(key, "the name", err)
			continue
		}
		if said[name] {
			continue // reported as repeated
		}
		said[name] = true
		k, elem := reflect.ValueOf(name).Convert(v.Type().Key()), reflect.New(v.Type().Elem()).Elem()
		if was := table.MapIndex(k); was.IsValid() {
			elem.Set(was)
		}
		d.decodeValue(value, elem, target{name, at.items()})
		table.SetMapIndex(k, elem)
	}
	v.Set(table)
}

// decodeList fills a slice.
func (d *decoder) decodeList(n *yaml.Node, v reflect.Value, at target) {
	if isNull(n) {
		return
	}
	if n.Kind != yaml.SequenceNode {
		d.reportWrong(n, at, listWant)
		return
	}
	d.checkCount(n, len(n.Content), at)
	list := reflect.MakeSlice(v.Type(), len(n.Content), len(n.Content))
	seen := map[string]bool{}
	for i, item := range n.Content {
		d.decodeValue(item, list.Index(i), at.item(i))
		if at.once && item.Kind == yaml.ScalarNode && seen[item.Value] {
			d.report(item, fmt.Sprintf("%s is here twice", text.Quote(item.Value)), "it once")
		}
		seen[item.Value] = true
	}
	v.Set(list)
}

// checkCount checks the number of items of a list or map.
func (d *decoder) checkCount(n *yaml.Node, items int, at target) {
	if at.max > 0 && items > at.max {
		d.report(n, fmt.Sprintf("%s has %d items", at.label, items), fmt.Sprintf("at most %d", at.max))
	}
}

// reportName reports an error of [text.CleanName] at a value that messages call of.
func (d *decoder) reportName(n *yaml.Node, of string, err error) {
	p := text.NameProblem(of, err)
	d.reportUnread(n, p.What, p.Want)
}
