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

// nameCast says how everybody is called in a sentence. A name that is made of the row's is a noun, as several of a kind have it.
func nameCast(cast []Person, beings []book.Being) {
	of := map[string][]int{} // those of a noun
	numbers := make([]int, len(cast))
	for i := range cast {
		who := &cast[i]
		base, n := cutNumber(who.Name)
		again := n > 0 && slices.ContainsFunc(cast, func(o Person) bool {
			b, k := cutNumber(o.Name)
			return k > 0 && k != n && b == base
		})
		who.Spoken = who.Name
		switch called := beings[i].TaleName; {
		case strings.EqualFold(base, who.Kind) && called != "":
			who.Spoken = called
		case strings.EqualFold(base, who.Kind) && (n > 0 || who.Being != "person" || who.Epithet+who.Wants == ""): // Kojiro of the row kojiro is a name
			who.Spoken, who.Noun, numbers[i] = who.Kind, true, n
		case text.HasDeterminer(who.Name) || strings.ContainsAny(who.Name, "'’"):
		case again:
			who.Spoken, who.Noun, numbers[i] = base, true, n
		case who.Being == "squad":
			who.Spoken, who.Noun = who.Name, true
		default:
			who.Spoken = firstNameOf(who.Name, cast)
		}
		if isWordOfKind(who.Spoken, who.Kind, who.Being) {
			who.Spoken, who.Noun = strings.ToLower(who.Spoken), true
		}
		if who.Noun {
			of[who.Spoken] = append(of[who.Spoken], i)
		}
	}
	for _, these := range of {
		if len(these) == 1 {
			continue
		}
		counted := !slices.ContainsFunc(these, func(i int) bool { return numbers[i] == 0 })
		for k, i := range these {
			if cast[i].Nth = k + 1; counted {
				cast[i].Nth = numbers[i]
			}
		}
	}
}

// cutNumber parts a number from the end of a name; 0 where there is none.
func cutNumber(name string) (string, int) {
	base, number, _ := strings.Cut(name, " ")
	if i := strings.LastIndexByte(name, ' '); i > 0 {
		base, number = name[:i], name[i+1:]
	}
	if n, err := strconv.Atoi(number); err == nil && n > 0 {
		return base, n
	}
	return name, 0
}

// firstNameOf returns the first name of who is called by it and what they are, "Jubei the Cur", where nobody else's begins so.
func firstNameOf(name string, cast []Person) string {
	first, _, more := strings.Cut(name, " the ")
	if !more || strings.Contains(first, " ") || slices.ContainsFunc(cast, func(o Person) bool { return o.Name != name && strings.HasPrefix(o.Name, first) }) {
		return name
	}
	return first
}

// isWordOfKind reports whether a name is a word of what somebody is, as squads and beasts are called: the spears of a spear squad.
func isWordOfKind(name, kind, being string) bool {
	words := strings.Fields(strings.ToLower(kind))
	if being == "beast" || being == "thing" {
		words = words[max(0, len(words)-1):]
	}
	one := func(word string) string { return strings.TrimSuffix(strings.ToLower(word), "s") }
	return being != "person" && being != "horse" && slices.ContainsFunc(words, func(word string) bool { return one(word) == one(name) })
}

// being returns what somebody of a roster is, and what a tale may say of the row: who joins is what others of the row are.
func (p *planner) being(i int) (is string, b book.Being) {
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
