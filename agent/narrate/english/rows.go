package english

import (
	_ "embed"
	"sync"

	"kokyu/rules/strict"
)

var (
	//go:embed clauses.yaml
	clausesFile []byte
	//go:embed lexicon.yaml
	lexiconFile []byte
)

var load = sync.OnceValues(func() (grammar, lexicon) {
	return strict.Carried[grammar]("agent/narrate/english/clauses.yaml", clausesFile),
		strict.Carried[lexicon]("agent/narrate/english/lexicon.yaml", lexiconFile)
})

// grammar is clauses.yaml: the rows by what they tell, and what taking one costs.
type grammar struct {
	Version     int                `yaml:"version"`
	Outcomes    []outcome          `yaml:"outcomes" max:"100"`
	Blows       []clause           `yaml:"blows" max:"300"` // that hit
	Vain        []clause           `yaml:"vain" max:"300"`  // that did not
	Facts       []clause           `yaml:"facts" max:"300"` // everything else
	After       []clause           `yaml:"after" max:"300"` // what stands behind a beat
	Ends        []clause           `yaml:"ends" max:"300"`
	OneSided    []string           `yaml:"one-sided" max:"20"` // what stands before the end of a fight that was never in doubt
	Worth       map[string]float64 `yaml:"worth"`              // by feature: what a row gains by asking for it
	UntoldCost  map[string]float64 `yaml:"tells"`              // by cause of a fall: what a row costs that does not tell it
	UsualCauses []string           `yaml:"usual" max:"20"`     // causes that are hardly worth telling of a wound
}

// clause is a row: one way of telling a beat, or what stands after one.
type clause struct {
	Kind string   `yaml:"kind"`         // of beat; empty: any
	For  []string `yaml:"for" max:"20"` // outcomes ([Teller.Outcome]); empty: any
	If   []string `yaml:"if" max:"20"`  // features that the beat must have ([Teller.features])
	Not  []string `yaml:"not" max:"20"` // features that it must not have
	Cost float64  `yaml:"cost"`
	Wear float64  `yaml:"wear"` // added to the cost for each time it has been told; 0: [rowWear]
	Like string   `yaml:"like"` // a name shared by rows that sound alike: telling one wears all of them ([likeWear])
	Says string   `yaml:"says" max:"200"`
}

// outcome is one way of saying what a blow comes to, with the striker, the one struck, or the blow as the subject.
type outcome struct {
	Name string   `yaml:"name"`
	Of   []string `yaml:"of" max:"20"` // families of weapons; empty: all
	Once bool     `yaml:"once"`        // only for a single blow
	As   []string `yaml:"as" max:"20"` // last words of the noun for the blow; empty: all
	More bool     `yaml:"more"`        // only if the striker has hurt the same one before
	Bare bool     `yaml:"bare"`        // By says what the blow is, so that {with} is only the weapon
	By   string   `yaml:"by"`          // slot {does}: "[wounds] {to}"
	To   string   `yaml:"to"`          // slot {gets}: "[goes:to] down"
	Blow string   `yaml:"blow"`        // slot {ends}: "brings {to} down"
	Via  string   `yaml:"via"`         // what stands between {gets} and the blow: goes down under a cut
}

// lexicon is lexicon.yaml, what things are called; a comment there says what each list is for.
type lexicon struct {
	Version      int                          `yaml:"version"`
	Strokes      map[string]string            `yaml:"strokes"`
	Nouns        map[string]string            `yaml:"nouns"`
	Blunt        []string                     `yaml:"blunt" max:"100"`
	Bloodless    []string                     `yaml:"bloodless" max:"20"`
	Imperatives  []string                     `yaml:"imperatives" max:"100"`
	UseNouns     []string                     `yaml:"uses" max:"100"`
	LastWords    []string                     `yaml:"bare" max:"100"`
	Answers      []answer                     `yaml:"answers" max:"100"`
	Reactions    []string                     `yaml:"reactions" max:"20"`
	Sidesteps    []string                     `yaml:"sidesteps" max:"20"`
	Adverbs      []string                     `yaml:"adverbs" max:"20"`
	CommonWords  []string                     `yaml:"common" max:"50"`
	Disarmed     string                       `yaml:"disarmed"`
	BlowVerbs    map[string]string            `yaml:"deals"`
	BodyBlows    map[string]string            `yaml:"bodies"`
	ArmedPunch   string                       `yaml:"with hands full"`
	NaturalBlows map[string]string            `yaml:"natural"`
	Trades       map[string]string            `yaml:"trades"`
	PluralNouns  map[string]string            `yaml:"several"`
	Elude        string                       `yaml:"elude"`
	OutWords     map[string]string            `yaml:"outs"`
	LosersDo     map[string]string            `yaml:"gives"`
	Numbers      []string                     `yaml:"numbers" max:"100"`
	Ordinals     []string                     `yaml:"ordinals" max:"100"`
	Scenery      map[string]map[string]string `yaml:"scenery"`
	Goals        map[string]string            `yaml:"goals"`
	GoalWords    map[string][]string          `yaml:"saying"`
	Arrivals     map[string]string            `yaml:"arrivals"`
	Singulars    map[string]string            `yaml:"ones"`
	SidePeople   map[string]string            `yaml:"sides"`
	Hours        map[string]string            `yaml:"hours"`
	OrderWords   map[string]string            `yaml:"orders"`
	ReasonWords  map[string]string            `yaml:"reasons"`
	RulingWords  map[string]string            `yaml:"came"`
	PluralVerbs  map[string]string            `yaml:"plurals"`
}

// answer is what can be done against a blow, in the forms that sentences need.
type answer struct {
	Name    string `yaml:"name"`    // of the maneuver in the rules, or its last or first word
	Noun    string `yaml:"noun"`    // her "parry"
	Defends string `yaml:"defends"` // is too slow to "parry"
	Tries   string `yaml:"tries"`   // "tries to parry" the cut
	Foils   string `yaml:"foils"`   // "parries" the cut
}

// usesWeapon reports whether the answer needs a weapon, and does nothing against a shot.
func (a *answer) usesWeapon() bool { return a.Noun == "parry" || a.Noun == "block" }
