package evals

import (
	"context"
	"fmt"
	"io"

	"kokyu/agent"
	"kokyu/rules"
	"kokyu/rules/fight"
	"kokyu/rules/text"
)

// A stream of self-play is what fitting needs: every decision of many fights of an agent against itself, with what the
// agent saw and how the fight ended. It is JSON lines, compressed with gzip: a [fightsHeader], then a [Decision] a
// line, fight by fight:
//
//	{"kokyu_play":1,"agent":"search nodes=2000","encounters":["oni"],"fights":100,"seed":1}
//	{"encounter":"oni","seed":1,"step":4,"round":1,"side":0,"seat":"Aki","options":9,"do":"cut > Oni", ...,"result":1}

// Limits of a stream of self-play.
const (
	playVersion  = 1
	playLineMax  = 64 << 10
	playBytesMax = 16 << 30 // of text
	playSteps    = 2000     // decisions of one fight
)

// Decision is one decision between two options or more. Win chances are those of side 0, 0 to 1.
type Decision struct {
	Encounter string  `json:"encounter"`
	Seed      uint64  `json:"seed"`
	Step      int     `json:"step"` // how many steps of the fight come before it
	Round     int     `json:"round"`
	Side      int     `json:"side"` // who decides
	Seat      string  `json:"seat"`
	Options   int     `json:"options"`
	Do        string  `json:"do"`                 // what was decided
	Value     float64 `json:"value"`              // as the agent saw it before it decided
	Leaf      float64 `json:"leaf"`               // the same by the leaf evaluation alone
	Result    float64 `json:"result"`             // how the fight ended: 1, 0.5, 0
	Data      string  `json:"data,omitempty"`     // of the rows and rulings, where there is a position
	Position  string  `json:"position,omitempty"` // the encounter file that starts here, where a breath or turn begins
}

// WriteDecisions plays all fights and writes them as a stream. The bytes are the same on whichever machines the fights
// are fought. It returns how many decisions there are.
func (x SelfPlay) WriteDecisions(ctx context.Context, w io.Writer) (decisions int, err error) {
	return writeFights(ctx, w, fightsHeader{Play: playVersion}, x, playJobs)
}

// playJobs are fights with every decision noted.
var playJobs = fightJobs[[]Decision]{"play", (*judgedAgent).playNoting}

// playNoting plays one fight and notes every decision between two options or more, at most playSteps of them. A
// position is noted only where a breath or turn begins: a search stops nowhere else, so that leaves are fitted to
// nothing else.
func (m *judgedAgent) playNoting(ctx context.Context, e Encounter, seed uint64) (list []Decision, err error) {
	f := e.start(seed).Again(seed)
	list = []Decision{}
	err = fightOn(ctx, f, func(step int, options []fight.Option) (a rules.Action, err error) {
		if len(options) == 1 || len(list) == playSteps {
			return options[0].Action, nil
		}
		turn := f.Turn()
		d := Decision{Encounter: e.Name, Seed: seed, Step: step, Round: f.Round(), Side: int(f.Side(turn.Seat)),
			Seat: f.Name(turn.Seat), Options: len(options), Leaf: agent.WinChance(f.Leaf())}
		if turn.Begins && turn.Kind == rules.Decide {
			position, err := f.Position()
			if err != nil {
				return a, err
			}
			d.Position, d.Data = string(position), dataOf(f)
		}
		if a, d.Value, err = m.choose(ctx, f); err != nil {
			return a, err
		}
		d.Do = optionOf(options, a).Words
		list = append(list, d)
		return a, nil
	}, nil)
	if err != nil {
		return nil, fmt.Errorf("%s-%d: %w", e.Name, seed, err)
	}
	for i := range list {
		list[i].Result = agent.WinChance(f.Score())
	}
	return list, nil
}

// playFile describes streams of self-play.
var playFile = fightsFile{form: "stream", content: "self-play", line: "decision", writtenBy: "kokyu-lab eval play", bytesMax: playBytesMax, lineMax: playLineMax,
	matches: func(h fightsHeader) bool { return h.Play == playVersion }}

// readPlay reads a stream of self-play from an untrusted source, decision by decision.
func readPlay(name string, r io.Reader, each func(d Decision)) (head fightsHeader, err error) {
	return readFights(playFile, name, r, func(d Decision) (wrong text.Problem) {
		if wrong = wrongChances(d.Value, d.Result); wrong.What == "" {
			each(d)
		}
		return wrong
	})
}

// playShare is the share of a fight's result in what a position of self-play is taken to be worth; the rest is what the
// agent saw.
const playShare = 0.5

// PlayedPositions reads at most as many positions of a stream of self-play as most says, evenly spread over it. The
// worth of each is a mix of what the agent saw and of how the fight ended, see [playShare]. open opens the file anew:
// it is read twice, first to count, since it may be too large for memory.
func PlayedPositions(name string, most int, open func() (io.ReadCloser, error)) (list []Position, err error) {
	pass := func(each func(d Decision)) error { // shows the decisions that have a position
		r, err := open()
		if err != nil {
			return err
		}
		defer r.Close()
		_, err = readPlay(name, r, func(d Decision) {
			if d.Position != "" {
				each(d)
			}
		})
		return err
	}
	all, k := 0, 0
	if err := pass(func(Decision) { all++ }); err != nil {
		return nil, err
	}
	err = pass(func(d Decision) {
		if k*most/max(1, all) != (k+1)*most/max(1, all) || all <= most { // the k-th is taken where k*most/all steps on
			worth := float64(playShare*d.Result) + float64((1-playShare)*d.Value)
			list = append(list, Position{ID: fmt.Sprintf("%s-%d-%d", d.Encounter, d.Seed, d.Step), Encounter: d.Encounter,
				Source: sourceOwn, Data: d.Data, Position: d.Position, Worth: &worth})
		}
		k++
	})
	return list, err
}
