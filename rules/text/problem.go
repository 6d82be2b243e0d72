package text

import (
	"cmp"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
)

// ProblemsMax is the most mistakes that are reported at once.
const ProblemsMax = 50

// Problem is one mistake in a file: what is wrong, where, and what would be right. Line and Col count from 1, Col in
// characters; both are 0 when the mistake has no place, as in a file too large to read. It is an error.
type Problem struct {
	File   string `json:"file"`
	Line   int    `json:"line"`
	Col    int    `json:"col"`
	What   string `json:"what"`           // `energy is 12`
	Want   string `json:"want,omitempty"` // `a whole number from 1 to 9`
	Source string `json:"-"`              // the line, as it stands in the file

	Cause error `json:"-"` // the operating system's error, if any

	more int // how many mistakes it stands for, if it is the last of more than ProblemsMax
}

// Error returns "ambush.yaml:7:13: energy is 12: want a whole number from 1 to 9", safe to print.
func (p Problem) Error() string {
	text := CutQuotes(p.What)
	if p.Want != "" {
		text += ": want " + p.Want
	}
	if p.Line > 0 {
		text = fmt.Sprintf("%d:%d: %s", p.Line, p.Col, text)
		if p.File != "" {
			text = p.File + ":" + text
		}
	} else if p.File != "" {
		text = p.File + ": " + text
	}
	return Escape(text)
}

// Unwrap returns the operating system's error behind the problem, if there is one.
func (p Problem) Unwrap() error {
	return p.Cause
}

// Pretty returns the message with its line of the file below and a caret under the place, without a final newline:
//
//	ambush.yaml:7:13: energy is 12: want a whole number from 1 to 9
//	    7 |     energy: 12
//	      |             ^
func (p Problem) Pretty() string {
	if p.Line == 0 || strings.TrimSpace(p.Source) == "" {
		return p.Error()
	}
	line, offset := excerpt(p.Source, p.Col)
	return fmt.Sprintf("%s\n%5d | %s\n%5s | %s^", p.Error(), p.Line, line, "", strings.Repeat(" ", offset))
}

// Problems is every mistake found, in the order of file, line and column. As an error it unwraps to its problems.
type Problems []Problem

// Err returns the problems as an error, sorted, or nil if there are none. If there are more than [ProblemsMax], a last
// problem counts the rest.
func (ps Problems) Err() error {
	if len(ps) == 0 {
		return nil
	}
	slices.SortStableFunc(ps, func(a, b Problem) int {
		return cmp.Or(cmp.Compare(a.File, b.File), cmp.Compare(a.Line, b.Line), cmp.Compare(a.Col, b.Col))
	})
	if len(ps) <= ProblemsMax+1 {
		return ps
	}
	last, left := ps[ProblemsMax], 0
	for _, p := range ps[ProblemsMax:] {
		left += max(1, p.more)
	}
	last.What, last.Want, last.more = fmt.Sprintf("%d more mistakes from here on", left), "those above mended first", left
	return append(slices.Clone(ps[:ProblemsMax]), last)
}

// Error returns one line for each problem.
func (ps Problems) Error() string { return strings.Join(Each(ps, Problem.Error), "\n") }

// Pretty is like Error, each problem with its line of the file and a caret.
func (ps Problems) Pretty() string { return strings.Join(Each(ps, Problem.Pretty), "\n") }

// Unwrap lists the problems as errors.
func (ps Problems) Unwrap() []error {
	errs := make([]error, len(ps))
	for i, p := range ps {
		errs[i] = p
	}
	return errs
}

// MarshalJSON returns a list, never null.
func (ps Problems) MarshalJSON() ([]byte, error) {
	return json.Marshal(append([]Problem{}, ps...))
}

// JoinErrors returns the errors that are not nil as one: all their problems, sorted, none of them twice.
func JoinErrors(errs ...error) error {
	var all Problems
	errs = Keep(errs, func(err error) bool { return err != nil })
	if len(errs) == 1 {
		return errs[0]
	}
	for _, err := range errs {
		many, ok := err.(Problems)
		if one, is := err.(Problem); is {
			many = Problems{one}
		} else if !ok {
			many = Problems{{What: err.Error(), Cause: err}}
		}
		for _, p := range many {
			if !slices.ContainsFunc(all, func(q Problem) bool {
				return q.File == p.File && q.Line == p.Line && q.Col == p.Col && q.What == p.What
			}) {
				all = append(all, p)
			}
		}
	}
	return all.Err()
}
