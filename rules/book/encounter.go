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
	GM      gmNote  `yaml:"gm,omitempty" json:"-" doc:"A note for the GM alone: it is on the GM's own screen, at kokyu table, in this file and in the record; nobody else is ever told."`
	Setting *Scene  `yaml:"setting,omitempty" json:"setting,omitempty" doc:"Where it takes place, for a tale."`
	Data    Folders `yaml:"data,omitempty" json:"-" doc:"Folders of catalogue files, beside this file: their rows stand over the built-in ones."`
	Carry   string  `yaml:"carry,omitempty" json:"-" max:"65536" doc:"A file that kokyu carry wrote, or what stands in it: how its people come out of the fight before."`
	Rounds  *int    `yaml:"rounds,omitempty" json:"rounds,omitempty" limit:"1..200" doc:"How many rounds it may last; the ruling's if not said."`
	Since   []Move  `yaml:"since,omitempty" json:"since,omitempty" max:"1000" doc:"What has happened after the values of now:, or after the start, in order: decisions in words, {roll: [7, 9]}, {edit: Kojiro energy=4}."`

	whole bool             // the catalogue is whole; that of a record lacks rows that nobody uses
	doc   *strict.Document // the file it was read from, for the places of mistakes; nil in a record
}

// World is what the encounter files of all systems have besides the sides.
type World struct {
	Head
	Rulings   HouseRulings
	Objective *Objective // nil: to be the last side standing
}

// Worldly is an encounter file.
type Worldly interface{ World() World }

// gmNote is the GM's secret note. It is in the encounter's file and in the header of a record, there beside the
// encounter, so that nothing made from an encounter, such as a position, contains it.
type gmNote string

// IsZero returns true, so that omitempty never writes a note.
func (gmNote) IsZero() bool { return true }

// Secret returns the GM's note, for the header of a record.
func (h Head) Secret() string { return string(h.GM) }

// Folders are the folders whose rows an encounter uses, one or several. A position has the rows themselves instead.
type Folders []string

// FoldersMax is how many folders an encounter may name.
const FoldersMax = 4

// IsZero returns true, so that omitempty never writes folders.
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

// Read is [strict.Document.Read] of the file; in a record it is true.
func (h Head) Read(path ...any) bool { return h.doc == nil || h.doc.Read(path...) }

// Has is [strict.Document.Has] of the file; in a record it is false.
func (h Head) Has(path ...any) bool { return h.doc != nil && h.doc.Has(path...) }

// Wrong joins the complaints about an encounter, bad, and those about its now: block, stands. If anything about the
// encounter is wrong or could not be read, complaints about values that the file leaves out are dropped, as their
// defaults are unknown then. wrong reports whether anything is wrong.
func (h Head) Wrong(bad, stands strict.Complaints) (all strict.Complaints, wrong bool) {
	if len(bad) == 0 && h.Sure() {
		return stands, len(stands) > 0
	}
	stands = slices.DeleteFunc(stands, func(c strict.Complaint) bool { return h.doc != nil && !h.doc.Has(c.Path...) })
	return append(bad, stands...), true
}

// Sure reports whether everything in the file on which a fight depends could be read, except at some top keys.
func (h Head) Sure(except ...string) bool {
	except = append(except, "version", "title", "about", "gm", "setting", "carry", "since")
	return h.doc == nil || !slices.ContainsFunc(h.doc.Keys(), func(key string) bool {
		return !slices.Contains(except, key) && !h.doc.Read(key)
	})
}

// Midway returns the head for a fight under way that goes on with another roster: without moves, and with the part of a
// catalogue that the fight has used.
func (h Head) Midway() Head {
	h.Since, h.whole = nil, false
	return h
}

// hasHead is a pointer to a file that begins with a head.
type hasHead[F any] interface {
	*F
	head() *Head
}

// Load reads an encounter or a position of a system and builds its game with a catalogue. The error is [text.Problems]:
// every mistake with its place.
func Load[F, B, G any, P hasHead[F]](system string, written *strict.File, catalogue B,
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
	head.whole, head.doc, head.Carry = true, &doc, "" // the sides contain what was carried over
	g, wrong := build(catalogue, file)
	if bad = append(bad, wrong...); len(bad) == 0 && unread == nil {
		return g, nil
	}
	if err := bad.In(doc); err != nil {
		return none, err
	}
	return none, text.Problems{} // only rows are missing, which is reported elsewhere
}

// Reload builds the game of a record again from its header: the encounter and the rows that it uses. check checks those
// rows; nil leaves that to build.
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

// RoundLimit returns how many rounds the fight may last: as the file says, else as the ruling says.
func (h *Head) RoundLimit(ruling int8, bad *strict.Complaints) uint8 {
	if h.Rounds == nil {
		return uint8(ruling)
	}
	if rounds := bad.Within(strict.Path{"rounds"}, "rounds", *h.Rounds, 1, 200); rounds == *h.Rounds {
		return uint8(rounds)
	}
	return uint8(ruling)
}

// AlliedSide returns the index of the allied side, by the value of allied:, 1 or 2; 0 if there is none.
func AlliedSide(said *int, bad *strict.Complaints) int {
	if said == nil {
		return 0
	}
	return bad.Within(strict.Path{"allied"}, "allied", *said, 1, 2) - 1
}

// Mirror returns an encounter of a row of a system against itself.
func Mirror(system, row string) []byte {
	return fmt.Appendf(nil, "version: 1\nsystem: %s\ntitle: Row\nsides:\n"+
		"- {name: a, fighters: [{who: %q}]}\n- {name: b, fighters: [{who: %[2]q}]}\n", system, row)
}
