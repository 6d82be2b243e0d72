package model

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"kokyu/prompts"
	"kokyu/rules"
)

// frameNames are all frames of all dialects, read off their sources: this package knows no system.
func frameNames(t *testing.T) (names []string) {
	t.Helper()
	files, err := filepath.Glob("../../../rules/*/tale/dialect.go")
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range rules.TaleFrames {
		if f.Name != "person" {
			names = append(names, f.Name)
		}
	}
	for _, file := range files {
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range regexp.MustCompile(`\{Name: "([a-z_]+)", (?:Slots|Kinds)`).FindAllStringSubmatch(string(data), -1) {
			names = append(names, m[1])
		}
	}
	slices.Sort(names)
	return slices.Compact(names)
}

// A model can be asked about every moment there is, and about none that is not.
func TestEveryFrameHasItsMeaning(t *testing.T) {
	words, err := prompts.ForModels()
	if err != nil {
		t.Fatal(err)
	}
	names := frameNames(t)
	if len(names) < 90 {
		t.Fatalf("%d frames found: the sources are written otherwise than this test reads them", len(names))
	}
	for _, name := range names {
		if words.Means[name] == "" {
			t.Errorf("the frame %s has no meaning in voice/means.yaml", name)
		}
	}
	for name, means := range words.Means {
		if !slices.Contains(names, name) {
			t.Errorf("voice/means.yaml says what %s means, which is no frame", name)
		}
		if rest := strings.NewReplacer("{actor}", "", "{target}", "").Replace(means); strings.ContainsAny(rest, "{}.") {
			t.Errorf("%s: %q is no plain sentence with slots", name, means)
		}
	}
}
