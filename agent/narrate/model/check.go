package model

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
)

// sentence is one of a model's, with the numbers of the beats that it tells.
type sentence struct {
	Text  string `json:"text"`
	Tells []int  `json:"tells"`

	scene int // in the order of the tale
}

// written is a model's tale: sentences by scene, and those of the end.
type written struct {
	Paragraphs []struct {
		Sentences []sentence `json:"sentences"`
	} `json:"paragraphs"`
}

// What a sentence looks like, and a name in it that does not begin it.
var (
	letters = regexp.MustCompile(`^\p{Lu}[\p{L} ,;:'’–—-]*[.]?$`)
	capital = regexp.MustCompile(`[^.:] (\p{Lu}\p{L}*)`)
)

// claims reports whether a sentence says something, in the ways that words.yaml has.
func claims(sentence, what string) bool { return anyOf(vocabulary.Says[what]).MatchString(sentence) }

// claimRules are what a sentence can claim of its beats, by the words of words.yaml, of which beat it is so, and what is wrong if of none.
var claimRules = []struct {
	what  string
	is    func(*tuple) bool
	wrong string
}{
	{"killed", func(t *tuple) bool { return t.Result == vocabulary.Results["killed"] }, "nobody is killed in its beats"},
	{"down", func(t *tuple) bool {
		return t.falls() || t.beat.Kind == "prone" || t.Result == vocabulary.Results["crippled"]
	}, "nobody falls in its beats"},
	{"wounded", func(t *tuple) bool {
		return t.falls() || t.beat.Wounds > 0 || t.beat.Depth > 0 || t.beat.Kind == "hurt" || t.beat.Kind == "point"
	}, "nobody is wounded in its beats"},
	{"first", func(t *tuple) bool { return t.First != "" }, "it is not the first blood"},
	{"alone", func(t *tuple) bool { return t.beat.Alone != "" || len(t.beat.Foes) == 1 }, "nobody is alone by its beats"},
}

// falls reports whether somebody goes down in a beat.
func (t *tuple) falls() bool { return t.beat.Kind == "fall" || t.beat.Kind == "sunk" }

// things are what a tuple lets a sentence name.
func (t *tuple) things() []string {
	list := []string{t.With, t.beat.Guard}
	if t.beat.Into != nil {
		list = append(list, t.beat.Into.With)
	}
	return slices.DeleteFunc(list, func(thing string) bool { return thing == "" })
}

// wrong returns why a sentence cannot be told; empty if nothing speaks against it.
func (b *brief) wrong(s sentence) string {
	const wordsMost = 60
	if !letters.MatchString(s.Text) || len(strings.Fields(s.Text)) > wordsMost {
		return "it is not one plain sentence of letters"
	}
	if len(strings.Fields(s.Text)) > 4 && !claims(s.Text, "english") { // shorter ones need none of its small words
		return "it is not English"
	}
	ends := b.End != nil && slices.Equal(s.Tells, []int{b.End.ID})
	beats := b.beats(s)
	for _, id := range s.Tells {
		if !ends && !slices.ContainsFunc(beats, func(t *tuple) bool { return t.ID == id }) {
			return fmt.Sprintf("%d is no beat of its scene", id)
		}
	}
	for _, m := range capital.FindAllStringSubmatch(s.Text, -1) {
		if !b.names.MatchString(m[1]) {
			return m[1] + " is nobody's name"
		}
	}
	kills, wounds := claims(s.Text, "killed"), claims(s.Text, "wounded")
	switch {
	case ends && (kills || wounds && !strings.Contains(strings.Join(b.End.Stand, " "), "wounded")):
		return "the end does not say so"
	case ends:
		return ""
	case len(beats) > 0:
		return b.untrue(s.Text, beats)
	case len(s.Tells) > 0 || kills || wounds || claims(s.Text, "down") || b.namesOtherWeapon(s.Text, nil) || count(s.Text) != nil:
		return "it tells of the fight and of no beat"
	}
	return ""
}

// beats returns those of its scene that a sentence tells.
func (b *brief) beats(s sentence) (beats []*tuple) {
	if s.scene >= len(b.Scenes) {
		return nil
	}
	for _, id := range s.Tells {
		for i := range b.Scenes[s.scene].Beats {
			if t := &b.Scenes[s.scene].Beats[i]; t.ID == id {
				beats = append(beats, t)
			}
		}
	}
	return beats
}

// untrue returns what a sentence says that its beats do not.
func (b *brief) untrue(text string, beats []*tuple) string {
	var may, things []string
	numbers, names := []int{1, len(beats)}, b.names.FindAllString(text, -1)
	for _, t := range beats {
		b := t.beat
		may, things = slices.Concat(may, []string{t.Who, t.To}, t.Leaves, t.before), append(things, t.things()...)
		numbers = append(numbers, b.Tries, b.Hits, b.Tries-b.Hits, len(b.Foes), b.Own, b.Other)
		for _, who := range []string{t.Who, t.To} {
			if who != "" && !contains(text, strings.TrimPrefix(who, "the ")) && !claims(text, "somebody") {
				return who + " is not in it"
			}
		}
		if t.falls() && !claims(text, "falls") && !claims(text, "killed") {
			return "it does not say that " + t.To + " falls"
		}
	}
	for _, name := range names {
		if !slices.ContainsFunc(may, func(who string) bool { return contains(who, name) }) {
			return name + " is in none of its beats"
		}
	}
	for _, word := range count(text) {
		if n := vocabulary.Numbers[word]; !slices.Contains(numbers, n) && (n != len(names) || strings.HasSuffix(word, "ce")) {
			return fmt.Sprintf("nothing in its beats is %d", n)
		}
	}
	for _, claim := range claimRules {
		if claims(text, claim.what) && !slices.ContainsFunc(beats, claim.is) {
			return claim.wrong
		}
	}
	if b.namesOtherWeapon(text, things) {
		return "a weapon in it is in none of its beats"
	}
	return ""
}

// namesOtherWeapon reports whether a sentence names a weapon of the brief that is none of these.
func (b *brief) namesOtherWeapon(text string, but []string) bool {
	return slices.ContainsFunc(b.weapons, func(w string) bool {
		return contains(text, w) && !slices.ContainsFunc(but, func(b string) bool { return contains(b, w) })
	})
}

// contains reports whether a word, or two of it, stands in a text.
func contains(text, word string) bool {
	return word != "" && anyOf([]string{regexp.QuoteMeta(word) + "s?"}).MatchString(text)
}

// count returns the words of a sentence that are numbers.
func count(text string) (list []string) {
	for word := range strings.FieldsSeq(strings.ToLower(text)) {
		if word = strings.Trim(word, ",;:.'’"); vocabulary.Numbers[word] > 0 {
			list = append(list, word)
		}
	}
	return list
}

// refused is a sentence that is not told, as it is asked for again: which one of the tale it is, and why, with its beats.
type refused struct {
	N     int      `json:"n"`
	Text  string   `json:"text"`
	Why   string   `json:"why"`
	Beats []*tuple `json:"beats"`

	at *sentence
}

// check returns the sentences that can be told, and the others with why not: every beat at most once, in the order of their numbers, at most
// one in a scene that tells none.
func (b *brief) check(w written) (good []sentence, bad []refused) {
	const sentencesMost = 60 // of a paragraph
	told, last, idle := map[int]bool{}, 0, map[int]bool{}
	n := 0
	for i, p := range w.Paragraphs[:min(len(w.Paragraphs), len(b.Scenes)+1)] {
		for k, s := range p.Sentences[:min(len(p.Sentences), sentencesMost)] {
			n++
			s.scene = i
			why := b.wrong(s)
			for _, id := range s.Tells {
				if why == "" && (told[id] || id < last) {
					why = fmt.Sprintf("%d is told already, or comes before", id)
				}
			}
			if why == "" && len(s.Tells) == 0 && idle[i] {
				why = "the scene has one that tells nothing already"
			}
			if why != "" {
				bad = append(bad, refused{n, s.Text, why, b.beats(s), &p.Sentences[k]})
				continue
			}
			idle[i] = idle[i] || len(s.Tells) == 0
			for _, id := range s.Tells {
				told[id], last = true, max(last, id)
			}
			good = append(good, s)
		}
	}
	return good, bad
}
