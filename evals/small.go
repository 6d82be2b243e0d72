package evals

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"

	"kokyu/agent"
	"kokyu/agent/jobs"
	"kokyu/agent/work"
	"kokyu/rules/fight"
	"kokyu/search"
)

// smallSeries measures what agents lose when they play small fights against themselves. The fights are random and
// solved. Each seed gives another one, so that no agent can be fitted to them.
var smallSeries = Series{Name: "small", Of: "system", Short: "Measure decisions in small fights that are drawn and solved",
	HelpValues: []any{reportFrom},
	Agents:     []string{"greedy", "search nodes=2000", "search nodes=20000"},
	Flags: []ownFlag{{"count", "`N` fights, one for each seed from --seed on", 100, 1, 1000},
		{"fights", "an agent fights itself `N` times in each", 20, 2, 1000}},
	ReportPath: "evals/reports/crowd-random.jsonl", take: takeSmall}

// smallFights are the small fights of one run.
type smallFights struct {
	Question
	limits search.SolveLimits
	// forAnotherMachine: a worker takes them. That its folder cannot keep a solution is then no error.
	forAnotherMachine bool
}

// smallAgentsMax is how many agents a worker measures at most.
const smallAgentsMax = 8

// takeSmall draws, solves and fights.
func takeSmall(ctx context.Context, q Question) (Finding, error) {
	r, err := smallFights{q, smallSolving, false}.run(ctx)
	found := Finding{Report: r, Measured: len(r.Fights) > 0,
		StoppedAfter: fmt.Sprintf("after %d of %d fights", len(r.Fights), q.Count),
		Log: &LoggedRun{Seeds: fmt.Sprintf("%d..%d", q.Seed, q.Seed+uint64(len(r.Fights))-1), Fights: q.Fights, Stopped: r.Partial,
			Systems: q.Names, Solved: len(r.solvedFights()), Agents: r.Figures, Asked: r.Met}}
	if q.series.IsReported(q) && !r.Passed() {
		found.Unmet = "not all that is asked of the reported fights is met"
	}
	return found, err
}

// run draws, solves and measures one fight after another.
func (x smallFights) run(ctx context.Context) (smallReport, error) {
	r := smallReport{Systems: x.systems(), First: x.Seed, Count: x.Count, Each: x.Fights,
		Limits: [2]int{x.limits.States, x.limits.Inner}, Agents: mapped(x.Agents, agent.Agent.String)}
	err := sampleBench(ctx, x.Question, "fights", x.Count, x.bench(ctx), func(_ int, f smallFight) {
		r.Fights = append(r.Fights, f)
	})
	r.Partial = err != nil
	r.sumUp()
	return r, err
}

// kindSmall names the jobs of small fights: each is drawn, solved and measured.
const kindSmall = "small"

// smallDoc is the document of small fights: job k is the fight of seed First + k. A worker draws the fights from the
// rows of its own program, which must be the same: their hashes are compared.
type smallDoc struct {
	Systems []string  `json:"systems"`
	Rows    []jobs.ID `json:"rows"` // of each system
	Agents  []string  `json:"agents"`
	First   uint64    `json:"first"`
	Count   int       `json:"count"`
	Fights  int       `json:"fights"` // how many times an agent fights itself in each small fight
}

// bench returns the jobs of a run, one for each seed. Only this machine can do them if there is a folder of tables,
// which is here, or if rows are not the built-in ones, or if an agent cannot be sent.
func (x smallFights) bench(ctx context.Context) jobs.Bench[smallFight] {
	rows, err := hashRows(x.Catalogue, x.systems())
	builtin, failed := hashRows(agent.Builtin(), x.systems())
	isLocal := x.Tables != nil || !work.Sendable(x.Agents...) || !slices.Equal(rows, builtin)
	return jobs.Bench[smallFight]{Kind: kindSmall, Local: isLocal,
		Doc: func() (any, error) {
			agents, unsendable := work.EncodeAgents(x.Agents...)
			return smallDoc{x.systems(), rows, agents, x.Seed, x.Count, x.Fights}, cmp.Or(err, failed, unsendable)
		},
		Work: x.worker(ctx)}
}

// worker returns a function that makes workers, each with agents of its own, which keep what their searches learn.
func (x smallFights) worker(ctx context.Context) func() func(k int) (smallFight, error) {
	return func() func(int) (smallFight, error) {
		minds := mapped(x.Agents, func(a agent.Agent) *judgedAgent { return &judgedAgent{agent: a} })
		return func(k int) (smallFight, error) { return x.fight(ctx, x.Seed+uint64(k), minds) }
	}
}

// smallKind returns small fights as a worker on another machine does them. The worker keeps tables in a folder of its
// own; nil for none.
func smallKind(t *tables) jobs.Kind {
	return jobs.Kind{Name: kindSmall, Open: work.Opener(func(ctx context.Context, doc smallDoc) (int, work.Workers[smallFight], error) {
		if n, m := len(doc.Systems), len(doc.Agents); n < 1 || n > len(agent.Systems()) || m < 1 || m > smallAgentsMax {
			return 0, nil, fmt.Errorf("%d systems and %d agents, want 1 to %d and 1 to %d", n, m,
				len(agent.Systems()), smallAgentsMax)
		}
		rows, err := hashRows(agent.Builtin(), doc.Systems)
		if err != nil {
			return 0, nil, err
		}
		if !slices.Equal(doc.Rows, rows) {
			return 0, nil, errors.New("the rows are not those of this program")
		}
		x := smallFights{Question{Catalogue: agent.Builtin(), Names: doc.Systems, Seed: doc.First, Count: doc.Count, Fights: doc.Fights,
			Tables: t}, smallSolving, true}
		for _, ask := range smallSeries.Flags {
			if n := *x.Number(ask.Name); n < ask.Least || n > ask.Most {
				return 0, nil, fmt.Errorf("%s is %d, want %d to %d", ask.Name, n, ask.Least, ask.Most)
			}
		}
		for _, sent := range doc.Agents {
			a, err := work.DecodeAgent(ctx, sent)
			if err != nil {
				return 0, nil, err
			}
			x.Agents = append(x.Agents, a)
		}
		return doc.Count, x.worker(ctx), nil
	})}
}

// systemAndSeats returns the system of a seed's fight and how many combatants it has. The systems take turns, and
// within each system two, three and four combatants do.
func (x smallFights) systemAndSeats(seed uint64) (system string, seats int) {
	systems := x.systems()
	n := uint64(len(systems))
	return systems[seed%n], 2 + int(seed/n%3)
}

// fight returns the fight of one seed with what each agent lost in it.
func (x smallFights) fight(ctx context.Context, seed uint64, minds []*judgedAgent) (found smallFight, err error) {
	system, seats := x.systemAndSeats(seed)
	found = smallFight{Seed: seed, System: system, Draws: map[fate]int{}, Has: []string{}, Lost: []smallLost{}}
	// A draw is thrown away if it is too large or decided already, or if nothing in it matters.
	for k := range smallDraws {
		file, f, err := x.Catalogue.DrawSmall(found.System, seats, seed, k)
		if err != nil {
			found.Draws[fateUnsound]++
			continue
		}
		verdict, table, err := x.judge(ctx, f)
		if err != nil {
			return found, fmt.Errorf("the fight of seed %d: %w", seed, err)
		}
		found.Draws[verdict]++
		if verdict != fateTaken {
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
		// Last, since what the fight is made of includes the kinds of decisions that were met in it.
		found.Has = makeup(file, found.Lost)
		return found, nil
	}
	return found, nil
}

// judge returns the fate of a draw, from the folder of tables or by solving it. Only for one that is taken it also
// returns the solution.
func (x smallFights) judge(ctx context.Context, f *fight.Fight) (fate, *agent.Tablebase, error) {
	key, verdict, table, err := x.Tables.lookUp(ctx, f, x.limits)
	if err != nil || verdict != "" {
		return verdict, table, err
	}
	table, err = agent.Solve(ctx, f, x.limits)
	switch {
	case err == nil:
		if verdict, err = judgeSolved(ctx, f, table); err != nil {
			return "", nil, err
		}
	case ctx.Err() != nil:
		return "", nil, err
	case errors.Is(err, search.ErrStates):
		verdict = fateStateful
	default: // between decisions, in memory, or at the ends of one exchange
		verdict = fateWide
	}
	if err = x.Tables.store(ctx, key, verdict, table); x.forAnotherMachine {
		err = nil
	}
	return verdict, table, err
}

// measureLoss lets an agent fight itself in a solved fight, with the dice of the seeds from 1 on.
func (x smallFights) measureLoss(ctx context.Context, f *fight.Fight, table *agent.Tablebase,
	mind *judgedAgent) (smallLost, error) {
	lost := smallLost{Fights: []float64{}, Decisions: map[string]int{}}
	times := map[mistake]int{}
	for k := range x.Fights {
		// Seeds from 1 on for every agent: all agents get the same dice.
		w, err := mind.playJudged(ctx, Encounter{Name: "small", Fights: []*fight.Fight{f}}, table, uint64(k+1))
		if err != nil {
			return lost, err
		}
		lost.Fights = append(lost.Fights, w.loss())
		for kind, n := range w.Decisions {
			lost.Decisions[kind] += n
		}
		for _, m := range w.Choices {
			times[m]++
		}
	}
	lost.Choices = tally(times)
	return lost, nil
}
