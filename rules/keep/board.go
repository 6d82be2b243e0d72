package keep

import (
	"kokyu/rules"
	"kokyu/rules/book"
	"kokyu/rules/keep/rows"
	"kokyu/rules/text"
)

// Board returns a position in places and numbers, for pictures and agents. Nothing of this system is secret.
func (g *Game) Board(s *State) rules.Board {
	b := rules.Board{Ground: g.Ground, Items: g.groundItems(s), Upcoming: g.upcomingTurns(s)}
	for i := range g.n {
		b.Stands = append(b.Stands, g.standOf(s, i))
	}
	return b
}

// groundOf returns the map.
func (g *Game) groundOf() rules.Ground {
	m := &g.ground
	ground := rules.Ground{Kind: "squares", Wide: int(m.Wide), High: int(m.High)}
	for sq := range m.Squares() {
		p := rules.Place{At: m.Name(uint8(sq)), Height: int(m.height[sq])}
		p.Features = text.If(m.Wall[sq], "wall").If(m.mire[sq], "mire").If(m.rough.Has(uint8(sq)) && !m.mire[sq], "rough").If(m.height[sq] > 0, "high").
			If(m.cover[sq] == someCover, "cover").If(m.cover[sq] == fullCover, "full cover").If(m.exit[sq], "exit")
		if p.Features != nil {
			ground.Places = append(ground.Places, p)
		}
	}
	return ground
}

// groundItems returns the weapons on the ground, for boards.
func (g *Game) groundItems(s *State) (items []rules.Item) {
	for _, item := range g.items {
		if it := &s.items[item]; it.at&itemLying != 0 {
			items = append(items, rules.Item{At: g.ground.Name(it.square), Kind: "weapon", What: g.itemName(item),
				Owner: g.name(itemOwner(item))})
		}
	}
	return items
}

// upcomingTurns returns the seats with a turn in this round under way or to come, in order (RK-05); none before the
// first round.
func (g *Game) upcomingTurns(s *State) (turns []rules.UpcomingTurn) {
	switch s.phase {
	case phOver, phInitiative, phTie, phOpening:
		return nil
	}
	_, order := g.orders(s)
	for _, seat := range order[:g.n] {
		i := int(seat)
		if g.canAct(s, i) && !g.isRidden(s, i) && s.seats[i].turnMarks&acted == 0 {
			turns = append(turns, rules.UpcomingTurn{Seat: rules.Seat(i), N: g.initiativeOf(s, i)})
		}
	}
	return turns
}

// standOf returns how a seat stands: where, with which weapon and stance, its numbers and its conditions. Its defense
// is the ATN against a blow from beside it.
func (g *Game) standOf(s *State, i int) rules.Stand {
	c := &s.seats[i]
	if c.status&gone != 0 {
		return rules.Stand{Out: outWord(c)}
	}
	wounds := rules.Number{Name: "wounds taken", N: int(c.wounds), Max: int(g.outFrom(c, i))}
	if !g.isConscious(s, i) {
		return rules.Stand{Out: "down", Numbers: []rules.Number{wounds}}
	}
	st := rules.Stand{At: g.ground.Name(c.square), Weapon: g.handWords(s, i), Stance: rows.StanceNames[c.stance]}
	st.Numbers = append(st.Numbers, wounds)
	if most := g.seats[i].voidPoints; most > 0 || c.voidPoints > 0 {
		st.Numbers = append(st.Numbers, rules.Number{Name: "void", N: int(c.voidPoints), Max: most})
	}
	st.Numbers = append(st.Numbers, rules.Number{Name: "defense", N: g.armorTargetNumber(s, i, i, blow{melee, 1}).sum()})
	st.States = g.states(s, i)
	return st
}

// states returns the conditions of a seat for boards, each with the other seat that is part of it.
func (g *Game) states(s *State, i int) (all []rules.State) {
	c := &s.seats[i]
	put := func(name, with string) { all = append(all, rules.State{Name: name, With: with}) }
	if p := g.penalty(c, i); p != 0 {
		all = append(all, rules.State{Name: "wounded", What: rankNames[g.rankOf(c, i)], N: p})
	}
	for _, name := range g.hamperedWords(c) {
		put(name, "")
	}
	if c.grapple != 0 {
		for k := range g.n {
			if k != i && s.seats[k].grappleNumber() == c.grappleNumber() {
				put("grappled", g.name(k))
			}
		}
		if s.hasControl(i) {
			put("in control", "")
		}
	}
	if c.mount != 0 {
		put(text.Either(g.seats[i].steed, "ridden", "mounted"), g.nameOf(c.mount))
	}
	for k := range g.n {
		if c.guards&(1<<k) != 0 {
			put("guards", g.name(k))
		}
		if s.seats[k].guards&(1<<i) != 0 {
			put("guarded", g.name(k))
		}
	}
	for _, part := range book.BitWords(c.focus, rows.FocusNames) {
		all = append(all, rules.State{Name: "struck", What: part})
	}
	return all
}

// Leads returns the square that a decision leads to, empty if it leads to none.
func (g *Game) Leads(_ *State, a rules.Action) string {
	switch a.Do {
	case doFreeMove, doMove, doSteedFree, doSteedMove, doCrawl, doDismount, doDrag, doShove, doFollow, doThrow:
		return g.ground.Name(a.To)
	}
	return ""
}
