package rows

// The words of files and positions, each list in the order of the engine's constants, which are indexes into it.
var (
	// Grades are how much of a foe a combatant is, from the least.
	Grades  = []string{"mob", "minion", "veteran", "elite", "lord"}
	Natures = []string{"", "shikigami", "puppet"} // of units; the first is nobody's

	// Zones are the zones of a scene; the last is the one zone of a fight without zones, which only positions name.
	Zones = []string{"first rear", "first front", "core", "second front", "second rear", "flank", "outside", "the scene"}

	// Rungs are the distances of a duel, from far to near.
	Rungs = []string{"far range", "issoku itto", "near range", "close fighting", "tsubazeriai"}

	// Locations are those of a body in a duel.
	Locations = []string{"wrist", "arm", "leg", "torso", "face"}
	// Minds are what is remembered of a duelist, in the order of their bits.
	Minds = []string{"lost the last half-step", "opening fading", "broke away", "stands off", "stood off before", "window used"}

	// Orders are those to squads.
	Orders = []string{"advance", "strike", "volley fire", "charge", "shield wall", "spear wall", "close ranks", "withdraw", "rally", "reload", "take over"}

	// States are the states by the words positions and sheets use, in the order of their bits.
	States = []string{"down", "closed", "waited", "breathed", "opened", "strained", "hidden", "bleeding", "shaken", "spent",
		"rooted", "descended", "returned", "first kata used", "second kata used", "yielded"}

	// Phases are what a fight waits for; positions wait for one of the first two.
	Phases = []string{"over", "count", "breath", "overload", "force", "strike", "answer", "defend", "stray", "draw",
		"fate", "bleed", "resist", "contest", "grip", "kata", "roar", "raise",
		"name", "mirror", "reflect", "cast", "focus", "burn", "unseal"}

	// ZeroSources are the sources of 0 Energy besides the Kata of rows, in the order of their bits.
	ZeroSources = []string{"spear wall", "guard stance", "the Outside"}

	// CastingMarks are what a caster's rounds remember, in the order of their bits.
	CastingMarks = []string{"paid", "forced", "tiring", "exhausted", "muting", "mute"}

	// Effects is the closed list of a technique's effects besides its numbers.
	Effects = []string{"bleed", "bleed on critical", "grapple", "incorporeal", "melee", "strip", "topple", "unload"}
)

// Defenseless is what sheets, tales and a GM say of one who is shaken or spent.
const Defenseless = "defenseless"

// ZeroControl is the source of 0 Energy of who moves a unit.
const ZeroControl = "control"

// The one line of terrain a duel may import (MA-47).
const (
	Sandbar    = "sandbar"
	NarrowPath = "narrow path"
	HighGround = "high ground"
	Backlight  = "backlight"
)

// Terrains are all of them.
var Terrains = []string{Sandbar, NarrowPath, HighGround, Backlight}

// What rows and files are bounded by.
const (
	SeatsMax    = 12 // combatants of a fight
	EnergyMax   = 20 // Energy of a combatant
	SaintPoints = 5  // points in a skill
	PurseMax    = 15 // gold or Faith of a sheet

	HeadsMin = 3 // men of a squad
	HeadsMax = 6
)

// Proficiency returns the check bonus of a skill's points: untrained -2, then 0, 1, 2, 3; five is a Saint's.
func Proficiency(points int) int8 {
	return [...]int8{-2, 0, 1, 2, 3, 3}[min(max(points, 0), 5)]
}
