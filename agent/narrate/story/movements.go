package story

import (
	"slices"

	"kokyu/rules"
	"kokyu/rules/fight"
)

// movements is where everybody stands, and where their last move led, as the events of a record show it.
type movements struct {
	ground rules.Ground
	at     map[string]string    // by name
	last   map[string][2]string // by name: where the last move began and where it leads
}

// newMovements returns the places at the beginning of a fight. If a record does not say how everybody stood, begun is
// nil, and no distances are known.
func newMovements(begun *fight.Snapshot) *movements {
	f := &movements{at: map[string]string{}, last: map[string][2]string{}}
	if begun == nil {
		return f
	}
	f.ground = begun.Ground
	for i, r := range begun.Roster {
		if i < len(begun.Stands) {
			f.at[r.Name] = begun.Stands[i].At
		}
	}
	return f
}

// see notes what an event says of a move.
func (f *movements) see(e rules.Event) {
	switch {
	case e.Kind == "move":
		f.last[e.Seat], f.at[e.Seat] = [2]string{e.From, e.To}, e.To
	case e.Kind == "declare" && e.To != "": // a move that may yet be stopped
		f.last[e.Seat] = [2]string{f.at[e.Seat], e.To}
	}
}

// directionOf returns where somebody's last move leads as another sees it: toward, past or away; toward if no distance
// is known.
func (f *movements) directionOf(name, other string) string {
	before, ok := f.distance(f.last[name][0], f.at[other])
	after, ok2 := f.distance(f.last[name][1], f.at[other])
	switch {
	case !ok || !ok2 || after < before:
		return "toward"
	case after > before:
		return "away"
	}
	return "past"
}

// distance returns how far two places are from each other, in squares or zones, and whether that is known.
func (f *movements) distance(a, b string) (int, bool) {
	if f.ground.Kind == "squares" {
		x1, y1, ok1 := f.ground.Square(a)
		x2, y2, ok2 := f.ground.Square(b)
		return max(abs(x1-x2), abs(y1-y2)), ok1 && ok2
	}
	i := slices.IndexFunc(f.ground.Places, func(at rules.Place) bool { return at.At == a })
	k := slices.IndexFunc(f.ground.Places, func(at rules.Place) bool { return at.At == b })
	return abs(i - k), i >= 0 && k >= 0
}

// abs returns the absolute value of a number.
func abs(n int) int { return max(n, -n) }
