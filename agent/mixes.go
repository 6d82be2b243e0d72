package agent

import (
	"context"
	"math/rand/v2"
	"slices"
	"strings"

	"kokyu/rules"
	"kokyu/rules/dice"
	"kokyu/rules/fight"
	"kokyu/search"
)

// MixUse is how the mixed strategies of best play use an action of secret choices, or of the answers to them. Shares
// are probabilities, not frequencies of draws.
type MixUse struct {
	Do        string  `json:"do"`
	Secret    bool    `json:"secret"`  // a secret choice; else an answer
	Legal     int     `json:"offered"` // secret choices at which it was legal
	WithShare int     `json:"mixed"`   // of these, those in whose strategy it was
	Share     float64 `json:"share"`   // its mean probability where it was legal, 0 to 1
}

// MixFights is the number of fights of best play that Mixes plays.
const MixFights = 400

// shareMin is the least share that counts: less is rounding.
const shareMin = 1e-6

// Mixes plays fights of best play by both sides, with dice and draws from a fixed random stream, and returns the mixed
// strategies of the secret choices in them: the secrets first, each in the order in which it first came up. It is empty
// if there are no secret choices. A cancelled context ends it between fights.
func (t *Tablebase) Mixes(ctx context.Context) (list []MixUse, err error) {
	if !t.hasSecrets() {
		return nil, nil
	}
	m := mixer{Tablebase: t}
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
type mixer struct {
	*Tablebase
	secrets, answers []MixUse
}

// fight plays one fight of best play.
func (x *mixer) fight(r *rand.Rand) error {
	for m := x.now.Fresh(false); ; {
		switch m.Turn().Kind {
		case rules.Over:
			return nil
		case rules.Chance:
			m = m.Next(rules.Draw(m.Outcomes(), r.Float64()), nil)
		case rules.Commit:
			secrets, ok := x.options(m)
			if !ok {
				return ErrNotInTablebase
			}
			answering := m.Next(secrets[0].Action, nil) // any secret: the answers are the same
			answers, ok := x.options(answering)
			if !ok {
				return ErrNotInTablebase
			}
			x.secrets = addUses(x.secrets, m, secrets, true)
			x.answers = addUses(x.answers, answering, answers, false)
			m = m.Next(search.Result{Options: secrets}.Pick(r.Float64()), nil)
			m = m.Next(search.Result{Options: answers}.Pick(r.Float64()), nil)
		default:
			best, ok := x.result(m, 0)
			if !ok {
				return ErrNotInTablebase
			}
			m = m.Next(best.Best, nil)
		}
	}
}

// addUses adds one side's mixed strategy in a position to those of others.
func addUses(uses []MixUse, m fight.Moment, options []search.Option, secret bool) []MixUse {
	for _, o := range options {
		do, _, _ := strings.Cut(m.Format(o.Action), " > ")
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
