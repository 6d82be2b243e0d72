package page

import (
	"bufio"
	_ "embed"
	"fmt"
	"html"
	"io"
	"slices"
	"strings"

	"kokyu/agent/narrate"
	"kokyu/agent/picture"
	"kokyu/rules/text"
)

// The page is not written with html/template: that package calls methods by name, for which the linker keeps every method
// there is, and the program grows by 3 MB.

//go:embed tale.css
var style string

// writer is HTML under way.
type writer struct{ to io.Writer }

// say writes markup of this file; whatever is set into it is text, in an element or in a quoted attribute, and cannot be
// anything else.
func (p writer) say(markup string, values ...any) {
	for i, v := range values {
		values[i] = html.EscapeString(text.Escape(fmt.Sprint(v)))
	}
	fmt.Fprintf(p.to, markup+"\n", values...)
}

// HTML writes a tale as one page that asks nobody for anything and runs nothing. law says where dice and odds stand: none,
// inline (at each paragraph) or notes (folded below it).
func (t *Tale) HTML(w io.Writer, law string) error {
	o := bufio.NewWriter(w)
	p := writer{o}
	p.say(documentHead, t.Title)
	fmt.Fprint(o, style)
	if t.Field != nil {
		fmt.Fprint(o, picture.Style)
	}
	p.say(`</style>
</head>
<body>
<h1>%s</h1>
<p class="sides">%s</p>`, t.Title, t.Between())
	t.chart(p)
	round, stood := 0, []picture.Seat(nil)
	for i, passage := range t.Passages {
		if now := t.round(Through(passage)); now > round && passage.Round > 0 && passage.Text != "" {
			round = now
			p.say("<h2>Round %s</h2>", round)
		}
		p.passage(i+1, passage, law)
		stood = t.picture(p, i, stood)
	}
	p.say("<footer>%s</footer>\n</body>\n</html>", t.Ending())
	return o.Flush()
}

// passage writes one, its law at it or folded below.
func (p writer) passage(n int, told narrate.Passage, law string) {
	class := "passage"
	if told.Fortune {
		class += " fortune"
	}
	p.say(`<section class="%s" id="p%s">`, class, n)
	switch {
	case told.Plain != "":
		p.say(`<p class="unchecked">%s <em>(%s)</em></p>`, told.Text, narrate.Unchecked)
		p.say("<details><summary>what happened</summary>\n<p>%s</p></details>", told.Plain)
	case told.Text != "":
		p.say("<p>%s</p>", told.Text)
	}
	if law == "inline" {
		for _, l := range told.Law {
			p.say(`<p class="law">%s</p>`, l)
		}
	}
	if law == "notes" && len(told.Law) > 0 {
		p.say("<details><summary>dice and odds</summary>\n<ul>")
		for _, l := range told.Law {
			p.say("<li>%s</li>", l)
		}
		p.say("</ul></details>")
	}
	p.say("</section>")
}

// The chart's size, in its own units.
const (
	chartWide = 640.0
	chartHigh = 160.0
)

// chart draws the chance to win over the steps, with the turns of fortune marked and numbered, says below what each mark is, and
// writes it all in numbers; nothing if there is nothing to draw.
func (t *Tale) chart(p writer) {
	c := t.Chances
	if c == nil || len(c.After) < 2 {
		return
	}
	last := float64(max(1, c.After[len(c.After)-1].Step))
	var points []string
	for _, s := range c.After {
		points = append(points, fmt.Sprintf("%.1f,%.1f", chartWide*float64(s.Step)/last, chartHigh*(1-s.Win)))
	}
	line := strings.Join(points, " ")
	p.say(`<figure>
<svg viewBox="-46 -16 702 200" role="group" aria-label="The chance of %s to win, from the first step to the last">`, text.The(c.Of))
	for _, grid := range []struct {
		y     int
		label string
	}{{0, "100 %"}, {80, "50 %"}, {160, "0 %"}} {
		p.say(`<line class="grid" x1="0" y1="%s" x2="640" y2="%s"/>
<text class="scale" x="-8" y="%s">%s</text>`, grid.y, grid.y, grid.y+4, grid.label)
	}
	t.rounds(p, last)
	p.say(`<polygon points="0,80 %s 640,80"/>
<polyline points="%s"/>`, line, line)
	marks := t.marks()
	for i, m := range marks {
		x, y := fmt.Sprintf("%.1f", chartWide*float64(m.step)/last), chartHigh*(1-m.win)
		p.say(`<a href="#p%s"><circle cx="%s" cy="%s" r="9"><title>%s</title></circle><text class="mark" x="%s" y="%s">%s</text></a>`,
			m.passage, x, fmt.Sprintf("%.1f", y), m.what, x, fmt.Sprintf("%.1f", y), i+1)
	}
	p.say(`</svg>
<figcaption>The chance of %s to win: %s.`, text.The(c.Of), c.From)
	if len(marks) > 0 {
		p.say(`<ol class="marks">`)
		for _, m := range marks {
			p.say(`<li><a href="#p%s">%s</a>, %s</li>`, m.passage, m.what, m.says)
		}
		p.say("</ol>")
	}
	p.say(`<details><summary>the same in numbers</summary>
<table><tr><th>passage</th><th>to step</th><th>chance</th></tr>`)
	for i, passage := range t.Passages {
		if s, ok := c.at(Through(passage)); ok && passage.Text != "" {
			p.say(`<tr><td><a href="#p%s">%s</a></td><td>%s</td><td>%s</td></tr>`, i+1, i+1, Through(passage), s.Says)
		}
	}
	p.say("</table></details></figcaption>\n</figure>")
}

// roundWide is how much room a round's name takes on the chart.
const roundWide = 100.0

// rounds draws where rounds after the first begin, as many as there is room for.
func (t *Tale) rounds(p writer, last float64) {
	free := roundWide / 2
	for round := 2; t.Began[round] > 0; round++ {
		at := chartWide * float64(t.Began[round]) / last
		if at < free || at > chartWide-roundWide/4 {
			continue
		}
		free = at + roundWide
		x := fmt.Sprintf("%.1f", at)
		p.say(`<line class="grid" x1="%s" y1="0" x2="%s" y2="160"/>
<text class="round" x="%s" y="182">round %s</text>`, x, x, x, round)
	}
}

// round returns the round a step is in.
func (t *Tale) round(step int) int {
	n := 1
	for t.Began[n+1] > 0 && t.Began[n+1] < step {
		n++
	}
	return n
}

// Through returns the last step a passage tells, that of its stretch if it tells none.
func Through(p narrate.Passage) int {
	if len(p.Steps) == 0 {
		return p.To
	}
	return slices.Max(p.Steps)
}

// mark is a turn of fortune on the chart.
type mark struct {
	passage, step int
	win           float64
	says          string
	what          string // "Gonta falls"
}

// marks returns the turns of fortune, those that come in one step as one: the last fall and the end.
func (t *Tale) marks() (list []mark) {
	told := map[string]bool{}
	for i, passage := range t.Passages {
		s, ok := t.Chances.at(Through(passage))
		if !ok || !passage.Fortune || passage.Text == "" {
			continue
		}
		m := mark{i + 1, s.Step, s.Win, s.Says, t.turn(passage, told)}
		if n := len(list); n > 0 && list[n-1].step == m.step {
			list[n-1].what += "; " + m.what
			continue
		}
		list = append(list, m)
	}
	return list
}

// turn returns what a turn of fortune is, in a few words; a fall is told once.
func (t *Tale) turn(p narrate.Passage, told map[string]bool) string {
	var down []string
	for _, step := range p.Steps {
		for _, who := range t.Fallen[step] {
			if !told[who] {
				down = append(down, who)
			}
			told[who] = true
		}
	}
	switch {
	case len(down) == 1:
		return down[0] + " falls"
	case len(down) > 1:
		return text.List(down, "and") + " fall"
	case t.Over && p.To == t.Steps:
		return "the end"
	}
	return "the fight turns"
}

// at returns how it stands when a step has had its effect: where the next breath begins, or the fight has ended.
func (c *Chances) at(step int) (s Stood, ok bool) {
	for _, s = range c.After {
		if ok = s.Step >= step; ok {
			break
		}
	}
	return s, ok
}
