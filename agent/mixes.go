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
func (t *solved[S]) Mixes(ctx context.Context) (list []MixUse, err error) {
	if t.sys.Hooks().Veil == nil {
		return nil, nil
	}
	m := mixer[S]{solved: t}
	for k := range MixFights {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		if err := m.fight(dice.Stream{Seed: 1, Name: "mixes"}.Rand(int64(k))); err != nil {
			return nil, err
		}
	}
	list = append(m.secrets, m.answers...)
	for i := range list {
		list[i].Share /= float64(list[i].Legal)
	}
	return list, nil
}

// mixer gathers the mixed strategies of secret choices, and of the answers to them.
type mixer[S comparable] struct {
	*solved[S]
	secrets, answers []MixUse
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
			m.secrets = m.add(m.secrets, &s, secrets, true)
			m.answers = m.add(m.answers, &answering, answers, false)
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

// add adds one side's mixed strategy in a position to those of others.
func (m *mixer[S]) add(uses []MixUse, s *S, options []search.Option, secret bool) []MixUse {
	for _, o := range options {
		do, _, _ := strings.Cut(m.sys.Format(s, o.Action), " > ")
		i := slices.IndexFunc(uses, func(x MixUse) bool { return x.Do == do })
		if i < 0 {
			i = len(uses)
			uses = append(uses, MixUse{Do: do, Secret: secret})
		}
		x := &uses[i]
		x.Legal++
		x.Share += o.Mix
		if o.Mix > shareMin {
			x.WithShare++
		}
	}
	return uses
}
