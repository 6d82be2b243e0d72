package evals

import (
	"cmp"
	"crypto/sha256"
	"fmt"
	"slices"
	"strings"

	"kokyu/agent"
	"kokyu/evals/trial"
	"kokyu/rules/text"
)

// Weighing sets weapons of a system against each other in one of the ways that the system describes.
type Weighing struct {
	System    string
	Bouts     trial.Bouts
	Set       []int    // its settings, in their order
	Weapons   []string // two or more
	Catalogue agent.Catalogue
	Cores     int             // changes how long it takes, nothing else
	Done      func(n, of int) // progress, one call at a time; may be nil
}

// weaponsMax is how many weapons are set against each other at most.
const weaponsMax = 64

// NewWeighing is what is measured unless something else is asked for: in a system's way of that name, or in its usual
// one. The error says which there are.
func NewWeighing(c agent.Catalogue, system, way string) (Weighing, error) {
	ways, err := trial.Ways(c, system)
	if err != nil {
		return Weighing{}, err
	}
	var names []string
	for _, b := range ways {
		if names = append(names, b.Name); way == "" || way == b.Name {
			return Weighing{System: system, Bouts: b, Set: b.Plain(), Weapons: b.Weapons(), Catalogue: c}, nil
		}
	}
	if len(names) == 0 {
		return Weighing{}, text.Problem{What: "nothing is said of how weapons of " + shown(system) + " are compared", Want: "another system"}
	}
	return Weighing{}, text.Problem{What: "weapons of " + system + " are not compared in a " + shown(way), Want: text.OneOf(way, names)}
}

// Check says what is wrong with what is asked for.
func (w Weighing) Check() error {
	for i, s := range w.Bouts.Settings {
		if err := within(s.Name, w.Set[i], s.Least, s.Most); err != nil {
			return err
		}
	}
	known := w.Bouts.Known()
	for i, name := range w.Weapons {
		switch {
		case !slices.Contains(known, name):
			return text.Problem{What: "there is no " + w.Bouts.Kind + " " + shown(name), Want: text.OneOf(name, known)}
		case slices.Index(w.Weapons, name) < i:
			return text.Problem{What: "the weapon " + shown(name) + " is there twice", Want: "it once"}
		}
	}
	if n := len(w.Weapons); n < 2 || n > weaponsMax {
		return text.Problem{What: counted(n, "weapon") + " to set against each other", Want: fmt.Sprintf("2 to %d", weaponsMax)}
	}
	return nil
}

// within says what is wrong with a flag's number.
func within(flag string, n, least, most int) error {
	if n < least || n > most {
		return text.Problem{What: fmt.Sprintf("--%s is %d", flag, n), Want: fmt.Sprintf("%d to %d", least, most)}
	}
	return nil
}

// armed is the catalogue with the combatant both are.
func (w Weighing) armed() (agent.Catalogue, error) {
	return w.Catalogue.With("the measured combatant", w.Bouts.Rows(w.Set, w.Weapons))
}

// Digest tells rows of weapons apart.
func (w Weighing) Digest() string {
	var all strings.Builder
	for _, name := range w.Weapons {
		fmt.Fprintf(&all, "%s: %s\n", name, w.Bouts.Row(name))
	}
	return fmt.Sprintf("%x", sha256.Sum256([]byte(all.String())))[:16]
}

// WeaponBalance is one weapon against each of them, in the order of the report's weapons.
type WeaponBalance struct {
	Weapon string    `json:"weapon"`
	Mean   float64   `json:"mean"` // against the others
	Wins   []float64 `json:"wins"` // 0 to 1, a draw half a win; 0.5 against itself
}

// balanceMax is how often the better of two weapons may win for the pair to be balanced.
const balanceMax = 0.65

// Imbalance is a pair of which one wins too often.
type Imbalance struct {
	Weapon  string  `json:"weapon"`
	Against string  `json:"against"`
	Win     float64 `json:"win"` // of the first, more than half
}

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
			if won > balanceMax {
				outside = append(outside, Imbalance{name, other, won})
			}
		}
		list = append(list, w)
	}
	slices.SortStableFunc(outside, func(x, y Imbalance) int { return cmp.Compare(y.Win, x.Win) })
	return list, outside
}

// madeBy says how a report is made again, and of which rows it is.
func madeBy(command, rows string) string { return "Made by: " + command + " (rows " + rows + ")" }
