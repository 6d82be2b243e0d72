package rules

// TaleFrames are the moments every tale has, whatever its system: where it is and who is there, what binds two of them, and
// the stretches in which nothing comes of anything. They are decided from the whole of a fight, not from one event.
var TaleFrames = []Frame{
	{Name: "scene"},
	{Name: "person", Slots: "actor epithet wants fears", Needs: "actor"},
	{Name: "quiet"},
	{Name: "finished", Slots: "actor target", Needs: "actor target", May: "blood fall grave", Rank: 100, Must: true, Match: NoMatch},
	{Name: "means", Slots: "actor weapon", Needs: "actor weapon", Families: "blade spear short staff bow gun shield thrown makeshift wooden axe club pole crossbow", Match: NoMatch},
	{Name: "returned", Slots: "actor target", Needs: "actor target", May: "blood", Match: NoMatch},
	{Name: "again", Slots: "actor target", Needs: "actor target", May: "blood", Match: NoMatch},
	{Name: "avenged", Slots: "actor target", Needs: "actor target", May: "fall friend", Match: NoMatch},
	{Name: "kept", Slots: "actor target", Needs: "actor", May: "theirs"},
}

// TaleScript is the line file of these frames.
const TaleScript = "tale"

// TaleTells are what words must say of each.
var TaleTells = map[string][]string{
	"scene":    {"a, an"},
	"person":   {"wants, fears, is here, stands here, has come, on this side, is called"},
	"quiet":    {"nothing comes, nobody, no one, wait, waits, waiting, a while, in the meantime, for some time, goes on, the distance, neither, not yet, looked at, quiet"},
	"finished": {"lies there already, down already, already down, where {target} lies, does not get up, not get up again, the one on the ground, has been lying, lies and, on the ground already, is not left, no second time"},
	"means":    {"with the {weapon}, used the {weapon}, the {weapon} can, the {weapon} is, carried the {weapon}, the {weapon} work, and the {weapon}, sees the {weapon}, the {weapon} has, at the {weapon}, is the {weapon}, than the {weapon}"},
	"returned": {"returned, repaid, back, owes, owed, account, debt, lent, settled, even, answered, answers, same coin"},
	"again":    {"again, second, twice, once more, another, more than once, not the first, same hand"},
	"avenged":  {"avenged, for the one, not been forgotten, friend lies, who lies, in exchange, for that fall, for the other, remembers, not forgotten, account of the fallen, paid for, the place beside"},
	"kept":     {"kept, set aside, saved, laid by, put by, beforehand, prepared, stored, in store, earlier, held ready, waiting for it"},
}
