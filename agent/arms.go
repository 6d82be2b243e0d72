package agent

import (
	"encoding/json"
	"maps"
	"slices"

	"kokyu/rules/breath"
	"kokyu/rules/tempo"
)

// Weapons as they are compared: which there are, who can handle them, and which are one weapon under two names.

// IssueFamilies are the families whose weapons are handed out: what a soldier, a monk or a traveller carries.
func IssueFamilies() []string { return []string{"blade", "spear", "short", "staff"} }

// WeaponsOf lists the weapons of some families, family by family, each in the order of names.
func (c Catalogue) WeaponsOf(families ...string) (names []string) {
	for _, family := range families {
		for _, name := range slices.Sorted(maps.Keys(c.breath().Weapons)) {
			if c.breath().Weapons[name].Family == family {
				names = append(names, name)
			}
		}
	}
	return names
}

// Armed lists every weapon that attacks, in the order of names. A shield does not.
func (c Catalogue) Armed() (names []string) {
	for _, name := range slices.Sorted(maps.Keys(c.breath().Weapons)) {
		if len(c.breath().Weapons[name].Attack) > 0 {
			names = append(names, name)
		}
	}
	return names
}

// DuelWeapons lists the weapons whose ideal band the document names, the longest first, then in the order of names.
func (c Catalogue) DuelWeapons() (names []string) {
	for _, name := range slices.Sorted(maps.Keys(c.breath().Weapons)) {
		if w := c.breath().Weapons[name]; w.Band != nil && w.Band.Source == "seed" {
			names = append(names, name)
		}
	}
	rung := func(name string) int { return slices.Index(breath.Rungs(), c.breath().Weapons[name].Band.From) }
	slices.SortStableFunc(names, func(a, b string) int { return rung(a) - rung(b) })
	return names
}

// Rungs are the distances of a duel, from far to near.
func Rungs() []string { return breath.Rungs() }

// WeaponSkills lists every skill that a weapon or a technique of one uses.
func (c Catalogue) WeaponSkills() (names []string) {
	seen := map[string]bool{}
	for _, w := range c.breath().Weapons {
		seen[w.Skill] = true
		for _, list := range [][]breath.Technique{w.Attack, w.Defense, w.Upkeep} {
			for _, t := range list {
				seen[t.Skill] = true
			}
		}
	}
	delete(seen, "")
	delete(seen, "main") // a shield goes with the skill of the other hand
	return slices.Sorted(maps.Keys(seen))
}

// Plain is what a weapon is in the plain fight, without a duel's ladder: two weapons with the same text are the same
// there, whatever they are called.
func (c Catalogue) Plain(weapon string) string {
	w := c.breath().Weapons[weapon]
	w.Band, w.Longer = nil, breath.Num{}
	for _, list := range []*[]breath.Technique{&w.Attack, &w.Defense, &w.Upkeep} {
		*list = slices.Clone(*list)
		for i := range *list {
			t := &(*list)[i]
			t.Name, t.Source = "", ""
			for _, n := range []*breath.Num{&t.Energy, &t.Bonus, &t.Pierce, &t.Direct, &t.Against, &t.Expose} {
				n.Source = ""
			}
			for _, n := range []**breath.Num{&t.Wounds, &t.Critical, &t.Twenty} {
				if *n != nil {
					*n = &breath.Num{N: (*n).N}
				}
			}
		}
	}
	return text(w)
}

// Row is a weapon's row, to tell whether it is what it was.
func (c Catalogue) Row(weapon string) string { return text(c.breath().Weapons[weapon]) }

// text is a row as JSON.
func text(row any) string {
	data, err := json.Marshal(row)
	if err != nil { // a row is values
		panic(err)
	}
	return string(data)
}

// EnergyMax is the most Energy a combatant may have.
const EnergyMax = breath.EnergyMax

// MeleeWeapons lists every weapon of the system of turns that strikes hand to hand, in the order of names; empty hands are
// none.
func (c Catalogue) MeleeWeapons() (names []string) {
	rows := c.tempo().Weapons
	for _, name := range slices.Sorted(maps.Keys(rows)) {
		if len(rows[name].Surfaces) > 0 && name != tempo.Unarmed {
			names = append(names, name)
		}
	}
	return names
}

// MeleeRow is such a weapon's row, to tell whether it is what it was.
func (c Catalogue) MeleeRow(weapon string) string { return text(c.tempo().Weapons[weapon]) }

// MeleeSkills lists every skill that such a weapon uses.
func (c Catalogue) MeleeSkills() (names []string) {
	for _, name := range c.MeleeWeapons() {
		if skill := c.tempo().Weapons[name].Skill; !slices.Contains(names, skill) {
			names = append(names, skill)
		}
	}
	slices.Sort(names)
	return names
}

// TurnSystem and BreathSystem are the systems whose weapons are compared.
const (
	BreathSystem = breath.System
	TurnSystem   = tempo.System
)
