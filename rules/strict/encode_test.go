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

// What is written over another value says all that the other has: decoded over it, it reads as itself.
func TestWhatIsWrittenOverAnotherReadsAsItself(t *testing.T) {
	type part struct {
		Is   []string       `yaml:"is,omitempty"`
		Left map[string]int `yaml:"left,omitempty"`
		In   string         `yaml:"in,omitempty"`
		Gone bool           `yaml:"gone,omitempty"`
		N    *int           `yaml:"num,omitempty"`
	}
	type all struct {
		Parts map[string]part `yaml:"parts,omitempty"`
	}
	begun := func() all {
		return all{map[string]part{"a": {[]string{"x"}, map[string]int{"p": 1, "q": 2}, "core", true, new(3)}, "b": {In: "rear"}}}
	}
	now, err := Over(all{map[string]part{"a": {Left: map[string]int{"q": 4}}, "b": {In: "rear"}}}, begun())
	if err != nil {
		t.Fatal(err)
	}
	file, err := Encode(now)
	const want = `parts:
  a:
    is: []
    left:
      p: 0
      q: 4
    in: ""
    gone: false
    num: 0
  b:
    in: rear
`
	if string(file) != want || err != nil {
		t.Errorf("written as\n%s(%v), want\n%s", file, err, want)
	}
	back := begun()
	if _, problems := Decode("f", file, &back); problems != nil {
		t.Fatal(problems)
	}
	again, err := Encode(back)
	if twice, _ := Over(back, begun()); err == nil {
		again, err = Encode(twice)
	}
	if a := back.Parts["a"]; string(again) != want || err != nil || len(a.Is) > 0 || a.Left["p"] != 0 || a.Left["q"] != 4 || a.In != "" || a.Gone || *a.N != 0 {
		t.Errorf("read as %+v, written again as\n%s(%v)", back, again, err)
	}
	half := begun()
	if _, problems := Decode("f", []byte("parts: {a: {left: {p: 7}}}"), &half); problems != nil {
		t.Fatal(problems)
	}
	if a := half.Parts["a"]; a.Left["p"] != 7 || a.Left["q"] != 2 || a.In != "core" || half.Parts["b"].In != "rear" {
		t.Errorf("half of it read as %+v", half)
	}
}
