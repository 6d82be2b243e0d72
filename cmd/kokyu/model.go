package main

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"kokyu/agent"
	"kokyu/agent/narrate/english"
	"kokyu/agent/narrate/model"
	"kokyu/agent/narrate/story"
	"kokyu/agent/serve"
	"kokyu/cmd/cli"
)

// model returns the model of the settings. What it answers is kept beside the record.
func (a *app) model(record, system string) (*model.Voice, error) {
	m := a.Config.Model
	return model.Open(model.Settings{Provider: m.Provider, Model: m.Name, URL: m.URL, Key: m.Key, Timeout: m.Timeout, Calls: m.Calls, Tokens: m.Tokens,
		Record: record, Again: a.anew, Known: builtinWords(system)})
}

// builtinWords returns whether a name is made of words of the built-in catalogue: a model is sent no other.
func builtinWords(system string) func(string) bool {
	words := map[string]bool{}
	lists, _ := agent.Builtin().Lists(system) // none of a system that is not built in
	for _, l := range lists {
		for _, row := range l.Rows {
			for _, word := range strings.Fields(row[0]) {
				words[word] = true
			}
		}
	}
	return func(name string) bool {
		return !slices.ContainsFunc(strings.Fields(name), func(word string) bool { return !words[word] })
	}
}

// wordedByModel has a story told by the model of the settings, and says whose sentences the tale has; the paragraphs are the program's where it
// answers nothing.
func (a *app) wordedByModel(ctx context.Context, record, system string, s *story.Story, seed uint64) ([]english.Passage, string, error) {
	v, err := a.model(record, system)
	if err != nil {
		return nil, "", err
	}
	fmt.Fprintf(a.Err, "%s is asked for the tale at %s, in at most %d calls and %d tokens.\n", v.Name(), v.At(), a.Config.Model.Calls, a.Config.Model.Tokens)
	words, told, err := v.Tell(ctx, s, seed)
	for _, sentence := range told.Trouble {
		a.Logger.Warn(sentence)
	}
	if ctx.Err() != nil {
		return nil, "", ctx.Err()
	}
	says := told.String()
	if err != nil {
		says = "Told by the program: " + v.Name() + " has told nothing (" + err.Error() + ")."
	}
	fmt.Fprintf(a.Err, "%s.\n", v.Took())
	return words, says, nil
}

// dryRun shows what the model of the settings would be asked for a record, and asks nothing.
func (a *app) dryRun(ctx context.Context, record, length string) error {
	rec, warnings, err := a.Record(record)
	if err != nil {
		return err
	}
	o, plan := a.planOf(ctx, rec, length)
	v, err := a.model(record, rec.Header.System)
	if err != nil {
		return err
	}
	var one struct {
		Sends *model.Request `json:"sends,omitempty"` // all that leaves the machine, but for the key; sentences that cannot be told are asked for once more
		Not   string         `json:"not,omitempty"`   // why nothing is sent
	}
	switch r, err := v.Asks(ctx, plan, o.Seed); {
	case err != nil:
		one.Not = err.Error()
	default:
		one.Sends = &r
	}
	if err := serve.Line(a.Out, one); err != nil {
		return err
	}
	if len(warnings) > 0 {
		return cli.TornError(warnings[0])
	}
	return nil
}
