package evals

import (
	"cmp"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"

	"kokyu/agent"
	"kokyu/rules/strict"
	"kokyu/search"
)

// balanceName is no suite's: eval has a command of that name.
const balanceName = "balance"

// BalanceMax is how often the better of two weapons may win for the pair to be balanced.
const BalanceMax = 0.65

// Limits of what two measured combatants may have.
const (
	balanceWoundsMax  = 20
	balanceDefenseMin = 10
	balanceDefenseMax = 20
	balanceWeaponsMax = 64
	balanceRoundsMax  = 200
)

// Balance sets weapons against each other: for each pair, two combatants alike in everything else fight the plain fight,
// and it is solved exactly, once for either acting first.
type Balance struct {
	Weapons   []string // two or more
	Energy    int
	Wounds    int
	Defense   int  // all above 10 is armour
	Rounds    int  // then it is a draw
	Full      bool // with what 1-1 and 10-10 do besides
	Catalogue agent.Catalogue
	Memory    int64           // of one fight; as many are solved at once as there are cores
	Cores     int             // changes how long it takes, nothing else
	Done      func(n, of int) // progress, one call at a time; may be nil
}

// PlainBalance is what is measured unless something else is asked for: small enough that all issue weapons take less
// than an hour. Rounds after the eighth change no value by more than 0.0001 points.
func PlainBalance(c agent.Catalogue) Balance {
	return Balance{Weapons: c.WeaponsOf(agent.IssueFamilies()...), Energy: 6, Wounds: 3, Defense: 12, Rounds: 8, Catalogue: c}
}

// BalanceReport is what was found. It holds no times: the same weapons and settings give the same report.
type BalanceReport struct {
	Command string          `json:"command,omitempty"` // what makes it again
	Energy  int             `json:"energy"`
	Wounds  int             `json:"wounds"`
	Defense int             `json:"defense"`
	Rounds  int             `json:"rounds"`
	Full    bool            `json:"full"`
	Rows    string          `json:"rows"` // a digest of the weapons' rows: with other rows the report would be another
	Weapons []WeaponBalance `json:"weapons"`
	Outside []Imbalance     `json:"outside"` // the pairs that are not balanced, the worst first
	Passed  bool            `json:"passed"`
}

// WeaponBalance is one weapon against each of them, in the order of the report's weapons.
type WeaponBalance struct {
	Weapon string    `json:"weapon"`
	Mean   float64   `json:"mean"` // against the others
	Wins   []float64 `json:"wins"` // 0 to 1, a draw half a win; 0.5 against itself
}

// Imbalance is a pair of which one wins too often.
type Imbalance struct {
	Weapon  string  `json:"weapon"`
	Against string  `json:"against"`
	Win     float64 `json:"win"` // of the first, more than half
}

// Check says what is wrong with what is asked for.
func (b Balance) Check() error {
	if err := cmp.Or(within("energy", b.Energy, 1, agent.EnergyMax), within("wounds", b.Wounds, 1, balanceWoundsMax),
		within("defense", b.Defense, balanceDefenseMin, balanceDefenseMax), within("rounds", b.Rounds, 1, balanceRoundsMax)); err != nil {
		return err
	}
	return checkWeapons(b.Weapons, b.Catalogue.Armed(), "weapon that attacks")
}

// within says what is wrong with a flag's number.
func within(flag string, n, least, most int) error {
	if n < least || n > most {
		return strict.Problem{What: fmt.Sprintf("--%s is %d", flag, n), Want: fmt.Sprintf("%d to %d", least, most)}
	}
	return nil
}

// checkWeapons says what is wrong with the weapons to be set against each other.
func checkWeapons(weapons, known []string, kind string) error {
	for i, w := range weapons {
		switch {
		case !slices.Contains(known, w):
			return strict.Problem{What: "there is no " + kind + " " + shown(w), Want: strict.OneOf(w, known)}
		case slices.Index(weapons, w) < i:
			return strict.Problem{What: "the weapon " + shown(w) + " is there twice", Want: "it once"}
		}
	}
	if n := len(weapons); n < 2 || n > balanceWeaponsMax {
		return strict.Problem{What: counted(n, "weapon") + " to set against each other", Want: fmt.Sprintf("2 to %d", balanceWeaponsMax)}
	}
	return nil
}

// kinds are the weapons that differ in more than their names, by their places, and which of them each weapon is.
func (b Balance) kinds() (list, of []int) {
	first := map[string]int{}
	for i, w := range b.Weapons {
		text := b.Catalogue.Plain(w)
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

// Seconds is roughly how long it takes on one core: what was measured, and how it grew with Energy.
func (b Balance) Seconds() float64 {
	s := 7 * math.Pow(2, float64(b.Energy-6)) * math.Pow(float64(b.Wounds)/3, 2)
	if b.Full {
		s *= 3
	}
	return s * float64(b.Pairs())
}

// Run solves every pair.
func (b Balance) Run(ctx context.Context) (BalanceReport, error) {
	r := BalanceReport{Energy: b.Energy, Wounds: b.Wounds, Defense: b.Defense, Rounds: b.Rounds, Full: b.Full, Outside: []Imbalance{}}
	if err := b.Check(); err != nil {
		return r, err
	}
	r.Rows = b.Digest()
	c, err := b.Catalogue.With("the measured combatant", b.combatant())
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
	err = ordered(ctx, len(pairs), b.Cores, worker, func(k int, win float64) bool {
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

// Digest tells rows of weapons apart.
func (b Balance) Digest() string { return digest(b.Weapons, b.Catalogue.Plain) }

func digest(weapons []string, row func(string) string) string {
	var all strings.Builder
	for _, w := range weapons {
		fmt.Fprintf(&all, "%s: %s\n", w, row(w))
	}
	return fmt.Sprintf("%x", sha256.Sum256([]byte(all.String())))[:16]
}

// madeBy says how a report is made again, and of which rows it is.
func madeBy(command, rows string) string { return "Made by: " + command + " (rows " + rows + ")" }

// against is each weapon against each, and the pairs that are not balanced.
func against(weapons []string, win func(row, column int) float64) (list []WeaponBalance, outside []Imbalance) {
	outside = []Imbalance{}
	for i, name := range weapons {
		w := WeaponBalance{Weapon: name}
		for k, other := range weapons {
			won := win(i, k)
			w.Wins = append(w.Wins, won)
			if k != i {
				w.Mean += won / float64(len(weapons)-1)
			}
			if won > BalanceMax {
				outside = append(outside, Imbalance{name, other, won})
			}
		}
		list = append(list, w)
	}
	slices.SortStableFunc(outside, func(x, y Imbalance) int { return cmp.Compare(y.Win, x.Win) })
	return list, outside
}

// win is how often one weapon wins against another, the mean of either acting first.
func (b Balance) win(ctx context.Context, c agent.Catalogue, weapon, against string) (win float64, err error) {
	for first := range 2 {
		f, err := c.NewFight(weapon+" against "+against, b.encounter(weapon, against, first), agent.Setup{Seed: 1})
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
		win += v / 2
	}
	return win, nil
}

// measuredCombatant is the name of the row that both combatants have: nobody else's.
const measuredCombatant = "measured for balance"

// combatant is the row of both. All its Defense is armour, for a thrust to pierce; it knows every skill a weapon asks
// for as well as any other.
func (b Balance) combatant() []byte {
	var skills []string
	for _, s := range b.Catalogue.WeaponSkills() {
		skills = append(skills, fmt.Sprintf("%q: 2 house", s))
	}
	return fmt.Appendf(nil, `version: 1
armours:
  %[1]s: {defense: %[2]d house}
combatants:
  %[1]s:
    grade: elite
    courage: 1 house
    finesse: 1 house
    energy: %[3]d house
    wounds: %[4]d house
    defense: %[2]d house
    armour: %[1]s
    weapons: [%[5]q]
    skills: {%[6]s}
`, measuredCombatant, b.Defense, b.Energy, b.Wounds, b.Weapons[0], strings.Join(skills, ", "))
}

// encounter is the plain fight of a pair, the first side the row's.
func (b Balance) encounter(weapon, against string, first int) []byte {
	rulings := ""
	if !b.Full {
		rulings = `rulings: {retribution: "off", mandate: "off"}`
	}
	return fmt.Appendf(nil, `version: 1
system: breath
title: One weapon against another
rounds: %d
allied: %d
%s
sides:
  - name: row
    fighters: [{who: %[4]s, name: Row, weapons: [%[5]q]}]
  - name: column
    fighters: [{who: %[4]s, name: Column, weapons: [%[6]q]}]
`, b.Rounds, first+1, rulings, measuredCombatant, weapon, against)
}

// Sections are the report in words, in order.
func (r BalanceReport) Sections() []Section {
	doubles := "1-1 drops no weapon and 10-10 leaves nobody Defenseless (retribution: off, mandate: off), which is quicker to solve and moves a pair by a few tenths of a point"
	if r.Full {
		doubles = "1-1 and 10-10 do what they do by default (retribution: on, mandate: on)"
	}
	all := Section{Title: "Balance of weapons", Lines: []string{
		"How often the weapon of a row wins against the weapon of a column, in percent: exact, under best play by both, the mean of either acting first; a draw is half a win.",
		fmt.Sprintf("Both have Energy %d, %s, Defense %d, courage 1, finesse 1, physique 0 and 2 points in every skill a weapon asks for. %s; %s.",
			r.Energy, counted(r.Wounds, "Wound"), r.Defense, counted(r.Rounds, "round"), doubles)}}
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

// Markdown is the report as a page.
func (r BalanceReport) Markdown() string { return page(r.Sections()) }

func counted(n int, thing string) string {
	if n != 1 {
		thing += "s"
	}
	return fmt.Sprintf("%d %s", n, thing)
}
