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
}

// written is a model's tale: sentences by scene, and those of the end.
type written struct {
	Paragraphs []struct {
		Sentences []sentence `json:"sentences"`
	} `json:"paragraphs"`
}

// checker holds a model's sentences against the brief that it was given. What a sentence says of how a blow came about, and who of two
// struck the other, it cannot tell.
type checker struct {
	*brief
	names   *regexp.Regexp // whom a sentence can name
	weapons []string       // all that are in the brief
}

func newChecker(b *brief) *checker {
	c := &checker{brief: b}
	var names []string
	for _, p := range b.People {
		names = append(names, regexp.QuoteMeta(strings.TrimPrefix(p.Name, "the ")))
	}
	slices.SortFunc(names, func(a, b string) int { return len(b) - len(a) })
	c.names = regexp.MustCompile(`(?i)\b(` + strings.Join(names, "|") + `)\b`)
	for _, sc := range b.Scenes {
		for _, t := range sc.Beats {
			for _, w := range t.things() {
				if !slices.Contains(c.weapons, w) && w != "bare hands" {
					c.weapons = append(c.weapons, w)
				}
			}
		}
	}
	return c
}

// things are what a tuple lets a sentence name.
func (t *tuple) things() []string {
	list := []string{t.With, t.beat.Guard}
	if t.beat.Into != nil {
		list = append(list, t.beat.Into.With)
	}
	return slices.DeleteFunc(list, func(thing string) bool { return thing == "" })
}

// people are whom a tuple lets a sentence name.
func (t *tuple) people() []string { return append([]string{t.Who, t.To}, t.Leaves...) }

// numbers are what a tuple lets a sentence count.
func (t *tuple) numbers() []int {
	b := t.beat
	return []int{1, b.Tries, b.Hits, b.Tries - b.Hits, len(b.Foes), b.Own, b.Other}
}

var (
	letters = regexp.MustCompile(`^\p{Lu}[\p{L} ,;:'’–—-]*[.]?$`)
	capital = regexp.MustCompile(`[^.:] (\p{Lu}\p{L}*)`)
	pronoun = regexp.MustCompile(`(?i)\b(he|she|it|they|him|her|them|his|its|their|each|both|neither|other)\b`)
	killing = regexp.MustCompile(`(?i)\b(kill(s|ed)?|die[sd]?|dead|death|slay|slain|slays|lifeless|corpse)\b`)
	felling = regexp.MustCompile(`(?i)\b(falls?|fell(s|ed)?|down|drops?|collapses?|crumples?|sinks?|out of the fight|does not (get up|rise)|` +
		`ground|finish(es)?|ends|over)\b`)
	fallen = regexp.MustCompile(`(?i)\b(fells|collapses|crumples|out of the fight|does not (get up|rise)|(goes|is|and) down|` +
		`(puts|brings|cuts|strikes|shoots) \S+ down)\b`)
	wounding = regexp.MustCompile(`(?i)\b(wounds?|wounded|blood|bleeds?|bleeding|gash|graze[sd]?|scratch(es|ed)?|opens)\b`)
	firstly  = regexp.MustCompile(`(?i)\bfirst (blood|wound)\b`)
	alone    = regexp.MustCompile(`(?i)\balone\b`)
	counts   = map[string]int{"two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8, "nine": 9, "ten": 10, "eleven": 11, "twelve": 12,
		"twice": 2, "thrice": 3, "second": 2, "third": 3, "fourth": 4, "fifth": 5}
)

// What a sentence may have.
const (
	wordsMost     = 60
	sentencesMost = 60 // of a paragraph
)

// before returns whom the tuple before one lets a sentence name: it may follow what they have done.
func (c *checker) before(t *tuple) []string {
	for i := range c.Scenes {
		for k := range c.Scenes[i].Beats {
			if &c.Scenes[i].Beats[k] == t && k > 0 && t.Follows != "" {
				return c.Scenes[i].Beats[k-1].people()
			}
		}
	}
	return nil
}

// beat returns a tuple of a scene.
func (c *checker) beat(scene, id int) *tuple {
	if scene < len(c.Scenes) {
		for i := range c.Scenes[scene].Beats {
			if t := &c.Scenes[scene].Beats[i]; t.ID == id {
				return t
			}
		}
	}
	return nil
}

// wrong returns why a sentence of a scene cannot be told; empty if nothing speaks against it.
func (c *checker) wrong(scene int, s sentence) string {
	if !letters.MatchString(s.Text) || len(strings.Fields(s.Text)) > wordsMost {
		return "it is not one plain sentence of letters"
	}
	var beats []*tuple
	ends := false
	for _, id := range s.Tells {
		t := c.beat(scene, id)
		if ends = ends || c.End != nil && id == c.End.ID; t == nil && !ends {
			return fmt.Sprintf("%d is no beat of its scene", id)
		} else if t != nil {
			beats = append(beats, t)
		}
	}
	names := c.names.FindAllString(s.Text, -1)
	for _, m := range capital.FindAllStringSubmatch(s.Text, -1) {
		if !c.names.MatchString(m[1]) {
			return m[1] + " is nobody's name"
		}
	}
	switch {
	case ends:
		if killing.MatchString(s.Text) || wounding.MatchString(s.Text) && !strings.Contains(strings.Join(c.End.Stand, " "), "wounded") {
			return "the end does not say so"
		}
		return ""
	case len(beats) == 0:
		if len(s.Tells) > 0 || killing.MatchString(s.Text) ||
			fallen.MatchString(s.Text) || wounding.MatchString(s.Text) || c.arms(s.Text, nil) || count(s.Text) != nil {
			return "it tells of the fight and of no beat"
		}
		return ""
	}
	return c.untrue(s.Text, names, beats)
}

// untrue returns what a sentence says that its beats do not.
func (c *checker) untrue(text string, names []string, beats []*tuple) string {
	var may, things []string
	numbers, people := []int{len(beats)}, 0
	kills, falls, wounds, first, single := false, false, false, false, false
	for _, t := range beats {
		b := t.beat
		may, things, numbers = append(append(may, t.people()...), c.before(t)...), append(things, t.things()...), append(numbers, t.numbers()...)
		kills = kills || t.Result == closed.Results["killed"]
		down := b.Kind == "fall" || b.Kind == "sunk"
		falls = falls || down || b.Kind == "prone" || t.Result == closed.Results["crippled"]
		wounds = wounds || b.Wounds > 0 || b.Depth > 0 || down || b.Kind == "hurt" || b.Kind == "point"
		first, single = first || t.First != "", single || b.Alone != "" || len(b.Foes) == 1
		for _, who := range []string{t.Who, t.To} {
			if who != "" && !contains(text, strings.TrimPrefix(who, "the ")) && !pronoun.MatchString(text) {
				return who + " is not in it"
			}
		}
		if down && !felling.MatchString(text) && !killing.MatchString(text) {
			return "it does not say that " + t.To + " falls"
		}
	}
	for _, name := range names {
		people++
		if !slices.ContainsFunc(may, func(who string) bool { return contains(who, name) }) {
			return name + " is in none of its beats"
		}
	}
	for _, word := range count(text) {
		if n := counts[word]; !slices.Contains(numbers, n) && (n != people || strings.HasSuffix(word, "ce")) {
			return fmt.Sprintf("nothing in its beats is %d", n)
		}
	}
	switch {
	case killing.MatchString(text) && !kills:
		return "nobody is killed in its beats"
	case fallen.MatchString(text) && !falls:
		return "nobody falls in its beats"
	case wounding.MatchString(text) && !wounds:
		return "nobody is wounded in its beats"
	case firstly.MatchString(text) && !first:
		return "it is not the first blood"
	case alone.MatchString(text) && !single:
		return "nobody is alone by its beats"
	case c.arms(text, things):
		return "a weapon in it is in none of its beats"
	}
	return ""
}

// arms reports whether a sentence names a weapon of the brief that is none of these.
func (c *checker) arms(text string, but []string) bool {
	return slices.ContainsFunc(c.weapons, func(w string) bool {
		return contains(text, w) && !slices.ContainsFunc(but, func(b string) bool { return contains(b, w) })
	})
}

// contains reports whether words stand in a text.
func contains(text, words string) bool {
	at := strings.Index(strings.ToLower(text), strings.ToLower(words))
	if at < 0 || words == "" {
		return false
	}
	is := func(i int) bool {
		return i >= 0 && i < len(text) && (text[i]|0x20 >= 'a' && text[i]|0x20 <= 'z')
	}
	return !is(at-1) && !is(at+len(words)) || strings.HasPrefix(text[at+len(words):], "s")
}

// count returns the words of a sentence that are numbers.
func count(text string) (list []string) {
	for word := range strings.FieldsSeq(strings.ToLower(text)) {
		if word = strings.Trim(word, ",;:.'’"); counts[word] > 0 {
			list = append(list, word)
		}
	}
	return list
}

// held is a sentence of a model that is told, with its scene.
type held struct {
	scene int
	sentence
}

// hold returns the sentences that can be told, and the others with why not: every beat at most once, in the order of their numbers, at most
// one in a scene that tells none.
func (c *checker) hold(w written) (good []held, bad []refused) {
	told, last, idle := map[int]bool{}, 0, map[int]bool{}
	n := 0
	for i, p := range w.Paragraphs[:min(len(w.Paragraphs), len(c.Scenes)+1)] {
		for _, s := range p.Sentences[:min(len(p.Sentences), sentencesMost)] {
			n++
			why := c.wrong(i, s)
			for _, id := range s.Tells {
				if why == "" && (told[id] || id < last) {
					why = fmt.Sprintf("%d is told already, or comes before", id)
				}
			}
			if why == "" && len(s.Tells) == 0 && idle[i] {
				why = "the scene has one that tells nothing already"
			}
			if why != "" {
				bad = append(bad, refused{n: n, scene: i, sentence: s, why: why})
				continue
			}
			if len(s.Tells) == 0 {
				idle[i] = true
			}
			for _, id := range s.Tells {
				told[id], last = true, max(last, id)
			}
			good = append(good, held{i, s})
		}
	}
	return good, bad
}

// refused is a sentence that is not told, and why.
type refused struct {
	n     int
	scene int
	sentence
	why string
}

// owes returns the beats of a refused sentence.
func (c *checker) owes(r refused) (beats []*tuple) {
	for _, id := range r.Tells {
		if t := c.beat(r.scene, id); t != nil {
			beats = append(beats, t)
		}
	}
	return beats
}
