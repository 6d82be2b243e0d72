package narrate

import (
	"strconv"
	"strings"

	"kokyu/rules"
)

// scene is what a reader of the events knows of the fight so far: a plain value.
type scene struct {
	round  int
	blood  bool // first blood is drawn, or the first point made
	fallen bool // somebody has fallen
	turned bool // the turning point is told
	match  bool // it is sparring
	seats  [rules.SeatsMax]seat
}

// seat is what is known of a combatant. Energy and Wounds are known from the first event that shows them.
type seat struct {
	energy, limit int  // or AP; limit is the largest seen
	known         bool // the energy of this round has been seen
	most, left    int  // Wounds; most 0: never wounded
	down          bool
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

// standing counts who stands on the side of seat i, and who ever did.
func (c cast) standing(s *scene, i int) (now, ever int) {
	for k := range min(len(c), rules.SeatsMax) {
		if c[k].Side == c[i].Side {
			ever++
			if !s.seats[k].down {
				now++
			}
		}
	}
	return now, ever
}

// last says whether somebody is the only one left of several.
func (c cast) last(s *scene, name string) bool {
	i := c.of(name)
	if i < 0 {
		return false
	}
	now, ever := c.standing(s, i)
	return now == 1 && ever > 1
}

// two says whether it is one against one.
func (c cast) two() bool { return len(c) == 2 && c[0].Side != c[1].Side }

// stage is how far the fight has come.
func (c cast) stage(s *scene) Stage {
	switch {
	case s.fallen || c.halved(s, 0) || c.halved(s, 1):
		return Turning
	case s.blood:
		return Middle
	}
	return Opening
}

// halved says whether a side has lost half its Wounds. How many it had is known once each of it has been wounded.
func (c cast) halved(s *scene, side rules.Side) bool {
	most, left := 0, 0
	for i := range min(len(c), rules.SeatsMax) {
		if c[i].Side != side {
			continue
		}
		if s.seats[i].most == 0 {
			return false
		}
		most, left = most+s.seats[i].most, left+s.seats[i].left
	}
	return most > 0 && 2*left <= most
}

// see takes what an event says of the scene.
func (c cast) see(s *scene, e rules.Event) {
	if e.Kind == "point" { // what would have been the other's Wounds
		s.match = true
		e.Kind, e.Seat = "wound", e.At
	}
	if e.Kind == "round" {
		s.round = e.N
		for i := range s.seats {
			s.seats[i].known = false
		}
	}
	i := c.of(e.Seat)
	if i < 0 {
		return
	}
	p := &s.seats[i]
	switch e.Kind {
	case "breath":
		p.energy, p.known, p.limit = e.Left, true, max(p.limit, e.N)
	case "turn":
		p.energy, p.known = e.Left, true
	case "spend", "gain", "close":
		if e.Of == "energy" || e.Of == "ap" {
			p.energy, p.known = e.Left, true
		}
	case "wound":
		s.blood = true
		p.most, p.left = max(p.most, e.N+e.Left), e.Left
	case "down":
		s.fallen, p.down, p.left = true, true, 0
	case "edit":
		c.change(s, p, e.What)
	}
}

// change takes what a GM's edit says: "wounds=3", "energy=4".
func (cast) change(s *scene, p *seat, what string) {
	name, value, _ := strings.Cut(what, "=")
	n, err := strconv.Atoi(value)
	if err != nil {
		return
	}
	switch name {
	case "energy", "ap":
		p.energy, p.known = n, true
	case "wounds":
		if p.down = n == 0; p.down {
			s.fallen = true
		}
		p.most, p.left = max(p.most, n), n
	}
}
