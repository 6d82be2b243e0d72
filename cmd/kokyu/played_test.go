package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// A test plays if it makes a step of a fight, a decision or dice, through the public seam: a method of fight.Fight that makes one,
// or Play of a Game. It does so itself or through any function of the tests or of the test kit that it names. What begun throws,
// the function of a test package that only begins a fight, does not count, and neither does what an engine's own function does: a
// test of such a function plays no fight.

// steps are the methods of fight.Fight that make a step.
var steps = []string{"Do", "Play", "Roll", "Dice", "Say", "Force", "Repeat", "After"}

// player finds out which tests play. Packages of tests are read from their sources, and everything else as it was compiled.
type player struct {
	fset     *token.FileSet
	info     types.Info
	other    types.Importer
	packages map[string]*types.Package
	names    map[types.Object][]types.Object // what a function or a variable of the tests names
	methods  map[string][]types.Object       // of the tests, by their names: an interface of theirs may mean each
	plays    map[types.Object]bool
}

// newPlayer knows no tests yet. exports are the files of compiled packages by their paths.
func newPlayer(exports map[string]string) *player {
	fset := token.NewFileSet()
	return &player{
		fset:     fset,
		info:     types.Info{Uses: map[*ast.Ident]types.Object{}, Defs: map[*ast.Ident]types.Object{}},
		other:    importer.ForCompiler(fset, "gc", func(path string) (io.ReadCloser, error) { return os.Open(exports[path]) }),
		packages: map[string]*types.Package{},
		names:    map[types.Object][]types.Object{},
		methods:  map[string][]types.Object{},
		plays:    map[types.Object]bool{},
	}
}

// readPlayer reads the tests of these folders of rules/, those they import first.
func readPlayer(folders ...string) (*player, error) {
	exports, err := imported(folders)
	if err != nil {
		return nil, err
	}
	p := newPlayer(exports)
	for _, folder := range folders {
		files, err := filesOf(p.fset, folder, parser.SkipObjectResolution)
		if err != nil {
			return nil, err
		}
		if err := p.add("kokyu/rules/"+folder, files); err != nil {
			return nil, err
		}
	}
	p.settle()
	return p, nil
}

// imported compiles what folders of rules/ import.
func imported(folders []string) (exports map[string]string, err error) {
	args := []string{"list", "-export", "-deps", "-json=ImportPath,Export"}
	for _, folder := range folders {
		files, err := filesOf(token.NewFileSet(), folder, parser.ImportsOnly)
		if err != nil {
			return nil, err
		}
		for _, f := range files {
			for _, spec := range f.Imports {
				path, err := strconv.Unquote(spec.Path.Value)
				if err != nil {
					return nil, err
				}
				args = append(args, path)
			}
		}
	}
	list := exec.Command("go", args...)
	var said bytes.Buffer
	list.Stderr = &said
	out, err := list.Output()
	if err != nil {
		return nil, fmt.Errorf("%w\n%s", err, said.String())
	}
	exports = map[string]string{}
	for d := json.NewDecoder(bytes.NewReader(out)); ; {
		var p struct{ ImportPath, Export string }
		if err := d.Decode(&p); err == io.EOF {
			return exports, nil
		} else if err != nil {
			return nil, err
		}
		exports[p.ImportPath] = p.Export
	}
}

// filesOf reads a folder of rules/ with the tests that are part of its package.
func filesOf(fset *token.FileSet, folder string, mode parser.Mode) (files []*ast.File, err error) {
	names, err := filepath.Glob(filepath.Join("../../rules", folder, "*.go"))
	for _, name := range names {
		f, err := parser.ParseFile(fset, name, nil, mode)
		if err != nil {
			return nil, err
		}
		if !strings.HasSuffix(f.Name.Name, "_test") {
			files = append(files, f)
		}
	}
	if len(files) == 0 && err == nil {
		err = errors.New("no files in rules/" + folder)
	}
	return files, err
}

// Import is for the type checker.
func (p *player) Import(path string) (*types.Package, error) {
	if pkg := p.packages[path]; pkg != nil {
		return pkg, nil
	}
	return p.other.Import(path)
}

// add reads a package; those of tests that it imports come before it.
func (p *player) add(path string, files []*ast.File) (err error) {
	if p.packages[path], err = (&types.Config{Importer: p}).Check(path, p.fset, files, &p.info); err != nil {
		return err
	}
	for _, file := range files {
		if name := p.fset.Position(file.FileStart).Filename; !strings.HasSuffix(name, "_test.go") && !strings.HasSuffix(filepath.Dir(name), "rulestest") {
			continue // the engine's own
		}
		for _, d := range file.Decls {
			switch d := d.(type) {
			case *ast.FuncDecl:
				f := p.info.Defs[d.Name]
				p.named(f, d.Body)
				if d.Recv != nil {
					p.methods[d.Name.Name] = append(p.methods[d.Name.Name], f)
				}
			case *ast.GenDecl:
				for _, spec := range d.Specs {
					if v, ok := spec.(*ast.ValueSpec); ok {
						for _, name := range v.Names {
							p.named(p.info.Defs[name], v)
						}
					}
				}
			}
		}
	}
	return nil
}

// named notes the functions and the package's variables that stand below a node.
func (p *player) named(by types.Object, in ast.Node) {
	p.names[by] = []types.Object{}
	ast.Inspect(in, func(n ast.Node) bool {
		id, ok := n.(*ast.Ident)
		if !ok {
			return true
		}
		switch o := p.info.Uses[id].(type) {
		case *types.Func:
			p.names[by] = append(p.names[by], o.Origin())
		case *types.Var:
			if o.Pkg() != nil && o.Parent() == o.Pkg().Scope() {
				p.names[by] = append(p.names[by], o)
			}
		}
		return true
	})
}

// settle finds all that play: what makes a step, then whatever names one of them, until there are no more.
func (p *player) settle() {
	for more := true; more; {
		more = false
		for o, names := range p.names {
			f, _ := o.(*types.Func)
			if !p.plays[o] && (f == nil || !begins(f)) && slices.ContainsFunc(names, p.playing) {
				p.plays[o], more = true, true
			}
		}
	}
}

// playing reports whether a function makes a step, or a variable holds one that does, as far as is known.
func (p *player) playing(o types.Object) bool {
	f, ok := o.(*types.Func)
	if !ok || p.plays[o] {
		return p.plays[o]
	}
	recv := f.Signature().Recv()
	if recv != nil && f.Pkg() != nil && p.packages[f.Pkg().Path()] != nil && types.IsInterface(recv.Type()) {
		return slices.ContainsFunc(p.methods[f.Name()], func(m types.Object) bool { return p.plays[m] })
	}
	return makesStep(f)
}

// makesStep reports whether a function is of the seam.
func makesStep(f *types.Func) bool {
	recv := f.Signature().Recv()
	if recv == nil {
		return false
	}
	t := recv.Type()
	if ptr, ok := t.(*types.Pointer); ok {
		t = ptr.Elem()
	}
	named, ok := t.(*types.Named)
	if !ok {
		return false
	}
	switch named.Obj().Name() {
	case "Fight":
		return named.Obj().Pkg().Path() == "kokyu/rules/fight" && slices.Contains(steps, f.Name())
	case "Game":
		return f.Name() == "Play"
	}
	return false
}

// begins reports whether a function only begins a fight, whatever it throws for that.
func begins(f *types.Func) bool { return f.Name() == "begun" }

// functions returns the tests of a system, among these, that play no fight.
func (p *player) functions(system string, tests []string) (functions []string) {
	scope := p.packages["kokyu/rules/"+system].Scope()
	for _, name := range tests {
		if o := scope.Lookup(name); o == nil || !p.playing(o) { // of rows, which know no engine
			functions = append(functions, name)
		}
	}
	return functions
}

// A test plays by its own step, by that of a function it names, of a variable or of whatever implements an interface; not by what
// only begins a fight, and not by what the engine does for it.
func TestWhoPlaysAFightIsSeen(t *testing.T) {
	engine := `package x
type State struct{}
type Game struct{}
func (*Game) Play(s *State) {}
func (g *Game) Rehearse(s *State) int { g.Play(s); return 1 }
`
	tests := `package x
type bout struct{ g Game; s State }
func begun() *bout { b := &bout{}; b.step(); return b }
func (b *bout) step() { b.g.Play(&b.s) }
func (b *bout) look() int { return b.g.Rehearse(&b.s) }
func (b *bout) twice(n int) { if n > 0 { b.thrice(n - 1) }; b.step() }
func (b *bout) thrice(n int) { b.twice(n) }
type table interface{ turn(); peek() }
func (b *bout) turn() { b.step() }
func (b *bout) peek() {}
var each = map[string]func(*bout){"a": func(b *bout) { b.step() }}
var none = map[string]func(*bout){"a": func(b *bout) { b.look() }}

func TestItself()    { (&Game{}).Play(&State{}) }
func TestByAHelper() { begun().step() }
func TestRound()     { begun().thrice(2) }
func TestByATable()  { for _, f := range each { f(begun()) } }
func TestByAnother() { var w table = begun(); w.turn() }
func TestBegins()    { begun() }
func TestEngine()    { begun().look() }
func TestNoTable()   { for _, f := range none { f(begun()) } }
func TestPeeks()     { var w table = begun(); w.peek() }
`
	p := newPlayer(nil)
	var files []*ast.File
	for name, text := range map[string]string{"x.go": engine, "x_test.go": tests} {
		f, err := parser.ParseFile(p.fset, name, text, 0)
		if err != nil {
			t.Fatal(err)
		}
		files = append(files, f)
	}
	if err := p.add("kokyu/rules/x", files); err != nil {
		t.Fatal(err)
	}
	p.settle()
	all := []string{"TestItself", "TestByAHelper", "TestRound", "TestByATable", "TestByAnother", "TestBegins", "TestEngine", "TestNoTable", "TestPeeks"}
	if got, want := p.functions("x", all), all[5:]; !slices.Equal(got, want) {
		t.Errorf("no fight is played by %q, want %q", got, want)
	}
}
