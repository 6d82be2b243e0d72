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

// logVersion is the number after "kokyu_eval" in a header.
const logVersion = 1

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

// sampleLine is one sample: a decision, a fight's forecast, its course or its judged decisions, or a pair of fights.
type sampleLine struct {
	Agent    string           `json:"agent"`
	Choice   *choice          `json:"choice,omitempty"`
	Forecast *forecastFight   `json:"forecast,omitempty"`
	Pair     *pairLine        `json:"pair,omitempty"`
	Lost     *lost            `json:"lost,omitempty"`
	Course   *fightCourse     `json:"course,omitempty"`
	Walk     *ownFight        `json:"walk,omitempty"`
	Played   *Position        `json:"played,omitempty"`
	Ruled    *refereeDecision `json:"ruled,omitempty"`
}

type pairLine struct {
	ID       string     `json:"id"`
	Score    [2]float64 `json:"score"` // on the first side, on the second
	Luck     [2]float64 `json:"luck"`
	Adjusted float64    `json:"adjusted"`
}

type summaryLine struct {
	Report Report `json:"report"`
}

// RunLog is the log of one run.
type RunLog struct {
	Path string
	file *os.File
}

// logsMax is how many logs of one suite a folder holds.
const logsMax = 9999

// NewRunLog begins a log in a folder, in a new file named for the suite: duel-0001.jsonl, then duel-0002.jsonl. Nothing is
// ever overwritten.
func NewRunLog(dir string, r *Run) (*RunLog, error) {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return nil, fmt.Errorf("no logs can be written there: %w", err)
	}
	for n := 1; n <= logsMax; n++ {
		path := filepath.Join(dir, fmt.Sprintf("%s-%04d.jsonl", fileName(r.Suite.Name), n))
		file, err := os.OpenFile(path, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o644)
		if errors.Is(err, fs.ErrExist) {
			continue
		}
		if err != nil {
			return nil, fmt.Errorf("no log can be written: %w", err)
		}
		l := &RunLog{Path: path, file: file}
		h := headerLine{Version: logVersion, Suite: r.Suite.Name, Data: r.Suite.Data, Seed: r.Seed,
			Measures: r.Suite.Measures, Fights: r.Suite.Fights, Luck: r.Suite.LuckNodes}
		for _, a := range r.Agents {
			h.Agents = append(h.Agents, a.String())
		}
		return l, l.Write(h)
	}
	return nil, fmt.Errorf("the folder holds %d logs of this suite, want another folder", logsMax)
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

// Write adds a line.
func (l *RunLog) Write(line any) error {
	enc := json.NewEncoder(l.file)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(line); err != nil {
		return fmt.Errorf("the log cannot be written on: %w", err)
	}
	return nil
}

// Close ends a log that holds its report, or one that was stopped.
func (l *RunLog) Close() error { return l.file.Close() }

// Finish adds the report.
func (l *RunLog) Finish(r Report) error { return l.Write(summaryLine{r}) }
