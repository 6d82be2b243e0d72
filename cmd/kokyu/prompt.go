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

// answerMax is the longest line read.
const answerMax = 1000

// errLeft says that whoever sat at the prompt went away.
var errLeft = errors.New("the table was left")

// prompt is a session as a person at a terminal has it: a face of the table of operations. A line answers what is asked, by
// a number, in words or with dice, or is an operation; several numbers answer several questions, and dice behind a comma
// are kept for the next throw of the same hand.
type prompt struct {
	client session.Client
	// Script says that the input is a file and nobody can be asked again: a wrong answer is an error with its place.
	Script bool
	// Hear is told every step that was made; Before is called before a question, where it prints what has happened.
	Hear   func(context.Context, rules.Step)
	Before func(context.Context)

	app   *app // for what is printed
	in    *bufio.Reader
	lines chan string
	next  chan bool // a line is wanted; whether what is typed must not show
	line  int       // of the last answer
	queue []string  // answers of the last line that nothing has asked for yet
	whose string    // they are: who was asked when that line was typed
	kept  kept
	greet bool   // the first question explains how to answer
	menu  menu   // by whose numbers a decision is answered now
	group string // whose plans have been shown, for Enter to take all of them
	seen  bool   // the board has just been shown: everybody's values are on the screen
	still bool   // the last steps have left the question as it was
}

// newPrompt asks on a's output and listens on its input.
func newPrompt(a *app, s *session.Session) *prompt {
	return &prompt{client: session.Client{Session: s}, app: a, in: bufio.NewReader(a.In), Script: !cli.Terminal(a.In), kept: kept{},
		Hear: func(context.Context, rules.Step) {}, Before: func(context.Context) {}}
}

// run plays the fight and asks what it has to, until it is over or the table is left.
func (p *prompt) run(ctx context.Context) error {
	for {
		err := p.client.Run(ctx, func(step rules.Step) error {
			p.Hear(ctx, step)
			return nil
		})
		if !errors.Is(err, session.ErrAsked) {
			return err
		}
		if err := p.ask(ctx); err != nil {
			return err
		}
	}
}

// ask puts the question the table is asked, and listens until a step is made.
func (p *prompt) ask(ctx context.Context) error {
	p.app.Measure()
	p.Before(ctx)
	if p.client.Turn().Begins {
		p.kept = kept{}
	}
	if !p.greet {
		p.greet = true
		p.app.Line("", "Answer with numbers or words. ? explains, hint advises, undo takes back, Ctrl-D leaves.")
	}
	q := p.client.Question()
	p.group = ""
	if !p.still { // else they have just been shown
		p.waits(p.client.WaitingChanges())
	}
	p.still = false
	if err := p.stray(q); err != nil && !p.wrong(&err) {
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
		p.menu = menu // a second question has one of its own
		text, err := p.answer(ctx)
		if err != nil {
			return err
		}
		done, err := p.decide(ctx, q, menu, text)
		if done || err != nil && !p.wrong(&err) {
			return err
		}
		if len(p.queue) == 0 {
			p.printf("> ")
		}
	}
}

// stray refuses an answer that is left over of somebody else's line: a die too many is nobody's choice. What is no answer, an
// undo behind the dice, is heard.
func (p *prompt) stray(q session.Question) error {
	if len(p.queue) == 0 || p.whose == q.Seat {
		return nil
	}
	answer, would := p.queue[0], "an answer for "+q.Seat
	n, notNumber := strconv.Atoi(answer)
	switch {
	case q.Kind == session.Dice && notNumber == nil:
		would = fmt.Sprintf("a die of %s's %s", q.Seat, q.Check.What)
	case q.Kind == session.Decision:
		m, err := p.choices(q)
		if err != nil {
			return err
		}
		if notNumber != nil {
			if _, err := agent.OptionNamed(m.options(), answer); err != nil {
				break
			}
			would = fmt.Sprintf("%q for %s", answer, q.Seat)
		} else if n >= 1 && n <= len(m) {
			would = fmt.Sprintf("%q for %s", m.title(n-1), q.Seat)
		}
	}
	if _, _, unspoken := session.FindSpoken(answer); unspoken == nil && !strings.HasPrefix(would, `"`) {
		return nil
	}
	return text.Problem{What: fmt.Sprintf("%s is too many on the line of %s: it would have been %s", answer, p.whose, would),
		Want: "it on a line of its own, when " + q.Seat + " is asked"}
}

// choices returns the menu of a question.
func (p *prompt) choices(q session.Question) (menu, error) {
	out, err := p.client.Line(context.Background(), "options")
	if err != nil {
		return nil, err
	}
	m := newMenu(out.(session.Choices).Options, !q.Proposal)
	if !q.Proposal {
		m = m.fold(p.room())
	}
	return m, nil
}

// wrong prints a mistake and lets the question stand; of a script, and of what is none of the answerer's, it is the end.
func (p *prompt) wrong(err *error) bool {
	if errors.Is(*err, errLeft) || errors.Is(*err, context.Canceled) {
		return false
	}
	p.queue, p.kept = nil, kept{}
	if p.Script {
		f := serve.FaultsOf(*err)[0]
		*err = text.Problem{File: "standard input", Line: p.line, Col: 1, What: f.What, Want: f.Want}
		return false
	}
	p.say("%s", text.Escape((*err).Error()))
	return true
}

// proposalLines is how many lines a proposal takes.
const proposalLines = 3 + shownMax

// offer shows what is open: of a person everything, in groups; of a seat that plays by itself what it would do.
func (p *prompt) offer(ctx context.Context, q session.Question) (menu, error) {
	m, err := p.choices(q)
	if err != nil {
		return m, err
	}
	p.menu = m
	below, folded := proposalLines, false
	if !q.Proposal {
		below, folded = min(m.lines(), p.room()), len(newMenu(slices.Concat(m...), true)) > len(m)
	}
	p.printState(q, (p.client.Turn().Begins || folded) && !p.seen, below)
	p.seen = false
	if !q.Proposal {
		p.printMenu(m, p.room())
		p.printf("> ")
		return m, nil
	}
	if len(p.queue) > 0 {
		return m, nil // it is answered already
	}
	out, err := p.client.Line(ctx, "propose")
	if err != nil {
		return m, err
	}
	proposed := out.(session.Proposal)
	p.sayProposal("Enter", m, proposed)
	p.printf("> ")
	return m, nil
}

// decide takes an answer to a decision; done says that a step was made.
func (p *prompt) decide(ctx context.Context, q session.Question, m menu, txt string) (done bool, err error) {
	n, notNumber := strconv.Atoi(txt)
	switch {
	case txt == "" && p.group != "":
		return p.call(ctx, "all "+p.group)
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
	return p.way(ctx, m, m[n-1])
}

// takeWords takes an answer in words: a decision, or an operation.
func (p *prompt) takeWords(ctx context.Context, m menu, txt string) (done bool, err error) {
	if slices.ContainsFunc(m.words(), func(w string) bool { return text.Fold(w) == text.Fold(txt) }) {
		return p.call(ctx, "do "+txt)
	}
	_, _, unspoken := session.FindSpoken(txt)
	o, unnamed := agent.OptionNamed(m.options(), txt)
	switch {
	case unnamed == nil && (unspoken != nil || strings.Contains(txt, " ")):
		return p.call(ctx, "do "+o.Words)
	case unspoken == nil:
		return p.call(ctx, txt)
	}
	return false, unnamed
}

// way asks in which of its ways a row of the menu is meant, as often as a row has several. An undo leads back to the question
// before.
func (p *prompt) way(ctx context.Context, m menu, row []agent.PricedOption) (done bool, err error) {
	show := func() {
		if len(p.queue) == 0 {
			p.printWays(p.menu)
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
		part := oneOf(row, txt)
		switch {
		case txt == "undo" && len(before) == 0:
			p.printMenu(m, p.room())
			return false, nil
		case txt == "undo":
			row, before = before[len(before)-1], before[:len(before)-1]
			p.menu = p.submenu(row)
			show()
			continue
		case notNumber == nil && n >= 1 && n <= len(p.menu) && len(p.menu[n-1]) > 1:
			row, before = p.menu[n-1], append(before, row)
			p.menu = p.submenu(row)
			show()
			continue
		case notNumber == nil && n >= 1 && n <= len(p.menu):
			return p.call(ctx, "do "+p.menu[n-1][0].Words)
		case notNumber == nil:
			err = text.Problem{What: fmt.Sprintf("there is no way %d of it", n), Want: fmt.Sprintf("1 to %d, or undo for another choice", len(p.menu))}
		case part != "":
			return p.call(ctx, "do "+part)
		case txt != "":
			done, err = p.takeWords(ctx, m, txt)
		}
		switch {
		case done && p.still:
			show()
			continue
		case done || err != nil && !p.wrong(&err):
			return done, err
		}
		if len(p.queue) == 0 {
			p.printf("> ")
		}
	}
}

// oneOf returns the only way that has these words in it, "wrist" for a blow at the wrist; empty if none or several have, or if they
// are an operation.
func oneOf(row []agent.PricedOption, txt string) (found string) {
	if _, _, err := session.FindSpoken(txt); err == nil || txt == "" {
		return ""
	}
	spaced := func(words string) string {
		return " " + strings.Join(strings.Fields(strings.ToLower(words)), " ") + " "
	}
	several := false
	for _, o := range row {
		switch words := spaced(o.Words); {
		case words == spaced(txt):
			return o.Words
		case !strings.Contains(words, spaced(txt)):
			continue
		}
		if several = several || found != ""; !several {
			found = o.Words
		}
	}
	if several {
		return ""
	}
	return found
}

// askDice asks what dice show, as many at a time as the line has.
func (p *prompt) askDice(ctx context.Context, q session.Question) error {
	if len(p.queue) == 0 {
		p.queue, p.whose = p.kept.next(q.Seat), q.Seat
	}
	asked := len(p.queue) == 0
	if asked {
		p.throw(q, nil)
	}
	var faces []string
	for {
		text, err := p.answer(ctx)
		if err != nil {
			return err
		}
		if _, notNumber := strconv.Atoi(text); text != "" && notNumber != nil {
			if text == "undo" && len(faces) > 0 { // of the die before
				faces = nil
			} else if done, err := p.beside(ctx, q, text); done && !p.still || err != nil && !p.wrong(&err) {
				return err
			}
			p.throw(q, faces)
			continue
		}
		if text != "" {
			faces = append(faces, text)
		}
		if len(faces) < len(q.Check.Dice) {
			switch {
			case len(faces) == 0:
				p.throw(q, nil)
			case len(p.queue) == 0 && asked:
				p.printf("and? ")
			case len(p.queue) == 0: // the line before has begun it
				p.throw(q, faces)
			}
			continue
		}
		done, err := p.call(ctx, "dice "+strings.Join(faces, " "))
		if err != nil && len(p.queue) > 0 && len(faces) < answerMax && p.more(q, faces) {
			continue
		}
		if done || err != nil && !p.wrong(&err) {
			return err
		}
		faces = nil
		p.throw(q, nil)
	}
}

// throw asks what dice show; faces are those that were told already.
func (p *prompt) throw(q session.Question, faces []string) {
	asks := thrownFor(q) + ": dice?"
	if len(faces) > 0 {
		asks += " " + strings.Join(faces, " ") + " and?"
	}
	lines := []string{asks}
	if p.app.Screen {
		lines = p.app.BreakLines("", 2, asks)
	}
	p.printf("%s ", strings.Join(lines, "\n"))
}

// thrownFor returns what dice are thrown for, what they need, and the chance of it.
func thrownFor(q session.Question) string {
	if q.Check.By != "" {
		return text.Escape(q.Seat + "'s dice in " + say.DiceRequest(q.Check))
	}
	return text.Escape(q.Seat + "'s " + say.DiceRequest(q.Check))
}

// beside takes what is said where dice are asked for. What is about a choice is answered too: there is none.
func (p *prompt) beside(ctx context.Context, q session.Question, txt string) (done bool, err error) {
	if o, _, err := session.FindSpoken(txt); err == nil && slices.Contains([]string{"advise", "why", "options", "propose"}, o.Name) {
		p.say("There is nothing to choose: %s. Type what the dice show, or roll.", thrownFor(q))
		return false, nil
	}
	if _, _, unspoken := session.FindSpoken(txt); unspoken != nil {
		return false, text.Problem{What: fmt.Sprintf("%q is no die and no command", txt), Want: p.dice(q) + ", or roll"}
	}
	return p.call(ctx, txt)
}

// dice says how many dice a question is about: "4 dice", "1 die or more".
func (p *prompt) dice(q session.Question) string {
	n := fmt.Sprint(len(q.Check.Dice), " dice")
	if len(q.Check.Dice) == 1 {
		n = "1 die"
	}
	if q.Check.Open {
		n += ", and those that are thrown again"
	}
	return n
}

// more reports whether dice of a system that throws again may go on: the next number of the line can be one of them.
func (p *prompt) more(q session.Question, faces []string) bool {
	_, err := strconv.Atoi(p.queue[0])
	return err == nil && len(faces) >= len(q.Check.Dice) && q.Check.Open
}

// call says a line to the table and shows what it answers; made says that it made a step.
func (p *prompt) call(ctx context.Context, line string) (made bool, err error) {
	if o, rest, err := session.FindSpoken(line); err == nil && o.Name == "ruling" && !session.Shows(line) {
		return p.ruling(ctx, line, rest)
	}
	return p.make(ctx, line)
}

// make says a line that needs no second answer.
func (p *prompt) make(ctx context.Context, line string) (made bool, err error) {
	out, err := p.client.Line(ctx, line)
	if err != nil {
		return false, err
	}
	m, ok := out.(session.Made)
	if !ok {
		return false, p.show(out)
	}
	p.still = !slices.ContainsFunc(m.Steps, func(s rules.Step) bool {
		return !slices.Contains([]string{fight.WordNote, fight.WordRuling, fight.WordLater, fight.WordDropped}, s.Word)
	})
	if name, _, _ := strings.Cut(line, " "); name != "do" && name != "dice" && !p.still {
		p.kept = kept{} // an undo, a change: other dice may be asked for
	}
	for _, step := range m.Steps {
		p.Hear(ctx, step)
		if step.Word == fight.WordLater || step.Word == fight.WordDropped {
			p.waits(m.Waiting)
		}
	}
	return len(m.Steps) > 0, nil
}

// waits prints the changes that wait.
func (p *prompt) waits(list []session.Waiting) {
	for _, w := range list {
		p.app.PrintWrapped("  ", 4, text.Escape(say.WaitingChange(w)))
	}
}

// answer returns the next answer: of the line before, or of a new one.
func (p *prompt) answer(ctx context.Context) (string, error) {
	if len(p.queue) == 0 {
		line, err := p.listen(ctx)
		if err != nil {
			return "", err
		}
		if throws := strings.Split(line, ","); len(throws) > 1 && strings.Trim(line, "0123456789 ,") == "" {
			line, p.kept[p.client.Question().Seat] = strings.TrimSpace(throws[0]), throws[1:]
		}
		p.queue, p.whose = split(line), p.client.Question().Seat
	}
	first := p.queue[0]
	p.queue = p.queue[1:]
	return first, nil
}

// kept are throws that were told before they were asked for, by whose hand threw them, for the breath under way.
type kept map[string][]string

// next returns the next throw of a hand.
func (k kept) next(seat string) []string {
	throws := k[seat]
	if len(throws) == 0 {
		return nil
	}
	k[seat] = throws[1:]
	return split(strings.TrimSpace(throws[0]))
}

// split takes a line apart: the numbers it begins with are answers of their own, the rest is one.
func split(line string) (answers []string) {
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

// listen waits for a line, or for the end of everything. What is chosen in secret before others is not shown as it is typed.
func (p *prompt) listen(ctx context.Context) (string, error) {
	if p.lines == nil {
		p.lines, p.next = make(chan string), make(chan bool)
		go p.read()
	}
	hidden := !p.Script && p.client.Turn().Kind == rules.Commit && p.app.In == os.Stdin && cli.Terminal(os.Stdin)
	if hidden {
		if state, err := term.GetState(os.Stdin.Fd()); err == nil { // an end that comes while a line is read leaves the screen as it was
			defer func() { _ = term.Restore(os.Stdin.Fd(), state) }()
		}
	}
	select {
	case <-ctx.Done():
		return "", ctx.Err()
	case <-p.lines: // closed: no line is under way
		return "", errLeft
	case p.next <- hidden:
	}
	select {
	case <-ctx.Done():
		return "", ctx.Err()
	case text, open := <-p.lines:
		if !open {
			return "", errLeft
		}
		p.line++
		if line := p.client.PlainLine(text); !leaves(line) {
			return line, nil
		}
		return "", errLeft
	}
}

// leaves reports whether a line ends what is under way, as the end of the input does.
func leaves(line string) bool {
	return strings.EqualFold(line, "quit") || strings.EqualFold(line, "exit")
}

// read hands the lines of the input over one by one, each when it is asked for.
func (p *prompt) read() {
	defer close(p.lines)
	for hidden := range p.next {
		text, err := p.readLine(hidden)
		if len(text) > answerMax {
			text = text[:answerMax]
		}
		if err != nil && text == "" {
			return
		}
		p.lines <- text
	}
}

// readLine reads a line; a hidden one without showing it, unless it was typed ahead.
func (p *prompt) readLine(hidden bool) (string, error) {
	if hidden && p.in.Buffered() == 0 {
		line, err := term.ReadPassword(os.Stdin.Fd())
		return string(line), err
	}
	return p.in.ReadString('\n')
}

func (p *prompt) say(format string, values ...any)    { p.app.Flow(format, values...) }
func (p *prompt) printf(format string, values ...any) { fmt.Fprintf(p.app.Out, format, values...) }
