package agent

import (
	"context"
	"fmt"
	"strings"

	"kokyu/rules"
	"kokyu/search"
)

// Solved is the agent that plays from a table.
type Solved struct {
	Tablebase *Tablebase
	Path      string // where it came from
}

func readSolved(ctx context.Context, settings string, _ search.Limits) (Agent, error) {
	path, ok := strings.CutPrefix(settings, "table=")
	if path = strings.TrimSpace(path); !ok || path == "" {
		return nil, fmt.Errorf("solved plays from a table, want solved table=FILE")
	}
	t, err := OpenTablebase(ctx, path)
	return &Solved{Tablebase: t, Path: path}, err
}

// Choose returns the best decision, or draws from the mixed strategy. The errors are [ErrOtherFight] and [ErrNotInTablebase].
func (a *Solved) Choose(_ context.Context, v View) (rules.Action, error) {
	r, err := v.player.lookUp(a.Tablebase, 0) // a player needs no lines, which cost far more than the choice
	if err != nil {
		return rules.Action{}, err
	}
	return v.drawOption(v.open(r)), nil
}

func (a *Solved) mix(_ context.Context, v View, actions []rules.Action, mix []float64) error {
	r, err := v.player.lookUp(a.Tablebase, 0)
	if err == nil {
		search.Spread(r.Options, actions, mix)
	}
	return err
}

func (a *Solved) String() string { return "solved table=" + a.Path }

// lookUp returns what a table says of the position.
func (b *binding[S]) lookUp(t *Tablebase, plies int) (search.Result, error) {
	if b.known != t {
		if err := t.describes(b.header); err != nil {
			return search.Result{}, err
		}
		b.known = t
	}
	r, ok := t.truth.(*solved[S]).result(b.Now, plies)
	if !ok {
		return r, ErrNotInTablebase
	}
	return r, nil
}
