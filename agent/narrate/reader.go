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

// passage is a stretch that is told together, and what its heading says.
type passage struct {
	rules.Passage
	head     rules.Head
	round    int
	from, to int  // of what its seat pays with
	known    bool // that is known
	unseen   bool // from is not known: nothing has said what it had
	limit    int  // of the breath, 0 if it is the usual one
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
	open    *passage
	witness rules.Witness // of the open passage
	plain   bool          // it is the one of a system without a dialect
	now     fight.Snapshot
	said    []rules.Fact // what the GM has said or done since the last passage
	reason  string       // why somebody's word has ended the fight
}

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
	r.Match, r.SpentOn, r.Ground, r.Stand = o.Match, map[string]bool{}, r.now.Ground, r.now.Of
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
		r.now.See(e)
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

// beginOrEnd ends the passage under way where an event begins another.
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

func (r *eventReader) begin(head rules.Head, name string, step int) {
	who := r.person(name)
	r.open = &passage{Passage: rules.Passage{Kind: head.Kind, Seat: name, Scene: &r.Scene}, head: head, round: max(r.round, 1), step: step,
		from: who.purse, unseen: who.Name != "" && !who.known}
	r.witness = r.Witness(&r.open.Passage)
}

// flush ends the passage under way.
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

// setReleased sets whom somebody gets free of: who has taken hold of another lets go of that one, and where the rules name one who helped to
// hold, it is whom they held.
func (r *eventReader) setReleased(f *rules.Fact) {
	by, to := r.person(f.By), r.person(f.To)
	switch apart := f.By; f.Kind {
	case "grapple":
		by.holding = f.To
	case "prone":
		apart = f.To
		fallthrough
	case "escape":
		if f.Kind == "escape" && by.Side == to.Side {
			f.To = by.holding
		}
		if f.Kind == "escape" && f.To != "" && by.holding == f.To && r.person(f.To).holding != f.By {
			f.What = "hold"
		}
		for _, s := range r.cast { // who holds nobody and is held by nobody
			if s.Name == apart || s.holding == apart {
				s.holding = ""
			}
		}
	}
}

// isBlow reports whether a fact is a blow with a weapon.
func isBlow(f rules.Fact) bool {
	k := rules.KindOfFact(f.Kind)
	return k != nil && k.Blow && f.With != ""
}

// takesUpAgain returns the taking up of a weapon that somebody has dropped and strikes with, where no event says it.
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

// idle reports whether a fact changes nothing that a tale has told, and notes what it does: a change of grip on a weapon that nobody has put
// down, a way back or to where somebody has been, an order that is given again before anything came of it.
func (r *eventReader) idle(f rules.Fact, after []rules.Fact) bool {
	by := r.person(f.By)
	switch f.Kind {
	case "armed", "disarmed":
		is := func(weapon string) bool { return weapon == f.With || strings.HasPrefix(weapon, f.With+" ") }
		if f.Kind == "disarmed" {
			by.hands = slices.DeleteFunc(by.hands, is)
			return false
		}
		if slices.ContainsFunc(by.hands, is) || by.down && !falls(after, f.By) { // of which nothing comes: what is done with it is told
			return true
		}
	case "thrown back":
		deep := depth(f, by.Team)
		been := deep > 0 && deep <= by.deep // where they have been
		by.barred = by.barred || !been
		return been
	case "through":
		deep, barred := depth(f, by.Team), by.barred
		if by.barred = false; deep <= by.deep && !barred {
			return true
		}
		if by.deep = deep; barred {
			return false
		}
		broke := slices.ContainsFunc(after, func(o rules.Fact) bool { return o.Kind == "broke" && o.By == f.By })
		return !broke && r.foes(by, after, true) == 1 && r.foes(by, nil, false) > 1 // whom it matters not to pass
	case "order":
		obeyed := slices.ContainsFunc(after, func(o rules.Fact) bool {
			return o.By == f.To && (o.Has("order") || o.Kind == "rallied" || o.Kind == "loaded")
		})
		if by.orders[f.To] == f.What && !obeyed {
			return true
		}
		if by.orders == nil {
			by.orders = map[string]string{}
		}
		if by.orders[f.To] = f.What; obeyed {
			delete(by.orders, f.To)
		}
	}
	weapon := strings.TrimSuffix(f.With, " thrown")
	switch {
	case f.Kind != "armed" && !isBlow(f) || f.With == "":
	case f.Family == "thrown":
		by.hands = slices.DeleteFunc(by.hands, func(w string) bool { return w == weapon })
	case !slices.Contains(by.hands, f.With):
		by.hands = append(by.hands, f.With)
	}
	return false
}

// falls reports whether somebody falls in one of these facts.
func falls(facts []rules.Fact, name string) bool {
	return slices.ContainsFunc(facts, func(f rules.Fact) bool { return f.Kind == "fall" && f.To == name || f.Kind == "sunk" && f.By == name })
}

// foes returns how many there are against somebody, or stand before these facts.
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
	purse, limit int  // limit is the largest of a breath seen
	known        bool // the purse of this round has been seen
	most, left   int  // Wounds; most 0: never wounded
	down         bool
	yielded      bool // out of the fight by their own will; down too
	risen        bool // somebody has called them

	hands   []string          // weapons that they have used or taken up, and not lost
	lost    string            // the weapon that they have dropped and not taken up
	deep    int               // how deep they have been told to break through
	barred  bool              // they have been thrown back since they got through
	orders  map[string]string // the last order they gave to another
	holding string            // whom they have taken hold of
}

// person finds somebody: one of whom nothing is known for a name nobody has.
func (r *eventReader) person(name string) *seat {
	for _, s := range r.cast {
		if s.Name == name {
			return s
		}
	}
	return &seat{Fighter: rules.Fighter{Side: rules.SeatsMax}}
}

// note takes what an event says of the scene.
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
