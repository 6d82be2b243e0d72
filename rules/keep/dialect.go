package keep

import "kokyu/rules"

// Dialect is how turns are told, one action after another, with what was called on the roll, what the dice showed, kept and
// dropped, and what came of it: the lines of the law in lawline.go, the moments of a tale in witness.go, and in tells.go what
// words must say of each.
func Dialect() rules.Dialect {
	return rules.Dialect{
		Heads:   []rules.Head{{Kind: "turn", As: rules.Named}, {Kind: "round", Says: "begins", As: rules.Pause}, {Kind: "order", As: rules.Bare}},
		Witness: func(p *rules.Passage) rules.Witness { return &witness{Passage: p} },
		Frames:  frames, Tells: rules.Tells(frames, tells), Silent: silent,
		Script: []string{"field", "keep", "turning"},
		Fight:  rules.Pieces{Opening: "muster", Turning: "turning", Won: "won_field", Draw: "even_field"},
	}
}

// Slots and families of the frames.
const (
	anyone = "actor"
	both   = "actor target"
	armed  = "actor weapon"
	whole  = "actor target weapon"

	atArms = "blade short axe club spear pole staff unarmed claw"
	afar   = "bow crossbow thrown" // as the lines of the field know them; no row here has a crossbow
)

// frames are the moments of such a turn. Who the actor is, is who does it: who strikes, who holds, who stands guard. The
// target is the other one.
var frames = []rules.Frame{
	{Name: "muster", Kinds: "turn", Match: rules.NoMatch},
	{Name: "turning", Kinds: "wound down", May: "fall", Match: rules.NoMatch},

	{Name: "felled", Slots: both, Needs: both, Kinds: "down", May: "blood fall grave", Rank: 100, Match: rules.NoMatch, Means: "actor fells target"},
	{Name: "grievous", Slots: both, Needs: both, Kinds: "wound rank", May: "blood grave", Rank: 90, Match: rules.NoMatch, Means: "actor wounds target gravely"},
	{Name: "unhorsed", Slots: both, Needs: both, Kinds: "status", May: "fall", Rank: 88, Match: rules.NoMatch, Means: "actor unhorses target"},
	{Name: "struck", Slots: whole, Needs: both, Kinds: "drop", May: "loss", Rank: 84, Match: rules.NoMatch, Means: "actor disarms target"},
	{Name: "hurled", Slots: both, Needs: both, Kinds: "status", May: "fall", Rank: 80, Match: rules.NoMatch, Means: "actor throws target"},
	{Name: "gash", Slots: both, Needs: both, Kinds: "wound rank", May: "blood", Rank: 68, Match: rules.NoMatch, Means: "actor wounds target"},
	{Name: "grapple", Slots: both, Needs: both, Kinds: "status", Rank: 67, Match: rules.NoMatch, Means: "actor grapples target"},
	{Name: "escape", Slots: both, Needs: both, Kinds: "status", Rank: 66, Match: rules.NoMatch, Means: "actor escapes target"},
	{Name: "grip", Slots: both, Needs: both, Kinds: "contest", Rank: 62, Match: rules.NoMatch, Means: "actor holds target"},
	{Name: "scratch", Slots: both, Needs: both, Kinds: "wound", May: "blood", Rank: 50, Match: rules.NoMatch, Means: "actor wounds target lightly"},
	{Name: "turned", Slots: both, Needs: both, Kinds: "damage", Rank: 46, Match: rules.NoMatch, Means: "actor turned target, - unhurt target"},
	{Name: "called", Slots: both, Needs: both, Kinds: "call", Rank: 40, Match: rules.NoMatch, Means: "actor misses target"},
	{Name: "ward", Slots: both, Needs: both, Kinds: "ward", Rank: 38, Match: rules.NoMatch, Means: "actor wards target"},
	{Name: "swing", Slots: both, Needs: both, Kinds: "check", Families: atArms, Rank: 33, Match: rules.NoMatch, Means: "actor misses target"},
	{Name: "shot_wide", Slots: both, Needs: both, Kinds: "check", Families: afar, Rank: 33, Match: rules.NoMatch, Means: "actor misses target"},

	{Name: "leaves", Slots: anyone, Needs: anyone, Kinds: "leave", Rank: 32, Match: rules.NoMatch, Means: "actor leaves"},
	{Name: "spent", Slots: anyone, Needs: anyone, Kinds: "spend", Rank: 30, Match: rules.NoMatch, Means: "actor spends"},
	{Name: "drawn", Slots: armed, Needs: armed, Kinds: "take", Rank: 25, Match: rules.NoMatch, Means: "actor draws, actor picks"},
	{Name: "ride", Slots: anyone, Needs: anyone, Kinds: "move", Rank: 21, Match: rules.NoMatch, Means: "actor rides"},
	{Name: "pace", Slots: anyone, Needs: anyone, Kinds: "move", Rank: 20, Match: rules.NoMatch, Means: "actor moves"},
	{Name: "stance", Slots: anyone, Needs: anyone, Kinds: "stance", Rank: 12, Match: rules.NoMatch, Means: "actor stance"},
	{Name: "won_field", Slots: anyone, Needs: anyone, Kinds: "end", May: "fall", Match: rules.NoMatch, Means: "actor wins"},
	{Name: "even_field", Kinds: "end", May: "fall", Match: rules.NoMatch},
}

// silent are the event kinds no tale is told of, and why.
var silent = map[string]string{
	"round":   "the turns of it are told",
	"order":   "initiative is for the law line",
	"value":   "initiative is for the law line",
	"declare": "what comes of it is told",
	"part":    "the wound is told",
	"pool":    "Free Raises are for the law line",
	"put":     "what is put away does nothing",
	"edit":    "the GM's word is told as a note",
}
