package main

import (
	"cmp"
	"fmt"
	"math/rand/v2"
	"reflect"
	"strings"

	"github.com/spf13/cobra"

	"kokyu/agent"
	"kokyu/cmd/cli"
	"kokyu/config"
	"kokyu/rules/book"
	"kokyu/rules/text"
)

// carry returns the command that prints what combatants carry from a finished fight into the next: Wounds, Energy and
// the like, as a file that the next encounter names.
func (a *app) carry() *cobra.Command {
	out, onto := "", ""
	cmd := &cobra.Command{
		Use:   "carry RECORD | -",
		Short: "Print what combatants carry from a finished fight into the next",
		Args:  cli.Arguments(1, 1, "one record, a .jsonl file"),
		RunE: func(_ *cobra.Command, args []string) error {
			rec, torn, err := a.Record(args[0])
			// Unlike other commands, carry does nothing with a record whose last line is incomplete: how everybody stands before
			// it is not how the fight ended.
			if err := cmp.Or(err, torn); err != nil {
				return err
			}
			c, err := agent.CarryOf(rec)
			if err != nil {
				return err
			}
			if onto != "" {
				before, err := a.readCarry(onto)
				if err == nil {
					c, err = c.Merge(before)
				}
				if err != nil {
					return err
				}
			}
			return a.writeCarry(out, c)
		},
	}
	cmd.Flags().StringVar(&onto, "onto", "", "the carry `FILE` the fight began with; combatants who were absent are kept, and broken slots stay broken")
	cmd.Flags().StringVar(&out, "out", "", "write it to a new `FILE` instead")
	return cmd
}

// readCarry reads the carry that an argument names.
func (a *app) readCarry(arg string) (agent.Carry, error) {
	name, data, err := a.Read(arg, cli.SizeMax(arg))
	if err != nil {
		return agent.Carry{}, err
	}
	return agent.ReadCarry(name, data)
}

// writeCarry writes a carry to a new file, or prints it if path is empty. What told has, a sentence each,
// stands above as comments.
func (a *app) writeCarry(path string, c agent.Carry, told ...string) error {
	file, err := c.Encode()
	if err != nil {
		return err
	}
	if a.JSON && path == "" {
		return a.Object(carryReport{Carry: string(file), Told: told})
	}
	// As comments of YAML, so that what is written is still a file that rest and the next encounter read.
	for k := range told {
		told[k] = "# " + told[k] + "\n"
	}
	file = append([]byte(strings.Join(told, "")), file...)
	if path == "" {
		_, err = a.Out.Write(file)
		return err
	}
	if err := cli.Writable(path); err != nil {
		return err
	}
	if err := cli.Write(path, string(file)); err != nil {
		return err
	}
	return a.SayWritten(path, "%s: %s.", text.Escape(path), text.Count(len(c.Fighters), "combatant"))
}

// carryReport is what carry and rest print with --json, unless they write to a file.
type carryReport struct {
	Carry string   `json:"carry"`          // the file, as YAML
	Told  []string `json:"told,omitempty"` // what the days have brought, a sentence each
}

// rest returns the command that restores in a carry what its combatants regain by resting.
func (a *app) rest() *cobra.Command {
	var r book.Rest
	out, food, sleep := "", "", ""
	cmd := &cobra.Command{
		Use:   "rest FILE | -",
		Short: "Restore what combatants regain by resting between fights",
		Args:  cli.Arguments(1, 1, "one file that kokyu carry wrote"),
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := readRest(&r, cmd.Flags().Changed, food, sleep); err != nil {
				return err
			}
			rng := rand.New(rand.NewPCG(a.Seed, restStream))
			var told []string
			r.Calls = &book.RestCalls{
				Throw: func(sides int) int { return 1 + rng.IntN(sides) },
				Tell:  func(says string) { told = append(told, text.Escape(says)) },
			}
			before, err := a.readCarry(args[0])
			if err != nil {
				return err
			}
			c, err := before.Rest(r)
			if err != nil {
				return err
			}
			if len(told) == 0 && reflect.DeepEqual(c.Fighters, before.Fighters) {
				told = []string{"This rest changes nothing here, by the rules of " + c.System + "."}
			}
			return a.writeCarry(out, c, told...)
		},
	}
	cmd.Flags().BoolVar(&r.Interlude, "interlude", false, "an interlude between sessions")
	cmd.Flags().IntVar(&r.Hours, "hours", 0, "`N` hours of rest")
	cmd.Flags().IntVar(&r.Days, "days", 0, "`N` days, lived through one by one")
	cmd.Flags().StringVar(&food, "food", "enough", "with --days: enough or none `WORD`")
	cmd.Flags().StringVar(&sleep, "sleep", "enough", "with --days: enough or none `WORD`")
	config.Flag(cmd.Flags(), "seed", "seed")
	cmd.Flags().StringVar(&out, "out", "", "write it to a new `FILE` instead")
	return cmd
}

// The longest rest is a year.
const (
	hoursMax = 365 * 24
	daysMax  = 365
)

// restStream is the stream of random numbers, beside the seed, for the dice of days: each use of a seed has
// its own.
const restStream = 29

// readRest reads food and sleep into a rest, and refuses flags that do not go together; given reports whether a flag
// was given.
func readRest(r *book.Rest, given func(string) bool, food, sleep string) error {
	// A rest is of one kind: some hours, some days, or an interlude.
	kinds := 0
	for _, isGiven := range []bool{given("hours"), given("days"), r.Interlude} {
		if isGiven {
			kinds++
		}
	}
	switch {
	case given("hours") && (r.Hours < 0 || r.Hours > hoursMax):
		return cli.Mistake(fmt.Sprintf("--hours is %d", r.Hours), fmt.Sprintf("0 to %d", hoursMax))
	case given("days") && (r.Days < 1 || r.Days > daysMax):
		return cli.Mistake(fmt.Sprintf("--days is %d", r.Days), fmt.Sprintf("1 to %d", daysMax))
	case kinds == 0:
		return cli.Mistake("a rest without a time", "one of them: kokyu rest FILE --hours 8, --interlude, or --days 3")
	case kinds > 1:
		return cli.Mistake("a rest of two kinds", "one of them: kokyu rest FILE --hours 8, --interlude, or --days 3")
	}
	for _, f := range []struct {
		name, word string
		none       *bool
	}{{"food", food, &r.WithoutFood}, {"sleep", sleep, &r.WithoutSleep}} {
		switch *f.none = f.word == "none"; {
		case f.word != "none" && f.word != "enough":
			return cli.Mistake(fmt.Sprintf("--%s is %q", f.name, f.word), "enough or none")
		case *f.none && r.Days == 0:
			return cli.Mistake("--"+f.name+" none without --days", "both: kokyu rest FILE --days 3 --"+f.name+" none")
		}
	}
	// Food, sleep and seed have a meaning only for days: given with another rest they would be ignored in silence.
	if given("seed") && r.Days == 0 {
		return cli.Mistake("--seed without --days", "both: the seed is for the dice of days")
	}
	return nil
}
