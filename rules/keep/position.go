package keep

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"kokyu/rules"
	"kokyu/rules/book"
	"kokyu/rules/keep/rows"
	"kokyu/rules/strict"
	"kokyu/rules/text"
)

// Positions as files. A now: block says how things are where a round or a turn begins, or at the start or the end of a
// fight; since: lists what has been done from there. A position that is written and read is an equal State.
//
// People write such files too, and leave out what is as at the start. So every value is read by itself first, with its
// place for complaints, and [nowReader.sound] refuses at the end what does not fit together.

// Position returns the file of a position in which a round or a turn begins, and of what has been done since.
func (g *Game) Position(s *State, since ...book.Move) ([]byte, error) {
	now := g.now(s)
	return book.Position(g.Page, now, g.beginningAt(now.Wait), since)
}

// head returns what the file of a position has above its now: block.
func (g *Game) head() any {
	file := g.Encounter
	file.Rows, file.Now, file.Since = book.Difference(g.Rows, rows.DefaultBook()), nil, nil
	return file
}

// now returns the now: block of a position, without what is as usual: an order of the round that is that of the fight,
// empty pools, slots not in use.
func (g *Game) now(s *State) *rows.Now {
	n := &rows.Now{Round: int(s.round), Wait: rows.PhaseNames[s.phase], Seats: map[string]rows.NowSeat{},
		Ended: book.EndNames[s.over], QuietRounds: int(s.quietRounds), Eventful: s.eventful != 0}
	if turn := g.Turn(s); turn.Begins {
		n.Seat = g.name(int(turn.Seat))
	}
	fight, round := g.orders(s)
	n.Order = g.seatNames(fight)
	if round != fight {
		n.RoundOrder = g.seatNames(round)
	}
	if s.tacticsPools != [2]uint8{} {
		n.TacticsPools = []int{int(s.tacticsPools[0]), int(s.tacticsPools[1])}
	}
	n.Effects, n.Untold = g.nowEffects(s), s.untold != 0
	for i := range g.n {
		n.Seats[g.name(i)] = g.nowSeat(s, i)
	}
	for k, h := range s.grapples {
		if !s.hasGrapplers(k) {
			continue
		}
		// seats name a grapple by its place in the list
		n.Grapples = append(n.Grapples, make([]rows.NowGrapple, k-len(n.Grapples))...)
		nh := rows.NowGrapple{Control: g.nameOf(h.control), Starter: g.nameOf(h.starter)}
		if h.starter != 0 {
			nh.With = g.arms[h.with].name
		}
		n.Grapples = append(n.Grapples, nh)
	}
	return n
}

// nameOf returns the name of a seat, given as 1 + the seat; empty for 0.
func (g *Game) nameOf(seat uint8) string {
	if seat == 0 {
		return ""
	}
	return g.name(int(seat) - 1)
}

// seatNames returns the names of an order.
func (g *Game) seatNames(o order) []string {
	return text.Each(o[:g.n], func(i uint8) string { return g.name(int(i)) })
}

// namesOf returns the names of a set of seats.
func (g *Game) namesOf(set uint8) []string { return book.BitWords(set, g.Names()) }

// nowSeat returns what a now: block has of seat i.
func (g *Game) nowSeat(s *State, i int) rows.NowSeat {
	c := &s.seats[i]
	n := rows.NowSeat{Wounds: int(c.wounds), Stance: rows.StanceNames[c.stance], Status: book.BitWords(c.status, rows.StatusNames),
		Focus: book.BitWords(c.focus, rows.FocusNames), EscapeNumber: int(c.escapeNumber),
		Initiative: int(c.initiative), Void: int(c.voidPoints), Spent: book.BitWords(c.spent, rows.SpentNames),
		TurnMarks: book.BitWords(c.turnMarks, rows.TurnMarkNames), SwappedWith: g.nameOf(c.swappedWith),
		EarthBonus: int(c.earthBonus), Guards: g.namesOf(c.guards), Grapple: int(c.grappleNumber()), Maintained: c.grapple&grappleMaintained != 0,
		BrokeFrom: g.nameOf(c.brokeFrom & brokeFromSeat), BrokeLastTurn: c.brokeFrom&brokeLastTurn != 0, EarthChange: int(c.earthChange)}
	if c.square != 0 || g.isConscious(s, i) {
		n.At = g.ground.Name(c.square)
	}
	if c.stun != 0 {
		n.Stun = new(20 - 10*(int(c.stun)-1)) // the number that shakes it off: 20, 10 or 0
	}
	if !g.seats[i].steed {
		n.Rides = g.nameOf(c.mount)
	}
	for k, name := range g.seats[i].weapons {
		if name == "" {
			break
		}
		it := s.items[i*weaponsMax+k]
		ni := rows.NowItem{Ready: it.at&itemReady != 0, Unstrung: it.at&itemUnstrung != 0}
		switch {
		case it.at&itemLying != 0:
			ni.At = g.ground.Name(it.square)
		case it.at&itemGone == 0:
			ni.With = g.name(int(it.at & itemHolder))
		}
		n.Weapons = append(n.Weapons, ni)
	}
	return n
}

// nowReader turns a now: block into a State, and gathers complaints on the way.
type nowReader struct {
	g *Game
	s State
	strict.Complaints
}

// beginningAt returns the now: block from which a file that waits for this takes what it leaves out. Before the opening
// stances are chosen, the stances are those of the encounter.
func (g *Game) beginningAt(wait string) *rows.Now {
	s := g.firstTurn()
	if k := slices.Index(rows.BoundaryNames, wait); k >= int(phInitiative) && k <= int(phOpening) {
		for i := range g.n {
			s.seats[i].stance = g.Outset.seats[i].stance
		}
	}
	return g.now(s)
}

// firstTurn returns the position at the beginning of the first turn, in the order of the file. Seats without a stance
// in the file are in Water.
func (g *Game) firstTurn() *State {
	s := g.Outset
	s.phase = phAct
	s.clearTurn()
	for i := range g.n {
		c := &s.seats[i]
		if c.stance == noStance {
			c.stance = water
		}
	}
	s.actor = uint8(g.seatAt(&s, 0))
	s.simpleLeft, s.steedSimpleLeft = g.simpleActions(&s), g.steedActions(&s)
	return &s
}

// readValues makes the file's now: block the first position of the game. If the encounter has mistakes (known is false)
// it only checks each value by itself, so as not to miss what an unknown row would have brought a second time.
func (g *Game) readValues(known bool) strict.Complaints {
	if g.Outset = g.First; g.Encounter.Now == nil {
		return nil
	}
	n, given := book.FillNow(g.Encounter.Now, func() *rows.Now { return g.beginningAt(g.Encounter.Now.Wait) })
	// From round 2 on a turn begins with the choice of its stance, and not with its actions.
	if given != nil && n.Round > 1 && given.Get("waits for") == nil {
		n.Wait = rows.PhaseNames[phStance]
	}
	r := &nowReader{g: g}
	at := func(key string) []any { return []any{"now", key} }
	r.s.round = uint8(r.Within(at("round"), "round", n.Round, 1, int(g.rounds), book.RoundsKnown...))
	if r.s.round == 1 {
		r.s.firstRound = 1
	}
	if r.s.phase = phase(r.Index(at("waits for"), "wait", n.Wait, rows.BoundaryNames)); n.Wait == rows.PhaseNames[phFirst] {
		r.s.phase = phFirst // the one phase whose place in BoundaryNames is not its number
	}
	for item := range r.s.items {
		r.s.items[item].at = itemGone
	}
	book.EachSeat(n.Seats, g.Names(), &r.Complaints, r.readSeat)
	r.unhorse(given)
	r.readOrders(n)
	before := len(r.Complaints)
	switch {
	case r.s.phase == phOver && n.Wait == rows.PhaseNames[phOver]:
		r.s.over = book.Ending(n.Ended, &r.Complaints)
	case r.s.phase == phOpening, r.s.phase == phRound:
		r.s.by = uint8(r.Index(at("seat"), "combatant", n.Seat, g.Names()))
	case r.s.phase == phFirst:
	case r.s.phase >= phStance:
		r.s.actor = uint8(r.Index(at("seat"), "combatant", n.Seat, g.Names()))
	}
	r.Rest(before, at("waits for"))
	isWrong := func(n int) bool { return n < 0 || n > poolMax }
	switch {
	case len(n.TacticsPools) != 0 && len(n.TacticsPools) != 2, slices.ContainsFunc(n.TacticsPools, isWrong):
		r.Wrong(at("tactics"), "Tactics Pools that are none", fmt.Sprintf("two numbers, 0 to %d", poolMax))
	case len(n.TacticsPools) == 2:
		r.s.tacticsPools = [2]uint8{uint8(n.TacticsPools[0]), uint8(n.TacticsPools[1])}
	}
	if r.s.quietRounds = uint8(max(0, n.QuietRounds)); n.QuietRounds >= int(g.rule.StandOff) && r.s.phase != phOver {
		r.Wrong(at("quiet"), fmt.Sprintf("%d quiet rounds", n.QuietRounds), fmt.Sprintf("fewer than %d, or a fight that is over", g.rule.StandOff),
			at("waits for"), book.RulingPath("quiet rounds"))
	}
	if n.Eventful {
		r.s.eventful = 1
	}
	r.readGrapples(n)
	r.readEffects(n)
	// Effects that the file leaves out are those of the start, except of seats that do not meet their needs now.
	if given != nil && given.Get("effects") == nil {
		g.takeBackUnmet(&r.s)
	}
	if known && len(r.Complaints) == 0 && g.Encounter.Sure("rounds") {
		r.sound()
	}
	g.First = r.s
	if given != nil && len(r.Complaints) == 0 {
		g.Encounter.Now = g.now(&g.First)
	}
	return r.Complaints
}

// readSeatName reads the name of a seat as 1 + seat, an empty one as 0.
func (r *nowReader) readSeatName(path strict.Path, name string) uint8 {
	if name == "" {
		return 0
	}
	return uint8(1 + r.Index(path, "combatant", name, r.g.Names()))
}

// readSeat reads what nowSeat wrote. It complains of values that are out of bounds by themselves.
func (r *nowReader) readSeat(at strict.Path, i int, ns rows.NowSeat) {
	g, c := r.g, &r.s.seats[i]
	number := func(key string, n, most int) uint8 { return uint8(r.Within(at.And(key), key, n, 0, most)) }
	c.earthChange = int8(r.Within(at.And("mettle"), "mettle", ns.EarthChange, -10, 10))
	c.wounds = number("wounds", ns.Wounds, int(g.deadFrom(c, i)))
	c.status = status(r.Bits(at.And("status"), "status", ns.Status, rows.StatusNames))
	if ns.At != "" {
		c.square = r.readSquare(at.And("at"), ns.At)
	} else if g.isConscious(&r.s, i) {
		r.Wrong(at.And("at"), g.name(i)+" stands nowhere", "at: a square of the map")
	}
	if ns.Stance != "" {
		c.stance = stance(r.Index(at.And("stance"), "stance", ns.Stance, rows.StanceNames))
	}
	c.focus = focus(r.Bits(at.And("struck"), "part", ns.Focus, rows.FocusNames))
	if ns.Stun != nil {
		if *ns.Stun%10 != 0 || *ns.Stun < 0 || *ns.Stun > 20 {
			r.Wrong(at.And("stunned"), fmt.Sprintf("%d to shake it off", *ns.Stun), "20, 10 or 0")
		}
		c.stun = uint8(3 - *ns.Stun/10)
	}
	c.escapeNumber = number("entangled", ns.EscapeNumber, 255)
	c.initiative = number("initiative", ns.Initiative, 255)
	c.voidPoints = number("void", ns.Void, poolMax)
	if g.seats[i].mook && c.voidPoints > 0 {
		r.Wrong(at.And("void"), "a mook with Void Points", "none")
	}
	c.spent = spent(r.Bits(at.And("used"), "use", ns.Spent, rows.SpentNames))
	c.turnMarks = turnMarks(r.Bits(at.And("has"), "word", ns.TurnMarks, rows.TurnMarkNames))
	c.swappedWith = r.readSeatName(at.And("swapped"), ns.SwappedWith)
	c.earthBonus = number("earth", ns.EarthBonus, earthMax)
	c.guards = uint8(r.Bits(at.And("guards"), "combatant", ns.Guards, g.Names()))
	c.grapple = number("grapple", ns.Grapple, grapplesMax)
	if ns.Maintained {
		c.grapple |= grappleMaintained
	}
	c.brokeFrom = r.readSeatName(at.And("broke"), ns.BrokeFrom)
	if ns.BrokeLastTurn {
		c.brokeFrom |= brokeLastTurn
	}
	if ns.Rides != "" {
		before := len(r.Complaints)
		k := r.Index(at.And("rides"), "steed", ns.Rides, g.Names())
		r.Rest(before, book.NamesKnown)
		if !g.seats[k].steed || g.seats[i].steed || g.foes(i, k) || r.s.seats[k].mount != 0 {
			r.Wrong(at.And("rides"), ns.Rides+" cannot be ridden by "+g.name(i),
				"a steed of its own side without another rider", book.RowOf(ns.Rides))
		} else {
			c.mount, r.s.seats[k].mount = uint8(1+k), uint8(1+i)
		}
	}
	r.readWeapons(at, i, ns)
}

// unhorse takes riders off their steeds if either is out of the fight now and they ride only since the file leaves
// rides: out and they did at the start.
func (r *nowReader) unhorse(given *strict.Node) {
	g, s := r.g, &r.s
	for i := range g.n {
		c := &s.seats[i]
		k := int(c.mount) - 1
		if g.isRiding(s, i) && book.IsLeftOut(given, g.name(i), "rides") && !(g.isConscious(s, i) && g.isConscious(s, k)) {
			c.mount, s.seats[k].mount = 0, 0
		}
	}
}

// readSquare reads the name of a square; a wall or an unknown one is a mistake.
func (r *nowReader) readSquare(path strict.Path, word string) uint8 {
	sq, ok := r.g.ground.SquareNamed(word)
	if !ok || r.g.ground.Wall[sq] {
		r.Wrong(path, fmt.Sprintf("no free square is called %q", word), "a square of the map, as in c4", book.SquaresKnown)
		return 0
	}
	return sq
}

// readWeapons reads where the weapons of seat i are, in the order of its line: with somebody, on a square, or gone.
func (r *nowReader) readWeapons(at strict.Path, i int, ns rows.NowSeat) {
	g := r.g
	have := 0
	for have < weaponsMax && g.seats[i].weapons[have] != "" {
		have++
	}
	if len(ns.Weapons) != have {
		r.Wrong(at.And("weapons"), fmt.Sprintf("%d places of weapons", len(ns.Weapons)),
			fmt.Sprintf("%d, one for each it has", have))
		return
	}
	for k, ni := range ns.Weapons {
		it := item{at: itemGone}
		switch {
		case ni.With != "" && ni.At != "":
			r.Wrong(at.And("weapons", k), "a weapon that somebody has and that lies somewhere", "with: or at:")
		case ni.With != "":
			it = item{at: uint8(r.Index(at.And("weapons", k, "with"), "combatant", ni.With, g.Names()))}
			if ni.Ready {
				it.at |= itemReady
			}
		case ni.At != "":
			it = item{at: itemLying, square: r.readSquare(at.And("weapons", k, "at"), ni.At)}
		}
		if ni.Unstrung {
			it.at |= itemUnstrung
		}
		r.s.items[i*weaponsMax+k] = it
	}
}

// readOrders reads the order of the fight, and that of the round if the file has another. It keeps neither if one has a
// mistake.
func (r *nowReader) readOrders(n *rows.Now) {
	fight, ok := r.readOrder("order", n.Order)
	round, fine := fight, true
	if n.RoundOrder != nil {
		round, fine = r.readOrder("this round", n.RoundOrder)
	}
	if ok && fine {
		r.g.storeOrders(&r.s, fight, round)
	}
}

// readOrder reads an order of seats by their names; ok is false if it leaves out a seat or names one twice.
func (r *nowReader) readOrder(key string, names []string) (o order, ok bool) {
	g := r.g
	seen := map[int]bool{}
	for k, name := range names {
		i := r.Index([]any{"now", key, k}, "combatant", name, g.Names())
		if k < g.n {
			o[k] = uint8(i)
		}
		seen[i] = true
	}
	if len(names) != g.n || len(seen) != g.n {
		r.Wrong([]any{"now", key}, "an order that leaves somebody out, or names one twice", "every combatant once",
			book.NamesKnown, strict.Path{"now", key})
		return o, false
	}
	return o, true
}

// nowEffects returns what a now: block has of the slots in use: effects that last, and deeds that are begun, drawn or
// used up.
func (g *Game) nowEffects(s *State) (all []rows.NowEffect) {
	for k := range g.slots {
		lasts, e := s.slots[k], g.slotEffect(k)
		if lasts == (slotState{}) {
			continue
		}
		n := rows.NowEffect{What: e.row, On: g.namesOf(lasts.on)}
		if e.nth > 0 {
			n.Nth = 1 + int(e.nth)
		}
		if !e.shared {
			n.Of = g.name(int(e.owner))
		}
		switch {
		case lasts.on == 0:
			n.Is = rows.MarkNames[lasts.left-markDrawn]
		case lasts.left < noRounds:
			n.Left = int(lasts.left)
		}
		all = append(all, n)
	}
	return all
}

// readEffects reads what nowEffects wrote.
func (r *nowReader) readEffects(n *rows.Now) {
	g := r.g
	for k, ne := range n.Effects {
		at := func(key string) []any { return []any{"now", "effects", k, key} }
		var names []string
		slot := slices.IndexFunc(g.slots, func(k uint8) bool {
			e := &g.effects[k]
			names = append(names, e.row)
			return e.row == ne.What && int(e.nth) == max(0, ne.Nth-1) &&
				(e.shared && ne.Of == "" || !e.shared && g.name(int(e.owner)) == ne.Of)
		})
		if slot < 0 {
			before := len(r.Complaints)
			if r.OneOf(at("what"), "effect that is kept", ne.What, names) {
				r.Wrong(at("of"), fmt.Sprintf("%q has not brought it so", ne.Of),
					"of: who has it, or nobody where all have it alike; nth: of several of a row")
			}
			r.Rest(before, book.AllRows, book.NamesKnown)
			continue
		}
		e := g.slotEffect(slot)
		lasts := slotState{on: uint8(r.Bits(at("on"), "combatant", ne.On, g.Names()))}
		switch {
		case lasts.on != 0 && (ne.Is != "" || !e.isLasting()):
			r.Wrong(at("on"), ne.What+" that is on somebody and does not last", "on:, or is:")
		case lasts.on == 0 && ne.Is == "":
			r.Wrong(at("on"), ne.What+" on nobody", "on:, or is:")
		case lasts.on == 0:
			lasts.left = markDrawn + uint8(r.Index(at("is"), "word", ne.Is, rows.MarkNames))
			if d := g.deedOf(slot); d == nil || !d.canHaveMark(lasts.left) {
				r.Wrong(at("is"), ne.What+" cannot be "+ne.Is, "what it can be")
			}
		case e.rounds > noRounds:
			lasts.left = e.rounds
		default:
			lasts.left = uint8(r.Within(at("left"), "rounds", ne.Left, 0, int(e.rounds)))
		}
		r.s.slots[slot] = lasts
	}
	if n.Untold && len(g.beginningEvents) > 0 {
		r.s.untold = 1
	}
}

// readGrapples reads the grapples, and refuses one with a single participant.
func (r *nowReader) readGrapples(n *rows.Now) {
	g := r.g
	if len(n.Grapples) > grapplesMax {
		r.Wrong([]any{"now", "grapples"}, fmt.Sprintf("%d grapples", len(n.Grapples)), fmt.Sprintf("at most %d", grapplesMax))
		return
	}
	for k, nh := range n.Grapples {
		at := func(key string) []any { return []any{"now", "grapples", k, key} }
		h := grapple{control: r.readSeatName(at("control"), nh.Control), starter: r.readSeatName(at("weapon of"), nh.Starter)}
		if h.starter != 0 {
			h.with = r.readArm(at("with"), int(h.starter)-1, nh.With)
		}
		r.s.grapples[k] = h
	}
	var counts [1 + grappleNumberBits]int // by 1 + index of a grapple
	for i := range g.n {
		counts[r.s.seats[i].grappleNumber()]++
	}
	for k := range r.s.grapples {
		if counts[1+k] == 1 {
			r.Wrong([]any{"now", "grapples"}, fmt.Sprintf("one alone in grapple %d", k+1),
				"two at least", strict.Path{"now", "seats"})
		}
	}
}

// readArm reads the name of an arm as its index. Of arms with one name it is that of a weapon which seat i has ready.
func (r *nowReader) readArm(path strict.Path, i int, word string) uint8 {
	g := r.g
	isOwn := func(a arm) bool { return a.name == word && (a.item == noItem || g.hasReady(&r.s, i, a.item)) }
	if own := slices.IndexFunc(g.arms, isOwn); own >= 0 {
		return uint8(own)
	}
	return uint8(r.Index(path, "weapon", word, text.Each(g.arms, func(a arm) string { return a.name })))
}

// sound refuses a position whose parts do not fit each other: the engine takes for granted that a rider and its steed
// share a square, that nobody guards itself, and the like.
func (r *nowReader) sound() {
	g, s := r.g, &r.s
	stood := map[uint8]int{}
	for i := range g.n {
		c := &s.seats[i]
		if !g.isConscious(s, i) {
			if (c.wounds >= g.deadFrom(c, i) || g.rule.Bleeding == 0 || c.status&gone != 0) && c.status&^(gone|yielded) != 0 ||
				c.status&gone == 0 && c.status&yielded != 0 || c.grapple != 0 || c.mount != 0 {
				r.Wrong([]any{"now", "seats", g.name(i)}, g.name(i)+" is out of the fight and still in something",
					"no status, grapple or steed")
			}
			continue
		}
		r.checkConscious(i)
		if k, twice := stood[c.square]; twice && !g.seats[i].steed && !g.seats[k].steed {
			r.Wrong([]any{"now", "seats", g.name(i), "at"},
				fmt.Sprintf("%s and %s on %s", g.name(k), g.name(i), g.ground.Name(c.square)), "a square for each")
		}
		stood[c.square] = i
	}
	if len(r.Complaints) > 0 {
		return
	}
	if what, want := r.beginPhase(); what != "" {
		r.Wrong([]any{"now", "waits for"}, what, want)
		return
	}
	if t := *s; s.phase != phOver && g.endIfDecided(&t, nil) {
		r.Wrong([]any{"now", "waits for"}, "the fight is decided", "both sides standing, or waits for: over")
	}
}

// checkConscious does so for one combatant who is conscious.
func (r *nowReader) checkConscious(i int) {
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
	if g.freeHands(s, i) < 0 {
		r.Wrong(at("weapons"), g.name(i)+" has more ready than hands for it",
			"a [Large] weapon alone, or two for one hand each")
	}
	if c.grapple == grappleMaintained {
		r.Wrong(at("maintained"), g.name(i)+" maintains no grapple", "grapple: its number")
	}
}

// beginPhase sets what else a position has as the phase that it waits for begins. It returns what is wrong with waiting
// for that, and what is wanted instead; both are empty if nothing is wrong.
func (r *nowReader) beginPhase() (what, want string) {
	g, s := r.g, &r.s
	actor, by := int(s.actor), int(s.by)
	switch first := s.firstRound != 0; {
	case s.phase == phStance && first:
		return "a stance chosen in round 1", "waits for: turn: the stances of round 1 are taken before it"
	case s.phase == phAct && !first:
		return fmt.Sprintf("the middle of a turn in round %d", s.round),
			"waits for: stance, and since: with the stance and all from there"
	case s.phase != phOver && s.phase <= phOpening && !first:
		return fmt.Sprintf("%s in round %d", rows.PhaseNames[s.phase], s.round), "round: 1"
	}
	switch s.phase {
	case phFirst:
		if s.dueEffects = g.dueAt(s, whenRound); s.dueEffects == 0 {
			return "effects that are not there", "waits for: void points, or turn"
		}
		t, ok := g.nextAsked(s)
		if !ok {
			return "effects in whatever order", "waits for: void points, or turn"
		}
		s.by = g.effects[g.momentEffects[whenRound][t]].owner
	case phOver:
		s.quietRounds, s.eventful, s.tacticsPools, s.slots = 0, 0, [2]uint8{}, [slotsMax]slotState{}
	case phInitiative, phTie:
		if g.askInitiative(s, 0, nil); s.phase > phTie && !g.Turn(s).Begins {
			return "an exchange before the initiative", "nobody in a grapple, stunned or incapacitated"
		}
	case phOpening:
		if s.seats[by].stance != noStance {
			return g.name(by) + " has a stance", "seat: one without"
		}
	case phRound:
		if c := &s.seats[by]; c.voidPoints == 0 || !g.canAct(s, by) || g.isRidden(s, by) || c.turnMarks&declared != 0 {
			return g.name(by) + " has nothing to declare", "seat: one with Void Points who has not declared"
		}
	default:
		switch {
		case !g.canAct(s, actor):
			return g.name(actor) + " cannot act and has the turn", "one who can"
		case g.isRidden(s, actor):
			return g.name(actor) + " is ridden and has the turn", "its rider"
		}
		if s.simpleLeft, s.steedSimpleLeft = 2, g.steedActions(s); s.phase == phAct {
			s.simpleLeft = g.simpleActions(s)
		}
	}
	return "", ""
}

// Edit makes a GM's change, as "Aki wounds=12", "Aki at=c4", "Aki prone" or "Aki flees".
func (g *Game) Edit(s *State, change string, log *rules.Log) error {
	was := *s
	isBeginning := s.untold != 0 || s.phase == phInitiative && s.round == 1
	return rules.Change(s, change, g.Names(), log, rules.Edits[State]{
		Example:   "a combatant and a change, as in Aki wounds=12; wounds=, void=, at=, earth=, stance=, prone, up, stunned, blind, sees, incapacitated, free, out, yields and flees are known",
		MayChange: func(i int) error { return g.mayEdit(s, i) },
		Change:    g.edit,
		Yield:     g.yield,
		Continue: func(who int) {
			g.applyRankChange(s, who, who, &was.seats[who], log)
			if isBeginning {
				g.setOffAgain(s)
			}
			switch {
			case g.endIfDecided(s, log):
			case s.phase == phOpening:
				g.askOpening(s, log)
			case s.phase == phFirst:
				g.beginRoundEffects(s, log)
			case s.phase >= phStance && !g.canAct(s, int(s.actor)):
				g.beginNextTurn(s, log)
			case s.phase == phStance:
				s.steedSimpleLeft = g.steedActions(s)
			case s.phase == phAct:
				g.continueTurn(s, log)
			case s.phase == phRound && !g.canAct(s, int(s.by)), s.phase == phRound && s.seats[s.by].voidPoints == 0:
				g.askDeclarations(s, log)
			}
		},
	})
}

// mayEdit returns an error unless a GM may change seat i now: not in the middle of an action, which may depend on what
// would change.
func (g *Game) mayEdit(s *State, i int) error {
	switch {
	case s.phase == phOver:
		return fmt.Errorf("the fight is over, want an undo first")
	case s.seats[i].status&gone != 0:
		return fmt.Errorf("%s is no longer in the fight, want an undo first", g.name(i))
	case !g.isConscious(s, i):
		return fmt.Errorf("%s is out, want an undo first", g.name(i))
	case s.do != 0 || s.phase == phEffort || s.phase == phContest || s.phase == phAgree ||
		s.phase == phExtra || s.phase == phWhich ||
		s.phase == phFirst && !g.Turn(s).Begins:
		return rules.UnderWay(underWay(s))
	}
	return nil
}

// underWay names what has to end before a GM's change.
func underWay(s *State) string {
	return cmp.Or(phases[s.phase].UnderWay, text.Either(s.do != 0, "the action", "the turn"))
}

// edit makes a change of seat i: a value as "wounds=12", or a flag as "prone". A combatant that is put on another
// square, or set free, leaves its grapple.
func (g *Game) edit(s *State, i int, rest string) error {
	c := &s.seats[i]
	key, value, _ := strings.Cut(rest, "=")
	switch key {
	case "wounds":
		n, err := rules.ParseFigure(key, value, int(g.deadFrom(c, i)))
		c.wounds = uint8(n)
		return err
	case "void":
		n, err := rules.ParseFigure(key, value, 10)
		if err == nil && n > 0 && g.seats[i].mook {
			return fmt.Errorf("%s is a mook, want no Void Points", g.name(i))
		}
		c.voidPoints = uint8(n)
		return err
	case "earth": // RK-71
		n, err := rules.ParseFigure(key, value, 10)
		if err == nil && n == 0 {
			return fmt.Errorf("earth cannot be 0, want 1 to 10")
		}
		c.earthChange = int8(n - g.seats[i].rings[ringEarth])
		return err
	case "at":
		sq, ok := g.ground.SquareNamed(value)
		if occupied := g.seatsBySquare(s); !ok || g.ground.Wall[sq] || occupied[sq] != 0 {
			return fmt.Errorf("%q is no free square, want one of the map, as in c4", value)
		}
		g.leaveGrapple(s, i, byNobody, nil)
		g.moveTo(s, i, sq, nil)
		return nil
	case "stance":
		k := slices.Index(rows.StanceNames, value)
		if k <= 0 || !g.canBeIn(s, i, stance(k)) {
			return fmt.Errorf("the stance cannot be %q, want %s", value, text.OneOf(value, rows.StanceNames[1:]))
		}
		c.stance, c.earthBonus = stance(k), 0
		return nil
	}
	switch rest {
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
		c.status = c.status&^recoversNext | incapacitated
	case "free":
		g.leaveGrapple(s, i, byNobody, nil)
		c.escapeNumber = 0
	case "out":
		c.wounds = max(c.wounds, g.outFrom(c, i))
	default:
		return fmt.Errorf("%q is no change, want wounds=, void=, at=, earth=, stance=, prone, up, stunned, blind, sees, incapacitated, free or out", rest)
	}
	return nil
}
