package breath

import "kokyu/rules/breath/rows"

// What squads, units, purses and givers are worth to the estimates: plainly, in the same Wounds dealt and borne.

// Shares of it. A led squad's blow is an order's price cheaper than it looks, since its commander pays it; a squad
// bears what its Cohesion lets it; a unit adds to its master what it strikes better than he does. They were set by
// hand and never fitted; the weights of leaves of groups were turned by play with them in place, in tedori and arioka
// too (evals/reports/tune.md).
const (
	orderedShare = 0.6  // of a led squad's blow, what is left when the order is paid
	loadingShare = 0.6  // of the blow of a squad with guns: every other order loads
	waverShare   = 0.8  // of a wavering squad's blow
	shakenShare  = 0.5  // of Shaken, for a squad or unit with less Defense or Defenseless
	heldTogether = 0.3  // of a squad's Wounds, what they are worth as it breaks
	unitShare    = 0.5  // of a unit's Wounds, what its master's side has of them
	controlled2  = 4.0  // Energy a round that goes into two controls
	lentShare    = 0.8  // of an ally's rate, what a giver's Energy deals in its hands
	goldWorth    = 0.15 // Wounds to bear, for each gold and Faith
	wardWorth    = 0.35 // the same for a ward held
	blessWorth   = 0.15
)

// rateRetinues works out what squads deal with so many heads, and what a giver's Energy does in others' hands.
func (g *Game) rateRetinues(defense [2]int) {
	for i := range g.n {
		f, r := &g.seats[i], &g.ratings[i]
		if f.isSquad() {
			a := &f.arms[0]
			need := defense[1-f.side] - int(a.mod[f.start])
			for heads := range r.volley {
				r.volley[heads] = float64(throwsFor(need+rows.HeadsMax-heads)) / 100 * max(float64(a.wounds), woundless)
			}
			if a.is&armEmpties != 0 {
				for heads := range r.volley {
					r.volley[heads] *= loadingShare
				}
			}
		}
		if !f.canGive {
			continue
		}
		for k := range g.n {
			if k != i && g.seats[k].side == f.side && g.seats[k].breathes() {
				r.woundsPerEnergy = max(r.woundsPerEnergy, lentShare*g.ratings[k].woundsPerEnergy)
			}
		}
		r.dealsARound = r.woundsPerEnergy * float64(f.energy)
	}
}

// tallyFollower is weigh for a squad or a unit that its master moves: what it adds hangs on who leads it.
func (g *Game) tallyFollower(s *State, i int, w *Weights, pending float64, foes sideZones, t *tally) (deal, bear float64) {
	f, c, r := &g.seats[i], &s.seats[i], &g.ratings[i]
	if !g.keepsSideIn(s, i) {
		return 0, 0
	}
	wounds := max(float64(c.wounds)-pending, bearsLeast)
	armed := 1.0
	if g.zoned {
		if r.reaches[c.zone]&foes.stands == 0 {
			armed *= 1 - w.Idle
		}
		if foes.reaches&(1<<c.zone) == 0 {
			wounds = float64(wounds * (1 + w.Safe))
		}
	}
	if c.exposed > 0 || c.is&isDefenseless != 0 {
		wounds = float64(wounds * (1 - float64(w.Shaken*shakenShare)))
	}
	if f.isSquad() {
		deal = float64(orderedShare * armed * r.volley[g.heads(s, i)])
		if c.cohesion() <= wavering {
			deal = float64(deal * waverShare)
		}
		if !c.isLoaded(f.arms[0].slot) {
			deal = float64(deal * w.Unarmed)
		}
		leader := &s.seats[c.under()]
		ordered := c.held[0]&orderedAttack != 0 || c.held[0]&orderCount >= ordersMax
		if !ordered && leader.is&isClosed == 0 && leader.energy > 0 {
			t.restDeals += deal
		}
		wounds = float64(wounds * (heldTogether + float64((1-heldTogether)*float64(c.cohesion())/cohesionMax)))
		if c.formation() != loose {
			wounds += w.Guard
		}
	} else {
		deal = armed * max(0, r.woundsPerEnergy-g.ratings[f.master].woundsPerEnergy) * controlled2 / g.countUnits(s, int(f.master))
		wounds = float64(unitShare*wounds) + float64(wardWorth*float64(c.held[0]))
	}
	bear = float64(wounds * r.tough)
	t.add(deal, bear)
	return deal, bear
}

// countUnits counts the units that a master moves.
func (g *Game) countUnits(s *State, i int) (n float64) {
	for u := range g.n {
		if int(g.seats[u].master) == i && g.seats[u].isBound() && s.up(u) {
			n++
		}
	}
	return n
}

// purseWorth returns what gold, Faith and a blessing weigh, in Wounds.
func (g *Game) purseWorth(s *State, i int) (n float64) {
	for _, p := range g.seats[i].purse {
		if p >= 0 {
			n += float64(goldWorth * float64(s.purses[p]))
		}
	}
	if s.marks[i]&markBlessed != 0 {
		n += blessWorth
	}
	return n
}
