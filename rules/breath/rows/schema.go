package rows

import (
	"slices"

	"kokyu/rules/book"
)

// Vocabulary returns the words of fields, by Go type and key: "Weapon.family".
func Vocabulary(b Book) map[string]book.Word {
	closed := func(words ...string) book.Word { return book.Word{Among: words} }
	rows := func(names []string) book.Word { return book.Word{Among: names, Open: true} }
	return map[string]book.Word{
		"Weapon.family":         closed(families...),
		"Weapon.tags":           closed(tags...),
		"Weapon.stance":         rows(book.Keys(b.Stances)),
		"Band.from":             closed(Rungs...),
		"Band.to":               closed(Rungs...),
		"Band.source":           closed(book.Sources...),
		"DuelFile.start":        closed(Rungs...),
		"DuelFile.terrain":      closed(Terrains...),
		"Now.distance":          closed(Rungs...),
		"NowSeat.hurt":          closed(Locations...),
		"NowSeat.mind":          closed(Minds...),
		"Technique.check":       closed(attributes...),
		"Technique.does":        closed("nock", "reload"),
		"Technique.once":        closed("fight"),
		"Technique.effects":     closed(Effects...),
		"Stance.rooted":         closed("round", "held"),
		"Stance.strikes":        closed("shorter", "miss"),
		"Stance.grade":          closed(Grades...),
		"Trait.family":          closed(families...),
		"Trait.stance":          rows(book.Keys(b.Stances)),
		"Combatant.grade":       closed(Grades...),
		"Spell.list":            closed(SpellLists...),
		"Spell.against":         closed("defense", "wisdom"),
		"Spell.at":              closed(SpellTargets...),
		"Spell.for":             closed(SpellTerms...),
		"Spell.fight":           closed("none"),
		"Spell.perks":           rows(append(book.Keys(b.Schools), book.Keys(b.Classes)...)),
		"Caster.mode":           closed(ModeSpells, ModeCore),
		"Caster.class":          rows(book.Keys(b.Classes)),
		"Caster.school":         rows(book.Keys(b.Schools)),
		"Caster.main":           closed(SpellLists...),
		"Caster.known":          rows(book.Keys(b.Spells)),
		"SpellList.skill":       closed(SpellLists...),
		"Tradition.lists":       closed(SpellLists...),
		"NowSeat.spell":         rows(book.Keys(b.Spells)),
		"NowSeat.rounds":        closed(CastingMarks...),
		"NowSeat.opened":        closed(Zones...),
		"NowBarrier.spell":      rows(book.Keys(b.Spells)),
		"NowBarrier.zone":       closed(Zones...),
		"Combatant.goes":        closed(natural...),
		"Combatant.armour":      rows(book.Keys(b.Armours)),
		"Combatant.weapons":     rows(b.weaponNames()),
		"Combatant.traits":      rows(book.Keys(b.Traits)),
		"Head.system":           closed(System),
		"EncounterFile.zones":   closed(Zones[:len(Zones)-1]...),
		"EncounterFile.rulings": closed(Shipped.RulingNames()...),
		"FighterFile.who":       rows(book.Keys(b.Combatants)),
		"FighterFile.zone":      closed(Zones[:len(Zones)-1]...),
		"FighterFile.armour":    rows(book.Keys(b.Armours)),
		"FighterFile.weapons":   rows(b.weaponNames()),
		"Objective.goal":        closed(book.GoalNames[1:]...),
		"Now.waits for":         closed(Phases[:2]...),
		"Now.ended":             closed(book.EndNames[1:]...),
		"NowSeat.zone":          closed(Zones[:len(Zones)-1]...),
		"NowSeat.is":            closed(append(slices.Clone(States), Defenseless)...),
		"NowSeat.zero":          rows(append(append(slices.Clone(ZeroSources), ZeroControl), book.Keys(b.Traits)...)),
		"NowSeat.dropped":       rows(book.Keys(b.Weapons)),
		"NowSeat.unloaded":      rows(book.Keys(b.Weapons)),
		"NowSeat.stance":        rows(book.Keys(b.Stances)),
	}
}
