package picture

import (
	"fmt"
	"slices"
	"strings"

	"kokyu/rules"
	"kokyu/rules/text"
)

// pipsMax is the largest number that is drawn as pips; larger ones are bars.
const pipsMax = 6

// card is a combatant with its numbers, laid out so that its height is known before it is drawn: the cards of a row,
// and the zone around them, are as high as the highest.
type card struct {
	seat      *Seat
	wide      int            // in units of the drawing
	names     []string       // the lines of its name
	details   []string       // the lines below the name: kind, Defense, weapon
	bars      []rules.Number // numbers with a largest value, drawn as pips or bars
	columns   int            // in how many columns the bars stand
	nameBelow bool           // the name is below the token, not beside it: on a narrow card
	beside    string         // the number beside the token then
	notes     []string       // the lines below the bars: stance, what is held ready, states
	badge     string         // see [Drawing.Badge]
}

// Line heights of a card, in units of the drawing. A bold name of size 12 is as wide as plain text of boldSize.
const (
	boldSize = 13
	nameLine = 14
	noteLine = 13
	barLine  = 14
)

// layOut lays out the card of a seat. A plain card, and every card of a slim drawing, has neither kind nor weapon. The
// card of who is out of the fight has only a line that says how. A card below 150 units has one column of bars, and its
// name below the token if it does not fit beside it.
func (c *canvas) layOut(s *Seat, wide int, plain bool) card {
	plain = plain || c.drawing.Width == Slim
	k := card{seat: s, wide: wide, columns: 1}
	name := s.Name + text.Either(s.Name == c.pic.As, " (you)", "")
	room := wide - 2*tokenRadius - 14 // beside the token
	isTooWide := func(word string) bool { return widthOf(word, boldSize) > room }
	k.nameBelow = wide < 100 || wide < 150 && slices.ContainsFunc(strings.Fields(name), isTooWide)
	if c.drawing.Badge != nil && s.Out == "" {
		k.badge = c.drawing.Badge(s.Name)
	}
	lines := 2
	if k.nameBelow {
		room = wide - 10
	} else if wide >= 150 {
		lines = 1
	}
	k.names = breakLines(name, room, boldSize, lines)
	if c.drawing.Field {
		return k
	}
	if s.Out != "" {
		k.details = []string{s.Out}
		return k
	}
	var details []string
	if !plain {
		details = append(details, s.Kind)
	}
	for _, n := range s.Numbers {
		switch {
		case n.Max == 0 && k.nameBelow && k.beside == "":
			k.beside = numberWords(n)
		case n.Max == 0 || n.Name == "orders":
			details = append(details, numberWords(n))
		default:
			k.bars = append(k.bars, n)
		}
	}
	if s.Weapon != "" && !plain {
		details = append(details, s.Weapon)
	}
	if len(k.bars) > 1 && wide >= 150 {
		k.columns = min(len(k.bars), wide/75, 3)
	}
	k.details = flowLines(details, wide-12, 2)
	k.notes = flowLines(s.noteWords(), wide-12, 4)
	return k
}

// flowLines joins parts with dots between them, and breaks them into at most lineMax lines, between parts if possible.
// What does not fit is cut off the last line.
func flowLines(parts []string, room, lineMax int) (lines []string) {
	if len(parts) == 0 {
		return nil
	}
	line := parts[0]
	for _, part := range parts[1:] {
		joined := line + " · " + part
		if len(lines) == lineMax-1 || widthOf(joined, 11) <= room {
			line = joined
			continue
		}
		lines, line = append(lines, breakLines(line, room, 11, lineMax-len(lines)-1)...), part
	}
	return append(lines, breakLines(line, room, 11, max(lineMax-len(lines), 1))...)
}

// height returns the height of a card.
func (k *card) height() int {
	return k.headHeight() + noteLine*len(k.details) + k.barsHeight() + noteLine*len(k.notes) + 2
}

// barsHeight returns the height of all rows of bars.
func (k *card) barsHeight() int { return barLine * ((len(k.bars) + k.columns - 1) / k.columns) }

// headHeight returns the height of a card's token and name: their sum if the name is below, else the larger.
func (k *card) headHeight() int {
	if k.nameBelow {
		return 2*tokenRadius + 6 + len(k.names)*nameLine
	}
	return max(len(k.names)*nameLine+8, 2*tokenRadius+5)
}

// drawCard draws a card, at least high units high, with its left upper corner at x, y. isOnField says that the field
// has a token of the combatant, at which arrows then begin and end. The card of whose turn it is has a class of its
// own, and so have those that a proposal or a blow is aimed at.
func (c *canvas) drawCard(k card, x, y, high int, isOnField bool) {
	class := "card"
	if k.seat.Name == c.pic.Turn.Seat && k.seat.Out == "" {
		class += " now"
	} else if p := c.pic.Proposal; p != nil && p.At == k.seat.Name || slices.Contains(c.drawing.Blow[:], k.seat.Name) {
		class += " aimed"
	}
	end := c.beginSeat(k.seat, "")
	c.write(`<rect class="%s" x="%d" y="%d" width="%d" height="%d" rx="4"/>`, class, x, y, k.wide, max(high, k.height()))
	tx, ty := x+tokenRadius+5, y+tokenRadius+4
	c.drawToken(k.seat, tx, ty, tokenRadius-2)
	if !isOnField {
		c.spots["who "+k.seat.Name] = spot{tx, ty, tokenRadius}
	}
	if k.badge != "" { // on the upper edge, so that the name has its whole line
		c.drawBadge(k.badge, x+k.wide-4, y-6)
	}
	name := text.Either(k.seat.Out != "", "name gone", "name")
	nx, at := x+2*tokenRadius+10, y+19
	switch {
	case k.nameBelow:
		nx, at = x+5, y+2*tokenRadius+16
		c.label("faint", x+2*tokenRadius+12, y+19, k.wide-2*tokenRadius-16, 11, k.beside)
	case len(k.names) > 1:
		at = y + 14
	}
	for i, line := range k.names {
		c.label(name, nx, at+i*nameLine, k.wide, 12, line)
	}
	at = y + k.headHeight()
	for _, line := range k.details {
		at += noteLine
		c.label("faint", x+6, at-2, k.wide-12, 11, line)
	}
	each := (k.wide - 12) / k.columns
	for i, n := range k.bars {
		c.drawBar(n, x+6+i%k.columns*(each+6), at+i/k.columns*barLine, each-6*(k.columns-1))
	}
	at += k.barsHeight()
	for _, line := range k.notes {
		at += noteLine
		c.label("faint", x+6, at-3, k.wide, 11, line)
	}
	c.write("%s", end)
}

// drawBar draws a number as pips or as a bar, with its name before and its value behind it; neither if there is no
// room. Up to pipsMax pips can be counted at a glance. Energy, which is spent and comes back, is always a bar; what
// counts up, as Wounds taken, is drawn as boxes that fill.
func (c *canvas) drawBar(n rules.Number, x, y, wide int) {
	name, taken := shortName(n), n.Term().CountsUp
	value := fmt.Sprintf("%d/%d", n.N, n.Max)
	from, to := x+widthOf(name, 11)+4, x+wide-widthOf(value, 11)-2
	c.label("faint", x, y+11, wide, 11, name)
	left := n.N
	if taken {
		left = n.Max - n.N
	}
	class := text.Either(isLife(n.Name) && n.Max > 2 && 3*left <= n.Max, "end low", "end")
	c.label(class, x+wide, y+11, wide, 11, value)
	c.keepClear(x, y+2, wide, 10)
	if n.Max <= pipsMax && (taken || n.Name != "energy") && (to-from)/n.Max >= 7 {
		step := min(9, (to-from)/n.Max)
		for i := range n.Max {
			class := text.Either(i < n.N, "spare", "used")
			if isLife(n.Name) || taken {
				class = text.Either(i < n.N, "pip", "hollow")
			}
			if taken { // boxes that are filled as it grows
				c.write(`<rect class="%s" x="%d" y="%d" width="6" height="6"/>`, class, from+i*step+1, y+4)
			} else {
				c.write(`<circle class="%s" cx="%d" cy="%d" r="3"/>`, class, from+i*step+4, y+7)
			}
		}
		return
	}
	if to-from < 10 {
		return
	}
	class = text.Either(isLife(n.Name), "life", "fill")
	c.write(`<rect class="hold" x="%d" y="%d" width="%d" height="6" rx="3"/>`, from, y+4, to-from)
	if full := (to - from) * min(max(n.N, 0), n.Max) / n.Max; full > 0 {
		c.write(`<rect class="%s" x="%d" y="%d" width="%d" height="6" rx="3"/>`, class, from, y+4, full)
	}
}

// isLife reports whether a number is one that keeps combatants in the fight.
func isLife(name string) bool { return name == "wounds" || name == "wounds taken" || name == "heads" }

// drawCards draws the cards of combatants side by side below the field, at least two in a row. isOnField is as for
// [canvas.drawCard].
func (c *canvas) drawCards(seats []*Seat, isOnField bool) {
	per := max(2, c.wide/190) // cards in a row
	each := (c.wide - 2*margin - (per-1)*gap) / per
	for inRow := range slices.Chunk(seats, per) {
		row := []card{}
		high := 0
		for _, s := range inRow {
			k := c.layOut(s, each, false)
			row, high = append(row, k), max(high, k.height())
		}
		for j, k := range row {
			c.drawCard(k, margin+j*(each+gap), c.y+gap, high, isOnField)
		}
		c.y += high + gap
	}
}
