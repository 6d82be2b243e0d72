package agent

import (
	"slices"
	"testing"

	"kokyu/rules/book"
)

// What has no effect is ranked last, but counts among the next best by its value; a character and a mix keep their order.
func TestOptionsAreListedByTheirWorth(t *testing.T) {
	a := Advice{Options: []Choice{{Do: "strike"}, {Do: "wait", Loss: 37}, {Do: "walk", Loss: 44}, {Do: "reserve", Loss: 6, NoEffect: true}}}
	if got := a.ByWorth(); !slices.Equal(got, []int{0, 3, 1, 2}) {
		t.Errorf("the order is %v", got)
	}
	a.Character = book.Character{Temper: "cruel"}
	if got := a.ByWorth(); !slices.Equal(got, []int{0, 1, 2, 3}) {
		t.Errorf("of a character the order is %v", got)
	}
	a.Character, a.Mix = book.Character{}, []Share{{"strike", 0.6}, {"wait", 0.4}}
	if got := a.ByWorth(); !slices.Equal(got, []int{0, 1, 2, 3}) {
		t.Errorf("of a mix the order is %v", got)
	}
}
