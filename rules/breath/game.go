package breath

import (
	"kokyu/rules"
	"kokyu/rules/breath/rows"
	"kokyu/rules/stage"
)

// Game is one encounter under the rules of the three documents. It is worked out once and never changes, so that a
// search only looks numbers up at a node, and several searches may share it. Everything that changes is in [State].
type Game struct {
	// Who fights.
	n          int // combatants: their seats are 0 to n-1
	fighters   [rules.SeatsMax]fighter
	combatants [rules.SeatsMax]rows.Combatant // the row of each seat, with the values of its line
	stances    []stance                       // of all seats; a stance that two know is in it twice, since its cost differs by holder
	// Where, and by which rulings.
	rule       rulings
	hasZones   bool            // it has zones; else everybody is in the one scene
	usesExtras bool            // squads, gifts, spells or purses are in it, so that State.extras may be other than zero
	inPlay     [zoneCount]bool // the zones that the file names
	zones      [zoneCount]rows.Zone
	cover      [zoneCount]int8 // Defense that a zone gives
	stepsApart [zoneCount][zoneCount]uint8
	allied     rules.Side // the side that wins ties of Energy and Finesse (EB-10)
	rounds     uint8      // the cap
	goal       rules.Goal
	layout     stage.Layout[State] // the bytes of a position that are packed
	// The order of those with equal Energy.
	byTieRank [rules.SeatsMax]uint8 // the seats in the order of ties
	tieRank   [rules.SeatsMax]uint8 // a seat's place in that order: of equal Energy the lower goes first (EB-09, EB-10, R-29)
	// For estimates and solvers.
	ratings      [rules.SeatsMax]rating
	scoreWeights weights                      // of Score
	leafWeights  weights                      // of Leaf
	energyBounds [rules.SeatsMax]energyBounds // what each seat's Energy buys at best, for Pack
	endgames     *endgames                    // tablebases of any two who fight alone, nil where nobody has them; shared by copies
	// Duels and spells.
	duel           ladder
	casters        []casterSheet   // those who cast spells
	lasting        []lastingEffect // what their lasting spells lay on people
	preparedSpells []preparedSpell
	shiftsDice     bool // some spell lets its bearer shift a die

	base // last, so that what a search reads lies together
}

// base is what the games of all systems have.
type base = stage.Base[State, rows.EncounterFile, rows.Book]

var _ rules.Encounter[State] = (*Game)(nil)

// fighter is the part of a combatant that does not change, summed up from its row, its line in the file, its weapons
// and traits. The part that changes is in [seat].
type fighter struct {
	name, kind string
	side       rules.Side
	grade      grade
	courage    int8
	finesse    int8
	physique   int8
	presence   int8
	// Energy, Wounds and Defense as they are with nothing laid on the combatant.
	energy        int8 // at the start of a round, armour's penalty taken off (EB-01)
	wounds        int8 // at the start of the fight
	evasion       int8 // the part of Defense, besides stance and terrain, that Direct ignores
	bodyDefense   int8 // Defense without armour and evasion: 10, or less for the weakest
	armourDefense int8 // Defense by armour, shield and hide: the part that Pierce ignores
	// The limit of a breath, and what raises it now and then.
	limit        int8  // Energy that a breath may cost without a check of overload (EB-12): 5 or more
	coreLimit    int8  // added to it in the Core (the trait Asura)
	descentLimit int8  // added to it in a Kamuy Descent
	descentCost  int8  // Energy of a Kamuy Descent
	fate         uint8 // Fate Interventions a fight, 0 to 3
	// Its abilities, and where it begins.
	initiative    int8
	staunchNeed   int8 // what two dice must show to stop its bleeding: the easier of two checks (MA-43)
	domination    int8 // twice what it adds by grade and Presence to its side's Domination of a zone, as grades give halves
	coreFree      bool // enters the Core without a check
	lightfoot     bool // may leap to and from high ground without a path
	mounted       bool // may gallop
	stealth       bool // may move unseen
	outsideEnergy int8 // Energy of entering the Outside; -1 if it may not
	isMob         bool
	isLord        bool
	startZone     uint8
	slots         [3]slot
	techniques    []technique // techniques, in the order they are offered
	stances       []uint8

	// As a caster, and as a target of spells.
	casterNumber uint8 // 1 + index into Game.casters, 0 casts nothing
	yoma         bool  // a demon, against whom some spells do more, and some alone work
	wisdom       int8
	hardiness    int8 // the proficiency, for checks of focus

	// In a duel.
	footwork      int8 // its modifier of a half-step contest: Finesse and Footwork
	guard         int8 // most guard in a duel
	guardRegained int8 // the part of it that a lull gives back

	retinue
}

// grade is a combatant's rank, in the order of rows.Grades.
type grade uint8

const (
	mob grade = iota
	minion
	veteran
	elite
	lord
)

// isSquad reports whether a seat is a squad: several men of one row, who have no Energy.
func (f *fighter) isSquad() bool { return f.heads > 0 }

// isBound reports whether a seat is a unit that moves only on its master's Energy. A called unit has its own.
func (f *fighter) isBound() bool { return f.nature != natureOwn && !f.called }

// breathes reports whether a seat has Energy of its own. Only such seats stand in the count, and only they can be given
// any (EB-123).
func (f *fighter) breathes() bool { return !f.isMob && !f.isSquad() && !f.isBound() }

// retinue is the part of a fighter about leading others and being led. Most combatants have none of it.
type retinue struct {
	heads         int8  // the men of a squad at the start; 0 for any other combatant
	woundsEach    int8  // Wounds of each of them
	squadsMax     int8  // squads it may lead
	commander     uint8 // a squad's commander at the start, or nobody
	orderReach    uint8 // steps its orders carry
	cheapOrders   bool  // its orders cost 1
	rallyGain     int8  // the Cohesion that its rally gives
	orderDiscount int8  // the Energy that all its traits take off an order
	hasSeal       bool  // it has the Seal of Shura: blows cost less in the Core (EB-93)

	nature    nature
	master    uint8  // a unit's master, or nobody
	called    bool   // a unit with Energy of its own, down until a spell calls it
	controls  nature // the kind of unit that it can be the master of
	canGive   bool   // it can hand Energy to an ally (EB-75)
	canRoar   bool   // it can roar at a squad
	canRaise  bool   // it can raise the squads' morale as a round begins
	roarBonus int8   // the modifier of its roar: Presence and Intimidation
	katas     []kata
	purse     [2]int8 // places of its gold and its Faith in State.purses, -1 for none
	wealth    [2]int8 // the gold and the Faith that it begins with
}

const (
	natureOwn nature = iota
	natureShikigami
	naturePuppet
)

// nature says whether a combatant breathes on its own or is a unit, in the order of rows.Natures.
type nature uint8

// kata is a 0-Energy Kata as one combatant knows it: a trained maneuver that costs no Energy, but is limited otherwise.
// (A Kata that costs Energy is a technique of kindKata.)
type kata struct {
	name      string
	effect    uint8 // kataStrike ...
	trigger   uint8 // triggerOwn ...
	pays      uint8 // paysNone ...
	price     int8  // in gold, Faith or Defense, by pays
	perFight  int8  // uses a fight; 0 for no limit but that of the rounds
	purse     int8  // if perFight is not 0: the index into State.purses of the uses left
	bit       uint8 // its bit in seat.zeroUses, set when it has been used in this round
	bonus     int8  // added to the dice of its strike
	perBreath bool  // it is used once a breath and has no bit; such a Kata stands behind the others
}

// The effects of Kata, in the order of rows.KataEffects.
const (
	kataStrike     uint8 = iota // strikes after a parry or a miss
	kataOrder                   // waives the price of an order
	kataControl                 // controls a unit
	kataHead                    // adds a man to a squad
	kataDomination              // scatters silver, which takes Domination
	kataBoost                   // adds to an ally's next roll
	kataCleanse                 // ends what ails an ally
)

// When a Kata may be used, in the order of rows.KataTriggers.
const (
	triggerOwn uint8 = iota // in one's own breath
	triggerParry
	triggerMiss
)

// What a Kata pays with, in the order of rows.KataPrices.
const (
	paysNone uint8 = iota
	paysGold
	paysFaith
	paysExposed // Defense until one's next breath
)

// slot is a weapon in its place: main, side or bare hands. The bits of seat.lost tell whether it can be used.
type slot struct {
	name   string
	family string
	filled bool // false of an empty slot
	long   bool
	worn   bool            // no Fumble and no blow takes it
	length int8            // in a duel: higher for a weapon that strikes from farther, 0 for one without attacks
	inBand [rungCount]bool // the rungs at which it strikes without a penalty (MA-13)
}

// canDrop reports whether a weapon can be dropped: not what is strapped or grown on, as shields and claws are.
func (sl *slot) canDrop() bool { return !sl.isHand() && sl.family != "shield" }

// isHand reports whether a weapon is no more than a hand: bare, grown on or worn.
func (sl *slot) isHand() bool { return sl.worn || sl.family == "claw" || sl.family == "unarmed" }

// weaponWord returns the name of the weapon in a slot, "second" and the name for the second of two alike.
func (f *fighter) weaponWord(slot uint8) string {
	if slot == slotSide && f.slots[slotSide].name == f.slots[slotMain].name {
		return "second " + f.slots[slotSide].name
	}
	return f.slots[slot].name
}

// techniqueKind is what a technique is for. The first two strike in their owner's breath; kindSpell is a spell that
// strikes as a blow.
type techniqueKind uint8

const (
	kindAttack techniqueKind = iota
	kindKata
	kindDefense
	kindUpkeep
	kindSpell
)

// isBlow reports whether a technique strikes in its owner's breath: an attack or a Kata.
func (a *technique) isBlow() bool { return a.kind <= kindKata }

// technique is one technique as one combatant has it, worked out from its row and that of its bearer.
type technique struct {
	name  string
	label string // the name, with the weapon's where two techniques share it
	slot  uint8
	kind  techniqueKind
	// What it costs and adds to the dice, by the zone in which its owner stands.
	cost        [zoneCount]int8 // Energy in its owner's own breath, by zone (EB-78 to EB-80)
	outsideCost [zoneCount]int8 // the same where the breath has led through the Outside
	haste       [zoneCount]int8 // Energy as an answer in haste, by zone (EB-32)
	mod         [zoneCount]int8 // modifier of the dice: attribute, proficiency, technique and zone
	// Its reach, and its effects if it lands.
	reach          uint8 // steps between zones; 0 hand to hand
	wounds         int8
	criticalWounds int8            // Wounds on a critical
	twentyWounds   int8            // Wounds if dice and modifiers come to 20 or more; 0 if that means nothing
	pierce         int8            // points of armour and shield it ignores
	direct         int8            // points of evasion, stance and terrain it ignores
	extraDefense   int8            // added to the target's Defense
	exposes        int8            // taken from the target's Defense until its next breath
	rungMod        [rungCount]int8 // in a duel: modifier by the rung of the ladder, 0 or less, or outOfReach
	flags          techniqueFlags
	onceFlag       flags // the flag of a seat that says that its one use of the fight is gone; 0 if it has no such limit
}

type techniqueFlags uint32

const (
	techShort techniqueFlags = 1 << iota
	techLong
	techRanged
	techAutomatic   // succeeds without a roll
	techStrip       // takes a held stance
	techTopple      // leaves the target Defenseless
	techBleed       // the target bleeds
	techBleedCrit   // the target bleeds on a critical
	techIncorporeal // Incorporeal: passes armour and evasion alike
	techUnloads     // unloads the weapon
	techNock
	techReload
	techDiscounted // costs 2 Energy or more, so that the Core can lower its price
	techTanto      // a dagger, which strikes among locked blades too
	techEmptyHand  // the empty-hand move
	techDroppable  // struck with something that can be dropped
	techSpell      // a casting, which fails as a spell does
	techAnswerable // a casting that a defence technique may answer
)

// stance is a stance as one combatant holds it. rooted and strikes are the words of its row as numbers, in the order of
// the lists "rooted" and "strikes" of rows.
type stance struct {
	name            string
	cost            [zoneCount]int8
	defense         int8
	domination      int8
	frontDomination int8  // Domination more in a Front
	rooted          uint8 // 0, rootRound, rootHeld
	strikes         uint8 // 0, strikeShorter, strikeMiss
	needsWeapon     bool  // goes with the main weapon
	technique       uint8 // index into the holder's techniques of the blow it strikes
}

const (
	rootRound = 1 // its holder may not move this round
	rootHeld  = 2 // nor as long as it is held

	strikeShorter = 1 // at whoever comes with a shorter weapon, once a round
	strikeMiss    = 2 // at whoever has missed its holder
)

// outOfReach stands in technique.rungMod where there is no attack, as two rungs outside its weapon's band (MA-16). It
// is compared, never added.
const outOfReach = -99

// ladder is the part of a duel that does not change.
type ladder struct {
	on             bool    // the fight is a duel
	startRung      uint8   // the rung at which it begins
	farthest       uint8   // the farthest rung there is: issoku itto on a narrow path (MA-49)
	points         int8    // of a sparring match; 0 with real swords
	footingPenalty int8    // of whoever moves on bad footing (MA-48, R-120)
	highBonus      [2]int8 // of high ground, in the first half-step contest (MA-50)
	glarePenalty   [2]int8 // of the sun, on every check (MA-51)
}

// casterSheet is the part of one caster that does not change: the spells it knows in this fight and its slots. The part
// that changes is in [caster], which has the same index.
type casterSheet struct {
	seat         uint8
	spells       []spell
	lists        []string                       // the spell lists it casts from
	slotsAtStart [rows.ListsMax][slotDans]uint8 // by list and dan
	slotsFull    [rows.ListsMax][slotDans]uint8 // by list and dan, after a rest
	ritesAtStart [rows.ListsMax]uint8           // a Tatsujin's slots for rites
	energyGain   float64                        // for the estimate: how much better its Energy is spent on spells than on blows
}

// slotDans is how many spell dans a fight has slots of: 1, 3, 5, 7 and 9. The dan after them is that of a Tatsujin's
// rites, which are never cast in a fight (SP-14).
const slotDans = 5

// spell is a spell as one caster casts it: its costs are the caster's.
type spell struct {
	name      string
	effects   *rows.SpellEffects
	caster    uint8 // the index of its caster
	technique uint8 // of a spell at one target's Defense: the index of the technique it strikes with
	list      uint8 // index into casterSheet.lists
	dan       uint8 // index of its slots: 0 for 1 dan, 1 for 3 dan ...
	cost      [rows.StagesMax]int8
	pauses    [rows.StagesMax]rows.Pause
	stages    uint8
	targets   targetKind
	reach     uint8
	need      int8 // the number its check must reach; 0 of a spell against Defense
	mod       int8 // modifier of the dice: Wisdom and proficiency
	flags     spellFlags
	until     until
	lasting   uint8   // 1 + index into Game.lasting; 0 if it leaves nothing on people that lasts
	worth     float64 // for the estimate, in Wounds
}

type spellFlags uint8

const (
	spellAgainstWisdom spellFlags = 1 << iota // the target's Wisdom is added to the number
	spellAtDefense                            // the target's Defense is the number
	spellReacts                               // it answers a blow
	spellHeld                                 // after its activation it is held, in the place of a stance
	spellDispersed                            // its stages are paid over rounds
)

// targetKind is the kind of target that a spell has, in the order of rows.SpellTargets.
type targetKind uint8

const (
	atFoe targetKind = iota
	atYoma
	atAlly
	atSelf
	atFriend // self or ally
	atZone
	atAll      // everybody in a zone: an area spell
	atAllYoma  // an area spell that is rolled against yoma only
	atFoes     // the foes in two neighbouring zones
	atAura     // a boon on those beside the caster
	atSide     // the caster's side
	atBarrier  // the barrier of its side
	atBlow     // the blow it answers
	atUnit     // a shikigami to call
	atWorkings // a foe's casting, boon or barrier
)

// until is the end of a spell's effects on people. After untilOwnEnd, for an effect that has an end of its own, the
// order is that of rows.SpellTerms.
type until uint8

const (
	untilOwnEnd   until = iota // as its effect says
	untilBreath                // the bearer's next breath
	untilLull                  // the lull of this round
	untilNextLull              // the lull of the next round
	untilFight                 // the end of the fight
	untilReleased              // its caster lets it go
	untilBarrier               // its barrier is gone
)

// lastingEffect is the effect of a lasting spell on people: one bit of [marks], or two for a number. Casters of one
// spell share it, since effects of one name do not add up (EB-63). Bits are allotted for each side by itself: a spell
// for one's own side takes none of the other's.
type lastingEffect struct {
	name          string
	effects       *rows.SpellEffects
	until         until
	casters       uint8    // the casters who know the spell, a bit each
	sides         uint8    // the sides on which it can lie, a bit each
	shift         [2]uint8 // by side: its lowest bit in marks
	twoBits       bool     // it is a number: the lulls it still lasts, or of a shift of dice 1 until it is used and then 2
	throughBreath bool     // it ends after its bearer's next breath, not before it
}

func (t *lastingEffect) mask() marks {
	if t.twoBits {
		return 3
	}
	return 1
}

// isAilment reports whether a cleansing spell ends the effect: what misleads, hushes, lays open or weakens.
func (t *lastingEffect) isAilment() bool {
	return t.effects.Mirage || t.effects.Hush || t.effects.Exposed.N != 0 || t.effects.Attack.N < 0
}

// preparedSpell is a spell cast before the fight: the indexes of its caster and of the spell, and its zone or seat.
type preparedSpell struct {
	caster, spell, zone, at uint8
}

// rating is the worth of a combatant in this fight: the Wounds it can deal to the other side, and how hard it is to
// wound. It depends on rows only and is worked out once; score.go adjusts it to the position.
type rating struct {
	woundsPerRound      float64                    // Wounds a round against the other side's mean Defense
	toughness           float64                    // how much harder than its side's mean it is to wound
	woundsPerEnergy     float64                    // Wounds a point of its Energy deals
	blowCost            int8                       // Energy of its best blow; 0 if it has none
	bestStopChance      float64                    // the chance that its best answer stops a hit of the other side's mean blow
	stopChancePerEnergy float64                    // that chance by the Energy of the answer in haste
	zonesReached        [zoneCount]uint8           // by the zone it stands in: the zones its longest technique reaches, a bit each
	squadBlow           [rows.HeadsMax + 1]float64 // of a squad: the Wounds of its blow, by heads
	rungShare           [rungCount]float64         // in a duel: woundsPerEnergy at a rung, as a share of that at its best
}

// energyBounds are upper bounds of what a fighter's Energy buys. [Game.simplify] clears what lies beyond them.
type energyBounds struct {
	cheapestArmed     int8                     // Energy of the cheapest attack or Kata with a weapon, in any zone
	cheapest          int8                     // the same with bare hands included
	hasStrikingStance bool                     // it knows a stance that strikes for no Energy
	hasteSpent        [rows.EnergyMax + 1]int8 // by Energy: the most of it that answers in haste can use up
}

// rulings are the readings that a group may choose otherwise, by their names in data/rulings.yaml, which explains each.
// The tag of a field names the ruling; a bool is true where the group has chosen the word behind the equals sign.
type rulings struct {
	// Breaths, zones and blows: document 000.
	StrainedAdds bool `rule:"strained adds=yes"`        // expansions add to the strained limit
	StrainBreath bool `rule:"strain lasts=breath"`      // the strained limit waits for the next breath, whatever the round
	FatigueStep  bool `rule:"fatigue=step"`             // each attack past the third weighs one step more
	ShortFloored bool `rule:"short core=floored"`       // R-39, stricter: relief in the Core only where the floor swallowed the reduction
	Waiting      bool `rule:"waiting=on"`               // who is next in the count may let others pass
	Defenseless  int8 `rule:"defenseless"`              // Defense that the Defenseless lose
	Breakthrough int8 `rule:"breakthrough"`             // the number to reach
	Outnumbered  int8 `rule:"breakthrough outnumbered"` // the same where the foes' Domination is twice one's own
	CoreFailure  bool `rule:"core failure=defenseless"` // thrown back from the Core means Defenseless
	Surprise     int8 `rule:"surprise"`                 // the Direct of a blow from the Flank or from hiding
	Stray        int8 `rule:"stray"`                    // the sum of dice by which a stray shot strikes a friend
	BowReach     int8 `rule:"bow reach"`                // in steps
	GunReach     int8 `rule:"gun reach"`
	ThrownReach  int8 `rule:"thrown reach"`
	CoreWithin   bool `rule:"core shots=within"`     // K-01: from the Core a shot stays in the Core
	Mandate      bool `rule:"mandate=on"`            // an attack's 10-10 that hits leaves the target Defenseless
	Retribution  bool `rule:"retribution=on"`        // a 1-1 that fails drops the weapon
	Fate         bool `rule:"fate=on"`               // Lords may shift a die
	Rounds       int8 `rule:"rounds"`                // the cap where a file names none
	Cap          int8 `rule:"modifier cap"`          // the most that is added to two dice
	PickUp       int8 `rule:"pick up"`               // Energy of taking up a dropped weapon in a breath
	LullPickUp   bool `rule:"lull pick up=free"`     // in the lull dropped weapons are taken up
	ReserveFirst bool `rule:"reservation first=yes"` // no technique answers in haste while it is reserved
	High         int8 `rule:"high ground"`           // on blows from it into another zone
	SpearFront   int8 `rule:"spear front"`           // S-01 to S-04: what zones add to the dice
	ShortFront   int8 `rule:"short front"`
	RangedRear   int8 `rule:"ranged rear"`
	GrappleCore  int8 `rule:"grapple core"`

	// Duels: document 003.
	Cramped     bool `rule:"long at close=cramped"`     // a long weapon may attack at close fighting, at -2
	StepTies    bool `rule:"step ties=initiative"`      // the mover with more Energy wins ties
	LostSteps   int8 `rule:"lost steps"`                // guard that the second half-step contest lost in a row takes
	NearMiss    int8 `rule:"near miss"`                 // by how much a miss at a location may miss to shave guard
	Location    int8 `rule:"location"`                  // Energy of naming a location
	BindCost    int8 `rule:"bind"`                      // Energy of a push, a slip and the empty hand
	Feint       int8 `rule:"feint"`                     // Energy of a feint
	FeintLight  int8 `rule:"feint bonus"`               // on its roll, with a technique of 1 or 2 Energy
	FeintHeavy  int8 `rule:"heavy feint bonus"`         // with one of 3 or more
	Pushed      int8 `rule:"pushed"`                    // guard that a push out of locked blades takes
	EmptyHand   int8 `rule:"empty hand"`                // guard that it takes
	Dagger      int8 `rule:"dagger in the lock"`        // guard that a dagger takes among locked blades
	Seized      bool `rule:"seized step=+1"`            // a half-step won is 1 on the next attack
	DescentOnce bool `rule:"descent=fight"`             // Kamuy Descent once a fight, not once a round
	SlipTakes   bool `rule:"slip away=surprise"`        // an attack after a slip away is not answered in haste
	OpenRound   bool `rule:"opening=round"`             // an opening lasts its round, whatever lands in it
	StandOff    int8 `rule:"standing off"`              // guard that two rounds of it cost
	MoverCounts bool `rule:"breakthrough counts=mover"` // who breaks through counts for its side
	StandRests  bool `rule:"standing off rests=yes"`    // K-06: who pays for it regains guard all the same

	// What weapons and stances lose or cost.
	BareSpoils bool `rule:"fumbled hand=spoils"`              // an attack's 1-1 spoils the reservations of a bare hand
	LongStance bool `rule:"stance in the core=as its weapon"` // a stance of a long weapon costs 1 more in the Core

	// Squads, units and gifts.
	Area     int8 `rule:"area"`                     // Wounds of a squad for each that an area spell takes
	Relay    bool `rule:"relay=yes"`                // Energy received may be given on in the same round
	Waives   bool `rule:"shikigami command=orders"` // shikigami command orders squads
	FewGifts bool `rule:"transfer=few"`             // 1, 2 or 4 Energy at once

	// Spells: document 002.
	EachList   bool `rule:"promotion=each"`            // two spells of a dan reached for each list
	HigherSlot bool `rule:"higher slot=yes"`           // a higher slot will do
	SeizeSix   bool `rule:"seize=6"`                   // a seizure takes six Energy, not the round
	ForceRoll  bool `rule:"force roll=excess"`         // a forced casting's check loses the Energy by which it exceeds the limit
	Ward       int8 `rule:"ward"`                      // Wounds that a ward takes
	Muted      bool `rule:"backlash=seal"`             // a backlash silences
	Rampage    bool `rule:"backlash=rampage"`          // a backlash turns the called unit on its master
	HeldBoons  bool `rule:"boons=held"`
	Schooled   bool `rule:"prophecy needs school=yes"` // SP-01: Prophecy opens to its schools only
}

// countSeats returns how many seats a condition holds for, and the last of them.
func (g *Game) countSeats(holds func(i int) bool) (n, last int) {
	for i := range g.n {
		if holds(i) {
			n, last = n+1, i
		}
	}
	return n, last
}

// anySeat reports whether a condition holds for any seat.
func (g *Game) anySeat(holds func(i int) bool) bool {
	for i := range g.n {
		if holds(i) {
			return true
		}
	}
	return false
}

// foes reports whether two seats are of different sides.
func (g *Game) foes(i, k int) bool { return g.fighters[i].side != g.fighters[k].side }

// Side returns the side a seat fights for.
func (g *Game) Side(seat rules.Seat) rules.Side { return g.fighters[seat].side }
