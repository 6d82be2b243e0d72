package rows

// The words of files and positions. Package breath has a constant for each word, which is its index or its bit in the
// list.
var (
	// Grades are the ranks of combatants, from the lowest.
	Grades = []string{"mob", "minion", "veteran", "elite", "lord"}

	// Natures are the kinds of units; the first is that of everybody else.
	Natures = []string{"", "shikigami", "puppet"}

	// Zones are the zones of a scene; the last is the one zone of a fight without zones, which only positions name.
	Zones = []string{"first rear", "first front", "core", "second front", "second rear", "flank", "outside", "the scene"}

	// Rungs are the distances of a duel, from far to near.
	Rungs = []string{"far range", "issoku itto", "near range", "close fighting", "tsubazeriai"}

	// Locations are the places on the body at which a duelist may strike, in the order of their bits.
	Locations = []string{"wrist", "arm", "leg", "torso", "face"}

	// DuelMarks are what a duelist's rounds remember, in the order of their bits.
	DuelMarks = []string{"lost the last half-step", "opening fading", "broke away", "stands off",
		"stood off before", "window used"}

	// Orders are the orders to squads.
	Orders = []string{"advance", "strike", "volley fire", "charge", "shield wall", "spear wall", "close ranks", "withdraw",
		"rally", "reload", "take over"}

	// States are the states of a combatant, in the order of their bits.
	States = []string{"down", "closed", "waited", "breathed", "opened", "strained", "hidden", "bleeding", "shaken", "spent",
		"rooted", "descended", "returned", "first kata used", "second kata used", "yielded"}

	// Phases are what a fight waits for; positions wait for one of the first two.
	Phases = []string{"over", "count", "breath", "overload", "force", "strike", "answer", "defend", "stray", "draw",
		"fate", "bleed", "resist", "contest", "grip", "kata", "roar", "raise",
		"name", "mirror", "reflect", "cast", "focus", "burn", "unseal"}

	// ZeroSources are the sources of 0-Energy uses besides Kata, in the order of their bits.
	ZeroSources = []string{"spear wall", "guard stance", "the Outside"}

	// CastingMarks are what a caster's rounds remember, in the order of their bits.
	CastingMarks = []string{"paid", "forced", "tiring", "exhausted", "muting", "mute"}

	// Effects is the closed list of a technique's effects besides its numbers.
	Effects = []string{"bleed", "bleed on critical", "grapple", "incorporeal", "melee", "strip", "topple", "unload"}
)

// Defenseless is what sheets, tales and a GM say of one who is shaken or spent.
const Defenseless = "defenseless"

// ZeroControl is the source of a 0-Energy use that controls a unit, which has no bit.
const ZeroControl = "control"

// The kinds of terrain. A duel may have one line of one kind (MA-47).
const (
	Sandbar    = "sandbar"
	NarrowPath = "narrow path"
	HighGround = "high ground"
	Backlight  = "backlight"
)

// Terrains are all kinds of it.
var Terrains = []string{Sandbar, NarrowPath, HighGround, Backlight}

// The bounds of numbers in rows and files.
const (
	SeatsMax    = 12 // combatants of a fight
	EnergyMax   = 20 // Energy of a combatant
	SaintPoints = 5  // points in a skill
	PurseMax    = 15 // gold or Faith of a sheet

	HeadsMin = 3 // men of a squad
	HeadsMax = 6
)

// Proficiency returns what the points in a skill add to a check: -2 for none, then 0, 1, 2, 3; a Saint's five points
// add 3 too.
func Proficiency(points int) int8 {
	return [...]int8{-2, 0, 1, 2, 3, 3}[min(max(points, 0), 5)]
}
