package tale

import "kokyu/rules"

// Dialect is how turns are told, one action after another, with what was called on the roll, what the dice showed, kept and
// dropped, and what came of it: the lines of the law in lawline.go, the moments of a tale in witness.go, and in tells.go what
// words must say of each.
func Dialect() rules.Dialect {
	return rules.Dialect{
		Heads:   []rules.Head{{Kind: "turn", As: rules.Named}, {Kind: "round", Says: "begins", As: rules.Pause}, {Kind: "order", As: rules.Bare}},
		Witness: func(p *rules.Passage) rules.Witness { return &witness{Passage: p} },
		Frames:  frames, Tells: rules.Tells(frames, tells), Means: means, Silent: silent,
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

	{Name: "felled", Slots: both, Needs: both, Kinds: "down", May: "blood fall grave", Rank: 100, Must: true, Match: rules.NoMatch},
	{Name: "grievous", Slots: both, Needs: both, Kinds: "wound rank", May: "blood grave", Rank: 90, Match: rules.NoMatch},
	{Name: "unhorsed", Slots: both, Needs: both, Kinds: "status", May: "fall", Rank: 88, Must: true, Match: rules.NoMatch},
	{Name: "struck", Slots: whole, Needs: both, Kinds: "drop", May: "loss", Rank: 84, Must: true, Match: rules.NoMatch},
	{Name: "hurled", Slots: both, Needs: both, Kinds: "status", May: "fall", Rank: 80, Match: rules.NoMatch},
	{Name: "gash", Slots: both, Needs: both, Kinds: "wound rank", May: "blood", Rank: 68, Match: rules.NoMatch},
	{Name: "grapple", Slots: both, Needs: both, Kinds: "status", Rank: 67, Match: rules.NoMatch},
	{Name: "escape", Slots: both, Needs: both, Kinds: "status", Rank: 66, Match: rules.NoMatch},
	{Name: "grip", Slots: both, Needs: both, Kinds: "contest", Rank: 62, Match: rules.NoMatch},
	{Name: "scratch", Slots: both, Needs: both, Kinds: "wound", May: "blood", Rank: 50, Match: rules.NoMatch},
	{Name: "turned", Slots: both, Needs: both, Kinds: "damage", Rank: 46, Match: rules.NoMatch},
	{Name: "called", Slots: both, Needs: both, Kinds: "call", Rank: 40, Match: rules.NoMatch},
	{Name: "ward", Slots: both, Needs: both, Kinds: "ward", Rank: 38, Match: rules.NoMatch},
	{Name: "swing", Slots: both, Needs: both, Kinds: "check", Families: atArms, Rank: 33, Match: rules.NoMatch},
	{Name: "shot_wide", Slots: both, Needs: both, Kinds: "check", Families: afar, Rank: 33, Match: rules.NoMatch},

	{Name: "leaves", Slots: anyone, Needs: anyone, Kinds: "leave", Rank: 32, Must: true, Match: rules.NoMatch},
	{Name: "spent", Slots: anyone, Needs: anyone, Kinds: "spend", Rank: 30, Match: rules.NoMatch},
	{Name: "drawn", Slots: armed, Needs: armed, Kinds: "take", Rank: 25, Must: true, Match: rules.NoMatch},
	{Name: "ride", Slots: anyone, Needs: anyone, Kinds: "move", Rank: 21, Match: rules.NoMatch},
	{Name: "pace", Slots: anyone, Needs: anyone, Kinds: "move", Rank: 20, Match: rules.NoMatch},
	{Name: "stance", Slots: anyone, Needs: anyone, Kinds: "stance", Rank: 12, Match: rules.NoMatch},
	{Name: "won_field", Slots: anyone, Needs: anyone, Kinds: "end", May: "fall", Match: rules.NoMatch},
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
