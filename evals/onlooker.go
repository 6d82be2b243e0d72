package evals

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"kokyu/agent"
	"kokyu/rules"
	"kokyu/rules/book"
	"kokyu/rules/fight"
	"kokyu/search"
)

// onlooker watches a fight breath by breath, or turn by turn, and applies the checklist.
type onlooker struct {
	f            *fight.Fight
	about        book.About
	heads        []rules.Head // the events with which a breath, turn or answer begins in a record
	goal         book.Objective
	common       absurdity                     // the fields that all absurdities of this fight have in common
	turnOf       string                        // of the seat whose breath or turn is under way
	turnUnderWay []seenDecision                // its decisions
	closedTurns  [][]seenDecision              // breaths and turns that wait for a look at what came of them
	waits        []wait                        // waits that are not yet counted
	lastTurn     map[rules.Seat][]seenDecision // the last breath or turn of each, as long as nobody strikes at it and no foe comes nearer
	waitsInRow   int                           // breaths or turns that only wait, one after the other
	tally        senseFight                    // what was found so far
}

// senseFight is what was found in one fight.
type senseFight struct {
	System    string      `json:"system"`
	Stretches int         `json:"stretches"`
	Decisions int         `json:"decisions"`
	Found     []absurdity `json:"found"`
}

// seenDecision is a decision with what was known before it was played. Comments call its seat it.
type seenDecision struct {
	round        int
	seat         rules.Seat
	words        string
	phase        string
	motive       rules.Motive // what the decision is for
	stand        rules.Stand  // how its seat stands before it
	plight       rules.Plight
	several      bool         // there were two options or more
	idle         bool         // it is one of the system's idle decisions
	canAct       bool         // some option strikes with some chance, comes nearer or loads
	canLoad      bool         // some option loads
	canShoot     bool         // some option shoots
	foesInReach  []rules.Seat // the foes that reach it
	calm         bool         // nobody has struck at it since its last breath or turn, and no foe has come nearer
	lossMWP      float64      // against the option valued highest, in mWP
	best         string       // the option valued highest
	deedMargin   float64      // how much less the best blow or step at the foes is worth, in win chance
	mixed        bool         // the search mixes here: what it drew is not held against it
	destination  string       // the place it leads to
	destinations []string     // the places that the options lead to
	effectChance float64      // of a blow: the chance that it changes anything
}

// wait is a breath or turn that does nothing. It counts as absurd unless a foe comes nearer before the seat's next one:
// then it was right to wait.
type wait struct {
	seat rules.Seat
	idle absurdity
}

// addStep adds a step, with the decision that was made in it, if any. begins says whether a breath or turn began with
// that decision.
func (w *onlooker) addStep(s rules.Step, begins bool, c *seenDecision) {
	followStep(w.heads, s, begins, c != nil, func() { w.addDecision(c) }, func(e rules.Event, head *rules.Head) {
		if head == nil {
			return
		}
		if e.Seat != w.turnOf || begins && s.Seat != w.turnOf { // heads of the seat's own continue its breath or turn
			w.closeTurn()
		}
		if beginsStretch(head) {
			w.closeTurn()
			w.turnOf = e.Seat
		}
	})
}

// addDecision adds a decision to the breath or turn under way. Answers of other seats are no part of it.
func (w *onlooker) addDecision(c *seenDecision) {
	if w.f.Name(c.seat) == w.turnOf {
		w.turnUnderWay = append(w.turnUnderWay, *c)
	}
}

// closeTurn ends the breath or turn under way.
func (w *onlooker) closeTurn() {
	if len(w.turnUnderWay) > 0 {
		w.closedTurns = append(w.closedTurns, w.turnUnderWay)
	}
	w.turnUnderWay, w.turnOf = nil, ""
}

// observe returns what is known of a decision before it is played. view is the position, result what the search saw
// there, and action the decision.
func (w *onlooker) observe(view agent.View, result search.Result, action rules.Action) seenDecision {
	options, bearings := view.Options(), view.Traits()
	i := slices.IndexFunc(options, func(o fight.Option) bool { return o.Action == action })
	seen := seenDecision{round: view.Round(), seat: view.Seat(), words: options[i].Words, phase: options[i].Phase,
		motive: bearings[i].Motive, stand: w.f.Board().Stands[view.Seat()],
		plight: view.Plight(view.Seat()), several: len(options) > 1, idle: slices.Contains(w.about.IdleDecisions, options[i].Words),
		mixed: result.IsMixed(), effectChance: 1, destination: w.f.Leads(action),
		foesInReach: w.reachedBy(view, view.Seat()), calm: w.lastTurn[view.Seat()] != nil}
	for k, b := range bearings {
		seen.canLoad = seen.canLoad || b.Motive.Loads
		seen.canAct = seen.canAct || b.Motive.Loads || b.Motive.Nears > 0 ||
			b.Motive.Strikes != rules.Nobody && options[k].Phase != "upkeep" &&
				view.TouchChance(options[k].Action, longShotMost) >= longShotMost
		seen.canShoot = seen.canShoot || b.Motive.Shoots
		if to := w.f.Leads(options[k].Action); to != "" {
			seen.destinations = append(seen.destinations, to)
		}
	}
	w.forgetFor(seen)
	if !seen.mixed && !result.IsBlind() {
		side, most, own, deed := w.f.Side(seen.seat), -1., -1., -1.
		for _, o := range result.Options {
			p := agent.ForSide(agent.WinChance(o.Value), side)
			if o.Action == action {
				own = p
			}
			k := slices.IndexFunc(options, func(x fight.Option) bool { return x.Action == o.Action })
			if b := bearings[k]; b.Motive.Nears > 0 || b.Motive.Strikes != rules.Nobody && options[k].Phase != "upkeep" {
				deed = max(deed, p)
			}
			if p > most && (o.Action == action || !bearings[k].NoEffect) {
				most = p
				seen.best = options[k].Words
			}
		}
		// In win chance of the deciding side, as a search of the same position values both.
		seen.lossMWP = 1000 * (most - own)
		if deed >= 0 {
			seen.deedMargin = own - deed
		}
	}
	if seen.motive.Strikes != rules.Nobody && seen.several && seen.phase != "upkeep" { // to aim is none
		seen.effectChance = view.TouchChance(action, 2*longShotMost)
	}
	return seen
}

// reachedBy returns the foes that could strike a seat from where they stand.
func (w *onlooker) reachedBy(v agent.View, seat rules.Seat) (list []rules.Seat) {
	for k, o := range v.Roster() {
		if by := rules.Seat(k); o.Side != w.f.Side(seat) && v.Reaches(by, seat) {
			list = append(list, by)
		}
	}
	return list
}

// forgetFor forgets what a decision makes untrue. If its seat comes nearer, the waits of its foes were right and what
// they did last no longer counts; if it strikes, what its target did last no longer counts.
func (w *onlooker) forgetFor(c seenDecision) {
	if c.motive.Nears > 0 {
		w.waits = slices.DeleteFunc(w.waits, func(x wait) bool { return w.f.Side(x.seat) != w.f.Side(c.seat) })
		maps.DeleteFunc(w.lastTurn, func(seat rules.Seat, _ []seenDecision) bool {
			return w.f.Side(seat) != w.f.Side(c.seat)
		})
	}
	// With no target this deletes the entry of [rules.Nobody], which there never is.
	delete(w.lastTurn, c.motive.Strikes)
}

// judgeClosed applies the checklist to the breaths and turns that have ended. It is called when the next decision is to
// be made, since many rules ask how everybody stands afterwards: view is that position, nil at the end of the fight.
func (w *onlooker) judgeClosed(view *agent.View) {
	for _, s := range w.closedTurns {
		w.tally.Stretches++
		var stand rules.Stand
		if view != nil {
			stand = w.f.Board().Stands[s[0].seat]
		}
		// The seat's waits until now: had a foe come nearer since, forgetFor would have dropped them.
		w.countOpenWaits(s[0].seat)
		w.judgeDecisions(s)
		w.findUndone(s, stand)
		w.findTakenBack(s, stand)
		w.findZigzags(s)
		w.findBowmenInMelee(s)
		w.findIdle(s, stand)
		w.findWaiting(s, stand)
		w.findContradictions(s, stand)
		if view != nil {
			reached := w.reachedBy(*view, s[0].seat)
			w.findHelplessInFront(s, reached)
			w.findSalliesAndFlights(s, reached)
		}
		// Last, since the rules above compare this breath or turn with the one before it.
		w.lastTurn[s[0].seat] = s
	}
	w.closedTurns = nil
	// At the end of the fight nobody comes any more.
	if view == nil {
		w.countOpenWaits(rules.Nobody)
	}
}

// note counts an absurdity. did words the decision, or all of the breath or turn.
func (w *onlooker) note(rule string, c seenDecision, did, why string) {
	w.tally.Found = append(w.tally.Found, w.absurdity(rule, c, did, why))
}

// absurdity returns what note would count, for callers that count it later or not at all.
func (w *onlooker) absurdity(rule string, c seenDecision, did, why string) absurdity {
	a := w.common
	a.Rule, a.Round, a.Seat, a.Did, a.Why = rule, c.round, w.f.Name(c.seat), did, why
	return a
}

// addWait counts a breath or turn that waits. If a foe reaches the seat, or if it could have loaded, it is
// counted at once; else only when it is seen that nobody comes, see [wait].
func (w *onlooker) addWait(s []seenDecision, found absurdity) {
	if len(s[len(s)-1].foesInReach) == 0 && !slices.ContainsFunc(s, func(c seenDecision) bool { return c.canLoad }) {
		w.waits = append(w.waits, wait{s[0].seat, found})
		return
	}
	w.tally.Found = append(w.tally.Found, found)
}

// countOpenWaits counts the waits of a seat for which no foe has come, or of all seats with [rules.Nobody].
func (w *onlooker) countOpenWaits(seat rules.Seat) {
	w.waits = slices.DeleteFunc(w.waits, func(x wait) bool {
		if seat != rules.Nobody && x.seat != seat {
			return false
		}
		w.tally.Found = append(w.tally.Found, x.idle)
		return true
	})
}

// judgeDecisions finds single decisions that are absurd: blows that can do nothing, and decisions against the search's
// own values. At most one of these rules applies to a decision, besides that of weak blows.
func (w *onlooker) judgeDecisions(s []seenDecision) {
	for _, c := range s {
		if !c.several {
			continue
		}
		w.tally.Decisions++
		switch instead := fmt.Sprintf("%s is worth %.1f points more", c.best, c.lossMWP/10); {
		case c.effectChance < harmlessMost:
			w.note(ruleHarmless, c, c.words, percent(c.effectChance))
		case c.effectChance < longShotMost && c.lossMWP >= longShotLoss:
			w.note(ruleLongShot, c, c.words, percent(c.effectChance)+"; "+instead)
		case !c.mixed && c.lossMWP >= againstLoss:
			w.note(ruleAgainst, c, c.words, instead)
		}
		if c.phase == "attack" && c.effectChance >= harmlessMost && c.effectChance < weakMost && !c.motive.Shoots && slices.Contains(c.foesInReach, c.motive.Strikes) {
			w.note(ruleFists, c, c.words, percent(c.effectChance))
		}
	}
}

// restorable are the parts of a stand that somebody can change and change back: place, weapon, stance and mount.
var restorable = []func(rules.Stand) string{
	func(t rules.Stand) string { return t.At }, func(t rules.Stand) string { return t.Weapon }, func(t rules.Stand) string { return t.Stance },
	func(t rules.Stand) string { return otherIn(t, "mounted") },
}

// findUndone finds breaths and turns that change something and change it back. A blow in between is a reason for both,
// so the search for a way back begins anew after it; for a place, so does anything that is not a move.
func (w *onlooker) findUndone(s []seenDecision, after rules.Stand) {
	for k, of := range restorable {
		began := 0 // the decision after the last blow, or after what a way was for
		for j, c := range s {
			if c.strikes() || k == 0 && c.destination == "" && !slices.Contains(w.about.MovePhases, c.phase) {
				began = j + 1
				continue
			}
			if j+1 == len(s) && after.At == "" { // out, or the fight is over
				break
			}
			next := standAfter(s, j, after)
			if c.idle || of(next) == of(c.stand) {
				continue
			}
			if slices.ContainsFunc(s[began:j], func(b seenDecision) bool { return of(b.stand) == of(next) }) {
				w.note(ruleUndone, c, wordDecisions(s[began:j+1]), "")
				break
			}
		}
	}
}

// findTakenBack finds breaths and turns that undo what the seat's one before did, with no blow in either.
func (w *onlooker) findTakenBack(s []seenDecision, after rules.Stand) {
	before := w.lastTurn[s[0].seat]
	if len(before) == 0 || after.At == "" || slices.ContainsFunc(before, seenDecision.strikes) || slices.ContainsFunc(s, seenDecision.strikes) {
		return
	}
	for _, of := range restorable {
		if was, is := of(before[0].stand), of(s[0].stand); was != is && of(after) == was {
			w.note(ruleUndone, s[0], wordDecisions(before)+"; "+wordDecisions(s), "")
			return
		}
	}
}

// findZigzags finds two steps in a row of which the second was legal in the place of the first.
func (w *onlooker) findZigzags(s []seenDecision) {
	for i, c := range s {
		if i > 0 && c.destination != "" && s[i-1].destination == c.stand.At && slices.Contains(s[i-1].destinations, c.destination) {
			w.note(ruleZigzag, c, wordDecisions(s[i-1:i+1]), "")
		}
	}
}

// findSalliesAndFlights finds combatants who come out although their side only has to last, and who run away from
// nobody. reached are the foes that could strike the seat afterwards. Who is already in reach, or helpless, has a
// reason for either.
func (w *onlooker) findSalliesAndFlights(s []seenDecision, reached []rules.Seat) {
	lasts := w.hasOnlyToLast(s[0].seat)
	worth := func(c seenDecision) bool { return c.strikes() && c.effectChance >= worthLeast }
	// Who shoots, loads or strikes may step back to do so.
	busy := slices.ContainsFunc(s, func(c seenDecision) bool { return c.canShoot || c.motive.Loads || c.strikes() })
	for i, c := range s {
		switch {
		case len(c.foesInReach) > 0 || c.plight.Helpless:
			return
		case c.motive.Nears > 0 && lasts && len(reached) > 0 && !slices.ContainsFunc(s[i:], worth):
			w.note(ruleSally, c, wordDecisions(s), "")
			return
		case c.motive.Nears < 0 && !lasts && !busy && c.calm && c.motive.Helps == rules.Nobody && w.goal.Goal != "escape":
			w.note(ruleFlight, c, wordDecisions(s), "")
			return
		}
	}
}

// findContradictions finds decisions that do not go together in one breath or turn: giving Energy away and then
// overloading, dismounting and then guarding the mount, ending it with a bow that could be loaded.
func (w *onlooker) findContradictions(s []seenDecision, after rules.Stand) {
	gave, end := false, s[len(s)-1]
	for i, c := range s {
		next := standAfter(s, i, after)
		if gave && c.motive.Stakes {
			w.note(ruleGives, c, wordDecisions(s), "")
		}
		gave = gave || c.phase == "gift"
		if mount := otherIn(c.stand, "mounted"); mount != "" && otherIn(next, "mounted") == "" && otherIn(after, "guards") == mount {
			w.note(ruleGuards, c, wordDecisions(s), "")
		}
	}
	if end.idle && end.canLoad && !end.canShoot && len(end.foesInReach) == 0 {
		w.note(ruleEmpty, end, wordDecisions(s), "")
	}
}

// findBowmenInMelee finds combatants who could shoot and instead come nearer or strike with another weapon.
func (w *onlooker) findBowmenInMelee(s []seenDecision) {
	first := slices.IndexFunc(s, func(c seenDecision) bool { return c.canShoot })
	shootsOrHelps := func(c seenDecision) bool { return c.motive.Shoots || c.motive.Helps != rules.Nobody }
	if first < 0 || slices.ContainsFunc(s, shootsOrHelps) {
		return
	}
	for i, c := range s[first:] {
		if c.motive.Nears > 0 || c.strikes() && c.stand.Weapon != s[first].stand.Weapon {
			w.note(ruleMelee, s[first+i], wordDecisions(s), "")
			return
		}
	}
}

// findIdle finds combatants who do nothing with all their means and something to do.
func (w *onlooker) findIdle(s []seenDecision, after rules.Stand) {
	could := slices.ContainsFunc(s, func(c seenDecision) bool { return c.canAct })
	spent := slices.ContainsFunc(s[0].stand.Numbers, func(n rules.Number) bool { return n.Term().Pays && n.N < n.Max })
	if !could || spent || after.At == "" || s[0].stand.At != after.At || isIn(after, "guards") || w.hasOnlyToLast(s[0].seat) {
		return
	}
	for i, c := range s {
		next := standAfter(s, i, after)
		stopped := c.destination != "" && next.At == c.stand.At // by the dice, or by a foe
		if stopped || c.rises(next) || !w.isStill(c) {
			return
		}
	}
	w.addWait(s, w.absurdity(ruleIdle, s[0], wordDecisions(s), wordInstead(s)))
}

// danceLeast is how many breaths or turns in a row that only wait are a dance.
const danceLeast = 6

// findWaiting finds breaths and turns that only wait, and danceLeast of them in a row.
func (w *onlooker) findWaiting(s []seenDecision, after rules.Stand) {
	waits := slices.ContainsFunc(s, func(c seenDecision) bool { return c.canAct && !c.canLoad }) &&
		!isIn(after, "guards") && !w.hasOnlyToLast(s[0].seat)
	for i, c := range s {
		next := standAfter(s, i, after)
		still := (w.isStill(c) || next.Stance != c.stand.Stance) && !c.rises(next)
		if waits = waits && still && !c.strikes() && c.motive.Nears <= 0 && !c.motive.Loads; !waits {
			w.waitsInRow = 0
			return
		}
	}
	if waits {
		w.addWait(s, w.absurdity(ruleWaits, s[0], wordDecisions(s), wordInstead(s)))
		if w.waitsInRow++; w.waitsInRow == danceLeast {
			w.note(ruleDance, s[0], wordDecisions(s), wordInstead(s))
		}
	}
}

// findHelplessInFront finds combatants who come nearer although they are helpless or have no weapon, so that foes reach
// them who did not before.
func (w *onlooker) findHelplessInFront(s []seenDecision, reached []rules.Seat) {
	if slices.ContainsFunc(s, seenDecision.strikes) {
		return
	}
	for _, c := range s {
		bare := isIn(c.stand, "disarmed")
		newly := func(by rules.Seat) bool { return !slices.Contains(c.foesInReach, by) }
		if c.motive.Nears > 0 && (bare || c.plight.Helpless) && slices.ContainsFunc(reached, newly) {
			w.note(ruleFront, c, wordDecisions(s), "")
			return
		}
	}
}

// hasOnlyToLast reports whether a seat's side wins by lasting.
func (w *onlooker) hasOnlyToLast(seat rules.Seat) bool {
	return w.goal.Goal == "last" && w.goal.For == w.f.Roster()[seat].Team
}

// isStill reports whether a decision does nothing but let time pass or change the place.
func (w *onlooker) isStill(c seenDecision) bool {
	return c.idle || slices.Contains(w.about.MovePhases, c.phase)
}

// strikes reports whether a decision is a blow or a shot.
func (c seenDecision) strikes() bool { return c.motive.Strikes != rules.Nobody }

// rises reports whether the seat stands up by a decision; next is how it stands afterwards.
func (c seenDecision) rises(next rules.Stand) bool {
	return isIn(c.stand, "prone") && !isIn(next, "prone")
}

// standAfter returns how a seat stands after decision i of its breath or turn; after is how it stands at the end.
func standAfter(s []seenDecision, i int, after rules.Stand) rules.Stand {
	if i+1 < len(s) {
		return s[i+1].stand
	}
	return after
}

// isIn reports whether somebody stands in a state.
func isIn(t rules.Stand, state string) bool {
	return slices.ContainsFunc(t.States, func(x rules.State) bool { return x.Name == state })
}

// otherIn returns the other combatant of a state that two share, as the mount of a rider; empty without such a state.
func otherIn(t rules.Stand, state string) string {
	if i := slices.IndexFunc(t.States, func(x rules.State) bool { return x.Name == state }); i >= 0 {
		return t.States[i].With
	}
	return ""
}

// wordInstead says how much less the best blow or step would have been worth at the end of a breath or turn that waits.
func wordInstead(s []seenDecision) string {
	last := s[len(s)-1]
	if last.deedMargin == 0 {
		return "nothing to strike, and nobody to come nearer to, at the end"
	}
	return fmt.Sprintf("at the end, to strike or to come nearer is worth %.1f points less", 100*last.deedMargin)
}

// wordDecisions words decisions in a row.
func wordDecisions(s []seenDecision) string {
	return strings.Join(mapped(s, func(c seenDecision) string { return c.words }), ", ")
}
