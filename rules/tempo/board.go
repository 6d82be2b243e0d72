package tempo

import (
	"kokyu/rules"
	"kokyu/rules/book"
	"kokyu/rules/tempo/rows"
	"kokyu/rules/text"
)

// Board returns a position in places and numbers. It never tells a secret: a feint is an attack until it is answered.
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
	for sq := 1; sq <= m.Squares(); sq++ {
		if is := text.If(m.Wall[sq], "wall").If(g.goal.Kind == book.GoalEscape && g.goal.exits[sq], "exit"); is != nil {
			ground.Places = append(ground.Places, rules.Place{At: m.Name(uint8(sq)), Features: is})
		}
	}
	return ground
}

// groundItems returns the weapons on the ground, for boards; those lost before the fight lie nowhere.
func (g *Game) groundItems(s *State) (items []rules.Item) {
	for i := range g.n {
		for k, sq := range s.seats[i].lostAt {
			if sq != 0 && sq != nowhere {
				items = append(items, rules.Item{At: g.ground.Name(sq), Kind: "weapon",
					What: g.seats[i].slots[k].name, Owner: g.name(i)})
			}
		}
	}
	return items
}

// upcomingTurns returns the order of initiative from the turn under way on (TP-03); nobody before the first turn.
func (g *Game) upcomingTurns(s *State) (turns []rules.UpcomingTurn) {
	if s.phase < phTurn {
		return nil
	}
	for r := range g.n {
		if k := g.order[(int(g.rank[s.actor])+r)%g.n]; s.isInFight(int(k)) {
			turns = append(turns, rules.UpcomingTurn{Seat: rules.Seat(k)})
		}
	}
	return turns
}

// standOf returns how a seat stands: where, with what in hand, its AP, wounds and defences, and its status.
func (g *Game) standOf(s *State, i int) rules.Stand {
	f, c := &g.seats[i], &s.seats[i]
	if word, isOut := outWords[c.status]; isOut {
		return rules.Stand{Out: word}
	}
	st := rules.Stand{At: g.ground.Name(c.square), Weapon: g.handWords(s, i)}
	st.Numbers = append(st.Numbers, rules.Number{Name: "ap", N: int(c.ap), Max: int(g.apMax(c))})
	for k, have := range f.boxes {
		st.Numbers = append(st.Numbers, rules.Number{Name: rows.CategoryNames[k+1], N: int(c.boxes[k]), Max: int(have)})
	}
	st.Numbers = append(st.Numbers, rules.Number{Name: "defense", N: int(f.combatDefence)},
		rules.Number{Name: "armoured", N: int(f.armouredDefence)})
	status := rules.State{Name: rows.StatusNames[c.status]}
	if c.partner != 0 {
		status.With = g.name(int(c.partner) - 1)
	}
	st.States = append(st.States, status)
	if w := g.woundPenalty(c); w != 0 {
		st.States = append(st.States, rules.State{Name: "wounded", N: -int(w)})
	}
	if s.aimedAt != 0 && i == int(s.actor) {
		st.States = append(st.States, rules.State{Name: "aiming", With: g.name(int(s.aimedAt) - 1)})
	}
	switch {
	case c.hand == slotNone && c.lostAt != [2]uint8{}:
		st.States = append(st.States, rules.State{Name: "disarmed"})
	case c.hand != slotNone && f.slots[c.hand].ranged && c.shots == 0:
		st.States = append(st.States, rules.State{Name: "unloaded"})
	}
	return st
}

// outWords are the words of boards for the statuses of those who are out of the fight.
var outWords = map[status]string{out: "down", yielded: "yielded", fled: "gone"}

// Leads returns the square that a decision leads to, empty if it leads to none.
func (g *Game) Leads(s *State, a rules.Action) string {
	leads := s.phase == phStep || s.phase == phTurn && (a.Do == doMove || a.Do == doCombatMove)
	return text.Either(leads, g.ground.Name(a.To), "")
}
