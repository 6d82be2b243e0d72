package agent

import (
	"context"

	"kokyu/agent/jobs"
	"kokyu/rules/book"
	"kokyu/rules/dice"
	"kokyu/rules/fight"
	"kokyu/search"
)

// Tally is the result of many fights between the agents of two sides. A draw is half a win. With Swap the agents change
// sides every other fight, with the same dice, so that an uneven encounter favours both equally often. Wins are those
// of the first agent, whichever side it played.
type Tally struct {
	Fights int         `json:"fights"`
	Agents [2]string   `json:"agents"` // of the first and the second side, as the fights began
	Sides  [2]string   `json:"sides"`
	Swap   bool        `json:"swap"`
	Wins   [2]int      `json:"wins"`
	Draws  int         `json:"draws"`
	Score  Interval    `json:"score"`   // the first agent's wins and half its draws, per fight
	BySide [2]Interval `json:"by_side"` // the same where it played the first and the second side
	Side   Interval    `json:"side"`    // what the first side scored, whoever played it
	Rounds Interval    `json:"rounds"`
	Wounds [2]Interval `json:"wounds"` // that each side lost
	Seed   uint64      `json:"seed"`
}

// Match is a series of fights from one position.
type Match struct {
	// Fight is at the position that every fight starts from.
	Fight *fight.Fight
	// Agents play the first and the second side, each combatant with its own character.
	Agents [2]Agent
	// Count is how many fights there are.
	Count int
	// Swap has the agents change sides every other fight, see [Tally].
	Swap bool
	// Seed is that of the series of seeds: fight k uses the k-th, see [dice.Series]. With Swap both of a pair use one.
	Seed uint64
	// Cores change how long it takes, and nothing else.
	Cores int
	// Progress is told how many fights are over, by one goroutine at a time; it may be nil.
	Progress func(done int)
}

// Play plays all fights. The same seed gives the same tally on any number of cores. If the context is cancelled, Play
// returns an error and the tally of the fights before the first unfinished one; with Swap only of whole pairs.
func (m Match) Play(ctx context.Context) (Tally, error) {
	var outcomes []Outcome
	worker := func() func(k int) (Outcome, error) { return m.Worker(ctx) }
	err := jobs.RunOrdered(ctx, m.Count, m.Cores, worker, func(k int, o Outcome) (stop bool) {
		outcomes = append(outcomes, o)
		if m.Progress != nil {
			m.Progress(k + 1)
		}
		return false
	})
	return m.Tally(outcomes), err
}

// Worker returns a function that plays fight k of the match. The function is not safe for concurrent use. Which fight k
// is depends on the match alone, so that workers on any machine play the same fights.
func (m Match) Worker(ctx context.Context) func(k int) (Outcome, error) {
	playouts := NewPlayouts(m.Fight)
	return func(k int) (Outcome, error) {
		agents := m.Agents
		if m.isSwapped(k) {
			agents = [2]Agent{m.Agents[1], m.Agents[0]}
		}
		return playouts.fight(ctx, agents, m.seed(k), nil, true)
	}
}

func (m Match) isSwapped(k int) bool { return m.Swap && k%2 == 1 }

// seed returns the seed of fight k. The two fights of a pair have the same, and the same dice for either side.
func (m Match) seed(k int) uint64 {
	if m.Swap {
		k /= 2
	}
	return dice.Series(m.Seed, k)
}

// Tally sums up the outcomes of the first fights; with Swap of whole pairs.
func (m Match) Tally(outcomes []Outcome) Tally {
	if m.Swap && len(outcomes) < m.Count {
		outcomes = outcomes[:len(outcomes)-len(outcomes)%2]
	}
	t := Tally{Fights: len(outcomes), Agents: [2]string{m.Agents[0].String(), m.Agents[1].String()},
		Swap: m.Swap, Seed: m.Seed}
	for _, f := range m.Fight.Roster() {
		t.Sides[f.Side] = f.Team
	}
	var score, side, rounds []float64
	var bySide, wounds [2][]float64
	for k, o := range outcomes {
		s, played := o.Score, 0 // of the first agent, and the side that it played
		if m.isSwapped(k) {
			s, played = 1-o.Score, 1
		}
		switch s {
		case 1:
			t.Wins[0]++
		case 0:
			t.Wins[1]++
		default:
			t.Draws++
		}
		score, side, rounds = append(score, s), append(side, o.Score), append(rounds, float64(o.Rounds))
		bySide[played] = append(bySide[played], s)
		for i := range wounds {
			wounds[i] = append(wounds[i], float64(o.Wounds[i]))
		}
	}
	t.Score, t.Side, t.Rounds = shareOf(score), shareOf(side), IntervalOf(rounds).AtLeast(1)
	for i := range 2 {
		t.BySide[i], t.Wounds[i] = shareOf(bySide[i]), IntervalOf(wounds[i]).AtLeast(0)
	}
	return t
}

// RefineByPlayouts returns the forecast for the side that must decide, refined by fights that are played out from here
// between equals. While a secret choice waits for its answer the forecast stays as it is, since the fights would know
// the secret.
func (f Forecast) RefineByPlayouts(ctx context.Context, from *fight.Fight, count, cores int) (Forecast, error) {
	if v, err := Look(from); err != nil || v.player.answersSecret() || count == 0 || f.Low == f.High {
		return f, err
	}
	p, err := PlayOut(ctx, from, count, cores, 1)
	if err != nil {
		return f, err
	}
	if from.Side(from.Turn().Seat) == 1 {
		p.Wins = p.Fights - p.Wins - p.Draws
	}
	return f.After(p), nil
}

// PlayOut plays fights from a position between equals.
func PlayOut(ctx context.Context, from *fight.Fight, count, cores int, seed uint64) (PlayoutResults, error) {
	equal := &Search{Limits: search.Limits{Nodes: ForecastNodes}, Character: book.Character{Level: book.LevelMax}}
	match := Match{Fight: from, Agents: [2]Agent{equal, equal}, Count: count, Seed: seed, Cores: cores}
	t, err := match.Play(ctx)
	return PlayoutResults{t.Fights, t.Wins[0], t.Draws}, err
}
