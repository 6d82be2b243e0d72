package narrate

import (
	"strconv"
	"strings"

	"kokyu/rules"
)

// scene is what a reader of the events knows of the fight so far: a plain value.
type scene struct {
	rules.Scene
	round int
	seats [rules.SeatsMax]seat
}

// seat is what is known of a combatant. What it can pay with and its Wounds are known from the first event that shows them.
type seat struct {
	purse, limit int  // limit is the largest of a breath seen
	known        bool // the purse of this round has been seen
	most, left   int  // Wounds; most 0: never wounded
	down         bool
	yielded      bool // it is out of the fight by its own will; down too
	risen        bool // somebody has called it
}

// cast is who fights.
type cast []rules.Fighter

// of finds a combatant's place, -1 for a name nobody has.
func (c cast) of(name string) int {
	for i := range min(len(c), rules.SeatsMax) {
		if c[i].Name == name {
			return i
		}
	}
	return -1
}

// standing counts who stands on the side of seat i, and who ever did. Steeds and squads are not counted: no side
// stands by them alone.
func (c cast) standing(s *scene, i int) (now, ever int) {
	for k := range min(len(c), rules.SeatsMax) {
		if c[k].Side == c[i].Side && !c[k].Steed && !c[k].Several {
			ever++
			if !s.seats[k].down {
				now++
			}
		}
	}
	return now, ever
}

// last reports whether somebody is the only one left of several.
func (c cast) last(s *scene, name string) bool {
	i := c.of(name)
	if i < 0 || c[i].Steed || c[i].Several {
		return false
	}
	now, ever := c.standing(s, i)
	return now == 1 && ever > 1
}

// see takes what an event says of the scene.
func (r *eventReader) see(e rules.Event) {
	if e.Kind != "" && e.Kind == r.tongue.Points { // what would have been the other's Wounds
		r.Match = true
		e.Kind, e.Seat = "wound", e.At
	}
	if e.Kind == "spend" && e.What != "" {
		r.Spent[e.Seat+"|"+e.What] = true
	}
	if e.Kind == "round" {
		r.round = e.N
		clear(r.Spent)
		for i := range r.seats {
			r.seats[i].known = false
		}
	}
	if e.Kind == "edit" && e.What == rules.EditJoins {
		r.join(e)
	}
	i := r.cast.of(e.Seat)
	if i < 0 {
		return
	}
	p := &r.seats[i]
	if head, ok := r.tongue.head(e.Kind); ok && head.As == rules.Paid {
		p.purse, p.known, p.limit = e.Left, true, max(p.limit, e.N)
	}
	switch e.Kind {
	case "spend", "gain", "close":
		if e.Of == r.tongue.Purse {
			r.had(e)
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
		r.change(p, e.What)
	}
}

// had takes what the seat of a passage had before its first event that shows it: of one that a fight begins in the midst of.
func (r *eventReader) had(e rules.Event) {
	if p := r.open; p != nil && p.Seat == e.Seat && p.unseen {
		p.unseen = false
		if p.from = e.Left + e.N; e.Kind == "gain" {
			p.from = e.Left - e.N
		}
	}
}

// join adds who comes in the middle of a fight to the cast, in the place of one who is gone if there is no other.
func (r *eventReader) join(e rules.Event) {
	f := rules.Fighter{Name: e.Seat, Kind: e.With, Team: e.At}
	for _, o := range r.cast {
		if o.Team == e.At {
			f.Side = o.Side
		}
	}
	i := r.cast.of(e.Seat)
	for k := range r.cast {
		if i < 0 && len(r.cast) >= rules.SeatsMax && r.seats[k].down {
			i = k
		}
	}
	if i < 0 {
		r.cast = append(r.cast, f)
		return
	}
	r.cast[i], r.seats[i] = f, seat{}
}

// change takes what a GM's edit says: "wounds=3", "energy=4".
func (r *eventReader) change(p *seat, what string) {
	name, value, _ := strings.Cut(what, "=")
	n, err := strconv.Atoi(value)
	if err != nil {
		return
	}
	switch name {
	case r.tongue.Purse:
		p.purse, p.known = n, true
	case "wounds":
		if p.down = n == 0; p.down {
			r.Fallen = true
		}
		p.most, p.left = max(p.most, n), n
	}
}
