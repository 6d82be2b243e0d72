package rows

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"kokyu/rules/book"
	"kokyu/rules/text"
)

// Worked is what a stat block comes to in a fight, in words. The engine works it out.
type Worked struct {
	Rings, Points, ATN, Out string
}

// Lists returns the tables of rows that people read, in the order they are shown. worked says what a sheet comes to in
// a fight.
func (b Book) Lists(worked func(sheet string) Worked) []book.List {
	says := book.Says
	lists := []book.List{
		{Name: "weapons", What: "weapons with the ways to strike", Items: b.Weapons, Rows: b.weaponRows(),
			Laws: "RK-96, RK-97, RK-99, RK-45", Rulings: "R-RK-36, R-RK-54",
			Head: []string{"weapon", "skill", "size", "with", "kind", "damage", "feet", "notes"},
			Means: []string{"", says(Weapon{}, "skill"), says(Weapon{}, "size"), "The use.", says(Use{}, "kind"), says(Use{}, "damage"), says(Use{}, "feet"),
				"What else there is to it."}},
		{Name: "sheets", What: "stat blocks, worked out with their armour", Items: b.Sheets, Rows: b.sheetRows(worked),
			Laws: "RK-03, RK-55, RK-101", Rulings: "R-RK-36, R-RK-41",
			Head: []string{"sheet", "rings", "rank", "void", "ATN", "out at", "armour", "weapons", "skills", "knows"},
			Means: []string{"", "Air, Earth, Fire, Water and Void.", says(Sheet{}, "rank"), says(Sheet{}, "void points"),
				"The Armor Target Number in Water.", "From how many Wounds it is Out.",
				says(Sheet{}, "armour"), says(Sheet{}, "weapons"), says(Sheet{}, "skills"), "Its techniques, spells and small objects."}},
		{Name: "armours", What: "what lifts the ATN and takes off damage", Items: b.Armours, Rows: b.armourRows(), Laws: "RK-103, RK-53", Rulings: "R-RK-36",
			Head:  []string{"armour", "bonus", "mounted", "reduction", "clumsy", "effects"},
			Means: []string{"", says(armour{}, "bonus"), says(armour{}, "mounted"), says(armour{}, "reduction"), says(armour{}, "clumsy"), says(armour{}, "effects")}},
		{Name: "masteries", What: "what a rank of a skill adds to damage", Items: b.Masteries,
			Rows: book.Cells(b.Masteries, func(_ string, r mastery) []string {
				return []string{r.Skill, r.Rank.Short(), r.Emphasis, r.Adds.short()}
			}),
			Laws: "RK-47, RK-105", Rulings: "R-RK-38, R-RK-78",
			Head:  []string{"mastery", "skill", "rank", "emphasis", "adds"},
			Means: []string{"", says(mastery{}, "skill"), says(mastery{}, "rank"), says(mastery{}, "emphasis"), says(mastery{}, "adds")}},
		techniqueList("technique", "what sheets have learnt", b.Techniques, "RK-02, RK-09, RK-13, RK-25, RK-34", "R-RK-84"),
		techniqueList("spell", "what is begun, paid for and completed", b.Spells, "RK-33, RK-34", "R-RK-85"),
		techniqueList("object", "small objects on one's person", b.Objects, "RK-30, RK-34", "R-RK-86"),
	}
	for _, t := range Document.Tables {
		lists = append(lists, t.List(Shipped.Rulings()))
	}
	return lists
}

// techniqueList returns the table of techniques, spells or objects; name is what one of them is called.
func techniqueList(name, what string, all map[string]Technique, laws, rulings string) book.List {
	says := book.Says
	return book.List{Name: name + "s", What: what, Items: all, Rows: techniqueRows(all), Laws: laws, Rulings: rulings,
		Head: []string{name, "costs", "test", "when", "does", "on", "lasts", "needs"},
		Means: []string{"", says(Technique{}, "cost"), says(Technique{}, "number"), says(Effect{}, "when"), says(Effect{}, "does"),
			says(Effect{}, "on"), says(Effect{}, "lasts"), says(Effect{}, "needs")}}
}

// weaponRows returns the list of weapons, a line for each use; the weapon is named in its first.
func (b Book) weaponRows() (rows [][]string) {
	for _, name := range book.Keys(b.Weapons) {
		w := b.Weapons[name]
		head := []string{name, w.Skill, w.Size}
		for _, u := range w.Uses {
			damage := u.Damage.short()
			if u.Charge.Source != "" {
				damage += ", charging " + u.Charge.short()
			}
			rows = append(rows, append(head, u.Name, cmp.Or(u.Kind, meleeKind), damage, u.Feet.Short(),
				strings.Join(useNotes(w, u), ", ")))
			head = make([]string, len(head))
		}
	}
	return rows
}

// useNotes words what else there is to a use of a weapon.
func useNotes(w Weapon, u Use) []string {
	out := text.If(w.Natural, "of the body").If(w.Grapples && (u.Kind == "" || u.Kind == meleeKind), "grapples")
	out = append(out, text.Each(w.Effects, equipWords)...).If(w.TakesVoidPoint, "Void Point +1k1")
	if w.Pull != nil {
		out = append(out, "strength "+w.Pull.Short())
	}
	out = out.If(u.Armour != "", "armour "+u.Armour)
	return out.If(u.Entangle != "",
		"entangles, Strength against "+text.Either(u.Entangle == "damage", "the damage", u.Entangle))
}

// sheetRows returns the list of combatants.
func (b Book) sheetRows(worked func(sheet string) Worked) [][]string {
	return book.Cells(b.Sheets, func(name string, r Sheet) []string {
		w := worked(name)
		var skills []string
		for _, s := range SkillNames {
			if n, ok := r.Skills[s]; ok {
				skills = append(skills, s+" "+n.Short())
			}
		}
		return []string{w.Rings, r.Rank.Short(), w.Points, w.ATN, w.Out, r.Armour, strings.Join(r.Weapons, ", "), strings.Join(skills, ", "),
			strings.Join(slices.Concat(r.Techniques, r.Spells, r.Objects), ", ")}
	})
}

// armourRows returns the list of armours.
func (b Book) armourRows() [][]string {
	return book.Cells(b.Armours, func(_ string, r armour) []string {
		mounted, clumsy := "", ""
		if r.Mounted != nil {
			mounted = r.Mounted.Short()
		}
		if r.Clumsy.N != 0 {
			clumsy = r.Clumsy.Short()
		}
		effects := strings.Join(text.Each(r.Effects, equipWords), ", ")
		return []string{r.Bonus.Short(), mounted, r.Reduction.Short(), clumsy, effects}
	})
}

// equipWords words an effect of a weapon or an armour.
func equipWords(e Effect) string {
	text := fmt.Sprintf("each %s: %s on %s, %s", e.momentWords(), e.Does+e.amountWords(), e.targetWords(), e.lastsWords())
	if len(e.Needs) > 0 {
		text += " if " + strings.Join(e.Needs, " and ")
	}
	return text
}
