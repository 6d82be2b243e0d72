package agent

import (
	"context"
	"slices"

	"kokyu/rules"
	"kokyu/rules/book"
	"kokyu/rules/fight"
	"kokyu/search"
)

// ForecastNodes is the budget of the searches that forecasts are made of, whatever else was searched: what was fitted are the
// values of such searches.
const ForecastNodes = 2_000

// Prospect is what a forecast knows of a position. Chances are those of side 0.
type Prospect struct {
	System  string     `json:"system"`
	Value   float64    `json:"value"`             // by a search of [ForecastNodes] against best reply
	Round   int        `json:"round"`             // under way, from 1
	Rounds  int        `json:"rounds"`            // the last one, at whose end time has run out; 0 if none is
	Seats   [2]int     `json:"seats"`             // of each side, who are still in the fight
	Left    [2]float64 `json:"left"`              // of each side, the share left of what its combatants could bear at first
	Goal    string     `json:"goal,omitempty"`    // what one side wants besides the other side's fall
	For     rules.Side `json:"for,omitempty"`     // and which side
	Reached int        `json:"reached,omitempty"` // how many could strike at the one whom the goal is to fell or to protect

	Builtin string `json:"builtin,omitempty"` // the built-in encounter that the fight is of, as it is shipped
}

// Prospect returns what a forecast knows of the position of the fight, in which somebody decides: what is secret there is no part of
// it. The errors are those of the search.
func (x *Finder) Prospect(ctx context.Context, f *fight.Fight) (p Prospect, err error) {
	if err := x.at(f); err != nil {
		return p, err
	}
	list, err := x.last.prospects(ctx)
	if err != nil {
		return p, err
	}
	return list[0].Prospect, nil
}

// likelihood is a prospect with its chance.
type likelihood struct {
	Prospect
	p float64
}

// Of a forecast: of how many positions it is remembered, and of how many outcomes at most each is searched by itself. More of them
// share one search.
const (
	metMost      = 4096
	outcomesMost = 8
)

// prospects returns what a forecast is made of. Where the position waits for dice there is one of each of their outcomes.
func (b *binding[S]) prospects(ctx context.Context) (list []likelihood, err error) {
	s, answers := b.visibleState()
	if b.Sys.Turn(&s).Kind != rules.Chance {
		p, err := b.settle(ctx, s, answers)
		return []likelihood{{p, 1}}, err
	}
	r, err := b.glimpse(ctx, s, false)
	if err != nil {
		return nil, err
	}
	for _, o := range r.Options {
		next := s
		b.Sys.Play(&next, o.Action, nil)
		kind := b.Sys.Turn(&next).Kind
		if p := b.prospectAt(&next); kind == rules.Over || r.IsBlind() {
			p.Value = win(b.Sys.Score(&next), 0)
			list = append(list, likelihood{p, o.P})
		} else if p.Value = win(o.Value, 0); kind == rules.Chance || len(r.Options) > outcomesMost {
			list = append(list, likelihood{p, o.P})
		} else if p, err = b.settle(ctx, next, false); err == nil {
			list = append(list, likelihood{p, o.P})
		} else {
			return nil, err
		}
	}
	return list, nil
}

// glimpse returns the search that forecasts are made of.
func (b *binding[S]) glimpse(ctx context.Context, s S, answers bool) (search.Result, error) {
	if b.finder == nil {
		b.finder = search.New[S](b.Sys)
	}
	return b.finder.Search(ctx, s, search.Limits{Nodes: ForecastNodes, Threads: 1, Answer: answers})
}

// settle returns the prospect of a decision. It goes on as the search would, to the last decision of the round before dice fall or a
// secret is chosen: nothing is seen until then that the search does not foresee, so that one prospect is that of them all.
func (b *binding[S]) settle(ctx context.Context, s S, answers bool) (p Prospect, err error) {
	var on []S
	for {
		var met bool
		if p, met = b.met[s]; met && !answers {
			break
		}
		r, err := b.glimpse(ctx, s, answers)
		if err != nil {
			return p, err
		}
		next, kind := s, b.Sys.Turn(&s).Kind
		b.Sys.Play(&next, r.Best, nil)
		then := b.Sys.Turn(&next).Kind
		on = append(on, s)
		if kind != rules.Decide || answers || then != rules.Decide && then != rules.Commit || b.Sys.Round(&next) > b.Sys.Round(&s) || len(on) == StepsMax {
			p = b.prospectAt(&s)
			p.Value = win(r.Value, 0)
			break
		}
		s = next
	}
	if answers {
		return p, nil
	}
	if len(b.met) > metMost || b.met == nil {
		b.met = map[S]Prospect{}
	}
	for _, s := range on {
		b.met[s] = p
	}
	return p, nil
}

// prospectAt returns all of the prospect of a position but the value.
func (b *binding[S]) prospectAt(s *S) Prospect {
	of := b.encounter()
	p := Prospect{System: b.header.System, Builtin: of.builtin, Rounds: of.rounds, Round: b.Sys.Round(s), Goal: of.goal.Goal}
	roster := b.Sys.Roster()
	var could [2]int
	for seat, who := range roster {
		if who.Team == of.goal.For {
			p.For = who.Side
		}
		plight := b.Sys.Plight(s, rules.Seat(seat))
		if !plight.Out {
			p.Seats[who.Side]++
			p.Left[who.Side] += float64(plight.LifeLeft)
		}
		could[who.Side] += plight.LifeMax
		if target := of.target; target >= 0 && !plight.Out && roster[target].Side != who.Side && b.Sys.Reaches(s, rules.Seat(seat), rules.Seat(target)) {
			p.Reached++
		}
	}
	for side := range p.Left {
		p.Left[side] /= float64(max(1, could[side]))
	}
	return p
}

// encounter is what a forecast reads of the encounter of a fight.
type encounter struct {
	builtin string
	rounds  int
	goal    book.Objective
	target  int // the seat that the goal is to fell or to protect, -1 for none
}

// encounter returns what a forecast reads of the fight's encounter, read once: a prospect is asked for at many positions of one.
func (b *binding[S]) encounter() *encounter {
	if b.read != nil {
		return b.read
	}
	scenery := b.Sys.Scenery()
	b.read = &encounter{rounds: scenery.Rounds, goal: scenery.Goal,
		target: slices.IndexFunc(b.Sys.Roster(), func(who rules.Fighter) bool { return scenery.Goal.Who != "" && who.Name == scenery.Goal.Who })}
	if game, ok := b.Sys.(titled); ok {
		b.read.builtin = builtinOf(b.header, game.Title())
	}
	return b.read
}
