package search

import (
	"context"

	"kokyu/rules"
)

// Count is the result of Perft. Lines that end before the full depth because the fight is over are counted in
// EndedLines, not in Nodes, as perft in chess does with mates.
type Count struct {
	Nodes      uint64      // lines of exactly depth Plays
	States     uint64      // distinct positions those lines lead to
	EndedLines uint64      // shorter lines, at whose end the fight is over
	Divide     []perftPart // Nodes below each action of the root, in the game's order; empty at depth 0
}

// perftPart is the count of one root action.
type perftPart struct {
	Action rules.Action
	Nodes  uint64
}

// layer has the distinct positions after some plies, with the number of lines that lead to each.
type layer[S comparable] map[S]uint64

// Perft counts the lines of depth Plays from s, chance included: every decision and commit, and every outcome of the
// dice that players could tell apart (FineOdds of [rules.Hooks]) or, without FineOdds, every outcome of Odds. Equal
// positions are expanded once. The error is that of a cancelled context; the count is then zero.
func Perft[S comparable](ctx context.Context, game rules.Game[S], s S, depth int) (Count, error) {
	if depth == 0 {
		return Count{Nodes: 1, States: 1}, ctx.Err()
	}
	var count Count
	last := map[S]struct{}{}
	counter := perft[S]{game: game, watch: watch{ctx: ctx}}
	if counter.oddsOf = game.Hooks().FineOdds; counter.oddsOf == nil {
		counter.oddsOf = game.Odds
	}
	if !counter.list(&s) {
		return Count{EndedLines: 1}, ctx.Err()
	}
	for _, a := range counter.steps {
		count.Divide = append(count.Divide, perftPart{Action: a})
	}
	for i := range count.Divide {
		child := s
		game.Play(&child, count.Divide[i].Action, nil)
		ends, err := counter.walk(layer[S]{child: 1}, depth-1, &count.EndedLines)
		if err != nil {
			return Count{}, err
		}
		for end, n := range ends {
			if err := counter.watch.check(); err != nil {
				return Count{}, err
			}
			last[end] = struct{}{}
			count.Divide[i].Nodes += n
		}
		count.Nodes += count.Divide[i].Nodes
	}
	count.States = uint64(len(last))
	return count, ctx.Err()
}

// perft has the game and the reused buffers of one call of Perft.
type perft[S comparable] struct {
	game   rules.Game[S]
	oddsOf func(s *S, buf []rules.Odds) []rules.Odds // FineOdds, or Odds
	watch  watch
	steps  []rules.Action
	odds   []rules.Odds
}

// walk returns the layer that is some plies further on, and counts the lines that end on the way.
func (p *perft[S]) walk(now layer[S], plies int, ended *uint64) (layer[S], error) {
	for range plies {
		next := layer[S]{}
		for s, n := range now {
			if !p.list(&s) {
				*ended += n
			}
			for _, a := range p.steps {
				if err := p.watch.check(); err != nil {
					return nil, err
				}
				child := s
				p.game.Play(&child, a, nil)
				next[child] += n
			}
		}
		now = next
	}
	return now, nil
}

// list lists all actions or outcomes of a position. It returns false if the fight is over.
func (p *perft[S]) list(s *S) bool {
	p.steps = p.steps[:0]
	switch p.game.Turn(s).Kind {
	case rules.Over:
		return false
	case rules.Chance:
		p.odds = p.oddsOf(s, p.odds[:0])
		for _, o := range p.odds {
			p.steps = append(p.steps, o.Action)
		}
	default:
		p.steps = p.game.Actions(s, p.steps)
	}
	return true
}
