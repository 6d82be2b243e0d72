package story

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"kokyu/rules"
	"kokyu/rules/book"
	"kokyu/rules/text"
)

// nameCast sets what sentences call everybody. A name that the encounter has made of the row's name and a number, "Gaki
// 2", is a noun:
//
//	Gaki 2, of the row gaki         the second gaki
//	Fang 1, beside Fang 2           the first Fang
//	Spears, a squad                 the Spears; of the row spear squad: the spears
//	Jubei the Cur                   Jubei, unless somebody else's name begins with it
//	Kojiro, of the row kojiro       Kojiro, if he has an epithet or wants something
func nameCast(cast []Person, beings []book.Being) {
	byNoun := map[string][]int{}
	numbers := make([]int, len(cast)) // at the end of their names; 0: none
	for i := range cast {
		who := &cast[i]
		base, n := cutNumber(who.Name)
		isSeries := n > 0 && slices.ContainsFunc(cast, func(o Person) bool { // "Fang 1" and "Fang 2"
			otherBase, other := cutNumber(o.Name)
			return other > 0 && other != n && otherBase == base
		})
		who.Spoken = who.Name
		switch taleName := beings[i].TaleName; {
		case strings.EqualFold(base, who.Kind) && taleName != "":
			who.Spoken = taleName
		case strings.EqualFold(base, who.Kind) && (n > 0 || who.Being != "person" || who.Epithet+who.Wants == ""):
			who.Spoken, who.Noun, numbers[i] = who.Kind, true, n
		case text.HasDeterminer(who.Name) || strings.ContainsAny(who.Name, "'’"):
		case isSeries:
			who.Spoken, who.Noun, numbers[i] = base, true, n
		case who.Being == "squad":
			who.Noun = true
		default:
			who.Spoken = firstNameOf(who.Name, cast)
		}
		if isWordOfKind(who.Spoken, who.Kind, who.Being) {
			who.Spoken, who.Noun = strings.ToLower(who.Spoken), true
		}
		if who.Noun {
			byNoun[who.Spoken] = append(byNoun[who.Spoken], i)
		}
	}
	for _, these := range byNoun {
		if len(these) == 1 {
			continue
		}
		numbered := !slices.ContainsFunc(these, func(i int) bool { return numbers[i] == 0 })
		for k, i := range these {
			if cast[i].Nth = k + 1; numbered {
				cast[i].Nth = numbers[i]
			}
		}
	}
}

// cutNumber splits a number off the end of a name; 0 if there is none.
func cutNumber(name string) (base string, n int) {
	if i := strings.LastIndexByte(name, ' '); i > 0 {
		if n, err := strconv.Atoi(name[i+1:]); err == nil && n > 0 {
			return name[:i], n
		}
	}
	return name, 0
}

// firstNameOf returns the first name of somebody called "Jubei the Cur"; the whole name if another name begins with it.
func firstNameOf(name string, cast []Person) string {
	first, _, more := strings.Cut(name, " the ")
	sharesIt := func(o Person) bool { return o.Name != name && strings.HasPrefix(o.Name, first) }
	if !more || strings.Contains(first, " ") || slices.ContainsFunc(cast, sharesIt) {
		return name
	}
	return first
}

// isWordOfKind reports whether the name of a squad or beast is a word of the name of its row, as Spears of the row
// spear squad: it is a noun then.
func isWordOfKind(name, kind, being string) bool {
	words := strings.Fields(strings.ToLower(kind))
	if being == "beast" || being == "thing" {
		words = words[max(0, len(words)-1):]
	}
	singular := func(word string) string { return strings.TrimSuffix(strings.ToLower(word), "s") }
	return being != "person" && being != "horse" && slices.ContainsFunc(words, func(word string) bool {
		return singular(word) == singular(name)
	})
}

// beingOf returns what the fighter at an index of the roster is ([Person.Being]), and what a tale may say of the row.
// Whoever has joined is what others of the row are.
func (p *planner) beingOf(i int) (being string, b book.Being) {
	k := i
	if i >= len(p.People) {
		k = slices.IndexFunc(p.Roster, func(f rules.Fighter) bool { return f.Kind == p.Roster[i].Kind })
	}
	if k < len(p.People) {
		b = p.People[k].Being
	}
	switch f := p.Roster[k]; {
	case f.Several:
		return "squad", b
	case f.Steed:
		return "horse", b
	}
	return cmp.Or(b.Is, "person"), b
}
