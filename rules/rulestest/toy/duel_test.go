package toy

import (
	"fmt"
	"strings"
)

// A second reading of the laws for one against one, without draughts and spells: the first has the turns first.

type blow struct {
	bonus, sides, plus int
	far                bool
}

type duel struct {
	rounds int
	hp, ac [2]int
	blows  [2][]blow
	room   [2]int
}

func (d duel) text() string {
	text := fmt.Sprintf("version: 1\nsystem: toy\ntitle: A Duel\nrounds: %d\nrows: {version: 1, combatants: {", d.rounds)
	for i, blows := range d.blows {
		var all []string
		for k, b := range blows {
			all = append(all, fmt.Sprintf("{name: blow %d, bonus: %d, damage: %s, far: %v}", k, b.bonus, strings.TrimSuffix(fmt.Sprintf("1d%d%+d", b.sides, b.plus), "+0"), b.far))
		}
		text += fmt.Sprintf("p%d: {hit points: %d, armour class: %d, initiative: %d, attacks: [%s]}, ", i, d.hp[i], d.ac[i], 5-i, strings.Join(all, ", "))
	}
	text += "}}\nsides:\n"
	for i, room := range d.room {
		text += fmt.Sprintf("  - {name: s%d, fighters: [{who: p%[1]d, at: %s}]}\n", i, places[room])
	}
	return text
}

// fray is how a duel stands at a decision of whose turn it is.
type fray struct {
	hp, room, prone, dodge, react [2]int
	move, act, who, round         int
}

// value is what the fight is worth to the first, by the laws.
func (d duel) value(s fray, known map[fray]float64) float64 {
	switch {
	case s.hp[0] <= 0:
		return -1
	case s.hp[1] <= 0:
		return 1
	}
	if v, ok := known[s]; ok {
		return v
	}
	me, foe := s.who, 1-s.who
	sign := float64(1 - 2*me)
	best := -2.0
	try := func(v float64) { best = max(best, sign*v) }

	next := s // end turn: TY-01, TY-02, TY-10
	if next.who, next.move, next.act, next.react[foe], next.dodge[foe] = foe, 1, 1, 1, 0; me == 1 {
		next.round++
	}
	if next.round == d.rounds {
		try(0)
	} else {
		try(d.value(next, known))
	}
	if s.act == 1 {
		acted := s
		acted.act = 0
		for k, b := range d.blows[me] {
			if !b.far && s.room[0] != s.room[1] {
				continue
			}
			try(d.struck(acted, me, b, known, func(s fray) float64 { return d.value(s, known) }))
			if k == 0 && s.room[0] == s.room[1] && s.prone[foe] == 0 { // TY-13
				tripped := acted
				tripped.prone[foe] = 1
				p := d.hits(acted, me, b)
				try(p*d.value(tripped, known) + (1-p)*d.value(acted, known))
			}
		}
		acted.dodge[me] = 1
		try(d.value(acted, known))
	}
	if s.move == 1 && s.prone[me] == 1 { // TY-08
		up := s
		up.move, up.prone[me] = 0, 0
		try(d.value(up, known))
	} else if s.move == 1 {
		for _, to := range []int{s.room[me] - 1, s.room[me] + 1} {
			if to < 0 || to > 3 {
				continue
			}
			goes := func(s fray) float64 {
				if s.hp[me] > 0 {
					s.room[me] = to
				}
				return d.value(s, known)
			}
			away := s
			away.move = 0
			v := goes(away)
			if s.room[0] == s.room[1] && s.react[foe] == 1 { // TY-07
				away.react[foe] = 0
				struck := d.struck(away, foe, d.blows[foe][0], known, goes)
				if sign*struck < sign*v {
					v = struck
				}
			}
			try(v)
		}
	}
	known[s] = sign * best
	return sign * best
}

// hits is the chance that a blow hits: TY-03, TY-04, TY-06, TY-08, TY-10.
func (d duel) hits(s fray, by int, b blow) float64 {
	at, better, worse := 1-by, false, s.prone[by] == 1 || s.dodge[1-by] == 1
	if s.prone[at] == 1 {
		if s.room[0] == s.room[1] {
			better = true
		} else {
			worse = true
		}
	}
	once := 0.0
	for die := 1; die <= 20; die++ {
		if die == 20 || die > 1 && die+b.bonus >= d.ac[at] {
			once += 0.05
		}
	}
	switch {
	case better && !worse:
		return 1 - (1-once)*(1-once)
	case worse && !better:
		return once * once
	}
	return once
}

// struck is what a blow comes to: TY-05.
func (d duel) struck(s fray, by int, b blow, known map[fray]float64, then func(fray) float64) float64 {
	p := d.hits(s, by, b)
	v := (1 - p) * then(s)
	for die := 1; die <= b.sides; die++ {
		hurt := s
		hurt.hp[1-by] = max(0, s.hp[1-by]-max(1, die+b.plus))
		v += p / float64(b.sides) * then(hurt)
	}
	return v
}
