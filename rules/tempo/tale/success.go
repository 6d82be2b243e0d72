package tale

import "kokyu/rules"

// successes are what the checks of actions decide, by the action: at least the first row above the lowest of its table. A feint has
// none, its table has one row.
var successes = map[string]rules.Success{
	"melee attack":      hits,
	"ranged attack":     hits,
	"unarmed attack":    hits,
	"counter-attack":    hits,
	"counter-fire":      hits,
	"double":            hits,
	"ct counter-attack": hits,
	"press":             {Verb: "presses home", Passive: "is pressed"},
	"disarm":            {Verb: "disarms", Passive: "is disarmed"},
	"grapple":           {Verb: "grapples", Passive: "is grappled"},
	"pin":               {Verb: "pins", Passive: "is pinned"},
	"escape":            {Verb: "escapes"},
	"combat move":       {Verb: "gets there"},
	"withdraw":          {Verb: "withdraws"},
	"dodge":             {Verb: "dodges"},
	"evade":             {Verb: "evades"},
	"parry":             parries,
	"ct parry":          parries,
	"retreat":           {Verb: "retreats"},
	"struggle":          {Verb: "holds fast", Passive: "is held fast"},
	"wind":              {Verb: "winds free"},
	"recover stamina":   {Verb: "recovers all"},
	"feint":             {},
}

var (
	hits    = rules.Success{Verb: "hits", Passive: "is hit"}
	parries = rules.Success{Verb: "parries", Passive: "is parried"}
)

// Success returns what a success of an action's check is.
func Success(action string) rules.Success { return successes[action] }
