package rows

import (
	"fmt"
	"maps"
	"slices"
	"sync"

	"kokyu/rules/book"
	"kokyu/rules/breath/data"
	"kokyu/rules/strict"
	"kokyu/rules/text"
)

// The catalogue: the embedded rows and files of a group's own. Of rows with one name the last one read counts.

// Shipped are the built-in encounters, laws and rulings.
var Shipped = book.Ship(data.Files, 9, "ambush", "crossroads", "gate", "oni", "ganryu", "dojo", "alley", "mirror",
	"rooftop", "tedori", "strings", "arioka")

// DefaultBook returns the embedded catalogue, which must not be changed. Each file comes after those whose rows it
// names.
var DefaultBook = sync.OnceValue(func() Book {
	return book.Catalogue[Book](data.Files, "stances.yaml", "armours.yaml", "weapons.yaml", "traits.yaml",
		"combatants.yaml", "spells.yaml", "casters.yaml")
})

// Overlay returns the catalogue with the rows of one more file, which replace those of the same names. The error lists
// every mistake of the file with its place.
func (b Book) Overlay(name string, data []byte) (Book, error) { return book.Overlay(b, name, data) }

// Check returns what is wrong with the given rows, which are a part of the whole catalogue b.
func (b Book) Check(rows Book) strict.Complaints {
	c := checker{book: b}
	c.Lists = b.Words()
	c.checkRows(rows)
	return c.Complaints
}

// weaponNames returns the names of all weapons: first those of the rows, then all other names.
func (b Book) weaponNames() (names []string) {
	names = book.Keys(b.Weapons)
	for _, name := range names {
		names = append(names, b.Weapons[name].Also...)
	}
	return names
}

// WeaponRowNames returns names of weapons with other names of them replaced by those of their rows.
func (b Book) WeaponRowNames(names []string) []string {
	proper := slices.Clone(names)
	for i, name := range names {
		if _, ok := b.Weapons[name]; ok {
			continue
		}
		for _, row := range book.Keys(b.Weapons) {
			if slices.Contains(b.Weapons[row].Also, name) {
				proper[i] = row
				break
			}
		}
	}
	return proper
}

// WithRowNames returns a combatant's row in which weapons and school have the names of their rows, as in records.
func (b Book) WithRowNames(row Combatant) Combatant {
	row.Weapons = b.WeaponRowNames(row.Weapons)
	if c := row.Caster; c != nil && b.School(c.School) != c.School {
		named := *c
		named.School = b.School(c.School)
		row.Caster = &named
	}
	return row
}

// OwnWeapons returns the given weapons without those that the built-in catalogue has.
func OwnWeapons(names []string) []string {
	return text.Keep(names, func(name string) bool {
		_, builtin := DefaultBook().Weapons[name]
		return !builtin
	})
}

// Words returns the lists of words by the names that tags of fields have for them: the closed lists first, then those
// that depend on the catalogue. Editors offer these words, and checks ask for them.
func (b Book) Words() map[string]book.WordList {
	return Shipped.Words(System, map[string][]string{
		"families": families, "tags": tags, "attributes": attributes, "natural": natural, "rungs": Rungs, "sources": book.Sources, "upkeeps": {"nock", "reload"},
		"limits": {"fight"}, "rooted": {"round", "held"}, "strikes": {"shorter", "miss"}, "grades": Grades, "units": Natures[1:], "effects": Effects,
		"spell lists": SpellLists, "against": {"defense", "wisdom"}, "targets": SpellTargets, "terms": SpellTerms, "none": {"none"},
		"modes": {ModeSpells, ModeCore}, "terrains": Terrains, "locations": Locations, "minds": DuelMarks, "casting marks": CastingMarks, "phases": Phases[:2],
		"zones": Zones[:len(Zones)-1], "zones and scene": Zones, "states": append(slices.Clone(States), Defenseless),
	}, map[string][]string{
		"stances": book.Keys(b.Stances), "armours": book.Keys(b.Armours), "weapons": b.weaponNames(), "weapon rows": book.Keys(b.Weapons),
		"traits": book.Keys(b.Traits), "combatants": book.Keys(b.Combatants), "spells": book.Keys(b.Spells), "schools": book.Keys(b.Schools),
		"classes": book.Keys(b.Classes), "schools and classes": append(book.Keys(b.Schools), book.Keys(b.Classes)...),
		"zeros": slices.Concat(ZeroSources, []string{ZeroControl}, book.Keys(b.Traits)),
	})
}

// checker checks rows of a catalogue for what the tags of their fields do not say.
type checker struct {
	book   Book
	skills []string // skills that rules, weapons or traits ask for; nil until first needed
	had    []string // skills that rules ask for or somebody has; nil until first needed
	book.Checker
}

// The closed lists of words in rows that only rows have.
var (
	families = []string{"blade", "spear", "short", "staff", "bow", "gun", "unarmed", "shield",
		"thrown", "claw", "makeshift"}
	tags       = []string{"long", "short", "one-handed", "ranged", "heavy", "natural", "tanto", "worn"}
	attributes = []string{"courage", "finesse", "physique", "wisdom"}
	natural    = []string{"nearest", "weakest lord"} // whom a combatant attacks by nature
)

// checkRows checks all rows of a catalogue, and what they name in others.
func (c *checker) checkRows(b Book) {
	book.EachOf("weapons", b.Weapons, c.checkWeapon)
	book.FieldsOf(&c.Checker, "armours", b.Armours)
	book.FieldsOf(&c.Checker, "stances", b.Stances)
	for _, name := range book.Keys(b.Traits) {
		t, at := b.Traits[name], strict.Path{"traits", name}
		c.Fields(at, t)
		for _, skill := range book.Keys(t.Needs) {
			if c.checkAsked(at.And("needs", strict.Key(skill)), skill) {
				c.Num(at.And("needs", skill), skill, t.Needs[skill], 1, SaintPoints)
			}
		}
		if t.Zero != nil {
			c.checkZero(at.And("zero"), *t.Zero)
		}
		if t.Kata != nil {
			c.checkTechnique(at.And("kata"), *t.Kata)
		}
	}
	book.EachOf("spells", b.Spells, c.checkSpell)
	book.EachOf("schools", b.Schools, c.checkTradition)
	book.EachOf("classes", b.Classes, c.checkTradition)
	for _, name := range book.Keys(b.Combatants) {
		c.checkCombatant(strict.Path{"combatants", name}, b.Combatants[name])
		c.checkCaster(strict.Path{"combatants", name}, name, b.Combatants[name])
	}
}

// checkWeapon checks a weapon: its band, its other names, which no two weapons may share, and its techniques.
func (c *checker) checkWeapon(at strict.Path, w Weapon) {
	c.Fields(at, w)
	if w.Skill != "" && w.Skill != mainSkill {
		c.checkAsked(at.And("skill"), w.Skill)
	}
	if w.Band != nil {
		c.Fields(at.And("band"), *w.Band)
		if slices.Index(Rungs, w.Band.From) > slices.Index(Rungs, w.Band.To) {
			c.Wrong(at.And("band"), fmt.Sprintf("a band from %s to %s", w.Band.From, w.Band.To), "the farther rung first")
		}
	}
	for i, name := range w.Also {
		for _, row := range book.Keys(c.book.Weapons) {
			if row == name || row != at[1] && slices.Contains(c.book.Weapons[row].Also, name) {
				c.Wrong(at.And("also", i), fmt.Sprintf("%q names %s", name, row), "a name of its own")
			}
		}
	}
	seen := map[string]bool{}
	for _, list := range []struct {
		key string
		ts  []Technique
	}{{"attack", w.Attack}, {"defense", w.Defense}, {"upkeep", w.Upkeep}} {
		for i, t := range list.ts {
			here := at.And(list.key, i)
			c.checkTechnique(here, t)
			if seen[t.Name] {
				c.Wrong(here.And("name"), fmt.Sprintf("two techniques are called %q", t.Name), "a name of its own for each")
			}
			seen[t.Name] = true
		}
	}
	if len(w.Defense) > 1 {
		c.Wrong(at.And("defense"), "more than one defence technique", "at most one")
	}
	if len(w.Attack)+len(w.Defense) == 0 {
		c.Wrong(at, "a weapon without techniques", "at least one under attack: or defense:")
	}
}

// checkTechnique checks a technique of a weapon, or the Kata of a trait. What costs no Energy has to be a trait with a
// zero: block instead, which says its limit and its price (EB-59).
func (c *checker) checkTechnique(at strict.Path, t Technique) {
	if _, err := text.CleanName(t.Name); err != nil {
		c.Unclean(at.And("name"), "the technique's name", err)
	}
	if t.Energy.N == 0 {
		c.Wrong(at.And("energy"), "energy 0", "1 to 9; what may take none is a trait whose zero: block says source, trigger, limit and price (EB-59)")
	} else {
		c.Num(at.And("energy"), "energy", t.Energy, 1, 9)
	}
	c.Fields(at, t)
	if t.Skill != "" && t.Skill != mainSkill {
		c.checkAsked(at.And("skill"), t.Skill)
	}
	if t.Check == "" && t.Does == "" {
		c.Wrong(at.And("check"), "no check", "one of courage, finesse, physique, wisdom")
	}
	for i, e := range t.Effects {
		if !slices.Contains(Effects, e) {
			c.Wrong(at.And("effects", i), fmt.Sprintf("unknown effect %q", e),
				text.OneOf(e, Effects)+" (a new kind of effect is Go code and a test)")
		}
	}
}

// MakeSelfContained changes the combatants of b, the part of a catalogue that a record embeds, so that they are right
// without the rest of it, all: weapons and schools get the names of their rows, and skills that nothing in the part
// asks for are dropped.
func (b Book) MakeSelfContained(all Book) {
	skills := b.skills()
	known := skills.Names()
	for _, name := range book.Keys(b.Combatants) {
		row := all.WithRowNames(b.Combatants[name])
		left := maps.Clone(row.Skills)
		maps.DeleteFunc(left, func(skill string, _ Num) bool { return !slices.Contains(known, skill) })
		if len(left) < len(row.Skills) {
			row.Skills = left
		}
		b.Combatants[name] = row
	}
}

// DropUnaskedSkills returns the lines without skills for which nothing asks, in b or in the built-in catalogue.
func (b Book) DropUnaskedSkills(sides []SideFile) []SideFile {
	skills := book.Over(DefaultBook(), b).skills()
	known := skills.Names()
	sides = slices.Clone(sides)
	for k := range sides {
		sides[k].Fighters = slices.Clone(sides[k].Fighters)
		for i := range sides[k].Fighters {
			line := &sides[k].Fighters[i]
			own, _ := line.Own["skills"].(map[string]any)
			left := maps.Clone(own)
			maps.DeleteFunc(left, func(skill string, _ any) bool { return !slices.Contains(known, skill) })
			if len(left) == len(own) {
				continue
			}
			line.Own = maps.Clone(line.Own)
			if line.Own["skills"] = left; len(left) == 0 {
				delete(line.Own, "skills")
			}
		}
	}
	return sides
}

// checkSkill complains about a skill for which no rule, weapon or trait asks, such as a misspelt one: whoever had it
// would fight untrained. If it is the name of a weapon, the complaint names that weapon's skill.
func (c *checker) checkSkill(at strict.Path, name string) bool {
	if c.skills == nil {
		skills := c.book.skills()
		c.skills = slices.Sorted(slices.Values(skills.Names()))
	}
	return c.Skill(at, name, c.skills, c.book.Weapons[c.book.WeaponRowNames([]string{name})[0]].Skill)
}

// checkAsked complains about a skill for which a weapon, a technique or a trait asks and which nobody has.
func (c *checker) checkAsked(at strict.Path, name string) bool {
	if c.had == nil {
		c.had = slices.Clone(skillNames)
		for _, row := range book.Keys(c.book.Combatants) {
			c.had = append(c.had, book.Keys(c.book.Combatants[row].Skills)...)
		}
	}
	return c.OneOf(at, "skill", name, c.had)
}

// checkCombatant checks a combatant: its grade, its one or two weapons, its skills.
func (c *checker) checkCombatant(at strict.Path, r Combatant) {
	c.Fields(at, r)
	if r.Grade == "" {
		c.Wrong(at, "no grade", text.OneOf("", Grades))
	}
	if len(r.Weapons) == 0 || len(r.Weapons) > 2 {
		c.Wrong(at.And("weapons"), fmt.Sprintf("%d weapons", len(r.Weapons)), "one or two, the main one first")
	}
	for _, s := range book.Keys(r.Skills) {
		if c.checkSkill(at.And("skills", strict.Key(s)), s) {
			c.Num(at.And("skills", s), s, r.Skills[s], 0, SaintPoints)
		}
	}
}

// System is the name of this system in encounters and records.
const System = "breath"
