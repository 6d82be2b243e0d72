package breath

import (
	"fmt"
	"slices"
	"strings"

	"kokyu/rules"
	"kokyu/rules/book"
	"kokyu/rules/breath/rows"
	"kokyu/rules/text"
)

// A GM's edits of a fight under way.

// Edit makes a GM's change: "Kojiro energy=4", "Kojiro wounds=0", "Kojiro zone=core", "Kojiro +bleeding", "Kojiro
// -hidden", "Kojiro stance=spear wall", "Kojiro stance=none", "Kojiro yields", "Kojiro flees"; in a duel "Kojiro
// guard=2" and "Kojiro distance=near range".
func (g *Game) Edit(s *State, change string, log *rules.Log) error {
	return rules.Change(s, change, g.Names(), log, rules.Edits[State]{
		Example:   "a combatant and a change, as in Kojiro energy=4; wounds=, energy=, zone=, stance=, +state, -state, yields and flees are known",
		MayChange: func(i int) error { return g.mayEdit(s, i) },
		Change:    g.edit,
		Yields:    g.yields,
		Continue: func(int) {
			switch {
			case g.decide(s, log):
			case s.phase == phBleed:
				g.askBleeding(s, log)
			case s.phase == phBurn:
				g.askBurning(s, log)
			case s.phase == phUnseal:
				g.askSealed(s, log)
			case s.phase == phCount || !s.up(int(s.actor)):
				g.callNext(s, log)
			}
			g.goOn(s, log)
		},
	})
}

// mayEdit returns an error unless a GM may change seat i now.
func (g *Game) mayEdit(s *State, i int) error {
	switch c := &s.seats[i]; {
	case s.phase == phOver:
		return fmt.Errorf("the fight is over, want an undo first")
	case c.is&isYielded != 0:
		return fmt.Errorf("%s has yielded, want an undo first", g.name(i))
	case c.is&isDown != 0:
		return fmt.Errorf("%s is down, want an undo first", g.name(i))
	case s.depth > 0 || s.phase == phResist || s.phase == phContest || s.phase == phName || s.phase == phCast || s.phase == phFocus:
		return rules.UnderWay(underWay(s))
	}
	return nil
}

// edit makes a change that a GM types of seat i, as "wounds=2" or "+bleeding". The error says what cannot be so, and
// changes nothing.
func (g *Game) edit(s *State, i int, rest string) error {
	f, c := &g.seats[i], &s.seats[i]
	key, value, _ := strings.Cut(rest, "=")
	isState := rest != "" && (rest[0] == '+' || rest[0] == '-')
	switch {
	case key == "energy" && !f.breathes():
		return fmt.Errorf("%s has no Energy by nature (EB-123), want wounds= or zone=", g.name(i))
	case f.isSquad() && (isState || key == "stance"):
		return fmt.Errorf("%s is a squad, want wounds=, cohesion= or zone=", g.name(i))
	case isState:
		return g.editState(c, rest)
	}
	switch key {
	case "zone":
		z := slices.Index(rows.Zones[:scene], value)
		if !g.zoned || z < 0 || !g.inPlay[z] {
			return fmt.Errorf("no zone %q here, want %s", value, text.OneOf(value, book.Keys(g.Encounter.Zones)))
		}
		c.zone = uint8(z)
		return nil
	case "stance":
		g.interrupt(s, i, byItself, nil)
		c.stance = 0
		names := []string{"none"}
		for _, st := range f.stances {
			names = append(names, g.stances[st].name)
			if g.stances[st].name == value {
				c.stance = 1 + st
			}
		}
		if !slices.Contains(names, value) {
			return fmt.Errorf("%s has no stance %q, want %s", g.name(i), value, text.OneOf(value, names))
		}
		return nil
	case "guard", "distance":
		return g.editDuel(s, i, key, value)
	}
	return g.editNumber(s, i, key, value, rest)
}

// editNumber makes a GM's change of a number that seat i has.
func (g *Game) editNumber(s *State, i int, key, value, rest string) error {
	f, c := &g.seats[i], &s.seats[i]
	most := map[string]int{"energy": rows.EnergyMax, "wounds": int(f.wounds)}
	if f.isSquad() {
		most["cohesion"] = cohesionMax
	}
	k := slices.Index(rows.PurseNames, key)
	isPurse := k >= 0 && f.purse[k] >= 0
	if isPurse {
		most[key] = rows.PurseMax
	}
	if _, has := most[key]; !has {
		return fmt.Errorf("%q is no change, want wounds=, energy=, zone=, stance=, +state or -state", rest)
	}
	n, err := rules.Figure(key, value, most[key])
	switch {
	case err != nil:
		return err
	case isPurse:
		s.purses[f.purse[k]] = uint8(n)
	case key == "energy":
		c.energy = int8(n)
	case n == 0 && (key == "wounds" || key == "cohesion"):
		g.takeOut(s, i, nil)
	case key == "wounds":
		c.wounds = int8(n)
	default: // cohesion
		c.muster(c.under(), int8(n))
	}
	return nil
}

// editable are the states a GM may set or lift.
var editable = []string{"closed", "strained", "hidden", "bleeding", "shaken", rows.Defenseless}

// editState makes a change like "+bleeding" or "-defenseless". Defenseless is two states, shaken until the next breath
// and spent until the round ends: a GM sets the first and clears both.
func (g *Game) editState(c *seat, rest string) error {
	word := rest[1:]
	if !slices.Contains(editable, word) {
		return fmt.Errorf("no state %q to change, want %s", word, text.OneOf(word, editable))
	}
	set, lift := flags(isShaken), flags(isDefenseless)
	if word != rows.Defenseless {
		set = 1 << slices.Index(rows.States, word)
		lift = set
	}
	if rest[0] == '+' {
		c.is |= set
	} else {
		c.is &^= lift
	}
	return nil
}

// editDuel makes a GM's change of guard or distance.
func (g *Game) editDuel(s *State, i int, key, value string) error {
	if !g.duel.on {
		return fmt.Errorf("%s in a fight that is no duel, want wounds=, energy=, zone=, stance=, +state or -state", key)
	}
	if s.phase != phCount && s.phase != phBreath && s.phase != phBleed {
		return rules.UnderWay(underWay(s))
	}
	if key == "distance" {
		to := slices.Index(rows.Rungs, value)
		if to < int(g.duel.first) {
			return fmt.Errorf("no rung %q here, want %s", value, text.OneOf(value, rows.Rungs[g.duel.first:]))
		}
		s.duel.rung = uint8(to)
		s.duel.clearUnneeded()
		return nil
	}
	n, err := rules.Figure(key, value, int(g.seats[i].guard))
	if err != nil {
		return err
	}
	s.duel.guard[i] = int8(n)
	s.duel.clearUnneeded()
	g.fadeOpenings(s)
	return nil
}
