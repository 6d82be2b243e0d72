package cli

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

// Verdict makes an error of an answer that is no: nothing is wrong with the question. It is said, and the exit code is 1.
func Verdict(err error) error { return verdict{err} }

type verdict struct{ error }

func (v verdict) Unwrap() error { return v.error }

// InterruptedError returns the error of a command that was told to stop, with how far it came; the exit code is 130.
func InterruptedError(says string) error { return interrupted{says} }

type interrupted struct{ says string }

func (i interrupted) Error() string { return i.says }

// StoppedError returns err, and where it is that the command was told to stop, how far it had come: "after 37 of 400 fights".
func StoppedError(err error, where string) error {
	if errors.Is(err, context.Canceled) {
		return InterruptedError("stopped " + where)
	}
	return err
}

// Show prints what was worked out, for programs or for people, also where the command was told to stop: how far it had come.
func (a *App) Show(v any, people func(), err error, came string) error {
	if a.JSON {
		if printing := a.Object(v); printing != nil {
			return printing
		}
	} else {
		people()
	}
	return StoppedError(err, came)
}

// SaidError wraps an error that was printed already, so that it only sets the exit code.
func SaidError(err error) error { return said{err} }

type said struct{ error }

func (s said) Unwrap() error { return s.error }

// Mistake returns the error for something a user did: what, and what would be right.
func Mistake(what, want string) error { return text.Problem{What: what, Want: want} }

// Unknown returns a word that is none of those known.
func Unknown(kind, word string, known []string) error {
	return Mistake(fmt.Sprintf("there is no %s %s", kind, Quote(word)), text.OneOf(word, known))
}

// Quote returns a user's text in quotation marks, safe to print.
func Quote(s string) string { return `"` + text.Escape(s) + `"` }

// Fail says what went wrong, once, and is the exit code.
func (a *App) Fail(err error) int {
	switch {
	case err == nil:
		return ExitDone
	case errors.Is(err, context.Canceled):
		err = InterruptedError("stopped")
	}
	if _, ok := errors.AsType[said](err); !ok {
		fmt.Fprintln(a.Err, a.Sentence(err))
		if _, no := errors.AsType[verdict](err); a.JSON && !no {
			_ = a.Object(serve.Faults{Errors: serve.FaultsOf(err)})
		}
	}
	if _, ok := errors.AsType[interrupted](err); ok {
		return ExitInterrupted
	}
	if _, ok := errors.AsType[verdict](err); ok {
		return exitNo
	}
	return exitBad
}

// Sentence returns an error for people: with its place first, as compilers have it, or with the program's name.
func (a *App) Sentence(err error) string {
	if ps := serve.Problems(err); ps != nil {
		text := ps.Pretty()
		if ps[0].Line == 0 {
			text = a.name + ": " + text
		}
		return text
	}
	if _, ok := errors.AsType[*fight.Difference](err); ok {
		return err.Error() // safe, and has its place
	}
	if e, ok := errors.AsType[*dice.Error](err); ok {
		return a.name + ": " + e.Error() + "\n" + under(e)
	}
	var lines []string
	for line := range strings.Lines(err.Error()) {
		lines = append(lines, text.Escape(strings.TrimRight(line, "\n")))
	}
	return a.name + ": " + strings.Join(lines, "\n")
}

// under returns the expression with a caret under the mistake.
func under(e *dice.Error) string {
	p := text.Problem{Line: 1, Col: e.Col, Source: e.Expr}.Pretty()
	_, picture, _ := strings.Cut(p, "\n")
	return picture
}
