package picture

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"kokyu/rules"
	"kokyu/rules/text"
)

// textWidthLeast is the smallest width that a board is written for.
const textWidthLeast = 40

// Text returns the picture for a terminal with so many columns: the field, and a line for each combatant. (A) is on one
// side, [B] on the other; > marks who is waited for, x who is down.
func (p Picture) Text(columns int) string {
	b := &board{pic: p, wide: max(columns, textWidthLeast)}
	b.writeFlow("", strings.Split(p.Title+", "+p.Waits(), " "), " ")
	b.writeCount()
	b.writeLine("")
	switch p.Ground.Kind {
	case "squares":
		b.writeSquares()
	case "ladder":
		b.writeLadder()
	default:
		b.writeZones()
	}
	b.writeLine("")
	b.writePeople()
	if p.Proposal != nil {
		b.writeFlow("  ", strings.Split("Proposed for "+p.Proposal.Seat+": "+p.Proposal.Do, " "), " ")
	}
	if lies := p.groundItemWords(); len(lies) > 0 {
		b.writeFlow("  On the ground: ", lies, ", ")
	}
	b.writeLegend()
	if p.Note != "" {
		b.writeLine("")
		b.writeFlow("", strings.Split(p.Note, " "), " ")
	}
	return b.String()
}

// board is the text of a picture under way. Widths are in cells of a terminal, see pad.
type board struct {
	strings.Builder
	pic  Picture
	wide int
	used []string // the features on the map, for the legend
}

// writeLine writes a line, without blanks at its end.
func (b *board) writeLine(text string) {
	b.WriteString(strings.TrimRight(text, " "))
	b.WriteByte('\n')
}

// writeFlow writes parts side by side behind a head, and continues in indented lines if there is no room. The parts are
// escaped; one that is wider than a line is cut. The head is written as it is.
func (b *board) writeFlow(head string, parts []string, between string) {
	deeper := strings.Repeat(" ", min(text.Cells(head)+2, b.wide/2))
	line := head
	for i, part := range parts {
		part = clip(text.Escape(part), b.wide-len(deeper))
		switch joined := line + between + part; {
		case i == 0 && text.Cells(line+part) <= b.wide:
			line += part
		case i > 0 && text.Cells(joined) <= b.wide:
			line = joined
		default:
			b.writeLine(strings.TrimRight(line+between, " "))
			line = deeper + part
		}
	}
	b.writeLine(line)
}

// tokenText returns the token of a combatant: (A), [B], or xA for one who is down.
func tokenText(s *Seat) string {
	switch {
	case s.Out != "":
		return "x" + s.Letter
	case s.Side == 0:
		return "(" + s.Letter + ")"
	}
	return "[" + s.Letter + "]"
}

// pad fills a text with blanks to so many cells of a terminal, or cuts it to that. A letter of a CJK script takes two
// cells, and a combining mark none, so that characters cannot be counted.
func pad(s string, cells int) string {
	s = clip(text.Escape(s), cells)
	return s + strings.Repeat(" ", cells-text.Cells(s))
}

// clip cuts a text to so many cells of a terminal.
func clip(s string, cells int) string {
	if text.Cells(s) <= cells {
		return s
	}
	for s != "" && text.Cells(s) > cells-1 {
		_, n := utf8.DecodeLastRuneInString(s)
		s = s[:len(s)-n]
	}
	return s + "…"
}

// writeCount writes the count.
func (b *board) writeCount() {
	if len(b.pic.Count) == 0 {
		return
	}
	var parts []string
	for _, n := range b.pic.Count {
		s := b.pic.Find(n.Seat)
		if s == nil {
			continue
		}
		parts = append(parts, strings.TrimSpace(tokenText(s)+" "+countWords(n)))
	}
	b.writeFlow("count  ", parts, "  ")
}

// countWords returns the number of a place in the count: "6", or "<6" for one just below it; empty if it has none.
func countWords(n countPlace) string {
	switch {
	case n.N == 0:
		return ""
	case n.Waits:
		return fmt.Sprintf("<%d", n.N)
	}
	return fmt.Sprint(n.N)
}

// writeZones writes the zones of the row as columns and the others below it; all of them below each other if there is
// no room.
func (b *board) writeZones() {
	row, beside := rowOf(b.pic.Ground)
	const least = 13
	if len(row) == 0 || b.wide/len(row) < least {
		row, beside = nil, b.pic.Ground.Places
	}
	if len(row) > 0 {
		b.writeColumns(row)
	}
	for _, place := range beside {
		parts := text.Each(b.pic.seatsAt(place.At), func(s *Seat) string { return tokenText(s) + " " + s.Name })
		if parts == nil {
			parts = []string{"-"}
		}
		b.writeFlow(pad(zoneWords(place), 16)+" ", parts, "  ")
	}
}

// zoneWords returns the name of a zone with its cover and features: "left flank +2, mire".
func zoneWords(p rules.Place) string {
	words := p.At + text.Either(p.Cover > 0, fmt.Sprint(" +", p.Cover), "")
	for _, feature := range p.Features {
		words += text.Either(feature != "cover", ", "+feature, "")
	}
	return words
}

// rowOf returns the zones in the row from rear to rear, and those beside it.
func rowOf(g rules.Ground) (row, beside []rules.Place) {
	isBeside := func(p rules.Place) bool { return p.At == "flank" || p.At == "outside" }
	return slices.DeleteFunc(slices.Clone(g.Places), isBeside), text.Keep(g.Places, isBeside)
}

// writeColumns writes a column for each zone, of equal width: its name, a rule, and a line for each combatant in it.
func (b *board) writeColumns(row []rules.Place) {
	var who [][]*Seat
	for _, place := range row {
		who = append(who, b.pic.seatsAt(place.At))
	}
	if len(row) == 1 { // the sides face to face
		who = b.pic.seatsBySide(row[0])
		row = append(row, rules.Place{})
	}
	each := min(b.wide/len(row), 26) - 1
	high := 0
	rule, names := "", ""
	for i, place := range row {
		high = max(high, len(who[i]))
		names += " " + pad(zoneWords(place), each)
		rule += " " + strings.Repeat("-", each-1) + " "
	}
	b.writeLine(names[1:])
	b.writeLine(rule[1:])
	for k := range max(high, 1) {
		line := ""
		for _, in := range who {
			cell := ""
			if k < len(in) {
				cell = tokenText(in[k]) + " " + in[k].Name
			}
			line += " " + pad(cell, each)
		}
		b.writeLine(line[1:])
	}
}

// writeLadder writes the rungs of a duel, and the two on theirs.
func (b *board) writeLadder() {
	for _, place := range b.pic.Ground.Places {
		in := b.pic.seatsAt(place.At)
		line := text.Either(len(in) > 0, "> ", "  ") + pad(place.At, 16)
		for _, s := range in {
			line += "  " + tokenText(s) + " " + text.Escape(s.Name)
		}
		b.writeLine(line)
	}
}

// glyphs are the signs of the features of a square, one cell each.
var glyphs = map[string]string{"wall": "#", "cover": "o", "full cover": "O", "rough": ",", "mire": "~",
	"high": "^", "path": "/", "exit": "="}

// writeSquares writes the map: four columns a square, or three if there is little room.
func (b *board) writeSquares() {
	g := b.pic.Ground
	each := 4
	if 3+each*g.Wide > b.wide {
		each = 3
	}
	features := map[string][]string{} // by square
	for _, p := range g.Places {
		features[p.At] = p.Features
	}
	head := "   "
	for x := range g.Wide {
		head += center(string(rune('a'+x)), each)
	}
	b.writeLine(head)
	for y := range g.High {
		line := fmt.Sprintf("%2d ", y+1)
		for x := range g.Wide {
			at := squareName(x, y)
			line += b.squareText(features[at], b.pic.seatsAt(at), each)
		}
		b.writeLine(line)
	}
}

// squareText returns the characters of a square: who is on it, or its features, which it adds to used. A wall fills the
// square, so that walls of several squares are one; plain ground is a dot.
func (b *board) squareText(features []string, who []*Seat, each int) string {
	b.used = text.Unique(append(b.used, features...))
	if len(who) > 0 {
		return center(tokenText(topSeat(who)), each)
	}
	if slices.Contains(features, "wall") {
		return strings.Repeat("#", each)
	}
	mark := strings.Join(text.Each(features, func(f string) string { return glyphs[f] }), "")
	return center(cmp.Or(mark, "."), each)
}

// topSeat returns which of several on a square is shown: a rider, else the first. Those in the fight come first.
func topSeat(who []*Seat) *Seat {
	isMounted := func(w rules.State) bool { return w.Name == "mounted" }
	i := slices.IndexFunc(who, func(s *Seat) bool { return slices.ContainsFunc(s.States, isMounted) })
	return who[max(0, i)]
}

// center puts a mark into the middle of so many cells, or just left of it. A mark that is too wide loses its brackets
// before its letters.
func center(mark string, cells int) string {
	if r := []rune(mark); text.Cells(mark) > cells && len(r) > 2 {
		mark = string(r[1 : len(r)-1])
	}
	mark = clip(mark, cells)
	left := (cells - text.Cells(mark)) / 2
	return strings.Repeat(" ", left) + mark + strings.Repeat(" ", cells-left-text.Cells(mark))
}

// squareName returns the name of a square: c4.
func squareName(x, y int) string { return fmt.Sprintf("%c%d", 'a'+x, y+1) }

// writePeople writes a line for each combatant: a mark if it is its turn, its token, its name, and its numbers and
// states. Names are cut at 20 cells, so that one long name does not push all lines to the right.
func (b *board) writePeople() {
	most := 0
	for i := range b.pic.Seats {
		most = max(most, text.Cells(text.Escape(b.pic.Seats[i].Name)))
	}
	most = min(most, 20)
	for i := range b.pic.Seats {
		s := &b.pic.Seats[i]
		mark := text.Either(s.Name == b.pic.Turn.Seat, "> ", "  ")
		name := s.Name + text.Either(s.Name == b.pic.As, " (you)", "")
		var parts []string
		if out := s.outWords(); out != "" {
			parts = append(parts, out)
		} else if b.pic.Ground.Kind == "squares" {
			parts = append(parts, s.At)
		}
		parts = append(parts, text.Each(s.Numbers, numberWords)...)
		if s.Weapon != "" {
			parts = append(parts, s.Weapon)
		}
		parts = append(parts, s.noteWords()...)
		b.writeFlow(mark+pad(tokenText(s), 4)+" "+pad(name, most)+"  ", parts, "  ")
	}
}

// numberWords returns a number in few words: "W 4/4", "def 14".
func numberWords(n rules.Number) string {
	return fmt.Sprint(shortName(n), " ", n.N) + text.Either(n.Max > 0, fmt.Sprint("/", n.Max), "")
}

// writeLegend writes what the signs mean.
func (b *board) writeLegend() {
	var parts []string
	for side, sign := range []string{"( )", "[ ]"} {
		if i := slices.IndexFunc(b.pic.Seats, func(s Seat) bool { return int(s.Side) == side }); i >= 0 {
			parts = append(parts, sign+" "+b.pic.Seats[i].Team)
		}
	}
	if slices.ContainsFunc(b.pic.Seats, func(s Seat) bool { return s.Out != "" }) {
		parts = append(parts, "x down or gone")
	}
	for _, f := range rules.Features {
		if slices.Contains(b.used, f.Name) {
			parts = append(parts, glyphs[f.Name]+" "+f.Name)
		}
	}
	b.writeFlow("  ", parts, "  ")
}
