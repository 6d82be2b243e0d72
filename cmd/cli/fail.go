package cli

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"strings"

	"kokyu/agent/serve"
	"kokyu/rules/dice"
	"kokyu/rules/fight"
	"kokyu/rules/text"
)

// exitError is an error with the exit code that a command ends with because of it. Any other error has the
// code exitBad.
type exitError struct {
	error
	code   int
	isSaid bool // it was printed already
}

func (e exitError) Unwrap() error { return e.error }

// asExitError returns an error as one with an exit code.
func asExitError(err error) exitError {
	if e, ok := errors.AsType[exitError](err); ok {
		return e
	}
	return exitError{error: err, code: exitBad}
}

// Verdict returns the error of a command whose answer is no, though nothing is wrong with the question. It is printed,
// and the exit code is 1.
func Verdict(err error) error { return exitError{error: err, code: exitNo} }

// InterruptedError returns the error of a command that was told to stop. It says how far the command came; the exit
// code is 130.
func InterruptedError(says string) error {
	return exitError{error: errors.New(says), code: ExitInterrupted}
}

// SaidError wraps an error that was printed already, so that it only sets the exit code.
func SaidError(err error) error {
	return exitError{error: err, code: asExitError(err).code, isSaid: true}
}

// StoppedError returns err. If it is that the command was told to stop, the error says how far it had come: "after 37
// of 400 fights".
func StoppedError(err error, where string) error {
	if errors.Is(err, context.Canceled) {
		return InterruptedError("stopped " + where)
	}
	return err
}

// Report prints a value as JSON or, without --json, calls the function that prints it for people.
func (a *App) Report(v any, forPeople func()) error {
	if a.JSON {
		return a.Object(v)
	}
	forPeople()
	return nil
}

// Show reports a value as [App.Report] does, even if the command was told to stop while it worked it out:
// then err says so, and Show returns it with how far the command came.
func (a *App) Show(v any, forPeople func(), err error, came string) error {
	return cmp.Or(a.Report(v, forPeople), StoppedError(err, came))
}

// Mistake returns the error of a user's mistake: what is wrong, and what would be right.
func Mistake(what, want string) error { return text.Problem{What: what, Want: want} }

// InRange returns an error unless a number that a flag has is one of least to most.
func InRange(flag string, n, least, most int) error {
	if n < least || n > most {
		return Mistake(fmt.Sprintf("--%s is %d", flag, n), fmt.Sprintf("%d to %d", least, most))
	}
	return nil
}

// Unknown returns the error of a word that is none of those known. It names those that are spelt like it.
func Unknown(kind, word string, known []string) error {
	return Mistake(fmt.Sprintf("there is no %s %s", kind, Quote(word)), text.OneOf(word, known))
}

// Quote returns a text of a user's in quotation marks, safe to print.
func Quote(s string) string { return `"` + text.Escape(s) + `"` }

// Fail prints what went wrong, unless it was printed already, and returns the exit code. With --json the
// mistakes are also printed as an object on one line, since whoever reads a stream reads lines, but not a verdict, whose
// object the command has printed.
func (a *App) Fail(err error) int {
	switch {
	case err == nil:
		return ExitDone
	case errors.Is(err, context.Canceled):
		err = InterruptedError("stopped")
	}
	e := asExitError(err)
	if !e.isSaid {
		fmt.Fprintln(a.Err, a.Sentence(err))
		if a.JSON && e.code != exitNo {
			_ = serve.WriteLine(a.Out, serve.Faults{Errors: serve.FaultsOf(err)})
		}
	}
	return e.code
}

// Sentence returns an error for people: behind its place in a file, as compilers print it, or behind the name of the
// program.
func (a *App) Sentence(err error) string {
	if ps := serve.Problems(err); ps != nil {
		text := ps.Pretty()
		if ps[0].Line == 0 {
			text = a.name + ": " + text
		}
		return text
	}
	if _, ok := errors.AsType[*fight.Difference](err); ok {
		return err.Error() // which is escaped, and begins with its place
	}
	if e, ok := errors.AsType[*dice.Error](err); ok {
		// The second line of a problem with a place has a caret below the expression, which the error has quoted
		// already.
		_, caret, _ := strings.Cut(text.Problem{Line: 1, Col: e.Col, Source: e.Expr}.Pretty(), "\n")
		return a.name + ": " + e.Error() + "\n" + caret
	}
	lines := strings.Split(strings.TrimSuffix(err.Error(), "\n"), "\n")
	return a.name + ": " + strings.Join(text.Each(lines, func(line string) string { return text.CutQuotes(text.Escape(line)) }), "\n")
}
