package book

import (
	"slices"
	"strings"
	"testing"
	"testing/fstest"
)

const sampleTables = `version: 1
tables:
  - name: stances
    what: what is chosen
    row: stance
    columns:
      - {name: number, says: A number.}
      - {name: dice, says: Dice.}
    rows:
      - name: fire
        numbers: {number: -10 seed, melee: +2k1 seed, from afar: -3k3 site}
        says:
          number: '{number}, or {crowd}'
          dice: '{melee} in melee, {from afar} from afar'
      - name: plain
        also: [bare]
        numbers: {number: 3 ruling}
        says:
          dice: 5 feet
sections: []
`

func readSample(t *testing.T, words *strings.Replacer) Table {
	t.Helper()
	files := fstest.MapFS{"tables.yaml": {Data: []byte(words.Replace(sampleTables))}}
	return ReadTables(files).Table("stances")
}

func TestARowGivesItsNumbersByName(t *testing.T) {
	for name, words := range map[string]*strings.Replacer{
		"as it is": strings.NewReplacer(),
		"reworded": strings.NewReplacer("'{number}, or {crowd}'", "'against 77 seed: {number}'", "'{melee} in melee, {from afar} from afar'", "'-9k9 seed'"),
	} {
		sample := readSample(t, words)
		rolled, kept := sample.Pool("fire", "from afar")
		if n := sample.Num("fire", "number"); n != -10 || rolled != -3 || kept != -3 {
			t.Errorf("%s: got %d, %dk%d, want -10, -3k-3", name, n, rolled, kept)
		}
		if got, want := sample.UnusedNumbers(), []string{"fire: melee", "plain: number"}; !slices.Equal(got, want) {
			t.Errorf("%s: nobody asked for %q, want %q", name, got, want)
		}
		for what, wrong := range map[string]func(){
			"row": func() { sample.Num("water", "number") }, "name": func() { sample.Num("fire", "feet") },
			"number": func() { sample.Num("fire", "melee") }, "pool": func() { sample.Pool("fire", "number") },
		} {
			func() {
				defer func() {
					if recover() == nil {
						t.Errorf("%s: a %s that is not there was read", name, what)
					}
				}()
				wrong()
			}()
		}
	}
}

func TestAFigureReadsAsItIsWritten(t *testing.T) {
	for _, s := range []string{"-10 seed", "+2k1 site", "0 ruling", "+0 seed", "-3k0 seed", "12k4 house"} {
		if f, wrong := parseFigure(s); wrong != "" || f.String() != s {
			t.Errorf("%s reads as %v: %s", s, f, wrong)
		}
	}
	for _, s := range []string{"", "10", "10 tea", "ten seed", "2k seed", "k1 seed", "2k-1 seed", "010 seed", "10  seed", "10 seed more"} {
		if f, wrong := parseFigure(s); wrong == "" {
			t.Errorf("%q reads as %v", s, f)
		}
	}
}

func TestATableIsShownWithItsSources(t *testing.T) {
	among := []Ruling{{Name: "crowd", Default: "3", Range: "0..9", Source: "ruling"}}
	sample := readSample(t, strings.NewReplacer())
	l := sample.List(among)
	want := [][]string{{"fire", "-10s, or 3r", "+2k1s in melee, -3k3w from afar"}, {"plain", "3r", "5 feet"}}
	for i, row := range l.Rows {
		if !slices.Equal(row, want[i]) {
			t.Errorf("got %q, want %q", row, want[i])
		}
	}
	if items := l.Items.(map[string]map[string]string); items["fire"]["number"] != "-10 seed, or 3 ruling" || items["plain"]["also"] != "bare" {
		t.Errorf("items are %v", items)
	}
}

func TestRangesOfLawsAreWrittenOut(t *testing.T) {
	got := CitedIDs("RK-98 to RK-101, RK-05, TP-09 to 10")
	if want := []string{"RK-98", "RK-99", "RK-100", "RK-101", "RK-05", "TP-09", "TP-10"}; !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
	if len(CitedIDs("")) != 0 {
		t.Error("nothing cites something")
	}
}
