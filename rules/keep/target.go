package keep

import "slices"

// The Armor Target Number (001 §Armor Target Number), and what makes an attack easy: a Strong Position, cover, reach.

// blow is what the ATN depends on of the attack.
type blow struct {
	kind   uint8 // melee, thrown, aimed
	armour int   // how many times the Armor Bonus counts
}

// atnParts are the parts of an Armor Target Number (RK-101).
type atnParts struct {
	attribute, armor, stance, technique, misc, maluses, deflect int
}

// sum returns the number.
func (t atnParts) sum() int {
	return baseATN + t.attribute + t.armor + t.stance + t.technique + t.misc - t.maluses + t.deflect
}

// armorTargetNumber returns the ATN of seat k against an attack by seat i. The document has shorter formulas for a
// Blind, Grappled or Incapacitated target: what they do not list is left out. Maluses and Deflect count in all of them
// (R-RK-10, R-RK-11).
func (g *Game) armorTargetNumber(s *State, i, k int, b blow) (t atnParts) {
	f, c := &g.seats[k], &s.seats[k]
	t.armor = b.armour * g.armorBonus(s, k)
	technique, misc, malus := g.effectBonuses(s, k)
	t.maluses = f.malus + g.maluses(s, k, b.kind) + malus
	if c.spent&deflect != 0 {
		t.deflect = deflectBy
	}
	switch {
	case c.status&incapacitated != 0, c.grapple != 0:
	case g.isBlind(c):
		t.attribute, t.misc = f.attributes[reflexes], f.miscBonus+misc+g.shelterBonus(s, i, k, b.kind)
	default:
		t.attribute, t.misc = reflexesATN*f.attributes[reflexes], f.miscBonus+misc+g.shelterBonus(s, i, k, b.kind)
		t.stance, t.technique = g.stanceBonus(s, k), f.techniqueBonus+technique+g.pairBonus(s, k)
	}
	return t
}

// armorBonus returns the Armor Bonus of what a seat wears (RK-103), which may be another on horseback.
func (g *Game) armorBonus(s *State, k int) int {
	if s.seats[k].mount != 0 {
		return g.seats[k].mountedArmorBonus
	}
	return g.seats[k].armorBonus
}

// pairBonus returns the bonus of two weapons in hand (R-RK-33).
func (g *Game) pairBonus(s *State, k int) int {
	if !g.seats[k].dual {
		return 0
	}
	n := 0
	for _, item := range g.items {
		if g.hasReady(s, k, item) && !g.isNatural(item) {
			n++
		}
	}
	if n < 2 {
		return 0
	}
	return g.seats[k].rank
}

// maluses returns the maluses to a seat's target number: the Fire stance, lying Prone against melee, guarding others.
func (g *Game) maluses(s *State, k int, kind uint8) (n int) {
	c := &s.seats[k]
	if c.stance == fire {
		n += fireATN // RK-88
	}
	if c.status&prone != 0 && kind == melee {
		n += proneATN // RK-208
	}
	for w := range g.n {
		if c.guards&(1<<w) != 0 && g.canGuard(s, k, w) {
			n += guardMalus // RK-158
		}
	}
	return n
}

// canGuard reports whether a guard can act and stands near enough to the seat that it guards (R-RK-23, R-RK-67). While
// it does not, its guarding counts for nothing, but it does not end.
func (g *Game) canGuard(s *State, by, k int) bool {
	return g.canAct(s, by) && g.isConscious(s, k) && g.distance(s, by, k) <= guardSquares
}

// shelterBonus returns the Misc Bonus of guards (RK-159) and of cover (R-RK-55).
func (g *Game) shelterBonus(s *State, i, k int, kind uint8) (n int) {
	for by := range g.n {
		if s.seats[by].guards&(1<<k) != 0 && g.canGuard(s, by, k) {
			n += guardBonus
		}
	}
	return n + g.coverBonus(s, i, k, kind)
}

// coverBonus returns the bonus of cover against shots and throws (R-RK-55): of the square, or of somebody in the line.
func (g *Game) coverBonus(s *State, i, k int, kind uint8) int {
	if kind == melee || g.distance(s, i, k) <= 1 {
		return 0
	}
	cover := g.ground.cover[s.seats[k].square]
	if cover == noCover && g.isScreened(s, i, k) {
		cover = someCover
	}
	return int(g.rule.Cover[cover])
}

// Cover, in the order of rows.CoverNames.
const (
	noCover uint8 = iota
	someCover
	fullCover
)

// isScreened reports whether somebody conscious, friend or foe, stands on the line between two seats.
func (g *Game) isScreened(s *State, i, k int) bool {
	var on [groundMax]uint8
	n := g.ground.Between(s.seats[i].square, s.seats[k].square, &on)
	for o := range g.n {
		if o == i || o == k || !g.isConscious(s, o) {
			continue
		}
		if slices.Contains(on[:n], s.seats[o].square) {
			return true
		}
	}
	return false
}

// isBlind reports whether a seat is Blind: by its status, which lasts, or by a blow to the eye until the end of its
// next turn (R-RK-62).
func (g *Game) isBlind(c *seat) bool { return c.status&blind != 0 || c.focus&hurtEye != 0 }

// hasStrongPosition reports whether an attacker has a Strong Position against a target (RK-203 to RK-205): mounted
// against one on foot, out of its reach, higher, or against one who is mired. Several reasons count once (R-RK-31).
func (g *Game) hasStrongPosition(s *State, i, k int, a *arm) bool {
	c, o := &s.seats[i], &s.seats[k]
	m := &g.ground
	switch {
	case c.mount != 0 && o.mount == 0:
		return true
	case a.hasReach && g.distance(s, i, k) > g.meleeReach(s, k):
		return true
	}
	return m.height[c.square] > m.height[o.square] || m.mire[o.square] && !m.mire[c.square]
}

// meleeReach returns how many squares far a seat strikes hand to hand with what it has ready; 0 if it cannot act
// (R-RK-54).
func (g *Game) meleeReach(s *State, k int) (far uint8) {
	if !g.canAct(s, k) {
		return 0
	}
	far = 1
	for _, p := range g.reachWeapons {
		if p.reach > far && g.hasReady(s, k, p.item) {
			far = p.reach
		}
	}
	return far
}

// hasReady reports whether a seat has an item ready. One comparison serves: item.at has owner, flags and nothing else.
func (g *Game) hasReady(s *State, i int, item uint8) bool {
	return s.items[item].at&^itemUnstrung == itemReady|uint8(i)
}

// freeHands returns how many hands a seat has free: below 0 if more is ready than it has hands for, as only a file can
// have it.
func (g *Game) freeHands(s *State, i int) int {
	free := 2
	for _, item := range g.items {
		if g.hasReady(s, i, item) {
			free -= g.armOf(item).hands()
		}
	}
	return free
}

// hands returns how many hands an arm takes: none if it is part of the body, two if it is Large, else one (R-RK-57).
func (a *arm) hands() int {
	switch {
	case a.natural:
		return 0
	case a.size == large:
		return 2
	}
	return 1
}

// armOf returns the first way to strike with an item.
func (g *Game) armOf(item uint8) *arm { return &g.arms[g.firstArm[item]] }
