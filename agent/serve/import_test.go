package serve

import (
	"archive/zip"
	"bytes"
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// All fights are taken along in one file and brought to another folder, each with the same record and new links; one whose record other
// rules wrote too.
func TestFightsAreTakenAlongAndBrought(t *testing.T) {
	f, other := opened(t, t.TempDir(), Options{}), opened(t, t.TempDir(), Options{})
	records := map[string]string{}
	for _, name := range []string{"ambush", "crossing", "mirror"} {
		b, as := begun(t, f, Begin{Encounter: json.RawMessage(`"` + name + `"`), Seed: 7})
		calls(t, f, as["gm"], "note", `{"words":"of `+name+`"}`)
		record, err := f.Record(t.Context(), as["gm"])
		if err != nil {
			t.Fatal(err)
		}
		records[b.Title] = string(record)
	}
	old, err := os.ReadFile(filepath.Join("..", "testdata", "records", "1123-ambush.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := f.Import(t.Context(), "", old); err != nil {
		t.Fatal(err)
	}
	var all bytes.Buffer
	if err := f.Export(t.Context(), &all); err != nil {
		t.Fatal(err)
	}
	list, err := other.Import(t.Context(), "", all.Bytes())
	if err != nil || len(list) != 4 {
		t.Fatal(len(list), err)
	}
	kept := 0
	for _, b := range list {
		a, err := other.Access(b.Links[0].Key)
		if err != nil {
			t.Fatal(err)
		}
		if _, is, _ := other.OldRulesFight(a); is {
			kept++
			continue
		}
		record, err := other.Record(t.Context(), a)
		if err != nil || records[b.Title] == "" || !strings.HasPrefix(string(record), records[b.Title]) { // the program plays on in one
			t.Errorf("%s: %v: the record is\n%s\nwant\n%s", b.Title, err, record, records[b.Title])
		}
		if len(b.Links) != len(b.Combatants)+2 {
			t.Errorf("%s has the links %v", b.Title, b.Links)
		}
		calls(t, other, a, "note", `{"words":"and on"}`)
	}
	if kept != 1 {
		t.Errorf("%d fights are of other rules, want one", kept)
	}
}

// What is no record of these or of other rules is refused in a sentence, and leaves nothing behind.
func TestWhatIsNoRecordIsNotBrought(t *testing.T) {
	dir := t.TempDir()
	f := opened(t, dir, Options{})
	_, as := begun(t, f, Begin{Encounter: json.RawMessage(`"mirror"`), Seed: 7})
	calls(t, f, as["gm"], "note", `{"words":"a note"}`)
	record, err := f.Record(t.Context(), as["gm"])
	if err != nil {
		t.Fatal(err)
	}
	zipped := func(name string, data []byte) []byte {
		var b bytes.Buffer
		z := zip.NewWriter(&b)
		w, _ := z.Create(name)
		_, _ = w.Write(data)
		_ = z.Close()
		return b.Bytes()
	}
	before, _ := os.ReadDir(dir)
	for name, c := range map[string]struct {
		data []byte
		want string
	}{
		"nothing":         {nil, "the record ends before its header does"},
		"words":           {[]byte("Dear diary\n"), "record"},
		"a torn one":      {record[:len(record)-3], "the last line of the record is torn"},
		"another letter":  {bytes.Replace(record, []byte("a note"), []byte("a vote"), 1), "the line was changed after it was written"},
		"a damaged zip":   {[]byte("PK and so on"), "the file of records is damaged"},
		"no record in it": {zipped("photo.png", record), "the file has no records"},
		"damage in it":    {zipped("x.jsonl", record[:len(record)-3]), `"x.jsonl", after 0 fights: the last line of the record is torn`},
		"a long one":      {zipped("x.jsonl", make([]byte, 65<<20)), "too long"},
	} {
		if _, err := f.Import(context.Background(), "", c.data); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want %s", name, err, c.want)
		}
	}
	if after, _ := os.ReadDir(dir); len(after) != len(before) {
		t.Errorf("%v is left", after)
	}
}
