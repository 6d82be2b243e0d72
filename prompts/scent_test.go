package prompts

import (
	"strings"
	"testing"
	"testing/fstest"
)

func file(frames string) *fstest.MapFile {
	return &fstest.MapFile{Data: []byte("version: 1\nframes:\n" + frames)}
}

func TestFilesAreMergedInTheOrderOfTheirNames(t *testing.T) {
	lines, err := Read(fstest.MapFS{
		"b.yaml":   file("  lull:\n    - {text: \"Two.\", image: b}\n"),
		"a.yaml":   file("  lull:\n    - {text: \"One.\", image: a, when: {stage: [end], family: [bow, gun], first: true}}\n"),
		"note.txt": {Data: []byte("no lines")},
	})
	if err != nil {
		t.Fatal(err)
	}
	got := lines["lull"]
	if len(got) != 2 || got[0].Text != "One." || got[1].Text != "Two." || got[1].Source != "scent/b.yaml:4" || len(got[0].When.Family) != 2 || !got[0].When.First {
		t.Errorf("got %+v", got)
	}
}

func TestMistakesAreNamedWithTheirPlace(t *testing.T) {
	for frames, want := range map[string]string{
		"  lull:\n    - {text: \"One.\"}\n":                                             "image is missing",
		"  lull:\n    - {text: \"One.\", image: a, when: {family: [sword]}}\n":          "scent/a.yaml:4:",
		"  lull:\n    - {text: \"One.\", image: a}\n    - {text: \"One.\", image: b}\n": "scent/a.yaml:5:14: the frame lull has this line already",
		"  lull:\n    - {text: \"One.\", image: a, wen: {first: true}}\n":               "did you mean when?",
	} {
		_, err := Read(fstest.MapFS{"a.yaml": file(frames)})
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: got %v, want %s", frames, err, want)
		}
	}
}

func TestTheEmbeddedLinesCanBeRead(t *testing.T) {
	if _, err := Scent(); err != nil {
		t.Fatal(err)
	}
}
