package picture

import (
	"fmt"
	"slices"
	"strings"

	"kokyu/rules"
	"kokyu/rules/text"
)

// textLeast is the least width a board is written for.
const textLeast = 40

// Text writes the picture for a terminal of so many columns: the field, and a line for each combatant. (A) is of one side,
// [B] of the other; > marks who is waited for, x who is down.
func (p Picture) Text(columns int) string {
	b := &board{p: p, wide: max(columns, textLeast)}
	b.flow("", strings.Split(p.Title+", "+p.Waits(), " "), " ")
	b.count()
	b.line("")
	switch p.Ground.Kind {
	case "squares":
		b.squares()
	case "ladder":
		b.ladder()
	default:
		b.zones()
	}
	b.line("")
	b.people()
	if p.Proposal != nil {
		b.flow("  ", strings.Split("Proposed for "+p.Proposal.Seat+": "+p.Proposal.Do, " "), " ")
	}
	b.lies()
	b.legend()
	if p.Note != "" {
		b.line("")
		b.flow("", strings.Split(p.Note, " "), " ")
	}
	return b.String()
}

// board is a text under way.
type board struct {
	strings.Builder
	p    Picture
	wide int
	used []string // the features on the map
}

// line writes a line without blanks at its end.
func (b *board) line(text string) {
	b.WriteString(strings.TrimRight(text, " "))
	b.WriteByte('\n')
}

// flow writes parts side by side, on further lines where there is no room. Names in them are data.
func (b *board) flow(indent string, parts []string, between string) {
	deeper := strings.Repeat(" ", min(text.Cells(indent)+2, b.wide/2))
	line := indent
	for i, part := range parts {
		part = clip(text.Escape(part), b.wide-len(deeper))
		switch joined := line + between + part; {
		case i == 0 && text.Cells(line+part) <= b.wide:
			line += part
		case i > 0 && text.Cells(joined) <= b.wide:
			line = joined
		default:
			b.line(strings.TrimRight(line+between, " "))
			line = deeper + part
		}
	}
	b.line(line)
}

// token returns a combatant on the field: (A), [B], and xA who is down.
func token(s *Seat) string {
	switch {
	case s.Out != "":
		return "x" + s.Letter
	case s.Side == 0:
		return "(" + s.Letter + ")"
	}
	return "[" + s.Letter + "]"
}

// pad fills a text with blanks to so many cells, or cuts it.
func pad(s string, cells int) string {
	s = clip(text.Escape(s), cells)
	return s + strings.Repeat(" ", cells-text.Cells(s))
}

// clip cuts a text to so many cells.
func clip(s string, cells int) string {
	if text.Cells(s) <= cells {
		return s
	}
	for s != "" && text.Cells(s) > cells-1 {
		r := []rune(s)
		s = string(r[:len(r)-1])
	}
	return s + "…"
}

// count writes who is next.
func (b *board) count() {
	if len(b.p.Count) == 0 {
		return
	}
	var parts []string
	for _, n := range b.p.Count {
		s := b.p.Find(n.Seat)
		if s == nil {
			continue
		}
		parts = append(parts, strings.TrimSpace(token(s)+" "+countWords(n)))
	}
	b.flow("count  ", parts, "  ")
}

// countWords words where somebody stands in the count: "6", and just below it "<6"; empty where that is no number.
func countWords(n next) string {
	switch {
	case n.N == 0:
		return ""
	case n.Waits:
		return fmt.Sprintf("<%d", n.N)
	}
	return fmt.Sprint(n.N)
}

// zones writes fields side by side, those beside the row below it; one below the other where there is no room.
func (b *board) zones() {
	row, beside := rowOf(b.p.Ground)
	const least = 13
	if len(row) == 0 || b.wide/len(row) < least {
		row, beside = nil, b.p.Ground.Places
	}
	if len(row) > 0 {
		b.columns(row)
	}
	for _, place := range beside {
		parts := []string{}
		for _, s := range b.p.at(place.At) {
			parts = append(parts, token(s)+" "+s.Name)
		}
		if len(parts) == 0 {
			parts = []string{"-"}
		}
		b.flow(pad(zone(place), 16)+" ", parts, "  ")
	}
}

// zone returns a zone's name with what is special about it.
func zone(p rules.Place) string {
	words := p.At
	if p.Cover > 0 {
		words += fmt.Sprintf(" +%d", p.Cover)
	}
	for _, is := range p.Features {
		if is != "cover" {
			words += ", " + is
		}
	}
	return words
}

// rowOf returns the zones from rear to rear, and those beside the row.
func rowOf(g rules.Ground) (row, beside []rules.Place) {
	for _, p := range g.Places {
		if p.At == "flank" || p.At == "outside" {
			beside = append(beside, p)
		} else {
			row = append(row, p)
		}
	}
	return row, beside
}

// columns writes a column for each place.
func (b *board) columns(row []rules.Place) {
	var who [][]*Seat
	for _, place := range row {
		who = append(who, b.p.at(place.At))
	}
	if len(row) == 1 { // the sides face to face
		who = b.p.bySide(row[0])
		row = append(row, rules.Place{})
	}
	each := min(b.wide/len(row), 26) - 1
	high := 0
	rule, names := "", ""
	for i, place := range row {
		high = max(high, len(who[i]))
		names += " " + pad(zone(place), each)
		rule += " " + strings.Repeat("-", each-1) + " "
	}
	b.line(names[1:])
	b.line(rule[1:])
	for k := range max(high, 1) {
		line := ""
		for _, in := range who {
			cell := ""
			if k < len(in) {
				cell = token(in[k]) + " " + in[k].Name
			}
			line += " " + pad(cell, each)
		}
		b.line(line[1:])
	}
}

// ladder writes the rungs of a duel, and the two on theirs.
func (b *board) ladder() {
	for _, place := range b.p.Ground.Places {
		line := "  "
		in := b.p.at(place.At)
		if len(in) > 0 {
			line = "> "
		}
		line += pad(place.At, 16)
		for _, s := range in {
			line += "  " + token(s) + " " + text.Escape(s.Name)
		}
		b.line(line)
	}
}

// glyphs are what stands for a feature of a square.
var glyphs = map[string]string{"wall": "#", "cover": "o", "full cover": "O", "rough": ",", "mire": "~", "high": "^", "path": "/", "exit": "="}

// squares writes the map: four columns a square, or three where there is little room.
func (b *board) squares() {
	g := b.p.Ground
	each := 4
	if 3+each*g.Wide > b.wide {
		each = 3
	}
	is := map[string][]string{}
	for _, p := range g.Places {
		is[p.At] = p.Features
	}
	head := "   "
	for x := range g.Wide {
		head += center(string(rune('a'+x)), each)
	}
	b.line(head)
	for y := range g.High {
		line := fmt.Sprintf("%2d ", y+1)
		for x := range g.Wide {
			at := square(x, y)
			line += b.square(is[at], b.p.at(at), each)
		}
		b.line(line)
	}
}

// square returns the characters of one square: who stands on it, or what it is.
func (b *board) square(is []string, who []*Seat, each int) string {
	for _, f := range is {
		if !slices.Contains(b.used, f) {
			b.used = append(b.used, f)
		}
	}
	if len(who) > 0 {
		return center(token(top(who)), each)
	}
	if slices.Contains(is, "wall") {
		return strings.Repeat("#", each)
	}
	mark := ""
	for _, f := range is {
		mark += glyphs[f]
	}
	if mark == "" {
		mark = "."
	}
	return center(mark, each)
}

// top returns who is shown of several on a square: who rides, else the first.
func top(who []*Seat) *Seat {
	for _, s := range who {
		if slices.ContainsFunc(s.States, func(w rules.State) bool { return w.Name == "mounted" }) {
			return s
		}
	}
	return who[0]
}

// center puts a mark into the middle of so many cells, rather left than right; a mark that is too wide loses its brackets.
func center(mark string, cells int) string {
	if r := []rune(mark); text.Cells(mark) > cells && len(r) > 2 {
		mark = string(r[1 : len(r)-1])
	}
	mark = clip(mark, cells)
	left := (cells - text.Cells(mark)) / 2
	return strings.Repeat(" ", left) + mark + strings.Repeat(" ", cells-left-text.Cells(mark))
}

// square returns the name of one.
func square(x, y int) string { return fmt.Sprintf("%c%d", 'a'+x, y+1) }

// people writes a line for each combatant.
func (b *board) people() {
	most := 0
	for i := range b.p.Seats {
		most = max(most, text.Cells(text.Escape(b.p.Seats[i].Name)))
	}
	most = min(most, 20)
	for i := range b.p.Seats {
		s := &b.p.Seats[i]
		mark := "  "
		if s.Name == b.p.Turn.Seat {
			mark = "> "
		}
		name := s.Name
		if name == b.p.As {
			name += " (you)"
		}
		parts := []string{}
		switch {
		case s.Out != "" && s.At != "":
			parts = append(parts, s.Out+" at "+s.At)
		case s.Out != "":
			parts = append(parts, s.Out)
		case b.p.Ground.Kind == "squares":
			parts = append(parts, s.At)
		}
		for _, n := range s.Numbers {
			parts = append(parts, numberWords(n))
		}
		if s.Weapon != "" {
			parts = append(parts, s.Weapon)
		}
		parts = append(parts, s.notes()...)
		b.flow(mark+pad(token(s), 4)+" "+pad(name, most)+"  ", parts, "  ")
	}
}

// numberWords returns a number in few words: "W 4/4", "def 14".
func numberWords(n rules.Number) string {
	name := short(n)
	if n.Max > 0 {
		return fmt.Sprintf("%s %d/%d", name, n.N, n.Max)
	}
	return fmt.Sprintf("%s %d", name, n.N)
}

// lies writes what lies on places.
func (b *board) lies() {
	if parts := b.p.litterWords(); len(parts) > 0 {
		b.flow("  On the ground: ", parts, ", ")
	}
}

// legend says what the signs mean.
func (b *board) legend() {
	var parts []string
	for side, sign := range []string{"( )", "[ ]"} {
		for i := range b.p.Seats {
			if s := &b.p.Seats[i]; int(s.Side) == side {
				parts = append(parts, sign+" "+s.Team)
				break
			}
		}
	}
	if slices.ContainsFunc(b.p.Seats, func(s Seat) bool { return s.Out != "" }) {
		parts = append(parts, "x down or gone")
	}
	for _, f := range rules.Features {
		if slices.Contains(b.used, f.Name) {
			parts = append(parts, glyphs[f.Name]+" "+f.Name)
		}
	}
	b.flow("  ", parts, "  ")
}
