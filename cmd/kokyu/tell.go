package main

import (
	"context"
	"errors"
	"slices"
	"strings"

	"kokyu/agent"
	"kokyu/agent/narrate"
	"kokyu/rules"
	"kokyu/rules/strict"
)

// begin prepares the voice the settings name; with --json nothing is told.
func (b *bout) begin() error {
	name, d, seed := b.Voice, agent.Dialect(b.f.Header().System), b.f.Header().Seed
	if b.json {
		name = "none"
	}
	voice, err := narrate.VoiceNamed(name, d, seed)
	if err != nil {
		return err
	}
	b.tell, err = narrate.NewTeller(narrate.Options{Title: agent.Title(b.f), Roster: b.f.Roster(), Seed: seed,
		Match: agent.Sparring(b.f), Mute: name == "none"}, d, voice)
	return err
}

// print shows told lines: the law at the margin, the tale below it and further in, a gap before the next breath. The
// heading is left out: introduce has said more.
func (b *bout) print(lines []narrate.Line) {
	for _, line := range lines {
		switch {
		case line.Step == 0 && line.Kind == narrate.Note:
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

// hear takes a step and prints what is complete with it.
func (b *bout) hear(ctx context.Context, s rules.Step) error {
	lines := b.tell.Step(ctx, s)
	b.print(lines)
	n := len(lines)
	if n > 0 {
		b.untold = nil
	}
	if n == 0 || lines[n-1].Step < s.N {
		b.untold = append(b.untold, s)
	}
	return nil
}

// ask shows a person what has happened since the last thing that was told: between breaths as it is always told, within
// one in short, for it is told whole when it is over.
func (b *bout) ask(ctx context.Context, f *rules.Fight) {
	if f.Turn().Begins && b.Voice != "none" {
		b.print(b.tell.Flush(ctx))
	} else if short := inShort(b.untold); short != "" {
		b.say("")
		b.wrapped("  ", 2, strict.Escape(short))
	}
	b.untold = nil
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

// player is a person who is told what happened before being asked.
type player struct {
	*agent.Human
	ask func(context.Context, *rules.Fight)
}

// Choose asks.
func (p player) Choose(ctx context.Context, f *rules.Fight) (rules.Action, error) {
	p.ask(ctx, f)
	return p.Human.Choose(ctx, f)
}

// listening puts the telling before the questions.
func (b *bout) listening(seats agent.Seating) agent.Seating {
	out := make(agent.Seating, len(seats))
	for i, mind := range seats {
		out[i] = mind
		if h, ok := mind.(*agent.Human); ok {
			out[i] = player{h, b.ask}
		}
	}
	return out
}

// name is an agent known only by its name, in a record.
type name string

func (n name) String() string { return string(n) }

// Choose never decides.
func (n name) Choose(context.Context, *rules.Fight) (rules.Action, error) {
	return rules.Action{}, errors.New("nobody decides in a replay: " + strings.TrimSpace(string(n)))
}
