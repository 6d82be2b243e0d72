package keep

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
	return map[string]book.Word{
		"Weapon.skill":          closed(skillNames...),
		"Weapon.size":           closed(sizeNames...),
		"Use.kind":              closed(kindNames...),
		"Use.armour":            closed("ignored", "doubled"),
		"Mastery.skill":         closed(skillNames...),
		"Mastery.emphasis":      rows(keys(b.Weapons)),
		"Sheet.emphases":        rows(append(keys(b.Weapons), grapplingName)),
		"Sheet.weapons":         rows(keys(b.Weapons)),
		"Sheet.armour":          rows(keys(b.Armours)),
		"Sheet.hooks":           closed(hookNames...),
		"Head.system":           closed(System),
		"EncounterFile.rulings": closed(rulingNames()...),
		"Terrain.cover":         closed(coverNames[1:]...),
		"FighterFile.who":       rows(keys(b.Sheets)),
		"FighterFile.armour":    rows(keys(b.Armours)),
		"FighterFile.weapons":   rows(keys(b.Weapons)),
		"FighterFile.stance":    closed(stanceNames[1:]...),
		"TestFile.skill":        closed(skillNames...),
		"TestFile.attribute":    closed(attributeNames...),
		"Objective.goal":        closed(book.GoalNames[1:]...),
		"Now.waits for":         closed(phaseNames...),
		"Now.ended":             closed(endNames[1:]...),
		"NowSeat.stance":        closed(stanceNames[1:]...),
		"NowSeat.status":        closed(statusNames...),
		"NowSeat.struck":        closed(focusNames...),
		"NowSeat.used":          closed(spentNames...),
		"NowSeat.has":           closed(turnsNames...),
		"NowTurn.did":           closed(append(append(append([]string{}, didNames...), saidNames...), runNames...)...),
		"NowAction.does":        closed(actionNames[1:]...),
		"NowAction.calls":       closed(callNames...),
		"NowAction.part":        closed(partNames...),
		"NowAction.gains":       closed(bonusNames...),
		"NowAction.won":         closed(callNames...),
	}
}

// Forms is the long form of a line, or "- bandit: 2".
func (FighterFile) Forms() []book.Form {
	return []book.Form{{Itself: true, Needs: []string{"who"}}, {Key: "who", Least: 1, Most: SeatsMax, Says: "several alike: - bandit: 2"}}
}
