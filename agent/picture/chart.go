package picture

import (
	"cmp"
	"fmt"
	"html"
	"strings"

	"kokyu/rules/text"
)

// Chart shows the chance of a side to win over a fight, from its first step to its last.
type Chart struct {
	Says   string    // what it shows, for screen readers
	Scale  [3]string // labels of the top, the middle and the bottom; an empty one is a percentage
	Line   []Point
	Rounds []float64 // where each round after the first begins, on the scale of [Point.At]
	Marks  []Mark
}

// Point is how far a fight has come, and the chance to win there; both are 0 to 1.
type Point struct{ At, Win float64 }

// Mark is a point where the chance moved much. Marks are numbered in their order, on the chart and in its legend.
type Mark struct {
	Point
	Link string // the address of the text about it; empty for none
	What string // what happens: "Gonta falls"
	Says string // the chance after it, in words
}

// The size of a chart, and the room that the name of a round takes on it.
const chartWide, chartHigh, roundWide = 640.0, 160.0, 100.0

// SVG draws the chart: the scale, the names of rounds as far as there is room, the line, and the marks with their
// numbers. The area between the line and the middle is filled.
func (c Chart) SVG() string {
	var drawn strings.Builder
	p := Body{&drawn}
	points := text.Each(c.Line, func(at Point) string {
		return OneDecimal(chartWide*at.At) + "," + OneDecimal(chartHigh*(1-at.Win))
	})
	line := strings.Join(points, " ")
	p.Say(`<svg class="chart" viewBox="-46 -16 702 200" role="group" aria-label="%s">`, c.Says)
	for k, label := range c.Scale {
		p.Say(`<line class="grid" x1="0" y1="%s" x2="640" y2="%s"/>
<text class="scale" x="-8" y="%s">%s</text>`, 80*k, 80*k, 80*k+4, cmp.Or(label, fmt.Sprint(100-50*k, " %")))
	}
	free := roundWide / 2 // where the next name may stand
	for i, at := range c.Rounds {
		if at *= chartWide; at < free || at > chartWide-roundWide/4 {
			continue
		}
		free = at + roundWide
		p.Say(`<line class="grid" x1="%s" y1="0" x2="%s" y2="160"/>
<text class="round" x="%s" y="182">round %s</text>`, OneDecimal(at), OneDecimal(at), OneDecimal(at), i+2)
	}
	p.Say(`<polygon points="0,80 %s 640,80"/>
<polyline points="%s"/>`, line, line)
	for i, m := range c.Marks {
		x, y := OneDecimal(chartWide*m.At), OneDecimal(chartHigh*(1-m.Win))
		link, end := m.linkTags()
		p.Say(link+`<circle cx="%s" cy="%s" r="9"><title>%s, %s</title></circle>`+
			`<text class="mark" x="%s" y="%s">%s</text>`+end, x, y, m.What, m.Says, x, y, i+1)
	}
	p.Say("</svg>")
	return drawn.String()
}

// linkTags returns the tags around a mark that make it a link, as parts of a format of [Body.Say]: a percent sign of
// the address is doubled, or "tale%20of.html#s1" would be read as a verb.
func (m Mark) linkTags() (begin, end string) {
	if m.Link == "" {
		return "", ""
	}
	return `<a href="` + strings.ReplaceAll(html.EscapeString(m.Link), "%", "%%") + `">`, "</a>"
}

// Legend lists the marks below the chart; empty if there are none.
func (c Chart) Legend() string {
	if len(c.Marks) == 0 {
		return ""
	}
	var list strings.Builder
	p := Body{&list}
	p.Say(`<ol class="marks">`)
	for _, m := range c.Marks {
		link, end := m.linkTags()
		p.Say(`<li>`+link+`%s`+end+`, %s</li>`, m.What, m.Says)
	}
	p.Say("</ol>")
	return list.String()
}
