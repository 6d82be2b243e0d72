package evals

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"

	"kokyu/agent"
	"kokyu/agent/jobs"
	"kokyu/agent/work"
	"kokyu/rules"
	"kokyu/rules/dice"
	"kokyu/rules/fight"
	"kokyu/search"
)

// Small measures what agents lose on their own way in small fights that are drawn by chance and solved, so that nobody can learn
// them by heart: each seed stands for one fight.
type Small struct {
	Catalogue agent.Catalogue
	First     uint64 // the seed of the first fight
	Count     int    // fights
	Agents    []agent.Agent
	Fights    int // how often each agent fights itself in each
	Limits    search.SolveLimits
	Why       bool       // also find out what lost each decision of a search, see [Cause]
	Tables    *Tables    // solutions that are kept; nil: none
	Jobs      *jobs.Pool // where the work is done; nil: one core
	Done      func(n int)
}

// Limits of [Small].
const (
	SmallMax   = 1000 // fights of one run
	smallDraws = 60   // how many are drawn for one that is taken
	coinFights = 8    // how often a coin fights itself, to see whether anything hangs on decisions
)

// ReportFrom is the first seed that is reported: those below 1000 are to fit on, from there on to choose by.
const ReportFrom = 2000

// Fate is what became of a draw.
type Fate string

// A draw is taken, or thrown away by the first of these rules that applies.
const (
	Taken    Fate = "taken"
	unsound  Fate = "no sound encounter"
	Stateful Fate = "too many states"
	Wide     Fate = "too many positions"  // between decisions, or at the ends of one exchange
	Decided  Fate = "decided already"     // best play wins less than one or more than nineteen times in twenty
	idle     Fate = "nothing hangs on it" // a coin loses less than ten thousandths of a win a fight
)

// fates lists them, in the order of the rules.
func fates() []Fate { return []Fate{Taken, unsound, Stateful, Wide, Decided, idle} }

// The bounds of Decided and Idle.
const (
	decidedBelow = 0.05
	idleBelow    = 0.010
)

// SmallSolving returns the limits of solving one draw.
func SmallSolving() search.SolveLimits {
	return search.SolveLimits{States: 300_000, Inner: 2_000_000, Memory: 1 << 30, Threads: 1}
}

// SmallFight is one seed's fight with what each agent lost in it.
type SmallFight struct {
	Seed   uint64       `json:"seed"`
	System string       `json:"system"`
	Draws  map[Fate]int `json:"draws"`
	File   string       `json:"file"` // the encounter; empty if none of the draws was taken
	Sides  [2]int       `json:"sides"`
	Value  float64      `json:"value"` // of the fight for side 0 under best play, 0 to 1
	Size   search.Size  `json:"size"`
	Has    []string     `json:"has"`  // what the fight is made of: kinds of decisions that were met, zones, an objective
	Lost   []SmallLost  `json:"lost"` // of each agent
}

// SmallLost is what one agent lost in one fight.
type SmallLost struct {
	Fights    []float64      `json:"fights"`    // each, in mWP
	Decisions map[string]int `json:"decisions"` // by kind, between two options or more
	Choices   []Blamed       `json:"choices"`   // that lost anything, the same ones together, what lost most in all first
}

// decisions returns how many there were.
func (l SmallLost) decisions() (n int) {
	for _, k := range l.Decisions {
		n += k
	}
	return n
}

// mean returns what a decision lost, in mWP.
func (l SmallLost) mean() float64 {
	sum := 0.0
	for _, x := range l.Fights {
		sum += x
	}
	return sum / float64(max(1, l.decisions()))
}

// smallDoc is what the fights of one run have in common.
type smallDoc struct {
	Agents []string `json:"agents"`
	Rows   []string `json:"rows"` // a hash of each system's
	First  uint64   `json:"first"`
	Fights int      `json:"fights"`
	Why    bool     `json:"why"`
	States int      `json:"states"`
	Inner  int      `json:"inner"`
}

// Run draws, solves and fights. If it is stopped it returns the error and the fights so far.
func (x Small) Run(ctx context.Context) (SmallReport, error) {
	r := SmallReport{First: x.First, Count: x.Count, Each: x.Fights, Limits: [2]int{x.Limits.States, x.Limits.Inner}}
	for _, a := range x.Agents {
		r.Agents = append(r.Agents, a.String())
	}
	err := jobs.Do(ctx, x.Jobs, x.Count, x.bench(ctx), func(k int, f SmallFight) bool {
		r.Fights = append(r.Fights, f)
		if x.Done != nil {
			x.Done(k + 1)
		}
		return false
	})
	r.Partial = err != nil
	r.sum()
	return r, err
}

// bench returns the work of one fight after another. It can be done here only: solutions are nowhere else.
func (x Small) bench(ctx context.Context) jobs.Bench[SmallFight] {
	return jobs.Bench[SmallFight]{Kind: kindSmall, Local: true,
		Doc: func() (any, error) {
			doc := smallDoc{First: x.First, Fights: x.Fights, Why: x.Why, States: x.Limits.States, Inner: x.Limits.Inner}
			for _, system := range agent.Systems() {
				rows, err := x.Catalogue.Rows(system)
				if err != nil {
					return nil, err
				}
				doc.Rows = append(doc.Rows, string(jobs.Hash(rows)))
			}
			var err error
			doc.Agents, err = work.SendAgents(x.Agents...)
			return doc, err
		},
		Work: func() func(int) (SmallFight, error) {
			minds := make([]*mind, len(x.Agents))
			for i, a := range x.Agents {
				minds[i] = &mind{agent: a}
			}
			return func(k int) (SmallFight, error) { return x.fight(ctx, x.First+uint64(k), minds) }
		}}
}

// fight returns the fight of one seed. Systems take turns.
func (x Small) fight(ctx context.Context, seed uint64, minds []*mind) (found SmallFight, err error) {
	systems := agent.Systems()
	found = SmallFight{Seed: seed, System: systems[seed%uint64(len(systems))], Draws: map[Fate]int{}, Has: []string{}, Lost: []SmallLost{}}
	for k := range smallDraws {
		file, f, err := x.Catalogue.Small(found.System, seed, k)
		if err != nil {
			found.Draws[unsound]++
			continue
		}
		verdict, table, err := x.judge(ctx, f)
		if err != nil {
			return found, fmt.Errorf("the fight of seed %d: %w", seed, err)
		}
		found.Draws[verdict]++
		if verdict != Taken {
			continue
		}
		found.File, found.Size = string(file), table.Size()
		found.Value, _ = table.Value(f)
		for _, who := range f.Roster() {
			found.Sides[who.Side]++
		}
		for _, m := range minds {
			lost, err := x.measureLoss(ctx, f, table, m)
			if err != nil {
				return found, fmt.Errorf("the fight of seed %d: %w", seed, err)
			}
			found.Lost = append(found.Lost, lost)
		}
		found.Has = makeup(f, file, found.Lost)
		return found, nil
	}
	return found, nil
}

// judge solves a draw, unless that is known, and says whether it is taken.
func (x Small) judge(ctx context.Context, f *fight.Fight) (Fate, *agent.Tablebase, error) {
	key, verdict, table, err := x.Tables.find(ctx, f, x.Limits)
	if err != nil || verdict != "" {
		return verdict, table, err
	}
	table, err = agent.Solve(ctx, f, x.Limits)
	switch {
	case err == nil:
		if verdict, err = worthwhile(ctx, f, table); err != nil {
			return "", nil, err
		}
	case ctx.Err() != nil:
		return "", nil, err
	case errors.Is(err, search.ErrStates):
		verdict = Stateful
	default: // between decisions, in memory, or at the ends of one exchange
		verdict = Wide
	}
	return verdict, table, x.Tables.keep(ctx, key, verdict, table)
}

// worthwhile says whether a solved fight is open, and whether anything hangs on what is decided in it.
func worthwhile(ctx context.Context, f *fight.Fight, t *agent.Tablebase) (Fate, error) {
	value, ok := t.Value(f)
	if !ok {
		return "", errors.New("its start has no exact value")
	}
	if min(value, 1-value) < decidedBelow {
		return Decided, nil
	}
	coin, lost := &mind{agent: agent.Random{}}, 0.0
	for k := range coinFights {
		w, err := coin.walk(ctx, Encounter{Name: "a coin", Fight: f}, t, uint64(k+1))
		if err != nil {
			return "", err
		}
		lost += w.loss() / coinFights / 1000
	}
	if lost < idleBelow {
		return idle, nil
	}
	return Taken, nil
}

// measureLoss lets an agent fight itself in a solved fight, with the dice of seeds from 1 on.
func (x Small) measureLoss(ctx context.Context, f *fight.Fight, t *agent.Tablebase, m *mind) (SmallLost, error) {
	lost := SmallLost{Fights: []float64{}, Decisions: map[string]int{}, Choices: []Blamed{}}
	met := map[Strayed]*stray{}
	m.lossy = func(f *fight.Fight, s Strayed) {
		if met[s] == nil {
			met[s] = &stray{fight: f.Fork()}
		}
		met[s].times++
	}
	defer func() { m.lossy = nil }()
	for k := range x.Fights {
		w, err := m.walk(ctx, Encounter{Name: "small", Fight: f}, t, uint64(k+1))
		if err != nil {
			return lost, err
		}
		lost.Fights = append(lost.Fights, w.loss())
		for kind, n := range w.Decisions {
			lost.Decisions[kind] += n
		}
	}
	var err error
	lost.Choices, err = x.blame(ctx, met, t, m)
	return lost, err
}

// fingerprint tells one set of rules from another, whatever their rows: a hash of fights of chance, decision by decision.
func fingerprint(f *fight.Fight) (jobs.ID, error) {
	var text []byte
	for seed := range uint64(4) {
		g, draw := f.Again(seed), dice.Stream{Seed: seed, Name: "fingerprint"}.Rand(0)
		for range agent.StepsMax {
			turn := g.Turn()
			if turn.Kind == rules.Over {
				break
			}
			var step rules.Step
			var err error
			if turn.Kind == rules.Chance {
				step, err = g.Roll()
			} else {
				options := g.Options()
				text = fmt.Appendf(text, "%d options\n", len(options))
				step, err = g.Play(options[int(draw.Uint32N(uint32(len(options))))].Action)
			}
			if line, failed := json.Marshal(step); err == nil {
				text, err = append(text, line...), failed
			}
			if err != nil {
				return "", err
			}
		}
		text = fmt.Appendf(text, "%x\n", math.Float64bits(g.Score()))
	}
	return jobs.Hash(text), nil
}
