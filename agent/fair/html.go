package fair

import (
	_ "embed"
	"fmt"
	"io"
	"strings"

	"kokyu/agent"
	"kokyu/agent/picture"
	"kokyu/rules/dice"
	"kokyu/rules/text"
)

//go:embed fair.css
var style string

// The drawings' measures, in their own units.
const (
	wide    = 640
	rowHigh = 26
	nameEnd = 240 // where bars begin
)

// HTML writes the answer as one page without scripts. Every drawing's figures are words beside it.
func (a *Answer) HTML(w io.Writer) error {
	return picture.Document(w, a.Title+": is it fair?", style, func(page picture.Body) {
		page.Say("<h1>%s</h1>", a.Title)
		page.Say(`<p class="sides">%s (%s) against %s (%s)</p>`, text.The(a.Party), a.Players[0], text.The(a.Foes), a.Players[1])
		page.Say(`<p class="verdict"><strong>%s</strong>: the chance of %s to win is %s.</p>`, a.Word, text.The(a.Party), wordInterval(a.Win))
		if s := a.ForecastText(); s != "" {
			page.Say(`<p>%s</p>`, s)
		}
		a.drawOutcomes(page)
		page.Say(`<table class="figures">
<tr><th>nobody of the party falls</th><td>%s</td></tr>
<tr><th>all of them fall</th><td>%s</td></tr>
<tr><th>rounds</th><td>%s (%s to %s)</td></tr>
<tr><th>minutes at the table</th><td>%s, at %s</td></tr></table>`, wordInterval(a.Nobody), wordInterval(a.All),
			oneDecimal(a.Rounds.Mean), oneDecimal(a.Rounds.Low), oneDecimal(a.Rounds.High),
			fmt.Sprintf("%.0f", a.Minutes), MinutesSay)
		page.Say("<h2>Who falls, and when</h2>")
		a.drawFalls(page)
		page.Say("<h2>What is left of who stands</h2>")
		a.writeRemainders(page)
		a.drawEffects(page, "What decides it", a.Decides)
		a.drawEffects(page, "How much the players matter", a.Levels)
		a.writeTarget(page)
		enough := text.Either(a.Enough, "", "; the interval is wider than asked for") +
			text.Either(a.Repeatable, "", "; ended by the clock, so not repeatable")
		page.Say("<footer>%s fights from seed %s, %s won, %s drawn; the luck of the dice is taken off; intervals at 95 %%%s</footer>",
			a.Fights, a.Seed, a.Wins, a.Draws, enough)
	})
}

// oneDecimal formats a number with one decimal.
func oneDecimal(x float64) string { return fmt.Sprintf("%.1f", x) }

// wordInterval formats a chance with its interval.
func wordInterval(i agent.Interval) string {
	return fmt.Sprintf("%s (%.0f to %.0f %%)", dice.InHundred(i.Mean), 100*i.Low, 100*i.High)
}

// barLength is how long a bar of everything is.
const barLength = wide - nameEnd - 150

// drawBar draws a share from 0 to 1 as a bar with its name before it and its figure behind, or behind where its
// interval ends: high is that end, 0 for a bar without an interval. y is the upper edge of the row.
func drawBar(page picture.Body, y int, name, figure string, share, high float64) {
	long, end := int(share*barLength), int(max(share, high)*barLength)
	page.Say(`<text class="name" x="%s" y="%s">%s</text><rect class="bar" x="%s" y="%s" width="%s" height="%s"/><text class="figure" x="%s" y="%s">%s</text>`,
		nameEnd-10, y+17, shortenName(name), nameEnd, y+4, long, rowHigh-8, nameEnd+end+8, y+17, figure)
}

// shortenName returns the head of a name that is too long for a drawing.
func shortenName(name string) string {
	const most = 38
	if r := []rune(name); len(r) > most {
		return string(r[:most-1]) + "…"
	}
	return name
}

// openDrawing begins a drawing of some rows, which says in words what it shows; the caller ends it.
func openDrawing(page picture.Body, rows int, says string) {
	page.Say(`<figure><svg viewBox="0 0 %s %s" role="img" aria-label="%s">`, wide, rowHigh*rows, says)
}

// drawOutcomes draws the chance to win with its interval, and below it how many of the party fall.
func (a *Answer) drawOutcomes(page picture.Body) {
	var says []string
	for k, share := range a.Falls {
		says = append(says, fmt.Sprintf("%d of the party fall in %s", k, dice.InHundred(share)))
	}
	openDrawing(page, len(a.Falls)+1, fmt.Sprintf("%s wins %s; %s", a.Party,
		dice.InHundred(a.Win.Mean), strings.Join(says, ", ")))
	drawBar(page, 0, text.The(a.Party)+" win", wordInterval(a.Win), a.Win.Mean, a.Win.High)
	page.Say(`<line class="interval" x1="%s" y1="13" x2="%s" y2="13"/>`, nameEnd+int(barLength*a.Win.Low), nameEnd+int(barLength*a.Win.High))
	for k, share := range a.Falls {
		name := text.Several(k, "of the party falls", "of the party fall")
		if k == 0 {
			name = "nobody of the party falls"
		}
		drawBar(page, rowHigh*(k+1), name, dice.InHundred(share), share, 0)
	}
	page.Say("</svg></figure>")
}

// drawFalls draws for everybody in which share of the fights it falls, round by round. 200 units are all fights; a part
// of a bar shows its round if there is room for the number.
func (a *Answer) drawFalls(page picture.Body) {
	says := text.Each(a.Members, func(m member) string {
		return fmt.Sprintf("%s falls in %s", m.Name, dice.InHundred(m.Falls.Mean))
	})
	openDrawing(page, len(a.Members), strings.Join(says, ", "))
	for i, m := range a.Members {
		figure := dice.InHundred(m.Falls.Mean)
		if len(m.To) > 0 && m.To[0].Name != "" { // without a name no combatant did it
			figure += ", most often to " + shortenName(m.To[0].Name)
		}
		y, x := rowHigh*i, float64(nameEnd)
		page.Say(`<text class="name" x="%s" y="%s">%s</text>`, nameEnd-10, y+17, shortenName(m.Name))
		for round, share := range m.When {
			long := share * 200
			if long > 0 {
				page.Say(`<rect class="bar round%s" x="%s" y="%s" width="%s" height="%s"><title>%s</title></rect>`, round%2, oneDecimal(x), y+4, oneDecimal(long), rowHigh-8,
					fmt.Sprintf("%s falls in round %d in %s of the fights", m.Name, round+1, dice.InHundred(share)))
				if long > 16 {
					page.Say(`<text class="inside" x="%s" y="%s">%s</text>`, oneDecimal(x+long/2), y+17, round+1)
				}
			}
			x += long
		}
		page.Say(`<text class="figure" x="%s" y="%s">%s</text>`, oneDecimal(x+8), y+17, figure)
	}
	page.Say("</svg><figcaption>The share of the fights in which each falls; the figures in the bars are rounds.</figcaption></figure>")
}

// writeRemainders writes a table of what those of the party have left who stand.
func (a *Answer) writeRemainders(page picture.Body) {
	page.Say(`<table class="figures">`)
	for _, m := range a.Members {
		if !m.Party {
			continue
		}
		parts := text.Each(m.Remainders, func(l Remainder) string {
			return l.Name + " " + oneDecimal(l.Mean) + text.Either(l.Of > 0, fmt.Sprintf(" of %.0f", l.Of), "")
		})
		page.Say("<tr><th>%s</th><td>%s</td></tr>", m.Name, strings.Join(parts, ", "))
	}
	page.Say("</table>")
}

// drawEffects draws what changes do to the chance, to the right for better and to the left for worse. 130 units to
// either side are a whole win; a line over the bar is the 95 % interval.
func (a *Answer) drawEffects(page picture.Body, title string, list []Effect) {
	fought := text.Keep(list, func(e Effect) bool { return e.Why == "" })
	if len(fought) == 0 {
		return
	}
	page.Say("<h2>%s</h2>", title)
	says := text.Each(fought, func(e Effect) string {
		return fmt.Sprintf("%s: %s points", e.Change, text.Signed(100*e.Effect.Mean, 0))
	})
	openDrawing(page, len(fought), strings.Join(says, ", "))
	const middle, half = nameEnd + 130, 130.0
	page.Say(`<line class="grid" x1="%s" y1="0" x2="%s" y2="%s"/>`, middle, middle, rowHigh*len(fought))
	for i, e := range fought {
		y, from, to := rowHigh*i, middle, middle+int(half*e.Effect.Mean)
		class := "gain"
		if to < from {
			from, to, class = to, from, "loss"
		}
		certain := ""
		if !e.Certain {
			certain, class = ", not certain", class+" open"
		}
		page.Say(`<text class="name" x="%s" y="%s">%s</text><rect class="%s" x="%s" y="%s" width="%s" height="%s"/><line class="interval" x1="%s" y1="%s" x2="%s" y2="%s"/><text class="figure" x="%s" y="%s">%s</text>`,
			nameEnd-10, y+17, shortenName(e.Change), class, from, y+4, to-from, rowHigh-8,
			middle+int(half*e.Effect.Low), y+13, middle+int(half*e.Effect.High), y+13,
			middle+int(half)+8, y+17, text.Signed(100*e.Effect.Mean, 0)+" points"+certain)
	}
	page.Say("</svg></figure>")
}

// writeTarget writes the changes that reach a target, as bars and as a list: the names of changes are long, and are cut
// in the drawing.
func (a *Answer) writeTarget(page picture.Body) {
	target := a.Target
	if target == nil {
		return
	}
	page.Say("<h2>To reach %s</h2>", dice.InHundred(target.Want))
	switch {
	case target.There:
		page.Say("<p>It is reached as it is.</p>")
	case len(target.Changes) == 0:
		page.Say("<p>Nothing does: %s of %s changes were tried.</p>", target.Tried, target.Of)
	default:
		says := text.Each(target.Changes, func(c measuredChange) string { return c.Says + ": " + wordInterval(c.Win) })
		openDrawing(page, len(target.Changes), strings.Join(says, ", "))
		for i, c := range target.Changes {
			drawBar(page, rowHigh*i, c.Says, wordInterval(c.Win), c.Win.Mean, 0)
		}
		page.Say("</svg></figure>\n<ul>")
		for _, s := range says {
			page.Say("<li>%s</li>", s)
		}
		page.Say("</ul>")
	}
}
