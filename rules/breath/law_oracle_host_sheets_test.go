package breath

import (
	"fmt"
	"kokyu/rules/book"
	"math/rand/v2"
	"slices"
	"strings"
)

// The sheets and positions from which the second reading of retinues begins.

// hostWeapons are the arms of those who breathe, of squads, of units.
var hostWeapons = map[string][]*hostWeapon{
	"breath": {
		{name: "iron hand", family: "claw", attacks: []hostArm{{name: "cut", energy: 2, attribute: "courage", wounds: 1},
			{name: "stab", energy: 2, attribute: "finesse", wounds: 1, pierce: 2}},
			defense: &hostArm{name: "parry", energy: 1, attribute: "courage"}},
		{name: "long claw", family: "claw", long: true, attacks: []hostArm{{name: "jab", energy: 2, attribute: "courage", wounds: 1, direct: 1}},
			defense: &hostArm{name: "fend", energy: 2, attribute: "courage", bonus: 2}},
		{name: "small claw", family: "claw", short: true, attacks: []hostArm{{name: "nick", energy: 1, attribute: "finesse", bonus: -2, wounds: 1},
			{name: "trip", energy: 2, attribute: "finesse", topple: true}},
			defense: &hostArm{name: "slip", energy: 1, attribute: "finesse"}},
		{name: "quills", family: "claw", reach: 2, attacks: []hostArm{{name: "fling", energy: 2, attribute: "finesse", wounds: 1, bleed: true}}},
	},
	"squad": {
		{name: "pikes", family: "spear", long: true, attacks: []hostArm{{name: "push", energy: 2, attribute: "courage", wounds: 1, pierce: 2}}},
		{name: "short spears", family: "spear", attacks: []hostArm{{name: "prick", energy: 2, attribute: "courage", bonus: 3, wounds: 1}}},
		{name: "nets", family: "staff", attacks: []hostArm{{name: "throw over", energy: 2, attribute: "courage", bonus: 2, expose: 2, strip: true, topple: true}}},
		{name: "hooks", family: "makeshift", attacks: []hostArm{{name: "reap", energy: 2, attribute: "finesse", bonus: 8, wounds: 1, twenty: 3, bleed: true}}},
		{name: "bows", family: "bow", reach: 2, attacks: []hostArm{{name: "loose", energy: 2, attribute: "finesse", bonus: 1, wounds: 1, direct: 1}}},
		{name: "guns", family: "gun", reach: 3,
			attacks: []hostArm{{name: "fire", energy: 3, attribute: "finesse", wounds: 2, critical: 3, pierce: 99, unload: true}}},
	},
	"unit": {
		{name: "claws", family: "claw", attacks: []hostArm{{name: "rend", energy: 2, attribute: "courage", bonus: 4, wounds: 2}},
			defense: &hostArm{name: "ward", energy: 1, attribute: "courage", bonus: 4}},
		{name: "beak", family: "claw", reach: 2, attacks: []hostArm{{name: "peck", energy: 2, attribute: "courage", bonus: 3, expose: 2, strip: true}},
			defense: &hostArm{name: "ward", energy: 1, attribute: "courage", bonus: 3}},
		{name: "oak", family: "claw", long: true, attacks: []hostArm{{name: "needle", energy: 2, attribute: "courage", bonus: 2, wounds: 1, pierce: 2},
			{name: "sweep", energy: 3, attribute: "courage", wounds: 1}},
			defense: &hostArm{name: "shield", energy: 2, attribute: "courage", bonus: 2}},
	},
	"called": {
		{name: "talons", family: "claw", attacks: []hostArm{{name: "tear", energy: 3, attribute: "courage", bonus: 3, wounds: 1},
			{name: "weigh down", energy: 2, attribute: "courage", bonus: 3, expose: 2, strip: true}},
			defense: &hostArm{name: "claw aside", energy: 1, attribute: "courage"}},
	},
}

// hostKatas are the Kata of R-149, and others by the same closed lists.
var hostKatas = []hostKata{
	{name: "hire", does: "head", pays: "gold", price: 2},
	{name: "press gang", does: "head", pays: "none", fight: 2},
	{name: "bonds", does: "order", pays: "gold", price: 2},
	{name: "voice", does: "order", pays: "none", fight: 2},
	{name: "silver", does: "domination", pays: "gold", price: 1},
	{name: "blessing", does: "boost", pays: "faith", price: 1},
	{name: "waters", does: "cleanse", pays: "faith", price: 2},
	{name: "vigil", does: "cleanse", pays: "exposed", price: 2},
	{name: "blade", does: "after a parry", pays: "none", bonus: -2},
	{name: "toll", does: "after a parry", pays: "gold", price: 1, bonus: 1},
	{name: "collar", does: "after own miss", pays: "exposed", price: 3, bonus: -2},
	{name: "regret", does: "after own miss", pays: "none", fight: 1},
}

func (k hostKata) row() string {
	limit, pays, does, trigger := "round", k.pays, k.does, "own breath"
	if k.fight > 0 {
		limit = fmt.Sprintf("fight %d", k.fight)
	}
	if k.price > 0 {
		pays = fmt.Sprintf("%s %d", k.pays, k.price)
	}
	if strings.HasPrefix(k.does, "after") {
		does, trigger = "strike", k.does
	}
	return fmt.Sprintf("  %s: {zero: {source: kata, trigger: %s, limit: %s, pays: %s, does: %s, bonus: %d}}\n", k.name, trigger, limit, pays, does, k.bonus)
}

func (a hostArm) row() string {
	text := fmt.Sprintf("{name: %s, energy: %d, check: %s, bonus: %d", a.name, a.energy, a.attribute, a.bonus)
	if a.wounds != 1 {
		text += fmt.Sprintf(", wounds: %d", a.wounds)
	}
	for _, x := range []struct {
		key string
		n   int
	}{{"critical", a.critical}, {"twenty", a.twenty}, {"pierce", a.pierce}, {"direct", a.direct}, {"expose", a.expose}} {
		if x.n != 0 {
			text += fmt.Sprintf(", %s: %d", x.key, x.n)
		}
	}
	return text + ", effects: [" + hostList(a.strip, "strip", a.topple, "topple", a.bleed, "bleed", a.unload, "unload") + "]}"
}

// hostList joins the words behind what is true.
func hostList(pairs ...any) string {
	var words []string
	for k := 0; k < len(pairs); k += 2 {
		if pairs[k].(bool) {
			words = append(words, pairs[k+1].(string))
		}
	}
	return strings.Join(words, ", ")
}

func (w *hostWeapon) row() string {
	var attacks []string
	for _, a := range w.attacks {
		attacks = append(attacks, a.row())
	}
	text := fmt.Sprintf("  %s: {family: %s, skill: swordsmanship, tags: [%s], attack: [%s]", w.name, w.family,
		hostList(w.family == "claw", "natural", w.long, "long", w.short, "short", w.reach > 0, "ranged"), strings.Join(attacks, ", "))
	if w.reach > 0 {
		text += fmt.Sprintf(", reach: %d", w.reach)
	}
	if w.defense != nil {
		d := *w.defense
		text += fmt.Sprintf(", defense: [{name: %s, energy: %d, check: %s, bonus: %d}]", d.name, d.energy, d.attribute, d.bonus)
	}
	return text + "}\n"
}

// hostRows returns the catalogue's besides the men's own.
func hostRows() string {
	text := "version: 1\nweapons:\n"
	for _, kind := range []string{"breath", "squad", "unit", "called"} {
		for _, w := range hostWeapons[kind] {
			text += w.row()
		}
	}
	text += "traits:\n  drill: {orders: 1}\n  renown: {orders: 1}\n  seal: {seal of shura: true}\n  breath on: {gives energy: true}\n  roar: {roar: true}\n  spirits: {raise morale: true}\n"
	for _, k := range hostKatas {
		text += k.row()
	}
	return text
}

// hostField draws sheets for two sides and a scene, as the second reading has them and as files.
func hostField(r *rand.Rand) (h *host, rows, encounter string) {
	h = &host{relay: r.IntN(4) == 0}
	zones := hostScene(h, r)
	rows = hostRows() + "combatants:\n"
	encounter = fmt.Sprintf("version: 1\nsystem: breath\ntitle: A Field\n%srulings: {relay: \"%s\"}\nsides:\n", zones, oracleWord(h.relay, "yes", "no"))
	purses := 0
	for side := range 2 {
		var lead *hostMan
		lines := map[*hostMan]string{}
		add := func(m *hostMan, weapons, line string, traits ...string) {
			m.side, m.roster, m.name = side, len(h.men), fmt.Sprintf("%s%d", weapons, len(h.men))
			m.weapon = hostWeapons[weapons][r.IntN(len(hostWeapons[weapons]))]
			h.men = append(h.men, m)
			rows += m.row(traits)
			lines[m] = line
		}
		attributes := func(m *hostMan) *hostMan {
			m.courage, m.finesse, m.physique, m.wisdom, m.presence = r.IntN(4)-1, r.IntN(4)-1, r.IntN(3)-1, r.IntN(4), r.IntN(4)-1
			m.skill, m.armour, m.woundsMax = r.IntN(5), []int{0, 0, 2, 4}[r.IntN(4)], 1+r.IntN(3)
			return m
		}
		for range 1 + r.IntN(2) {
			m := attributes(&hostMan{kind: "breath", grade: []string{"lord", "lord", "elite", "veteran"}[r.IntN(4)], command: r.IntN(4),
				science: r.IntN(5), awe: r.IntN(5), medicine: r.IntN(3), energyMax: []int{1, 2, 6, 8, 10, 12, 14}[r.IntN(7)]})
			traits := m.learns(r, &purses)
			if add(m, "breath", "", traits...); lead == nil {
				lead = m
			}
		}
		if r.IntN(3) == 0 {
			m := attributes(&hostMan{kind: "breath", grade: []string{"mob", "minion", "veteran", "lord"}[r.IntN(4)], energyMax: 4 + r.IntN(8)})
			if m.grade == "mob" {
				m.energyMax, m.woundsMax = 0, 0
			}
			add(m, "breath", "")
		}
		for range r.IntN(4) {
			m := attributes(&hostMan{kind: "squad", grade: []string{"minion", "veteran"}[r.IntN(2)], headsMax: 3 + r.IntN(4)})
			m.woundsMax = m.headsMax * m.each()
			add(m, "squad", fmt.Sprintf(", heads: %d", m.headsMax))
		}
		for range r.IntN(3) {
			if len(h.men) < 6*(side+1) && lead.controls != "" {
				add(attributes(&hostMan{kind: lead.controls, grade: "minion", master: lead}), "unit", ", of: "+lead.name)
			}
		}
		if len(h.men) < 6*(side+1) && r.IntN(4) == 0 {
			m := attributes(&hostMan{kind: "called", grade: "veteran", master: lead, energyMax: 3 + r.IntN(6)})
			add(m, "called", "")
			lines[lead] = fmt.Sprintf(", calls: [%s]", m.name)
		}
		encounter += fmt.Sprintf("- name: side %d\n  fighters:\n", side)
		for _, m := range h.men[len(h.men)-len(lines):] {
			encounter += fmt.Sprintf("  - {who: the %s, name: %s%s}\n", m.name, m.name, lines[m])
		}
	}
	return h, rows, encounter
}

// hostScene draws zones and what they are like.
func hostScene(h *host, r *rand.Rand) string {
	if r.IntN(8) == 0 {
		return ""
	}
	zones := []string{"first rear", "first front", "second front", "second rear"}
	for _, z := range []string{"core", "flank", "outside"} {
		if r.IntN(2) == 0 {
			zones = append(zones, z)
		}
	}
	h.ground = map[string]*hostZone{}
	var lines []string
	for _, z := range zones {
		g := &hostZone{}
		if r.IntN(3) == 0 {
			g.high, g.path, g.slow, g.cover = r.IntN(2) == 0, r.IntN(3) > 0, r.IntN(2) == 0, r.IntN(3)
		}
		h.ground[z] = g
		lines = append(lines, fmt.Sprintf("%s: {high: %v, path: %v, slow: %v, cover: %d}", z, g.high, g.path, g.slow, g.cover))
	}
	return "zones: {" + strings.Join(lines, ", ") + "}\n"
}

// learns draws what a leader can do besides.
func (m *hostMan) learns(r *rand.Rand, purses *int) (traits []string) {
	some := func(of int, trait string) bool {
		if r.IntN(of) > 0 {
			return false
		}
		traits = append(traits, trait)
		return true
	}
	m.off = hostIf(some(4, "drill"), 1) + hostIf(some(6, "renown"), 1)
	m.seal, m.gives, m.cows, m.raises = some(4, "seal"), some(3, "breath on"), some(3, "roar"), some(4, "spirits")
	switch {
	case some(4, "shikigami command"):
		m.controls = "shikigami"
	case some(3, "puppet strings"):
		m.controls = "puppet"
	}
	for _, k := range r.Perm(len(hostKatas)) {
		x := hostKatas[k]
		need := hostIf(x.fight > 0, 1) + hostIf(x.pays == "gold" && !m.banks, 1) + hostIf(x.pays == "faith" && !m.believes, 1)
		if len(m.katas) == r.IntN(4) || len(m.katas) == kataMax || *purses+need > pursesMax {
			break
		}
		*purses += need
		m.banks, m.believes = m.banks || x.pays == "gold" && r.IntN(6) > 0, m.believes || x.pays == "faith" && r.IntN(6) > 0 // who has none cannot pay
		m.katas = append(m.katas, &x)
		traits = append(traits, x.name)
	}
	if m.controls == "shikigami" && m.command > 0 {
		m.katas = append(m.katas, &hostKata{name: "shikigami command", does: "order", pays: "none", breath: true})
	}
	return traits
}

// row returns a man's own.
func (m *hostMan) row(traits []string) string {
	unit, purse := "", ""
	switch m.kind {
	case "shikigami", "called":
		unit = ", unit: shikigami"
	case "puppet":
		unit = ", unit: puppet"
	}
	if m.banks {
		purse += ", gold: 15"
	}
	if m.believes {
		purse += ", faith: 15"
	}
	return fmt.Sprintf("  the %s: {grade: %s, courage: %d, finesse: %d, physique: %d, wisdom: %d, presence: %d, energy: %d, wounds: %d, defense: %d, weapons: [%s], command: %d%s%s, traits: [%s], skills: {swordsmanship: %d, military science: %d, intimidation: %d, medicine: %d}}\n",
		m.name, m.grade, m.courage, m.finesse, m.physique, m.wisdom, m.presence, m.energyMax, m.woundsMax, 10+m.armour,
		m.weapon.name, m.command, unit, purse, strings.Join(traits, ", "),
		m.skill, m.science, m.awe, m.medicine)
}

// hostPosition draws how everybody stands at a count; it says whether the fight is still open.
func hostPosition(h *host, r *rand.Rand) (open bool) {
	h.round = 1 + r.IntN(3)
	zones := []string{"the scene"}
	if h.zoned() {
		zones = slices.DeleteFunc(book.Keys(h.ground), func(z string) bool { return z == "outside" }) // where one hides
		for _, z := range book.Keys(h.ground) {
			h.ground[z].silver = [2]bool{r.IntN(12) == 0, r.IntN(12) == 0}
		}
		if r.IntN(2) == 0 { // in a narrow place
			zones = []string{zones[r.IntN(len(zones))], zones[r.IntN(len(zones))]}
		}
	}
	seldom := func(of int) bool { return r.IntN(of) == 0 }
	for _, m := range h.men {
		*m = hostMan{name: m.name, side: m.side, roster: m.roster, grade: m.grade, kind: m.kind, courage: m.courage,
			finesse: m.finesse, physique: m.physique, wisdom: m.wisdom, presence: m.presence,
			skill: m.skill, science: m.science, awe: m.awe, medicine: m.medicine, armour: m.armour, weapon: m.weapon,
			woundsMax: m.woundsMax, energyMax: m.energyMax, headsMax: m.headsMax, command: m.command,
			off: m.off, seal: m.seal, gives: m.gives, cows: m.cows, raises: m.raises, controls: m.controls, katas: m.katas, master: m.master,
			banks: m.banks, believes: m.believes, zone: zones[r.IntN(len(zones))]}
		if m.down = seldom(10); m.down {
			continue
		}
		m.wounds = hostIf(m.woundsMax > 0, 1) + r.IntN(max(1, m.woundsMax))
		if m.grade == "mob" {
			continue
		}
		m.exposed = hostIf(seldom(6), 1+r.IntN(3))
		switch {
		case m.squad():
			m.cohesion, m.formation, m.blessed = 1+r.IntN(5), formationNames[r.IntN(4)], seldom(6)
			if m.formation == "spear wall" && m.weapon.family != "spear" {
				m.formation = ""
			}
			if seldom(2) {
				m.orders = r.IntN(3)
				m.attacked, m.rallied, m.charged = m.orders > 0 && seldom(2), m.orders > 0 && seldom(3), seldom(5)
			}
			m.thrust, m.halved, m.unloaded = seldom(4), seldom(2), m.weapon.name == "guns" && seldom(3)
		case m.bound():
			m.held, m.shaken, m.bleeding = hostIf(seldom(2), 1+r.IntN(2)), seldom(6), seldom(8)
		default:
			m.energy = r.IntN(m.energyMax + 1)
			if seldom(8) {
				m.energy = 14 + r.IntN(7)
			}
			m.closed, m.shaken, m.drained, m.strained, m.bleeding = seldom(8), seldom(8), seldom(12), seldom(6), seldom(8)
			m.held, m.received, m.blessed, m.breathed = hostIf(seldom(4) && m.weapon.defense != nil, 1+r.IntN(2)), seldom(6), seldom(6), seldom(2)
			m.gold, m.faith = hostIf(m.banks, r.IntN(5)), hostIf(m.believes, r.IntN(5))
		}
	}
	for _, m := range h.men {
		for _, k := range m.katas {
			if k.served, k.left = false, hostIf(k.fight > 0 && !m.down, r.IntN(k.fight+1)); !m.down && !k.breath && m.zero < 2 && seldom(6) {
				k.served = true
				m.zero++
			}
		}
		if m.kind == "breath" && !m.down && m.zero < 2 && m.grade != "mob" && seldom(5) {
			m.zero++
		}
		if m.kind == "shikigami" || m.kind == "called" {
			m.down = m.down || m.master.down
		}
		if m.squad() && !m.down && !seldom(5) {
			for _, k := range r.Perm(len(h.men)) {
				if c := h.men[k]; m.under == nil && c.side == m.side && !c.down && (c.grade == "lord" || c.grade == "elite") && h.led(c) < c.command {
					m.under = c
				}
			}
		}
	}
	defer func() {
		if _, over := recover().(hostOver); over {
			open = false
		}
	}()
	h.decided()
	return true
}

// led counts the squads under somebody.
func (h *host) led(c *hostMan) (n int) {
	for _, q := range h.men {
		n += hostIf(q.under == c && !q.down, 1)
	}
	return n
}
