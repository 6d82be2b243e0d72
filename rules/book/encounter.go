package book

import (
	"encoding/json"
	"fmt"

	"kokyu/rules/strict"
)

// Head is what every encounter file begins with.
type Head struct {
	Version int    `yaml:"version" json:"version"`
	System  string `yaml:"system" json:"system"`
	Title   string `yaml:"title" json:"title"`
	About   string `yaml:"about,omitempty" json:"about,omitempty"` // for people; never told
	Rounds  *int   `yaml:"rounds,omitempty" json:"rounds,omitempty" limit:"1..200"`
}

// ReadEncounter reads an encounter of a system into file, whose head is among its fields.
func ReadEncounter(name string, data []byte, system string, file any, head *Head) (strict.Document, error) {
	doc, err := strict.Decode(name, data, file)
	if err != nil {
		return doc, err
	}
	var bad strict.Complaints
	switch _, err := strict.CleanName(head.Title); {
	case head.Version != 1:
		bad.Wrong(strict.Path{"version"}, fmt.Sprintf("version %d", head.Version), "1")
	case head.System != system:
		bad.Wrong(strict.Path{"system"}, fmt.Sprintf("system %q", strict.Escape(head.System)), system)
	case err != nil:
		bad.Wrong(strict.Path{"title"}, "the title: "+err.Error(), "a plain title")
	}
	return doc, bad.In(doc)
}

// FromHeader reads what a record embeds: the encounter and the rows it uses.
func FromHeader(encounter, data json.RawMessage, file, book any) error {
	if err := json.Unmarshal(encounter, file); err != nil {
		return fmt.Errorf("the encounter in the header: %w", err)
	}
	if err := json.Unmarshal(data, book); err != nil {
		return fmt.Errorf("the rows in the header: %w", err)
	}
	return nil
}
