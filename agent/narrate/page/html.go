package page

import (
	"bufio"
	"fmt"
	"io"
	"reflect"
	"slices"
	"strings"

	"kokyu/agent/narrate"
	"kokyu/agent/picture"
	"kokyu/rules/text"
)

// HTML writes a tale as one page without scripts or requests, so that it can be kept and mailed as a single file. law
// says where dice and odds stand: none, inline (at each paragraph) or notes (folded below it).
func (t *Tale) HTML(w io.Writer, law string) error {
	style := ""
	if t.Field != nil {
		style = picture.Style
	}
	return picture.Document(w, t.Title, style, func(b picture.Body) {
		b.Say("<h1>%s</h1>\n<p class=\"sides\">%s</p>", t.Title, t.Opponents())
		t.chart(b)
		t.body(b, law)
		if last := t.LastLine(); last != "" {
			b.Say("<footer>%s</footer>", last)
		}
	})
}

// Fragment writes the inside of such a page, for a journal that has pages of its own: without style, chart and
// pictures.
func (t *Tale) Fragment(w io.Writer, law string) error {
	o := bufio.NewWriter(w)
	p := picture.Body{Writer: o}
	p.Say("<article>\n<h1>%s</h1>\n<p>%s</p>", t.Title, t.Opponents())
	bare := *t // body draws pictures if there is a field
	bare.Field = nil
	bare.body(p, law)
	if last := t.LastLine(); last != "" {
		p.Say("<p>%s</p>", last)
	}
	p.Raw("</article>")
	return o.Flush()
}

// body writes the passages with their law, the pictures, and a table of what became of everybody.
func (t *Tale) body(p picture.Body, law string) {
	round := 0
	var drawn []picture.Seat // how everybody stands in the last picture
	for i, told := range t.Passages {
		if heading, last := t.Heading(told, round); heading != "" {
			round = last
			p.Say("<h2>%s</h2>", heading)
		}
		p.Say(`<section class="passage%s" id="p%s">`, text.Either(told.Fortune, " fortune", ""), i+1)
		if told.Text != "" {
			p.Say("<p>%s</p>", told.Text)
		}
		markup := map[string]string{"inline": `<p class="law">%s</p>`, "notes": "<li>%s</li>"}[law]
		folded := law == "notes" && len(told.Law) > 0
		if folded {
			p.Raw("<details><summary>dice and odds</summary>\n<ul>")
		}
		for _, l := range told.Law {
			if markup != "" {
				p.Say(markup, l)
			}
		}
		if folded {
			p.Raw("</ul></details>")
		}
		p.Raw("</section>")
		drawn = t.picture(p, i, drawn)
	}
	if len(t.Cast) == 0 {
		return
	}
	p.Raw("<table>\n<tr><th>who</th><th>side</th><th>Wounds left</th><th>at the end</th></tr>")
	for _, row := range t.fates() {
		p.Say("<tr><td>%s</td><td>%s</td><td>%s</td><td>%s</td></tr>", row[0], row[1], row[2], row[3])
	}
	p.Raw("</table>")
}

// chart draws the chance to win over the steps, with numbered marks at the turns of fortune, a legend of the marks, and
// a table of the chances; it writes nothing if there is nothing to draw.
func (t *Tale) chart(p picture.Body) {
	c := t.Chances
	if c == nil || len(c.After) < 2 {
		return
	}
	drawn := picture.Chart{Says: fmt.Sprintf("The chance of %s to win, from the first step to the last", text.The(c.Of)),
		Marks: t.turnsOfFortune()}
	for _, s := range c.After {
		drawn.Line = append(drawn.Line, c.point(s))
	}
	for round := 2; t.Began[round] > 0; round++ {
		drawn.Rounds = append(drawn.Rounds, c.point(chanceAfter{Step: t.Began[round]}).At)
	}
	p.Raw("<figure>\n" + drawn.SVG())
	p.Say("<figcaption>The chance of %s to win: %s.", text.The(c.Of), c.From)
	p.Raw(drawn.Legend())
	p.Say(`<details><summary>the same in numbers</summary>
<table><tr><th>passage</th><th>to step</th><th>chance</th></tr>`)
	for i, passage := range t.Passages {
		if s, ok := c.at(lastStepOf(passage)); ok && passage.Text != "" {
			p.Say(`<tr><td><a href="#p%s">%s</a></td><td>%s</td><td>%s</td></tr>`, i+1, i+1, lastStepOf(passage), s.Says)
		}
	}
	p.Say("</table></details></figcaption>\n</figure>")
}

// lastStepOf returns the last step that a passage tells, or the last of its stretch if it tells none.
func lastStepOf(p narrate.Passage) int {
	if len(p.Steps) == 0 {
		return p.To
	}
	return slices.Max(p.Steps)
}

// point returns the place of a chance in the chart.
func (c *Chances) point(s chanceAfter) picture.Point {
	return picture.Point{At: float64(s.Step) / float64(max(1, c.After[len(c.After)-1].Step)), Win: s.Win}
}

// turnsOfFortune returns the marks of the chart: falls and the end. Those of the same step, as the last fall and the
// end, are one mark. Nobody's fall is marked twice.
func (t *Tale) turnsOfFortune() (list []picture.Mark) {
	marked := map[string]bool{}
	for i, p := range t.Passages {
		s, ok := t.Chances.at(lastStepOf(p))
		if !ok || !p.Fortune || p.Text == "" {
			continue
		}
		var down []string
		for _, step := range p.Steps {
			down = append(down, t.Fallen[step]...)
		}
		down = slices.DeleteFunc(text.Unique(down), func(who string) bool { return marked[who] })
		for _, who := range down {
			marked[who] = true
		}
		m := picture.Mark{Point: t.Chances.point(s), Link: fmt.Sprint("#p", i+1), What: "the fight turns", Says: s.Says}
		switch {
		case len(down) > 0:
			m.What = text.List(down, "and") + text.Either(len(down) == 1, " falls", " fall")
		case t.Over && p.To == t.Steps:
			m.What = "the end"
		}
		if n := len(list); n > 0 && list[n-1].At == m.At {
			list[n-1].What += "; " + m.What
			continue
		}
		list = append(list, m)
	}
	return list
}

// at returns the first chance known after a step: where the next breath begins, or the fight ends. A passage may end
// within a breath, where no chance is known.
func (c *Chances) at(step int) (chanceAfter, bool) {
	i := slices.IndexFunc(c.After, func(s chanceAfter) bool { return s.Step >= step })
	if i < 0 {
		return chanceAfter{}, false
	}
	return c.After[i], true
}

// picture draws where everybody stands at the end of a passage, unless they stand as in the picture before, and returns
// how they stand in the last picture.
func (t *Tale) picture(p picture.Body, passage int, before []picture.Seat) []picture.Seat {
	f := t.Field
	if f == nil || passage >= len(f.After) || len(f.After[passage]) == 0 || reflect.DeepEqual(f.After[passage], before) {
		return before
	}
	now := f.After[passage]
	drawn := picture.Picture{Title: t.Title, Ground: f.Ground, Seats: now}.SVG(picture.Drawing{Bare: true, Field: true})
	fmt.Fprintf(p, "<figure class=\"field\">%s", drawn)
	if f.Ground.Kind == "squares" || f.Ground.Kind == "ladder" { // elsewhere the names stand beside the letters
		var names []string
		for _, s := range now {
			name := s.Letter + " " + text.Escape(s.Name)
			if s.Out != "" {
				name += " (" + s.Out + ")"
			}
			names = append(names, name)
		}
		p.Say("<figcaption>%s</figcaption>", strings.Join(names, ", "))
	}
	p.Say("</figure>")
	return now
}
