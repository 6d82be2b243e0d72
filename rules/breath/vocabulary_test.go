package breath

import (
	"fmt"
	"strings"
	"testing"

	"kokyu/rules"
	"kokyu/rules/breath/rows"
	"kokyu/rules/rulestest"
)

// What a sheet says of somebody's state can be written in a position and in a GM's edit: there is one vocabulary.
func TestTheWordsOfASheetCanBeWritten(t *testing.T) {
	said := map[string]bool{}
	for _, name := range []string{"ambush", "crossroads", "oni", "ganryu"} {
		g := builtin(t, name)
		rulestest.VisitReached(g, 30, func(s State) {
			for i := range g.n {
				for _, e := range g.Sheet(&s, rules.Seat(i)) {
					if e.Name == "is" {
						for w := range strings.SplitSeq(e.Value, ", ") {
							said[w] = true
						}
					}
				}
			}
		})
	}
	if !said["defenseless"] || len(said) < 4 {
		t.Fatalf("sheets say only %v: this shows nothing", said)
	}
	for w := range said {
		g, err := Load("yard.yaml", []byte(strings.Replace(yard, "title: The Yard", fmt.Sprintf("title: The Yard\nnow: {seats: {Ume: {is: [%s]}}}", w), 1)),
			rows.DefaultBook())
		if err != nil {
			t.Errorf("now: does not take %q: %v", w, err)
			continue
		}
		s := g.Start()
		if is := sheetLine(g, &s, "is"); is != w {
			t.Errorf("now: is: [%s] is %q on the sheet", w, is)
		}
	}
}

// A GM lifts what the sheet calls defenseless, whatever it came from.
func TestAGMLiftsDefenseless(t *testing.T) {
	for _, is := range []string{"shaken", "spent", "shaken, spent", "defenseless"} {
		g := yardWith(t, "now: {seats: {Ume: {is: ["+is+"]}}}")
		s := g.Start()
		if err := g.Edit(&s, "Ume -defenseless", nil); err != nil || sheetLine(g, &s, "is") != "" {
			t.Errorf("%s: Ume is %q after -defenseless, %v", is, sheetLine(g, &s, "is"), err)
		}
	}
}

func sheetLine(g *Game, s *State, name string) string {
	for _, e := range g.Sheet(s, 0) {
		if e.Name == name {
			return e.Value
		}
	}
	return ""
}
