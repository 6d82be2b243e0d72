package agent

import (
	"context"
	"fmt"
	"strings"

	"kokyu/rules"
	"kokyu/search"
)

// Solved is the agent that plays from a tablebase.
type Solved struct {
	Tablebase *Tablebase
	Path      string // of the table's file
}

func readSolved(ctx context.Context, settings string, _ search.Limits) (Agent, error) {
	path, ok := strings.CutPrefix(settings, "table=")
	if path = strings.TrimSpace(path); !ok || path == "" {
		return nil, fmt.Errorf("solved plays from a table, want solved table=FILE")
	}
	t, err := OpenTablebase(ctx, path)
	return &Solved{Tablebase: t, Path: path}, err
}

// Choose returns the best decision, or draws from the mixed strategy. The errors are [ErrOtherFight] and
// [ErrNotInTablebase].
func (a *Solved) Choose(_ context.Context, v View) (rules.Action, error) {
	r, err := v.player.lookUp(a.Tablebase, 0) // without lines, which would take far longer than the choice
	if err != nil {
		return rules.Action{}, err
	}
	return v.drawOption(v.withoutBanned(r)), nil
}

func (a *Solved) mix(_ context.Context, v View, actions []rules.Action, mix []float64) error {
	r, err := v.player.lookUp(a.Tablebase, 0)
	if err == nil {
		search.Spread(r.Options, actions, mix)
	}
	return err
}

func (a *Solved) String() string { return "solved table=" + a.Path }

// lookUp returns what a table says of the position, with lines of a number of plies.
func (b *binding[S]) lookUp(t *Tablebase, plies int) (search.Result, error) {
	if b.knownTable != t {
		if err := t.checkHeader(b.header); err != nil {
			return search.Result{}, err
		}
		b.knownTable = t
	}
	r, ok := t.solution.(*solved[S]).result(b.Now, plies)
	if !ok {
		return r, ErrNotInTablebase
	}
	return r, nil
}
