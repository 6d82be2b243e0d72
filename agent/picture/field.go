package picture

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"kokyu/rules"
)

// The field: zones side by side, the rungs of a duel, or a map.

// crowd is from how many in one zone cards are plain.
const crowd = 5

// columnsOfSlim is how many zones of a slim drawing stand side by side; more stand one below the other.
const columnsOfSlim = 3

// zones draws the zones from rear to rear as columns, and below them those beside the row; cards of who is there in each.
func (c *canvas) zones() {
	row, beside := rowOf(c.p.Ground)
	if c.d.Cut == Slim && len(row) > columnsOfSlim {
		row, beside = nil, append(row, beside...)
	}
	c.y += gap
	if len(row) > 0 {
		c.row(row)
	}
	for _, place := range beside {
		c.band(place)
	}
	if c.d.Field {
		return
	}
	if away := slices.DeleteFunc(c.p.nowhere(), func(s *Seat) bool { return s.Out != "" }); len(away) > 0 {
		c.cards(away, false)
	}
	c.outs()
}

// outs draws who is out of the fight as a line of tokens with names.
func (c *canvas) outs() {
	x, began := edge, false
	for _, s := range c.sides() {
		if s.Out == "" {
			continue
		}
		name := s.Name + ", " + s.Out
		wide := min(breadth(name, 11)+26, c.wide-2*edge)
		if !began || x+wide > c.wide-edge {
			x, began, c.y = edge, true, c.y+24
		}
		end := c.begin(s, "")
		c.put(`<rect class="press" x="%d" y="%d" width="%d" height="22"/>`, x, c.y-19, wide)
		c.token(s, x+9, c.y-8, 8)
		c.label("faint gone", x+21, c.y-4, wide-22, 11, name)
		c.put("%s", end)
		x += wide + 8
	}
	if began {
		c.y += 4
	}
}

// row draws zones as columns. In one place alone the sides stand face to face.
func (c *canvas) row(row []rules.Place) {
	columns := make([][]*Seat, len(row))
	for i, place := range row {
		columns[i] = c.withCards(c.p.at(place.At))
	}
	across, inner := c.widths(row, columns)
	if len(row) == 1 {
		half := (across[0] - gap) / 2
		inner = []int{half, half}
		columns = c.p.bySide(row[0])
		for i := range columns {
			columns[i] = c.withCards(columns[i])
		}
	}
	laid, high := make([][]card, len(columns)), 24
	for i, in := range columns {
		sum := 0
		for _, s := range in {
			k := c.lay(s, inner[i]-8, len(in) >= crowd)
			laid[i] = append(laid[i], k)
			sum += k.high() + c.between()
		}
		high = max(high, sum)
	}
	top := 22
	for i, place := range row {
		top = max(top, 10+12*len(breakLines(zone(place), across[i]-6, 11, 4)))
	}
	if c.d.Badge != nil {
		top += 4
	}
	if slices.ContainsFunc(row, func(p rules.Place) bool { return c.goes(p.At) != nil }) {
		high += wayHigh + 2
	}
	x := edge
	for i, place := range row {
		c.zone(place, x, c.y, across[i], high+top+2)
		x += across[i] + gap
	}
	x = edge
	for i, cards := range laid {
		y := c.y + top
		for _, k := range cards {
			c.draw(k, x+4, y, 0, false)
			y += k.high() + c.between()
		}
		x += inner[i] + gap
	}
	c.y += high + top + 2
}

// between returns how far cards stand apart: a badge sits on the edge of one.
func (c *canvas) between() int {
	if c.d.Badge != nil {
		return 9
	}
	return 4
}

// withCards returns the seats that have a card: all in a picture of the field alone, else those in the fight, since one that is out has a line below.
func (c *canvas) withCards(in []*Seat) []*Seat {
	if c.d.Field {
		return in
	}
	return slices.DeleteFunc(in, func(s *Seat) bool { return s.Out != "" })
}

// widths returns the widths of the zones of a row: narrow ones for those that nobody is in.
func (c *canvas) widths(row []rules.Place, in [][]*Seat) (across, inner []int) {
	const narrow = 52
	room, full := c.wide-2*edge-gap*(len(row)-1), 0
	for i := range row {
		if len(in[i]) > 0 {
			full++
		}
	}
	each := room / len(row)
	if full > 0 && each > narrow {
		each = (room - narrow*(len(row)-full)) / full
	}
	for i := range row {
		w := each
		if full > 0 && len(in[i]) == 0 {
			w = min(narrow, each)
		}
		across = append(across, w)
	}
	return across, across
}

// zone draws an empty zone with its name.
func (c *canvas) zone(p rules.Place, x, y, wide, high int) {
	class := "ground"
	if a := c.p.Proposal; a != nil && a.To == p.At && !c.d.Field {
		class += " aimed"
	}
	c.put(`<rect class="%s" x="%d" y="%d" width="%d" height="%d" rx="5"/>`, class, x, y, wide, high)
	for i, line := range breakLines(zone(p), wide-6, 11, 4) {
		c.label("faint mid", x+wide/2, y+15+12*i, wide-6, 11, line)
	}
	c.place(p.At, x+wide/2, y+15, 8)
	if c.goes(p.At) != nil {
		c.way(p.At, x+4, y+high-wayHigh-4, wide-8, wayHigh)
	}
}

// wayHigh is how high the way to a zone is.
const wayHigh = 22

// band draws a zone beside the row, over the whole width.
func (c *canvas) band(p rules.Place) {
	in := c.withCards(c.p.at(p.At))
	const each = 150
	per := (c.wide - 2*edge - 8) / (each + 4)
	var cards []card
	high, y := 0, c.y+gap
	for _, s := range in {
		k := c.lay(s, each, false)
		cards, high = append(cards, k), max(high, k.high())
	}
	rows := (len(cards) + per - 1) / per
	tall := 22 + rows*(high+4)
	if c.goes(p.At) != nil {
		tall += wayHigh + 4
	}
	c.zone(p, edge, y, c.wide-2*edge, tall)
	for i, k := range cards {
		c.draw(k, edge+4+i%per*(each+4), y+20+i/per*(high+4), high, false)
	}
	c.y = y + tall
}

// ladder draws the rungs of a duel as one within the other, far outside and near inside, so that the two stand as far apart as
// they are; and their cards face to face.
func (c *canvas) ladder() {
	places := c.p.Ground.Places
	c.y += gap
	const line = 16 // of a rung's name
	step := min((c.wide-2*edge-72)/2/len(places), 44)
	high := len(places)*(line+3) + 34
	middle := c.y + len(places)*line + 16
	for i, place := range places {
		x, y := edge+i*step, c.y+i*line
		in := c.p.at(place.At)
		class, name := "ground", "faint mid"
		if len(in) > 0 {
			class, name = "card now", "name mid"
		}
		c.put(`<rect class="%s" x="%d" y="%d" width="%d" height="%d" rx="6"/>`, class, x, y, c.wide-2*x, high-i*(line+3))
		c.label(name, c.wide/2, y+12, c.wide-2*x, 12, place.At)
		c.place(place.At, x+step/2, middle, 8)
	}
	for i, place := range places {
		for _, s := range c.p.at(place.At) {
			x := edge + i*step + step/2
			if i == len(places)-1 {
				x = c.wide/2 - 15
			}
			if s.Side != 0 {
				x = c.wide - x
			}
			c.mark(s, x, middle, 11)
		}
	}
	c.y += high
	if c.d.Field {
		return
	}
	c.people()
}

// people draws the cards of who is in the fight below a field that shows where they are, and below them who is out of it.
func (c *canvas) people() {
	c.cards(c.withCards(c.sides()), true)
	c.outs()
}

// sides returns all combatants, the ones of the first side first.
func (c *canvas) sides() (all []*Seat) {
	for i := range c.p.Seats {
		all = append(all, &c.p.Seats[i])
	}
	slices.SortStableFunc(all, func(a, b *Seat) int { return int(a.Side) - int(b.Side) })
	return all
}

// squares draws the map with a token for each who stands on it, and the cards below.
func (c *canvas) squares() {
	g := c.p.Ground
	const margin = 14
	each := min(44, (c.wide-2*edge-margin)/max(g.Wide, 1))
	left, top := (c.wide-each*g.Wide+margin)/2, c.y+18
	c.put(`<rect class="ground" x="%d" y="%d" width="%d" height="%d"/>`, left, top, each*g.Wide, each*g.High)
	c.terrain(left, top, each)
	var grid strings.Builder
	for x := 1; x < g.Wide; x++ {
		fmt.Fprintf(&grid, "M%d %dv%d", left+x*each, top, each*g.High)
	}
	for y := 1; y < g.High; y++ {
		fmt.Fprintf(&grid, "M%d %dh%d", left, top+y*each, each*g.Wide)
	}
	c.put(`<path class="grid" d="%s"/>`, grid.String())
	for x := range g.Wide {
		c.label("faint mid", left+x*each+each/2, top-4, each, 11, string(rune('a'+x)))
	}
	for y := range g.High {
		c.label("faint end", left-4, top+y*each+each/2+4, 2*edge, 11, strconv.Itoa(y+1))
	}
	for y := range g.High {
		for x := range g.Wide {
			at := square(x, y)
			c.way(at, left+x*each+1, top+y*each+1, each-2, each-2)
			c.place(at, left+x*each+each/2, top+y*each+each/2, each/3)
			c.stand(c.p.at(at), left+x*each+each/2, top+y*each+each/2, each)
		}
	}
	c.links()
	c.y = top + each*g.High
	if c.d.Field {
		return
	}
	c.signs(each)
	c.people()
}

// stand draws who is on a square: one in its middle; with others, those who are down and steeds small in the corners.
func (c *canvas) stand(who []*Seat, x, y, each int) {
	if len(who) == 0 {
		return
	}
	top, r := top(who), min(each*2/5+1, 15)
	if top.Out != "" {
		r = each / 3
	}
	if len(who) > 1 { // up to the left, to leave a corner
		r = each * 35 / 100
		c.mark(top, x-each*12/100, y-each*13/100, r)
	} else {
		c.mark(top, x, y, r)
	}
	corner := 0
	for _, s := range who {
		if s == top {
			continue
		}
		off := each * 27 / 100
		at := [][2]int{{off, off}, {-off, off}, {off, -off}, {-off, -off}}[corner%4]
		c.mark(s, x+at[0], y+at[1], each*23/100)
		corner++
	}
}

// links draws a bar between those who hold each other.
func (c *canvas) links() {
	for i := range c.p.Seats {
		s := &c.p.Seats[i]
		for _, w := range s.States {
			if !slices.Contains([]string{"bound", "grappled", "pinned"}, w.Name) || w.With <= s.Name {
				continue
			}
			from, ok := c.spots["who "+s.Name]
			to, there := c.spots["who "+w.With]
			if !ok || !there {
				continue
			}
			a, b := toward(from, float64(to.x), float64(to.y), float64(from.r)-2), toward(to, float64(from.x), float64(from.y), float64(to.r)-2)
			c.put(`<path class="link" d="M%.1f %.1fL%.1f %.1f"/>`, a[0], a[1], b[0], b[1])
		}
	}
}

// terrain draws what is special about squares, each kind as one path.
func (c *canvas) terrain(left, top, each int) {
	paths := map[string]*strings.Builder{}
	for _, p := range c.p.Ground.Places {
		x, y, ok := c.p.Ground.Square(p.At)
		if !ok {
			continue
		}
		for _, is := range p.Features {
			for _, part := range parts(is) {
				if paths[part] == nil {
					paths[part] = &strings.Builder{}
				}
				paths[part].WriteString(shape(part, left+x*each, top+y*each, each))
			}
		}
	}
	c.weapons(paths, left, top, each)
	for _, class := range classes {
		if path := paths[class]; path != nil {
			c.put(`<path class="%s" d="%s"/>`, class, path)
		}
	}
}

// weapons draws the weapons that lie on squares.
func (c *canvas) weapons(paths map[string]*strings.Builder, left, top, each int) {
	for _, l := range c.p.Lies {
		x, y, ok := c.p.Ground.Square(l.At)
		if !ok || l.Kind != "weapon" {
			continue
		}
		if paths["lie"] == nil {
			paths["lie"] = &strings.Builder{}
		}
		paths["lie"].WriteString(shape("lie", left+x*each, top+y*each, each))
	}
}

// classes are what squares are drawn with, in the order in which it is drawn.
var classes = []string{"wet", "mire", "high", "rough", "cover", "full", "wall", "exit", "lie"}

// parts returns the classes that a feature is drawn with.
func parts(feature string) []string {
	switch feature {
	case "mire":
		return []string{"wet", "mire"}
	case "full cover":
		return []string{"full"}
	case "path":
		return []string{"exit"}
	}
	return []string{feature}
}

// shape returns the path of a feature on one square of a size.
func shape(class string, x, y, n int) string {
	q := n / 4
	switch class {
	case "wet":
		return fmt.Sprintf("M%d %dh%dv%dh%dz", x, y, n, n, -n)
	case "wall":
		return fmt.Sprintf("M%d %dh%dv%dh%dzm0 %dl%d %dm%d %dl%d %d", x+1, y+1, n-2, n-2, 2-n, n-2, n-2, 2-n, -n/2, n-2, n/2-1, 1-n/2)
	case "mire": // two waves
		wave := fmt.Sprintf("q%d %d %d 0t%d 0", q/2, -q/2, q, q)
		return fmt.Sprintf("M%d %d%sM%d %d%s", x+q, y+n*2/5, wave, x+q, y+n*7/10, wave)
	case "rough": // three stones
		return fmt.Sprintf("M%d %dh0M%d %dh0M%d %dh0", x+q, y+n*2/3, x+n/2, y+n/3, x+n*3/4, y+n*3/5)
	case "high": // a hill
		return fmt.Sprintf("M%d %dl%d %dl%d %dz", x+2, y+n-2, n/2-2, -n/2, n/2-2, n/2)
	case "cover", "full": // a bush, a screen
		return fmt.Sprintf("M%d %dv%da%d %d 0 0 1 %d 0v%dz", x+q, y+n*4/5, -q, q, q, 2*q, q)
	case "exit": // a door
		return fmt.Sprintf("M%d %dv%dh%dv%d", x+q, y+n-2, -n*2/3, 2*q, n*2/3)
	}
	return fmt.Sprintf("M%d %dl%d %dm0 %dl%d %d", x+q, y+3*q, 2*q, -2*q, q, -q, -q) // a sword
}

// signs says what the signs on a map mean.
func (c *canvas) signs(each int) {
	x := edge
	size := min(each, 16)
	for _, f := range rules.Features {
		if !slices.ContainsFunc(c.p.Ground.Places, func(p rules.Place) bool { return slices.Contains(p.Features, f.Name) }) {
			continue
		}
		if x == edge {
			c.y += gap
		}
		for _, part := range parts(f.Name) {
			c.put(`<path class="%s" d="%s"/>`, part, shape(part, x, c.y, size))
		}
		c.label("faint", x+size+4, c.y+12, 100, 11, f.Name)
		x += size + 16 + breadth(f.Name, 11)
	}
	if x > edge {
		c.y += 16
	}
}
