package breath

import (
	"bytes"
	"fmt"
	"math"
	"math/rand/v2"
	"runtime/debug"
	"slices"
	"strings"
	"testing"

	"go.yaml.in/yaml/v3"

	"kokyu/rules"
	"kokyu/rules/book"
	"kokyu/rules/breath/rows"
	"kokyu/rules/rulestest"
	"kokyu/rules/strict"
	"kokyu/rules/text"
)

// Fuzz tests: bytes choose moves, bytes are data files, bytes change positions. What must hold after every step stands in
// [watch.look].

// watch follows one fight and says what is wrong with it.
type watch struct {
	g       *Game
	last    State
	printed bool // a position a person wrote: the seat it names need not be the first in the count
}

// look checks a position against the laws that hold in every one, and against the one before.
func (w *watch) look(s *State) error {
	g := w.g
	for i := range g.n {
		c := &s.seats[i]
		switch {
		case c.flags&hasYielded != 0 && (*c != seat{flags: isDown | hasYielded, wounds: c.wounds, lost: c.lost, zone: c.zone} || c.zone != 0 && !c.hasFled()):
			return fmt.Errorf("%s has yielded and more is left of it than its Wounds and what it has lost (R-216): %+v", g.name(i), *c)
		case c.flags&(isDown|hasYielded) == isDown && *c != (seat{flags: isDown}):
			return fmt.Errorf("%s is down and something of it is left (R-86): %+v", g.name(i), *c)
		case c.energy < 0 || c.energy > max(rows.EnergyMax, g.fighters[i].energy):
			return fmt.Errorf("%s has Energy %d", g.name(i), c.energy)
		case c.energy > max(g.fighters[i].energy, w.last.seats[i].energy) && s.marks[i]&markReceived == 0:
			return fmt.Errorf("%s has Energy %d of %d, and had %d", g.name(i), c.energy, g.fighters[i].energy, w.last.seats[i].energy)
		case c.wounds > w.last.seats[i].wounds && !g.fighters[i].isSquad() && !g.fighters[i].called:
			return fmt.Errorf("%s went from %d Wounds to %d", g.name(i), w.last.seats[i].wounds, c.wounds)
		case s.isUp(i) && !g.fighters[i].isMob && c.wounds < 1:
			return fmt.Errorf("%s stands with %d Wounds", g.name(i), c.wounds)
		case !g.fighters[i].isSquad() && (c.held[0] > reservesMax || c.held[1] > reservesMax):
			return fmt.Errorf("%s holds %v reservations", g.name(i), c.held)
		case c.zone >= zoneCount || s.isUp(i) && g.hasZones == (c.zone == zoneScene):
			return fmt.Errorf("%s is in zone %d", g.name(i), c.zone)
		case c.zeroUses&zeroCountMask > zeroMax && !w.printed:
			return fmt.Errorf("%s has used 0 Energy %d times this round (EB-85)", g.name(i), c.zeroUses&zeroCountMask)
		case c.exposed < 0 || c.place > rows.EnergyMax*placesPerEnergy:
			return fmt.Errorf("%s: %+v", g.name(i), *c)
		case s.isUp(i) && c.flags&isDefenseless != 0 && c.stance != 0 && !w.printed:
			return fmt.Errorf("%s is Defenseless and holds a stance (R-46)", g.name(i))
		}
	}
	for i := g.n; i < len(s.seats); i++ {
		if s.seats[i] != (seat{}) {
			return fmt.Errorf("the empty seat %d is %+v", i, s.seats[i])
		}
	}
	if err := w.duel(s); err != nil {
		return err
	}
	if err := w.retinues(s); err != nil {
		return err
	}
	if v := g.Score(s); math.IsNaN(v) || v < -1 || v > 1 {
		return fmt.Errorf("the score is %v", v)
	}
	w.last = *s
	switch t := g.Turn(s); t.Kind {
	case rules.Chance:
		return w.odds(s)
	case rules.Decide:
		return w.decision(s, t)
	}
	return nil
}

// duel: nothing of one outside it; in it guard keeps its bounds and nothing is remembered that does not matter.
func (w *watch) duel(s *State) error {
	g, d := w.g, s.duel
	if !g.duel.on {
		if d != (duelState{}) {
			return fmt.Errorf("no duel, and %+v", d)
		}
		return nil
	}
	if d.rung < g.duel.farthest || d.rung >= rungCount || d.highUsed > 1 || d.highUsed == 1 && g.duel.highBonus == [2]int8{} {
		return fmt.Errorf("the pair stands at %+v", d)
	}
	for i := range d.guard {
		switch {
		case d.guard[i] < 0 || d.guard[i] > g.fighters[i].guard:
			return fmt.Errorf("%s has guard %d of %d (MA-37)", g.name(i), d.guard[i], g.fighters[i].guard)
		case d.guard[i] > 0 && d.flags[i]&duelOpeningFades != 0:
			return fmt.Errorf("%s is not broken and its opening fades", g.name(i))
		case d.rung != farRange && d.flags[i]&duelAtFar != 0:
			return fmt.Errorf("%s remembers far range at %s", g.name(i), rows.Rungs[d.rung])
		case d.hurt[i] >= 1<<len(rows.Locations) || g.duel.points > 0 && d.hurt[i]&^hurtTorso != 0:
			return fmt.Errorf("%s is hurt: %b", g.name(i), d.hurt[i])
		case d.flags[i] >= 1<<len(rows.DuelMarks):
			return fmt.Errorf("%s remembers %b", g.name(i), d.flags[i])
		}
	}
	return nil
}

// retinues: what has no Energy by nature has none (EB-123), a squad keeps its bounds and its commander, and where nobody
// lays anything on anybody, nothing lies.
func (w *watch) retinues(s *State) error {
	g := w.g
	if !g.usesExtras && s.extras != (extras{}) {
		return fmt.Errorf("nothing can be laid on anybody, and %+v", s.extras)
	}
	for i := range g.n {
		f, c := &g.fighters[i], &s.seats[i]
		if c.flags&isDown != 0 {
			if s.marks[i] != 0 {
				return fmt.Errorf("%s is down and bears %b", g.name(i), s.marks[i])
			}
			continue
		}
		switch {
		case (f.isSquad() || f.isBound()) && c.energy != 0:
			return fmt.Errorf("%s has Energy %d by nature 0", g.name(i), c.energy)
		case f.isBound() && (c.place != 0 || c.held[0] > wardsMax || c.zeroUses != 0 || c.stance != 0):
			return fmt.Errorf("the unit %s is %+v", g.name(i), *c)
		case !f.isSquad():
		case c.cohesion() < 1 || c.cohesion() > cohesionMax || g.heads(s, i) < 1 || g.heads(s, i) > f.heads:
			return fmt.Errorf("%s stands with %d heads and Cohesion %d", g.name(i), g.heads(s, i), c.cohesion())
		case !s.isLeaderless(i) && (!s.isUp(int(c.commander())) || g.Side(rules.Seat(c.commander())) != f.side):
			return fmt.Errorf("%s stands under %d, who does not stand with it", g.name(i), c.commander())
		case c.flags != 0 || c.stance != 0 || c.zeroUses != 0 || c.ordersObeyed() > ordersMax:
			return fmt.Errorf("the squad %s is %+v", g.name(i), *c)
		}
	}
	return nil
}

// odds: throws of a hundred; lots are even.
func (w *watch) odds(s *State) error {
	for _, odds := range [][]rules.Odds{w.g.Odds(s, nil), w.g.fineOdds(s, nil)} {
		ways, lots := 0, 0.0
		hundred := 100.0
		if s.phase == phContest { // four dice
			hundred = 10_000
		}
		for _, o := range odds {
			n := math.Round(o.P * hundred)
			if s.phase != phLot && (math.Abs(o.P*hundred-n) > 1e-7 || n < 1) {
				return fmt.Errorf("%s has the chance %v, want hundredths", w.g.Format(s, o.Action), o.P)
			}
			ways += int(n)
			lots += o.P
		}
		if s.phase == phLot && math.Abs(lots-1) > 1e-12 || s.phase != phLot && ways != int(hundred) {
			return fmt.Errorf("the odds add up to %v: %v", lots, odds)
		}
	}
	if c := w.g.Check(s); c.P < 0 || c.P > 1 {
		return fmt.Errorf("the check is %+v", c)
	}
	return nil
}

// decision: something is legal, no two read the same, and everything costs at least 1 but for the documented zeros
// (EB-48, EB-49, EB-56, R-36): an answer held ready, no answer, a stance released, the Outside for a shinobi, and what is
// no maneuver: wait, close, end.
func (w *watch) decision(s *State, t rules.Turn) error {
	g := w.g
	legal := g.Actions(s, nil)
	if len(legal) == 0 {
		return fmt.Errorf("%s must decide and can do nothing", g.name(int(t.Seat)))
	}
	words := map[string]bool{}
	for _, act := range legal {
		said := g.Format(s, act)
		if words[text.Fold(said)] {
			return fmt.Errorf("%q is offered twice", said)
		}
		words[text.Fold(said)] = true
		cost, have := g.Cost(s, act), int(s.seats[t.Seat].energy)
		if cost < 0 || cost == 0 && !isFree(s, act) || cost > have {
			return fmt.Errorf("%q costs %d of %d", said, cost, have)
		}
		if act.Do == doAttack && (!s.isUp(int(act.At)) || g.Side(act.At) == g.Side(t.Seat)) {
			return fmt.Errorf("%q is no blow at a standing foe", said)
		}
	}
	if !s.isUp(int(t.Seat)) {
		return fmt.Errorf("%s is down and must decide", g.name(int(t.Seat)))
	}
	if s.phase != phCount || w.printed {
		return nil
	}
	for i := range g.n {
		if i != int(t.Seat) && g.isInCount(s, i) && g.isBefore(s, i, int(t.Seat)) {
			return fmt.Errorf("%s stands at the count and %s before it (EB-05)", g.name(int(t.Seat)), g.name(i))
		}
	}
	if !g.isInCount(s, int(t.Seat)) {
		return fmt.Errorf("%s stands at the count without a place in it", g.name(int(t.Seat)))
	}
	return nil
}

// walkOn plays at most so many steps and watches. A position a person wrote may be printed in other words.
func walkOn(t *testing.T, g *Game, book rows.Book, c *rulestest.Choices, steps int, printed bool) {
	t.Helper()
	w := &watch{g: g, last: g.Start(), printed: printed}
	load := loading(book)
	if printed {
		load = nil
	}
	rulestest.Watch(t, g, c, steps, w.look, load)
}

// isFree reports whether the rules let an action cost nothing.
func isFree(s *State, act rules.Action) bool {
	switch act.Do {
	case doWait, doCloseRound, doEnd, doReleaseStance, doTakeBlow, doResistStep, doDecline, doKeepDice, doShiftDie, doKata, doKataStrike:
		return true
	case doNameTarget, doDeclineSpell: // the spell is paid for; letting one land costs nothing
		return true
	case doDefend:
		return act.Mode == modeHeld || act.Mode == modeWard
	case doMove:
		return act.Mode == wayIntoOutside
	case doOrder:
		return s.breath&breathWaived != 0
	}
	return false
}

// fuzzScenes are encounters whose fights differ.
var fuzzScenes = []string{crossroadsOfAll, bothBleed, `
version: 1
system: breath
title: Two Empty Hands
sides:
  - {name: one, fighters: [{who: samurai, name: A, weapons: [unarmed]}]}
  - {name: other, fighters: [{who: ronin, name: B, weapons: [unarmed]}]}
`, `
version: 1
system: breath
title: The Alley
zones: {first front: {}, core: {}, second front: {}}
sides:
  - {name: one, fighters: [{who: ronin, name: A, weapons: [dagger, kodachi]}, {who: mikkyo monk, name: B}, {who: oni warrior, name: C}]}
  - {name: other, fighters: [{who: spear lord, name: D}, {who: rider, name: E}, {bandit: 2}, {gaki: 2}]}
objective: {for: other, goal: protect, who: D}
`, `
version: 1
system: breath
title: Out by the Water Gate
zones: {first front: {}, first rear: {}, outside: {}, flank: {}, second front: {}}
rounds: 6
sides:
  - {name: one, fighters: [{who: shinobi, name: A}, {who: ninja, name: B}]}
  - {name: other, fighters: [{who: veteran ashigaru, name: C}, {who: bandit archer, name: D}, {who: onryo, name: E}]}
objective: {for: one, goal: escape}
rulings: {waiting: off, strained adds: "yes", reservation first: "no", short core: floored, fatigue: flat}
`}

// fuzzGames loads the scenes and the built-in encounters, once.
func fuzzGames(t testing.TB) (games []*Game) {
	for _, text := range slices.Concat(fuzzScenes, duelsOfAll) {
		games = append(games, mirrorLoad(t, text))
	}
	for _, name := range rows.Shipped.Encounters() {
		games = append(games, builtin(t, name))
	}
	for _, name := range retinueScenes {
		games = append(games, retinueGame(t, name))
	}
	return games
}

// FuzzPlay: whatever is chosen and whatever the dice show, the invariants hold after every step.
func FuzzPlay(f *testing.F) {
	games := fuzzGames(f)
	for i := range games {
		f.Add(byte(i), []byte{})
		f.Add(byte(i), []byte("an arrow at the neck of the gate"))
		f.Add(byte(i), bytes.Repeat([]byte{0, 9, 9}, 60))  // always the first choice, always 10-10
		f.Add(byte(i), bytes.Repeat([]byte{1, 0, 0}, 60))  // the second, always 1-1
		f.Add(byte(i), bytes.Repeat([]byte{3, 4, 10}, 60)) // mixed
	}
	tedori := slices.IndexFunc(games, func(g *Game) bool { return g.Title() == "The Ford at Tedori" })
	f.Add(byte(tedori), []byte("172220020200Z702\x0122")) // a burst has a second target to name
	f.Fuzz(func(t *testing.T, scene byte, moves []byte) {
		g := games[int(scene)%len(games)]
		walkOn(t, g, rows.DefaultBook(), rulestest.NewChoices(moves), 250, false)
	})
}

// overlays are small catalogues a table might write.
var overlays = []string{`
version: 1
weapons:
  nunchaku:
    family: staff
    skill: staff
    tags: [one-handed]
    attack: [{name: whirl, energy: 1, check: finesse, bonus: -3}, {name: snap, energy: 2 house, check: courage, effects: [topple]}]
    defense: [{name: tangle, energy: 1, check: finesse}]
combatants:
  farmer: {grade: minion, energy: 8, wounds: 1, weapons: [nunchaku], skills: {staff: 2}}
`, `
version: 1
traits:
  saint: {limit: 2, evasion: 2, initiative: 3, wounds: 2, stance: spear wall, descent: 2, outside: 0}
stances:
  wall of reeds: {energy: 1, defense: 3, strikes: miss, rooted: held, grade: [lord]}
armours:
  paper: {defense: 10, energy: -3, limit: 1}
combatants:
  master: {grade: lord, courage: 3, finesse: 3, armour: paper, weapons: [kodachi, shield], skills: {swordsmanship: 5}, traits: [saint, samurai]}
`}

// oneFight sets the rows of an overlay against a ronin.
func oneFight(rows []string) []byte {
	var b strings.Builder
	b.WriteString("version: 1\nsystem: breath\ntitle: A Row\nzones: {first front: {}, core: {}, second front: {}, outside: {}}\nsides:\n  - name: one\n    fighters:\n")
	for i, row := range rows[:min(len(rows), 10)] {
		fmt.Fprintf(&b, "      - {who: %q, name: Row %d}\n", row, i)
	}
	b.WriteString("  - name: other\n    fighters: [{who: ronin, name: Ronin}, {who: bandit, name: Bandit}]\n")
	return []byte(b.String())
}

// FuzzLoad: bytes as an encounter, a position or a catalogue never panic, and what loads can be played and printed.
func FuzzLoad(f *testing.F) {
	for _, name := range rows.Shipped.Encounters() {
		data, _ := rows.Shipped.Encounter(name)
		f.Add(data)
	}
	for _, text := range slices.Concat(fuzzScenes, duelsOfAll, overlays) {
		f.Add([]byte(text))
	}
	for i, g := range fuzzGames(f) {
		s := g.Start()
		c := rulestest.NewChoices(bytes.Repeat([]byte{byte(i), 7}, 40))
		for range 15 + 3*i {
			if g.Turn(&s).Kind == rules.Over {
				break
			}
			if act, _, err := rulestest.Next(c, g, &s); err == nil {
				g.Play(&s, act, nil)
			}
		}
		f.Add([]byte(positionText(g, &s)))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		if g, err := Load("fuzz.yaml", data, rows.DefaultBook()); err == nil {
			walkOn(t, g, rows.DefaultBook(), rulestest.NewChoices(nil), 120, g.Encounter.Now != nil)
		} else {
			rulestest.WantRefusal(t, err)
		}
		catalogue, err := rows.DefaultBook().Overlay("fuzz.yaml", data)
		if err != nil {
			rulestest.WantRefusal(t, err)
			return
		}
		var own rows.Book
		if _, err := strict.Decode("fuzz.yaml", data, &own); err != nil {
			t.Fatalf("an overlay that is laid over does not decode: %v", err)
		}
		if g, err := Load("row.yaml", oneFight(book.Keys(own.Combatants)), catalogue); err == nil {
			walkOn(t, g, catalogue, rulestest.NewChoices(nil), 120, false)
		}
	})
}

// FuzzPosition: a position printed anywhere in a fight comes back the same; changed by a hand that does not care, it is
// refused or can be played for 200 steps.
func FuzzPosition(f *testing.F) {
	games := fuzzGames(f)
	for i := range games {
		for n := range 6 {
			f.Add(byte(i), byte(7*n), []byte{}, []byte{})
			f.Add(byte(i), byte(11*n), []byte{3, 1, 4, 1, 5, 9, 2, 6}, []byte{byte(n), 1, byte(i), 2, byte(n + 3), 5})
		}
	}
	f.Fuzz(func(t *testing.T, scene, steps byte, moves, changes []byte) {
		g := games[int(scene)%len(games)]
		s, c := g.Start(), rulestest.NewChoices(moves)
		for range steps {
			if g.Turn(&s).Kind == rules.Over {
				break
			}
			act, _, err := rulestest.Next(c, g, &s)
			if err != nil {
				t.Fatal(err)
			}
			g.Play(&s, act, nil)
		}
		rulestest.SameAgain(t, g, loading(rows.DefaultBook()))
		c = &rulestest.Choices{Data: changes[:min(len(changes), 12)], Rest: rand.New(rand.NewPCG(1, uint64(len(changes))))}
		mangledPlays(t, g, s, c, min(4, len(changes)/3), rulestest.NewChoices(moves))
	})
}

// mangledPlays plays on to a boundary and changes that in so many places; if it is still accepted it can be printed and played
// for 200 steps.
func mangledPlays(t *testing.T, g *Game, s State, changes *rulestest.Choices, places int, moves *rulestest.Choices) {
	t.Helper()
	for !rules.Boundary[State](g, &s) {
		g.Play(&s, rulestest.AnyMove(changes.Rest, g, &s), nil)
	}
	file := mirrorFile(t, g.Encounter)
	file.Now = g.now(&s)
	mangle(g, file.Now, changes, places)
	data, err := yaml.Marshal(file)
	if err != nil {
		t.Fatal(err)
	}
	h, err := Load("mangled.yaml", data, rows.DefaultBook())
	if err != nil {
		rulestest.WantRefusal(t, err)
		return
	}
	defer func() {
		if p := recover(); p != nil {
			t.Fatalf("a position that was accepted panics: %v\n%s\n%s", p, debug.Stack(), data)
		}
	}()
	u := h.Start()
	if _, err := Load("again.yaml", []byte(positionText(h, &u)), rows.DefaultBook()); err != nil {
		t.Fatalf("a position that was accepted prints as one that is not: %v\n%s", err, data)
	}
	walkOn(t, h, rows.DefaultBook(), moves, 200, true)
}

// mangle changes some values of a position.
func mangle(g *Game, n *rows.Now, c *rulestest.Choices, places int) {
	name := func() string { return g.name(c.Of(g.n)) }
	for range places {
		who := name()
		ns := n.Seats[who]
		switch c.Of(28) {
		case 0:
			n.Round = c.Of(30)
		case 1, 2:
			n.Wait = rows.Phases[c.Of(len(rows.Phases))]
		case 3:
			n.Seat = who
		case 4:
			ns.Energy = c.Of(24)
		case 5:
			ns.Wounds = c.Of(6)
		case 6:
			ns.Zone = rows.Zones[c.Of(zoneCount)]
		case 7:
			ns.Place = c.Of(161)
		case 8, 9:
			ns.Is = append(ns.Is, rows.States[c.Of(len(rows.States))])
		case 10:
			ns.Held = []int{c.Of(10), c.Of(10)}
		case 11:
			ns.Dropped = append(ns.Dropped, g.fighters[c.Of(g.n)].slots[c.Of(2)].name)
		case 12:
			ns.Unloaded = append(ns.Unloaded, g.fighters[c.Of(g.n)].slots[c.Of(2)].name)
		case 13:
			if len(g.stances) > 0 {
				ns.Stance = g.stances[c.Of(len(g.stances))].name
			}
		case 14:
			ns.Zero = append(ns.Zero, append(g.zeroSources(c.Of(g.n)), rows.ZeroControl)[c.Of(len(rows.ZeroSources)+1)])
		case 15:
			ns.Exposed = c.Of(21)
		case 16:
			n.Distance = rows.Rungs[c.Of(int(rungCount))]
		case 17:
			ns.Guard = new(c.Of(9))
		case 18:
			ns.Hurt = append(ns.Hurt, rows.Locations[c.Of(len(rows.Locations))])
		case 19:
			ns.Mind = append(ns.Mind, rows.DuelMarks[c.Of(len(rows.DuelMarks))])
		case 20:
			n.Met = !n.Met
		case 21:
			ns.Cohesion = c.Of(7)
		case 22:
			ns.Under = name()
		case 23:
			ns.Formation = formationNames[c.Of(len(formationNames))]
		case 24:
			ns.Orders, ns.Done = c.Of(4), append(ns.Done, squadDoneWords[c.Of(len(squadDoneWords))])
		case 25:
			ns.Wards = c.Of(4)
		case 26:
			ns.On = append(ns.On, markNames[c.Of(len(markNames))])
		case 27:
			ns.Gold, ns.Faith = new(c.Of(9)), new(c.Of(9))
		}
		n.Seats[who] = ns
	}
}
