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

// assessment is what is known of a position and of what could happen there. Values are win chances of side 0.
type assessment struct {
	value    float64         // of the position
	exact    bool            // the game's own value
	blind    bool            // too little was searched to say anything of the options
	secret   bool            // a secret choice or the answer to one: values are against the other side's odds
	forecast *agent.Forecast // nil if nothing was fitted for the system
	seen     search.Coverage

	// outcomes are the open decisions that were searched, or what dice could show. taken is the index of what happened, -1
	// if it is none of them: a search looks at one of several decisions alike. best is that of the best decision, -1 for
	// dice.
	outcomes    []outcome
	taken, best int

	bestAfter     *float64 // the value after the best decision, by a search of its own; nil if there was none
	bestAfterSeen search.Coverage
}

// outcome is something that could happen at a position.
type outcome struct {
	words string  // of a decision
	p     float64 // of dice
	value float64
	line  []agent.LineStep // what is expected after the best decision and after the one taken
}

// likelihood returns the chance of dice to do so well for a side as they did, or better; where they did badly, so badly
// or worse. 0 if it is not known what they did.
func (l assessment) likelihood(side rules.Side) (p float64) {
	if l.taken < 0 {
		return 0
	}
	came, mean := agent.ForSide(l.outcomes[l.taken].value, side), agent.ForSide(l.value, side)
	for _, n := range l.outcomes {
		v := agent.ForSide(n.value, side)
		if came >= mean && v >= came-1e-12 || came < mean && v <= came+1e-12 {
			p += n.p
		}
	}
	return min(1, p)
}

// secondSearchLoss is the loss from which a decision is judged by a second search, in win chance.
const secondSearchLoss = 0.005

// positionJudge looks at positions. It is not safe for concurrent use: its finder keeps what it has searched from one
// position to the next. Which positions it has seen before does not change what it finds, see Repeatable in [Review].
type positionJudge struct {
	table  *agent.Tablebase // exact values where it has them; nil: none
	limits search.Limits    // of each search
	finder agent.FightSearcher
}

// assess searches one moment of a fight: what its decision was worth, or what its dice gave.
func (j *positionJudge) assess(ctx context.Context, m moment) (l assessment, err error) {
	l.taken, l.best = -1, -1
	switch m.position.Turn().Kind {
	case rules.Over:
		return assessment{value: agent.WinChance(m.position.Score()), exact: true, taken: -1, best: -1}, nil
	case rules.Chance:
		err = j.assessDice(ctx, m, &l)
	default:
		err = j.assessDecision(ctx, m, &l)
	}
	if err == nil && !l.exact {
		l.forecast, err = j.finder.Forecast(ctx, m.position)
	}
	return l, err
}

// assessDice values what dice could show, and finds what they did. The value of the position is the mean over all that
// they could show and not that of its own search: only so is the luck of a throw zero on average.
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
	came := m.position.Fork()
	if _, err := came.Repeat(m.step); err != nil {
		return fmt.Errorf("step %d: %w", m.step.N, err)
	}
	into.taken = slices.IndexFunc(after, came.Same)
	return nil
}

// valueOutcomes values what dice could show: by the table if it has all of it, else by a search.
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
	r, err := j.finder.Search(ctx, m.position, j.limits)
	if err != nil {
		return nil, err
	}
	into.exact, into.seen, values = r.Solved, r.Coverage, values[:0]
	for i, o := range outcomes {
		value := after[i].Score()
		if at := slices.IndexFunc(r.Options, func(x search.Option) bool { return x.Action == o.Action }); at >= 0 && !r.IsBlind() {
			value = r.Options[at].Value
		}
		values = append(values, agent.WinChance(value))
	}
	return values, nil
}

// assessDecision values what could be done, without what the GM has forbidden. If a forbidden decision was made
// nevertheless, the GM let it pass, and it is among them.
func (j *positionJudge) assessDecision(ctx context.Context, m moment, into *assessment) error {
	r, err := j.valueDecision(ctx, m.position)
	if err != nil {
		return err
	}
	into.value, into.exact, into.seen = agent.WinChance(r.Value), r.Solved, r.Coverage
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
			n.line = j.finder.DescribeLine(o.Line)
		}
		into.outcomes = append(into.outcomes, n)
	}
	into.best = j.bestOpen(m, into)
	if into.best >= 0 && !into.secret {
		into.value = into.outcomes[into.best].value
	}
	return j.searchBest(ctx, m, into, options)
}

// bestOpen returns the place of the best option that is open: the first, for the search has put them in order. Of a
// secret it is the one that is worth most against the other side's odds.
func (j *positionJudge) bestOpen(m moment, look *assessment) int {
	if len(look.outcomes) == 0 || look.blind {
		return -1
	}
	best, side := 0, m.position.Side(m.position.Turn().Seat)
	for i, n := range look.outcomes {
		if look.secret && agent.ForSide(n.value, side) > agent.ForSide(look.outcomes[best].value, side)+1e-9 {
			best = i
		}
	}
	return best
}

// searchBest searches what the best decision leads to, where the one taken seems worse or was not searched for itself.
// The position after the one taken is searched anyway, as the next of the record; so both are judged as deeply.
func (j *positionJudge) searchBest(ctx context.Context, m moment, into *assessment, options []fight.Option) error {
	if into.best < 0 || into.secret || into.exact || into.taken == into.best || whyNotJudged(m, len(options)) != "" {
		return nil
	}
	side := m.position.Side(m.position.Turn().Seat)
	if into.taken >= 0 && agent.ForSide(into.value, side)-agent.ForSide(into.outcomes[into.taken].value, side) < secondSearchLoss {
		return nil
	}
	i := slices.IndexFunc(options, func(o fight.Option) bool { return o.Words == into.outcomes[into.best].words })
	after, err := m.position.After(options[i].Action)
	if err != nil {
		return err
	}
	r, err := j.finder.Search(ctx, after, j.limits)
	if err != nil {
		return err
	}
	v := agent.WinChance(r.Value)
	into.bestAfter, into.bestAfterSeen = &v, r.Coverage
	return nil
}

// valueDecision values a decision: by the table if it has the position, else by a search. A table is of the encounter
// as it was; after an edit of the GM the fight may be where no line of it leads.
func (j *positionJudge) valueDecision(ctx context.Context, f *fight.Fight) (search.Result, error) {
	if j.table != nil {
		r, err := j.finder.LookUp(f, j.table)
		if err == nil || !errors.Is(err, agent.ErrNotInTablebase) && !errors.Is(err, agent.ErrOtherFight) {
			return r, err
		}
	}
	return j.finder.Search(ctx, f, j.limits)
}
