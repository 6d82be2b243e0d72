package breath

import (
	"math"
	"slices"
)

// A second reading of what leads and is led: squads and their orders, Cohesion, formations, roars, shikigami and puppets,
// Energy handed on, Kata without Energy, for fights in zones. It is written from the text and the rulings and
// and from what document 000 says of blows, and of nothing else: nobody walks of himself here, takes up a
// stance, hides or waits. See law_oracle_host_walk_test.go for the table at which the engine sits beside it, and
// law_oracle_host_sheets_test.go for the sheets and positions it begins from; blows and units stand in files of their own.

// host is everybody on the field, and what lies on it.
type host struct {
	men    []*hostMan
	ground map[string]*hostZone // nil: one scene
	relay  bool
	table  hostTable
	round  int

	breath hostBreath
}

// hostTable answers its questions.
type hostTable interface {
	decide(who *hostMan, options []hostOption) hostOption
	throw(who *hostMan, what string, need int, word func(a, b int) string) (a, b int)
	lot(who *hostMan, among []*hostMan) *hostMan
}

// hostOption is a choice: its words, its price, what it does.
type hostOption struct {
	words string
	cost  int
	do    func()
}

// hostOver is how a fight ends in the middle of whatever is told: 0 or 1 has won, -1 nobody.
type hostOver struct{ winner int }

// hostZone is a zone and its terrain; silver lies there among the men of a side.
type hostZone struct {
	high, path, slow bool
	cover            int
	silver           [2]bool
}

// hostWays are the neighbours of R-88, the zones in the order of the document.
var hostWays = map[string][]string{
	"first rear":   {"first front", "flank", "outside"},
	"first front":  {"first rear", "core", "second front", "flank"},
	"core":         {"first front", "second front", "flank"},
	"second front": {"first front", "core", "second rear", "flank"},
	"second rear":  {"second front", "flank", "outside"},
	"flank":        {"first rear", "first front", "core", "second front", "second rear", "outside"},
	"outside":      {"first rear", "second rear", "flank"},
}

// hostSteps returns how far two zones are from each other.
func hostSteps(from, to string) int {
	steps, ring := 0, []string{from}
	for !slices.Contains(ring, to) {
		for _, z := range slices.Clone(ring) {
			ring = append(ring, hostWays[z]...)
		}
		steps++
	}
	return steps
}

// hostArm is a technique.
type hostArm struct {
	name          string
	energy        int
	attribute     string
	bonus         int
	wounds        int
	critical      int // 0: as usual
	twenty        int // Wounds on a total of 20, 0 as usual
	pierce        int
	direct        int
	expose        int
	strip, topple bool
	bleed, unload bool
}

// hostWeapon is a weapon and how far it carries, 0 from hand to hand.
type hostWeapon struct {
	name, family string
	long, short  bool
	reach        int
	attacks      []hostArm
	defense      *hostArm
}

// hostKata is a Kata of 0 Energy as its row has it.
type hostKata struct {
	name   string
	does   string
	pays   string
	price  int
	fight  int // uses a fight
	bonus  int
	breath bool // serves once a breath, not once a round
	served bool // this round
	left   int  // of its uses
}

// hostMan is a seat: somebody, several, or something.
type hostMan struct {
	name         string
	side, roster int
	grade        string // mob, minion, veteran, elite, lord
	kind         string // breath, squad, shikigami, puppet, called
	courage      int
	finesse      int
	physique     int
	wisdom       int
	presence     int
	skill        int // points with every weapon
	science      int // points in military science
	awe          int // in intimidation
	medicine     int
	armour       int // points of Defense above 10
	weapon       *hostWeapon
	woundsMax    int
	energyMax    int
	headsMax     int
	command      int
	off          int // Energy off orders
	seal         bool
	gives        bool
	cows, raises bool
	controls     string
	katas        []*hostKata
	banks        bool // it has a purse
	believes     bool // it has Faith to spend
	master       *hostMan

	down           bool
	energy, wounds int
	zone           string
	closed         bool
	shaken         bool // Defenseless till its next breath
	drained        bool // Defenseless till the lull
	strained       bool // its next breath has limit 3
	bleeding       bool
	breathed       bool // this round
	exposed        int
	held           int // reservations, or a unit's wards
	zero           int // uses of 0 Energy this round
	received       bool
	blessed        bool
	unloaded       bool
	gold, faith    int
	under          *hostMan
	cohesion       int
	formation      string
	orders         int
	attacked       bool
	rallied        bool
	charged        bool
	thrust         bool
	halved         bool
}

func (m *hostMan) squad() bool       { return m.kind == "squad" }
func (m *hostMan) bound() bool       { return m.kind == "shikigami" || m.kind == "puppet" }
func (m *hostMan) breathes() bool    { return !m.squad() && !m.bound() && m.grade != "mob" }
func (m *hostMan) defenseless() bool { return m.shaken || m.drained }
func (m *hostMan) wavers() bool      { return m.cohesion <= 2 }
func (m *hostMan) each() int         { return map[string]int{"minion": 1, "veteran": 2}[m.grade] }

// heads: Wounds by those of a head, rounded up.
func (m *hostMan) heads() int { return int(math.Ceil(float64(m.wounds) / float64(m.each()))) }

// fallen returns what a squad's dice are worse by.
func (m *hostMan) fallen() int { return 6 - m.heads() }

func hostProficiency(points int) int { return []int{-2, 0, 1, 2, 3}[points] }

func (m *hostMan) attribute(name string) int {
	return map[string]int{"courage": m.courage, "finesse": m.finesse, "physique": m.physique}[name]
}

// dice returns what a technique adds to them where its owner stands.
func (m *hostMan) dice(a *hostArm) int {
	n := m.attribute(a.attribute) + hostProficiency(m.skill) + a.bonus
	switch {
	case hostFront(m.zone) && m.weapon.family == "spear":
		n++
	case hostRear(m.zone) && (m.weapon.family == "bow" || m.weapon.family == "gun") && a != m.weapon.defense:
		n++
	}
	return n
}

// price returns a technique's where its owner stands: in the Core a long weapon asks 1 more, a short one 1 less, the Seal of
// Shura takes 1 off what is hand to hand; at least 1.
func (m *hostMan) price(base int) int {
	if m.zone == "core" {
		base += hostIf(m.weapon.long, 1) - hostIf(m.weapon.short, 1) - hostIf(m.seal && m.weapon.reach == 0, 1)
	}
	return max(1, base)
}

func hostIf(on bool, n int) int {
	if on {
		return n
	}
	return 0
}

func hostFront(zone string) bool { return zone == "first front" || zone == "second front" }
func hostRear(zone string) bool  { return zone == "first rear" || zone == "second rear" }

// The lie of the land.

func (h *host) zoned() bool { return h.ground != nil }

func (h *host) steep(zone string) bool { return h.ground[zone].high && !h.ground[zone].path }

// next returns the zones beside one that the scene has, the Outside apart: no order and no string leads there.
func (h *host) next(zone string) (to []string) {
	for _, z := range hostWays[zone] {
		if h.ground[z] != nil && z != "outside" {
			to = append(to, z)
		}
	}
	return to
}

// near reports whether a word or a string carries from one to the other.
func (h *host) near(a, b *hostMan, steps int) bool {
	return !h.zoned() || hostSteps(a.zone, b.zone) <= steps && (a.zone == "core") == (b.zone == "core")
}

// formed reports whether a squad's formation counts: in the Core none does.
func (m *hostMan) formed(as string) bool {
	return m.squad() && !m.down && m.formation == as && m.zone != "core"
}

// domination returns a side's in a zone, rounded once, half up.
func (h *host) domination(side int, zone string) int {
	return int(math.Floor(h.hold(side, zone) + 0.5))
}

// hold is it before that: by grades, Presence and heads, a squad's to the nearest half.
func (h *host) hold(side int, zone string) float64 {
	if zone == "core" {
		return 0
	}
	sum := 0.0
	for _, m := range h.men {
		if m.down || m.side != side || m.zone != zone || m.bound() || m.kind == "called" {
			continue
		}
		if m.squad() {
			sum += m.mass()
			if m.formed("spear wall") && hostFront(zone) {
				sum++
			}
			continue
		}
		sum += map[string]float64{"mob": .5, "minion": .5, "veteran": 1, "elite": 4, "lord": 1.5}[m.grade] + float64(max(0, m.presence))
	}
	if h.ground[zone].silver[side] {
		sum = max(0, sum-2)
	}
	return sum
}

// mass returns a squad's part of it, but for its spears.
func (m *hostMan) mass() float64 {
	part := map[string]float64{"minion": 2, "veteran": 3}[m.grade] * float64(m.heads()) / float64(m.headsMax)
	if m.formed("shield wall") {
		part *= 1.5
	}
	return math.Floor(part*2+0.5+1e-9) / 2
}

// heldAgainst: enemies stand there and their Domination is greater.
func (h *host) heldAgainst(side int, zone string) bool {
	return slices.ContainsFunc(h.men, func(m *hostMan) bool { return !m.down && m.side != side && m.zone == zone }) &&
		h.domination(1-side, zone) > h.domination(side, zone)
}

// marches reports whether a squad can be ordered into a zone.
func (h *host) marches(q *hostMan, to string) bool {
	return !h.steep(q.zone) && !h.steep(to) && !(q.wavers() && (to == "core" || h.heldAgainst(q.side, to)))
}

// rearward returns the next zone on a squad's way to its own Rear that no enemy holds.
func (h *host) rearward(q *hostMan) string {
	rear := []string{"first rear", "second rear"}[q.side]
	for _, to := range h.next(q.zone) {
		if hostSteps(to, rear) < hostSteps(q.zone, rear) && !h.steep(q.zone) && !h.steep(to) && !h.heldAgainst(q.side, to) {
			return to
		}
	}
	return ""
}

// reaches is R-89.
func (h *host) reaches(m, t *hostMan) bool {
	switch {
	case !h.zoned() || m.zone == t.zone:
		return true
	case m.weapon.reach == 0:
		return hostFront(m.zone) && hostFront(t.zone)
	case m.zone == "core":
		return false
	}
	return hostSteps(m.zone, t.zone) <= m.weapon.reach
}

// The round.

// fight goes on from a count.
func (h *host) fight() {
	for {
		var first *hostMan
		for _, m := range h.men {
			if m.breathes() && !m.down && !m.closed && m.energy > 0 && (first == nil || h.before(m, first)) {
				first = m
			}
		}
		if first == nil {
			h.lull()
			continue
		}
		h.counts(first)
	}
}

// before returns the order of the count: Energy, Finesse, the allied side, the roster.
func (h *host) before(a, b *hostMan) bool {
	return a.energy > b.energy || a.energy == b.energy && h.ranks(a, b)
}

func (h *host) ranks(a, b *hostMan) bool {
	switch {
	case a.finesse != b.finesse:
		return a.finesse > b.finesse
	case a.side != b.side:
		return a.side < b.side
	}
	return a.roster < b.roster
}

// hostBreath is one breath under way.
type hostBreath struct {
	of      *hostMan
	first   bool
	spent   int
	attacks int
	limit   int
	waived  bool // a Kata waives the next order's price
}

func (h *host) counts(m *hostMan) {
	defer func() {
		for _, k := range m.katas {
			k.served = k.served && !k.breath
		}
	}()
	h.breath = hostBreath{of: m, first: true}
	options := append(h.maneuvers(m), hostOption{words: "close the round", do: nil})
	o := h.table.decide(m, options)
	if o.do == nil {
		m.closed = true
		return
	}
	h.breath.limit = 5
	if m.strained {
		h.breath.limit = 3
	}
	m.held, m.exposed, m.shaken, m.strained, m.breathed = 0, 0, false, false, true
	for _, u := range h.men {
		if u.master == m && u.bound() {
			u.held = 0
		}
	}
	h.breath.first = false
	for {
		if h.performs(m, o) {
			return
		}
		options := h.maneuvers(m)
		if !h.breath.waived || len(options) == 0 {
			options = append(options, hostOption{words: "end the breath"})
		}
		if o = h.table.decide(m, options); o.do == nil {
			return
		}
	}
}

// performs a maneuver; it says whether the breath is over with it (EB-40 to EB-47).
func (h *host) performs(m *hostMan, o hostOption) (over bool) {
	b := &h.breath
	m.energy -= o.cost
	b.spent += o.cost
	if o.cost == 0 || b.spent <= b.limit {
		o.do()
		return m.down || m.energy == 0
	}
	need := 11 - m.physique + b.spent - b.limit
	x, y := h.table.throw(m, "overload", need, func(x, y int) string { return oracleWord(x+y >= need, "success", "fail") })
	o.do()
	switch {
	case m.down:
	case x+y >= need:
		m.strained = true
	default:
		m.energy, m.drained = 0, true
	}
	return true
}

// firm: whoever is Defenseless commands and reserves nothing; being shaken ends as the breath begins.
func (h *host) firm(m *hostMan) bool { return !m.drained && (h.breath.first || !m.shaken) }

// maneuvers returns what a seat may do now and can pay.
func (h *host) maneuvers(m *hostMan) (options []hostOption) {
	put := func(words string, cost int, do func()) {
		if cost <= m.energy {
			options = append(options, hostOption{words, cost, do})
		}
	}
	if h.firm(m) {
		h.ordersOf(m, put)
	}
	if h.breath.waived {
		return options
	}
	for k := range m.weapon.attacks {
		a := &m.weapon.attacks[k]
		for _, t := range h.men {
			if t.side != m.side && !t.down && h.reaches(m, t) && !(a.unload && m.unloaded) {
				put(a.name+" > "+t.name, m.price(a.energy), func() { h.attacks(m, t, a, 0) })
			}
		}
	}
	if d := m.weapon.defense; d != nil && h.firm(m) && m.held < 9 {
		put("reserve "+d.name, m.price(d.energy), func() { m.held++ })
	}
	if h.firm(m) {
		h.controlsOf(m, put)
		h.katasOf(m, put)
		for _, q := range h.men {
			if m.cows && q.squad() && q.side != m.side && !q.down && (!h.zoned() || hostSteps(m.zone, q.zone) <= 1) {
				put("roar > "+q.name, 2, func() { h.roars(m, q) })
			}
		}
	}
	h.giftsOf(m, put)
	return options
}

// lull: what lasted for the round is over, the bleeding bleed, spirits are raised, a round begins.
func (h *host) lull() {
	for _, m := range h.men {
		switch {
		case m.down:
		case m.squad():
			m.orders, m.attacked, m.rallied, m.charged, m.thrust, m.exposed = 0, false, false, false, false, 0
			if m.under == nil {
				h.daunts(m, 1)
			}
		default:
			m.shaken, m.drained, m.exposed, m.held, m.zero, m.closed, m.breathed = false, false, 0, 0, 0, false, false
			for _, k := range m.katas {
				k.served = false
			}
		}
		m.received, m.blessed = false, false
	}
	for _, z := range h.ground {
		z.silver = [2]bool{}
	}
	for _, m := range h.men {
		if m.bleeding && !m.down {
			h.wounds(m, 1)
		}
	}
	h.decided()
	ranked := slices.Clone(h.men)
	slices.SortFunc(ranked, func(a, b *hostMan) int { return map[bool]int{true: -1, false: 1}[h.ranks(a, b)] })
	for _, m := range ranked {
		if m.bleeding && !m.down {
			need := min(13-m.physique, 11-m.wisdom-hostProficiency(m.medicine))
			x, y := h.table.throw(m, "bleeding", need, func(x, y int) string { return oracleWord(x+y >= need, "success", "fail") })
			m.bleeding = x+y < need
		}
	}
	for _, m := range h.men {
		m.energy = hostIf(!m.down, m.energyMax)
	}
	for _, m := range ranked {
		falters := func(q *hostMan) bool { return q.squad() && q.side == m.side && !q.down && q.cohesion < 5 }
		if !m.raises || m.down || m.energy < 2 || !slices.ContainsFunc(h.men, falters) {
			continue
		}
		o := h.table.decide(m, []hostOption{{words: "raise morale", cost: 2}, {words: "let it be"}})
		if o.cost == 0 {
			continue
		}
		m.energy -= 2
		for _, q := range h.men {
			if falters(q) {
				q.cohesion++
			}
		}
	}
	h.round++
}

// decided ends the fight when a side has nobody who keeps it in it.
func (h *host) decided() {
	var keep [2]bool
	for _, m := range h.men {
		switch {
		case m.down, m.grade == "mob", m.squad() && m.under == nil, m.master != nil && m.master.down:
		default:
			keep[m.side] = true
		}
	}
	switch {
	case !keep[0] && !keep[1]:
		panic(hostOver{-1})
	case !keep[0]:
		panic(hostOver{1})
	case !keep[1]:
		panic(hostOver{0})
	}
}

// Orders.

// ordersOf: a Lord or an Elite with a command, to squads in range.
func (h *host) ordersOf(m *hostMan, put func(string, int, func())) {
	if m.command == 0 || m.grade != "lord" && m.grade != "elite" {
		return
	}
	reach, led := 1+hostIf(m.science >= 2, 1), 0
	var hear []*hostMan
	for _, q := range h.men {
		if q.squad() && !q.down && q.side == m.side {
			led += hostIf(q.under == m, 1)
			if h.near(m, q, reach) {
				hear = append(hear, q)
			}
		}
	}
	price := func(more int) int {
		base := 2 - hostIf(m.wisdom >= 2, 1)
		if more > 0 && m.seal && m.zone == "core" {
			more--
		}
		return hostIf(!h.breath.waived, max(1, base+more-m.off))
	}
	for _, q := range hear {
		to := func(words string, more int, do func()) {
			put("order "+q.name+": "+words, price(more), func() { h.breath.waived = false; do() })
		}
		switch {
		case q.orders == 2:
		case q.under == m:
			h.squadOrderActions(m, q, to)
		case q.under == nil && led < m.command:
			to("take over", 0, func() { q.orders++; q.under = m })
		}
	}
	if led < 2 || h.breath.waived {
		return
	}
	general := func(words string, obeys func(q *hostMan) bool, do func(q *hostMan)) {
		n, wavering := 0, false
		obeying := func(q *hostMan) bool {
			return q.under == m && q.orders < 2 && !q.down && h.near(m, q, reach) && obeys(q)
		}
		for _, q := range hear {
			if obeying(q) {
				n++
				wavering = wavering || q.wavers()
			}
		}
		if n < 2 {
			return
		}
		put("order all: "+words, price(1+hostIf(wavering, 1)), func() {
			for _, q := range hear {
				if obeying(q) {
					q.orders++
					do(q)
				}
			}
		})
	}
	for z := range h.ground {
		if z != "outside" {
			general("advance > "+z, func(q *hostMan) bool { return slices.Contains(h.next(q.zone), z) && h.marches(q, z) }, func(q *hostMan) { h.advances(q, z) })
		}
	}
	general("shield wall", func(q *hostMan) bool { return q.formation != "shield wall" && q.zone != "core" }, func(q *hostMan) { q.formation = "shield wall" })
	general("withdraw", func(q *hostMan) bool { return h.zoned() && h.rearward(q) != "" }, func(q *hostMan) { q.formation, q.zone = "", h.rearward(q) })
	general("rally", func(q *hostMan) bool { return !q.rallied && q.cohesion < 5 }, func(q *hostMan) { h.rallies(m, q) })
}

// squadOrderActions are those that one squad can obey now.
func (h *host) squadOrderActions(m, q *hostMan, to func(words string, more int, do func())) {
	weak := hostIf(q.wavers(), 1)
	far := hostIf(q.zone == "core" && q.weapon.long, 1)
	obey := func(words string, more int, do func()) { to(words, more+weak, func() { q.orders++; do() }) }
	for _, t := range h.men {
		if t.side == q.side || t.down || q.attacked {
			continue
		}
		if h.reaches(q, t) && !q.unloaded {
			obey(oracleWord(q.weapon.reach > 0, "volley fire", "strike")+" > "+t.name, far, func() { q.attacked = true; h.volley(q, t, 0) })
		}
		if h.zoned() && q.weapon.reach == 0 && !q.wavers() && slices.Contains(h.next(q.zone), t.zone) && h.marches(q, t.zone) {
			obey("charge > "+t.name, 1+far, func() {
				q.attacked, q.charged = true, true
				zone := t.zone
				if h.advances(q, zone); !q.down && q.zone == zone && !t.down {
					h.volley(q, t, 1)
				}
			})
		}
	}
	for _, f := range []string{"shield wall", "spear wall", "close ranks"} {
		if q.formation != f && q.zone != "core" && (f != "spear wall" || q.weapon.family == "spear") && (f != "close ranks" || q.zone == m.zone) {
			obey(f, 0, func() { q.formation = f })
		}
	}
	if h.zoned() {
		for _, z := range h.next(q.zone) {
			if h.marches(q, z) {
				obey("advance > "+z, 0, func() { h.advances(q, z) })
			}
		}
		if z := h.rearward(q); z != "" {
			obey("withdraw", 0, func() { q.formation, q.zone = "", z })
		}
	}
	if !q.rallied && q.cohesion < 5 {
		obey("rally", 0, func() { h.rallies(m, q) })
	}
	if q.unloaded {
		obey("reload", 0, func() { q.unloaded = false })
	}
}

func (h *host) rallies(m, q *hostMan) {
	q.rallied = true
	q.cohesion = min(5, q.cohesion+1+hostIf(m.science >= 3, 1))
}

// advances takes a squad into a zone, by dice where the enemy holds it and into the Core; spear walls meet it.
func (h *host) advances(q *hostMan, to string) {
	q.formation = ""
	if held := h.heldAgainst(q.side, to); held || to == "core" {
		need := 11
		if theirs := h.domination(1-q.side, to); to == "core" || theirs > 0 && theirs >= 2*int(math.Floor(h.hold(q.side, to)+q.mass()+.5)) { // it counts itself
			need = 13
		}
		need -= q.courage - q.fallen()
		if x, y := h.table.throw(q, "breakthrough", need, func(x, y int) string { return oracleWord(x+y >= need, "success", "fail") }); x+y < need {
			return
		}
	}
	q.zone = to
	h.met(q)
}

// met is who comes into a zone where enemies have set their spears.
func (h *host) met(m *hostMan) {
	for _, w := range h.men {
		if !m.down && w.side != m.side && w.zone == m.zone && w.formed("spear wall") && !w.thrust {
			h.thrusts(w, m)
		}
	}
}

// Cohesion.

// daunts takes Cohesion; at 0 a squad breaks.
func (h *host) daunts(q *hostMan, n int) {
	if q.down {
		return
	}
	if q.cohesion = max(0, q.cohesion-n); q.cohesion == 0 {
		h.falls(q)
	}
}

// falls: lords, commanders and squads take heart with them, masters their shikigami.
func (h *host) falls(m *hostMan) {
	m.down = true
	for _, q := range h.men {
		if q.down || !q.squad() || q.side != m.side {
			continue
		}
		n := hostIf(m.grade == "lord", 1) + hostIf(q.under == m, 1) + hostIf(m.squad() && q.zone == m.zone, 1)
		if q.under == m {
			q.under = nil
		}
		h.daunts(q, n)
	}
	for _, u := range h.men {
		if u.master == m && u.kind != "puppet" && !u.down {
			h.falls(u)
		}
	}
}

// wounds takes n of somebody.
func (h *host) wounds(m *hostMan, n int) {
	before := 0
	if m.squad() {
		before = m.heads()
	}
	if m.wounds = max(0, m.wounds-n); m.wounds == 0 {
		h.falls(m)
		return
	}
	if !m.squad() || m.heads() == before {
		return
	}
	n = hostIf(before-m.heads() >= 2, 1)
	if 2*m.heads() <= m.headsMax && !m.halved {
		m.halved = true
		n++
	}
	h.daunts(m, n)
}
