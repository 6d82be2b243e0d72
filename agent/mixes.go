package agent

import (
	"context"
	"math/rand/v2"
	"slices"
	"strings"

	"kokyu/rules"
	"kokyu/rules/dice"
	"kokyu/search"
)

// MixUse is an action of secret choices, or of the answers to them, with its shares of the mixed strategies of best
// play. Shares are probabilities, not frequencies of draws.
type MixUse struct {
	Do        string  `json:"do"`
	Secret    bool    `json:"secret"`  // a secret choice; else an answer
	Legal     int     `json:"offered"` // secret choices at which it was legal
	WithShare int     `json:"mixed"`   // of these, those where it had a share
	Share     float64 `json:"share"`   // its mean share where it was legal, 0 to 1
}

// MixFights is the number of fights of best play that Mixes plays.
const MixFights = 400

// shareMin is the least share that counts: less is rounding.
const shareMin = 1e-6

// Mixes plays fights of best play by both sides, with dice and draws from a fixed random stream, and returns the mixed
// strategies of the secret choices in them: the secrets first, each in the order in which it first came up. It is empty
// if there are no secret choices. A cancelled context ends it between fights.
func (t *Tablebase) Mixes(ctx context.Context) ([]MixUse, error) { return t.mixes(ctx, MixFights) }

// mixes does what Mixes does, with a number of fights.
func (t *solved[S]) mixes(ctx context.Context, fights int) (list []MixUse, err error) {
	if t.sys.Hooks().Veil == nil {
		return nil, nil
	}
	m := mixer[S]{solved: t}
	for k := range fights {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		if err := m.fight(dice.Stream{Seed: 1, Name: "mixes"}.Rand(int64(k))); err != nil {
			return nil, err
		}
	}
	for i := range m.uses {
		m.uses[i].Share /= float64(m.uses[i].Legal)
	}
	slices.SortStableFunc(m.uses, func(a, b MixUse) int {
		switch {
		case a.Secret == b.Secret:
			return 0
		case a.Secret:
			return -1
		}
		return 1
	})
	return m.uses, nil
}

// mixer gathers the mixed strategies of secret choices.
type mixer[S comparable] struct {
	*solved[S]
	uses []MixUse
}

// fight plays one fight of best play.
func (m *mixer[S]) fight(r *rand.Rand) error {
	s := m.now
	for {
		switch m.sys.Turn(&s).Kind {
		case rules.Over:
			return nil
		case rules.Chance:
			m.sys.Play(&s, rules.Draw(m.sys.Odds(&s, nil), r.Float64()), nil)
		case rules.Commit:
			secrets, ok := m.Solution.Options(s)
			answers, known := m.Solution.Answers(s)
			if !ok || !known {
				return ErrNotInTablebase
			}
			answering := s
			m.sys.Play(&answering, secrets[0].Action, nil) // any secret: the answers are the same
			m.add(&s, secrets, true)
			m.add(&answering, answers, false)
			m.sys.Play(&s, search.Result{Options: secrets}.Pick(r.Float64()), nil)
			m.sys.Play(&s, search.Result{Options: answers}.Pick(r.Float64()), nil)
		default:
			options, ok := m.Solution.Best(s)
			if !ok {
				return ErrNotInTablebase
			}
			m.sys.Play(&s, options[0].Action, nil)
		}
	}
}

// add adds one side's mixed strategy in a position.
func (m *mixer[S]) add(s *S, options []search.Option, secret bool) {
	for _, o := range options {
		do, _, _ := strings.Cut(m.sys.Format(s, o.Action), " > ")
		i := slices.IndexFunc(m.uses, func(x MixUse) bool { return x.Do == do && x.Secret == secret })
		if i < 0 {
			i = len(m.uses)
			m.uses = append(m.uses, MixUse{Do: do, Secret: secret})
		}
		x := &m.uses[i]
		x.Legal++
		x.Share += o.Mix
		if o.Mix > shareMin {
			x.WithShare++
		}
	}
}
