package narrate

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"kokyu/rules"
	"kokyu/rules/book"
)

// account makes paragraphs of passages: a round or a turn of fortune is one, what must be told is a fact of it, and of the
// rest the most telling. Where nothing comes of anything the paragraph waits: a quiet stretch is one fact, however long.
type account struct {
	tongue  *tongue
	setting setting
	world   world
	arms    arsenal
	letters map[string]string // by name
	troops  map[string]bool   // names of squads that are plurals
	threads threads
	times   map[string]int // how often what must be told has happened to the same people

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
	thread bool // it says what the one before it has to do with what went before
	means  bool // or what it was done with
	weight float64
	steps  []int
}

// How much a paragraph holds.
const (
	factsMax    = 4   // a paragraph is complete with so many that must be told
	factsFew    = 3   // with fewer, others are told up to so many
	fortuneRank = 100 // a frame of this rank is a turn of fortune: the paragraph ends with it
)

func newAccount(t *tongue, o Options) *account {
	a := &account{tongue: t, setting: o.Setting, world: setting(o.Setting).world(), arms: o.Made, letters: map[string]string{},
		troops: map[string]bool{}, threads: newThreads(o.Roster), times: map[string]int{}}
	for _, f := range o.Roster {
		a.letter(f.Name)
		a.troops[f.Name] = f.Several && strings.HasSuffix(f.Name, "s") && !strings.HasSuffix(f.Name, "ss")
	}
	return a
}

// troop stands before a squad's name that is a plural: a sentence of the grammar is about one, "the troop of Guns gives ground".
const troop = "the troop of "

// said is a name as a sentence says it.
func (a *account) said(name string) string {
	if a.troops[name] {
		return troop + name
	}
	return name
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
	a.to = p.step
	told := a.candidates(p, match)
	if len(told) == 0 {
		a.quiet = append(a.quiet, p.step)
	} else {
		a.hush(p, match, lull)
	}
	a.facts = append(a.facts, told...)
	fortune, must := p.turning != nil, 0
	if fortune {
		a.facts = append(a.facts, candidate{Moment: *p.turning, facts: a.known(*p.turning, Turning, match), must: true, steps: []int{p.step}})
	}
	for _, c := range a.facts {
		if c.must {
			must++
		}
		fortune = fortune || a.tongue.frame(c.Frame).Rank >= fortuneRank
	}
	if fortune || must >= factsMax {
		with = a.close()
	}
	return before, with
}

// candidates are the moments of a passage that may be told: all that must be, or the most telling. What ties one to an
// earlier moment follows it.
func (a *account) candidates(p *passage, match bool) (told []candidate) {
	ties := map[rules.Moment]string{}
	for i := range p.Moments {
		m := &p.Moments[i]
		f := a.tongue.frame(m.Frame)
		if f == nil {
			continue
		}
		if a.threads.lies[m.Target] && f.Rank >= fortuneRank { // nobody falls who lies there
			m.Frame = "finished"
		}
		ties[*m] = a.threads.see(*m, f)
	}
	var chosen []candidate
	var other *candidate
	for _, m := range a.tongue.telling(p) {
		c := candidate{Moment: m, must: a.tongue.frame(m.Frame).Must || m.First, weight: a.tongue.weight(m), steps: []int{m.Step}}
		switch {
		case c.must:
			chosen = append(chosen, c)
		case other == nil && c.weight >= weakRank:
			other = &c
		}
	}
	if len(chosen) == 0 && other != nil {
		chosen = append(chosen, *other)
	}
	slices.SortStableFunc(chosen, func(x, y candidate) int { return cmp.Compare(x.Step, y.Step) })
	for _, c := range chosen {
		c.facts = a.known(c.Moment, p.stage, match)
		if c.must {
			key := fmt.Sprint(c.Frame, "|", c.Actor, "|", c.Target, "|", c.Weapon)
			a.times[key]++
			c.facts.Times = a.times[key]
		}
		told = append(told, c)
		if m, ok := a.means(c.Moment); ok {
			told = append(told, candidate{Moment: m, facts: a.known(m, p.stage, match), thread: true, means: true, steps: c.steps})
		}
		if tie := ties[c.Moment]; tie != "" {
			m := c.Moment
			m.Frame, m.First = tie, false
			told = append(told, candidate{Moment: m, facts: a.known(m, p.stage, match), thread: true, steps: c.steps})
		}
	}
	return told
}

// means is what a fall or first blood was done with, if that is a thing and not a hand.
func (a *account) means(m rules.Moment) (rules.Moment, bool) {
	frame := a.tongue.frame("means")
	if m.With == "" || m.Actor == "" || frame == nil || !slices.Contains(fields(frame.Families), m.Kind) ||
		!m.First && a.tongue.frame(m.Frame).Rank < fortuneRank {
		return m, false
	}
	m.Frame, m.Target, m.Weapon, m.Family, m.First = "means", "", a.arms.row(m.With), m.Kind, false
	return m, true
}

// quietMin is how many passages in which nothing happens make a stretch that is told.
const quietMin = 4

// hush ends a quiet stretch: it is one fact, if it is long enough to be one.
func (a *account) hush(p *passage, match bool, lull string) {
	if len(a.quiet) >= quietMin && a.tongue.frame(lull) != nil {
		m := rules.Moment{Frame: lull, Step: a.quiet[len(a.quiet)-1], P: 1, Fallen: p.Fallen}
		a.facts = append(a.facts, candidate{Moment: m, facts: a.known(m, p.stage, match), steps: a.quiet})
	}
	a.quiet = nil
}

// known is what of a moment is no name, in this fight's world.
func (a *account) known(m rules.Moment, stage Stage, match bool) Facts {
	f := a.tongue.facts(m, stage, match)
	f.Made, f.world = a.arms.made(m.With, among(Families, m.Kind)), a.world
	return f
}

// opening sets the place and the people: a paragraph of where it is and who has come for one side, one of the other side,
// and one of the moment before it begins.
func (a *account) opening(step int, o Options, begins rules.Moment, match bool) (done []*Paragraph) {
	a.from, a.to = step, step
	for side := range rules.Side(2) {
		var facts []candidate
		if scene := a.setting.scene(); side == 0 && scene != "" {
			m := rules.Moment{Frame: "scene", Step: step, P: 1}
			facts = append(facts, candidate{Moment: m, facts: a.known(m, Opening, match), must: true, steps: []int{step}})
		}
		for i, f := range o.Roster {
			if f.Side != side || i >= len(o.People) || o.People[i] == (book.Person{}) {
				continue
			}
			m := rules.Moment{Frame: "person", Step: step, P: 1, Actor: f.Name}
			c := candidate{Moment: m, facts: a.known(m, Opening, match), must: true, steps: []int{step}}
			who := o.People[i]
			c.facts.Epithet, c.facts.Wants, c.facts.Fears = who.Epithet != "", who.Wants != "", who.Fears != ""
			facts = append(facts, c)
		}
		if len(facts) == 0 {
			continue
		}
		p := a.paragraph(facts)
		for k := range p.Facts {
			if p.Facts[k].Moment.Frame == "scene" {
				p.Facts[k].text = a.setting.scene()
			}
		}
		for i, who := range o.People {
			l := a.letter(o.Roster[i].Name)
			p.slots[l+"'s epithet"], p.slots[l+"'s wants"], p.slots[l+"'s fears"] = who.Epithet, who.Wants, who.Fears
		}
		done = append(done, p)
	}
	a.from = 0
	return append(done, a.fixed(begins, Opening, match)...)
}

// fixed is a paragraph of a moment that has its own place in a fight.
func (a *account) fixed(m rules.Moment, stage Stage, match bool) []*Paragraph {
	if a.tongue.frame(m.Frame) == nil {
		return nil
	}
	a.from, a.to = m.Step, m.Step
	p := a.paragraph([]candidate{{Moment: m, facts: a.known(m, stage, match), must: true, steps: []int{m.Step}}})
	a.from = 0
	return []*Paragraph{p}
}

// close ends the paragraph under way.
func (a *account) close() (done []*Paragraph) {
	facts := a.chosen()
	for len(facts) > 0 {
		n := min(len(facts), factsMax)
		if len(facts) == n+1 { // none alone
			n = (n + 1) / 2
		}
		for n < len(facts) && facts[n].thread {
			n++
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
		} else if c.weight > 0 && !c.thread {
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
	tied, last := false, false // a thread is told; the fact before is kept
	for _, c := range a.facts {
		switch {
		case c.means:
			if last {
				kept = append(kept, c)
			}
			continue
		case c.thread:
			if last && !tied {
				kept, tied = append(kept, c), true
			}
			continue
		case c.must, c.weight == 0 && must < factsFew && len(kept) == 0:
			kept, last = append(kept, c), true
		case c.weight >= least && c.weight > 0 && room > 0:
			kept, last = append(kept, c), true
			room--
		default:
			last = false
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
				p.slots[letter] = a.said(name)
			}
		}
		if c.Weapon != "" && f.By != "" {
			f.Weapon = p.slot(f.By, "weapon", c.Weapon)
		}
		p.Facts = append(p.Facts, f)
	}
	return p
}
