package narrate

import (
	"strconv"
	"strings"

	"kokyu/rules"
)

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
	orders  map[string]string // the last order they gave to another
	holding string            // whom they have taken hold of
}

// of finds somebody: one of whom nothing is known for a name nobody has.
func (r *eventReader) of(name string) *seat {
	for _, s := range r.cast {
		if s.Name == name {
			return s
		}
	}
	return &seat{Fighter: rules.Fighter{Side: rules.SeatsMax}}
}

// alone reports whether somebody is the only one left of several. Steeds and squads are not counted: no side stands by them alone.
func (r *eventReader) alone(name string) bool {
	who, now, ever := r.of(name), 0, 0
	for _, s := range r.cast {
		if s.Side == who.Side && !s.Steed && !s.Several {
			ever++
			if !s.down {
				now++
			}
		}
	}
	return !who.Steed && !who.Several && now == 1 && ever > 1
}

// see takes what an event says of the scene.
func (r *eventReader) see(e rules.Event) {
	if e.Kind != "" && e.Kind == r.Points { // what would have been the other's Wounds
		r.Match = true
		e.Kind, e.Seat = "wound", e.At
	}
	if e.Kind == "edit" && e.What == rules.EditJoins {
		r.join(e)
	}
	p := r.of(e.Seat)
	if head, ok := r.head(e.Kind); ok && head.As == rules.Paid {
		p.purse, p.known, p.limit = e.Left, true, max(p.limit, e.N)
	}
	if e.Kind == "spend" && e.What != "" {
		r.Spent[e.Seat+"|"+e.What] = true
	}
	switch e.Kind {
	case "round":
		r.round = e.N
		clear(r.Spent)
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
		r.Fallen, p.down, p.left = true, true, 0
	case "edit":
		if p.yielded = rules.Yields(e.What); p.yielded || e.What == rules.EditLeaves {
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
			r.Fallen = r.Fallen || p.down
		}
	}
}

// join adds who comes in the middle of a fight to the cast, in the place of one who is gone if there is no other.
func (r *eventReader) join(e rules.Event) {
	f, i := rules.Fighter{Name: e.Seat, Kind: e.With, Team: e.At}, len(r.cast)
	for k, s := range r.cast {
		if s.Team == e.At {
			f.Side = s.Side
		}
		if s.Name == e.Seat || i == len(r.cast) && i >= rules.SeatsMax && s.down {
			i = k
		}
	}
	if i == len(r.cast) {
		r.cast = append(r.cast, nil)
	}
	r.cast[i] = &seat{Fighter: f}
}
