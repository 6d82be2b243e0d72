package narrate

import (
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

// lawText returns the law line of a passage, in the form that the dialect gives its head ([rules.Head.As]):
//
//	FormPaid   R1 Naoko (10→6)  horizontal cut > Sayo hits 64 %: 3+6+2=11 vs 12 miss
//	FormNamed  the same without the purse
//	FormWord   R1 Naoko (6)  waits
//	FormPause  R1 lull  what has happened · Wounds left: Naoko 2 · down: Sayo
//	FormBare   R1 what has happened
func (t *Teller) lawText(p *passage) string {
	seat, said := text.Escape(p.Seat), p.Law.Line()
	line := fmt.Sprintf("R%d %s", p.round, seat)
	switch {
	case p.Kind == "end":
		return t.verdictText(p.end)
	case p.head.As == rules.FormWord && !p.isToKnown:
		return line + "  " + p.head.Says
	case p.head.As == rules.FormWord:
		return fmt.Sprintf("%s (%d)  %s", line, p.to, p.head.Says)
	case p.head.As == rules.FormPause:
		return fmt.Sprintf("R%d %s", p.round, p.head.Says) + withPrefix("  ", said) + withPrefix(" · ", t.standingText())
	case p.head.As == rules.FormBare:
		return fmt.Sprintf("R%d %s", p.round, said)
	case p.isBare(): // the turn was ended at once, which the line must show
		said = "nothing"
	}
	switch {
	case p.head.Kind == "" || p.head.As == rules.FormNamed || p.isFromUnknown: // nothing is paid, or what is paid with is not known
	case p.limit > 0:
		line += fmt.Sprintf(" (%d→%d, limit %d)", p.from, p.to, p.limit)
	default:
		line += fmt.Sprintf(" (%d→%d)", p.from, p.to)
	}
	return line + "  " + said
}

// isBare reports whether a passage is a breath or turn of which the law has nothing to say but that it has begun.
func (p *passage) isBare() bool {
	return (p.head.As == rules.FormPaid || p.head.As == rules.FormNamed) && p.head.Kind != "" && p.Law.Line() == ""
}

// withPrefix returns a text with something before it; nothing if the text is empty.
func withPrefix(before, text string) string {
	if text == "" {
		return ""
	}
	return before + text
}

// standingText says who is hurt, who is down, and who has yielded: "Wounds left: Aki 2 · down: Ume".
func (t *Teller) standingText() string {
	var hurt, down, yielded []string
	for _, s := range t.reader.cast {
		switch name := text.Escape(s.Name); {
		case s.yielded:
			yielded = append(yielded, name)
		case s.down:
			down = append(down, name)
		case s.most > s.left:
			hurt = append(hurt, fmt.Sprintf("%s %d", name, s.left))
		}
	}
	left := text.Either(t.reader.Match, "points to concede: ", "Wounds left: ")
	parts := text.If(hurt != nil, left+strings.Join(hurt, ", ")).If(down != nil, "down: "+strings.Join(down, ", ")).
		If(yielded != nil, "out of the fight: "+strings.Join(yielded, ", "))
	return strings.Join(parts, " · ")
}

// verdictText says who won and why: "End in round 2: pilgrims won, …". If a side concedes, the record has only that;
// the words of its player are added.
func (t *Teller) verdictText(e rules.Event) string {
	why, won := e.What, "a draw"
	if e.Seat != "" {
		won = text.Escape(e.Seat) + " won"
	}
	for _, f := range t.Roster {
		if e.Seat == "" || f.Team == e.Seat || e.What != fight.ConcedeEdit(f.Team) {
			continue
		}
		first, _ := utf8.DecodeRuneInString(f.Team)
		several := unicode.IsLower(first) && strings.HasSuffix(f.Team, "s") // "the bandits", but "those of Odani"
		why = text.Either(several, "", "those of ") + text.The(f.Team) + " concede" + withPrefix(": ", t.reader.endReason)
	}
	return fmt.Sprintf("End in round %d: %s, %s", e.N, won, text.Escape(why))
}

// fold is what a law line says that may be told in one line with others: who does what, in which round, and how often.
type fold struct {
	round int
	seat  string
	what  string // [rules.FactKind.GroupWords], "guard, reservation"; empty: the line is told alone
	times int
}

// foldOf returns the fold of a passage in which a seat did nothing but things of one kind that may be folded.
func foldOf(p *passage) fold {
	f := fold{round: p.round, seat: text.Escape(p.Seat)}
	for _, fact := range p.Facts {
		what := rules.KindOfFact(fact.Kind).GroupWords
		if what == "" || f.what != "" && f.what != what {
			return fold{}
		}
		f.what, f.times = what, f.times+1
	}
	if f.what == "" || p.Law.Len() > f.times {
		return fold{}
	}
	return f
}

// Folds reports whether a line may be told in one line with the next.
func (l Line) Folds() bool { return l.fold.what != "" }

// Fold makes one line of each run of law lines in which several seats only guard or wait: "R1 Jubei, Gonta and Masamune
// guard: eleven reservations". All other lines stay as they are.
func Fold(lines []Line) (folded []Line) {
	for n := 1; len(lines) > 0; lines, n = lines[n:], 1 {
		for lines[0].Folds() && n < len(lines) && lines[n].Folds() && lines[n].fold.round == lines[0].fold.round {
			n++
		}
		line := lines[0]
		if n > 1 {
			line = Line{Kind: Law, Text: foldRun(lines[:n]), Step: lines[n-1].Step}
		}
		folded = append(folded, line)
	}
	return folded
}

// foldRun words a run: each kind of deed once, in the order in which they were first done, with everybody who did it.
func foldRun(run []Line) string {
	var whats, parts []string
	who, times := map[string][]string{}, map[string]int{}
	for _, l := range run {
		f := l.fold
		if times[f.what] == 0 {
			whats = append(whats, f.what)
		}
		times[f.what] += f.times
		if !slices.Contains(who[f.what], f.seat) {
			who[f.what] = append(who[f.what], f.seat)
		}
	}
	for _, what := range whats {
		does, counted, isCounted := strings.Cut(what, ", ")
		if len(who[what]) == 1 {
			verb, rest, _ := strings.Cut(does, " ")
			does = strings.TrimSpace(verb + "s " + rest)
		}
		if isCounted { // "eleven reservations"
			does += ": " + english.Count(times[what]) + " " + counted + text.Either(times[what] != 1, "s", "")
		}
		parts = append(parts, text.List(who[what], "and")+" "+does)
	}
	return fmt.Sprintf("R%d %s", run[0].fold.round, strings.Join(parts, " · "))
}
