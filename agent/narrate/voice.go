package narrate

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"
)

// Voice words facts into a passage. It adds nothing to them, decides nothing, and learns no name: it writes {actor},
// {target} and {weapon}, as far as the facts have them, and the teller sets the names in.
type Voice interface {
	// Word is a passage for the moment with its slots still open, empty for silence. It may fail, and should when the
	// context ends; the teller does not wait longer.
	Word(ctx context.Context, f Facts) (text string, err error)
}

// word is a paragraph in words, none where nothing can be said of it. This is the one way from any voice to any reader:
// what has faults is not told, by whoever it was written.
func (t *Teller) word(ctx context.Context, p *Paragraph) (Told, bool) {
	told := Told{By: ByTemplates, Verdict: Accepted}
	if t.voice.Voice != nil || t.heard != nil {
		p.Lines, p.Before = t.lines(p), slices.Clone(t.before)
	}
	var said []string
	for _, f := range p.Facts {
		if f.Moment.Frame == "means" && len(said) > 0 && armsIn(said[len(said)-1]) { // that has been said
			continue
		}
		text, by, err := t.said(ctx, f)
		if err != nil {
			told.Verdict = err.Error()
		}
		if text == "" {
			continue
		}
		if by == ByVoice {
			told.By = by
		}
		said, told.Steps = append(said, f.lettered(text)), append(told.Steps, f.Steps...)
	}
	if len(said) == 0 {
		return told, false
	}
	open := strings.Join(said, " ")
	if t.before = append(t.before, open); len(t.before) > beforeMax {
		t.before = t.before[1:]
	}
	if t.heard != nil {
		told.Text = open
		t.heard(*p, told)
	}
	told.Text = p.Fill(open)
	return told, true
}

// armsIn says whether words speak of a weapon.
func armsIn(text string) bool {
	words := wordsOf(text)
	return strings.Contains(text, "weapon}") || slices.ContainsFunc(things, func(t thing) bool {
		_, ok := t.words.in(words)
		return ok && !t.loose
	})
}

// beforeMax is how many told passages a voice may look back on.
const beforeMax = 2

// linesMax is how many lines of the grammar are shown for a fact.
const linesMax = 6

// lines are, for each fact of a paragraph, those of the grammar that would tell it, the template voice's own first.
func (t *Teller) lines(p *Paragraph) (lines [][]string) {
	for _, f := range p.Facts {
		var of []string
		if f.text != "" {
			of = append(of, f.text)
		}
		for _, l := range t.spare.fitting(f.Moment, linesMax) {
			of = append(of, f.lettered(l))
		}
		lines = append(lines, of)
	}
	return lines
}

// said is what the voice says of a fact and who it was: the template voice where another fails, and then why.
func (t *Teller) said(ctx context.Context, f Fact) (text, by string, failed error) {
	if f.text != "" {
		return f.text, ByTemplates, nil
	}
	if t.voice.Voice != nil {
		text, failed = t.voice.word(ctx, f.Moment, t.opts.Patience)
		if failed == nil {
			failed = t.refuse(text, f.Moment)
		}
		if failed == nil && (text != "" || !f.Required) {
			return text, ByVoice, nil
		}
		if failed != nil {
			t.failed = append(t.failed, failed)
		}
	}
	text = t.spare.choose(f.Moment, f.Required)
	if err := t.refuse(text, f.Moment); err != nil {
		return "", "", err
	}
	return text, ByTemplates, failed
}

// Failed is why the voice was not heard, each time it was not.
func (t *Teller) Failed() []error { return t.failed }

// bytesMax is how long words may be to be read at all.
const bytesMax = 2000

// refuse says why words for a moment cannot be told. Silence can.
func (t *Teller) refuse(text string, f Facts) error {
	if text == "" {
		return nil
	}
	if len(text) > bytesMax {
		return fmt.Errorf("refused: %d bytes, want at most %d", len(text), bytesMax)
	}
	if faults := t.tongue.verify(text, f); len(faults) > 0 {
		return errors.New("refused: " + strings.Join(faults, "; "))
	}
	return nil
}

// asked is a voice that may be anybody's: it can fail, break, or not come back.
type asked struct {
	Voice
	out chan answer // of a question it has not come back from
}

type answer struct {
	text string
	err  error
}

// word asks it, and waits as long as the context lasts, at most patience. One that has not come back is not asked again
// until it has.
func (a *asked) word(ctx context.Context, f Facts, patience time.Duration) (string, error) {
	if a.out != nil {
		select {
		case <-a.out:
			a.out = nil
		default:
			return "", errors.New("the voice has not come back from an earlier moment")
		}
	}
	if patience > 0 {
		var stop context.CancelFunc
		ctx, stop = context.WithTimeout(ctx, patience)
		defer stop()
	}
	out := make(chan answer, 1)
	go func() {
		var said answer
		defer func() {
			if broken := recover(); broken != nil {
				said = answer{err: fmt.Errorf("the voice broke: %v", broken)}
			}
			out <- said
		}()
		said.text, said.err = a.Voice.Word(ctx, f)
	}()
	select {
	case said := <-out:
		return said.text, said.err
	case <-ctx.Done():
		a.out = out
		return "", ctx.Err()
	}
}
