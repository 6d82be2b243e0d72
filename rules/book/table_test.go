package book

import (
	"slices"
	"testing"
)

var sample = Table{
	Name: "stances", Row: "stance", Columns: []Column{{Name: "number", Says: "A number."}, {Name: "dice", Says: "Dice."}},
	Rows: []Entry{
		{Name: "fire", Cells: []string{"-10 seed, or {crowd}", "+2k1 seed in melee, -3k3 site from afar"}},
		{Name: "plain", Also: []string{"bare"}, Cells: []string{"", "5 feet"}},
	},
}

func TestACellGivesItsNumbers(t *testing.T) {
	for _, c := range []struct {
		column string
		want   []int
	}{{"number", []int{-10}}, {"dice", []int{2, 1, -3, -3}}} {
		if got := sample.Nums("fire", c.column); !slices.Equal(got, c.want) {
			t.Errorf("%s: got %v, want %v", c.column, got, c.want)
		}
	}
	if sample.Num("fire", "number") != -10 {
		t.Error("the first number is not -10")
	}
	for name, wrong := range map[string]func(){
		"row": func() { sample.Num("water", "number") }, "column": func() { sample.Num("fire", "feet") },
		"source": func() { sample.Num("plain", "dice") }, // a number without a source is a word
	} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("a %s that is not there was read", name)
				}
			}()
			wrong()
		}()
	}
}

func TestATableIsShownWithItsSources(t *testing.T) {
	among := []Ruling{{Name: "crowd", Default: "3", Range: "0..9", Source: "ruling"}}
	l := sample.List(among)
	want := [][]string{{"fire", "-10s, or 3r", "+2k1s in melee, -3k3w from afar"}, {"plain", "", "5 feet"}}
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
	got := Cited("RK-98 to RK-101, RK-05, TP-09 to 10")
	if want := []string{"RK-98", "RK-99", "RK-100", "RK-101", "RK-05", "TP-09", "TP-10"}; !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
	if len(Cited("")) != 0 {
		t.Error("nothing cites something")
	}
}
