package main

import (
	"context"
	"errors"

	"kokyu/agent/narrate"
	"kokyu/agent/serve"
	"kokyu/rules"
	"kokyu/rules/fight"
)

// streamed is a step as --stream prints it, with what is told once it stands.
type streamed struct {
	Step *rules.Step    `json:"step,omitempty"` // none behind the last, where the tale is told to its end
	Tale []narrate.Line `json:"tale"`
}

// stream prints a fight step by step, an object on a line each, and its result last.
func (b *bout) stream(ctx context.Context) error {
	if err := b.Run(ctx, b.streamStep); err != nil {
		return err
	}
	return errors.Join(b.rest(), serve.Line(b.Out, b.report()))
}

// streamStep prints a step.
func (b *bout) streamStep(step rules.Step) error {
	return serve.Line(b.Out, streamed{&step, append([]narrate.Line{}, b.NewLines(step)...)})
}

// rest prints what is left to tell.
func (b *bout) rest() error {
	lines := b.Finish()
	if len(lines) == 0 {
		return nil
	}
	return serve.Line(b.Out, streamed{Tale: lines})
}

// streamRecord prints the steps of a record, with what is told of each.
func (b *bout) streamRecord(rec fight.Record) error {
	for _, step := range rec.Steps {
		if err := b.streamStep(step); err != nil {
			return err
		}
	}
	return b.rest()
}

// last prints a result: the last line of a stream, or alone.
func (a *app) last(stream bool, v any) error {
	if stream {
		return serve.Line(a.Out, v)
	}
	return a.Object(v)
}
