package book

import (
	"encoding/json"
	"fmt"

	"kokyu/rules/strict"
	"kokyu/rules/text"
)

// Head is what every encounter file begins with.
type Head struct {
	Version int    `yaml:"version" json:"version" doc:"The version of the file's form: 1."`
	System  string `yaml:"system" json:"system" doc:"The rule system it is for."`
	Title   string `yaml:"title" json:"title" doc:"What the encounter is called."`
	About   string `yaml:"about,omitempty" json:"about,omitempty" doc:"A note for people; never told."`
	Setting *Scene `yaml:"setting,omitempty" json:"setting,omitempty" doc:"Where it takes place, for a tale."`
	Carry   string `yaml:"carry,omitempty" json:"-" doc:"A file that kokyu carry wrote: how its people come out of the fight before."`
	Rounds  *int   `yaml:"rounds,omitempty" json:"rounds,omitempty" limit:"1..200" doc:"How many rounds it may last; the ruling's if not said."`
}

// ReadEncounter reads an encounter of a system into file, whose head is among its fields.
func ReadEncounter(name string, data []byte, system string, file any, head *Head) (strict.Document, error) {
	doc, err := strict.Decode(name, data, file)
	if err != nil {
		return doc, err
	}
	var bad strict.Complaints
	switch _, err := text.CleanName(head.Title); {
	case head.Version != 1:
		bad.Wrong(strict.Path{"version"}, fmt.Sprintf("version %d", head.Version), "1")
	case head.System != system:
		bad.Wrong(strict.Path{"system"}, fmt.Sprintf("system %q", text.Escape(head.System)), system)
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
