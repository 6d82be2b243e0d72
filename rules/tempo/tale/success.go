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
	"press":             {Does: "presses home", Takes: "is pressed"},
	"disarm":            {Does: "disarms", Takes: "is disarmed"},
	"grapple":           {Does: "grapples", Takes: "is grappled"},
	"pin":               {Does: "pins", Takes: "is pinned"},
	"escape":            {Does: "escapes"},
	"combat move":       {Does: "gets there"},
	"withdraw":          {Does: "withdraws"},
	"dodge":             {Does: "dodges"},
	"evade":             {Does: "evades"},
	"parry":             parries,
	"ct parry":          parries,
	"retreat":           {Does: "retreats"},
	"struggle":          {Does: "holds fast", Takes: "is held fast"},
	"wind":              {Does: "winds free"},
	"recover stamina":   {Does: "recovers all"},
	"feint":             {},
}

var (
	hits    = rules.Success{Does: "hits", Takes: "is hit"}
	parries = rules.Success{Does: "parries", Takes: "is parried"}
)

// Success returns what a success of an action's check is.
func Success(action string) rules.Success { return successes[action] }
