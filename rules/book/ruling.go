package book

import (
	"fmt"

	"maps"
	"slices"
	"strconv"
	"strings"

	"kokyu/rules/strict"
	"kokyu/rules/text"
)

// Ruling is a decision of this program about something that a rule document leaves open. If it has a Name, the house,
// the people who play, can choose another value in the block rulings: of an encounter.
type Ruling struct {
	ID      string   `yaml:"id" json:"id" doc:"The ruling's number."`
	Kind    string   `yaml:"kind" must:"be there" json:"kind" oneof:"silent two-ways departs" doc:"How it stands to the text: silent, two-ways or departs."`
	Open    string   `yaml:"open" json:"open" doc:"What the document leaves open."`
	Decided string   `yaml:"decided" json:"decided" doc:"What is done."`
	Name    string   `yaml:"name" json:"name,omitempty" doc:"Of one a table may choose otherwise, its name in rulings:."`
	Default string   `yaml:"default" json:"default,omitempty" doc:"What it is set to if nobody chooses."`
	Choices []string `yaml:"choices" json:"choices,omitempty" doc:"What it may be set to."`
	Range   string   `yaml:"range" json:"range,omitempty" doc:"The numbers it may be set to, as in 0..10."`
	Source  string   `yaml:"source" json:"source,omitempty" doc:"Where it comes from."`
	Departs string   `yaml:"departs" json:"departs,omitempty" doc:"The words of the text, a few, that the default does not follow."`

	Presets map[string]string `yaml:"presets" json:"presets,omitempty" doc:"What the presets that choose otherwise set it to, by their names."`
}

// The values of Ruling.Kind: how a ruling stands to the text.
const (
	KindSilent  = "silent"   // the text does not say
	KindTwoWays = "two-ways" // the text can be read in two ways
	KindDeparts = "departs"  // the ruling departs from the text, which it quotes
)

// Kinds are all three.
var Kinds = []string{KindSilent, KindTwoWays, KindDeparts}

// Preset is the key of a preset among rulings. Printed is the preset that every system has: it follows the printed text
// wherever that can be played.
const (
	Preset  = "preset"
	Printed = "printed"
)

// PresetNames returns the names of the presets among rulings.
func PresetNames(rulings []Ruling) []string {
	names := map[string]bool{}
	for _, r := range rulings {
		for name := range r.Presets {
			names[name] = true
		}
	}
	return slices.Sorted(maps.Keys(names))
}

// Takes reports whether a ruling can have a value; want says which values it can have.
func (r Ruling) Takes(value string) (want string, ok bool) {
	if lo, hi, found := strings.Cut(r.Range, ".."); found {
		a, _ := strconv.Atoi(lo)
		b, _ := strconv.Atoi(hi)
		n, err := strconv.Atoi(value)
		return fmt.Sprintf("a number from %d to %d", a, b), err == nil && n >= a && n <= b && strconv.Itoa(n) == value
	}
	return text.OneOf(value, r.Choices), slices.Contains(r.Choices, value)
}

// rulingsFile is a system's data/rulings.yaml.
type rulingsFile struct {
	Version int      `yaml:"version" doc:"The version of the file's form: 1."`
	Rulings []Ruling `yaml:"rulings" doc:"The rulings, document by document."`
}

// rulingNamed returns the ruling of a name.
func rulingNamed(name string, rulings []Ruling) (Ruling, bool) {
	i := slices.IndexFunc(rulings, func(r Ruling) bool { return r.Name == name && name != "" })
	if i < 0 {
		return Ruling{}, false
	}
	return rulings[i], true
}

// rulingNames returns the names of the rulings that have one.
func rulingNames(rulings []Ruling) []string {
	named := text.Keep(rulings, func(r Ruling) bool { return r.Name != "" })
	return text.Each(named, func(r Ruling) string { return r.Name })
}

// HouseRulings are the choices of a house: values of rulings by name, and a preset under the name [Preset].
type HouseRulings map[string]Choice

// Forms returns a group of rulings, or the name of a preset alone.
func (HouseRulings) Forms() []Form {
	return []Form{{Itself: true}, {Pattern: "^.+$", Says: "a preset: printed"}}
}

// UnmarshalNode reads either.
func (h *HouseRulings) UnmarshalNode(n *strict.Node) {
	if n.Kind() == strict.Text {
		var preset Choice
		if n.Decode(&preset) {
			*h = HouseRulings{Preset: preset}
		}
		return
	}
	n.Decode((*map[string]Choice)(h))
}

// Choice is the value that a house gives to a ruling: a word or a number, quoted or not.
type Choice string

// Forms returns a number or a word; [Choose] checks it against its ruling.
func (Choice) Forms() []Form {
	return []Form{{Number: true, Least: -NumMax, Most: NumMax}, {Pattern: "^.+$", Says: "what kokyu rulings lists for it"}}
}

// UnmarshalNode reads a choice as it is written.
func (c *Choice) UnmarshalNode(n *strict.Node) {
	if n.Kind() != strict.Text {
		n.Problem("a ruling that is not one word", "a word or a number")
		return
	}
	*c = Choice(n.Text())
}
