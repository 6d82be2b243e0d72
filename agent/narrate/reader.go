package narrate

import (
	"maps"
	"slices"
	"strings"

	"kokyu/agent/narrate/story"
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
	first    bool // nothing was told before it
	step     int  // the last step of it
	end      rules.Event
}

// eventReader turns events into passages.
type eventReader struct {
	tongue *tongue
	cast   cast
	scene
	open    *passage
	witness rules.Witness     // of the open passage
	begun   bool              // something has been read
	hands   map[string]bool   // weapons that somebody has used or taken up, and not lost: "by|weapon"
	ways    map[string]int    // how deep somebody has been told to break through
	orders  map[string]string // the last order of one to another
	lost    map[string]string // the weapon that somebody has dropped and not taken up, by whose it is
	holding map[string]string // whom somebody has taken hold of
	field   *story.Field
	now     fight.Stood
	plain   plainWitness // where the dialect has none
}

func newReader(t *tongue, o Options) *eventReader {
	r := &eventReader{tongue: t, cast: slices.Clone(o.Roster), hands: map[string]bool{}, ways: map[string]int{}, orders: map[string]string{},
		lost: map[string]string{}, holding: map[string]string{}, field: story.NewField(o.Stood)}
	r.Match, r.round, r.Spent = o.Match, o.Begun, map[string]bool{}
	r.now = fight.Stood{Roster: r.cast, Board: rules.Board{Stands: make([]rules.Stand, len(r.cast))}}
	if o.Stood != nil {
		r.now = *o.Stood
	}
	r.now = r.now.After(nil)
	r.Ground, r.Stand = r.now.Ground, r.now.Of
	for _, f := range o.Roster {
		if int(f.Side) < len(r.Teams) {
			r.Teams[f.Side] = f.Team
		}
	}
	r.Alone = func(seat string) bool { return r.cast.last(&r.scene, seat) }
	r.Full = func(seat string) int {
		if i := r.cast.of(seat); i >= 0 {
			return r.seats[i].most
		}
		return 0
	}
	r.Purse = func(seat string) int {
		if i := r.cast.of(seat); i >= 0 && r.seats[i].known {
			return r.seats[i].purse
		}
		return -1
	}
	return r
}

// read takes a step and gives the passages that ended with it.
func (r *eventReader) read(s rules.Step) (done []*passage) {
	if len(s.Roll) > 0 {
		r.Dice = s.Roll
	}
	if r.tongue.Witness == nil {
		return r.plainly(s)
	}
	for _, e := range s.Events {
		if e.Secret || s.Secret {
			continue
		}
		done = append(done, r.turn(e, s)...)
		r.see(e)
		r.field.See(e)
		r.now.See(e)
		if r.open != nil {
			r.open.step = s.N
			n := len(r.open.Facts)
			r.witness.Event(e, s)
			for i := n; i < len(r.open.Facts); i++ {
				r.setWay(&r.open.Facts[i])
			}
		}
		if r.open != nil && (r.open.head.As == rules.Word || e.Kind == "end") {
			done = append(done, r.flush()...)
		}
	}
	if r.open != nil && r.witness.Over(s) {
		r.open.step = s.N
		done = append(done, r.flush()...)
	}
	return done
}

// setWay says of a blow at somebody on the move which way that was: past whoever strikes, or away, where it is not toward.
func (r *eventReader) setWay(f *rules.Fact) {
	if f.Has("moving") && f.Has("counter") {
		if way := r.field.Way(f.To, f.By); way != "toward" {
			f.Causes = append(f.Causes, way)
		}
	}
}

// turn ends the passage under way where an event begins another.
func (r *eventReader) turn(e rules.Event, s rules.Step) (done []*passage) {
	head, begins := r.tongue.head(e.Kind)
	if begins || e.Kind == "round" || e.Kind == "end" {
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
		r.enter(head, e.Seat, s.N)
		if head.As == rules.Paid {
			r.open.from, r.open.unseen = e.Left, false
			if i := r.cast.of(e.Seat); i >= 0 && e.N < r.seats[i].limit {
				r.open.limit = e.N
			}
		}
	case e.Kind == "end":
		r.enter(rules.Head{Kind: "end"}, e.Seat, s.N)
		r.open.end = e
	case e.Kind != "round" && e.Kind != "edit" && r.open == nil:
		r.enter(r.tongue.usual(), s.Seat, s.N)
	}
	return done
}

func (r *eventReader) enter(head rules.Head, seat string, step int) {
	r.open = &passage{Passage: rules.Passage{Kind: head.Kind, Seat: seat, Scene: &r.Scene}, head: head, round: max(r.round, 1), step: step,
		first: !r.begun}
	r.begun = true
	if i := r.cast.of(seat); i >= 0 {
		r.open.from, r.open.unseen = r.seats[i].purse, !r.seats[i].known
	}
	if r.tongue.Witness != nil {
		r.witness = r.tongue.Witness(&r.open.Passage)
	}
}

// flush ends the passage under way.
func (r *eventReader) flush() []*passage {
	p := r.open
	if p == nil {
		return nil
	}
	if i := r.cast.of(p.Seat); i >= 0 {
		p.to, p.known = r.seats[i].purse-p.Regained, r.seats[i].known
	}
	r.open = nil
	p.Facts = append(p.Facts, r.plain.facts...)
	r.plain.facts = nil
	for i := 0; i < len(p.Facts); i++ {
		r.release(&p.Facts[i])
		if armed, is := r.retake(p.Facts[i]); is {
			p.Facts = slices.Insert(p.Facts, i, armed)
		}
		if r.idle(p.Facts[i], p.Facts[i+1:]) {
			p.Facts = slices.Delete(p.Facts, i, i+1)
			i--
		}
	}
	return []*passage{p}
}

// release sets whom somebody gets free of: who has taken hold of another lets go of that one, and where the rules name one who
// helped to hold, it is whom they held.
func (r *eventReader) release(f *rules.Fact) {
	switch f.Kind {
	case "grapple":
		r.holding[f.By] = f.To
	case "escape":
		by, to := r.cast.of(f.By), r.cast.of(f.To)
		if by >= 0 && to >= 0 && r.cast[by].Side == r.cast[to].Side {
			f.To = r.holding[f.By]
		}
		if f.To != "" && r.holding[f.By] == f.To && r.holding[f.To] != f.By {
			f.What = "hold"
		}
		r.apart(f.By)
	case "prone":
		r.apart(f.To)
	}
}

// apart notes that somebody holds nobody and is held by nobody.
func (r *eventReader) apart(name string) {
	maps.DeleteFunc(r.holding, func(by, to string) bool { return by == name || to == name })
}

// retake returns the taking up of a weapon that somebody has dropped and strikes with, where no event says it.
func (r *eventReader) retake(f rules.Fact) (armed rules.Fact, is bool) {
	switch k := rules.KindOfFact(f.Kind); {
	case f.Kind == "disarmed":
		r.lost[f.By] = f.With
	case f.Kind == "armed":
		delete(r.lost, f.By)
	case f.With != "" && k != nil && k.Blow && r.lost[f.By] == f.With:
		delete(r.lost, f.By)
		return rules.Fact{Kind: "armed", Step: f.Step, By: f.By, With: f.With, Family: f.Family, P: 1}, true
	}
	return armed, false
}

// idle reports whether a fact changes nothing that a tale has told, and notes what it does: a change of grip on a weapon that
// nobody has put down, a way back or to where somebody has been, an order that is given again before anything came of it.
func (r *eventReader) idle(f rules.Fact, after []rules.Fact) bool {
	switch f.Kind {
	case "armed", "disarmed":
		if i := r.cast.of(f.By); f.Kind == "armed" && i >= 0 && r.seats[i].down && !falls(after, f.By) { // of which nothing comes: what is done with it is told
			return true
		}
		for key := range r.hands {
			if by, with, _ := strings.Cut(key, "|"); by == f.By && (with == f.With || strings.HasPrefix(with, f.With+" ")) {
				if f.Kind == "armed" {
					return true
				}
				delete(r.hands, key)
			}
		}
		if f.Kind == "disarmed" {
			return false
		}
	case "thrown back":
		if deep := r.depth(f); deep > 0 && deep <= r.ways[f.By] { // where they have been
			return true
		}
	case "through":
		deep := r.depth(f)
		if deep <= r.ways[f.By] {
			return true
		}
		r.ways[f.By] = deep
		if broke := slices.ContainsFunc(after, func(o rules.Fact) bool { return o.Kind == "broke" && o.By == f.By }); !broke &&
			r.foes(f.By, after, true) == 1 && r.foes(f.By, nil, false) > 1 { // whom it matters not to pass
			return true
		}
	case "order":
		key := f.By + "|" + f.To
		obeyed := slices.ContainsFunc(after, func(o rules.Fact) bool {
			return o.By == f.To && (o.Has("order") || o.Kind == "rallied" || o.Kind == "loaded")
		})
		if r.orders[key] == f.What && !obeyed {
			return true
		}
		if r.orders[key] = f.What; obeyed {
			delete(r.orders, key)
		}
	}
	if k := rules.KindOfFact(f.Kind); f.With != "" && (f.Kind == "armed" || k != nil && k.Blow) {
		if f.Family == "thrown" {
			weapon := strings.TrimSuffix(f.With, " thrown")
			delete(r.hands, f.By+"|"+weapon)
			return false
		}
		r.hands[f.By+"|"+f.With] = true
	}
	return false
}

// falls reports whether somebody falls in one of these facts.
func falls(facts []rules.Fact, name string) bool {
	return slices.ContainsFunc(facts, func(f rules.Fact) bool { return f.Kind == "fall" && f.To == name || f.Kind == "sunk" && f.By == name })
}

// foes returns how many there are against somebody, or stand before these facts.
func (r *eventReader) foes(name string, after []rules.Fact, standing bool) (n int) {
	own := r.cast.of(name)
	for k := range min(len(r.cast), rules.SeatsMax) {
		if own >= 0 && r.cast[k].Side != r.cast[own].Side && (!standing || !r.seats[k].down || falls(after, r.cast[k].Name)) &&
			(!r.cast[k].Called || r.seats[k].risen) {
			n++
		}
	}
	return n
}

// depth returns how deep among the enemy a place is that somebody breaks through to: 0 at home, 3 in the enemy's rear.
func (r *eventReader) depth(f rules.Fact) int {
	part, of, is := strings.Cut(strings.TrimPrefix(f.Spot, "the "), " of ")
	i := r.cast.of(f.By)
	switch {
	case is && i >= 0 && of == text.The(r.cast[i].Team):
		return 0
	case part == "middle":
		return 1
	case is && part == "rear":
		return 3
	case is:
		return 2
	}
	return 1
}
