package strict_test

import (
	"testing"

	"kokyu/rules/strict"
)

// What is judged after reading is said at its place, in the order of the file, whatever the path is used for afterwards.
func TestComplaints(t *testing.T) {
	var into struct {
		Side string         `yaml:"side"`
		Size map[string]int `yaml:"size"`
	}
	doc, err := strict.Decode("judged.yaml", []byte("side: read\nsize:\n  wagon: 12\n"), &into)
	if err != nil {
		t.Fatal(err)
	}
	var bad strict.Complaints
	if bad.In(doc) != nil || bad.Err("the file") != nil {
		t.Error("an error without a complaint")
	}
	at := strict.Path{"size", "wagon"}
	if n := bad.Within(at, "size", into.Size["wagon"], 1, 9); n != 1 || bad.Within(at, "size", 9, 1, 9) != 9 {
		t.Errorf("out of range is %d, want the least", n)
	}
	at[1] = "cart"
	if i := bad.Index(strict.Path{"side"}, "colour", into.Side, []string{"blue", "red"}); i != 0 || bad.Index(nil, "colour", "red", []string{"blue", "red"}) != 1 {
		t.Errorf("an unknown word is %d, want the first", i)
	}
	want := "judged.yaml:1:7: unknown colour \"read\": want one of blue, red; did you mean red?\njudged.yaml:3:10: size 12: want 1 to 9"
	if got := bad.In(doc).Error(); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	if got, want := bad.Err("the file").Error(), "the file: size 12, want 1 to 9"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}
