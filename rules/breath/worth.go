package breath

import (
	"fmt"
	"slices"
	"strings"

	"kokyu/rules"
	"kokyu/rules/book"
)

// What Energy brings: a spell or an order does what it is for in a trial, a small fight in which everybody does what is
// written. A trial is gone through whole, every throw of its dice with its chance, once with what is weighed and once without
// it; what that makes of Wounds, by the Energy it takes, is its worth.

// The bounds within which the worth of a row should lie, in that of a horizontal cut.
const (
	worthLeast = 0.7
	worthMost  = 1.4
)

// worths are both kinds of rows that are weighed, of a catalogue.
func worths(rows func() Book) []book.Worth {
	return []book.Worth{
		{
			Name: "spells", Says: spellsSay, Title: "What spells bring", Lines: spellLines,
			Rows: func() []string { return rows().fightSpells() },
			Row: func(name string) string {
				s := rows().Spells[name]
				return book.RowText(s) + book.RowText(rows().Combatants[s.Does.Call]) + written(spellTrials(name, s))
			},
			Weigh: func(name string) (book.Weighed, error) { return rows().weighSpell(name) },
		},
		{
			Name: "orders", Says: ordersSay, Title: "What orders bring", Lines: orderLines,
			Rows:  func() []string { return orderNames },
			Row:   func(name string) string { return written(orderTrials(name)) + squadText(rows()) },
			Weigh: func(name string) (book.Weighed, error) { return rows().weighOrder(name) },
		},
	}
}

// written is all that some trials say.
func written(list []trial) string {
	var b strings.Builder
	for _, t := range list {
		fmt.Fprintf(&b, "%s%s%+v%+v", t.rows(), t.encounter(), t.us, t.them)
	}
	return b.String()
}

// mean is what some trials bring, each as likely as the others.
func (b Book) mean(list []trial) (sum brought, err error) {
	for _, t := range list {
		got, err := t.weigh(b)
		if err != nil {
			return sum, err
		}
		sum.wounds += got.wounds / float64(len(list))
		sum.energy += got.energy / float64(len(list))
	}
	return sum, nil
}

// beside puts what a row brings beside a cut of a swordsman who adds mod to it.
func (b Book) beside(w book.Weighed, list []trial, mod int) (book.Weighed, error) {
	got, err := b.mean(list)
	if err != nil {
		return w, err
	}
	cut, err := cutTrial(mod).weigh(b)
	if err != nil {
		return w, err
	}
	w.Scene, w.Takes, w.Gains, w.Cut = list[0].says, got.energy, got.wounds, cut.wounds/cut.energy
	if got.energy > 0 {
		w.Beside = w.Kept * got.wounds / got.energy / w.Cut
	}
	if w.Beside < worthLeast || w.Beside > worthMost {
		w.Why = worthWhy[w.Row]
	}
	return w, nil
}

// cutTrial is a horizontal cut at Defense 12.
func cutTrial(mod int) trial {
	friend := player{name: "Friend", row: bladeRow(mod, lastEnergy, ""), line: "zone: " + front, post: true, breaths: []gust{{1, []deed{weighs("horizontal cut > Foe")}}}}
	foe := player{name: "Foe", row: bladeRow(mod, lastEnergy, ""), line: "zone: " + front, post: true}
	return trial{zones: plainZones, us: []player{friend}, them: []player{foe}, rounds: 1}
}

// trial is a small fight whose people do what is written, and nothing else.
type trial struct {
	says     string // what it is, for people
	zones    string // the zones: block on one line
	us, them []player
	rounds   int
	begins   func(g *Game, s *State)         // changes the start; may be nil
	counts   func(g *Game, s *State) float64 // what is measured of a position; nil is standing
}

// player is one of a trial. Who is a post stands for anybody: a Wound it loses is counted and given back at once, so that
// nobody's fall hides what a blow is worth.
type player struct {
	name    string
	who     string // a row of the catalogue; empty for one of its own
	row     string // the inside of that one
	line    string // what else its line of the side says
	post    bool
	breaths []gust
	answers []deed
}

// gust is what one breath of a round holds, in order. What is not open is passed over; a breath of which nothing is does not
// begin.
type gust struct {
	round int
	deeds []deed
}

// deed is a decision in words, of several the first that is open. Weighed deeds are what the trial is about.
type deed struct {
	words   []string
	weighed bool
}

func does(words ...string) deed { return deed{words: words} }

func weighs(words ...string) deed { return deed{words: words, weighed: true} }

// kind is what the row of a player is called.
func (p player) kind() string {
	if p.who != "" {
		return p.who
	}
	return strings.ToLower(p.name) + " of the trial"
}

// rows are the trial's own, as a catalogue file.
func (t trial) rows() []byte {
	var b strings.Builder
	b.WriteString("version: 1\ncombatants:\n")
	for _, p := range slices.Concat(t.us, t.them) {
		if p.who == "" {
			fmt.Fprintf(&b, "  %s: {%s}\n", p.kind(), p.row)
		}
	}
	return []byte(b.String())
}

// encounter is the trial as a file. Doubles do nothing besides a Fumble and a critical, as in the plain fight of two weapons.
func (t trial) encounter() []byte {
	var b strings.Builder
	fmt.Fprintf(&b, "version: 1\nsystem: %s\ntitle: What Energy Brings\nrounds: %d\nrulings: {retribution: \"off\", mandate: \"off\"}\nzones: %s\nsides:\n", System, t.rounds, t.zones)
	for side, players := range [][]player{t.us, t.them} {
		fmt.Fprintf(&b, "  - name: %s\n    fighters:\n", []string{"us", "them"}[side])
		for _, p := range players {
			line := ""
			if p.line != "" {
				line = ", " + p.line
			}
			fmt.Fprintf(&b, "      - {who: %s, name: %s%s}\n", p.kind(), p.name, line)
		}
	}
	return []byte(b.String())
}

// brought is what a trial comes to: the Wounds that side 1 loses more than side 0, and the Energy that weighed deeds take.
type brought struct{ wounds, energy float64 }

// weigh goes through a trial with and without what it is about.
func (t trial) weigh(rows Book) (b brought, err error) {
	rows, err = rows.Overlay("a trial", t.rows())
	if err != nil {
		return brought{}, err
	}
	g, err := Load("a trial", t.encounter(), rows)
	if err != nil {
		return brought{}, err
	}
	with, without := t.walk(g, true), t.walk(g, false)
	return brought{with.wounds - without.wounds, with.energy}, nil
}

// walk goes through a trial, with or without what is weighed.
func (t trial) walk(g *Game, with bool) brought {
	w := &walker{g: g, players: slices.Concat(t.us, t.them), counts: t.counts, with: with, known: map[stride]brought{}}
	if w.counts == nil {
		w.counts = standing
	}
	n := stride{s: g.start}
	if t.begins != nil {
		t.begins(g, &n.s)
	}
	return w.from(n)
}

// walker goes through one trial. What a position comes to is worked out once.
type walker struct {
	g       *Game
	players []player
	counts  func(g *Game, s *State) float64
	with    bool
	known   map[stride]brought
}

// stride is a position, and how far everybody has come: the breath, then the deed in it.
type stride struct {
	s    State
	gust [rules.SeatsMax]uint8
	deed [rules.SeatsMax]uint8
}

// from is what a position comes to.
func (w *walker) from(n stride) brought {
	if t, ok := w.known[n]; ok {
		return t
	}
	at := n
	var t brought
	switch turn := w.g.Turn(&n.s); turn.Kind {
	case rules.Over:
		return brought{}
	case rules.Chance:
		var buf [512]rules.Odds
		for _, o := range w.g.Odds(&n.s, buf[:0]) {
			next := w.play(n, o.Action, false)
			t.wounds += float64(o.P * next.wounds)
			t.energy += float64(o.P * next.energy)
		}
	default:
		if n.s.phase == phFate { // who has seen the dice knows what is best
			t = w.best(n)
			break
		}
		a, weighed := w.decides(&n, int(turn.Seat))
		t = w.play(n, a, weighed)
	}
	w.known[at] = t
	return t
}

// best is the best of what side 0 may do.
func (w *walker) best(n stride) (t brought) {
	var buf [choicesMax]rules.Action
	for k, a := range w.g.Actions(&n.s, buf[:0]) {
		if !w.with && k > 0 {
			break
		}
		if next := w.play(n, a, false); k == 0 || next.wounds > t.wounds {
			t = next
		}
	}
	return t
}

// play makes a happen and counts what it brings.
func (w *walker) play(n stride, a rules.Action, weighed bool) brought {
	before, cost, round := w.counts(w.g, &n.s), 0, n.s.round
	if weighed {
		cost = w.g.Cost(&n.s, a)
	}
	w.g.Play(&n.s, a, nil)
	if n.s.round != round {
		cost += w.renewed(&n.s)
	}
	gained := w.counts(w.g, &n.s) - before
	for i, p := range w.players {
		if p.post && n.s.up(i) {
			n.s.seats[i].wounds = w.g.seats[i].wounds
		}
	}
	t := w.from(n)
	return brought{t.wounds + gained, t.energy + float64(cost)}
}

// renewed is the Energy that boons still held have taken as a round began.
func (w *walker) renewed(s *State) (sum int) {
	for k := range w.g.mages {
		if i := w.g.mages[k].seat; w.g.holding(s, uint8(k)) != nil && w.g.seats[i].side == 0 {
			sum += int(w.g.seats[i].energy - s.seats[i].energy)
		}
	}
	return sum
}

// standing is how much more is left of side 0 than of side 1: Wounds, those of a squad as far as its Cohesion holds. What a
// spell has called is nobody's loss.
func standing(g *Game, s *State) (sum float64) {
	for i := range g.n {
		if !s.up(i) || g.seats[i].called {
			continue
		}
		n := float64(s.seats[i].wounds)
		if g.seats[i].squad() {
			n *= float64(s.seats[i].cohesion()) / cohesionMax
		}
		if g.seats[i].side == 1 {
			n = -n
		}
		sum += n
	}
	return sum
}

// decides is what the seat to move does, and moves it on in what is written for it.
func (w *walker) decides(n *stride, i int) (a rules.Action, weighed bool) {
	var buf [choicesMax]rules.Action
	legal := w.g.Actions(&n.s, buf[:0])
	p := &w.players[i]
	if n.s.phase != phCount && n.s.phase != phBreath {
		for _, d := range p.answers {
			if a, ok := w.open(n, legal, d); ok {
				return a, d.weighed
			}
		}
		return legal[len(legal)-1], false // to take the blow, to let it be
	}
	if n.s.phase == phCount && n.deed[i] > 0 { // a new breath
		n.gust[i]++
		n.deed[i] = 0
	}
	for ; int(n.gust[i]) < len(p.breaths) && p.breaths[n.gust[i]].round <= int(n.s.round); n.gust[i]++ {
		for b := &p.breaths[n.gust[i]]; b.round == int(n.s.round) && int(n.deed[i]) < len(b.deeds); {
			d := b.deeds[n.deed[i]]
			n.deed[i]++
			if a, ok := w.open(n, legal, d); ok {
				return a, d.weighed
			}
		}
		if n.s.phase == phBreath {
			break
		}
		n.deed[i] = 0
	}
	return legal[len(legal)-1], false // to end the breath, to close the round
}

// open is the first of a deed's decisions that can be made.
func (w *walker) open(n *stride, legal []rules.Action, d deed) (rules.Action, bool) {
	if d.weighed && !w.with {
		return rules.Action{}, false
	}
	for _, words := range d.words {
		for _, a := range legal {
			if w.g.Format(&n.s, a) == words {
				return a, true
			}
		}
	}
	return rules.Action{}, false
}
