package mcp

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"kokyu/agent/say"
	"kokyu/agent/serve"
	"kokyu/agent/session"
	"kokyu/rules"
	"kokyu/rules/dice"
	"kokyu/rules/text"
)

// escapeLines returns a text of a fight as a model may read it. Names and notes are written by people: what
// does not print is escaped, except line ends.
func escapeLines(s string) string {
	return strings.Join(text.Each(strings.Split(s, "\n"), text.Escape), "\n")
}

// inWords returns an output in words, as it is said to whoever has asked: a sentence, and lines with the
// same facts as the structure. What the prompt and the pages also say is worded by package say.
func inWords(out any, asker serve.Access) (sentence string, lines []string) {
	switch o := out.(type) {
	case session.Tale:
		sentence, lines = say.Answer(o)
		return sentence + moreWords(o.Next), lines
	case session.Events:
		sentence, lines = say.Answer(o)
		return sentence + moreWords(o.Next), lines
	case session.State:
		sentence, lines = say.Answer(o)
		sentence += " " + questionWords(o.Question, o.Winner, asker)
		if o.Seed != 0 {
			lines = append([]string{fmt.Sprintf("seed %d", o.Seed)}, lines...)
		}
		return sentence, append(lines, strings.Split(strings.TrimRight(o.Board.Text(boardColumns), "\n"), "\n")...)
	case dice.Answer:
		return say.Odds(o)
	case newFight:
		for _, who := range o.Combatants {
			line := who.Name + " for " + text.The(who.Side)
			if who.ID != "" {
				line += " (id " + who.ID + ")"
			}
			lines = append(lines, line)
		}
		return fmt.Sprintf("The fight %s has begun: %s, %s, seed %d. %s The keys of its links are not for you: the program you run in has them in _meta, as %s.",
			o.ID, o.Title, o.System, o.Seed, questionWords(o.Question, "", asker), keysMeta), lines
	case fightList:
		lines = text.Each(o.Fights, func(b serve.Brief) string {
			return fmt.Sprintf("%s: %s, %s, opened %s", b.ID, b.Title, b.System, b.Opened.Format("2006-01-02 15:04 MST"))
		})
		if o.More > 0 {
			lines = append(lines, fmt.Sprintf("and %d older ones", o.More))
		}
		return text.Count(len(o.Fights)+o.More, "fight") + ".", lines
	case wordMeanings:
		for _, system := range slices.Sorted(maps.Keys(o.Systems)) {
			s, more := say.Meaning(o.Systems[system])
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
	case checkResult:
		return checkWords(o)
	case encounterList:
		lines = text.Each(o.Encounters, func(e builtinEncounter) string {
			return fmt.Sprintf("%s (%s): %s, %s", e.Name, e.System, e.Title, e.Sides)
		})
		return text.Count(len(o.Encounters), "encounter") + " built in.", lines
	}
	return say.Answer(out)
}

// moreWords says that a list goes on behind the page that was asked for. next is the number of the step to
// ask on from, 0 if there is no more.
func moreWords(next int) string {
	if next == 0 {
		return ""
	}
	return fmt.Sprintf(" There is more: since: %d has what comes next.", next)
}

// boardColumns is the width of a board as text, in characters.
const boardColumns = 80

// checkWords returns in words what is wrong with an encounter or, if nothing is, who is in it.
func checkWords(c checkResult) (sentence string, lines []string) {
	if len(c.Errors) > 0 {
		return text.Count(len(c.Errors), "mistake") + ".", text.Each(c.Errors, faultWords)
	}
	lines = text.Each(c.Seats, func(s serve.Seat) string { return fmt.Sprintf("%s (%s) for %s", s.Name, s.Kind, s.Side) })
	return fmt.Sprintf("Nothing is wrong: %s (%s), %s.", c.Title, c.System, text.Count(len(c.Seats), "combatant")), lines
}

// faultWords returns a mistake with its place in a text that the client has sent.
func faultWords(f serve.Fault) string {
	says := f.What
	if f.Line > 0 {
		says = fmt.Sprintf("line %d, column %d: %s", f.Line, f.Col, says)
	}
	if f.Want != "" {
		says += ": want " + f.Want
	}
	return says
}

// presentQuestion says what is asked now, and of whom, or who has won and by whose word.
func presentQuestion(s session.Client, asker serve.Access) string {
	winner, isOver := s.Winner()
	if why := s.EndText(); isOver && why != "" {
		return say.Over(winner) + " " + text.Capital(strings.TrimSuffix(why, ".")) + "."
	}
	return questionWords(s.Question(), winner, asker)
}

// questionWords returns a question in words. Those who may answer it are also told with which operations.
func questionWords(q session.Question, winner string, asker serve.Access) string {
	says, how := "", ""
	switch {
	case q.Kind == session.Over:
		return say.Over(winner)
	case q.Kind == session.Dice:
		says, how = fmt.Sprintf("Asked now: dice of %s, %s.", q.Seat, say.Throw(q.Check)),
			" Answer with dice: their faces, or op roll."
	case q.Proposal:
		says, how = fmt.Sprintf("Asked now: the GM, about %s, whom kokyu plays.", q.Seat),
			" propose says what it would do; do with op take accepts it, do with words decides otherwise."
	case q.Kind == session.Decision:
		says, how = fmt.Sprintf("Asked now: the person who plays %s.", q.Seat), " options has the choices, do makes one."
	default:
		return "Nobody is asked: the fight goes on by itself."
	}
	if asker.Role == serve.GM || asker.Role == serve.Player && asker.Seat == q.Seat && !q.Proposal {
		return says + how
	}
	return says
}

// sheetChanges says in what the sheets of two sessions differ, by combatant. A copy of a session, on which
// an operation was tried, is compared with the session so.
func sheetChanges(before, after session.Client) (lines []string) {
	old := map[string]rules.Sheet{}
	for i, r := range before.Roster() {
		old[r.Name] = before.Sheet(rules.Seat(i))
	}
	for i, r := range after.Roster() {
		was, known := old[r.Name]
		delete(old, r.Name)
		if !known {
			lines = append(lines, r.Name+" joins "+text.The(r.Team)+".")
			continue
		}
		for _, e := range after.Sheet(rules.Seat(i)) {
			at := slices.IndexFunc(was, func(w rules.Entry) bool { return w.Name == e.Name })
			from := "nothing" // sheets leave out what a combatant does not have
			if at >= 0 {
				from = was[at].Value
			}
			if from != e.Value && (at >= 0 || e.Value != "") {
				lines = append(lines, fmt.Sprintf("%s: %s %s becomes %s.", r.Name, e.Name,
					cmp.Or(from, "nothing"), cmp.Or(e.Value, "nothing")))
			}
		}
	}
	for _, name := range slices.Sorted(maps.Keys(old)) {
		lines = append(lines, name+" leaves the fight.")
	}
	return lines
}
