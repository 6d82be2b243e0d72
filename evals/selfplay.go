package evals

import (
	"bufio"
	"compress/gzip"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"

	"kokyu/agent"
	"kokyu/agent/jobs"
	"kokyu/agent/work"
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

// fightsHeader is the first line of a file of fights. One of its versions is set, which tells what the other lines are.
type fightsHeader struct {
	Play       int      `json:"kokyu_play,omitempty"`  // [playVersion]: they are decisions
	Fates      int      `json:"kokyu_fates,omitempty"` // [endedVersion]: they are positions
	Agent      string   `json:"agent"`                 // who plays both sides
	Encounters []string `json:"encounters"`
	Fights     int      `json:"fights"` // of each
	Seed       uint64   `json:"seed"`   // fight k of an encounter uses seed + k
	Playouts   int      `json:"playouts,omitempty"`
}

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

// SelfPlay is fights of an agent against itself.
type SelfPlay struct {
	Agent      agent.Agent // plays both sides
	Encounters []Encounter
	Fights     int                     // of each
	Seed       uint64                  // of the first fight of each encounter
	Playouts   int                     // how many playouts of one position of each fight, where positions are written; 0 for none
	Jobs       *jobs.Pool              // where they are fought; nil: one core
	Progress   func(fights, lines int) // progress; may be nil
}

// WriteDecisions plays all fights and writes them as a stream. The bytes are the same on whichever machines the fights
// are fought. It returns how many decisions there are.
func (x SelfPlay) WriteDecisions(ctx context.Context, w io.Writer) (decisions int, err error) {
	return writeFights(ctx, w, fightsHeader{Play: playVersion}, x, playJobs)
}

// writeFights plays fights and writes JSON lines, compressed with gzip: the header, then what each fight gives, fight
// by fight. It returns how many lines these are.
func writeFights[T any](ctx context.Context, w io.Writer, head fightsHeader, x SelfPlay, kind fightJobs[[]T]) (lines int, err error) {
	head.Agent, head.Fights, head.Seed, head.Playouts = x.Agent.String(), x.Fights, x.Seed, x.Playouts
	for _, e := range x.Encounters {
		head.Encounters = append(head.Encounters, e.Name)
	}
	packed := gzip.NewWriter(w)
	line := func(v any) error {
		data, err := jobs.Encode(v)
		if err == nil {
			_, err = packed.Write(append(data, '\n'))
		}
		return err
	}
	if err := line(head); err != nil {
		return 0, err
	}
	var failed error
	err = jobs.Do(ctx, work.Pool(x.Jobs, 1), x.Fights*len(x.Encounters), kind.bench(ctx, x), func(k int, list []T) bool {
		for _, v := range list {
			if failed = line(v); failed != nil {
				return true
			}
		}
		lines += len(list)
		if x.Progress != nil {
			x.Progress(k+1, lines)
		}
		return false
	})
	if err = errors.Join(err, failed); err != nil {
		return lines, err
	}
	return lines, packed.Close()
}

// playNoting plays one fight and notes every decision between two options or more.
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

// playFile is a stream of self-play.
var playFile = fightsFile{is: "stream", of: "self-play", line: "decision", by: "kokyu-lab eval play", bytesMax: playBytesMax, lineMax: playLineMax,
	has: func(h fightsHeader) bool { return h.Play == playVersion }}

// readPlay reads a stream of self-play from an untrusted source, decision by decision.
func readPlay(name string, r io.Reader, each func(d Decision)) (head fightsHeader, err error) {
	return readFights(playFile, name, r, func(d Decision) (wrong text.Problem) {
		if wrong = wrongChances(d.Value, d.Result); wrong.What == "" {
			each(d)
		}
		return wrong
	})
}

// fightsFile describes what writeFights wrote.
type fightsFile struct {
	is, of   string                    // what it is for messages: a "stream" of "self-play"
	line     string                    // what a line is: a "decision"
	by       string                    // the command that wrote it
	bytesMax int64                     // of text, unpacked
	lineMax  int                       // bytes
	has      func(h fightsHeader) bool // reports whether such lines follow a header
}

// readFights reads what writeFights wrote, from an untrusted source, and returns its header. each is given the other
// lines, one after another, and says what is wrong with one, if anything is. name is used in messages. A mistake is a
// [text.Problem] with its line.
func readFights[T any](file fightsFile, name string, r io.Reader, each func(v T) (wrong text.Problem)) (head fightsHeader, err error) {
	line := 1
	wrong := func(what, want string) error {
		return text.Problem{File: name, Line: line, Col: 1, What: what, Want: want}
	}
	none, wrote := fmt.Sprintf("this is no %s of %s", file.is, file.of), "a file that "+file.by+" wrote"
	packed, err := gzip.NewReader(r)
	if err != nil {
		return head, wrong(none+": "+err.Error(), wrote)
	}
	scan := bufio.NewScanner(io.LimitReader(packed, file.bytesMax))
	scan.Buffer(nil, file.lineMax)
	for ; scan.Scan(); line++ {
		if line == 1 {
			if json.Unmarshal(scan.Bytes(), &head) != nil || !file.has(head) {
				return head, wrong(none, wrote)
			}
			continue
		}
		var v T
		if err := jobs.Decode(scan.Bytes(), &v); err != nil {
			return head, wrong(fmt.Sprintf("the line is no %s: %v", file.line, err), "a line as "+file.by+" wrote it")
		}
		if problem := each(v); problem.What != "" {
			return head, wrong(problem.What, problem.Want)
		}
	}
	if err := scan.Err(); err != nil {
		return head, wrong(fmt.Sprintf("the %s ends here: %v", file.is, err), "the whole file")
	}
	switch line {
	case 1:
		return head, wrong(fmt.Sprintf("the %s is empty", file.is), wrote)
	case 2:
		return head, wrong(fmt.Sprintf("the %s holds no %s", file.is, file.line), "one or more, as "+file.by+" wrote them")
	}
	return head, nil
}

// wrongChances says what is wrong with the value and the result of a line, if anything is.
func wrongChances(value, result float64) (wrong text.Problem) {
	if !(value >= 0 && value <= 1 && result >= 0 && result <= 1) {
		wrong = text.Problem{What: fmt.Sprintf("the value is %v and the result %v", value, result), Want: "win chances from 0 to 1"}
	}
	return wrong
}

// playShare is the share of a fight's result in what a position of self-play is taken to be worth; the rest is what the
// agent saw.
const playShare = 0.5

// PlayedPositions reads at most as many positions of a stream of self-play as most says, evenly spread over it. Each is
// taken to be worth a mix of what the agent saw and of how the fight ended, see [playShare]. open opens the file anew:
// it is read twice, as it may be too large for memory.
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
