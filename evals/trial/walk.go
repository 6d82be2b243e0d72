package trial

import (
	"fmt"
	"strconv"
	"strings"

	"kokyu/agent"
	"kokyu/rules"
	"kokyu/rules/fight"
)

// brought is what a trial comes to: the Wounds that side 1 loses more than side 0, and the Energy that weighed acts take.
type brought struct{ wounds, energy float64 }

// weigh goes through a trial with and without what it is about.
func (t trial) weigh(c agent.Catalogue) (b brought, err error) {
	if c, err = c.With("a trial", t.rows()); err != nil {
		return brought{}, err
	}
	f, err := c.NewFight("a trial", t.file(), agent.Setup{})
	if err != nil {
		return brought{}, err
	}
	w := &walker{trial: t, places: map[any]int32{}}
	for _, r := range f.Roster() {
		w.sides = append(w.sides, r.Side)
	}
	if w.counts == nil {
		w.counts = w.standing
	}
	with, err := w.walk(f, true)
	if err != nil {
		return brought{}, err
	}
	if t.before != "" { // the same fight, in which nothing has been done before
		t.before = ""
		if f, err = c.NewFight("a trial", t.file(), agent.Setup{}); err != nil {
			return brought{}, err
		}
	}
	without, err := w.walk(f, false)
	return brought{with.wounds - without.wounds, with.energy + float64(t.takes)}, err
}

// walker goes through one trial. What a position comes to is worked out once.
type walker struct {
	trial
	sides  []rules.Side // of the seats
	places map[any]int32
	views  []view // of positions, by their places

	with  bool
	known map[key]brought
}

// view is what a trial sees of a position.
type view struct {
	counts float64
	taken  int  // Energy that boons still held take as a round begins
	hurt   bool // a post has lost a Wound
}

// progress is how far everybody has come in what is written: the breath, then the act in it.
type progress struct{ breath, act [rules.SeatsMax]uint8 }

// key tells positions of a trial apart: by their places, and how far everybody has come.
type key struct {
	place int32
	progress
}

// node is a position of a trial.
type node struct {
	*fight.Fight
	key
}

// walk goes through a trial, with or without what is weighed.
func (w *walker) walk(f *fight.Fight, with bool) (brought, error) {
	w.with, w.known = with, map[key]brought{}
	return w.from(w.at(f, progress{}))
}

// at is a node where a fight stands. To read sheets takes longer than all the rest: each position's are read once.
func (w *walker) at(f *fight.Fight, p progress) node {
	at := f.Key()
	place, ok := w.places[at]
	if !ok {
		place = int32(len(w.views))
		w.places[at], w.views = place, append(w.views, w.look(f))
	}
	return node{f, key{place, p}}
}

// look is what is seen where a fight stands.
func (w *walker) look(f *fight.Fight) view {
	all := w.read(f)
	v := view{counts: w.counts(all), taken: w.taken(all)}
	for i, s := range all {
		v.hurt = v.hurt || w.players[i].post && !s.down && s.wounds < s.woundsMax
	}
	return v
}

// from is what a position comes to, once posts have their Wounds back.
func (w *walker) from(n node) (t brought, err error) {
	before := n.key
	if t, ok := w.known[before]; ok {
		return t, nil
	}
	if w.views[n.place].hurt {
		n = w.restored(n)
	}
	t, ok := w.known[n.key]
	if !ok {
		t, err = w.rest(n)
	}
	w.known[before] = t
	return t, err
}

// restored gives posts their Wounds back, by a GM's edit. While the blow that took one is under way no edit is taken: the post
// has it back as soon as that is over.
func (w *walker) restored(n node) node {
	for i, s := range w.read(n.Fight) {
		if p := w.players[i]; p.post && !s.down && s.wounds < s.woundsMax {
			if _, err := n.Edit(fmt.Sprintf("%s wounds=%d", p.name, s.woundsMax), "a post"); err != nil {
				break
			}
		}
	}
	return w.at(n.Fight, n.progress)
}

// rest is what a position comes to as it stands.
func (w *walker) rest(n node) (t brought, err error) {
	begun := n.key
	switch turn := n.Turn(); turn.Kind {
	case rules.Over:
		return brought{}, nil
	case rules.Chance:
		for _, o := range n.Outcomes() {
			next, err := w.play(n, o.Action, 0)
			if err != nil {
				return t, err
			}
			t.wounds += float64(o.P * next.wounds)
			t.energy += float64(o.P * next.energy)
		}
	default:
		options := n.Options()
		if options[0].Phase == "fate" { // who has seen the dice knows what is best
			t, err = w.best(n, options)
			break
		}
		o, weighed := w.decides(&n, turn, options)
		cost := 0
		if weighed {
			cost = o.Cost
		}
		t, err = w.play(n, o.Action, cost)
	}
	w.known[begun] = t
	return t, err
}

// best is the best of what side 0 may do.
func (w *walker) best(n node, options []fight.Option) (t brought, err error) {
	for k, o := range options {
		if !w.with && k > 0 {
			break
		}
		next, err := w.play(n, o.Action, 0)
		if err != nil {
			return t, err
		}
		if k == 0 || next.wounds > t.wounds {
			t = next
		}
	}
	return t, nil
}

// play makes a happen, for so much Energy that counts, and counts what it brings.
func (w *walker) play(n node, a rules.Action, cost int) (brought, error) {
	f, err := n.After(a)
	if err != nil {
		return brought{}, err
	}
	next := w.at(f, n.progress)
	if f.Round() != n.Round() {
		cost += w.views[next.place].taken
	}
	gained := w.views[next.place].counts - w.views[n.place].counts
	t, err := w.from(next)
	return brought{t.wounds + gained, t.energy + float64(cost)}, err
}

// taken is the Energy that boons still held have taken where a round begins.
func (w *walker) taken(all []sheet) (sum int) {
	for i, s := range all {
		if s.holds && w.sides[i] == 0 {
			sum += s.energyMax - s.energy
		}
	}
	return sum
}

// standing is how much more is left of side 0 than of side 1: Wounds, those of a squad as far as its Cohesion holds. What a
// spell has called is nobody's loss.
func (w *walker) standing(all []sheet) (sum float64) {
	for i, s := range all {
		if s.down || w.players[i].name == w.called {
			continue
		}
		n := float64(s.wounds)
		if s.cohesionMax > 0 {
			n = float64(n * (float64(s.cohesion) / float64(s.cohesionMax)))
		}
		if w.sides[i] == 1 {
			n = -n
		}
		sum += n
	}
	return sum
}

// decides is what the seat to move does, and moves it on in what is written for it.
func (w *walker) decides(n *node, turn rules.Turn, legal []fight.Option) (o fight.Option, weighed bool) {
	i, round := int(turn.Seat), n.Round()
	p, last := &w.players[i], legal[len(legal)-1]
	if !turn.Begins && last.Phase != "end" { // somebody else's breath
		for _, d := range p.answers {
			if o, ok := w.open(legal, d); ok {
				return o, d.weighed
			}
		}
		return last, false // to take the blow, to let it be
	}
	if turn.Begins && n.act[i] > 0 { // a new breath
		n.breath[i]++
		n.act[i] = 0
	}
	for ; int(n.breath[i]) < len(p.breaths) && p.breaths[n.breath[i]].round <= round; n.breath[i]++ {
		for b := &p.breaths[n.breath[i]]; b.round == round && int(n.act[i]) < len(b.deeds); {
			d := b.deeds[n.act[i]]
			n.act[i]++
			if o, ok := w.open(legal, d); ok {
				return o, d.weighed
			}
		}
		if !turn.Begins {
			break
		}
		n.act[i] = 0
	}
	return last, false // to end the breath, to close the round
}

// open is the first of an act's decisions that can be made.
func (w *walker) open(legal []fight.Option, d act) (fight.Option, bool) {
	if d.weighed && !w.with {
		return fight.Option{}, false
	}
	for _, words := range d.words {
		for _, o := range legal {
			if o.Words == words {
				return o, true
			}
		}
	}
	return fight.Option{}, false
}

// sheet is what a trial reads on a combatant's sheet.
type sheet struct {
	down                  bool
	wounds, woundsMax     int
	energy, energyMax     int
	cohesion, cohesionMax int // of a squad
	casting, holds        bool
}

// read reads all sheets.
func (w *walker) read(f *fight.Fight) []sheet {
	all := make([]sheet, len(w.players))
	for i := range all {
		s := &all[i]
		for _, e := range f.Sheet(rules.Seat(i)) {
			switch e.Name {
			case "state":
				s.down = true
			case "wounds":
				s.wounds, s.woundsMax = share(e.Value)
			case "energy":
				s.energy, s.energyMax = share(e.Value)
			case "cohesion":
				s.cohesion, s.cohesionMax = share(e.Value)
			case "casting":
				s.casting = true
			case "holds":
				s.holds = true
			}
		}
	}
	return all
}

// share reads "4 of 5".
func share(value string) (n, of int) {
	left, all, _ := strings.Cut(value, " of ")
	n, _ = strconv.Atoi(left)
	of, _ = strconv.Atoi(all)
	return n, of
}
