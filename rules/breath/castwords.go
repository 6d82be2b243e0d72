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

// The words of castings, in options and on sheets.

// passWords are the words of an ally's decision not to answer a blow by a spell. By it nothing happens, see idle.
const passWords = "let it land"

// castVerbs are the words before a spell's name, by Action.Mode. castRampage is no decision and has none.
var castVerbs = []string{castBegin: "begin ", castOn: "go on with ", castAct: "complete ", castForce: "force "}

// castWords words a casting's action: "cast great fireball > Kojiro", "begin eight-petal lotus", "complete eight-petal
// lotus > core", "hurry goma flame king > core", "force night of a hundred lanterns > core". To hurry is to take the
// next stage before its round, to force is to pay all that is left at once.
func (g *Game) castWords(s *State, a rules.Action) string {
	k := g.seats[s.actor].mage - 1
	c, w := &s.casters[k], &g.mages[k].spells[a.With]
	text := castVerbs[a.Mode]
	switch {
	case w.stages == 1:
		text = "cast "
	case a.Mode != castForce && c.spell == a.With+1 && c.isEarly(w):
		text = "hurry "
	}
	text += w.name
	switch {
	case w.at == atWorkings && a.To == toBarrier:
		return text + " > the barrier"
	case a.At != rules.Nobody && w.at != atSelf:
		return text + " > " + g.name(int(a.At))
	case a.Mode == castBegin || a.Mode == castOn:
		return text
	case w.at == atFoes && g.zoned:
		return text + " > " + rows.Zones[a.To&zoneMask] + " and " + rows.Zones[a.To>>secondZone]
	case w.at == atZone || w.at == atAll || w.at == atAllYoma:
		return text + " > " + rows.Zones[a.To]
	}
	return text
}

// spellSheet adds to seat i's sheet its slots, its chant, and what spells have laid on it. Slots are told by rising
// dan, as in "4/3/2", without the dans of which the caster has none even after a rest.
func (g *Game) spellSheet(s *State, i int, add func(name, value string)) {
	if k := g.seats[i].mage; k != 0 {
		m, c := &g.mages[k-1], &s.casters[k-1]
		for l, list := range m.lists {
			var left [slotDans]string
			n := 0
			for d := range uint8(slotDans) {
				if m.slotsFull[l][d] > 0 {
					left[n] = strconv.Itoa(int(c.slotsLeft(uint8(l), d)))
					n++
				}
			}
			add(list+" slots", strings.Join(left[:n], "/"))
		}
		if w := g.spellInHand(s, k-1); w != nil {
			if c.stagesPaid() < w.stages {
				add("casting", fmt.Sprintf("%s, %d of %d", w.name, c.stagesPaid(), w.stages))
			} else {
				add("holds", w.name)
			}
		}
		if c.is&(exhaustedNext|exhaustedNow) != 0 {
			add("exhausted", map[bool]string{true: "this round", false: "next round"}[c.is&exhaustedNow != 0])
		}
	}
	wards := s.marks[i] >> wardShift
	under := g.spellMarkWords(s, i).If(wards != 0, fmt.Sprintf("warded %d", wards)).If(g.isSealed(s, i), "sealed")
	add("under", strings.Join(under, ", "))
	if w := g.barrierOver(s, i); w != nil {
		add("barrier", fmt.Sprintf("%s, %s", w.name, text.Count(int(s.barriers[g.seats[i].side].remaining()), "Wound")))
	}
}

// spellMarks is how many of markNames come from no spell: Energy received and a blessing, which are told elsewhere.
const spellMarks = 2

// spellMarkWords words the marks and lasting effects that spells have laid on seat i, for people: without numbers.
func (g *Game) spellMarkWords(s *State, i int) text.Words {
	words := text.Words(book.BitWords(s.marks[i]>>spellMarks, markNames[spellMarks:]))
	for n := range g.lasting {
		words = words.If(g.lastingOn(s, i, &g.lasting[n]) != 0, g.lasting[n].name)
	}
	return words
}
