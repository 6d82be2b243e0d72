package rows

import (
	"kokyu/rules/book"
)

// Vocabulary returns the words of fields, by Go type and key: "Weapon.skill".
func Vocabulary(b Book) map[string]book.Word {
	closed := func(words ...string) book.Word { return book.Word{Among: words} }
	rows := func(names []string) book.Word { return book.Word{Among: names, Open: true} }
	return map[string]book.Word{
		"Weapon.skill":           closed(SkillNames...),
		"Weapon.size":            closed(SizeNames...),
		"Use.kind":               closed(KindNames...),
		"Use.armour":             closed("ignored", "doubled"),
		"Mastery.skill":          closed(SkillNames...),
		"Mastery.emphasis":       rows(book.Keys(b.Weapons)),
		"Sheet.emphases":         rows(append(book.Keys(b.Weapons), Grappling)),
		"Sheet.weapons":          rows(book.Keys(b.Weapons)),
		"Sheet.armour":           rows(book.Keys(b.Armours)),
		"Sheet.hooks":            closed(HookNames...),
		"Sheet.techniques":       rows(book.Keys(b.Techniques)),
		"Sheet.spells":           rows(book.Keys(b.Spells)),
		"Sheet.objects":          rows(book.Keys(b.Objects)),
		"Technique.cost":         closed(CostNames[1:]...),
		"Technique.ring":         closed(RingNames...),
		"Effect.when":            closed(WhenNames...),
		"Effect.does":            closed(EffectNames...),
		"Effect.on":              closed(OnNames...),
		"Effect.needs":           closed(NeedNames...),
		"FighterFile.techniques": rows(book.Keys(b.Techniques)),
		"FighterFile.spells":     rows(book.Keys(b.Spells)),
		"FighterFile.objects":    rows(book.Keys(b.Objects)),
		"NowEffect.is":           closed(IsNames...),
		"Head.system":            closed(System),
		"EncounterFile.rulings":  closed(Shipped.RulingNames()...),
		"Terrain.cover":          closed(CoverNames[1:]...),
		"FighterFile.who":        rows(book.Keys(b.Sheets)),
		"FighterFile.armour":     rows(append(book.Keys(b.Armours), book.None)),
		"FighterFile.weapons":    rows(book.Keys(b.Weapons)),
		"FighterFile.stance":     closed(StanceNames[1:]...),
		"TestFile.skill":         closed(SkillNames...),
		"TestFile.attribute":     closed(AttributeNames...),
		"Objective.goal":         closed(book.GoalNames[1:]...),
		"Now.waits for":          closed(BoundaryNames...),
		"Now.ended":              closed(book.EndNames[1:]...),
		"NowSeat.stance":         closed(StanceNames[1:]...),
		"NowSeat.status":         closed(StatusNames...),
		"NowSeat.struck":         closed(FocusNames...),
		"NowSeat.used":           closed(SpentNames...),
		"NowSeat.has":            closed(TurnsNames...),
	}
}
