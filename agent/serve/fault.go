package serve

import (
	"errors"
	"strings"

	"kokyu/rules/dice"
	"kokyu/rules/fight"
	"kokyu/rules/text"
)

// Fault is one mistake as JSON has it.
type Fault struct {
	File string `json:"file"`
	Line int    `json:"line"`
	Col  int    `json:"col"`
	What string `json:"what"`
	Want string `json:"want"`
}

// Faults are an error as a program gets it.
type Faults struct {
	Errors []Fault `json:"errors"`
}

// Problems finds the mistakes with their places in an error.
func Problems(err error) text.Problems {
	if ps, ok := errors.AsType[text.Problems](err); ok && len(ps) > 0 {
		return ps
	}
	if p, ok := errors.AsType[text.Problem](err); ok {
		return text.Problems{p}
	}
	return nil
}

// FaultsOf is an error taken apart: what and want of all the mistakes it holds.
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
