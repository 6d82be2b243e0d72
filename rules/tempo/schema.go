package tempo

import (
	"kokyu/rules/book"
)

// Schemas are the Go types of this system's files, by the name of the schema that editors ask for.
func Schemas() map[string]any {
	return map[string]any{"encounter": EncounterFile{}, "catalogue": Book{}, "rulings": book.RulingsFile{}, "laws": book.LawsFile{}}
}

// Vocabulary is the words of fields, by Go type and key: "Weapon.skill".
func Vocabulary(b Book) map[string]book.Word {
	closed := func(words ...string) book.Word { return book.Word{Among: words} }
	rows := func(names []string) book.Word { return book.Word{Among: names, Open: true} }
	statuses := []string{statusNames[onGuard], statusNames[offGuard]}
	return map[string]book.Word{
		"Deed.kind":               closed(kindProactive, kindReactive, kindTempo, kindSpecial),
		"Deed.status":             closed(statusNames[offGuard:]...),
		"Deed.answers":            closed(knownDeeds...),
		"Deed.replaces":           closed(deedNames[doFeint], deedNames[doMelee]),
		"Weapon.hands":            closed(handsNames...),
		"Weapon.skill":            closed(skillNames[:brawling+1]...),
		"Surface.type":            closed(damageNames...),
		"Shot.type":               closed(damageNames...),
		"Combatant.armour":        rows(keys(b.Armours)),
		"Combatant.shield":        rows(keys(b.Shields)),
		"Combatant.weapons":       rows(keys(b.Weapons)),
		"Head.system":             closed(System),
		"EncounterFile.rulings":   closed(rulingNames()...),
		"SideFile.status":         closed(statuses...),
		"FighterFile.who":         rows(keys(b.Combatants)),
		"FighterFile.status":      closed(statuses...),
		"FighterFile.armour":      rows(keys(b.Armours)),
		"FighterFile.shield":      rows(keys(b.Shields)),
		"FighterFile.weapons":     rows(keys(b.Weapons)),
		"Objective.goal":          closed(book.GoalNames[1:]...),
		"Now.waits for":           closed(phaseNames...),
		"Now.ended":               closed(endNames[1:]...),
		"NowSeat.status":          closed(statusNames...),
		"NowSeat.hand":            rows(keys(b.Weapons)),
		"NowSeat.answer":          closed(deedNames[doCounterAttack : doWind+1]...),
		"NowAction.does":          closed(knownDeeds...),
		"NowAction.with":          rows(keys(b.Weapons)),
		"NowAction.counter tempo": closed(deedNames[doCTCounter], deedNames[doCTParry]),
	}
}

// Forms is the long form of a line, or "- spearman: 2".
func (FighterFile) Forms() []book.Form {
	return []book.Form{{Itself: true, Needs: []string{"who"}}, {Key: "who", Least: 1, Most: reactorsMax, Says: "several alike: - spearman: 2"}}
}
