package breath

import (
	"kokyu/rules/book"
	"kokyu/rules/strict"
)

// The rows of data/*.yaml and of a table's own files: values only. A row names its effects from the closed list of
// fields here; a new kind of effect is Go and a test.

// Num is a number with its source.
type Num = book.Num

// Book is a catalogue, or the part of one that a fight used: it is what a record embeds.
type Book struct {
	Version    int                  `yaml:"version,omitempty" json:"version"`
	Weapons    map[string]Weapon    `yaml:"weapons,omitempty" json:"weapons,omitempty"`
	Armours    map[string]Armour    `yaml:"armours,omitempty" json:"armours,omitempty"`
	Stances    map[string]Stance    `yaml:"stances,omitempty" json:"stances,omitempty"`
	Traits     map[string]Trait     `yaml:"traits,omitempty" json:"traits,omitempty"`
	Combatants map[string]Combatant `yaml:"combatants,omitempty" json:"combatants,omitempty"`
}

// Weapon is a weapon, or the natural arms of a beast, with its techniques.
type Weapon struct {
	Family  string      `yaml:"family" json:"family"`                       // blade spear short staff bow gun unarmed claw shield thrown
	Skill   string      `yaml:"skill" json:"skill"`                         // the proficiency its checks use unless a technique says otherwise
	Tags    []string    `yaml:"tags,omitempty" json:"tags,omitempty"`       // long, short, one-handed, ranged, heavy, natural
	Attack  []Technique `yaml:"attack,omitempty" json:"attack,omitempty"`   // Attack A, Attack B
	Defense []Technique `yaml:"defense,omitempty" json:"defense,omitempty"` // at most one
	Upkeep  []Technique `yaml:"upkeep,omitempty" json:"upkeep,omitempty"`   // nock, reload
	Stance  string      `yaml:"stance,omitempty" json:"stance,omitempty"`   // a stance of data/stances.yaml that this weapon gives
	Bonus   *Num        `yaml:"shield,omitempty" json:"shield,omitempty"`   // added to Defense: shields
	Reach   *Num        `yaml:"reach,omitempty" json:"reach,omitempty"`     // steps between zones for ranged weapons
	Band    *Band       `yaml:"band,omitempty" json:"band,omitempty"`       // where on the ladder of a duel it is at home; else its family's
	Longer  Num         `yaml:"longer,omitempty" json:"longer,omitzero"`    // rungs it counts as longer than its band says
	Notes   string      `yaml:"notes,omitempty" json:"-"`                   // for people
}

// Band is the rungs at which a weapon is at home, from the farthest to the nearest.
type Band struct {
	From   string `yaml:"from,required" json:"from"`
	To     string `yaml:"to,required" json:"to"`
	Source string `yaml:"source,omitempty" json:"source,omitempty"`
}

// Technique is one named way to use a weapon.
type Technique struct {
	Name     string   `yaml:"name" json:"name"`
	Energy   Num      `yaml:"energy" json:"energy"`                         // base cost
	Check    string   `yaml:"check,omitempty" json:"check,omitempty"`       // attribute of the check: courage, finesse, physique
	Skill    string   `yaml:"skill,omitempty" json:"skill,omitempty"`       // other than the weapon's
	Bonus    Num      `yaml:"bonus,omitempty" json:"bonus,omitzero"`        // on the check
	Wounds   *Num     `yaml:"wounds,omitempty" json:"wounds,omitempty"`     // on a hit; default 1
	Critical *Num     `yaml:"critical,omitempty" json:"critical,omitempty"` // Wounds on a critical; default the greater of 2 and wounds
	Twenty   *Num     `yaml:"twenty,omitempty" json:"twenty,omitempty"`     // Wounds on a total of 20 or more
	Pierce   Num      `yaml:"pierce,omitempty" json:"pierce,omitzero"`      // armour and shield points ignored; 99 is all
	Direct   Num      `yaml:"direct,omitempty" json:"direct,omitzero"`      // evasion, stance and terrain points ignored
	Against  Num      `yaml:"against,omitempty" json:"against,omitzero"`    // added to the target's Defense for this blow
	Expose   Num      `yaml:"expose,omitempty" json:"expose,omitzero"`      // on a hit: Defense -N until the target's next breath
	Effects  []string `yaml:"effects,omitempty" json:"effects,omitempty"`   // strip, topple, bleed, bleed on critical, incorporeal, grapple
	Does     string   `yaml:"does,omitempty" json:"does,omitempty"`         // upkeep: nock, reload
	Once     string   `yaml:"once,omitempty" json:"once,omitempty"`         // fight: a Kata used once
	Source   string   `yaml:"source,omitempty" json:"source,omitempty"`     // of what is not a number here
}

// Armour lifts Defense.
type Armour struct {
	Defense Num `yaml:"defense" json:"defense"`                  // the whole figure: 12, 14, 16
	Energy  Num `yaml:"energy,omitempty" json:"energy,omitzero"` // penalty to maximum Energy, offset by Physique
	Limit   Num `yaml:"limit,omitempty" json:"limit,omitzero"`   // one-breath limit
}

// Stance is held until released, stripped or replaced.
type Stance struct {
	Energy     Num      `yaml:"energy" json:"energy"`
	Defense    Num      `yaml:"defense,omitempty" json:"defense,omitzero"`       // lifts Defense while held; Direct ignores it
	Domination Num      `yaml:"domination,omitempty" json:"domination,omitzero"` // while held
	Front      Num      `yaml:"front,omitempty" json:"front,omitzero"`           // further Domination in a Front
	Rooted     string   `yaml:"rooted,omitempty" json:"rooted,omitempty"`        // round: may not move this round; held: while it is held
	Strikes    string   `yaml:"strikes,omitempty" json:"strikes,omitempty"`      // shorter: at the first who enters or attacks with a shorter weapon; miss: at who misses
	Grade      []string `yaml:"grade,omitempty" json:"grade,omitempty"`          // open to every combatant of these grades
}

// Trait is an aptitude, a licence or a Kata of a class or school.
type Trait struct {
	CoreFree   bool       `yaml:"core free,omitempty" json:"core_free,omitempty"`  // enters the Core for 2 without a check
	Seal       bool       `yaml:"seal of shura,omitempty" json:"seal,omitempty"`   // melee techniques in the Core cost 1 less
	Limit      Num        `yaml:"limit,omitempty" json:"limit,omitzero"`           // one-breath limit
	CoreLimit  Num        `yaml:"core limit,omitempty" json:"core_limit,omitzero"` // the same, only in the Core
	Descent    Num        `yaml:"descent,omitempty" json:"descent,omitzero"`       // a Kata: limit +N for the round, once a round
	DescentFor Num        `yaml:"descent energy,omitempty" json:"descent_energy,omitzero"`
	Lightfoot  bool       `yaml:"lightfoot,omitempty" json:"lightfoot,omitempty"`  // may leap
	Mounted    bool       `yaml:"mounted,omitempty" json:"mounted,omitempty"`      // gallops
	Stealth    bool       `yaml:"stealth,omitempty" json:"stealth,omitempty"`      // may move hidden
	Outside    *Num       `yaml:"outside,omitempty" json:"outside,omitempty"`      // what entering the Outside costs
	Evasion    Num        `yaml:"evasion,omitempty" json:"evasion,omitzero"`       // Defense that Direct ignores
	Initiative Num        `yaml:"initiative,omitempty" json:"initiative,omitzero"` // lifts the count of the first breath
	Wounds     Num        `yaml:"wounds,omitempty" json:"wounds,omitzero"`         // Tough
	Discount   Num        `yaml:"discount,omitempty" json:"discount,omitzero"`     // Energy off techniques of one family
	Family     string     `yaml:"family,omitempty" json:"family,omitempty"`        // the family of the discount
	Stance     string     `yaml:"stance,omitempty" json:"stance,omitempty"`        // gives a stance
	Kata       *Technique `yaml:"kata,omitempty" json:"kata,omitempty"`            // an attack Kata with the main weapon
	Source     string     `yaml:"source,omitempty" json:"source,omitempty"`
}

// Combatant is a stat block.
type Combatant struct {
	Grade      string         `yaml:"grade" json:"grade"` // mob minion veteran elite lord
	Courage    Num            `yaml:"courage,omitempty" json:"courage,omitzero"`
	Finesse    Num            `yaml:"finesse,omitempty" json:"finesse,omitzero"`
	Physique   Num            `yaml:"physique,omitempty" json:"physique,omitzero"`
	Wisdom     Num            `yaml:"wisdom,omitempty" json:"wisdom,omitzero"`
	Presence   Num            `yaml:"presence,omitempty" json:"presence,omitzero"`
	Fate       Num            `yaml:"fate,omitempty" json:"fate,omitzero"`
	Energy     *Num           `yaml:"energy,omitempty" json:"energy,omitempty"`   // given for yoma and wanderers; else 10 + Finesse
	Wounds     *Num           `yaml:"wounds,omitempty" json:"wounds,omitempty"`   // given by grade; else 3 + Physique
	Defense    *Num           `yaml:"defense,omitempty" json:"defense,omitempty"` // the whole figure where a block prints one; what armour does not explain is hide
	Armour     string         `yaml:"armour,omitempty" json:"armour,omitempty"`
	Weapons    []string       `yaml:"weapons" json:"weapons"`                   // main first; a shield or a second weapon
	Skills     map[string]Num `yaml:"skills,omitempty" json:"skills,omitempty"` // points 0 to 5; a skill not named is untrained
	Traits     []string       `yaml:"traits,omitempty" json:"traits,omitempty"`
	Domination *Num           `yaml:"domination,omitempty" json:"domination,omitempty"`
	Guard      Num            `yaml:"guard,omitempty" json:"guard,omitzero"` // a master's deeper guard in duels, besides the formula (MA-52)
	Goes       string         `yaml:"goes,omitempty" json:"goes,omitempty"`  // whom it attacks by nature: nearest, weakest lord (for minds to come)
	Source     string         `yaml:"source,omitempty" json:"source,omitempty"`
}

// EncounterFile is what a GM writes: who fights whom, where, for what.
type EncounterFile struct {
	book.Head `yaml:",inline"`
	Allied    *int                   `yaml:"allied,omitempty" json:"allied,omitempty" limit:"1..2"` // which side wins ties of count; default the first
	Zones     map[string]Zone        `yaml:"zones,omitempty" json:"zones,omitempty"`                // none: one scene without zones
	Rows      *Book                  `yaml:"rows,omitempty" json:"-"`                               // of this encounter alone, over the catalogue; a record keeps them with the others
	Sides     []SideFile             `yaml:"sides" json:"sides"`
	Duel      *DuelFile              `yaml:"duel,omitempty" json:"duel,omitempty"` // two alone, on the ladder of document 003
	Objective *book.Objective        `yaml:"objective,omitempty" json:"objective,omitempty"`
	Rulings   map[string]book.Choice `yaml:"rulings,omitempty" json:"rulings,omitempty"`
	Now       *Now                   `yaml:"now,omitempty" json:"now,omitempty"`
}

// DuelFile makes a fight of two a duel: where it starts, the one line of terrain, and the points of a sparring match.
type DuelFile struct {
	Start   string `yaml:"start,omitempty" json:"start,omitempty"`     // a rung; default issoku itto
	Terrain string `yaml:"terrain,omitempty" json:"terrain,omitempty"` // sandbar, narrow path, high ground, backlight
	Side    string `yaml:"side,omitempty" json:"side,omitempty"`       // who stands high, or has the sun in its eyes
	Points  *int   `yaml:"points,omitempty" json:"points,omitempty" limit:"1..9"`
}

// Zone is a zone of the scene with what the terrain adds.
type Zone struct {
	High  bool `yaml:"high,omitempty" json:"high,omitempty"`   // attacks from it into others +1; a leap to enter or leave
	Path  bool `yaml:"path,omitempty" json:"path,omitempty"`   // a way up: no leap needed
	Slow  bool `yaml:"slow,omitempty" json:"slow,omitempty"`   // swamp: movement +1
	Cover *Num `yaml:"cover,omitempty" json:"cover,omitempty"` // Defense for those in it; Direct ignores it
}

// SideFile is one side of an encounter.
type SideFile struct {
	Name     string        `yaml:"name" json:"name"`
	Fighters []FighterFile `yaml:"fighters" json:"fighters"`
}

// FighterFile is one combatant of a side, or several alike. "- bandit: 6" is short for {who: bandit, count: 6}.
type FighterFile struct {
	Who     string     `yaml:"who" json:"who"`
	Name    string     `yaml:"name,omitempty" json:"name,omitempty"`
	Count   int        `yaml:"count,omitempty" json:"count,omitempty" limit:"1..12"`
	Zone    string     `yaml:"zone,omitempty" json:"zone,omitempty"`
	Armour  string     `yaml:"armour,omitempty" json:"armour,omitempty"`  // instead of the row's
	Weapons book.Names `yaml:"weapons,omitempty" json:"weapons,omitzero"` // instead of the row's; none is bare hands
}

// Now is a fight under way: what differs from its start. With it an encounter is a position.
type Now struct {
	Round  int                `yaml:"round" json:"round" limit:"1..200"`
	Wait   string             `yaml:"waits for" json:"waits_for"` // count, breath, overload, force, strike, answer, defend, stray, draw, bleed, over
	Seat   string             `yaml:"seat,omitempty" json:"seat,omitempty"`
	Seats  map[string]NowSeat `yaml:"seats,omitempty" json:"seats,omitempty"`
	Breath *NowBreath         `yaml:"breath,omitempty" json:"breath,omitempty"`
	Blows  []NowBlow          `yaml:"blows,omitempty" json:"blows,omitempty"`
	Ended  string             `yaml:"ended,omitempty" json:"ended,omitempty"`
	Dice   []int              `yaml:"dice,omitempty" json:"dice,omitempty"` // faces a Lord may still shift
	For    string             `yaml:"for,omitempty" json:"for,omitempty"`   // the roll they are for

	Distance string `yaml:"distance,omitempty" json:"distance,omitempty"` // in a duel: the rung
	Met      bool   `yaml:"met,omitempty" json:"met,omitempty"`           // the first half-step contest is over

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
	Energy  int      `yaml:"energy" json:"energy" limit:"0..31"`
	Wounds  int      `yaml:"wounds" json:"wounds" limit:"0..99"`
	Zone    string   `yaml:"zone,omitempty" json:"zone,omitempty"`
	Place   int      `yaml:"place,omitempty" json:"place,omitempty" limit:"0..255"` // a waiter's, in eighths
	Is      []string `yaml:"is,omitempty" json:"is,omitempty"`                      // states by name
	Held    []int    `yaml:"held,omitempty" json:"held,omitempty"`                  // reservations by weapon
	Dropped []string `yaml:"dropped,omitempty" json:"dropped,omitempty"`
	Empty   []string `yaml:"unloaded,omitempty" json:"unloaded,omitempty"`
	Stance  string   `yaml:"stance,omitempty" json:"stance,omitempty"`
	Zero    int      `yaml:"zero,omitempty" json:"zero,omitempty" limit:"0..255"` // 0-Energy uses of this round, as bits
	Exposed int      `yaml:"exposed,omitempty" json:"exposed,omitempty" limit:"0..20"`
	Fate    int      `yaml:"fate,omitempty" json:"fate,omitempty" limit:"0..3"` // interventions used

	Guard *int     `yaml:"guard,omitempty" json:"guard,omitempty" limit:"0..30"` // in a duel; 0 is broken
	Hurt  []string `yaml:"hurt,omitempty" json:"hurt,omitempty"`                 // locations struck
	Mind  []string `yaml:"mind,omitempty" json:"mind,omitempty"`                 // what a duel remembers of it
}

// NowBreath is the breath under way.
type NowBreath struct {
	Spent   int      `yaml:"spent" json:"spent" limit:"0..31"`
	Strikes int      `yaml:"strikes,omitempty" json:"strikes,omitempty" limit:"0..31"`
	Focus   []string `yaml:"focus,omitempty" json:"focus,omitempty"` // sprint, nock
	Tight   bool     `yaml:"tight,omitempty" json:"tight,omitempty"`
	Strain  string   `yaml:"strain,omitempty" json:"strain,omitempty"` // held, broken
	Task    []int    `yaml:"task,omitempty" json:"task,omitempty"`
	Scan    int      `yaml:"scan,omitempty" json:"scan,omitempty" limit:"0..255"`
}

// NowBlow is an exchange under way.
type NowBlow struct {
	By     string `yaml:"by" json:"by"`
	At     string `yaml:"at" json:"at"`
	With   string `yaml:"with" json:"with"`
	Mod    int    `yaml:"mod" json:"mod" limit:"-40..40"`
	Sum    int    `yaml:"sum,omitempty" json:"sum,omitempty" limit:"0..20"`
	Is     int    `yaml:"is,omitempty" json:"is,omitempty" limit:"0..255"`
	Answer string `yaml:"answer,omitempty" json:"answer,omitempty"`
	Aim    string `yaml:"aim,omitempty" json:"aim,omitempty"` // in a duel: a location, or feint
}
