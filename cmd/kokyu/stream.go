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
	print := func(step rules.Step) error {
		return serve.Line(b.Out, streamed{&step, listLines(b.Told(step))})
	}
	if err := b.Run(ctx, print); err != nil {
		return err
	}
	return errors.Join(b.rest(ctx), serve.Line(b.Out, b.report()))
}

// rest prints what is left to tell.
func (b *bout) rest(ctx context.Context) error {
	lines := b.Finish()
	if len(lines) == 0 {
		return nil
	}
	return serve.Line(b.Out, streamed{Tale: lines})
}

func listLines(lines []narrate.Line) []narrate.Line {
	if lines == nil {
		return []narrate.Line{}
	}
	return lines
}

// streamRecord prints the steps of a record, with what is told of each.
func (b *bout) streamRecord(ctx context.Context, rec fight.Record) error {
	for _, step := range rec.Steps {
		if err := serve.Line(b.Out, streamed{&step, listLines(b.Told(step))}); err != nil {
			return err
		}
	}
	return b.rest(ctx)
}

// last prints a result: the last line of a stream, or alone.
func (a *app) last(stream bool, v any) error {
	if stream {
		return serve.Line(a.Out, v)
	}
	return a.Object(v)
}
