package main

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"kokyu/agent"
	"kokyu/rules/book"
)

// The page of each system lists every ruling that departs from printed words, with those words, and no other.
func TestPagesListEveryDeparture(t *testing.T) {
	for _, system := range agent.Systems() {
		about, err := agent.About(system)
		if err != nil {
			t.Fatal(err)
		}
		var want []string
		for _, r := range about.Rulings() {
			if r.Departs != "" {
				want = append(want, fmt.Sprintf("- %s: %q", r.ID, r.Departs))
			}
		}
		page := "docs/systems/" + system + ".md"
		_, rest, ok := strings.Cut(readPage(t, page), "\n## Where the rulings depart from the text\n\n")
		_, rest, _ = strings.Cut(rest, "\n\n") // one paragraph says what the list is
		named, _, _ := strings.Cut(rest, "\n\n")
		if got := strings.Split(strings.TrimSpace(named), "\n"); !ok || !slices.Equal(got, want) {
			t.Errorf("%s lists\n%s\nwant\n%s", page, strings.Join(got, "\n"), strings.Join(want, "\n"))
		}
	}
}

// A law that waits says what for, and no other does; one read against its letter names a ruling that departs from the text.
func TestLawsSayWhatTheyWaitForAndWhoReadsThem(t *testing.T) {
	for _, system := range agent.Systems() {
		about, err := agent.About(system)
		if err != nil {
			t.Fatal(err)
		}
		for _, l := range about.Laws() {
			if (l.Status == book.Later) != (l.Waits != "") {
				t.Errorf("%s is %s and waits for %q", l.ID, l.Status, l.Waits)
			}
			departs := func(r book.Ruling) bool { return r.ID == l.ReadBy && r.Departs != "" }
			if l.ReadBy != "" && !slices.ContainsFunc(about.Rulings(), departs) {
				t.Errorf("%s is read by %s, which departs from nothing", l.ID, l.ReadBy)
			}
		}
	}
}
