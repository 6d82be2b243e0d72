package main

import (
	"context"
	"slices"

	"kokyu/agent/narrate"
	"kokyu/agent/say"
	"kokyu/rules"
	"kokyu/rules/text"
)

// print shows told lines: the law at the margin, the tale below it and further in, a gap before the next breath. Beside a
// tale, guards and waits that come one after another are one line of law, and wait for the one that ends them.
func (b *bout) print(lines []narrate.Line) {
	lines = append(b.held, lines...)
	n := len(lines)
	for b.Voice != "law" && n > 0 && lines[n-1].Folds() {
		n--
	}
	b.held = slices.Clone(lines[n:])
	b.show(lines[:n])
}

// release shows what was held back.
func (b *bout) release() {
	held := b.held
	b.held = nil
	b.show(held)
}

// show prints lines: what is told as a paragraph of its own, the steps under their laws without blank lines between them.
func (b *bout) show(lines []narrate.Line) {
	if b.Voice != "law" {
		lines = narrate.Fold(lines)
	}
	for _, line := range lines {
		switch {
		case line.Kind == narrate.Tale:
			if b.told { // a paragraph of its own
				b.say("")
			}
			b.PrintWrapped("    ", 4, line.Text)
			b.gap, b.told = true, true
		default:
			if b.gap {
				b.say("")
				b.gap = false
			}
			b.Line("", b.Paint.Faint(line.Text))
			b.told = false
		}
	}
}

// before shows whoever is asked what has happened since the last thing that was told: between breaths as it is always told,
// within one in short, for it is told whole when it is over.
func (b *bout) before(ctx context.Context) {
	if b.Turn().Begins && b.Voice != "none" {
		b.print(b.Rest())
		b.release()
	} else {
		b.release()
		news := slices.DeleteFunc(slices.Clone(b.Untold()), func(s rules.Step) bool { return s.N <= b.shown })
		if short := say.InShort(news); short != "" {
			b.say("")
			b.PrintWrapped("  ", 2, text.Escape(short))
		}
	}
	b.Untold()
}
