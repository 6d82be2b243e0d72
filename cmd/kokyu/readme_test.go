package main

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"kokyu/rules/rulestest"
)

const readme = "../../README.md"

// What the README shows is what happens: every command of its console blocks is typed, in order and in one folder, and
// what it prints is compared. A last line "..." stands for any more lines; a block of yaml or jsonl that begins with the
// comment "# name" is a file of that name.
func TestTheReadmeIsTrue(t *testing.T) {
	text, err := os.ReadFile(readme)
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	var out []string
	lines := strings.Split(string(text), "\n")
	for i := 0; i < len(lines); i++ {
		out = append(out, lines[i])
		if !strings.HasPrefix(lines[i], "```") {
			continue
		}
		kind, end := strings.TrimPrefix(lines[i], "```"), i+1
		for end < len(lines) && lines[end] != "```" {
			end++
		}
		block := lines[i+1 : end]
		if kind == "console" {
			block = console(t, dir, block)
		}
		if name, ok := strings.CutPrefix(block[0], "# "); ok && kind == "yaml" {
			if err := os.WriteFile(filepath.Join(dir, name), []byte(strings.Join(block, "\n")+"\n"), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		out = append(append(out, block...), "```")
		i = end
	}
	rulestest.Golden(t, readme, strings.Join(out, "\n"))
}

// shownLines is how many lines of a long output the README shows, and then on to the end of a paragraph.
const shownLines = 15

func paragraph(lines []string) int {
	n := min(shownLines, len(lines))
	for n < len(lines) && lines[n] != "" && n < shownLines+5 {
		n++
	}
	return n
}

// console types the commands of a block and answers with the block as it should be.
func console(t *testing.T, dir string, block []string) (want []string) {
	t.Helper()
	for i := 0; i < len(block); {
		command, ok := strings.CutPrefix(block[i], "$ ")
		if !ok {
			t.Fatalf("README: a console block with %q where a $ should be", block[i])
		}
		end := i + 1
		for end < len(block) && !strings.HasPrefix(block[end], "$ ") {
			end++
		}
		want = append(want, block[i])
		cut := end > i+1 && block[end-1] == "..."
		i = end
		if strings.HasPrefix(command, "go test") {
			continue // we are in it
		}
		got := typed(t, dir, command)
		if n := paragraph(got); cut && n < len(got) {
			got = append(got[:n], "...")
		}
		want = append(want, got...)
	}
	return want
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
	cmd := exec.Command("sh", "-c", strings.Replace(command, "go run ./cmd/kokyu", "kokyu", 1))
	cmd.Dir = dir
	for _, pair := range os.Environ() {
		if !strings.HasPrefix(pair, "KOKYU_") && !strings.HasPrefix(pair, "PATH=") {
			cmd.Env = append(cmd.Env, pair)
		}
	}
	cmd.Env = append(cmd.Env, "PATH="+bin+string(os.PathListSeparator)+os.Getenv("PATH"), "XDG_CONFIG_HOME="+dir, "HOME="+dir)
	var out bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &out
	_ = cmd.Run() // some show how a mistake looks
	return strings.Split(strings.TrimRight(out.String(), "\n"), "\n")
}
