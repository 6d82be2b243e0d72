package breath

import "math"

// The second reading of retinues: blows, from the word that orders them to what they leave.

// hostBlow is one under way.
type hostBlow struct {
	by, at   *hostMan
	arm      *hostArm
	mod      int
	surprise bool
	set      bool // struck by set spears, or into a blow that was parried: nothing meets or follows it
}

// height is high ground.
func (h *host) height(m, t *hostMan) int {
	return hostIf(h.zoned() && h.ground[m.zone].high && t.zone != m.zone, 1)
}

// squadDice returns those of a squad's one roll.
func (h *host) squadDice(q, t *hostMan, more int) int {
	return min(10, q.dice(&q.weapon.attacks[0])-q.fallen()+h.height(q, t)-hostIf(q.wavers(), 1)-hostIf(q.formed("shield wall"), 1)+more)
}

func (h *host) volley(q, t *hostMan, more int) {
	b := &hostBlow{by: q, at: t, arm: &q.weapon.attacks[0], mod: h.squadDice(q, t, more+hostIf(q.blessed, 2)), surprise: h.surprises(q, t)}
	q.blessed = false
	q.unloaded = q.unloaded || b.arm.unload
	h.meets(b)
}

// thrusts is a squad's spear wall, once a round.
func (h *host) thrusts(q, t *hostMan) {
	q.thrust = true
	h.strikes(&hostBlow{by: q, at: t, arm: &q.weapon.attacks[0], mod: h.squadDice(q, t, 0), set: true})
}

// surprises: from the Flank on one whose own breath has not come.
func (h *host) surprises(m, t *hostMan) bool { return m.zone == "flank" && !t.breathed }

// attacks is somebody's own blow; the fourth of a breath and those after it tire.
func (h *host) attacks(m, t *hostMan, a *hostArm, more int) {
	tires := max(0, h.breath.attacks+1-3)
	if m.zone != "core" || !m.weapon.short {
		tires *= 2
	}
	h.breath.attacks++
	b := &hostBlow{by: m, at: t, arm: a, mod: min(10, min(10, m.dice(a)-tires+h.height(m, t)+hostIf(m.blessed, 2))+more), surprise: h.surprises(m, t)}
	m.blessed = false
	m.unloaded = m.unloaded || a.unload
	h.meets(b)
}

// meets lets set spears strike first at who comes with a shorter weapon.
func (h *host) meets(b *hostBlow) {
	if b.by.weapon.reach == 0 && !b.by.weapon.long && b.at.formed("spear wall") && !b.at.thrust {
		if h.thrusts(b.at, b.by); b.by.down || b.at.down {
			return
		}
	}
	h.strikes(b)
}

// defense returns what a blow must reach.
func (h *host) defense(b *hostBlow) int {
	t := b.at
	bonus := hostIf(t.formed("shield wall"), 1)
	if h.zoned() {
		bonus += h.ground[t.zone].cover
	}
	direct := b.arm.direct
	if b.surprise {
		direct = max(direct, 2)
	}
	d := 10 + max(0, t.armour-b.arm.pierce) + max(0, bonus-direct) - t.exposed - hostIf(t.charged, 2) - hostIf(t.defenseless(), 4)
	return max(2, d)
}

// strikes is a blow from its roll to what comes of it.
func (h *host) strikes(b *hostBlow) {
	h.struck(b)
	h.decided()
}

// struck: the roll, close ranks, the answer, the Wounds.
func (h *host) struck(b *hostBlow) {
	if b.at.grade == "mob" {
		h.wounds(b.at, 1)
		return
	}
	need := h.defense(b) - b.mod
	x, y := h.table.throw(b.by, "attack", need, func(x, y int) string {
		return oracleWord(x+y >= need, oracleWord(x == y, "critical", "hit"), oracleWord(x == y, "fumble", "miss"))
	})
	if x+y < need {
		h.misses(b, x, y)
		return
	}
	for _, q := range h.men {
		if q.formed("close ranks") && q.under == b.at && q.zone == b.at.zone {
			b.at, q.formation = q, ""
			break
		}
	}
	if h.answered(b, x+y+b.mod) {
		return
	}
	h.lands(b, x, y)
}

// misses: a double that fails lays its thrower open, of a squad it takes Cohesion; a shot into the Core may stray; one may
// open the collar.
func (h *host) misses(b *hostBlow, x, y int) {
	m := b.by
	if x == y {
		if m.squad() {
			h.daunts(m, 1+hostIf(x == 1, 1))
		} else {
			h.fumbles(m, x, false)
		}
	}
	if !b.at.down && b.at.zone == "core" && m.zone != "core" && h.strays(m) {
		return
	}
	if k := h.triggered(m, b.at, "after own miss"); k != nil && !b.set && m == h.breath.of && h.asks(m, b.at, k) {
		m.exposed = max(m.exposed, k.price)
		h.attacks(m, b.at, &m.weapon.attacks[0], k.bonus)
	}
}

// fumbles: Defenseless till the next breath; on 1-1 what was held ready is spoilt besides, by natural arms on a defence
// alone.
func (h *host) fumbles(m *hostMan, face int, defends bool) {
	m.shaken = true
	if face == 1 && (defends || m.weapon.family != "claw") {
		m.held = 0
	}
}

// strays returns a missed shot into the Core, where friends stand.
func (h *host) strays(m *hostMan) bool {
	var friends []*hostMan
	for _, f := range h.men {
		if f.side == m.side && !f.down && f.zone == "core" {
			friends = append(friends, f)
		}
	}
	if len(friends) == 0 {
		return false
	}
	x, y := h.table.throw(m, "stray shot", 11, func(x, y int) string { return oracleWord(x+y >= 11, "success", "fail") })
	if x+y >= 11 {
		struck := friends[0]
		if len(friends) > 1 {
			struck = h.table.lot(m, friends)
		}
		h.wounds(struck, 1)
	}
	return true
}

// lands: Wounds, then what else the technique does.
func (h *host) lands(b *hostBlow, x, y int) {
	a, t := b.arm, b.at
	n := a.wounds
	if a.twenty > 0 && x+y+b.mod >= 20 {
		n = max(n, a.twenty)
	}
	if x == y {
		switch {
		case a.critical > 0:
			n = max(n, a.critical)
		case a.wounds == 0:
			n = max(n, 1)
		default:
			n = max(n, 2)
		}
	}
	if n > 0 {
		h.wounds(t, n)
	}
	if t.down {
		return
	}
	t.exposed = max(t.exposed, a.expose)
	if t.squad() {
		if a.strip || a.topple {
			t.formation = ""
		}
		return
	}
	t.bleeding = t.bleeding || a.bleed
	t.shaken = t.shaken || a.topple || x == 10 && y == 10
}

// answered: one defence technique, or a ward of one's unit, against the total; it says whether the blow is undone.
func (h *host) answered(b *hostBlow, total int) bool {
	t, d := b.at, b.at.weapon.defense
	if t.squad() || t.bound() {
		return false
	}
	var options []hostOption
	who, with := t, d
	if d != nil {
		haste := t.price(int(math.Floor(1.5*float64(d.energy) + 0.5)))
		switch {
		case t.held > 0:
			options = append(options, hostOption{words: d.name + " (reserved)", do: func() { t.held-- }})
		case haste <= t.energy:
			options = append(options, hostOption{words: d.name + " (improvised)", cost: haste, do: func() { t.energy -= haste }})
		}
	}
	for _, u := range h.men {
		if u.bound() && u.master == t && !u.down && u.held > 0 && u.zone == t.zone {
			options = append(options, hostOption{words: u.weapon.defense.name + " by " + u.name, do: func() { u.held--; who, with = u, u.weapon.defense }})
		}
	}
	if len(options) == 0 {
		return false
	}
	o := h.table.decide(t, append(options, hostOption{words: "take the blow"}))
	if o.do == nil {
		return false
	}
	o.do()
	need := total - min(10, min(10, who.dice(with))+hostIf(who.blessed, 2))
	x, y := h.table.throw(who, "defense", need, func(x, y int) string {
		return oracleWord(x+y >= need, "success", oracleWord(x == y, "fumble", "fail"))
	})
	who.blessed = false
	if x+y < need {
		if x == y {
			h.fumbles(who, x, true)
		}
		return false
	}
	if k := h.triggered(t, b.by, "after a parry"); k != nil && who == t && !b.set && h.asks(t, b.by, k) {
		a := &t.weapon.attacks[0]
		h.strikes(&hostBlow{by: t, at: b.by, arm: a, mod: min(10, t.dice(a)+k.bonus+h.height(t, b.by)), set: true})
	}
	return true
}
