package images

import (
	"flag"
	"os"
	"slices"
	"strings"
	"testing"

	"kokyu/prompts/shape"
)

var update = flag.Bool("update", false, "write the report again")

const reportPath = "../reports/images.md"

// The held-out set is as it was before the check had run on anything. Who changes it measures nothing any more.
func TestTheHeldOutSetIsAsItWas(t *testing.T) {
	held, err := Held()
	if err != nil {
		t.Fatal(err)
	}
	if want := "25e59571363a7091"; held.Digest != want {
		t.Errorf("held.yaml has the digest %s, want %s", held.Digest, want)
	}
}

// The report is of this check, these sets and this bank. With -update it is written again.
func TestTheReportIsOfThisCheck(t *testing.T) {
	got, err := Report()
	if err != nil {
		t.Fatal(err)
	}
	if *update {
		if err := os.WriteFile(reportPath, []byte(got), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(reportPath)
	if err != nil {
		t.Fatal(err)
	}
	if got != string(want) {
		t.Errorf("%s is of another check; make it again by the command it names", reportPath)
	}
}

// No text is in both sets, none twice in one, and every licence is one that the check knows.
func TestTheSetsAreApart(t *testing.T) {
	seen := map[string]bool{}
	known := append(shape.Licences(), "exchange") // a fact that licenses nothing
	for _, load := range []func() (Set, error){Open, Held} {
		s, err := load()
		if err != nil {
			t.Fatal(err)
		}
		for _, g := range slices.Concat(s.Honest, s.Lies) {
			for _, name := range g.With {
				if !slices.Contains(known, name) {
					t.Errorf("%s: unknown licence %s", g.Texts[0], name)
				}
			}
			for _, text := range g.Texts {
				if key := strings.ToLower(text); seen[key] {
					t.Errorf("%s is there twice", text)
				} else {
					seen[key] = true
				}
			}
		}
	}
}

// The interval is Wilson's: 9 of 10 lies between 59.6 and 98.2 %, none of 10 below 27.8 %.
func TestTheIntervalIsWilsons(t *testing.T) {
	for s, want := range map[Share]string{
		{9, 10}:  "90.0% (9 of 10, 59.6 to 98.2)",
		{0, 10}:  "0.0% (0 of 10, 0.0 to 27.8)",
		{50, 82}: "61.0% (50 of 82, 50.2 to 70.8)",
		{0, 0}:   "0.0% (0 of 0, 0.0 to 100.0)",
	} {
		if got := s.String(); got != want {
			t.Errorf("%d of %d: %s, want %s", s.N, s.Of, got, want)
		}
	}
}
