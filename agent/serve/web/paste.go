package web

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/google/jsonschema-go/jsonschema"
)

// A stat block that somebody has as text becomes a line of the form: what a field is called is looked for at the beginning of each
// line or of its parts, and what a row is called anywhere. What is not understood is said.

// pasteMax is how much text is read.
const pasteMax = 4096

var (
	betweenParts = regexp.MustCompile(`[,;|]\s*`)
	digits       = regexp.MustCompile(`\d+`)
)

// paste adds the stat block of the form's field paste to a side, and returns what it could not read of it.
func (b *builder) paste(list string) (unread []string) {
	of := entries(b.schemaAt(list))
	block := b.form.Get("paste")
	if of == nil || strings.TrimSpace(block) == "" {
		return nil
	}
	b.add(list)
	row := b.added
	first := true
	for line := range strings.Lines(unix(block[:min(len(block), pasteMax)])) {
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
				b.form.Set(under(row, key), value)
			case slices.Contains(closedWords(of.Properties[of.Required[0]]), name):
				b.form.Set(under(row, of.Required[0]), name)
			case first && of.Properties["name"] != nil:
				b.form.Set(under(row, "name"), part)
			default:
				unread = append(unread, fmt.Sprintf("%q was not understood", part))
			}
			first = false
		}
	}
	b.form.Del("paste")
	return unread
}

// schemaAt returns the schema of a list in a list: sides/0/fighters.
func (b *builder) schemaAt(path string) *jsonschema.Schema {
	s := b.schema
	for key := range strings.SplitSeq(path, "/") {
		if of := entries(s); of != nil {
			s = of
			continue // the number of a line
		}
		if s = s.Properties[key]; s == nil {
			return &jsonschema.Schema{}
		}
	}
	return s
}

// fieldOf returns the field that a text begins with the name of, and what follows.
func fieldOf(of *jsonschema.Schema, part string) (key, value string, is bool) {
	for _, key := range of.PropertyOrder {
		name := strings.TrimSuffix(key, "s")
		rest, found := cutFold(part, name)
		if !found {
			continue
		}
		rest, _ = cutFold(rest, "s")
		value := strings.TrimSpace(strings.TrimLeft(rest, ":= "))
		if value != "" && rest != value && len(whole(of.Properties[key]).Properties) == 0 {
			return key, value, true
		}
	}
	return "", "", false
}

// cutFold cuts a beginning off a text, in capitals or not.
func cutFold(s, begin string) (rest string, found bool) {
	if len(s) >= len(begin) && strings.EqualFold(s[:len(begin)], begin) {
		return s[len(begin):], true
	}
	return s, false
}
