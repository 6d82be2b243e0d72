package breath

import "fmt"

// The second reading of retinues: units, gifts, Kata of 0 Energy, roars.

// controlsOf: one of the two uses of 0 Energy, the technique's or the walk's own price.
func (h *host) controlsOf(m *hostMan, put func(string, int, func())) {
	for _, u := range h.men {
		if u.master != m || u.down || !u.bound() || m.zero == 2 || !h.near(m, u, map[string]int{"shikigami": 2, "puppet": 1}[u.kind]) {
			continue
		}
		lead := func(words string, cost int, do func()) {
			put("command "+u.name+": "+words, cost, func() { m.zero++; do() })
		}
		for k := range u.weapon.attacks {
			a := &u.weapon.attacks[k]
			for _, t := range h.men {
				if t.side != u.side && !t.down && h.reaches(u, t) {
					lead(a.name+" > "+t.name, u.price(a.energy), func() {
						h.meets(&hostBlow{by: u, at: t, arm: a, mod: min(10, u.dice(a)+h.height(u, t)), surprise: h.surprises(u, t)})
					})
				}
			}
		}
		if d := u.weapon.defense; d != nil && u.held < 2 {
			lead(d.name, u.price(d.energy), func() { u.held++ })
		}
		if !h.zoned() || u.zone == "core" {
			continue
		}
		for _, z := range h.next(u.zone) {
			if z != "core" && !h.steep(z) && !h.steep(u.zone) && !h.heldAgainst(u.side, z) {
				lead("walk > "+z, 2+hostIf(h.ground[z].slow || h.ground[u.zone].slow, 1), func() { u.zone = z; h.met(u) })
			}
		}
	}
}

// giftsOf: 1 to 5 to an ally of its own breath beside.
func (h *host) giftsOf(m *hostMan, put func(string, int, func())) {
	if !m.gives || m.received && !h.relay {
		return
	}
	for _, t := range h.men {
		if t == m || t.side != m.side || t.down || t.kind != "breath" || t.grade == "mob" || h.zoned() && hostSteps(m.zone, t.zone) > 1 {
			continue
		}
		for n := 1; n <= 5; n++ {
			if t.energy+n <= 20 {
				put(fmt.Sprintf("give %d Energy > %s", n, t.name), n, func() { t.energy += n; t.received = true })
			}
		}
	}
}

// Kata of 0 Energy.

// open reports whether a row is: neither cap reached, a use left, its price there.
func (m *hostMan) open(k *hostKata) bool {
	switch {
	case k.served || m.zero == 2 || k.fight > 0 && k.left == 0:
		return false
	case k.pays == "gold":
		return m.gold >= k.price
	case k.pays == "faith":
		return m.faith >= k.price
	}
	return true
}

// uses one up, before any roll and for good.
func (m *hostMan) uses(k *hostKata) {
	k.served = true
	m.zero++
	k.left -= hostIf(k.fight > 0, 1)
	m.gold -= hostIf(k.pays == "gold", k.price)
	m.faith -= hostIf(k.pays == "faith", k.price)
	if k.pays == "exposed" {
		m.exposed = max(m.exposed, k.price)
	}
}

// katasOf are the rows of the own breath.
func (h *host) katasOf(m *hostMan, put func(string, int, func())) {
	for _, k := range m.katas {
		if !m.open(k) {
			continue
		}
		use := func(words string, do func()) { put(words, 0, func() { m.uses(k); do() }) }
		switch k.does {
		case "order":
			h.breath.waived = true
			any := false
			h.ordersOf(m, func(string, int, func()) { any = true })
			if h.breath.waived = false; any {
				use(k.name, func() { h.breath.waived = true })
			}
		case "domination":
			for z, g := range h.ground {
				if z != "outside" && z != "core" && hostSteps(m.zone, z) <= 1 && !g.silver[1-m.side] && h.domination(1-m.side, z) > 0 {
					use(k.name+" > "+z, func() { g.silver[1-m.side] = true })
				}
			}
		}
		for _, t := range h.men {
			if t == m || t.down || t.side != m.side {
				continue
			}
			switch {
			case k.does == "head" && t.squad() && t.under == m && h.near(m, t, 1+hostIf(m.science >= 2, 1)) && t.heads() < t.headsMax:
				use(k.name+" > "+t.name, func() { t.wounds = min(t.woundsMax, t.wounds+t.each()) })
			case k.does == "boost" && t.zone == m.zone && t.grade != "mob" && !t.bound() && !t.blessed:
				use(k.name+" > "+t.name, func() { t.blessed = true })
			case k.does == "cleanse" && t.zone == m.zone && (t.defenseless() || t.bleeding || t.exposed > 0):
				use(k.name+" > "+t.name, func() { t.shaken, t.drained, t.bleeding, t.exposed = false, false, false, 0 })
			}
		}
	}
}

// triggered returns the strike a seat may make now: Attack A at a foe in reach, hand to hand, while not Defenseless.
func (h *host) triggered(m, t *hostMan, when string) *hostKata {
	for _, k := range m.katas {
		if k.does == when && m.open(k) && !m.down && !t.down && !m.defenseless() && m.weapon.reach == 0 && h.reaches(m, t) {
			return k
		}
	}
	return nil
}

// asks its owner, and uses it up if so decided.
func (h *host) asks(m, t *hostMan, k *hostKata) bool {
	if h.table.decide(m, []hostOption{{words: k.name + " > " + t.name, do: func() {}}, {words: "let it be"}}).do == nil {
		return false
	}
	m.uses(k)
	return true
}

// roars: Presence and Intimidation against 11; one Cohesion, on a double two.
func (h *host) roars(m, q *hostMan) {
	need := 11 - m.presence - hostProficiency(m.awe)
	x, y := h.table.throw(m, "roar", need, func(x, y int) string {
		return oracleWord(x+y >= need, oracleWord(x == y, "critical", "success"), "fail")
	})
	if x+y >= need {
		h.daunts(q, 1+hostIf(x == y, 1))
		h.decided()
	}
}
