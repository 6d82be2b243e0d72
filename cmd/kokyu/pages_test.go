package main

import (
	"bytes"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"kokyu/agent"
	"kokyu/rules/rulestest"
)

// root is the repository, seen from this package.
const root = "../.."

// readmeLinesMax is the length of the front page.
const readmeLinesMax = 200

// pages are the pages people read, as paths below root with slashes.
func pages(t *testing.T) []string {
	t.Helper()
	all := []string{"README.md", "ARCHITECTURE.md", "CONTRIBUTING.md"}
	err := filepath.WalkDir(filepath.Join(root, "docs"), func(path string, d fs.DirEntry, err error) error {
		if err == nil && !d.IsDir() && strings.HasSuffix(path, ".md") {
			path, err = filepath.Rel(root, path)
			all = append(all, filepath.ToSlash(path))
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return all
}

func readPage(t *testing.T, page string) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(root, page))
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// slow are the pages whose examples fight for seconds; .ci/run names them too.
var slow = []string{"docs/gm.md", "docs/review.md"}

// Every page shows what happens: the commands of its console blocks are run in order and in one folder of the page's own,
// and what they print is compared with the page. A last line "..." stands for any more lines. A yaml block that begins
// with the comment "# name" is a file of that name in the folder. A go block that begins with the comment "// path" is an
// excerpt of that file of the repository.
func TestPagesAreTrue(t *testing.T) {
	for _, page := range pages(t) {
		t.Run(page, func(t *testing.T) {
			if slices.Contains(slow, page) && !rulestest.More() {
				t.Skip("takes seconds: with MORE=1, as .ci/run does")
			}
			t.Parallel()
			isTrue(t, page)
		})
	}
}

func isTrue(t *testing.T, page string) {
	text, dir := readPage(t, page), t.TempDir()
	var out []string
	lines := strings.Split(text, "\n")
	for i := 0; i < len(lines); i++ {
		out = append(out, lines[i])
		if !strings.HasPrefix(lines[i], "```") {
			continue
		}
		kind, end := strings.TrimPrefix(lines[i], "```"), i+1
		for end < len(lines) && lines[end] != "```" {
			end++
		}
		block := lines[i+1 : min(end, len(lines))]
		if len(block) == 0 || end >= len(lines) {
			t.Fatalf("line %d: a block that is empty or has no end", i+1)
		}
		if kind == "console" {
			block = console(t, dir, block)
		}
		if slices.Contains(block, "```") {
			t.Fatalf("line %d: the output holds the end of a block: cut it with head", i+1)
		}
		if name, ok := strings.CutPrefix(block[0], "# "); ok && kind == "yaml" {
			file := filepath.Join(dir, name)
			if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(file, []byte(strings.Join(block, "\n")+"\n"), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		if name, ok := strings.CutPrefix(block[0], "// "); ok && kind == "go" && !excerpt(readPage(t, name), block[1:]) {
			t.Errorf("line %d: the code is not in %s", i+1, name)
		}
		out = append(append(out, block...), "```")
		i = end
	}
	rulestest.Golden(t, filepath.Join(root, page), strings.Join(out, "\n"))
}

// excerpt says whether lines follow each other in a file, however far they are indented.
func excerpt(file string, lines []string) bool {
	plain := func(lines []string) string {
		var b strings.Builder
		for _, l := range lines {
			b.WriteString(strings.TrimSpace(l) + "\n")
		}
		return b.String()
	}
	return strings.Contains(plain(strings.Split(file, "\n")), plain(lines))
}

// shownLines is how many lines of a long output a page shows, and then on to the end of a paragraph.
const shownLines = 15

func paragraph(lines []string) int {
	n := min(shownLines, len(lines))
	for n < len(lines) && lines[n] != "" && n < shownLines+5 {
		n++
	}
	return n
}

// console runs the commands of a block and returns the block as it should be.
func console(t *testing.T, dir string, block []string) (want []string) {
	t.Helper()
	for i := 0; i < len(block); {
		command, ok := strings.CutPrefix(block[i], "$ ")
		if !ok {
			t.Fatalf("a console block with %q where a $ should be", block[i])
		}
		end := i + 1
		for end < len(block) && !strings.HasPrefix(block[end], "$ ") {
			end++
		}
		want = append(want, block[i])
		cut := end > i+1 && block[end-1] == "..."
		i = end
		if ofTheTree(command) {
			exists(t, command)
			continue
		}
		got := typed(t, dir, command)
		if n := paragraph(got); cut && n < len(got) {
			got = append(got[:n], "...")
		}
		want = append(want, got...)
	}
	return want
}

const goRun = "go run ./cmd/kokyu"

// ofTheTree says whether a command works on the repository rather than with the program: those are not run, since most of
// them would run this test.
func ofTheTree(command string) bool {
	return strings.HasPrefix(command, ".ci/") || strings.HasPrefix(command, "go ") && !strings.HasPrefix(command, goRun)
}

// exists says of a command of the tree whether its packages are there, and the tests that its patterns name.
func exists(t *testing.T, command string) {
	t.Helper()
	var tests []byte
	words := strings.Fields(command)
	for _, w := range words {
		if !strings.HasPrefix(w, "./") && !strings.HasPrefix(w, ".ci/") {
			continue
		}
		dir, all := strings.CutSuffix(w, "/...")
		if _, err := os.Stat(filepath.Join(root, dir)); err != nil {
			t.Errorf("%s: %v", command, err)
		}
		if all || strings.HasPrefix(w, ".ci/") {
			continue
		}
		files, err := filepath.Glob(filepath.Join(root, dir, "*_test.go"))
		if err != nil {
			t.Fatal(err)
		}
		for _, file := range files {
			source, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			tests = append(tests, source...)
		}
	}
	for i, w := range words[:len(words)-1] {
		if !slices.Contains([]string{"-run", "-fuzz", "-bench"}, w) {
			continue
		}
		pattern := strings.Trim(words[i+1], "'")
		if found := regexp.MustCompile(`(?m)^func ((?:Test|Fuzz|Benchmark)\w+)`).FindAllSubmatch(tests, -1); pattern != "^$" && !slices.ContainsFunc(found, func(m [][]byte) bool {
			return regexp.MustCompile(pattern).Match(m[1])
		}) {
			t.Errorf("%s: no test is called so", command)
		}
	}
}

// typed is what a command prints, on whichever stream.
func typed(t *testing.T, dir, command string) []string {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	bin := filepath.Join(dir, ".bin")
	if err := os.MkdirAll(bin, 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(self, filepath.Join(bin, "kokyu")); err != nil && !os.IsExist(err) {
		t.Skipf("no links on this system: %v", err)
	}
	cmd := exec.Command("sh", "-c", strings.Replace(command, goRun, "kokyu", 1))
	cmd.Dir = dir
	for _, pair := range os.Environ() {
		if !strings.HasPrefix(pair, "KOKYU_") && !strings.HasPrefix(pair, "PATH=") {
			cmd.Env = append(cmd.Env, pair)
		}
	}
	cmd.Env = append(cmd.Env, "PATH="+bin+string(os.PathListSeparator)+os.Getenv("PATH"), "XDG_CONFIG_HOME="+dir, "XDG_DATA_HOME="+filepath.Join(dir, ".local", "share"), "HOME="+dir, "GOGC="+fewCollections)
	var out bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &out
	_ = cmd.Run() // some show how a mistake looks
	return strings.Split(strings.TrimRight(out.String(), "\n"), "\n")
}

func TestTheReadmeIsShort(t *testing.T) {
	if n := strings.Count(readPage(t, "README.md"), "\n"); n > readmeLinesMax {
		t.Errorf("README.md has %d lines, want at most %d: the manual is in docs", n, readmeLinesMax)
	}
}

var (
	pageLink    = regexp.MustCompile(`\]\(([^)\s]+)\)`)
	pageHeading = regexp.MustCompile(`(?m)^#+ (.+)$`)
	pageCode    = regexp.MustCompile("`([^`\n]+)`")
)

// prose is a page without its blocks of code.
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

// anchors are the names by which links reach the headings of a page.
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
	for _, page := range pages(t) {
		for _, m := range pageLink.FindAllStringSubmatch(prose(readPage(t, page)), -1) {
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
			if anchor != "" && !slices.Contains(anchors(readPage(t, to)), anchor) {
				t.Errorf("%s: the link %s: %s has no such heading", page, m[1], to)
			}
			if page == "README.md" {
				linked[to] = true
			}
		}
	}
	for _, page := range pages(t) {
		if !linked[page] {
			t.Errorf("README.md has no link to %s", page)
		}
	}
}

// A file or folder of the repository that ARCHITECTURE.md or CONTRIBUTING.md names in backquotes is there.
func TestPagesNameFilesThatAreThere(t *testing.T) {
	path := regexp.MustCompile(`^[\w.<>*-]+(/[\w.<>*-]+)*/?$`)
	for _, page := range []string{"ARCHITECTURE.md", "CONTRIBUTING.md"} {
		for _, m := range pageCode.FindAllStringSubmatch(prose(readPage(t, page)), -1) {
			name := strings.TrimSuffix(strings.TrimPrefix(m[1], "./"), "/")
			first, _, deep := strings.Cut(name, "/")
			if _, err := os.Stat(filepath.Join(root, first)); !path.MatchString(name) || deep && err != nil || !deep && filepath.Ext(name) != ".md" {
				continue // no path of the repository
			}
			for _, system := range agent.Systems() {
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
