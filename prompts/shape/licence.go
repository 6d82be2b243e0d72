package shape

import (
	_ "embed"
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"
)

//go:embed licences.txt
var licencesText string

// licence is what a fact, a cause, a weapon family or a word of the setting allows.
type licence struct {
	classes, lemmas map[string]bool
}

// phrase is lemmas in a row that say what a fact says.
type phrase struct {
	class  string
	lemmas []string
}

// grants is licences.txt.
type grants struct {
	by      map[string]licence
	only    map[string][]string // by verb: the licences, or their aspects, one of which must name its subject
	phrases []phrase
}

// rights is licences.txt read. It is ours: a line that is none panics.
var rights = sync.OnceValue(func() grants {
	g := grants{by: map[string]licence{}, only: map[string][]string{}}
	for line := range strings.Lines(licencesText) {
		if line = strings.TrimSpace(line); line == "" || line[0] == '#' {
			continue
		}
		head, list, ok := strings.Cut(line, ": ")
		if !ok {
			panic(fmt.Sprintf("shape: licences.txt: %q is no licence", line))
		}
		kind, name, _ := strings.Cut(head, " ")
		switch kind {
		case "only":
			g.only[name] = strings.Fields(list)
		case "phrase":
			for p := range strings.SplitSeq(list, ", ") {
				g.phrases = append(g.phrases, phrase{name, strings.Fields(p)})
			}
		default:
			l := licence{map[string]bool{}, map[string]bool{}}
			for word := range strings.FieldsSeq(list) {
				if word == strings.ToUpper(word) {
					l.classes[word] = true
				} else {
					l.lemmas[word] = true
				}
			}
			g.by[head] = l
		}
	}
	return g
})

// Licences returns the words that [Check] takes as licences, sorted: facts (hit, wound, miss), causes (late, feint), weapon
// families (family:blade), words of a setting (ground:mud).
func Licences() []string { return slices.Sorted(maps.Keys(rights().by)) }

// held is the licences that an image is checked with.
type held struct {
	facts    []licence
	settings map[string]licence // by name, ground:mud
}

// hold returns the licences of these names. What no line names licenses nothing.
func hold(names []string) held {
	h := held{settings: map[string]licence{}}
	for _, name := range names {
		aspect, _, setting := strings.Cut(name, ":")
		switch l, known := rights().by[name]; {
		case !known:
		case setting && aspect != "family":
			h.settings[name] = l
		default:
			h.facts = append(h.facts, l)
		}
	}
	return h
}

// fact reports whether a fact, a cause or a family licenses a class or a lemma.
func (h held) fact(class, lemma string) bool {
	return slices.ContainsFunc(h.facts, func(l licence) bool { return l.classes[class] || l.lemmas[lemma] })
}

// sees reports whether the setting has a lemma; among, if not empty, are the licences or aspects that count.
func (h held) sees(lemma string, among ...string) bool {
	for name, l := range h.settings {
		aspect, _, _ := strings.Cut(name, ":")
		if l.lemmas[lemma] && (len(among) == 0 || slices.Contains(among, aspect) || slices.Contains(among, name)) {
			return true
		}
	}
	return false
}
