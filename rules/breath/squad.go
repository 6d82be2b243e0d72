package breath

import (
	"kokyu/rules"
	"kokyu/rules/breath/rows"
)

// §Squads: a seat of several men. It has no Energy, no reservations and no place in the count. So in a squad seat.place
// is its commander and its Cohesion, and seat.held its orders, its formation and what is remembered of it.

// Cohesion, the unity of a squad.
const (
	cohesionMax = 5 // of a fresh squad
	wavering    = 2 // with so much or less a squad wavers: orders to it cost more
)

// formationNames are the words of formations, in the order of their constants; a loose squad has none.
var formationNames = []string{"", "shield wall", "spear wall", "close ranks"}

// heads returns how many men of a squad stand: its Wounds divided by the Wounds of each man, rounded up. A man
// who is hurt fights on.
func (g *Game) heads(s *State, i int) int8 {
	each := g.fighters[i].woundsEach
	return (s.seats[i].wounds + each - 1) / each
}

// headsMissing returns the penalty of a squad's dice: 1 for each man fewer than six, however many it began
// with.
func (g *Game) headsMissing(s *State, i int) int8 { return rows.HeadsMax - g.heads(s, i) }

// isInFormation reports whether seat i is a squad in a formation. In the Core no formation counts.
func (g *Game) isInFormation(s *State, i int, f formation) bool {
	return g.fighters[i].isSquad() && s.seats[i].zone != zoneCore && s.seats[i].formation() == f
}

// The Defense that a shield wall gives and its penalty on attacks, the Defense that a charge takes and the Energy that
// it adds to its order.
var (
	wallDefense   = int8(rows.OrderTable.Num("shield wall", "defense"))
	wallAttack    = -rows.OrderTable.Num("shield wall", "attacks")
	chargeDefense = int8(rows.OrderTable.Num("charge", "bares"))
	chargeEnergy  = rows.OrderTable.Num("charge", "energy")
)

// regainCohesion gives Cohesion back to a squad, never more than it began with. why is the log's word for it.
func (g *Game) regainCohesion(s *State, i int, n int8, why string, log *rules.Log) {
	c := &s.seats[i]
	n = min(n, cohesionMax-c.cohesion())
	if n <= 0 {
		return
	}
	c.setCommand(c.commander(), c.cohesion()+n)
	log.Add(rules.Event{Kind: "cohesion", Seat: g.name(i), What: why, N: int(n), Left: int(c.cohesion()), OK: true})
}

// dissolveFormation ends a squad's formation, as moving does and what topples or strips.
func (g *Game) dissolveFormation(s *State, i int, log *rules.Log) {
	c := &s.seats[i]
	if c.formation() == loose {
		return
	}
	log.Add(rules.Event{Kind: "stance", Seat: g.name(i), What: formationNames[c.formation()]})
	c.setFormation(loose)
}

// blowTaker returns whom a blow that hits strikes: its target, or the first squad in close ranks around that (R-135,
//
func (g *Game) blowTaker(s *State, b *blow) int {
	if g.usesExtras {
		for q := range g.n {
			if g.isInFormation(s, q, closeRanks) && s.seats[q].commander() == b.target && s.seats[q].zone == s.seats[b.target].zone {
				return q
			}
		}
	}
	return int(b.target)
}

// canSpearWallStrike reports whether a squad's spear wall can still strike this round.
func (g *Game) canSpearWallStrike(s *State, i int) bool {
	return g.isInFormation(s, i, spearWall) && s.seats[i].held[0]&squadThrust == 0
}
