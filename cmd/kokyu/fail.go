package main

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"kokyu/agent/serve"
	"kokyu/rules/dice"
	"kokyu/rules/fight"
	"kokyu/rules/text"
)

// verdict is an answer that is no: nothing is wrong with the question. It is said, and the exit code is 1.
type verdict struct{ error }

func (v verdict) Unwrap() error { return v.error }

// interrupted says where a command stopped when it was told to; the exit code is 130.
type interrupted struct{ says string }

func (i interrupted) Error() string { return i.says }

// stopped is err, and where it is that the command was told to stop, how far it had come: "after 37 of 400 fights".
func stopped(err error, where string) error {
	if errors.Is(err, context.Canceled) {
		return interrupted{"stopped " + where}
	}
	return err
}

// said wraps an error that has been told already.
type said struct{ error }

func (s said) Unwrap() error { return s.error }

// mistake is something a user did: what, and what would be right.
func mistake(what, want string) error { return text.Problem{What: what, Want: want} }

// unknown is a word that is none of those known.
func unknown(kind, word string, known []string) error {
	return mistake(fmt.Sprintf("there is no %s %s", kind, quoted(word)), text.OneOf(word, known))
}

func quoted(s string) string { return `"` + text.Escape(s) + `"` }

// fail says what went wrong, once, and is the exit code.
func (a *app) fail(err error) int {
	switch {
	case err == nil:
		return exitDone
	case errors.Is(err, context.Canceled):
		err = interrupted{"stopped"}
	}
	if _, ok := errors.AsType[said](err); !ok {
		fmt.Fprintln(a.err, sentence(err))
		if _, no := errors.AsType[verdict](err); a.json && !no {
			_ = a.object(serve.Faults{Errors: serve.FaultsOf(err)})
		}
	}
	if _, ok := errors.AsType[interrupted](err); ok {
		return exitInterrupted
	}
	if _, ok := errors.AsType[verdict](err); ok {
		return exitNo
	}
	return exitBad
}

// sentence is an error for people: with its place first, as compilers have it, or with the program's name.
func sentence(err error) string {
	if ps := serve.Problems(err); ps != nil {
		text := ps.Pretty()
		if ps[0].Line == 0 {
			text = "kokyu: " + text
		}
		return text
	}
	if _, ok := errors.AsType[*fight.Difference](err); ok {
		return err.Error() // safe, and has its place
	}
	if e, ok := errors.AsType[*dice.Error](err); ok {
		return "kokyu: " + e.Error() + "\n" + under(e)
	}
	var lines []string
	for line := range strings.Lines(err.Error()) {
		lines = append(lines, text.Escape(strings.TrimRight(line, "\n")))
	}
	return "kokyu: " + strings.Join(lines, "\n")
}

// under is the expression with a caret under the mistake.
func under(e *dice.Error) string {
	p := text.Problem{Line: 1, Col: e.Col, Source: e.Expr}.Pretty()
	_, picture, _ := strings.Cut(p, "\n")
	return picture
}
