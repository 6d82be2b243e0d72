package main

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// exportedUnused are names that are exported although no other package uses them: a row a group, with the one reason for all of it.
var exportedUnused = []struct{ pkg, names, why string }{
	{"agent/serve", "BadVersion KeyReused NoKey NoRoom UnknownPath UnusableFiles WrongHost WrongMethod", "codes of errors that clients read"},
	{"agent/serve", "EventEnd EventGap EventProposal EventStep", "kinds of events that clients read, of one list with EventQuestion"},
	{"agent/session", "BadDice", "a code of errors that clients read, of one list with BadInput"},
	{"agent/session", "AskedSeat OwnSeat", "who may call an operation, of one list with GMOnly and Anybody"},
	{"rules/dice", "AtMost Equal LessThan MoreThan", "comparisons of a test, of one list with AtLeast"},
	{"rules/dice", "Failure Lose Tie", "results of a test, of one list with Success and Win"},
	{"rules/dice", "BesideMax NeedMax NeedMin", "bounds of what is read, of one list with those that others name"},
	{"rules/dice", "Geometric", "of the arithmetic of dice, which programs outside may use"},
	{"search", "ErrAnswer ErrCommit ErrInner ErrTooWide", "errors that callers may look for, of one list with those that ours do"},
}

// exportedUnusedMax is how many names the table may have. Each is one more that a reader of go doc takes for a door.
const exportedUnusedMax = 30

// exportedName is a name that a package declares at its top level.
type exportedName struct{ pkg, name string }

// goFile is a parsed file with its package, as the folder from the root of the module.
type goFile struct {
	pkg    string
	isTest bool
	*ast.File
}

// parseModule parses all files of the module. An import by the path of a folder has the name of the package there, which may be
// another than that of the folder.
func parseModule(t *testing.T) (files []goFile, packageNames map[string]string) {
	t.Helper()
	packageNames = map[string]string{}
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && d.Name() == "testdata":
			return filepath.SkipDir
		case d.IsDir() || !strings.HasSuffix(path, ".go"):
			return nil
		}
		parsed, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		dir, err := filepath.Rel(root, filepath.Dir(path))
		file := goFile{filepath.ToSlash(dir), strings.HasSuffix(path, "_test.go"), parsed}
		if !file.isTest {
			packageNames[file.pkg] = parsed.Name.Name
		}
		files = append(files, file)
		return err
	})
	if err != nil || len(files) == 0 {
		t.Fatalf("%d files, %v", len(files), err)
	}
	return files, packageNames
}

// exported returns the exported names of a file's top level. Methods and fields are not among them: interfaces, templates and JSON
// reach for these by name.
func (f goFile) exported() (names []exportedName) {
	add := func(id *ast.Ident) {
		if id.IsExported() {
			names = append(names, exportedName{f.pkg, id.Name})
		}
	}
	for _, d := range f.Decls {
		switch d := d.(type) {
		case *ast.FuncDecl:
			if d.Recv == nil {
				add(d.Name)
			}
		case *ast.GenDecl:
			for _, s := range d.Specs {
				switch s := s.(type) {
				case *ast.TypeSpec:
					add(s.Name)
				case *ast.ValueSpec:
					for _, id := range s.Names {
						add(id)
					}
				}
			}
		}
	}
	return names
}

// addUses notes the names of other packages that a file uses: text.Each, where text is an import of it. That is looked up without types,
// so that a variable which is called like a package counts for it.
func (f goFile) addUses(packageNames map[string]string, used map[exportedName]bool) {
	imported := map[string]string{}
	for _, i := range f.Imports {
		path, _ := strconv.Unquote(i.Path.Value)
		dir, own := strings.CutPrefix(path, "kokyu/")
		switch {
		case own && i.Name != nil:
			imported[i.Name.Name] = dir
		case own:
			imported[packageNames[dir]] = dir
		}
	}
	ast.Inspect(f.File, func(n ast.Node) bool {
		if s, ok := n.(*ast.SelectorExpr); ok {
			if id, ok := s.X.(*ast.Ident); ok && imported[id.Name] != "" {
				used[exportedName{imported[id.Name], s.Sel.Name}] = true
			}
		}
		return true
	})
}

// addSignatures notes the package's own names in the signatures and fields of what it exports: whoever uses that holds values of them.
func (f goFile) addSignatures(used map[exportedName]bool) {
	var note func(n ast.Node) bool
	note = func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncDecl:
			if n.Name.IsExported() {
				ast.Inspect(n.Type, note)
			}
		case *ast.TypeSpec:
			if n.Name.IsExported() {
				ast.Inspect(n.Type, note)
			}
		case *ast.StructType:
			for _, field := range n.Fields.List {
				if len(field.Names) == 0 || slices.ContainsFunc(field.Names, (*ast.Ident).IsExported) {
					ast.Inspect(field.Type, note)
				}
			}
		case *ast.Ident:
			used[exportedName{f.pkg, n.Name}] = true
		case *ast.ValueSpec, *ast.SelectorExpr: // the name of a value is no use of it, and rules.Event is another package's
		default:
			return true
		}
		return false
	}
	ast.Inspect(f.File, note)
}

// What a package exports is for others. A name that no other package uses, tests of others included, and that stands in no signature or
// field of what is exported, is lower case or stands with its reason in a short table; one of that table which is no longer needed goes.
func TestExportedNamesAreUsed(t *testing.T) {
	files, packageNames := parseModule(t)
	used := map[exportedName]bool{}
	for _, f := range files {
		f.addUses(packageNames, used)
		if !f.isTest {
			f.addSignatures(used)
		}
	}
	kept := map[exportedName]bool{}
	for _, r := range exportedUnused {
		for name := range strings.FieldsSeq(r.names) {
			kept[exportedName{r.pkg, name}] = true
		}
		if r.why == "" {
			t.Errorf("%s: say why %q are exported", r.pkg, r.names)
		}
	}
	if len(kept) > exportedUnusedMax {
		t.Errorf("%d names are exported for other reasons than use, want at most %d", len(kept), exportedUnusedMax)
	}
	for _, f := range files {
		if f.isTest || f.Name.Name == "main" {
			continue
		}
		for _, name := range f.exported() {
			switch {
			case used[name]:
			case kept[name]:
				delete(kept, name)
			default:
				t.Errorf("nobody outside %s uses its %s: make it lower case, or say in exportedUnused why not", name.pkg, name.name)
			}
		}
	}
	for name := range kept {
		t.Errorf("%s of %s is used or gone: take it out of exportedUnused", name.name, name.pkg)
	}
}
