package main

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// blocks are the spans of code that some tests run, by file.
type blocks map[string][]stretch

// stretch is a span of code from a line and column up to, but without, another.
type stretch struct{ fromLine, fromCol, toLine, toCol int }

// covers reports whether a mutant stands in code that was run.
func (b blocks) covers(m *mutant) bool {
	return slices.ContainsFunc(b[m.File], func(s stretch) bool {
		after := m.line > s.fromLine || m.line == s.fromLine && m.col >= s.fromCol
		return after && (m.line < s.toLine || m.line == s.toLine && m.col < s.toCol)
	})
}

// buildCoverage builds the tests of a package with coverage and returns their names.
func (t *trial) buildCoverage(ctx context.Context) (tests []string, err error) {
	if said, err := t.build(ctx, "cover.test", map[string]string{}, "-covermode=count"); err != nil {
		return nil, err
	} else if said != "" {
		return nil, fmt.Errorf("the tests of %s: %s", t.sys.dir, said)
	}
	list := t.testCommand(ctx, "cover.test", 0, "-test.list=.")
	var out bytes.Buffer
	list.Stdout = &out
	if ok, err := passes(ctx, list); err != nil || !ok {
		return nil, fmt.Errorf("the tests of %s cannot be listed: %w", t.sys.dir, err)
	}
	return strings.Fields(out.String()), nil
}

// covered matches a line of a coverage profile whose count is not 0. What precedes rules/ is the path of the module.
var covered = regexp.MustCompile(`(?m)^\S+/(rules/\S+\.go):(\d+)\.(\d+),(\d+)\.(\d+) \d+ ([1-9]\d*)$`)

// runsOf returns the code that one test runs, without what every test runs to initialize the package (before).
func (t *trial) runsOf(ctx context.Context, test string, before map[counted]int) (blocks, error) {
	counts, err := t.countRuns(ctx, patternOf([]string{test}))
	runs := blocks{}
	for at, n := range counts {
		if n > before[at] {
			runs[at.file] = append(runs[at.file], at.stretch)
		}
	}
	return runs, err
}

// counted is a span of a file, as a profile counts it.
type counted struct {
	file string
	stretch
}

// countRuns runs the tests that a pattern matches and returns how often they run each span, of those that they run.
func (t *trial) countRuns(ctx context.Context, pattern string) (map[counted]int, error) {
	file := filepath.Join(t.dir, "profile")
	ok, err := passes(ctx, t.testCommand(ctx, "cover.test", 0, "-test.run="+pattern, "-test.coverprofile="+file))
	if err != nil {
		return nil, err
	}
	if !ok {
		return nil, fmt.Errorf("%s: %s fails as things are", t.sys.dir, pattern)
	}
	profile, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	counts := map[counted]int{}
	for _, m := range covered.FindAllStringSubmatch(string(profile), -1) {
		var n [5]int
		for i := range n {
			n[i], _ = strconv.Atoi(m[2+i])
		}
		counts[counted{m[1], stretch{n[0], n[1], n[2], n[3]}}] += n[4]
	}
	return counts, nil
}
