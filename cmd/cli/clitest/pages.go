package clitest

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

	"kokyu/rules/rulestest"
)

// Root is the path of the repository from the package of a program, where its tests run.
const Root = "../.."

// Pages returns the pages that people read, as paths below [Root] with slashes.
func Pages(t *testing.T) []string {
	t.Helper()
	all := []string{"README.md", "ARCHITECTURE.md", "CONTRIBUTING.md"}
	err := filepath.WalkDir(filepath.Join(Root, "docs"), func(path string, d fs.DirEntry, err error) error {
		if err == nil && !d.IsDir() && strings.HasSuffix(path, ".md") {
			path, err = filepath.Rel(Root, path)
			all = append(all, filepath.ToSlash(path))
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// ReadPage returns the text of a page.
func ReadPage(t *testing.T, page string) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(Root, page))
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// slowPages are the pages whose examples take seconds. They are tested with MORE=1 only; .ci/run names them too.
var slowPages = []string{"docs/gm.md", "docs/review.md"}

// PagesAreTrue tests that every page of a program shows what happens. A page is kokyu-lab's if it types that, else
// kokyu's.
//
// The commands of its console blocks are run in their order in a folder of the page's own, and what they print is
// compared with the page; a last line "..." stands for any more lines. A yaml block that begins with the comment "#
// name" is a file of that name in the folder. A go block that begins with the comment "// path" is an excerpt of that
// file of the repository.
func PagesAreTrue(t *testing.T, program string) {
	for _, page := range Pages(t) {
		measures := strings.Contains(ReadPage(t, page), "\n$ kokyu-lab ")
		if measures != (program == "kokyu-lab") {
			continue
		}
		t.Run(page, func(t *testing.T) {
			if slices.Contains(slowPages, page) && !rulestest.More() {
				t.Skip("takes seconds: with MORE=1, as .ci/run does")
			}
			t.Parallel()
			testPage(t, page, program)
		})
	}
}

// testPage tests one page as [PagesAreTrue] says. It makes the page as it should be, block by block, and
// compares the two: so -update can write it.
func testPage(t *testing.T, page, program string) {
	text, dir := ReadPage(t, page), t.TempDir()
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
			block = runConsole(t, dir, program, block)
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
		if name, ok := strings.CutPrefix(block[0], "// "); ok && kind == "go" && !isExcerpt(ReadPage(t, name), block[1:]) {
			t.Errorf("line %d: the code is not in %s", i+1, name)
		}
		// The block as it should be takes the place of the page's, whose lines are passed over.
		out = append(append(out, block...), "```")
		i = end
	}
	rulestest.Golden(t, filepath.Join(Root, page), strings.Join(out, "\n"))
}

// isExcerpt reports whether lines follow each other in a file, however far they are indented there.
func isExcerpt(file string, lines []string) bool {
	plain := func(lines []string) string {
		var b strings.Builder
		for _, l := range lines {
			b.WriteString(strings.TrimSpace(l) + "\n")
		}
		return b.String()
	}
	return strings.Contains(plain(strings.Split(file, "\n")), plain(lines))
}

// shownLines is how many lines of a long output a page shows, and up to five more to the end of a paragraph.
const shownLines = 15

// shownOf returns how many of these lines a page shows.
func shownOf(lines []string) int {
	n := min(shownLines, len(lines))
	for n < len(lines) && lines[n] != "" && n < shownLines+5 {
		n++
	}
	return n
}

// runConsole runs the commands of a console block and returns the block as it should be.
func runConsole(t *testing.T, dir, program string, block []string) (want []string) {
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
		if isOfTheTree(command) {
			checkTargets(t, command)
			continue
		}
		got := typeIn(t, dir, program, command)
		if n := shownOf(got); cut && n < len(got) {
			got = append(got[:n], "...")
		}
		want = append(want, got...)
	}
	return want
}

// isOfTheTree reports whether a command works on the repository and not with the program. Such commands are
// not run, since most of them would run this test again.
func isOfTheTree(command string) bool {
	return strings.HasPrefix(command, ".ci/") || strings.HasPrefix(command, "go ")
}

// checkTargets checks a command of the tree: the packages that it names must exist, and have a test for
// each of its patterns.
func checkTargets(t *testing.T, command string) {
	t.Helper()
	var tests []byte
	words := strings.Fields(command)
	for _, w := range words {
		if !strings.HasPrefix(w, "./") && !strings.HasPrefix(w, ".ci/") {
			continue
		}
		dir, all := strings.CutSuffix(w, "/...")
		if _, err := os.Stat(filepath.Join(Root, dir)); err != nil {
			t.Errorf("%s: %v", command, err)
		}
		if all || strings.HasPrefix(w, ".ci/") {
			continue
		}
		files, err := filepath.Glob(filepath.Join(Root, dir, "*_test.go"))
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
		// The pattern ^$ runs no test at all, as beside -bench.
		pattern := strings.Trim(words[i+1], "'")
		if found := regexp.MustCompile(`(?m)^func ((?:Test|Fuzz|Benchmark)\w+)`).FindAllSubmatch(tests, -1); pattern != "^$" &&
			!slices.ContainsFunc(found, func(m [][]byte) bool {
				return regexp.MustCompile(pattern).Match(m[1])
			}) {
			t.Errorf("%s: no test is called so", command)
		}
	}
}

// typeIn runs a command line in a shell and returns the lines that it prints, on either stream, in the
// order in which a person would see them.
func typeIn(t *testing.T, dir, program, command string) []string {
	t.Helper()
	// The test binary is the program if it is called by the program's name, see [Main].
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	bin := filepath.Join(dir, ".bin")
	if err := os.MkdirAll(bin, 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(self, filepath.Join(bin, program)); err != nil && !os.IsExist(err) {
		t.Skipf("no links on this system: %v", err)
	}
	path := bin
	// Pages of kokyu-lab type kokyu as well, which the test binary is not there.
	if program == "kokyu-lab" {
		path += string(os.PathListSeparator) + build(t, "kokyu")
	}
	// Nothing of whoever runs the tests may show: neither settings nor the folders of evenings and fights.
	cmd := exec.Command("sh", "-c", command)
	cmd.Dir = dir
	for _, pair := range os.Environ() {
		if !strings.HasPrefix(pair, "KOKYU_") && !strings.HasPrefix(pair, "PATH=") {
			cmd.Env = append(cmd.Env, pair)
		}
	}
	cmd.Env = append(cmd.Env, "PATH="+path+string(os.PathListSeparator)+os.Getenv("PATH"), "XDG_CONFIG_HOME="+dir,
		"XDG_DATA_HOME="+filepath.Join(dir, ".local", "share"), "HOME="+dir, "GOGC="+fewCollections)
	var out bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &out
	_ = cmd.Run() // some examples show a mistake
	return strings.Split(strings.TrimRight(out.String(), "\n"), "\n")
}
