package english

import (
	"cmp"
	"slices"
	"strings"

	"kokyu/agent/narrate/story"
	"kokyu/rules/text"
)

// Name returns somebody as a sentence says them: Jubei, the spears, the first gaki.
func (t *Teller) Name(who string) string {
	p := t.people[who]
	switch {
	case p == nil:
		return text.Escape(who)
	case p.Noun && p.Nth > 0 && p.Nth < len(t.Ordinals):
		return "the " + t.Ordinals[p.Nth] + " " + text.Escape(p.Spoken)
	case p.Noun:
		return "the " + text.Escape(p.Spoken)
	case p.Being == "horse" && !p.met:
		return "the horse " + text.Escape(p.Spoken)
	}
	return text.Escape(p.Spoken)
}

// possessive returns whose something is by name: "Aki's", "the spears'".
func possessive(name string) string {
	if strings.HasSuffix(name, "s") && strings.HasPrefix(name, "the ") {
		return name + "'"
	}
	return name + "'s"
}

// list names people, those who share a noun together: "Raiko and the first, second and third gaki".
func (t *Teller) list(people []string) string {
	var names, nth []string
	for i, who := range people {
		p := t.person(who)
		if !p.Noun || p.Nth == 0 || p.Nth >= len(t.Ordinals) {
			names = append(names, t.Name(who))
			continue
		}
		nth = append(nth, t.Ordinals[p.Nth])
		if i+1 == len(people) || t.person(people[i+1]).Spoken != p.Spoken {
			names, nth = append(names, "the "+text.List(nth, "and")+" "+text.Escape(p.Spoken)), nil
		}
	}
	return text.List(names, "and")
}

// leader returns the first of a side who wants something, else its first; empty of a side that is not there.
func (t *Teller) leader(side string) string {
	for _, s := range t.Sides {
		if s.Name == side && len(s.Who) > 0 {
			return s.Who[max(0, slices.IndexFunc(s.Who, func(who string) bool { return t.person(who).Wants != "" }))]
		}
	}
	return ""
}

// leads reports whether somebody is the leader of a side, and wants something.
func (t *Teller) leads(who string) bool {
	return t.person(who).Wants != "" && t.leader(t.person(who).Side) == who
}

// SideOf returns how a side is called where nobody of it is named: the bandits, the easterners of the east.
func SideOf(side string) string {
	_, l := load()
	return cmp.Or(l.SidePeople[side], text.The(side))
}

// sideName returns how a side is called, and whether as several: "Aki" of one, "the bandits", "the easterners", "Aki and Bo" where both are
// still in it, else "Aki's side".
func (t *Teller) sideName(side string) (name string, several bool) {
	var people []string
	for _, s := range t.Sides {
		if s.Name == side {
			people = s.Who
		}
	}
	if len(people) == 1 {
		return t.Name(people[0]), t.isPlural(people[0])
	}
	leader := t.leader(side)
	both := !slices.ContainsFunc(people, func(who string) bool { return t.End.Why != "" && t.person(who).Out != "" })
	if those := t.SidePeople[side]; those != "" && t.person(leader).Wants == "" {
		return those, true
	}
	bare := strings.TrimPrefix(side, "the ")
	if bare == strings.ToLower(bare) && strings.HasSuffix(bare, "s") && !strings.HasSuffix(bare, "ss") {
		return text.Escape(text.The(side)), true
	}
	if len(people) == 2 && both {
		return t.Name(people[0]) + " and " + t.Name(people[1]), true
	}
	if len(people) > 0 {
		return possessive(t.Name(leader)) + " side", false
	}
	return text.Escape(text.The(side)), false
}

// placeOf returns which part of which side a place is: the rear, of the bandits; no side of a place in the middle.
func (t *Teller) placeOf(spot string) (part string, of *story.Side) {
	for i := range t.Sides {
		if part, is := strings.CutSuffix(spot, " of "+text.The(t.Sides[i].Name)); is {
			return part, &t.Sides[i]
		}
	}
	return spot, nil
}

// behind returns who is alone at whose back a place is; nobody where it is at the back of more.
func (t *Teller) behind(spot string) string {
	part, side := t.placeOf(spot)
	if side == nil || part != "the rear" {
		return ""
	}
	if left := slices.DeleteFunc(slices.Clone(side.Who), func(who string) bool { return t.person(who).fallen }); len(left) == 1 {
		return left[0]
	}
	return ""
}

// spot returns the place of a beat; of a side as its people are called, but of one's own where there is nobody else of it.
func (t *Teller) spot(b *story.Beat) string {
	who := t.behind(b.Spot)
	part, side := t.placeOf(b.Spot)
	switch {
	case side == nil:
		return text.Escape(b.Spot)
	case who == b.By && who != "" || len(side.Who) == 1 && side.Who[0] == b.By:
		return part
	case who != "":
		return t.Name(who)
	}
	name, _ := t.sideName(side.Name)
	return part + " of " + name
}
