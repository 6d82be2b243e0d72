package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"

	"github.com/charmbracelet/x/term"

	"kokyu/agent"
	"kokyu/agent/say"
	"kokyu/agent/serve"
	"kokyu/agent/session"
	"kokyu/cmd/cli"
	"kokyu/rules"
	"kokyu/rules/fight"
	"kokyu/rules/text"
)

// answerMax is the most bytes of a line that are read.
const answerMax = 1000

// errLeft ends what is under way because the person at the prompt has left.
var errLeft = errors.New("the table was left")

// prompt lets a person at a terminal play a session. A line answers what is asked, by a number, in words or
// with dice, or is an operation of the session. Several numbers in a line answer several questions, and
// dice behind a comma are kept for the next throw of the same seat: whoever knows the rules types a whole
// breath at once.
type prompt struct {
	client   session.Client
	isScript bool // the input is a file, and nobody can be asked again: a wrong answer is an error with its place

	onStep         func(context.Context, rules.Step) // is called with every step that was made
	beforeQuestion func(context.Context)             // is called before each question, to print what has happened
	onEnd          func() error                      // is called when the fight is over, to print how it ended

	app           *app // for what is printed
	input         *bufio.Reader
	lines         chan string // the lines of the input; closed at its end
	lineWanted    chan bool   // asks for a line; true if what is typed must not show
	lineNumber    int         // the number of the last line, from 1
	queue         []string    // answers of the last line that nothing has asked for yet
	queueSeat     string      // who was asked when that line was typed
	keptThrows    keptThrows
	hasGreeted    bool   // the first question has explained how to answer
	menu          menu   // the menu whose numbers answer now
	plansShown    string // whose plans were shown last, which Enter then takes; empty: none
	hasSeenBoard  bool   // the board has just been shown, with everybody's values
	isUnchanged   bool   // the last steps have left the question as it was
	proposalNodes int    // how many nodes the search for the proposal that was shown has seen; 0: none was shown
}

// newPrompt returns a prompt that asks on a's output and listens on its input.
func newPrompt(a *app, s *session.Session) *prompt {
	return &prompt{client: session.Client{Session: s}, app: a, input: bufio.NewReader(a.In), isScript: !cli.Terminal(a.In), keptThrows: keptThrows{},
		onStep: func(context.Context, rules.Step) {}, beforeQuestion: func(context.Context) {},
		onEnd: func() error { return nil }}
}

// run plays the fight, and asks what has to be asked, until the person leaves or, if nobody is at the
// table, until the fight is over. It returns errLeft when the person leaves.
func (p *prompt) run(ctx context.Context) error {
	for {
		err := p.client.Run(ctx, func(step rules.Step) error {
			p.onStep(ctx, step)
			return nil
		})
		switch isAtTheTable := p.hasGreeted || p.client.Ask; {
		case errors.Is(err, session.ErrAsked):
			err = p.ask(ctx)
		case err == nil && isAtTheTable:
			err = p.askAfterEnd(ctx)
		case err == nil:
			return p.onEnd()
		}
		if err != nil {
			return err
		}
	}
}

// askAfterEnd says how the fight ended, and hears what is said then until an undo lets the fight go on. An
// empty line leaves. The numbers behind the one that ended the fight answer nothing: they were typed before
// anybody knew that it would end.
func (p *prompt) askAfterEnd(ctx context.Context) error {
	if err := p.onEnd(); err != nil {
		return err
	}
	isNumber := func(typed string) bool { return strings.Trim(typed, "0123456789") == "" } // which answers a decision, and none is left
	p.queue = slices.DeleteFunc(p.queue, isNumber)
	for {
		if !p.isScript && len(p.queue) == 0 {
			p.say("Enter leaves, undo takes back, ? lists the rest.")
			p.printf("> ")
		}
		typed, err := p.answer(ctx)
		switch {
		case err != nil:
			return err
		case typed == "":
			return errLeft
		case p.isScript && isNumber(typed):
			continue
		}
		_, err = p.takeWords(ctx, nil, typed)
		switch isSurplus := p.isScript && serve.CodeOf(err) == session.NotNow; {
		case err == nil, isSurplus: // what a script goes on to say after the end, and is not asked, is passed over
		case !p.reportMistake(&err):
			return err
		}
		if _, over := p.client.Winner(); !over {
			return nil
		}
	}
}

// ask asks the question that the session has for the table, until a step is made. A mistake is answered
// with a sentence, and the same question is asked again.
func (p *prompt) ask(ctx context.Context) error {
	p.app.Measure()
	p.beforeQuestion(ctx)
	if p.client.Turn().Begins {
		p.keptThrows = keptThrows{}
	}
	if !p.hasGreeted {
		p.hasGreeted = true
		p.app.Line("", "Answer with numbers or words. ? explains, hint advises, undo takes back, Ctrl-D leaves.")
	}
	q := p.client.Question()
	p.plansShown, p.proposalNodes = "", 0
	if !p.isUnchanged { // else the waiting changes have just been shown
		p.printWaiting(p.client.WaitingChanges())
	}
	p.isUnchanged = false
	if err := p.refuseStray(q); err != nil && !p.reportMistake(&err) {
		return err
	}
	if q.Kind == session.Dice {
		return p.askDice(ctx, q)
	}
	menu, err := p.offer(ctx, q)
	if err != nil {
		return err
	}
	for {
		p.menu = menu // askWay has had menus of its own
		text, err := p.answer(ctx)
		if err != nil {
			return err
		}
		done, err := p.decide(ctx, q, menu, text)
		if done || err != nil && !p.reportMistake(&err) {
			return err
		}
		if len(p.queue) == 0 {
			p.printf("> ")
		}
	}
}

// refuseStray returns an error if the next answer is left over from a line of somebody else, such as a die
// too many: it must not choose for q's seat. What is no answer to the question, such as an undo behind
// dice, is let through. The error says what the answer would have done, for that is what the person has to
// know.
func (p *prompt) refuseStray(q session.Question) error {
	if len(p.queue) == 0 || p.queueSeat == q.Seat {
		return nil
	}
	answer, meaning := p.queue[0], "an answer for "+q.Seat // what it would have been
	n, notNumber := strconv.Atoi(answer)
	switch {
	case q.Kind == session.Dice && notNumber == nil:
		meaning = fmt.Sprintf("a die of %s's %s", q.Seat, q.Check.What)
	case q.Kind == session.Decision:
		m, err := p.openMenu(!q.Proposal)
		if err != nil {
			return err
		}
		if notNumber != nil {
			if _, err := agent.OptionByPrefix(m.options(), answer); err != nil {
				break
			}
			meaning = fmt.Sprintf("%q for %s", answer, q.Seat)
		} else if n >= 1 && n <= len(m) {
			meaning = fmt.Sprintf("%q for %s", m.titleOf(n-1), q.Seat)
		}
	}
	// An operation that is no choice of this question was meant as an operation, whoever is asked.
	if _, _, unspoken := session.FindSpoken(answer); unspoken == nil && !strings.HasPrefix(meaning, `"`) {
		return nil
	}
	return text.Problem{What: fmt.Sprintf("%s is too many on the line of %s: it would have been %s", answer, p.queueSeat, meaning),
		Want: "it on a line of its own, when " + q.Seat + " is asked"}
}

// openMenu returns the menu of the open decisions: folded for a person, who reads it, and with a row for
// each decision beside a proposal, which is shown without the menu.
func (p *prompt) openMenu(folded bool) (menu, error) {
	out, err := p.client.Line(context.Background(), "options")
	if err != nil {
		return nil, err
	}
	m := newMenu(out.(session.Choices).Options, folded)
	if folded {
		m = m.fold(p.menuLinesMax())
	}
	return m, nil
}

// reportMistake prints a mistake, and reports whether the question may be asked again. In a script it may
// not: the error gets its place, for the caller to return. Nor may it if the error is no mistake of the
// person's, as when the fight is left. What was typed ahead is dropped: it was meant for what did not come
// about.
func (p *prompt) reportMistake(err *error) bool {
	if errors.Is(*err, errLeft) || errors.Is(*err, context.Canceled) {
		return false
	}
	p.queue, p.keptThrows = nil, keptThrows{}
	if p.isScript {
		f := serve.FaultsOf(*err)[0]
		*err = text.Problem{File: "standard input", Line: p.lineNumber, Col: 1, What: f.What, Want: f.Want}
		return false
	}
	p.say("%s", text.CutQuotes(text.Escape((*err).Error())))
	return true
}

// proposalLines is about how many lines a proposal takes.
const proposalLines = 3 + nextBestMax

// offer prints what can be decided: for a person the menu, for a seat that the program plays what the
// program proposes. It returns the menu whose numbers answer.
func (p *prompt) offer(ctx context.Context, q session.Question) (menu, error) {
	m, err := p.openMenu(!q.Proposal)
	if err != nil {
		return m, err
	}
	p.menu = m
	below, isFolded := proposalLines, false
	if !q.Proposal {
		below, isFolded = min(m.countLines(), p.menuLinesMax()), len(newMenu(slices.Concat(m...), true)) > len(m)
	}
	p.printState(q, (p.client.Turn().Begins || isFolded) && !p.hasSeenBoard, below)
	p.hasSeenBoard = false
	if !q.Proposal {
		p.printMenu(m, p.menuLinesMax())
		p.printf("> ")
		return m, nil
	}
	if len(p.queue) > 0 { // it is answered already
		return m, nil
	}
	out, err := p.client.Line(ctx, "propose")
	if err != nil {
		return m, err
	}
	p.sayProposal("Enter", m, out.(session.Proposal))
	p.printf("> ")
	return m, nil
}

// decide takes an answer to a decision, and reports whether a step was made. An empty line takes what was
// last shown: the plans of a group, or the proposal.
func (p *prompt) decide(ctx context.Context, q session.Question, m menu, txt string) (done bool, err error) {
	n, notNumber := strconv.Atoi(txt)
	switch {
	case txt == "" && p.plansShown != "":
		return p.call(ctx, "all "+p.plansShown)
	case txt == "all" || strings.HasPrefix(txt, "all "):
		return p.call(ctx, "plans"+strings.TrimPrefix(txt, "all"))
	case txt == "" && q.Proposal:
		return p.call(ctx, "take")
	case txt == "":
		return false, nil
	case notNumber != nil:
		return p.takeWords(ctx, m, txt)
	case n < 1 || n > len(m):
		return false, text.Problem{What: fmt.Sprintf("there is no choice %d", n), Want: fmt.Sprintf("1 to %d", len(m))}
	case len(m[n-1]) == 1:
		return p.call(ctx, "do "+m[n-1][0].Words)
	}
	return p.askWay(ctx, m, m[n-1])
}

// takeWords takes an answer in words: a decision or an operation. A single word that could be either is an
// operation, unless it is all the words of a decision: what a rule system calls its maneuvers must not
// close the operations to a person.
func (p *prompt) takeWords(ctx context.Context, m menu, txt string) (done bool, err error) {
	if slices.ContainsFunc(m.options(), func(o fight.Option) bool { return text.Fold(o.Words) == text.Fold(txt) }) {
		return p.call(ctx, "do "+txt)
	}
	_, _, unspoken := session.FindSpoken(txt)
	o, unnamed := agent.OptionByPrefix(m.options(), txt)
	switch {
	case unnamed == nil && (unspoken != nil || strings.Contains(txt, " ")):
		return p.call(ctx, "do "+o.Words)
	case unspoken == nil:
		return p.call(ctx, txt)
	}
	return false, unnamed
}

// askWay asks which decision of a row is meant, in submenus as long as a row has several. An undo leads
// back to the question before, and the last one out of the row.
func (p *prompt) askWay(ctx context.Context, m menu, row []agent.PricedOption) (done bool, err error) {
	show := func() {
		if len(p.queue) == 0 {
			p.printMenu(p.menu, 0) // all of one phase, whose name is not repeated
			p.printf("> ")
		}
	}
	p.menu = p.submenu(row)
	show()
	for before := [][]agent.PricedOption{}; ; {
		done = false
		txt, err := p.answer(ctx)
		if err != nil {
			return false, err
		}
		n, notNumber := strconv.Atoi(txt)
		isRow := notNumber == nil && n >= 1 && n <= len(p.menu)
		only := onlyWay(row, txt)
		switch {
		case txt == "undo" && len(before) == 0:
			p.printMenu(m, p.menuLinesMax())
			return false, nil
		case txt == "undo":
			row, before = before[len(before)-1], before[:len(before)-1]
			p.menu = p.submenu(row)
			show()
			continue
		case isRow && len(p.menu[n-1]) > 1:
			row, before = p.menu[n-1], append(before, row)
			p.menu = p.submenu(row)
			show()
			continue
		case isRow:
			return p.call(ctx, "do "+p.menu[n-1][0].Words)
		case notNumber == nil:
			err = text.Problem{What: fmt.Sprintf("there is no way %d of it", n),
				Want: fmt.Sprintf("1 to %d, or undo for another choice", len(p.menu))}
		case only != "":
			return p.call(ctx, "do "+only)
		case txt != "":
			done, err = p.takeWords(ctx, m, txt)
		}
		switch {
		case done && p.isUnchanged:
			show()
			continue
		case done || err != nil && !p.reportMistake(&err):
			return done, err
		}
		if len(p.queue) == 0 {
			p.printf("> ")
		}
	}
}

// onlyWay returns the only decision of a row that has these words in it, "wrist" for a blow at the wrist.
// It is empty if none or several have them, or if they are an operation.
func onlyWay(row []agent.PricedOption, txt string) (found string) {
	if _, _, err := session.FindSpoken(txt); err == nil || txt == "" {
		return ""
	}
	spaced := func(words string) string {
		return " " + strings.Join(strings.Fields(strings.ToLower(words)), " ") + " "
	}
	count := 0
	for _, o := range row {
		switch words := spaced(o.Words); {
		case words == spaced(txt):
			return o.Words
		case strings.Contains(words, spaced(txt)):
			found = o.Words
			count++
		}
	}
	if count > 1 {
		return ""
	}
	return found
}

// askDice asks what dice show. It takes as many numbers as each line has and asks for the rest, so that
// dice can be told one by one as they come to lie.
func (p *prompt) askDice(ctx context.Context, q session.Question) error {
	if len(p.queue) == 0 {
		p.queue, p.queueSeat = p.keptThrows.next(q.Seat), q.Seat
	}
	hasAsked := len(p.queue) == 0
	if hasAsked {
		p.askThrow(q, nil)
	}
	var faces []string
	for {
		text, err := p.answer(ctx)
		if err != nil {
			return err
		}
		if _, notNumber := strconv.Atoi(text); text != "" && notNumber != nil {
			if text == "undo" && len(faces) > 0 { // it takes back the dice told so far
				faces = nil
			} else if done, err := p.answerBesideDice(ctx, q, text); done && !p.isUnchanged || err != nil && !p.reportMistake(&err) {
				return err
			}
			p.askThrow(q, faces)
			continue
		}
		if text != "" {
			faces = append(faces, text)
		}
		if len(faces) < len(q.Check.Dice) {
			switch {
			case len(faces) == 0:
				p.askThrow(q, nil)
			case len(p.queue) == 0 && hasAsked:
				p.printf("and? ")
			case len(p.queue) == 0: // the first dice stood in a line for an earlier question
				p.askThrow(q, faces)
			}
			continue
		}
		done, err := p.call(ctx, "dice "+strings.Join(faces, " "))
		if err != nil && len(p.queue) > 0 && len(faces) < answerMax && p.mayThrowMore(q, faces) {
			continue
		}
		if done || err != nil && !p.reportMistake(&err) {
			return err
		}
		faces = nil
		p.askThrow(q, nil)
	}
}

// askThrow asks what dice show; faces were told already.
func (p *prompt) askThrow(q session.Question, faces []string) {
	asks := throwWords(q) + ": dice?"
	if len(faces) > 0 {
		asks += " " + strings.Join(faces, " ") + " and?"
	}
	lines := []string{asks}
	if p.app.Screen {
		lines = p.app.BreakLines("", 2, asks)
	}
	p.printf("%s ", strings.Join(lines, "\n"))
}

// throwWords says whose dice are thrown for what, what they have to show, and the chance of that.
func throwWords(q session.Question) string {
	if q.Check.By != "" {
		return text.Escape(q.Seat + "'s dice in " + say.DiceRequest(q.Check))
	}
	return text.Escape(q.Seat + "'s " + say.DiceRequest(q.Check))
}

// answerBesideDice takes an answer that is no number when dice are asked for: an operation. Operations
// about choices are told that there is none, and that the dice come first.
func (p *prompt) answerBesideDice(ctx context.Context, q session.Question, txt string) (done bool, err error) {
	if o, _, err := session.FindSpoken(txt); err == nil && slices.Contains([]string{"advise", "why", "options", "propose"}, o.Name) {
		p.say("There is nothing to choose: %s. Type what the dice show, or roll.", throwWords(q))
		return false, nil
	}
	if _, _, unspoken := session.FindSpoken(txt); unspoken != nil {
		return false, text.Problem{What: fmt.Sprintf("%q is no die and no command", txt), Want: p.diceWords(q) + ", or roll"}
	}
	return p.call(ctx, txt)
}

// diceWords says how many dice a question asks for: "4 dice", "1 die, and those that are thrown again".
func (p *prompt) diceWords(q session.Question) string {
	n := fmt.Sprint(len(q.Check.Dice), " dice")
	if len(q.Check.Dice) == 1 {
		n = "1 die"
	}
	if q.Check.Open {
		n += ", and those that are thrown again"
	}
	return n
}

// mayThrowMore reports whether the next answer of the line can be a die that is thrown again, where the
// throw is one of exploding dice.
func (p *prompt) mayThrowMore(q session.Question, faces []string) bool {
	_, err := strconv.Atoi(p.queue[0])
	return err == nil && len(faces) >= len(q.Check.Dice) && q.Check.Open
}

// call gives a line to the session and prints its answer; it reports whether a step was made. A ruling asks for its
// dice first.
func (p *prompt) call(ctx context.Context, line string) (made bool, err error) {
	if o, rest, err := session.FindSpoken(line); err == nil && o.Name == "ruling" && !session.Shows(line) {
		return p.askRuling(ctx, line, rest)
	}
	return p.callOnce(ctx, line)
}

// callOnce gives a line to the session as it is, except that a number of the menu is replaced by the choice
// that it stands for. It prints what has come of it, and reports whether a step was made.
func (p *prompt) callOnce(ctx context.Context, line string) (made bool, err error) {
	if line, err = p.inWords(line); err != nil {
		return false, err
	}
	out, err := p.client.Line(ctx, line)
	if err != nil {
		return false, err
	}
	m, ok := out.(session.StepsMade)
	if !ok {
		return false, p.printAnswer(out)
	}
	p.isUnchanged = !slices.ContainsFunc(m.Steps, func(s rules.Step) bool {
		return !slices.Contains([]string{fight.WordNote, fight.WordRuling, fight.WordLater, fight.WordDropped}, s.Word)
	})
	if name, _, _ := strings.Cut(line, " "); name != "do" && name != "dice" && !p.isUnchanged {
		p.keptThrows = keptThrows{} // after an undo or a change other dice may be asked for
	}
	for _, step := range m.Steps {
		p.onStep(ctx, step)
		if step.Word == fight.WordLater || step.Word == fight.WordDropped {
			p.printWaiting(m.Waiting)
		}
	}
	return len(m.Steps) > 0, nil
}

// inWords returns a line about a choice with the words of the choice in the place of its number: "why 2"
// asks why not the choice that the menu has as 2. A row of several is no choice yet: the error says what to
// type for one of them.
func (p *prompt) inWords(line string) (string, error) {
	o, number, err := session.FindSpoken(line)
	if err != nil || !slices.Contains([]string{"do", "why"}, o.Name) {
		return line, nil
	}
	number = strings.Join(strings.Fields(number), " ")
	var within []string // the answers that begin with the number
	for _, option := range p.menu.options() {
		switch answer := p.answerFor(p.menu, option.Words); {
		case answer == number:
			return o.Name + " " + option.Words, nil
		case strings.HasPrefix(answer, number+" "):
			within = append(within, answer)
		}
	}
	if len(within) > 0 {
		return "", text.Problem{What: fmt.Sprintf("%s is %d choices", number, len(within)),
			Want: within[0] + " to " + within[len(within)-1]}
	}
	return line, nil
}

// printWaiting prints the changes that wait to be made.
func (p *prompt) printWaiting(list []session.Waiting) {
	for _, w := range list {
		p.app.PrintWrapped("  ", 4, text.Escape(say.WaitingChange(w)))
	}
}

// answer returns the next answer, from what is left of the last line or from a new one. A line of numbers
// with commas tells several throws, of which the first answers now and the others are kept.
func (p *prompt) answer(ctx context.Context) (string, error) {
	if len(p.queue) == 0 {
		line, err := p.listen(ctx)
		if err != nil {
			return "", err
		}
		if throws := strings.Split(line, ","); len(throws) > 1 && strings.Trim(line, "0123456789 ,") == "" {
			line, p.keptThrows[p.client.Question().Seat] = strings.TrimSpace(throws[0]), throws[1:]
		}
		p.queue, p.queueSeat = splitLine(line), p.client.Question().Seat
	}
	first := p.queue[0]
	p.queue = p.queue[1:]
	return first, nil
}

// keptThrows are by seat the throws that were told before they were asked for, in the breath under way. A
// new breath drops them: what was told for one that came out otherwise means nothing.
type keptThrows map[string][]string

// next removes the next throw of a seat and returns its dice; nil if there is none.
func (k keptThrows) next(seat string) []string {
	throws := k[seat]
	if len(throws) == 0 {
		return nil
	}
	k[seat] = throws[1:]
	return splitLine(strings.TrimSpace(throws[0]))
}

// splitLine splits a line into answers: each of the numbers that it begins with, and the rest.
func splitLine(line string) (answers []string) {
	rest := line
	for rest != "" {
		word, after, _ := strings.Cut(rest, " ")
		if _, err := strconv.Atoi(word); err != nil {
			break
		}
		answers, rest = append(answers, word), strings.TrimSpace(after)
	}
	if rest != "" || len(answers) == 0 {
		answers = append(answers, rest)
	}
	return answers
}

// listen returns the next line of the input, or an error if the input or the context ends. What is chosen
// in secret is not shown as it is typed: others sit at the same screen.
func (p *prompt) listen(ctx context.Context) (string, error) {
	if p.lines == nil {
		p.lines, p.lineWanted = make(chan string), make(chan bool)
		go p.readLines()
	}
	isHidden := !p.isScript && p.client.Turn().Kind == rules.Commit && p.app.In == os.Stdin && cli.Terminal(os.Stdin)
	if isHidden {
		// The terminal stops showing what is typed while the line is read. If the context ends before, nobody
		// else shows it again.
		if state, err := term.GetState(os.Stdin.Fd()); err == nil {
			defer func() { _ = term.Restore(os.Stdin.Fd(), state) }()
		}
	}
	select {
	case <-ctx.Done():
		return "", ctx.Err()
	case <-p.lines: // it is closed, for no line was asked for
		return "", errLeft
	case p.lineWanted <- isHidden:
	}
	select {
	case <-ctx.Done():
		return "", ctx.Err()
	case text, open := <-p.lines:
		if !open {
			return "", errLeft
		}
		p.lineNumber++
		if line := p.client.PlainLine(text); !isLeaving(line) {
			return line, nil
		}
		return "", errLeft
	}
}

// isLeaving reports whether a line leaves the table, as the end of the input does.
func isLeaving(line string) bool {
	return strings.EqualFold(line, "quit") || strings.EqualFold(line, "exit")
}

// readLines sends the lines of the input one by one, each only when it is wanted: whether a line may be
// shown as it is typed depends on the question.
func (p *prompt) readLines() {
	defer close(p.lines)
	for isHidden := range p.lineWanted {
		text, err := p.readLine(isHidden)
		if len(text) > answerMax {
			text = text[:answerMax]
		}
		if err != nil && text == "" {
			return
		}
		p.lines <- text
	}
}

// readLine reads a line; a hidden one is not shown as it is typed. If something was typed ahead, it was
// shown already, and is read as it is.
func (p *prompt) readLine(isHidden bool) (string, error) {
	if isHidden && p.input.Buffered() == 0 {
		line, err := term.ReadPassword(os.Stdin.Fd())
		return string(line), err
	}
	return p.input.ReadString('\n')
}

func (p *prompt) say(format string, values ...any)    { p.app.Flow(format, values...) }
func (p *prompt) printf(format string, values ...any) { fmt.Fprintf(p.app.Out, format, values...) }

// askRuling makes a ruling for a line that does not say what its dice show: it prints the exact chance first, and then
// asks for the dice.
func (p *prompt) askRuling(ctx context.Context, line, rest string) (made bool, err error) {
	out, err := p.client.Line(ctx, "ruling odds "+rest)
	if err != nil {
		return false, err
	}
	odds := out.(session.RulingOdds)
	if err := p.printAnswer(odds); err != nil {
		return false, err
	}
	// Until the dice are told, thrown by the program, or left.
	for {
		p.printf("What do the dice show? Enter throws %s, undo leaves it. ", text.Either(len(odds.Sides) == 1, "it", "them"))
		told, err := p.listen(ctx)
		if err != nil {
			return false, err
		}
		switch {
		case told == "undo":
			p.say("No dice are thrown.")
			return false, nil
		case told == "":
			return p.callOnce(ctx, line)
		}
		made, err = p.callOnce(ctx, line+" shows "+told)
		if err != nil && strings.Trim(told, "0123456789 ") != "" {
			err = text.Problem{What: fmt.Sprintf("%q is not what dice show", told),
				Want: text.Count(len(odds.Sides), "number") + ", Enter or undo"}
		}
		if made || err != nil && !p.reportMistake(&err) {
			return made, err
		}
	}
}
