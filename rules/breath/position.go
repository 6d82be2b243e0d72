package breath

import (
	"fmt"
	"slices"
	"strings"

	"kokyu/rules"
	"kokyu/rules/book"
	"kokyu/rules/breath/rows"
	"kokyu/rules/strict"
	"kokyu/rules/text"
)

// Positions. The now: block of an encounter file says how a fight stands where a breath begins (a boundary), and since:
// what has been played from there. A position that is read back is an equal State. The middle of a breath is never
// written: it is reached by playing since:, so that no impossible exchange can be read.

// Position returns the encounter file of a boundary, and of the moves since.
func (g *Game) Position(s *State, since ...book.Move) ([]byte, error) {
	return book.Position(g.Page, g.now(s), g.beginning(), since)
}

// head returns what a position says above its now: block. It never changes in a fight, and is encoded once.
func (g *Game) head() any {
	file := g.Encounter
	file.Rows, file.Now, file.Since = book.Difference(g.Rows, rows.DefaultBook()), nil, nil
	file.Sides = g.Rows.DropUnaskedSkills(file.Sides)
	return file
}

// now returns the now: block of a boundary.
func (g *Game) now(s *State) *rows.Now {
	n := &rows.Now{Round: int(s.round), Wait: rows.Phases[s.phase], Seats: map[string]rows.NowSeat{},
		Ended: book.EndNames[s.ending]}
	if s.phase != phOver {
		n.Seat = g.name(int(s.actor))
	}
	for i := range g.n {
		n.Seats[g.name(i)] = g.nowSeat(s, i)
	}
	g.writePlaces(s, n)
	if g.duel.on {
		n.Distance, n.Met = rows.Rungs[s.duel.rung], s.duel.highUsed == 1
	}
	n.Silver = g.nowSilver(s)
	return n
}

// nowSeat returns what a now: block says of seat i.
func (g *Game) nowSeat(s *State, i int) rows.NowSeat {
	c := &s.seats[i]
	n := rows.NowSeat{Energy: int(c.energy), Wounds: int(c.wounds), Place: int(c.place), Is: book.BitWords(c.flags, rows.States),
		Zero: g.zeroWords(i, c.zeroUses), Exposed: int(c.exposed), Fate: int(c.lost >> fateShift)}
	if g.hasZones && c.flags&isDown == 0 || c.hasFled() {
		n.Zone = rows.Zones[c.zone]
	}
	if c.held != [2]uint8{} {
		n.Held = []int{int(c.held[0]), int(c.held[1])}
	}
	if g.usesExtras {
		g.nowRetinue(s, i, &n)
	}
	for slot := range uint8(2) {
		switch {
		case c.isGone(slot):
			n.Gone = append(n.Gone, g.fighters[i].weaponWord(slot))
		case !c.inHand(slot):
			n.Dropped = append(n.Dropped, g.fighters[i].weaponWord(slot))
		}
		if !c.isLoaded(slot) {
			n.Unloaded = append(n.Unloaded, g.fighters[i].weaponWord(slot))
		}
	}
	if c.stance != 0 {
		n.Stance = g.stances[c.stance-1].name
	}
	if len(g.casters) > 0 {
		g.writeCaster(s, i, &n)
	}
	if g.duel.on {
		n.Guard = new(int(s.duel.guard[i]))
		n.Hurt, n.Mind = book.BitWords(s.duel.hurt[i], rows.Locations), book.BitWords(s.duel.flags[i], rows.DuelMarks)
	}
	return n
}

// beginning returns the now: block of the start. A file may leave out what is as it was then.
func (g *Game) beginning() *rows.Now { return g.now(&g.Outset) }

// readNow makes the position that the file describes the start: its now: block, and what has happened since.
func (g *Game) readNow() strict.Complaints {
	if bad := g.readValues(true); len(bad) > 0 {
		return bad
	}
	return g.Follow(g, &g.First, g.Encounter.Since)
}

// readValues makes the file's now: block the start. known is false if the rest of the file has mistakes: then it does
// not check whether the values fit each other.
func (g *Game) readValues(known bool) strict.Complaints {
	if g.Outset = g.First; g.Encounter.Now == nil {
		return nil
	}
	n, given := book.FillNow(g.Encounter.Now, g.beginning)
	r := &nowReader{g: g, given: given}
	r.s.round = uint8(r.Within([]any{"now", "round"}, "round", n.Round, 1, int(g.rounds), book.RoundsKnown...))
	switch n.Wait {
	case rows.Phases[phCount]:
		r.s.phase = phCount
	case rows.Phases[phOver]:
	default:
		r.Wrong([]any{"now", "waits for"}, fmt.Sprintf("a position that waits for %q", n.Wait),
			"count or over; in the middle of an exchange "+book.MidwayWant)
	}
	r.readSeats(n)
	r.readSpells(n)
	if g.duel.on {
		r.readDuel(n)
	} else {
		r.refuseDuel(n)
	}
	if r.s.phase == phOver {
		r.s.ending = book.Ending(n.Ended, &r.Complaints)
	} else {
		before := len(r.Complaints)
		r.s.actor = uint8(r.Index([]any{"now", "seat"}, "combatant", n.Seat, g.Names()))
		r.Rest(before, strict.Path{"now", "waits for"})
	}
	if known && len(r.Complaints) == 0 && g.Encounter.Sure("rounds") {
		if given != nil && r.s.phase == phCount && given.Get("seat") == nil {
			r.s.actor = uint8(max(0, g.nextAfter(&r.s, -1))) // the file has left it out
		}
		r.sound()
	}
	g.First = r.s
	if given != nil && len(r.Complaints) == 0 {
		g.Encounter.Now = g.now(&g.First)
	}
	return r.Complaints
}

// readSeats reads what a now: block says of each seat it names.
func (r *nowReader) readSeats(n *rows.Now) {
	r.g.fillPurses(&r.s)
	book.EachSeat(n.Seats, r.g.Names(), &r.Complaints, func(at strict.Path, i int, ns rows.NowSeat) {
		r.s.seats[i] = r.seatFrom(at, i, ns)
		r.readRetinue(at, i, ns)
	})
	r.readSilver(n)
}

// seatFrom returns one seat of a now: block. Nothing else is read of one who is down, so that equal situations are
// equal values.
func (r *nowReader) seatFrom(at strict.Path, i int, ns rows.NowSeat) seat {
	g := r.g
	f := &g.fighters[i]
	number := func(key string, n, hi int) int { return r.Within(at.And(key), key, n, 0, hi) }
	c := seat{energy: int8(number("energy", ns.Energy, rows.EnergyMax)),
		wounds: int8(r.Within(at.And("wounds"), "wounds", ns.Wounds, 0, int(f.wounds), strict.Path{"duel", "points"})),
		place:  uint8(number("place", ns.Place, rows.EnergyMax*placesPerEnergy)), zeroUses: r.readZeroUses(at.And("zero"), i, ns.Zero),
		exposed: int8(number("exposed", ns.Exposed, 20))}
	for k, w := range ns.Is {
		if w == rows.Defenseless {
			w = "shaken" // the Defenseless of a failed overload is called spent in a file
		}
		c.flags |= 1 << r.Index(at.And("is", k), "state", w, rows.States)
	}
	if c.flags&hasYielded != 0 {
		if book.IsLeftOut(r.given, f.name, "zone") {
			ns.Zone = ""
		}
		return r.readYielded(at, i, ns, c)
	}
	if c.flags&isDown != 0 {
		return seat{flags: isDown}
	}
	if c.wounds == 0 && !f.isMob {
		r.Wrong(at.And("wounds"), g.name(i)+" stands with 0 Wounds", "1 or more, or is: [down]")
	}
	c.zone = zoneScene
	if g.hasZones {
		c.zone = uint8(r.Index(at.And("zone"), "zone", ns.Zone, rows.Zones[:zoneScene]))
	}
	if len(ns.Held) > 2 {
		r.Wrong(at.And("held"), fmt.Sprintf("%d numbers", len(ns.Held)), "one for each weapon, at most two")
	}
	for slot, n := range ns.Held[:min(2, len(ns.Held))] {
		c.held[slot] = uint8(number("held", n, reservesMax))
	}
	weapons := r.readLostWeapons(at, i, ns, &c)
	c.lost |= uint8(number("fate", ns.Fate, 3)) << fateShift
	c.lost |= uint8(r.Bits(at.And("unloaded"), "weapon", ns.Unloaded, weapons)) << unloadedShift
	if ns.Stance != "" {
		var names []string
		for _, st := range f.stances {
			names = append(names, g.stances[st].name)
		}
		if k := r.Index(at.And("stance"), "stance", ns.Stance, names); k < len(f.stances) {
			c.stance = 1 + f.stances[k]
		}
	}
	return c
}

// readLostWeapons reads the weapons of seat i that lie on the ground or are gone, and returns the names of its weapons,
// by slot.
func (r *nowReader) readLostWeapons(at strict.Path, i int, ns rows.NowSeat, c *seat) (weapons []string) {
	weapons = []string{r.g.fighters[i].weaponWord(slotMain), r.g.fighters[i].weaponWord(slotSide)}
	c.lost |= uint8(r.Bits(at.And("dropped"), "weapon", ns.Dropped, weapons))
	for k, w := range ns.Gone {
		c.loseWeapon(uint8(r.Index(at.And("gone", k), "weapon", w, weapons)))
	}
	return weapons
}

// readYielded reads one who has yielded or fled. Its Wounds and lost weapons are kept, since it carries them into the
// next fight; its zone is the Outside if it has fled.
func (r *nowReader) readYielded(at strict.Path, i int, ns rows.NowSeat, read seat) seat {
	c := seat{flags: isDown | hasYielded, wounds: read.wounds}
	if read.flags&isDown == 0 || read.wounds == 0 && !r.g.fighters[i].isMob {
		r.Wrong(at.And("is"), r.g.name(i)+" has yielded and stands, or has no Wounds left",
			"is: [down, yielded], and the Wounds it had")
	}
	if ns.Zone != "" {
		if c.zone = zoneOutside; !r.g.hasZones || ns.Zone != rows.Zones[zoneOutside] {
			r.Wrong(at.And("zone"), r.g.name(i)+" has yielded and stands in a zone",
				"no zone:, or "+rows.Zones[zoneOutside]+" of one who has fled")
		}
	}
	r.readLostWeapons(at, i, ns, &c)
	return c
}

// sound refuses a position whose parts do not fit each other, which the rules never lead to.
func (r *nowReader) sound() {
	g, s := r.g, &r.s
	bad := func(what, want string) { r.Wrong([]any{"now", "waits for"}, what, want) }
	for i := range g.n {
		if g.fighters[i].isSquad() && s.isUp(i) && !s.isLeaderless(i) && !s.isUp(int(s.seats[i].commander())) {
			bad(fmt.Sprintf("%s under %s, who is down", g.name(i), g.name(int(s.seats[i].commander()))),
				"a commander who stands, or none")
			return
		}
	}
	switch next := g.nextAfter(s, -1); {
	case s.phase == phOver:
		*s = State{seats: s.seats, round: s.round, ending: s.ending, duel: s.duel, extras: s.extras}
	case g.isDecided(*s), g.duel.on && !(s.isUp(0) && s.isUp(1)):
		bad("the fight is decided", "both sides standing, or waits for: over")
	case next < 0:
		bad("nobody is in the count", "one with Energy left who has not closed")
	case int(s.actor) != next:
		r.Wrong([]any{"now", "seat"}, fmt.Sprintf("%s at the count, behind %s", g.name(int(s.actor)), g.name(next)),
			g.name(next)+", by Energy, Finesse, sides and waits")
	default:
		r.checkSpells()
	}
}

// readDuel reads what a position says of a duel. What cannot matter where it stands, or by the rulings of the file, is
// cleared, so that it is equal to the position that play leads to.
func (r *nowReader) readDuel(n *rows.Now) {
	g, d := r.g, &r.s.duel
	if n.Distance == "" {
		r.Wrong([]any{"now", "distance"}, "a duel under way without its distance",
			"distance: with "+text.OneOf("", rows.Rungs))
		return
	}
	d.rung = uint8(r.Index([]any{"now", "distance"}, "rung", n.Distance, rows.Rungs))
	if d.rung < g.duel.farthest {
		r.Wrong([]any{"now", "distance"}, "far range on a narrow path", text.OneOf("", rows.Rungs[issoku:]))
	}
	if n.Met && g.duel.highBonus != [2]int8{} {
		d.highUsed = 1
	}
	for i := range d.guard {
		ns, at := n.Seats[g.name(i)], strict.Path{"now", "seats", g.name(i)}
		switch {
		case ns.Guard == nil:
			r.Wrong(at.And("guard"), "a duelist without guard", fmt.Sprintf("guard: 0 to %d", g.fighters[i].guard))
		case *ns.Guard < 0 || *ns.Guard > int(g.fighters[i].guard):
			r.Wrong(at.And("guard"), fmt.Sprintf("guard %d", *ns.Guard), fmt.Sprintf("0 to %d", g.fighters[i].guard))
		default:
			d.guard[i] = int8(*ns.Guard)
		}
		d.hurt[i] |= uint8(r.Bits(at.And("hurt"), "location", ns.Hurt, rows.Locations))
		d.flags[i] |= uint8(r.Bits(at.And("mind"), "state", ns.Mind, rows.DuelMarks))
		if g.duel.points > 0 {
			d.hurt[i] &= hurtTorso
		}
		if g.rule.LostSteps == 0 {
			d.flags[i] &^= duelLostStep
		}
		if g.rule.StandOff == 0 {
			d.flags[i] &^= duelStandsOff | duelStoodOff
		}
		if !g.rule.OpenRound {
			d.flags[i] &^= duelWindowUsed
		}
	}
	d.clearUnneeded()
	if r.s.phase == phCount {
		g.fadeOpenings(&r.s)
	}
}

// refuseDuel refuses what a now: block says of a duel in a fight that is none.
func (r *nowReader) refuseDuel(n *rows.Now) {
	const want = "a duel: block, or nothing of one"
	if n.Distance != "" || n.Met {
		r.Wrong([]any{"now", "distance"}, "a distance in a fight that is no duel", want, strict.Path{"duel"})
	}
	for name, ns := range n.Seats {
		if ns.Guard != nil || len(ns.Hurt)+len(ns.Mind) > 0 {
			r.Wrong([]any{"now", "seats", name}, "guard or struck locations in a fight that is no duel", want,
				strict.Path{"duel"})
		}
	}
}

// clearUnneeded clears flags that mean nothing: of an opening where there is none, of far range at any other rung, and
// duelBrokeAway of the second duelist if both have it, since one alone can have made the last step out.
func (d *duelState) clearUnneeded() {
	for i := range d.flags {
		if !d.isBroken(i) {
			d.flags[i] &^= duelOpeningFades | duelWindowUsed
		}
		if d.rung != farRange {
			d.flags[i] &^= duelAtFar
		}
	}
	if d.flags[0]&d.flags[1]&duelBrokeAway != 0 {
		d.flags[1] &^= duelBrokeAway
	}
}

// isDecided reports whether a fight that goes on is decided in this position. It tries on a copy.
func (g *Game) isDecided(s State) bool { return s.phase != phOver && g.endIfDecided(&s, nil) }

// Edit makes a GM's change: "Kojiro energy=4", "Kojiro zone=core", "Kojiro +bleeding", "Kojiro -hidden", "Kojiro
// stance=none", "Kojiro yields", "Kojiro flees"; in a duel "Kojiro guard=2" and "Kojiro distance=near range". It then
// asks anew who is next, since what the fight waited for may have become impossible.
func (g *Game) Edit(s *State, change string, log *rules.Log) error {
	return rules.Change(s, change, g.Names(), log, rules.Edits[State]{
		Example:   "a combatant and a change, as in Kojiro energy=4; wounds=, energy=, zone=, stance=, +state, -state, yields and flees are known",
		MayChange: func(i int) error { return g.mayEdit(s, i) },
		Change:    g.edit,
		Yield:     g.yield,
		Continue: func(int) {
			switch {
			case g.endIfDecided(s, log):
			case s.phase == phBleed:
				g.askBleeding(s, log)
			case s.phase == phBurn:
				g.askBurning(s, log)
			case s.phase == phUnseal:
				g.askSealed(s, log)
			case s.phase == phCount || !s.isUp(int(s.actor)):
				g.callNext(s, log)
			}
			g.goOn(s, log)
		},
	})
}

// mayEdit returns an error unless a GM may change seat i now. Whoever is out of the fight may not be changed, and while
// a blow, a casting or a contest is under way nobody may.
func (g *Game) mayEdit(s *State, i int) error {
	switch c := &s.seats[i]; {
	case s.phase == phOver:
		return fmt.Errorf("the fight is over, want an undo first")
	case c.flags&hasYielded != 0:
		return fmt.Errorf("%s has yielded, want an undo first", g.name(i))
	case c.flags&isDown != 0:
		return fmt.Errorf("%s is down, want an undo first", g.name(i))
	case s.blowDepth > 0 || s.phase == phResist || s.phase == phContest || s.phase == phSecondTarget ||
		s.phase == phCast || s.phase == phFocus:
		return rules.UnderWay(underWay(s))
	}
	return nil
}

// edit makes a change that a GM types of seat i, as "wounds=2" or "+bleeding". The error says what cannot be so, and
// changes nothing.
func (g *Game) edit(s *State, i int, rest string) error {
	f, c := &g.fighters[i], &s.seats[i]
	key, value, _ := strings.Cut(rest, "=")
	isState := rest != "" && (rest[0] == '+' || rest[0] == '-')
	switch {
	case key == "energy" && !f.breathes():
		return fmt.Errorf("%s has no Energy by nature (EB-123), want wounds= or zone=", g.name(i))
	case f.isSquad() && (isState || key == "stance"):
		return fmt.Errorf("%s is a squad, want wounds=, cohesion= or zone=", g.name(i))
	case isState:
		return g.editState(c, rest)
	}
	switch key {
	case "zone":
		z := slices.Index(rows.Zones[:zoneScene], value)
		if !g.hasZones || z < 0 || !g.inPlay[z] {
			return fmt.Errorf("no zone %q here, want %s", value, text.OneOf(value, book.Keys(g.Encounter.Zones)))
		}
		c.zone = uint8(z)
		return nil
	case "stance":
		g.breakCasting(s, i, noDoer, nil)
		c.stance = 0
		names := []string{"none"}
		for _, st := range f.stances {
			names = append(names, g.stances[st].name)
			if g.stances[st].name == value {
				c.stance = 1 + st
			}
		}
		if !slices.Contains(names, value) {
			return fmt.Errorf("%s has no stance %q, want %s", g.name(i), value, text.OneOf(value, names))
		}
		return nil
	case "guard", "distance":
		return g.editDuel(s, i, key, value)
	}
	return g.editNumber(s, i, key, value, rest)
}

// editNumber makes a GM's change of a number that seat i has. 0 Wounds or Cohesion take it out of the fight.
func (g *Game) editNumber(s *State, i int, key, value, rest string) error {
	f, c := &g.fighters[i], &s.seats[i]
	most := map[string]int{"energy": rows.EnergyMax, "wounds": int(f.wounds)}
	if f.isSquad() {
		most["cohesion"] = cohesionMax
	}
	k := slices.Index(rows.PurseNames, key)
	isPurse := k >= 0 && f.purse[k] >= 0
	if isPurse {
		most[key] = rows.PurseMax
	}
	if _, has := most[key]; !has {
		return fmt.Errorf("%q is no change, want wounds=, energy=, zone=, stance=, +state or -state", rest)
	}
	n, err := rules.ParseFigure(key, value, most[key])
	switch {
	case err != nil:
		return err
	case isPurse:
		s.purses[f.purse[k]] = uint8(n)
	case key == "energy":
		c.energy = int8(n)
	case n == 0 && (key == "wounds" || key == "cohesion"):
		g.takeOut(s, i, nil)
	case key == "wounds":
		c.wounds = int8(n)
	default: // cohesion
		c.setCommand(c.commander(), int8(n))
	}
	return nil
}

// editable are the states a GM may set or lift.
var editable = []string{"closed", "strained", "hidden", "bleeding", "shaken", rows.Defenseless}

// editState makes a change like "+bleeding" or "-defenseless". Defenseless is two states, shaken until the next breath
// and spent until the round ends: a GM sets the first and clears both.
func (g *Game) editState(c *seat, rest string) error {
	word := rest[1:]
	if !slices.Contains(editable, word) {
		return fmt.Errorf("no state %q to change, want %s", word, text.OneOf(word, editable))
	}
	set, lift := flags(isShaken), flags(isDefenseless)
	if word != rows.Defenseless {
		set = 1 << slices.Index(rows.States, word)
		lift = set
	}
	if rest[0] == '+' {
		c.flags |= set
	} else {
		c.flags &^= lift
	}
	return nil
}

// editDuel makes a GM's change of guard or distance.
func (g *Game) editDuel(s *State, i int, key, value string) error {
	if !g.duel.on {
		return fmt.Errorf("%s in a fight that is no duel, want wounds=, energy=, zone=, stance=, +state or -state", key)
	}
	if s.phase != phCount && s.phase != phBreath && s.phase != phBleed {
		return rules.UnderWay(underWay(s))
	}
	if key == "distance" {
		to := slices.Index(rows.Rungs, value)
		if to < int(g.duel.farthest) {
			return fmt.Errorf("no rung %q here, want %s", value, text.OneOf(value, rows.Rungs[g.duel.farthest:]))
		}
		s.duel.rung = uint8(to)
		s.duel.clearUnneeded()
		return nil
	}
	n, err := rules.ParseFigure(key, value, int(g.fighters[i].guard))
	if err != nil {
		return err
	}
	s.duel.guard[i] = int8(n)
	s.duel.clearUnneeded()
	g.fadeOpenings(s)
	return nil
}
