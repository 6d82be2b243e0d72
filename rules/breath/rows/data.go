package rows

import (
	"kokyu/rules/book"
	"kokyu/rules/strict"
)

// The rows of data/*.yaml and of a group's own files. What a row can do is the closed list of fields here; a new kind
// of effect is Go and a test.

// Num is a number with its source: the rule document (seed), the wider canon (site), a ruling, or a group's own
// (house).
type Num = book.Num

// Book is a catalogue, or the part of one that a fight used: it is what a record embeds. A file of rows has the same
// form.
type Book struct {
	Version    int                  `yaml:"version,omitempty" json:"version" doc:"The version of the file's form: 1."`
	Weapons    map[string]Weapon    `yaml:"weapons,omitempty" json:"weapons,omitempty" doc:"Weapons and natural arms, by name."`
	Armours    map[string]armour    `yaml:"armours,omitempty" json:"armours,omitempty" doc:"Armours, by name."`
	Stances    map[string]stance    `yaml:"stances,omitempty" json:"stances,omitempty" doc:"Stances, by name."`
	Traits     map[string]Trait     `yaml:"traits,omitempty" json:"traits,omitempty" doc:"Aptitudes, licences and Kata, by name."`
	Combatants map[string]Combatant `yaml:"combatants,omitempty" json:"combatants,omitempty" doc:"Stat blocks, by name."`
	Spells     map[string]Spell     `yaml:"spells,omitempty" json:"spells,omitempty" doc:"Spells, by name."`
	Schools    map[string]Tradition `yaml:"schools,omitempty" json:"schools,omitempty" doc:"Mystical schools and the slots they add, by name."`
	Classes    map[string]Tradition `yaml:"classes,omitempty" json:"classes,omitempty" doc:"Mystical classes and the slots they add, by name."`
}

// Weapon is a weapon, or the natural arms of a beast, with its techniques.
type Weapon struct {
	Family  string      `yaml:"family" json:"family" among:"families" doc:"The kind of weapon: what zones, discounts and bands go by."`
	Skill   string      `yaml:"skill" json:"skill" doc:"The proficiency its checks use unless a technique says otherwise."`
	Tags    []string    `yaml:"tags,omitempty" json:"tags,omitempty" among:"tags" as:"tag" doc:"What else is true of it: long, short, one-handed, ranged, heavy, natural, tanto, worn."`
	Attack  []Technique `yaml:"attack,omitempty" json:"attack,omitempty" doc:"The techniques that attack with it: Attack A, Attack B."`
	Defense []Technique `yaml:"defense,omitempty" json:"defense,omitempty" doc:"The technique that defends with it: at most one."`
	Upkeep  []Technique `yaml:"upkeep,omitempty" json:"upkeep,omitempty" doc:"What makes it ready to shoot again: nock, reload."`
	Stance  string      `yaml:"stance,omitempty" json:"stance,omitempty" among:"stances" doc:"A stance that it gives to whoever has it as the main weapon."`
	Shield  *Num        `yaml:"shield,omitempty" json:"shield,omitempty" doc:"What it adds to Defense as a shield."`
	Reach   *Num        `yaml:"reach,omitempty" json:"reach,omitempty" doc:"How many steps between zones it shoots."`
	Band    *band       `yaml:"band,omitempty" json:"band,omitempty" doc:"Where on the ladder of a duel it is at home; else where its family is."`
	Longer  Num         `yaml:"longer,omitempty" json:"longer,omitzero" within:"0..5" doc:"Rungs it counts as longer than its band says."`
	Made    *book.Make  `yaml:"made,omitempty" json:"made,omitempty" doc:"What it is made of and does, for a tale; what its family is if not said."`
	Also    []string    `yaml:"also,omitempty" json:"-" clean:"name" doc:"Other names of it, which files may use as well."`
	Notes   string      `yaml:"notes,omitempty" json:"-" doc:"A note for people; nothing reads it."`
}

// band is the rungs at which a weapon is at home, from the farthest to the nearest.
type band struct {
	From   string `yaml:"from" must:"be there" json:"from" among:"rungs" as:"rung" doc:"The farthest rung at which the weapon is at home."`
	To     string `yaml:"to" must:"be there" json:"to" among:"rungs" as:"rung" doc:"The nearest rung at which the weapon is at home."`
	Source string `yaml:"source,omitempty" json:"source,omitempty" among:"sources" doc:"Where the band comes from."`
}

// MarshalYAML writes a band as a map, since an encoder of YAML does not know that its keys must be there.
func (b band) MarshalYAML() (any, error) {
	return struct {
		From   string `yaml:"from"`
		To     string `yaml:"to"`
		Source string `yaml:"source,omitempty"`
	}(b), nil
}

// Technique is one named way to use a weapon.
type Technique struct {
	Name     string   `yaml:"name" json:"name" doc:"What it is called."`
	Energy   Num      `yaml:"energy" json:"energy" doc:"Its base cost in Energy."`
	Check    string   `yaml:"check,omitempty" json:"check,omitempty" among:"attributes" as:"attribute" doc:"The attribute that is added to its check."`
	Skill    string   `yaml:"skill,omitempty" json:"skill,omitempty" doc:"The proficiency of its check, where it is not the weapon's; main is the main weapon's."`
	Bonus    Num      `yaml:"bonus,omitempty" json:"bonus,omitzero" within:"-9..9" doc:"What is added to its check."`
	Wounds   *Num     `yaml:"wounds,omitempty" json:"wounds,omitempty" within:"0..9" doc:"The Wounds a hit makes; 1 if not said."`
	Critical *Num     `yaml:"critical,omitempty" json:"critical,omitempty" within:"0..9" doc:"The Wounds a critical hit makes; if not said the greater of 2 and wounds."`
	Twenty   *Num     `yaml:"twenty,omitempty" json:"twenty,omitempty" within:"0..9" doc:"The Wounds on a total of 20 or more, where they differ."`
	Pierce   Num      `yaml:"pierce,omitempty" json:"pierce,omitzero" within:"0..99" doc:"How many points of armour and shield it ignores; 99 is all."`
	Direct   Num      `yaml:"direct,omitempty" json:"direct,omitzero" within:"0..99" doc:"How many points of evasion, stance and terrain it ignores; 99 is all."`
	Against  Num      `yaml:"against,omitempty" json:"against,omitzero" within:"-9..9" doc:"What is added to the target's Defense for this blow."`
	Expose   Num      `yaml:"expose,omitempty" json:"expose,omitzero" within:"0..9" doc:"On a hit, what the target's Defense loses until its next breath."`
	Effects  []string `yaml:"effects,omitempty" json:"effects,omitempty" words:"effects" doc:"What a hit does besides, from a closed list."`
	Does     string   `yaml:"does,omitempty" json:"does,omitempty" among:"upkeeps" as:"upkeep" doc:"Of an upkeep technique: nock or reload."`
	Once     string   `yaml:"once,omitempty" json:"once,omitempty" among:"limits" as:"limit" doc:"fight for a Kata that is used once a fight."`
	Source   string   `yaml:"source,omitempty" json:"source,omitempty" doc:"Where what is not a number here comes from."`
}

// Zero is the zero: block that makes a trait a 0-Energy Kata (EB-58 to EB-61, EB-122).
type Zero struct {
	Source  string `yaml:"source" json:"source" doc:"Where the 0 comes from: kata, control, reservation, transfer or stance release."`
	Trigger string `yaml:"trigger" json:"trigger" doc:"When: own breath, after a parry, after own miss."`
	Limit   string `yaml:"limit" json:"limit" doc:"How often besides twice a round in all: round, or fight and a number."`
	Pays    string `yaml:"pays" json:"pays" doc:"What is paid instead: none, or gold, faith or exposed and a number."`
	Does    string `yaml:"does" json:"does" doc:"What it does: strike, order, control, head, domination, boost, cleanse."`
	Bonus   Num    `yaml:"bonus,omitempty" json:"bonus,omitzero" within:"-9..9" doc:"Of a strike, what is added to its check."`
}

// armour lifts Defense.
type armour struct {
	Defense Num `yaml:"defense" json:"defense" within:"10..20" as:"Defense" doc:"The whole Defense of who wears it: 12, 14, 16."`
	Energy  Num `yaml:"energy,omitempty" json:"energy,omitzero" doc:"The penalty to maximum Energy, offset by Physique (R-84)."`
	Limit   Num `yaml:"limit,omitempty" json:"limit,omitzero" doc:"What it adds to the one-breath limit."`
}

// stance is a posture that is held until released, stripped or replaced.
type stance struct {
	Energy     Num      `yaml:"energy" json:"energy" within:"1..9" doc:"What it costs to take it up."`
	Defense    Num      `yaml:"defense,omitempty" json:"defense,omitzero" doc:"What it adds to Defense while held; Direct ignores it."`
	Domination Num      `yaml:"domination,omitempty" json:"domination,omitzero" doc:"What it adds to Domination while held."`
	Front      Num      `yaml:"front,omitempty" json:"front,omitzero" doc:"What it adds to Domination besides in a Front."`
	Rooted     string   `yaml:"rooted,omitempty" json:"rooted,omitempty" among:"rooted" as:"word" doc:"round: no movement this round; held: none while it is held."`
	Strikes    string   `yaml:"strikes,omitempty" json:"strikes,omitempty" among:"strikes" as:"word" doc:"shorter: it strikes the first who enters or attacks with a shorter weapon; miss: it strikes who misses."`
	Grade      []string `yaml:"grade,omitempty" json:"grade,omitempty" among:"grades" doc:"The grades to whose every combatant it is open."`
}

// Trait is an aptitude, a licence or a Kata of a class or school: what its bearer has beyond the rules for everybody.
type Trait struct {
	CoreFree      bool           `yaml:"core free,omitempty" json:"core_free,omitempty" doc:"Enters the Core for 2 Energy without a check."`
	Seal          bool           `yaml:"seal of shura,omitempty" json:"seal,omitempty" doc:"Melee techniques in the Core cost 1 less."`
	Limit         Num            `yaml:"limit,omitempty" json:"limit,omitzero" doc:"What it adds to the one-breath limit."`
	CoreLimit     Num            `yaml:"core limit,omitempty" json:"core_limit,omitzero" doc:"What it adds to the one-breath limit in the Core."`
	Descent       Num            `yaml:"descent,omitempty" json:"descent,omitzero" doc:"A Kata once a round: what it adds to the one-breath limit for the round."`
	DescentEnergy Num            `yaml:"descent energy,omitempty" json:"descent_energy,omitzero" doc:"What the descent costs."`
	Lightfoot     bool           `yaml:"lightfoot,omitempty" json:"lightfoot,omitempty" doc:"May leap."`
	Mounted       bool           `yaml:"mounted,omitempty" json:"mounted,omitempty" doc:"Gallops."`
	Stealth       bool           `yaml:"stealth,omitempty" json:"stealth,omitempty" doc:"May move hidden."`
	Outside       *Num           `yaml:"outside,omitempty" json:"outside,omitempty" doc:"What entering the Outside costs."`
	Evasion       Num            `yaml:"evasion,omitempty" json:"evasion,omitzero" doc:"What it adds to Defense; Direct ignores it."`
	Initiative    Num            `yaml:"initiative,omitempty" json:"initiative,omitzero" doc:"What it adds to the count of the first breath."`
	Wounds        Num            `yaml:"wounds,omitempty" json:"wounds,omitzero" doc:"How many Wounds more its bearer has."`
	Discount      Num            `yaml:"discount,omitempty" json:"discount,omitzero" doc:"Energy off the techniques of one family of weapons."`
	Family        string         `yaml:"family,omitempty" json:"family,omitempty" among:"families" doc:"The family of the discount."`
	Stance        string         `yaml:"stance,omitempty" json:"stance,omitempty" among:"stances" doc:"A stance that it gives."`
	Kata          *Technique     `yaml:"kata,omitempty" json:"kata,omitempty" doc:"An attack with the main weapon that only its bearer knows."`
	Mystic        bool           `yaml:"mystic,omitempty" json:"mystic,omitempty" doc:"A core art: who holds it casts no spells (SP-46)."`
	Zero          *Zero          `yaml:"zero,omitempty" json:"zero,omitempty" doc:"A 0-Energy Kata: its source, trigger, limit, price and effect, all of them."`
	Orders        Num            `yaml:"orders,omitempty" json:"orders,omitzero" within:"0..2" doc:"Energy off orders to squads."`
	Gives         bool           `yaml:"gives energy,omitempty" json:"gives,omitempty" doc:"Hands Energy to an ally, point for point."`
	Controls      string         `yaml:"controls,omitempty" json:"controls,omitempty" among:"units" words:"" as:"unit" doc:"The units it moves with its own Energy: shikigami or puppet."`
	Waives        bool           `yaml:"waives orders,omitempty" json:"waives_orders,omitempty" doc:"Waives the price of an order to its own squads, once a breath (R-214)."`
	Roars         bool           `yaml:"roar,omitempty" json:"roar,omitempty" doc:"Roars at an enemy squad."`
	Raises        bool           `yaml:"raise morale,omitempty" json:"raise_morale,omitempty" doc:"Raises its side's squads in the lull."`
	Needs         map[string]Num `yaml:"needs,omitempty" json:"needs,omitempty" doc:"The points in skills it takes."`
	Source        string         `yaml:"source,omitempty" json:"source,omitempty" doc:"Where what is not a number here comes from."`
}

// Combatant is a stat block.
type Combatant struct {
	Grade      string         `yaml:"grade" json:"grade" among:"grades" doc:"How much of a foe it is, from mob to lord." group:"Strength"`
	Courage    Num            `yaml:"courage,omitempty" json:"courage,omitzero" within:"-3..6" doc:"Courage: the attribute of strong attacks."`
	Finesse    Num            `yaml:"finesse,omitempty" json:"finesse,omitzero" within:"-3..6" doc:"Finesse: the attribute of quick attacks; Energy is 10 and this."`
	Physique   Num            `yaml:"physique,omitempty" json:"physique,omitzero" within:"-3..6" doc:"Physique: what overload, forcing and armour ask for; Wounds are 3 and this."`
	Wisdom     Num            `yaml:"wisdom,omitempty" json:"wisdom,omitzero" within:"-3..6" doc:"Wisdom: what guard in duels and stopping blood may go by."`
	Presence   Num            `yaml:"presence,omitempty" json:"presence,omitzero" within:"-3..6" doc:"Presence: what it adds to Domination."`
	Fate       Num            `yaml:"fate,omitempty" json:"fate,omitzero" within:"-3..6" doc:"A lord's Fate Interventions in a fight, 1 to 3."`
	Energy     *Num           `yaml:"energy,omitempty" json:"energy,omitempty" within:"0..20" as:"Energy" doc:"Maximum Energy where a block prints it; else 10 and Finesse."`
	Wounds     *Num           `yaml:"wounds,omitempty" json:"wounds,omitempty" within:"0..20" as:"Wounds" doc:"Wounds where a block prints them; else 3 and Physique."`
	Defense    *Num           `yaml:"defense,omitempty" json:"defense,omitempty" within:"5..20" as:"Defense" doc:"The whole Defense where a block prints one; what armour does not explain is hide."`
	Armour     string         `yaml:"armour,omitempty" json:"armour,omitempty" among:"armours" doc:"The armour it wears."`
	Weapons    []string       `yaml:"weapons" json:"weapons" among:"weapons" as:"weapon" doc:"What it carries: the main weapon first, then a shield or a second weapon."`
	Skills     map[string]Num `yaml:"skills,omitempty" json:"skills,omitempty" doc:"Proficiencies, points 0 to 5 by skill; a skill not named is untrained."`
	Traits     []string       `yaml:"traits,omitempty" json:"traits,omitempty" among:"traits" as:"trait" doc:"Its aptitudes, licences and Kata."`
	Domination *Num           `yaml:"domination,omitempty" json:"domination,omitempty" doc:"Its own Domination where a block prints it; else its grade's." group:"Rarely needed"`
	Guard      Num            `yaml:"guard,omitempty" json:"guard,omitzero" within:"-9..9" doc:"A master's deeper guard in duels, besides the formula (MA-52)."`
	Command    *Num           `yaml:"command,omitempty" json:"command,omitempty" within:"0..4" doc:"How many squads it may lead; if not said 1 for an elite, else none."`
	Unit       string         `yaml:"unit,omitempty" json:"unit,omitempty" among:"units" words:"" doc:"shikigami or puppet: with Energy 0 it acts on its master's."`
	Gold       Num            `yaml:"gold,omitempty" json:"gold,omitzero" within:"0..15" doc:"The gold it can spend in a fight."`
	Faith      Num            `yaml:"faith,omitempty" json:"faith,omitzero" within:"0..15" doc:"The Faith it can spend in a fight."`
	Goes       string         `yaml:"goes,omitempty" json:"goes,omitempty" among:"natural" as:"foe" doc:"Whom it attacks by nature: nearest, weakest lord."`
	Yoma       bool           `yaml:"yoma,omitempty" json:"yoma,omitempty" doc:"It is a yoma, which some spells strike and others leave alone."`
	Being      *book.Being    `yaml:"being,omitempty" json:"being,omitempty" doc:"What a tale may say of everybody of this row."`
	Caster     *Caster        `yaml:"caster,omitempty" json:"caster,omitempty" doc:"Its spells: lists, slots, what it knows."`
	Source     string         `yaml:"source,omitempty" json:"source,omitempty" doc:"Where what is not a number here comes from."`
}

// EncounterFile is what a GM writes: who fights whom, where, for what.
type EncounterFile struct {
	book.Head `yaml:",inline"`
	Allied    *int              `yaml:"allied,omitempty" json:"allied,omitempty" limit:"1..2" doc:"Which side wins ties of the count, 1 or 2; the first if not said."`
	Zones     map[string]Zone   `yaml:"zones,omitempty" json:"zones,omitempty" words:"zones" doc:"The zones of the scene; without this block it is one place."`
	Rows      *Book             `yaml:"rows,omitempty" json:"-" doc:"Rows of this encounter alone, over those of the catalogue."`
	Sides     []SideFile        `yaml:"sides" json:"sides" doc:"The two sides."`
	Duel      *DuelFile         `yaml:"duel,omitempty" json:"duel,omitempty" doc:"Makes the fight a duel: two alone on the ladder of distance."`
	Objective *book.Objective   `yaml:"objective,omitempty" json:"objective,omitempty" doc:"What one side wants besides the other side's fall."`
	Rulings   book.HouseRulings `yaml:"rulings,omitempty" json:"rulings,omitempty" words:"rulings" doc:"What the house decides otherwise, or a preset; kokyu rulings lists what there is."`
	Now       *Now              `yaml:"now,omitempty" json:"now,omitempty" doc:"How the fight stands, where that differs from its start."`
}

// World returns what the encounter files of all systems say.
func (f EncounterFile) World() book.World {
	return book.World{Head: f.Head, Rulings: f.Rulings, Objective: f.Objective}
}

// DuelFile makes a fight of two a duel: where it starts, the one line of terrain, and the points of a sparring match.
type DuelFile struct {
	Start   string `yaml:"start,omitempty" json:"start,omitempty" words:"rungs" doc:"The rung on which it starts; issoku itto if not said."`
	Terrain string `yaml:"terrain,omitempty" json:"terrain,omitempty" words:"terrains" doc:"The one line of terrain a duel may have."`
	Side    string `yaml:"side,omitempty" json:"side,omitempty" doc:"The side that stands high, or has the sun in its eyes."`
	Points  *int   `yaml:"points,omitempty" json:"points,omitempty" limit:"1..9" doc:"The points of a sparring match, in which nobody is hurt."`
}

// Zone is a zone of the scene with what the terrain adds.
type Zone struct {
	High  bool `yaml:"high,omitempty" json:"high,omitempty" doc:"High ground: attacks from it into others are better, and it takes a leap to enter or leave."`
	Path  bool `yaml:"path,omitempty" json:"path,omitempty" doc:"A way up the high ground: no leap needed."`
	Slow  bool `yaml:"slow,omitempty" json:"slow,omitempty" doc:"Swamp: movement costs 1 more."`
	Cover *Num `yaml:"cover,omitempty" json:"cover,omitempty" doc:"What it adds to the Defense of those in it; Direct ignores it."`
}

// SideFile is one side of an encounter.
type SideFile = book.Side[FighterFile]

// FighterFile is one combatant of a side, or several alike. "- bandit: 6" is short for {who: bandit, count: 6}.
type FighterFile struct {
	Who     string     `yaml:"who" json:"who" words:"combatants" doc:"The row of the catalogue."`
	Name    string     `yaml:"name,omitempty" json:"name,omitempty" doc:"What this one is called; the row's name if not said."`
	Count   int        `yaml:"count,omitempty" json:"count,omitempty" limit:"1..12" doc:"How many alike."`
	Zone    string     `yaml:"zone,omitempty" json:"zone,omitempty" words:"zones" doc:"Where they begin; in their side's Front if not said."`
	Armour  string     `yaml:"armour,omitempty" json:"armour,omitempty" words:"armours" doc:"The armour in place of the row's; none takes it off." group:"What it has"`
	Weapons book.Names `yaml:"weapons,omitempty" json:"weapons,omitzero" words:"weapons" doc:"What they carry in place of the row's; an empty list is bare hands."`
	Before  []string   `yaml:"before,omitempty" json:"before,omitempty" doc:"The spells and rites it has cast before the fight, for their slots alone; at a zone as SPELL > ZONE, at somebody as SPELL > NAME."`
	Heads   int        `yaml:"heads,omitempty" json:"heads,omitempty" limit:"3..6" doc:"Of a squad, how many men of the row it is." group:"Whom it leads or follows"`
	Under   string     `yaml:"under,omitempty" json:"under,omitempty" doc:"Of a squad, who commands it; nobody if not said."`
	Of      string     `yaml:"of,omitempty" json:"of,omitempty" doc:"Of a shikigami or puppet, its master."`
	Calls   []string   `yaml:"calls,omitempty" json:"calls,omitempty" doc:"The shikigami a spell of theirs may call, by their seats' names; they are down until then."`

	book.Character `yaml:",inline"`
	book.Person    `yaml:",inline"`

	Own book.Values[Combatant] `yaml:",inline" json:"own,omitempty"` // any other value of the row, in its place
}

// Line returns what lines of all systems have.
func (ff *FighterFile) Line() book.Line {
	return book.Line{Who: &ff.Who, Name: &ff.Name, Count: &ff.Count, Own: &ff.Own}
}

// UnmarshalNode reads one line of a side: the long form, or "- bandit: 6".
func (ff *FighterFile) UnmarshalNode(n *strict.Node) {
	type plain FighterFile
	ff.Line().Read(n, SeatsMax, (*plain)(ff))
}

// Forms returns the long form of a line, or "- bandit: 6".
func (FighterFile) Forms() []book.Form { return book.LineForms(SeatsMax, "bandit: 6") }

// Now is a fight under way, where a breath begins or where it is over. With it an encounter is a position.
type Now struct {
	Round int                `yaml:"round" json:"round" limit:"1..200" doc:"The round under way."`
	Wait  string             `yaml:"waits for" json:"waits_for" words:"phases" doc:"What the fight waits for."`
	Seat  string             `yaml:"seat,omitempty" json:"seat,omitempty" doc:"Who is first in the count."`
	Seats map[string]NowSeat `yaml:"seats,omitempty" json:"seats,omitempty" doc:"How each combatant is."`
	Ended string             `yaml:"ended,omitempty" json:"ended,omitempty" words:"ends" doc:"How the fight ended."`

	Barriers []NowBarrier         `yaml:"barriers,omitempty" json:"barriers,omitempty" doc:"The barriers that stand."`
	Ground   map[string]NowGround `yaml:"ground,omitempty" json:"ground,omitempty" doc:"What lies on the zones."`
	Silver   map[string][]string  `yaml:"silver,omitempty" json:"silver,omitempty" doc:"By zone, the sides among whose men silver is scattered."`

	Distance string `yaml:"distance,omitempty" json:"distance,omitempty" words:"rungs" doc:"In a duel, the rung the two stand on."`
	Met      bool   `yaml:"met,omitempty" json:"met,omitempty" doc:"In a duel on high ground, that the first half-step contest is over."`

	book.AsWritten `yaml:"-" json:"-"`
}

// UnmarshalNode reads a now: block and remembers which keys it has.
func (n *Now) UnmarshalNode(node *strict.Node) {
	type plain Now
	n.Node = book.RefuseMidway(node, "breath", "blows", "dice", "for")
	n.Node.Decode((*plain)(n))
}

// NowSeat is a combatant's present state. What stands in it only for casters, squads, units or duelists is left out for
// everybody else.
type NowSeat struct {
	Energy   int      `yaml:"energy" json:"energy" limit:"0..31" doc:"Energy in hand."`
	Wounds   int      `yaml:"wounds" json:"wounds" limit:"0..99" doc:"Wounds left."`
	Zone     string   `yaml:"zone,omitempty" json:"zone,omitempty" words:"zones" doc:"Where it stands."`
	Place    int      `yaml:"place,omitempty" json:"place,omitempty" limit:"0..255" doc:"A waiter's place in the count, in eighths of an Energy."`
	Is       []string `yaml:"is,omitempty" json:"is,omitempty" items:"once" words:"states" doc:"The states it is in."`
	Held     []int    `yaml:"held,omitempty" json:"held,omitempty" doc:"The reservations held ready, for each weapon."`
	Dropped  []string `yaml:"dropped,omitempty" json:"dropped,omitempty" words:"weapon rows" doc:"The weapons that lie on the ground."`
	Gone     []string `yaml:"gone,omitempty" json:"gone,omitempty" doc:"The weapons it had lost before the fight: they lie nowhere."`
	Unloaded []string `yaml:"unloaded,omitempty" json:"unloaded,omitempty" words:"weapon rows" doc:"The weapons that must be made ready first."`
	Stance   string   `yaml:"stance,omitempty" json:"stance,omitempty" words:"stances" doc:"The stance it holds."`
	Zero     []string `yaml:"zero,omitempty" json:"zero,omitempty" max:"2" words:"zeros" doc:"What was used for 0 Energy this round: spear wall, guard stance, the Outside, control, a Kata."`
	Exposed  int      `yaml:"exposed,omitempty" json:"exposed,omitempty" limit:"0..20" doc:"What its Defense has lost until its next breath."`
	Fate     int      `yaml:"fate,omitempty" json:"fate,omitempty" limit:"0..3" doc:"The Fate Interventions used."`

	Slots     map[string][]int `yaml:"slots,omitempty" json:"slots,omitempty" doc:"Of a caster, the slots left of 1, 3, 5, 7 and 9 dan, by list."`
	Spell     string           `yaml:"spell,omitempty" json:"spell,omitempty" words:"spells" doc:"The spell it casts or holds."`
	Stage     int              `yaml:"stage,omitempty" json:"stage,omitempty" limit:"0..6" doc:"How many of its stages are paid; all of a spell that is held."`
	Rounds    []string         `yaml:"rounds,omitempty" json:"rounds,omitempty" words:"casting marks" doc:"What the rounds remember of its casting."`
	HoldsOver []string         `yaml:"holds over,omitempty" json:"holds_over,omitempty" doc:"Whom it holds sealed, or the two zones it holds in a dream."`
	Opened    string           `yaml:"opened,omitempty" json:"opened,omitempty" words:"zones and scene" doc:"The zone it has laid open."`
	On        []string         `yaml:"on,omitempty" json:"on,omitempty" doc:"What others have laid on it: received, blessed, what spells do; with a number where it counts."`
	Cohesion  int              `yaml:"cohesion,omitempty" json:"cohesion,omitempty" limit:"0..5" doc:"Of a squad, its Cohesion."`
	Under     string           `yaml:"under,omitempty" json:"under,omitempty" doc:"Of a squad, its commander; nobody if not said."`
	Formation string           `yaml:"formation,omitempty" json:"formation,omitempty" doc:"Of a squad, the formation it stands in."`
	Orders    int              `yaml:"orders,omitempty" json:"orders,omitempty" limit:"0..2" doc:"Of a squad, the orders obeyed this round."`
	Done      []string         `yaml:"done,omitempty" json:"done,omitempty" items:"once" doc:"Of a squad, what it remembers: attack, rally, charged, thrust, halved."`
	Wards     int              `yaml:"wards,omitempty" json:"wards,omitempty" limit:"0..2" doc:"Of a unit, the wards it holds for its master."`
	Gold      *int             `yaml:"gold,omitempty" json:"gold,omitempty" limit:"0..15" doc:"The gold it can still spend."`
	Faith     *int             `yaml:"faith,omitempty" json:"faith,omitempty" limit:"0..15" doc:"The Faith it can still spend."`
	Uses      []int            `yaml:"uses,omitempty" json:"uses,omitempty" doc:"The uses left of its Kata of so many a fight, in the order of its traits."`

	Guard *int     `yaml:"guard,omitempty" json:"guard,omitempty" limit:"0..30" doc:"In a duel, its guard; 0 is broken."`
	Hurt  []string `yaml:"hurt,omitempty" json:"hurt,omitempty" items:"once" words:"locations" doc:"In a duel, the locations struck."`
	Mind  []string `yaml:"mind,omitempty" json:"mind,omitempty" items:"once" words:"minds" doc:"In a duel, what is remembered of it."`
}

// UnmarshalNode reads a combatant's state, and refuses what is in the middle of a maneuver.
func (ns *NowSeat) UnmarshalNode(node *strict.Node) {
	type plain NowSeat
	book.RefuseMidway(node, "focus").Decode((*plain)(ns))
}

// NowBarrier is a side's barrier.
type NowBarrier struct {
	By     string `yaml:"by" json:"by" doc:"Who has raised it."`
	Spell  string `yaml:"spell" json:"spell" words:"spells" doc:"With which spell."`
	Zone   string `yaml:"zone,omitempty" json:"zone,omitempty" words:"zones and scene" doc:"Where it stands, where it is one zone's."`
	Wounds int    `yaml:"wounds" json:"wounds" limit:"1..31" doc:"The Wounds it still takes."`
}

// NowGround is what lies on a zone.
type NowGround struct {
	Fire  int   `yaml:"fire,omitempty" json:"fire,omitempty" limit:"0..3" doc:"Lulls in which fire still burns there."`
	Gates []int `yaml:"gates,omitempty" json:"gates,omitempty" doc:"Lulls for which each side's gate still stands, the first side's first."`
}
