package tempo

import (
	"kokyu/rules/book"
)

// The rows of data/*.yaml and of a table's own files: values only. A row names its actions, skills and kinds of damage from
// closed lists; a new kind is Go and a test.

// Num is a number with its source.
type Num = book.Num

// Book is a catalogue, or the part of one that a fight used: it is what a record embeds.
type Book struct {
	Version    int                  `yaml:"version" json:"version"`
	Actions    map[string]Deed      `yaml:"actions" json:"actions,omitempty"`
	Damage     map[string][]Num     `yaml:"damage" json:"damage,omitempty"` // by kind: from how much of it a wound is minor, moderate, severe, critical, fatal
	Weapons    map[string]Weapon    `yaml:"weapons" json:"weapons,omitempty"`
	Shields    map[string]Shield    `yaml:"shields" json:"shields,omitempty"`
	Armours    map[string]Armour    `yaml:"armours" json:"armours,omitempty"`
	Combatants map[string]Combatant `yaml:"combatants" json:"combatants,omitempty"`
}

// Deed is a combat action: who may, when, for what, and what comes of which result.
type Deed struct {
	Kind     string   `yaml:"kind" json:"kind"`                            // proactive, reactive, counter-tempo, special
	AP       Mark     `yaml:"ap" json:"ap"`                                // a number, or weapon
	Status   []string `yaml:"status" json:"status"`                        // in which it is allowed
	Answers  []string `yaml:"answers" json:"answers,omitempty"`            // reactive, counter-tempo: to which actions
	Replaces []string `yaml:"replaces" json:"replaces,omitempty"`          // counter-tempo: which actions
	Outcomes []Row    `yaml:"outcomes" json:"outcomes,omitempty" max:"16"` // the lowest first
	Inverted bool     `yaml:"inverted" json:"inverted,omitempty"`          // its check is rating and modifiers less the dice (R-TP-38)
	Source   string   `yaml:"source" json:"source,omitempty"`
}

// Row is a row of an outcome table.
type Row struct {
	From Mark   `yaml:"from" json:"from,omitzero"` // the least result; the lowest row has none
	Is   string `yaml:"is" json:"is"`
	AP   *Num   `yaml:"ap" json:"ap,omitempty"` // of Recover Stamina
}

// Weapon is a melee weapon with its striking surfaces, or a ranged one with its attacks.
type Weapon struct {
	Hands    string    `yaml:"hands" json:"hands"`                         // 1h, 2h, 1h/2h
	Skill    string    `yaml:"skill" json:"skill"`                         // for checks made with it
	Guard    Num       `yaml:"guard" json:"guard,omitzero"`                // added to Parry and CT Parry
	Surfaces []Surface `yaml:"surfaces" json:"surfaces,omitempty" max:"4"` // melee
	Attacks  []Shot    `yaml:"attacks" json:"attacks,omitempty" max:"4"`   // ranged
	Shots    *Num      `yaml:"shots" json:"shots,omitempty"`               // before it must be reloaded
	Reload   *Num      `yaml:"reload" json:"reload,omitempty"`             // AP, over as many turns as it takes
	Notes    string    `yaml:"notes" json:"-"`                             // for people
}

// Surface is a striking surface of a melee weapon.
type Surface struct {
	Name   string `yaml:"name" json:"name,omitempty"` // where a weapon has several
	AP     Num    `yaml:"ap" json:"ap"`
	Damage Roll   `yaml:"damage" json:"damage"`
	Type   string `yaml:"type" json:"type"`   // slash, pierce, crush, energy
	Reach  []Num  `yaml:"reach" json:"reach"` // least and most squares
}

// Shot is a way to shoot.
type Shot struct {
	Name      string `yaml:"name" json:"name,omitempty"`
	AP        Num    `yaml:"ap" json:"ap"`
	Damage    Roll   `yaml:"damage" json:"damage"`
	Type      string `yaml:"type" json:"type"`
	Unaimed   Num    `yaml:"unaimed" json:"unaimed"` // accuracy
	Aimed     Num    `yaml:"aimed" json:"aimed"`
	Speed     Num    `yaml:"speed" json:"speed"`         // who is farther away may dodge
	Increment Num    `yaml:"increment" json:"increment"` // squares without a range penalty
	Uses      *Num   `yaml:"uses" json:"uses,omitempty"` // shots, 1 if not said
}

// Shield is what the other hand may hold besides.
type Shield struct {
	OneHanded Num `yaml:"with 1h" json:"with_1h"`       // added to Parry and CT Parry
	Either    Num `yaml:"with 1h/2h" json:"with_1h_2h"` // the same with a 1h/2h weapon in one hand
}

// Armour protects and burdens.
type Armour struct {
	Rating Num            `yaml:"rating" json:"rating"`                        // Combat Defence (Armoured)
	Stops  map[string]Num `yaml:"protection" json:"protection,omitempty"`      // by damage type, off the damage of a Hit
	Burden Num            `yaml:"burden" json:"burden,omitzero" limit:"0..20"` // off Footwork and Endurance
}

// Combatant is a stat block.
type Combatant struct {
	Size    *Num           `yaml:"size" json:"size,omitempty"`   // 1 if not said
	Speed   *Num           `yaml:"speed" json:"speed,omitempty"` // squares; 4 if not said
	Armour  string         `yaml:"armour" json:"armour,omitempty"`
	Weapons []string       `yaml:"weapons" json:"weapons"` // in hand first
	Shield  string         `yaml:"shield" json:"shield,omitempty"`
	Skills  map[string]Num `yaml:"skills" json:"skills,omitempty"` // ratings; a skill not named is 0
	Boxes   []Num          `yaml:"boxes" json:"boxes,omitempty"`   // of the wound chart: minor, moderate, severe, critical
	Source  string         `yaml:"source" json:"source,omitempty"`
}

// EncounterFile is what a GM writes: who fights whom, where, for what.
type EncounterFile struct {
	Version   int                    `yaml:"version" json:"version"`
	System    string                 `yaml:"system" json:"system"`
	Title     string                 `yaml:"title" json:"title"`
	About     string                 `yaml:"about,omitempty" json:"about,omitempty"` // for people; never told
	Rounds    *int                   `yaml:"rounds,omitempty" json:"rounds,omitempty" limit:"1..200"`
	AtCap     string                 `yaml:"at the cap,omitempty" json:"at_the_cap,omitempty"`      // the side that wins then; a draw if not said
	Allied    *int                   `yaml:"allied,omitempty" json:"allied,omitempty" limit:"1..2"` // which side comes first in the order of initiative among equal Reactions; default the first
	Map       []string               `yaml:"map,omitempty" json:"map,omitempty"`                    // rows of squares, . free and # blocked; none: face to face
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
	Who     string   `yaml:"who" json:"who"`
	Name    string   `yaml:"name,omitempty" json:"name,omitempty"`
	Count   int      `yaml:"count,omitempty" json:"count,omitempty" limit:"1..4"`
	At      string   `yaml:"at,omitempty" json:"at,omitempty"`           // a square, as in c4; of several, the first free ones from there
	Status  string   `yaml:"status,omitempty" json:"status,omitempty"`   // instead of the side's
	Armour  string   `yaml:"armour,omitempty" json:"armour,omitempty"`   // instead of the row's
	Shield  string   `yaml:"shield,omitempty" json:"shield,omitempty"`   // instead of the row's
	Weapons []string `yaml:"weapons,omitempty" json:"weapons,omitempty"` // instead of the row's
	Boxes   []int    `yaml:"boxes,omitempty" json:"boxes,omitempty"`     // instead of the row's
}

// Objective is what one side wants besides the other side's fall.
type Objective struct {
	For    string   `yaml:"for" json:"for"`                                          // a side's name
	Goal   string   `yaml:"goal" json:"goal"`                                        // last, down, protect, escape
	Rounds int      `yaml:"rounds,omitempty" json:"rounds,omitempty" limit:"1..200"` // last
	Who    string   `yaml:"who,omitempty" json:"who,omitempty"`                      // down, protect
	To     []string `yaml:"to,omitempty" json:"to,omitempty" max:"48"`               // escape: the squares that lead away; the edge of the map if not said
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
