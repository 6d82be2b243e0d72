package main

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"kokyu/agent"
	"kokyu/cmd/cli/clitest"
)

// root is the repository, seen from this package.
const root = clitest.Root

// readmeLinesMax is the length of the front page.
const readmeLinesMax = 200

func TestTheReadmeIsShort(t *testing.T) {
	if n := strings.Count(clitest.ReadPage(t, "README.md"), "\n"); n > readmeLinesMax {
		t.Errorf("README.md has %d lines, want at most %d: the manual is in docs", n, readmeLinesMax)
	}
}

var (
	pageLink    = regexp.MustCompile(`\]\(([^)\s]+)\)`)
	pageHeading = regexp.MustCompile(`(?m)^#+ (.+)$`)
	pageCode    = regexp.MustCompile("`([^`\n]+)`")
)

// prose returns a page without its blocks of code.
func prose(text string) string {
	var b strings.Builder
	inside := false
	for line := range strings.Lines(text) {
		if strings.HasPrefix(line, "```") {
			// A block ends at bare backquotes only: output may hold a block of its own.
			inside = !inside || strings.TrimSpace(line) != "```"
			continue
		}
		if !inside {
			b.WriteString(line)
		}
	}
	return b.String()
}

// anchors returns the names by which links reach the headings of a page.
func anchors(text string) (all []string) {
	for _, m := range pageHeading.FindAllStringSubmatch(prose(text), -1) {
		name := regexp.MustCompile(`[^\p{L}\p{N} _-]`).ReplaceAllString(strings.ToLower(m[1]), "")
		all = append(all, strings.ReplaceAll(strings.TrimSpace(name), " ", "-"))
	}
	return all
}

// Every relative link of a page leads to a file that is there, and to a heading of it; every page is reached from README.md.
func TestLinksLeadSomewhere(t *testing.T) {
	linked := map[string]bool{"README.md": true}
	for _, page := range clitest.Pages(t) {
		for _, m := range pageLink.FindAllStringSubmatch(prose(clitest.ReadPage(t, page)), -1) {
			if strings.Contains(m[1], "://") {
				continue
			}
			to, anchor, _ := strings.Cut(m[1], "#")
			if to = filepath.ToSlash(filepath.Join(filepath.Dir(page), to)); strings.HasPrefix(m[1], "#") {
				to = page
			}
			if _, err := os.Stat(filepath.Join(root, to)); err != nil {
				t.Errorf("%s: the link %s: %v", page, m[1], err)
				continue
			}
			if anchor != "" && !slices.Contains(anchors(clitest.ReadPage(t, to)), anchor) {
				t.Errorf("%s: the link %s: %s has no such heading", page, m[1], to)
			}
			if page == "README.md" {
				linked[to] = true
			}
		}
	}
	for _, page := range clitest.Pages(t) {
		if !linked[page] {
			t.Errorf("README.md has no link to %s", page)
		}
	}
}

// A file or folder of the repository that ARCHITECTURE.md or CONTRIBUTING.md names in backquotes is there.
func TestPagesNameFilesThatAreThere(t *testing.T) {
	path := regexp.MustCompile(`^[\w.<>*-]+(/[\w.<>*-]+)*/?$`)
	for _, page := range []string{"ARCHITECTURE.md", "CONTRIBUTING.md"} {
		for _, m := range pageCode.FindAllStringSubmatch(prose(clitest.ReadPage(t, page)), -1) {
			name := strings.TrimSuffix(strings.TrimPrefix(m[1], "./"), "/")
			first, _, deep := strings.Cut(name, "/")
			if _, err := os.Stat(filepath.Join(root, first)); !path.MatchString(name) || deep && err != nil || !deep && filepath.Ext(name) != ".md" {
				continue // no path of the repository
			}
			for _, system := range agent.Systems() {
				if about, err := agent.About(system); err != nil || len(about.Document.Tables) == 0 && strings.HasSuffix(name, "/tables.yaml") {
					continue // what its documents would have tables of stands in its rows
				}
				there, err := filepath.Glob(filepath.Join(root, strings.ReplaceAll(name, "<system>", system)))
				if err != nil {
					t.Fatal(err)
				}
				if len(there) == 0 {
					t.Errorf("%s names %s, which is not there", page, strings.ReplaceAll(name, "<system>", system))
				}
				if !strings.Contains(name, "<system>") {
					break
				}
			}
		}
	}
}
