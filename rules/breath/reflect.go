package breath

import "kokyu/rules"

// Document 002 §Instant exception: spells that answer a blow. The target casts one in place of a defence; if it
// takes the blow, an ally may cast one for it.

// mayAnswerBySpell reports whether seat i can answer the current blow with one of its spells: not while it is casting,
// and only a blow that can be answered at all.
func (g *Game) mayAnswerBySpell(s *State, i int, w *spell) bool {
	if w.is&spellReacts == 0 || w.cost[0] > s.seats[i].energy {
		return false
	}
	b := s.currentBlow()
	c := &s.casters[g.seats[i].mage-1]
	if c.is&muteNow != 0 || g.isCasting(s, i) || s.marks[i]&markLost != 0 ||
		g.seats[b.by].arms[b.with].is&(armSpell|armAnswered) == armSpell {
		return false
	}
	_, ok := g.slotFor(c, w)
	return ok && g.stepsTo(s, i, int(b.at)) <= w.reach
}

// mirrorActions appends the spells with which seat i, a caster, can answer the deepest blow.
func (g *Game) mirrorActions(s *State, i int, buf []rules.Action) []rules.Action {
	k := g.seats[i].mage - 1
	for n := range g.mages[k].spells {
		if g.mayAnswerBySpell(s, i, &g.mages[k].spells[n]) {
			buf = append(buf, rules.Action{Do: doMirror, With: uint8(n), At: rules.Seat(s.currentBlow().by), To: k})
		}
	}
	return buf
}

// canAnswerBySpell reports whether seat i can answer the current blow with any spell.
func (g *Game) canAnswerBySpell(s *State, i int) bool {
	m := &g.mages[g.seats[i].mage-1]
	for n := range m.spells {
		if g.mayAnswerBySpell(s, i, &m.spells[n]) {
			return true
		}
	}
	return false
}

// mirroringAlly returns the ally who may answer for the target of the deepest blow, nobody if none can.
func (g *Game) mirroringAlly(s *State) rules.Seat {
	b := s.currentBlow()
	for k := range g.mages {
		i := int(g.mages[k].seat)
		if i != int(b.at) && s.up(i) && g.seats[i].side == g.seats[b.at].side && !g.isSealed(s, i) &&
			g.canAnswerBySpell(s, i) {
			return rules.Seat(i)
		}
	}
	return rules.Nobody
}

// takeBlow goes on with a blow that its target does not answer: an ally's spell may, else it lands.
func (g *Game) takeBlow(s *State, log *rules.Log) {
	s.phase = phLands
	if len(g.mages) > 0 && g.mirroringAlly(s) != rules.Nobody {
		s.phase = phMirror
	}
}

// answerBySpell casts a spell that answers the current blow. It costs what is printed, outside any breath.
func (g *Game) answerBySpell(s *State, a rules.Action, log *rules.Log) {
	b := s.currentBlow()
	w := &g.mages[a.To].spells[a.With]
	i := int(g.mages[a.To].seat)
	g.takeSlot(s, a.To, w, log)
	b.answer = a.With | a.To<<spellMageShift
	log.Add(rules.Event{Kind: "react", Seat: g.name(i), At: g.name(int(b.by)), What: w.name, Paid: int(w.cost[0])})
	g.spendEnergy(s, i, w.cost[0], log)
	s.phase = phReflect
}

// takeReflection takes the dice of a spell that answers a blow. If it works, the blow is negated whole; if it fails,
// the blow lands, after the spell's backlash.
func (g *Game) takeReflection(s *State, sum int8, double bool, log *rules.Log) {
	w := g.reflectingSpell(s)
	i := int(g.mages[w.mage].seat)
	ok := sum+g.castMod(s, w) >= w.need
	log.Add(rules.Event{Kind: "spell", Seat: g.name(i), At: g.name(int(s.currentBlow().by)), What: w.name, OK: ok})
	switch {
	case ok:
		s.phase = phParted
		return
	case sum == 2:
		g.sufferBacklash(s, w, log)
	}
	s.currentBlow().answer = 0
	if !s.up(int(s.currentBlow().at)) {
		s.phase = phParted
		return
	}
	s.phase = phLands
}
