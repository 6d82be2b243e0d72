package narrate

import (
	"fmt"
	"hash/fnv"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"kokyu/rules"
	"kokyu/rules/strict"
)

// How a passage becomes lines.

// tell is a passage in law and tale.
func (t *Teller) tell(p *passage) (lines []Line) {
	if p.first {
		f := Facts{Frame: t.among("opening", "muster"), Step: p.step, Stage: Opening, P: 1, Match: t.reader.match}
		if f.Match {
			f.Frame = "match_opening"
		}
		lines = append(lines, t.word(f)...)
	}
	lines = append(lines, Line{Law, t.law(p), p.step})
	if p.kind == "end" {
		return append(lines, t.word(t.ending(p))...)
	}
	tale := t.passage(p)
	lines = append(lines, tale...)
	if t.rest++; len(tale) > 0 {
		t.rest = 0
	}
	if p.turning != nil {
		lines = append(lines, t.word(*p.turning)...)
	}
	return lines
}

// passage words the most telling moment there are words for.
func (t *Teller) passage(p *passage) []Line {
	for _, f := range p.telling() {
		rest := t.rest
		if t.reader.cast.two() && !t.reader.inTurns { // a duel is short, and all of it is the two
			rest++
		}
		if w := f.weight(); w < weakRank && rest < 2 || w < plainRank && rest < 1 {
			return nil
		}
		if told := t.word(f); len(told) > 0 {
			return told
		}
	}
	if p.kind == "lull" && t.sometimes(p) {
		f := Facts{Frame: "lull", Step: p.step, Stage: p.stage, P: 1, Fallen: t.reader.fallen, Match: t.reader.match}
		if t.reader.cast.two() && !t.reader.inTurns {
			f.Frame = "duel_lull"
		}
		return t.word(f)
	}
	return nil
}

// sometimes is every other time, by the seed.
func (t *Teller) sometimes(p *passage) bool {
	h := fnv.New64a()
	fmt.Fprintf(h, "%d %d lull", t.opts.Seed, p.step)
	return h.Sum64()>>32&1 == 0
}

// word is the voice's line, none if it is silent.
func (t *Teller) word(f Facts) []Line {
	if t.voice == nil {
		return nil
	}
	if text := t.voice.Word(f); text != "" {
		return []Line{{Tale, text, f.Step}}
	}
	return nil
}

// ending is the last moment. A side is spoken of in the plural, whatever its name, and one of two by name.
func (t *Teller) ending(p *passage) Facts {
	f := Facts{Frame: t.among("end_draw", "even_field"), Step: p.step, Stage: End, P: 1, Fallen: t.reader.fallen, Match: t.reader.match}
	side, cast := p.end.Seat, t.reader.cast
	i := slices.IndexFunc(cast, func(f rules.Fighter) bool { return f.Team == side })
	switch {
	case side == "" && f.Match:
		f.Frame = "match_draw"
	case side == "":
	case f.Match && i >= 0:
		f.Frame, f.Actor = "match_won", cast[i].Name
	case cast.two() && i >= 0 && t.among("breath", "turn") == "breath":
		f.Frame, f.Actor = "duel_won", cast[i].Name
	default:
		f.Frame, f.Actor = t.among("end_won", "won_field"), plurally(side)
	}
	return f
}

// among is the frame for a fight of breaths or of turns.
func (t *Teller) among(breaths, turns Frame) Frame {
	if t.reader.inTurns {
		return turns
	}
	return breaths
}

// plurally makes a side's name one that verbs in the plural follow: "the bandits", "those of the garrison", "those of
// Odani".
func plurally(side string) string {
	if r, _ := utf8.DecodeRuneInString(side); unicode.IsUpper(r) {
		return "those of " + side
	}
	side = strings.TrimPrefix(side, "the ")
	if strings.HasSuffix(side, "s") {
		return "the " + side
	}
	return "those of the " + side
}

// law is a passage's law line.
func (t *Teller) law(p *passage) string {
	seat, said := strict.Escape(p.seat), p.law.line()
	switch p.kind {
	case "wait":
		if !p.known {
			return fmt.Sprintf("R%d %s  waits", p.round, seat)
		}
		return fmt.Sprintf("R%d %s (%d)  waits", p.round, seat, p.to)
	case "close":
		return fmt.Sprintf("R%d %s (%d)  closes the round", p.round, seat, p.to)
	case "lull":
		return fmt.Sprintf("R%d lull", p.round) + before("  ", said) + before(" · ", t.standing())
	case "end":
		return t.verdict(p.end)
	case "initiative":
		return fmt.Sprintf("R%d %s", p.round, said)
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

// standing is who is hurt and who is down.
func (t *Teller) standing() string {
	var hurt, down []string
	for i, f := range t.reader.cast {
		if i >= rules.SeatsMax {
			break
		}
		switch p := t.reader.seats[i]; {
		case p.down:
			down = append(down, strict.Escape(f.Name))
		case p.most > p.left:
			hurt = append(hurt, fmt.Sprintf("%s %d", strict.Escape(f.Name), p.left))
		}
	}
	var parts []string
	if len(hurt) > 0 {
		name := "Wounds left: "
		if t.reader.match {
			name = "points to concede: "
		}
		parts = append(parts, name+strings.Join(hurt, ", "))
	}
	if len(down) > 0 {
		parts = append(parts, "down: "+strings.Join(down, ", "))
	}
	return strings.Join(parts, " · ")
}

// verdict is who won and why.
func (t *Teller) verdict(e rules.Event) string {
	if e.Seat == "" {
		return fmt.Sprintf("End in round %d: a draw, %s", e.N, strict.Escape(e.What))
	}
	return fmt.Sprintf("End in round %d: %s won, %s", e.N, strict.Escape(e.Seat), strict.Escape(e.What))
}
