package model

import (
	"encoding/json"
	"regexp"
	"slices"
	"strings"

	"kokyu/agent/narrate/english"
	"kokyu/agent/narrate/story"
	"kokyu/rules/text"
)

// disguise is a story under stand-in names, and how they become the real ones again.
type disguise struct {
	*story.Story
	real map[string]string // by what stands in a sentence
	any  *regexp.Regexp
}

// Stand-in names, by pronoun.
var standIns = map[string][]string{
	"she": {"Anna", "Clara", "Edith", "Greta", "Ida", "Karin", "Marta", "Olga", "Rosa", "Tilda", "Vera", "Lena", "Nora", "Hedda"},
	"he":  {"Bruno", "David", "Felix", "Henrik", "Jakob", "Lukas", "Nils", "Peter", "Simon", "Ulrik", "Viktor", "Oskar", "Martin", "Anton"},
	"":    {"Quill", "Sparrow", "Rook", "Tamsin", "Wren", "Linden", "Ash", "Robin", "Teal", "Juniper", "Marlow", "Piper", "Sorrel", "Hollis"},
}

// disguised returns a story in which nothing of a user's files is left: names, weapons and maneuvers are stand-ins unless isKnown
// says that the catalogue has them, and what somebody has written of the fight is gone.
func disguised(s *story.Story, seed uint64, isKnown func(string) bool) *disguise {
	if isKnown == nil {
		isKnown = func(string) bool { return false }
	}
	d := &disguise{Story: clone(s), real: map[string]string{}}
	d.Title, d.About, d.End.Comes = "", "", ""
	for aspect, word := range d.Place { // a record is anybody's file
		if !isWord.MatchString(aspect) || !isWord.MatchString(word) {
			delete(d.Place, aspect)
		}
	}
	next := map[string]int{}
	renamed := map[string]string{"": ""}
	for i := range d.Cast {
		p := &d.Cast[i]
		old := *p
		p.Epithet, p.Wants, p.Fears, p.Why = "", "", "", ""
		if !slices.Contains([]string{"she", "he", "it", "they"}, p.They) {
			p.They = ""
		}
		switch {
		case p.Noun && isKnown(p.Spoken):
		case p.Noun:
			p.Spoken = map[string]string{"beast": "beast", "squad": "squad", "horse": "horse", "thing": "thing"}[p.Being]
			if p.Spoken == "" {
				p.Spoken = "stranger"
			}
		default:
			list := standIns[p.They]
			if list == nil {
				list = standIns[""]
			}
			k := next[p.They] + int(seed%uint64(len(list)))
			for taken(s, list[k%len(list)]) {
				k, next[p.They] = k+1, next[p.They]+1
			}
			next[p.They]++
			p.Spoken = list[k%len(list)]
		}
		if p.Name = p.Spoken; p.Noun {
			p.Name = old.Name
		}
		renamed[old.Name] = p.Name
	}
	numberNouns(d.Cast)
	for i := range d.Cast { // a noun's key is what a sentence calls it
		if p := &d.Cast[i]; p.Noun {
			p.Name = english.Of(d.Story).Name(p.Name)
			renamed[s.Cast[i].Name] = p.Name
		}
	}
	d.rename(renamed, isKnown)
	standing, real := english.Of(d.Story), english.Of(s)
	for i := range d.Cast {
		d.real[standing.Name(d.Cast[i].Name)] = real.Name(s.Cast[i].Name)
	}
	words := []string{}
	for said, is := range d.real {
		if said != is {
			words = append(words, regexp.QuoteMeta(said))
		}
	}
	slices.SortFunc(words, func(a, b string) int { return len(b) - len(a) })
	if len(words) > 0 {
		d.any = regexp.MustCompile(`(?i)\b(` + strings.Join(words, "|") + `)\b`)
	}
	return d
}

// numberNouns counts those who share a noun now.
func numberNouns(cast []story.Person) {
	count, seen := map[string]int{}, map[string]int{}
	for _, p := range cast {
		if p.Noun {
			count[p.Spoken]++
		}
	}
	for i := range cast {
		if p := &cast[i]; p.Noun {
			seen[p.Spoken]++
			if p.Nth = 0; count[p.Spoken] > 1 {
				p.Nth = seen[p.Spoken]
			}
		}
	}
}

// taken reports whether a stand-in is somebody's real name, or part of it.
func taken(s *story.Story, name string) bool {
	return slices.ContainsFunc(s.Cast, func(p story.Person) bool { return strings.Contains(strings.ToLower(p.Name), strings.ToLower(name)) })
}

func clone(s *story.Story) *story.Story {
	data, err := json.Marshal(s)
	if err != nil {
		panic(err) // plain values
	}
	var c story.Story
	if err := json.Unmarshal(data, &c); err != nil {
		panic(err)
	}
	return &c
}

// rename puts stand-ins in the place of everybody's name, and generic words in that of weapons and maneuvers that are not known.
func (d *disguise) rename(renamed map[string]string, isKnown func(string) bool) {
	all := func(names []string) {
		for i := range names {
			names[i] = renamed[names[i]]
		}
	}
	sides := map[string]string{"": ""}
	for i := range d.Sides {
		s := &d.Sides[i]
		sides[s.Name] = []string{"One Side", "Other Side"}[min(i, 1)] // which is not how a sentence calls it
		s.Name = sides[s.Name]
		all(s.Who)
		all(s.Horses)
	}
	for i := range d.Cast {
		p := &d.Cast[i]
		p.Side, p.By, p.Kind = sides[p.Side], renamed[p.By], ""
	}
	all(d.Follow)
	d.Stake.For, d.Stake.Who = sides[d.Stake.For], renamed[d.Stake.Who]
	d.End.Winner, d.End.Loser, d.End.Who = sides[d.End.Winner], sides[d.End.Loser], renamed[d.End.Who]
	all(d.End.Stand)
	all(d.End.Others)
	thing := func(name *string, family string) {
		if *name != "" && !isKnown(*name) {
			*name = plainWeapon(family)
		}
	}
	for i := range d.Scenes {
		d.Scenes[i].Where = nil
		for k := range d.Scenes[i].Beats {
			b := &d.Scenes[i].Beats[k]
			b.By, b.To, b.Lead, b.Alone = renamed[b.By], renamed[b.To], renamed[b.Lead], renamed[b.Alone]
			b.Turns = sides[b.Turns]
			all(b.Foes)
			thing(&b.With, b.Family)
			thing(&b.Guard, "")
			if !isKnown(b.What) {
				b.What = ""
			}
			if !isKnown(b.Answer) {
				b.Answer = ""
			}
			if b.Into != nil {
				thing(&b.Into.With, b.Into.Family)
				if !isKnown(b.Into.What) {
					b.Into.What = ""
				}
			}
		}
	}
}

// isWord is what a word of a closed list looks like.
var isWord = regexp.MustCompile(`^[a-z]{1,20}(-[a-z]{1,20})?$`)

// plainWeapon returns what a weapon of a family is called that has no name of its own.
func plainWeapon(family string) string {
	if !isWord.MatchString(family) {
		return "weapon"
	}
	switch family {
	case "":
		return "weapon"
	case "thrown", "makeshift", "wooden":
		return family + " weapon"
	case "short":
		return "short blade"
	case "pole":
		return "polearm"
	case "claw":
		return "claws"
	}
	return family
}

// undo puts the real names back into a sentence of a model.
func (d *disguise) undo(sentence string) string {
	if d.any == nil {
		return sentence
	}
	return text.Capital(d.any.ReplaceAllStringFunc(sentence, func(said string) string {
		for standIn, name := range d.real {
			if strings.EqualFold(standIn, said) {
				return name
			}
		}
		return said
	}))
}
