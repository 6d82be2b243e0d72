package main

import (
	"context"
	"errors"
	"slices"

	"kokyu/agent/narrate"
	"kokyu/agent/say"
	"kokyu/agent/serve"
	"kokyu/rules"
	"kokyu/rules/fight"
	"kokyu/rules/text"
)

// print prints told lines. Beside a tale, successive guards and waits become one line of law, so such lines
// are held back until a line of another kind follows.
func (b *bout) print(lines []narrate.Line) {
	lines = append(b.heldBack, lines...)
	// Lines at the end that could still be joined with the next ones are held back.
	n := len(lines)
	for b.Voice != "law" && n > 0 && lines[n-1].Folds() {
		n--
	}
	b.heldBack = slices.Clone(lines[n:])
	b.showLines(lines[:n])
}

// releaseHeld prints the lines that were held back.
func (b *bout) releaseHeld() {
	held := b.heldBack
	b.heldBack = nil
	b.showLines(held)
}

// showLines prints lines: law and notes at the margin without gaps between them, and paragraphs of the tale
// indented, with a gap behind each.
//
//	R1 Jubei the Cur (10→6)  thrust > Tomoe hits 55 %: 3+1+1=5 vs 12 miss · walk > second rear
//	    Before Sute can parry, Masamune cuts him down with the uchigatana. That leaves three of the
//	    bandits against two.
func (b *bout) showLines(lines []narrate.Line) {
	if b.Voice != "law" {
		lines = narrate.Fold(lines)
	}
	for _, line := range lines {
		if b.wasTale {
			b.say("")
		}
		if b.wasTale = line.Kind == narrate.Tale; b.wasTale {
			b.PrintWrapped("    ", 4, line.Text)
		} else {
			b.Line("", b.Paint.Faint(line.Text))
		}
	}
}

// showNews prints, before a question, what has happened since the last line: between breaths as it is
// always told, within a breath in short. What a breath has brought is told in full when it is over.
func (b *bout) showNews(ctx context.Context) {
	if b.Turn().Begins && b.Voice != "none" {
		b.print(b.FlushTale())
		b.releaseHeld()
	} else {
		b.releaseHeld()
		// Dice thrown at the table were shown with what they did, and are no news.
		news := text.Keep(b.TakeUntold(), func(s rules.Step) bool { return s.N > b.shownStep })
		if short := say.InShort(news); short != "" {
			b.say("")
			b.PrintWrapped("  ", 2, text.Escape(short))
		}
	}
	b.TakeUntold()
}

// streamedStep is a step as --stream prints it, with the lines that are complete with it.
type streamedStep struct {
	Step *rules.Step    `json:"step,omitempty"` // absent behind the last step, where the tale is told to its end
	Tale []narrate.Line `json:"tale"`
}

// stream prints the steps of a fight as objects, one on a line, and then its report: a program can follow
// the fight while it is fought.
func (b *bout) stream(ctx context.Context) error {
	if err := b.Run(ctx, b.streamStep); err != nil {
		return err
	}
	return errors.Join(b.streamRest(), serve.WriteLine(b.Out, b.report()))
}

// streamStep prints a step.
func (b *bout) streamStep(step rules.Step) error {
	return serve.WriteLine(b.Out, streamedStep{&step, append([]narrate.Line{}, b.NewLines(step)...)})
}

// streamRest prints what is left to tell, if anything.
func (b *bout) streamRest() error {
	lines := b.Finish()
	if len(lines) == 0 {
		return nil
	}
	return serve.WriteLine(b.Out, streamedStep{Tale: lines})
}

// streamRecord prints the steps of a record, with what is told of each.
func (b *bout) streamRecord(rec fight.Record) error {
	for _, step := range rec.Steps {
		if err := b.streamStep(step); err != nil {
			return err
		}
	}
	return b.streamRest()
}
