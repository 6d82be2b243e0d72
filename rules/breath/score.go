package breath

import "math"

// The estimate of winning for positions that are not decided. Each side's power is what it can deal times what it can
// bear (Lanchester's square law), each standing combatant counted with its Wounds, Energy, reservations and states;
// the logarithm of the ratio goes through a logistic curve. The weights were fitted to played fights: see
// TestScoreIsCalibrated and `go test ./evals -run Fit -fit`.

// weights of the estimate; the unit of each is beside it.
type weights struct {
	Steep    float64 // how sharply the ratio of powers decides
	Ahead    float64 // rounds still to come, in units of a round's Energy
	Held     float64 // a reservation, in Wounds
	Haste    float64 // a point of Energy kept for answers, in Wounds
	Shaken   float64 // share of toughness lost while Defenseless
	Bleeding float64 // Wounds a bleeding one will lose
	Unarmed  float64 // share of force left when disarmed or unloaded
	Nearly   float64 // share of force lost by one on its last Wound; halved for each more
	Strained float64 // share of a round lost by a limit of 3 to come
	Hold     float64 // how much time helps the side that has to last
	Mark     float64 // how much the one to be downed or protected counts
}

var fitted = weights{Steep: 1.1, Ahead: 1.2, Held: 0.4, Haste: 0.05, Shaken: 0.2, Bleeding: 0.6, Unarmed: 0.5, Nearly: 0.3,
	Strained: 0.1, Hold: 1.5, Mark: 1.2}

// scoreMax bounds every estimate: only a decided fight is 1.
const scoreMax = 0.98

// rating is what a fresh combatant can deal in a round and how much harder than most it is to wound.
type rating struct {
	force float64 // Wounds a round against Defense 12
	tough float64 // 1 over the chance that a usual blow (2d10+3) reaches its Defense
}

// rate works the ratings out once a fight.
func (g *Game) rate() {
	for i := range g.n {
		f := &g.seats[i]
		best := 0.0
		for k := range f.arms {
			a := &f.arms[k]
			if a.kind != isAttack || a.slot == slotBare {
				continue
			}
			hit := float64(throwsFor(12-int(a.pierce>>1)-int(a.mod[f.start]))) / 100
			wounds := max(float64(a.wounds), 0.35) + 0.1*float64(a.fatal-a.wounds)
			cost := float64(a.cost[f.start])
			if a.is&armEmpties != 0 {
				cost += 3
			}
			best = max(best, hit*wounds/cost)
		}
		d := int(f.body + f.shell + f.evasion)
		g.rated[i] = rating{
			force: best * float64(max(f.energy, 1)) * 0.7,
			tough: 1 / max(0.08, float64(throwsFor(d-3))/100),
		}
		if f.mob {
			g.rated[i] = rating{force: 0, tough: 1}
		}
	}
}

// Score is how side 0 stands, from -1 to 1.
func (g *Game) Score(s *State) float64 {
	switch s.over {
	case endDraw:
		return 0
	case endFirst:
		return 1
	case endSecond:
		return -1
	}
	return g.estimate(s, &fitted)
}

// estimate weighs the two sides.
func (g *Game) estimate(s *State, w *weights) float64 {
	var force, bear [2]float64
	struck, due := g.pending(s)
	for i := range g.n {
		c := &s.seats[i]
		if c.is&isDown != 0 {
			continue
		}
		f, r := &g.seats[i], &g.rated[i]
		wounds := float64(c.wounds)
		if i == struck {
			wounds -= due
		}
		if c.is&isBleeding != 0 {
			wounds -= w.Bleeding
		}
		wounds = max(wounds, 0.1)
		left := float64(c.energy) / float64(max(f.energy, 1))
		if c.is&isClosed != 0 {
			left = 0
		}
		if c.is&isStrained != 0 {
			left -= w.Strained
		}
		deal := r.force * (w.Ahead + left) * (1 - w.Nearly*nearly[min(int(wounds+0.5), 7)])
		if c.lost != 0 && g.helpless(i, c) {
			deal *= w.Unarmed
		}
		hold := wounds + w.Held*float64(c.held[0]+c.held[1]) + w.Haste*float64(c.energy)
		if c.is&isDefenseless != 0 {
			hold *= 1 - w.Shaken
		}
		if c.bare > 0 {
			hold *= 1 - w.Shaken*float64(c.bare)/4
		}
		force[f.side] += deal
		bear[f.side] += hold * r.tough
	}
	x := w.Steep * math.Log((force[0]*bear[0]+1e-3)/(force[1]*bear[1]+1e-3))
	x += g.aims(s, w)
	return max(-scoreMax, min(scoreMax, math.Tanh(x/2)))
}

// nearly halves with each Wound left.
var nearly = [8]float64{1, 1, 0.5, 0.25, 0.125, 0.0625, 0, 0}

// helpless says whether the main weapon is on the ground or empty.
func (g *Game) helpless(i int, c *seat) bool { return !c.inHand(slotMain) || !c.loaded(slotMain) }

// pending is a blow known to hit that has not landed yet: it counts as landing, so that an estimate in the middle of
// an exchange does not take it for air.
func (g *Game) pending(s *State) (at int, due float64) {
	if s.phase != phAnswer && s.phase != phDefend {
		return -1, 0
	}
	b := s.foe()
	return int(b.at), float64(g.force(b))
}

// aims adds what an objective makes of the position.
func (g *Game) aims(s *State, w *weights) float64 {
	sign := 1.0
	if g.goal.side == 1 {
		sign = -1
	}
	switch g.goal.kind {
	case goalLast:
		return sign * w.Hold * (float64(s.round)/float64(g.goal.rounds) - 0.5)
	case goalDown:
		return sign * w.Mark * (0.5 - g.health(s))
	case goalProtect:
		return sign * w.Mark * (g.health(s) - 0.5)
	}
	return 0
}

// health is what is left of the one an objective names.
func (g *Game) health(s *State) float64 {
	return float64(s.seats[g.goal.who].wounds) / float64(max(1, g.seats[g.goal.who].wounds))
}
