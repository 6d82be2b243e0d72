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

// passage is a stretch that is told together: a turn, a breath. What its seat pays with, the purse, stands in its heading: "Aki (5→2)".
type passage struct {
	rules.Passage
	head     rules.Head // how it begins, by the dialect
	round    int
	from, to int  // the purse before and after it
	known    bool // to is known
	unseen   bool // from is not: no event has shown it
	limit    int  // how much a breath may cost; 0: as much as the most that has been seen
	step     int  // the last step of it
	end      rules.Event
	said     []rules.Fact // what the GM has said or done since the passage before
}

// facts returns all that has happened, in order.
func (p *passage) facts() []rules.Fact {
	all := slices.Concat(p.said, p.Facts)
	slices.SortStableFunc(all, func(a, b rules.Fact) int { return cmp.Compare(a.Step, b.Step) })
	return all
}

// eventReader turns events into passages, by a dialect and what is known of the fight so far.
type eventReader struct {
	rules.Dialect
	rules.Scene
	round   int
	cast    []*seat
	open    *passage      // under way; nil between two
	witness rules.Witness // of it
	plain   bool          // the dialect has no witness of its own
	now     fight.Snapshot
	said    []rules.Fact // what the GM has said or done since the last passage
	reason  string       // why somebody's word has ended the fight
}

// newReader returns one that has read nothing.
func newReader(d rules.Dialect, o Options) *eventReader {
	r := &eventReader{Dialect: d, round: o.FirstRound}
	for _, f := range o.Roster {
		r.cast = append(r.cast, &seat{Fighter: f})
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
		if s := r.person(name); s.known {
			return s.purse
		}
		return -1
	}
	if r.plain = d.Witness == nil; r.plain {
		w := &plain{life: d.LifeWord} // what is under way goes on from one decision to the next
		r.Witness = func(p *rules.Passage) rules.Witness { w.Passage = p; return w }
	}
	return r
}

// head finds how a kind of event begins a passage.
func (r *eventReader) head(kind string) (rules.Head, bool) {
	if i := slices.IndexFunc(r.Heads, func(h rules.Head) bool { return h.Kind == kind }); i >= 0 {
		return r.Heads[i], true
	}
	return rules.Head{}, false
}

// read takes a step and gives the passages that ended with it.
func (r *eventReader) read(s rules.Step) (done []*passage) {
	r.said = append(r.said, gmFacts(s)...)
	if s.Edit != "" && s.Why != "" {
		r.reason = s.Why
	}
	if s.Says() || r.plain && s.Secret {
		return nil
	}
	if len(s.Roll) > 0 {
		r.Dice = s.Roll
	}
	if r.plain && s.Do != "" && (len(s.Roll) == 0 || r.open == nil) { // each decision is a passage
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
		r.note(e)
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
		if over || r.plain {
			r.open.step = s.N
		}
		if over {
			done = append(done, r.flush()...)
		}
	}
	return done
}

// beginOrEnd ends the passage under way where an event is of the next, and begins that.
func (r *eventReader) beginOrEnd(e rules.Event, s rules.Step) (done []*passage) {
	head, begins := r.head(e.Kind)
	if begins || e.Kind == "end" || e.Kind == "round" && !r.plain {
		if r.open != nil {
			r.witness.Ends(e, s)
		}
		done = r.flush()
	}
	if e.Kind == "round" { // a passage it begins is its own
		r.round = e.N
	}
	switch {
	case begins:
		r.begin(head, e.Seat, s.N)
		if head.As == rules.FormPaid {
			r.open.from, r.open.unseen = e.Left, false
			if e.N < r.person(e.Seat).limit {
				r.open.limit = e.N
			}
		}
	case e.Kind == "end":
		r.begin(rules.Head{Kind: "end"}, e.Seat, s.N)
		r.open.end = e
		r.open.end.N = cmp.Or(e.N, r.open.round)
	case r.open == nil && e.Kind != "round" && e.Kind != "edit" && (!r.plain || slices.Contains(plainKinds, e.Kind)):
		r.begin(append(r.Heads, rules.Head{})[0], s.Seat, s.N)
	}
	return done
}

// begin makes a passage of somebody the one under way.
func (r *eventReader) begin(head rules.Head, name string, step int) {
	who := r.person(name)
	r.open = &passage{Passage: rules.Passage{Kind: head.Kind, Seat: name, Scene: &r.Scene}, head: head, round: max(r.round, 1), step: step,
		from: who.purse, unseen: who.Name != "" && !who.known}
	r.witness = r.Witness(&r.open.Passage)
}

// flush ends the passage under way and returns it, without the facts that change nothing of the tale.
func (r *eventReader) flush() []*passage {
	p := r.open
	if p == nil {
		return nil
	}
	who := r.person(p.Seat)
	p.to, p.known = who.purse-p.Regain, who.known
	p.said, r.open, r.said = r.said, nil, nil
	for i := 0; i < len(p.Facts); i++ {
		r.setReleased(&p.Facts[i])
		if armed, is := r.takesUpAgain(p.Facts[i]); is {
			p.Facts = slices.Insert(p.Facts, i, armed)
		}
		if r.idle(p.Facts[i], p.Facts[i+1:]) {
			p.Facts = slices.Delete(p.Facts, i, i+1)
			i--
		}
	}
	return []*passage{p}
}

// setReleased notes who holds whom, and sets of an escape from whom it is: where the rules name one who helped to hold, from whom they held. Its
// what is hold where it is who held that lets go.
func (r *eventReader) setReleased(f *rules.Fact) {
	by, to := r.person(f.By), r.person(f.To)
	apart := f.By // who holds nobody and is held by nobody from here on
	switch f.Kind {
	case "grapple":
		by.holding = f.To
		return
	case "prone":
		apart = f.To
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
		if s.Name == apart || s.holding == apart {
			s.holding = ""
		}
	}
}

// isBlow reports whether a fact is a blow with a weapon.
func isBlow(f rules.Fact) bool {
	k := rules.KindOfFact(f.Kind)
	return k != nil && k.Blow && f.With != ""
}

// takesUpAgain returns a fact that must have happened before this one: somebody strikes with a weapon that they had dropped, so they have taken it
// up.
func (r *eventReader) takesUpAgain(f rules.Fact) (armed rules.Fact, is bool) {
	by := r.person(f.By)
	switch is = isBlow(f) && by.lost == f.With; {
	case f.Kind == "disarmed":
		by.lost = f.With
	case f.Kind == "armed" || is:
		by.lost = ""
	}
	return rules.Fact{Kind: "armed", Step: f.Step, By: f.By, With: f.With, Family: f.Family, P: 1}, is
}

// idle reports whether a fact changes nothing of what a tale has told, and notes what it does. After are the facts of its passage behind it.
func (r *eventReader) idle(f rules.Fact, after []rules.Fact) bool {
	switch f.Kind {
	case "through", "thrown back":
		return r.idleWay(f, after)
	case "order":
		return r.idleOrder(f, after)
	}
	return r.idleWeapon(f, after)
}

// idleWay is of ways: back, to where somebody has been, or past the only enemy left of several, whom it matters not to pass.
func (r *eventReader) idleWay(f rules.Fact, after []rules.Fact) bool {
	by := r.person(f.By)
	deep, barred := depth(f, by.Team), by.barred
	if f.Kind == "thrown back" {
		been := deep > 0 && deep <= by.deep
		by.barred = barred || !been
		return been
	}
	if by.barred = false; deep <= by.deep && !barred {
		return true
	}
	by.deep = deep
	broke := func(o rules.Fact) bool { return o.Kind == "broke" && o.By == f.By }
	return !barred && !slices.ContainsFunc(after, broke) && r.foes(by, after, true) == 1 && r.foes(by, nil, false) > 1
}

// idleOrder is of an order that is given again before anything came of it.
func (r *eventReader) idleOrder(f rules.Fact, after []rules.Fact) bool {
	by := r.person(f.By)
	if slices.ContainsFunc(after, func(o rules.Fact) bool {
		return o.By == f.To && (o.Has("order") || o.Kind == "rallied" || o.Kind == "loaded")
	}) {
		delete(by.orders, f.To)
		return false
	}
	if by.orders[f.To] == f.What {
		return true
	}
	if by.orders == nil {
		by.orders = map[string]string{}
	}
	by.orders[f.To] = f.What
	return false
}

// idleWeapon is of a change of grip on a weapon that somebody has in hand, and of one that somebody takes up who has fallen.
func (r *eventReader) idleWeapon(f rules.Fact, after []rules.Fact) bool {
	by := r.person(f.By)
	is := func(weapon string) bool { return weapon == f.With || strings.HasPrefix(weapon, f.With+" ") }
	switch {
	case f.Kind == "disarmed":
		by.hands = slices.DeleteFunc(by.hands, is)
	case f.Kind == "armed" && (slices.ContainsFunc(by.hands, is) || by.down && !falls(after, f.By)):
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
	return slices.ContainsFunc(facts, func(f rules.Fact) bool { return f.Kind == "fall" && f.To == name || f.Kind == "sunk" && f.By == name })
}

// foes returns how many there are against somebody; if standing, how many were before these facts.
func (r *eventReader) foes(of *seat, after []rules.Fact, standing bool) (n int) {
	for _, s := range r.cast {
		if of.Name != "" && s.Side != of.Side && (!standing || !s.down || falls(after, s.Name)) && (!s.OnCall || s.risen) {
			n++
		}
	}
	return n
}

// depth returns how deep among the enemy of a team a place is that somebody breaks through to: 0 at home, 3 in the enemy's rear.
func depth(f rules.Fact, team string) int {
	part, of, is := strings.Cut(strings.TrimPrefix(f.Spot, "the "), " of ")
	switch {
	case is && team != "" && of == text.The(team):
		return 0
	case is && part == "rear":
		return 3
	case is && part != "middle":
		return 2
	}
	return 1
}

// seat is somebody of a fight, with what is known of them. What they can pay with and their Wounds are known from the first event that shows them.
type seat struct {
	rules.Fighter
	purse, limit int  // what they pay with; the most that a breath of theirs was allowed to cost
	known        bool // an event of this round has shown the purse
	most, left   int  // Wounds; most 0: never wounded
	down         bool
	yielded      bool // out of the fight by their own will; down too
	risen        bool // somebody has called them

	hands   []string          // weapons that they have used or taken up, and not lost
	lost    string            // the weapon that they have dropped and not taken up
	deep    int               // how deep they have broken through, by depth
	barred  bool              // they have been thrown back since then
	orders  map[string]string // by whom they gave it to: their last order
	holding string            // whom they have taken hold of
}

// person returns somebody of the cast; a seat of no side where nobody has the name.
func (r *eventReader) person(name string) *seat {
	for _, s := range r.cast {
		if s.Name == name {
			return s
		}
	}
	return &seat{Fighter: rules.Fighter{Side: rules.SeatsMax}}
}

// note takes what an event says of how the fight stands.
func (r *eventReader) note(e rules.Event) {
	if e.Kind != "" && e.Kind == r.Points { // what would have been the other's Wounds
		r.Match = true
		e.Kind, e.Seat = "wound", e.At
	}
	if e.Kind == "edit" && e.What == rules.EditJoins {
		r.join(e)
	}
	p := r.person(e.Seat)
	if head, ok := r.head(e.Kind); ok && head.As == rules.FormPaid {
		p.purse, p.known, p.limit = e.Left, true, max(p.limit, e.N)
	}
	if e.Kind == "spend" && e.What != "" {
		r.SpentOn[e.Seat+"|"+e.What] = true
	}
	switch e.Kind {
	case "round":
		r.round = e.N
		clear(r.SpentOn)
		for _, s := range r.cast {
			s.known = false
		}
	case "spend", "gain", "close":
		if e.Of == r.Dialect.Purse {
			if o := r.open; o != nil && o.Seat == e.Seat && o.unseen { // of a passage that a fight begins in the midst of
				o.unseen = false
				if o.from = e.Left + e.N; e.Kind == "gain" {
					o.from = e.Left - e.N
				}
			}
			p.purse, p.known = e.Left, true
		}
	case "wound":
		p.most, p.left = max(p.most, e.N+e.Left), e.Left
	case "called":
		p.risen, p.down = true, false
	case "rout": // it is out of the fight, and nobody has fallen
		p.down = true
	case "down":
		p.down, p.left = true, 0
	case "edit":
		if p.yielded = rules.IsYield(e.What); p.yielded || e.What == rules.EditLeaves {
			p.down = true // whoever fights on without it
			return
		}
		name, value, _ := strings.Cut(e.What, "=") // "wounds=3", "energy=4"
		switch n, err := strconv.Atoi(value); {
		case err != nil:
		case name == r.Dialect.Purse:
			p.purse, p.known = n, true
		case name == "wounds":
			p.down, p.most, p.left = n == 0, max(p.most, n), n
		}
	}
}

// join adds who comes in the middle of a fight to the cast, in the place of one who is gone if there is no other.
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
	r.cast[i] = &seat{Fighter: f}
}
