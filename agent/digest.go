package agent

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"hash"
	"math"

	"kokyu/rules"
	"kokyu/rules/fight"
)

// Digest returns a hash of an agent, in 16 hexadecimal digits: of its name and of its evaluation of the first decision
// of each fight, which is the value of every option or, for an agent that does not search, its chance. So the digest
// changes with the weights of the leaf evaluation, the search and the rules, if these change the values. For an agent
// with a time limit only the name is hashed, since its values are not reproducible. The fights are not changed; their
// dice come from their own seeds.
func Digest(ctx context.Context, a Agent, fights []*fight.Fight) (string, error) {
	h := sha256.New()
	fmt.Fprintf(h, "%q", a)
	for _, f := range fights {
		if HasTimeLimit(a) {
			break
		}
		if err := digest(ctx, h, a, f.Fork()); err != nil {
			return "", err
		}
	}
	return hex.EncodeToString(h.Sum(nil)[:8]), nil
}

// digest adds the agent's evaluation of the first decision of a fight to a hash.
func digest(ctx context.Context, h hash.Hash, a Agent, f *fight.Fight) error {
	for f.Turn().Kind == rules.Chance {
		if _, err := f.Roll(); err != nil {
			return err
		}
	}
	if f.Turn().Kind == rules.Over {
		return nil
	}
	v, err := Look(f)
	if err != nil {
		return err
	}
	a = WithCharacter(a, f.Roster()[v.Seat()].Character)
	if s, ok := a.(*Search); ok {
		r, err := v.SearchWith(ctx, s.Limits, s.Leaf)
		for _, o := range r.Options {
			fmt.Fprintf(h, " %v %x", o.Action, math.Float64bits(o.Value))
		}
		return err
	}
	actions := v.Actions()
	mix := make([]float64, len(actions))
	if p, ok := a.(policy); ok {
		err = p.mix(ctx, v, actions, mix)
	} else {
		err = pureMix(ctx, a, v, actions, mix)
	}
	for k, action := range actions {
		fmt.Fprintf(h, " %v %x", action, math.Float64bits(mix[k]))
	}
	return err
}
