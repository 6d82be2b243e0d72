package tale

import "kokyu/rules"

// Dialect is how turns are told, one action after another, each declared, answered, perhaps replaced, thrown for and done:
// the lines of the law in lawline.go, the moments of a tale in witness.go, and in tells.go what words must say of each.
func Dialect() rules.Dialect {
	return rules.Dialect{
		Purse:   "ap",
		Heads:   []rules.Head{{Kind: "turn"}, {Kind: "initiative", As: rules.Bare}},
		Witness: func(p *rules.Passage) rules.Witness { return &witness{Passage: p} },
		Frames:  frames, Tells: rules.Tells(frames, tells), Means: means, Silent: silent,
		Script: []string{"field", "tempo_close", "tempo_ground", "tempo_steel", "turning"},
		Fight:  rules.Pieces{Opening: "muster", Turning: "turning", Won: "won_field", Draw: "even_field"},
	}
}

// Slots and families of the frames.
const (
	anyone = "actor"
	both   = "actor target"
	armed  = "actor weapon"
	whole  = "actor target weapon"

	atArms = "blade short axe club spear pole staff unarmed"
	afar   = "bow crossbow thrown"
)

// frames are the moments of such a turn. Who the actor is, is who does it: who strikes, who parries or slips away, who
// disarms in struck. The target is the other one.
var frames = []rules.Frame{
	{Name: "muster", Kinds: "turn", Match: rules.NoMatch},
	{Name: "turning", Kinds: "wound down", May: "fall", Match: rules.NoMatch},

	{Name: "felled", Slots: both, Needs: both, Kinds: "down", May: "blood fall grave", Rank: 100, Must: true, Match: rules.NoMatch},
	{Name: "grievous", Slots: both, Needs: both, Kinds: "wound", May: "blood grave", Rank: 90, Match: rules.NoMatch},
	{Name: "struck", Slots: whole, Needs: both, Kinds: "drop", May: "loss", Rank: 84, Must: true, Match: rules.NoMatch},
	{Name: "pin", Slots: both, Needs: both, Kinds: "status", Rank: 76, Must: true, Match: rules.NoMatch},
	{Name: "countertempo", Slots: both, Needs: both, Kinds: "tempo", Rank: 70, Match: rules.NoMatch},
	{Name: "gash", Slots: both, Needs: both, Kinds: "wound", May: "blood", Rank: 68, Match: rules.NoMatch},
	{Name: "grapple", Slots: both, Needs: both, Kinds: "status", Rank: 67, Match: rules.NoMatch},
	{Name: "escape", Slots: both, Needs: both, Kinds: "check outcome", Rank: 66, Match: rules.NoMatch},
	{Name: "bind", Slots: both, Needs: both, Kinds: "status", Rank: 64, Match: rules.NoMatch},
	{Name: "feigned", Slots: both, Needs: both, Kinds: "reveal", Rank: 63, Match: rules.NoMatch},
	{Name: "riposte", Slots: both, Needs: both, Kinds: "check outcome", Rank: 62, Match: rules.NoMatch},
	{Name: "parry", Slots: both, Needs: both, Kinds: "foil", Families: atArms, May: "theirs", Rank: 60, Match: rules.NoMatch},
	{Name: "wind", Slots: both, Needs: both, Kinds: "foil", Rank: 58, Match: rules.NoMatch},
	{Name: "press", Slots: both, Needs: both, Kinds: "check outcome", Rank: 57, Match: rules.NoMatch},
	{Name: "evade", Slots: both, Needs: both, Kinds: "foil", May: "theirs", Rank: 55, Match: rules.NoMatch},
	{Name: "scratch", Slots: both, Needs: both, Kinds: "wound", May: "blood", Rank: 50, Match: rules.NoMatch},
	{Name: "turned", Slots: both, Needs: both, Kinds: "harm", Rank: 46, Match: rules.NoMatch},
	{Name: "roused", Slots: anyone, Needs: anyone, Kinds: "status", Rank: 45, Match: rules.NoMatch},
	{Name: "swing", Slots: both, Needs: both, Kinds: "check outcome", Families: atArms, Rank: 33, Match: rules.NoMatch},
	{Name: "shot_wide", Slots: both, Needs: both, Kinds: "check outcome", Families: afar, Rank: 33, Match: rules.NoMatch},

	{Name: "guard_up", Slots: anyone, Needs: anyone, Kinds: "status", Rank: 28, Match: rules.NoMatch},
	{Name: "drawn", Slots: armed, Needs: armed, Kinds: "take", Rank: 25, Must: true, Match: rules.NoMatch},
	{Name: "loading", Slots: armed, Needs: armed, Kinds: "reload", Families: afar, Rank: 24, Match: rules.NoMatch},
	{Name: "aim", Slots: both, Needs: both, Kinds: "status", Families: afar, Rank: 22, Match: rules.NoMatch},
	{Name: "pace", Slots: anyone, Needs: anyone, Kinds: "move", Rank: 20, Match: rules.NoMatch},
	{Name: "rested", Slots: anyone, Needs: anyone, Kinds: "gain", Rank: 12, Match: rules.NoMatch},
	{Name: "won_field", Slots: anyone, Needs: anyone, Kinds: "end", May: "fall", Match: rules.NoMatch},
	{Name: "even_field", Kinds: "end", May: "fall", Match: rules.NoMatch},
}

// silent are the event kinds no tale is told of, and why.
var silent = map[string]string{
	"round":      "the turn that begins it is told",
	"spend":      "AP are for the law line",
	"initiative": "the law line tells who begins",
	"intent":     "it is secret until it is revealed",
	"edit":       "the GM's word is told as a note",
}
