package main

import (
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
	"kokyu/rules/strict"
	"kokyu/rules/text"
)

// How a tale is written, and where its law stands.
var (
	faces = []string{"text", "markdown", "html", "fragment", "discord", "json", "story"}
	laws  = []string{"none", "notes", "inline"}
)

func (a *app) tellCommand() *cobra.Command {
	as, law, out, length, dry := faces[0], "", "", "usual", false
	cmd := &cobra.Command{
		Use:   "tell RECORD | -",
		Short: "Tell a recorded fight as a tale",
		Long:  helpOf("tell"),
		Args:  cli.Arguments(1, 1, "one record, a .jsonl file"),
		RunE: func(cmd *cobra.Command, args []string) error {
			if a.JSON {
				as = "json"
			}
			if !slices.Contains(faces, as) {
				return cli.Mistake("--as is "+cli.Quote(as), text.OneOf(as, faces))
			}
			if as == "story" && (law != "" || dry || a.anew) {
				return cli.Mistake("--as story words nothing", "it without --law, --dry-run and --again")
			}
			if !slices.Contains(story.Lengths, length) {
				return cli.Mistake("--length is "+cli.Quote(length), text.OneOf(length, story.Lengths))
			}
			if law == "" {
				law = map[string]string{"html": "notes", "json": "notes"}[as]
			}
			if law != "" && !slices.Contains(laws, law) {
				return cli.Mistake("--law is "+cli.Quote(law), text.OneOf(law, laws))
			}
			a.Streams = true
			if as == "story" {
				return a.plan(cmd.Context(), args[0], length, out)
			}
			if dry {
				return a.dryRun(cmd.Context(), args[0], length)
			}
			return a.tell(cmd.Context(), args[0], as, law, length, out)
		},
	}
	cmd.Flags().StringVar(&as, "as", faces[0], "format of the tale (`FORM`): "+strings.Join(faces, ", "))
	cmd.Flags().StringVar(&law, "law", "", "where dice, odds and prices are shown (`WHERE`): "+strings.Join(laws, ", "))
	cmd.Flags().StringVar(&length, "length", "usual", "how much is told (`LENGTH`): "+strings.Join(story.Lengths, ", "))
	cmd.Flags().StringVar(&out, "out", "", "write the tale to a new `FILE`; an existing file is never overwritten")
	cmd.Flags().BoolVar(&dry, "dry-run", false, "send no request to the model; print what would be sent")
	cmd.Flags().BoolVar(&a.anew, "again", false, "ask the model again where it gave no readable answer")
	config.Flag(cmd.Flags(), "voice", "voice")
	return cmd
}

// tell tells a record and writes the tale.
func (a *app) tell(ctx context.Context, record, as, law, length, out string) error {
	return a.deliver(record, out, func(rec fight.Record) (func(io.Writer) error, error) {
		t, err := a.taleOf(ctx, record, rec, as, length)
		if err != nil {
			return nil, err
		}
		if a.voice() == "law" {
			law = "inline"
			for i := range t.Passages {
				t.Passages[i].Text = ""
			}
		}
		if law == "none" {
			for i := range t.Passages {
				t.Passages[i].Law = []string{}
			}
		}
		return func(w io.Writer) error { return writeTale(t, w, a.Paint, as, law) }, nil
	})
}

// plan writes the story of a record.
func (a *app) plan(ctx context.Context, record, length, out string) error {
	return a.deliver(record, out, func(rec fight.Record) (func(io.Writer) error, error) {
		_, s := a.planOf(ctx, rec, length)
		return func(w io.Writer) error { return serve.Object(w, s) }, nil
	})
}

// deliver writes what is made of a record: to a new file, or where no name is given to standard output.
func (a *app) deliver(record, out string, of func(fight.Record) (func(io.Writer) error, error)) error {
	if out != "" {
		if err := cli.Writable(out); err != nil {
			return err
		}
	}
	rec, warnings, err := a.Record(record)
	if err != nil {
		return err
	}
	write, err := of(rec)
	if err != nil {
		return err
	}
	if out == "" {
		err = write(a.Out)
	} else {
		err = strict.WriteNew(out, write)
	}
	if err == nil && len(warnings) > 0 {
		err = cli.TornError(warnings[0])
	}
	return err
}

// planOf returns the plan of a record's tale, with what it is told by.
func (a *app) planOf(ctx context.Context, rec fight.Record, length string) (narrate.Options, *story.Story) {
	o := session.OptionsOf(rec, "scent")
	o.Length = length
	return o, page.PlanOf(o, rec, page.ChancesOf(ctx, rec))
}

// taleOf reads the tale off a record.
func (a *app) taleOf(ctx context.Context, record string, rec fight.Record, as, length string) (*page.Tale, error) {
	if _, err := session.Of(rec, "scent"); err != nil && agent.OtherRules(rec) == "" {
		return nil, err
	}
	o := session.OptionsOf(rec, "scent")
	o.Length = length
	c := page.ChancesOf(ctx, rec)
	plan, voice := page.PlanOf(o, rec, c), ""
	words, err := english.Tell(plan, o.Seed), error(nil)
	if a.voice() == "model" {
		words, voice, err = a.wordedByModel(ctx, record, rec.Header.System, plan, o.Seed)
	}
	if err != nil {
		return nil, err
	}
	t := page.Of(o, rec, c, plan, words, voice)
	if as != "html" && as != "json" {
		t.Chances, t.Field = nil, nil
	}
	return t, nil
}

// writeTale writes a tale in one of the faces.
func writeTale(t *page.Tale, w io.Writer, p cli.Paint, as, law string) error {
	switch as {
	case "html":
		return t.HTML(w, law)
	case "json":
		return serve.Object(w, t)
	case "fragment":
		return t.Fragment(w, law)
	case "discord":
		return t.Discord(w)
	case "markdown":
		return t.Markdown(w, law)
	}
	return writeText(t, w, p, law)
}

// writeText writes for a screen or a printer.
func writeText(t *page.Tale, w io.Writer, p cli.Paint, law string) error {
	o := &cli.Output{Writer: w}
	a := &cli.App{Out: o, Paint: p}
	a.Say("%s", p.Strong(text.Escape(t.Title)))
	a.Say("  %s", text.Escape(t.Between()))
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
