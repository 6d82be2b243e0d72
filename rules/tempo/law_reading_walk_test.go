package tempo

import (
	"fmt"
	"maps"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"kokyu/rules"
	"kokyu/rules/book"
	"kokyu/rules/rulestest"
	"kokyu/rules/tempo/rows"
)

// The second reading beside the engine: encounters and positions by chance, many of them at the edges (a last AP, full boxes,
// somebody cornered), some steps from each, and at every one all that can be done and all that the dice may bring.

// draft draws encounters and positions.
type draft struct{ book.Draw }

func (d draft) num(lo, hi int) rows.Num { return rows.Num{N: d.Between(lo, hi), Source: "house"} }

// encounter draws one: bodies, weapons and armour of its own, rulings and rows of its own, now and then an objective.
func (d draft) encounter(t *testing.T) *Game {
	catalogue := rows.DefaultBook()
	catalogue.Actions = d.actions(catalogue.Actions)
	catalogue.Weapons, catalogue.Armours, catalogue.Shields = maps.Clone(catalogue.Weapons), maps.Clone(catalogue.Armours), maps.Clone(catalogue.Shields)
	catalogue.Combatants = map[string]rows.Combatant{}
	sizes := [2]int{book.OneOf(d.Draw, []int{1, 1, 1, 2, 2, 3, 4}), book.OneOf(d.Draw, []int{1, 1, 2})}
	var ground, free []string
	for len(free) <= sizes[0]+sizes[1] {
		ground, free = draw(d.Rand, d.Between(3, 7), d.Between(1, 4))
	}
	free = book.Some(d.Draw, free, len(free))
	file := rows.EncounterFile{Head: book.Head{Version: 1, System: rows.System, Title: "Drawn", Rounds: new(d.Between(1, 4))},
		Map: ground, Rulings: d.rulings(), Allied: new(d.Between(1, 2))}
	if d.Chance(30) {
		file.AtCap = book.OneOf(d.Draw, teams[:])
	}
	var by [2][]string
	for side, n := range sizes {
		sf := rows.SideFile{Name: teams[side], Status: rows.StatusNames[onGuard]}
		for range n {
			name := given[len(catalogue.Combatants)]
			catalogue.Combatants[name] = d.person(catalogue, name)
			status := book.OneOf(d.Draw, []string{"", rows.StatusNames[offGuard]})
			sf.Fighters, free = append(sf.Fighters, rows.FighterFile{Who: name, Name: name, At: free[0], Status: status}), free[1:]
			by[side] = append(by[side], name)
		}
		file.Sides = append(file.Sides, sf)
	}
	if d.Chance(40) {
		file.Objective = d.objective(by, free)
	}
	g, bad := build(catalogue, file)
	if len(bad) > 0 {
		t.Fatal(bad)
	}
	return g
}

// objective draws one of the four.
func (d draft) objective(by [2][]string, free []string) *rows.Objective {
	side := d.Between(0, 1)
	o := &rows.Objective{Objective: book.Objective{For: teams[side]}}
	switch d.Between(1, 4) {
	case 1:
		o.Goal, o.Rounds = "last", 1
	case 2:
		o.Goal, o.Who = "down", by[1-side][0]
	case 3:
		o.Goal, o.Who = "protect", by[side][len(by[side])-1]
	case 4:
		o.Goal, o.To = "escape", free[:min(len(free), 4)] // nobody stands there
	}
	return o
}

// choices are what a table may decide otherwise.
var choices = map[string][]book.Choice{
	"initiative": {"rolled", "by rating"}, "beginner": {"chosen", "winner"}, "opening": {"half", "full"},
	"retreat": {"away", "either"}, "dagger in a grapple": {"no", "yes"},
	"pick up answered": {"no", "yes"}, "action points": {"12", "12", "9", "5"}, "counter-attack": {"-2", "0", "3"}, "evade": {"-1", "2"}, "wind": {"2", "-3"},
	"double": {"-1", "4"}, "disarm opposed": {"4", "0", "9"}, "grapple opposed": {"4", "1", "9"}, "stamina": {"-4", "0", "-9"}, "drawn parry": {"3", "8"},
	"armed counter": {"5", "1"}, "minor loss": {"1", "3"}, "moderate loss": {"2", "0"}, "severe loss": {"0", "4"}, "moderate penalty": {"-1", "-3"},
	"severe penalty": {"-5", "-8"}, "severe short": {"1", "3"}, "one-handed": {"1", "2"},
}

func (d draft) rulings() map[string]book.Choice {
	set := map[string]book.Choice{}
	for _, name := range slices.Sorted(maps.Keys(choices)) {
		set[name] = book.OneOf(d.Draw, choices[name])
	}
	return set
}

// actions returns the printed rows, in every third encounter some of them with other prices, thresholds and answers, or inverted.
func (d draft) actions(printed map[string]rows.Deed) map[string]rows.Deed {
	if !d.Chance(35) {
		return printed
	}
	own := map[string]rows.Deed{}
	for do := doAim; do < actionCount; do++ {
		row := printed[rows.ActionNames[do]]
		if row.AP.Word == "" && do != doRecover && do != doReload && d.Chance(20) {
			row.AP.N = d.Between(1, 4)
		}
		if row.AP.Word == "" && do != doRecover && do != doReload && do != doUnarmed && d.Chance(8) {
			row.AP = rows.Mark{Word: "weapon", Num: rows.Num{Source: "house"}}
		}
		row.Inverted = !hasNoCheck(do) && d.Chance(15)
		if known := rows.Actions[do].Answers; len(known) > 0 && d.Chance(40) {
			row.Answers = book.Some(d.Draw, known, d.Between(1, len(known)))
		}
		if len(row.Replaces) > 0 && d.Chance(40) {
			row.Replaces = book.Some(d.Draw, row.Replaces, 1)
		}
		row.Outcomes = slices.Clone(row.Outcomes)
		shift := max(0, d.Between(-6, 4)) - max(0, d.Between(-6, 2))
		for k, o := range row.Outcomes {
			if k > 0 && o.From.Word == "" && do != doRecover {
				row.Outcomes[k].From.N = o.From.N + shift
			}
		}
		own[rows.ActionNames[do]] = row
	}
	return own
}

// person draws a stat block, with what it carries.
func (d draft) person(catalogue rows.Book, name string) rows.Combatant {
	p := rows.Combatant{Size: new(d.num(-1, 3)), Speed: new(d.num(1, 4)), Armour: "coat of " + name, Skills: map[string]rows.Num{}, Source: "house",
		Boxes: []rows.Num{d.num(1, 2), d.num(1, 2), d.num(1, 2), {N: 1, Source: "house"}}}
	for _, skill := range rows.SkillNames {
		p.Skills[skill] = d.num(0, 9)
	}
	coat := rows.Armour{Rating: d.num(0, 6), Burden: d.num(0, 3), Stops: map[string]rows.Num{}}
	for _, kind := range rows.DamageNames {
		coat.Stops[kind] = rows.Num{N: max(0, d.Between(-3, 5)), Source: "house"}
	}
	catalogue.Armours[p.Armour] = coat
	if d.Chance(30) {
		p.Shield = "shield of " + name
		catalogue.Shields[p.Shield] = rows.Shield{OneHanded: d.num(0, 3), Either: d.num(0, 3)}
	}
	for k := range book.OneOf(d.Draw, []int{0, 1, 1, 2, 2}) {
		weapon := fmt.Sprintf("%s's %d", name, k)
		p.Weapons = append(p.Weapons, weapon)
		catalogue.Weapons[weapon] = d.weapon(p.Shield != "", k == 0 && d.Chance(45))
	}
	return p
}

// weapon draws one: with a shield beside it it is held in one hand.
func (d draft) weapon(shielded, shoots bool) rows.Weapon {
	w := rows.Weapon{Hands: book.OneOf(d.Draw, rows.GripNames), Skill: rows.SkillNames[d.Between(blades, brawling)], Guard: d.num(-1, 5)}
	if shielded && w.Hands == "2h" {
		w.Hands = "1h/2h"
	}
	for k := range d.Between(1, 2) {
		hurt, kind := rows.Roll{Dice: book.OneOf(d.Draw, []int{1, 1, 2, 2, 3, rows.DiceMax}), Plus: d.Between(-3, 6), Source: "house"},
			book.OneOf(d.Draw, rows.DamageNames)
		if shoots {
			w.Attacks = append(w.Attacks, rows.Shot{Name: []string{"one", "two"}[k], AP: d.num(1, 5),
				Damage: hurt, Type: kind, Unaimed: d.num(-2, 3), Aimed: d.num(1, 5),
				Speed: d.num(0, 3), Increment: d.num(1, 3), Uses: new(d.num(1, 2))})
			continue
		}
		least := d.num(0, 2)
		w.Surfaces = append(w.Surfaces, rows.Surface{Name: []string{"one", "two"}[k], AP: d.num(1, 5), Damage: hurt, Type: kind,
			Reach: []rows.Num{least, {N: least.N + d.Between(0, 2), Source: "house"}}})
	}
	if shoots {
		w.Shots, w.Reload = new(d.num(2, 4)), new(d.num(1, 9))
	}
	return w
}

// position draws one of an encounter: of somebody's turn, of one who moves among many, of who may begin. One that cannot be is
// not ok.
func (d draft) position(r *reading) (s State, ok bool) {
	g := r.g
	s.phase, s.round = phTurn, uint8(d.Between(0, int(g.rounds)-1))
	var free []uint8
	for sq := uint8(1); int(sq) <= g.ground.Squares(); sq++ {
		if !g.ground.Wall[sq] {
			free = append(free, sq)
		}
	}
	free = book.Some(d.Draw, free, len(free))
	for i := range g.n {
		if d.Chance(90) {
			s.seats[i] = d.seat(&g.seats[i], free[i], free)
			s.seats[i].ap = uint8(min(r.apMax(&s, i), book.OneOf(d.Draw, []int{d.Between(0, 5), d.Between(1, 12), 24})))
		}
	}
	for i := range g.n {
		k := d.Between(0, g.n-1)
		if !r.foes(i, k) || s.seats[i].status != onGuard || s.seats[k].status != onGuard || d.Chance(30) {
			continue
		}
		if r.armed(&s, i) && r.armed(&s, k) && d.Chance(80) {
			r.together(&s, i, k, bound)
			continue
		}
		r.together(&s, i, k, grappled)
		if d.Chance(30) {
			s.seats[k].status = pinned
		}
	}
	s.first = uint8(d.Between(0, g.n-1))
	s.actor = uint8(d.Between(0, g.n-1))
	if foe := d.Between(0, g.n-1); s.seats[foe].status != out && r.foes(int(s.actor), foe) && d.Chance(70) {
		s.aimedAt = uint8(1 + foe)
	}
	if over := s; s.seats[s.actor].status == out || r.decided(&over) {
		return s, false
	}
	switch {
	case d.Chance(5):
		s.phase, s.first, s.aimedAt = phBegin, 0, 0
	case d.Chance(15):
		d.crowd(r, &s)
	}
	return s, true
}

// crowd has the actor move, and all foes On Guard answer who can.
func (d draft) crowd(r *reading, s *State) {
	var moves []rules.Action
	for _, a := range r.proactive(s) {
		if a.Do == doMove || a.Do == doCombatMove {
			moves = append(moves, a)
		}
	}
	if len(moves) == 0 {
		return
	}
	then := *s
	r.play(&then, book.OneOf(d.Draw, moves))
	for then.phase == phReact {
		answers := r.offers(&then)
		r.play(&then, answers[max(0, d.Between(-3, len(answers)-2))])
	}
	*s = then
}

// seat draws how somebody is, on a square.
func (d draft) seat(f *fighter, square uint8, squares []uint8) (c seat) {
	c.square, c.status, c.hand = square, onGuard, slotNone
	if d.Chance(20) {
		c.status = offGuard
	}
	for k, most := range f.boxes {
		c.boxes[k] = uint8(max(0, d.Between(-1, int(most))))
	}
	for k := range f.slots {
		switch slot := &f.slots[k]; {
		case !slot.present:
		case d.Chance(15):
			c.lostAt[k] = book.OneOf(d.Draw, []uint8{nowhere, square, square, book.OneOf(d.Draw, squares)})
		case c.hand == slotNone || d.Chance(50):
			c.hand = uint8(k)
		}
		if slot := &f.slots[k]; slot.ranged {
			c.shots, c.loadingAP = uint8(d.Between(0, int(slot.shots))), uint8(d.Between(0, int(slot.reload)-1))
		}
	}
	return c
}

// lockstep is the engine and the second reading of one encounter, side by side.
type lockstep struct {
	t     *testing.T
	draft draft
	g     *Game
	r     *reading
	met   map[uint16]int // how many of which decisions have been compared
}

// differ tells a difference, with the position and what its last boundary has.
func (l *lockstep) differ(s *State, format string, args ...any) {
	l.t.Helper()
	file, err := l.g.Position(s)
	l.t.Fatalf("%s\n%+v\n%s (%v)", fmt.Sprintf(format, args...), *s, file, err)
}

// walk compares a position and some that follow.
func (l *lockstep) walk(s State, steps int) {
	for goes := true; goes && steps > 0; steps-- {
		s, goes = l.compare(&s)
	}
}

// compare holds one position: whom it waits for, what is offered at which price, and what every decision and every throw leads
// to. It says where the fight goes on.
func (l *lockstep) compare(s *State) (next State, goes bool) {
	turn := l.r.waits(s)
	if got := l.g.Turn(s); got != turn {
		l.differ(s, "the fight waits for %+v, the second reading says %+v", got, turn)
	}
	l.veiled(s)
	if turn.Kind == rules.Over || turn.Kind == rules.Chance {
		if all := l.g.Actions(s, nil); len(all) > 0 {
			l.differ(s, "offered are %+v, where nobody decides", all)
		}
		if turn.Kind == rules.Over {
			return next, false
		}
		return l.chances(s), true
	}
	want, got := l.r.offers(s), l.g.Actions(s, make([]rules.Action, 1))[1:]
	if !slices.Equal(got, want) {
		l.differ(s, "offered are\n\t%+v, the second reading has\n\t%+v", got, want)
	}
	kinds := map[uint16][]State{}
	for k, a := range want {
		if cost := l.cost(s, a); l.g.Cost(s, a) != cost {
			l.differ(s, "%s costs %d, the second reading says %d", l.g.Format(s, a), l.g.Cost(s, a), cost)
		}
		if a.To != 0 && k%3 != int(s.round)%3 {
			continue // of the squares one may go to, some will do
		}
		got, want := *s, *s
		l.g.Play(&got, a, nil)
		l.r.play(&want, a)
		if got != want {
			l.differ(s, "after %s stands\n\t%+v, the second reading has\n\t%+v", l.g.Format(s, a), got, want)
		}
		l.met[a.Do]++
		kinds[a.Do] = append(kinds[a.Do], got)
	}
	return l.onward(kinds), true
}

// veiled compares whose a position is between two actions, and what of it those know who have not seen the secret (R-TP-07).
func (l *lockstep) veiled(s *State) {
	owner := rules.Seat(s.actor)
	if s.do != 0 {
		owner = rules.Nobody
	}
	if got := l.g.turnOwner(s); got != owner {
		l.differ(s, "the position is %d's, the second reading says %d's", got, owner)
	}
	known := *s
	if s.phase == phReact && uint16(s.do) == doMelee && s.seats[s.actor].status == onGuard {
		known.phase, known.feint, known.by = phSecret, 0, 0
	}
	if got := l.g.veil(s); got != known {
		l.differ(s, "without the secret it is\n\t%+v, the second reading has\n\t%+v", got, known)
	}
}

// onward returns where the fight goes on: rather where something is under way.
func (l *lockstep) onward(kinds map[uint16][]State) State {
	all := slices.Sorted(maps.Keys(kinds))
	busy := slices.DeleteFunc(slices.Clone(all), func(do uint16) bool { return do == doNothing || do == doKeep || kinds[do][0].do == 0 })
	if len(busy) > 0 && l.draft.Chance(85) {
		all = busy
	}
	return book.OneOf(l.draft.Draw, kinds[book.OneOf(l.draft.Draw, all)])
}

// cost returns what a decision takes at once.
func (l *lockstep) cost(s *State, a rules.Action) int {
	switch {
	case a.Do == doReload:
		return int(a.N)
	case s.phase == phTempo && a.Do != doKeep:
		return l.r.dearer(s, a.Do, a.With)
	case s.phase == phReact && a.Do != doNothing:
		return l.r.cost(s, int(s.by), a.Do, a.With)
	case s.phase == phTurn && a.Do != doEnd:
		return l.r.cost(s, int(s.actor), a.Do, a.With)
	}
	return 0
}

// chances compares all that the dice may bring, and some dice as they fall.
func (l *lockstep) chances(s *State) (next State) {
	want, n := l.r.outcomes(s)
	got, all := map[State]float64{}, l.g.Odds(s, make([]rules.Odds, 1))[1:]
	for _, o := range all {
		after := *s
		l.g.Play(&after, o.Action, nil)
		got[after] += o.P
	}
	for after, p := range want {
		if math.Abs(got[after]-p) > 1e-8 {
			l.differ(s, "an outcome has the chance %v, the second reading says %v: %+v", got[after], p, after)
		}
	}
	if len(got) != len(want) {
		l.differ(s, "%d outcomes of the dice, the second reading has %d", len(got), len(want))
	}
	if len(all) != n {
		l.differ(s, "the dice are told apart %d ways, the second reading knows %d", len(all), n)
	}
	if said, p := l.g.Check(s), l.r.said(s); math.Abs(said.P-p) > 1e-8 {
		l.differ(s, "the check is %+v, the second reading says %v", said, p)
	}
	if s.phase == phCheck {
		l.thrown(s)
	}
	next = *s
	l.g.Play(&next, book.OneOf(l.draft.Draw, all).Action, nil)
	return next
}

// thrown compares what some dice decide.
func (l *lockstep) thrown(s *State) {
	c := l.r.check(s)
	for range 3 {
		own, theirs := int16(0), [reactorsMax]int16{}
		if c.thrown {
			own = int16(l.draft.Between(0, 9))
		}
		dice := make([]int, len(c.who))
		for j := range dice {
			dice[j] = l.draft.Between(0, 9)
			theirs[j] = int16(dice[j])
		}
		got, want := *s, *s
		l.g.Play(&got, packResults(own, &theirs), nil)
		l.r.settle(&want, &c, l.r.thrown(s, &c, int(own), dice))
		if got != want {
			l.differ(s, "after a throw of %d against %v stands\n\t%+v, the second reading has\n\t%+v", own, dice, got, want)
		}
	}
}

// Whatever the position, a second reading of the document offers the same for the same price, and leads to the same.
func TestASecondReadingPlaysTheSame(t *testing.T) { sideBySide(t, 1, 24) }

// The same for longer: every action is met often enough.
func TestASecondReadingGoesOnPlayingTheSame(t *testing.T) {
	if !rulestest.Long() {
		t.Skip("compares two hundred encounters: TestASecondReadingPlaysTheSame takes 24")
	}
	met := sideBySide(t, 11, 200)
	for do := doAim; do < actionCount; do++ {
		if met[do] < 50 && do != doFeint && do != doRecover { // those two are not declared
			t.Errorf("%s was compared %d times, want 50 and more", rows.ActionNames[do], met[do])
		}
	}
}

// sideBySide draws so many encounters, walks some positions of each, and says how many of which decisions were compared.
func sideBySide(t *testing.T, seed uint64, encounters int) (met map[uint16]int) {
	l := lockstep{t: t, draft: draft{book.Draw{Rand: rand.New(rand.NewPCG(seed, 4))}}, met: map[uint16]int{}}
	for range encounters {
		l.g = l.draft.encounter(t)
		l.r = newReading(l.g)
		s := l.r.opened()
		if got := l.g.Start(); got != s {
			l.differ(&got, "the fight begins as\n\t%+v, the second reading has\n\t%+v", got, s)
		}
		l.walk(s, 3)
		for range 24 {
			if s, ok := l.draft.position(l.r); ok {
				l.walk(s, 12)
			}
		}
	}
	return l.met
}
