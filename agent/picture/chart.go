package picture

import (
	"cmp"
	"fmt"
	"html"
	"strings"
)

// Chart is the chance of a side to win over a fight, from its first step to its last.
type Chart struct {
	Says   string    // what it shows, for who hears it read
	Scale  [3]string // what stands at the top, in the middle and at the bottom; if it is empty, hundredths
	Line   []Point
	Rounds []float64 // where each round after the first begins, 0 to 1
	Marks  []Mark
}

// Point is how far a fight has come, and the chance there; both 0 to 1.
type Point struct{ At, Win float64 }

// Mark is a turn of fortune.
type Mark struct {
	Point
	Link string // to where it is told; empty: nowhere
	What string // "Gonta falls"
	Says string // what became of the chance
}

// The chart's size, and how much room a round's name takes on it.
const chartWide, chartHigh, roundWide = 640.0, 160.0, 100.0

// SVG draws the chart: the line over its scale, the rounds there is room for, and the marks numbered.
func (c Chart) SVG() string {
	var drawn strings.Builder
	p := Body{&drawn}
	in := func(x float64) string { return fmt.Sprintf("%.1f", x) }
	var points []string
	for _, pt := range c.Line {
		points = append(points, in(chartWide*pt.At)+","+in(chartHigh*(1-pt.Win)))
	}
	line := strings.Join(points, " ")
	p.Say(`<svg class="chart" viewBox="-46 -16 702 200" role="group" aria-label="%s">`, c.Says)
	for k, label := range c.Scale {
		p.Say(`<line class="grid" x1="0" y1="%s" x2="640" y2="%s"/>
<text class="scale" x="-8" y="%s">%s</text>`, 80*k, 80*k, 80*k+4, cmp.Or(label, fmt.Sprint(100-50*k, " %")))
	}
	free := roundWide / 2
	for i, at := range c.Rounds {
		if at *= chartWide; at < free || at > chartWide-roundWide/4 {
			continue
		}
		free = at + roundWide
		p.Say(`<line class="grid" x1="%s" y1="0" x2="%s" y2="160"/>
<text class="round" x="%s" y="182">round %s</text>`, in(at), in(at), in(at), i+2)
	}
	p.Say(`<polygon points="0,80 %s 640,80"/>
<polyline points="%s"/>`, line, line)
	for i, m := range c.Marks {
		x, y := in(chartWide*m.At), in(chartHigh*(1-m.Win))
		link, end := m.link()
		p.Say(link+`<circle cx="%s" cy="%s" r="9"><title>%s, %s</title></circle><text class="mark" x="%s" y="%s">%s</text>`+end, x, y, m.What, m.Says, x, y, i+1)
	}
	p.Say("</svg>")
	return drawn.String()
}

// link returns what stands around a mark.
func (m Mark) link() (begin, end string) {
	if m.Link == "" {
		return "", ""
	}
	return `<a href="` + html.EscapeString(m.Link) + `">`, "</a>"
}

// Legend lists the marks below the chart; empty if there are none.
func (c Chart) Legend() string {
	var list strings.Builder
	p := Body{&list}
	for i, m := range c.Marks {
		if i == 0 {
			p.Say(`<ol class="marks">`)
		}
		link, end := m.link()
		p.Say(`<li>`+link+`%s`+end+`, %s</li>`, m.What, m.Says)
	}
	if len(c.Marks) > 0 {
		p.Say("</ol>")
	}
	return list.String()
}
