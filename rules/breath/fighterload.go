package breath

import (
	"fmt"
	"slices"

	"kokyu/rules"
	"kokyu/rules/book"
	"kokyu/rules/breath/rows"
	"kokyu/rules/strict"
	"kokyu/rules/text"
)

// One combatant, worked out from its row, its line of the file and the rows that both name. Whatever does not change in
// the fight is summed up here, so that a search only looks it up.

// buildFighter returns the fighter of a combatant. It needs the zones and the rulings; commanders and masters are
// looked up later, by linkRetinues, when all are seated.
func (b *builder) buildFighter(c newSeat) fighter {
	c.Row.Traits = text.Unique(c.Row.Traits) // EB-63: of one name only one
	row := c.Row
	f := fighter{name: c.Name, kind: c.Line.Who, side: rules.Side(c.Side), outsideEnergy: -1, limit: limitBase, bodyDefense: 10}
	f.grade = grade(text.IndexOrZero(rows.Grades, row.Grade))
	f.isMob, f.isLord = f.grade == mob, f.grade == lord
	f.courage, f.finesse = int8(row.Courage.N), int8(row.Finesse.N)
	f.physique, f.presence = int8(row.Physique.N), int8(row.Presence.N)
	f.wisdom, f.hardiness, f.yoma = int8(row.Wisdom.N), rows.Proficiency(row.Skills["hardiness"].N), row.Yoma
	f.startZone = b.startZone(c)
	f.footwork = f.finesse + rows.Proficiency(row.Skills["footwork"].N)
	f.guardRegained = int8(max(row.Finesse.N, row.Wisdom.N))
	f.guard = max(1, guardBase+f.guardRegained+int8(row.Guard.N)) // MA-25, MA-52
	f.guardRegained = max(regainMin, f.guardRegained)             // MA-35
	traits, extraWounds := b.readTraits(c, &f)
	b.readBody(c, &f, extraWounds)
	b.equip(c, &f, traits)
	b.addStances(&f, row, traits)
	labelTechniques(&f)
	if f.isLord && b.g.rule.Fate {
		f.fate = uint8(min(3, max(1, row.Fate.N)))
	}
	f.staunchNeed = min(staunchTarget-f.physique, healTarget-int8(row.Wisdom.N)-rows.Proficiency(row.Skills["medicine"].N))
	f.domination = [...]int8{mob: 1, minion: 1, veteran: 2, elite: 8, lord: 3}[f.grade]
	if row.Domination != nil {
		f.domination = 2 * int8(row.Domination.N)
	}
	f.domination += 2 * max(0, f.presence)
	b.setRetinue(c, &f, traits)
	return f
}

// startZone returns where a combatant begins: as its line says, else in its side's Front. For a zone that is wrong it
// returns any, so that reading goes on.
func (b *builder) startZone(c newSeat) uint8 {
	zone, path := c.Line.Zone, c.Path
	i := slices.Index(rows.Zones[:zoneScene], zone)
	if !b.g.hasZones && (i >= 0 || zone == "" || b.file.Read("zones")) {
		if zone != "" {
			b.Wrong(path.And("zone"), "a zone in a fight without zones", "a zones: block, or no zone here", strict.Path{"zones"})
		}
		return zoneScene
	}
	if zone == "" {
		i = int(fronts[c.Side])
	}
	switch {
	case i < 0:
		known := rows.Zones[:zoneScene]
		if b.g.hasZones {
			known = book.Keys(b.file.Zones)
		}
		b.Wrong(path.And("zone"), fmt.Sprintf("no zone is called %q", zone), text.OneOf(zone, known))
		return zoneFirstFront
	case !b.g.inPlay[i]:
		b.Wrong(path.And("zone"), fmt.Sprintf("%s starts in the %s, which the scene does not have", c.Name, rows.Zones[i]),
			text.OneOf(rows.Zones[i], book.Keys(b.file.Zones)), strict.Path{"zones"})
	}
	return uint8(i)
}

// readTraits sets what traits and skills give without a weapon. It returns the traits by name, and the Wounds they add.
func (b *builder) readTraits(c newSeat, f *fighter) (traits map[string]rows.Trait, extraWounds int) {
	traits = map[string]rows.Trait{}
	for _, name := range c.Row.Traits {
		t, ok := b.book.Traits[name]
		if !ok {
			b.Wrong(c.Path.And("who"), fmt.Sprintf("%s has an unknown trait %q", f.kind, name),
				text.OneOf(name, book.Keys(b.book.Traits)))
			continue
		}
		traits[name] = t
		f.coreFree = f.coreFree || t.CoreFree
		f.lightfoot = f.lightfoot || t.Lightfoot
		f.mounted = f.mounted || t.Mounted
		f.stealth = f.stealth || t.Stealth
		f.limit += int8(t.Limit.N)
		f.coreLimit += int8(t.CoreLimit.N)
		f.evasion += int8(t.Evasion.N)
		f.initiative += int8(t.Initiative.N)
		extraWounds += t.Wounds.N
		if t.Descent.N > 0 {
			f.descentLimit, f.descentCost = int8(t.Descent.N), int8(max(1, t.DescentEnergy.N))
		}
		if t.Outside != nil && (f.outsideEnergy < 0 || int8(t.Outside.N) < f.outsideEnergy) {
			f.outsideEnergy = int8(t.Outside.N)
		}
	}
	switch speed := c.Row.Skills["speed"].N; { // EB-100, EB-101
	case speed >= 4:
		f.limit += speedMaster
	case speed == 3:
		f.limit += speedLicence
	}
	return traits, extraWounds
}

// The Energy that every combatant has besides its Finesse (EB-01), and what a licence and mastery of the skill Speed
// add to its limit (EB-100, EB-101).
var (
	energyBase   = rows.TermTable.Num("energy", "base")
	speedLicence = int8(rows.SkillTable.Num("speed", "licence"))
	speedMaster  = int8(rows.SkillTable.Num("speed", "master"))
)

// The most Wounds of a combatant, and the most that a row may print, as the field of rows.Combatant has it. Traits add
// to either.
const (
	woundsMax        = 40
	woundsPrintedMax = 20
)

// readBody sets Energy, Wounds and Defense: as the row prints them, else by armour, grade and attributes. Of a printed
// Defense, what is above 10 and no evasion counts as armour, so that Pierce works on a beast's hide too.
func (b *builder) readBody(c newSeat, f *fighter, extraWounds int) {
	path, ff, row := c.Path, c.Line, c.Row
	armour, worn := book.Instead(b.book.Armours, path, "armour", ff.Armour, row.Armour, &b.Complaints)
	if !worn {
		armour.Defense.N = 10
	}
	f.limit += int8(armour.Limit.N)
	switch {
	case row.Energy != nil:
		f.energy = int8(row.Energy.N)
	case !f.isMob:
		weight := max(0, abs(armour.Energy.N)-max(0, row.Physique.N))
		f.energy = int8(energyBase + row.Finesse.N - weight)          // EB-01
	}
	at := func(key string) strict.Path { // the place in the file of what decides a value: its key, else the row
		if b.file.Has(path.And(key)...) {
			return path.And(key)
		}
		return path.And("who")
	}
	b.Within(at("energy"), f.name+": Energy", int(f.energy), 0, rows.EnergyMax)
	wounds := extraWounds
	switch {
	case row.Wounds != nil:
		wounds += row.Wounds.N
	case !f.isMob:
		wounds += max(1, 3+row.Physique.N)
	}
	least := int(bit(!f.isMob))
	most := woundsMax
	if row.Wounds != nil {
		most = woundsPrintedMax + extraWounds
	}
	f.wounds = int8(b.Within(at("wounds"), f.name+": Wounds", wounds, least, most))
	f.armourDefense = int8(armour.Defense.N - 10)
	carried, _ := b.weaponsOf(ff, row)
	for _, w := range carried {
		if wr := b.book.Weapons[w]; wr.Shield != nil {
			f.armourDefense += int8(wr.Shield.N)
		}
	}
	if row.Defense != nil && ff.Armour == "" {
		whole := int8(row.Defense.N)
		f.bodyDefense = min(10, whole)
		f.armourDefense = max(0, whole-f.bodyDefense-f.evasion)
	}
}

// weaponsOf returns the weapons of a line, or else of its row, and the key that names them. An empty list on the line
// is bare hands; a row without weapons is a mistake, which equip tells.
func (b *builder) weaponsOf(ff rows.FighterFile, row rows.Combatant) (names []string, at string) {
	names, at = ff.Weapons.Instead(row.Weapons, "weapons")
	if len(names) == 0 && ff.Weapons != nil {
		names = []string{unarmed}
	}
	return names, at
}

// unarmed is the row of bare hands.
const unarmed = "unarmed"

// equip puts weapons into slots and lists the techniques, in this order: those of the main weapon, of the side weapon,
// of bare hands for when the main weapon is gone, then Kata. The order is that of the choices of a turn; the
// first attack is the document's Attack A. Whoever fights with natural arms has no bare hands besides.
func (b *builder) equip(c newSeat, f *fighter, traits map[string]rows.Trait) {
	path, row := c.Path, c.Row
	names, at := b.weaponsOf(c.Line, row)
	if len(names) == 0 || len(names) > 2 {
		b.Wrong(path.And(at), fmt.Sprintf("%s carries %d weapons", f.name, len(names)), "one or two, the main one first")
		return
	}
	main := b.book.Weapons[names[0]]
	for slot, name := range names {
		w, ok := book.Find(b.book.Weapons, path.And(at), "weapon", name, &b.Complaints)
		if !ok {
			continue
		}
		if slot == slotSide && w.Family == "shield" && main.Family != "" && !hasTag(main, "one-handed") {
			b.Wrong(path.And(at), fmt.Sprintf("a shield beside a %s", names[0]), "a one-handed main weapon")
		}
		b.listTechniques(f, row, traits, uint8(slot), name, w, main.Skill)
	}
	if bare, ok := b.book.Weapons[unarmed]; ok && main.Family != "unarmed" && main.Family != "claw" {
		b.listTechniques(f, row, traits, slotBare, unarmed, bare, bare.Skill)
	}
	once := []flags{kataOneUsed, kataTwoUsed}
	for _, name := range row.Traits {
		t := traits[name]
		if t.Kata == nil {
			continue
		}
		a := b.buildTechnique(row, traits, slotMain, main, *t.Kata, kindKata, main.Skill)
		if t.Kata.Once == "fight" {
			if len(once) == 0 {
				b.Wrong(path.And("who"), f.name+" knows more than two Kata of once a fight", "at most two")
				return
			}
			a.onceFlag, once = once[0], once[1:]
		}
		f.techniques = append(f.techniques, a)
	}
}

// listTechniques puts one weapon into a slot and lists its techniques. mainSkill is the skill of the main weapon.
func (b *builder) listTechniques(f *fighter, row rows.Combatant, traits map[string]rows.Trait, place uint8, name string,
	w rows.Weapon, mainSkill string) {
	f.slots[place] = slot{name: name, family: w.Family, filled: true, long: hasTag(w, "long"), worn: hasTag(w, "worn")}
	for _, list := range []struct {
		kind       techniqueKind
		techniques []rows.Technique
	}{{kindAttack, w.Attack}, {kindDefense, w.Defense}, {kindUpkeep, w.Upkeep}} {
		for _, t := range list.techniques {
			f.techniques = append(f.techniques, b.buildTechnique(row, traits, place, w, t, list.kind, mainSkill))
		}
	}
}

// buildTechnique returns a technique of weapon w as one combatant has it. mainSkill is the skill of its main weapon,
// with which some techniques of other weapons are rolled.
func (b *builder) buildTechnique(row rows.Combatant, traits map[string]rows.Trait, slot uint8,
	w rows.Weapon, t rows.Technique, k techniqueKind, mainSkill string) technique {
	a := technique{name: t.Name, slot: slot, kind: k, wounds: int8(t.Wounds.Or(1)), twentyWounds: int8(t.Twenty.Or(0)),
		extraDefense: int8(t.Against.N), exposes: int8(t.Expose.N), pierce: int8(t.Pierce.N), direct: int8(t.Direct.N)}
	usual := max(2, a.wounds)
	if a.wounds == 0 {
		usual = 1
	}
	a.criticalWounds = int8(t.Critical.Or(int(usual)))
	a.flags = flagsOf(w, t)
	ranged := hasTag(w, "ranged") && !slices.Contains(t.Effects, "melee")
	if ranged {
		a.flags |= techRanged
		a.reach = b.reach(w)
	}
	skill := w.Skill
	if t.Skill != "" {
		skill = t.Skill
	}
	if skill == "main" {
		skill = mainSkill
	}
	points := row.Skills[skill].N
	if points >= rows.SaintPoints && k != kindUpkeep {
		a.flags |= techAutomatic
	}
	hasSeal := false
	var discounts []costMod
	for _, name := range row.Traits {
		tr := traits[name]
		hasSeal = hasSeal || tr.Seal
		if tr.Discount.N > 0 && tr.Family == w.Family {
			discounts = append(discounts, costMod{name, -tr.Discount.N})
		}
	}
	check := attribute(row, t.Check)
	for z := range zoneCount {
		mods := costMods(w, !ranged && w.Family != "shield", k == kindUpkeep, z, hasSeal, discounts)
		a.cost[z] = int8(finalCost(t.Energy.N, mods...))
		a.outsideCost[z] = int8(finalCost(t.Energy.N, append(mods, costMod{"movement in the Outside", outsideSurcharge})...))
		a.haste[z] = int8(finalCost(hastePrice(t.Energy.N), mods...))
		parts := [...]int8{check, rows.Proficiency(points), int8(t.Bonus.N), b.zoneMod(w, t, z, k)}
		for _, n := range parts {
			if a.flags&techAutomatic == 0 || n > 0 { // an automatic success has the bonuses without the penalties (EB-65)
				a.mod[z] += n
			}
		}
	}
	if a.flags&techIncorporeal != 0 {
		a.pierce, a.direct = book.NumMax, book.NumMax
	}
	if t.Energy.N > 1 {
		a.flags |= techDiscounted
	}
	return a
}

// attribute returns the attribute that a technique is rolled with, by its name; 0 for an upkeep technique, which is not
// rolled.
func attribute(row rows.Combatant, name string) int8 {
	return int8(map[string]rows.Num{"courage": row.Courage, "finesse": row.Finesse, "physique": row.Physique, "wisdom": row.Wisdom}[name].N)
}

// zoneMod returns what a zone adds to a technique's check (S-01 to S-04): spears +1 in a Front and tanto attacks -1,
// shots +1 in a Rear, grapples +2 in the Core.
func (b *builder) zoneMod(w rows.Weapon, t rows.Technique, z int, k techniqueKind) int8 {
	r := b.g.rule
	switch {
	case isFront(uint8(z)) && w.Family == "spear":
		return r.SpearFront
	case isFront(uint8(z)) && hasTag(w, "tanto") && k == kindAttack:
		return r.ShortFront
	case isRear(uint8(z)) && (w.Family == "bow" || w.Family == "gun") && k == kindAttack:
		return r.RangedRear
	case z == zoneCore && slices.Contains(t.Effects, "grapple"):
		return r.GrappleCore
	}
	return 0
}

// reach returns how many steps between zones a ranged weapon shoots: what its row says, else what the rulings say of
// its family.
func (b *builder) reach(w rows.Weapon) uint8 {
	r := b.g.rule
	usual, known := map[string]int8{"gun": r.GunReach, "bow": r.BowReach}[w.Family]
	if !known {
		usual = r.ThrownReach
	}
	return uint8(w.Reach.Or(int(usual)))
}

// The flags that a technique has by the words of its row: its effects, the tags of its weapon, what it does as upkeep.
// The effects grapple and melee have none: zoneMod and buildTechnique read them.
var (
	effectFlags = map[string]techniqueFlags{"strip": techStrip, "topple": techTopple, "bleed": techBleed,
		"bleed on critical": techBleedCrit, "incorporeal": techIncorporeal, "unload": techUnloads, "grapple": 0, "melee": 0}
	tagFlags    = map[string]techniqueFlags{"short": techShort, "long": techLong, "tanto": techTanto}
	upkeepFlags = map[string]techniqueFlags{"nock": techNock, "reload": techReload}
)

// flagsOf returns the flags of a technique of weapon w.
func flagsOf(w rows.Weapon, t rows.Technique) techniqueFlags {
	flags := upkeepFlags[t.Does]
	for _, effect := range t.Effects {
		flags |= effectFlags[effect]
	}
	for _, tag := range w.Tags {
		flags |= tagFlags[tag]
	}
	return flags
}

// addStances gives a combatant its stances: of its main weapon, its traits, its grade. Each holder has a stance of its
// own in Game.stances, since costs and the blow that it strikes differ by holder.
func (b *builder) addStances(f *fighter, row rows.Combatant, traits map[string]rows.Trait) {
	add := func(name string, ofWeapon bool) {
		if slices.ContainsFunc(f.stances, func(k uint8) bool { return b.g.stances[k].name == name }) {
			return // EB-63
		}
		st, ok := b.book.Stances[name]
		if !ok || !b.g.hasZones && st.Defense.N == 0 && st.Strikes == "" {
			return // without zones there is no Domination to gain
		}
		out := stance{name: name, defense: int8(st.Defense.N), domination: int8(st.Domination.N),
			frontDomination: int8(st.Front.N), needsWeapon: ofWeapon}
		w := b.book.Weapons[f.slots[slotMain].name]
		for z := range zoneCount {
			var mods []costMod
			if ofWeapon && b.g.rule.LongStance { // else it costs what is printed, in any zone
				mods = costMods(w, false, false, z, false, nil)
			}
			out.cost[z] = int8(finalCost(st.Energy.N, mods...))
		}
		out.rooted = text.IndexOrZero([]string{"", "round", "held"}, st.Rooted)
		out.strikes = text.IndexOrZero([]string{"", "shorter", "miss"}, st.Strikes)
		k := slices.IndexFunc(f.techniques, func(a technique) bool {
			return a.kind == kindAttack && a.slot == slotMain && a.reach == 0
		})
		if k < 0 && out.strikes != 0 {
			return // nothing to strike with, hand to hand
		}
		out.technique = uint8(max(0, k))
		f.stances = append(f.stances, uint8(len(b.g.stances)))
		b.g.stances = append(b.g.stances, out)
	}
	if s := b.book.Weapons[f.slots[slotMain].name].Stance; s != "" {
		add(s, true)
	}
	for _, name := range row.Traits {
		if s := traits[name].Stance; s != "" {
			add(s, false)
		}
	}
	for _, name := range book.Keys(b.book.Stances) {
		if slices.Contains(b.book.Stances[name].Grade, row.Grade) {
			add(name, false)
		}
	}
}

// labelTechniques gives each technique a label that tells it from the bearer's others: its name, with the weapon's
// where two have one name. People type labels; events have names.
func labelTechniques(f *fighter) {
	for i := range f.techniques {
		a := &f.techniques[i]
		a.label = a.name
		for k := range f.techniques {
			if k != i && f.techniques[k].name == a.name {
				a.label = fmt.Sprintf("%s (%s)", a.name, f.weaponWord(a.slot))
			}
		}
	}
}
