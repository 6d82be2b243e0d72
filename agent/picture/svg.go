package picture

import (
	_ "embed"
	"fmt"
	"html"
	"slices"
	"strings"
	"unicode/utf8"

	"kokyu/rules"
	"kokyu/rules/text"
)

// Style is the style sheet of drawings, for pages that have it once for several or as a file of its own. Its rules apply to
// what is inside an element of the class board.
//
//go:embed board.css
var Style string

// Drawing says how a picture is drawn.
type Drawing struct {
	Bare  bool // an element of a page that has the style sheet, the title and what the fight waits for
	Field bool // only the field and who is where: no title, count, numbers
	Cut   Cut  // for how broad a place

	Link func(seat string) string // the attributes of the link that a combatant is, as markup; nil: it is none

	Badge func(seat string) string // what stands on the card of a combatant, in a few characters; nil: nothing
	Says  string                   // what a badge is, for the legend
	Blow  [2]string                // who strikes at whom, while that is under way
	Hint  string                   // what can be done with the drawing, below it
	Way   func(place string) *Way  // of a place that can be gone to; nil: of none
}

// Cut is the width that a drawing is made for: where it is shown at that width its text is not small.
type Cut string

// The cuts: of a page on a phone, beside others or alone in a file, and of a page on a larger screen.
const (
	Slim  Cut = "slim"
	Usual Cut = ""
	Broad Cut = "broad"
)

// across is the width of each cut, in the units of the drawing.
var across = map[Cut]int{Slim: 360, Usual: 400, Broad: 580}

// Way is a place that whoever decides may go to.
type Way struct {
	Link   string // the attributes of its link, as markup
	Words  string // all of it, for who cannot see it
	Worth  string // in a few characters; empty: not known
	Cost   int
	Chance string // of coming there; empty where it is certain
	Best   bool   // no choice is better
}

// SVG draws the picture: one element, without scripts, links or requests, readable from 360 pixels of width on, light or dark
// as the viewer prefers. Names are data and cannot be markup.
func (p Picture) SVG(d Drawing) string {
	c := &canvas{p: p, d: d, wide: across[d.Cut], spots: map[string]spot{}}
	if row, _ := rowOf(p.Ground); p.Ground.Kind == "zones" && len(row) > 4 && d.Cut != Slim {
		c.wide = max(c.wide, 480)
	}
	if !d.Field {
		c.head()
		c.count()
	}
	switch p.Ground.Kind {
	case "squares":
		c.squares()
	case "ladder":
		c.ladder()
	default:
		c.zones()
	}
	if !d.Field {
		c.lies()
		c.foot()
	}
	c.arrow()
	return c.whole()
}

// canvas is a drawing under way.
type canvas struct {
	p      Picture
	d      Drawing
	b      strings.Builder
	wide   int
	y      int // below what is drawn so far
	spots  map[string]spot
	ways   bool   // some place can be gone to
	legend string // what stands on such a place
	boxes  []box  // of what can be read, which no arrow crosses
}

// box is a part of the drawing.
type box struct{ left, top, right, bottom float64 }

// spot is where a token or a place is, and how large.
type spot struct{ x, y, r int }

// The measures, in the drawing's own units.
const (
	edge  = 8 // around everything
	gap   = 6
	round = 11 // of a token on a card
)

// put writes markup; values are numbers of this package.
func (c *canvas) put(markup string, values ...any) { fmt.Fprintf(&c.b, markup, values...) }

// escape returns a text as an element or an attribute can hold it.
func escape(s string) string { return html.EscapeString(text.Escape(s)) }

// label writes a text, cut to so many units of its size, its base line at y. The class says how it is anchored.
func (c *canvas) label(class string, x, y, room, size int, s string) {
	s = fit(s, room, size)
	c.put(`<text class="%s" x="%d" y="%d">%s</text>`, class, x, y, escape(s))
	left, wide := x, breadth(s, size)
	switch {
	case strings.Contains(class, "mid"):
		left -= wide / 2
	case strings.Contains(class, "end"):
		left -= wide
	}
	c.cover(left, y-size, wide, size+2)
}

// cover marks a part of the drawing that no arrow may cross.
func (c *canvas) cover(x, y, wide, high int) {
	c.boxes = append(c.boxes, box{float64(x), float64(y), float64(x + wide), float64(y + high)})
}

// breadth estimates how wide a text is at a size, in units. No font is known: letters are taken for a little wider than they
// are.
func breadth(s string, size int) int {
	n := 0
	for _, r := range text.Escape(s) {
		switch cells := text.Cells(string(r)); {
		case cells == 0:
		case cells > 1:
			n += 100
		case strings.ContainsRune("MW@%", r):
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

// fit cuts a text to so many units.
func fit(s string, room, size int) string {
	if breadth(s, size) <= room {
		return s
	}
	s = text.Escape(s)
	for s != "" && breadth(s+"…", size) > room {
		_, n := utf8.DecodeLastRuneInString(s)
		s = s[:len(s)-n]
	}
	return strings.TrimRight(s, " ") + "…"
}

// breakLines breaks a text between words into at most so many lines; the last is cut where there is more.
func breakLines(s string, room, size, most int) (lines []string) {
	words := strings.Split(s, " ")
	for len(words) > 0 {
		line, n := words[0], 1
		for n < len(words) && breadth(line+" "+words[n], size) <= room {
			line += " " + words[n]
			n++
		}
		if len(lines) == most-1 && n < len(words) {
			line += " " + strings.Join(words[n:], " ")
			n = len(words)
		}
		lines, words = append(lines, fit(line, room, size)), words[n:]
	}
	return lines
}

// whole returns the drawing with its frame.
func (c *canvas) whole() string {
	high := c.y + edge
	says := c.p.Summary()
	if c.d.Field {
		says = c.p.places()
	}
	var b strings.Builder
	name := ` xmlns="http://www.w3.org/2000/svg"`
	if c.d.Bare {
		name = "" // an element of a page
	}
	role := "img"
	if c.d.Link != nil {
		role = "group" // what is in it can be reached
	}
	class := strings.TrimSpace("board " + string(c.d.Cut))
	fmt.Fprintf(&b, `<svg%s class="%s" viewBox="0 0 %d %d" role="%s" aria-label="%s">`, name, class, c.wide, high, role, escape(says))
	if !c.d.Bare {
		b.WriteString("<style>" + Style + "</style>")
	}
	if !c.d.Field {
		fmt.Fprintf(&b, `<title>%s</title><rect class="paper" width="%d" height="%d"/>`, escape(c.p.Title+", "+c.p.Waits()), c.wide, high)
	}
	b.WriteString(c.b.String())
	b.WriteString("</svg>\n")
	return b.String()
}

// head writes the title and what the fight waits for.
func (c *canvas) head() {
	if c.d.Bare {
		c.y = edge
		return
	}
	room := c.wide - 2*edge
	c.label("title", edge, 24, room, 17, c.p.Title)
	c.label("faint", edge, 40, room, 11, c.p.Waits())
	c.y = 46
}

// count draws who is next, in a row.
func (c *canvas) count() {
	if len(c.p.Count) == 0 {
		return
	}
	step := min(36, (c.wide-2*edge-38)/len(c.p.Count))
	c.label("mark faint", edge, c.y+17, 36, 11, "count")
	for i, n := range c.p.Count {
		s := c.p.Find(n.Seat)
		if s == nil {
			continue
		}
		x, y := edge+50+i*step, c.y+14
		c.token(s, x, y, min(10, step/2-2))
		if n.N != 0 {
			c.label("faint mid", x, y+24, step, 11, countWords(n))
		}
	}
	c.y += 42
	if c.p.Count[0].N == 0 {
		c.y -= 12
	}
}

// token draws what stands for a combatant: a disc of one side, a square of the other, with its letter; crossed out and hollow
// who is out of the fight, ringed who is waited for.
func (c *canvas) token(s *Seat, x, y, r int) {
	class := "a"
	if s.Side != 0 {
		class = "b"
	}
	if s.Out != "" {
		class += " out"
	}
	shape := func(class string, r int) {
		if s.Side == 0 {
			c.put(`<circle class="%s" cx="%d" cy="%d" r="%d"/>`, class, x, y, r)
		} else {
			c.put(`<rect class="%s" x="%d" y="%d" width="%d" height="%d" rx="2"/>`, class, x-r, y-r, 2*r, 2*r)
		}
	}
	shape(class, r)
	c.cover(x-r+4, y-r+4, 2*r-8, 2*r-8)                         // an arrow may begin at a corner of it
	if s.Name != "" && s.Name == c.p.Turn.Seat && s.Out == "" { // that of the legend is nobody
		shape("ring", r+2+r/8)
	}
	if s.Out != "" {
		c.put(`<path class="cross" d="M%d %dl%d %dm0 %dl%d %d"/>`, x-r, y-r, 2*r, 2*r, -2*r, -2*r, 2*r)
	}
	size := r*13/10 + 1
	if n := utf8.RuneCountInString(s.Letter); n > 1 {
		size = size * 8 / 10
	}
	letter := "letter"
	if s.Out != "" {
		letter = "dead"
	}
	c.put(`<text class="%s" x="%d" y="%d" font-size="%d">%s</text>`, letter, x, y+size*36/100, size, escape(s.Letter))
}

// begin begins the group of a combatant, which is a link where the drawing has links; end is the markup that ends it.
func (c *canvas) begin(s *Seat, more string) (end string) {
	if c.d.Link == nil {
		c.put(`<g><title>%s</title>`, escape(s.Words()))
		return `</g>`
	}
	c.put(`<a %s%s><title>%s</title>`, c.d.Link(s.Name), more, escape(s.Words()))
	return `</a>`
}

// mark draws a combatant on the field and remembers where.
func (c *canvas) mark(s *Seat, x, y, r int) {
	end := c.begin(s, ` tabindex="-1"`) // its card is reached by keys
	c.token(s, x, y, r)
	c.put("%s", end)
	c.spots["who "+s.Name] = spot{x, y, r + 2}
}

// place remembers where a place is.
func (c *canvas) place(at string, x, y, r int) { c.spots["at "+at] = spot{x, y, r} }

// foot draws the legend: whose the shapes are, what a badge and a way say.
func (c *canvas) foot() {
	x := edge + 6
	c.y += 8
	for side := range rules.Side(2) {
		i := slices.IndexFunc(c.p.Seats, func(s Seat) bool { return s.Side == side })
		if i < 0 {
			continue
		}
		c.token(&Seat{Side: side}, x, c.y+6, 5)
		name := fit(c.p.Seats[i].Team, c.wide/2-40, 11)
		c.label("faint", x+10, c.y+10, c.wide/2, 11, name)
		x += breadth(name, 11) + 34
	}
	if c.d.Badge != nil && slices.ContainsFunc(c.p.Seats, func(s Seat) bool { return c.d.Badge(s.Name) != "" }) {
		if x+28+breadth(c.d.Says, 11) > c.wide {
			x = edge + 6
			c.y += 20
		}
		c.badge("%", x+22, c.y)
		c.label("faint", x+28, c.y+10, c.wide-x-28, 11, c.d.Says)
	}
	c.y += 14
	if c.ways {
		c.put(`<rect class="way" x="%d" y="%d" width="14" height="14" rx="3"/>`, edge, c.y+4)
		c.label("faint", edge+20, c.y+15, c.wide-edge-20, 11, c.legend)
		c.y += 20
	}
	if c.d.Hint != "" {
		for _, line := range breakLines(c.d.Hint, c.wide-2*edge, 11, 2) {
			c.y += 14
			c.label("faint", edge, c.y, c.wide, 11, line)
		}
	}
}

// badge draws what stands on a card, its right upper corner there.
func (c *canvas) badge(s string, x, y int) {
	wide := breadth(s, 11) + 10
	c.put(`<rect class="badge" x="%d" y="%d" width="%d" height="14" rx="7"/><text class="on mid" x="%d" y="%d">%s</text>`, x-wide, y, wide, x-wide/2, y+11, escape(s))
	c.cover(x-wide, y, wide, 14)
}

// way draws the link of a place that can be gone to, in so wide and high a field; nothing where it cannot.
func (c *canvas) way(at string, x, y, wide, high int) {
	w := c.goes(at)
	if w == nil {
		return
	}
	c.ways, c.legend = true, "a place to go to: what it costs"
	if w.Worth != "" {
		c.legend = "a place to go to: the points it loses, what it costs"
	}
	class := "way"
	if w.Best {
		class += " best"
	}
	c.put(`<a %s><title>%s</title><rect class="%s" x="%d" y="%d" width="%d" height="%d" rx="3"/>`, w.Link, escape(w.Words), class, x, y, wide, high)
	size := min(11, wide*11/32)
	cost := "free"
	if w.Cost > 0 {
		cost = fmt.Sprint("costs ", w.Cost)
	}
	if breadth(cost, size) > wide-4 || high < 26 && w.Worth != "" && w.Cost > 0 && breadth(w.Worth+" · "+cost, size) >= wide-4 {
		cost = fmt.Sprint(w.Cost)
	}
	if with := cost + " · " + w.Chance; w.Chance != "" && breadth(with, size) < wide-4 && (w.Worth == "" || high >= 26 || breadth(w.Worth+" · "+with, size) < wide-4) {
		cost = with
	}
	lines := []string{w.Worth, cost}
	switch both := w.Worth + " · " + cost; {
	case w.Worth == "":
		lines = lines[1:]
	case w.Cost == 0 && w.Chance == "": // only what it loses tells places apart
		lines = lines[:1]
	case high < 26 && breadth(both, size) < wide-4:
		lines = []string{both}
	case high < 26:
		lines = lines[:1]
	}
	for i, line := range lines {
		c.put(`<text class="mid%s" font-size="%d" x="%d" y="%d">%s</text>`, []string{" name", ""}[i], size-i, x+wide/2, y+high/2+size*4/10+(2*i-len(lines)+1)*(size/2+1), escape(line))
	}
	c.put(`</a>`)
	c.cover(x, y, wide, high)
}

// goes returns the way to a place, nil if there is none.
func (c *canvas) goes(at string) *Way {
	if c.d.Way == nil || at == "" {
		return nil
	}
	return c.d.Way(at)
}

// lies writes below the field what lies on the ground and is not drawn there.
func (c *canvas) lies() {
	words := c.p.litterWords()
	if len(words) == 0 {
		return
	}
	for _, line := range breakLines("On the ground: "+strings.Join(words, ", "), c.wide-2*edge, 11, 3) {
		c.y += 14
		c.label("faint", edge, c.y, c.wide, 11, line)
	}
}

// arrow draws what is proposed, and says it below.
func (c *canvas) arrow() {
	a := c.p.Proposal
	if a == nil && c.d.Blow[1] != "" {
		from, there := c.spots["who "+c.d.Blow[0]]
		if to, aimed := c.spots["who "+c.d.Blow[1]]; there && aimed && from != to {
			c.bow(from, to)
		}
	}
	if a == nil || c.d.Field {
		return
	}
	if !c.d.Bare { // a page says it
		lines := breakLines(a.Seat+": "+a.Do, c.wide-2*edge-24, 12, 2)
		c.put(`<path class="arrow" d="M%d %dh14"/><path class="head" d="M%d %dl-8 -4v8z"/>`, edge, c.y+14, edge+20, c.y+14)
		for _, line := range lines {
			c.y += 15
			c.label("name", edge+26, c.y+3, c.wide, 12, line)
		}
	}
	from, ok := c.spots["who "+a.Seat]
	to, aimed := c.spots["who "+a.At]
	if !aimed || a.At == a.Seat {
		if to, aimed = c.spots["at "+a.To]; !aimed {
			return
		}
	}
	if ok && from != to {
		c.bow(from, to)
	}
}

// bow draws an arrow from one spot to another, bent a little; none where it would cover what is to be read, or has no room.
func (c *canvas) bow(from, to spot) {
	dx, dy := float64(to.x-from.x), float64(to.y-from.y)
	far := hypot(dx, dy)
	if far < 1 {
		return
	}
	if far < float64(from.r+to.r+16) {
		return
	}
	// The control point lies beside the middle, a part of the way.
	var mx, my float64
	var start, end [2]float64
	free := slices.ContainsFunc([]float64{6, -6, 3, -3, 2, -2}, func(part float64) bool {
		mx, my = float64(from.x+to.x)/2+dy/part, float64(from.y+to.y)/2-dx/part
		start, end = toward(from, mx, my, float64(from.r)+2), toward(to, mx, my, float64(to.r)+7)
		return !c.covers(start, [2]float64{mx, my}, end)
	})
	if !free {
		return
	}
	tip := toward(to, mx, my, float64(to.r)+1)
	path := fmt.Sprintf("M%.1f %.1fQ%.1f %.1f %.1f %.1f", start[0], start[1], mx, my, end[0], end[1])
	ux, uy := tip[0]-end[0], tip[1]-end[1]
	n := max(hypot(ux, uy), .1)
	ux, uy = ux/n, uy/n
	c.put(`<path class="halo" d="%s"/><path class="arrow" d="%s"/>`, path, path)
	c.put(`<path class="head" d="M%.1f %.1fL%.1f %.1fL%.1f %.1fz"/>`, tip[0]+ux*2, tip[1]+uy*2,
		end[0]-ux*3-uy*5, end[1]-uy*3+ux*5, end[0]-ux*3+uy*5, end[1]-uy*3-ux*5)
}

// covers reports whether an arrow would cross what is to be read.
func (c *canvas) covers(start, by, end [2]float64) bool {
	const parts, half = 48, 3 // half of it is how wide it is
	for i := range parts + 1 {
		t := float64(i) / parts
		at := func(k int) float64 { return (1-t)*(1-t)*start[k] + 2*t*(1-t)*by[k] + t*t*end[k] }
		for _, b := range c.boxes {
			if x, y := at(0), at(1); x > b.left-half && x < b.right+half && y > b.top-half && y < b.bottom+half {
				return true
			}
		}
	}
	return false
}

// toward returns the point at a distance from a spot in the direction of another.
func toward(s spot, x, y, by float64) [2]float64 {
	dx, dy := x-float64(s.x), y-float64(s.y)
	n := max(hypot(dx, dy), .1)
	return [2]float64{float64(s.x) + dx/n*by, float64(s.y) + dy/n*by}
}
