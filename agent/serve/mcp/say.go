package mcp

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"kokyu/agent"
	"kokyu/agent/narrate"
	"kokyu/agent/serve"
	"kokyu/agent/session"
	"kokyu/rules"
	"kokyu/rules/dice"
	"kokyu/rules/text"
)

// The outputs of operations in words: a sentence, and lines with the same facts as the structure.

type step = rules.Step

// escape returns a text of a fight as a model may read it: lines stay, what does not print is spelled out.
func escape(s string) string {
	lines := strings.Split(s, "\n")
	for i, l := range lines {
		lines[i] = text.Escape(l)
	}
	return strings.Join(lines, "\n")
}

// say puts an output into words.
func say(out any) (sentence string, lines []string) {
	switch o := out.(type) {
	case session.State:
		return sayState(o)
	case session.Board:
		return fmt.Sprintf("%s, %s.", escape(o.Board.Title), escape(o.Board.Waits())), strings.Split(strings.TrimRight(o.Text, "\n"), "\n")
	case session.View:
		next := "The fight is over."
		if o.Turn != "" {
			next = "It is " + escape(o.Turn) + "'s turn."
		}
		sentence = fmt.Sprintf("What %s may know in round %d: %s. %s", cmpName(o.Seat, "who watches"), o.Round, saySteps(len(o.Steps), o.Turn == ""), next)
		lines = append(sheets(o.Sheets), choices(o.Options)...)
		for _, s := range o.Steps {
			lines = append(lines, did(s))
		}
		return sentence, lines
	case session.Sheets:
		return text.Count(len(o.Sheets), "combatant") + ".", sheets(o.Sheets)
	case session.Choices:
		return fmt.Sprintf("%s decides among %s.", escape(o.Seat), text.Count(len(o.Options), "option")), choices(o.Options)
	case session.Made:
		for _, s := range o.Steps {
			lines = append(lines, did(s))
		}
		return text.Count(len(o.Steps), "step") + " made.", lines
	case session.Proposal:
		sentence, lines = sayAdvice(o.Advice)
		if o.Yields != "" {
			sentence = "It would stop fighting (" + escape(o.Yields) + "). If it fights on: " + sentence
		}
		return "Proposed for " + escape(o.Advice.Seat) + ": " + escape(o.Do) + ". " + sentence, lines
	case agent.Advice:
		return sayAdvice(o)
	case agent.Contrary:
		return fmt.Sprintf("%s: %s", escape(o.Do), escape(o.Says)), []string{fmt.Sprintf("The best is %s, %.1f points better.",
			escape(o.Best), o.Loss/10), reply(o.Reply)}
	case session.Plans:
		for _, p := range o.Plans {
			lines = append(lines, escape(p.Seat)+": "+escape(strings.Join(p.Do, ", "))+check(p.Check))
		}
		return "What " + cmpName(o.Name, "everybody") + " would do next, if the dice fall as is likeliest.", lines
	case session.Tale:
		for _, l := range o.Lines {
			lines = append(lines, escape(l.Text))
			if l.By == narrate.ByFree {
				lines = append(lines, "(not checked; plainly: "+escape(l.Plain)+")")
			}
		}
		return text.Count(len(o.Lines), "line") + " told.", lines
	case session.Events:
		for _, s := range o.Steps {
			lines = append(lines, did(s)+events(s.Events))
		}
		return text.Count(len(o.Steps), "step") + ".", lines
	case session.Position:
		return "The encounter file that begins here:", []string{escape(o.Position)}
	case session.Applied:
		return sayApply(o)
	case session.Help:
		if len(o.Operations) > 0 {
			for _, d := range o.Operations {
				lines = append(lines, d.Line+": "+d.Help)
			}
			return "What can be done here, as a prompt takes it.", lines
		}
		return meaning(o.Meaning)
	}
	return sayOwn(out)
}

// sayOwn puts the outputs of the operations of this package into words.
func sayOwn(out any) (sentence string, lines []string) {
	switch o := out.(type) {
	case serve.Begun:
		for _, l := range o.Links {
			lines = append(lines, fmt.Sprintf("link of %s (%s): %s",
				cmpName(l.Seat, map[serve.Role]string{serve.GM: "the GM", serve.Watcher: "who watches"}[l.Role]), l.ID, l.Key))
		}
		return fmt.Sprintf("The fight %s has begun: %s, %s, seed %d. Look with state at who is there and what is asked.",
			o.ID, escape(o.Title), o.System, o.Seed), lines
	case fightList:
		for _, b := range o.Fights {
			lines = append(lines, fmt.Sprintf("%s: %s, %s, opened %s", b.ID, escape(b.Title), b.System, b.Opened.Format("2006-01-02 15:04 MST")))
		}
		if o.More > 0 {
			lines = append(lines, fmt.Sprintf("and %d older ones", o.More))
		}
		return text.Count(len(o.Fights)+o.More, "fight") + ".", lines
	case dice.Answer:
		return sayOdds(o)
	case explained:
		for _, system := range slices.Sorted(maps.Keys(o.Systems)) {
			s, more := meaning(o.Systems[system])
			lines = append(append(lines, system+": "+s), more...)
		}
		return "In " + text.Count(len(o.Systems), "rule system") + ":", lines
	case lawList:
		for _, l := range o.Laws {
			says := l.Law + ": " + l.Says + " (" + l.Status + ")"
			if l.ReadBy != "" {
				says += " It is read against its letter by " + l.ReadBy + "."
			}
			lines = append(lines, says)
		}
		if o.More > 0 {
			lines = append(lines, fmt.Sprintf("and %d more: a longer word finds fewer", o.More))
		}
		return text.Count(len(o.Laws)+o.More, "law") + " of " + o.System + ".", lines
	case checked:
		return sayCheck(o)
	case encounterList:
		for _, e := range o.Encounters {
			lines = append(lines, fmt.Sprintf("%s (%s): %s, %s", e.Name, e.System, e.Title, e.Sides))
		}
		return text.Count(len(o.Encounters), "encounter") + " built in.", lines
	}
	panic(fmt.Sprintf("mcp: no words for %T", out))
}

func sayState(o session.State) (sentence string, lines []string) {
	sentence = fmt.Sprintf("%s (%s), round %d, %s. ", escape(o.Title), o.System, o.Round,
		saySteps(o.Steps, o.Question.Kind == session.Over)) + question(o.Question, o.Winner)
	if o.Seed != 0 {
		lines = append(lines, fmt.Sprintf("seed %d", o.Seed))
	}
	lines = append(lines, sheets(o.Sheets)...)
	lines = append(lines, waiting(o.Waiting)...)
	return sentence, append(lines, strings.Split(strings.TrimRight(o.Board.Text(boardColumns), "\n"), "\n")...)
}

// waiting are changes that wait, a line each.
func waiting(list []session.Waiting) (lines []string) {
	for _, w := range list {
		lines = append(lines, escape(fmt.Sprintf("Waits, %v (cancel %d takes it back)", w, w.Step)))
	}
	return lines
}

// boardColumns is how wide a board in words is.
const boardColumns = 80

// sheets are combatants, a line each.
func sheets(list []session.Known) (lines []string) {
	for _, k := range list {
		var parts []string
		for _, e := range k.Sheet {
			if e.Value != "" {
				parts = append(parts, e.Name+" "+e.Value)
			}
		}
		lines = append(lines, escape(fmt.Sprintf("%s (%s, %s, played by %s): %s", k.Name, k.Kind, k.Team, k.Plays, strings.Join(parts, ", "))))
	}
	return lines
}

// choices are options, a line each.
func choices(list []agent.Priced) (lines []string) {
	for _, o := range list {
		line := fmt.Sprintf("%s (%s, takes %d)", escape(o.Words), o.Phase, o.Cost) + check(o.Check)
		if o.Against != nil {
			line += ", against it" + strings.TrimPrefix(check(o.Against), ":")
		}
		if o.Overload != nil {
			line += ", overload" + strings.TrimPrefix(check(o.Overload), ":")
		}
		lines = append(lines, line)
	}
	return lines
}

// check returns a check with its chance; nothing if there is none.
func check(o *agent.Odds) string {
	if o == nil {
		return ""
	}
	return ": " + escape(o.What+" "+o.Need) + with(o)
}

// with returns a chance with its word behind what is thrown; nothing where the dice only count.
func with(o *agent.Odds) string {
	if chance := o.Chance(); chance != "" {
		return ", " + escape(chance)
	}
	return ""
}

func reply(words string) string {
	if words == "" {
		return "No reply is expected."
	}
	return "Expected reply: " + escape(words) + "."
}

// choicesMax is how many of the next best an advice has in words.
const choicesMax = 12

func sayAdvice(a agent.Advice) (sentence string, lines []string) {
	wins := escape(a.Outlook())
	if a.Foretells() {
		wins = "chance to win with " + wins
	}
	sentence = fmt.Sprintf("Best for %s: %s, %s. %s", escape(a.Seat), escape(a.Best), wins, escape(a.Why))
	if len(a.Plan) > 1 {
		lines = append(lines, "Plan: "+escape(strings.Join(a.Plan, ", ")))
	}
	if a.Check != nil {
		lines = append(lines, "Check"+check(a.Check))
	}
	if a.Overload != nil {
		lines = append(lines, "Overload"+check(a.Overload))
	}
	for _, s := range a.Mix {
		lines = append(lines, "Drawn with "+dice.InHundred(s.P)+": "+escape(s.Do))
	}
	lines = append(lines, reply(a.Reply))
	for i, o := range a.Options {
		if i == choicesMax {
			lines = append(lines, fmt.Sprintf("and %d choices that are worth less", len(a.Options)-i))
			break
		}
		lines = append(lines, fmt.Sprintf("%s: %.1f points less", escape(o.Do), o.Loss/10))
	}
	return sentence, lines
}

func meaning(m agent.Meaning) (sentence string, lines []string) {
	for _, list := range [][]string{m.More, m.Laws, m.Rulings} {
		for _, l := range list {
			lines = append(lines, escape(l))
		}
	}
	if len(m.Where) > 0 {
		lines = append(lines, "See "+escape(strings.Join(m.Where, "; "))+".")
	}
	return escape(m.Word + ": " + m.Says), lines
}

func sayOdds(a dice.Answer) (sentence string, lines []string) {
	sentence = escape(a.Asked)
	for i, c := range a.Chances {
		says := c.String() + ", " + c.Percent()
		if i == 0 && len(a.Chances) == 1 {
			sentence += ": " + says
			continue
		}
		lines = append(lines, c.Says+": "+says)
	}
	if a.Note != "" {
		lines = append(lines, escape(a.Note))
	}
	if a.Shares != nil && len(a.Chances) == 0 { // else the structure has none either
		for _, s := range a.Shares.List {
			p, _ := s.P.Float64()
			lines = append(lines, fmt.Sprintf("%s %d: %s", a.Shares.Of, s.Value, dice.Percent(p)))
		}
	}
	return sentence + ".", lines
}

func sayCheck(c checked) (sentence string, lines []string) {
	if len(c.Errors) > 0 {
		for _, f := range c.Errors {
			place := ""
			if f.Line > 0 {
				place = fmt.Sprintf("line %d, column %d: ", f.Line, f.Col)
			}
			lines = append(lines, place+escape(text.Problem{What: f.What, Want: f.Want}.Error()))
		}
		return text.Count(len(c.Errors), "mistake") + ".", lines
	}
	for _, s := range c.Seats {
		lines = append(lines, escape(fmt.Sprintf("%s (%s) for %s", s.Name, s.Kind, s.Side)))
	}
	return fmt.Sprintf("Nothing is wrong: %s (%s), %s.", escape(c.Title), c.System, text.Count(len(c.Seats), "combatant")), lines
}

func sayApply(o session.Applied) (sentence string, lines []string) {
	if o.Step != nil {
		lines = append(lines, did(*o.Step)+events(o.Step.Events))
	}
	lines = append(lines, choices(o.Options)...)
	lines = append(lines, "The position: ", escape(o.Position))
	switch o.Waits {
	case session.Over:
		return over(o.Winner), lines
	case session.Dice:
		return escape(o.Seat) + " throws dice next: " + sayThrow(o.Check) + ".", lines
	}
	return fmt.Sprintf("%s decides next, among %s.", escape(o.Seat), text.Count(len(o.Options), "option")), lines
}

// did returns a step in words, with its number.
func did(s step) string {
	why := ""
	if s.Why != "" {
		why = " (" + s.Why + ")"
	}
	what := ""
	switch {
	case s.Edit != "":
		what = "change: " + s.Edit + why
	case s.Undo > 0:
		what = text.Count(s.Undo, "step") + " taken back"
	case s.Redo > 0:
		what = text.Count(s.Redo, "step") + " returned"
	case s.Throw != "" || s.Changes != nil:
		what = narrate.Said(s)
	case s.Says() && narrate.Said(s) == "":
		what = "the GM has said something"
	case s.Says():
		what = strings.TrimSpace(s.Word+" "+s.What+forWhom(s)) + why
	case len(s.Roll) > 0:
		what = fmt.Sprintf("%s throws %s: %s", s.Seat, strings.Trim(fmt.Sprint(s.Roll), "[]"), s.Do)
		if s.P > 0 {
			what += " (" + odds(s) + ")"
		}
		if s.Mend > 0 {
			what += ", in the place of " + text.Count(s.Mend, "step") + why
		}
	case s.Do == "":
		what = s.Seat + " chooses in secret"
	case s.Secret:
		what = s.Seat + " chooses in secret: " + s.Do
	default:
		what = s.Seat + ": " + s.Do + why
	}
	return fmt.Sprintf("step %d: ", s.N) + escape(what)
}

// odds returns the chance that the dice of a step had: of a check to succeed, as the options and the log have it, else to fall so.
func odds(s step) string {
	for _, e := range s.Events {
		if e.Kind == "check" {
			return s.OddsText("succeeds", e.OK)
		}
	}
	return s.AsItFell()
}

// chances returns those of a ruling, in a sentence.
func chances(odds session.RulingOdds) string {
	var parts []string
	for _, c := range odds.Chances {
		part := c.What + " " + dice.InHundred(c.P)
		if c.Den > 0 {
			part += fmt.Sprintf(" (%d/%d)", c.Num, c.Den)
		}
		parts = append(parts, part)
	}
	return fmt.Sprintf("%s throws %s: %s.", escape(odds.Name), odds.Throw, strings.Join(parts, ", "))
}

func forWhom(s step) string {
	if s.For == "" {
		return ""
	}
	return " for " + s.For
}

// events returns what came of a step, as the record has it.
func events(list []rules.Event) string {
	var parts []string
	for _, e := range list {
		parts = append(parts, strings.NewReplacer(`"k":`, "", `"`, "", "{", "", "}", "", ":", " ").Replace(rules.JSONText(e)))
	}
	if len(parts) == 0 {
		return ""
	}
	return " [" + escape(strings.Join(parts, "; ")) + "]"
}

// sayQuestion returns what is asked now, and of whom.
func sayQuestion(s session.Client) string {
	winner, isOver := s.Winner()
	q := s.Question()
	if isOver {
		if why := s.Ended(); why != "" {
			return over(winner) + " " + escape(why) + "."
		}
	}
	return question(q, winner)
}

// saySteps returns how many steps there are of a fight.
func saySteps(steps int, over bool) string {
	if over {
		return text.Count(steps, "step") + " in all"
	}
	return text.Count(steps, "step") + " so far"
}

func question(q session.Question, winner string) string {
	switch {
	case q.Kind == session.Over:
		return over(winner)
	case q.Kind == session.Dice:
		return fmt.Sprintf("Asked now: dice of %s, %s. Answer with dice: their faces, or op roll.", escape(q.Seat), sayThrow(q.Check))
	case q.Proposal:
		return fmt.Sprintf("Asked now: the GM, about %s, whom kokyu plays. propose says what it would do; do with op take accepts it, do with words decides otherwise.", escape(q.Seat))
	case q.Kind == session.Decision:
		return fmt.Sprintf("Asked now: the person who plays %s. options has the choices, do makes one.", escape(q.Seat))
	}
	return "Nobody is asked: the fight goes on by itself."
}

func over(winner string) string {
	if winner == "" {
		return "The fight is over: a draw."
	}
	return "The fight is over: won by " + escape(text.The(winner)) + "."
}

// sayThrow returns what dice are thrown for.
func sayThrow(t *session.Throw) string {
	if t == nil {
		return "dice"
	}
	var sides []string
	for _, n := range t.Dice {
		sides = append(sides, fmt.Sprintf("d%d", n))
	}
	return escape(t.What+" "+t.Need) + with(&t.Odds) + ", with " + strings.Join(sides, " ")
}

// changes returns the values that differ between two sessions, by combatant.
func changes(before, after session.Client) (lines []string) {
	old := map[string]rules.Sheet{}
	for i, r := range before.Roster() {
		old[r.Name] = before.Sheet(rules.Seat(i))
	}
	for i, r := range after.Roster() {
		was, known := old[r.Name]
		delete(old, r.Name)
		if !known {
			lines = append(lines, escape(r.Name+" joins "+text.The(r.Team)+"."))
			continue
		}
		for _, e := range after.Sheet(rules.Seat(i)) {
			at := slices.IndexFunc(was, func(w rules.Entry) bool { return w.Name == e.Name })
			from := "nothing"
			if at >= 0 {
				from = was[at].Value
			}
			if from != e.Value && (at >= 0 || e.Value != "") {
				lines = append(lines, escape(fmt.Sprintf("%s: %s %s becomes %s.", r.Name, e.Name, cmpName(from, "nothing"), cmpName(e.Value, "nothing"))))
			}
		}
	}
	for _, name := range slices.Sorted(maps.Keys(old)) {
		lines = append(lines, escape(name+" leaves the fight."))
	}
	return lines
}

func cmpName(name, otherwise string) string {
	if name == "" {
		return otherwise
	}
	return escape(name)
}
