package evals

import (
	"context"
	"errors"
	"fmt"

	"kokyu/agent"
	"kokyu/agent/jobs"
	"kokyu/search"
)

// balanceName is no suite's: eval has a command of that name.
const balanceName = "balance"

// Balance works out exactly how often weapons win against each other: for each pair, two combatants alike in everything
// else, begun every way there is.
type Balance struct {
	Weighing
	Memory int64 // of one fight; as many are solved at once as there are cores
}

// BalanceReport is what was found. It holds no times: the same weapons and settings give the same report.
type BalanceReport struct {
	Command  string          `json:"command,omitempty"` // what makes it again
	Settings map[string]int  `json:"settings"`
	Rows     string          `json:"rows"` // a digest of the weapons' rows: with other rows the report would be another
	Weapons  []WeaponBalance `json:"weapons"`
	Outside  []Imbalance     `json:"outside"` // the pairs that are not balanced, the worst first
	Passed   bool            `json:"passed"`

	title, among, both string
}

// kinds are the weapons that differ in more than their names, by their places, and which of them each weapon is.
func (b Balance) kinds() (list, of []int) {
	first := map[string]int{}
	for i, w := range b.Weapons {
		text := b.Bouts.Row(w)
		k, ok := first[text]
		if !ok {
			k = len(list)
			first[text], list = k, append(list, i)
		}
		of = append(of, k)
	}
	return list, of
}

// Pairs is how many pairs there are to solve: weapons that differ only in their names are one.
func (b Balance) Pairs() int {
	list, _ := b.kinds()
	return len(list) * (len(list) - 1) / 2
}

// Seconds is roughly how long it takes on one core.
func (b Balance) Seconds() float64 { return b.Bouts.Seconds(b.Set) * float64(b.Pairs()) }

// Run solves every pair.
func (b Balance) Run(ctx context.Context) (BalanceReport, error) {
	r := BalanceReport{Settings: map[string]int{}, Outside: []Imbalance{}, title: b.Bouts.Title, among: b.Bouts.Among, both: b.Bouts.Both(b.Set)}
	for i, s := range b.Bouts.Settings {
		r.Settings[s.Name] = b.Set[i]
	}
	if err := b.Check(); err != nil {
		return r, err
	}
	r.Rows = b.Digest()
	c, err := b.armed()
	if err != nil {
		return r, err
	}
	kinds, of := b.kinds()
	type pair struct{ row, column int }
	var pairs []pair
	won := newWins(len(kinds), 1)
	for i := range kinds {
		for k := range i {
			pairs = append(pairs, pair{k, i})
		}
	}
	worker := func() func(k int) (float64, error) {
		return func(k int) (float64, error) {
			return b.win(ctx, c, b.Weapons[kinds[pairs[k].row]], b.Weapons[kinds[pairs[k].column]])
		}
	}
	err = jobs.Ordered(ctx, len(pairs), b.Cores, worker, func(k int, win float64) bool {
		won.set(0, pairs[k].row, pairs[k].column, win)
		if b.Done != nil {
			b.Done(k+1, len(pairs))
		}
		return false
	})
	if err != nil {
		return r, err
	}
	r.Weapons, r.Outside = against(b.Weapons, func(i, k int) float64 { return won.of(0)(of[i], of[k]) })
	r.Passed = len(r.Outside) == 0
	return r, nil
}

// win is how often one weapon wins against another, the mean of all ways to begin.
func (b Balance) win(ctx context.Context, c agent.Catalogue, weapon, against string) (win float64, err error) {
	for start := range b.Bouts.Starts {
		f, err := c.NewFight(weapon+" against "+against, b.Bouts.Fight(b.Set, weapon, against, start), agent.Setup{Seed: 1})
		if err != nil {
			return 0, err
		}
		t, err := agent.Solve(ctx, f, search.SolveLimits{Memory: b.Memory, Threads: 1})
		if err != nil {
			if errors.Is(err, context.Canceled) {
				return 0, err
			}
			return 0, fmt.Errorf("%s against %s: %w", weapon, against, err)
		}
		v, _ := t.Value(f)
		win += v / float64(len(b.Bouts.Starts))
	}
	return win, nil
}

// Sections are the report in words, in order.
func (r BalanceReport) Sections() []Section {
	all := Section{Title: r.title, Lines: []string{
		"How often the weapon of a row wins against the weapon of a column, in percent: exact, under best play by both, " + r.among + "; a draw is half a win.",
		r.both}}
	if r.Command != "" {
		all.Lines = append(all.Lines, madeBy(r.Command, r.Rows))
	}
	all.Head, all.Rows = balanceTable(r.Weapons)
	return []Section{all, outsideSection(r.Outside)}
}

// balanceTable is each weapon against each, in percent.
func balanceTable(weapons []WeaponBalance) (head []string, rows [][]string) {
	head = []string{"", "mean"}
	for i, w := range weapons {
		head = append(head, fmt.Sprint(i+1))
		row := []string{fmt.Sprintf("%d %s", i+1, w.Weapon), fmt.Sprintf("%.1f", 100*w.Mean)}
		for k, win := range w.Wins {
			cell := fmt.Sprintf("%.0f", 100*win)
			if k == i {
				cell = "-"
			}
			row = append(row, cell)
		}
		rows = append(rows, row)
	}
	return head, rows
}

// outsideSection names the pairs that are not balanced.
func outsideSection(outside []Imbalance) Section {
	last := Section{Title: "Outside 35 to 65 percent", Lines: []string{"No pair: neither weapon of any two wins more than 65 of 100."}}
	if n := len(outside); n > 0 {
		last.Lines = []string{fmt.Sprintf("%s: one of the two wins more than 65 of 100.", counted(n, "pair"))}
		last.Head = []string{"", "wins"}
		for _, o := range outside {
			last.Rows = append(last.Rows, []string{o.Weapon + " against " + o.Against, percent(o.Win)})
		}
	}
	return last
}

func counted(n int, thing string) string {
	if n != 1 {
		thing += "s"
	}
	return fmt.Sprintf("%d %s", n, thing)
}
