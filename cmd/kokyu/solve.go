package main

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"kokyu/agent"
	"kokyu/config"
	"kokyu/rules"
	"kokyu/rules/fight"
	"kokyu/rules/text"
	"kokyu/search"
)

// solveReport is what solve and probe print for programs. Values are those of the side that decides; where dice
// decide, of the first side.
type solveReport struct {
	Seat    string        `json:"seat"` // who decides; empty where dice do
	Side    string        `json:"side"` // whose the values are
	Value   float64       `json:"value"`
	Win     float64       `json:"win"` // 0 to 1, a draw half a win
	Lower   float64       `json:"lower"`
	Upper   float64       `json:"upper"` // of the value: it is proven to lie between
	Gap     float64       `json:"gap"`
	Endless bool          `json:"endless"` // solved as the limit without a last round
	States  int           `json:"states"`  // values known: decisions of whose breath it is, in each round from the first they can come up in
	Between int           `json:"between"` // positions between them, dice and answers, played out
	Rounds  int           `json:"rounds"`
	Bytes   int64         `json:"bytes"`
	Seconds float64       `json:"seconds"`
	Options []solveOption `json:"options"`
	Mixes   []agent.Mixed `json:"mixes"` // of the secret choices met in best play; solve only
}

type solveOption struct {
	Do  string  `json:"do"`
	Win float64 `json:"win"`
}

// Limits of what solving may take.
const (
	memoryMin = 16 << 20
	memoryMax = 1 << 40
)

func (a *app) solve() *cobra.Command {
	memory, save, endless := "4GiB", "", false
	cmd := &cobra.Command{
		Use:   "solve ENCOUNTER | -",
		Short: "Solve a small fight exactly",
		Long: `Computes the exact value of a fight of two to four combatants under best play, with lower and upper bounds as proof, and
the best decisions at the start. --save writes the values of all positions to a table: "advise --table" and the agent
"solved table=FILE" play from it, and "probe" looks a position up. Each further combatant multiplies the number of
positions by ten or more: three combatants fit into memory with four or five Energy each, four with three or four.

A fight ends with the encounter's last round (rounds:, default 20). --endless solves the fight without a last round. If
neither side can be forced to attack, the bounds do not meet; both are printed.`,
		Args:      arguments(1, 1, "an encounter of two to four"),
		ValidArgs: agent.Encounters(),
		RunE: func(cmd *cobra.Command, args []string) error {
			bytes, err := amount(memory)
			if err != nil {
				return err
			}
			if err := writable(save); err != nil {
				return err
			}
			f, err := a.open(args[0], 1)
			if err != nil {
				return err
			}
			lim := search.SolveLimits{Memory: bytes, Threads: a.cores(), Endless: endless}
			live := terminal(a.err) && !a.json
			lim.Progress = a.foretelling(live)
			start := time.Now()
			t, err := agent.Solve(cmd.Context(), f, lim)
			if live {
				fmt.Fprint(a.err, "\r\x1b[K")
			}
			if errors.Is(err, search.ErrTooLarge) {
				return mistake(err.Error(), "more --memory, or a smaller fight: "+smaller(f)+", no --endless")
			}
			if err != nil {
				return stopped(err, "before it was solved")
			}
			r, err := lookUp(f, t)
			if err != nil {
				return err
			}
			if r.Mixes, err = t.Mixes(cmd.Context()); err != nil {
				return err
			}
			r.Seconds = time.Since(start).Seconds()
			if save != "" {
				if err := t.Save(cmd.Context(), save); err != nil {
					return err
				}
			}
			if a.json {
				return a.object(r)
			}
			a.saySolved(f, t, r, true)
			if save != "" {
				a.say("")
				a.say("Table: %s", text.Escape(save))
			}
			return nil
		},
	}
	cmd.Flags().StringVar(&memory, "memory", memory, "the `MEMORY` limit, as in 500MiB or 8GiB")
	cmd.Flags().StringVar(&save, "save", "", "write the table to a new `FILE`")
	cmd.Flags().BoolVar(&endless, "endless", false, "solve the fight without a last round")
	config.Flag(cmd.Flags(), "threads", "threads")
	config.Flag(cmd.Flags(), "data", "data")
	return cmd
}

func (a *app) probe() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "probe TABLE [POSITION | -]",
		Short: "Look up a position in a table that solve --save wrote",
		Long: `Looks up the exact values of a position and of each decision in it, in a table that solve --save wrote. The default is the
start of the solved fight; - reads a position from standard input, as advise and replay --at print it.`,
		Args: arguments(1, 2, "a table, and perhaps a position"),
		RunE: func(cmd *cobra.Command, args []string) error {
			t, err := agent.OpenTablebase(cmd.Context(), args[0])
			if err != nil {
				return err
			}
			f, err := t.Fight()
			if len(args) > 1 {
				f, err = a.open(args[1], 1)
			}
			if err != nil {
				return err
			}
			r, err := lookUp(f, t)
			if err != nil {
				return aboutTable(args[0], err)
			}
			if a.json {
				return a.object(r)
			}
			a.saySolved(f, t, r, false)
			return nil
		},
	}
	config.Flag(cmd.Flags(), "data", "data")
	return cmd
}

// aboutTable makes a table's refusal a mistake with what would be right.
func aboutTable(path string, err error) error {
	switch {
	case errors.Is(err, agent.ErrOtherFight):
		return mistake(err.Error(), "a table of this fight: kokyu solve ENCOUNTER --save FILE")
	case errors.Is(err, agent.ErrNotInTablebase):
		return mistake(err.Error(), "a position that the fight in "+text.Escape(path)+" can reach")
	}
	return err
}

// lookUp looks up where a fight stands.
func lookUp(f *fight.Fight, t *agent.Tablebase) (solveReport, error) {
	low, high, err := t.Bounds(f)
	if err != nil {
		return solveReport{}, err
	}
	z := t.Size()
	r := solveReport{Endless: t.Endless(), States: z.States, Between: z.Inner, Rounds: z.Rounds, Bytes: z.Bytes, Options: []solveOption{}}
	side := rules.Side(0)
	if turn := f.Turn(); turn.Kind == rules.Decide {
		r.Seat, side = f.Name(turn.Seat), f.Side(turn.Seat)
		d, err := t.Advise(f)
		if err != nil {
			return r, err
		}
		for _, o := range d.Options {
			r.Options = append(r.Options, solveOption{o.Do, o.Win})
		}
	}
	for _, who := range f.Roster() {
		if who.Side == side {
			r.Side = who.Team
		}
	}
	if side == 1 {
		low, high = 1-high, 1-low
	}
	r.Lower, r.Upper, r.Gap = 2*low-1, 2*high-1, 2*(high-low)
	r.Win = (low + high) / 2
	r.Value = 2*r.Win - 1
	return r, nil
}

// smaller is what makes a fight smaller for the solver.
func smaller(f *fight.Fight) string {
	if len(f.Roster()) > 2 {
		return "fewer combatants, " + agent.Of(f).Smaller
	}
	return agent.Of(f).Smaller
}

// gapMax is the widest gap that still proves a value.
const gapMax = 1e-9

func (a *app) saySolved(f *fight.Fight, t *agent.Tablebase, r solveReport, timed bool) {
	e := text.Escape
	cap := fmt.Sprintf("ending with round %d", f.Round()+r.Rounds-1)
	if r.Endless {
		cap = "without a last round"
	}
	a.say("%s, round %d, best play by both, %s.", e(agent.Title(f)), f.Round(), cap)
	a.say("")
	if r.Gap > gapMax {
		a.say("  No value: the bounds stay apart, %s to %s for %s.", percent((r.Lower+1)/2), percent((r.Upper+1)/2), e(r.Side))
		a.wrapped("  ", 2, "Neither can be made to attack. A last round settles it: leave --endless out, or give the encounter rounds: of its own.")
	} else {
		a.say("  %s wins %s", a.paint.strong(e(r.Side)), a.paint.strong(fmt.Sprintf("%.4f%%", 100*r.Win)))
		a.say("  proven: between %.12f and %.12f, a gap of %.1e", (r.Lower+1)/2, (r.Upper+1)/2, r.Gap/2)
	}
	if len(r.Options) > 0 {
		a.say("")
		a.say("%s decides, best first:", e(r.Seat))
		var rows [][]string
		for i, o := range r.Options {
			loss := ""
			if i > 0 {
				loss = fmt.Sprintf("-%.2f points", 100*(r.Options[0].Win-o.Win))
			}
			rows = append(rows, []string{"  " + o.Do, fmt.Sprintf("%.2f%%", 100*o.Win), loss})
		}
		a.table(nil, rows, 1, 2)
	}
	a.sayMixes(r.Mixes)
	a.say("")
	z := t.Size()
	text := fmt.Sprintf("%s states: %s decisions, each in those of %s from the first it can come up in; %s positions between them, in %s kinds of exchange; %s",
		thousands(r.States), thousands(z.Nodes), plural(r.Rounds, "round"), thousands(z.Inner), thousands(z.Forms), bytesInWords(r.Bytes))
	if timed {
		text += fmt.Sprintf("; %.1f s", r.Seconds)
	}
	a.wrapped("Size: ", 6, text+".")
}

// sayMixes says how secrets and their answers are mixed.
func (a *app) sayMixes(mixes []agent.Mixed) {
	if len(mixes) == 0 {
		return
	}
	met := 0
	var rows [][]string
	for _, m := range mixes {
		what := "answer"
		if m.Secret {
			what, met = "secret", max(met, m.Offered)
		}
		rows = append(rows, []string{"  " + text.Escape(m.Do), what, thousands(m.Offered), thousands(m.Mixed), percent(m.Share)})
	}
	a.say("")
	a.say("Mixes of the %s in %d fights of best play:", plural(met, "secret choice"), agent.MixFights)
	a.table([]string{"  action", "is", "legal at", "mixed at", "mean share"}, rows, 2, 3, 4)
}

// solving shows how far solving has come, on one line.
func (a *app) solving(p search.Progress) {
	text := fmt.Sprintf("%s: round %d, %s of %s decisions found so far", p.Stage, p.Round, thousands(p.Nodes), thousands(p.Of))
	switch p.Stage {
	case "solving":
		text = fmt.Sprintf("solving: back to round %d, %s of %s states", p.Round, thousands(p.Nodes), thousands(p.Of))
	case "closing in":
		text = fmt.Sprintf("closing in: pass %d, a gap of %.1e", p.Nodes, p.Gap)
	}
	fmt.Fprintf(a.err, "\r\x1b[K%s", text)
}

// longWait is from when on solving says how long it will be.
const longWait = 5 * time.Second

// foretelling says of a long solve how long it will be: soon after its start what the decisions found by then take at
// least, for nobody knows how many there are, and once a round is solved, if it matters, what the others take. Live it
// also shows every step.
func (a *app) foretelling(live bool) func(search.Progress) {
	begun, explored, told := time.Now(), time.Time{}, map[string]bool{}
	say := func(p search.Progress, text string, left time.Duration) {
		told[p.Stage] = true
		if live {
			fmt.Fprint(a.err, "\r\x1b[K")
		}
		fmt.Fprintf(a.err, text+"\n", left.Round(time.Second))
	}
	return func(p search.Progress) {
		if live {
			a.solving(p)
		}
		if p.Stage == "exploring" {
			explored = time.Now()
		}
		left := func(since time.Time) time.Duration {
			return time.Duration(float64(time.Since(since)) * float64(p.Of-p.Nodes) / float64(p.Nodes))
		}
		switch stage := p.Stage; {
		case told[stage]:
		case stage == "exploring" && time.Since(begun) > longWait:
			say(p, fmt.Sprintf("exploring round %d: %s decisions found so far; at this pace these alone take at least %%v more, and solving comes after",
				p.Round, thousands(p.Of)), left(begun))
		case stage == "solving" && left(explored) > longWait:
			say(p, fmt.Sprintf("solving %s states: the last round took %v, at this pace the others take about %%v",
				thousands(p.Of), time.Since(explored).Round(time.Second/10)), left(explored))
		}
	}
}

// amount reads an amount of memory.
func amount(text string) (int64, error) {
	wrong := mistake("--memory is "+quoted(text), "an amount from 16MiB to 1024GiB, as in 500MiB or 8GiB")
	for unit, size := range map[string]float64{"MiB": 1 << 20, "GiB": 1 << 30} {
		if number, ok := strings.CutSuffix(text, unit); ok {
			n, err := strconv.ParseFloat(strings.TrimSpace(number), 64)
			if bytes := n * size; err == nil && bytes >= memoryMin && bytes <= memoryMax {
				return int64(bytes), nil
			}
			return 0, wrong
		}
	}
	return 0, wrong
}

func bytesInWords(n int64) string {
	if n >= 1<<30 {
		return fmt.Sprintf("%.1f GiB", float64(n)/(1<<30))
	}
	return fmt.Sprintf("%.1f MiB", float64(n)/(1<<20))
}

// thousands is a number with its thousands apart.
func thousands(n int) string {
	s := strconv.Itoa(n)
	for i := len(s) - 3; i > 0; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	return s
}
