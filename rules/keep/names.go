package keep

// The closed lists of words that rows and positions use. The engine counts by the index in a list; a test of the engine holds
// its constants to the order here.

// SeatsMax is the largest roster of this system, steeds that can be struck among them.
const SeatsMax = 8

// weaponsMax is how many weapons one carries.
const weaponsMax = 2

// Unarmed is the row of bare hands.
const Unarmed = "unarmed"

// grapplingName is the emphasis of Jujutsu that is no weapon.
const grapplingName = "grappling"

var attributeNames = []string{"reflexes", "awareness", "stamina", "willpower", "agility", "intelligence", "strength", "perception"}

// skillNames are the skills that the rules of a fight ask for: those of weapons, jujutsu the last of them, then the others.
var skillNames = []string{"weapon samurai", "swords", "knives", "staves", "kanaboujutsu", "spears", "polearms", "chain", "kyujutsu", "jujutsu",
	"defense", "athletics", "horsemanship"}

// hookNames are what a sheet may be offered that does nothing in a fight.
var hookNames = []string{"speech", "spells", "objects", "costs"}

// largeSize is the size of a weapon for two hands.
const largeSize = "large"

var sizeNames = []string{"small", "medium", largeSize}

// How a weapon is used.
const (
	meleeKind  = "melee"
	thrownKind = "thrown"
	aimedKind  = "aimed"
)

var kindNames = []string{meleeKind, thrownKind, aimedKind}

// coverNames are what a square gives against shots and throws, none first.
var coverNames = []string{"", "some", "full"}

// stanceNames are the stances, none first.
var stanceNames = []string{"", "water", "air", "earth", "fire", "void"}

// partNames are the parts of the body a Focused Attack may name (RK-119 to RK-123).
var partNames = []string{"arm", "leg", "hand", "foot", "head", "eye", "ear", "finger"}

// focusNames are the parts whose striking does something.
var focusNames = partNames[:6]

// Words of actions that have a use besides the list.
const (
	attackAction = "attack"
	moveAction   = "move"
	stringAction = "string"
)

// actionNames are the actions as events and positions call them; the first is the end of the turn, which is none.
var actionNames = []string{"end the turn", attackAction, "grapple", "defend", "guard", "step", moveAction, "trot", "ride", "crawl", "stand up", "mount",
	"dismount", "leave the field", "ready", "stow", "let go of", "pick up", stringAction, "struggle free", "tend", "test",
	"hit", "break", "throw", "drag", "maintain", "nevermind",
	"speak", "small object", "spell", "pay a cost", "shake off the stun", "rally"}

// phaseNames are what a fight waits for, in the words of positions.
var phaseNames = []string{"over", "initiative", "draw", "opening stance", "void points", "stance", "turn", "calls", "test", "efforts", "contest",
	"strike", "damage", "endure", "shove", "extra attack", "agreement"}

// endNames are how a fight ended: not yet, for nobody, for a side.
var endNames = []string{"", "draw", "first", "second"}

// Words that a position holds several of at a time.
var (
	statusNames = []string{"prone", "blind", "incapacitated", "recovering", "gone", "tended"}
	turnsNames  = []string{"begun in void", "declared", "acted", "chosen void"}
	didNames    = []string{"free move", "free guard", "let go", "small object", "extra attack", "steed's free move"}
	saidNames   = []string{"seven syllables", "spell begun", "spell completed", "free cost", "end offered"}
	runNames    = []string{"ridden", "struck", "ridden away", "charged"}
	callNames   = []string{"disarm", "extra attack", "feint", "knockdown", "push", "pull", "tactical strike", "free raise for disarm"}
	bonusNames  = []string{"boost", "strive", "void stance", "void strike", "second attack", "extra attack earned"}
)

// spentNames are the uses of a Void Point and the bonus of the Void stance.
var spentNames = []string{"accelerate", "boost", "deflect", "endure", "strive", "swap", "void stance", "void strike"}
