package strict

import (
	"errors"
	"reflect"
	"strings"
	"testing"
	"time"

	"kokyu/rules/text"
)

// encounter is a file of the kind the loaders read.
type encounter struct {
	System  string            `yaml:"system" must:"be there" oneof:"breath keep tempo"`
	Version int               `yaml:"version" limit:"1..1"`
	Title   string            `yaml:"title" max:"20"`
	Night   bool              `yaml:"night"`
	Wind    float64           `yaml:"wind" limit:"0..1"`
	Sides   []side            `yaml:"sides" max:"2"`
	Now     map[string]now    `yaml:"now"`
	Rulings map[string]string `yaml:"rulings"`
	Source  source            `yaml:",inline"`
	Derived string
	Skipped string `yaml:"-"`
}

type source struct {
	From string `yaml:"source" oneof:"seed site ruling"`
}

type side struct {
	Name     string    `yaml:"name" must:"be there" clean:"name"`
	Fighters []fighter `yaml:"fighters"`
	Zones    []int8    `yaml:"zones" limit:"-3..3" max:"4"`
}

type fighter struct {
	Who   string `yaml:"who" must:"be there" clean:"name"`
	Count int    `yaml:"count" limit:"1..12"`
}

// UnmarshalNode reads "- bandit", "- bandit: 6" and the long form.
func (f *fighter) UnmarshalNode(n *Node) {
	if n.Kind() == Text {
		n.Decode(&f.Who)
		return
	}
	if kind, count, ok := n.Single(); ok && kind != "who" {
		f.Who = kind
		count.Limit(1, 12).Decode(&f.Count)
		return
	}
	type plain fighter
	n.Decode((*plain)(f))
}

type now struct {
	Energy *int  `yaml:"energy" limit:"0..30"`
	Wounds uint8 `yaml:"wounds"`
	Steps  int32 `yaml:"steps"`
}

const ambush = `# yaml-language-server: $schema=encounter.json
system: breath
version: 1
title: Ambush at the ford
night: true
wind: 0.5
sides:
  - name: Kojirō
    fighters:
      - who: Kojirō
        count: 1
  - name: The band
    fighters: [bandit: 6, {who: chief}, archer]
    zones: [-3, 0, +3]
now:
  Kojirō: {energy: 0}
  bandit 2:
    wounds: 2
rulings:
source: site
`

func TestDecodeFillsWhatTheFileSays(t *testing.T) {
	var got encounter
	doc, err := Decode("ambush.yaml", []byte(ambush), &got)
	if err != nil {
		t.Fatal(err)
	}
	want := encounter{
		System: "breath", Version: 1, Title: "Ambush at the ford", Night: true, Wind: 0.5,
		Sides: []side{
			{Name: "Kojirō", Fighters: []fighter{{"Kojirō", 1}}},
			{Name: "The band", Fighters: []fighter{{"bandit", 6}, {"chief", 0}, {"archer", 0}}, Zones: []int8{-3, 0, 3}},
		},
		Now:    map[string]now{"Kojirō": {Energy: new(0)}, "bandit 2": {Wounds: 2}},
		Source: source{"site"},
	}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("got  %+v\nwant %+v", got, want)
	}
	if doc.Name != "ambush.yaml" {
		t.Errorf("the document is called %q", doc.Name)
	}
}

// A file from Windows, with a byte order mark and CRLF, and one from an old Macintosh, whose lines end with CR alone, read the same
// and have the same places.
func TestByteOrderMarkAndOtherLineEndsAreAccepted(t *testing.T) {
	var want encounter
	plain, err := Decode("a", []byte(ambush), &want)
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range []string{"\uFEFF" + strings.ReplaceAll(ambush, "\n", "\r\n"), strings.ReplaceAll(ambush, "\n", "\r"),
		"\uFEFF" + strings.ReplaceAll(ambush, "\n", "\r")} {
		var got encounter
		doc, err := Decode("a", []byte(file), &got)
		if err != nil || !reflect.DeepEqual(got, want) {
			t.Errorf("got  %+v, %v\nwant %+v", got, err, want)
		}
		for _, path := range []Path{{"system"}, {"sides", 1, "fighters", 2}, {"now", Key("bandit 2")}} {
			line, col := doc.At(path...)
			if l, c := plain.At(path...); l != line || c != col {
				t.Errorf("%v is at %d:%d, want %d:%d", path, line, col, l, c)
			}
		}
	}
}

// Every mistake is one line: the place, what is wrong, what would be right.
func TestEveryMistakeHasAPlaceAndAnAnswer(t *testing.T) {
	head := "system: breath\n"
	for _, c := range []struct{ name, file, want string }{
		{"unknown key", head + "tilte: x\n", `f:2:1: unknown key "tilte": want one of system, version, title, night, wind, sides, now, rulings, source; did you mean title?`},
		{"unknown key, nothing near", head + "sides: [{name: a, xyzzy: 1}]\n", `f:2:19: unknown key "xyzzy": want one of name, fighters, zones`},
		{"duplicate key", head + "system: keep\n", `f:2:1: key "system" is here twice, first on line 1: want it once`},
		{"missing key", "version: 1\n", `f:1:1: system is missing here: want a key "system:"`},
		{"required without a value", "system:\n", `f:1:8: system has no value: want text`},
		{"missing in a list", head + "sides:\n  - zones: [1]\n", `f:3:5: name is missing here: want a key "name:"`},
		{"octal", head + "version: 010\n", `f:2:10: version is 010: want 1, without the leading zero`},
		{"hexadecimal", head + "version: 0x1\n", `f:2:10: version is 0x1: want 1, in plain digits`},
		{"octal of YAML 1.2", head + "version: 0o1\n", `f:2:10: version is 0o1: want 1, in plain digits`},
		{"underscore", head + "version: 1_0\n", `f:2:10: version is 1_0: want 1, in plain digits`},
		{"binary", head + "version: 0b1\n", `f:2:10: version is 0b1: want 1, in plain digits`},
		{"float for int", head + "version: 1.0\n", `f:2:10: version is 1.0: want 1`},
		{"infinite int", head + "version: .inf\n", `f:2:10: version is .inf: want 1`},
		{"not a number", head + "wind: .nan\n", `f:2:7: wind is .nan: want a number from 0 to 1`},
		{"infinite", head + "wind: -.Inf\n", `f:2:7: wind is -.Inf: want a number from 0 to 1`},
		{"infinite by size", head + "wind: 1e999\n", `f:2:7: wind is the text "1e999": want a number from 0 to 1`},
		{"text for int", head + "version: one\n", `f:2:10: version is the text "one": want 1`},
		{"quoted int", head + "version: \"1\"\n", `f:2:10: version is the text "1": want 1, without quotes`},
		{"null for int", head + "version:\n", `f:2:9: version has no value: want 1`},
		{"list for int", head + "version: [1]\n", `f:2:10: version is a list: want 1`},
		{"out of range", head + "now: {a: {energy: 31}}\n", `f:2:19: energy is 31: want a whole number from 0 to 30`},
		{"too large for the type", head + "now: {a: {wounds: 256}}\n", `f:2:19: wounds is 256: want a whole number from 0 to 255`},
		{"too large for 32 bits", head + "now: {a: {steps: 2147483648}}\n", `f:2:18: steps is 2147483648: want a whole number from -2147483648 to 2147483647`},
		{"negative", head + "now: {a: {wounds: -1}}\n", `f:2:19: wounds is -1: want a whole number from 0 to 255`},
		{"beyond 64 bits", head + "now: {a: {energy: 99999999999999999999}}\n", `f:2:19: energy is 99999999999999999999: want a whole number from 0 to 30`},
		{"item out of range", head + "sides: [{name: a, zones: [0, 4]}]\n", `f:2:30: zones, item 2, is 4: want a whole number from -3 to 3`},
		{"too many items", head + "sides: [{name: a, zones: [0, 1, 2, 3, 3]}]\n", `f:2:26: zones has 5 items: want at most 4`},
		{"yes for true", head + "night: yes\n", `f:2:8: night is the text "yes": want true or false`},
		{"quoted true", head + "night: 'true'\n", `f:2:8: night is the text "true": want true or false`},
		{"number for text", head + "title: 12\n", `f:2:8: title is 12: want text; in quotes it would be: "12"`},
		{"true for text", head + "title: true\n", `f:2:8: title is true: want text; in quotes it would be: "true"`},
		{"null for text", head + "title: ~\n", `f:2:8: title has no value: want text`},
		{"group for text", head + "title: {a: b}\n", `f:2:8: title is a group of keys: want text`},
		{"long text", head + "title: Ambush at the long ford\n", `f:2:8: title has 23 characters: want at most 20`},
		{"not one of", "system: breth\n", `f:1:9: system is the text "breth": want one of breath, keep, tempo; did you mean breath?`},
		{"text for list", head + "sides: none\n", `f:2:8: sides is the text "none": want a list (- item)`},
		{"list for group", head + "now: [a]\n", `f:2:6: now is a list: want a group of keys (key: value)`},
		{"text for group", head + "sides: [x]\n", `f:2:9: sides, item 1, is the text "x": want a group of keys (key: value)`},
		{"list for file", "- a\n", `f:1:1: the file is a list: want a group of keys (key: value)`},
		{"shorthand", head + "sides: [{name: a, fighters: [bandit: lots]}]\n", `f:2:38: bandit is the text "lots": want a whole number from 1 to 12`},
		{"shorthand out of range", head + "sides: [{name: a, fighters: [bandit: 13]}]\n", `f:2:38: bandit is 13: want a whole number from 1 to 12`},
		{"shorthand without a name", head + "sides: [{name: a, fighters: [\"a\\e\": 1]}]\n",
			`f:2:30: character 2 of the name "a\x1b" is U+001B: want ` + text.WantName},
		{"anchor", "system: &s breath\n", `f:1:9: a value others can borrow (&s): want the value without it`},
		{"alias", "system: &s breath\ntitle: *s\n", "f:1:9: a value others can borrow (&s): want the value without it\nf:2:8: " + aliasWhat + ": want " + aliasWant},
		{"unknown alias", head + "title: *s\n", "f:2:1: " + aliasWhat + ": want " + aliasWant},
		{"anchor inside itself", head + "now: &a [*a]\n",
			"f:2:6: a value others can borrow (&a): want the value without it\nf:2:6: now is a list: want a group of keys (key: value)\nf:2:10: " +
				aliasWhat + ": want " + aliasWant},
		{"merge key", head + "<<: {title: x}\n", `f:2:1: keys merged in from elsewhere (<<): want the keys written out`},
		{"tag", head + "title: !!str 12\n", `f:2:8: the tag !!str: want the value without it`},
		{"tag on a list", head + "sides: !mine [x]\n", `f:2:8: the tag !mine: want the value without it`},
		{"second document", head + "---\nsystem: keep\n", `f:2:1: a second document begins here: want one document to a file`},
		{"empty second document", head + "---\n", `f:2:1: a second document begins here: want one document to a file`},
		{"text after the end", head + "...\nmore\n", `f:3:1: a second document begins here: want one document to a file`},
		{"key that is a list", head + "? [a]\n: b\n", `f:2:3: a key that is not a word: want "key: value"`},
		{"key that is nothing", head + "~: b\n", `f:2:1: a key that is not a word: want "key: value"`},
		{"empty", "", `f:1:1: the file is empty: want at least one key: value`},
		{"comments only", "# nothing\n", `f:1:1: the file is empty: want at least one key: value`},
		{"UTF-16 with a mark", "\xff\xfea\x00:\x00", `f:1:1: the file is UTF-16 or UTF-32: want the file saved as UTF-8`},
		{"UTF-16, the other way round", "\xfe\xff\x00a\x00:", `f:1:1: the file is UTF-16 or UTF-32: want the file saved as UTF-8`},
		{"UTF-16 without a mark", "a\x00:\x00", `f:1:1: the file is UTF-16 or UTF-32: want the file saved as UTF-8`},
		{"bad byte", head + "title: \xff\n", `f:2:8: the byte 0xff is not UTF-8: want plain UTF-8 text`},
		{"escape sequence", head + "title: \x1b[2J\n", `f:2:8: the character U+001B cannot stand in a YAML file: want plain UTF-8 text`},
		{"byte order mark inside", head + "title: \uFEFFx\n", `f:2:8: the character U+FEFF cannot stand in a YAML file: want plain UTF-8 text`},
		{"control in quotes", head + `title: "a\x1b[2J"` + "\n", `f:2:8: title holds the character U+001B: want text that shows as it is`},
		{"direction in text", head + "title: a\u202eb\n", `f:2:8: title holds the character U+202E: want text that shows as it is`},
		{"newline in a name", head + `sides: [{name: "a\nINFO"}]` + "\n", `f:2:16: character 2 of name "a\nINFO" is U+000A: want ` + text.WantName},
		{"invisible key", head + "now: {a\u200bb: {}}\n", `f:2:7: character 2 of the name "a\u200bb" is U+200B: want ` + text.WantName},
		{"direction in an unknown key", head + "a\u202eb: x\n",
			`f:2:1: unknown key "a\u202eb": want one of system, version, title, night, wind, sides, now, rulings, source`},
	} {
		var into encounter
		_, err := Decode("f", []byte(c.file), &into)
		if err == nil || err.Error() != c.want {
			t.Errorf("%s:\n got %v\nwant %s", c.name, err, c.want)
		}
	}
}

// What breaks the syntax is reported on its own line, whatever line the reader names.
func TestBrokenSyntaxIsReportedOnItsLine(t *testing.T) {
	for _, c := range []struct{ file, want string }{
		{"a: 1\nb: 2\n\tc: 3\n", "f:3:2: a tab indents this line: want spaces"},
		{"a: 1\nb:\n\tc: 3\n", "f:3:2: a tab indents this line: want spaces"},
		{"a: 1\nb: 2\n  c: 3\n", "f:3:3: a colon where no key can be"},
		{"a: 1\nfoo\nb: 2\n", "f:2:1: a key without a colon"},
		{"a: 1\nb: [1, 2\nc: 3\n", "f:2:1: a [list] is not closed"},
		{"a: 1\nb: {c: 2\nd: 3\n", "f:2:1: a {group} is not closed"},
		{"a: 1\nb: \"x\nc: 2\n", "f:2:1: a quote is opened and never closed"},
		{"a: \"x\nb: 1\nc: 2\n", "f:1:1: a quote is opened and never closed"},
		{"a: \"x\n  y\"\nb: 1\nc: 'z\n", "f:4:1: a quote is opened and never closed"},
		{"a: [1,\n 2]\nb: [3\nc: 4\n", "f:3:1: a [list] is not closed"},
		{"a: [1,\n 2\nb: 1\nc: 4\n", "f:2:2: a [list] is not closed"},
		{"a: [1,\n 2,\n 3,\n 4\n", "f:4:2: a [list] is not closed"},
		{"a: @x\n", "f:1:1: a value begins with a character YAML keeps for itself"},
		{"x:\n  - a\n  - a\n  - a\n  b: c\n", "f:5:3: this line does not fit the ones above"},
		{"a: 1\nb: 2\nc: 3\n- b\n", "f:4:1: this line does not fit the ones above"},
		{"z: 1\na: 'x' y\n", "f:2:1: this line does not fit the ones above"},
		{"z: 1\n\na: }\n", "f:3:1: a bracket stands where a value should be"},
		{"z: 1\nsides: [\n", "f:2:1: a bracket stands where a value should be, or is not closed"},
		{"z: 1\na: \"\\q\"\n", `f:2:1: an escape nobody knows after \`},
		{"%FOO\n---\na: 1", "f:1:1: this is not YAML (found unknown directive name)"},
	} {
		var into map[string]int
		_, err := Decode("f", []byte(c.file), &into)
		if err == nil || !strings.HasPrefix(err.Error(), c.want) {
			t.Errorf("%q:\n got %v\nwant %s", c.file, err, c.want)
		}
	}
}

// All mistakes come at once, in the order of the file.
func TestAllMistakesComeAtOnce(t *testing.T) {
	file := "versoin: 1\ntitle: 12\nsides:\n  - zones: [9, x]\n    name: a\n  - nmae: b\nversion: 010\n"
	_, err := Decode("f", []byte(file), new(encounter))
	problems, ok := errors.AsType[text.Problems](err)
	if !ok {
		t.Fatalf("%T: %v", err, err)
	}
	var places [][2]int
	for _, p := range problems {
		places = append(places, [2]int{p.Line, p.Col})
	}
	want := [][2]int{{1, 1}, {1, 1}, {2, 8}, {4, 13}, {4, 16}, {6, 5}, {7, 10}} // no name: is missing where nmae: is one
	if !reflect.DeepEqual(places, want) {
		t.Errorf("places %v, want %v:\n%v", places, want, err)
	}
}

// Hostile files are refused by their size or shape, and quickly.
func TestHostileFilesAreRefused(t *testing.T) {
	bomb := "a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n"
	for i := range 9 {
		n, m := string(rune('1'+i)), string(rune('0'+i))
		bomb += "a" + n + ": &a" + n + " [" + strings.TrimSuffix(strings.Repeat("*a"+m+", ", 10), ", ") + "]\n"
	}
	for _, c := range []struct{ name, file, want string }{
		{"alias bomb", bomb, aliasWhat},
		{"self-referring anchor", "a: &a\n  b: *a\n", aliasWhat},
		{"20,000 brackets", "a: " + strings.Repeat("[", 20000), depthWhat},
		{"20,000 groups", strings.Repeat("{a: ", 20000), ""},
		{"5,000 closed brackets", "a: " + strings.Repeat("[", 5000) + strings.Repeat("]", 5000), depthWhat},
		{"65 levels", strings.Repeat("[", 65) + strings.Repeat("]", 65), depthWhat},
		{"3 MB list", strings.Repeat("- a\n", 750000), "the file has 3000000 bytes or more: want at most 1048576"},
		{"a full list", strings.Repeat("- a\n", 1<<18), "too many values"},
		{"a full flow list", "a: [" + strings.Repeat("b, ", 300000) + "]", "too many values"},
		{"20,000 unknown keys", func() string {
			var b strings.Builder
			for i := range 9990 {
				b.WriteString("sysetm" + string(rune('a'+i%26)) + string(rune('a'+i/26%26)) + string(rune('a'+i/676)) + ":\n")
			}
			return b.String()
		}(), `9941 more mistakes from here on`},
	} {
		start := time.Now()
		_, err := Decode("f", []byte(c.file), new(encounter))
		if err == nil || !strings.Contains(err.Error(), c.want) {
			text := "no error"
			if err != nil {
				text = err.Error()
			}
			t.Errorf("%s: %.300s, want %s", c.name, text, c.want)
		}
		if took := time.Since(start); took > 5*time.Second {
			t.Errorf("%s took %v", c.name, took)
		}
		if len(err.Error()) > 50000 {
			t.Errorf("%s: a message of %d bytes", c.name, len(err.Error()))
		}
	}
	if _, err := Decode("f", []byte(strings.Repeat("[", 64)+strings.Repeat("]", 64)), new(deep)); err != nil {
		t.Errorf("64 levels: %v", err)
	}
}

// deep is a list of itself.
type deep []deep

// Types and tags that cannot be served are mistakes in the program.
func TestMistakesInTheProgramPanic(t *testing.T) {
	for name, into := range map[string]any{
		"not a pointer": encounter{},
		"nil":           (*encounter)(nil),
		"channel": new(struct {
			A chan int `yaml:"a"`
		}),
		"any": new(struct {
			A any `yaml:"a"`
		}),
		"int keys": new(struct {
			A map[int]int `yaml:"a"`
		}),
		"unknown option": new(struct {
			A int `yaml:"a,sometimes"`
		}),
		"bad limit": new(struct {
			A int `yaml:"a" limit:"1-9"`
		}),
		"bad max": new(struct {
			A string `yaml:"a" max:"x"`
		}),
		"bad clean": new(struct {
			A string `yaml:"a" clean:"yes"`
		}),
	} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("%s does not panic", name)
				}
			}()
			Decode("f", []byte("a: 1"), into)
		}()
	}
}

// No file crashes the reader; every problem has a place in the file and prints safely; what is accepted reads the same
// again.
func FuzzDecode(f *testing.F) {
	for _, file := range []string{ambush, "", "\uFEFFa: 1\r\n", "a: &a [*a]", "a: 010", "---\n---\n", "system: breath\nsides: [{name: a, fighters: [b: 6]}]",
		"<<: {a: b}", "? [a]\n: b", "a: !!int \"1\"", "a: \"\\x1b\"", "a:\n\t- b", "#\n\n- a\n #b\n", "{a: b, a: c}", "\xff", "a: [1, 2", "now: {x: {energy: 1_0}}"} {
		f.Add([]byte(file))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		var into, again encounter
		doc, err := Decode("f", data, &into)
		doc.At("sides", 0, "fighters", 2, "who")
		if err == nil {
			if _, err := Decode("f", data, &again); err != nil || !reflect.DeepEqual(into, again) {
				t.Fatalf("read twice: %+v, %+v, %v", into, again, err)
			}
			return
		}
		problems, ok := errors.AsType[text.Problems](err)
		if !ok || len(problems) == 0 {
			t.Fatalf("%T: %v", err, err)
		}
		for _, p := range problems {
			if p.Line < 1 || p.Col < 1 || p.What == "" {
				t.Fatalf("%#v", p)
			}
			for _, r := range p.Pretty() {
				if r != '\n' && !text.Prints(r) {
					t.Fatalf("%q prints %U", p.Pretty(), r)
				}
			}
		}
	})
}

// A list of things that are or are not says none of them twice.
func TestAListOfStatesSaysNoneTwice(t *testing.T) {
	var v struct {
		Is   []string `yaml:"is" items:"once"`
		Rows []string `yaml:"rows"`
	}
	_, err := Decode("a.yaml", []byte("is: [prone, blind, prone]\nrows: [..., ...]\n"), &v)
	if err == nil || err.Error() != `a.yaml:1:20: "prone" is here twice: want it once` {
		t.Errorf("%v", err)
	}
}
