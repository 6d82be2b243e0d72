package book

import (
	"encoding/json"
	"fmt"
	"slices"

	"kokyu/rules/strict"
	"kokyu/rules/text"
)

// Head is what every encounter file begins with.
type Head struct {
	Version int     `yaml:"version" json:"version" doc:"The version of the file's form: 1."`
	System  string  `yaml:"system" json:"system" words:"system" doc:"The rule system it is for."`
	Title   string  `yaml:"title" json:"title" doc:"What the encounter is called."`
	About   string  `yaml:"about,omitempty" json:"about,omitempty" doc:"What the fight is about. Everybody is told: a tale opens with its first sentences."`
	GM      note    `yaml:"gm,omitempty" json:"-" doc:"A note for the GM alone: it is on the GM's own screen, at kokyu table, in this file and in the record; nobody else is ever told."`
	Setting *Scene  `yaml:"setting,omitempty" json:"setting,omitempty" doc:"Where it takes place, for a tale."`
	Data    Folders `yaml:"data,omitempty" json:"-" doc:"Folders of catalogue files, beside this file: their rows stand over the built-in ones."`
	Carry   string  `yaml:"carry,omitempty" json:"-" max:"65536" doc:"A file that kokyu carry wrote, or what stands in it: how its people come out of the fight before."`
	Rounds  *int    `yaml:"rounds,omitempty" json:"rounds,omitempty" limit:"1..200" doc:"How many rounds it may last; the ruling's if not said."`
	Since   []Move  `yaml:"since,omitempty" json:"since,omitempty" max:"1000" doc:"What has happened after the values of now:, or after the start, in order: decisions in words, {roll: [7, 9]}, {edit: Kojiro energy=4}."`

	// whole: it was read from a text, against a whole catalogue. A record embeds a part of one, without rows that nobody
	// uses.
	whole bool
	doc   *strict.Document // the text it was read from, for the places of mistakes; nil in a record
}

// World is what the encounter files of all systems say besides who fights whom.
type World struct {
	Head
	Rulings   HouseRulings
	Objective *Objective // nil: to be the last
}

// Worldly is an encounter file.
type Worldly interface{ World() World }

// note is what the GM keeps to himself. It lies in the encounter's file and in the header of the record, beside the
// encounter that the header embeds, so that what is made of an encounter, a position above all, never has it.
type note string

// IsZero says of every note that it is zero, so that none is written with omitempty.
func (note) IsZero() bool { return true }

// Secret returns the GM's note, for the header of a record.
func (h Head) Secret() string { return string(h.GM) }

// Folders are those whose rows an encounter takes, one or several. A position has the rows themselves and writes none.
type Folders []string

// FoldersMax is how many an encounter may name.
const FoldersMax = 4

// IsZero says of all folders that they are zero, so that none are written with omitempty.
func (Folders) IsZero() bool { return true }

// UnmarshalNode reads one name, or a list of them.
func (f *Folders) UnmarshalNode(n *strict.Node) {
	if n.Kind() == strict.Text {
		*f = make(Folders, 1)
		n.Decode(&(*f)[0])
		return
	}
	type plain Folders
	if n.Decode((*plain)(f)); len(*f) > FoldersMax {
		n.Problem(fmt.Sprintf("%d folders", len(*f)), fmt.Sprintf("at most %d", FoldersMax))
	}
}

// Forms returns one name, or a list of them.
func (Folders) Forms() []Form { return []Form{{Itself: true}, {Pattern: "^.+$", Says: "rows"}} }

func (h *Head) head() *Head { return h }

// Read reports whether all that the file says at a path, on the way there and below could be read.
func (h Head) Read(path ...any) bool { return h.doc == nil || h.doc.Read(path...) }

// Has reports whether the file that it was read from has something at a path.
func (h Head) Has(path ...any) bool { return h.doc != nil && h.doc.Has(path...) }

// Wrong joins what is wrong with an encounter, bad, and with how its fight stands, the complaints about its now: block.
// If anything about the encounter is wrong or could not be read, complaints about values that the file does not hold
// itself are left out: they are about defaults that nobody knows then. It also reports whether there is anything wrong.
func (h Head) Wrong(bad, stands strict.Complaints) (all strict.Complaints, wrong bool) {
	if len(bad) == 0 && h.Sure() {
		return stands, len(stands) > 0
	}
	return append(bad, slices.DeleteFunc(stands, func(c strict.Complaint) bool { return h.doc != nil && !h.doc.Has(c.Path...) })...), true
}

// Sure reports whether everything in the file that the course of a fight depends on could be read, apart from some keys
// at the top.
func (h Head) Sure(besides ...string) bool {
	return h.doc == nil || !slices.ContainsFunc(h.doc.Keys(), func(key string) bool {
		return !slices.Contains(append(besides, "version", "title", "about", "gm", "setting", "carry", "since"), key) && !h.doc.Read(key)
	})
}

// Midway returns the head of a fight under way that goes on with another roster: without rows, values and moves of its
// own, against the part of a catalogue that it has used.
func (h Head) Midway() Head {
	h.Since, h.whole = nil, false
	return h
}

// headed are pointers to files that begin with a head.
type headed[F any] interface {
	*F
	head() *Head
}

// Load reads an encounter or a position of a system and builds its game with a catalogue. The error is [text.Problems]:
// every mistake with its place.
func Load[F, B, G any, P headed[F]](system string, written *strict.File, catalogue B,
	build func(B, F) (G, strict.Complaints)) (none G, err error) {
	var file F
	doc, unread := written.Decode(&file)
	head := P(&file).head()
	var bad strict.Complaints
	if head.Version != 1 {
		bad.Wrong(strict.Path{"version"}, fmt.Sprintf("version %d", head.Version), "1")
	}
	if head.System != system {
		bad.Wrong(strict.Path{"system"}, fmt.Sprintf("system %q", head.System), system)
	}
	if _, err := text.CleanName(head.Title); err != nil {
		bad.Unclean(strict.Path{"title"}, "the title", err)
	}
	if version(&catalogue).Int() == 0 {
		bad.Doubt(rowsKnown)
	}
	head.whole, head.doc, head.Carry = true, &doc, "" // how its people come is what the game is made of
	g, wrong := build(catalogue, file)
	if bad = append(bad, wrong...); len(bad) == 0 && unread == nil {
		return g, nil
	}
	if err := bad.In(doc); err != nil {
		return none, err
	}
	return none, text.Problems{} // all that is wrong is that rows are missing, which is told elsewhere
}

// Reload builds the game of a record again from what its header embeds: the encounter and the rows it uses. check says
// what is wrong with those rows; nil leaves that to build.
func Reload[F, B, G any](encounter, data json.RawMessage, check func(B) strict.Complaints,
	build func(B, F) (G, strict.Complaints)) (none G, err error) {
	var file F
	if err := json.Unmarshal(encounter, &file); err != nil {
		return none, fmt.Errorf("the encounter in the header: %w", err)
	}
	var used B
	if err := json.Unmarshal(data, &used); err != nil {
		return none, fmt.Errorf("the rows in the header: %w", err)
	}
	if check != nil {
		if err := check(used).Err("the rows in the header"); err != nil {
			return none, err
		}
	}
	g, bad := build(used, file)
	return g, bad.Err("the encounter in the header")
}

// RoundLimit returns how many rounds the fight may last, unless its file says so many as the ruling.
func (h *Head) RoundLimit(ruling int8, bad *strict.Complaints) uint8 {
	if h.Rounds == nil {
		return uint8(ruling)
	}
	if rounds := bad.Within(strict.Path{"rounds"}, "rounds", *h.Rounds, 1, 200); rounds == *h.Rounds {
		return uint8(rounds)
	}
	return uint8(ruling)
}

// AlliedSide returns the side that is listed first, 0 or 1, of an encounter that says allied: 1, 2 or nothing.
func AlliedSide(said *int, bad *strict.Complaints) int {
	if said == nil {
		return 0
	}
	return bad.Within(strict.Path{"allied"}, "allied", *said, 1, 2) - 1
}

// Mirror returns an encounter of a row of a system against itself: what it comes to in a fight.
func Mirror(system, row string) []byte {
	return fmt.Appendf(nil, "version: 1\nsystem: %s\ntitle: Row\nsides:\n- {name: a, fighters: [{who: %q}]}\n- {name: b, fighters: [{who: %[2]q}]}\n", system, row)
}
