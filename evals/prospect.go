package evals

import (
	"context"
	"fmt"
	"io"

	"kokyu/agent"
	"kokyu/rules"
	"kokyu/rules/dice"
	"kokyu/rules/fight"
	"kokyu/rules/text"
)

// Forecasts are fitted to, and judged by, positions of fights of the search against itself. A file of them is JSON
// lines, compressed with gzip: a [fightsHeader], then an [endedPosition] a line, fight by fight.

// Limits of a file of positions.
const (
	endedVersion  = 1
	EndedEach     = 8 // the most positions of one fight
	endedLineMax  = 4 << 10
	endedMax      = 2_000_000
	endedBytesMax = 1 << 30 // of text
)

// endedPosition is a position in which a breath or turn began, with how its fight ended.
type endedPosition struct {
	Encounter  string `json:"encounter"`
	Seed       uint64 `json:"seed"`
	Step       int    `json:"step"`   // how many steps of the fight come before it
	TurnsBegun int    `json:"begins"` // how many breaths or turns began in the whole fight
	agent.ForecastFeatures
	Result float64 `json:"result"` // how the fight ended for side 0: 1, 0.5, 0

	// Playouts is how side 0 fares in fights from this position with dice of their own. One position of a fight has it.
	Playouts *endedPlayouts `json:"played,omitempty"`
}

// endedPlayouts are the results of fights from one position, for side 0.
type endedPlayouts struct {
	Count    int     `json:"fights"`
	Mean     float64 `json:"mean"`
	Variance float64 `json:"variance"` // of one result, the unbiased estimate
}

// WriteEnded plays all fights and writes positions of them with how they ended. The bytes are the same on whichever
// machines the fights are fought. It returns how many positions there are.
func (x SelfPlay) WriteEnded(ctx context.Context, w io.Writer) (positions int, err error) {
	return writeFights(ctx, w, fightsHeader{Ended: endedVersion}, x, endedJobs)
}

// endedJobs are fights of which some positions are kept.
var endedJobs = fightJobs[[]endedPosition]{"fate", (*judgedAgent).playEnded}

// playEnded plays one fight and keeps [EndedEach] of the positions in which a breath or turn began, each equally likely
// (reservoir sampling): the n-th replaces one of those kept with the chance EndedEach/n. One of those kept at the end
// is played out.
func (m *judgedAgent) playEnded(ctx context.Context, e Encounter, seed uint64) (list []endedPosition, err error) {
	f := e.start(seed).Again(seed)
	rng := dice.Stream{Seed: seed, Name: "fates"}.Rand(0)
	list = []endedPosition{}
	var at []*fight.Fight // the fights of list
	begins := 0           // breaths or turns so far
	err = fightOn(ctx, f, func(step int, options []fight.Option) (a rules.Action, err error) {
		if f.Turn().Begins {
			place := begins // in list
			if begins++; place >= EndedEach {
				place = rng.IntN(begins)
			}
			if place < EndedEach {
				p, err := m.finder.ForecastFeatures(ctx, f)
				if err != nil {
					return a, err
				}
				if place == len(list) {
					list, at = append(list, endedPosition{}), append(at, nil)
				}
				list[place], at[place] = endedPosition{Encounter: e.Name, Seed: seed, Step: step, ForecastFeatures: p}, f.Fork()
			}
		}
		if len(options) == 1 {
			return options[0].Action, nil
		}
		return m.chooseOrDraw(ctx, f)
	}, nil)
	if err != nil {
		return nil, fmt.Errorf("%s-%d: %w", e.Name, seed, err)
	}
	for i := range list {
		list[i].Result, list[i].TurnsBegun = agent.WinChance(f.Score()), begins
	}
	if m.playouts > 0 && len(list) > 0 {
		i := rng.IntN(len(list))
		list[i].Playouts, err = m.playOut(ctx, at[i], seed)
	}
	return list, err
}

// playOut fights m.playouts fights from a position of the fight of a seed. Their own seeds begin at 2^20 times that
// seed, far from the seeds of self-play.
func (m *judgedAgent) playOut(ctx context.Context, f *fight.Fight, seed uint64) (*endedPlayouts, error) {
	playouts := agent.NewPlayouts(f)
	var sum, squares float64
	n := m.playouts
	for k := range n {
		o, err := playouts.Fight(ctx, [2]agent.Agent{m.agent, m.agent}, seed<<20+uint64(k)+1, nil)
		if err != nil {
			return nil, err
		}
		sum += o.Score
		squares += float64(o.Score * o.Score)
	}
	mean := sum / float64(n)
	return &endedPlayouts{Count: n, Mean: mean, Variance: max(0, squares-float64(sum*mean)) / float64(max(1, n-1))}, nil
}

// EndedFile is a file of positions.
type EndedFile struct {
	Head fightsHeader
	List []endedPosition
}

// ReadEnded reads a file of positions from a source that may hold anything; name is what messages call it. A mistake is
// a [text.Problem] with its line.
func ReadEnded(name string, r io.Reader) (file EndedFile, err error) {
	file.Head, err = readFights(endedFile, name, r, func(f endedPosition) (wrong text.Problem) {
		switch wrong = wrongChances(f.Value, f.Result); {
		case wrong.What != "":
		case f.TurnsBegun < 1:
			wrong = text.Problem{What: fmt.Sprintf("begins is %d", f.TurnsBegun),
				Want: "how many breaths or turns began in the fight, 1 or more"}
		case len(file.List) == endedMax:
			wrong = text.Problem{What: fmt.Sprintf("there are more than %d positions", endedMax), Want: "fewer"}
		}
		file.List = append(file.List, f)
		return wrong
	})
	return file, err
}

// endedFile is a file of positions and how their fights ended.
var endedFile = fightsFile{form: "file", content: "positions", line: "position", writtenBy: "kokyu-lab eval forecast play", bytesMax: endedBytesMax, lineMax: endedLineMax,
	matches: func(h fightsHeader) bool { return h.Ended == endedVersion }}
