package review

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"kokyu/agent"
	"kokyu/rules"
	"kokyu/rules/fight"
	"kokyu/search"
)

// assessment has the values of a position and of what could happen there, as win chances of side 0.
type assessment struct {
	value    float64         // of the position
	exact    bool            // the values are exact
	blind    bool            // too little was searched to compare the options
	secret   bool            // a secret choice or the answer to one: values are against the other side's mixed strategy
	forecast *agent.Forecast // nil if nothing was fitted for the system
	coverage search.Coverage

	// outcomes are the open decisions that were searched, or what dice could show. taken is the index of what happened, -1
	// if it is none of them: of several equivalent decisions only one is searched. best is the index of the best decision,
	// -1 for dice.
	outcomes    []outcome
	taken, best int

	bestAfter         *float64 // the value after the best decision, by a second search; nil if there was none
	bestAfterCoverage search.Coverage
}

// outcome is something that could happen at a position.
type outcome struct {
	words string  // of a decision
	p     float64 // of dice
	value float64
	line  []agent.LineStep // what is expected after the best decision and after the one taken
}

// likelihood returns the chance of dice to do as well for a side as they did, or better; if they did badly, as badly or
// worse. It is 0 if it is not known what they did.
func (a assessment) likelihood(side rules.Side) (p float64) {
	if a.taken < 0 {
		return 0
	}
	thrown, mean := agent.ForSide(a.outcomes[a.taken].value, side), agent.ForSide(a.value, side)
	for _, o := range a.outcomes {
		v := agent.ForSide(o.value, side)
		if thrown >= mean && v >= thrown-1e-12 || thrown < mean && v <= thrown+1e-12 {
			p += o.p
		}
	}
	return min(1, p)
}

// secondSearchLoss is the loss from which a decision is judged by a second search, in win chance.
const secondSearchLoss = 0.005

// positionJudge assesses positions. It is not safe for concurrent use: its searcher reuses its memory. Which positions
// it has searched before does not change the results.
type positionJudge struct {
	table    *agent.Tablebase // exact values where it has them; nil: none
	limits   search.Limits    // of each search
	searcher agent.FightSearcher
}

// assess values a position, the decisions that are open there or what the dice could show.
func (j *positionJudge) assess(ctx context.Context, m moment) (a assessment, err error) {
	a.taken, a.best = -1, -1
	switch m.position.Turn().Kind {
	case rules.Over:
		a.value, a.exact = agent.WinChance(m.position.Score()), true
	case rules.Chance:
		err = j.assessDice(ctx, m, &a)
	default:
		err = j.assessDecision(ctx, m, &a)
	}
	if err == nil && !a.exact {
		a.forecast, err = j.searcher.Forecast(ctx, m.position)
	}
	return a, err
}

// assessDice values what dice could show, and finds what they did. The value of the position is the mean over all
// outcomes, not the value of its search: the luck of a throw must be zero on average.
func (j *positionJudge) assessDice(ctx context.Context, m moment, into *assessment) error {
	outcomes := m.position.Outcomes()
	after := make([]*fight.Fight, len(outcomes))
	for i, o := range outcomes {
		var err error
		if after[i], err = m.position.After(o.Action); err != nil {
			return err
		}
	}
	values, err := j.valueOutcomes(ctx, m, into, outcomes, after)
	if err != nil {
		return err
	}
	for i, o := range outcomes {
		into.outcomes = append(into.outcomes, outcome{p: o.P, value: values[i]})
		into.value += float64(o.P * values[i])
	}
	if m.step.N == 0 || m.step.Edit != "" {
		return nil
	}
	next := m.position.Fork()
	if _, err := next.Repeat(m.step); err != nil {
		return fmt.Errorf("step %d: %w", m.step.N, err)
	}
	into.taken = slices.IndexFunc(after, next.Same)
	return nil
}

// valueOutcomes values the outcomes of dice: by the table if it has all of them, else by a search.
func (j *positionJudge) valueOutcomes(ctx context.Context, m moment, into *assessment, outcomes []rules.Odds,
	after []*fight.Fight) (values []float64, err error) {
	if j.table != nil {
		into.exact = true
		for _, f := range after {
			v, known := j.table.Value(f)
			into.exact = into.exact && known
			values = append(values, v)
		}
		if into.exact {
			return values, nil
		}
	}
	r, err := j.searcher.Search(ctx, m.position, j.limits)
	if err != nil {
		return nil, err
	}
	into.exact, into.coverage, values = r.Solved, r.Coverage, values[:0]
	for i, o := range outcomes {
		value := after[i].Score()
		at := slices.IndexFunc(r.Options, func(x search.Option) bool { return x.Action == o.Action })
		if at >= 0 && !r.IsBlind() {
			value = r.Options[at].Value
		}
		values = append(values, agent.WinChance(value))
	}
	return values, nil
}

// assessDecision values the open decisions, without those that the GM has banned. If a banned one was made, the GM let
// it pass, and it is among them.
func (j *positionJudge) assessDecision(ctx context.Context, m moment, into *assessment) error {
	r, err := j.valueDecision(ctx, m.position)
	if err != nil {
		return err
	}
	into.value, into.exact, into.coverage = agent.WinChance(r.Value), r.Solved, r.Coverage
	into.blind, into.secret = r.IsBlind(), r.IsMixed()
	words := map[rules.Action]string{}
	options := m.position.Options()
	for _, o := range options {
		words[o.Action] = o.Words
	}
	for _, o := range r.Options {
		do := words[o.Action]
		if m.isBanned(do) && do != m.step.Do {
			continue
		}
		n := outcome{words: do, value: agent.WinChance(o.Value)}
		if do == m.step.Do {
			into.taken = len(into.outcomes)
		}
		if into.taken == len(into.outcomes) || len(into.outcomes) == 0 {
			n.line = j.searcher.DescribeLine(o.Line)
		}
		into.outcomes = append(into.outcomes, n)
	}
	into.best = into.bestDecision(m.position.Side(m.position.Turn().Seat))
	if into.best >= 0 && !into.secret {
		into.value = into.outcomes[into.best].value
	}
	return j.searchBest(ctx, m, into, options)
}

// bestDecision returns the index of the best decision, -1 if none can be told: the first, for the search has put them
// in order. Of secrets it is the one that is worth most against the other side's mixed strategy.
func (a *assessment) bestDecision(side rules.Side) int {
	if len(a.outcomes) == 0 || a.blind {
		return -1
	}
	best := 0
	for i, o := range a.outcomes {
		if a.secret && agent.ForSide(o.value, side) > agent.ForSide(a.outcomes[best].value, side)+1e-9 {
			best = i
		}
	}
	return best
}

// searchBest searches the position after the best decision, if the one taken seems worse or was not searched. The
// position after the one taken is the next of the record and is searched anyway, so that both are searched as deeply.
func (j *positionJudge) searchBest(ctx context.Context, m moment, into *assessment, options []fight.Option) error {
	if into.best < 0 || into.secret || into.exact || into.taken == into.best || whyNotJudged(m, len(options)) != "" {
		return nil
	}
	side := m.position.Side(m.position.Turn().Seat)
	if into.taken >= 0 {
		taken := into.outcomes[into.taken].value
		if agent.ForSide(into.value, side)-agent.ForSide(taken, side) < secondSearchLoss {
			return nil
		}
	}
	i := slices.IndexFunc(options, func(o fight.Option) bool { return o.Words == into.outcomes[into.best].words })
	after, err := m.position.After(options[i].Action)
	if err != nil {
		return err
	}
	r, err := j.searcher.Search(ctx, after, j.limits)
	if err != nil {
		return err
	}
	v := agent.WinChance(r.Value)
	into.bestAfter, into.bestAfterCoverage = &v, r.Coverage
	return nil
}

// valueDecision values the open decisions: by the table if it has the position, else by a search. After an edit of the
// GM the table need not have it.
func (j *positionJudge) valueDecision(ctx context.Context, f *fight.Fight) (search.Result, error) {
	if j.table != nil {
		r, err := j.searcher.LookUp(f, j.table)
		if err == nil || !errors.Is(err, agent.ErrNotInTablebase) && !errors.Is(err, agent.ErrOtherFight) {
			return r, err
		}
	}
	return j.searcher.Search(ctx, f, j.limits)
}
