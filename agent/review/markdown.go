package review

import (
	"bufio"
	"fmt"
	"io"
	"math"

	"kokyu/agent/picture"
	"kokyu/rules/text"
)

// Markdown writes the review as a Markdown page: what HTML writes, without drawings, commands and the details of steps.
// All values are escaped, as names are data; the formats are markup, with %s for each value.
func (r *Review) Markdown(w io.Writer) error {
	out := bufio.NewWriter(w)
	say := func(format string, values ...any) {
		for i, v := range values {
			values[i] = text.Markdown(fmt.Sprint(v))
		}
		fmt.Fprintf(out, format+"\n", values...)
	}
	say("# %s, reviewed\n", r.Title)
	for _, s := range r.Verdict {
		say("%s\n", s)
	}
	if s := r.Explain(); s != "" {
		say("%s\n", s)
	}
	say("## Who played how\n\n| | decisions | accuracy | lost by choice | luck | plays like |\n| --- | ---: | ---: | ---: | ---: | --- |")
	for _, p := range r.People {
		say("| %s | %s | %s | %s | %s | %s |", p.Name, p.Decisions, p.AccuracyWords(), picture.OneDecimal(p.Lost/10),
			r.LuckWords(p), p.LevelWords())
	}
	say("\n## Where it turned\n")
	for i, t := range r.Turns {
		say("%s. Round %s, step %s, %s: %s. %s", i+1, t.Round, t.Step, t.label(), t.Says, t.Why)
	}
	if len(r.Turns) == 0 {
		say("No step moved the chance by %s points.", fmt.Sprintf("%.0f", turningPointLeast/10))
	}
	for _, p := range r.People {
		if len(p.Worst)+len(p.Best) == 0 {
			continue
		}
		say("\n## %s\n\n| step | what was done | lost | |\n| ---: | --- | ---: | --- |", p.Name)
		for _, n := range p.Worst {
			s := r.step(n)
			say("| %s | %s | %s | %s |", n, s.Do, picture.OneDecimal(s.Loss/10), s.Why)
		}
		for _, n := range p.Best {
			s := r.step(n)
			say("| %s | %s | 0.0 | %s |", n, s.Do, s.Why)
		}
	}
	say("\n## How it adds up\n\n| %s | points |\n| --- | ---: |\n| the beginning | %s |",
		r.Measure(), picture.OneDecimal(100*r.Begin))
	for _, t := range r.Ledger() {
		say("| %s | %s |", t.Name, text.Signed(100*t.Change, 1))
	}
	say("| %s | %s |", r.EndName(), picture.OneDecimal(100*r.End))
	say("\n## Step by step\n\n| step | round | what | %s | lost by choice | moved by luck or the GM |\n| ---: | ---: | --- | ---: | ---: | ---: |", r.Measure())
	for _, s := range r.Steps {
		lost, luck := text.Either(s.isJudged, picture.OneDecimal(s.Loss/10), ""), ""
		if moved := s.Luck + s.Edits; s.Kind != kindOnly && (!s.isJudged || math.Abs(moved) >= negligibleLoss) {
			luck = signedPoints(moved)
		}
		say("| %s | %s | %s | %s | %s | %s |", s.N, s.Round, s.Says, r.Stands(s.Win), lost, luck)
	}
	say("\n%s", r.Sureness())
	return out.Flush()
}
