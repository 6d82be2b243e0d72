package main

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"kokyu/agent"
	"kokyu/cmd/cli/clitest"
	"kokyu/rules/book"
)

// Every ruling is of one of three kinds, and it quotes words exactly if it departs from them. Those of which nobody had said what they
// are have the kind that is theirs.
func TestEveryRulingIsOfOneKind(t *testing.T) {
	kinds := map[string]string{
		"R-RK-55": book.KindSilent, "R-RK-62": book.KindSilent, "R-RK-73": book.KindTwoWays, "R-RK-74": book.KindDeparts,
		"R-RK-75": book.KindSilent, "R-RK-81": book.KindDeparts,
		"R-TP-15": book.KindTwoWays, "R-TP-41": book.KindSilent, "R-TP-44": book.KindSilent, "R-TP-47": book.KindDeparts,
		"R-TP-53": book.KindSilent, "R-TP-68": book.KindSilent,
		"R-114": book.KindSilent, "R-116": book.KindTwoWays, "R-121": book.KindSilent, "R-137": book.KindTwoWays, "R-144": book.KindSilent, "R-145": book.KindDeparts,
	}
	for _, system := range agent.Systems() {
		about, err := agent.About(system)
		if err != nil {
			t.Fatal(err)
		}
		for _, r := range about.Rulings() {
			if !slices.Contains(book.Kinds, r.Kind) || (r.Kind == book.KindDeparts) != (r.Departs != "") {
				t.Errorf("%s %q is of the kind %q and quotes %q", r.ID, r.Name, r.Kind, r.Departs)
			}
			if want, ok := kinds[r.ID]; ok && r.Kind != want && r.Name != "void twice" {
				t.Errorf("%s %q is of the kind %q, want %q", r.ID, r.Name, r.Kind, want)
			}
			if r.Name == "" && len(r.Presets) > 0 {
				t.Errorf("%s has a preset and no name", r.ID)
			}
		}
	}
}

// The page of each system lists every ruling that departs from printed words, with those words, and no other; one that a preset plays
// as it is printed says so. A page without such rulings has no such list.
func TestPagesListEveryDeparture(t *testing.T) {
	for _, system := range agent.Systems() {
		about, err := agent.About(system)
		if err != nil {
			t.Fatal(err)
		}
		var want []string
		for _, r := range about.Rulings() {
			if r.Departs != "" {
				line := fmt.Sprintf("- %s: %q", r.ID, r.Departs)
				if value, ok := r.Presets[book.Printed]; ok {
					line += fmt.Sprintf("; `{%s: %q}` takes them", r.Name, value)
				}
				want = append(want, line)
			}
		}
		page := "docs/systems/" + system + ".md"
		_, rest, lists := strings.Cut(clitest.ReadPage(t, page), "\n## Where the rulings depart from the text\n\n")
		_, rest, _ = strings.Cut(rest, "\n\n") // one paragraph says what the list is
		named, _, _ := strings.Cut(rest, "\n\n")
		if got := strings.Split(strings.TrimSpace(named), "\n"); lists != (len(want) > 0) || lists && !slices.Equal(got, want) {
			t.Errorf("%s lists\n%s\nwant\n%s", page, strings.Join(got, "\n"), strings.Join(want, "\n"))
		}
	}
}

// A law that waits says what for, and no other does; one that needs a sheet is not played, else it does not need one; one read
// against its letter names a ruling that departs from the text.
func TestLawsSayWhatTheyWaitForAndWhoReadsThem(t *testing.T) {
	for _, system := range agent.Systems() {
		about, err := agent.About(system)
		if err != nil {
			t.Fatal(err)
		}
		for _, l := range about.Laws() {
			if (l.Status == book.StatusLater) != (l.Waits != "") {
				t.Errorf("%s is %s and waits for %q", l.ID, l.Status, l.Waits)
			}
			if (l.Status == book.StatusNeedsSheet) != (l.Needs != "") {
				t.Errorf("%s is %s and needs %q", l.ID, l.Status, l.Needs)
			}
			departs := func(r book.Ruling) bool { return r.ID == l.ReadBy && r.Departs != "" }
			if l.ReadBy != "" && !slices.ContainsFunc(about.Rulings(), departs) {
				t.Errorf("%s is read by %s, which departs from nothing", l.ID, l.ReadBy)
			}
		}
	}
}
