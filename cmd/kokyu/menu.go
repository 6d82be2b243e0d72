package main

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"kokyu/agent"
	"kokyu/agent/say"
	"kokyu/agent/session"
	"kokyu/cmd/cli"
	"kokyu/rules"
	"kokyu/rules/fight"
	"kokyu/rules/text"
)

// menu is the open decisions in numbered rows, folded to fit the screen. A row is a decision, or several
// that have something in common: a number picks a row, and of a row of several a further number picks the
// decision.
type menu [][]agent.PricedOption

// Decisions that differ in nothing but their mode (where a blow is aimed), or in nothing but where they lead, share a
// row if there are at least this many.
const (
	modesLeast  = 3
	placesLeast = 6
)

// newMenu returns the menu of options, in which those of a phase stand together. With joined, options that
// differ only in their mode, or only in where they lead, share a row, if there are enough of them.
func newMenu(options []agent.PricedOption, joined bool) (m menu) {
	var phases []string
	for _, o := range options {
		if !slices.Contains(phases, o.Phase) {
			phases = append(phases, o.Phase)
		}
	}
	for _, phase := range phases {
		from := len(m)
		for _, o := range options {
			if o.Phase != phase {
				continue
			}
			i := slices.IndexFunc(m[from:], func(row []agent.PricedOption) bool { return joined && fitsRow(row, o) })
			if i < 0 {
				m = append(m, []agent.PricedOption{o})
			} else {
				m[from+i] = append(m[from+i], o)
			}
		}
		// Rows with too few options are taken apart again.
		var rows menu
		for _, row := range m[from:] {
			if len(row) >= placesLeast || len(row) >= modesLeast && row[0].To == row[1].To {
				rows = append(rows, row)
				continue
			}
			for _, o := range row {
				rows = append(rows, []agent.PricedOption{o})
			}
		}
		m = append(m[:from], rows...)
	}
	return m
}

// fitsRow reports whether a decision differs from each in a row in nothing but its mode, or in nothing but
// where it leads. The mode is where a blow is aimed; the distance belongs to where it leads.
func fitsRow(row []agent.PricedOption, o agent.PricedOption) bool {
	return !slices.ContainsFunc(row, func(r agent.PricedOption) bool {
		mode, place := r.Action, r.Action
		mode.Mode = o.Mode
		place.To, place.N = o.To, o.N // N is the distance
		return mode != o.Action && (place != o.Action || r.To == o.To)
	})
}

// screenHeight is the height, in lines, that is assumed for a screen that cannot be measured.
const screenHeight = 24

// menuLinesMax returns the most lines of a menu with which all of a question fits on the screen: the
// heading, a line for each combatant, one more for the one who decides, and the input line. It is the same
// for all questions of a breath, so that a choice keeps its number.
func (p *prompt) menuLinesMax() int {
	// 3 lines: the heading, one more for the one who decides, and the input line.
	return max(menuLinesLeast, cmp.Or(p.app.Height, screenHeight)-3-len(p.client.Roster()))
}

// menuLinesLeast is the most lines of a menu on the smallest screen.
const menuLinesLeast = 6

// fold joins rows that begin alike until the menu has at most this many lines: first a maneuver with its
// targets, then the orders to a squad, then raises. If that is not enough the lines that name phases are
// left out, and then whole phases become a row, the longest first.
func (m menu) fold(linesMax int) menu {
	for _, by := range []struct {
		behind string // what stands behind the words that the rows have in common
		least  int    // how many rows are joined at least
	}{{" > ", 2}, {": ", 3}, {", ", 3}, {" ", 3}} {
		if m.countLines() <= linesMax {
			return m
		}
		m = m.joinRows(by.least, func(row []agent.PricedOption) (key string) {
			if before, _, ok := strings.Cut(headingOf(row)+" ", by.behind); ok {
				key = row[0].Phase + by.behind + before
			}
			return key
		})
	}
	for len(m) > linesMax {
		count, longest := map[string]int{}, m[0][0].Phase
		for _, row := range m {
			phase := row[0].Phase
			if count[phase]++; count[phase] > count[longest] {
				longest = phase
			}
		}
		if count[longest] == 1 || len(count) == 1 {
			break
		}
		m = m.joinRows(2, func(row []agent.PricedOption) (key string) {
			if row[0].Phase == longest {
				key = longest
			}
			return key
		})
	}
	return m
}

// joinRows joins rows that have the same key, where the first of them stands, if there are at least so many
// of them. Rows with an empty key stay as they are.
func (m menu) joinRows(least int, key func(row []agent.PricedOption) string) (groups menu) {
	rows := map[string][]int{}
	for i, row := range m {
		rows[key(row)] = append(rows[key(row)], i)
	}
	for i, row := range m {
		alike := rows[key(row)]
		switch {
		case key(row) == "" || len(alike) < least:
			groups = append(groups, row)
		case alike[0] == i:
			joined := slices.Clone(row)
			for _, j := range alike[1:] {
				joined = append(joined, m[j]...)
			}
			groups = append(groups, joined)
		}
	}
	return groups
}

// countLines returns how many lines a menu has, those that name phases included.
func (m menu) countLines() (n int) {
	for i := range m {
		n++
		if m.hasPhaseLine(i) {
			n++
		}
	}
	return n
}

// hasPhaseLine reports whether a line that names a phase stands above row i: above the first row of each
// phase, unless that row is named for the phase itself.
func (m menu) hasPhaseLine(i int) bool {
	return (i == 0 || m[i-1][0].Phase != m[i][0].Phase) && (len(m[i]) == 1 || m.titleOf(i) != m[i][0].Phase)
}

// titleOf returns the words of row i: the name of a phase if the row is all of the phase, else its heading.
func (m menu) titleOf(i int) string {
	row := m[i]
	alone := (i == 0 || m[i-1][0].Phase != row[0].Phase) && (i == len(m)-1 || m[i+1][0].Phase != row[0].Phase)
	several := slices.ContainsFunc(row, func(o agent.PricedOption) bool {
		return withoutTarget(o) != withoutTarget(row[0])
	})
	if alone && several && !differInModeOnly(row) {
		return row[0].Phase
	}
	return headingOf(row)
}

// withoutTarget returns the words of a decision without its target.
func withoutTarget(o agent.PricedOption) string {
	words, _, _ := strings.Cut(o.Words, " > ")
	return words
}

// differInModeOnly reports whether the decisions of a row differ in their mode only.
func differInModeOnly(row []agent.PricedOption) bool {
	return !slices.ContainsFunc(row, func(o agent.PricedOption) bool {
		mode := o.Action
		mode.Mode = row[0].Mode
		return mode != row[0].Action
	})
}

// headingOf returns the words that the decisions of a row begin with; those of the first if they differ in their mode
// only.
func headingOf(row []agent.PricedOption) string {
	if differInModeOnly(row) {
		return row[0].Words
	}
	shared := strings.Fields(row[0].Words)
	for _, o := range row[1:] {
		n := 0
		for words := strings.Fields(o.Words); n < min(len(shared), len(words)) && shared[n] == words[n]; n++ {
		}
		shared = shared[:n]
	}
	return cmp.Or(strings.TrimRight(strings.Join(shared, " "), ",:"), row[0].Phase)
}

// submenu returns the menu of a row's decisions. A row that cannot be parted by what its decisions have in
// common has a row for each.
func (p *prompt) submenu(row []agent.PricedOption) menu {
	m := newMenu(row, true)
	if folded := m.fold(p.menuLinesMax()); len(folded) > 1 {
		return folded
	}
	if len(m) > 1 {
		return m
	}
	m = nil
	for _, o := range row {
		m = append(m, []agent.PricedOption{o})
	}
	return m
}

// options returns the decisions of all rows.
func (m menu) options() (options []fight.Option) {
	for _, o := range slices.Concat(m...) {
		options = append(options, o.Option)
	}
	return options
}

// answerFor returns what to type for a decision: the number of its row, and in a row of several the number
// in the row's submenu, "3 2". It is empty if the menu does not have the decision.
func (p *prompt) answerFor(m menu, words string) string {
	for i, row := range m {
		switch {
		case !slices.ContainsFunc(row, func(o agent.PricedOption) bool { return o.Words == words }):
		case len(row) == 1:
			return fmt.Sprint(i + 1)
		default:
			return fmt.Sprint(i+1, " ", p.answerFor(p.submenu(row), words))
		}
	}
	return ""
}

// printState prints a heading and the states of all combatants, a line each, or only of the one who
// decides. below is how many lines will follow. If all that is higher than the screen, states are cut: what
// stands above the screen is of no use to anybody.
func (p *prompt) printState(q session.Question, everybody bool, below int) {
	p.say("")
	roster := p.client.Roster()
	title := fmt.Sprintf("%s, round %d", p.app.Paint.Strong(text.Escape(q.Seat)), p.client.Round())
	if !everybody {
		i := slices.IndexFunc(roster, func(r rules.Fighter) bool { return r.Name == q.Seat })
		p.app.Line("", title+": "+text.Escape(say.Sheet(p.client.Sheet(rules.Seat(i)))))
		return
	}
	p.say("%s", title)
	var states []string
	used := 2 + below
	for i, r := range roster {
		states = append(states, text.Escape(r.Name)+": "+text.Escape(say.Sheet(p.client.Sheet(rules.Seat(i)))))
		used += len(p.app.BreakLines("  ", 4, states[i]))
	}
	for i, state := range states {
		if p.app.Screen && used > cmp.Or(p.app.Height, screenHeight) {
			most := 1
			if roster[i].Name == q.Seat {
				most = 2
			}
			state = p.app.clipList(most, state)
		}
		p.app.Line("  ", state)
	}
}

// clipList cuts a list to as many entries as fit on most lines of the screen, and puts ", …" behind them;
// the operation sheet shows all of them.
func (a *app) clipList(most int, list string) string {
	const more = ", …"
	for len(a.BreakLines("  ", 4, list)) > most {
		at := strings.LastIndex(strings.TrimSuffix(list, more), ", ")
		if at < 0 {
			return list
		}
		list = list[:at] + more
	}
	return list
}

// printMenu prints the rows of a menu:
//
//	attack
//	 1  horizontal cut > … (2 ways)  2    hits 28 to 45 %
//	move
//	 4  break through > first front  3  gets through 64 %  2d10+1 >= 11
//
// The names of phases stand above their rows, unless the menu had more than linesMax lines then.
func (p *prompt) printMenu(m menu, linesMax int) {
	var rows [][]string
	for i, row := range m {
		if m.countLines() <= linesMax && m.hasPhaseLine(i) {
			rows = append(rows, []string{row[0].Phase})
		}
		rows = append(rows, p.numberedRow(i, m.titleOf(i), row))
	}
	p.app.Table(nil, p.dropColumns(rows), 2, 3)
}

// dropColumns returns rows without the column of what has to be thrown, and if need be without that of the
// overload, if the screen is too narrow for them. The operation odds shows both.
func (p *prompt) dropColumns(rows [][]string) [][]string {
	const need = 4 // the index of the first of the two
	for columns := need + 2; p.app.Screen && columns > need && cli.TableWidth(rows) > p.app.Columns(); columns-- {
		for i, row := range rows {
			if len(row) > 1 {
				rows[i] = slices.Delete(row, need, need+1)
			}
		}
	}
	return rows
}

// numberedRow returns the cells of row i of a menu: its number, title, cost, chance, what has to be thrown,
// and overload. In a row of several decisions cost and chance are ranges, and of the others a cell is
// filled only if it is the same for all.
func (p *prompt) numberedRow(i int, title string, row []agent.PricedOption) []string {
	// The cells are the columns behind the number: title, cost, chance, what has to be thrown, overload.
	cells := priceColumns(row[0])
	switch {
	case len(row) > 1 && differInModeOnly(row):
		cells[0], cells[1] = fmt.Sprintf("%s … (%d ways)", title, len(row)), costRange(row)
	case len(row) > 1:
		cells = []string{fmt.Sprintf("%s … (%d ways)", title, len(row)), costRange(row), chanceRange(row), "", ""}
		for j, cell := range cells {
			first := priceColumns(row[0])[j]
			differs := func(o agent.PricedOption) bool { return priceColumns(o)[j] != first }
			if cell == "" && !slices.ContainsFunc(row, differs) {
				cells[j] = first
			}
		}
	}
	return append([]string{fmt.Sprintf("%4d", i+1)}, cells...)
}

// chanceRange returns the chances of a row's decisions: "hits 45 %" or "hits 28 to 55 %"; empty if they are
// of different things, as of a blow and of an escape.
func chanceRange(row []agent.PricedOption) string {
	var least, most *agent.Odds
	for _, o := range row {
		thrown := cmp.Or(o.Check, o.Against)
		switch {
		case thrown.Chance() == "":
		case least == nil:
			least, most = thrown, thrown
		case thrown.Word != least.Word:
			return ""
		case thrown.P < least.P:
			least = thrown
		case thrown.P > most.P:
			most = thrown
		}
	}
	low, high := least.Chance(), most.Chance() // as "hits 28 %"
	if low == high {
		return low
	}
	return strings.TrimSuffix(low, " %") + " to " + strings.TrimPrefix(high, most.Word+" ")
}

// printAll prints all decisions with the numbers to type for them.
func (p *prompt) printAll(options []agent.PricedOption) {
	var rows [][]string
	phase := ""
	for _, row := range newMenu(options, false) {
		o := row[0]
		if o.Phase != phase {
			phase = o.Phase
			rows = append(rows, []string{phase})
		}
		rows = append(rows, append([]string{fmt.Sprintf("%4s", p.answerFor(p.menu, o.Words))}, priceColumns(o)...))
	}
	p.app.Table(nil, rows, 2, 3)
}

// costRange returns the costs of a row's decisions: "3" or "3 to 4"; empty if they are free.
func costRange(row []agent.PricedOption) string {
	least, most := row[0].Cost, row[0].Cost
	for _, o := range row {
		least, most = min(least, o.Cost), max(most, o.Cost)
	}
	switch {
	case most == 0:
		return ""
	case least == most:
		return fmt.Sprint(least)
	}
	return fmt.Sprintf("%d to %d", least, most)
}

// priceColumns returns the words of a decision, its cost, its chance, what has to be thrown, and the
// overload that it risks: "thrust > Tomoe", "2", "hits 55 %", "2d10+1 >= 12", "". Words that package say
// puts before a cost are cut off: in a column they would stand in each row.
func priceColumns(o agent.PricedOption) []string {
	p := say.PriceOf(o)
	return []string{o.Words, strings.TrimPrefix(p.Cost, "costs "), p.Chance, p.Need, p.Risk}
}

// printProposal prints a decision of the menu that is proposed or advised, behind a label: its worth, its
// odds, the reason, and the next best decisions with the numbers to type for them.
func (p *prompt) printProposal(label string, m menu, do string, d agent.Advice) {
	e := text.Escape
	worth := say.Outlook(d)
	var rows [][]string
	for _, i := range d.ByWorth() {
		c := d.Options[i]
		if c.Do == do {
			worth = strings.TrimSpace(worth + " " + say.Remark(d, c))
		} else if len(rows) < nextBestMax {
			rows = append(rows, append([]string{fmt.Sprintf("%4s", p.answerFor(p.menu, c.Do))},
				append(priceColumns(m.findPriced(c.Do))[:3], say.Worth(d, i), e(say.Remark(d, c)))...))
		}
	}
	price := say.PriceOf(m.findPriced(do))
	says := []string{p.app.Paint.Strong(e(do))}
	for _, part := range []string{worth, price.Cost, price.Chance, price.Need, price.Risk} {
		if part != "" {
			says = append(says, e(part))
		}
	}
	p.app.Line("", label+": "+strings.Join(says, ", "))
	p.app.PrintWrapped("  ", 2, e(d.Why))
	p.app.Table(nil, rows, 2, 3, 4)
}

// sayProposal prints a proposal. If it proposes to yield or flee, it also prints the best decision for
// fighting on: the GM may think otherwise.
func (p *prompt) sayProposal(label string, m menu, o session.Proposal) {
	p.proposalNodes = o.Advice.Coverage.Nodes
	if o.Yields != "" {
		p.app.Line("", label+": "+p.app.Paint.Strong(o.Do)+", "+text.Escape(o.Yields))
		label, o.Do = "Fighting on", o.Advice.Best
	}
	p.printProposal(label, m, o.Do, o.Advice)
}

// printPlans prints what each of a group would do, a line each. Enter then takes all of it.
func (p *prompt) printPlans(out session.Plans) {
	_, lines := say.Answer(out)
	for _, line := range lines {
		p.app.PrintWrapped("  ", 4, text.Escape(line))
	}
	if len(out.Plans) == 0 {
		p.say("Nobody of them decides again in this round.")
		return
	}
	p.plansShown = cmp.Or(out.Name, "fight")
	p.say("Enter takes all of it, until the round is over.")
}

// findPriced returns the decision with these words; an empty one if the menu does not have it.
func (m menu) findPriced(words string) agent.PricedOption {
	for _, o := range slices.Concat(m...) {
		if o.Words == words {
			return o
		}
	}
	return agent.PricedOption{}
}

// aliasWords returns a sentence with the other names of an operation; empty if it has none.
func aliasWords(name string) string {
	o, err := session.OperationNamed(name)
	if err != nil || len(o.Also) == 0 {
		return ""
	}
	return " Or: " + strings.Join(o.Also, ", ") + "."
}

// printAnswer prints the answer of an operation that made no step. What package say words for all faces is
// printed as it is; an answer with a form of its own on a screen has a case here.
func (p *prompt) printAnswer(out any) error {
	sentence, lines := say.Answer(out)
	switch out := out.(type) {
	case session.Help:
		for _, o := range out.Operations {
			p.app.PrintWrapped("  "+o.Line+": ", 6, o.Help+aliasWords(o.Name))
		}
		if len(out.Operations) == 0 {
			p.app.printMeaning(out.Meaning)
			return nil
		}
		p.app.PrintWrapped("  quit: ", 6, "Leaves the table; the record goes on from there. Or: exit, Ctrl-D.")
	case session.Board:
		p.printf("%s", out.Board.Text(p.app.Columns()))
	case session.Choices:
		p.say("%s", text.Escape(out.Seat))
		p.printAll(out.Options)
	case agent.Advice:
		m, err := p.openMenu(false)
		if err != nil {
			return err
		}
		p.printProposal("Best", m, out.Best, out)
		if seen := out.Coverage.Nodes; p.client.Question().Proposal && seen != p.proposalNodes && p.proposalNodes > 0 {
			p.say("This search has seen %s, that of the proposal %d.", text.Count(seen, "node"), p.proposalNodes)
		}
	case session.Proposal:
		m, err := p.openMenu(false)
		if err != nil {
			return err
		}
		p.plansShown = ""
		p.sayProposal("Proposed", m, out)
	case session.Plans:
		p.printPlans(out)
	case session.Tale:
		(&bout{app: p.app}).print(out.Lines)
	case session.Position:
		p.app.Say("```yaml\n%s```", out.Position)
	case session.Events:
		for _, s := range out.Steps {
			p.app.printLines([]string{say.NumberedStep(s)})
		}
	case session.Sheets, session.View:
		p.app.printLines(lines)
	default:
		if sentence == "" {
			return p.app.Object(out)
		}
		p.app.PrintWrapped("", 4, text.Escape(sentence))
		p.app.printLines(lines)
	}
	return nil
}

// printLines prints the lines of an answer.
func (a *app) printLines(lines []string) {
	for _, line := range lines {
		a.PrintWrapped("", 2, text.Escape(line))
	}
}
