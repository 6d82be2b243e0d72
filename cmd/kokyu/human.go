package main

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"strconv"
	"strings"

	"kokyu/agent"
	"kokyu/agent/session"
	"kokyu/rules"
	"kokyu/rules/strict"
)

// answerMax is the longest answer read.
const answerMax = 1000

// human asks a person, in words or by the numbers of a list. One may play many seats.
type human struct {
	// Script says that the input is a file and nobody can be asked again: a wrong answer is an error with its place.
	Script bool
	// Before is called before a question: whoever prints shows what has happened.
	Before func(context.Context, agent.View)

	in    *bufio.Reader
	out   io.Writer
	lines chan answer
	line  int   // of the last answer
	asked []int // how many steps stood at each question, the present one last
}

// answer is one line of input.
type answer struct {
	text string
	err  error
}

// newHuman asks on out and listens on in.
func newHuman(in io.Reader, out io.Writer) *human {
	return &human{in: bufio.NewReader(in), out: out}
}

func (h *human) String() string { return "human" }

// Choose shows the options and takes one. A seat with a single option is not asked.
func (h *human) Choose(ctx context.Context, f agent.View) (rules.Action, error) {
	if h.Before != nil {
		h.Before(ctx, f)
	}
	options := f.Options()
	name := strict.Escape(f.Name())
	if len(options) == 1 {
		h.printf("%s: %s (nothing else is open)\n", name, strict.Escape(options[0].Words))
		return options[0].Action, nil
	}
	h.remember(f.Standing())
	h.offer(f, name, options)
	for {
		text, err := h.listen(ctx)
		if err != nil {
			return rules.Action{}, err
		}
		wrong := error(nil)
		switch asked, who, _ := strings.Cut(text, " "); {
		case text == "":
			h.printf("> ")
			continue
		case asked == "?":
			wrong = h.sheets(f, strings.TrimSpace(who))
			if wrong == nil {
				h.printf("> ")
				continue
			}
		case text == "undo":
			if back, ok := h.back(); ok {
				return rules.Action{}, back
			}
			wrong = h.mistake("there is no earlier choice to take back", "a choice")
		default:
			var a rules.Action
			if a, wrong = h.pick(options, text); wrong == nil {
				return a, nil
			}
		}
		if h.Script {
			return rules.Action{}, wrong
		}
		h.printf("%s\n> ", strict.Escape(wrong.Error()))
	}
}

// remember notes a question, and forgets those that were taken back.
func (h *human) remember(standing int) {
	if len(h.asked) == 0 {
		h.printf("Answer with a number or the words. ? shows everyone, ? NAME one; undo takes back; Ctrl-D leaves the table.\n")
	}
	for len(h.asked) > 0 && h.asked[len(h.asked)-1] >= standing {
		h.asked = h.asked[:len(h.asked)-1]
	}
	h.asked = append(h.asked, standing)
}

// back is the way to the question before.
func (h *human) back() (session.TakeBack, bool) {
	n := len(h.asked)
	if n < 2 {
		return session.TakeBack{}, false
	}
	back := session.TakeBack{Steps: h.asked[n-1] - h.asked[n-2]}
	h.asked = h.asked[:n-1]
	return back, true
}

// offer prints the options with what they cost and what kind they are.
func (h *human) offer(f agent.View, name string, options []rules.Option) {
	h.printf("\n%s, round %d: %s\n", name, f.Round(), inLine(f.Sheet(f.Seat())))
	widest := 0
	for _, o := range options {
		widest = max(widest, len([]rune(o.Words)))
	}
	for i, o := range options {
		cost := ""
		if o.Cost > 0 {
			cost = fmt.Sprint(o.Cost)
		}
		h.printf("%4d  %-*s  %2s  %s\n", i+1, widest, strict.Escape(o.Words), cost, o.Phase)
	}
	h.printf("> ")
}

// inLine is a sheet as one line.
func inLine(sheet rules.Sheet) string {
	var parts []string
	for _, e := range sheet {
		parts = append(parts, e.Name+" "+e.Value)
	}
	return strict.Escape(strings.Join(parts, ", "))
}

// sheets prints everyone's sheet, or one's.
func (h *human) sheets(f agent.View, who string) error {
	roster, shown := f.Roster(), 0
	var names []string
	for i, r := range roster {
		names = append(names, r.Name)
		if who == "" || rules.Plain(who) == rules.Plain(r.Name) {
			h.printf("%s (%s, %s): %s\n", strict.Escape(r.Name), strict.Escape(r.Kind), strict.Escape(r.Team), inLine(f.Sheet(rules.Seat(i))))
			shown++
		}
	}
	if shown == 0 {
		return h.mistake(fmt.Sprintf("nobody here is called %q", who), strict.OneOf(who, names))
	}
	return nil
}

// pick reads an answer: a number of the list, the words, or the only words that begin so.
func (h *human) pick(options []rules.Option, text string) (rules.Action, error) {
	if n, err := strconv.Atoi(text); err == nil {
		if n < 1 || n > len(options) {
			return rules.Action{}, h.mistake(fmt.Sprintf("there is no choice %d", n), fmt.Sprintf("1 to %d", len(options)))
		}
		return options[n-1].Action, nil
	}
	var begins []rules.Option
	var words []string
	plain := rules.Plain(text)
	for _, o := range options {
		words = append(words, o.Words)
		switch p := rules.Plain(o.Words); {
		case p == plain:
			return o.Action, nil
		case strings.HasPrefix(p, plain):
			begins = append(begins, o)
		}
	}
	if len(begins) == 1 {
		return begins[0].Action, nil
	}
	near := rules.Near(text, words)
	want := fmt.Sprintf("1 to %d, or the words, as in %s", len(options), strings.Join(near[:min(3, len(near))], ", or "))
	if len(begins) > 1 {
		return rules.Action{}, h.mistake(fmt.Sprintf("%q could be %d choices", text, len(begins)), want)
	}
	return rules.Action{}, h.mistake(fmt.Sprintf("%q is not open to you now", text), want)
}

// mistake is something wrong with the last answer; a script's has its place.
func (h *human) mistake(what, want string) error {
	p := strict.Problem{What: what, Want: want}
	if h.Script {
		p.File, p.Line, p.Col = "standard input", h.line, 1
	}
	return p
}

// listen waits for a line, or for the end of everything.
func (h *human) listen(ctx context.Context) (string, error) {
	if h.lines == nil {
		h.lines = make(chan answer)
		go h.read()
	}
	select {
	case <-ctx.Done():
		return "", ctx.Err()
	case a, open := <-h.lines:
		if !open {
			return "", session.ErrLeft
		}
		h.line++
		if a.err != nil {
			return "", a.err
		}
		return strings.TrimSpace(a.text), nil
	}
}

// read hands the lines of the input over one by one.
func (h *human) read() {
	defer close(h.lines)
	for {
		text, err := h.in.ReadString('\n')
		if len(text) > answerMax {
			text = text[:answerMax]
		}
		if err != nil && text == "" {
			return
		}
		h.lines <- answer{text: text}
	}
}

func (h *human) printf(format string, values ...any) { fmt.Fprintf(h.out, format, values...) }
