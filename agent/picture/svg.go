package picture

import (
	_ "embed"
	"fmt"
	"html"
	"math"
	"slices"
	"strings"
	"unicode/utf8"

	"kokyu/rules"
	"kokyu/rules/text"
)

// Style is the style sheet of drawings, for pages that have it once for all of them, or as a file of its own. Its rules
// apply to what is inside an element of the class board.
//
//go:embed board.css
var Style string

// Drawing says how a picture is drawn.
type Drawing struct {
	// Bare leaves out the style sheet, the title and what the fight waits for: the page has them.
	Bare bool
	// Field leaves only the field and who is where: no title, count and numbers.
	Field bool
	Width WidthClass
	// Link returns the attributes, as markup, of the link that a combatant is. If it is nil combatants are no links.
	Link func(seat string) string
	// Badge returns the badge on the card of a combatant, a few characters; it may be nil. Says explains badges in the
	// legend.
	Badge func(seat string) string
	Says  string
	// Blow is who strikes at whom, while a blow is under way; it is drawn as an arrow, unless something is proposed.
	Blow [2]string
	// Hint is what can be done with the drawing, written below it.
	Hint string
	// Destination returns the destination at a place, nil if there is none; it may be nil.
	Destination func(place string) *Destination
}

// WidthClass is the width for which a drawing is made.
type WidthClass string

// The width classes: for a page on a phone; the zero value for a file, or for a part of a page; and for a page on a
// larger screen.
const (
	Slim  WidthClass = "slim"
	usual WidthClass = ""
	Broad WidthClass = "broad"
)

// unitsOfWidth has the width of a drawing by its class, in units of the drawing.
var unitsOfWidth = map[WidthClass]int{Slim: 360, usual: 400, Broad: 580}

// Destination is a place to which whoever decides may go, drawn as a link.
type Destination struct {
	Link   string // the attributes of its link, as markup
	Words  string // all of this in words, for people who cannot see it
	Worth  string // the points that going there loses, in a few characters; empty: not known
	Cost   int
	Chance string // of getting there; empty if it is certain
	Best   bool   // no choice is better
}

// SVG draws the picture as one element without scripts or requests, readable from a width of 360 pixels on, light or
// dark as the viewer prefers. Names are escaped. Colour is never the only sign: each side has a shape, and each
// combatant a letter. A map of 256 squares with everything on each is 38 KB.
func (p Picture) SVG(d Drawing) string {
	c := &canvas{pic: p, drawing: d, wide: unitsOfWidth[d.Width], spots: map[string]spot{}}
	if row, _ := rowOf(p.Ground); p.Ground.Kind == "zones" && len(row) > 4 && d.Width != Slim {
		c.wide = max(c.wide, 480)
	}
	if !d.Field {
		c.drawHead()
		c.drawCount()
	}
	switch p.Ground.Kind {
	case "squares":
		c.drawSquares()
	case "ladder":
		c.drawLadder()
	default:
		c.drawZones()
	}
	if !d.Field {
		c.drawLies()
		c.drawLegend()
	}
	c.drawArrows()
	return c.document()
}

// canvas is a drawing under way. Arrows are drawn last, when it is known where everybody and every text is.
type canvas struct {
	pic     Picture
	drawing Drawing // how it is drawn
	out     strings.Builder
	wide    int
	y       int // the lower edge of what is drawn so far
	// spots are where arrows may begin and end: by "who NAME" for combatants, by "at PLACE" for places.
	spots           map[string]spot
	hasDestinations bool
	destinationSays string // what is written on destinations, for the legend
	keepOut         []box  // what people read, which no arrow may cross
}

// box is a rectangle of the drawing.
type box struct{ left, top, right, bottom float64 }

// spot is the middle and the radius of a token or a place.
type spot struct{ x, y, radius int }

// Measures, in units of the drawing.
const (
	margin      = 8 // around everything
	gap         = 6
	tokenRadius = 11 // of a token on a card
)

// write writes markup. Values are numbers, or escaped already.
func (c *canvas) write(markup string, values ...any) { fmt.Fprintf(&c.out, markup, values...) }

// escapeMarkup escapes a text for an element or an attribute.
func escapeMarkup(s string) string { return html.EscapeString(text.Escape(s)) }

// label writes a text with its base line at y, cut to room units. x is its middle or end if its class contains mid or
// end. size must be the size that the style sheet gives the class: label only measures with it.
func (c *canvas) label(class string, x, y, room, size int, s string) {
	s = fit(s, room, size)
	c.write(`<text class="%s" x="%d" y="%d">%s</text>`, class, x, y, escapeMarkup(s))
	left, wide := x, widthOf(s, size)
	switch {
	case strings.Contains(class, "mid"):
		left -= wide / 2
	case strings.Contains(class, "end"):
		left -= wide
	}
	c.keepClear(left, y-size, wide, size+2)
}

// keepClear notes a part of the drawing that no arrow may cross.
func (c *canvas) keepClear(x, y, wide, high int) {
	c.keepOut = append(c.keepOut, box{float64(x), float64(y), float64(x + wide), float64(y + high)})
}

// widthOf estimates how wide a text is at a font size, in units. The font is not known, so letters are taken to be a
// little wider than they are.
func widthOf(s string, size int) int {
	n := 0 // hundredths of the size
	for _, r := range text.Escape(s) {
		switch cells := text.Cells(string(r)); {
		case cells == 0:
		case cells > 1 || strings.ContainsRune("MW@%", r):
			n += 100
		case strings.ContainsRune("mwQO&", r):
			n += 88
		case strings.ContainsRune("iljtfrI.,:;'|()[]! ", r):
			n += 36
		case r >= 'A' && r <= 'Z':
			n += 70
		case r >= '0' && r <= '9' || r == '/':
			n += 64
		case r < 0x250:
			n += 60
		default:
			n += 75
		}
	}
	return (n*size + 99) / 100
}

// fit cuts a text to room units.
func fit(s string, room, size int) string {
	if widthOf(s, size) <= room {
		return s
	}
	s = text.Escape(s)
	for s != "" && widthOf(s+"…", size) > room {
		_, n := utf8.DecodeLastRuneInString(s)
		s = s[:len(s)-n]
	}
	return strings.TrimRight(s, " ") + "…"
}

// breakLines breaks a text between words into at most lineMax lines of room units; the last line is cut if the text is
// longer.
func breakLines(s string, room, size, lineMax int) (lines []string) {
	words := strings.Split(s, " ")
	for len(words) > 0 {
		line, n := words[0], 1
		for n < len(words) && widthOf(line+" "+words[n], size) <= room {
			line += " " + words[n]
			n++
		}
		if len(lines) == lineMax-1 && n < len(words) {
			line += " " + strings.Join(words[n:], " ")
			n = len(words)
		}
		lines, words = append(lines, fit(line, room, size)), words[n:]
	}
	return lines
}

// document returns the SVG element with all that has been drawn. Its label describes it for people who cannot see it.
func (c *canvas) document() string {
	high := c.y + margin
	says := c.pic.summary()
	if c.drawing.Field {
		says = c.pic.placesWords()
	}
	var b strings.Builder
	name := text.Either(c.drawing.Bare, "", ` xmlns="http://www.w3.org/2000/svg"`) // an element of a page has none
	role := text.Either(c.drawing.Link != nil, "group", "img")                     // links can be gone to one by one
	class := strings.TrimSpace("board " + string(c.drawing.Width))
	fmt.Fprintf(&b, `<svg%s class="%s" viewBox="0 0 %d %d" role="%s" aria-label="%s">`, name, class, c.wide, high, role,
		escapeMarkup(says))
	if !c.drawing.Bare {
		b.WriteString("<style>" + Style + "</style>")
	}
	if !c.drawing.Field {
		fmt.Fprintf(&b, `<title>%s</title><rect class="paper" width="%d" height="%d"/>`,
			escapeMarkup(c.pic.Title+", "+c.pic.Waits()), c.wide, high)
	}
	b.WriteString(c.out.String())
	b.WriteString("</svg>\n")
	return b.String()
}

// drawHead draws the title and what the fight waits for.
func (c *canvas) drawHead() {
	if c.drawing.Bare {
		c.y = margin
		return
	}
	room := c.wide - 2*margin
	c.label("title", margin, 24, room, 17, c.pic.Title)
	c.label("faint", margin, 40, room, 11, c.pic.Waits())
	c.y = 46
}

// drawCount draws the count in a row, the next one first. The tokens are smaller if there are many.
func (c *canvas) drawCount() {
	if len(c.pic.Count) == 0 {
		return
	}
	step := min(36, (c.wide-2*margin-38)/len(c.pic.Count))
	c.label("mark faint", margin, c.y+17, 36, 11, "count")
	for i, n := range c.pic.Count {
		s := c.pic.Find(n.Seat)
		if s == nil {
			continue
		}
		x, y := margin+50+i*step, c.y+14
		c.drawToken(s, x, y, min(10, step/2-2))
		if n.N != 0 {
			c.label("faint mid", x, y+24, step, 11, countWords(n))
		}
	}
	c.y += 42
	if c.pic.Count[0].N == 0 {
		c.y -= 12
	}
}

// drawToken draws the token of a combatant: a disc for one side, a square for the other, with its letters. It is
// crossed out and hollow if the combatant is out of the fight, and has a ring if the fight waits for it.
func (c *canvas) drawToken(s *Seat, x, y, r int) {
	class := text.Either(s.Side != 0, "b", "a") + text.Either(s.Out != "", " out", "")
	shape := func(class string, r int) {
		if s.Side == 0 {
			c.write(`<circle class="%s" cx="%d" cy="%d" r="%d"/>`, class, x, y, r)
		} else {
			c.write(`<rect class="%s" x="%d" y="%d" width="%d" height="%d" rx="2"/>`, class, x-r, y-r, 2*r, 2*r)
		}
	}
	shape(class, r)
	c.keepClear(x-r+4, y-r+4, 2*r-8, 2*r-8)                       // but an arrow may touch its edge
	if s.Name != "" && s.Name == c.pic.Turn.Seat && s.Out == "" { // the seats of the legend have no name
		shape("ring", r+2+r/8)
	}
	if s.Out != "" {
		c.write(`<path class="cross" d="M%d %dl%d %dm0 %dl%d %d"/>`, x-r, y-r, 2*r, 2*r, -2*r, -2*r, 2*r)
	}
	size := r*13/10 + 1
	if utf8.RuneCountInString(s.Letter) > 1 {
		size = size * 8 / 10
	}
	c.write(`<text class="%s" x="%d" y="%d" font-size="%d">%s</text>`, text.Either(s.Out != "", "dead", "letter"), x,
		y+size*36/100, size, escapeMarkup(s.Letter))
}

// beginSeat begins the group of a combatant, which is a link if the drawing has links, and returns the markup that ends
// it. attributes are further attributes of the link.
func (c *canvas) beginSeat(s *Seat, attributes string) (end string) {
	if c.drawing.Link == nil {
		c.write(`<g><title>%s</title>`, escapeMarkup(s.words()))
		return `</g>`
	}
	c.write(`<a %s%s><title>%s</title>`, c.drawing.Link(s.Name), attributes, escapeMarkup(s.words()))
	return `</a>`
}

// drawOnField draws a combatant on the field, and notes where.
func (c *canvas) drawOnField(s *Seat, x, y, r int) {
	end := c.beginSeat(s, ` tabindex="-1"`) // by keys one reaches its card
	c.drawToken(s, x, y, r)
	c.write("%s", end)
	c.spots["who "+s.Name] = spot{x, y, r + 2}
}

// notePlace notes where a place is.
func (c *canvas) notePlace(at string, x, y, r int) { c.spots["at "+at] = spot{x, y, r} }

// drawLegend draws the legend: the shapes of the sides, and what badges and destinations say if there are any.
func (c *canvas) drawLegend() {
	x := margin + 6
	c.y += 8
	for side := range rules.Side(2) {
		i := slices.IndexFunc(c.pic.Seats, func(s Seat) bool { return s.Side == side })
		if i < 0 {
			continue
		}
		c.drawToken(&Seat{Side: side}, x, c.y+6, 5)
		name := fit(c.pic.Seats[i].Team, c.wide/2-40, 11)
		c.label("faint", x+10, c.y+10, c.wide/2, 11, name)
		x += widthOf(name, 11) + 34
	}
	hasBadge := func(s Seat) bool { return c.drawing.Badge != nil && c.drawing.Badge(s.Name) != "" }
	if slices.ContainsFunc(c.pic.Seats, hasBadge) {
		if x+28+widthOf(c.drawing.Says, 11) > c.wide {
			x = margin + 6
			c.y += 20
		}
		c.drawBadge("%", x+22, c.y)
		c.label("faint", x+28, c.y+10, c.wide-x-28, 11, c.drawing.Says)
	}
	c.y += 14
	if c.hasDestinations {
		c.write(`<rect class="way" x="%d" y="%d" width="14" height="14" rx="3"/>`, margin, c.y+4)
		c.label("faint", margin+20, c.y+15, c.wide-margin-20, 11, c.destinationSays)
		c.y += 20
	}
	if c.drawing.Hint != "" {
		for _, line := range breakLines(c.drawing.Hint, c.wide-2*margin, 11, 2) {
			c.y += 14
			c.label("faint", margin, c.y, c.wide, 11, line)
		}
	}
}

// drawBadge draws a badge with its right upper corner at x, y.
func (c *canvas) drawBadge(s string, x, y int) {
	wide := widthOf(s, 11) + 10
	c.write(`<rect class="badge" x="%d" y="%d" width="%d" height="14" rx="7"/>`, x-wide, y, wide)
	c.write(`<text class="on mid" x="%d" y="%d">%s</text>`, x-wide/2, y+11, escapeMarkup(s))
	c.keepClear(x-wide, y, wide, 14)
}

// drawDestination draws the link of a destination, with its left upper corner at x, y; nothing if the place is none. It
// has up to two lines: the points that going there loses, then the cost and the chance. If there is not enough room,
// the chance is left out first, then the word before the cost, then the cost. The title has all of it.
func (c *canvas) drawDestination(at string, x, y, wide, high int) {
	w := c.destinationAt(at)
	if w == nil {
		return
	}
	c.hasDestinations = true
	c.destinationSays = "a place to go to: " + text.Either(w.Worth != "", "the points it loses, ", "") + "what it costs"
	class := text.Either(w.Best, "way best", "way")
	c.write(`<a %s><title>%s</title><rect class="%s" x="%d" y="%d" width="%d" height="%d" rx="3"/>`, w.Link,
		escapeMarkup(w.Words), class, x, y, wide, high)
	size := min(11, wide*11/32)
	cost := text.Either(w.Cost > 0, fmt.Sprint("costs ", w.Cost), "free")
	hasTwoLines := high >= 26
	fits := func(line string) bool { return widthOf(line, size) < wide-4 }
	if widthOf(cost, size) > wide-4 || !hasTwoLines && w.Worth != "" && w.Cost > 0 && !fits(w.Worth+" · "+cost) {
		cost = fmt.Sprint(w.Cost)
	}
	with := cost + " · " + w.Chance
	if w.Chance != "" && fits(with) && (w.Worth == "" || hasTwoLines || fits(w.Worth+" · "+with)) {
		cost = with
	}
	lines := []string{w.Worth, cost}
	switch both := w.Worth + " · " + cost; {
	case w.Worth == "":
		lines = lines[1:]
	case w.Cost == 0 && w.Chance == "": // only what it loses tells places apart
		lines = lines[:1]
	case !hasTwoLines && fits(both):
		lines = []string{both}
	case !hasTwoLines:
		lines = lines[:1]
	}
	for i, line := range lines {
		middle := y + high/2 + (2*i-len(lines)+1)*(size/2+1)
		c.write(`<text class="mid%s" font-size="%d" x="%d" y="%d">%s</text>`, text.Either(i == 0, " name", ""), size-i,
			x+wide/2, middle+size*4/10, escapeMarkup(line))
	}
	c.write(`</a>`)
	c.keepClear(x, y, wide, high)
}

// destinationAt returns the destination at a place; nil if there is none.
func (c *canvas) destinationAt(at string) *Destination {
	if c.drawing.Destination == nil || at == "" {
		return nil
	}
	return c.drawing.Destination(at)
}

// drawLies writes below the field what lies on the ground.
func (c *canvas) drawLies() {
	words := c.pic.groundItemWords()
	if len(words) == 0 {
		return
	}
	for _, line := range breakLines("On the ground: "+strings.Join(words, ", "), c.wide-2*margin, 11, 3) {
		c.y += 14
		c.label("faint", margin, c.y, c.wide, 11, line)
	}
}

// drawArrows draws an arrow for the proposal, which it also writes below the field, or else for the blow under way. The
// arrow of a proposal ends at the combatant it is aimed at, or at the place it leads to.
func (c *canvas) drawArrows() {
	p := c.pic.Proposal
	if p == nil && c.drawing.Blow[1] != "" {
		from, hasFrom := c.spots["who "+c.drawing.Blow[0]]
		if to, hasTo := c.spots["who "+c.drawing.Blow[1]]; hasFrom && hasTo && from != to {
			c.drawArrow(from, to)
		}
	}
	if p == nil || c.drawing.Field {
		return
	}
	if !c.drawing.Bare { // else the page says it
		lines := breakLines(p.Seat+": "+p.Do, c.wide-2*margin-24, 12, 2)
		c.write(`<path class="arrow" d="M%d %dh14"/><path class="head" d="M%d %dl-8 -4v8z"/>`, margin, c.y+14,
			margin+20, c.y+14)
		for _, line := range lines {
			c.y += 15
			c.label("name", margin+26, c.y+3, c.wide, 12, line)
		}
	}
	from, hasFrom := c.spots["who "+p.Seat]
	to, hasTo := c.spots["who "+p.At]
	if !hasTo || p.At == p.Seat {
		to, hasTo = c.spots["at "+p.To]
	}
	if hasFrom && hasTo && from != to {
		c.drawArrow(from, to)
	}
}

// drawArrow draws an arrow from one spot to another, bent a little; nothing if they are too close, or if every bend
// would cross what people read. It is a quadratic curve whose control point is beside the middle of the way, by a sixth
// of the way at first and then farther, to both sides alternately.
func (c *canvas) drawArrow(from, to spot) {
	dx, dy := float64(to.x-from.x), float64(to.y-from.y)
	if math.Hypot(dx, dy) < float64(from.radius+to.radius+16) {
		return
	}
	var mx, my float64 // the control point of the curve, beside the middle by a part of the way
	var start, end [2]float64
	isFree := slices.ContainsFunc([]float64{6, -6, 3, -3, 2, -2}, func(part float64) bool {
		mx, my = float64(from.x+to.x)/2+dy/part, float64(from.y+to.y)/2-dx/part
		start, end = pointToward(from, mx, my, float64(from.radius)+2), pointToward(to, mx, my, float64(to.radius)+7)
		return !c.crossesText(start, [2]float64{mx, my}, end)
	})
	if !isFree {
		return
	}
	tip := pointToward(to, mx, my, float64(to.radius)+1)
	path := fmt.Sprintf("M%.1f %.1fQ%.1f %.1f %.1f %.1f", start[0], start[1], mx, my, end[0], end[1])
	ux, uy := tip[0]-end[0], tip[1]-end[1]
	n := max(math.Hypot(ux, uy), .1)
	ux, uy = ux/n, uy/n
	c.write(`<path class="halo" d="%s"/><path class="arrow" d="%s"/>`, path, path)
	c.write(`<path class="head" d="M%.1f %.1fL%.1f %.1fL%.1f %.1fz"/>`, tip[0]+ux*2, tip[1]+uy*2,
		end[0]-ux*3-uy*5, end[1]-uy*3+ux*5, end[0]-ux*3+uy*5, end[1]-uy*3-ux*5)
}

// crossesText reports whether an arrow with this control point would cross what people read, at one of 49 points.
func (c *canvas) crossesText(start, control, end [2]float64) bool {
	const parts, half = 48, 3 // of the curve, and half the width of an arrow
	for i := range parts + 1 {
		t := float64(i) / parts
		at := func(k int) float64 { return (1-t)*(1-t)*start[k] + 2*t*(1-t)*control[k] + t*t*end[k] }
		for _, b := range c.keepOut {
			if x, y := at(0), at(1); x > b.left-half && x < b.right+half && y > b.top-half && y < b.bottom+half {
				return true
			}
		}
	}
	return false
}

// pointToward returns the point at a distance from the middle of a spot in the direction of x, y.
func pointToward(s spot, x, y, distance float64) [2]float64 {
	dx, dy := x-float64(s.x), y-float64(s.y)
	n := max(math.Hypot(dx, dy), .1)
	return [2]float64{float64(s.x) + dx/n*distance, float64(s.y) + dy/n*distance}
}
