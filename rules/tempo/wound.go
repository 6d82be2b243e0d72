package tempo

import (
	"kokyu/rules"
	"kokyu/rules/tempo/rows"
)

// §Damage and wounds: dice, armour, the category, the boxes (R-TP-34 to R-TP-37, R-TP-43 to R-TP-45).

// Kinds of damage, in the order of rows.DamageNames.
const (
	slash = iota
	pierce
	crush
	energy
)

// Categories of wounds, in the order of rows.CategoryNames; 0 is no wound. From critical on one is out of the fight.
const (
	minor = 1 + iota
	moderate
	severe
	critical
	fatal
)

// damageRoll is a roll of damage.
type damageRoll struct {
	a      *arm
	target int
	plus   int16 // added to the dice, armour taken off
}

// damageRoll returns the damage that seat State.by rolls now.
func (g *Game) damageRoll(s *State) damageRoll {
	if s.by == s.actor { // TP-60, TP-61, TP-69, TP-70, TP-74, TP-75, TP-82, TP-83, TP-147, TP-148
		return g.damageOf(g.arm(int(s.actor), s.with), int(s.at), s.actorHit)
	}
	c := &s.seats[s.by] // TP-92, TP-93, TP-99, TP-100, TP-111, TP-112
	return g.damageOf(g.arm(int(s.by), c.reactionArm), int(s.actor), c.effectRow)
}

// damageOf returns the damage that a hit with an arm rolls on seat t; hit is landed or pierced.
func (g *Game) damageOf(a *arm, t int, hit uint8) damageRoll {
	plus := int16(a.damageBonus)
	if hit == landed {
		plus -= int16(g.seats[t].protection[a.kind])
	}
	return damageRoll{a: a, target: t, plus: plus}
}

// damageCategory returns the category of the wound that a damage roll makes, whatever boxes are full.
func (g *Game) damageCategory(h *damageRoll, sum int16) (category uint8) {
	total := sum + h.plus
	for _, from := range g.woundThresholds[h.a.kind] {
		if total < max(1, from+int16(g.seats[h.target].toughness)) { // 0 is no wound on anybody
			break
		}
		category++
	}
	return category
}

// woundCategory returns the category of the wound that the target takes: where the boxes of a category are full it is a
// worse one (R-TP-45). All from Critical on count as Critical (R-TP-44).
func (g *Game) woundCategory(s *State, h damageRoll, sum int16) uint8 {
	category := g.damageCategory(&h, sum)
	for category >= minor && category <= severe && s.seats[h.target].boxes[category-1] >= g.seats[h.target].boxes[category-1] {
		category++
	}
	return min(category, critical)
}

// fillBox gives seat t a wound of a category: it fills a box and takes AP, or takes the seat out of the fight. Whoever
// is wounded in its own turn loses its aim.
func (g *Game) fillBox(s *State, t int, category uint8, log *rules.Log) {
	c := &s.seats[t]
	if t == int(s.actor) {
		s.aimedAt = 0
	}
	if category >= critical {
		g.fall(s, t, log)
		return
	}
	c.boxes[category-1]++
	if log != nil {
		log.Add(rules.Event{Kind: "wound", Seat: g.name(t), At: g.name(g.woundedBy(s, t)), N: 1, Left: g.boxesLeft(s, t), Of: rows.CategoryNames[category]})
	}
	lost := min(c.ap, uint8(g.rule.APLost[category-1])) // beyond 0 it is forgiven
	if most := g.apMax(c); c.ap-lost > most {
		lost = c.ap - most // R-TP-45: a lowered maximum clamps at once
	}
	c.ap -= lost
	if log != nil && lost > 0 {
		log.Add(rules.Event{Kind: "spend", Seat: g.name(t), What: "wound", Of: "ap", N: int(lost), Left: int(c.ap)})
	}
}

// woundedBy returns who wounded seat t in the action under way.
func (g *Game) woundedBy(s *State, t int) int {
	if t == int(s.actor) {
		return int(s.by)
	}
	return int(s.actor)
}

// boxesLeft returns how many boxes of a seat are free.
func (g *Game) boxesLeft(s *State, t int) (n int) {
	for k, have := range g.seats[t].boxes {
		n += int(have - s.seats[t].boxes[k])
	}
	return n
}

// fall takes seat t out of the fight; its bind or grapple ends (R-TP-23), and an aim at it.
func (g *Game) fall(s *State, t int, log *rules.Log) {
	if k := s.remove(t, seat{}); k >= 0 {
		g.logStatus(log, k, rows.StatusNames[onGuard], -1)
	}
	log.Add(rules.Event{Kind: "down", Seat: g.name(t), At: g.name(g.woundedBy(s, t))})
}

// sumChances are the chances of each sum of so many d6: sumChances[n][sum]. They are worked out by adding one die after
// the other.
var sumChances = func() (w [rows.DiceMax + 1][6*rows.DiceMax + 2]float64) {
	w[0][0] = 1
	for d := 1; d <= rows.DiceMax; d++ {
		for n := 1; n < len(w[d]); n++ {
			for face := 1; face <= min(6, n); face++ {
				w[d][n] += w[d-1][n-face] / 6
			}
		}
	}
	return w
}()

// damageOdds returns the outcomes of the damage under way: one for each category of the wound, with its lowest sum.
func (g *Game) damageOdds(s *State, buf []rules.Odds) []rules.Odds {
	h := g.damageRoll(s)
	start, last := len(buf), uint8(255)
	for sum := int16(h.a.dice); sum <= 6*int16(h.a.dice); sum++ {
		p := sumChances[h.a.dice][sum]
		if c := g.woundCategory(s, h, sum); c != last {
			last = c
			buf = append(buf, rules.Odds{Action: rules.Action{Do: doDamage, At: rules.Nobody, N: sum}})
		}
		buf[len(buf)-1].P += p
	}
	for k := range buf[start:] {
		buf[start+k].P = min(1, buf[start+k].P)
	}
	return buf
}
