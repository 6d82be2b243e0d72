package main

import (
	"context"
	"slices"
	"strings"

	"kokyu/agent"
	"kokyu/agent/narrate"
	"kokyu/rules"
	"kokyu/rules/strict"
)

// print shows told lines: the law at the margin, the tale below it and further in, a gap before the next breath.
func (b *bout) print(lines []narrate.Line) {
	for _, line := range lines {
		switch {
		case line.Kind == narrate.Tale:
			b.wrapped("    ", 4, line.Text)
			b.gap = true
		default:
			if b.gap {
				b.say("")
				b.gap = false
			}
			b.say("%s", b.paint.faint(line.Text))
		}
	}
}

// before shows a person what has happened since the last thing that was told: between breaths as it is always told,
// within one in short, for it is told whole when it is over.
func (b *bout) before(ctx context.Context, v agent.View) {
	if v.Begins() && b.Voice != "none" {
		b.print(b.Rest(ctx))
	} else if short := inShort(b.Untold()); short != "" {
		b.say("")
		b.wrapped("  ", 2, strict.Escape(short))
	}
	b.Untold()
}

// inShort is steps in a line.
func inShort(steps []rules.Step) string {
	var parts []string
	for _, s := range steps {
		switch {
		case s.Do == "" || s.Secret: // a secret is told by its reveal
			continue
		case len(s.Roll) == 0:
			parts = append(parts, s.Seat+": "+s.Do)
		case len(parts) == 0:
			parts = append(parts, throw(s)+": "+s.Do)
		default:
			parts[len(parts)-1] += " (" + s.Do + ")"
		}
	}
	return strings.Join(parts, "; ")
}

// throw is what a step's dice were thrown for.
func throw(s rules.Step) string {
	if slices.ContainsFunc(s.Events, func(e rules.Event) bool { return e.Kind == "initiative" }) {
		return "initiative" // of all
	}
	return s.Seat + "'s dice"
}
