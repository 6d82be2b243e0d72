package narrate

import (
	"fmt"
	"slices"
	"strings"

	"kokyu/agent/narrate/english"
	"kokyu/rules"
	"kokyu/rules/text"
)

// fold is what a law line comes down to that may be told with others: who, in which round, and how often.
type fold struct {
	round int
	seat  string
	what  string // "guard, reservation": of several people, and what is counted, if anything is
	times int
}

// foldOf returns that of a passage in which a seat did one foldable thing and nothing else.
func foldOf(p *passage) fold {
	f := fold{round: p.round, seat: p.Seat}
	for _, fact := range p.Facts {
		k := rules.KindOfFact(fact.Kind)
		if k == nil || k.Fold == "" || f.what != "" && f.what != k.Fold {
			return fold{}
		}
		f.what = k.Fold
		f.times++
	}
	if f.what == "" || p.Law.Len() > f.times {
		return fold{}
	}
	return f
}

// Folds reports whether a line may yet be told together with the next.
func (l Line) Folds() bool { return l.fold.what != "" }

// Fold tells runs of law lines in which several seats only guard or wait in one line each: "R1 Jubei, Gonta and Masamune
// guard: eleven reservations". A single one stays as it is.
func Fold(lines []Line) (folded []Line) {
	for i := 0; i < len(lines); {
		n := i
		for n < len(lines) && lines[n].Folds() && lines[n].fold.round == lines[i].fold.round {
			n++
		}
		if n-i < 2 {
			folded = append(folded, lines[i])
			i++
			continue
		}
		folded = append(folded, Line{Kind: Law, Text: together(lines[i:n]), Step: lines[n-1].Step})
		i = n
	}
	return folded
}

// together words a run: what was done in the order it was first done, by whom in the order they did it.
func together(run []Line) string {
	var whats []string
	who, times := map[string][]string{}, map[string]int{}
	for _, l := range run {
		f := l.fold
		if times[f.what] == 0 {
			whats = append(whats, f.what)
		}
		times[f.what] += f.times
		if seat := text.Escape(f.seat); !slices.Contains(who[f.what], seat) {
			who[f.what] = append(who[f.what], seat)
		}
	}
	var parts []string
	for _, what := range whats {
		does, counted, _ := strings.Cut(what, ", ")
		if len(who[what]) == 1 {
			verb, rest, _ := strings.Cut(does, " ")
			does = strings.TrimSpace(verb + "s " + rest)
		}
		text := text.List(who[what], "and") + " " + does
		if counted != "" {
			text += ": " + several(times[what], counted)
		}
		parts = append(parts, text)
	}
	return fmt.Sprintf("R%d %s", run[0].fold.round, strings.Join(parts, " · "))
}

// several returns a number in words and its noun: "eleven reservations".
func several(n int, noun string) string {
	if n != 1 {
		noun += "s"
	}
	return english.Count(n) + " " + noun
}
