package serve

import (
	"errors"
	"io/fs"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"

	"kokyu/agent/session"
	"kokyu/rules/dice"
	"kokyu/rules/fight"
	"kokyu/rules/text"
)

// Fault is one mistake in JSON. File, Line and Col are empty unless it is in a file or an expression.
type Fault struct {
	File string `json:"file"`
	Line int    `json:"line"`
	Col  int    `json:"col"`
	What string `json:"what"`
	Want string `json:"want"`

	Code session.Code `json:"code"` // one of [allCodes]
}

// Faults is an error in JSON.
type Faults struct {
	Errors []Fault `json:"errors"`
}

// Problems returns the mistakes with places that an error contains; nil if it contains none.
func Problems(err error) text.Problems {
	if ps, ok := errors.AsType[text.Problems](err); ok && len(ps) > 0 {
		return ps
	}
	if p, ok := errors.AsType[text.Problem](err); ok {
		return text.Problems{p}
	}
	return nil
}

// FaultsOf returns all the mistakes in an error, at least one, with the code of the error. An error without structure
// is split at ", want ", where this project's errors say what would be right.
func FaultsOf(err error) (list []Fault) {
	defer func() {
		for i := range list {
			list[i].Code = CodeOf(err)
		}
	}()
	for _, p := range Problems(err) {
		list = append(list, Fault{File: p.File, Line: p.Line, Col: p.Col, What: text.CutQuotes(p.What), Want: p.Want})
	}
	if e, ok := errors.AsType[*dice.Error](err); ok {
		list = append(list, Fault{File: e.Expr, Line: 1, Col: e.Col, What: e.What, Want: e.Want})
	}
	if e, ok := errors.AsType[*fight.Difference](err); ok {
		list = append(list, Fault{File: e.File, Line: e.Line, Col: 1, What: e.What + " is now " + e.Got, Want: e.Want})
	}
	if list == nil {
		what, want, _ := strings.Cut(err.Error(), ", want ")
		list = append(list, Fault{What: text.CutQuotes(what), Want: want})
	}
	return list
}

// Codes of errors, besides those of package session. [statuses] has their HTTP statuses.
const (
	UnknownFight  session.Code = "unknown-fight" // no such fight, or a link that does not open it
	UnknownPath   session.Code = "unknown-path"  // nothing is at this path, or not with this method
	WrongMethod   session.Code = "wrong-method"  // what is at this path does not take the method
	NoKey         session.Code = "no-key"        // a request that needs a link or key, and has none, or an old one of the owner's
	BadRequest    session.Code = "bad-request"   // no JSON, or none that is a request
	BadVersion    session.Code = "bad-version"   // a version of the protocol that is not spoken
	KeyReused     session.Code = "key-reused"    // an Idempotency-Key that was sent with another request
	TooLarge      session.Code = "too-large"     // a body or a line above the limit
	TooMany       session.Code = "too-many"      // fights, streams or requests above a limit
	WrongHost     session.Code = "wrong-host"    // a request for another host, or from a page of another site
	Stopping      session.Code = "stopping"      // the server is stopping
	UnusableFiles session.Code = "unusable"      // the files of a fight are damaged, absent or closed to the server
	NoRoom        session.Code = "no-room"       // the disk is full
	Failed        session.Code = "failed"        // a fault of the program or of its disk
)

// allCodes returns every code that an error can have.
func allCodes() []session.Code {
	return append(session.Codes(), UnknownFight, UnknownPath, WrongMethod, NoKey, BadRequest, BadVersion, KeyReused,
		TooLarge, TooMany, WrongHost, Stopping, UnusableFiles, NoRoom, Failed)
}

// codedError is an error with a code of this package. [CodeOf] finds it in whatever wraps it.
type codedError struct {
	error
	code session.Code
}

func (c codedError) Unwrap() error { return c.error }

// NewError returns a problem with one of [allCodes]: what is wrong, and what would be right.
func NewError(code session.Code, what, want string) error {
	return codedError{text.Problem{What: what, Want: want}, code}
}

// problem returns the error of a client's mistake: what is wrong, and what would be right.
func problem(what, want string) error { return text.Problem{What: what, Want: want} }

// unknownFightError returns the error for every key that opens nothing, and for every id of no fight. It is
// always the same, so that nobody learns which fights there are.
func unknownFightError() error {
	return NewError(UnknownFight, "there is no such fight, or the link does not open it",
		"a link that stands, as it was shown when the fight was opened")
}

func deletedError() error { return NewError(UnknownFight, "the fight was deleted", "another fight") }

// CodeOf returns the code of an error, one of [allCodes]. A full disk comes first: whatever else an error
// is about, space is what helps. An error of the file system without a code is a fault of this machine, of
// which clients learn nothing more.
func CodeOf(err error) session.Code {
	if isNoRoom(err) {
		return NoRoom
	}
	if c, ok := errors.AsType[codedError](err); ok {
		return c.code
	}
	if _, ok := errors.AsType[*fs.PathError](err); ok {
		return Failed
	}
	return session.CodeOf(err)
}

// isNoRoom reports whether an error is that of a full disk or of a quota that is used up. Windows has a
// number of its own for it, which package syscall does not name.
func isNoRoom(err error) bool {
	const windowsDiskFull = syscall.Errno(112)
	errno, ok := errors.AsType[syscall.Errno](err)
	return ok && (errno == syscall.ENOSPC || errno == syscall.EDQUOT ||
		runtime.GOOS == "windows" && errno == windowsDiskFull)
}

// unusableError returns the GM's error for a fight whose file cannot be used: what is wrong, and in which line. It
// names the file without its folder: folders of this machine are nobody's business.
func unusableError(path string, err error) error {
	p := text.Problem{What: strings.ReplaceAll(err.Error(), path, filepath.Base(path)), Want: "the file as it was written"}
	differs, isDifference := errors.AsType[*fight.Difference](err)
	switch problems := Problems(err); {
	case isDifference:
		p.Line, p.Col, p.What, p.Want = differs.Line, 1, differs.What+" is now "+differs.Got, differs.Want
	case len(problems) > 0:
		p = problems[0]
	case errors.Is(err, fs.ErrNotExist):
		p.What, p.Want = "the file is not there", "it back beside the others"
	case errors.Is(err, fs.ErrPermission):
		p.What, p.Want = "the server may not read and write the file", "a file that it may"
	}
	p.File = filepath.Base(path)
	return codedError{p, UnusableFiles}
}

// errorFor returns an error as the holder of an access may know it: what is wrong with a file is for the GM alone.
func errorFor(a Access, err error) error {
	if CodeOf(err) == UnusableFiles && a.Role != GM {
		return NewError(UnusableFiles, "the files of the fight cannot be used", "a word to its GM, who is told why")
	}
	return err
}

// newRules is the operation with which a GM lets a fight go on whose record other rules wrote. Until then a
// fight under other rules is not loaded, see [Fights.resumeUnderNewRules].
const newRules = "new rules"

// otherRules is the error of every use of a fight that other rules wrote, until its GM has called [newRules]: a
// problem, which is printed, and the error of package session, for callers that look for it.
type otherRules struct {
	text.Problem
	of session.OtherRulesError
}

func (o otherRules) Unwrap() []error { return []error{o.Problem, o.of} }

func otherRulesError(o session.OtherRulesError) error {
	want := "the GM's word that it goes on under these: new rules"
	if !o.GoesOn() {
		want = "a new fight: these rules do not allow that step"
	}
	p := text.Problem{What: strings.TrimSuffix(o.Error(), "."), Want: want + "; its record can be read as it is"}
	return codedError{otherRules{p, o}, session.NotNow}
}
