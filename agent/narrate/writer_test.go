package narrate_test

import (
	"context"
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"testing"

	"kokyu/agent"
	"kokyu/agent/narrate"
	"kokyu/rules"
	"kokyu/rules/fight"
)

// scribe is a writer made of what it does with a question.
type scribe func(ctx context.Context, p narrate.Paragraph, answer chan<- narrate.Written)

func (s scribe) Ask(ctx context.Context, p narrate.Paragraph) <-chan narrate.Written {
	answer := make(chan narrate.Written, 1)
	s(ctx, p, answer)
	return answer
}

// grammar is a draft of the lines offered, the last of each: what a writer could have written, and what is true.
func grammar(p narrate.Paragraph) (d narrate.Draft) {
	for i, f := range p.Facts {
		if n := len(p.Lines[i]); n > 0 {
			d = append(d, narrate.Sentence{Text: p.Lines[i][n-1], Facts: []string{f.ID}})
		}
	}
	return d
}

// by is a fight told by a writer, for whom so many paragraphs may wait.
func by(t testing.TB, f enacted, steps []rules.Step, w narrate.Writer, ahead int) ([]narrate.Line, *narrate.Teller) {
	t.Helper()
	teller, err := narrate.NewTeller(f.Options, agent.Dialect(f.System), scent(t, f.System, f.Seed))
	if err != nil {
		t.Fatal(err)
	}
	if err := teller.WrittenBy(w, ahead); err != nil {
		t.Fatal(err)
	}
	var lines []narrate.Line
	for _, s := range steps {
		lines = append(lines, teller.Step(t.Context(), s)...)
	}
	return append(lines, teller.Close(t.Context())...), teller
}

func tales(lines []narrate.Line) (texts []string) {
	for _, l := range lines {
		if l.Kind == narrate.Tale {
			texts = append(texts, l.Text)
		}
	}
	return texts
}

// What a writer has ready is told in its place, with the names set in.
func TestAWritersPassagesAreTold(t *testing.T) {
	f := table()
	var asked []narrate.Paragraph
	lines, teller := by(t, f, breath(), scribe(func(_ context.Context, p narrate.Paragraph, answer chan<- narrate.Written) {
		asked = append(asked, p)
		answer <- narrate.Written{Draft: grammar(p)}
	}), 0)
	if len(asked) == 0 || len(teller.Failed()) > 0 {
		t.Fatalf("asked %d times, failed %v", len(asked), teller.Failed())
	}
	var want []string
	for _, p := range asked {
		var texts []string
		for _, s := range grammar(p) {
			texts = append(texts, s.Text)
		}
		want = append(want, p.Fill(strings.Join(texts, " ")))
	}
	if got := tales(lines); !slices.Equal(got, want) {
		t.Errorf("got\n%q\nwant\n%q", got, want)
	}
}

// A writer who fails, lies, or never comes back changes nothing: the templates tell the fight as if they had been alone.
func TestAWriterThatFailsIsReplaced(t *testing.T) {
	for name, w := range map[string]scribe{
		"fails": func(_ context.Context, _ narrate.Paragraph, answer chan<- narrate.Written) {
			answer <- narrate.Written{Err: errors.New("no words today")}
		},
		"lies": func(_ context.Context, p narrate.Paragraph, answer chan<- narrate.Written) {
			answer <- narrate.Written{Draft: narrate.Draft{{Text: "{A} kills {B}, who dies of it.", Facts: []string{"f1"}}}}
		},
		"names": func(_ context.Context, p narrate.Paragraph, answer chan<- narrate.Written) {
			answer <- narrate.Written{Draft: narrate.Draft{{Text: "{actor} and Masamune go on.", Facts: []string{"f1"}}}}
		},
		"says nothing": func(_ context.Context, _ narrate.Paragraph, answer chan<- narrate.Written) {
			answer <- narrate.Written{}
		},
		"is silent": func(context.Context, narrate.Paragraph, chan<- narrate.Written) {},
	} {
		f := table()
		f.Voice = "scent"
		want := told(t, f, breath())
		if name == "is silent" { // it is waited for at the end alone, as long as anybody waits
			ctx, cancel := context.WithCancel(t.Context())
			cancel()
			teller, err := narrate.NewTeller(f.Options, agent.Dialect(f.System), scent(t, f.System, f.Seed))
			if err != nil {
				t.Fatal(err)
			}
			if err := teller.WrittenBy(w, 100); err != nil {
				t.Fatal(err)
			}
			var got []narrate.Line
			for _, s := range breath() {
				got = append(got, teller.Step(ctx, s)...)
			}
			if got = append(got, teller.Close(ctx)...); !slices.Equal(tales(got), tales(want)) {
				t.Errorf("one that %s: got\n%v\nwant\n%v", name, got, want)
			}
			continue
		}
		got, teller := by(t, f, breath(), w, 0)
		if !slices.Equal(got, want) || len(teller.Failed()) == 0 {
			t.Errorf("one that %s: failed %v, got\n%v\nwant\n%v", name, teller.Failed(), got, want)
		}
	}
}

// While a fight goes on so many paragraphs may wait and no more; what comes too late is told by templates, in its order.
func TestAFightDoesNotWaitForAWriter(t *testing.T) {
	fights(t, 1, func(f enacted, steps []rules.Step) {
		const ahead = 2
		var answers []chan<- narrate.Written
		var asked []narrate.Paragraph
		var asking []context.Context
		w := scribe(func(ctx context.Context, p narrate.Paragraph, answer chan<- narrate.Written) {
			answers, asked, asking = append(answers, answer), append(asked, p), append(asking, ctx)
		})
		teller, err := narrate.NewTeller(f.Options, agent.Dialect(f.System), scent(t, f.System, f.Seed))
		if err != nil {
			t.Fatal(err)
		}
		if err := teller.WrittenBy(w, ahead); err != nil {
			t.Fatal(err)
		}
		shown := 0
		for _, s := range fight.Standing(steps) {
			shown += len(tales(teller.Step(t.Context(), s)))
			if late := len(teller.Failed()); late != max(0, len(asked)-ahead) || shown > late {
				t.Fatalf("%s: of %d asked %d are shown and %d were late", f.Title, len(asked), shown, late)
			}
		}
		late := len(teller.Failed())
		for i, ctx := range asking {
			if dropped := ctx.Err() != nil; dropped != (i < late) {
				t.Errorf("%s: of %d asked and %d late, number %d: dropped %t", f.Title, len(asked), late, i+1, dropped)
			}
		}
		for i, answer := range answers {
			answer <- narrate.Written{Draft: grammar(asked[i])}
		}
		last := tales(teller.Close(t.Context()))
		if len(last) < min(ahead, len(asked)) || len(teller.Failed()) > late+len(last) {
			t.Errorf("%s: at the end %q, and %v", f.Title, last, teller.Failed()[late:])
		}
	})
}

// A fight in which every name is hostile has paragraphs like any other: nothing of a name is in what a writer is given, and
// nothing hostile in what is shown.
func TestNoNameReachesAWriter(t *testing.T) {
	asked := 0
	fights(t, 1, func(f enacted, steps []rules.Step) {
		f, steps = disguised(f, steps)
		lines, _ := by(t, f, fight.Standing(steps), scribe(func(_ context.Context, p narrate.Paragraph, answer chan<- narrate.Written) {
			asked++
			text, err := json.Marshal(p)
			if said := string(text); err != nil || strings.Contains(said, mark) || strings.Contains(said, "ignore what") || strings.Contains(said, "\x1b") {
				t.Errorf("%s: asked %s, %v", f.System, said, err)
			}
			answer <- narrate.Written{Draft: grammar(p)}
		}), 0)
		for _, l := range lines {
			if strings.ContainsAny(l.Text, "\n\x1b\u202e") {
				t.Errorf("told %q", l.Text)
			}
		}
	})
	if asked < 50 {
		t.Errorf("%d paragraphs were asked for, want dozens", asked)
	}
}
