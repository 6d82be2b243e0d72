package main

import (
	_ "embed"
	"fmt"
	"html/template"
	"io"
	"strings"

	"kokyu/rules/strict"
)

// The page of a tale: one file that asks nobody for anything and runs nothing.

//go:embed tell.html
var pageText string

var pageForm = template.Must(template.New("tale").Parse(pageText))

// page writes it.
func (t *tale) page(w io.Writer, law string) error {
	type passage struct {
		N       int
		Text    string
		By      string
		Law     []string
		Fortune bool
		Notes   bool
	}
	data := struct {
		Title, Sides, End string
		Passages          []passage
		Chart             *chart
	}{Title: strict.Escape(t.Title), Sides: strict.Escape(t.sides()), End: t.end(), Chart: t.chart()}
	for i, p := range t.Passages {
		data.Passages = append(data.Passages, passage{i + 1, p.Text, p.By, p.Law, p.Fortune, law == "notes"})
	}
	return pageForm.Execute(w, data)
}

// The chart's size, in its own units.
const (
	chartWide = 640.0
	chartHigh = 160.0
)

// chart is the chance to win over the steps, with the turns of fortune marked.
type chart struct {
	Of, From string
	Wide     float64
	High     float64
	Line     string // points of it
	Marks    []chartMark
	Rows     []chartRow
}

// chartMark is a turn of fortune on the line.
type chartMark struct {
	X, Y string
	N    int // of the passage
	Says string
}

// chartRow is the same in a table.
type chartRow struct {
	N, Step int
	Win     string
}

// chart draws it, nothing if there is nothing to draw.
func (t *tale) chart() *chart {
	if t.Chances == nil || len(t.Chances.After) < 2 {
		return nil
	}
	c := &chart{Of: strict.Escape(the(t.Chances.Of)), From: t.Chances.From, Wide: chartWide, High: chartHigh}
	last := t.Chances.After[len(t.Chances.After)-1].Step
	at := func(s stood) (x, y string) {
		return fmt.Sprintf("%.1f", chartWide*float64(s.Step)/float64(max(1, last))), fmt.Sprintf("%.1f", chartHigh*(1-s.Win))
	}
	var points []string
	for _, s := range t.Chances.After {
		x, y := at(s)
		points = append(points, x+","+y)
	}
	c.Line = strings.Join(points, " ")
	for i, p := range t.Passages {
		s, ok := t.Chances.at(p.To)
		if !ok || p.Text == "" || i == 0 {
			continue
		}
		win := fmt.Sprintf("%.0f %%", 100*s.Win)
		c.Rows = append(c.Rows, chartRow{i + 1, p.To, win})
		if p.Fortune {
			x, y := at(s)
			c.Marks = append(c.Marks, chartMark{x, y, i + 1, fmt.Sprintf("passage %d, step %d: %s", i+1, p.To, win)})
		}
	}
	return c
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
