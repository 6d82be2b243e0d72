// Package prompts holds the words kokyu tells a fight in: plain ways to say each kind of fact, images, and what a language
// model is asked with.
//
// What may be told, and when, is decided by the package narrate in Go. The words stand in YAML so that a table can read them,
// add to them and argue about them.
package prompts

import (
	"cmp"
	"embed"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"sync"

	"kokyu/rules"
	"kokyu/rules/strict"
	"kokyu/rules/text"
)

//go:embed tale/*.yaml
var tale embed.FS

// Said is what a way can say of a fact: phrases that name nothing but what the fact has. An empty one is not known, or not
// due. Phrases with a weapon have it once a passage.
type Said struct {
	By, To  string // who acts, and the other one
	Him     string // To once more, as an object: him, her, or the name
	Lead    string // at whose word By acts
	Blow    string // the maneuver as a noun: thrust; next thrust, where there has been one
	ABlow   string // with its article and weapon: a thrust with the yari; another thrust
	Blows   string // several of them: two thrusts with the yari
	Tool    string // the weapon alone, with a space before it: " with the yari"
	Weapon  string // the weapon: the yari
	How     string // the answer: with a parry, by turning aside
	Answer  string // the same as a noun: parry
	Attempt string // the same as something begun: tries a parry, tries to turn aside
	Hurry   string // the same in haste: rushes a parry, tries in haste to turn aside
	Late    string // the same begun too late: tries a parry too late, tries too late to turn aside
	Foils   string // the same as what it did to the blow: parries, stops
	Foil    string // and what that was done with, where the verb does not say it: " with a short parry"
	At      string // where the blow went, with a space before it: " at the wrist"
	Falls   string // what becomes of who falls: goes down, falls dead
	Down    string // the same after "is" or "lies": down, dead
	Tries   string // what was tried before, as a clause: Egil's first two cuts at Corvin are parried
	Next    string // the blow after those: the third
	Outcome string // what became of blows that all came to nothing: are both parried; of a ruling: succeeds
	Times   string // how often: twice, three times; twice more, where it has happened before
	Does    string // what a spell or a technique does, a clause: Aki cannot move from the spot
	Count   string // how many: of those who stand against By
	What    string // a stance, a spell, a reason, as the document names it
	Spot    string // the zone or the distance that is entered
	Side    string // a side with its article: the bandits
	Word    string // what a GM wrote
}

// Way is a plain way to say a kind of fact.
type Way struct {
	If  []string `yaml:"if" max:"6" doc:"What must be so: causes and tags of the fact."`
	Not []string `yaml:"not" max:"16" doc:"What must not be so."`
	Say string   `yaml:"say" must:"be there" max:"300" doc:"A sentence, a template over the fields of Said."`
}

// Set sets a fact's phrases into a way. Package text/template would do it too, and with the methods that the linker has to
// keep for it the program would grow by 2 MB; a way is fields and nothing else.
func (w *Way) Set(s Said) string {
	var b strings.Builder
	phrases := reflect.ValueOf(s)
	for rest := w.Say; ; {
		before, after, found := strings.Cut(rest, "{{.")
		b.WriteString(before)
		if !found {
			return b.String()
		}
		name, behind, closed := strings.Cut(after, "}}")
		if phrase := phrases.FieldByName(name); closed && phrase.IsValid() {
			b.WriteString(phrase.String())
			rest = behind
		} else {
			b.WriteString("{{.")
			rest = after
		}
	}
}

// Fits reports whether what a way asks for is among the tags, and nothing of what it shuns.
func (w *Way) Fits(tags []string) bool {
	for _, tag := range w.If {
		if !slices.Contains(tags, tag) {
			return false
		}
	}
	return !slices.ContainsFunc(w.Not, func(tag string) bool { return slices.Contains(tags, tag) })
}

// Has reports whether a way uses a field of [Said].
func (w *Way) Has(field string) bool { return strings.Contains(w.Say, "."+field) }

// Ways are the ways by the kind of fact, each list in the order of the file.
type Ways map[string][]Way

// wayTags are what a way can ask for beside the causes of rules.Causes.
var wayTags = []string{"shot", "unarmed", "claw", "gun", "graze", "deep", "killed", "repelled", "answered", "tries", "many", "by", "to", "tool", "what", "spot",
	"wants", "practice", "drawn", "drop", "again", "after", "single", "first", "mutual", "part", "draw", "squad", "crippled", "gerund",
	"lying", "tried", "does", "friend", "steed", "had", "past", "back", "front", "twice", "command",
	"word", "floored", "lead", "mixed", "guarding", "giving", "told"}

// TaleWays returns the embedded ways, read once.
var TaleWays = sync.OnceValues(func() (Ways, error) {
	data, err := tale.ReadFile("tale/ways.yaml")
	if err != nil {
		return nil, err
	}
	return readWays("tale/ways.yaml", data)
})

// kindWays are the ways of one kind in a file.
type kindWays struct {
	Kind  string   `yaml:"kind" must:"be there" doc:"The kind of fact."`
	Tells []string `yaml:"tells" must:"be there" max:"24" doc:"Words that tell its outcome: each way has one of them."`
	Ways  []Way    `yaml:"ways" must:"be there" max:"200"`
}

// readWays reads a file of ways. The error lists every mistake: an unknown kind, field, tag or cause, a way that does not tell
// the outcome, a kind without a way that always fits.
func readWays(name string, data []byte) (Ways, error) {
	var file struct {
		Version int        `yaml:"version" must:"be there" limit:"1..1"`
		Kinds   []kindWays `yaml:"kinds" must:"be there" max:"200"`
	}
	doc, err := strict.Decode(name, data, &file)
	if err != nil {
		return nil, err
	}
	ways, wrong := Ways{}, text.Problems{}
	known := slices.Concat(rules.Causes, wayTags)
	for i, k := range file.Kinds {
		at := strict.Path{"kinds", i}
		bad := func(what, want string, path ...any) {
			wrong = append(wrong, doc.Problem(append(slices.Clone(at), path...), what, want))
		}
		switch {
		case rules.KindOfFact(k.Kind) == nil:
			bad(fmt.Sprintf("no fact is of the kind %q", text.Escape(k.Kind)), text.OneOf(k.Kind, kindNames()), "kind")
			continue
		case ways[k.Kind] != nil:
			bad(fmt.Sprintf("the kind %q stands above already", k.Kind), "each kind once", "kind")
			continue
		}
		always := false
		for j := range k.Ways {
			w := &k.Ways[j]
			always = always || len(w.If) == 0 && len(w.Not) == 0
			for _, tag := range slices.Concat(w.If, w.Not) {
				if !slices.Contains(known, tag) {
					bad(fmt.Sprintf("no fact has the tag %q", text.Escape(tag)), text.OneOf(tag, known), "ways", j)
				}
			}
			if what, want := w.faults(k.Tells); what != "" {
				bad(what, want, "ways", j, "say")
			}
		}
		if !always {
			bad(fmt.Sprintf("no way of %q fits always", k.Kind), "one without if and not", "ways")
		}
		ways[k.Kind] = k.Ways
	}
	for _, k := range rules.FactKinds {
		if ways[k.Name] == nil && len(wrong) == 0 {
			wrong = append(wrong, doc.Problem(strict.Path{"kinds"}, fmt.Sprintf("the kind %q has no ways", k.Name), "at least one"))
		}
	}
	if len(wrong) > 0 {
		slices.SortFunc(wrong, func(a, b text.Problem) int { return cmp.Compare(a.Line, b.Line) })
		return nil, wrong
	}
	return ways, nil
}

// faults says what is wrong with a way's sentence and what would be right; nothing if both are empty.
func (w *Way) faults(tells []string) (what, want string) {
	if strings.ContainsAny(w.Set(Said{}), "{}") {
		return "it uses a field that no fact has",
			"one of By, To, Him, Lead, Blow, ABlow, Blows, Tool, Weapon, How, Answer, Attempt, Hurry, Late, Foils, Foil, At, Falls, Down, Tries, Next, Outcome, Times, Does, Count, What, Spot, Side, Word, as in {{.By}}"
	}
	if !slices.ContainsFunc(tells, func(word string) bool { return strings.Contains(w.Say, word) }) {
		return "it does not tell the outcome", "one of " + strings.Join(tells, ", ")
	}
	if !strings.HasSuffix(w.Say, ".") && !strings.HasSuffix(w.Say, "}}") {
		return "it has no full stop", "a whole sentence"
	}
	return "", ""
}

func kindNames() (names []string) {
	for _, k := range rules.FactKinds {
		names = append(names, k.Name)
	}
	return names
}
