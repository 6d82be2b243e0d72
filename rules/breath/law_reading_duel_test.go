package breath

import "slices"

// Document 003, read long-hand: the rungs, the half-step, guard and its opening, locations, the locked blades.

// ladderRungs are the five distances, from far to near (MA-01).
var ladderRungs = []string{"far range", "issoku itto", "near range", "close fighting", "tsubazeriai"}

// rungs is the ladder both stand on, and the ground below it.
type rungs struct {
	rung    string
	narrow  bool // MA-49
	sandbar bool
	high    int // the side that stands high, -1 none
	glare   int // the side with the sun in its eyes, -1 none
	met     bool
	points  int // of a sparring match
}

// duelist is what a duel pencils on a sheet.
type duelist struct {
	calmLeft   int // guard
	struck     locations
	outstepped bool // has lost the last contest of half-steps
	fading     bool // its opening ends with this round
	windowUsed bool
	brokeAway  bool
	still      bool // at far range all this round, without an attack or a step in
	stood      bool // and all of the one before
}

type locations map[string]bool

func (r *reading) points() int {
	if r.ladder == nil {
		return 0
	}
	return r.ladder.points
}

func (r *reading) other(f *warrior) *warrior { return r.fighters[1-f.roster] }

func (r *reading) rungAt() int { return slices.Index(ladderRungs, r.ladder.rung) }

// insight returns what guard goes by, the higher of Finesse and Wits (MA-25, MA-35).
func (f *warrior) insight() int { return max(f.finesse, f.wisdom) }

func (f *warrior) guardMax() int { return max(1, 5+f.insight()+f.deeper) }

// atHome returns a weapon's band: as its row says, else as its family has it (MA-13, R-120).
func (w blade) atHome() (from, to int) {
	at := func(rung string) int { return slices.Index(ladderRungs, rung) }
	switch {
	case w.band[0] != "":
		return at(w.band[0]), at(w.band[1])
	case w.tagged("ranged"):
		return 0, 0
	case w.tagged("long"), w.family == "spear":
		return 0, 1
	case w.tagged("tanto"), w.family == "unarmed", w.family == "claw":
		return 3, 4
	case w.family == "short":
		return 2, 3
	}
	return 1, 2
}

// offRung returns what the distance takes from an attack; ok is whether one may attack at all (MA-14 to MA-16, MA-18, MA-20).
func (r *reading) offRung(h hand, t cut) (n int, ok bool) {
	if r.ladder == nil {
		return 0, true
	}
	from, to := h.atHome()
	if h.tagged("ranged") && !shoots(h.blade, t) {
		from, to = 1, 2
	}
	rung := r.rungAt()
	off := max(from-rung, rung-to, 0)
	switch {
	case off == 0:
		return 0, true
	case rung == 4:
		return 0, false
	case off == 1, rung == 3 && h.tagged("long") && r.is("long at close", "cramped"):
		return -2, true
	}
	return 0, false
}

func (r *reading) within(h hand, t cut) bool {
	_, ok := r.offRung(h, t)
	return ok
}

// length returns how far out the longest weapon in hand is at home, and whether the distance is in its band.
func (r *reading) length(f *warrior) (length int, inBand bool) {
	for _, h := range f.hands() {
		from, to := h.atHome()
		n := 0
		if len(h.attack) > 0 {
			n = 5 - from + h.longer
		}
		if n > length {
			length, inBand = n, from <= r.rungAt() && r.rungAt() <= to
		}
	}
	return length, inBand
}

// outreached: the other's weapon is longer, at a distance inside its band (MA-17, R-63).
func (r *reading) outreached(f *warrior) bool {
	if r.ladder == nil {
		return false
	}
	mine, _ := r.length(f)
	theirs, inBand := r.length(r.other(f))
	return theirs > mine && inBand
}

// ill returns what every check suffers: struck eyes, and the sun in them (MA-44, MA-51).
func (r *reading) ill(f *warrior) (n int) {
	if r.ladder == nil {
		return 0
	}
	if f.struck["face"] {
		n += 2
	}
	if r.ladder.glare == f.side {
		n++
	}
	return n
}

// ladderMod returns what a duel takes from an attack; an automatic success sheds it all (EB-65).
func (r *reading) ladderMod(f *warrior, h hand, t cut) int {
	if r.ladder == nil || f.saint(h, t) {
		return 0
	}
	m, _ := r.offRung(h, t)
	m -= r.ill(f)
	if f.struck["arm"] {
		m -= 2 // MA-41
	}
	if f.struck["wrist"] && h.drops() {
		m-- // MA-40
	}
	return m
}

// stirs ends standing off.
func (r *reading) stirs(f *warrior) { f.still, f.stood = false, false }

// duelBlows offers a technique plain, at each location, as a feint (MA-38, R-73, R-114, R-122, R-172).
func (r *reading) duelBlows(f *warrior, h hand, t cut, offer func(string, int, func())) {
	if !r.within(h, t) {
		return
	}
	foe := r.other(f)
	price := r.price(f, h, t, false, false)
	name := f.called(t, h)
	offer(name+" > "+foe.name, price, func() { r.attack(f, h, t, foe, "") })
	for _, place := range []string{"wrist", "arm", "leg", "torso", "face"} {
		if r.ladder.points > 0 && (place != "torso" || foe.struck["torso"]) {
			continue
		}
		offer(name+" at the "+place+" > "+foe.name, price+r.number("location"), func() { r.attack(f, h, t, foe, place) })
	}
	if !t.kata && !shoots(h.blade, t) && !t.has("unload") && foe.calmLeft > 0 {
		offer("feint with the "+name, r.number("feint"), func() { r.attack(f, h, t, foe, "feint") })
	}
}

func (b *swing) located() bool { return b.aim != "" && b.aim != "feint" }

// feintBonus is less for the heavy techniques of 3 Energy.
func (r *reading) feintBonus(f *warrior, h hand, t cut) int {
	if r.price(f, h, t, false, false) >= 3 {
		return r.number("heavy feint bonus")
	}
	return r.number("feint bonus")
}

// steps offers half-steps; from locked blades the push, the slip and the empty hand (MA-07, MA-21 to MA-23, R-116, R-118).
func (r *reading) steps(f *warrior, offer func(string, int, func())) {
	foe := r.other(f)
	if rung := r.rungAt(); rung >= 3 && f.fists() && !slices.ContainsFunc(f.hands(), func(h hand) bool {
		return slices.ContainsFunc(h.attack, func(t cut) bool { return r.within(h, t) })
	}) {
		t := cut{name: "empty hand", energy: r.number("bind"), check: "courage"}
		h := hand{readingUnarmed, bareHands}
		h.tags = nil // no aptitude moves its price, no ground either
		offer("empty hand > "+foe.name, t.energy, func() { r.attack(f, h, t, foe, "") })
	}
	if r.ladder.rung == "tsubazeriai" {
		offer("push out", r.number("bind"), func() { r.wrestle(f, "push out") })
		offer("slip away", r.number("bind"), func() { r.wrestle(f, "slip away") })
		return
	}
	if f.rooted || f.posture().rooted == "held" {
		return
	}
	offer("half-step in", r.stepPrice(f), func() { r.step(f, "half-step in", 1) })
	if rung := r.rungAt(); rung > 1 || rung == 1 && !r.ladder.narrow {
		offer("half-step out", r.stepPrice(f), func() { r.step(f, "half-step out", -1) })
	}
}

func (r *reading) stepPrice(f *warrior) int {
	if f.struck["leg"] {
		return 2 // MA-42
	}
	return 1
}

func (r *reading) resists(f *warrior) bool { return !f.defenseless() && f.calmLeft > 0 }

// to sets the distance of both (MA-04); what only far range remembers goes with it.
func (r *reading) to(by *warrior, rung int) {
	if r.rungAt() == 0 {
		for _, f := range r.fighters {
			f.brokeAway, f.still, f.stood = false, false, false
		}
	}
	if r.ladder.rung = ladderRungs[rung]; rung == 0 {
		by.brokeAway = true
	}
}

// step: who cannot resist is moved; equal Energy calls for the dice at once; else the other may resist (MA-09 to MA-11, R-64,
//
func (r *reading) step(f *warrior, what string, by int) {
	foe := r.other(f)
	if by > 0 {
		r.stirs(f)
	}
	had := f.energy + r.stepPrice(f)
	if !r.resists(foe) {
		r.to(f, r.rungAt()+by)
		return
	}
	if had != foe.energy && r.decide(foe, map[string]int{"resist": 0, "let it be": 0}) == "let it be" {
		r.to(f, r.rungAt()+by)
		return
	}
	own, against := f.finesse+f.proficiency("footwork")-r.ill(f), foe.finesse+foe.proficiency("footwork")-r.ill(foe)
	if r.ladder.sandbar {
		own-- // MA-48, R-120
	}
	if !r.ladder.met {
		switch r.ladder.high { // MA-50
		case f.side:
			own++
		case foe.side:
			against++
		}
	}
	ties := r.is("step ties", "initiative") && had > foe.energy && !f.struck["leg"] && !r.outreached(f)
	won, lost := r.contest(f, what, own, against, ties)
	r.ladder.met = r.ladder.high >= 0
	switch {
	case won:
		r.to(f, r.rungAt()+by)
		r.outsteps(f, foe)
		r.seized = r.seized || r.is("seized step", "+1")
	case lost:
		r.outsteps(foe, f)
	}
}

// outsteps: the second contest lost in a row and every later one shaves guard (MA-31, R-66).
func (r *reading) outsteps(winner, loser *warrior) {
	if r.number("lost steps") == 0 {
		return
	}
	winner.outstepped = false
	if loser.outstepped {
		r.shave(loser, r.number("lost steps"))
	}
	loser.outstepped = true
}

// wrestle: strength pushes out and shaves guard, skill slips back to issoku itto (MA-21, MA-22, MA-24, R-175).
func (r *reading) wrestle(f *warrior, what string) {
	foe := r.other(f)
	if r.resists(foe) {
		own, against := f.finesse, foe.finesse
		if what == "push out" {
			own, against = f.physique, foe.physique
		}
		if won, _ := r.contest(f, what, own-r.ill(f), against-r.ill(foe), false); !won {
			return
		}
	}
	if what == "push out" {
		r.to(f, 3)
		r.shave(foe, r.number("pushed"))
		return
	}
	r.to(f, 1)
	r.slipped = r.slipped || r.is("slip away", "surprise")
}

// lock: at close fighting a defence that meets the blow exactly locks the blades.
func (r *reading) lock(f *warrior) {
	if r.ladder != nil && r.ladder.rung == "close fighting" {
		r.to(f, 4)
	}
}

// Guard.

// shave takes guard, never from one whose guard is broken.
func (r *reading) shave(f *warrior, n int) { f.calmLeft = max(0, f.calmLeft-n) }

// window: the first blow that lands in an opening is a critical (MA-34, R-70).
func (r *reading) window(f *warrior) bool { return r.ladder != nil && f.calmLeft == 0 && !f.windowUsed }

// openings: to the end of this round, or where the foe has no breath left in it, of the next.
func (r *reading) openings() {
	if r.ladder == nil || !r.is("opening", "round") {
		return
	}
	for _, f := range r.fighters {
		if foe := r.other(f); f.calmLeft == 0 && !foe.closed && foe.energy > 0 {
			f.fading = true
		}
	}
}

// rattles is what a landed blow does to guard and to the place it named (MA-27, MA-30, MA-39, R-62, R-116).
func (r *reading) rattles(b *swing, critical bool) {
	f := b.at
	switch {
	case f.calmLeft > 0:
		n := 1
		if b.cut.name == "empty hand" {
			n = r.number("empty hand")
		} else if b.with.tagged("tanto") && r.ladder.rung == "tsubazeriai" && b.aim != "feint" {
			n = r.number("dagger in the lock")
		}
		if critical {
			n = max(n, 2)
		}
		r.shave(f, n)
	case b.aim == "feint":
	case r.is("opening", "round"):
		f.windowUsed = true
	default:
		f.calmLeft, f.fading = (f.guardMax()+1)/2, false
	}
	if !b.located() {
		return
	}
	fresh := !f.struck[b.aim]
	f.strike(b.aim)
	if b.aim == "torso" && fresh && r.ladder.points == 0 {
		f.bleeding = true
	}
	if b.aim != "wrist" {
		return
	}
	for slot, w := range f.carries {
		if f.dropped[slot] || !w.drops() {
			continue
		}
		mod := f.physique - r.ill(f)
		if x, y := r.throw(f, "wrist", mod, 11, func(x, y int) string { return oracleWord(x+y+mod >= 11, "success", "fail") }); x+y+mod < 11 {
			f.drop(slot)
		}
		break
	}
}

func (f *warrior) strike(place string) {
	struck := locations{place: true}
	for p := range f.struck {
		struck[p] = true
	}
	f.struck = struck
}

// breathers is guard in the lull (MA-35 to MA-37, R-72, R-117, R-121, R-170, K-06).
func (r *reading) breathers() {
	for _, f := range r.fighters {
		long := f.still && f.stood
		f.still, f.stood = false, f.still
		rest := max(1, f.insight())
		if f.brokeAway && r.ladder.rung == "far range" {
			rest++
		}
		switch {
		case f.calmLeft == 0 && !f.fading:
			f.fading = true
			continue
		case f.calmLeft == 0 && r.is("opening", "window"):
			f.calmLeft, f.fading = (f.guardMax()+1)/2, false
			continue
		case f.calmLeft == 0:
			f.fading, f.windowUsed = false, false
		case long:
			if r.shave(f, r.number("standing off")); f.calmLeft == 0 {
				f.fading = true
				continue
			}
			if r.is("standing off rests", "no") {
				continue
			}
		}
		f.calmLeft = min(f.guardMax(), f.calmLeft+rest)
	}
}

// measures: at far range both are still until they stir.
func (r *reading) measures() {
	if r.ladder != nil && r.ladder.rung == "far range" && r.number("standing off") > 0 {
		for _, f := range r.fighters {
			f.still = true
		}
	}
}
