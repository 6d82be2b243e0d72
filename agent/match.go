package agent

import (
	"context"
	"fmt"
	"math"
	"sync"

	"kokyu/rules"
	"kokyu/rules/dice"
)

// Tally is the result of many fights between two sides' agents. A draw is half a win. With Swap the agents change
// sides every other fight, on the same dice; wins are then the first agent's, whichever side it had.
type Tally struct {
	Fights int         `json:"fights"`
	Agents [2]string   `json:"agents"` // of the first and the second side, as the fights began
	Sides  [2]string   `json:"sides"`
	Swap   bool        `json:"swap"`
	Wins   [2]int      `json:"wins"`
	Draws  int         `json:"draws"`
	Score  Interval    `json:"score"`   // the first agent's wins and half its draws, a fight
	BySide [2]Interval `json:"by_side"` // the same where it played the first and the second side
	Side   Interval    `json:"side"`    // what the first side scored, whoever played it
	Rounds Interval    `json:"rounds"`
	Wounds [2]Interval `json:"wounds"` // that each side lost
	Seed   uint64      `json:"seed"`
}

// Interval is a mean with its 95 % confidence interval.
type Interval struct {
	Mean float64 `json:"mean"`
	Low  float64 `json:"low"`
	High float64 `json:"high"`
}

// share keeps the ends of an interval of a share within 0 and 1.
func (i Interval) share() Interval {
	return Interval{Mean: i.Mean, Low: max(0, i.Low), High: min(1, i.High)}
}

// Outcome is one fight's result.
type Outcome struct {
	Score  float64 // of side 0: 1, 0.5, 0
	Rounds int
	Wounds [2]int // lost by each side
}

// Match is many fights.
type Match struct {
	Fight  *rules.Fight // at the position every fight starts from
	Agents [2]Agent     // of the first and the second side
	Count  int
	Swap   bool
	Seed   uint64 // fight k uses Seed + k; with Swap both of a pair use the same
	Cores  int
	Done   func(done int) // progress; may be nil; called from one goroutine at a time
}

// Play fights them all. The same seed gives the same tally on any number of cores.
func (m Match) Play(ctx context.Context) (Tally, error) {
	outcomes := make([]Outcome, m.Count)
	errs := make([]error, m.Count)
	var wait sync.WaitGroup
	var mu sync.Mutex
	next, done := 0, 0
	for range max(1, m.Cores) {
		wait.Go(func() {
			arena, err := newArena(m.Fight)
			for {
				mu.Lock()
				k := next
				next++
				mu.Unlock()
				if k >= m.Count {
					return
				}
				if err == nil {
					outcomes[k], errs[k] = arena.fight(ctx, m.pairing(k), m.seed(k))
				} else {
					errs[k] = err
				}
				mu.Lock()
				done++
				if m.Done != nil {
					m.Done(done)
				}
				mu.Unlock()
			}
		})
	}
	wait.Wait()
	for _, err := range errs {
		if err != nil {
			return Tally{}, err
		}
	}
	return m.tally(outcomes), nil
}

func (m Match) swapped(k int) bool { return m.Swap && k%2 == 1 }

func (m Match) pairing(k int) [2]Agent {
	if m.swapped(k) {
		return [2]Agent{m.Agents[1], m.Agents[0]}
	}
	return m.Agents
}

func (m Match) seed(k int) uint64 {
	if m.Swap {
		k /= 2
	}
	return m.Seed + uint64(k)
}

func (m Match) tally(outcomes []Outcome) Tally {
	t := Tally{Fights: m.Count, Agents: [2]string{m.Agents[0].String(), m.Agents[1].String()}, Swap: m.Swap, Seed: m.Seed}
	for _, f := range m.Fight.Roster() {
		t.Sides[f.Side] = f.Team
	}
	var score, side, rounds []float64
	var bySide, wounds [2][]float64
	for k, o := range outcomes {
		s, at := o.Score, 0
		if m.swapped(k) {
			s, at = 1-o.Score, 1
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
		bySide[at] = append(bySide[at], s)
		for i := range wounds {
			wounds[i] = append(wounds[i], float64(o.Wounds[i]))
		}
	}
	t.Score, t.Side, t.Rounds = interval(score).share(), interval(side).share(), interval(rounds)
	for i := range 2 {
		t.BySide[i], t.Wounds[i] = interval(bySide[i]).share(), interval(wounds[i])
	}
	return t
}

// interval is the mean with 1.96 standard errors to both sides.
func interval(xs []float64) Interval {
	if len(xs) == 0 {
		return Interval{}
	}
	n, sum, squares := float64(len(xs)), 0.0, 0.0
	for _, x := range xs {
		sum += x
	}
	mean := sum / n
	for _, x := range xs {
		squares += (x - mean) * (x - mean)
	}
	e := 0.0
	if n > 1 {
		e = 1.96 * math.Sqrt(squares/(n-1)/n)
	}
	return Interval{Mean: mean, Low: mean - e, High: mean + e}
}

// arena plays fights from one position without their words.
type arena interface {
	fight(ctx context.Context, agents [2]Agent, seed uint64) (Outcome, error)
}

// hall is the arena of one system.
type hall[S comparable] struct {
	binding[S]
	start S
}

func newHall[S comparable](sys rules.System[S], s S) *hall[S] {
	return &hall[S]{binding: binding[S]{sys: sys, now: s}, start: s}
}

// Harmed is an optional method of a system: the Wounds each side has lost.
type Harmed[S comparable] interface {
	Harm(s *S) [2]int
}

// fight plays one fight: the dice are those a [rules.Fight] of this seed throws.
func (h *hall[S]) fight(ctx context.Context, agents [2]Agent, seed uint64) (Outcome, error) {
	h.now = h.start
	stream := dice.Stream{Seed: seed, Name: "dice"}
	for step := 1; step <= StepsMax; step++ {
		turn := h.sys.Turn(&h.now)
		switch turn.Kind {
		case rules.Over:
			return h.outcome(), ctx.Err()
		case rules.Chance:
			a, err := h.sys.Read(&h.now, stream.Throw(step, h.sys.Check(&h.now).Dice))
			if err != nil {
				return Outcome{}, err
			}
			h.sys.Play(&h.now, a, nil)
		default:
			a, err := h.choose(agents[h.sys.Side(turn.Seat)], seed, step)
			if err != nil {
				return Outcome{}, err
			}
			h.sys.Play(&h.now, a, nil)
		}
		if err := ctx.Err(); err != nil {
			return Outcome{}, err
		}
	}
	return Outcome{}, fmt.Errorf("a fight of seed %d has not ended after %d steps", seed, StepsMax)
}

// choose is the agent's decision, made here without the words a Fight would prepare.
func (h *hall[S]) choose(a Agent, seed uint64, step int) (rules.Action, error) {
	actions := h.actions()
	if len(actions) == 1 {
		return actions[0], nil
	}
	switch a := a.(type) {
	case Random:
		return actions[draw(seed, step-1, len(actions))], nil
	case Greedy:
		return h.greedy(), nil
	case *Search:
		r, err := h.search(a.Limits)
		return r.Best, err
	}
	return rules.Action{}, fmt.Errorf("%s does not play many fights; random, greedy and search do", a)
}

func (h *hall[S]) outcome() Outcome {
	o := Outcome{Score: (h.sys.Score(&h.now) + 1) / 2, Rounds: h.sys.Round(&h.now)}
	if sys, ok := h.sys.(Harmed[S]); ok {
		o.Wounds = sys.Harm(&h.now)
	}
	return o
}
