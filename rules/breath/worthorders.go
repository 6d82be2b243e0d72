package breath

import (
	"strings"

	"kokyu/rules/book"
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

// squadRows are the rows of the squads in these trials.
var squadRows = []string{"spear squad", "bow squad", "gun squad"}

// squadText is all that makes a difference of those rows.
func squadText(b Book) string {
	var text strings.Builder
	for _, name := range squadRows {
		row := b.Combatants[name]
		text.WriteString(book.RowText(row))
		for _, weapon := range row.Weapons {
			text.WriteString(b.Weapons[weapon].text())
		}
	}
	return text.String()
}

// weighOrder is what an order brings.
func (b Book) weighOrder(name string) (book.Weighed, error) {
	return b.beside(book.Weighed{Row: name, Of: "order", Kept: 1}, orderTrials(name), commanderMod)
}

// command is a trial of an order in the making.
type command struct {
	commander, spears, more, bows, guns player
	friend, foe, other                  player
}

// commanding is what every trial of an order begins with: spears in the Front, bows and guns in the Rear behind it.
func commanding() *command {
	man := func(name string, energy int, more string) player {
		return player{name: name, row: bladeRow(commanderMod, energy, more), line: "zone: " + front, post: true}
	}
	squad := func(name, row, zone string) player {
		return player{name: name, who: row, line: "heads: 6, under: Commander, zone: " + zone}
	}
	return &command{
		commander: man("Commander", firstEnergy, ", wisdom: 1 house, command: 2 house"),
		spears:    squad("Spears", "spear squad", front), more: squad("More", "spear squad", front),
		bows: squad("Bows", "bow squad", behind), guns: squad("Guns", "gun squad", behind),
		friend: man("Friend", lastEnergy, ""), foe: man("Foe", foeEnergy, ""), other: man("Other", foeEnergy, ""),
	}
}

// tells adds orders of one breath.
func (c *command) tells(round int, orders ...string) {
	breath := gust{round: round}
	for _, o := range orders {
		breath.deeds = append(breath.deeds, weighs("order "+o))
	}
	c.commander.breaths = append(c.commander.breaths, breath)
}

// trial closes it.
func (c *command) trial(says string, rounds int, us, them []player) trial {
	return trial{says: says, zones: plainZones, us: append([]player{c.commander}, us...), them: them, rounds: rounds}
}

// thinnedTo begins with so many men of the first squad.
func thinnedTo(men, cohesion int8) func(g *Game, s *State) {
	return func(_ *Game, s *State) {
		s.seats[1].wounds = men
		s.seats[1].muster(s.seats[1].under(), cohesion)
	}
}

// orderTrials are what an order is for; of several each is as likely.
func orderTrials(order string) []trial {
	c := commanding()
	var t trial
	switch order {
	case orderNames[orderAdvance]:
		c.comes()
		c.tells(1, "Spears: advance > "+yonder, "Spears: strike > Foe")
		c.tells(2, "Spears: strike > Foe")
		c.tells(3, "Spears: strike > Foe")
		t = c.trial("a foe stands in the next zone, which nobody holds against spears: they come into reach and strike, in this round and in two more", 3, []player{c.spears, c.friend}, []player{c.foe})
	case orderNames[orderStrike]:
		c.tells(1, "Spears: strike > Foe")
		t = c.trial("spears have a foe in reach", 1, []player{c.spears}, []player{c.foe})
	case orderNames[orderVolley]:
		c.tells(1, "Bows: volley fire > Foe")
		t = c.trial("bows in their Rear have a foe in reach", 1, []player{c.bows}, []player{c.foe})
	case orderNames[orderCharge]:
		c.comes()
		c.tells(1, "Spears: charge > Foe")
		t = c.trial("a foe who has breathed stands in the next zone, which nobody holds against spears", 1, []player{c.spears, c.friend}, []player{c.foe})
	case orderNames[orderShields]:
		c.tells(1, "all: shield wall")
		for r := range 2 {
			c.foe.breaths = append(c.foe.breaths, cuts(1+r, 1+r, "Spears")...)
			c.other.breaths = append(c.other.breaths, cuts(1+r, 1+r, "More")...)
		}
		t = c.trial("two squads are told at once, and a foe cuts at each: twice before the lull, four times in the next round", 2, []player{c.spears, c.more}, []player{c.foe, c.other})
	case orderNames[orderSpears]:
		c.tells(1, "Spears: spear wall")
		c.foe.line = "zone: " + yonder
		c.foe.breaths = []gust{{1, []deed{does("walk > " + front)}}}
		last := c.other
		last.name = "Last"
		t = c.trial("a foe comes into the zone of spears, which nobody holds against him", 1, []player{c.spears}, []player{c.foe, c.other, last})
	case orderNames[orderClose]:
		return c.closing()
	case orderNames[orderWithdraw]:
		c.tells(1, "Spears: withdraw")
		c.foe.breaths = []gust{{1, []deed{does("horizontal cut > Spears")}}}
		t = c.trial("a foe before spears has a cut left before the lull", 1, []player{c.spears}, []player{c.foe})
	case orderNames[orderRally]:
		c.tells(1, "Bows: rally")
		t = c.trial("of bows four are left, and a point of Cohesion is gone", 1, []player{c.bows}, []player{c.foe})
		t.begins = thinnedTo(4, cohesionMax-1)
	case orderNames[orderReload]:
		c.tells(1, "Guns: reload", "Guns: volley fire > Foe")
		t = c.trial("guns in their Rear are empty and have a foe in reach: they reload and fire", 1, []player{c.guns}, []player{c.foe})
		t.begins = func(g *Game, s *State) { s.seats[1].lost |= 16 << g.seats[1].arms[0].slot }
	case orderNames[orderTake]:
		c.tells(1, "Bows: take over", "Bows: volley fire > Foe")
		c.bows.line = strings.Replace(c.bows.line, ", under: Commander", "", 1)
		t = c.trial("of bows four are left, whom nobody leads: they shoot at a foe, and lose no heart in the lull", 1, []player{c.bows}, []player{c.foe})
		t.begins = func(_ *Game, s *State) { s.seats[1].wounds = 4 }
	}
	return []trial{t}
}

// comes puts the foe in the next zone, and beside it one of ours, so that nobody holds it.
func (c *command) comes() {
	c.foe.line, c.friend.line = "zone: "+yonder, "zone: "+yonder
}

// closing is for close ranks: a commander in danger.
func (c *command) closing() (list []trial) {
	c.tells(1, "Spears: close ranks")
	c.foe.breaths = cuts(1, 1, "Commander")
	c.commander.post = false
	for wounds := range int8(2) {
		t := c.trial("a foe's breath of two cuts comes at a commander of two squads who has one Wound left or two", 1, []player{c.spears, c.bows}, []player{c.foe})
		t.begins = func(_ *Game, s *State) { s.seats[0].wounds = 1 + wounds }
		list = append(list, t)
	}
	return list
}
