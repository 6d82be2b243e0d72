package tale

import (
	"maps"

	"kokyu/rules"
)

// Dialect is how breaths are told: the lines of the law in lawline.go, the moments of a tale in witness.go and
// duelwitness.go, and in the files of tells what words must say of each.
func Dialect() rules.Dialect {
	said := maps.Clone(tells)
	maps.Copy(said, blowTells)
	maps.Copy(said, duelTells)
	maps.Copy(said, castTells)
	maps.Copy(said, retinueTells)
	return rules.Dialect{
		Purse: "energy", Points: "point",
		Heads: []rules.Head{{Kind: "breath"}, {Kind: "lull", Says: "lull", As: rules.Pause},
			{Kind: "wait", Says: "waits", As: rules.Word}, {Kind: "close", Says: "closes the round", As: rules.Word}},
		Witness: func(p *rules.Passage) rules.Witness { return &witness{Passage: p} },
		Frames:  frames, Tells: said, Means: means, Silent: silent, Places: places, Distances: distances,
		Script: []string{"answers", "blows", "breath", "breath_spells", "breath_squads", "duel_bind", "duel_distance", "duel_guard", "duel_location", "duel_sparring", "falls", "ground", "story", "turning"},
		Fight:  rules.Pieces{Opening: "opening", Lull: "lull", Turning: "turning", Won: "end_won", Draw: "end_draw"},
		Duel:   rules.Pieces{Opening: "opening", Lull: "duel_lull", Turning: "duel_turning", WonBy: "duel_won", Draw: "end_draw"},
		Match:  rules.Pieces{Opening: "match_opening", Lull: "duel_lull", Turning: "duel_turning", WonBy: "match_won", Draw: "match_draw"},
	}
}

// Slots and families of the frames.
const (
	anyone = "actor"
	both   = "actor target"
	armed  = "actor weapon"
	whole  = "actor target weapon"

	everything = "blade spear short staff bow gun unarmed claw shield thrown makeshift wooden"
	melee      = "blade spear short staff gun unarmed claw shield makeshift wooden"
	ranged     = "bow gun thrown"
	guns       = "gun"
)

// frames are the moments of a breath. Who the actor is, is who acts: who strikes, who defends in held and hasty, who
// bleeds, the side that won. The target is the other one: who is struck, who falls, whose blow is held.
var frames = []rules.Frame{
	{Name: "opening", Kinds: "breath", Match: rules.NoMatch},

	{Name: "fall", Slots: whole, Needs: both, Kinds: "down", Families: everything, May: "blood fall grave", Rank: 100, Must: true, Match: rules.NoMatch},
	{Name: "critical", Slots: whole, Needs: both, Kinds: "wound", Families: everything, May: "blood grave", Rank: 90, Match: rules.NoMatch},
	{Name: "stray", Slots: whole, Needs: both, Kinds: "check wound", Families: ranged, Sure: true, May: "blood friend", Rank: 86, Must: true, Match: rules.NoMatch},
	{Name: "disarmed", Slots: armed, Needs: anyone, Kinds: "status", Families: everything, May: "loss", Rank: 84, Must: true},
	{Name: "fumble", Slots: armed, Needs: anyone, Kinds: "check status", Families: everything, Rank: 80},
	{Name: "counter", Slots: whole, Needs: both, Kinds: "counter", Families: everything, Rank: 70},
	{Name: "held", Slots: whole, Needs: both, Kinds: "react check", Families: everything, May: "theirs", Rank: 62},
	{Name: "hasty", Slots: whole, Needs: both, Kinds: "react check", Families: everything, May: "theirs", Rank: 58},
	{Name: "strain_broken", Slots: anyone, Needs: anyone, Kinds: "overload check", Rank: 56, Must: true},
	{Name: "broken_guard", Slots: whole, Needs: both, Kinds: "react check wound", Families: everything, May: "blood broken", Rank: 54, Must: true, Match: rules.NoMatch},
	{Name: "wound", Slots: whole, Needs: both, Kinds: "wound", Families: everything, May: "blood", Rank: 50, Match: rules.NoMatch},
	{Name: "through", Slots: anyone, Needs: anyone, Kinds: "check move", May: "press", Rank: 48, Match: rules.NoMatch},
	{Name: "thrown_back", Slots: anyone, Needs: anyone, Kinds: "check", May: "press", Rank: 46, Match: rules.NoMatch},
	{Name: "toppled", Slots: whole, Needs: both, Kinds: "status", Families: everything, Rank: 45},
	{Name: "stance_lost", Slots: anyone, Needs: anyone, Kinds: "stance", May: "lost", Rank: 40},
	{Name: "strain_held", Slots: anyone, Needs: anyone, Kinds: "overload check", Rank: 36},
	{Name: "miss", Slots: whole, Needs: both, Kinds: "check", Families: melee, Rank: 32},
	{Name: "miss_shot", Slots: whole, Needs: both, Kinds: "check", Families: ranged, Sure: true, Rank: 32},
	{Name: "hide", Slots: anyone, Needs: anyone, Kinds: "status", Rank: 31, Match: rules.NoMatch},

	{Name: "stance", Slots: anyone, Needs: anyone, Kinds: "stance", Rank: 26},
	{Name: "pick_up", Slots: armed, Needs: armed, Kinds: "declare status", Rank: 25, Must: true},
	{Name: "reload", Slots: armed, Needs: anyone, Kinds: "declare status", Families: guns, Sure: true, Rank: 24},
	{Name: "move", Slots: anyone, Needs: anyone, Kinds: "move", Rank: 20, Match: rules.NoMatch},
	{Name: "ready", Slots: armed, Needs: anyone, Kinds: "reserve", Families: everything, Rank: 18, Fold: "guard, reservation"},
	{Name: "close", Slots: anyone, Needs: anyone, Kinds: "close", Rank: 12, Fold: "close the round"},
	{Name: "wait", Slots: anyone, Needs: anyone, Kinds: "wait", Rank: 10, Fold: "wait"},

	{Name: "sunk", Slots: anyone, Needs: anyone, Kinds: "wound down", May: "fall", Rank: 100, Must: true, Match: rules.NoMatch},
	{Name: "bled_out", Slots: anyone, Needs: anyone, Kinds: "wound down", May: "blood fall", Rank: 100, Must: true, Match: rules.NoMatch},
	{Name: "bleeding", Slots: anyone, Needs: anyone, Kinds: "wound", May: "blood", Rank: 51, Match: rules.NoMatch},
	{Name: "staunched", Slots: anyone, Needs: anyone, Kinds: "check", May: "blood", Rank: 49, Match: rules.NoMatch},
	{Name: "lull", Kinds: "lull", Match: rules.NoMatch},
	{Name: "turning", Kinds: "wound down", May: "fall", Match: rules.NoMatch},
	{Name: "end_won", Slots: anyone, Needs: anyone, Kinds: "end", May: "fall", Match: rules.NoMatch},
	{Name: "end_draw", Kinds: "end", May: "fall", Match: rules.NoMatch},

	// Squads, units and breath handed on. The actor is who commands, who moves a unit, who gives, the squad that breaks or
	// steadies; the target the squad, the unit, who receives.
	{Name: "rout", Slots: anyone, Needs: anyone, Kinds: "rout", Rank: 94, Must: true, Match: rules.NoMatch},
	{Name: "gift", Slots: both, Needs: both, Kinds: "give", Rank: 44, Match: rules.NoMatch},
	{Name: "rallied", Slots: anyone, Needs: anyone, Kinds: "cohesion", Rank: 30, Match: rules.NoMatch},
	{Name: "sent", Slots: both, Needs: both, Kinds: "obey", Rank: 22, Match: rules.NoMatch},
	{Name: "order", Slots: both, Needs: both, Kinds: "obey", Rank: 19, Match: rules.NoMatch},
	// Castings. The actor is the caster.
	{Name: "backlash", Slots: anyone, Needs: anyone, Kinds: "backlash", May: "blood", Rank: 95, Must: true},
	{Name: "chant_broken", Slots: anyone, Needs: anyone, Kinds: "snap", May: "loss", Rank: 82, Must: true},
	{Name: "spell", Slots: anyone, Needs: anyone, Kinds: "spell", Rank: 34, Must: true},
	{Name: "chant", Slots: anyone, Needs: anyone, Kinds: "chant", Rank: 28},

	// A duel. The actor is who steps, who strikes, who shaves or breaks the other's guard; in feint_met who meets a feint,
	// in recovered, stood_off and opening_past whose guard it is.
	{Name: "step_won", Slots: both, Needs: both, Kinds: "contest distance", Rank: 37},
	{Name: "step_free", Slots: both, Needs: anyone, Kinds: "distance", Rank: 24},
	{Name: "step_held", Slots: both, Needs: both, Kinds: "contest", Rank: 35},
	{Name: "at_far", Slots: both, Needs: both, Kinds: "distance", Rank: 39, Rung: "far range"},
	{Name: "at_issoku", Slots: both, Needs: both, Kinds: "distance", Rank: 38, Rung: "issoku itto"},
	{Name: "at_near", Slots: both, Needs: both, Kinds: "distance", Rank: 40, Rung: "near range"},
	{Name: "at_close", Slots: both, Needs: both, Kinds: "distance", Rank: 43, Rung: "close fighting"},
	{Name: "at_locked", Slots: both, Needs: both, Kinds: "distance", Rank: 57, Rung: "tsubazeriai"},

	{Name: "push_won", Slots: both, Needs: both, Kinds: "contest distance", Rank: 58},
	{Name: "push_lost", Slots: both, Needs: both, Kinds: "contest", Rank: 41},
	{Name: "slip_won", Slots: both, Needs: both, Kinds: "contest distance", Rank: 57},
	{Name: "slip_lost", Slots: both, Needs: both, Kinds: "contest", Rank: 41},
	{Name: "empty_hand", Slots: both, Needs: both, Kinds: "guard", Rank: 55},

	{Name: "feint", Slots: whole, Needs: both, Kinds: "check guard", Families: everything, Rank: 45},
	{Name: "feint_met", Slots: both, Needs: both, Kinds: "react check", Rank: 42},
	{Name: "feint_missed", Slots: whole, Needs: both, Kinds: "check", Families: everything, Rank: 33},
	{Name: "shaved", Slots: both, Needs: both, Kinds: "guard", Rank: 38},
	{Name: "guard_gone", Slots: both, Needs: both, Kinds: "break", Rank: 72, Must: true},
	{Name: "window", Slots: whole, Needs: both, Kinds: "wound opening", Families: everything, May: "blood grave", Rank: 92, Must: true, Match: rules.NoMatch},
	{Name: "stood_off", Slots: anyone, Needs: anyone, Kinds: "guard", Rank: 46},
	{Name: "recovered", Slots: anyone, Needs: anyone, Kinds: "guard", Rank: 33},
	{Name: "opening_past", Slots: anyone, Needs: anyone, Kinds: "opening", Rank: 47},

	{Name: "wrist_kept", Slots: whole, Needs: both, Kinds: "wound location check", Families: everything, May: "blood", Rank: 60, Match: rules.NoMatch},
	{Name: "wrist_lost", Slots: whole, Needs: both, Kinds: "wound location check", Families: everything, May: "blood", Rank: 76, Must: true, Match: rules.NoMatch},
	{Name: "arm", Slots: whole, Needs: both, Kinds: "wound location", Families: everything, May: "blood", Rank: 61, Match: rules.NoMatch},
	{Name: "leg", Slots: whole, Needs: both, Kinds: "wound location", Families: everything, May: "blood", Rank: 61, Match: rules.NoMatch},
	{Name: "torso", Slots: whole, Needs: both, Kinds: "wound location", Families: everything, May: "blood", Rank: 63, Match: rules.NoMatch},
	{Name: "face", Slots: whole, Needs: both, Kinds: "wound location", Families: everything, May: "blood", Rank: 64, Match: rules.NoMatch},
	{Name: "near_miss", Slots: whole, Needs: both, Kinds: "check guard", Families: everything, Rank: 36, Placed: true},

	{Name: "point", Slots: whole, Needs: both, Kinds: "point", Families: everything, Rank: 88, Match: rules.OnlyMatch},
	{Name: "point_deep", Slots: whole, Needs: both, Kinds: "point", Families: everything, Rank: 90, Match: rules.OnlyMatch},
	{Name: "match_opening", Kinds: "breath", Match: rules.OnlyMatch},
	{Name: "match_won", Slots: anyone, Needs: anyone, Kinds: "end", Match: rules.OnlyMatch},
	{Name: "match_draw", Kinds: "end", Match: rules.OnlyMatch},

	// Of any fight of two.
	{Name: "duel_lull", Kinds: "lull"},
	{Name: "duel_turning", Kinds: "wound point"},
	{Name: "duel_won", Slots: anyone, Needs: anyone, Kinds: "end", Match: rules.NoMatch},
}

// silent are the event kinds no tale is told of, and why.
var silent = map[string]string{
	"round": "the lull before it is told",
	"spend": "Energy is for the law line",
	"fate":  "a shifted die is for the law line",
	"edit":  "the GM's word is told as a note",

	"slot":   "slots are for the law line",
	"shield": "what a ward takes is a Wound nobody has",
	"lay":    "what lies on the ground is told by what it does",
	"heads":  "heads lost are told as wounds",
	"silver": "what is paid is for the law line",
	"called": "what rises is told with the spell that calls it",
}

// places and distances are what a duel's events call them, and the words that mean them.
var (
	places = []rules.Sense{
		{Name: "wrist", Words: "wrist, wrists"},
		{Name: "arm", Words: "arm, arms, elbow, elbows"},
		{Name: "leg", Words: "leg, legs, knee, knees, thigh, shin, calf, ankle"},
		{Name: "torso", Words: "torso, ribs, rib, chest, belly, heart"},
		{Name: "face", Words: "face, brow, cheek, eyes, lashes"},
	}
	distances = []rules.Sense{
		{Name: "far range", Words: "far range"},
		{Name: "issoku itto", Words: "issoku*"},
		{Name: "near range", Words: "near range"},
		{Name: "close fighting", Words: "close fighting"},
		{Name: "tsubazeriai", Words: "tsubazeriai"},
	}
)
