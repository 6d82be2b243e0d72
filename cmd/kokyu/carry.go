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
		Short: "Print what combatants carry from a finished fight into the next",
		Long: `Replays the record of a finished fight and prints, as YAML, what each combatant carries into the next one: in breath
Wounds, slots, gold, Faith, heads and Cohesion, lasting injuries of a duel, and whether a spell turned on its caster; in
keep Wounds and Void Points; in tempo filled boxes. Lost weapons are listed too: those left on the ground by a side that
did not win. An encounter uses the file, which must lie in its folder, by one line:

  carry: after.yaml

A combatant who is in the file begins as the file says. One who fell cannot take part. Places are not carried. A lost
weapon is missing in the next fight: delete its line once it is found.

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
	cmd.Flags().StringVar(&onto, "onto", "", "the carry `FILE` the fight began with; combatants who were absent are kept, and broken slots stay broken")
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
		Short: "Restore what combatants regain by resting between fights",
		Long: `Reads a file that kokyu carry wrote and prints it as it is after a rest. Eight hours of rest restore all slots except those
lost to an interruption. An interlude restores those too, and a squad's Cohesion to 5, but no heads. In keep a night
restores the Void Points of combatants who are not Hungry. Fewer than eight hours restore nothing. Wounds always stay.

  kokyu rest after.yaml --hours 8
  kokyu rest after.yaml --interlude --out rested.yaml`,
		Args: arguments(1, 1, "one file that kokyu carry wrote"),
		RunE: func(cmd *cobra.Command, args []string) error {
			hours := cmd.Flags().Changed("hours")
			switch {
			case hours && (r.Hours < 0 || r.Hours > hoursMax):
				return mistake(fmt.Sprintf("--hours is %d", r.Hours), fmt.Sprintf("0 to %d", hoursMax))
			case hours == r.Interlude:
				return mistake("--interlude with --hours", "one of them: kokyu rest FILE --hours 8")
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
	cmd.Flags().IntVar(&r.Hours, "hours", 0, "`N` hours of rest")
	cmd.Flags().StringVar(&out, "out", "", "write it to a new `FILE` instead")
	return cmd
}

// hoursMax is the longest rest in hours: a year.
const hoursMax = 365 * 24
