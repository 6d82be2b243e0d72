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
	arms         []arm                // ways to strike: bare hands first, then by item
	items        []uint8              // the weapons there are, as indices into State.items
	firstArm     [itemsMax]uint8      // by item, the first way to strike with it; 0 if there is no such item
	twins        [][2]uint8           // pairs of items of one row: exchanged, they make the same position for a solver
	reachWeapons []reachWeapon        // the weapons that strike hand to hand farther than one square
	rule         rulings
	ground       ground
	rounds       uint8
	capEnding    uint8 // how a fight ends at the round cap
	goal         rules.Goal
	trials       []trial    // skill tests that the scene offers (RK-43)
	allied       rules.Side // its effects come first where nothing else orders them

	effects         []effect           // all that rows bring; those of the allied side first
	slots           []uint8            // the effects that a position keeps, in the order of State.slots; all as indices into effects
	momentEffects   [whenCount][]uint8 // by moment: the effects that it sets off
	turnEffects     [seatsMax][]uint8  // by seat: the effects that its turn sets off
	deeds           []deed             // techniques, spells and small objects that somebody can use
	beginningEvents []rules.Event      // what the log has of the effects that the beginning of the fight sets off

	packing packing
	ratings [seatsMax]rating // what Score knows of each seat

	base // last, since a search hardly ever reads it, and the others share cache lines without it
}

// base is the part of a game that all systems have alike: file, catalogue, names, first position.
type base = stage.Base[State, rows.EncounterFile, rows.Book]

var _ rules.Encounter[State] = (*Game)(nil)

// fighter is the part of a combatant that no fight changes: the row of its sheet with the values of its line in the
// file.
type fighter struct {
	name              string
	side              rules.Side
	attributes        [attributeCount]int
	rings             [ringCount]int
	rank              int // Insight Rank
	skills            [skillCount]int
	emphases          uint64 // the arms it has an emphasis with, for which it rolls ones again: bit j is Game.arms[j]
	grappler          bool   // has an emphasis on grappling
	samuraiHands      bool   // may grapple with Weapon: Samurai (RK-146)
	mastery           []gain // by arm: what its masteries add to the damage
	armorBonus        int    // Armor Bonus, on foot
	mountedArmorBonus int    // the same when mounted
	reduction         int    // what armour takes off damage
	clumsy            int    // what armour takes off tests of a skill with Agility or Reflexes (R-RK-73)
	techniqueBonus    int    // Technique Bonus
	miscBonus         int    // the Misc Bonus of its sheet
	malus             int    // the malus of its sheet
	mook              bool
	fourLegs          bool
	steed             bool
	dual              bool // may wield two weapons (R-RK-70)
	voidPoints        int  // Void Points at the start
	speaks            bool // its actions include speech
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
	name           string
	item           uint8 // the weapon, an index into State.items; noItem for bare hands
	kind           uint8 // melee, thrown, aimed
	skill          uint8
	size           uint8 // small, medium, large
	roll           int   // dice of damage
	keep           int   // of them, those kept
	charge         gain  // the dice of damage in a mounted charge, in place of roll and keep; zero for none
	reach          uint8 // squares
	hasReach       bool  // it strikes hand to hand farther than one square: [Reach] (RK-204)
	natural        bool  // part of its body
	canGrapple     bool  // may begin a grapple (RK-142)
	entangles      uint8 // what a test to escape it has to reach, or entanglesByDamage; 0: it does not entangle
	harmless       bool  // does no damage
	armour         int8  // how many times the target's Armor Bonus counts: 1, 0 or 2
	bowStrength    int   // of a bow, its strength
	takesVoidPoint bool  // a Void Point adds +1k1 to its damage (R-RK-38)
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

// trial is a skill test that the scene offers as an action to everybody; the fight only tells the result (RK-43).
type trial struct {
	what      string
	skill     int
	attribute int
	number    int
}

// rulings are the readings of unclear laws that a group may choose. The tag names the ruling in data/rulings.yaml: with
// the choice that makes a flag true behind an equals sign, the further rulings of an array behind commas.
type rulings struct {
	LostContest bool    `rule:"damage on a lost contest=yes"` // R-RK-13: a lost contest still deals the damage
	RaiseCap    bool    `rule:"raise cap=void"`               // R-RK-35: no more raises than the Void Ring
	Cover       [3]int8 `rule:",cover,full cover"`            // R-RK-55: by noCover, someCover and fullCover, the bonus against shots
	Crowded     int8    `rule:"crowded shot"`                 // R-RK-55: what a foe beside the bowman adds to a shot, below 0
	OneRaise    bool    `rule:"tactics raises=one"`           // R-RK-59: one Free Raise of the Tactics Pool an attack
	Focused     bool    `rule:"focused effects=yes"`          // R-RK-62: Focused Attacks have effects
	VoidTwice   bool    `rule:"void twice=yes"`               // R-RK-74: the Void stance twice running
	StandOff    int8    `rule:"quiet rounds"`                 // R-RK-74: after so many rounds in which nobody strikes the fight ends
	Rounds      int8    `rule:"rounds"`                       // the round cap where the file names none
	OwnOffers   bool    `rule:"nevermind=own turn"`           // R-RK-82: the end of a grapple is proposed in one's own turn alone
	EitherHit   bool    `rule:"weapon grapple=either"`        // R-RK-83: a weapon grapple's Hit may be unarmed as well
	EndsOut     bool    `rule:"ends at=out"`                  // R-RK-81: the Crippled are not lost to their side
	Bleeding    int8    `rule:"bleeding"`                     // R-RK-76: Wounds a round of those who are Out and not tended
	Bruises     int8    `rule:"bruises"`                      // R-RK-88: Wounds of being thrown or driven against something
	MookVoid    bool    `rule:"mook void=yes"`                // R-RK-77: mooks take the Void stance
	HitAndRun   bool    `rule:"hit and run=yes"`              // R-RK-80: a steed moves before and after the blow
}

// Side returns the side a seat fights for.
func (g *Game) Side(seat rules.Seat) rules.Side { return g.seats[seat].side }

// foes reports whether two seats are of different sides.
func (g *Game) foes(i, k int) bool { return g.seats[i].side != g.seats[k].side }

// name returns a seat's name.
func (g *Game) name(i int) string { return g.seats[i].name }

// itemOwner returns the seat an item belongs to.
func itemOwner(item uint8) int { return int(item) / weaponsMax }
