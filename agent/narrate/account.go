package narrate

import (
	"cmp"
	"fmt"
	"slices"

	"kokyu/rules"
)

// account makes paragraphs of passages: a round or a turn of fortune is one, what must be told is a fact of it, and of the
// rest the most telling. Where nothing comes of anything the paragraph waits: a quiet stretch is one fact, however long.
type account struct {
	tongue  *tongue
	setting map[string]string
	letters map[string]string // by name

	facts []candidate
	round int
	quiet []int // steps since the last fact
	from  int   // the first step of the paragraph under way
	to    int
}

// candidate is a moment that may become a fact.
type candidate struct {
	rules.Moment
	facts  Facts
	must   bool
	weight float64
	steps  []int
}

// How much a paragraph holds.
const (
	factsMax = 4 // a paragraph is complete with so many that must be told
	factsFew = 3 // with fewer, others are told up to so many
)

func newAccount(t *tongue, o Options) *account {
	a := &account{tongue: t, letters: map[string]string{}}
	for _, f := range o.Roster {
		a.letter(f.Name)
	}
	return a
}

// letter is what a name is called in paragraphs.
func (a *account) letter(name string) string {
	if name == "" {
		return ""
	}
	if _, ok := a.letters[name]; !ok {
		n := len(a.letters)
		l := string(rune('A' + n%26))
		if n >= 26 {
			l += fmt.Sprint(n / 26)
		}
		a.letters[name] = l
	}
	return a.letters[name]
}

// take adds a passage, and gives the paragraphs that are complete before it and with it.
func (a *account) take(p *passage, match bool, lull string) (before, with []*Paragraph) {
	if p.round > a.round && len(a.facts) > 0 {
		before = a.close()
	}
	if a.from == 0 {
		a.from, a.round = p.step, p.round
	}
	turned := p.turning != nil
	a.to = p.step
	told := a.candidates(p, match)
	if len(told) == 0 {
		a.quiet = append(a.quiet, p.step)
	} else {
		a.hush(p, match, lull)
	}
	for _, c := range told {
		a.facts = append(a.facts, c)
		turned = turned || c.Fallen && c.facts.Target
	}
	if p.turning != nil {
		a.facts = append(a.facts, candidate{Moment: *p.turning, facts: a.tongue.facts(*p.turning, Turning, match), must: true, steps: []int{p.step}})
	}
	must := 0
	for _, c := range a.facts {
		if c.must {
			must++
		}
	}
	if turned || must >= factsMax {
		with = a.close()
	}
	return before, with
}

// candidates are the moments of a passage that may be told: all that must be, or the most telling.
func (a *account) candidates(p *passage, match bool) (told []candidate) {
	var other *candidate
	for _, m := range a.tongue.telling(p) {
		f := a.tongue.frame(m.Frame)
		c := candidate{m, a.tongue.facts(m, p.stage, match), f.Must || m.First, a.tongue.weight(m), []int{m.Step}}
		switch {
		case c.must:
			told = append(told, c)
		case other == nil && c.weight >= weakRank:
			other = &c
		}
	}
	if len(told) == 0 && other != nil {
		told = append(told, *other)
	}
	slices.SortStableFunc(told, func(x, y candidate) int { return cmp.Compare(x.Step, y.Step) })
	return told
}

// quietMin is how many passages in which nothing happens make a stretch that is told.
const quietMin = 4

// hush ends a quiet stretch: it is one fact, if it is long enough to be one.
func (a *account) hush(p *passage, match bool, lull string) {
	if len(a.quiet) >= quietMin && a.tongue.frame(lull) != nil {
		m := rules.Moment{Frame: lull, Step: a.quiet[len(a.quiet)-1], P: 1, Fallen: p.Fallen}
		a.facts = append(a.facts, candidate{Moment: m, facts: a.tongue.facts(m, p.stage, match), steps: a.quiet})
	}
	a.quiet = nil
}

// fixed is a paragraph of a moment that has its own place in a fight.
func (a *account) fixed(m rules.Moment, stage Stage, match bool) []*Paragraph {
	if a.tongue.frame(m.Frame) == nil {
		return nil
	}
	a.from, a.to = m.Step, m.Step
	p := a.paragraph([]candidate{{Moment: m, facts: a.tongue.facts(m, stage, match), must: true, steps: []int{m.Step}}})
	a.from = 0
	return []*Paragraph{p}
}

// close ends the paragraph under way.
func (a *account) close() (done []*Paragraph) {
	facts := a.chosen()
	for len(facts) > 0 {
		n := min(len(facts), factsMax)
		if len(facts) == n+1 { // no fact alone
			n = (n + 1) / 2
		}
		done, facts = append(done, a.paragraph(facts[:n])), facts[n:]
	}
	a.facts, a.from = nil, 0
	return done
}

// chosen are the facts of a paragraph: those that must be told, a quiet stretch before the first of them, and the most
// telling of the others.
func (a *account) chosen() []candidate {
	must := 0
	var weights []float64
	for _, c := range a.facts {
		if c.must {
			must++
		} else if c.weight > 0 {
			weights = append(weights, c.weight)
		}
	}
	slices.SortFunc(weights, func(x, y float64) int { return cmp.Compare(y, x) })
	room := max(0, factsFew-must)
	least := 1000.0
	if room > 0 && len(weights) > 0 {
		least = weights[min(room, len(weights))-1]
	}
	if must > 0 || len(weights) > 0 && weights[0] >= plainRank {
		least = max(least, plainRank)
	}
	var kept []candidate
	for _, c := range a.facts {
		switch {
		case c.must, c.weight == 0 && must < factsFew && len(kept) == 0:
			kept = append(kept, c)
		case c.weight >= least && c.weight > 0 && room > 0:
			kept = append(kept, c)
			room--
		}
	}
	return kept
}

// paragraph makes these facts one.
func (a *account) paragraph(facts []candidate) *Paragraph {
	p := &Paragraph{Setting: a.setting, Round: a.round, From: a.from, To: a.to, slots: map[string]string{}}
	for i, c := range facts {
		f := Fact{ID: fmt.Sprintf("f%d", i+1), By: a.letter(c.Actor), To: a.letter(c.Target), Required: c.must, Steps: c.steps, Moment: c.facts}
		for name, letter := range map[string]string{c.Actor: f.By, c.Target: f.To} {
			if name != "" {
				p.slots[letter] = name
			}
		}
		if c.Weapon != "" && f.By != "" {
			f.Weapon = p.slot(f.By, "weapon", c.Weapon)
		}
		p.Facts = append(p.Facts, f)
	}
	return p
}
