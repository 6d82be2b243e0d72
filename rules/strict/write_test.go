package strict

import (
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// What a full disk takes half of is not there, so that it is not in the way of the next try; what is there already stays.
func TestAFileIsWrittenWholeOrNotAtAll(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "a.yaml")
	full := func(w io.Writer) error {
		_, err := io.WriteString(w, "hal")
		return errors.Join(err, &os.PathError{Op: "write", Path: "temporary", Err: syscall.ENOSPC})
	}
	if err := WriteNew(path, full); !errors.Is(err, syscall.ENOSPC) || strings.Contains(err.Error(), "temporary") {
		t.Errorf("a full disk: %v", err)
	}
	if entries, err := os.ReadDir(dir); err != nil || len(entries) > 0 {
		t.Fatalf("the folder holds %v, %v, want nothing", entries, err)
	}
	for _, text := range []string{"first", "second"} {
		err := WriteNew(path, func(w io.Writer) error { _, err := io.WriteString(w, text); return err })
		if again := text == "second"; again != (err != nil) {
			t.Errorf("%s: %v", text, err)
		}
	}
	if data, err := os.ReadFile(path); string(data) != "first" {
		t.Errorf("the file holds %q, %v, want what was first written", data, err)
	}
}

// Where a file cannot have two names it is moved, and still never over another.
func TestAFileIsNamedOnlyOnce(t *testing.T) {
	dir := t.TempDir()
	from, to := filepath.Join(dir, "from"), filepath.Join(dir, "to")
	for _, path := range []string{from, to} {
		if err := os.WriteFile(path, []byte(path), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if err := linkNew(from, to); err == nil || !strings.Contains(err.Error(), "is there already") {
		t.Errorf("over another: %v", err)
	}
	if data, _ := os.ReadFile(to); string(data) != to {
		t.Errorf("the other now holds %q", data)
	}
}

// An output path is tried without leaving anything behind.
func TestPathsAreTriedBeforeTheyAreWritten(t *testing.T) {
	dir := t.TempDir()
	there := filepath.Join(dir, "there")
	if err := os.WriteFile(there, nil, 0o644); err != nil {
		t.Fatal(err)
	}
	for path, want := range map[string]string{
		filepath.Join(dir, "free"):        "",
		there:                             "is there already",
		filepath.Join(dir, "no", "where"): "there is no folder",
		filepath.Join(there, "below"):     "cannot be written",
	} {
		if err := CanWrite(path); (err == nil) != (want == "") || err != nil && !strings.Contains(err.Error(), want) {
			t.Errorf("CanWrite %s: %v, want %q", path, err, want)
		}
	}
	if entries, _ := os.ReadDir(dir); len(entries) != 1 {
		t.Errorf("the folder holds %v, want what was there", entries)
	}
}

// What is no bare name on some system is none on any: a record's name stays what it is when its folder is carried over.
func TestABareNameIsOneOnEverySystem(t *testing.T) {
	for _, name := range []string{"evening.jsonl", "Ambush-3.jsonl", "été à Uji.jsonl", "console.jsonl", "com10.jsonl", "nul-1.jsonl", "a..b", "-"} {
		if !Bare(name) {
			t.Errorf("%q is refused", name)
		}
	}
	for _, name := range []string{
		"", ".", "..", ".hidden.jsonl", "../up.jsonl", "/etc/x.jsonl", "a/b.jsonl", // folders
		`a\b.jsonl`, `..\up.jsonl`, `\\host\share\x.jsonl`, `\\?\C:\x.jsonl`, // with backslashes
		`C:\x.jsonl`, "C:x.jsonl", "c:", "x.jsonl:stream", // drives and streams
		"con", "NUL.jsonl", "aux .jsonl", "prn.a.jsonl", "COM1.jsonl", "lpt9", "com\u00b9.jsonl", "CONIN$", "conout$.jsonl", // devices
		"x.jsonl.", "x.jsonl ", "what?.jsonl", "a*.jsonl", `"a".jsonl`, "<a>.jsonl", "a|b.jsonl", "a\x00.jsonl", "a\n.jsonl", "a\x1b.jsonl",
	} {
		if Bare(name) {
			t.Errorf("%q is taken", name)
		}
	}
}
