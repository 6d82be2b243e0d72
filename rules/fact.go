package rules

import (
	_ "embed"
	"slices"

	"kokyu/rules/strict"
)

// Fact is one thing that happened in a fight, decided from its events: all that a tale can tell of it. An attack with
// its answer and its outcome is one fact. Names and weapons are data, as the record has them.
type Fact struct {
	Kind    string   `json:"kind"`              // one of those in fact.yaml
	Step    int      `json:"step"`              // of the record, where it was decided
	By      string   `json:"by,omitempty"`      // the one who acts; fact.yaml has what By and To are in a kind
	To      string   `json:"to,omitempty"`      // the other one
	What    string   `json:"what,omitempty"`    // the maneuver, action, spell or reason, as the document names it
	With    string   `json:"with,omitempty"`    // the weapon it is done with
	Family  string   `json:"family,omitempty"`  // of that weapon, in the way it is used: blade, spear, bow, unarmed
	Answer  string   `json:"answer,omitempty"`  // the maneuver To answered with
	Against string   `json:"against,omitempty"` // the weapon To answered with
	Causes  []string `json:"causes,omitempty"`  // why it came out so, of [Causes], the most telling first
	Part    string   `json:"part,omitempty"`    // of the body, where the blow went
	Fate    string   `json:"fate,omitempty"`    // of who fell, as the event says it: killed, dying, repelled; empty: down
	Spot    string   `json:"spot,omitempty"`    // the zone or distance that is entered
	Wounds  int      `json:"wounds,omitempty"`  // lost
	Depth   float64  `json:"depth,omitempty"`   // the Wounds lost, as a share of what there was, above 0 to 1
	P       float64  `json:"p,omitempty"`       // the chance of what the dice showed, 1 without dice
	First   bool     `json:"first,omitempty"`   // first blood, or the first point, of the fight
	Match   bool     `json:"match,omitempty"`   // it is sparring
}

// Has reports whether a fact has a cause.
func (f *Fact) Has(cause string) bool { return slices.Contains(f.Causes, cause) }

// Because adds a cause if the condition holds.
func (f *Fact) Because(condition bool, cause string) {
	if condition {
		f.Causes = append(f.Causes, cause)
	}
}

// FactKind is a kind of fact.
type FactKind struct {
	Name string `yaml:"name"`
	Says string `yaml:"says"` // what happens, with By and To
	Rank int    `yaml:"rank"` // 0 to 100: where a tale has no room for all facts, those of the highest rank are told
	Blow bool   `yaml:"blow"` // it is an attack and what came of it
	// GroupWords is the text of one law line for all passages in a row that have only such facts: "guard, reservation".
	GroupWords string `yaml:"fold"`
}

// Closed lists of what facts say, from fact.yaml.
var (
	Causes        = factWords.Causes        // why a fact came out as it did
	Circumstances = factWords.Circumstances // the causes that a sentence about several blows may leave out
)

//go:embed fact.yaml
var factFile []byte

var factWords = strict.Carried[struct {
	Causes        []string   `yaml:"causes"`
	Circumstances []string   `yaml:"circumstances"`
	Kinds         []FactKind `yaml:"kinds"`
}]("rules/fact.yaml", factFile)

// KindOfFact returns the kind of this name; one without a name if there is none.
func KindOfFact(name string) (kind FactKind) {
	if i := slices.IndexFunc(factWords.Kinds, func(k FactKind) bool { return k.Name == name }); i >= 0 {
		kind = factWords.Kinds[i]
	}
	return kind
}
