package breath

import (
	"fmt"
	"kokyu/rules/book"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
)

// A second reading of document 000, written from its text and the rulings and from nothing else: no zones, no stances,
// no bytes, no classes of dice. It tells a fight in the order the document tells it and asks a table whenever somebody
// decides or throws; see law_oracle_walk_test.go for the table that puts every question to the engine too, and
// law_oracle_spells_test.go for what document 002 adds.

// oracleTable answers the oracle's questions.
type oracleTable interface {
	decide(who *oracleFighter, options []string) string
	throw(who *oracleFighter, what string, need int, word func(a, b int) string) (a, b int)
	stirs(o *oracle) // a GM may change things between decisions
}

// oracleTechnique is a row of the table of reference weapons.
type oracleTechnique struct {
	name             string
	energy           int
	attribute, skill string
	bonus            int
	wounds           int
	critical         int // Wounds on a critical, where a row prints them
	twenty           int // Wounds on a total of 20 or more
	pierce           int
	topple           bool // target Defenseless on success
	expose           int  // Defense -N until the target's next breath
}

type oracleWeapon struct {
	attacks []oracleTechnique
	defense oracleTechnique
}

var oracleWeapons = map[string]oracleWeapon{
	"uchigatana": {[]oracleTechnique{
		{name: "horizontal cut", energy: 2, attribute: "courage", skill: "swordsmanship", wounds: 1},
		{name: "thrust", energy: 2, attribute: "finesse", skill: "swordsmanship", wounds: 1, pierce: 2},
	}, oracleTechnique{name: "parry", energy: 1, attribute: "courage", skill: "swordsmanship"}},
	"kodachi": {[]oracleTechnique{
		{name: "flurry cut", energy: 1, attribute: "finesse", skill: "swordsmanship", bonus: -4, wounds: 1},
		{name: "close thrust", energy: 2, attribute: "finesse", skill: "swordsmanship", wounds: 1, pierce: 2},
	}, oracleTechnique{name: "emergency dodge", energy: 1, attribute: "finesse", skill: "footwork"}},
	"suyari": {[]oracleTechnique{
		{name: "spear thrust", energy: 2, attribute: "courage", skill: "spearmanship", wounds: 1, pierce: 2},
		{name: "check", energy: 2, attribute: "finesse", skill: "spearmanship", expose: 2},
	}, oracleTechnique{name: "harry", energy: 2, attribute: "courage", skill: "spearmanship", bonus: 2}},
	"nodachi": {[]oracleTechnique{
		{name: "great cut", energy: 3, attribute: "courage", skill: "swordsmanship", bonus: 2, wounds: 1, twenty: 2},
		{name: "step-through cut", energy: 2, attribute: "finesse", skill: "swordsmanship", bonus: -1, wounds: 1},
	}, oracleTechnique{name: "block", energy: 1, attribute: "courage", skill: "swordsmanship", bonus: 1}},
	"kanabo": {[]oracleTechnique{
		{name: "smash", energy: 3, attribute: "physique", skill: "staff", bonus: 2, wounds: 2, critical: 3},
		{name: "iron sweep", energy: 3, attribute: "physique", skill: "staff", bonus: -1, wounds: 1, pierce: 2},
	}, oracleTechnique{name: "shoulder in", energy: 1, attribute: "physique", skill: "staff"}},
	"staff": {[]oracleTechnique{
		{name: "heavy strike", energy: 2, attribute: "courage", skill: "staff", wounds: 1},
		{name: "sweep", energy: 2, attribute: "finesse", skill: "staff", bonus: -1, topple: true},
	}, oracleTechnique{name: "turn aside", energy: 1, attribute: "finesse", skill: "staff"}},
	"unarmed": {[]oracleTechnique{
		{name: "strike", energy: 1, attribute: "courage", skill: "unarmed combat", bonus: -4, wounds: 1},
		{name: "grapple throw", energy: 2, attribute: "physique", skill: "unarmed combat", topple: true},
	}, oracleTechnique{name: "shove", energy: 1, attribute: "physique", skill: "unarmed combat"}},
}

// oracleFighter is a sheet of paper: what stands on it, and what is pencilled in during the fight.
type oracleFighter struct {
	name       string
	side       int
	roster     int
	attributes map[string]int
	points     map[string]int // of skills
	weapon     string
	armour     int // points of Defense above 10
	weight     int // Energy the armour costs
	swift      bool
	woundsMax  int
	energyMax  int

	energy, wounds int
	down           bool
	dropped        bool
	held           []string // techniques reserved
	closed, waited bool
	waits          *oraclePlace
	shaken         bool // Defenseless until its next breath
	drained        bool // Defenseless until the end of the round
	strained       bool // its next breath has limit 3
	exposed        int

	grimoire *oracleGrimoire // of one who casts
	bears    oracleBurden
	oraclePresence
}

// oraclePlace is a place in the count: Energy, and how far down the queue of those who stepped just below it.
type oraclePlace struct{ energy, behind int }

func (p oraclePlace) above(q oraclePlace) bool {
	if p.energy != q.energy {
		return p.energy > q.energy
	}
	return p.behind < q.behind
}

func (f *oracleFighter) place() oraclePlace {
	own := oraclePlace{energy: f.energy}
	if f.waits != nil && own.above(*f.waits) {
		return *f.waits
	}
	return own // never above its own Energy
}

func (f *oracleFighter) defenseless() bool { return f.shaken || f.drained }

func (f *oracleFighter) inHand() string {
	if f.dropped {
		return "unarmed"
	}
	return f.weapon
}

// check returns what is added to the dice: attribute, proficiency, the technique's own.
func (f *oracleFighter) check(t oracleTechnique) int {
	proficiency := map[int]int{0: -2, 1: 0, 2: 1, 3: 2, 4: 3}[f.points[t.skill]]
	return f.attributes[t.attribute] + proficiency + t.bonus
}

// limit returns 5, more by Speed and swift-decision armour (EB-100, EB-101, EB-104, EB-105).
func (f *oracleFighter) limit() int {
	limit := 5
	switch f.points["speed"] {
	case 3:
		limit++
	case 4:
		limit += 2
	}
	if f.swift {
		limit++
	}
	return limit
}

func (o *oracle) defense(f *oracleFighter, pierce int, surprise bool) int {
	d := 10 + max(0, f.armour-pierce) - f.exposed + o.guarded(f, surprise)
	if f.defenseless() {
		d -= 4
	}
	return max(2, d)
}

type oracle struct {
	fighters []*oracleFighter
	table    oracleTable
	round    int
	rounds   int
	tight    bool // the breath under way is one after a held overload
	magic    oracleMagic
}

// fight tells it from the first round to the end; the winner is 0 or 1, -1 for nobody.
func (o *oracle) fight() int {
	for o.round = 1; o.round <= o.rounds; o.round++ {
		for _, f := range o.fighters {
			if !f.down {
				f.energy = f.energyMax // EB-04
			}
		}
		o.dawn()
		for {
			f := o.next(nil)
			if f == nil {
				break
			}
			o.table.stirs(o)
			o.count(o.next(nil))
			if w, over := o.over(); over {
				return w
			}
		}
		o.lull()
		o.smoulders()
		if w, over := o.over(); over {
			return w
		}
	}
	return -1
}

func (o *oracle) over() (winner int, over bool) {
	var standing [2]int
	for _, f := range o.fighters {
		if !f.down {
			standing[f.side]++
		}
	}
	switch {
	case standing[0]+standing[1] == 0:
		return -1, true
	case standing[0] == 0:
		return 1, true
	case standing[1] == 0:
		return 0, true
	}
	return 0, false
}

// next returns who stands highest in the count, after somebody if one is given (EB-03, EB-05, EB-09, EB-10, R-29).
func (o *oracle) next(after *oracleFighter) *oracleFighter {
	var in []*oracleFighter
	for _, f := range o.fighters {
		if !f.down && !f.closed && f.energy > 0 && !o.sealed(f) {
			in = append(in, f)
		}
	}
	slices.SortFunc(in, func(a, b *oracleFighter) int {
		switch {
		case a.place().above(b.place()):
			return -1
		case b.place().above(a.place()):
			return 1
		case a.attributes["finesse"] != b.attributes["finesse"]:
			return b.attributes["finesse"] - a.attributes["finesse"]
		case a.side != b.side:
			return a.side - b.side
		}
		return a.roster - b.roster
	})
	i := 0
	if after != nil {
		i = slices.Index(in, after) + 1
	}
	if i < len(in) {
		return in[i]
	}
	return nil
}

// count: a first maneuver, waiting or closing.
func (o *oracle) count(f *oracleFighter) {
	options := o.maneuvers(f, true)
	lower, standing := o.next(f), 0
	for _, x := range o.fighters {
		if !x.down {
			standing++
		}
	}
	if lower != nil && !f.waited && standing > 2 {
		options = append(options, "wait")
	}
	switch choice := o.table.decide(f, append(options, "close the round")); choice {
	case "wait":
		p := lower.place()
		f.waits, f.waited = &oraclePlace{p.energy, p.behind + 1}, true
	case "close the round":
		f.closed, f.waits = true, nil
	default:
		o.breath(f, choice)
	}
}

// maneuvers lists what one's Energy and hands allow (EB-15 to EB-21, R-08).
func (o *oracle) maneuvers(f *oracleFighter, begins bool) (options []string) {
	w := oracleWeapons[f.inHand()]
	for _, t := range w.attacks {
		for _, foe := range o.fighters {
			if foe.side != f.side && o.mayStrike(f, foe) && t.energy <= f.energy {
				options = append(options, t.name+" > "+foe.name)
			}
		}
	}
	if w.defense.energy <= f.energy && !f.drained && (begins || !f.shaken) && len(f.held) < 9 {
		options = append(options, "reserve "+w.defense.name)
	}
	if f.dropped && f.energy >= 2 {
		options = append(options, "pick up "+f.weapon)
	}
	return append(options, o.castings(f, begins)...)
}

// breath: maneuvers one after the other until the actor ends it, strains, falls or has nothing left.
func (o *oracle) breath(f *oracleFighter, choice string) {
	f.held, f.exposed, f.shaken = nil, 0, false // EB-33, R-100
	f.waits, f.waited = nil, false
	o.breathBegins(f)
	defer o.breathEnds(f)
	o.tight = f.strained // EB-44, R-03, R-05
	f.strained = false
	spent, attacks := 0, 0
	for {
		name, target, _ := strings.Cut(choice, " > ")
		cost := 2
		w := oracleWeapons[f.inHand()]
		var technique oracleTechnique
		spell, casts := f.casting(choice)
		switch {
		case casts:
			cost = f.castCost(spell)
		case target != "":
			technique = w.attacks[slices.IndexFunc(w.attacks, func(t oracleTechnique) bool { return t.name == name })]
			cost = technique.energy
		case strings.HasPrefix(name, "reserve "):
			cost = w.defense.energy
		}
		f.energy -= cost // EB-02
		spent += cost    // EB-28
		o.magic.spent = spent
		limit := o.limit(f)
		strains, holds, ends := cost > 0 && spent > limit, false, false
		if strains { // EB-40, EB-42, R-02
			excess := spent - limit
			need := 11 - f.attributes["physique"] + excess
			a, b := o.table.throw(f, "overload", need, func(a, b int) string { return oracleWord(a+b >= need, "success", "fail") })
			holds = a+b >= need
		}
		switch {
		case casts:
			ends = o.cast(f, spell)
		case target != "":
			attacks++
			o.attack(f, technique, o.named(target), attacks)
		case strings.HasPrefix(name, "reserve "):
			f.held = append(f.held, w.defense.name)
		default:
			f.dropped, f.held = false, nil
		}
		if _, over := o.over(); over || f.down {
			return
		}
		switch {
		case holds:
			f.strained = true // EB-44
			return
		case strains: // EB-46, EB-47
			f.energy, f.drained = 0, true
			o.strips(f)
			return
		case ends, f.energy == 0:
			return
		}
		o.table.stirs(o)
		choice = o.table.decide(f, append(o.maneuvers(f, false), "end the breath"))
		if choice == "end the breath" {
			return
		}
	}
}

// limit returns the one of the breath under way.
func (o *oracle) limit(f *oracleFighter) int {
	if o.tight {
		return 3
	}
	return f.limit() + o.given(f, func(sp *oracleSpell) int { return sp.limit })
}

func oracleWord(ok bool, yes, no string) string {
	if ok {
		return yes
	}
	return no
}

func (o *oracle) named(name string) *oracleFighter {
	for _, f := range o.fighters {
		if f.name == name {
			return f
		}
	}
	panic(name)
}

// attack: the roll, the answer, the landing. The fourth attack of a breath is 2 harder, the fifth 4 ....
func (o *oracle) attack(f *oracleFighter, t oracleTechnique, target *oracleFighter, nth int) {
	mod := min(10, f.check(t)-2*max(0, nth-3)+o.blessed(f, target))
	surprise := f.hidden && nth > 0
	defense := o.defense(target, t.pierce, surprise)
	need := defense - mod
	f.hidden = f.hidden && !surprise
	dreams := nth == 1 && o.dreams(f)
	hits := func(a, b int) bool { return a+b >= need && !(dreams && (a+b)%2 == 1) }
	a, b := o.table.throw(f, "attack", need, func(a, b int) string {
		return oracleWord(hits(a, b), oracleWord(a == b, "critical", "hit"), oracleWord(a == b, "fumble", "miss"))
	})
	double := a == b
	if !hits(a, b) {
		if double {
			o.fumble(f, a, false)
		}
		return
	}
	total := a + b + mod
	if o.answered(target, f, total, nth == 1 && o.sure(f)) {
		o.focuses()
		return
	}
	wounds := t.wounds
	if total >= 20 {
		wounds = max(wounds, t.twenty)
	}
	switch {
	case double && t.critical > 0:
		wounds = max(wounds, t.critical)
	case double && t.wounds == 0:
		wounds = 1
	case double:
		wounds = max(wounds, 2)
	}
	lost := o.hurt(target, f, wounds)
	if target.down {
		return
	}
	target.exposed = max(target.exposed, t.expose)
	if t.topple || double && a == 10 {
		o.shakes(target)
	}
	o.shocks(target, lost, double, surprise)
	o.focuses()
}

// fumble: Defenseless; 1-1 drops the weapon, or on a defence spoils what bare hands hold ready.
func (o *oracle) fumble(f *oracleFighter, face int, defends bool) {
	o.shakes(f)
	if face == 1 && (defends || f.inHand() != "unarmed") {
		f.held = nil
		f.dropped = f.dropped || f.weapon != "unarmed"
	}
}

// answered: the target may answer a known hit with its one defence: held ready, or in haste at 1.5 (EB-31, EB-32, R-17); or a
// spell does. Some blows nobody answers.
func (o *oracle) answered(target, f *oracleFighter, total int, sure bool) bool {
	t := oracleWeapons[target.inHand()].defense
	haste := int(math.Floor(1.5*float64(t.energy) + 0.5))
	var options []string
	switch {
	case slices.Contains(target.held, t.name):
		options = append(options, t.name+" (reserved)")
	case haste <= target.energy:
		options = append(options, t.name+" (improvised)")
	}
	if o.mirrors(target, target) {
		options = append(options, "cast mirror")
	}
	if len(options) == 0 || sure || o.hushed(target) {
		return o.helped(target)
	}
	switch o.table.decide(target, append(options, "take the blow")) {
	case "take the blow":
		return o.helped(target)
	case "cast mirror":
		return o.mirrored(target, target)
	case t.name + " (reserved)":
		target.held = target.held[1:] // EB-35
	default:
		target.energy -= haste
	}
	need := total - min(10, target.check(t)+o.braced(target))
	a, b := o.table.throw(target, "defense", need, func(a, b int) string {
		return oracleWord(a+b >= need, "success", oracleWord(a == b, "fumble", "fail"))
	})
	target.unbraces()
	if a+b >= need {
		return true
	}
	if a == b {
		o.fumble(target, a, true)
	}
	return false
}

// lull: what lasted for the round is over (EB-11, EB-34, R-09, R-107); the strained limit waits for its breath.
func (o *oracle) lull() {
	for _, f := range o.fighters {
		if !f.down {
			f.held, f.exposed, f.shaken, f.drained = nil, 0, false, false
			f.closed, f.waited, f.waits, f.dropped = false, false, nil, false
		}
	}
}

// oracleFight deals sheets for a fight of two to four, some of them casters', and the same as a file for the engine.
func oracleFight(r *rand.Rand, zoned bool) (*oracle, string, string) {
	o := &oracle{rounds: 6}
	var rows, sides [2]strings.Builder
	weapons := book.Keys(oracleWeapons)
	n, mages := 2+r.IntN(3), 0
	house, school := o.magic.house(r, zoned)+"rounds: 6\n", oracleSchool(r)
	if r.IntN(4) == 0 {
		n = 6 + r.IntN(3)
	}
	alone := n == 4 && r.IntN(3) == 0 // one against three
	for i := range n {
		f := &oracleFighter{name: string(rune('A' + i)), roster: i, side: i * 2 / n, weapon: weapons[r.IntN(len(weapons))],
			attributes: map[string]int{}, points: map[string]int{}}
		if n == 3 && i == 1 {
			f.side = r.IntN(2)
		}
		if alone {
			f.side = min(i, 1)
		}
		row := &rows[0]
		fmt.Fprintf(row, "  row %d: {grade: %s, weapons: [%s], armour: ", i, f.haunts(r), f.weapon)
		switch r.IntN(4) {
		case 0:
			row.WriteString("none")
		case 1:
			f.armour = 2
			row.WriteString("light")
		case 2:
			f.armour, f.weight = 4, 1
			row.WriteString("heavy")
		case 3:
			f.armour, f.swift = 1, true
			row.WriteString("swift-decision")
		}
		for _, a := range []string{"courage", "finesse", "physique"} {
			f.attributes[a] = r.IntN(5) - 1
			fmt.Fprintf(row, ", %s: %d", a, f.attributes[a])
		}
		if mages < 4 && r.IntN(2) == 0 {
			mages++
			row.WriteString(", " + f.studies(r, o, school))
		} else {
			row.WriteString(", skills: {medicine: 0")
		}
		for _, s := range []string{"swordsmanship", "spearmanship", "staff", "unarmed combat", "footwork", "speed"} {
			f.points[s] = r.IntN(5)
			if f.grimoire != nil { // licences are few
				f.points[s] = min(f.points[s], 2)
			}
			fmt.Fprintf(row, ", %s: %d", s, f.points[s])
		}
		row.WriteString("}}\n")
		f.energyMax = 10 + f.attributes["finesse"] - max(0, f.weight-max(0, f.attributes["physique"])) // EB-01, R-84
		f.woundsMax = 3 + f.attributes["physique"]
		f.wounds = f.woundsMax
		o.fighters = append(o.fighters, f)
		place := ""
		if zoned {
			f.zone = o.magic.zones[r.IntN(len(o.magic.zones))]
			place = ", zone: " + f.zone
		}
		fmt.Fprintf(&sides[f.side], "      - {who: row %d, name: %s%s}\n", i, f.name, place)
	}
	slices.SortStableFunc(o.fighters, func(a, b *oracleFighter) int { return a.side - b.side })
	encounter := "version: 1\nsystem: breath\ntitle: Two Readings\n" + house + "sides:\n  - name: one\n    fighters:\n" + sides[0].String() +
		"  - name: other\n    fighters:\n" + sides[1].String()
	return o, "version: 1\ncombatants:\n" + rows[0].String(), encounter
}

// oracleRows returns the reference weapons as rows, so that tuning the catalogue does not touch this test.
func oracleRows() string {
	var b strings.Builder
	technique := func(t oracleTechnique, attack bool) string {
		s := fmt.Sprintf("{name: %s, energy: %d, check: %s, skill: %s, bonus: %d", t.name, t.energy, t.attribute, t.skill, t.bonus)
		if attack {
			s += fmt.Sprintf(", wounds: %d, pierce: %d, expose: %d", t.wounds, t.pierce, t.expose)
		}
		if t.critical > 0 {
			s += fmt.Sprintf(", critical: %d", t.critical)
		}
		if t.twenty > 0 {
			s += fmt.Sprintf(", twenty: %d", t.twenty)
		}
		if t.topple {
			s += ", effects: [topple]"
		}
		return s + "}"
	}
	b.WriteString("weapons:\n")
	for _, name := range book.Keys(oracleWeapons) {
		w := oracleWeapons[name]
		family := "staff"
		if name == "unarmed" {
			family = "unarmed"
		}
		fmt.Fprintf(&b, "  %s:\n    family: %s\n    skill: staff\n    attack: [%s, %s]\n    defense: [%s]\n", name, family,
			technique(w.attacks[0], true), technique(w.attacks[1], true), technique(w.defense, false))
	}
	return b.String()
}
