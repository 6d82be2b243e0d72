package keep

import (
	"kokyu/rules"
	"kokyu/rules/keep/rows"
	"kokyu/rules/stage"
)

// Game is one encounter under the rules of document 001. It never changes once it is built: everything that a fight
// changes is in State, so that a search can copy and compare positions by value.
type Game struct {
	n            int                  // how many combatants there are: their seats are 0 to n-1
	seats        [seatsMax]fighter    // by seat: what no fight changes of it
	sheets       [seatsMax]rows.Sheet // the row of each seat, with the values of its line
	arms         []arm                // bare hands first, then by item
	items        []uint8              // the weapons there are, as indices into State.items
	firstArm     [itemsMax]uint8      // by item, the first way to strike with it; 0 if there is no such item
	twins        [][2]uint8           // pairs of items of one row
	reachWeapons []reachWeapon        // the weapons that strike hand to hand farther than one square
	rule         rulings
	ground       ground
	rounds       uint8
	capEnding    uint8 // how a fight ends at the round cap
	goal         rules.Goal
	trials       []trial // what the scene asks of a skill (RK-43)
	allied       rules.Side

	// of rows, those of the allied side first; the lists below have indices into it
	effects         []effect
	slots           []uint8            // those that a position keeps, in the order of State.slots
	momentEffects   [whenCount][]uint8 // by moment: those that it sets off
	turnEffects     [seatsMax][]uint8  // by seat: those that its turn sets off
	deeds           []deed             // techniques, spells and small objects that somebody can use
	beginningEvents []rules.Event      // the events of what the beginning of the encounter sets off

	packing packing
	ratings [seatsMax]rating // what Score knows of each seat

	// A search reads the fields above at every node and base hardly ever, so that base stands last and the others share
	// cache lines.
	base
}

// base is the part of a game that all systems have alike: file, catalogue, names, first position.
type base = stage.Base[State, rows.EncounterFile, rows.Book]

var _ rules.Encounter[State] = (*Game)(nil)

// fighter is the part of a combatant that no fight changes: its sheet with the values of its line, worked out once.
type fighter struct {
	name              string
	side              rules.Side
	attributes        [attributeCount]int
	rings             [ringCount]int
	rank              int // Insight Rank
	skills            [skillCount]int
	emphases          uint64 // the arms it has an emphasis with: bit j is Game.arms[j]
	grappler          bool   // has an emphasis on grappling
	samuraiHands      bool   // may grapple with Weapon: Samurai (RK-146)
	mastery           []gain // by arm: what its masteries add to the damage
	armorBonus        int    // Armor Bonus, on foot
	mountedArmorBonus int    // the same when mounted
	reduction         int
	clumsy            int // what armour takes off tests of a skill with Agility or Reflexes (R-RK-73)
	techniqueBonus    int // Technique Bonus
	miscBonus         int // the Misc Bonus of its sheet
	malus             int // the malus of its sheet
	mook              bool
	fourLegs          bool
	steed             bool
	dual              bool // may wield two weapons (R-RK-70)
	voidPoints        int  // Void Points at the start
	speaks            bool // is offered speech
	hungryDays        int  // days without food and water
	sleeplessDays     int  // days without sleep
	exhausted         bool
	square            uint8              // where it begins the fight
	stance            stance             // the opening stance the file sets; noStance: it chooses one
	initiative        int                // the Initiative Value the file sets; 0: it rolls
	weapons           [weaponsMax]string // the names of its weapons
}

// gain is what a pool of dice gains: so many rolled, so many kept, and a number added to the total.
type gain struct{ roll, keep, add int }

// bareHands is the place of bare hands in Game.arms: everybody's are the same.
const bareHands = 0

// arm is one way to strike: a use of one weapon, or bare hands. A weapon with several uses, as one that can be thrown,
// has several arms.
type arm struct {
	name       string
	item       uint8 // the weapon, an index into State.items; noItem for bare hands
	kind       uint8 // melee, thrown, aimed
	skill      uint8
	size       uint8 // small, medium, large
	roll       int   // dice of damage
	keep       int   // of them, those kept
	charge     gain  // the dice of damage in a mounted charge, in place of roll and keep; zero for none
	reach      uint8 // squares
	hasReach   bool  // it strikes hand to hand farther than one square: [Reach] (RK-204)
	natural    bool  // part of its body
	canGrapple bool  // may begin a grapple (RK-142)
	// what a test to escape it has to reach; entanglesByDamage for the damage roll; 0: it does not entangle
	entangles      uint8
	harmless       bool // does no damage
	armour         int8 // how often the target's Armor Bonus counts: 1, 0 or 2
	bowStrength    int  // of a bow, its strength
	takesVoidPoint bool // a Void Point adds +1k1 to its damage (R-RK-38)
}

// reachWeapon is a weapon that strikes hand to hand farther than one square, and how many squares.
type reachWeapon struct{ item, reach uint8 }

const (
	noItem            = 255 // arm.item of bare hands, effect.item of what needs no weapon
	entanglesByDamage = 255 // arm.entangles of a weapon whose damage roll is the number to escape it (R-RK-79)
)

// How an arm is used, in the order of rows.KindNames.
const (
	melee uint8 = iota
	thrown
	aimed
)

// Sizes of weapons, in the order of rows.SizeNames.
const (
	small uint8 = iota
	medium
	large
)

// Attributes, two to a ring, in the order of rows.AttributeNames.
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

// Rings: the lower of two attributes, and Void.
const (
	ringAir = iota
	ringEarth
	ringFire
	ringWater
	ringVoid
	ringCount
)

// Skills that the rules of a fight ask for, in the order of rows.SkillNames.
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

// trial is a skill test that the scene asks for: an action that anybody may take, and of which the fight only tells the
// result (RK-43).
type trial struct {
	what      string
	skill     int
	attribute int
	number    int
}

// rulings are the readings of unclear laws that a group may choose otherwise. The tag names the ruling in
// data/rulings.yaml; behind the equals sign is the choice that makes a flag true, behind a comma the further rulings of
// an array.
type rulings struct {
	LostContest bool    `rule:"damage on a lost contest=yes"` // R-RK-13: a lost contest still deals the damage
	RaiseCap    bool    `rule:"raise cap=void"`               // R-RK-35: no more raises than the Void Ring
	Cover       [3]int8 `rule:",cover,full cover"`            // R-RK-55: by noCover, someCover and fullCover, the bonus against shots
	Crowded     int8    `rule:"crowded shot"`
	OneRaise    bool    `rule:"tactics raises=one"`  // R-RK-59: one Free Raise of the Tactics Pool an attack
	Focused     bool    `rule:"focused effects=yes"` // R-RK-62: Focused Attacks have effects
	VoidTwice   bool    `rule:"void twice=yes"`      // R-RK-74: the Void stance twice running
	StandOff    int8    `rule:"quiet rounds"`        // R-RK-74: after so many rounds in which nobody strikes the fight ends
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

// foes reports whether two seats are of different sides.
func (g *Game) foes(i, k int) bool { return g.seats[i].side != g.seats[k].side }

// name returns a seat's name.
func (g *Game) name(i int) string { return g.seats[i].name }

// itemOwner returns the seat an item belongs to.
func itemOwner(item uint8) int { return int(item) / weaponsMax }
