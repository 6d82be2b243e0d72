// Command choices looks for what would order the options of a decision better than a search does: it makes forks of
// self-play, decisions whose options are played out, and fits a prior to them. evals/reports/choices.md says what came
// of it.
package main

import (
	"compress/gzip"
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"os"

	"kokyu/agent"
	"kokyu/rules/text"
)

func main() {
	system := flag.String("system", "breath", "make forks of this `SYSTEM`")
	seed := flag.Uint64("seed", 10_000, "from this `SEED` on")
	count := flag.Uint64("count", 10, "of so many seeds")
	fit := flag.Bool("fit", false, "to fit to, not to judge by")
	judged := flag.String("judge", "", "fit a prior to the files that follow, and judge it by this `FILE`")
	flag.Parse()
	err := error(nil)
	if *judged != "" {
		err = learn(os.Stdout, *judged, flag.Args())
	} else {
		err = write(os.Stdout, newMaker(*fit), *system, *seed, *count)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "choices:", err)
		os.Exit(2)
	}
}

// read reads files of forks, compressed with gzip.
func read(names ...string) (list []example, err error) {
	catalogue := agent.Builtin()
	for _, name := range names {
		file, err := os.Open(name)
		if err != nil {
			return nil, fmt.Errorf("no forks can be read at %q: want a file that choices wrote, packed with gzip", name)
		}
		defer file.Close()
		packed, err := gzip.NewReader(file)
		var lines *json.Decoder
		if err == nil {
			lines = json.NewDecoder(packed)
		}
		for err == nil {
			var e example
			if err = lines.Decode(&e.fork); err == nil {
				e, err = exampleOf(catalogue, e.fork)
				list = append(list, e)
			}
		}
		if err != io.EOF {
			return nil, fmt.Errorf("%s: %w; want forks that choices wrote, packed with gzip", name, err)
		}
	}
	return list, nil
}

// learn prints how well the options of some forks are ordered by the searches, by half of the playouts, and by priors
// fitted to more and more other forks.
func learn(to io.Writer, judged string, names []string) error {
	test, err := read(judged)
	if err != nil {
		return err
	}
	fit, err := read(names...)
	if err != nil {
		return err
	}
	say := func(name string, v verdict) {
		fmt.Fprintf(to, "%-22s %5.1f %% of %.0f pairs; correlation %.3f, slope %.2f; %s ± %.1f mWP, another first in %.0f of %.0f\n",
			name, 100*v.right/v.pairs, v.pairs, v.correlation, v.slope, text.Signed(v.gain, 1), v.within, v.changed, v.n)
	}
	for b, nodes := range budgets {
		say(fmt.Sprintf("search of %d", nodes), judge(test, bySearch(b), 0, 1))
	}
	say("every other playout", judge(test, byPlayouts(0, 2), 1, 2))
	for n := len(fit) >> 3; n > 0 && n <= len(fit); n *= 2 {
		list := fit[:n]
		if 2*n > len(fit) {
			list = fit
		}
		share := judge(list, bySearch(1), 0, 1).slope
		say(fmt.Sprintf("prior of %d forks", len(list)), judge(test, prior(list, share), 0, 1))
	}
	return nil
}
