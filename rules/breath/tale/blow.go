package tale

import "kokyu/rules"

// blow is an blows under way: an attack or a stance's counter, the answer to it, and what has come of it so far.
type blow struct {
	by, at   string
	with, of string
	shot     bool // it flies: shot or thrown
	cost     int
	p        float64 // of the attack's dice
	rolled   bool
	hit      bool
	double   bool
	broken   bool // a defence failed, with its chance
	brokenP  float64
	answer   rules.Event // the react event, if there was one
	answered bool        // and what came of it is known
	clumsy   bool        // with a double: it was the defender's fumble
	wounded  bool        // or a point was made
	feint    bool
	where    string // the location it is aimed at
}

// flies says whether a blow with this weapon goes through the air. A gun's does when it empties the gun.
func flies(family string) bool { return family == "bow" || family == "thrown" }

// used is the family of a weapon in the way it is used: a gun that did not go off is only a heavy thing.
func (b *blow) used() string {
	if b.of == "gun" && !b.shot {
		return ""
	}
	return b.of
}

// blows is the blows of one maneuver, the deepest last.
type blows []blow

// by finds the latest blow of a seat.
func (x blows) by(name string) *blow {
	for i := len(x) - 1; i >= 0; i-- {
		if x[i].by == name {
			return &x[i]
		}
	}
	return nil
}
