package main

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"kokyu/agent"
	"kokyu/agent/narrate"
	"kokyu/agent/narrate/english"
	"kokyu/agent/narrate/page"
	"kokyu/agent/narrate/story"
	"kokyu/agent/serve"
	"kokyu/agent/session"
	"kokyu/cmd/cli"
	"kokyu/config"
	"kokyu/rules/fight"
	"kokyu/rules/text"
)

// The values of --as and --law.
var (
	taleForms = []string{"text", "markdown", "html", "fragment", "discord", "json", "story"}
	lawPlaces = []string{"none", "notes", "inline"}
)

// tellCommand returns the command tell, which tells a recorded fight as a tale in one of several forms.
func (a *app) tellCommand() *cobra.Command {
	as, law, out, length, dry := taleForms[0], "", "", "usual", false
	cmd := &cobra.Command{
		Use:   "tell RECORD | -",
		Short: "Tell a recorded fight as a tale",
		Args:  cli.Arguments(1, 1, "one record, a .jsonl file"),
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := a.ReadForm(cmd, &as, taleForms); err != nil {
				return err
			}
			switch {
			case as == "story" && (law != "" || dry || a.asksAgain):
				return cli.Mistake("--as story words nothing", "it without --law, --dry-run and --again")
			case as == "discord" && law != "":
				return cli.Mistake("--as discord shows no dice", "it without --law")
			case as == "discord" && a.Voice == "law":
				return cli.Mistake("--as discord shows no dice", "another voice than law")
			}
			if !slices.Contains(story.Lengths, length) {
				return cli.Mistake("--length is "+cli.Quote(length), text.OneOf(length, story.Lengths))
			}
			if law == "" {
				law = map[string]string{"html": "notes", "json": "notes"}[as]
			}
			if law != "" && !slices.Contains(lawPlaces, law) {
				return cli.Mistake("--law is "+cli.Quote(law), text.OneOf(law, lawPlaces))
			}
			a.JSONLines = true // else --json would hide the voices law and model, see chosenVoice
			// A dry run writes no tale, so that the file of --out may be there already.
			if !dry {
				if err := cli.Writable(out); err != nil {
					return err
				}
			}
			rec, tornErr, err := a.Record(args[0]) // tornErr: the last line is incomplete; the rest is told, then tell fails
			if err != nil {
				return err
			}
			if dry {
				return cmp.Or(a.dryRun(cmd.Context(), args[0], rec, length), tornErr)
			}
			write, err := a.taleWriter(cmd.Context(), args[0], rec, as, law, length)
			if err != nil {
				return err
			}
			return cmp.Or(a.WriteTo(out, write), tornErr)
		},
	}
	cmd.Flags().StringVar(&as, "as", taleForms[0], "format of the tale (`FORM`): "+strings.Join(taleForms, ", "))
	cmd.Flags().StringVar(&law, "law", "", "where dice, odds and prices are shown (`WHERE`): "+strings.Join(lawPlaces, ", "))
	cmd.Flags().StringVar(&length, "length", "usual", "how much is told (`LENGTH`): "+strings.Join(story.Lengths, ", "))
	cmd.Flags().StringVar(&out, "out", "", "write the tale to a new `FILE`; an existing file is never overwritten")
	cmd.Flags().BoolVar(&dry, "dry-run", false, "send no request to the model; print what would be sent")
	cmd.Flags().BoolVar(&a.asksAgain, "again", false, "ask the model again where it gave no readable answer")
	config.Flag(cmd.Flags(), "voice", "voice")
	return cmd
}

// taleWriter returns the function that writes the tale of a record, or its plan, in a form of --as.
// Everything that can fail has been done when it returns, but for the writing: no file is begun for a tale
// that cannot be told. path is the argument of tell that names the record, a file or -.
func (a *app) taleWriter(ctx context.Context, path string, rec fight.Record,
	as, law, length string) (func(io.Writer) error, error) {
	if as == "story" {
		_, _, plan := a.planOf(ctx, rec, length)
		return func(w io.Writer) error { return serve.WriteObject(w, plan) }, nil
	}
	t, err := a.taleOf(ctx, path, rec, as, length)
	if err != nil {
		return nil, err
	}
	isLaw := a.chosenVoice() == "law"
	if isLaw {
		law = "inline"
	}
	for i := range t.Passages {
		if isLaw { // which tells nothing but the law lines
			t.Passages[i].Text = ""
		}
		if law == "none" {
			t.Passages[i].Law = []string{}
		}
	}
	return func(w io.Writer) error { return writeTale(t, w, a.Paint, as, law) }, nil
}

// planOf returns the plan of a record's tale, with the options and chances that it is made of. length says
// how much is told.
func (a *app) planOf(ctx context.Context, rec fight.Record,
	length string) (narrate.Options, *page.Chances, *story.Story) {
	o, chances := session.NarrateOptionsOf(rec, narrate.VoiceTale), page.ChancesOf(ctx, rec)
	o.Length = length
	return o, chances, page.PlanOf(o, rec, chances)
}

// taleOf returns the tale of a record, for a form of --as. Charts and pictures are only for forms that can
// show them.
func (a *app) taleOf(ctx context.Context, path string, rec fight.Record, as, length string) (*page.Tale, error) {
	// The session is opened for its error alone: a record under this program's rules must load. One under other rules is
	// told from its stored events, without loading.
	_, err := session.FromRecord(rec, narrate.VoiceTale)
	if err != nil && agent.RulesDifference(rec) == "" {
		return nil, err
	}
	o, chances, plan := a.planOf(ctx, rec, length)
	var words []english.Passage
	var byline string // a sentence that says whose words they are; empty for the program's own
	if a.chosenVoice() != "model" {
		words = english.Tell(plan, o.Seed)
	} else if words, byline, err = a.tellByModel(ctx, path, rec.Header.System, plan, o.Seed); err != nil {
		return nil, err
	}
	t := page.NewTale(o, rec, chances, plan, words, byline)
	if as != "html" && as != "json" {
		t.Chances, t.Field = nil, nil
	}
	return t, nil
}

// writeTale writes a tale in a form of --as; law is one of lawPlaces, or empty where the form shows none.
func writeTale(t *page.Tale, w io.Writer, p cli.Paint, as, law string) error {
	switch as {
	case "html":
		return t.HTML(w, law)
	case "json":
		return serve.WriteObject(w, t)
	case "fragment":
		return t.Fragment(w, law)
	case "discord":
		return t.Discord(w)
	case "markdown":
		return t.Markdown(w, law)
	}
	return writeText(t, w, p, law)
}

// writeText writes a tale as text for a screen or a printer. law says where the law lines stand: behind
// each passage, as notes at the end, or nowhere.
func writeText(t *page.Tale, w io.Writer, p cli.Paint, law string) error {
	o := &cli.Output{Writer: w}
	a := &cli.App{Out: o, Paint: p}
	a.Say("%s", p.Strong(text.Escape(t.Title)))
	a.Say("  %s", text.Escape(t.Opponents()))
	// Notes are numbered from 1 in the order of the passages that have law lines, here and at the end, see
	// [page.Tale.Noted].
	notes := 0
	for _, passage := range t.Passages {
		text := passage.Text
		if law == "notes" && len(passage.Law) > 0 {
			notes++
			text += fmt.Sprintf(" [%d]", notes)
		}
		if text != "" || law == "inline" && len(passage.Law) > 0 {
			a.Say("")
		}
		if text != "" {
			a.PrintWrapped("", 0, text)
		}
		if law == "inline" {
			for _, l := range passage.Law {
				a.Say("%s", p.Faint(l))
			}
		}
	}
	if last := t.LastLine(); last != "" {
		a.Say("")
		a.PrintWrapped("", 0, last)
	}
	if law == "notes" {
		for i, passage := range t.Noted() {
			a.Say("")
			a.PrintWrapped(fmt.Sprintf("[%d] ", i+1), 4, passage.Law[0])
			for _, l := range passage.Law[1:] {
				a.PrintWrapped("    ", 4, l)
			}
		}
	}
	return o.Err
}
