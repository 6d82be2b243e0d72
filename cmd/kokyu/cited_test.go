package main

import (
	"bytes"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"kokyu/agent"
	"kokyu/rules/rulestest/toy"
)

// citation is the number of a law or a ruling, or a span of them: EB-33, R-RK-37, "R-54 to R-59", "SP-18..40".
var citation = regexp.MustCompile(`\b((?:R-)?(?:RK|TP|TY)|R|EB|SP|MA)-(\d+)(?:(?: to |\.\.|-)((?:R-)?(?:[A-Z]{2}-)?)(\d+))?\b`)

// Whatever law or ruling the code, the data or a page cites by its number can be read in the repository.
func TestEveryCitedLawAndRulingIsDefined(t *testing.T) {
	defined := map[string]bool{}
	for _, system := range agent.Systems() {
		about, err := agent.About(system)
		if err != nil {
			t.Fatal(err)
		}
		for _, l := range about.Laws() {
			defined[l.ID] = true
		}
		for _, r := range about.Rulings() {
			defined[r.ID] = true
		}
	}
	for _, r := range toy.About().Rulings() {
		defined[r.ID] = true
	}
	for _, l := range toy.About().Laws() {
		defined[l.ID] = true
	}
	missing := map[string][]string{}
	seen := 0
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() && strings.HasPrefix(d.Name(), ".") && d.Name() != "." && d.Name() != ".." && path != root {
			return filepath.SkipDir
		}
		if !slices.Contains([]string{".go", ".md", ".yaml", ".txt", ".css"}, filepath.Ext(path)) || strings.HasSuffix(path, "cited_test.go") {
			return nil
		}
		data, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		for n, line := range bytes.Split(data, []byte("\n")) {
			for _, m := range citation.FindAllSubmatch(line, -1) {
				for _, id := range []string{string(m[1]) + "-" + string(m[2]), string(m[1]) + "-" + string(m[4])} {
					if strings.HasSuffix(id, "-") {
						continue
					}
					if seen++; !defined[id] {
						rel, _ := filepath.Rel(root, path)
						missing[id] = append(missing[id], filepath.ToSlash(rel)+":"+strconv.Itoa(n+1))
					}
				}
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if seen < 4000 {
		t.Errorf("%d citations were found: they are written otherwise than this test reads them", seen)
	}
	for _, id := range slices.Sorted(maps.Keys(missing)) {
		at := missing[id]
		t.Errorf("%s is cited and not defined: %s", id, strings.Join(at[:min(4, len(at))], " "))
	}
}
