package say

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"kokyu/agent"
	"kokyu/agent/narrate"
	"kokyu/agent/session"
	"kokyu/rules"
	"kokyu/rules/dice"
	"kokyu/rules/text"
)

// choicesMax is how many choices of an advice are listed.
const choicesMax = 12

// Answer returns the output of an operation of a session in words: a sentence, and lines with the rest of it. Both are
// empty for an output that has no words; it is shown as data alone.
func Answer(out any) (sentence string, lines []string) {
	switch o := out.(type) {
	case session.State:
		return fmt.Sprintf("%s (%s), round %d, %s.", o.Title, o.System, o.Round, stepCount(o.Steps, o.Question.Kind == session.Over)),
			append(text.Each(o.Sheets, combatantLine), text.Each(o.Waiting, WaitingChange)...)
	case session.Board:
		return fmt.Sprintf("%s, %s.", o.Board.Title, o.Board.Waits()), strings.Split(strings.TrimRight(o.Text, "\n"), "\n")
	case session.View:
		next := text.Either(o.Turn == "", "The fight is over.", "It is "+o.Turn+"'s turn.")
		return fmt.Sprintf("What %s may know in round %d: %s. %s", cmp.Or(o.Seat, "who watches"), o.Round, stepCount(len(o.Steps), o.Turn == ""), next),
			slices.Concat(text.Each(o.Sheets, combatantLine), text.Each(o.Options, choiceLine), text.Each(o.Steps, NumberedStep))
	case session.Sheets:
		return text.Count(len(o.Sheets), "combatant") + ".", text.Each(o.Sheets, combatantLine)
	case session.Choices:
		sentence = fmt.Sprintf("%s decides among %s.", o.Seat, text.Count(len(o.Options), "option"))
		return sentence, text.Each(o.Options, choiceLine)
	case session.StepsMade:
		return text.Count(len(o.Steps), "step") + " made.", text.Each(o.Steps, NumberedStep)
	case session.Proposal:
		sentence, lines = adviceAnswer(o.Advice)
		if o.Yields != "" {
			sentence = "It would stop fighting (" + o.Yields + "). If it fights on: " + sentence
		}
		return "Proposed for " + o.Advice.Seat + ": " + o.Do + ". " + sentence, lines
	case agent.Advice:
		return adviceAnswer(o)
	case agent.Comparison:
		return o.Do + ": " + o.Says, nil
	case session.RulingOdds:
		return rulingLine(o), nil
	case session.Plans:
		sentence = "What " + cmp.Or(o.Name, "everybody") + " would do next, if the dice fall as is likeliest."
		return sentence, text.Each(o.Plans, planLine)
	case session.Tale:
		return text.Count(len(o.Lines), "line") + " told.", text.Each(o.Lines, func(l narrate.Line) string { return l.Text })
	case session.Events:
		return text.Count(len(o.Steps), "step") + ".", text.Each(o.Steps, withEvents)
	case session.Position:
		return "The encounter file that begins here:", []string{o.Position}
	case session.ApplyResult:
		return applyResult(o)
	case session.Help:
		if len(o.Operations) > 0 {
			lines = text.Each(o.Operations, func(d session.OperationDoc) string { return d.Line + ": " + d.Help })
			return "What can be done here, as a prompt takes it.", lines
		}
		return Meaning(o.Meaning)
	case session.File:
		return "Saved as " + o.File + ".", nil
	}
	return "", nil
}

// adviceAnswer returns an advice as Answer does.
func adviceAnswer(d agent.Advice) (sentence string, lines []string) {
	label := OutlookLabel(d)
	sentence = fmt.Sprintf("Best for %s: %s. %s: %s. %s", d.Seat, d.Best, text.Capital(label), d.Outlook(), d.Why)
	for _, row := range Advice(d) {
		if row.Label != label && row.Label != "why" {
			lines = append(lines, text.Capital(row.Label)+": "+row.Says)
		}
	}
	for n, i := range d.ByWorth() {
		if n == choicesMax {
			lines = append(lines, fmt.Sprintf("and %d choices that are worth less", len(d.Options)-n))
			break
		}
		c := d.Options[i]
		lines = append(lines, joinNonEmpty(" ", c.Do+": "+Worth(d, i), Remark(d, c)))
	}
	return sentence, lines
}

// combatantLine returns a combatant in a line: "Jubei (swordsman, travellers, played by human): energy 5, wounds 2 of
// 3".
func combatantLine(k session.Known) string {
	return fmt.Sprintf("%s (%s, %s, played by %s): %s", k.Name, k.Kind, k.Team, k.Plays, Sheet(k.Sheet))
}

// Sheet returns the values of a combatant that are not empty: "energy 5, wounds 2 of 3".
func Sheet(sheet rules.Sheet) string {
	known := text.Keep(sheet, func(e rules.Entry) bool { return e.Value != "" })
	return strings.Join(text.Each(known, func(e rules.Entry) string { return e.Name + " " + e.Value }), ", ")
}

// WaitingChange returns a change that waits: "Waits, when the breath is over: Kuro joins the bandits. cancel 7 takes it
// back."
func WaitingChange(w session.Waiting) string {
	return fmt.Sprintf("Waits, %v. cancel %d takes it back.", w, w.Step)
}

// planLine returns a plan in a line: "Jubei: thrust > Masa hits 64 %, step back".
func planLine(p agent.Plan) string {
	return p.Seat + ": " + joinNonEmpty(" ", p.Do[0], cmp.Or(p.Check, p.Against).Chance()) +
		strings.Join(append([]string{""}, p.Do[1:]...), ", ")
}

// rulingLine returns a ruling before its dice are thrown: "Tomoe, to push the statue over, 2d10+3 >= 14: success 55 %,
// 11/20; failure 45 %, 9/20."
func rulingLine(o session.RulingOdds) string {
	who := o.Name + text.Either(o.Against != "", " against "+o.Against, "")
	chances := text.Each(o.Chances, func(c agent.Odds) string {
		return joinNonEmpty(", ", c.What+" "+dice.InHundred(c.P), Fraction(c))
	})
	return joinNonEmpty(", ", who, o.What, o.Throw) + ": " + strings.Join(chances, "; ") + "."
}

// Meaning returns a word of the rules with what it means, and lines with its laws and rulings.
func Meaning(m agent.Meaning) (sentence string, lines []string) {
	lines = slices.Concat(m.More, m.Laws, m.Rulings)
	if len(m.Where) > 0 {
		lines = append(lines, "See "+strings.Join(m.Where, "; ")+".")
	}
	return m.Word + ": " + m.Says, lines
}

// Odds returns the answer to a question about dice. If there are no chances, it has lines for a table of outcomes.
func Odds(a dice.Answer) (sentence string, lines []string) {
	switch len(a.Chances) {
	case 0:
		if a.Shares != nil {
			for _, s := range a.Shares.List {
				p, _ := s.P.Float64()
				lines = append(lines, fmt.Sprintf("%s %d: %s", a.Shares.Of, s.Value, dice.Percent(p)))
			}
		}
		return a.Question + ": " + a.Note, lines
	case 1:
		sentence = fmt.Sprintf("%s: %v, %s", a.Question, a.Chances[0], a.Chances[0].Percent())
	default:
		sentence = a.Question
		lines = text.Each(a.Chances, func(c dice.Chance) string { return fmt.Sprintf("%s: %v, %s", c.Says, c, c.Percent()) })
	}
	if a.Note != "" {
		lines = append(lines, a.Note)
	}
	return sentence, lines
}

// applyResult returns the result of the operation apply as Answer does.
func applyResult(o session.ApplyResult) (sentence string, lines []string) {
	if o.Step != nil {
		lines = append(lines, withEvents(*o.Step))
	}
	lines = append(append(lines, text.Each(o.Options, choiceLine)...), "The position: ", o.Position)
	switch o.Waits {
	case session.Over:
		return Over(o.Winner), lines
	case session.Dice:
		return o.Seat + " throws dice next: " + Throw(o.Check) + ".", lines
	}
	return fmt.Sprintf("%s decides next, among %s.", o.Seat, text.Count(len(o.Options), "option")), lines
}

// DiceRequest returns a throw for the person who is asked for its dice, with the dice that the program has thrown for
// others: "Bertran's melee attack, a prismatic result+4 against Aldric's+8, is hit 26 %; Bertran's dice show 3".
func DiceRequest(t *session.Throw) string {
	says := text.Either(t.By != "", t.By+"'s ", "") + OddsText(&t.Odds)
	for i, f := range t.Fell {
		if i > 0 && f.Whose == t.Fell[i-1].Whose {
			says += fmt.Sprintf(" %d", f.Shows)
			continue
		}
		says += fmt.Sprintf("; %s's dice show %d", f.Whose, f.Shows)
	}
	return says
}

// Throw returns what dice are thrown for, and which dice.
func Throw(t *session.Throw) string {
	if t == nil {
		return "dice"
	}
	die := func(sides int) string { return text.Either(sides == 0, "prismatic", fmt.Sprint("d", sides)) }
	return DiceRequest(t) + ", with " + strings.Join(text.Each(t.Dice, die), " ")
}

// Over says who has won a fight that is over; an empty winner means a draw.
func Over(winner string) string { return "The fight is over. " + narrate.WonBy(winner) + "." }

// NumberedStep returns a step with its number.
func NumberedStep(s rules.Step) string { return fmt.Sprintf("step %d: ", s.N) + Step(s) }

// withEvents returns a step with its number and its events, as the record has them.
func withEvents(s rules.Step) string {
	events := text.Each(s.Events, func(e rules.Event) string {
		return strings.NewReplacer(`"k":`, "", `"`, "", "{", "", "}", "", ":", " ").Replace(rules.JSONText(e))
	})
	return NumberedStep(s) + text.Either(len(events) > 0, " ["+strings.Join(events, "; ")+"]", "")
}

// stepCount returns how many steps a fight has, in words.
func stepCount(steps int, over bool) string {
	return text.Count(steps, "step") + text.Either(over, " in all", " so far")
}
