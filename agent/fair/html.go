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

// The measures of a bar, in units of its drawing.
const (
	barWide = 250
	barHigh = 18
)

// HTML writes the answer as one page without scripts. Names and figures are words beside the bars, so that they wrap
// where a page is narrow.
func (a *Answer) HTML(w io.Writer) error {
	return picture.Document(w, a.Title+": is it fair?", style, func(page picture.Body) {
		page.Say("<h1>%s</h1>", a.Title)
		page.Say(`<p class="sides">%s (%s) against %s (%s)</p>`, text.The(a.Party), a.Players[0], text.The(a.Foes),
			a.Players[1])
		page.Say(`<p class="verdict"><strong>%s</strong>: the chance of %s to win is %s.</p>`, a.Word, text.The(a.Party),
			wordInterval(a.Win))
		if s := a.ForecastText(); s != "" {
			page.Say(`<p>%s</p>`, s)
		}
		a.writeOutcomes(page)
		page.Say(`<table class="figures">
<tr><th>nobody of the party falls</th><td>%s</td></tr>
<tr><th>all of them fall</th><td>%s</td></tr>
<tr><th>rounds</th><td>%s (%s to %s)</td></tr>
<tr><th>minutes at the table</th><td>%s, at %s</td></tr></table>`, wordInterval(a.Nobody), wordInterval(a.All),
			picture.OneDecimal(a.Rounds.Mean), picture.OneDecimal(a.Rounds.Low), picture.OneDecimal(a.Rounds.High),
			fmt.Sprintf("%.0f", a.Minutes), MinutesSay)
		page.Say("<h2>Who falls, and when</h2>")
		a.writeFalls(page)
		page.Say("<h2>What is left of who stands</h2>")
		a.writeRemainders(page)
		writeEffects(page, "What decides it", a.Decides)
		writeEffects(page, "How much the players matter", a.Levels)
		a.writeTarget(page)
		enough := text.Either(a.Enough, "", "; the interval is wider than asked for") +
			text.Either(a.Repeatable, "", "; ended by the clock, so not repeatable")
		page.Say("<footer>%s fights from seed %s, %s won, %s drawn; the luck of the dice is taken off; "+
			"intervals at 95 %%%s</footer>", a.Fights, a.Seed, a.Wins, a.Draws, enough)
	})
}

// wordInterval formats a chance with its interval.
func wordInterval(i agent.Interval) string {
	return fmt.Sprintf("%s (%.0f to %.0f %%)", dice.InHundred(i.Mean), 100*i.Low, 100*i.High)
}

const (
	beginBars = `<table class="bars">`
	endBars   = "</table>"
)

// writeRow writes a row of a table of bars: a name, what draw draws, and a figure.
func writeRow(page picture.Body, name, figure string, draw func()) {
	page.Say(`<tr><th>%s</th><td><svg viewBox="0 0 %s %s" aria-hidden="true">`, name, barWide, barHigh)
	draw()
	page.Say(`</svg></td><td>%s</td></tr>`, figure)
}

// writeChance writes a chance as a bar, with a line over it that is its interval.
func writeChance(page picture.Body, name string, win agent.Interval) {
	writeRow(page, name, wordInterval(win), func() {
		drawBar(page, "bar", 0, win.Mean)
		drawInterval(page, win.Low, win.High)
	})
}

// drawBar draws a bar from one share of the width to another.
func drawBar(page picture.Body, class string, from, to float64) {
	page.Say(`<rect class="%s" x="%s" width="%s" height="%s"/>`, class, picture.OneDecimal(from*barWide),
		picture.OneDecimal((to-from)*barWide), barHigh)
}

// drawInterval draws the line of an interval.
func drawInterval(page picture.Body, low, high float64) {
	page.Say(`<line class="interval" x1="%s" y1="9" x2="%s" y2="9"/>`, picture.OneDecimal(low*barWide), picture.OneDecimal(high*barWide))
}

// writeOutcomes writes the chance to win with its interval, and below it how many of the party fall.
func (a *Answer) writeOutcomes(page picture.Body) {
	page.Raw(beginBars)
	writeChance(page, text.The(a.Party)+" win", a.Win)
	for k, share := range a.Falls {
		name := text.Several(k, "of the party falls", "of the party fall")
		if k == 0 {
			name = "nobody of the party falls"
		}
		writeRow(page, name, dice.InHundred(share), func() { drawBar(page, "bar", 0, share) })
	}
	page.Raw(endBars)
}

// writeFalls writes for everybody in which share of the fights it falls, round by round. A part of a bar has its round
// where there is room for the number.
func (a *Answer) writeFalls(page picture.Body) {
	page.Raw(beginBars)
	for _, m := range a.Members {
		figure := dice.InHundred(m.Falls.Mean)
		if len(m.To) > 0 && m.To[0].Name != "" { // without a name no combatant did it
			figure += ", most often to " + m.To[0].Name
		}
		writeRow(page, m.Name, figure, func() {
			from := 0.0
			for round, share := range m.When {
				if share > 0 {
					drawBar(page, fmt.Sprintf("bar round%d", round%2), from, from+share)
				}
				if share*barWide > 16 {
					page.Say(`<text class="inside" x="%s" y="13">%s</text>`, picture.OneDecimal((from+share/2)*barWide), round+1)
				}
				from += share
			}
		})
	}
	page.Raw(endBars)
	page.Raw("<p class=\"law\">The share of the fights in which each falls; the figures in the bars are rounds.</p>")
}

// writeRemainders writes a table of what those of the party have left who stand.
func (a *Answer) writeRemainders(page picture.Body) {
	page.Say(`<table class="figures">`)
	for _, m := range a.Members {
		if !m.Party {
			continue
		}
		parts := text.Each(m.Remainders, func(l Remainder) string {
			return l.Name + " " + picture.OneDecimal(l.Mean) + text.Either(l.Of > 0, fmt.Sprintf(" of %.0f", l.Of), "")
		})
		page.Say("<tr><th>%s</th><td>%s</td></tr>", m.Name, strings.Join(parts, ", "))
	}
	page.Say("</table>")
}

// writeEffects writes what changes do to the chance, to the right for better and to the left for worse. Either half is
// a whole win; a line over the bar is the 95 % interval.
func writeEffects(page picture.Body, title string, list []Effect) {
	fought := text.Keep(list, func(e Effect) bool { return e.Why == "" })
	if len(fought) == 0 {
		return
	}
	page.Say("<h2>%s</h2>", title)
	page.Raw(beginBars)
	at := func(effect float64) float64 { return (1 + effect) / 2 }
	for _, e := range fought {
		class := text.Either(e.Effect.Mean < 0, "loss", "gain") + text.Either(e.Certain, "", " open")
		figure := text.Points(text.Signed(100*e.Effect.Mean, 0)) + text.Either(e.Certain, "", ", not certain")
		writeRow(page, e.Change, figure, func() {
			page.Say(`<line class="grid" x1="%s" y1="0" x2="%s" y2="%s"/>`, barWide/2, barWide/2, barHigh)
			drawBar(page, class, min(0.5, at(e.Effect.Mean)), max(0.5, at(e.Effect.Mean)))
			drawInterval(page, at(e.Effect.Low), at(e.Effect.High))
		})
	}
	page.Raw(endBars)
}

// writeTarget writes the changes that reach a target.
func (a *Answer) writeTarget(page picture.Body) {
	target := a.Target
	if target == nil {
		return
	}
	page.Say("<h2>To reach %s</h2>", dice.InHundred(target.Want))
	switch {
	case target.IsReached:
		page.Say("<p>It is reached as it is.</p>")
	case len(target.Changes) == 0:
		page.Say("<p>Nothing does: %s of %s changes were tried.</p>", target.Tried, target.ToTry)
	default:
		page.Raw(beginBars)
		for _, c := range target.Changes {
			writeChance(page, c.Says, c.Win)
		}
		page.Raw(endBars)
	}
}
