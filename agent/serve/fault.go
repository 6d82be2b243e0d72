package serve

import (
	"errors"
	"strings"

	"kokyu/agent/session"
	"kokyu/rules/dice"
	"kokyu/rules/fight"
	"kokyu/rules/text"
)

// Fault is one mistake in JSON; it has a place if it is in a file or an expression.
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

// Problems returns the mistakes with places that an error contains.
func Problems(err error) text.Problems {
	if ps, ok := errors.AsType[text.Problems](err); ok && len(ps) > 0 {
		return ps
	}
	if p, ok := errors.AsType[text.Problem](err); ok {
		return text.Problems{p}
	}
	return nil
}

// FaultsOf returns all the mistakes that an error contains.
func FaultsOf(err error) (list []Fault) {
	defer func() {
		for i := range list {
			list[i].Code = CodeOf(err)
		}
	}()
	for _, p := range Problems(err) {
		list = append(list, Fault{File: p.File, Line: p.Line, Col: p.Col, What: p.What, Want: p.Want})
	}
	if e, ok := errors.AsType[*dice.Error](err); ok {
		list = append(list, Fault{File: e.Expr, Line: 1, Col: e.Col, What: e.What, Want: e.Want})
	}
	if e, ok := errors.AsType[*fight.Difference](err); ok {
		list = append(list, Fault{File: e.File, Line: e.Line, Col: 1, What: e.What + " is now " + e.Got, Want: e.Want})
	}
	if list == nil {
		what, want, _ := strings.Cut(err.Error(), ", want ")
		list = append(list, Fault{What: what, Want: want})
	}
	return list
}
