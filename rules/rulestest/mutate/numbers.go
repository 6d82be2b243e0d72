package main

import (
	"context"
	_ "embed"
	"fmt"
	"io"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"kokyu/rules/book"
)

// With -numbers the command raises each number in the tables of a document by one, and a law test has to notice. First
// it rewords all sentences of the tables, which no law test, no perft and no playthrough may notice: the rules have to
// ask for a number by its name and not by the words around it.

// touched is the environment variable that says what a test binary changes in the tables when it starts: the names of a
// table, a row and a number, each on a line, or reworded. Both constants are in touch.go.txt too.
const (
	touched  = "KOKYU_TOUCHED"
	reworded = "every sentence"
)

// touchFile is a file for package book, with a function that changes the tables after they are read.
//
//go:embed touch.go.txt
var touchFile string

// biteNumbers raises each number of the tables of each system and prints those that no law test notices. It reports
// whether there is none.
func (o options) biteNumbers(ctx context.Context, systems []system, _ equivalents, out io.Writer) (bool, error) {
	unheld := 0
	for _, sys := range systems {
		sys.others = nil
		n, err := o.biteTables(ctx, sys, out)
		if err != nil {
			return false, err
		}
		unheld += n
	}
	return unheld == 0, nil
}

// biteTables is biteNumbers for one system. It returns how many numbers no law test notices. For each number it runs
// the tests of the laws that the row names first, which take less time, and then all law tests.
func (o options) biteTables(ctx context.Context, sys system, out io.Writer) (unheld int, err error) {
	t, err := newTrial(sys, o.limit)
	if err != nil {
		return 0, err
	}
	defer t.close()
	if err := t.buildTouching(ctx); err != nil {
		return 0, err
	}
	of := map[string][]string{}
	for _, l := range lawsOf(sys) {
		of[l.id] = l.tests
	}
	every, err := lawTests(sys)
	if err != nil {
		return 0, err
	}
	for what, tests := range map[string][]string{"": every, reworded: append([]string{"TestPerft", "TestPlay"}, every...)} {
		if ok, err := passes(ctx, t.touchedCommand(ctx, what, tests)); !ok || err != nil {
			return 0, fmt.Errorf("%s: with %q changed in the tables the law tests fail: %w", sys.name, what, err)
		}
	}
	count := 0
	for _, table := range book.ReadTables(os.DirFS(filepath.Join(sys.root, filepath.FromSlash(sys.dir), "data"))).Tables {
		for _, row := range table.Rows {
			var own []string
			for _, id := range book.CitedIDs(row.Laws) {
				own = append(own, of[id]...)
			}
			for _, name := range slices.Sorted(maps.Keys(row.Numbers)) {
				count++
				alive := true
				for _, tests := range [][]string{own, every} {
					if alive && len(tests) > 0 {
						if alive, err = passes(ctx, t.touchedCommand(ctx, table.Name+"\n"+row.Name+"\n"+name, tests)); err != nil {
							return 0, err
						}
					}
				}
				if alive {
					fmt.Fprintf(out, "%s: no law test holds %s, %s: %s\n", sys.name, table.Name, row.Name, name)
					unheld++
				}
			}
		}
	}
	fmt.Fprintf(out, "%s: %d numbers of tables, each raised by one\n", sys.name, count)
	return unheld, nil
}

// lawTests returns the names of a system's tests of laws and rulings, without second readings.
func lawTests(sys system) (names []string, err error) {
	files, err := filepath.Glob(filepath.Join(sys.root, filepath.FromSlash(sys.dir), "law_*_test.go"))
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			return nil, err
		}
		for _, m := range testFunction.FindAllSubmatch(text, -1) {
			if name := string(m[1]); !secondReading.MatchString(name) {
				names = append(names, name)
			}
		}
	}
	return names, err
}

// testFunction matches the first line of a test.
var testFunction = regexp.MustCompile(`(?m)^func (Test\w+)\(`)

// buildTouching builds the tests of a system with a call of touch where package book has read the tables.
func (t *trial) buildTouching(ctx context.Context) error {
	const reads = "\tfor i := range all.Tables {\n\t\tt := &all.Tables[i]\n\t\tt.used = map[string]bool{}\n"
	file := "rules/book/table.go"
	text, err := os.ReadFile(t.path(file))
	if err != nil {
		return err
	}
	if strings.Count(string(text), reads) != 1 {
		return fmt.Errorf("%s: no lines %q: want where the tables are read", file, reads)
	}
	replaced := map[string]string{}
	if err := t.replace(replaced, "rules/book/awake_mutant.go", touchFile); err != nil {
		return err
	}
	if err := t.replace(replaced, file, strings.Replace(string(text), reads, "\ttouch(&all)\n"+reads, 1)); err != nil {
		return err
	}
	said, err := t.build(ctx, "touched.test", replaced)
	if err == nil && said != "" {
		err = fmt.Errorf("%s: %s", t.sys.dir, said)
	}
	return err
}

// touchedCommand returns the command that runs some tests with one thing changed in the tables.
func (t *trial) touchedCommand(ctx context.Context, what string, tests []string) (cmd *exec.Cmd) {
	cmd = t.testCommand(ctx, "touched.test", 0, "-test.run="+patternOf(tests))
	cmd.Env = append(cmd.Env, touched+"="+what, "LONG=") // a sample is enough here
	return cmd
}
