package evals

import (
	"cmp"
	"context"
	"fmt"

	"kokyu/agent"
	"kokyu/agent/jobs"
	"kokyu/agent/work"
)

// What suites and series of fights are cut into. A [jobs.Bench] is jobs of one kind that share a document; whoever
// holds the document can do them. For each kind there is a bench, which says how its jobs are done on this machine, and
// a [jobs.Kind], which reads the document on another one and does the same. The jobs of an [Arena] are in its own file.

// The kinds of jobs that have no table of their own below.
const (
	kindSmall    = "small"    // a small fight to be drawn, solved and measured
	kindPair     = "pair"     // a pair of fights of an arena
	kindStandard = "standard" // a position to be played out
	kindWalk     = "walk"     // a fight with every decision judged
)

// sentPosition is a judgedPosition in the document of a bench.
type sentPosition struct {
	Position
	Fight  work.FightDoc `json:"fight"`
	Values []float64     `json:"exact,omitempty"` // exact values of the options, in their order
}

// encodePositions writes positions into a document.
func encodePositions(list []judgedPosition) (sent []sentPosition, err error) {
	for _, t := range list {
		s := sentPosition{Position: t.Position, Values: t.values}
		if s.Fight, err = work.Encode(t.fight); err != nil {
			return nil, fmt.Errorf("the position %s: %w", quote(t.ID), err)
		}
		sent = append(sent, s)
	}
	return sent, nil
}

// decodePositions decodes what encodePositions wrote. It comes from a server, so the number of positions is bounded
// first.
func decodePositions(sent []sentPosition) (list []judgedPosition, err error) {
	if len(sent) > positionsMax {
		return nil, fmt.Errorf("%d positions, want at most %d", len(sent), positionsMax)
	}
	for _, s := range sent {
		t := judgedPosition{Position: s.Position, values: s.Values}
		if t.fight, err = s.Fight.Begin(); err != nil {
			return nil, err
		}
		list = append(list, t)
	}
	return list, nil
}

// positionsDoc is the document of decisions of one agent: job k is its decision at position k.
type positionsDoc struct {
	Agent     string         `json:"agent"`
	Positions []sentPosition `json:"items"`
}

// positionJobs is a kind of job in which an agent decides at a position and its decision is judged.
type positionJobs[T any] struct {
	kind   string
	judge  func(m *judgedAgent, ctx context.Context, t judgedPosition) (T, error)
	refuse func(t judgedPosition) error // returns why a position from another machine cannot be judged; nil: none is refused
}

// bench returns the jobs of an agent at positions, one for each.
func (j positionJobs[T]) bench(ctx context.Context, a agent.Agent, positions []judgedPosition) jobs.Bench[T] {
	return jobs.Bench[T]{Kind: j.kind, Local: !work.Sendable(a),
		Doc: func() (any, error) {
			name, err := work.EncodeAgent(a)
			sent, failed := encodePositions(positions)
			return positionsDoc{name, sent}, cmp.Or(err, failed)
		},
		Work: func() func(int) (T, error) {
			m := &judgedAgent{agent: a}
			return func(k int) (T, error) { return j.judge(m, ctx, positions[k]) }
		}}
}

// jobKind returns the kind of job as a worker on another machine does it.
func (j positionJobs[T]) jobKind() jobs.Kind {
	return jobs.Kind{Name: j.kind, Open: work.Opener(func(ctx context.Context, doc positionsDoc) (int, work.Workers[T], error) {
		a, err := work.DecodeAgent(ctx, doc.Agent)
		if err != nil {
			return 0, nil, err
		}
		positions, err := decodePositions(doc.Positions)
		for _, t := range positions {
			if j.refuse != nil && err == nil {
				err = j.refuse(t)
			}
		}
		return len(positions), j.bench(ctx, a, positions).Work, err
	})}
}

// Decisions at positions with exact values, and at those that were played out.
var (
	choiceJobs = positionJobs[judgedChoice]{kind: "choice", judge: (*judgedAgent).judgeByValues}
	ruledJobs  = positionJobs[refereeDecision]{kind: "ruled", judge: (*judgedAgent).judgeByPlayouts, refuse: func(t judgedPosition) error {
		if s := t.Standard; s == nil || len(s.Halves) == 0 || len(s.Halves) != len(t.Options) {
			return fmt.Errorf("the position %s has not been played out", quote(t.ID))
		}
		return nil
	}}
)

// standardDoc is the document of positions that are played out: see [playingOut].
type standardDoc struct {
	Player    string         `json:"player"`
	Each      int            `json:"each"`
	Luck      int            `json:"luck"` // nodes that value a throw
	Seed      uint64         `json:"seed"`
	Positions []sentPosition `json:"items"`
}

// bench returns the jobs of playing positions out, one for each.
func (x playingOut) bench(ctx context.Context, positions []judgedPosition) jobs.Bench[*standard] {
	return jobs.Bench[*standard]{Kind: kindStandard,
		Doc: func() (any, error) {
			player, err := work.EncodeAgent(x.player)
			sent, failed := encodePositions(positions)
			return standardDoc{player, x.each, x.luck, x.seed, sent}, cmp.Or(err, failed)
		},
		Work: func() func(int) (*standard, error) {
			return func(k int) (*standard, error) { return x.standard(ctx, positions[k]) }
		}}
}

// standardKind plays out positions for another machine.
var standardKind = jobs.Kind{Name: kindStandard, Open: work.Opener(func(ctx context.Context, doc standardDoc) (int, work.Workers[*standard], error) {
	x := playingOut{each: doc.Each, luck: doc.Luck, seed: doc.Seed}
	if x.each < 1 || x.each > PairsMax {
		return 0, nil, fmt.Errorf("%d playouts, want 1 to %d", x.each, PairsMax)
	}
	err := work.CheckLuck(doc.Luck)
	if err != nil {
		return 0, nil, err
	}
	if x.player, err = work.DecodeAgent(ctx, doc.Player); err != nil {
		return 0, nil, err
	}
	positions, err := decodePositions(doc.Positions)
	return len(positions), x.bench(ctx, positions).Work, err
})}

// selfPlayOf returns the fights by which an agent's own play is measured.
func (r *Run) selfPlayOf(a agent.Agent) SelfPlay {
	return SelfPlay{Agent: a, Encounters: r.Suite.Encounters, Fights: r.Suite.Fights, Seed: r.Seed}
}

// selfPlayDoc is the document of fights of self-play.
type selfPlayDoc struct {
	Agent      string          `json:"agent"`
	Encounters []sentEncounter `json:"encounters"`
	Each       int             `json:"each"`
	Seed       uint64          `json:"seed"`
	Playouts   int             `json:"playouts,omitempty"`
}

// doc returns the document of the fights.
func (x SelfPlay) doc() (any, error) {
	name, err := work.EncodeAgent(x.Agent)
	sent, failed := encodeEncounters(x.Encounters)
	return selfPlayDoc{name, sent, x.Fights, x.Seed, x.Playouts}, cmp.Or(err, failed)
}

// decode decodes what SelfPlay.doc wrote. It comes from a server, so every number is bounded first.
func (d selfPlayDoc) decode(ctx context.Context) (x SelfPlay, err error) {
	if d.Each < 1 || d.Each > PairsMax {
		return x, fmt.Errorf("%d fights of each encounter, want 1 to %d", d.Each, PairsMax)
	}
	if d.Playouts < 0 || d.Playouts > agent.PlayoutsMax {
		return x, fmt.Errorf("%d playouts, want 0 to %d", d.Playouts, agent.PlayoutsMax)
	}
	x.Fights, x.Seed, x.Playouts = d.Each, d.Seed, d.Playouts
	if x.Agent, err = work.DecodeAgent(ctx, d.Agent); err == nil {
		x.Encounters, err = decodeEncounters(d.Encounters)
	}
	return x, err
}

// fightJobs is a kind of job in which an agent fights itself and something is made of the fight.
type fightJobs[T any] struct {
	kind string
	play func(m *judgedAgent, ctx context.Context, e Encounter, seed uint64) (T, error)
}

// bench returns the jobs, all fights of the first encounter before those of the second.
func (j fightJobs[T]) bench(ctx context.Context, x SelfPlay) jobs.Bench[T] {
	return jobs.Bench[T]{Kind: j.kind, Local: !work.Sendable(x.Agent), Doc: x.doc, Work: func() func(int) (T, error) {
		m, last := &judgedAgent{}, -1
		return func(k int) (T, error) {
			e := k / x.Fights
			if e != last { // what a search learns of an encounter is of no use in another
				m, last = &judgedAgent{agent: x.Agent, playouts: x.Playouts}, e
			}
			return j.play(m, ctx, x.Encounters[e], x.Seed+uint64(k%x.Fights))
		}
	}}
}

// jobKind returns the kind of job as a worker on another machine does it.
func (j fightJobs[T]) jobKind() jobs.Kind {
	return jobs.Kind{Name: j.kind, Open: work.Opener(func(ctx context.Context, doc selfPlayDoc) (int, work.Workers[T], error) {
		x, err := doc.decode(ctx)
		if err != nil {
			return 0, nil, err
		}
		return x.Fights * len(x.Encounters), j.bench(ctx, x).Work, nil
	})}
}

// Fights with predictions, with their pace, with every decision noted, and with some positions and how they ended.
var (
	forecastJobs = fightJobs[forecastFight]{"forecast", (*judgedAgent).playForecasting}
	courseJobs   = fightJobs[fightPace]{"course", (*judgedAgent).playWatched}
	playJobs     = fightJobs[[]Decision]{"play", (*judgedAgent).playNoting}
	fateJobs     = fightJobs[[]endedPosition]{"fate", (*judgedAgent).playEnded}
)

// walksDoc is the document of fights that are judged by exact values. It identifies their results among those that are
// kept; no other machine does them.
type walksDoc struct {
	Agent     string        `json:"agent"`
	Encounter string        `json:"encounter"`
	Fight     work.FightDoc `json:"fight"`
	Value     float64       `json:"value"`
	Seed      uint64        `json:"seed"`
}

// judgedFights returns fights of an agent against itself with every decision judged. They can be fought on this machine
// only: the exact values are nowhere else.
func (r *Run) judgedFights(ctx context.Context, a agent.Agent, e Encounter, truth Truth) jobs.Bench[judgedFight] {
	return jobs.Bench[judgedFight]{Kind: kindWalk, Local: true,
		Doc: func() (any, error) {
			name, err := work.EncodeAgent(a)
			sent, failed := work.Encode(e.Fights[0])
			value, _ := truth.Value(e.Fights[0])
			return walksDoc{name, e.Name, sent, value, r.Seed}, cmp.Or(err, failed)
		},
		Work: func() func(int) (judgedFight, error) {
			m := &judgedAgent{agent: a}
			return func(k int) (judgedFight, error) { return m.playJudged(ctx, e, truth, r.Seed+uint64(k), nil) }
		}}
}
