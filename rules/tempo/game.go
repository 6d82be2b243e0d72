package tempo

import (
	"kokyu/rules"
	"kokyu/rules/stage"
	"kokyu/rules/tempo/rows"
)

// Game is one encounter under the rules of document 004, worked out once: everything a search asks is a look-up.
type Game struct {
	n                int // combatants
	seats            [seatsMax]fighter
	combatActions    [actionCount]combatAction
	rule             rulings
	ground           ground
	rounds           uint8
	capEnding        uint8 // how a fight ends at the round cap
	goal             goal
	order            [seatsMax]uint8   // the seats in the order of initiative: higher Reactions, the allied side, the roster
	rank             [seatsMax]uint8   // the place of each seat in it
	opponents        [2][]uint8        // by side, the seats of the other one
	initiativeChance [seatsMax]float64 // what each seat weighs in the value of a fight
	allied           rules.Side
	layout           stage.Layout[State] // what of a position is packed
	scoreView        *view               // the weights of Score
	leafView         *view               // those of Leaf
	recoveryTable    []recovery
	woundThresholds  [4][5]int16 // by kind of damage: the least damage of each category of wounds

	base // last: what a search reads lies together before it
}

// base is what the games of all systems have.
type base = stage.Base[State, rows.EncounterFile, rows.Book]

// A method misspelt is found here.
var _ rules.Encounter[State] = (*Game)(nil)

// fighter is what does not change of a combatant.
type fighter struct {
	name            string
	side            rules.Side
	skills          [skillCount]int8
	combatDefence   int8    // Combat Defence
	armouredDefence int8    // Combat Defence (Armoured)
	grappleDefence  int8    // Grapple Defence
	protection      [4]int8 // by damage type
	burden          int8
	speed           int8     // Base Combat Movement
	toughness       int8     // added to every wound threshold (R-TP-36)
	boxes           [3]uint8 // how many it has of each severity; a position counts those filled
	startsOnGuard   bool     // begins On Guard
	square          uint8
	slots           [2]slot
	arms            []arm
	bareHands       uint8                  // index of the empty hands among the arms
	threatened      [3]uint16              // the distances threatened, as bits, by what is in hand
	movesToThreat   [3][groundMax + 1]int8 // by what is in hand and how far away a foe is: how many Moves until it is threatened
	woundsFrom      [seatsMax][]blowWounds // what blows do to it, by another seat and its arm
}

// slot is what one of a combatant's hands can hold: a weapon where there is one.
type slot struct {
	name     string
	present  bool
	ranged   bool
	guard    int8  // added to Parry and CT Parry, the buckler's part included
	cost     int8  // what parrying, winding, disarming and grappling with it costs
	skill    int8  // rating
	shots    uint8 // a full load
	reload   uint8 // AP
	firstArm uint8 // index of the first arm
}

// arm is one striking surface, or one way to shoot, in one combatant's hands.
type arm struct {
	name        string
	slot        uint8 // slotNone: empty hands
	ranged      bool
	cost        int8
	skill       int8 // rating
	dice        int8
	damageBonus int8  // added to the damage
	kind        uint8 // damage type
	min         uint8 // reach
	max         uint8
	unaimed     int8 // accuracy unaimed
	aimed       int8
	speed       uint8
	increment   uint8 // range increment
	shotsUsed   uint8 // shots that one attack takes
}

// combatAction is one combat action as the book has it.
type combatAction struct {
	cost       int8 // AP; byWeapon
	status     uint8
	answers    uint32 // the actions it answers, as bits
	replaces   uint32
	thresholds [2]threshold // the thresholds of the second and third row of its table of outcomes
	inverted   bool         // the dice are subtracted (R-TP-38)
}

const byWeapon = -1

// threshold is a threshold, worked out: a number, or one of the target's defences.
type threshold struct {
	n    int8
	what uint8
}

const (
	markNumber uint8 = iota
	markCombat
	markArmoured
	markGrapple
	markNone // the table ends before this row
)

// recovery is a row of the table of Recover Stamina.
type recovery struct{ from, ap int8 }

// skills of document 004's checks, as decided (R-TP-31).
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

// goal is an objective, worked out.
type goal struct {
	rules.Goal
	exits     [squaresMax]bool  // escape: the squares that lead away
	exitSteps [squaresMax]uint8 // from each square to the nearest of them, past walls; 0 where there is no way
	farthest  uint8             // the largest of steps
}

// rulings are how unclear laws are read, by the names of data/rulings.yaml; whoever plays may read them otherwise.
type rulings struct {
	Points     int8     `rule:"action points"`  // TP-02
	Counter    int8     `rule:"counter-attack"` // R-TP-41, as those below but Disarm and Grapple
	Evade      int8     `rule:"evade"`
	Wind       int8     `rule:"wind"`
	Double     int8     `rule:"double"`
	Disarm     int8     `rule:"disarm opposed"` // R-TP-53
	Grapple    int8     `rule:"grapple opposed"`
	Stamina    int8     `rule:"stamina"`
	Feint      int8     `rule:"drawn parry"`             // TP-52
	Armed      int8     `rule:"armed counter"`           // TP-79
	Dagger     bool     `rule:"dagger in a grapple=yes"` // R-TP-59: a dagger strikes in a grapple
	PickUp     bool     `rule:"pick up answered=yes"`    // R-TP-60: picking up is answered
	Half       bool     `rule:"opening=half"`            // R-TP-58: the first turn of the fight begins with part of its AP
	Rounds     int8     `rule:"rounds"`                  // R-TP-54
	Boxes      [3]uint8 `rule:"minor boxes,moderate boxes,severe boxes"`
	Loss       [3]int8  `rule:"minor loss,moderate loss,severe loss"` // AP when sustained
	Weak       [3]int8  `rule:",moderate penalty,severe penalty"`     // by category of the wounds
	Short      int8     `rule:"severe short"`                         // AP maximum lost by a severe wound
	Either     bool     `rule:"retreat=either"`                       // R-TP-11: a Retreat may also close
	Initiative bool     `rule:"initiative=rolled"`                    // the initiative is rolled
	OneHanded  int8     `rule:"one-handed"`                           // R-TP-27
	PlainParry bool     `rule:"parry=none"`                           // R-TP-41: no weapon adds to a Parry
	Dearest    bool     `rule:"idle surface=dearest"`                 // R-TP-67: an action that strikes nothing costs what the dearest surface does
	Begins     bool     `rule:"beginner=chosen"`                      // R-TP-42: the winner chooses who begins
}

// Side returns the side a seat fights for.
func (g *Game) Side(seat rules.Seat) rules.Side { return g.seats[seat].side }

func (g *Game) foes(i, k int) bool { return g.seats[i].side != g.seats[k].side }

// name returns a seat's name.
func (g *Game) name(i int) string { return g.seats[i].name }

// arm returns what seat i strikes with.
func (g *Game) arm(i int, with uint8) *arm { return &g.seats[i].arms[with] }

// hasMeleeInHand reports whether seat i has a melee weapon in hand.
func (g *Game) hasMeleeInHand(c *seat, i int) bool {
	return c.hand != slotNone && !g.seats[i].slots[c.hand].ranged
}

// isInHand reports whether an arm can strike now: its weapon in hand; empty hands always, as fists and feet (TP-78).
func (a *arm) isInHand(c *seat) bool { return a.slot == slotNone || a.slot == c.hand }

// apMax returns the AP a seat can hold: a severe wound lowers it (R-TP-36).
func (g *Game) apMax(c *seat) uint8 {
	if c.boxes[2] > 0 {
		return uint8(g.rule.Points - g.rule.Short)
	}
	return uint8(g.rule.Points)
}

// woundPenalty returns the penalty of the worst wound to every check (R-TP-32).
func (g *Game) woundPenalty(c *seat) int8 {
	if k := c.worstWound(); k > 0 {
		return g.rule.Weak[k-1]
	}
	return 0
}

// worstWound returns the worst wound one has, 1 minor to 3 severe, 0 if it has none.
func (c *seat) worstWound() int {
	for k := len(c.boxes); k > 0; k-- {
		if c.boxes[k-1] > 0 {
			return k
		}
	}
	return 0
}
