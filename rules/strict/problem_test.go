package strict

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"testing"

	"kokyu/rules/text"
)

func TestDocumentKnowsEveryPlace(t *testing.T) {
	doc, err := Decode("ambush.yaml", []byte(ambush), new(encounter))
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		path      Path
		line, col int
		has       bool
	}{
		{Path{}, 2, 1, true},
		{Path{"system"}, 2, 9, true},
		{Path{Key("title")}, 4, 1, true},
		{Path{"sides", 0, "fighters", 0, "who"}, 10, 14, true},
		{Path{"sides", 1, "fighters", 1, "who"}, 13, 33, true},
		{Path{"sides", 1, "fighters", 0, "who"}, 13, 16, false}, // shorthand: the item
		{Path{"sides", 1, "fighters", 7, "who"}, 13, 15, false}, // the list
		{Path{"sides", 1, "zones", 2}, 14, 20, true},
		{Path{"now", "Kojiro\u0304", "energy"}, 16, 20, true}, // the name in another normal form
		{Path{"now", Key("bandit 2")}, 17, 3, true},
		{Path{"rulings"}, 19, 9, false},
		{Path{"system", "x", 3}, 2, 9, false},
		{Path{"nothing", 3}, 2, 1, false},
	} {
		if line, col := doc.At(c.path...); line != c.line || col != c.col {
			t.Errorf("%v is at %d:%d, want %d:%d", c.path, line, col, c.line, c.col)
		}
		if got := doc.Has(c.path...); got != c.has {
			t.Errorf("has %v: %v", c.path, got)
		}
	}
	p := doc.Problem(Path{"sides", 0, "fighters", 0, "who"}, `unknown combatant "Kojirō"`, text.OneOf("Kojirō", []string{"Kojiro", "Musashi"}))
	want := `ambush.yaml:10:14: unknown combatant "Kojirō": want one of Kojiro, Musashi; did you mean Kojiro?
   10 |       - who: Kojirō
      |              ^`
	if p.Pretty() != want {
		t.Errorf("got\n%s\nwant\n%s", p.Pretty(), want)
	}

	var none Document
	if line, col := none.At("a", 1); line != 0 || col != 0 || none.Has() {
		t.Errorf("the zero Document has a place: %d:%d", line, col)
	}
	if got := none.Problem(Path{"a"}, "what", "that").Error(); got != "what: want that" {
		t.Errorf("the zero Document: %s", got)
	}
}

func TestReadFileRefusesWhatIsNoSmallFile(t *testing.T) {
	dir := t.TempDir()
	write := func(name string, size int64) string {
		path := filepath.Join(dir, name)
		f, err := os.Create(path)
		if err != nil {
			t.Fatal(err)
		}
		defer f.Close()
		if err := f.Truncate(size); err != nil { // sparse: takes no room
			t.Fatal(err)
		}
		return path
	}
	if data, err := ReadFile(write("full.yaml", SizeMax)); err != nil || len(data) != SizeMax {
		t.Errorf("a full file: %d bytes, %v", len(data), err)
	}
	small := write("small.yaml", 1)
	files := map[string]string{
		write("huge.yaml", 40<<20):      "the file has 41943040 bytes or more: want at most 1048576",
		write("over.yaml", SizeMax+1):   "the file has 1048577 bytes or more: want at most 1048576",
		dir:                             "this is a directory: want a YAML file",
		filepath.Join(dir, "none.yaml"): "there is no such file: want a YAML file",
		filepath.Join(small, "x"):       "the file cannot be read (not a directory): want a YAML file",
	}
	if runtime.GOOS == "linux" { // a file without a size and without an end
		files["/dev/zero"] = "the file has 1048577 bytes or more: want at most 1048576"
	}
	for path, want := range files {
		_, err := ReadFile(path)
		if err == nil || err.Error() != text.Escape(path)+": "+want {
			t.Errorf("%s: %v", path, err)
		}
		if _, ok := errors.AsType[text.Problems](err); !ok {
			t.Errorf("%s: %T", path, err)
		}
	}
	if _, err := ReadFile(filepath.Join(dir, "none.yaml")); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("%v is not fs.ErrNotExist", err)
	}
}
