package breath

import (
	"fmt"
	"slices"
	"strings"

	"kokyu/rules"
	"kokyu/rules/book"
	"kokyu/rules/breath/rows"
	"kokyu/rules/strict"
	"kokyu/rules/text"
)

// Positions: an encounter file with a now: block says everything that changes. Reading one back gives an equal State.

// Position is the encounter file of a boundary and of what has happened since.
func (g *Game) Position(s *State, since ...book.Move) ([]byte, error) {
	return g.page.With(struct {
		Now   *rows.Now   `yaml:"now"`
		Since []book.Move `yaml:"since,omitempty"`
	}{g.now(s), since})
}

// Since is the last boundary on the way to the start, and what has happened from there.
func (g *Game) Since() (State, []book.Move) { return g.origin, g.since }

// head is what a position says above its now: block.
func (g *Game) head() any {
	file := g.file
	file.Rows, file.Now, file.Since = g.book.Difference(rows.DefaultBook()), nil, nil
	return file
}

// now words a state.
func (g *Game) now(s *State) *rows.Now {
	n := &rows.Now{Round: int(s.round), Wait: rows.Phases[s.phase], Seats: map[string]rows.NowSeat{}, Ended: rows.Ends[s.over]}
	if s.phase != phOver {
		n.Seat = g.name(int(s.actor))
	}
	for i := range g.n {
		n.Seats[g.name(i)] = g.nowSeat(s, i)
	}
	if b := (rows.NowBreath{Spent: int(s.spent), Strikes: int(s.strikes), Tight: s.focus&focusTight != 0, Waived: s.focus&focusWaived != 0, Strain: rows.Strains[s.strain], Scan: int(s.scan),
		Focus: bitWords(s.focus, rows.FocusNames), Task: taskNumbers(s.task)}); s.spent != 0 || s.phase > phCount {
		n.Breath = &b
	}
	if s.phase == phFate {
		n.Dice, n.For = []int{int(s.shown[0]), int(s.shown[1])}, rows.Phases[s.paused]
	}
	g.nowPlaces(s, n)
	if g.duel.on {
		n.Distance, n.Met = rows.Rungs[s.duel.rung], s.duel.met == 1
	}
	for _, x := range s.blow[:s.deep] {
		b := rows.NowBlow{By: g.name(int(x.by)), At: g.name(int(x.at)), With: g.seats[x.by].arms[x.with].label, Mod: int(x.mod), Sum: int(x.sum), Is: int(x.is & blowKnown), Aim: rows.Aims[x.aim()]}
		if g.at(s) == phDefend && len(n.Blows) == int(s.deep)-1 {
			b.Answer = g.answerWord(&x)
		}
		if g.at(s) == phReflect && len(n.Blows) == int(s.deep)-1 {
			w := g.reflectingSpell(s)
			b.Helper, b.Answer = g.name(int(g.mages[w.mage].seat)), w.name
		}
		n.Blows = append(n.Blows, b)
	}
	n.Silver = g.nowSilver(s)
	return n
}

func taskNumbers(t task) []int {
	if t == (task{}) {
		return nil
	}
	return []int{int(t.do), int(t.with), int(t.at), int(t.to), int(t.mode)}
}

func (g *Game) nowSeat(s *State, i int) rows.NowSeat {
	c := &s.seats[i]
	n := rows.NowSeat{Energy: int(c.energy), Wounds: int(c.wounds), Place: int(c.place), Is: flagWords(c.is), Zero: int(c.zero), Exposed: int(c.bare), Fate: int(c.lost >> 6)}
	if g.zoned && c.is&isDown == 0 {
		n.Zone = rows.Zones[c.zone]
	}
	if c.held != [2]uint8{} {
		n.Held = []int{int(c.held[0]), int(c.held[1])}
	}
	if g.wide {
		g.nowRetinue(s, i, &n)
	}
	for slot := range uint8(2) {
		switch {
		case c.gone(slot):
			n.Gone = append(n.Gone, g.seats[i].word(slot))
		case c.lost&(1<<slot) != 0:
			n.Dropped = append(n.Dropped, g.seats[i].word(slot))
		}
		if c.lost&(16<<slot) != 0 {
			n.Empty = append(n.Empty, g.seats[i].word(slot))
		}
	}
	if c.stance != 0 {
		n.Stance = g.stances[c.stance-1].name
	}
	if len(g.mages) > 0 {
		g.nowCaster(s, i, &n)
	}
	if g.duel.on {
		g.nowDuelist(s, i, &n)
	}
	return n
}

func bitWords(bits uint8, names []string) (words []string) {
	for i, name := range names {
		if bits&(1<<i) != 0 && name != "" {
			words = append(words, name)
		}
	}
	return words
}

// nowReader turns a now: block into a State, gathering complaints.
type nowReader struct {
	g *Game
	s State
	strict.Complaints
}

// told is what the file says of now over the words of the start, where it says only what differs.
func (g *Game) told(n *rows.Now) (now *rows.Now, part bool) {
	if n.Given == nil || book.Whole(n.Given, g.names(), "energy", "wounds") {
		return n, false
	}
	type plain rows.Now
	now = g.now(&g.start)
	seats := now.Seats
	n.Given.Decode((*plain)(now))
	now.Seats = book.Laid(n.Given, seats)
	return now, true
}

// readNow makes the position that the file describes the start: the values of now:, and what has happened since.
func (g *Game) readNow() strict.Complaints {
	bad := g.readValues()
	if len(bad) == 0 {
		g.origin, g.since, bad = rules.Since[State](g, &g.start, g.file.Since)
	}
	return bad
}

// readValues makes the file's now: block the start.
func (g *Game) readValues() strict.Complaints {
	if g.file.Now == nil {
		return nil
	}
	r := &nowReader{g: g}
	n, part := g.told(g.file.Now)
	r.s.round = uint8(n.Round)
	if n.Round < 1 || n.Round > int(g.rounds) {
		r.Wrong([]any{"now", "round"}, fmt.Sprintf("round %d", n.Round), fmt.Sprintf("1 to %d", g.rounds))
	}
	r.s.phase = phase(r.Index([]any{"now", "waits for"}, "wait", n.Wait, rows.Phases))
	r.fate(n)
	r.seats(n)
	r.spells(n)
	if g.duel.on {
		r.duel(n)
	} else {
		r.noDuel(n)
	}
	r.breath(n)
	r.blows(n)
	if r.s.phase == phOver {
		r.s.over = uint8(r.Index([]any{"now", "ended"}, "ending", n.Ended, rows.Ends))
		if r.s.over == endNone {
			r.Wrong([]any{"now", "ended"}, "a fight that is over without an ending", "one of draw, first, second")
		}
	} else {
		r.s.actor = uint8(r.Index([]any{"now", "seat"}, "combatant", n.Seat, g.names()))
	}
	if len(r.Complaints) == 0 {
		if said := g.file.Now.Given; part && said.Get("waits for") == nil && said.Get("seat") == nil && !g.decidedSilently(r.s) {
			g.call(&r.s, nil) // whoever is the first of those who are left
		}
		r.sound()
	}
	g.start = r.s
	if part && len(r.Complaints) == 0 {
		g.file.Now = g.now(&g.start)
	}
	return r.Complaints
}

// fate reads the dice a Lord looks at.
func (r *nowReader) fate(n *rows.Now) {
	if r.s.phase != phFate {
		return
	}
	r.s.paused = phase(r.Index([]any{"now", "for"}, "roll", n.For, rows.Phases))
	if r.s.paused < phStrain || r.s.paused == phAnswer || r.s.paused == phDraw || r.s.paused == phFate || r.s.paused == phResist || r.s.paused == phContest {
		r.Wrong([]any{"now", "for"}, "dice for "+n.For, "one of overload, force, strike, defend, stray, bleed, grip")
	}
	if len(n.Dice) != 2 || n.Dice[0] < 1 || n.Dice[1] > 10 || n.Dice[0] > n.Dice[1] {
		r.Wrong([]any{"now", "dice"}, fmt.Sprintf("dice %v", n.Dice), "two faces from 1 to 10, the lower first")
		return
	}
	r.s.shown = [2]uint8{uint8(n.Dice[0]), uint8(n.Dice[1])}
}

// at is what a position waits for in the end: behind shown dice, the roll they are for.
func (g *Game) at(s *State) phase {
	if s.phase == phFate {
		return s.paused
	}
	return s.phase
}

func (r *nowReader) seats(n *rows.Now) {
	g := r.g
	for name := range n.Seats {
		r.Index([]any{"now", "seats", strict.Key(name)}, "combatant", name, g.names())
	}
	for i := range g.n {
		at := []any{"now", "seats", g.name(i)}
		ns, ok := n.Seats[g.name(i)]
		if !ok {
			r.Wrong([]any{"now", "seats"}, "nothing about "+g.name(i), "one entry for each combatant")
			continue
		}
		r.s.seats[i] = r.seat(at, i, ns)
		r.retinue(at, i, ns)
	}
	r.silver(n)
}

func (r *nowReader) seat(at []any, i int, ns rows.NowSeat) seat {
	g := r.g
	f := &g.seats[i]
	number := func(key string, n, hi int) int {
		if n < 0 || n > hi {
			r.Wrong(append(slices.Clone(at), key), fmt.Sprintf("%s %d", key, n), fmt.Sprintf("0 to %d", hi))
			return 0
		}
		return n
	}
	c := seat{energy: int8(number("energy", ns.Energy, rows.EnergyMax)), wounds: int8(number("wounds", ns.Wounds, int(f.wounds))),
		place: uint8(number("place", ns.Place, rows.EnergyMax*perEnergy)), zero: uint8(number("zero", ns.Zero, g.zeroMost())), bare: int8(number("exposed", ns.Exposed, 20))}
	for k, w := range ns.Is {
		if w == rows.Defenseless {
			w = "shaken" // the spent one rests with the round's end: that is said apart
		}
		c.is |= 1 << r.Index(append(slices.Clone(at), "is", k), "state", w, rows.States)
	}
	if c.is&isDown != 0 {
		return seat{is: isDown}
	}
	if c.wounds == 0 && !f.mob {
		r.Wrong(append(slices.Clone(at), "wounds"), g.name(i)+" stands with 0 Wounds", "1 or more, or is: [down]")
	}
	c.zone = scene
	if g.zoned {
		c.zone = uint8(r.Index(append(slices.Clone(at), "zone"), "zone", ns.Zone, rows.Zones[:scene]))
	}
	if len(ns.Held) > 2 {
		r.Wrong(append(slices.Clone(at), "held"), fmt.Sprintf("%d numbers", len(ns.Held)), "one for each weapon, at most two")
	}
	for slot, n := range ns.Held[:min(2, len(ns.Held))] {
		c.held[slot] = uint8(number("held", n, reservesMax))
	}
	weapons := []string{g.seats[i].word(slotMain), g.seats[i].word(slotSide)}
	for k, w := range ns.Dropped {
		c.lost |= 1 << r.Index(append(slices.Clone(at), "dropped", k), "weapon", w, weapons)
	}
	for k, w := range ns.Gone {
		c.lose(uint8(r.Index(append(slices.Clone(at), "gone", k), "weapon", w, weapons)))
	}
	c.lost |= uint8(number("fate", ns.Fate, 3)) << 6
	for k, w := range ns.Empty {
		c.lost |= 16 << r.Index(append(slices.Clone(at), "unloaded", k), "weapon", w, weapons)
	}
	if ns.Stance != "" {
		var names []string
		for _, st := range f.stances {
			names = append(names, g.stances[st].name)
		}
		if k := r.Index(append(slices.Clone(at), "stance"), "stance", ns.Stance, names); k < len(f.stances) {
			c.stance = 1 + f.stances[k]
		}
	}
	return c
}

func (r *nowReader) breath(n *rows.Now) {
	b := n.Breath
	if b == nil {
		return
	}
	at := []any{"now", "breath"}
	r.s.spent, r.s.strikes, r.s.scan = int8(min(max(b.Spent, 0), 31)), int8(min(max(b.Strikes, 0), 31)), uint8(min(max(b.Scan, 0), r.scanMost()))
	if b.Tight {
		r.s.focus |= focusTight
	}
	if b.Waived {
		r.s.focus |= focusWaived
	}
	r.s.strain = uint8(r.Index(append(at, "strain"), "result", b.Strain, rows.Strains))
	for k, w := range b.Focus {
		r.s.focus |= 1 << r.Index(append(slices.Clone(at), "focus", k), "bonus", w, rows.FocusNames)
	}
	if len(b.Task) == 0 {
		return
	}
	if len(b.Task) != 5 || slices.Min(b.Task) < 0 || slices.Max(b.Task) > 255 {
		r.Wrong(append(at, "task"), fmt.Sprintf("%v is no maneuver", b.Task), "five numbers from 0 to 255, as a printed position has them")
		return
	}
	r.s.task = task{uint8(b.Task[0]), uint8(b.Task[1]), uint8(b.Task[2]), uint8(b.Task[3]), uint8(b.Task[4])}
}

func (r *nowReader) blows(n *rows.Now) {
	g := r.g
	if len(n.Blows) > 2 {
		r.Wrong([]any{"now", "blows"}, fmt.Sprintf("%d blows", len(n.Blows)), "at most two: a blow and a stance's into it")
		return
	}
	for k, nb := range n.Blows {
		at := []any{"now", "blows", k}
		by := r.Index(append(slices.Clone(at), "by"), "combatant", nb.By, g.names())
		to := r.Index(append(slices.Clone(at), "at"), "combatant", nb.At, g.names())
		x := exchange{by: uint8(by), at: uint8(to), mod: int8(min(max(nb.Mod, -40), 40)), sum: int8(min(max(nb.Sum, 0), 20)), is: uint8(nb.Is) & blowKnown}
		if nb.Aim != "" {
			x.is |= uint8(r.Index(append(slices.Clone(at), "aim"), "aim", nb.Aim, rows.Aims)) << blowAim
		}
		x.with = uint8(r.Index(append(slices.Clone(at), "with"), "technique", nb.With, g.labels(by)))
		if nb.Helper != "" {
			x.answer = r.reflects(at, nb)
		} else if nb.Answer != "" {
			names, codes := g.answerWords(to)
			x.answer = codes[r.Index(append(slices.Clone(at), "answer"), "technique", nb.Answer, names)]
		}
		r.s.blow[k] = x
		r.s.deep++
	}
}

func (g *Game) labels(i int) (names []string) {
	for k := range g.seats[i].arms {
		names = append(names, g.seats[i].arms[k].label)
	}
	return names
}

// sound refuses a position whose parts do not fit, so that no file can lead the engine astray.
func (r *nowReader) sound() {
	g, s := r.g, &r.s
	bad := func(what, want string) { r.Wrong([]any{"now", "waits for"}, what, want) }
	at := g.at(s)
	blows := at == phStrike || at == phAnswer || at == phDefend || at == phStray || at == phDraw || at == phGrip || at == phKata || at == phMirror || at == phReflect
	either := at == phName || at == phFocus // in a blow, or not
	forced := uint16(s.task.do) == doCast
	for _, x := range s.blow[:s.deep] {
		kind := g.seats[x.by].arms[x.with].kind
		if g.seats[x.by].side == g.seats[x.at].side && !forced || x.by == x.at || !s.up(int(x.by)) || !s.up(int(x.at)) || kind > isKata && (kind != isSpell || !r.casts(x)) {
			bad(fmt.Sprintf("a blow of %s at %s", g.name(int(x.by)), g.name(int(x.at))), "an attack between two who stand on different sides")
			return
		}
	}
	for i := range g.n {
		if g.seats[i].squad() && s.up(i) && !s.leaderless(i) && !s.up(int(s.seats[i].under())) {
			bad(fmt.Sprintf("%s under %s, who is down", g.name(i), g.name(int(s.seats[i].under()))), "a commander who stands, or none")
			return
		}
	}
	actor := int(s.actor)
	switch {
	case s.phase == phOver:
		*s = State{seats: s.seats, round: s.round, over: s.over, duel: s.duel, laid: s.laid}
	case !either && blows != (s.deep > 0):
		bad(fmt.Sprintf("waiting for %s with %d blows under way", rows.Phases[s.phase], s.deep), "blows: where a blow waits, none elsewhere")
	case !s.up(actor):
		bad(g.name(actor)+" is down", "one who stands")
	case s.phase == phCount && !g.counts(s, actor):
		bad(g.name(actor)+" is not in the count", "one with Energy left who has not closed")
	case s.phase == phCount && g.next(s) != actor:
		r.Wrong([]any{"now", "seat"}, fmt.Sprintf("%s at the count, behind %s", g.name(actor), g.name(g.next(s))), g.name(g.next(s))+", by Energy, Finesse, sides and waits")
	case (at == phAnswer || at == phDefend) && s.foe().sum == 0:
		bad("a blow without its dice", "sum: 2 to 20")
	case at == phDefend && !g.answersWith(s):
		bad("a defence that is none", "answer: with a defence technique")
	case s.deep == 2 && (s.blow[0].is&blowStance != 0 || s.blow[1].is&blowStance == 0 || s.blow[1].by != s.blow[0].at || s.blow[1].at != s.blow[0].by):
		bad("a second blow that no stance strikes into the first", "the target's stance against the striker")
	case s.deep == 1 && s.blow[0].is&blowStance == 0 && int(s.blow[0].by) != actor && int(s.blow[0].by) != g.mover(s) && !forced:
		bad("a blow by "+g.name(int(s.blow[0].by))+" in "+g.name(actor)+"'s breath", "the one who breathes, or a stance's")
	case at == phBleed && (int(s.scan) >= g.n || int(g.ranked[s.scan]) != actor || s.seats[actor].is&isBleeding == 0):
		bad(g.name(actor)+" does not stop bleeding now", "one who bleeds, with the scan a printed position has")
	case at == phStray && g.friends(s, int(s.foe().by)) == 0:
		bad("a shot that can strike no friend", "a friend in the core")
	case at == phDraw && g.friends(s, int(s.foe().by)) == 0:
		bad("a lot with nobody to draw", "a friend in the core")
	case r.duelUnsound():
	case r.spellUnsound():
	case at == phKata && !g.kataFits(s):
		bad("a Kata that nobody can use", "a parry or a miss after which one may")
	case at == phRoar && (uint16(s.task.do) != doRoar || !g.seats[actor].cows || int(s.task.at) >= g.n || !g.seats[s.task.at].squad()):
		bad("a roar at no squad", "the task of a printed position")
	case at == phRaise && (int(s.scan) >= g.n || int(g.ranked[s.scan]) != actor || !g.seats[actor].raises || s.seats[actor].energy < raiseCost):
		bad(g.name(actor)+" does not raise morale now", "one who can, with the scan a printed position has")
	case g.decidedSilently(*s):
		bad("the fight is decided", "both sides standing, or waits for: over")
	case s.phase == phCount:
		s.clearBreath() // nobody breathes: nothing of a breath is left
	case !g.taskFits(s):
		r.Wrong([]any{"now", "breath", "task"}, "a maneuver "+g.name(actor)+" does not have", "one of its own, as a printed position has it")
	}
}

func (g *Game) decidedSilently(s State) bool { return s.phase != phOver && g.decided(&s, nil) }

// taskFits checks the maneuver under way against what its actor has.
func (g *Game) taskFits(s *State) bool {
	t, f := s.task, &g.seats[s.actor]
	at := g.at(s)
	needs := at == phStrain || at == phForce || at == phResist || at == phContest || at == phRoar || at == phName || at == phCast
	if t == (task{}) {
		return !needs
	}
	if uint16(t.do) >= doOrder {
		return g.retinueFits(s)
	}
	if g.at(s) == phForce && (uint16(t.do) != doMove || t.mode != wayBreak && t.mode != wayCoreForce) {
		return false
	}
	if (at == phResist || at == phContest) && uint16(t.do) != doStep && (at == phResist || uint16(t.do) != doPush && uint16(t.do) != doSlip) {
		return false
	}
	if (at == phName || at == phCast) && uint16(t.do) != doCast {
		return false
	}
	switch uint16(t.do) {
	case doAttack:
		return int(t.with) < len(f.arms) && f.arms[t.with].kind <= isKata && int(t.at) < g.n && g.seats[t.at].side != f.side &&
			aim(t.mode) < aimCount && (t.mode == 0 || g.duel.on) && f.arms[t.with].off[s.duel.rung] != outOfReach &&
			!(aim(t.mode) == aimFeint && at == phStrain && s.duel.broken(int(t.at)))
	case doReserve:
		return int(t.with) < len(f.arms) && f.arms[t.with].kind == isDefense
	case doUpkeep:
		return int(t.with) < len(f.arms) && f.arms[t.with].kind == isUpkeep
	case doStance:
		return slices.Contains(f.stances, t.with)
	case doMove:
		from := s.seats[s.actor].zone
		return g.zoned && int(t.to) < scene && t.mode < wayCount && g.inPlay[t.to] && (needs && slices.Contains(neighbours[from], t.to) || !needs && from == t.to)
	case doDescend:
		return f.descent > 0
	case doStep, doPush, doSlip:
		return g.stepFits(s)
	case doCast:
		return g.castFits(s)
	}
	return uint16(t.do) == doPickUp || uint16(t.do) == doRelease
}

// Edit is a GM's change: "Kojiro energy=4", "Kojiro wounds=0", "Kojiro zone=core", "Kojiro +bleeding",
// "Kojiro -hidden", "Kojiro stance=spear wall", "Kojiro stance=none"; in a duel "Kojiro guard=2", "Kojiro distance=near range".
func (g *Game) Edit(s *State, change string, log *rules.Log) error {
	const want = "a combatant and a change, as in Kojiro energy=4; wounds=, energy=, zone=, stance=, +state and -state are known"
	err := rules.Change(s, change, want, g.names(), log, func(next *State, i int, rest string) error {
		if s.phase == phOver {
			return fmt.Errorf("the fight is over, want an undo first")
		}
		return g.edit(next, i, rest)
	})
	if err != nil {
		return err
	}
	switch {
	case g.decided(s, log):
	case s.phase == phBleed:
		g.bleed(s, log)
	case s.phase == phBurn:
		g.kindle(s, log)
	case s.phase == phUnseal:
		g.seals(s, log)
	case s.phase == phCount || !s.up(int(s.actor)):
		g.call(s, log)
	}
	return nil
}

func (g *Game) edit(s *State, i int, rest string) error {
	c := &s.seats[i]
	if c.is&isDown != 0 {
		return fmt.Errorf("%s is down, want an undo first", g.name(i))
	}
	if s.deep > 0 {
		return fmt.Errorf("a blow is under way, want an edit before or after it")
	}
	if s.phase == phResist || s.phase == phContest {
		return fmt.Errorf("a half-step is under way, want an edit before or after it")
	}
	if s.phase == phName || s.phase == phCast || s.phase == phFocus {
		return fmt.Errorf("a spell is under way, want an edit before or after it")
	}
	key, value, _ := strings.Cut(rest, "=")
	if done, err := g.editRetinue(s, i, key, value); done || err != nil {
		return err
	}
	if rest != "" && (rest[0] == '+' || rest[0] == '-') {
		return g.editState(c, rest)
	}
	switch key {
	case "energy", "wounds":
		n, err := rules.Figure(key, value, map[string]int{"energy": rows.EnergyMax, "wounds": int(g.seats[i].wounds)}[key])
		if err != nil {
			return err
		}
		switch {
		case key == "energy":
			c.energy = int8(n)
		case n == 0:
			g.leaves(s, i, nil)
		default:
			c.wounds = int8(n)
		}
	case "zone":
		z := slices.Index(rows.Zones[:scene], value)
		if !g.zoned || z < 0 || !g.inPlay[z] {
			return fmt.Errorf("no zone %q here, want %s", value, text.OneOf(value, keys(g.file.Zones)))
		}
		c.zone = uint8(z)
	case "stance":
		g.interrupts(s, i, -1, nil)
		c.stance = 0
		names := []string{"none"}
		for _, st := range g.seats[i].stances {
			names = append(names, g.stances[st].name)
			if g.stances[st].name == value {
				c.stance = 1 + st
			}
		}
		if !slices.Contains(names, value) {
			return fmt.Errorf("%s has no stance %q, want %s", g.name(i), value, text.OneOf(value, names))
		}
	case "guard", "distance":
		return g.editDuel(s, i, key, value)
	default:
		return fmt.Errorf("%q is no change, want wounds=, energy=, zone=, stance=, +state or -state", rest)
	}
	return nil
}

// editable are the states a GM may set or lift.
var editable = []string{"closed", "strained", "hidden", "bleeding", "shaken", rows.Defenseless}

func (g *Game) editState(c *seat, rest string) error {
	word := rest[1:]
	if !slices.Contains(editable, word) {
		return fmt.Errorf("no state %q to change, want %s", word, text.OneOf(word, editable))
	}
	set, lift := flags(isShaken), flags(isDefenseless)
	if word != rows.Defenseless {
		set = 1 << slices.Index(rows.States, word)
		lift = set
	}
	if rest[0] == '+' {
		c.is |= set
	} else {
		c.is &^= lift
	}
	return nil
}
