package breath

import "kokyu/rules"

// 2d10 with doubles, as outcomes of the seam: of a hundred throws, how many show each sum, doubles apart; merged where
// the consequences are the same.

// ways of throwing each sum from 2 to 20 with unequal dice; a double is one way for each even sum.
var unequalWays = func() (w [21]int8) {
	for a := 1; a <= 10; a++ {
		for b := 1; b <= 10; b++ {
			if a != b {
				w[a+b]++
			}
		}
	}
	return w
}()

// atLeast counts the throws of a hundred that show n or more.
var atLeast = func() (w [32]int8) {
	for n := range w {
		for a := 1; a <= 10; a++ {
			for b := 1; b <= 10; b++ {
				if a+b >= n {
					w[n]++
				}
			}
		}
	}
	return w
}()

// throwsFor returns how many of a hundred throws reach need, whatever it is.
func throwsFor(need int) int {
	return int(atLeast[min(max(need, 0), len(atLeast)-1)])
}

func rollAction(sum int8, double bool) rules.Action {
	a := rules.Action{Do: doRoll, At: rules.Nobody, N: int16(sum)}
	if double {
		a.Mode = 1
	}
	return a
}

// classes gathers outcomes by consequence: the first throw of a class stands for all of it.
type classes struct {
	keys [32]int16
	acts [32]rules.Action
	ways [32]int16
	n    int
}

// add counts throws for a class. A table tells 27 throws apart, so all classes fit, and to look through so few is faster than a map.
func (c *classes) add(key int16, a rules.Action, ways int8) {
	for i := range c.n {
		if c.keys[i] == key {
			c.ways[i] += int16(ways)
			return
		}
	}
	c.keys[c.n], c.acts[c.n], c.ways[c.n] = key, a, int16(ways)
	c.n++
}

// gather appends the throws of two dice by what key says they lead to: sums rise, and unequal dice come before doubles.
func gather(buf []rules.Odds, key func(sum int8, double bool) int16) []rules.Odds {
	var c classes
	for sum := int8(2); sum <= 20; sum++ {
		if w := unequalWays[sum]; w > 0 {
			c.add(key(sum, false), rollAction(sum, false), w)
		}
		if sum%2 == 0 {
			c.add(key(sum, true), rollAction(sum, true), 1)
		}
	}
	for i := range c.n {
		buf = append(buf, rules.Odds{Action: c.acts[i], P: float64(c.ways[i]) / 100})
	}
	return buf
}

// Odds returns the outcomes of the dice the fight waits for, merged by consequence.
func (g *Game) Odds(s *State, buf []rules.Odds) []rules.Odds {
	switch p := &phases[s.phase]; {
	case g.isFated(s):
		return pairOdds(buf)
	case p.need != nil:
		return twoWays(int(p.need(g, s)), buf)
	default:
		return p.Odds(g, s, buf)
	}
}

// blowOdds returns the outcomes of an attack or a defence roll.
func (g *Game) blowOdds(s *State, buf []rules.Odds) []rules.Odds {
	k := g.stakes(s)
	if k.defends && !k.lock {
		return k.defenceOdds(buf)
	}
	return gather(buf, k.consequence)
}

// throwsBelow counts the throws of a hundred under n: of unequal dice, and of doubles but for 1-1.
var throwsBelow = func() (w [22]struct{ unequal, double int8 }) {
	for n := range w {
		for sum := 2; sum < n; sum++ {
			w[n].unequal += unequalWays[sum]
			if sum%2 == 0 && sum > 2 {
				w[n].double++
			}
		}
	}
	return w
}()

// defenceOdds returns the outcomes of a defence roll that cannot lock the blades, counted instead of gathered: they are the most frequent dice of all. The
// order, and the throw that stands for each, are those of gathering from 2 to 20.
func (k *stakes) defenceOdds(buf []rules.Odds) []rules.Odds {
	add := func(a rules.Action, ways int) {
		if ways > 0 {
			buf = append(buf, rules.Odds{Action: a, P: float64(ways) / 100})
		}
	}
	need := min(max(int(k.need), 2), 21)
	yes := throwsFor(need)
	switch {
	case need == 2:
	case k.plain >= k.lives && !k.wards:
		add(rollAction(2, true), 100-yes)
	default:
		add(rollAction(2, true), 1)
		add(rollAction(3, false), int(throwsBelow[need].unequal))
		add(rollAction(4, true), int(throwsBelow[need].double))
	}
	add(rollAction(int8(need), need == 2 || need == 20), yes)
	return buf
}

// fineOdds returns the same outcomes as far as a table tells them apart: total and double.
func (g *Game) fineOdds(s *State, buf []rules.Odds) []rules.Odds {
	if s.phase == phDraw {
		return g.lotOdds(s, buf)
	}
	if s.phase == phContest {
		return g.contestOdds(s, buf, false)
	}
	if g.isFated(s) {
		return pairOdds(buf)
	}
	for sum := int8(2); sum <= 20; sum++ {
		if w := unequalWays[sum]; w > 0 {
			buf = append(buf, rules.Odds{Action: rollAction(sum, false), P: float64(w) / 100})
		}
		if sum%2 == 0 {
			buf = append(buf, rules.Odds{Action: rollAction(sum, true), P: 0.01})
		}
	}
	return buf
}

// lotOdds returns the friends a stray shot may strike, evenly.
func (g *Game) lotOdds(s *State, buf []rules.Odds) []rules.Odds {
	by := int(s.currentBlow().by)
	p := 1 / float64(g.countFriendsInCore(s, by))
	for k := range g.n {
		if g.isFriendInCore(s, by, k) {
			buf = append(buf, rules.Odds{Action: rules.Action{Do: doDraw, At: rules.Seat(k)}, P: p})
		}
	}
	return buf
}

// twoWays returns a check on which doubles mean nothing: the least throw stands for failure, the greatest for
// success.
func twoWays(need int, buf []rules.Odds) []rules.Odds {
	yes := throwsFor(need)
	if yes < 100 {
		buf = append(buf, rules.Odds{Action: rollAction(2, true), P: float64(100-yes) / 100})
	}
	if yes > 0 {
		buf = append(buf, rules.Odds{Action: rollAction(20, true), P: float64(yes) / 100})
	}
	return buf
}

// Consequences of an attack or defence roll.
const (
	keyMiss int16 = iota
	keyFumble
	keyRetribution
	keySuccess
	keyFatal
	keyLock       // a defence that ties the blow and locks the blades
	keyNear = 10  // plus the kind of failure: a miss that was close
	keyHit  = 100 // plus what matters of it
)

// stakes are what a throw for a blow or a defence decides, worked out once for all its outcomes.
type stakes struct {
	need    int8 // what the dice must show
	defends bool // a defence roll
	asked   bool // a hit goes to the target's answer: its total matters
	twenty  int8 // dice from which a technique's total of 20 counts, 0 if it has none
	lives   int8 // Wounds that kill
	plain   int8 // Wounds of a landed blow, of a critical one, of one that reached 20
	fatal   int8
	great   int8
	wards   bool // a unit answers for its master: how it fails matters even if he falls
	lock    bool // an exact defence locks the blades
	near    int8 // by how little a miss at a location still threatens, 0 not at all
	ones    bool // 1-1 means more than any double that fails
	tens    bool // 10-10 means more than any that succeeds
	feint   bool // no Wound, no effect but on guard
	open    bool // the Critical window: every hit is a critical
	spell   bool // a casting: of what fails only 1-1 means more
	beside  int8 // dice from which a burst strikes one more, 0 nobody
	mirage  bool // an odd sum misses
}

// stakes works out what the throw that the fight waits for decides: an attack's, or in phDefend its answer's. Only what can change the
// consequence of some sum is kept, so that as many sums as possible fall into one class.
func (g *Game) stakes(s *State) stakes {
	b := s.currentBlow()
	a := &g.seats[b.by].arms[b.with]
	k := stakes{ones: g.rule.Retribution, tens: g.rule.Mandate && b.aim() != aimFeint, lives: max(1, s.seats[b.at].wounds),
		plain: a.wounds, fatal: max(a.wounds, a.fatal), great: a.twenty}
	if g.duel.on {
		g.duelStakes(s, b, &k)
	}
	if len(g.mages) > 0 {
		k.lives += g.absorption(s, int(b.at))
		if a.is&armSpell != 0 {
			k.tens = false
			k.plain, k.fatal = g.blowWounds(s, b), g.blowWounds(s, b)+1
		}
	}
	if s.phase == phDefend {
		k.defends = true
		i, arm := g.answererOf(b)
		k.need = b.sum + b.mod - g.defenseMod(s, i, arm)
		k.plain, k.wards = g.blowWounds(s, b), i != int(b.at)
		return k
	}
	k.ones = g.isRetribution(b)
	k.need = g.defense(s, b) - b.mod
	k.asked = g.canAnswer(s) || len(g.mages) > 0 && g.helper(s) != rules.Nobody
	if len(g.mages) > 0 {
		g.spellStakes(s, b, &k)
	}
	if t := g.blowTaker(s, b); t != int(b.at) {
		k.asked, k.lives = false, max(1, s.seats[t].wounds)
	}
	k.ones = k.ones || g.seats[b.by].isSquad()
	if a.twenty > 0 && !k.feint {
		k.twenty = 20 - b.mod
	}
	return k
}

// consequence numbers what a throw leads to: two throws of one number lead to the same state.
func (k *stakes) consequence(sum int8, double bool) int16 {
	switch {
	case k.lock && sum == k.need:
		return keyLock
	case k.mirage && sum%2 == 1:
		return keyMiss
	case k.defends && sum >= k.need:
		return keySuccess
	case k.defends && k.plain >= k.lives && !k.wards:
		return keyFatal
	case sum < k.need && !k.defends && sum >= k.need-k.near:
		return keyNear + k.failure(sum, double)
	case sum < k.need:
		return k.failure(sum, double)
	case k.asked:
		return keyHit + 2*int16(sum) + bit(double)
	case k.beside > 0:
		return keyHit + bit(double) + 2*bit(sum >= k.beside)
	}
	n, great := k.plain, k.twenty > 0 && sum >= k.twenty
	if double || k.open {
		n = k.fatal
	}
	if great {
		n = max(n, k.great)
	}
	if n >= k.lives {
		return keyFatal
	}
	return keyHit + bit(double || k.open) + 2*bit(double && sum == 20 && k.tens) + 4*bit(great)
}

// failure numbers what a blow that misses leads to: a double is a Fumble, and 1-1 is Retribution where that is played.
func (k *stakes) failure(sum int8, double bool) int16 {
	switch {
	case double && sum == 2 && k.ones:
		return keyRetribution
	case double && !k.spell:
		return keyFumble
	}
	return keyMiss
}

// blowWounds returns how many Wounds a blow takes if it lands.
func (g *Game) blowWounds(s *State, b *exchange) int8 {
	a := &g.seats[b.by].arms[b.with]
	if b.aim() == aimFeint {
		return 0
	}
	n := a.wounds
	if a.twenty > 0 && b.sum+b.mod >= 20 {
		n = max(n, a.twenty)
	}
	if a.is&armSpell != 0 {
		return g.spellWounds(g.rolledSpell(s), int(b.at), b.is&blowDouble != 0)
	}
	if g.isCritical(s, b) {
		n = max(n, a.fatal)
	}
	return n + g.torsoBonus(s, b)
}

// isCritical reports whether a blow is one: a double that hit, or the first to land in an opening.
func (g *Game) isCritical(s *State, b *exchange) bool {
	return b.is&blowDouble != 0 || g.duel.on && s.duel.window(int(b.at))
}

func bit(b bool) int16 {
	if b {
		return 1
	}
	return 0
}

// spellStakes adds the stakes of a casting, and of a blow at a mirage.
func (g *Game) spellStakes(s *State, b *exchange, k *stakes) {
	k.mirage = g.strikesMirage(s, b)
	if g.seats[b.by].arms[b.with].is&armSpell == 0 {
		return
	}
	k.spell, k.ones = true, true
	if s.task.to > 0 && g.rolledSpell(s).does.Beside.N > 0 {
		k.beside = max(1, g.shownDefense(s, int(s.task.to)-1)-b.mod)
	}
}

// castOdds returns the outcomes of a check that strikes nobody alone: it fails, fails with 1-1, works; of a spell at all in a zone
// it works on so many of them, with a double or without.
func (g *Game) castOdds(s *State, buf []rules.Odds) []rules.Odds {
	return gather(buf, func(sum int8, double bool) int16 { return g.castKey(s, sum, double) })
}

// castKey numbers what a throw of a spell's check leads to. Of a spell at all in a zone the number of those it hits matters, not who they
// are: a higher total hits them and more.
func (g *Game) castKey(s *State, sum int8, double bool) int16 {
	w := g.rolledSpell(s)
	total := sum + g.castMod(s, w)
	if s.phase == phReflect {
		total = sum + g.capped(int(w.mod-g.checkPenalty(s, int(g.mages[w.mage].seat))))
	}
	need := w.need
	if s.phase == phCast {
		need = g.castNeed(s, w)
	}
	switch {
	case total < need && sum == 2:
		return keyRetribution
	case total < need:
		return keyMiss
	case w.is&spellAtDefense == 0:
		return keySuccess
	}
	n := int16(0)
	for t := range g.n {
		if g.isInArea(s, t, s.task.to, w) && total >= g.shownDefense(s, t) {
			n++
		}
	}
	return keyHit + 2*n + bit(double)
}

// evenThrowsFor returns how many of a hundred throws reach need with an even sum: every blow at a mirage.
func evenThrowsFor(need int) (n int) {
	for sum := 2; sum <= 20; sum += 2 {
		if sum >= need {
			n += int(unequalWays[sum]) + 1
		}
	}
	return n
}
