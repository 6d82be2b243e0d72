package main

import (
	"fmt"

	"github.com/spf13/cobra"

	"kokyu/agent"
	"kokyu/rules/book"
)

func (a *app) carry() *cobra.Command {
	out, onto := "", ""
	cmd := &cobra.Command{
		Use:   "carry RECORD | -",
		Short: "Write down what everybody takes out of a finished fight",
		Long: `Replays the record of a finished fight and prints what everybody takes into the next one, as YAML: Wounds, slots, gold,
Faith, heads and Cohesion, a duel's injuries that last, that a spell has turned on somebody; in keep Wounds and Void Points,
in tempo the boxes filled; and the weapons lost, those that lie on the ground when the other side has won. An encounter takes
it by a line of its own, the file beside it:

  carry: after.yaml

Who is in both comes as the file has them; who fell cannot come. Places are not carried. A lost weapon is not there in the
next fight: strike its line out when it is found.

  kokyu carry duel.jsonl --out after.yaml
  kokyu carry second.jsonl --onto after.yaml --out later.yaml
  kokyu rest later.yaml --interlude --out rested.yaml`,
		Args: arguments(1, 1, "one record, a .jsonl file"),
		RunE: func(_ *cobra.Command, args []string) error {
			rec, warnings, err := a.record(args[0])
			if err != nil {
				return err
			}
			if len(warnings) > 0 {
				return torn(warnings[0])
			}
			c, err := agent.CarryOf(rec)
			if err != nil {
				return err
			}
			if onto != "" {
				if c, err = a.onto(c, onto); err != nil {
					return err
				}
			}
			return a.carriedTo(out, c)
		},
	}
	cmd.Flags().StringVar(&onto, "onto", "", "the `FILE` the fight began with: who was not there stays in it, and what was broken stays broken")
	cmd.Flags().StringVar(&out, "out", "", "write it to a new `FILE` instead")
	return cmd
}

// onto lays a carry over the file of another.
func (a *app) onto(c agent.Carry, path string) (agent.Carry, error) {
	name, data, err := a.read(path, sizeMax(path))
	if err != nil {
		return c, err
	}
	before, err := agent.ReadCarry(name, data)
	if err != nil {
		return c, err
	}
	return c.Onto(before)
}

// carriedTo writes a carry to a new file, or prints it.
func (a *app) carriedTo(path string, c agent.Carry) error {
	text, err := c.File()
	if err != nil {
		return err
	}
	if a.json && path == "" {
		return a.object(carryReport{Carry: string(text)})
	}
	if path == "" {
		_, err = a.out.Write(text)
		return err
	}
	if err := writable(path); err != nil {
		return err
	}
	if err := written(path, string(text)); err != nil || a.json {
		return err
	}
	a.say("%s: %s.", path, plural(len(c.Fighters), "combatant"))
	return nil
}

// carryReport is what --json prints.
type carryReport struct {
	Carry string `json:"carry"` // the file, as YAML
}

func (a *app) rest() *cobra.Command {
	var r book.Rest
	out := ""
	cmd := &cobra.Command{
		Use:   "rest FILE | -",
		Short: "Give back what rest gives between fights",
		Long: `Reads a file that kokyu carry wrote and prints it as it is after a rest. Eight hours or an interlude give every slot back,
but those lost to an interruption return in an interlude only; squads return to 5 Cohesion in an interlude, heads do not. In
keep a night gives the Void Points back to who is not Hungry. Fewer hours give nothing, and Wounds stay.

  kokyu rest after.yaml --hours 8
  kokyu rest after.yaml --interlude --out rested.yaml`,
		Args: arguments(1, 1, "one file that kokyu carry wrote"),
		RunE: func(cmd *cobra.Command, args []string) error {
			hours := cmd.Flags().Changed("hours")
			switch {
			case hours && (r.Hours < 0 || r.Hours > hoursMax):
				return mistake(fmt.Sprintf("--hours is %d", r.Hours), fmt.Sprintf("0 to %d", hoursMax))
			case hours == r.Interlude:
				return mistake("--interlude and --hours are one question", "one of them: kokyu rest FILE --hours 8")
			}
			name, data, err := a.read(args[0], sizeMax(args[0]))
			if err != nil {
				return err
			}
			c, err := agent.ReadCarry(name, data)
			if err == nil {
				c, err = c.Rested(r)
			}
			if err != nil {
				return err
			}
			return a.carriedTo(out, c)
		},
	}
	cmd.Flags().BoolVar(&r.Interlude, "interlude", false, "an interlude between sessions")
	cmd.Flags().IntVar(&r.Hours, "hours", 0, "so many hours of rest, `N` from 0")
	cmd.Flags().StringVar(&out, "out", "", "write it to a new `FILE` instead")
	return cmd
}

// hoursMax is the longest rest in hours: a year.
const hoursMax = 365 * 24
