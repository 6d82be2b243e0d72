package text

import (
	"encoding/json"
	"errors"
	"fmt"
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
	many := make(Problems, ProblemsMax+7)
	for i := range many {
		many[i] = Problem{File: "a", Line: 1 + i, Col: 1, What: "wrong"}
	}
	if got := many.Err().Error(); !strings.HasSuffix(got, "\na:51:1: 7 more mistakes from here on: want those above mended first") ||
		strings.Count(got, "\n") != ProblemsMax {
		t.Errorf("many problems: %s", got)
	}
	if got := JoinErrors(many.Err(), Problem{File: "a", Line: 9, Col: 9, What: "wrong"}).Error(); !strings.HasSuffix(got,
		"a:50:1: 8 more mistakes from here on: want those above mended first") {
		t.Errorf("many problems and one: %s", got)
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
		"a\nb":                  `character 2 of the name "a\nb" is U+000A: want ` + WantName,
		"\x1b[2J":               `character 1 of the name "\x1b[2J" is U+001B: want ` + WantName,
		"ab\u202ec":             `character 3 of the name "ab\u202ec" is U+202E: want ` + WantName,
		"a\u200d":               `character 2 of the name "a\u200d" is U+200D: want ` + WantName,
		"a\u00a0b":              `character 2 of the name "a` + "\u00a0" + `b" is U+00A0: want ` + WantName,
		"\u3164":                `character 1 of the name "\u3164" is U+3164: want ` + WantName,
		"\U000e0041":            `character 1 of the name "\U000e0041" is U+E0041: want ` + WantName,
		"\xff":                  `the name "\xff" is not UTF-8: want UTF-8 text`,
	} {
		if _, err := CleanName(name); err == nil || err.Error() != want {
			t.Errorf("%q:\n got %v\nwant %s", name, err, want)
		}
	}
}

func TestLongQuotationsAreCut(t *testing.T) {
	long := strings.Repeat("x", 120)
	for message, want := range map[string]string{
		`"short" is not open now: want "long"`:                   `"short" is not open now: want "long"`,
		`"` + long + `" is not open now`:                         `"` + long[:100] + `…" is not open now`,
		`"` + long:                                               `"` + long,
		fmt.Sprintf("%q is no die", strings.Repeat("\x00", 120)): `"` + strings.Repeat(`\x00`, 100) + `…" is no die`,
		fmt.Sprintf("%q, %q", strings.Repeat(`"`, 120), "a"):     `"` + strings.Repeat(`\"`, 100) + `…", "a"`,
		long + `"a"` + long:                                      long + `"a"` + long,
	} {
		if got := CutQuotes(message); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
	if err := (Problem{What: fmt.Sprintf("%q is not open now", long)}); len(err.Error()) > 130 {
		t.Error(err)
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

// JSON with marks of direction spelled out means what it meant.
func TestEscapedJSONMeansTheSame(t *testing.T) {
	for _, said := range []string{"plain 小次郎 🙂", "\u202eb\U000e0001", "a\x1b\n\u3164"} {
		raw, err := json.Marshal(map[string]string{"a": said})
		if err != nil {
			t.Fatal(err)
		}
		got := EscapeJSON(raw)
		var back map[string]string
		if err := json.Unmarshal(got, &back); err != nil || back["a"] != said {
			t.Errorf("%q: %s, which reads %q, %v", said, got, back["a"], err)
		}
		for _, r := range string(got) {
			if !Prints(r) {
				t.Errorf("%q: %s holds %q", said, got, r)
			}
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
		{"x", []string{"light", "none", "none"}, "one of light, none"},
		{"ktana", many, "one of 14 known words; did you mean katana?"},
	} {
		if got := OneOf(c.word, slices.Clone(c.known)); got != c.want {
			t.Errorf("%s: %s, want %s", c.word, got, c.want)
		}
	}
}

func TestMarkdownShowsATextAsItIs(t *testing.T) {
	for in, want := range map[string]string{"*<b>_x_": `\*&lt;b\>\_x\_`, "[a](b) & `c` | #1 ~2 !": "\\[a\\](b) \\& \\`c\\` \\| \\#1 \\~2 \\!",
		"\u202e": `\\u202e`, "plain": "plain"} {
		if got := Markdown(in); got != want {
			t.Errorf("%q is %s, want %s", in, got, want)
		}
	}
}

// Of several names that look alike the one that is exactly so is meant; else nobody guesses.
func TestWhichNameIsMeant(t *testing.T) {
	names := []string{"A B", "AB", "Ｓute", "Fuß", "SUTE B", "sute b", "A B", "Kojirō", "かい"}
	for said, want := range map[string]int{"A B": 0, "AB": 1, "a b": 0, "ab": 1, "sute": 2, "Ｓute": 2,
		"FUß": 3, "sute b": 5, "SUTE B": 4, "kojiro": 7, "かい": 8, "がい": -1, "": -1, "x": -1, "A": -1} {
		if i, err := FindByName(said, names); i != want || err != nil {
			t.Errorf("%q: %d, %v, want %d", said, i, err, want)
		}
	}
	for said, want := range map[string]string{
		"a  b":   `"a  b" can mean "A B", "AB": want one of them, in its own letters`,
		"Sute B": `"Sute B" can mean "SUTE B", "sute b": want one of them, in its own letters`,
	} {
		if i, err := FindByName(said, names); i >= 0 || err == nil || err.Error() != want {
			t.Errorf("%q: %d, %v, want %s", said, i, err, want)
		}
	}
}

func TestADoubledKeyIsFound(t *testing.T) {
	for in, want := range map[string]string{
		`{"a":1,"b":{"a":2},"c":[{"a":3},{"a":4}]}`: "", `{"a":1,"a":2}`: `"a"`, `{"b":{"x":[1,{"y":1,"y":2}]}}`: `"y"`, `{"a":"b","b":"a"}`: "",
		`[1,2,"a","a"]`: "", `{"a":{},"a":1}`: `"a"`, `{"a":[1],"b":[{}],"a":[]}`: `"a"`, `nothing`: "", ``: "", `{"a":1`: "", `"a"`: "",
		`{"\u0061":1,"a":2}`: `"a"`,
	} {
		if got := DoubledKey([]byte(in)); got != want {
			t.Errorf("%s: %s, want %s", in, got, want)
		}
	}
}
