package breath

import (
	"fmt"

	"kokyu/rules"
	"kokyu/rules/breath/rows"
)

// The words for orders, units, gifts and 0-Energy Kata, in options and on sheets. "order Guns: volley fire > Kojiro":
// before the colon who is to act, behind the ">" the target.

// retinueWords returns the words of a decision about squads, units or gifts.
func (g *Game) retinueWords(s *State, i int, act rules.Action) string {
	f := &g.fighters[i]
	switch act.Do {
	case doOrder:
		return "order " + g.name(int(act.Mode)) + ": " + g.orderWords(act)
	case doGeneralOrder:
		return "order all: " + g.orderWords(act)
	case doControl:
		return "command " + g.name(int(act.Mode)) + ": " + g.controlWords(act)
	case doGift:
		return fmt.Sprintf("give %d Energy > %s", act.With, g.name(int(act.At)))
	case doKata:
		switch x := &f.katas[act.With]; x.effect {
		case kataOrder:
			return x.name
		case kataDomination:
			return x.name + " > " + rows.Zones[act.To]
		default:
			return x.name + " > " + g.name(int(act.At))
		}
	case doRoar:
		return "roar > " + g.name(int(act.At))
	}
	by, at, k := g.kataStriker(s)
	return g.fighters[by].katas[k].name + " > " + g.name(at)
}

// orderWords returns the words of an order: "charge > Kojiro". An attack order names its target alone, since that
// stands in one place.
func (g *Game) orderWords(act rules.Action) string {
	text := rows.Orders[act.With]
	switch act.With {
	case orderAdvance:
		return text + " > " + rows.Zones[act.To]
	case orderStrike, orderVolley, orderCharge:
		return text + " > " + g.name(int(act.At))
	}
	return text
}

// controlWords returns the words of a unit's action: "walk > core", "claw > Kojiro", or the defence that the unit holds
// ready.
func (g *Game) controlWords(act rules.Action) string {
	if act.With == controlWalk {
		return "walk > " + rows.Zones[act.To]
	}
	x := &g.fighters[act.Mode].techniques[act.With]
	if x.kind == kindDefense {
		return x.label
	}
	return x.label + " > " + g.name(int(act.At))
}

// retinueSheet adds to seat i's sheet its values as a squad or a unit, and its purses.
func (g *Game) retinueSheet(s *State, i int, add func(name, value string)) {
	f, c := &g.fighters[i], &s.seats[i]
	if f.isSquad() {
		add("heads", fmt.Sprintf("%d of %d", g.heads(s, i), f.heads))
		add("cohesion", fmt.Sprintf("%d of %d", c.cohesion(), cohesionMax))
		add("formation", formationNames[c.formation()])
		under := "nobody"
		if !s.isLeaderless(i) {
			under = g.name(int(c.commander()))
		}
		add("under", under)
		add("orders", fmt.Sprintf("%d of %d", c.ordersObeyed(), ordersMax))
		if !c.isLoaded(f.techniques[0].slot) {
			add("is", "unloaded")
		}
	}
	if f.master != nobody {
		add("of", g.name(int(f.master)))
	}
	if f.isBound() && c.held[0] > 0 {
		add("wards", fmt.Sprint(c.held[0]))
	}
	for k, p := range f.purse {
		if p >= 0 {
			add(rows.PurseNames[k], fmt.Sprint(s.purses[p]))
		}
	}
	for k := range f.katas {
		if x := &f.katas[k]; x.perFight > 0 {
			add(x.name, fmt.Sprintf("%d of %d uses left", s.purses[x.purse], x.perFight))
		}
	}
	if s.marks[i]&markBlessed != 0 {
		add("under a", "blessing")
	}
}
