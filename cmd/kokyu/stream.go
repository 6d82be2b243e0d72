package main

import (
	"context"
	"errors"

	"kokyu/agent/narrate"
	"kokyu/agent/serve"
	"kokyu/rules"
	"kokyu/rules/fight"
)

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
	return errors.Join(b.streamRest(), serve.Line(b.Out, b.report()))
}

// streamStep prints a step.
func (b *bout) streamStep(step rules.Step) error {
	return serve.Line(b.Out, streamedStep{&step, append([]narrate.Line{}, b.NewLines(step)...)})
}

// streamRest prints what is left to tell, if anything.
func (b *bout) streamRest() error {
	lines := b.Finish()
	if len(lines) == 0 {
		return nil
	}
	return serve.Line(b.Out, streamedStep{Tale: lines})
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
