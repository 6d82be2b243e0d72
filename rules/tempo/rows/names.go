package rows

import "slices"

// The closed lists of words that rows and positions use. The engine numbers things by their index in a list.

// StatusNames are the combat statuses (TP-21): first that of one who is out of the fight, last those of two who are so
// of their own will.
var StatusNames = []string{"out", "off guard", "on guard", "bound", "grappled", "pinned", "yielded", "fled"}

// inFight are the statuses of those who are in the fight, and atStart those in which a fight begins.
var (
	inFight = StatusNames[1:6]
	atStart = []string{"on guard", "off guard"}
)

// SkillNames are the skills of checks (R-TP-31); those of weapons come first.
var (
	weaponSkills = []string{"blades", "axes", "clubs", "polearms", "bows", "firearms", "throwing", "brawling"}
	SkillNames   = slices.Concat(weaponSkills, []string{"wrestling", "footwork", "endurance", "reactions"})
)

// DamageNames are the kinds of damage.
var DamageNames = []string{"slash", "pierce", "crush", "energy"}

// CategoryNames are the categories of wounds, and none.
var CategoryNames = []string{"no", "minor", "moderate", "severe", "critical", "fatal"}

// GripNames are the ways to hold a weapon.
var GripNames = []string{"1h", "2h", "1h/2h"}

// PhaseNames name what a fight can wait for, in messages.
var PhaseNames = []string{"over", "initiative", "beginner", "turn", "secret", "reaction", "counter-tempo",
	"check", "damage", "step", "stamina"}

// BoundaryNames are those of PhaseNames at which a position can be written down: between two actions, at the start and
// at the end.
var BoundaryNames = PhaseNames[:4]
