package narrate_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"kokyu/rules"
)

// Every word of a tale is of the language's folder, or of the record and its files: a second language is a second folder.
func TestEveryWordIsOfTheLanguageOrTheRecord(t *testing.T) {
	word := regexp.MustCompile(`[\p{L}]+`)
	language := map[string]bool{}
	files, err := filepath.Glob("english/*")
	if err != nil || len(files) < 5 {
		t.Fatal(files, err)
	}
	for _, name := range files {
		data, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		for _, w := range word.FindAllString(strings.ToLower(string(data)), -1) {
			language[w] = true
		}
	}
	words := 0
	fights(t, 2, func(o enacted, steps []rules.Step) {
		own := map[string]bool{}
		data, err := json.Marshal([]any{o.Roster, o.Scenery, o.facts(steps), o.Title})
		if err != nil {
			t.Fatal(err)
		}
		for _, w := range word.FindAllString(strings.ToLower(string(data)), -1) {
			own[w] = true
		}
		has := func(w string) bool { return language[w] || own[w] }
		for _, w := range word.FindAllString(strings.ToLower(tale(told(t, o, steps))), -1) {
			words++
			if !has(w) && !has(strings.TrimSuffix(w, "s")) && !has(strings.TrimSuffix(w, "es")) && !has(w+"s") {
				t.Errorf("%s, seed %d: %q is of neither", o.Title, o.Seed, w)
			}
		}
	})
	if words < 2000 {
		t.Errorf("%d words: nothing was shown", words)
	}
}
