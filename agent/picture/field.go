package picture

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"kokyu/rules"
)

// plainCardsFrom is the number of combatants in one zone from which on they have plain cards, see layOut.
const plainCardsFrom = 5

// slimColumnsMax is how many zones fit side by side in a slim drawing: more columns would be too narrow for a name.
const slimColumnsMax = 3

// drawZones draws the zones from rear to rear as columns, and the others as bands below them, each with the cards of
// who is there. If there are too many columns all zones are bands.
func (c *canvas) drawZones() {
	row, beside := rowOf(c.pic.Ground)
	if c.drawing.Width == Slim && len(row) > slimColumnsMax {
		row, beside = nil, append(row, beside...)
	}
	c.y += gap
	if len(row) > 0 {
		c.drawRow(row)
	}
	for _, place := range beside {
		c.drawBand(place)
	}
	if c.drawing.Field {
		return
	}
	away := slices.DeleteFunc(c.pic.seatsAt(""), func(s *Seat) bool { return s.Out != "" }) // not called yet
	c.drawCards(away, false)
	c.drawOuts()
}

// drawOuts draws who is out of the fight as tokens with names, which are links as cards are.
func (c *canvas) drawOuts() {
	x, begun := margin, false
	for _, s := range c.seatsBySide() {
		if s.Out == "" {
			continue
		}
		name := s.Name + ", " + s.Out
		wide := min(widthOf(name, 11)+26, c.wide-2*margin)
		if !begun || x+wide > c.wide-margin {
			x, begun, c.y = margin, true, c.y+24
		}
		end := c.beginSeat(s, "")
		c.write(`<rect class="press" x="%d" y="%d" width="%d" height="22"/>`, x, c.y-19, wide)
		c.drawToken(s, x+9, c.y-8, 8)
		c.label("faint gone", x+21, c.y-4, wide-22, 11, name)
		c.write("%s", end)
		x += wide + 8
	}
	if begun {
		c.y += 4
	}
}

// drawRow draws zones as columns. If there is a single zone, the sides stand face to face in it.
func (c *canvas) drawRow(row []rules.Place) {
	columns := make([][]*Seat, len(row))
	for i, place := range row {
		columns[i] = c.seatsWithCards(c.pic.seatsAt(place.At))
	}
	across := c.columnWidths(row, columns)
	inner := across // widths for cards
	if len(row) == 1 {
		half := (across[0] - gap) / 2
		inner = []int{half, half}
		columns = c.pic.seatsBySide(row[0])
		for i := range columns {
			columns[i] = c.seatsWithCards(columns[i])
		}
	}
	// All cards are laid out before anything is drawn, since the zones behind them are as high as the highest column.
	laid, high := make([][]card, len(columns)), 24
	for i, in := range columns {
		sum := 0
		for _, s := range in {
			k := c.layOut(s, inner[i]-8, len(in) >= plainCardsFrom)
			laid[i] = append(laid[i], k)
			sum += k.height() + c.cardGap()
		}
		high = max(high, sum)
	}
	top := 22 // the room for the names of the zones, which may take several lines
	for i, place := range row {
		top = max(top, 10+12*len(breakLines(zoneWords(place), across[i]-6, 11, 4)))
	}
	if c.drawing.Badge != nil {
		top += 4
	}
	if slices.ContainsFunc(row, func(p rules.Place) bool { return c.destinationAt(p.At) != nil }) {
		high += destinationHigh + 2
	}
	x := margin
	for i, place := range row {
		c.drawZone(place, x, c.y, across[i], high+top+2)
		x += across[i] + gap
	}
	x = margin
	for i, cards := range laid {
		y := c.y + top
		for _, k := range cards {
			c.drawCard(k, x+4, y, 0, false)
			y += k.height() + c.cardGap()
		}
		x += inner[i] + gap
	}
	c.y += high + top + 2
}

// cardGap returns the gap between cards, which is larger if they have badges on their edges.
func (c *canvas) cardGap() int {
	if c.drawing.Badge != nil {
		return 9
	}
	return 4
}

// seatsWithCards returns the seats that have a card: in a drawing of the field alone all, else those in the fight,
// since drawOuts draws the others.
func (c *canvas) seatsWithCards(in []*Seat) []*Seat {
	if c.drawing.Field {
		return in
	}
	return slices.DeleteFunc(in, func(s *Seat) bool { return s.Out != "" })
}

// columnWidths returns the widths of the zones of a row: empty ones are narrow, and the others share the rest. If all
// are empty they are equally wide.
func (c *canvas) columnWidths(row []rules.Place, in [][]*Seat) (widths []int) {
	const narrow = 52
	room, full := c.wide-2*margin-gap*(len(row)-1), 0
	for _, seats := range in {
		full += min(1, len(seats))
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
		widths = append(widths, w)
	}
	return widths
}

// drawZone draws a zone with its name, without who is in it.
func (c *canvas) drawZone(p rules.Place, x, y, wide, high int) {
	class := "ground"
	if proposed := c.pic.Proposal; proposed != nil && proposed.To == p.At && !c.drawing.Field {
		class += " aimed"
	}
	c.write(`<rect class="%s" x="%d" y="%d" width="%d" height="%d" rx="5"/>`, class, x, y, wide, high)
	for i, line := range breakLines(zoneWords(p), wide-6, 11, 4) {
		c.label("faint mid", x+wide/2, y+15+12*i, wide-6, 11, line)
	}
	c.notePlace(p.At, x+wide/2, y+15, 8)
	if c.destinationAt(p.At) != nil {
		c.drawDestination(p.At, x+4, y+high-destinationHigh-4, wide-8, destinationHigh)
	}
}

// destinationHigh is the height of the link of a zone that is a [Destination].
const destinationHigh = 22

// drawBand draws a zone that is not in the row, over the whole width, with as many cards side by side as there is room
// for.
func (c *canvas) drawBand(p rules.Place) {
	in := c.seatsWithCards(c.pic.seatsAt(p.At))
	const each = 150
	per := (c.wide - 2*margin - 8) / (each + 4)
	var cards []card
	high, y := 0, c.y+gap
	for _, s := range in {
		k := c.layOut(s, each, false)
		cards, high = append(cards, k), max(high, k.height())
	}
	rows := (len(cards) + per - 1) / per
	tall := 22 + rows*(high+4)
	if c.destinationAt(p.At) != nil {
		tall += destinationHigh + 4
	}
	c.drawZone(p, margin, y, c.wide-2*margin, tall)
	for i, k := range cards {
		c.drawCard(k, margin+4+i%per*(each+4), y+20+i/per*(high+4), high, false)
	}
	c.y = y + tall
}

// drawLadder draws the rungs of a duel, which are distances, as nested boxes, the farthest outside; and the cards
// below. Places come from the farthest rung to the nearest. The first side is on the left, the second on the right; on
// the nearest rung both are in the middle, with room for two tokens.
func (c *canvas) drawLadder() {
	places := c.pic.Ground.Places
	c.y += gap
	const line = 16 // height of a rung's name
	step := min((c.wide-2*margin-72)/2/len(places), 44)
	high := len(places)*(line+3) + 34
	middle := c.y + len(places)*line + 16
	for i, place := range places {
		x, y := margin+i*step, c.y+i*line
		in := c.pic.seatsAt(place.At)
		class, name := "ground", "faint mid"
		if len(in) > 0 {
			class, name = "card now", "name mid"
		}
		c.write(`<rect class="%s" x="%d" y="%d" width="%d" height="%d" rx="6"/>`, class, x, y, c.wide-2*x, high-i*(line+3))
		c.label(name, c.wide/2, y+12, c.wide-2*x, 12, place.At)
		c.notePlace(place.At, x+step/2, middle, 8)
	}
	for i, place := range places {
		for _, s := range c.pic.seatsAt(place.At) {
			x := margin + i*step + step/2
			if i == len(places)-1 {
				x = c.wide/2 - 15
			}
			if s.Side != 0 {
				x = c.wide - x
			}
			c.drawOnField(s, x, middle, 11)
		}
	}
	c.y += high
	c.drawPeople()
}

// drawPeople draws, below a ladder or a map, the cards of who is in the fight, and below them who is out of it; nothing
// in a drawing of the field alone.
func (c *canvas) drawPeople() {
	if !c.drawing.Field {
		c.drawCards(c.seatsWithCards(c.seatsBySide()), true)
		c.drawOuts()
	}
}

// seatsBySide returns all combatants, those of the first side first, each side in the order of the roster.
func (c *canvas) seatsBySide() (all []*Seat) {
	for i := range c.pic.Seats {
		all = append(all, &c.pic.Seats[i])
	}
	slices.SortStableFunc(all, func(a, b *Seat) int { return int(a.Side) - int(b.Side) })
	return all
}

// drawSquares draws the map with a token for everybody on it, and the cards below. Squares are at most 44 units wide,
// so that a small map does not fill the page.
func (c *canvas) drawSquares() {
	g := c.pic.Ground
	const numbersWide = 14 // of the numbers of the rows
	each := min(44, (c.wide-2*margin-numbersWide)/max(g.Wide, 1))
	left, top := (c.wide-each*g.Wide+numbersWide)/2, c.y+18
	c.write(`<rect class="ground" x="%d" y="%d" width="%d" height="%d"/>`, left, top, each*g.Wide, each*g.High)
	c.drawTerrain(left, top, each)
	var grid strings.Builder
	for x := 1; x < g.Wide; x++ {
		fmt.Fprintf(&grid, "M%d %dv%d", left+x*each, top, each*g.High)
	}
	for y := 1; y < g.High; y++ {
		fmt.Fprintf(&grid, "M%d %dh%d", left, top+y*each, each*g.Wide)
	}
	c.write(`<path class="grid" d="%s"/>`, grid.String())
	for x := range g.Wide {
		c.label("faint mid", left+x*each+each/2, top-4, each, 11, string(rune('a'+x)))
	}
	for y := range g.High {
		c.label("faint end", left-4, top+y*each+each/2+4, 2*margin, 11, strconv.Itoa(y+1))
	}
	for y := range g.High {
		for x := range g.Wide {
			at := squareName(x, y)
			c.drawDestination(at, left+x*each+1, top+y*each+1, each-2, each-2)
			c.notePlace(at, left+x*each+each/2, top+y*each+each/2, each/3)
			c.drawOnSquare(c.pic.seatsAt(at), left+x*each+each/2, top+y*each+each/2, each)
		}
	}
	c.drawHolds()
	c.y = top + each*g.High
	if c.drawing.Field {
		return
	}
	c.drawMapLegend(each)
	c.drawPeople()
}

// drawOnSquare draws who is on a square, whose side is each: the topSeat near its middle, others small in the corners.
// A fifth of these shares a corner with the first.
func (c *canvas) drawOnSquare(who []*Seat, x, y, each int) {
	if len(who) == 0 {
		return
	}
	top, radius := topSeat(who), min(each*2/5+1, 15)
	if top.Out != "" {
		radius = each / 3
	}
	if len(who) > 1 { // up to the left, to leave room in a corner
		radius = each * 35 / 100
		c.drawOnField(top, x-each*12/100, y-each*13/100, radius)
	} else {
		c.drawOnField(top, x, y, radius)
	}
	corner := 0
	for _, s := range who {
		if s == top {
			continue
		}
		off := each * 27 / 100
		at := [][2]int{{off, off}, {-off, off}, {off, -off}, {-off, -off}}[corner%4]
		c.drawOnField(s, x+at[0], y+at[1], each*23/100)
		corner++
	}
}

// drawHolds draws bars between the tokens of those who hold each other.
func (c *canvas) drawHolds() {
	for i := range c.pic.Seats {
		s := &c.pic.Seats[i]
		for _, w := range s.States {
			if !isHold(w.Name) || w.With <= s.Name { // of the two who have the state, only the first draws
				continue
			}
			from, hasFrom := c.spots["who "+s.Name]
			to, hasTo := c.spots["who "+w.With]
			if !hasFrom || !hasTo {
				continue
			}
			a := pointToward(from, float64(to.x), float64(to.y), float64(from.radius)-2)
			b := pointToward(to, float64(from.x), float64(from.y), float64(to.radius)-2)
			c.write(`<path class="link" d="M%.1f %.1fL%.1f %.1f"/>`, a[0], a[1], b[0], b[1])
		}
	}
}

// drawTerrain draws the features of squares, and the weapons that lie on them. Each class is one path, which keeps the
// drawing of a large map small.
func (c *canvas) drawTerrain(left, top, each int) {
	paths := map[string][]string{} // by class
	for _, p := range c.pic.Ground.Places {
		x, y, ok := c.pic.Ground.Square(p.At)
		if !ok {
			continue
		}
		for _, feature := range p.Features {
			for _, class := range classesOf(feature) {
				paths[class] = append(paths[class], featurePath(class, left+x*each, top+y*each, each))
			}
		}
	}
	for _, l := range c.pic.Lies {
		if x, y, ok := c.pic.Ground.Square(l.At); ok && l.Kind == "weapon" {
			paths["lie"] = append(paths["lie"], featurePath("lie", left+x*each, top+y*each, each))
		}
	}
	for _, class := range pathClasses {
		if path := paths[class]; path != nil {
			c.write(`<path class="%s" d="%s"/>`, class, strings.Join(path, ""))
		}
	}
}

// pathClasses are the classes of the style sheet that squares are drawn with, in the order in which they are drawn.
var pathClasses = []string{"wet", "mire", "high", "rough", "cover", "full", "wall", "exit", "lie"}

// classesOf returns the classes that a feature of a square is drawn with.
func classesOf(feature string) []string {
	if classes := featureClasses[feature]; classes != nil {
		return classes
	}
	return []string{feature}
}

// featureClasses has the classes of the features that are not drawn with the one of their own name.
var featureClasses = map[string][]string{"mire": {"wet", "mire"}, "full cover": {"full"}, "path": {"exit"}}

// featurePath returns the path of a class on a square whose side is n and whose left upper corner is at x, y.
func featurePath(class string, x, y, n int) string {
	q := n / 4
	switch class {
	case "wet":
		return fmt.Sprintf("M%d %dh%dv%dh%dz", x, y, n, n, -n)
	case "wall":
		return fmt.Sprintf("M%d %dh%dv%dh%dzm0 %dl%d %dm%d %dl%d %d", x+1, y+1, n-2, n-2, 2-n, n-2,
			n-2, 2-n, -n/2, n-2, n/2-1, 1-n/2)
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

// drawMapLegend draws what the features of the map mean, in the order of [rules.Features]. A sign is a square with the
// feature, at most 16 units wide.
func (c *canvas) drawMapLegend(each int) {
	x := margin
	size := min(each, 16)
	for _, f := range rules.Features {
		hasFeature := func(p rules.Place) bool { return slices.Contains(p.Features, f.Name) }
		if !slices.ContainsFunc(c.pic.Ground.Places, hasFeature) {
			continue
		}
		if x == margin {
			c.y += gap
		}
		for _, class := range classesOf(f.Name) {
			c.write(`<path class="%s" d="%s"/>`, class, featurePath(class, x, c.y, size))
		}
		c.label("faint", x+size+4, c.y+12, 100, 11, f.Name)
		x += size + 16 + widthOf(f.Name, 11)
	}
	if x > margin {
		c.y += 16
	}
}
