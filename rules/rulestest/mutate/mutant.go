package main

import (
	"cmp"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"math/rand/v2"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// mutant is one change at one place.
type mutant struct {
	key
	line     int
	col      int    // in bytes, from 1
	from, to int    // the bytes replaced
	text     string // their replacement
	body     body
}

// body is the span between the braces of the function that a mutant is in, and the function's results. It is zero for a
// mutant outside of functions.
type body struct {
	from, to int
	results  string // the source text of the results
}

// key identifies a mutant by what it changes, and not by its line, so that the list of equivalents survives edits
// elsewhere in a file.
type key struct {
	File string `yaml:"file" must:"be there"` // from the root of the module
	In   string `yaml:"in" must:"be there"`   // function, constant or variable
	Old  string `yaml:"old" must:"be there"`  // the lines before the change, joined to one
	New  string `yaml:"new"`                  // the same after the change
	// Nth counts equal mutants of one function, from 1. In equivalent.yaml 0 is the first.
	Nth int `yaml:"nth"`
}

// String returns "rules/keep/wound.go:12: wounds: n < 2 -> n <= 2".
func (m mutant) String() string {
	nth := ""
	if m.Nth > 1 {
		nth = fmt.Sprintf(", nth: %d", m.Nth)
	}
	return fmt.Sprintf("%s:%d: %s: %s -> %s%s", m.File, m.line, m.In, m.Old, cmp.Or(m.New, "(nothing)"), nth)
}

// shuffled returns the mutants in an order that depends on the seed.
func shuffled(mutants []mutant, seed uint64) []mutant {
	mutants = slices.Clone(mutants)
	rand.New(rand.NewPCG(seed, 0)).Shuffle(len(mutants), func(i, k int) { mutants[i], mutants[k] = mutants[k], mutants[i] })
	return mutants
}

// mutantsOf returns all mutants of a Go file, in the order of its lines. Some may not compile, as types are not
// checked.
func mutantsOf(file string, text []byte) ([]mutant, error) {
	fset := token.NewFileSet()
	f, err := parser.ParseFile(fset, file, text, parser.SkipObjectResolution)
	if err != nil {
		return nil, err
	}
	c := changer{file: file, text: string(text), fset: fset}
	for _, d := range f.Decls {
		switch d := d.(type) {
		case *ast.FuncDecl:
			c.in = d.Name.Name
			if d.Body != nil {
				c.body = c.bodyOf(d)
				c.leaveEarly(d)
				ast.Inspect(d.Body, c.visit)
				c.body = body{}
			}
		case *ast.GenDecl:
			for _, spec := range d.Specs {
				c.changeValues(spec)
			}
		}
	}
	slices.SortStableFunc(c.mutants, func(a, b mutant) int { return a.from - b.from })
	alike := map[key]int{}
	for i := range c.mutants {
		k := c.mutants[i].key
		alike[k]++
		c.mutants[i].Nth = alike[k]
	}
	return c.mutants, nil
}

// changer walks the syntax tree of a file and collects the mutants.
type changer struct {
	file    string
	text    string
	fset    *token.FileSet
	in      string
	body    body
	mutants []mutant
}

// bodyOf returns the body of a function.
func (c *changer) bodyOf(d *ast.FuncDecl) body {
	at := func(p token.Pos) int { return c.fset.Position(p).Offset }
	b := body{from: at(d.Body.Lbrace) + 1, to: at(d.Body.Rbrace)}
	if r := d.Type.Results; r != nil {
		b.results = c.text[at(r.Pos()):at(r.End())]
	}
	return b
}

// changeValues changes the numbers of a constant or variable of the package, unless they use iota.
func (c *changer) changeValues(spec ast.Spec) {
	v, ok := spec.(*ast.ValueSpec)
	if !ok || v.Names[0].Name == "_" {
		return
	}
	c.in = v.Names[0].Name
	for _, value := range v.Values {
		counts := false
		ast.Inspect(value, func(n ast.Node) bool {
			id, ok := n.(*ast.Ident)
			counts = counts || ok && id.Name == "iota"
			return true
		})
		if !counts {
			ast.Inspect(value, c.visit)
		}
	}
}

// leaveEarly adds a return before each statement of a function's body, where a bare return is allowed: in a function
// without results or with named ones.
func (c *changer) leaveEarly(d *ast.FuncDecl) {
	if r := d.Type.Results; r != nil && len(r.List[0].Names) == 0 {
		return
	}
	for _, s := range d.Body.List {
		if _, leaves := s.(*ast.ReturnStmt); !leaves && !isTelling(s) {
			c.replace(s.Pos(), s.Pos(), "return; ")
		}
	}
}

// swaps has the replacements of each operator: a comparison includes or excludes equality, and is negated; arithmetic
// is inverted.
var swaps = map[token.Token][]token.Token{
	token.LSS: {token.LEQ, token.GEQ}, token.LEQ: {token.LSS, token.GTR},
	token.GTR: {token.GEQ, token.LEQ}, token.GEQ: {token.GTR, token.LSS},
	token.EQL: {token.NEQ}, token.NEQ: {token.EQL},
	token.LAND: {token.LOR}, token.LOR: {token.LAND},
	token.ADD: {token.SUB}, token.SUB: {token.ADD}, token.MUL: {token.QUO}, token.QUO: {token.MUL}, token.REM: {token.MUL},
	token.AND: {token.OR}, token.OR: {token.AND}, token.AND_NOT: {token.AND}, token.SHL: {token.SHR}, token.SHR: {token.SHL},
	token.ADD_ASSIGN: {token.SUB_ASSIGN}, token.SUB_ASSIGN: {token.ADD_ASSIGN},
	token.OR_ASSIGN: {token.AND_NOT_ASSIGN}, token.AND_NOT_ASSIGN: {token.OR_ASSIGN},
	token.INC: {token.DEC}, token.DEC: {token.INC},
}

// words are identifiers that are replaced by their opposites.
var words = map[string]string{"true": "false", "false": "true", "min": "max", "max": "min"}

// visit adds the mutants of one node and reports whether to walk into it: not if it only writes the log, which a search
// does not have, and not into array lengths, field names, make or panic.
func (c *changer) visit(n ast.Node) bool {
	switch n := n.(type) {
	case ast.Stmt:
		if isTelling(n) {
			return false
		}
		c.changeStatement(n)
	case *ast.ArrayType:
		return false
	case *ast.KeyValueExpr:
		ast.Inspect(n.Value, c.visit)
		return false
	case *ast.CallExpr:
		if isCall(n, "make", "panic") {
			return false
		}
	case *ast.BinaryExpr:
		c.swap(n.OpPos, n.Op)
		if n.Op == token.LAND || n.Op == token.LOR {
			c.negate(n.X)
			c.negate(n.Y)
		}
	case *ast.UnaryExpr:
		if n.Op == token.NOT || n.Op == token.SUB {
			c.replace(n.OpPos, n.X.Pos(), "")
		}
	case *ast.Ident:
		if opposite, ok := words[n.Name]; ok {
			c.replace(n.Pos(), n.End(), opposite)
		}
	case *ast.BasicLit:
		c.changeNumber(n)
	}
	return true
}

// changeStatement adds the mutants of a whole statement: it is left out, or its condition or branch is inverted.
func (c *changer) changeStatement(s ast.Stmt) {
	switch s := s.(type) {
	case *ast.ExprStmt:
		if call, ok := s.X.(*ast.CallExpr); ok && !isCall(call, "panic") {
			c.replace(s.Pos(), s.End(), "")
		}
	case *ast.AssignStmt:
		if s.Tok != token.DEFINE {
			c.replace(s.Pos(), s.End(), "")
			c.swap(s.TokPos, s.Tok)
		}
	case *ast.IncDecStmt:
		c.swap(s.TokPos, s.Tok)
	case *ast.ReturnStmt:
		if len(s.Results) == 0 {
			c.replace(s.Pos(), s.End(), "")
		}
	case *ast.BranchStmt:
		switch s.Tok {
		case token.CONTINUE:
			c.replace(s.TokPos, s.TokPos+token.Pos(len("continue")), "break")
		case token.BREAK:
			c.replace(s.TokPos, s.TokPos+token.Pos(len("break")), "continue")
		}
	case *ast.IfStmt:
		c.negate(s.Cond)
	}
}

// swap adds a mutant for each operator that can replace the one at a place.
func (c *changer) swap(at token.Pos, op token.Token) {
	for _, other := range swaps[op] {
		c.replace(at, at+token.Pos(len(op.String())), other.String())
	}
}

// negate negates a condition that is not a comparison; swaps negate comparisons.
func (c *changer) negate(e ast.Expr) {
	switch e.(type) {
	case *ast.Ident, *ast.SelectorExpr, *ast.CallExpr, *ast.IndexExpr:
		c.replace(e.Pos(), e.Pos(), "!")
	}
}

// changeNumber makes an integer one more, and one less unless it is 0.
func (c *changer) changeNumber(lit *ast.BasicLit) {
	n, err := strconv.Atoi(lit.Value)
	if lit.Kind != token.INT || err != nil {
		return
	}
	c.replace(lit.Pos(), lit.End(), strconv.Itoa(n+1))
	if n > 0 {
		c.replace(lit.Pos(), lit.End(), strconv.Itoa(n-1))
	}
}

// isTelling reports whether a statement only writes the log: an if whose condition begins with the log, as log != nil,
// or a call of a method of the log or with the log as its first argument.
func isTelling(s ast.Stmt) bool {
	switch s := s.(type) {
	case *ast.IfStmt:
		cond := s.Cond
		for b, ok := cond.(*ast.BinaryExpr); ok; b, ok = cond.(*ast.BinaryExpr) {
			if cond = b.X; isLog(cond) {
				return true
			}
		}
	case *ast.ExprStmt:
		if call, ok := s.X.(*ast.CallExpr); ok {
			method, of := call.Fun.(*ast.SelectorExpr)
			return of && isLog(method.X) || len(call.Args) > 0 && isLog(call.Args[0])
		}
	}
	return false
}

// isLog reports whether an expression is the variable of the log, which all rules call log.
func isLog(e ast.Expr) bool {
	id, ok := e.(*ast.Ident)
	return ok && id.Name == "log"
}

// isCall reports whether a call is of a function with one of these names.
func isCall(call *ast.CallExpr, names ...string) bool {
	id, ok := call.Fun.(*ast.Ident)
	return ok && slices.Contains(names, id.Name)
}

// replace adds the mutant that has text in the place of the code between two positions.
func (c *changer) replace(from, to token.Pos, text string) {
	at, end := c.fset.Position(from), c.fset.Position(to).Offset
	m := mutant{line: at.Line, col: at.Column, from: at.Offset, to: end, text: text, body: c.body}
	before := c.text[strings.LastIndexByte(c.text[:m.from], '\n')+1 : m.from]
	after, _, _ := strings.Cut(c.text[m.to:], "\n")
	m.key = key{File: c.file, In: c.in, Old: oneLine(before + c.text[m.from:m.to] + after),
		New: oneLine(before + text + after)}
	c.mutants = append(c.mutants, m)
}

// oneLine returns code in one line, without comments, as keys have it.
func oneLine(code string) string {
	var words []string
	for line := range strings.Lines(code) {
		line, _, _ = strings.Cut(line, "// ")
		words = append(words, strings.Fields(line)...)
	}
	return strings.Join(words, " ")
}

// dataWords are the words of data files that have an opposite, or another word that is legal in their place.
var dataWords = map[string]string{
	"on guard": "bound", "bound": "on guard", "grappled": "on guard", "weapon": "3",
	"combat defence": "armoured defence", "armoured defence": "combat defence", "grapple defence": "combat defence",
	"true": "false", "false": "true",
}

// dataPart matches what is changed in a line of data: a number, one of dataWords, or the last entry of a list.
var dataPart = regexp.MustCompile(`-?\b\d+\b|\b(?:on guard|bound|grappled|weapon|combat defence|armoured defence|grapple defence|true|false)\b|, [^],{}]+(?:])`)

// dataMutantsOf returns the mutants of a data file, in the lines with a comment, which names the law that the line is
// about.
func dataMutantsOf(file string, text []byte) (mutants []mutant) {
	at := 0
	for n, line := range strings.Split(string(text), "\n") {
		data, _, said := strings.Cut(line, " # ")
		if !said {
			data = ""
		}
		for _, part := range dataPart.FindAllStringIndex(data, -1) {
			from, to := part[0], part[1]
			old := data[from:to]
			others := []string{dataWords[old]}
			if i, err := strconv.Atoi(old); err == nil {
				others = []string{strconv.Itoa(i + 1), strconv.Itoa(i - 1)}
			} else if strings.HasSuffix(old, "]") {
				others = []string{"]"}
			}
			for _, other := range others {
				k := key{File: file, In: "data", Old: strings.TrimSpace(data),
					New: strings.TrimSpace(data[:from] + other + data[to:]), Nth: 1}
				mutants = append(mutants, mutant{key: k, line: n + 1, col: from + 1, from: at + from, to: at + to, text: other})
			}
		}
		at += len(line) + 1
	}
	return mutants
}
