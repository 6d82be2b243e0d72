package strict

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
)

// The caret stands under the mistake, whatever widths stand before it.
func TestThePlaceIsUnderlined(t *testing.T) {
	for _, c := range []struct{ source, want string }{
		{"energy: 12", "energy: 12\n      |         ^"},
		{"小次郎: 12", "小次郎: 12\n      |         ^"},
		{"ō: \"e\u0301\": 12", "ō: \"e\u0301\": 12\n      |         ^"},
		{"\t# a\t: 12", "  # a  : 12\n      |          ^"},
		{"a\x1b: 12", `a\x1b: 12` + "\n      |        ^"},
		{"\u202eb: 12", `\u202eb: 12` + "\n      |          ^"},
	} {
		p := Problem{File: "f", Line: 7, Col: 1 + len([]rune(c.source)) - 2, What: "w", Source: c.source}
		if got, want := p.Pretty(), "f:7:"+fmt.Sprint(p.Col)+": w\n    7 | "+c.want; got != want {
			t.Errorf("%q:\n got %s\nwant %s", c.source, got, want)
		}
	}
}

// Of a long line only what surrounds the mistake is shown.
func TestLongLinesAreCut(t *testing.T) {
	source := strings.Repeat("x", 1000) + "!" + strings.Repeat("y", 1000)
	lines := strings.Split(Problem{File: "f", Line: 1, Col: 1001, What: "w", Source: source}.Pretty(), "\n")
	if len(lines) != 3 || Cells(lines[1]) > 120 {
		t.Fatalf("%q", lines)
	}
	if at := strings.IndexRune(lines[2], '^'); []rune(lines[1])[at] != '!' {
		t.Errorf("the caret is not under the !:\n%s\n%s", lines[1], lines[2])
	}
}

// A message never carries a file's escape sequences to a terminal.
func TestMessagesAreSafeToPrint(t *testing.T) {
	p := Problem{File: "a\x1bb", Line: 1, Col: 1, What: "name \u202e\n", Want: "\x07", Source: "\x1b[31m"}
	if got, want := p.Error(), `a\x1bb:1:1: name \u202e\n: want \x07`; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	if strings.ContainsAny(p.Pretty(), "\x1b\x07\u202e") {
		t.Errorf("%q", p.Pretty())
	}
}

func TestProblemsAreErrors(t *testing.T) {
	ps := Problems{
		{File: "b", Line: 1, Col: 1, What: "4"},
		{File: "a", Line: 2, Col: 1, What: "3"},
		{File: "a", Line: 1, Col: 9, What: "2", Want: "x"},
		{File: "a", What: "1"},
	}
	err := fmt.Errorf("loading: %w", ps.Err())
	if got, want := err.Error(), "loading: a: 1\na:1:9: 2: want x\na:2:1: 3\nb:1:1: 4"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	if got, ok := errors.AsType[Problems](err); !ok || len(got) != 4 {
		t.Errorf("not Problems: %v", err)
	}
	if got, ok := errors.AsType[Problem](err); !ok || got.What != "1" {
		t.Errorf("first problem %v", got)
	}
	if Problems(nil).Err() != nil {
		t.Error("no problems are an error")
	}
	text, err := json.Marshal(ps[1:3])
	if want := `[{"file":"a","line":1,"col":9,"what":"2","want":"x"},{"file":"a","line":2,"col":1,"what":"3"}]`; string(text) != want || err != nil {
		t.Errorf("%s, %v, want %s", text, err, want)
	}
	if text, _ := json.Marshal(Problems(nil)); string(text) != "[]" {
		t.Errorf("no problems are %s", text)
	}
	if got, want := (Problems{{What: "a"}, {Line: 3, Col: 2, What: "b", Source: "xy"}}).Pretty(), "a\n3:2: b\n    3 | xy\n      |  ^"; got != want {
		t.Errorf("pretty:\n%s\nwant\n%s", got, want)
	}
	many := make(Problems, problemsShown+7)
	if got := many.Error(); !strings.HasSuffix(got, "\nand 7 more") || strings.Count(got, "\n") != problemsShown {
		t.Errorf("many problems: %s", got)
	}
}

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
	p := doc.Problem(Path{"sides", 0, "fighters", 0, "who"}, `unknown combatant "Kojirō"`, OneOf("Kojirō", []string{"Kojiro", "Musashi"}))
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
		if err == nil || err.Error() != Escape(path)+": "+want {
			t.Errorf("%s: %v", path, err)
		}
		if _, ok := errors.AsType[Problems](err); !ok {
			t.Errorf("%s: %T", path, err)
		}
	}
	if _, err := ReadFile(filepath.Join(dir, "none.yaml")); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("%v is not fs.ErrNotExist", err)
	}
}

func TestCleanName(t *testing.T) {
	for name, want := range map[string]string{
		"Kojirō":                      "Kojirō",
		"Kojiro\u0304":                "Kojirō",
		"Miyamoto Musashi":            "Miyamoto Musashi",
		"小次郎":                         "小次郎",
		"O'Brien 2 <b>":               "O'Brien 2 <b>",
		strings.Repeat("é", 64):       strings.Repeat("é", 64),
		strings.Repeat("e\u0301", 64): strings.Repeat("é", 64),
	} {
		if got, err := CleanName(name); got != want || err != nil {
			t.Errorf("%q: %q, %v", name, got, err)
		}
	}
	for name, want := range map[string]string{
		"":                      "the name is empty: want 1 to 64 characters",
		strings.Repeat("x", 65): `the name "` + strings.Repeat("x", 40) + `…" has 65 characters: want 1 to 64`,
		" a":                    `the name " a" begins or ends with a space: want no space there`,
		"a\nb":                  `character 2 of the name "a\nb" is U+000A: want ` + wantName,
		"\x1b[2J":               `character 1 of the name "\x1b[2J" is U+001B: want ` + wantName,
		"ab\u202ec":             `character 3 of the name "ab\u202ec" is U+202E: want ` + wantName,
		"a\u200d":               `character 2 of the name "a\u200d" is U+200D: want ` + wantName,
		"a\u00a0b":              `character 2 of the name "a` + "\u00a0" + `b" is U+00A0: want ` + wantName,
		"\u3164":                `character 1 of the name "\u3164" is U+3164: want ` + wantName,
		"\U000e0041":            `character 1 of the name "\U000e0041" is U+E0041: want ` + wantName,
		"\xff":                  `the name "\xff" is not UTF-8: want UTF-8 text`,
	} {
		if _, err := CleanName(name); err == nil || err.Error() != want {
			t.Errorf("%q:\n got %v\nwant %s", name, err, want)
		}
	}
}

func TestEscapeShowsWhatDoesNotPrint(t *testing.T) {
	for in, want := range map[string]string{
		"plain 小次郎 é 🙂":                            "plain 小次郎 é 🙂",
		"\x1b[31m\a\r\n\t":                         `\x1b[31m\x07\r\n\t`,
		"\u202e\u200b\u0085\u2028\ufeff\U000e0001": `\u202e\u200b\u0085\u2028\ufeff\U000e0001`,
		"a\xff\xc3":                                `a\xff\xc3`,
		"\ufffd":                                   "\ufffd",
		`\x1b`:                                     `\x1b`,
	} {
		if got := Escape(in); got != want || Escape(got) != got {
			t.Errorf("%q: %s, want %s", in, got, want)
		}
	}
}

func TestNearestFindsWhatWasMeant(t *testing.T) {
	known := []string{"katana", "naginata", "nodachi", "kodachi", "yari", "suyari", "bo", "Horizontal Cut"}
	for word, want := range map[string]string{
		"katan":                        "katana",
		"KATANA":                       "katana",
		"aktana":                       "katana",
		"kodahci":                      "kodachi",
		"yair":                         "yari",
		"nagi":                         "naginata",
		"horizontal cut":               "Horizontal Cut",
		"horizntol cut":                "Horizontal Cut",
		"BO":                           "bo",
		"ba":                           "",
		"musket":                       "",
		"":                             "",
		"dachi":                        "",
		strings.Repeat("katana", 1000): "",
	} {
		got, ok := Nearest(word, known)
		if got != want || ok != (want != "") {
			t.Errorf("%.20q: %q, %v, want %q", word, got, ok, want)
		}
	}
	if got, _ := Nearest("kat", []string{"katana", "katar"}); got != "" {
		t.Errorf("two words begin with kat, and it chose %s", got)
	}
}

func TestOneOfListsAndGuesses(t *testing.T) {
	many := strings.Fields("a1 b2 c3 d4 e5 f6 g7 h8 i9 j10 k11 l12 katana naginata")
	for _, c := range []struct {
		word  string
		known []string
		want  string
	}{
		{"x", nil, "none: there are none to name"},
		{"x", []string{"katana"}, "katana"},
		{"x", []string{"katana", "yari"}, "one of katana, yari"},
		{"yri", []string{"katana", "yari"}, "one of katana, yari; did you mean yari?"},
		{"x", many, "one of a1, b2, c3, d4, e5, f6, g7, h8, i9, j10, k11, l12 and 2 more"},
		{"ktana", many, "one of 14 known words; did you mean katana?"},
	} {
		if got := OneOf(c.word, slices.Clone(c.known)); got != c.want {
			t.Errorf("%s: %s, want %s", c.word, got, c.want)
		}
	}
}
