package main

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"kokyu/agent"
	"kokyu/agent/picture"
	"kokyu/cmd/cli"
	"kokyu/config"
	"kokyu/rules"
	"kokyu/rules/fight"
	"kokyu/rules/text"
)

// showOptions are the flags of the command.
type showOptions struct {
	at      int    // the step after which a record is shown
	ended   bool   // none was named: where it ends
	as      string // whose picture it is
	out     string // the file of the drawing
	propose bool   // who decides is advised, and the advice drawn
}

func (a *app) show() *cobra.Command {
	o := showOptions{}
	cmd := &cobra.Command{
		Use:       "show [ENCOUNTER | RECORD | POSITION | -]",
		Short:     "Show where everybody stands, as text or as a drawing",
		Long:      helpOf("show"),
		Args:      cli.Arguments(0, 1, "one encounter, record or position"),
		ValidArgs: agent.Encounters(),
		RunE: func(cmd *cobra.Command, args []string) error {
			o.ended = !cmd.Flags().Changed("at")
			return a.showPosition(cmd.Context(), cli.EncounterOf(args), o)
		},
	}
	cmd.Flags().IntVar(&o.at, "at", 0, "show a record after step `N`; 0 is the start (default: where it ends)")
	cmd.Flags().StringVar(&o.as, "as", "", "mark the seat of `NAME` as the viewer's, who sees no proposal")
	cmd.Flags().StringVar(&o.out, "out", "", "write a drawing to a new `FILE`.svg; an existing file is never overwritten")
	cmd.Flags().BoolVar(&o.propose, "propose", false, "search for who decides, and show the best decision as an arrow")
	config.Flag(cmd.Flags(), "nodes", "advise-nodes")
	config.Flags(cmd.Flags(), "time", "threads", "data")
	return cmd
}

// showPosition shows the position an argument names.
func (a *app) showPosition(ctx context.Context, arg string, o showOptions) error {
	switch {
	case o.out != "" && !strings.HasSuffix(o.out, ".svg"):
		return cli.Mistake("--out is "+cli.Quote(o.out), "a name that ends in .svg")
	case o.propose && o.as != "":
		return cli.Mistake("--propose with --as", "one of them: what kokyu proposes is for the GM")
	}
	if err := cli.Writable(o.out); err != nil {
		return err
	}
	f, p, err := a.openAt(arg, o)
	if err != nil {
		return err
	}
	if o.as != "" {
		var roster []rules.Fighter
		for _, s := range p.Seats {
			roster = append(roster, rules.Fighter{Name: s.Name})
		}
		seat, err := rules.SeatNamed(roster, o.as)
		if err != nil {
			return err
		}
		p.As = p.Seats[seat].Name
	}
	switch {
	case o.propose && f == nil:
		return cli.Mistake("--propose with a record of other rules", "kokyu show without it: these rules do not come to that position")
	case o.propose:
		if p, err = a.drawProposal(ctx, f, p); err != nil {
			return err
		}
	}
	if o.out != "" {
		if err := cli.Write(o.out, p.SVG(picture.Drawing{})); err != nil {
			return err
		}
	}
	switch {
	case a.JSON:
		return a.Object(p)
	case o.out != "":
		a.Say("%s: %s, %s", text.Escape(o.out), text.Escape(p.Title), text.Escape(p.Waits()))
		return nil
	}
	_, err = fmt.Fprint(a.Out, p.Text(a.Columns()))
	return err
}

// openAt begins the fight an argument names; of a record it is as it was after a step. Where other rules than these have led to it
// there is no fight, only the picture that the record gives.
func (a *app) openAt(arg string, o showOptions) (*fight.Fight, picture.Picture, error) {
	found, err := a.Find(arg, 1)
	f, rec := found.Fight, found.Record
	if err == nil && rec == nil && !o.ended {
		err = cli.Mistake("--at with "+cli.Quote(arg), "a record, a .jsonl file: nothing else has steps")
	}
	if err == nil && rec != nil {
		if o.at < 0 || o.at > len(rec.Steps) {
			return nil, picture.Picture{}, cli.Mistake(fmt.Sprintf("--at is %d", o.at), fmt.Sprintf("0 to %d", len(rec.Steps)))
		}
		if !o.ended {
			rec.Steps = rec.Steps[:o.at]
		}
		if f, err = a.FightAtEnd(*rec, found.Warnings, nil); err != nil && len(found.Warnings) == 0 {
			if p, of := recordedPicture(*rec); of {
				return nil, p, nil
			}
		}
	}
	if err != nil {
		return nil, picture.Picture{}, err
	}
	return f, picture.Of(f, agent.Title(f)), nil
}

// recordedPicture returns the picture of a record of other rules where it ends, as the record has it.
func recordedPicture(rec fight.Record) (p picture.Picture, of bool) {
	other := agent.OtherRules(rec)
	if other == "" {
		return p, false
	}
	title, begin := agent.Beginning(rec)
	p = picture.From(rec.Last(begin), title)
	p.Note = other + " This is what it says of the position itself."
	return p, true
}

// drawProposal returns a picture with what a search finds best for who decides.
func (a *app) drawProposal(ctx context.Context, f *fight.Fight, p picture.Picture) (picture.Picture, error) {
	if kind := f.Turn().Kind; kind != rules.Decide && kind != rules.Commit {
		return p, cli.Mistake("--propose where nobody decides", "a position in which somebody does; kokyu show without it says what is waited for")
	}
	lim, err := a.counsel(agent.Of(f))
	if err != nil {
		return p, err
	}
	d, err := agent.AdviseAs(ctx, f, lim, f.Roster()[f.Turn().Seat].Character, func(fight.Option) bool { return false })
	if err != nil {
		return p, err
	}
	options := f.Options()
	if i := slices.IndexFunc(options, func(o fight.Option) bool { return o.Words == d.Best }); i >= 0 {
		p = p.Propose(f, options[i])
	}
	return p, nil
}
