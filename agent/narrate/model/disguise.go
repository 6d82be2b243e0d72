package model

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
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
	isKnown    func(string) bool
	who, sides map[string]string // stand-ins by name
	real       map[string]string // by what stands in a sentence
	any        *regexp.Regexp
}

// disguised returns a story in which nothing of a user's files is left: names, weapons and maneuvers are stand-ins unless isKnown says that
// the catalogue has them, and what somebody has written of the fight is gone.
func disguised(s *story.Story, seed uint64, isKnown func(string) bool) *disguise {
	d := &disguise{real: map[string]string{}, isKnown: isKnown, who: map[string]string{"": ""}, sides: map[string]string{"": ""}}
	if isKnown == nil {
		d.isKnown = func(string) bool { return false }
	}
	for i, side := range s.Sides { // which is not how a sentence calls it
		d.sides[side.Name] = []string{"One Side", "Other Side"}[min(i, 1)]
	}
	taken := func(name string) bool { // as somebody's real name, or part of it
		return slices.ContainsFunc(s.Cast, func(p story.Person) bool { return strings.Contains(strings.ToLower(p.Name), strings.ToLower(name)) })
	}
	cast, used, nouns := slices.Clone(s.Cast), map[string]bool{}, map[string][]*story.Person{}
	for i := range cast {
		p := &cast[i]
		p.Epithet, p.Wants, p.Fears, p.Why, p.Kind, p.Side, p.Nth = "", "", "", "", "", d.sides[p.Side], 0
		if !slices.Contains([]string{"she", "he", "it", "they"}, p.They) {
			p.They = ""
		}
		if !slices.Contains([]string{"beast", "thing", "squad", "horse"}, p.Being) {
			p.Being = "person"
		}
		if p.Noun {
			if !d.isKnown(p.Spoken) {
				p.Spoken = strings.Replace(p.Being, "person", "stranger", 1)
			}
			nouns[p.Spoken] = append(nouns[p.Spoken], p)
			continue
		}
		list := closed.Names[p.They]
		if list == nil {
			list = closed.Names["other"]
		}
		k := seed % uint64(len(list))
		free := slices.DeleteFunc(slices.Concat(list[k:], list[:k], closed.Names["other"], closed.Names["she"], closed.Names["he"]), func(name string) bool { return used[name] })
		p.Name = free[max(0, slices.IndexFunc(free, func(name string) bool { return !taken(name) }))]
		p.Spoken, used[p.Name] = p.Name, true
	}
	for _, same := range nouns {
		for i, p := range same {
			if len(same) > 1 {
				p.Nth = i + 1
			}
		}
	}
	standing, real := english.Of(&story.Story{Cast: cast}), english.Of(s)
	for i := range cast {
		p := &cast[i]
		p.Name = standing.Name(p.Name) // a noun's key is what a sentence calls it
		d.real[p.Name] = real.Name(s.Cast[i].Name)
		d.who[s.Cast[i].Name] = p.Name
	}
	for i := range cast {
		cast[i].By = d.who[cast[i].By]
	}
	data, err := json.Marshal(s)
	var tree any
	if err = errors.Join(err, json.Unmarshal(data, &tree)); err == nil {
		data, err = json.Marshal(d.rename(tree, "", ""))
	}
	if err = errors.Join(err, json.Unmarshal(data, &d.Story)); err != nil {
		panic(err) // plain values
	}
	d.Cast = cast
	words := []string{}
	for said, is := range d.real {
		if said != is {
			words = append(words, regexp.QuoteMeta(said))
		}
	}
	d.any = anyOf(words)
	return d
}

// isWord is what a word of a closed list looks like.
var isWord = regexp.MustCompile(`^[a-z]{1,20}(-[a-z]{1,20})?$`)

// rename returns what becomes of a value of a story, by the key it stands under and the family of the weapon beside it: stand-ins of people
// and sides, and generic words of weapons and maneuvers that are not known. Under other keys stand words of closed lists.
func (d *disguise) rename(v any, key, family string) any {
	switch is := v.(type) {
	case map[string]any:
		family, _ := is["family"].(string)
		for k, value := range is {
			if is[k] = d.rename(value, k, family); key == "place" && !(isWord.MatchString(k) && isWord.MatchString(fmt.Sprint(value))) { // a record is anybody's file
				delete(is, k)
			}
		}
		delete(is, "where")
	case []any:
		for i := range is {
			is[i] = d.rename(is[i], key, family)
		}
	case string:
		switch key {
		case "by", "to", "lead", "alone", "who", "foes", "follow", "stand", "others", "horses":
			return d.who[is]
		case "name", "side", "for", "winner", "loser", "turns":
			return d.sides[is]
		case "title", "about", "comes":
			return ""
		case "what", "answer", "with", "against":
			switch {
			case is == "" || d.isKnown(is):
			case key == "with":
				return plainWeapon(family)
			case key == "against":
				return plainWeapon("")
			default:
				return ""
			}
		}
	}
	return v
}

// plainWeapon returns what a weapon of a family is called that has no name of its own.
func plainWeapon(family string) string {
	if !isWord.MatchString(family) {
		return "weapon"
	}
	return cmp.Or(closed.Weapons[family], family)
}

// undo puts the real names back into a sentence of a model.
func (d *disguise) undo(sentence string) string {
	return text.Capital(d.any.ReplaceAllStringFunc(sentence, func(said string) string {
		for standIn, name := range d.real {
			if strings.EqualFold(standIn, said) {
				return name
			}
		}
		return said
	}))
}

// anyOf finds words, the longest first.
func anyOf(words []string) *regexp.Regexp {
	slices.SortFunc(words, func(a, b string) int { return cmp.Or(len(b)-len(a), strings.Compare(a, b)) })
	return regexp.MustCompile(`(?i)\b(` + strings.Join(words, "|") + `)\b`)
}
