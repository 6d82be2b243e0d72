package tempo

import (
	"cmp"
	"encoding/json"
	"fmt"
	"math/bits"
	"slices"

	"kokyu/rules"
	"kokyu/rules/book"
	"kokyu/rules/strict"
	"kokyu/rules/tempo/rows"
	"kokyu/rules/text"
)

// read reads an encounter or a position, and builds the game of it with the rows of a catalogue. The error is
// text.Problems: every mistake with its place in the file.
func read(file *strict.File, catalogue rows.Book) (*Game, error) {
	return book.Load(rows.System, file, catalogue, build)
}

// reload builds the game that a record embeds: its encounter with the rows that it used.
func reload(encounter, data json.RawMessage) (*Game, error) {
	return book.Reload(encounter, data, book.CheckAll, build)
}

// builder makes a Game of rows, and gathers every complaint on the way: a file with ten mistakes is told all ten at
// once.
type builder struct {
	g    *Game
	book rows.Book
	file rows.EncounterFile
	strict.Complaints
}

// newSeat is a combatant as the file has it: its line, its row with the values of the line, and where the line stands.
type newSeat = book.NewSeat[rows.FighterFile, rows.Combatant]

// build makes the game of an encounter. The Game is usable only if there are no complaints. The order matters: the
// order of initiative needs all seats, the first position needs that order, and a now: block is read over the first
// position.
func build(catalogue rows.Book, file rows.EncounterFile) (*Game, strict.Complaints) {
	catalogue, bad := book.Own(catalogue, file.Rows, file.Head)
	b := &builder{g: &Game{base: base{Encounter: file, System: &rows.Shipped}},
		book: catalogue, file: file, Complaints: bad}
	book.Choose(b.file.Rulings, rows.Shipped.Rulings(), &b.Complaints).Into(&b.g.rule)
	b.readActions()
	b.readWounds()
	b.readScene()
	b.seatCombatants()
	b.readGoal()
	// What depends on a row that is not there would only be complained of a second time.
	known := !b.Doubtful() // else the game may lack what the position asks for
	if b.g.First = b.g.startState(); known {
		b.g.orderSeats()
		b.g.First = b.g.firstPosition()
	}
	if bad, wrong := file.Wrong(b.Complaints, b.g.readValues(known)); wrong {
		return nil, bad
	}
	b.g.setInitiativeChances()
	score, leaf := scoreWeights, leafWeights
	if b.g.isDuel() {
		leaf = duelWeights
	}
	if b.g.goal.Kind == book.GoalLast {
		score, leaf = score.forHurry(), leaf.forHurry()
	}
	b.g.workOutWounds()
	b.g.scoreView, b.g.leafView = b.g.newView(score), b.g.newView(leaf)
	b.keepUsed()
	b.g.layout = layout(uintptr(b.g.n))
	b.g.Page = strict.NewPage(b.g.head)
	b.g.Ground = b.g.groundOf()
	return b.g, b.g.Follow(b.g, &b.g.First, file.Since)
}

// readActions reads the combat actions of the catalogue. The engine numbers them as rows.Actions does, whatever the
// order of the file.
func (b *builder) readActions() {
	g := b.g
	for do := doAim; do < actionCount; do++ {
		row, ok := b.book.Actions[rows.ActionNames[do]]
		if !ok {
			b.Wrong(nil, "the catalogue has no action "+rows.ActionNames[do], "the built-in actions.yaml, or a row for it")
			continue
		}
		d := combatAction{cost: int8(row.AP.N), inverted: row.Inverted}
		if row.AP.Word == "weapon" {
			d.cost = byWeapon
		}
		for _, st := range row.Status {
			d.status |= 1 << text.IndexOrZero(rows.StatusNames, st)
		}
		d.answers, d.replaces = actionNameBits(row.Answers), actionNameBits(row.Replaces)
		d.thresholds = [2]threshold{{what: atNothing}, {what: atNothing}}
		for k, r := range row.Outcomes {
			switch {
			case do == doRecover:
				g.recoveryTable = append(g.recoveryTable, recovery{from: int8(r.From.N), ap: int8(r.AP.N)})
			case k > 0:
				d.thresholds[k-1] = threshold{int8(r.From.N),
					uint8(slices.Index([]string{"", "combat defence", "armoured defence", "grapple defence"}, r.From.Word))}
			}
		}
		// Every result reaches the lowest row, which has no threshold in the file.
		if do == doRecover && len(g.recoveryTable) > 0 {
			g.recoveryTable[0].from = -128
		}
		g.combatActions[do] = d
	}
	if g.rule.PickUp { // R-TP-60: like a Move
		g.combatActions[doCounterAttack].answers |= 1 << doPickUp
	}
}

// readWounds reads from how much damage of each kind each category of wounds begins.
func (b *builder) readWounds() {
	for k, kind := range rows.DamageNames {
		from := b.book.Damage[kind]
		if len(from) != len(b.g.woundThresholds[k]) {
			b.Wrong(nil, "the catalogue has no wounds of "+kind, "the built-in damage.yaml, or a row for it",
				strict.Path{"rows", "damage"})
			continue
		}
		for c, n := range from {
			b.g.woundThresholds[k][c] = int16(n.N)
		}
	}
}

// actionNameBits returns a set of actions by their names, as bits.
func actionNameBits(names []string) (bits uint32) {
	for _, n := range names {
		bits |= 1 << text.IndexOrZero(rows.ActionNames, n)
	}
	return bits
}

// readScene reads the map, the rounds and who wins ties.
func (b *builder) readScene() {
	g := b.g
	g.rounds = b.file.RoundLimit(g.rule.Rounds, &b.Complaints)
	g.allied = rules.Side(book.AlliedSide(b.file.Allied, &b.Complaints))
	drawn := b.file.Map
	if len(drawn) == 0 {
		drawn = faceToFace
	}
	m := &g.ground
	m.First, m.IsWall = 1, "is blocked"
	if !b.file.Read("map") {
		b.Doubt(book.SquaresKnown)
	}
	var ok bool
	square := func(n int, letter rune) (known bool) {
		if letter == '#' && n >= 0 {
			m.Wall[1+n] = true
		}
		return letter == '.' || letter == '#'
	}
	m.Wide, m.High, ok = book.ReadMap(drawn, groundMax, ". for a free square, # for a blocked one", &b.Complaints, square)
	if ok {
		m.Lay()
	}
}

// faceToFace is the map of an encounter without one: room for four a side, who stand a step apart in the middle.
var faceToFace = []string{"..........", "..........", "..........", ".........."}

// seatCombatants seats the combatants side by side, in the order of the file.
func (b *builder) seatCombatants() {
	g := b.g
	room := book.Room{Fight: seatsMax, Side: reactorsMax, Head: b.file.Head, Apart: []string{"name", "count", "at", "status",
		"armour", "shield", "weapons", "boxes"}, Now: []string{"status", "at", "partner"},
		Needs: map[string][]string{"weapons": {"hand", "lost", "shots", "loading"}, "boxes": {"wounds"}}}
	g.Teams, _ = book.Seats(b.file.Sides, b.book, room, &b.Complaints, func(c newSeat) {
		g.seats[g.n] = b.buildFighter(c)
		g.opponents[1-c.Side] = append(g.opponents[1-c.Side], uint8(g.n))
		g.Enter(rules.Fighter{Name: c.Name, Kind: c.Line.Who, Side: rules.Side(c.Side), Character: c.Line.Character.Or(b.file.Sides[c.Side].Character)},
			c.Line.Person.As(c.Row.Being))
		g.n++
	})
	g.capEnding = rules.EndDraw
	if k := book.SideNamed([]any{"at the cap"}, b.file.AtCap, g.Teams, &b.Complaints); k >= 0 {
		g.capEnding = rules.EndOf(rules.Side(k))
	}
}

// buildFighter works out one combatant from its line and its row.
func (b *builder) buildFighter(c newSeat) fighter {
	path, ff, row := c.Path, c.Line, c.Row
	f := fighter{name: c.Name, side: rules.Side(c.Side), speed: int8(row.Speed.Or(4)), boxes: b.g.rule.Boxes}
	size := row.Size.Or(1)
	for s := range skillCount {
		f.skills[s] = int8(row.Skills[rows.SkillNames[s]].N)
	}
	armour, _ := book.Instead(b.book.Armours, path, "armour", ff.Armour, row.Armour, &b.Complaints)
	f.combatDefence = int8(1 - size) // R-TP-30
	f.armouredDefence = f.combatDefence + int8(armour.Rating.N)
	f.grappleDefence = int8(size)
	f.toughness = int8(2 * (size - 1))
	f.burden = int8(armour.Burden.N)
	for d, kind := range rows.DamageNames {
		f.protection[d] = int8(armour.Stops[kind].N)
	}
	boxes := ff.Boxes
	if boxes == nil {
		for _, n := range row.Boxes {
			boxes = append(boxes, n.N)
		}
	}
	if boxes != nil {
		if what, want := rows.WrongBoxes(boxes); what != "" {
			b.Wrong(path.And("boxes"), what, want)
		} else {
			f.boxes = [3]uint8{uint8(boxes[0]), uint8(boxes[1]), uint8(boxes[2])}
		}
	}
	status, at := ff.Status, path.And("status")
	if status == "" {
		status, at = b.file.Sides[c.Side].Status, path[:2].And("status")
	}
	switch status {
	case rows.StatusNames[onGuard]:
		f.startsOnGuard = true
	case "", rows.StatusNames[offGuard]:
	default:
		b.Wrong(at, fmt.Sprintf("nobody begins a fight %s", status),
			text.OneOf(status, []string{rows.StatusNames[onGuard], rows.StatusNames[offGuard]}))
	}
	f.square = b.startSquare(c)
	b.listArms(c, &f)
	return f
}

// startSquare returns the square on which a combatant begins: the one that its line names, or of several alike the next
// free ones from there; without a map the sides stand face to face.
func (b *builder) startSquare(c newSeat) uint8 {
	m := &b.g.ground
	if m.Near == nil { // the map is wrong
		return 1
	}
	taken := func(sq uint8) bool {
		for i := range b.g.n {
			if b.g.seats[i].square == sq {
				return true
			}
		}
		return false
	}
	return m.StartSquare(c.Path, c.Line.At, c.Nth, len(b.file.Map) > 0, 4+int8(c.Side), taken, &b.Complaints)
}

// listArms puts weapons into slots, lists the arms that they give, empty hands last, and works out the distances that
// those threaten and how many Moves away a foe must be.
func (b *builder) listArms(c newSeat, f *fighter) {
	path := c.Path
	names, at := c.Line.Weapons.Instead(c.Row.Weapons, "weapons")
	if len(names) > 2 {
		b.Wrong(path.And(at), fmt.Sprintf("%s carries %d weapons", f.name, len(names)), "at most two, the one in hand first")
		return
	}
	if len(names) == 2 && names[0] == names[1] {
		b.Wrong(path.And(at), "two weapons of one kind", "two different ones")
		return
	}
	shield, shielded := book.Instead(b.book.Shields, path, "shield", c.Line.Shield, c.Row.Shield, &b.Complaints)
	ranged := 0
	for k, name := range names {
		w, ok := b.book.Weapons[name]
		if !ok || name == unarmed {
			b.Wrong(path.And(at), fmt.Sprintf("no weapon is called %q", name), text.OneOf(name, book.Keys(b.book.Weapons)))
			continue
		}
		if shielded && w.Hands == "2h" {
			b.Wrong(path.And(at), fmt.Sprintf("a %s beside a %s", name, cmp.Or(c.Line.Shield, c.Row.Shield)),
				"a weapon for one hand, or no shield")
		}
		if len(w.Attacks) > 0 {
			ranged++
		}
		b.fillSlot(f, uint8(k), name, w, shielded, shield)
	}
	if ranged > 1 {
		b.Wrong(path.And(at), f.name+" carries two ranged weapons", "one, and another to draw")
	}
	f.bareHands = uint8(len(f.arms))
	w, ok := b.book.Weapons[unarmed]
	if !ok || len(w.Surfaces) == 0 {
		b.Wrong(nil, "the catalogue has no weapon "+unarmed, "a row for empty hands", strict.Path{"rows", "weapons"})
		return
	}
	f.arms = append(f.arms, surfaceArm(f, slotNone, unarmed, w, w.Surfaces[0], 0))
	f.arms[f.bareHands].name = unarmed
	for hand := range f.threatened {
		for k := range f.arms {
			a := &f.arms[k]
			// With a bow in hand, or with nothing, the empty hands are what threatens.
			if a.ranged || int(a.slot) != hand && !(a.slot == slotNone && (hand == slotNone || f.slots[hand].ranged)) {
				continue
			}
			for d := a.min; d <= a.max; d++ {
				f.threatened[hand] |= 1 << d
			}
		}
		most := int8(bits.Len16(f.threatened[hand])) - 1
		for d := range f.movesToThreat[hand] {
			if f.threatened[hand]>>d&1 == 0 {
				f.movesToThreat[hand][d] = max(1, (int8(d)-most+f.speed-1)/max(1, f.speed))
			}
		}
	}
}

// unarmed is the row of empty hands.
const unarmed = "unarmed"

// fillSlot puts one weapon into slot k and lists its arms. A 1h/2h weapon beside a shield is held in one hand, so that
// everything with it costs more (R-TP-27, R-TP-55).
func (b *builder) fillSlot(f *fighter, k uint8, name string, w rows.Weapon, shielded bool, shield rows.Shield) {
	extra := int8(0) // AP
	sl := slot{name: name, present: true, ranged: len(w.Attacks) > 0, skill: f.skillOf(w), firstArm: uint8(len(f.arms))}
	if !b.g.rule.PlainParry {
		sl.guard = int8(w.Guard.N)
	}
	if shielded {
		bonus := shield.OneHanded
		if w.Hands == "1h/2h" {
			bonus, extra = shield.Either, b.g.rule.OneHanded
		}
		sl.guard += int8(bonus.N)
	}
	for _, surface := range w.Surfaces {
		f.arms = append(f.arms, surfaceArm(f, k, name, w, surface, extra))
	}
	for _, shot := range w.Attacks {
		f.arms = append(f.arms, shotArm(f, k, name, w, shot, extra))
	}
	if own := f.arms[sl.firstArm:]; len(own) > 0 {
		byCost := func(a, b arm) int { return cmp.Compare(a.cost, b.cost) }
		choose := slices.MinFunc[[]arm]
		if b.g.rule.DearestSurface {
			choose = slices.MaxFunc[[]arm]
		}
		sl.cost = choose(own, byCost).cost
	}
	if w.Shots != nil && w.Reload != nil {
		sl.shots, sl.reload = uint8(w.Shots.N), uint8(w.Reload.N)
	}
	f.slots[k] = sl
}

// surfaceArm works out one surface of a melee weapon in slot k; extra is added to its price.
func surfaceArm(f *fighter, k uint8, name string, w rows.Weapon, s rows.Surface, extra int8) arm {
	if s.Name != "" && len(w.Surfaces) > 1 {
		name += " " + s.Name
	}
	return arm{name: name, slot: k, cost: int8(s.AP.N) + extra, skill: f.skillOf(w),
		dice: int8(s.Damage.Dice), damageBonus: int8(s.Damage.Plus), kind: kindOf(s.Type),
		min: uint8(s.Reach[0].N), max: uint8(s.Reach[1].N)}
}

// shotArm works out one way to shoot with a ranged weapon in slot k; extra is added to its price.
func shotArm(f *fighter, k uint8, name string, w rows.Weapon, s rows.Shot, extra int8) arm {
	if s.Name != "" && len(w.Attacks) > 1 {
		name += " " + s.Name
	}
	return arm{name: name, slot: k, ranged: true, cost: int8(s.AP.N) + extra, skill: f.skillOf(w),
		dice: int8(s.Damage.Dice), damageBonus: int8(s.Damage.Plus), kind: kindOf(s.Type), unaimed: int8(s.Unaimed.N), aimed: int8(s.Aimed.N),
		speed: uint8(s.Speed.N), increment: uint8(s.Increment.N), shotsUsed: uint8(s.Uses.Or(1))}
}

// skillOf returns the rating of the skill that a weapon asks for.
func (f *fighter) skillOf(w rows.Weapon) int8 {
	return f.skills[text.IndexOrZero(rows.SkillNames, w.Skill)]
}

// kindOf returns a kind of damage by its name.
func kindOf(name string) uint8 { return text.IndexOrZero(rows.DamageNames, name) }

// readGoal reads the objective.
func (b *builder) readGoal() {
	o := b.file.Objective
	if o == nil {
		return
	}
	g := b.g
	var ok bool
	if g.goal.Goal, ok = rules.ReadGoal(&o.Objective, g.Teams, g.Cast, g.rounds, &b.Complaints); !ok {
		return
	}
	if b.file.AtCap == "" { // R-TP-54: against the side that has not reached it
		g.capEnding = rules.EndOf(g.goal.TimeoutWinner())
	}
	if g.goal.Kind == book.GoalEscape {
		b.readExits(o.To)
	}
}

// readExits reads the squares that lead away: those that the objective names, or every free one at the edge of the map
// (K-03).
func (b *builder) readExits(named []string) {
	g := b.g
	m := &g.ground
	if m.Near == nil {
		return // the map is wrong
	}
	if len(b.file.Map) == 0 {
		b.Wrong([]any{"objective", "goal"}, "an escape in a fight without a map", "a map: with a way out", book.SquaresKnown)
		return
	}
	for k, name := range named {
		sq := m.squareOf(name)
		if sq == 0 || m.Wall[sq] {
			b.Wrong([]any{"objective", "to", k}, fmt.Sprintf("%q is no free square", name),
				"a free square of the map, as in a1", book.SquaresKnown)
			continue
		}
		g.goal.exits[sq] = true
	}
	for sq := 1; len(named) == 0 && sq <= m.Squares(); sq++ {
		g.goal.exits[sq] = !m.Wall[sq] && m.IsEdge(uint8(sq))
	}
	g.goal.measureSteps(m)
	start := State{}
	for i := range g.n {
		start.seats[i] = seat{status: onGuard, square: g.seats[i].square}
	}
	if len(b.Complaints) == 0 && g.areAway(&start) {
		b.Wrong([]any{"objective", "goal"}, "an escape of those who are away already",
			"a start inside the map, or other squares under to:")
	}
}

// measureSteps works out how far each square is from the nearest one that leads away, by a breadth-first search from
// those: walls are in the way, combatants are not.
func (o *goal) measureSteps(m *ground) {
	var queue []uint8
	for sq := 1; sq <= m.Squares(); sq++ {
		if o.exits[sq] {
			queue = append(queue, uint8(sq))
		}
	}
	for len(queue) > 0 {
		at := queue[0]
		queue = queue[1:]
		o.farthest = o.exitSteps[at] // the last square of the queue is the farthest
		for to := range m.Near[at].All() {
			if o.exitSteps[to] == 0 && !o.exits[to] {
				o.exitSteps[to] = o.exitSteps[at] + 1
				queue = append(queue, to)
			}
		}
	}
}

// orderSeats puts the seats in the order of initiative: higher Reactions, the allied side, the roster (R-TP-28, K-01).
func (g *Game) orderSeats() {
	for rank, i := range rules.TurnOrder(g.n, func(i int) int { return int(g.seats[i].skills[reactions]) }, g.Side, g.allied) {
		g.rank[i], g.order[rank] = uint8(rank), uint8(i)
	}
}

// keepUsed keeps the part of the catalogue that this fight needs: a record embeds it, so that the fight can be replayed
// when the catalogue has changed.
func (b *builder) keepUsed() {
	all := b.book
	var people []string
	names := []string{unarmed}
	for _, sf := range b.file.Sides {
		for _, ff := range sf.Fighters {
			row := all.Combatants[ff.Who]
			people = append(people, ff.Who)
			names = slices.Concat(names, row.Weapons, ff.Weapons, []string{row.Armour, ff.Armour, row.Shield, ff.Shield})
		}
	}
	b.g.Rows = rows.Book{Version: 1, Actions: all.Actions, Damage: all.Damage, Weapons: book.Pick(all.Weapons, names),
		Shields: book.Pick(all.Shields, names), Armours: book.Pick(all.Armours, names),
		Combatants: book.Pick(all.Combatants, people)}
}
