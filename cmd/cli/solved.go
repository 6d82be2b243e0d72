package cli

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"kokyu/agent"
	"kokyu/rules"
	"kokyu/rules/fight"
	"kokyu/rules/text"
	"kokyu/search"
)

// SolveReport is what solve and probe print as JSON. Chances to win, 0 to 1, are those of the side that decides, of the
// first side if dice decide; a draw counts half.
type SolveReport struct {
	Seat  string  `json:"seat"`  // who decides; empty if dice do
	Side  string  `json:"side"`  // the side whose chances these are
	Win   float64 `json:"win"`   // in the middle between the bounds
	Lower float64 `json:"lower"` // it is proven to be at least this
	Upper float64 `json:"upper"` // and at most this
	Gap   float64 `json:"gap"`   // between the two
	// Endless is whether the fight was solved as the limit of ever more rounds.
	Endless bool `json:"endless"`
	// States is how many values are known: those of decisions of the seat whose breath it is, in each round
	// from the first in which the decision can come up.
	States int `json:"states"`
	// Between is how many positions there are between those: of dice and answers.
	Between int           `json:"between"`
	Rounds  int           `json:"rounds"`
	Bytes   int64         `json:"bytes"`
	Seconds float64       `json:"seconds"`
	Options []solveOption `json:"options"`
	// Mixes are those of the secret choices met in best play; solve alone has them.
	Mixes []agent.MixUse `json:"mixes"`
}

type solveOption struct {
	Do  string  `json:"do"`
	Win float64 `json:"win"`
}

// Limits of the memory that solving may take, in bytes.
const (
	memoryMin = 16 << 20
	memoryMax = 1 << 40
)

// TableError returns an error of looking something up in a table as a user's mistake, with what would be
// right if the table is of another fight or does not have the position.
func TableError(path string, err error) error {
	switch {
	case errors.Is(err, agent.ErrOtherFight):
		return Mistake(err.Error(), "a table of this fight: kokyu solve ENCOUNTER --save FILE")
	case errors.Is(err, agent.ErrNotInTablebase):
		return Mistake(err.Error(), "a position that the fight in "+text.Escape(path)+" can reach")
	}
	return err
}

// LookUp reports what a table has about the position of a fight. A table has the chance of the first side;
// it is turned round if the second decides.
func LookUp(f *fight.Fight, t *agent.Tablebase) (SolveReport, error) {
	low, high, err := t.Bounds(f)
	if err != nil {
		return SolveReport{}, err
	}
	size := t.Size()
	r := SolveReport{Endless: t.Endless(), States: size.States, Between: size.Inner, Rounds: size.Rounds,
		Bytes: size.Bytes, Options: []solveOption{}}
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
	r.Win, r.Lower, r.Upper, r.Gap = (low+high)/2, low, high, high-low
	return r, nil
}

// gapMax is the widest gap that still proves a chance to win. Without a last round the two
// bounds need not meet.
const gapMax = 0.5e-9

// SaySolved prints what was solved or looked up; with timed also how long it took:
//
//	The Same Sword Twice, round 1, best play by both, ending with round 12.
//
//	  first wins 59.3173 %
//	  proven: between 0.593172731504 and 0.593172731528, a gap of 2.4e-11
//
// Then it lists the decisions with their values, the best first, and says how large the table is. Bounds
// that stay apart prove no value, and are printed in its place.
func (a *App) SaySolved(f *fight.Fight, t *agent.Tablebase, r SolveReport, timed bool) {
	e := text.Escape
	end := fmt.Sprintf("ending with round %d", f.Round()+r.Rounds-1)
	if r.Endless {
		end = "without a last round"
	}
	a.Say("%s, round %d, best play by both, %s.", e(agent.Title(f)), f.Round(), end)
	a.Say("")
	if r.Gap > gapMax {
		a.Say("  No value: the bounds stay apart, %s to %s for %s.", Percent(r.Lower), Percent(r.Upper), e(r.Side))
		a.PrintWrapped("  ", 2, "Neither can be made to attack. A last round settles it: leave --endless out, or give the encounter rounds: of its own.")
	} else {
		a.Say("  %s wins %s", a.Paint.Strong(e(r.Side)), a.Paint.Strong(fmt.Sprintf("%.4f %%", 100*r.Win)))
		a.Say("  proven: between %.12f and %.12f, a gap of %.1e", r.Lower, r.Upper, r.Gap)
	}
	if len(r.Options) > 0 {
		a.Say("")
		a.Say("%s decides, best first:", e(r.Seat))
		var rows [][]string
		for i, o := range r.Options {
			loss := ""
			if i > 0 {
				loss = text.Points(text.Signed(100*(o.Win-r.Options[0].Win), 2))
			}
			rows = append(rows, []string{"  " + o.Do, fmt.Sprintf("%.2f %%", 100*o.Win), loss})
		}
		a.Table(nil, rows, 1, 2)
	}
	a.sayMixes(r.Mixes)
	a.Say("")
	size := t.Size()
	text := fmt.Sprintf("%s states: %s decisions, each in those of %s from the first it can come up in; %s positions between them, in %s kinds of exchange; %s",
		Thousands(r.States), Thousands(size.Nodes), text.Count(r.Rounds, "round"), Thousands(size.Inner),
		Thousands(size.Forms), bytesInWords(r.Bytes))
	if timed {
		text += fmt.Sprintf("; %.1f s", r.Seconds)
	}
	a.PrintWrapped("Size: ", 6, text+".")
}

// sayMixes prints how best play mixes secret choices and the answers to them: at how many decisions each
// was legal, at how many it has a share, and the mean of that.
func (a *App) sayMixes(mixes []agent.MixUse) {
	if len(mixes) == 0 {
		return
	}
	met := 0
	var rows [][]string
	for _, m := range mixes {
		what := "answer"
		if m.Secret {
			what, met = "secret", max(met, m.Legal)
		}
		rows = append(rows, []string{"  " + text.Escape(m.Do), what, Thousands(m.Legal),
			Thousands(m.WithShare), Percent(m.Share)})
	}
	a.Say("")
	a.Say("Mixes of the %s in %d fights of best play:", text.Count(met, "secret choice"), agent.MixFights)
	a.Table([]string{"  action", "is", "legal at", "mixed at", "mean share"}, rows, 2, 3, 4)
}

// ShowSolving shows how far solving has come, on one line of a terminal. It first explores which positions
// there are, then solves them from the last round back, and with --endless closes in on the limit.
func (a *App) ShowSolving(p search.Progress) {
	text := fmt.Sprintf("%s: round %d, %s of %s decisions found so far", p.Stage, p.Round,
		Thousands(p.Nodes), Thousands(p.Total))
	switch p.Stage {
	case "solving":
		text = fmt.Sprintf("solving: back to round %d, %s of %s states", p.Round, Thousands(p.Nodes), Thousands(p.Total))
	case "closing in":
		text = fmt.Sprintf("closing in: pass %d, a gap of %.1e", p.Nodes, p.Gap)
	}
	fmt.Fprintf(a.Err, "\r\x1b[K%s", text)
}

// ReadMemory reads an amount of memory, as 500MiB or 8GiB, in bytes. Other units are refused.
func ReadMemory(text string) (int64, error) {
	wrong := Mistake("--memory is "+Quote(text), "an amount from 16MiB to 1024GiB, as in 500MiB or 8GiB")
	for unit, size := range map[string]float64{"MiB": 1 << 20, "GiB": 1 << 30} {
		if number, ok := strings.CutSuffix(text, unit); ok {
			n, err := strconv.ParseFloat(strings.TrimSpace(number), 64)
			if bytes := n * size; err == nil && bytes >= memoryMin && bytes <= memoryMax {
				return int64(bytes), nil
			}
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

// Thousands returns a number with commas between its thousands: 30,988,925.
func Thousands(n int) string {
	s := strconv.Itoa(n)
	for i := len(s) - 3; i > 0; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	return s
}
