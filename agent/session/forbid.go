package session

import (
	"slices"
	"strings"

	"kokyu/rules"
)

// Maneuvers returns the maneuvers that the GM can forbid a combatant, a side, or everybody if the name is empty: first
// what can be chosen now, then what their weapons give them, then what everybody can do.
func (c Client) Maneuvers(name string) (words []string) {
	add := func(word string) {
		if word != "" && !slices.Contains(words, word) {
			words = append(words, word)
		}
	}
	stands := c.Fight.Board().Stands
	var weapons []string
	for i := range c.Roster() {
		if stands[i].Out != "" || !c.isMeant(rules.Seat(i), name) {
			continue
		}
		if weapons = append(weapons, stands[i].Weapon); c.Turn().Seat == rules.Seat(i) {
			for _, o := range c.Options() {
				head, _, _ := strings.Cut(o.Words, " > ")
				add(head)
			}
		}
	}
	lists, _ := c.catalogue.Lists(c.System().Name) // without lists there is still what can be chosen now
	for _, list := range lists {
		weapon, technique := "", slices.Index(list.Head, "technique")
		for _, row := range list.Rows {
			if row[0] != "" { // a row without a name continues the one above it
				weapon = row[0]
			}
			if technique > 0 && slices.Contains(weapons, weapon) {
				add(row[technique])
			}
		}
	}
	for _, list := range lists {
		if list.Name == "maneuvers" || list.Name == "actions" {
			for _, row := range list.Rows {
				add(row[0])
			}
		}
	}
	return words
}

// Bans returns the forbidden decisions, each with the combatant or side that it is forbidden to.
func (c Client) Bans() (list []Ban) {
	for _, b := range c.ordersNow().bans {
		list = append(list, Ban{Do: b.What, For: b.For, Why: b.Why})
	}
	return list
}
