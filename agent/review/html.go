package review

import (
	"cmp"
	_ "embed"
	"fmt"
	"io"
	"math"
	"slices"
	"strings"

	"kokyu/agent/picture"
	"kokyu/rules"
	"kokyu/rules/dice"
	"kokyu/rules/text"
)

//go:embed review.css
var style string

// HTML writes the review as one page without scripts. Links (#s12) lead to the steps.
func (r *Review) HTML(w io.Writer) error {
	return picture.Document(w, r.Title+", reviewed", style+picture.Style, func(page picture.Body) {
		page.Say("<main>")
		writeBack(page, r.Back)
		page.Say("<h1>%s, reviewed</h1>", r.Title)
		page.Say(`<p class="sides">%s against %s</p>`, r.sideWithPeople(0), r.sideWithPeople(1))
		for _, s := range r.Verdict {
			page.Say(`<p class="verdict">%s</p>`, s)
		}
		if s := r.Explain(); s != "" {
			page.Say(`<p>%s</p>`, s)
		}
		r.drawChart(page)
		r.writePeople(page)
		r.writeTurns(page)
		r.writeBestAndWorst(page)
		r.writeLedger(page)
		r.writeSteps(page)
		page.Say("</main>\n<footer>%s</footer>", r.Sureness())
	})
}

// writeBack writes the links from the page of a review to its fight, if a server shows it.
func writeBack(page picture.Body, isServed bool) {
	if isServed {
		page.Raw(`<p><a href="./">Back to the fight</a> · <a href="tale">The tale</a></p>`)
	}
}

// sideWithPeople returns a side with who is on it.
func (r *Review) sideWithPeople(side rules.Side) string {
	return text.The(r.Sides[side]) + " (" + strings.Join(r.members(side), ", ") + ")"
}

// drawChart draws the chance of the first side over the steps, with the turning points marked and numbered. A step has
// the point where it begins, and a mark is at the point after its step. Without forecasts the scale has words, since
// the line is no chance then.
func (r *Review) drawChart(page picture.Body) {
	if len(r.Steps) == 0 {
		return
	}
	n := float64(len(r.Steps))
	chart := picture.Chart{Says: fmt.Sprintf("%s, step by step, from %s to %s", text.Capital(r.Measure()),
		r.Stands(r.Begin), r.Stands(r.End))}
	if !r.hasForecasts && !r.Exact {
		chart.Scale = [3]string{"won", "even", "lost"}
	}
	for i, s := range r.Steps {
		at := float64(i) / n
		chart.Line = append(chart.Line, picture.Point{At: at, Win: s.Win})
		for s.Round > len(chart.Rounds)+1 {
			chart.Rounds = append(chart.Rounds, at)
		}
	}
	chart.Line = append(chart.Line, picture.Point{At: 1, Win: r.End})
	for _, t := range r.Turns {
		chart.Marks = append(chart.Marks, picture.Mark{Point: chart.Line[t.at+1], Link: fmt.Sprint("#s", t.Step),
			What: t.Says, Says: t.label()})
	}
	page.Raw("<figure>" + chart.SVG())
	page.Say("<figcaption>%s.", text.Capital(r.Measure()))
	page.Raw(chart.Legend())
	page.Say("</figcaption></figure>")
}

// label returns the cause of a turning point, and what it changed for the first side: "choice -9.6 points".
func (t turningPoint) label() string {
	return fmt.Sprintf("%s %s points", t.Cause, text.Signed(t.Points/10, 1))
}

// writePeople writes who played how. The bars of luck go from the middle to either side; half the width is the largest
// luck of all, and at least one point.
func (r *Review) writePeople(page picture.Body) {
	most := 10.0
	for _, who := range r.People {
		most = max(most, math.Abs(who.Luck))
	}
	page.Say(`<h2>Who played how</h2>
<table class="people who"><tr><th></th><th>decisions</th><th>accuracy</th><th>lost by choice</th><th>luck</th>` +
		`<th></th><th>plays like</th></tr>`)
	for _, who := range r.People {
		class, from, width := "bar", 50.0, 50*r.ownLuck(who)/most
		if width < 0 {
			class, from, width = "bad", 50+width, -width
		}
		page.Say(`<tr><td>%s</td><td>%s</td><td>%s</td><td>%s</td><td>%s</td><td><svg viewBox="0 0 100 8" aria-hidden="true"><rect class="hold" width="100" height="8"/><rect class="%s" x="%s" width="%s" height="8"/></svg></td><td>%s</td></tr>`,
			who.Name, who.Decisions, who.AccuracyWords(), picture.OneDecimal(who.Lost/10), r.LuckWords(who), class, picture.OneDecimal(from),
			picture.OneDecimal(width), who.LevelWords())
	}
	page.Say("</table>\n<details><summary>what these figures mean</summary>")
	for _, s := range figureMeanings() {
		page.Say("<p>%s</p>", s)
	}
	page.Say("</details>")
	r.writeAgainstLevels(page)
}

// writeAgainstLevels writes against which levels each person would win.
func (r *Review) writeAgainstLevels(page picture.Body) {
	of := text.Keep(r.People, func(who personReview) bool { return who.Level != nil })
	if len(of) == 0 {
		return
	}
	page.Say(`<details><summary>against the levels</summary><table class="people"><tr><th>would win against level</th>`)
	for level := range of[0].Level.Wins {
		page.Say("<th>%s</th>", level+1)
	}
	page.Say("</tr>")
	for _, who := range of {
		page.Say("<tr><td>%s</td>", who.Name)
		for _, win := range who.Level.Wins {
			page.Say("<td>%s</td>", dice.InHundred(win))
		}
		page.Say("</tr>")
	}
	page.Say("</table></details>")
}

// signedPoints returns a change in thousandths of a win as points; a negligible one has no sign.
func signedPoints(mwp float64) string {
	return text.Either(math.Abs(mwp) < negligibleLoss, "0.0", text.Signed(mwp/10, 1))
}

// writeTurns writes where the fight turned.
func (r *Review) writeTurns(page picture.Body) {
	page.Say("<h2>Where it turned</h2>")
	if len(r.Turns) == 0 {
		page.Say("<p>No step moved the chance by %s points.</p>", fmt.Sprintf("%.0f", turningPointLeast/10))
	}
	for k, t := range r.Turns {
		page.Say(`<div class="moment"><p><b>%s</b> %s <span class="small">round %s, step %s, %s</span></p><p>%s</p>`,
			k+1, t.Says, t.Round, t.Step, t.label(), t.Why)
		page.Say(`<p class="small"><a href="#s%s">the board</a></p>`, t.Step)
		if commands := r.goOnCommands(t); len(commands) > 0 {
			page.Say("<details><summary>for the terminal</summary>")
			for _, line := range commands {
				page.Say("<p><code>%s</code></p>", line)
			}
			page.Say("</details>")
		}
		page.Say("</div>")
	}
}

// writeBestAndWorst writes everybody's worst and best decisions.
func (r *Review) writeBestAndWorst(page picture.Body) {
	for _, who := range r.People {
		if len(who.Worst)+len(who.Best) == 0 {
			continue
		}
		page.Say("<h2>%s</h2>", who.Name)
		r.writeList(page, "What lost most", "lost", who.Worst, func(s reviewedStep) float64 { return s.Loss })
		r.writeList(page, "What was found", "better than the next", who.Best, func(s reviewedStep) float64 { return s.Gap })
	}
}

// writeList writes a table of steps with one figure of each, in mWP.
func (r *Review) writeList(page picture.Body, title, of string, steps []int, figure func(reviewedStep) float64) {
	if len(steps) == 0 {
		return
	}
	page.Say(`<table class="people left"><tr><th>%s</th><th>%s</th><th></th></tr>`, title, of)
	for _, n := range steps {
		s := r.step(n)
		page.Say(`<tr><td><a href="#s%s">step %s</a>, %s</td><td>%s</td><td>%s</td></tr>`, n, n, s.Do,
			picture.OneDecimal(figure(s)/10), s.Why)
	}
	page.Say("</table>")
}

// step returns the step of the record with a number.
func (r *Review) step(n int) reviewedStep {
	i := slices.IndexFunc(r.Steps, func(s reviewedStep) bool { return s.N == n })
	return r.Steps[i]
}

// writeLedger writes the ledger from the beginning to the end, as a column that can be added up.
func (r *Review) writeLedger(page picture.Body) {
	page.Say(`<h2>How it adds up</h2><table class="people"><tr><td>%s at the beginning</td><td>%s</td></tr>`,
		r.Measure(), picture.OneDecimal(100*r.Begin))
	for _, t := range r.Ledger() {
		page.Say("<tr><td>%s</td><td>%s</td></tr>", t.Name, text.Signed(100*t.Change, 1))
	}
	page.Say("<tr><td>%s</td><td>%s</td></tr></table>", r.EndName(), picture.OneDecimal(100*r.End))
}

// writeSteps writes the steps, those made on one board together below a drawing of it.
func (r *Review) writeSteps(page picture.Body) {
	if len(r.Steps) == 0 {
		return
	}
	isTurn := func(s reviewedStep) bool {
		return slices.ContainsFunc(r.Turns, func(t turningPoint) bool { return t.Step == s.N })
	}
	page.Say(`<h2 id="steps">Step by step</h2>`)
	round := 0
	for _, s := range r.Steps {
		if s.Round != round {
			if round > 0 {
				page.Say("</p>")
			}
			round = s.Round
			page.Say(`<p class="steps">round %s: `, round)
		}
		page.Say(`<a class="%s" href="#s%s">%s</a>`, text.Either(isTurn(s), "turn", ""), s.N, s.N)
	}
	page.Say("</p>")
	board := "" // the drawing of the section
	for i := range r.Steps {
		if now := r.pictures[i].SVG(picture.Drawing{Bare: true, Field: true}); now != board {
			if board != "" {
				page.Say("</section>")
			}
			board = now
			page.Say(`<section class="scene">`)
			page.Raw(now)
		}
		r.writeStep(page, i)
	}
	page.Say("</section>")
}

// writeStep writes the i-th step with all its figures. The expected line is written only if something was lost.
func (r *Review) writeStep(page picture.Body, i int) {
	s := r.Steps[i]
	page.Say(`<div class="step" id="s%s"><p><b>%s</b> %s</p>`, s.N, s.N, s.Says)
	page.Say(`<p class="small">%s</p>`, r.figures(s))
	if s.Why != "" {
		page.Say("<p>%s</p>", text.Capital(s.Why))
	}
	if len(s.Line) > 0 && s.Loss >= negligibleLoss {
		page.Say(`<p class="small">The line: %s</p>`, strings.Join(s.Line, ", "))
	}
	page.Say(`<p class="small">%s</p>`, wordStands(r.pictures[i]))
	page.Say(`<p class="small">`)
	if i > 0 {
		page.Say(`<a href="#s%s">step %s</a>`, r.Steps[i-1].N, r.Steps[i-1].N)
	}
	if i+1 < len(r.Steps) {
		page.Say(`<a href="#s%s">step %s</a>`, r.Steps[i+1].N, r.Steps[i+1].N)
	}
	page.Say(`<a href="#steps">all steps</a></p></div>`)
}

// figures returns the figures of a step in words.
func (r *Review) figures(s reviewedStep) string {
	f := fmt.Sprintf("%s %s", r.Measure(), r.Stands(s.Win))
	switch {
	case s.Edits != 0:
		f += fmt.Sprintf("; changed by %s points (± %s)", signedPoints(s.Edits), picture.OneDecimal(s.Error/10))
	case s.Kind == kindDice || math.Abs(s.Luck) >= negligibleLoss:
		f += fmt.Sprintf("; luck %s points (± %s)", signedPoints(s.Luck), picture.OneDecimal(s.Error/10))
		if s.Extreme > 0 {
			f += ": " + wordOdds(s)
		}
	}
	if s.isJudged {
		f += fmt.Sprintf("; %s lost %s (± %s); %d options; %s", s.Seat, wordPoints(s.Loss),
			picture.OneDecimal(s.Error/10), s.Options, s.Seen.words())
	}
	return f
}

// words says how much the searches covered.
func (s coverage) words() string {
	switch {
	case s.Exact:
		return "exact"
	case s.Unsearched:
		return fmt.Sprintf("searched after it: %s of the first turn, %s of the next", dice.InHundred(s.ThenShare[0]),
			dice.InHundred(s.ThenShare[1]))
	case s.Twice:
		return fmt.Sprintf("searched twice: %s of this turn and %s of the next, then %s and %s", dice.InHundred(s.Share[0]),
			dice.InHundred(s.Share[1]), dice.InHundred(s.ThenShare[0]), dice.InHundred(s.ThenShare[1]))
	}
	return fmt.Sprintf("searched %s of this turn, %s of the next", dice.InHundred(s.Share[0]), dice.InHundred(s.Share[1]))
}

// wordStands returns the numbers of all combatants of a picture in words.
func wordStands(p picture.Picture) string {
	number := func(n rules.Number) string {
		return fmt.Sprint(n.Name, " ", n.N) + text.Either(n.Max > 0, fmt.Sprint("/", n.Max), "")
	}
	return strings.Join(text.Each(p.Seats, func(s picture.Seat) string {
		return s.Name + " " + cmp.Or(s.Out, strings.Join(text.Each(s.Numbers, number), ", "))
	}), "; ")
}

// goOnCommands returns shell commands for the position before a turning point: to get advice there, to play on from
// there, and for a mistake to compare the better decision. There are none if the record is not in a file.
func (r *Review) goOnCommands(t turningPoint) (list []string) {
	if r.Record == "" || r.Record == "-" {
		return nil
	}
	list = []string{fmt.Sprintf("kokyu replay %s --at %d | kokyu advise -", r.Record, t.Step-1)}
	if t.Step > 1 {
		list = append(list, fmt.Sprintf("kokyu table --resume %s --at %d", r.Record, t.Step-1))
	}
	if s := r.Steps[t.at]; t.Cause == "choice" {
		list = append(list, fmt.Sprintf("kokyu review %s --at %d --do %s", r.Record, t.Step, shellQuote(s.Better)))
	}
	return list
}

// shellQuote returns a decision as a shell takes it.
func shellQuote(do string) string {
	return "'" + strings.ReplaceAll(text.Escape(do), "'", `'\''`) + "'"
}

// figureMeanings explains the figures of a person.
func figureMeanings() []string {
	return []string{
		accuracyMeans,
		"Lost by choice is what all decisions together are worth less than the best of each, in points of a hundred chances to win. Luck is what the dice showed less the mean over all they could show: good or bad for a person's own side. Numbers with a sign are changes for the first side, whose chance the chart shows.",
		levelMeans,
	}
}

// HTML writes the review as one page without scripts, with how everybody stood at the end of each round.
func (r *RecordReview) HTML(w io.Writer) error {
	return picture.Document(w, r.Title+", as recorded", style+picture.Style, func(page picture.Body) {
		page.Say("<main>")
		writeBack(page, r.Back)
		page.Say("<h1>%s, as recorded</h1>", r.Title)
		for _, line := range r.Lines() {
			page.Say("<p>%s</p>", line)
		}
		page.Say(`<h2>Who did what</h2><table class="people who">`)
		for _, row := range r.Table() {
			page.Raw("<tr>")
			for _, cell := range row {
				page.Say("<td>%s</td>", cell)
			}
			page.Raw("</tr>")
		}
		page.Say("</table>\n<h2>Against the odds</h2>\n<ul>")
		for _, t := range r.Odd {
			page.Say("<li>Round %s, step %s: %s.</li>", t.Round, t.Step, t.Sentence())
		}
		page.Say("</ul>")
		for _, b := range r.Boards {
			page.Say("<h2>Round %s, at its end</h2>", b.Round)
			page.Raw("<figure>" + b.SVG(picture.Drawing{Bare: true}) + "</figure>")
		}
		page.Say("</main>")
	})
}
