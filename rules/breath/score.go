package breath

import "math"

// The estimate of winning for positions that are not decided. Each side's power is what it can deal times what it can
// bear (Lanchester's square law), each standing combatant counted with its Wounds, Energy, answers and states; the
// logarithm of the ratio goes through a logistic curve. The weights were fitted to fights of the search against itself
// by go run ./evals/fit; TestScoreIsCalibrated holds what they promise.

// Weights are the numbers of the estimate. Each is 0 or more.
type Weights struct {
	Steep    float64 // how sharply the ratio of powers decides
	Ahead    float64 // rounds of dealing still to come, beside what is left of this one
	Held     float64 // a reservation that will be called upon, in Wounds
	Haste    float64 // an answer in haste that can be paid, in Wounds
	Shaken   float64 // share of toughness lost while Defenseless
	Bleeding float64 // Wounds a bleeding one will lose
	Unarmed  float64 // share of dealing left when disarmed or unloaded
	Nearly   float64 // share of dealing lost by one on its last Wound; half of it on its last but one, and so on
	Strained float64 // share of a round lost by a limit of 3 to come
	Guard    float64 // a held stance that strikes, in Wounds
	Tempo    float64 // standing at the count with a whole breath
	Hold     float64 // how much time helps the side that has to last
	Mark     float64 // how much the one to be downed or protected counts
}

// Fitted are the weights in force, rounded from what go run ./evals/fit prints. Held and Haste cannot be told from
// such fights (who reserves has spent the Energy, and is mostly the one in need): they stand where matches of 120
// fights between values from 0 to 0.6 showed no loss.
var Fitted = Weights{Steep: 1.64, Ahead: 0.54, Held: 0.05, Haste: 0.02, Shaken: 0.08, Bleeding: 1, Unarmed: 0.8, Nearly: 0.14,
	Strained: 0.02, Guard: 0.4, Tempo: 0.06, Hold: 4.56, Mark: 1.2}

// scoreMax bounds every estimate: only a decided fight is 1.
const scoreMax = 0.98

// rating is what a fresh combatant can deal in a round of this fight and how hard it is to wound there.
type rating struct {
	force     float64 // Wounds a round against the other side's mean Defense
	tough     float64 // 1 over the chance that the other side's usual blow reaches its Defense
	perEnergy float64 // 1 over its Energy
	guard     float64 // how well it answers: 1 for even odds against a usual hit
	perHaste  float64 // answers in haste that a point of Energy buys, each counted as guard
}

// usual is a side's mean combatant as the other side meets it.
type usual struct {
	body, shell, mod, pierce, n float64
}

// rate works the ratings out once a fight.
func (g *Game) rate() {
	var sides [2]usual
	for i := range g.n {
		f := &g.seats[i]
		u := &sides[f.side]
		a := g.bestArm(i)
		u.body += float64(f.body + f.evasion)
		u.shell += float64(f.shell)
		if a != nil {
			u.mod += float64(a.mod[f.start])
			u.pierce += min(float64(a.pierce), 4)
		}
		u.n++
	}
	for i := range g.n {
		f := &g.seats[i]
		if f.mob {
			g.rated[i] = rating{tough: 1}
			continue
		}
		foe := sides[1-f.side]
		r := rating{perEnergy: 1 / float64(max(f.energy, 1))}
		if a := g.bestArm(i); a != nil {
			shell := max(0, foe.shell/foe.n-min(float64(a.pierce), 4))
			r.force = g.yield(f, a, int(foe.body/foe.n+shell+0.5)) * float64(f.energy)
		}
		d := float64(f.body+f.evasion) + max(0, float64(f.shell)-foe.pierce/foe.n)
		r.tough = 1 / max(0.05, float64(throwsFor(int(d-foe.mod/foe.n+0.5)))/100)
		for k := range f.arms {
			if a := &f.arms[k]; a.kind == isDefense && a.slot != slotBare {
				even := 2 * float64(throwsFor(15-int(a.mod[f.start])+int(foe.mod/foe.n)-2)) / 100
				r.guard = max(r.guard, even)
				r.perHaste = max(r.perHaste, even/float64(a.haste[f.start]))
			}
		}
		g.rated[i] = r
	}
}

// yield is the Wounds a point of Energy buys against a Defense; an empty gun costs its reloading too.
func (g *Game) yield(f *fighter, a *arm, defense int) float64 {
	hit := float64(throwsFor(defense-int(a.mod[f.start]))) / 100
	wounds := max(float64(a.wounds), 0.35) + 0.1*float64(a.fatal-a.wounds)
	cost := float64(a.cost[f.start])
	if a.is&armEmpties != 0 {
		cost += 3
	}
	return hit * wounds / cost
}

// bestArm is the attack with the best yield against Defense 12, nil if there is none.
func (g *Game) bestArm(i int) (best *arm) {
	f := &g.seats[i]
	most := 0.0
	for k := range f.arms {
		a := &f.arms[k]
		if a.kind != isAttack || a.slot == slotBare {
			continue
		}
		if y := g.yield(f, a, 12-int(min(a.pierce, 4)/2)); y > most {
			best, most = a, y
		}
	}
	return best
}

// With is the same fight judged by other weights: for fitting and for comparing.
func (g *Game) With(w Weights) *Game {
	other := *g
	other.weights = w
	return &other
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
	return g.Estimate(s, &g.weights)
}

// Estimate weighs the two sides of a position that is not decided.
func (g *Game) Estimate(s *State, w *Weights) float64 {
	var t [2]tally
	for i := range g.n {
		if c := &s.seats[i]; c.is&isDown == 0 {
			side := &t[g.seats[i].side]
			side.standing++
			if c.is&isClosed == 0 {
				side.energy += float64(c.energy)
			}
		}
	}
	struck, due := g.pending(s)
	for i := range g.n {
		if s.seats[i].is&isDown == 0 {
			hurt := 0.0
			if i == struck {
				hurt = due
			}
			g.weigh(s, i, w, hurt, &t)
		}
	}
	x := w.Steep * math.Log((t[0].deal*t[0].bear+1e-3)/(t[1].deal*t[1].bear+1e-3))
	x += g.aims(s, w) + g.tempo(s, w)
	return max(-scoreMax, min(scoreMax, math.Tanh(x/2)))
}

// tally is what one side has.
type tally struct {
	deal, bear float64
	energy     float64 // left in the count
	standing   float64
}

// weigh adds one who stands to its side's tally.
func (g *Game) weigh(s *State, i int, w *Weights, hurt float64, t *[2]tally) {
	c, f, r := &s.seats[i], &g.seats[i], &g.rated[i]
	own, foes := &t[f.side], &t[1-f.side]
	wounds := float64(c.wounds) - hurt
	if c.is&isBleeding != 0 {
		wounds -= w.Bleeding
	}
	wounds = max(wounds, 0.1)
	left := float64(c.energy) * r.perEnergy
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
	// Blows still to come this round at each of this side, at two Energy a blow: answers beyond them are worth nothing.
	blows := foes.energy / (2 * own.standing)
	held := float64(c.held[0] + c.held[1])
	haste := float64(c.energy) * r.perHaste
	bear := wounds + w.Held*r.guard*met(held, blows) + w.Haste*met(haste, max(0, blows-held))
	if c.stance != 0 && g.stances[c.stance-1].strikes != 0 {
		bear += w.Guard
	}
	tough := r.tough
	if c.is&isDefenseless != 0 {
		tough *= 1 - w.Shaken
	}
	if c.bare > 0 {
		tough *= 1 - w.Shaken*float64(c.bare)/4
	}
	own.deal += deal
	own.bear += bear * tough
}

// met is how many of n answers blows will call upon: smooth, at most either.
func met(n, blows float64) float64 {
	if n <= 0 || blows <= 0 {
		return 0
	}
	return n * blows / (n + blows)
}

// tempo is worth something to who stands at the count.
func (g *Game) tempo(s *State, w *Weights) float64 {
	if s.phase != phCount {
		return 0
	}
	x := w.Tempo * min(1, float64(s.seats[s.actor].energy)/limitBase)
	if g.seats[s.actor].side == 1 {
		return -x
	}
	return x
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
func (g *Game) aims(s *State, w *Weights) float64 {
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
