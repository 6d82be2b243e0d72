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
	Tells []int  `json:"tells"` // IDs of beats

	scene int // the index of its paragraph
}

// written is a model's tale: a paragraph for each scene, and one for the end.
type written struct {
	Paragraphs []struct {
		Sentences []sentence `json:"sentences"`
	} `json:"paragraphs"`
}

// isPlainSentence matches one sentence of letters; innerName finds words with a capital that do not begin it, which are
// names.
var (
	isPlainSentence = regexp.MustCompile(`^\p{Lu}[\p{L} ,;:'’–—-]*[.]?$`)
	innerName       = regexp.MustCompile(`[^.:] (\p{Lu}\p{L}*)`)
)

// claims reports whether a sentence makes a claim, such as "killed": whether one of the expressions that words.yaml has
// for it matches. The lists cannot be complete, so a tale with a model's sentences says that nobody has read them back
// ([telling.String]).
func claims(sentence, what string) bool { return anyOf(vocabulary.Says[what]).MatchString(sentence) }

// claimRules are what a sentence can claim of its beats.
var claimRules = []struct {
	what   string            // the claim, as words.yaml has it
	isTrue func(*tuple) bool // of a beat
	wrong  string            // what is wrong with the sentence if it is true of none of its beats
}{
	{"killed", func(t *tuple) bool { return t.Result == vocabulary.Results["killed"] }, "nobody is killed in its beats"},
	{"down", func(t *tuple) bool {
		return t.beat.Falls() || t.beat.Kind == "prone" || t.Result == vocabulary.Results["crippled"]
	}, "nobody falls in its beats"},
	{"wounded", func(t *tuple) bool {
		return t.beat.Falls() || t.beat.Wounds > 0 || t.beat.Depth > 0 || t.beat.Kind == "hurt" || t.beat.Kind == "point"
	}, "nobody is wounded in its beats"},
	{"first", func(t *tuple) bool { return t.First != "" }, "it is not the first blood"},
	{"alone", func(t *tuple) bool { return t.beat.Alone != "" || len(t.beat.Foes) == 1 }, "nobody is alone by its beats"},
}

// weapons returns the weapons that a sentence about a tuple may name.
func (t *tuple) weapons() []string {
	list := []string{t.With, t.beat.Guard}
	if t.beat.Into != nil {
		list = append(list, t.beat.Into.With)
	}
	return slices.DeleteFunc(list, func(weapon string) bool { return weapon == "" })
}

// mistakeIn returns why a sentence cannot be told; empty if the check finds nothing wrong.
func (b *brief) mistakeIn(s sentence) string {
	const wordsMost = 60
	if !isPlainSentence.MatchString(s.Text) || len(strings.Fields(s.Text)) > wordsMost {
		return "it is not one plain sentence of letters"
	}
	if len(strings.Fields(s.Text)) > 4 && !claims(s.Text, "english") { // which looks for small words that short sentences may lack
		return "it is not English"
	}
	tellsEnd := b.End != nil && slices.Equal(s.Tells, []int{b.End.ID})
	beats := b.beatsOf(s)
	for _, id := range s.Tells {
		if !tellsEnd && !slices.ContainsFunc(beats, func(t *tuple) bool { return t.ID == id }) {
			return fmt.Sprintf("%d is no beat of its scene", id)
		}
	}
	for _, m := range innerName.FindAllStringSubmatch(s.Text, -1) {
		if !b.names.MatchString(m[1]) {
			return m[1] + " is nobody's name"
		}
	}
	kills, wounds := claims(s.Text, "killed"), claims(s.Text, "wounded")
	switch {
	case tellsEnd && (kills || wounds && !strings.Contains(strings.Join(b.End.Stand, " "), "wounded")):
		return "the end does not say so"
	case tellsEnd:
		return ""
	case len(beats) > 0:
		return b.untruth(s.Text, beats)
	case len(s.Tells) > 0 || kills || wounds || claims(s.Text, "down") ||
		b.namesOtherWeapon(s.Text, nil) || numberWords(s.Text) != nil:
		return "it tells of the fight and of no beat"
	}
	return ""
}

// beatsOf returns the beats of its scene that a sentence tells.
func (b *brief) beatsOf(s sentence) (beats []*tuple) {
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

// untruth returns what is wrong with a sentence about these beats: that it leaves out somebody in them, or says what
// they do not; empty if nothing is.
func (b *brief) untruth(text string, beats []*tuple) string {
	var allowed, weapons []string // names and weapons that it may have
	numbers, names := []int{1, len(beats)}, b.names.FindAllString(text, -1)
	for _, t := range beats {
		b := t.beat
		allowed, weapons = slices.Concat(allowed, []string{t.Who, t.To}, t.Leaves, t.before), append(weapons, t.weapons()...)
		numbers = append(numbers, b.Tries, b.Hits, b.Tries-b.Hits, len(b.Foes), b.Own, b.Other)
		for _, who := range []string{t.Who, t.To} {
			if who != "" && !contains(text, strings.TrimPrefix(who, "the ")) && !claims(text, "somebody") {
				return who + " is not in it"
			}
		}
		if t.beat.Falls() && !claims(text, "falls") && !claims(text, "killed") {
			return "it does not say that " + t.To + " falls"
		}
	}
	for _, name := range names {
		if !slices.ContainsFunc(allowed, func(who string) bool { return contains(who, name) }) {
			return name + " is in none of its beats"
		}
	}
	for _, word := range numberWords(text) { // "the three" may be the names in the sentence, but "thrice" is not
		if n := vocabulary.Numbers[word]; !slices.Contains(numbers, n) && (n != len(names) || strings.HasSuffix(word, "ce")) {
			return fmt.Sprintf("nothing in its beats is %d", n)
		}
	}
	for _, claim := range claimRules {
		if claims(text, claim.what) && !slices.ContainsFunc(beats, claim.isTrue) {
			return claim.wrong
		}
	}
	if b.namesOtherWeapon(text, weapons) {
		return "a weapon in it is in none of its beats"
	}
	return ""
}

// namesOtherWeapon reports whether a sentence names a weapon of the brief that is none of those allowed.
func (b *brief) namesOtherWeapon(text string, allowed []string) bool {
	return slices.ContainsFunc(b.weapons, func(weapon string) bool {
		return contains(text, weapon) && !slices.ContainsFunc(allowed, func(other string) bool {
			return contains(other, weapon)
		})
	})
}

// contains reports whether a word, or its plural, stands in a text.
func contains(text, word string) bool {
	return word != "" && anyOf([]string{regexp.QuoteMeta(word) + "s?"}).MatchString(text)
}

// numberWords returns the words of a sentence that are numbers, such as "three" and "twice".
func numberWords(text string) (list []string) {
	for word := range strings.FieldsSeq(strings.ToLower(text)) {
		if word = strings.Trim(word, ",;:.'’"); vocabulary.Numbers[word] > 0 {
			list = append(list, word)
		}
	}
	return list
}

// rejected is a sentence that cannot be told, in the form in which the model is asked to mend it.
type rejected struct {
	N     int      `json:"n"` // its number in the tale, from 1
	Text  string   `json:"text"`
	Why   string   `json:"why"`
	Beats []*tuple `json:"beats"`

	at *sentence // its place in the tale
}

// check returns the sentences that can be told, and the others with why not. Each beat may be told once, the beats come
// in the order of their numbers, and one sentence of a scene may tell none. [telling.replaceSentences] counts on that
// order: it puts the program's sentences between the model's.
func (b *brief) check(w written) (good []sentence, bad []rejected) {
	const sentencesMost = 60        // of a paragraph
	told, last := map[int]bool{}, 0 // by beat, and the last one
	idle := map[int]bool{}          // by scene: it has a sentence that tells no beat
	n := 0
	for i, p := range w.Paragraphs[:min(len(w.Paragraphs), len(b.Scenes)+1)] {
		for k, s := range p.Sentences[:min(len(p.Sentences), sentencesMost)] {
			n++
			s.scene = i
			why := b.mistakeIn(s)
			for _, id := range s.Tells {
				if why == "" && (told[id] || id < last) {
					why = fmt.Sprintf("%d is told already, or comes before", id)
				}
			}
			if why == "" && len(s.Tells) == 0 && idle[i] {
				why = "the scene has one that tells nothing already"
			}
			if why != "" {
				bad = append(bad, rejected{n, s.Text, why, b.beatsOf(s), &p.Sentences[k]})
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
