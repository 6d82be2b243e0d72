package breath

import (
	"math"
	"slices"
	"strings"

	"kokyu/rules/breath/rows"
)

// A reading of documents 000 and 003 with everything a place adds: zones, stances, shots, Domination, Fate, objectives, and
// the ladder of a duel (law_reading_duel_test.go). It is written from the texts and the rulings alone, long-hand: nothing is
// worked out beforehand, every number is added up when it is asked for. It tells a fight and asks a table whenever somebody
// decides or throws; law_reading_table_test.go puts each question to the engine too, law_reading_deal_test.go deals the
// sheets and the positions.

// warrior is a sheet, and what is pencilled on it.
type warrior struct {
	name                                        string
	side, roster                                int
	grade                                       string
	courage, finesse, physique, wisdom, bearing int
	points                                      map[string]int // of skills
	carries                                     []blade        // the main weapon, and what else is in its hands
	traits                                      []aptitude
	stances                                     []posture
	hide, limitMore                             int // Defense of armour and shield above 10; what armour adds to the limit
	energyMax, woundsMax                        int
	fates                                       int
	deeper                                      int // a master's guard, in duels

	pencil
}

// pencil is what changes in a fight.
type pencil struct {
	energy, wounds      int
	down, closed        bool
	waits               rank // its place while it waits
	waited              bool
	breathed, opened    bool // its breath has come this round, its first of the fight
	strained            bool
	hidden, bleeding    bool
	shaken, drained     bool // Defenseless until its next breath, until the lull
	rooted              bool
	descended, returned bool
	zone                string
	ready               [2]int // reservations, by hand
	dropped, lost       [2]bool
	unloaded            [2]bool
	fated               int // Fate Interventions used
	stance              string
	free                int // 0-Energy uses of this round
	wall, guard, away   bool
	exposed             int
	once                [2]bool

	duelist
}

// rank is a place in the count: Energy, and how many stand just below it before.
type rank struct{ energy, behind int }

func (r rank) above(o rank) bool {
	return r.energy > o.energy || r.energy == o.energy && r.behind < o.behind
}

// blade is a weapon's row; cut one of its techniques.
type blade struct {
	name, family, skill string
	tags                []string
	attack              []cut
	defense, upkeep     []cut
	stance              string
	shield              int
	reach               int // 0: as its family
	band                [2]string
	longer              int
}

type cut struct {
	name         string
	energy       int
	check, skill string
	bonus        int
	wounds       int
	critical     int // 0: not printed
	twenty       int
	pierce       int
	direct       int
	against      int
	expose       int
	effects      []string
	does         string
	kata, once   bool
}

// aptitude is a trait's row, posture a stance's.
type aptitude struct {
	name                      string
	coreFree, seal, lightfoot bool
	mounted, stealth          bool
	outside                   int // what entering the Outside costs, -1 closed
	limit, coreLimit, descent int
	descentEnergy             int
	evasion, initiative       int
	discount                  int
	family                    string
	stance                    string
	kata                      cut
}

type posture struct {
	name                               string
	energy, defense, domination, front int
	rooted, strikes                    string
	weapon                             bool
}

// table answers the reading's questions.
type table interface {
	decide(who *warrior, options map[string]int) string
	throw(who *warrior, what string, mod, need int, word func(a, b int) string) (a, b int)
	lot(who *warrior, friends []string) string
	contest(who *warrior, what string, mod, against int, ties bool) (won, lost bool)
}

// reading is a fight on paper.
type reading struct {
	table
	set      map[string]string    // the rulings
	zones    map[string]rows.Zone // none: the one scene
	fighters []*warrior
	allied   int
	rounds   int
	goal     objective
	ladder   *rungs // of a duel

	round int
	// The breath under way.
	who                                           *warrior
	spent, attacks                                int
	sprinted, nocked, seized, slipped, out, tight bool
	strain                                        string // held, broken
	ended                                         bool
	winner                                        int // -1 nobody
}

type objective struct {
	side   int
	goal   string
	rounds int
	who    *warrior
}

// The numbers and switches of the rulings.

func (r *reading) is(name, choice string) bool { return r.set[name] == choice }

func (r *reading) number(name string) int {
	n, sign := 0, 1
	for _, c := range r.set[name] {
		if c == '-' {
			sign = -1
			continue
		}
		n = 10*n + int(c-'0')
	}
	return n * sign
}

// What a sheet says.

func (f *warrior) has(is func(aptitude) bool) bool { return slices.ContainsFunc(f.traits, is) }

func (f *warrior) sum(of func(aptitude) int) (n int) {
	for _, t := range f.traits {
		n += of(t)
	}
	return n
}

func (f *warrior) defenseless() bool { return f.shaken || f.drained }

func (w blade) tagged(tag string) bool { return slices.Contains(w.tags, tag) }

func (t cut) has(effect string) bool { return slices.Contains(t.effects, effect) }

// shoots reports whether a technique is shot or thrown.
func shoots(w blade, t cut) bool { return w.tagged("ranged") && !t.has("melee") }

const bareHands = 2

// hand is a weapon where it is held.
type hand struct {
	blade
	slot int
}

// hands returns the weapons in a warrior's hands: bare ones count once the main weapon is gone.
func (f *warrior) hands() (in []hand) {
	for slot, w := range f.carries {
		if !f.dropped[slot] {
			in = append(in, hand{w, slot})
		}
	}
	if f.dropped[0] && f.fists() {
		in = append(in, hand{readingUnarmed, bareHands})
	}
	return in
}

// fists reports whether bare hands are something else than the main weapon.
func (f *warrior) fists() bool {
	return f.carries[0].family != "unarmed" && f.carries[0].family != "claw"
}

// drops reports whether a weapon can fall: not what is strapped or grown on.
func (w blade) drops() bool {
	return w.family != "shield" && w.family != "claw" && w.family != "unarmed"
}

// called returns a technique's name; where a second one on the sheet has the same, its weapon's with it.
func (f *warrior) called(t cut, h hand) string {
	n := 0
	all := slices.Clone(f.carries)
	if f.fists() {
		all = append(all, readingUnarmed)
	}
	for _, w := range all {
		for _, o := range slices.Concat(w.attack, w.defense, w.upkeep) {
			if o.name == t.name {
				n++
			}
		}
	}
	if n > 1 {
		return t.name + " (" + f.weaponWord(h.slot) + ")"
	}
	return t.name
}

func (f *warrior) weaponWord(slot int) string {
	switch {
	case slot == bareHands:
		return readingUnarmed.name
	case slot == 1 && f.carries[0].name == f.carries[1].name:
		return "second " + f.carries[1].name
	}
	return f.carries[slot].name
}

func (f *warrior) held(slot int) *int { return &f.ready[slot%2] } // bare hands share the main weapon's place

// proficiency: untrained -2, then 0, 1, 2, 3; five points are a Saint's.
func (f *warrior) proficiency(skill string) int {
	return []int{-2, 0, 1, 2, 3, 3}[f.points[skill]]
}

func (f *warrior) skillOf(h hand, t cut) string {
	switch skill := t.skill; {
	case skill == "main", skill == "" && h.skill == "main":
		return f.carries[0].skill
	case skill != "":
		return skill
	}
	return h.skill
}

// saint succeeds without a roll.
func (f *warrior) saint(h hand, t cut) bool { return f.points[f.skillOf(h, t)] >= 5 }

func (f *warrior) attribute(name string) int {
	return map[string]int{"courage": f.courage, "finesse": f.finesse, "physique": f.physique, "wisdom": f.wisdom}[name]
}

// check returns what the sheet and the zone add to the dice (R-87, site zone table); an automatic success sheds the penalties
// (EB-65).
func (r *reading) check(f *warrior, h hand, t cut, attack bool) (m int) {
	place := 0
	switch {
	case isFrontZone(f.zone) && h.family == "spear":
		place = r.number("spear front")
	case isFrontZone(f.zone) && h.tagged("tanto") && attack:
		place = r.number("short front")
	case strings.HasSuffix(f.zone, "rear") && (h.family == "bow" || h.family == "gun") && attack:
		place = r.number("ranged rear")
	case f.zone == "core" && t.has("grapple"):
		place = r.number("grapple core")
	}
	for _, part := range []int{f.attribute(t.check), f.proficiency(f.skillOf(h, t)), t.bonus, place} {
		if !f.saint(h, t) || part > 0 {
			m += part
		}
	}
	return m
}

func isFrontZone(z string) bool { return strings.HasSuffix(z, "front") }

func (r *reading) capped(m int) int { return min(m, r.number("modifier cap")) }

// price returns what a technique costs: base, in haste one and a half times as much half up, then penalties and reductions in
// one sum, then the floor (EB-80).
func (r *reading) price(f *warrior, h hand, t cut, haste, upkeep bool) int {
	cost := t.energy
	if haste {
		cost = int(math.Floor(1.5*float64(cost) + 0.5))
	}
	if f.zone == "core" {
		if h.tagged("long") {
			cost++
		}
		if h.tagged("short") {
			cost--
		}
		if f.has(func(a aptitude) bool { return a.seal }) && !shoots(h.blade, t) && h.family != "shield" {
			cost--
		}
	}
	if upkeep && strings.HasSuffix(f.zone, "rear") {
		cost--
	}
	cost -= f.sum(func(a aptitude) int {
		if a.family == h.family {
			return a.discount
		}
		return 0
	})
	if r.out && !haste && f == r.who {
		cost++
	}
	return max(1, cost)
}

// stancePrice returns a stance's Energy, the same everywhere, or a weapon's moved like the weapon in the Core.
func (r *reading) stancePrice(f *warrior, p posture) int {
	cost := p.energy
	if p.weapon && f.zone == "core" && r.is("stance in the core", "as its weapon") {
		if f.carries[0].tagged("long") {
			cost++
		}
		if f.carries[0].tagged("short") {
			cost--
		}
	}
	return max(1, cost)
}

func (f *warrior) posture() (p posture) {
	for _, s := range f.stances {
		if s.name == f.stance {
			return s
		}
	}
	return p
}

// limit returns 5, more by skill, gear, Core and descent; after a held overload 3 (EB-12, EB-44, EB-100 to EB-107).
func (r *reading) limit(f *warrior) int {
	more := f.limitMore + f.sum(func(a aptitude) int { return a.limit })
	more += []int{0, 0, 0, 1, 2, 2}[f.points["speed"]]
	if f.zone == "core" {
		more += f.sum(func(a aptitude) int { return a.coreLimit })
	}
	if f.descended {
		more += f.sum(func(a aptitude) int { return a.descent })
	}
	switch {
	case r.tight && r.is("strained adds", "yes"):
		return 3 + more
	case r.tight:
		return 3
	}
	return 5 + more
}

// defense returns what a blow has to reach. Pierce takes armour, Direct evasion, stance and terrain; of several Direct the largest
// counts.
func (r *reading) defense(f *warrior, t cut, surprise bool) int {
	soft := f.sum(func(a aptitude) int { return a.evasion })
	if z, ok := r.zones[f.zone]; ok && z.Cover != nil {
		soft += z.Cover.N
	}
	if !r.outreached(f) {
		soft += f.posture().defense
	}
	direct, pierce := t.direct, t.pierce
	if t.has("incorporeal") {
		direct, pierce = 99, 99
	}
	if surprise {
		direct = max(direct, r.number("surprise"))
	}
	if r.ladder != nil && f.calmLeft == 0 {
		direct = max(direct, 2) // MA-33
	}
	d := 10 + max(0, f.hide-pierce) + max(0, soft-direct) + t.against - f.exposed
	if f.defenseless() {
		d -= r.number("defenseless")
	}
	return max(2, d)
}

// The count.

// place: Energy; initiative lifts until the first breath of the fight, waiting lowers, never above one's own.
func (r *reading) place(f *warrior) rank {
	own := rank{energy: f.energy}
	if !f.opened && !r.outreached(f) { // MA-17
		own.energy += f.sum(func(a aptitude) int { return a.initiative })
	}
	if f.waits != (rank{}) && own.above(f.waits) {
		return f.waits
	}
	return own
}

// first reports whether a goes before b where all else is equal (EB-09, EB-10, R-29).
func (r *reading) first(a, b *warrior) int {
	switch {
	case a.finesse != b.finesse:
		return b.finesse - a.finesse
	case a.side != b.side && a.side == r.allied:
		return -1
	case a.side != b.side:
		return 1
	}
	return a.roster - b.roster
}

// queue returns the count from the top (EB-03, EB-05).
func (r *reading) queue() (in []*warrior) {
	for _, f := range r.fighters {
		if !f.down && !f.closed && f.energy > 0 && f.grade != "mob" {
			in = append(in, f)
		}
	}
	slices.SortFunc(in, func(a, b *warrior) int {
		switch pa, pb := r.place(a), r.place(b); {
		case pa.above(pb):
			return -1
		case pb.above(pa):
			return 1
		}
		return r.first(a, b)
	})
	return in
}

// fight goes on from a position at the count until it is over.
func (r *reading) fight() {
	for !r.ended {
		in := r.queue()
		if len(in) == 0 {
			r.lull()
			continue
		}
		r.count(in)
	}
}

// count: a first maneuver, waiting or closing.
func (r *reading) count(in []*warrior) {
	f := in[0]
	r.who = f
	options, do := r.maneuvers(f, true)
	standing := 0
	for _, x := range r.fighters {
		if !x.down && x.grade != "mob" {
			standing++
		}
	}
	if len(in) > 1 && standing > 2 && !f.waited && r.is("waiting", "on") {
		options["wait"] = 0
	}
	options["close the round"] = 0
	switch choice := r.decide(f, options); choice {
	case "wait":
		p := r.place(in[1])
		p.behind++
		f.waits, f.waited = p, true
	case "close the round":
		f.closed, f.waits = true, rank{}
	default:
		r.breath(f, choice, do)
	}
	r.who = nil
}

// breath: one maneuver after the other until its actor ends it, strains, falls or has nothing left.
func (r *reading) breath(f *warrior, choice string, do map[string]func()) {
	r.tight = f.strained
	f.strained, f.ready, f.waits, f.waited, f.exposed, f.shaken = false, [2]int{}, rank{}, false, 0, false
	f.breathed, f.opened = true, true
	for _, x := range r.fighters {
		if x.side != f.side && !x.down && x.zone == f.zone && r.zones != nil {
			x.hidden = false
		}
	}
	options, _ := r.maneuvers(f, false)
	cost := r.priceOf(f, choice, options)
	for {
		r.maneuver(f, cost, do[choice])
		if r.ended || f.down || r.strain != "" || f.energy == 0 {
			break
		}
		options, do = r.maneuvers(f, false)
		options["end the breath"] = 0
		choice = r.decide(f, options)
		if cost = options[choice]; choice == "end the breath" {
			break
		}
	}
	r.rests()
}

// rests clears what belongs to a breath.
func (r *reading) rests() {
	r.spent, r.attacks, r.strain = 0, 0, ""
	r.sprinted, r.nocked, r.seized, r.slipped, r.out, r.tight = false, false, false, false, false, false
}

// priceOf returns what the first maneuver costs: that a breath begins changes no price.
func (r *reading) priceOf(f *warrior, choice string, options map[string]int) int {
	if cost, ok := options[choice]; ok {
		return cost
	}
	panic(choice)
}

// maneuver is paid, strained for past the limit, and done all the same (EB-40 to EB-47, R-02, R-106).
func (r *reading) maneuver(f *warrior, cost int, do func()) {
	f.energy -= cost
	r.spent += cost
	if limit := r.limit(f); cost > 0 && r.spent > limit {
		mod := f.physique - (r.spent - limit) - r.ill(f)
		a, b := r.throw(f, "overload", mod, 11, func(a, b int) string { return oracleWord(a+b+mod >= 11, "success", "fail") })
		r.strain = oracleWord(a+b+mod >= 11, "held", "broken")
	}
	do()
	if r.ended {
		return
	}
	if !f.down {
		switch r.strain {
		case "held":
			f.strained = true
		case "broken":
			f.energy, f.drained = 0, true
			f.stance = ""
		}
		r.openings()
	}
}

// shake makes one Defenseless until its next breath: the stance drops.
func (f *warrior) shake() { f.shaken, f.stance = true, "" }

// maneuvers returns what one's Energy, hands and place allow, each with its price, and how it is done (EB-15 to EB-21, R-08).
func (r *reading) maneuvers(f *warrior, begins bool) (map[string]int, map[string]func()) {
	options, do := map[string]int{}, map[string]func(){}
	offer := func(words string, cost int, how func()) {
		if cost <= f.energy {
			options[words], do[words] = cost, how
		}
	}
	firm := !f.drained && (begins || !f.shaken)
	for _, h := range f.hands() {
		cuts := slices.Clone(h.attack)
		if h.slot == 0 {
			for _, a := range f.traits {
				if a.kata.name != "" {
					cuts = append(cuts, a.kata)
				}
			}
		}
		for _, t := range cuts {
			if t.has("unload") && f.unloaded[h.slot] || t.once && f.once[f.onceAt(t)] {
				continue
			}
			if r.ladder != nil {
				r.duelBlows(f, h, t, offer)
				continue
			}
			for _, foe := range r.fighters {
				if foe.side != f.side && !foe.down && r.reaches(f, foe, h, t) {
					offer(f.called(t, h)+" > "+foe.name, r.price(f, h, t, false, false), func() { r.attack(f, h, t, foe, "") })
				}
			}
		}
		for _, t := range h.upkeep {
			switch {
			case t.does == "nock" && !r.nocked:
				offer(f.called(t, h), r.price(f, h, t, false, true), func() { r.nocked = true })
			case t.does == "reload" && f.unloaded[h.slot]:
				offer(f.called(t, h), r.price(f, h, t, false, true), func() { f.unloaded[h.slot] = false })
			}
		}
		for _, t := range h.defense {
			if firm {
				offer("reserve "+f.called(t, h), r.price(f, h, t, false, false), func() { *f.held(h.slot)++ })
			}
		}
	}
	for _, p := range f.stances {
		if firm && p.name != f.stance && !(p.weapon && f.dropped[0]) {
			offer("take up "+p.name, r.stancePrice(f, p), func() { f.stance, f.rooted = p.name, f.rooted || p.rooted == "round" })
		}
	}
	if f.stance != "" {
		offer("release "+f.stance, 0, func() { f.stance = "" })
	}
	for _, a := range f.traits {
		if a.descent > 0 && !f.descended && !f.returned {
			offer("Kamuy Descent", a.descentEnergy, func() { f.descended, f.returned = true, r.is("descent", "fight") })
		}
	}
	for slot := range f.carries {
		if f.dropped[slot] && !f.lost[slot] {
			offer("pick up "+f.weaponWord(slot), r.number("pick up"), func() { f.pickUp(slot) })
		}
	}
	r.moves(f, offer)
	if r.ladder != nil {
		r.steps(f, offer)
	}
	return options, do
}

func (f *warrior) pickUp(slot int) {
	if slot == 0 {
		f.ready[0] = 0 // what bare hands held ready
	}
	f.dropped[slot] = false
}

// onceAt says which of the Kata of once a fight a technique is.
func (f *warrior) onceAt(t cut) (n int) {
	for _, a := range f.traits {
		if a.kata.name == t.name {
			return n
		}
		if a.kata.once {
			n++
		}
	}
	panic(t.name)
}

// Blows.

// swing is a technique on its way.
type swing struct {
	by, at   *warrior
	with     hand
	cut      cut
	aim      string
	mod      int
	surprise bool
	counter  bool // a stance's
}

// attack: the modifiers are fixed as it is declared, a spear wall may strike first, then the dice.
func (r *reading) attack(f *warrior, h hand, t cut, target *warrior, aim string) {
	m := r.check(f, h, t, !t.kata)
	if !f.saint(h, t) {
		m -= r.fatigue(f, h, t)
	}
	if r.sprinted {
		m++
	}
	if r.nocked && shoots(h.blade, t) {
		m++
	}
	if r.seized {
		m++
	}
	b := &swing{by: f, at: target, with: h, cut: t, aim: aim, mod: r.capped(m + r.height(f, target) + r.ladderMod(f, h, t))}
	if aim == "feint" {
		b.mod = r.capped(b.mod + r.feintBonus(f, h, t))
	}
	b.surprise = r.zones != nil && (f.hidden || f.zone == "flank" && !target.breathed)
	r.stirs(f)
	r.attacks++
	r.sprinted, r.seized = false, false
	if shoots(h.blade, t) {
		r.nocked = false
	}
	if t.once {
		f.once[f.onceAt(t)] = true
	}
	if t.has("unload") {
		f.unloaded[h.slot] = true
	}
	f.hidden = false
	if w := r.setWall(target); w && !shoots(h.blade, t) && !h.tagged("long") {
		r.strikesBack(target, f, &target.wall)
		if r.ended || f.down || !f.grips(h) || !r.within(h, t) {
			r.slipped = false
			return
		}
	}
	r.lands(b)
	r.slipped = false
}

// grips reports whether a weapon is still in hand.
func (f *warrior) grips(h hand) bool {
	return h.slot == bareHands && f.dropped[0] || h.slot != bareHands && !f.dropped[h.slot]
}

// fatigue weighs on the fourth attack of a breath and on; in the Core less on short weapons (EB-89, R-12, R-13, R-39).
func (r *reading) fatigue(f *warrior, h hand, t cut) int {
	late := r.attacks + 1 - 3
	if late < 1 {
		return 0
	}
	relieved := f.zone == "core" && h.tagged("short") && (r.is("short core", "all") || t.energy == 1)
	switch {
	case relieved:
		return late
	case r.is("fatigue", "step"):
		return 2 * late
	}
	return 1 + late
}

func (r *reading) height(f, target *warrior) int {
	if z, ok := r.zones[f.zone]; ok && z.High && target.zone != f.zone {
		return r.number("high ground")
	}
	return 0
}

// setWall and setGuard say whether a stance strikes now: its weapon in hand, one of two uses left, not the same twice a round
// and no longer weapon over it.
func (r *reading) setWall(f *warrior) bool {
	return f.posture().strikes == "shorter" && !f.wall && r.canCounter(f)
}

func (r *reading) setGuard(f *warrior) bool {
	return f.posture().strikes == "miss" && !f.guard && r.canCounter(f)
}

func (r *reading) canCounter(f *warrior) bool {
	h, t := f.counterCut()
	return !f.down && f.free < 2 && !f.dropped[0] && !r.outreached(f) && r.within(h, t)
}

// counterCut returns what a stance strikes with: Attack A, hand to hand.
func (f *warrior) counterCut() (hand, cut) {
	h := hand{f.carries[0], 0}
	for _, t := range h.attack {
		if !shoots(h.blade, t) {
			return h, t
		}
	}
	return h, cut{}
}

func (r *reading) strikesBack(f, at *warrior, used *bool) {
	f.free++
	*used = true
	h, t := f.counterCut()
	r.lands(&swing{by: f, at: at, with: h, cut: t, mod: r.capped(r.check(f, h, t, true) + r.height(f, at) + r.ladderMod(f, h, t)), counter: true})
}

// lands throws a blow, lets it be answered, and does what it does.
func (r *reading) lands(b *swing) {
	if b.at.grade == "mob" { // it dies when attacked
		r.hurt(b.at, 1)
		return
	}
	if b.by.saint(b.with, b.cut) {
		if !r.answered(b, 20+b.mod) {
			r.strikes(b, 20+b.mod, false, false)
		}
		return
	}
	aimed := b.cut
	if b.aim == "feint" {
		aimed = cut{wounds: 0}
	}
	need := r.defense(b.at, aimed, b.surprise)
	x, y := r.throw(b.by, "attack", b.mod, need, func(x, y int) string {
		return oracleWord(x+y+b.mod >= need, oracleWord(x == y, "critical", "hit"), oracleWord(x == y, "fumble", "miss"))
	})
	total := x + y + b.mod
	if total >= need {
		if !r.answered(b, total) {
			r.strikes(b, total, x == y, x == 10 && y == 10)
		}
		return
	}
	if b.located() && total >= need-r.number("near miss") { // MA-29
		r.shave(b.at, 1)
	}
	if !b.counter && !shoots(b.with.blade, b.cut) && r.setGuard(b.at) {
		r.strikesBack(b.at, b.by, &b.at.guard)
		if r.ended {
			return
		}
	}
	if x == y && !b.by.down {
		b.by.shake()
		if hand := b.with.family == "unarmed" || b.with.family == "claw"; x == 1 && r.is("retribution", "on") && !(hand && r.is("fumbled hand", "ready")) {
			b.by.drop(b.with.slot)
		}
	}
	if b.at.zone == "core" && b.by.zone != "core" {
		r.astray(b)
	}
}

// astray: a shot into the Core may strike a friend there.
func (r *reading) astray(b *swing) {
	var friends []string
	for _, f := range r.fighters {
		if f.side == b.by.side && !f.down && f.zone == "core" {
			friends = append(friends, f.name)
		}
	}
	if len(friends) == 0 {
		return
	}
	need := r.number("stray")
	if x, y := r.throw(b.by, "stray shot", 0, need, func(x, y int) string { return oracleWord(x+y >= need, "success", "fail") }); x+y < need {
		return
	}
	struck := friends[0]
	if len(friends) > 1 {
		struck = r.lot(b.by, friends)
	}
	for _, f := range r.fighters {
		if f.name == struck {
			r.hurt(f, 1)
		}
	}
}

// drop: the weapon falls with its reservations and its stance; bare hands lose what they held ready.
func (f *warrior) drop(slot int) {
	if slot == bareHands {
		if f.dropped[0] {
			f.ready[0] = 0
		}
		return
	}
	f.ready[slot] = 0
	if !f.carries[slot].drops() {
		return
	}
	f.dropped[slot] = true
	if slot == 0 && f.posture().weapon {
		f.stance = ""
	}
}

// answered: one defence, held ready or in haste (EB-31, EB-32, R-17, R-105); a tie is the defence's.
func (r *reading) answered(b *swing, total int) bool {
	f := b.at
	options := map[string]int{}
	with := map[string]hand{}
	haste := b.counter || !r.slipped
	for _, h := range f.hands() {
		for _, t := range h.defense {
			word := f.called(t, h)
			if *f.held(h.slot) > 0 {
				options[word+" (reserved)"], with[word+" (reserved)"] = 0, h
			}
			price := r.price(f, h, t, true, false)
			if haste && price <= f.energy && (*f.held(h.slot) == 0 || r.is("reservation first", "no")) {
				options[word+" (improvised)"], with[word+" (improvised)"] = price, h
			}
		}
	}
	if len(options) == 0 {
		return false
	}
	options["take the blow"] = 0
	choice := r.decide(f, options)
	if choice == "take the blow" {
		return false
	}
	h := with[choice]
	t := h.defense[0]
	if strings.HasSuffix(choice, " (reserved)") {
		*f.held(h.slot)--
	}
	f.energy -= options[choice]
	if f.saint(h, t) {
		return true
	}
	mod := r.capped(r.check(f, h, t, false) - r.ill(f))
	x, y := r.throw(f, "defense", mod, total, func(x, y int) string {
		return oracleWord(x+y+mod >= total, "success", oracleWord(x == y, "fumble", "fail"))
	})
	switch {
	case x+y+mod == total:
		r.lock(f)
		return true
	case x+y+mod > total:
		return true
	}
	if x == y {
		f.shake()
		if x == 1 && r.is("retribution", "on") {
			f.drop(h.slot)
		}
	}
	return false
}

// strikes is a blow that lands: Wounds, then what else it does.
func (r *reading) strikes(b *swing, total int, double, tens bool) {
	f, t := b.at, b.cut
	critical := double || r.window(f)
	n := t.wounds
	if t.twenty > 0 && total >= 20 {
		n = max(n, t.twenty)
	}
	if critical {
		switch {
		case t.critical > 0:
			n = max(n, t.critical)
		case t.wounds == 0:
			n = max(n, 1)
		default:
			n = max(n, 2)
		}
	}
	if b.aim == "torso" && !f.struck["torso"] { // MA-43, R-172
		n++
	}
	if b.aim == "feint" {
		n = 0
	}
	if n > 0 {
		r.hurt(f, n)
	}
	if r.ended {
		return
	}
	if !f.down && b.aim != "feint" {
		if t.has("strip") {
			f.stance = ""
		}
		f.exposed = max(f.exposed, t.expose)
		if t.has("topple") {
			f.shake()
		}
		if r.points() == 0 && (t.has("bleed") || critical && t.has("bleed on critical")) {
			f.bleeding = true
		}
		if tens && r.is("mandate", "on") {
			f.shake()
		}
	}
	if r.ladder != nil && !f.down {
		r.rattles(b, critical)
	}
}

// hurt takes Wounds; at none left one is out, and nothing of it stays.
func (r *reading) hurt(f *warrior, n int) {
	if f.wounds = max(0, f.wounds-n); f.wounds == 0 {
		f.pencil = pencil{down: true}
	}
	r.decided()
}

// decided: somebody's fall or flight may end it.
func (r *reading) decided() {
	var standing, away [2]int
	for _, f := range r.fighters {
		if f.down || f.grade == "mob" {
			continue
		}
		standing[f.side]++
		if f.zone == "outside" {
			away[f.side]++
		}
	}
	side := r.goal.side
	switch {
	case r.goal.goal == "down" && r.goal.who.down:
		r.end(side)
	case r.goal.goal == "protect" && r.goal.who.down:
		r.end(1 - side)
	case standing == [2]int{}:
		r.end(-1)
	case standing[0] == 0:
		r.end(1)
	case standing[1] == 0:
		r.end(0)
	case r.goal.goal == "escape" && standing[side] == away[side]:
		r.end(side)
	}
}

func (r *reading) end(winner int) { r.ended, r.winner = true, winner }

// lull: what lasted for the round is over; the bleeding lose a Wound all at once, then try to stop it; a round begins, or the
// fight is over (EB-04, EB-11, EB-34, R-04, R-107, R-119, R-182).
func (r *reading) lull() {
	for _, f := range r.fighters {
		if f.down {
			continue
		}
		f.shaken, f.drained, f.exposed, f.closed, f.waited, f.waits = false, false, 0, false, false, rank{}
		f.breathed, f.rooted, f.descended = false, false, false
		f.free, f.wall, f.guard, f.away, f.ready = 0, false, false, false, [2]int{}
		if r.is("strain lasts", "round") {
			f.strained = false
		}
		if r.is("lull pick up", "free") && (r.ladder == nil || r.ladder.rung != "tsubazeriai") {
			for slot := range f.carries {
				if !f.lost[slot] {
					f.dropped[slot] = false
				}
			}
		}
	}
	if r.ladder != nil {
		r.breathers()
	}
	for _, f := range r.fighters {
		if f.bleeding && !f.down {
			if f.wounds--; f.wounds <= 0 {
				f.pencil = pencil{down: true}
			}
		}
	}
	if r.decided(); r.ended {
		return
	}
	bleeding := slices.Clone(r.fighters)
	slices.SortFunc(bleeding, r.first)
	for _, f := range bleeding {
		if f.bleeding {
			need := min(13-f.physique, 11-f.wisdom-f.proficiency("medicine")) + r.ill(f)
			x, y := r.throw(f, "bleeding", 0, need, func(x, y int) string { return oracleWord(x+y >= need, "success", "fail") })
			f.bleeding = x+y < need
		}
	}
	switch side := r.goal.side; {
	case r.goal.goal == "last" && r.round >= r.goal.rounds:
		r.end(side)
		return
	case r.round < r.rounds:
	case r.goal.goal == "last", r.goal.goal == "protect":
		r.end(side)
		return
	case r.goal.goal == "down", r.goal.goal == "escape":
		r.end(1 - side)
		return
	default:
		r.end(-1)
		return
	}
	r.round++
	for _, f := range r.fighters {
		if !f.down {
			f.energy = f.energyMax
		}
	}
	r.measures()
}

// Zones.

// adjoins are the ways between zones.
var adjoins = []string{"first rear-first front", "first front-core", "core-second front", "second front-second rear",
	"first front-second front", "flank-first front", "flank-second front", "flank-core", "flank-first rear", "flank-second rear",
	"outside-flank", "outside-first rear", "outside-second rear"}

func zonesBeside(z string) (beside []string) {
	for _, way := range adjoins {
		a, b, _ := strings.Cut(way, "-")
		switch z {
		case a:
			beside = append(beside, b)
		case b:
			beside = append(beside, a)
		}
	}
	return beside
}

// stepsApart counts the steps between two zones.
func stepsApart(from, to string) (n int) {
	for reached := []string{from}; !slices.Contains(reached, to); n++ {
		for _, z := range slices.Clone(reached) {
			reached = append(reached, zonesBeside(z)...)
		}
	}
	return n
}

// reaches: hand to hand in the same zone and from Front to Front, shots over their steps; one in hiding from its own zone only;
// from the Core a shot stays in the Core (R-89, R-123, K-01).
func (r *reading) reaches(f, target *warrior, h hand, t cut) bool {
	switch {
	case f.zone == target.zone:
		return true
	case target.hidden:
		return false
	case !shoots(h.blade, t):
		return isFrontZone(f.zone) && isFrontZone(target.zone)
	case f.zone == "core" && r.is("core shots", "within"):
		return false
	}
	reach := r.number("thrown reach")
	switch {
	case h.reach > 0:
		reach = h.reach
	case h.family == "gun":
		reach = r.number("gun reach")
	case h.family == "bow":
		reach = r.number("bow reach")
	}
	return stepsApart(f.zone, target.zone) <= reach
}

// dominates returns a side's Domination in a zone, rounded once.
func (r *reading) dominates(side int, zone string) int {
	return int(math.Floor(r.hold(side, zone) + 0.5))
}

// hold returns a side's Domination before that; weighs is what one person adds to it.
func (r *reading) hold(side int, zone string) (sum float64) {
	for _, f := range r.fighters {
		if f.side == side && !f.down && f.zone == zone && zone != "core" {
			sum += f.weighs(zone)
		}
	}
	return sum
}

func (f *warrior) weighs(zone string) float64 {
	p := f.posture()
	sum := map[string]float64{"mob": 0.5, "minion": 0.5, "veteran": 1, "elite": 4, "lord": 1.5}[f.grade] + float64(max(0, f.bearing)+p.domination)
	if isFrontZone(zone) {
		sum += float64(p.front)
	}
	return sum
}

// heldAgainst: enemies stand there and dominate more than we do.
func (r *reading) heldAgainst(f *warrior, zone string) bool {
	foes := slices.ContainsFunc(r.fighters, func(x *warrior) bool { return x.side != f.side && !x.down && x.zone == zone })
	return foes && r.dominates(1-f.side, zone) > r.dominates(f.side, zone)
}

// moves offers the ways out of a zone (EB-108 to EB-117, R-36, R-173).
func (r *reading) moves(f *warrior, offer func(string, int, func())) {
	if r.zones == nil || f.rooted || f.posture().rooted == "held" {
		return
	}
	here := r.zones[f.zone]
	for _, to := range zonesBeside(f.zone) {
		there, ok := r.zones[to]
		if !ok {
			continue
		}
		way := func(how string, cost int) {
			if here.Slow || there.Slow {
				cost++
			}
			offer(how+" > "+to, cost, func() { r.move(f, how, to) })
		}
		steep := here.High && !here.Path || there.High && !there.Path
		switch {
		case to == "outside":
			for n := range 3 { // the cheapest of its ways
				if f.has(func(a aptitude) bool { return a.outside == n }) {
					if n > 0 || f.free < 2 && !f.away {
						offer("slip away > outside", n, func() { r.slips(f, n) })
					}
					break
				}
			}
		case f.zone == "core":
			way("fight free", 4)
		case to == "core" && f.has(func(a aptitude) bool { return a.coreFree }):
			way("enter", 2)
		case to == "core":
			way("force a way", 3)
		case r.heldAgainst(f, to):
			way("break through", 3)
		case steep:
			if f.has(func(a aptitude) bool { return a.lightfoot }) {
				way("leap", 3)
			}
		default:
			way("walk", 2)
			way("sprint", 3)
			if f.has(func(a aptitude) bool { return a.mounted }) {
				way("gallop", 1)
			}
			if f.has(func(a aptitude) bool { return a.stealth }) {
				way("steal", 3)
			}
		}
	}
}

// slips is the way into the Outside; for nothing it is one of the two uses of 0 Energy.
func (r *reading) slips(f *warrior, cost int) {
	if cost == 0 {
		f.free++
		f.away = true
	}
	r.arrives(f, "slip away", "outside")
}

// move: a way through calls for Courage (EB-113, EB-115, R-83); thrown back from the Core one is Defenseless.
func (r *reading) move(f *warrior, how, to string) {
	need := 0
	switch how {
	case "force a way":
		need = 13
	case "break through":
		need = r.number("breakthrough")
		ours := r.hold(f.side, to)
		if r.is("breakthrough counts", "mover") {
			ours += f.weighs(to)
		}
		if theirs := r.dominates(1-f.side, to); theirs > 0 && theirs >= 2*int(math.Floor(ours+.5)) {
			need = r.number("breakthrough outnumbered")
		}
	}
	if need > 0 {
		x, y := r.throw(f, "breakthrough", f.courage, need, func(x, y int) string { return oracleWord(x+y+f.courage >= need, "success", "fail") })
		if x+y+f.courage < need {
			if how == "force a way" && r.is("core failure", "defenseless") {
				f.shake()
			}
			return
		}
	}
	r.arrives(f, how, to)
}

// arrives: stealth keeps one unseen; spear walls there strike at the one who enters.
func (r *reading) arrives(f *warrior, how, to string) {
	if f.zone == "outside" || to == "outside" {
		r.out = true
	}
	f.zone = to
	r.sprinted = r.sprinted || how == "sprint"
	f.hidden = how == "steal" || how == "slip away"
	if r.goal.goal == "escape" {
		if r.decided(); r.ended {
			return
		}
	}
	for _, x := range r.fighters {
		if !f.down && x.side != f.side && x.zone == f.zone && r.setWall(x) {
			r.strikesBack(x, f, &x.wall)
			if r.ended {
				return
			}
		}
	}
}
