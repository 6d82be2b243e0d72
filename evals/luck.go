package evals

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"

	"kokyu/evals/jobs"
	"kokyu/rules"
	"kokyu/rules/fight"
)

// The value of a fight changes step by step from that of its start to its result, and every change has one cause:
//
//	a throw     luck      the value of the outcome minus the mean value of all outcomes
//	a decision  choice    the value of the option taken minus that of the best one: never positive for the side that decides
//	an edit     edits     the change of value by the GM's edit
//	any         residual  the change of value by evaluating the next position anew; 0 for exact values
//
// All terms of a step but the last come from one evaluation of the position before it, so that luck has expectation zero for
// every judge, however inaccurate. The sums satisfy exactly
//
//	end - start = luck + choice + edits + residual
//
// as the luck-adjusted results of backgammon programs do.

// Terms are the causes of the changes of a fight's win chance, for one side.
type Terms struct {
	Luck     float64 `json:"luck"`
	Choice   float64 `json:"choice"`
	Edits    float64 `json:"edits"`
	Residual float64 `json:"residual"`
}

// Sum returns the sum of all terms.
func (t Terms) Sum() float64 { return t.Luck + t.Choice + t.Edits + t.Residual }

func (t Terms) plus(u Terms) Terms {
	return Terms{t.Luck + u.Luck, t.Choice + u.Choice, t.Edits + u.Edits, t.Residual + u.Residual}
}

// Analysis is a fight split into luck and choice. Start, End and Terms are for side 0, a Share or a Swing for its own seat.
type Analysis struct {
	Judge string   `json:"judge"` // who valued the positions
	Exact bool     `json:"exact"` // every value is the game's own
	Sides []string `json:"sides"`
	Over  bool     `json:"over"`  // else End is the value of where the record ends
	Start float64  `json:"start"` // win chance of side 0
	End   float64  `json:"end"`
	Terms Terms    `json:"terms"`

	Seats  []Share `json:"seats"`  // by seat, in roster order
	Phases []Share `json:"phases"` // by seat and phase, in roster order and then by name
	Swings []Swing `json:"swings"` // the largest luck and the largest losses, largest first
}

// Share is the effect of one seat's decisions and dice on its own side's win chance.
type Share struct {
	Seat      string  `json:"seat"`
	Phase     string  `json:"phase,omitempty"` // of the decision, or what the dice were for: attack, reaction, overload ...
	Decisions int     `json:"decisions"`
	Choice    float64 `json:"choice_mwp"` // lost by all of them: 0 or less
	Worst     float64 `json:"worst_mwp"`  // of them
	Throws    int     `json:"throws"`
	Luck      float64 `json:"luck_mwp"` // in all of them
}

// Swing is one important step, from the point of view of its seat.
type Swing struct {
	Step   int     `json:"step"` // its number in the record
	Round  int     `json:"round"`
	Seat   string  `json:"seat"`
	Phase  string  `json:"phase"`
	Luck   bool    `json:"luck"` // else it is a choice
	Do     string  `json:"do"`
	Better string  `json:"better,omitempty"` // than what was chosen
	P      float64 `json:"p,omitempty"`      // of a throw: the chance of that success or failure
	MWP    float64 `json:"mwp"`
}

// swingsMax is how many swings an analysis keeps.
const swingsMax = 12

// moment is a position of the record with the step made there.
type moment struct {
	at   *fight.Fight
	step rules.Step
}

// Analyze takes apart the fight that the standing steps make of start, a fight without steps. Every core has a judge of
// its own; done tells how many positions were looked at, one call at a time, and may be nil.
func Analyze(ctx context.Context, start *fight.Fight, steps []rules.Step, judge func() Judge, cores int, done func(n, of int)) (Analysis, error) {
	moments, err := retrace(start, steps)
	if err != nil {
		return Analysis{}, err
	}
	looks := make([]Judged, len(moments))
	worker := func() func(k int) (Judged, error) {
		j := judge()
		return func(k int) (Judged, error) { return j.Judge(ctx, moments[k].at) }
	}
	err = jobs.Ordered(ctx, len(moments), cores, worker, func(k int, j Judged) bool {
		looks[k] = j
		if done != nil {
			done(k+1, len(moments))
		}
		return false
	})
	if err != nil {
		return Analysis{}, err
	}
	return analysis(moments, looks, judge().String())
}

// retrace makes the steps again and keeps every position on the way; the last has no step.
func retrace(start *fight.Fight, steps []rules.Step) ([]moment, error) {
	f := start.Fork()
	var moments []moment
	for _, s := range steps {
		if s.Says() {
			continue
		}
		moments = append(moments, moment{f.Fork(), s})
		if _, err := f.Repeat(s); err != nil {
			return nil, fmt.Errorf("step %d: %w", s.N, err)
		}
	}
	return append(moments, moment{at: f.Fork()}), nil
}

// analysis adds up what the looks say.
func analysis(moments []moment, looks []Judged, judge string) (Analysis, error) {
	last := len(moments) - 1
	f := moments[last].at
	a := Analysis{Judge: judge, Exact: true, Start: looks[0].Value, End: looks[last].Value, Over: f.Turn().Kind == rules.Over, Sides: sides(f)}
	l := ledger{shares: map[[2]string]*Share{}}
	for i, m := range moments[:last] {
		a.Exact = a.Exact && looks[i].Exact
		t, err := l.step(m, looks[i], looks[i+1].Value, moments[i+1].at)
		if err != nil {
			return Analysis{}, err
		}
		a.Terms = a.Terms.plus(t)
	}
	a.Exact = a.Exact && looks[last].Exact
	a.Terms.Residual += a.End - a.Start - a.Terms.Sum() // the last bits of many sums
	a.Seats, a.Phases = l.tables(f.Roster())
	slices.SortStableFunc(l.swings, func(x, y Swing) int { return cmp.Compare(math.Abs(y.MWP), math.Abs(x.MWP)) })
	a.Swings = l.swings[:min(len(l.swings), swingsMax)]
	return a, nil
}

func sides(f *fight.Fight) []string {
	names := make([]string, 2)
	for _, r := range f.Roster() {
		names[r.Side] = r.Team
	}
	return names
}

// ledger gathers shares and swings.
type ledger struct {
	shares map[[2]string]*Share // by seat and phase
	swings []Swing
}

// step is what one step did, in win chance of side 0. The position after it is worth value to the next look.
func (l *ledger) step(m moment, look Judged, value float64, after *fight.Fight) (t Terms, err error) {
	if m.step.Edit != "" || m.step.Word == fight.WordForce { // the GM's doing
		return Terms{Edits: value - look.Value}, nil
	}
	turn := m.at.Turn()
	i, err := taken(m, look, after)
	if err != nil {
		return t, err
	}
	n := look.Next[i]
	gain := n.Value - look.Value
	t.Residual = value - n.Value
	seat, side := m.at.Name(turn.Seat), m.at.Side(turn.Seat)
	mwp := 1000 * gain
	if side == 1 {
		mwp = -mwp
	}
	swing := Swing{Step: m.step.N, Round: m.at.Round(), Seat: seat, Do: m.step.Do, MWP: mwp}
	if turn.Kind == rules.Chance {
		t.Luck = gain
		swing.Luck, swing.P, swing.Phase = true, m.step.P, m.at.Check().What
		s := l.share(seat, swing.Phase)
		s.Throws++
		s.Luck += mwp
	} else {
		t.Choice = gain
		options := m.at.Options()
		swing.Phase, swing.Better = options[i].Phase, options[look.best(side)].Words
		s := l.share(seat, swing.Phase)
		s.Decisions++
		s.Choice += mwp
		s.Worst = min(s.Worst, mwp)
	}
	if math.Abs(mwp) >= 0.05 {
		l.swings = append(l.swings, swing)
	}
	return t, nil
}

// taken is the place among what could happen of what did: the decision made, or an outcome that leads where the dice led.
func taken(m moment, look Judged, after *fight.Fight) (int, error) {
	turn := m.at.Turn()
	options := m.at.Options()
	for i, n := range look.Next {
		if turn.Kind != rules.Chance {
			if options[i].Words == m.step.Do {
				return i, nil
			}
			continue
		}
		next, err := m.at.After(n.Action)
		if err != nil {
			return 0, err
		}
		if next.Same(after) {
			return i, nil
		}
	}
	return 0, fmt.Errorf("step %d: %q is none of the %d things that could happen", m.step.N, m.step.Do, len(look.Next))
}

func (l *ledger) share(seat, phase string) *Share {
	key := [2]string{seat, phase}
	if l.shares[key] == nil {
		l.shares[key] = &Share{Seat: seat, Phase: phase}
	}
	return l.shares[key]
}

// tables are the shares by seat, and by seat and phase.
func (l *ledger) tables(roster []rules.Fighter) (seats, phases []Share) {
	for _, r := range roster {
		sum := Share{Seat: r.Name}
		var own []Share
		for key, s := range l.shares {
			if key[0] == r.Name {
				own = append(own, *s)
			}
		}
		slices.SortFunc(own, func(a, b Share) int { return cmp.Compare(a.Phase, b.Phase) })
		for _, s := range own {
			sum.Decisions += s.Decisions
			sum.Choice += s.Choice
			sum.Worst = min(sum.Worst, s.Worst)
			sum.Throws += s.Throws
			sum.Luck += s.Luck
		}
		seats, phases = append(seats, sum), append(phases, own...)
	}
	return seats, phases
}
