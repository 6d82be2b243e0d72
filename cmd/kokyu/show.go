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

// showOptions are the flags of show besides settings.
type showOptions struct {
	at      int    // the step after which a record is shown
	atEnd   bool   // no step was named: a record is shown where it ends
	as      string // the combatant for whom the picture is; empty: the GM
	out     string // the file that the drawing is written to; empty: text is printed
	propose bool   // the best decision is searched for and drawn
}

// show returns the command that shows where everybody stands, as text or as a drawing.
func (a *app) show() *cobra.Command {
	o := showOptions{}
	cmd := &cobra.Command{
		Use:       "show [ENCOUNTER | RECORD | POSITION | -]",
		Short:     "Show where everybody stands, as text or as a drawing",
		Args:      cli.Arguments(0, 1, "one encounter, record or position"),
		ValidArgs: agent.Encounters(),
		RunE: func(cmd *cobra.Command, args []string) error {
			o.atEnd = !cmd.Flags().Changed("at")
			return a.showPosition(cmd.Context(), cli.EncounterOf(args), o)
		},
	}
	cmd.Flags().IntVar(&o.at, "at", 0, "show a record after step `N`; 0 is the start (default: where it ends)")
	cmd.Flags().StringVar(&o.as, "as", "", "mark the seat of `NAME` as the viewer's, who sees no proposal")
	cmd.Flags().StringVar(&o.out, "out", "", "write a drawing to a new `FILE`.svg; an existing file is never overwritten")
	cmd.Flags().BoolVar(&o.propose, "propose", false, "search for who decides, and show the best decision as an arrow")
	config.Flag(cmd.Flags(), "nodes", "advise-nodes")
	config.Flags(cmd.Flags(), "time", "data")
	return cmd
}

// showPosition prints the position that an argument names, or writes a drawing of it to a file. The picture
// of a player shows who the player is and proposes nothing.
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
	f, p, err := a.openAtStep(arg, o)
	if err != nil {
		return err
	}
	if o.as != "" {
		// The names are those of the picture: of a record of other rules there is no fight.
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
	if o.propose {
		if p, err = a.propose(ctx, f, p); err != nil {
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

// openAtStep returns the fight that an argument names, a record's as it was after a step, with its picture.
// If other rules than these wrote the record, its steps cannot be replayed: the fight is nil, and the
// picture is what the record has of it.
func (a *app) openAtStep(arg string, o showOptions) (*fight.Fight, picture.Picture, error) {
	found, err := a.Find(arg, 1)
	f, rec := found.Fight, found.Record
	if err == nil && rec == nil && !o.atEnd {
		err = cli.Mistake("--at with "+cli.Quote(arg), "a record, a .jsonl file: nothing else has steps")
	}
	if err == nil && rec != nil {
		if o.at < 0 || o.at > len(rec.Steps) {
			return nil, picture.Picture{}, cli.Mistake(fmt.Sprintf("--at is %d", o.at), fmt.Sprintf("0 to %d", len(rec.Steps)))
		}
		if !o.atEnd {
			rec.Steps = rec.Steps[:o.at]
		}
		if f, err = cli.FightAtEnd(*rec, found.Torn); err != nil && found.Torn == nil {
			if p, isOther := pictureAsRecorded(*rec); isOther {
				return nil, p, nil
			}
		}
	}
	if err != nil {
		return nil, picture.Picture{}, err
	}
	return f, picture.Of(f, agent.Title(f)), nil
}

// pictureAsRecorded returns the picture at the end of a record as the record has it, and whether it is a record of
// other rules.
func pictureAsRecorded(rec fight.Record) (p picture.Picture, isOther bool) {
	other := agent.RulesDifference(rec)
	if other == "" {
		return p, false
	}
	title, begin := agent.Beginning(rec)
	p = picture.From(rec.Last(begin), title)
	p.Note = other + " This is what it says of the position itself."
	return p, true
}

// propose returns a picture with the decision that a search finds best, as an arrow. The search has the
// limits of an advice.
func (a *app) propose(ctx context.Context, f *fight.Fight, p picture.Picture) (picture.Picture, error) {
	// Of a record of other rules there is a picture only, see openAtStep, and a search needs the fight.
	if f == nil {
		return p, cli.Mistake("--propose with a record of other rules",
			"kokyu show without it: these rules do not come to that position")
	}
	if kind := f.Turn().Kind; kind != rules.Decide && kind != rules.Commit {
		return p, cli.Mistake("--propose where nobody decides",
			"a position in which somebody does; kokyu show without it says what is waited for")
	}
	lim, err := a.adviceLimits(agent.AboutFight(f))
	if err != nil {
		return p, err
	}
	d, err := agent.AdviseAs(ctx, f, lim, f.Roster()[f.Turn().Seat].Character, nil)
	if err != nil {
		return p, err
	}
	options := f.Options()
	// An advice names its decision in words; the arrow needs the decision itself.
	if i := slices.IndexFunc(options, func(o fight.Option) bool { return o.Words == d.Best }); i >= 0 {
		p = p.Propose(f, options[i])
	}
	return p, nil
}
