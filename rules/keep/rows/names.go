package rows

// The closed lists of words that rows and positions use. The constants of the engine are indices into them, and a test
// compares the two. Files and records have the words, packed positions the numbers.

// SeatsMax is the most combatants of a fight, steeds included.
const SeatsMax = 8

// WeaponsMax is how many weapons one carries.
const WeaponsMax = 2

// Unarmed is the row of bare hands.
const Unarmed = "unarmed"

// Grappling is the emphasis of Jujutsu that is of no weapon.
const Grappling = "grappling"

// AttributeNames are the eight attributes, two to a ring.
var AttributeNames = []string{"reflexes", "awareness", "stamina", "willpower", "agility",
	"intelligence", "strength", "perception"}

// SkillNames are the skills that the rules of a fight ask for: those of weapons, jujutsu the last of them, then the
// others.
var SkillNames = []string{"weapon samurai", "swords", "knives", "staves", "kanaboujutsu", "spears", "polearms", "chain", "kyujutsu", "jujutsu",
	"defense", "athletics", "horsemanship"}

// hookNames are the actions that only cost something; the GM says what they do.
var hookNames = []string{"speech"}

// LargeSize is the size of a weapon for two hands.
const LargeSize = "large"

// SizeNames are the size tags of weapons, the smallest first.
var SizeNames = []string{"small", "medium", LargeSize}

// The kinds of use of a weapon.
const (
	meleeKind  = "melee"
	ThrownKind = "thrown"
	aimedKind  = "aimed"
)

// KindNames are the kinds of use, as a weapon's row has them; the first is meant where none is said.
var KindNames = []string{meleeKind, ThrownKind, aimedKind}

// CoverNames are what a square gives against shots and throws, none first.
var CoverNames = []string{"", "some", "full"}

// StanceNames are the stances, none first.
var StanceNames = []string{"", "water", "air", "earth", "fire", "void"}

// PartNames are the parts of the body a Focused Attack may name (RK-119 to RK-123).
var PartNames = []string{"arm", "leg", "hand", "foot", "head", "eye", "ear", "finger"}

// FocusNames are the parts for which a Focused Attack has an effect.
var FocusNames = PartNames[:6]

// Names of actions that package tale asks for.
const (
	AttackAction = "attack"
	MoveAction   = "move"
	StringAction = "string"
	BeginAction  = "begin"
)

// ActionNames are the actions as events call them.
var ActionNames = []string{"end the turn", AttackAction, "grapple", "defend", "guard", "step", MoveAction, "trot", "ride", "crawl", "stand up", "mount",
	"dismount", "leave the field", "ready", "stow", "let go of", "pick up", StringAction, "struggle free", "tend", "test",
	"hit", "break", "throw", "drag", "maintain", "nevermind",
	"speak", "first", "last", "begin with", "shake off the stun", "rally",
	"use", "draw", "put away", BeginAction, "pay for", "complete"}

// PhaseNames are what a fight can wait for, as positions and messages call it.
var PhaseNames = []string{"over", "initiative", "draw", "opening stance", "void points", "stance", "turn", "calls", "test", "efforts", "contest",
	"strike", "damage", "endure", "shove", "extra attack", "agreement", "first or last", "which first"}

// firstOrLast is the index in PhaseNames of the decision whether an effect comes first or last.
const firstOrLast = 17

// BoundaryNames are those of PhaseNames in which a position can be written: the beginning and the end of the fight, of
// a round, of a turn.
var BoundaryNames = append(PhaseNames[:7:7], PhaseNames[firstOrLast])

// The conditions of a combatant, and the marks of its round and turn.
var (
	StatusNames   = []string{"prone", "blind", "incapacitated", "recovering", "gone", "tended", "yielded"}
	TurnMarkNames = []string{"begun in void", "declared", "acted", "chosen void"}
)

// SpentNames are the uses of a Void Point and the bonus of the Void stance.
var SpentNames = []string{"accelerate", "boost", "deflect", "endure", "strive", "swap", "void stance", "void strike"}
