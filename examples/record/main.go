// Command record reads the record of a fight: who did what, who lost how many Wounds to whom, and whether the rules
// give the same events again. It needs no engine for the first two: events say everything by name.
//
//	kokyu fight ambush --record ambush.jsonl
//	go run ./examples/record ambush.jsonl
package main

import (
	"cmp"
	"fmt"
	"io"
	"maps"
	"os"
	"slices"

	"kokyu/agent"
	"kokyu/rules/fight"
	"kokyu/rules/text"
)

func main() {
	if len(os.Args) != 2 {
		fmt.Fprintln(os.Stderr, "want one record: record FILE.jsonl")
		os.Exit(2)
	}
	if err := run(os.Stdout, os.Args[1]); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// run prints what a record says and replays it.
func run(out io.Writer, path string) error {
	file, err := os.Open(path)
	if err != nil {
		return err
	}
	defer file.Close()
	rec, warnings, err := fight.ReadRecord(path, file) // checksums, numbers and sizes are checked; damage is an error
	if err != nil {
		return err
	}
	for _, w := range warnings {
		fmt.Fprintln(out, w)
	}

	// Steps that were taken back are still in the record, and so are the undos. StandingSteps leaves both out.
	type blow struct{ by, at string }
	lost := map[blow]int{}
	decisions := map[string]int{}
	for _, step := range fight.StandingSteps(rec.Steps) {
		// A step with dice also has a seat, the one that throws them, and in Do what came of them.
		if step.Seat != "" && step.Do != "" && len(step.Roll) == 0 {
			decisions[step.Seat]++
		}
		for _, e := range step.Events {
			if e.Kind == "wound" { // Seat has lost N Wounds to At
				lost[blow{e.At, e.Seat}] += e.N
			}
		}
	}
	// A name comes from a file of somebody's: escape it before it reaches a terminal.
	for _, name := range slices.Sorted(maps.Keys(decisions)) {
		fmt.Fprintf(out, "%s: %d decisions\n", text.Escape(name), decisions[name])
	}
	blows := slices.SortedFunc(maps.Keys(lost), func(a, b blow) int {
		return cmp.Or(lost[b]-lost[a], cmp.Compare(a.by, b.by), cmp.Compare(a.at, b.at))
	})
	for _, b := range blows {
		fmt.Fprintf(out, "Wounds of %s lost to %s: %d\n", text.Escape(b.at), text.Escape(b.by), lost[b])
	}

	f, err := agent.Begin(rec) // the header holds the rows and rulings of the fight
	if err != nil {
		return err
	}
	if err := fight.Replay(f, rec); err != nil {
		return err // a *fight.Difference says at which step and what
	}
	fmt.Fprintf(out, "%d steps, replayed to the same events\n", len(rec.Steps))
	return nil
}
