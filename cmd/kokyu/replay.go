package main

import (
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"kokyu/agent"
	"kokyu/agent/serve"
	"kokyu/agent/session"
	"kokyu/cmd/cli"
	"kokyu/config"
	"kokyu/rules/fight"
	"kokyu/rules/text"
)

// replayReport is what replay prints with --json, after the steps if they are streamed.
type replayReport struct {
	Record     string            `json:"record"`
	Seed       uint64            `json:"seed"`
	Steps      int               `json:"steps"`
	Rounds     int               `json:"rounds"`
	Over       bool              `json:"over"`
	Winner     string            `json:"winner"`        // a side; empty for a draw or a fight that is not over
	Why        string            `json:"why,omitempty"` // if somebody's word ended it: whose, and why
	Same       bool              `json:"same"`          // replaying the steps gives what the record has
	Difference *fight.Difference `json:"difference"`
	Because    string            `json:"because,omitempty"` // why there may be a difference
}

// positionReport is what replay --at prints with --json.
type positionReport struct {
	Step     int    `json:"step"`
	Position string `json:"position"`
}

// replayOptions are the flags of replay besides settings.
type replayOptions struct {
	at       int  // the step after which the position is printed
	position bool // only that position is printed
	stream   bool // an object is printed for each step
}

// replay returns the command that verifies a record and tells its fight again. Verifying is making each step once more
// under the rules: every chance, die and event must come out as the record has it.
func (a *app) replay() *cobra.Command {
	o := replayOptions{}
	cmd := &cobra.Command{
		Use:   "replay RECORD | -",
		Short: "Verify a record and tell its fight again",
		Args:  cli.Arguments(1, 1, "one record, a .jsonl file"),
		RunE: func(cmd *cobra.Command, args []string) error {
			rec, torn, err := a.Record(args[0])
			if err != nil {
				return err
			}
			o.position = cmd.Flags().Changed("at")
			return a.replayRecord(rec, torn, o)
		},
	}
	cmd.Flags().IntVar(&o.at, "at", 0, "print only the position after step `N`; 0 is the start")
	cmd.Flags().BoolVar(&o.stream, "stream", false,
		"with --json: print one object per line: each step with its events and tale, then the result")
	config.Flag(cmd.Flags(), "voice", "voice")
	return cmd
}

// replayRecord replays a record and prints what was asked for: a position, its tale, or a report as JSON.
func (a *app) replayRecord(rec fight.Record, torn error, o replayOptions) error {
	if o.stream && !a.JSON {
		return cli.Mistake("--stream without --json", "both: a stream consists of JSON objects")
	}
	a.JSONLines = o.stream
	s, err := session.FromRecord(rec, a.liveVoice())
	if err != nil {
		return err
	}
	if o.position {
		return a.printPosition(s, rec, o.at)
	}
	// A difference is what the command reports; any other error means that nothing could be compared.
	differs := fight.Replay(s.Fight, rec)
	diff, ok := errors.AsType[*fight.Difference](differs)
	if differs != nil && !ok {
		return differs
	}
	if a.JSON {
		return a.printReplayJSON(s, rec, diff, torn, o.stream)
	}
	return a.printReplayText(s, rec, diff, torn)
}

// printReplayJSON prints the report of a replay, and before it the steps if they are to be streamed. A
// record whose last line is torn gets no report: there is nothing to say of a part of a fight that a
// program could rely on.
func (a *app) printReplayJSON(s *session.Session, rec fight.Record, diff *fight.Difference, torn error,
	stream bool) error {
	if torn != nil {
		return torn
	}
	write := a.Object
	if stream {
		if err := (&bout{app: a, Session: s}).streamRecord(rec); err != nil {
			return err
		}
		write = func(v any) error { return serve.WriteLine(a.Out, v) }
	}
	if err := write(replayReportOf(s, rec, diff)); err != nil || diff == nil {
		return err
	}
	return cli.DifferenceVerdict(rec, diff)
}

// printReplayText tells the fight, and says whether its replay is as recorded. Of a record whose last line
// is torn it tells what there is.
func (a *app) printReplayText(s *session.Session, rec fight.Record, diff *fight.Difference, torn error) error {
	a.printTale(s, rec, diff == nil)
	switch {
	case diff != nil:
		return cli.DifferenceVerdict(rec, diff)
	case torn != nil:
		return torn
	}
	a.Say("%s, and all of them as recorded.", text.Count(len(rec.Steps), "step"))
	return nil
}

// printTale tells a record, without what was taken back, and says how it ends if whole is true: if all of
// it was replayed.
func (a *app) printTale(s *session.Session, rec fight.Record, whole bool) {
	b := &bout{app: a, Session: s}
	b.introduce()
	for _, step := range fight.StandingSteps(rec.Steps) {
		b.print(b.NewLines(step))
	}
	b.print(b.Finish())
	b.releaseHeld()
	if !whole {
		return
	}
	if a.Voice != "none" {
		a.Say("")
	}
	if _, over := s.Winner(); over {
		a.Say("%s", a.resultWords(s))
	} else {
		a.Say("The record ends in round %d; the fight is not over.", s.Round())
	}
}

// printPosition prints the position after a step. The steps up to it are replayed and must come out as
// recorded; those behind it may be wrong.
func (a *app) printPosition(s *session.Session, rec fight.Record, at int) error {
	if at < 0 || at > len(rec.Steps) {
		return cli.Mistake(fmt.Sprintf("--at is %d", at), fmt.Sprintf("0 to %d", len(rec.Steps)))
	}
	rec.Steps = rec.Steps[:at]
	if err := fight.Replay(s.Fight, rec); err != nil {
		return cli.DifferenceVerdict(rec, err)
	}
	position, err := s.Position()
	if err != nil {
		return err
	}
	if a.JSON {
		return a.Object(positionReport{at, string(position)})
	}
	_, err = a.Out.Write(position)
	return err
}

// replayReportOf returns the report of a replay; diff is its difference from the record, nil if there is none.
func replayReportOf(s *session.Session, rec fight.Record, diff *fight.Difference) replayReport {
	r := replayReport{Record: rec.Name, Seed: rec.Header.Seed, Steps: len(rec.Steps), Rounds: s.Round(),
		Same: diff == nil, Difference: diff}
	r.Winner, r.Over = s.Winner()
	r.Why = s.EndText()
	if diff != nil {
		r.Because = agent.WhyDifferent(rec)
	}
	return r
}
