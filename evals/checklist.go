package evals

import (
	_ "embed"

	"kokyu/rules/strict"
)

// senseRule is one rule of the checklist by which a player would call a decision absurd.
type senseRule struct {
	Name string `json:"name" yaml:"name"`
	Says string `json:"says" yaml:"says"`
}

//go:embed sense.yaml
var senseFile []byte

// senseRules is the checklist, the rules of sense.yaml.
var senseRules = strict.Carried[struct {
	Rules []senseRule `yaml:"rules"`
}]("evals/sense.yaml", senseFile).Rules

// The rules of the checklist by their names.
const (
	ruleHarmless = "blow that cannot hurt"
	ruleLongShot = "long shot against the advice"
	ruleUndone   = "done and undone"
	ruleZigzag   = "steps for nothing"
	ruleMelee    = "bowman goes to the melee"
	ruleIdle     = "idle at full means"
	ruleWaits    = "only waits"
	ruleDance    = "six wait in a row"
	ruleSally    = "comes out of its own accord"
	ruleFists    = "weak blow into a counter"
	ruleFlight   = "runs away from nobody"
	ruleGuards   = "gets off to guard the mount"
	ruleGives    = "gives away and overloads"
	ruleEmpty    = "leaves its bow empty"
	ruleFront    = "helpless goes to the front"
	ruleAgainst  = "against its own values"
)

// The bounds of the rules. Chances are those that a blow changes anything.
const (
	harmlessMost = 0.005 // a smaller chance is shown as 0 %
	longShotMost = 0.05
	weakMost     = 0.1  // a blow hand to hand with a smaller chance is weak: it only invites a counter
	worthLeast   = 0.25 // a blow with this chance or more is worth coming out for
	longShotLoss = 1.   // mWP, against the option valued highest
	againstLoss  = 10.  // the same
)

// absurdity is a decision, or all of a breath or turn, to which a rule of the checklist applies.
type absurdity struct {
	Rule      string `json:"rule"`
	System    string `json:"system"`
	Encounter string `json:"encounter"`
	Seed      uint64 `json:"seed"`
	Round     int    `json:"round"`
	Seat      string `json:"seat"`
	Did       string `json:"did"` // the decision, or all of the breath or turn
	Why       string `json:"why,omitempty"`
}
