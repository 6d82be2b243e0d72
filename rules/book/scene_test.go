package book

import (
	"maps"
	"slices"
	"testing"
)

// A record's scene may be anybody's: what is no word of a closed list is not said.
func TestOnlyWordsOfTheListsAreSaid(t *testing.T) {
	s := &Scene{Place: "road", Weather: "Sute\x1b", Light: "Dusk", Season: "autumn"}
	if got, want := s.Words(), map[string]string{"place": "road", "season": "autumn"}; !maps.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
	if got := (*Scene)(nil).Words(); len(got) != 0 {
		t.Errorf("nothing says %v", got)
	}
	m := &Make{Of: []string{"edge", "Sute", "steel"}}
	if got := m.Words(); !slices.Equal(got, []string{"edge", "steel"}) {
		t.Errorf("got %v, want edge and steel", got)
	}
}
