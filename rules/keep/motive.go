package keep

import (
	"cmp"

	"kokyu/rules"
)

// What a decision is for and how everybody stands, for those who want more than to win.

// Motive returns what a is for: whom it strikes or helps, whether it goes at the foes or away from them, what it keeps back and
// what it stakes. The stances say it of a whole turn, raises of one blow.
func (g *Game) Motive(s *State, a rules.Action) rules.Motive {
	m := rules.Motive{Strikes: rules.Nobody, Helps: rules.Nobody}
	switch s.phase {
	case phOpening, phStance:
		m.Guards, m.Stakes = stance(a.With) == air || stance(a.With) == earth, stance(a.With) == fire
	case phCall:
		m.Stakes = a.Do >= callFeint && a.Do <= callTactical
	case phAct, phExtra:
		g.actionMotive(s, a, &m)
	}
	return m
}

// actionMotive is that of a deed of one's own turn.
func (g *Game) actionMotive(s *State, a rules.Action, m *rules.Motive) {
	i := int(s.actor)
	switch a.Do {
	case doEnd:
		m.Rests = true
	case doDefend:
		m.Guards = true
	case doFreeMove, doMove, doSteedFree, doSteedMove, doCrawl:
		m.Nears = int8(cmp.Compare(g.nearest(s, i, s.seats[i].square), g.nearest(s, i, a.To)))
		m.Helps = g.relieves(s, i, a.To)
	case doLeave:
		m.Nears = -1
	case doNevermind: // to propose that a grapple ends is no blow, whoever proposes it
	default:
		switch t := int(a.At); {
		case t >= g.n || t == i:
		case !g.foes(i, t):
			m.Helps = a.At
		default:
			m.Strikes, m.Shoots = a.At, a.Do == doAttack && g.arms[a.With].kind == aimed
		}
	}
}

// nearest returns how far a square is from the nearest foe who stands.
func (g *Game) nearest(s *State, i int, square uint8) uint8 {
	near := uint8(squaresMax - 1)
	for k := range g.n {
		if g.foes(i, k) && g.conscious(s, k) {
			near = min(near, g.ground.Far(square, s.seats[k].square))
		}
	}
	return near
}

// relieves returns the friend to whose side seat i comes on a square.
func (g *Game) relieves(s *State, i int, to uint8) rules.Seat {
	place := func(k int) uint8 { return s.seats[k].square }
	beside := func(a, b uint8) bool { return g.ground.Far(a, b) <= 1 }
	return rules.Relieved(g.n, i, to, place, beside, g.foes, func(k int) bool { return g.conscious(s, k) })
}

// Plight returns how a seat stands: by the Wounds till it is Downed (RK-69), and helpless Entangled, Incapacitated, Stunned or
// Prone.
func (g *Game) Plight(s *State, seat rules.Seat) rules.Plight {
	i, c := int(seat), &s.seats[seat]
	of := int(g.downedFrom(c, i))
	return rules.Plight{Out: !g.conscious(s, i), Left: max(0, of-int(c.wounds)), Of: of,
		Helpless: g.defenseless(s, i) || c.stun != 0 || c.status&prone != 0}
}

// Reaches reports whether a seat has a way to strike another from where both stand.
func (g *Game) Reaches(s *State, by, at rules.Seat) bool {
	i := int(by)
	if !g.acts(s, i) || !g.conscious(s, int(at)) {
		return false
	}
	for j := range g.arms {
		if g.strikes(s, i, uint8(j)) && g.reaches(s, i, int(at), &g.arms[j]) {
			return true
		}
	}
	return false
}
