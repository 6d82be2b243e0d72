package narrate

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"unicode"

	"kokyu/prompts/shape"
	"kokyu/rules"
)

// Writer composes whole paragraphs in its own time. It adds no fact, decides nothing and learns no name, and no fight waits
// for it.
type Writer interface {
	// Ask begins a passage and returns at once. The answer comes once; the channel has room for it.
	Ask(ctx context.Context, p Paragraph) <-chan Written
}

// Written is a writer's answer: pieces in its order, or a text of its own, or why there is neither.
type Written struct {
	Pieces []Piece
	Free   string // instead of pieces, slots open
	Err    error
}

// waiting is a paragraph whose passage is asked for.
type waiting struct {
	*Paragraph
	answer <-chan Written
	drop   context.CancelFunc // nobody waits for it any more
}

// isUndone reports whether a paragraph tells of what these steps do not hold, and lets it go then.
func (w waiting) isUndone(steps []rules.Step) bool {
	gone := len(steps) == 0 || w.To > steps[len(steps)-1].N
	if gone {
		w.drop()
	}
	return gone
}

// errLate is why a passage is composed by Go though somebody else was asked.
var errLate = errors.New("it came too late")

// write returns the tale of paragraphs a writer is asked for: those that are there, in their order. Where more of them are
// waited for than may, the first are told without the writer.
func (t *writing) write(ctx context.Context, done []*Paragraph) (lines []Line) {
	for _, p := range done {
		t.composer.offer(p)
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
		lines = append(lines, t.next(said))
	}
	return lines
}

// last waits for all that is still written: nothing more happens, and nobody is kept from playing.
func (t *writing) last(ctx context.Context) (lines []Line) {
	for len(t.waits) > 0 {
		var said Written
		select {
		case said = <-t.waits[0].answer:
		case <-ctx.Done():
			said.Err = ctx.Err()
		}
		lines = append(lines, t.next(said))
	}
	return lines
}

// next tells the first of those that wait, by its writer or without.
func (t *writing) next(said Written) Line {
	p := t.waits[0].Paragraph
	t.waits[0].drop()
	t.waits = t.waits[1:]
	if said.Err == nil && said.Free != "" {
		said.Err = freeFault(p, said.Free)
	}
	switch {
	case said.Err != nil:
		t.failed = append(t.failed, said.Err)
		p.why = said.Err.Error()
		return t.line(p, t.compose(p))
	case said.Free != "":
		return t.line(p, t.freely(p, said.Free))
	}
	told := Told{By: ByVoice, Verdict: accepted}
	pieces := t.composer.repair(p, said.Pieces, func(texts []string, after *Fact) string {
		text, refused := ownImage(p, texts, after)
		told.Refused = append(told.Refused, refused...)
		return text
	})
	return t.line(p, t.finish(p, told, pieces))
}

// freely returns a passage in a model's own words, which nobody has checked, with the plain one beside it.
func (t *writing) freely(p *Paragraph, free string) Told {
	p.Images = nil // beside other words an image would be a third voice
	plain := t.compose(p)
	plain.Plain, plain.Text = plain.Text, p.Fill(strings.Join(strings.Fields(free), " "))
	plain.By, plain.Verdict = ByFree, Unchecked
	return plain
}

// ownMax is how many images of a writer's own are looked at for one place.
const ownMax = 3

// ownImage returns the first of a writer's images that passes the check where it would stand: a saying after a fact with a cause,
// an image of the place at the end of a paragraph. What is refused is said, with the reason.
func ownImage(p *Paragraph, texts []string, after *Fact) (text string, refused []string) {
	kinds, licences := []shape.Kind{}, licencesOf(p, after)
	if after.Cause != "" {
		kinds = append(kinds, shape.Saying)
	}
	if after.ID == len(p.Facts) {
		kinds = append(kinds, shape.Place)
	}
	for _, txt := range texts[:min(len(texts), ownMax)] {
		var faults []string
		for _, kind := range kinds {
			if faults = shape.Check(txt, kind, licences); len(faults) == 0 {
				return txt, refused
			}
		}
		if len(kinds) == 0 {
			faults = []string{"no image stands here"}
		}
		refused = append(refused, fmt.Sprintf("%q: %s", clip(txt), strings.Join(faults, "; ")))
	}
	return "", refused
}

// licencesOf returns what an image after a fact may speak of.
func licencesOf(p *Paragraph, f *Fact) (licences []string) {
	causes, tags := hinges(&f.Of)
	licences = slices.Concat(causes, tags)
	if family := f.Of.Family; family != "" {
		licences = append(licences, "family:"+family)
		if family != "unarmed" && family != "claw" {
			licences = append(licences, "armed")
		}
	}
	for aspect, word := range p.Setting {
		licences = append(licences, aspect+":"+word)
	}
	slices.Sort(licences)
	return licences
}

// How long a free passage may be.
const (
	freeBytes = 2000
	freeWords = 120
)

// freeFault says why a free passage cannot be shown: its form, never what it says.
func freeFault(p *Paragraph, free string) error {
	switch {
	case len(free) > freeBytes:
		return fmt.Errorf("refused: %d bytes, want at most %d", len(free), freeBytes)
	case len(strings.Fields(free)) > freeWords:
		return fmt.Errorf("refused: %d words, want at most %d", len(strings.Fields(free)), freeWords)
	}
	for _, r := range free {
		switch {
		case r == '\n' || r == ' ':
		case !unicode.IsPrint(r) || unicode.Is(unicode.Bidi_Control, r):
			return fmt.Errorf("refused: the character U+%04X", r)
		case unicode.IsLetter(r) && !unicode.Is(unicode.Latin, r):
			return fmt.Errorf("refused: the letter U+%04X of another script", r)
		case strings.ContainsRune("<>[]`*_#|\\", r):
			return fmt.Errorf("refused: the sign %c", r)
		}
	}
	for rest := free; ; {
		_, after, ok := strings.Cut(rest, "{")
		if !ok {
			return nil
		}
		slot, next, closed := strings.Cut(after, "}")
		if _, known := p.slots[slot]; !closed || !known {
			return errors.New("refused: a slot that is none")
		}
		rest = next
	}
}

// clip returns the head of a text, for a message.
func clip(txt string) string {
	const most = 80
	if r := []rune(txt); len(r) > most {
		return string(r[:most]) + "…"
	}
	return txt
}
