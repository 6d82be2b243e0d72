package agent

import (
	"context"
	"slices"

	"kokyu/rules"
	"kokyu/rules/book"
	"kokyu/rules/fight"
	"kokyu/search"
)

// ForecastNodes is the budget of the searches of which forecasts are made, for forecasts were fitted to the values of
// such searches.
const ForecastNodes = 2_000

// Prospect is what is known of a position to make a forecast of it. Chances are those of side 0.
type Prospect struct {
	System  string     `json:"system"`
	Value   float64    `json:"value"`             // by a search of [ForecastNodes] against best reply
	Round   int        `json:"round"`             // the round under way, from 1
	Rounds  int        `json:"rounds"`            // the last round, with which the time is over; 0 if there is none
	Seats   [2]int     `json:"seats"`             // how many combatants of each side are still in the fight
	Left    [2]float64 `json:"left"`              // the share of its life that each side still has
	Goal    string     `json:"goal,omitempty"`    // the goal of the encounter; empty if each side only has to fell the other
	For     rules.Side `json:"for,omitempty"`     // the side that has the goal
	Reached int        `json:"reached,omitempty"` // how many could strike at the combatant whom the goal is to fell or to protect

	Builtin string `json:"builtin,omitempty"` // the built-in encounter of the fight; empty if anything of it was changed
}

// Prospect returns the prospect of the position of a fight in which somebody decides, without what is secret there. The
// errors are those of the search.
func (x *Finder) Prospect(ctx context.Context, f *fight.Fight) (p Prospect, err error) {
	if err := x.moveTo(f); err != nil {
		return p, err
	}
	list, err := x.player.prospects(ctx)
	if err == nil {
		p = list[0].Prospect
	}
	return p, err
}

// likelihood is a prospect with its chance.
type likelihood struct {
	Prospect
	p float64
}

const (
	knownProspectsMax = 4096 // positions of which the prospect is remembered
	outcomesMax       = 8    // outcomes of dice that are searched one by one; more share one search
)

// prospects returns the prospect of the position or, if it waits for dice, one for each of their outcomes.
func (b *binding[S]) prospects(ctx context.Context) (list []likelihood, err error) {
	s, answers := b.visibleState()
	if b.Sys.Turn(&s).Kind != rules.Chance {
		p, err := b.decisionProspect(ctx, s, answers)
		return []likelihood{{p, 1}}, err
	}
	r, err := b.forecastSearch(ctx, s, false)
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
		} else if p.Value = win(o.Value, 0); kind == rules.Chance || len(r.Options) > outcomesMax {
			list = append(list, likelihood{p, o.P})
		} else if p, err = b.decisionProspect(ctx, next, false); err == nil {
			list = append(list, likelihood{p, o.P})
		} else {
			return nil, err
		}
	}
	return list, nil
}

// forecastSearch makes a search of the size that forecasts are made of.
func (b *binding[S]) forecastSearch(ctx context.Context, s S, answers bool) (search.Result, error) {
	return b.ownSearcher().Search(ctx, s, search.Limits{Nodes: ForecastNodes, Answer: answers})
}

// decisionProspect returns the prospect of a decision. It follows the search's choices to the last decision of the
// round before dice fall or a secret is chosen. Nothing happens until then that the search does not foresee, so that
// all these positions have one prospect.
func (b *binding[S]) decisionProspect(ctx context.Context, s S, answers bool) (p Prospect, err error) {
	var passed []S
	for {
		var known bool
		if p, known = b.knownProspects[s]; known && !answers {
			break
		}
		r, err := b.forecastSearch(ctx, s, answers)
		if err != nil {
			return p, err
		}
		next, kind := s, b.Sys.Turn(&s).Kind
		b.Sys.Play(&next, r.Best, nil)
		then := b.Sys.Turn(&next).Kind
		passed = append(passed, s)
		if kind != rules.Decide || answers || then != rules.Decide && then != rules.Commit || b.Sys.Round(&next) > b.Sys.Round(&s) || len(passed) == StepsMax {
			p = b.prospectAt(&s)
			p.Value = win(r.Value, 0)
			break
		}
		s = next
	}
	if answers {
		return p, nil
	}
	if len(b.knownProspects) > knownProspectsMax || b.knownProspects == nil {
		b.knownProspects = map[S]Prospect{}
	}
	for _, s := range passed {
		b.knownProspects[s] = p
	}
	return p, nil
}

// prospectAt returns the prospect of a position without its value.
func (b *binding[S]) prospectAt(s *S) Prospect {
	facts := b.facts()
	p := Prospect{System: b.header.System, Builtin: facts.builtin, Rounds: facts.rounds, Round: b.Sys.Round(s), Goal: facts.goal.Goal}
	roster := b.Sys.Roster()
	var lifeMax [2]int
	for seat, who := range roster {
		if who.Team == facts.goal.For {
			p.For = who.Side
		}
		plight := b.Sys.Plight(s, rules.Seat(seat))
		if !plight.Out {
			p.Seats[who.Side]++
			p.Left[who.Side] += float64(plight.LifeLeft)
		}
		lifeMax[who.Side] += plight.LifeMax
		if target := facts.target; target >= 0 && !plight.Out && roster[target].Side != who.Side && b.Sys.Reaches(s, rules.Seat(seat), rules.Seat(target)) {
			p.Reached++
		}
	}
	for side := range p.Left {
		p.Left[side] /= float64(max(1, lifeMax[side]))
	}
	return p
}

// encounterFacts are what a forecast needs to know of an encounter.
type encounterFacts struct {
	builtin string
	rounds  int
	goal    book.Objective
	target  int // the seat that the goal is to fell or to protect; -1 for none
}

// facts returns the facts of the fight's encounter. They are kept, for prospects of many positions of it are made.
func (b *binding[S]) facts() *encounterFacts {
	if b.encounterFacts != nil {
		return b.encounterFacts
	}
	scenery := b.Sys.Scenery()
	b.encounterFacts = &encounterFacts{rounds: scenery.Rounds, goal: scenery.Goal,
		target: slices.IndexFunc(b.Sys.Roster(), func(who rules.Fighter) bool { return scenery.Goal.Who != "" && who.Name == scenery.Goal.Who })}
	if game, ok := b.Sys.(titledGame); ok {
		b.encounterFacts.builtin = builtinOf(b.header, game.Title())
	}
	return b.encounterFacts
}
