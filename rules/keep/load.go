package keep

import (
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"unicode/utf8"

	"kokyu/rules"
	"kokyu/rules/book"
	"kokyu/rules/keep/rows"
	"kokyu/rules/strict"
	"kokyu/rules/text"
)

// read builds the game of an encounter or a position with the rows of a catalogue. The error is text.Problems: every
// mistake with its place in the file.
func read(file *strict.File, catalogue rows.Book) (*Game, error) {
	return book.Load(rows.System, file, catalogue, build)
}

// reload builds the game that a record embeds: its encounter with the rows that it used.
func reload(encounter, data json.RawMessage) (*Game, error) {
	return book.Reload(encounter, data, book.CheckAll, build)
}

// builder makes a Game of rows, and gathers every complaint on the way.
type builder struct {
	g     *Game
	book  rows.Book
	file  rows.EncounterFile
	lines [seatsMax]newSeat // by seat: its line of the file and its row
	strict.Complaints
}

// newSeat is a combatant as the file has it: its line, its row with the values of the line, and where the line stands.
type newSeat = book.NewSeat[rows.FighterFile, rows.Sheet]

// build makes the game of an encounter; it is usable only if there are no complaints. The order matters: combatants are
// seated before their weapons are numbered, effects are gathered before the first position is made, and a now: block is
// read over that.
func build(catalogue rows.Book, file rows.EncounterFile) (*Game, strict.Complaints) {
	catalogue, bad := book.Own(catalogue, file.Rows, file.Head)
	b := &builder{g: &Game{base: base{Encounter: file, System: &rows.Shipped}},
		book: catalogue, file: file, Complaints: bad}
	book.Choose(b.file.Rulings, rows.Shipped.Rulings(), &b.Complaints).Into(&b.g.rule)
	b.readScene()
	b.seatCombatants()
	b.readGoal()
	b.readTrials()
	b.keepUsed()
	b.gatherAll()
	b.g.First = b.g.firstPosition()
	b.mountRiders()
	known := !b.Doubtful() // else what depends on a missing row would be complained of a second time
	if known {
		b.setOffBeginning()
		b.g.askInitiative(&b.g.First, 0, nil)
	}
	if bad, wrong := file.Wrong(b.Complaints, b.g.readValues(known)); wrong {
		return nil, bad
	}
	b.g.rate()
	b.g.packing = newPacking(uintptr(b.g.n), len(b.g.effects) > 0)
	b.g.Page = strict.NewPage(b.g.head)
	b.g.Ground = b.g.groundOf()
	return b.g, b.g.Follow(b.g, &b.g.First, file.Since)
}

// plainTerrain has the letters that every map may use, without a legend.
var plainTerrain = map[string]rows.Terrain{
	".": {}, "#": {Wall: true}, ",": {Rough: true}, "~": {Mire: true}, "^": {Height: 1}, "o": {Cover: "some"}, "O": {Cover: "full"},
}

// faceToFace is the map of an encounter without one: eight rows of twelve free squares (R-RK-52).
var faceToFace = slices.Repeat([]string{"............"}, 8)

// readScene reads the board, the rounds, who wins at the cap.
func (b *builder) readScene() {
	g := b.g
	g.rounds = b.file.RoundLimit(g.rule.Rounds, &b.Complaints)
	g.allied = rules.Side(book.AlliedSide(b.file.Allied, &b.Complaints))
	for _, letter := range book.Keys(b.file.Legend) {
		at := strict.Path{"legend", strict.Key(letter)}
		if utf8.RuneCountInString(letter) != 1 || letter == " " {
			b.Wrong(at, fmt.Sprintf("%q is no letter of a map", letter), "one letter or sign")
		}
		if cover := b.file.Legend[letter].Cover; cover != "" {
			b.OneOf(strict.Path{"legend", letter, "cover"}, "cover", cover, rows.CoverNames[1:])
		}
	}
	drawn := b.file.Map
	if len(drawn) == 0 {
		drawn = faceToFace
	}
	if !b.file.Read("map") {
		b.Doubt(book.SquaresKnown)
	}
	m := &g.ground
	m.IsWall, m.Tight = "is a wall", true
	var ok bool
	const want = ". free, # a wall, a comma rough, ~ mire, ^ high, o cover, O full cover, or a letter of the legend:"
	if m.Wide, m.High, ok = book.ReadMap(drawn, groundMax, want, &b.Complaints, b.setSquare); ok {
		m.Lay()
		m.findFeatures()
	}
	b.markExits()
}

// setSquare sets a square of the map by its letter, and reports whether the letter is known. sq is below 0 for a letter
// outside of the board, which is only checked.
func (b *builder) setSquare(sq int, letter rune) (known bool) {
	t, known := b.file.Legend[string(letter)]
	if !known {
		t, known = plainTerrain[string(letter)]
	}
	if m := &b.g.ground; known && sq >= 0 {
		m.Wall[sq], m.mire[sq] = t.Wall, t.Mire
		if t.Rough || t.Mire {
			m.rough.Add(uint8(sq))
		}
		m.height[sq], m.cover[sq] = uint8(t.Height), text.IndexOrZero(rows.CoverNames, t.Cover)
	}
	return known
}

// markExits reads the squares from which one may leave the field.
func (b *builder) markExits() {
	m := &b.g.ground
	for k, name := range b.file.Exits {
		sq, ok := m.SquareNamed(name)
		if !ok || m.Wall[sq] {
			b.Wrong([]any{"exits", k}, fmt.Sprintf("%q is no free square", name),
				"a free square of the map, as in a1", book.SquaresKnown)
			continue
		}
		m.exit[sq] = true
	}
}

// seatCombatants seats the combatants side by side, in the order of the file.
func (b *builder) seatCombatants() {
	g := b.g
	for side, sf := range b.file.Sides {
		b.checkRiders(side, sf)
	}
	room := book.Room{Fight: seatsMax, Note: ", steeds among them", Head: b.file.Head, Apart: keysApart,
		Now: []string{"at", "stance", "status", "struck", "stunned", "entangled", "initiative", "used",
			"has", "swapped", "earth", "guards", "grapple", "broke", "mettle"},
		Needs: map[string][]string{"weapons": {"weapons"}, "rides": {"rides"}, "void points": {"void"}}}
	g.Teams, _ = book.Seats(b.file.Sides, b.book, room, &b.Complaints, func(c newSeat) {
		b.lines[g.n], g.sheets[g.n] = c, c.Row
		g.seats[g.n] = b.buildFighter(c)
		character := c.Line.Character.Or(b.file.Sides[c.Side].Character)
		g.Enter(rules.Fighter{Name: c.Name, Kind: c.Line.Who, Side: rules.Side(c.Side), Character: character, Steed: c.Row.Steed},
			c.Line.Person.As(c.Row.Being))
		g.n++
	})
	b.buildArms()
	g.capEnding = rules.EndDraw
	if k := book.SideNamed([]any{"at the cap"}, b.file.AtCap, g.Teams, &b.Complaints); k >= 0 {
		g.capEnding = rules.EndOf(rules.Side(k))
	}
}

// keysApart are the keys of a line that can be checked even if its row is unknown.
var keysApart = []string{"name", "count", "at", "stance", "armour", "weapons", "initiative", "void points", "rides",
	"techniques", "spells", "objects"}

// checkRiders refuses a steed without a combatant of its side to ride it: nobody would decide for it (R-RK-42).
func (b *builder) checkRiders(side int, sf rows.SideFile) {
	isSteed := func(ff rows.FighterFile) bool {
		row, _ := ff.Own.Row(b.book.Sheets[ff.Who])
		return row.Steed
	}
	riders := 0
	for _, ff := range sf.Fighters {
		if !isSteed(ff) {
			riders += max(1, ff.Count)
		}
	}
	for k, ff := range sf.Fighters {
		if !isSteed(ff) {
			continue
		}
		if riders -= max(1, ff.Count); riders < 0 {
			b.Wrong([]any{"sides", side, "fighters", k}, "a "+ff.Who+" without a rider's seat",
				"somebody on its side to ride each steed, in a seat of their own", strict.Path{"sides", side, "fighters"})
			return
		}
	}
}

// buildFighter works out one combatant from its line and its row. An attribute that the row does not name is 2.
func (b *builder) buildFighter(c newSeat) fighter {
	path, ff, row := c.Path, c.Line, c.Row
	f := fighter{name: c.Name, side: rules.Side(c.Side),
		rank: row.Rank.N, techniqueBonus: row.Technique.N, miscBonus: row.Misc.N, malus: row.Malus.N,
		mook: row.Mook, fourLegs: row.FourLegs, steed: row.Steed, dual: row.Dual, samuraiHands: row.Samurai,
		exhausted: row.Exhausted,
		speaks:    len(row.Hooks) > 0}
	for a, name := range rows.AttributeNames {
		f.attributes[a] = 2
		if n, ok := row.Attributes[name]; ok {
			f.attributes[a] = n.N
		}
	}
	for r := range ringVoid {
		f.rings[r] = min(f.attributes[2*r], f.attributes[2*r+1])
	}
	f.rings[ringVoid] = row.Void.N
	for s, name := range rows.SkillNames {
		f.skills[s] = row.Skills[name].N
	}
	f.hungryDays, f.sleeplessDays = daysOf(ff.Hungry, row.Hungry), daysOf(ff.Sleepless, row.Sleepless)
	f.grappler = slices.Contains(row.Emphases, rows.Grappling)
	f.voidPoints = b.startingVoidPoints(c)
	if ff.Initiative != nil {
		f.initiative = b.Within(path.And("initiative"), "initiative", *ff.Initiative, 1, 200)
	}
	if ff.Stance != "" {
		f.stance = water + stance(b.Index(path.And("stance"), "stance", ff.Stance, rows.StanceNames[1:]))
		if f.stance == fire && ff.Rides != "" {
			b.Wrong(path.And("stance"), "the Fire stance on horseback", "another: who is mounted cannot take it")
		}
		if f.stance == void && f.mook && !b.g.rule.MookVoid {
			b.Wrong(path.And("stance"), "a mook in the Void stance", "another, or the ruling mook void: yes")
		}
	}
	b.readArmour(c, &f)
	b.readWeapons(c, &f)
	if ff.Rides == "" {
		f.square = b.startSquare(c)
	} else if ff.At != "" {
		b.Wrong(path.And("at"), c.Name+" rides and stands somewhere", "at: of the steed alone")
	}
	return f
}

// daysOf returns how many days a combatant has gone without something, by its line, else by its sheet.
func daysOf(line *int, row *rows.Num) int {
	if line != nil {
		return *line
	}
	return row.Or(0)
}

// startingVoidPoints returns the Void Points that a combatant begins with: by its line, else by its row, else as many
// as its Void Ring; a mook has none (R-RK-41, R-RK-77).
func (b *builder) startingVoidPoints(c newSeat) int {
	n, at := c.Row.Void.N, "who"
	switch {
	case c.Line.VoidPoints != nil:
		n, at = *c.Line.VoidPoints, "void points"
	case c.Row.VoidPoints != nil:
		n = c.Row.VoidPoints.N
	case c.Row.Mook:
		return 0
	}
	if c.Row.Mook && n > 0 {
		b.Wrong(c.Path.And(at), "a mook with Void Points", "void points: 0, or a sheet that is no mook")
	}
	return b.Within(c.Path.And(at), "Void Points", n, 0, 10)
}

// readArmour reads the armour of the line, or else that of the row.
func (b *builder) readArmour(c newSeat, f *fighter) {
	a, _ := book.Instead(b.book.Armours, c.Path, "armour", c.Line.Armour, c.Row.Armour, &b.Complaints)
	f.armorBonus, f.mountedArmorBonus, f.reduction, f.clumsy = a.Bonus.N, a.Bonus.N, a.Reduction.N, a.Clumsy.N
	if a.Mounted != nil {
		f.mountedArmorBonus = a.Mounted.N
	}
}

// readWeapons reads the weapons that a combatant carries. buildArms works out what they do.
func (b *builder) readWeapons(c newSeat, f *fighter) {
	path, row := c.Path, c.Row
	names, at := c.Line.Weapons.Instead(row.Weapons, "weapons")
	if len(names) > weaponsMax {
		b.Wrong(path.And(at), fmt.Sprintf("%s carries %d weapons", f.name, len(names)), "at most two, the one ready first")
		return
	}
	large := false
	for k, name := range names {
		w, ok := b.book.Weapons[name]
		if !ok || name == rows.Unarmed {
			b.Wrong(path.And(at), fmt.Sprintf("no weapon is called %q", name), text.OneOf(name, book.Keys(b.book.Weapons)))
			continue
		}
		f.weapons[k] = name
		large = large || w.Size == rows.LargeSize
	}
	if row.Ready != nil && *row.Ready == 2 && (large || !row.Dual) {
		b.Wrong(path.And(at), f.name+" with two weapons ready",
			"ready: 1, or a sheet with dual: true and two weapons for one hand each")
	}
}

// startSquare returns the square on which a combatant begins: the one that its line names, or for the further ones of a
// line the next free one; without a map the two sides stand 20 feet apart.
func (b *builder) startSquare(c newSeat) uint8 {
	m := &b.g.ground
	if m.Near == nil { // the map is wrong
		return 0
	}
	taken := func(sq uint8) bool {
		for i := range b.g.n {
			if b.lines[i].Line.Rides == "" && b.g.seats[i].square == sq {
				return true
			}
		}
		return false
	}
	return m.StartSquare(c.Path, c.Line.At, c.Nth, len(b.file.Map) > 0, 4+4*int8(c.Side), taken, &b.Complaints)
}

// buildArms lists the arms of all weapons, bare hands first, and what follows from them: Game.items, firstArm, twins
// and reachWeapons, and the training of each combatant with each arm.
func (b *builder) buildArms() {
	g := b.g
	bare, ok := b.book.Weapons[rows.Unarmed]
	if !ok || len(bare.Uses) != 1 {
		b.Wrong(nil, "the catalogue has no weapon "+rows.Unarmed, "a row for bare hands, with one use",
			strict.Path{"rows", "weapons"})
		b.Doubt(strict.AllKnown("weapon"))
		return
	}
	g.arms = append(g.arms, b.buildArm(rows.Unarmed, bare, bare.Uses[0], noItem))
	for i := range g.n {
		for k, name := range g.seats[i].weapons {
			w := b.book.Weapons[name]
			for _, use := range w.Uses {
				g.arms = append(g.arms, b.buildArm(name, w, use, uint8(i*weaponsMax+k)))
			}
		}
	}
	if len(g.arms) > armsMax {
		b.Wrong([]any{"sides"}, fmt.Sprintf("%d ways to strike", len(g.arms)),
			fmt.Sprintf("at most %d of all weapons together", armsMax))
		g.arms = g.arms[:armsMax]
		b.Doubt(book.AllRows)
	}
	for j := len(g.arms) - 1; j > 0; j-- { // backwards, so that the first arm of an item is set last
		a := &g.arms[j]
		g.firstArm[a.item] = uint8(j)
		if a.kind == melee && a.reach > 1 {
			g.reachWeapons = append(g.reachWeapons, reachWeapon{a.item, a.reach})
		}
	}
	for item, first := range g.firstArm {
		if first == 0 {
			continue
		}
		for _, other := range g.items {
			if g.itemName(other) == g.itemName(uint8(item)) {
				g.twins = append(g.twins, [2]uint8{other, uint8(item)})
			}
		}
		g.items = append(g.items, uint8(item))
	}
	for i := range g.n {
		g.seats[i].mastery = make([]gain, len(g.arms))
		for j := range g.arms {
			b.applyTraining(&g.seats[i], g.sheets[i], j)
		}
	}
}

// armsMax is the most arms of a fight: fighter.emphases has a bit for each.
const armsMax = 64

// buildArm works out one way to strike: a use of a weapon.
func (b *builder) buildArm(name string, w rows.Weapon, use rows.Use, item uint8) arm {
	a := arm{name: name, item: item, kind: text.IndexOrZero(rows.KindNames, use.Kind),
		skill: text.IndexOrZero(rows.SkillNames, w.Skill), size: text.IndexOrZero(rows.SizeNames, w.Size), roll: use.Damage.Roll, keep: use.Damage.Keep,
		charge: gain{use.Charge.Roll, use.Charge.Keep, use.Charge.Add},
		reach:  uint8(use.Feet.N / squareFeet), natural: w.Natural, canGrapple: w.Grapples, harmless: use.Damage == rows.Roll{},
		armour: armourTimes[use.Armour], takesVoidPoint: w.TakesVoidPoint && use.Kind != rows.ThrownKind}
	a.hasReach = a.kind == melee && a.reach > 1
	if use.Name != "" && len(w.Uses) > 1 {
		a.name += " " + use.Name
	}
	switch n, err := strconv.Atoi(use.Entangle); {
	case err == nil:
		a.entangles = uint8(n)
	case use.Entangle != "":
		a.entangles = entanglesByDamage
	}
	if w.Pull != nil {
		a.bowStrength = w.Pull.N
	}
	return a
}

// armourTimes says how many times the target's Armor Bonus counts, by the word of a weapon's use.
var armourTimes = map[string]int8{"": 1, "ignored": 0, "doubled": 2}

// applyTraining sets whether a sheet has an emphasis with arm j, and what its masteries add to the damage of that arm
// (R-RK-38).
func (b *builder) applyTraining(f *fighter, row rows.Sheet, j int) {
	a := &b.g.arms[j]
	name := rows.Unarmed
	if a.item != noItem {
		name = b.g.itemName(a.item)
	}
	if slices.Contains(row.Emphases, name) {
		f.emphases |= 1 << j
	}
	for _, key := range book.Keys(b.book.Masteries) {
		m := b.book.Masteries[key]
		if rows.SkillNames[a.skill] == m.Skill && row.Skills[m.Skill].N >= m.Rank.N &&
			(m.Emphasis == "" || m.Emphasis == name && slices.Contains(row.Emphases, name)) && !a.harmless {
			f.mastery[j].roll += m.Adds.Roll
			f.mastery[j].keep += m.Adds.Keep
			f.mastery[j].add += m.Adds.Add
		}
	}
}

// readGoal reads the objective.
func (b *builder) readGoal() {
	g := b.g
	var ok bool
	if g.goal, ok = rules.ReadGoal(b.file.Objective, g.Teams, g.Cast, g.rounds, &b.Complaints); !ok {
		return
	}
	if b.file.AtCap == "" { // at the cap the side that has not reached its objective loses
		g.capEnding = rules.EndOf(g.goal.TimeoutWinner())
	}
	if g.goal.Kind == book.GoalEscape && len(b.file.Exits) == 0 {
		b.Wrong([]any{"objective", "goal"}, "an escape without a way out",
			"exits: the squares that lead away", strict.Path{"exits"})
	}
}

// readTrials reads the skill tests that the scene offers.
func (b *builder) readTrials() {
	for k, t := range b.file.Tests {
		at := func(key string) []any { return []any{"tests", k, key} }
		what, err := text.CleanName(t.What)
		if err != nil {
			b.Unclean(at("what"), "what it is for", err)
		}
		b.g.trials = append(b.g.trials, trial{what, b.Index(at("skill"), "skill", t.Skill, rows.SkillNames),
			b.Index(at("attribute"), "attribute", t.Attribute, rows.AttributeNames), t.Number})
	}
}

// mountRiders puts riders on their steeds, when all are seated: a line may name a steed of a later line.
func (b *builder) mountRiders() {
	g, s := b.g, &b.g.First
	for i := range g.n {
		path, name := b.lines[i].Path.And("rides"), b.lines[i].Line.Rides
		if name == "" {
			continue
		}
		k := slices.Index(g.Names(), name)
		switch {
		case k < 0:
			b.Wrong(path, fmt.Sprintf("no steed is called %q", name),
				"the name of a steed of its side, a seat of its own", book.NamesKnown)
			continue
		case !g.seats[k].steed || g.foes(i, k) || g.seats[i].steed:
			b.Wrong(path, name+" cannot be ridden by "+g.name(i), "a steed of its own side",
				book.RowOf(name), book.RowOf(g.name(i)))
			continue
		case s.seats[k].mount != 0:
			b.Wrong(path, name+" has a rider", "a steed for each")
			continue
		}
		g.seats[i].square, s.seats[i].square = g.seats[k].square, g.seats[k].square
		s.seats[i].mount, s.seats[k].mount = uint8(1+k), uint8(1+i)
	}
}

// firstPosition returns the position before the initiative is rolled. An item that nobody has is kept as gone.
func (g *Game) firstPosition() (s State) {
	s.phase, s.round, s.firstRound = phInitiative, 1, 1
	for item := range s.items {
		s.items[item].at = itemGone
	}
	for i := range g.n {
		f := &g.seats[i]
		s.seats[i] = seat{square: f.square, stance: f.stance, voidPoints: uint8(f.voidPoints),
			initiative: uint8(f.initiative), place: uint8(i)<<4 | uint8(i)}
		if f.stance == void && !g.rule.VoidTwice {
			s.seats[i].turnMarks = wasVoid
		}
		if f.steed && f.stance == noStance {
			s.seats[i].stance = water
		}
		row := g.sheets[i]
		ready := 1
		if row.Ready != nil {
			ready = *row.Ready
		}
		for k, name := range f.weapons {
			w, ok := g.Rows.Weapons[name]
			if !ok {
				continue
			}
			at := uint8(i)
			if k < ready || w.Natural {
				at |= itemReady
			}
			if row.Unstrung && w.Pull != nil {
				at |= itemUnstrung
			}
			s.items[i*weaponsMax+k] = item{at: at}
		}
	}
	return s
}

// keepUsed keeps the part of the catalogue that this fight uses. A record embeds it, so that the fight can be replayed
// when the catalogue has changed.
func (b *builder) keepUsed() {
	all := b.book
	var people, deeds []string
	names := []string{rows.Unarmed} // of weapons and armours
	for _, sf := range b.file.Sides {
		for _, ff := range sf.Fighters {
			row := all.Sheets[ff.Who]
			people = append(people, ff.Who)
			deeds = slices.Concat(deeds, row.Techniques, row.Spells, row.Objects, ff.Techniques, ff.Spells, ff.Objects)
			names = slices.Concat(names, row.Weapons, ff.Weapons, row.Emphases, []string{row.Armour, ff.Armour})
		}
	}
	for i := range b.g.n {
		names = append(names, b.g.sheets[i].Emphases...)
	}
	for _, m := range all.Masteries {
		names = append(names, m.Emphasis)
	}
	b.g.Rows = rows.Book{Version: 1, Weapons: book.Pick(all.Weapons, names), Armours: book.Pick(all.Armours, names),
		Masteries: all.Masteries, Sheets: book.Pick(all.Sheets, people),
		Techniques: book.Pick(all.Techniques, deeds), Spells: book.Pick(all.Spells, deeds),
		Objects: book.Pick(all.Objects, deeds)}
}
