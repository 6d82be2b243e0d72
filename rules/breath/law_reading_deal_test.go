package breath

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"

	"kokyu/rules/breath/rows"
)

// The rows the reading fights with are its own, so that tuning the catalogue does not touch it: each has something no other
// has.

var readingUnarmed = blade{name: "unarmed", family: "unarmed", skill: "unarmed combat", tags: []string{"short", "one-handed"}, attack: []cut{
	{name: "strike", energy: 1, check: "courage", bonus: -4, wounds: 1},
	{name: "grapple throw", energy: 2, check: "physique", effects: []string{"topple", "grapple"}},
}, defense: []cut{{name: "shove", energy: 1, check: "physique"}}}

var readingBlades = []blade{
	{name: "uchigatana", family: "blade", skill: "swordsmanship", tags: []string{"one-handed"}, band: [2]string{"issoku itto", "near range"}, attack: []cut{
		{name: "horizontal cut", energy: 2, check: "courage", wounds: 1},
		{name: "thrust", energy: 2, check: "finesse", wounds: 1, pierce: 2},
	}, defense: []cut{{name: "parry", energy: 1, check: "courage"}}},
	{name: "nodachi", family: "blade", skill: "swordsmanship", tags: []string{"long"}, attack: []cut{
		{name: "great cut", energy: 3, check: "courage", bonus: 2, wounds: 1, twenty: 2},
		{name: "step-through cut", energy: 2, check: "finesse", bonus: -1, wounds: 1},
	}, defense: []cut{{name: "block", energy: 2, check: "courage", bonus: 1}}},
	{name: "zanbato", family: "blade", skill: "swordsmanship", tags: []string{"long"}, band: [2]string{"far range", "issoku itto"}, longer: 1, attack: []cut{
		{name: "demon-cleave", energy: 3, check: "courage", bonus: -1, wounds: 2, twenty: 3},
		{name: "rising cut", energy: 3, check: "courage", wounds: 1, direct: 2, effects: []string{"strip"}},
	}, defense: []cut{{name: "haft guard", energy: 3, check: "physique", skill: "staff"}}},
	{name: "kodachi", family: "short", skill: "swordsmanship", tags: []string{"short", "one-handed"}, attack: []cut{
		{name: "flurry cut", energy: 1, check: "finesse", bonus: -2, wounds: 1},
		{name: "close thrust", energy: 2, check: "finesse", wounds: 1, pierce: 2},
	}, defense: []cut{{name: "emergency dodge", energy: 1, check: "finesse", skill: "footwork"}}},
	{name: "tanto", family: "short", skill: "swordsmanship", tags: []string{"short", "tanto", "one-handed"}, attack: []cut{
		{name: "jab", energy: 1, check: "finesse", bonus: -1, wounds: 1, pierce: 1},
		{name: "gap stab", energy: 2, check: "finesse", wounds: 1, pierce: 4, effects: []string{"bleed"}},
	}, defense: []cut{{name: "slip", energy: 1, check: "finesse", skill: "footwork", bonus: -1}}},
	{name: "suyari", family: "spear", skill: "spearmanship", tags: []string{"long"}, stance: "spear wall", attack: []cut{
		{name: "spear thrust", energy: 2, check: "courage", wounds: 1, pierce: 2},
		{name: "check", energy: 2, check: "finesse", expose: 2, effects: []string{"strip"}},
	}, defense: []cut{{name: "harry", energy: 2, check: "courage", bonus: 2}}},
	{name: "te-yari", family: "spear", skill: "spearmanship", tags: []string{"one-handed"}, stance: "spear wall",
		band: [2]string{"issoku itto", "near range"}, attack: []cut{
			{name: "hand thrust", energy: 1, check: "courage", bonus: -1, wounds: 1},
			{name: "throat thrust", energy: 4, check: "finesse", bonus: 3, wounds: 1, critical: 4, against: 2},
		}, defense: []cut{{name: "cross", energy: 1, check: "finesse"}}},
	{name: "staff", family: "staff", skill: "staff", attack: []cut{
		{name: "heavy strike", energy: 2, check: "courage", wounds: 1},
		{name: "sweep", energy: 2, check: "finesse", bonus: -1, effects: []string{"topple"}},
	}, defense: []cut{{name: "turn aside", energy: 1, check: "finesse"}}},
	{name: "kanabo", family: "staff", skill: "staff", tags: []string{"heavy"}, attack: []cut{
		{name: "smash", energy: 3, check: "physique", bonus: 2, wounds: 2, critical: 3, effects: []string{"bleed on critical"}},
		{name: "daunt", energy: 2, check: "physique", expose: 3},
	}, defense: []cut{{name: "shoulder in", energy: 1, check: "physique"}}},
	{name: "fangs", family: "claw", skill: "unarmed combat", tags: []string{"short"}, attack: []cut{
		{name: "bite", energy: 2, check: "physique", wounds: 1, effects: []string{"incorporeal"}},
		{name: "rake", energy: 1, check: "courage", bonus: -2, wounds: 1, direct: 1},
	}, defense: []cut{{name: "coil", energy: 1, check: "finesse"}}},
	{name: "yumi", family: "bow", skill: "archery", tags: []string{"ranged"}, attack: []cut{
		{name: "loose", energy: 2, check: "finesse", wounds: 1, pierce: 1},
		{name: "aimed shot", energy: 4, check: "finesse", bonus: 2, wounds: 1, pierce: 2},
	}, upkeep: []cut{{name: "nock", energy: 1, does: "nock"}}},
	{name: "oyumi", family: "bow", skill: "archery", tags: []string{"ranged"}, reach: 4, attack: []cut{
		{name: "bolt", energy: 2, check: "physique", bonus: 1, wounds: 2, effects: []string{"unload"}},
	}, upkeep: []cut{{name: "sight", energy: 1, does: "nock"}, {name: "span", energy: 2, does: "reload"}}},
	{name: "teppo", family: "gun", skill: "teppo", tags: []string{"ranged"}, attack: []cut{
		{name: "shot", energy: 3, check: "finesse", wounds: 2, pierce: 99, effects: []string{"unload"}},
		{name: "butt stroke", energy: 2, check: "courage", skill: "unarmed combat", wounds: 1, effects: []string{"melee"}},
	}, upkeep: []cut{{name: "reload", energy: 3, does: "reload"}}},
	{name: "shuriken", family: "thrown", skill: "archery", tags: []string{"ranged", "one-handed"}, attack: []cut{
		{name: "throw", energy: 1, check: "finesse", bonus: -1, wounds: 1},
		{name: "far throw", energy: 2, check: "courage", wounds: 1, direct: 3},
	}},
	{name: "yatate", family: "thrown", skill: "archery", tags: []string{"ranged", "one-handed"}, reach: 1, attack: []cut{
		{name: "flick", energy: 1, check: "courage", expose: 1},
	}},
}

var readingShield = blade{name: "shield", family: "shield", skill: "main", shield: 1,
	defense: []cut{{name: "shield defense", energy: 1, check: "physique", bonus: 1}}}

var readingStances = []posture{
	{name: "spear wall", energy: 2, front: 1, strikes: "shorter", weapon: true},
	{name: "guard stance", energy: 2, strikes: "miss"},
	{name: "checking stance", energy: 2, domination: 2, rooted: "round"},
	{name: "immovable formation", energy: 2, domination: 4, rooted: "held"},
	{name: "still-water guard", energy: 1, defense: 2},
}

var readingTraits = []aptitude{
	{name: "samurai", stance: "guard stance", outside: -1},
	{name: "ronin", coreFree: true, outside: -1},
	{name: "shinobi", coreFree: true, outside: 0, stealth: true},
	{name: "infiltration master", outside: 2, stealth: true},
	{name: "lightfoot", lightfoot: true, outside: -1},
	{name: "mounted", mounted: true, outside: -1},
	{name: "mikkyo monk", coreFree: true, seal: true, outside: -1},
	{name: "asura", coreLimit: 2, outside: -1},
	{name: "kamuy descent", descent: 2, descentEnergy: 2, outside: -1},
	{name: "immovable formation", stance: "immovable formation", outside: -1},
	{name: "still water", stance: "still-water guard", outside: -1},
	{name: "wide as a gate", limit: 1, outside: -1},
	{name: "hard to find", evasion: 2, outside: -1},
	{name: "quick to the hilt", initiative: 2, outside: -1},
	{name: "takenouchi licence", discount: 1, family: "spear", outside: -1},
	{name: "blade licence", discount: 1, family: "blade", outside: -1},
	{name: "tennen rishin school", kata: cut{name: "mugaishin strike", energy: 3, check: "courage",
		bonus: 5, wounds: 1, against: 1, kata: true, once: true}, outside: -1},
	{name: "swallow school", kata: cut{name: "swallow returns", energy: 4, check: "finesse", bonus: 2, wounds: 2, kata: true, once: true}, outside: -1},
	{name: "long crossing school", kata: cut{name: "reed parts the water", energy: 3, check: "finesse",
		bonus: 2, wounds: 1, pierce: 2, direct: 2, kata: true}, outside: -1},
}

// readingRulings are what tables choose otherwise, the default first.
var readingRulings = map[string][]string{
	"strained adds": {"no", "yes"}, "strain lasts": {"breath", "round"}, "fatigue": {"step", "flat"}, "short core": {"all", "floored"},
	"waiting": {"on", "off"}, "defenseless": {"4", "3"}, "breakthrough": {"11", "10"}, "breakthrough outnumbered": {"13", "14"},
	"core failure": {"defenseless", "nothing"}, "surprise": {"2", "3"}, "stray": {"11", "6"}, "bow reach": {"2", "1"},
	"gun reach": {"3", "2"}, "thrown reach": {"2", "1"}, "core shots": {"within", "anywhere"}, "mandate": {"on", "off"},
	"retribution": {"on", "off"}, "fate": {"off", "on"}, "modifier cap": {"10", "4"}, "pick up": {"2", "1"}, "lull pick up": {"free", "no"},
	"reservation first": {"yes", "no"}, "high ground": {"1", "2"}, "spear front": {"1", "2"}, "short front": {"-1", "-2"},
	"ranged rear": {"1", "2"}, "grapple core": {"2", "1"}, "descent": {"round", "fight"},
	"long at close": {"never", "cramped"}, "step ties": {"initiative", "nobody"}, "lost steps": {"1", "2", "0"}, "near miss": {"2", "3", "0"},
	"location": {"1", "2"}, "bind": {"1", "2"}, "feint": {"1", "2"}, "feint bonus": {"2", "3"}, "heavy feint bonus": {"1", "0"},
	"pushed": {"1", "2"}, "empty hand": {"2", "1"}, "dagger in the lock": {"2", "1"}, "opening": {"round", "window"},
	"seized step": {"none", "+1"}, "slip away": {"surprise", "plain"}, "standing off": {"1", "2", "0"}, "standing off rests": {"no", "yes"},
	"breakthrough counts": {"mover", "zone"}, "fumbled hand": {"ready", "spoils"}, "stance in the core": {"printed", "as its weapon"},
}

// readingRows words those rows for the catalogue.
func readingRows() string {
	var b strings.Builder
	b.WriteString("version: 1\nweapons:\n")
	for _, w := range append(slices.Clone(readingBlades), readingUnarmed, readingShield) {
		fmt.Fprintf(&b, "  %s:\n    family: %s\n    skill: %s\n    tags: [%s]\n", w.name, w.family, w.skill, strings.Join(w.tags, ", "))
		for _, part := range []struct {
			name string
			cuts []cut
		}{{"attack", w.attack}, {"defense", w.defense}, {"upkeep", w.upkeep}} {
			if len(part.cuts) > 0 {
				fmt.Fprintf(&b, "    %s:\n", part.name)
			}
			for _, t := range part.cuts {
				fmt.Fprintf(&b, "      - %s\n", t.text(part.name))
			}
		}
		if w.stance != "" {
			fmt.Fprintf(&b, "    stance: %s\n", w.stance)
		}
		if w.shield > 0 {
			fmt.Fprintf(&b, "    shield: %d\n", w.shield)
		}
		if w.reach > 0 {
			fmt.Fprintf(&b, "    reach: %d\n", w.reach)
		}
		if w.band[0] != "" {
			fmt.Fprintf(&b, "    band: {from: %s, to: %s}\n", w.band[0], w.band[1])
		}
		if w.longer > 0 {
			fmt.Fprintf(&b, "    longer: %d\n", w.longer)
		}
	}
	b.WriteString("stances:\n")
	for _, p := range readingStances {
		fmt.Fprintf(&b, "  %s: {energy: %d, defense: %d, domination: %d, front: %d", p.name, p.energy, p.defense, p.domination, p.front)
		for _, x := range [][2]string{{"rooted", p.rooted}, {"strikes", p.strikes}} {
			if x[1] != "" {
				fmt.Fprintf(&b, ", %s: %s", x[0], x[1])
			}
		}
		if p.name == "checking stance" {
			b.WriteString(", grade: [lord, elite]")
		}
		b.WriteString("}\n")
	}
	b.WriteString("traits:\n")
	for _, a := range readingTraits {
		fmt.Fprintf(&b, "  %s: {limit: %d, core limit: %d, evasion: %d, initiative: %d, core free: %t, seal of shura: %t, lightfoot: %t, mounted: %t, stealth: %t",
			a.name, a.limit, a.coreLimit, a.evasion, a.initiative, a.coreFree, a.seal, a.lightfoot, a.mounted, a.stealth)
		if a.outside >= 0 {
			fmt.Fprintf(&b, ", outside: %d", a.outside)
		}
		if a.descent > 0 {
			fmt.Fprintf(&b, ", descent: %d, descent energy: %d", a.descent, a.descentEnergy)
		}
		if a.discount > 0 {
			fmt.Fprintf(&b, ", discount: %d, family: %s", a.discount, a.family)
		}
		if a.stance != "" {
			fmt.Fprintf(&b, ", stance: %s", a.stance)
		}
		if a.kata.name != "" {
			fmt.Fprintf(&b, ", kata: %s", a.kata.text("attack"))
		}
		b.WriteString("}\n")
	}
	return b.String()
}

// sheets words who fights as rows.
func (p *reading) sheets() string {
	text := "version: 1\ncombatants:\n"
	for _, f := range p.fighters {
		text += fmt.Sprintf("  the %s: %s\n", strings.ToLower(f.name), f.row())
	}
	return text
}

func (t cut) text(part string) string {
	s := fmt.Sprintf("{name: %s, energy: %d", t.name, t.energy)
	add := func(key string, value any) { s += fmt.Sprintf(", %s: %v", key, value) }
	if part != "upkeep" {
		add("check", t.check)
		add("bonus", t.bonus)
	}
	if t.skill != "" {
		add("skill", t.skill)
	}
	if part == "attack" {
		add("wounds", t.wounds)
		add("pierce", t.pierce)
		add("direct", t.direct)
		add("against", t.against)
		add("expose", t.expose)
		add("effects", "["+strings.Join(t.effects, ", ")+"]")
	}
	if t.critical > 0 {
		add("critical", t.critical)
	}
	if t.twenty > 0 {
		add("twenty", t.twenty)
	}
	if t.does != "" {
		add("does", t.does)
	}
	if t.once {
		add("once", "fight")
	}
	return s + "}"
}

func (f *warrior) row() string {
	var skills, weapons, traits []string
	for _, s := range slices.Sorted(maps.Keys(f.points)) {
		skills = append(skills, fmt.Sprintf("%s: %d", s, f.points[s]))
	}
	for _, w := range f.carries {
		weapons = append(weapons, w.name)
	}
	for _, a := range f.traits {
		traits = append(traits, a.name)
	}
	hide := f.hide
	for _, w := range f.carries {
		hide -= w.shield
	}
	s := fmt.Sprintf("{grade: %s, courage: %d, finesse: %d, physique: %d, wisdom: %d, presence: %d, guard: %d, armour: %s, weapons: [%s], traits: [%s], skills: {%s}",
		f.grade, f.courage, f.finesse, f.physique, f.wisdom, f.bearing, f.deeper, readingArmours[hide],
		strings.Join(weapons, ", "), strings.Join(traits, ", "), strings.Join(skills, ", "))
	if f.fates > 0 {
		s += fmt.Sprintf(", fate: %d", f.fates)
	}
	return s + "}"
}

var readingArmours = map[int]string{0: "none", 2: "light", 4: "heavy", 1: "swift-decision"}

// dealt are sheets for a fight on zones, in one scene, or on the ladder, and what the file around them says.
func dealt(r *rand.Rand, kind string) (*reading, string) {
	pick := func(n int) bool { return r.IntN(n) == 0 }
	p := &reading{set: map[string]string{}}
	for _, name := range slices.Sorted(maps.Keys(readingRulings)) {
		choices := readingRulings[name]
		p.set[name] = choices[0]
		if pick(4) {
			p.set[name] = choices[r.IntN(len(choices))]
		}
	}
	if p.rounds = 20; pick(2) {
		p.rounds = 1 + r.IntN(3)
	}
	head := fmt.Sprintf("version: 1\nsystem: breath\ntitle: On Paper\nrounds: %d\nrulings: {", p.rounds)
	for i, name := range slices.Sorted(maps.Keys(p.set)) {
		head += oracleWord(i > 0, ", ", "") + fmt.Sprintf("%s: %q", name, p.set[name])
	}
	head += "}\n"
	if pick(3) {
		p.allied = 1
		head += "allied: 2\n"
	}
	n := 2
	if kind != "duel" {
		n += r.IntN(4)
	}
	for i := range n {
		f := p.sheet(r, kind, i)
		if f.side = i * 2 / n; pick(3) && i > 0 && i < n-1 {
			f.side = r.IntN(2)
		}
	}
	slices.SortStableFunc(p.fighters, func(a, b *warrior) int { return a.side - b.side })
	for i, f := range p.fighters {
		f.roster, f.name = i, string(rune('A'+i))
	}
	switch kind {
	case "zones":
		head += p.ground(r)
	case "duel":
		head += p.ladderOf(r)
	}
	if pick(3) {
		head += p.wants(r, kind)
	}
	head += "sides:\n"
	for side, name := range []string{"us", "them"} {
		head += "  - name: " + name + "\n    fighters:\n"
		for _, f := range p.fighters {
			if f.side == side {
				head += fmt.Sprintf("      - {who: the %s, name: %s}\n", strings.ToLower(f.name), f.name)
			}
		}
	}
	return p, head
}

// sheet deals one combatant.
func (p *reading) sheet(r *rand.Rand, kind string, i int) *warrior {
	pick := func(n int) bool { return r.IntN(n) == 0 }
	f := &warrior{grade: []string{"veteran", "elite", "lord", "lord", "minion"}[r.IntN(5)], points: map[string]int{},
		courage: r.IntN(6) - 2, finesse: r.IntN(5) - 1, physique: r.IntN(5) - 1, wisdom: r.IntN(4) - 1, bearing: r.IntN(4) - 1, deeper: r.IntN(3)}
	p.fighters = append(p.fighters, f)
	f.name = string(rune('A' + i))
	f.carries = []blade{readingBlades[r.IntN(len(readingBlades))]}
	switch {
	case kind != "duel" && i > 0 && pick(8):
		f.grade = "mob"
	case f.carries[0].tagged("one-handed") && pick(3):
		f.carries = append(f.carries, readingShield)
		f.hide++
	case pick(12):
		f.carries[0] = readingUnarmed
	case pick(4):
		f.carries = append(f.carries, []blade{readingBlades[3], readingBlades[4], f.carries[0]}[r.IntN(3)])
	}
	for _, s := range []string{"swordsmanship", "spearmanship", "staff", "archery", "teppo", "unarmed combat", "footwork", "speed", "medicine"} {
		if f.points[s] = r.IntN(5); pick(25) {
			f.points[s] = 5
		}
	}
	if f.grade == "mob" {
		return f
	}
	weight := 0
	switch armour := r.IntN(4); armour {
	case 1, 2:
		f.hide += 2 * armour
		weight = armour - 1
	case 3:
		f.hide++
		f.limitMore = 1
	}
	for _, k := range r.Perm(len(readingTraits))[:r.IntN(5)] {
		a := readingTraits[k]
		f.traits = append(f.traits, a)
	}
	if kind == "duel" && pick(2) {
		f.traits = append(f.traits, readingTraits[0], readingTraits[10])
		f.traits = slices.CompactFunc(slices.SortedFunc(slices.Values(f.traits), func(a, b aptitude) int { return strings.Compare(a.name, b.name) }),
			func(a, b aptitude) bool { return a.name == b.name })
	}
	f.energyMax = 10 + f.finesse - max(0, weight-max(0, f.physique)) // EB-01, R-84
	f.woundsMax = 3 + f.physique
	if f.grade == "lord" && p.is("fate", "on") {
		f.fates = 1 + r.IntN(3)
	}
	strikes := slices.ContainsFunc(f.carries[0].attack, func(t cut) bool { return !shoots(f.carries[0], t) })
	for _, s := range readingStances {
		given := s.name == f.carries[0].stance || s.name == "checking stance" && (f.grade == "lord" || f.grade == "elite") ||
			f.has(func(a aptitude) bool { return a.stance == s.name })
		if given && (s.strikes == "" || strikes) && (kind == "zones" || s.defense > 0 || s.strikes != "") {
			f.stances = append(f.stances, s)
		}
	}
	return f
}

// ground deals the zones: most of them, some with terrain.
func (p *reading) ground(r *rand.Rand) string {
	p.zones = map[string]rows.Zone{}
	text := "zones: {first front: {}, second front: {}"
	p.zones["first front"], p.zones["second front"] = rows.Zone{}, rows.Zone{}
	for _, name := range []string{"first rear", "core", "second rear", "flank", "outside"} {
		if r.IntN(4) == 0 {
			continue
		}
		z := rows.Zone{High: r.IntN(4) == 0, Path: r.IntN(2) == 0, Slow: r.IntN(5) == 0}
		text += fmt.Sprintf(", %s: {high: %t, path: %t, slow: %t", name, z.High, z.Path, z.Slow)
		if r.IntN(4) == 0 {
			z.Cover = &rows.Num{N: 1 + r.IntN(2)}
			text += fmt.Sprintf(", cover: %d", z.Cover.N)
		}
		text += "}"
		p.zones[name] = z
	}
	return text + "}\n"
}

// ladderOf deals a duel's ground.
func (p *reading) ladderOf(r *rand.Rand) string {
	l := &rungs{high: -1, glare: -1}
	p.ladder = l
	side := r.IntN(2)
	text := "duel: {start: near range"
	switch named := ", side: " + []string{"us", "them"}[side]; r.IntN(8) {
	case 0:
		l.sandbar = true
		text += ", terrain: sandbar"
	case 1:
		l.narrow = true
		text += ", terrain: narrow path"
	case 2:
		l.high = side
		text += ", terrain: high ground" + named
	case 3:
		l.glare = side
		text += ", terrain: backlight" + named
	}
	if r.IntN(4) == 0 {
		l.points = 1 + r.IntN(4)
		text += fmt.Sprintf(", points: %d", l.points)
		for _, f := range p.fighters {
			f.woundsMax = l.points
		}
	}
	return text + "}\n"
}

// wants deals an objective.
func (p *reading) wants(r *rand.Rand, kind string) string {
	g := &p.goal
	g.side = r.IntN(2)
	text := "objective: {for: " + []string{"us", "them"}[g.side]
	var ours, theirs []*warrior
	for _, f := range p.fighters {
		if f.side == g.side {
			ours = append(ours, f)
		} else {
			theirs = append(theirs, f)
		}
	}
	switch n := r.IntN(4); {
	case n == 0:
		g.goal, g.rounds = "last", 1+r.IntN(p.rounds)
		return text + fmt.Sprintf(", goal: last, rounds: %d}\n", g.rounds)
	case n == 1:
		g.goal, g.who = "down", theirs[r.IntN(len(theirs))]
	case n == 2:
		g.goal, g.who = "protect", ours[r.IntN(len(ours))]
	case kind == "zones":
		g.goal = "escape"
		return text + ", goal: escape}\n"
	default:
		return ""
	}
	return text + ", goal: " + g.goal + ", who: " + g.who.name + "}\n"
}

// writes pencils a position: few Wounds, any Energy, marks set, at the edges of reach.
func (p *reading) writes(r *rand.Rand) {
	pick := func(n int) bool { return r.IntN(n) == 0 }
	p.rests()
	p.who, p.ended, p.winner = nil, false, -1
	p.round = 1 + r.IntN(p.rounds)
	zones := slices.Sorted(maps.Keys(p.zones))
	crowd := ""
	if len(zones) > 0 && pick(2) {
		crowd = zones[r.IntN(len(zones))]
	}
	for _, f := range p.fighters {
		f.pencil = pencil{wounds: f.woundsMax}
		if len(zones) > 0 {
			if f.zone = zones[r.IntN(len(zones))]; crowd != "" && pick(2) {
				f.zone = crowd
			}
			f.hidden = pick(5)
		}
		if f.grade == "mob" {
			f.hidden = false
			continue
		}
		f.wounds = 1 + r.IntN(f.woundsMax)
		if f.energy = f.energyMax - r.IntN(3); pick(2) {
			f.energy = r.IntN(f.energyMax + 1)
		}
		f.closed, f.strained, f.bleeding = pick(8), pick(6), pick(8) && p.points() == 0
		f.shaken, f.drained = pick(6), pick(12)
		f.rooted, f.waited = pick(12) && p.zones != nil, pick(4)
		f.breathed, f.opened = pick(2), pick(2)
		for _, a := range f.traits {
			if a.descent > 0 {
				f.descended = pick(4)
				f.returned = p.is("descent", "fight") && (f.descended || pick(4))
			}
		}
		if f.waited && !f.closed && f.energy > 0 && pick(2) {
			f.waits = rank{energy: 1 + r.IntN(f.energy), behind: 1 + r.IntN(3)}
		}
		for slot, w := range f.carries {
			f.dropped[slot] = w.drops() && pick(6)
			f.lost[slot] = f.dropped[slot] && pick(4)
			f.unloaded[slot] = slices.ContainsFunc(w.attack, func(t cut) bool { return t.has("unload") }) && pick(2)
		}
		for _, h := range f.hands() {
			if len(h.defense) > 0 && pick(2) {
				*f.held(h.slot) = 1 + r.IntN(2)
			}
		}
		if !f.defenseless() && len(f.stances) > 0 && !pick(3) {
			if s := f.stances[r.IntN(len(f.stances))]; !s.weapon || !f.dropped[0] {
				f.stance = s.name
			}
		}
		f.wall, f.guard, f.away = pick(5), pick(5), pick(5) && p.zones != nil
		for _, used := range []bool{f.wall, f.guard, f.away} {
			if used && f.free < 2 {
				f.free++
			}
		}
		if f.free < 2 && pick(5) {
			f.free++
		}
		if pick(5) {
			f.exposed = 1 + r.IntN(3)
		}
		for k := range slices.DeleteFunc(slices.Clone(f.traits), func(a aptitude) bool { return !a.kata.once }) {
			f.once[k] = pick(3)
		}
		if f.fates > 0 {
			f.fated = r.IntN(f.fates + 1)
		}
	}
	if p.ladder != nil {
		p.writesDuel(r)
	}
}

// writesDuel pencils guard, distance and what is remembered of both.
func (p *reading) writesDuel(r *rand.Rand) {
	pick := func(n int) bool { return r.IntN(n) == 0 }
	l := p.ladder
	first := 0
	if l.narrow {
		first = 1
	}
	l.rung = ladderRungs[first+r.IntN(5-first)]
	l.met = l.high >= 0 && pick(2)
	far := l.rung == "far range"
	for i, f := range p.fighters {
		if pick(4) { // equal Energy
			f.energy = min(p.fighters[0].energy, f.energyMax)
		}
		if f.calmLeft = r.IntN(f.guardMax() + 1); pick(3) {
			f.calmLeft = min(r.IntN(3), f.guardMax())
		}
		f.fading = f.calmLeft == 0 && pick(2)
		f.windowUsed = f.calmLeft == 0 && pick(3) && p.is("opening", "round")
		f.outstepped = pick(3) && p.number("lost steps") > 0
		f.brokeAway = far && pick(3) && !(i == 1 && p.fighters[0].brokeAway)
		f.still, f.stood = far && pick(2) && p.number("standing off") > 0, far && pick(2) && p.number("standing off") > 0
		f.struck = locations{}
		for _, place := range []string{"wrist", "arm", "leg", "torso", "face"} {
			if (l.points == 0 || place == "torso") && pick(4) {
				f.struck[place] = true
			}
		}
	}
	p.openings()
}
