package breath

import (
	"maps"
	"slices"

	"kokyu/rules"
	"kokyu/rules/book"
)

// Schemas are the Go types of this system's files, by the name of the schema that editors ask for.
func Schemas() map[string]any {
	return map[string]any{"encounter": EncounterFile{}, "catalogue": Book{}, "rulings": book.RulingsFile{}, "laws": book.LawsFile{}}
}

// Vocabulary is the words of fields, by Go type and key: "Weapon.family".
func Vocabulary(b Book) map[string]book.Word {
	closed := func(words ...string) book.Word { return book.Word{Among: words} }
	rows := func(names []string) book.Word { return book.Word{Among: names, Open: true} }
	return map[string]book.Word{
		"Weapon.family":         closed(families...),
		"Weapon.tags":           closed(tags...),
		"Weapon.stance":         rows(keys(b.Stances)),
		"Band.from":             closed(rungNames...),
		"Band.to":               closed(rungNames...),
		"Band.source":           closed(book.Sources...),
		"DuelFile.start":        closed(rungNames...),
		"DuelFile.terrain":      closed(terrains...),
		"Now.distance":          closed(rungNames...),
		"NowSeat.hurt":          closed(locationNames...),
		"NowSeat.mind":          closed(mindNames...),
		"NowBlow.aim":           closed(aimNames[1:]...),
		"Technique.check":       closed(attributes...),
		"Technique.does":        closed("nock", "reload"),
		"Technique.once":        closed("fight"),
		"Technique.effects":     closed(slices.Sorted(maps.Keys(effects))...),
		"Stance.rooted":         closed("round", "held"),
		"Stance.strikes":        closed("shorter", "miss"),
		"Stance.grade":          closed(gradeNames...),
		"Trait.family":          closed(families...),
		"Trait.stance":          rows(keys(b.Stances)),
		"Combatant.grade":       closed(gradeNames...),
		"Spell.list":            closed(spellLists...),
		"Spell.against":         closed("defense", "wisdom"),
		"Spell.at":              closed(spellTargets...),
		"Spell.for":             closed(spellTerms...),
		"Spell.fight":           closed("none"),
		"Spell.perks":           rows(append(keys(b.Schools), keys(b.Classes)...)),
		"Caster.mode":           closed(modeSpells, modeCore),
		"Caster.class":          rows(keys(b.Classes)),
		"Caster.school":         rows(keys(b.Schools)),
		"Caster.main":           closed(spellLists...),
		"Caster.known":          rows(keys(b.Spells)),
		"SpellList.skill":       closed(spellLists...),
		"Tradition.lists":       closed(spellLists...),
		"NowSeat.spell":         rows(keys(b.Spells)),
		"NowSeat.rounds":        closed(roundNames...),
		"NowSeat.opened":        closed(zoneNames...),
		"NowBarrier.spell":      rows(keys(b.Spells)),
		"NowBarrier.zone":       closed(zoneNames...),
		"Combatant.armour":      rows(keys(b.Armours)),
		"Combatant.weapons":     rows(keys(b.Weapons)),
		"Combatant.traits":      rows(keys(b.Traits)),
		"Head.system":           closed(System),
		"EncounterFile.zones":   closed(zoneNames[:scene]...),
		"EncounterFile.rulings": closed(rulingNames()...),
		"FighterFile.who":       rows(keys(b.Combatants)),
		"FighterFile.zone":      closed(zoneNames[:scene]...),
		"FighterFile.armour":    rows(keys(b.Armours)),
		"FighterFile.weapons":   rows(keys(b.Weapons)),
		"Objective.goal":        closed(book.GoalNames[1:]...),
		"Now.waits for":         closed(phaseNames...),
		"Now.ended":             closed(endNames[1:]...),
		"NowSeat.zone":          closed(zoneNames[:scene]...),
		"NowSeat.is":            closed(append(slices.Clone(flagNames), wordDefenseless)...),
		"NowSeat.dropped":       rows(keys(b.Weapons)),
		"NowSeat.unloaded":      rows(keys(b.Weapons)),
		"NowSeat.stance":        rows(keys(b.Stances)),
		"NowBreath.focus":       closed(focusNames...),
		"NowBreath.strain":      closed(strainNames[1:]...),
	}
}

// Forms is the long form of a line, or "- bandit: 6".
func (FighterFile) Forms() []book.Form {
	return []book.Form{{Itself: true, Needs: []string{"who"}}, {Key: "who", Least: 1, Most: rules.SeatsMax, Says: "several alike: - bandit: 6"}}
}
