package rows

import (
	"fmt"
	"reflect"
	"strings"

	"kokyu/rules/book"
	"kokyu/rules/strict"
)

// Lists returns the rows as people read them, in the order in which they are shown. In a [book.List], Items are the
// rows by name, and Rows the lines of the list, cell by cell.
//
// inFight returns the values of a combatant in a fight, with armour and traits, by their names on its sheet; nil if the
// combatant cannot fight with its row alone, such as a puppet, which needs a master. It is a parameter since only the
// engine can work them out, which this package does not import.
func (b Book) Lists(inFight func(combatant string) map[string]string) []book.List {
	says := book.Says // the sentence about a key of a row, from the tag doc of its field
	lists := []book.List{
		{Name: "weapons", What: "weapons and natural arms with their techniques", Items: b.Weapons, Rows: b.weaponRows(),
			Laws: "EB-16, EB-17, EB-29 to EB-32, EB-38, EB-78 to EB-80", Rulings: "R-87, R-97, R-111",
			Head: []string{"weapon", "family", "technique", "energy", "check", "notes", "also"},
			Means: []string{"", says(Weapon{}, "family"), "A way to use it.", says(Technique{}, "energy"), "The attribute of its check and what is added.",
				"What it does besides hitting for one Wound.", says(Weapon{}, "also")}},
		{Name: "combatants", What: "stat blocks, worked out with armour and traits", Items: b.Combatants, Rows: b.combatantRows(inFight),
			Laws: "EB-01 to EB-03, EB-67",
			Head: []string{"combatant", "grade", "energy", "wounds", "defense", "armour", "weapons", "traits"},
			Means: []string{"", says(Combatant{}, "grade"), "Maximum Energy: what a round of breaths is paid with.", "How many Wounds it takes to bring it down.",
				"The total a blow at it has to reach.", says(Combatant{}, "armour"), says(Combatant{}, "weapons"), says(Combatant{}, "traits")}},
		{Name: "armours", What: "what lifts Defense", Items: b.Armours,
			Rows: book.Cells(b.Armours, func(_ string, r armour) []string {
				return []string{r.Defense.Short(), r.Energy.Bonus(), r.Limit.Bonus()} // as in 2s, +2s, with the letter of its source
			}),
			Laws: "EB-13, EB-104", Rulings: "R-84",
			Head:  []string{"armour", "defense", "energy", "limit"},
			Means: []string{"", says(armour{}, "defense"), says(armour{}, "energy"), says(armour{}, "limit")}},
		{Name: "stances", What: "postures that are taken up for Energy and held until they are dropped, broken or changed", Items: b.Stances,
			Rows: book.Cells(b.Stances, func(_ string, r stance) []string {
				return []string{r.Energy.Short(), r.Defense.Bonus(), strings.Join(r.Grade, ", ")}
			}),
			In: "document 000, One Breath", Laws: "EB-119 to EB-121, EB-21, EB-56", Rulings: "R-98, R-112, R-126",
			Head: []string{"stance", "energy", "defense", "for"}, Means: []string{"", says(stance{}, "energy"), says(stance{}, "defense"),
				"The grades it is open to; the others come with a weapon or a trait."}},
		{Name: "spells", What: "spells by list and dan, how they are cast and what they do", Items: b.Spells, Rows: b.spellRows(),
			Laws: "SP-17, SP-20, SP-08 to SP-16, SP-19, SP-21", Rulings: "R-153 to R-155, R-164",
			Head: []string{"spell", "list", "dan", "form", "number", "at", "does"},
			Means: []string{"", says(Spell{}, "list"), says(Spell{}, "dan"), says(Spell{}, "form"),
				"What its check must reach; of a spell against Defense that, with W the target's Wisdom besides.",
				says(Spell{}, "at"), "What it does; nothing for one that is of no use in a fight."}},
		{Name: "traits", What: "aptitudes, licences and Kata", Items: b.Traits,
			Rows: book.Cells(b.Traits, func(_ string, t Trait) []string { return []string{strings.Join(givenWords(t), "; ")} }),
			Laws: "EB-18, EB-50, EB-57, EB-62, EB-63", Head: []string{"trait", "gives"},
			Means: []string{"", "What its bearer has of it, in the words of its row."}},
	}
	for _, t := range b.tables() {
		lists = append(lists, t.List(Shipped.Rulings())) // the built-in rulings
	}
	return lists
}

// weaponRows returns the list of weapons, a line for each technique. Only the first line of a weapon names it.
func (b Book) weaponRows() (rows [][]string) {
	for _, name := range book.Keys(b.Weapons) {
		w := b.Weapons[name]
		first, family, also := name, w.Family, strings.Join(w.Also, ", ")
		add := func(t Technique, check, notes string) {
			rows = append(rows, []string{first, family, t.Name, t.Energy.Short(), check, notes, also})
			first, family, also = "", "", ""
		}
		for _, t := range w.Attack {
			add(t, t.Check+t.Bonus.Bonus(), t.notes())
		}
		for _, t := range w.Defense {
			add(t, t.Check+t.Bonus.Bonus(), "defends")
		}
		for _, t := range w.Upkeep {
			add(t, t.Check, t.Does)
		}
	}
	return rows
}

// combatantRows returns the list of combatants. Energy, Wounds and Defense depend on several rows and come from
// inFight.
func (b Book) combatantRows(inFight func(combatant string) map[string]string) [][]string {
	return book.Cells(b.Combatants, func(name string, r Combatant) []string {
		values := inFight(name)
		// letter returns the letter of a number's source, as the s of 2s; a number that is not in the row has none.
		letter := func(n *Num) string {
			if n == nil {
				return ""
			}
			return n.Letter()
		}
		return []string{r.Grade,
			values["energy"] + letter(r.Energy),
			values["wounds"] + letter(r.Wounds),
			values["defense"] + letter(r.Defense),
			r.Armour, strings.Join(r.Weapons, ", "), strings.Join(r.Traits, ", ")}
	})
}

// spellRows returns the list of spells. In the column "number", D is the target's Defense, and +W means that the
// target's Wisdom is added.
func (b Book) spellRows() [][]string {
	return book.Cells(b.Spells, func(_ string, s Spell) []string {
		number := fmt.Sprint(s.TargetNumber())
		switch s.Against {
		case "defense":
			number = "D"
		case "wisdom":
			number += "+W"
		}
		return []string{s.List, s.Dan.Short(), string(s.Form), number, s.At,
			strings.Join(append(givenWords(s.Effects), s.durationWords()...), "; ")}
	})
}

// termWords says how long a spell's effects last, for each word that a row may have under the key "for".
var termWords = map[string]string{"breath": "for a breath", "lull": "till the lull", "next round": "till the end of the next round", "fight": "all fight",
	"held": "while held", "barrier": "while the barrier stands"}

// durationWords returns the words for how long a spell's effects last, and "before the fight" if it may be cast then.
func (s Spell) durationWords() (words []string) {
	if term := termWords[s.For]; term != "" && s.UsableInFight() {
		words = append(words, term)
	}
	if s.Before {
		words = append(words, "or before the fight")
		if s.Dan.N == Tatsujin { // none can be cast in a fight
			words[len(words)-1] = "before the fight"
		}
	}
	return words
}

// notes returns the numbers and effects of a technique's row; one without any hits for one Wound. Against is added to
// the Defense of the target.
func (t Technique) notes() string {
	var notes []string
	add := func(word string, n *Num) {
		if n != nil {
			notes = append(notes, word+" "+n.Short())
		}
	}
	plain := func(word string, n Num) {
		if n.N != 0 {
			add(word, &n)
		}
	}
	add("wounds", t.Wounds)
	add("critical", t.Critical)
	add("at 20", t.Twenty)
	plain("pierce", t.Pierce)
	plain("direct", t.Direct)
	plain("against", t.Against)
	plain("expose", t.Expose)
	notes = append(notes, t.Effects...)
	return strings.Join(notes, ", ")
}

// givenWords returns the keys that a row has, with their values, in the words of a file. It goes over the fields by
// reflection, so that a new one is listed without a line here.
func givenWords(row any) (list []string) {
	v := reflect.ValueOf(row)
	for i := range v.NumField() {
		key := strict.KeyOf(v.Type().Field(i))
		field := v.Field(i)
		if field.IsZero() || key == "source" {
			continue
		}
		if field.Kind() == reflect.Pointer {
			field = field.Elem()
		}
		switch value := field.Interface().(type) {
		case bool:
			list = append(list, key)
		case Num:
			list = append(list, key+" "+value.Short())
		case Technique:
			list = append(list, key+" "+value.Name)
		case Zero:
			list = append(list, value.listText())
		case map[string]Num:
			for _, skill := range book.Keys(value) {
				list = append(list, fmt.Sprintf("%s %s %s", key, skill, value[skill].Short()))
			}
		default:
			list = append(list, fmt.Sprintf("%s %v", key, value))
		}
	}
	return list
}

// listText returns the block "zero" of a trait as one line of a list, such as
// "0 Energy (kata), after a parry: strike+1h, once a round, for exposed 2".
func (z Zero) listText() string {
	often := "once"
	if z.Does == "control" { // it may be both 0-Energy uses of a round; any other Kata serves once in it
		often = "twice"
	}
	text := fmt.Sprintf("0 Energy (%s), %s: %s%s, %s a round", z.Source, z.Trigger, z.Does, z.Bonus.Bonus(), often)
	if z.Limit != "round" {
		text += ", " + z.Limit
	}
	if z.Pays != "none" {
		text += ", for " + z.Pays
	}
	return text
}
