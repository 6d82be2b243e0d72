package web

import (
	"fmt"
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/google/jsonschema-go/jsonschema"
	"go.yaml.in/yaml/v3"

	"kokyu/agent/serve"
	"kokyu/agent/session"
	"kokyu/rules/text"
)

// encounterFile is the file of an encounter that a form makes, by lines. Each value has a line of its own, so that a
// mistake in a line is one of a field.
type encounterFile []fileLine

// fileLine is a line of a file, with the path of the field whose value it has.
type fileLine struct{ path, text string }

func (w *encounterFile) put(path, text string) { *w = append(*w, fileLine{path, text}) }

// pathAt returns the path of the value in a line by its number from 1; known is false for a line that there is not.
func (w encounterFile) pathAt(number int) (path string, known bool) {
	if number < 1 || number > len(w) {
		return "", false
	}
	return w[number-1].path, true
}

func (w encounterFile) String() string {
	return strings.Join(text.Each(w, func(l fileLine) string { return l.text }), "\n") + "\n"
}

// write returns the file of what is filled in: what has fields, in the order of the schema, and then restField.
func (b *builder) write() encounterFile {
	var w encounterFile
	w.put("", "version: 1")
	w.put("", "system: "+scalar(b.system))
	b.group(&w, b.schema, "", "", "")
	if more := strings.TrimRight(unixLines(b.form.Get(restField)), "\n "); more != "" {
		for line := range strings.SplitSeq(more, "\n") {
			w.put(restField, line)
		}
	}
	return w
}

// group writes the keys of a group that are filled in. The first line begins with lead, the others with
// indent: the first key of an entry of a list stands behind its dash. It reports whether there was any.
func (b *builder) group(w *encounterFile, s *jsonschema.Schema, path, lead, indent string) (any bool) {
	begin := func() string {
		if any {
			return indent
		}
		any = true
		return lead
	}
	for _, key := range s.PropertyOrder {
		if path == "" && slices.Contains(textKeys, key) {
			continue
		}
		of, at := s.Properties[key], joinPath(path, key)
		switch {
		case entrySchema(of) != nil:
			var inner encounterFile
			for _, row := range b.rows(at) {
				b.entry(&inner, of, row, indent+"  ")
			}
			if len(inner) > 0 {
				w.put(at, begin()+key+":")
				*w = append(*w, inner...)
			}
		case len(fullForm(of).Properties) > 0:
			var inner encounterFile
			if b.group(&inner, fullForm(of), at, indent+"  ", indent+"  ") {
				w.put(at, begin()+key+":")
				*w = append(*w, inner...)
			}
		default:
			b.value(w, of, key, at, begin, indent)
		}
	}
	return any
}

// entry writes one row of a list or table of groups, if anything of it is filled in. An entry of a table may be a name
// alone. What an entry must have is written even if it is empty, so that its field shows the mistake.
func (b *builder) entry(w *encounterFile, list *jsonschema.Schema, row, indent string) {
	if !isTable(list) {
		of, lead := entrySchema(list), indent+"- "
		if len(of.Required) > 0 {
			at := joinPath(row, of.Required[0])
			if b.form.Get(at) == "" && b.group(new(encounterFile), of, row, "", "") {
				w.put(at, lead+of.Required[0]+`: ""`)
				lead = indent + "  "
			}
		}
		b.group(w, of, row, lead, indent+"  ")
		return
	}
	var inner encounterFile
	key := strings.TrimSpace(b.form.Get(keyOf(row)))
	if b.group(&inner, entrySchema(list), row, indent+"  ", indent+"  ") {
		w.put(keyOf(row), indent+scalar(key)+":")
		*w = append(*w, inner...)
	} else if key != "" {
		w.put(keyOf(row), indent+scalar(key)+": {}")
	}
}

// value writes one value, if it is filled in: a switch as true or false, texts and numbers as they are, a list in one
// line or, where its texts can have commas, a line for each. begin returns how its line begins.
func (b *builder) value(w *encounterFile, s *jsonschema.Schema, key, path string, begin func() string, indent string) {
	v := unixLines(b.form.Get(path))
	if strings.TrimSpace(v) == "" {
		return
	}
	switch {
	case s.Type == "boolean":
		w.put(path, begin()+key+": "+strconv.FormatBool(v == "on" || v == "true"))
	case isLineList(s):
		w.put(path, begin()+key+":")
		for line := range strings.SplitSeq(strings.TrimRight(v, "\n "), "\n") {
			w.put(path, indent+"  - "+quote(strings.TrimRight(line, " ")))
		}
	case s.Type == "array":
		var items []string
		for item := range strings.SplitSeq(v, ",") {
			if item = strings.TrimSpace(item); item != "" && item != none {
				items = append(items, integerOrScalar(item))
			}
		}
		w.put(path, begin()+key+": ["+strings.Join(items, ", ")+"]")
	case s.Type == "string":
		w.put(path, begin()+key+": "+scalar(strings.TrimSpace(v)))
	default:
		w.put(path, begin()+key+": "+integerOrScalar(strings.TrimSpace(v)))
	}
}

// none stands in a field for an empty list; an empty field is left out of the file.
const none = "[]"

// unixLines returns a text with the line ends that YAML is counted by: browsers send forms with CR and LF.
func unixLines(s string) string {
	return strings.ReplaceAll(strings.ReplaceAll(s, "\r\n", "\n"), "\r", "\n")
}

var (
	plainScalar = regexp.MustCompile(`^\p{L}[\p{L}\p{M}0-9 '-]*$`)
	wholeNumber = regexp.MustCompile(`^(0|-?[1-9][0-9]{0,8})$`)
	// notTexts are the words that some reader of YAML takes for something else than a text.
	notTexts = []string{"true", "false", "yes", "no", "on", "off", "null", "y", "n"}
)

// scalar returns a text as YAML has it: without quotation marks if it cannot be taken for anything else.
func scalar(s string) string {
	if plainScalar.MatchString(s) && !slices.Contains(notTexts, strings.ToLower(s)) {
		return s
	}
	return quote(s)
}

// integerOrScalar returns a whole number as YAML has it, and any other text as a text.
func integerOrScalar(s string) string {
	if wholeNumber.MatchString(s) {
		return s
	}
	return scalar(s)
}

// readForm returns the form of an encounter's file, of the file's system or the given one. What the form has no fields
// for goes into restField as it stands in the file.
func readForm(blanks func(system string) (*blankForm, error), system string, data []byte) (*builder, error) {
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
	lines := strings.Split(unixLines(string(data)), "\n")
	for i := 0; i < len(top.Content); i += 2 {
		key := top.Content[i].Value
		if key == "version" || key == "system" {
			continue
		}
		of := b.schema.Properties[key]
		if of != nil && !slices.Contains(textKeys, key) && b.fill(of, top.Content[i+1], key) {
			continue
		}
		end := len(lines)
		if i+2 < len(top.Content) {
			end = top.Content[i+2].Line - 1
		}
		kept := text.Keep(lines[top.Content[i].Line-1:end], func(line string) bool {
			return !strings.HasPrefix(line, "#") // comments are about the file that was read
		})
		b.form.Set(restField, strings.TrimRight(b.form.Get(restField)+strings.Join(kept, "\n"), "\n ")+"\n")
	}
	return b, nil
}

// fill fills in the fields of a value; it returns false if the form cannot hold it, and it stays text.
func (b *builder) fill(s *jsonschema.Schema, n *yaml.Node, path string) bool {
	switch of := entrySchema(s); {
	case of != nil && isTable(s):
		if n.Kind != yaml.MappingNode {
			return false
		}
		for i := 0; i < len(n.Content); i += 2 {
			b.add(path)
			row := b.addedRow
			b.form.Set(keyOf(row), n.Content[i].Value)
			if !b.fill(of, n.Content[i+1], row) {
				return false
			}
		}
	case of != nil:
		for _, item := range n.Content {
			b.add(path)
			row := b.addedRow
			// Several alike are written as their row and their number: - bandit: 3.
			if len(of.Required) == 1 && len(item.Content) == 2 && of.Properties[item.Content[0].Value] == nil {
				b.form.Set(joinPath(row, of.Required[0]), item.Content[0].Value)
				b.form.Set(joinPath(row, "count"), item.Content[1].Value)
				continue
			}
			if !b.fill(of, item, row) {
				return false
			}
		}
	case len(fullForm(s).Properties) > 0:
		if n.Kind != yaml.MappingNode {
			return false
		}
		for i := 0; i < len(n.Content); i += 2 {
			key := n.Content[i].Value
			prop := fullForm(s).Properties[key]
			if prop == nil || !b.fill(prop, n.Content[i+1], joinPath(path, key)) {
				return false
			}
		}
	case n.Kind == yaml.ScalarNode:
		b.form.Set(path, strings.TrimRight(n.Value, "\n"))
	case n.Kind == yaml.SequenceNode:
		separator := ", "
		if isLineList(s) {
			separator = "\n"
		}
		b.form.Set(path, strings.Join(text.Each(n.Content, func(item *yaml.Node) string { return item.Value }), separator))
		if len(n.Content) == 0 {
			b.form.Set(path, none)
		}
	default:
		return false
	}
	b.addedRow = ""
	return true
}

// pasteMax is how many bytes of a stat block are read.
const pasteMax = 4096

var (
	betweenParts = regexp.MustCompile(`[,;|]\s*`)
	digits       = regexp.MustCompile(`\d+`)
)

// readStatBlock adds a row to a list from the text of a stat block in the form's field paste. Each line, or each part
// of a line if all its parts can be read, begins with the name of a field or is the name of a row of the catalogue; the
// first one may be the combatant's own name. What it could not read stands as mistakes in the row.
func (b *builder) readStatBlock(list string) {
	of := entrySchema(b.schemaAt(list))
	block := b.form.Get("paste")
	if of == nil || strings.TrimSpace(block) == "" {
		return
	}
	b.add(list)
	row := b.addedRow
	first := true
	for line := range strings.Lines(unixLines(block[:min(len(block), pasteMax)])) {
		if line = strings.TrimSpace(line); line == "" {
			continue
		}
		isNoField := func(part string) bool { _, _, is := fieldOf(of, part); return !is }
		parts := betweenParts.Split(line, -1)
		if slices.ContainsFunc(parts, isNoField) {
			parts = []string{line}
		}
		for _, part := range parts {
			key, value, is := fieldOf(of, part)
			name := strings.ToLower(strings.Trim(part, " .:"))
			switch {
			case is && of.Properties[key].Type == "integer":
				value = digits.FindString(value)
				fallthrough
			case is:
				b.form.Set(joinPath(row, key), value)
			case slices.Contains(closedWords(of.Properties[of.Required[0]]), name):
				b.form.Set(joinPath(row, of.Required[0]), name)
			case first && of.Properties["name"] != nil:
				b.form.Set(joinPath(row, "name"), part)
			default:
				b.mistakes[row] = append(b.mistakes[row], fmt.Sprintf("%q was not understood.", part))
			}
			first = false
		}
	}
	b.form.Del("paste")
}

// schemaAt returns the schema of the value at a path, such as sides/0/fighters.
func (b *builder) schemaAt(path string) *jsonschema.Schema {
	s := b.schema
	for key := range strings.SplitSeq(path, "/") {
		if of := entrySchema(s); of != nil {
			s = of
			continue // key is the number of a row
		}
		if s = s.Properties[key]; s == nil {
			return &jsonschema.Schema{}
		}
	}
	return s
}

// fieldOf returns the field with whose name a text begins, and the value that follows: "Skills: stealth 3"
// begins with that of skills. The name may be in the singular.
func fieldOf(of *jsonschema.Schema, part string) (key, value string, is bool) {
	for _, key := range of.PropertyOrder {
		name := strings.TrimSuffix(key, "s")
		rest, found := cutFold(part, name)
		if !found {
			continue
		}
		rest, _ = cutFold(rest, "s")
		value := strings.TrimSpace(strings.TrimLeft(rest, ":= "))
		if value != "" && rest != value && len(fullForm(of.Properties[key]).Properties) == 0 {
			return key, value, true
		}
	}
	return "", "", false
}

// cutFold cuts a beginning off a text, whatever the case of its letters.
func cutFold(s, begin string) (rest string, found bool) {
	if len(s) >= len(begin) && strings.EqualFold(s[:len(begin)], begin) {
		return s[len(begin):], true
	}
	return s, false
}
