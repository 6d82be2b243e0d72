package page

import (
	"bufio"
	_ "embed"
	"fmt"
	"html"
	"io"
	"slices"

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
	more := ""
	if t.Field != nil {
		more = picture.Style
	}
	return Document(w, t.Title, more, func(b Body) {
		b.say("<h1>%s</h1>\n<p class=\"sides\">%s</p>", t.Title, t.Between())
		t.chart(b.writer)
		t.body(b.writer, law)
		b.say("<footer>%s</footer>", t.LastLine())
	})
}

// Fragment writes the inside of such a page, for a journal that has a page of its own: no style, no chart.
func (t *Tale) Fragment(w io.Writer, law string) error {
	o := bufio.NewWriter(w)
	p := writer{o}
	p.say("<article>\n<h1>%s</h1>\n<p>%s</p>", t.Title, t.Between())
	bare := *t
	bare.Field = nil
	bare.body(p, law)
	p.say("<p>%s</p>\n</article>", t.LastLine())
	return o.Flush()
}

// body writes the passages, and what became of everybody.
func (t *Tale) body(p writer, law string) {
	round, stood := 0, []picture.Seat(nil)
	for i, passage := range t.Passages {
		if heading := t.Heading(passage, round); heading != "" {
			round = passage.Round
			p.say("<h2>%s</h2>", heading)
		}
		p.passage(i+1, passage, law)
		stood = t.picture(p, i, stood)
	}
	if len(t.Cast) == 0 {
		return
	}
	p.say("<table>\n<tr><th>who</th><th>side</th><th>Wounds left</th><th>at the end</th></tr>")
	for _, row := range t.fates() {
		p.say("<tr><td>%s</td><td>%s</td><td>%s</td><td>%s</td></tr>", row[0], row[1], row[2], row[3])
	}
	p.say("</table>")
}

// passage writes one, its law at it or folded below.
func (p writer) passage(n int, told narrate.Passage, law string) {
	class := "passage"
	if told.Fortune {
		class += " fortune"
	}
	p.say(`<section class="%s" id="p%s">`, class, n)
	if told.Text != "" {
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

// chart draws the chance to win over the steps, with the turns of fortune marked and numbered, says below what each mark is, and
// writes it all in numbers; nothing if there is nothing to draw.
func (t *Tale) chart(p writer) {
	c := t.Chances
	if c == nil || len(c.After) < 2 {
		return
	}
	drawn := Chart{Says: fmt.Sprintf("The chance of %s to win, from the first step to the last", text.The(c.Of)), Marks: t.marks()}
	for _, s := range c.After {
		drawn.Line = append(drawn.Line, c.point(s))
	}
	for round := 2; t.Began[round] > 0; round++ {
		drawn.Rounds = append(drawn.Rounds, c.point(Stood{Step: t.Began[round]}).At)
	}
	Body{p}.Raw("<figure>\n" + drawn.SVG())
	p.say("<figcaption>The chance of %s to win: %s.", text.The(c.Of), c.From)
	Body{p}.Raw(drawn.Legend())
	p.say(`<details><summary>the same in numbers</summary>
<table><tr><th>passage</th><th>to step</th><th>chance</th></tr>`)
	for i, passage := range t.Passages {
		if s, ok := c.at(Through(passage)); ok && passage.Text != "" {
			p.say(`<tr><td><a href="#p%s">%s</a></td><td>%s</td><td>%s</td></tr>`, i+1, i+1, Through(passage), s.Says)
		}
	}
	p.say("</table></details></figcaption>\n</figure>")
}

// Through returns the last step a passage tells, that of its stretch if it tells none.
func Through(p narrate.Passage) int {
	if len(p.Steps) == 0 {
		return p.To
	}
	return slices.Max(p.Steps)
}

// point returns where the chart has how the fight stood.
func (c *Chances) point(s Stood) Point {
	return Point{float64(s.Step) / float64(max(1, c.After[len(c.After)-1].Step)), s.Win}
}

// marks returns the turns of fortune, those that come in one step as one: the last fall and the end.
func (t *Tale) marks() (list []Mark) {
	told := map[string]bool{}
	for i, passage := range t.Passages {
		s, ok := t.Chances.at(Through(passage))
		if !ok || !passage.Fortune || passage.Text == "" {
			continue
		}
		m := Mark{t.Chances.point(s), fmt.Sprint("#p", i+1), t.turn(passage, told), s.Says}
		if n := len(list); n > 0 && list[n-1].At == m.At {
			list[n-1].What += "; " + m.What
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
