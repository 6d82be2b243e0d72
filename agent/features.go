package agent

import (
	"context"
	"slices"

	"kokyu/rules"
	"kokyu/rules/dice"
	"kokyu/rules/fight"
	"kokyu/search"
)

// Forecast returns how often side 0 wins the fight from here, nil if no map was fitted for its system. It is made of
// the features of the position or, if that waits for dice, of those after each outcome. The forecast of a fight that is
// over is its result. The errors are those of the search.
func (x *FightSearcher) Forecast(ctx context.Context, f *fight.Fight) (*Forecast, error) {
	if err := x.moveTo(f); err != nil {
		return nil, err
	}
	return forecast(ctx, x.player)
}

// forecast returns the forecast for the side that must decide, see [FightSearcher.Forecast].
func (v View) forecast(ctx context.Context) (*Forecast, error) {
	f, err := forecast(ctx, v.player)
	if f != nil {
		f = new(f.For(v.player.Roster()[v.Seat()].Side))
	}
	return f, err
}

// forecast implements FightSearcher.Forecast.
func forecast(ctx context.Context, p *player) (*Forecast, error) {
	m, ok := Forecaster(p.header.System)
	if !ok {
		return nil, nil
	}
	if p.Turn().Kind == rules.Over {
		win := win(p.Score(), 0)
		return &Forecast{Win: win, Low: win, High: win, Assumes: equalPlay}, nil
	}
	list, err := p.forecastFeatures(ctx)
	if err != nil {
		return nil, err
	}
	return new(m.expectedForecast(list)), nil
}

// ForecastFeatures returns the features of the position of a fight in which somebody decides, without what is secret
// there. The errors are those of the search.
func (x *FightSearcher) ForecastFeatures(ctx context.Context, f *fight.Fight) (p ForecastFeatures, err error) {
	if err := x.moveTo(f); err != nil {
		return p, err
	}
	list, err := x.player.forecastFeatures(ctx)
	if err == nil {
		p = list[0].ForecastFeatures
	}
	return p, err
}

const (
	knownFeaturesMax = 4096 // positions whose features are remembered
	outcomesMax      = 8    // outcomes of dice that are searched one by one; more share one search
)

// forecastFeatures returns the features of the position or, if it waits for dice, those after each outcome.
func (p *player) forecastFeatures(ctx context.Context) (list []weightedFeatures, err error) {
	m, answers := p.Visible()
	m = m.Fresh(false)
	if m.Turn().Kind != rules.Chance {
		f, err := p.decisionFeatures(ctx, m, answers)
		return []weightedFeatures{{f, 1}}, err
	}
	r, err := p.forecastSearch(ctx, m, false)
	if err != nil {
		return nil, err
	}
	if r.IsBlind() {
		return p.sampleFeatures(ctx, m)
	}
	for _, o := range r.Options {
		next := m.Next(o.Action, nil)
		f := p.featuresAt(next, win(o.Value, 0))
		kind := next.Turn().Kind
		if kind == rules.Over || kind != rules.Chance && len(r.Options) <= outcomesMax {
			if f, err = p.decisionFeatures(ctx, next, false); err != nil {
				return nil, err
			}
		}
		list = append(list, weightedFeatures{f, o.P})
	}
	return list, nil
}

// sampleFeatures returns the features at the next decision after each of some random throws. It is for dice that are
// too many for a search, as those of the initiative in keep. The throws are the same each time.
func (p *player) sampleFeatures(ctx context.Context, m fight.Moment) (list []weightedFeatures, err error) {
	stream := dice.Stream{Name: "forecast"}
	for k := range int64(outcomesMax) {
		next, draw := m, stream.Rand(k)
		for next.Turn().Kind == rules.Chance {
			odds := next.Outcomes()
			at := draw.Float64()
			i := slices.IndexFunc(odds, func(o rules.Odds) bool { at -= o.P; return at < 0 })
			next = next.Next(odds[max(0, i)].Action, nil)
		}
		f, err := p.decisionFeatures(ctx, next, false)
		if err != nil {
			return nil, err
		}
		list = append(list, weightedFeatures{f, 1.0 / outcomesMax})
	}
	return list, nil
}

// forecastSearch makes a search of the size to which forecasts were fitted.
func (p *player) forecastSearch(ctx context.Context, m fight.Moment, answers bool) (search.Result, error) {
	return p.ownSearcher().search(ctx, m, search.Limits{Nodes: ForecastNodes, Answer: answers})
}

// decisionFeatures returns the features of a decision, or of an end. It follows the search's choices to the last
// decision of the round before dice fall or a secret is chosen: until then nothing happens that the search does not
// foresee, so that all these positions have the features of the last. With features of their own crossing-small was
// forecast 28 % while initiative was open and 59 % one decision on, and is won by half.
func (p *player) decisionFeatures(ctx context.Context, m fight.Moment, answers bool) (f ForecastFeatures, err error) {
	if m.Turn().Kind == rules.Over {
		return p.featuresAt(m, win(m.Score(), 0)), nil
	}
	var passed []any // the keys of the positions
	for {
		var known bool
		if f, known = p.knownFeatures[m.Key()]; known && !answers {
			break
		}
		r, err := p.forecastSearch(ctx, m, answers)
		if err != nil {
			return f, err
		}
		next := m.Next(r.Best, nil)
		kind, then := m.Turn().Kind, next.Turn().Kind
		passed = append(passed, m.Key())
		isLast := kind != rules.Decide || answers || then != rules.Decide && then != rules.Commit
		if isLast || next.Round() > m.Round() || len(passed) == StepsMax {
			f = p.featuresAt(m, win(r.Value, 0))
			break
		}
		m = next
	}
	if answers {
		return f, nil
	}
	if len(p.knownFeatures) > knownFeaturesMax || p.knownFeatures == nil {
		p.knownFeatures = map[any]ForecastFeatures{}
	}
	for _, key := range passed {
		p.knownFeatures[key] = f
	}
	return f, nil
}

// featuresAt returns the features of a position of this value. None depends on how the position was reached.
func (p *player) featuresAt(m fight.Moment, value float64) ForecastFeatures {
	roster, of := p.Roster(), p.facts()
	goal, target := of.goal, of.target
	f := ForecastFeatures{System: p.header.System, Builtin: of.builtin, Rounds: of.rounds, Round: m.Round(),
		Goal: goal.Goal, Value: value}
	var lifeMax [2]int
	for seat, who := range roster {
		if who.Team == goal.For {
			f.For = who.Side
		}
		plight := m.Plight(rules.Seat(seat))
		lifeMax[who.Side] += plight.LifeMax
		if plight.Out {
			continue
		}
		f.Seats[who.Side]++
		f.Left[who.Side] += float64(plight.LifeLeft)
		isFoe := target >= 0 && roster[target].Side != who.Side
		if isFoe && m.Reaches(rules.Seat(seat), rules.Seat(target)) {
			f.Reached++
		}
	}
	for side := range f.Left {
		f.Left[side] /= float64(max(1, lifeMax[side]))
	}
	return f
}
