package rulestest

import (
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"kokyu/rules"
	"kokyu/rules/text"
)

// checkBoard checks that every combatant stands somewhere, that numbers agree with the sheet, that words are in their
// closed lists, and that decisions lead to existing places. The law veil checks that a board tells no secret.
func (s *suite[S]) checkBoard() {
	start := s.sys.Start()
	ground := s.sys.Board(&start).Ground
	places := s.checkGround(ground)
	roster := s.sys.Roster()
	s.look(func(st S, turn rules.Turn) {
		b := s.sys.Board(&st)
		if !reflect.DeepEqual(b.Ground, ground) {
			s.failf("the ground has changed")
		}
		if len(b.Stands) != len(roster) {
			s.failf("%d combatants on the board, want %d", len(b.Stands), len(roster))
			return
		}
		for i, stand := range b.Stands {
			s.checkStand(&st, rules.Seat(i), stand, places)
		}
		for k, c := range b.Upcoming {
			// The count is who still has a breath to come in this round.
			isTwice := slices.ContainsFunc(b.Upcoming[:k], func(o rules.UpcomingTurn) bool { return o.Seat == c.Seat })
			if isTwice || int(c.Seat) >= len(roster) || b.Stands[c.Seat].Out != "" {
				s.failf("%s is in the count, want each who is in the fight once at most", s.name(c.Seat))
			}
		}
		for _, l := range b.Items {
			if !isListed(rules.ItemKinds, l.Kind) || l.At != "" && !places(l.At) {
				s.failf("on the board lies %+v, want a word of the list and a place of the ground", l)
			}
		}
		if turn.Kind != rules.Decide {
			return
		}
		for _, a := range s.sys.Actions(&st, nil) {
			if to := s.sys.Leads(&st, a); to != "" && !places(to) {
				s.failf("%q leads to %q, want a place of the ground", s.sys.Format(&st, a), to)
			}
		}
	})
}

// checkGround checks where the fight takes place, and returns a function that reports whether one can stand on a place.
func (s *suite[S]) checkGround(g rules.Ground) func(at string) bool {
	if !isListed(rules.Grounds, g.Kind) {
		s.failf("the ground is %q, want a word of the list", g.Kind)
	}
	names, walls := []string{}, []string{}
	for _, p := range g.Places {
		if p.At == "" || slices.Contains(names, p.At) || slices.Contains(walls, p.At) {
			s.failf("a place is called %q, want a name of its own", p.At)
		}
		for _, is := range p.Features {
			if !isListed(rules.Features, is) {
				s.failf("%s is %q, want a word of the list", p.At, is)
			}
		}
		if slices.Contains(p.Features, "wall") {
			walls = append(walls, p.At)
		} else {
			names = append(names, p.At)
		}
	}
	return func(at string) bool {
		if g.Kind != "squares" {
			return slices.Contains(names, at)
		}
		// Of a map, Places has only special squares. All others within its size can be stood on.
		x, y, ok := g.Square(at)
		return ok && x < g.Wide && y < g.High && !slices.Contains(walls, at)
	}
}

// figures finds the numbers in a text.
var figures = regexp.MustCompile(`-?\d+`)

// checkStand checks one combatant.
func (s *suite[S]) checkStand(st *S, seat rules.Seat, stand rules.Stand, places func(string) bool) {
	if out := s.sys.Plight(st, seat).Out; out != (stand.Out != "") || out && !isListed(rules.Outs, stand.Out) {
		s.failf("%s is out of the fight: %v, and on the board %q", s.name(seat), out, stand.Out)
	}
	if stand.Out == "" && !places(stand.At) {
		s.failf("%s stands at %q, want a place of the ground", s.name(seat), stand.At)
	}
	for _, w := range stand.States {
		if !isListed(rules.States, w.Name) {
			s.failf("%s is %q, want a word of the list", s.name(seat), w.Name)
		}
	}
	sheet := s.sys.Sheet(st, seat)
	for _, n := range stand.Numbers {
		if n.Term().Name == "" {
			s.failf("%s has %q, want a word of the list", s.name(seat), n.Name)
			continue
		}
		if !onSheet(sheet, n) {
			s.failf("%s has %+v on the board and %+v on its sheet", s.name(seat), n, sheet)
		}
	}
}

// onSheet reports whether a sheet has a number: in the lines with the first word of its name, or if there are none, in
// any line.
func onSheet(sheet rules.Sheet, n rules.Number) bool {
	// A line is found by the first word of the name, "wounds" of "wounds taken".
	word, _, _ := strings.Cut(n.Name, " ")
	lines := text.Keep(sheet, func(e rules.Entry) bool {
		return strings.Contains(strings.ToLower(e.Name+" "+e.Value), word)
	})
	if len(lines) == 0 {
		lines = sheet
	}
	return slices.ContainsFunc(lines, func(e rules.Entry) bool {
		_, value, named := strings.Cut(strings.ToLower(e.Value), word)
		if !named {
			value = e.Value
		}
		said := figures.FindAllString(value, -1)
		if n.N == 0 && len(said) == 0 {
			return named || strings.Contains(e.Name, word) // in words: none, broken
		}
		return slices.Contains(said, strconv.Itoa(n.N)) &&
			(n.Max == 0 || len(said) == 1 || slices.Contains(said, strconv.Itoa(n.Max)))
	})
}

// isListed reports whether a word is in a closed list.
func isListed(terms []rules.Term, word string) bool {
	return slices.ContainsFunc(terms, func(t rules.Term) bool { return t.Name == word })
}
