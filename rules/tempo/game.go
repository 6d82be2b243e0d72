package tempo

import (
	"kokyu/rules"
	"kokyu/rules/stage"
	"kokyu/rules/tempo/rows"
)

// Game is one encounter under the rules of document 004. It never changes once it is built: everything that a fight
// changes is in State, and what a search asks often is worked out here and only looked up.
type Game struct {
	n                int // how many combatants there are: their seats are 0 to n-1
	seats            [seatsMax]fighter
	combatActions    [actionCount]combatAction
	rule             rulings
	ground           ground
	rounds           uint8
	capEnding        uint8 // how a fight ends at the round cap
	goal             goal
	order            [seatsMax]uint8   // the seats in the order of initiative, see orderSeats
	rank             [seatsMax]uint8   // by seat, its index in order
	opponents        [2][]uint8        // by side, the seats of the other one
	initiativeChance [seatsMax]float64 // by seat, the chance that it wins the initiative
	allied           rules.Side
	layout           stage.Layout[State] // what of a position is packed
	scoreView        *view               // the weights of Score, and what they make of the combatants
	leafView         *view               // those of Leaf
	recoveryTable    []recovery          // of Recover Stamina, the lowest result first
	// by kind of damage: the least damage of each category of wounds, minor first
	woundThresholds [4][5]int16

	base // last: what a search reads lies together before it
}

// base is what the games of all systems have.
type base = stage.Base[State, rows.EncounterFile, rows.Book]

var _ rules.Encounter[State] = (*Game)(nil)

// fighter is the part of a combatant that no fight changes: its row with the values of its line, worked out once.
type fighter struct {
	name            string
	side            rules.Side
	skills          [skillCount]int8
	combatDefence   int8     // Combat Defence
	armouredDefence int8     // Combat Defence (Armoured)
	grappleDefence  int8     // Grapple Defence
	protection      [4]int8  // what armour takes off damage, by kind
	burden          int8     // what armour takes off Footwork and Endurance
	speed           int8     // Base Combat Movement: how many squares a Move goes
	toughness       int8     // added to every wound threshold, by Size (R-TP-36)
	boxes           [3]uint8 // how many it has of each severity; a position counts those filled
	startsOnGuard   bool     // it begins On Guard, not Off Guard
	square          uint8
	slots           [2]slot
	arms            []arm
	bareHands       uint8     // index of the empty hands among the arms
	threatened      [3]uint16 // by slot in hand: the distances it threatens, as bits
	// by slot in hand and the distance of a foe: how many Moves until it is threatened
	movesToThreat [3][groundMax + 1]int8
	woundsFrom    [seatsMax][]blowWounds // by another seat and its arm: the wounds of a blow at this one
}

// slot is one of a combatant's weapons, if it is present.
type slot struct {
	name     string
	present  bool
	ranged   bool
	guard    int8  // added to Parry and CT Parry, the buckler's part included
	cost     int8  // what parrying, winding, disarming and grappling with it costs
	skill    int8  // the rating of its skill
	shots    uint8 // a full load
	reload   uint8 // the AP of a reload
	firstArm uint8 // the index of the first arm with it
}

// arm is one way to strike: a surface of a melee weapon, or a way to shoot with a ranged one, in one combatant's hands.
type arm struct {
	name        string
	slot        uint8 // slotNone: empty hands
	ranged      bool
	cost        int8
	skill       int8  // rating
	dice        int8  // six-sided dice of damage
	damageBonus int8  // added to them
	kind        uint8 // of damage: slash and so on
	min, max    uint8 // the least and the most squares it reaches
	unaimed     int8  // accuracy without aiming
	aimed       int8  // accuracy after aiming
	speed       uint8 // whoever is farther away than so many squares may dodge (TP-103)
	increment   uint8 // the squares without a range penalty, and for each further point of it
	shotsUsed   uint8 // shots that one attack takes
}

// combatAction is the part of a combat action that the catalogue sets; rows.Action is the part that it cannot change.
type combatAction struct {
	cost       int8         // AP, or byWeapon
	status     uint8        // the statuses it is allowed in, as bits
	answers    uint32       // the actions it answers, as bits
	replaces   uint32       // the actions it takes the place of, as bits
	thresholds [2]threshold // of the rows above the lowest of its outcome table
	inverted   bool         // the dice are subtracted (R-TP-38)
}

// byWeapon is the cost of an action that costs what the weapon does.
const byWeapon = -1

// threshold is the result from which a row of an outcome table counts: a number, or one of the target's defences.
type threshold struct {
	n    int8
	what uint8 // atNumber and so on
}

const (
	atNumber uint8 = iota
	atCombatDefence
	atArmouredDefence
	atGrappleDefence
	atNothing // the table ends before this row
)

// recovery is a row of the table of Recover Stamina: from which result on it regains how many AP.
type recovery struct{ from, ap int8 }

// Skills of checks (R-TP-31), in the order of rows.SkillNames.
const (
	blades = iota
	axes
	clubs
	polearms
	bows
	firearms
	throwing
	brawling
	wrestling
	footwork
	endurance
	reactions
	skillCount
)

// goal is the objective of a fight, with what an escape needs of the map.
type goal struct {
	rules.Goal
	exits [squaresMax]bool // escape: the squares that lead away
	// by square: the steps to the nearest of them, past walls; 0 of those, and where there is no way
	exitSteps [squaresMax]uint8
	farthest  uint8 // the most of exitSteps
}

// rulings are the readings of unclear laws that a group may choose otherwise. The tag names the ruling in
// data/rulings.yaml; behind the equals sign is the choice that makes a flag true.
type rulings struct {
	ActionPoints    int8     `rule:"action points"`  // TP-02
	Counter         int8     `rule:"counter-attack"` // R-TP-41, as those below but Disarm and Grapple
	Evade           int8     `rule:"evade"`
	Wind            int8     `rule:"wind"`
	Double          int8     `rule:"double"`
	Disarm          int8     `rule:"disarm opposed"` // R-TP-53
	Grapple         int8     `rule:"grapple opposed"`
	Stamina         int8     `rule:"stamina"`
	DrawnParry      int8     `rule:"drawn parry"`             // TP-52
	ArmedCounter    int8     `rule:"armed counter"`           // TP-79
	DaggerInGrapple bool     `rule:"dagger in a grapple=yes"` // R-TP-59: a dagger strikes in a grapple
	PickUp          bool     `rule:"pick up answered=yes"`    // R-TP-60: picking up is answered
	HalfOpening     bool     `rule:"opening=half"`            // R-TP-58: the first turn of the fight begins with part of its AP
	Rounds          int8     `rule:"rounds"`                  // R-TP-54
	Boxes           [3]uint8 `rule:"minor boxes,moderate boxes,severe boxes"`
	APLost          [3]int8  `rule:"minor loss,moderate loss,severe loss"` // AP when sustained
	WoundPenalty    [3]int8  `rule:",moderate penalty,severe penalty"`     // by category of the wounds
	// AP maximum lost by a severe wound
	APMaxLost        int8 `rule:"severe short"`
	RetreatMayClose  bool `rule:"retreat=either"`       // R-TP-11: a Retreat may also close
	RolledInitiative bool `rule:"initiative=rolled"`    // the initiative is rolled
	OneHanded        int8 `rule:"one-handed"`           // R-TP-27
	PlainParry       bool `rule:"parry=none"`           // R-TP-41: no weapon adds to a Parry
	DearestSurface   bool `rule:"idle surface=dearest"` // R-TP-67: an action that strikes nothing costs what the dearest surface does
	ChosenBeginner   bool `rule:"beginner=chosen"`      // R-TP-42: the winner chooses who begins
}

// Side returns the side a seat fights for.
func (g *Game) Side(seat rules.Seat) rules.Side { return g.seats[seat].side }

// foes reports whether two seats are of different sides.
func (g *Game) foes(i, k int) bool { return g.seats[i].side != g.seats[k].side }

// name returns a seat's name.
func (g *Game) name(i int) string { return g.seats[i].name }

// arm returns an arm of seat i by its index.
func (g *Game) arm(i int, with uint8) *arm { return &g.seats[i].arms[with] }

// hasMeleeInHand reports whether seat i has a melee weapon in hand.
func (g *Game) hasMeleeInHand(c *seat, i int) bool {
	return c.hand != slotNone && !g.seats[i].slots[c.hand].ranged
}

// isInHand reports whether an arm can strike now: its weapon is in hand; empty hands always can, as fists and feet
// (TP-78).
func (a *arm) isInHand(c *seat) bool { return a.slot == slotNone || a.slot == c.hand }

// apMax returns the AP a seat can hold: a severe wound lowers it (R-TP-36).
func (g *Game) apMax(c *seat) uint8 {
	if c.boxes[2] > 0 {
		return uint8(g.rule.ActionPoints - g.rule.APMaxLost)
	}
	return uint8(g.rule.ActionPoints)
}

// woundPenalty returns what the worst wound adds to every check, 0 or less (R-TP-32).
func (g *Game) woundPenalty(c *seat) int8 {
	if k := c.worstWound(); k > 0 {
		return g.rule.WoundPenalty[k-1]
	}
	return 0
}

// worstWound returns the category of a seat's worst wound: minor to severe, 0 for none.
func (c *seat) worstWound() int {
	for k := len(c.boxes); k > 0; k-- {
		if c.boxes[k-1] > 0 {
			return k
		}
	}
	return 0
}
