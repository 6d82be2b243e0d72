package feint

import (
	"encoding/hex"
	"encoding/json"
	"fmt"
	"strings"

	"kokyu/rules"
	"kokyu/rules/book"
	"kokyu/rules/strict"
)

// Book is a catalogue: who there is.
type Book struct {
	Version  int                `yaml:"version" json:"version"`
	Brawlers map[string]Brawler `yaml:"brawlers" json:"brawlers"`
}

// Brawler is a row.
type Brawler struct {
	Wounds int `yaml:"wounds" must:"be there" json:"wounds" limit:"1..9"`
}

// EncounterFile is an encounter, or with now: a position of it.
type EncounterFile struct {
	book.Head `yaml:",inline"`
	Sides     []SideFile        `yaml:"sides" must:"be there" json:"sides"`
	Rulings   book.HouseRulings `yaml:"rulings" json:"rulings,omitempty"`
	Now       string            `yaml:"now" json:"now,omitempty"`
}

// SideFile is one of two sides.
type SideFile struct {
	Name     string        `yaml:"name" must:"be there" json:"name"`
	Fighters []FighterFile `yaml:"fighters" must:"be there" json:"fighters"`
}

// Team returns its name and its lines.
func (sf *SideFile) Team() (name string, lines *[]FighterFile) { return sf.Name, &sf.Fighters }

// FighterFile is one combatant, or several alike.
type FighterFile struct {
	Who   string `yaml:"who" must:"be there" json:"who"`
	Name  string `yaml:"name" json:"name,omitempty"`
	Count int    `yaml:"count" json:"count,omitempty" limit:"1..3"`
}

// Line returns what lines of all systems have.
func (ff *FighterFile) Line() book.Line {
	return book.Line{Who: &ff.Who, Name: &ff.Name, Count: &ff.Count}
}

// DefaultBook returns the built-in catalogue.
func DefaultBook() Book {
	return Book{Version: 1, Brawlers: map[string]Brawler{"swordsman": {Wounds: 5}, "oni": {Wounds: 2}}}
}

// Check says what is wrong with rows of the catalogue: nothing that their types do not say.
func (b Book) Check(Book) strict.Complaints { return nil }

// Lists returns the rows as people read them.
func (b Book) Lists() []book.List {
	list := book.List{Name: "brawlers", What: "who can fight", Head: []string{"name", "Wounds"}, Items: b.Brawlers}
	for _, who := range book.Keys(b.Brawlers) {
		list.Rows = append(list.Rows, []string{who, fmt.Sprint(b.Brawlers[who].Wounds)})
	}
	return []book.List{list}
}

// encounters are the built-in ones, the default first.
var encounters = []struct{ name, text string }{
	{"feint-three", `version: 1
system: feint
title: One against two
sides:
  - {name: Sasaki, fighters: [{who: swordsman, name: Kojiro}]}
  - {name: oni, fighters: [{who: oni, name: Aka}, {who: oni, name: Ao Oni}]}
`},
	{"feint-two", `version: 1
system: feint
title: One against one
sides:
  - {name: Sasaki, fighters: [{who: oni, name: Kojiro}]}
  - {name: oni, fighters: [{who: oni, name: Aka}]}
`},
}

// Encounters lists the built-in encounters, the default first.
func Encounters() (names []string) {
	for _, e := range encounters {
		names = append(names, e.name)
	}
	return names
}

// Encounter returns the text of one.
func Encounter(name string) ([]byte, bool) {
	for _, e := range encounters {
		if e.name == name {
			return []byte(e.text), true
		}
	}
	return nil, false
}

// Read reads an encounter or a position.
func Read(file *strict.File, rows Book) (*Game, error) { return book.Load(System, file, rows, build) }

// Reload returns a fight from what its record holds.
func Reload(encounter, data json.RawMessage) (*Game, error) {
	return book.Reload(encounter, data, book.Sound, build)
}

func build(rows Book, file EncounterFile) (*Game, strict.Complaints) {
	var bad strict.Complaints
	g := &Game{file: file, rows: rows}
	chosen := book.Choose(file.Rulings, Rulings(), &bad)
	n := 0
	g.First.Round = 1
	g.Teams, _ = book.Seats(file.Sides, rows, book.Room{Fight: len(g.Names), Head: file.Head, Apart: []string{"name", "count"}},
		&bad, func(c book.Seated[FighterFile, Brawler]) {
			g.Names[n], g.Sides[n] = c.Name, rules.Side(c.Side)
			g.First.Wounds[n], g.First.Energy[n] = uint8(c.Row.Wounds), uint8(EnergyMax-n)
			n++
		})
	g.rounds = file.Cap(chosen.Number("rounds"), &bad)
	g.settle(&g.First, nil)
	if file.Now != "" {
		b, err := hex.DecodeString(file.Now)
		if err != nil || len(b) != 1+packed || g.Unpack(b[1:], &g.First) != nil {
			bad.Wrong(strict.Path{"now"}, "a position that cannot be read", "now: as a position has it")
		} else {
			g.First.Round = b[0]
		}
	}
	if len(bad) == 0 && file.Sure() {
		g.from, g.since, bad = rules.Since[State](g, &g.First, file.Since)
	}
	return g, bad
}

// Since returns the last boundary on the way to the start, and what has happened from there.
func (g *Game) Since() (State, []book.Move) { return g.from, g.since }

// Position returns the encounter that begins at s, a boundary, and what has happened since.
func (g *Game) Position(s *State, since ...book.Move) ([]byte, error) {
	var b strings.Builder
	fmt.Fprintf(&b, "version: 1\nsystem: %s\ntitle: %q\nsides:\n", System, g.file.Title)
	for side, team := range book.Alone(g.file.Sides, g.Names[:], func(_ int, line FighterFile) (FighterFile, bool) { return line, true }) {
		fmt.Fprintf(&b, "  - name: %q\n    fighters:\n", g.Teams[side])
		for _, f := range team.Fighters {
			fmt.Fprintf(&b, "      - {who: %q, name: %q}\n", f.Who, f.Name)
		}
	}
	house := g.House()
	if len(house) > 0 {
		b.WriteString("rulings:\n")
	}
	for _, r := range house {
		fmt.Fprintf(&b, "  %s: %q\n", r.Name, r.Value)
	}
	fmt.Fprintf(&b, "now: \"%02x%x\"\n", s.Round, g.Pack(s, nil))
	if len(since) == 0 {
		return []byte(b.String()), nil
	}
	moves, err := strict.Encode(struct {
		Since []book.Move `yaml:"since"`
	}{since})
	return append([]byte(b.String()), moves...), err
}

// Title, House, File and Data are for records.
func (g *Game) Title() string { return g.file.Title }

func (g *Game) House() rules.Pairs { return rules.House(g.file.Rulings, Rulings()) }

func (g *Game) File() any { return g.file }

func (g *Game) Data() (json.RawMessage, error) { return json.Marshal(g.rows) }
