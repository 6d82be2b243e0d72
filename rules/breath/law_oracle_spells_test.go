package breath

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
)

// The second reading goes on with document 002: spells paid stage by stage, their checks, what breaks them, and what they
// leave on people, for fights in one scene. Its spells are its own; each of them is for one of the document's sentences.

// oracleSpell is a spell as its row has it.
type oracleSpell struct {
	name    string
	dan     int
	form    string
	stages  []int
	pauses  string // of each stage: when it comes, b in a later breath, r in a later round
	against string // defense, wisdom; empty is its number alone
	at      string
	lasts   string
	does    string // as the row says it
	answer  bool
	reacts  bool

	wounds, beside, exposed, fire, barrier, knot          int
	guard, limit, attack, dimmed                          int
	burn, fast, ward, cleanse, hush, sure, mirage, dispel bool
}

var oracleSpells = []*oracleSpell{
	{name: "ember", dan: 1, form: "2", stages: []int{2}, against: "defense", at: "foe", answer: true, does: "wounds: 1, burn: true", wounds: 1, burn: true},
	{name: "dart", dan: 1, form: "2", stages: []int{2}, against: "defense", at: "foe", does: "wounds: 1", wounds: 1},
	{name: "charm", dan: 1, form: "2", stages: []int{2}, at: "self or ally", does: "ward: true", ward: true},
	{name: "fetter", dan: 1, form: "2", stages: []int{2}, against: "wisdom", at: "foe", does: "held fast: true, exposed: 3", fast: true, exposed: 3},
	{name: "water", dan: 1, form: "1", stages: []int{1}, at: "self or ally", does: "cleanse: true", cleanse: true},
	{name: "omen", dan: 1, form: "1", stages: []int{1}, at: "ally", lasts: "breath", does: "dimmed: 2", dimmed: 2},
	{name: "moment", dan: 1, form: "2", stages: []int{2}, at: "ally", lasts: "breath", does: "attack: 2, sure: true", attack: 2, sure: true},
	{name: "knot", dan: 1, form: "2", stages: []int{2}, at: "barrier", does: "knot: 2", knot: 2},
	{name: "burst", dan: 3, form: "2+2 prep", stages: []int{2, 2}, pauses: ".b", against: "defense", at: "foe", does: "wounds: 2, beside: 1", wounds: 2, beside: 1},
	{name: "silence", dan: 3, form: "2+1 prep", stages: []int{2, 1}, pauses: ".b", against: "wisdom", at: "foe", lasts: "next round", does: "hush: true, exposed: 2", hush: true, exposed: 2},
	{name: "dream", dan: 3, form: "2+2 prep", stages: []int{2, 2}, pauses: ".b", against: "wisdom", at: "foe", lasts: "fight", does: "mirage: true", mirage: true},
	{name: "guard", dan: 3, form: "2+2 prep", stages: []int{2, 2}, pauses: ".b", at: "aura", lasts: "held", does: "defense: 2", guard: 2},
	{name: "shears", dan: 3, form: "3", stages: []int{3}, at: "workings", does: "dispel: true", dispel: true},
	{name: "mirror", dan: 3, form: "3", stages: []int{3}, at: "blow", reacts: true, does: "negate: true"},
	{name: "host", dan: 5, form: "3+2 prep", stages: []int{3, 2}, pauses: ".b", at: "aura", lasts: "held", does: "attack: 2, limit: 1", attack: 2, limit: 1},
	{name: "wall", dan: 5, form: "2+2 dispersed", stages: []int{2, 2}, pauses: ".r", at: "own side", lasts: "barrier", does: "barrier: 4, defense: 1", barrier: 4, guard: 1},
	{name: "flames", dan: 7, form: "3+3 dispersed", stages: []int{3, 3}, pauses: ".r", against: "defense", at: "all in a zone", lasts: "fight", does: "wounds: 1, exposed: 2, fire: 2",
		wounds: 1, exposed: 2, fire: 2},
	{name: "spear of the moon", dan: 9, form: "2+1 prep +2 dispersed", stages: []int{2, 1, 2}, pauses: ".br", against: "defense", at: "foe", does: "wounds: 4", wounds: 4},
}

var oracleNumbers = map[int]int{1: 8, 3: 10, 5: 12, 7: 14, 9: 16} // SP-20

func (sp *oracleSpell) row() string {
	s := fmt.Sprintf("  %s: {list: sorcery, dan: %d, form: %s, at: %s, does: {%s}", sp.name, sp.dan, sp.form, sp.at, sp.does)
	for _, x := range []struct {
		on   bool
		says string
	}{{sp.against != "", "against: " + sp.against}, {sp.lasts != "", "for: " + sp.lasts}, {sp.answer, "answer: true"}, {sp.reacts, "reacts: true"}} {
		if x.on {
			s += ", " + x.says
		}
	}
	return s + "}\n"
}

// oracleSpellRows are all of them.
func oracleSpellRows(casters bool) string {
	if !casters {
		return ""
	}
	rows := "spells:\n"
	for _, sp := range oracleSpells {
		rows += sp.row()
	}
	return rows
}

// last says whether a stage is the activation.
func (sp *oracleSpell) last(stage int) bool { return stage == len(sp.stages)-1 }

// from is what the stages from one on cost together, and whether one of them waits for a round.
func (sp *oracleSpell) from(stage int) (sum int, waits bool) {
	for n := stage; n < len(sp.stages); n++ {
		sum += sp.stages[n]
		waits = waits || n < len(sp.pauses) && sp.pauses[n] == 'r'
	}
	return sum, waits
}

// lies says whether it leaves something on people that lasts.
func (sp *oracleSpell) lies() bool {
	return sp.lasts == "breath" || sp.lasts == "next round" || sp.lasts == "fight"
}

// ill says whether that is something to be rid of.
func (sp *oracleSpell) ill() bool { return sp.hush || sp.mirage || sp.exposed > 0 }

// oracleGrimoire is what a caster has: a sheet's spells and slots, and what it is casting or holding.
type oracleGrimoire struct {
	wisdom, focus int // added to checks and to focus, each with its skill
	spells        []*oracleSpell
	slots         map[int]int

	spell      *oracleSpell
	paid       int
	paidRound  bool // a stage is paid this round
	staged     bool // a stage is paid this breath
	forced     bool // exhaustion comes as the breath ends
	tiring     bool // it comes with the next round
	tired      bool // it is here
	mustFocus  int  // Wounds of the hit that asks for focus
	shownSlots []int
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
	ward          int
	lasting       map[*oracleSpell]int // lulls it lasts
}

// oracleWall is a side's barrier.
type oracleWall struct {
	by     *oracleFighter
	spell  *oracleSpell
	wounds int
}

// oracleMagic is what spells have made of the scene.
type oracleMagic struct {
	turn  *oracleFighter // whose breath it is
	fire  int            // rounds
	walls [2]*oracleWall
}

// given is what spells give to somebody of one kind, each name once: what lies on it and what is held over its side.
func (o *oracle) given(f *oracleFighter, of func(sp *oracleSpell) int) (sum int) {
	seen := map[string]bool{}
	add := func(sp *oracleSpell) {
		if !seen[sp.name] {
			seen[sp.name] = true
			sum += of(sp)
		}
	}
	for sp := range f.bears.lasting {
		if !sp.sure || o.magic.turn == f { // its own moment
			add(sp)
		}
	}
	for _, x := range o.fighters {
		if x.side == f.side && x.grimoire.holds() {
			add(x.grimoire.spell)
		}
	}
	return sum
}

// guarded is what spells make of a Defense.
func (o *oracle) guarded(f *oracleFighter) int {
	d := o.given(f, func(sp *oracleSpell) int { return sp.guard - sp.exposed })
	if w := o.magic.walls[f.side]; w != nil {
		d += w.spell.guard
	}
	return d
}

// blessed is what spells make of an attack.
func (o *oracle) blessed(f, target *oracleFighter) int {
	return o.given(f, func(sp *oracleSpell) int { return sp.attack }) - o.given(target, func(sp *oracleSpell) int { return sp.dimmed })
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
	if chants {
		sum, waits := m.spell.from(m.paid)
		if !m.staged && m.spell.stages[m.paid] <= f.energy { // one stage a breath
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
		sum, waits := sp.from(0)
		switch {
		case m.slots[sp.dan] == 0 || sp.reacts:
			continue
		case len(sp.stages) == 1 && sum <= f.energy:
			say("cast", sp, true)
		case len(sp.stages) > 1 && !chants && !f.drained && (begins || !f.shaken) && sp.stages[0] <= f.energy && !m.staged:
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

// early says whether the next stage comes before its round (SP-12, SP-28).
func (m *oracleGrimoire) early() bool {
	return m.chants() && m.paidRound && m.spell.pauses[m.paid] == 'r'
}

// targets words what a spell may be cast at.
func (o *oracle) targets(f *oracleFighter, sp *oracleSpell) (at []string) {
	for _, t := range o.fighters {
		friend, wall := t.side == f.side, false
		switch sp.at {
		case "foe":
			friend = !friend
		case "self or ally":
			friend = friend && !(sp.ward && t.bears.ward > 0) && !(sp.cleanse && !t.ails())
		case "ally":
			friend = friend && t != f
		case "workings":
			friend = !friend && t.grimoire != nil && t.grimoire.spell != nil
		default:
			wall = true
		}
		if !wall && friend && !t.down {
			at = append(at, " > "+t.name)
		}
	}
	switch {
	case sp.at == "workings" && o.magic.walls[1-f.side] != nil:
		at = append(at, " > the barrier")
	case sp.at == "all in a zone":
		at = append(at, " > the scene")
	case sp.at == "aura", sp.at == "own side", sp.at == "barrier" && o.magic.walls[f.side] != nil:
		at = append(at, "")
	}
	return at
}

// ails says whether there is anything that a cleansing ends.
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

// castCost is what a stage takes, or all that is left of a spell that is forced.
func (f *oracleFighter) castCost(c oracleCast) int {
	paid := 0
	if m := f.grimoire; m.chants() && m.spell == c.spell {
		paid = m.paid
	}
	switch c.verb {
	case "let go of":
		return 0
	case "force":
		sum, _ := c.spell.from(paid)
		return sum
	}
	return c.spell.stages[paid]
}

// cast is a stage or an activation; it says whether the breath ends with it.
func (o *oracle) cast(f *oracleFighter, c oracleCast) (ends bool) {
	m, sp := f.grimoire, c.spell
	if c.verb == "let go of" {
		o.snaps(f)
		return false
	}
	begun := m.chants() && m.spell == sp
	early := begun && m.early()
	if !begun {
		m.slots[sp.dan]-- // SP-36
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
		m.spell, m.paid, m.paidRound, m.mustFocus = nil, 0, m.paidRound && m.spell == nil, 0
	}
}

// shakes is what strips a stance: Defenseless till the next breath.
func (o *oracle) shakes(f *oracleFighter) {
	f.shaken = true
	o.snaps(f)
}

// looses is the activation's check, and what comes of it; it says whether it failed, which ends the breath (SP-19, SP-37).
func (o *oracle) looses(f *oracleFighter, c oracleCast) (failed bool) {
	sp, mod := c.spell, min(10, f.grimoire.wisdom)
	if sp.against == "defense" && sp.at == "foe" {
		return o.bolt(f, sp, o.named(c.target), mod)
	}
	need := oracleNumbers[sp.dan] - mod
	switch {
	case sp.against == "wisdom":
		need += o.named(c.target).attributes["wisdom"]
	case sp.against == "defense":
		need = 99
		for _, t := range o.fighters {
			if !t.down {
				need = min(need, o.defense(t, 0)-mod)
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
	if sp.against == "defense" {
		for _, t := range slices.Clone(o.fighters) {
			if !t.down && a+b+mod >= o.defense(t, 0) {
				o.blasts(f, t, sp, sp.wounds, a == b)
			}
		}
		o.magic.fire = max(o.magic.fire, sp.fire)
		o.focuses()
		return false
	}
	o.works(f, c)
	return false
}

// fails is a check that was not made (SP-36); on 1-1 the spell turns on its caster (SP-40, R-58).
func (o *oracle) fails(f *oracleFighter, sp *oracleSpell, sum int) {
	if sum == 2 {
		o.hurt(f, nil, 3+(sp.wounds+1)/2)
	}
}

// bolt strikes at one target's Defense as a blow does.
func (o *oracle) bolt(f *oracleFighter, sp *oracleSpell, target *oracleFighter, mod int) (failed bool) {
	var second *oracleFighter
	if sp.beside > 0 {
		var others []string
		for _, t := range o.fighters {
			if t.side != f.side && t != target && !t.down {
				others = append(others, "name "+t.name)
				second = t
			}
		}
		if len(others) > 1 {
			second = o.named(strings.TrimPrefix(o.table.decide(f, others), "name "))
		}
	}
	need := o.defense(target, 0) - mod
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
	o.blasts(f, target, sp, sp.wounds, a == b)
	if second != nil && !second.down && a+b+mod >= o.defense(second, 0) {
		o.harms(f, second, sp.beside+len(oracleWord(a == b, "+", "")), a == b)
	}
	o.focuses()
	return false
}

// blasts takes a spell's Wounds, one more on a double, and leaves what it leaves.
func (o *oracle) blasts(f, t *oracleFighter, sp *oracleSpell, wounds int, double bool) {
	o.harms(f, t, wounds+len(oracleWord(double, "+", "")), double)
	if !t.down {
		o.lays(t, sp)
	}
}

// harms takes Wounds in a hit.
func (o *oracle) harms(f, t *oracleFighter, wounds int, critical bool) {
	o.shocks(t, o.hurt(t, f, wounds), critical)
}

// shocks: a critical, or two Wounds and more, ask for focus (SP-26).
func (o *oracle) shocks(t *oracleFighter, lost int, critical bool) {
	if m := t.grimoire; m != nil && m.spell != nil && (critical || lost >= 2) {
		m.mustFocus = max(m.mustFocus, lost, 1)
	}
}

// hushed says whether somebody cannot answer; sure, whether a first blow cannot be answered; dreams, whether it may be one at a
// mirage.
func (o *oracle) hushed(f *oracleFighter) bool {
	return o.given(f, func(sp *oracleSpell) int { return len(oracleWord(sp.hush, "+", "")) }) > 0
}

func (o *oracle) sure(f *oracleFighter) bool {
	return o.given(f, func(sp *oracleSpell) int { return len(oracleWord(sp.sure, "+", "")) }) > 0
}

// hurt takes Wounds: a barrier's side loses them to foes behind it, then a ward takes them.
func (o *oracle) hurt(t, by *oracleFighter, n int) (lost int) {
	if w := o.magic.walls[t.side]; w != nil && by != nil && by.side != t.side {
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
	if t.grimoire == nil {
		return
	}
	for _, sp := range t.grimoire.spells {
		if !slices.ContainsFunc(o.fighters, func(x *oracleFighter) bool {
			return !x.down && x.grimoire != nil && slices.Contains(x.grimoire.spells, sp)
		}) {
			for _, x := range o.fighters {
				delete(x.bears.lasting, sp)
			}
		}
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
		t.bears.ward = 2
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
	sp := c.spell
	switch {
	case sp.lasts == "held": // in the place of the stance
		o.snaps(f)
		f.grimoire.spell, f.grimoire.paid = sp, len(sp.stages)
	case sp.barrier > 0: // a stronger one replaces
		if w := o.magic.walls[f.side]; w == nil || w.wounds < sp.barrier {
			o.magic.walls[f.side] = &oracleWall{f, sp, sp.barrier}
		}
	case sp.knot > 0:
		o.magic.walls[f.side].wounds += sp.knot
	case sp.dispel && c.target == "the barrier":
		o.magic.walls[1-f.side] = nil
	case sp.dispel:
		o.snaps(o.named(c.target))
	default:
		t := f
		if c.target != "" {
			t = o.named(c.target)
		}
		o.lays(t, sp)
	}
}

// mirrors says whether somebody can answer a blow with a spell: not while casting.
func (f *oracleFighter) mirrors() bool {
	return !f.down && f.grimoire != nil && !f.grimoire.chants() && f.energy >= 3 && f.grimoire.slots[3] > 0 &&
		slices.ContainsFunc(f.grimoire.spells, func(sp *oracleSpell) bool { return sp.reacts })
}

// mirrored is such an answer: it says whether the blow is gone.
func (o *oracle) mirrored(f, target *oracleFighter) bool {
	f.energy -= 3
	f.grimoire.slots[3]--
	need := 10 - min(10, f.grimoire.wisdom)
	a, b := o.table.throw(f, "casting", need, func(a, b int) string {
		return oracleWord(a+b >= need, "success", oracleWord(a+b == 2, "backlash", "fail"))
	})
	if a+b < need && a+b == 2 {
		o.hurt(f, nil, 3)
	}
	return a+b >= need || target.down
}

// helped asks the first of a target's side who can answer in its place.
func (o *oracle) helped(target *oracleFighter) bool {
	for _, f := range o.fighters {
		if f != target && f.side == target.side && f.mirrors() {
			return o.table.decide(f, []string{"cast mirror", "let it land"}) == "cast mirror" && o.mirrored(f, target)
		}
	}
	return false
}

func (o *oracle) dreams(f *oracleFighter) bool {
	return o.given(f, func(sp *oracleSpell) int { return len(oracleWord(sp.mirage, "+", "")) }) > 0
}

// breathBegins and breathEnds are what a breath means to spells.
func (o *oracle) breathBegins(f *oracleFighter) {
	o.magic.turn = f
	for sp := range f.bears.lasting {
		if sp.lasts == "breath" && !sp.sure {
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
		if sp.lasts == "breath" {
			delete(f.bears.lasting, sp)
		}
	}
	if m := f.grimoire; m != nil && m.forced { // SP-28, SP-31
		m.forced, m.tiring = false, true
		o.snaps(f)
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
			if sp.lasts == "next round" {
				if f.bears.lasting[sp]--; f.bears.lasting[sp] == 0 {
					delete(f.bears.lasting, sp)
				}
			}
		}
		if m := f.grimoire; m != nil {
			m.paidRound, m.tired = false, false
		}
		burning = append(burning, f)
	}
	slices.SortStableFunc(burning, func(a, b *oracleFighter) int {
		return (b.attributes["finesse"]-a.attributes["finesse"])*100 + (a.side-b.side)*10 + a.roster - b.roster
	})
	for _, f := range burning {
		if f.down || !f.bears.burning && o.magic.fire == 0 {
			continue
		}
		need := 9 - f.attributes["physique"]
		a, b := o.table.throw(f, "fire", need, func(a, b int) string { return oracleWord(a+b >= need, "success", "fail") })
		if f.bears.burning = false; a+b < need {
			o.hurt(f, nil, 1)
		}
	}
	o.magic.fire = max(0, o.magic.fire-1)
}

// dawn begins a round for casters: the exhausted have 1 Energy and are Defenseless (SP-29, SP-32), what is held is paid again.
func (o *oracle) dawn() {
	for _, f := range o.fighters {
		m := f.grimoire
		if m == nil || f.down {
			continue
		}
		if m.tiring {
			m.tiring, m.tired, f.drained = false, true, true
			f.energy = min(f.energy, 1)
			o.snaps(f)
		}
		if m.holds() {
			cost := m.spell.stages[len(m.spell.stages)-1]
			if f.energy < cost {
				o.snaps(f)
			} else {
				f.energy -= cost
			}
		}
	}
}

// spellSheet is what a sheet says of spells.
func (o *oracle) spellSheet(f *oracleFighter) (s []string) {
	if m := f.grimoire; m != nil {
		var left []string
		for _, dan := range []int{1, 3, 5, 7, 9} {
			left = append(left, fmt.Sprint(m.slots[dan]))
		}
		s = append(s, "sorcery slots: "+strings.Join(left, "/"))
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
	}{{f.bears.burning, "burning"}, {f.bears.fast, "held fast"}, {f.bears.ward > 0, fmt.Sprintf("warded %d", f.bears.ward)}} {
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
	if w := o.magic.walls[f.side]; w != nil {
		s = append(s, fmt.Sprintf("barrier: %s, %d %s", w.spell.name, w.wounds, oracleWord(w.wounds == 1, "Wound", "Wounds")))
	}
	return s
}

// studies makes a caster of a fighter, on paper and in its row.
func (f *oracleFighter) studies(r *rand.Rand) (row string) {
	m := &oracleGrimoire{slots: map[int]int{1: 5, 3: 4, 5: 3, 7: 2, 9: 1}} // SP-05, the ninth dan
	var names []string
	first := slices.IndexFunc(oracleSpells, func(sp *oracleSpell) bool { return sp.dan > 1 })
	higher := oracleSpells[first:]
	for _, n := range r.Perm(first)[:3] { // SP-02: a licence brings three of the first dan
		m.spells = append(m.spells, oracleSpells[n])
	}
	for _, n := range r.Perm(len(higher))[:4] {
		m.spells = append(m.spells, higher[n])
	}
	for _, sp := range m.spells {
		names = append(names, sp.name)
	}
	f.attributes["wisdom"] = r.IntN(4) - 1
	m.wisdom = f.attributes["wisdom"] + 2 // three points of the list's skill
	hardiness := r.IntN(3)
	m.focus = f.attributes["physique"] + []int{-2, 0, 1}[hardiness]
	f.grimoire = m
	return fmt.Sprintf("wisdom: %d, caster: {mode: spells, dan: 9, lists: [{skill: sorcery}], studied: 20, known: [%s]}, skills: {sorcery: 3, hardiness: %d", f.attributes["wisdom"], strings.Join(names, ", "), hardiness)
}
