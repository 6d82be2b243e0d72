package say

import (
	"cmp"
	"fmt"
	"strings"

	"kokyu/agent"
	"kokyu/agent/narrate"
	"kokyu/agent/session"
	"kokyu/rules"
	"kokyu/rules/dice"
	"kokyu/rules/text"
)

// choicesMax is how many of the choices an advice has in words.
const choicesMax = 12

// Answer returns what an operation of a session answers as a sentence, and lines with the rest of it. It has no words for the outputs of
// other operations.
func Answer(out any) (sentence string, lines []string) {
	switch o := out.(type) {
	case session.State:
		return fmt.Sprintf("%s (%s), round %d, %s.", o.Title, o.System, o.Round, stepCount(o.Steps, o.Question.Kind == session.Over)),
			append(each(o.Sheets, combatant), each(o.Waiting, WaitingChange)...)
	case session.Board:
		return fmt.Sprintf("%s, %s.", o.Board.Title, o.Board.Waits()), strings.Split(strings.TrimRight(o.Text, "\n"), "\n")
	case session.View:
		next := "The fight is over."
		if o.Turn != "" {
			next = "It is " + o.Turn + "'s turn."
		}
		return fmt.Sprintf("What %s may know in round %d: %s. %s", cmp.Or(o.Seat, "who watches"), o.Round, stepCount(len(o.Steps), o.Turn == ""), next),
			append(append(each(o.Sheets, combatant), each(o.Options, choice)...), each(o.Steps, NumberedStep)...)
	case session.Sheets:
		return text.Count(len(o.Sheets), "combatant") + ".", each(o.Sheets, combatant)
	case session.Choices:
		return fmt.Sprintf("%s decides among %s.", o.Seat, text.Count(len(o.Options), "option")), each(o.Options, choice)
	case session.Made:
		return text.Count(len(o.Steps), "step") + " made.", each(o.Steps, NumberedStep)
	case session.Proposal:
		sentence, lines = advice(o.Advice)
		if o.Yields != "" {
			sentence = "It would stop fighting (" + o.Yields + "). If it fights on: " + sentence
		}
		return "Proposed for " + o.Advice.Seat + ": " + o.Do + ". " + sentence, lines
	case agent.Advice:
		return advice(o)
	case agent.Comparison:
		return o.Do + ": " + o.Says, nil
	case session.RulingOdds:
		return ruling(o), nil
	case session.Plans:
		return "What " + cmp.Or(o.Name, "everybody") + " would do next, if the dice fall as is likeliest.", each(o.Plans, plan)
	case session.Tale:
		for _, l := range o.Lines {
			lines = append(lines, l.Text)
		}
		return text.Count(len(o.Lines), "line") + " told.", lines
	case session.Events:
		return text.Count(len(o.Steps), "step") + ".", each(o.Steps, withEvents)
	case session.Position:
		return "The encounter file that begins here:", []string{o.Position}
	case session.ApplyResult:
		return applyResult(o)
	case session.Help:
		if len(o.Operations) > 0 {
			return "What can be done here, as a prompt takes it.", each(o.Operations, func(d session.OperationDoc) string { return d.Line + ": " + d.Help })
		}
		return Meaning(o.Meaning)
	case session.File:
		return "Saved as " + o.File + ".", nil
	}
	return "", nil
}

// each words a list, a line each.
func each[T any](list []T, word func(T) string) (lines []string) {
	for _, t := range list {
		lines = append(lines, word(t))
	}
	return lines
}

func advice(d agent.Advice) (sentence string, lines []string) {
	label := OutlookLabel(d)
	sentence = fmt.Sprintf("Best for %s: %s. %s: %s. %s", d.Seat, d.Best, text.Capital(label), d.Outlook(), d.Why)
	for _, row := range Advice(d) {
		if row.Label != label && row.Label != "why" {
			lines = append(lines, text.Capital(row.Label)+": "+row.Says)
		}
	}
	for i, c := range d.Options {
		if i == choicesMax {
			lines = append(lines, fmt.Sprintf("and %d choices that are worth less", len(d.Options)-i))
			break
		}
		lines = append(lines, joinNonEmpty(" ", c.Do+": "+Worth(d, i), Sway(d, c)))
	}
	return sentence, lines
}

// combatant words a combatant in a line: "Jubei (swordsman, travellers, played by human): energy 5, wounds 2 of 3".
func combatant(k session.Known) string {
	return fmt.Sprintf("%s (%s, %s, played by %s): %s", k.Name, k.Kind, k.Team, k.Plays, Sheet(k.Sheet))
}

// Sheet returns the values of a combatant that are not empty: "energy 5, wounds 2 of 3".
func Sheet(sheet rules.Sheet) string {
	var parts []string
	for _, e := range sheet {
		if e.Value != "" {
			parts = append(parts, e.Name+" "+e.Value)
		}
	}
	return strings.Join(parts, ", ")
}

// WaitingChange words a change that waits: "Waits, when the blow is over: Kuro joins the bandits. cancel 7 takes it back."
func WaitingChange(w session.Waiting) string {
	return fmt.Sprintf("Waits, %v. cancel %d takes it back.", w, w.Step)
}

func plan(p agent.Plan) string {
	return p.Seat + ": " + joinNonEmpty(" ", p.Do[0], p.Check.Chance()) + strings.Join(append([]string{""}, p.Do[1:]...), ", ")
}

// ruling returns a ruling before its dice are thrown: "Tomoe, to push the statue over, 2d10+3 >= 14: success 55 %, 11/20; failure 45 %, 9/20."
func ruling(o session.RulingOdds) string {
	who := o.Name
	if o.Against != "" {
		who += " against " + o.Against
	}
	chances := each(o.Chances, func(c agent.Odds) string { return joinNonEmpty(", ", c.What+" "+dice.InHundred(c.P), Fraction(c)) })
	return joinNonEmpty(", ", who, o.What, o.Throw) + ": " + strings.Join(chances, "; ") + "."
}

// Meaning returns a word of the rules with what it means, and lines with its laws and rulings.
func Meaning(m agent.Meaning) (sentence string, lines []string) {
	lines = append(append(append(lines, m.More...), m.Laws...), m.Rulings...)
	if len(m.Where) > 0 {
		lines = append(lines, "See "+strings.Join(m.Where, "; ")+".")
	}
	return m.Word + ": " + m.Says, lines
}

// Odds returns the answer to a question about dice. Of a table of outcomes it has lines only where there are no chances.
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
		lines = each(a.Chances, func(c dice.Chance) string { return fmt.Sprintf("%s: %v, %s", c.Says, c, c.Percent()) })
	}
	if a.Note != "" {
		lines = append(lines, a.Note)
	}
	return sentence, lines
}

func applyResult(o session.ApplyResult) (sentence string, lines []string) {
	if o.Step != nil {
		lines = append(lines, withEvents(*o.Step))
	}
	lines = append(append(lines, each(o.Options, choice)...), "The position: ", o.Position)
	switch o.Waits {
	case session.Over:
		return Over(o.Winner), lines
	case session.Dice:
		return o.Seat + " throws dice next: " + Throw(o.Check) + ".", lines
	}
	return fmt.Sprintf("%s decides next, among %s.", o.Seat, text.Count(len(o.Options), "option")), lines
}

// DiceRequest returns a throw as whoever is asked for its dice hears it, with what the dice show that the program has thrown for others:
// "Bertran's melee attack, a prismatic result+4 against Aldric's+8, is hit 26 %; Bertran's dice show 3".
func DiceRequest(t *session.Throw) string {
	says := OddsText(&t.Odds)
	if t.By != "" {
		says = t.By + "'s " + says
	}
	for i, f := range t.Fell {
		if i > 0 && f.Whose == t.Fell[i-1].Whose {
			says += fmt.Sprintf(" %d", f.Shows)
			continue
		}
		says += fmt.Sprintf("; %s's dice show %d", f.Whose, f.Shows)
	}
	return says
}

// Throw returns what dice are thrown for, and which.
func Throw(t *session.Throw) string {
	if t == nil {
		return "dice"
	}
	return DiceRequest(t) + ", with " + strings.Join(each(t.Dice, func(sides int) string {
		if sides == 0 {
			return "prismatic"
		}
		return fmt.Sprint("d", sides)
	}), " ")
}

// Over says who has won a fight that is over; an empty winner is nobody.
func Over(winner string) string { return "The fight is over. " + narrate.WonBy(winner) + "." }

// NumberedStep words a step with its number.
func NumberedStep(s rules.Step) string { return fmt.Sprintf("step %d: ", s.N) + Step(s) }

// withEvents words a step with its number and what came of it, as the record has it.
func withEvents(s rules.Step) string {
	events := each(s.Events, func(e rules.Event) string {
		return strings.NewReplacer(`"k":`, "", `"`, "", "{", "", "}", "", ":", " ").Replace(rules.JSONText(e))
	})
	if len(events) == 0 {
		return NumberedStep(s)
	}
	return NumberedStep(s) + " [" + strings.Join(events, "; ") + "]"
}

// stepCount returns how many steps there are of a fight.
func stepCount(steps int, over bool) string {
	if over {
		return text.Count(steps, "step") + " in all"
	}
	return text.Count(steps, "step") + " so far"
}
