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
	"kokyu/rules/fight"
)

// openModel returns the language model of the settings. Its answers are kept beside the record, so that a
// second tale of the same record costs nothing.
func (a *app) openModel(record, system string) (*model.Voice, error) {
	m := a.Config.Model
	return model.Open(model.Settings{Provider: m.Provider, Model: m.Name, URL: m.URL, Key: m.Key, Timeout: m.Timeout, Calls: m.Calls, Tokens: m.Tokens,
		Record: record, Again: a.asksAgain, Known: builtinNames(system)})
}

// builtinNames returns a function that reports whether a name consists of words of the built-in catalogue.
// A model is sent no other names: those that users have given stay on this machine, behind stand-ins.
func builtinNames(system string) func(string) bool {
	words := map[string]bool{}
	lists, _ := agent.Builtin().Lists(system) // a system that is not built in has none
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

// tellByModel has a story told by the model of the settings, and returns its paragraphs, and a sentence
// that says whose words they are. If the model gives no answer the tale is the program's: it is a sentence
// worse, not an error.
func (a *app) tellByModel(ctx context.Context, record, system string, s *story.Story,
	seed uint64) ([]english.Passage, string, error) {
	v, err := a.openModel(record, system)
	if err != nil {
		return nil, "", err
	}
	fmt.Fprintf(a.Err, "%s is asked for the tale at %s, in at most %d calls and %d tokens.\n", v.Name(), v.Address(),
		a.Config.Model.Calls, a.Config.Model.Tokens)
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
	fmt.Fprintf(a.Err, "%s.\n", v.BudgetUsed())
	return words, says, nil
}

// dryRun prints what the model of the settings would be asked about a record, and sends nothing.
func (a *app) dryRun(ctx context.Context, record string, rec fight.Record, length string) error {
	o, _, plan := a.planOf(ctx, rec, length)
	v, err := a.openModel(record, rec.Header.System)
	if err != nil {
		return err
	}
	var report struct {
		// Sends is the first request, all that would leave the machine with it but the key. Sentences of the
		// answer that are no good are asked for once more.
		Sends *model.Request `json:"sends,omitempty"`
		// Not says why nothing would be sent.
		Not string `json:"not,omitempty"`
	}
	if r, err := v.FirstRequest(ctx, plan, o.Seed); err != nil {
		report.Not = err.Error()
	} else {
		report.Sends = &r
	}
	return serve.WriteLine(a.Out, report)
}
