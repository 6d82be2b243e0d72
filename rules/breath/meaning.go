package breath

import (
	"fmt"

	"kokyu/rules"
	"kokyu/rules/breath/rows"
	"kokyu/rules/text"
)

// What an order or a stage of a casting leads to, for advice. Other decisions need no such words: what they do is done
// at once, by whoever decides. Cohesion is a squad's morale; dan is a spell's rank, and a casting takes a slot of it.

// meaning returns what an order or a casting's stage leads to, in a sentence, and "" for anything else. The numbers are
// those of position s, before the decision is taken.
func (g *Game) meaning(s *State, act rules.Action) string {
	switch act.Do {
	case doOrder:
		return g.orderMeaning(s, act)
	case doGeneralOrder:
		n, _ := g.squadsHearing(s, int(s.actor), act)
		return fmt.Sprintf("One word to all: %s hear it and do as if each were told, one of the two orders each obeys in a round.", text.Count(n, "squad"))
	case doCast:
		return g.stageMeaning(s, act)
	}
	return ""
}

// orderMeaning returns what a squad will do by an order, and what it can no longer do then.
func (g *Game) orderMeaning(s *State, act rules.Action) string {
	q := int(act.Mode) // of an order, Mode is the squad and With the order, see action.go
	c := &s.seats[q]
	who, men := g.name(q), fmt.Sprintf("%d men", g.heads(s, q))
	if g.heads(s, q) == 1 {
		men = "one man"
	}
	text := ""
	switch act.With {
	case orderStrike, orderVolley, orderCharge:
		text = fmt.Sprintf("%s (%s) make one roll at %+d against Defense %d, their one attack of the round", who, men,
			g.squadMod(s, q, int(act.At), int(bit(act.With == orderCharge))), g.shownDefense(s, int(act.At)))
		if g.fighters[q].techniques[0].flags&techUnloads != 0 { // a squad strikes with its first technique
			text += ", and stand with empty guns"
		}
		if act.With == orderCharge {
			text += ", where they have come to; till the lull their Defense is 2 lower"
		}
	case orderAdvance, orderWithdraw:
		text = who + " go, and their formation is over"
		if act.With == orderAdvance && (act.To == zoneCore || g.heldAgainst(s, g.fighters[q].side, act.To)) {
			text = fmt.Sprintf("%s try to force their way, %+d against %d, and their formation is over", who,
				g.forceMod(s, q), g.forceNeed(s, q, wayBreakThrough, act.To))
		}
	case orderShields:
		text = who + " have Defense 1 higher and strike at 1 less till they move"
	case orderSpears:
		text = who + " strike the first enemy of a round who comes to them, till they move"
	case orderCloseRanks:
		text = "the first blow of a round that lands on " + g.name(int(s.actor)) + " falls on " + who + ", once"
	case orderRally:
		text = fmt.Sprintf("Cohesion of %s goes from %d to %d; at %d they waver, at 0 they break", who, c.cohesion(),
			min(cohesionMax, c.cohesion()+g.fighters[s.actor].rallyGain), wavering)
	case orderReload:
		text = who + " can shoot again"
	case orderTakeOver:
		text = who + " obey a commander again, and lose no more heart in the lull"
	}
	return fmt.Sprintf("An order: %s. It is the %s of two that they obey in a round.", text, [...]string{"first", "second"}[min(c.ordersObeyed(), 1)])
}

// stageMeaning returns what a casting's stage costs, what is still to be paid, and what may go wrong; for a spell of
// one stage only which slot it takes.
func (g *Game) stageMeaning(s *State, act rules.Action) string {
	sheet := &g.casters[g.fighters[s.actor].casterNumber-1]
	sp := &sheet.spells[act.With]
	dan := rows.DanName(rows.SpellDans[sp.dan])
	if sp.stages == 1 {
		slots := "the last slot"
		if n := s.casters[sp.caster].slotsLeft(sp.list, sp.dan); n > 1 {
			slots = fmt.Sprintf("one of %d slots", n)
		}
		return fmt.Sprintf("%s takes %s of %s.", sp.name, slots, dan)
	}
	ca := &s.casters[sp.caster]
	next := uint8(0)
	if g.isCasting(s, int(s.actor)) && ca.hasInHand(act.With) {
		next = ca.stagesPaid()
	}
	when := "later breath"
	if sp.waitsForRound(next) {
		when = "later round"
	}
	const breaks = "a critical, two Wounds at once, a strip or being Defenseless breaks it"
	switch {
	case act.Mode == castForce:
		return fmt.Sprintf("All that is left of %s, %d Energy in one breath: it exhausts, the next round begins with 1 Energy and Defenseless.",
			sp.name, sp.costFrom(next))
	case ca.isEarly(sp) && next > 0:
		return fmt.Sprintf("Stage %d of %d of %s before its round: it exhausts, the next round begins with 1 Energy and Defenseless.", next+1, sp.stages, sp.name)
	case next == 0:
		return fmt.Sprintf("The first of %d stages of %s: a slot of %s goes now, %d Energy more in a %s bring it about; till then %s.",
			sp.stages, sp.name, dan, sp.costFrom(1), when, breaks)
	case next+1 < sp.stages:
		return fmt.Sprintf("Stage %d of %d of %s: %d Energy more in a %s bring it about; till then %s.",
			next+1, sp.stages, sp.name, sp.costFrom(next+1), when, breaks)
	}
	return fmt.Sprintf("The last of %d stages of %s, for which %d Energy are paid already: they are lost if its check fails.",
		sp.stages, sp.name, sp.costFrom(0)-sp.costFrom(next))
}
