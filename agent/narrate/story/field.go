package story

import (
	"slices"
	"strconv"
	"strings"

	"kokyu/rules"
	"kokyu/rules/fight"
)

// Field is where everybody stands, and their last ways, as the events of a record show them.
type Field struct {
	ground rules.Ground
	at     map[string]string    // by name
	last   map[string][2]string // the last way of somebody, from and to
}

// NewField returns the field at the beginning of a fight; of a record that does not say how they stood it knows no distances.
func NewField(begun *fight.Snapshot) *Field {
	f := &Field{at: map[string]string{}, last: map[string][2]string{}}
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

// See takes an event.
func (f *Field) See(e rules.Event) {
	switch {
	case e.Kind == "move":
		f.last[e.Seat], f.at[e.Seat] = [2]string{e.From, e.To}, e.To
	case e.Kind == "declare" && e.To != "": // which may be stopped before it is done
		f.last[e.Seat] = [2]string{f.at[e.Seat], e.To}
	}
}

// Way returns how somebody's last way leads as another sees it: toward, past or away; toward where no distance is known.
func (f *Field) Way(name, other string) string {
	from, one := f.apart(f.last[name][0], f.at[other])
	to, two := f.apart(f.last[name][1], f.at[other])
	switch {
	case !one || !two || to < from:
		return "toward"
	case to > from:
		return "away"
	}
	return "past"
}

// apart returns how far two places are from each other, in squares or in zones.
func (f *Field) apart(a, b string) (int, bool) {
	if f.ground.Kind == "squares" {
		x1, y1, ok1 := square(a)
		x2, y2, ok2 := square(b)
		return max(abs(x1-x2), abs(y1-y2)), ok1 && ok2
	}
	i := slices.IndexFunc(f.ground.Places, func(at rules.Place) bool { return at.At == a })
	k := slices.IndexFunc(f.ground.Places, func(at rules.Place) bool { return at.At == b })
	return abs(i - k), i >= 0 && k >= 0
}

func abs(n int) int { return max(n, -n) }

// square reads a square's name: c4.
func square(name string) (x, y int, ok bool) {
	i := strings.IndexFunc(name, func(r rune) bool { return r >= '0' && r <= '9' })
	if i < 1 {
		return 0, 0, false
	}
	for _, r := range name[:i] {
		x = 26*x + int(r-'a') + 1
	}
	y, err := strconv.Atoi(name[i:])
	return x, y, err == nil
}
