package trial

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"

	"kokyu/agent"
	"kokyu/rules/breath/rows"
)

// How weapons are set against each other: the plain fight, which is solved, and a duel, which is fought out.

const plainSays = `is the plain fight: no zones, no duel. It is solved exactly, once for either acting first. Without
weapons it is every one that is handed out: makeshift and natural arms, bare hands, bows and guns are not among them;
whatever attacks can be named. 1-1 and 10-10 are left without what they do besides a Fumble and a critical (the rulings
retribution and mandate): that takes a third of the time; --full puts it back. A pair takes 4 to 15 s on one core, spears
the longest, all of them about half an hour; each Energy more doubles that. Above Energy 7 name the weapons you mean.`

const duelSays = `is the ladder of a duel, fought out from each of its first four rungs: far apart the long weapons should
win, near the short ones. Without weapons it is those whose band the document names.`

// issued are the families whose weapons are handed out: what a soldier, a monk or a traveller carries.
var issued = []string{"blade", "spear", "short", "staff"}

// The settings of the plain fight, by their places.
const (
	setEnergy = iota
	setWounds
	setDefense
	setRounds
	setFull
)

// duelSet are those of a duel, which has no others: it ends when somebody falls.
var duelSet = []int{setEnergy: 8, setWounds: 3, setDefense: 12}

// breathBouts are both ways, with the weapons of a catalogue.
func breathBouts(c agent.Catalogue) []Bouts {
	catalogue := rowsOf[rows.Book](c, rows.System)
	a := armoury{catalogue}
	return []Bouts{
		{
			Name: "plain", Says: plainSays, Samples: []string{"uchigatana nodachi suyari --energy 8", "dagger staff --defense 14 --full", "uchigatana yumi teppo"},
			Title: "Balance of weapons", Kind: "weapon that attacks",
			Weapons: func() []string { return a.of(issued...) }, Known: a.armed, Row: a.plain,
			Solved: true, Level: true, Starts: []string{"the row acts first", "the column acts first"}, Among: "the mean of either acting first",
			// Small enough that all weapons of issue take less than an hour. Rounds after the eighth change no value by more
			// than 0.0001 points.
			Settings: []Setting{
				{Name: "energy", Says: "Energy each", Plain: 6, Least: 1, Most: rows.EnergyMax},
				{Name: "wounds", Says: "Wounds each", Plain: 3, Least: 1, Most: 20},
				{Name: "defense", Says: "Defense each, all above 10 of it armour", Plain: 12, Least: 10, Most: 20},
				{Name: "rounds", Says: "a draw after so many rounds", Plain: 8, Least: 1, Most: 200},
				{Name: "full", Says: "with all that 1-1 and 10-10 do", Plain: 0, Least: 0, Most: 1},
			},
			Both: bothPlain, Rows: a.measured, Fight: plainFight, Seconds: plainSeconds,
		},
		{
			Name: "duel", Says: duelSays, Samples: []string{"--duel nodachi uchigatana tanto"},
			Title: "Weapons in a duel", Kind: "weapon that attacks",
			Weapons: a.banded, Known: a.armed, Row: func(weapon string) string { return breathWeapon(catalogue().Weapons[weapon]) },
			Starts: rows.Rungs[:4:4], Among: "a quarter of them from each of the first four rungs", Pairs: 20,
			Both:  func([]int) string { return bothHave(duelSet) },
			Rows:  func(_ []int, weapons []string) []byte { return a.measured(duelSet, weapons) },
			Fight: func(_ []int, weapon, against string, start int) []byte { return duelFight(weapon, against, start) },
		},
	}
}

// armoury is the weapons of a catalogue.
type armoury struct{ rows func() rows.Book }

func (a armoury) names() []string { return slices.Sorted(maps.Keys(a.rows().Weapons)) }

// of lists the weapons of some families, family by family, each in the order of names.
func (a armoury) of(families ...string) (names []string) {
	for _, family := range families {
		for _, name := range a.names() {
			if a.rows().Weapons[name].Family == family {
				names = append(names, name)
			}
		}
	}
	return names
}

// armed lists every weapon that attacks. A shield does not.
func (a armoury) armed() (names []string) {
	for _, name := range a.names() {
		if len(a.rows().Weapons[name].Attack) > 0 {
			names = append(names, name)
		}
	}
	return names
}

// banded lists the weapons whose ideal band the document names, the longest first, then in the order of names.
func (a armoury) banded() (names []string) {
	for _, name := range a.names() {
		if w := a.rows().Weapons[name]; w.Band != nil && w.Band.Source == "seed" {
			names = append(names, name)
		}
	}
	rung := func(name string) int { return slices.Index(rows.Rungs, a.rows().Weapons[name].Band.From) }
	slices.SortStableFunc(names, func(a, b string) int { return rung(a) - rung(b) })
	return names
}

// skills lists every skill that a weapon or a technique of one uses.
func (a armoury) skills() []string {
	seen := map[string]bool{}
	for _, w := range a.rows().Weapons {
		seen[w.Skill] = true
		for _, list := range [][]rows.Technique{w.Attack, w.Defense, w.Upkeep} {
			for _, t := range list {
				seen[t.Skill] = true
			}
		}
	}
	delete(seen, "")
	delete(seen, "main") // a shield goes with the skill of the other hand
	return slices.Sorted(maps.Keys(seen))
}

// plain is what a weapon is in the plain fight, without a duel's ladder: two weapons with the same text are the same
// there, whatever they are called.
func (a armoury) plain(weapon string) string {
	w := a.rows().Weapons[weapon]
	w.Band, w.Longer = nil, rows.Num{}
	for _, list := range []*[]rows.Technique{&w.Attack, &w.Defense, &w.Upkeep} {
		*list = slices.Clone(*list)
		for i := range *list {
			t := &(*list)[i]
			t.Name, t.Source = "", ""
			for _, n := range []*rows.Num{&t.Energy, &t.Bonus, &t.Pierce, &t.Direct, &t.Against, &t.Expose} {
				n.Source = ""
			}
			for _, n := range []**rows.Num{&t.Wounds, &t.Critical, &t.Twenty} {
				if *n != nil {
					*n = &rows.Num{N: (*n).N}
				}
			}
		}
	}
	return breathWeapon(w)
}

// measured is the row that both combatants have. All its Defense is armour, for a thrust to pierce; it knows every skill a weapon asks for as well
// as any other.
func (a armoury) measured(set []int, weapons []string) []byte {
	var skills []string
	for _, s := range a.skills() {
		skills = append(skills, fmt.Sprintf("%q: 2 house", s))
	}
	return fmt.Appendf(nil, `version: 1
armours:
  %[1]s: {defense: %[2]d house}
combatants:
  %[1]s:
    grade: elite
    courage: 1 house
    finesse: 1 house
    energy: %[3]d house
    wounds: %[4]d house
    defense: %[2]d house
    armour: %[1]s
    weapons: [%[5]q]
    skills: {%[6]s}
`, measuredName, set[setDefense], set[setEnergy], set[setWounds], weapons[0], strings.Join(skills, ", "))
}

// plainFight is the plain fight of a pair, the first side the row's. Without full, 1-1 and 10-10 do nothing besides a
// Fumble and a critical.
func plainFight(set []int, weapon, against string, start int) []byte {
	rulings := ""
	if set[setFull] == 0 {
		rulings = `rulings: {retribution: "off", mandate: "off"}`
	}
	return fmt.Appendf(nil, `version: 1
system: %s
title: One weapon against another
rounds: %d
allied: %d
%s
sides:
  - name: row
    fighters: [{who: %[5]s, name: Row, weapons: [%[6]q]}]
  - name: column
    fighters: [{who: %[5]s, name: Column, weapons: [%[7]q]}]
`, rows.System, set[setRounds], start+1, rulings, measuredName, weapon, against)
}

// duelFight is the duel of a pair, begun at a rung.
func duelFight(weapon, against string, start int) []byte {
	return fmt.Appendf(nil, `version: 1
system: %s
title: One weapon against another
duel: {start: %s}
sides:
  - name: row
    fighters: [{who: %[3]s, name: Row, weapons: [%[4]q]}]
  - name: column
    fighters: [{who: %[3]s, name: Column, weapons: [%[5]q]}]
`, rows.System, rows.Rungs[start], measuredName, weapon, against)
}

// plainSeconds is what was measured, and how it grew with Energy.
func plainSeconds(set []int) float64 {
	s := 7 * math.Pow(2, float64(set[setEnergy]-6)) * math.Pow(float64(set[setWounds])/3, 2)
	if set[setFull] == 1 {
		s *= 3
	}
	return s
}

func bothPlain(set []int) string {
	doubles := "1-1 drops no weapon and 10-10 leaves nobody Defenseless (retribution: off, mandate: off), which is quicker to solve and moves a pair by a few tenths of a point"
	if set[setFull] == 1 {
		doubles = "1-1 and 10-10 do what they do by default (retribution: on, mandate: on)"
	}
	return fmt.Sprintf("%s %s; %s.", bothHave(set), counted(set[setRounds], "round"), doubles)
}

func bothHave(set []int) string {
	return fmt.Sprintf("Both have Energy %d, %s, Defense %d, courage 1, finesse 1, physique 0 and 2 points in every skill a weapon asks for.",
		set[setEnergy], counted(set[setWounds], "Wound"), set[setDefense])
}

func counted(n int, thing string) string {
	if n != 1 {
		thing += "s"
	}
	return fmt.Sprintf("%d %s", n, thing)
}

// breathWeapon is what a weapon is by the rules: what a tale may say of it makes no other weapon of it.
func breathWeapon(w rows.Weapon) string {
	w.Made = nil
	return rowText(w)
}
