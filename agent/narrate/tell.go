package narrate

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"kokyu/agent/narrate/english"
	"kokyu/rules"
	"kokyu/rules/fight"
	"kokyu/rules/text"
)

// How a passage becomes lines.

// tell returns a passage in law, with the paragraphs of the tale that are complete before it and with it.
func (t *Teller) tell(p *passage) (lines []Line) {
	lines = lay(t.opening, p.step)
	t.opening = nil
	end := p.Kind == "end"
	if p.round > t.round && t.round > 0 || end {
		lines = append(lines, t.paragraph()...)
	}
	t.take(p)
	if !t.yieldedAtOnce(p) {
		lines = append(lines, Line{Kind: Law, Text: t.law(p), Step: p.step, fold: foldOf(p)})
	}
	if end || t.plan != nil && t.plan.Full() {
		lines = append(lines, t.paragraph()...)
	}
	if end && t.plan != nil {
		lines = append(lines, lay(t.words.TellEnding(t.plan.Next()), p.step)...)
	}
	return lines
}

// lay returns paragraphs as lines.
func lay(paragraphs []english.Passage, step int) (lines []Line) {
	for _, p := range paragraphs {
		lines = append(lines, Line{Kind: Tale, Text: p.Text, Step: step})
	}
	return lines
}

// take adds what happens in a passage to what is to be told, with what the GM has said meanwhile.
func (t *Teller) take(p *passage) {
	t.round, t.last = p.round, p.step
	if t.plan == nil {
		return
	}
	facts := append(t.said, p.Facts...)
	slices.SortStableFunc(facts, func(a, b rules.Fact) int { return cmp.Compare(a.Step, b.Step) })
	n := len(t.steps)
	for n > 0 && t.steps[n-1].N > p.step {
		n--
	}
	t.plan.Add(facts, t.steps[:n])
	t.said = nil
}

// hear takes what the GM says or does besides the rules.
func (t *Teller) hear(s rules.Step) {
	t.said = append(t.said, spoken(s)...)
	if s.Edit != "" && s.Why != "" {
		t.reason = s.Why
	}
}

// paragraph tells what has happened since the last one.
func (t *Teller) paragraph() []Line {
	if t.plan == nil {
		return nil
	}
	if len(t.said) > 0 { // and nothing has happened since
		t.plan.Add(t.said, t.steps)
		t.said, t.last = nil, t.said[len(t.said)-1].Step
	}
	t.told = t.last
	return lay(t.words.TellScenes(t.plan.Next()), t.told)
}

// yieldedAtOnce reports whether a passage is the turn of one who has yielded as it began: what has happened is told already.
func (t *Teller) yieldedAtOnce(p *passage) bool {
	i := t.reader.cast.of(p.Seat)
	return i >= 0 && t.reader.seats[i].yielded && len(p.Facts) == 0 && p.Law.Line() == ""
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
	if loser := t.against(e.Seat); e.Seat != "" && e.What == fight.Concedes(loser) {
		why = plurally(loser) + " concede" + before(": ", t.reason)
	}
	if e.Seat == "" {
		return fmt.Sprintf("End in round %d: a draw, %s", e.N, text.Escape(why))
	}
	return fmt.Sprintf("End in round %d: %s won, %s", e.N, text.Escape(e.Seat), text.Escape(why))
}

// against returns the other side; empty if there is none.
func (t *Teller) against(side string) string {
	for _, f := range t.opts.Roster {
		if f.Team != side {
			return f.Team
		}
	}
	return ""
}
