package picture

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"kokyu/rules"
)

func hypot(x, y float64) float64 { return math.Hypot(x, y) }

// pipsMax is up to how many a number is drawn as pips; more are a bar.
const pipsMax = 6

// card is a combatant with its numbers, laid out before it is drawn.
type card struct {
	s      *Seat
	wide   int
	names  []string
	subs   []string // kind, Defense, weapon
	bars   []rules.Number
	cols   int    // columns of bars
	thin   bool   // the name stands below the token
	beside string // what stands beside a token whose name is below it
	notes  []string
	badge  string
}

// Line heights of a card, and the size a bold name of 12 is as wide as.
const (
	bold     = 13
	nameLine = 14
	noteLine = 13
	barLine  = 14
)

// lay lays a card out; a plain one, and every one of a slim drawing, has neither kind nor weapon.
func (c *canvas) lay(s *Seat, wide int, plain bool) card {
	plain = plain || c.d.Cut == Slim
	k := card{s: s, wide: wide, cols: 1}
	name := s.Name
	if s.Name == c.p.As {
		name += " (you)"
	}
	room := wide - 2*round - 14 // beside the token
	k.thin = wide < 100 || wide < 150 && slices.ContainsFunc(strings.Fields(name), func(word string) bool { return breadth(word, bold) > room })
	if c.d.Badge != nil && s.Out == "" {
		k.badge = c.d.Badge(s.Name)
	}
	switch {
	case k.thin:
		k.names = breakLines(name, wide-10, bold, 2)
	case wide < 150:
		k.names = breakLines(name, room, bold, 2)
	default:
		k.names = breakLines(name, room, bold, 1)
	}
	if c.d.Field {
		return k
	}
	if s.Out != "" {
		k.subs = []string{s.Out}
		return k
	}
	var sub []string
	if !plain {
		sub = append(sub, s.Kind)
	}
	for _, n := range s.Numbers {
		switch {
		case n.Max == 0 && k.thin && k.beside == "":
			k.beside = numberWords(n)
		case n.Max == 0 || n.Name == "orders":
			sub = append(sub, numberWords(n))
		default:
			k.bars = append(k.bars, n)
		}
	}
	if s.Weapon != "" && !plain {
		sub = append(sub, s.Weapon)
	}
	if len(k.bars) > 1 && wide >= 150 {
		k.cols = min(len(k.bars), wide/75, 3)
	}
	if len(sub) > 0 {
		k.subs = flow(sub, wide-12, 2)
	}
	if notes := s.notes(); len(notes) > 0 {
		k.notes = flow(notes, wide-12, 4)
	}
	return k
}

// flow joins parts with dots between them and breaks them into at most so many lines, between parts where that can be.
func flow(parts []string, room, most int) (lines []string) {
	line := ""
	for i, part := range parts {
		switch joined := line + " · " + part; {
		case line == "":
			line = part
		case len(lines) == most-1 || breadth(joined, 11) <= room:
			line = joined
		default:
			lines, line = append(lines, breakLines(line, room, 11, most-len(lines)-1)...), part
		}
		if i == len(parts)-1 {
			lines = append(lines, breakLines(line, room, 11, max(most-len(lines), 1))...)
		}
	}
	return lines
}

// high returns how high a card is.
func (k *card) high() int {
	n := k.head() + noteLine*len(k.subs)
	n += barLine * ((len(k.bars) + k.cols - 1) / k.cols)
	n += noteLine * len(k.notes)
	return n + 2
}

// head returns how high a card's token and name are.
func (k *card) head() int {
	if k.thin {
		return 2*round + 6 + len(k.names)*nameLine
	}
	return max(len(k.names)*nameLine+8, 2*round+5)
}

// draw draws a card with its left upper corner there, at least so high.
func (c *canvas) draw(k card, x, y, high int, marked bool) {
	class := "card"
	if k.s.Name == c.p.Turn.Seat && k.s.Out == "" {
		class += " now"
	} else if a := c.p.Proposal; a != nil && a.At == k.s.Name || slices.Contains(c.d.Blow[:], k.s.Name) {
		class += " aimed"
	}
	end := c.begin(k.s, "")
	c.put(`<rect class="%s" x="%d" y="%d" width="%d" height="%d" rx="4"/>`, class, x, y, k.wide, max(high, k.high()))
	tx, ty := x+round+5, y+round+4
	c.token(k.s, tx, ty, round-2)
	if !marked {
		c.spots["who "+k.s.Name] = spot{tx, ty, round}
	}
	if k.badge != "" { // on the edge: the name has all of its line
		c.badge(k.badge, x+k.wide-4, y-6)
	}
	name := "name"
	if k.s.Out != "" {
		name += " gone"
	}
	nx, at := x+2*round+10, y+19
	switch {
	case k.thin:
		nx, at = x+5, y+2*round+16
		c.label("faint", x+2*round+12, y+19, k.wide-2*round-16, 11, k.beside)
	case len(k.names) > 1:
		at = y + 14
	}
	for i, line := range k.names {
		c.label(name, nx, at+i*nameLine, k.wide, 12, line)
	}
	at = y + k.head()
	for _, line := range k.subs {
		at += noteLine
		c.label("faint", x+6, at-2, k.wide-12, 11, line)
	}
	each := (k.wide - 12) / k.cols
	for i, n := range k.bars {
		c.bar(n, x+6+i%k.cols*(each+6), at+i/k.cols*barLine, each-6*(k.cols-1))
	}
	at += barLine * ((len(k.bars) + k.cols - 1) / k.cols)
	for _, line := range k.notes {
		at += noteLine
		c.label("faint", x+6, at-3, k.wide, 11, line)
	}
	c.put("%s", end)
}

// bar draws a number as pips or as a bar, between its name and its value.
func (c *canvas) bar(n rules.Number, x, y, wide int) {
	name, taken := short(n), n.Term().CountsUp
	value := fmt.Sprintf("%d/%d", n.N, n.Max)
	from, to := x+breadth(name, 11)+4, x+wide-breadth(value, 11)-2
	c.label("faint", x, y+11, wide, 11, name)
	class := "end"
	if left := n.N; life(n.Name) && n.Max > 2 {
		if taken {
			left = n.Max - n.N
		}
		if 3*left <= n.Max {
			class = "end low"
		}
	}
	c.label(class, x+wide, y+11, wide, 11, value)
	c.cover(x, y+2, wide, 10)
	if n.Max <= pipsMax && (taken || n.Name != "energy") && (to-from)/n.Max >= 7 {
		step := min(9, (to-from)/n.Max)
		for i := range n.Max {
			class := map[bool]string{true: "pip", false: "spare"}[life(n.Name) || taken]
			if i >= n.N {
				class = map[string]string{"pip": "hollow", "spare": "used"}[class]
			}
			if taken { // boxes to be filled
				c.put(`<rect class="%s" x="%d" y="%d" width="6" height="6"/>`, class, from+i*step+1, y+4)
			} else {
				c.put(`<circle class="%s" cx="%d" cy="%d" r="3"/>`, class, from+i*step+4, y+7)
			}
		}
		return
	}
	if to-from < 10 {
		return
	}
	class = "fill"
	if life(n.Name) {
		class = "life"
	}
	c.put(`<rect class="hold" x="%d" y="%d" width="%d" height="6" rx="3"/>`, from, y+4, to-from)
	if full := (to - from) * min(max(n.N, 0), n.Max) / n.Max; full > 0 {
		c.put(`<rect class="%s" x="%d" y="%d" width="%d" height="6" rx="3"/>`, class, from, y+4, full)
	}
}

// life reports whether a number is of what keeps one in the fight.
func life(of string) bool { return of == "wounds" || of == "wounds taken" || of == "heads" }

// cards draws the cards of combatants side by side below the field; marked says that the field shows where they are.
func (c *canvas) cards(seats []*Seat, marked bool) {
	per := max(2, c.wide/190)
	each := (c.wide - 2*edge - (per-1)*gap) / per
	for of := range slices.Chunk(seats, per) {
		row := []card{}
		high := 0
		for _, s := range of {
			k := c.lay(s, each, false)
			row, high = append(row, k), max(high, k.high())
		}
		for j, k := range row {
			c.draw(k, edge+j*(each+gap), c.y+gap, high, marked)
		}
		c.y += high + gap
	}
}
