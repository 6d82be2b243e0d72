package tempo

import (
	"kokyu/rules"
	"kokyu/rules/tempo/rows"
)

// §Damage and wounds: dice, armour, the category, the boxes (R-TP-34 to R-TP-37, R-TP-43 to R-TP-45).

// damage types.
const (
	slash = iota
	pierce
	crush
	energy
)

// wound categories; 0 is no wound, and out is what a Critical or Fatal one does.
const (
	minor = 1 + iota
	moderate
	severe
	critical
	fatal
)

// damageRoll is a blow's damage under way.
type damageRoll struct {
	a      *arm
	target int
	plus   int16 // added to the dice, armour taken off
}

// damageRoll returns the damage seat by rolls now.
func (g *Game) damageRoll(s *State) (h damageRoll) {
	if s.by == s.actor {
		h.a, h.target = g.arm(int(s.actor), s.with), int(s.at)
		h.plus = int16(h.a.damageBonus)
		if s.actorHit == landed { // TP-60, TP-61, TP-69, TP-70, TP-74, TP-75, TP-82, TP-83, TP-147, TP-148
			h.plus -= int16(g.seats[h.target].protection[h.a.kind])
		}
		return h
	}
	c := &s.seats[s.by]
	h.a, h.target = g.arm(int(s.by), c.reactionArm), int(s.actor)
	h.plus = int16(h.a.damageBonus)
	if c.effectRow == landed { // TP-92, TP-93, TP-99, TP-100, TP-111, TP-112
		h.plus -= int16(g.seats[h.target].protection[h.a.kind])
	}
	return h
}

// damageCategory returns the category of an amount of damage on a body.
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

// woundCategory returns the wound that counts: one worse where the boxes of a category are full (R-TP-45); from Critical on all are
// the same, out of the fight (R-TP-44).
func (g *Game) woundCategory(s *State, h damageRoll, sum int16) uint8 {
	category := g.damageCategory(&h, sum)
	for category >= minor && category <= severe && s.seats[h.target].boxes[category-1] >= g.seats[h.target].boxes[category-1] {
		category++
	}
	return min(category, critical)
}

// fillBox fills a box of seat t, or takes it out of the fight.
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
	lost := min(c.ap, uint8(g.rule.Loss[category-1])) // beyond 0 it is forgiven
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

func (g *Game) boxesLeft(s *State, t int) (n int) {
	for k, have := range g.seats[t].boxes {
		n += int(have - s.seats[t].boxes[k])
	}
	return n
}

// fall takes seat t out of the fight; its bind or grapple ends (R-TP-23).
func (g *Game) fall(s *State, t int, log *rules.Log) {
	if k := s.separate(t); k >= 0 {
		g.logStatus(log, k, rows.StatusNames[onGuard], -1)
	}
	log.Add(rules.Event{Kind: "down", Seat: g.name(t), At: g.name(g.woundedBy(s, t))})
	s.seats[t] = seat{}
}

// sumChances counts the throws of so many d6 that show n or more.
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

// damageOdds returns the outcomes of the damage under way, by the wound that counts.
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
