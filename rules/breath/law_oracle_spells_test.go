package breath

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"

	"kokyu/rules/breath/rows"
)

// The second reading goes on with document 002: spells paid stage by stage, their checks, what breaks them, and what they
// leave on people and places, in one scene or in Rears and Fronts between which nobody but a GM moves anyone. Its spells are
// its own; each of them is for one of the document's sentences.

// oracleSpell is a spell as its row has it.
type oracleSpell struct {
	name    string
	list    string // sorcery if not said
	dan     int
	form    string
	stages  []int
	pauses  string // of each stage: when it comes, b in a later breath, r in a later round
	number  int    // where it is not its dan's
	against string // defense, wisdom; empty is its number alone
	at      string
	reach   int
	lasts   string
	does    string // as the row says it
	answer  bool
	reacts  bool
	perk    int // for those of Nanban schooling

	wounds, yoma, beside, exposed, fire, barrier, knot, gate int
	guard, limit, attack, answering, dimmed, yomaDimmed      int
	burn, fast, ward, cleanse, hush, sure, mirage, dispel    bool
	seize, seal, repel, reveal, seldom                       bool
}

var oracleSpells = []*oracleSpell{
	{name: "ember", dan: 1, form: "2", stages: []int{2}, against: "defense", at: "foe", reach: 1, answer: true,
		perk: 1, does: "wounds: 1, burn: true", wounds: 1, burn: true},
	{name: "dart", dan: 1, form: "2", stages: []int{2}, against: "defense", at: "foe", does: "wounds: 1, yoma wounds: 2", wounds: 1, yoma: 2},
	{name: "charm", dan: 1, form: "2", stages: []int{2}, at: "self or ally", reach: 1, does: "ward: true", ward: true},
	{name: "fetter", dan: 1, form: "2", stages: []int{2}, against: "wisdom", at: "foe", reach: 2, does: "held fast: true, exposed: 3", fast: true, exposed: 3},
	{name: "water", dan: 1, form: "1", stages: []int{1}, at: "self or ally", does: "cleanse: true", cleanse: true},
	{name: "omen", dan: 1, form: "1", stages: []int{1}, at: "self or ally", reach: 1, lasts: "breath", does: "dimmed: 2", dimmed: 2},
	{name: "moment", dan: 1, form: "2", stages: []int{2}, at: "ally", reach: 2, lasts: "breath", does: "attack: 2, sure: true", attack: 2, sure: true},
	{name: "opening", dan: 1, form: "1", stages: []int{1}, at: "ally", reach: 1, lasts: "breath", does: "sure: true", sure: true},
	{name: "might", dan: 1, form: "1", stages: []int{1}, at: "ally", reach: 1, lasts: "breath", does: "attack: 1", attack: 1},
	{name: "knot", dan: 1, form: "2", stages: []int{2}, at: "barrier", does: "knot: 2", knot: 2},
	{name: "doorpost", dan: 1, form: "1", stages: []int{1}, at: "self or ally", lasts: "fight", does: "answering: 4", answering: 4},
	{name: "salt", dan: 1, form: "2", stages: []int{2}, number: 7, at: "zone", does: "barrier: 1, yoma dimmed: 1", barrier: 1, yomaDimmed: 1},
	{name: "rope", dan: 1, form: "2", stages: []int{2}, at: "zone", reach: 1, lasts: "next round", does: "gate: 13", gate: 13},
	{name: "third eye", dan: 1, form: "2", stages: []int{2}, at: "zone", reach: 1, lasts: "fight", does: "reveal: true", reveal: true},
	{name: "light", list: "exorcism", dan: 1, form: "2", stages: []int{2}, against: "defense", at: "yoma", reach: 1,
		lasts: "lull", does: "wounds: 1, once a round: true", wounds: 1, seldom: true},
	{name: "amulet", list: "exorcism", dan: 1, form: "2", stages: []int{2}, against: "defense", at: "yoma", reach: 2,
		lasts: "next round", answer: true, does: "wounds: 1, attack: -1", wounds: 1, attack: -1},
	{name: "shelter", list: "exorcism", dan: 1, form: "2", stages: []int{2}, number: 10, at: "ally", lasts: "next round",
		does: "yoma dimmed: 2, dimmed: 1", dimmed: 1, yomaDimmed: 2},
	{name: "burst", dan: 3, form: "2+2 prep", stages: []int{2, 2}, pauses: ".b", against: "defense",
		at: "foe", reach: 1, does: "wounds: 2, beside: 1", wounds: 2, beside: 1},
	{name: "silence", dan: 3, form: "2+1 prep", stages: []int{2, 1}, pauses: ".b", against: "wisdom", at: "foe", reach: 1,
		lasts: "next round", does: "hush: true, exposed: 2", hush: true, exposed: 2},
	{name: "dream", dan: 3, form: "2+2 prep", stages: []int{2, 2}, pauses: ".b", number: 11, against: "wisdom",
		at: "foe", reach: 2, lasts: "fight", does: "mirage: true", mirage: true},
	{name: "guard", dan: 3, form: "2+2 prep", stages: []int{2, 2}, pauses: ".b", perk: 3, at: "aura", lasts: "held", does: "defense: 2", guard: 2},
	{name: "lantern", dan: 3, form: "3", stages: []int{3}, at: "aura", lasts: "held", does: "dimmed: 1, limit: 1", dimmed: 1, limit: 1},
	{name: "shears", dan: 3, form: "3", stages: []int{3}, at: "workings", reach: 1, does: "dispel: true", dispel: true},
	{name: "mirror", dan: 3, form: "3", stages: []int{3}, at: "blow", reach: 1, reacts: true, does: "negate: true"},
	{name: "ring", dan: 3, form: "2+1 prep", stages: []int{2, 1}, pauses: ".b", at: "zone", reach: 1,
		does: "barrier: 3, yoma dimmed: 2, gate: 12", barrier: 3, yomaDimmed: 2, gate: 12},
	{name: "descent", list: "exorcism", dan: 3, form: "2+1 prep", stages: []int{2, 1}, pauses: ".b", at: "self",
		lasts: "fight", does: "defense: 3, yoma dimmed: 3", guard: 3, yomaDimmed: 3},
	{name: "great light", list: "exorcism", dan: 3, form: "2+2 prep", stages: []int{2, 2}, pauses: ".b",
		against: "defense", at: "yoma in a zone", reach: 2, does: "wounds: 2", wounds: 2},
	{name: "shackle", list: "exorcism", dan: 3, form: "1+1 prep", stages: []int{1, 1}, pauses: ".b", against: "wisdom",
		at: "yoma", reach: 1, lasts: "held", does: "seal: true", seal: true},
	{name: "host", dan: 5, form: "3+2 prep", stages: []int{3, 2}, pauses: ".b", at: "aura", lasts: "held", does: "attack: 2, limit: 1", attack: 2, limit: 1},
	{name: "march", dan: 5, form: "2+2 prep", stages: []int{2, 2}, pauses: ".b", perk: 1, at: "foes around",
		reach: 1, lasts: "held", does: "mirage: true", mirage: true},
	{name: "seizure", dan: 5, form: "2+2 prep", stages: []int{2, 2}, pauses: ".b", against: "wisdom", at: "foe", reach: 1, does: "seize: true", seize: true},
	{name: "wall", dan: 5, form: "2+2 dispersed", stages: []int{2, 2}, pauses: ".r", at: "own side", lasts: "barrier",
		does: "barrier: 4, yoma dimmed: 1, defense: 1", barrier: 4, yomaDimmed: 1, guard: 1},
	{name: "banishing", list: "exorcism", dan: 5, form: "2+1 prep", stages: []int{2, 1}, pauses: ".b",
		against: "wisdom", at: "yoma", reach: 1, does: "repel: true", repel: true},
	{name: "bell", list: "exorcism", dan: 5, form: "1+2+1 prep", stages: []int{1, 2, 1}, pauses: ".bb", against: "defense",
		at: "yoma in a zone", reach: 1, does: "wounds: 1, yoma wounds: 3", wounds: 1, yoma: 3},
	{name: "flames", dan: 7, form: "3+3 dispersed", stages: []int{3, 3}, pauses: ".r", against: "defense", at: "all in a zone",
		reach: 1, lasts: "fight", does: "wounds: 1, exposed: 2, fire: 2",
		wounds: 1, exposed: 2, fire: 2},
	{name: "rite", dan: 9, form: "2+1+1+1 dispersed", stages: []int{2, 1, 1, 1}, pauses: ".rrr", at: "own side", lasts: "barrier",
		does: "barrier: 8, yoma dimmed: 4, defense: 2", barrier: 8, yomaDimmed: 4, guard: 2},
	{name: "spear of the moon", dan: 9, form: "2+1 prep +2 dispersed", stages: []int{2, 1, 2}, pauses: ".br",
		against: "defense", at: "foe", reach: 2, does: "wounds: 4", wounds: 4},
}

var oracleNumbers = map[int]int{1: 8, 3: 10, 5: 12, 7: 14, 9: 16} // SP-20

func (sp *oracleSpell) row() string {
	s := fmt.Sprintf("  %s: {list: %s, dan: %d, form: %s, at: %s, reach: %d, does: {%s}", sp.name, sp.of(), sp.dan, sp.form, sp.at, sp.reach, sp.does)
	for _, x := range []struct {
		on   bool
		says string
	}{{sp.against != "", "against: " + sp.against}, {sp.lasts != "", "for: " + sp.lasts}, {sp.answer, "answer: true"}, {sp.reacts, "reacts: true"},
		{sp.number > 0, fmt.Sprintf("number: %d", sp.number)}, {sp.perk > 0, fmt.Sprintf("perks: {nanban black magic: %d}", sp.perk)}} {
		if x.on {
			s += ", " + x.says
		}
	}
	return s + "}\n"
}

// oracleSpellRows returns all of them.
func oracleSpellRows() string {
	rows := "spells:\n"
	for _, sp := range oracleSpells {
		rows += sp.row()
	}
	return rows
}

// last reports whether a stage is the activation.
func (sp *oracleSpell) last(stage int) bool { return stage == len(sp.stages)-1 }

// of returns the list it is of.
func (sp *oracleSpell) of() string {
	if sp.list == "" {
		return "sorcery"
	}
	return sp.list
}

// need returns what its check must reach (SP-17, SP-20).
func (sp *oracleSpell) need() int {
	if sp.number > 0 {
		return sp.number
	}
	return oracleNumbers[sp.dan]
}

// area reports whether it comes down on everyone in a zone, or on the yoma there.
func (sp *oracleSpell) area() bool { return sp.at == "all in a zone" || sp.at == "yoma in a zone" }

// lies reports whether it leaves something on people that lasts.
func (sp *oracleSpell) lies() bool {
	return sp.at != "zone" && (sp.lasts == "breath" || sp.lasts == "lull" || sp.lasts == "next round" || sp.lasts == "fight")
}

// moment reports whether it is for the next breath of whom it lies on, rather than till then.
func (sp *oracleSpell) moment() bool { return sp.lasts == "breath" && (sp.sure || sp.attack != 0) }

// ill reports whether that is something to be rid of.
func (sp *oracleSpell) ill() bool { return sp.hush || sp.mirage || sp.exposed > 0 || sp.attack < 0 }

// oracleGrimoire is what a caster has: a sheet's spells and slots, and what it is casting or holding.
type oracleGrimoire struct {
	wisdom, focus int // added to checks and to focus, each with its skill
	schooled      bool
	higher        bool // a slot of a higher dan will do
	lists         []string
	spells        []*oracleSpell
	slots         map[string]map[int]int

	spell     *oracleSpell
	paid      int
	on        *oracleFighter // who is sealed
	over      [2]string      // the zones of a march
	paidRound bool           // a stage is paid this round
	staged    bool           // a stage is paid this breath
	forced    bool           // exhaustion comes as the breath ends
	tiring    bool           // it comes with the next round
	tired     bool           // it is here
	muting    bool           // no casting in the next round
	mute      bool           // none in this one
	mustFocus int            // Wounds of the hit that asks for focus
	opened    string         // the zone laid open
}

// slot returns the dan of the slot a spell would take, 0 for none left.
func (m *oracleGrimoire) slot(sp *oracleSpell) int {
	for dan := sp.dan; dan <= 9; dan += 2 {
		if m.slots[sp.of()][dan] > 0 {
			return dan
		}
		if !m.higher {
			break
		}
	}
	return 0
}

// cost returns what a stage of a spell takes: a school's reduction comes off the activation first, and never below 1 (SP-43).
func (m *oracleGrimoire) cost(sp *oracleSpell, stage int) int {
	costs, less := slices.Clone(sp.stages), 0
	if m.schooled {
		less = sp.perk
	}
	for n := len(costs) - 1; n >= 0; n-- {
		for ; less > 0 && costs[n] > 1; less-- {
			costs[n]--
		}
	}
	return costs[stage]
}

// from returns what the stages from one on cost together, and whether one of them waits for a round.
func (m *oracleGrimoire) from(sp *oracleSpell, stage int) (sum int, waits bool) {
	for n := stage; n < len(sp.stages); n++ {
		sum += m.cost(sp, n)
		waits = waits || n < len(sp.pauses) && sp.pauses[n] == 'r'
	}
	return sum, waits
}

func (m *oracleGrimoire) chants() bool {
	return m != nil && m.spell != nil && m.paid < len(m.spell.stages)
}
func (m *oracleGrimoire) holds() bool {
	return m != nil && m.spell != nil && m.paid == len(m.spell.stages)
}

// oracleBurden is what spells have laid on somebody.
type oracleBurden struct {
	burning, fast bool
	seized, lost  bool // the next round, this one
	ward          int
	lasting       map[*oracleSpell]int // lulls it lasts
}

// oraclePresence is who somebody is and where.
type oraclePresence struct {
	yoma, lord bool
	evasion    int
	zone       string // empty in a fight without zones
	hidden     bool
}

// oracleWall is a side's barrier.
type oracleWall struct {
	by     *oracleFighter
	spell  *oracleSpell
	wounds int
	zone   string
}

// oracleMagic is what spells have made of the places, and what the house has ruled.
type oracleMagic struct {
	zones []string       // in play
	turn  *oracleFighter // whose breath it is
	spent int            // in it
	fire  map[string]int // rounds, by zone
	gates [2]map[string]int
	walls [2]*oracleWall

	ward                                 int // Wounds a ward takes
	lasting, silent, six, excess, higher bool
}

// oracleWays are the zones of these fights and their neighbours.
var oracleWays = map[string][]string{
	"first rear": {"first front", "flank", "outside"}, "first front": {"first rear", "core", "second front", "flank"},
	"core":         {"first front", "second front", "flank"},
	"second front": {"first front", "core", "second rear", "flank"}, "second rear": {"second front", "flank", "outside"},
	"flank": {"first rear", "first front", "core", "second front", "second rear", "outside"}, "outside": {"first rear", "second rear", "flank"},
}

// oracleZones are all zones in the order of the document's table.
var oracleZones = []string{"first rear", "first front", "core", "second front", "second rear", "flank", "outside"}

// oracleSteps returns how far one zone is from another.
func oracleSteps(from, to string) int {
	ring := []string{from}
	for steps := 0; ; steps++ {
		var next []string
		for _, z := range ring {
			if z == to {
				return steps
			}
			next = append(next, oracleWays[z]...)
		}
		ring = next
	}
}

// under reports whether somebody is under a boon that another holds: the caster and the first four of its side who stand in its
// zone.
func (o *oracle) under(f, caster *oracleFighter) bool {
	if f == caster {
		return true
	}
	before := 0
	for _, x := range o.fighters {
		switch {
		case x == f:
			return f.side == caster.side && f.zone == caster.zone && before < 4
		case x != caster && !x.down && x.side == caster.side && x.zone == caster.zone:
			before++
		}
	}
	return false
}

// sealed reports whether somebody is under a seal.
func (o *oracle) sealed(f *oracleFighter) bool {
	return slices.ContainsFunc(o.fighters, func(x *oracleFighter) bool { return x.grimoire.holds() && x.grimoire.spell.seal && x.grimoire.on == f })
}

// mayStrike reports whether a blow hand to hand can be struck: in one zone, or from Front to Front; not at the sealed, nor at one
// in hiding elsewhere.
func (o *oracle) mayStrike(f, target *oracleFighter) bool {
	near := f.zone == target.zone || strings.HasSuffix(f.zone, "front") && strings.HasSuffix(target.zone, "front") && !target.hidden
	return near && !target.down && !o.sealed(target)
}

// given returns what spells give to somebody of one kind, each name once: what lies on it and what is held over its side.
func (o *oracle) given(f *oracleFighter, of func(sp *oracleSpell) int) (sum int) {
	seen := map[string]bool{}
	add := func(sp *oracleSpell) {
		if !seen[sp.name] {
			seen[sp.name] = true
			sum += of(sp)
		}
	}
	for sp := range f.bears.lasting {
		if !sp.moment() || o.magic.turn == f {
			add(sp)
		}
	}
	for _, x := range o.fighters {
		if x.grimoire.holds() && x.grimoire.spell.at == "aura" && o.under(f, x) {
			add(x.grimoire.spell)
		}
	}
	return sum
}

// behind returns the barrier somebody stands behind, nil for none.
func (o *oracle) behind(f *oracleFighter) *oracleWall {
	if w := o.magic.walls[f.side]; w != nil && (w.spell.at != "zone" || w.zone == f.zone) {
		return w
	}
	return nil
}

// evades returns what a sheet adds to Defense by itself: nothing of a yoma's where its zone is laid open.
func (o *oracle) evades(f *oracleFighter) int {
	for _, x := range o.fighters {
		if m := x.grimoire; f.yoma && m != nil && x.side != f.side && m.opened != "" && m.opened == o.place(f.zone) {
			return 0
		}
	}
	return f.evasion
}

// place returns a zone's name: where there are none, that of the scene.
func (o *oracle) place(zone string) string {
	if zone == "" {
		return "the scene"
	}
	return zone
}

// guarded returns what spells and evasion add to a Defense, of which a surprise ignores two, and what spells take off it.
func (o *oracle) guarded(f *oracleFighter, surprise bool) int {
	d := o.evades(f) + o.given(f, func(sp *oracleSpell) int { return sp.guard })
	if w := o.behind(f); w != nil && w.spell.lasts == "barrier" {
		d += w.spell.guard
	}
	if surprise {
		d = max(0, d-2)
	}
	return d - o.given(f, func(sp *oracleSpell) int { return sp.exposed })
}

// blessed returns what spells make of an attack.
func (o *oracle) blessed(f, target *oracleFighter) int {
	sum := o.given(f, func(sp *oracleSpell) int { return sp.attack })
	sum -= o.given(target, func(sp *oracleSpell) int {
		if f.yoma {
			return max(sp.dimmed, sp.yomaDimmed)
		}
		return sp.dimmed
	})
	if w := o.behind(target); w != nil && f.yoma && f.side != target.side {
		sum -= w.spell.yomaDimmed
	}
	return sum
}

// castings lists what a caster may do with its spells now.
func (o *oracle) castings(f *oracleFighter, begins bool) (options []string) {
	m := f.grimoire
	if m == nil {
		return nil
	}
	say := func(verb string, sp *oracleSpell, activates bool) {
		if !activates {
			options = append(options, verb+" "+sp.name)
			return
		}
		for _, at := range o.targets(f, sp) {
			options = append(options, verb+" "+sp.name+at)
		}
	}
	chants := m.chants()
	if chants && !m.mute {
		sum, waits := m.from(m.spell, m.paid)
		if !m.staged && m.cost(m.spell, m.paid) <= f.energy { // one stage a breath
			verb := oracleWord(m.spell.last(m.paid), "complete", "go on with")
			if m.early() {
				verb = "hurry"
			}
			say(verb, m.spell, m.spell.last(m.paid))
		}
		if !m.spell.last(m.paid) && waits && begins && sum <= f.energy {
			say("force", m.spell, true)
		}
	}
	for _, sp := range m.spells {
		sum, waits := m.from(sp, 0)
		switch {
		case m.slot(sp) == 0 || sp.reacts || m.mute:
			continue
		case len(sp.stages) == 1 && sum <= f.energy:
			say("cast", sp, true)
		case len(sp.stages) > 1 && !chants && !f.drained && (begins || !f.shaken) && m.cost(sp, 0) <= f.energy && !m.staged:
			say("begin", sp, false)
		}
		if waits && !chants && begins && sum <= f.energy {
			say("force", sp, true)
		}
	}
	if m.spell != nil {
		options = append(options, "let go of "+m.spell.name)
	}
	return options
}

// early reports whether the next stage comes before its round (SP-12, SP-28).
func (m *oracleGrimoire) early() bool {
	return m.chants() && m.paidRound && m.spell.pauses[m.paid] == 'r'
}

// targets words what a spell may be cast at.
func (o *oracle) targets(f *oracleFighter, sp *oracleSpell) (at []string) {
	person := func(right func(t *oracleFighter) bool) {
		for _, t := range o.fighters {
			if !t.down && o.steps(f.zone, t.zone) <= sp.reach && right(t) {
				at = append(at, " > "+t.name)
			}
		}
	}
	friend := func(t *oracleFighter) bool {
		return t.side == f.side && !o.sealed(t) && !(sp.ward && t.bears.ward > 0) && !(sp.cleanse && !t.ails())
	}
	foe := func(t *oracleFighter) bool {
		switch {
		case t.side == f.side || o.sealed(t) || t.hidden && t.zone != f.zone, sp.seize && t.bears.seized, sp.seldom && t.bears.lasting[sp] > 0:
			return false
		}
		return !(sp.seal || sp.repel) || !t.lord || 2*t.wounds <= t.woundsMax
	}
	switch sp.at {
	case "foe":
		person(foe)
	case "yoma":
		person(func(t *oracleFighter) bool { return t.yoma && foe(t) })
	case "self or ally":
		person(friend)
	case "ally":
		person(func(t *oracleFighter) bool { return t != f && friend(t) })
	case "workings":
		person(func(t *oracleFighter) bool { return t.side != f.side && t.grimoire != nil && t.grimoire.spell != nil })
		if o.magic.walls[1-f.side] != nil {
			at = append(at, " > the barrier")
		}
	case "zone", "all in a zone", "yoma in a zone":
		for _, z := range o.magic.zones {
			someone := slices.ContainsFunc(o.fighters, func(t *oracleFighter) bool { return t.side != f.side && o.comesDownOn(sp, z, t) })
			if o.steps(f.zone, z) <= sp.reach && (sp.at == "zone" || someone) {
				at = append(at, " > "+o.place(z))
			}
		}
	case "foes around":
		for a, z := range o.magic.zones {
			for _, other := range o.magic.zones[a:] {
				if slices.Contains(oracleWays[z], other) && min(o.steps(f.zone, z), o.steps(f.zone, other)) <= sp.reach {
					at = append(at, " > "+z+" and "+other)
				}
			}
			if z == "" {
				at = append(at, "")
			}
		}
	case "barrier":
		if o.magic.walls[f.side] != nil {
			at = append(at, "")
		}
	default:
		at = append(at, "")
	}
	return at
}

func (o *oracle) steps(from, to string) int {
	if from == "" {
		return 0
	}
	return oracleSteps(from, to)
}

// comesDownOn reports whether a spell at all in a zone is rolled against somebody.
func (o *oracle) comesDownOn(sp *oracleSpell, zone string, t *oracleFighter) bool {
	return !t.down && t.zone == zone && !o.sealed(t) && (sp.at != "yoma in a zone" || t.yoma)
}

// ails reports whether there is anything that a cleansing ends.
func (f *oracleFighter) ails() bool {
	for sp := range f.bears.lasting {
		if sp.ill() {
			return true
		}
	}
	return f.defenseless() || f.exposed > 0 || f.bears.burning || f.bears.fast
}

// oracleCast is a choice about a spell, taken apart.
type oracleCast struct {
	verb   string
	spell  *oracleSpell
	target string
}

func (f *oracleFighter) casting(choice string) (oracleCast, bool) {
	if f.grimoire == nil {
		return oracleCast{}, false
	}
	said, target, _ := strings.Cut(choice, " > ")
	for _, verb := range []string{"cast", "begin", "go on with", "complete", "hurry", "force", "let go of"} {
		if name, ok := strings.CutPrefix(said, verb+" "); ok {
			for _, sp := range f.grimoire.spells {
				if sp.name == name {
					return oracleCast{verb, sp, target}, true
				}
			}
		}
	}
	return oracleCast{}, false
}

// castCost returns what a stage takes, or all that is left of a spell that is forced.
func (f *oracleFighter) castCost(c oracleCast) int {
	paid := 0
	if m := f.grimoire; m.chants() && m.spell == c.spell {
		paid = m.paid
	}
	switch c.verb {
	case "let go of":
		return 0
	case "force":
		sum, _ := f.grimoire.from(c.spell, paid)
		return sum
	}
	return f.grimoire.cost(c.spell, paid)
}

// cast returns a stage or an activation; it says whether the breath ends with it.
func (o *oracle) cast(f *oracleFighter, c oracleCast) (ends bool) {
	m, sp := f.grimoire, c.spell
	if c.verb == "let go of" {
		o.snaps(f)
		return false
	}
	begun := m.chants() && m.spell == sp
	early := begun && m.early()
	if !begun {
		m.slots[sp.of()][m.slot(sp)]-- // SP-36
	}
	if len(sp.stages) > 1 {
		m.staged = true
		if !begun {
			o.snaps(f)
			m.spell, m.paid = sp, 0
		}
		if c.verb != "force" && !sp.last(m.paid) {
			m.paid++
			m.paidRound, m.forced = true, m.forced || early
			return false
		}
		m.paidRound, m.forced = true, m.forced || early || c.verb == "force"
		m.spell, m.paid = nil, 0
	}
	return o.looses(f, c) || c.verb == "force"
}

// snaps ends a chant, or what is held (SP-25, SP-38).
func (o *oracle) snaps(f *oracleFighter) {
	if m := f.grimoire; m != nil {
		m.spell, m.paid, m.paidRound, m.mustFocus, m.on, m.over = nil, 0, m.paidRound && m.spell == nil, 0, nil, [2]string{}
	}
}

// strips takes a stance, and with it what stands in its place: a boon does not where a house has boons lasting.
func (o *oracle) strips(f *oracleFighter) {
	if !o.magic.lasting || !f.grimoire.holds() || f.grimoire.spell.seal {
		o.snaps(f)
	}
}

// shakes is what strips a stance: Defenseless till the next breath.
func (o *oracle) shakes(f *oracleFighter) {
	f.shaken = true
	o.strips(f)
}

// looses returns the activation's check, and what comes of it; it says whether it failed, which ends the breath (SP-19, SP-37).
func (o *oracle) looses(f *oracleFighter, c oracleCast) (failed bool) {
	sp, mod := c.spell, f.grimoire.wisdom
	if c.verb == "force" && o.magic.excess {
		mod -= max(0, o.magic.spent-o.limit(f))
	}
	mod = min(10, mod)
	if sp.against == "defense" && !sp.area() {
		return o.bolt(f, sp, o.named(c.target), mod)
	}
	need := sp.need() - mod
	struck := func(t *oracleFighter) bool { return o.comesDownOn(sp, o.zone(c.target), t) }
	switch {
	case sp.against == "wisdom":
		need += o.named(c.target).attributes["wisdom"]
	case sp.against == "defense":
		need = 99
		for _, t := range o.fighters {
			if struck(t) {
				need = min(need, o.defense(t, 0, false)-mod)
			}
		}
	}
	a, b := o.table.throw(f, "casting", need, func(a, b int) string {
		return oracleWord(a+b >= need, oracleWord(a == b, "critical", "success"), oracleWord(a+b == 2, "backlash", "fail"))
	})
	if a+b < need {
		o.fails(f, sp, a+b)
		return true
	}
	if sp.against != "defense" {
		o.works(f, c)
		return false
	}
	var hit []*oracleFighter
	for _, t := range o.fighters {
		if struck(t) && a+b+mod >= o.defense(t, 0, false) {
			hit = append(hit, t)
		}
	}
	for _, t := range hit {
		o.blasts(f, t, sp, a == b)
	}
	o.magic.fire[o.place(o.zone(c.target))] = max(o.magic.fire[o.place(o.zone(c.target))], sp.fire)
	o.focuses()
	return false
}

// zone returns the one a choice names.
func (o *oracle) zone(target string) string {
	if target == "the scene" {
		return ""
	}
	return target
}

// fails is a check that was not made (SP-36); on 1-1 the spell turns on its caster (SP-40, R-58).
func (o *oracle) fails(f *oracleFighter, sp *oracleSpell, sum int) {
	if sum == 2 {
		o.backlash(f, 3+(max(sp.wounds, sp.yoma)+1)/2)
	}
}

// backlash takes Wounds; a house may want silence besides (SP-41, R-160).
func (o *oracle) backlash(f *oracleFighter, wounds int) {
	o.hurt(f, nil, wounds)
	if f.grimoire != nil && o.magic.silent {
		f.grimoire.muting = true
	}
}

// bolt strikes at one target's Defense as a blow does.
func (o *oracle) bolt(f *oracleFighter, sp *oracleSpell, target *oracleFighter, mod int) (failed bool) {
	var second *oracleFighter
	f.hidden = false
	if sp.beside > 0 {
		var others []string
		for _, t := range o.fighters {
			if t.side != f.side && t != target && !t.down && !o.sealed(t) && t.zone == target.zone && (!t.hidden || t.zone == f.zone) {
				others = append(others, "name "+t.name)
				second = t
			}
		}
		if len(others) > 1 {
			second = o.named(strings.TrimPrefix(o.table.decide(f, others), "name "))
		}
	}
	need := o.defense(target, 0, false) - mod
	a, b := o.table.throw(f, "attack", need, func(a, b int) string {
		return oracleWord(a+b >= need, oracleWord(a == b, "critical", "hit"), oracleWord(a+b == 2, "backlash", "miss"))
	})
	if a+b < need {
		o.fails(f, sp, a+b)
		return true
	}
	if sp.answer && o.answered(target, f, a+b+mod, false) {
		return false
	}
	o.blasts(f, target, sp, a == b)
	if second != nil && !second.down && a+b+mod >= o.defense(second, 0, false) {
		o.harms(f, second, sp.beside+len(oracleWord(a == b, "+", "")), a == b)
	}
	o.focuses()
	return false
}

// blasts takes a spell's Wounds, more of yoma, one more on a double, and leaves what it leaves.
func (o *oracle) blasts(f, t *oracleFighter, sp *oracleSpell, double bool) {
	wounds := sp.wounds
	if t.yoma && sp.yoma > 0 {
		wounds = sp.yoma
	}
	o.harms(f, t, wounds+len(oracleWord(double, "+", "")), double)
	if !t.down {
		o.lays(t, sp)
	}
}

// harms takes Wounds in a hit.
func (o *oracle) harms(f, t *oracleFighter, wounds int, critical bool) {
	o.shocks(t, o.hurt(t, f, wounds), critical, false)
}

// shocks: a critical, two Wounds and more, or a surprise that wounds ask for focus (SP-26, R-157), if a Wound was lost.
func (o *oracle) shocks(t *oracleFighter, lost int, critical, surprise bool) {
	if m := t.grimoire; m != nil && m.spell != nil && lost > 0 && (critical || lost >= 2 || surprise) && (!o.magic.lasting || !m.holds() || m.spell.seal) {
		m.mustFocus = max(m.mustFocus, lost)
	}
}

// hushed reports whether somebody cannot answer; sure, whether a first blow cannot be answered; dreams, whether it may be one at a
// mirage.
func (o *oracle) hushed(f *oracleFighter) bool {
	return f.bears.lost || o.given(f, func(sp *oracleSpell) int { return len(oracleWord(sp.hush, "+", "")) }) > 0
}

func (o *oracle) sure(f *oracleFighter) bool {
	return o.given(f, func(sp *oracleSpell) int { return len(oracleWord(sp.sure, "+", "")) }) > 0
}

// hurt takes Wounds: a barrier's side loses them to foes behind it, then a ward takes them.
func (o *oracle) hurt(t, by *oracleFighter, n int) (lost int) {
	if w := o.behind(t); w != nil && by != nil && by.side != t.side {
		took := min(n, w.wounds)
		n, w.wounds = n-took, w.wounds-took
		if w.wounds == 0 {
			o.magic.walls[t.side] = nil
		}
	}
	took := min(n, t.bears.ward)
	n, t.bears.ward = n-took, t.bears.ward-took
	lost = min(n, t.wounds)
	if t.wounds -= lost; t.wounds <= 0 {
		o.falls(t)
	}
	return lost
}

// falls takes one out: its barrier is over, and what nobody who stands knows any more.
func (o *oracle) falls(t *oracleFighter) {
	*t = oracleFighter{name: t.name, side: t.side, roster: t.roster, attributes: t.attributes, down: true, grimoire: t.grimoire}
	for side, w := range o.magic.walls {
		if w != nil && w.by == t {
			o.magic.walls[side] = nil
		}
	}
	for _, x := range o.fighters { // a seal on it is over
		if x.grimoire.holds() && x.grimoire.on == t {
			o.snaps(x)
		}
	}
	if t.grimoire == nil {
		return
	}
	known := func(of func(sp *oracleSpell) bool, side int) bool {
		return slices.ContainsFunc(o.fighters, func(x *oracleFighter) bool {
			return !x.down && (side < 0 || x.side == side) && x.grimoire != nil && slices.ContainsFunc(x.grimoire.spells, of)
		})
	}
	for _, sp := range t.grimoire.spells {
		if !known(func(x *oracleSpell) bool { return x == sp }, -1) {
			for _, x := range o.fighters {
				delete(x.bears.lasting, sp)
			}
		}
	}
	if !known(func(x *oracleSpell) bool { return x.gate > 0 }, t.side) {
		o.magic.gates[t.side] = map[string]int{}
	}
	t.grimoire = nil
}

// focuses asks every caster who was shaken by a hit for its focus, at once.
func (o *oracle) focuses() {
	for _, f := range o.fighters {
		if _, over := o.over(); over {
			return
		}
		m := f.grimoire
		if m == nil || m.mustFocus == 0 {
			continue
		}
		need := 10 + m.mustFocus - m.focus
		a, b := o.table.throw(f, "focus", need, func(a, b int) string { return oracleWord(a+b >= need, "success", "fail") })
		if m.mustFocus = 0; a+b < need {
			o.snaps(f)
		}
	}
}

// lays leaves on somebody what a spell leaves on people.
func (o *oracle) lays(t *oracleFighter, sp *oracleSpell) {
	t.bears.burning = t.bears.burning || sp.burn
	t.bears.fast = t.bears.fast || sp.fast
	if sp.exposed > 0 && !sp.lies() {
		t.exposed = max(t.exposed, sp.exposed)
	}
	if sp.ward {
		t.bears.ward = o.magic.ward
	}
	if sp.cleanse {
		t.shaken, t.drained, t.exposed = false, t.drained && t.grimoire != nil && t.grimoire.tired, 0 // nothing washes exhaustion off
		t.bears.burning, t.bears.fast = false, false
		for lying := range t.bears.lasting {
			if lying.ill() {
				delete(t.bears.lasting, lying)
			}
		}
	}
	if sp.lies() {
		if t.bears.lasting == nil {
			t.bears.lasting = map[*oracleSpell]int{}
		}
		t.bears.lasting[sp] = 1
		if sp.lasts == "next round" {
			t.bears.lasting[sp] = 2
		}
	}
}

// works is a spell that was made against its number.
func (o *oracle) works(f *oracleFighter, c oracleCast) {
	sp, m := c.spell, f.grimoire
	switch {
	case sp.lasts == "held": // in the place of the stance
		o.snaps(f)
		m.spell, m.paid = sp, len(sp.stages)
		if sp.seal {
			m.on = o.named(c.target)
			o.strips(m.on)
		}
		if a, b, ok := strings.Cut(c.target, " and "); ok {
			m.over = [2]string{a, b}
		}
		return
	case sp.barrier > 0: // a stronger one replaces
		if w := o.magic.walls[f.side]; w == nil || w.wounds < sp.barrier {
			o.magic.walls[f.side] = &oracleWall{f, sp, sp.barrier, o.zone(c.target)}
		}
	case sp.knot > 0:
		o.magic.walls[f.side].wounds += sp.knot
	case sp.dispel && c.target == "the barrier":
		o.magic.walls[1-f.side] = nil
	case sp.dispel:
		o.snaps(o.named(c.target))
	case sp.repel:
		o.falls(o.named(c.target))
	case sp.seize:
		o.seizes(f, o.named(c.target))
	case sp.reveal: // nobody hides there any more
		m.opened = c.target
		for _, t := range o.fighters {
			t.hidden = t.hidden && (t.side == f.side || t.zone != o.zone(c.target))
		}
	case sp.at != "zone":
		t := f
		if c.target != "" {
			t = o.named(c.target)
		}
		o.lays(t, sp)
	}
	if sp.gate > 0 { // till the end of the next round
		o.magic.gates[f.side][c.target] = 2
	}
}

// seizes takes somebody's next round, and has it strike once, with its Attack A, at one of its own in reach whom the caster names
//
func (o *oracle) seizes(f, t *oracleFighter) {
	t.bears.seized = true
	var own []string
	for _, x := range o.fighters {
		if x != t && x.side == t.side && o.mayStrike(t, x) {
			own = append(own, "name "+x.name)
		}
	}
	if len(own) == 0 {
		return
	}
	struck := strings.TrimPrefix(own[0], "name ")
	if len(own) > 1 {
		struck = strings.TrimPrefix(o.table.decide(f, own), "name ")
	}
	o.attack(t, oracleWeapons[t.inHand()].attacks[0], o.named(struck), 0)
}

// mirrors reports whether somebody can answer a blow at a target with a spell: not while casting, nor in a round that is lost or
// mute.
func (o *oracle) mirrors(f, target *oracleFighter) bool {
	return !f.down && !f.bears.lost && f.grimoire != nil && !f.grimoire.mute && !f.grimoire.chants() &&
		slices.ContainsFunc(f.grimoire.spells, func(sp *oracleSpell) bool {
			return sp.reacts && f.energy >= f.grimoire.cost(sp, 0) && f.grimoire.slot(sp) > 0 && o.steps(f.zone, target.zone) <= sp.reach
		})
}

// mirrored is such an answer: it says whether the blow is gone.
func (o *oracle) mirrored(f, target *oracleFighter) bool {
	m := f.grimoire
	sp := m.spells[slices.IndexFunc(m.spells, func(sp *oracleSpell) bool { return sp.reacts })]
	f.energy -= m.cost(sp, 0)
	m.slots[sp.of()][m.slot(sp)]--
	need := sp.need() - min(10, m.wisdom)
	a, b := o.table.throw(f, "casting", need, func(a, b int) string {
		return oracleWord(a+b >= need, "success", oracleWord(a+b == 2, "backlash", "fail"))
	})
	if a+b < need && a+b == 2 {
		o.backlash(f, 3)
	}
	return a+b >= need || target.down
}

// helped asks the first of a target's side who can answer in its place.
func (o *oracle) helped(target *oracleFighter) bool {
	for _, f := range o.fighters {
		if f != target && f.side == target.side && !o.sealed(f) && o.mirrors(f, target) {
			return o.table.decide(f, []string{"cast mirror", "let it land"}) == "cast mirror" && o.mirrored(f, target)
		}
	}
	return false
}

// dreams reports whether somebody strikes at a mirage: one of its own, or one that a foe holds over its zone.
func (o *oracle) dreams(f *oracleFighter) bool {
	for _, x := range o.fighters {
		if m := x.grimoire; x.side != f.side && m.holds() && m.spell.at == "foes around" && (f.zone == "" || slices.Contains(m.over[:], f.zone)) {
			return true
		}
	}
	return o.given(f, func(sp *oracleSpell) int { return len(oracleWord(sp.mirage, "+", "")) }) > 0
}

// braced returns what spells add to the next defence roll, which uses it up.
func (o *oracle) braced(f *oracleFighter) int {
	return o.given(f, func(sp *oracleSpell) int { return sp.answering })
}

func (f *oracleFighter) unbraces() {
	for sp := range f.bears.lasting {
		if sp.answering > 0 {
			delete(f.bears.lasting, sp)
		}
	}
}

// breathBegins and breathEnds are what a breath means to spells.
func (o *oracle) breathBegins(f *oracleFighter) {
	o.magic.turn = f
	for _, x := range o.fighters { // those who share a zone are found
		x.hidden = x.hidden && (x.side == f.side || x.zone != f.zone)
	}
	for sp := range f.bears.lasting {
		if sp.lasts == "breath" && !sp.moment() {
			delete(f.bears.lasting, sp)
		}
	}
	if f.grimoire != nil {
		f.grimoire.staged = false
	}
}

func (o *oracle) breathEnds(f *oracleFighter) {
	o.magic.turn = nil
	f.bears.fast = false
	for sp := range f.bears.lasting {
		if sp.moment() {
			delete(f.bears.lasting, sp)
		}
	}
	if m := f.grimoire; m != nil && m.forced { // SP-28, SP-31
		m.forced, m.tiring = false, true
		o.strips(f)
		f.held = nil
	}
	if f.grimoire != nil {
		f.grimoire.staged = false
	}
}

// smoulders is what the lull is to spells: what ends with it, then fire and burns, one check of both.
func (o *oracle) smoulders() {
	var burning []*oracleFighter
	for _, f := range o.fighters {
		for sp := range f.bears.lasting {
			if sp.lasts == "next round" || sp.lasts == "lull" {
				if f.bears.lasting[sp]--; f.bears.lasting[sp] == 0 {
					delete(f.bears.lasting, sp)
				}
			}
		}
		if m := f.grimoire; m != nil {
			m.paidRound, m.tired, m.mute = false, false, false
		}
		f.bears.lost = false
		burning = append(burning, f)
	}
	slices.SortStableFunc(burning, func(a, b *oracleFighter) int {
		return (b.attributes["finesse"]-a.attributes["finesse"])*100 + (a.side-b.side)*10 + a.roster - b.roster
	})
	for _, f := range burning {
		if f.down || o.sealed(f) || !f.bears.burning && o.magic.fire[o.place(f.zone)] == 0 {
			continue
		}
		need := 9 - f.attributes["physique"]
		a, b := o.table.throw(f, "fire", need, func(a, b int) string { return oracleWord(a+b >= need, "success", "fail") })
		if f.bears.burning = false; a+b < need {
			o.hurt(f, nil, 1)
		}
	}
	for _, zone := range o.magic.zones {
		z := o.place(zone)
		o.magic.fire[z] = max(0, o.magic.fire[z]-1)
		for side := range o.magic.gates {
			o.magic.gates[side][z] = max(0, o.magic.gates[side][z]-1)
		}
	}
	if _, over := o.over(); over {
		return
	}
	for _, f := range o.fighters { // a seal may break
		if m := f.grimoire; m.holds() && m.spell.seal {
			need := 15 - m.on.attributes["courage"]
			a, b := o.table.throw(m.on, "seal", need, func(a, b int) string { return oracleWord(a+b >= need, "success", "fail") })
			if a+b >= need {
				o.snaps(f)
			}
		}
	}
}

// dawn begins a round for casters: rounds are lost, the exhausted have 1 Energy and are Defenseless (SP-29, SP-32), what is
// held is paid again.
func (o *oracle) dawn() {
	for _, f := range o.fighters {
		if f.bears.seized && !f.down {
			f.bears.seized = false
			if o.magic.six {
				f.energy = max(0, f.energy-6)
			} else {
				f.bears.lost, f.energy, f.closed = true, 0, true
			}
		}
	}
	for _, f := range o.fighters {
		m := f.grimoire
		if m == nil || f.down {
			continue
		}
		m.mute, m.muting = m.muting, false
		if m.tiring {
			m.tiring, m.tired, f.drained = false, true, true
			f.energy = min(f.energy, 1)
			o.strips(f)
		}
		if m.holds() && !m.spell.seal && !o.magic.lasting {
			cost := m.cost(m.spell, len(m.spell.stages)-1)
			if f.energy < cost {
				o.snaps(f)
			} else {
				f.energy -= cost
			}
		}
	}
}

// spellSheet returns what a sheet says of spells.
func (o *oracle) spellSheet(f *oracleFighter) (s []string) {
	if m := f.grimoire; m != nil {
		for _, list := range m.lists {
			var left []string
			for _, dan := range []int{1, 3, 5, 7, 9} {
				left = append(left, fmt.Sprint(m.slots[list][dan]))
			}
			s = append(s, list+" slots: "+strings.Join(left, "/"))
		}
		switch {
		case m.chants():
			s = append(s, fmt.Sprintf("casting: %s, %d of %d", m.spell.name, m.paid, len(m.spell.stages)))
		case m.holds():
			s = append(s, "holds: "+m.spell.name)
		}
		if m.tired || m.tiring {
			s = append(s, "exhausted: "+oracleWord(m.tired, "this round", "next round"))
		}
	}
	var under []string
	for _, x := range []struct {
		on   bool
		word string
	}{{f.bears.burning, "burning"}, {f.bears.fast, "held fast"}, {f.bears.ward > 0, fmt.Sprintf("warded %d", f.bears.ward)},
		{f.bears.seized, "seized"}, {f.bears.lost, "round lost"}, {o.sealed(f), "sealed"}} {
		if x.on {
			under = append(under, x.word)
		}
	}
	for sp := range f.bears.lasting {
		under = append(under, sp.name)
	}
	if len(under) > 0 {
		slices.Sort(under)
		s = append(s, "under: "+strings.Join(under, ", "))
	}
	if w := o.behind(f); w != nil {
		s = append(s, fmt.Sprintf("barrier: %s, %d %s", w.spell.name, w.wounds, oracleWord(w.wounds == 1, "Wound", "Wounds")))
	}
	return s
}

// oracleBitsMost is how much of lasting spells a fight remembers for each side: one each, two for what counts lulls.
const oracleBitsMost = 8

// oracleSchool returns what a fight's casters may know: every spell that lasts is written down, so there are not too many of these.
func oracleSchool(r *rand.Rand) (some []*oracleSpell) {
	bits := 0
	for _, n := range r.Perm(len(oracleSpells)) {
		sp := oracleSpells[n]
		more := 0
		if sp.lies() {
			more = 1 + len(oracleWord(sp.lasts == "next round", "+", ""))
		}
		if bits+more <= oracleBitsMost {
			bits += more
			some = append(some, sp)
		}
	}
	return some
}

// studies makes a caster of a fighter, on paper and in its row.
func (f *oracleFighter) studies(r *rand.Rand, o *oracle, school []*oracleSpell) (row string) {
	m := &oracleGrimoire{higher: o.magic.higher, schooled: r.IntN(2) == 0, lists: []string{"sorcery", "exorcism"}, slots: map[string]map[int]int{}}
	if r.IntN(2) == 0 {
		slices.Reverse(m.lists)
	}
	first := func(sp *oracleSpell) bool { return sp.of() == "exorcism" && sp.dan == 1 }
	if r.IntN(3) == 0 || !slices.ContainsFunc(school, first) { // of a list with none of its first dan a sheet knows the catalogue's
		m.lists = []string{"sorcery"}
	}
	var left []string
	poor := r.IntN(3) == 0
	for _, list := range m.lists {
		m.slots[list] = map[int]int{1: 5, 3: 4, 5: 3, 7: 2, 9: 1} // SP-05, the ninth dan
		if m.schooled && list == "sorcery" {
			m.slots[list][3]++ // SP-42b
			m.slots[list][5]++
		}
		var some []string
		for _, dan := range []int{1, 3, 5, 7, 9} {
			if poor {
				m.slots[list][dan] = r.IntN(min(3, 1+m.slots[list][dan]))
			}
			some = append(some, fmt.Sprint(m.slots[list][dan]))
		}
		left = append(left, list+": ["+strings.Join(some, ", ")+"]")
	}
	var names []string
	known := func(most int, which func(sp *oracleSpell) bool) {
		for _, sp := range school {
			if most > 0 && which(sp) {
				m.spells, names, most = append(m.spells, sp), append(names, sp.name), most-1
			}
		}
	}
	for _, list := range m.lists { // SP-02: a licence brings spells of the first dan
		known(3, func(sp *oracleSpell) bool { return sp.of() == list && sp.dan == 1 })
	}
	known(7, func(sp *oracleSpell) bool { return slices.Contains(m.lists, sp.of()) && sp.dan > 1 })
	f.attributes["wisdom"] = r.IntN(4) - 1
	m.wisdom = f.attributes["wisdom"] + 2 // three points of the list's skill
	hardiness := r.IntN(3)
	m.focus = f.attributes["physique"] + []int{-2, 0, 1}[hardiness]
	f.grimoire = m
	var lists, skills []string
	for _, list := range m.lists {
		lists, skills = append(lists, "{skill: "+list+", since: 9}"), append(skills, list+": 3")
	}
	return fmt.Sprintf("wisdom: %d, caster: {mode: spells, dan: 9%s, lists: [%s], studied: 20, known: [%s], left: {%s}}, skills: {%s, hardiness: %d",
		f.attributes["wisdom"],
		oracleWord(m.schooled, ", school: nanban black magic", ""), strings.Join(lists, ", "), strings.Join(names, ", "),
		strings.Join(left, ", "), strings.Join(skills, ", "), hardiness)
}

// haunts makes a fighter what else it may be where there is magic: a yoma, a lord, of long practice; it says so in a row.
func (f *oracleFighter) haunts(r *rand.Rand) (row string) {
	row = "veteran"
	if f.lord = r.IntN(4) == 0; f.lord {
		row = "lord"
	}
	if f.yoma = r.IntN(3) == 0; f.yoma {
		row += ", yoma: true"
	}
	if r.IntN(3) == 0 {
		f.evasion = 2
		row += ", traits: [long practice]"
	}
	return row
}

// house deals what a house has ruled, and a scene or zones, as the lines of an encounter.
func (m *oracleMagic) house(r *rand.Rand, zoned bool) (lines string) {
	m.fire, m.gates, m.zones = map[string]int{}, [2]map[string]int{{}, {}}, []string{""}
	m.ward = 1 + r.IntN(3)
	m.lasting, m.silent, m.six, m.excess, m.higher = r.IntN(4) == 0, r.IntN(3) == 0, r.IntN(3) == 0, r.IntN(3) == 0, r.IntN(2) == 0
	lines = fmt.Sprintf("rulings: {ward: %d, boons: %s, backlash: %s, seize: %s, force roll: %s, higher slot: %s}\n",
		m.ward, oracleWord(m.lasting, "lasting", "held"),
		oracleWord(m.silent, "seal", "plain"), oracleWord(m.six, `"6"`, "round"), oracleWord(m.excess, "excess", "plain"), oracleWord(m.higher, "yes", "no"))
	if zoned {
		m.zones = []string{"first rear", "first front", "second front", "second rear"}[r.IntN(3)/2 : 3+r.IntN(2)]
		lines += "zones: {" + strings.Join(m.zones, ": {}, ") + ": {}}\n"
	}
	return lines
}

// found reports whether somebody cannot hide where it stands: the zone is laid open.
func (o *oracle) found(f *oracleFighter) bool {
	return slices.ContainsFunc(o.fighters, func(x *oracleFighter) bool {
		return x.grimoire != nil && x.side != f.side && x.grimoire.opened == f.zone
	})
}

// magic compares what no sheet shows: what lies on places, what casters' rounds remember, whom and what they hold.
func (l *lockstep) magic() {
	l.t.Helper()
	o, want, have := l.o, []string{}, []string{}
	say := func(words *[]string, format string, values ...any) {
		*words = append(*words, fmt.Sprintf(format, values...))
	}
	for _, zone := range o.magic.zones {
		z := o.place(zone)
		say(&want, "%s: fire %d, gates %d %d", z, o.magic.fire[z], o.magic.gates[0][z], o.magic.gates[1][z])
		lie := l.s.ground[slices.Index(rows.Zones, z)]
		say(&have, "%s: fire %d, gates %d %d", z, lie.fire(), lie.gate(0), lie.gate(1))
	}
	for side, w := range o.magic.walls {
		if w != nil {
			say(&want, "%s of %s, %d Wounds", w.spell.name, w.by.name, w.wounds)
		}
		if b := &l.s.barriers[side]; b.spell != 0 {
			by := l.g.barrierOf(b)
			say(&have, "%s of %s, %d Wounds", by.name, l.g.name(int(l.g.casters[by.caster].seat)), b.remaining())
		}
	}
	for i, f := range o.fighters {
		m := f.grimoire
		if m == nil {
			continue
		}
		var over []string
		switch {
		case m.on != nil:
			over = append(over, m.on.name)
		case m.over[0] != "":
			over = m.over[:]
		}
		var rounds []string
		for word, on := range map[string]bool{"paid": m.paidRound, "forced": m.forced, "tiring": m.tiring, "exhausted": m.tired, "muting": m.muting, "mute": m.mute} {
			if on {
				rounds = append(rounds, word)
			}
		}
		slices.Sort(rounds)
		say(&want, "%s: %v, focus %d, opened %q, over %q", f.name, rounds, m.mustFocus, m.opened, over)
		var now rows.NowSeat
		l.g.writeCaster(&l.s, i, &now)
		slices.Sort(now.Rounds)
		say(&have, "%s: %v, focus %d, opened %q, over %q", f.name, now.Rounds, l.s.casters[l.g.fighters[i].casterNumber-1].focusDue(), now.Opened, now.HoldsOver)
	}
	if !slices.Equal(want, have) {
		l.failf("%q, in the engine %q", want, have)
	}
}
