package rows

import (
	"fmt"
	"slices"
	"strings"

	"kokyu/rules/book"
	"kokyu/rules/text"
)

// Lists returns the rows as people read them, in the order in which they are shown. worked says what a combatant comes
// to in a fight, its boxes and its defences; both are empty where it cannot fight. The engine works that out, since it
// depends on several rows.
func (b Book) Lists(worked func(combatant string) (boxes, defence string)) []book.List {
	says := book.Says
	harm := []string{"How much of it makes a minor wound.", "A moderate wound.", "A severe wound.",
		"A critical wound, which takes out of the fight.", "A fatal wound."}
	lists := []book.List{
		{Name: "weapons", What: "weapons with their surfaces and shots", Items: b.Weapons, Rows: b.weaponRows(),
			Laws: "TP-57, TP-58, TP-71, TP-72", Rulings: "R-TP-27, R-TP-34, R-TP-43, R-TP-65",
			Head: []string{"weapon", "skill", "hands", "guard", "with", "AP", "damage", "kind", "reach", "notes"},
			Means: []string{"", says(Weapon{}, "skill"), says(Weapon{}, "hands"), says(Weapon{}, "guard"), "The surface or the shot.", says(Surface{}, "ap"),
				says(Surface{}, "damage"), says(Surface{}, "type"), "The least and the most squares, or the range penalty.", "What shooting with it takes."}},
		{Name: "shields", What: "what the other hand holds, added to Parry", Items: b.Shields,
			Rows: book.Cells(b.Shields, func(_ string, r Shield) []string { return []string{r.OneHanded.Bonus(), r.Either.Bonus()} }),
			Laws: "TP-119", Rulings: "R-TP-55", Head: []string{"shield", "with 1h", "with 1h/2h"},
			Means: []string{"", says(Shield{}, "with 1h"), says(Shield{}, "with 1h/2h")}},
		{Name: "combatants", What: "stat blocks, worked out with their armour", Items: b.Combatants, Rows: b.combatantTable(worked),
			Laws: "TP-02, TP-58, TP-63", Rulings: "R-TP-30, R-TP-31, R-TP-33, R-TP-37",
			Head: []string{"combatant", "boxes", "defence", "armour", "shield", "weapons", "skills"},
			Means: []string{"", says(Combatant{}, "boxes"), "Combat Defence, and the same in armour.", says(Combatant{}, "armour"), says(Combatant{}, "shield"),
				says(Combatant{}, "weapons"), says(Combatant{}, "skills")}},
		{Name: "armours", What: "what lifts the armoured defence and takes off damage", Items: b.Armours,
			Rows: b.armourRows(), Laws: "TP-58, TP-60, TP-61", Rulings: "R-TP-35",
			Head: []string{"armour", "rating", "slash", "pierce", "crush", "energy", "burden"},
			Means: []string{"", says(Armour{}, "rating"), "What it takes off a cut.", "Off a thrust.",
				"Off a blow.", "Off fire and the like.", says(Armour{}, "burden")}},
		{Name: "actions", What: "combat actions with their outcomes", Items: b.Actions, Rows: b.actionRows(),
			In: "document 004, Actions", Laws: "TP-05, TP-20",
			Head: []string{"action", "kind", "AP", "in", "answers", "replaces", "outcomes"},
			Means: []string{"", says(Deed{}, "kind"), says(Deed{}, "ap"), says(Deed{}, "status"),
				says(Deed{}, "answers"), says(Deed{}, "replaces"), says(Deed{}, "outcomes")}},
		{Name: "damage", What: "from how much of it a wound is how grave", Items: b.Damage, Rows: b.damageRows(), Laws: "TP-60, TP-61", Rulings: "R-TP-36",
			Head: []string{"kind", "minor", "moderate", "severe", "critical", "fatal"}, Means: append([]string{""}, harm...)},
	}
	for _, t := range []book.Table{b.statuses(), b.stamina(), b.skills(), Document.Table("terms")} {
		lists = append(lists, t.List(Shipped.Rulings()))
	}
	return lists
}

// weaponRows returns the list of weapons, a line for each surface or shot. Only the first line of a weapon names it.
func (b Book) weaponRows() (rows [][]string) {
	for _, name := range book.Keys(b.Weapons) {
		w := b.Weapons[name]
		head := []string{name, w.Skill, w.Hands, w.Guard.Bonus()}
		add := func(cells ...string) {
			rows = append(rows, append(head, cells...))
			head = make([]string, len(head))
		}
		for _, s := range w.Surfaces {
			add(s.Name, s.AP.Short(), s.Damage.short(), s.Type,
				fmt.Sprintf("%s to %s", s.Reach[0].Short(), s.Reach[1].Short()), "")
		}
		for _, s := range w.Attacks {
			add(s.Name, s.AP.Short(), s.Damage.short(), s.Type, "-1 each "+s.Increment.Short(), fmt.Sprintf("unaimed %s, aimed %s, speed %s, %s %s, reload %s",
				s.Unaimed.Short(), s.Aimed.Short(), s.Speed.Short(), w.Shots.Short(),
				text.Either(w.Shots.N == 1, "shot", "shots"), w.Reload.Short()))
		}
	}
	return rows
}

// short returns damage with the letter of its source.
func (r Roll) short() string {
	damage, _, _ := strings.Cut(r.String(), " ")
	return damage + Num{Source: r.Source}.Letter()
}

// combatantTable returns the list of combatants. What depends on several rows, boxes and defences, comes from worked,
// which has the rules.
func (b Book) combatantTable(worked func(name string) (boxes, defence string)) [][]string {
	return book.Cells(b.Combatants, func(name string, r Combatant) []string {
		boxes, defence := worked(name)
		var skills []string
		for _, s := range SkillNames {
			if n, ok := r.Skills[s]; ok {
				skills = append(skills, s+" "+n.Short())
			}
		}
		return []string{boxes, defence, r.Armour, r.Shield, strings.Join(r.Weapons, ", "), strings.Join(skills, ", ")}
	})
}

// armourRows returns the list of armours, with what each takes off every kind of damage.
func (b Book) armourRows() [][]string {
	return book.Cells(b.Armours, func(_ string, r Armour) []string {
		stops := text.Each(DamageNames, func(kind string) string { return r.Stops[kind].Short() })
		return slices.Concat([]string{r.Rating.Short()}, stops, []string{r.Burden.Short()})
	})
}

// actionRows returns the list of combat actions in the order of the document.
func (b Book) actionRows() (rows [][]string) {
	for _, name := range knownActions {
		d, ok := b.Actions[name]
		if !ok {
			continue
		}
		ap := d.AP.Short()
		switch {
		case name == reload: // the weapon's row has its price
			ap = markWord("weapon", d.AP)
		case d.AP.Word != "":
			ap = markWord(d.AP.Word, d.AP)
		}
		var outcomes []string
		for _, r := range d.Outcomes {
			says := r.Is
			if r.AP != nil {
				says = r.AP.Short() + " AP"
			}
			switch {
			case r.From.Word != "":
				says += " from " + markWord(r.From.Word, r.From)
			case r.From.Source != "":
				says += " from " + r.From.Short()
			}
			outcomes = append(outcomes, says)
		}
		rows = append(rows, []string{name, d.Kind, ap, strings.Join(d.Status, ", "), strings.Join(d.Answers, ", "),
			strings.Join(d.Replaces, ", "), strings.Join(outcomes, ", ")})
	}
	return rows
}

// markWord returns a word, and in brackets the letter of its source.
func markWord(word string, m Mark) string { return word + " (" + m.Letter() + ")" }

// damageRows returns from how much damage of each kind a wound is how grave.
func (b Book) damageRows() (rows [][]string) {
	for _, kind := range DamageNames {
		rows = append(rows, append([]string{kind}, text.Each(b.Damage[kind], Num.Short)...))
	}
	return rows
}
