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

// Played sets the melee weapons of the system of turns against each other. A duel on a map is too large to be solved for
// every pair, so it is fought out: two combatants alike in everything else, both played by the same search, in pairs of
// fights on the same dice, each weapon once on either side. Half of the pairs begin a step apart, half two. The luck of the
// dice is taken off as in an [Arena], which leaves the mean alone.
type Played struct {
	Weapons   []string // two or more
	Pairs     int      // of fights, of each two weapons at either distance
	Nodes     int      // of each decision
	Seed      uint64   // pair k of any two weapons uses Seed + k
	Catalogue agent.Catalogue
	Cores     int             // changes how long it takes, nothing else
	Done      func(n, of int) // progress, one call at a time; may be nil
}

// PlainPlayed is what is measured unless something else is asked for.
func PlainPlayed(c agent.Catalogue) Played {
	return Played{Weapons: c.MeleeWeapons(), Pairs: 100, Nodes: 1_000, Seed: 1, Catalogue: c}
}

// PlayedReport is what was found. It holds no times: the same weapons and settings give the same report.
type PlayedReport struct {
	Command string          `json:"command,omitempty"` // what makes it again
	System  string          `json:"system"`
	Fights  int             `json:"fights"` // of each two weapons
	Nodes   int             `json:"nodes"`
	Seed    uint64          `json:"seed"`
	Weapons []WeaponBalance `json:"weapons"`
	Margin  float64         `json:"margin"`  // half of the widest 95 % interval of two weapons
	Outside []Imbalance     `json:"outside"` // the pairs that are not balanced, the worst first
	Passed  bool            `json:"passed"`
}

// Check says what is wrong with what is asked for.
func (b Played) Check() error {
	if err := cmp.Or(within("pairs", b.Pairs, 2, playedPairsMax), within("nodes", b.Nodes, 1, playedNodesMax)); err != nil {
		return err
	}
	return checkWeapons(b.Weapons, b.Catalogue.MeleeWeapons())
}

// apart is where the second of two begins; the first is at e1.
var apart = []string{"f1", "g1"}

// duel is one pair of fights to be fought.
type duel struct{ row, column, apart, k int }

// Run fights every pair.
func (b Played) Run(ctx context.Context) (PlayedReport, error) {
	r := PlayedReport{System: agent.TurnSystem, Fights: 2 * len(apart) * b.Pairs, Nodes: b.Nodes, Seed: b.Seed, Outside: []Imbalance{}}
	if err := b.Check(); err != nil {
		return r, err
	}
	c, err := b.Catalogue.With("the measured combatant", b.combatant())
	if err != nil {
		return r, err
	}
	var duels []duel
	for i := range b.Weapons {
		for k := range i {
			for a := range apart {
				for n := range b.Pairs {
					duels = append(duels, duel{k, i, a, n})
				}
			}
		}
	}
	wins := make([][]float64, len(b.Weapons))
	for i := range wins {
		wins[i] = make([]float64, len(b.Weapons))
		wins[i][i] = 0.5
	}
	each := len(apart) * b.Pairs
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
			win := min(1, max(0, in.Mean))
			wins[d.row][d.column], wins[d.column][d.row] = win, 1-win
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
	r.Weapons, r.Outside = against(b.Weapons, func(i, k int) float64 { return wins[i][k] })
	r.Passed = len(r.Outside) == 0
	return r, nil
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
		if rings[0] == nil || at.row != d.row || at.column != d.column || at.apart != d.apart {
			for side, pair := range [2][2]int{{d.row, d.column}, {d.column, d.row}} {
				one, two := b.Weapons[pair[0]], b.Weapons[pair[1]]
				f, err := c.NewFight(one+" against "+two, b.encounter(one, two, apart[d.apart]), agent.Setup{Seed: b.Seed})
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

// combatant is the row of both: a swordsman as well trained in every other weapon.
func (b Played) combatant() []byte {
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

// encounter is the duel of a pair on open ground, both On Guard.
func (b Played) encounter(weapon, against, at string) []byte {
	return fmt.Appendf(nil, `version: 1
system: %s
title: One weapon against another
map: ["...........", "..........."]
sides:
  - {name: row, status: on guard, fighters: [{who: %[2]s, name: Row, weapons: [%[3]q], at: e1}]}
  - {name: column, status: on guard, fighters: [{who: %[2]s, name: Column, weapons: [%[4]q], at: %[5]s}]}
`, agent.TurnSystem, measuredCombatant, weapon, against, at)
}

// Sections are the report in words, in order.
func (r PlayedReport) Sections() []Section {
	all := Section{Title: "Balance of weapons in " + r.System, Lines: []string{
		"How often the weapon of a row wins against the weapon of a column, in percent: fought out, both played by the same search; a draw is half a win.",
		fmt.Sprintf("%d fights of each two weapons, on the same dice with either weapon on either side, half of them begun a step apart and half two; %d nodes a decision, seed %d. With the luck of the dice taken off, the widest 95 %% interval is %.1f points to either side.",
			r.Fights, r.Nodes, r.Seed, 100*r.Margin),
		fmt.Sprintf("Both have skill %d with every weapon, footwork 4, endurance 4, wrestling 3, reactions 3, brawling 2, a full wound chart and no armour; both are on guard.", playedSkill)}}
	if r.Command != "" {
		all.Lines = append(all.Lines, "Made by: "+r.Command)
	}
	all.Head, all.Rows = balanceTable(r.Weapons)
	return []Section{all, outsideSection(r.Outside)}
}

// Markdown is the report as a page.
func (r PlayedReport) Markdown() string { return page(r.Sections()) }
