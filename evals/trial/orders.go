package trial

import (
	"fmt"
	"strings"

	"kokyu/rules/breath/rows"
)

// The trials of orders: a commander who leads squads of the catalogue's rows, all of them whole unless something else is said,
// and foes of his own skill.

const ordersSay = `weighs orders to squads in the same way: what an order changes in Wounds for each Energy of its commander,
beside a horizontal cut of his own.`

var orderLines = []string{
	"What an order changes in Wounds when it does what it is for: those its side is spared and those its foes lose. Every throw of the dice is gone through with its chance. The commander adds 2 to a cut, has Wisdom 1 and pays the whole price; at Wisdom 2 an order of 2 takes 1 and is worth twice as much, which is why a squad obeys two a round, one of them an attack. Squads are whole, six men, unless it says something else; they, the commander and his foes have Defense 12.",
	"A man is a Wound, as far as Cohesion holds: a squad counts for its men times its Cohesion by five, so that a point of it is a fifth of the squad. An order that only opens the way to another is measured with that one, and with what that takes.",
}

// commanderMod is what the commander adds to a cut: what he leaves undone for an order.
const commanderMod = 2

// The rows of the squads in these trials.
const (
	spearSquad = "spear squad"
	bowSquad   = "bow squad"
	gunSquad   = "gun squad"
)

// squadText is all that makes a difference of those rows.
func squadText(b rows.Book) string {
	var text strings.Builder
	for _, name := range []string{spearSquad, bowSquad, gunSquad} {
		row := b.Combatants[name]
		text.WriteString(rowText(row))
		for _, weapon := range row.Weapons {
			text.WriteString(breathWeapon(b.Weapons[weapon]))
		}
	}
	return text.String()
}

// order is what an order brings.
func (w scales) order(name string) (Weighed, error) {
	return w.beside(Weighed{Row: name, Of: "order", Kept: 1}, orderTrials(w.rows(), name), commanderMod)
}

// commanded are the people of these trials: spears in the Front, bows and guns in the Rear behind it.
func commanded() people {
	p := people{}
	p.add("Commander", bladeRow(commanderMod, firstEnergy, ", wisdom: 1 house, command: 2 house"))
	p.add("Friend", bladeRow(commanderMod, lastEnergy, ""))
	for _, foe := range []string{"Foe", "Other", "Last"} {
		p.add(foe, bladeRow(commanderMod, foeEnergy, ""))
	}
	for name, row := range map[string]string{"Spears": spearSquad, "More": spearSquad, "Bows": bowSquad, "Guns": gunSquad} {
		p[name] = &player{name: name, who: row, line: ", heads: 6, under: Commander"}
	}
	return p
}

// orderCases are what each order is for.
var orderCases = map[string]struct {
	says   string
	rounds int
	script string
}{
	"advance": {"a foe stands in the next zone, which nobody holds against spears: they come into reach and strike, in this round and in two more", 3,
		"us Commander, Spears, Friend@second front/them Foe@second front/Commander 0: *order Spears: advance > second front, *order Spears: strike > Foe/" +
			"Commander 1: *order Spears: strike > Foe/Commander 2: *order Spears: strike > Foe"},
	"strike":      {"spears have a foe in reach", 1, "us Commander, Spears/them Foe/Commander 0: *order Spears: strike > Foe"},
	"volley fire": {"bows in their Rear have a foe in reach", 1, "us Commander, Bows@first rear/them Foe/Commander 0: *order Bows: volley fire > Foe"},
	"charge": {"a foe who has breathed stands in the next zone, which nobody holds against spears", 1,
		"us Commander, Spears, Friend@second front/them Foe@second front/Commander 0: *order Spears: charge > Foe"},
	"shield wall": {"two squads are told at once, and a foe cuts at each: twice before the lull, four times in the next round", 2,
		"us Commander, Spears, More/them Foe, Other/Commander 0: *order all: shield wall/Foe 0: cuts Spears/Other 0: cuts More/Foe 1: cuts Spears; cuts Spears/Other 1: cuts More; cuts More"},
	"spear wall": {"a foe comes into the zone of spears, which nobody holds against him", 1,
		"us Commander, Spears/them Foe@second front, Other, Last/Commander 0: *order Spears: spear wall/Foe 0: walk > first front"},
	"close ranks": {"a foe's breath of two cuts comes at a commander of two squads who has one Wound left or two", 1,
		"us Commander, Spears, Bows@first rear/them Foe/Commander 0: *order Spears: close ranks/Foe 0: cuts Commander"},
	"withdraw": {"a foe before spears has a cut left before the lull", 1,
		"us Commander, Spears/them Foe/Commander 0: *order Spears: withdraw/Foe 0: cut Spears"},
	"rally": {"of bows four are left, and a point of Cohesion is gone", 1, "us Commander, Bows@first rear/them Foe/Commander 0: *order Bows: rally"},
	"reload": {"guns in their Rear are empty and have a foe in reach: they reload and fire", 1,
		"us Commander, Guns@first rear/them Foe/Commander 0: *order Guns: reload, *order Guns: volley fire > Foe"},
	"take over": {"of bows four are left, whom nobody leads: they shoot at a foe, and lose no heart in the lull", 1,
		"us Commander, Bows@first rear/them Foe/Commander 0: *order Bows: take over, *order Bows: volley fire > Foe"},
}

// orderTrials are what an order is for; of several each is as likely.
func orderTrials(b rows.Book, name string) []trial {
	c, p := orderCases[name], commanded()
	if name == "close ranks" {
		p["Commander"].post = false
	}
	t := p.trial(c.says, 1, c.rounds, c.script)
	switch name {
	case "rally":
		t.begins = "Bows: {wounds: 4, cohesion: 4}"
	case "reload":
		t.begins = fmt.Sprintf("Guns: {unloaded: [%q]}", b.Combatants[gunSquad].Weapons[0])
	case "take over":
		t.begins = `Bows: {wounds: 4, under: ""}`
	case "close ranks":
		t.begins = "Commander: {wounds: 1}"
		more := t
		more.begins = "Commander: {wounds: 2}"
		return []trial{t, more}
	}
	return []trial{t}
}
