package rows

import (
	"slices"

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
		"Weapon.stance":         rows(sorted(b.Stances)),
		"Band.from":             closed(Rungs...),
		"Band.to":               closed(Rungs...),
		"Band.source":           closed(book.Sources...),
		"DuelFile.start":        closed(Rungs...),
		"DuelFile.terrain":      closed(Terrains...),
		"Now.distance":          closed(Rungs...),
		"NowSeat.hurt":          closed(Locations...),
		"NowSeat.mind":          closed(Minds...),
		"NowBlow.aim":           closed(Aims[1:]...),
		"Technique.check":       closed(attributes...),
		"Technique.does":        closed("nock", "reload"),
		"Technique.once":        closed("fight"),
		"Technique.effects":     closed(Effects...),
		"Stance.rooted":         closed("round", "held"),
		"Stance.strikes":        closed("shorter", "miss"),
		"Stance.grade":          closed(Grades...),
		"Trait.family":          closed(families...),
		"Trait.stance":          rows(sorted(b.Stances)),
		"Combatant.grade":       closed(Grades...),
		"Spell.list":            closed(SpellLists...),
		"Spell.against":         closed("defense", "wisdom"),
		"Spell.at":              closed(SpellTargets...),
		"Spell.for":             closed(SpellTerms...),
		"Spell.fight":           closed("none"),
		"Spell.perks":           rows(append(sorted(b.Schools), sorted(b.Classes)...)),
		"Caster.mode":           closed(ModeSpells, ModeCore),
		"Caster.class":          rows(sorted(b.Classes)),
		"Caster.school":         rows(sorted(b.Schools)),
		"Caster.main":           closed(SpellLists...),
		"Caster.known":          rows(sorted(b.Spells)),
		"SpellList.skill":       closed(SpellLists...),
		"Tradition.lists":       closed(SpellLists...),
		"NowSeat.spell":         rows(sorted(b.Spells)),
		"NowSeat.rounds":        closed(CastingMarks...),
		"NowSeat.opened":        closed(Zones...),
		"NowBarrier.spell":      rows(sorted(b.Spells)),
		"NowBarrier.zone":       closed(Zones...),
		"Combatant.armour":      rows(sorted(b.Armours)),
		"Combatant.weapons":     rows(sorted(b.Weapons)),
		"Combatant.traits":      rows(sorted(b.Traits)),
		"Head.system":           closed(System),
		"EncounterFile.zones":   closed(Zones[:len(Zones)-1]...),
		"EncounterFile.rulings": closed(Shipped.RulingNames()...),
		"FighterFile.who":       rows(sorted(b.Combatants)),
		"FighterFile.zone":      closed(Zones[:len(Zones)-1]...),
		"FighterFile.armour":    rows(sorted(b.Armours)),
		"FighterFile.weapons":   rows(sorted(b.Weapons)),
		"Objective.goal":        closed(book.GoalNames[1:]...),
		"Now.waits for":         closed(Phases...),
		"Now.ended":             closed(Ends[1:]...),
		"NowSeat.zone":          closed(Zones[:len(Zones)-1]...),
		"NowSeat.is":            closed(append(slices.Clone(States), Defenseless)...),
		"NowSeat.dropped":       rows(sorted(b.Weapons)),
		"NowSeat.unloaded":      rows(sorted(b.Weapons)),
		"NowSeat.stance":        rows(sorted(b.Stances)),
		"NowBreath.focus":       closed(FocusNames...),
		"NowBreath.strain":      closed(Strains[1:]...),
	}
}
