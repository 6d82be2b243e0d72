package serve

import (
	"errors"
	"strings"

	"kokyu/rules/dice"
	"kokyu/rules/fight"
	"kokyu/rules/text"
)

// Fault is one mistake in its JSON form.
type Fault struct {
	File string `json:"file"`
	Line int    `json:"line"`
	Col  int    `json:"col"`
	What string `json:"what"`
	Want string `json:"want"`
}

// Faults is an error in its JSON form.
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
	for _, p := range Problems(err) {
		list = append(list, Fault{p.File, p.Line, p.Col, p.What, p.Want})
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
