package tale

import (
	"kokyu/rules"
	"kokyu/rules/keep/rows"
)

// successes are what tests decide that have a verb of their own, by the name that checks and their events have.
var successes = map[string]rules.Success{
	rows.AttackAction:    {Verb: "hits", Passive: "is hit"},
	"grapple":            {Verb: "grapples", Passive: "is grappled"},
	rows.MoveAction:      {Verb: "keeps on its feet"},
	"ride":               {Verb: "keeps on its feet"},
	"struggle free":      {Verb: "gets free"},
	"shake off the stun": {Verb: "shakes it off"},
	"rally":              {Verb: "rallies"},
}

// Success returns what a success of a test is: a spell, and what a scene asks for, succeed.
func Success(what string) rules.Success {
	if s, ok := successes[what]; ok {
		return s
	}
	return rules.Success{Verb: "succeeds"}
}

// Contest is what it is to win one.
var Contest = rules.Success{Verb: "wins", Passive: "is beaten"}
