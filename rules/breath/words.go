package breath

import (
	"fmt"
	"strconv"
	"strings"

	"kokyu/rules"
	"kokyu/rules/book"
	"kokyu/rules/breath/rows"
	"kokyu/rules/text"
)

// The words for actions, checks and sheets that people, records and models see. Records are read back by these words:
// a changed word makes old records unreadable.

// span is what this system calls a seat's turn.
const span = "breath"

const (
	endWords   = "end the breath"
	closeWords = "close the round"
	takeWords  = "take the blow"
)

// idle returns the words of decisions by which nothing happens.
func idle() []string { return []string{endWords, closeWords, takeWords, declineWords} }

// Scenery returns what the encounter says of its world.
func (g *Game) Scenery() rules.Scenery {
	s := g.Scene(g.Rounds())
	s.Made = rules.Makes(g.Rows.Weapons, func(w rows.Weapon) *book.Make { return w.Made })
	s.Effects = map[string]string{}
	for name, spell := range g.Rows.Spells {
		s.Effects[name] = spell.EffectClause()
	}
	return s
}

// Round returns the number of the round under way.
func (g *Game) Round(s *State) int { return int(s.round) }

// Sparring reports whether blows take points and hurt nobody (MA-46).
func (g *Game) Sparring() bool { return g.duel.points > 0 }

// actionWords has the kind of each action, as Phase returns it, and its words where they are always the same.
var actionWords = [doCount]struct{ kind, words string }{
	doEnd: {"end", endWords}, doWait: {"wait", "wait"}, doCloseRound: {"wait", closeWords},
	doAttack: {kind: "attack"}, doKataStrike: {kind: "attack"}, doReserve: {kind: "reserve"},
	doCast: {kind: "cast"}, doNameTarget: {kind: "cast"},
	doStance: {kind: "stance"}, doReleaseStance: {kind: "stance"}, doDescend: {"stance", "Kamuy Descent"},
	doMove: {kind: "move"}, doHalfStep: {kind: "move"}, doPush: {"move", "push out"}, doSlip: {"move", "slip away"},
	doUpkeep: {kind: "upkeep"}, doPickUp: {kind: "upkeep"}, doOrder: {kind: "order"}, doGeneralOrder: {kind: "order"}, doControl: {kind: "control"},
	doGift: {kind: "gift"}, doKata: {kind: "kata"}, doRoar: {kind: "kata"}, doRaiseMorale: {"kata", "raise morale"},
	doDefend: {kind: "reaction"}, doTakeBlow: {"reaction", takeWords}, doAnswerSpell: {kind: "reaction"}, doDeclineSpell: {"reaction", declineWords},
	doResistStep: {"reaction", "resist"}, doDecline: {"reaction", "let it be"}, doKeepDice: {kind: "fate"}, doShiftDie: {kind: "fate"},
	doRoll: {kind: "dice"}, doDrawLot: {kind: "dice"}, doContest: {kind: "dice"},
}

// Format words an action of this position. No two legal actions of a position have the same words.
func (g *Game) Format(s *State, act rules.Action) string {
	if words := actionWords[act.Do].words; words != "" {
		return words
	}
	i := int(s.actor)
	switch act.Do {
	case doAttack:
		return g.blowWords(i, act)
	case doReserve:
		return "reserve " + g.fighters[i].techniques[act.With].label
	case doStance:
		return "take up " + g.stances[act.With].name
	case doReleaseStance:
		if st := s.seats[i].stance; st != 0 {
			return "release " + g.stances[st-1].name
		}
		return "let go of " + g.spellInHand(s, g.fighters[i].casterNumber-1).name
	case doCast:
		return g.castWords(s, act)
	case doNameTarget:
		return "name " + g.name(int(act.At))
	case doAnswerSpell:
		return "cast " + g.casters[act.To].spells[act.With].name
	case doMove:
		return wayNames[act.Mode] + " > " + rows.Zones[act.To]
	case doUpkeep:
		return g.fighters[i].techniques[act.With].label
	case doPickUp:
		return "pick up " + g.fighters[i].weaponWord(act.With)
	case doHalfStep:
		return stepNames[act.Mode]
	case doKeepDice:
		return fmt.Sprintf("let %d and %d lie", s.shownFaces[0], s.shownFaces[1])
	case doShiftDie:
		return fmt.Sprintf("shift fate to %d and %d", act.With, act.To)
	case doOrder, doGeneralOrder, doControl, doGift, doKata, doRoar, doKataStrike, doRaiseMorale:
		return g.retinueWords(s, i, act)
	case doDefend:
		how := " (improvised)"
		switch act.Mode {
		case modeHeld:
			how = " (reserved)"
		case modeWard:
			return fmt.Sprintf("%s by %s", g.fighters[act.With].techniques[g.wardTechnique(int(act.With))].name,
				g.name(int(act.With)))
		}
		return g.fighters[s.currentBlow().target].techniques[act.With].label + how
	case doDrawLot:
		return g.name(int(act.At))
	}
	return g.outcomeWord(s, act)
}

// outcomeWord returns the word for what dice show.
func (g *Game) outcomeWord(s *State, act rules.Action) string {
	if s.phase == phContest {
		return g.contestWord(s, act)
	}
	sum, double := int8(act.N), act.Mode == 1
	if g.mayShiftDice(s) {
		return fmt.Sprintf("%d and %d", act.With, act.To)
	}
	word := text.Either
	switch need := phases[s.phase].need; {
	case need != nil:
		return word(sum >= need(g, s), "success", "fail")
	case s.phase == phCast, s.phase == phSpellAnswer:
		return word(g.castKey(s, sum, double) >= keySuccess, word(double && s.phase == phCast, "critical", "success"),
			word(sum == 2, "backlash", "fail"))
	case s.phase == phRoar:
		return word(sum+g.fighters[s.actor].roarBonus >= roarNeed, word(double, "critical", "success"), "fail")
	}
	b := s.currentBlow()
	if s.phase == phDefend {
		i, a := g.answererOf(b)
		return word(sum+g.defenseMod(s, i, a) >= b.sum+b.mod, "success", word(double, "fumble", "fail"))
	}
	if sum+b.mod >= g.defenseAgainst(s, b) && !(sum%2 == 1 && g.strikesMirage(s, b)) {
		return word(double, "critical", "hit")
	}
	if g.techniqueOf(b).flags&techSpell != 0 {
		return word(sum == 2, "backlash", "miss")
	}
	return word(double, "fumble", "miss")
}

// aimedName returns a technique's name with what it is aimed at.
func aimedName(name string, mode uint8) string {
	switch at := aim(mode); {
	case at == aimFeint:
		return "feint with the " + name
	case at.isLocation():
		return name + " at the " + at.word()
	}
	return name
}

// blowWords words an attack: "horizontal cut at the wrist > Kojiro", "feint with the horizontal cut".
func (g *Game) blowWords(i int, act rules.Action) string {
	text := aimedName(g.fighters[i].techniques[act.With].label, act.Mode)
	if aim(act.Mode) == aimFeint {
		return text
	}
	return text + " > " + g.name(int(act.At))
}

// contestWord returns the word for the outcome of a contest.
func (g *Game) contestWord(s *State, act rules.Action) string {
	own := int8(act.With) + g.contestMod(s, int(s.actor))
	other := int8(act.To) + g.contestMod(s, 1-int(s.actor))
	switch {
	case own > other, own == other && g.winsTies(s):
		return "won"
	case own == other:
		return "tied"
	}
	return "lost"
}

// Phase returns the kind of an action. A maneuver that carries the breath past its limit is an overload, whatever else
// it is.
func (g *Game) Phase(s *State, act rules.Action) string {
	if isManeuver(act.Do) && g.wouldOverload(s, act) {
		return "overload"
	}
	return actionWords[act.Do].kind
}

// Read turns real dice into the outcome they show, an action.
func (g *Game) Read(s *State, dice []int) (rules.Action, error) {
	if len(dice) != len(g.Check(s).Dice) {
		return rules.Action{}, fmt.Errorf("%d dice, want %d", len(dice), len(g.Check(s).Dice))
	}
	if s.phase == phLot {
		friends := g.lotOdds(s, nil)
		if n := dice[0]; n >= 1 && n <= len(friends) {
			return friends[n-1].Action, nil
		}
		return rules.Action{}, fmt.Errorf("the lot shows %d, want 1 to %d", dice[0], len(friends))
	}
	if s.phase == phContest {
		return contestAction(int8(dice[0]+dice[1]), int8(dice[2]+dice[3])), nil
	}
	if g.mayShiftDice(s) {
		return rollFaces(min(dice[0], dice[1]), max(dice[0], dice[1])), nil
	}
	return rollAction(int8(dice[0]+dice[1]), dice[0] == dice[1]), nil
}

// sheetLines is how many lines a sheet has room for at first. Trials of spells read sheets by the million: without it
// they spent 36 % of their time here.
const sheetLines = 8

// Sheet returns what a person wants to know of a seat, line by line.
func (g *Game) Sheet(s *State, seat rules.Seat) rules.Sheet {
	i := int(seat)
	f, c := &g.fighters[i], &s.seats[i]
	if c.flags&isDown != 0 {
		return rules.Sheet{{Name: "state", Value: g.outWords(c)}}
	}
	sheet := make(rules.Sheet, 0, sheetLines)
	add := func(name, value string) {
		if value != "" {
			sheet = append(sheet, rules.Entry{Name: name, Value: value})
		}
	}
	add(g.woundsWord(), ofWords(c.wounds, f.wounds))
	if !f.isSquad() && !f.isBound() { // these have no Energy of their own
		add("energy", ofWords(c.energy, f.energy))
	}
	add("defense", number(g.shownDefense(s, i)))
	if g.hasZones {
		add("zone", rows.Zones[c.zone])
	}
	if c.stance != 0 {
		add("stance", g.stances[c.stance-1].name)
	}
	if len(g.casters) > 0 {
		g.spellSheet(s, i, add)
	}
	if g.usesExtras {
		g.retinueSheet(s, i, add)
	}
	var held []string
	for _, r := range g.reservations(s, i) {
		held = append(held, r.What+" x"+strconv.Itoa(r.N)) // "parry x2"
	}
	add("reserved", strings.Join(held, ", "))
	add("weapon", g.handWords(s, i))
	add("is", strings.Join(states(c), ", "))
	if g.duel.on {
		g.duelSheet(s, i, add)
	}
	return sheet
}

// outWords returns the word of a sheet for one who is out of the fight; in a sparring match nobody falls.
func (g *Game) outWords(c *seat) string {
	switch word := c.outWord(); {
	case word == "gone":
		return "fled"
	case word == "down" && g.duel.points > 0:
		return "beaten"
	default:
		return word
	}
}

// woundsWord returns what Wounds are called in this fight.
func (g *Game) woundsWord() string {
	if g.duel.points > 0 {
		return "points to concede"
	}
	return "wounds"
}

// duelSheet adds to seat i's sheet what only a duelist has.
func (g *Game) duelSheet(s *State, i int, add func(name, value string)) {
	d := &s.duel
	guard := fmt.Sprintf("%d of %d", d.guard[i], g.fighters[i].guard)
	if d.isBroken(i) {
		guard = "broken: an opening"
	}
	add("guard", guard)
	add("distance", rows.Rungs[d.rung])
	add("hurt", strings.Join(book.BitWords(d.hurt[i], rows.Locations), ", "))
}

// number returns a number as text. It allocates less than fmt, for the sake of sheets.
func number(n int8) string { return strconv.Itoa(int(n)) }

// ofWords words a part and its whole: "4 of 5".
func ofWords(n, of int8) string { return number(n) + " of " + number(of) }

// reservations returns the reservations of seat i that stand.
func (g *Game) reservations(s *State, i int) (held []rules.Reservation) {
	f, c := &g.fighters[i], &s.seats[i]
	for k := range f.techniques {
		a := &f.techniques[k]
		if n := *c.reservationsOf(a.slot); a.kind == kindDefense && n > 0 && f.nature == natureOwn && c.inHand(a.slot) {
			held = append(held, rules.Reservation{What: a.label, N: int(n)})
		}
	}
	return held
}

// handWords words what is in hand.
func (g *Game) handWords(s *State, i int) string {
	c := &s.seats[i]
	switch {
	case !c.inHand(slotMain):
		return "bare hands"
	case !c.isLoaded(slotMain):
		return g.slotName(i, slotMain) + " (unloaded)"
	}
	return g.slotName(i, slotMain)
}

// states returns those states of a seat that matter to a person, in words.
func states(c *seat) []string {
	const told = hasClosed | isStrained | isHidden | isBleeding | isRooted | isDescended
	return append(text.If(c.flags&isDefenseless != 0, rows.Defenseless), book.BitWords(c.flags&told, rows.States)...)
}

// declaration returns the event of a maneuver's declaration. It has the names of techniques, where Format has labels.
func (g *Game) declaration(s *State, act rules.Action) rules.Event {
	i := int(s.actor)
	e := rules.Event{Kind: "declare", Seat: g.name(i), N: int(g.cost(s, act))}
	switch act.Do {
	case doAttack, doReserve, doUpkeep:
		t := &g.fighters[i].techniques[act.With]
		e.What, e.With, e.Of = t.name, g.slotName(i, t.slot), g.slotFamily(i, t.slot)
		switch {
		case act.Do == doAttack:
			e.What, e.At = aimedName(t.name, act.Mode), g.name(int(act.At))
		case act.Do == doReserve:
			e.What = "reserve " + t.name
		case t.flags&techReload != 0:
			e.What = "reload"
		}
	case doPickUp:
		e.What, e.With = "pick up", g.slotName(i, act.With)
	case doMove:
		e.What, e.To = wayEvents[act.Mode], rows.Zones[act.To]
	default:
		e.What = g.Format(s, act)
	}
	return e
}

// owner returns whose breath it is. A search prunes that seat's choices, but not the answers to them.
func (g *Game) owner(s *State) rules.Seat { return rules.Seat(s.actor) }

// Harm returns the Wounds each side has lost. A unit that is down may never have been called and counts for none.
func (g *Game) Harm(s *State) (lost [2]int) {
	for i := range g.n {
		if g.fighters[i].called && !s.isUp(i) {
			continue
		}
		lost[g.fighters[i].side] += int(g.fighters[i].wounds - s.seats[i].wounds)
	}
	return lost
}
