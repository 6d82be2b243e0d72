package narrate

import (
	"context"
	"errors"
	"slices"
	"strings"

	"kokyu/rules"
)

// Writer words whole paragraphs in its own time. It adds nothing to them, decides nothing and learns no name; what it
// writes is told only if it is verified, and no fight waits for it.
type Writer interface {
	// Ask begins a passage and returns at once. The answer comes once; the channel has room for it.
	Ask(ctx context.Context, p Paragraph) <-chan Written
}

// Written is a writer's answer: a draft, or why there is none.
type Written struct {
	Draft Draft
	Err   error
}

// WrittenBy gives the tale from here on to a writer; so many paragraphs may wait for him while a fight goes on.
func (t *Teller) WrittenBy(w Writer, ahead int) (err error) {
	t.writer, t.ahead = w, ahead
	t.refuses, err = Refuses(t.tongue.Dialect)
	return err
}

// waiting is a paragraph whose passage is asked for.
type waiting struct {
	*Paragraph
	answer <-chan Written
	drop   context.CancelFunc // nobody waits for it any more
}

// undone says whether a paragraph tells of what these steps do not hold, and lets it go then.
func (w waiting) undone(steps []rules.Step) bool {
	gone := len(steps) == 0 || w.To > steps[len(steps)-1].N
	if gone {
		w.drop()
	}
	return gone
}

// errLate is why a passage is told by templates though somebody writes it.
var errLate = errors.New("it came too late")

// written is the tale of paragraphs a writer is asked for: those that are there, in their order. Where more of them are
// waited for than may, the first are told without him.
func (t *Teller) written(ctx context.Context, done []*Paragraph) (lines []Line) {
	for _, p := range done {
		p.Lines, p.Before = t.lines(p), slices.Clone(t.before)
		asking, drop := context.WithCancel(ctx)
		t.waits = append(t.waits, waiting{p, t.writer.Ask(asking, *p), drop})
	}
	for len(t.waits) > 0 {
		said := Written{Err: errLate}
		select {
		case said = <-t.waits[0].answer:
		default:
			if len(t.waits) <= t.ahead {
				return lines
			}
		}
		lines = append(lines, t.next(ctx, said)...)
	}
	return lines
}

// last waits for all that is still written: nothing more happens, and nobody is kept from playing.
func (t *Teller) last(ctx context.Context) (lines []Line) {
	for len(t.waits) > 0 {
		var said Written
		select {
		case said = <-t.waits[0].answer:
		case <-ctx.Done():
			said.Err = ctx.Err()
		}
		lines = append(lines, t.next(ctx, said)...)
	}
	return lines
}

// next tells the first of those that wait, by its writer or without him.
func (t *Teller) next(ctx context.Context, said Written) []Line {
	p := t.waits[0].Paragraph
	t.waits[0].drop()
	t.waits = t.waits[1:]
	if said.Err == nil {
		if faults := t.refuses(*p, said.Draft); len(faults) > 0 {
			said.Err = errors.New("refused: " + strings.Join(faults, "; "))
		}
	}
	if said.Err == nil {
		return []Line{lineOf(p, t.tells(p, said.Draft))}
	}
	t.failed = append(t.failed, said.Err)
	p.why = said.Err.Error()
	told, ok := t.word(ctx, p)
	if !ok {
		return nil
	}
	return []Line{lineOf(p, told)}
}

// tells is a draft with its names.
func (t *Teller) tells(p *Paragraph, d Draft) Told {
	told := Told{By: ByVoice, Verdict: Accepted}
	var texts []string
	for _, s := range d {
		texts = append(texts, strings.TrimSpace(s.Text))
		for _, f := range p.Facts {
			if slices.Contains(s.Facts, f.ID) {
				told.Steps = append(told.Steps, f.Steps...)
			}
		}
	}
	open := strings.Join(texts, " ")
	t.remember(open)
	if t.heard != nil {
		told.Text = open
		t.heard(*p, told)
	}
	told.Text = p.Fill(open)
	return told
}

// Refuses is what says of a draft for a paragraph of this dialect why it cannot be told; nothing if it can. It has the
// dialect's lines by heart. It can be used by several at once.
func Refuses(d rules.Dialect) (func(Paragraph, Draft) []string, error) {
	v, err := NewVerifier(d).Knowing()
	if err != nil {
		return nil, err
	}
	return func(p Paragraph, written Draft) []string { return v.Check(p, written).Reasons }, nil
}
