package agent

import (
	"context"
	"slices"

	"kokyu/rules"
	"kokyu/rules/dice"
	"kokyu/rules/fight"
	"kokyu/search"
)

// A forecast of a fight takes the prospect of its position, of which a search of [ForecastNodes] gives the value, or
// the prospects after the dice for which it waits. Fights that are played out from there can refine it, see match.go.

// Forecast returns how often side 0 wins the fight from here, nil if no map was fitted for its system. A fight that is
// over is forecast as it ended. The errors are those of the search.
func (x *Finder) Forecast(ctx context.Context, f *fight.Fight) (*Forecast, error) {
	if err := x.moveTo(f); err != nil {
		return nil, err
	}
	return forecast(ctx, x.player)
}

// forecast returns the forecast for the side that must decide, see [Finder.Forecast].
func (v View) forecast(ctx context.Context) (*Forecast, error) {
	f, err := forecast(ctx, v.player)
	if f != nil {
		f = new(f.For(v.player.Roster()[v.Seat()].Side))
	}
	return f, err
}

// forecast does what Finder.Forecast does.
func forecast(ctx context.Context, p player) (*Forecast, error) {
	m, ok := Forecaster(p.fightHeader().System)
	if !ok {
		return nil, nil
	}
	if p.Turn().Kind == rules.Over {
		win := win(p.Score(), 0)
		return &Forecast{Win: win, Low: win, High: win, Assumes: equalPlay}, nil
	}
	list, err := p.prospects(ctx)
	if err != nil {
		return nil, err
	}
	return new(m.expected(list)), nil
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
	if r.IsBlind() {
		return b.drawnProspects(ctx, s)
	}
	for _, o := range r.Options {
		next := s
		b.Sys.Play(&next, o.Action, nil)
		p := b.prospectAt(&next)
		p.Value = win(o.Value, 0)
		kind := b.Sys.Turn(&next).Kind
		if kind == rules.Over || kind != rules.Chance && len(r.Options) <= outcomesMax {
			if p, err = b.decisionProspect(ctx, next, false); err != nil {
				return nil, err
			}
		}
		list = append(list, likelihood{p, o.P})
	}
	return list, nil
}

// drawnProspects returns the prospects of dice too many for a search, as an initiative in keep is: those of some throws,
// on to the next decision. The throws are drawn alike each time.
func (b *binding[S]) drawnProspects(ctx context.Context, s S) (list []likelihood, err error) {
	stream := dice.Stream{Name: "forecast"}
	for k := range int64(outcomesMax) {
		next, draw := s, stream.Rand(k)
		for b.Sys.Turn(&next).Kind == rules.Chance {
			odds := b.Sys.Odds(&next, nil)
			p := draw.Float64()
			at := slices.IndexFunc(odds, func(o rules.Odds) bool { p -= o.P; return p < 0 })
			b.Sys.Play(&next, odds[max(0, at)].Action, nil)
		}
		p, err := b.decisionProspect(ctx, next, false)
		if err != nil {
			return nil, err
		}
		list = append(list, likelihood{p, 1.0 / outcomesMax})
	}
	return list, nil
}

// forecastSearch makes a search of the size that forecasts are made of.
func (b *binding[S]) forecastSearch(ctx context.Context, s S, answers bool) (search.Result, error) {
	return b.ownSearcher().Search(ctx, s, search.Limits{Nodes: ForecastNodes, Answer: answers})
}

// decisionProspect returns the prospect of a decision, or of an end. It follows the search's choices to the last decision of the
// round before dice fall or a secret is chosen. Nothing happens until then that the search does not foresee, so that
// all these positions have one prospect: with one of its own for each, crossing-small was forecast 28 % while
// initiative was open and 59 % one decision on, and is won by half.
func (b *binding[S]) decisionProspect(ctx context.Context, s S, answers bool) (p Prospect, err error) {
	if b.Sys.Turn(&s).Kind == rules.Over {
		p = b.prospectAt(&s)
		p.Value = win(b.Sys.Score(&s), 0)
		return p, nil
	}
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
		isLast := kind != rules.Decide || answers || then != rules.Decide && then != rules.Commit
		if isLast || b.Sys.Round(&next) > b.Sys.Round(&s) || len(passed) == StepsMax {
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

// prospectAt returns the prospect of a position without its value: all that a forecast knows besides. Nothing in it
// depends on how the position was reached.
func (b *binding[S]) prospectAt(s *S) Prospect {
	roster, of := b.Sys.Roster(), b.facts()
	goal, target := of.goal, of.target
	p := Prospect{System: b.header.System, Builtin: of.builtin, Rounds: of.rounds, Round: b.Sys.Round(s), Goal: goal.Goal}
	var lifeMax [2]int
	for seat, who := range roster {
		if who.Team == goal.For {
			p.For = who.Side
		}
		plight := b.Sys.Plight(s, rules.Seat(seat))
		if !plight.Out {
			p.Seats[who.Side]++
			p.Left[who.Side] += float64(plight.LifeLeft)
		}
		lifeMax[who.Side] += plight.LifeMax
		if target >= 0 && !plight.Out && roster[target].Side != who.Side && b.Sys.Reaches(s, rules.Seat(seat), rules.Seat(target)) {
			p.Reached++
		}
	}
	for side := range p.Left {
		p.Left[side] /= float64(max(1, lifeMax[side]))
	}
	return p
}
