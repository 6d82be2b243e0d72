package tale

import (
	"kokyu/rules"
	"kokyu/rules/keep/rows"
)

// successes are what tests decide that have a verb of their own, by the name that checks and their events have.
var successes = map[string]rules.Success{
	rows.AttackAction:    {Does: "hits", Takes: "is hit"},
	"grapple":            {Does: "grapples", Takes: "is grappled"},
	rows.MoveAction:      {Does: "keeps on its feet"},
	"ride":               {Does: "keeps on its feet"},
	"struggle free":      {Does: "gets free"},
	"shake off the stun": {Does: "shakes it off"},
	"rally":              {Does: "rallies"},
}

// Success returns what a success of a test is: a spell, and what a scene asks for, succeed.
func Success(what string) rules.Success {
	if s, ok := successes[what]; ok {
		return s
	}
	return rules.Success{Does: "succeeds"}
}

// Contest is what it is to win one.
var Contest = rules.Success{Does: "wins", Takes: "is beaten"}
