package web

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/google/jsonschema-go/jsonschema"
)

// pasteMax is how many bytes of a stat block are read.
const pasteMax = 4096

var (
	betweenParts = regexp.MustCompile(`[,;|]\s*`)
	digits       = regexp.MustCompile(`\d+`)
)

// readStatBlock adds a row to a list from the text of a stat block in the form's field paste. Each line, or each part
// of a line if all its parts can be read, begins with the name of a field or is the name of a row of the catalogue; the
// first one may be the combatant's own name. readStatBlock returns what it could not read.
func (b *builder) readStatBlock(list string) (unread []string) {
	of := entrySchema(b.schemaAt(list))
	block := b.form.Get("paste")
	if of == nil || strings.TrimSpace(block) == "" {
		return nil
	}
	b.add(list)
	row := b.addedRow
	first := true
	for line := range strings.Lines(unixLines(block[:min(len(block), pasteMax)])) {
		if line = strings.TrimSpace(line); line == "" {
			continue
		}
		parts := []string{line}
		if split := betweenParts.Split(line, -1); !slices.ContainsFunc(split, func(part string) bool { _, _, is := fieldOf(of, part); return !is }) {
			parts = split
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
				unread = append(unread, fmt.Sprintf("%q was not understood", part))
			}
			first = false
		}
	}
	b.form.Del("paste")
	return unread
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

// fieldOf returns the field with whose name a text begins, and the value that follows.
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
