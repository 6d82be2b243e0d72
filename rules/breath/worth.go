package breath

import (
	"fmt"
	"strings"

	"kokyu/rules"
	"kokyu/rules/book"
	"kokyu/rules/breath/rows"
)

// What Energy brings: a spell or an order does what it is for in a trial, a small fight in which everybody does what is
// written. A trial is gone through whole, every throw of its dice with its chance, once with what is weighed and once without
// it; what that makes of Wounds, by the Energy it takes, is its worth.

// worths are both kinds of rows that are weighed, of a catalogue.
func worths(catalogue func() rows.Book) []book.Worth {
	return []book.Worth{
		{
			Name: "spells", Says: spellsSay, Title: "What spells bring", Lines: spellLines,
			Rows: func() []string { return fightSpells(catalogue()) },
			Row: func(name string) string {
				s := catalogue().Spells[name]
				return book.RowText(s) + book.RowText(catalogue().Combatants[s.Does.Call]) + written(spellTrials(name, s))
			},
			Weigh: func(name string) (book.Weighed, error) { return weighSpell(catalogue(), name) },
		},
		{
			Name: "orders", Says: ordersSay, Title: "What orders bring", Lines: orderLines,
			Rows:  func() []string { return orderNames },
			Row:   func(name string) string { return written(orderTrials(name)) + squadText(catalogue()) },
			Weigh: func(name string) (book.Weighed, error) { return weighOrder(catalogue(), name) },
		},
	}
}

// written is all that some trials say.
func written(list []trial) string {
	var b strings.Builder
	for _, t := range list {
		fmt.Fprintf(&b, "%s%s%+v", t.rows(), t.encounter(), t.players)
	}
	return b.String()
}

// mean is what some trials bring, each as likely as the others.
func mean(b rows.Book, list []trial) (sum brought, err error) {
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
func beside(b rows.Book, w book.Weighed, list []trial, mod int) (book.Weighed, error) {
	got, err := mean(b, list)
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
	if w.Outside() {
		w.Why = worthWhy[w.Row]
	}
	return w, nil
}

// cutTrial is a horizontal cut at Defense 12.
func cutTrial(mod int) trial {
	p := people{}
	p.add("Friend", bladeRow(mod, lastEnergy, ""))
	p.add("Foe", bladeRow(mod, lastEnergy, ""))
	return p.trial("", 1, 1, "us Friend/them Foe/Friend 0: *cut Foe")
}

// trial is a small fight whose people do what is written, and nothing else.
type trial struct {
	says    string // what it is, for people
	zones   string // the zones: block on one line
	names   []string
	players []player // the first of them ours
	ours    int
	rounds  int
	begins  func(g *Game, s *State)         // changes the start; may be nil
	counts  func(g *Game, s *State) float64 // what is measured of a position; nil is standing
}

// player is one of a trial. Who is a post stands for anybody: a Wound it loses is counted and given back at once, so that
// nobody's fall hides what a blow is worth.
type player struct {
	name    string
	who     string // a row of the catalogue; empty for one of its own
	row     string // the inside of that one
	zone    string
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

// people are those who may be there in a trial, by their names.
type people map[string]*player

// add brings one in, a post in the common zone.
func (p people) add(name, row string) { p[name] = &player{name: name, row: row, post: true} }

// trial is what a script says, from a first round on. Its parts, divided by "/", are who is there on either side, with "@" not
// in the common zone, and what each does in a round, counted from the first: its breaths by ";", their deeds by ",", of several
// the first that is open by "|", what is weighed with "*". "cut X" is a horizontal cut, "cuts X" a breath of two of them; in
// the rounds "*" it is one breath in the first and two in each of two more.
func (p people) trial(says string, first, rounds int, script string) trial {
	t := trial{says: says, zones: plainZones, rounds: first + rounds - 1}
	for part := range strings.SplitSeq(script, "/") {
		head, does, acts := strings.Cut(part, ": ")
		name, rest, _ := strings.Cut(head, " ")
		switch {
		case !acts:
			for _, who := range strings.Split(rest, ", ") {
				who, zone, placed := strings.Cut(who, "@")
				if !placed {
					zone = front
				}
				p[who].zone = zone
				t.names = append(t.names, who)
			}
			if name == "us" {
				t.ours = len(t.names)
			}
		case rest == "answers":
			p[name].answers = append(p[name].answers, deedOf(does))
		case rest == "*":
			for r := range 3 {
				for range min(1+r, 2) {
					p[name].breathes(first+r, does)
				}
			}
		default:
			for breath := range strings.SplitSeq(does, "; ") {
				p[name].breathes(first+int(rest[0]-'0'), breath)
			}
		}
	}
	for _, who := range t.names {
		t.players = append(t.players, *p[who])
	}
	return t
}

// breathes adds a breath.
func (p *player) breathes(round int, breath string) {
	b := gust{round: round}
	for d := range strings.SplitSeq(breath, ", ") {
		if at, two := strings.CutPrefix(d, "cuts "); two {
			cut := deedOf("cut " + strings.ReplaceAll(at, "|", "|cut "))
			b.deeds = append(b.deeds, cut, cut)
			continue
		}
		b.deeds = append(b.deeds, deedOf(d))
	}
	p.breaths = append(p.breaths, b)
}

// deedOf reads one deed of a script.
func deedOf(text string) (d deed) {
	text, d.weighed = strings.CutPrefix(text, "*")
	for _, words := range strings.Split(text, "|") {
		if at, cut := strings.CutPrefix(words, "cut "); cut {
			words = "horizontal cut > " + at
		}
		d.words = append(d.words, words)
	}
	return d
}

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
	for _, p := range t.players {
		if p.who == "" {
			fmt.Fprintf(&b, "  %s: {%s}\n", p.kind(), p.row)
		}
	}
	return []byte(b.String())
}

// encounter is the trial as a file. Doubles do nothing besides a Fumble and a critical, as in the plain fight of two weapons.
func (t trial) encounter() []byte {
	var b strings.Builder
	fmt.Fprintf(&b, "version: 1\nsystem: %s\ntitle: What Energy Brings\nrounds: %d\nrulings: {retribution: \"off\", mandate: \"off\"}\nzones: %s\nsides:\n", rows.System, t.rounds, t.zones)
	for i, p := range t.players {
		if i == 0 || i == t.ours {
			fmt.Fprintf(&b, "  - name: %s\n    fighters:\n", map[bool]string{true: "us", false: "them"}[i == 0])
		}
		fmt.Fprintf(&b, "      - {who: %s, name: %s, zone: %s%s}\n", p.kind(), p.name, p.zone, p.line)
	}
	return []byte(b.String())
}

// brought is what a trial comes to: the Wounds that side 1 loses more than side 0, and the Energy that weighed deeds take.
type brought struct{ wounds, energy float64 }

// weigh goes through a trial with and without what it is about.
func (t trial) weigh(catalogue rows.Book) (b brought, err error) {
	catalogue, err = catalogue.Overlay("a trial", t.rows())
	if err != nil {
		return brought{}, err
	}
	g, err := Load("a trial", t.encounter(), catalogue)
	if err != nil {
		return brought{}, err
	}
	with, without := t.walk(g, true), t.walk(g, false)
	return brought{with.wounds - without.wounds, with.energy}, nil
}

// walk goes through a trial, with or without what is weighed.
func (t trial) walk(g *Game, with bool) brought {
	w := &walker{g: g, players: t.players, counts: t.counts, with: with, known: map[stride]brought{}}
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
			n = float64(n * (float64(s.seats[i].cohesion()) / cohesionMax))
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
