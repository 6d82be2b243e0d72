package english

import (
	"cmp"
	"slices"
	"strings"

	"kokyu/agent/narrate/story"
	"kokyu/rules/text"
)

// Name returns what a sentence calls somebody: Jubei, the spears, the first gaki.
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

// possessive returns the possessive form of a name: "Aki's", "the spears'".
func possessive(name string) string {
	if strings.HasSuffix(name, "s") && strings.HasPrefix(name, "the ") {
		return name + "'"
	}
	return name + "'s"
}

// listNames lists the names of people, those who share a noun together: "Raiko and the first, second and third gaki".
func (t *Teller) listNames(people []string) string {
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

// membersOf returns who is of a side from the beginning, without horses; nobody if there is no such side.
func (t *Teller) membersOf(side string) []string {
	i := slices.IndexFunc(t.Sides, func(s story.Side) bool { return s.Name == side })
	if i < 0 {
		return nil
	}
	return t.Sides[i].Who
}

// leader returns the first of a side who wants something, else the first of it; empty if there is no such side.
func (t *Teller) leader(side string) string {
	people := t.membersOf(side)
	if len(people) == 0 {
		return ""
	}
	return people[max(0, slices.IndexFunc(people, func(who string) bool { return t.person(who).Wants != "" }))]
}

// isLeader reports whether somebody is the leader of a side, and wants something.
func (t *Teller) isLeader(who string) bool {
	return t.person(who).Wants != "" && t.leader(t.person(who).Side) == who
}

// SideOf returns what a side is called if none of it is named: the bandits, and for a side called east the easterners.
func SideOf(side string) string {
	_, l := load()
	return cmp.Or(l.SidePeople[side], text.The(side))
}

// SideName returns what a side is called, and whether that takes a plural verb: "Aki" if she is alone, "the bandits",
// "the easterners", "Aki and Bo" if both are still in the fight, else "Aki's side".
func (t *Teller) SideName(side string) (name string, several bool) {
	people, leader := t.membersOf(side), t.leader(side)
	isOut := func(who string) bool { return t.End.Why != "" && t.person(who).Out != "" }
	bare := strings.TrimPrefix(side, "the ")
	switch {
	case len(people) == 1:
		return t.Name(leader), t.isPlural(leader)
	case t.SidePeople[side] != "" && t.person(leader).Wants == "":
		return t.SidePeople[side], true
	case bare == strings.ToLower(bare) && endsInPlural(bare): // "bandits" is a plural noun, "Odani" or "watch" is not
		return text.Escape(text.The(side)), true
	case len(people) == 2 && !slices.ContainsFunc(people, isOut):
		return t.Name(people[0]) + " and " + t.Name(people[1]), true
	case len(people) > 0:
		return possessive(t.Name(leader)) + " side", false
	}
	return text.Escape(text.The(side)), false
}

// placeOf splits the name of a zone, "the rear of the bandits", into part and side; a zone between the sides has no
// side.
func (t *Teller) placeOf(spot string) (part string, of *story.Side) {
	for i := range t.Sides {
		if part, is := strings.CutSuffix(spot, " of "+text.The(t.Sides[i].Name)); is {
			return part, &t.Sides[i]
		}
	}
	return spot, nil
}

// aloneAtRear returns the only one left of the side whose rear a zone is; nobody if it is no rear, or more are left.
func (t *Teller) aloneAtRear(spot string) string {
	part, side := t.placeOf(spot)
	if side == nil || part != "the rear" {
		return ""
	}
	if left := text.Keep(side.Who, func(who string) bool { return !t.person(who).fallen }); len(left) == 1 {
		return left[0]
	}
	return ""
}

// spotName returns what the zone of a beat is called. A side in its name is called as its people are, and left out if
// the one who acts is all there is of it; the rear of somebody who is alone is called by that one's name: "behind Aki".
func (t *Teller) spotName(b *story.Beat) string {
	who := t.aloneAtRear(b.Spot)
	part, side := t.placeOf(b.Spot)
	switch {
	case side == nil:
		return text.Escape(b.Spot)
	case who == b.By && who != "" || len(side.Who) == 1 && side.Who[0] == b.By:
		return part
	case who != "":
		return t.Name(who)
	}
	name, _ := t.SideName(side.Name)
	return part + " of " + name
}
