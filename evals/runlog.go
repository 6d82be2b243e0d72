package evals

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// A run's log is a file of JSON lines that is written once: a header with everything that made the run, a line for each
// sample, and at the end the report. A log without its report was stopped.
//
//	{"kokyu_eval":1,"suite":"duel", ...}
//	{"agent":"greedy","choice":{"id":"best-mirror-1-0003", ...}}
//	{"report":{"suite":"duel", ...}}

// logVersion is the number after "kokyu_eval" in a header.
const logVersion = 1

// headerLine is the first line: what made the run.
type headerLine struct {
	Version  int      `json:"kokyu_eval"`
	Suite    string   `json:"suite"`
	Data     string   `json:"data"`
	Seed     uint64   `json:"seed"`
	Agents   []string `json:"agents"`
	Measures []string `json:"measures"`
	Fights   int      `json:"fights"`
	Luck     int      `json:"luck"`
}

// sampleLine is one sample of an agent. One of its other fields is set, according to the measure.
type sampleLine struct {
	Agent    string           `json:"agent"`
	Choice   *judgedChoice    `json:"choice,omitempty"`   // of regret and value
	Forecast *forecastFight   `json:"forecast,omitempty"` // of calibration
	Pair     *pairLine        `json:"pair,omitempty"`     // of strength
	Lost     *duelLoss        `json:"lost,omitempty"`     // of loss
	Course   *fightPace       `json:"course,omitempty"`   // of pace
	Walk     *judgedFight     `json:"walk,omitempty"`     // of way
	Played   *Position        `json:"played,omitempty"`   // of the referee: a position played out
	Ruled    *refereeDecision `json:"ruled,omitempty"`    // of the referee: a decision
}

// pairLine is a pair of fights of [Arena].
type pairLine struct {
	ID       string     `json:"id"`
	Score    [2]float64 `json:"score"` // on the first side, on the second
	Luck     [2]float64 `json:"luck"`
	Adjusted float64    `json:"adjusted"`
}

// summaryLine is the last line.
type summaryLine struct {
	Report Report `json:"report"`
}

// RunLog is the log of one run, in a file of its own.
type RunLog struct {
	Path string // the path of the file; empty before the first line, so that a run that cannot begin leaves no file
	dir  string // where the file will be
	run  *Run
	file *os.File // nil before the first line
}

// logsMax is how many logs of one suite a folder holds.
const logsMax = 9999

// NewRunLog returns the log of a run, whose file will be in a folder.
func NewRunLog(dir string, r *Run) *RunLog { return &RunLog{dir: dir, run: r} }

// begin makes a new file named for the suite: duel-0001.jsonl, then duel-0002.jsonl. Nothing is ever overwritten.
func (l *RunLog) begin() error {
	if err := os.MkdirAll(l.dir, 0o755); err != nil {
		return fmt.Errorf("no logs can be written there: %w", err)
	}
	r := l.run
	for n := 1; n <= logsMax; n++ {
		path := filepath.Join(l.dir, fmt.Sprintf("%s-%04d.jsonl", fileName(r.Suite.Name), n))
		file, err := os.OpenFile(path, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o644)
		if errors.Is(err, fs.ErrExist) {
			continue
		}
		if err != nil {
			return fmt.Errorf("no log can be written: %w", err)
		}
		l.Path, l.file = path, file
		h := headerLine{Version: logVersion, Suite: r.Suite.Name, Data: r.Suite.Data, Seed: r.Seed,
			Measures: r.Suite.Measures, Fights: r.Suite.Fights, Luck: r.Suite.LuckNodes}
		for _, a := range r.Agents {
			h.Agents = append(h.Agents, a.String())
		}
		return l.write(h)
	}
	return fmt.Errorf("the folder holds %d logs of this suite, want another folder", logsMax)
}

// fileName returns a suite's name as a file may have it.
func fileName(name string) string {
	return strings.Map(func(r rune) rune {
		if r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || r == '-' || r == '_' {
			return r
		}
		return '_'
	}, name)
}

// Write adds the line of a sample.
func (l *RunLog) Write(line any) error {
	if l.file == nil {
		if err := l.begin(); err != nil {
			return err
		}
	}
	return l.write(line)
}

// write adds a line to the file that is there.
func (l *RunLog) write(line any) error {
	enc := json.NewEncoder(l.file)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(line); err != nil {
		return fmt.Errorf("the log cannot be written on: %w", err)
	}
	return nil
}

// Close ends a log: with the report, unless the run failed with runErr. It returns the error of either.
func (l *RunLog) Close(report Report, runErr error) error {
	if l.file == nil {
		return runErr
	}
	if runErr == nil {
		runErr = l.write(summaryLine{report})
	}
	return errors.Join(runErr, l.file.Close())
}
