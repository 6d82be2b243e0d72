package breath

import (
	"fmt"

	"kokyu/rules"
	"kokyu/rules/breath/rows"
	"kokyu/rules/text"
)

// What an order or a stage of a casting leads to, for advice. Only these decisions need it: an order is carried out by
// others, and a stage is worth nothing by itself.

// meaning returns what an order or a casting's stage leads to, in a sentence, and "" for anything else. It is said of a
// decision before it is taken: numbers are those of the position as it is.
func (g *Game) meaning(s *State, a rules.Action) string {
	switch a.Do {
	case doOrder:
		return g.orderMeans(s, a)
	case doGeneral:
		n, _ := g.squadsHearing(s, int(s.actor), a)
		return fmt.Sprintf("One word to all: %s hear it and do as if each were told, one of the two orders each obeys in a round.", text.Count(n, "squad"))
	case doCast:
		return g.stageMeans(s, a)
	}
	return ""
}

// orderMeans says what a squad will do by an order, and what it can no longer do then.
func (g *Game) orderMeans(s *State, a rules.Action) string {
	q := int(a.Mode)
	c := &s.seats[q]
	who, men := g.name(q), fmt.Sprintf("%d men", g.heads(s, q))
	if g.heads(s, q) == 1 {
		men = "one man"
	}
	text := ""
	switch a.With {
	case orderStrike, orderVolley, orderCharge:
		text = fmt.Sprintf("%s (%s) make one roll at %+d against Defense %d, their one attack of the round", who, men,
			g.squadMod(s, q, int(a.At), int(bit(a.With == orderCharge))), g.shownDefense(s, int(a.At)))
		if g.seats[q].techniques[0].is&techEmpties != 0 {
			text += ", and stand with empty guns"
		}
		if a.With == orderCharge {
			text += ", where they have come to; till the lull their Defense is 2 lower"
		}
	case orderAdvance, orderWithdraw:
		text = who + " go, and their formation is over"
		if a.With == orderAdvance && (a.To == core || g.heldAgainst(s, g.seats[q].side, a.To)) {
			text = fmt.Sprintf("%s try to force their way, %+d against %d, and their formation is over", who, g.forceMod(s, q), g.forceNeed(s, q, wayBreak, a.To))
		}
	case orderShields:
		text = who + " have Defense 1 higher and strike at 1 less till they move"
	case orderSpears:
		text = who + " strike the first enemy of a round who comes to them, till they move"
	case orderClose:
		text = "the first blow of a round that lands on " + g.name(int(s.actor)) + " falls on " + who + ", once"
	case orderRally:
		text = fmt.Sprintf("Cohesion of %s goes from %d to %d; at %d they waver, at 0 they break", who, c.cohesion(),
			min(cohesionMax, c.cohesion()+g.seats[s.actor].rallyGain), wavering)
	case orderReload:
		text = who + " can shoot again"
	case orderTake:
		text = who + " obey a commander again, and lose no more heart in the lull"
	}
	return fmt.Sprintf("An order: %s. It is the %s of two that they obey in a round.", text, [...]string{"first", "second"}[min(c.held[0]&orderCount, 1)])
}

// stageMeans says of a casting's stage what is paid, what is still to be paid, and what may go wrong. For a spell of
// one stage only its slot is worth telling.
func (g *Game) stageMeans(s *State, a rules.Action) string {
	m := &g.mages[g.seats[s.actor].mage-1]
	w := &m.spells[a.With]
	dan := rows.DanName(rows.SpellDans[w.dan])
	if w.stages == 1 {
		slots := "the last slot"
		if n := s.casters[w.mage].slotsLeft(w.list, w.dan); n > 1 {
			slots = fmt.Sprintf("one of %d slots", n)
		}
		return fmt.Sprintf("%s takes %s of %s.", w.name, slots, dan)
	}
	c := &s.casters[w.mage]
	next := uint8(0)
	if g.isCasting(s, int(s.actor)) && c.spell == a.With+1 {
		next = c.stagesPaid()
	}
	pause := "later breath"
	if w.waitsForRound(next) {
		pause = "later round"
	}
	const breaks = "a critical, two Wounds at once, a strip or being Defenseless breaks it"
	switch {
	case a.Mode == castForce:
		return fmt.Sprintf("All that is left of %s, %d Energy in one breath: it exhausts, the next round begins with 1 Energy and Defenseless.",
			w.name, w.costFrom(next))
	case c.isEarly(w) && next > 0:
		return fmt.Sprintf("Stage %d of %d of %s before its round: it exhausts, the next round begins with 1 Energy and Defenseless.", next+1, w.stages, w.name)
	case next == 0:
		return fmt.Sprintf("The first of %d stages of %s: a slot of %s goes now, %d Energy more in a %s bring it about; till then %s.",
			w.stages, w.name, dan, w.costFrom(1), pause, breaks)
	case next+1 < w.stages:
		return fmt.Sprintf("Stage %d of %d of %s: %d Energy more in a %s bring it about; till then %s.", next+1, w.stages, w.name, w.costFrom(next+1), pause, breaks)
	}
	return fmt.Sprintf("The last of %d stages of %s, for which %d Energy are paid already: they are lost if its check fails.",
		w.stages, w.name, w.costFrom(0)-w.costFrom(next))
}
