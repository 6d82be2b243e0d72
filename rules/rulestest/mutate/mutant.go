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

// mutant is one change of one place.
type mutant struct {
	key
	line     int
	col      int    // in bytes, from 1
	from, to int    // the bytes replaced
	text     string // what stands there instead
	body     body
}

// body is what stands between the braces of a function, for a mutant that is in one.
type body struct {
	from, to int
	results  string // of the function, as they are written
}

// key says what a mutant changes, wherever the lines have moved to.
type key struct {
	File string `yaml:"file" must:"be there"` // from the root of the module
	In   string `yaml:"in" must:"be there"`   // function, constant or variable
	Old  string `yaml:"old" must:"be there"`  // the lines as they are, in one
	New  string `yaml:"new"`                  // as the mutant has them
	Nth  int    `yaml:"nth"`                  // of those alike in one function, from 1; in the list of equivalents 0 is the first
}

// String returns "rules/keep/strike.go:12: wounds: n < 2 -> n <= 2".
func (m mutant) String() string {
	nth := ""
	if m.Nth > 1 {
		nth = fmt.Sprintf(", nth: %d", m.Nth)
	}
	return fmt.Sprintf("%s:%d: %s: %s -> %s%s", m.File, m.line, m.In, m.Old, cmp.Or(m.New, "(nothing)"), nth)
}

// shuffled returns the mutants in an order that the seed decides.
func shuffled(mutants []mutant, seed uint64) []mutant {
	mutants = slices.Clone(mutants)
	rand.New(rand.NewPCG(seed, 0)).Shuffle(len(mutants), func(i, k int) { mutants[i], mutants[k] = mutants[k], mutants[i] })
	return mutants
}

// mutantsOf returns all changes of a file, in the order of its lines. Some may not compile.
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

// changer walks a file and notes the changes.
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

// changeValues changes the numbers of a constant or variable of the package. What counts up with iota has no value of
// its own.
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

// leaveEarly leaves a function early, before each statement of its body, where it may leave without a result.
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

// swaps are the operators and what stands for each: comparisons with the boundary moved and negated, arithmetic turned
// round.
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

// words are the names that have an opposite.
var words = map[string]string{"true": "false", "false": "true", "min": "max", "max": "min"}

// visit notes the changes of a node, and says whether to look into it.
func (c *changer) visit(n ast.Node) bool {
	switch n := n.(type) {
	case ast.Stmt:
		if isTelling(n) {
			return false
		}
		c.changeStatement(n)
	case *ast.ArrayType, *ast.KeyValueExpr: // a length; the names of fields
		if kv, ok := n.(*ast.KeyValueExpr); ok {
			ast.Inspect(kv.Value, c.visit)
		}
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

// changeStatement notes the changes of a statement as such: it is left out, or goes the other way.
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

// swap puts other operators in the place of one.
func (c *changer) swap(at token.Pos, op token.Token) {
	for _, other := range swaps[op] {
		c.replace(at, at+token.Pos(len(op.String())), other.String())
	}
}

// negate turns round a condition that is no comparison: those have their swaps.
func (c *changer) negate(e ast.Expr) {
	switch e.(type) {
	case *ast.Ident, *ast.SelectorExpr, *ast.CallExpr, *ast.IndexExpr:
		c.replace(e.Pos(), e.Pos(), "!")
	}
}

// changeNumber makes a number one more and one less.
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

// isTelling reports whether a statement only feeds the log: what stands under log != nil, and calls that begin with the
// log.
func isTelling(s ast.Stmt) bool {
	switch s := s.(type) {
	case *ast.IfStmt:
		cond := s.Cond
		for {
			b, ok := cond.(*ast.BinaryExpr)
			if !ok {
				return false
			}
			if x, ok := b.X.(*ast.Ident); ok && x.Name == "log" {
				return true
			}
			cond = b.X
		}
	case *ast.ExprStmt:
		call, ok := s.X.(*ast.CallExpr)
		if !ok {
			return false
		}
		if on, ok := call.Fun.(*ast.SelectorExpr); ok {
			if x, ok := on.X.(*ast.Ident); ok && x.Name == "log" {
				return true
			}
		}
		if len(call.Args) == 0 {
			return false
		}
		x, ok := call.Args[0].(*ast.Ident)
		return ok && x.Name == "log"
	}
	return false
}

// isCall reports whether a call is of a function with one of these names.
func isCall(call *ast.CallExpr, names ...string) bool {
	id, ok := call.Fun.(*ast.Ident)
	return ok && slices.Contains(names, id.Name)
}

// replace notes that text stands between two places instead.
func (c *changer) replace(from, to token.Pos, text string) {
	m := mutant{line: c.fset.Position(from).Line, col: c.fset.Position(from).Column, from: c.fset.Position(from).Offset,
		to: c.fset.Position(to).Offset, text: text, body: c.body}
	begin := strings.LastIndexByte(c.text[:m.from], '\n') + 1
	end := len(c.text)
	if i := strings.IndexByte(c.text[m.to:], '\n'); i >= 0 {
		end = m.to + i
	}
	m.key = key{File: c.file, In: c.in, Old: oneLine(c.text[begin:end]), New: oneLine(c.text[begin:m.from] + text + c.text[m.to:end])}
	c.mutants = append(c.mutants, m)
}

// oneLine returns code without its comment and its line breaks.
func oneLine(code string) string {
	var words []string
	for line := range strings.Lines(code) {
		line, _, _ = strings.Cut(line, "// ")
		words = append(words, strings.Fields(line)...)
	}
	return strings.Join(words, " ")
}

// dataWords are the words of the data that have another in their place.
var dataWords = map[string]string{
	"on guard": "bound", "bound": "on guard", "grappled": "on guard", "weapon": "3",
	"combat defence": "armoured defence", "armoured defence": "combat defence", "grapple defence": "combat defence",
	"true": "false", "false": "true",
}

// dataPart is what may change in a line of data: a number, a word, the last of a list.
var dataPart = regexp.MustCompile(`-?\b\d+\b|\b(?:on guard|bound|grappled|weapon|combat defence|armoured defence|grapple defence|true|false)\b|, [^],{}]+(?:])`)

// dataMutantsOf returns the changes of the lines of a data file that have a comment.
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
				k := key{File: file, In: "data", Old: strings.TrimSpace(data), New: strings.TrimSpace(data[:from] + other + data[to:]), Nth: 1}
				mutants = append(mutants, mutant{key: k, line: n + 1, col: from + 1, from: at + from, to: at + to, text: other})
			}
		}
		at += len(line) + 1
	}
	return mutants
}
