package session

import (
	"context"
	"encoding/json"
	"errors"
	"slices"

	"kokyu/agent"
	"kokyu/rules"
	"kokyu/rules/dice"
	"kokyu/rules/fight"
	"kokyu/rules/text"
)

// Code tells programs what kind of error an error is. The list is closed, see [Codes]: the schema lists it, and a
// client may switch on it. Sentences may change from version to version, codes do not.
type Code string

const (
	BadInput         Code = "bad-input"         // the input of an operation does not have its form
	UnknownOperation Code = "unknown-operation" // no operation has this name
	UnknownName      Code = "unknown-name"      // no combatant or side has this name
	UnknownChoice    Code = "unknown-choice"    // no open decision has these words
	Banned           Code = "banned"            // the GM has forbidden the decision
	NotYours         Code = "not-yours"         // another client's to call, to decide or to see
	NotNow           Code = "not-now"           // the fight waits for something else, or is over
	BadDice          Code = "bad-dice"          // dice that cannot show this
	BadFile          Code = "bad-file"          // mistakes in an encounter, a position or a catalogue file, with places
	BadExpression    Code = "bad-expression"    // a question about dice that cannot be read
	Answered         Code = "answered"          // somebody else has answered the question meanwhile
	Cancelled        Code = "cancelled"         // the client went away, or the program is stopping
	Unrecorded       Code = "unrecorded"        // a step could not be written to the record: the fight stops
	Refused          Code = "refused"           // any other reason; the sentence tells it
)

// Codes lists the codes of a session's errors.
func Codes() []Code {
	return []Code{BadInput, UnknownOperation, UnknownName, UnknownChoice, Banned, NotYours, NotNow, BadDice, BadFile, BadExpression,
		Answered, Cancelled, Unrecorded, Refused}
}

// codedError is an error with its code.
type codedError struct {
	error
	code Code
}

func (c codedError) Unwrap() error { return c.error }

// newError returns a problem with a code: what is wrong, and what would be right.
func newError(code Code, what, want string) error {
	return codedError{text.Problem{What: what, Want: want}, code}
}

// withCode gives an error a code, unless it has one already. Only this package knows which operation a bare error of
// the rules comes from, and so what kind it is.
func withCode(code Code, err error) error {
	if err == nil || CodeOf(err) != Refused {
		return err
	}
	return codedError{err, code}
}

// CodeOf returns the code of an error of a session.
func CodeOf(err error) Code {
	if c, ok := errors.AsType[codedError](err); ok {
		return c.code
	}
	if ps, ok := errors.AsType[text.Problems](err); ok && slices.ContainsFunc(ps, hasPlace) {
		return BadFile
	}
	if p, ok := errors.AsType[text.Problem](err); ok && hasPlace(p) {
		return BadFile
	}
	switch {
	case hasType[fight.Untimely](err):
		return NotNow
	case hasType[rules.UnknownName](err):
		return UnknownName
	case hasType[agent.UnknownChoice](err):
		return UnknownChoice
	case hasType[fight.RecordError](err):
		return Unrecorded
	case hasType[*dice.Error](err):
		return BadExpression
	case hasType[*json.SyntaxError](err):
		return BadInput
	case errors.Is(err, ErrChanged):
		return Answered
	case errors.Is(err, context.Canceled), errors.Is(err, context.DeadlineExceeded):
		return Cancelled
	}
	return Refused
}

func hasPlace(p text.Problem) bool { return p.Line > 0 }

func hasType[E error](err error) bool {
	_, ok := errors.AsType[E](err)
	return ok
}
