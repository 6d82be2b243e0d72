package keep

import (
	"fmt"
	"slices"
	"strings"

	"kokyu/rules"
	"kokyu/rules/book"
	"kokyu/rules/keep/rows"
	"kokyu/rules/strict"
	"kokyu/rules/text"
)

// Positions: an encounter file with a now: block says everything that changes. Reading one back gives an equal State.

// words are the names of the bits that are set.
func words[B ~uint8](bits B, names []string) (out []string) {
	for k, name := range names {
		if bits&(1<<k) != 0 {
			out = append(out, name)
		}
	}
	return out
}

// Position is the encounter file of a boundary and of what has happened since.
func (g *Game) Position(s *State, since ...book.Move) ([]byte, error) {
	return g.page.With(struct {
		Now   *rows.Now   `yaml:"now"`
		Since []book.Move `yaml:"since,omitempty"`
	}{g.now(s), since})
}

// Since is the last boundary on the way to the start, and what has happened from there.
func (g *Game) Since() (State, []book.Move) { return g.origin, g.since }

// head is what a position says above its now: block.
func (g *Game) head() any {
	file := g.file
	file.Rows, file.Now, file.Since = g.book.Difference(rows.DefaultBook()), nil, nil
	return file
}

// now words a state.
func (g *Game) now(s *State) *rows.Now {
	n := &rows.Now{Round: int(s.round), Wait: rows.PhaseNames[s.phase], Seats: map[string]rows.NowSeat{}, Ended: rows.EndNames[s.over], Quiet: int(s.quiet), Busy: s.busy != 0}
	if s.phase != phOver {
		n.Seat, n.By = g.name(int(s.actor)), g.name(int(s.by))
	}
	lasting, passing := g.lasting(s), g.passing(s)
	n.Order = g.named(lasting)
	if passing != lasting {
		n.Turns = g.named(passing)
	}
	if s.pools != [2]uint8{} {
		n.Pools = []int{int(s.pools[0]), int(s.pools[1])}
	}
	for i := range g.n {
		n.Seats[g.name(i)] = g.nowSeat(s, i)
	}
	for k := range s.holds {
		if !s.taken(k) {
			continue
		}
		for len(n.Holds) < k {
			n.Holds = append(n.Holds, rows.NowHold{})
		}
		h := s.holds[k]
		nh := rows.NowHold{Control: g.nameOf(h.control), Starter: g.nameOf(h.starter)}
		if h.starter != 0 {
			nh.With = g.arms[h.with].name
		}
		n.Holds = append(n.Holds, nh)
	}
	if t := (rows.NowTurn{Simple: int(s.simple), Did: append(append(words(s.did, rows.DidNames), words(s.said, rows.SaidNames)...), words(s.run, rows.RunNames)...),
		Quick: int(s.quick), Moved: int(s.moved), Pace: int(s.pace), Steeds: int(s.steeds)}); !idle(t) {
		n.Turn = &t
	}
	n.Deed = g.nowAction(s)
	return n
}

// idle says whether nothing has been done in a turn, and nothing is left to do.
func idle(t rows.NowTurn) bool {
	return t.Simple == 0 && len(t.Did) == 0 && t.Quick == 0 && t.Moved == 0 && t.Pace == 0 && t.Steeds == 0
}

// nameOf is a seat's name by 1 + seat, nothing for 0.
func (g *Game) nameOf(k uint8) string {
	if k == 0 {
		return ""
	}
	return g.name(int(k) - 1)
}

func (g *Game) named(o order) (names []string) {
	for _, i := range o[:g.n] {
		names = append(names, g.name(int(i)))
	}
	return names
}

// namesOf are the seats of a set.
func (g *Game) namesOf(set uint8) []string { return words(set, g.names()) }

func (g *Game) nowSeat(s *State, i int) rows.NowSeat {
	c := &s.seats[i]
	n := rows.NowSeat{Wounds: int(c.wounds), Stance: rows.StanceNames[c.stance], Status: words(c.status, rows.StatusNames), Focus: words(c.focus, rows.FocusNames), Tangle: int(c.tangle),
		Initiative: int(c.initiative), Void: int(c.void), Spent: words(c.spent, rows.SpentNames), Turns: words(c.turns, rows.TurnsNames), Swapped: g.nameOf(c.swapped),
		Earth: int(c.earth), Guards: g.namesOf(c.guards), Hold: int(c.hold & holdNumber), Maintained: c.hold&holdMaintained != 0,
		Spite: g.nameOf(c.spite & spiteSeat), SpiteLast: c.spite&spiteLast != 0, Mettle: int(c.mettle)}
	if c.square != 0 || g.conscious(s, i) {
		n.At = g.ground.name(c.square)
	}
	if c.stun != 0 {
		n.Stun = new(20 - 10*(int(c.stun)-1))
	}
	if !g.seats[i].steed {
		n.Rides = g.nameOf(c.mount)
	}
	for k, name := range g.seats[i].items {
		if name == "" {
			break
		}
		it := s.items[i*slotsMax+k]
		ni := rows.NowItem{Ready: it.at&itemReady != 0, Slack: it.at&itemSlack != 0}
		switch {
		case it.at&itemLying != 0:
			ni.At = g.ground.name(it.square)
		case it.at&itemGone == 0:
			ni.With = g.name(int(it.at & itemHolder))
		}
		n.Weapons = append(n.Weapons, ni)
	}
	return n
}

// nowAction words what is under way, nil for nothing.
func (g *Game) nowAction(s *State) *rows.NowAction {
	t := *s
	t.rest()
	t.by = s.by
	if t == *s {
		return nil
	}
	n := &rows.NowAction{Last: int(s.last), More: int(s.more), Far: int(s.far), Free: int(s.free), Margin: int(s.margin), Damage: int(s.damage),
		Calls: words(s.calls, rows.CallNames), Bonus: words(s.bonus, rows.BonusNames), Boost: g.namesOf(s.boost), Void: g.namesOf(s.void), Asked: g.namesOf(s.asked), Won: words(s.won, rows.CallNames)}
	do := uint16(s.do)
	if do != 0 {
		n.Does = deedNames[do]
	}
	switch do {
	case doAttack, doGrapple, doHit:
		n.With, n.At = g.arms[s.with].name, g.name(int(s.at))
		if s.part != 0 {
			n.Part = rows.PartNames[s.part-1]
		}
	case doMove, doSteedMove:
		n.To, n.More = g.ground.name(s.to), int(s.part)
	case doTrial:
		n.With = g.trials[s.with].what
	}
	return n
}

// nowReader turns a now: block into a State, gathering complaints.
type nowReader struct {
	g *Game
	s State
	strict.Complaints
}

// told is what the file says of now over the words of the start, where it says only what differs.
func (g *Game) told(n *rows.Now) (now *rows.Now, part bool) {
	if n.Given() == nil || book.Whole(n.Given(), g.names(), "wounds") {
		return n, false
	}
	type plain rows.Now
	now = g.now(g.afoot())
	seats := now.Seats
	n.Given().Decode((*plain)(now))
	now.Seats = book.Laid(n.Given(), seats)
	return now, true
}

// afoot is the start where a now: says only what differs from it: the first turn, everybody in Water, in the order of the
// file.
func (g *Game) afoot() *State {
	s := g.start
	s.phase, s.by, s.asked = phAct, 0, 0
	for i := range g.n {
		c := &s.seats[i]
		if c.stance == noStance {
			c.stance = water
		}
	}
	s.actor = uint8(g.placed(&s, 0))
	s.simple, s.steeds = 2, g.steedGranted(&s)
	return &s
}

// readNow makes the position that the file describes the start: the values of now:, and what has happened since.
func (g *Game) readNow() strict.Complaints {
	bad := g.readValues()
	if len(bad) == 0 {
		g.origin, g.since, bad = rules.Since[State](g, &g.start, g.file.Since)
	}
	return bad
}

// readValues makes the file's now: block the start.
func (g *Game) readValues() strict.Complaints {
	if g.file.Now == nil {
		return nil
	}
	n, part := g.told(g.file.Now)
	r := &nowReader{g: g}
	at := func(key string) []any { return []any{"now", key} }
	if n.Round < 1 || n.Round > int(g.rounds) {
		r.Wrong(at("round"), fmt.Sprintf("round %d", n.Round), fmt.Sprintf("1 to %d", g.rounds))
		n.Round = 1
	}
	r.s.round = uint8(n.Round)
	if n.Round == 1 {
		r.s.first = 1
	}
	r.s.phase = phase(r.Index(at("waits for"), "wait", n.Wait, rows.PhaseNames))
	for item := range r.s.items {
		r.s.items[item].at = itemGone
	}
	r.seats(n)
	r.orders(n)
	if r.s.phase == phOver && n.Wait == rows.PhaseNames[phOver] {
		if r.s.over = uint8(r.Index(at("ended"), "ending", n.Ended, rows.EndNames)); r.s.over == endNone {
			r.Wrong(at("ended"), "a fight that is over without an ending", "one of draw, first, second")
		}
	} else {
		r.s.actor = uint8(r.Index(at("seat"), "combatant", n.Seat, g.names()))
		if n.By != "" {
			r.s.by = uint8(r.Index(at("by"), "combatant", n.By, g.names()))
		}
	}
	if len(n.Pools) != 0 && len(n.Pools) != 2 || len(n.Pools) == 2 && (n.Pools[0] < 0 || n.Pools[1] < 0 || n.Pools[0] > 99 || n.Pools[1] > 99) {
		r.Wrong(at("tactics"), "Tactics Pools that are none", "two numbers, 0 to 99")
	} else if len(n.Pools) == 2 {
		r.s.pools = [2]uint8{uint8(n.Pools[0]), uint8(n.Pools[1])}
	}
	if r.s.quiet = uint8(max(0, n.Quiet)); n.Quiet >= int(g.rule.standOff) && r.s.phase != phOver {
		r.Wrong(at("quiet"), fmt.Sprintf("%d quiet rounds", n.Quiet), fmt.Sprintf("fewer than %d, or a fight that is over", g.rule.standOff))
	}
	if n.Busy {
		r.s.busy = 1
	}
	r.holds(n)
	if n.Turn != nil {
		r.turn(n.Turn)
	}
	if n.Deed != nil && len(r.Complaints) == 0 {
		r.action(n.Deed)
	}
	if len(r.Complaints) == 0 {
		r.sound()
	}
	g.start = r.s
	if part && len(r.Complaints) == 0 {
		g.file.Now = g.now(&g.start)
	}
	return r.Complaints
}

func (r *nowReader) seats(n *rows.Now) {
	g := r.g
	for _, name := range keys(n.Seats) {
		r.Index([]any{"now", "seats", strict.Key(name)}, "combatant", name, g.names())
	}
	for i := range g.n {
		ns, ok := n.Seats[g.name(i)]
		if !ok {
			r.Wrong([]any{"now", "seats"}, "nothing about "+g.name(i), "one entry for each combatant")
			continue
		}
		r.seat([]any{"now", "seats", g.name(i)}, i, ns)
	}
}

// bits reads names of bits.
func bits[B ~uint8](r *nowReader, path []any, what string, set, names []string) (out B) {
	for k, name := range set {
		out |= 1 << r.Index(append(slices.Clone(path), k), what, name, names)
	}
	return out
}

// who reads a seat by its name, as 1 + seat; nothing is 0.
func (r *nowReader) who(path []any, name string) uint8 {
	if name == "" {
		return 0
	}
	return uint8(1 + r.Index(path, "combatant", name, r.g.names()))
}

func (r *nowReader) seat(at []any, i int, ns rows.NowSeat) {
	g, c := r.g, &r.s.seats[i]
	put := func(more ...any) []any { return append(slices.Clone(at), more...) }
	number := func(key string, n, least, most int) uint8 { return uint8(r.Within(put(key), key, n, least, most)) }
	c.mettle = int8(r.Within(put("mettle"), "mettle", ns.Mettle, -10, 10))
	c.wounds = number("wounds", ns.Wounds, 0, int(g.deadFrom(c, i)))
	c.status = bits[status](r, put("status"), "status", ns.Status, rows.StatusNames)
	if ns.At != "" {
		c.square = r.square(put("at"), ns.At)
	} else if g.conscious(&r.s, i) {
		r.Wrong(put("at"), g.name(i)+" stands nowhere", "at: a square of the map")
	}
	if ns.Stance != "" {
		c.stance = stance(r.Index(put("stance"), "stance", ns.Stance, rows.StanceNames))
	}
	c.focus = bits[focus](r, put("struck"), "part", ns.Focus, rows.FocusNames)
	if ns.Stun != nil {
		if *ns.Stun%10 != 0 || *ns.Stun < 0 || *ns.Stun > 20 {
			r.Wrong(put("stunned"), fmt.Sprintf("%d to shake it off", *ns.Stun), "20, 10 or 0")
		}
		c.stun = uint8(3 - *ns.Stun/10)
	}
	c.tangle = number("entangled", ns.Tangle, 0, 255)
	c.initiative = number("initiative", ns.Initiative, 0, 255)
	c.void = number("void", ns.Void, 0, 99)
	if g.seats[i].mook && c.void > 0 {
		r.Wrong(put("void"), "a mook with Void Points", "none")
	}
	c.spent = bits[spent](r, put("used"), "use", ns.Spent, rows.SpentNames)
	c.turns = bits[turns](r, put("has"), "word", ns.Turns, rows.TurnsNames)
	c.swapped = r.who(put("swapped"), ns.Swapped)
	c.earth = number("earth", ns.Earth, 0, earthMax)
	for k, name := range ns.Guards {
		c.guards |= 1 << r.Index(put("guards", k), "combatant", name, g.names())
	}
	c.hold = number("grapple", ns.Hold, 0, holdsMax)
	if ns.Maintained {
		c.hold |= holdMaintained
	}
	c.spite = r.who(put("broke"), ns.Spite)
	if ns.SpiteLast {
		c.spite |= spiteLast
	}
	if ns.Rides != "" {
		k := r.Index(put("rides"), "steed", ns.Rides, g.names())
		if !g.seats[k].steed || g.seats[i].steed || g.foes(i, k) || r.s.seats[k].mount != 0 {
			r.Wrong(put("rides"), ns.Rides+" cannot be ridden by "+g.name(i), "a steed of its own side without another rider")
		} else {
			c.mount, r.s.seats[k].mount = uint8(1+k), uint8(1+i)
		}
	}
	r.weapons(put, i, ns)
}

// square reads one; a wall or an unknown one is a mistake.
func (r *nowReader) square(path []any, word string) uint8 {
	sq, ok := r.g.ground.named(word)
	if !ok || r.g.ground.wall[sq] {
		r.Wrong(path, fmt.Sprintf("no free square is called %q", word), "a square of the map, as in c4")
		return 0
	}
	return sq
}

func (r *nowReader) weapons(put func(...any) []any, i int, ns rows.NowSeat) {
	g := r.g
	have := 0
	for _, name := range g.seats[i].items {
		if name != "" {
			have++
		}
	}
	if len(ns.Weapons) != have {
		r.Wrong(put("weapons"), fmt.Sprintf("%d places of weapons", len(ns.Weapons)), fmt.Sprintf("%d, one for each it has", have))
		return
	}
	for k, ni := range ns.Weapons {
		it := item{at: itemGone}
		switch {
		case ni.With != "" && ni.At != "":
			r.Wrong(put("weapons", k), "a weapon that somebody has and that lies somewhere", "with: or at:")
		case ni.With != "":
			it = item{at: uint8(r.Index(put("weapons", k, "with"), "combatant", ni.With, g.names()))}
			if ni.Ready {
				it.at |= itemReady
			}
		case ni.At != "":
			it = item{at: itemLying, square: r.square(put("weapons", k, "at"), ni.At)}
		}
		if ni.Slack {
			it.at |= itemSlack
		}
		r.s.items[i*slotsMax+k] = it
	}
}

// orders reads the order of initiative, and that of the round.
func (r *nowReader) orders(n *rows.Now) {
	lasting, ok := r.order("order", n.Order)
	passing := lasting
	if n.Turns != nil {
		var fine bool
		passing, fine = r.order("this round", n.Turns)
		ok = ok && fine
	}
	if ok {
		r.g.keep(&r.s, lasting, passing)
	}
}

func (r *nowReader) order(key string, names []string) (o order, ok bool) {
	g := r.g
	seen := map[int]bool{}
	for k, name := range names {
		i := r.Index([]any{"now", key, k}, "combatant", name, g.names())
		if k < g.n {
			o[k] = uint8(i)
		}
		seen[i] = true
	}
	if len(names) != g.n || len(seen) != g.n {
		r.Wrong([]any{"now", key}, "an order that leaves somebody out, or names one twice", "every combatant once")
		return o, false
	}
	return o, true
}

func (r *nowReader) holds(n *rows.Now) {
	g := r.g
	if len(n.Holds) > holdsMax {
		r.Wrong([]any{"now", "grapples"}, fmt.Sprintf("%d grapples", len(n.Holds)), fmt.Sprintf("at most %d", holdsMax))
		return
	}
	for k, nh := range n.Holds {
		at := func(key string) []any { return []any{"now", "grapples", k, key} }
		h := hold{control: r.who(at("control"), nh.Control), starter: r.who(at("weapon of"), nh.Starter)}
		if h.starter != 0 {
			h.with = r.arm(at("with"), int(h.starter)-1, nh.With)
		}
		r.s.holds[k] = h
	}
	for k := range r.s.holds {
		count := 0
		for i := range g.n {
			if int(r.s.seats[i].hold&holdNumber) == k+1 {
				count++
			}
		}
		if count == 1 {
			r.Wrong([]any{"now", "grapples"}, fmt.Sprintf("one alone in grapple %d", k+1), "two at least")
		}
	}
}

// arm reads a way to strike with a weapon that a seat has, or its own.
func (r *nowReader) arm(path []any, i int, word string) uint8 {
	g := r.g
	found := -1
	for j := range g.arms {
		a := &g.arms[j]
		mine := a.item == noItem || g.holds(&r.s, i, a.item)
		if a.name == word && (found < 0 || mine && !g.has(&r.s, i, found)) {
			found = j
		}
	}
	if found < 0 {
		var names []string
		for j := range g.arms {
			names = append(names, g.arms[j].name)
		}
		r.Index(path, "weapon", word, names)
		return 0
	}
	return uint8(found)
}

// has says whether a seat strikes with an arm now.
func (g *Game) has(s *State, i, j int) bool {
	return g.arms[j].item == noItem || g.holds(s, i, g.arms[j].item)
}

func (r *nowReader) turn(n *rows.NowTurn) {
	at := func(key string) []any { return []any{"now", "turn", key} }
	s := &r.s
	number := func(key string, n, most int) uint8 { return uint8(r.Within(at(key), key, n, 0, most)) }
	s.simple, s.quick = number("simple", n.Simple, 2), number("quick", n.Quick, 2)
	s.moved, s.pace = number("moved", n.Moved, 120), number("pace", n.Pace, 20)
	s.steeds = number("steed", n.Steeds, 2)
	for k, word := range n.Did {
		all := append(append(append([]string{}, rows.DidNames...), rows.SaidNames...), rows.RunNames...)
		switch b := r.Index(append(at("did"), k), "word", word, all); {
		case b < len(rows.DidNames):
			s.did |= 1 << b
		case b < len(rows.DidNames)+len(rows.SaidNames):
			s.said |= 1 << (b - len(rows.DidNames))
		default:
			s.run |= 1 << (b - len(rows.DidNames) - len(rows.SaidNames))
		}
	}
}

// damageMax bounds the damage of a position: more of a roll never counts, with the longest ladder, Reduction and Endure.
const damageMax = 240

func (r *nowReader) action(n *rows.NowAction) {
	g, s := r.g, &r.s
	at := func(key string) []any { return []any{"now", "action", key} }
	number := func(key string, n, most int) uint8 { return uint8(r.Within(at(key), key, n, 0, most)) }
	s.last, s.more, s.far = number("called", n.Last, int(doCount-doRoll)), number("extra damage", n.More, raisesMax), number("squares", n.Far, 120)
	s.free, s.margin, s.damage = number("free raises", n.Free, raisesMax), number("margin", n.Margin, halfMax), number("damage", n.Damage, damageMax)
	s.calls, s.won = bits[calls](r, at("calls"), "maneuver", n.Calls, rows.CallNames), bits[calls](r, at("won"), "maneuver", n.Won, rows.CallNames)
	s.bonus = bits[bonus](r, at("gains"), "gain", n.Bonus, rows.BonusNames)
	s.boost, s.void, s.asked = bits[uint8](r, at("boost"), "combatant", n.Boost, g.names()), bits[uint8](r, at("void"), "combatant", n.Void, g.names()), bits[uint8](r, at("asked"), "combatant", n.Asked, g.names())
	if n.Does == "" {
		return
	}
	s.do = uint8(r.Index(at("does"), "action", n.Does, rows.ActionNames))
	switch uint16(s.do) {
	case doAttack, doGrapple, doHit:
		s.with = r.arm(at("with"), int(s.actor), n.With)
		s.at = uint8(r.Index(at("at"), "combatant", n.At, g.names()))
		if n.Part != "" {
			s.part = uint8(1 + r.Index(at("part"), "part", n.Part, rows.PartNames))
		}
	case doMove, doSteedMove:
		s.to, s.part, s.more = r.square(at("to"), n.To), s.more&1, 0
	case doTrial:
		var names []string
		for _, t := range g.trials {
			names = append(names, t.what)
		}
		if len(names) == 0 {
			r.Wrong(at("does"), "a test the scene does not have", "tests: with it")
			return
		}
		s.with = uint8(r.Index(at("with"), "test", n.With, names))
	}
}

// sound refuses a position whose parts do not fit, so that no file can lead the engine astray.
func (r *nowReader) sound() {
	g, s := r.g, &r.s
	stood := map[uint8]int{}
	for i := range g.n {
		c := &s.seats[i]
		if !g.conscious(s, i) {
			if (c.wounds >= g.deadFrom(c, i) || g.rule.bleeding == 0 || c.status&gone != 0) && c.status&^gone != 0 || c.hold != 0 || c.mount != 0 {
				r.Wrong([]any{"now", "seats", g.name(i)}, g.name(i)+" is out of the fight and still in something", "no status, grapple or steed")
			}
			continue
		}
		r.upright(i)
		if k, twice := stood[c.square]; twice && !g.seats[i].steed && !g.seats[k].steed {
			r.Wrong([]any{"now", "seats", g.name(i), "at"}, fmt.Sprintf("%s and %s on %s", g.name(k), g.name(i), g.ground.name(c.square)), "a square for each")
		}
		stood[c.square] = i
	}
	if len(r.Complaints) > 0 {
		return
	}
	if s.phase == phOver {
		over, seats, items, round := s.over, s.seats, s.items, s.round
		*s = State{seats: seats, items: items, holds: s.holds, round: round, over: over, phase: phOver}
		return
	}
	if what, want := r.waits(); what != "" {
		r.Wrong([]any{"now", "waits for"}, what, want)
		return
	}
	if t := *s; g.decided(&t, nil) {
		r.Wrong([]any{"now", "waits for"}, "the fight is decided", "both sides standing, or waits for: over")
	}
}

// upright checks one who is in the fight.
func (r *nowReader) upright(i int) {
	g, s := r.g, &r.s
	c := &s.seats[i]
	at := func(key string) []any { return []any{"now", "seats", g.name(i), key} }
	if s.phase > phOpening && c.stance == noStance {
		r.Wrong(at("stance"), g.name(i)+" has no stance", text.OneOf("", rows.StanceNames[1:]))
	}
	if c.mount != 0 && c.square != s.seats[c.mount-1].square {
		r.Wrong(at("at"), g.name(i)+" and its mount on two squares", "one square for both")
	}
	if c.guards&(1<<i) != 0 || int(c.guards)>>g.n != 0 {
		r.Wrong(at("guards"), g.name(i)+" guards itself", "others of its side")
	}
	for k := range g.n {
		if c.guards&(1<<k) != 0 && g.foes(i, k) {
			r.Wrong(at("guards"), g.name(i)+" guards a foe", "others of its side")
		}
	}
	if g.hands(s, i) < 0 {
		r.Wrong(at("weapons"), g.name(i)+" has more ready than hands for it", "a [Large] weapon alone, or two for one hand each")
	}
	if c.hold == holdMaintained {
		r.Wrong(at("maintained"), g.name(i)+" maintains no grapple", "grapple: its number")
	}
}

// waits says what is wrong with what the fight waits for.
func (r *nowReader) waits() (what, want string) {
	g, s := r.g, &r.s
	actor, by, do := int(s.actor), int(s.by), uint16(s.do)
	none := s.do == 0 && s.calls == 0 && s.more == 0 && s.part == 0 && s.free == 0 && s.margin == 0 && s.damage == 0 && s.won == 0
	if s.phase > phRound && !(s.phase == phCall || s.phase == phTest) && !g.acts(s, actor) {
		return g.name(actor) + " cannot act and has the turn", "one who can"
	}
	if s.phase >= phStance && g.turnless(s, actor) {
		return g.name(actor) + " is ridden and has the turn", "its rider"
	}
	target := func() bool { return g.foes(actor, int(s.at)) && g.conscious(s, int(s.at)) }
	struckAt := do == doAttack || do == doGrapple || do == doHit
	if struckAt && (!target() || !g.has(s, actor, int(s.with)) && g.arms[s.with].kind != thrown) {
		return fmt.Sprintf("%s at %s with %s", deedNames[do], g.name(int(s.at)), g.arms[s.with].name), "a foe in the fight, and a weapon in hand"
	}
	if g.raises(s) > raisesMax || g.freed(s) > g.raises(s) {
		return fmt.Sprintf("%d raises, %d of them free", g.raises(s), g.freed(s)), fmt.Sprintf("at most %d, and no more free than called", raisesMax)
	}
	if (s.calls != 0 || s.more != 0 || s.part != 0 && struckAt) && do != doAttack {
		return "maneuvers without an attack", "does: attack"
	}
	if s.round > 1 && s.phase <= phOpening {
		return fmt.Sprintf("%s in round %d", rows.PhaseNames[s.phase], s.round), "round: 1"
	}
	switch s.phase {
	case phInitiative:
		if !none || g.seats[by].initiative != 0 {
			return "the initiative of " + g.name(by), "by: one who rolls it"
		}
	case phTie:
		if _, n := g.tied(s); n < 2 {
			return "a draw among nobody", "two of one initiative at least"
		}
	case phOpening:
		if s.seats[by].stance != noStance {
			return g.name(by) + " has a stance", "by: one without"
		}
	case phRound:
		if c := &s.seats[by]; c.void == 0 || !g.acts(s, by) || g.turnless(s, by) || c.turns&declared != 0 {
			return g.name(by) + " has nothing to declare", "by: one with Void Points who has not declared"
		}
	case phStance, phAct:
		if !none || s.phase == phStance && s.first != 0 {
			return rows.PhaseNames[s.phase] + " with an action under way", "no action:, and a stance from round 2 on"
		}
	case phCall, phTest:
		return r.testing()
	case phVie, phContest:
		return r.contesting()
	case phStrike, phDamage, phEndure:
		if do != doAttack && do != doHit || g.arms[s.with].harmless && s.calls&disarm == 0 {
			return "damage of no blow", "does: attack or hit"
		}
		var room [8]rules.Action
		if s.phase == phStrike && len(g.damageGains(s, room[:0])) < 2 || s.phase == phEndure && !g.endures(s) {
			return "a choice nobody has", "waits for: damage"
		}
	case phShove:
		var room [64]rules.Action
		if s.won&(push|pull) == 0 || do != doAttack || len(g.shoveTargets(s, room[:0])) < 2 {
			return "a push that is none", "one that was won, and room for it"
		}
	case phExtra:
		var room [256]rules.Action
		if len(g.attacks(s, room[:0])) == 0 || s.do != 0 {
			return "an extra attack at nobody", "a foe in reach"
		}
	case phAgree:
		h := s.seats[actor].hold & holdNumber
		if h == 0 || s.seats[by].hold&holdNumber != h || by == actor || s.do != 0 {
			return "an agreement of those who share no grapple", "by: another in the grapple"
		}
	}
	return "", ""
}

// testing checks a test that is called for or thrown.
func (r *nowReader) testing() (what, want string) {
	g, s := r.g, &r.s
	by := int(s.by)
	switch do := uint16(s.do); do {
	case doAttack, doGrapple, doDefend, doMove, doSteedMove, doEscape, doTrial:
		if by != int(s.actor) {
			return fmt.Sprintf("%s by %s in %s's turn", deedNames[do], g.name(by), g.name(int(s.actor))), "by: whose turn it is"
		}
	case doShake:
		if s.seats[by].stun == 0 {
			return g.name(by) + " is not stunned", "one who is"
		}
	case doRally:
		if s.seats[by].status&stricken == 0 {
			return g.name(by) + " is not incapacitated", "one who is"
		}
	default:
		return "a test of nothing", "an action with a test"
	}
	var room [256]rules.Action
	if s.phase == phCall && len(g.menu(s, room[:0])) < 2 {
		return "nothing to call", "waits for: test"
	}
	return "", ""
}

// contesting checks a contest under way.
func (r *nowReader) contesting() (what, want string) {
	g, s := r.g, &r.s
	if s.wrestle() {
		if s.seats[s.actor].hold&holdNumber == 0 {
			return "a contest of one who is not grappled", "one who is"
		}
	} else {
		called := calls(0)
		if s.last > trialNone && s.last < trialCount {
			called = [...]calls{trialKnockdown: knockdown, trialShove: push | pull, trialDisarm: disarm}[s.last]
		}
		if uint16(s.do) != doAttack || s.calls&called == 0 {
			return "a contest nobody called for", "calls: with it"
		}
	}
	var room [8]rules.Action
	if o, n := g.contenders(s); s.phase == phVie && (!slices.Contains(o[:n], s.by) || s.asked&(1<<s.by) != 0 || len(g.efforts(s, int(s.by), room[:0])) < 2) {
		return g.name(int(s.by)) + " has nothing to add", "by: a contender who has"
	}
	return "", ""
}

// Edit is a GM's change: "Aki wounds=12", "Aki earth=3", "Aki at=c4", "Aki prone", "Aki void=1", "Aki out".
func (g *Game) Edit(s *State, change string, log *rules.Log) error {
	const want = "a combatant and a change, as in Aki wounds=12; wounds=, void=, at=, earth=, stance=, prone, up, stunned, blind, sees, incapacitated, free and out are known"
	var was seat
	who := -1
	err := rules.Change(s, change, want, g.names(), log, func(next *State, i int, rest string) error {
		switch {
		case s.phase == phOver:
			return fmt.Errorf("the fight is over, want an undo first")
		case s.do != 0 || s.phase == phVie || s.phase == phContest || s.phase == phAgree || s.phase == phExtra:
			return fmt.Errorf("an action is under way, want an edit before or after it")
		case !g.conscious(s, i):
			return fmt.Errorf("%s is out, want an undo first", g.name(i))
		}
		was, who = s.seats[i], i
		return g.edit(next, i, rest)
	})
	if err != nil {
		return err
	}
	g.worsened(s, who, who, &was, log)
	switch {
	case g.decided(s, log):
	case s.phase >= phStance && !g.acts(s, int(s.actor)):
		g.next(s, log)
	case s.phase == phAct:
		g.onward(s, log)
	case s.phase == phRound && !g.acts(s, int(s.by)), s.phase == phRound && s.seats[s.by].void == 0:
		g.declare(s, log)
	}
	return nil
}

func (g *Game) edit(s *State, i int, rest string) error {
	c := &s.seats[i]
	key, value, _ := strings.Cut(rest, "=")
	switch key {
	case "wounds":
		n, err := rules.Figure(key, value, int(g.deadFrom(c, i)))
		c.wounds = uint8(n)
		return err
	case "void":
		n, err := rules.Figure(key, value, 10)
		if err == nil && n > 0 && g.seats[i].mook {
			return fmt.Errorf("%s is a mook, want no Void Points", g.name(i))
		}
		c.void = uint8(n)
		return err
	case "earth": // RK-71
		n, err := rules.Figure(key, value, 10)
		if err == nil && n == 0 {
			return fmt.Errorf("earth cannot be 0, want 1 to 10")
		}
		c.mettle = int8(n - g.seats[i].rings[ringEarth])
		return err
	case "at":
		sq, ok := g.ground.named(value)
		if f := g.stand(s); !ok || g.ground.wall[sq] || f[sq] != 0 {
			return fmt.Errorf("%q is no free square, want one of the map, as in c4", value)
		}
		if c.hold != 0 {
			g.leaves(s, i, -1, nil)
		}
		g.place(s, i, sq, nil)
		return nil
	case "stance":
		k := slices.Index(rows.StanceNames, value)
		if k <= 0 || !g.allows(s, i, stance(k)) {
			return fmt.Errorf("the stance cannot be %q, want %s", value, text.OneOf(value, rows.StanceNames[1:]))
		}
		c.stance, c.earth = stance(k), 0
		return nil
	}
	if strings.Contains(rest, "=") {
		key = ""
	}
	switch key {
	case "prone":
		c.status |= prone
	case "up":
		c.status &^= prone
	case "stunned":
		c.stun = 1
	case "blind":
		c.status |= blind
	case "sees":
		c.status &^= blind
	case "incapacitated":
		c.status = c.status&^waning | stricken
	case "free":
		if c.hold != 0 {
			g.leaves(s, i, -1, nil)
		}
		c.tangle = 0
	case "out":
		c.wounds = max(c.wounds, g.outFrom(c, i))
	default:
		return fmt.Errorf("%q is no change, want wounds=, void=, at=, earth=, stance=, prone, up, stunned, blind, sees, incapacitated, free or out", rest)
	}
	return nil
}
