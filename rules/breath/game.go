package breath

import (
	"kokyu/rules"
	"kokyu/rules/breath/rows"
	"kokyu/rules/stage"
)

// Game is one encounter under the rules of document 000, worked out once: everything a search asks is a look-up.
type Game struct {
	n        int // combatants
	seats    [rules.SeatsMax]fighter
	people   [rules.SeatsMax]rows.Combatant // the row of each seat, with the values of its line
	stances  []stance
	rule     rulings
	zoned    bool
	wide     bool // squads, gifts, spells or purses are in it: something may be laid on people and places
	inPlay   [zoneCount]bool
	zones    [zoneCount]rows.Zone
	cover    [zoneCount]int8
	steps    [zoneCount][zoneCount]uint8 // distance in steps, for shots
	allied   rules.Side
	rounds   uint8
	goal     rules.Goal
	layout   stage.Layout[State]   // what of a position is packed
	ranked   [rules.SeatsMax]uint8 // the seats in the order of ties
	order    [rules.SeatsMax]uint8 // rank in ties of equal Energy: the lower goes first (EB-09, EB-10, R-29)
	rated    [rules.SeatsMax]rating
	weights  Weights // of Score
	ahead    Weights // of Leaf
	thrift   [rules.SeatsMax]thrift
	endgames *endgames // tablebases of any two who fight alone, nil where nobody has them; shared by copies
	duel     ladder
	mages    []mage // those who cast spells
	terms    []term // what their lasting spells lay on people
	befores  []before
	senses   bool // a spell may shift dice

	base // last: a search looks at what is before it
}

// base is what the games of all systems have.
type base = stage.Base[State, rows.EncounterFile, rows.Book]

// A method misspelt is found here.
var _ rules.Encounter[State] = (*Game)(nil)

// fighter is what does not change of a combatant.
type fighter struct {
	name, kind string
	side       rules.Side
	grade      grade
	courage    int8
	finesse    int8
	physique   int8
	presence   int8
	energy     int8 // maximum, armour's penalty taken off
	wounds     int8
	evasion    int8 // what Direct ignores, without stance and terrain
	body       int8 // Defense without armour: 10, or less for the weakest
	shell      int8 // armour, shield and hide: what Pierce ignores
	limit      int8 // one-breath limit, 5 and more
	inCore     int8 // added to it in the Core (Asura)
	descent    int8 // added to it in a Kamuy Descent
	descentFor int8
	fate       uint8 // Fate Interventions a fight, 0 to 3
	initiative int8
	staunch    int8 // 2d10 that stops bleeding: the easier of the two checks
	domination int8 // doubled, own part with Presence
	coreFree   bool
	lightfoot  bool
	mounted    bool
	stealth    bool
	outside    int8 // what entering the Outside costs; -1 may not
	mob        bool
	lord       bool
	start      uint8 // zone
	slots      [3]slot
	arms       []arm // techniques, in the order they are offered
	stances    []uint8

	mage      uint8 // 1 + index into Game.mages, 0 casts nothing
	yoma      bool
	wisdom    int8
	hardiness int8 // proficiency

	footwork int8 // Finesse and Footwork: what it adds to a half-step contest
	guard    int8 // most guard in a duel
	calm     int8 // what a lull gives back of it

	retinue
}

// slot is a weapon in its place: main, side, bare hands.
type slot struct {
	name   string
	family string
	there  bool
	long   bool
	worn   bool            // no Fumble and no blow takes it
	length int8            // in a duel: how far its band reaches out, 0 for what strikes nobody
	in     [rungCount]bool // the rungs of its band
}

// kind of technique.
type kind uint8

const (
	isAttack kind = iota
	isKata
	isDefense
	isUpkeep
	isSpell
)

// arm is one technique in one combatant's hands.
type arm struct {
	name   string
	label  string // the name, with the weapon's where two techniques share it
	slot   uint8
	kind   kind
	cost   [zoneCount]int8 // Energy in its own breath, by zone (rules 1, 2 and 4)
	far    [zoneCount]int8 // the same where the breath has led through the Outside
	haste  [zoneCount]int8 // improvised, by zone
	mod    [zoneCount]int8 // attribute, proficiency, technique and zone
	reach  uint8           // steps between zones; 0 hand to hand
	wounds int8
	fatal  int8 // Wounds on a critical
	twenty int8 // Wounds on a total of 20 or more, 0 as usual
	pierce int8
	direct int8
	extra  int8 // added to the target's Defense
	expose int8
	off    [rungCount]int8 // in a duel: what a rung of the ladder takes from the check, or outOfReach
	is     armFlags
	once   flags // the state that remembers its one use, 0 if it has no such limit
}

type armFlags uint32

const (
	armShort armFlags = 1 << iota
	armLong
	armRanged
	armSaint     // succeeds without a roll
	armStrip     // takes a held stance
	armTopple    // leaves the target Defenseless
	armBleed     // the target bleeds
	armBleedCrit // the target bleeds on a critical
	armGhost     // Incorporeal: passes armour and evasion alike
	armEmpties   // unloads the weapon
	armNock
	armReload
	armDiscounted
	armTanto    // a dagger, in tsubazeriai
	armEmpty    // the empty-hand move
	armHeld     // struck with something that can be dropped
	armSpell    // a casting: its failures are a spell's
	armAnswered // a casting that a defence technique may answer
)

// stance is a stance with what gives it.
type stance struct {
	name       string
	cost       [zoneCount]int8
	defense    int8
	domination int8
	front      int8
	rooted     uint8 // 0, rootRound, rootHeld
	strikes    uint8 // 0, strikeShorter, strikeMiss
	weapon     bool  // goes with the main weapon
	owner      uint8 // costs are worked out for its holder
	arm        uint8 // the blow it strikes, index into the holder's arms
}

const (
	rootRound = 1
	rootHeld  = 2

	strikeShorter = 1
	strikeMiss    = 2
)

type grade uint8

const (
	mob grade = iota
	minion
	veteran
	elite
	lord
)

// rulings are the decided readings that a table may choose otherwise, by the names of data/rulings.yaml.
type rulings struct {
	StrainedAdds bool `rule:"strained adds=yes"`        // expansions add to the strained limit
	StrainBreath bool `rule:"strain lasts=breath"`      // the strained limit waits for the next breath, whatever the round
	FatigueStep  bool `rule:"fatigue=step"`             // each attack past the third weighs one step more
	ShortFloored bool `rule:"short core=floored"`       // R-39, stricter: relief in the Core only where the floor swallowed the reduction
	Waiting      bool `rule:"waiting=on"`
	Defenseless  int8 `rule:"defenseless"`
	Breakthrough int8 `rule:"breakthrough"`
	Outnumbered  int8 `rule:"breakthrough outnumbered"`
	CoreFailure  bool `rule:"core failure=defenseless"` // thrown back from the Core means Defenseless
	Surprise     int8 `rule:"surprise"`
	Stray        int8 `rule:"stray"`
	BowReach     int8 `rule:"bow reach"`
	GunReach     int8 `rule:"gun reach"`
	ThrownReach  int8 `rule:"thrown reach"`
	CoreWithin   bool `rule:"core shots=within"`     // K-01: from the Core a shot stays in the Core
	Mandate      bool `rule:"mandate=on"`
	Retribution  bool `rule:"retribution=on"`
	Fate         bool `rule:"fate=on"`
	Rounds       int8 `rule:"rounds"`
	Cap          int8 `rule:"modifier cap"`
	PickUp       int8 `rule:"pick up"`
	LullPickUp   bool `rule:"lull pick up=free"`
	ReserveFirst bool `rule:"reservation first=yes"`
	High         int8 `rule:"high ground"`
	SpearFront   int8 `rule:"spear front"`
	ShortFront   int8 `rule:"short front"`
	RangedRear   int8 `rule:"ranged rear"`
	GrappleCore  int8 `rule:"grapple core"`

	Cramped     bool `rule:"long at close=cramped"` // a long weapon may attack at close fighting, at -2
	StepTies    bool `rule:"step ties=initiative"`  // the mover with more Energy wins ties
	LostSteps   int8 `rule:"lost steps"`
	NearMiss    int8 `rule:"near miss"`
	Location    int8 `rule:"location"`
	Bind        int8 `rule:"bind"`
	Feint       int8 `rule:"feint"`                 // Energy
	FeintLight  int8 `rule:"feint bonus"`
	FeintHeavy  int8 `rule:"heavy feint bonus"`
	Pushed      int8 `rule:"pushed"` // guard
	EmptyHand   int8 `rule:"empty hand"`
	Dagger      int8 `rule:"dagger in the lock"`
	Seized      bool `rule:"seized step=+1"`            // a half-step won is 1 on the next attack
	DescentOnce bool `rule:"descent=fight"`             // Kamuy Descent once a fight, not once a round
	SlipTakes   bool `rule:"slip away=surprise"`        // an attack after a slip away is not answered in haste
	OpenRound   bool `rule:"opening=round"`             // an opening lasts its round, whatever lands in it
	StandOff    int8 `rule:"standing off"`
	MoverCounts bool `rule:"breakthrough counts=mover"` // who breaks through counts for its side
	StandRests  bool `rule:"standing off rests=yes"`    // K-06

	BareSpoils bool `rule:"fumbled hand=spoils"`              // an attack's 1-1 spoils what a bare hand holds ready
	LongStance bool `rule:"stance in the core=as its weapon"` // a stance of a long weapon costs 1 more in the Core

	Area     int8 `rule:"area"`
	Relay    bool `rule:"relay=yes"`
	Waives   bool `rule:"shikigami command=orders"` // shikigami command orders squads
	FewGifts bool `rule:"transfer=few"`             // 1, 2 or 4 Energy at once

	EachList   bool `rule:"promotion=each"`            // two spells of a dan reached for each list
	HigherSlot bool `rule:"higher slot=yes"`           // a higher slot will do
	SeizeSix   bool `rule:"seize=6"`                   // a seizure takes six Energy, not the round
	ForceRoll  bool `rule:"force roll=excess"`         // what a forced casting exceeds the limit by comes off its check
	Ward       int8 `rule:"ward"`
	Muted      bool `rule:"backlash=seal"`             // a backlash silences
	Rampage    bool `rule:"backlash=rampage"`          // a backlash turns the called unit on its master
	HeldBoons  bool `rule:"boons=held"`
	Schooled   bool `rule:"prophecy needs school=yes"` // SP-01: Prophecy opens to its schools only
}

// Side returns the side a seat fights for.
func (g *Game) Side(seat rules.Seat) rules.Side { return g.seats[seat].side }
