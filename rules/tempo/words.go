package tempo

import (
	"fmt"
	"math/big"
	"slices"
	"strings"

	"kokyu/rules"
	"kokyu/rules/book"
	"kokyu/rules/dice"
	"kokyu/rules/tempo/rows"
	"kokyu/rules/tempo/tale"
	"kokyu/rules/text"
)

// The words that people, records and models see. Records keep the words of decisions: whoever changes one makes old
// records unreadable.

// span is what this system calls one seat's time to act.
const span = "turn"

const (
	endWords  = "end the turn"
	keepWords = "no counter-tempo"
	stayWords = "stay"
)

// idleWords returns the words of the decisions that do nothing, for searches that look for something that is done.
func idleWords() []string {
	return []string{endWords, rows.ActionNames[doNothing], keepWords, stayWords}
}

// Scenery returns what the encounter says of its world.
func (g *Game) Scenery() rules.Scenery {
	s := g.Scene(g.Rounds())
	s.Made = rules.Makes(g.Rows.Weapons, func(w rows.Weapon) *book.Make { return w.Made })
	return s
}

// Round returns the number of the round under way, from 1: one more than State.round. A fight that time has ended is
// still in its last round.
func (g *Game) Round(s *State) int { return min(int(s.round)+1, g.Rounds()) }

// Format words an action of this position.
func (g *Game) Format(s *State, a rules.Action) string { return phases[s.phase].Words(g, s, a) }

// beginWords words the decision who begins.
func (g *Game) beginWords(s *State, a rules.Action) string {
	return text.Either(int(a.At) == int(s.actor), "begin", "let "+g.name(int(a.At))+" begin")
}

// stepWords words a step that an outcome allows.
func (g *Game) stepWords(_ *State, a rules.Action) string {
	return text.Either(a.To == 0, stayWords, "step > "+g.ground.Name(a.To))
}

// declarationWords words what one does on one's own turn.
func (g *Game) declarationWords(s *State, a rules.Action) string {
	i, at := int(s.actor), ""
	if a.At != rules.Nobody {
		at = " > " + g.name(int(a.At))
	}
	switch a.Do {
	case doEnd:
		return endWords
	case doMelee, doRanged:
		return g.arm(i, a.With).name + at
	case doAim:
		return "aim " + g.arm(i, a.With).name + at
	case doPress:
		return "press, " + g.arm(i, a.With).name + at
	case doMove, doCombatMove:
		return rows.ActionNames[a.Do] + " > " + g.ground.Name(a.To)
	case doReload:
		return fmt.Sprintf("reload for %d", a.N)
	case doDraw, doPickUp:
		return rows.ActionNames[a.Do] + " " + g.seats[i].slots[a.With].name
	}
	return rows.ActionNames[a.Do] + at
}

// usingWords words a reaction or a counter-tempo action with what it uses.
func (g *Game) usingWords(i int, a rules.Action) string {
	if a.Do == doKeep {
		return keepWords
	}
	if usesArm(a.Do) {
		return rows.ActionNames[a.Do] + ", " + g.arm(i, a.With).name
	}
	return rows.ActionNames[a.Do]
}

// verdictWords words an outcome of a check: the row of the actor's table, then of each reactor's.
func (g *Game) verdictWords(s *State, a rules.Action) string {
	t := g.checkUnderWay(s)
	own, b := unpackResults(a)
	v := g.judge(s, &t, own, &b)
	var words []string
	if t.actorThrows {
		words = append(words, rowName(t.do, v.row))
	}
	for j := range t.reactors {
		words = append(words, rows.ActionNames[s.seats[t.seats[j]].reaction]+" "+rowName(uint16(s.seats[t.seats[j]].reaction),
			v.reactorRows[j]))
	}
	return strings.Join(words, ", ")
}

// rowName returns the name of an outcome of an action by its row. What has no outcome table succeeds.
func rowName(do uint16, row uint8) string {
	outcomes := rows.Actions[do].Outcomes
	if int(row) >= len(outcomes) {
		return "success"
	}
	return outcomes[row]
}

// Phase returns the kind of decision an action is.
func (g *Game) Phase(s *State, a rules.Action) string {
	switch is := phases[s.phase].DecisionKind; {
	case is != "":
		return is
	case a.Do == doEnd:
		return "end"
	}
	return rows.Actions[a.Do].Is
}

// Cost returns the AP an action takes at once.
func (g *Game) Cost(s *State, a rules.Action) int {
	if cost := phases[s.phase].Cost; cost != nil && a.Do < actionCount {
		return cost(g, s, a)
	}
	return 0
}

// Check describes the dice the fight waits for. A prismatic result is told as one number, from 0 on, and is a die
// without sides here.
func (g *Game) Check(s *State) rules.Check {
	c := rules.Check{Seat: g.Turn(s).Seat, At: rules.Nobody}
	phases[s.phase].Check(g, s, &c)
	return c
}

// addPrismatic adds to the dice of a check a prismatic result for each of some seats.
func addPrismatic(c *rules.Check, of ...rules.Seat) {
	c.Dice, c.Whose = slices.Concat(c.Dice, make([]int, len(of))), slices.Concat(c.Whose, of)
}

// describeInitiative describes the dice of the initiative.
func (g *Game) describeInitiative(_ *State, c *rules.Check) {
	c.What, c.P = "initiative", 1
	if first := g.highestReactions(); !g.rule.RolledInitiative {
		c.Dice, c.Says = []int{len(first)}, "a draw of who comes first of equal Reactions, "+text.Numbered(text.Each(first, g.name))
		return
	}
	c.Says = fmt.Sprintf("a prismatic result for each of %s, and a draw if two are even",
		text.List(rules.Names(g.Roster()), "and"))
	c.Open = true
	for i := range g.n {
		addPrismatic(c, rules.Seat(i))
	}
}

// describeDamage describes the roll of a blow's damage.
func (g *Game) describeDamage(s *State, c *rules.Check) {
	h := g.damageRoll(s)
	c.What, c.Mod, c.At, c.P = "damage", int(h.plus), rules.Seat(h.target), 1
	c.Dice = slices.Repeat([]int{6}, int(h.a.dice))
	c.Says = fmt.Sprintf("%dd6", h.a.dice) + signedWords(c.Mod)
}

// describeRecovery describes the check of Recover Stamina.
func (g *Game) describeRecovery(s *State, c *rules.Check) {
	c.What, c.Mod, c.Need = rows.ActionNames[doRecover], int(g.staminaMod(s)), g.fullRecovery()
	c.Success = tale.Success(c.What)
	sign := g.diceSign(doRecover)
	fraction(c, exactAtLeast(sign, c.Need-c.Mod))
	addPrismatic(c, c.Seat)
	c.Says = fmt.Sprintf("%s, %d for all of it", resultWords(sign, c.Mod), c.Need)
}

// describeCheck describes the check of an action.
func (g *Game) describeCheck(s *State, c *rules.Check) {
	t := g.checkUnderWay(s)
	g.describeChance(s, &t, c)
	c.Says, c.Success = g.opposedWords(s, &t, c), tale.Success(c.What)
	if t.do == doCTParry {
		c.Success, c.HitChance = tale.Success(rows.ActionNames[doCTCounter]), g.hitChance(s, &t)
	}
}

// hitChance returns the chance that some reactor hits the actor.
func (g *Game) hitChance(s *State, t *opposedCheck) *rules.Probability {
	of := &rules.Probability{}
	for _, o := range g.checkOutcomes(s, t, nil) {
		a, b := unpackResults(o.Action)
		if v := g.judge(s, t, a, &b); g.isStruck(s, t, &v) {
			of.P += o.P
		}
	}
	return of
}

// resultWords words the total of a check: "a prismatic result+8", or inverted "8 less a prismatic result".
func resultWords(sign int16, mod int) string {
	return text.Either(sign < 0, fmt.Sprintf("%d less a prismatic result", mod), "a prismatic result"+signedWords(mod))
}

// answerWords words the total of reactor j: "Bea's+8", or inverted "Bea's 8 less one".
func (g *Game) answerWords(t *opposedCheck, j int) string {
	return fmt.Sprintf(text.Either(t.signs[j] < 0, "%s's %d less one", "%s's%+d"), g.name(int(t.seats[j])), t.mods[j])
}

// signedWords words what is added, nothing for 0.
func signedWords(mod int) string { return text.Either(mod == 0, "", fmt.Sprintf("%+d", mod)) }

// opposedWords words who throws for what: "a prismatic result+4 against Bea's+8, 0 to hit".
func (g *Game) opposedWords(s *State, t *opposedCheck, c *rules.Check) string {
	sign := t.sign
	if !t.actorThrows {
		sign = t.signs[0]
	}
	says := resultWords(sign, c.Mod)
	against := " against "
	for j := range t.reactors {
		if t.actorThrows || j > 0 { // of the first one, if the actor does not throw, resultWords has told
			says += against + g.answerWords(t, j)
			against = " and "
		}
	}
	if do := t.do; t.actorThrows {
		if from := g.thresholds(do, int(s.at))[0]; from != noRow {
			says += fmt.Sprintf(", %d for a %s", from, rowName(do, 1))
		}
		return says
	}
	return says + fmt.Sprintf(", %d for a %s", c.Need, rowName(uint16(s.seats[t.seats[0]].reaction), 1))
}

// describeChance says who throws for what in the check of an action, and how likely it is that the actor reaches more
// than the lowest row of its table; of an action without a check it says so of the first reactor. With one reactor at
// most the chance is a fraction.
func (g *Game) describeChance(s *State, t *opposedCheck, c *rules.Check) {
	if t.actorThrows {
		addPrismatic(c, rules.Seat(s.actor))
	}
	for _, k := range t.seats[:t.reactors] {
		addPrismatic(c, rules.Seat(k))
	}
	if !t.actorThrows {
		answer := uint16(s.seats[t.seats[0]].reaction)
		c.What, c.At, c.Mod = rows.ActionNames[answer], rules.Seat(s.actor), int(t.mods[0])
		c.Need = int(g.thresholds(answer, int(s.actor))[0])
		fraction(c, exactAtLeast(t.signs[0], c.Need-c.Mod))
		return
	}
	c.What, c.Mod, c.At = rows.ActionNames[t.do], int(t.mod), rules.Seat(s.at)
	from := g.thresholds(t.do, int(s.at))[0]
	if from == noRow {
		return
	}
	c.Need = int(from)
	switch t.reactors {
	case 0:
		fraction(c, exactAtLeast(t.sign, c.Need-c.Mod))
	case 1:
		fraction(c, exactContest(t.sign, t.signs[0], c.Need-c.Mod+int(t.mods[0])))
	default:
		var cut [reactorsMax]cuts
		var below [reactorsMax]int
		for j := range t.reactors {
			cut[j].addCut(t.mod - t.mods[j] - from + 1)
		}
		c.P = g.chance(t, &cut, &below)
	}
}

// fraction sets the chance of a check: as a fraction in lowest terms if its numbers fit, else as a float alone.
func fraction(c *rules.Check, p *big.Rat) {
	if num, den, ok := dice.Lowest(p); ok {
		c.Num, c.Den, c.P = num, den, float64(num)/float64(den)
		return
	}
	c.P, _ = p.Float64()
}

// throwDamage throws the dice of a blow's damage.
func (g *Game) throwDamage(s *State, die func(sides int) int) (shown []int) {
	for range g.damageRoll(s).a.dice {
		shown = append(shown, die(6))
	}
	return shown
}

// throwResults throws the prismatic results of a check.
func (g *Game) throwResults(s *State, die func(sides int) int) (shown []int) {
	for range len(g.Check(s).Dice) {
		shown = append(shown, min(resultMax, dice.Prismatic.Throw(die)))
	}
	return shown
}

// checkResults returns an error unless all numbers are prismatic results.
func checkResults(shown []int) error {
	for k, n := range shown {
		if n < 0 || n > resultMax {
			return fmt.Errorf("result %d is %d, want 0 to %d: the place of the first key face, and 8 for each pool without one",
				k+1, n, resultMax)
		}
	}
	return nil
}

// Read turns what the table threw into the outcome it shows: prismatic results, the actor's first and then those of the
// reactors in the order of initiative; for damage the faces of its dice.
func (g *Game) Read(s *State, shown []int) (rules.Action, error) {
	if c := g.Check(s); s.phase != phInitiative && len(shown) != len(c.Dice) {
		return rules.Action{}, fmt.Errorf("%d numbers, want %d: %s, %s", len(shown), len(c.Dice), c.What, c.Says)
	}
	return phases[s.phase].Read(g, s, shown)
}

// readDamage reads the dice of damage that a table has thrown. Only their sum matters.
func (g *Game) readDamage(_ *State, shown []int) (rules.Action, error) {
	sum := 0
	for k, face := range shown {
		if face < 1 || face > 6 {
			return rules.Action{}, fmt.Errorf("die %d shows %d, want 1 to 6", k+1, face)
		}
		sum += face
	}
	return rules.Action{Do: doDamage, At: rules.Nobody, N: int16(sum)}, nil
}

// readRecovery reads the result of Recover Stamina.
func (g *Game) readRecovery(_ *State, shown []int) (rules.Action, error) {
	return rules.Action{Do: doThrow, At: rules.Nobody, N: int16(shown[0])}, checkResults(shown)
}

// readResults reads the prismatic results of a check that a table has worked out: the actor's first if it throws, then
// those of the reactors in the order of initiative.
func (g *Game) readResults(s *State, shown []int) (rules.Action, error) {
	if err := checkResults(shown); err != nil {
		return rules.Action{}, err
	}
	own, theirs := int16(0), [reactorsMax]int16{}
	if t := g.checkUnderWay(s); t.actorThrows {
		own, shown = int16(shown[0]), shown[1:]
	}
	for j, n := range shown {
		theirs[j] = int16(n)
	}
	return packResults(own, &theirs), nil
}

// Sheet lists what a person wants to know of a seat. It never tells a secret.
func (g *Game) Sheet(s *State, seat rules.Seat) rules.Sheet {
	i := int(seat)
	f, c := &g.seats[i], &s.seats[i]
	if !c.status.isInFight() {
		return rules.Sheet{{Name: "status", Value: rows.StatusNames[c.status]}}
	}
	status := rows.StatusNames[c.status]
	if c.partner != 0 {
		status += " with " + g.name(int(c.partner)-1)
	}
	var boxes []string
	for k, have := range f.boxes {
		boxes = append(boxes, fmt.Sprintf("%s %d of %d", rows.CategoryNames[k+1], c.boxes[k], have))
	}
	sheet := rules.Sheet{
		{Name: "status", Value: status},
		{Name: "ap", Value: fmt.Sprintf("%d of %d", c.ap, g.apMax(c))},
		{Name: "wounds", Value: strings.Join(boxes, ", ")},
		{Name: "defence", Value: fmt.Sprintf("%d, armoured %d", f.combatDefence, f.armouredDefence)},
		{Name: "square", Value: g.ground.Name(c.square)},
		{Name: "weapon", Value: g.handWords(s, i)},
	}
	if w := g.woundPenalty(c); w != 0 {
		sheet = append(sheet, rules.Entry{Name: "penalty", Value: fmt.Sprint(w)})
	}
	if s.aimedAt != 0 && i == int(s.actor) {
		sheet = append(sheet, rules.Entry{Name: "aims at", Value: g.name(int(s.aimedAt) - 1)})
	}
	return sheet
}

// handWords words what is in hand.
func (g *Game) handWords(s *State, i int) string {
	f, c := &g.seats[i], &s.seats[i]
	if c.hand == slotNone {
		return "bare hands"
	}
	sl := &f.slots[c.hand]
	switch {
	case !sl.ranged:
		return sl.name
	case c.shots == 0 && c.loadingAP > 0:
		return fmt.Sprintf("%s (unloaded, %d of %d AP spent)", sl.name, c.loadingAP, sl.reload)
	case c.shots == 0:
		return sl.name + " (unloaded)"
	}
	return fmt.Sprintf("%s (%d loaded)", sl.name, c.shots)
}

// weaponWords returns what an action is done with and the skill of that, for events.
func (g *Game) weaponWords(s *State, i int, do uint16, with uint8) (name, skill string) {
	f := &g.seats[i]
	slot := s.seats[i].hand
	switch {
	case usesArm(do):
		slot, name = f.arms[with].slot, f.arms[with].name
		if slot == slotNone {
			return name, rows.SkillNames[brawling]
		}
	case do == doAim:
		name = f.arms[with].name
	case do == doDraw || do == doPickUp:
		slot, name = with, f.slots[with].name
	case do == doParry || do == doWind || do == doCTParry || do == doDisarm || do == doReload:
		name = f.slots[slot].name
	default:
		return "", ""
	}
	return name, g.Rows.Weapons[f.slots[slot].name].Skill
}

// declarationEvent returns the event of a proactive action as everybody sees it: a feint looks like the attack.
func (g *Game) declarationEvent(s *State, a rules.Action, cost int8) rules.Event {
	i := int(s.actor)
	e := rules.Event{Kind: "declare", Seat: g.name(i), What: rows.ActionNames[a.Do], N: int(cost), To: g.ground.Name(a.To)}
	e.With, e.Of = g.weaponWords(s, i, a.Do, a.With)
	if a.At != rules.Nobody {
		e.At = g.name(int(a.At))
	}
	return e
}

// logCheck logs a check: the actor's result and row, then those of each reactor, and what a reaction or a CT Parry has
// stopped. own and theirs are the prismatic results.
func (g *Game) logCheck(s *State, t *opposedCheck, v *verdict, own int16, theirs *[reactorsMax]int16, log *rules.Log) {
	i := int(s.actor)
	check := func(k, at int, do uint16, n, total int16, row uint8) {
		need := g.thresholds(do, at)[0]
		if need == noRow {
			need = 0
		}
		log.Add(rules.Event{Kind: "check", Seat: g.name(k), At: g.name(at), What: rows.ActionNames[do],
			Of: rowName(do, row), N: int(n), Total: int(total), Need: int(need), OK: row > 0})
	}
	total := t.mod
	if t.actorThrows {
		total += t.sign * own
		check(i, int(s.at), t.do, own, v.result, v.row)
	}
	for j := range t.reactors {
		k := int(t.seats[j])
		check(k, i, uint16(s.seats[k].reaction), theirs[j], t.signs[j]*theirs[j]+t.mods[j]-total, v.reactorRows[j])
	}
	if !t.actorThrows {
		g.logOutcome(s, t, v, log)
	}
	g.logFoils(s, t, v, log)
}

// logFoils logs whose action has come to nothing, and by whom.
func (g *Game) logFoils(s *State, t *opposedCheck, v *verdict, log *rules.Log) {
	i := int(s.actor)
	for j := range t.reactors {
		k := int(t.seats[j])
		switch answer := uint16(s.seats[k].reaction); answer {
		case doParry, doDodge, doEvade, doStruggle, doWind:
			if v.reactorRows[j] > 0 {
				log.Add(rules.Event{Kind: "foil", Seat: g.name(k), At: g.name(i), What: rows.ActionNames[answer]})
			}
		case doCounterAttack:
			if t.do == doCTParry && v.row > 0 {
				log.Add(rules.Event{Kind: "foil", Seat: g.name(i), At: g.name(k), What: rows.ActionNames[doCTParry]})
			}
		}
	}
}

// logOutcome logs the outcome of an action that nobody threw for: one without a check, or with a certain one.
func (g *Game) logOutcome(s *State, t *opposedCheck, v *verdict, log *rules.Log) {
	switch t.do {
	case doReady, doReload, doDraw, doPickUp:
		return // what they do is an event of its own
	}
	e := rules.Event{Kind: "outcome", Seat: g.name(int(s.actor)), What: rows.ActionNames[t.do],
		Of: rowName(t.do, v.row), OK: v.row > 0}
	if t.do != doMove && t.do != doCombatMove {
		e.At = g.name(int(s.at))
	}
	log.Add(e)
}

// logDamage logs what a blow did, before boxes are filled. The event's OK says that armour did not count.
func (g *Game) logDamage(s *State, h damageRoll, sum int16, log *rules.Log) {
	by := int(s.by)
	hit := s.seats[by].effectRow
	if s.by == s.actor {
		hit = s.actorHit
	}
	log.Add(rules.Event{Kind: "harm", Seat: g.name(h.target), At: g.name(by), What: rows.DamageNames[h.a.kind],
		With: h.a.name, Of: rows.CategoryNames[g.damageCategory(&h, sum)],
		N: int(sum), Total: int(max(0, sum+h.plus)), OK: hit == pierced})
}

// logStatus logs that a status of seat i began. at is the seat that has done it or is in it too, -1 for none.
func (g *Game) logStatus(log *rules.Log, i int, what string, at int) {
	if log == nil {
		return
	}
	e := rules.Event{Kind: "status", Seat: g.name(i), What: what, OK: true}
	if at >= 0 {
		e.At = g.name(at)
	}
	log.Add(e)
}

// Harm returns the filled boxes of each side, those out of the fight with all of theirs.
func (g *Game) Harm(s *State) (lost [2]int) {
	for i := range g.n {
		f, c := &g.seats[i], &s.seats[i]
		for k, have := range f.boxes {
			if c.status == out {
				lost[f.side] += int(have)
			} else {
				lost[f.side] += int(c.boxes[k])
			}
		}
	}
	return lost
}
