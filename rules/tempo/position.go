package tempo

import (
	"fmt"
	"slices"
	"strings"

	"kokyu/rules"
	"kokyu/rules/book"
	"kokyu/rules/strict"
	"kokyu/rules/tempo/rows"
	"kokyu/rules/text"
)

// Positions as files. A now: block says how things are between two actions of a turn, or at the start and the end of a
// fight; since: lists what has been done since then, as of an action under way. Reading a position back gives an equal
// State.
//
// People write such files too, and leave out what is as at the start. So every value is read by itself first, with its
// place for complaints, and what does not fit together is refused at the end ([nowReader.sound]).

// Position returns the encounter file of a boundary and of what has happened since.
func (g *Game) Position(s *State, since ...book.Move) ([]byte, error) {
	return book.Position(g.Page, g.now(s), g.startNow(), since)
}

// head returns what a position says above its now: block.
func (g *Game) head() any {
	file := g.Encounter
	file.Rows, file.Now, file.Since = book.Difference(g.Rows, rows.DefaultBook()), nil, nil
	return file
}

// now returns the now: block of a position.
func (g *Game) now(s *State) *rows.Now {
	n := &rows.Now{Round: int(s.round) + 1, Wait: rows.PhaseNames[s.phase],
		Seats: map[string]rows.NowSeat{}, Ended: book.EndNames[s.over]}
	if s.phase != phOver {
		n.Seat = g.name(int(s.actor))
	}
	if s.phase > phBegin {
		n.First = g.name(int(s.first))
	}
	if s.aimedAt != 0 {
		n.Aim = g.name(int(s.aimedAt) - 1)
	}
	for i := range g.n {
		n.Seats[g.name(i)] = g.nowSeat(s, i)
	}
	return n
}

// nowSeat returns what a now: block says of seat i, in the document's words. Of a seat that is out of the fight it has
// the status; of one that has yielded or fled also what it carries into the next fight.
func (g *Game) nowSeat(s *State, i int) rows.NowSeat {
	f, c := &g.seats[i], &s.seats[i]
	n := rows.NowSeat{Status: rows.StatusNames[c.status]}
	if c.boxes != [3]uint8{} {
		n.Wounds = []int{int(c.boxes[0]), int(c.boxes[1]), int(c.boxes[2])}
	}
	if c.lostAt != [2]uint8{} {
		n.Lost = []string{g.lostPlaceWords(c.lostAt[0]), g.lostPlaceWords(c.lostAt[1])}
	}
	if !c.status.isInFight() {
		return n
	}
	n.AP, n.At, n.Shots, n.Loading = int(c.ap), g.ground.Name(c.square), int(c.shots), int(c.loadingAP)
	if c.partner != 0 {
		n.Partner = g.name(int(c.partner) - 1)
	}
	if c.hand != slotNone {
		n.Hand = f.slots[c.hand].name
	}
	return n
}

// nowReader turns a now: block into a State, and gathers complaints on the way.
type nowReader struct {
	g *Game
	s State
	strict.Complaints
	given *strict.Node // the now: block as the file has it; nil if it is of a record
}

// startNow returns the now: block that completes one of a file: what the file leaves out is as at the start.
func (g *Game) startNow() *rows.Now { return g.now(&g.Outset) }

// readValues makes the file's now: block the first position of the game. If the encounter has mistakes (known is false)
// it only checks each value by itself: what an unknown row would have brought is then not missed a second time.
func (g *Game) readValues(known bool) strict.Complaints {
	if g.Outset = g.First; g.Encounter.Now == nil {
		return nil
	}
	n, given := book.FillNow(g.Encounter.Now, g.startNow)
	r := &nowReader{g: g, given: given}
	lastRound := int(g.rounds)
	if n.Wait == rows.PhaseNames[phOver] {
		lastRound++ // the rounds of a fight that time has ended are all over
	}
	if n.Round < 1 || n.Round > lastRound {
		r.Wrong([]any{"now", "round"}, fmt.Sprintf("round %d", n.Round),
			fmt.Sprintf("1 to %d", g.rounds), book.RoundsKnown...)
		n.Round = 1
	}
	r.s.round = uint8(n.Round - 1)
	r.s.phase = phase(r.Index([]any{"now", "waits for"}, "wait", n.Wait, rows.BoundaryNames))
	book.EachSeat(n.Seats, g.Names(), &r.Complaints, func(at strict.Path, i int, ns rows.NowSeat) {
		r.s.seats[i] = r.seatFrom(at, i, ns)
	})
	if r.s.phase == phOver && n.Wait == rows.PhaseNames[phOver] {
		r.s.over = book.Ending(n.Ended, &r.Complaints)
	} else {
		before := len(r.Complaints)
		r.s.actor = uint8(r.Index([]any{"now", "seat"}, "combatant", n.Seat, g.Names()))
		r.Rest(before, strict.Path{"now", "waits for"})
	}
	if r.s.phase > phBegin {
		if given != nil && n.First == "" {
			n.First = n.Seat // the file does not say it
		}
		before := len(r.Complaints)
		r.s.first = uint8(r.Index([]any{"now", "first"}, "combatant", n.First, g.Names()))
		r.Rest(before, strict.Path{"now", "seat"})
	}
	if n.Aim != "" {
		r.s.aimedAt = uint8(1 + r.Index([]any{"now", "aim"}, "combatant", n.Aim, g.Names()))
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

// seatFrom reads what nowSeat wrote. A status that is unknown is read as Off Guard, so that the mistakes of the other
// keys are found too.
func (r *nowReader) seatFrom(at strict.Path, i int, ns rows.NowSeat) seat {
	g := r.g
	f := &g.seats[i]
	c := seat{status: status(r.Index(at.And("status"), "status", ns.Status, rows.StatusNames)), hand: slotNone}
	switch {
	case !slices.Contains(rows.StatusNames, ns.Status):
		c.status = offGuard
	case c.status == out:
		return seat{}
	}
	if len(ns.Wounds) != 0 && len(ns.Wounds) != 3 {
		r.Wrong(at.And("wounds"), fmt.Sprintf("%d numbers", len(ns.Wounds)), "minor, moderate and severe wounds")
	} else {
		for k, w := range ns.Wounds {
			if w < 0 || w > int(f.boxes[k]) {
				r.Wrong(at.And("wounds", k), fmt.Sprintf("%d %s wounds", w, rows.CategoryNames[k+1]),
					fmt.Sprintf("0 to %d", f.boxes[k]), book.RulingPath(rows.CategoryNames[k+1]+" boxes"))
				w = 0
			}
			c.boxes[k] = uint8(w)
		}
	}
	if !c.status.isInFight() {
		r.readArms(at, i, rows.NowSeat{Shots: ns.Shots, Loading: ns.Loading, Lost: ns.Lost}, &c)
		return seat{status: c.status, boxes: c.boxes, lostAt: c.lostAt}
	}
	if book.IsLeftOut(r.given, g.name(i), "ap") { // as at the start, as far as its Wounds let it
		ns.AP = min(ns.AP, int(g.apMax(&c)))
	}
	if ns.AP < 0 || ns.AP > int(g.apMax(&c)) {
		r.Wrong(at.And("ap"), fmt.Sprintf("%d AP", ns.AP), fmt.Sprintf("0 to %d", g.apMax(&c)),
			at.And("wounds"), book.RulingPath("action points"), book.RulingPath("severe short"))
		ns.AP = 0
	}
	c.ap = uint8(ns.AP)
	c.square = r.readSquare(at.And("at"), ns.At)
	if ns.Partner != "" {
		c.partner = uint8(1 + r.Index(at.And("partner"), "combatant", ns.Partner, g.Names()))
	}
	r.readArms(at, i, ns, &c)
	return c
}

// readSquare reads the name of a square; a blocked or unknown one is a mistake.
func (r *nowReader) readSquare(path strict.Path, word string) uint8 {
	sq := r.g.ground.squareOf(word)
	if sq == 0 || r.g.ground.Wall[sq] {
		r.Wrong(path, fmt.Sprintf("no free square is called %q", word), "a square of the map, as in c4", book.SquaresKnown)
		return 1
	}
	return sq
}

// nowhereWord is the place of a weapon that was lost before the fight.
const nowhereWord = "gone"

// lostPlaceWords words where a weapon lies: on a square, or nowhere.
func (g *Game) lostPlaceWords(at uint8) string {
	return text.Either(at == nowhere, nowhereWord, g.ground.Name(at))
}

// readArms reads which weapon is in hand, where the others lie, and what a ranged one has loaded.
func (r *nowReader) readArms(at strict.Path, i int, ns rows.NowSeat, c *seat) {
	f := &r.g.seats[i]
	names := []string{f.slots[0].name, f.slots[1].name}
	if len(ns.Lost) > 2 {
		r.Wrong(at.And("lost"), fmt.Sprintf("%d places", len(ns.Lost)), "one for each weapon")
		return
	}
	for k, word := range ns.Lost {
		if word == "" {
			continue
		}
		if c.lostAt[k] = nowhere; word != nowhereWord {
			c.lostAt[k] = r.readSquare(at.And("lost", k), word)
		}
		if !f.slots[k].present {
			r.Wrong(at.And("lost", k), "a weapon "+f.name+" never had", "a place for each of its own")
		}
	}
	if k := slices.Index(names, ns.Hand); k >= 0 && c.lostAt[k] != 0 && book.IsLeftOut(r.given, f.name, "hand") {
		ns.Hand = "" // the weapon it holds at the start is lost by now
	}
	if ns.Hand != "" {
		c.hand = uint8(r.Index(at.And("hand"), "weapon", ns.Hand, names))
		if c.lostAt[c.hand&1] != 0 || !f.slots[c.hand&1].present {
			r.Wrong(at.And("hand"), "a weapon in hand that is lost", "another, or none")
		}
	}
	for k := range f.slots {
		sl := &f.slots[k]
		if !sl.ranged {
			continue
		}
		if ns.Shots < 0 || ns.Shots > int(sl.shots) || ns.Loading < 0 || ns.Loading >= int(sl.reload) {
			r.Wrong(at.And("shots"), fmt.Sprintf("%d shots, %d AP of loading", ns.Shots, ns.Loading),
				fmt.Sprintf("0 to %d shots, 0 to %d AP", sl.shots, sl.reload-1))
			return
		}
		c.shots, c.loadingAP = uint8(ns.Shots), uint8(ns.Loading)
		return
	}
	if ns.Shots != 0 || ns.Loading != 0 {
		r.Wrong(at.And("shots"), f.name+" has nothing to load", "no shots")
	}
}

// sound refuses a position whose parts do not fit each other, which the rules never lead to: the engine takes for
// granted that a partner is a foe whose partner one is, that a bind is of two weapons, and the like.
func (r *nowReader) sound() {
	g, s := r.g, &r.s
	stood := map[uint8]int{}
	for i := range g.n {
		c := &s.seats[i]
		if !c.status.isInFight() {
			continue
		}
		if k, twice := stood[c.square]; twice {
			r.Wrong([]any{"now", "seats", g.name(i), "at"},
				fmt.Sprintf("%s and %s on %s", g.name(k), g.name(i), g.ground.Name(c.square)), "a square for each")
		}
		stood[c.square] = i
		r.checkPair(i)
	}
	if len(r.Complaints) > 0 {
		return
	}
	bad := func(key, what, want string) { r.Wrong([]any{"now", key}, what, want) }
	actor := int(s.actor)
	switch {
	case s.phase == phOver:
		s.aimedAt = 0
	case !s.isInFight(actor):
		bad("seat", g.name(actor)+" is out of the fight", "one who is in it")
	case s.phase == phInitiative && s.actor != g.order[0]:
		bad("seat", g.name(actor)+" before the initiative", g.name(int(g.order[0])))
	case s.phase <= phBegin && s.aimedAt != 0 ||
		s.aimedAt != 0 && (!s.isInFight(int(s.aimedAt)-1) || !g.foes(actor, int(s.aimedAt)-1)):
		bad("aim", "an aim at "+g.name(int(s.aimedAt)-1), "a foe in the fight, on one's own turn")
	case s.phase == phInitiative && !g.rule.RolledInitiative && len(g.highestReactions()) == 1:
		bad("waits for", "initiative in a fight without", "turn")
	}
	if len(r.Complaints) > 0 || s.phase == phOver {
		return
	}
	if t := *s; g.endIfDecided(&t, nil) {
		bad("waits for", "the fight is decided", "both sides standing, or waits for: over")
	}
}

// checkPair refuses a bind, grapple or pin of seat i whose other end does not fit.
func (r *nowReader) checkPair(i int) {
	g, c := r.g, &r.s.seats[i]
	at := strict.Path{"now", "seats", g.name(i), "status"}
	if c.status < bound {
		if c.partner != 0 {
			r.Wrong(at, fmt.Sprintf("%s is %s with a partner", g.name(i), rows.StatusNames[c.status]), "no partner")
		}
		return
	}
	k := int(c.partner) - 1
	if k < 0 || !r.s.isInFight(k) || !g.foes(i, k) || !r.s.seats[k].isPartner(i) {
		r.Wrong(at, fmt.Sprintf("%s is %s with nobody who is so with it", g.name(i), rows.StatusNames[c.status]),
			"partner: a foe whose partner it is")
		return
	}
	other := r.s.seats[k].status
	fits := c.status == bound && other == bound || c.status == grappled && (other == grappled || other == pinned) ||
		c.status == pinned && other == grappled
	if !fits {
		r.Wrong(at, fmt.Sprintf("%s is %s and %s %s", g.name(i), rows.StatusNames[c.status], g.name(k), rows.StatusNames[other]),
			"both bound, both grappled, or one grappled and one pinned")
	}
	if c.status == bound && !g.hasMeleeInHand(c, i) {
		r.Wrong(at, g.name(i)+" is bound without a weapon", "hand: a melee weapon")
	}
	if g.ground.Distance(c.square, r.s.seats[k].square) > groundMax {
		r.Wrong(at, "a bind across the map", "two near each other")
	}
}

// Edit returns a GM's change: "Aldric ap=4", "Aldric minor=1", "Aldric at=c4", "Aldric status=off guard", "Aldric out".
func (g *Game) Edit(s *State, change string, log *rules.Log) error {
	return rules.Change(s, change, g.Names(), log, rules.Edits[State]{
		Example:   "a combatant and a change, as in Aldric ap=4; ap=, minor=, moderate=, severe=, at=, status=, out, yields and flees are known",
		MayChange: func(i int) error { return g.mayEdit(s, i) },
		Change:    g.edit,
		Yield:     g.yield,
		Continue: func(int) {
			switch {
			case g.endIfDecided(s, log):
			case !s.isInFight(int(s.actor)):
				g.beginNextTurn(s, log)
			case s.phase == phStamina && len(g.recoveryOdds(s, nil)) < 2:
				g.recoverStamina(s, log)
			case s.phase == phTurn:
				g.continueTurn(s, log)
			}
		},
	})
}

// mayEdit returns an error unless a GM may change seat i now.
func (g *Game) mayEdit(s *State, i int) error {
	switch {
	case s.phase == phOver:
		return fmt.Errorf("the fight is over, want an undo first")
	case s.seats[i].status == yielded || s.seats[i].status == fled:
		return fmt.Errorf("%s has yielded, want an undo first", g.name(i))
	case !s.isInFight(i):
		return fmt.Errorf("%s is out, want an undo first", g.name(i))
	case s.phase != phTurn && s.phase != phStamina:
		return rules.UnderWay(phases[s.phase].UnderWay)
	}
	return nil
}

// edit makes a change that a GM types of seat i: a value as "ap=4" or "status=on guard", or "out". A bind or grapple
// ends if one of the two is put elsewhere or gets another status. AP beyond what the wounds allow are lost.
func (g *Game) edit(s *State, i int, rest string) error {
	c, f := &s.seats[i], &g.seats[i]
	key, value, _ := strings.Cut(rest, "=")
	number := func(most int) (uint8, error) {
		n, err := rules.ParseFigure(key, value, most)
		return uint8(n), err
	}
	var err error
	switch key {
	case "ap":
		c.ap, err = number(int(g.apMax(c)))
		return err
	case "minor", "moderate", "severe":
		k := slices.Index(rows.CategoryNames, key) - 1
		if c.boxes[k], err = number(int(f.boxes[k])); err == nil {
			c.ap = min(c.ap, g.apMax(c))
		}
		return err
	case "at":
		sq := g.ground.squareOf(value)
		taken := g.takenSquares(s)
		if sq == 0 || g.ground.Wall[sq] || taken.Has(sq) {
			return fmt.Errorf("%q is no free square, want one of the map, as in c4", value)
		}
		s.separate(i) // R-TP-23: outside force ends it
		c.square = sq
		return nil
	case "status":
		k := slices.Index(rows.StatusNames, value)
		if k != int(offGuard) && k != int(onGuard) {
			return fmt.Errorf("the status cannot be set to %q, want off guard or on guard; binds and grapples take two", value)
		}
		s.separate(i)
		c.status = status(k)
		return nil
	case "out":
		if rest == "out" {
			s.remove(i, seat{})
			return nil
		}
	}
	return fmt.Errorf("%q is no change, want ap=, minor=, moderate=, severe=, at=, status= or out", rest)
}
