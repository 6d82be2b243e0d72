package evals

import (
	"cmp"
	"context"
	"fmt"
	"strings"

	"kokyu/agent"
	"kokyu/search"
)

// Limits of what weapons are measured by.
const (
	playedPairsMax = 100_000
	playedNodesMax = 1_000_000
	playedSkill    = 4 // trained: of both, in every weapon
)

// Played sets weapons against each other where a fight is too large to be solved for every pair: the melee weapons of the
// system of turns, on a map, and those of a duel. It is fought out: two combatants alike in everything else, both played
// by the same search, in pairs of fights on the same dice, each weapon once on either side, as many from each distance.
// The luck of the dice is taken off as in an [Arena], which leaves the mean alone.
type Played struct {
	Duel      bool     // of the breath system, else in that of turns
	Weapons   []string // two or more
	Pairs     int      // of fights, of each two weapons at each distance
	Nodes     int      // of each decision
	Seed      uint64   // pair k of any two weapons uses Seed + k
	Catalogue agent.Catalogue
	Cores     int             // changes how long it takes, nothing else
	Done      func(n, of int) // progress, one call at a time; may be nil
}

// PlainPlayed is what is measured of the system of turns unless something else is asked for.
func PlainPlayed(c agent.Catalogue) Played {
	return Played{Weapons: c.MeleeWeapons(), Pairs: 100, Nodes: 1_000, Seed: 1, Catalogue: c}
}

// PlainDuels is what is measured of duels.
func PlainDuels(c agent.Catalogue) Played {
	return Played{Duel: true, Weapons: c.DuelWeapons(), Pairs: 20, Nodes: 1_000, Seed: 1, Catalogue: c}
}

// PlayedReport is what was found. It holds no times: the same weapons and settings give the same report.
type PlayedReport struct {
	Command string          `json:"command,omitempty"` // what makes it again
	System  string          `json:"system"`
	Duel    bool            `json:"duel"`
	Fights  int             `json:"fights"` // of each two weapons
	Nodes   int             `json:"nodes"`
	Seed    uint64          `json:"seed"`
	Rows    string          `json:"rows"` // a digest of the weapons' rows
	Weapons []WeaponBalance `json:"weapons"`
	Margin  float64         `json:"margin"`  // half of the widest 95 % interval of two weapons
	Starts  []StartBalance  `json:"starts"`  // the same by where a fight begins
	Outside []Imbalance     `json:"outside"` // the pairs that are not balanced, the worst first; none of a duel, which is not meant to be
	Passed  bool            `json:"passed"`
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
	if b.Duel {
		return checkWeapons(b.Weapons, b.Catalogue.Armed(), "weapon that attacks")
	}
	return checkWeapons(b.Weapons, b.Catalogue.MeleeWeapons(), "melee weapon")
}

// starts are where a fight begins: the rungs of a duel at which blades are apart, or how far two stand from each other.
func (b Played) starts() []string {
	if b.Duel {
		return agent.Rungs()[:4]
	}
	return []string{"a step apart", "two steps apart"}
}

// Digest tells rows of weapons apart. In a duel their bands count too.
func (b Played) Digest() string {
	if b.Duel {
		return digest(b.Weapons, b.Catalogue.Row)
	}
	return digest(b.Weapons, b.Catalogue.MeleeRow)
}

// duel is one pair of fights to be fought.
type duel struct{ row, column, start, k int }

// Run fights every pair.
func (b Played) Run(ctx context.Context) (PlayedReport, error) {
	starts := b.starts()
	r := PlayedReport{System: agent.TurnSystem, Duel: b.Duel, Fights: 2 * len(starts) * b.Pairs, Nodes: b.Nodes, Seed: b.Seed, Outside: []Imbalance{}}
	if b.Duel {
		r.System = agent.BreathSystem
	}
	if err := b.Check(); err != nil {
		return r, err
	}
	r.Rows = b.Digest()
	c, err := b.Catalogue.With("the measured combatant", b.combatant())
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
	var luck weigher
	var scores []float64
	err = ordered(ctx, len(duels), b.Cores, func() func(int) (paired, error) { return b.worker(ctx, c, duels) }, func(k int, p paired) bool {
		if len(scores) == 0 {
			luck = weigher{}
		}
		p.weight = luck.weight()
		luck.learn(p)
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
	if b.Duel {
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
	var rings [2]*agent.Ring
	agents := [2]agent.Agent{}
	for i := range agents {
		agents[i] = &agent.Search{Limits: search.Limits{Nodes: b.Nodes, Threads: 1}}
	}
	return func(k int) (p paired, err error) {
		d := duels[k]
		if rings[0] == nil || at.row != d.row || at.column != d.column || at.start != d.start {
			for side, pair := range [2][2]int{{d.row, d.column}, {d.column, d.row}} {
				one, two := b.Weapons[pair[0]], b.Weapons[pair[1]]
				f, err := c.NewFight(one+" against "+two, b.encounter(one, two, d.start), agent.Setup{Seed: b.Seed})
				if err != nil {
					return p, err
				}
				if rings[side], err = agent.NewRing(f); err != nil {
					return p, err
				}
			}
			at = d
		}
		for side, ring := range rings {
			o, err := ring.Fight(ctx, agents, b.Seed+uint64(d.k), &search.Limits{})
			if err != nil {
				return p, err
			}
			p.score[side], p.luck[side] = o.Score, o.Luck
			if side == 1 {
				p.score[side], p.luck[side] = 1-o.Score, -o.Luck
			}
		}
		return p, nil
	}
}

// duelEnergy and the like are what both duelists have.
const (
	duelEnergy  = 8
	duelWounds  = 3
	duelDefense = 12
)

// combatant is the row of both: a swordsman as well trained in every other weapon.
func (b Played) combatant() []byte {
	if b.Duel {
		return Balance{Weapons: b.Weapons, Energy: duelEnergy, Wounds: duelWounds, Defense: duelDefense, Catalogue: b.Catalogue}.combatant()
	}
	var skills []string
	for _, s := range b.Catalogue.MeleeSkills() {
		skills = append(skills, fmt.Sprintf("%s: %d house", s, playedSkill))
	}
	return fmt.Appendf(nil, `version: 1
combatants:
  %s:
    weapons: [%q]
    skills: {%s, brawling: 2 house, wrestling: 3 house, footwork: 4 house, endurance: 4 house, reactions: 3 house}
`, measuredCombatant, b.Weapons[0], strings.Join(skills, ", "))
}

// encounter is the duel of a pair: on the ladder, or on open ground, both On Guard.
func (b Played) encounter(weapon, against string, start int) []byte {
	if b.Duel {
		return fmt.Appendf(nil, `version: 1
system: %s
title: One weapon against another
duel: {start: %s}
sides:
  - name: row
    fighters: [{who: %[3]s, name: Row, weapons: [%[4]q]}]
  - name: column
    fighters: [{who: %[3]s, name: Column, weapons: [%[5]q]}]
`, agent.BreathSystem, b.starts()[start], measuredCombatant, weapon, against)
	}
	return fmt.Appendf(nil, `version: 1
system: %s
title: One weapon against another
map: ["...........", "..........."]
sides:
  - {name: row, status: on guard, fighters: [{who: %[2]s, name: Row, weapons: [%[3]q], at: e1}]}
  - {name: column, status: on guard, fighters: [{who: %[2]s, name: Column, weapons: [%[4]q], at: %[5]s}]}
`, agent.TurnSystem, measuredCombatant, weapon, against, []string{"f1", "g1"}[start])
}

// Sections are the report in words, in order.
func (r PlayedReport) Sections() []Section {
	what, distances, both := "Balance of weapons in "+r.System, "half of them begun a step apart and half two",
		fmt.Sprintf("Both have skill %d with every weapon, footwork 4, endurance 4, wrestling 3, reactions 3, brawling 2, a full wound chart and no armour; both are on guard.", playedSkill)
	if r.Duel {
		what, distances = "Weapons in a duel", "a quarter of them from each of the first four rungs"
		both = fmt.Sprintf("Both have Energy %d, %d Wounds, Defense %d, courage 1, finesse 1, physique 0 and 2 points in every skill a weapon asks for.", duelEnergy, duelWounds, duelDefense)
	}
	all := Section{Title: what, Lines: []string{
		"How often the weapon of a row wins against the weapon of a column, in percent: fought out, both played by the same search; a draw is half a win.",
		fmt.Sprintf("%d fights of each two weapons, on the same dice with either weapon on either side, %s; %d nodes a decision, seed %d. With the luck of the dice taken off, the widest 95 %% interval is %.1f points to either side.",
			r.Fights, distances, r.Nodes, r.Seed, 100*r.Margin),
		both}}
	if r.Command != "" {
		all.Lines = append(all.Lines, madeBy(r.Command, r.Rows))
	}
	all.Head, all.Rows = balanceTable(r.Weapons)
	if !r.Duel {
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

// Markdown is the report as a page.
func (r PlayedReport) Markdown() string { return page(r.Sections()) }
