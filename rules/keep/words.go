package keep

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"kokyu/rules"
	"kokyu/rules/book"
	"kokyu/rules/dice"
	"kokyu/rules/keep/rows"
	"kokyu/rules/keep/tale"
	"kokyu/rules/text"
)

// The words that people, records and models see. Records keep the words of decisions, so that a change of one makes old
// records unreadable.

// span is what this system calls one seat's time to act.
const span = "turn"

const quietWords = "nobody will strike"

// actionNames are the words of actions by Action.Do: those of rows.ActionNames, which events and tales have too, and
// others.
var actionNames = func() (names [doCount]string) {
	names = [doCount]string{
		doStance: "stance", doAccelerate: "accelerate", doDeflect: "deflect", doSwap: "swap", doNoMore: "no more",
		doRoll: "roll", callFeint: "feint", callDisarm: "disarm", callExtraAttack: "extra attack", callExtraDamage: "extra damage",
		callKnockdown: "knockdown", callPush: "push", callPull: "pull", callFocus: "aim at the", callTactical: "tactical strike",
		callFree: "tactics", callFreeDisarm: "free raise for disarm", callBoost: "boost", callStrive: "strive", callVoid: "void stance", callWeapon: "void strike",
		doEndure: "endure", doTake: "take it", doShove: "to", doFollow: "follow to", doStay: "leave it", doAgree: "agree", doRefuse: "refuse",
	}
	copy(names[:doStance], rows.ActionNames)
	return names
}()

// idleWords returns the words of the decisions that do nothing.
func idleWords() []string {
	return []string{actionNames[doEnd], actionNames[doNoMore], actionNames[doTake], actionNames[doStay], actionNames[doRefuse]}
}

// Scenery returns what the encounter says of its world.
func (g *Game) Scenery() rules.Scenery {
	s := g.Scene(g.Rounds())
	s.Made = rules.Makes(g.Rows.Weapons, func(w rows.Weapon) *book.Make { return w.Made })
	s.Effects = map[string]string{}
	for _, list := range []map[string]rows.Technique{g.Rows.Techniques, g.Rows.Spells, g.Rows.Objects} {
		for name, t := range list {
			s.Effects[name] = rows.Says(t.Effects)
		}
	}
	for name, a := range g.Rows.Armours {
		if says := rows.Says(a.Effects); says != "" {
			s.Effects[name] = says
		}
	}
	return s
}

// Round returns the number of the round under way, from 1.
func (g *Game) Round(s *State) int { return max(1, min(int(s.round), g.Rounds())) }

// Format words an action of this position.
func (g *Game) Format(s *State, a rules.Action) string {
	word, at := actionNames[a.Do], ""
	if a.At != rules.Nobody {
		at = " > " + g.name(int(a.At))
	}
	switch a.Do {
	case doAttack:
		return g.arms[a.With].name + at
	case doGrapple:
		if g.arms[a.With].item != noItem {
			return "grapple, " + g.arms[a.With].name + at
		}
	case doHit:
		return "hit, " + g.arms[a.With].name + at
	case doGuard:
		if a.Mode == 1 {
			return "guard freely" + at
		}
	case doFreeMove, doMove, doSteedFree, doSteedMove, doCrawl, doDismount, doDrag, doShove, doFollow:
		return word + " > " + g.ground.Name(a.To)
	case doThrow:
		return word + at + " > " + g.ground.Name(a.To)
	case doReady, doStow, doLetGo, doRecover, doString:
		return word + " " + g.ownedName(s, a.With)
	case doTrial:
		return word + ": " + g.trials[a.With].what
	case doSpeak:
		return fmt.Sprintf("speak %d syllables", a.N)
	case doNevermind:
		if a.At != rules.Nobody {
			return word + " by " + g.name(int(a.At))
		}
	case doUse, doDraw, doPutAway, doBegin, doPayFor, doComplete:
		return word + " " + g.deeds[a.With].row + at
	case doFirst, doLast:
		return g.effects[a.With].row + " " + word
	case doWhich:
		return word + " " + g.effects[a.With].nameInTurn(g)
	case doStance:
		return rows.StanceNames[a.With]
	case doAccelerate:
		if a.At == rules.Seat(s.by) {
			return word
		}
	case callExtraDamage, callFree:
		return fmt.Sprintf("%s, %s", word, text.Count(int(a.N), "raise"))
	case callPush, callPull:
		return fmt.Sprintf("%s %d feet", word, squareFeet*a.N)
	case callFocus:
		return word + " " + rows.PartNames[a.Mode]
	case doEnd:
		if s.phase == phExtra {
			return "no extra attack"
		}
	case doTotal, doTotals, doTieWinner:
		return phases[s.phase].Words(g, s, a)
	}
	return word + at
}

// ownedName returns a weapon's name, and whose it is if it is not the actor's own.
func (g *Game) ownedName(s *State, item uint8) string {
	name := g.itemName(item)
	return text.Either(itemOwner(item) != int(s.actor), g.name(itemOwner(item))+"'s "+name, name)
}

// maneuverName returns what a maneuver is called in events: as in decisions, "push 10 feet", but without its raises.
func (g *Game) maneuverName(s *State, a rules.Action) string {
	switch a.Do {
	case callExtraDamage:
		return actionNames[a.Do]
	case callFree:
		return "free raise"
	}
	return g.Format(s, a)
}

// winnerWords words the winner of a contest, as the actor sees it.
func (g *Game) winnerWords(s *State, a rules.Action) string {
	switch {
	case a.At == rules.Nobody:
		return "tie"
	case int(a.At) == int(s.actor):
		return "won"
	case s.isGrappleContest():
		return "won by " + g.name(int(a.At))
	}
	return "lost"
}

// testWords words an outcome of the test under way.
func (g *Game) testWords(s *State, a rules.Action) string {
	i, do := int(s.by), uint16(s.do)
	ok := int(a.N) >= g.testNumber(s, i)
	switch {
	case do == doAttack && ok && g.hasMarginBonus(s):
		return fmt.Sprintf("hit by %d", 2*int(g.marginBonus(s, i, int(a.N))))
	case do == doAttack && ok:
		return "hit"
	case do == doAttack:
		return "miss"
	case do == doDefend && ok && !g.hasBenefit(s, i, earth): // RK-197
		return "success, ATN +0"
	case do == doDefend && ok:
		return fmt.Sprintf("ATN +%d", g.successClass(s, i, int(a.N)))
	case ok:
		return "success"
	}
	return "failure"
}

// actKinds are the kinds of the actions of a turn (see [rules.Phases]); all others are upkeep.
var actKinds = [doCount]string{
	doEnd: "end", doAttack: "attack", doDefend: "defence", doGuard: "defence", doUse: "cast", doBegin: "cast", doComplete: "cast",
	doGrapple: "grapple", doHit: "grapple", doBreak: "grapple", doThrow: "grapple", doDrag: "grapple", doMaintain: "grapple",
	doNevermind: "grapple", doEscape: "grapple", doFreeMove: "move", doMove: "move", doSteedFree: "move", doSteedMove: "move",
	doCrawl: "move", doStand: "move", doMount: "move", doDismount: "move", doLeave: "move",
}

// Phase returns the kind of decision that an action is.
func (g *Game) Phase(s *State, a rules.Action) string {
	return cmp.Or(phases[s.phase].DecisionKind, actKinds[a.Do], "upkeep")
}

// Cost returns the Void Points that an action takes at once.
func (g *Game) Cost(s *State, a rules.Action) int {
	switch a.Do {
	case doAccelerate, doDeflect, doSwap, doEndure, callBoost, callStrive, callWeapon:
		return 1
	}
	return 0
}

// Check describes the dice the fight waits for.
func (g *Game) Check(s *State) rules.Check {
	c := rules.Check{Seat: g.Turn(s).Seat, At: rules.Nobody, P: 1}
	for _, p := range g.pools(s) {
		c.Dice = append(c.Dice, slices.Repeat([]int{10}, max(1, p.Normalize().Roll))...)
		c.Open = c.Open || p.Explode || p.Emphasis
	}
	if describe := phases[s.phase].Check; describe != nil {
		describe(g, s, &c)
	}
	return c
}

// describeTie describes the draw of a tie.
func (g *Game) describeTie(s *State, c *rules.Check) {
	tied, n := g.firstTie(s)
	names := text.Each(tied[:n], func(i uint8) string { return g.name(int(i)) })
	c.What, c.Dice = "initiative", []int{n}
	c.Says = fmt.Sprintf("a draw of who comes first of one Initiative Value, %s", text.Numbered(names))
}

// describeRoll describes the roll of an Initiative Value.
func (g *Game) describeRoll(s *State, c *rules.Check) {
	c.What, c.Says = "initiative", g.initiativePool(int(s.by)).Normalize().Text()
}

// describeDamage describes the roll of the damage.
func (g *Game) describeDamage(s *State, c *rules.Check) {
	c.What, c.At, c.Says = "damage", rules.Seat(s.at), g.damagePool(s).Normalize().Text()
}

// describeContest describes the contest under way. The chance is the actor's to win.
func (g *Game) describeContest(s *State, c *rules.Check) {
	o, n := g.contenders(s)
	var says []string
	for k, p := range g.pools(s) {
		says = append(says, g.name(int(o[k]))+"'s "+p.Normalize().Text())
		c.Whose = append(c.Whose, slices.Repeat([]rules.Seat{rules.Seat(o[k])}, max(1, p.Normalize().Roll))...)
	}
	c.What, c.Says, c.Success, c.P = g.contestName(s), strings.Join(says, " against "), tale.Contest, 0
	if n == 2 {
		c.At = rules.Seat(o[1])
	}
	for _, odds := range g.Odds(s, nil) {
		if odds.At == c.Seat {
			c.P += odds.P
		}
	}
}

// describeTest describes the test under way.
func (g *Game) describeTest(s *State, c *rules.Check) {
	i := int(s.by)
	p := g.testPool(s, i)
	c.What, c.Need, c.Mod = g.testName(s), g.testNumber(s, i), p.Normalize().Add
	c.Success = tale.Success(c.What)
	c.P = p.Curve().AtLeast(c.Need)
	c.Says = fmt.Sprintf("%s >= %d", p.Normalize().Text(), c.Need)
	if uint16(s.do) == doAttack || uint16(s.do) == doGrapple {
		c.At = rules.Seat(s.at)
	}
}

// pools returns the pools that the fight waits for: of a contest one for each contender, of a draw none.
func (g *Game) pools(s *State) (ps []dice.Pool) {
	switch s.phase {
	case phInitiative:
		return []dice.Pool{g.initiativePool(int(s.by))}
	case phDamage:
		return []dice.Pool{g.damagePool(s)}
	case phTest:
		return []dice.Pool{g.testPool(s, int(s.by))}
	case phContest:
		seats, n := g.contenders(s)
		for _, k := range seats[:n] {
			ps = append(ps, g.contestPool(s, int(k)))
		}
	}
	return ps
}

// throwDice throws the dice the fight waits for (Throw of rules.Hooks), each followed by what it explodes into. If
// there are none it throws one that counts for nothing.
func (g *Game) throwDice(s *State, die func(sides int) int) (shown []int) {
	if s.phase == phTie {
		_, n := g.firstTie(s)
		return []int{die(n)}
	}
	for _, p := range g.pools(s) {
		shown = append(shown, p.Throw(die)...)
	}
	if len(shown) == 0 {
		shown = append(shown, die(10))
	}
	return shown
}

// Read returns the outcome that dice show, each followed by what it exploded into; in a contest the pools are in the
// order of [Game.contenders].
func (g *Game) Read(s *State, shown []int) (rules.Action, error) {
	if len(shown) == 0 {
		return rules.Action{}, fmt.Errorf("no dice, want %s", g.Check(s).Says)
	}
	if s.phase == phTie {
		tied, n := g.firstTie(s)
		if len(shown) != 1 || shown[0] < 1 || shown[0] > n {
			return rules.Action{}, fmt.Errorf("the draw shows %v, want one number from 1 to %d", shown, n)
		}
		return rules.Action{Do: doTieWinner, At: rules.Seat(tied[shown[0]-1])}, nil
	}
	var sums []int
	rest := shown
	for _, p := range g.pools(s) {
		cast, left, err := p.Read(rest)
		if err != nil {
			return rules.Action{}, err
		}
		sums, rest = append(sums, cast.Total), left
	}
	hasRead := len(rest) < len(shown) // else there are no dice, and one that counts for nothing may be told
	if len(rest) > 0 && (hasRead || len(rest) > 1 || rest[0] < 0 || rest[0] > 10) {
		return rules.Action{}, fmt.Errorf("%d numbers too many: %s", len(rest), g.Check(s).Says)
	}
	if s.phase != phContest {
		return rules.Action{Do: doTotal, At: rules.Nobody, N: int16(sums[0])}, nil
	}
	return g.winner(s, sums), nil
}

// winner returns the outcome of a contest with these totals: won by the only contender with the highest, or a tie.
func (g *Game) winner(s *State, sums []int) rules.Action {
	seats, _ := g.contenders(s)
	a := packTotals(int16(sums[0]), int16(slices.Max(sums[1:])))
	first := slices.Index(sums, slices.Max(sums))
	if !slices.Contains(sums[first+1:], sums[first]) {
		a.At = rules.Seat(seats[first])
	}
	return a
}

// contestText words the pools of a contest.
func (g *Game) contestText(s *State) string {
	return strings.Join(text.Each(g.pools(s), func(p dice.Pool) string { return p.Normalize().Text() }), " vs ")
}

// Sheet returns what a person wants to know of a seat.
func (g *Game) Sheet(s *State, seat rules.Seat) rules.Sheet {
	i := int(seat)
	f, c := &g.seats[i], &s.seats[i]
	entry := func(name, value string) rules.Entry { return rules.Entry{Name: name, Value: value} }
	if c.status&gone != 0 {
		return rules.Sheet{entry("rank", outWord(c))}
	}
	rank := rankNames[g.rankOf(c, i)]
	wounds := fmt.Sprintf("%d (out at %d)", c.wounds, g.outFrom(c, i))
	if !g.isConscious(s, i) {
		return rules.Sheet{entry("rank", rank), entry("wounds", wounds)}
	}
	if p := g.penalty(c, i); p != 0 {
		rank += fmt.Sprintf(" (%+d)", -p)
	}
	sheet := rules.Sheet{
		entry("rank", rank),
		entry("wounds", wounds),
		entry("stance", rows.StanceNames[c.stance]),
		entry("ATN", g.atnText(s, i)),
		entry("initiative", fmt.Sprint(g.initiativeOf(s, i))),
		entry("void", fmt.Sprint(c.voidPoints)),
		entry("square", g.ground.Name(c.square)),
		entry("weapon", g.handWords(s, i)),
	}
	if st := g.conditions(s, i); len(st) > 0 {
		sheet = append(sheet, entry("status", strings.Join(st, ", ")))
	}
	if on := g.effectsOn(s, i); len(on) > 0 {
		sheet = append(sheet, entry("effects", strings.Join(on, ", ")))
	}
	if n := s.tacticsPools[f.side]; n > 0 {
		sheet = append(sheet, entry("tactics", fmt.Sprint(n)))
	}
	return sheet
}

// atnText words the ATN in melee, and against shots where that is another.
func (g *Game) atnText(s *State, i int) string {
	near := g.armorTargetNumber(s, i, i, blow{melee, 1}).sum()
	if far := g.armorTargetNumber(s, i, i, blow{aimed, 1}).sum(); far != near {
		return fmt.Sprintf("%d (%d against shots)", near, far)
	}
	return fmt.Sprint(near)
}

// hamperedWords words the conditions of a seat that do not take another one.
func (g *Game) hamperedWords(c *seat) text.Words {
	return text.If(c.status&prone != 0, "prone").If(g.isBlind(c), "blind").If(c.stun != 0, "stunned").
		If(c.status&incapacitated != 0, "incapacitated").If(c.escapeNumber != 0, "entangled")
}

// conditions words all conditions of a seat, for its sheet.
func (g *Game) conditions(s *State, i int) []string {
	c := &s.seats[i]
	st := g.hamperedWords(c).If(c.grapple != 0, "grappled").If(g.isRiding(s, i), "mounted").
		If(g.isRidden(s, i), "ridden by "+g.nameOf(c.mount)).If(g.isRiding(s, i), "on "+g.nameOf(c.mount)).
		If(s.hasControl(i), "in control")
	for _, name := range g.namesOf(c.guards) {
		st = append(st, "guards "+name)
	}
	for _, part := range book.BitWords(c.focus, rows.FocusNames) {
		st = append(st, part+" struck")
	}
	return st
}

// effectsOn words the effects that last on a seat and how long, then what it has drawn, begun or used up.
func (g *Game) effectsOn(s *State, i int) (on []string) {
	for k := range g.slots {
		if !g.isFirstEffect(s, k, i) {
			continue
		}
		e := g.slotEffect(k)
		left := text.Count(int(s.slots[k].left), "round") + " left"
		switch s.slots[k].left {
		case 0:
			left = "this round"
		case lastsTurn:
			left = "this turn"
		case lastsFight:
			left = "to the end"
		}
		on = append(on, fmt.Sprintf("%s (%s, %s)", e.row, e.words(), left))
	}
	return append(on, g.deedWords(s, i)...)
}

// nameInTurn returns the name of an effect's row, with what the effect does if the turn of its owner sets off several
// of it.
func (e *effect) nameInTurn(g *Game) string {
	for _, k := range g.turnEffects[e.owner] {
		if o := &g.effects[k]; o != e && o.row == e.row {
			return e.row + ", " + e.words()
		}
	}
	return e.row
}

// words words what a pool gains: "+1k0", "-5".
func (n gain) words() string { return rows.GainText(rows.Roll{Roll: n.roll, Keep: n.keep, Add: n.add}) }

// handWords words what a seat has ready.
func (g *Game) handWords(s *State, i int) string {
	var names []string
	for _, item := range g.items {
		if g.hasReady(s, i, item) {
			name := g.itemName(item)
			if s.items[item].at&itemUnstrung != 0 {
				name += " (unstrung)"
			}
			names = append(names, name)
		}
	}
	return cmp.Or(strings.Join(names, " and "), "bare hands")
}

// Harm returns the Wounds of each side.
func (g *Game) Harm(s *State) (lost [2]int) {
	for i := range g.n {
		lost[g.seats[i].side] += int(s.seats[i].wounds)
	}
	return lost
}
