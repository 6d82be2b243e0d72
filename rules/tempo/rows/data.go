package rows

import (
	"kokyu/rules/book"
	"kokyu/rules/strict"
)

// The rows of data/*.yaml and of a group's own files: values only. A row names its actions, skills and kinds of damage
// from closed lists; a new kind is Go and a test. The tags are read by package book: doc for schemas and lists, within,
// limit and max for bounds, among and words for the list that a word must be from, group for the heading in a form.

// Num is a number with its source.
type Num = book.Num

// Book is a catalogue, or the part of one that a fight used: it is what a record embeds.
type Book struct {
	Version    int                  `yaml:"version,omitempty" json:"version" doc:"The version of the file's form: 1."`
	Actions    map[string]Deed      `yaml:"actions,omitempty" json:"actions,omitempty" doc:"Combat actions, by name."`
	Damage     map[string][]Num     `yaml:"damage,omitempty" json:"damage,omitempty" doc:"By kind of damage, from how much of it a wound is minor, moderate, severe, critical, fatal."`
	Weapons    map[string]Weapon    `yaml:"weapons,omitempty" json:"weapons,omitempty" doc:"Weapons, by name."`
	Shields    map[string]Shield    `yaml:"shields,omitempty" json:"shields,omitempty" doc:"Shields, by name."`
	Armours    map[string]Armour    `yaml:"armours,omitempty" json:"armours,omitempty" doc:"Armours, by name."`
	Combatants map[string]Combatant `yaml:"combatants,omitempty" json:"combatants,omitempty" doc:"Stat blocks, by name."`
}

// Deed is a combat action: who may, when, for what, and what comes of which result.
type Deed struct {
	Kind     string   `yaml:"kind" json:"kind" words:"kinds" doc:"When it is done: proactive, reactive, counter-tempo, special."`
	AP       Mark     `yaml:"ap" json:"ap" doc:"What it costs: a number of AP, or weapon for what the surface costs."`
	Status   []string `yaml:"status" json:"status" words:"statuses in the fight" doc:"The statuses in which it is allowed."`
	Answers  []string `yaml:"answers,omitempty" json:"answers,omitempty" words:"actions" doc:"Of a reactive or counter-tempo action: what it answers."`
	Replaces []string `yaml:"replaces,omitempty" json:"replaces,omitempty" words:"replaceable" doc:"Of a counter-tempo action: what it takes the place of."`
	Outcomes []Row    `yaml:"outcomes,omitempty" json:"outcomes,omitempty" max:"16" doc:"The outcome table, the lowest row first."`
	Inverted bool     `yaml:"inverted,omitempty" json:"inverted,omitempty" doc:"Its check is rating and modifiers less the dice (R-TP-38)."`
	Source   string   `yaml:"source,omitempty" json:"source,omitempty" doc:"Where what is not a number here comes from."`
}

// Row is a row of an outcome table.
type Row struct {
	From Mark   `yaml:"from,omitempty" json:"from,omitzero" doc:"The least result that reaches it; the lowest row has none."`
	Is   string `yaml:"is" json:"is" doc:"What the outcome is called."`
	AP   *Num   `yaml:"ap,omitempty" json:"ap,omitempty" doc:"Of Recover Stamina, the AP regained."`
}

// Weapon is a melee weapon with its striking surfaces, or a ranged one with its attacks.
type Weapon struct {
	Hands    string     `yaml:"hands" json:"hands" among:"grips!" as:"grip" doc:"How it is held: 1h, 2h, 1h/2h."`
	Skill    string     `yaml:"skill" json:"skill" among:"skills!" doc:"The skill of checks made with it."`
	Guard    Num        `yaml:"guard,omitempty" json:"guard,omitzero" within:"-9..9" doc:"What it adds to Parry and CT Parry."`
	Surfaces []Surface  `yaml:"surfaces,omitempty" json:"surfaces,omitempty" max:"4" doc:"The striking surfaces of a melee weapon."`
	Attacks  []Shot     `yaml:"attacks,omitempty" json:"attacks,omitempty" max:"4" doc:"The ways to shoot of a ranged weapon."`
	Shots    *Num       `yaml:"shots,omitempty" json:"shots,omitempty" doc:"How many shots it has before it must be reloaded."`
	Reload   *Num       `yaml:"reload,omitempty" json:"reload,omitempty" doc:"The AP of a reload, over as many turns as it takes."`
	Made     *book.Make `yaml:"made,omitempty" json:"made,omitempty" doc:"What it is made of and does, for a tale; what its skill is if not said."`
	Notes    string     `yaml:"notes,omitempty" json:"-" doc:"A note for people; nothing reads it."`
}

// Surface is a striking surface of a melee weapon.
type Surface struct {
	Name   string `yaml:"name,omitempty" json:"name,omitempty" doc:"What it is called, where a weapon has several."`
	AP     Num    `yaml:"ap" json:"ap" within:"1..12" as:"AP" doc:"What an attack with it costs."`
	Damage Roll   `yaml:"damage" json:"damage" doc:"What a hit does."`
	Type   string `yaml:"type" json:"type" among:"damage!" as:"kind of damage" doc:"The kind of damage."`
	Reach  []Num  `yaml:"reach" json:"reach" doc:"The least and the most squares it reaches."`
}

// Shot is a way to shoot.
type Shot struct {
	Name      string `yaml:"name,omitempty" json:"name,omitempty" doc:"What it is called, where a weapon has several."`
	AP        Num    `yaml:"ap" json:"ap" within:"1..12" as:"AP" doc:"What a shot costs."`
	Damage    Roll   `yaml:"damage" json:"damage" doc:"What a hit does."`
	Type      string `yaml:"type" json:"type" among:"damage!" as:"kind of damage" doc:"The kind of damage."`
	Unaimed   Num    `yaml:"unaimed" json:"unaimed" within:"-9..9" as:"accuracy" doc:"What is added to its check without aiming."`
	Aimed     Num    `yaml:"aimed" json:"aimed" within:"-9..9" as:"accuracy" doc:"What is added to its check after aiming."`
	Speed     Num    `yaml:"speed" json:"speed" within:"0..99" doc:"Who is farther away than this many squares may dodge."`
	Increment Num    `yaml:"increment" json:"increment" within:"1..99" doc:"How many squares go without a range penalty, and how many each further point of it takes."`
	Uses      *Num   `yaml:"uses,omitempty" json:"uses,omitempty" within:"1..20" as:"shots" doc:"How many shots it uses up; 1 if not said."`
}

// Shield is what the other hand may hold.
type Shield struct {
	OneHanded Num `yaml:"with 1h" json:"with_1h" within:"0..9" as:"bonus" doc:"What it adds to Parry and CT Parry beside a one-handed weapon."`
	Either    Num `yaml:"with 1h/2h" json:"with_1h_2h" within:"0..9" as:"bonus" doc:"The same beside a 1h/2h weapon in one hand."`
}

// Armour protects and burdens.
type Armour struct {
	Rating Num            `yaml:"rating" json:"rating" within:"0..20" as:"Armour Rating" doc:"What it adds to the armoured Combat Defence."`
	Stops  map[string]Num `yaml:"protection,omitempty" json:"protection,omitempty" doc:"What it takes off the damage of a hit, by kind."`
	Burden Num            `yaml:"burden,omitempty" json:"burden,omitzero" limit:"0..20" within:"0..9" doc:"What it takes off Footwork and Endurance."`
}

// Combatant is a stat block.
type Combatant struct {
	Size    *Num           `yaml:"size,omitempty" json:"size,omitempty" within:"-3..6" as:"Size" doc:"Its Size; 1 if not said." group:"Strength"`
	Speed   *Num           `yaml:"speed,omitempty" json:"speed,omitempty" within:"1..8" as:"Base Combat Movement" doc:"Its Base Combat Movement in squares; 4 if not said."`
	Armour  string         `yaml:"armour,omitempty" json:"armour,omitempty" among:"armours" doc:"The armour it wears."`
	Weapons []string       `yaml:"weapons" json:"weapons" among:"weapons" as:"weapon" doc:"What it carries, the one in hand first; at most two."`
	Shield  string         `yaml:"shield,omitempty" json:"shield,omitempty" among:"shields" doc:"The shield in its other hand."`
	Skills  map[string]Num `yaml:"skills,omitempty" json:"skills,omitempty" doc:"Ratings by skill; a skill not named is 0."`
	Being   *book.Being    `yaml:"being,omitempty" json:"being,omitempty" doc:"What a tale may say of everybody of this row."`
	Boxes   []Num          `yaml:"boxes,omitempty" json:"boxes,omitempty" doc:"The boxes of its wound chart: minor, moderate, severe, critical."`
	Source  string         `yaml:"source,omitempty" json:"source,omitempty" doc:"Where what is not a number here comes from." group:"Rarely needed"`
}

// EncounterFile is what a GM writes: who fights whom, where, for what.
type EncounterFile struct {
	book.Head `yaml:",inline"`
	AtCap     string            `yaml:"at the cap,omitempty" json:"at_the_cap,omitempty" doc:"The side that wins when the rounds are over; nobody if not said."`
	Allied    *int              `yaml:"allied,omitempty" json:"allied,omitempty" limit:"1..2" doc:"Which side comes first in the order of initiative among equal Reactions, 1 or 2; the first if not said."`
	Map       []string          `yaml:"map,omitempty" json:"map,omitempty" doc:"Rows of squares, . free and # blocked; without it the sides stand face to face."`
	Rows      *Book             `yaml:"rows,omitempty" json:"-" doc:"Rows of this encounter alone, over those of the catalogue."`
	Sides     []SideFile        `yaml:"sides" json:"sides" doc:"The two sides."`
	Objective *Objective        `yaml:"objective,omitempty" json:"objective,omitempty" doc:"What one side wants besides the other side's fall."`
	Rulings   book.HouseRulings `yaml:"rulings,omitempty" json:"rulings,omitempty" words:"rulings" doc:"What the house decides otherwise, or a preset; kokyu rulings lists what there is."`
	Now       *Now              `yaml:"now,omitempty" json:"now,omitempty" doc:"How the fight stands, where that differs from its start."`
}

// World returns what the encounter files of all systems say.
func (f EncounterFile) World() (w book.World) {
	if w = (book.World{Head: f.Head, Rulings: f.Rulings}); f.Objective != nil {
		w.Objective = &f.Objective.Objective
	}
	return w
}

// SideMax is how many combatants a side may have.
const SideMax = 4

// SideFile is one side of an encounter.
type SideFile struct {
	Name     string        `yaml:"name" json:"name" doc:"What the side is called."`
	Status   string        `yaml:"status,omitempty" json:"status,omitempty" words:"statuses at the start" doc:"Whether it saw it coming: on guard, or off guard, which stands if not said."`
	Fighters []FighterFile `yaml:"fighters" json:"fighters" doc:"Who fights for it, one line each."`

	book.Character `yaml:",inline"`
}

// Team returns its name and its lines.
func (sf *SideFile) Team() (name string, lines *[]FighterFile) { return sf.Name, &sf.Fighters }

// FighterFile is one combatant of a side, or several alike. "- spearman: 2" is short for {who: spearman, count: 2}.
type FighterFile struct {
	Who     string     `yaml:"who" json:"who" words:"combatants" doc:"The row of the catalogue."`
	Name    string     `yaml:"name,omitempty" json:"name,omitempty" doc:"What this one is called; the row's name if not said."`
	Count   int        `yaml:"count,omitempty" json:"count,omitempty" limit:"1..4" doc:"How many alike."`
	At      string     `yaml:"at,omitempty" json:"at,omitempty" doc:"The square it begins on, as in c4; of several, the first free ones from there."`
	Status  string     `yaml:"status,omitempty" json:"status,omitempty" words:"statuses at the start" doc:"Its status in place of the side's." group:"How it begins"`
	Armour  string     `yaml:"armour,omitempty" json:"armour,omitempty" words:"armours or none" doc:"The armour in place of the row's; none takes it off." group:"What it has"`
	Shield  string     `yaml:"shield,omitempty" json:"shield,omitempty" words:"shields or none" doc:"The shield in place of the row's; none is an empty hand."`
	Weapons book.Names `yaml:"weapons,omitempty" json:"weapons,omitzero" words:"weapons" doc:"What they carry in place of the row's; an empty list is empty hands."`
	Boxes   []int      `yaml:"boxes,omitempty" json:"boxes,omitempty" doc:"The boxes of the wound chart in place of the row's." group:"Strength"`

	book.Character `yaml:",inline"`
	book.Person    `yaml:",inline"`

	// any other value of the row, in its place
	Own book.Values[Combatant] `yaml:",inline" json:"own,omitempty"`
}

// Line returns what lines of all systems have.
func (ff *FighterFile) Line() book.Line {
	return book.Line{Who: &ff.Who, Name: &ff.Name, Count: &ff.Count, At: &ff.At, Own: &ff.Own}
}

// UnmarshalNode reads one line of a side: the long form, or "- spearman: 2".
func (ff *FighterFile) UnmarshalNode(n *strict.Node) {
	type plain FighterFile
	ff.Line().Read(n, SideMax, (*plain)(ff))
}

// Forms returns the long form of a line, or "- spearman: 2".
func (FighterFile) Forms() []book.Form { return book.LineForms(SideMax, "spearman: 2") }

// Objective is what one side wants besides the other side's fall.
type Objective struct {
	book.Objective `yaml:",inline"`
	To             []string `yaml:"to,omitempty" json:"to,omitempty" max:"48" doc:"Of an escape, the squares that lead away; the edge of the map if not said."`
}

// Now says how a fight stands between two actions, as far as that differs from its start. An encounter with it is a
// position.
type Now struct {
	Round int                `yaml:"round" json:"round" limit:"1..200" doc:"The round under way."`
	Wait  string             `yaml:"waits for" json:"waits_for" words:"boundaries" doc:"What the fight waits for."`
	Seat  string             `yaml:"seat,omitempty" json:"seat,omitempty" doc:"Whose turn it is."`
	First string             `yaml:"first,omitempty" json:"first,omitempty" doc:"Who had the first turn of the fight."`
	Aim   string             `yaml:"aim,omitempty" json:"aim,omitempty" doc:"At whom the one whose turn it is has aimed."`
	Seats map[string]NowSeat `yaml:"seats,omitempty" json:"seats,omitempty" doc:"How each combatant is."`
	Ended string             `yaml:"ended,omitempty" json:"ended,omitempty" words:"ends" doc:"How the fight ended."`

	book.AsWritten `yaml:"-" json:"-"`
}

// UnmarshalNode reads a now: block and remembers which keys it has.
func (n *Now) UnmarshalNode(node *strict.Node) {
	type plain Now
	n.Node = book.RefuseMidway(node, "action")
	n.Node.Decode((*plain)(n))
}

// NowSeat is the present state of one combatant.
type NowSeat struct {
	Status  string   `yaml:"status" json:"status" words:"statuses" doc:"Its combat status, or out of the fight."`
	AP      int      `yaml:"ap" json:"ap" limit:"0..99" doc:"Action points in hand."`
	Wounds  []int    `yaml:"wounds,omitempty" json:"wounds,omitempty" doc:"Filled boxes: minor, moderate, severe."`
	At      string   `yaml:"at,omitempty" json:"at,omitempty" doc:"The square it stands on."`
	Partner string   `yaml:"partner,omitempty" json:"partner,omitempty" doc:"The other one of a bind, grapple or pin."`
	Hand    string   `yaml:"hand,omitempty" json:"hand,omitempty" words:"weapons" doc:"The weapon in hand; \"\" for empty hands."`
	Lost    []string `yaml:"lost,omitempty" json:"lost,omitempty" doc:"The squares where its weapons lie, nothing for one that is not lost."`
	Shots   int      `yaml:"shots,omitempty" json:"shots,omitempty" limit:"0..99" doc:"Shots loaded."`
	Loading int      `yaml:"loading,omitempty" json:"loading,omitempty" limit:"0..99" doc:"AP spent on a reload so far."`
}

// UnmarshalNode reads it.
func (n *NowSeat) UnmarshalNode(node *strict.Node) {
	type plain NowSeat
	book.RefuseMidway(node, "answer", "with", "outcome").Decode((*plain)(n))
}
