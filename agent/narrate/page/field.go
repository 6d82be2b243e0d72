package page

import (
	"fmt"
	"slices"
	"strings"

	"kokyu/rules"
)

// Field is where everybody stands, passage by passage: what the pictures of a page are drawn from.
type Field struct {
	Zones []string  `json:"zones,omitempty"` // from one side's rear to the other's
	Map   []string  `json:"map,omitempty"`   // or rows of squares, of which # are blocked
	After [][]Stand `json:"after"`           // for each passage, at its end
}

// Stand is where somebody stands.
type Stand struct {
	Who  string     `json:"who"`
	Side rules.Side `json:"side"`
	At   string     `json:"at"` // a zone, or a square: e3
	Down bool       `json:"down,omitempty"`
}

// The picture's measures, in its own units.
const (
	squareWide = 24
	zoneWide   = 126
	standHigh  = 22
)

// picture draws where everybody stands at the end of a passage, if that differs from the picture before.
func (t *Tale) picture(p writer, passage int, before []Stand) []Stand {
	f := t.Field
	if f == nil || passage >= len(f.After) || len(f.After[passage]) == 0 || slices.Equal(f.After[passage], before) {
		return before
	}
	now := f.After[passage]
	if len(f.Zones) > 0 {
		f.drawZones(p, now)
	} else {
		f.drawMap(p, now)
	}
	return now
}

// label says of the picture in words what it shows.
func label(now []Stand) string {
	var parts []string
	for i, s := range now {
		txt := fmt.Sprintf("%d %s, %s", i+1, s.Who, s.At)
		if s.Down {
			txt += ", down"
		}
		parts = append(parts, txt)
	}
	return strings.Join(parts, "; ")
}

// drawZones draws a column for each zone, with who is in it below its name.
func (f *Field) drawZones(p writer, now []Stand) {
	count := map[string]int{}
	most := 0
	for _, s := range now {
		count[s.At]++
		most = max(most, count[s.At])
	}
	high := standHigh*(most+1) + 12
	p.say(`<figure class="field"><svg viewBox="0 0 %s %s" role="img" aria-label="%s">`, zoneWide*len(f.Zones), high, label(now))
	in := map[string]int{}
	for i, zone := range f.Zones {
		x := zoneWide * i
		p.say(`<rect class="ground" x="%s" y="2" width="%s" height="%s"/><text class="zone" x="%s" y="18">%s</text>`, x+2, zoneWide-4, high-4, x+zoneWide/2, zone)
		for n, s := range now {
			if s.At != zone {
				continue
			}
			in[zone]++
			y := standHigh*in[zone] + 16
			stand(p, s, n+1, x+18, y)
			p.say(`<text class="who" x="%s" y="%s">%s</text>`, x+32, y+4, short(s.Who))
		}
	}
	p.say("</svg></figure>")
}

// drawMap draws the squares, with a number for each who stands on one, and the names below.
func (f *Field) drawMap(p writer, now []Stand) {
	wide, high := 0, len(f.Map)
	for _, row := range f.Map {
		wide = max(wide, len([]rune(row)))
	}
	for _, s := range now {
		if x, y, ok := square(s.At); ok {
			wide, high = max(wide, x+1), max(high, y+1)
		}
	}
	p.say(`<figure class="field"><svg viewBox="0 0 %s %s" style="max-width: %spx" role="img" aria-label="%s">`, squareWide*wide, squareWide*high, 2*squareWide*wide, label(now))
	p.say(`<rect class="ground" x="0" y="0" width="%s" height="%s"/>`, squareWide*wide, squareWide*high)
	for y, row := range f.Map {
		for x, c := range []rune(row) {
			if c == '#' {
				p.say(`<rect class="wall" x="%s" y="%s" width="%s" height="%s"/>`, squareWide*x, squareWide*y, squareWide, squareWide)
			}
		}
	}
	var names []string
	for i, s := range now {
		if x, y, ok := square(s.At); ok {
			stand(p, s, i+1, squareWide*x+squareWide/2, squareWide*y+squareWide/2)
		}
		name := fmt.Sprintf("%d %s", i+1, s.Who)
		if s.Down {
			name += " (down)"
		}
		names = append(names, name)
	}
	p.say("</svg><figcaption>%s</figcaption></figure>", strings.Join(names, ", "))
}

// stand draws somebody: a disc for one side, a square for the other, and a cross over who is down.
func stand(p writer, s Stand, n, x, y int) {
	const r = 9
	if s.Side == 0 {
		p.say(`<circle class="stand" cx="%s" cy="%s" r="%s"/>`, x, y, r)
	} else {
		p.say(`<rect class="stand" x="%s" y="%s" width="%s" height="%s"/>`, x-r, y-r, 2*r, 2*r)
	}
	if s.Down {
		p.say(`<path class="down" d="M%s %sL%s %sM%s %sL%s %s"/>`, x-r, y-r, x+r, y+r, x-r, y+r, x+r, y-r)
		return
	}
	p.say(`<text class="number" x="%s" y="%s">%s</text>`, x, y+4, n)
}

// square reads a square: its column is a letter, its row a number from 1.
func square(at string) (x, y int, ok bool) {
	if len(at) < 2 || at[0] < 'a' || at[0] > 'z' {
		return 0, 0, false
	}
	if _, err := fmt.Sscanf(at[1:], "%d", &y); err != nil || y < 1 || y > 99 {
		return 0, 0, false
	}
	return int(at[0] - 'a'), y - 1, true
}

// short is the head of a name.
func short(name string) string {
	const most = 13
	if r := []rune(name); len(r) > most {
		return string(r[:most-1]) + "…"
	}
	return name
}
