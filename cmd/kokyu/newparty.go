package main

import (
	"bufio"
	"cmp"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"kokyu/agent"
	"kokyu/agent/serve"
	"kokyu/cmd/cli"
	"kokyu/rules/text"
)

// party is what the answers to the questions of kokyu new --party have said so far: who is in it, what each has that
// differs from its row, and whom it fights.
type party struct {
	rows                agent.Catalogue
	title, system, name string
	// names are those of the members, and rowNames the row of each.
	names, rowNames []string
	// ownValues are by member the keys and values that differ from the row, as a line of an encounter has
	// them.
	ownValues map[string]string
	// foes are lines of an encounter.
	foes []string
}

// partyQuestion is one of the six questions. Later ones may need earlier answers, so that all of them are
// functions of the party.
type partyQuestion struct {
	question      func(p *party) string
	defaultAnswer func(p *party) string               // what an empty line answers; nil: an answer is needed
	take          func(p *party, answer string) error // stores an answer, or returns what is wrong with it
}

var partyQuestions = []partyQuestion{
	{func(*party) string { return "Which rule system: " + strings.Join(agent.Systems(), ", ") + "?" },
		func(*party) string { return agent.DefaultSystem }, (*party).takeSystem},
	{func(*party) string { return "What is the party called?" },
		func(*party) string { return "party" }, (*party).takeName},
	{func(*party) string { return "Who is in it? Names, with commas between." },
		nil, (*party).takeNames},
	{func(p *party) string {
		return "Which row of kokyu list " + p.rows.PeopleList(p.system) + text.Either(p.system == agent.DefaultSystem, "", " "+p.system) +
			" is each of them? In that order, with commas between; one for all is enough."
	}, nil, (*party).takeRows},
	{func(p *party) string {
		return "What does anybody have that differs from the row? As in " + p.names[0] + ": " + p.exampleOfOwn() +
			"; several with a semicolon between."
	}, func(*party) string { return "" }, (*party).takeOwn},
	{func(*party) string {
		return "Whom do they fight? Rows, each with how many, as in bandit 4; with commas between."
	},
		func(p *party) string { return fmt.Sprintf("bandit %d", len(p.names)) }, (*party).takeFoes},
}

// newParty asks the questions, or reads the answers from a file, and writes the encounter that they make.
// That the file can be written is found out before the first question.
func (a *app) newParty(args []string, answers string) error {
	path, err := newFile(cli.ArgumentOr(args, 0, "party"))
	if err != nil {
		return err
	}
	title, err := text.CleanName(titleOfPath(strings.TrimSuffix(path, ".yaml")))
	if err != nil {
		return err
	}
	if err := cli.Writable(path); err != nil {
		return err
	}
	p := &party{title: title, ownValues: map[string]string{}}
	if p.rows, err = a.Catalogue(); err != nil {
		return err
	}
	from := a.In
	if answers != "" {
		_, data, err := a.Read(answers, answersMax)
		if err != nil {
			return err
		}
		from = strings.NewReader(string(data))
	}
	if err := a.askAll(p, from, answers); err != nil {
		return err
	}
	about := fmt.Sprintf("# A party. Change what is not right, then:\n#   kokyu check %[1]s\n#   kokyu fair %[1]s     says whether the fight is fair for it\n", cli.ShellQuote(path))
	return a.writeNew(path, about+p.file(), "kokyu fair "+cli.ShellQuote(path))
}

// answersMax is the largest file of answers, in bytes.
const answersMax = 64 << 10

// askAll asks the questions until each is answered. A wrong answer gets a sentence and the question again;
// in a file of answers, whose name is not empty, it is an error with its place, and so it is for a program,
// which reads no questions.
func (a *app) askAll(p *party, from io.Reader, file string) error {
	lines, line := bufio.NewScanner(from), 0
	for k, q := range partyQuestions {
		for isAnswered := false; !isAnswered; {
			ask := fmt.Sprintf("%d of %d. %s", k+1, len(partyQuestions), q.question(p))
			if q.defaultAnswer != nil && q.defaultAnswer(p) != "" {
				ask += " (Enter: " + q.defaultAnswer(p) + ")"
			} else if q.defaultAnswer != nil {
				ask += " (Enter: nothing)"
			}
			if file == "" && !a.JSON {
				a.PrintWrapped("", 3, text.Escape(ask))
				fmt.Fprint(a.Out, "> ")
			}
			answer, err := nextAnswer(lines, &line)
			if errors.Is(err, errLeft) {
				return cli.InterruptedError("stopped: nothing is written")
			}
			if err != nil {
				return text.Problem{File: file, What: fmt.Sprintf("question %d has no answer (%s)", k+1, q.question(p)),
					Want: "an answer to each of six questions, a line each", Cause: err}
			}
			if answer == "" && q.defaultAnswer != nil {
				answer = q.defaultAnswer(p)
			}
			switch err := q.take(p, answer); {
			case err == nil:
				isAnswered = true
			case file != "":
				problem := problemOf(err)
				return text.Problem{File: file, Line: line, Col: 1, What: problem.What, Want: problem.Want}
			case a.JSON:
				return problemOf(err)
			default:
				a.Say("%s", text.Escape(problemOf(err).Error()))
			}
		}
	}
	return nil
}

// nextAnswer returns the next line that is no comment. line is the number of the last line that was read,
// comments included.
func nextAnswer(lines *bufio.Scanner, line *int) (string, error) {
	for lines.Scan() {
		*line++
		switch answer := text.NormalizeTyped(lines.Text()); {
		case isLeaving(answer):
			return "", errLeft
		case !strings.HasPrefix(answer, "#"):
			return answer, nil
		}
	}
	return "", errors.Join(lines.Err(), io.EOF)
}

// problemOf returns what is wrong with an answer, without its place in the encounter, which is not written yet.
func problemOf(err error) text.Problem {
	first := serve.FaultsOf(err)[0]
	return text.Problem{What: first.What, Want: cmp.Or(first.Want, "another answer")}
}

// takeSystem stores the rule system.
func (p *party) takeSystem(answer string) error {
	if !slices.Contains(agent.Systems(), answer) {
		return cli.Unknown("rule system", answer, agent.Systems())
	}
	p.system = answer
	return nil
}

// takeName stores what the party is called: the name of its side.
func (p *party) takeName(answer string) (err error) {
	p.name, err = text.CleanName(answer)
	return err
}

// takeNames stores the names of the members.
func (p *party) takeNames(answer string) error {
	p.names = nil
	for _, part := range splitAnswer(answer, ",") {
		name, err := text.CleanName(part)
		switch {
		case err != nil:
			return err
		case slices.Contains(p.names, name):
			return cli.Mistake(cli.Quote(name)+" is there twice", "a name of its own for each")
		}
		p.names = append(p.names, name)
	}
	if n := len(p.names); n == 0 || n > partyMax {
		return cli.Mistake(text.Count(n, "name"), fmt.Sprintf("one to %d, with commas between, as in Aki, Benkei", partyMax))
	}
	return nil
}

// partyMax is the most members of a party; a rule system may seat fewer.
const partyMax = 8

// takeRows stores the rows of the members: one for each, in their order, or one for all. A row that the
// catalogue does not have is an error with those that are spelt like it.
func (p *party) takeRows(answer string) error {
	p.rowNames = splitAnswer(answer, ",")
	for _, who := range p.rowNames {
		if _, err := p.rows.Sheet(p.system, who); err != nil {
			return err
		}
	}
	if len(p.rowNames) == 1 {
		p.rowNames = slices.Repeat(p.rowNames, len(p.names))
	}
	if len(p.rowNames) != len(p.names) {
		return cli.Mistake(fmt.Sprintf("%s for %s", text.Count(len(p.rowNames), "row"), text.Count(len(p.names), "name")),
			"one for each of "+strings.Join(p.names, ", "))
	}
	return p.check()
}

// takeOwn stores what some members have of their own: NAME: VALUES, with semicolons between. What values
// there are the rule system knows, so that they are checked in the encounter that they make.
func (p *party) takeOwn(answer string) error {
	p.ownValues = map[string]string{}
	for _, part := range splitAnswer(answer, ";") {
		name, values, ok := strings.Cut(part, ":")
		name = strings.TrimSpace(name)
		if !ok || !slices.Contains(p.names, name) {
			return cli.Mistake(cli.Quote(name)+" is nobody of the party", text.OneOf(name, p.names))
		}
		p.ownValues[name] = strings.TrimSpace(values)
	}
	return p.check()
}

// takeFoes stores who the foes are: rows with their numbers before or behind them, "bandit 4" or "4 bandit".
func (p *party) takeFoes(answer string) error {
	p.foes = nil
	for _, part := range splitAnswer(answer, ",") {
		words := strings.Fields(strings.ReplaceAll(part, ":", " "))
		n := 1
		// The number may stand behind the row or before it; a row whose name has a number in it keeps the other
		// one.
		for _, at := range []int{len(words) - 1, 0} {
			if count, err := strconv.Atoi(words[at]); err == nil && len(words) > 1 {
				n, words = count, slices.Delete(words, at, at+1)
				break
			}
		}
		who := strings.Join(words, " ")
		if _, err := p.rows.Sheet(p.system, who); err != nil {
			return err
		}
		if n < 1 {
			return cli.Mistake(fmt.Sprintf("%d of %s", n, who), "how many there are, from 1")
		}
		p.foes = append(p.foes, fmt.Sprintf("%q: %d", who, n))
	}
	if len(p.foes) == 0 {
		return cli.Mistake("nobody to fight", "a row of kokyu list combatants, as in bandit 4")
	}
	return p.check()
}

// check returns the mistakes in the encounter that the answers so far make.
func (p *party) check() error {
	_, err := p.rows.NewFight("the party", []byte(p.file()), agent.Setup{})
	return err
}

// exampleOfOwn returns an example of values that a member can have in place of the row's: the weapons and
// the first skill of the first member, for these can be typed as they are.
func (p *party) exampleOfOwn() string {
	page, err := p.rows.Sheet(p.system, p.rowNames[0])
	if err != nil {
		return "armour: none"
	}
	says := map[string]string{}                     // by topic
	for _, l := range slices.Backward(page.Lines) { // of several lines of a topic the first
		says[l.Topic] = l.Says
	}
	example := fmt.Sprintf("weapons: [%s]", says["weapons"])
	if at := strings.LastIndex(says["skills"], " "); at > 0 {
		example += fmt.Sprintf(", skills: {%s: 3}", says["skills"][:at])
	}
	return example
}

// file returns the encounter that the answers make.
func (p *party) file() string {
	var b strings.Builder
	fmt.Fprintf(&b, "version: 1\nsystem: %s\ntitle: %s\nsides:\n  - name: %q\n    fighters:\n",
		p.system, quoteTitle(p.title), p.name)
	for k, name := range p.names {
		own := p.ownValues[name]
		if own != "" {
			own = ", " + own
		}
		fmt.Fprintf(&b, "      - {who: %q, name: %q%s}\n", p.rowNames[k], name, own)
	}
	// Two sides of one name would be one side.
	foes, foesName := p.foes, "foes"
	if p.name == foesName {
		foesName = "others"
	}
	if foes == nil { // nobody has been named yet
		foes = []string{fmt.Sprintf("%q: 1", p.rowNames[0])}
	}
	fmt.Fprintf(&b, "  - name: %s\n    fighters:\n", foesName)
	for _, foe := range foes {
		fmt.Fprintf(&b, "      - {%s}\n", foe)
	}
	return b.String()
}

// splitAnswer returns the parts of an answer, without empty ones.
func splitAnswer(answer, between string) (list []string) {
	for part := range strings.SplitSeq(answer, between) {
		if part = strings.TrimSpace(part); part != "" {
			list = append(list, part)
		}
	}
	return list
}
