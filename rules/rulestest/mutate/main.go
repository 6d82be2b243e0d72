// Command mutate measures whether the law tests notice wrong rules. It changes one rule line at a time (a < becomes a
// <=, a 2 becomes a 3, a call is left out) and runs the law tests of the system. A mutant, the changed program, is dead
// if a test fails. If all pass it has survived, and shows a rule that no test checks. The source tree is not changed.
//
//	go run ./rules/rulestest/mutate -n 200 -seed 1
//
// With -laws it draws laws instead, changes one line of each, and runs only the tests that name the law.
// With -numbers it raises each number of the tables of the documents by one.
//
// Rule lines are the lines of the files that a system's doc.go lists as those of the rules and of the engine, without
// code that only writes the log. A mutant is equivalent if no fight could show the difference; equivalent.yaml lists
// the known ones with their reasons.
package main

import (
	"cmp"
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"os/signal"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"time"
)

func main() { os.Exit(run()) }

// Exit codes, the same as kokyu's.
const (
	exitDone        = 0
	exitNo          = 1
	exitBad         = 2
	exitInterrupted = 130
)

// run is main without the exit.
func run() int {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	var o options
	flag.Uint64Var(&o.seed, "seed", 1, "draws the mutants")
	flag.IntVar(&o.n, "n", 200, "how many are drawn, evenly from all systems; 0 is all there are")
	flag.IntVar(&o.laws, "laws", 0, "draw so many laws instead, and try each with one mutant and the tests that name it")
	flag.BoolVar(&o.numbers, "numbers", false, "change the numbers of the documents' tables instead, one at a time")
	flag.Float64Var(&o.least, "least", 95, "the share of them that must die, in percent")
	flag.DurationVar(&o.limit, "limit", time.Minute, "processor time of the law tests against one mutant: what takes more is dead")
	flag.Func("only", "only rule lines of these files: squad.go,order.go", func(names string) error {
		o.only = strings.Split(names, ",")
		return nil
	})
	flag.Usage = func() {
		fmt.Fprintln(flag.CommandLine.Output(), "usage: mutate [flags] [SYSTEM ...], such as breath; without one all systems")
		flag.PrintDefaults()
	}
	flag.Parse()
	bite := o.bite
	switch {
	case o.numbers:
		bite = o.biteNumbers
	case o.laws > 0:
		bite = o.biteLaws
	}
	enough := false
	systems, err := systemsOf(ctx, flag.Args())
	known, bad := readEquivalents()
	if err = cmp.Or(err, bad); err == nil {
		enough, err = bite(ctx, systems, known, os.Stdout)
	}
	switch {
	case ctx.Err() != nil:
		fmt.Fprintln(os.Stderr, "mutate: interrupted")
		return exitInterrupted
	case err != nil:
		fmt.Fprintln(os.Stderr, "mutate:", err)
		return exitBad
	case !enough:
		return exitNo
	}
	return exitDone
}

// options are the values of the flags.
type options struct {
	seed    uint64
	n       int
	laws    int     // how many laws are drawn; 0 is none, and mutants are drawn from all lines
	numbers bool    // the numbers of tables are changed
	least   float64 // percent
	limit   time.Duration
	only    []string // names of files; empty is all
}

// bite tries mutants of each system and prints those that survive and a line of counts. It reports whether enough of
// them died and every entry of equivalent.yaml names a mutant.
func (o options) bite(ctx context.Context, systems []system, known equivalents, out io.Writer) (bool, error) {
	var all tally
	for i, sys := range systems {
		mutants, err := sys.mutants()
		if err != nil {
			return false, err
		}
		for _, e := range known.staleEntries(sys, mutants) {
			fmt.Fprintln(out, e)
			all.stale++
		}
		if mutants = o.of(mutants); len(mutants) == 0 {
			return false, fmt.Errorf("%s has no rule lines in %s", sys.name, strings.Join(o.only, ", "))
		}
		n := len(mutants)
		if o.n > 0 {
			n = (o.n + i) / len(systems)
		}
		got, err := o.try(ctx, sys, mutants, n, known, out)
		if err != nil {
			if ctx.Err() != nil {
				fmt.Fprintf(out, "%s, seed %d, stopped: %v\n", sys.name, o.seed, got)
			}
			return false, err
		}
		fmt.Fprintf(out, "%s, seed %d: %v\n", sys.name, o.seed, got)
		all.add(got)
	}
	fmt.Fprintf(out, "all, seed %d: %v; at least %.0f %% must die\n", o.seed, all, o.least)
	return all.score() >= o.least && all.stale == 0, nil
}

// of returns the mutants of the files that -only names, or all.
func (o options) of(mutants []mutant) []mutant {
	if len(o.only) == 0 {
		return mutants
	}
	return slices.DeleteFunc(mutants, func(m mutant) bool { return !slices.Contains(o.only, path.Base(m.File)) })
}

// batchMax is how many mutants are compiled into one test binary. To build one alone took three seconds; 100 mutants of
// keep in one binary took 134 s of processor time in all.
const batchMax = 100

// try tries n of a system's mutants, drawn by the seed. If it is stopped, it returns the counts so far with the error.
func (o options) try(ctx context.Context, sys system, mutants []mutant, n int, known equivalents,
	out io.Writer) (got tally, err error) {
	got.of = len(mutants)
	t, err := newTrial(sys, o.limit)
	if err != nil {
		return got, err
	}
	defer t.close()
	if err := t.testUnchanged(ctx); err != nil {
		return got, err
	}
	started := time.Now()
	defer func() { got.took = time.Since(started) }()
	left := shuffled(mutants, o.seed)
	for got.drawn() < n && len(left) > 0 {
		var batch []mutant
		for ; got.drawn()+len(batch) < n && len(batch) < batchMax && len(left) > 0; left = left[1:] {
			if known.has(left[0]) {
				got.equivalent++
			} else {
				batch = append(batch, left[0])
			}
		}
		err := t.run(ctx, batch, func(m mutant, f fate) {
			got.count(f)
			if f == survived {
				fmt.Fprintln(out, m)
			}
		})
		if err != nil {
			return got, err
		}
	}
	return got, nil
}

// tally counts drawn mutants by their fate.
type tally struct {
	of                         int // all mutants, without drawn ones that do not compile
	dead, survived, equivalent int
	stale                      int // entries of the list that name no mutant
	took                       time.Duration
}

// count counts the fate of one mutant.
func (t *tally) count(f fate) {
	switch f {
	case invalid:
		t.of--
	case dead:
		t.dead++
	case survived:
		t.survived++
	}
}

// drawn returns how many mutants were drawn so far.
func (t tally) drawn() int { return t.dead + t.survived + t.equivalent }

// score returns the percentage of the tried mutants that died, 100 if none was tried. Equivalent ones do not count: no
// test could notice them.
func (t tally) score() float64 {
	if t.dead+t.survived == 0 {
		return 100
	}
	return 100 * float64(t.dead) / float64(t.dead+t.survived)
}

// add adds the counts of another draw.
func (t *tally) add(b tally) {
	t.of += b.of
	t.dead += b.dead
	t.survived += b.survived
	t.equivalent += b.equivalent
	t.took += b.took
}

// String returns the counts in words.
func (t tally) String() string {
	each := t.took / time.Duration(max(1, t.dead+t.survived))
	return fmt.Sprintf("%d drawn of %d, %d dead, %d survived, %d equivalent: %.1f %% died (%.1f s each)",
		t.drawn(), t.of, t.dead, t.survived, t.equivalent, t.score(), each.Seconds())
}

// moduleRoot returns the folder of go.mod.
func moduleRoot(ctx context.Context) (string, error) {
	out, err := exec.CommandContext(ctx, "go", "env", "GOMOD").Output()
	if err != nil {
		return "", fmt.Errorf("go env: %w", err)
	}
	mod := strings.TrimSpace(string(out))
	if filepath.Base(mod) != "go.mod" {
		return "", errors.New("no go.mod here or above: run it inside the module")
	}
	root := filepath.Dir(mod)
	if strings.HasSuffix(filepath.ToSlash(root), "/rules/rulestest/mutate") { // this tool's own
		root = filepath.Join(root, "..", "..", "..")
	}
	return root, nil
}
