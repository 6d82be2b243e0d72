package narrate

import "slices"

// Frame is a kind of moment a line can be written for.
type Frame string

// frame says which slots and words a frame's lines may use, and from which events it is decided.
type frame struct {
	name     Frame
	slots    string // those a line may use
	needs    string // those it must use
	kinds    string // event kinds it is decided from
	families string // what the actor's weapon can be; empty: the frame has no weapon
	may      string // outcomes its words may claim
	rank     int    // how telling it is; the most telling moment of a breath is told
	match    string // whether it can be in a sparring match: "" it can as in any fight, or never, or only there
	rung     string // the distance it tells of
	placed   bool   // its words may name the location aimed at
}

// What a frame's match can be.
const (
	never = "never"
	only  = "only"
)

// Moments of little weight are told only after some silence: a fight has many misses, and more reservations.
const (
	weakRank  = 30 // below it, after two silent passages
	plainRank = 44 // below it, after one
)

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

// frames is the closed list: those of a breath, then those of a turn.
var frames = slices.Concat(breathFrames, turnFrames)

// breathFrames are the moments of a breath. Who the actor is, is who acts: who strikes, who defends in held and hasty, who bleeds, the
// side that won. The target is the other one: who is struck, who falls, whose blow is held.
var breathFrames = []frame{
	{name: "opening", kinds: "breath", match: never},

	{name: "fall", slots: whole, needs: both, kinds: "down", families: everything, may: "blood fall grave", rank: 100, match: never},
	{name: "critical", slots: whole, needs: both, kinds: "wound", families: everything, may: "blood grave", rank: 90, match: never},
	{name: "stray", slots: whole, needs: both, kinds: "check wound", families: ranged, may: "blood friend", rank: 86, match: never},
	{name: "disarmed", slots: armed, needs: anyone, kinds: "status", families: everything, may: "loss", rank: 84},
	{name: "fumble", slots: armed, needs: anyone, kinds: "check status", families: everything, rank: 80},
	{name: "counter", slots: whole, needs: both, kinds: "counter", families: everything, rank: 70},
	{name: "held", slots: whole, needs: both, kinds: "react check", families: everything, may: "theirs", rank: 62},
	{name: "hasty", slots: whole, needs: both, kinds: "react check", families: everything, may: "theirs", rank: 58},
	{name: "strain_broken", slots: anyone, needs: anyone, kinds: "overload check", rank: 56},
	{name: "broken_guard", slots: whole, needs: both, kinds: "react check wound", families: everything, may: "blood broken", rank: 54, match: never},
	{name: "wound", slots: whole, needs: both, kinds: "wound", families: everything, may: "blood", rank: 50, match: never},
	{name: "through", slots: anyone, needs: anyone, kinds: "check move", may: "press", rank: 48, match: never},
	{name: "thrown_back", slots: anyone, needs: anyone, kinds: "check", may: "press", rank: 46, match: never},
	{name: "toppled", slots: whole, needs: both, kinds: "status", families: everything, rank: 45},
	{name: "stance_lost", slots: anyone, needs: anyone, kinds: "stance", may: "lost", rank: 40},
	{name: "strain_held", slots: anyone, needs: anyone, kinds: "overload check", rank: 36},
	{name: "miss", slots: whole, needs: both, kinds: "check", families: melee, rank: 32},
	{name: "miss_shot", slots: whole, needs: both, kinds: "check", families: ranged, rank: 32},
	{name: "hide", slots: anyone, needs: anyone, kinds: "status", rank: 31, match: never},

	{name: "stance", slots: anyone, needs: anyone, kinds: "stance", rank: 26},
	{name: "pick_up", slots: armed, needs: armed, kinds: "declare status", rank: 25},
	{name: "reload", slots: armed, needs: anyone, kinds: "declare status", families: guns, rank: 24},
	{name: "move", slots: anyone, needs: anyone, kinds: "move", rank: 20, match: never},
	{name: "ready", slots: armed, needs: anyone, kinds: "reserve", families: everything, rank: 18},
	{name: "close", slots: anyone, needs: anyone, kinds: "close", rank: 12},
	{name: "wait", slots: anyone, needs: anyone, kinds: "wait", rank: 10},

	{name: "bled_out", slots: anyone, needs: anyone, kinds: "wound down", may: "blood fall", rank: 100, match: never},
	{name: "bleeding", slots: anyone, needs: anyone, kinds: "wound", may: "blood", rank: 51, match: never},
	{name: "staunched", slots: anyone, needs: anyone, kinds: "check", may: "blood", rank: 49, match: never},
	{name: "lull", kinds: "lull", match: never},
	{name: "turning", kinds: "wound down", may: "fall", match: never},
	{name: "end_won", slots: anyone, needs: anyone, kinds: "end", may: "fall", match: never},
	{name: "end_draw", kinds: "end", may: "fall", match: never},

	// A duel. The actor is who steps, who strikes, who shaves or breaks the other's guard; in feint_met who meets a feint,
	// in recovered, stood_off and opening_past whose guard it is.
	{name: "step_won", slots: both, needs: both, kinds: "contest distance", rank: 37},
	{name: "step_free", slots: both, needs: anyone, kinds: "distance", rank: 24},
	{name: "step_held", slots: both, needs: both, kinds: "contest", rank: 35},
	{name: "at_far", slots: both, needs: both, kinds: "distance", rank: 39, rung: "far range"},
	{name: "at_issoku", slots: both, needs: both, kinds: "distance", rank: 38, rung: "issoku itto"},
	{name: "at_near", slots: both, needs: both, kinds: "distance", rank: 40, rung: "near range"},
	{name: "at_close", slots: both, needs: both, kinds: "distance", rank: 43, rung: "close fighting"},
	{name: "at_locked", slots: both, needs: both, kinds: "distance", rank: 57, rung: "tsubazeriai"},

	{name: "push_won", slots: both, needs: both, kinds: "contest distance", rank: 58},
	{name: "push_lost", slots: both, needs: both, kinds: "contest", rank: 41},
	{name: "slip_won", slots: both, needs: both, kinds: "contest distance", rank: 57},
	{name: "slip_lost", slots: both, needs: both, kinds: "contest", rank: 41},
	{name: "empty_hand", slots: both, needs: both, kinds: "guard", rank: 55},

	{name: "feint", slots: whole, needs: both, kinds: "check guard", families: everything, rank: 45},
	{name: "feint_met", slots: both, needs: both, kinds: "react check", rank: 42},
	{name: "feint_missed", slots: whole, needs: both, kinds: "check", families: everything, rank: 33},
	{name: "shaved", slots: both, needs: both, kinds: "guard", rank: 38},
	{name: "guard_gone", slots: both, needs: both, kinds: "break", rank: 72},
	{name: "window", slots: whole, needs: both, kinds: "wound opening", families: everything, may: "blood grave", rank: 92, match: never},
	{name: "stood_off", slots: anyone, needs: anyone, kinds: "guard", rank: 46},
	{name: "recovered", slots: anyone, needs: anyone, kinds: "guard", rank: 33},
	{name: "opening_past", slots: anyone, needs: anyone, kinds: "opening", rank: 47},

	{name: "wrist_kept", slots: whole, needs: both, kinds: "wound location check", families: everything, may: "blood", rank: 60, match: never},
	{name: "wrist_lost", slots: whole, needs: both, kinds: "wound location check", families: everything, may: "blood", rank: 76, match: never},
	{name: "arm", slots: whole, needs: both, kinds: "wound location", families: everything, may: "blood", rank: 61, match: never},
	{name: "leg", slots: whole, needs: both, kinds: "wound location", families: everything, may: "blood", rank: 61, match: never},
	{name: "torso", slots: whole, needs: both, kinds: "wound location", families: everything, may: "blood", rank: 63, match: never},
	{name: "face", slots: whole, needs: both, kinds: "wound location", families: everything, may: "blood", rank: 64, match: never},
	{name: "near_miss", slots: whole, needs: both, kinds: "check guard", families: everything, rank: 36, placed: true},

	{name: "point", slots: whole, needs: both, kinds: "point", families: everything, rank: 88, match: only},
	{name: "point_deep", slots: whole, needs: both, kinds: "point", families: everything, rank: 90, match: only},
	{name: "match_opening", kinds: "breath", match: only},
	{name: "match_won", slots: anyone, needs: anyone, kinds: "end", match: only},
	{name: "match_draw", kinds: "end", match: only},

	// Of any fight of two.
	{name: "duel_lull", kinds: "lull"},
	{name: "duel_turning", kinds: "wound point"},
	{name: "duel_won", slots: anyone, needs: anyone, kinds: "end", match: never},
}

// sees says whether a frame can be a moment of this fight, sparring or not.
func (f *frame) sees(match bool) bool {
	return f.match == "" || match == (f.match == only)
}

// silent are the event kinds no tale is told of, and why.
var silent = map[string]string{
	"round":      "the lull before it is told",
	"spend":      "Energy is for the law line",
	"initiative": "the law line tells who begins",
	"intent":     "it is secret until it is revealed",
	"fate":       "a shifted die is for the law line",
	"edit":       "the GM's word is told as a note",
}

// Frames lists the names of all frames.
func Frames() []Frame {
	names := make([]Frame, len(frames))
	for i, f := range frames {
		names[i] = f.name
	}
	return names
}

// frameNamed finds a frame, nil if there is none of that name.
func frameNamed(name Frame) *frame {
	i := slices.IndexFunc(frames, func(f frame) bool { return f.name == name })
	if i < 0 {
		return nil
	}
	return &frames[i]
}

// weapons are the families a frame's weapon can be of.
func (f *frame) weapons() []string {
	return fields(f.families)
}
