package rows

import (
	"kokyu/rules/book"
	"kokyu/rules/strict"
)

// The rows of data/*.yaml and of a group's own files. Package book reads the tags: doc for schemas and lists, within,
// limit and max for bounds, among and words for the list that a word must be from, group for the heading in a form.

// Num is a number with its source.
type Num = book.Num

// Book is a catalogue, or the part of one that a fight uses and its record embeds.
type Book struct {
	Version   int                `yaml:"version,omitempty" json:"version" doc:"The version of the file's form: 1."`
	Weapons   map[string]Weapon  `yaml:"weapons,omitempty" json:"weapons,omitempty" doc:"Weapons, by name."`
	Armours   map[string]armour  `yaml:"armours,omitempty" json:"armours,omitempty" doc:"Armours, by name."`
	Masteries map[string]mastery `yaml:"masteries,omitempty" json:"masteries,omitempty" doc:"What a skill's rank adds to damage, by name."`
	Sheets    map[string]Sheet   `yaml:"sheets,omitempty" json:"sheets,omitempty" doc:"Stat blocks, by name."`

	Techniques map[string]Technique `yaml:"techniques,omitempty" json:"techniques,omitempty" doc:"What sheets have learnt, by name."`
	Spells     map[string]Technique `yaml:"spells,omitempty" json:"spells,omitempty" doc:"Spells, by name: begun, paid for and completed."`
	Objects    map[string]Technique `yaml:"objects,omitempty" json:"objects,omitempty" doc:"Small objects, by name: drawn, and used up."`
}

// Weapon is a weapon with the ways to strike with it.
type Weapon struct {
	Skill          string     `yaml:"skill" json:"skill" among:"skills!" doc:"The skill of attacks with it."`
	Size           string     `yaml:"size" json:"size" among:"sizes!" doc:"Its size tag: small, medium, large."`
	Uses           []Use      `yaml:"uses" json:"uses" max:"4" doc:"The ways to strike with it."`
	Natural        bool       `yaml:"natural,omitempty" json:"natural,omitempty" doc:"It is part of the body: always ready, never dropped."`
	Grapples       bool       `yaml:"grapples,omitempty" json:"grapples,omitempty" doc:"It may begin a grapple."`
	TakesVoidPoint bool       `yaml:"void point,omitempty" json:"void_point,omitempty" doc:"A Void Point adds +1k1 to its damage."`
	Pull           *Num       `yaml:"pull,omitempty" json:"pull,omitempty" within:"0..10" as:"strength" doc:"Of a bow, its strength."`
	Source         string     `yaml:"source,omitempty" json:"source,omitempty" doc:"Where what is not a number here comes from."`
	Made           *book.Make `yaml:"made,omitempty" json:"made,omitempty" doc:"What it is made of and does, for a tale; what weapons of its skill are if not said."`
	Effects        []Effect   `yaml:"effects,omitempty" json:"effects,omitempty" max:"4" doc:"What it sets off while who brought it has it ready."`
}

// Use is one way to strike with a weapon.
type Use struct {
	Name     string `yaml:"name,omitempty" json:"name,omitempty" doc:"What it is called, where a weapon has several."`
	Kind     string `yaml:"kind,omitempty" json:"kind,omitempty" among:"kinds" doc:"How it is done: melee, thrown, aimed; melee if not said."`
	Damage   Roll   `yaml:"damage,omitempty" json:"damage,omitzero" doc:"The damage of a hit; none if not said."`
	Charge   Roll   `yaml:"charge,omitempty" json:"charge,omitzero" doc:"The damage in its place after a mounted charge."`
	Feet     feet   `yaml:"feet" json:"feet" doc:"How far it reaches."`
	Armour   string `yaml:"armour,omitempty" json:"armour,omitempty" among:"against" as:"word" doc:"What it makes of the target's Armor Bonus: ignored, doubled."`
	Entangle string `yaml:"entangles,omitempty" json:"entangles,omitempty" doc:"A hit entangles, to be escaped by Strength against this number, or against the damage."`
}

// armour is one worn piece.
type armour struct {
	Bonus     Num  `yaml:"bonus" json:"bonus" within:"0..40" as:"Armor Bonus" doc:"The Armor Bonus to the ATN."`
	Mounted   *Num `yaml:"mounted,omitempty" json:"mounted,omitempty" within:"0..40" as:"Armor Bonus" doc:"The Armor Bonus on horseback, if it is another."`
	Reduction Num  `yaml:"reduction" json:"reduction" within:"0..30" as:"Reduction" doc:"What it takes off every damage roll."`
	Clumsy    Num  `yaml:"clumsy,omitempty" json:"clumsy,omitzero" within:"0..20" as:"malus" doc:"What it takes off tests of a skill with Agility or Reflexes."`

	Effects []Effect `yaml:"effects,omitempty" json:"effects,omitempty" max:"4" doc:"What it sets off for who wears it."`
}

// mastery is what a rank of a skill adds to damage, for some skills only with an emphasis.
type mastery struct {
	Skill    string `yaml:"skill" json:"skill" among:"skills!" doc:"The skill."`
	Rank     Num    `yaml:"rank" json:"rank" within:"1..10" doc:"From which rank of it."`
	Emphasis string `yaml:"emphasis,omitempty" json:"emphasis,omitempty" among:"weapons" as:"weapon" doc:"The weapon that needs an emphasis, if one does."`
	Adds     Roll   `yaml:"adds" json:"adds" doc:"What is added to the damage roll."`
}

// Sheet is a stat block.
type Sheet struct {
	Attributes map[string]Num `yaml:"attributes" json:"attributes" doc:"The eight attributes; one not named is 2." group:"Strength"`
	Void       Num            `yaml:"void" json:"void" within:"1..10" as:"the Void Ring" doc:"The Void Ring."`
	Rank       Num            `yaml:"rank" json:"rank" within:"1..8" as:"the Insight Rank" doc:"The Insight Rank."`
	VoidPoints *Num           `yaml:"void points,omitempty" json:"void_points,omitempty" doc:"Void Points at the start; as many as the Void Ring if not said, none of a mook."`
	Skills     map[string]Num `yaml:"skills,omitempty" json:"skills,omitempty" doc:"Ranks by skill; a skill not named is 0."`
	Emphases   []string       `yaml:"emphases,omitempty" json:"emphases,omitempty" among:"emphases" as:"weapon" doc:"The weapons it has an emphasis with, or grappling."`
	Weapons    []string       `yaml:"weapons" json:"weapons" among:"weapons" as:"weapon" doc:"What it carries, the one ready first; at most two."`
	Ready      *int           `yaml:"ready,omitempty" json:"ready,omitempty" limit:"0..2" doc:"How many of them are ready at the start; 1 if not said." group:"Rarely needed"`
	Unstrung   bool           `yaml:"unstrung,omitempty" json:"unstrung,omitempty" doc:"Its bow has to be strung first."`
	Armour     string         `yaml:"armour,omitempty" json:"armour,omitempty" among:"armours" doc:"The armour it wears."`
	Technique  Num            `yaml:"technique,omitempty" json:"technique,omitzero" within:"0..50" as:"Technique Bonus" doc:"The Technique Bonus to its ATN."`
	Misc       Num            `yaml:"misc,omitempty" json:"misc,omitzero" within:"0..50" as:"Misc Bonus" doc:"The Misc Bonus to its ATN."`
	Malus      Num            `yaml:"malus,omitempty" json:"malus,omitzero" within:"0..50" doc:"A malus to its ATN."`
	Mook       bool           `yaml:"mook,omitempty" json:"mook,omitempty" doc:"It has no technique: a shorter ladder of Wounds, and damage that never explodes."`
	FourLegs   bool           `yaml:"four legs,omitempty" json:"four_legs,omitempty" doc:"It is knocked down by four raises."`
	Steed      bool           `yaml:"steed,omitempty" json:"steed,omitempty" doc:"It can be ridden."`
	Dual       bool           `yaml:"dual,omitempty" json:"dual,omitempty" doc:"It may wield two weapons at a time."`
	Samurai    bool           `yaml:"samurai hands,omitempty" json:"samurai_hands,omitempty" doc:"Its bare hands are [Samurai] weapons: it may grapple with Weapon: Samurai."`
	Hungry     *Num           `yaml:"hungry days,omitempty" json:"hungry_days,omitempty" within:"0..9" as:"days" doc:"Days without food and water."`
	Sleepless  *Num           `yaml:"sleepless days,omitempty" json:"sleepless_days,omitempty" within:"0..9" as:"days" doc:"Days without sleep."`
	Exhausted  bool           `yaml:"exhausted,omitempty" json:"exhausted,omitempty" doc:"It is exhausted by something else."`
	Hooks      []string       `yaml:"hooks,omitempty" json:"hooks,omitempty" among:"hooks" as:"hook" doc:"Actions it is offered that do nothing in a fight: speech."`
	Techniques []string       `yaml:"techniques,omitempty" json:"techniques,omitempty" max:"4" among:"techniques" as:"technique" doc:"The techniques it has."`
	Spells     []string       `yaml:"spells,omitempty" json:"spells,omitempty" max:"4" among:"spells" as:"spell" doc:"The spells it knows."`
	Being      *book.Being    `yaml:"being,omitempty" json:"being,omitempty" doc:"What a tale may say of everybody of this row."`
	Objects    []string       `yaml:"objects,omitempty" json:"objects,omitempty" max:"4" among:"objects" as:"small object" doc:"The small objects on its person."`
	Source     string         `yaml:"source,omitempty" json:"source,omitempty" doc:"Where what is not a number here comes from."`
}

// EncounterFile is what a GM writes: who fights whom, where, for what.
type EncounterFile struct {
	book.Head `yaml:",inline"`
	AtCap     string             `yaml:"at the cap,omitempty" json:"at_the_cap,omitempty" doc:"The side that wins when the rounds are over; nobody if not said."`
	Allied    *int               `yaml:"allied,omitempty" json:"allied,omitempty" limit:"1..2" doc:"Which side is listed first among equals that nothing else orders, 1 or 2; the first if not said."`
	Map       []string           `yaml:"map,omitempty" json:"map,omitempty" doc:"Rows of squares of five feet: . free, # a wall, and the letters of the legend."`
	Legend    map[string]Terrain `yaml:"legend,omitempty" json:"legend,omitempty" doc:"What other letters on the map stand for."`
	Exits     []string           `yaml:"exits,omitempty" json:"exits,omitempty" max:"64" doc:"Squares from which one may leave the field."`
	Rows      *Book              `yaml:"rows,omitempty" json:"-" doc:"Rows of this encounter alone, over those of the catalogue."`
	Sides     []SideFile         `yaml:"sides" json:"sides" doc:"The two sides."`
	Tests     []testFile         `yaml:"tests,omitempty" json:"tests,omitempty" max:"8" doc:"What the scene may ask of a skill."`
	Objective *book.Objective    `yaml:"objective,omitempty" json:"objective,omitempty" doc:"What one side wants besides the other side's fall."`
	Rulings   book.HouseRulings  `yaml:"rulings,omitempty" json:"rulings,omitempty" words:"rulings" doc:"What the house decides otherwise, or a preset; kokyu rulings lists what there is."`
	Now       *Now               `yaml:"now,omitempty" json:"now,omitempty" doc:"How the fight stands, where that differs from its start."`
}

// World returns what the encounter files of all systems say.
func (f EncounterFile) World() book.World {
	return book.World{Head: f.Head, Rulings: f.Rulings, Objective: f.Objective}
}

// Terrain is what a letter on the map stands for.
type Terrain struct {
	Wall   bool   `yaml:"wall,omitempty" json:"wall,omitempty" doc:"Nobody stands there, and no shot passes."`
	Rough  bool   `yaml:"rough,omitempty" json:"rough,omitempty" doc:"Moving over it counts Water one lower."`
	Mire   bool   `yaml:"mire,omitempty" json:"mire,omitempty" doc:"Rough, and who stands in it is mired."`
	Height int    `yaml:"height,omitempty" json:"height,omitempty" limit:"0..9" doc:"How high it is; higher ground is a Strong Position."`
	Cover  string `yaml:"cover,omitempty" json:"cover,omitempty" words:"covers" doc:"What it gives against shots and throws: some, full."`
}

// SideFile is one side of an encounter.
type SideFile = book.Side[FighterFile]

// FighterFile is one combatant of a side, or several alike. "- bandit: 2" is short for {who: bandit, count: 2}.
type FighterFile struct {
	Who        string     `yaml:"who" json:"who" words:"sheets" doc:"The row of the catalogue."`
	Name       string     `yaml:"name,omitempty" json:"name,omitempty" doc:"What this one is called; the row's name if not said."`
	Count      int        `yaml:"count,omitempty" json:"count,omitempty" limit:"1..8" doc:"How many alike."`
	At         string     `yaml:"at,omitempty" json:"at,omitempty" doc:"The square it begins on, as in c4; of several, the first free ones from there."`
	Rides      string     `yaml:"rides,omitempty" json:"rides,omitempty" doc:"The name of the steed it sits on." group:"What it has"`
	Armour     string     `yaml:"armour,omitempty" json:"armour,omitempty" words:"armours or none" doc:"The armour in place of the row's; none takes it off."`
	Weapons    book.Names `yaml:"weapons,omitempty" json:"weapons,omitzero" words:"weapons" doc:"What they carry in place of the row's; an empty list is bare hands."`
	VoidPoints *int       `yaml:"void points,omitempty" json:"void_points,omitempty" limit:"0..10" doc:"Void Points in place of the row's." group:"How it begins"`
	Initiative *int       `yaml:"initiative,omitempty" json:"initiative,omitempty" limit:"1..200" doc:"Its Initiative Value, if it is not to be rolled."`
	Stance     string     `yaml:"stance,omitempty" json:"stance,omitempty" words:"stances" doc:"Its opening stance, if it is not to choose."`
	Hungry     *int       `yaml:"hungry days,omitempty" json:"hungry_days,omitempty" limit:"0..9" doc:"Days without food and water in place of the row's."`
	Sleepless  *int       `yaml:"sleepless days,omitempty" json:"sleepless_days,omitempty" limit:"0..9" doc:"Days without sleep in place of the row's."`
	Techniques book.Names `yaml:"techniques,omitempty" json:"techniques,omitzero" words:"techniques" doc:"Its techniques in place of the row's." group:"What it has"`
	Spells     book.Names `yaml:"spells,omitempty" json:"spells,omitzero" words:"spells" doc:"Its spells in place of the row's."`
	Objects    book.Names `yaml:"objects,omitempty" json:"objects,omitzero" words:"objects" doc:"Its small objects in place of the row's."`

	book.Character `yaml:",inline"`
	book.Person    `yaml:",inline"`

	Own book.Values[Sheet] `yaml:",inline" json:"own,omitempty"` // any other value of the row, in its place
}

// Line returns what lines of all systems have.
func (ff *FighterFile) Line() book.Line {
	return book.Line{Who: &ff.Who, Name: &ff.Name, Count: &ff.Count, At: &ff.At, Own: &ff.Own}
}

// UnmarshalNode reads one line of a side: the long form, or "- bandit: 2".
func (ff *FighterFile) UnmarshalNode(n *strict.Node) {
	type plain FighterFile
	ff.Line().Read(n, SeatsMax, (*plain)(ff))
}

// Forms returns the long form of a line, or "- bandit: 2".
func (FighterFile) Forms() []book.Form { return book.LineForms(SeatsMax, "bandit: 2") }

// testFile is a skill test that the scene offers to everybody as a Complex Action.
type testFile struct {
	What      string `yaml:"what" json:"what" doc:"What it is for."`
	Skill     string `yaml:"skill" json:"skill" words:"skills" doc:"The skill."`
	Attribute string `yaml:"attribute" json:"attribute" words:"attributes" doc:"The attribute."`
	Number    int    `yaml:"number" json:"number" limit:"0..60" doc:"The number to reach."`
}

// Now says how a fight stands where a round or a turn begins, as far as that differs from its start. An encounter with it
// is a position.
type Now struct {
	Round        int                `yaml:"round" json:"round" limit:"1..200" doc:"The round under way."`
	Wait         string             `yaml:"waits for" json:"waits_for" words:"boundaries" doc:"What the fight waits for."`
	Seat         string             `yaml:"seat,omitempty" json:"seat,omitempty" doc:"Whose turn begins, or who decides before the turns."`
	Order        []string           `yaml:"order,omitempty" json:"order,omitempty" max:"8" doc:"The order of initiative, ties as they were drawn."`
	RoundOrder   []string           `yaml:"this round,omitempty" json:"this_round,omitempty" max:"8" doc:"The order of this round, where it is another."`
	Seats        map[string]NowSeat `yaml:"seats,omitempty" json:"seats,omitempty" doc:"How each combatant is."`
	Grapples     []NowGrapple       `yaml:"grapples,omitempty" json:"grapples,omitempty" max:"4" doc:"The grapples."`
	TacticsPools []int              `yaml:"tactics,omitempty" json:"tactics,omitempty" max:"2" doc:"The Tactics Pools of both sides."`
	QuietRounds  int                `yaml:"quiet,omitempty" json:"quiet,omitempty" limit:"0..20" doc:"Rounds on end without an attack or a Wound."`
	Eventful     bool               `yaml:"busy,omitempty" json:"busy,omitempty" doc:"That somebody attacked or was hurt in this one."`
	Ended        string             `yaml:"ended,omitempty" json:"ended,omitempty" words:"ends" doc:"How the fight ended."`

	Effects []NowEffect `yaml:"effects,omitempty" json:"effects,omitempty" max:"8" doc:"The effects that last, and what is begun, drawn or used up."`
	Untold  bool        `yaml:"begins,omitempty" json:"begins,omitempty" doc:"That the fight begins here: what its beginning has set off is not told yet."`

	book.AsWritten `yaml:"-" json:"-"`
}

// UnmarshalNode reads a now: block and remembers which keys it has.
func (n *Now) UnmarshalNode(node *strict.Node) {
	type plain Now
	n.Node = book.RefuseMidway(node, "by", "turn", "action")
	n.Node.Decode((*plain)(n))
}

// NowSeat is the present state of one combatant.
type NowSeat struct {
	Wounds        int       `yaml:"wounds" json:"wounds" limit:"0..255" doc:"Wounds so far."`
	At            string    `yaml:"at,omitempty" json:"at,omitempty" doc:"The square it stands on."`
	Stance        string    `yaml:"stance,omitempty" json:"stance,omitempty" words:"stances" doc:"Its stance."`
	Status        []string  `yaml:"status,omitempty" json:"status,omitempty" items:"once" max:"8" words:"statuses" doc:"Its conditions."`
	Focus         []string  `yaml:"struck,omitempty" json:"struck,omitempty" items:"once" max:"6" words:"parts" doc:"The parts a Focused Attack has struck, whose effect lasts."`
	Stun          *int      `yaml:"stunned,omitempty" json:"stunned,omitempty" limit:"0..20" doc:"Of one who is Stunned, the number that shakes it off."`
	EscapeNumber  int       `yaml:"entangled,omitempty" json:"entangled,omitempty" limit:"0..255" doc:"Of one who is Entangled, the number that frees it."`
	Initiative    int       `yaml:"initiative,omitempty" json:"initiative,omitempty" limit:"0..255" doc:"Its Initiative Value, without what the round adds."`
	Void          int       `yaml:"void,omitempty" json:"void,omitempty" limit:"0..99" doc:"Void Points left."`
	Spent         []string  `yaml:"used,omitempty" json:"used,omitempty" max:"8" words:"spent" doc:"What it has used this round."`
	TurnMarks     []string  `yaml:"has,omitempty" json:"has,omitempty" items:"once" max:"4" words:"turns" doc:"Of this round: began in void, declared, acted; and whether it was in Void the turn before."`
	SwappedWith   string    `yaml:"swapped,omitempty" json:"swapped,omitempty" doc:"With whom it exchanged Initiative Values this round."`
	EarthBonus    int       `yaml:"earth,omitempty" json:"earth,omitempty" limit:"0..255" doc:"The bonus of its Earth stance."`
	Guards        []string  `yaml:"guards,omitempty" json:"guards,omitempty" items:"once" max:"7" doc:"Whom it guards."`
	Grapple       int       `yaml:"grapple,omitempty" json:"grapple,omitempty" limit:"0..4" doc:"The number of its grapple."`
	Maintained    bool      `yaml:"maintained,omitempty" json:"maintained,omitempty" doc:"That it maintains the grapple."`
	BrokeFrom     string    `yaml:"broke,omitempty" json:"broke,omitempty" doc:"Whose weapon grapple it broke."`
	BrokeLastTurn bool      `yaml:"last turn of it,omitempty" json:"last_turn_of_it,omitempty" doc:"That the Free Raise ends with this turn."`
	Rides         string    `yaml:"rides,omitempty" json:"rides,omitempty" doc:"The steed it sits on."`
	EarthChange   int       `yaml:"mettle,omitempty" json:"mettle,omitempty" limit:"-10..10" doc:"What the GM's word added to its Earth."`
	Weapons       []NowItem `yaml:"weapons,omitempty" json:"weapons,omitempty" max:"2" doc:"Where its weapons are, in the order of its sheet."`
}

// NowItem is where a weapon is.
type NowItem struct {
	With     string `yaml:"with,omitempty" json:"with,omitempty" doc:"Who has it; nobody if it lies on the ground or is gone."`
	Ready    bool   `yaml:"ready,omitempty" json:"ready,omitempty" doc:"That it is ready."`
	At       string `yaml:"at,omitempty" json:"at,omitempty" doc:"The square it lies on."`
	Unstrung bool   `yaml:"unstrung,omitempty" json:"unstrung,omitempty" doc:"That the bow has no string on."`
}

// NowGrapple is a grapple.
type NowGrapple struct {
	Control string `yaml:"control,omitempty" json:"control,omitempty" doc:"Who is in control."`
	Starter string `yaml:"weapon of,omitempty" json:"weapon_of,omitempty" doc:"Who began it with a weapon."`
	With    string `yaml:"with,omitempty" json:"with,omitempty" doc:"That weapon."`
}

// NowEffect is an effect of a row that lasts, or how far its owner has come with what is begun, drawn or used once.
type NowEffect struct {
	What string   `yaml:"what" json:"what" doc:"The row."`
	Nth  int      `yaml:"nth,omitempty" json:"nth,omitempty" limit:"2..4" doc:"Which effect of the row; the first if not said."`
	Of   string   `yaml:"of,omitempty" json:"of,omitempty" doc:"Who brought it, where each has its own."`
	On   []string `yaml:"on,omitempty" json:"on,omitempty" max:"8" doc:"On whom it is."`
	Left int      `yaml:"left,omitempty" json:"left,omitempty" limit:"0..20" doc:"The rounds left of it."`
	Is   string   `yaml:"is,omitempty" json:"is,omitempty" words:"marks" doc:"Of what does not last now: drawn, begun, paid or used."`
}
