package keep

import (
	"kokyu/rules"
	"kokyu/rules/keep/rows"
	"kokyu/rules/stage"
)

// Game is one encounter under the rules of document 001, worked out once.
type Game struct {
	n            int // combatants
	seats        [seatsMax]fighter
	sheets       [seatsMax]rows.Sheet // the row of each seat, with the values of its line
	arms         []arm                // bare hands first, then by item
	items        []uint8              // the weapons there are
	firstArm     [itemsMax]uint8      // by item, the first way to strike with it; 0 if there is no such item
	twins        [][2]uint8           // items that are alike
	reachWeapons []reachWeapon        // what strikes hand to hand further than one square
	rule         rulings
	ground       ground
	rounds       uint8
	capEnding    uint8 // how a fight ends at the round cap
	goal         rules.Goal
	trials       []trial // what the scene asks of a skill (RK-43)
	allied       rules.Side

	effects         []effect           // of rows, those of the allied side first
	slots           []uint8            // of them, those that a position keeps
	momentEffects   [whenCount][]uint8 // of them, those that each moment sets off
	turnEffects     [seatsMax][]uint8  // and those of each one's turn
	deeds           []deed             // what is used
	beginningEvents []rules.Event      // what the beginning of the fight has set off

	packing packing
	ratings [seatsMax]rating // of Score

	base // last: a search looks at what is before it
}

// base is what the games of all systems have.
type base = stage.Base[State, rows.EncounterFile, rows.Book]

// A method misspelt is found here.
var _ rules.Encounter[State] = (*Game)(nil)

// fighter is what does not change of a combatant.
type fighter struct {
	name          string
	side          rules.Side
	attributes    [attributeCount]int
	rings         [ringCount]int
	rank          int // Insight Rank
	skills        [skillCount]int
	emphases      uint64 // the arms it has an emphasis with, as bits
	grappler      bool   // an emphasis on grappling
	samurai       bool   // may grapple with Weapon: Samurai (RK-146)
	mastery       []gain // what its masteries add to damage, by arm
	armour        int    // Armor Bonus, on foot
	mountedArmour int    // the same when mounted
	reduction     int
	clumsy        int // what armour takes off Agility and Reflexes skill tests (R-RK-73)
	technique     int // Technique Bonus
	ownMisc       int // Misc Bonus of its own
	ownMalus      int // malus of its own
	mook          bool
	fourLegs      bool
	steed         bool
	dual          bool // may wield two weapons (R-RK-70)
	voidPoints    int  // Void Points at the start
	hooks         uint8
	hungry        int // days without food and water
	sleepless     int // days without sleep
	exhausted     bool
	square        uint8
	stance        stance // the opening stance the file sets, none to choose
	initiative    int    // the Initiative Value the file sets, 0 to roll
	items         [slotsMax]string
}

// gain is what a pool gains.
type gain struct{ roll, keep, add int }

// bareHands is their place among the arms: everybody's are the same.
const bareHands = 0

// arm is a way to strike with a weapon.
type arm struct {
	name           string
	item           uint8 // noItem: bare hands
	kind           uint8 // melee, thrown, aimed
	skill          uint8
	size           uint8
	roll           int // damage
	keep           int
	charge         gain // more damage in a mounted charge
	reach          uint8
	hasReach       bool  // it strikes hand to hand further than one square
	natural        bool  // part of its body
	canGrapple     bool  // may begin a grapple (RK-142)
	entangles      uint8 // the number to escape it, entanglesByDamage for the damage roll; 0: it does not entangle
	harmless       bool  // does no damage
	armour         int8  // how often the target's Armor Bonus counts: 1, 0 or 2
	bowStrength    int   // of a bow, its strength
	takesVoidPoint bool  // a Void Point adds +1k1 to its damage (R-RK-38)
}

// reachWeapon is an item that strikes hand to hand further than one square.
type reachWeapon struct{ item, reach uint8 }

const (
	noItem            = 255
	entanglesByDamage = 255
)

// How an arm is used.
const (
	melee uint8 = iota
	thrown
	aimed
)

// Sizes of weapons.
const (
	small uint8 = iota
	medium
	large
)

// attributes, two to a ring.
const (
	reflexes = iota
	awareness
	stamina
	willpower
	agility
	intelligence
	strength
	perception
	attributeCount
)

// rings: the lower of two attributes, and Void.
const (
	ringAir = iota
	ringEarth
	ringFire
	ringWater
	ringVoid
	ringCount
)

// skills that the rules of a fight ask for.
const (
	samurai = iota // Weapon: Samurai
	swords
	knives
	staves
	kanaboujutsu
	spears
	polearms
	chain
	kyujutsu
	jujutsu
	defense
	athletics
	horsemanship
	skillCount
)

// hooks are what a sheet offers that no default sheet needs in a fight (keep's laws of speech, spells and small
// things).
const (
	hookSpeech uint8 = 1 << iota
	hookSpells
	hookObjects
	hookCosts
)

// trial is a skill test the scene asks for.
type trial struct {
	what      string
	skill     int
	attribute int
	number    int
}

// rulings are the decided readings that a table may choose otherwise, by the names of data/rulings.yaml.
type rulings struct {
	LostContest bool    `rule:"damage on a lost contest=yes"` // R-RK-13: a lost contest still deals the damage
	RaiseCap    bool    `rule:"raise cap=void"`               // R-RK-35: no more raises than the Void Ring
	Cover       [3]int8 `rule:",cover,full cover"`            // R-RK-55
	Crowded     int8    `rule:"crowded shot"`
	OneRaise    bool    `rule:"tactics raises=one"`  // R-RK-59: one Free Raise of the Tactics Pool an attack
	Focused     bool    `rule:"focused effects=yes"` // R-RK-62: Focused Attacks have effects
	VoidTwice   bool    `rule:"void twice=yes"`      // R-RK-74: the Void stance twice running
	StandOff    int8    `rule:"quiet rounds"`
	Rounds      int8    `rule:"rounds"`
	OwnOffers   bool    `rule:"nevermind=own turn"`    // R-RK-82: the end of a grapple is proposed in one's own turn alone
	EitherHit   bool    `rule:"weapon grapple=either"` // R-RK-83: a weapon grapple's Hit may be unarmed as well
	EndsOut     bool    `rule:"ends at=out"`           // R-RK-81: the Crippled are not lost to their side
	Bleeding    int8    `rule:"bleeding"`              // R-RK-76
	Bruises     int8    `rule:"bruises"`               // R-RK-88
	MookVoid    bool    `rule:"mook void=yes"`         // R-RK-77: mooks take the Void stance
	HitAndRun   bool    `rule:"hit and run=yes"`       // R-RK-80: a steed moves before and after the blow
}

// Side returns the side a seat fights for.
func (g *Game) Side(seat rules.Seat) rules.Side { return g.seats[seat].side }

func (g *Game) foes(i, k int) bool { return g.seats[i].side != g.seats[k].side }

// name returns a seat's name.
func (g *Game) name(i int) string { return g.seats[i].name }

// itemOwner returns the seat an item belongs to.
func itemOwner(item uint8) int { return int(item) / slotsMax }
