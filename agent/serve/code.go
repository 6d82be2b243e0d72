package serve

import (
	"errors"
	"io/fs"

	"kokyu/agent/session"
	"kokyu/rules/text"
)

// Codes of errors besides those of a session.
const (
	UnknownFight session.Code = "unknown-fight" // no such fight, or a link that does not open it
	UnknownPath  session.Code = "unknown-path"  // nothing is at this path, or not with this method
	BadRequest   session.Code = "bad-request"   // no JSON, or none that is a request
	BadVersion   session.Code = "bad-version"   // a version of the protocol that is not spoken
	KeyReused    session.Code = "key-reused"    // an Idempotency-Key that was sent with another request
	TooLarge     session.Code = "too-large"     // a body or a line above the limit
	TooMany      session.Code = "too-many"      // fights, streams or requests above a limit
	WrongHost    session.Code = "wrong-host"    // a request for another host, or from a page of another site
	Stopping     session.Code = "stopping"      // the server is stopping
	Failed       session.Code = "failed"        // a fault of the program or of its disk
)

// Codes lists every code of an error.
func Codes() []session.Code {
	return append(session.Codes(), UnknownFight, UnknownPath, BadRequest, BadVersion, KeyReused, TooLarge, TooMany, WrongHost, Stopping, Failed)
}

// coded is an error with a code of this package.
type coded struct {
	error
	code session.Code
}

func (c coded) Unwrap() error { return c.error }

// coding returns a problem with a code: what is wrong, and what would be right.
func coding(code session.Code, what, want string) error {
	return coded{text.Problem{What: what, Want: want}, code}
}

// Coded returns a problem with a code, one of [Codes]: what is wrong, and what would be right.
func Coded(code session.Code, what, want string) error { return coding(code, what, want) }

// CodeOf returns the code of an error: one of [Codes].
func CodeOf(err error) session.Code {
	if c, ok := errors.AsType[coded](err); ok {
		return c.code
	}
	if _, ok := errors.AsType[*fs.PathError](err); ok {
		return Failed
	}
	return session.CodeOf(err)
}
