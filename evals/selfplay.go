package evals

import (
	"bufio"
	"cmp"
	"compress/gzip"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"

	"kokyu/agent"
	"kokyu/agent/jobs"
	"kokyu/agent/work"
	"kokyu/rules/text"
)

// SelfPlay is fights of an agent against itself.
type SelfPlay struct {
	Agent      agent.Agent // plays both sides
	Encounters []Encounter
	Fights     int    // of each
	Seed       uint64 // of the first fight of each encounter
	// Playouts is how often one position of each fight is played out, where positions are written; 0 for none.
	Playouts int
	Jobs     *jobs.Pool              // where they are fought; nil: one core
	Progress func(fights, lines int) // progress; may be nil
}

// fightJobs is a kind of job in which an agent fights itself and something is made of the fight.
type fightJobs[T any] struct {
	kind string
	play func(m *judgedAgent, ctx context.Context, e Encounter, seed uint64) (T, error)
}

// bench returns the jobs, one for each fight: first all fights of the first encounter, then those of the second. So a
// worker seldom changes its encounter and keeps what its searches learn.
func (j fightJobs[T]) bench(ctx context.Context, x SelfPlay) jobs.Bench[T] {
	return jobs.Bench[T]{Kind: j.kind, Local: !work.Sendable(x.Agent), Doc: x.doc, Work: func() func(int) (T, error) {
		// No encounter has the number -1, so that the first job makes an agent.
		m, last := &judgedAgent{}, -1
		return func(k int) (T, error) {
			e := k / x.Fights
			if e != last { // what a search learns of an encounter is of no use in another
				m, last = &judgedAgent{agent: x.Agent, playouts: x.Playouts}, e
			}
			return j.play(m, ctx, x.Encounters[e], x.Seed+uint64(k%x.Fights))
		}
	}}
}

// jobKind returns the kind of job as a worker on another machine does it.
func (j fightJobs[T]) jobKind() jobs.Kind {
	return jobs.Kind{Name: j.kind, Open: work.Opener(func(ctx context.Context, doc selfPlayDoc) (int, work.Workers[T], error) {
		x, err := doc.decode(ctx)
		if err != nil {
			return 0, nil, err
		}
		return x.Fights * len(x.Encounters), j.bench(ctx, x).Work, nil
	})}
}

// selfPlayDoc is the document of fights of self-play.
type selfPlayDoc struct {
	Agent      string          `json:"agent"`
	Encounters []sentEncounter `json:"encounters"`
	Each       int             `json:"each"`
	Seed       uint64          `json:"seed"`
	Playouts   int             `json:"playouts,omitempty"`
}

// doc returns the document of the fights.
func (x SelfPlay) doc() (any, error) {
	name, err := work.EncodeAgent(x.Agent)
	sent, failed := encodeEncounters(x.Encounters)
	return selfPlayDoc{name, sent, x.Fights, x.Seed, x.Playouts}, cmp.Or(err, failed)
}

// decode is the inverse of SelfPlay.doc. The document comes from a server, so every number is bounded first.
func (d selfPlayDoc) decode(ctx context.Context) (x SelfPlay, err error) {
	if d.Each < 1 || d.Each > PairsMax {
		return x, fmt.Errorf("%d fights of each encounter, want 1 to %d", d.Each, PairsMax)
	}
	if d.Playouts < 0 || d.Playouts > agent.PlayoutsMax {
		return x, fmt.Errorf("%d playouts, want 0 to %d", d.Playouts, agent.PlayoutsMax)
	}
	x.Fights, x.Seed, x.Playouts = d.Each, d.Seed, d.Playouts
	if x.Agent, err = work.DecodeAgent(ctx, d.Agent); err == nil {
		x.Encounters, err = decodeEncounters(d.Encounters)
	}
	return x, err
}

// fightsHeader is the first line of a file of fights. One of the two versions is set, and says what the other lines
// are.
type fightsHeader struct {
	Play       int      `json:"kokyu_play,omitempty"`  // [playVersion]: they are decisions
	Ended      int      `json:"kokyu_fates,omitempty"` // [endedVersion]: they are positions
	Agent      string   `json:"agent"`                 // who plays both sides
	Encounters []string `json:"encounters"`
	Fights     int      `json:"fights"` // of each
	Seed       uint64   `json:"seed"`   // fight k of an encounter uses seed + k
	Playouts   int      `json:"playouts,omitempty"`
}

// writeFights plays fights and writes JSON lines, compressed with gzip: the header, then what is made of each fight,
// fight by fight. It returns how many lines follow the header.
func writeFights[T any](ctx context.Context, w io.Writer, head fightsHeader, x SelfPlay,
	kind fightJobs[[]T]) (lines int, err error) {
	head.Agent, head.Fights, head.Seed, head.Playouts = x.Agent.String(), x.Fights, x.Seed, x.Playouts
	head.Encounters = mapped(x.Encounters, func(e Encounter) string { return e.Name })
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
	// Not closed after an error: the file then lacks the end of its gzip stream, and readFights does not take it for
	// whole.
	return lines, packed.Close()
}

// fightsFile describes a kind of file that writeFights writes.
type fightsFile struct {
	form, content string                    // what it is for messages: a "stream" of "self-play"
	line          string                    // what a line is: a "decision"
	writtenBy     string                    // the command that wrote it
	bytesMax      int64                     // of text, unpacked
	lineMax       int                       // bytes
	matches       func(h fightsHeader) bool // reports whether such lines follow a header
}

// readFights reads what writeFights wrote, from a source that may hold anything, and returns its header. each is called
// with every other line, and returns what is wrong with it, if anything is. name is what messages call the source. A
// mistake is a [text.Problem] with its line.
func readFights[T any](file fightsFile, name string, r io.Reader,
	each func(v T) (wrong text.Problem)) (head fightsHeader, err error) {
	line := 1
	wrong := func(what, want string) error {
		return text.Problem{File: name, Line: line, Col: 1, What: what, Want: want}
	}
	none, wrote := fmt.Sprintf("this is no %s of %s", file.form, file.content), "a file that "+file.writtenBy+" wrote"
	packed, err := gzip.NewReader(r)
	if err != nil {
		return head, wrong(none+": "+err.Error(), wrote)
	}
	// Both are bounded, the text and the line: a small compressed file can unpack to anything.
	scan := bufio.NewScanner(io.LimitReader(packed, file.bytesMax))
	scan.Buffer(nil, file.lineMax)
	for ; scan.Scan(); line++ {
		if line == 1 {
			if json.Unmarshal(scan.Bytes(), &head) != nil || !file.matches(head) {
				return head, wrong(none, wrote)
			}
			continue
		}
		var v T
		if err := jobs.Decode(scan.Bytes(), &v); err != nil {
			return head, wrong(fmt.Sprintf("the line is no %s: %v", file.line, err), "a line as "+file.writtenBy+" wrote it")
		}
		if problem := each(v); problem.What != "" {
			return head, wrong(problem.What, problem.Want)
		}
	}
	if err := scan.Err(); err != nil {
		return head, wrong(fmt.Sprintf("the %s ends here: %v", file.form, err), "the whole file")
	}
	// line is one more than the lines that were read: 1 for an empty file, 2 for a header alone.
	switch line {
	case 1:
		return head, wrong(fmt.Sprintf("the %s is empty", file.form), wrote)
	case 2:
		return head, wrong(fmt.Sprintf("the %s holds no %s", file.form, file.line),
			"one or more, as "+file.writtenBy+" wrote them")
	}
	return head, nil
}

// wrongChances returns what is wrong with the value and the result of a line, if anything is.
func wrongChances(value, result float64) (wrong text.Problem) {
	if !(value >= 0 && value <= 1 && result >= 0 && result <= 1) {
		wrong = text.Problem{What: fmt.Sprintf("the value is %v and the result %v", value, result),
			Want: "win chances from 0 to 1"}
	}
	return wrong
}
