package narrate

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"kokyu/rules"
	"kokyu/rules/fight"
	"kokyu/rules/text"
)

// passage is a stretch of the fight that is told together, as a turn or a breath: one law line, and the facts of which
// the tale makes beats. What its seat pays with, the purse (Energy in breath), stands in the heading of its law line:
// "R1 Jubei the Cur (10→6)".
type passage struct {
	rules.Passage
	head          rules.Head // how it begins, by the dialect
	round         int
	from, to      int          // the purse before and after it
	isToKnown     bool         // an event of this round has shown to
	isFromUnknown bool         // no event has shown from
	limit         int          // how much it may cost; 0: as much as any breath of this seat so far
	step          int          // its last step
	end           rules.Event  // of the passage that is the end of the fight
	said          []rules.Fact // what the GM has said or done since the passage before
}

// facts returns all that has happened in a passage, and what the GM said before it, in order.
func (p *passage) facts() []rules.Fact {
	all := slices.Concat(p.said, p.Facts)
	slices.SortStableFunc(all, func(a, b rules.Fact) int { return cmp.Compare(a.Step, b.Step) })
	return all
}

// eventReader makes passages of events, by a dialect and what is known of the fight so far. What it knows it has read
// from public events only, so a law line never shows what a player may not know; what no event has shown yet, as the
// purse of a record that begins in the middle, it leaves out of the line.
type eventReader struct {
	rules.Dialect
	rules.Scene
	round     int
	cast      []*seat
	open      *passage      // the one under way; nil between two
	witness   rules.Witness // of the open passage
	isPlain   bool          // the dialect has no witness of its own
	now       fight.Snapshot
	said      []rules.Fact // what the GM has said or done since the last passage
	endReason string       // the reason that was given with the last edit, which may end the fight
	hasLines  bool         // a note is a line of its own, and no fact of the tale as well
}

// newReader returns a reader that has read nothing.
func newReader(d rules.Dialect, o Options) *eventReader {
	r := &eventReader{Dialect: d, round: o.FirstRound}
	for _, f := range o.Roster {
		r.cast = append(r.cast, newSeat(f))
		r.Seats = append(r.Seats, f.Name)
		if int(f.Side) < len(r.Teams) {
			r.Teams[f.Side] = f.Team
		}
	}
	r.now = fight.Snapshot{Roster: o.Roster, Board: rules.Board{Stands: make([]rules.Stand, len(o.Roster))}}
	if o.Stood != nil {
		r.now = *o.Stood
	}
	r.now = r.now.After(nil)
	r.Match, r.SpentOn, r.Ground, r.Stand = o.Match, map[string]bool{}, r.now.Ground, r.now.StandOf
	r.MaxWounds = func(name string) int { return r.person(name).most }
	r.Scene.Purse = func(name string) int {
		if s := r.person(name); s.isPurseKnown {
			return s.purse
		}
		return -1
	}
	if r.isPlain = d.Witness == nil; r.isPlain {
		w := &plainWitness{life: d.LifeWord} // one for all passages: an attack goes on from one decision to the next
		r.Witness = func(p *rules.Passage) rules.Witness { w.Passage = p; return w }
	}
	return r
}

// headOf returns how a kind of event begins a passage, and whether it does.
func (r *eventReader) headOf(kind string) (rules.Head, bool) {
	if i := slices.IndexFunc(r.Heads, func(h rules.Head) bool { return h.Kind == kind }); i >= 0 {
		return r.Heads[i], true
	}
	return rules.Head{}, false
}

// read reads a step and returns the passages that end with it. For each event the order is: the passage that the event
// ends, what the event changes ([eventReader.readEvent]), and then the witness, which words it. So a witness sees the
// fight as it is after the event.
func (r *eventReader) read(s rules.Step) (done []*passage) {
	if !r.hasLines || s.Word != fight.WordNote {
		r.said = append(r.said, gmFacts(s)...)
	}
	if s.Edit != "" && s.Why != "" {
		r.endReason = s.Why
	}
	if s.Says() || r.isPlain && s.Secret {
		return nil
	}
	if len(s.Roll) > 0 {
		r.Dice = s.Roll
	}
	if r.isPlain && s.Do != "" && (len(s.Roll) == 0 || r.open == nil) { // each decision is a passage
		done = r.flush()
		if r.begin(rules.Head{}, s.Seat, s.N); len(s.Roll) == 0 {
			r.open.Law.Begin(text.Escape(s.Do))
		}
	}
	for _, e := range s.Events {
		if e.Secret || s.Secret {
			continue
		}
		done = append(done, r.beginOrEnd(e, s)...)
		r.readEvent(e)
		r.now.Apply(e)
		if r.open == nil {
			continue
		}
		r.open.step = s.N
		r.witness.Event(e, s)
		if r.open.head.As == rules.FormWord || e.Kind == "end" {
			done = append(done, r.flush()...)
		}
	}
	if r.open != nil {
		over := r.witness.Over(s)
		if over || r.isPlain {
			r.open.step = s.N
		}
		if over {
			done = append(done, r.flush()...)
		}
	}
	return done
}

// beginOrEnd ends the passage under way if an event belongs to the next one, and begins that.
func (r *eventReader) beginOrEnd(e rules.Event, s rules.Step) (done []*passage) {
	head, begins := r.headOf(e.Kind)
	if begins || e.Kind == "end" || e.Kind == "round" && !r.isPlain {
		if r.open != nil {
			r.witness.Ends(e, s)
		}
		done = r.flush()
	}
	if e.Kind == "round" { // before begin, so that a passage that begins with it is of the new round
		r.round = e.N
	}
	switch {
	case begins:
		r.begin(head, e.Seat, s.N)
		if head.As == rules.FormPaid {
			r.open.from, r.open.isFromUnknown = e.Left, false
			if e.N < r.person(e.Seat).limit {
				r.open.limit = e.N
			}
		}
	case e.Kind == "end":
		r.begin(rules.Head{Kind: "end"}, e.Seat, s.N)
		r.open.end = e
		r.open.end.N = cmp.Or(e.N, r.open.round)
	case r.open == nil && e.Kind != "round" && e.Kind != "edit" && (!r.isPlain || slices.Contains(plainKinds, e.Kind)):
		r.begin(append(r.Heads, rules.Head{})[0], s.Seat, s.N)
	}
	return done
}

// begin begins a passage of somebody.
func (r *eventReader) begin(head rules.Head, name string, step int) {
	who := r.person(name)
	r.open = &passage{Passage: rules.Passage{Kind: head.Kind, Seat: name, Scene: &r.Scene}, head: head,
		round: max(r.round, 1), step: step, from: who.purse, isFromUnknown: who.Name != "" && !who.isPurseKnown}
	r.witness = r.Witness(&r.open.Passage)
}

// flush ends the passage under way, if any, and returns it without the facts that change nothing in the tale. Holds and
// weapons are followed here, fact by fact, because what changes nothing depends on what came before in the passage.
func (r *eventReader) flush() []*passage {
	p := r.open
	if p == nil {
		return nil
	}
	who := r.person(p.Seat)
	p.to, p.isToKnown = who.purse-p.Regain, who.isPurseKnown
	p.said, r.open, r.said = r.said, nil, nil
	for i := 0; i < len(p.Facts); i++ {
		r.noteHold(&p.Facts[i])
		if armed, isMissing := r.pickUp(p.Facts[i]); isMissing {
			p.Facts = slices.Insert(p.Facts, i, armed)
		}
		if r.isIdle(p.Facts[i], p.Facts[i+1:]) {
			p.Facts = slices.Delete(p.Facts, i, i+1)
			i--
		}
	}
	return []*passage{p}
}

// noteHold notes who holds whom, and completes an escape. Its To is from whom somebody breaks free; where the rules
// name somebody of the same side instead, that is who was held, and To becomes the one who held. Its What becomes
// "hold" if it is the holder who lets go.
func (r *eventReader) noteHold(f *rules.Fact) {
	by, to := r.person(f.By), r.person(f.To)
	free := f.By // who from now on holds nobody and is held by nobody
	switch f.Kind {
	case "grapple":
		by.holding = f.To
		return
	case "prone":
		free = f.To
	case "escape":
		if by.Side == to.Side {
			f.To = by.holding
		}
		if f.To != "" && by.holding == f.To && r.person(f.To).holding != f.By {
			f.What = "hold"
		}
	default:
		return
	}
	for _, s := range r.cast {
		if s.Name == free || s.holding == free {
			s.holding = ""
		}
	}
}

// isBlow reports whether a fact is a blow with a weapon.
func isBlow(f rules.Fact) bool { return f.With != "" && rules.KindOfFact(f.Kind).Blow }

// pickUp returns a fact that no event has told, if it must have come before this one: somebody strikes with a weapon
// that they had dropped, so they have picked it up. Without it "Naoko fumbles and drops her tachi" could
// be followed by a cut of the same tachi.
func (r *eventReader) pickUp(f rules.Fact) (armed rules.Fact, isMissing bool) {
	by := r.person(f.By)
	isMissing = isBlow(f) && by.lost == f.With
	switch {
	case f.Kind == "disarmed":
		by.lost = f.With
	case f.Kind == "armed" || isMissing:
		by.lost = ""
	}
	return rules.Fact{Kind: "armed", Step: f.Step, By: f.By, With: f.With, Family: f.Family, P: 1}, isMissing
}

// isIdle reports whether a fact changes nothing in what a tale has told, and notes what it does change. after are the
// later facts of its passage.
func (r *eventReader) isIdle(f rules.Fact, after []rules.Fact) bool {
	switch f.Kind {
	case "through", "thrown back":
		return r.isIdleMove(f, after)
	case "order":
		return r.isIdleOrder(f, after)
	}
	return r.isIdleWeapon(f, after)
}

// isIdleMove reports whether breaking through, or the attempt, leads somebody back or to where they have been, or past
// the only enemy left of several, which is nothing worth telling.
func (r *eventReader) isIdleMove(f rules.Fact, after []rules.Fact) bool {
	by := r.person(f.By)
	depth, barred := depthOf(f, by.Team), by.barred
	if f.Kind == "thrown back" {
		been := depth > 0 && depth <= by.depth
		by.barred = barred || !been
		return been
	}
	if by.barred = false; depth <= by.depth && !barred {
		return true
	}
	by.depth = depth
	foes, standing := 0, 0 // enemies, and of them who stood before these facts
	for _, s := range r.cast {
		if by.Name == "" || s.Side == by.Side || s.OnCall && !s.risen {
			continue
		}
		if foes++; !s.down || falls(after, s.Name) {
			standing++
		}
	}
	broke := func(o rules.Fact) bool { return o.Kind == "broke" && o.By == f.By }
	return !barred && !slices.ContainsFunc(after, broke) && standing == 1 && foes > 1
}

// isIdleOrder reports whether an order is given again before anything has come of it.
func (r *eventReader) isIdleOrder(f rules.Fact, after []rules.Fact) bool {
	by := r.person(f.By)
	if slices.ContainsFunc(after, func(o rules.Fact) bool {
		return o.By == f.To && (o.Has("order") || o.Kind == "rallied" || o.Kind == "loaded")
	}) {
		delete(by.orders, f.To)
		return false
	}
	last := by.orders[f.To]
	by.orders[f.To] = f.What
	return last == f.What
}

// isIdleWeapon reports whether somebody takes up a weapon that they have in hand, as a change of grip is, or takes one
// up though they have fallen.
func (r *eventReader) isIdleWeapon(f rules.Fact, after []rules.Fact) bool {
	by := r.person(f.By)
	isThis := func(weapon string) bool { return weapon == f.With || strings.HasPrefix(weapon, f.With+" ") }
	switch {
	case f.Kind == "disarmed":
		by.hands = slices.DeleteFunc(by.hands, isThis)
	case f.Kind == "armed" && (slices.ContainsFunc(by.hands, isThis) || by.down && !falls(after, f.By)):
		return true
	case f.Kind != "armed" && !isBlow(f) || f.With == "":
	case f.Family == "thrown":
		by.hands = slices.DeleteFunc(by.hands, func(w string) bool { return w == strings.TrimSuffix(f.With, " thrown") })
	case !slices.Contains(by.hands, f.With):
		by.hands = append(by.hands, f.With)
	}
	return false
}

// falls reports whether somebody falls in one of these facts.
func falls(facts []rules.Fact, name string) bool {
	return slices.ContainsFunc(facts, func(f rules.Fact) bool {
		return f.Kind == "fall" && f.To == name || f.Kind == "sunk" && f.By == name
	})
}

// depthOf returns how deep among the enemies of a team the zone is that somebody breaks through to: 0 at home, 1 in the
// middle, 3 in the enemy's rear.
func depthOf(f rules.Fact, team string) int {
	part, side, hasSide := strings.Cut(strings.TrimPrefix(f.Spot, "the "), " of ")
	switch {
	case hasSide && team != "" && side == text.The(team):
		return 0
	case hasSide && part == "rear":
		return 3
	case hasSide && part != "middle":
		return 2
	}
	return 1
}

// seat is a combatant, with what is known of them. Purse and Wounds are known from the first event that shows them.
type seat struct {
	rules.Fighter
	purse        int  // what is left to pay with
	limit        int  // the most that a breath of theirs was allowed to cost so far
	isPurseKnown bool // an event of this round has shown the purse
	most, left   int  // Wounds; most is 0 until they are wounded
	down         bool
	yielded      bool // out of the fight by their own will, and down
	risen        bool // they were on call, and somebody has called them

	hands   []string          // weapons that they have used or taken up, and not lost
	lost    string            // the weapon that they have dropped and not taken up
	depth   int               // how deep they have broken through ([depthOf])
	barred  bool              // they have been thrown back since then
	orders  map[string]string // their last order, by whom they gave it to
	holding string            // whom they have taken hold of
}

// newSeat returns somebody of whom no event has told anything.
func newSeat(f rules.Fighter) *seat { return &seat{Fighter: f, orders: map[string]string{}} }

// person returns somebody of the cast; a seat of no side, which is not kept, if nobody has the name.
func (r *eventReader) person(name string) *seat {
	for _, s := range r.cast {
		if s.Name == name {
			return s
		}
	}
	return newSeat(rules.Fighter{Side: rules.SeatsMax})
}

// readEvent notes what an event says of how the fight stands.
func (r *eventReader) readEvent(e rules.Event) {
	if e.Kind != "" && e.Kind == r.Points { // points of a match are counted like Wounds
		r.Match = true
		e.Kind, e.Seat = "wound", e.At
	}
	if e.Kind == "edit" && e.What == rules.EditJoins {
		r.join(e)
	}
	p := r.person(e.Seat)
	if head, ok := r.headOf(e.Kind); ok && head.As == rules.FormPaid {
		p.purse, p.isPurseKnown, p.limit = e.Left, true, max(p.limit, e.N)
	}
	if e.Kind == "spend" && e.What != "" {
		r.SpentOn[e.Seat+"|"+e.What] = true
	}
	switch e.Kind {
	case "round":
		r.round = e.N
		clear(r.SpentOn)
		for _, s := range r.cast {
			s.isPurseKnown = false
		}
	case "spend", "gain", "close":
		if e.Of == r.Dialect.Purse {
			if o := r.open; o != nil && o.Seat == e.Seat && o.isFromUnknown { // the record begins in the midst of this passage
				o.isFromUnknown = false
				if o.from = e.Left + e.N; e.Kind == "gain" {
					o.from = e.Left - e.N
				}
			}
			p.purse, p.isPurseKnown = e.Left, true
		}
	case "wound":
		p.most, p.left = max(p.most, e.N+e.Left), e.Left
	case "called":
		p.risen, p.down = true, false
	case "rout":
		p.down = true
	case "down":
		p.down, p.left = true, 0
	case "edit":
		if p.yielded = rules.IsYield(e.What); p.yielded || e.What == rules.EditLeaves {
			p.down = true
			return
		}
		name, value, _ := strings.Cut(e.What, "=") // "wounds=3", "energy=4"
		switch n, err := strconv.Atoi(value); {
		case err != nil:
		case name == r.Dialect.Purse:
			p.purse, p.isPurseKnown = n, true
		case name == "wounds":
			p.down, p.most, p.left = n == 0, max(p.most, n), n
		}
	}
}

// join adds somebody who comes in the middle of a fight to the cast, in the place of somebody who is gone if all seats
// are taken: a fight has at most [rules.SeatsMax], and the rules put them there as well.
func (r *eventReader) join(e rules.Event) {
	f, i := rules.Fighter{Name: e.Seat, Kind: e.With, Team: e.At}, -1
	for k, s := range r.cast {
		if s.Team == e.At {
			f.Side = s.Side
		}
		if s.Name == e.Seat || i < 0 && len(r.cast) >= rules.SeatsMax && s.down {
			i = k
		}
	}
	if i < 0 {
		i, r.cast = len(r.cast), append(r.cast, nil)
	}
	r.cast[i] = newSeat(f)
}
