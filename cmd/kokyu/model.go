package main

import (
	"context"
	"fmt"
	"strings"

	"kokyu/agent/narrate"
	"kokyu/agent/narrate/model"
	"kokyu/agent/serve"
	"kokyu/agent/session"
	"kokyu/cmd/cli"
	"kokyu/rules/fight"
	"kokyu/rules/text"
)

// wordingModel is a model that composes a tale, and those who wait for it.
type wordingModel struct {
	*model.Voice
	queue *model.Queue
}

// hire gives a tale to the model of the settings, if it is one that tells. What it answers is kept beside the record, if
// there is one.
func (a *app) hire(s *session.Session) error {
	if a.voice() != "model" {
		return nil
	}
	v, err := a.model(s)
	if err != nil {
		return err
	}
	a.wording = &wordingModel{v, model.NewQueue(v)}
	s.WrittenBy(a.wording.queue)
	return nil
}

// model returns the model of the settings.
func (a *app) model(s *session.Session) (*model.Voice, error) {
	var kept *model.Kept
	var err error
	if strings.HasSuffix(s.Record(), ".jsonl") {
		if kept, err = model.OpenKept(model.KeptBeside(s.Record())); err != nil {
			return nil, err
		}
	}
	v, err := model.Open(a.asks(), kept)
	if err == nil && a.anew {
		v.Again()
	}
	return v, err
}

// asks returns the settings of the model.
func (a *app) asks() model.Settings {
	m := a.Config.Model
	return model.Settings{Provider: m.Provider, Model: m.Name, URL: m.URL, Key: m.Key, Way: m.Way,
		Timeout: m.Timeout, Ahead: m.Ahead, Calls: m.Calls, Tokens: m.Tokens}
}

// foretell has all passages of a finished record written before it is told, several at a time: they stand in their places
// then.
func (a *app) foretell(ctx context.Context, s *session.Session, rec fight.Record) error {
	if a.wording == nil {
		return nil
	}
	paragraphs, err := s.Paragraphs(ctx, rec.Steps)
	if err != nil {
		return err
	}
	fmt.Fprintf(a.Err, "%s is asked for %s at %s, in at most %d calls and %d tokens.\n", a.wording.Name(),
		text.Count(len(paragraphs), "passage"), a.wording.At(), a.Config.Model.Calls, a.Config.Model.Tokens)
	var answers []<-chan narrate.Written
	for _, p := range paragraphs {
		answers = append(answers, a.wording.queue.Ask(ctx, p))
	}
	shows, written := a.Showing(), 0
	count := shows.Count("passage")
	for i, answer := range answers {
		passage := <-answer
		if passage.Err == nil {
			written++
		} else {
			a.Logger.Debug("not by the model", "passage", i+1, "why", passage.Err)
		}
		count(i+1, len(answers))
	}
	shows.Clear()
	a.warn(a.wording.Ends())
	fmt.Fprintf(a.Err, "%d of %s by the model, %v.\n", written, text.Count(len(answers), "passage"), a.wording.Budget)
	return ctx.Err()
}

// asked is a passage that a model would be asked for.
type asked struct {
	Passage int            `json:"passage"`
	Steps   []int          `json:"steps"`           // of the record, the first and the last
	Sends   *model.Request `json:"sends,omitempty"` // all that leaves the machine, but for the key; again with an example if the answer is not the JSON asked for
	Not     string         `json:"not,omitempty"`   // why nothing is sent
}

// dryRun shows what the model of the settings would be asked for a record, and asks nothing.
func (a *app) dryRun(ctx context.Context, record string) error {
	rec, warnings, err := a.Record(record)
	if err != nil {
		return err
	}
	s, err := session.Of(rec, "scent")
	if err != nil {
		return err
	}
	v, err := a.model(s)
	if err != nil {
		return err
	}
	paragraphs, err := s.Paragraphs(ctx, rec.Steps)
	if err != nil {
		return err
	}
	for i, p := range paragraphs {
		one := asked{Passage: i + 1, Steps: []int{p.From, p.To}}
		switch r, err := v.Asks(ctx, p); {
		case err != nil:
			one.Not = err.Error()
		default:
			one.Sends = &r
		}
		if err := serve.Line(a.Out, one); err != nil {
			return err
		}
	}
	if len(warnings) > 0 {
		return cli.Torn(warnings[0])
	}
	return nil
}

func (a *app) warn(sentences []string) {
	for _, sentence := range sentences {
		a.Logger.Warn(sentence)
	}
}
