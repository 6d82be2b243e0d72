package agent

import (
	_ "embed"
	"fmt"
	"sync"

	"kokyu/rules/book"
	"kokyu/rules/dice"
	"kokyu/rules/fight"
	"kokyu/rules/strict"
	"kokyu/rules/text"
)

// Random encounters are for GMs, and for evals on encounters that the program was not tuned for.

const (
	// balancedWinMax is the largest chance to win of a side, by the estimate, for which a draw counts as balanced. In 120
	// fights of breath that were drawn without it, the estimate and the results of a search are correlated by 0.83.
	balancedWinMax = 0.7
	keptWinMax     = 0.9  // the same for a draw of keptFile: the estimate may have changed since it was kept
	drawsMax       = 1000 // how many draws are tried to find a balanced one
)

// keptFile has the number of the draw that is taken for each of the first seeds of each system: the first one that was
// balanced by the estimate of that time. It does not follow changes of the estimate, so that measurements before and
// after a change are of the same fights.
//
//go:embed unplanned.yaml
var keptFile []byte

var keptDraws = sync.OnceValue(func() map[string][]int {
	return strict.Carried[struct {
		Version int              `yaml:"version"`
		Draws   map[string][]int `yaml:"draws"`
	}]("agent/unplanned.yaml", keptFile).Draws
})

// DrawEncounter returns a random encounter of a system, drawn from its rows with a seed, and the fight that it begins.
// The two sides are about equally strong by [fight.Fight.Score], which says little about how often it is won: see
// [Catalogue.DrawEven]. The same seed and rows give the same text on every machine. For seeds above two hundred the
// text may change when Score does. The error lists the known systems.
func (c Catalogue) DrawEncounter(system string, seed uint64) (text []byte, f *fight.Fight, err error) {
	sys, err := systemNamed(system)
	if err != nil {
		return nil, nil, err
	}
	d, err := c.drawBalanced(sys, seed, 0)
	return d.text, d.fight, err
}

// draft is an encounter that was drawn and may be changed.
type draft struct {
	file  any    // of the type that its system reads encounters into
	text  []byte // the file, encoded
	fight *fight.Fight
	draw  int // its number among the draws of its seed
}

// drawBalanced draws encounters of a system for a seed, from the k-th draw on, and returns the first whose sides
// are about equally strong.
func (c Catalogue) drawBalanced(sys *system, seed uint64, k int) (draft, error) {
	from := dice.Stream{Seed: seed, Name: "encounter of " + sys.Name}
	draw := func(k int) (draft, error) {
		file := sys.drawEncounter(c.rows(sys), book.Draw{Rand: from.Rand(int64(k))})
		return c.beginDraft(sys, seed, draft{file: file, draw: k})
	}
	if kept := keptDraws()[sys.Name]; k == 0 && seed-1 < uint64(len(kept)) {
		if d, err := draw(kept[seed-1]); err == nil && isWithin(d.fight, keptWinMax) {
			return d, nil
		}
	}
	for ; k < drawsMax; k++ {
		if d, err := draw(k); err != nil || isWithin(d.fight, balancedWinMax) {
			return d, err
		}
	}
	return draft{}, fmt.Errorf("none of %d encounters of %s that seed %d draws is level, want rows of more equal strength",
		drawsMax, sys.Name, seed)
}

// beginDraft begins the fight of a draft of a system.
func (c Catalogue) beginDraft(sys *system, seed uint64, d draft) (_ draft, err error) {
	if d.file == nil {
		return d, text.Problem{What: sys.Name + " has no random encounters",
			Want: "one of its own (kokyu list encounters), or another rule system"}
	}
	if d.text, err = strict.Encode(d.file); err == nil {
		d.fight, err = c.NewFight(fmt.Sprintf("random %s %d", sys.Name, seed), d.text, Setup{Seed: seed})
	}
	return d, err
}

// isWithin reports whether no side has a larger chance to win than winMax, by the estimate at the beginning.
func isWithin(f *fight.Fight, winMax float64) bool {
	win := (1 + f.Score()) / 2
	return 1-winMax <= win && win <= winMax
}

// DrawSmall draws the k-th of the small encounters of a seed: with two to four seats, and so small that many of them
// can be solved. A system that cannot have four small combatants has three. The sides are of any strength. The same
// seed and rows give the same text on every machine. The error lists the known systems, or says what is wrong with the
// draw.
func (c Catalogue) DrawSmall(system string, seats int, seed uint64, k int) (text []byte, f *fight.Fight, err error) {
	sys, err := systemNamed(system)
	if err != nil {
		return nil, nil, err
	}
	from := dice.Stream{Seed: seed, Name: "small encounter of " + system}
	d := book.Draw{Rand: from.Rand(int64(k))}
	file := sys.drawSmall(c.rows(sys), d.Few(seats), d)
	if file == nil {
		return nil, nil, fmt.Errorf("%s draws no small encounters", system)
	}
	if text, err = strict.Encode(file); err != nil {
		return nil, nil, err
	}
	f, err = c.NewFight(fmt.Sprintf("small %s %d, draw %d", system, seed, k), text, Setup{Seed: seed})
	return text, f, err
}
