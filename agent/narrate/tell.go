package narrate

import (
	"cmp"
	"context"
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"kokyu/rules"
	"kokyu/rules/text"
)

// How a passage becomes lines.

// tell returns a passage in law, and the paragraphs that are complete with it.
func (t *Teller) tell(ctx context.Context, p *passage) (lines []Line) {
	if p.first {
		lines = append(lines, t.tale(ctx, t.account.opening(p.step)...)...)
	}
	if p.Kind == "end" {
		lines = append(lines, t.tale(ctx, t.account.close()...)...)
		lines = append(lines, Line{Kind: Law, Text: t.law(p), Step: p.step})
		return append(lines, t.tale(ctx, t.account.ending(p, t.reader.cast.stand(&t.reader.scene, p.end.Seat),
			t.reader.cast.stand(&t.reader.scene, t.account.against(p.end.Seat)))...)...)
	}
	done := t.account.take(p, t.survivor)
	if !t.yieldedAtOnce(p) {
		lines = append(lines, Line{Kind: Law, Text: t.law(p), Step: p.step, fold: foldOf(p)})
	}
	return append(lines, t.tale(ctx, done...)...)
}

// yieldedAtOnce reports whether a passage is the turn of one who has yielded as it began: what has happened is told already.
func (t *Teller) yieldedAtOnce(p *passage) bool {
	i := t.reader.cast.of(p.Seat)
	return i >= 0 && t.reader.seats[i].yielded && len(p.Facts) == 0 && p.Law.Line() == ""
}

// survivor returns the last of the side of somebody.
func (t *Teller) survivor(name string) (who, team string, against int) {
	return t.reader.cast.survivor(&t.reader.scene, name)
}

// tale is paragraphs in words.
func (t *Teller) tale(ctx context.Context, done ...*Paragraph) (lines []Line) {
	if t.composer == nil { // law only
		return nil
	}
	if t.writer != nil {
		return t.write(ctx, done)
	}
	for _, p := range done {
		t.composer.offer(p)
		lines = append(lines, t.line(p, t.compose(p)))
	}
	return lines
}

// compose returns a paragraph as Go composes it.
func (t *Teller) compose(p *Paragraph) Told {
	told := Told{By: ByTemplates, Verdict: cmp.Or(p.why, accepted)}
	return t.finish(p, told, t.composer.choose(p))
}

// finish puts pieces into words.
func (t *Teller) finish(p *Paragraph, told Told, pieces []Piece) Told {
	open, image := t.composer.word(p, pieces)
	told.Text, told.Image = p.Fill(open), image
	for _, f := range p.Facts {
		told.Steps = append(told.Steps, f.Steps...)
	}
	return told
}

// line returns a told paragraph as a line.
func (t *Teller) line(p *Paragraph, told Told) Line {
	if t.heard != nil {
		t.heard(*p, told)
	}
	return Line{Kind: Tale, Text: told.Text, Step: p.To, By: told.By, Plain: told.Plain}
}

// plurally makes a side's name one that verbs in the plural follow: "the bandits", "those of the garrison", "those of
// Odani".
func plurally(side string) string {
	if r, _ := utf8.DecodeRuneInString(side); unicode.IsLower(r) && strings.HasSuffix(side, "s") {
		return text.The(side)
	}
	return "those of " + text.The(side)
}

// law returns a passage's law line.
func (t *Teller) law(p *passage) string {
	seat, said := text.Escape(p.Seat), p.Law.Line()
	switch {
	case p.Kind == "end":
		return t.verdict(p.end)
	case p.head.As == rules.Word && !p.known:
		return fmt.Sprintf("R%d %s  %s", p.round, seat, p.head.Says)
	case p.head.As == rules.Word:
		return fmt.Sprintf("R%d %s (%d)  %s", p.round, seat, p.to, p.head.Says)
	case p.head.As == rules.Pause:
		return fmt.Sprintf("R%d %s", p.round, p.head.Says) + before("  ", said) + before(" · ", t.standing())
	case p.head.As == rules.Bare:
		return fmt.Sprintf("R%d %s", p.round, said)
	case (p.head.As == rules.Named || p.unseen && p.head.Kind != "") && said == "":
		return fmt.Sprintf("R%d %s  nothing", p.round, seat)
	case p.head.Kind == "" || p.head.As == rules.Named || p.unseen: // or no dialect says what is paid with
		return fmt.Sprintf("R%d %s  %s", p.round, seat, said)
	}
	text := fmt.Sprintf("R%d %s (%d→%d)", p.round, seat, p.from, p.to)
	if p.limit > 0 {
		text = fmt.Sprintf("R%d %s (%d→%d, limit %d)", p.round, seat, p.from, p.to, p.limit)
	}
	if said == "" {
		said = "nothing"
	}
	return text + "  " + said
}

func before(gap, text string) string {
	if text == "" {
		return ""
	}
	return gap + text
}

// standing returns who is hurt and who is down.
func (t *Teller) standing() string {
	var hurt, down, yielded []string
	for i, f := range t.reader.cast {
		if i >= rules.SeatsMax {
			break
		}
		switch p := t.reader.seats[i]; {
		case p.yielded:
			yielded = append(yielded, text.Escape(f.Name))
		case p.down:
			down = append(down, text.Escape(f.Name))
		case p.most > p.left:
			hurt = append(hurt, fmt.Sprintf("%s %d", text.Escape(f.Name), p.left))
		}
	}
	var parts []string
	if len(hurt) > 0 {
		name := "Wounds left: "
		if t.reader.Match {
			name = "points to concede: "
		}
		parts = append(parts, name+strings.Join(hurt, ", "))
	}
	if len(down) > 0 {
		parts = append(parts, "down: "+strings.Join(down, ", "))
	}
	if len(yielded) > 0 {
		parts = append(parts, "out of the fight: "+strings.Join(yielded, ", "))
	}
	return strings.Join(parts, " · ")
}

// verdict returns who won and why.
func (t *Teller) verdict(e rules.Event) string {
	why := e.What
	if t.account.isConceded(e) {
		why = plurally(t.account.against(e.Seat)) + " concede"
		if t.account.reason != "" {
			why += ": " + t.account.reason
		}
	}
	if e.Seat == "" {
		return fmt.Sprintf("End in round %d: a draw, %s", e.N, text.Escape(why))
	}
	return fmt.Sprintf("End in round %d: %s won, %s", e.N, text.Escape(e.Seat), text.Escape(why))
}
