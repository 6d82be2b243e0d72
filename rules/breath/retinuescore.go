package breath

import "kokyu/rules/breath/rows"

// What squads, units, purses and givers of Energy add to the estimates, as Wounds dealt and borne.

// Numbers set by hand and never fitted. The weights of groups were tuned with them in place, in the built-in encounters
// tedori and arioka too (evals/reports/tune.md).
const (
	orderedShare  = 0.6  // share of a squad's blow that is left when its commander has paid the order
	loadingShare  = 0.6  // share of the blow of a squad with guns, since every other order loads
	waverShare    = 0.8  // share of a wavering squad's blow
	shakenShare   = 0.5  // share of the weight Shaken for a squad or unit that is Defenseless or has less Defense
	heldTogether  = 0.3  // share of a squad's Wounds that counts as it breaks; more of it the more Cohesion it has
	unitShare     = 0.5  // share of a unit's Wounds that counts for its side
	controlEnergy = 4.0  // Energy that a master spends in a round on two controls
	lentShare     = 0.8  // share of what an ally's Energy deals that a giver's deals by it
	goldWorth     = 0.15 // Wounds to bear, for each gold and Faith
	wardWorth     = 0.35 // Wounds to bear, for a ward held
	blessWorth    = 0.15 // Wounds to bear, for a blessing
)

// rateRetinues sets what squads deal by heads, and what a giver's Energy deals in the hands of others, in the ratings
// of everybody. defense is the mean Defense of each side.
func (g *Game) rateRetinues(defense [2]int) {
	for i := range g.n {
		f, r := &g.fighters[i], &g.ratings[i]
		if f.isSquad() {
			a := &f.techniques[0]
			need := defense[1-f.side] - int(a.mod[f.startZone])
			for heads := range r.squadBlow {
				r.squadBlow[heads] = float64(throwsFor(need+rows.HeadsMax-heads)) / 100 * max(float64(a.wounds), woundless)
			}
			if a.flags&techUnloads != 0 {
				for heads := range r.squadBlow {
					r.squadBlow[heads] *= loadingShare
				}
			}
		}
		if !f.canGive {
			continue
		}
		for k := range g.n {
			if k != i && g.fighters[k].side == f.side && g.fighters[k].breathes() {
				r.woundsPerEnergy = max(r.woundsPerEnergy, lentShare*g.ratings[k].woundsPerEnergy)
			}
		}
		r.woundsPerRound = r.woundsPerEnergy * float64(f.energy)
	}
}

// tallyFollower is tallySeat for a squad or a bound unit. Without its commander or master it counts for nothing, as it
// keeps no side in the fight.
func (g *Game) tallyFollower(s *State, i int, w *weights, pending float64, foes sideZones, t *tally) (deal, bear float64) {
	f, c, r := &g.fighters[i], &s.seats[i], &g.ratings[i]
	if !g.keepsSideIn(s, i) {
		return 0, 0
	}
	wounds := max(float64(c.wounds)-pending, bearsLeast)
	armed := 1.0
	if g.hasZones {
		if r.zonesReached[c.zone]&foes.stands == 0 {
			armed *= 1 - w.Idle
		}
		if foes.reaches&(1<<c.zone) == 0 {
			wounds = float64(wounds * (1 + w.Safe))
		}
	}
	if c.exposed > 0 || c.flags&isDefenseless != 0 {
		wounds = float64(wounds * (1 - float64(w.Shaken*shakenShare)))
	}
	if f.isSquad() {
		deal = float64(orderedShare * armed * r.squadBlow[g.heads(s, i)])
		if c.cohesion() <= wavering {
			deal = float64(deal * waverShare)
		}
		if !c.isLoaded(f.techniques[0].slot) {
			deal = float64(deal * w.Unarmed)
		}
		leader := &s.seats[c.commander()]
		ordered := c.held[0]&orderedAttack != 0 || c.ordersObeyed() >= ordersMax
		if !ordered && leader.flags&hasClosed == 0 && leader.energy > 0 {
			t.roundDeals += deal
		}
		wounds = float64(wounds * (heldTogether + float64((1-heldTogether)*float64(c.cohesion())/cohesionMax)))
		if c.formation() != loose {
			wounds += w.Guard
		}
	} else {
		units, _ := g.countSeats(func(u int) bool { return g.fighters[u].master == f.master && g.fighters[u].isBound() && s.isUp(u) })
		deal = armed * max(0, r.woundsPerEnergy-g.ratings[f.master].woundsPerEnergy) * controlEnergy / float64(units)
		wounds = float64(unitShare*wounds) + float64(wardWorth*float64(c.held[0]))
	}
	bear = float64(wounds * r.toughness)
	t.countOne(deal, bear)
	return deal, bear
}

// purseWorth returns what seat i's gold, Faith and blessing are worth, in Wounds to bear.
func (g *Game) purseWorth(s *State, i int) (n float64) {
	for _, p := range g.fighters[i].purse {
		if p >= 0 {
			n += float64(goldWorth * float64(s.purses[p]))
		}
	}
	if s.marks[i]&markBlessed != 0 {
		n += blessWorth
	}
	return n
}
