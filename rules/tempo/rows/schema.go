package rows

import (
	"kokyu/rules/book"
)

// Vocabulary returns the words of fields, by Go type and key: "Weapon.skill".
func Vocabulary(b Book) map[string]book.Word {
	closed := func(words ...string) book.Word { return book.Word{Among: words} }
	rows := func(names []string) book.Word { return book.Word{Among: names, Open: true} }
	return map[string]book.Word{
		"Deed.kind":             closed(proactive, reactive, counterTempo, Special),
		"Deed.status":           closed(inFight...),
		"Deed.answers":          closed(knownActions...),
		"Deed.replaces":         closed(replaceable...),
		"Weapon.hands":          closed(GripNames...),
		"Weapon.skill":          closed(weaponSkills...),
		"Surface.type":          closed(DamageNames...),
		"Shot.type":             closed(DamageNames...),
		"Combatant.armour":      rows(book.Keys(b.Armours)),
		"Combatant.shield":      rows(book.Keys(b.Shields)),
		"Combatant.weapons":     rows(book.Keys(b.Weapons)),
		"Head.system":           closed(System),
		"EncounterFile.rulings": closed(Shipped.RulingNames()...),
		"SideFile.status":       closed(atStart...),
		"FighterFile.who":       rows(book.Keys(b.Combatants)),
		"FighterFile.status":    closed(atStart...),
		"FighterFile.armour":    rows(append(book.Keys(b.Armours), book.None)),
		"FighterFile.shield":    rows(append(book.Keys(b.Shields), book.None)),
		"FighterFile.weapons":   rows(book.Keys(b.Weapons)),
		"Objective.goal":        closed(book.GoalNames[1:]...),
		"Now.waits for":         closed(BoundaryNames...),
		"Now.ended":             closed(book.EndNames[1:]...),
		"NowSeat.status":        closed(StatusNames...),
		"NowSeat.hand":          rows(book.Keys(b.Weapons)),
	}
}
