package main

import (
	_ "embed"
	"fmt"
	"html"
	"io"
	"strings"

	"kokyu/agent/narrate"
	"kokyu/rules/strict"
)

// The page of a tale: one file that asks nobody for anything and runs nothing. It is not written with html/template: that
// package calls methods by name, for which the linker keeps every method there is, and the program grows by 3 MB.

//go:embed tell.css
var pageStyle string

// page is HTML under way.
type page struct{ to io.Writer }

// say writes markup of this file; whatever is set into it is text, in an element or in a quoted attribute, and cannot be
// anything else.
func (p page) say(markup string, values ...any) {
	for i, v := range values {
		values[i] = html.EscapeString(strict.Escape(fmt.Sprint(v)))
	}
	fmt.Fprintf(p.to, markup+"\n", values...)
}

// page writes a tale as HTML.
func (t *tale) page(w io.Writer, law string) error {
	o := &output{Writer: w}
	p := page{o}
	p.say(`<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>%s</title>
<style>`, t.Title)
	fmt.Fprint(o, pageStyle)
	p.say(`</style>
</head>
<body>
<h1>%s</h1>
<p class="sides">%s</p>`, t.Title, t.sides())
	t.chart(p)
	for i, passage := range t.Passages {
		p.passage(i+1, passage, law)
	}
	p.say("<footer>%s</footer>\n</body>\n</html>", t.end())
	return o.failed
}

// passage writes one, its law above it or folded below.
func (p page) passage(n int, told narrate.Passage, law string) {
	class := "passage"
	if told.Fortune {
		class += " fortune"
	}
	p.say(`<section class="%s" id="p%s">`, class, n)
	if law == "inline" {
		for _, l := range told.Law {
			p.say(`<p class="law">%s</p>`, l)
		}
	}
	if told.Text != "" {
		p.say("<p>%s</p>", told.Text)
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

// chart draws the chance to win over the steps, with the turns of fortune marked, and writes it in numbers below; nothing if
// there is nothing to draw.
func (t *tale) chart(p page) {
	c := t.Chances
	if c == nil || len(c.After) < 2 {
		return
	}
	last := max(1, c.After[len(c.After)-1].Step)
	at := func(s stood) (x, y float64) {
		return chartWide * float64(s.Step) / float64(last), chartHigh * (1 - s.Win)
	}
	var points []string
	for _, s := range c.After {
		x, y := at(s)
		points = append(points, fmt.Sprintf("%.1f,%.1f", x, y))
	}
	who := the(c.Of)
	p.say(`<figure>
<svg viewBox="0 0 640 160" role="img" aria-label="The chance of %s to win, from the first step to the last">
<line class="even" x1="0" y1="80" x2="640" y2="80"/>
<polyline points="%s"/>`, who, strings.Join(points, " "))
	rows := [][3]string{}
	for i, passage := range t.Passages {
		s, ok := c.at(passage.To)
		if !ok || passage.Text == "" || i == 0 {
			continue
		}
		row := [3]string{fmt.Sprint(i + 1), fmt.Sprint(passage.To), fmt.Sprintf("%.0f %%", 100*s.Win)}
		rows = append(rows, row)
		if passage.Fortune {
			x, y := at(s)
			p.say(`<a href="#p%s"><circle cx="%s" cy="%s" r="5"><title>passage %s, step %s: %s</title></circle></a>`,
				row[0], fmt.Sprintf("%.1f", x), fmt.Sprintf("%.1f", y), row[0], row[1], row[2])
		}
	}
	p.say(`</svg>
<figcaption>The chance of %s to win: %s. The line across is even; the marks are turns of fortune.
<details><summary>the same in numbers</summary>
<table><tr><th>passage</th><th>after step</th><th>chance</th></tr>`, who, c.From)
	for _, row := range rows {
		p.say(`<tr><td><a href="#p%s">%s</a></td><td>%s</td><td>%s</td></tr>`, row[0], row[0], row[1], row[2])
	}
	p.say("</table></details></figcaption>\n</figure>")
}

// at is how it stood after a step.
func (c *chances) at(step int) (last stood, ok bool) {
	for _, s := range c.After {
		if s.Step <= step {
			last, ok = s, true
		}
	}
	return last, ok
}
