package work

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"kokyu/agent"
	"kokyu/agent/jobs"
	"kokyu/rules/dice"
	"kokyu/rules/fight"
	"kokyu/search"
)

// The kinds of jobs.
const (
	kindFight   = "fight"   // of a match
	kindAccount = "account" // an [agent.Account] of a fight
)

// Kinds returns the jobs of this package that can be done for others.
func Kinds() []jobs.Kind { return []jobs.Kind{fightKind, accountKind} }

// PlayMatch plays a match as jobs on a pool; if p is nil on m.Cores cores. It returns what [agent.Match.Play] does.
func PlayMatch(ctx context.Context, m agent.Match, p *jobs.Pool) (agent.Tally, error) {
	var outcomes []agent.Outcome
	err := jobs.Do(ctx, Pool(p, m.Cores), m.Count, matchBench(ctx, m), func(k int, o agent.Outcome) bool {
		outcomes = append(outcomes, o)
		if m.Progress != nil {
			m.Progress(k + 1)
		}
		return false
	})
	return m.Tally(outcomes), err
}

// matchDoc is what the fights of a match have in common.
type matchDoc struct {
	Fight  FightDoc `json:"fight"`
	Agents []string `json:"agents"`
	Swap   bool     `json:"swap"`
	Seed   uint64   `json:"seed"`
}

// matchMax is the most fights of one match.
const matchMax = 1_000_000

// matchBench returns the jobs of a match, one for each fight. They stay on this machine if an agent cannot be sent.
func matchBench(ctx context.Context, m agent.Match) jobs.Bench[agent.Outcome] {
	return jobs.Bench[agent.Outcome]{Kind: kindFight, Local: !Sendable(m.Agents[:]...),
		Doc: func() (any, error) {
			names, err := EncodeAgents(m.Agents[:]...)
			sent, failed := Encode(m.Fight)
			return matchDoc{sent, names, m.Swap, m.Seed}, cmp.Or(err, failed)
		},
		Work: func() func(int) (agent.Outcome, error) { return m.Worker(ctx) }}
}

// fightKind does the jobs of matchBench for other machines.
var fightKind = jobs.Kind{Name: kindFight, Open: Opener(openMatch)}

// openMatch returns how many jobs the document of a match has at most, and their workers.
func openMatch(ctx context.Context, doc matchDoc) (_ int, _ Workers[agent.Outcome], err error) {
	m := agent.Match{Swap: doc.Swap, Seed: doc.Seed}
	if m.Agents, err = DecodePair(ctx, doc.Agents); err != nil {
		return 0, nil, err
	}
	if m.Fight, err = doc.Fight.Begin(); err != nil {
		return 0, nil, err
	}
	return matchMax, matchBench(ctx, m).Work, nil
}

// accountDoc is what the fights of [Accounts] have in common.
type accountDoc struct {
	Fight FightDoc `json:"fight"`
	Seats []string `json:"seats"`
	Luck  int      `json:"luck"` // nodes that value a throw
	Seed  uint64   `json:"seed"`
}

// Accounts returns fights as jobs, with an agent for each combatant: fight k uses the k-th seed of the series, see
// [dice.Series]. luck is the budget in nodes that values a throw.
func Accounts(ctx context.Context, f *fight.Fight, seats agent.Seating, luck int,
	seed uint64) jobs.Bench[agent.Account] {
	return jobs.Bench[agent.Account]{Kind: kindAccount, Local: !Sendable(seats...), Ends: true,
		Doc: func() (any, error) {
			names, err := EncodeAgents(seats...)
			sent, failed := Encode(f)
			return accountDoc{sent, names, luck, seed}, cmp.Or(err, failed)
		},
		Work: func() func(int) (agent.Account, error) {
			playouts := agent.NewPlayouts(f)
			return func(k int) (agent.Account, error) {
				return playouts.Account(ctx, seats, dice.Series(seed, k), &search.Limits{Nodes: luck})
			}
		}}
}

// accountKind does the jobs of Accounts for other machines.
var accountKind = jobs.Kind{Name: kindAccount, Open: Opener(openAccounts)}

// openAccounts returns how many jobs the document of Accounts has at most, and their workers.
func openAccounts(ctx context.Context, doc accountDoc) (int, Workers[agent.Account], error) {
	f, err := doc.Fight.Begin()
	if err != nil {
		return 0, nil, err
	}
	if err := CheckLuck(doc.Luck); err != nil {
		return 0, nil, err
	}
	if n := len(f.Roster()); len(doc.Seats) != n {
		return 0, nil, fmt.Errorf("%d agents for %d combatants", len(doc.Seats), n)
	}
	seats, err := decodeAgents(ctx, doc.Seats)
	if err != nil {
		return 0, nil, err
	}
	return matchMax, Accounts(ctx, f, seats, doc.Luck, doc.Seed).Work, nil
}

// Pool returns p or, if it is nil, a pool of cores of this machine.
func Pool(p *jobs.Pool, cores int) *jobs.Pool { return cmp.Or(p, &jobs.Pool{Cores: cores}) }

// Sendable reports whether agents can be played on another machine.
func Sendable(list ...agent.Agent) bool {
	return !slices.ContainsFunc(list, func(a agent.Agent) bool {
		_, err := DecodeAgent(context.Background(), a.String())
		return err != nil
	})
}

// CheckLuck returns an error unless nodes is a budget for valuing the luck of dice.
func CheckLuck(nodes int) error {
	if nodes < 0 || nodes > agent.NodesMax {
		return fmt.Errorf("the luck of the dice by %d nodes, want 0 to %d", nodes, agent.NodesMax)
	}
	return nil
}

// Workers returns a new worker, see [jobs.Bench].
type Workers[T any] func() func(k int) (T, error)

// Opener returns the Open of a kind of jobs whose documents are of type D. open returns how many jobs a document has,
// and its workers. A job with another number, which may come from a server, is an error.
func Opener[D, T any](open func(ctx context.Context, doc D) (int, Workers[T], error),
) func(context.Context, []byte) (jobs.MakeWorkers, error) {
	return func(ctx context.Context, data []byte) (jobs.MakeWorkers, error) {
		var doc D
		if err := jobs.Decode(data, &doc); err != nil {
			return nil, fmt.Errorf("the document cannot be read: %w", err)
		}
		n, newWorker, err := open(ctx, doc)
		if err != nil {
			return nil, err
		}
		return func() func(int) (any, error) {
			work := newWorker()
			return func(k int) (any, error) {
				if k < 0 || k >= n {
					return nil, fmt.Errorf("there is no job %d, want 0 to %d", k, n-1)
				}
				return work(k)
			}
		}, nil
	}
}
