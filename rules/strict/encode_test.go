package strict

import (
	"bytes"
	"testing"
)

// A page is the bytes that its parts in one make, and its unchanging part is made once.
func TestAPageIsItsPartsInOne(t *testing.T) {
	type above struct {
		Title string   `yaml:"title"`
		Sides []string `yaml:"sides"`
	}
	type below struct {
		Now map[string]int `yaml:"now"`
	}
	made := 0
	page := NewPage(func() any {
		made++
		return above{"Rain: on the road", []string{"yes", "travellers"}}
	})
	for n := range 3 {
		last := below{map[string]int{"Ume": n, "Aki": 1}}
		got, err := page.With(last)
		if err != nil {
			t.Fatal(err)
		}
		want, err := Encode(struct {
			above `yaml:",inline"`
			below `yaml:",inline"`
		}{above{"Rain: on the road", []string{"yes", "travellers"}}, last})
		if err != nil || !bytes.Equal(got, want) {
			t.Errorf("got\n%s\nwant\n%s, %v", got, want, err)
		}
	}
	if made != 1 {
		t.Errorf("what stands above was made %d times, want once", made)
	}
}
