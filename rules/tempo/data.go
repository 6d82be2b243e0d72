package tempo

import (
	"kokyu/rules/book"
	"kokyu/rules/strict"
)

// The rows of data/*.yaml and of a table's own files: values only. A row names its actions, skills and kinds of damage from
// closed lists; a new kind is Go and a test.

// Num is a number with its source.
type Num = book.Num

// Book is a catalogue, or the part of one that a fight used: it is what a record embeds.
type Book struct {
	Version    int                  `yaml:"version,omitempty" json:"version"`
	Actions    map[string]Deed      `yaml:"actions,omitempty" json:"actions,omitempty"`
	Damage     map[string][]Num     `yaml:"damage,omitempty" json:"damage,omitempty"` // by kind: from how much of it a wound is minor, moderate, severe, critical, fatal
	Weapons    map[string]Weapon    `yaml:"weapons,omitempty" json:"weapons,omitempty"`
	Shields    map[string]Shield    `yaml:"shields,omitempty" json:"shields,omitempty"`
	Armours    map[string]Armour    `yaml:"armours,omitempty" json:"armours,omitempty"`
	Combatants map[string]Combatant `yaml:"combatants,omitempty" json:"combatants,omitempty"`
}

// Deed is a combat action: who may, when, for what, and what comes of which result.
type Deed struct {
	Kind     string   `yaml:"kind" json:"kind"`                                      // proactive, reactive, counter-tempo, special
	AP       Mark     `yaml:"ap" json:"ap"`                                          // a number, or weapon
	Status   []string `yaml:"status" json:"status"`                                  // in which it is allowed
	Answers  []string `yaml:"answers,omitempty" json:"answers,omitempty"`            // reactive, counter-tempo: to which actions
	Replaces []string `yaml:"replaces,omitempty" json:"replaces,omitempty"`          // counter-tempo: which actions
	Outcomes []Row    `yaml:"outcomes,omitempty" json:"outcomes,omitempty" max:"16"` // the lowest first
	Inverted bool     `yaml:"inverted,omitempty" json:"inverted,omitempty"`          // its check is rating and modifiers less the dice (R-TP-38)
	Source   string   `yaml:"source,omitempty" json:"source,omitempty"`
}

// Row is a row of an outcome table.
type Row struct {
	From Mark   `yaml:"from,omitempty" json:"from,omitzero"` // the least result; the lowest row has none
	Is   string `yaml:"is" json:"is"`
	AP   *Num   `yaml:"ap,omitempty" json:"ap,omitempty"` // of Recover Stamina
}

// Weapon is a melee weapon with its striking surfaces, or a ranged one with its attacks.
type Weapon struct {
	Hands    string    `yaml:"hands" json:"hands"`                                   // 1h, 2h, 1h/2h
	Skill    string    `yaml:"skill" json:"skill"`                                   // for checks made with it
	Guard    Num       `yaml:"guard,omitempty" json:"guard,omitzero"`                // added to Parry and CT Parry
	Surfaces []Surface `yaml:"surfaces,omitempty" json:"surfaces,omitempty" max:"4"` // melee
	Attacks  []Shot    `yaml:"attacks,omitempty" json:"attacks,omitempty" max:"4"`   // ranged
	Shots    *Num      `yaml:"shots,omitempty" json:"shots,omitempty"`               // before it must be reloaded
	Reload   *Num      `yaml:"reload,omitempty" json:"reload,omitempty"`             // AP, over as many turns as it takes
	Notes    string    `yaml:"notes,omitempty" json:"-"`                             // for people
}

// Surface is a striking surface of a melee weapon.
type Surface struct {
	Name   string `yaml:"name,omitempty" json:"name,omitempty"` // where a weapon has several
	AP     Num    `yaml:"ap" json:"ap"`
	Damage Roll   `yaml:"damage" json:"damage"`
	Type   string `yaml:"type" json:"type"`   // slash, pierce, crush, energy
	Reach  []Num  `yaml:"reach" json:"reach"` // least and most squares
}

// Shot is a way to shoot.
type Shot struct {
	Name      string `yaml:"name,omitempty" json:"name,omitempty"`
	AP        Num    `yaml:"ap" json:"ap"`
	Damage    Roll   `yaml:"damage" json:"damage"`
	Type      string `yaml:"type" json:"type"`
	Unaimed   Num    `yaml:"unaimed" json:"unaimed"` // accuracy
	Aimed     Num    `yaml:"aimed" json:"aimed"`
	Speed     Num    `yaml:"speed" json:"speed"`                   // who is farther away may dodge
	Increment Num    `yaml:"increment" json:"increment"`           // squares without a range penalty
	Uses      *Num   `yaml:"uses,omitempty" json:"uses,omitempty"` // shots, 1 if not said
}

// Shield is what the other hand may hold besides.
type Shield struct {
	OneHanded Num `yaml:"with 1h" json:"with_1h"`       // added to Parry and CT Parry
	Either    Num `yaml:"with 1h/2h" json:"with_1h_2h"` // the same with a 1h/2h weapon in one hand
}

// Armour protects and burdens.
type Armour struct {
	Rating Num            `yaml:"rating" json:"rating"`                                  // Combat Defence (Armoured)
	Stops  map[string]Num `yaml:"protection,omitempty" json:"protection,omitempty"`      // by damage type, off the damage of a Hit
	Burden Num            `yaml:"burden,omitempty" json:"burden,omitzero" limit:"0..20"` // off Footwork and Endurance
}

// Combatant is a stat block.
type Combatant struct {
	Size    *Num           `yaml:"size,omitempty" json:"size,omitempty"`   // 1 if not said
	Speed   *Num           `yaml:"speed,omitempty" json:"speed,omitempty"` // squares; 4 if not said
	Armour  string         `yaml:"armour,omitempty" json:"armour,omitempty"`
	Weapons []string       `yaml:"weapons" json:"weapons"` // in hand first
	Shield  string         `yaml:"shield,omitempty" json:"shield,omitempty"`
	Skills  map[string]Num `yaml:"skills,omitempty" json:"skills,omitempty"` // ratings; a skill not named is 0
	Boxes   []Num          `yaml:"boxes,omitempty" json:"boxes,omitempty"`   // of the wound chart: minor, moderate, severe, critical
	Source  string         `yaml:"source,omitempty" json:"source,omitempty"`
}

// EncounterFile is what a GM writes: who fights whom, where, for what.
type EncounterFile struct {
	book.Head `yaml:",inline"`
	AtCap     string                 `yaml:"at the cap,omitempty" json:"at_the_cap,omitempty"`      // the side that wins then; a draw if not said
	Allied    *int                   `yaml:"allied,omitempty" json:"allied,omitempty" limit:"1..2"` // whose turn comes first of equal Reactions; default the first side's
	Map       []string               `yaml:"map,omitempty" json:"map,omitempty"`                    // rows of squares, . free and # blocked; none: face to face
	Rows      *Book                  `yaml:"rows,omitempty" json:"-"`                               // of this encounter alone, over the catalogue; a record keeps them with the others
	Sides     []SideFile             `yaml:"sides" json:"sides"`
	Objective *Objective             `yaml:"objective,omitempty" json:"objective,omitempty"`
	Rulings   map[string]book.Choice `yaml:"rulings,omitempty" json:"rulings,omitempty"`
	Now       *Now                   `yaml:"now,omitempty" json:"now,omitempty"`
}

// SideFile is one side of an encounter.
type SideFile struct {
	Name     string        `yaml:"name" json:"name"`
	Status   string        `yaml:"status,omitempty" json:"status,omitempty"` // on guard, off guard if not said
	Fighters []FighterFile `yaml:"fighters" json:"fighters"`
}

// FighterFile is one combatant of a side, or several alike. "- spearman: 2" is short for {who: spearman, count: 2}.
type FighterFile struct {
	Who     string     `yaml:"who" json:"who"`
	Name    string     `yaml:"name,omitempty" json:"name,omitempty"`
	Count   int        `yaml:"count,omitempty" json:"count,omitempty" limit:"1..4"`
	At      string     `yaml:"at,omitempty" json:"at,omitempty"`          // a square, as in c4; of several, the first free ones from there
	Status  string     `yaml:"status,omitempty" json:"status,omitempty"`  // instead of the side's
	Armour  string     `yaml:"armour,omitempty" json:"armour,omitempty"`  // instead of the row's
	Shield  string     `yaml:"shield,omitempty" json:"shield,omitempty"`  // instead of the row's
	Weapons book.Names `yaml:"weapons,omitempty" json:"weapons,omitzero"` // instead of the row's; none is empty hands
	Boxes   []int      `yaml:"boxes,omitempty" json:"boxes,omitempty"`    // instead of the row's
}

// Objective is what one side wants besides the other side's fall.
type Objective struct {
	book.Objective `yaml:",inline"`
	To             []string `yaml:"to,omitempty" json:"to,omitempty" max:"48"` // escape: the squares that lead away; the edge of the map if not said
}

// Now is a fight under way: what differs from its start. With it an encounter is a position.
type Now struct {
	Round  int                `yaml:"round" json:"round" limit:"1..200"`
	Wait   string             `yaml:"waits for" json:"waits_for"`
	Seat   string             `yaml:"seat,omitempty" json:"seat,omitempty"`   // whose turn it is
	First  string             `yaml:"first,omitempty" json:"first,omitempty"` // who had the first turn of the fight
	Aim    string             `yaml:"aim,omitempty" json:"aim,omitempty"`     // at whom the one whose turn it is has aimed
	Seats  map[string]NowSeat `yaml:"seats,omitempty" json:"seats,omitempty"`
	Action *NowAction         `yaml:"action,omitempty" json:"action,omitempty"`
	Ended  string             `yaml:"ended,omitempty" json:"ended,omitempty"`

	given *strict.Node // as the file has it
}

// UnmarshalNode reads it and remembers what it says.
func (n *Now) UnmarshalNode(node *strict.Node) {
	type plain Now
	node.Decode((*plain)(n))
	n.given = node
}

// NowSeat is a combatant's present state.
type NowSeat struct {
	Status  string   `yaml:"status" json:"status"`
	AP      int      `yaml:"ap" json:"ap" limit:"0..99"`
	Wounds  []int    `yaml:"wounds,omitempty" json:"wounds,omitempty"` // minor, moderate, severe
	At      string   `yaml:"at,omitempty" json:"at,omitempty"`
	Partner string   `yaml:"partner,omitempty" json:"partner,omitempty"`
	Hand    string   `yaml:"hand,omitempty" json:"hand,omitempty"` // the weapon in it, nothing if it is empty
	Lost    []string `yaml:"lost,omitempty" json:"lost,omitempty"` // squares where the weapons lie, "" for one that is not lost
	Shots   int      `yaml:"shots,omitempty" json:"shots,omitempty" limit:"0..99"`
	Loading int      `yaml:"loading,omitempty" json:"loading,omitempty" limit:"0..99"` // AP spent on it
	Answer  string   `yaml:"answer,omitempty" json:"answer,omitempty"`
	With    string   `yaml:"with,omitempty" json:"with,omitempty"`
	Won     int      `yaml:"outcome,omitempty" json:"outcome,omitempty" limit:"0..2"`
}

// NowAction is the action under way.
type NowAction struct {
	Does  string `yaml:"does" json:"does"`
	With  string `yaml:"with,omitempty" json:"with,omitempty"`
	At    string `yaml:"at,omitempty" json:"at,omitempty"`
	To    string `yaml:"to,omitempty" json:"to,omitempty"`
	Pays  int    `yaml:"pays,omitempty" json:"pays,omitempty" limit:"0..99"` // an instalment of reloading
	Feint bool   `yaml:"feint,omitempty" json:"feint,omitempty"`
	Tempo string `yaml:"counter tempo,omitempty" json:"counter_tempo,omitempty"`
	By    string `yaml:"by,omitempty" json:"by,omitempty"` // who answers, rolls damage or steps
	Blow  int    `yaml:"blow,omitempty" json:"blow,omitempty" limit:"0..2"`
	Won   int    `yaml:"outcome,omitempty" json:"outcome,omitempty" limit:"0..2"`
	Due   int    `yaml:"due,omitempty" json:"due,omitempty" limit:"0..4"`
	Stop  int    `yaml:"stop,omitempty" json:"stop,omitempty" limit:"0..25"`
}
