package keep

import (
	"kokyu/rules"
	"kokyu/rules/keep/rows"
)

// Wounds and their ranks (001 §Damage and Wound Ranks). A position keeps only the number of Wounds; the rank follows
// from it, from Earth, and from whether one is a mook.

// Wound Ranks. Mooks are only Hurt, Bloodied, Out or Dead.
const (
	healthy = iota
	nicked
	grazed
	hurt
	injured
	bloodied
	crippled
	outRank
	dead
)

var rankNames = []string{"healthy", "nicked", "grazed", "hurt", "injured", "bloodied", "crippled", "out", "dead"}

// penalties are what each rank takes off a roll (RK-58). Out and Dead have that of Crippled, though nobody rolls then.
var penalties = func() (all [dead + 1]int) {
	for rank := nicked; rank <= dead; rank++ {
		all[rank] = all[rank-1]
		if rank <= crippled {
			all[rank] = -rows.WoundRanks.Num(rankNames[rank], "penalty")
		}
	}
	return all
}()

// rankSteps are the Wounds from the beginning of one rank to that of the next, earths times Earth and more: of heroes,
// then of mooks, for whom they are 0 at a rank that mooks do not have.
var rankSteps = func() (all [2][dead + 1]struct{ earths, more int }) {
	for rank := nicked; rank <= dead; rank++ {
		for k, of := range [2]string{"from", "mook"} {
			earths, _ := rows.WoundRanks.Figure(rankNames[rank], of)
			more, _ := rows.WoundRanks.Figure(rankNames[rank], of+" more")
			all[k][rank].earths, all[k][rank].more = earths.N, more.N
		}
	}
	return all
}()

// threshold returns the least number of Wounds of a rank, by Earth (RK-55, RK-56; of a mook RK-73 to RK-76). A rank
// that a mook does not have begins with the next one.
func threshold(rank, earth int, mook bool) (from int) {
	steps := &rankSteps[0]
	if mook {
		steps = &rankSteps[1]
	}
	for rank > healthy && rank < dead && steps[rank].earths == 0 {
		rank++
	}
	for _, step := range steps[:rank+1] {
		from += step.earths*earth + step.more
	}
	return from
}

// ladder has the threshold of each rank, and the rank of any number of Wounds: the highest whose threshold is not above
// them (RK-59).
type ladder struct {
	from [dead + 1]int
	rank [256]uint8
}

// earthMost is the highest Earth there is, with a GM's edit.
const earthMost = 10

// ladders are those of heroes and of mooks, by Earth.
var ladders = func() (all [2][earthMost + 1]ladder) {
	for earth := range all[0] {
		all[0][earth], all[1][earth] = newLadder(earth, false), newLadder(earth, true)
	}
	return all
}()

// newLadder works a ladder out. A rank that a mook does not have begins where the next one does, which overwrites it.
func newLadder(earth int, mook bool) (l ladder) {
	for rank := range dead + 1 {
		l.from[rank] = threshold(rank, earth, mook)
		for wounds := l.from[rank]; wounds < len(l.rank); wounds++ {
			l.rank[wounds] = uint8(rank)
		}
	}
	return l
}

// ladderOf returns the ladder of a hero or a mook with this Earth.
func ladderOf(earth int, mook bool) *ladder {
	if mook {
		return &ladders[1][earth]
	}
	return &ladders[0][earth]
}

// earthOf returns the Earth Ring that a seat's ranks go by, with a GM's edit (RK-71).
func (g *Game) earthOf(c *seat, i int) int {
	return min(max(1, g.seats[i].rings[ringEarth]+int(c.earthChange)), earthMost)
}

// ladder returns the ladder of a seat.
func (g *Game) ladder(c *seat, i int) *ladder { return ladderOf(g.earthOf(c, i), g.seats[i].mook) }

// outFrom, deadFrom and downedFrom return the least Wounds with which a seat is Out, Dead or Downed. Downed is
// Crippled, or of a mook, which has no such rank, Out (RK-69, R-RK-29).
func (g *Game) outFrom(c *seat, i int) uint8    { return uint8(g.ladder(c, i).from[outRank]) }
func (g *Game) deadFrom(c *seat, i int) uint8   { return uint8(g.ladder(c, i).from[dead]) }
func (g *Game) downedFrom(c *seat, i int) uint8 { return uint8(g.ladder(c, i).from[crippled]) }

// lostFrom returns the least Wounds with which a seat is lost to its side: Downed, or Out by ruling (R-RK-75, R-RK-81).
func (g *Game) lostFrom(c *seat, i int) uint8 {
	if g.rule.EndsOut {
		return g.outFrom(c, i)
	}
	return g.downedFrom(c, i)
}

// rankOf returns a seat's rank of Wounds.
func (g *Game) rankOf(c *seat, i int) int { return int(g.ladder(c, i).rank[c.wounds]) }

// penalty returns what a seat's Wounds take off its tests and contests (RK-60), and days without sleep (RK-198).
func (g *Game) penalty(c *seat, i int) int {
	return penalties[g.rankOf(c, i)] + sleepMalus(g.seats[i].sleeplessDays)
}

// wound gives seat i the n Wounds that seat by deals it, with all that follows from a new rank (RK-69 to RK-72).
func (g *Game) wound(s *State, i, by, n int, log *rules.Log) {
	c := &s.seats[i]
	was := *c
	c.wounds = uint8(min(int(c.wounds)+n, int(g.deadFrom(c, i))))
	s.eventful = 1
	if log != nil {
		log.Add(rules.Event{Kind: "wound", Seat: g.name(i), At: g.name(by), N: n, Left: max(0, int(g.outFrom(c, i))-int(c.wounds))})
	}
	g.applyRankChange(s, i, by, &was, log)
}

// applyRankChange does what follows if a change of Wounds, or of Earth (RK-71), has changed the rank: it logs who is
// Downed or Killed by whom, and takes whoever is Out or Dead out of the fight. was is the seat before the change.
func (g *Game) applyRankChange(s *State, i, by int, was *seat, log *rules.Log) {
	c := &s.seats[i]
	before, now := g.rankOf(was, i), g.rankOf(c, i)
	if before == now {
		return
	}
	if log != nil {
		log.Add(rules.Event{Kind: "rank", Seat: g.name(i), At: g.name(by), What: rankNames[now], N: penalties[now]})
		what := ""
		switch {
		case now == dead:
			what = "killed"
		case was.wounds < g.downedFrom(was, i) && c.wounds >= g.downedFrom(c, i):
			what = "downed"
		}
		if what != "" {
			log.Add(rules.Event{Kind: "down", Seat: g.name(i), At: g.name(by), What: what})
		}
	}
	if now >= outRank && before < outRank {
		g.dropOut(s, i, by, log)
	}
	if now == dead || now == outRank && g.rule.Bleeding == 0 {
		*c = seat{wounds: c.wounds, place: c.place, earthChange: c.earthChange}
	}
}

// dropOut ends all that a seat takes part in as it becomes Out: it leaves its grapple, guards end, its weapons fall,
// and rider and steed part (R-RK-67, R-RK-80).
func (g *Game) dropOut(s *State, i, by int, log *rules.Log) {
	c := &s.seats[i]
	g.leaveGrapple(s, i, byNobody, log)
	for _, item := range g.items {
		if it := s.items[item]; it.isCarriedBy(i) && it.at&itemReady != 0 && !g.isNatural(item) {
			s.layOnGround(item, c.square)
		}
	}
	g.endEffectsOf(s, i, log)
	if c.mount != 0 {
		k := int(c.mount) - 1
		g.dismount(s, i, log)
		if g.seats[i].steed { // R-RK-80: the rider falls with it
			g.fallProne(s, k, by, log)
		}
	}
	g.forgetSeat(s, i)
	*c = seat{wounds: c.wounds, square: c.square, place: c.place, earthChange: c.earthChange}
}

// forgetSeat takes from all others what is about seat i, which is out of the fight: guards, and the Free Raise against it
// (RK-145).
func (g *Game) forgetSeat(s *State, i int) {
	for k := range g.n {
		c := &s.seats[k]
		c.guards &^= 1 << i
		if c.brokeFrom&brokeFromSeat == uint8(1+i) {
			c.brokeFrom = 0
		}
	}
}

// isNatural reports whether an item is part of a body, as claws, and cannot be dropped.
func (g *Game) isNatural(item uint8) bool { return g.armOf(item).natural }

// dismount parts rider and steed, i being either of them. Both stand on one square until one of them moves (R-RK-80).
func (g *Game) dismount(s *State, i int, log *rules.Log) {
	k := int(s.seats[i].mount) - 1
	if k < 0 {
		return
	}
	s.seats[i].mount, s.seats[k].mount = 0, 0
	rider := i
	if g.seats[i].steed {
		rider = k
	}
	if int(s.actor) == rider {
		s.steedSimpleLeft, s.riding = 0, 0
	}
	g.logStatusChange(log, rider, "mounted", false)
}

// fallProne makes a seat Prone. by is who has done it, the seat itself if nobody.
func (g *Game) fallProne(s *State, i, by int, log *rules.Log) {
	c := &s.seats[i]
	if c.status&prone != 0 {
		return
	}
	c.status |= prone
	if log != nil {
		e := rules.Event{Kind: "status", Seat: g.name(i), What: "prone", OK: true}
		if by != i {
			e.At = g.name(by)
		}
		log.Add(e)
	}
}
