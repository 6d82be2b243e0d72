// Measure makes the report of kokyu eval narration with the tiny model's two snapshots among the voices. The program itself has
// neither: they are a test narrator, and no part of it.
//
//	nice -n 19 go run ./evals/narration/tiny/measure > evals/reports/narration.md
package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"kokyu/agent"
	"kokyu/agent/narrate"
	"kokyu/agent/narrate/model"
	"kokyu/evals/narration"
	"kokyu/evals/narration/tiny"
)

const (
	snapshots = "evals/narration/tiny/snapshots"
	command   = "go run ./evals/narration/tiny/measure (without the sampled models: kokyu eval narration)"
	system    = "breath" // whose lines the model has learned
	heat      = 0.7
	each      = 4 // fights of each encounter
)

func main() {
	if err := measure(context.Background()); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func measure(ctx context.Context) error {
	e := narration.Eval{Fights: each}
	for _, name := range []string{"babbling", "good"} {
		s, stop, err := open(name)
		if err != nil {
			return err
		}
		defer func() { _ = stop() }()
		e.Voices = append(e.Voices, s)
	}
	r, err := e.Run(ctx)
	if err != nil {
		return err
	}
	r.Command = command
	fmt.Print(r.Markdown())
	return nil
}

// snapshot is the model as it was after so many steps, behind a local address and asked as any other is.
type snapshot struct {
	name  string
	voice *model.Voice
}

func open(name string) (s snapshot, stop func() error, err error) {
	m, err := tiny.Open(filepath.Join(snapshots, name+".tiny"))
	if err != nil {
		return s, nil, err
	}
	url, stop, err := (&tiny.Server{Model: m, Heat: heat, Seed: 1}).Listen()
	if err != nil {
		return s, nil, err
	}
	refuses, err := narrate.Refuses(agent.Dialect(system))
	if err != nil {
		return s, stop, err
	}
	settings := model.Usual
	settings.Provider, settings.Model, settings.URL, settings.Ahead, settings.Calls, settings.Tokens = "openai", name, url, 1, 10_000, 100_000_000
	s.name = name
	s.voice, err = model.Open(settings, refuses, nil)
	return s, stop, err
}

func (s snapshot) String() string { return "tiny model, " + s.name }

func (s snapshot) Speaks(of string) bool { return of == system }

func (s snapshot) Write(ctx context.Context, p narrate.Paragraph) (narrate.Draft, error) {
	d, err := s.voice.Passage(ctx, p)
	if fault, ok := errors.AsType[*model.Fault](err); ok {
		return nil, fmt.Errorf("%w: %w", narration.ErrUnheard, fault)
	}
	return d, err
}
