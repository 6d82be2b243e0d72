package prompts

import (
	"slices"
	"strings"
	"testing"

	"kokyu/rules"
)

// Every kind of fact has ways, and every way says what it is for: the file is read without a mistake.
func TestTheWaysAreRead(t *testing.T) {
	ways, err := TaleWays()
	if err != nil {
		t.Fatal(err)
	}
	for _, k := range rules.FactKinds {
		if len(ways[k.Name]) == 0 {
			t.Errorf("%s has no ways", k.Name)
		}
	}
	for _, kind := range []string{"wound", "fall", "stopped"} {
		if len(ways[kind]) < 8 {
			t.Errorf("%s has %d ways, want many: it comes often", kind, len(ways[kind]))
		}
	}
}

// A mistake in a file of ways is a sentence with its place and what would be right.
func TestMistakesInWaysAreSentences(t *testing.T) {
	data, err := tale.ReadFile("tale/ways.yaml")
	if err != nil {
		t.Fatal(err)
	}
	const good = `      - {say: "{{.By}} waits."}` + "\n"
	if !strings.Contains(string(data), good) {
		t.Fatal("the file has changed: this test wants another line to spoil")
	}
	for name, c := range map[string]struct{ line, want string }{
		"an unknown field":      {`      - {say: "{{.Bye}} waits."}`, "it uses a field that no fact has: want one of By, To"},
		"an open brace":         {`      - {say: "{{.By} waits."}`, "it uses a field that no fact has"},
		"an unknown tag":        {good + `      - {if: [lte], say: "{{.By}} waits."}`, `no fact has the tag "lte": want`},
		"no outcome":            {`      - {say: "{{.By}} is there."}`, "it does not tell the outcome: want one of waits"},
		"no full stop":          {`      - {say: "{{.By}} waits"}`, "it has no full stop"},
		"none that fits always": {`      - {if: [late], say: "{{.By}} waits."}`, `no way of "wait" fits always`},
		"an unknown key":        {`      - {say: "{{.By}} waits.", whenn: [late]}`, "whenn"},
	} {
		_, err := readWays("ways.yaml", []byte(strings.Replace(string(data), good, strings.TrimSuffix(c.line, "\n")+"\n", 1)))
		if err == nil || !strings.Contains(err.Error(), c.want) || !strings.HasPrefix(err.Error(), "ways.yaml:") {
			t.Errorf("%s: %v, want …%s…", name, err, c.want)
		}
	}
	for name, c := range map[string][2]string{
		"an unknown kind": {"kind: wait\n", `no fact is of the kind "waitt": want`},
		"a kind twice":    {"kind: close\n", `the kind "wait" stands above already`},
	} {
		spoiled := map[string]string{"an unknown kind": "kind: waitt\n", "a kind twice": "kind: wait\n"}[name]
		if _, err := readWays("ways.yaml", []byte(strings.Replace(string(data), c[0], spoiled, 1))); err == nil && name == "an unknown kind" ||
			err != nil && name == "an unknown kind" && !strings.Contains(err.Error(), c[1]) {
			t.Errorf("%s: %v, want …%s…", name, err, c[1])
		}
	}
}

// A way fits where all that it asks for is so and nothing that it shuns.
func TestAWayFits(t *testing.T) {
	w := Way{If: []string{"late", "deep"}, Not: []string{"shot"}, Say: "{{.By}}'s {{.Blow}}."}
	for tags, want := range map[string]bool{"late deep": true, "late": false, "deep late hurried": true, "late deep shot": false, "": false} {
		if got := w.Fits(strings.Fields(tags)); got != want {
			t.Errorf("with %q it fits: %t, want %t", tags, got, want)
		}
	}
	if got := w.Set(Said{By: "{A}", Blow: "{{.To}}", To: "x"}); got != "{A}'s {{.To}}." {
		t.Errorf("set: %q: what is set in is not read again", got)
	}
	if !slices.Contains(wayTags, "shot") {
		t.Error("no tag is called shot")
	}
}
