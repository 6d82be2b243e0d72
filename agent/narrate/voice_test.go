package narrate

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"kokyu/prompts"
)

func newScent(t *testing.T, lines prompts.Lines, seed uint64) *Scent {
	t.Helper()
	v, err := NewScent(breaths.Dialect, lines, seed)
	if err != nil {
		t.Fatal(err)
	}
	return v
}

// few is n lines of one frame, all different.
func few(n int) prompts.Lines {
	lines := prompts.Lines{}
	for i := range n {
		lines["lull"] = append(lines["lull"], prompts.Line{Text: fmt.Sprintf("Line %c of them.", 'a'+i), Image: fmt.Sprint(i)})
	}
	return lines
}

// word is what a voice says.
func word(v *Scent, f Facts) string {
	text, _ := v.Word(context.Background(), f)
	return text
}

// words are what a voice says to n lulls in a row.
func words(v *Scent, n int) (said []string) {
	for step := range n {
		said = append(said, word(v, Facts{Frame: "lull", Step: step}))
	}
	return said
}

func TestTheSameSeedSaysTheSame(t *testing.T) {
	a, b, other := words(newScent(t, few(20), 7), 9), words(newScent(t, few(20), 7), 9), words(newScent(t, few(20), 8), 9)
	if !slices.Equal(a, b) {
		t.Errorf("got %q and %q", a, b)
	}
	if slices.Equal(a, other) {
		t.Errorf("seeds 7 and 8 both say %q", a)
	}
}

// A line more changes only what it replaces.
func TestANewLineShufflesNothing(t *testing.T) {
	changed := 0
	for step := range 200 {
		f := Facts{Frame: "lull", Step: step}
		before, after := word(newScent(t, few(20), 7), f), word(newScent(t, few(21), 7), f)
		if before != after {
			changed++
			if after != "Line u of them." {
				t.Fatalf("step %d: %q became %q", step, before, after)
			}
		}
	}
	if changed == 0 || changed > 30 {
		t.Errorf("the new line is told %d times of 200, want about 10", changed)
	}
}

// Rather silence than repetition: no opening and no image comes again within ten told lines.
func TestNothingComesTwiceWithinTenLines(t *testing.T) {
	said := words(newScent(t, few(10), 7), 15)
	if i := slices.Index(said, ""); i != 10 {
		t.Errorf("silent after %d of 10 lines: %q", i, said)
	}
	lines := few(20)
	for i := range lines["lull"] {
		lines["lull"][i].Image = "crow"
	}
	if said := words(newScent(t, lines, 7), 3); said[0] == "" || said[1] != "" || said[2] != "" {
		t.Errorf("one image, told %q", said)
	}
}

// No line is told twice in a fight, however long ago; what must be told is told all the same.
func TestNoLineIsToldTwice(t *testing.T) {
	v := newScent(t, few(25), 7)
	said := words(v, 30)
	slices.Sort(said)
	if n := len(slices.Compact(said)); n != 26 || said[0] != "" {
		t.Errorf("%d different of 25 lines and silence", n)
	}
	if v.choose(Facts{Frame: "lull", Step: 31}, true) == "" {
		t.Error("silent where it must speak")
	}
}

func TestALineNeedsItsGuards(t *testing.T) {
	l := line{Line: prompts.Line{Text: "{actor} and the {weapon}.", When: prompts.When{Family: []string{"bow", "gun"}, Stage: []string{"end"}, First: true, Last: true}}}
	l.wants = breaths.demandOf(l.Text)
	all := Facts{Actor: true, Weapon: true, Family: "bow", Stage: End, First: true, Last: true}
	if !breaths.fits(&l, all) {
		t.Errorf("%+v does not fit", all)
	}
	for name, change := range map[string]func(*Facts){
		"family": func(f *Facts) { f.Family = "blade" },
		"stage":  func(f *Facts) { f.Stage = Opening },
		"first":  func(f *Facts) { f.First = false },
		"last":   func(f *Facts) { f.Last = false },
		"actor":  func(f *Facts) { f.Actor = false },
		"weapon": func(f *Facts) { f.Weapon = false },
	} {
		f := all
		if change(&f); breaths.fits(&l, f) {
			t.Errorf("without the %s it still fits", name)
		}
	}
}

// Names are data: one that looks like a slot stays a name, one that would move the cursor is spelled out, and at the
// head of a sentence one begins with a capital.
func TestNamesStayNames(t *testing.T) {
	p := Paragraph{slots: map[string]string{"A": "gaki {B}", "B": "B\x1b[2J\u202e"}}
	const want = `Gaki {B} stands. Gaki {B}, and B\x1b[2J\u202e.`
	if got := p.Fill("{A} stands. {A}, and {B}."); got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestAnUnknownFrameIsRefused(t *testing.T) {
	_, err := NewScent(breaths.Dialect, prompts.Lines{"wund": {{Text: "x", Source: "scent/a.yaml:3"}}}, 1)
	if err == nil || !strings.Contains(err.Error(), "scent/a.yaml:3: no frame is called \"wund\"") || !strings.Contains(err.Error(), "did you mean wound?") {
		t.Errorf("got %v", err)
	}
}
