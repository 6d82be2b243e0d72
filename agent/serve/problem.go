package serve

import (
	"encoding/json"
	"errors"
	"net/http"
	"strings"

	"kokyu/agent/session"
)

// ProblemDetails is an error over HTTP, as application/problem+json (RFC 9457).
type ProblemDetails struct {
	Type   string       `json:"type"`  // "urn:kokyu:" followed by the code
	Title  string       `json:"title"` // the code in words
	Status int          `json:"status"`
	Detail string       `json:"detail"`         // what is wrong, a sentence
	Want   string       `json:"want,omitempty"` // what would be right
	Code   session.Code `json:"code"`           // one of [allCodes]
	// Errors has every mistake with its place, if a file or an expression has mistakes.
	Errors []Fault `json:"errors,omitempty"`
	// Last is the last step, if the question may have been answered by somebody else.
	Last *Last `json:"last,omitempty"`
}

// statuses are the HTTP statuses of the codes. All others are 422: the request is well formed, and cannot be carried
// out.
var statuses = map[session.Code]int{
	session.UnknownOperation: http.StatusNotFound,
	session.NotYours:         http.StatusForbidden,
	session.NotNow:           http.StatusConflict,
	session.Banned:           http.StatusConflict,
	session.Answered:         http.StatusConflict,
	session.Cancelled:        http.StatusServiceUnavailable,
	session.Unrecorded:       http.StatusInsufficientStorage,
	UnknownFight:             http.StatusNotFound,
	UnknownPath:              http.StatusNotFound,
	WrongMethod:              http.StatusMethodNotAllowed,
	NoKey:                    http.StatusUnauthorized,
	BadRequest:               http.StatusBadRequest,
	BadVersion:               http.StatusBadRequest,
	TooLarge:                 http.StatusRequestEntityTooLarge,
	TooMany:                  http.StatusTooManyRequests,
	WrongHost:                http.StatusForbidden,
	Stopping:                 http.StatusServiceUnavailable,
	UnusableFiles:            http.StatusConflict,
	NoRoom:                   http.StatusInsufficientStorage,
	Failed:                   http.StatusInternalServerError,
}

// StatusOf returns the HTTP status of an error's code.
func StatusOf(code session.Code) int {
	if s := statuses[code]; s != 0 {
		return s
	}
	return http.StatusUnprocessableEntity
}

// problemOf returns an error as problem details. A fault of this machine is told without what it was, which
// may name its folders: that is in the log alone.
func problemOf(err error) ProblemDetails {
	code := CodeOf(err)
	p := ProblemDetails{Type: "urn:kokyu:" + string(code), Title: strings.ReplaceAll(string(code), "-", " "),
		Status: StatusOf(code), Code: code}
	switch code {
	case Failed:
		p.Detail, p.Want = "the server could not read or write what it keeps", "a look at its log"
		return p
	case NoRoom: // a fight whose step could not be recorded has stopped, and goes on after a restart of the server
		p.Detail, p.Want = "there is no room on the server's disk",
			"space on it, and for a fight that it has stopped another start"
		return p
	case session.Unrecorded:
		p.Detail, p.Want = "the step could not be recorded, so the fight stops here",
			"space on the server's disk, and another start"
		return p
	}
	// Only mistakes with places are listed. Detail and want tell the others.
	faults := FaultsOf(err)
	p.Detail, p.Want = faults[0].What, faults[0].Want
	if faults[0].Line > 0 || faults[0].File != "" {
		p.Errors = faults
		p.Detail = "there are mistakes"
		if len(faults) == 1 {
			p.Detail = faults[0].What
		}
	}
	if late, ok := errors.AsType[LateError](err); ok {
		p.Last = &late.Last
	}
	return p
}

// WriteProblem answers a request with an error. A client that sends too much may try again after a second.
func WriteProblem(w http.ResponseWriter, err error) {
	p := problemOf(err)
	body, _ := json.Marshal(p) // cannot fail: it holds texts and numbers
	switch p.Status {
	case http.StatusUnauthorized:
		w.Header().Set("WWW-Authenticate", `Bearer realm="kokyu"`)
	case http.StatusTooManyRequests, http.StatusServiceUnavailable:
		w.Header().Set("Retry-After", "1")
	}
	_ = sendText(w, p.Status, "application/problem+json", append(body, '\n'))
}
