package bitexact

import (
	"bytes"
	"encoding/json"
	"fmt"
	"go/ast"
	"go/constant"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"io"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// No sum that an estimate is made of may be fused with a product. On processors with such an instruction (arm64, ppc64,
// s390x, riscv64) the compiler may compute x*y + z with one rounding instead of two, and the result differs in its last bit.
// An explicit conversion, float64(x*y) + z, forbids that (Go specification, "Floating-point operators"). Compiling for arm64
// and looking for fused instructions shows the same, and takes minutes: .ci/long does that.
func TestNoProductIsFusedWithASum(t *testing.T) {
	found, packages, err := fusedIn("kokyu/search", "kokyu/rules/...", "kokyu/agent")
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range found {
		t.Error(f)
	}
	for _, p := range []string{"search", "rules", "rules/dice", "rules/bitexact", "rules/breath", "rules/keep", "rules/tempo"} {
		if p = "kokyu/" + p; !slices.Contains(packages, p) {
			t.Errorf("%s was not looked at", p)
		}
	}
}

// The check refuses a sum of which a product is a term, whichever way the product gets there, and nothing else. A line of
// these sources with the comment "fused" must be refused, any other line must not.
func TestTheCheckFindsWhatCouldBeFused(t *testing.T) {
	for name, body := range map[string]string{
		"in one expression": `
func f(x, y, z float64) (r float64) {
	r = x*y + z // fused
	r = z + x*y // fused
	r = x*y - z // fused
	r = z - x*y // fused
	r = z - -(x*y) // fused
	r = z + (x * y) // fused
	r += x*y // fused
	r -= x*y // fused
	r = z + x*float64(y) // fused
	_ = x*(y + z)
	r = float64(x*y) + z
	r += float64(x*y)
	r = z - float64(x*y)
	r = x*y/z + z
	r = 2*z - 1 + 0.5*(x+y)
	return
}
func single(x, y, z float32) float32 { return x*y + z } // fused
func single2(x, y, z float32) float32 { return float32(x*y) + z }
func whole(x, y, z int) int { return x*y + z }
const c = 2.5*2 + 1
func known(x float64) float64 { return x + 2.5*2 }
func wide(x, y, z float64) bool { return x*y > z }
`,
		"through a variable": `
func f(x, y, z float64) float64 {
	t := x * y
	s := float64(x * y)
	u := s + z
	return t + u // fused
}
func g(x, y, z float64) float64 {
	x *= y
	x += z // fused
	x++ // fused
	return x
}
func h(x, y float64) float64 {
	var t = x * y
	x *= y
	return t*x
}
func two(x, y, z float64) float64 {
	a, b := x+y, x*y
	if z > a {
		a += z
	}
	return b - z // fused
}
func bend(x, y, z float64) float64 {
	p := 1.0
	for range 3 {
		p = p + z // fused
		p = p * y
	}
	return p
}
`,
		"through a function": `
func product(x, y float64) float64 { return x * y }
func rounded(x, y float64) float64 { return float64(x * y) }
func named(x, y float64) (p float64) { p = x * y; return }
func both(x, y float64) (float64, float64) { return x + y, x * y }
func passed(x, y float64) float64 { return add(x*y, y) }
func add(p, z float64) float64 { return p + z } // fused
func generic[F float32 | float64](x, y F) F { return x * y }
func twice[F float32 | float64](x, y F) F { return x * y + x } // fused
type weights struct{ mean float64 }
func (w weights) times(x float64) float64 { return w.mean * x }
func uses(x, y, z float64) {
	_ = product(x, y) + z // fused
	_ = rounded(x, y) + z
	_ = named(x, y) + z // fused
	_ = generic(x, y) + z // fused
	s, p := both(x, y)
	_ = s + z
	_ = p + z // fused
	_ = weights{}.times(x) + z // fused
	literal := func(x, y float64) float64 { return x * y }
	_ = literal(x, y) - z // fused
}
`,
		"through memory": `
type weights struct{ mean, spread float64 }
func fields(w *weights, x, y float64) float64 {
	w.mean, w.spread = x+y, x*y
	x = w.mean + y
	return w.spread + x // fused
}
func literal(x, y float64) float64 {
	w := &weights{mean: x * y}
	return w.mean + x // fused
}
func elements(x, y float64) float64 {
	var list [2]float64
	list[0] = x * y
	for _, e := range list {
		x += e // fused
	}
	return x - list[0] // fused
}
func pointed(p *float64, x, y float64) float64 {
	*p = x * y
	return *p + x // fused
}
`,
	} {
		t.Run(name, func(t *testing.T) {
			fset := token.NewFileSet()
			text := "package planted\n" + body
			file, err := parser.ParseFile(fset, "planted.go", text, parser.ParseComments)
			if err != nil {
				t.Fatal(err)
			}
			c := newFusions(fset, nil)
			if err := c.add("planted", []*ast.File{file}); err != nil {
				t.Fatal(err)
			}
			var want []string
			for i, line := range strings.Split(text, "\n") {
				if strings.HasSuffix(line, "// fused") {
					want = append(want, fmt.Sprintf("planted.go:%d", i+1))
				}
			}
			var got []string
			for _, f := range c.found() {
				where, _, _ := strings.Cut(f, ": ")
				got = append(got, where)
			}
			if !slices.Equal(got, want) {
				t.Errorf("got  %v\nwant %v", got, want)
			}
		})
	}
}

// fusedIn checks packages, with what they import of this module, and says which it has looked at.
func fusedIn(patterns ...string) (found, packages []string, err error) {
	list := exec.Command("go", append([]string{"list", "-export", "-deps", "-json=ImportPath,Export,Dir,GoFiles,Module"}, patterns...)...)
	var said bytes.Buffer
	list.Stderr = &said
	out, err := list.Output()
	if err != nil {
		return nil, nil, fmt.Errorf("%w\n%s", err, said.String())
	}
	exports := map[string]string{}
	c := newFusions(token.NewFileSet(), func(path string) (io.ReadCloser, error) { return os.Open(exports[path]) })
	for d := json.NewDecoder(bytes.NewReader(out)); ; {
		var p struct {
			ImportPath, Export, Dir string
			GoFiles                 []string
			Module                  *struct{ Main bool }
		}
		if err := d.Decode(&p); err == io.EOF {
			return c.found(), packages, nil
		} else if err != nil {
			return nil, nil, err
		}
		exports[p.ImportPath] = p.Export
		if p.Module == nil || !p.Module.Main || p.ImportPath == "kokyu/rules/rulestest" { // which is for tests
			continue
		}
		var files []*ast.File
		for _, name := range p.GoFiles {
			file, err := parser.ParseFile(c.fset, filepath.Join(p.Dir, name), nil, parser.SkipObjectResolution)
			if err != nil {
				return nil, nil, err
			}
			files = append(files, file)
		}
		if err := c.add(p.ImportPath, files); err != nil {
			return nil, nil, err
		}
		packages = append(packages, p.ImportPath)
	}
}

// fusions looks for sums with a term that may still be an unrounded product. It follows products through variables, parameters
// and results, as a compiler that inlines can, and through fields and elements within one function: what is a product once
// is one throughout, and the elements of a slice are as the slice. What is stored in one function and added in another is for
// .ci/long to find, should a compiler come to see both at once.
type fusions struct {
	fset     *token.FileSet
	packages map[string]*types.Package
	other    types.Importer // of what is not checked
	info     types.Info
	files    []*ast.File
	raw      map[place]ast.Expr // what may be an unrounded product: that product
	changed  bool
	function *ast.FuncDecl // that is being walked
}

// place is where a product may be: a field, and what stands outside all functions, counts in each function for itself.
type place struct {
	types.Object
	in *ast.FuncDecl
}

func (c *fusions) place(o types.Object) place {
	if v, ok := o.(*types.Var); ok && v != nil {
		if o = v.Origin(); v.Kind() == types.FieldVar || v.Kind() == types.PackageVar {
			return place{o, c.function}
		}
	}
	return place{o, nil}
}

func newFusions(fset *token.FileSet, exports importer.Lookup) *fusions {
	info := types.Info{
		Types: map[ast.Expr]types.TypeAndValue{},
		Defs:  map[*ast.Ident]types.Object{},
		Uses:  map[*ast.Ident]types.Object{},
	}
	return &fusions{
		fset:     fset,
		packages: map[string]*types.Package{},
		other:    importer.ForCompiler(fset, "gc", exports),
		info:     info,
		raw:      map[place]ast.Expr{},
	}
}

// Import is for the type checker.
func (c *fusions) Import(path string) (*types.Package, error) {
	if p := c.packages[path]; p != nil {
		return p, nil
	}
	return c.other.Import(path)
}

// add reads a package; those it imports come before it.
func (c *fusions) add(path string, files []*ast.File) error {
	p, err := (&types.Config{Importer: c}).Check(path, c.fset, files, &c.info)
	c.packages[path], c.files = p, append(c.files, files...)
	return err
}

// found returns the sums that may be fused, in the order of the files.
func (c *fusions) found() (places []string) {
	for c.changed = true; c.changed; {
		c.changed = false
		c.walk(func(ast.Node, ast.Expr) {})
	}
	c.walk(func(sum ast.Node, product ast.Expr) {
		at, from := c.fset.Position(sum.Pos()), c.fset.Position(product.Pos())
		places = append(places, fmt.Sprintf("%s:%d: this sum may be fused with a product of %s:%d: want float64(%s) there",
			at.Filename, at.Line, filepath.Base(from.Filename), from.Line, types.ExprString(product)))
	})
	return slices.Compact(places)
}

// walk goes through all files once, marks what is a product, and calls report for each sum of one.
func (c *fusions) walk(report func(sum ast.Node, product ast.Expr)) {
	terms := func(sum ast.Node, terms ...ast.Expr) {
		for _, x := range terms {
			if p := c.product(x); p != nil {
				report(sum, p)
				return
			}
		}
	}
	for _, file := range c.files {
		var results []*types.Tuple // of the functions around
		var around []ast.Node
		ast.Inspect(file, func(n ast.Node) bool {
			if n == nil {
				switch around[len(around)-1].(type) {
				case *ast.FuncDecl:
					c.function, results = nil, nil
				case *ast.FuncLit:
					results = results[:len(results)-1]
				}
				around = around[:len(around)-1]
				return true
			}
			around = append(around, n)
			switch n := n.(type) {
			case *ast.FuncDecl:
				c.function = n
				results = append(results, c.info.Defs[n.Name].Type().(*types.Signature).Results())
			case *ast.FuncLit:
				results = append(results, c.info.TypeOf(n).(*types.Signature).Results())
			case *ast.BinaryExpr:
				if (n.Op == token.ADD || n.Op == token.SUB) && c.float(n) {
					terms(n, n.X, n.Y)
				}
			case *ast.IncDecStmt:
				terms(n, n.X)
			case *ast.AssignStmt:
				switch n.Tok {
				case token.ADD_ASSIGN, token.SUB_ASSIGN:
					terms(n, n.Lhs[0], n.Rhs[0])
				case token.MUL_ASSIGN:
					if c.float(n.Lhs[0]) && !c.exact(n.Rhs[0]) {
						c.mark(c.object(n.Lhs[0]), &ast.BinaryExpr{X: n.Lhs[0], Op: token.MUL, Y: &ast.ParenExpr{X: n.Rhs[0]}})
					}
				case token.ASSIGN, token.DEFINE:
					var targets []types.Object
					for _, l := range n.Lhs {
						targets = append(targets, c.object(l))
					}
					c.flow(targets, n.Rhs)
				}
			case *ast.ValueSpec:
				var targets []types.Object
				for _, name := range n.Names {
					targets = append(targets, c.info.Defs[name])
				}
				c.flow(targets, n.Values)
			case *ast.RangeStmt:
				if n.Value != nil {
					c.mark(c.object(n.Value), c.raw[c.place(c.object(n.X))])
				}
			case *ast.ReturnStmt:
				c.flow(variables(results[len(results)-1], 0), n.Results)
			case *ast.CompositeLit:
				fields, _ := core(c.info.TypeOf(n)).(*types.Struct)
				for i, e := range n.Elts {
					if keyed, ok := e.(*ast.KeyValueExpr); ok && fields != nil {
						c.flow([]types.Object{c.info.Uses[keyed.Key.(*ast.Ident)]}, []ast.Expr{keyed.Value})
					} else if fields != nil {
						c.flow([]types.Object{fields.Field(i)}, []ast.Expr{e})
					}
				}
			case *ast.CallExpr:
				if s, ok := core(c.info.TypeOf(n.Fun)).(*types.Signature); ok {
					c.flow(variables(s.Params(), len(n.Args)), n.Args)
				}
			}
			return true
		})
	}
}

// variables returns those of a list of parameters or results, the last as often as it takes to be at least so many.
func variables(list *types.Tuple, least int) (all []types.Object) {
	for v := range list.Variables() {
		all = append(all, v)
	}
	for 0 < len(all) && len(all) < least {
		all = append(all, all[len(all)-1])
	}
	return all
}

// flow marks each target whose value may be a product.
func (c *fusions) flow(targets []types.Object, values []ast.Expr) {
	if len(values) == 1 && len(targets) > 1 { // the results of one call
		if call, ok := ast.Unparen(values[0]).(*ast.CallExpr); ok {
			if s, ok := core(c.info.TypeOf(call.Fun)).(*types.Signature); ok {
				for i, v := range variables(s.Results(), 0) {
					if i < len(targets) {
						c.mark(targets[i], c.raw[c.place(v)])
					}
				}
			}
		}
		return
	}
	for i, v := range values {
		if i < len(targets) {
			c.mark(targets[i], c.product(v))
		}
	}
}

// mark notes that something may be a product, if there is one.
func (c *fusions) mark(o types.Object, product ast.Expr) {
	if p := c.place(o); o != nil && product != nil && c.raw[p] == nil {
		c.raw[p], c.changed = product, true
	}
}

// object returns the variable or field that an expression is, points to or is an element of.
func (c *fusions) object(e ast.Expr) types.Object {
	switch e := ast.Unparen(e).(type) {
	case *ast.Ident:
		if o := c.info.Defs[e]; o != nil {
			return o
		}
		return c.info.Uses[e]
	case *ast.SelectorExpr:
		return c.info.Uses[e.Sel]
	case *ast.IndexExpr:
		return c.object(e.X)
	case *ast.SliceExpr:
		return c.object(e.X)
	case *ast.StarExpr:
		return c.object(e.X)
	case *ast.UnaryExpr:
		if e.Op == token.AND {
			return c.object(e.X)
		}
	}
	return nil
}

// float reports whether an expression is a floating-point number that is worked out when the program runs.
func (c *fusions) float(e ast.Expr) bool {
	tv := c.info.Types[e]
	return tv.Value == nil && isFloat(tv.Type)
}

// exact reports whether an expression is a power of two, or such a number below zero: a product with it is rounded to itself.
func (c *fusions) exact(e ast.Expr) bool {
	value := c.info.Types[e].Value
	if value == nil {
		return false
	}
	x, _ := constant.Float64Val(constant.ToFloat(value))
	fraction, _ := math.Frexp(x)
	return math.Abs(fraction) == 0.5
}

// product returns the unrounded product that an expression may be, or hold; nil is none.
func (c *fusions) product(e ast.Expr) ast.Expr {
	switch e := ast.Unparen(e).(type) {
	case *ast.BinaryExpr:
		if e.Op == token.MUL && c.float(e) {
			switch {
			case c.exact(e.X):
				return c.product(e.Y)
			case c.exact(e.Y):
				return c.product(e.X)
			}
			return e
		}
		return nil
	case *ast.UnaryExpr:
		if e.Op == token.SUB || e.Op == token.ADD {
			return c.product(e.X)
		}
	case *ast.CallExpr:
		if s, ok := core(c.info.TypeOf(e.Fun)).(*types.Signature); ok && !c.info.Types[e.Fun].IsType() && s.Results().Len() == 1 {
			return c.raw[c.place(s.Results().At(0))]
		}
		return nil // a conversion rounds, and no built-in function multiplies
	case *ast.CompositeLit:
		if _, fields := core(c.info.TypeOf(e)).(*types.Struct); fields {
			return nil // each is looked at for itself
		}
		for _, x := range e.Elts {
			if keyed, ok := x.(*ast.KeyValueExpr); ok {
				x = keyed.Value
			}
			if p := c.product(x); p != nil {
				return p
			}
		}
		return nil
	}
	return c.raw[c.place(c.object(e))]
}

// core returns what a type is made of.
func core(t types.Type) types.Type {
	if t == nil {
		return nil
	}
	return t.Underlying()
}

// isFloat reports whether a type is of floating-point numbers, or may be one.
func isFloat(t types.Type) bool {
	switch u := core(t).(type) {
	case *types.Basic:
		return u.Info()&(types.IsFloat|types.IsComplex) != 0
	case *types.Interface: // of a type parameter
		for i := range u.NumEmbeddeds() {
			if union, ok := u.EmbeddedType(i).(*types.Union); ok {
				for j := range union.Len() {
					if isFloat(union.Term(j).Type()) {
						return true
					}
				}
			} else if isFloat(u.EmbeddedType(i)) {
				return true
			}
		}
	}
	return false
}
