package breath

import (
	"fmt"
	"strings"

	"kokyu/rules"
	"kokyu/rules/book"
	"kokyu/rules/breath/rows"
	"kokyu/rules/text"
)

// The words of castings, in options and on sheets.

// declineWords are the words of an ally's decision not to answer a blow by a spell.
const declineWords = "let it land"

// castVerbs are the words before a spell's name, by Action.Mode. castRampage is no decision and has none.
var castVerbs = []string{castBegin: "begin ", castContinue: "go on with ",
	castActivate: "complete ", castForce: "force "}

// castWords returns the words of a casting's action: "cast great fireball > Kojiro", "begin eight-petal lotus",
// "complete eight-petal lotus > core", "hurry goma flame king > core", "force night of a hundred lanterns > core". To
// hurry is to take the next stage before its round, to force is to pay all that is left at once.
func (g *Game) castWords(s *State, act rules.Action) string {
	k := g.fighters[s.actor].casterNumber - 1
	ca, sp := &s.casters[k], &g.casters[k].spells[act.With]
	text := castVerbs[act.Mode]
	switch {
	case sp.stages == 1:
		text = "cast "
	case act.Mode != castForce && ca.hasInHand(act.With) && ca.isEarly(sp):
		text = "hurry "
	}
	text += sp.name
	switch {
	case sp.targets == atWorkings && act.To == toBarrier:
		return text + " > the barrier"
	case act.At != rules.Nobody && sp.targets != atSelf:
		return text + " > " + g.name(int(act.At))
	case act.Mode == castBegin || act.Mode == castContinue:
		return text
	case sp.targets == atFoes && g.hasZones:
		return text + " > " + rows.Zones[act.To&zoneMask] + " and " + rows.Zones[act.To>>secondZoneShift]
	case sp.targets == atZone || sp.targets == atAll || sp.targets == atAllYoma:
		return text + " > " + rows.Zones[act.To]
	}
	return text
}

// spellSheet adds to seat i's sheet its slots, its chant, and the effects of spells on it. Slots are told by rising
// dan, as in "4/3/2", without the dans of which the caster has none even after a rest.
func (g *Game) spellSheet(s *State, i int, add func(name, value string)) {
	if k := g.fighters[i].casterNumber; k != 0 {
		sheet, ca := &g.casters[k-1], &s.casters[k-1]
		for l, list := range sheet.lists {
			left := make([]string, 0, slotDans)
			for d := range uint8(slotDans) {
				if sheet.slotsFull[l][d] > 0 {
					left = append(left, number(int8(ca.slotsLeft(uint8(l), d))))
				}
			}
			add(list+" slots", strings.Join(left, "/"))
		}
		if sp := g.spellInHand(s, k-1); sp != nil {
			if ca.stagesPaid() < sp.stages {
				add("casting", fmt.Sprintf("%s, %d of %d", sp.name, ca.stagesPaid(), sp.stages))
			} else {
				add("holds", sp.name)
			}
		}
		if ca.flags&(exhaustedNext|exhaustedNow) != 0 {
			add("exhausted", text.Either(ca.flags&exhaustedNow != 0, "this round", "next round"))
		}
	}
	wards := s.marks[i] >> wardShift
	under := g.spellMarkWords(s, i).If(wards != 0, fmt.Sprintf("warded %d", wards)).If(g.isSealed(s, i), "sealed")
	add("under", strings.Join(under, ", "))
	if sp := g.barrierOver(s, i); sp != nil {
		add("barrier", fmt.Sprintf("%s, %s", sp.name, text.Count(int(s.barriers[g.fighters[i].side].remaining()), "Wound")))
	}
}

// nonSpellMarks is how many of markNames come from no spell: Energy received and a blessing, which are told elsewhere.
const nonSpellMarks = 2

// spellMarkWords returns the words for the marks and lasting effects of spells on seat i, for people: without numbers.
func (g *Game) spellMarkWords(s *State, i int) text.Words {
	words := text.Words(book.BitWords(s.marks[i]>>nonSpellMarks, markNames[nonSpellMarks:]))
	for n := range g.lasting {
		words = words.If(g.lastingOn(s, i, &g.lasting[n]) != 0, g.lasting[n].name)
	}
	return words
}
