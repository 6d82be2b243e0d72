package story

import (
	"slices"

	"kokyu/rules"
)

// directionOf returns where somebody's last move leads as another sees it: toward, past or away; toward if no distance
// is known.
func (p *planner) directionOf(name, other string) string {
	who, at := p.person(name), p.person(other).at
	before, ok := p.distance(who.from, at)
	after, ok2 := p.distance(who.to, at)
	switch {
	case !ok || !ok2 || after < before:
		return "toward"
	case after > before:
		return "away"
	}
	return "past"
}

// distance returns how far two places are from each other, in squares or zones, and whether that is known: if a record
// does not say how everybody stood at the beginning, it is not.
func (p *planner) distance(a, b string) (int, bool) {
	if p.Stood == nil {
		return 0, false
	}
	ground := p.Stood.Ground
	if ground.Kind == "squares" {
		x1, y1, ok1 := ground.Square(a)
		x2, y2, ok2 := ground.Square(b)
		return max(abs(x1-x2), abs(y1-y2)), ok1 && ok2
	}
	i := slices.IndexFunc(ground.Places, func(at rules.Place) bool { return at.At == a })
	k := slices.IndexFunc(ground.Places, func(at rules.Place) bool { return at.At == b })
	return abs(i - k), i >= 0 && k >= 0
}

// abs returns the absolute value of a number.
func abs(n int) int { return max(n, -n) }
