package session

import (
	"slices"
	"strings"

	"kokyu/rules"
)

// What the GM can forbid, and has forbidden.

// Maneuvers returns the maneuvers of a combatant, of a side, or of everybody if the name is empty: what can be chosen now first, then what
// their weapons give them, then what everybody can do.
func (c Client) Maneuvers(name string) (words []string) {
	add := func(word string) {
		if word != "" && !slices.Contains(words, word) {
			words = append(words, word)
		}
	}
	stands := c.Fight.Board().Stands
	var weapons []string
	for i := range c.Roster() {
		if stands[i].Out != "" || !c.isOf(rules.Seat(i), name) {
			continue
		}
		if weapons = append(weapons, stands[i].Weapon); c.Turn().Seat == rules.Seat(i) {
			for _, o := range c.Options() {
				head, _, _ := strings.Cut(o.Words, " > ")
				add(head)
			}
		}
	}
	lists, _ := c.catalogue.Lists(c.System().Name) // without them what can be chosen now is left
	for _, list := range lists {
		of, technique := "", slices.Index(list.Head, "technique")
		for _, row := range list.Rows {
			if row[0] != "" {
				of = row[0]
			}
			if technique > 0 && slices.Contains(weapons, of) {
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

// Bans returns the decisions that are forbidden, each with the combatant or side it is forbidden to.
func (c Client) Bans() (list []Ban) {
	for _, b := range c.standing().bans {
		list = append(list, Ban{Do: b.What, For: b.For, Why: b.Why})
	}
	return list
}
