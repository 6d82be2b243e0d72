package web

import (
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/google/jsonschema-go/jsonschema"
	"go.yaml.in/yaml/v3"

	"kokyu/agent/serve"
	"kokyu/agent/session"
)

// written is the file of an encounter that a form makes. Each value has a line of its own, so that a mistake is found again.
type written struct {
	lines []string
	at    map[int]string // the path of what stands in a line, from 1
}

func (w *written) put(path, line string) {
	w.lines = append(w.lines, line)
	w.at[len(w.lines)] = path
}

func (w *written) String() string { return strings.Join(w.lines, "\n") + "\n" }

// write makes the file of what is filled in.
func (b *builder) write() *written {
	w := &written{at: map[int]string{}}
	w.put("", "version: 1")
	w.put("", "system: "+scalar(b.system))
	b.group(w, b.schema, "", "", "")
	if more := strings.TrimRight(unix(b.form.Get(rest)), "\n "); more != "" {
		for line := range strings.SplitSeq(more, "\n") {
			w.put(rest, line)
		}
	}
	return w
}

// group writes the keys of a group that are filled in. The first line begins with lead, the others with indent. It reports
// whether there was any.
func (b *builder) group(w *written, s *jsonschema.Schema, path, lead, indent string) (any bool) {
	begin := func() string {
		if any {
			return indent
		}
		any = true
		return lead
	}
	for _, key := range s.PropertyOrder {
		if path == "" && slices.Contains(asText, key) {
			continue
		}
		of, at := s.Properties[key], under(path, key)
		switch {
		case entries(of) != nil:
			inner := &written{at: map[int]string{}}
			for _, row := range b.rows(at) {
				b.entry(inner, of, row, indent+"  ")
			}
			if len(inner.lines) > 0 {
				w.put(at, begin()+key+":")
				w.join(inner)
			}
		case len(whole(of).Properties) > 0:
			inner := &written{at: map[int]string{}}
			if b.group(inner, whole(of), at, indent+"  ", indent+"  ") {
				w.put(at, begin()+key+":")
				w.join(inner)
			}
		default:
			b.value(w, of, key, at, begin, indent)
		}
	}
	return any
}

func (w *written) join(inner *written) {
	for i, line := range inner.lines {
		w.put(inner.at[i+1], line)
	}
}

// entry writes one line of a list or a table of groups, if anything of it is filled in.
func (b *builder) entry(w *written, list *jsonschema.Schema, row, indent string) {
	inner := &written{at: map[int]string{}}
	if !isTable(list) {
		b.group(inner, entries(list), row, indent+"- ", indent+"  ")
		w.join(inner)
		return
	}
	key := strings.TrimSpace(b.form.Get(keyOf(row)))
	if b.group(inner, entries(list), row, indent+"  ", indent+"  ") {
		w.put(keyOf(row), indent+scalar(key)+":")
		w.join(inner)
	} else if key != "" {
		w.put(keyOf(row), indent+scalar(key)+": {}")
	}
}

// value writes one value, if it is filled in.
func (b *builder) value(w *written, s *jsonschema.Schema, key, path string, begin func() string, indent string) {
	v := unix(b.form.Get(path))
	if strings.TrimSpace(v) == "" {
		return
	}
	switch {
	case s.Type == "boolean":
		w.put(path, begin()+key+": "+strconv.FormatBool(v == "on" || v == "true"))
	case isLines(s):
		w.put(path, begin()+key+":")
		for line := range strings.SplitSeq(strings.TrimRight(v, "\n "), "\n") {
			w.put(path, indent+"  - "+quote(strings.TrimRight(line, " ")))
		}
	case s.Type == "array":
		var items []string
		for item := range strings.SplitSeq(v, ",") {
			if item = strings.TrimSpace(item); item != "" && item != none {
				items = append(items, token(item))
			}
		}
		w.put(path, begin()+key+": ["+strings.Join(items, ", ")+"]")
	case s.Type == "string":
		w.put(path, begin()+key+": "+scalar(strings.TrimSpace(v)))
	default:
		w.put(path, begin()+key+": "+token(strings.TrimSpace(v)))
	}
}

// none is how a field says a list with nothing in it.
const none = "[]"

func unix(s string) string {
	return strings.ReplaceAll(strings.ReplaceAll(s, "\r\n", "\n"), "\r", "\n")
}

var (
	plain       = regexp.MustCompile(`^\p{L}[\p{L}\p{M}0-9 '-]*$`)
	wholeNumber = regexp.MustCompile(`^(0|-?[1-9][0-9]{0,8})$`)
)

// scalar returns a text as YAML has it: without quotation marks where it cannot be taken for anything else.
func scalar(s string) string {
	if plain.MatchString(s) && !slices.Contains([]string{"true", "false", "yes", "no", "on", "off", "null", "y", "n"}, strings.ToLower(s)) {
		return s
	}
	return quote(s)
}

// token returns a whole number as one, any other text as a text.
func token(s string) string {
	if wholeNumber.MatchString(s) {
		return s
	}
	return scalar(s)
}

// readForm makes the form of the file of an encounter that begins a fight. What the form has no fields for becomes its rest.
func readForm(blanks func(system string) (*blank, error), system string, data []byte) (*builder, error) {
	var doc yaml.Node
	if err := yaml.Unmarshal(data, &doc); err != nil || len(doc.Content) != 1 || doc.Content[0].Kind != yaml.MappingNode {
		return nil, serve.NewError(session.BadInput, "the file cannot be read", "an encounter")
	}
	top := doc.Content[0]
	for i := 0; i < len(top.Content); i += 2 {
		if top.Content[i].Value == "system" {
			system = top.Content[i+1].Value
		}
	}
	of, err := blanks(system)
	if err != nil {
		return nil, err
	}
	b, err := newBuilder(of, url.Values{})
	if err != nil {
		return nil, err
	}
	lines := strings.Split(strings.NewReplacer("\r\n", "\n", "\r", "\n").Replace(string(data)), "\n")
	for i := 0; i < len(top.Content); i += 2 {
		key := top.Content[i].Value
		if key == "version" || key == "system" {
			continue
		}
		of := b.schema.Properties[key]
		if of != nil && !slices.Contains(asText, key) && b.fill(of, top.Content[i+1], key) {
			continue
		}
		end := len(lines)
		if i+2 < len(top.Content) {
			end = top.Content[i+2].Line - 1
		}
		var text []string
		for _, line := range lines[top.Content[i].Line-1 : end] {
			if !strings.HasPrefix(line, "#") { // what it says is about the file it stands in
				text = append(text, line)
			}
		}
		b.form.Set(rest, strings.TrimRight(b.form.Get(rest)+strings.Join(text, "\n"), "\n ")+"\n")
	}
	return b, nil
}

// fill fills in the fields of a value; it is false if the form cannot hold it.
func (b *builder) fill(s *jsonschema.Schema, n *yaml.Node, path string) bool {
	switch of := entries(s); {
	case of != nil && isTable(s):
		if n.Kind != yaml.MappingNode {
			return false
		}
		for i := 0; i < len(n.Content); i += 2 {
			b.add(path)
			row := b.added
			b.form.Set(keyOf(row), n.Content[i].Value)
			if !b.fill(of, n.Content[i+1], row) {
				return false
			}
		}
	case of != nil:
		for _, item := range n.Content {
			b.add(path)
			row := b.added
			if len(of.Required) == 1 && len(item.Content) == 2 && of.Properties[item.Content[0].Value] == nil { // several alike: - bandit: 3
				b.form.Set(under(row, of.Required[0]), item.Content[0].Value)
				b.form.Set(under(row, "count"), item.Content[1].Value)
				continue
			}
			if !b.fill(of, item, row) {
				return false
			}
		}
	case len(whole(s).Properties) > 0:
		if n.Kind != yaml.MappingNode {
			return false
		}
		for i := 0; i < len(n.Content); i += 2 {
			key := n.Content[i].Value
			prop := whole(s).Properties[key]
			if prop == nil || !b.fill(prop, n.Content[i+1], under(path, key)) {
				return false
			}
		}
	case n.Kind == yaml.ScalarNode:
		b.form.Set(path, strings.TrimRight(n.Value, "\n"))
	case n.Kind == yaml.SequenceNode:
		separator := ", "
		if isLines(s) {
			separator = "\n"
		}
		items := []string{}
		for _, item := range n.Content {
			items = append(items, item.Value)
		}
		b.form.Set(path, strings.Join(items, separator))
		if len(items) == 0 {
			b.form.Set(path, none)
		}
	default:
		return false
	}
	b.added = ""
	return true
}
