package evals

import (
	"cmp"
	"context"
	"fmt"

	"kokyu/agent"
	"kokyu/agent/jobs"
	"kokyu/agent/work"
	"kokyu/rules/dice"
	"kokyu/search"
)

// Limits of what weapons are measured by.
const (
	playedPairsMax = 100_000
	playedNodesMax = 1_000_000
)

// Played sets weapons against each other where a fight is too large to be solved for every pair. It is fought out: two
// combatants alike in everything else, both played by the same search, in pairs of fights on the same dice, each weapon
// once on either side, as many begun each way. The luck of the dice is taken off as in an [Arena], which leaves the mean
// alone.
type Played struct {
	Weighing
	Pairs int    // of fights, of each two weapons begun each way
	Nodes int    // of each decision
	Seed  uint64 // pair k of any two weapons uses that of [dice.Series]
}

// NewPlayed is such a weighing with the budget it has unless something else is asked for.
func NewPlayed(w Weighing) Played {
	return Played{Weighing: w, Pairs: w.Bouts.Pairs, Nodes: 1_000, Seed: 1}
}

// PlayedReport is the result. It contains no times: the same weapons and settings give the same report.
type PlayedReport struct {
	Command string          `json:"command,omitempty"` // what makes it again
	System  string          `json:"system"`
	Bouts   string          `json:"bouts"`  // which of the system's ways to compare weapons
	Fights  int             `json:"fights"` // of each two weapons
	Nodes   int             `json:"nodes"`
	Seed    uint64          `json:"seed"`
	Rows    string          `json:"rows"` // a digest of the weapons' rows
	Weapons []WeaponBalance `json:"weapons"`
	Margin  float64         `json:"margin"`  // half of the widest 95 % interval of two weapons
	Starts  []StartBalance  `json:"starts"`  // the same by where a fight begins
	Outside []Imbalance     `json:"outside"` // the pairs that are not balanced, the worst first; none of a duel, which is not meant to be
	Passed  bool            `json:"passed"`

	title, among, both string
	level              bool
}

// StartBalance is each weapon against each from one distance.
type StartBalance struct {
	Start   string          `json:"start"`
	Weapons []WeaponBalance `json:"weapons"`
}

// Check says what is wrong with what is asked for.
func (b Played) Check() error {
	if err := cmp.Or(within("pairs", b.Pairs, 2, playedPairsMax), within("nodes", b.Nodes, 1, playedNodesMax)); err != nil {
		return err
	}
	return b.Weighing.Check()
}

// duel is one pair of fights to be fought.
type duel struct{ row, column, start, k int }

// Run fights every pair.
func (b Played) Run(ctx context.Context) (PlayedReport, error) {
	starts := b.Bouts.Starts
	r := PlayedReport{System: b.System, Bouts: b.Bouts.Name, Fights: 2 * len(starts) * b.Pairs, Nodes: b.Nodes, Seed: b.Seed, Outside: []Imbalance{},
		title: b.Bouts.Title, among: b.Bouts.Among, both: b.Bouts.Both(b.Set), level: b.Bouts.Level}
	if err := b.Check(); err != nil {
		return r, err
	}
	r.Rows = b.Digest()
	c, err := b.armed()
	if err != nil {
		return r, err
	}
	var duels []duel
	for i := range b.Weapons {
		for k := range i {
			for start := range starts {
				for n := range b.Pairs {
					duels = append(duels, duel{k, i, start, n})
				}
			}
		}
	}
	won := newWins(len(b.Weapons), 1+len(starts)) // in all, then from each distance
	each := len(starts) * b.Pairs
	var luck work.Weigher
	var scores []float64
	err = jobs.Ordered(ctx, len(duels), b.Cores, func() func(int) (paired, error) { return b.worker(ctx, c, duels) }, func(k int, p paired) bool {
		if len(scores) == 0 {
			luck = work.Weigher{}
		}
		p.weight = luck.Weight()
		luck.Learn(p.raw(), p.given())
		if scores = append(scores, p.adjusted()); len(scores) == each {
			d, in := duels[k], agent.IntervalOf(scores)
			won.set(0, d.row, d.column, in.Mean)
			for start := range starts {
				won.set(1+start, d.row, d.column, agent.IntervalOf(scores[start*b.Pairs:][:b.Pairs]).Mean)
			}
			r.Margin = max(r.Margin, in.High-in.Mean)
			scores = nil
		}
		if b.Done != nil && (k+1)%each == 0 {
			b.Done((k+1)/each, len(duels)/each)
		}
		return false
	})
	if err != nil {
		return r, err
	}
	r.Weapons, r.Outside = against(b.Weapons, won.of(0))
	for i, start := range starts {
		list, _ := against(b.Weapons, won.of(1+i))
		r.Starts = append(r.Starts, StartBalance{start, list})
	}
	if !b.Bouts.Level {
		r.Outside = []Imbalance{}
	}
	r.Passed = len(r.Outside) == 0
	return r, nil
}

// wins is how often each weapon wins against each, several times over.
type wins [][][]float64

func newWins(weapons, times int) (w wins) {
	for range times {
		table := make([][]float64, weapons)
		for i := range table {
			table[i] = make([]float64, weapons)
			table[i][i] = 0.5
		}
		w = append(w, table)
	}
	return w
}

// set keeps what a mean with the luck taken off says, which may lie a little outside of what can be.
func (w wins) set(table, row, column int, mean float64) {
	win := min(1, max(0, mean))
	w[table][row][column], w[table][column][row] = win, 1-win
}

func (w wins) of(table int) func(i, k int) float64 {
	return func(i, k int) float64 { return w[table][i][k] }
}

// worker fights pairs of fights, with rings of its own for the two weapons and the distance under way.
func (b Played) worker(ctx context.Context, c agent.Catalogue, duels []duel) func(k int) (paired, error) {
	var at duel
	var rings [2]*agent.Playouts
	agents := [2]agent.Agent{}
	for i := range agents {
		agents[i] = &agent.Search{Limits: search.Limits{Nodes: b.Nodes, Threads: 1}}
	}
	return func(k int) (p paired, err error) {
		d := duels[k]
		if rings[0] == nil || at.row != d.row || at.column != d.column || at.start != d.start {
			for side, pair := range [2][2]int{{d.row, d.column}, {d.column, d.row}} {
				one, two := b.Weapons[pair[0]], b.Weapons[pair[1]]
				f, err := c.NewFight(one+" against "+two, b.Bouts.Fight(b.Set, one, two, d.start), agent.Setup{Seed: b.Seed})
				if err != nil {
					return p, err
				}
				if rings[side], err = agent.NewPlayouts(f); err != nil {
					return p, err
				}
			}
			at = d
		}
		for side, ring := range rings {
			o, err := ring.Fight(ctx, agents, dice.Series(b.Seed, d.k), &search.Limits{})
			if err != nil {
				return p, err
			}
			p.Score[side], p.Luck[side] = o.Score, o.Luck
			if side == 1 {
				p.Score[side], p.Luck[side] = 1-o.Score, -o.Luck
			}
		}
		return p, nil
	}
}

// Sections are the report in words, in order.
func (r PlayedReport) Sections() []Section {
	all := Section{Title: r.title, Lines: []string{
		"How often the weapon of a row wins against the weapon of a column, in percent: fought out, both played by the same search; a draw is half a win.",
		fmt.Sprintf("%d fights of each two weapons, on the same dice with either weapon on either side, %s; %d nodes a decision, seed %d. With the luck of the dice taken off, the widest 95 %% interval is %.1f points to either side.",
			r.Fights, r.among, r.Nodes, r.Seed, 100*r.Margin),
		r.both}}
	if r.Command != "" {
		all.Lines = append(all.Lines, madeBy(r.Command, r.Rows))
	}
	all.Head, all.Rows = balanceTable(r.Weapons)
	if r.level {
		return []Section{all, outsideSection(r.Outside)}
	}
	list := []Section{all}
	for _, s := range r.Starts {
		from := Section{Title: "Begun at " + s.Start}
		from.Head, from.Rows = balanceTable(s.Weapons)
		list = append(list, from)
	}
	return list
}
